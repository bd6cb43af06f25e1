//! Moves of the board that map a pattern onto itself.

use super::Request;
use crate::grid::canon::line_moves;
use crate::grid::{Cell, CellSet, Pattern, Shape};

/// Not more than so many are worth knowing.
const MOST: usize = 64;
/// Nor looking longer than for so many rows and columns tried.
const MOST_TRIED: usize = 100_000;

/// Where a move takes each cell.
pub(crate) type CellMap = Vec<Cell>;

/// Permutations of bands, stacks, rows and columns (and, where boxes are square, the same after
/// exchanging rows with columns) that map the pattern onto itself; without the identity, and only
/// the first of very many.
pub(crate) fn automorphisms(pattern: &Pattern) -> Vec<CellMap> {
    first_automorphisms(pattern, MOST)
}

/// [`automorphisms`], of very many the first `most`.
pub(super) fn first_automorphisms(pattern: &Pattern, most: usize) -> Vec<CellMap> {
    let shape = pattern.shape;
    let mut out = Vec::new();
    let Some((height, width)) = shape.boxes() else { return on_irregular(pattern, most) };
    for is_transposed in [false, true] {
        if is_transposed && height != width {
            break;
        }
        let mut search = Search::new(pattern, (height, width), is_transposed, most);
        search.rows(&mut Vec::new(), &mut out);
    }
    out.retain(|map: &CellMap| map.iter().enumerate().any(|(cell, image)| cell != image.index()));
    out
}

/// Automorphisms of a pattern on an irregular layout: moves that map the pattern onto itself, rows onto rows or columns,
/// and regions onto regions.
fn on_irregular(pattern: &Pattern, most: usize) -> Vec<CellMap> {
    let shape = pattern.shape;
    let geometry = &*shape.geometry();
    let moves = line_moves(geometry).unwrap_or_default().iter().filter(|one| one.digits.is_sorted());
    let maps = moves.map(|one| {
        let mut map = vec![Cell(0); shape.n_cells()];
        shape.cells().for_each(|image| map[one.source(image).index()] = image);
        map
    });
    let keeps = |map: &CellMap| {
        // Transposing a Latin square turns its regions, the rows, into columns.
        let mut image_of = vec![None; shape.n()];
        let keeps_region = |cell: Cell| {
            let image = shape.box_of(map[cell.index()]);
            *image_of[shape.box_of(cell)].get_or_insert(image) == image
        };
        pattern.cells.iter().all(|cell| pattern.contains(map[cell.index()]))
            && shape.cells().all(keeps_region)
            && map.iter().enumerate().any(|(cell, image)| cell != image.index())
    };
    maps.filter(keeps).take(most).collect()
}

/// Moves of the board after which the question is the same.
pub(crate) fn symmetries(request: &Request) -> Vec<CellMap> {
    let is_bare = request.fixed.n_clues() == 0 && request.theme.is_empty() && request.path.is_empty();
    if !request.has_digit_symmetry() || !is_bare {
        return Vec::new();
    }
    automorphisms(&request.pattern)
}

struct Search {
    shape: Shape,
    /// Height and width of the boxes.
    boxes: (usize, usize),
    is_transposed: bool,
    /// Rows of the pattern and of what is mapped, as masks over columns.
    rows: Vec<u32>,
    moved: Vec<u32>,
    /// Clues of each row in each box, in ascending order.
    counts: Vec<Vec<u32>>,
    moved_counts: Vec<Vec<u32>>,
    most: usize,
    n_tried: usize,
}

impl Search {
    fn new(pattern: &Pattern, boxes: (usize, usize), is_transposed: bool, most: usize) -> Search {
        let shape = pattern.shape;
        let rows = |cells: &CellSet, is_transposed: bool| {
            let mut rows = vec![0u32; shape.n()];
            for cell in cells.iter() {
                let (row, col) = (shape.row(cell), shape.col(cell));
                let (row, col) = if is_transposed { (col, row) } else { (row, col) };
                rows[row] |= 1 << col;
            }
            rows
        };
        let (rows, moved) = (rows(&pattern.cells, false), rows(&pattern.cells, is_transposed));
        let counts = |rows: &[u32]| rows.iter().map(|&row| counts(shape.n(), boxes.1, row)).collect();
        let (counts, moved_counts) = (counts(&rows), counts(&moved));
        Search { shape, boxes, is_transposed, rows, moved, counts, moved_counts, most, n_tried: 0 }
    }

    /// Extends the images of the first rows by one more.
    fn rows(&mut self, images: &mut Vec<usize>, out: &mut Vec<CellMap>) {
        let (n, height) = (self.shape.n(), self.boxes.0);
        if images.len() == n {
            // Column by column: the mask of a column over the rows, moved and as it shall be.
            let column = |rows: &dyn Fn(usize) -> u32, col: usize| {
                (0..n).fold(0u32, |mask, row| mask | (rows(row) >> col & 1) << row)
            };
            let source: Vec<usize> =
                (0..n).map(|row| images.iter().position(|&image| image == row).unwrap_or(row)).collect();
            let from: Vec<u32> = (0..n).map(|col| column(&|row| self.moved[source[row]], col)).collect();
            let to: Vec<u32> = (0..n).map(|col| column(&|row| self.rows[row], col)).collect();
            self.columns(images, &from, &to, &mut Vec::new(), out);
            return;
        }
        let row = images.len();
        for image in 0..n {
            let fits = fits(images, image, height) && self.moved_counts[row] == self.counts[image];
            if fits && out.len() < self.most && self.n_tried < MOST_TRIED {
                self.n_tried += 1;
                images.push(image);
                self.rows(images, out);
                images.pop();
            }
        }
    }

    fn columns(&mut self, rows: &[usize], from: &[u32], to: &[u32], images: &mut Vec<usize>, out: &mut Vec<CellMap>) {
        let (n, width) = (self.shape.n(), self.boxes.1);
        if images.len() == n {
            let map = |cell: Cell| {
                let (row, col) = (self.shape.row(cell), self.shape.col(cell));
                let (row, col) = if self.is_transposed { (col, row) } else { (row, col) };
                self.shape.cell(rows[row], images[col])
            };
            out.push(self.shape.cells().map(map).collect());
            return;
        }
        let col = images.len();
        for image in 0..n {
            if fits(images, image, width)
                && from[col] == to[image]
                && out.len() < self.most
                && self.n_tried < MOST_TRIED
            {
                self.n_tried += 1;
                images.push(image);
                self.columns(rows, from, to, images, out);
                images.pop();
            }
        }
    }
}

/// Clues of a row in each box, in ascending order.
fn counts(n: usize, width: usize, row: u32) -> Vec<u32> {
    let box_of = |i: usize| row >> (i * width) & ((1 << width) - 1);
    let mut counts: Vec<u32> = (0..n / width).map(|i| box_of(i).count_ones()).collect();
    counts.sort_unstable();
    counts
}

/// Whether the next line may go there: lines of one group of `size` stay together.
fn fits(images: &[usize], image: usize, size: usize) -> bool {
    if images.contains(&image) {
        return false;
    }
    let group = images.len() / size * size;
    match images.get(group) {
        Some(first) => first / size == image / size,
        None => images.iter().all(|other| other / size != image / size),
    }
}

#[cfg(test)]
mod tests {
    use super::automorphisms;
    use crate::grid::{Pattern, Shape, parse_patterns};

    #[track_caller]
    fn check(shape: &str, pattern: &str, expected: usize) {
        let shape: Shape = shape.parse().expect("a shape");
        let pattern = parse_patterns(shape, pattern).expect("a pattern").remove(0);
        let maps = automorphisms(&pattern);
        for map in &maps {
            let image = Pattern::new(shape, pattern.cells.iter().map(|cell| map[cell.index()]));
            assert_eq!(image, pattern);
            let geometry = &*shape.geometry();
            for (cell, peers) in geometry.peers.iter().enumerate() {
                assert!(peers.iter().all(|peer| geometry.peers[map[cell].index()].contains(&map[peer.index()])));
            }
        }
        assert_eq!(maps.len() + 1, expected);
    }

    #[test]
    fn automorphisms_map_pattern_and_peers() {
        // One corner of 2x2: other rows of its band none, the other band 2, the same for columns; transposed or not.
        check("2x2", "x...............", 2 * 2 * 2);
        // Boxes that are not square: the first 64 of 96.
        check("2x3", "x...................................", 64);
        check("2x3", "xxx...x..x........x......x.........x", 1);
        check("2x2", "x....x....x....x", 16);
        check("3x3", ".x.xxx.x...x...xxx...x..x...x..x...xx.x.x..x....x...x.x.xxx.x...x.......x........", 1);
    }
}

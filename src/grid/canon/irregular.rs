//! The moves of rows and columns that keep irregular regions, and canonical forms by trying them all.
//!
//! Most irregular layouts have few of them: the turns and mirror images that map the regions onto regions, and
//! exchanges of rows or columns that run through the same regions. So a canonical form is the least of as many images.

use super::{CanonError, Canonical, Isomorphism};
use crate::grid::{CellSet, Digit, PerShape, Puzzle, Shape};
use std::collections::HashMap;

/// More moves than this are not listed: a Latin square of order 6 has a million.
const MOST: usize = 1 << 15;

/// Rows tried before the search for moves gives up.
const MOST_STEPS: usize = 1 << 18;

/// Every move of whole rows and columns, transposing among them, that maps houses onto houses, the identity first, each
/// with the digits as they are; `None` if there are too many to list.
///
/// Moves that turn regions into rows are not among them.
pub fn line_moves(shape: Shape) -> Option<&'static [Isomorphism]> {
    static MOVES: PerShape<Option<Vec<Isomorphism>>> = PerShape::new();
    MOVES.get_or_init(shape, || list(shape)).as_deref()
}

/// Minlex form of a puzzle on an irregular layout: the least image under [`line_moves`] and renaming, an empty cell
/// before a digit.
pub(super) fn minlex(puzzle: &Puzzle) -> Result<Canonical, CanonError> {
    let moves = line_moves(puzzle.shape()).ok_or(CanonError::TooManyMoves)?;
    let (form, ties) = least(puzzle, moves);
    Ok(Canonical { puzzle: form, n_automorphisms: ties.len() as u64, transform: ties[0].clone() })
}

/// Every way to the minlex form of a solution grid; of any grid where there are too many moves, that grid with its
/// digits in order.
pub(super) fn ways(grid: &Puzzle) -> (Puzzle, Vec<Isomorphism>) {
    let identity = [Isomorphism::identity(grid.shape())];
    least(grid, line_moves(grid.shape()).unwrap_or(&identity))
}

fn least(puzzle: &Puzzle, moves: &[Isomorphism]) -> (Puzzle, Vec<Isomorphism>) {
    let mut best: Option<Puzzle> = None;
    let mut ties = Vec::new();
    for one in moves {
        let moved = one.apply(puzzle);
        let named = Isomorphism { digits: names(&moved), ..one.clone() };
        let image = named.apply(puzzle);
        match best.as_ref().map(|best| image.values().cmp(best.values())) {
            Some(std::cmp::Ordering::Greater) => {}
            Some(std::cmp::Ordering::Equal) => ties.push(named),
            _ => {
                best = Some(image);
                ties = vec![named];
            }
        }
    }
    (best.unwrap_or_else(|| puzzle.clone()), ties)
}

/// New names of the digits, in the order in which they first occur; digits that do not occur come last, ascending.
fn names(puzzle: &Puzzle) -> Vec<Digit> {
    let n = puzzle.shape().n();
    let mut order: Vec<usize> = Vec::with_capacity(n);
    for digit in puzzle.clues().map(|(_, digit)| digit.index()).chain(0..n) {
        if !order.contains(&digit) {
            order.push(digit);
        }
    }
    let mut names = vec![Digit::from_index(0); n];
    for (name, digit) in order.into_iter().enumerate() {
        names[digit] = Digit::from_index(name);
    }
    names
}

fn list(shape: Shape) -> Option<Vec<Isomorphism>> {
    let mut search = Search { shape, sources: [Vec::new(), Vec::new()], moves: Vec::new(), n_steps: 0 };
    if shape.is_latin() && (1..=shape.n()).product::<usize>().pow(2) > MOST / 2 {
        return None;
    }
    for is_transposed in [false, true] {
        // Regions as the original has them once it is transposed, and as the image must have them.
        let at = |row: usize, col: usize| if is_transposed { shape.cell(col, row) } else { shape.cell(row, col) };
        let regions = |of: &dyn Fn(usize, usize) -> usize| -> Vec<Vec<u8>> {
            (0..shape.n()).map(|row| (0..shape.n()).map(|col| of(row, col) as u8).collect()).collect()
        };
        let from = regions(&|row, col| shape.box_of(at(row, col)));
        // A Latin square turns its regions, the rows, into columns, and needs none.
        let from = if shape.is_latin() { regions(&|row, _| row) } else { from };
        let to = regions(&|row, col| shape.box_of(shape.cell(row, col)));
        search.rows(&from, &to, is_transposed)?;
    }
    search.moves.sort_by_key(|one| (one.is_transposed, one.rows.clone(), one.cols.clone()));
    Some(search.moves)
}

struct Search {
    shape: Shape,
    /// Source row of each row and source column of each column chosen so far.
    sources: [Vec<u8>; 2],
    moves: Vec<Isomorphism>,
    n_steps: usize,
}

impl Search {
    /// Chooses the source of the next row, and of the columns after the last one; `None` if there are too many moves.
    fn rows(&mut self, from: &[Vec<u8>], to: &[Vec<u8>], is_transposed: bool) -> Option<()> {
        let row = self.sources[0].len();
        if row == from.len() {
            return self.columns(from, to, is_transposed);
        }
        for source in 0..from.len() as u8 {
            self.n_steps += 1;
            if self.n_steps > MOST_STEPS {
                return None;
            }
            let fits = |(other, &its_source): (usize, &u8)| {
                let below = [&to[other], &to[row]];
                shared(below[0], below[1]) == shared(&from[usize::from(its_source)], &from[usize::from(source)])
            };
            if self.sources[0].contains(&source) || !self.sources[0].iter().enumerate().all(fits) {
                continue;
            }
            self.sources[0].push(source);
            self.rows(from, to, is_transposed)?;
            self.sources[0].pop();
        }
        Some(())
    }

    /// Chooses the source of the next column and notes a move after the last one.
    fn columns(&mut self, from: &[Vec<u8>], to: &[Vec<u8>], is_transposed: bool) -> Option<()> {
        let col = self.sources[1].len();
        if col == from.len() {
            if self.moves.len() == MOST {
                return None;
            }
            let [rows, cols] = self.sources.clone();
            self.moves.push(Isomorphism { is_transposed, rows, cols, ..Isomorphism::identity(self.shape) });
            return Some(());
        }
        for source in 0..from.len() as u8 {
            self.n_steps += 1;
            if self.n_steps > MOST_STEPS {
                return None;
            }
            if self.sources[1].contains(&source) {
                continue;
            }
            self.sources[1].push(source);
            if self.is_one_to_one(from, to) {
                self.columns(from, to, is_transposed)?;
            }
            self.sources[1].pop();
        }
        Some(())
    }

    /// Whether the columns chosen so far give each region one image, and none two.
    fn is_one_to_one(&self, from: &[Vec<u8>], to: &[Vec<u8>]) -> bool {
        let [rows, cols] = &self.sources;
        let (mut images, mut origins) = ([None; Shape::MAX_N], [None; Shape::MAX_N]);
        rows.iter().enumerate().all(|(row, &source_row)| {
            cols.iter().enumerate().all(|(col, &source_col)| {
                let origin = from[usize::from(source_row)][usize::from(source_col)];
                let image = to[row][col];
                *images[usize::from(origin)].get_or_insert(image) == image
                    && *origins[usize::from(image)].get_or_insert(origin) == origin
            })
        })
    }
}

/// How many cells two rows have in each region, as pairs without the names of the regions.
fn shared(a: &[u8], b: &[u8]) -> Vec<(u8, u8)> {
    let mut counts: HashMap<u8, (u8, u8)> = HashMap::new();
    for (a, b) in a.iter().zip(b) {
        counts.entry(*a).or_default().0 += 1;
        counts.entry(*b).or_default().1 += 1;
    }
    let mut counts: Vec<(u8, u8)> = counts.into_values().collect();
    counts.sort_unstable();
    counts
}

/// The clue cells in the minlex form of the solution, in the way to it that gives the smallest set.
pub(super) fn clues_in(ways: &[Isomorphism], puzzle: &Puzzle) -> CellSet {
    ways.iter().map(|way| way.apply(puzzle).pattern().cells).min().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::canon::{automorphisms, canonical, equivalence};

    /// All moves of rows and columns, tried one by one.
    fn by_trying(shape: Shape) -> usize {
        fn orders(n: usize) -> Vec<Vec<u8>> {
            let mut all = vec![Vec::new()];
            for _ in 0..n {
                let longer = |order: &Vec<u8>| {
                    let order = order.clone();
                    let rest = (0..n as u8).filter(move |line| !order.contains(line));
                    rest.collect::<Vec<_>>()
                };
                all = all
                    .iter()
                    .flat_map(|order| {
                        longer(order).into_iter().map(|line| [order.clone(), vec![line]].concat()).collect::<Vec<_>>()
                    })
                    .collect();
            }
            all
        }
        let geometry = shape.geometry();
        let keeps = |one: &Isomorphism| {
            geometry.house_sets.iter().all(|house| {
                let image: CellSet = house.iter().map(|cell| one.source(cell)).collect();
                geometry.house_sets.contains(&image)
            })
        };
        let lines = orders(shape.n());
        let all = |is_transposed| {
            let lines = &lines;
            lines.iter().flat_map(move |rows| {
                lines.iter().map(move |cols| Isomorphism {
                    is_transposed,
                    rows: rows.clone(),
                    cols: cols.clone(),
                    ..Isomorphism::identity(shape)
                })
            })
        };
        all(false).chain(all(true)).filter(keeps).count()
    }

    #[test]
    fn moves_keep_houses_and_none_is_left_out() {
        let check = |layout: &str, expected: usize| {
            let shape: Shape = layout.parse().expect("a layout");
            let moves = line_moves(shape).expect("few moves");
            assert_eq!(moves.len(), expected, "{layout}");
            assert_eq!(by_trying(shape), expected, "{layout}");
            assert!(moves.iter().all(Isomorphism::is_valid), "{layout}");
            assert_eq!(moves[0], Isomorphism::identity(shape), "{layout}");
        };
        check("4 regions=AAABCABBCCDBCDDD", 4);
        check("4 regions=AAAABBCCBBCCDDDD", 32);
        check("4 regions=AAABACBBCCDBCDDD", 1);
        check("4 latin", 2 * 24 * 24);
        assert_eq!(line_moves("6 latin".parse().expect("a layout")), None);
    }

    #[test]
    fn images_have_one_form() {
        let check = |layout: &str, puzzle: &str, expected: &str, n_automorphisms: u64| {
            let shape: Shape = layout.parse().expect("a layout");
            let puzzle = crate::grid::parse_puzzles(shape, puzzle).expect("a puzzle").remove(0);
            let form = canonical(&puzzle).expect("a form");
            assert_eq!((form.puzzle.to_string().as_str(), form.n_automorphisms), (expected, n_automorphisms));
            assert_eq!(form.transform.apply(&puzzle), form.puzzle);
            for one in line_moves(shape).expect("few moves") {
                let digits = (0..4).map(|digit| Digit::from_index((digit + 1) % 4)).collect();
                let image = Isomorphism { digits, ..one.clone() }.apply(&puzzle);
                assert_eq!(canonical(&image).expect("a form").puzzle, form.puzzle, "{image}");
                let back = equivalence(&puzzle, &image).expect("forms").expect("equivalent");
                assert_eq!(back.apply(&puzzle), image);
            }
            if puzzle.is_solution() {
                assert_eq!(automorphisms(&puzzle).len() as u64, n_automorphisms);
                assert!(automorphisms(&puzzle).iter().all(|one| one.apply(&puzzle) == puzzle));
            }
        };
        check("4 regions=AAABCABBCCDBCDDD", "3...............", "...............1", 1);
        check("4 regions=AAABCABBCCDBCDDD", ".3.........2....", ".......1.....2..", 1);
        check("4 regions=AAABCABBCCDBCDDD", "1234341221434321", "1234341221434321", 4);
    }
}

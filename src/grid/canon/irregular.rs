//! The moves of rows and columns that keep a layout which is not plain, and canonical forms by trying them all.
//!
//! Most such layouts have few of them: the turns and mirror images that keep regions and rules, and exchanges of rows or
//! columns that run through the same regions. So a canonical form is the least of as many images. Where there are too many
//! of them, [`refined`] finds another form.

use super::{CanonError, Canonical, Isomorphism, refined};
use crate::grid::{Cell, CellSet, Digit, DigitSet, Geometry, PerShape, Puzzle, Shape};
use std::collections::HashMap;

/// More moves than this are not listed: a Latin square of order 6 has a million.
const MOST: usize = 1 << 15;

/// Rows tried before the search for moves gives up.
const MOST_STEPS: usize = 1 << 18;

/// Every move of whole rows and columns, transposing among them, that maps houses onto houses and keeps the further rules,
/// the identity first; `None` if there are too many to list. Digits stay as they are, but where the layout does not treat
/// them alike each move is listed with the names that it may give them: where they have an order, as they are or reversed;
/// otherwise digits that the same cells allow go to such digits, in order.
///
/// Moves that turn regions into rows are not among them.
pub fn line_moves(geometry: &Geometry) -> Option<&[Isomorphism]> {
    static MOVES: PerShape<Option<Vec<Isomorphism>>> = PerShape::new();
    MOVES.get_or_init(geometry, || list(geometry.shape)).as_deref()
}

/// Minlex form of a puzzle on a layout that is not plain: the least image under [`line_moves`] and renaming, as far as
/// digits may be renamed, an empty cell before a digit. Where there are too many moves, the form of [`refined`].
pub(super) fn minlex(puzzle: &Puzzle) -> Result<Canonical, CanonError> {
    let geometry = &*puzzle.shape().geometry();
    let Some(moves) = line_moves(geometry) else { return refined::form(puzzle) };
    let (form, ties) = least(puzzle, moves);
    Ok(Canonical { puzzle: form, n_automorphisms: ties.len() as u64, transform: ties[0].clone() })
}

/// Every way to the canonical form of a solution grid; of a grid with too many ways, that grid with its digits in order.
pub(super) fn ways(grid: &Puzzle) -> (Puzzle, Vec<Isomorphism>) {
    let shape = grid.shape();
    let geometry = &*shape.geometry();
    if let Some(moves) = line_moves(geometry) {
        return least(grid, moves);
    }
    match (refined::form(grid), refined::automorphisms(grid)) {
        (Ok(form), Some(all)) => (form.puzzle, all.iter().map(|one| one.then(&form.transform)).collect()),
        _ => least(grid, &[Isomorphism::identity(shape)]),
    }
}

fn least(puzzle: &Puzzle, moves: &[Isomorphism]) -> (Puzzle, Vec<Isomorphism>) {
    let classes = digit_classes(puzzle.shape());
    let mut best: Option<Puzzle> = None;
    let mut ties = Vec::new();
    for one in moves {
        let names = names(&one.apply(puzzle), &classes);
        let digits = one.digits.iter().map(|digit| names[digit.index()]).collect();
        let named = Isomorphism { digits, ..one.clone() };
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

/// By digit, the cells that may hold it.
fn allowed_cells(shape: Shape) -> Vec<CellSet> {
    let geometry = shape.geometry();
    let cells = |digit: Digit| shape.cells().filter(|&cell| geometry.allowed(cell).contains(digit)).collect();
    (0..shape.n()).map(|digit| cells(Digit::from_index(digit))).collect()
}

/// Digits that can have each other's names whatever stands where.
pub(super) fn digit_classes(shape: Shape) -> Vec<DigitSet> {
    let n = shape.n();
    if shape.treats_digits_alike() {
        return vec![DigitSet::all(n)];
    }
    if !shape.geometry().not_consecutive.is_empty() {
        return (0..n).map(|digit| DigitSet::single(Digit::from_index(digit))).collect();
    }
    let cells = allowed_cells(shape);
    let alike = |a: usize| (0..n).filter(|&b| cells[a] == cells[b]).map(Digit::from_index).collect();
    let mut classes: Vec<DigitSet> = (0..n).map(alike).collect();
    classes.sort_unstable_by_key(|class| class.0);
    classes.dedup();
    classes
}

/// New names of the digits, within each class in the order in which they first occur; digits that do not occur come last,
/// ascending.
pub(super) fn names(puzzle: &Puzzle, classes: &[DigitSet]) -> Vec<Digit> {
    let n = puzzle.shape().n();
    let mut order: Vec<Digit> = Vec::with_capacity(n);
    for digit in puzzle.clues().map(|(_, digit)| digit).chain((0..n).map(Digit::from_index)) {
        if !order.contains(&digit) {
            order.push(digit);
        }
    }
    let mut names = vec![Digit::from_index(0); n];
    for class in classes {
        let in_order = order.iter().filter(|digit| class.contains(**digit));
        in_order.zip(class.iter()).for_each(|(digit, name)| names[digit.index()] = name);
    }
    names
}

fn list(shape: Shape) -> Option<Vec<Isomorphism>> {
    let mut search = Search { shape, sources: [Vec::new(), Vec::new()], moves: Vec::new(), n_steps: 0 };
    if shape.has_rules() {
        return list_with_rules(shape);
    }
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

/// The moves of a layout with further rules: rows and columns in turn, as long as the cells that are placed see each
/// other as the cells that they come from do.
fn list_with_rules(shape: Shape) -> Option<Vec<Isomorphism>> {
    let geometry = &*shape.geometry();
    let n_groups: Vec<usize> =
        shape.cells().map(|cell| geometry.groups.iter().filter(|group| group.contains(cell)).count()).collect();
    let kind = |cell: Cell| {
        let n_peers = geometry.peers[cell.index()].len();
        (n_peers, geometry.further[cell.index()].len(), n_groups[cell.index()], geometry.allowed(cell).len())
    };
    let kinds: Vec<_> = shape.cells().map(kind).collect();
    let mut search = Search { shape, sources: [Vec::new(), Vec::new()], moves: Vec::new(), n_steps: 0 };
    for is_transposed in [false, true] {
        search.crosses(&kinds, is_transposed)?;
    }
    let all_names = |one: &Isomorphism| -> Vec<Vec<Digit>> {
        let digits = || (0..shape.n()).map(Digit::from_index);
        if geometry.not_consecutive.is_empty() {
            names_by(shape, one).into_iter().collect()
        } else {
            vec![digits().collect(), digits().rev().collect()]
        }
    };
    let named = |one: &Isomorphism| {
        let one = one.clone();
        all_names(&one).into_iter().map(move |digits| Isomorphism { digits, ..one.clone() })
    };
    let mut moves: Vec<Isomorphism> = search.moves.iter().flat_map(named).filter(Isomorphism::is_valid).collect();
    moves.sort_by_key(|one| (one.is_transposed, one.rows.clone(), one.cols.clone(), one.digits.clone()));
    Some(moves)
}

/// The names that a move gives to digits so that every cell may still hold what it holds, in order among digits that the
/// same cells allow; `None` if there are none.
fn names_by(shape: Shape, one: &Isomorphism) -> Option<Vec<Digit>> {
    let before = allowed_cells(shape);
    let moved = |cells: &CellSet| shape.cells().filter(|&cell| cells.contains(one.source(cell))).collect::<CellSet>();
    let after: Vec<CellSet> = before.iter().map(moved).collect();
    let name = |digit: usize| {
        let nth = before[..digit].iter().filter(|cells| **cells == before[digit]).count();
        (0..shape.n()).filter(|&other| before[other] == after[digit]).nth(nth).map(Digit::from_index)
    };
    (0..shape.n()).map(name).collect()
}

/// What tells cells apart that no move exchanges.
type Kind = (usize, usize, usize, usize);

struct Search {
    shape: Shape,
    /// Source row of each row and source column of each column chosen so far.
    sources: [Vec<u8>; 2],
    moves: Vec<Isomorphism>,
    n_steps: usize,
}

impl Search {
    /// Chooses the sources of the next row and column, and of those after them, on a layout with further rules; `None` if
    /// there are too many moves.
    fn crosses(&mut self, kinds: &[Kind], is_transposed: bool) -> Option<()> {
        let n = self.shape.n();
        let next = self.sources[0].len();
        if next == n {
            if self.moves.len() == MOST {
                return None;
            }
            let [rows, cols] = self.sources.clone();
            self.moves.push(Isomorphism { is_transposed, rows, cols, ..Isomorphism::identity(self.shape) });
            return Some(());
        }
        for (row, col) in (0..n as u8).flat_map(|row| (0..n as u8).map(move |col| (row, col))) {
            if self.sources[0].contains(&row) || self.sources[1].contains(&col) {
                continue;
            }
            self.n_steps += 1;
            if self.n_steps > MOST_STEPS {
                return None;
            }
            self.sources[0].push(row);
            self.sources[1].push(col);
            if self.is_alike(kinds, is_transposed) {
                self.crosses(kinds, is_transposed)?;
            }
            self.sources[0].pop();
            self.sources[1].pop();
        }
        Some(())
    }

    /// Whether the cells in the last row and column chosen see the others as the cells that they come from do.
    fn is_alike(&self, kinds: &[Kind], is_transposed: bool) -> bool {
        let (shape, last) = (self.shape, self.sources[0].len() - 1);
        let geometry = &*shape.geometry();
        let source = |row: usize, col: usize| {
            let (row, col) = (usize::from(self.sources[0][row]), usize::from(self.sources[1][col]));
            if is_transposed { shape.cell(col, row) } else { shape.cell(row, col) }
        };
        let new = (0..last).flat_map(|i| [(i, last), (last, i)]).chain([(last, last)]);
        new.into_iter().all(|(row, col)| {
            let (cell, origin) = (shape.cell(row, col), source(row, col));
            kinds[cell.index()] == kinds[origin.index()]
                && (0..=last).flat_map(|row| (0..=last).map(move |col| (row, col))).all(|(row, col)| {
                    geometry.are_peers(cell, shape.cell(row, col)) == geometry.are_peers(origin, source(row, col))
                })
        })
    }

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
    use crate::grid::Candidate;
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
        let geometry = &*shape.geometry();
        let may_follow = |a: Cell, b: Cell| {
            let [one, two] = [a, b].map(|cell| Candidate::new(cell, Digit::from_index(usize::from(cell == b))));
            !geometry.sees(one, two)
        };
        let keeps = |one: &Isomorphism| {
            let pairs = shape.cells().flat_map(|a| shape.cells().map(move |b| (a, b)));
            let keeps_pair = |(a, b)| may_follow(a, b) == may_follow(one.source(a), one.source(b));
            let is_allowed = |cell| geometry.allowed(cell) == geometry.allowed(one.source(cell));
            pairs.into_iter().all(keeps_pair)
                && shape.cells().all(is_allowed)
                && geometry.house_sets.iter().chain(&geometry.groups).all(|house| {
                    let image: CellSet = house.iter().map(|cell| one.source(cell)).collect();
                    geometry.house_sets.contains(&image) || geometry.groups.contains(&image)
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
        let check_named = |layout: &str, expected: usize, n_names: usize| {
            let shape: Shape = layout.parse().expect("a layout");
            let geometry = &*shape.geometry();
            let moves = line_moves(geometry).expect("few moves");
            assert_eq!(moves.len(), expected * n_names, "{layout}");
            assert_eq!(by_trying(shape), expected, "{layout}");
            assert!(moves.iter().all(Isomorphism::is_valid), "{layout}");
            assert_eq!(moves[0], Isomorphism::identity(shape), "{layout}");
        };
        let check = |layout: &str, expected: usize| check_named(layout, expected, 1);
        check("4 regions=AAABCABBCCDBCDDD", 4);
        check("4 regions=AAAABBCCBBCCDDDD", 32);
        check("4 regions=AAABACBBCCDBCDDD", 1);
        // Some moves of its rows and columns would mix two regions only.
        check("4 regions=ABBBABCCAACCDDDD", 2);
        check("4 latin", 2 * 24 * 24);
        check("2x2 x", 16);
        check("2x2 diagonal+", 16);
        check("2x2 anti-king", 8);
        check("4 regions=AAABCABBCCDBCDDD anti-knight", 4);
        check_named("2x2 non-consecutive", 8, 2);
        check("2x2 odd=r1c1", 8);
        // Odd and even digits change their names with the columns; so `by_trying`, which knows no names, finds half of them.
        let marked: Shape = "2x2 odd=r1c1 even=r1c2".parse().expect("a layout");
        let geometry = marked.geometry();
        let columns = line_moves(&geometry).expect("few moves");
        assert_eq!((columns.len(), columns.iter().filter(|one| one.digits.is_sorted()).count()), (8, 4));
        assert!(columns.iter().all(Isomorphism::is_valid));
        let latin: Shape = "6 latin".parse().expect("a layout");
        assert_eq!(line_moves(&latin.geometry()), None);
    }

    #[test]
    fn images_have_one_form() {
        let check = |layout: &str, puzzle: &str, expected: &str, n_automorphisms: u64| {
            let shape: Shape = layout.parse().expect("a layout");
            let puzzle = crate::grid::parse_puzzles(shape, puzzle).expect("a puzzle").remove(0);
            let form = canonical(&puzzle).expect("a form");
            assert_eq!((form.puzzle.to_string().as_str(), form.n_automorphisms), (expected, n_automorphisms));
            assert_eq!(form.transform.apply(&puzzle), form.puzzle);
            for one in line_moves(&shape.geometry()).expect("few moves") {
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

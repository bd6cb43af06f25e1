//! The band argument: a band (or stack) with too few clues has a second filling in every grid.
//!
//! Fill a band in any way that obeys the rules. If its columns can be permuted, each within
//! itself, so that the rows stay free of repeats and the clue cells keep their digits, the
//! rest of the grid does not notice: there is a second solution. When *every* filling of the
//! band has such a partner, no digits can make the pattern's puzzle unique. Fillings are
//! enumerated up to renaming digits, so this is feasible for bands of up to nine columns.
//!
//! Two columns of one stack whose clues all stand in one row are *loose*: their cells in the
//! band may exchange digits too, each row keeping two of them. For read every row of the grid
//! as an edge between its two digits: each digit occurs twice, so the edges form circles, each
//! of which can be run through in two directions, digits before going to one column and digits
//! behind to the other. The clues stand at one edge and settle the direction of one circle.

use super::certificate::{Band, Certificate};
use super::{Impossible, Method, Outcome, Reason, Request, Watch, certificate_check};
use crate::grid::{CellSet, House, HouseKind, Pattern};

/// Fillings looked at before giving up; a band of 9x9 has 2,612,736.
const MAX_FILLINGS: u64 = 3_000_000;
/// Only bands with at most this many clues are worth the time, and more for each loose pair.
const MAX_CLUES: usize = 5;
const MORE_FOR_LOOSE: usize = 2;

/// The verdict that some band or stack cannot be unique, if there is one within the limits.
///
/// Takes up to a few seconds where it succeeds, since another enumeration checks it, and far
/// less where it does not.
pub fn verdict(request: &Request, watch: &dyn Watch) -> Option<Outcome> {
    let band = find(request, watch)?;
    let impossible = Impossible { method: Method::Bounds, reason: band.reason.clone() };
    Some(certificate_check::claim(request, impossible, &Certificate::Band(band), watch))
}

/// A band or stack that cannot be unique.
pub(super) fn find(request: &Request, watch: &dyn Watch) -> Option<Band> {
    let shape = request.pattern.shape;
    let geometry = shape.geometry();
    for kind in [HouseKind::Row, HouseKind::Column] {
        let (height, width) = match kind {
            HouseKind::Row => (shape.box_rows(), shape.box_cols()),
            _ => (shape.box_cols(), shape.box_rows()),
        };
        for band in 0..shape.n() / height {
            let lines: Vec<House> = (0..height).map(|i| geometry.house(kind, band * height + i)).collect();
            let is_clue: Vec<Vec<bool>> = lines
                .iter()
                .map(|line| {
                    geometry.house_cells[line.index()].iter().map(|&cell| request.pattern.contains(cell)).collect()
                })
                .collect();
            let n_clues = is_clue.iter().flatten().filter(|&&is_clue| is_clue).count();
            let loose = loose_pairs(&request.pattern, kind, width);
            if n_clues > MAX_CLUES + MORE_FOR_LOOSE * loose.len() {
                continue;
            }
            let mut fillings = Fillings::new(is_clue, width, &loose, watch);
            if fillings.all_have_partners(0, 1) == Some(true) {
                let cells = lines
                    .iter()
                    .flat_map(|line| &geometry.house_cells[line.index()])
                    .filter(|&&cell| !request.pattern.contains(cell))
                    .copied()
                    .collect::<CellSet>();
                let (word, along, across) =
                    if kind == HouseKind::Row { ("Rows", "row", "column") } else { ("Columns", "column", "row") };
                let mut sentence = format!(
                    "{word} {} to {} have too few clues: whatever the digits, they can be filled in a second way \
                     ({} fillings checked)",
                    band * height + 1,
                    (band + 1) * height,
                    fillings.n_seen
                );
                if !loose.is_empty() {
                    let pairs = loose.iter().map(|(a, b)| format!("{across}s {} and {}", a + 1, b + 1));
                    let pairs = pairs.collect::<Vec<_>>().join(", ");
                    sentence += &format!("; {pairs} have clues in one {along} only and exchange digits");
                }
                sentence.push('.');
                return Some(Band { kind, index: band, reason: Reason { sentence, cells } });
            }
        }
    }
    None
}

/// Loose pairs of places along a band of this kind of lines, at most one of each crossing band.
fn loose_pairs(pattern: &Pattern, kind: HouseKind, width: usize) -> Vec<(usize, usize)> {
    let n = pattern.shape.n();
    let across = if kind == HouseKind::Row { HouseKind::Column } else { HouseKind::Row };
    let geometry = pattern.shape.geometry();
    // Where along the crossing line at this place clues stand.
    let clues = |place: usize| {
        let cells = &geometry.house_cells[geometry.house(across, place).index()];
        (0..n).filter(|&at| pattern.contains(cells[at])).fold(0u32, |clues, at| clues | 1 << at)
    };
    let pairs_of = |from: usize| (from..from + width).flat_map(move |a| (a + 1..from + width).map(move |b| (a, b)));
    let is_loose = |&(a, b): &(usize, usize)| (clues(a) | clues(b)).count_ones() <= 1;
    (0..n).step_by(width).filter_map(|from| pairs_of(from).find(is_loose)).collect()
}

/// The fillings of a band with the first row 1, 2, 3, ...
struct Fillings<'a> {
    /// Clue cells by row and column of the band.
    is_clue: Vec<Vec<bool>>,
    /// Columns of a box.
    width: usize,
    digits: Vec<Vec<u8>>,
    /// Digits used per row and per box.
    used_in_row: Vec<u16>,
    used_in_box: Vec<u16>,
    n_seen: u64,
    watch: &'a dyn Watch,
    /// Every order of the cells of a column, the given one first.
    orders: Vec<Vec<usize>>,
    /// For the first column of a loose pair the second.
    mate: Vec<Option<usize>>,
}

impl<'a> Fillings<'a> {
    fn new(is_clue: Vec<Vec<bool>>, width: usize, loose: &[(usize, usize)], watch: &'a dyn Watch) -> Self {
        let (height, n) = (is_clue.len(), is_clue[0].len());
        let mut digits = vec![vec![0; n]; height];
        let mut used_in_row = vec![0; height];
        let mut used_in_box = vec![0; n / width];
        for col in 0..n {
            digits[0][col] = col as u8;
            used_in_row[0] |= 1 << col;
            used_in_box[col / width] |= 1 << col;
        }
        let mut orders = vec![Vec::new()];
        for row in 0..height {
            orders = orders
                .into_iter()
                .flat_map(|order: Vec<usize>| {
                    (0..=order.len()).rev().map(move |at| {
                        let mut longer = order.clone();
                        longer.insert(at, row);
                        longer
                    })
                })
                .collect();
        }
        let mut mate = vec![None; n];
        for &(a, b) in loose {
            mate[a] = Some(b);
        }
        Fillings { is_clue, width, digits, used_in_row, used_in_box, n_seen: 0, watch, orders, mate }
    }

    /// Whether every filling that continues this one has a partner; `None` if given up.
    fn all_have_partners(&mut self, col: usize, row: usize) -> Option<bool> {
        let n = self.is_clue[0].len();
        if row == self.is_clue.len() {
            self.n_seen += 1;
            if self.n_seen > MAX_FILLINGS || (self.n_seen.is_multiple_of(1024) && self.watch.should_stop()) {
                return None;
            }
            let is_loose = self.mate.iter().any(Option::is_some);
            let used = &mut vec![0; row];
            return Some(is_loose && self.has_partner(0, used, false, true) || self.has_partner(0, used, false, false));
        }
        if col == n {
            return self.all_have_partners(0, row + 1);
        }
        let mut left = ((1u32 << n) - 1) as u16 & !self.used_in_row[row] & !self.used_in_box[col / self.width];
        while left != 0 {
            let bit = left & left.wrapping_neg();
            left &= left - 1;
            self.digits[row][col] = bit.trailing_zeros() as u8;
            self.used_in_row[row] |= bit;
            self.used_in_box[col / self.width] |= bit;
            let all = self.all_have_partners(col + 1, row);
            self.used_in_row[row] &= !bit;
            self.used_in_box[col / self.width] &= !bit;
            if all != Some(true) {
                return all;
            }
        }
        Some(true)
    }

    /// Whether the columns from `col` on can be permuted so that rows repeat no digit,
    /// clue cells keep theirs, and something differs; loose pairs exchange digits if `loose`.
    fn has_partner(&self, col: usize, used: &mut Vec<u16>, differs: bool, loose: bool) -> bool {
        if col == self.is_clue[0].len() {
            return differs;
        }
        if loose && self.mate.contains(&Some(col)) {
            return self.has_partner(col + 1, used, differs, loose);
        }
        if let Some(second) = self.mate[col].filter(|_| loose) {
            let cells = self.digits.iter().flat_map(|row| [row[col], row[second]]);
            let pool = cells.fold(0, |pool, digit| pool | 1 << digit);
            return self.deal((col, second), 0, pool, used, differs);
        }
        let height = self.is_clue.len();
        for (index, order) in self.orders.iter().enumerate() {
            let fits = (0..height).all(|row| {
                (order[row] == row || !self.is_clue[row][col]) && used[row] >> self.digits[order[row]][col] & 1 == 0
            });
            if fits {
                let toggle = |used: &mut Vec<u16>| {
                    for row in 0..height {
                        used[row] ^= 1 << self.digits[order[row]][col];
                    }
                };
                toggle(used);
                let found = self.has_partner(col + 1, used, differs || index > 0, loose);
                toggle(used);
                if found {
                    return true;
                }
            }
        }
        false
    }

    /// Gives each row from this one on two digits of the pool for the two columns of a loose pair; which
    /// goes where settles itself.
    fn deal(&self, pair: (usize, usize), row: usize, pool: u16, used: &mut Vec<u16>, differs: bool) -> bool {
        if row == self.is_clue.len() {
            return self.has_partner(pair.0 + 1, used, differs, true);
        }
        let own = [pair.0, pair.1].map(|col| 1u16 << self.digits[row][col]);
        let is_clue = [pair.0, pair.1].map(|col| self.is_clue[row][col]);
        let stay = own.iter().zip(is_clue).filter(|(_, is_clue)| *is_clue).fold(0, |stay, (digit, _)| stay | digit);
        let mut firsts = pool & !used[row];
        while firsts != 0 {
            let first = firsts & firsts.wrapping_neg();
            firsts ^= first;
            let mut seconds = firsts;
            while seconds != 0 {
                let second = seconds & seconds.wrapping_neg();
                seconds ^= second;
                let two = first | second;
                if two & stay != stay {
                    continue;
                }
                used[row] ^= two;
                let found = self.deal(pair, row + 1, pool & !two, used, differs || two != own[0] | own[1]);
                used[row] ^= two;
                if found {
                    return true;
                }
            }
        }
        false
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Unwatched, sat};
    use super::*;
    use crate::grid::{Shape, content_lines};
    use crate::logic::{StrategySet, count_solutions};

    fn reason() -> Reason {
        Reason { sentence: String::new(), cells: CellSet::EMPTY }
    }

    /// The sentence about a pattern whose first rows are these and whose other cells are all clues.
    #[track_caller]
    fn check(shape: &str, rows: &str, expected: Option<&str>) {
        let shape: Shape = shape.parse().expect("shape");
        let text = format!("{rows:x<width$}", width = shape.n_cells());
        let pattern: Pattern = content_lines(&text).next().expect("line").pattern(shape).expect("pattern");
        let request = Request::new(pattern, StrategySet::PAPER);
        let sentence = verdict(&request, &Unwatched).map(|outcome| match outcome {
            Outcome::Impossible(impossible) => impossible.reason.sentence,
            other => panic!("{other:?}"),
        });
        assert_eq!(sentence.as_deref(), expected);
    }

    #[test]
    fn refutes_bands_with_too_few_clues() {
        check(
            "3x3",
            ".x........x................",
            Some(
                "Rows 1 to 3 have too few clues: whatever the digits, they can be filled in a second way \
                 (2612736 fillings checked).",
            ),
        );
        check("3x3", "x............x.............", None);
        check("3x3", "x........x...x.............", None);
        check(
            "2x3",
            "............",
            Some(
                "Rows 1 to 2 have too few clues: whatever the digits, they can be filled in a second way \
                 (36 fillings checked).",
            ),
        );
        check("2x3", "x...........", None);
    }

    /// The sentence about a whole pattern.
    #[track_caller]
    fn check_pattern(shape: &str, pattern: &str, expected: Option<&str>) {
        let shape: Shape = shape.parse().expect("shape");
        let pattern: Pattern = content_lines(pattern).next().expect("line").pattern(shape).expect("pattern");
        let found = find(&Request::new(pattern, StrategySet::PAPER), &Unwatched).map(|band| band.reason.sentence);
        assert_eq!(found.as_deref(), expected);
    }

    #[test]
    fn two_lines_with_clues_in_one_place_give_way() {
        check_pattern(
            "2x3",
            "....x.....x....xx...xx..x..x.x....x.",
            Some(
                "Rows 1 to 2 have too few clues: whatever the digits, they can be filled in a second way \
                 (36 fillings checked); columns 1 and 2 have clues in one row only and exchange digits.",
            ),
        );
        // Without the exchange some filling has no partner.
        let band = ["....x.", "....x."].map(|row| row.bytes().map(|cell| cell == b'x').collect()).to_vec();
        assert_eq!(Fillings::new(band.clone(), 3, &[], &Unwatched).all_have_partners(0, 1), Some(false));
        assert_eq!(Fillings::new(band, 3, &[(0, 1)], &Unwatched).all_have_partners(0, 1), Some(true));
    }

    /// What is refuted in 6x6 is not found by the complete method either.
    #[test]
    fn loose_pairs_agree_with_sat() {
        let shape = Shape::new(2, 3).expect("shape");
        let mut random = crate::generate::random::Random::new(7, 0);
        let mut n_refuted = 0;
        for _ in 0..100 {
            let pattern = Pattern::new(shape, (0..14).map(|_| shape.cell(random.below(6), random.below(6))));
            let request = Request::new(pattern, StrategySet::PAPER);
            if find(&request, &Unwatched).is_some() {
                n_refuted += 1;
                let outcome = sat::solve(&request, &sat::SatOptions::default(), &Unwatched);
                assert!(matches!(outcome, Outcome::Impossible(_)), "{pattern}: {outcome:?}");
                let band = find(&request, &Unwatched).expect("the same as before");
                let checked = certificate_check::check(&request, &Certificate::Band(band), &Unwatched);
                assert_eq!(checked, Ok(()), "{pattern}");
            }
        }
        assert!(n_refuted > 10, "{n_refuted}");
    }

    /// What loose columns and rows refute in 4x4 is what brute force cannot make unique either.
    #[test]
    fn loose_pairs_agree_with_all_4x4_grids() {
        let shape = Shape::new(2, 2).expect("shape");
        let grids = crate::logic::solutions(&crate::grid::Puzzle::empty(shape), 1000);
        let mut n_loose = 0;
        for mask in (0..1u32 << 16).step_by(3) {
            let pattern = Pattern::new(shape, shape.cells().filter(|cell| mask >> cell.index() & 1 == 1));
            let request = Request::new(pattern, StrategySet::PAPER);
            let Some(outcome) = verdict(&request, &Unwatched) else { continue };
            let Outcome::Impossible(impossible) = outcome else { panic!("{pattern}: {outcome:?}") };
            n_loose += usize::from(impossible.reason.sentence.contains("exchange"));
            let mut clues: Vec<_> = grids.iter().map(|grid| grid.masked(&pattern)).collect();
            clues.sort();
            let is_unique = clues.chunk_by(|a, b| a == b).any(|same| same.len() == 1);
            assert!(!is_unique, "{pattern}: {}", impossible.reason.sentence);
        }
        assert!(n_loose > 0);
    }

    /// Every refuted band of 2x2 is one that brute force cannot make unique either.
    #[test]
    fn agrees_with_all_4x4_grids() {
        let shape = Shape::new(2, 2).expect("shape");
        let grids = crate::logic::solutions(&crate::grid::Puzzle::empty(shape), 1000);
        assert_eq!(grids.len(), 288);
        for mask in 0..256u32 {
            let cells = shape.cells().filter(|cell| cell.index() >= 8 || mask >> cell.index() & 1 == 1);
            let pattern = Pattern::new(shape, cells);
            let request = Request::new(pattern, StrategySet::PAPER);
            let is_refuted = verdict(&request, &Unwatched).is_some();
            // The checker knows no limit, and refuses what does not hold.
            let band = Band { kind: HouseKind::Row, index: 0, reason: reason() };
            let checked = certificate_check::check(&request, &Certificate::Band(band), &Unwatched);
            assert_eq!(checked.is_ok(), !grids.iter().any(|grid| count_solutions(&grid.masked(&pattern), 2) == 1));
            let is_possible = grids.iter().any(|grid| count_solutions(&grid.masked(&pattern), 2) == 1);
            let n_clues = mask.count_ones() as usize;
            if n_clues <= MAX_CLUES {
                assert_eq!(is_refuted, !is_possible, "{pattern}");
            }
        }
    }
}

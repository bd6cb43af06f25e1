//! The band argument: a band (or stack) with too few clues has a second filling in every grid.
//!
//! Fill a band in any way that obeys the rules. If its columns can be permuted, each within
//! itself, so that the rows stay free of repeats and the clue cells keep their digits, the
//! rest of the grid does not notice: there is a second solution. When *every* filling of the
//! band has such a partner, no digits can make the pattern's puzzle unique.
//!
//! Two columns of one stack whose clues all stand in one row are *loose*: their cells in the
//! band may exchange digits too, each row keeping two of them. For read every row of the grid
//! as an edge between its two digits: each digit occurs twice, so the edges form circles, each
//! of which can be run through in two directions, digits before going to one column and digits
//! behind to the other. The clues stand at one edge and settle the direction of one circle.

mod fillings;

use crate::generate::certificate::{Band, Certificate};
use crate::generate::{Method, Outcome, Reason, Request, Watch, certificate_check};
use crate::grid::{CellSet, House, HouseKind, Pattern, Shape};
use fillings::{Answer, Fillings};

/// Steps spent on each band where nothing else is to be done: some ten seconds for a band.
pub const MOST_STEPS: u64 = 500_000_000;

/// What the bands tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Told {
    /// The verdict that some band cannot be unique (or that it cannot be checked).
    Verdict(Outcome),
    /// No band refutes the pattern.
    Nothing,
    /// Nothing within these steps.
    OutOfBudget,
}

/// Looks for a band or stack that cannot be unique, with so many steps for each.
///
/// A step takes some 15 ns; a check, which knows no budget, takes a few times as many as the search.
pub fn verdict(request: &Request, budget: u64, watch: &dyn Watch) -> Told {
    match find(request, budget, watch) {
        Ok(Some(band)) => {
            let reason = band.reason.clone();
            Told::Verdict(certificate_check::claim(request, &Certificate::Band(band), Method::Bounds, reason, watch))
        }
        Ok(None) => Told::Nothing,
        Err(Unknown) => Told::OutOfBudget,
    }
}

/// Some band took more steps than allowed, or the watch said stop.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::generate) struct Unknown;

/// A band or stack that cannot be unique, if there is one.
pub(in crate::generate) fn find(request: &Request, budget: u64, watch: &dyn Watch) -> Result<Option<Band>, Unknown> {
    let shape = request.pattern.shape;
    let mut is_known = true;
    for kind in [HouseKind::Row, HouseKind::Column] {
        // Irregular layouts have no bands.
        let Some((height, _)) = boxes_along(shape, kind) else { return Ok(None) };
        for index in 0..shape.n() / height {
            match fillings(&request.pattern, kind, index, budget, watch).all_have_partners() {
                Answer::All(n_seen) => {
                    let reason = reason(&request.pattern, kind, index, n_seen);
                    return Ok(Some(Band { kind, index, reason }));
                }
                Answer::NotAll => {}
                Answer::OutOfBudget => is_known = false,
                Answer::Stopped => return Err(Unknown),
            }
        }
    }
    if is_known { Ok(None) } else { Err(Unknown) }
}

/// How many lines of this kind cross a box, and how many of the other kind; `None` on irregular layouts.
fn boxes_along(shape: Shape, kind: HouseKind) -> Option<(usize, usize)> {
    shape.boxes().map(|(height, width)| if kind == HouseKind::Row { (height, width) } else { (width, height) })
}

/// Rows (columns) of a band (stack).
fn lines(pattern: &Pattern, kind: HouseKind, index: usize) -> Vec<House> {
    let shape = pattern.shape;
    let (height, _) = boxes_along(shape, kind).unwrap_or_default();
    (0..height).map(|i| shape.geometry().house(kind, index * height + i)).collect()
}

fn fillings<'a>(pattern: &Pattern, kind: HouseKind, index: usize, budget: u64, watch: &'a dyn Watch) -> Fillings<'a> {
    let shape = pattern.shape;
    let (_, width) = boxes_along(shape, kind).unwrap_or((1, 1));
    let geometry = &*shape.geometry();
    let cells = |line: &House| &geometry.house_cells[line.index()];
    let lines = lines(pattern, kind, index);
    let is_clue: Vec<Vec<bool>> =
        lines.iter().map(|line| cells(line).iter().map(|&cell| pattern.contains(cell)).collect()).collect();
    Fillings::new(&is_clue, width, &loose_pairs(pattern, kind, width), budget, watch)
}

fn reason(pattern: &Pattern, kind: HouseKind, index: usize, n_seen: u64) -> Reason {
    let shape = pattern.shape;
    let geometry = &*shape.geometry();
    let lines = lines(pattern, kind, index);
    let cells: CellSet = lines
        .iter()
        .flat_map(|line| &geometry.house_cells[line.index()])
        .filter(|&&cell| !pattern.contains(cell))
        .copied()
        .collect();
    let is_row = kind == HouseKind::Row;
    let (word, along, across) = if is_row { ("Rows", "row", "column") } else { ("Columns", "column", "row") };
    let mut sentence = format!(
        "{word} {} to {} have too few clues: whatever the digits, they can be filled in a second way ({n_seen} {} \
         checked)",
        index * lines.len() + 1,
        (index + 1) * lines.len(),
        if n_seen == 1 { "case" } else { "cases" },
    );
    let (_, width) = boxes_along(shape, kind).unwrap_or((1, 1));
    let loose = loose_pairs(pattern, kind, width);
    if !loose.is_empty() {
        let pairs = loose.iter().map(|(a, b)| format!("{across}s {} and {}", a + 1, b + 1));
        let pairs = pairs.collect::<Vec<_>>().join(", ");
        sentence += &format!("; {pairs} have clues in one {along} only and exchange digits");
    }
    sentence.push('.');
    Reason { sentence, cells }
}

/// Loose pairs of places along a band of this kind of lines, at most one of each crossing band.
fn loose_pairs(pattern: &Pattern, kind: HouseKind, width: usize) -> Vec<(usize, usize)> {
    let n = pattern.shape.n();
    let across = if kind == HouseKind::Row { HouseKind::Column } else { HouseKind::Row };
    let geometry = &*pattern.shape.geometry();
    // Where along the crossing line at this place clues stand.
    let clues = |place: usize| {
        let cells = &geometry.house_cells[geometry.house(across, place).index()];
        (0..n).filter(|&at| pattern.contains(cells[at])).fold(0u32, |clues, at| clues | 1 << at)
    };
    let pairs_of = |from: usize| (from..from + width).flat_map(move |a| (a + 1..from + width).map(move |b| (a, b)));
    let is_loose = |&(a, b): &(usize, usize)| (clues(a) | clues(b)).count_ones() <= 1;
    (0..n).step_by(width).filter_map(|from| pairs_of(from).find(is_loose)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::{Unwatched, sat};
    use crate::grid::{Shape, content_lines};
    use crate::logic::{StrategySet, count_solutions};

    /// The sentence of the verdict, which the checker has accepted.
    #[track_caller]
    fn refutation(request: &Request) -> Option<String> {
        match verdict(request, MOST_STEPS, &Unwatched) {
            Told::Verdict(Outcome::Impossible(impossible)) => Some(impossible.reason().sentence.clone()),
            Told::Nothing => None,
            other => panic!("{}: {other:?}", request.pattern),
        }
    }

    /// The sentence about a pattern whose first rows are these and whose other cells are all clues.
    #[track_caller]
    fn check(shape: &str, rows: &str, expected: Option<&str>) {
        let shape: Shape = shape.parse().expect("shape");
        let text = format!("{rows:x<width$}", width = shape.n_cells());
        let pattern: Pattern = content_lines(&text).next().expect("line").pattern(shape).expect("pattern");
        let request = Request::new(pattern, StrategySet::PAPER);
        assert_eq!(refutation(&request).as_deref(), expected);
    }

    #[test]
    fn refutes_bands_with_too_few_clues() {
        check(
            "3x3",
            ".x........x................",
            Some(
                "Rows 1 to 3 have too few clues: whatever the digits, they can be filled in a second way \
                 (24189 cases checked).",
            ),
        );
        check("3x3", "x............x.............", None);
        check("3x3", "x........x...x.............", None);
        check(
            "2x3",
            "............",
            Some(
                "Rows 1 to 2 have too few clues: whatever the digits, they can be filled in a second way \
                 (23 cases checked).",
            ),
        );
        check("2x3", "x...........", None);
    }

    /// The sentence about a whole pattern.
    #[track_caller]
    fn check_pattern(shape: &str, pattern: &str, expected: Option<&str>) {
        let shape: Shape = shape.parse().expect("shape");
        let pattern: Pattern = content_lines(pattern).next().expect("line").pattern(shape).expect("pattern");
        assert_eq!(refutation(&Request::new(pattern, StrategySet::PAPER)).as_deref(), expected);
    }

    #[test]
    fn two_lines_with_clues_in_one_place_give_way() {
        check_pattern(
            "2x3",
            "....x.....x....xx...xx..x..x.x....x.",
            Some(
                "Rows 1 to 2 have too few clues: whatever the digits, they can be filled in a second way \
                 (15 cases checked); columns 1 and 2 have clues in one row only and exchange digits.",
            ),
        );
    }

    /// Finder and checker judge every band of random patterns alike.
    #[test]
    fn finder_and_checker_agree() {
        // Bands that take more steps than the budget are left out: on small shapes these few would take most of the time.
        for (shape, n_clues, n_patterns, budget) in
            [("2x3", 14, 30, 20_000), ("3x2", 14, 30, 20_000), ("2x4", 20, 30, 20_000), ("3x3", 17, 20, 1_000_000)]
        {
            let shape: Shape = shape.parse().expect("shape");
            let mut random = crate::generate::random::Random::new(8, 0);
            let mut counts = [0, 0];
            for _ in 0..n_patterns {
                let pattern = Pattern::new(
                    shape,
                    (0..n_clues).map(|_| shape.cell(random.below(shape.n()), random.below(shape.n()))),
                );
                let request = Request::new(pattern, StrategySet::PAPER);
                for kind in [HouseKind::Row, HouseKind::Column] {
                    let (height, _) = boxes_along(shape, kind).expect("boxes");
                    for index in 0..shape.n() / height {
                        let answer = fillings(&pattern, kind, index, budget, &Unwatched).all_have_partners();
                        let found = match answer {
                            Answer::All(_) => true,
                            Answer::NotAll => false,
                            Answer::OutOfBudget | Answer::Stopped => continue,
                        };
                        let band = Band { kind, index, reason: reason(&pattern, kind, index, 1) };
                        let checked = certificate_check::check(&request, &Certificate::Band(band), &Unwatched);
                        assert_eq!(checked.is_ok(), found, "{pattern} {kind:?} {index}");
                        counts[usize::from(found)] += 1;
                    }
                }
            }
            assert!(counts.iter().all(|&count| count > 0), "{shape}: {counts:?}");
        }
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
            if refutation(&request).is_some() {
                n_refuted += 1;
                let outcome = sat::solve(&request, &sat::SatOptions::default(), &Unwatched);
                assert!(matches!(outcome, Outcome::Impossible(_)), "{pattern}: {outcome:?}");
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
            let Some(sentence) = refutation(&request) else { continue };
            n_loose += usize::from(sentence.contains("exchange"));
            let mut clues: Vec<_> = grids.iter().map(|grid| grid.masked(&pattern)).collect();
            clues.sort();
            let is_unique = clues.chunk_by(|a, b| a == b).any(|same| same.len() == 1);
            assert!(!is_unique, "{pattern}: {sentence}");
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
            let is_refuted = refutation(&request).is_some();
            // The checker refuses what does not hold.
            let band = Band { kind: HouseKind::Row, index: 0, reason: reason(&pattern, HouseKind::Row, 0, 1) };
            let checked = certificate_check::check(&request, &Certificate::Band(band), &Unwatched);
            assert_eq!(checked.is_ok(), !grids.iter().any(|grid| count_solutions(&grid.masked(&pattern), 2) == 1));
            assert_eq!(is_refuted, checked.is_ok(), "{pattern}");
        }
    }
}

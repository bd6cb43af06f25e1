//! Steps that are sums of constraints, added up in whole numbers.

use super::super::{Board, Evidence, Weights};
use crate::grid::{Candidate, Geometry};

/// Whether a sum of constraints rules the candidate out.
///
/// Each base holds one true candidate, each cover at most one. So the covers hold at most V true candidates, counted as
/// often as the cover counts, the bases W. If no remaining candidate counts less in covers than in bases, none
/// that counts more by more than V - W is true.
pub(super) fn rules_out(board: &Board, evidence: &Evidence, weights: &Weights, candidate: Candidate) -> bool {
    let geometry = board.geometry();
    let shape = board.shape();
    let is_complete = evidence.bases.len() == weights.bases.len() && evidence.covers.len() == weights.covers.len();
    if !is_complete || !weights.exclusive.iter().all(|(set, _)| exclude_each_other(geometry, set)) {
        return false;
    }
    let excess_of = |one: Candidate| -> i128 {
        let bases = evidence.bases.iter().zip(&weights.bases).filter(|(base, _)| base.contains(geometry, one));
        let covers = evidence.covers.iter().zip(&weights.covers).filter(|(cover, _)| cover.contains(geometry, one));
        let exclusive = weights.exclusive.iter().filter(|(set, _)| set.contains(&one));
        covers.map(|(_, &times)| i128::from(times)).sum::<i128>()
            + exclusive.map(|(_, times)| i128::from(*times)).sum::<i128>()
            - bases.map(|(_, &times)| i128::from(times)).sum::<i128>()
    };
    let all = |times: &[u32]| times.iter().map(|&times| i128::from(times)).sum::<i128>();
    let exclusive: i128 = weights.exclusive.iter().map(|&(_, times)| i128::from(times)).sum();
    let spare = all(&weights.covers) + exclusive - all(&weights.bases);
    let remaining = (0..shape.n_cells() * shape.n()).map(|index| Candidate::from_index(shape, index));
    remaining.filter(|&one| board.has(one)).all(|one| excess_of(one) >= 0) && excess_of(candidate) > spare
}

fn exclude_each_other(geometry: &Geometry, set: &[Candidate]) -> bool {
    set.iter().enumerate().all(|(i, &one)| set[..i].iter().all(|&other| geometry.sees(one, other)))
}

#[cfg(test)]
mod tests {
    use super::super::{CheckError, check_step};
    use super::*;
    use crate::grid::{Constraint, Digit, DigitSet, Puzzle, Shape};
    use crate::logic::{Step, StrategyId};

    /// `r1c2=3`, as in the names of conclusions.
    fn candidate(shape: Shape, text: &str) -> Candidate {
        let found = (0..shape.n_cells() * shape.n()).map(|index| Candidate::from_index(shape, index));
        found.into_iter().find(|c| c.placed_name(shape) == text).expect("a candidate")
    }

    type Exclusive = Vec<(Vec<Candidate>, u32)>;

    /// Constraints by their names, or candidates with `|` between them, each with a number before it: `2 r1c1, 1 3 in row 2`.
    fn read(shape: Shape, text: &str) -> (Vec<Constraint>, Vec<u32>, Exclusive) {
        let geometry = &*shape.geometry();
        let (mut constraints, mut weights, mut exclusive) = (Vec::new(), Vec::new(), Vec::new());
        for term in text.split(',').map(str::trim) {
            let (times, name) = term.split_once(' ').expect("a number and a name");
            let times = times.parse().expect("a number");
            if name.contains('=') {
                exclusive.push((name.split('|').map(|name| candidate(shape, name)).collect(), times));
            } else {
                let found = Constraint::all(shape).find(|constraint| constraint.name(geometry) == name);
                constraints.push(found.expect("a constraint"));
                weights.push(times);
            }
        }
        (constraints, weights, exclusive)
    }

    /// A board of which each cell holds these candidates; all others hold all.
    fn board(shape: Shape, cells: &str) -> Board {
        Board::with_marks(&Puzzle::empty(shape), |cell| {
            let words: Vec<&str> = cells.split_whitespace().collect();
            let at = words.iter().position(|word| *word == shape.cell_name(cell));
            let digits = at.map(|at| words[at + 1].chars().filter_map(Digit::from_char).collect());
            digits.unwrap_or_else(|| DigitSet::all(shape.n()))
        })
    }

    /// Whether the bases and covers rule out what they are said to.
    #[track_caller]
    fn check(layout: &str, cells: &str, bases: &str, covers: &str, conclusion: &str, expected: bool) {
        let shape: Shape = layout.parse().expect("a layout");
        let board = board(shape, cells);
        let (bases, of_bases, _) = read(shape, bases);
        let (covers, of_covers, exclusive) = read(shape, covers);
        let weights = Some(Weights { bases: of_bases, covers: of_covers, exclusive });
        let evidence = Evidence { bases, covers, weights, ..Evidence::default() };
        let out = candidate(shape, &conclusion.replace("<>", "="));
        let step = Step::eliminate(StrategyId::LpElimination, vec![out], evidence);
        let refused = Err(CheckError::NotRefuted(conclusion.to_owned()));
        assert_eq!(check_step(&board, &step), if expected { Ok(()) } else { refused }, "{conclusion}");
    }

    #[test]
    fn a_pair_is_a_sum_of_two_cells() {
        let check = |bases, covers, conclusion, expected| {
            check("2x2", "r1c1 12 r1c2 12", bases, covers, conclusion, expected);
        };
        let (bases, covers) = ("1 r1c1, 1 r1c2", "1 1 in row 1, 1 2 in row 1");
        for conclusion in ["r1c3<>1", "r1c4<>2"] {
            check(bases, covers, conclusion, true);
            check("3 r1c1, 3 r1c2", "3 1 in row 1, 3 2 in row 1", conclusion, true);
        }
        // Wrong candidates: one that the covers do not hold, one that the bases hold as well.
        check(bases, covers, "r1c3<>3", false);
        check(bases, covers, "r2c1<>1", false);
        check(bases, covers, "r1c1<>1", false);
        // Numbers changed.
        check("2 r1c1, 1 r1c2", covers, "r1c3<>1", false);
        check("1 r1c1, 2 r1c2", "2 1 in row 1, 1 2 in row 1", "r1c3<>1", false);
        check(bases, "1 1 in row 1, 2 2 in row 1", "r1c3<>1", false);
        check(bases, "1 1 in row 1, 2 2 in row 1", "r1c3<>2", true);
        // A constraint missing, or another in its place.
        check("1 r1c1", covers, "r1c3<>1", false);
        check(bases, "1 1 in row 1", "r1c3<>1", false);
        check(bases, "1 1 in row 1, 1 2 in column 1", "r1c3<>1", false);
        check("1 r1c1, 1 r1c3", covers, "r1c4<>1", false);
    }

    /// A wing has one cover more than bases: what lies in two is ruled out.
    #[test]
    fn what_exceeds_the_spare_covers_goes() {
        let cells = "r1c1 12 r1c4 13 r4c1 23";
        let (bases, covers) =
            ("1 r1c1, 1 r1c4, 1 r4c1", "1 1 in row 1, 1 2 in column 1, 1 3 in column 4, 1 3 in row 4");
        check("2x2", cells, bases, covers, "r4c4<>3", true);
        for conclusion in ["r4c3<>3", "r2c4<>3", "r1c2<>1"] {
            check("2x2", cells, bases, covers, conclusion, false);
        }
        check("2x2", "r1c1 124 r1c4 13 r4c1 23", bases, covers, "r4c4<>3", false);
    }

    /// Groups and exclusions are covers; whether their candidates exclude each other, the layout says.
    #[test]
    fn only_candidates_that_exclude_each_other_are_covers() {
        let check =
            |layout, covers, conclusion, expected| check(layout, "r1c1 12", "1 r1c1", covers, conclusion, expected);
        check("2x2 non-consecutive", "1 r1c1=1|r1c1=2|r1c2=1", "r1c2<>1", true);
        check("2x2 non-consecutive", "1 r1c1=1|r1c1=2|r1c3=1", "r1c3<>1", false);
        check("2x2", "1 r1c1=1|r1c1=2|r1c2=1", "r1c2<>1", false);
    }

    #[test]
    fn groups_are_covers_where_the_layout_has_them() {
        for (layout, expected) in [("2x2 anti-knight", true), ("2x2", false)] {
            check(layout, "r1c1 1", "1 r1c1", "1 r1c1=1|r2c3=1", "r2c3<>1", expected);
        }
    }

    #[test]
    fn every_base_and_cover_has_its_number() {
        let shape: Shape = "2x2".parse().expect("a shape");
        let board = board(shape, "r1c1 1");
        let (bases, covers) = (read(shape, "1 r1c1").0, read(shape, "1 1 in row 1").0);
        let rules_out = |n_bases: usize, n_covers: usize| {
            let weights = Weights { bases: vec![1; n_bases], covers: vec![1; n_covers], exclusive: Vec::new() };
            let evidence = Evidence { bases: bases.clone(), covers: covers.clone(), ..Evidence::default() };
            super::rules_out(&board, &evidence, &weights, candidate(shape, "r1c3=1"))
        };
        assert!(rules_out(1, 1) && !rules_out(0, 1) && !rules_out(1, 0) && !rules_out(2, 2));
    }
}

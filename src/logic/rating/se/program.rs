//! The programs whose scales share techniques and their order, and what only one of them has.

use super::hard::{HardStep, Technique};
use super::marks::Marks;
use super::strong_links::{FOUR, THREE, TWO, strong_links};
use super::wings::wing;

/// A program with this scale.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::logic::rating) enum Program {
    /// Sudoku Explainer 1.2.1.
    SudokuExplainer,
    /// SukakuExplainer 1.18.1, which has the same techniques and further ones between them.
    SukakuExplainer,
}

pub(super) const TWO_LINKS: Technique = (40, 43, "two strong links");
const THREE_LINKS: Technique = (54, 57, "three strong links");
const FOUR_LINKS: Technique = (58, 61, "four strong links");
const WXYZ: Technique = (55, 56, "WXYZ-wing");
const VWXYZ: Technique = (62, 64, "VWXYZ-wing");
const UVWXYZ: Technique = (66, 66, "UVWXYZ-wing");
const TUVWXYZ: Technique = (75, 75, "TUVWXYZ-wing");

/// A place in the order of techniques where further ones stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Place {
    HiddenTriples,
    HiddenQuads,
    Graves,
    Pairs,
    Cycles,
}

/// A technique that SukakuExplainer alone has: what it comes after, and its search.
type Further = (Place, Technique, fn(&Marks, Technique) -> Option<HardStep>);

/// All of them, in order.
pub(super) const FURTHER: [Further; 7] = [
    (Place::HiddenTriples, TWO_LINKS, |marks, technique| strong_links(marks, technique, &TWO)),
    (Place::HiddenQuads, THREE_LINKS, |marks, technique| strong_links(marks, technique, &THREE)),
    (Place::HiddenQuads, WXYZ, |marks, technique| wing(marks, technique, 4)),
    (Place::Graves, FOUR_LINKS, |marks, technique| strong_links(marks, technique, &FOUR)),
    (Place::Graves, VWXYZ, |marks, technique| wing(marks, technique, 5)),
    (Place::Pairs, UVWXYZ, |marks, technique| wing(marks, technique, 6)),
    (Place::Cycles, TUVWXYZ, |marks, technique| wing(marks, technique, 7)),
];

impl Program {
    /// The step of the techniques that the program has after those of Sudoku Explainer at this place.
    pub(super) fn after(self, place: Place, marks: &Marks) -> Option<HardStep> {
        let mut here = FURTHER.iter().filter(|&&(at, ..)| self == Program::SukakuExplainer && at == place);
        here.find_map(|&(_, technique, find)| find(marks, technique))
    }
}

#[cfg(test)]
mod tests {
    use super::super::hard::HARD;
    use super::super::{LOOP_NAME, Memory, next, se_rating, sukaku_path_until, sukaku_rating};
    use super::*;
    use crate::grid::{Cell, Digit, Puzzle};
    use crate::logic::negative_cache::NegativeCache;
    use crate::logic::{Board, fast_solutions};
    use std::collections::BTreeSet;

    /// Puzzles with ER/EP/ED and the technique of the hardest step. All are random puzzles of our own, and the figures are
    /// ours: they hold what `tests/ratings.rs` compared with reference figures.
    const PUZZLES: &str = include_str!("sukaku.txt");

    /// What none of 100 000 random puzzles has as its hardest step.
    const WITHOUT_A_PUZZLE: [(u8, &str); 1] = [(60, FOUR_LINKS.2)];

    fn lines() -> impl Iterator<Item = &'static str> {
        PUZZLES.lines().filter(|line| !line.starts_with('#'))
    }

    /// A line is `puzzle ER/EP/ED technique`; the answer is ER and the technique.
    #[track_caller]
    fn check_line(line: &'static str) -> (u8, &'static str) {
        let fields: Vec<&str> = line.splitn(3, ' ').collect();
        let puzzle: Puzzle = fields[0].parse().expect("puzzle");
        let rating = sukaku_rating(&puzzle).expect("a rating");
        let shown = [rating.whole, rating.pearl, rating.diamond].map(|t| format!("{}.{}", t / 10, t % 10)).join("/");
        assert_eq!(shown, fields[1], "{line}");
        // Step by step, without the shortcuts of the rating.
        let path = sukaku_path_until(&puzzle, &|| false).expect("a path");
        assert_eq!((path.rating, path.whole.technique), (rating, fields[2]), "{line}");
        assert_ne!(se_rating(&puzzle), Some(rating), "{line}");
        (rating.whole, fields[2])
    }

    #[test]
    fn puzzles_have_their_figures_and_cover_every_further_technique() {
        let mut covered: BTreeSet<(u8, &str)> = lines().map(check_line).collect();
        for missing in WITHOUT_A_PUZZLE {
            assert!(covered.insert(missing), "{missing:?} has a puzzle");
        }
        // The others show where the path is another one.
        covered.retain(|&(_, name)| FURTHER.iter().any(|(_, technique, _)| technique.2 == name));
        // Two links never have a row, a column and a box between them.
        let exists = |&(tenths, name): &(u8, &str)| (tenths, name) != (42, TWO_LINKS.2);
        let figures = FURTHER.iter().flat_map(|&(_, (least, most, name), _)| (least..=most).map(move |t| (t, name)));
        assert_eq!(covered, figures.filter(exists).collect());
    }

    /// Along the way through each puzzle, no step of any further technique is against the solution, whatever comes before
    /// it in the order.
    #[test]
    fn steps_keep_the_solution() {
        let mut n_steps = [0; FURTHER.len()];
        for line in lines() {
            let puzzle: Puzzle = line[..81].parse().expect("puzzle");
            let solution = fast_solutions(&puzzle, 1).remove(0);
            let (mut board, mut absent) = (Board::new(&puzzle), NegativeCache::default());
            let mut memory = Memory::new(&mut absent, Program::SukakuExplainer);
            while !board.is_solved() {
                let marks = Marks::new(&board);
                for (n, (_, technique, find)) in n_steps.iter_mut().zip(FURTHER) {
                    let Some(step) = find(&marks, technique) else { continue };
                    *n += 1;
                    for &(cell, digit) in &step.eliminated {
                        assert!(marks.has(cell, digit), "{} {line}", technique.2);
                        let is_kept = solution.get(Cell::from_index(cell)) != Some(Digit::from_index(digit));
                        assert!(is_kept, "{} {line}", technique.2);
                    }
                    assert!((technique.0..=technique.1).contains(&step.tenths()), "{} {line}", technique.2);
                }
                let (_, step) = next(&board, 0, &mut memory, &|| false).expect("a step");
                step.apply(&mut board);
            }
        }
        assert!(n_steps.iter().all(|&n| n > 10), "{n_steps:?}");
    }

    #[test]
    fn further_techniques_have_names_of_their_own() {
        let further: BTreeSet<&str> = FURTHER.iter().map(|(_, technique, _)| technique.2).collect();
        assert_eq!(further.len(), FURTHER.len());
        assert!(HARD.iter().all(|technique| !further.contains(technique.2)) && !further.contains(LOOP_NAME));
    }
}

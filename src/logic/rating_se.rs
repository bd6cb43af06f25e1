//! Rating on the scale of Sudoku Explainer 1.2.1, with its order of techniques.

use super::strategies::unique_loop::{LoopStep, loop_steps};
use super::{Board, Step, StrategyId, StrategySet, strategy};
use crate::grid::{Candidate, Constraint, Digit, House, HouseKind, Puzzle, Shape};
use std::ops::ControlFlow;

/// The three figures, in tenths.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct SeRating {
    /// ER: the hardest step of all.
    pub whole: u8,
    /// EP: the hardest step up to the first digit placed.
    pub pearl: u8,
    /// ED: the first step.
    pub diamond: u8,
}

/// A step with its rating.
enum Move {
    Place(Candidate),
    Eliminate(Box<Step>),
}

/// The rating of a 9x9 puzzle; `None` if it needs a technique that is not implemented.
///
/// The puzzle must have one solution only.
pub fn se_rating(puzzle: &Puzzle) -> Option<SeRating> {
    if puzzle.shape() != Shape::NINE {
        return None;
    }
    let mut board = Board::new(puzzle);
    let mut rating = SeRating::default();
    let mut is_placed = false;
    while !board.is_solved() {
        if board.is_broken() {
            return None;
        }
        let (tenths, step) = next(&board)?;
        rating.whole = rating.whole.max(tenths);
        if rating.diamond == 0 {
            rating.diamond = tenths;
        }
        if !is_placed {
            rating.pearl = rating.whole;
        }
        match step {
            Move::Place(candidate) => {
                is_placed = true;
                board.place(candidate);
            }
            Move::Eliminate(step) => step.apply(&mut board),
        }
    }
    Some(rating)
}

/// The order in which houses are looked at.
const KINDS: [HouseKind; 3] = [HouseKind::Box, HouseKind::Column, HouseKind::Row];

fn houses(board: &Board, kind: HouseKind) -> impl Iterator<Item = House> {
    let geometry = board.shape().geometry();
    (0..geometry.shape.n()).map(move |i| geometry.house(kind, i))
}

/// Figures of the techniques that place a digit.
const LAST_DIGIT: u8 = 10;
const IN_BOX: u8 = 12;
const IN_LINE: u8 = 15;
const DIRECT_POINTING: u8 = 17;
const DIRECT_CLAIMING: u8 = 19;
const DIRECT_PAIR: u8 = 20;
const NAKED_SINGLE: u8 = 23;
const DIRECT_TRIPLE: u8 = 25;
/// Locked candidates from a line to a box; the other way stands in [`BEFORE_LOOPS`].
const CLAIMING: u8 = 28;

/// Unique rectangles and loops begin here and end there, depending on their length and on what else they need.
const LOOPS: (u8, u8) = (45, 53);

/// The techniques that are known of the scale: least and largest figure in tenths, and name; the easiest first.
pub fn se_techniques() -> Vec<(u8, u8, &'static str)> {
    let mut all = vec![
        (LAST_DIGIT, LAST_DIGIT, "last digit"),
        (IN_BOX, IN_BOX, "hidden single in a box"),
        (IN_LINE, IN_LINE, "hidden single in a line"),
        (DIRECT_POINTING, DIRECT_POINTING, "direct pointing"),
        (DIRECT_CLAIMING, DIRECT_CLAIMING, "direct claiming"),
        (DIRECT_PAIR, DIRECT_PAIR, "direct hidden pair"),
        (NAKED_SINGLE, NAKED_SINGLE, "naked single"),
        (DIRECT_TRIPLE, DIRECT_TRIPLE, "direct hidden triple"),
        (CLAIMING, CLAIMING, "claiming"),
        (LOOPS.0, LOOPS.1, "unique rectangle or loop"),
    ];
    all.extend(BEFORE_LOOPS.iter().chain(&AFTER_LOOPS).map(|&(id, tenths)| {
        let is_pointing = id == StrategyId::LockedCandidates;
        (tenths, tenths, if is_pointing { "pointing" } else { id.title() })
    }));
    all.sort_by_key(|&(least, ..)| least);
    all
}

/// The largest figure, in tenths, of a puzzle that these strategies solve; `None` where that is not known,
/// because Sudoku Explainer might miss what they find.
pub(super) fn se_limit(strategies: StrategySet) -> Option<u8> {
    let of = |id| match id {
        StrategyId::FullHouse => Some(LAST_DIGIT),
        StrategyId::HiddenSingle => Some(IN_LINE),
        StrategyId::NakedSingle => Some(NAKED_SINGLE),
        StrategyId::LockedCandidates => Some(CLAIMING),
        // What assumes uniqueness may be there at one time and gone at another.
        StrategyId::BugPlusOne => None,
        _ => BEFORE_LOOPS.iter().chain(&AFTER_LOOPS).find(|&&(other, _)| other == id).map(|&(_, tenths)| tenths),
    };
    strategies.iter().map(of).try_fold(LAST_DIGIT, |most, tenths| Some(most.max(tenths?)))
}

fn next(board: &Board) -> Option<(u8, Move)> {
    let place = |(tenths, candidate)| (tenths, Move::Place(candidate));
    let direct = hidden_single(board)
        .or_else(|| direct_locking(board))
        .or_else(|| direct_hidden_set(board, 2).map(|c| (DIRECT_PAIR, c)))
        .or_else(|| naked_single(board).map(|c| (NAKED_SINGLE, c)))
        .or_else(|| direct_hidden_set(board, 3).map(|c| (DIRECT_TRIPLE, c)));
    direct.map(place).or_else(|| indirect(board).map(|(tenths, step)| (tenths, Move::Eliminate(Box::new(step)))))
}

fn hidden_single(board: &Board) -> Option<(u8, Candidate)> {
    let geometry = board.shape().geometry();
    let mut found = None;
    for kind in KINDS {
        for constraint in board.singles(board.house_digits(kind)) {
            let Constraint::HouseDigit(house, _) = constraint else { continue };
            let is_last = board.n_placed_in(house) + 1 == geometry.shape.n();
            if is_last || found.is_none() {
                let position = board.remaining(constraint).trailing_zeros() as usize;
                let candidate = constraint.candidate(geometry, position);
                if is_last {
                    return Some((LAST_DIGIT, candidate));
                }
                found = Some((if kind == HouseKind::Box { IN_BOX } else { IN_LINE }, candidate));
            }
        }
    }
    found
}

/// Locked candidates after which the same digit has one place left in another box or parallel line.
fn direct_locking(board: &Board) -> Option<(u8, Candidate)> {
    let mut found: Option<(u8, Candidate)> = None;
    let _ = strategy(StrategyId::LockedCandidates).find(board, &mut |step| {
        let tenths = if is_pointing(board, &step) { DIRECT_POINTING } else { DIRECT_CLAIMING };
        let Some(&first) = step.eliminated().first() else { return ControlFlow::Continue(()) };
        let geometry = board.shape().geometry();
        let base_kind = match step.evidence().bases[0] {
            Constraint::HouseDigit(house, _) => Some(geometry.house_kind(house).0),
            Constraint::Cell(_) => None,
        };
        for eliminated in step.eliminated() {
            for house in geometry.cell_houses[eliminated.cell.index()] {
                // Only houses of the same kind as the one whose digit is locked.
                if Some(geometry.house_kind(house).0) != base_kind {
                    continue;
                }
                let constraint = Constraint::HouseDigit(house, first.digit);
                // What the step leaves of it.
                let gone = step.eliminated().iter().filter_map(|c| {
                    let houses = geometry.cell_houses[c.cell.index()].iter().position(|&h| h == house);
                    houses.map(|i| 1u16 << geometry.cell_positions[c.cell.index()][i])
                });
                let remaining = board.remaining(constraint) & !gone.fold(0, |mask, bit| mask | bit);
                if remaining.is_power_of_two() && !board.is_met(constraint) {
                    let candidate = constraint.candidate(geometry, remaining.trailing_zeros() as usize);
                    found = found.filter(|(best, _)| *best <= tenths).or(Some((tenths, candidate)));
                    return if tenths == DIRECT_POINTING { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
                }
            }
        }
        ControlFlow::Continue(())
    });
    found
}

fn is_pointing(board: &Board, step: &Step) -> bool {
    let geometry = board.shape().geometry();
    matches!(step.evidence().bases[0], Constraint::HouseDigit(house, _) if geometry.house_kind(house).0 == HouseKind::Box)
}

/// A hidden set that leaves one place for a further digit of the house.
fn direct_hidden_set(board: &Board, size: usize) -> Option<Candidate> {
    let geometry = board.shape().geometry();
    for kind in KINDS {
        for house in houses(board, kind) {
            let n_open = geometry.shape.n() - board.n_placed_in(house);
            if n_open <= size {
                continue;
            }
            let n_few = (0..geometry.shape.n())
                .map(|d| board.remaining(Constraint::HouseDigit(house, Digit::from_index(d))).count_ones())
                .filter(|&count| (2..=size as u32).contains(&count))
                .count();
            if n_few < size {
                continue;
            }
            let places: Vec<(Constraint, u16)> = (0..geometry.shape.n())
                .map(|d| Constraint::HouseDigit(house, Digit::from_index(d)))
                .filter(|&constraint| !board.is_met(constraint))
                .map(|constraint| (constraint, board.remaining(constraint)))
                .collect();
            let few: Vec<usize> =
                (0..places.len()).filter(|&i| (2..=size).contains(&(places[i].1.count_ones() as usize))).collect();
            let mut found = None;
            choose(&few, size, &mut Vec::new(), &mut |chosen| {
                let union = chosen.iter().fold(0, |mask, &i| mask | places[i].1);
                if union.count_ones() as usize == size && found.is_none() {
                    found = (0..places.len()).filter(|i| !chosen.contains(i)).find_map(|i| {
                        let left = places[i].1 & !union;
                        let position = left.trailing_zeros() as usize;
                        left.is_power_of_two().then(|| places[i].0.candidate(geometry, position))
                    });
                }
            });
            if found.is_some() {
                return found;
            }
        }
    }
    None
}

fn choose(from: &[usize], size: usize, chosen: &mut Vec<usize>, visit: &mut dyn FnMut(&[usize])) {
    if chosen.len() == size {
        visit(chosen);
        return;
    }
    for (i, &item) in from.iter().enumerate() {
        chosen.push(item);
        choose(&from[i + 1..], size, chosen, visit);
        chosen.pop();
    }
}

fn naked_single(board: &Board) -> Option<Candidate> {
    let cell = board.singles(0..board.shape().n_cells()).next()?;
    Some(cell.candidate(board.shape().geometry(), board.remaining(cell).trailing_zeros() as usize))
}

/// Strategies that rule out and come before the unique loops, in order, with their ratings.
const BEFORE_LOOPS: [(StrategyId, u8); 9] = [
    (StrategyId::LockedCandidates, 26),
    (StrategyId::NakedPair, 30),
    (StrategyId::XWing, 32),
    (StrategyId::HiddenPair, 34),
    (StrategyId::NakedTriple, 36),
    (StrategyId::Swordfish, 38),
    (StrategyId::HiddenTriple, 40),
    (StrategyId::XyWing, 42),
    (StrategyId::XyzWing, 44),
];

/// Those that come after the unique loops.
const AFTER_LOOPS: [(StrategyId, u8); 4] = [
    (StrategyId::NakedQuad, 50),
    (StrategyId::Jellyfish, 52),
    (StrategyId::HiddenQuad, 54),
    (StrategyId::BugPlusOne, 56),
];

fn indirect(board: &Board) -> Option<(u8, Step)> {
    if let Some(found) = first_of(board, &BEFORE_LOOPS) {
        return Some(found);
    }
    let by_loop = loop_steps(board, StrategyId::UniqueLoop, 4).into_iter().map(|found| (loop_tenths(&found), found));
    match by_loop.min_by_key(|(tenths, found)| (*tenths, found.kind)) {
        // With more than two such cells Sudoku Explainer misses some loops: rather no figure than a wrong one.
        Some((_, found)) if found.n_extra > 2 => None,
        Some((tenths, found)) => Some((tenths, found.step)),
        None => first_of(board, &AFTER_LOOPS),
    }
}

/// Loops of four cells are the unique rectangles.
fn loop_tenths(found: &LoopStep) -> u8 {
    let by_length = match found.length {
        4 => LOOPS.0,
        6 => 46,
        8 => 47,
        _ => 50,
    };
    by_length + found.set_size
}

fn first_of(board: &Board, order: &[(StrategyId, u8)]) -> Option<(u8, Step)> {
    order.iter().find_map(|&(id, tenths)| {
        let mut found: Option<Step> = None;
        let _ = strategy(id).find(board, &mut |step| {
            let is_first = found.is_none();
            let pointing = id == StrategyId::LockedCandidates && is_pointing(board, &step);
            if is_first || pointing {
                found = Some(step);
            }
            if pointing || id != StrategyId::LockedCandidates {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        let step = found?;
        let tenths = match id {
            StrategyId::LockedCandidates if !is_pointing(board, &step) => CLAIMING,
            _ => tenths,
        };
        Some((tenths, step))
    })
}

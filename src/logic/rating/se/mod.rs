//! Rating on the scale of Sudoku Explainer 1.2.1, with its order of techniques, and on that of SukakuExplainer 1.18.1,
//! which has further ones between them. Unique loops and BUGs that Sudoku Explainer misses are found as in the versions
//! that mended that.

mod advanced;
mod bug;
mod closure;
mod cycles;
mod exclusion;
mod forcing;
mod hard;
mod links;
mod marks;
mod nested;
mod path;
mod program;
mod proof;
mod runs;
mod strong_links;
mod unique_loops;
mod wings;

use crate::grid::{Candidate, Constraint, Digit, DigitSet, House, HouseKind, Puzzle, Shape};
use crate::logic::negative_cache::NegativeCache;
use crate::logic::set_logic::tight_choices;
use crate::logic::strategies::locked_candidates::locked;
use crate::logic::strategies::unique_loop::loop_steps;
use crate::logic::{Board, Step, StrategyId, StrategySet};
use forcing::Runs;
pub(super) use hard::HIGHEST;
use hard::{HARD, HardStep, hard_step};
use marks::Marks;
pub use path::{SePath, SeStep, se_path_until, sukaku_path_until};
pub(super) use program::Program;
use program::{FURTHER, Place, TWO_LINKS};
use std::ops::ControlFlow;
use unique_loops::{loop_figure, loop_tenths};

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

impl SeRating {
    /// Counts the next step; `is_placed`: after a digit was placed.
    fn take(&mut self, tenths: u8, is_placed: bool) {
        self.whole = self.whole.max(tenths);
        if self.diamond == 0 {
            self.diamond = tenths;
        }
        if !is_placed {
            self.pearl = self.whole;
        }
    }
}

/// A step with its rating.
enum Move {
    Place(Candidate),
    Eliminate(Box<Step>),
    RuleOut(HardStep),
}

impl Move {
    /// Carries it out; true if it places a digit.
    fn apply(&self, board: &mut Board) -> bool {
        match self {
            Move::Place(candidate) => board.place(*candidate),
            Move::Eliminate(step) => step.apply(board),
            Move::RuleOut(step) => step.apply(board),
        }
        matches!(self, Move::Place(_))
    }
}

/// The rating of a 9x9 puzzle; `None` if it needs a technique that is not implemented.
///
/// The puzzle must have one solution only.
pub fn se_rating(puzzle: &Puzzle) -> Option<SeRating> {
    se_rating_until(puzzle, &|| false)
}

/// [`se_rating`], asking now and then whether to stop; what it returns after that means nothing.
pub fn se_rating_until(puzzle: &Puzzle, should_stop: &dyn Fn() -> bool) -> Option<SeRating> {
    of_board(Board::new(puzzle), Program::SudokuExplainer, &mut NegativeCache::default(), should_stop)
}

/// The three figures of a 9x9 puzzle on the scale of SukakuExplainer; `None` if it needs a technique that is not
/// implemented.
///
/// The puzzle must have one solution only.
pub fn sukaku_rating(puzzle: &Puzzle) -> Option<SeRating> {
    sukaku_rating_until(puzzle, &|| false)
}

/// [`sukaku_rating`], asking now and then whether to stop; what it returns after that means nothing.
pub fn sukaku_rating_until(puzzle: &Puzzle, should_stop: &dyn Fn() -> bool) -> Option<SeRating> {
    of_board(Board::new(puzzle), Program::SukakuExplainer, &mut NegativeCache::default(), should_stop)
}

/// The figures of a program from the board of the puzzle.
pub(super) fn of_board(
    mut board: Board,
    program: Program,
    absent: &mut NegativeCache,
    should_stop: &dyn Fn() -> bool,
) -> Option<SeRating> {
    if board.shape() != Shape::NINE {
        return None;
    }
    let mut memory = Memory::new(absent, program);
    let mut rating = SeRating::default();
    let mut is_placed = false;
    loop {
        if is_placed {
            // The other figures stand.
            place_singles(&mut board, rating.whole);
        }
        if board.is_solved() {
            return Some(rating);
        }
        if board.is_broken() {
            return None;
        }
        let (tenths, step) = next(&board, rating.whole, &mut memory, should_stop)?;
        rating.take(tenths, is_placed);
        is_placed |= step.apply(&mut board);
    }
}

/// Places singles that have no higher figure than this. They take nothing from one another, so where such a figure
/// is reached anyway, their order does not matter.
fn place_singles(board: &mut Board, tenths: u8) {
    let first = match tenths {
        NAKED_SINGLE.. => 0,
        IN_LINE.. => board.shape().n_cells(),
        IN_BOX.. => board.house_digits(HouseKind::Box).start,
        _ => return,
    };
    let geometry = &*board.shape().geometry();
    loop {
        let next = board.singles(first..Constraint::count(geometry.shape)).next();
        let Some(constraint) = next else { return };
        board.place(constraint.candidate(geometry, board.remaining(constraint).trailing_zeros() as usize));
    }
}

/// The order in which houses are looked at.
const KINDS: [HouseKind; 3] = [HouseKind::Box, HouseKind::Column, HouseKind::Row];

fn houses(board: &Board, kind: HouseKind) -> impl Iterator<Item = House> {
    let geometry = board.geometry();
    (0..geometry.shape.n()).map(move |i| geometry.house(kind, i))
}

/// Figures of the techniques that place a digit.
pub(super) const LEAST: u8 = 10;
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
const LOOP_NAME: &str = "unique rectangle or loop";

/// The techniques that are known of the scale: least and largest figure in tenths, and name; the easiest first. For
/// chains the largest is that of the longest to be expected.
pub fn se_techniques() -> Vec<(u8, u8, &'static str)> {
    let mut all = vec![
        (LEAST, LEAST, "last digit"),
        (IN_BOX, IN_BOX, "hidden single in a box"),
        (IN_LINE, IN_LINE, "hidden single in a line"),
        (DIRECT_POINTING, DIRECT_POINTING, "direct pointing"),
        (DIRECT_CLAIMING, DIRECT_CLAIMING, "direct claiming"),
        (DIRECT_PAIR, DIRECT_PAIR, "direct hidden pair"),
        (NAKED_SINGLE, NAKED_SINGLE, "naked single"),
        (DIRECT_TRIPLE, DIRECT_TRIPLE, "direct hidden triple"),
        (CLAIMING, CLAIMING, "claiming"),
        (LOOPS.0, LOOPS.1, LOOP_NAME),
    ];
    all.extend(BEFORE_LOOPS.iter().chain(&AFTER_LOOPS).map(|&(id, tenths)| {
        let is_pointing = id == StrategyId::LockedCandidates;
        (tenths, tenths, if is_pointing { "pointing" } else { id.title() })
    }));
    all.extend(HARD);
    all.sort_by_key(|&(least, ..)| least);
    all
}

/// [`se_techniques`] for the scale of SukakuExplainer.
pub fn sukaku_techniques() -> Vec<(u8, u8, &'static str)> {
    let mut all = se_techniques();
    all.extend(FURTHER.map(|(_, technique, _)| technique));
    all.sort_by_key(|&(least, ..)| least);
    all
}

/// The largest figure, in tenths, of a puzzle that these strategies solve; `None` where that is not known, because the
/// program might miss what they find.
pub(super) fn limit(program: Program, strategies: StrategySet) -> Option<u8> {
    let of = |id| match id {
        StrategyId::FullHouse => Some(LEAST),
        StrategyId::HiddenSingle => Some(IN_LINE),
        StrategyId::NakedSingle => Some(NAKED_SINGLE),
        StrategyId::LockedCandidates => Some(CLAIMING),
        // What assumes uniqueness may be there at one time and gone at another.
        StrategyId::BugPlusOne => None,
        // The program takes what comes before in its order first, even where that has a higher figure.
        StrategyId::XyWing if program == Program::SukakuExplainer => Some(TWO_LINKS.1),
        StrategyId::NakedQuad | StrategyId::Jellyfish => Some(LOOPS.1),
        _ => BEFORE_LOOPS.iter().chain(&AFTER_LOOPS).find(|&&(other, _)| other == id).map(|&(_, tenths)| tenths),
    };
    strategies.iter().map(of).try_fold(LEAST, |most, tenths| Some(most.max(tenths?)))
}

/// Whose steps they are, and what is kept from one step to the next.
struct Memory<'a> {
    program: Program,
    absent: &'a mut NegativeCache,
    runs: Runs,
}

impl Memory<'_> {
    fn new(absent: &mut NegativeCache, program: Program) -> Memory<'_> {
        Memory { program, absent, runs: Runs::default() }
    }
}

/// The next step with its figure, where the puzzle has the figure `whole` already.
fn next(board: &Board, whole: u8, memory: &mut Memory<'_>, should_stop: &dyn Fn() -> bool) -> Option<(u8, Move)> {
    let place = |(tenths, candidate)| (tenths, Move::Place(candidate));
    if let Some(found) = hidden_single(board) {
        return Some(place(found));
    }
    // The direct techniques are others with a hidden single at once: nothing where these have no step, and no
    // easier way where these have no higher figure than the puzzle.
    let known = memory.absent.known(board);
    let has = |id: StrategyId| !known.contains(id) && before_loops(id).is_none_or(|tenths| tenths > whole);
    let locking = || direct_locking(board).filter(|_| whole < CLAIMING);
    let direct = None
        .or_else(|| if known.contains(StrategyId::LockedCandidates) { None } else { locking() })
        .or_else(|| {
            has(StrategyId::HiddenPair).then(|| direct_hidden_set::<2>(board)).flatten().map(|c| (DIRECT_PAIR, c))
        })
        .or_else(|| naked_single(board).map(|c| (NAKED_SINGLE, c)))
        .or_else(|| {
            has(StrategyId::HiddenTriple).then(|| direct_hidden_set::<3>(board)).flatten().map(|c| (DIRECT_TRIPLE, c))
        });
    direct.map(place).or_else(|| indirect(board, memory, should_stop))
}

/// The figure of a strategy that comes before the unique loops.
fn before_loops(id: StrategyId) -> Option<u8> {
    BEFORE_LOOPS.iter().find(|&&(other, _)| other == id).map(|&(_, tenths)| tenths)
}

fn hidden_single(board: &Board) -> Option<(u8, Candidate)> {
    let geometry = board.geometry();
    let mut found = None;
    for kind in KINDS {
        for constraint in board.singles(board.house_digits(kind)) {
            let Constraint::HouseDigit(house, _) = constraint else { continue };
            let is_last = board.lacks_one(house);
            if is_last || found.is_none() {
                let position = board.remaining(constraint).trailing_zeros() as usize;
                let candidate = constraint.candidate(geometry, position);
                if is_last {
                    return Some((LEAST, candidate));
                }
                found = Some((if kind == HouseKind::Box { IN_BOX } else { IN_LINE }, candidate));
            }
        }
    }
    found
}

/// Locked candidates after which the same digit has one place left in another box or parallel line.
fn direct_locking(board: &Board) -> Option<(u8, Candidate)> {
    let geometry = board.geometry();
    let mut found: Option<(u8, Candidate)> = None;
    let _ = locked(board, |next| {
        let kind = geometry.house_kind(next.base).0;
        let tenths = if kind == HouseKind::Box { DIRECT_POINTING } else { DIRECT_CLAIMING };
        // Only houses of the same kind as the one whose digit is locked.
        let slot = |candidate: Candidate| geometry.cell_slots[candidate.cell.index()][kind as usize];
        for eliminated in next.eliminated(board) {
            let house = geometry.cell_houses[eliminated.cell.index()][kind as usize];
            let constraint = Constraint::HouseDigit(house, next.digit);
            // What the step leaves of it.
            let of_house = next.eliminated(board).map(slot).filter(|other| other.first == slot(eliminated).first);
            let remaining = board.remaining(constraint) & !of_house.fold(0, |mask, slot| mask | slot.bit);
            if remaining.is_power_of_two() && !board.is_met(constraint) {
                found = Some((tenths, constraint.candidate(geometry, remaining.trailing_zeros() as usize)));
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    });
    found
}

/// A hidden set that leaves one place for a further digit of the house.
fn direct_hidden_set<const SIZE: usize>(board: &Board) -> Option<Candidate> {
    let geometry = board.geometry();
    for house in KINDS.into_iter().flat_map(|kind| houses(board, kind)) {
        let places = board.places_in(house);
        let (mut few, mut masks) = ([0; 16], [0; 16]);
        let mut n_few = 0;
        for (digit, &mask) in places.iter().enumerate() {
            if DigitSet(mask).has_at_most(SIZE) && !DigitSet(mask).has_at_most(1) {
                (few[n_few], masks[n_few]) = (digit, mask);
                n_few += 1;
            }
        }
        let mut found = None;
        let _ = tight_choices::<SIZE>(&masks[..n_few], &mut |chosen, union| {
            let chosen = chosen.map(|i| few[i]);
            let last = places.iter().enumerate().find_map(|(digit, &mask)| {
                let left = mask & !union;
                let constraint = Constraint::HouseDigit(house, Digit::from_index(digit));
                let is_last = left.is_power_of_two() && !chosen.contains(&digit) && !board.is_met(constraint);
                is_last.then(|| constraint.candidate(geometry, left.trailing_zeros() as usize))
            });
            found = last;
            if found.is_some() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if found.is_some() {
            return found;
        }
    }
    None
}

fn naked_single(board: &Board) -> Option<Candidate> {
    let cell = board.singles(0..board.shape().n_cells()).next()?;
    Some(cell.candidate(board.geometry(), board.remaining(cell).trailing_zeros() as usize))
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

/// So many of them come before SukakuExplainer's strong links.
const BEFORE_LINKS: usize = 7;

/// Those that come after the unique loops.
const AFTER_LOOPS: [(StrategyId, u8); 4] = [
    (StrategyId::NakedQuad, 50),
    (StrategyId::Jellyfish, 52),
    (StrategyId::HiddenQuad, 54),
    (StrategyId::BugPlusOne, 56),
];

/// So many of them come before SukakuExplainer's longer strong links.
const BEFORE_LONG_LINKS: usize = 3;

/// The steps that only rule out.
fn indirect(board: &Board, memory: &mut Memory<'_>, should_stop: &dyn Fn() -> bool) -> Option<(u8, Move)> {
    let eliminate = |(tenths, step)| (tenths, Move::Eliminate(Box::new(step)));
    let rule_out = |step: HardStep| (step.tenths(), Move::RuleOut(step));
    let program = memory.program;
    let further = |place| {
        let marks = (program == Program::SukakuExplainer).then(|| Marks::new(board));
        marks.and_then(|marks| program.after(place, &marks)).map(rule_out)
    };
    let (subsets, wings) = BEFORE_LOOPS.split_at(BEFORE_LINKS);
    if let Some(found) = first_of(board, subsets, memory.absent) {
        return Some(eliminate(found));
    }
    if let Some(found) = further(Place::HiddenTriples) {
        return Some(found);
    }
    if let Some(found) = first_of(board, wings, memory.absent) {
        return Some(eliminate(found));
    }
    let by_loop = loop_steps(board, StrategyId::UniqueLoop, 4).into_iter();
    if let Some(found) = by_loop.min_by(|a, b| loop_figure(a).total_cmp(&loop_figure(b)).then(a.kind.cmp(&b.kind))) {
        return Some(eliminate((loop_tenths(&found), found.step)));
    }
    let (quads, graves) = AFTER_LOOPS.split_at(BEFORE_LONG_LINKS);
    first_of(board, quads, memory.absent)
        .map(eliminate)
        .or_else(|| further(Place::HiddenQuads))
        .or_else(|| first_of(board, graves, memory.absent).map(eliminate))
        .or_else(|| hard_step(board, program, &mut memory.runs, should_stop).map(rule_out))
}

fn first_of(board: &Board, order: &[(StrategyId, u8)], absent: &mut NegativeCache) -> Option<(u8, Step)> {
    let step = absent.first_step(board, &order.iter().map(|&(id, _)| id.into()).collect::<Vec<_>>())?;
    let &(id, tenths) = order.iter().find(|&&(id, _)| id == step.strategy())?;
    // Of locked candidates, pointing is found before claiming.
    let is_claiming = id == StrategyId::LockedCandidates && {
        let geometry = board.geometry();
        let in_box = |house| geometry.house_kind(house).0 == HouseKind::Box;
        !matches!(step.evidence().bases[0], Constraint::HouseDigit(house, _) if in_box(house))
    };
    Some((if is_claiming { CLAIMING } else { tenths }, step))
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    /// Puzzles with ER/EP/ED and the technique of the hardest step. All but the last four are random puzzles of our own,
    /// and their figures are ours: they hold what `tests/ratings.rs` compared with reference figures. The last four are
    /// known puzzles, three with published figures.
    const PUZZLES: &str = include_str!("se.txt");

    /// What none of 700 000 random puzzles has as its hardest step.
    const WITHOUT_A_PUZZLE: [(u8, &str); 5] = [
        // Where a claiming leaves another line one place for the digit, a pointing leaves it to that place's box.
        (DIRECT_CLAIMING, "direct claiming"),
        (49, LOOP_NAME),
        (51, LOOP_NAME),
        (52, LOOP_NAME),
        (53, LOOP_NAME),
    ];

    /// A line is `puzzle ER/EP/ED technique`; the answer is ER and the technique.
    #[track_caller]
    fn check_line(line: &str) -> (u8, String) {
        let fields: Vec<&str> = line.splitn(3, ' ').collect();
        let puzzle: Puzzle = fields[0].parse().expect("puzzle");
        let rating = se_rating(&puzzle).expect("a rating");
        let shown = [rating.whole, rating.pearl, rating.diamond].map(|t| format!("{}.{}", t / 10, t % 10)).join("/");
        assert_eq!(shown, fields[1], "{line}");
        // Step by step, without the shortcuts of the rating.
        let path = se_path_until(&puzzle, &|| false).expect("a path");
        assert_eq!((path.rating, path.whole.technique), (rating, fields[2]), "{line}");
        let set = [&path.whole, &path.pearl, &path.diamond].map(|step| step.tenths);
        assert_eq!(set, [rating.whole, rating.pearl, rating.diamond], "{line}");
        (rating.whole, fields[2].to_owned())
    }

    #[test]
    fn puzzles_have_their_figures_and_cover_every_technique() {
        let rated: Vec<(u8, String)> = PUZZLES.lines().filter(|line| !line.starts_with('#')).map(check_line).collect();
        let mut covered: BTreeSet<(u8, &str)> = rated.iter().map(|(tenths, name)| (*tenths, name.as_str())).collect();
        for missing in WITHOUT_A_PUZZLE {
            assert!(covered.insert(missing), "{missing:?} has a puzzle");
        }
        // Of what comes after the catalogue's, one puzzle is enough: chains are of any length.
        let is_hard = |name: &str| HARD.iter().any(|&(.., other)| other == name);
        let hard: BTreeSet<&str> = rated.iter().map(|(_, name)| name.as_str()).filter(|name| is_hard(name)).collect();
        assert_eq!(hard, HARD.iter().map(|&(.., name)| name).collect());
        covered.retain(|(_, name)| !is_hard(name));
        let all = se_techniques().into_iter().filter(|&(.., name)| !is_hard(name));
        let figures = all.flat_map(|(least, most, name)| (least..=most).map(move |tenths| (tenths, name)));
        assert_eq!(covered, figures.collect());
        assert!(rated.len() >= 50);
    }

    #[test]
    fn each_strategy_has_a_figure_or_is_known_to_have_none() {
        // Chains are not rated; neither are techniques of other programs.
        let without: StrategySet =
            "skyscraper,two-string-kite,turbot-fish,empty-rectangle,w-wing,remote-pair,simple-colouring,multi-colours,\
             unique-rectangle-1,unique-rectangle-2,unique-rectangle-3,unique-rectangle-4,unique-rectangle-5,\
             unique-rectangle-6,hidden-rectangle,avoidable-rectangle-1,avoidable-rectangle-2,finned-x-wing,\
             sashimi-x-wing,finned-swordfish,sashimi-swordfish,finned-jellyfish,sashimi-jellyfish,x-chain,xy-chain,aic,\
             sue-de-coq,grouped-aic,als-xz,als-xy-wing,als-aic,forcing-chain,law-of-leftovers-2,law-of-leftovers-3,\
             law-of-leftovers-4,common-peer-elimination,\
             franken-x-wing,finned-franken-x-wing,franken-swordfish,finned-franken-swordfish,franken-jellyfish,\
             finned-franken-jellyfish,mutant-x-wing,finned-mutant-x-wing,mutant-swordfish,finned-mutant-swordfish,\
             mutant-jellyfish,finned-mutant-jellyfish,death-blossom,bug-type-2,bug-type-3,bug-type-4,\
             aligned-pair-exclusion,aligned-triplet-exclusion,junior-exocet,sk-loop,\
             multi-sector-locked-set,template,kraken-fish,forcing-net,lp-elimination"
                .parse()
                .expect("names");
        let tables = BEFORE_LOOPS.iter().chain(&AFTER_LOOPS).map(|&(id, _)| id);
        let singles = [StrategyId::FullHouse, StrategyId::NakedSingle, StrategyId::HiddenSingle];
        let with: StrategySet = tables.chain(singles).chain([StrategyId::UniqueLoop]).collect();
        assert_eq!(StrategySet::ALL.difference(with.union(without)), StrategySet::EMPTY, "neither rated nor listed");
        assert_eq!(with.intersection(without), StrategySet::EMPTY, "rated and listed as not rated");
    }
}

//! Level and score on the scale of HoDoKu 2.2.4: the first technique of its order that applies is used,
//! and the scores of all steps add up. The level is that of the hardest technique, or that of the score if it is higher.
//!
//! # Example
//!
//! A puzzle that falls to 45 hidden singles, 8 naked singles and one naked pair scores 45 x 14 + 8 x 4 + 60 = 722. By
//! its score that is Easy; the pair makes it Medium.
//!
//! What makes the scale hard to reproduce is that each step decides what is left for the others. A hidden single scores
//! more than a naked one, so [`SinglesBoard`] gives them in HoDoKu's order; and the first step of a technique is the
//! one that HoDoKu finds first, or prefers to all others. Where our strategies look for other steps than HoDoKu, or in
//! another way, there is a search of its own ([`search_of`]).

mod almost_locked;
mod chains;
mod forcing;
mod franken;
mod links;
mod marks;
mod nets;
mod nice_loops;
mod rectangles;
mod remote_pairs;
mod sue_de_coq;

use self::marks::Marks;
use crate::grid::{Candidate, Cell, Constraint, Geometry, House, Puzzle, Shape};
use crate::logic::negative_cache::{NegativeCache, find_noting};
use crate::logic::strategies::locked_candidates::{Locked, locked};
use crate::logic::{Board, Step, StrategyId, StrategySet, fast_solutions};
use std::cell::LazyCell;
use std::cmp::Reverse;
use std::collections::VecDeque;
use std::ops::ControlFlow;

/// The levels, easiest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum HodokuLevel {
    Easy,
    Medium,
    Hard,
    Unfair,
    Extreme,
}

use HodokuLevel::{Easy, Extreme, Hard, Medium, Unfair};

impl HodokuLevel {
    /// Name as HoDoKu shows it.
    pub const fn name(self) -> &'static str {
        match self {
            Easy => "Easy",
            Medium => "Medium",
            Hard => "Hard",
            Unfair => "Unfair",
            Extreme => "Extreme",
        }
    }

    /// The level that this score has at least.
    pub fn of_score(score: u32) -> HodokuLevel {
        match score {
            0..=800 => Easy,
            801..=1000 => Medium,
            1001..=1600 => Hard,
            1601..=1800 => Unfair,
            _ => Extreme,
        }
    }
}

/// Level and score of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct HodokuRating {
    /// The level.
    pub level: HodokuLevel,
    /// Sum of the scores of all steps.
    pub score: u32,
}

/// What full houses and naked singles score.
pub(super) const LEAST_SINGLE: u32 = 4;
/// What hidden singles score.
pub(super) const MOST_SINGLE: u32 = 14;

/// A technique: strategy, which of its steps, score, level.
type Technique = (StrategyId, Form, u32, HodokuLevel);

/// Techniques after the singles, in order.
const ORDER: [Technique; 53] = [
    (StrategyId::NakedPair, Form::Locked, 40, Medium),
    (StrategyId::NakedTriple, Form::Locked, 60, Medium),
    (StrategyId::LockedCandidates, Form::Pointing, 50, Medium),
    (StrategyId::LockedCandidates, Form::Claiming, 50, Medium),
    (StrategyId::NakedPair, Form::Any, 60, Medium),
    (StrategyId::NakedTriple, Form::Any, 80, Medium),
    (StrategyId::HiddenPair, Form::Any, 70, Medium),
    (StrategyId::HiddenTriple, Form::Any, 100, Medium),
    (StrategyId::NakedQuad, Form::Any, 120, Hard),
    (StrategyId::HiddenQuad, Form::Any, 150, Hard),
    (StrategyId::XWing, Form::Any, 140, Hard),
    (StrategyId::Swordfish, Form::Any, 150, Hard),
    (StrategyId::Jellyfish, Form::Any, 160, Hard),
    (StrategyId::RemotePair, Form::Any, 110, Hard),
    (StrategyId::BugPlusOne, Form::Any, 100, Hard),
    (StrategyId::Skyscraper, Form::Any, 130, Hard),
    (StrategyId::TwoStringKite, Form::Any, 150, Hard),
    (StrategyId::TurbotFish, Form::Any, 120, Hard),
    (StrategyId::EmptyRectangle, Form::Any, 120, Hard),
    (StrategyId::WWing, Form::Any, 150, Hard),
    (StrategyId::XyWing, Form::Any, 160, Hard),
    (StrategyId::XyzWing, Form::Any, 180, Hard),
    (StrategyId::UniqueRectangle1, Form::Any, 100, Hard),
    (StrategyId::UniqueRectangle2, Form::Any, 100, Hard),
    (StrategyId::UniqueRectangle3, Form::Any, 100, Hard),
    (StrategyId::UniqueRectangle4, Form::Any, 100, Hard),
    (StrategyId::UniqueRectangle5, Form::Any, 100, Hard),
    (StrategyId::UniqueRectangle6, Form::Any, 100, Hard),
    (StrategyId::HiddenRectangle, Form::Any, 100, Hard),
    (StrategyId::AvoidableRectangle1, Form::Bivalue, 100, Hard),
    (StrategyId::AvoidableRectangle2, Form::Bivalue, 100, Hard),
    (StrategyId::FinnedXWing, Form::Any, 130, Hard),
    (StrategyId::SashimiXWing, Form::Any, 150, Hard),
    (StrategyId::FinnedSwordfish, Form::Any, 200, Unfair),
    (StrategyId::SashimiSwordfish, Form::Any, 240, Unfair),
    (StrategyId::FinnedJellyfish, Form::Any, 250, Unfair),
    (StrategyId::SashimiJellyfish, Form::Any, 260, Unfair),
    (StrategyId::SueDeCoq, Form::Any, 250, Unfair),
    (StrategyId::SimpleColouring, Form::Any, 150, Hard),
    (StrategyId::MultiColours, Form::Any, 200, Hard),
    (StrategyId::XChain, Form::Any, 260, Unfair),
    (StrategyId::XyChain, Form::Any, 260, Unfair),
    (StrategyId::Aic, Form::Any, 280, Unfair),
    (StrategyId::GroupedAic, Form::Any, 300, Unfair),
    (StrategyId::AlsXz, Form::Any, 300, Unfair),
    (StrategyId::AlsXyWing, Form::Any, 320, Unfair),
    (StrategyId::AlsAic, Form::Any, 340, Unfair),
    (StrategyId::FrankenXWing, Form::Any, 300, Unfair),
    (StrategyId::FrankenSwordfish, Form::Any, 350, Unfair),
    (StrategyId::FinnedFrankenXWing, Form::Any, 390, Unfair),
    (StrategyId::FinnedFrankenSwordfish, Form::Any, 410, Unfair),
    (StrategyId::ForcingChain, Form::Any, 500, Extreme),
    (StrategyId::ForcingNet, Form::Any, 700, Extreme),
];

/// Which steps of a strategy a line of the order means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Any,
    Locked,
    Pointing,
    Claiming,
    /// Rectangles whose open corners have two digits each.
    Bivalue,
}

/// The rating of a 9x9 puzzle; `None` for others, and where it is not known which of two steps HoDoKu prefers. No puzzle
/// is known for which this is so.
///
/// The puzzle must have one solution only.
pub fn hodoku_rating(puzzle: &Puzzle) -> Option<HodokuRating> {
    of_puzzle(puzzle, &mut NegativeCache::default())
}

pub(super) fn of_puzzle(puzzle: &Puzzle, absent: &mut NegativeCache) -> Option<HodokuRating> {
    by_techniques(puzzle, &ORDER, absent)
}

/// The rating where these are the techniques after the singles.
fn by_techniques(puzzle: &Puzzle, techniques: &[Technique], absent: &mut NegativeCache) -> Option<HodokuRating> {
    if puzzle.shape() != Shape::NINE {
        return None;
    }
    let mut state = SinglesBoard::of(puzzle);
    let mut rating = HodokuRating { level: Easy, score: 0 };
    while !state.board.is_solved() {
        if state.board.is_broken() {
            return None;
        }
        if let Some((candidate, points)) = state.single() {
            state.place(candidate);
            rating.score += points;
            continue;
        }
        let (mut steps, points, level) = match next(&state.board, techniques, absent) {
            Some(next) => next,
            None => (vec![guess(&state.board)?], GUESS, Extreme),
        };
        rating.score += points;
        rating.level = rating.level.max(level);
        let step = steps.pop().filter(|_| steps.is_empty())?;
        state.carry_out(&step);
    }
    Some(HodokuRating { level: rating.level.max(HodokuLevel::of_score(rating.score)), ..rating })
}

/// What a digit scores that HoDoKu takes from the solution since no technique applies.
const GUESS: u32 = 10_000;

/// HoDoKu takes the digit of the open cell in the middle from the solution; `None` if there is no solution.
fn guess(board: &Board) -> Option<Move> {
    let open: Vec<Cell> = board.shape().cells().filter(|&cell| board.value(cell).is_none()).collect();
    let cell = open[open.len() / 2];
    let solution = fast_solutions(board.values(), 1).pop()?;
    Some(Move::Place(Candidate::new(cell, solution.get(cell)?)))
}

/// The steps of the first technique that has any, with its score and level. There are several only if it is not known
/// which of them HoDoKu takes.
fn next(board: &Board, techniques: &[Technique], absent: &mut NegativeCache) -> Option<(Vec<Move>, u32, HodokuLevel)> {
    let marks = LazyCell::new(|| Marks::of(board));
    let mut known = absent.known(board);
    techniques.iter().find_map(|&(id, form, points, level)| {
        if known.contains(id) && !WIDER.contains(&id) {
            return None;
        }
        let steps = if let Some(search) = search_of(id) {
            search(&marks, id)
        } else {
            let mut seen = StrategySet::EMPTY;
            let step = as_we_do(board, &marks, id, form, &mut seen);
            if !seen.is_empty() {
                let at_board = absent.at(board);
                *at_board = at_board.union(seen);
                known = *at_board;
            }
            rule_out(step)
        };
        (!steps.is_empty()).then_some((steps, points, level))
    })
}

/// What is ruled out by a technique that HoDoKu looks for as we do; names strategies that are seen to have no step.
fn as_we_do(
    board: &Board,
    marks: &LazyCell<Marks, impl FnOnce() -> Marks>,
    id: StrategyId,
    form: Form,
    absent: &mut StrategySet,
) -> Option<Deletions> {
    let Some((n_bases, has_fins)) = franken::size(id) else {
        return first(board, id, form, absent).map(|step| deletions(board, &step, form));
    };
    // Ours says sooner that there is none.
    let is_there = find_noting(board, id.into(), absent, &mut |_| ControlFlow::Break(())).is_break();
    is_there.then(|| franken::first(marks, n_bases, has_fins)).flatten()
}

/// A search for the step of a technique that HoDoKu takes; it finds several if it is not known which of them.
type Search = fn(&Marks, StrategyId) -> Vec<Move>;

/// HoDoKu's own search for the techniques that it looks for in other ways, or among other steps, than our strategies.
fn search_of(id: StrategyId) -> Option<Search> {
    Some(match id {
        StrategyId::RemotePair => |marks, _| rule_out(remote_pairs::first(marks)),
        StrategyId::TurbotFish => |marks, _| rule_out(chains::turbot_fish(marks)),
        StrategyId::UniqueRectangle1
        | StrategyId::UniqueRectangle2
        | StrategyId::UniqueRectangle3
        | StrategyId::UniqueRectangle4
        | StrategyId::UniqueRectangle5
        | StrategyId::UniqueRectangle6
        | StrategyId::HiddenRectangle => |marks, id| rule_out(rectangles::first(marks, id)),
        StrategyId::SueDeCoq => |marks, _| rule_out(sue_de_coq::first(marks)),
        StrategyId::XChain => |marks, _| rule_out(chains::x_chain(marks)),
        StrategyId::XyChain => |marks, _| rule_out(chains::xy_chain(marks)),
        StrategyId::Aic => |marks, _| rule_out(nice_loops::first(marks, false)),
        StrategyId::GroupedAic => |marks, _| rule_out(nice_loops::first(marks, true)),
        StrategyId::AlsXz => |marks, _| rule_out(almost_locked::xz(marks)),
        StrategyId::AlsXyWing => |marks, _| rule_out(almost_locked::xy_wing(marks)),
        StrategyId::AlsAic => |marks, _| rule_out(almost_locked::chain(marks)),
        StrategyId::ForcingChain => |marks, _| forcing::first(marks, false).into_iter().collect(),
        StrategyId::ForcingNet => |marks, _| forcing::first(marks, true).into_iter().collect(),
        _ => return None,
    })
}

fn rule_out(found: impl IntoIterator<Item = Deletions>) -> Vec<Move> {
    found.into_iter().map(Move::RuleOut).collect()
}

/// Techniques of which HoDoKu sees steps where our strategies see none.
const WIDER: [StrategyId; 9] = [
    StrategyId::RemotePair,
    StrategyId::UniqueRectangle1,
    StrategyId::UniqueRectangle2,
    StrategyId::UniqueRectangle3,
    StrategyId::UniqueRectangle4,
    StrategyId::UniqueRectangle5,
    StrategyId::UniqueRectangle6,
    StrategyId::HiddenRectangle,
    StrategyId::SueDeCoq,
];

/// What a step does.
#[derive(Clone, PartialEq, Eq, Debug)]
enum Move {
    /// The candidates are ruled out.
    RuleOut(Deletions),
    /// The digit is placed.
    Place(Candidate),
}

/// What a step rules out, in the order in which HoDoKu deletes it: singles come up in this order.
type Deletions = Vec<Candidate>;

fn deletions(board: &Board, step: &Step, form: Form) -> Deletions {
    let mut candidates = step.eliminated().to_vec();
    if let (Form::Locked, Some(&Constraint::Cell(cell))) = (form, step.evidence().bases.first()) {
        // From the line first, then from the box.
        candidates.sort_by_key(|candidate| board.shape().box_of(candidate.cell) == board.shape().box_of(cell));
    }
    candidates
}

/// Where a step stands among those that HoDoKu sorts: most candidates first, then the lowest weighted sum of their cells.
fn sorting_rank(step: &Deletions) -> (Reverse<usize>, usize) {
    let candidates = step.iter().enumerate();
    let sum = candidates.map(|(i, c)| c.cell.index() * (80 * i + 1) + c.digit.value() as usize).sum();
    (Reverse(step.len()), sum)
}

/// The step that comes first of those that are offered; of equals the one that was offered first.
#[derive(Default)]
struct First(Option<Deletions>);

impl First {
    /// Whether the step would come before all others. One that rules nothing out is none.
    fn would_take(&self, step: &Deletions) -> bool {
        !step.is_empty() && self.0.as_ref().is_none_or(|first| sorting_rank(step) < sorting_rank(first))
    }

    fn offer(&mut self, step: Deletions) {
        if self.would_take(&step) {
            self.0 = Some(step);
        }
    }

    fn deletions(self) -> Option<Deletions> {
        self.0
    }
}

/// The first step of the form in HoDoKu's order.
fn first(board: &Board, id: StrategyId, form: Form, absent: &mut StrategySet) -> Option<Step> {
    if id == StrategyId::LockedCandidates {
        return first_locked(board, form, absent);
    }
    let mut found: Option<(Rank, Step)> = None;
    let _ = find_noting(board, id.into(), absent, &mut |step| {
        if !fits(board, &step, form) {
            return ControlFlow::Continue(());
        }
        let Some(rank) = rank(board, &step) else {
            found = Some((Rank::default(), step));
            return ControlFlow::Break(());
        };
        if found.as_ref().is_none_or(|(first, _)| rank < *first) {
            found = Some((rank, step));
        }
        ControlFlow::Continue(())
    });
    found.map(|(_, step)| step)
}

/// The first step of locked candidates in this form; they are too common for a step to be made of each.
fn first_locked(board: &Board, form: Form, absent: &mut StrategySet) -> Option<Step> {
    let mut found: Option<Locked> = None;
    let mut is_absent = true;
    let _ = locked(board, |next| {
        is_absent = false;
        if (form == Form::Pointing) != (next.base.index() >= 18) {
            // Pointing comes first.
            return if form == Form::Pointing { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
        }
        if found.is_none_or(|first| next.base < first.base) {
            found = Some(next);
        }
        ControlFlow::Continue(())
    });
    if is_absent {
        absent.insert(StrategyId::LockedCandidates);
    }
    found.map(|found| found.step(board))
}

fn fits(board: &Board, step: &Step, form: Form) -> bool {
    let evidence = step.evidence();
    match form {
        Form::Any | Form::Pointing | Form::Claiming => true,
        Form::Locked => evidence.covers.len() > evidence.bases.len(),
        Form::Bivalue => evidence.bases.iter().all(|base| board.remaining(*base).count_ones() <= 2),
    }
}

/// Where a step stands in HoDoKu's search among those of its technique.
type Rank = [usize; 4];

/// The rank of a step; `None` where our search has the same order.
fn rank(board: &Board, step: &Step) -> Option<Rank> {
    use StrategyId as Id;
    let geometry = board.geometry();
    let evidence = step.evidence();
    let base_house = |i: usize| match evidence.bases.get(i) {
        Some(&Constraint::HouseDigit(house, digit)) => (house.index(), digit.index()),
        _ => (0, 0),
    };
    // Boxes before lines.
    let boxes_first = |house: usize| if house >= 18 { house - 18 } else { house + 9 };
    let eliminated = step.eliminated()[0].digit.index();
    let cells: Vec<usize> = evidence
        .bases
        .iter()
        .filter_map(|c| if let Constraint::Cell(cell) = c { Some(cell.index()) } else { None })
        .collect();
    Some(match step.strategy() {
        Id::HiddenPair | Id::HiddenTriple | Id::HiddenQuad => [boxes_first(base_house(0).0), 0, 0, 0],
        Id::NakedPair | Id::NakedTriple | Id::NakedQuad => {
            [boxes_first(box_or_line(geometry, &evidence.bases).index()), 0, 0, 0]
        }
        Id::Skyscraper => [base_house(0).0 / 9, eliminated, base_house(0).0, base_house(1).0],
        Id::WWing => [cells[0], cells[1], eliminated, 0],
        Id::XyWing => {
            let pivot = cells[0];
            let mut sorted = cells;
            sorted.sort_unstable();
            [sorted[0], sorted[1], sorted[2], pivot]
        }
        _ => return None,
    })
}

/// The box that holds these cells, or else their line.
fn box_or_line(geometry: &Geometry, cells: &[Constraint]) -> House {
    let cells = || cells.iter().filter_map(|c| if let Constraint::Cell(cell) = c { Some(*cell) } else { None });
    let mut shared = cells().next().into_iter().flat_map(|cell| geometry.cell_houses[cell.index()]);
    let holds_all = |house: &House| cells().all(|cell| geometry.house_sets[house.index()].contains(cell));
    shared.rfind(holds_all).unwrap_or(House(0))
}

type Queue = VecDeque<Candidate>;

fn note(naked: &mut Queue, hidden: &mut Queue, constraint: Constraint, last: Candidate) {
    match constraint {
        Constraint::Cell(_) => naked.push_back(last),
        Constraint::HouseDigit(..) => hidden.push_back(last),
    }
}

/// A board that notes singles in the order in which they come up.
struct SinglesBoard {
    board: Board,
    naked: Queue,
    hidden: Queue,
}

impl SinglesBoard {
    /// The clues of a puzzle, placed one after the other.
    fn of(puzzle: &Puzzle) -> SinglesBoard {
        let mut state = SinglesBoard { board: Board::with_clues_of(puzzle), naked: Queue::new(), hidden: Queue::new() };
        for (cell, digit) in puzzle.clues() {
            state.place(Candidate::new(cell, digit));
        }
        state
    }

    fn place(&mut self, candidate: Candidate) {
        let SinglesBoard { board, naked, hidden } = self;
        board.place_noting(candidate, &mut |constraint, last| note(naked, hidden, constraint, last));
    }

    fn eliminate(&mut self, candidate: Candidate) {
        let SinglesBoard { board, naked, hidden } = self;
        board.eliminate_noting(candidate, &mut |constraint, last| note(naked, hidden, constraint, last));
    }

    fn carry_out(&mut self, step: &Move) {
        match step {
            Move::RuleOut(candidates) => candidates.iter().for_each(|&candidate| self.eliminate(candidate)),
            Move::Place(candidate) => self.place(*candidate),
        }
    }

    /// The next single with its score: a full house, a naked or a hidden single.
    fn single(&mut self) -> Option<(Candidate, u32)> {
        let board = &self.board;
        self.naked.retain(|c| board.value(c.cell).is_none());
        while self.hidden.front().is_some_and(|c| board.value(c.cell).is_some()) {
            self.hidden.pop_front();
        }
        let is_last =
            |c: &&Candidate| board.geometry().cell_houses[c.cell.index()].iter().any(|&house| board.lacks_one(house));
        // Full houses and naked singles have the same score, and placing both gives the same board.
        if let Some(&candidate) = self.naked.iter().find(is_last).or(self.naked.front()) {
            return Some((candidate, LEAST_SINGLE));
        }
        Some((*self.hidden.front()?, MOST_SINGLE))
    }
}

#[cfg(test)]
mod tests;

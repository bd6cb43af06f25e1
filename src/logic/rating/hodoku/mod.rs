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
//! another way, there is a search of its own ([`search_of`]). Where HoDoKu's order is not known here, all paths are
//! compared ([`Walk`]), and there is no rating where they differ, rather than a wrong one.

mod almost_locked;
mod forcing;
mod links;
mod marks;
mod nice_loops;
mod sue_de_coq;

use self::marks::Marks;
use super::remote_pairs::chains;
use crate::grid::{Candidate, Cell, Constraint, Geometry, House, Puzzle, Shape};
use crate::logic::negative_cache::{NegativeCache, find_noting};
use crate::logic::strategies::locked_candidates::{Locked, locked};
use crate::logic::{Board, Deadly, Step, StrategyId, StrategySet};
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

/// The rating of a 9x9 puzzle; `None` if HoDoKu would guess, or if paths that it might take lead to different ratings.
///
/// The puzzle must have one solution only.
pub fn hodoku_rating(puzzle: &Puzzle) -> Option<HodokuRating> {
    of_puzzle(puzzle, &mut NegativeCache::default())
}

pub(super) fn of_puzzle(puzzle: &Puzzle, absent: &mut NegativeCache) -> Option<HodokuRating> {
    by_techniques(puzzle, &ORDER, MOST_PATHS, absent)
}

/// The rating where these are the techniques after the singles, if no more than so many paths need to be compared.
fn by_techniques(
    puzzle: &Puzzle,
    techniques: &[Technique],
    n_paths: usize,
    absent: &mut NegativeCache,
) -> Option<HodokuRating> {
    if puzzle.shape() != Shape::NINE {
        return None;
    }
    let mut state = SinglesBoard { board: Board::with_clues_of(puzzle), naked: Queue::new(), hidden: Queue::new() };
    for (cell, digit) in puzzle.clues() {
        state.place(Candidate::new(cell, digit));
    }
    let mut walk = Walk { techniques, absent, n_left: n_paths, forks: 0, rated: Vec::new() };
    walk.rest(state, HodokuRating { level: Easy, score: 0 })
}

/// So many paths are compared at most, where HoDoKu's choice among the steps of a technique is not known.
const MOST_PATHS: usize = 100;

/// The techniques of which all steps that our strategies find are collected, and whether HoDoKu sorts them in a way we
/// know.
const COLLECTED: [(StrategyId, bool); 7] = [
    (StrategyId::TurbotFish, true),
    (StrategyId::XChain, true),
    (StrategyId::XyChain, true),
    (StrategyId::FrankenXWing, false),
    (StrategyId::FrankenSwordfish, false),
    (StrategyId::FinnedFrankenXWing, false),
    (StrategyId::FinnedFrankenSwordfish, false),
];

/// What is rated once, since paths meet again.
struct Rated {
    board: Board,
    /// The rating up to here.
    before: HodokuRating,
    /// The whole rating.
    whole: HodokuRating,
    n_paths: usize,
}

/// The walk along all paths that HoDoKu might take.
struct Walk<'a> {
    techniques: &'a [Technique],
    absent: &'a mut NegativeCache,
    /// Paths that may yet be compared.
    n_left: usize,
    /// How many choices this path has behind it.
    forks: usize,
    rated: Vec<Rated>,
}

impl Walk<'_> {
    /// The rating from here on; `None` if no technique applies, or if possible paths differ.
    fn rest(&mut self, mut state: SinglesBoard, mut rating: HodokuRating) -> Option<HodokuRating> {
        let mut passed: Vec<(Board, HodokuRating, usize)> = Vec::new();
        let whole = loop {
            if state.board.is_solved() {
                break HodokuRating { level: rating.level.max(HodokuLevel::of_score(rating.score)), ..rating };
            }
            if state.board.is_broken() {
                return None;
            }
            if let Some((candidate, points)) = state.single() {
                state.place(candidate);
                rating.score += points;
                continue;
            }
            if self.forks > 0 {
                // Without singles in the queues the board says all.
                if let Some(known) = self.rated.iter().find(|r| r.before == rating && r.board == state.board) {
                    self.n_left = self.n_left.checked_sub(known.n_paths)?;
                    break known.whole;
                }
                passed.push((state.board.clone(), rating, self.n_left));
            }
            let mut known = self.absent.known(&state.board);
            let mut next = None;
            for &(id, form, points, level) in self.techniques {
                if known.contains(id) {
                    continue;
                }
                let steps = self.steps(&state.board, id, form, &mut known)?;
                if !steps.is_empty() {
                    next = Some((steps, points, level));
                    break;
                }
            }
            let (steps, points, level) = next?;
            rating.score += points;
            rating.level = rating.level.max(level);
            if let [step] = &steps[..] {
                state.carry_out(step);
                continue;
            }
            break self.same_by_all(&state, &steps, rating)?;
        };
        for (board, before, n_left) in passed {
            self.rated.push(Rated { board, before, whole, n_paths: n_left - self.n_left });
        }
        Some(whole)
    }

    /// The rating by any of these steps. Never a wrong figure: the same by every step, or none.
    fn same_by_all(&mut self, state: &SinglesBoard, steps: &[Move], rating: HodokuRating) -> Option<HodokuRating> {
        let mut agreed = None;
        self.forks += 1;
        for step in steps {
            self.n_left = self.n_left.checked_sub(1)?;
            let mut next = state.clone();
            next.carry_out(step);
            let rating = self.rest(next, rating)?;
            if agreed.is_some_and(|known| known != rating) {
                return None;
            }
            agreed = Some(rating);
        }
        self.forks -= 1;
        agreed
    }

    /// The steps that HoDoKu might take of a technique; names strategies that are seen to have none. `None` if there is
    /// one, but which ones HoDoKu sees is not known.
    fn steps(&mut self, board: &Board, id: StrategyId, form: Form, known: &mut StrategySet) -> Option<Vec<Move>> {
        if let Some(search) = search_of(id) {
            return Some(search(&Marks::of(board)).into_iter().collect());
        }
        let mut absent = StrategySet::EMPTY;
        let mut steps = match COLLECTED.iter().find(|(collected, _)| *collected == id) {
            Some(&(_, is_sorted)) => all(board, id, is_sorted, &mut absent),
            None => first(board, id, form, &mut absent).map(|step| deletions(board, &step, form)).into_iter().collect(),
        };
        if id == StrategyId::RemotePair && !steps.is_empty() {
            steps = sorted_first(chains(board)?);
        }
        if !absent.is_empty() {
            let at_board = self.absent.at(board);
            *at_board = at_board.union(absent);
            *known = *at_board;
        }
        Some(steps.into_iter().map(Move::RuleOut).collect())
    }
}

/// HoDoKu's own search for the techniques that it looks for in other ways, or among other steps, than our strategies.
fn search_of(id: StrategyId) -> Option<fn(&Marks) -> Option<Move>> {
    Some(match id {
        StrategyId::SueDeCoq => |marks| sue_de_coq::first(marks).map(Move::RuleOut),
        StrategyId::Aic => |marks| nice_loops::first(marks, false).map(Move::RuleOut),
        StrategyId::GroupedAic => |marks| nice_loops::first(marks, true).map(Move::RuleOut),
        StrategyId::AlsXz => |marks| almost_locked::xz(marks).map(Move::RuleOut),
        StrategyId::AlsXyWing => |marks| almost_locked::xy_wing(marks).map(Move::RuleOut),
        StrategyId::AlsAic => |marks| almost_locked::chain(marks).map(Move::RuleOut),
        StrategyId::ForcingChain => |marks| forcing::first(marks, false),
        StrategyId::ForcingNet => |marks| forcing::first(marks, true),
        _ => return None,
    })
}

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

/// Every step that rules out something else than the others; if they are sorted, those that come first.
fn all(board: &Board, id: StrategyId, is_sorted: bool, absent: &mut StrategySet) -> Vec<Deletions> {
    let mut steps: Vec<Deletions> = Vec::new();
    let _ = find_noting(board, id.into(), absent, &mut |step| {
        // The chains that HoDoKu looks for are no longer.
        if step.evidence().nodes.len() <= 20 && steps.iter().all(|known| known != step.eliminated()) {
            steps.push(step.eliminated().to_vec());
        }
        ControlFlow::Continue(())
    });
    if is_sorted { sorted_first(steps) } else { steps }
}

/// Where a step stands among those that HoDoKu sorts: most candidates first, then the lowest weighted sum of their cells.
fn sorting_rank(step: &Deletions) -> (Reverse<usize>, usize) {
    let candidates = step.iter().enumerate();
    let sum = candidates.map(|(i, c)| c.cell.index() * (80 * i + 1) + c.digit.value() as usize).sum();
    (Reverse(step.len()), sum)
}

/// Those that come first.
fn sorted_first(mut steps: Vec<Deletions>) -> Vec<Deletions> {
    let first = steps.iter().map(sorting_rank).min();
    steps.retain(|step| Some(sorting_rank(step)) == first);
    steps
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
        Id::UniqueRectangle1
        | Id::UniqueRectangle2
        | Id::UniqueRectangle3
        | Id::UniqueRectangle4
        | Id::UniqueRectangle5
        | Id::UniqueRectangle6
        | Id::HiddenRectangle => {
            let Some(Deadly::Loop { cells, .. }) = &evidence.deadly else { return None };
            let shape = board.shape();
            // Its lowest corner with two digits, that one's neighbour in the box, the lines of the other two.
            let start = cells.iter().copied().filter(|&cell| board.marks(cell).len() == 2).min()?;
            let in_box = |cell: &&Cell| **cell != start && shape.box_of(**cell) == shape.box_of(start);
            let second = *cells.iter().find(in_box)?;
            let other = *cells.iter().find(|&&cell| shape.box_of(cell) != shape.box_of(start))?;
            let line = if shape.row(start) == shape.row(second) { shape.row(other) } else { shape.col(other) };
            [start.index(), second.index(), line, 0]
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
#[derive(Clone)]
struct SinglesBoard {
    board: Board,
    naked: Queue,
    hidden: Queue,
}

impl SinglesBoard {
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

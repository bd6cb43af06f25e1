//! Level and score on the scale of HoDoKu 2.2.4: the first technique of its order that applies is used,
//! and the scores of all steps add up.

use super::{Board, Step, StrategyId, strategy};
use crate::grid::{Candidate, Constraint, House, Puzzle, Shape};
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
    fn of_score(score: u32) -> HodokuLevel {
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

/// Techniques after the singles in order: strategy, which of its steps, score, level.
const ORDER: [(StrategyId, Form, u32, HodokuLevel); 39] = [
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
    (StrategyId::FinnedXWing, Form::Any, 130, Hard),
    (StrategyId::SashimiXWing, Form::Any, 150, Hard),
    (StrategyId::FinnedSwordfish, Form::Any, 200, Unfair),
    (StrategyId::SashimiSwordfish, Form::Any, 240, Unfair),
    (StrategyId::FinnedJellyfish, Form::Any, 250, Unfair),
    (StrategyId::SashimiJellyfish, Form::Any, 260, Unfair),
    (StrategyId::SueDeCoq, Form::Any, 250, Unfair),
    (StrategyId::SimpleColouring, Form::Any, 150, Hard),
    (StrategyId::XChain, Form::Any, 260, Unfair),
    (StrategyId::XyChain, Form::Any, 260, Unfair),
];

/// Which steps of a strategy a line of the order means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Form {
    Any,
    Locked,
    Pointing,
    Claiming,
}

/// The rating of a 9x9 puzzle; `None` if it needs a technique that is not implemented.
///
/// The puzzle must have one solution only.
pub fn hodoku_rating(puzzle: &Puzzle) -> Option<HodokuRating> {
    if puzzle.shape() != Shape::NINE {
        return None;
    }
    let mut state = State { board: Board::new(&Puzzle::empty(Shape::NINE)), naked: Queue::new(), hidden: Queue::new() };
    for (cell, digit) in puzzle.clues() {
        state.place(Candidate::new(cell, digit));
    }
    let (mut score, mut level) = (0, Easy);
    while !state.board.is_solved() {
        if state.board.is_broken() {
            return None;
        }
        if let Some((candidate, points)) = state.single() {
            state.place(candidate);
            score += points;
            continue;
        }
        let (step, points, step_level) = ORDER
            .iter()
            .find_map(|&(id, form, points, level)| Some((first(&state.board, id, form)?, points, level)))?;
        score += points;
        level = level.max(step_level);
        for &candidate in step.eliminated() {
            state.eliminate(candidate);
        }
    }
    Some(HodokuRating { level: level.max(HodokuLevel::of_score(score)), score })
}

/// The first step of the form.
fn first(board: &Board, id: StrategyId, form: Form) -> Option<Step> {
    let geometry = board.shape().geometry();
    let is_box = |house: House| house.index() >= 2 * geometry.shape.n();
    let mut found: Option<(House, Step)> = None;
    let _ = strategy(id).find(board, &mut |step| {
        let house = match step.evidence().bases.first() {
            Some(&Constraint::HouseDigit(house, _)) => house,
            _ => House(0),
        };
        let fits = match form {
            Form::Any => true,
            Form::Locked => step.evidence().covers.len() > step.evidence().bases.len(),
            Form::Pointing => is_box(house),
            Form::Claiming => !is_box(house),
        };
        if !fits {
            return ControlFlow::Continue(());
        }
        // Locked candidates go by house, then by digit; all others as they come.
        let by_house = matches!(form, Form::Pointing | Form::Claiming);
        if found.as_ref().is_none_or(|&(first, _)| by_house && house < first) {
            found = Some((house, step));
        }
        if by_house { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    found.map(|(_, step)| step)
}

type Queue = VecDeque<Candidate>;

/// A board that notes singles in the order in which they come up.
struct State {
    board: Board,
    naked: Queue,
    hidden: Queue,
}

impl State {
    fn place(&mut self, candidate: Candidate) {
        let geometry = self.board.shape().geometry();
        for &peer in &geometry.peers[candidate.cell.index()] {
            self.eliminate(Candidate::new(peer, candidate.digit));
        }
        for digit in self.board.marks(candidate.cell).iter().filter(|&digit| digit != candidate.digit) {
            self.note_hidden_after(Candidate::new(candidate.cell, digit));
        }
        self.board.place(candidate);
    }

    fn eliminate(&mut self, candidate: Candidate) {
        if !self.board.has(candidate) {
            return;
        }
        self.note_hidden_after(candidate);
        if let Some(digit) = self.board.marks(candidate.cell).only()
            && self.board.value(candidate.cell).is_none()
        {
            self.naked.push_back(Candidate::new(candidate.cell, digit));
        }
    }

    /// Rules a candidate out and notes the houses where one place is left.
    fn note_hidden_after(&mut self, candidate: Candidate) {
        let geometry = self.board.shape().geometry();
        self.board.eliminate(candidate);
        for house in geometry.cell_houses[candidate.cell.index()] {
            let constraint = Constraint::HouseDigit(house, candidate.digit);
            let remaining = self.board.remaining(constraint);
            if remaining.is_power_of_two() && !self.board.is_met(constraint) {
                self.hidden.push_back(constraint.candidate(geometry, remaining.trailing_zeros() as usize));
            }
        }
    }

    /// The next single with its score: a full house, a naked or a hidden single.
    fn single(&mut self) -> Option<(Candidate, u32)> {
        const EASY_SCORE: u32 = 4;
        const HIDDEN_SCORE: u32 = 14;
        let board = &self.board;
        self.naked.retain(|c| board.value(c.cell).is_none());
        self.hidden.retain(|c| board.value(c.cell).is_none());
        let is_last = |c: &&Candidate| {
            board.shape().geometry().cell_houses[c.cell.index()].iter().any(|&h| board.n_placed_in(h) == 8)
        };
        // Full houses and naked singles have the same score, and placing both gives the same board.
        if let Some(&candidate) = self.naked.iter().find(is_last).or(self.naked.front()) {
            return Some((candidate, EASY_SCORE));
        }
        Some((*self.hidden.front()?, HIDDEN_SCORE))
    }
}

//! What strategies outside the base-and-cover form share: they are only searched for.

use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, DigitSet, Geometry, House, Shape};
use crate::logic::{
    Board, ChainLink, ChainNode, Effect, Evidence, Sentence, SetLogic, Step, Strategy, StrategyEntry, StrategyId,
    StrategySet,
};
use std::ops::ControlFlow;

/// Receives the steps that a finder comes across.
pub(super) type Visit<'a> = &'a mut dyn FnMut(Step) -> ControlFlow<()>;

/// Visits the steps of a strategy.
pub(super) type Find = fn(&Board, StrategyId, Visit<'_>) -> ControlFlow<()>;

/// A strategy that is a function which finds its steps.
pub(in crate::logic) struct Forward {
    pub(super) entry: StrategyEntry,
    pub(super) assumes_uniqueness: bool,
    pub(super) effect: Effect,
    pub(super) find: Find,
    /// Where one search comes across the steps of several strategies.
    pub(super) family: Option<Family>,
    /// As `find`, but may leave out steps that conclude what an earlier one does.
    pub(super) distinct: Option<Find>,
    pub(super) explain: fn(&Step, &Board) -> Sentence,
    /// Whether puzzles of this shape can have steps of it.
    pub(super) exists_on: fn(Shape) -> bool,
}

/// Strategies whose steps one search comes across.
pub(in crate::logic) struct Family {
    pub(super) members: &'static [StrategyId],
    /// As `find`; also notes which of the other members have a step.
    pub(super) find: fn(&Board, StrategyId, &mut StrategySet, Visit<'_>) -> ControlFlow<()>,
}

impl std::fmt::Debug for Forward {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.entry.name)
    }
}

impl Strategy for Forward {
    fn entry(&self) -> &StrategyEntry {
        &self.entry
    }

    fn set_logic(&self) -> Option<SetLogic> {
        None
    }

    fn explain(&self, step: &Step, board: &Board) -> Sentence {
        (self.explain)(step, board)
    }

    fn exists_on(&self, shape: Shape) -> bool {
        (self.exists_on)(shape)
    }

    fn assumes_uniqueness(&self) -> bool {
        self.assumes_uniqueness
    }

    fn effect(&self) -> Effect {
        self.effect
    }

    fn family(&self) -> StrategySet {
        match &self.family {
            Some(family) => family.members.iter().copied().collect(),
            None => StrategySet::single(self.entry.id),
        }
    }

    fn find_noting(&self, board: &Board, met: &mut StrategySet, visit: Visit<'_>) -> ControlFlow<()> {
        let id = self.entry.id;
        let mut others = StrategySet::EMPTY;
        let mut is_met = false;
        let visit: Visit<'_> = &mut |step| {
            is_met = true;
            visit(step)
        };
        let ended = match &self.family {
            Some(family) => (family.find)(board, id, &mut others, visit),
            None => (self.find)(board, id, visit),
        };
        *met = met.union(others);
        if is_met {
            met.insert(id);
        }
        ended
    }

    fn find(&self, board: &Board, visit: Visit<'_>) -> ControlFlow<()> {
        (self.find)(board, self.entry.id, visit)
    }

    fn find_distinct(&self, board: &Board, met: &mut StrategySet, visit: Visit<'_>) -> ControlFlow<()> {
        let Some(find) = self.distinct else { return self.find_noting(board, met, visit) };
        find(board, self.entry.id, &mut |step| {
            met.insert(self.entry.id);
            visit(step)
        })
    }
}

/// The open cells of a board, by digit.
pub(super) struct Places<'a> {
    pub(super) board: &'a Board,
    pub(super) geometry: &'a Geometry,
    pub(super) n: usize,
    /// Cells without a placed digit.
    pub(super) open: CellSet,
    /// Open cells that hold the candidate, per digit.
    pub(super) of_digit: Vec<CellSet>,
}

impl<'a> Places<'a> {
    pub(super) fn new(board: &'a Board) -> Places<'a> {
        let shape = board.shape();
        let mut places = Places {
            board,
            geometry: board.geometry(),
            n: shape.n(),
            open: CellSet::EMPTY,
            of_digit: vec![CellSet::EMPTY; shape.n()],
        };
        for cell in shape.cells().filter(|&cell| board.value(cell).is_none()) {
            places.open.insert(cell);
            for digit in board.marks(cell).iter() {
                places.of_digit[digit.index()].insert(cell);
            }
        }
        places
    }

    pub(super) fn digits(&self) -> impl Iterator<Item = Digit> + use<> {
        (0..self.n).map(Digit::from_index)
    }

    pub(super) fn of(&self, digit: Digit) -> &CellSet {
        &self.of_digit[digit.index()]
    }

    pub(super) fn peers(&self, cell: Cell) -> &'a CellSet {
        &self.geometry.peer_sets[cell.index()]
    }

    pub(super) fn are_peers(&self, a: Cell, b: Cell) -> bool {
        self.geometry.are_peers(a, b)
    }

    /// Cells that see all of these cells.
    pub(super) fn common_peers(&self, cells: impl IntoIterator<Item = Cell>) -> CellSet {
        let mut cells = cells.into_iter();
        let Some(first) = cells.next() else { return CellSet::EMPTY };
        cells.fold(*self.peers(first), |set, cell| set.intersection(self.peers(cell)))
    }

    /// Open cells with exactly two candidates.
    pub(super) fn bivalue(&self) -> Vec<Cell> {
        self.open.iter().filter(|&cell| self.board.marks(cell).len() == 2).collect()
    }

    /// Cells of a house that hold the candidate.
    pub(super) fn in_house(&self, house: House, digit: Digit) -> CellSet {
        self.of(digit).intersection(&self.geometry.house_sets[house.index()])
    }

    /// Houses where the digit has exactly two places.
    pub(super) fn pairs(&self, digit: Digit) -> Vec<(House, Cell, Cell)> {
        let pair = |house: House| {
            let places = DigitSet(self.board.remaining(Constraint::HouseDigit(house, digit)));
            let cell = |position: u32| self.geometry.house_cells[house.index()][position as usize];
            let is_pair = places.has_at_most(2) && !places.has_at_most(1);
            is_pair.then(|| (house, cell(places.0.trailing_zeros()), cell(places.0.ilog2())))
        };
        let mut pairs = Vec::with_capacity(self.geometry.n_houses());
        pairs.extend(self.geometry.houses().filter_map(pair));
        pairs
    }

    /// Whether two digits that alternate in these cells can be exchanged without breaking a rule of the layout; certain only
    /// if the answer is no where the layout has no rules beside rows, columns and regions.
    pub(super) fn may_exchange(&self, cells: &[Cell], digits: [Digit; 2]) -> bool {
        if !self.geometry.has_rules {
            return true;
        }
        let side = |start: usize| cells.iter().copied().skip(start).step_by(2).collect::<CellSet>();
        self.geometry.may_exchange(&side(0), &side(1), digits)
    }

    /// Houses that hold all of these cells.
    pub(super) fn common_houses(&self, cells: &CellSet) -> impl Iterator<Item = House> + use<'a> {
        let geometry = self.geometry;
        let cells = *cells;
        let first = cells.iter().next();
        let houses = first.into_iter().flat_map(|cell| geometry.houses_of(cell));
        houses.filter(move |house| cells.is_subset(&geometry.house_sets[house.index()]))
    }
}

pub(super) fn candidates(cells: &CellSet, digit: Digit) -> Vec<Candidate> {
    cells.iter().map(|cell| Candidate::new(cell, digit)).collect()
}

pub(super) fn node(cells: impl IntoIterator<Item = Cell>, digit: Digit, is_on: bool) -> ChainNode {
    ChainNode { cells: cells.into_iter().collect(), digit, is_on }
}

/// Links from each node to the next, strong and weak by turns.
pub(super) fn alternating(n_nodes: usize, first_is_strong: bool) -> Vec<ChainLink> {
    (1..n_nodes).map(|to| ChainLink { from: to - 1, to, is_strong: first_is_strong == (to % 2 == 1) }).collect()
}

/// Visits a step if it rules something out; sorts the conclusions.
pub(super) fn rule_out(
    visit: Visit<'_>,
    id: StrategyId,
    mut eliminated: Vec<Candidate>,
    evidence: impl FnOnce() -> Evidence,
) -> ControlFlow<()> {
    if eliminated.is_empty() {
        return ControlFlow::Continue(());
    }
    eliminated.sort_unstable();
    eliminated.dedup();
    visit(Step::eliminate(id, eliminated, evidence()))
}

/// "r1c1", "r1c1 and r1c2".
pub(super) fn cell_names(geometry: &Geometry, cells: impl IntoIterator<Item = Cell>) -> Sentence {
    Sentence::list(cells.into_iter().map(|cell| Sentence::cell(geometry.shape, cell)))
}

pub(super) fn digit_names(digits: DigitSet) -> Sentence {
    Sentence::list(digits.iter().map(Sentence::from))
}

/// The digits of the conclusions, as a list for a sentence.
pub(super) fn eliminated_digits(step: &Step) -> Sentence {
    digit_names(step.eliminated().iter().map(|c| c.digit).collect())
}

/// "5 in r1c1", "5 in r1c1 or r1c2".
pub(super) fn node_name(geometry: &Geometry, node: &ChainNode) -> Sentence {
    let cells = node.cells.iter().map(|&cell| Sentence::cell(geometry.shape, cell));
    Sentence::compose("{0} in {1}", [node.digit.into(), Sentence::join(cells, " or ")])
}

/// The sentence of a chain whose ends cannot both be false.
pub(super) fn explain_chain(step: &Step, board: &Board) -> Sentence {
    let geometry = board.geometry();
    let nodes = &step.evidence().nodes;
    let (Some(first), Some(last)) = (nodes.first(), nodes.last()) else { return Sentence::default() };
    let chain = Sentence::join(nodes.iter().map(|node| node_name(geometry, node)), " - ");
    let start = node_name(geometry, first);
    if first == last || (first.cells == last.cells && first.digit == last.digit) {
        return Sentence::compose("even without {0}, the chain {1} leads back to it", [start, chain]);
    }
    Sentence::compose("by the chain {0}, {1} or {2} is true", [chain, start, node_name(geometry, last)])
}

//! Forward and inverse moves, one pencil mark at a time (sections 4.1 and 4.2 of the paper).

use crate::grid::{Candidate, Cell, DigitSet, Puzzle, Shape};
use crate::logic::{Board, Effect, Rule, SetLogic, StrategyId, StrategySet, strategy};
use std::collections::BTreeMap;
use std::ops::ControlFlow;

/// Values and pencil marks: an open cell has marks, a filled one has none (section 4.1).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PencilState {
    values: Puzzle,
    marks: Vec<DigitSet>,
}

/// A forward method of the paper; the order is its rank, easiest first (section 5.3).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum MoveMethod {
    /// Section 4.2.1: the only mark of a cell becomes its value.
    SingleCandidate,
    /// Section 4.2.2: a value removes its mark from a neighbour.
    Exclusion,
    /// Sections 4.2.3 to 4.2.5 and beyond: a rule of this strategy removes a mark.
    Rule(StrategyId),
}

/// One step between two states. Forward it fills a cell or removes a mark; the inverse takes that back.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Move {
    /// The method.
    pub method: MoveMethod,
    /// The mark, or the value of a single candidate.
    pub candidate: Candidate,
    /// The rule behind [`MoveMethod::Rule`].
    pub rule: Option<Rule>,
}

impl MoveMethod {
    /// Name for people: "single candidate", "exclusion", or the strategy's title.
    pub fn title(self) -> &'static str {
        match self {
            MoveMethod::SingleCandidate => "Single candidate",
            MoveMethod::Exclusion => "Exclusion",
            MoveMethod::Rule(id) => id.title(),
        }
    }
}

impl Move {
    /// Whether the move fills or empties a cell; all others remove or add a mark.
    pub fn is_cell(&self) -> bool {
        self.method == MoveMethod::SingleCandidate
    }
}

impl PencilState {
    /// A grid without marks: every cell filled for a solution, the point where the search begins.
    pub fn solved(solution: &Puzzle) -> PencilState {
        PencilState { values: solution.clone(), marks: vec![DigitSet::EMPTY; solution.shape().n_cells()] }
    }

    /// The point where a solver begins: every mark in every open cell, nothing excluded yet.
    pub fn start(puzzle: &Puzzle) -> PencilState {
        let all = DigitSet::all(puzzle.shape().n());
        let marks = puzzle.shape().cells().map(|c| if puzzle.get(c).is_some() { DigitSet::EMPTY } else { all });
        PencilState { values: puzzle.clone(), marks: marks.collect() }
    }

    /// A state of these values and marks; marks of filled cells are dropped.
    pub fn new(values: &Puzzle, marks: impl Fn(Cell) -> DigitSet) -> PencilState {
        let mut state = PencilState::start(values);
        for cell in values.shape().cells().filter(|&cell| values.get(cell).is_none()) {
            state.marks[cell.index()] = marks(cell);
        }
        state
    }

    /// Box shape of the grid.
    pub fn shape(&self) -> Shape {
        self.values.shape()
    }

    /// The filled cells: the clues of the puzzle that this state stands for.
    pub fn values(&self) -> &Puzzle {
        &self.values
    }

    /// The marks of a cell; none if it is filled.
    pub fn marks(&self, cell: Cell) -> DigitSet {
        self.marks[cell.index()]
    }

    /// Number of pencil marks: the level of the state in the search (section 5.2).
    pub fn n_marks(&self) -> usize {
        self.marks.iter().map(|marks| marks.len()).sum()
    }

    /// Carries a forward move out.
    pub fn forward(&mut self, step: &Move) {
        let Candidate { cell, digit } = step.candidate;
        self.marks[cell.index()].remove(digit);
        if step.is_cell() {
            self.values.set(cell, Some(digit));
        }
    }

    /// Carries the inverse of a move out.
    pub fn inverse(&mut self, step: &Move) {
        let Candidate { cell, digit } = step.candidate;
        self.marks[cell.index()].insert(digit);
        if step.is_cell() {
            self.values.set(cell, None);
        }
    }

    /// The state as a board of the strategies.
    pub fn board(&self) -> Board {
        Board::with_marks(&self.values, |cell| self.marks(cell))
    }
}

/// Every point that one forward move reaches, easiest method first for each: the parents of section 5.1.
pub fn parents(state: &PencilState, strategies: StrategySet) -> Vec<Move> {
    collect(state, strategies, false)
}

/// Every point that one inverse move reaches, easiest method first for each: the children of section 5.1.
///
/// An inverse move may take away too much: the child's own state leads back, but the puzzle of its
/// values need not (section 4.2).
pub fn children(state: &PencilState, strategies: StrategySet) -> Vec<Move> {
    collect(state, strategies, true)
}

/// The definitions that remove marks. A naked single does in two moves what single candidate and
/// exclusion do; as a rule it is the covering set of one cell.
pub(super) fn rules_of(strategies: StrategySet) -> impl Iterator<Item = (StrategyId, SetLogic)> {
    strategies.iter().filter_map(|id| strategy(id).set_logic().map(|logic| (id, logic)))
}

/// Both directions have the same conditions but for the mark itself: present for forward, absent for inverse.
fn collect(state: &PencilState, strategies: StrategySet, inverse: bool) -> Vec<Move> {
    let shape = state.shape();
    let geometry = &*shape.geometry();
    let mut moves: BTreeMap<(bool, Candidate), Move> = BTreeMap::new();
    let mut add = |method, candidate: Candidate, rule: Option<&Rule>| {
        let is_cell = method == MoveMethod::SingleCandidate;
        let is_open = state.values.get(candidate.cell).is_none();
        if !is_cell && (!is_open || state.marks(candidate.cell).contains(candidate.digit) == inverse) {
            return;
        }
        moves.entry((!is_cell, candidate)).or_insert_with(|| Move { method, candidate, rule: rule.cloned() });
    };
    for cell in shape.cells() {
        match (state.values.get(cell), state.marks(cell).only()) {
            (Some(digit), _) if inverse => add(MoveMethod::SingleCandidate, Candidate::new(cell, digit), None),
            (None, Some(digit)) if !inverse => add(MoveMethod::SingleCandidate, Candidate::new(cell, digit), None),
            _ => {}
        }
    }
    for (cell, digit) in state.values.clues() {
        for seen in Candidate::new(cell, digit).conflicts(geometry).filter(|seen| seen.cell != cell) {
            add(MoveMethod::Exclusion, seen, None);
        }
    }
    let board = state.board();
    for (id, logic) in rules_of(strategies) {
        let _ = logic.find_rules(&board, logic.most_met(strategies), &mut |rule| {
            let method = MoveMethod::Rule(id);
            let outside = |c: &Candidate| !rule.bases.iter().any(|base| base.contains(geometry, *c));
            match logic.effect {
                Effect::Place => {
                    let mut left = rule.bases[0].candidates(geometry).filter(|&c| board.has(c));
                    if let (Some(only), None) = (left.next(), left.next()) {
                        only.conflicts(geometry).filter(outside).for_each(|c| add(method, c, Some(&rule)));
                    }
                }
                Effect::Eliminate => {
                    let covered = rule.covers.iter().flat_map(|cover| cover.candidates(geometry));
                    covered.filter(outside).for_each(|c| add(method, c, Some(&rule)));
                }
            }
            ControlFlow::Continue(())
        });
    }
    moves.into_values().collect()
}

#[cfg(test)]
mod tests {
    use super::super::super::Unwatched;
    use super::super::super::grids::random_solution;
    use super::super::super::random::Random;
    use super::super::PAPER_METHODS;
    use super::*;
    use crate::grid::{Digit, SHAPES, content_lines};
    use proptest::prelude::*;

    /// A state on the way to a random solution: some cells filled, the others with their digit and more.
    fn random_state(shape: Shape, seed: u64, filled: usize, marked: usize) -> PencilState {
        let mut random = Random::new(seed, 1);
        let solution = random_solution(&Puzzle::empty(shape), &mut random, &Unwatched).expect("a grid");
        let mut values = solution.clone();
        for cell in shape.cells() {
            if random.below(10) >= filled {
                values.set(cell, None);
            }
        }
        let marks: Vec<DigitSet> = solution
            .clues()
            .map(|(_, own)| {
                let digits = DigitSet::all(shape.n()).iter();
                digits.filter(|&digit| digit == own || random.below(10) < marked).collect()
            })
            .collect();
        PencilState::new(&values, |cell| marks[cell.index()])
    }

    fn has(moves: &[Move], step: &Move) -> bool {
        moves.iter().any(|other| other.candidate == step.candidate && other.is_cell() == step.is_cell())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(40))]

        /// Section 4.2: "the inverse method may be applied to undo the forward method in every case";
        /// and section 5.1: a parent has one mark less, a child one more.
        #[test]
        fn an_inverse_move_undoes_every_forward_move(
            index in 0..SHAPES.len(), seed: u64, filled in 0usize..10, marked in 0usize..9,
        ) {
            // Large grids have too many rules for a quick test with the largest subsets.
            let shape = SHAPES[index];
            let strategies = if shape.n() > 12 { "paper,naked-pair,hidden-pair,x-wing" } else { "basic" };
            let strategies: StrategySet = strategies.parse().expect("names");
            let state = random_state(shape, seed, filled, marked);
            for (number, step) in parents(&state, strategies).iter().enumerate() {
                let mut parent = state.clone();
                parent.forward(step);
                prop_assert_eq!(parent.n_marks() + 1, state.n_marks());
                let mut back = parent.clone();
                back.inverse(step);
                prop_assert_eq!(&back, &state);
                // The search for moves is slow; a sample of them is asked for the way back.
                if number % 7 == 0 {
                    prop_assert!(has(&children(&parent, strategies), step), "{step:?}");
                }
            }
            for (number, step) in children(&state, strategies).iter().enumerate() {
                let mut child = state.clone();
                child.inverse(step);
                prop_assert_eq!(child.n_marks(), state.n_marks() + 1);
                if number % 23 == 0 {
                    prop_assert!(has(&parents(&child, strategies), step), "{step:?}");
                }
            }
        }
    }

    /// The moves that remove or add a mark in one cell of a 4x4 state, as `method digit`.
    #[track_caller]
    fn check(values: &str, marks: &[(&str, &str)], cell: &str, inverse: bool, expected: &str) {
        let shape = Shape::new(2, 2).expect("supported");
        let values = content_lines(values).next().and_then(|line| line.puzzle(shape).ok()).expect("a puzzle");
        let at = |name: &str| shape.cells().find(|&c| shape.cell_name(c) == name).expect("a cell");
        let state = PencilState::new(&values, |cell| match marks.iter().find(|(name, _)| at(name) == cell) {
            Some((_, digits)) => digits.chars().filter_map(Digit::from_char).collect(),
            None => DigitSet::all(4),
        });
        let moves = if inverse { children(&state, PAPER_METHODS) } else { parents(&state, PAPER_METHODS) };
        let own = moves.iter().filter(|step| step.candidate.cell == at(cell));
        let found: Vec<String> = own.map(|step| format!("{} {}", step.method.title(), step.candidate.digit)).collect();
        assert_eq!(found.join(", "), expected);
    }

    #[test]
    fn moves_of_the_paper() {
        // 4.2.1: a single mark becomes the value, a value its mark.
        check("................", &[("r1c1", "3")], "r1c1", false, "Single candidate 3");
        check("3...............", &[], "r1c1", true, "Single candidate 3");
        // 4.2.2: a value excludes its mark, or the inverse puts it back.
        check("3...............", &[("r1c2", "13")], "r1c2", false, "Exclusion 3");
        check("3...............", &[("r1c2", "12")], "r1c2", true, "Exclusion 3");
        // Not in a filled cell.
        check("31..............", &[], "r1c2", true, "Single candidate 1");
        // 4.2.3: all 4s of box 1 lie in row 1.
        let locked = [("r2c1", "123"), ("r2c2", "123")];
        check("................", &locked, "r1c3", false, "Locked candidates 4");
        check("................", &[locked[0], locked[1], ("r1c3", "123")], "r1c3", true, "Locked candidates 4");
        // 4.2.4: two cells with the same two marks.
        let pair = [("r1c1", "12"), ("r1c3", "12")];
        check("................", &pair, "r1c2", false, "Naked pair 1, Naked pair 2");
        check("................", &[pair[0], pair[1], ("r1c2", "34")], "r1c2", true, "Naked pair 1, Naked pair 2");
        // 4.2.5: 4 in rows 1 and 3 only in columns 1 and 3.
        let wing = [("r1c2", "123"), ("r1c4", "123"), ("r3c2", "123"), ("r3c4", "123")];
        check("................", &wing, "r2c1", false, "X-wing 4");
    }
}

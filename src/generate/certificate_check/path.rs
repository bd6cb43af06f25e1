//! Steps of a path that are never needed or change nothing, with the step solver instead of closures and geometry.

use crate::generate::Request;
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, Puzzle, Shape};
use crate::logic::{Board, Effect, Order, Rule, StepPlace, StrategyId, StrategySet, strategy};
use std::ops::ControlFlow;

/// Whether the path needs a step at these cells, and each rule that may have it rules out nothing that the other
/// strategies do not rule out by themselves, on the board that lacks only what the rule asks for.
///
/// That holds for all boards if the others never miss a step because fewer candidates are left: if they have the
/// base-and-cover form, and singles for bases that are met. Those whose rules would become rules of the step's strategy
/// are not used.
pub(super) fn is_never_needed(request: &Request, cells: &CellSet) -> bool {
    let shape = request.pattern.shape;
    let allowed = request.strategies;
    let keeps_steps = |id| strategy(id).set_logic().is_some() || id == StrategyId::FullHouse;
    let keep_steps = |set: StrategySet| set.iter().all(keeps_steps);
    if ![StrategyId::NakedSingle, StrategyId::HiddenSingle].iter().all(|&id| allowed.contains(id)) {
        return false;
    }
    let mut needed = request.path.steps().filter(|(_, step)| step.is_needed).map(|(_, step)| &step.place);
    needed.any(|place| {
        if place.strategy == StrategyId::XyWing {
            // An XY-wing with fewer candidates leaves its conclusion to singles, so it does not miss a step either.
            let others: StrategySet = allowed.iter().filter(|&id| id != StrategyId::XyWing).collect();
            return keep_steps(others)
                && *cells == cells_of(place, shape)
                && wing_adds_nothing(place, shape, &request.pattern.cells, others);
        }
        if !keep_steps(allowed) {
            return false;
        }
        let Some(logic) = strategy(place.strategy).set_logic() else { return false };
        if logic.effect != Effect::Eliminate || *cells != cells_of(place, shape) {
            return false;
        }
        let becomes_another = |id| strategy(id).set_logic().is_some_and(|l| l.smaller.contains(&place.strategy));
        let others: StrategySet = allowed.iter().filter(|&id| id != place.strategy && !becomes_another(id)).collect();
        let geometry = &*shape.geometry();
        let mut rules =
            logic.rules(geometry).filter(|rule| place.may_match_rule(place.strategy, rule, geometry)).peekable();
        rules.peek().is_some() && rules.all(|rule| adds_nothing(&rule, shape, &request.pattern.cells, others))
    })
}

/// Whether the path asks for a step that cannot be, because these cells hold clues: one that the step fills, needs open or
/// rules something out from by the condition, or all from which it could rule out a candidate.
pub(super) fn changes_clues_alone(request: &Request, cells: &CellSet) -> bool {
    let shape = request.pattern.shape;
    if !cells.is_subset(&request.pattern.cells) {
        return false;
    }
    request.path.steps().any(|(_, step)| {
        let place = &step.place;
        // Bases of these are single cells that hold several candidates, or the cell that is filled.
        let has_open_cells = matches!(
            place.strategy,
            StrategyId::FullHouse
                | StrategyId::NakedSingle
                | StrategyId::HiddenSingle
                | StrategyId::XyWing
                | StrategyId::XyzWing
                | StrategyId::WWing
        );
        let is_open = |cell: Cell| {
            place.placed.is_some_and(|placed| placed.cell == cell)
                || place.eliminated.iter().any(|gone| gone.cell == cell)
                || place.pivot == Some(cell)
                || has_open_cells && place.cells.contains(cell)
        };
        if !cells.is_empty() && cells.iter().all(is_open) {
            return true;
        }
        match place.strategy {
            StrategyId::XyWing | StrategyId::XyzWing => changed_by_wing(place, shape) == Some(*cells),
            _ => changed_by_rules(place, shape) == Some(*cells),
        }
    })
}

/// The cells from which the rules that may have the step rule out candidates; `None` if there are no such rules.
fn changed_by_rules(place: &StepPlace, shape: Shape) -> Option<CellSet> {
    let geometry = &*shape.geometry();
    let logic = strategy(place.strategy).set_logic().filter(|logic| logic.effect == Effect::Eliminate)?;
    let mut changed = None;
    for rule in logic.rules(geometry).filter(|rule| place.may_match_rule(place.strategy, rule, geometry)) {
        let changed: &mut CellSet = changed.get_or_insert(CellSet::EMPTY);
        for candidate in (0..shape.n() * shape.n_cells()).map(|index| Candidate::from_index(shape, index)) {
            let is_in = |constraint: &crate::grid::Constraint| constraint.contains(geometry, candidate);
            if rule.covers.iter().any(is_in) && !rule.bases.iter().any(is_in) {
                changed.insert(candidate.cell);
            }
        }
    }
    changed
}

/// The cells from which the finder of a wing rules out candidates, on boards on which nothing but the three cells lacks
/// candidates: on any other board it rules out no more. `None` if the condition does not name all three.
fn changed_by_wing(place: &StepPlace, shape: Shape) -> Option<CellSet> {
    let geometry = &*shape.geometry();
    let pivot = place.pivot?;
    let ends: Vec<Cell> = place.cells.iter().filter(|&cell| cell != pivot).collect();
    let &[first, second] = &ends[..] else { return None };
    let digits = || (0..shape.n()).map(Digit::from_index);
    let mut changed = CellSet::EMPTY;
    for (x, y, z) in digits().flat_map(|x| digits().flat_map(move |y| digits().map(move |z| (x, y, z)))) {
        if x == y || y == z || z == x {
            continue;
        }
        let in_pivot = if place.strategy == StrategyId::XyWing { vec![x, y] } else { vec![x, y, z] };
        let mut board = Board::new(&Puzzle::empty(shape));
        for (cell, kept) in [(pivot, in_pivot), (first, vec![x, z]), (second, vec![y, z])] {
            for digit in digits().filter(|digit| !kept.contains(digit)) {
                let candidate = Candidate::new(cell, digit);
                if board.has(candidate) {
                    board.eliminate(candidate);
                }
            }
        }
        let _ = strategy(place.strategy).find(&board, &mut |step| {
            if place.matches(&step, geometry) {
                changed = step.eliminated().iter().map(|gone| gone.cell).chain(changed.iter()).collect();
            }
            ControlFlow::Continue(())
        });
        // Other digits do the same.
        if shape.treats_digits_alike() && place.digits.is_empty() && place.named_candidates().next().is_none() {
            break;
        }
    }
    Some(changed)
}

/// The cells of the houses that a place names, and the cells that it names otherwise.
fn cells_of(place: &StepPlace, shape: Shape) -> CellSet {
    let houses = &shape.geometry().house_sets;
    let in_houses = |cell: &crate::grid::Cell| place.houses.iter().any(|h| houses[h.index()].contains(*cell));
    let named = place.candidates.iter().chain(&place.eliminated).chain(&place.placed).map(|c| c.cell);
    let cells = shape.cells().filter(in_houses).chain(named).chain(place.cells.iter()).chain(place.pivot);
    cells.collect()
}

/// Whether the step solver rules out what the rule does outside the clues, where only the rule's bases lack candidates.
pub(super) fn adds_nothing(rule: &Rule, shape: Shape, clues: &CellSet, others: StrategySet) -> bool {
    let geometry = &*shape.geometry();
    let in_bases = |c: Candidate| rule.bases.iter().any(|base| base.contains(geometry, c));
    let in_covers = |c: Candidate| rule.covers.iter().any(|cover| cover.contains(geometry, c));
    let all = || (0..shape.n() * shape.n_cells()).map(|index| Candidate::from_index(shape, index));
    let mut board = Board::new(&Puzzle::empty(shape));
    for candidate in all().filter(|&c| in_bases(c) && !in_covers(c)) {
        if board.has(candidate) {
            board.eliminate(candidate);
        }
    }
    let targets = all().filter(|&c| in_covers(c) && !in_bases(c) && !clues.contains(c.cell)).collect();
    Cases { shape, clues, order: Order::from(others), targets }.are_all_done(board, &rule.bases, Some(&rule.bases))
}

/// Whether the step solver leaves nothing to an XY-wing of which all three cells are named, where only these lack candidates.
fn wing_adds_nothing(place: &StepPlace, shape: Shape, clues: &CellSet, others: StrategySet) -> bool {
    let geometry = &*shape.geometry();
    let Some(pivot) = place.pivot.filter(|_| shape.treats_digits_alike()) else { return false };
    let ends: Vec<Cell> = place.cells.iter().filter(|&cell| cell != pivot).collect();
    let &[first, second] = &ends[..] else { return false };
    // Otherwise one of the ends may be the pivot.
    if geometry.are_peers(first, second) || !ends.iter().all(|&end| geometry.are_peers(pivot, end)) {
        return false;
    }
    let [x, y, z] = [0, 1, 2].map(Digit::from_index);
    let mut board = Board::new(&Puzzle::empty(shape));
    let mut certain = Vec::new();
    for (cell, kept) in [(pivot, [x, y]), (first, [x, z]), (second, [y, z])] {
        for candidate in (0..shape.n()).map(|index| Candidate::new(cell, Digit::from_index(index))) {
            if kept.contains(&candidate.digit) {
                certain.push(candidate);
            } else if board.has(candidate) {
                board.eliminate(candidate);
            }
        }
    }
    let sees_both = |cell: &Cell| geometry.are_peers(*cell, first) && geometry.are_peers(*cell, second);
    let targets = shape.cells().filter(|cell| *cell != pivot && !clues.contains(*cell) && sees_both(cell));
    let targets = targets.map(|cell| Candidate::new(cell, z)).collect();
    Cases { shape, clues, order: Order::from(others), targets }.no_target_can_be(&board, &certain)
}

/// The ways in which the bases of a rule may stand to the clues: on a board on which the rule has a step, a base is met, or
/// its candidates in clue cells are gone, for a clue has no digit but its own.
struct Cases<'a> {
    shape: Shape,
    clues: &'a CellSet,
    order: Order,
    /// What the rule rules out.
    targets: Vec<Candidate>,
}

impl Cases<'_> {
    /// Whether the strategies leave no target on the board, or on none of those that come of it. `unmet` are the bases of the
    /// rule as long as it is supposed of none that it is met.
    fn are_all_done(&self, mut board: Board, bases: &[Constraint], unmet: Option<&[Constraint]>) -> bool {
        if self.clears(&mut board) {
            return true;
        }
        let Some((base, rest)) = bases.split_first() else {
            return unmet.is_some_and(|unmet| self.are_done_beside_clues(&board, unmet));
        };
        let geometry = &*self.shape.geometry();
        let is_there = |board: &Board, c: Candidate| board.has(c) || board.value(c.cell) == Some(c.digit);
        let there: Vec<Candidate> = base.candidates(geometry).filter(|&c| is_there(&board, c)).collect();
        let met = there.iter().all(|&candidate| {
            let mut next = board.clone();
            if next.value(candidate.cell).is_none() {
                next.place(candidate);
            }
            self.are_all_done(next, rest, None)
        });
        let mut next = board;
        let in_clues: Vec<Candidate> = there.into_iter().filter(|c| self.clues.contains(c.cell)).collect();
        if !met || in_clues.iter().any(|c| next.value(c.cell) == Some(c.digit)) {
            return met;
        }
        for candidate in in_clues {
            next.eliminate(candidate);
        }
        self.are_all_done(next, rest, unmet)
    }

    /// As [`Self::are_all_done`] if no base is met. Where the strategies are stuck, such a base has two candidates or more,
    /// so if no more than two are left, the board holds both.
    fn are_done_beside_clues(&self, board: &Board, bases: &[Constraint]) -> bool {
        let geometry = &*self.shape.geometry();
        let mut certain = Vec::new();
        for base in bases {
            let left: Vec<Candidate> = base.candidates(geometry).filter(|&c| board.has(c)).collect();
            if left.len() <= 2 {
                certain.extend(left);
            }
        }
        self.no_target_can_be(board, &certain)
    }

    /// Whether the strategies take from the board each target, or something certain, once it is said that no clue has a digit
    /// which a cell that it sees still may have.
    fn no_target_can_be(&self, board: &Board, certain: &[Candidate]) -> bool {
        let geometry = &*self.shape.geometry();
        self.targets.iter().filter(|&&target| board.has(target)).all(|&target| {
            let mut next = board.clone();
            for candidate in certain.iter().chain([&target]) {
                for clue in self.clues.iter().filter(|&clue| geometry.are_peers(clue, candidate.cell)) {
                    let gone = Candidate::new(clue, candidate.digit);
                    if next.has(gone) {
                        next.eliminate(gone);
                    }
                }
            }
            let alone = Cases { targets: vec![target], order: self.order, ..*self };
            alone.clears(&mut next) || certain.iter().any(|&candidate| !next.has(candidate))
        })
    }

    /// Takes steps until none is left; whether that clears the targets.
    fn clears(&self, board: &mut Board) -> bool {
        let searches = self.order.searches();
        loop {
            if board.is_broken() || self.targets.iter().all(|&c| !board.has(c)) {
                return true;
            }
            // All steps that are there hold at once.
            let mut steps = Vec::new();
            for search in &searches {
                let _ = search.find(board, &mut |step| {
                    steps.push(step);
                    ControlFlow::Continue(())
                });
            }
            let mut is_stuck = true;
            for step in steps {
                if let Some(&placed) = step.placed().first()
                    && board.value(placed.cell).is_none()
                    && board.has(placed)
                {
                    board.place(placed);
                    is_stuck = false;
                }
                for &gone in step.eliminated() {
                    is_stuck &= !(board.has(gone) && board.eliminate(gone));
                }
            }
            if is_stuck {
                return false;
            }
        }
    }
}

//! Steps of a path that are never needed, with the step solver instead of closures.

use crate::generate::Request;
use crate::grid::{Candidate, CellSet, Puzzle, Shape};
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
    if ![StrategyId::NakedSingle, StrategyId::HiddenSingle].iter().all(|&id| allowed.contains(id))
        || !allowed.iter().all(keeps_steps)
    {
        return false;
    }
    let mut needed = request.path.steps().filter(|(_, step)| step.is_needed).map(|(_, step)| &step.place);
    needed.any(|place| {
        let Some(logic) = strategy(place.strategy).set_logic() else { return false };
        if logic.effect != Effect::Eliminate || *cells != cells_of(place, shape) {
            return false;
        }
        let becomes_another = |id| strategy(id).set_logic().is_some_and(|l| l.smaller.contains(&place.strategy));
        let others: StrategySet = allowed.iter().filter(|&id| id != place.strategy && !becomes_another(id)).collect();
        let geometry = shape.geometry();
        let mut rules =
            logic.rules(geometry).filter(|rule| place.may_match_rule(place.strategy, rule, geometry)).peekable();
        rules.peek().is_some() && rules.all(|rule| adds_nothing(&rule, shape, others))
    })
}

/// The cells of the houses that a place names, and the cells that it names otherwise.
fn cells_of(place: &StepPlace, shape: Shape) -> CellSet {
    let houses = &shape.geometry().house_sets;
    let in_houses = |cell: &crate::grid::Cell| place.houses.iter().any(|h| houses[h.index()].contains(*cell));
    let named = place.candidates.iter().chain(&place.eliminated).chain(&place.placed).map(|c| c.cell);
    let cells = shape.cells().filter(in_houses).chain(named).chain(place.cells.iter()).chain(place.pivot);
    cells.collect()
}

/// Whether the step solver rules out what the rule does where only the rule's bases lack candidates.
fn adds_nothing(rule: &Rule, shape: Shape, others: StrategySet) -> bool {
    let geometry = shape.geometry();
    let in_bases = |c: Candidate| rule.bases.iter().any(|base| base.contains(geometry, c));
    let in_covers = |c: Candidate| rule.covers.iter().any(|cover| cover.contains(geometry, c));
    let all = || (0..shape.n() * shape.n_cells()).map(|index| Candidate::from_index(shape, index));
    let mut board = Board::new(&Puzzle::empty(shape));
    for candidate in all().filter(|&c| in_bases(c) && !in_covers(c)) {
        if board.has(candidate) {
            board.eliminate(candidate);
        }
    }
    let order = Order::from(others);
    let searches = order.searches();
    loop {
        if board.is_broken() || all().all(|c| !in_covers(c) || in_bases(c) || !board.has(c)) {
            return true;
        }
        // All steps that are there hold at once.
        let mut steps = Vec::new();
        for search in &searches {
            let _ = search.find(&board, &mut |step| {
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

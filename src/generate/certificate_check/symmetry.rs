//! Symmetries of a question, judged from the geometry and the question alone.

use super::theme::is_blind_to_digits;
use crate::generate::Request;
use crate::grid::{Cell, CellSet, NamedRule, Shape};
use crate::logic::{Effect, PathCondition, strategy};

/// Whether the digits that are not fixed can be exchanged throughout the question.
///
/// What strategies can solve does not depend on the names of digits, but which steps a trace takes does where there is a
/// choice. So nothing may be asked of the trace but a step of the last allowed strategy: it has one exactly if all
/// strategies before it do not solve the puzzle.
pub(super) fn are_digits_alike(request: &Request) -> bool {
    let ranking = &request.ranking;
    let rules = request.pattern.shape.rules();
    if rules.has(NamedRule::NonConsecutive) || rules.restricted().next().is_some() || !is_blind_to_digits(request) {
        return false;
    }
    // A step is needed whatever the digits are called, as long as none of them is named and its strategy is one whose end
    // state does not depend on the order of the steps.
    let is_about_no_digit = |condition: &PathCondition| match condition {
        PathCondition::Step(step) => {
            let place = &step.place;
            let logic = strategy(place.strategy).set_logic();
            step.is_needed
                && step.timing.is_empty()
                && logic.is_some_and(|logic| logic.effect == Effect::Eliminate)
                && place.digits.is_empty()
                && place.candidates.is_empty()
                && place.eliminated.is_empty()
                && place.placed.is_none()
        }
        PathCondition::Count(_) => false,
    };
    if request.path.conditions.len() > 1 || !request.path.conditions.iter().all(is_about_no_digit) {
        return false;
    }
    request.required.iter().all(|required| {
        request.strategies.contains(required)
            && request.strategies.iter().all(|other| ranking.rank(other) <= ranking.rank(required))
    })
}

/// Whether the map takes clue cells to clue cells, boxes to boxes, and rows and columns to rows
/// and columns, all in the same sense: then no strategy notices the difference. Nor must anything else:
/// no fixed digits, no theme, no path, and nothing required of the trace.
pub(super) fn is_symmetry_of_question(request: &Request, map: &[Cell]) -> bool {
    let shape = request.pattern.shape;
    let is_bare = request.fixed.n_clues() == 0 && request.theme.is_empty() && request.path.is_empty();
    if !is_bare || !are_digits_alike(request) {
        return false;
    }
    let images: CellSet = map.iter().copied().collect();
    if map.len() != shape.n_cells() || images != CellSet::first(shape.n_cells()) {
        return false;
    }
    let clues: CellSet = request.pattern.cells.iter().map(|cell| map[cell.index()]).collect();
    let keeps = |from: &dyn Fn(Cell) -> usize, to: &dyn Fn(Cell) -> usize| {
        let mut line = vec![None; shape.n()];
        shape.cells().all(|cell| {
            let image = to(map[cell.index()]);
            *line[from(cell)].get_or_insert(image) == image
        })
    };
    let (row, col) = (|cell| shape.row(cell), |cell| shape.col(cell));
    let lines = keeps(&row, &row) && keeps(&col, &col) || keeps(&row, &col) && keeps(&col, &row);
    clues == request.pattern.cells
        && lines
        && keeps(&|cell| shape.box_of(cell), &|cell| shape.box_of(cell))
        && keeps_rules(shape, map)
}

/// Whether the map takes houses that rules add to houses, and cells that see each other to such.
pub(super) fn keeps_rules(shape: Shape, map: &[Cell]) -> bool {
    let geometry = &*shape.geometry();
    let is_house = |cells: &CellSet| {
        let image: CellSet = cells.iter().map(|cell| map[cell.index()]).collect();
        geometry.house_sets.contains(&image)
    };
    !geometry.has_rules
        || geometry.house_sets.iter().all(is_house)
            && shape.cells().all(|a| {
                let same = |b: Cell| geometry.are_peers(a, b) == geometry.are_peers(map[a.index()], map[b.index()]);
                shape.cells().all(same)
            })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Pattern;
    use crate::logic::{Design, Order, Ranking, StrategyId, StrategySet};

    #[track_caller]
    fn check(order: &str, expected: bool) {
        let order: Order = order.parse().expect("an order");
        let request = Request::in_order(Pattern::empty(Shape::NINE), order);
        assert_eq!(are_digits_alike(&request), expected);
    }

    #[test]
    fn only_the_last_strategy_may_be_required() {
        check("singles", true);
        check("naked-single,+hidden-single", true);
        check("+naked-single,hidden-single", false);
        check("hidden-single,+naked-single", true);
        check("+naked-single,+hidden-single", false);
        check("singles,locked-candidates,+x-wing", true);
        check("singles,+locked-candidates,x-wing", false);
    }

    /// The generators say it in other words.
    #[test]
    fn the_generators_agree() {
        let ids: Vec<StrategyId> = StrategySet::BASIC.iter().collect();
        let set = |bits: usize| -> StrategySet {
            ids.iter().enumerate().filter(|(i, _)| bits >> i & 1 == 1).map(|(_, &id)| id).collect()
        };
        let mut n_alike = 0;
        for number in 0..4000usize {
            let bits = number.wrapping_mul(0x9E37_79B9_7F4A_7C15_u64 as usize) >> 16;
            let strategies = set(bits & bits >> 13);
            let required = set(bits >> 26 & bits >> 7 & bits >> 3);
            let ranking = Ranking::new(ids.iter().copied().skip(bits % ids.len()));
            let design = Design::new(Pattern::empty(Shape::NINE), strategies);
            let request = Request::from(Design { required, ranking, ..design });
            assert_eq!(are_digits_alike(&request), request.has_digit_symmetry(), "{strategies}; {required}");
            n_alike += usize::from(!required.is_empty() && request.has_digit_symmetry());
        }
        assert!(n_alike > 10, "{n_alike}");
    }
}

//! What a puzzle needs, whatever path a solver takes.

use super::{Order, Ranking, Search, StrategyId, StrategySet, TraceVerdict, solve, strategy};
use crate::grid::Puzzle;

/// The hardest strategy that a puzzle needs.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Hardest {
    /// With this one and those before it in the order the puzzle is solved.
    pub strategy: StrategyId,
    /// Whether that is proven to be the least; else several paths were tried and none gets by with less.
    pub is_exact: bool,
}

/// The least hard strategy such that it and the allowed ones before it solve the puzzle: the smallest
/// maximum over paths, not only that of the trace. `None` if the allowed ones do not solve it, or if
/// no step is needed.
///
/// Steps of the base-and-cover form never spoil one another, so for them one trace says it all. Others may
/// (a uniqueness step goes lost when its candidates do), so paths in other orders are tried for them.
pub fn hardest_needed(puzzle: &Puzzle, order: &Order) -> Option<Hardest> {
    let trace = solve(puzzle, *order);
    if trace.verdict != TraceVerdict::Solved {
        return None;
    }
    let mut hardest = trace.hardest_in(&order.ranking)?;
    loop {
        let easier = order.allowed.intersection(order.ranking.easier_than(hardest));
        if easier.iter().all(never_spoils) {
            return Some(Hardest { strategy: hardest, is_exact: true });
        }
        let used = other_paths(&order.ranking, easier).into_iter().find_map(|path| {
            let trace = solve(puzzle, path);
            (trace.verdict == TraceVerdict::Solved).then(|| trace.used())
        });
        match used.and_then(|used| order.ranking.hardest(used)) {
            Some(better) => hardest = better,
            None => return Some(Hardest { strategy: hardest, is_exact: false }),
        }
    }
}

/// Whether a step of it that is possible stays possible, or is done, whatever else is done.
pub(crate) fn never_spoils(id: StrategyId) -> bool {
    id == StrategyId::FullHouse || strategy(id).set_logic().is_some()
}

/// Whether it is looked for last in any order, for each look takes long.
fn stays_last(id: StrategyId) -> bool {
    matches!(id, StrategyId::MultiSectorLockedSet | StrategyId::LpElimination)
}

/// The given searches (easiest first) in orders that lead along other paths: hardest first, what may be spoiled first,
/// uniqueness first. Unlike [`other_paths`], which looks for as much as each order does, it looks for nothing more.
pub(super) fn searches_along_other_paths(searches: &[Search]) -> [Vec<Search>; 3] {
    let first = |is_first: &dyn Fn(StrategyId) -> bool| {
        let (front, back): (Vec<_>, Vec<_>) = searches.iter().partition(|search| is_first(search.strategy));
        front.into_iter().chain(back).collect()
    };
    let (last, others): (Vec<Search>, Vec<Search>) =
        searches.iter().rev().copied().partition(|search| stays_last(search.strategy));
    let reversed = others.into_iter().chain(last.into_iter().rev()).collect();
    [reversed, first(&|id| !never_spoils(id) && !stays_last(id)), first(&|id| strategy(id).assumes_uniqueness())]
}

/// Orders of the same strategies that lead along other paths: hardest first, what may be spoiled first,
/// uniqueness first.
fn other_paths(ranking: &Ranking, allowed: StrategySet) -> [Order; 3] {
    let first = |is_first: &dyn Fn(StrategyId) -> bool| {
        let (front, back): (Vec<_>, Vec<_>) = ranking.iter().partition(|&id| is_first(id));
        Order { ranking: Ranking::new(front.into_iter().chain(back)), allowed, required: StrategySet::EMPTY }
    };
    // What is not named stands last.
    let reversed = Ranking::new(ranking.iter().rev().filter(|&id| !stays_last(id)));
    let reversed = Order { ranking: reversed, ..first(&|_| true) };
    [reversed, first(&|id| !never_spoils(id) && !stays_last(id)), first(&|id| strategy(id).assumes_uniqueness())]
}

/// The allowed strategies without which the others do not solve the puzzle, on any of the paths that
/// [`hardest_needed`] looks at. Empty if the allowed ones together do not solve it.
pub fn indispensable(puzzle: &Puzzle, order: &Order) -> StrategySet {
    let trace = solve(puzzle, *order);
    if trace.verdict != TraceVerdict::Solved {
        return StrategySet::EMPTY;
    }
    let is_solved = |order: Order| solve(puzzle, order).verdict == TraceVerdict::Solved;
    let is_needed = |&id: &StrategyId| {
        let others = order.allowed.difference(StrategySet::single(id));
        let spoils = !others.iter().all(never_spoils);
        let is_replaced = is_solved(order.allowing(others))
            || spoils && other_paths(&order.ranking, others).into_iter().any(is_solved);
        !is_replaced
    };
    trace.used().iter().filter(is_needed).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Shape, content_lines};

    #[track_caller]
    fn check(order: &str, puzzle: &str, expected: &str) {
        let puzzle = content_lines(puzzle).next().expect("line").puzzle(Shape::NINE).expect("puzzle");
        let order: Order = order.parse().expect("order");
        let needed = hardest_needed(&puzzle, &order).map_or("-".to_owned(), |hardest| {
            format!("{}{}", hardest.strategy.name(), if hardest.is_exact { "" } else { " at most" })
        });
        assert_eq!(format!("{needed}; {}", indispensable(&puzzle, &order)), expected);
    }

    const ONE_FISH: &str = "...2...341.8.6..............4.5...2.....1.8..7.........2.4.3...6.....1...........";
    /// The trace ends with an XY-chain, but a uniqueness step taken early saves it.
    const SPOILED: &str = "897.................2..6...73.6....5........2.....97.6.....25.365..7.4...4.9.3.8.";

    #[test]
    fn least_maximum_follows_the_order() {
        check("basic", ONE_FISH, "x-wing; ");
        check("paper,x-wing", ONE_FISH, "x-wing; hidden-single,x-wing");
        check("paper", ONE_FISH, "-; ");
        check("x-wing,paper", ONE_FISH, "hidden-single; hidden-single,x-wing");
        check("all", SPOILED, "unique-rectangle-6 at most; ");
    }
}

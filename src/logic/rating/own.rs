//! The program's own figure of difficulty, for every shape and every order of strategies.
//!
//! It is built on the two heuristics of Team 2306 (section 6): *d*, the rank of the easiest method that
//! applies, and *t*, the freedom, which is the number of ways to go on. A solver goes through the methods in
//! order. Looking for one costs its rank; a method without a step is looked through in vain, one with f
//! different steps shows the first of them after one f-th of the time. So a step with rank r and freedom f takes
//!
//! > effort = 1 + 2 + ... + (r - 1) + r / f
//!
//! and a puzzle takes the sum over its trace. The rank is the place in the setter's ranking among the strategies
//! that the shape can have steps of, whether those before are allowed or not; figures compare between puzzles that are rated with the same ranking.

use crate::grid::{CellSet, Constraint, Digit, Puzzle, Shape};
use crate::logic::strategies::{full_house::n_last_cells, locked_candidates::locked};
use crate::logic::trace::push_first;
use crate::logic::{
    Board, Order, Ranking, Search, Step, StrategyId, StrategySet, Trace, TraceVerdict, all_steps, solve, strategy,
};
use std::ops::ControlFlow;

/// One point of the curve: what a solver meets before a step.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Moment {
    /// The easiest strategy that applies: the one of the step.
    pub strategy: StrategyId,
    /// Its place in the ranking, from 1.
    pub rank: usize,
    /// Number of different conclusions this strategy allows here, at least 1.
    pub freedom: usize,
    /// Effort of the step.
    pub effort: f64,
}

/// The figure of a trace with its curve.
#[derive(Clone, PartialEq, Debug)]
pub struct OwnRating {
    /// One point a step.
    pub curve: Vec<Moment>,
}

impl OwnRating {
    /// The figure: effort of all steps.
    pub fn effort(&self) -> f64 {
        // The sum of nothing would be -0.0.
        self.curve.iter().map(|moment| moment.effort).fold(0.0, |sum, effort| sum + effort)
    }

    /// Effort of the hardest step.
    pub fn peak(&self) -> f64 {
        self.curve.iter().map(|moment| moment.effort).fold(0.0, f64::max)
    }

    /// The steps (from 0) to which there was no alternative of the same strategy, where the strategy is
    /// harder than both singles: there a solver who overlooks one thing is stuck.
    pub fn bottlenecks(&self) -> Vec<usize> {
        let singles = [StrategyId::FullHouse, StrategyId::NakedSingle, StrategyId::HiddenSingle];
        let is_narrow = |moment: &Moment| moment.freedom == 1 && !singles.contains(&moment.strategy);
        (0..self.curve.len()).filter(|&i| is_narrow(&self.curve[i])).collect()
    }

    /// Steps and effort of each strategy used, easiest first.
    pub fn histogram(&self, ranking: &Ranking) -> Vec<(StrategyId, usize, f64)> {
        let of = |id| self.curve.iter().filter(move |moment: &&Moment| moment.strategy == id);
        ranking
            .iter()
            .map(|id| (id, of(id).count(), of(id).map(|moment| moment.effort).sum()))
            .filter(|&(_, n_steps, _)| n_steps > 0)
            .collect()
    }
}

/// The effort of a step (see the top of the file).
fn effort(rank: usize, freedom: usize) -> f64 {
    (rank * (rank - 1) / 2) as f64 + rank as f64 / freedom as f64
}

/// The own figure of a puzzle; `None` if the allowed strategies do not solve it.
pub fn own_rating(puzzle: &Puzzle, order: &Order) -> Option<OwnRating> {
    let trace = solve(puzzle, *order);
    (trace.verdict == TraceVerdict::Solved).then(|| rate_trace(&trace, order))
}

/// The curve of a trace in this order, as far as it leads.
pub fn rate_trace(trace: &Trace, order: &Order) -> OwnRating {
    let mut board = trace.board_before(0);
    let curve = trace
        .steps
        .iter()
        .map(|step| {
            let moment = moment(step, freedom(&board, order.search(step.strategy())), &order.ranking, board.shape());
            step.apply(&mut board);
            moment
        })
        .collect();
    OwnRating { curve }
}

/// The point of the curve at a step of a strategy with so many conclusions.
pub(super) fn moment(step: &Step, freedom: usize, ranking: &Ranking, shape: Shape) -> Moment {
    let (strategy, rank) = (step.strategy(), ranking.rank_on(step.strategy(), shape));
    let freedom = freedom.max(1);
    Moment { strategy, rank, freedom, effort: effort(rank, freedom) }
}

/// Number of steps with different conclusions that the strategies of an order have on a board.
pub fn freedom_of(board: &Board, order: impl Into<Order>) -> usize {
    n_conclusions(&all_steps(board, order))
}

fn n_conclusions(steps: &[Step]) -> usize {
    let mut conclusions: Vec<_> = steps.iter().map(|step| (step.placed(), step.eliminated())).collect();
    conclusions.sort_unstable();
    conclusions.dedup();
    conclusions.len()
}

/// Number of different conclusions of one strategy.
fn freedom(board: &Board, search: Search) -> usize {
    push_first_with_freedom(board, search, &mut StrategySet::default(), &mut Vec::new()).unwrap_or(0)
}

/// Puts the first step of a strategy behind these and gives the number of its different conclusions; names strategies
/// that are seen to have none.
pub(super) fn push_first_with_freedom(
    board: &Board,
    search: Search,
    absent: &mut StrategySet,
    steps: &mut Vec<Step>,
) -> Option<usize> {
    // They make up most of a trace: counted without building their steps.
    let count = match search.strategy {
        StrategyId::FullHouse => n_last_cells,
        StrategyId::NakedSingle => naked_singles,
        StrategyId::HiddenSingle => hidden_singles,
        StrategyId::LockedCandidates => return push_locked(board, absent, steps),
        _ => return push_any(board, search, absent, steps),
    };
    push_first(board, search, absent, steps).map(|()| count(board))
}

fn push_any(board: &Board, search: Search, absent: &mut StrategySet, steps: &mut Vec<Step>) -> Option<usize> {
    let n_before = steps.len();
    let mut met = StrategySet::EMPTY;
    let mut push = |step| {
        steps.push(step);
        ControlFlow::Continue(())
    };
    let strategy = strategy(search.strategy);
    let _ = strategy.find_distinct(board, &mut met, &mut push);
    let _ = search.find_met(board, &mut push);
    *absent = absent.union(strategy.family().difference(met));
    let freedom = n_conclusions(&steps[n_before..]);
    steps.truncate(n_before + 1);
    (freedom > 0).then_some(freedom)
}

fn naked_singles(board: &Board) -> usize {
    board.single_cells().count()
}

fn push_locked(board: &Board, absent: &mut StrategySet, steps: &mut Vec<Step>) -> Option<usize> {
    let mut first = None;
    let mut conclusions: Vec<(Digit, CellSet)> = Vec::new();
    let _ = locked(board, |found| {
        first.get_or_insert(found);
        conclusions.push((found.digit, found.eliminated(board).map(|candidate| candidate.cell).collect()));
        ControlFlow::Continue(())
    });
    conclusions.sort_unstable();
    conclusions.dedup();
    match first {
        Some(first) => steps.push(first.step(board)),
        None => absent.insert(StrategyId::LockedCandidates),
    }
    first.map(|_| conclusions.len())
}

/// Cells with a hidden single; two digits that are both hidden in one cell contradict each other.
fn hidden_singles(board: &Board) -> usize {
    let geometry = board.geometry();
    let n_cells = board.shape().n_cells();
    let single = board.singles(n_cells..Constraint::count(board.shape()));
    single
        .map(|constraint| constraint.candidate(geometry, board.remaining(constraint).trailing_zeros() as usize).cell)
        .collect::<CellSet>()
        .len()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::examples::all_shapes;
    use crate::grid::{Candidate, Cell, Shape, content_lines};
    use crate::logic::examples::full_grid;

    /// Rank and freedom of each step, then the figure.
    #[track_caller]
    fn check(shape: &str, order: &str, puzzle: &str, expected: &str) {
        let shape = shape.parse().expect("shape");
        let puzzle = content_lines(puzzle).next().expect("line").puzzle(shape).expect("puzzle");
        let rating = own_rating(&puzzle, &order.parse().expect("order")).expect("solved");
        let curve: Vec<_> = rating.curve.iter().map(|m| format!("{}/{}", m.rank, m.freedom)).collect();
        assert_eq!(format!("{} = {:.2}", curve.join(" "), rating.effort()), expected);
        assert!(rating.peak() <= rating.effort());
    }

    #[test]
    fn effort_adds_up() {
        check("2x2", "naked-single", "1234341221434321", " = 0.00");
        check("2x2", "naked-single", "1.....3..1.....2", "1/2 1/4 1/4 1/4 1/3 1/3 1/3 1/3 1/4 1/3 1/2 1/1 = 4.67");
        check(
            "2x2",
            "hidden-single,naked-single",
            "1.....3..1.....2",
            "1/6 1/7 1/6 1/6 1/5 1/5 1/6 1/5 1/4 1/3 1/2 1/1 = 3.49",
        );
    }

    /// Rank and freedom give the effort: those before are looked through in vain, its own until the first step.
    #[test]
    fn ratings_tell_about_their_steps() {
        let efforts = [(1, 1), (1, 4), (2, 1), (4, 2), (5, 5)].map(|(rank, freedom)| effort(rank, freedom));
        assert_eq!(efforts.map(|effort| (4.0 * effort) as u32), [4, 1, 12, 32, 44]);
        let moment = |strategy, rank, freedom| Moment { strategy, rank, freedom, effort: effort(rank, freedom) };
        let (single, pair) = (StrategyId::NakedSingle, StrategyId::NakedPair);
        let curve =
            vec![moment(single, 1, 1), moment(pair, 4, 2), moment(pair, 4, 1), moment(StrategyId::FullHouse, 1, 1)];
        let rating = OwnRating { curve };
        assert_eq!((rating.effort(), rating.peak(), rating.bottlenecks()), (1.0 + 10.0 + 8.0 + 1.0, 10.0, vec![2]));
        assert_eq!(
            rating.histogram(&Order::from(StrategySet::ALL).ranking),
            [(StrategyId::FullHouse, 1, 1.0), (single, 1, 1.0), (pair, 2, 18.0)]
        );
        assert_eq!(OwnRating { curve: Vec::new() }.peak().to_string(), "0");
    }

    #[test]
    fn quick_counts_agree_with_the_finders() {
        for shape in all_shapes() {
            let mut board = Board::new(&Puzzle::empty(shape));
            let solution = full_grid(shape);
            for i in 0..shape.n_cells() {
                for id in [
                    StrategyId::FullHouse,
                    StrategyId::NakedSingle,
                    StrategyId::HiddenSingle,
                    StrategyId::LockedCandidates,
                ] {
                    assert_eq!(
                        freedom(&board, id.into()),
                        freedom_of(&board, StrategySet::single(id)),
                        "{}",
                        id.name()
                    );
                }
                let cell = Cell::from_index(i * 7 % shape.n_cells());
                if let Some(digit) = solution.get(cell).filter(|_| board.value(cell).is_none()) {
                    board.place(Candidate::new(cell, digit));
                }
            }
        }
    }

    fn steps_of(board: &Board, id: StrategyId) -> Vec<Step> {
        let mut steps = Vec::new();
        let _ = strategy(id).find(board, &mut |step| {
            steps.push(step);
            ControlFlow::Continue(())
        });
        steps
    }

    /// On the way of a trace every strategy is counted as its finder's steps say, and those that are named to have
    /// none have none.
    #[track_caller]
    fn check_counts(puzzle: &str) {
        let puzzle = content_lines(puzzle).next().expect("line").puzzle(Shape::NINE).expect("puzzle");
        let trace = solve(&puzzle, StrategySet::ALL);
        let singles = StrategySet::SINGLES.union(StrategySet::single(StrategyId::FullHouse));
        let hard = (0..trace.steps.len()).filter(|&i| !singles.contains(trace.steps[i].strategy()));
        for board in hard.map(|i| trace.board_before(i)) {
            let freedoms: Vec<_> = StrategySet::ALL.iter().map(|id| n_conclusions(&steps_of(&board, id))).collect();
            for id in StrategySet::ALL.iter() {
                let mut absent = StrategySet::EMPTY;
                let mut steps = Vec::new();
                let freedom = push_first_with_freedom(&board, id.into(), &mut absent, &mut steps);
                let expected = Some(freedoms[id as usize]).filter(|&n| n > 0);
                assert_eq!(freedom, expected, "{}", id.name());
                assert_eq!(steps.first(), steps_of(&board, id).first());
                assert!(absent.iter().all(|id| freedoms[id as usize] == 0), "{absent:?} of {}", id.name());
                assert!(freedom.is_some() || absent.contains(id));
            }
        }
    }

    #[test]
    fn counts_and_absences_agree_with_the_finders() {
        check_counts("...2...341.8.6..............4.5...2.....1.8..7.........2.4.3...6.....1...........");
        check_counts("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
        check_counts("5...8...4.4..7..9...8...1...3..2.7..85...7...21..6.8..6...9...7...3..6..1.3...5..");
    }
}

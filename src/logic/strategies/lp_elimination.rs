//! LP elimination: what a sum of constraints rules out.
//!
//! Count some constraints one or more times as bases, and as many as covers. If no remaining candidate lies in more
//! bases than covers, whatever lies in more covers than bases is ruled out: the bases hold as many true candidates as
//! there are bases, the covers at most as many as there are covers. Set logic is the case in which bases are disjoint
//! and counted once. By the duality of linear programs there is such a sum for a candidate just if it is 0 at
//! every point of Haimes' relaxation, in which each constraint is met by fractions of its candidates.
//!
//! There are endlessly many such sums. Shown is one: of all whose numbers add up to the same, the one that counts
//! candidates most often. An interior-point method proposes it in fractions; whole numbers are tried, and what they do
//! not prove is no step.

use super::forward::{Forward, Visit, rule_out};
use crate::grid::{Candidate, Constraint, Digit, Geometry};
use crate::logic::{Board, Effect, Evidence, Sentence, Step, StrategyEntry, StrategyId, StrategyKind, Weights};
use crate::lp::{Accuracy, Ended, Program};
use std::ops::ControlFlow;

pub(in crate::logic) const LP_ELIMINATION: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::LpElimination,
        name: "lp-elimination",
        title: "LP elimination",
        kind: StrategyKind::Fish,
        stars: 5,
        help: "Some cells and digits of houses are counted, one or more times, as bases, and as many as covers. When no \
           candidate lies in more bases than covers, those that lie in more covers than bases go. Subsets, fish and \
           whatever else follows from as many covers as bases are cases of it. A linear program finds bases and covers; \
           of all that there are, one step is shown.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find,
    family: None,
    distinct: None,
    explain,
    exists_on: |_| true,
};

/// The smallest coefficient becomes at most this.
const MOST_TIMES: u32 = 60;
/// How far from a whole number a coefficient may lie before it is rounded, as a share of the smallest one.
const ROUNDING: f64 = 1e-3;
/// A coefficient below this share of the largest one is none.
const NONE: f64 = 1e-5;
/// The excess of all candidates together, in a sum whose numbers add up to 1, below which there is no sum.
const LEAST_EXCESS: f64 = 1e-4;
/// What a candidate has at least, in the middle of the relaxation, if it is not 0 everywhere.
const LEAST_SHARE: f64 = 1e-3;
/// Optima that are tried, each for other costs.
const TRIES: usize = 4;

fn explain(step: &Step, board: &Board) -> Sentence {
    let geometry = board.geometry();
    let evidence = step.evidence();
    let no_weights = Weights::default();
    let weights = evidence.weights.as_ref().unwrap_or(&no_weights);
    let counted = |name: Sentence, times: u32| match times {
        1 => name,
        _ => Sentence::compose("{0} × ({1})", [times.to_string().into(), name]),
    };
    let named = |(&constraint, &times): (&Constraint, &u32)| counted(Sentence::constraint(geometry, constraint), times);
    let one_of = |(set, times): &(Vec<Candidate>, u32)| {
        let name =
            |c: &Candidate| Sentence::compose("{0} in {1}", [c.digit.into(), Sentence::cell(geometry.shape, c.cell)]);
        counted(Sentence::join(set.iter().map(name), " or "), *times)
    };
    let bases = evidence.bases.iter().zip(&weights.bases).map(named);
    let covers = evidence.covers.iter().zip(&weights.covers).map(named);
    let covers = Sentence::list(covers.chain(weights.exclusive.iter().map(one_of)));
    Sentence::compose(
        "no candidate lies in more bases ({0}) than covers ({1}), and there are as many of both, so what lies in more \
         covers goes",
        [Sentence::list(bases), covers],
    )
}

fn find(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    if board.is_broken() || board.is_solved() {
        return ControlFlow::Continue(());
    }
    let sums = Sums::new(board);
    let Some(sum) = sums.best() else { return ControlFlow::Continue(()) };
    rule_out(visit, id, sums.eliminated(&sum), || sums.evidence(&sum))
}

/// What can be a base or a cover.
enum Row {
    /// Exactly one of its candidates is true.
    Constraint(Constraint),
    /// At most one is: a cover only.
    Exclusive(Vec<Candidate>),
}

/// The sums of a board.
struct Sums {
    /// Candidates of open cells.
    candidates: Vec<Candidate>,
    rows: Vec<Row>,
    /// The numbers of each row's candidates, ascending.
    members: Vec<Vec<usize>>,
}

/// What a linear program says.
enum Proposal {
    /// A sum that rules something out.
    Exact(Sum),
    /// There is a sum, but its whole numbers were not found; the candidates that it would rule out.
    Inexact(Vec<usize>),
    /// There is no sum, or it was stopped.
    Nothing,
}

/// How often each row counts: as a cover where positive, as a base where negative.
type Sum = Vec<i64>;

impl Sums {
    fn new(board: &Board) -> Sums {
        let shape = board.shape();
        let geometry = board.geometry();
        let mut number = vec![None; shape.n_cells() * shape.n()];
        let mut candidates = Vec::new();
        for cell in shape.cells().filter(|&cell| board.value(cell).is_none()) {
            for digit in board.marks(cell).iter() {
                let candidate = Candidate::new(cell, digit);
                number[candidate.index(shape)] = Some(candidates.len());
                candidates.push(candidate);
            }
        }
        let mut sums = Sums { candidates, rows: Vec::new(), members: Vec::new() };
        for constraint in Constraint::all(shape).filter(|&constraint| !board.is_met(constraint)) {
            let members = constraint.candidates(geometry).filter_map(|c| number[c.index(shape)]).collect();
            sums.rows.push(Row::Constraint(constraint));
            sums.members.push(members);
        }
        for set in sums.exclusive(geometry) {
            let members: Vec<usize> = set.iter().filter_map(|c| number[c.index(shape)]).collect();
            // What lies in one constraint says nothing new.
            let is_new = !sums.members.iter().any(|row| members.iter().all(|member| row.contains(member)));
            if members.len() > 1 && is_new {
                sums.rows.push(Row::Exclusive(members.iter().map(|&member| sums.candidates[member]).collect()));
                sums.members.push(members);
            }
        }
        sums
    }

    /// Candidates of which at most one is true, by groups and exclusions.
    fn exclusive(&self, geometry: &Geometry) -> Vec<Vec<Candidate>> {
        let digits = || (0..geometry.shape.n()).map(Digit::from_index);
        let of_groups = geometry.groups.iter().flat_map(|group| {
            digits().map(move |digit| group.iter().map(|cell| Candidate::new(cell, digit)).collect::<Vec<_>>())
        });
        let of_pairs = self.candidates.iter().flat_map(|&one| {
            geometry.clashes(one).filter(move |&other| one < other).map(move |other| vec![one, other])
        });
        of_groups.chain(of_pairs).collect()
    }

    /// A sum that rules something out, if there is one.
    fn best(&self) -> Option<Sum> {
        if self.is_free() {
            return None;
        }
        match self.proposed(None) {
            Proposal::Exact(sum) => Some(sum),
            Proposal::Nothing => None,
            // Another sum may do for one candidate alone.
            Proposal::Inexact(possible) => possible.into_iter().find_map(|candidate| {
                let Proposal::Exact(sum) = self.proposed(Some(candidate)) else { return None };
                Some(sum)
            }),
        }
    }

    /// Whether no candidate is 0 everywhere in the relaxation: most boards without a sum are told so, by a
    /// smaller program.
    fn is_free(&self) -> bool {
        let n = self.candidates.len();
        let (exact, others): (Vec<usize>, Vec<usize>) =
            (0..self.rows.len()).partition(|&row| matches!(self.rows[row], Row::Constraint(_)));
        let mut columns = vec![Vec::new(); n];
        for (number, &row) in exact.iter().chain(&others).enumerate() {
            for &member in &self.members[row] {
                columns[member].push((number, 1.0));
            }
        }
        for (member, column) in columns.iter_mut().enumerate() {
            column.push((self.rows.len() + member, -1.0));
        }
        let bounds = std::iter::repeat_n(1.0, self.rows.len()).chain(std::iter::repeat_n(0.0, n)).collect();
        // Costs are the same everywhere, so the solution is the middle.
        let middle =
            Program { columns, costs: vec![1.0; n], bounds, n_equations: exact.len() }.solve(&Accuracy::default());
        middle.ended == Ended::Optimal && middle.values.iter().all(|&value| value > LEAST_SHARE)
    }

    /// The best sum for all candidates, or for one of them.
    fn proposed(&self, wanted: Option<usize>) -> Proposal {
        let mut possible = Vec::new();
        for attempt in 0..TRIES {
            let solution = self.program(wanted, attempt).solve(&Accuracy::default());
            match solution.ended {
                Ended::Optimal => {}
                Ended::Stopped => return Proposal::Nothing,
                Ended::Infeasible | Ended::Undecided => continue,
            }
            let net = self.net(&solution.values);
            let excess: Vec<f64> = self.excess(&net).collect();
            let total: f64 = wanted.map_or_else(|| excess.iter().sum(), |wanted| excess[wanted]);
            if total < LEAST_EXCESS {
                return Proposal::Nothing;
            }
            let exact = (1..=MOST_TIMES).filter_map(|times| rounded(&net, times)).find(|sum| self.proves(sum));
            if let Some(sum) = exact {
                return Proposal::Exact(sum);
            }
            possible = (0..excess.len()).filter(|&candidate| excess[candidate] > LEAST_EXCESS).collect();
        }
        Proposal::Inexact(possible)
    }

    /// The program whose optimum is the best sum, in fractions: how often each row is a cover, then how often it is a
    /// base, together at most 1.
    fn program(&self, wanted: Option<usize>, attempt: usize) -> Program {
        let n = self.candidates.len();
        // The fractional parts of multiples of the golden ratio spread evenly, so no two sums cost the same.
        let spread = |i: usize| (i as f64 * 0.618_033_988_749_895 * (1 + attempt) as f64).fract();
        let covers = (0..self.rows.len()).map(|row| (row, 1.0));
        let bases = covers.clone().filter(|&(row, _)| matches!(self.rows[row], Row::Constraint(_)));
        let (mut columns, mut costs) = (Vec::with_capacity(2 * self.rows.len()), Vec::new());
        for (row, sign) in covers.chain(bases.map(|(row, _)| (row, -1.0))) {
            let members = &self.members[row];
            // As many covers as bases; no excess is negative; nothing counts less than never; the sum is bounded.
            let mut column = vec![(0, sign)];
            column.extend(members.iter().map(|&member| (1 + member, -sign)));
            column.push((1 + n + columns.len(), -1.0));
            columns.push(column);
            let n_wanted = members.iter().filter(|&&member| wanted.is_none_or(|wanted| wanted == member)).count();
            costs.push(-sign * n_wanted as f64);
        }
        let n_rows = 2 + n + columns.len();
        for (i, column) in columns.iter_mut().enumerate() {
            column.push((n_rows - 1, 1.0 + 0.02 * spread(i + 1)));
        }
        let mut bounds = vec![0.0; n_rows];
        bounds[n_rows - 1] = 1.0;
        Program { columns, costs, bounds, n_equations: 1 }
    }

    /// Covers less bases, row by row.
    fn net(&self, values: &[f64]) -> Vec<f64> {
        let n_covers = self.rows.len();
        let mut net = values[..n_covers].to_vec();
        let bases = (0..n_covers).filter(|&row| matches!(self.rows[row], Row::Constraint(_)));
        for (row, value) in bases.zip(&values[n_covers..]) {
            net[row] -= value;
        }
        net
    }

    /// Per candidate, in how many more covers than bases it lies.
    fn excess<T: Copy + Default + std::ops::AddAssign>(&self, sum: &[T]) -> impl Iterator<Item = T> + use<T> {
        let mut excess = vec![T::default(); self.candidates.len()];
        for (members, &times) in self.members.iter().zip(sum) {
            for &member in members {
                excess[member] += times;
            }
        }
        excess.into_iter()
    }

    /// Whether the sum rules something out.
    fn proves(&self, sum: &[i64]) -> bool {
        let is_exact = sum.iter().sum::<i64>() == 0 && self.excess(sum).all(|excess| excess >= 0);
        is_exact && self.excess(sum).any(|excess| excess > 0)
    }

    fn eliminated(&self, sum: &[i64]) -> Vec<Candidate> {
        let all = self.candidates.iter().zip(self.excess(sum));
        all.filter(|&(_, excess)| excess > 0).map(|(&candidate, _)| candidate).collect()
    }

    fn evidence(&self, sum: &[i64]) -> Evidence {
        let mut evidence = Evidence::default();
        let mut weights = Weights::default();
        for (row, &times) in self.rows.iter().zip(sum).filter(|&(_, &times)| times != 0) {
            let counted = u32::try_from(times.unsigned_abs()).unwrap_or(u32::MAX);
            match row {
                Row::Constraint(constraint) if times > 0 => {
                    evidence.covers.push(*constraint);
                    weights.covers.push(counted);
                }
                Row::Constraint(constraint) => {
                    evidence.bases.push(*constraint);
                    weights.bases.push(counted);
                }
                Row::Exclusive(set) => weights.exclusive.push((set.clone(), counted)),
            }
        }
        evidence.weights = Some(weights);
        evidence
    }
}

/// The coefficients as whole numbers of which the smallest is `times`, if all of them are close to one.
fn rounded(net: &[f64], times: u32) -> Option<Sum> {
    let largest = net.iter().fold(0.0, |largest: f64, value| largest.max(value.abs()));
    let is_some = |value: &f64| value.abs() > NONE * largest;
    let smallest = net.iter().filter(|value| is_some(value)).fold(f64::INFINITY, |least, v| least.min(v.abs()));
    let mut sum = Vec::with_capacity(net.len());
    for value in net {
        let scaled = if is_some(value) { value / smallest * f64::from(times) } else { 0.0 };
        if (scaled - scaled.round()).abs() > ROUNDING * f64::from(times) || scaled.abs() > f64::from(u16::MAX) {
            return None;
        }
        sum.push(scaled.round() as i64);
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::examples::all_shapes;
    use crate::grid::{Cell, DigitSet, Puzzle, Shape};
    use crate::logic::examples::full_grid;
    use crate::logic::{StrategySet, all_steps, checker, next_step, solve_until};
    use crate::lp::stopping;

    /// A board with about so many of a hundred cells filled, and as many wrong candidates ruled out.
    fn board(solution: &Puzzle, percent: usize, seed: usize) -> Board {
        let shape = solution.shape();
        let mut state = seed;
        let mut is_chosen = || {
            state = (state * 1_103_515_245 + 12_345) % (1 << 31);
            (state >> 12) % 100 < percent
        };
        let mut puzzle = solution.clone();
        shape.cells().filter(|_| !is_chosen()).for_each(|cell| puzzle.set(cell, None));
        let mut board = Board::new(&puzzle);
        for index in 0..shape.n_cells() * shape.n() {
            let candidate = Candidate::from_index(shape, index);
            if is_chosen() && solution.get(candidate.cell) != Some(candidate.digit) {
                board.eliminate(candidate);
            }
        }
        board
    }

    fn step(board: &Board) -> Option<Step> {
        next_step(board, StrategySet::single(StrategyId::LpElimination))
    }

    /// Sums that count something more than once, and sums with groups or exclusions.
    #[derive(Default)]
    struct Tally {
        n_multiple: usize,
        n_exclusive: usize,
    }

    /// Every step is proved and agrees with the solution, and what set logic and mixed fish rule out is ruled out.
    #[track_caller]
    fn check(shape: Shape, percent: usize, seed: usize, tally: &mut Tally) {
        let solution = full_grid(shape);
        let start = board(&solution, percent, seed);
        let mut end = start.clone();
        while let Some(step) = step(&end) {
            let name = step.sentence(&end);
            assert_eq!(checker::check_step(&end, &step), Ok(()), "{name} on {shape}");
            assert_eq!(checker::check_against_solution(&end, &step, &solution), Ok(()), "{name} on {shape}");
            let weights = step.evidence().weights.clone().expect("a sum");
            tally.n_multiple += usize::from(weights.bases.iter().chain(&weights.covers).any(|&times| times > 1));
            tally.n_exclusive += usize::from(!weights.exclusive.is_empty());
            step.apply(&mut end);
        }
        let rank_0: StrategySet = "basic,franken-x-wing,franken-swordfish,mutant-x-wing,mutant-swordfish"
            .parse()
            .expect("names of strategies");
        for step in all_steps(&start, rank_0) {
            let geometry = start.geometry();
            let beside = step.placed().iter().flat_map(|placed| placed.conflicts(geometry));
            let left = step.eliminated().iter().copied().chain(beside).find(|&c| end.has(c));
            let left = left.map(|c| c.eliminated_name(shape));
            assert_eq!(left, None, "{} on {shape}, {percent} %, seed {seed}", step.sentence(&start));
        }
    }

    #[test]
    fn sums_are_proved_and_hold_all_set_logic() {
        let mut tally = Tally::default();
        for (number, shape) in all_shapes().filter(|shape| shape.n() <= 9).enumerate() {
            let percent = [10, 25, 20][number % 3] + if shape.n() < 8 { 0 } else { 10 };
            check(shape, percent, number + percent, &mut tally);
        }
        assert!(tally.n_multiple > 0, "no sum counts anything twice");
        assert!(tally.n_exclusive > 0, "no sum has a group or an exclusion");
    }

    #[track_caller]
    fn check_sum(sums: &Sums, geometry: &Geometry, terms: &[(&str, i64)], expected: bool) {
        let mut sum = vec![0; sums.rows.len()];
        for &(name, times) in terms {
            let is_named = |row: &Row| matches!(row, Row::Constraint(one) if one.name(geometry) == name);
            sum[sums.rows.iter().position(is_named).expect("a row")] = times;
        }
        assert_eq!(sums.proves(&sum), expected, "{terms:?}");
    }

    /// Programs propose; a sum that is none is refused, whatever it would rule out.
    #[test]
    fn sums_that_prove_nothing_are_refused() {
        // Cells 1 and 2 of row 1 hold 1 and 2 alone: a naked pair.
        let shape = Shape::new(2, 2).expect("a shape");
        let marks = |cell: Cell| if cell.index() < 2 { DigitSet::all(2) } else { DigitSet::all(4) };
        let sums = Sums::new(&Board::with_marks(&Puzzle::empty(shape), marks));
        let geometry = &*shape.geometry();
        let pair = |one, two, three, four| [("r1c1", one), ("r1c2", two), ("1 in row 1", three), ("2 in row 1", four)];
        check_sum(&sums, geometry, &pair(-1, -1, 1, 1), true);
        check_sum(&sums, geometry, &pair(-2, -2, 2, 2), true);
        // More covers than bases, bases that nothing covers, and nothing at all.
        check_sum(&sums, geometry, &pair(-1, 0, 1, 1), false);
        check_sum(&sums, geometry, &pair(-1, -1, 2, 0), false);
        check_sum(&sums, geometry, &pair(0, 0, 0, 0), false);
        check_sum(&sums, geometry, &[("r1c1", -1), ("r1c3", -1), ("1 in row 1", 1), ("2 in row 1", 1)], false);
    }

    #[test]
    fn a_search_can_be_stopped() {
        let puzzle = Puzzle::empty(Shape::NINE);
        let board = board(&full_grid(Shape::NINE), 25, 1);
        assert!(step(&board).is_some());
        assert_eq!(stopping(&|| true, || step(&board)), None);
        // Nothing is ruled out of an empty grid, but the last look may have been cut short.
        let only = StrategySet::single(StrategyId::LpElimination);
        assert!(solve_until(&puzzle, only, &|| false).is_some_and(|trace| trace.steps.is_empty()));
        let n_asked = std::cell::Cell::new(0);
        let stop = || n_asked.replace(n_asked.get() + 1) > 3;
        assert_eq!(solve_until(&puzzle, only, &stop), None);
    }
}

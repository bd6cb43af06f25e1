//! Refutations of formulas, line by line: what the solver hands out is checked as it comes.

use super::closed_set::ClosedSetClauses;
use super::loop_formula::LoopRules;
use super::symmetry::{are_digits_alike, is_symmetry_of_question};
use super::theme::ThemeClauses;
use super::{CertificateError, Checked, Ground};
use crate::generate::{Request, Watch};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, Puzzle, Shape};
use crate::logic::{PathCheck, StrategyId, StrategySet, TraceVerdict, solve, strategy};
use crate::sat::Propagator;
use crate::sat::cdcl::Lit;
use crate::sat::proof::ProofLine;
use std::collections::BTreeSet;

/// A refutation under check.
pub(in crate::generate) struct RefutationCheck<'a> {
    inputs: Inputs<'a>,
    rules: LoopRules<'a>,
    propagator: Propagator,
    n_vars: usize,
    n_lines: usize,
}

impl<'a> RefutationCheck<'a> {
    /// Nothing checked yet; see [`super::super::certificate::Refutation`] for the parameters.
    ///
    /// # Errors
    /// If clauses cannot tell of the strategies, the order of digits is none of the request, or the number of variables
    /// is not that of the encoding.
    pub(in crate::generate) fn new(
        request: &'a Request,
        n_vars: usize,
        digit_order: &[Cell],
    ) -> Result<RefutationCheck<'a>, CertificateError> {
        // A full house is also a single.
        let has_singles = !StrategySet::SINGLES.intersection(request.strategies).is_empty();
        let is_known = |id| strategy(id).set_logic().is_some() || id == StrategyId::FullHouse && has_singles;
        let others = request.strategies.difference(StrategySet::WITH_PREMISES);
        if !others.iter().all(is_known) {
            return Err(CertificateError::Strategies);
        }
        let inputs = Inputs::new(request, digit_order)?;
        if n_vars != inputs.n_before_theme + inputs.theme.n_vars() {
            return Err(CertificateError::Variables);
        }
        Ok(RefutationCheck {
            inputs,
            n_vars,
            rules: LoopRules::new(request),
            propagator: Propagator::new(n_vars),
            n_lines: 0,
        })
    }

    /// Takes clauses that rest on these symmetries of the pattern, which are checked first.
    ///
    /// # Errors
    /// If one of them is no symmetry of the request.
    pub(in crate::generate) fn rest_on(&mut self, symmetries: &[Vec<Cell>]) -> Result<(), CertificateError> {
        self.inputs.rest_on(symmetries)
    }

    /// Checks further lines.
    ///
    /// # Errors
    /// The first line that does not hold, or [`CertificateError::Stopped`].
    pub(in crate::generate) fn feed(&mut self, lines: &[ProofLine], watch: &dyn Watch) -> Result<(), CertificateError> {
        for line in lines {
            // In large grids with many strategies a loop formula takes milliseconds.
            if watch.should_stop() {
                return Err(CertificateError::Stopped);
            }
            let number = self.n_lines;
            self.n_lines += 1;
            match line {
                ProofLine::Input(clause) if !self.inputs.holds(clause) => return Err(CertificateError::Input(number)),
                ProofLine::LoopFormula(clause) if !self.rules.formula_holds(clause) => {
                    return Err(CertificateError::LoopFormula(number));
                }
                ProofLine::Learnt(clause)
                    if clause.iter().any(|lit| lit.var() >= self.n_vars) || !self.propagator.implies(clause) =>
                {
                    return Err(CertificateError::Step(number));
                }
                ProofLine::Input(clause) | ProofLine::LoopFormula(clause) | ProofLine::Learnt(clause) => {
                    self.propagator.add(clause);
                }
                ProofLine::Delete(clause) => {
                    self.propagator.delete(clause);
                }
            }
        }
        Ok(())
    }

    /// Ends a check that was stopped.
    pub(in crate::generate) fn let_go(self, watch: &dyn Watch) {
        watch.let_go(Box::new(self.propagator));
    }

    /// Whether the lines end in a contradiction.
    ///
    /// # Errors
    /// If they do not.
    pub(in crate::generate) fn finish(&self) -> Result<Checked, CertificateError> {
        if self.propagator.is_refuted() { Ok(Checked::new(Ground::Proof)) } else { Err(CertificateError::Unfinished) }
    }
}

/// What the clauses of the encoding may say.
struct Inputs<'a> {
    request: &'a Request,
    /// "Each of the interchangeable digits occurs only after the one before, and no image under a
    /// symmetry of the pattern comes first", as sorted clauses.
    ordering: BTreeSet<Vec<Lit>>,
    order: Vec<Cell>,
    closed_set: Option<ClosedSetClauses<'a>>,
    /// What a candidate is in the solution and, where a strategy is required, three times as much again.
    n_before_theme: usize,
    theme: ThemeClauses<'a>,
}

impl<'a> Inputs<'a> {
    fn new(request: &'a Request, order: &[Cell]) -> Result<Inputs<'a>, CertificateError> {
        let open = request.pattern.cells.difference(&request.fixed.pattern().cells);
        let distinct: CellSet = order.iter().copied().collect();
        if distinct != open || order.len() != open.len() {
            return Err(CertificateError::Order);
        }
        let shape = request.pattern.shape;
        let digits: Vec<Digit> = (0..shape.n())
            .map(Digit::from_index)
            .filter(|&digit| request.fixed.clues().all(|(_, fixed)| fixed != digit))
            .collect();
        let closed_set = ClosedSetClauses::new(request);
        let n_before_theme = if closed_set.is_some() { 4 } else { 1 } * shape.n() * shape.n_cells();
        let mut inputs = Inputs {
            request,
            ordering: BTreeSet::new(),
            order: order.to_vec(),
            closed_set,
            n_before_theme,
            theme: ThemeClauses::new(request, n_before_theme),
        };
        if !are_digits_alike(request) {
            return Ok(inputs);
        }
        for (i, &cell) in order.iter().enumerate() {
            for pair in digits.windows(2) {
                let lit = |cell, digit, positive| Lit::new(Candidate::new(cell, digit).index(shape), positive);
                let mut clause: Vec<Lit> = order[..i].iter().map(|&earlier| lit(earlier, pair[0], true)).collect();
                clause.push(lit(cell, pair[1], false));
                clause.sort_unstable();
                inputs.ordering.insert(clause);
            }
        }
        Ok(inputs)
    }

    fn rest_on(&mut self, symmetries: &[Vec<Cell>]) -> Result<(), CertificateError> {
        let request = self.request;
        for map in symmetries {
            if !is_symmetry_of_question(request, map) {
                return Err(CertificateError::Symmetry);
            }
            add_first_of_images(&mut self.ordering, request.pattern.shape, &self.order, map);
        }
        Ok(())
    }

    fn holds(&self, clause: &[Lit]) -> bool {
        let shape = self.request.pattern.shape;
        let geometry = &*shape.geometry();
        if clause.iter().any(|lit| lit.var() >= self.n_before_theme) {
            return self.theme.holds(clause);
        }
        if clause.iter().any(|lit| lit.var() >= shape.n() * shape.n_cells()) {
            return self.closed_set.as_ref().is_some_and(|clauses| clauses.holds(clause));
        }
        let candidates: Vec<Candidate> = clause.iter().map(|lit| Candidate::from_index(shape, lit.var())).collect();
        if clause.iter().all(|lit| lit.is_positive()) {
            // Some candidate of a constraint, or a fixed digit.
            let covers = |q: Constraint| q.candidates(geometry).all(|c| candidates.contains(&c));
            return Constraint::all(shape).any(covers)
                || candidates.iter().any(|c| self.request.fixed.get(c.cell) == Some(c.digit))
                || self.theme.holds(clause);
        }
        if let [a, b] = candidates[..]
            && clause.iter().all(|lit| !lit.is_positive())
            && geometry.sees(a, b)
        {
            return true;
        }
        if let [c] = candidates[..]
            && !clause[0].is_positive()
            && !geometry.allowed(c.cell).contains(c.digit)
        {
            return true;
        }
        let mut sorted = clause.to_vec();
        sorted.sort_unstable();
        self.ordering.contains(&sorted) || self.theme.holds(clause) || self.excludes_unwanted(clause, &candidates)
    }

    /// Clues whose trace, with any further clues, lacks a required strategy, or a puzzle whose path is another.
    fn excludes_unwanted(&self, clause: &[Lit], candidates: &[Candidate]) -> bool {
        let request = self.request;
        if clause.iter().any(|lit| lit.is_positive()) || candidates.iter().any(|c| !request.pattern.contains(c.cell)) {
            return false;
        }
        let mut puzzle = Puzzle::empty(request.pattern.shape);
        for c in candidates {
            puzzle.set(c.cell, Some(c.digit));
        }
        // Beyond set logic, what a trace needs may depend on the order of its steps, and so on the names of digits.
        let is_set_logic = request.strategies.intersection(StrategySet::WITH_PREMISES).is_empty();
        let complete = puzzle.pattern() == request.pattern;
        if complete && is_set_logic {
            let trace = solve(&puzzle, request.order());
            let has_path = matches!(request.path.check(&trace, &request.order(), &|| false), PathCheck::Holds(_));
            if !request.required.is_subset(trace.used()) || !has_path {
                return true;
            }
        }
        let hardest = request.ranking.hardest(request.strategies).filter(|&id| request.required.contains(id));
        hardest.is_some_and(|id| {
            // Whatever others do on the way, set logic goes on to the end from there.
            let rest = request.strategies.difference(StrategySet::single(id)).difference(StrategySet::WITH_PREMISES);
            solve(&puzzle, rest).verdict == TraceVerdict::Solved
        })
    }
}

/// Digits are named in order of first use, and the first cells, which see each other, begin every
/// image of the puzzle with the same names: where the image repeats the digit of one of them at
/// the cell that comes next, the puzzle has no later name there.
fn add_first_of_images(clauses: &mut BTreeSet<Vec<Lit>>, shape: Shape, order: &[Cell], map: &[Cell]) {
    let geometry = &*shape.geometry();
    let mut n_first = 0;
    while n_first < order.len()
        && order[..n_first].iter().all(|cell| geometry.peers[cell.index()].contains(&order[n_first]))
    {
        n_first += 1;
    }
    let Some(&next) = order.get(n_first) else { return };
    let lit = |cell: Cell, digit: usize| Lit::new(Candidate::new(cell, Digit::from_index(digit)).index(shape), false);
    for (name, first) in order[..n_first].iter().enumerate() {
        for later in name + 1..=n_first.min(shape.n() - 1) {
            for repeated in 0..shape.n() {
                let image = [map[next.index()], map[first.index()]].map(|cell| lit(cell, repeated));
                let mut clause = vec![lit(next, later), image[0], image[1]];
                clause.sort_unstable();
                clauses.insert(clause);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::automorphisms::symmetries;
    use crate::generate::sat::encode;
    use crate::grid::{parse_patterns, parse_puzzles};
    use crate::logic::solutions;

    /// Whether exchanging these pairs of cells is taken for a symmetry.
    #[track_caller]
    fn check(pattern: &str, fixed: &str, exchanged: &[(usize, usize)], expected: bool) {
        let shape = Shape::new(2, 2).expect("a shape");
        let pattern = parse_patterns(shape, pattern).expect("a pattern").remove(0);
        let fixed = parse_puzzles(shape, fixed).expect("a puzzle").remove(0);
        let strategies = "singles".parse::<StrategySet>().expect("strategies");
        let request = Request::new(pattern, strategies).with(|design| design.fixed = fixed);
        let mut map: Vec<Cell> = shape.cells().collect();
        for &(a, b) in exchanged {
            map.swap(a, b);
        }
        let mut check = RefutationCheck::new(&request, 64, &encode::digit_order(&request)).expect("an order");
        assert_eq!(check.rest_on(&[map]).err(), (!expected).then_some(CertificateError::Symmetry));
    }

    #[test]
    fn only_symmetries_of_the_question_are_taken() {
        let (pattern, free) = ("x..xx..x........", "................");
        let first_rows = [(0, 4), (1, 5), (2, 6), (3, 7)];
        check(pattern, free, &first_rows, true);
        check(pattern, "1...............", &first_rows, false);
        check("x..x.x.x........", free, &first_rows, false);
        // Clue cells stay clue cells, but rows 2 and 3 lie in different bands.
        check("................", free, &[(4, 8), (5, 9), (6, 10), (7, 11)], false);
        check(pattern, free, &[(0, 4)], false);
        let transposed = [(1, 4), (2, 8), (3, 12), (6, 9), (7, 13), (11, 14)];
        check("x..............x", free, &transposed, true);
        check(pattern, free, &transposed, false);
        // All clues see each other, so no image repeats the digit of one of them at the next.
        check("xxxx............", free, &[(8, 12), (9, 13), (10, 14), (11, 15)], true);
    }

    /// Of the images of each puzzle that singles solve, one must fulfil all clauses about the order of digits and
    /// images. How many puzzles do, and how many keep the order of digits.
    #[track_caller]
    fn check_order(pattern: &str) -> [usize; 2] {
        let shape = Shape::new(2, 2).expect("a shape");
        let pattern = parse_patterns(shape, pattern).expect("a pattern").remove(0);
        let request = Request::new(pattern, "singles".parse::<StrategySet>().expect("strategies"));
        let order = encode::digit_order(&request);
        let mut inputs = Inputs::new(&request, &order).expect("an order");
        let digits_in_order = inputs.ordering.clone();
        let mut maps = symmetries(&request);
        inputs.rest_on(&maps).expect("symmetries");
        let is_clue = |lit: &Lit| pattern.contains(Candidate::from_index(shape, lit.var()).cell);
        assert!(inputs.ordering.iter().flatten().all(is_clue), "they speak of clue cells");
        maps.push(shape.cells().collect());
        let holds = |clauses: &BTreeSet<Vec<Lit>>, puzzle: &Puzzle| {
            let is_true = |lit: &Lit| {
                let candidate = Candidate::from_index(shape, lit.var());
                (puzzle.get(candidate.cell) == Some(candidate.digit)) == lit.is_positive()
            };
            clauses.iter().all(|clause| clause.iter().any(is_true))
        };
        let mut counts = [0; 2];
        for grid in solutions(&Puzzle::empty(shape), 1000) {
            let puzzle = grid.masked(&pattern);
            if solve(&puzzle, request.order()).verdict != TraceVerdict::Solved {
                continue;
            }
            let images = maps.iter().map(|map| {
                // Digits are named as they come.
                let mut names: Vec<Digit> = Vec::new();
                let mut image = Puzzle::empty(shape);
                for &cell in &order {
                    let digit = puzzle.get(map[cell.index()]).expect("clue cells go to clue cells");
                    if !names.contains(&digit) {
                        names.push(digit);
                    }
                    image.set(cell, names.iter().position(|&name| name == digit).map(Digit::from_index));
                }
                image
            });
            let images: Vec<Puzzle> = images.collect();
            assert!(images.iter().any(|image| holds(&inputs.ordering, image)), "{puzzle}");
            counts[0] += usize::from(holds(&inputs.ordering, &puzzle));
            counts[1] += usize::from(holds(&digits_in_order, &puzzle));
        }
        counts
    }

    #[test]
    fn one_image_of_each_puzzle_fulfils_the_order() {
        let patterns =
            ["xx..x......x..xx", "x....xx..xx....x", "x.x..x.xx.x..x.x", "x..xx..x...x....", "xxxx....x..x...."];
        let counts = patterns.map(check_order);
        let total = |which: usize| counts.iter().map(|counts| counts[which]).sum::<usize>();
        assert!(0 < total(0) && total(0) < total(1), "the clauses forbid nothing: {counts:?}");
    }
}

//! A strategy is needed only where the easier ones do not solve the puzzle: clauses for a position in which none of
//! them has a step.
//!
//! Marks are *closed* under strategies if no rule of theirs rules out another mark. The closure of a
//! puzzle is the largest closed set of marks, so the easier strategies fail exactly if some closed
//! set holds more than the solution. Y(c): c is a mark of such a set. D(c): c is placed there.
//! V(c): c is a mark though not in the solution.
//!
//! A placed step is needed in the same sense: some set of marks that is closed under the rules of all allowed strategies
//! but those of the placed step holds more than the solution.
//!
//! Rules of several bases are many; they are added one by one where a model breaks them.

use super::encode;
use super::rounds::placing_constraints;
use super::unfounded::closure;
use crate::generate::Request;
use crate::grid::{Candidate, DigitSet, Puzzle, Shape};
use crate::logic::{Board, Effect, Rule, SetLogic, StepPlace, StrategyId, StrategySet, strategy};
use crate::sat::cdcl::Lit;
use crate::sat::cnf::{Cnf, Formula};
use std::ops::ControlFlow;

/// Rules added for one model.
const RULES_PER_MODEL: usize = 64;

/// What the hardest required strategy asks of the easier ones, or a placed step of all other steps.
#[derive(Clone, Debug)]
pub(super) struct ClosedSet {
    shape: Shape,
    easier: StrategySet,
    /// Rules that may have a step here are left out.
    left_out: Option<StepPlace>,
}

/// The clauses of a solution grid and, if a strategy is required, those of a position in which no strategy before the
/// hardest required one has a step.
pub(super) fn solution(request: &Request) -> (Cnf, Option<ClosedSet>) {
    let mut cnf = encode::solution(request);
    let closed_set = ClosedSet::new(request);
    if let Some(closed_set) = &closed_set {
        closed_set.add(&mut cnf, request);
    }
    (cnf, closed_set)
}

/// What a model lacks whose puzzle does without a required strategy: rules of the easier strategies that its
/// marks break; if none, the puzzle itself is excluded.
pub(super) fn lacking(
    closed_set: Option<&ClosedSet>,
    request: &Request,
    puzzle: &Puzzle,
    is_true: impl Fn(usize) -> bool,
) -> Vec<Vec<Lit>> {
    let mut clauses = closed_set.map(|closed_set| closed_set.broken(puzzle, is_true)).unwrap_or_default();
    if clauses.is_empty() {
        clauses.push(encode::exclude(request, puzzle));
    }
    clauses
}

/// Ends the sentence of a refutation: which strategy or step it asked for.
pub(super) fn where_needed(request: &Request) -> String {
    if let Some(condition) = request.path.conditions.first() {
        return format!(" where the step {} is needed", condition.text(request.pattern.shape));
    }
    let hardest = request.ranking.hardest(request.required);
    hardest.map(|hardest| format!(" where {} is needed", hardest.title().to_lowercase())).unwrap_or_default()
}

impl ClosedSet {
    /// None if nothing is required. A path has been relaxed to what clauses can say.
    fn new(request: &Request) -> Option<ClosedSet> {
        let left_out = request.path.steps().next().map(|(_, step)| step.place.clone());
        let easier = match &left_out {
            Some(_) => request.strategies,
            None => {
                request.strategies.intersection(request.ranking.easier_than(request.ranking.hardest(request.required)?))
            }
        };
        // Without what these clauses do not know, the others only fail sooner.
        let easier = easier.iter().filter(|&id| strategy(id).set_logic().is_some()).collect();
        Some(ClosedSet { shape: request.pattern.shape, easier, left_out })
    }

    fn n_candidates(&self) -> usize {
        self.shape.n() * self.shape.n_cells()
    }

    fn truth(&self, c: Candidate) -> Lit {
        Lit::new(c.index(self.shape), true)
    }

    fn marked(&self, c: Candidate) -> Lit {
        Lit::new(self.n_candidates() + c.index(self.shape), true)
    }

    fn placed(&self, c: Candidate) -> Lit {
        Lit::new(2 * self.n_candidates() + c.index(self.shape), true)
    }

    fn spare(&self, c: Candidate) -> Lit {
        Lit::new(3 * self.n_candidates() + c.index(self.shape), true)
    }

    /// Adds the variables, which follow those of the solution, and all clauses but those of large families.
    fn add(&self, cnf: &mut Cnf, request: &Request) {
        let shape = self.shape;
        let geometry = &*shape.geometry();
        let candidates = || (0..self.n_candidates()).map(|i| Candidate::from_index(shape, i));
        cnf.n_vars = 4 * self.n_candidates();
        for c in candidates() {
            cnf.add([!self.truth(c), self.marked(c)]);
            if request.pattern.contains(c.cell) {
                cnf.add([!self.truth(c), self.placed(c)]);
            }
        }
        for c in encode::forbidden(shape) {
            cnf.add([!self.marked(c)]);
        }
        let placing = placing_constraints(shape, self.easier);
        for q in &placing {
            for c in q.candidates(geometry) {
                let others = q.candidates(geometry).filter(|&other| other != c).map(|other| self.marked(other));
                cnf.add(others.chain([self.placed(c)]));
            }
        }
        for (index, rivals) in closure::rivals(shape).iter().enumerate() {
            for &rival in rivals {
                let (c, rival) = (Candidate::from_index(shape, index), Candidate::from_index(shape, rival as usize));
                cnf.add([!self.placed(c), !self.marked(rival)]);
            }
        }
        for (id, logic) in self.eliminating().filter(|(_, logic)| logic.size == 1) {
            for rule in logic.rules(geometry).filter(|rule| !self.leaves_out(id, rule)) {
                let cover = rule.covers.iter().flat_map(|cover| cover.candidates(geometry));
                let cleared: Vec<Candidate> =
                    cover.filter(|&c| !rule.bases.iter().any(|base| base.contains(geometry, c))).collect();
                cnf.clauses.extend(cleared.into_iter().map(|c| self.clause(&rule, c)));
            }
        }
        if placing.is_empty() {
            // Nothing is placed, so having no mark but the solution does not yet solve.
            return;
        }
        let open = || candidates().filter(|c| !request.pattern.contains(c.cell));
        for c in open() {
            cnf.add([!self.spare(c), self.marked(c)]);
            cnf.add([!self.spare(c), !self.truth(c)]);
        }
        cnf.add(open().map(|c| self.spare(c)));
    }

    fn eliminating(&self) -> impl Iterator<Item = (StrategyId, SetLogic)> + use<> {
        let logics = self.easier.iter().filter_map(|id| Some((id, strategy(id).set_logic()?)));
        logics.filter(|(_, logic)| logic.effect == Effect::Eliminate)
    }

    fn leaves_out(&self, id: StrategyId, rule: &Rule) -> bool {
        self.left_out.as_ref().is_some_and(|place| place.may_match_rule(id, rule, &self.shape.geometry()))
    }

    /// Some candidate of the bases outside the covers is a mark, or this one is not.
    fn clause(&self, rule: &Rule, cleared: Candidate) -> Vec<Lit> {
        let geometry = &*self.shape.geometry();
        let based = rule.bases.iter().flat_map(|base| base.candidates(geometry));
        let outside = based.filter(|&c| !rule.covers.iter().any(|cover| cover.contains(geometry, c)));
        outside.map(|c| self.marked(c)).chain([!self.marked(cleared)]).collect()
    }

    /// Rules of the easier strategies that the marks of a model break; none if they are closed.
    fn broken(&self, puzzle: &Puzzle, is_true: impl Fn(usize) -> bool) -> Vec<Vec<Lit>> {
        let shape = self.shape;
        let marks = |cell| {
            let digits = DigitSet::all(shape.n()).iter();
            digits.filter(|&digit| is_true(self.marked(Candidate::new(cell, digit)).var())).collect()
        };
        let board = Board::with_marks(puzzle, marks);
        let mut clauses = Vec::new();
        for (id, logic) in self.eliminating().filter(|(_, logic)| logic.size > 1) {
            for n_met in 0..=logic.most_met(self.easier) {
                let _ = logic.find(&board, n_met, &mut |rule, cleared| {
                    if self.leaves_out(id, &rule) {
                        return ControlFlow::Continue(());
                    }
                    clauses.extend(cleared.into_iter().map(|c| self.clause(&rule, c)));
                    if clauses.len() < RULES_PER_MODEL { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
            }
        }
        clauses
    }
}

#[cfg(test)]
mod tests {
    use crate::generate::sat::{self, Encoding, Rounds, SatOptions, backend::Backend};
    use crate::generate::{Method, Outcome, Request, Undecided, Unwatched, certificate_check, refute};
    use crate::grid::{Digit, Shape, parse_patterns, parse_puzzles};
    use crate::logic::{Order, PathCheck, PathGoal, TraceVerdict, solve};

    /// Whether a puzzle needs what the order requires, by trying all digits.
    fn exists(request: &Request) -> bool {
        let open: Vec<_> = request.pattern.cells.iter().filter(|&cell| request.fixed.get(cell).is_none()).collect();
        let n = request.pattern.shape.n();
        (0..n.pow(open.len() as u32)).any(|number| {
            let mut puzzle = request.fixed.clone();
            for (i, &cell) in open.iter().enumerate() {
                puzzle.set(cell, Some(Digit::from_index(number / n.pow(i as u32) % n)));
            }
            let trace = solve(&puzzle, request.order());
            trace.verdict == TraceVerdict::Solved
                && request.required.is_subset(trace.used())
                && matches!(request.path.check(&trace, &request.order(), &|| false), PathCheck::Holds(_))
        })
    }

    /// Clues of 2x3, `x` where the digit is open: SAT must know whether there are digits with which the
    /// puzzle needs what the order requires.
    #[track_caller]
    fn check(order: &str, clues: &str, expected: bool) {
        let shape = Shape::new(2, 3).expect("a shape");
        let pattern = parse_patterns(shape, clues).expect("a pattern").remove(0);
        let fixed = parse_puzzles(shape, &clues.replace('x', ".")).expect("digits").remove(0);
        let order = order.parse::<Order>().expect("an order");
        let request = Request::in_order(pattern, order).with(|design| design.fixed = fixed);
        assert_eq!(exists(&request), expected, "by trying all digits");
        let with_rounds = [Encoding::Derivation, Encoding::Paper { order: true }];
        let ways = Backend::ALL.iter().map(|&backend| (Encoding::WellFounded, backend));
        for (encoding, backend) in ways.chain(with_rounds.map(|encoding| (encoding, Backend::Own))) {
            // So many rounds are enough for every puzzle here.
            let rounds = Rounds { first: 7, last: 7, step: 1 };
            let options = SatOptions { encoding, rounds, backend, ..SatOptions::default() };
            let way = format!("{encoding:?}, {}", backend.name());
            match sat::run(&request, &options, &Unwatched).outcome {
                Outcome::Found(_) => assert!(expected, "found: {way}"),
                Outcome::Impossible(_) => assert!(!expected, "refuted: {way}"),
                Outcome::Undecided(Undecided::GaveUp(why)) if encoding == Encoding::Derivation => {
                    assert!(!expected && why.contains("within 7 rounds where"), "{way}: {why}");
                }
                Outcome::Undecided(why) => panic!("{way}: {why:?}"),
            }
        }
    }

    /// A step of a strategy is asked for at each of these places in turn: SAT knows for which of them there are digits.
    #[track_caller]
    fn check_places(order: &str, clues: &str, places: impl Iterator<Item = String>) -> [usize; 2] {
        let shape = Shape::new(2, 3).expect("a shape");
        let pattern = parse_patterns(shape, clues).expect("a pattern").remove(0);
        let fixed = parse_puzzles(shape, &clues.replace('x', ".")).expect("digits").remove(0);
        let order = order.parse::<Order>().expect("an order");
        let mut counts = [0, 0];
        for place in places {
            let path = PathGoal::parse(shape, [place.as_str()]).expect("a place");
            let request = Request::in_order(pattern, order).with(|design| {
                design.fixed = fixed.clone();
                design.path = path;
            });
            let expected = exists(&request);
            match sat::run(&request, &SatOptions::default(), &Unwatched).outcome {
                Outcome::Found(_) => assert!(expected, "found: {place}"),
                Outcome::Impossible(_) => assert!(!expected, "refuted: {place}"),
                Outcome::Undecided(why) => panic!("{place}: {why:?}"),
            }
            match refute(&request, Method::Sat, Backend::Own, &Unwatched) {
                Err(_) => assert!(expected, "no proof: {place}"),
                Ok(proof) => {
                    assert_eq!(certificate_check::check(&request, &proof, &Unwatched), Ok(()), "{place}");
                    // Without the path there are puzzles, so the proof must not hold.
                    let anywhere = request.with(|design| design.path = PathGoal::default());
                    assert!(certificate_check::check(&anywhere, &proof, &Unwatched).is_err(), "{place}");
                }
            }
            counts[usize::from(expected)] += 1;
        }
        counts
    }

    #[test]
    fn a_placed_step_is_found_or_refuted() {
        let rows = |name: &'static str| {
            (1..=6).flat_map(move |a| (a + 1..=6).map(move |b| format!("{name}@r{a},r{b}"))).chain([name.to_owned()])
        };
        let fish = check_places("singles,naked-pair,x-wing", "4......5..3...4x..1.2xx.3..2....5...", rows("x-wing"));
        // Anywhere, each of them is needed with some digits.
        let cells = (1..=6).flat_map(|row| (1..=6).map(move |col| format!("naked-pair@r{row}c{col}")));
        let cells = cells.chain(["naked-pair".to_owned()]);
        let pairs = check_places("naked-single,naked-pair", ".4.5.11.x......x......4....12x.3.4..", cells);
        let boxes = (1..=6).flat_map(|b| (1..=6).map(move |digit| format!("locked-candidates@b{b}:{digit}")));
        let boxes = boxes.chain(["locked-candidates".to_owned()]);
        let locked = check_places("singles,locked-candidates", "..5..1.....x.3....5.14.3..x3.4.x....", boxes);
        for [n_refuted, n_found] in [fish, pairs, locked] {
            assert!(n_refuted > 0 && n_found > 0, "{fish:?} {pairs:?} {locked:?}");
        }
    }

    #[test]
    fn the_required_strategy_is_needed_where_the_easier_ones_are_stuck() {
        for (order, found, impossible) in [
            (
                "full-house,naked-single,+hidden-single",
                ".4.12.1..3.4....x.x......x..6..1....",
                "...54.x......5.1.2...x.x5......3....",
            ),
            (
                "hidden-single,+naked-single",
                "..x15.......6....4...2...xx...34....",
                "..x16.......6....4...2...xx...34....",
            ),
            (
                "singles,+locked-candidates",
                "..5..1.....x.3....5.14.3..x3.4.x....",
                "..5..1.....x.3....6.14.3..x3.4.x....",
            ),
            (
                "naked-single,+naked-pair",
                ".4.5.11.x......x......4....12x.3.4..",
                ".x.2.11.x......6......4....123.x.4..",
            ),
            (
                "singles,naked-pair,+x-wing",
                "4......5..3...4x..1.2xx.3..2....5...",
                "4......5..3...3x..1.2xx.3..2....5...",
            ),
            ("singles,+hidden-pair", "...x1.......24...11..xx4..2...3....5", "...54.......24...1x..2x4..2...3....x"),
            // A triple with a filled cell is a pair that is not allowed; a swordfish may be a single line.
            (
                "naked-single,+naked-triple",
                "5..1.....4x...3.x5..6..4.6......5..3",
                "5..1.....4x...3.x2..6..4.6......5..3",
            ),
            (
                "naked-single,swordfish,+hidden-single",
                "...3.5...1....4.26..5...x.1.5x5.....",
                "...3.5...1....4.26..5...x.2.5x5.....",
            ),
            // Something harder is allowed.
            (
                "naked-single,locked-candidates,+hidden-single,x-wing",
                "..6.5........3..x..2.x.......x..1.6.",
                "..6.5........3..x..2.x.......x..2.6.",
            ),
        ] {
            check(order, found, true);
            check(order, impossible, false);
        }
    }
}

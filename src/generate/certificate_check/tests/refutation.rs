//! Refuted formulas: every kind of line spoiled, and the parts around the lines.

use super::{CertificateError, Stopped, answers, check, random_pattern, request};
use crate::generate::automorphisms::symmetries;
use crate::generate::certificate::{Certificate, ProofFormat, Refutation};
use crate::generate::certificate_check::{self, RefutationCheck};
use crate::generate::random::Random;
use crate::generate::refute;
use crate::generate::sat::backend::Backend;
use crate::generate::sat::encode;
use crate::generate::{Method, Request, Unwatched};
use crate::grid::{Candidate, Cell, CellSet, Digit, Shape};
use crate::logic::{StrategySet, solve};
use crate::sat::cdcl::Lit;
use crate::sat::proof::ProofLine;
use std::collections::BTreeSet;

/// Questions without an answer whose refutations are short, `x` where a digit is open.
const IMPOSSIBLE: [(&str, &str, &str); 7] = [
    ("2x3", ".......xx..x...x..x........x....x...", "naked-single"),
    ("2x3", ".....3..x.......xx....x..x.....x..x.", "naked-single"),
    ("3x2", "x...x.........x.x.....x......xx.....", "naked-single"),
    ("2x3", ".......xx..x...x..x........x....x...", "singles"),
    ("3x2", "x...x.........x.x.....x......xx.....", "paper"),
    ("3x2", "x...x.........x.x.....x......xx.....", "singles,x-wing"),
    ("3x2", ".....3..x.......xx....x..x.....x..x.", "hidden-single"),
];

/// The refutations of those that ask for these strategies.
pub(super) fn real(orders: &[&str]) -> Vec<(Request, Refutation)> {
    let asked = IMPOSSIBLE.iter().filter(|(.., order)| orders.contains(order));
    let refuted = asked.map(|(shape, clues, order)| {
        let request = request(shape, clues, order);
        let Ok(Certificate::Refutation(refutation)) = refute(&request, Method::Sat, Backend::Own, &Unwatched) else {
            panic!("{clues} has a refutation")
        };
        (request, refutation)
    });
    refuted.collect()
}

/// The refutation is spoiled.
#[track_caller]
fn refused(
    request: &Request,
    refutation: &Refutation,
    change: impl FnOnce(&mut Refutation),
    error: impl Into<Option<CertificateError>>,
) {
    let certificate = Certificate::Refutation(refutation.clone());
    check(
        request,
        &certificate,
        |c| {
            if let Certificate::Refutation(refutation) = c {
                change(refutation);
            }
        },
        error,
    );
}

/// Judges clauses of the encoding and loop formulas, which do not depend on the lines before.
pub(super) struct Judge<'a> {
    check: RefutationCheck<'a>,
    /// What the solver was given, each clause sorted.
    inputs: BTreeSet<Vec<Lit>>,
}

impl<'a> Judge<'a> {
    pub(super) fn new(request: &'a Request, refutation: &Refutation) -> Judge<'a> {
        let mut check = RefutationCheck::new(request, refutation.n_vars, &refutation.digit_order).expect("a formula");
        check.rest_on(&refutation.symmetries).expect("symmetries");
        Judge { check, inputs: refutation.inputs().map(sorted).collect() }
    }

    pub(super) fn accepts(&mut self, line: ProofLine) -> bool {
        self.check.feed(&[line], &Unwatched).is_ok()
    }

    pub(super) fn accepts_input(&mut self, clause: &[Lit]) -> bool {
        self.accepts(ProofLine::Input(clause.to_vec()))
    }

    pub(super) fn accepts_loop_formula(&mut self, clause: &[Lit]) -> bool {
        self.accepts(ProofLine::LoopFormula(clause.to_vec()))
    }

    /// A spoiled clause is refused unless it is another of the encoding.
    #[track_caller]
    pub(super) fn check_spoiled(&mut self, clause: &[Lit], spoiled: &[Lit]) {
        let is_another = self.inputs.contains(&sorted(spoiled));
        assert_eq!(self.accepts_input(spoiled), is_another, "{spoiled:?}, which was {clause:?}");
    }
}

fn sorted(clause: &[Lit]) -> Vec<Lit> {
    let mut clause = clause.to_vec();
    clause.sort_unstable();
    clause
}

/// Whether a line is accepted where nothing else is known.
fn accepts(request: &Request, n_vars: usize, line: ProofLine) -> bool {
    let digit_order = encode::digit_order(request);
    let nothing = Refutation { n_vars, digit_order, symmetries: Vec::new(), lines: Vec::new() };
    Judge::new(request, &nothing).accepts(line)
}

#[test]
fn spoiled_clauses_of_the_encoding_are_refused() {
    for (request, refutation) in real(&["naked-single", "paper", "singles,x-wing"]) {
        let inputs = refutation.inputs().count();
        let mut judge = Judge::new(&request, &refutation);
        for clause in refutation.inputs().step_by(inputs / 150 + 1) {
            assert!(judge.accepts_input(clause), "{clause:?}");
            // A fixed digit makes true whatever it is part of.
            let is_fixed = |lit: &Lit| {
                let candidate = Candidate::from_index(request.pattern.shape, lit.var());
                lit.is_positive() && request.fixed.get(candidate.cell) == Some(candidate.digit)
            };
            for at in 0..clause.len() {
                let mut shorter = clause.to_vec();
                let dropped = shorter.remove(at);
                if !shorter.iter().any(is_fixed) {
                    judge.check_spoiled(clause, &shorter);
                }
                let mut turned = clause.to_vec();
                turned[at] = !dropped;
                judge.check_spoiled(clause, &turned);
            }
        }
        assert!(!judge.accepts_input(&[]));
        // The number of the line is told.
        let wrong = ProofLine::Input(vec![Lit::new(5, true)]);
        for at in [0, 7, inputs / 2] {
            let insert = |refutation: &mut Refutation| refutation.lines.insert(at, wrong.clone());
            let fixed = Candidate::from_index(request.pattern.shape, 5);
            if request.fixed.get(fixed.cell) != Some(fixed.digit) {
                refused(&request, &refutation, insert, CertificateError::Input(at));
            }
        }
    }
}

/// What the layout does not allow in a cell is a clause.
#[test]
fn digits_that_a_cell_may_not_hold_are_excluded() {
    let request = request("2x2 odd=r1c1", "x..x..x..x..x..x", "singles");
    let no_digit = |cell: usize, digit: usize| ProofLine::Input(vec![Lit::new(4 * cell + digit - 1, false)]);
    for (cell, digit, expected) in [(0, 2, true), (0, 4, true), (0, 1, false), (1, 2, false)] {
        assert_eq!(accepts(&request, 64, no_digit(cell, digit)), expected, "{digit} in cell {cell}");
    }
}

/// On 4x4 with all names of digits but one given, every short clause that is accepted is true of every grid that the
/// fixed digits allow.
#[test]
fn accepted_clauses_are_true() {
    for clues in ["12..3..x.x....x.", "1..x.2....3.x...", "1234xxxx........"] {
        let request = request("2x2", clues, "naked-pair,hidden-single");
        let grids = crate::logic::solutions(&request.fixed, 1000);
        assert!(!grids.is_empty());
        let is_true = |lit: Lit, grid: &crate::grid::Puzzle| {
            let candidate = Candidate::from_index(request.pattern.shape, lit.var());
            (grid.get(candidate.cell) == Some(candidate.digit)) == lit.is_positive()
        };
        let order = encode::digit_order(&request);
        let mut check = RefutationCheck::new(&request, 64, &order).expect("a formula");
        let mut n_accepted = [0; 3];
        for a in 0..128 {
            for b in 0..=a {
                // Single literals too.
                let mut clause = vec![Lit(a), Lit(b)];
                clause.dedup();
                if check.feed(&[ProofLine::Input(clause.clone())], &Unwatched).is_ok() {
                    n_accepted[clause.len()] += 1;
                    assert!(grids.iter().all(|grid| clause.iter().any(|&lit| is_true(lit, grid))), "{clause:?}");
                }
            }
        }
        // Each fixed digit; each pair of rivals.
        assert_eq!(n_accepted[1], request.fixed.n_clues());
        assert!(n_accepted[2] >= 64 * 10 / 2, "{n_accepted:?}");
    }
}

#[test]
fn loop_formulas_without_one_of_their_literals_are_refused() {
    let mut counts = [0; 2];
    for (request, refutation) in real(&["naked-single", "hidden-single", "paper", "singles,x-wing"]) {
        let mut judge = Judge::new(&request, &refutation);
        for formula in refutation.loop_formulas().take(8) {
            assert!(judge.accepts_loop_formula(formula));
            for at in 0..formula.len() {
                let mut stronger = formula.to_vec();
                stronger.remove(at);
                counts[usize::from(judge.accepts_loop_formula(&stronger))] += 1;
            }
        }
        assert!(!judge.accepts_loop_formula(&[]));
        let at =
            refutation.lines.iter().position(|line| matches!(line, ProofLine::LoopFormula(_))).expect("a loop formula");
        let claim =
            |refutation: &mut Refutation| refutation.lines[at] = ProofLine::LoopFormula(vec![Lit::new(0, true)]);
        refused(&request, &refutation, claim, CertificateError::LoopFormula(at));
    }
    // Most literals are needed.
    assert!(counts[0] > 4 * counts[1], "{counts:?}");
}

#[test]
fn steps_must_follow_and_lines_must_not_be_missing() {
    for (request, refutation) in real(&["paper", "singles,x-wing"]) {
        let drop_kind = |kind: fn(&ProofLine) -> bool| move |r: &mut Refutation| r.lines.retain(|line| !kind(line));
        let verdict = |change: &dyn Fn(&mut Refutation)| {
            let mut spoiled = refutation.clone();
            change(&mut spoiled);
            certificate_check::check(&request, &Certificate::Refutation(spoiled), &Unwatched)
        };
        // Without loop formulas the formula has a solution; without the encoding everything is possible.
        let kinds: [fn(&ProofLine) -> bool; 2] =
            [|line| matches!(line, ProofLine::LoopFormula(_)), |line| matches!(line, ProofLine::Input(_))];
        for kind in kinds {
            let verdict = verdict(&drop_kind(kind));
            let is_refused = matches!(verdict, Err(CertificateError::Step(_) | CertificateError::Unfinished));
            assert!(is_refused, "{verdict:?}");
        }
        let learnt = |line: &ProofLine| matches!(line, ProofLine::Learnt(_));
        refused(&request, &refutation, drop_kind(learnt), CertificateError::Unfinished);
        refused(&request, &refutation, |r| r.lines.clear(), CertificateError::Unfinished);
        // Whatever is claimed before anything is known does not follow.
        for clause in [vec![], vec![Lit::new(3, false)], vec![Lit::new(3, false), Lit::new(90, true)]] {
            let claim = |r: &mut Refutation| r.lines.insert(0, ProofLine::Learnt(clause.clone()));
            refused(&request, &refutation, claim, CertificateError::Step(0));
        }
        // The first step rests on what is deleted.
        let first = refutation.lines.iter().position(learnt).expect("a step");
        let forget = |r: &mut Refutation| {
            let known: Vec<ProofLine> =
                r.lines[..first].iter().map(|l| ProofLine::Delete(l.clause().to_vec())).collect();
            r.lines.splice(first..first, known);
        };
        refused(&request, &refutation, forget, CertificateError::Step(2 * first));
    }
}

/// A literal left out of a step makes it stronger: it is refused, or follows all the same.
#[test]
fn shortened_steps_are_refused_or_follow() {
    let mut counts = [0; 2];
    for (request, refutation) in real(&["naked-single", "paper"]) {
        let steps: Vec<usize> = (0..refutation.lines.len())
            .filter(|&i| matches!(&refutation.lines[i], ProofLine::Learnt(clause) if clause.len() > 1))
            .collect();
        for &at in steps.iter().step_by(steps.len() / 8 + 1) {
            for lit in 0..refutation.lines[at].clause().len() {
                let mut spoiled = refutation.clone();
                let ProofLine::Learnt(clause) = &mut spoiled.lines[at] else { panic!("a step") };
                clause.remove(lit);
                match certificate_check::check(&request, &Certificate::Refutation(spoiled), &Unwatched) {
                    Ok(()) => counts[1] += 1,
                    Err(CertificateError::Step(line)) if line == at => counts[0] += 1,
                    other => panic!("{other:?} at {at}"),
                }
            }
        }
    }
    assert!(counts[0] > 10, "{counts:?}");
}

#[test]
fn the_parts_around_the_lines_are_checked() {
    for (request, refutation) in real(&["naked-single", "singles,x-wing"]) {
        for n_vars in [0, 1, 215, 217, 864, usize::MAX] {
            refused(&request, &refutation, |r| r.n_vars = n_vars, CertificateError::Variables);
        }
        refused(&request, &refutation, |r| r.digit_order.truncate(1), CertificateError::Order);
        refused(&request, &refutation, |r| r.digit_order[0] = r.digit_order[1], CertificateError::Order);
        refused(&request, &refutation, |r| r.digit_order.push(r.digit_order[0]), CertificateError::Order);
        refused(&request, &refutation, |r| r.digit_order[0] = Cell::from_index(255), CertificateError::Order);
        let empty = CellSet::first(36).difference(&request.pattern.cells).iter().next().expect("an empty cell");
        refused(&request, &refutation, |r| r.digit_order[0] = empty, CertificateError::Order);
        refused(&request, &refutation, |r| r.digit_order.push(empty), CertificateError::Order);
        // Lines about variables that do not exist.
        let beyond = vec![Lit::new(216, true)];
        for (line, error) in [
            (ProofLine::Input(beyond.clone()), Some(CertificateError::Input(0))),
            (ProofLine::LoopFormula(beyond.clone()), Some(CertificateError::LoopFormula(0))),
            (ProofLine::Learnt(beyond.clone()), Some(CertificateError::Step(0))),
            (ProofLine::Delete(beyond.clone()), None),
        ] {
            refused(&request, &refutation, |r| r.lines.insert(0, line.clone()), error.clone());
            let mut spoiled = refutation.clone();
            spoiled.lines.insert(0, line);
            let refused = Err(CertificateError::Step(0));
            assert_eq!(spoiled.lrat(), refused.clone());
            let texts = spoiled.texts(&request, ProofFormat::Lrat, &Unwatched);
            assert_eq!(texts.map(|(_, proof)| proof), refused);
        }
        let judge = |request: &Request| {
            certificate_check::check(request, &Certificate::Refutation(refutation.clone()), &Unwatched)
        };
        for (order, error) in [
            ("singles,simple-colouring", Some(CertificateError::Strategies)),
            // A full house is also a single; alone it has no clauses.
            ("full-house,naked-pair", Some(CertificateError::Strategies)),
        ] {
            let other = request.with(|design| design.strategies = order.parse().expect("names"));
            assert_eq!(judge(&other).err(), error);
        }
        let certificate = Certificate::Refutation(refutation.clone());
        assert_eq!(certificate_check::check(&request, &certificate, &Stopped), Err(CertificateError::Stopped));
    }
}

/// With other fixed digits or another pattern, the order of digits or some clause is another.
#[test]
fn refutations_are_about_one_request() {
    let (asked, refutation) = real(&["paper"]).remove(0);
    let judge =
        |request: &Request| certificate_check::check(request, &Certificate::Refutation(refutation.clone()), &Unwatched);
    let open = asked.pattern.cells.difference(&asked.fixed.pattern().cells);
    let cell = open.iter().next().expect("an open clue");
    let fixed = asked.with(|design| design.fixed.set(cell, Some(Digit::from_index(0))));
    assert_eq!(judge(&fixed), Err(CertificateError::Order));
    let more = asked.with(|design| design.pattern.cells = CellSet::first(36));
    assert_eq!(judge(&more), Err(CertificateError::Order));
    // With more strategies more can be derived.
    let other = asked.with(|design| design.strategies = "basic".parse().expect("names"));
    assert!(matches!(judge(&other), Err(CertificateError::LoopFormula(_))), "{:?}", judge(&other));
}

/// A refutation with clauses that rest on symmetries of the pattern.
fn with_symmetries(shape: &str, pattern: &str, order: &str) -> (Request, Refutation) {
    let request = request(shape, pattern, order);
    let Ok(Certificate::Refutation(mut refutation)) = refute(&request, Method::Sat, Backend::Own, &Unwatched) else {
        panic!("impossible")
    };
    refutation.symmetries = symmetries(&request);
    let clauses = encode::break_pattern_symmetry(&request, &refutation.symmetries);
    assert!(!clauses.is_empty());
    refutation.lines.splice(0..0, clauses.into_iter().map(ProofLine::Input));
    (request, refutation)
}

/// Half a turn maps the pattern onto itself.
const HALF_TURN: &str = "...x.....x...x.x....x.x...x.....x...";

#[test]
fn clauses_of_symmetries_rest_on_their_maps() {
    let (request, refutation) = with_symmetries("2x3", HALF_TURN, "naked-single");
    // A clause is known by its map; without any, the first one is refused.
    refused(&request, &refutation, |r| r.symmetries.clear(), CertificateError::Input(0));
    let identity: Vec<Cell> = request.pattern.shape.cells().collect();
    let mut elsewhere = refutation.clone();
    elsewhere.symmetries = vec![identity];
    let result = certificate_check::check(&request, &Certificate::Refutation(elsewhere), &Unwatched);
    assert!(matches!(result, Err(CertificateError::Input(_))), "{result:?}");
    for (a, b) in [(0, 1), (3, 10), (0, 35), (6, 12)] {
        refused(&request, &refutation, |r| r.symmetries[0].swap(a, b), CertificateError::Symmetry);
    }
    refused(&request, &refutation, |r| r.symmetries[0].truncate(35), CertificateError::Symmetry);
    refused(&request, &refutation, |r| r.symmetries[0].push(Cell::from_index(0)), CertificateError::Symmetry);
    refused(&request, &refutation, |r| r.symmetries[0][0] = Cell::from_index(255), CertificateError::Symmetry);
    // Each literal of each clause counts.
    let n = refutation.lines.iter().take_while(|line| line.clause().len() == 3).count();
    let mut judge = Judge::new(&request, &refutation);
    for line in &refutation.lines[..n] {
        let clause = line.clause();
        assert!(judge.accepts_input(clause));
        for at in 0..3 {
            let mut spoiled = clause.to_vec();
            let dropped = spoiled.remove(at);
            judge.check_spoiled(clause, &spoiled);
            spoiled.insert(at, !dropped);
            judge.check_spoiled(clause, &spoiled);
        }
    }
}

/// Under a required strategy the digits are not alike, nor are the images of a puzzle; nor with fixed digits.
#[test]
fn no_symmetry_where_the_trace_or_fixed_digits_matter() {
    let (request, refutation) = with_symmetries("2x3", HALF_TURN, "naked-single");
    let maps = refutation.symmetries;
    let judge = |request: &Request| {
        let order = encode::digit_order(request);
        let n_vars = if request.required.is_empty() { 216 } else { 864 };
        RefutationCheck::new(request, n_vars, &order).expect("a formula").rest_on(&maps).err()
    };
    assert_eq!(judge(&request), None);
    let with = |order: &str| super::request("2x3", HALF_TURN, order);
    assert_eq!(judge(&with("singles")), None);
    // The hardest strategy is needed where the others do not solve the puzzle, whatever the digits.
    assert_eq!(judge(&with("naked-single,+hidden-single")), None);
    assert_eq!(judge(&with("+naked-single,hidden-single")), Some(CertificateError::Symmetry));
    assert_eq!(judge(&with("+singles,x-wing")), Some(CertificateError::Symmetry));
    let fixed = HALF_TURN.replacen('x', "1", 1);
    assert_eq!(judge(&super::request("2x3", &fixed, "naked-single")), Some(CertificateError::Symmetry));
}

/// Nor are the names of digits interchangeable there: the clauses that order them are refused.
#[test]
fn no_order_of_digits_where_the_trace_matters() {
    let free = super::request("2x3", HALF_TURN, "singles");
    let required = super::request("2x3", HALF_TURN, "+naked-single,hidden-single");
    let order = encode::digit_order(&free);
    // The first cell has the first digit.
    for digit in 1..6 {
        let candidate = Candidate::new(order[0], Digit::from_index(digit));
        let clause = vec![Lit::new(candidate.index(free.pattern.shape), false)];
        assert!(accepts(&free, 216, ProofLine::Input(clause.clone())));
        assert!(!accepts(&required, 864, ProofLine::Input(clause)));
    }
}

/// Clauses that exclude clues because a required strategy is not needed: none of them excludes an answer.
#[test]
fn excluded_clues_are_no_answers() {
    let mut random = Random::new(7, 0);
    let mut counts = [0; 2];
    for order in ["hidden-single,+naked-single", "+naked-single,hidden-single", "naked-single,+hidden-single"] {
        for _ in 0..6 {
            let shape = Shape::new(2, 2).expect("a shape");
            let pattern = random_pattern(shape, 5 + random.below(3), &mut random);
            let request = Request::in_order(pattern, order.parse().expect("an order"));
            let answers = answers(&request);
            let digit_order = encode::digit_order(&request);
            let mut check = RefutationCheck::new(&request, 256, &digit_order).expect("a formula");
            for grid in crate::logic::solutions(&crate::grid::Puzzle::empty(shape), 1000) {
                // Some of the clues, most often all of them.
                let left_out = if random.below(2) == 0 { random.below(1 << 16) } else { 0 };
                let clause: Vec<Lit> = grid
                    .masked(&pattern)
                    .clues()
                    .filter(|(cell, _)| left_out >> cell.index() & 1 == 0)
                    .map(|(cell, digit)| Lit::new(Candidate::new(cell, digit).index(shape), false))
                    .collect();
                let is_accepted = check.feed(&[ProofLine::Input(clause.clone())], &Unwatched).is_ok();
                let holds = |lit: &Lit, answer: &crate::grid::Puzzle| {
                    let candidate = Candidate::from_index(shape, lit.var());
                    answer.get(candidate.cell) == Some(candidate.digit)
                };
                if is_accepted && clause.len() > 2 {
                    let excluded = answers.iter().find(|answer| clause.iter().all(|lit| holds(lit, answer)));
                    assert_eq!(excluded, None, "{order} {pattern}: {clause:?}");
                }
                if left_out == 0 && !is_accepted {
                    // Only what needs the strategy, or is not solved for want of clues, may stay.
                    let used = solve(&grid.masked(&pattern), request.order()).used();
                    assert!(request.required.is_subset(used), "{order} {pattern} {grid}");
                }
                counts[usize::from(is_accepted)] += 1;
            }
        }
    }
    assert!(counts.iter().all(|&n| n > 100), "{counts:?}");
}

/// Clues that solve without the hardest strategy exclude whatever contains them; on a cell without clue they say nothing.
#[test]
fn clues_that_do_without_the_hardest_strategy_are_excluded() {
    let text = ".56.3......2..16......5.3.....64....";
    let pattern = text.replace(|c: char| c.is_ascii_digit(), "x");
    let needed = super::request("2x3", &pattern, "naked-single,+hidden-single");
    let puzzle = crate::grid::parse_puzzles(needed.pattern.shape, text).expect("a puzzle").remove(0);
    let clause = |puzzle: &crate::grid::Puzzle| -> Vec<Lit> {
        let lit = |(cell, digit)| Lit::new(Candidate::new(cell, digit).index(needed.pattern.shape), false);
        puzzle.clues().map(lit).collect()
    };
    // It needs the hidden single.
    assert!(!accepts(&needed, 864, ProofLine::Input(clause(&puzzle))));
    // With the naked single as the hardest it need not.
    let turned = super::request("2x3", &pattern, "hidden-single,+naked-single");
    assert!(accepts(&turned, 864, ProofLine::Input(clause(&puzzle))));
    let mut turned_clause = clause(&puzzle);
    turned_clause[0] = !turned_clause[0];
    assert!(!accepts(&turned, 864, ProofLine::Input(turned_clause)));
    // A digit more, on a cell that holds no clue.
    let solution = crate::logic::solutions(&puzzle, 2).remove(0);
    let mut beside = puzzle.clone();
    let cell = Cell::from_index(0);
    beside.set(cell, solution.get(cell));
    assert!(!accepts(&turned, 864, ProofLine::Input(clause(&beside))));
    // Nothing is required: nothing is excluded.
    let free = super::request("2x3", &pattern, "singles");
    assert!(free.required == StrategySet::EMPTY && !accepts(&free, 216, ProofLine::Input(clause(&puzzle))));
}

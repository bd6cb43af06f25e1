//! Steps by unit propagation against a plain model, and LRAT texts spoiled word by word.

use super::refutation::real;
use crate::generate::Unwatched;
use crate::generate::certificate::{ProofFormat, Refutation};
use crate::generate::certificate_check::CertificateError;
use crate::generate::random::Random;
use crate::sat::Propagator;
use crate::sat::cdcl::{Answer, Lit, NoTheory, Solver};
use crate::sat::cnf::Cnf;
use crate::sat::proof::{Proof, ProofLine};
use crate::sat::{LratError, check_lrat};

/// Clauses, and unit propagation over all of them until nothing changes.
#[derive(Default)]
struct Model {
    clauses: Vec<Vec<Lit>>,
}

impl Model {
    /// The literals that follow if these hold; `None` at a contradiction.
    fn propagate(&self, assumed: &[Lit]) -> Option<Vec<Lit>> {
        let mut holds: Vec<Lit> = assumed.to_vec();
        if holds.iter().any(|&lit| holds.contains(&!lit)) {
            return None;
        }
        loop {
            let n_before = holds.len();
            for clause in &self.clauses {
                let mut open: Vec<Lit> = clause.iter().copied().filter(|&lit| !holds.contains(&!lit)).collect();
                open.sort_unstable();
                open.dedup();
                match open[..] {
                    [] => return None,
                    [lit] if !holds.contains(&lit) => holds.push(lit),
                    _ => {}
                }
            }
            if holds.len() == n_before {
                return Some(holds);
            }
        }
    }

    fn implies(&self, clause: &[Lit]) -> bool {
        self.propagate(&clause.iter().map(|&lit| !lit).collect::<Vec<_>>()).is_none()
    }

    /// Forgets one clause with these literals, unless one of them holds for good.
    fn delete(&mut self, clause: &[Lit]) {
        let key = |clause: &[Lit]| {
            let mut lits = clause.to_vec();
            lits.sort_unstable();
            lits.dedup();
            lits
        };
        let holds = self.propagate(&[]).unwrap_or_default();
        if clause.iter().any(|lit| holds.contains(lit)) {
            return;
        }
        if let Some(at) = self.clauses.iter().position(|other| key(other) == key(clause)) {
            self.clauses.remove(at);
        }
    }
}

fn random_clause(n_vars: usize, most: usize, random: &mut Random) -> Vec<Lit> {
    (0..=random.below(most)).map(|_| Lit::new(random.below(n_vars), random.below(2) == 0)).collect()
}

#[test]
fn propagation_agrees_with_a_plain_model() {
    let mut random = Random::new(19, 0);
    let mut counts = [[0; 2]; 2];
    for _ in 0..400 {
        let n_vars = 4 + random.below(4);
        let (mut model, mut propagator) = (Model::default(), Propagator::new(n_vars));
        for _ in 0..30 {
            if random.below(4) == 0 && !model.clauses.is_empty() {
                let clause = if random.below(4) == 0 {
                    random_clause(n_vars, 4, &mut random)
                } else {
                    model.clauses[random.below(model.clauses.len())].clone()
                };
                model.delete(&clause);
                propagator.delete(&clause);
            } else {
                let clause = random_clause(n_vars, 4, &mut random);
                propagator.add(&clause);
                model.clauses.push(clause);
            }
            let fixed = model.propagate(&[]);
            assert_eq!(propagator.is_refuted(), fixed.is_none());
            counts[0][usize::from(fixed.is_none())] += 1;
            let Some(mut fixed) = fixed else { break };
            let mut known = propagator.fixed().to_vec();
            fixed.sort_unstable();
            known.sort_unstable();
            assert_eq!(known, fixed);
            for &lit in &known {
                let (_, reason) = propagator.reason(lit);
                assert!(reason.contains(&lit) && reason.iter().all(|&other| other == lit || known.contains(&!other)));
            }
            for _ in 0..4 {
                let clause = random_clause(n_vars, 3, &mut random);
                let is_implied = model.implies(&clause);
                assert_eq!(propagator.implies(&clause), is_implied, "{:?}: {clause:?}", model.clauses);
                assert_eq!(propagator.explain(&clause).is_some(), is_implied);
                counts[1][usize::from(is_implied)] += 1;
            }
        }
    }
    assert!(counts.iter().flatten().all(|&n| n > 100), "{counts:?}");
}

/// Refutations of random formulas, with further deletions: they are written as LRAT exactly if they hold, and then the
/// text is accepted.
#[test]
fn refutations_of_random_formulas_become_lrat() {
    let mut random = Random::new(20, 0);
    let (mut counts, mut n_deletions) = ([0; 2], 0);
    for _ in 0..150 {
        let n_vars = 6 + random.below(6);
        let n_clauses = 5 * n_vars + random.below(n_vars);
        let clauses: Vec<Vec<Lit>> = (0..n_clauses).map(|_| random_clause(n_vars, 4, &mut random)).collect();
        let mut solver = Solver::new(n_vars, NoTheory);
        solver.proof = Some(Proof::default());
        for clause in &clauses {
            solver.add_clause(clause);
        }
        if solver.solve(u64::MAX, &mut |_| false) != Answer::Unsatisfiable {
            continue;
        }
        let mut lines = solver.proof.take().expect("a proof").lines;
        for _ in 0..random.below(24) {
            let at = 1 + random.below(lines.len());
            let deleted = lines[random.below(at)].clause().to_vec();
            lines.insert(at, ProofLine::Delete(deleted));
        }
        if random.below(4) == 0 {
            let at = random.below(lines.len());
            lines.insert(at, ProofLine::Learnt(random_clause(n_vars, 3, &mut random)));
        }
        let refutation = Refutation { n_vars, digit_order: Vec::new(), symmetries: Vec::new(), lines };
        let expected = by_model(&refutation);
        counts[usize::from(expected.is_ok())] += 1;
        let formula = Cnf { n_vars, clauses: refutation.inputs().map(<[Lit]>::to_vec).collect() }.to_string();
        match refutation.lrat() {
            Ok(proof) => {
                assert_eq!(expected, Ok(()));
                assert_eq!(check_lrat(&formula, &proof), Ok(()), "{formula}\n{proof}");
                n_deletions += proof.lines().filter(|line| line.contains(" d ")).count();
            }
            Err(error) => {
                let line = match error {
                    CertificateError::Step(line) => line,
                    _ => refutation.lines.len(),
                };
                assert_eq!(expected, Err(line), "{error}");
            }
        }
    }
    assert!(counts.iter().all(|&n| n > 5), "{counts:?}");
    assert!(n_deletions > 100, "{n_deletions}");
}

/// The first line that does not follow, or the number of lines without a contradiction.
fn by_model(refutation: &Refutation) -> Result<(), usize> {
    let mut model = Model::default();
    for (number, line) in refutation.lines.iter().enumerate() {
        match line {
            ProofLine::Learnt(clause) if !model.implies(clause) => return Err(number),
            ProofLine::Input(clause) | ProofLine::LoopFormula(clause) | ProofLine::Learnt(clause) => {
                model.clauses.push(clause.clone());
            }
            ProofLine::Delete(clause) => model.delete(clause),
        }
        if model.propagate(&[]).is_none() {
            return Ok(());
        }
    }
    Err(refutation.lines.len())
}

/// The text that SAT writes, with one word changed: no formula with a solution is ever refuted by it.
#[test]
fn spoiled_lrat_is_refused() {
    let (request, refutation) = real(&["naked-single"]).remove(0);
    let (formula, proof) = refutation.texts(&request, ProofFormat::Lrat, &Unwatched).expect("it holds");
    assert_eq!(check_lrat(&formula, &proof), Ok(()));
    let lines: Vec<&str> = proof.lines().collect();
    let with = |at: usize, line: &str| {
        let mut spoiled = lines.clone();
        spoiled[at] = line;
        check_lrat(&formula, &spoiled.join("\n"))
    };
    let steps: Vec<usize> = (0..lines.len()).filter(|&at| !lines[at].contains('d')).collect();
    for &at in steps.iter().step_by(steps.len() / 10 + 1) {
        let line = at + 1;
        let words: Vec<&str> = lines[at].split(' ').collect();
        let (id, rest) = lines[at].split_once(' ').expect("a number");
        let first_hint = words.iter().position(|&word| word == "0").expect("the end of the clause") + 1;
        let n_hints = words.len() - 1 - first_hint;
        // The number of a clause of the formula, or of no number at all.
        assert_eq!(with(at, &format!("1 {rest}")), Err(LratError::Repeated(line)));
        assert_eq!(with(at, &format!("x {rest}")), Err(LratError::Proof(line)));
        assert_eq!(with(at, &format!("-{id} {rest}")), Err(LratError::Proof(line)));
        // Without its ends.
        assert_eq!(with(at, lines[at].trim_end_matches(" 0")), Err(LratError::Proof(line)));
        assert_eq!(with(at, &format!("{} 0", lines[at])), Err(LratError::Proof(line)));
        assert_eq!(with(at, &words[..first_hint].join(" ")), Err(LratError::Proof(line)));
        // Without hints, without the last, with one that is none, or with a negative one.
        let hints = |hints: &[&str]| [&words[..first_hint], hints, &["0"]].concat().join(" ");
        let own = &words[first_hint..first_hint + n_hints];
        assert_eq!(with(at, &hints(&[])), Err(LratError::NoConflict(line)));
        assert_eq!(with(at, &hints(&own[..n_hints - 1])), Err(LratError::NoConflict(line)));
        assert_eq!(with(at, &hints(&["999999999"])), Err(LratError::Unknown(line, 999_999_999)));
        assert_eq!(with(at, &hints(&[id])), Err(LratError::Unknown(line, id.parse().expect("a number"))));
        assert_eq!(with(at, &hints(&["-1"])), Err(LratError::Proof(line)));
        assert_eq!(with(at, &lines[at].replacen(words[first_hint], "x", 1)), Err(LratError::Proof(line)));
        // A literal that no number can turn.
        assert_eq!(with(at, &format!("{id} -2147483648 0 1 0")), Err(LratError::Proof(line)));
    }
    // No empty clause at the end.
    assert_eq!(check_lrat(&formula, &lines[..lines.len() - 1].join("\n")), Err(LratError::Unfinished));
    assert_eq!(check_lrat(&formula, ""), Err(LratError::Unfinished));
}

/// What is deleted is no reason any more.
#[test]
fn deletions_are_of_clauses_that_are_there() {
    #[track_caller]
    #[allow(clippy::needless_pass_by_value, reason = "expectations read better without a reference")]
    fn check(proof: &str, expected: Result<(), LratError>) {
        assert_eq!(check_lrat("p cnf 1 3\n1 0\n-1 0\n1 0\n", proof), expected, "{proof}");
    }
    check("4 0 1 2 0\n", Ok(()));
    check("3 d 3 0\n4 0 1 2 0\n", Ok(()));
    check("3 d 1 0\n4 0 3 2 0\n", Ok(()));
    check("3 d 1 0\n4 0 1 2 0\n", Err(LratError::Unknown(2, 1)));
    check("3 d 3 2 0\n4 0 1 2 0\n", Err(LratError::Unknown(2, 2)));
    check("3 d 4 0\n4 0 1 2 0\n", Err(LratError::Unknown(1, 4)));
    check("3 d x 0\n4 0 1 2 0\n", Err(LratError::Proof(1)));
    check("3 d 1\n4 0 3 2 0\n", Err(LratError::Proof(1)));
}

/// Formulas as texts: what is no DIMACS is refused, by its line.
#[test]
fn spoiled_formulas_are_refused() {
    #[track_caller]
    #[allow(clippy::needless_pass_by_value, reason = "expectations read better without a reference")]
    fn check(formula: &str, expected: Result<(), LratError>) {
        assert_eq!(check_lrat(formula, "3 0 1 2 0\n"), expected, "{formula}");
    }
    check("p cnf 1 2\n1 0\n-1 0\n", Ok(()));
    check("c a comment\n\np cnf 1 2\n1 0\nc another\n-1 0\n", Ok(()));
    check("p cnf 1 2\n1 0\n1 0\n", Err(LratError::NoConflict(1)));
    check("p cnf 1 2\n1 0\n-1\n", Err(LratError::Formula(3)));
    check("p cnf 1 2\n1 0 2\n-1 0\n", Err(LratError::Formula(2)));
    check("p cnf 1 2\none 0\n-1 0\n", Err(LratError::Formula(2)));
    check("p cnf 1 2\n1 0\n-2147483648 0\n", Err(LratError::Formula(3)));
    check("p cnf 1 1\n1 0\n", Err(LratError::Unknown(1, 2)));
    // The header counts what follows.
    check("p cnf 1 3\n1 0\n-1 0\n", Err(LratError::Formula(1)));
    check("p cnf 0 2\n1 0\n-1 0\n", Err(LratError::Formula(2)));
    check("p dnf 1 2\n1 0\n-1 0\n", Err(LratError::Formula(1)));
    check("p cnf one 2\n1 0\n-1 0\n", Err(LratError::Formula(1)));
    check("p cnf 1 2 3\n1 0\n-1 0\n", Err(LratError::Formula(1)));
    check("1 0\n-1 0\n", Err(LratError::Formula(1)));
    check("", Err(LratError::Formula(1)));
}

//! One suite of conformance for all SAT solvers behind the door.

mod common;

use cluesmith::generate::sat::backend::Backend;
use cluesmith::generate::sat::{self, Encoding, Rounds, SatOptions};
use cluesmith::generate::{Method, Outcome, Request, Undecided, Unwatched, Watch};
use cluesmith::grid::{Pattern, Puzzle, Shape, content_lines, parse_puzzles};
use cluesmith::logic::{Design, StrategySet};
use cluesmith::sat::cdcl::{Answer, Lit};
use cluesmith::sat::cnf::{Clauses, Cnf, Formula};
use common::is_alone;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::sync::atomic::{AtomicU64, Ordering};

fn random_cnf(n_vars: usize, n_clauses: usize, rng: &mut impl Rng) -> Cnf {
    let mut cnf = Cnf { n_vars, ..Cnf::default() };
    for _ in 0..n_clauses {
        cnf.add((0..3).map(|_| Lit::new(rng.random_range(0..n_vars), rng.random_range(0..2) == 0)));
    }
    cnf
}

fn satisfies(clauses: &Clauses, model: &dyn Fn(usize) -> bool) -> bool {
    clauses.iter().all(|clause| clause.iter().any(|lit| model(lit.var()) == lit.is_positive()))
}

/// One more pigeon than holes.
fn pigeons(n_holes: usize) -> Cnf {
    let mut cnf = Cnf::default();
    let at: Vec<Vec<Lit>> = (0..=n_holes).map(|_| (0..n_holes).map(|_| cnf.var()).collect()).collect();
    for pigeon in &at {
        cnf.add(pigeon.iter().copied());
    }
    for hole in 0..n_holes {
        cnf.at_most_one(&at.iter().map(|pigeon| pigeon[hole]).collect::<Vec<_>>());
    }
    cnf
}

/// Every back end, kept between calls: clauses added later, assumptions that hold for one call,
/// work that goes on after a stop.
#[test]
fn sessions_of_back_ends_conform() {
    const N_VARS: usize = 10;
    for &backend in Backend::ALL {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(8);
        let mut verdicts = [0; 2];
        for _ in 0..100 {
            let cnf = random_cnf(N_VARS, 48, &mut rng);
            let mut session = backend.session(&Unwatched);
            for (n_known, clause) in cnf.clauses.iter().enumerate() {
                session.add(clause);
                if n_known % 8 != 7 {
                    continue;
                }
                let mut assumptions = vec![Lit::new(rng.random_range(0..N_VARS), n_known % 3 == 0)];
                assumptions.push(Lit::new(rng.random_range(0..N_VARS), n_known % 5 == 0));
                for assumptions in [&assumptions[..], &[]] {
                    let mut clauses: Clauses = cnf.clauses.iter().take(n_known + 1).map(<[Lit]>::to_vec).collect();
                    clauses.extend(assumptions.iter().map(|&lit| vec![lit]));
                    let expected = (0..1 << N_VARS).any(|bits: u32| satisfies(&clauses, &|var| bits >> var & 1 == 1));
                    let answer = session.solve(assumptions, u64::MAX);
                    assert_eq!(answer == Answer::Satisfiable, expected, "{backend:?} {assumptions:?}\n{cnf}");
                    assert!(expected || answer == Answer::Unsatisfiable, "{backend:?}: {answer:?}");
                    let model: Vec<bool> =
                        if expected { (0..N_VARS).map(|var| session.value(var)).collect() } else { Vec::new() };
                    assert!(!expected || satisfies(&clauses, &|var| model[var]), "{backend:?}\n{cnf}");
                    verdicts[usize::from(expected)] += 1;
                }
            }
        }
        assert!(verdicts[0] > 100 && verdicts[1] > 100, "{verdicts:?}");
        // Stopped, then told to go on.
        let watch = Gate(AtomicU64::new(1));
        let formula = pigeons(7);
        let mut session = backend.session(&watch);
        formula.clauses.iter().for_each(|clause| session.add(clause));
        assert_eq!(session.solve(&[], u64::MAX), Answer::Stopped, "{backend:?}");
        assert_eq!(session.solve(&[], u64::MAX), Answer::Stopped, "{backend:?}");
        watch.0.store(u64::MAX, Ordering::Relaxed);
        assert_eq!(session.solve(&[], u64::MAX), Answer::Unsatisfiable, "{backend:?}");
    }
}

/// Lets so many polls pass.
struct Gate(AtomicU64);

impl Watch for Gate {
    fn should_stop(&self) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
    }
}

/// Every back end: right answers, models that satisfy, budgets and stops that are kept.
#[test]
fn back_ends_conform() {
    let holds = |cnf: &Cnf, model: &dyn Fn(usize) -> bool| satisfies(&cnf.clauses, model);
    let pigeons = pigeons(9);
    for &backend in Backend::ALL {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(7);
        for _ in 0..300 {
            let cnf = random_cnf(12, 40 + rng.random_range(0..25), &mut rng);
            let satisfiable = (0..1 << 12).any(|bits: u32| holds(&cnf, &|var| bits >> var & 1 == 1));
            let solved = backend.solve(cnf.clone(), u64::MAX, &Unwatched);
            let expected = if satisfiable { Answer::Satisfiable } else { Answer::Unsatisfiable };
            assert_eq!(solved.answer, expected, "{backend:?}\n{cnf}");
            assert!(!satisfiable || holds(&cnf, &|var| solved.model[var]), "{backend:?}\n{cnf}");
        }
        assert_eq!(backend.solve(pigeons.clone(), 50, &Unwatched).answer, Answer::OutOfBudget, "{backend:?}");
        let watch = Gate(AtomicU64::new(30));
        assert_eq!(backend.solve(pigeons.clone(), u64::MAX, &watch).answer, Answer::Stopped, "{backend:?}");
        assert_eq!(
            backend.solve(Cnf { n_vars: 3, clauses: [vec![]].into_iter().collect() }, 9, &Unwatched).answer,
            Answer::Unsatisfiable
        );
    }
}

/// Bytes of memory of this process, where Linux tells.
fn resident_bytes() -> Option<usize> {
    let text = std::fs::read_to_string("/proc/self/statm").ok()?;
    text.split_whitespace().nth(1)?.parse::<usize>().ok().map(|pages| 4096 * pages)
}

/// Runs a cycle often; the memory must not grow by more than so many bytes a time.
#[track_caller]
fn check_memory(backend: Backend, n_cycles: usize, allowed: usize, cycle: &dyn Fn()) {
    (0..n_cycles / 10).for_each(|_| cycle());
    let before = resident_bytes();
    (0..n_cycles).for_each(|_| cycle());
    let Some((before, after)) = before.zip(resident_bytes()) else { return };
    assert!(after < before + n_cycles * allowed, "{backend:?}: {before} bytes before, {after} after");
}

/// A thousand runs that are stopped midway leave nothing behind.
#[test]
fn stopped_runs_leave_no_memory() {
    if !is_alone("stopped_runs_leave_no_memory") {
        return;
    }
    let formula = pigeons(8);
    for &backend in Backend::ALL {
        // A solver with this formula takes far more.
        check_memory(backend, 1000, 8 << 10, &|| {
            assert_eq!(backend.solve(formula.clone(), u64::MAX, &Gate(AtomicU64::new(3))).answer, Answer::Stopped);
        });
    }
}

/// Stopped runs with the theory inside the search and a proof being written leave nothing behind.
#[test]
fn stopped_runs_with_a_theory_leave_no_memory() {
    if !is_alone("stopped_runs_with_a_theory_leave_no_memory") {
        return;
    }
    // 21 clues: not done at once.
    let text = "......x....xxxx.x.......x...x.....x..x..xxx..x...xx....x.x....xx........x........";
    let pattern = content_lines(text).next().expect("line").pattern(Shape::NINE).expect("pattern");
    let request = Request::new(pattern, StrategySet::PAPER);
    for &backend in Backend::ALL.iter().filter(|backend| backend.writes_proofs()) {
        let options = SatOptions { backend, ..SatOptions::default() };
        check_memory(backend, 100, 80 << 10, &|| {
            let outcome = sat::solve(&request, &options, &Gate(AtomicU64::new(20)));
            assert_eq!(outcome, Outcome::Undecided(Undecided::Stopped), "{backend:?}");
        });
    }
}

/// Every back end with every encoding: whichever look at the watch says stop, it is among the last, be it
/// while the formula is written, handed over or solved.
#[test]
fn every_encoding_stops_at_every_look() {
    let text = "......x....xxxx.x.......x...x.....x..x..xxx..x...xx....x.x....xx........x........";
    let pattern = content_lines(text).next().expect("line").pattern(Shape::NINE).expect("pattern");
    let request = Request::new(pattern, StrategySet::PAPER);
    let encodings = [
        Encoding::WellFounded,
        Encoding::Derivation,
        Encoding::Paper { order: false },
        Encoding::Paper { order: true },
    ];
    for &backend in Backend::ALL {
        for encoding in encodings {
            let options = SatOptions {
                backend,
                encoding,
                rounds: Rounds { first: 2, last: 2, step: 1 },
                ..SatOptions::default()
            };
            // Without rounds there is little to write.
            for n_looks in [0, 1, 2, 5, 12, 20] {
                let watch = Looks { allowed: n_looks, taken: AtomicU64::new(0) };
                let outcome = sat::solve(&request, &options, &watch);
                let taken = watch.taken.into_inner();
                assert_eq!(outcome, Outcome::Undecided(Undecided::Stopped), "{backend:?} {encoding:?} {n_looks}");
                assert!((n_looks + 1..n_looks + 4).contains(&taken), "{backend:?} {encoding:?}: {taken} of {n_looks}");
            }
        }
    }
}

/// Says stop after so many looks, and counts all.
struct Looks {
    allowed: u64,
    taken: AtomicU64,
}

impl Watch for Looks {
    fn should_stop(&self) -> bool {
        self.taken.fetch_add(1, Ordering::Relaxed) >= self.allowed
    }
}

/// What bounds refute at once, the solver refutes as well, and says so itself.
#[test]
fn without_bounds_the_solver_refutes_by_itself() {
    #[track_caller]
    fn check(shape: &str, pattern: &str, strategies: &str) {
        let shape: Shape = shape.parse().expect("a shape");
        let pattern = parse_puzzles(shape, &pattern.replace('x', "1")).expect("a pattern").remove(0).pattern();
        let request = Request::new(pattern, strategies.parse().expect("names"));
        for &backend in Backend::ALL {
            for no_bounds in [false, true] {
                let options = SatOptions { backend, no_bounds, ..SatOptions::default() };
                let outcome = sat::solve(&request, &options, &Unwatched);
                let Outcome::Impossible(impossible) = outcome else { panic!("{} {}", pattern, backend.name()) };
                let expected = if no_bounds { Method::Sat } else { Method::Bounds };
                assert_eq!(impossible.method(), expected, "{pattern} {}", backend.name());
            }
        }
    }
    // Too few digits; two rows of a band without a clue; nothing that places a digit.
    check("2x2", "x.....x.........", "singles");
    check("2x2", "x.x.x...........", "naked-single");
    check("2x3", "x.x..xx.x..x............x.x..x.x..x.", "paper");
    check("2x2", "xxx..xx.x.......", "locked-candidates");

    // A question that contradicts itself is refused all the same.
    let pattern: Pattern = "x.....x..x.....x".parse().expect("a pattern");
    let fixed: Puzzle = "1...1...........".parse().expect("digits");
    let request = Request::from(Design { fixed, ..Design::new(pattern, StrategySet::SINGLES) });
    let options = SatOptions { no_bounds: true, ..SatOptions::default() };
    let outcome = sat::solve(&request, &options, &Unwatched);
    let Outcome::Impossible(impossible) = outcome else { panic!("{outcome:?}") };
    assert_eq!(impossible.reason().sentence, "r2c1 has a fixed digit but is no clue cell.");
}

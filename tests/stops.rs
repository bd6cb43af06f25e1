//! A stop at any moment: engines end, and what they say is what they would have said, or that they were stopped.

use cluesmith::generate::fill::{Filling, fill};
use cluesmith::generate::inverse::{self, backward};
use cluesmith::generate::layouts::random_layout;
use cluesmith::generate::lp::{LpEnded, LpOptions, LpRequest, Rule, lp_generate, relax_until, relax_with_cuts};
use cluesmith::generate::mend::{MendEnd, Sparse, Wish, mend, sparsest};
use cluesmith::generate::sat::backend::Backend;
use cluesmith::generate::sat::{self, Encoding, Rounds, SatOptions};
use cluesmith::generate::{
    HardestEnd, Method, MinimumQuestion, Outcome, Plan, Request, Spread, Undecided, Walk, Wanted, Watch,
    certificate_check, generate, hardest, minimum, refute, variety,
};
use cluesmith::grid::{Pattern, Puzzle, Regions, Shape, Symmetry, parse_patterns};
use cluesmith::grid_checker::{
    ClueSearch, SearchError, clue_bound, fewest_clues, missed_sets, nontrivial_sets, proposed_cells, unavoidable_sets,
    unavoidable_sets_until,
};
use cluesmith::jobs::{analyse, sets_report, true_candidates};
use cluesmith::logic::{Goal, Scale, StrategyId, StrategySet, fast_solutions, solutions_until, solve_until};
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// Says stop after so many questions, and from then on.
struct Questions {
    asked: AtomicU64,
    allowed: u64,
}

impl Questions {
    fn allowing(allowed: u64) -> Questions {
        Questions { asked: AtomicU64::new(0), allowed }
    }
}

impl Watch for Questions {
    fn should_stop(&self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed) >= self.allowed
    }
}

const STOPPED: &str = "stopped";

/// Stops a call after each number of questions (of many, some): each answer has to be right, and the first
/// ones that it was stopped.
#[track_caller]
fn check_by(name: &str, call: impl Fn(&dyn Watch) -> String, is_right: impl Fn(&str, &str) -> bool) {
    let watch = Questions::allowing(u64::MAX);
    let whole = call(&watch);
    assert_ne!(whole, STOPPED, "{name}");
    let n_questions = watch.asked.into_inner();
    assert!(n_questions > 0, "{name}: never asks");
    let mut allowed = 0;
    while allowed < n_questions {
        let answer = call(&Questions::allowing(allowed));
        assert!(is_right(&answer, &whole), "{name}, stopped after {allowed} questions: {answer}, not {whole}");
        allowed = 2 * allowed + 1;
    }
}

#[track_caller]
fn check(name: &str, call: impl Fn(&dyn Watch) -> String) {
    check_by(name, call, |answer, whole| answer == whole || answer == STOPPED);
}

fn shape(text: &str) -> Shape {
    text.parse().expect("a shape")
}

fn pattern(text: &str, cells: &str) -> Pattern {
    parse_patterns(shape(text), cells).expect("a pattern").remove(0)
}

fn verdict(outcome: &Outcome) -> String {
    match outcome {
        Outcome::Found(_) => "found".to_owned(),
        Outcome::Impossible(_) => "impossible".to_owned(),
        Outcome::Undecided(Undecided::Stopped) => STOPPED.to_owned(),
        // A proof that could not be checked to its end is not claimed.
        Outcome::Undecided(Undecided::GaveUp(why)) if why.contains("was stopped") => STOPPED.to_owned(),
        Outcome::Undecided(Undecided::GaveUp(why)) => format!("gave up: {why}"),
    }
}

const MANY: &str = "x.x.x..x.x.xx.x.x..x.x.xx.x.x..x.x.x";
const FEW: &str = "....x.....x....xx...xx..x..x.x....x.";
const TINY: &str = "x.....x..x.....x";

/// Patterns with strategies: some have a puzzle, some have none.
fn requests() -> Vec<(String, Request)> {
    let mut requests = Vec::new();
    for (shape, cells) in [("2x2", TINY), ("2x3", MANY), ("3x2", FEW)] {
        for strategies in ["naked-single", "paper", "basic"] {
            let set: StrategySet = strategies.parse().expect("strategies");
            requests.push((format!("{shape} {cells} {strategies}"), Request::new(pattern(shape, cells), set)));
        }
    }
    requests
}

#[test]
fn methods() {
    for (name, request) in requests() {
        for method in [Method::Bounds, Method::Exact, Method::Sat, Method::Auto] {
            let call = |watch: &dyn Watch| verdict(&generate(&request, &Plan::new(method), watch));
            if call(&Questions::allowing(u64::MAX)) != call(&Questions::allowing(0)) {
                check(&format!("{} {name}", method.name()), call);
            }
        }
    }
    for method in [Method::Search, Method::Inverse] {
        let request = Request::new(pattern("2x3", MANY), StrategySet::PAPER);
        check(method.name(), |watch| verdict(&generate(&request, &Plan::new(method), watch)));
    }
    let hard = Request::new(pattern("2x3", MANY), StrategySet::ALL).with_goal(Goal::Hardest(StrategyId::HiddenSingle));
    check("hardest hidden single", |watch| verdict(&generate(&hard, &Plan::new(Method::Auto), watch)));
    let small = Request::new(pattern("2x2", TINY), StrategySet::ALL);
    check("hardest possible", |watch| {
        // What was found before the stop stands; the end is told.
        match hardest(&small, Scale::Own, watch, &mut |_, _| {}) {
            HardestEnd::Undecided(why) => verdict(&Outcome::Undecided(why)),
            end => format!("{end:?}"),
        }
    });
    let pool = rayon::ThreadPoolBuilder::new().num_threads(3).build().expect("threads");
    check("race", |watch| pool.install(|| verdict(&generate(&hard, &Plan::racing(Method::Auto), watch))));
}

#[test]
fn encodings_and_back_ends() {
    for (name, request) in requests() {
        for &backend in Backend::ALL {
            for encoding in [
                Encoding::WellFounded,
                Encoding::Derivation,
                Encoding::Paper { order: true },
                Encoding::Paper { order: false },
            ] {
                let rounds = Rounds { first: 4, last: 6, step: 1 };
                let options = SatOptions { encoding, rounds, backend, budget: Some(200), ..SatOptions::default() };
                let call = |watch: &dyn Watch| verdict(&sat::solve(&request, &options, watch));
                if call(&Questions::allowing(u64::MAX)) != call(&Questions::allowing(0)) {
                    check(&format!("{encoding:?} on {} {name}", backend.name()), call);
                }
            }
        }
    }
}

#[test]
fn refutations() {
    for (name, request) in requests() {
        let call = |watch: &dyn Watch| match refute(&request, Method::Sat, Backend::Own, watch) {
            Err(outcome) => verdict(&outcome),
            Ok(certificate) => match certificate_check::check(&request, &certificate, watch) {
                Ok(()) => "refuted".to_owned(),
                Err(error) if error.to_string().contains("stopped") => STOPPED.to_owned(),
                Err(error) => error.to_string(),
            },
        };
        if call(&Questions::allowing(u64::MAX)) == "refuted" && call(&Questions::allowing(0)) == STOPPED {
            check(&name, call);
        }
    }
}

#[test]
fn many_puzzles() {
    // A puzzle is skipped only if the stop comes while it is judged, so every one of these moments is tried.
    let check = |wanted: Wanted| {
        let request = Request::new(pattern("2x3", MANY), StrategySet::PAPER);
        let call = |watch: &dyn Watch| {
            let mut found = String::new();
            variety(&request, &Plan::new(Method::Auto), [], Walk::default(), wanted, watch, &mut |puzzle, _| {
                found += &format!("{} ", puzzle.puzzle());
                ControlFlow::Continue(())
            });
            found
        };
        let watch = Questions::allowing(u64::MAX);
        let whole = call(&watch);
        let n_questions = watch.asked.into_inner();
        for allowed in (0..n_questions).step_by(n_questions as usize / 2000 + 1) {
            let answer = call(&Questions::allowing(allowed));
            assert!(whole.starts_with(&answer), "{wanted:?} after {allowed} of {n_questions}: {answer}, not {whole}");
        }
    };
    check(Wanted { count: 20, spread: Spread::Clues(1) });
    check(Wanted::count(8));
}

#[test]
fn fewest_clues_of_a_shape() {
    for strategies in ["naked-single", "paper", "basic", "full-house"] {
        let set: StrategySet = strategies.parse().expect("strategies");
        let question = MinimumQuestion { seed: 1, ..MinimumQuestion::new(shape("2x2"), set) };
        let whole = minimum(&question, &Questions::allowing(u64::MAX), &mut |_| ());
        let least = whole.lower_bound.clues;
        assert!(whole.is_settled(), "{strategies}");
        for allowed in [0, 1, 2, 5, 20, 100, 500, 2000] {
            let known = minimum(&question, &Questions::allowing(allowed), &mut |_| ());
            let clues = known.best.as_ref().map_or(usize::MAX, |found| found.puzzle().n_clues());
            assert!(known.lower_bound.clues <= least && clues >= least, "{strategies}, {allowed}: {known:?}");
        }
    }
}

#[test]
fn proposals_for_a_pattern() {
    let told = |ended: MendEnd, text: String| if ended == MendEnd::Stopped { STOPPED.to_owned() } else { text };
    for (cells, symmetry, required) in
        [("x......x........", Symmetry::None, ""), ("xxxxxxxxxxxxxxxx", Symmetry::HalfTurn, "naked-single")]
    {
        let request = Request::new(pattern("2x2", cells), StrategySet::PAPER);
        let request = request.with(|design| design.required = required.parse().expect("strategies"));
        let wish = Wish { request, symmetry, count: 2 };
        check(&format!("mend {cells}"), |watch| {
            let mut text = String::new();
            let ended = mend(&wish, watch, &mut |proposal| text += &proposal.found.puzzle().to_string());
            told(ended.expect("symmetric"), text)
        });
    }
    let full = pattern("2x2", &"x".repeat(16));
    let wish = Wish { request: Request::new(full, StrategySet::PAPER), symmetry: Symmetry::None, count: 2 };
    check("sparsest", |watch| {
        let mut text = String::new();
        match sparsest(&wish, watch, &mut |end| text += &end.found.puzzle().to_string()).expect("symmetric") {
            Sparse::Ended(ended) => told(ended, text),
            Sparse::NoPuzzle(outcome) => verdict(&outcome),
        }
    });
}

#[test]
fn backwards() {
    for (schedule, clues) in
        [("d", Some(14)), ("t", Some(14)), ("sparse", Some(14)), ("random", Some(14)), ("d", None), ("t", None)]
    {
        let mut request = inverse::BackwardRequest::new(shape("2x3"));
        request.schedule = schedule.parse().expect("a schedule");
        request.target.clues = clues;
        request.effort.climbs = 4;
        check(schedule, |watch| match backward(&request, watch, &mut |_| ()).expect("a sound request") {
            inverse::Ended::Found(found) => found.found.puzzle().to_string(),
            inverse::Ended::Undecided(Undecided::Stopped, _) => STOPPED.to_owned(),
            inverse::Ended::Undecided(Undecided::GaveUp(why), _) => why,
        });
    }
}

#[test]
fn backwards_from_grids_with_an_automorphism() {
    let mut request = inverse::BackwardRequest::new(shape("3x3"));
    request.strategies = "singles,x-wing".parse().expect("strategies");
    request.target.at_least = vec![(StrategyId::XWing, 5)];
    request.effort.climbs = 10;
    check("many X-wings", |watch| match backward(&request, watch, &mut |_| ()).expect("a sound request") {
        inverse::Ended::Found(found) => {
            assert!(found.restarts > 0, "the first attempt begins with any grid");
            found.found.puzzle().to_string()
        }
        inverse::Ended::Undecided(Undecided::Stopped, closest) => {
            // A full grid is no puzzle that the search has come to.
            assert!(closest.is_none_or(|closest| closest.found.puzzle().n_clues() < 81));
            STOPPED.to_owned()
        }
        inverse::Ended::Undecided(Undecided::GaveUp(why), _) => why,
    });
}

#[test]
fn linear_programs() {
    let options = LpOptions::default();
    let request = LpRequest {
        shape: shape("2x3"),
        rule: Rule::NearMin,
        pattern: None,
        minimise: true,
        is_literal: false,
        options,
        seed: 1,
    };
    check("lp generate", |watch| match lp_generate(&request, watch, &mut |_| ()) {
        LpEnded::Found(found) => found.puzzle.to_string(),
        LpEnded::Undecided(Undecided::Stopped) => STOPPED.to_owned(),
        LpEnded::Undecided(Undecided::GaveUp(why)) => why,
    });
    let empty = Puzzle::empty(shape("2x3"));
    check("lp solve", |watch| {
        let relaxation = relax_until(&empty, &options, &|| watch.should_stop());
        relaxation.map_or_else(|| STOPPED.to_owned(), |relaxation| format!("{:?}", relaxation.answer))
    });
    let several: Puzzle = "..2..1....1..2..".parse().expect("a puzzle");
    check("lp solve --cuts", |watch| {
        let cut = relax_with_cuts(&several, &options, &|| watch.should_stop());
        cut.map_or_else(|| STOPPED.to_owned(), |cut| format!("{:?}", cut.relaxation.answer))
    });
}

#[test]
fn layouts() {
    let told = |layout: Option<String>| layout.unwrap_or_else(|| STOPPED.to_owned());
    for symmetry in [Symmetry::HalfTurn, Symmetry::Full] {
        check("random layout", |watch| match random_layout(6, symmetry, 1, watch) {
            Ok(layout) => told(layout.map(|layout| layout.shape.to_string())),
            Err(error) => error.to_string(),
        });
    }
    for begun in ["6 regions=....................................", "4 regions=A..BB..A........"] {
        let begun: Regions = begun.parse().expect("regions");
        check("fill", |watch| match fill(&begun, 1, watch).expect("no region has too many cells") {
            Filling::Filled(regions) => regions.to_string(),
            Filling::Impossible => "impossible".to_owned(),
            Filling::Stopped => STOPPED.to_owned(),
        });
    }
}

#[test]
fn solvers() {
    let puzzle = &fast_solutions(&Puzzle::empty(shape("2x3")), 1)[0].masked(&pattern("2x3", FEW));
    let told = |answer: Option<String>| answer.unwrap_or_else(|| STOPPED.to_owned());
    check("solutions", |watch| {
        let all = solutions_until(&Puzzle::empty(shape("2x3")), 2_000, &|| watch.should_stop());
        told(all.map(|all| all.len().to_string()))
    });
    check("trace", |watch| {
        let trace = solve_until(puzzle, StrategySet::ALL, &|| watch.should_stop());
        told(trace.map(|trace| format!("{:?} {}", trace.verdict, trace.steps.len())))
    });
    let empty = Puzzle::empty(shape("2x3"));
    check("analysis", |watch| told(analyse(&empty, watch).map(|found| found.n_solutions.to_string())));
    check("true candidates", |watch| told(true_candidates(&empty, watch).map(|found| format!("{:?}", found.counts))));
}

#[test]
fn solution_grids() {
    let grid = &fast_solutions(&Puzzle::empty(shape("2x3")), 40)[39];
    let told = |answer: Option<String>| answer.unwrap_or_else(|| STOPPED.to_owned());
    let cells = &pattern("2x3", FEW);
    let sets = unavoidable_sets(grid, 12);
    check("unavoidable sets", |watch| {
        told(unavoidable_sets_until(grid, 12, &|| watch.should_stop()).map(|sets| format!("{sets:?}")))
    });
    check("sets of higher degree", |watch| {
        told(nontrivial_sets(&sets, 3, 12, &|| watch.should_stop()).map(|sets| format!("{sets:?}")))
    });
    check("missed sets", |watch| {
        told(missed_sets(grid, &sets, cells, &|| watch.should_stop()).map(|missed| format!("{missed:?}")))
    });
    let none = Pattern::empty(grid.shape());
    check_by(
        "proposed cells",
        |watch| told(proposed_cells(grid, &sets, &none, &|| watch.should_stop()).map(|cells| format!("{cells:?}"))),
        |answer, whole| answer == whole || answer == STOPPED,
    );
    check("report", |watch| {
        told(sets_report(&grid.masked(cells), grid, 12, watch).map(|report| format!("{report:?}")))
    });
    let number = |text: &str| text.parse::<usize>().expect("a number");
    let at_most = |answer: &str, whole: &str| number(answer) <= number(whole);
    check_by("bound", |watch| clue_bound(&sets, &|| watch.should_stop()).clues().to_string(), at_most);
    let fewest = |watch: &dyn Watch| {
        let fewest = fewest_clues(grid, usize::MAX, &|| watch.should_stop(), &|_| ()).expect("a solution grid");
        assert!(fewest.puzzle.is_none_or(|puzzle| puzzle.n_clues() >= fewest.lower_bound));
        fewest.lower_bound.to_string()
    };
    check_by("fewest clues", fewest, at_most);
    let puzzles = |watch: &dyn Watch| {
        let stop = || watch.should_stop();
        let search = match ClueSearch::until(grid, 9, &stop) {
            Err(SearchError::Stopped) => return "0".to_owned(),
            search => search.expect("a search"),
        };
        let found = Mutex::new(0);
        search.run(&(0..search.n_tasks()).collect::<Vec<_>>(), &stop, &|result| {
            *found.lock().expect("no panic") += result.puzzles.len();
        });
        found.into_inner().expect("no panic").to_string()
    };
    check_by("puzzles with nine clues", puzzles, at_most);
}

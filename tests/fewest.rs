//! Fewest clues by SAT, against an enumeration of the 4x4 grids and patterns.

#[path = "common/program.rs"]
mod program;

use cluesmith::generate::sat::fewest::{End, Fewest, News, Question, fewest};
use cluesmith::generate::sat::{Encoding, Rounds, SatOptions};
use cluesmith::generate::{Ground, MinimumQuestion, Unwatched, Watch, minimum};
use cluesmith::grid::{Pattern, Puzzle, Shape};
use cluesmith::logic::{StrategyId, StrategySet, TraceVerdict, closure_of, solutions, solve, strategy};
use program::{check_error, run};
use rustsat::instances::SatInstance;
use rustsat::solvers::{Solve, SolverResult};
use std::collections::BTreeMap;
use std::io::Cursor;
use std::sync::atomic::{AtomicU64, Ordering};

/// The fewest clues on 4x4 by trying all patterns of more and more cells on the grids that begin with 1234.
fn by_enumeration(strategies: StrategySet) -> usize {
    let shape = Shape::new(2, 2).expect("a shape");
    let grids = solutions(&Puzzle::empty(shape), 1000);
    let grids: Vec<&Puzzle> = grids.iter().filter(|grid| grid.to_string().starts_with("1234")).collect();
    assert_eq!(grids.len(), 12);
    let mut masks: Vec<u32> = (0..1 << 16).collect();
    masks.sort_by_key(|mask| mask.count_ones());
    let is_solvable = |mask: &u32| {
        let pattern = Pattern::new(shape, shape.cells().filter(|cell| mask >> cell.index() & 1 == 1));
        grids.iter().any(|grid| closure_of(&grid.masked(&pattern), strategies).is_solved())
    };
    masks.into_iter().find(is_solvable).expect("the full grid is solved").count_ones() as usize
}

fn question(shape: &str, strategies: &str) -> Question {
    let (shape, strategies) = (shape.parse().expect("a shape"), strategies.parse().expect("strategies"));
    Question { shape, strategies, at_most: None, upwards: false, seed: 1 }
}

/// Asks, and looks at each puzzle: how it ended, fewest clues found, lower bound.
#[track_caller]
fn ask(question: &Question, options: &SatOptions, watch: &dyn Watch) -> (Fewest, Option<usize>, (usize, Ground)) {
    let (mut best, mut least) = (None, (0, Ground::Proof));
    let ended = fewest(question, options, watch, &mut |news| match news {
        News::Found(found) => {
            let puzzle = found.puzzle();
            assert_eq!(solve(puzzle, question.strategies).verdict, TraceVerdict::Solved, "{puzzle}");
            assert!(best.is_none_or(|best| puzzle.n_clues() < best), "{puzzle}");
            best = Some(puzzle.n_clues());
        }
        News::AtLeast(clues, ground) => {
            assert!(clues > least.0);
            least = (clues, ground);
        }
    });
    (ended, best, least)
}

#[track_caller]
fn check(strategies: &str) {
    let expected = by_enumeration(strategies.parse().expect("strategies"));
    for upwards in [false, true] {
        let question = Question { upwards, ..question("2x2", strategies) };
        let (ended, best, least) = ask(&question, &SatOptions::default(), &Unwatched);
        assert_eq!((ended.end, ended.proof), (End::Answered, None));
        assert_eq!((best, least), (Some(expected), (expected, Ground::Proof)), "{strategies}, upwards: {upwards}");
    }
}

#[test]
fn fewest_clues_are_those_of_an_enumeration() {
    check("naked-single");
    check("full-house,naked-single");
    check("hidden-single");
    check("singles");
    check("paper");
    check("basic");
    check("hidden-single,locked-candidates");
    check("naked-single,naked-pair");
    check("hidden-single,x-wing");
}

/// What the search says: clues and verdict.
fn search(shape: &str, strategies: StrategySet) -> (Option<usize>, String) {
    let shape: Shape = shape.parse().expect("a shape");
    let question = MinimumQuestion { seed: 1, ..MinimumQuestion::new(shape, strategies) };
    let found = minimum(&question, &Unwatched, &mut |_| {});
    if let Some(best) = &found.best {
        assert_eq!(solve(best.puzzle(), strategies).verdict, TraceVerdict::Solved, "{}", best.puzzle());
        assert_eq!(best.puzzle().n_clues(), found.lower_bound.clues, "{shape} {strategies}");
    }
    (found.best.as_ref().map(|best| best.puzzle().n_clues()), found.verdict())
}

#[test]
fn eight_clues_are_the_fewest_on_6x6() {
    for shape in ["2x3", "3x2"] {
        for strategies in ["naked-single", "full-house,naked-single", "singles", "paper", "basic"] {
            let (clues, verdict) = search(shape, strategies.parse().expect("strategies"));
            let expected = "proven to be the fewest: all 49 essentially different grids were searched, and none has a \
                            puzzle with 7 clues";
            assert_eq!((clues, verdict.as_str()), (Some(8), expected), "{shape} {strategies}");
        }
    }
}

/// Sets of set logic on 4x4. `CLUESMITH_SETS=all` asks for every set of the strategies that have steps there, otherwise
/// every 31st is asked for.
#[test]
fn sets_of_equal_power_need_equally_many_clues() {
    let shape: Shape = "2x2".parse().expect("a shape");
    let basic: StrategySet = "basic".parse().expect("a group");
    let with_steps = basic.iter().filter(|&id| strategy(id).exists_on(shape));
    let useful: Vec<StrategyId> = [StrategyId::FullHouse].into_iter().chain(with_steps).collect();
    let step = if std::env::var("CLUESMITH_SETS").is_ok_and(|sets| sets == "all") { 1 } else { 31 };
    let mut by_power: BTreeMap<Vec<bool>, (String, Option<usize>)> = BTreeMap::new();
    let puzzles = samples(shape);
    for set in (0..1usize << useful.len()).step_by(step) {
        let chosen = useful.iter().enumerate().filter(|(i, _)| set >> i & 1 == 1);
        let strategies = chosen.fold(StrategySet::EMPTY, |sum, (_, &id)| sum.union(StrategySet::single(id)));
        if strategies == StrategySet::EMPTY {
            continue;
        }
        let (clues, verdict) = search("2x2", strategies);
        let places = |id| strategies.contains(id);
        if places(StrategyId::NakedSingle) || places(StrategyId::HiddenSingle) {
            assert_eq!(clues, Some(4), "{strategies}: {verdict}");
        }
        let is_solved = |puzzle| solve(puzzle, strategies).verdict == TraceVerdict::Solved;
        let power = puzzles.iter().map(is_solved).collect();
        let (other, expected) = by_power.entry(power).or_insert_with(|| (strategies.to_string(), clues));
        assert_eq!(clues, *expected, "{strategies}, and as powerful: {other}");
    }
    assert!(by_power.len() >= 3, "{by_power:?}");
}

/// Puzzles that tell sets of strategies apart.
fn samples(shape: Shape) -> Vec<Puzzle> {
    let grids = solutions(&Puzzle::empty(shape), 1000);
    let masks = (1..1u32 << 16).step_by(211).filter(|mask| (4..16).contains(&mask.count_ones()));
    let pattern = |mask: u32| Pattern::new(shape, shape.cells().filter(|cell| mask >> cell.index() & 1 == 1));
    masks.zip(grids.iter().cycle()).map(|(mask, grid)| grid.masked(&pattern(mask))).collect()
}

/// Each strategy of set logic with each of the singles.
#[test]
fn every_set_logic_strategy_has_its_fewest_clues() {
    let basic: StrategySet = "basic".parse().expect("a group");
    for strategy in basic.iter() {
        for single in ["naked-single", "hidden-single"] {
            let question = question("2x2", &format!("{single},{}", strategy.name()));
            let (ended, best, least) = ask(&question, &SatOptions::default(), &Unwatched);
            assert_eq!((ended.end, best, least), (End::Answered, Some(4), (4, Ground::Proof)), "{strategy:?}");
        }
    }
}

/// The encodings with rounds find puzzles; what they refute is at the word of the solver.
#[test]
fn encodings_with_rounds_find_few_clues() {
    for encoding in [Encoding::Paper { order: true }, Encoding::Paper { order: false }, Encoding::Derivation] {
        for strategies in ["naked-single", "paper", "singles,naked-pair"] {
            let rounds = Rounds { first: 10, last: 10, step: 1 };
            let options = SatOptions { encoding, rounds, ..SatOptions::default() };
            // Below, a proof takes these encodings minutes.
            let question = Question { at_most: Some(4), ..question("2x2", strategies) };
            let (ended, best, least) = ask(&question, &options, &Unwatched);
            assert_eq!((ended.end, best, least.0), (End::Answered, Some(4), 0), "{encoding:?} {strategies}");
        }
    }
    // No clue is too few, and no round helps.
    let options = SatOptions { encoding: Encoding::Paper { order: true }, ..SatOptions::default() };
    let watch = StopAfterNews(AtomicU64::new(0));
    let question = Question { upwards: true, ..question("2x2", "paper") };
    let mut bounds = Vec::new();
    fewest(&question, &options, &watch, &mut |news| {
        if let News::AtLeast(clues, ground) = news {
            bounds.push((clues, ground));
            watch.0.store(1, Ordering::Relaxed);
        }
    });
    assert_eq!(bounds, [(1, Ground::SolverWord)]);
}

/// Stops once there is news.
struct StopAfterNews(AtomicU64);

impl Watch for StopAfterNews {
    fn should_stop(&self) -> bool {
        self.0.load(Ordering::Relaxed) > 0
    }
}

/// A stop ends it, whatever it is at.
#[test]
fn a_stop_is_obeyed() {
    struct Polls(AtomicU64);
    impl Watch for Polls {
        fn should_stop(&self) -> bool {
            self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
        }
    }
    for encoding in [Encoding::WellFounded, Encoding::Derivation, Encoding::Paper { order: true }] {
        for polls in [0, 1, 20, 200] {
            let options = SatOptions { encoding, ..SatOptions::default() };
            let (ended, ..) = ask(&question("3x3", "paper"), &options, &Polls(polls.into()));
            assert_eq!(ended.end, End::Stopped, "{encoding:?} {polls}");
        }
    }
}

/// Whether a formula in DIMACS has a model.
fn is_satisfiable(dimacs: &str) -> bool {
    let instance: SatInstance = SatInstance::from_dimacs(&mut Cursor::new(dimacs)).expect("a formula");
    let mut solver = rustsat_batsat::BasicSolver::default();
    solver.add_cnf(instance.into_cnf().0).expect("clauses");
    solver.solve().expect("an answer") == SolverResult::Sat
}

#[test]
fn the_proof_of_a_bound_is_a_formula_without_a_model() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("four.drat");
    let path = file.to_str().expect("a name");
    let words = ["minimum", "--shape", "2x2", "--strategies", "paper", "--method", "sat", "--proof", path];
    let (exit, stdout, error) = run(&words, "");
    assert_eq!(exit, 0, "{error}");
    assert!(stdout.ends_with(" # 4 clues; proven to be the fewest\n"), "{stdout}");
    let formula = std::fs::read_to_string(file.with_extension("cnf")).expect("a formula");
    assert!(!is_satisfiable(&formula));
    // Without the last clause, which denies that there are so many clues, there is a model.
    let (rest, last) = formula.trim_end().rsplit_once('\n').expect("clauses");
    assert!(last.starts_with('-'), "{last}");
    let n_clauses = rest.lines().filter(|line| !line.starts_with(['c', 'p'])).count();
    let header = rest.lines().find(|line| line.starts_with('p')).expect("a header");
    assert!(header.ends_with(&format!(" {}", n_clauses + 1)), "{header}");
    let shorter = rest.replace(header, &header.replace(&format!(" {}", n_clauses + 1), &format!(" {n_clauses}")));
    assert!(is_satisfiable(&shorter));
    assert!(std::fs::read_to_string(file).expect("a proof").ends_with("0\n"));
}

#[test]
fn wrong_questions_are_refused() {
    check_error("minimum --strategies paper --upwards", "", "--upwards: use --method sat");
    check_error("minimum --strategies paper --proof a.drat", "", "--proof: use --method sat");
    check_error(
        "minimum --strategies paper --method sat --encoding paper --proof a.drat",
        "",
        "--proof: only the well-founded encoding has proofs",
    );
    check_error("minimum --strategies paper --method exact", "", "invalid value 'exact' for '--method <METHOD>': use");
    let (exit, stdout, _) =
        run(&["minimum", "--shape", "2x2", "--strategies", "xy-wing,singles", "--method", "sat"], "");
    assert_eq!(
        (exit, stdout.as_str()),
        (
            4,
            "# SAT has no clauses for xy-wing, which takes the well-founded encoding, a pattern and a solver that asks during its search.\n"
        )
    );
}

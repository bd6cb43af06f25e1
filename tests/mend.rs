//! Proposals for patterns without a puzzle, and the sparsest parts of those with one.

mod common;
#[path = "common/program.rs"]
mod program;

use cluesmith::generate::mend::{MendEnd, MendError, Proposal, Sparse, Wish, mend, sparsest};
use cluesmith::generate::{Method, Outcome, Plan, Request, Unwatched, Watch, generate};
use cluesmith::grid::{CellSet, Pattern, Puzzle, Shape, Symmetry, parse_patterns};
use cluesmith::logic::{StrategySet, TraceVerdict, count_solutions, solutions, solve};
use common::{irregular_shapes, random_pattern};
use program::{check_error, run};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;

fn pattern(shape: &str, cells: &str) -> Pattern {
    parse_patterns(shape.parse().expect("a shape"), cells).expect("a pattern").remove(0)
}

fn wish(pattern: Pattern, strategies: &str, symmetry: Symmetry) -> Wish {
    Wish { request: Request::new(pattern, strategies.parse().expect("names")), symmetry, count: 5 }
}

/// All proposals, the nearest first, with everything that holds for each of them.
#[track_caller]
fn proposals(wish: &Wish) -> Vec<Proposal> {
    let mut found: Vec<Proposal> = Vec::new();
    let ended = mend(wish, &Unwatched, &mut |proposal| found.push(proposal.clone())).expect("symmetric");
    assert_eq!(ended == MendEnd::Enough, found.len() >= wish.count, "{wish:?}");
    found.sort_by(|a, b| a.change.cmp(&b.change));
    assert!(found.windows(2).all(|pair| pair[0].change != pair[1].change), "each comes once");
    let before = wish.request.pattern;
    for proposal in &found {
        let (puzzle, change) = (proposal.found.puzzle(), &proposal.change);
        let cells = puzzle.pattern().cells;
        assert!(change.n_orbits() > 0);
        assert_eq!(change.added_cells(), cells.difference(&before.cells));
        assert_eq!(change.dropped_cells(), before.cells.difference(&cells));
        assert!(wish.symmetry.holds(before.shape, &cells), "{puzzle}");
        for orbit in change.added.iter().chain(&change.dropped) {
            let cell = orbit.iter().next().expect("a cell");
            assert_eq!(orbit.iter().collect::<Vec<_>>(), wish.symmetry.orbit(before.shape, cell));
        }
        assert_eq!(solve(puzzle, wish.request.order()).verdict, TraceVerdict::Solved, "{puzzle}");
        assert_eq!(count_solutions(puzzle, 2), 1, "{puzzle}");
    }
    found
}

fn exists(wish: &Wish, cells: CellSet) -> bool {
    let request = wish.request.with(|design| design.pattern.cells = cells);
    match generate(&request, &Plan::new(Method::Auto), &Unwatched) {
        Outcome::Found(_) => true,
        Outcome::Impossible(_) => false,
        Outcome::Undecided(undecided) => panic!("{undecided:?}"),
    }
}

/// The fewest orbits that have to be added, by asking about every pattern with one or two more.
fn fewest_added(wish: &Wish) -> Option<usize> {
    let Pattern { shape, cells } = wish.request.pattern;
    let orbits: Vec<CellSet> = shape
        .cells()
        .map(|cell| wish.symmetry.orbit(shape, cell).into_iter().collect::<CellSet>())
        .filter(|orbit| orbit.intersection(&cells).is_empty())
        .collect();
    if orbits.iter().any(|orbit| exists(wish, cells.union(orbit))) {
        return Some(1);
    }
    let is_pair = |a: &CellSet| orbits.iter().any(|b| exists(wish, cells.union(a).union(b)));
    orbits.iter().any(is_pair).then_some(2)
}

/// On small grids the nearest proposal is as near as any pattern with a puzzle.
#[test]
fn nothing_nearer_is_overlooked() {
    let random = &mut Xoshiro256PlusPlus::seed_from_u64(1);
    let shapes = ["2x2", "2x2", "2x2", "4 regions=AAABCABBCCDBCDDD", "5 latin"].map(str::parse::<Shape>);
    let mut counts = [0; 3];
    for number in 0..30 {
        let shape = shapes[number % shapes.len()].clone().expect("a shape");
        let symmetry = [Symmetry::None, Symmetry::HalfTurn, Symmetry::Diagonal][number / 5 % 3];
        let mut pattern = random_pattern(shape, 1 + number % 3, random);
        pattern.cells = symmetry.close(shape, &pattern.cells);
        let wish = wish(pattern, ["naked-single", "singles", "paper"][number % 3], symmetry);
        if exists(&wish, pattern.cells) {
            continue;
        }
        let found = proposals(&wish);
        let nearest = found.first().map(|proposal| proposal.change.n_orbits());
        match fewest_added(&wish) {
            Some(fewest) => assert_eq!(nearest, Some(fewest), "{pattern} {symmetry}"),
            None => assert!(nearest > Some(2), "{pattern} {symmetry}: {nearest:?}"),
        }
        counts[nearest.unwrap_or(3).min(3) - 1] += 1;
    }
    assert!(counts.iter().all(|&count| count > 2), "{counts:?}");
}

#[test]
fn every_shape_has_proposals() {
    let random = &mut Xoshiro256PlusPlus::seed_from_u64(2);
    let boxes = ["2x3", "3x2", "2x4", "4x2", "3x3", "3x4", "4x4"].map(|text| text.parse().expect("a shape"));
    for shape in boxes.into_iter().chain(irregular_shapes(9)) {
        // Two empty rows of a band, or a pattern too sparse for any puzzle.
        let mut pattern = random_pattern(shape, shape.n_cells() * 36 / 100, random);
        pattern.cells = Symmetry::HalfTurn.close(shape, &pattern.cells);
        let last = shape.n() - 1;
        pattern.cells =
            pattern.cells.iter().filter(|&cell| ![0, 1, last - 1, last].contains(&shape.row(cell))).collect();
        let wish = wish(pattern, "paper", Symmetry::HalfTurn);
        let found = proposals(&wish);
        assert!(!found.is_empty(), "{shape} {pattern}");
    }
}

#[test]
fn the_same_seed_gives_the_same_proposals_on_any_number_of_threads() {
    let cells = "..................x.x.x.x.x.x.x.x.xx.x.x.x.x.x.x.x.xx.x.x.x.x.x.x.x.x.x.x.x.x.x.x";
    let asked = wish(pattern("3x3", cells), "singles", Symmetry::None);
    let with = |n_threads: usize, seed: u64| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().expect("threads");
        let asked = Wish { request: asked.request.with(|design| design.seed = seed), ..asked.clone() };
        pool.install(|| proposals(&asked))
    };
    let alone = with(1, 0);
    assert!(!alone.is_empty());
    assert_eq!(alone, with(3, 0));
    assert_ne!(alone, with(1, 1));
}

/// Where more is asked for than the strategies, clues may be too many, and fixed digits may be wrong.
#[test]
fn clues_are_dropped_where_they_are_too_many() {
    // Where every cell is a clue there is no step, though one is required.
    let mut asked = wish(pattern("2x2", &"x".repeat(16)), "naked-single", Symmetry::HalfTurn);
    asked.request = asked.request.with(|design| design.required = design.strategies);
    let found = proposals(&asked);
    assert!(found.len() >= asked.count && found.iter().all(|proposal| proposal.change.added.is_empty()), "{found:?}");
    assert_eq!(found[0].change.n_orbits(), 1);
    let mut asked = wish(pattern("2x2", "xx.x.x..x..x..x."), "paper", Symmetry::None);
    asked.request = asked.request.with(|design| {
        for cell in design.pattern.cells.iter().take(2) {
            design.fixed.set(cell, Some(cluesmith::grid::Digit::new(1)));
        }
    });
    let found = proposals(&asked);
    let drops_one = |proposal: &Proposal| {
        !proposal.change.dropped_cells().intersection(&asked.request.fixed.pattern().cells).is_empty()
    };
    assert!(!found.is_empty() && found.iter().all(drops_one), "{found:?}");
}

/// A pattern of table A1 of Nishikawa and Toda (2020), to which two cells have to be added that the search does not choose
/// by itself.
#[test]
fn pairs_are_tried_where_the_search_finds_none() {
    let cells = "...xx.x..x..x.....x........x...xx.........xx...........x.x.x..........xx.x.......";
    let wish = Wish { count: 1, ..wish(pattern("3x3", cells), "naked-single", Symmetry::None) };
    assert_eq!(proposals(&wish).first().map(|nearest| nearest.change.n_orbits()), Some(2));
}

#[test]
fn patterns_without_the_symmetry_are_refused() {
    let asked = wish(pattern("2x2", "xx.............."), "paper", Symmetry::HalfTurn);
    let error = mend(&asked, &Unwatched, &mut |_| ()).expect_err("not symmetric");
    assert!(matches!(error, MendError::NotSymmetric { .. }));
    assert_eq!(
        error.to_string(),
        "the pattern does not have the symmetry half-turn: r1c1 is a clue cell, but r4c4 is none"
    );
    let asked = wish(pattern("2x3", &".".repeat(36)), "paper", Symmetry::Diagonal);
    let error = sparsest(&asked, &Unwatched, &mut |_| ()).expect_err("not possible");
    assert!(error.to_string().starts_with("diagonal is not possible with 2x3 boxes"), "{error}");
}

struct Stopped;

impl Watch for Stopped {
    fn should_stop(&self) -> bool {
        true
    }
}

#[test]
fn a_stop_ends_it() {
    let asked = wish(pattern("3x3", &format!("x{}", ".".repeat(80))), "paper", Symmetry::None);
    assert_eq!(mend(&asked, &Stopped, &mut |_| ()), Ok(MendEnd::Stopped));
    let full = wish(pattern("3x3", &"x".repeat(81)), "paper", Symmetry::None);
    let ended = sparsest(&full, &Stopped, &mut |_| ()).expect("symmetric");
    assert!(!matches!(ended, Sparse::Ended(MendEnd::Enough | MendEnd::Tried)), "{ended:?}");
}

/// Nothing more can be left out of a sparsest part, which is asked anew about each of its orbits.
#[test]
fn sparsest_parts_need_all_their_orbits() {
    for (shape, symmetry, strategies) in [
        ("2x2", Symmetry::None, "paper"),
        ("2x2", Symmetry::HalfTurn, "naked-single"),
        ("2x3", Symmetry::MirrorBoth, "paper"),
        ("5 latin", Symmetry::QuarterTurn, "singles"),
    ] {
        let shape: Shape = shape.parse().expect("a shape");
        let asked = wish(Pattern::new(shape, shape.cells()), strategies, symmetry);
        let mut ends = Vec::new();
        let ended = sparsest(&asked, &Unwatched, &mut |end| ends.push(end.clone())).expect("symmetric");
        assert!(matches!(ended, Sparse::Ended(MendEnd::Enough | MendEnd::Tried)) && !ends.is_empty(), "{ended:?}");
        for end in &ends {
            let cells = end.found.puzzle().pattern().cells;
            assert_eq!(cells, asked.request.pattern.cells.difference(&end.change.dropped_cells()));
            assert!(symmetry.holds(shape, &cells));
            let known: usize = end.needed.iter().chain(&end.undecided).map(CellSet::len).sum();
            assert_eq!(known, cells.len(), "every orbit is told of");
            for orbit in &end.needed {
                assert!(!exists(&asked, cells.difference(orbit)), "{}", end.found.puzzle());
            }
        }
    }
}

#[test]
fn a_pattern_without_a_puzzle_has_no_parts() {
    let asked = wish(pattern("2x2", "xx.............."), "paper", Symmetry::None);
    let answer = sparsest(&asked, &Unwatched, &mut |_| panic!("no part")).expect("symmetric");
    assert!(matches!(answer, Sparse::NoPuzzle(Outcome::Impossible(_))), "{answer:?}");
}

#[test]
fn the_program_tells_proposals_in_lines() {
    let words = |text: &'static str| text.split(' ').collect::<Vec<_>>();
    let (exit, text, error) = run(&words("mend --shape 2x2 --pattern x......x........ --count 2"), "");
    assert_eq!((exit, error.as_str()), (0, ""));
    let lines: Vec<&str> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[0].starts_with("# x......x........ impossible: "), "{text}");
    assert!(lines[1..].iter().all(|line| line.contains(" # add r")), "{text}");
    let (exit, text, _) = run(&words("mend --shape 2x2 --pattern x......x........ --count 2 --json"), "");
    let values: Vec<serde_json::Value> = text.lines().map(|line| serde_json::from_str(line).expect("JSON")).collect();
    assert_eq!((exit, values.len(), &values[0]["verdict"]), (0, 3, &"impossible".into()));
    assert_eq!(values[0]["symmetry"], "none");
    for (number, value) in values[1..].iter().enumerate() {
        assert_eq!(value["proposal"], number + 1);
        assert_eq!(value["orbits"], value["added"].as_array().expect("cells").len());
        let puzzle = value["puzzle"].as_str().expect("a puzzle");
        let solved = run(&["solve", "--shape", "2x2", "--strategies", "paper", "-"], puzzle).1;
        assert_eq!(solved.trim(), value["solution"].as_str().expect("a grid"));
    }
    // Several patterns, one of which needs no help.
    let (exit, text, _) = run(&words("mend --shape 2x2 --pattern - --count 1"), "x.....x..x.....x\n................\n");
    assert_eq!((exit, text.lines().count()), (0, 3), "{text}");
    assert!(text.lines().next().is_some_and(|line| line.ends_with(" # the pattern has a puzzle as it is")), "{text}");
}

#[test]
fn the_program_tells_the_sparsest_parts() {
    let full = "x".repeat(16);
    let (exit, text, _) = run(&["mend", "--shape", "2x2", "--pattern", &full, "--sparsest", "--symmetry", "none"], "");
    assert_eq!(exit, 0);
    assert!(text.lines().next().is_some_and(|line| line.contains(" # 4 clues; drop ")), "{text}");
    assert!(text.lines().all(|line| line.contains("; no puzzle without any of its ")), "{text}");
    let (exit, text, _) = run(&["mend", "--shape", "2x2", "--pattern", "x..............x", "--sparsest", "--json"], "");
    let value: serde_json::Value = serde_json::from_str(text.trim()).expect("JSON");
    assert_eq!((exit, &value["verdict"]), (3, &"impossible".into()), "{text}");
    check_error(
        "mend --shape 2x2 --pattern xx.............. --symmetry half-turn",
        "",
        "--symmetry: the pattern does not have the symmetry half-turn: r1c1 is a clue cell, but r4c4 is none",
    );
}

/// The search finds digits by set logic; what else is allowed does no harm.
#[test]
fn strategies_beyond_set_logic_may_be_used() {
    let cells = "x...x...x..x..........x....x.....x....x...x......x....x......x......x.....x.x.x.x";
    let request = Request::new(pattern("3x3", cells), StrategySet::ALL);
    let asked = Wish { request, symmetry: Symmetry::None, count: 1 };
    assert!(!proposals(&asked).is_empty());
}

/// A puzzle whose digits are all fixed gets clues of its solution, until the strategies solve it.
#[test]
fn a_puzzle_that_gets_stuck_gets_clues() {
    let stuck = "7.1.....6..438.7...2..16.5......8.1.6.......9.9.1......7.64..9...6.935..2.....6.4";
    let stuck: Puzzle = stuck.parse().expect("a puzzle");
    let solution = solutions(&stuck, 2).remove(0);
    assert_eq!(solve(&stuck, StrategySet::PAPER).verdict, TraceVerdict::Stuck);
    for symmetry in [Symmetry::None, Symmetry::of(Shape::NINE, &stuck.pattern().cells)] {
        let mut asked = wish(stuck.pattern(), "paper", symmetry);
        asked.request = asked.request.with(|design| design.fixed = stuck.clone());
        let found = proposals(&asked);
        assert!(!found.is_empty(), "{symmetry}");
        for proposal in &found {
            assert!(!proposal.change.added.is_empty());
            assert_eq!(proposal.found.puzzle(), &solution.masked(&proposal.found.puzzle().pattern()));
        }
    }
    // With several solutions it is a question about patterns again.
    let mut several = stuck.clone();
    several.set(stuck.pattern().cells.iter().next().expect("a clue"), None);
    assert!(solutions(&several, 2).len() > 1);
    let mut asked = wish(several.pattern(), "paper", Symmetry::None);
    asked.request = asked.request.with(|design| design.fixed = several);
    assert!(!proposals(&asked).is_empty());
}

//! The LP laboratory: what the paper reports, and what the generator promises.

use cluesmith::generate::lp::{
    LpAnswer, LpEnded, LpGenerated, LpOptions, LpRequest, PaperVerdict, Relaxation, Rule, lp_generate, relax,
};
use cluesmith::generate::{Undecided, Unwatched, Watch};
use cluesmith::grid::{Candidate, Constraint, Digit, Pattern, Puzzle, SHAPES, Shape, content_lines};
use cluesmith::logic::{count_solutions, solutions};

fn puzzle(shape: &str, text: &str) -> Puzzle {
    let shape: Shape = shape.parse().expect("a shape");
    content_lines(text).next().and_then(|line| line.puzzle(shape).ok()).expect("a puzzle")
}

/// Solves the relaxation: its answer, and the grid of what is decided.
#[track_caller]
fn check(shape: &str, text: &str, expected: (LpAnswer, &str)) -> Relaxation {
    let puzzle = puzzle(shape, text);
    let relaxation = relax(&puzzle, &LpOptions::default());
    assert_eq!((relaxation.answer, relaxation.grid.to_string().as_str()), expected);
    if relaxation.answer == LpAnswer::Solved {
        assert_eq!(solutions(&puzzle, 2), vec![relaxation.grid.clone()]);
    }
    relaxation
}

#[test]
fn puzzles_of_appendix_b1() {
    check(
        "3x3",
        ".5..2.37..3.94...1...7.......58..92.3.......5.78..91.......2...8...76.5..21.8..6.",
        (LpAnswer::Solved, "159628374732945681684731592415863927396217845278459136567392418843176259921584763"),
    );
    for evil in [
        ".697..43..1.....7.3....5..2.3......1....9....6......2.7..2....3.9.....4..42..351.",
        ".9.4.85..........62.1.7.9..5...8...7..79.41..8...2...9..2.3.4.54..........58.7.9.",
    ] {
        let puzzle = puzzle("3x3", evil);
        let solution = solutions(&puzzle, 2)[0].to_string();
        check("3x3", evil, (LpAnswer::Solved, &solution));
    }
    let hardest = puzzle("3x3", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..");
    let relaxation = relax(&hardest, &LpOptions::default());
    assert_eq!(relaxation.answer, LpAnswer::Fractional);
    // "The z vector contains many entries in between 1 and 0."
    assert!(relaxation.fractions(&LpOptions::default()).len() > 100);
}

#[test]
fn examples_of_figures_2_and_6() {
    check("2x2", "..4.1......3.1..", (LpAnswer::Solved, "2341143242133124"));
    // Figure 6: 1 and 2 are decided, 3 and 4 stay halves of each other.
    let figure_6 = check("2x2", "..2..1....1..2..", (LpAnswer::Fractional, "..2121....1212.."));
    assert_eq!(count_solutions(&puzzle("2x2", "..2..1....1..2.."), 9), 4);
    let fractions = figure_6.fractions(&LpOptions::default());
    assert_eq!(fractions.len(), 16);
    for (candidate, z) in fractions {
        assert!((z - 0.5).abs() < 1e-4, "{candidate:?} {z}");
        assert!(candidate.digit.value() >= 3);
    }
}

#[test]
fn impossible_puzzles_are_infeasible() {
    check("2x2", "123...4.........", (LpAnswer::Infeasible, "123...4........."));
    check("2x2", "11..............", (LpAnswer::Infeasible, "11.............."));
    // Every cell has a digit and every digit a place, and still the rows cannot be met.
    check("2x2", "..1..4..2.3.....", (LpAnswer::Infeasible, "..1..4..2.3....."));
}

#[test]
fn rows_are_met_for_every_shape() {
    for shape in SHAPES {
        let mut puzzle = Puzzle::empty(shape);
        puzzle.set(shape.cell(0, 1), Some(Digit::new(2)));
        let relaxation = relax(&puzzle, &LpOptions::default());
        assert_eq!(relaxation.answer, LpAnswer::Fractional, "{shape}");
        let geometry = &*shape.geometry();
        for constraint in Constraint::all(shape) {
            let sum: f64 = constraint.candidates(geometry).map(|c: Candidate| relaxation.z[c.index(shape)]).sum();
            assert!((sum - 1.0).abs() < 1e-5, "{shape} {constraint:?}: {sum}");
        }
    }
}

#[test]
fn the_iteration_limit_is_kept() {
    let options = LpOptions { max_iterations: 1, ..LpOptions::default() };
    let relaxation = relax(&Puzzle::empty(Shape::NINE), &options);
    assert!(relaxation.iterations <= 1 && relaxation.answer == LpAnswer::Undecided, "{:?}", relaxation.answer);
}

fn request(shape: &str, rule: Rule, seed: u64) -> LpRequest {
    let shape = shape.parse().expect("a shape");
    LpRequest { shape, rule, pattern: None, minimise: false, options: LpOptions::default(), seed }
}

#[track_caller]
fn made(request: &LpRequest) -> LpGenerated {
    let mut n_seen = 0;
    let ended = lp_generate(request, &Unwatched, &mut |snapshot| {
        n_seen += 1;
        assert_eq!(snapshot.last.z.len(), request.shape.n_cells() * request.shape.n());
        assert!(snapshot.steps <= n_seen && snapshot.clues.n_clues() <= snapshot.steps);
    });
    let LpEnded::Found(made) = ended else { panic!("{request:?}: {ended:?}") };
    assert!(n_seen >= made.steps.len());
    assert_eq!(solutions(&made.puzzle, 2), vec![made.solution.clone()]);
    *made
}

#[test]
fn every_rule_makes_proper_puzzles() {
    for rule in Rule::ALL {
        for shape in ["2x2", "2x3", "3x2", "2x4"] {
            for seed in 0..5 {
                let made = made(&request(shape, rule, seed));
                let n_fixed = made.steps.iter().filter(|step| !step.is_taken_back).count();
                assert_eq!(made.puzzle.n_clues(), n_fixed + made.n_added, "{rule:?} {shape} {seed}");
                assert_eq!(made.paper == PaperVerdict::Impossible, made.n_taken_back > 0);
                assert!(made.steps.iter().rev().take(1).all(|step| step.n_fractions == 0));
            }
        }
        let made = made(&request("3x3", rule, 1));
        assert!(made.puzzle.n_clues() >= 17);
    }
}

#[test]
fn minimised_puzzles_need_every_clue() {
    let made = made(&LpRequest { minimise: true, ..request("2x3", Rule::NearMax, 3) });
    for (cell, _) in made.puzzle.clues() {
        let mut less = made.puzzle.clone();
        less.set(cell, None);
        assert_eq!(count_solutions(&less, 2), 2);
    }
}

#[test]
fn a_pattern_is_kept() {
    let shape: Shape = "2x3".parse().expect("a shape");
    let pattern =
        Pattern::new(shape, shape.cells().filter(|cell| (shape.row(*cell) + shape.col(*cell)).is_multiple_of(2)));
    for rule in Rule::ALL {
        let made = made(&LpRequest { pattern: Some(pattern), ..request("2x3", rule, 2) });
        assert_eq!(made.puzzle.pattern(), pattern);
    }
}

/// Stops at once.
struct Now;

impl Watch for Now {
    fn should_stop(&self) -> bool {
        true
    }
}

#[test]
fn the_same_seed_gives_the_same_steps_and_stop_stops() {
    let first = made(&request("2x3", Rule::NearMin, 6));
    assert_eq!(first, made(&request("2x3", Rule::NearMin, 6)));
    assert_ne!(first.puzzle, made(&request("2x3", Rule::NearMin, 7)).puzzle);
    let ended = lp_generate(&request("2x3", Rule::Random, 1), &Now, &mut |_| ());
    assert_eq!(ended, LpEnded::Undecided(Undecided::Stopped));
}

/// However coarse the rounding: what is called solved has this solution and no other.
#[test]
fn a_coarse_rounding_claims_nothing_wrong() {
    let shape: Shape = "2x2".parse().expect("shape");
    let options = LpOptions { rounding: 0.49, ..LpOptions::default() };
    let mut n_several = 0;
    for grid in solutions(&Puzzle::empty(shape), 288).iter().step_by(40) {
        for mask in (1u32..1 << 16).step_by(37).filter(|mask| (4..=8).contains(&mask.count_ones())) {
            let puzzle = grid.masked(&Pattern::new(shape, shape.cells().filter(|cell| mask >> cell.0 & 1 == 1)));
            let relaxation = relax(&puzzle, &options);
            let n_solutions = count_solutions(&puzzle, 2);
            n_several += usize::from(n_solutions == 2);
            assert_ne!(relaxation.answer, LpAnswer::Infeasible);
            if relaxation.answer == LpAnswer::Solved {
                assert_eq!((n_solutions, &relaxation.grid), (1, grid), "{puzzle}");
            }
        }
    }
    assert!(n_several > 1000, "{n_several}");
}

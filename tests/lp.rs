//! The LP laboratory: what the paper reports, and what the generator promises.

use cluesmith::generate::lp::{
    CutRelaxation, LpAnswer, LpEnded, LpGenerated, LpOptions, LpRequest, LpStep, PaperVerdict, Relaxation, Rule,
    lp_generate, relax, relax_with_cuts,
};
use cluesmith::generate::{Undecided, Unwatched, Watch};
use cluesmith::grid::{Candidate, Cell, Constraint, Digit, Pattern, Puzzle, SHAPES, Shape, content_lines};
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

/// Figure 5: made by the original with the rule "near min". Figures 1 and 4 are the first puzzle of appendix B.1.
#[test]
fn the_puzzle_of_figure_5_is_proper() {
    let text = ".......6.2...87....7.....95.5.4.....1....2..7...9.............34.96.1...7.....8..";
    let figure_5 = puzzle("3x3", text);
    let only = solutions(&figure_5, 2);
    assert_eq!((figure_5.n_clues(), only.len()), (20, 1));
    check("3x3", text, (LpAnswer::Solved, &only[0].to_string()));
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
    LpRequest { shape, rule, pattern: None, minimise: false, is_literal: false, options: LpOptions::default(), seed }
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

/// The original also chooses candidates that are decided but whose z is a little below 1.
#[test]
fn literal_choices_take_decided_candidates_too() {
    let mut n_decided = 0;
    for shape in ["2x2", "2x3"] {
        for seed in 0..5 {
            let asked = request(shape, Rule::NearMax, seed);
            let literal = made(&LpRequest { is_literal: true, ..asked.clone() });
            let is_decided = |step: &&LpStep| step.z_chosen > 1.0 - asked.options.rounding;
            n_decided += literal.steps.iter().filter(is_decided).count();
            assert_eq!(made(&asked).steps.iter().filter(is_decided).count(), 0, "{shape} {seed}");
            let mut clues: Vec<Cell> = literal.steps.iter().map(|step| step.clue.cell).collect();
            clues.sort_unstable();
            clues.dedup();
            let n_fixed = literal.steps.iter().filter(|step| !step.is_taken_back).count();
            assert!(clues.len() >= n_fixed, "no cell is chosen twice: {shape} {seed}");
        }
    }
    assert!(n_decided >= 10, "{n_decided}");
}

/// Fractions are cut off until the puzzle is solved; what is cut off is in no solution.
#[track_caller]
fn check_cuts(shape: &str, text: &str, expected: LpAnswer) -> CutRelaxation {
    let puzzle = puzzle(shape, text);
    let cut = relax_with_cuts(&puzzle, &LpOptions::default(), &|| false).expect("nobody stops it");
    assert_eq!(cut.relaxation.answer, expected, "{text}");
    for &candidate in &cut.cuts {
        let mut with = puzzle.clone();
        with.set(candidate.cell, Some(candidate.digit));
        assert_eq!(count_solutions(&with, 1), 0, "{candidate:?} in {text}");
    }
    if expected == LpAnswer::Solved {
        assert_eq!(solutions(&puzzle, 2), vec![cut.relaxation.grid.clone()]);
    }
    cut
}

#[test]
fn cuts_solve_what_the_relaxation_does_not() {
    // The relaxation suffices.
    let easy = check_cuts("2x2", "..4.1......3.1..", LpAnswer::Solved);
    assert_eq!((easy.cuts.len(), easy.n_programs), (0, 1));
    // The fourth puzzle of appendix B.1.
    let hardest = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
    let hardest = check_cuts("3x3", hardest, LpAnswer::Solved);
    assert!(!hardest.cuts.is_empty() && hardest.n_programs > hardest.cuts.len());
    // Several solutions: each fraction of figure 6 is part of one.
    let several = check_cuts("2x2", "..2..1....1..2..", LpAnswer::Fractional);
    assert_eq!((several.cuts.len(), several.n_programs), (0, 17));
    check_cuts("2x2", "123...4.........", LpAnswer::Infeasible);
    let stopped = relax_with_cuts(&Puzzle::empty(Shape::NINE), &LpOptions::default(), &|| true);
    assert_eq!(stopped, None);
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

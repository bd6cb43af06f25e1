//! Clauses of themes: whatever is taken for one holds for every puzzle that the theme accepts.

use super::super::theme::{
    ThemeClauses, counts_contradict, have_no_image, is_blind_to_digits, is_broken_by, is_of_solution,
    leaves_too_few_digits,
};
use super::{random_cells, random_pattern};
use crate::generate::Request;
use crate::generate::bounds::theme::possible_digits;
use crate::generate::random::Random;
use crate::grid::{CellSet, Digit, Pattern, Puzzle, Shape, Theme, parse_patterns, parse_puzzles};
use crate::logic::{StrategySet, count_solutions, solutions};
use crate::sat::cdcl::Lit;
use crate::sat::cnf::Cnf;

fn request(layout: &str, pattern: &str, theme: &str) -> Request {
    let shape: Shape = layout.parse().expect("a layout");
    let pattern = parse_patterns(shape, pattern).expect("a pattern").remove(0);
    let theme = Theme::parse(shape, theme).expect("a theme");
    Request::new(pattern, StrategySet::SINGLES).with(|design| design.theme = theme)
}

/// Solution grids whose digits on the pattern the theme accepts and that are the only ones with them.
fn accepted(request: &Request) -> Vec<Puzzle> {
    let grids = solutions(&Puzzle::empty(request.pattern.shape), 1_000);
    let is_good = |grid: &Puzzle| {
        let puzzle = grid.masked(&request.pattern);
        let keeps_fixed = request.fixed.clues().all(|(cell, digit)| puzzle.get(cell) == Some(digit));
        keeps_fixed && request.theme.accepts(&puzzle).is_ok() && count_solutions(&puzzle, 2) == 1
    };
    grids.into_iter().filter(is_good).collect()
}

/// All clauses that SAT writes for the theme are taken. Tries them with a literal changed or less, all clauses of one and
/// two literals and many of three: what is taken holds. Returns how many are taken.
#[track_caller]
fn check(layout: &str, pattern: &str, theme: &str) -> usize {
    let request = request(layout, pattern, theme);
    let shape = request.pattern.shape;
    let n_candidates = shape.n() * shape.n_cells();
    let clauses = ThemeClauses::new(&request, n_candidates);
    let n_vars = n_candidates + clauses.n_vars();
    // The values of all variables for each grid.
    let models: Vec<Vec<bool>> = accepted(&request).iter().map(|grid| clauses.model(grid)).collect();
    assert!(models.iter().all(|model| model.len() == n_vars));
    let lits: Vec<Lit> = (0..n_vars).flat_map(|var| [Lit::new(var, true), Lit::new(var, false)]).collect();
    let mut n_taken = 0;
    let mut judge = |clause: &[Lit]| {
        if clauses.holds(clause) {
            n_taken += 1;
            for model in &models {
                let is_true = clause.iter().any(|lit| model[lit.var()] == lit.is_positive());
                assert!(is_true, "{theme}: {clause:?} does not hold");
            }
        }
    };
    let mut cnf = Cnf { n_vars: n_candidates, clauses: std::iter::empty::<Vec<Lit>>().collect() };
    crate::generate::sat::theme::add(&mut cnf, &request, true);
    assert_eq!(cnf.n_vars, n_vars, "{theme}");
    for clause in cnf.clauses.iter() {
        assert!(clauses.holds(clause), "{theme}: {clause:?}");
        for at in 0..clause.len() {
            let others = [&clause[..at], &clause[at + 1..]].concat();
            judge(&others);
            let (var, is_positive) = (clause[at].var(), clause[at].is_positive());
            let near = [var.saturating_sub(1), var, (var + 1).min(n_vars - 1)];
            let changed = near.map(|var| [Lit::new(var, is_positive), Lit::new(var, !is_positive)]);
            for lit in changed.into_iter().flatten().filter(|lit| *lit != clause[at]) {
                judge(&[&others[..], &[lit]].concat());
            }
        }
    }
    // Some clue has this digit.
    for digit in 0..shape.n() {
        let shown: Vec<Lit> =
            request.pattern.cells.iter().map(|cell| Lit::new(cell.index() * shape.n() + digit, true)).collect();
        judge(&shown);
    }
    for (i, &a) in lits.iter().enumerate() {
        judge(&[a]);
        lits[..i].iter().for_each(|&b| judge(&[a, b]));
    }
    let mut state = 1u64;
    let mut below = |n: usize| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        ((state >> 33) as usize) % n
    };
    for _ in 0..300_000 {
        let clause = [lits[below(lits.len())], lits[below(lits.len())], lits[below(lits.len())]];
        judge(&clause);
    }
    n_taken
}

#[test]
fn clauses_that_are_taken_hold() {
    let pattern = "x.x..x.xx.x..x.x";
    for theme in [
        "odd=r1c1,r2c2,r1c2",
        "equal=r1c1,r2c4,r3c3",
        "different=r1c1,r2c2,r3c3,r4c4",
        "ascending=r1c1,r1c2,r1c3,r2c4",
        "digit 2 at most 1",
        "digit 2 1 to 2",
        "each digit 2 to 3",
        "digit 3 at least 3",
        "each digit at least 1; digit 4 exactly 0",
        "symmetry quarter-turn any",
        "symmetry band-cycle any",
        "symmetry band-cycle complement",
        "symmetry stack-cycle (1 2)",
        "symmetry band-cycle any; digit 1 at most 2",
        "digit 1 at least 2; digit 4 at most 0",
        "digit 1 at least 4",
        "symmetry band-cycle any; symmetry half-turn any",
    ] {
        assert!(check("2x2", pattern, theme) > 0, "{theme}");
    }
    assert!(check("2x2", "xx.x..x..x..x.xx", "symmetry half-turn complement") > 0);
    assert!(check("2x2 non-consecutive", "x..x.......x....", "symmetry half-turn complement; low=r1c1") > 0);
    assert!(check("2x2", "x....x....x.....", "digit 1 at most 3; digit 2 at most 2") > 0);
    assert!(check("2x2", "x..x.xx..xx.x..x", "symmetry quarter-turn (1 2 3 4)") > 0);
    // What contradicts itself: a clue without its image, too few rows.
    assert!(check("2x2", "x.x..x.xx.x..x..", "symmetry half-turn any") > 0);
    assert!(check("2x2", "x.x..x.x........", "digit 1 at least 3") > 0);
    assert!(check("4 latin", pattern, "symmetry diagonal any; each digit at most 3") > 0);
    assert!(check("4 regions=AAABCABBCCDBCDDD", pattern, "different=r1c1,r2c2,r4c4; digit 1 at least 2") > 0);
}

/// Digits that the bounds or the checkers leave out stand in no puzzle, and clues of a puzzle never break its theme.
#[test]
fn what_is_left_out_stands_nowhere() {
    for theme in ["odd=r1; equal=r2c2,r3c1", "ascending=r1c1,r2c2,r3c3,r4c4", "symmetry band-cycle complement; low=r1"]
    {
        let request = request("2x2", "x.x..x.xx.x..x.x", theme);
        let possible = possible_digits(&request);
        let grids = accepted(&request);
        for grid in &grids {
            for (cell, digit) in grid.masked(&request.pattern).clues() {
                assert!(possible[cell.index()].contains(digit), "{theme}: {grid}");
            }
            let mut clues = grid.masked(&request.pattern);
            for cell in request.pattern.cells.iter() {
                assert!(!is_broken_by(&request, &clues), "{theme}: {clues}");
                clues.set(cell, None);
            }
        }
        let has_puzzle = !grids.is_empty();
        let sets = &request.pattern.shape.geometry().house_sets;
        let refuted = |set: &CellSet| leaves_too_few_digits(&request, &set.intersection(&request.pattern.cells));
        assert!(!has_puzzle || !sets.iter().any(refuted), "{theme}");
    }
}

/// The cells that a row of characters names, one each that is not `.`.
fn cells(request: &Request, text: &str) -> CellSet {
    request.pattern.shape.cells().zip(text.chars()).filter(|(_, c)| *c != '.').map(|(cell, _)| cell).collect()
}

/// Digits in the pattern of a question are fixed.
fn claim(pattern: &str, theme: &str) -> Request {
    let shape: Shape = "2x2".parse().expect("a shape");
    let fixed = parse_puzzles(shape, &pattern.replace('x', ".")).expect("digits").remove(0);
    request("2x2", pattern, theme).with(|design| design.fixed = fixed)
}

/// Whether it is taken that these cells have too few digits.
#[track_caller]
fn check_digits(pattern: &str, theme: &str, named: &str, expected: bool) {
    let request = claim(pattern, theme);
    assert_eq!(leaves_too_few_digits(&request, &cells(&request, named)), expected, "{theme}");
    if expected {
        assert_eq!(accepted(&request).len(), 0, "{theme}");
    }
}

#[test]
fn cells_with_too_few_digits() {
    let row = "xxx...x.x....x.x";
    // One cell.
    check_digits(row, "odd=r1c1; even=r1c1", "x...............", true);
    check_digits(row, "odd=r1c1; even=r1c2", "x...............", false);
    check_digits(row, "odd=r1c1; even=r1c1", "................", false);
    check_digits(row, "odd=r1c1; even=r1c1", ".x..............", false);
    check_digits("1xx...x.x....x.x", "even=r1c1", "x...............", true);
    check_digits("2xx...x.x....x.x", "even=r1c1", "x...............", false);
    // A house, or cells that differ by the theme.
    check_digits(row, "digits 12=r1c1,r1c2,r1c3", "xxx.............", true);
    check_digits(row, "digits 12=r1c1,r1c2,r1c3", "xx..............", false);
    check_digits(row, "digits 12=r1c1,r1c2", "xx..............", false);
    check_digits(row, "digits 12=r1c1,r2c3,r3c1", "x.....x.x.......", false);
    check_digits(row, "digits 12=r1c1,r2c3,r4c2", "x.....x......x..", false);
    check_digits(row, "digits 12=r1c1,r2c3,r4c2; different=r1c1,r2c3,r4c2", "x.....x......x..", true);
    check_digits(row, "digits 12=r1c1,r2c3,r4c2; different=r1c1,r2c3,r4c4", "x.....x......x..", false);
    // Cells without clues may hold what they like.
    check_digits(row, "digits 1=r1c1,r1c4", "x..x............", false);
    check_digits(row, "digits 12=r1c1,r1c2,r1c4", "xx.x............", false);
    // Digits that no clue has.
    check_digits(row, "digits 12=r1c1,r1c2; digit 2 exactly 0", "xx..............", true);
    check_digits(row, "digits 12=r1c1,r1c2; digit 2 at most 1", "xx..............", false);
    check_digits(row, "digits 12=r1c1,r1c2; digit 3 exactly 0", "xx..............", false);
    check_digits(row, "each digit exactly 0", "x...............", true);
}

#[test]
fn cells_with_too_few_digits_by_what_goes_with_them() {
    let row = "xxx...x.x....x.x";
    check_digits(row, "equal=r1c1,r1c2", "x...............", true);
    check_digits(row, "equal=r1c1,r2c3; odd=r1c1; even=r2c3", "x...............", true);
    check_digits(row, "equal=r1c1,r4c2; odd=r1c1; even=r2c3", "x...............", false);
    check_digits(row, "equal=r2c3,r4c2; odd=r1c1; even=r2c3", "x...............", false);
    check_digits(row, "equal=r1c1,r2c3; odd=r1c1,r2c3", "x...............", false);
    check_digits(row, "different=r1c1,r2c3; digits 1=r1c1,r2c3", "x...............", true);
    check_digits(row, "different=r1c1,r4c2; digits 1=r1c1,r2c3", "x...............", false);
    check_digits(row, "different=r2c3,r4c2; digits 1=r1c1,r2c3", "x...............", false);
    check_digits(row, "different=r1c1,r2c3; digits 1=r1c1; digits 2=r2c3", "x...............", false);
    check_digits(row, "ascending=r1c1,r2c3; digits 34=r1c1; digits 12=r2c3", "x...............", true);
    check_digits(row, "ascending=r1c1,r2c3; digits 3=r1c1,r2c3", "x...............", true);
    check_digits(row, "ascending=r1c1,r2c3; digits 3=r1c1; digits 4=r2c3", "x...............", false);
    check_digits(row, "ascending=r2c3,r1c1; digits 3=r1c1; digits 4=r2c3", "x...............", true);
    check_digits(row, "ascending=r2c3,r1c1; digits 4=r1c1; digits 3=r2c3", "x...............", false);
    check_digits(row, "ascending=r1c1,r2c3,r4c2; digits 2=r1c1; digits 3=r4c2", "x...............", true);
    check_digits(row, "ascending=r1c1,r2c3,r4c2; digits 2=r1c1; digits 4=r4c2", "x...............", false);
    check_digits(row, "ascending=r1c1,r2c2,r4c2; digits 2=r1c1; digits 3=r4c2", "x...............", false);
    // A digit that cells see of each other.
    check_digits(row, "digits 1=r1c1; digits 1=r1c2", "x...............", true);
    check_digits(row, "digits 1=r1c1; digits 12=r1c2; digits 2=r1c3", ".x..............", true);
    check_digits(row, "digits 1=r1c1; digits 123=r1c2; digits 2=r1c3", ".x..............", false);
    let round = "x..x..x..x..x..x";
    check_digits(round, "symmetry half-turn complement; low=r1c1,r4c4", "x...............", true);
    check_digits(round, "symmetry half-turn complement; low=r1c1; high=r4c4", "x...............", false);
    check_digits(round, "symmetry half-turn complement; digits 1=r1c1; digits 3=r4c4", "x...............", true);
    check_digits(round, "symmetry half-turn any; digits 1=r1c1; digits 3=r4c4", "x...............", false);
    // r1c1 is its own image.
    check_digits(round, "symmetry diagonal (1 2); low=r1c1", "x...............", true);
    check_digits(round, "symmetry diagonal (1 2); high=r1c1", "x...............", false);
    check_digits(round, "symmetry diagonal any; low=r1c1", "x...............", false);
}

/// Whether it is taken that the numbers of clues do not add up, or find no room in these cells.
#[track_caller]
fn check_counts(pattern: &str, theme: &str, named: &str, expected: bool) {
    let request = claim(pattern, theme);
    assert_eq!(counts_contradict(&request, &cells(&request, named)), expected, "{theme}");
    if expected {
        assert_eq!(accepted(&request).len(), 0, "{theme}");
    }
}

#[test]
fn numbers_of_clues_that_do_not_add_up() {
    let six = "xx....x.x....x.x";
    check_counts(six, "each digit at least 2", six, true);
    check_counts(six, "each digit at least 2", "xx..............", false);
    check_counts(six, "each digit at least 1", six, false);
    check_counts(six, "each digit at least 1; digit 1 at least 3", six, false);
    check_counts(six, "each digit at least 1; digit 1 at least 3; digit 2 at least 2", six, true);
    check_counts(six, "each digit at most 1", six, true);
    check_counts(six, "each digit at most 2", six, false);
    check_counts(six, "each digit at most 2; digit 1 exactly 0", six, false);
    check_counts(six, "each digit at most 2; digit 1 exactly 0; digit 2 at most 1", six, true);
    check_counts(six, "digit 1 2 to 3; digit 1 at most 1", six, true);
    check_counts(six, "digit 1 2 to 3; digit 2 at most 1", six, false);
    check_counts(six, "digit 1 exactly 2", six, false);
    check_counts(six, "odd=r1c1", six, false);
    check_counts(six, "odd=r1c1", "................", false);
}

#[test]
fn numbers_of_clues_without_room() {
    let lined = "xx..xx......x.xx";
    // The digit 1 stands in row 4, in column 1, in the first box only.
    for (others, named, room) in [
        ("r1c1,r1c2,r2c1,r2c2", "............x.xx", 1),
        ("r1c2,r2c2,r4c3,r4c4", "x...x.......x...", 1),
        ("r4c1,r4c3,r4c4", "xx..xx..........", 1),
        ("r1c2,r2c1,r2c2,r4c3", "x...........x..x", 2),
    ] {
        let with = |least: usize| format!("digits 234={others}; digit 1 at least {least}");
        check_counts(lined, &with(room), named, false);
        check_counts(lined, &with(room + 1), named, true);
        check_counts(lined, &with(room + 1), &named.replacen('x', ".", 1), false);
        check_counts(lined, &with(room + 1).replace("digit 1", "digit 2"), named, false);
    }
}

/// Whether it is taken that a symmetry takes these clues to cells without one.
#[track_caller]
fn check_images(theme: &str, named: &str, expected: bool) {
    let request = claim("x....x...xx.....", theme);
    assert_eq!(have_no_image(&request, &cells(&request, named)), expected, "{theme} {named}");
}

#[test]
fn clues_without_image() {
    check_images("symmetry half-turn any", "x...............", true);
    check_images("symmetry half-turn complement", "x...............", true);
    check_images("odd=r1c1; symmetry half-turn any", "x...............", true);
    check_images("symmetry half-turn any", "................", false);
    check_images("symmetry half-turn any", "x....x..........", false);
    check_images("symmetry half-turn any", ".....x..........", false);
    check_images("symmetry half-turn any", ".x..............", false);
    check_images("symmetry half-turn any", "xx..............", false);
    check_images("symmetry diagonal any", "x...............", false);
    check_images("odd=r1c1", "x...............", false);
}

/// Whether it is taken that clues, `.` for those that are not known, break the theme. The pattern is that of the clues
/// and of `x`.
#[track_caller]
fn check_broken(clues: &str, theme: &str, expected: bool) {
    let shape: Shape = "2x2".parse().expect("a shape");
    let request = request("2x2", &clues.replace(|c: char| c.is_ascii_digit(), "x"), theme);
    let clues = parse_puzzles(shape, &clues.replace('x', ".")).expect("digits").remove(0);
    assert_eq!(is_broken_by(&request, &clues), expected, "{theme}: {clues}");
    if expected {
        let extends = |grid: &Puzzle| clues.clues().all(|(cell, digit)| grid.get(cell) == Some(digit));
        assert!(!accepted(&request).iter().any(extends), "{theme}: {clues}");
    }
}

#[test]
fn clues_that_break_a_theme() {
    check_broken("x..x..x..x..x..x", "odd=r1c1; equal=r1c1,r2c3", false);
    check_broken("1..x..x..x..x..x", "odd=r1c1", false);
    check_broken("2..x..x..x..x..x", "odd=r1c1", true);
    check_broken("1..2..x..x..x..x", "odd=r1c1; odd=r1c4", true);
    check_broken("1..1..x..x..x..x", "odd=r1c1", true);
    check_broken("1..x..2..x..x..x", "equal=r1c1,r2c3", true);
    check_broken("1..x..1..x..x..x", "equal=r1c1,r2c3", false);
    check_broken("1..x..2..x..x..x", "different=r1c1,r2c3", false);
    check_broken("1..x..1..x..x..x", "different=r1c1,r2c3", true);
    // Numbers of clues, of which there are six.
    check_broken("2..3..4..x..x..x", "digit 1 at least 3", false);
    check_broken("2..3..4..2..x..x", "digit 1 at least 3", true);
    check_broken("2..3..4..2..x..x", "digit 1 at least 2", false);
    check_broken("2..3..1..2..x..x", "digit 1 at least 3", false);
    check_broken("2..3..x..2..x..x", "each digit at least 1", false);
    check_broken("2..3..2..3..x..x", "each digit at least 1", false);
    check_broken("2..3..2..3..3..x", "each digit at least 1", true);
    check_broken("1..x..1..x..x..x", "digit 1 at most 1", true);
    check_broken("1..x..x..x..x..x", "digit 1 at most 1", false);
    check_broken("1..x..1..x..x..x", "digit 2 at most 1", false);
    check_broken("1..x..1..x..x..x", "each digit at most 1", true);
    check_broken("1..x..1..x..x..x", "digit 1 at most 2", false);
    // Digits and their images: r1c1 and r4c4, r1c4 and r4c1, r2c3 and r3c2.
    check_broken("1..x..x..x..x..2", "symmetry half-turn any", false);
    check_broken("1..x..1..3..x..2", "symmetry half-turn any", true);
    check_broken("1..x..3..2..x..2", "symmetry half-turn any", true);
    check_broken("1..x..1..2..x..2", "symmetry half-turn any", false);
    check_broken("1..x..3..4..x..2", "symmetry half-turn any", false);
    check_broken("1..x..2..x..x..x", "symmetry half-turn any", false);
    check_broken("1..x..x..x..x..4", "symmetry half-turn complement", false);
    check_broken("1..x..x..x..x..3", "symmetry half-turn complement", true);
    check_broken("1..3.xx..xx.x..x", "symmetry quarter-turn complement", true);
    check_broken("1..x.xx..xx.3..x", "symmetry quarter-turn complement", true);
    check_broken("1..4.xx..xx.x..x", "symmetry quarter-turn complement", false);
}

#[test]
fn clues_out_of_order() {
    let theme = "ascending=r1c1,r1c2,r1c3";
    check_broken("1xx...x.x....x.x", theme, false);
    check_broken("2xx...x.x....x.x", theme, false);
    check_broken("3xx...x.x....x.x", theme, true);
    check_broken("x1x...x.x....x.x", theme, true);
    check_broken("x2x...x.x....x.x", theme, false);
    check_broken("x3x...x.x....x.x", theme, false);
    check_broken("x4x...x.x....x.x", theme, true);
    check_broken("xx2...x.x....x.x", theme, true);
    check_broken("xx3...x.x....x.x", theme, false);
    check_broken("3x4...x.x....x.x", theme, true);
    check_broken("1x2...x.x....x.x", theme, true);
    check_broken("4.x...x.x....x.x", theme, true);
    check_broken("3.x...x.x....x.x", theme, false);
    check_broken("3.4...x.x....x.x", theme, false);
    check_broken("x.1...x.x....x.x", theme, true);
    check_broken("x.2...x.x....x.x", theme, false);
}

/// Whatever is taken about random questions is true.
#[test]
fn whatever_is_taken_about_a_theme_is_true() {
    const PARTS: [&str; 16] = [
        "odd=r1c1,r2c2",
        "digits 12=r1c1,r1c2,r1c3",
        "digits 1=r2c3,r4c2",
        "low=r1,c4",
        "equal=r1c1,r2c3",
        "equal=r1c2,r4c4,r3c1",
        "different=r1c1,r2c3,r4c2",
        "ascending=r1c1,r1c2,r1c3",
        "ascending=r4c4,r3c1,r2c3",
        "digit 1 at least 2",
        "digit 2 at most 1",
        "each digit at least 1",
        "each digit at most 2",
        "digit 3 exactly 0",
        "symmetry half-turn complement",
        "symmetry diagonal any",
    ];
    let shape: Shape = "2x2".parse().expect("a shape");
    let mut random = Random::new(7, 1);
    let mut n_taken = [0; 4];
    for _ in 0..150 {
        let theme: Vec<&str> = (0..=random.below(3)).map(|_| PARTS[random.below(PARTS.len())]).collect();
        let pattern = random_pattern(shape, 4 + random.below(5), &mut random);
        let request = Request::new(pattern, StrategySet::SINGLES)
            .with(|design| design.theme = Theme::parse(shape, &theme.join(";")).expect("a theme"));
        let grids = accepted(&request);
        let sets: Vec<CellSet> = (0..8)
            .map(|i| random_cells(shape, 1 + i % 3, &mut random).intersection(&pattern.cells))
            .chain([pattern.cells, CellSet::EMPTY])
            .collect();
        for house in shape.geometry().house_sets.iter().map(|house| house.intersection(&pattern.cells)) {
            let is_taken = leaves_too_few_digits(&request, &house);
            assert!(grids.is_empty() || !is_taken, "{}", request.theme.text(shape));
            n_taken[0] += usize::from(is_taken);
        }
        for set in sets {
            let taken = [
                leaves_too_few_digits(&request, &set),
                counts_contradict(&request, &set),
                have_no_image(&request, &set),
            ];
            assert!(grids.is_empty() || taken == [false; 3], "{}: {taken:?}", request.theme.text(shape));
            (0..3).for_each(|i| n_taken[i] += usize::from(taken[i]));
            // Digits on these cells, at random.
            let mut clues = Puzzle::empty(shape);
            set.iter().for_each(|cell| clues.set(cell, Some(Digit::from_index(random.below(4)))));
            if is_broken_by(&request, &clues) {
                let extends = |grid: &Puzzle| clues.clues().all(|(cell, digit)| grid.get(cell) == Some(digit));
                assert!(!grids.iter().any(extends), "{}: {clues}", request.theme.text(shape));
                n_taken[3] += 1;
            }
        }
    }
    assert!(n_taken.iter().all(|&n| n > 1), "{n_taken:?}");
}

#[test]
fn themes_that_speak_of_no_digit() {
    for (theme, expected) in [
        ("", true),
        ("equal=r1c1,r2c3", true),
        ("different=r1c1,r2c3; each digit at most 2", true),
        ("symmetry half-turn any", true),
        ("symmetry half-turn complement", false),
        ("digit 1 at most 2", false),
        ("equal=r1c1,r2c3; odd=r1c1", false),
        ("ascending=r1c1,r2c3", false),
    ] {
        assert_eq!(is_blind_to_digits(&claim("x..x..x..x..x..x", theme)), expected, "{theme}");
    }
}

/// Whether a symmetry of the clues, which the plain layout has, is taken for one of the solution.
#[track_caller]
fn check_of_solution(layout: &str, plain: &str, symmetry: &str, expected: bool) {
    let shape: Shape = layout.parse().expect("a layout");
    let theme = Theme::parse(plain.parse().expect("a layout"), symmetry).expect(symmetry);
    let request = Request::new(Pattern::empty(shape), StrategySet::SINGLES);
    assert_eq!(is_of_solution(&request, &theme.constraints()[0]), expected, "{layout}: {symmetry}");
}

#[test]
fn symmetries_of_the_solution() {
    check_of_solution("2x2", "2x2", "odd=r1c1", false);
    check_of_solution("2x2", "2x2", "symmetry half-turn any", true);
    check_of_solution("2x2", "2x2", "symmetry half-turn (1 2)", true);
    check_of_solution("2x3", "2x3", "symmetry half-turn complement", true);
    check_of_solution("4 latin", "4 latin", "symmetry diagonal any", true);
    // Regions that become others.
    check_of_solution("2x3", "6 latin", "symmetry half-turn any", true);
    check_of_solution("2x3", "6 latin", "symmetry diagonal any", false);
    check_of_solution("3x3 x", "3x3", "symmetry half-turn any", true);
    check_of_solution("3x3 x", "3x3", "symmetry band-cycle any", false);
    // Houses stay, but not who sees whom.
    check_of_solution("3x3 anti-king", "3x3", "symmetry half-turn any", true);
    check_of_solution("3x3 anti-king", "3x3", "symmetry band-cycle any", false);
    // Digits that differ.
    check_of_solution("2x2 non-consecutive", "2x2", "symmetry half-turn complement", true);
    check_of_solution("2x2 non-consecutive", "2x2", "symmetry half-turn any", false);
    check_of_solution("2x2 non-consecutive", "2x2", "symmetry half-turn (1 2)(3 4)", false);
    check_of_solution("3x3 non-consecutive", "3x3", "symmetry band-cycle (1 2 3)(4 5 6)(7 8 9)", false);
    check_of_solution("2x2 odd=r1c1,r4c4", "2x2", "symmetry half-turn (1 3)", true);
    check_of_solution("2x2 odd=r1c1,r4c4", "2x2", "symmetry half-turn complement", false);
    check_of_solution("2x2 odd=r1c1,r4c4", "2x2", "symmetry half-turn any", false);
    check_of_solution("2x2 odd=r1c1", "2x2", "symmetry half-turn (1 3)", false);
    check_of_solution("2x2 odd=r1c1 even=r4c4", "2x2", "symmetry half-turn complement", true);
}

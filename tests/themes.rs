//! Themes: every method against brute force.

mod common;
use cluesmith::generate::sat::backend::Backend;
use cluesmith::generate::sat::{self, Encoding, Rounds, SatOptions};
use cluesmith::generate::{
    Ended, Method, Outcome, Plan, Request, Spread, Undecided, Unwatched, Walk, Wanted, Watch, bounds,
    certificate_check, generate, refute, variety,
};
use cluesmith::grid::{
    BoardSymmetry, Cell, CellSet, ClueConstraint, Digit, DigitMap, DigitSet, Pattern, Puzzle, Shape, Theme,
    parse_patterns,
};
use cluesmith::logic::{StrategySet, closure_of};
use common::{cases, random_pattern};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicU64, Ordering};

/// Gives up after so many questions.
struct Polls(AtomicU64);

impl Watch for Polls {
    fn should_stop(&self) -> bool {
        self.0.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |left| left.checked_sub(1)).is_err()
    }

    fn dropped(&self) {
        panic!("a puzzle was dropped");
    }
}

/// Whether the clues are as the constraint asks, by its definition.
fn is_met(constraint: &ClueConstraint, puzzle: &Puzzle) -> bool {
    let shape = puzzle.shape();
    let values = |cells: &mut dyn Iterator<Item = Cell>| cells.filter_map(|cell| puzzle.get(cell)).collect::<Vec<_>>();
    match constraint {
        ClueConstraint::Digits { digits, cells } => {
            values(&mut cells.iter()).iter().all(|digit| digits.contains(*digit))
        }
        ClueConstraint::Equal(cells) => values(&mut cells.iter()).windows(2).all(|pair| pair[0] == pair[1]),
        ClueConstraint::Different(cells) => {
            let values = values(&mut cells.iter());
            (0..values.len()).all(|i| !values[..i].contains(&values[i]))
        }
        ClueConstraint::Ascending(cells) => {
            values(&mut cells.iter().copied()).windows(2).all(|pair| pair[0].value() < pair[1].value())
        }
        ClueConstraint::Count { digit, at_least, at_most } => {
            (0..shape.n()).map(Digit::from_index).filter(|&one| digit.is_none_or(|digit| digit == one)).all(|one| {
                let count = puzzle.clues().filter(|&(_, digit)| digit == one).count();
                count >= usize::from(*at_least) && count <= usize::from(*at_most)
            })
        }
        ClueConstraint::Symmetry { cells, digits } => match digits {
            DigitMap::Permutation(images) => {
                puzzle.clues().all(|(cell, digit)| puzzle.get(cells.image(shape, cell)) == Some(images[digit.index()]))
            }
            DigitMap::Any => permutations(shape.n()).into_iter().any(|images| {
                let digits = DigitMap::Permutation(images);
                is_met(&ClueConstraint::Symmetry { cells: *cells, digits }, puzzle)
            }),
        },
    }
}

fn permutations(n: usize) -> Vec<Vec<Digit>> {
    if n == 0 {
        return vec![Vec::new()];
    }
    let smaller = permutations(n - 1);
    let with = |at: usize| {
        smaller.iter().map(move |rest| {
            let mut all = rest.clone();
            all.insert(at, Digit::from_index(n - 1));
            all
        })
    };
    (0..n).flat_map(with).collect()
}

/// The first puzzle on the pattern that the theme accepts and the strategies solve, among all there are.
fn brute_force(request: &Request) -> Option<Puzzle> {
    fn fill(request: &Request, cells: &[Cell], puzzle: &mut Puzzle) -> Option<Puzzle> {
        let Some((&cell, rest)) = cells.split_first() else {
            let is_good = request.theme.constraints().iter().all(|constraint| is_met(constraint, puzzle));
            assert_eq!(is_good, request.theme.accepts(puzzle).is_ok(), "{}", request.theme.text(puzzle.shape()));
            return (is_good && closure_of(puzzle, request.strategies).is_solved()).then(|| puzzle.clone());
        };
        for index in 0..puzzle.shape().n() {
            puzzle.set(cell, Some(Digit::from_index(index)));
            let found = puzzle.conflict().is_none().then(|| fill(request, rest, puzzle)).flatten();
            if found.is_some() {
                return found;
            }
        }
        puzzle.set(cell, None);
        None
    }
    let cells: Vec<Cell> = request.pattern.cells.iter().collect();
    fill(request, &cells, &mut Puzzle::empty(request.pattern.shape))
}

fn random_constraint(pattern: &Pattern, kind: usize, random: &mut Xoshiro256PlusPlus) -> ClueConstraint {
    let shape = pattern.shape;
    let n = shape.n();
    let mut cells: Vec<Cell> = Vec::new();
    let clues: Vec<Cell> = pattern.cells.iter().collect();
    let n_cells = random.random_range(2..=4.min(clues.len()));
    while cells.len() < n_cells {
        let cell = if random.random_range(0..8) == 0 {
            Cell::from_index(random.random_range(0..shape.n_cells()))
        } else {
            clues[random.random_range(0..clues.len())]
        };
        if !cells.contains(&cell) {
            cells.push(cell);
        }
    }
    let set: CellSet = cells.iter().copied().collect();
    match kind {
        0 => {
            let digits = DigitSet(random.random_range(1..(1u32 << n) - 1));
            ClueConstraint::Digits { digits, cells: set }
        }
        1 => ClueConstraint::Equal(set),
        2 => ClueConstraint::Different(set),
        3 => ClueConstraint::Ascending(cells),
        4 => {
            let digit = (random.random_range(0..2) == 0).then(|| Digit::from_index(random.random_range(0..n)));
            let at_least = random.random_range(0..4);
            let at_most = if random.random_range(0..2) == 0 { u8::MAX } else { at_least + random.random_range(0..2) };
            ClueConstraint::Count { digit, at_least, at_most }
        }
        _ => {
            let mut images: Vec<Digit> = (0..n).map(Digit::from_index).collect();
            images.swap(0, random.random_range(1..n));
            let all = [DigitMap::Any, DigitMap::complement(n), DigitMap::Permutation(images)];
            let digits = all[random.random_range(0..3)].clone();
            let fitting: Vec<BoardSymmetry> =
                BoardSymmetry::ALL.into_iter().filter(|symmetry| symmetry.check(shape, &digits).is_ok()).collect();
            if fitting.is_empty() {
                return ClueConstraint::Equal(set);
            }
            ClueConstraint::Symmetry { cells: fitting[random.random_range(0..fitting.len())], digits }
        }
    }
}

/// What an outcome says; a refutation that its check refuses is no answer.
#[track_caller]
fn said(request: &Request, outcome: &Outcome) -> &'static str {
    match outcome {
        Outcome::Found(found) => {
            assert!(request.theme.accepts(found.puzzle()).is_ok());
            "found"
        }
        Outcome::Impossible(impossible) => {
            assert!(impossible.reason().sentence.ends_with('.'), "{}", impossible.reason().sentence);
            "impossible"
        }
        Outcome::Undecided(Undecided::GaveUp(why)) => {
            assert!(!why.contains("Not verified") && !why.contains("fail"), "{}: {why}", name(request));
            "undecided"
        }
        Outcome::Undecided(Undecided::Stopped) => "undecided",
    }
}

fn name(request: &Request) -> String {
    let pattern = request.pattern;
    format!("{} {pattern} {} {}", pattern.shape, request.strategies, request.theme.text(pattern.shape))
}

/// What must be found or refuted: by every method that is complete, and nothing else by the others.
#[track_caller]
fn check(request: &Request, is_there: bool) {
    let expected = if is_there { "found" } else { "impossible" };
    let told = name(request);
    let within = |method, polls: u64| said(request, &generate(request, &Plan::new(method), &Polls(polls.into())));
    let made = |method| within(method, if is_there { 100_000 } else { 3_000 });
    let completely = |method| within(method, u64::MAX);
    assert_eq!(completely(Method::Auto), expected, "auto: {told}");
    assert_eq!(completely(Method::BruteForce), expected, "brute force: {told}");
    for method in [Method::Search, Method::Inverse, Method::ZamaSasano, Method::GenerateAndTest] {
        let answer = made(method);
        // Bounds may refute first.
        assert!(answer == expected || answer == "undecided", "{method:?} {answer}: {told}");
    }
    let search = made(Method::Search);
    assert!(!is_there || search == "found", "search finds nothing: {told}");
    let naked = request.strategies == "naked-single".parse().expect("a name");
    if naked && request.pattern.shape.treats_digits_alike() {
        assert_eq!(completely(Method::Exact), expected, "exact: {told}");
    }
    for &backend in Backend::ALL {
        let options = SatOptions { backend, ..SatOptions::default() };
        assert_eq!(said(request, &sat::solve(request, &options, &Unwatched)), expected, "{backend:?}: {told}");
        // By itself, without bounds.
        let options = SatOptions { no_bounds: true, ..options };
        assert_eq!(said(request, &sat::solve(request, &options, &Unwatched)), expected, "{backend:?}: {told}");
    }
    if let Some(bound) = bounds::refute(request) {
        assert!(!is_there, "{}: {told}", bound.reason.sentence);
    }
    if !is_there {
        for method in [Method::Auto, Method::Sat] {
            let certificate = refute(request, method, Backend::Own, &Unwatched).expect("there is no puzzle");
            assert_eq!(certificate_check::check(request, &certificate, &Unwatched), Ok(()), "{told}");
        }
    }
}

/// The encodings with rounds: what they say is so.
fn check_rounds(request: &Request, is_there: bool) {
    for encoding in [Encoding::Derivation, Encoding::Paper { order: false }, Encoding::Paper { order: true }] {
        let rounds = Rounds { first: 14, last: 14, step: 1 };
        let options = SatOptions { encoding, rounds, ..SatOptions::default() };
        let answer = said(request, &sat::solve(request, &options, &Unwatched));
        let expected = if is_there { ["found", "found"] } else { ["impossible", "undecided"] };
        assert!(expected.contains(&answer), "{encoding:?} {answer}: {}", name(request));
    }
}

#[test]
fn all_methods_agree_with_brute_force() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(25);
    let layouts = ["2x2", "2x2", "2x2", "4 regions=AAABCABBCCDBCDDD", "4 latin", "2x2 non-consecutive", "2x2 x"];
    let mut counts = [[0; 2]; 7];
    for case in 0..cases(84) {
        let shape: Shape = layouts[case % layouts.len()].parse().expect("a layout");
        let kind = case / layouts.len() % 7;
        let strategies = ["naked-single", "singles", "hidden-single,locked-candidates"][random.random_range(0..3)];
        let strategies: StrategySet = strategies.parse().expect("names");
        let n_clues = random.random_range(4..=7);
        let mut pattern = random_pattern(shape, n_clues, &mut random);
        if kind == 5 {
            // Most patterns have no symmetry.
            let half = BoardSymmetry::ALL[random.random_range(0..4)];
            let images: CellSet = pattern.cells.iter().map(|cell| half.image(shape, cell)).collect();
            pattern.cells = pattern.cells.iter().take(4).chain(images.iter().take(4)).collect();
        }
        let constraint = |kind: usize, random: &mut Xoshiro256PlusPlus| random_constraint(&pattern, kind, random);
        let constraints = match kind {
            6 => (0..2).map(|_| random.random_range(0..6)).collect::<Vec<usize>>(),
            kind => vec![kind],
        };
        let constraints = constraints.into_iter().map(|kind| constraint(kind, &mut random)).collect();
        let request = Request::new(pattern, strategies).with(|design| design.theme = Theme::new(constraints));
        let is_there = brute_force(&request).is_some();
        counts[kind][usize::from(is_there)] += 1;
        check(&request, is_there);
        check_rounds(&request, is_there);
    }
    assert!(counts.iter().all(|count| count[0] > 0), "no theme of a kind is impossible: {counts:?}");
    assert!(counts.iter().filter(|count| count[1] > 0).count() >= 5, "few themes are possible: {counts:?}");
}

/// A fixed pattern of each layout for which digits are easily found without a theme.
#[track_caller]
fn check_theme(layout: &str, pattern: &str, theme: &str, expected: &str) {
    let shape: Shape = layout.parse().expect("a layout");
    let pattern = parse_patterns(shape, pattern).expect("a pattern").remove(0);
    let theme = Theme::parse(shape, theme).expect("a theme");
    let request = Request::new(pattern, StrategySet::PAPER).with(|design| design.theme = theme.clone());
    for method in [Method::Auto, Method::Sat] {
        let outcome = generate(&request, &Plan::new(method), &Unwatched);
        let answer = match &outcome {
            Outcome::Impossible(impossible) => {
                let certificate = refute(&request, method, Backend::Own, &Unwatched).expect("there is no puzzle");
                assert_eq!(certificate_check::check(&request, &certificate, &Unwatched), Ok(()));
                impossible.reason().sentence.clone()
            }
            outcome => said(&request, outcome).to_owned(),
        };
        assert!(answer.starts_with(expected), "{method:?}: {}: {answer}", theme.text(shape));
    }
}

/// Six rows with all clue cells in a chess board.
const SIX: &str = "x.x.x..x.x.xx.x.x..x.x.xx.x.x..x.x.x";

#[test]
fn themes_of_larger_grids_are_found_or_refuted() {
    check_theme("2x3", SIX, "odd=r1c1,r1c3,r1c5,r3c1,r3c3", "found");
    check_theme("2x3", SIX, "each digit 2 to 4", "found");
    // On a chess board like this each digit stands among the clues an even number of times.
    check_theme("2x3", SIX, "each digit exactly 3", "SAT: no digits");
    check_theme("2x3", SIX, "digit 4 exactly 0", "found");
    check_theme(
        "2x3",
        SIX,
        "each digit at least 4",
        "The theme asks for at least 24 clues in all, the pattern has 18.",
    );
    check_theme("2x3", SIX, "each digit at most 2", "The theme allows at most 12 clues in all, the pattern has 18.");
    check_theme(
        "2x3",
        SIX,
        "digit 4 at least 4; digit 4 at most 2",
        "The theme asks for at least 4 and at most 2 clues 4.",
    );
    check_theme(
        "2x3",
        SIX,
        "digits 12=r1,r2,r3",
        "Row 1 has 3 clue cells, but the theme leaves them only 2 digits: 1, 2.",
    );
    check_theme(
        "2x3",
        SIX,
        "digit 6 at least 3; digits 12345=r1,r2,r3,r4",
        "The theme asks for at least 3 clues 6, but the clue cells that may have it lie in 2 rows.",
    );
    check_theme("2x3", SIX, "equal=r1c1,r1c3", "The theme leaves no digit for the clue in r1c1.");
    check_theme("2x3", SIX, "ascending=r1c1,r1c3,r1c5,r2c2,r2c4,r3c1", "found");
    check_theme("2x3", SIX, "ascending=r1c1,r1c3,r1c5,r2c2,r2c4,r3c1,r3c3", "The theme leaves no digit");
    check_theme("2x3", SIX, "different=r1c1,r1c3,r1c5,r2c2,r2c4,r3c1,r3c3", "\u{201c}different=");
    check_theme("2x3", SIX, "symmetry half-turn any", "found");
    check_theme(
        "2x3",
        SIX,
        "symmetry mirror-horizontal any",
        "The pattern does not have the symmetry of the theme (symmetry mirror-horizontal any): r1c1 is a clue cell, its \
         image r1c6 is not.",
    );
    // Two digits absent can be exchanged.
    check_theme("2x3", SIX, "digit 1 exactly 0; digit 2 exactly 0", "SAT: no digits");
    let turned = "xx..x.x..x....x.xxxx.x....x..x.x..xx";
    check_theme("2x3", turned, "symmetry half-turn complement", "SAT: no digits");
    check_theme("2x3", turned, "symmetry half-turn (1 2)(3 4)", "found");
    check_theme("2x3", turned, "symmetry half-turn any", "found");
    // Mirror images of a cell lie in one row, so their digits differ.
    check_theme(
        "2x3",
        "xx..xxx.xx.x..xx....xx..x.xx.xxx..xx",
        "symmetry mirror-horizontal (1 2)",
        "Row 1 has 3 clue cells to which the theme leaves only 2 digits: 1, 2.",
    );
    check_theme("6 regions=AAABBBAAABBBCCCDDDCCCDDDEEEFFFEEEFFF", SIX, "equal=r1c1,r5c3; low=r2c2,r2c4,r2c6", "found");
}

/// What is asked beside the theme: the search is guided by the rating, or walks from puzzle to puzzle.
#[test]
fn guided_searches_and_walks_keep_the_theme() {
    let shape = Shape::new(2, 3).expect("a shape");
    let sparse = "xx......x..x.x.x....x.x.x..x......xx";
    let pattern = parse_patterns(shape, sparse).expect("a pattern").remove(0);
    for theme in ["symmetry half-turn any", "each digit 1 to 3", "odd=r1; different=r2c3,r5c4"] {
        let request = Request::new(pattern, "singles".parse::<StrategySet>().expect("names"))
            .with(|design| design.theme = Theme::parse(shape, theme).expect("a theme"));
        let needs_hidden = request.with(|design| design.required = "hidden-single".parse().expect("a name"));
        let minimal = request.with(|design| design.minimal = true);
        for asked in [needs_hidden, minimal] {
            let outcome = generate(&asked, &Plan::new(Method::Search), &Polls(10_000_000.into()));
            let found = outcome.found().unwrap_or_else(|| panic!("nothing found for {theme}"));
            assert!(request.theme.accepts(found.puzzle()).is_ok(), "{theme}: {}", found.puzzle());
        }
        let mut puzzles: Vec<Puzzle> = Vec::new();
        let wanted = Wanted { count: 4, spread: Spread::Clues(1) };
        let ended = variety(&request, &Plan::default(), [], Walk::default(), wanted, &Unwatched, &mut |found, _| {
            puzzles.push(found.puzzle().clone());
            ControlFlow::Continue(())
        });
        assert_eq!((ended, puzzles.len()), (Ended::Enough, 4), "{theme}");
        assert!(puzzles.iter().all(|puzzle| request.theme.accepts(puzzle).is_ok()), "{theme}");
        // Racing finds one too.
        let raced = generate(&request, &Plan::racing(Method::Auto), &Unwatched);
        assert!(raced.found().is_some_and(|found| request.theme.accepts(found.puzzle()).is_ok()), "{theme}");
    }
}

/// A certificate for another theme proves nothing, and a spoiled one neither.
#[test]
fn certificates_belong_to_their_theme() {
    let shape = Shape::new(2, 3).expect("a shape");
    let pattern = parse_patterns(shape, SIX).expect("a pattern").remove(0);
    let plain = Request::new(pattern, StrategySet::PAPER);
    let themed = |text: &str| plain.with(|design| design.theme = Theme::parse(shape, text).expect("a theme"));
    for (theme, others) in [
        (
            "each digit exactly 3",
            vec!["", "each digit at least 3", "each digit at most 3", "each digit 2 to 4", "odd=r1c1"],
        ),
        ("digits 12=r1", vec!["", "digits 123=r1", "digits 12=r2", "digits 12=r1c1,r1c3"]),
        ("symmetry half-turn complement", vec!["", "symmetry half-turn any", "symmetry half-turn (1 2)(3 4)(5 6)"]),
        ("digit 1 exactly 0; digit 2 exactly 0", vec!["", "digit 1 exactly 0", "digit 1 at most 1; digit 2 exactly 0"]),
        ("symmetry mirror-horizontal any", vec!["", "symmetry half-turn any"]),
    ] {
        let request = themed(theme);
        let certificate = refute(&request, Method::Sat, Backend::Own, &Unwatched).expect("there is no puzzle");
        assert_eq!(certificate_check::check(&request, &certificate, &Unwatched), Ok(()), "{theme}");
        for other in others {
            let result = certificate_check::check(&themed(other), &certificate, &Unwatched);
            assert!(result.is_err(), "the proof for {theme} is taken for {other}");
        }
    }
}

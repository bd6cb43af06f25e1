use super::*;
use crate::generate::sat::{self, SatOptions};
use crate::generate::{Unwatched, certificate_check};
use crate::grid::{Pattern, Puzzle, Shape, Symmetry};
use crate::logic::Design;

fn request(pattern: Pattern, strategies: &str) -> Request {
    let strategies: StrategySet = strategies.parse().expect(strategies);
    Request::from(Design::new(pattern, strategies))
}

fn random_pattern(shape: Shape, n_clues: usize, symmetry: Symmetry, random: &mut Random) -> Pattern {
    let mut pattern = Pattern::empty(shape);
    while pattern.n_clues() < n_clues {
        for image in symmetry.orbit(shape, Cell::from_index(random.below(shape.n_cells()))) {
            pattern.cells.insert(image);
        }
    }
    pattern
}

/// SAT says the same of random patterns with and without symmetries.
#[track_caller]
fn check(layout: &str, n_clues: usize) {
    let shape: Shape = layout.parse().expect(layout);
    let mut random = Random::new(7, n_clues as u64);
    let mut n_found = 0;
    for i in 0..24 {
        let symmetry = if i % 2 == 0 { Symmetry::HalfTurn } else { Symmetry::None };
        let strategies = ["paper", "singles", "hidden-single", "naked-single,locked-candidates"][i / 2 % 4];
        let request = request(random_pattern(shape, n_clues, symmetry, &mut random), strategies);
        let tried = solve(&request, &Unwatched);
        let by_clauses = sat::solve(&request, &SatOptions::default(), &Unwatched);
        assert_eq!(tried.found().is_some(), by_clauses.found().is_some(), "{layout} {strategies} {}", request.pattern);
        assert!(!matches!(tried, Outcome::Undecided(_)), "{layout} {strategies} {}: {tried:?}", request.pattern);
        n_found += usize::from(tried.found().is_some());
    }
    assert!(n_found > 0 && n_found < 24, "{layout}: {n_found}");
}

#[test]
fn sat_says_the_same() {
    check("2x2", 4);
    check("2x2 x", 3);
    check("5 latin", 6);
    check("2x3", 9);
    check("5 regions=AAAAB CCABB CCDBB CDDDE DEEEE", 5);
    check("2x3 anti-king", 7);
}

#[test]
fn fixed_digits_stay_where_they_are() {
    let shape: Shape = "2x2".parse().expect("a shape");
    let pattern = Pattern::new(shape, [0, 3, 10, 15].map(Cell::from_index));
    for digit in 0..4 {
        let request = request(pattern, "paper").with(|design| {
            design.fixed.set(Cell::from_index(3), Some(Digit::from_index(digit)));
        });
        let found = solve(&request, &Unwatched);
        let puzzle = found.found().expect("there is a puzzle with any digit").puzzle();
        assert_eq!(puzzle.get(Cell::from_index(3)), Some(Digit::from_index(digit)));
    }
    let fixed = Puzzle::from_values(shape, &[1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    let request = request(pattern, "paper").with(|design| design.fixed = fixed.clone());
    let search = Search::<4>::new(&request);
    assert!(search.root().is_none());
    assert!(search.estimate().abs() < f64::EPSILON);
}

#[test]
fn the_estimate_is_near_the_number_of_cases() {
    let shape: Shape = "2x3".parse().expect("a shape");
    for symmetry in [Symmetry::None, Symmetry::HalfTurn] {
        let request = request(random_pattern(shape, 8, symmetry, &mut Random::new(3, 0)), "paper");
        let search = Search::<6>::new(&request);
        assert!(matches!(search.run(&Unwatched), Outcome::Impossible(_)));
        let n_cases = search.n_cases.load(Ordering::Relaxed) as f64;
        let estimate = estimate(&request).expect("a fitting request");
        assert!(estimate > n_cases / 2.0 && estimate < n_cases * 2.0, "{estimate} for {n_cases}");
    }
}

#[test]
fn what_is_refuted_has_a_certificate() {
    let shape: Shape = "2x3".parse().expect("a shape");
    let request = request(random_pattern(shape, 8, Symmetry::HalfTurn, &mut Random::new(3, 0)), "paper");
    let certificate = refute(&request, &Unwatched).expect("a certificate");
    assert!(matches!(&certificate, Certificate::AllClues(all) if !all.symmetries.is_empty()), "{certificate:?}");
    assert_eq!(certificate_check::check(&request, &certificate, &Unwatched), Ok(()));
    // It holds whatever else is asked for.
    let minimal = request.with(|design| design.minimal = true);
    assert_eq!(certificate_check::check(&minimal, &certificate, &Unwatched), Ok(()));
}

#[test]
fn only_fitting_requests_are_taken() {
    let check = |layout: &str, strategies: &str, expected: bool| {
        let shape: Shape = layout.parse().expect(layout);
        let request = request(Pattern::new(shape, shape.cells().take(9)), strategies);
        assert_eq!(is_fitting(&request), expected, "{layout} {strategies}");
        assert_eq!(estimate(&request).is_some(), expected, "{layout} {strategies}");
        assert!(expected || matches!(solve(&request, &Unwatched), Outcome::Undecided(_)), "{layout} {strategies}");
    };
    check("3x3", "paper", true);
    check("3x3 x anti-knight", "singles", true);
    check("3x3", "full-house,hidden-single", false);
    check("3x3", "paper,naked-pair", false);
    check("3x3 odd=r1c1", "paper", false);
    check("3x4", "paper", false);
    check("9 latin non-consecutive", "paper", false);
}

#[test]
fn far_too_many_cases_are_not_begun() {
    let shape: Shape = "3x3".parse().expect("a shape");
    let request = request(random_pattern(shape, 24, Symmetry::None, &mut Random::new(1, 0)), "paper");
    let Outcome::Undecided(Undecided::GaveUp(why)) = solve(&request, &Unwatched) else { panic!("it is too large") };
    assert_eq!(why, "Exact search would have to try more than ten billion sets of clues of this pattern.");
}

#[test]
fn a_stop_is_seen() {
    struct After(AtomicUsize);
    impl Watch for After {
        fn should_stop(&self) -> bool {
            self.0.fetch_add(1, Ordering::Relaxed) > 3
        }
    }
    let shape: Shape = "3x3".parse().expect("a shape");
    let request = request(random_pattern(shape, 17, Symmetry::None, &mut Random::new(1, 0)), "paper");
    assert_eq!(solve_any(&request, &After(AtomicUsize::new(0))), Outcome::Undecided(Undecided::Stopped));
}

//! Themes: puzzles found for symmetric patterns; one thread.
//!
//! ```sh
//! cargo bench --no-default-features --bench themes -- [count=N] [limit=S] [seed=N]
//! ```
//!
//! `count` patterns of 24 to 30 clue cells with a half turn, at random, with naked singles, hidden singles and locked
//! candidates, under a theme of each kind. For each kind: how many are found and refuted by `auto` within `limit`
//! seconds (CPU time of the process; the watch looks at it), and the median of the times of those that are decided.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod clock;

use clock::process_seconds;
use cluesmith::generate::{Method, Outcome, Plan, Request, Watch, generate};
use cluesmith::grid::{Cell, CellSet, ClueConstraint, Pattern, Shape, Symmetry, Theme};
use cluesmith::logic::StrategySet;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Says stop at this time.
struct Until(f64);

impl Watch for Until {
    fn should_stop(&self) -> bool {
        process_seconds() >= self.0
    }
}

/// A random pattern with a half turn.
fn recipe(n_clues: usize, random: &mut Xoshiro256PlusPlus) -> Pattern {
    let mut pattern = Pattern::empty(Shape::NINE);
    while pattern.n_clues() < n_clues {
        let cell = Cell::from_index(random.random_range(0..81));
        for image in Symmetry::HalfTurn.orbit(Shape::NINE, cell) {
            pattern.cells.insert(image);
        }
    }
    pattern
}

/// The kinds of themes; those about cells take some clue cells of the pattern at random.
const KINDS: [&str; 12] = [
    "no theme",
    "a third of the clues odd",
    "a third of the clues low",
    "three pairs of equal clues",
    "six different clues",
    "five ascending clues",
    "each digit at least 2",
    "each digit at most 4",
    "digit 5 exactly 0",
    "symmetry half-turn any",
    "symmetry half-turn complement",
    "symmetry half-turn (1 2)(3 4)",
];

fn theme(kind: &str, pattern: &Pattern, random: &mut Xoshiro256PlusPlus) -> Theme {
    let mut clues: Vec<Cell> = pattern.cells.iter().collect();
    for i in (1..clues.len()).rev() {
        clues.swap(i, random.random_range(0..=i));
    }
    let third: CellSet = clues.iter().copied().take(clues.len() / 3).collect();
    let digits = |text: &str| {
        let theme = Theme::parse(Shape::NINE, text).expect("digits");
        let Some(ClueConstraint::Digits { digits, .. }) = theme.constraints().first() else { unreachable!("digits") };
        Theme::default().with_digits(&third, *digits)
    };
    match kind {
        "no theme" => Theme::default(),
        "a third of the clues odd" => digits("odd=r1c1"),
        "a third of the clues low" => digits("low=r1c1"),
        "three pairs of equal clues" => {
            // Cells that see each other cannot be equal.
            let geometry = &*Shape::NINE.geometry();
            let mut constraints = Vec::new();
            while constraints.len() < 3 {
                let Some(a) = clues.pop() else { break };
                if let Some(at) = clues.iter().position(|&b| !geometry.are_peers(a, b)) {
                    constraints.push(ClueConstraint::Equal([a, clues.remove(at)].into_iter().collect()));
                }
            }
            Theme::new(constraints)
        }
        "six different clues" => Theme::new(vec![ClueConstraint::Different(clues.into_iter().take(6).collect())]),
        "five ascending clues" => Theme::new(vec![ClueConstraint::Ascending(clues.into_iter().take(5).collect())]),
        text => Theme::parse(Shape::NINE, text).expect("a theme"),
    }
}

fn main() {
    let (mut count, mut limit, mut seed) = (100, 10.0, 1);
    for argument in std::env::args().skip(1) {
        match argument.split_once('=') {
            Some(("count", value)) => count = value.parse().expect("count=N"),
            Some(("limit", value)) => limit = value.parse().expect("limit=S"),
            Some(("seed", value)) => seed = value.parse().expect("seed=N"),
            _ => {}
        }
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    pool.install(|| {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let patterns: Vec<Pattern> = (0..count).map(|i| recipe(24 + i % 7, &mut random)).collect();
        for kind in KINDS {
            let (mut n_found, mut n_refuted) = (0, 0);
            let mut times = Vec::new();
            for pattern in &patterns {
                let theme = theme(kind, pattern, &mut random);
                let request = Request::new(*pattern, StrategySet::PAPER).with(|design| design.theme = theme);
                let start = process_seconds();
                let outcome = generate(&request, &Plan::new(Method::Auto), &Until(start + limit));
                let seconds = process_seconds() - start;
                match outcome {
                    Outcome::Found(_) => n_found += 1,
                    Outcome::Impossible(_) => n_refuted += 1,
                    Outcome::Undecided(_) => continue,
                }
                times.push(seconds);
            }
            times.sort_by(f64::total_cmp);
            let median = times.get(times.len() / 2).copied().unwrap_or_default();
            println!(
                "{kind}: {n_found} found and {n_refuted} refuted of {count} within {limit} s each, median {median:.3} s"
            );
        }
    });
}

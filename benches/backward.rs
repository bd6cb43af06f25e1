//! The backward generator: its heuristics side by side, patterns, shapes; one thread.
//!
//! ```sh
//! CLUESMITH_DATA=../shared/data cargo bench --no-default-features --bench backward [-- SEEDS]
//! ```
//!
//! Prints tables; BENCHMARKS.md keeps the figures with machine and date.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use cluesmith::generate::inverse::{self, Backward, Ended, backward};
use cluesmith::generate::{Method, Outcome, Plan, Request, Unwatched, Watch, generate};
use cluesmith::grid::{Pattern, SHAPES, Shape, content_lines};
use cluesmith::logic::{Board, Design, StrategySet, freedom_of, se_rating};
use std::time::Instant;

fn made(request: &inverse::BackwardRequest) -> Option<Backward> {
    match backward(request, &Unwatched, &mut |_| ()) {
        Ok(Ended::Found(found)) => Some(*found),
        _ => None,
    }
}

fn quantiles(mut seconds: Vec<f64>) -> String {
    seconds.sort_by(f64::total_cmp);
    let at = |share: f64| seconds[((seconds.len() - 1) as f64 * share) as usize] * 1e3;
    format!("median {:.1} ms, 90 % {:.1} ms, longest {:.1} ms", at(0.5), at(0.9), at(1.0))
}

/// Means over the seeds: rank of the hardest strategy (1 = naked single, among the allowed ones), figure of
/// Sudoku Explainer, clues, freedom: steps open to the solver on a board of the trace.
fn heuristic(name: &str, n_seeds: u64) {
    let (mut rank, mut figure, mut n_rated, mut clues) = (0, 0, 0, 0);
    let (mut freedom, mut n_boards, mut steps, mut good, mut choices) = (0, 0, 0, 0, 0);
    let mut seconds = Vec::new();
    for seed in 0..n_seeds {
        let schedule = name.parse().expect("a schedule");
        let request = inverse::BackwardRequest { seed, schedule, ..inverse::BackwardRequest::new(Shape::NINE) };
        let start = Instant::now();
        let result = made(&request).expect("a puzzle");
        seconds.push(start.elapsed().as_secs_f64());
        let trace = result.found.trace();
        rank += request.strategies.iter().position(|id| Some(id) == trace.hardest()).map_or(0, |i| i + 1);
        if let Some(rating) = se_rating(result.found.puzzle()) {
            figure += usize::from(rating.whole);
            n_rated += 1;
        }
        clues += result.found.puzzle().n_clues();
        let mut board: Board = trace.board_before(0);
        for step in &trace.steps {
            freedom += freedom_of(&board, request.strategies);
            n_boards += 1;
            step.apply(&mut board);
        }
        steps += result.census.steps;
        good += result.census.good_children;
        choices += result.census.choices;
    }
    let mean = |sum: usize, count: usize| sum as f64 / count.max(1) as f64;
    let n = n_seeds as usize;
    println!(
        "{name:<8} rank {:.2}  SE {:.2} ({n_rated} rated)  clues {:.1}  freedom {:.1}  moves {:.0}  good children {:.1}  {}",
        mean(rank, n),
        mean(figure, n_rated) / 10.0,
        mean(clues, n),
        mean(freedom, n_boards),
        mean(steps, n),
        mean(good, choices),
        quantiles(seconds)
    );
}

/// Ten seconds each.
struct Limit(Instant);

impl Watch for Limit {
    fn should_stop(&self) -> bool {
        self.0.elapsed().as_secs() >= 10
    }
}

fn patterns(strategies: StrategySet, name: &str) {
    let Some(folder) = std::env::var_os("CLUESMITH_DATA") else {
        println!("skipped: CLUESMITH_DATA is not set");
        return;
    };
    let file = std::path::Path::new(&folder).join("patterns-symmetric-sample.tsv");
    let text = std::fs::read_to_string(file).unwrap_or_default();
    let all: Vec<Pattern> = content_lines(&text).filter_map(|line| line.pattern(Shape::NINE).ok()).collect();
    let wanted: Vec<&Pattern> = all.iter().filter(|pattern| pattern.n_clues() >= 26).collect();
    let mut seconds = Vec::new();
    let mut n_found = 0;
    for pattern in &wanted {
        let start = Instant::now();
        let request = Request::from(Design { seed: 1, ..Design::new(**pattern, strategies) });
        let outcome = generate(&request, &Plan::new(Method::Inverse), &Limit(start));
        n_found += usize::from(matches!(outcome, Outcome::Found(_)));
        seconds.push(start.elapsed().as_secs_f64());
    }
    if !seconds.is_empty() {
        println!("patterns of 26 clues and more, {name}: {n_found} of {} found, {}", wanted.len(), quantiles(seconds));
    }
}

fn main() {
    let n_seeds = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(300);
    for name in ["random", "sparse", "d", "t"] {
        heuristic(name, n_seeds);
    }
    patterns(inverse::PAPER_METHODS, "the paper's methods");
    patterns(StrategySet::PAPER, "singles and locked candidates");
    for shape in SHAPES.into_iter().filter(|shape| shape.n() <= 12 && *shape != Shape::NINE) {
        let mut seconds = Vec::new();
        for seed in 0..n_seeds / 4 {
            let schedule = ["d", "t", "sparse", "random"][seed as usize % 4].parse().expect("a schedule");
            let start = Instant::now();
            made(&inverse::BackwardRequest { seed, schedule, ..inverse::BackwardRequest::new(shape) })
                .expect("a puzzle");
            seconds.push(start.elapsed().as_secs_f64());
        }
        if !seconds.is_empty() {
            println!("{shape}: {} puzzles by all heuristics, {}", seconds.len(), quantiles(seconds));
        }
    }
}

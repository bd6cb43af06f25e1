//! The LP laboratory: time of a relaxation, the four rules side by side; one thread.
//!
//! ```sh
//! CLUESMITH_DATA=../shared/data cargo bench --no-default-features --bench lp [-- SEEDS]
//! ```
//!
//! Prints tables; BENCHMARKS.md keeps the figures with machine and date.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

use cluesmith::generate::Unwatched;
use cluesmith::generate::lp::{LpAnswer, LpEnded, LpOptions, LpRequest, PaperVerdict, Rule, lp_generate, relax};
use cluesmith::grid::{Puzzle, Shape, content_lines};
use cluesmith::logic::count_solutions;
use std::time::Instant;

fn quantiles(mut seconds: Vec<f64>) -> String {
    seconds.sort_by(f64::total_cmp);
    let at = |share: f64| seconds[((seconds.len() - 1) as f64 * share) as usize] * 1e3;
    format!("median {:.1} ms, 90 % {:.1} ms, longest {:.1} ms", at(0.5), at(0.9), at(1.0))
}

fn solve(name: &str, puzzles: &[Puzzle]) {
    let mut seconds = Vec::new();
    let mut n_solved = 0;
    for puzzle in puzzles {
        let start = Instant::now();
        n_solved += usize::from(relax(puzzle, &LpOptions::default()).answer == LpAnswer::Solved);
        seconds.push(start.elapsed().as_secs_f64());
    }
    if !seconds.is_empty() {
        println!("{name:<28} {n_solved} of {} solved, {}", puzzles.len(), quantiles(seconds));
    }
}

fn rule(rule: Rule, n_seeds: u64) {
    let mut seconds = Vec::new();
    let (mut clues, mut fewest, mut most, mut minimal) = (0, usize::MAX, 0, 0);
    let (mut n_proper, mut n_multiple, mut n_impossible) = (0, 0, 0);
    for seed in 0..n_seeds {
        let mut request = LpRequest {
            shape: Shape::NINE,
            rule,
            pattern: None,
            minimise: false,
            is_literal: false,
            options: LpOptions::default(),
            seed,
        };
        let start = Instant::now();
        let LpEnded::Found(found) = lp_generate(&request, &Unwatched, &mut |_| ()) else { continue };
        seconds.push(start.elapsed().as_secs_f64());
        n_proper += usize::from(count_solutions(&found.puzzle, 2) == 1);
        n_multiple += usize::from(found.paper == PaperVerdict::Multiple);
        n_impossible += usize::from(found.paper == PaperVerdict::Impossible);
        let n_clues = found.puzzle.n_clues();
        (clues, fewest, most) = (clues + n_clues, fewest.min(n_clues), most.max(n_clues));
        request.minimise = true;
        if let LpEnded::Found(found) = lp_generate(&request, &Unwatched, &mut |_| ()) {
            minimal += found.puzzle.n_clues();
        }
    }
    println!(
        "{:<9} {n_proper} of {n_seeds} proper (the paper's end: {n_multiple} multiple, {n_impossible} impossible)  \
         clues {:.2} ({fewest} to {most}), minimised {:.2}  {}",
        rule.name(),
        clues as f64 / seconds.len() as f64,
        minimal as f64 / seconds.len() as f64,
        quantiles(seconds.clone())
    );
}

fn main() {
    let n_seeds = std::env::args().find_map(|argument| argument.parse().ok()).unwrap_or(200);
    if let Some(folder) = std::env::var_os("CLUESMITH_DATA") {
        let read = |file: &str| std::fs::read_to_string(std::path::Path::new(&folder).join(file)).unwrap_or_default();
        let puzzles = |text: &str, shape: Shape, step: usize| -> Vec<Puzzle> {
            content_lines(text).filter_map(|line| line.puzzle(shape).ok()).step_by(step).collect()
        };
        solve("9x9, rated mixed", &puzzles(&read("rated-mixed500.tsv"), Shape::NINE, 1));
        solve("9x9, 17 clues", &puzzles(&read("seventeen-clue-royle-49151.txt"), Shape::NINE, 100));
        solve("9x9, hardest", &puzzles(&read("hardest-1106.txt"), Shape::NINE, 10));
        let sixteen = Shape::new(4, 4).expect("supported");
        let text = read("sgt-solo-multisize.tsv");
        let large = text.lines().filter(|line| line.split('\t').nth(1) == Some("16"));
        let grids: Vec<&str> = large.filter_map(|line| line.rsplit('\t').next()).collect();
        solve("16x16", &puzzles(&grids.join("\n"), sixteen, 1));
    }
    for rule_of in Rule::ALL {
        rule(rule_of, n_seeds);
    }
}

//! Figures of the papers, drawn again; one thread.
//!
//! ```sh
//! cargo bench --no-default-features --bench papers -- figure6 [limit=SECONDS count=N seed=N svg=FILE]
//! ```
//!
//! `figure6`: how many patterns each generator solves in what time (Nishikawa and Toda, figures 6 and 7.2). The recipe is
//! the paper's: a number of clues from 20 to 79 at random, then so many cells at random. The paper took 100 patterns and
//! 600 s each; here it is 100 patterns and 2 s each unless told otherwise, so the curves end sooner. Seconds are CPU time
//! of the process. The SVG shows them as in the paper: patterns solved to the right, seconds upwards.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod clock;

use clock::process_seconds;
use cluesmith::generate::sat::{self, Encoding, Rounds, SatOptions};
use cluesmith::generate::{Method, Outcome, Plan, Request, Watch, generate};
use cluesmith::grid::{Cell, CellSet, Pattern, Shape};
use cluesmith::logic::StrategySet;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::fmt::Write as _;

/// Stops at this CPU time of the process.
struct Limit(f64);

impl Watch for Limit {
    fn should_stop(&self) -> bool {
        process_seconds() >= self.0
    }
}

type Answerer = fn(&Request, &dyn Watch) -> Outcome;

/// The paper's own setting: 30 rounds, applied once, and nothing before.
fn paper(request: &Request, watch: &dyn Watch) -> Outcome {
    let rounds = Rounds { first: 30, last: 30, step: 1 };
    let encoding = Encoding::Paper { order: true };
    sat::solve(request, &SatOptions { encoding, rounds, no_bounds: true, ..SatOptions::default() }, watch)
}

const WAYS: [(&str, &str, Answerer); 6] = [
    ("paper's encoding, 30 rounds", "#1b7837", paper),
    ("zama-sasano", "#c51b7d", |request, watch| generate(request, &Plan::new(Method::ZamaSasano), watch)),
    ("generate-and-test", "#e08214", |request, watch| generate(request, &Plan::new(Method::GenerateAndTest), watch)),
    ("brute-force", "#7f7f7f", |request, watch| generate(request, &Plan::new(Method::BruteForce), watch)),
    ("SAT, well-founded", "#2166ac", |request, watch| sat::solve(request, &SatOptions::default(), watch)),
    ("auto", "#000000", |request, watch| generate(request, &Plan::new(Method::Auto), watch)),
];

/// Patterns by the paper's recipe.
fn patterns(count: usize, seed: u64) -> Vec<Pattern> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    let shape = Shape::NINE;
    let pattern = |_| {
        let n_clues = rng.random_range(20..80);
        let mut cells = CellSet::EMPTY;
        while cells.len() < n_clues {
            cells.insert(Cell::from_index(rng.random_range(0..shape.n_cells())));
        }
        Pattern { shape, cells }
    };
    (0..count).map(pattern).collect()
}

/// Times at which the table is read, as shares of the limit.
const SHARES: [f64; 6] = [0.001, 0.01, 0.03, 0.1, 0.3, 1.0];

fn figure6(count: usize, limit: f64, seed: u64, svg: Option<&str>) -> Result<(), String> {
    let patterns = patterns(count, seed);
    println!("figure 6: {count} patterns by the paper's recipe (there 100), {limit} s each (there 600 s)");
    println!("patterns found, in percent, after so many seconds; then those refuted");
    let times: Vec<String> = SHARES.iter().map(|share| format!("{:>8.3}", share * limit)).collect();
    println!("{:<30} {}  refuted", "", times.join(" "));
    let mut curves = Vec::new();
    for (name, colour, answer) in WAYS {
        let (mut found, mut n_refuted) = (Vec::new(), 0);
        for &pattern in &patterns {
            let start = process_seconds();
            match answer(&Request::new(pattern, StrategySet::PAPER), &Limit(start + limit)) {
                Outcome::Found(_) => found.push(process_seconds() - start),
                Outcome::Impossible(_) => n_refuted += 1,
                Outcome::Undecided(_) => {}
            }
        }
        found.sort_by(f64::total_cmp);
        let share = |time: f64| 100.0 * found.iter().filter(|&&seconds| seconds <= time).count() as f64 / count as f64;
        let row: Vec<String> = SHARES.iter().map(|of_limit| format!("{:>8.0}", share(of_limit * limit))).collect();
        println!("{name:<30} {}  {n_refuted:>7}", row.join(" "));
        curves.push((name, colour, found));
    }
    match svg {
        Some(file) => std::fs::write(file, drawing(&curves, count, limit))
            .map_err(|error| format!("cannot write {file}: {error}")),
        None => Ok(()),
    }
}

/// The curves: patterns solved against the time that each of them took.
fn drawing(curves: &[(&str, &str, Vec<f64>)], count: usize, limit: f64) -> String {
    const SIZE: [f64; 2] = [640.0, 400.0];
    let x = |solved: usize| 60.0 + SIZE[0] * solved as f64 / count as f64;
    let y = |seconds: f64| 20.0 + SIZE[1] * (1.0 - seconds.min(limit) / limit);
    let mut svg = String::from(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"900\" height=\"470\" font-family=\"sans-serif\" font-size=\"12\">\n\
         <rect width=\"900\" height=\"470\" fill=\"white\"/>\n",
    );
    // Writing to a string cannot fail.
    for step in 0..=10 {
        let solved = count * step / 10;
        let _ = writeln!(svg, "<text x=\"{:.0}\" y=\"440\" text-anchor=\"middle\">{solved}</text>", x(solved));
    }
    for step in 0..=5 {
        let seconds = limit * f64::from(step) / 5.0;
        let at = y(seconds);
        let _ = writeln!(svg, "<path d=\"M60 {at:.1}H700\" stroke=\"#dddddd\"/>");
        let _ = writeln!(svg, "<text x=\"55\" y=\"{:.1}\" text-anchor=\"end\">{seconds:.1} s</text>", at + 4.0);
    }
    let _ = writeln!(svg, "<text x=\"380\" y=\"460\" text-anchor=\"middle\">patterns solved</text>");
    for (number, (name, colour, found)) in curves.iter().enumerate() {
        let points: Vec<String> =
            found.iter().enumerate().map(|(i, &seconds)| format!("{:.1},{:.1}", x(i + 1), y(seconds))).collect();
        let _ = writeln!(svg, "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\"/>", points.join(" "));
        let _ = writeln!(
            svg,
            "<text x=\"710\" y=\"{}\" fill=\"{colour}\">{name}: {}</text>",
            40 + 20 * number,
            found.len()
        );
    }
    svg + "</svg>\n"
}

fn main() -> Result<(), String> {
    let (mut count, mut limit, mut seed, mut svg, mut is_asked) = (100, 2.0, 1, None, false);
    for argument in std::env::args().skip(1).filter(|argument| argument != "--bench") {
        let wrong = || format!("{argument}: use figure6, limit=SECONDS, count=N, seed=N or svg=FILE");
        match argument.split_once('=') {
            None if argument == "figure6" => is_asked = true,
            Some(("limit", value)) => limit = value.parse().ok().filter(|limit| *limit > 0.001).ok_or_else(wrong)?,
            Some(("count", value)) => count = value.parse().ok().filter(|count| *count > 0).ok_or_else(wrong)?,
            Some(("seed", value)) => seed = value.parse().map_err(|_| wrong())?,
            Some(("svg", value)) => svg = Some(value.to_owned()),
            _ => return Err(wrong()),
        }
    }
    if is_asked || svg.is_some() {
        return figure6(count, limit, seed, svg.as_deref());
    }
    println!("name a figure: figure6");
    Ok(())
}

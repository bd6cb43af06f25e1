//! Proposals for patterns without a puzzle; one thread.
//!
//! ```sh
//! cargo bench --no-default-features --bench mend -- [count=N] [limit=S] [seed=N] [settle=S] [only=N,N] [list]
//! ```
//!
//! The patterns are those of table A1 of Nishikawa and Toda (2020) with naked singles alone, all impossible, and
//! `count` - 30 patterns of 17 to 22 random cells with naked singles, hidden singles and locked candidates, for which
//! `auto` has no puzzle within a second. For each number of added and dropped cells: for how many patterns there is a
//! proposal of so many or fewer, within `limit` seconds (CPU time of the process; the watch looks at it).
//!
//! `list` prints each pattern with its number and the seconds until a proposal of at most two orbits; `only=N,N` asks about
//! those alone.
//!
//! With `settle`, all pairs of further cells are tried for the patterns without a proposal that small, each with `auto` for
//! so many seconds: a puzzle for one of them, or the proof that there is none.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod clock;

use clock::process_seconds;
use cluesmith::generate::mend::{Proposal, Wish, mend};
use cluesmith::generate::{Method, Outcome, Plan, Request, Watch, generate};
use cluesmith::grid::{Cell, Pattern, Shape, Symmetry, parse_puzzles};
use cluesmith::logic::{StrategyId, StrategySet};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Says stop at this time.
struct Until(f64);

impl Watch for Until {
    fn should_stop(&self) -> bool {
        process_seconds() >= self.0
    }
}

/// Seconds that `auto` has for a pattern.
const PATIENCE: f64 = 1.0;

fn has_none(request: &Request) -> bool {
    let watch = Until(process_seconds() + PATIENCE);
    !matches!(generate(request, &Plan::new(Method::Auto), &watch), Outcome::Found(_))
}

fn recipe(n_clues: usize, random: &mut Xoshiro256PlusPlus) -> Pattern {
    let mut pattern = Pattern::empty(Shape::NINE);
    while pattern.n_clues() < n_clues {
        pattern.cells.insert(Cell::from_index(random.random_range(0..81)));
    }
    pattern
}

/// The nearest proposal within the limit, with the seconds until a proposal of at most two orbits came.
fn nearest(request: &Request, limit: f64) -> (Option<Proposal>, Option<f64>) {
    let wish = Wish { request: request.clone(), symmetry: Symmetry::None, count: 5 };
    let start = process_seconds();
    let (mut best, mut near): (Option<Proposal>, Option<f64>) = (None, None);
    let mut receive = |proposal: &Proposal| {
        if proposal.change.n_orbits() <= 2 && near.is_none() {
            near = Some(process_seconds() - start);
        }
        if best.as_ref().is_none_or(|best| proposal.change < best.change) {
            best = Some(proposal.clone());
        }
    };
    mend(&wish, &Until(start + limit), &mut receive).expect("any pattern has no symmetry");
    (best, near)
}

/// Tries all pairs of further cells; what came of them. Further clues do no harm, so where a pair does not do, neither does
/// one of its cells alone, nor with a clue dropped in exchange.
fn settle(request: &Request, limit: f64) -> String {
    let pattern = request.pattern;
    let empty: Vec<Cell> = Shape::NINE.cells().filter(|&cell| !pattern.contains(cell)).collect();
    let pairs = empty.iter().enumerate().flat_map(|(i, &cell)| empty[i + 1..].iter().map(move |&other| [cell, other]));
    let changed = pairs.map(|pair| {
        let mut next = pattern;
        next.cells = next.cells.union(&pair.into_iter().collect());
        next
    });
    let start = process_seconds();
    let (mut n_refuted, mut n_open) = (0, 0);
    for next in changed {
        let asked = request.with(|design| design.pattern = next);
        match generate(&asked, &Plan::new(Method::Auto), &Until(process_seconds() + limit)) {
            Outcome::Found(found) => {
                return format!(
                    "{} after {n_refuted} refuted, {n_open} open, {:.0} s",
                    found.puzzle(),
                    process_seconds() - start
                );
            }
            Outcome::Impossible(_) => n_refuted += 1,
            Outcome::Undecided(_) => n_open += 1,
        }
    }
    format!("none: {n_refuted} refuted, {n_open} open, {:.0} s", process_seconds() - start)
}

/// What is asked about the patterns.
struct Choice {
    limit: f64,
    settling: Option<f64>,
    only: Option<Vec<usize>>,
    is_listed: bool,
}

/// `first` is the number of the first pattern.
fn show(title: &str, requests: &[Request], first: usize, choice: &Choice) -> usize {
    let mut n_within = [0; 13];
    let mut times = Vec::new();
    for (number, request) in (first..).zip(requests) {
        if choice.only.as_ref().is_some_and(|only| !only.contains(&number)) {
            continue;
        }
        let (best, near) = nearest(request, choice.limit);
        times.extend(near);
        if choice.is_listed {
            let seconds = near.map_or("-".to_owned(), |seconds| format!("{seconds:.2}"));
            println!("{number} {} {seconds}", request.pattern);
        }
        if let (None, Some(settling)) = (near, choice.settling) {
            println!("{}: {}", request.pattern, settle(request, settling));
        }
        if let Some(best) = best {
            n_within[best.change.n_orbits().min(12)] += 1;
        }
    }
    times.sort_by(f64::total_cmp);
    let at = |share: f64| times.get((times.len() as f64 * share) as usize).copied().unwrap_or_default();
    let within = |n: usize| n_within[..=n].iter().sum::<usize>();
    println!(
        "{title}: {} patterns; with a proposal of 1 orbit {}, 2: {}, 3: {}, 4: {}, 6: {}, 12: {}; two orbits at the most \
         after {:.2} s (median), {:.2} s (90 %)",
        requests.len(),
        within(1),
        within(2),
        within(3),
        within(4),
        within(6),
        within(12),
        at(0.5),
        at(0.9)
    );
    within(2)
}

fn main() {
    let (mut count, mut seed) = (100, 1);
    let mut choice = Choice { limit: 5.0, settling: None, only: None, is_listed: false };
    for argument in std::env::args().skip(1) {
        choice.is_listed |= argument == "list";
        match argument.split_once('=') {
            Some(("count", value)) => count = value.parse().expect("count=N"),
            Some(("limit", value)) => choice.limit = value.parse().expect("limit=S"),
            Some(("settle", value)) => choice.settling = Some(value.parse().expect("settle=S")),
            Some(("only", value)) => {
                choice.only = Some(value.split(',').map(|number| number.parse().expect("only=N,N")).collect());
            }
            Some(("seed", value)) => seed = value.parse().expect("seed=N"),
            _ => {}
        }
    }
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    pool.install(|| {
        let text = include_str!("../tests/data/table-a1.txt");
        let naked = StrategySet::single(StrategyId::NakedSingle);
        let puzzles = parse_puzzles(Shape::NINE, text).expect("table A1");
        let a1: Vec<Request> = puzzles.iter().map(|puzzle| Request::new(puzzle.pattern(), naked)).collect();
        let mut n_near = show("table A1, naked singles", &a1, 0, &choice);
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut n_all = a1.len();
        let n_random = usize::saturating_sub(count, a1.len());
        for n_clues in 17..=22 {
            let wanted = n_random * (n_clues - 16) / 6 - n_random * (n_clues - 17) / 6;
            let mut requests = Vec::new();
            while requests.len() < wanted {
                let request = Request::new(recipe(n_clues, &mut random), StrategySet::PAPER);
                if has_none(&request) {
                    requests.push(request);
                }
            }
            n_near += show(&format!("{n_clues} random cells, three strategies"), &requests, n_all, &choice);
            n_all += requests.len();
        }
        println!("a proposal of at most two orbits within {} s: {n_near} of {n_all}", choice.limit);
    });
}

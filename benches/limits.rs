//! How long an engine goes on after it is told to stop: method by shape.
//!
//! ```sh
//! cargo bench --no-default-features --bench limits [-- NAME... shape=RxC limit=SECONDS count=N seed=N]
//! ```
//!
//! Each run is stopped at another moment between 0 and `limit`, so that stops hit the set-up as well as the search;
//! `NAME` picks the rows whose names contain it. What is told, each time the worst of `count` runs:
//!
//! - `wall`: from the moment of the stop until the call has returned, all memory released;
//! - `cpu`: CPU time of the thread between its last look at the watch before that moment and the return, which other
//!   programs do not disturb (looks closer than half a millisecond count as one);
//! - `gap`: the most CPU time between two looks, anywhere in the run: what a stop at the worst moment would wait.
//!
//! With `race`, which runs on all cores, the two tell of whichever thread looks.
//!
//! BENCHMARKS.md keeps the figures with machine and date.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod clock;

use clock::thread_seconds;
use cluesmith::generate::inverse::{self, Schedule, backward, default_methods};
use cluesmith::generate::lp::{LpOptions, LpRequest, Rule, lp_generate};
use cluesmith::generate::sat::backend::Backend;
use cluesmith::generate::sat::{self, Encoding, SatOptions};
use cluesmith::generate::{
    Method, MinimumQuestion, Plan, Request, Spread, Walk, Wanted, Watch, bounds, certificate_check, generate, minimum,
    refute, variety,
};
use cluesmith::grid::{Cell, CellSet, Pattern, Puzzle, SHAPES, Shape};
use cluesmith::grid_checker::{ClueSearch, fewest_clues};
use cluesmith::jobs::{analyse, sets_report, true_candidates};
use cluesmith::logic::{Design, Goal, StrategyId, StrategySet, fast_solutions};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::cell::Cell as Cached;
use std::ops::ControlFlow;
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Between two looks that count.
const LOOK: Duration = Duration::from_micros(500);

thread_local! {
    /// The last look of this thread: when, at what CPU time.
    static LAST: Cached<Option<(Instant, f64)>> = const { Cached::new(None) };
}

/// Says stop from a moment on, and notes how often it is asked.
struct Deadline {
    at: Instant,
    seen: Mutex<Seen>,
}

#[derive(Clone, Copy, Default)]
struct Seen {
    /// The longest CPU time between two looks of one thread.
    gap: f64,
    /// CPU time of the last look before the moment.
    before: f64,
}

impl Deadline {
    fn after(limit: Duration) -> Deadline {
        let start = Instant::now();
        LAST.set(Some((start, thread_seconds())));
        Deadline { at: start + limit, seen: Mutex::new(Seen { gap: 0.0, before: thread_seconds() }) }
    }

    /// The CPU time now, as a look.
    fn look(&self, now: Instant) {
        let cpu = thread_seconds();
        if let Some((_, last)) = LAST.replace(Some((now, cpu)))
            && let Ok(mut seen) = self.seen.lock()
        {
            seen.gap = seen.gap.max(cpu - last);
            if now < self.at {
                seen.before = cpu;
            }
        }
    }
}

impl Watch for Deadline {
    fn should_stop(&self) -> bool {
        let now = Instant::now();
        let is_over = now >= self.at;
        if LAST.get().is_none_or(|(last, _)| now - last >= LOOK) {
            self.look(now);
        }
        is_over
    }
}

/// A call that the watch can stop; the seed makes it another one.
type Call = Box<dyn Fn(Shape, u64, &dyn Watch) + Sync>;

/// One row of the table.
struct Row {
    name: String,
    /// On one thread; else on as many as there are cores.
    is_alone: bool,
    call: Call,
}

impl Row {
    fn new(name: impl Into<String>, call: impl Fn(Shape, u64, &dyn Watch) + Sync + 'static) -> Row {
        Row { name: name.into(), is_alone: true, call: Box::new(call) }
    }

    /// A method of `generate` on patterns that are hard to decide.
    fn generate(name: &str, plan: Plan, strategies: StrategySet) -> Row {
        Row::new(name, move |shape, seed, watch| drop(generate(&request(shape, strategies, seed), &plan, watch)))
    }

    fn sat(name: &str, strategies: StrategySet, encoding: Encoding, backend: Backend) -> Row {
        let options = SatOptions { encoding, backend, ..SatOptions::default() };
        Row::new(format!("sat {name}, {}", backend.name()), move |shape, seed, watch| {
            drop(sat::solve(&request(shape, strategies, seed), &options, watch));
        })
    }
}

/// A random pattern that no bound refutes, with so few clues that an answer takes long.
fn request(shape: Shape, strategies: StrategySet, seed: u64) -> Request {
    let n_clues = match shape.n() {
        4 => 4,
        6 => 8,
        8 => 14,
        9 => 21,
        12 => 40,
        _ => 80,
    };
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    loop {
        let mut cells = CellSet::EMPTY;
        while cells.len() < n_clues {
            cells.insert(Cell::from_index(rng.random_range(0..shape.n_cells())));
        }
        let request = Request::from(Design { seed, ..Design::new(Pattern { shape, cells }, strategies) });
        if bounds::refute(&request).is_none() {
            return request;
        }
    }
}

/// A solution grid that is not the same for each seed.
fn solution(shape: Shape, seed: u64) -> Puzzle {
    let all = fast_solutions(&Puzzle::empty(shape), 1 + seed as usize % 100);
    all.into_iter().next_back().expect("every shape has solution grids")
}

/// A puzzle with several solutions.
fn open_puzzle(shape: Shape, seed: u64) -> Puzzle {
    solution(shape, seed).masked(&request(shape, StrategySet::PAPER, seed).pattern)
}

/// Number of clues whose search does not end soon.
fn many_clues(shape: Shape) -> usize {
    match shape.n() {
        4 => 5,
        6 => 10,
        8 => 16,
        9 => 18,
        12 => 34,
        _ => 60,
    }
}

fn rows() -> Vec<Row> {
    let naked = StrategySet::single(StrategyId::NakedSingle);
    let (paper, basic, all) = (StrategySet::PAPER, StrategySet::BASIC, StrategySet::ALL);
    let mut rows = vec![
        Row::generate("bounds", Plan::new(Method::Bounds), paper),
        Row::generate("search paper", Plan::new(Method::Search), paper),
        Row::generate("search basic", Plan::new(Method::Search), basic),
        Row::generate("search all", Plan::new(Method::Search), all),
        Row::generate("exact", Plan::new(Method::Exact), naked),
        Row::generate("inverse paper", Plan::new(Method::Inverse), paper),
        Row::generate("auto naked", Plan::new(Method::Auto), naked),
        Row::generate("auto paper", Plan::new(Method::Auto), paper),
        Row::generate("auto basic", Plan::new(Method::Auto), basic),
        Row { is_alone: false, ..Row::generate("race paper", Plan::racing(Method::Auto), paper) },
        Row { is_alone: false, ..Row::generate("race basic", Plan::racing(Method::Auto), basic) },
    ];
    for (names, strategies) in [("paper", paper), ("basic", basic)] {
        for &backend in Backend::ALL {
            for (name, encoding) in [
                ("well-founded", Encoding::WellFounded),
                ("derivation", Encoding::Derivation),
                ("paper", Encoding::Paper { order: true }),
                ("paper-direct", Encoding::Paper { order: false }),
            ] {
                rows.push(Row::sat(&format!("{name} {names}"), strategies, encoding, backend));
            }
        }
    }
    rows.extend([
        Row::new("hardest x-wing", move |shape, seed, watch| {
            let request = request(shape, all, seed).with_goal(Goal::Hardest(StrategyId::XWing));
            drop(generate(&request, &Plan::new(Method::Auto), watch));
        }),
        Row::new("hardest forcing-chain", move |shape, seed, watch| {
            let request = request(shape, all, seed).with_goal(Goal::Hardest(StrategyId::ForcingChain));
            drop(generate(&request, &Plan::new(Method::Auto), watch));
        }),
        Row::new("far apart", move |shape, seed, watch| {
            let cells = shape.cells().filter(|cell| (cell.index() as u64 * 7 + seed) % 5 < 2).collect();
            let request = request(shape, paper, seed).with(|design| design.pattern.cells = cells);
            let plan = Plan::new(Method::Auto);
            drop(variety(&request, &plan, [], Walk::default(), Wanted::count(1000), watch, &mut |_, _| {
                ControlFlow::Continue(())
            }));
        }),
        Row::new("distinct", move |shape, seed, watch| {
            let solution = solution(shape, seed);
            // So many clues that there are puzzles without end.
            let clues = shape.cells().filter(|cell| (cell.index() as u64 * 7 + seed) % 5 < 2).collect::<CellSet>();
            let request = request(shape, paper, seed).with(|design| design.pattern.cells = clues);
            let avoid = vec![solution; 50];
            let plan = Plan::new(Method::Auto);
            let avoid = avoid.iter().cloned();
            let wanted = Wanted { count: usize::MAX, spread: Spread::Clues(1) };
            drop(variety(
                &request,
                &plan,
                avoid,
                Walk::default(),
                wanted,
                watch,
                &mut |_, _| ControlFlow::Continue(()),
            ));
        }),
        Row::new("proof", move |shape, seed, watch| {
            let request = request(shape, StrategySet::SINGLES, seed);
            if let Ok(certificate) = refute(&request, Method::Auto, Backend::Own, watch) {
                let _ = certificate_check::check(&request, &certificate, watch);
            }
        }),
    ]);
    for (name, strategies) in [("naked", naked), ("paper", paper), ("basic", basic), ("all", all)] {
        rows.push(Row::new(format!("minimum {name}"), move |shape, seed, watch| {
            drop(minimum(&MinimumQuestion { seed, ..MinimumQuestion::new(shape, strategies) }, watch, &mut |_| ()));
        }));
    }
    rows.push(Row::new("minimum full-house", |shape, seed, watch| {
        let strategies = StrategySet::single(StrategyId::FullHouse);
        drop(minimum(&MinimumQuestion { seed, ..MinimumQuestion::new(shape, strategies) }, watch, &mut |_| ()));
    }));
    for schedule in ["d", "t", "sparse", "random"] {
        rows.push(Row::new(format!("inverse {schedule}"), move |shape, seed, watch| {
            let schedule: Schedule = schedule.parse().expect("a schedule");
            let mut request = inverse::BackwardRequest { schedule, seed, ..inverse::BackwardRequest::new(shape) };
            // Never reached: it goes on and on.
            request.target.clues = Some(shape.n());
            let _ = backward(&request, watch, &mut |_| ());
        }));
    }
    rows.push(Row::new("inverse d basic", |shape, seed, watch| {
        let mut strategies = StrategySet::BASIC.intersection(default_methods(shape));
        strategies.insert(StrategyId::Swordfish);
        let mut request = inverse::BackwardRequest { strategies, seed, ..inverse::BackwardRequest::new(shape) };
        request.target.clues = Some(shape.n());
        let _ = backward(&request, watch, &mut |_| ());
    }));
    rows.push(Row::new("lp generate", |shape, seed, watch| {
        for seed in seed.. {
            if watch.should_stop() {
                break;
            }
            let options = LpOptions::default();
            let request = LpRequest {
                shape,
                rule: Rule::NearMin,
                pattern: None,
                minimise: true,
                is_literal: false,
                options,
                seed,
            };
            drop(lp_generate(&request, watch, &mut |_| ()));
        }
    }));
    rows.push(Row::new("check clues", |shape, seed, watch| {
        for seed in seed.. {
            if watch.should_stop() {
                break;
            }
            let stop = || watch.should_stop();
            let Ok(search) = ClueSearch::until(&solution(shape, seed), many_clues(shape), &stop) else { break };
            search.run(&(0..search.n_tasks()).collect::<Vec<_>>(), &stop, &|_| ());
        }
    }));
    rows.push(Row::new("check fewest", |shape, seed, watch| {
        let _ = fewest_clues(&solution(shape, seed), usize::MAX, &|| watch.should_stop(), &|_| ());
    }));
    rows.push(Row::new("check sets", |shape, seed, watch| {
        let grid = solution(shape, seed);
        drop(sets_report(&open_puzzle(shape, seed), &grid, if shape.n() > 9 { 12 } else { 18 }, watch));
    }));
    rows.push(Row::new("true candidates", |shape, seed, watch| {
        for seed in seed.. {
            if watch.should_stop() {
                break;
            }
            drop(true_candidates(&open_puzzle(shape, seed), watch));
        }
    }));
    rows.push(Row::new("redundant", |shape, seed, watch| {
        for seed in seed.. {
            if watch.should_stop() {
                break;
            }
            drop(analyse(&open_puzzle(shape, seed), watch));
        }
    }));
    rows
}

/// What the command line asks for.
struct Asked {
    names: Vec<String>,
    shapes: Vec<Shape>,
    limit: f64,
    count: u32,
    seed: u64,
}

impl Asked {
    fn read() -> Asked {
        let shapes =
            SHAPES.into_iter().filter(|shape| shape.boxes().is_some_and(|(height, width)| height <= width)).collect();
        let mut asked = Asked { names: Vec::new(), shapes, limit: 1.0, count: 20, seed: 0 };
        for argument in std::env::args().skip(1).filter(|argument| !argument.starts_with("--")) {
            match argument.split_once('=') {
                Some(("limit", number)) => asked.limit = number.parse().expect("limit=SECONDS"),
                Some(("count", number)) => asked.count = number.parse().expect("count=N"),
                Some(("seed", number)) => asked.seed = number.parse().expect("seed=N"),
                Some(("shape", shape)) => asked.shapes = vec![shape.parse().expect("shape=RxC")],
                _ => asked.names.push(argument),
            }
        }
        asked
    }
}

/// The worst of some runs, in seconds.
#[derive(Default)]
struct Worst {
    wall: f64,
    cpu: f64,
    gap: f64,
    /// Runs that were over before their stop.
    n_answered: u32,
}

fn worst(row: &Row, shape: Shape, asked: &Asked) -> Worst {
    let mut worst = Worst::default();
    for i in 1..=asked.count {
        let watch = Deadline::after(Duration::from_secs_f64(asked.limit * f64::from(i) / f64::from(asked.count)));
        (row.call)(shape, asked.seed + u64::from(i), &watch);
        let end = Instant::now();
        watch.look(end);
        let seen = *watch.seen.lock().expect("no panic");
        worst.gap = worst.gap.max(seen.gap);
        if end < watch.at {
            worst.n_answered += 1;
            continue;
        }
        worst.wall = worst.wall.max((end - watch.at).as_secs_f64());
        worst.cpu = worst.cpu.max(thread_seconds() - seen.before);
    }
    worst
}

fn main() {
    let asked = Asked::read();
    let pool = |n_threads| rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().expect("threads");
    let (one, many) = (pool(1), pool(0));
    println!("{:<34} {:<5} {:>9} {:>9} {:>9}", "ms, worst of so many", "shape", "wall", "cpu", "gap");
    for row in rows().iter().filter(|row| asked.names.is_empty() || asked.names.iter().any(|n| row.name.contains(n))) {
        for &shape in &asked.shapes {
            let pool = if row.is_alone { &one } else { &many };
            let worst = pool.install(|| worst(row, shape, &asked));
            let answered = match worst.n_answered {
                0 => String::new(),
                n => format!("  {n} of {} answered before", asked.count),
            };
            let [wall, cpu, gap] = [worst.wall, worst.cpu, worst.gap].map(|seconds| seconds * 1e3);
            println!("{:<34} {shape:<5} {wall:>9.1} {cpu:>9.1} {gap:>9.1}{answered}", row.name);
        }
    }
}

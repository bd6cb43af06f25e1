//! The figures by which exact generation is judged, side by side in one run; one thread.
//!
//! ```sh
//! CLUESMITH_DATA=../shared/data cargo bench --no-default-features --bench exact [-- TABLE... limit=SECONDS count=N seed=N clues=N list]
//! ```
//!
//! Tables: `table-a1`, `seventeen`, `encodings`, `basic`, `backends`, `random`, `recipe`, `auto`, `agree`, `sparse`; all of
//! them by default. `sparse-naked-single`, `sparse-singles` and `sparse-paper` are parts of the last, `clues=N` one of its
//! lines; with `list` it tells how each pattern is decided. `limit` is for each pattern, `count` and `seed` for patterns
//! drawn at random. Seconds are CPU time of the process, so that other programs do not disturb; ratios are of instances of
//! one and the same run.
//! BENCHMARKS.md keeps the figures with machine and date.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod clock;

use clock::process_seconds;
use cluesmith::generate::sat::backend::Backend;
use cluesmith::generate::sat::{self, Encoding, Rounds, SatOptions};
use cluesmith::generate::{Method, Outcome, Plan, Request, Watch, bounds, generate};
use cluesmith::grid::{Cell, CellSet, Pattern, Shape, content_lines};
use cluesmith::logic::{Design, StrategyId, StrategySet};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::cell::Cell as Cached;
use std::time::{Duration, Instant};

thread_local! {
    /// When to look at the CPU time again, which takes a system call.
    static NEXT_LOOK: Cached<Option<Instant>> = const { Cached::new(None) };
}

/// Stops at this CPU time of the process.
struct Limit(f64);

impl Watch for Limit {
    fn should_stop(&self) -> bool {
        let now = Instant::now();
        if NEXT_LOOK.get().is_some_and(|next| now < next) {
            return false;
        }
        let is_over = process_seconds() >= self.0;
        // Once over, every poll has to say so.
        NEXT_LOOK.set((!is_over).then(|| now + Duration::from_millis(2)));
        is_over
    }
}

type Answerer = dyn Fn(&Request, &dyn Watch) -> Outcome;

/// One way to answer requests.
struct Way {
    name: String,
    answer: Box<Answerer>,
}

impl Way {
    fn method(name: &str, method: Method) -> Way {
        Way {
            name: name.to_owned(),
            answer: Box::new(move |request, watch| generate(request, &Plan::new(method), watch)),
        }
    }

    fn sat(name: impl Into<String>, options: SatOptions) -> Way {
        Way { name: name.into(), answer: Box::new(move |request, watch| sat::solve(request, &options, watch)) }
    }
}

/// What became of one instance.
struct Answered {
    seconds: f64,
    /// `None` for undecided.
    is_found: Option<bool>,
    /// The method that found a puzzle, or the reason why there is none.
    how: String,
}

fn answer(way: &Way, request: &Request, limit: f64) -> Answered {
    NEXT_LOOK.set(None);
    let start = process_seconds();
    let outcome = (way.answer)(request, &Limit(start + limit));
    let (is_found, how) = match outcome {
        Outcome::Found(found) => (Some(true), format!("found by {}", found.method().name())),
        Outcome::Impossible(impossible) => (Some(false), format!("impossible: {}", impossible.reason().sentence)),
        Outcome::Undecided(_) => (None, "undecided".to_owned()),
    };
    Answered { seconds: process_seconds() - start, is_found, how }
}

/// Quantile of sorted or unsorted figures.
fn quantile(figures: &[f64], share: f64) -> f64 {
    let mut sorted = figures.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[((sorted.len() - 1) as f64 * share).round() as usize]
}

fn time(seconds: f64) -> String {
    if seconds < 1.0 { format!("{:.2} ms", seconds * 1e3) } else { format!("{seconds:.2} s") }
}

/// One line of a table: verdicts and times.
fn row(name: &str, all: &[Answered]) {
    let seconds: Vec<f64> = all.iter().map(|answered| answered.seconds).collect();
    let n = |verdict| all.iter().filter(|answered| answered.is_found == verdict).count();
    let total: f64 = seconds.iter().sum();
    println!(
        "{name:<34} {:>4} found {:>4} impossible {:>3} undecided  median {:>9}  90 % {:>9}  longest {:>9}  mean {:>9}  total {:>9}",
        n(Some(true)),
        n(Some(false)),
        n(None),
        time(quantile(&seconds, 0.5)),
        time(quantile(&seconds, 0.9)),
        time(quantile(&seconds, 1.0)),
        time(total / seconds.len() as f64),
        time(total)
    );
}

/// Answers the same requests in several ways, in turn for each request. With a yardstick (the last way) the
/// others are given as median ratio to it; an instance that a way does not decide counts with its limit.
fn compare(title: &str, requests: &[Request], ways: &[Way], limit: f64, has_yardstick: bool) {
    if requests.is_empty() {
        println!("\n{title}: skipped, no patterns (is CLUESMITH_DATA set?)");
        return;
    }
    println!("\n{title}: {} patterns, {limit} s each", requests.len());
    let mut all: Vec<Vec<Answered>> = ways.iter().map(|_| Vec::new()).collect();
    let mut n_contradictions = 0;
    for request in requests {
        let mut verdict = None;
        for (way, all) in ways.iter().zip(&mut all) {
            let answered = answer(way, request, limit);
            n_contradictions += usize::from(verdict.is_some_and(|v| answered.is_found.is_some_and(|w| v != w)));
            verdict = verdict.or(answered.is_found);
            all.push(answered);
        }
    }
    for (way, all) in ways.iter().zip(&all) {
        row(&way.name, all);
    }
    assert_eq!(n_contradictions, 0, "two ways contradict each other");
    let Some((yardstick, others)) = all.split_last().filter(|_| has_yardstick) else { return };
    for (way, other) in ways.iter().zip(others) {
        let ratios: Vec<f64> = other.iter().zip(yardstick).map(|(a, b)| b.seconds / a.seconds.max(1e-6)).collect();
        let n_open = yardstick.iter().filter(|answered| answered.is_found.is_none()).count();
        println!(
            "  {} is {:.1} times as fast as {} in the median (10 %: {:.1}, 90 %: {:.1}; the latter left {n_open} undecided)",
            way.name,
            quantile(&ratios, 0.5),
            ways[ways.len() - 1].name,
            quantile(&ratios, 0.1),
            quantile(&ratios, 0.9)
        );
    }
}

/// Patterns of an oracle file; puzzles stand for theirs.
fn patterns(file: &str) -> Vec<Pattern> {
    let Some(folder) = std::env::var_os("CLUESMITH_DATA") else { return Vec::new() };
    let text = std::fs::read_to_string(std::path::Path::new(&folder).join(file)).unwrap_or_default();
    content_lines(&text).filter_map(|line| line.pattern(Shape::NINE).ok()).collect()
}

fn random_pattern(shape: Shape, n_clues: usize, rng: &mut impl Rng) -> Pattern {
    let mut cells = CellSet::EMPTY;
    while cells.len() < n_clues {
        cells.insert(Cell::from_index(rng.random_range(0..shape.n_cells())));
    }
    Pattern { shape, cells }
}

fn requests(patterns: impl IntoIterator<Item = Pattern>, strategies: StrategySet) -> Vec<Request> {
    patterns.into_iter().map(|pattern| Request::from(Design { seed: 1, ..Design::new(pattern, strategies) })).collect()
}

/// Random patterns that have some puzzle at all, as far as the bounds can tell.
fn random_requests(asked: &Asked, n_clues: usize, count: usize, strategies: StrategySet) -> Vec<Request> {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(asked.seed + n_clues as u64);
    possible(asked, count, strategies, || random_pattern(Shape::NINE, n_clues, &mut rng))
}

fn possible(asked: &Asked, count: usize, strategies: StrategySet, pattern: impl FnMut() -> Pattern) -> Vec<Request> {
    std::iter::repeat_with(pattern)
        .map(|pattern| Request::from(Design { seed: 1, ..Design::new(pattern, strategies) }))
        .filter(|request| bounds::refute(request).is_none())
        .take(asked.count(count))
        .collect()
}

/// Random 2x3 patterns that have some puzzle at all, as far as the bounds can tell.
fn small_requests(asked: &Asked, n_clues: usize, count: usize, strategies: StrategySet) -> Vec<Request> {
    let shape = Shape::new(2, 3).expect("supported");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(asked.seed + n_clues as u64);
    possible(asked, count, strategies, || random_pattern(shape, n_clues, &mut rng))
}

/// What the command line asks for.
struct Asked {
    tables: Vec<String>,
    limit: Option<f64>,
    count: Option<usize>,
    seed: u64,
    clues: Option<usize>,
    list: bool,
}

impl Asked {
    fn read() -> Asked {
        let mut asked = Asked { tables: Vec::new(), limit: None, count: None, seed: 0, clues: None, list: false };
        for argument in std::env::args().skip(1).filter(|argument| !argument.starts_with("--")) {
            match argument.split_once('=') {
                Some(("limit", number)) => asked.limit = Some(number.parse().expect("limit=SECONDS")),
                Some(("count", number)) => asked.count = Some(number.parse().expect("count=N")),
                Some(("clues", number)) => asked.clues = Some(number.parse().expect("clues=N")),
                Some(("seed", number)) => asked.seed = number.parse().expect("seed=N"),
                None if argument == "list" => asked.list = true,
                _ => asked.tables.push(argument),
            }
        }
        asked
    }

    fn wants(&self, table: &str) -> bool {
        self.tables.is_empty() || self.tables.iter().any(|wanted| wanted == table)
    }

    fn limit(&self, default: f64) -> f64 {
        self.limit.unwrap_or(default)
    }

    fn count(&self, default: usize) -> usize {
        self.count.unwrap_or(default)
    }
}

fn main() {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("one thread");
    pool.install(|| run(&Asked::read()));
}

fn run(asked: &Asked) {
    let naked = StrategySet::single(StrategyId::NakedSingle);
    let sat = || Way::sat("SAT", SatOptions::default());
    if asked.wants("table-a1") {
        let requests = requests(patterns("table-a1-30.txt"), naked);
        let ways = [Way::method("auto", Method::Auto), Way::method("exact", Method::Exact), sat()];
        compare("Table A1, naked singles", &requests, &ways, asked.limit(10.0), false);
    }
    if asked.wants("seventeen") {
        let step = 49_151 / asked.count(1000).max(1);
        let some = patterns("seventeen-clue-royle-49151.txt").into_iter().step_by(step.max(1));
        let requests = requests(some.take(asked.count(1000)), naked);
        let ways = [Way::method("exact", Method::Exact)];
        compare("Patterns of 17-clue puzzles, naked singles", &requests, &ways, asked.limit(60.0), false);
    }
    let rounds = Rounds { first: 10, last: 30, step: 10 };
    let with = |encoding, backend: Backend| {
        let name = match encoding {
            Encoding::WellFounded => "well-founded",
            Encoding::Derivation => "derivation",
            Encoding::Paper { .. } => "paper",
        };
        Way::sat(
            format!("{name}, {}", backend.name()),
            SatOptions { encoding, backend, rounds, ..SatOptions::default() },
        )
    };
    let paper = Encoding::Paper { order: true };
    if asked.wants("encodings") {
        let mut ways = vec![with(Encoding::WellFounded, Backend::Own), with(Encoding::Derivation, Backend::Own)];
        ways.extend(Backend::ALL.iter().rev().map(|&backend| with(paper, backend)));
        let requests = random_requests(asked, 30, 8, StrategySet::PAPER);
        compare("Random patterns of 30 clues, three strategies", &requests, &ways, asked.limit(20.0), true);
    }
    if asked.wants("basic") {
        let inside = Backend::ALL.iter().rev().filter(|&&backend| backend != Backend::BatSat);
        let mut ways: Vec<Way> = inside.map(|&backend| with(Encoding::WellFounded, backend)).collect();
        ways.extend([with(Encoding::Derivation, Backend::Own), with(paper, Backend::Own)]);
        let limit = asked.limit(10.0);
        let small = small_requests(asked, 9, 15, StrategySet::BASIC);
        compare("Random patterns of 2x3 with 9 clues, the strategies of `basic`", &small, &ways, limit, true);
        let large = random_requests(asked, 28, 4, StrategySet::BASIC);
        compare("Random patterns of 28 clues, the strategies of `basic`", &large, &ways, limit, true);
    }
    if asked.wants("backends") {
        // Between calls, the loop formulas of BatSat decide next to nothing: once is enough.
        let inside = Backend::ALL.iter().rev().filter(|&&backend| backend != Backend::BatSat);
        let inside = || -> Vec<Way> { inside.clone().map(|&backend| with(Encoding::WellFounded, backend)).collect() };
        let a1 = requests(patterns("table-a1-30.txt"), naked);
        let a1: Vec<Request> = a1.into_iter().filter(|request| bounds::refute(request).is_none()).collect();
        let limit = asked.limit(5.0);
        compare("Table A1 but for the bounds, naked singles, back ends", &a1, &inside(), limit, true);
        for n_clues in [26, 24] {
            let requests = random_requests(asked, n_clues, 20, StrategySet::SINGLES);
            let title = format!("Random patterns of {n_clues} clues, naked and hidden singles, back ends");
            compare(&title, &requests, &inside(), limit, true);
        }
        let mut ways = vec![with(Encoding::WellFounded, Backend::BatSat)];
        ways.extend(inside());
        let requests = random_requests(asked, 30, 5, StrategySet::PAPER);
        compare("Random patterns of 30 clues, three strategies, back ends", &requests, &ways, limit, true);
    }
    if asked.wants("random") {
        for (n_clues, limit) in [(26, 10.0), (24, 20.0)] {
            let requests = random_requests(asked, n_clues, 20, StrategySet::SINGLES);
            let title = format!("Random patterns of {n_clues} clues, naked and hidden singles");
            compare(&title, &requests, &[sat()], asked.limit(limit), false);
        }
    }
    if asked.wants("recipe") {
        let requests = requests(patterns("fig6-recipe-100.txt"), StrategySet::PAPER);
        let bounds_first =
            |request: &Request, watch: &dyn Watch| match generate(request, &Plan::new(Method::Bounds), watch) {
                Outcome::Undecided(_) => sat::solve(request, &SatOptions::default(), watch),
                decided => decided,
            };
        let exact = Way { name: "bounds and bands, then SAT".to_owned(), answer: Box::new(bounds_first) };
        compare("The paper's recipe, three strategies", &requests, &[exact], asked.limit(60.0), false);
    }
    if asked.wants("auto") {
        let requests = requests(patterns("fig6-recipe-100.txt"), StrategySet::PAPER);
        let ways = [Way::method("auto", Method::Auto)];
        compare("The paper's recipe, three strategies", &requests, &ways, asked.limit(60.0), false);
    }
    if asked.wants("agree") {
        agree(asked);
    }
    for (name, strategies) in
        [("naked-single", naked), ("singles", StrategySet::SINGLES), ("paper", StrategySet::PAPER)]
    {
        if asked.wants("sparse") || asked.wants(&format!("sparse-{name}")) {
            sparse(asked, name, strategies);
        }
    }
}

/// Random patterns of 17 to 34 clues, whatever the bounds say of them.
fn sparse(asked: &Asked, name: &str, strategies: StrategySet) {
    let limit = asked.limit(5.0);
    println!("\nRandom patterns of so many clues, {name}, auto, {limit} s each");
    for n_clues in (17..=34).filter(|&n_clues| asked.clues.is_none_or(|wanted| wanted == n_clues)) {
        let mut rng = Xoshiro256PlusPlus::seed_from_u64(asked.seed + 100 + n_clues as u64);
        let patterns = (0..asked.count(40)).map(|_| random_pattern(Shape::NINE, n_clues, &mut rng));
        let way = Way::method("auto", Method::Auto);
        let requests = requests(patterns.collect::<Vec<_>>(), strategies);
        let all: Vec<Answered> = requests.iter().map(|request| answer(&way, request, limit)).collect();
        row(&format!("{n_clues} clues"), &all);
        for (request, answered) in requests.iter().zip(&all) {
            if asked.list || answered.is_found.is_none() {
                println!("  {} {:.2} s, {}", request.pattern, answered.seconds, answered.how);
            }
        }
    }
}

/// All methods on random patterns of 2x3, with naked singles and with the three strategies.
fn agree(asked: &Asked) {
    let shape = Shape::new(2, 3).expect("supported");
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(asked.seed + 23);
    let sample: Vec<Pattern> = (0..asked.count(2000)).map(|i| random_pattern(shape, 8 + i % 8, &mut rng)).collect();
    let naked = StrategySet::single(StrategyId::NakedSingle);
    let inside = Backend::ALL.iter().filter(|&&backend| backend != Backend::BatSat);
    let ways = || {
        let mut ways = vec![Way::method("auto", Method::Auto)];
        ways.extend(inside.clone().map(|&backend| {
            Way::sat(format!("SAT, {}", backend.name()), SatOptions { backend, ..SatOptions::default() })
        }));
        ways
    };
    let mut with_exact = ways();
    with_exact.push(Way::method("exact", Method::Exact));
    let title = "Random patterns of 2x3, 8 to 15 clues";
    let with = |strategies| requests(sample.iter().copied(), strategies);
    compare(&format!("{title}, naked singles"), &with(naked), &with_exact, asked.limit(60.0), false);
    compare(&format!("{title}, three strategies"), &with(StrategySet::PAPER), &ways(), asked.limit(60.0), false);
}

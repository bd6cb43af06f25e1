//! Puzzles with a step at a given place; one thread.
//!
//! ```sh
//! CLUESMITH_DATA=FOLDER cargo bench --no-default-features --bench steps -- [KIND] [count=N] [limit=S]
//! ```
//!
//! KIND is one of the names in `KINDS`; without it, all of them run. 25 patterns of 24 to 30 clues of the symmetric sample
//! take turns, each with `count` / 25 random places; allowed are the three strategies of the paper and the one that is
//! asked for, which must be needed there. `auto` has `limit` seconds for each (CPU time of the process).
//!
//! `list` prints each request with its number, and `only=N,N` asks those alone. `seed=N` is the seed of all requests.
//!
//! With `hardest=STRATEGY` the strategy shall be the hardest step, wherever: on `count` patterns of the symmetric sample,
//! or on every second of the library's patterns of 26 to 40 clues (`library`). With `required=STRATEGY` the three
//! strategies of the paper are allowed beside it, and it must be needed.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

mod clock;

use clock::process_seconds;
use cluesmith::generate::{Method, Outcome, Plan, Request, Watch, generate};
use cluesmith::grid::{Cell, Pattern, Shape};
use cluesmith::logic::{Design, Goal, PathGoal, StrategySet};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Says stop at this time.
struct Until(f64);

impl Watch for Until {
    fn should_stop(&self) -> bool {
        process_seconds() >= self.0
    }
}

/// A strategy, and a random place for its step on a pattern.
type Kind = (&'static str, fn(&Pattern, &mut Xoshiro256PlusPlus) -> String);

const KINDS: [Kind; 5] = [
    ("x-wing", |_, random| format!("x-wing@{}:{}", rows::<2>(random), 1 + random.random_range(0..9))),
    ("swordfish", |_, random| format!("swordfish@{}:{}", rows::<3>(random), 1 + random.random_range(0..9))),
    ("naked-pair", |pattern, random| {
        loop {
            let [a, b] = [open_cell(pattern, random), open_cell(pattern, random)];
            if Shape::NINE.geometry().are_peers(a, b) {
                break format!("naked-pair@{},{}", Shape::NINE.cell_name(a), Shape::NINE.cell_name(b));
            }
        }
    }),
    ("locked-candidates", |pattern, random| {
        let cell = open_cell(pattern, random);
        let line = if random.random_range(0..2) == 0 {
            format!("r{}", 1 + Shape::NINE.row(cell))
        } else {
            format!("c{}", 1 + Shape::NINE.col(cell))
        };
        format!("locked-candidates@b{},{line}:{}", 1 + Shape::NINE.box_of(cell), 1 + random.random_range(0..9))
    }),
    ("xy-wing", |pattern, random| {
        loop {
            let [pivot, a, b] = [(); 3].map(|()| open_cell(pattern, random));
            let geometry = &*Shape::NINE.geometry();
            if geometry.are_peers(pivot, a) && geometry.are_peers(pivot, b) && a != b && !geometry.are_peers(a, b) {
                let [pivot, a, b] = [pivot, a, b].map(|cell| Shape::NINE.cell_name(cell));
                break format!("xy-wing@{a},{b},pivot={pivot}");
            }
        }
    }),
];

fn rows<const N: usize>(random: &mut Xoshiro256PlusPlus) -> String {
    let mut rows = Vec::new();
    while rows.len() < N {
        let row = format!("r{}", 1 + random.random_range(0..9));
        if !rows.contains(&row) {
            rows.push(row);
        }
    }
    rows.join(",")
}

fn open_cell(pattern: &Pattern, random: &mut Xoshiro256PlusPlus) -> Cell {
    loop {
        let cell = Cell::from_index(random.random_range(0..81));
        if !pattern.contains(cell) {
            break cell;
        }
    }
}

/// Patterns of the library with 26 to 40 clues.
fn library() -> Vec<Pattern> {
    let blocks = include_str!("../assets/patterns.txt").split("\n\n");
    let nines = blocks.filter(|block| block.lines().any(|line| line.ends_with("| 3x3")));
    let rows = |block: &str| block.lines().filter(|line| !line.contains(['#', '|'])).collect::<String>();
    let patterns = nines.filter_map(|block| rows(block).parse::<Pattern>().ok());
    patterns.filter(|pattern| (26..=40).contains(&pattern.n_clues())).collect()
}

/// Every so many of the patterns with so many clues.
fn patterns(count: usize, n_clues: std::ops::RangeInclusive<usize>) -> Vec<Pattern> {
    let folder = std::env::var("CLUESMITH_DATA").expect("CLUESMITH_DATA names the folder of reference data");
    let file = std::path::Path::new(&folder).join("patterns-symmetric-sample.tsv");
    let text = std::fs::read_to_string(&file).expect("the symmetric sample can be read");
    let all = text.lines().filter_map(|line| line.split('\t').find_map(|field| field.parse::<Pattern>().ok()));
    let fitting: Vec<Pattern> = all.filter(|pattern| n_clues.contains(&pattern.n_clues())).collect();
    let stride = fitting.len() / count;
    fitting.into_iter().step_by(stride.max(1)).take(count).collect()
}

/// How often a kind of request was decided, and how fast.
#[derive(Default)]
struct Tally {
    n_found: usize,
    n_impossible: usize,
    times: Vec<f64>,
}

/// Which requests are asked, with which seed, and whether each is printed.
struct Choice {
    only: Option<Vec<usize>>,
    seed: u64,
    is_listed: bool,
}

impl Choice {
    fn holds(&self, number: usize) -> bool {
        self.only.as_ref().is_none_or(|only| only.contains(&number))
    }

    fn listed(&self, number: usize, text: &str) -> Option<String> {
        self.is_listed.then(|| format!("{number} {text}"))
    }
}

impl Tally {
    fn ask(&mut self, request: &Request, method: Method, limit: f64, listed: Option<String>) {
        let start = process_seconds();
        let outcome = generate(request, &Plan::new(method), &Until(start + limit));
        let seconds = process_seconds() - start;
        let verdict = match outcome {
            Outcome::Found(found) => {
                self.n_found += 1;
                format!("found by {}", found.method().name())
            }
            Outcome::Impossible(_) => {
                self.n_impossible += 1;
                "impossible".to_owned()
            }
            Outcome::Undecided(_) => "undecided".to_owned(),
        };
        if let Some(text) = listed {
            println!("{} {text} {verdict} {seconds:.2}", request.pattern);
        }
        self.times.push(seconds);
    }

    fn tell(mut self, name: &str, limit: f64) {
        self.times.sort_by(f64::total_cmp);
        let count = self.times.len();
        let median = self.times.get(count / 2).copied().unwrap_or_default();
        let (n_found, n_impossible) = (self.n_found, self.n_impossible);
        println!(
            "{name:<20} {} of {count} decided in {limit} s: {n_found} found, {n_impossible} impossible; median {median:.2} s",
            n_found + n_impossible
        );
    }
}

fn run((name, place): Kind, method: Method, count: usize, limit: f64, choice: &Choice) {
    let patterns = patterns(25, 24..=30);
    let mut random = Xoshiro256PlusPlus::seed_from_u64(25);
    let mut tally = Tally::default();
    for index in 0..count {
        let pattern = patterns[index % patterns.len()];
        let text = place(&pattern, &mut random);
        if !choice.holds(index) {
            continue;
        }
        let path = PathGoal::parse(Shape::NINE, [text.as_str()]).expect("a condition");
        let strategies = StrategySet::PAPER.union(name.parse().expect("a strategy"));
        let request = Request::from(Design { seed: choice.seed, path, ..Design::new(pattern, strategies) });
        tally.ask(&request, method, limit, choice.listed(index, &text));
    }
    tally.tell(name, limit);
}

/// Which other strategies are allowed where one must be needed.
#[derive(Clone, Copy)]
enum Beside {
    Easier,
    Paper,
}

fn run_needed(name: &str, beside: Beside, patterns: &[Pattern], method: Method, limit: f64, choice: &Choice) {
    let needed = name.parse::<StrategySet>().expect("a strategy").iter().next().expect("a strategy");
    let mut tally = Tally::default();
    for (index, pattern) in patterns.iter().enumerate().filter(|&(index, _)| choice.holds(index)) {
        let request = match beside {
            Beside::Easier => {
                let design = Design { seed: choice.seed, ..Design::new(*pattern, StrategySet::ALL) };
                Request::from(design).with_goal(Goal::Hardest(needed))
            }
            Beside::Paper => {
                let required = StrategySet::single(needed);
                let strategies = StrategySet::PAPER.union(required);
                Request::from(Design { seed: choice.seed, required, ..Design::new(*pattern, strategies) })
            }
        };
        tally.ask(&request, method, limit, choice.listed(index, name));
    }
    tally.tell(name, limit);
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|argument| argument != "--bench").collect();
    let number = |name: &str| arguments.iter().find_map(|argument| argument.strip_prefix(name)?.parse::<f64>().ok());
    let (count, limit) = (number("count=").map_or(100, |count| count as usize), number("limit=").unwrap_or(10.0));
    let only = arguments.iter().find_map(|argument| argument.strip_prefix("only="));
    let only = only.map(|only| only.split(',').map(|number| number.parse().expect("only=N,N")).collect());
    let seed = number("seed=").map_or(1, |seed| seed as u64);
    let choice = Choice { only, seed, is_listed: arguments.iter().any(|argument| argument == "list") };
    let chosen = arguments.iter().find(|argument| KINDS.iter().any(|(name, _)| name == argument));
    let method = if arguments.iter().any(|a| a == "sat") {
        Method::Sat
    } else if arguments.iter().any(|a| a == "search") {
        Method::Search
    } else {
        Method::Auto
    };
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build().expect("a thread");
    let needed =
        [("hardest=", Beside::Easier), ("required=", Beside::Paper)].into_iter().find_map(|(option, beside)| {
            Some((arguments.iter().find_map(|argument| argument.strip_prefix(option))?, beside))
        });
    if let Some((name, beside)) = needed {
        let patterns = if arguments.iter().any(|argument| argument == "library") {
            library().into_iter().step_by(2).take(12).collect()
        } else {
            patterns(count, 0..=81)
        };
        return pool.install(|| run_needed(name, beside, &patterns, method, limit, &choice));
    }
    for kind in KINDS.into_iter().filter(|(name, _)| chosen.is_none_or(|chosen| chosen == name)) {
        pool.install(|| run(kind, method, count, limit, &choice));
    }
}

//! Inputs by chance for every reader and every subcommand: `scripts/fuzz`.
//!
//! Valid texts are made and then changed field by field, since most random changes of bytes are refused at once.
//! Each run depends on the seed and its number alone. Worker processes do the runs; this one watches them, so that
//! nothing goes unseen: panics, answers that cannot be right, more than two seconds of CPU time, more memory than a
//! small input may take, an abort. It prints what was found and writes the inputs to files.

#![allow(
    clippy::needless_for_each,
    clippy::needless_range_loop,
    clippy::naive_bytecount,
    clippy::match_bool,
    clippy::range_plus_one,
    clippy::doc_markdown,
    clippy::type_complexity,
    clippy::format_collect,
    clippy::unnecessary_wraps,
    clippy::field_reassign_with_default,
    clippy::cast_possible_wrap,
    reason = "a program of its own, written for plainness"
)]
#![allow(
    clippy::print_stdout,
    clippy::disallowed_methods,
    reason = "it prints what it finds, and leaves it in the system's folder for temporary files"
)]

mod commands;
mod mutate;
#[cfg(feature = "gui")]
mod picture;
mod random;
mod targets;
mod valid;
mod worker;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::time::{Duration, Instant};
use worker::Orders;

/// CPU time of one run in seconds, three times as much without optimisation, and wall time for one that waits for
/// something.
const MOST_CPU: f64 = if cfg!(debug_assertions) { 6.0 } else { 2.0 };
const MOST_WAITING: Duration = Duration::from_mins(2);
/// Resident memory of a worker, in bytes. Inputs are small; tables of all shapes take some 100 MB.
const MOST_MEMORY: u64 = 600 << 20;
const POLL: Duration = Duration::from_millis(20);
/// Hangs after which no worker is started again.
const MOST_KILLED: usize = 100;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match Options::parse(&arguments).map(|options| options.run()) {
        Ok(code) => code,
        Err(error) => {
            println!("fuzz: {error}");
            ExitCode::FAILURE
        }
    }
}

/// What the command line asks for.
struct Options {
    seconds: Option<f64>,
    orders: Orders,
    jobs: u64,
    /// Where inputs of findings go.
    output: PathBuf,
    /// What a worker is told to do.
    is_worker: bool,
    shown: Option<u64>,
    is_self_check: bool,
}

impl Options {
    fn parse(arguments: &[String]) -> Result<Options, String> {
        let orders = Orders { seed: 1, only: None, first: 0, step: 1, end: u64::MAX, folder: PathBuf::new() };
        let jobs = std::thread::available_parallelism().map_or(1, std::num::NonZero::get) as u64;
        let output = std::env::temp_dir().join("cluesmith-fuzz");
        let mut options =
            Options { seconds: None, orders, jobs, output, is_worker: false, shown: None, is_self_check: false };
        let mut words = arguments.iter();
        while let Some(word) = words.next() {
            if word == "--worker" {
                options.is_worker = true;
                continue;
            }
            if word == "--self-check" {
                options.is_self_check = true;
                continue;
            }
            let value = words.next().ok_or_else(|| format!("{word} wants a value"))?;
            let number = || value.parse::<u64>().map_err(|_| format!("{word} wants a whole number, not {value}"));
            match word.as_str() {
                "--seconds" => options.seconds = Some(number()? as f64),
                "--runs" => options.orders.end = number()?,
                "--seed" => options.orders.seed = number()?,
                "--jobs" => options.jobs = number()?.max(1),
                "--only" => options.orders.only = Some(value.clone()),
                "--output" => options.output = PathBuf::from(value),
                "--run" => (options.orders.first, options.orders.end) = (number()?, number()?.saturating_add(1)),
                "--first" => options.orders.first = number()?,
                "--step" => options.orders.step = number()?,
                "--folder" => options.orders.folder = PathBuf::from(value),
                "--show" => options.shown = Some(number()?),
                _ => return Err(format!("there is no option {word}; see scripts/fuzz")),
            }
        }
        let is_known = |only: &String| targets::TARGETS.iter().any(|target| target.name == only);
        if options.orders.only.as_ref().is_some_and(|only| !is_known(only)) {
            let names: Vec<&str> = targets::TARGETS.iter().map(|target| target.name).collect();
            return Err(format!("--only takes one of {}", names.join(", ")));
        }
        Ok(options)
    }

    fn run(&self) -> ExitCode {
        if let Some(run) = self.shown {
            return worker::show(&self.orders, run, &self.output).map_or(ExitCode::FAILURE, |()| ExitCode::SUCCESS);
        }
        if self.is_worker {
            worker::work(&self.orders);
            return ExitCode::SUCCESS;
        }
        if self.is_self_check {
            return self_check();
        }
        let outcome = watch(self);
        println!(
            "{} runs in {:.0} s: {} with panics or wrong answers, {} over {MOST_CPU} s, {} with too much memory, {} aborts",
            outcome.n_runs,
            outcome.seconds,
            outcome.wrong.len(),
            outcome.hangs.len(),
            outcome.memory.len(),
            outcome.aborts.len()
        );
        for (run, what, count) in outcome.sorts() {
            println!(
                "\n{count} times, first in run {run}: {what}\n  scripts/fuzz --seed {} --run {run}",
                self.orders.seed
            );
            let folder = self.output.join(format!("seed-{}-run-{run}", self.orders.seed));
            if self.write_input(run, &folder) {
                println!("  its input: {}", folder.display());
            }
        }
        if outcome.n() == 0 { ExitCode::SUCCESS } else { ExitCode::FAILURE }
    }

    /// A process of its own, which prints what it likes and may come to grief.
    fn write_input(&self, run: u64, to: &Path) -> bool {
        let Ok(folder) = tempfile::tempdir() else { return false };
        let mut command = self.command(folder.path());
        command.args(["--show", &run.to_string(), "--output"]).arg(to);
        command.status().is_ok_and(|status| status.success())
    }

    fn command(&self, folder: &Path) -> Command {
        let mut command = Command::new(std::env::current_exe().expect("this program"));
        command.args(["--seed", &self.orders.seed.to_string(), "--folder"]).arg(folder);
        if let Some(only) = &self.orders.only {
            command.args(["--only", only]);
        }
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    }
}

/// What was found, by run.
#[derive(Default)]
struct Outcome {
    n_runs: u64,
    seconds: f64,
    wrong: Vec<(u64, String)>,
    hangs: Vec<(u64, String)>,
    memory: Vec<(u64, String)>,
    aborts: Vec<(u64, String)>,
}

impl Outcome {
    /// The first of each sort of finding, and how many there are.
    fn sorts(&self) -> Vec<(u64, &str, usize)> {
        let mut sorts: BTreeMap<String, (u64, &str, usize)> = BTreeMap::new();
        let all = [&self.wrong, &self.hangs, &self.memory, &self.aborts].into_iter().flatten();
        for (run, what) in all {
            // Numbers and what was read differ.
            let sort: String = what.chars().filter(|c| !c.is_ascii_digit()).take(60).collect();
            sorts.entry(sort).or_insert((*run, what, 0)).2 += 1;
        }
        sorts.into_values().collect()
    }

    fn n(&self) -> usize {
        self.wrong.len() + self.hangs.len() + self.memory.len() + self.aborts.len()
    }
}

/// A worker and what it was doing when looked at last.
struct Watched {
    child: Child,
    folder: tempfile::TempDir,
    first: u64,
    run: Option<u64>,
    /// Since when it has been at this run, and the CPU time it had used by then.
    since: Instant,
    cpu: f64,
}

/// What is to be said of a worker.
enum State {
    Working,
    Done,
    Hangs(u64, String),
    TooMuchMemory(u64, String),
    Aborted(u64, String),
}

impl Watched {
    fn start(options: &Options, first: u64) -> Watched {
        let folder = tempfile::tempdir().expect("a folder");
        let mut command = options.command(folder.path());
        let numbers = [first, options.jobs, options.orders.end].map(|number| number.to_string());
        command.args(["--worker", "--first", &numbers[0], "--step", &numbers[1], "--runs", &numbers[2]]);
        let child = command.spawn().expect("a process");
        Watched { child, folder, first, run: None, since: Instant::now(), cpu: 0.0 }
    }

    fn look(&mut self) -> State {
        let run = std::fs::read(worker::status_file(self.folder.path())).ok();
        let run = run.and_then(|bytes| bytes.try_into().ok()).map(u64::from_le_bytes);
        let (cpu, memory) = usage(self.child.id()).unwrap_or((self.cpu, 0));
        if run != self.run {
            (self.run, self.since, self.cpu) = (run, Instant::now(), cpu);
        }
        if let Ok(Some(status)) = self.child.try_wait() {
            // Read after its end.
            let run =
                std::fs::read(worker::status_file(self.folder.path())).ok().and_then(|bytes| bytes.try_into().ok());
            self.run = run.map(u64::from_le_bytes);
            return match self.run {
                Some(u64::MAX) => State::Done,
                run => State::Aborted(run.unwrap_or(self.first), format!("the process ended: {status}")),
            };
        }
        // Before the first run it is getting ready.
        let Some(run) = run.filter(|&run| run != u64::MAX) else { return State::Working };
        let (used, waited) = (cpu - self.cpu, self.since.elapsed());
        if used > MOST_CPU || waited > MOST_WAITING {
            return State::Hangs(run, format!("{used:.1} s of CPU time in {:.0} s", waited.as_secs_f64()));
        }
        if memory > MOST_MEMORY {
            return State::TooMuchMemory(run, format!("{} MB of memory", memory >> 20));
        }
        State::Working
    }

    fn n_done(&self, step: u64) -> u64 {
        self.run.filter(|&run| run != u64::MAX).map_or(0, |run| (run - self.first) / step)
    }

    /// Ends it; returns what it found to be wrong.
    fn end(&mut self) -> Vec<(u64, String)> {
        _ = self.child.kill();
        _ = self.child.wait();
        let text = std::fs::read_to_string(worker::findings_file(self.folder.path())).unwrap_or_default();
        let read = |line: &str| {
            let (run, what) = line.split_once('\t')?;
            Some((run.parse().ok()?, what.replacen('\t', ": ", 1)))
        };
        text.lines().filter_map(read).collect()
    }
}

/// Seconds of CPU time and bytes of resident memory of a process, where Linux tells.
fn usage(process: u32) -> Option<(f64, u64)> {
    const TICKS_PER_SECOND: f64 = 100.0;
    const PAGE: u64 = 4096;
    let text = std::fs::read_to_string(format!("/proc/{process}/stat")).ok()?;
    // The name, in brackets, may hold blanks.
    let fields: Vec<&str> = text.rsplit_once(')')?.1.split_whitespace().collect();
    let number = |field: usize| fields.get(field - 3)?.parse::<u64>().ok();
    Some(((number(14)? + number(15)?) as f64 / TICKS_PER_SECOND, number(24)? * PAGE))
}

/// Faults of every kind, made on purpose: each has to be noticed, and the runs after it have to be done.
fn self_check() -> ExitCode {
    let runs = 12;
    let mut code = ExitCode::SUCCESS;
    for name in ["panics", "lies", "hangs", "gobbles", "aborts"] {
        let arguments = ["--only", name, "--runs", "12", "--jobs", "2"].map(str::to_owned);
        let outcome = watch(&Options::parse(&arguments).expect("right options"));
        let [wrong, hangs, memory, aborts] =
            [&outcome.wrong, &outcome.hangs, &outcome.memory, &outcome.aborts].map(Vec::len);
        // Every run has the same chance of a fault, whatever its kind.
        let expected = match name {
            "panics" | "lies" => [N_FAULTS, 0, 0, 0],
            "hangs" => [0, N_FAULTS, 0, 0],
            "gobbles" => [0, 0, N_FAULTS, 0],
            _ => [0, 0, 0, N_FAULTS],
        };
        let is_right = [wrong, hangs, memory, aborts] == expected && outcome.n_runs == runs;
        println!("{name}: {} of {N_FAULTS} noticed in {} of {runs} runs", outcome.n(), outcome.n_runs);
        if !is_right {
            code = ExitCode::FAILURE;
        }
    }
    code
}

/// Faults among the first 12 runs of seed 1.
const N_FAULTS: usize = 3;

fn watch(options: &Options) -> Outcome {
    let start = Instant::now();
    let mut outcome = Outcome::default();
    let mut shown = Instant::now();
    let jobs = options.jobs.min(options.orders.end - options.orders.first);
    let mut workers: Vec<Option<Watched>> =
        (0..jobs).map(|job| Some(Watched::start(options, options.orders.first + job))).collect();
    while workers.iter().any(Option::is_some) {
        std::thread::sleep(POLL);
        let is_late = options.seconds.is_some_and(|seconds| start.elapsed().as_secs_f64() > seconds);
        for slot in &mut workers {
            let Some(worker) = slot else { continue };
            let state = worker.look();
            let failed = match state {
                State::Working if !is_late => continue,
                State::Working | State::Done => None,
                State::Hangs(run, what) => Some((run, what, &mut outcome.hangs)),
                State::TooMuchMemory(run, what) => Some((run, what, &mut outcome.memory)),
                State::Aborted(run, what) => Some((run, what, &mut outcome.aborts)),
            };
            let next = failed.map(|(run, what, kind)| {
                kind.push((run, what));
                run.saturating_add(options.jobs)
            });
            let last = worker.run.filter(|&run| run != u64::MAX);
            let n_done = match (next, last) {
                (None, _) if !is_late => (options.orders.end - worker.first).div_ceil(options.jobs),
                (_, Some(_)) => worker.n_done(options.jobs) + u64::from(next.is_some()),
                (_, None) => 0,
            };
            outcome.n_runs += n_done;
            outcome.wrong.extend(worker.end());
            let goes_on =
                next.filter(|&next| !is_late && next < options.orders.end && outcome.hangs.len() < MOST_KILLED);
            *slot = goes_on.map(|next| Watched::start(options, next));
        }
        if shown.elapsed() > Duration::from_mins(1) {
            shown = Instant::now();
            let n_runs =
                outcome.n_runs + workers.iter().flatten().map(|worker| worker.n_done(options.jobs)).sum::<u64>();
            println!("{:.0} s: {n_runs} runs, {} findings", start.elapsed().as_secs_f64(), outcome.n());
        }
    }
    outcome.seconds = start.elapsed().as_secs_f64();
    outcome
}

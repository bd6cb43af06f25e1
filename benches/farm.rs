//! The search for puzzles with n clues in all grids, on many machines: a simulation from measured times.
//!
//! ```sh
//! cluesmith check --clues 16 --threads 1 --json grids.txt > times.txt
//! cargo bench --no-default-features --bench farm -- times.txt
//! ```
//!
//! The jobs are handed out as they are by `check --mpi`; only the clock, the workers and the messages are simulated. A
//! grid takes as long as one of the file that is drawn at random.

#![allow(clippy::print_stdout, reason = "a benchmark prints its figures")]

#[path = "../tests/common/random.rs"]
#[allow(dead_code, reason = "other tests need more of it")]
mod random;

use cluesmith::grid_checker::{Farm, Question};
use random::Random;
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// Essentially different grids.
const ALL_GRIDS: f64 = 5_472_730_538.0;
/// Grids for each worker of a simulated run, and the fewest of a run.
const GRIDS_PER_WORKER: usize = 100;
/// Time of a message on its way, and of the master for an answer and the next job.
const LATENCY: f64 = 1e-3;
const MASTER: f64 = 50e-6;
/// Time a worker takes to prepare the search of a grid.
const PREPARE: f64 = 0.04;

/// What comes to the master: the time in nanoseconds, from whom, and which of its jobs ended, by itself or because it
/// was asked to give back.
type Event = Reverse<(u64, usize, u64, bool)>;

/// Seconds to the end, and the work done in them.
fn simulate(n_grids: usize, n_workers: usize, times: &[f64]) -> (f64, f64) {
    let mut random = Random(1);
    let drawn: Vec<f32> = (0..n_grids).map(|_| times[random.below(times.len())] as f32).collect();
    let work: f64 = drawn.iter().map(|&seconds| f64::from(seconds)).sum();
    let mut farm = Farm::new(n_grids, n_workers);
    let mut events: BinaryHeap<Event> = BinaryHeap::new();
    // How many jobs each had.
    let mut n_jobs = vec![0; n_workers];
    let mut idle: BTreeSet<usize> = (0..n_workers).collect();
    let mut now: f64 = 0.0;
    let at = |seconds: f64| (seconds * 1e9) as u64;
    loop {
        while let Some(&worker) = idle.first() {
            let Some(job) = farm.next(worker, now) else { break };
            idle.remove(&worker);
            now += MASTER;
            let whole: f64 = job.grids.iter().map(|&grid| f64::from(drawn[grid])).sum();
            let takes = if job.parts == 1 { whole } else { PREPARE + (whole - PREPARE).max(0.0) / job.parts as f64 };
            n_jobs[worker] += 1;
            events.push(Reverse((at(now + 2.0 * LATENCY + takes), worker, n_jobs[worker], false)));
        }
        while let Some(Question::GiveBack(worker)) = farm.give_back(now) {
            events.push(Reverse((at(now + 2.0 * LATENCY), worker, n_jobs[worker], true)));
        }
        if farm.is_over() {
            return (now, work);
        }
        let Some(Reverse((time, worker, job, is_back))) = events.pop() else { return (now, work) };
        if job != n_jobs[worker] || idle.contains(&worker) {
            continue;
        }
        now = now.max(time as f64 * 1e-9) + MASTER;
        if is_back {
            // What it has done is not counted, which makes the run longer than it would be.
            farm.gave_back(worker, &[]);
        } else {
            farm.done(worker, now);
        }
        idle.insert(worker);
    }
}

fn main() {
    let files = std::env::args().skip(1).filter(|argument| !argument.starts_with("--"));
    let text: String = files.filter_map(|file| std::fs::read_to_string(file).ok()).collect();
    let seconds = |line: &str| serde_json::from_str::<serde_json::Value>(line).ok()?.get("seconds")?.as_f64();
    let times: Vec<f64> = text.lines().filter_map(seconds).collect();
    if times.is_empty() {
        println!("name a file that check --clues 16 --json has written");
        return;
    }
    let mean = times.iter().sum::<f64>() / times.len() as f64;
    let variance = times.iter().map(|time| (time - mean).powi(2)).sum::<f64>() / times.len() as f64;
    let error = (variance / times.len() as f64).sqrt();
    let hours = |seconds: f64| seconds * ALL_GRIDS / 3.6e9;
    println!("{} grids, {mean:.3} s each (standard error {error:.3} s)", times.len());
    println!("all grids: {:.2} million core-hours (standard error {:.2})", hours(mean), hours(error));
    println!("workers   grids        seconds   busy     all grids");
    for n_workers in [1, 2, 4, 1_000, 10_000, 100_000] {
        let n_grids = n_workers * GRIDS_PER_WORKER;
        let (end, work) = simulate(n_grids, n_workers, &times);
        let busy = work / end / n_workers as f64;
        let days = mean * ALL_GRIDS / busy / n_workers as f64 / 86_400.0;
        println!("{n_workers:<9} {n_grids:<12} {end:<9.1} {busy:<8.4} {days:.1} days");
    }
}

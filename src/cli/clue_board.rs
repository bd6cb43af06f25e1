//! What is done and what is to do in a run of `check --clues`: hands out jobs, keeps their results, writes what is
//! known of each grid in the order of the grids.

use super::args::Check;
use super::farm::{Found, Item, Order, Report};
use super::input;
use super::output::Output;
use super::results::{Known, Whole, grid_line_of, line_of, puzzle_of};
use super::{CliError, Exit};
#[cfg(feature = "mpi")]
use crate::grid::Shape;
use crate::grid::{CellSet, Puzzle};
use crate::grid_checker::{Farm, Pruning, Question};
use serde::Serialize;
use std::collections::BTreeMap;
use std::fs::File;
use std::io::Write;
use std::time::{Duration, Instant};

/// The last line of a grid in `check --clues --json`.
#[derive(Serialize)]
struct GridLine {
    grid: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
    clues: usize,
    puzzles: usize,
    /// Null where the search was stopped before it knew.
    unavoidable_sets: Option<usize>,
    /// Time that all workers together spent on the grid.
    seconds: f64,
    /// Parts of the work (null like the sets), and how many are done; all puzzles are known when they are equal.
    tasks: Option<usize>,
    tasks_done: usize,
}

/// A puzzle in `check --clues --json`.
#[derive(Serialize)]
struct PuzzleLine {
    puzzle: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
}

/// Between two lines of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(2);

/// A grid, and what is known of it.
pub(super) struct Work {
    solution: Puzzle,
    known: Known,
    /// Parts of the search, and unavoidable sets.
    sizes: Option<(usize, usize)>,
    seconds: f64,
    /// Explored of what was to do.
    explored: f64,
    /// Part of the tree that was done before.
    before: f64,
}

impl Work {
    pub(super) fn new(solution: Puzzle, known: Known) -> Work {
        let sizes = known.whole.as_ref().map(|whole| (whole.n_tasks, whole.n_sets));
        let n_before = known.done.n_tasks() as f64;
        let before = known.split.as_ref().map_or(0.0, |split| n_before / split.n_tasks.max(1) as f64);
        Work { solution, known, sizes, seconds: 0.0, explored: 0.0, before }
    }
}

/// A run of `check --clues`.
pub(super) struct Board<'a> {
    args: &'a Check,
    pub(super) clues: usize,
    pub(super) pruning: Pruning,
    started: Instant,
    /// Grids that were not looked at, in order.
    source: Box<dyn Iterator<Item = Work> + Send + 'a>,
    /// How many were.
    n_read: usize,
    n_grids: usize,
    farm: Farm,
    n_ordered: usize,
    /// By number in the farm: grids that are not done, with their numbers in the input.
    open: BTreeMap<usize, (usize, Work)>,
    /// By number in the input: grids that wait for those before them.
    ready: BTreeMap<usize, Work>,
    n_written: usize,
    explored: f64,
    output: Output,
    file: Option<File>,
    exit: &'a mut Exit,
    shown: Instant,
}

impl<'a> Board<'a> {
    /// `n_open` of `n_grids` grids are not known to be done.
    pub(super) fn new(
        args: &'a Check,
        clues: usize,
        pruning: Pruning,
        source: Box<dyn Iterator<Item = Work> + Send + 'a>,
        (n_grids, n_open, n_workers): (usize, usize, usize),
        file: Option<File>,
        exit: &'a mut Exit,
    ) -> Board<'a> {
        Board {
            args,
            clues,
            pruning,
            started: Instant::now(),
            source,
            n_read: 0,
            n_grids,
            farm: Farm::new(n_open, n_workers),
            n_ordered: 0,
            open: BTreeMap::new(),
            ready: BTreeMap::new(),
            n_written: 0,
            explored: 0.0,
            output: Output::new(),
            file,
            exit,
            shown: Instant::now(),
        }
    }

    fn now(&self) -> f64 {
        self.started.elapsed().as_secs_f64()
    }

    /// Whether there is nothing more to do, or nobody to read it.
    pub(super) fn is_over(&self) -> bool {
        self.farm.is_over() || self.output.is_closed()
    }

    /// The worker's next job, if there is one now.
    pub(super) fn order(&mut self, worker: usize, report_seconds: f64) -> Result<Option<Order>, CliError> {
        let Some(job) = self.farm.next(worker, self.now()) else { return Ok(None) };
        let (index, shards) = self.args.shard.map_or((0, 1), |(part, parts)| (part - 1, parts));
        let mut items = Vec::new();
        for grid in job.grids {
            while self.n_ordered <= grid {
                let Some(work) = self.read()? else { break };
                let number = self.n_read - 1;
                self.open.insert(self.n_ordered, (number, work));
                self.n_ordered += 1;
            }
            if let Some((_, work)) = self.open.get(&grid) {
                let except = work.known.done.tasks().collect();
                items.push(Item { grid, solution: work.solution.clone(), except });
            }
        }
        let report_seconds = report_seconds.min(self.farm.batch_seconds());
        Ok(Some(Order { part: (index + shards * job.part, shards * job.parts), report_seconds, items }))
    }

    /// The next grid that is not known to be done.
    fn read(&mut self) -> Result<Option<Work>, CliError> {
        while let Some(work) = self.source.next() {
            self.n_read += 1;
            if work.known.whole.is_none() {
                return Ok(Some(work));
            }
            self.ready.insert(self.n_read - 1, work);
            self.write_ready()?;
        }
        Ok(None)
    }

    /// The layout of a grid that is not done.
    #[cfg(feature = "mpi")]
    pub(super) fn shape(&self, grid: usize) -> Option<Shape> {
        self.open.get(&grid).map(|(_, work)| work.solution.shape())
    }

    /// What a worker has done.
    pub(super) fn take(&mut self, reports: Vec<Report>) -> Result<(), CliError> {
        for Report { grid, split, n_sets, seconds, share, found } in reports {
            let Some((_, work)) = self.open.get_mut(&grid) else { continue };
            let n_tasks = work.known.check_split(&split)?;
            work.sizes = Some((n_tasks, n_sets));
            work.seconds += seconds;
            let mut lines = String::new();
            match found {
                Found::All(puzzles) => {
                    let puzzles = puzzles.iter().map(|puzzle| puzzle.pattern().cells).collect();
                    work.known.whole = Some(Whole { n_tasks, n_sets, puzzles });
                }
                Found::Tasks(tasks) => {
                    for (task, puzzles) in tasks {
                        if !work.known.done.contains(task) {
                            lines += &line_of(&work.solution, self.clues, &split, task, &puzzles);
                            work.known.done.insert(task, &puzzles);
                        }
                    }
                    let mine = 1.0 / self.args.shard.map_or(1.0, |(_, parts)| parts as f64);
                    let share = (share / ((1.0 - work.before).max(1e-9) * mine)).min(1.0 - work.explored);
                    work.explored += share;
                    self.explored += share;
                    // What another run should not do again is told once more, shorter.
                    if work.known.done.n_tasks() == n_tasks {
                        let puzzles = work.known.done.puzzles(&work.solution)?;
                        work.known.whole = Some(Whole { n_tasks, n_sets, puzzles });
                    }
                }
            }
            if let Some(whole) = &work.known.whole {
                lines += &grid_line_of(&work.solution, self.clues, whole);
            }
            if let Some(file) = &mut self.file {
                let written = file.write_all(lines.as_bytes());
                written.map_err(|error| CliError(format!("cannot write results: {error}")))?;
            }
        }
        self.show();
        Ok(())
    }

    /// A worker has done its job, or gives back what it has not done of it.
    pub(super) fn end_job(&mut self, worker: usize, is_done: bool) -> Result<(), CliError> {
        let done = if is_done {
            self.farm.done(worker, self.now())
        } else {
            let is_whole = |grid: &usize| self.open.get(grid).is_some_and(|(_, work)| work.known.whole.is_some());
            let grids = self.farm.job(worker).map_or(&[][..], |job| &job.grids);
            let finished: Vec<usize> = grids.iter().copied().filter(is_whole).collect();
            self.farm.gave_back(worker, &finished)
        };
        for grid in done {
            if let Some((number, work)) = self.open.remove(&grid) {
                self.explored += 1.0 - work.explored;
                self.ready.insert(number, work);
            }
        }
        self.write_ready()?;
        self.show();
        Ok(())
    }

    /// A sign of life.
    #[cfg(feature = "mpi")]
    pub(super) fn heard(&mut self, worker: usize) {
        self.farm.heard(worker, self.now());
    }

    /// The worker that has to give back what it does, because others have nothing to do.
    pub(super) fn give_back(&mut self) -> Option<Question> {
        self.farm.give_back(self.now())
    }

    /// Workers that have to say whether they are there.
    #[cfg(feature = "mpi")]
    pub(super) fn look_after(&mut self) -> Vec<Question> {
        self.farm.look_after(self.now())
    }

    #[cfg(feature = "mpi")]
    pub(super) fn farm(&self) -> &Farm {
        &self.farm
    }

    fn write_ready(&mut self) -> Result<(), CliError> {
        while let Some(work) = self.ready.remove(&self.n_written) {
            self.n_written += 1;
            self.write(&work)?;
        }
        Ok(())
    }

    /// Writes the puzzles of a grid and how many they are.
    fn write(&mut self, work: &Work) -> Result<(), CliError> {
        let Work { solution, known, seconds, .. } = work;
        let (args, clues) = (self.args, self.clues);
        let puzzles: Vec<CellSet> = match &known.whole {
            Some(whole) => whole.in_order(),
            None => known.done.puzzles(solution)?,
        };
        for cells in &puzzles {
            let puzzle = puzzle_of(solution, cells);
            if args.common.json {
                let layout = input::told_layout(puzzle.shape());
                self.output.json(&PuzzleLine { puzzle: puzzle.to_string(), layout })?;
            } else {
                self.output.line(&puzzle.to_string())?;
            }
        }
        let tasks_done = known.whole.as_ref().map_or(known.done.n_tasks(), |whole| whole.n_tasks);
        if args.common.json {
            self.output.json(&GridLine {
                grid: solution.to_string(),
                layout: input::told_layout(solution.shape()),
                clues,
                puzzles: puzzles.len(),
                unavoidable_sets: work.sizes.map(|(_, n_sets)| n_sets),
                seconds: *seconds,
                tasks: work.sizes.map(|(n_tasks, _)| n_tasks),
                tasks_done: work.sizes.map_or(0, |_| tasks_done),
            })?;
        } else if let Some((tasks, _)) = work.sizes {
            let known = if tasks_done == tasks {
                "that is all".to_owned()
            } else {
                format!("{tasks_done} of {tasks} parts of the search done")
            };
            let count = puzzles.len();
            self.output.line(&format!("# {solution}: {count} puzzles with {clues} clues, {known}"))?;
        } else {
            let end = format!("stopped before the search for puzzles with {clues} clues began");
            self.output.line(&format!("# {solution}: {end}"))?;
        }
        self.output.flush()
    }

    /// Writes what is known of all other grids.
    pub(super) fn finish(mut self) -> Result<(), CliError> {
        let is_over = self.is_over();
        for (number, work) in std::mem::take(&mut self.open).into_values() {
            self.ready.insert(number, work);
        }
        while self.n_written < self.n_grids && !self.output.is_closed() {
            if self.n_read == self.n_written {
                let Some(work) = self.source.next() else { break };
                self.ready.insert(self.n_read, work);
                self.n_read += 1;
            }
            self.write_ready()?;
        }
        if !is_over {
            *self.exit = Exit::Undecided;
        }
        self.output.flush()
    }

    #[allow(clippy::print_stderr, reason = "progress goes to standard error, results to standard output")]
    fn show(&mut self) {
        if !self.args.progress || self.shown.elapsed() < PROGRESS_INTERVAL {
            return;
        }
        self.shown = Instant::now();
        let n_open = self.farm.n_grids() as f64;
        let n_done = self.n_grids as f64 - n_open + self.explored;
        let seconds = self.now() / self.explored.max(1e-9) * (n_open - self.explored).max(0.0);
        let explored = n_done / self.n_grids as f64 * 100.0;
        let (done, all) = (n_done as usize, self.n_grids);
        eprintln!("# {done} of {all} grids, {explored:.1} % explored, about {} left", duration(seconds));
    }
}

/// A time to wait, in words.
fn duration(seconds: f64) -> String {
    match seconds {
        ..120.0 => format!("{seconds:.0} s"),
        120.0..7200.0 => format!("{:.0} min", seconds / 60.0),
        7200.0..172_800.0 => format!("{:.1} h", seconds / 3600.0),
        _ => format!("{:.1} days", seconds / 86_400.0),
    }
}

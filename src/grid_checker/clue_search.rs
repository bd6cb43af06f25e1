//! All puzzles with n clues of a solution grid, as numbered tasks.
//!
//! Equal grids, numbers of clues and limits give the same tasks on every machine, so tasks
//! can be shared out, done in any order, and their results put together.

use super::node::Explorer;
use super::prune::Pruning;
use super::roots::{Root, Roots};
use super::{Stop, unavoidable_sets_until};
use crate::grid::{CellSet, EMPTY_CHECKSUM, Puzzle, checksum};
use rayon::prelude::*;
use std::collections::HashSet;
use std::ops::ControlFlow;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// Largest size of the unavoidable sets used; finding those of larger shapes takes long.
const SET_LIMIT: usize = 14;
const SET_LIMIT_ABOVE_9: usize = 12;
/// Tasks are split until there are this many, if the tree is deep enough.
const WANTED_TASKS: usize = 1000;
/// With more roots than this, a task takes several.
const MOST_TASKS: usize = 2000;

/// What cannot be searched.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum SearchError {
    #[error("the checker needs a solution grid: every cell filled, no digit twice in a house")]
    NotASolution,
    #[error("a puzzle of this shape has 1 to {0} clues")]
    Clues(usize),
    #[error("the search was stopped before it began")]
    Stopped,
}

/// What a task found.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TaskResult {
    /// Its number.
    pub task: usize,
    /// Every puzzle in its part of the tree.
    pub puzzles: Vec<Puzzle>,
    /// Candidates that came to the solver.
    pub n_tested: u64,
}

/// The search for all puzzles with a number of clues.
#[derive(Debug)]
pub struct ClueSearch {
    grid: Puzzle,
    clues: usize,
    sets: Vec<CellSet>,
    pruning: Pruning,
    tree: Tree,
}

/// Nodes and sets in words that fit the shape.
#[derive(Debug)]
enum Tree {
    W1(Tasks<1>),
    W2(Tasks<2>),
    W3(Tasks<3>),
    W4(Tasks<4>),
}

#[derive(Debug)]
struct Tasks<const W: usize> {
    roots: Roots<W>,
    /// First and last of the roots of each task, which is done when all are.
    chunks: Vec<std::ops::Range<usize>>,
}

macro_rules! with_tree {
    ($tree:expr, $tasks:ident => $body:expr) => {
        match $tree {
            Tree::W1($tasks) => $body,
            Tree::W2($tasks) => $body,
            Tree::W3($tasks) => $body,
            Tree::W4($tasks) => $body,
        }
    };
}

impl ClueSearch {
    /// Prepares the search: unavoidable sets and tasks.
    ///
    /// # Errors
    /// If the grid is no solution grid or cannot have that many clues.
    pub fn new(grid: &Puzzle, clues: usize) -> Result<ClueSearch, SearchError> {
        ClueSearch::until(grid, clues, &|| false)
    }

    /// Prepares the search as [`ClueSearch::new`] does, unless it is stopped.
    ///
    /// # Errors
    /// If the grid is no solution grid or cannot have that many clues, or if it was stopped.
    pub fn until(grid: &Puzzle, clues: usize, stop: Stop<'_>) -> Result<ClueSearch, SearchError> {
        if !grid.is_solution() {
            return Err(SearchError::NotASolution);
        }
        let n_cells = grid.shape().n_cells();
        if clues == 0 || clues > n_cells {
            return Err(SearchError::Clues(n_cells));
        }
        let limit = if grid.shape().n() > 9 { SET_LIMIT_ABOVE_9 } else { SET_LIMIT };
        let sets = unavoidable_sets_until(grid, limit, stop).ok_or(SearchError::Stopped)?;
        let tree = match Roots::by_bands(grid.shape(), clues, &sets, stop) {
            Some(roots) => Tree::W1(Tasks::new(roots, stop)),
            None => match n_cells {
                ..=64 => Tree::W1(Tasks::new(Roots::whole(n_cells, clues, &sets), stop)),
                65..=128 => Tree::W2(Tasks::new(Roots::whole(n_cells, clues, &sets), stop)),
                129..=192 => Tree::W3(Tasks::new(Roots::whole(n_cells, clues, &sets), stop)),
                _ => Tree::W4(Tasks::new(Roots::whole(n_cells, clues, &sets), stop)),
            },
        };
        if stop() {
            return Err(SearchError::Stopped);
        }
        Ok(ClueSearch { grid: grid.clone(), clues, sets, pruning: Pruning::default(), tree })
    }

    /// This search with other means of pruning. The split into tasks does not depend on them, so results of both can be
    /// merged.
    #[must_use]
    pub fn with_pruning(self, pruning: Pruning) -> ClueSearch {
        ClueSearch { pruning, ..self }
    }

    /// The solution grid.
    pub fn grid(&self) -> &Puzzle {
        &self.grid
    }

    /// Number of clues looked for.
    pub fn clues(&self) -> usize {
        self.clues
    }

    /// The unavoidable sets used.
    pub fn unavoidable_sets(&self) -> &[CellSet] {
        &self.sets
    }

    /// Number of tasks; they are numbered from 0.
    pub fn n_tasks(&self) -> usize {
        with_tree!(&self.tree, tasks => tasks.chunks.len())
    }

    /// Tells this way of splitting the work into tasks from any other: results of tasks with the same number
    /// belong together only where it is equal. The number of tasks and a checksum of their roots.
    pub fn split(&self) -> String {
        let checksum = with_tree!(&self.tree, tasks => tasks.checksum());
        format!("{}-{checksum:016x}", self.n_tasks())
    }

    /// Estimated share of the whole tree that a task is; all together make 1.
    pub fn share(&self, task: usize) -> f64 {
        with_tree!(&self.tree, tasks => tasks.chunks[task].clone().map(|root| tasks.roots.all[root].share).sum())
    }

    /// Does one task; `None` if stopped.
    pub fn run_task(&self, task: usize, stop: Stop<'_>) -> Option<TaskResult> {
        let mut puzzles = Vec::new();
        let n_tested = self.explore(task, stop, &mut |puzzle| {
            puzzles.push(puzzle);
            ControlFlow::Continue(())
        })?;
        Some(TaskResult { task, puzzles, n_tested })
    }

    /// One task, handing over each puzzle at once; the number of candidates that came to the solver, or `None`
    /// if it was stopped.
    fn explore(&self, task: usize, stop: Stop<'_>, receive: &mut dyn FnMut(Puzzle) -> ControlFlow<()>) -> Option<u64> {
        // With dead cells no set of clues comes twice.
        let mut found = HashSet::new();
        let mut new_ones = |puzzle: Puzzle| {
            if self.pruning.dead_clues || found.insert(puzzle.clone()) {
                receive(puzzle)
            } else {
                ControlFlow::Continue(())
            }
        };
        with_tree!(&self.tree, tasks => {
            let mut n_tested = 0;
            for Root { frame, fixed, node, .. } in &tasks.roots.all[tasks.chunks[task].clone()] {
                let frame = &tasks.roots.frames[*frame];
                let mut explorer = Explorer::new(&self.grid, frame, *fixed, self.pruning, stop, &mut new_ones);
                if !explorer.explore(node) {
                    return None;
                }
                n_tested += explorer.n_tested;
            }
            Some(n_tested)
        })
    }

    /// Does all tasks on the caller's rayon pool for somebody who watches: each puzzle is handed over when it is
    /// found, and after each task the share of the tree explored so far. True if all of it was explored, false if
    /// stopped or if the receiver had enough.
    pub fn watch(
        &self,
        stop: Stop<'_>,
        receive: &(dyn Fn(Puzzle) -> ControlFlow<()> + Sync),
        explored: &(dyn Fn(f64) + Sync),
    ) -> bool {
        if self.n_tasks() == 0 {
            // All of it was refuted when it was split.
            explored(1.0);
            return true;
        }
        let share = Mutex::new(0.0);
        let has_enough = AtomicBool::new(false);
        let stop = || stop() || has_enough.load(Ordering::Relaxed);
        let receive = |puzzle| {
            let flow = receive(puzzle);
            has_enough.fetch_or(flow.is_break(), Ordering::Relaxed);
            flow
        };
        (0..self.n_tasks()).into_par_iter().with_max_len(1).all(|task| {
            let is_done = self.explore(task, &stop, &mut |puzzle| receive(puzzle)).is_some();
            if is_done {
                let mut share = share.lock().unwrap_or_else(PoisonError::into_inner);
                *share += self.share(task);
                explored(*share);
            }
            is_done
        })
    }

    /// Does these tasks on the caller's rayon pool and hands over each result as it comes; true if all
    /// were done, false if stopped.
    pub fn run(&self, tasks: &[usize], stop: Stop<'_>, receive: &(dyn Fn(TaskResult) + Sync)) -> bool {
        // One at a time: tasks differ much in size.
        tasks.par_iter().with_max_len(1).map(|&task| self.run_task(task, stop).map(receive)).all(|done| done.is_some())
    }
}

impl<const W: usize> Tasks<W> {
    fn new(mut roots: Roots<W>, stop: Stop<'_>) -> Tasks<W> {
        roots.split(WANTED_TASKS, stop);
        let n_roots = roots.all.len();
        let size = n_roots.div_ceil(MOST_TASKS).max(1);
        let chunks = (0..n_roots).step_by(size).map(|start| start..(start + size).min(n_roots)).collect();
        Tasks { roots, chunks }
    }

    /// A checksum of where each root begins.
    fn checksum(&self) -> u64 {
        let words = self.roots.all.iter().flat_map(|Root { frame, fixed, node, .. }| {
            let left = node.quotas.map(|quota| quota.left as u64);
            [*frame as u64].into_iter().chain(fixed.words()).chain(node.chosen).chain(node.alive).chain(left)
        });
        checksum(EMPTY_CHECKSUM, words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Shape;
    use crate::grid_checker::unavoidable_sets;
    use crate::logic::solutions;

    fn search<const W: usize>(
        grid: &Puzzle,
        clues: usize,
        tree: impl Fn(Tasks<W>) -> Tree,
        roots: Roots<W>,
    ) -> ClueSearch {
        let tree = tree(Tasks::new(roots, &|| false));
        ClueSearch { grid: grid.clone(), clues, sets: Vec::new(), pruning: Pruning::default(), tree }
    }

    fn all_puzzles(search: &ClueSearch) -> Vec<Puzzle> {
        let tasks = 0..search.n_tasks();
        let mut found: Vec<Puzzle> =
            tasks.filter_map(|task| search.run_task(task, &|| false)).flat_map(|t| t.puzzles).collect();
        found.sort();
        found
    }

    /// The search by bands finds what the whole tree finds, each puzzle once.
    #[test]
    fn bands_and_the_whole_tree_agree() {
        for (text, nth, clues, limit) in [("2x3", 0, 8, 12), ("2x3", 39, 9, 12), ("3x2", 77, 9, 10), ("3x2", 5, 8, 6)] {
            let shape: Shape = text.parse().expect("shape");
            let grid = &solutions(&Puzzle::empty(shape), nth + 1)[nth];
            let sets = unavoidable_sets(grid, limit);
            let whole = search(grid, clues, Tree::W1, Roots::whole(shape.n_cells(), clues, &sets));
            let by_bands =
                search(grid, clues, Tree::W1, Roots::by_bands(shape, clues, &sets, &|| false).expect("three bands"));
            let puzzles = all_puzzles(&by_bands);
            assert_eq!(puzzles, all_puzzles(&whole), "{grid} {clues}");
            assert!(clues < 9 || !puzzles.is_empty());
        }
    }

    #[test]
    fn bands_are_for_three_of_them() {
        let roots = |text: &str, clues| {
            let shape: Shape = text.parse().expect("shape");
            Roots::by_bands(shape, clues, &[], &|| false).is_some()
        };
        assert_eq!([roots("2x2", 4), roots("2x4", 14), roots("3x4", 30), roots("3x3", 30)], [false; 4]);
        assert_eq!([roots("2x3", 3), roots("3x2", 3), roots("3x3", 3)], [true; 3]);
    }
}

//! All puzzles with n clues of a solution grid, as numbered tasks.
//!
//! The same grid, number of clues and limit give the same tasks on every machine, so tasks
//! can be shared out, done in any order, and their results put together.

use super::mask::{Mask, from_cells};
use super::node::{Explorer, Node};
use super::{Stop, unavoidable_sets};
use crate::grid::{CellSet, Puzzle};
use rayon::prelude::*;

/// Largest size of the unavoidable sets used: with more, a node costs more than it saves.
const SET_LIMIT: usize = 12;
/// Tasks are split until there are this many, if the tree is deep enough.
const WANTED_TASKS: usize = 1000;
/// Fewest clues left in a task that is split.
const MIN_LEFT: usize = 5;

/// What cannot be searched.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum SearchError {
    #[error("the checker needs a solution grid: every cell filled, no digit twice in a house")]
    NotASolution,
    #[error("a puzzle of this shape has 1 to {0} clues")]
    Clues(usize),
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
    sets: Vec<Mask<W>>,
    /// Node and share of the tree of each task.
    nodes: Vec<(Node<W>, f64)>,
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
        if !grid.is_solution() {
            return Err(SearchError::NotASolution);
        }
        let n_cells = grid.shape().n_cells();
        if clues == 0 || clues > n_cells {
            return Err(SearchError::Clues(n_cells));
        }
        let sets = unavoidable_sets(grid, SET_LIMIT);
        let tree = match n_cells {
            ..=64 => Tree::W1(Tasks::new(n_cells, clues, &sets)),
            65..=128 => Tree::W2(Tasks::new(n_cells, clues, &sets)),
            129..=192 => Tree::W3(Tasks::new(n_cells, clues, &sets)),
            _ => Tree::W4(Tasks::new(n_cells, clues, &sets)),
        };
        Ok(ClueSearch { grid: grid.clone(), clues, sets, tree })
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
        with_tree!(&self.tree, tasks => tasks.nodes.len())
    }

    /// Estimated share of the whole tree that a task is; all together make 1.
    pub fn share(&self, task: usize) -> f64 {
        with_tree!(&self.tree, tasks => tasks.nodes[task].1)
    }

    /// Does one task; `None` if stopped.
    pub fn run_task(&self, task: usize, stop: Stop<'_>) -> Option<TaskResult> {
        with_tree!(&self.tree, tasks => {
            let mut explorer = Explorer::new(&self.grid, self.clues, stop);
            let is_done = explorer.explore(&tasks.nodes[task].0, &tasks.sets);
            let Explorer { found: puzzles, n_tested, .. } = explorer;
            is_done.then_some(TaskResult { task, puzzles, n_tested })
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
    fn new(n_cells: usize, clues: usize, sets: &[CellSet]) -> Tasks<W> {
        let sets: Vec<Mask<W>> = sets.iter().map(from_cells).collect();
        let root = Node { chosen: [0; W], alive: from_cells(&CellSet::first(n_cells)), left: clues };
        let mut nodes = vec![(root, 1.0)];
        while nodes.len() < WANTED_TASKS {
            let mut next = Vec::new();
            let mut is_split = false;
            for (node, share) in &nodes {
                match if node.left < MIN_LEFT { None } else { Explorer::children(node, &sets) } {
                    None => next.push((node.clone(), *share)),
                    Some(children) => {
                        is_split = true;
                        let part = share / children.len().max(1) as f64;
                        next.extend(children.into_iter().map(|child| (child, part)));
                    }
                }
            }
            nodes = next;
            if !is_split {
                break;
            }
        }
        // Parts refuted while splitting belong to nobody.
        let total: f64 = nodes.iter().map(|(_, share)| share).sum();
        for (_, share) in &mut nodes {
            *share /= total;
        }
        Tasks { sets, nodes }
    }
}

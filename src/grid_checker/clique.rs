//! Lower bounds on clues: pairwise disjoint unavoidable sets, and groups of sets that take two clues.

use super::{Stop, nontrivial_sets};
use crate::grid::{Cell, CellSet};

/// Pairwise disjoint unavoidable sets; a puzzle needs a clue in each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clique {
    /// The sets; their number is a lower bound on the clues of the grid.
    pub sets: Vec<CellSet>,
    /// Whether no clique of the given sets is larger; false if the search was cut short.
    pub is_maximum: bool,
}

/// Pairwise disjoint cells that take clues: unavoidable sets take one each, groups of sets two.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ClueBound {
    /// Cells, and how many clues they take at least.
    pub parts: Vec<(CellSet, usize)>,
    /// Whether the search for the best parts came to its end.
    pub is_maximum: bool,
}

impl ClueBound {
    /// No puzzle of the grid has fewer clues.
    pub fn clues(&self) -> usize {
        self.parts.iter().map(|(_, clues)| clues).sum()
    }
}

/// Branches tried before the best clique so far has to do.
const MAX_BRANCHES: usize = 200_000;
/// Size of sets that are tried by themselves first.
const SMALL: usize = 8;
/// Most cells of a group that takes two clues, and most groups that are parts.
const GROUP_CELLS: usize = 12;
const MAX_GROUPS: usize = 1_000;

struct Search<'a> {
    stop: Stop<'a>,
    /// Cells with the clues that they take.
    parts: &'a [(CellSet, usize)],
    chosen: Vec<usize>,
    clues: usize,
    best: Vec<usize>,
    most: usize,
    n_branches: usize,
}

/// A maximum clique of these sets: as many pairwise disjoint ones as there are.
///
/// Branches on the cells of a smallest set left: a clique uses one of the sets through
/// one of its cells, or could take this set in addition.
pub fn maximum_clique(sets: &[CellSet]) -> Clique {
    // Nobody stops it.
    largest_clique(sets, &|| false)
}

fn largest_clique(sets: &[CellSet], stop: Stop<'_>) -> Clique {
    let parts: Vec<(CellSet, usize)> = sets.iter().map(|&set| (set, 1)).collect();
    let mut search = Search::new(&parts, stop);
    let is_maximum = search.run();
    Clique { sets: search.best.iter().map(|&i| sets[i]).collect(), is_maximum }
}

/// A lower bound on the clues of the grid with these unavoidable sets, often higher than the clique's.
///
/// Sets without a common cell take two clues together, even if any two of them meet: McGuire, Tugemann and
/// Civario, section 5.3, call three of them in nine cells a (9,2) set. Such [nontrivial groups](nontrivial_sets) are
/// parts like the sets.
///
/// Stopped, it is the bound so far, which holds.
pub fn clue_bound(sets: &[CellSet], stop: Stop<'_>) -> ClueBound {
    let groups = nontrivial_sets(sets, 2, GROUP_CELLS, stop).unwrap_or_default();
    let mut parts: Vec<(CellSet, usize)> =
        groups.into_iter().take(MAX_GROUPS).map(|group| (group.cells, group.degree)).collect();
    let clique = largest_clique(sets, stop);
    if parts.is_empty() {
        return ClueBound {
            parts: clique.sets.into_iter().map(|set| (set, 1)).collect(),
            is_maximum: clique.is_maximum,
        };
    }
    parts.extend(sets.iter().map(|&set| (set, 1)));
    let mut search = Search::new(&parts, stop);
    let is_maximum = search.run();
    if search.most < clique.sets.len() {
        return ClueBound { parts: clique.sets.into_iter().map(|set| (set, 1)).collect(), is_maximum: false };
    }
    ClueBound { parts: search.best.iter().map(|&i| parts[i]).collect(), is_maximum }
}

impl<'a> Search<'a> {
    fn new(parts: &'a [(CellSet, usize)], stop: Stop<'a>) -> Search<'a> {
        Search { stop, parts, chosen: Vec::new(), clues: 0, best: Vec::new(), most: 0, n_branches: 0 }
    }

    /// Whether the search came to its end.
    fn run(&mut self) -> bool {
        let mut order: Vec<usize> = (0..self.parts.len()).collect();
        // The most clues a cell first.
        order.sort_by_key(|&i| self.parts[i].0.len() * 12 / self.parts[i].1);
        // Where all parts together are too many, the small ones by themselves give more.
        let n_small = order.partition_point(|&i| self.parts[i].0.len() <= SMALL * self.parts[i].1);
        if n_small < order.len() {
            self.branch(&order[..n_small]);
            self.n_branches = 0;
        }
        self.branch(&order);
        self.n_branches < MAX_BRANCHES && !(self.stop)()
    }

    /// `open`: the parts disjoint from the chosen ones that may still be taken, the best first.
    fn branch(&mut self, open: &[usize]) {
        self.n_branches += 1;
        if self.clues > self.most {
            self.most = self.clues;
            self.best.clone_from(&self.chosen);
        }
        if self.n_branches >= MAX_BRANCHES || (self.stop)() || self.clues + self.bound(open) <= self.most {
            return;
        }
        let Some(&first) = open.first() else { return };
        let meets = |a: usize, b: usize| !self.parts[a].0.intersection(&self.parts[b].0).is_empty();
        // Some best choice takes the first part or one that meets it.
        let rivals: Vec<usize> = open.iter().copied().filter(|&i| meets(i, first)).collect();
        let mut refused: Vec<usize> = Vec::new();
        for &part in &rivals {
            if (self.stop)() {
                return;
            }
            let rest: Vec<usize> = open
                .iter()
                .copied()
                .filter(|&i| self.parts[i].0.intersection(&self.parts[part].0).is_empty() && !refused.contains(&i))
                .collect();
            let clues = self.parts[part].1;
            self.chosen.push(part);
            self.clues += clues;
            self.branch(&rest);
            self.clues -= clues;
            self.chosen.pop();
            refused.push(part);
        }
    }

    /// Disjoint ones of the parts take at most so many clues: cells are taken greedily until each part holds as
    /// many as it takes clues, and disjoint parts share none of them.
    fn bound(&self, open: &[usize]) -> usize {
        let mut left: Vec<(CellSet, usize)> = open.iter().map(|&i| self.parts[i]).collect();
        let mut bound = 0;
        while let Some((first, _)) = left.first().filter(|_| !(self.stop)()) {
            let best: Option<Cell> =
                first.iter().max_by_key(|&cell| left.iter().filter(|(cells, _)| cells.contains(cell)).count());
            let Some(cell) = best else { break };
            for (cells, clues) in &mut left {
                if cells.remove(cell) {
                    *clues -= 1;
                }
            }
            left.retain(|(_, clues)| *clues > 0);
            bound += 1;
        }
        bound
    }
}

//! The largest number of pairwise disjoint unavoidable sets.

use crate::grid::CellSet;

/// Pairwise disjoint unavoidable sets; a puzzle needs a clue in each.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Clique {
    /// The sets; their number is a lower bound on the clues of the grid.
    pub sets: Vec<CellSet>,
    /// Whether no clique of the given sets is larger; false if the search was cut short.
    pub is_maximum: bool,
}

/// Branches tried before the best clique so far has to do.
const MAX_BRANCHES: usize = 200_000;

struct Search<'a> {
    sets: &'a [CellSet],
    chosen: Vec<usize>,
    best: Vec<usize>,
    n_branches: usize,
}

/// A maximum clique of these sets: as many pairwise disjoint ones as there are.
///
/// Branches on the cells of a smallest set left: a clique uses one of the sets through
/// one of its cells, or could take this set in addition.
pub fn maximum_clique(sets: &[CellSet]) -> Clique {
    let mut order: Vec<usize> = (0..sets.len()).collect();
    order.sort_by_key(|&i| sets[i].len());
    let mut search = Search { sets, chosen: Vec::new(), best: Vec::new(), n_branches: 0 };
    search.branch(&order);
    let is_maximum = search.n_branches < MAX_BRANCHES;
    Clique { sets: search.best.iter().map(|&i| sets[i]).collect(), is_maximum }
}

impl Search<'_> {
    /// `open`: the sets disjoint from the chosen ones that may still be taken, smallest first.
    fn branch(&mut self, open: &[usize]) {
        self.n_branches += 1;
        if self.chosen.len() > self.best.len() {
            self.best.clone_from(&self.chosen);
        }
        if self.n_branches >= MAX_BRANCHES || self.chosen.len() + self.bound(open) <= self.best.len() {
            return;
        }
        let Some(&first) = open.first() else { return };
        // Some maximum clique takes the first set or one that meets it.
        let rivals: Vec<usize> =
            open.iter().copied().filter(|&i| !self.sets[i].intersection(&self.sets[first]).is_empty()).collect();
        let mut refused: Vec<usize> = Vec::new();
        for &set in &rivals {
            let rest: Vec<usize> = open
                .iter()
                .copied()
                .filter(|i| self.sets[*i].intersection(&self.sets[set]).is_empty() && !refused.contains(i))
                .collect();
            self.chosen.push(set);
            self.branch(&rest);
            self.chosen.pop();
            refused.push(set);
        }
    }

    /// At most this many of the sets are pairwise disjoint: every one needs a cell that is met first by it, and
    /// sets through a common cell exclude each other (a greedy cover by cells).
    fn bound(&self, open: &[usize]) -> usize {
        let mut left = open.to_vec();
        let mut bound = 0;
        while let Some(&first) = left.first() {
            let best = self.sets[first]
                .iter()
                .max_by_key(|&cell| left.iter().filter(|&&i| self.sets[i].contains(cell)).count());
            let Some(cell) = best else { break };
            left.retain(|&i| !self.sets[i].contains(cell));
            bound += 1;
        }
        bound
    }
}

//! What changes about a pattern, and in which order changes are proposed.

use super::{MendError, Watch};
use crate::generate::{Found, Request};
use crate::grid::{CellSet, Pattern, Puzzle, Shape, Symmetry};
use crate::logic::AnyClosure;

/// Orbits that become clue cells and orbits that are clue cells no more.
///
/// Smaller changes come first: those of fewer orbits (an orbit that moves leaves one place and takes another), then of
/// fewer cells, then those that keep the number of clues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Change {
    /// Cells that become clue cells, orbit by orbit.
    pub added: Vec<CellSet>,
    /// Cells that are clue cells no more, orbit by orbit.
    pub dropped: Vec<CellSet>,
}

impl Change {
    pub(super) fn new(added: impl IntoIterator<Item = CellSet>, dropped: impl IntoIterator<Item = CellSet>) -> Change {
        let sorted = |orbits: Vec<CellSet>| {
            let mut orbits = orbits;
            orbits.sort_unstable_by_key(|orbit| orbit.iter().next());
            orbits
        };
        Change { added: sorted(added.into_iter().collect()), dropped: sorted(dropped.into_iter().collect()) }
    }

    /// Number of orbits that are added or dropped.
    pub fn n_orbits(&self) -> usize {
        self.added.len() + self.dropped.len()
    }

    /// All cells that become clue cells.
    pub fn added_cells(&self) -> CellSet {
        self.added.iter().fold(CellSet::EMPTY, |cells, orbit| cells.union(orbit))
    }

    /// All cells that are clue cells no more.
    pub fn dropped_cells(&self) -> CellSet {
        self.dropped.iter().fold(CellSet::EMPTY, |cells, orbit| cells.union(orbit))
    }

    /// The clue cells after the change.
    #[must_use]
    pub fn applied_to(&self, cells: &CellSet) -> CellSet {
        cells.union(&self.added_cells()).difference(&self.dropped_cells())
    }

    /// In words: "add r1c2 r9c8", "move r1c2 r9c8 to r1c3 r9c7", "drop r5c5".
    pub fn text(&self, shape: Shape) -> String {
        let names = |cells: CellSet| cells.iter().map(|cell| shape.cell_name(cell)).collect::<Vec<_>>().join(" ");
        let (added, dropped) = (names(self.added_cells()), names(self.dropped_cells()));
        match (self.added.len(), self.dropped.len()) {
            (_, 0) => format!("add {added}"),
            (0, _) => format!("drop {dropped}"),
            (a, b) if a == b => format!("move {dropped} to {added}"),
            _ => format!("add {added}, drop {dropped}"),
        }
    }

    fn key(&self) -> impl Ord + use<> {
        let (n_added, n_dropped) = (self.added_cells().len(), self.dropped_cells().len());
        let cells: Vec<_> = self.added_cells().iter().collect();
        let dropped: Vec<_> = self.dropped_cells().iter().collect();
        (self.n_orbits(), n_added + n_dropped, n_added.abs_diff(n_dropped), cells, dropped)
    }
}

impl Ord for Change {
    fn cmp(&self, other: &Change) -> std::cmp::Ordering {
        self.key().cmp(&other.key())
    }
}

impl PartialOrd for Change {
    fn partial_cmp(&self, other: &Change) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// A changed pattern with a verified puzzle.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Proposal {
    /// What changes.
    pub change: Change,
    /// The puzzle on the changed pattern.
    pub found: Found,
}

/// Changes with the digits of one solution that are looked for one by one: more of them are seldom of use.
const MOST_READ_OFF: usize = 24;

/// The orbits of a pattern under a symmetry.
pub(super) struct Orbits {
    full: Vec<CellSet>,
    empty: Vec<CellSet>,
    pattern: Pattern,
}

impl Orbits {
    pub(super) fn new(pattern: &Pattern, symmetry: Symmetry) -> Result<Orbits, MendError> {
        let shape = pattern.shape;
        symmetry.check(shape)?;
        let (mut full, mut empty) = (Vec::new(), Vec::new());
        for cell in shape.cells() {
            let orbit: CellSet = symmetry.orbit(shape, cell).into_iter().collect();
            if orbit.iter().next() != Some(cell) {
                continue;
            }
            let clues = orbit.intersection(&pattern.cells);
            let others = orbit.difference(&pattern.cells);
            match (clues.iter().next(), others.iter().next()) {
                (Some(cell), Some(image)) => {
                    let (cell, image) = (shape.cell_name(cell), shape.cell_name(image));
                    return Err(MendError::NotSymmetric { symmetry, cell, image });
                }
                (Some(_), None) => full.push(orbit),
                _ => empty.push(orbit),
            }
        }
        Ok(Orbits { full, empty, pattern: *pattern })
    }

    /// The orbits without clues.
    pub(super) fn empty(&self) -> &[CellSet] {
        &self.empty
    }

    /// The orbits of clue cells.
    pub(super) fn full(&self) -> &[CellSet] {
        &self.full
    }

    /// Each empty orbit added by itself, in the order in which they are tried.
    pub(super) fn added_alone(&self, guilty: &CellSet) -> Vec<Change> {
        self.sorted_empty(guilty).into_iter().map(|orbit| Change::new([orbit], [])).collect()
    }

    /// Pairs of empty orbits, in the order in which they are tried.
    pub(super) fn added_in_pairs(&self, guilty: &CellSet) -> impl Iterator<Item = Change> + use<> {
        let empty = self.sorted_empty(guilty);
        let n = empty.len();
        let pairs = (0..2 * n).flat_map(move |sum| pairs(sum, n, n)).filter(|(i, j)| i < j);
        pairs.map(move |(i, j)| Change::new([empty[i], empty[j]], []))
    }

    /// The empty orbits: first those that stand where the pattern is refuted, then those where clues are missing most.
    fn sorted_empty(&self, guilty: &CellSet) -> Vec<CellSet> {
        let mut empty = self.empty.clone();
        empty.sort_by_key(|orbit| (orbit.intersection(guilty).is_empty(), self.n_seen(orbit)));
        empty
    }

    /// The changes of at most two orbits, the smallest first, and of equally large ones those that stand where the
    /// pattern is refuted, then those where clues are missing most.
    pub(super) fn nearest(&self, guilty: &CellSet, most: usize) -> Vec<Change> {
        let empty = self.sorted_empty(guilty);
        let mut full = self.full.clone();
        // Clues that see many others are missed least.
        full.sort_by_key(|orbit| (orbit.intersection(guilty).is_empty(), usize::MAX - self.n_seen(orbit)));
        let singles = empty.iter().map(|&orbit| Change::new([orbit], []));
        let singles = singles.chain(full.iter().map(|&orbit| Change::new([], [orbit])));
        let moves = |sum: usize| pairs(sum, empty.len(), full.len());
        let sums = empty.len() + full.len();
        let moved = (0..sums).flat_map(moves).map(|(i, j)| Change::new([empty[i]], [full[j]]));
        // Neither of the two kinds of pairs shall starve the other.
        let (mut moved, mut added) = (moved, self.added_in_pairs(guilty));
        let mixed = std::iter::from_fn(move || {
            Some([moved.next(), added.next()]).filter(|pair| pair.iter().any(Option::is_some))
        });
        singles.chain(mixed.flatten().flatten()).take(most).collect()
    }

    /// How many clue cells a cell of the orbit sees on average, in tenths.
    fn n_seen(&self, orbit: &CellSet) -> usize {
        let peers = &self.pattern.shape.geometry().peer_sets;
        let n: usize = orbit.iter().map(|cell| self.pattern.cells.intersection(&peers[cell.index()]).len()).sum();
        10 * n / orbit.len().max(1)
    }

    /// The changes that do with the digits of a solution: added orbits, at most two unless it takes more, and orbits that
    /// can be dropped in exchange for one. `root` is the closure of its digits on the pattern.
    pub(super) fn changes_for(
        &self,
        root: &AnyClosure,
        solution: &Puzzle,
        request: &Request,
        most: usize,
        watch: &dyn Watch,
    ) -> Vec<Change> {
        let mut pending = Vec::new();
        let mut with = |closure: &AnyClosure, orbit: &CellSet| {
            let mut next = closure.clone();
            if watch.should_stop() {
                // Whoever asks looks at the watch before he uses it.
                return next;
            }
            for cell in orbit.iter() {
                if let Some(digit) = solution.get(cell) {
                    next.assign_with(cell, digit, &mut pending);
                }
            }
            next
        };
        let after: Vec<AnyClosure> = self.empty.iter().map(|orbit| with(root, orbit)).collect();
        let mut changes = Vec::new();
        let (solving, open): (Vec<usize>, Vec<usize>) =
            (0..after.len()).partition(|&i| after[i].is_solved() && !after[i].is_broken());
        changes.extend(solving.iter().map(|&i| Change::new([self.empty[i]], [])));
        for &i in &solving {
            for orbit in &self.full {
                if watch.should_stop() || changes.len() >= MOST_READ_OFF {
                    return changes;
                }
                let cells = request.pattern.cells.union(&self.empty[i]).difference(orbit);
                let pattern = Pattern { cells, ..request.pattern };
                if AnyClosure::of(&solution.masked(&pattern), request.strategies).is_solved() {
                    changes.push(Change::new([self.empty[i]], [*orbit]));
                }
            }
        }
        if !solving.is_empty() {
            return changes;
        }
        // The fewer candidates an orbit leaves, the likelier it is one of two that do.
        let mut open = open;
        open.sort_by_key(|&i| after[i].n_marks());
        for (at, &i) in open.iter().enumerate() {
            for &j in &open[at + 1..] {
                if watch.should_stop() || changes.len() >= MOST_READ_OFF {
                    return changes;
                }
                if with(&after[i], &self.empty[j]).is_solved() {
                    changes.push(Change::new([self.empty[i], self.empty[j]], []));
                }
            }
        }
        if changes.is_empty() && most > 2 {
            changes.extend(self.greedy(root, &mut with, most, watch));
        }
        changes
    }

    /// Orbits added one after the other that leaves the fewest candidates, less those that turn out not to be needed.
    fn greedy(
        &self,
        root: &AnyClosure,
        with: &mut dyn FnMut(&AnyClosure, &CellSet) -> AnyClosure,
        most: usize,
        watch: &dyn Watch,
    ) -> Option<Change> {
        let mut closure = root.clone();
        let mut added: Vec<CellSet> = Vec::new();
        while !closure.is_solved() {
            if added.len() > most || watch.should_stop() {
                return None;
            }
            let next = self.empty.iter().map(|orbit| (with(&closure, orbit), *orbit));
            let (next, orbit) = next.min_by_key(|(next, _)| next.n_marks())?;
            closure = next;
            added.push(orbit);
        }
        let mut at = 0;
        while at < added.len() {
            let others = added.iter().enumerate().filter(|&(i, _)| i != at).map(|(_, orbit)| *orbit);
            let without = others.clone().fold(root.clone(), |closure, orbit| with(&closure, &orbit));
            if without.is_solved() {
                added.remove(at);
            } else {
                at += 1;
            }
        }
        Some(Change::new(added, []))
    }
}

/// The pairs below these ends whose sum is given.
fn pairs(sum: usize, end_a: usize, end_b: usize) -> impl Iterator<Item = (usize, usize)> {
    (0..end_a.min(sum + 1)).filter_map(move |a| (sum - a < end_b).then_some((a, sum - a)))
}

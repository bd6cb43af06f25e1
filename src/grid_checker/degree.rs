//! Sets of higher degree: cells that take two clues and more (McGuire, Tugemann and Civario, section 5.3).
//!
//! By lemma 6 of the paper a set of cells has degree k if whatever k - 1 of its cells are left out, an unavoidable set
//! remains. In terms of the minimal unavoidable sets inside it: no k - 1 cells hit all of them. So the degree is the
//! size of their smallest hitting set.
//!
//! A minimal set of degree k is a union of unavoidable sets, since any other cell could be left out. The search takes
//! such a union, finds a hitting set of fewer than k cells, and adds each unavoidable set that these cells miss: what
//! contains the union and has degree k contains one of them.

use super::Stop;
use crate::grid::{Cell, CellSet};
use std::collections::HashSet;

/// Cells that take several clues, and none of them is superfluous.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DegreeSet {
    /// The cells.
    pub cells: CellSet,
    /// How many clues they take at least.
    pub degree: usize,
}

/// How many clues these cells take at least, as far as these unavoidable sets tell: the size of a smallest hitting set
/// of those inside. Counting ends at `most`.
pub fn degree_of(cells: &CellSet, sets: &[CellSet], most: usize) -> usize {
    let inside: Vec<CellSet> = sets.iter().copied().filter(|set| set.is_subset(cells)).collect();
    (0..most).find(|&size| hitting_set(&inside, size).is_some()).unwrap_or(most)
}

/// At most `size` cells that hit all these sets.
fn hitting_set(sets: &[CellSet], size: usize) -> Option<Vec<Cell>> {
    let Some(first) = sets.first() else { return Some(Vec::new()) };
    if size == 0 {
        return None;
    }
    if size == 1 {
        let common = sets.iter().fold(*first, |common, set| common.intersection(set));
        return common.iter().next().map(|cell| vec![cell]);
    }
    first.iter().find_map(|cell| {
        let missed: Vec<CellSet> = sets.iter().copied().filter(|set| !set.contains(cell)).collect();
        let mut cells = hitting_set(&missed, size - 1)?;
        cells.push(cell);
        Some(cells)
    })
}

/// All minimal sets of degree 2 to `max_degree` with at most `limit` cells that are *nontrivial*: not the union of two
/// disjoint sets whose degrees add up to their own. The lower degrees come first, then the smaller sets.
///
/// `sets` are all minimal unavoidable sets of at most `limit` cells. `None` if stopped.
pub fn nontrivial_sets(sets: &[CellSet], max_degree: usize, limit: usize, stop: Stop<'_>) -> Option<Vec<DegreeSet>> {
    let mut found: Vec<DegreeSet> = Vec::new();
    for degree in 2..=max_degree {
        let mut search = Search { sets, degree, limit, stop, seen: HashSet::new(), found: Vec::new() };
        for set in sets {
            search.extend(set)?;
        }
        let mut minimal = search.found;
        minimal.retain(|cells| !is_trivial(cells, degree, sets, &found));
        minimal.sort_unstable_by_key(|cells| (cells.len(), *cells));
        found.extend(minimal.into_iter().map(|cells| DegreeSet { cells, degree }));
    }
    Some(found)
}

/// Whether a minimal set of this degree is the union of two disjoint sets whose degrees add up to it. If so, one of
/// them is an unavoidable set or one of the nontrivial sets of a lower degree.
fn is_trivial(cells: &CellSet, degree: usize, sets: &[CellSet], lower: &[DegreeSet]) -> bool {
    let splits = |part: &CellSet, of_part: usize| {
        let rest = degree - of_part;
        part.is_subset(cells) && degree_of(&cells.difference(part), sets, rest) == rest
    };
    sets.iter().any(|set| splits(set, 1))
        || lower.iter().any(|part| 2 * part.degree <= degree && splits(&part.cells, part.degree))
}

struct Search<'a> {
    sets: &'a [CellSet],
    degree: usize,
    limit: usize,
    stop: Stop<'a>,
    /// Unions that were looked at.
    seen: HashSet<CellSet>,
    found: Vec<CellSet>,
}

impl Search<'_> {
    /// Finds the minimal nontrivial sets of the degree that contain this union of unavoidable sets, and some trivial
    /// ones; `None` if stopped.
    fn extend(&mut self, union: &CellSet) -> Option<()> {
        if !self.seen.insert(*union) {
            return Some(());
        }
        if self.seen.len().is_multiple_of(64) && (self.stop)() {
            return None;
        }
        let inside: Vec<CellSet> = self.sets.iter().copied().filter(|set| set.is_subset(union)).collect();
        let Some(hitting) = hitting_set(&inside, self.degree - 1) else {
            if self.is_minimal(union, &inside) {
                self.found.push(*union);
            }
            return Some(());
        };
        // A union that takes one clue less is a trivial set together with a disjoint one, and nothing larger is minimal.
        let must_meet = hitting_set(&inside, self.degree - 2).is_none();
        for set in self.sets {
            if must_meet && set.intersection(union).is_empty() || hitting.iter().any(|&cell| set.contains(cell)) {
                continue;
            }
            let larger = union.union(set);
            if larger.len() <= self.limit {
                self.extend(&larger)?;
            }
        }
        Some(())
    }

    /// Whether every cell is needed for the degree.
    fn is_minimal(&self, union: &CellSet, inside: &[CellSet]) -> bool {
        union.iter().all(|cell| {
            let without: Vec<CellSet> = inside.iter().copied().filter(|set| !set.contains(cell)).collect();
            hitting_set(&without, self.degree - 1).is_some()
        })
    }
}

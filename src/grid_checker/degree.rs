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
use super::mask::{Mask, and, and_not, cells, has, insert, is_empty, len, meets, or};
use crate::grid::{Cell, CellSet, Shape};
use std::collections::HashSet;

/// Cells that take several clues, and none of them is superfluous.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct DegreeSet {
    /// The cells.
    pub cells: CellSet,
    /// How many clues they take at least.
    pub degree: usize,
}

/// Words that hold all cells of any shape.
const MOST_WORDS: usize = (Shape::MAX_N * Shape::MAX_N).div_ceil(64);

fn mask_of<const W: usize>(set: &CellSet) -> Mask<W> {
    let mut mask = [0; W];
    for cell in set.iter() {
        insert(&mut mask, cell.index());
    }
    mask
}

fn set_of<const W: usize>(mask: &Mask<W>) -> CellSet {
    cells(mask).map(Cell::from_index).collect()
}

fn is_subset<const W: usize>(a: &Mask<W>, b: &Mask<W>) -> bool {
    is_empty(&and_not(a, b))
}

/// How many clues these cells take at least, as far as these unavoidable sets tell: the size of a smallest hitting set
/// of those inside. Counting ends at `most`.
pub fn degree_of(cells: &CellSet, sets: &[CellSet], most: usize) -> usize {
    let sets: Vec<Mask<MOST_WORDS>> = sets.iter().map(mask_of).collect();
    degree(&mask_of(cells), &sets, most)
}

fn degree<const W: usize>(cells: &Mask<W>, sets: &[Mask<W>], most: usize) -> usize {
    let inside: Vec<Mask<W>> = sets.iter().copied().filter(|set| is_subset(set, cells)).collect();
    (0..most).find(|&size| hitting_set(&inside, size).is_some()).unwrap_or(most)
}

/// At most `size` cells that hit all these sets.
fn hitting_set<const W: usize>(sets: &[Mask<W>], size: usize) -> Option<Mask<W>> {
    let Some(first) = sets.first() else { return Some([0; W]) };
    if size == 0 {
        return None;
    }
    if size == 1 {
        let common = sets.iter().fold(*first, |common, set| and(&common, set));
        return cells(&common).next().map(|cell| with([0; W], cell));
    }
    cells(first).find_map(|cell| {
        let missed: Vec<Mask<W>> = sets.iter().copied().filter(|set| !has(set, cell)).collect();
        Some(with(hitting_set(&missed, size - 1)?, cell))
    })
}

fn with<const W: usize>(mut set: Mask<W>, cell: usize) -> Mask<W> {
    insert(&mut set, cell);
    set
}

/// All minimal sets of degree 2 to `max_degree` with at most `limit` cells that are *nontrivial*: not the union of two
/// disjoint sets whose degrees add up to their own. The lower degrees come first, then the smaller sets.
///
/// `sets` are all minimal unavoidable sets of at most `limit` cells. `None` if stopped.
pub fn nontrivial_sets(sets: &[CellSet], max_degree: usize, limit: usize, stop: Stop<'_>) -> Option<Vec<DegreeSet>> {
    let n_cells = sets.iter().flat_map(CellSet::iter).map(|cell| cell.index() + 1).max().unwrap_or(0);
    match n_cells.div_ceil(64) {
        0..=2 => nontrivial::<2>(sets, max_degree, limit, stop),
        3 | 4 => nontrivial::<4>(sets, max_degree, limit, stop),
        _ => nontrivial::<MOST_WORDS>(sets, max_degree, limit, stop),
    }
}

/// The same where so many words hold all cells.
fn nontrivial<const W: usize>(
    sets: &[CellSet],
    max_degree: usize,
    limit: usize,
    stop: Stop<'_>,
) -> Option<Vec<DegreeSet>> {
    let sets: Vec<Mask<W>> = sets.iter().map(mask_of).collect();
    let mut found: Vec<(Mask<W>, DegreeSet)> = Vec::new();
    for degree in 2..=max_degree {
        let mut search = Search { sets: &sets, degree, limit, stop, seen: HashSet::new(), found: Vec::new() };
        for set in &sets {
            search.extend(set)?;
        }
        let mut minimal = search.found;
        minimal.retain(|cells| !is_trivial(cells, degree, &sets, &found));
        let mut minimal: Vec<_> =
            minimal.iter().map(|mask| (*mask, DegreeSet { cells: set_of(mask), degree })).collect();
        minimal.sort_unstable_by_key(|(_, set)| (set.cells.len(), set.cells));
        found.extend(minimal);
    }
    Some(found.into_iter().map(|(_, set)| set).collect())
}

/// Whether a minimal set of this degree is the union of two disjoint sets whose degrees add up to it. If so, one of
/// them is an unavoidable set or one of the nontrivial sets of a lower degree.
fn is_trivial<const W: usize>(
    cells: &Mask<W>,
    of_all: usize,
    sets: &[Mask<W>],
    lower: &[(Mask<W>, DegreeSet)],
) -> bool {
    let splits = |part: &Mask<W>, of_part: usize| {
        let rest = of_all - of_part;
        is_subset(part, cells) && degree(&and_not(cells, part), sets, rest) == rest
    };
    sets.iter().any(|set| splits(set, 1))
        || lower.iter().any(|(part, set)| 2 * set.degree <= of_all && splits(part, set.degree))
}

struct Search<'a, const W: usize> {
    sets: &'a [Mask<W>],
    degree: usize,
    limit: usize,
    stop: Stop<'a>,
    /// Unions that were looked at.
    seen: HashSet<Mask<W>>,
    found: Vec<Mask<W>>,
}

impl<const W: usize> Search<'_, W> {
    /// Finds the minimal nontrivial sets of the degree that contain this union of unavoidable sets, and some trivial
    /// ones; `None` if stopped.
    fn extend(&mut self, union: &Mask<W>) -> Option<()> {
        if !self.seen.insert(*union) {
            return Some(());
        }
        if self.seen.len().is_multiple_of(64) && (self.stop)() {
            return None;
        }
        let inside: Vec<Mask<W>> = self.sets.iter().copied().filter(|set| is_subset(set, union)).collect();
        let Some(hitting) = hitting_set(&inside, self.degree - 1) else {
            if self.is_minimal(union, &inside) {
                self.found.push(*union);
            }
            return Some(());
        };
        // A union that takes one clue less is a trivial set together with a disjoint one, and nothing larger is minimal.
        let must_meet = hitting_set(&inside, self.degree - 2).is_none();
        for set in self.sets {
            if must_meet && !meets(set, union) || meets(&hitting, set) {
                continue;
            }
            let larger = or(union, set);
            if len(&larger) <= self.limit {
                self.extend(&larger)?;
            }
        }
        Some(())
    }

    /// Whether every cell is needed for the degree.
    fn is_minimal(&self, union: &Mask<W>, inside: &[Mask<W>]) -> bool {
        cells(union).all(|cell| {
            let without: Vec<Mask<W>> = inside.iter().copied().filter(|set| !has(set, cell)).collect();
            hitting_set(&without, self.degree - 1).is_some()
        })
    }
}

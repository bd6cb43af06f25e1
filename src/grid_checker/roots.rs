//! Where the search for all puzzles with n clues begins.
//!
//! The whole tree has one root. Where a shape has three bands (or stacks), pigeons help more
//! than any tree: some band has a third of the clues at most, and few choices of so few cells
//! hit all unavoidable sets of that band. Each choice is a root of its own, and for each way
//! to share the other clues out between the other two bands: then both have a quota, and
//! disjoint sets in one of them count against it alone.

use super::Stop;
use super::mask::{Mask, or};
use super::node::{Explorer, Frame, Node, Quota};
use crate::grid::{Cell, CellSet, Shape};

/// Most cells of a band whose choices are listed, and most clues in it.
const MAX_BAND_CELLS: usize = 27;
const MAX_BAND_CLUES: usize = 6;
/// Fewest clues left at a root that is split.
const MIN_LEFT: usize = 5;

/// A part of the search.
#[derive(Clone, Debug)]
pub(super) struct Root<const W: usize> {
    /// Number of its frame.
    pub(super) frame: usize,
    /// Clues outside of the frame.
    pub(super) fixed: CellSet,
    /// What to search in the frame.
    pub(super) node: Node<W>,
    /// Estimated share of the whole search.
    pub(super) share: f64,
}

/// All parts: each set of clues is below one root, unless it is no puzzle.
#[derive(Debug)]
pub(super) struct Roots<const W: usize> {
    pub(super) frames: Vec<Frame<W>>,
    pub(super) all: Vec<Root<W>>,
}

impl<const W: usize> Roots<W> {
    /// One root for everything.
    pub(super) fn whole(n_cells: usize, clues: usize, sets: &[CellSet]) -> Roots<W> {
        let frame = Frame::new((0..n_cells).map(Cell::from_index).collect(), sets);
        let alive = frame.mask(&CellSet::first(n_cells));
        let quotas = [Quota { cells: alive, left: clues }, Quota { cells: [0; W], left: 0 }];
        let node = Node { chosen: [0; W], alive, left: clues, quotas };
        Roots { frames: vec![frame], all: vec![Root { frame: 0, fixed: CellSet::EMPTY, node, share: 1.0 }] }
    }

    /// Replaces roots by their children until there are `wanted`, if there is enough to split. What was stopped
    /// is of no use.
    pub(super) fn split(&mut self, wanted: usize, stop: Stop<'_>) {
        let mut is_split = true;
        while is_split && self.all.len() < wanted {
            is_split = false;
            let mut next = Vec::new();
            for root in &self.all {
                if stop() {
                    return;
                }
                let frame = &self.frames[root.frame];
                let is_deep = root.node.left >= MIN_LEFT;
                match if is_deep { Explorer::children(frame, &root.fixed, &root.node) } else { None } {
                    None => next.push(root.clone()),
                    Some(children) => {
                        is_split = true;
                        let share = root.share / children.len().max(1) as f64;
                        next.extend(children.into_iter().map(|node| Root { node, share, ..root.clone() }));
                    }
                }
            }
            self.all = next;
        }
        // Parts refuted while splitting belong to nobody.
        let total: f64 = self.all.iter().map(|root| root.share).sum();
        for root in &mut self.all {
            root.share /= total;
        }
    }
}

impl Roots<1> {
    /// Roots by the clues of one band or stack, whichever direction has fewer; `None` where the shape or the
    /// number of clues does not suit. What was stopped is of no use.
    pub(super) fn by_bands(shape: Shape, clues: usize, sets: &[CellSet], stop: Stop<'_>) -> Option<Roots<1>> {
        let bands = [false, true].into_iter().filter_map(|stacks| Bands::new(shape, clues, sets, stacks, stop));
        let (_, bands, plan) = bands
            .map(|bands| {
                let plan = bands.plan(clues);
                (
                    plan.iter().map(|&(shares, first)| bands.choices[first][shares[first]].len()).sum::<usize>(),
                    bands,
                    plan,
                )
            })
            .min_by_key(|(n_roots, ..)| *n_roots)?;
        Some(bands.roots(&plan, sets))
    }
}

/// Three bands or stacks, and for each number of clues all choices in them that hit its own sets.
struct Bands {
    cells: [Vec<Cell>; 3],
    /// By band and number of clues; bit i is the band's cell i.
    choices: [Vec<Vec<u32>>; 3],
}

impl Bands {
    fn new(shape: Shape, clues: usize, sets: &[CellSet], stacks: bool, stop: Stop<'_>) -> Option<Bands> {
        let n = shape.n();
        // Any three parts of the grid would do; on irregular layouts there is no better one than a third of the lines.
        let size = shape.boxes().map_or(n / 3, |(height, width)| if stacks { width } else { height });
        if n != 3 * size || n * size > MAX_BAND_CELLS || clues / 3 > MAX_BAND_CLUES {
            return None;
        }
        let band_of = |cell: Cell| if stacks { shape.col(cell) / size } else { shape.row(cell) / size };
        let cells: [Vec<Cell>; 3] =
            std::array::from_fn(|band| shape.cells().filter(|&cell| band_of(cell) == band).collect());
        let choices = std::array::from_fn(|band| {
            let own: CellSet = cells[band].iter().copied().collect();
            let frame = Frame::<1>::new(cells[band].clone(), sets);
            let inside = sets.iter().filter(|set| set.is_subset(&own)).map(|set| frame.mask(set)[0] as u32);
            let inside: Vec<u32> = inside.collect();
            let of = |n_clues| {
                let mut choices = Vec::new();
                hitting(&inside, (1 << cells[band].len()) - 1, 0, n_clues as u32, &mut choices, stop);
                choices
            };
            (0..=clues / 3).map(of).collect()
        });
        Some(Bands { cells, choices })
    }

    /// Each way to share the clues out, with the band whose choices are fewest; none that some band cannot do.
    fn plan(&self, clues: usize) -> Vec<([usize; 3], usize)> {
        let most = self.cells[0].len();
        let mut plan = Vec::new();
        for one in 0..=clues.min(most) {
            for two in 0..=(clues - one).min(most) {
                let shares = [one, two, clues - one - two];
                let listed = (0..3).filter(|&band| shares[band] < self.choices[band].len());
                let first = listed.min_by_key(|&band| self.choices[band][shares[band]].len());
                if let Some(first) =
                    first.filter(|&band| !self.choices[band][shares[band]].is_empty() && shares[2] <= most)
                {
                    plan.push((shares, first));
                }
            }
        }
        plan
    }

    fn roots(&self, plan: &[([usize; 3], usize)], sets: &[CellSet]) -> Roots<1> {
        let mut roots = Roots { frames: Vec::new(), all: Vec::new() };
        for first in 0..3 {
            let others = [(first + 1) % 3, (first + 2) % 3];
            let frame = Frame::new(others.iter().flat_map(|&other| self.cells[other].iter().copied()).collect(), sets);
            let parts: [Mask<1>; 2] = others.map(|band| frame.mask(&self.cells[band].iter().copied().collect()));
            roots.frames.push(frame);
            for (shares, _) in plan.iter().filter(|(_, band)| *band == first) {
                let quotas = [0, 1].map(|i| Quota { cells: parts[i], left: shares[others[i]] });
                let open = quotas.iter().filter(|quota| quota.left > 0);
                let alive = open.fold([0; 1], |alive, quota| or(&alive, &quota.cells));
                let node = Node { chosen: [0], alive, left: quotas[0].left + quotas[1].left, quotas };
                for choice in &self.choices[first][shares[first]] {
                    let fixed = (0..32).filter(|i| choice >> i & 1 == 1).map(|i| self.cells[first][i]).collect();
                    roots.all.push(Root { frame: first, fixed, node: node.clone(), share: 1.0 });
                }
            }
        }
        roots
    }
}

/// All choices of `left` more of the alive cells that hit the sets; some of them if stopped.
fn hitting(sets: &[u32], mut alive: u32, chosen: u32, left: u32, choices: &mut Vec<u32>, stop: Stop<'_>) {
    let mut branch = alive;
    let (mut union, mut n_disjoint) = (0, 0);
    let mut missed = Vec::with_capacity(sets.len());
    for set in sets.iter().filter(|&set| set & chosen == 0).map(|set| set & alive) {
        missed.push(set);
        if set & union == 0 {
            union |= set;
            n_disjoint += 1;
            if n_disjoint > left || set == 0 {
                return;
            }
        }
        if missed.len() == 1 || set.count_ones() < branch.count_ones() {
            branch = set;
        }
    }
    if left == 0 {
        choices.push(chosen);
        return;
    }
    // Below there is too little to do to ask again and again.
    if left > 2 && stop() {
        return;
    }
    while branch != 0 {
        let cell = branch & branch.wrapping_neg();
        branch ^= cell;
        alive ^= cell;
        hitting(&missed, alive, chosen | cell, left - 1, choices, stop);
    }
}

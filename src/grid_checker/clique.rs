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

/// Some of the parts: part `i` is bit `i % 64` of word `i / 64`.
type PartSet = Vec<u64>;

fn bits(parts: &[u64]) -> impl Iterator<Item = usize> + '_ {
    let of_word = |(i, &word): (usize, &u64)| {
        let mut word = word;
        std::iter::from_fn(move || {
            (word != 0).then(|| {
                let bit = word.trailing_zeros() as usize;
                word &= word - 1;
                64 * i + bit
            })
        })
    };
    parts.iter().enumerate().flat_map(of_word)
}

struct Search<'a> {
    stop: Stop<'a>,
    /// Cells with the clues that they take, those with the most clues for a cell first.
    parts: Vec<(CellSet, usize)>,
    /// The parts that share a cell with each part, itself among them.
    meeting: Vec<PartSet>,
    /// The parts that hold each cell.
    holding: Vec<PartSet>,
    chosen: Vec<usize>,
    clues: usize,
    best: Vec<usize>,
    most: usize,
    n_branches: usize,
    /// For [`Search::may_beat_best`]: the parts and how many clues each still takes.
    scratch: (PartSet, Vec<usize>),
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
    let mut search = Search::new(sets.iter().map(|&set| (set, 1)).collect(), stop);
    let is_maximum = search.run();
    Clique { sets: search.best_parts().map(|(cells, _)| cells).collect(), is_maximum }
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
    if !parts.is_empty() {
        parts.extend(sets.iter().map(|&set| (set, 1)));
        let mut search = Search::new(parts, stop);
        if search.run() {
            return ClueBound { parts: search.best_parts().collect(), is_maximum: true };
        }
        // Cut short, it may have come to less than the sets alone.
        let clique = largest_clique(sets, stop);
        return ClueBound {
            parts: if search.most < clique.sets.len() { one_each(clique.sets) } else { search.best_parts().collect() },
            is_maximum: false,
        };
    }
    let clique = largest_clique(sets, stop);
    ClueBound { parts: one_each(clique.sets), is_maximum: clique.is_maximum }
}

fn one_each(sets: Vec<CellSet>) -> Vec<(CellSet, usize)> {
    sets.into_iter().map(|set| (set, 1)).collect()
}

impl<'a> Search<'a> {
    fn new(mut parts: Vec<(CellSet, usize)>, stop: Stop<'a>) -> Search<'a> {
        parts.sort_by_key(|(cells, clues)| cells.len() * 12 / clues);
        let n_cells = parts.iter().flat_map(|(cells, _)| cells.iter()).map(|cell| cell.index() + 1).max().unwrap_or(0);
        let n_words = parts.len().div_ceil(64);
        let mut holding = vec![vec![0; n_words]; n_cells];
        for (i, (cells, _)) in parts.iter().enumerate() {
            for cell in cells.iter() {
                holding[cell.index()][i / 64] |= 1 << (i % 64);
            }
        }
        let meeting = parts.iter().map(|(cells, _)| {
            let mut meeting = vec![0; n_words];
            for cell in cells.iter() {
                for (word, more) in meeting.iter_mut().zip(&holding[cell.index()]) {
                    *word |= more;
                }
            }
            meeting
        });
        Search {
            stop,
            meeting: meeting.collect(),
            holding,
            parts,
            chosen: Vec::new(),
            clues: 0,
            best: Vec::new(),
            most: 0,
            n_branches: 0,
            scratch: Default::default(),
        }
    }

    /// The best choice found.
    fn best_parts(&self) -> impl Iterator<Item = (CellSet, usize)> {
        self.best.iter().map(|&i| self.parts[i])
    }

    /// Whether the search came to its end.
    fn run(&mut self) -> bool {
        let first = |n_parts: usize| {
            let mut first: PartSet = vec![0; self.parts.len().div_ceil(64)];
            for i in 0..n_parts {
                first[i / 64] |= 1 << (i % 64);
            }
            first
        };
        // Where all parts together are too many, the small ones by themselves give more.
        let n_small = self.parts.partition_point(|(cells, clues)| cells.len() <= SMALL * clues);
        let (small, all) = (first(n_small), first(self.parts.len()));
        if n_small < self.parts.len() {
            self.branch(&small);
            self.n_branches = 0;
        }
        self.branch(&all);
        self.n_branches < MAX_BRANCHES && !(self.stop)()
    }

    /// `open`: the parts disjoint from the chosen ones that may still be taken.
    fn branch(&mut self, open: &[u64]) {
        self.n_branches += 1;
        if self.clues > self.most {
            self.most = self.clues;
            self.best.clone_from(&self.chosen);
        }
        if self.n_branches >= MAX_BRANCHES || (self.stop)() || !self.may_beat_best(open) {
            return;
        }
        let Some(first) = bits(open).next() else { return };
        // Some best choice takes the first part or one that meets it.
        let rivals: PartSet = open.iter().zip(&self.meeting[first]).map(|(a, b)| a & b).collect();
        let mut open = open.to_vec();
        for part in bits(&rivals) {
            if (self.stop)() {
                return;
            }
            // Whatever takes this part has been tried below.
            open[part / 64] &= !(1 << (part % 64));
            let rest: PartSet = open.iter().zip(&self.meeting[part]).map(|(a, b)| a & !b).collect();
            let clues = self.parts[part].1;
            self.chosen.push(part);
            self.clues += clues;
            self.branch(&rest);
            self.clues -= clues;
            self.chosen.pop();
        }
    }

    /// Whether disjoint ones of the parts may take so many clues that the choice beats the best one: cells are taken
    /// greedily until each part holds as many as it takes clues, and disjoint parts share none of them.
    fn may_beat_best(&mut self, open: &[u64]) -> bool {
        let Search { stop, parts, holding, scratch: (left, clues), .. } = self;
        left.clear();
        left.extend_from_slice(open);
        clues.clear();
        clues.extend(parts.iter().map(|(_, clues)| *clues));
        let mut taken = CellSet::EMPTY;
        let mut bound = 0;
        while !stop() {
            let Some(first) = bits(left).next() else { break };
            let n_holding =
                |cell: &Cell| holding[cell.index()].iter().zip(&*left).map(|(a, b)| (a & b).count_ones()).sum::<u32>();
            let Some(cell) = parts[first].0.iter().filter(|cell| !taken.contains(*cell)).max_by_key(n_holding) else {
                break;
            };
            taken.insert(cell);
            for (i, of_cell) in holding[cell.index()].iter().enumerate() {
                let mut hit = left[i] & of_cell;
                while hit != 0 {
                    let part = 64 * i + hit.trailing_zeros() as usize;
                    hit &= hit - 1;
                    clues[part] -= 1;
                    if clues[part] == 0 {
                        left[i] &= !(1 << (part % 64));
                    }
                }
            }
            bound += 1;
            if self.clues + bound > self.most {
                return true;
            }
        }
        false
    }
}

//! The techniques after those of the catalogue: BUGs with several cells, aligned exclusion, chains.

use super::bug::Bug;
use super::cycles::cycle_or_chain;
use super::exclusion::{aligned_pair, aligned_triple};
use super::forcing::{Forcing, forcing_chains};
use super::links::{Links, N_MARKS, length_tenths};
use super::marks::Marks;
use crate::grid::{Candidate, Cell, Digit};
use crate::logic::Board;

/// Least figure in tenths, that of the longest chain to be expected, and name.
pub(super) type Technique = (u8, u8, &'static str);

/// No puzzle has a figure above this, in tenths: the hardest technique, by chains of all literals from each digit of a
/// cell.
pub(in crate::logic::rating) const HIGHEST: u8 = 90 + length_tenths(9 * 2 * N_MARKS);

pub(super) const BUG: Technique = (57, 57, "BUG with several cells");
pub(super) const PAIR: Technique = (62, 62, "aligned pair exclusion");
pub(super) const CYCLE: Technique = (65, 71, "bidirectional X-cycle or Y-cycle");
pub(super) const CHAIN: Technique = (66, 71, "forcing X-chain");
pub(super) const MIXED: Technique = (70, 77, "bidirectional cycle or forcing chain");
pub(super) const TRIPLE: Technique = (75, 75, "aligned triple exclusion");
pub(super) const NISHIO: Technique = (75, 82, "nishio forcing chain");
pub(super) const MULTIPLE: Technique = (80, 89, "multiple forcing chain");
pub(super) const DYNAMIC: Technique = (85, 95, "dynamic forcing chain");
pub(super) const DYNAMIC_PLUS: Technique = (90, HIGHEST, "dynamic forcing chain (+)");

/// All of them, in the order of their figures.
pub(super) const HARD: [Technique; 10] =
    [BUG, PAIR, CYCLE, CHAIN, MIXED, TRIPLE, NISHIO, MULTIPLE, DYNAMIC, DYNAMIC_PLUS];

/// A step: what it rules out, as cells and digits.
pub(super) struct HardStep {
    pub(super) technique: Technique,
    /// What tenths its length adds.
    added: u8,
    pub(super) eliminated: Vec<(usize, usize)>,
    /// Whether its figure has been compared with the original's.
    pub(super) is_compared: bool,
}

impl HardStep {
    /// A step without a length.
    const fn new(technique: Technique, eliminated: Vec<(usize, usize)>) -> HardStep {
        HardStep { technique, added: 0, eliminated, is_compared: true }
    }

    /// The figure, in tenths.
    pub(super) const fn tenths(&self) -> u8 {
        self.technique.0 + self.added
    }

    pub(super) fn apply(&self, board: &mut Board) {
        for &(cell, digit) in &self.eliminated {
            board.eliminate(Candidate::new(Cell::from_index(cell), Digit::from_index(digit)));
        }
    }
}

/// The step that Sudoku Explainer takes where none of the catalogue's applies; `None` if it is not known.
pub(super) fn hard_step(board: &Board, should_stop: &dyn Fn() -> bool) -> Option<HardStep> {
    let marks = Marks::new(board);
    if let Some(bug) = Bug::new(&marks) {
        let eliminated = bug.common_digit(&marks);
        if !eliminated.is_empty() {
            return Some(HardStep::new(BUG, eliminated));
        }
        if let Some((tenths, eliminated)) = bug.other_types(&marks) {
            let step = HardStep::new((tenths, tenths, BUG.2), eliminated);
            return Some(HardStep { is_compared: false, ..step });
        }
    }
    if let Some(eliminated) = aligned_pair(&marks) {
        return Some(HardStep::new(PAIR, eliminated));
    }
    let links = Links::new(&marks);
    if let Some(step) = cycle_or_chain(&marks, &links, should_stop) {
        return Some(step);
    }
    if let Some(eliminated) = aligned_triple(&marks, should_stop) {
        return Some(HardStep::new(TRIPLE, eliminated));
    }
    let kinds = [Forcing::Nishio, Forcing::Multiple, Forcing::Dynamic, Forcing::DynamicPlus];
    kinds.into_iter().find_map(|forcing| forcing_chains(&marks, &links, forcing, should_stop))
}

/// Of the steps of a search the one that Sudoku Explainer takes: with the least figure, then the shortest, then the
/// first by kind, then the first found.
#[derive(Default)]
pub(super) struct Best {
    /// Figure, complexity, kind.
    rank: (u8, usize, u8),
    step: Option<HardStep>,
}

impl Best {
    /// Whether a step of this length and kind would be taken, were it found now.
    pub(super) fn wants(&self, technique: Technique, complexity: usize, kind: u8) -> bool {
        self.step.is_none() || (technique.0 + length_tenths(complexity), complexity, kind) < self.rank
    }

    /// Takes the step if it comes before the best so far and rules something out.
    pub(super) fn offer(
        &mut self,
        technique: Technique,
        complexity: usize,
        kind: u8,
        eliminated: impl FnOnce() -> Vec<(usize, usize)>,
    ) {
        if self.wants(technique, complexity, kind) {
            let eliminated = eliminated();
            if !eliminated.is_empty() {
                let added = length_tenths(complexity);
                self.rank = (technique.0 + added, complexity, kind);
                self.step = Some(HardStep { added, ..HardStep::new(technique, eliminated) });
            }
        }
    }

    pub(super) fn step(self) -> Option<HardStep> {
        self.step
    }
}

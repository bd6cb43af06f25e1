//! The techniques after those of the catalogue: BUGs with several cells, aligned exclusion, chains.

use super::bug::bug;
use super::cycles::cycles_and_chains;
use super::exclusion::{aligned_pair, aligned_triple};
use super::forcing::{Forcing, Runs, forcing_chains};
use super::links::{Links, length_tenths};
use super::marks::Marks;
use super::nested::{Helpers, Rules};
use super::program::{Place, Program};
use super::proof::Chain;
use crate::grid::{Candidate, Cell, Digit};
use crate::logic::Board;

/// Least figure in tenths, that of the longest chain to be expected, and name.
pub(super) type Technique = (u8, u8, &'static str);

/// No puzzle has a figure above this, in tenths, unless its hardest chain has more than a hundred thousand literals.
pub(in crate::logic::rating) const HIGHEST: u8 = DYNAMIC_CHAINS.1;

pub(super) const BUG: Technique = (56, 62, "BUG with several cells");
pub(super) const PAIR: Technique = (62, 62, "aligned pair exclusion");
pub(super) const CYCLE: Technique = (65, 71, "bidirectional X-cycle or Y-cycle");
pub(super) const CHAIN: Technique = (66, 71, "forcing X-chain");
pub(super) const MIXED: Technique = (70, 77, "bidirectional cycle or forcing chain");
pub(super) const TRIPLE: Technique = (75, 75, "aligned triple exclusion");
pub(super) const NISHIO: Technique = (75, 82, "nishio forcing chain");
pub(super) const MULTIPLE: Technique = (80, 89, "multiple forcing chain");
pub(super) const DYNAMIC: Technique = (85, 95, "dynamic forcing chain");
pub(super) const DYNAMIC_SETS: Technique = (90, 100, "dynamic forcing chain (+)");
pub(super) const CHAINS: Technique = (95, 112, "dynamic forcing chain (+ forcing chains)");
pub(super) const MULTIPLE_CHAINS: Technique = (100, 120, "dynamic forcing chain (+ multiple forcing chains)");
pub(super) const DYNAMIC_CHAINS: Technique =
    (105, 105 + length_tenths(100_000), "dynamic forcing chain (+ dynamic forcing chains)");

/// All of them, in the order of their figures.
pub(super) const HARD: [Technique; 13] = [
    BUG,
    PAIR,
    CYCLE,
    CHAIN,
    MIXED,
    TRIPLE,
    NISHIO,
    MULTIPLE,
    DYNAMIC,
    DYNAMIC_SETS,
    CHAINS,
    MULTIPLE_CHAINS,
    DYNAMIC_CHAINS,
];

/// A step: what it rules out, as cells and digits.
pub(super) struct HardStep {
    pub(super) technique: Technique,
    /// What tenths its length or its kind adds.
    added: u8,
    pub(super) eliminated: Vec<(usize, usize)>,
}

impl HardStep {
    /// A step of a technique that has several figures, with this one.
    pub(super) const fn with_figure(technique: Technique, tenths: u8, eliminated: Vec<(usize, usize)>) -> HardStep {
        HardStep { technique, added: tenths - technique.0, eliminated }
    }

    /// A step without a length.
    const fn new(technique: Technique, eliminated: Vec<(usize, usize)>) -> HardStep {
        HardStep { technique, added: 0, eliminated }
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

/// The step that a program takes where none of the catalogue's applies; `None` if it is not known. Of the runs only the
/// memory is used.
pub(super) fn hard_step(
    board: &Board,
    program: Program,
    runs: &mut Runs,
    should_stop: &dyn Fn() -> bool,
) -> Option<HardStep> {
    let marks = Marks::new(board);
    if let Some((tenths, eliminated)) = bug(&marks) {
        return Some(HardStep::new((tenths, tenths, BUG.2), eliminated));
    }
    if let Some(step) = program.after(Place::Graves, &marks) {
        return Some(step);
    }
    if let Some(eliminated) = aligned_pair(&marks) {
        return Some(HardStep::new(PAIR, eliminated));
    }
    if let Some(step) = program.after(Place::Pairs, &marks) {
        return Some(step);
    }
    let links = Links::new(&marks);
    let mut best = Best::default();
    cycles_and_chains(&marks, &links, &mut best, should_stop);
    if let Some(step) = best.step().or_else(|| program.after(Place::Cycles, &marks)) {
        return Some(step);
    }
    if let Some(eliminated) = aligned_triple(&marks, should_stop) {
        return Some(HardStep::new(TRIPLE, eliminated));
    }
    let mut helpers = Helpers::new(should_stop);
    for forcing in [Forcing::Nishio, Forcing::Multiple] {
        let mut best = Best::default();
        runs.clear();
        forcing_chains(&marks, &links, forcing, runs, &mut helpers, &mut best);
        if let Some(step) = best.step() {
            return Some(step);
        }
    }
    // The runs go on where they ended by fewer rules.
    runs.clear();
    for rules in [Rules::Singles, Rules::Sets, Rules::Chains, Rules::MultipleChains] {
        let mut best = Best::default();
        forcing_chains(&marks, &links, Forcing::Dynamic(rules), runs, &mut helpers, &mut best);
        if let Some(step) = best.step() {
            return Some(step);
        }
    }
    // These do not look for chains before dynamic ones, so they begin anew.
    let mut best = Best::default();
    let forcing = Forcing::Dynamic(Rules::DynamicChains);
    runs.clear();
    forcing_chains(&marks, &links, forcing, runs, &mut Helpers::new(should_stop), &mut best);
    best.step()
}

/// What becomes of the steps that a search comes across.
pub(super) trait Collect {
    /// Whether a step of this technique, length and kind would be taken, were it found now.
    fn wants(&self, technique: Technique, complexity: usize, kind: Kind) -> bool;

    /// Takes the step, with the chains to its conclusions, if it is wanted and rules something out.
    fn offer(
        &mut self,
        technique: Technique,
        complexity: usize,
        kind: Kind,
        eliminated: impl FnOnce() -> Vec<(usize, usize)>,
        chains: impl FnOnce() -> Vec<Chain>,
    );
}

/// Kinds of steps: of equally long ones with the same figure, the first kind comes first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Kind {
    /// From a mark that is on and off.
    Reduction,
    /// Cycles and chains from one mark. Of cycles with one figure, those of one digit are found first.
    Chain,
    Cell,
    Region,
    Contradiction,
}

/// Where a step stands among others: figure, length, kind.
///
/// The figure is the sum that Sudoku Explainer computes, in the same floating point, because that decides which of two
/// figures that look the same is less.
pub(super) type Rank = (f64, usize, Kind);

pub(super) fn rank(technique: Technique, complexity: usize, kind: Kind) -> Rank {
    let added = (0..length_tenths(complexity)).fold(0.0, |sum, _| sum + 0.1);
    (f64::from(technique.0) / 10.0 + added, complexity, kind)
}

/// Of the steps of a search the one that Sudoku Explainer takes: with the least figure, then the shortest, then the
/// first by kind, then the first found.
#[derive(Default)]
pub(super) struct Best(Option<(Rank, HardStep)>);

impl Best {
    pub(super) fn step(self) -> Option<HardStep> {
        self.0.map(|(_, step)| step)
    }
}

impl Collect for Best {
    fn wants(&self, technique: Technique, complexity: usize, kind: Kind) -> bool {
        self.0.as_ref().is_none_or(|(best, _)| rank(technique, complexity, kind) < *best)
    }

    fn offer(
        &mut self,
        technique: Technique,
        complexity: usize,
        kind: Kind,
        eliminated: impl FnOnce() -> Vec<(usize, usize)>,
        _chains: impl FnOnce() -> Vec<Chain>,
    ) {
        if self.wants(technique, complexity, kind) {
            let eliminated = eliminated();
            if !eliminated.is_empty() {
                let step = HardStep { added: length_tenths(complexity), ..HardStep::new(technique, eliminated) };
                self.0 = Some((rank(technique, complexity, kind), step));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::marks::tests::names;
    use super::super::program::Program;
    use super::super::{Memory, Move, next};
    use crate::grid::Puzzle;
    use crate::logic::Board;
    use crate::logic::negative_cache::NegativeCache;

    /// Of the figures of a puzzle the hardest step alone decides; here every step of a path counts.
    const STEPS: &str = include_str!("steps.txt");

    /// The steps on the way to the solution that are not the catalogue's, one a line.
    fn hard_steps(puzzle: &str) -> String {
        let puzzle: Puzzle = puzzle.parse().expect("puzzle");
        let (mut board, mut absent, mut shown) = (Board::new(&puzzle), NegativeCache::default(), String::new());
        let mut memory = Memory::new(&mut absent, Program::SudokuExplainer);
        while !board.is_solved() {
            let (tenths, step) = next(&board, 0, &mut memory, &|| false).expect("a step");
            if let Move::RuleOut(step) = &step {
                let (figure, technique) = (format!("{}.{}", tenths / 10, tenths % 10), step.technique.2);
                shown += &format!("{figure} {technique}: {}\n", names(&step.eliminated));
            }
            step.apply(&mut board);
        }
        shown
    }

    #[test]
    fn every_step_of_a_path_is_the_one_expected() {
        let is_step = |line: &str| line.contains(": ");
        let mut lines = STEPS.lines().skip(1).peekable();
        let mut n_puzzles = 0;
        while let Some(puzzle) = lines.next() {
            let mut expected = String::new();
            while let Some(step) = lines.next_if(|line| is_step(line)) {
                expected += &format!("{step}\n");
            }
            assert_eq!(hard_steps(puzzle), expected, "{puzzle}");
            n_puzzles += 1;
        }
        assert_eq!(n_puzzles, 6);
    }
}

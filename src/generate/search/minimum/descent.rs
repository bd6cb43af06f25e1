//! Local search over puzzles whose clues may stand anywhere.

use super::MinimumQuestion;
use crate::generate::Watch;
use crate::generate::random::Random;
use crate::generate::search::themed::{Permutations, chosen};
use crate::grid::{Cell, CellSet, ClueConstraint, Digit, Pattern, Puzzle, Shape, Theme};
use crate::logic::Closure;

/// One attempt: fewer and fewer clues, moved about until they solve the grid.
pub(super) struct Descent<'a, const N: usize> {
    shape: Shape,
    empty: Closure<N>,
    /// The theme, with one permutation where it leaves several open.
    theme: Theme,
    /// What the theme asks of each step: all but what further clues may still mend.
    steps: Theme,
    random: Random,
    watch: &'a dyn Watch,
    pending: Vec<(u8, u8, u8)>,
}

type Clues = Vec<(Cell, Digit)>;

/// Clues and what they leave.
struct Extended {
    clues: Clues,
    is_solved: bool,
    cost: usize,
}

impl<'a, const N: usize> Descent<'a, N> {
    /// Changes tried for each number of clues.
    const ITERATIONS: usize = 3_000;
    /// Candidates looked at for each clue placed.
    const SAMPLE: usize = 24;

    pub(super) fn new(question: &MinimumQuestion, stream: u64, watch: &'a dyn Watch) -> Self {
        let shape = question.shape;
        let mut random = Random::new(question.seed, stream);
        let all = Pattern { shape, cells: CellSet::first(shape.n_cells()) };
        let theme = chosen(&question.theme, &all, Permutations::Random(&mut random, stream));
        let may_come = |constraint: &ClueConstraint| match constraint {
            ClueConstraint::Count { digit, at_most, .. } => {
                ClueConstraint::Count { digit: *digit, at_least: 0, at_most: *at_most }
            }
            constraint => constraint.clone(),
        };
        let steps = Theme::new(theme.constraints().iter().map(may_come).collect());
        let empty = Closure::new(shape, question.strategies);
        Descent { shape, empty, theme, steps, random, watch, pending: Vec::new() }
    }

    /// A puzzle with fewer than `n_best` clues, as few as this attempt reaches.
    pub(super) fn run(&mut self, n_best: usize) -> Option<Puzzle> {
        let mut clues = self.extend(Vec::new(), usize::MAX).filter(|first| first.is_solved)?.clues;
        self.prune(&mut clues)?;
        let mut best = None;
        loop {
            if clues.len() < n_best && best.as_ref().is_none_or(|best: &Clues| clues.len() < best.len()) {
                best = Some(clues.clone());
            }
            let target = best.as_ref().map_or(clues.len(), Vec::len).min(n_best).saturating_sub(1);
            match self.descend(clues, target) {
                Some(fewer) => clues = fewer,
                None => break,
            }
        }
        best.map(|best| self.puzzle(&best))
    }

    fn puzzle(&self, clues: &[(Cell, Digit)]) -> Puzzle {
        let mut puzzle = Puzzle::empty(self.shape);
        for &(cell, digit) in clues {
            puzzle.set(cell, Some(digit));
        }
        puzzle
    }

    /// Moves clues about until `target` of them solve the grid.
    fn descend(&mut self, mut clues: Clues, target: usize) -> Option<Clues> {
        while clues.len() > target {
            self.remove_any(&mut clues);
        }
        let mut cost = self.closure(&clues).n_marks() + self.n_missing(&clues);
        for _ in 0..Self::ITERATIONS {
            if self.watch.should_stop() {
                return None;
            }
            let mut next = clues.clone();
            for _ in 0..(1 + self.random.below(3)).min(next.len()) {
                self.remove_any(&mut next);
            }
            let Some(next) = self.extend(next, target) else {
                continue;
            };
            if next.is_solved {
                let mut clues = next.clues;
                self.prune(&mut clues)?;
                return Some(clues);
            }
            if next.cost <= cost + self.random.below(3 + N / 2) {
                (clues, cost) = (next.clues, next.cost);
            }
        }
        None
    }

    /// Adds good clues until the grid is solved and the theme content, or no more of `n_clues` fit. `None` at a dead end,
    /// or if stopped.
    fn extend(&mut self, mut clues: Clues, n_clues: usize) -> Option<Extended> {
        let mut closure = self.closure(&clues);
        let mut n_missing = self.n_missing(&clues);
        while clues.len() < n_clues && !(closure.is_solved() && n_missing == 0) {
            let mut best: Option<(usize, Clues, Closure<N>)> = None;
            let mut is_full = true;
            for _ in 0..Self::SAMPLE {
                // In large grids with many strategies each closure takes milliseconds.
                if self.watch.should_stop() {
                    return None;
                }
                let cell = Cell::from_index(self.random.below(self.shape.n_cells()));
                // A digit that is known already is of use only where the theme asks for more clues with it.
                if closure.is_placed(cell) && (n_missing == 0 || clues.iter().any(|&(clue, _)| clue == cell)) {
                    continue;
                }
                let mut marks = closure.marks(cell);
                for _ in 0..self.random.below(marks.count_ones() as usize) {
                    marks &= marks - 1;
                }
                let digit = Digit::from_index(marks.trailing_zeros() as usize);
                let Some(more) = self.together(cell, digit, &clues) else {
                    is_full = false;
                    continue;
                };
                if clues.len() + more.len() > n_clues {
                    continue;
                }
                is_full = false;
                let mut next = closure.clone();
                if !more.iter().all(|&(cell, digit)| next.assign_with(cell, digit, &mut self.pending)) {
                    continue;
                }
                let n_missing =
                    if self.theme.is_empty() { 0 } else { self.n_missing(&[&clues[..], &more[..]].concat()) };
                let cost = next.n_marks() + n_missing;
                if best.as_ref().is_none_or(|(fewest, ..)| cost < *fewest) {
                    best = Some((cost, more, next));
                }
            }
            if let Some((_, more, next)) = best {
                clues.extend(more);
                n_missing = self.n_missing(&clues);
                closure = next;
            } else if is_full && !self.theme.is_empty() {
                break;
            } else if self.random.below(64) == 0 {
                return None;
            }
        }
        let cost = closure.n_marks() + n_missing;
        Some(Extended { clues, is_solved: closure.is_solved() && n_missing == 0, cost })
    }

    /// The clue with its images under the symmetries of the theme, if the theme allows them beside the others.
    fn together(&self, cell: Cell, digit: Digit, clues: &[(Cell, Digit)]) -> Option<Clues> {
        let mut more = vec![(cell, digit)];
        if self.theme.is_empty() {
            return Some(more);
        }
        let mut at = 0;
        while let Some(&(cell, digit)) = more.get(at) {
            at += 1;
            for constraint in self.theme.constraints() {
                let ClueConstraint::Symmetry { cells, digits } = constraint else { continue };
                let image = (cells.image(self.shape, cell), digits.image(digit)?);
                match more.iter().find(|(other, _)| *other == image.0) {
                    None => more.push(image),
                    Some((_, digit)) if *digit != image.1 => return None,
                    Some(_) => {}
                }
            }
        }
        let puzzle = self.puzzle(&[clues, &more[..]].concat());
        (!self.steps.is_broken(&puzzle.pattern(), &puzzle)).then_some(more)
    }

    /// How many clues are missing to the least numbers that the theme asks for, in marks.
    fn n_missing(&self, clues: &[(Cell, Digit)]) -> usize {
        let mut n_missing = 0;
        for constraint in self.theme.constraints() {
            let ClueConstraint::Count { digit, at_least, .. } = constraint else { continue };
            let counted = digit.map_or(0..N, |digit| digit.index()..digit.index() + 1);
            for index in counted {
                let n_there = clues.iter().filter(|(_, digit)| digit.index() == index).count();
                n_missing += usize::from(*at_least).saturating_sub(n_there);
            }
        }
        N * n_missing
    }

    /// Takes out a clue with its images under the symmetries of the theme.
    fn remove_any(&mut self, clues: &mut Clues) {
        if clues.is_empty() {
            return;
        }
        let (cell, _) = clues.swap_remove(self.random.below(clues.len()));
        self.remove_images(cell, clues);
    }

    /// Takes out the images of a cell.
    fn remove_images(&self, cell: Cell, clues: &mut Clues) {
        let mut pending = vec![cell];
        while let Some(cell) = pending.pop() {
            for constraint in self.theme.constraints() {
                let ClueConstraint::Symmetry { cells, .. } = constraint else { continue };
                let image = cells.image(self.shape, cell);
                if let Some(at) = clues.iter().position(|&(other, _)| other == image) {
                    clues.swap_remove(at);
                    pending.push(image);
                }
            }
        }
    }

    /// Drops clues that are not needed. `None` if stopped.
    fn prune(&mut self, clues: &mut Clues) -> Option<()> {
        self.random.shuffle(clues);
        let mut i = 0;
        while i < clues.len() {
            if self.watch.should_stop() {
                return None;
            }
            let before = clues.clone();
            let (cell, _) = clues.swap_remove(i);
            self.remove_images(cell, clues);
            if !self.closure(clues).is_solved() || self.n_missing(clues) > 0 {
                *clues = before;
                i += 1;
            }
        }
        Some(())
    }

    fn closure(&mut self, clues: &[(Cell, Digit)]) -> Closure<N> {
        let mut closure = self.empty.clone();
        for &(cell, digit) in clues {
            closure.assign_with(cell, digit, &mut self.pending);
        }
        closure
    }
}

//! What a theme means for a search that places one clue after the other: which clues come together, and which digits
//! are left for them.

use crate::generate::Request;
use crate::generate::bounds::theme::possible_digits;
use crate::generate::random::Random;
use crate::grid::{Candidate, Cell, CellSet, ClueConstraint, Digit, DigitMap, DigitSet, Pattern, Puzzle, Shape, Theme};

/// Clue cells whose digits follow from that of the first.
struct Unit {
    /// The cells; for each the digit by the index of the digit of the first.
    cells: Vec<(Cell, Vec<Digit>)>,
    /// Digits that the first may have.
    digits: DigitSet,
}

/// Where the permutation comes from if a theme leaves it open.
pub(super) enum Permutations<'a> {
    /// Chance; the number of the attempt says how much is left to it.
    Random(&'a mut Random, u64),
    /// A puzzle that the theme accepts.
    Of(&'a Puzzle),
}

/// The theme of a request as a search takes it: all permutations of digits are chosen.
pub(in crate::generate) struct Themed {
    pattern: Pattern,
    units: Vec<Unit>,
    /// The unit of each cell that is in one.
    unit_of: Vec<Option<usize>>,
    /// What is to be watched while clues are placed.
    rest: Theme,
    digits_alike: bool,
    fixed: CellSet,
}

impl Themed {
    /// `Ok(None)` where there is no theme.
    ///
    /// # Errors
    /// If the theme leaves some clue no digit: with these permutations, or at all.
    pub(super) fn new(request: &Request, permutations: Permutations<'_>) -> Result<Option<Themed>, ()> {
        if request.theme.is_empty() {
            return Ok(None);
        }
        let pattern = request.pattern;
        let chosen = request.with(|design| design.theme = chosen(&design.theme, &pattern, permutations));
        let possible = possible_digits(&chosen);
        let ties = chosen.theme.ties(&pattern);
        let shape = pattern.shape;
        let n = shape.n();
        let mut unit_of = vec![None; shape.n_cells()];
        let mut units = Vec::new();
        for first in pattern.cells.iter() {
            if unit_of[first.index()].is_some() {
                continue;
            }
            // All cells that are tied to it, in either direction, with their digits.
            let mut cells = vec![(first, (0..n).map(Digit::from_index).collect::<Vec<Digit>>())];
            unit_of[first.index()] = Some(units.len());
            let mut next = 0;
            while next < cells.len() {
                let (cell, digits) = cells[next].clone();
                next += 1;
                for tie in &ties {
                    let (other, map) = if tie.from == cell {
                        (tie.to, DigitMap::Permutation(tie.digits.clone()))
                    } else if tie.to == cell {
                        (tie.from, DigitMap::Permutation(tie.digits.clone()).inverse())
                    } else {
                        continue;
                    };
                    if unit_of[other.index()].is_none() {
                        unit_of[other.index()] = Some(units.len());
                        cells.push((other, digits.iter().filter_map(|&digit| map.image(digit)).collect()));
                    }
                }
            }
            let fits = |digit: &Digit| {
                let its = |cell: Cell| {
                    cells.iter().find(|(other, _)| *other == cell).map(|(_, digits)| digits[digit.index()])
                };
                let holds = |tie: &crate::grid::Tie| {
                    let (from, to) = (its(tie.from), its(tie.to));
                    from.is_none_or(|from| to == Some(tie.digits[from.index()]))
                };
                let clashes = |i: usize| {
                    let at = |i: usize| Candidate::new(cells[i].0, cells[i].1[digit.index()]);
                    (0..i).any(|j| shape.geometry().sees(at(i), at(j)))
                };
                cells.iter().all(|(cell, digits)| possible[cell.index()].contains(digits[digit.index()]))
                    && ties.iter().all(holds)
                    && !(0..cells.len()).any(clashes)
            };
            let digits: DigitSet = (0..n).map(Digit::from_index).filter(fits).collect();
            if digits.is_empty() {
                return Err(());
            }
            units.push(Unit { cells, digits });
        }
        let is_watched = |constraint: &&ClueConstraint| {
            !matches!(
                constraint,
                ClueConstraint::Digits { .. } | ClueConstraint::Equal(_) | ClueConstraint::Symmetry { .. }
            )
        };
        let rest = Theme::new(chosen.theme.constraints().iter().filter(is_watched).cloned().collect());
        let digits_alike = chosen.theme.treats_digits_alike();
        let fixed = request.fixed.pattern().cells;
        Ok(Some(Themed { pattern, units, unit_of, rest, digits_alike, fixed }))
    }

    /// Whether digits that have not occurred are interchangeable.
    pub(super) fn treats_digits_alike(&self) -> bool {
        self.digits_alike
    }

    /// One cell of each unit among these cells.
    ///
    /// A cell that is tied to a fixed digit has one digit, like any other.
    pub(super) fn firsts(&self, cells: &[Cell]) -> Vec<Cell> {
        let mut seen = vec![false; self.units.len()];
        let is_new =
            |cell: &Cell| self.unit_of[cell.index()].is_some_and(|unit| !std::mem::replace(&mut seen[unit], true));
        cells.iter().copied().filter(is_new).collect()
    }

    fn unit(&self, cell: Cell) -> Option<&Unit> {
        self.unit_of[cell.index()].map(|unit| &self.units[unit])
    }

    /// The clues that come with this one, itself included, but for fixed ones.
    pub(super) fn together(&self, cell: Cell, digit: Digit) -> Vec<(Cell, Digit)> {
        let Some(unit) = self.unit(cell) else { return vec![(cell, digit)] };
        let own = unit.cells.iter().find(|(other, _)| *other == cell).map(|(_, digits)| digits);
        let first = own.and_then(|digits| digits.iter().position(|&other| other == digit)).unwrap_or(0);
        let clues = unit.cells.iter().map(|(cell, digits)| (*cell, digits[first]));
        clues.filter(|(cell, _)| !self.fixed.contains(*cell)).collect()
    }

    /// The cells that get their digits together with this one, itself included, but for fixed ones.
    pub(super) fn cells_with(&self, cell: Cell) -> CellSet {
        self.unit(cell).map_or_else(
            || [cell].into_iter().collect(),
            |unit| unit.cells.iter().map(|(cell, _)| *cell).filter(|&cell| !self.fixed.contains(cell)).collect(),
        )
    }

    /// The digits, as a mask, that a cell may have beside these clues as far as the theme tells.
    pub(super) fn mask(&self, cell: Cell, clues: &Puzzle) -> u32 {
        let Some(unit) = self.unit(cell) else { return u32::MAX };
        let own = unit.cells.iter().find(|(other, _)| *other == cell).map(|(_, digits)| digits);
        let mut mask = 0;
        for first in unit.digits.iter() {
            let Some(digit) = own.map(|digits| digits[first.index()]) else { continue };
            let fits = self.rest.is_empty() || {
                let mut next = clues.clone();
                for (cell, digits) in &unit.cells {
                    next.set(*cell, Some(digits[first.index()]));
                }
                !self.rest.is_broken(&self.pattern, &next)
            };
            mask |= u32::from(fits) << digit.index();
        }
        mask
    }

    /// Takes out clues that lack some that come with them.
    pub(super) fn keep_whole_units(&self, clues: &mut Vec<(Cell, Digit)>) {
        let there: CellSet = clues.iter().map(|&(cell, _)| cell).collect();
        // Those that are fixed are never among the clues that a search keeps.
        let is_whole = |cell: Cell| self.cells_with(cell).is_subset(&there);
        clues.retain(|&(cell, _)| is_whole(cell));
    }
}

/// The theme with permutations where it leaves them open.
pub(super) fn chosen(theme: &Theme, pattern: &Pattern, mut permutations: Permutations<'_>) -> Theme {
    let shape = pattern.shape;
    let constraint = |constraint: &ClueConstraint| match constraint {
        ClueConstraint::Symmetry { cells, digits: DigitMap::Any } => {
            let images = match &mut permutations {
                Permutations::Random(random, attempt) => {
                    random_permutation(shape, cells.order(shape), random, *attempt)
                }
                Permutations::Of(puzzle) => {
                    let mut images: Vec<Option<Digit>> = vec![None; shape.n()];
                    for (cell, digit) in puzzle.clues() {
                        images[digit.index()] = puzzle.get(cells.image(shape, cell));
                    }
                    // What no clue shows stays where it is.
                    let image = |(index, image): (usize, Option<Digit>)| image.unwrap_or(Digit::from_index(index));
                    images.into_iter().enumerate().map(image).collect()
                }
            };
            ClueConstraint::Symmetry { cells: *cells, digits: DigitMap::Permutation(images) }
        }
        constraint => constraint.clone(),
    };
    Theme::new(theme.constraints().iter().map(constraint).collect())
}

/// A random permutation of this order. In most grids that have the symmetry few digits are their own images, so every
/// other attempt begins with as many cycles as there can be.
fn random_permutation(shape: Shape, order: usize, random: &mut Random, attempt: u64) -> Vec<Digit> {
    let n = shape.n();
    let mut digits: Vec<usize> = (0..n).collect();
    random.shuffle(&mut digits);
    let mut images: Vec<Digit> = (0..n).map(Digit::from_index).collect();
    let lengths: Vec<usize> = (2..=order).filter(|&length| order.is_multiple_of(length)).collect();
    let has_most = attempt.is_multiple_of(2);
    let mut at = 0;
    while at < n {
        let fitting: Vec<usize> = lengths.iter().copied().filter(|&length| at + length <= n).collect();
        let length = match fitting.last() {
            Some(&longest) if has_most => longest,
            Some(_) if random.below(4) > 0 => fitting[random.below(fitting.len())],
            _ => 1,
        };
        for i in 0..length {
            images[digits[at + i]] = Digit::from_index(digits[at + (i + 1) % length]);
        }
        at += length;
    }
    images
}

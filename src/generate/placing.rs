//! Puzzles whose step stands elsewhere than it was asked for, brought there by a move of the board that keeps the pattern
//! and by other names for the digits.

use super::Request;
use super::automorphisms::{CellMap, automorphisms};
use crate::grid::{Cell, Digit, DigitSet, GeometryRef, Puzzle};
use crate::logic::{PlacedStep, Step, StepPlace, StrategyId, digits_of};

/// Whether a step places the last digit of a cell or of a house: every puzzle has such steps, and nothing leads to them but
/// solving it.
pub(super) fn is_single(step: &PlacedStep) -> bool {
    matches!(step.place.strategy, StrategyId::FullHouse | StrategyId::NakedSingle | StrategyId::HiddenSingle)
}

/// Whether the bases of a strategy are rows and its covers columns, or the other way round, of one digit.
pub(super) fn is_fish(id: StrategyId) -> bool {
    matches!(id, StrategyId::XWing | StrategyId::Swordfish | StrategyId::Jellyfish)
}

/// A place to which a step may go, to be brought where it is asked for.
#[derive(Clone, Debug)]
struct Image {
    place: StepPlace,
    /// From where it is asked for to here; `None` for the same place.
    map: Option<CellMap>,
}

/// All such places of the first step that a path asks for; the place itself comes first.
#[derive(Clone, Debug)]
pub(super) struct Images {
    all: Vec<Image>,
    /// The digits that the step is to have; empty where digits keep their names.
    digits: DigitSet,
    is_needed: bool,
    geometry: GeometryRef,
}

impl Images {
    /// `None` if the path asks for no step.
    pub(super) fn of(request: &Request) -> Option<Images> {
        let step = request.path.steps().find(|(_, step)| step.is_needed).or_else(|| request.path.steps().next())?.1;
        let geometry = request.pattern.shape.geometry();
        let is_free = request.fixed.n_clues() == 0 && request.pattern.shape.treats_digits_alike();
        let mut place = step.place.clone();
        let mut digits = DigitSet::EMPTY;
        if is_free && step.place.named_candidates().next().is_none() {
            std::mem::swap(&mut digits, &mut place.digits);
        }
        let maps = if is_free { automorphisms(&request.pattern) } else { Vec::new() };
        let mut images = vec![Image { place: place.clone(), map: None }];
        for map in maps {
            let moved = place.moved(&geometry, &|cell: Cell| map[cell.index()], &|digit| digit);
            if let Some(moved) = moved
                && images.iter().all(|image| image.place != moved)
            {
                images.push(Image { place: moved, map: Some(map) });
            }
        }
        Some(Images { all: images, digits, is_needed: step.is_needed, geometry })
    }

    /// The places.
    pub(super) fn places(&self) -> impl Iterator<Item = &StepPlace> {
        self.all.iter().map(|image| &image.place)
    }

    /// Whether the step must be needed, and not only possible.
    pub(super) fn is_needed(&self) -> bool {
        self.is_needed
    }

    /// The strategy of the step.
    pub(super) fn strategy(&self) -> StrategyId {
        self.all[0].place.strategy
    }

    /// The number of the place at which a step stands.
    pub(super) fn matching(&self, step: &Step) -> Option<usize> {
        self.all.iter().position(|image| image.place.matches(step, &self.geometry))
    }

    /// A puzzle whose step stands at a place, with the step where it is asked for.
    pub(super) fn bring_back(&self, index: usize, step: &Step, puzzle: &Puzzle) -> Puzzle {
        let names = self.names(digits_of(step));
        let map = self.all[index].map.as_ref();
        let mut back = Puzzle::empty(puzzle.shape());
        for cell in puzzle.shape().cells() {
            let from = map.map_or(cell, |map| map[cell.index()]);
            back.set(cell, puzzle.get(from).map(|digit| names[digit.index()]));
        }
        back
    }

    /// New names: the digits of the step get those that are asked for, in ascending order, and these the others.
    fn names(&self, found: DigitSet) -> Vec<Digit> {
        let n = self.geometry.shape.n();
        let mut names: Vec<Digit> = (0..n).map(Digit::from_index).collect();
        if found.len() < self.digits.len() {
            return names;
        }
        let rest = |taken: DigitSet| (0..n).map(Digit::from_index).filter(move |&digit| !taken.contains(digit));
        let first: DigitSet = found.iter().take(self.digits.len()).collect();
        let pairs = first.iter().zip(self.digits.iter()).chain(rest(first).zip(rest(self.digits)));
        for (from, to) in pairs {
            names[from.index()] = to;
        }
        names
    }
}

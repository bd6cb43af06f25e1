//! The step that a path asks for, as the guided search sees it.

use crate::generate::Request;
use crate::generate::placing::Images;
use crate::grid::{Cell, CellSet, Constraint};
use crate::logic::{Board, Rule, StrategyId, choices};

/// The step that a path asks for.
pub(super) struct Placed {
    pub(super) strategy: StrategyId,
    pub(super) is_needed: bool,
    pub(super) images: Images,
    /// Of a strategy of the base-and-cover form: choices of bases at the place, with all covers of their unit and how many
    /// of them the candidates of the bases are to lie in.
    tight: Vec<(Vec<Constraint>, &'static [Constraint], usize)>,
    /// Of the others: the cells that are named, which are to be open and to hold few digits.
    cells: CellSet,
}

impl Placed {
    /// So many choices of bases are looked at for each puzzle.
    const MOST_CHOICES: usize = 400;

    pub(super) fn new(request: &Request) -> Option<Placed> {
        let images = Images::of(request)?;
        let (_, step) =
            request.path.steps().find(|(_, step)| step.is_needed).or_else(|| request.path.steps().next())?;
        let strategy = step.place.strategy;
        let shape = request.pattern.shape;
        let geometry = shape.geometry();
        let mut tight: Vec<(Vec<Constraint>, &'static [Constraint], usize)> = Vec::new();
        let mut cells = step.place.cells;
        cells = step.place.pivot.into_iter().chain(cells.iter()).collect();
        if let Some(logic) = crate::logic::strategy(strategy).set_logic() {
            for unit in logic.units.of(shape) {
                for chosen in choices(unit.bases.len(), logic.size) {
                    let bases: Vec<Constraint> = chosen.iter().map(|&i| unit.bases[i]).collect();
                    // With more covers no place is lost.
                    let rule = Rule { bases, covers: unit.covers.clone() };
                    let is_there = images.places().any(|place| place.may_match_rule(strategy, &rule, geometry));
                    if is_there && tight.len() < Placed::MOST_CHOICES {
                        tight.push((rule.bases, &unit.covers, logic.size));
                    }
                }
            }
            cells = CellSet::EMPTY;
        }
        Some(Placed { strategy, is_needed: step.is_needed, images, tight, cells })
    }

    /// How far the step is from standing on a board: by how many more covers than bases the nearest choice of open bases
    /// needs, or how many digits too many its cells have.
    pub(super) fn looseness(&self, board: &Board) -> u32 {
        let geometry = board.shape().geometry();
        let surplus = |(bases, covers, size): &(Vec<Constraint>, &'static [Constraint], usize)| {
            let left = |base: &Constraint| base.candidates(geometry).filter(|&c| board.has(c));
            // A base that is met leaves nothing for the others to do.
            if bases.iter().any(|base| left(base).next().is_none()) {
                return None;
            }
            let hit = covers.iter().filter(|cover| bases.iter().flat_map(left).any(|c| cover.contains(geometry, c)));
            Some(hit.count().saturating_sub(*size))
        };
        let open = |cell: Cell| match board.marks(cell).len() {
            0 => 3,
            n => n.saturating_sub(2),
        };
        let nearest = self.tight.iter().filter_map(surplus).min();
        let none = if self.tight.is_empty() { 0 } else { board.shape().n() };
        (nearest.unwrap_or(none) + self.cells.iter().map(open).sum::<usize>()) as u32
    }
}

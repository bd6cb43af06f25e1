//! Naked and hidden pairs, triples and quads ("covering sets").

use super::super::step::join_names;
use crate::grid::{Cell, Constraint, Digit, Geometry, House};
use crate::logic::{Board, Effect, SetLogic, Step, Strategy, StrategyId, Unit, Units};

/// n cells of a house with n digits, or n digits of a house with n cells.
#[derive(Debug)]
pub(in crate::logic) struct Subset {
    id: StrategyId,
    size: usize,
    naked: bool,
    name: &'static str,
    title: &'static str,
    help: &'static str,
}

macro_rules! subset {
    ($constant:ident, $id:ident, $size:literal, $naked:literal, $name:literal, $title:literal, $help:literal) => {
        pub(in crate::logic) const $constant: Subset =
            Subset { id: StrategyId::$id, size: $size, naked: $naked, name: $name, title: $title, help: $help };
    };
}

subset!(
    NAKED_PAIR,
    NakedPair,
    2,
    true,
    "naked-pair",
    "Naked pair",
    "When two cells of a house hold only the same two digits, these digits are ruled out in the rest of the house."
);
subset!(
    NAKED_TRIPLE,
    NakedTriple,
    3,
    true,
    "naked-triple",
    "Naked triple",
    "When three cells of a house hold only three digits between them, these digits are ruled out in the rest of the house."
);
subset!(
    NAKED_QUAD,
    NakedQuad,
    4,
    true,
    "naked-quad",
    "Naked quad",
    "When four cells of a house hold only four digits between them, these digits are ruled out in the rest of the house."
);
subset!(
    HIDDEN_PAIR,
    HiddenPair,
    2,
    false,
    "hidden-pair",
    "Hidden pair",
    "When two digits of a house have only the same two cells left, all other digits are ruled out in these cells."
);
subset!(
    HIDDEN_TRIPLE,
    HiddenTriple,
    3,
    false,
    "hidden-triple",
    "Hidden triple",
    "When three digits of a house have only three cells left between them, all other digits are ruled out in these cells."
);
subset!(
    HIDDEN_QUAD,
    HiddenQuad,
    4,
    false,
    "hidden-quad",
    "Hidden quad",
    "When four digits of a house have only four cells left between them, all other digits are ruled out in these cells."
);

fn house_matrix(geometry: &Geometry, house: House) -> (Vec<Constraint>, Vec<Constraint>) {
    let cells = geometry.house_cells[house.index()].iter().map(|&cell| Constraint::Cell(cell)).collect();
    let digits = (0..geometry.shape.n()).map(|d| Constraint::HouseDigit(house, Digit::from_index(d))).collect();
    (cells, digits)
}

static NAKED_UNITS: Units = Units::new(naked_units);
static HIDDEN_UNITS: Units = Units::new(hidden_units);

fn naked_units(geometry: &'static Geometry) -> Vec<Unit> {
    geometry
        .houses()
        .map(|house| {
            let (cells, digits) = house_matrix(geometry, house);
            Unit::new(geometry, cells, digits)
        })
        .collect()
}

fn hidden_units(geometry: &'static Geometry) -> Vec<Unit> {
    geometry
        .houses()
        .map(|house| {
            let (cells, digits) = house_matrix(geometry, house);
            Unit::new(geometry, digits, cells)
        })
        .collect()
}

impl Strategy for Subset {
    fn id(&self) -> StrategyId {
        self.id
    }

    fn name(&self) -> &'static str {
        self.name
    }

    fn title(&self) -> &'static str {
        self.title
    }

    fn help(&self) -> &'static str {
        self.help
    }

    fn set_logic(&self) -> Option<SetLogic> {
        let units = if self.naked { &NAKED_UNITS } else { &HIDDEN_UNITS };
        Some(SetLogic { size: self.size, effect: Effect::Eliminate, units })
    }

    fn explain(&self, step: &Step, board: &Board) -> String {
        let geometry = board.shape().geometry();
        let both = || step.evidence().bases.iter().chain(&step.evidence().covers);
        let cells: Vec<Cell> =
            both().filter_map(|c| if let Constraint::Cell(cell) = c { Some(*cell) } else { None }).collect();
        let digits: Vec<(House, Digit)> =
            both().filter_map(|c| if let Constraint::HouseDigit(h, d) = c { Some((*h, *d)) } else { None }).collect();
        let cell_names = join_names(cells.iter().map(|&cell| geometry.shape.cell_name(cell)));
        let digit_names = join_names(digits.iter().map(|(_, digit)| digit.to_string()));
        let house = geometry.house_name(digits[0].0);
        if self.naked {
            format!("{cell_names} hold only {digit_names}, so these digits go from the rest of {house}")
        } else {
            format!("in {house}, {digit_names} have only {cell_names} left, so all other digits go from these cells")
        }
    }
}

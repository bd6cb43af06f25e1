//! Bivalue universal graves (BUG): boards that would have a second solution, but for some further candidates.
//!
//! The scale of Sudoku Explainer has a quicker way for 9x9 (`rating/se/bug.rs`); a test there holds it to this one.

use super::almost_locked::almost_locked_choices;
use super::forward::{Forward, Places, Visit, candidates, cell_names, digit_names, rule_out};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, DigitSet, House};
use crate::logic::{
    Board, CellGroup, Deadly, Effect, Evidence, Sentence, Step, StrategyEntry, StrategyId, StrategyKind,
};
use std::collections::HashSet;
use std::ops::ControlFlow;

pub(in crate::logic) const BUG_PLUS_ONE: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::BugPlusOne,
        name: "bug-plus-one",
        title: "BUG+1",
        kind: StrategyKind::Uniqueness,
        stars: 4,
        help: "When all open cells have two candidates but one that has three, the digit that stands three times in its \
           houses goes there, since otherwise there would be two solutions or none.",
    },
    assumes_uniqueness: true,
    effect: Effect::Eliminate,
    find: plus_one,
    family: None,
    distinct: None,
    explain: |step, board| {
        let cells = [step.eliminated()[0].cell];
        let cells = cell_names(board.geometry(), cells);
        Sentence::compose("only {0} has more than two candidates", [cells])
    },
    exists_on: |_| true,
};

macro_rules! bug {
    ($constant:ident, $id:ident, $name:literal, $title:literal, $find:expr, $help:literal) => {
        pub(in crate::logic) const $constant: Forward = Forward {
            entry: StrategyEntry {
                id: StrategyId::$id,
                name: $name,
                title: $title,
                kind: StrategyKind::Uniqueness,
                stars: 5,
                help: $help,
            },
            assumes_uniqueness: true,
            effect: Effect::Eliminate,
            find: $find,
            family: None,
            distinct: None,
            explain,
            exists_on: |_| true,
        };
    };
}

bug!(
    TYPE_2,
    BugType2,
    "bug-type-2",
    "BUG type 2",
    type_2,
    "When but for some further candidates all open cells had two candidates, and each open digit two places in its \
     houses, one of these is true, since otherwise there would be two solutions or none. What sees all of them goes: \
     the same digit in common peers, or the other digits of the only cell that has some."
);
bug!(
    TYPE_3,
    BugType3,
    "bug-type-3",
    "BUG type 3",
    type_3,
    "When but for some further candidates in cells of one house all open cells had two candidates, and each open digit \
     two places in its houses, these act as one cell, which may form a naked subset with other cells of the house."
);
bug!(
    TYPE_4,
    BugType4,
    "bug-type-4",
    "BUG type 4",
    type_4,
    "When but for further candidates in two cells of a house all open cells had two candidates, and each open digit two \
     places in its houses, and another digit has no other place in the house, it is in one of the two cells and a \
     further candidate in the other: what else they hold goes."
);

fn explain(step: &Step, board: &Board) -> Sentence {
    let geometry = board.geometry();
    let evidence = step.evidence();
    let Some(Deadly::Bug(extra)) = &evidence.deadly else { return Sentence::default() };
    let named =
        |c: &Candidate| Sentence::compose("{0} in {1}", [c.digit.into(), Sentence::cell(geometry.shape, c.cell)]);
    let grave = Sentence::compose(
        "without {0} all open cells would have two candidates and all digits two places, so one of these is true",
        [Sentence::list(extra.iter().map(named))],
    );
    match (&evidence.sets[..], &evidence.bases[..]) {
        ([set], _) => Sentence::compose(
            "{0}, which takes {2} together with {1}",
            [grave, cell_names(geometry, set.cells.iter().copied()), digit_names(set.digits.iter().copied().collect())],
        ),
        (_, [base]) => Sentence::compose(
            "{0}, and the other of the two cells holds {1}",
            [grave, Sentence::constraint(geometry, *base)],
        ),
        _ => grave,
    }
}

/// The candidates, ascending, without which each open cell would have two digits and each open digit two places in
/// each house; as far as counting tells which they are. `None` if there are none, or no such.
pub(in crate::logic) fn extra_candidates(board: &Board) -> Option<Vec<Candidate>> {
    let shape = board.shape();
    let geometry = board.geometry();
    // Exchanging all digits keeps houses, but may break a group or an exclusion.
    if !geometry.groups.is_empty() || !geometry.not_consecutive.is_empty() {
        return None;
    }
    let open: Vec<Constraint> = Constraint::all(shape).filter(|&constraint| !board.is_met(constraint)).collect();
    if open.iter().any(|&constraint| board.remaining(constraint).count_ones() < 2) {
        return None;
    }
    let mut rest = board.clone();
    let mut kept: HashSet<Candidate> = HashSet::new();
    let mut extra = Vec::new();
    loop {
        let mut is_changed = false;
        let mut is_grave = true;
        for &constraint in &open {
            let left: Vec<Candidate> = constraint.candidates(geometry).filter(|&c| rest.has(c)).collect();
            let n_kept = left.iter().filter(|c| kept.contains(c)).count();
            if left.len() < 2 || n_kept > 2 {
                return None;
            }
            if left.len() == 2 {
                is_changed |= n_kept < 2;
                kept.extend(left);
                continue;
            }
            is_grave = false;
            if n_kept == 2 {
                is_changed = true;
                for further in left.into_iter().filter(|c| !kept.contains(c)) {
                    rest.eliminate(further);
                    extra.push(further);
                }
            }
        }
        if is_grave {
            extra.sort_unstable();
            return (!extra.is_empty()).then_some(extra);
        }
        if !is_changed {
            return None;
        }
    }
}

/// Cells with more than two candidates.
fn large(board: &Board) -> impl Iterator<Item = Cell> + '_ {
    board.shape().cells().filter(|&cell| board.value(cell).is_none() && board.marks(cell).len() > 2)
}

fn plus_one(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    // Few boards have one such cell, and this is looked for often.
    let mut large = large(board);
    let (Some(cell), None) = (large.next(), large.next()) else { return ControlFlow::Continue(()) };
    if board.marks(cell).len() != 3 {
        return ControlFlow::Continue(());
    }
    let Some(extra) = extra_candidates(board) else { return ControlFlow::Continue(()) };
    let others = board.marks(cell).iter().map(|digit| Candidate::new(cell, digit)).filter(|c| !extra.contains(c));
    rule_out(visit, id, others.collect(), || Evidence {
        deadly: Some(Deadly::Bug(extra.clone())),
        ..Evidence::default()
    })
}

/// A grave that BUG+1 does not know.
struct Grave<'a> {
    places: Places<'a>,
    id: StrategyId,
    extra: Vec<Candidate>,
    /// The cells of the further candidates.
    cells: CellSet,
}

impl Grave<'_> {
    fn new(board: &Board, id: StrategyId) -> Option<Grave<'_>> {
        // What sees all the further candidates, or the house of their cells, lies in so few cells.
        if large(board).nth(3 * board.shape().n()).is_some() {
            return None;
        }
        let extra = extra_candidates(board).filter(|extra| extra.len() > 1)?;
        let cells = extra.iter().map(|c| c.cell).collect();
        Some(Grave { places: Places::new(board), id, extra, cells })
    }

    fn digits(&self) -> DigitSet {
        self.extra.iter().map(|c| c.digit).collect()
    }

    fn step(
        &self,
        visit: Visit<'_>,
        eliminated: Vec<Candidate>,
        bases: Vec<Constraint>,
        sets: Vec<CellGroup>,
    ) -> ControlFlow<()> {
        rule_out(visit, self.id, eliminated, || Evidence {
            bases,
            sets,
            deadly: Some(Deadly::Bug(self.extra.clone())),
            ..Evidence::default()
        })
    }
}

fn type_2(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let Some(grave) = Grave::new(board, id) else { return ControlFlow::Continue(()) };
    let sees_all = |c: &Candidate| grave.extra.iter().all(|&extra| board.geometry().sees(extra, *c));
    let conflicts = grave.extra[0].conflicts(board.geometry());
    let out = conflicts.filter(|&c| board.has(c)).filter(sees_all).collect();
    grave.step(visit, out, Vec::new(), Vec::new())
}

fn type_3(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let Some(grave) = Grave::new(board, id) else { return ControlFlow::Continue(()) };
    if grave.digits().has_at_most(1) {
        return ControlFlow::Continue(());
    }
    for house in grave.places.common_houses(&grave.cells) {
        let others: Vec<Cell> = grave.places.geometry.house_cells[house.index()]
            .iter()
            .copied()
            .filter(|&cell| grave.places.open.contains(cell) && !grave.cells.contains(cell))
            .collect();
        let marks: Vec<u32> = others.iter().map(|&cell| board.marks(cell).0).collect();
        almost_locked_choices(&marks, grave.digits().0, marks.len(), &mut |chosen, digits| {
            let chosen: Vec<Cell> = chosen.iter().map(|&i| others[i]).collect();
            subset(&grave, house, chosen, DigitSet(digits), visit)
        })?;
    }
    ControlFlow::Continue(())
}

/// The further digits with cells of the house that hold one digit more than they are.
fn subset(grave: &Grave<'_>, house: House, chosen: Vec<Cell>, digits: DigitSet, visit: Visit<'_>) -> ControlFlow<()> {
    let set: CellSet = chosen.iter().copied().collect();
    let mut out = Vec::new();
    for digit in digits.iter() {
        let rest = grave.places.in_house(house, digit).difference(&set).difference(&grave.cells);
        out.extend(candidates(&rest, digit));
    }
    let bases = chosen.iter().map(|&cell| Constraint::Cell(cell)).collect();
    grave.step(visit, out, bases, vec![CellGroup { cells: chosen, digits: digits.iter().collect() }])
}

fn type_4(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let Some(grave) = Grave::new(board, id) else { return ControlFlow::Continue(()) };
    if grave.cells.len() != 2 {
        return ControlFlow::Continue(());
    }
    let further = grave.digits();
    for house in grave.places.common_houses(&grave.cells) {
        let is_locked =
            |digit: &Digit| !further.contains(*digit) && grave.places.in_house(house, *digit) == grave.cells;
        for locked in grave.places.digits().filter(is_locked) {
            let all =
                grave.cells.iter().flat_map(|cell| board.marks(cell).iter().map(move |d| Candidate::new(cell, d)));
            let out = all.filter(|c| c.digit != locked && !grave.extra.contains(c)).collect();
            grave.step(visit, out, vec![Constraint::HouseDigit(house, locked)], Vec::new())?;
        }
    }
    ControlFlow::Continue(())
}

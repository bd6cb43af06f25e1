//! Hints: first vague, then the step itself.

use crate::app::language::text;
use crate::grid::{Constraint, HouseKind};
use crate::logic::{Board, Order, Sentence, Step, StrategySet, in_sentence, next_step};

/// How much a hint tells.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum HintLevel {
    /// Which strategy, and roughly where.
    Vague,
    /// The step in words, with its evidence on the board.
    Concrete,
}

/// A hint.
#[derive(Clone, PartialEq, Debug)]
pub struct Hint {
    /// The step, and the state it belongs to; `None` if no strategy applies.
    pub step: Option<(Step, Board)>,
    /// How much of it is told.
    pub level: HintLevel,
    /// One sentence.
    pub sentence: Sentence,
}

/// The first hint for a state: vague. The ticked strategies come first, then all others.
pub(in crate::app) fn find_hint(board: &Board, is_proper: bool, order: &Order) -> Hint {
    let usable = |order: Order| if is_proper { order } else { order.allowing(order.without_uniqueness()) };
    let others = order.allowing(StrategySet::ALL.difference(order.allowed));
    let step = next_step(board, usable(*order)).or_else(|| next_step(board, usable(others)));
    let sentence = match &step {
        Some(step) => vague(step, board),
        None => Sentence::term(text!("None of the strategies applies here")),
    };
    Hint { step: step.map(|step| (step, board.clone())), level: HintLevel::Vague, sentence }
}

/// "Look for a hidden single in box 3".
fn vague(step: &Step, board: &Board) -> Sentence {
    let geometry = board.geometry();
    let title = in_sentence(step.title(board));
    // As it is spoken: "an X-wing", "an ALS chain", "a unique rectangle".
    let has_an = title.starts_with(['a', 'e', 'i', 'o', 'A', 'X']);
    let title = Sentence::term_as(step.title(board), title);
    let house = step.evidence().bases.iter().find_map(|base| match base {
        Constraint::HouseDigit(house, _) => Some(*house),
        Constraint::Cell(cell) => {
            let houses = geometry.cell_houses[cell.index()];
            houses.into_iter().find(|&house| geometry.house_kind(house).0 == HouseKind::Box)
        }
    });
    let Some(house) = house.map(|house| Sentence::house(geometry, house)) else {
        let template = if has_an { text!("Look for an {0}") } else { text!("Look for a {0}") };
        return Sentence::compose(template, [title]);
    };
    let template = match (has_an, step.placed().is_empty()) {
        (true, true) => text!("Look for an {0} that begins in {1}"),
        (true, false) => text!("Look for an {0} in {1}"),
        (false, true) => text!("Look for a {0} that begins in {1}"),
        (false, false) => text!("Look for a {0} in {1}"),
    };
    Sentence::compose(template, [title, house])
}

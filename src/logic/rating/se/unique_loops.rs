//! Which unique loops Sudoku Explainer 1.2.1 comes across, and their figures.

use super::LOOPS;
use crate::grid::{Cell, DigitSet, HouseKind};
use crate::logic::strategies::unique_loop::LoopStep;
use crate::logic::{Board, Deadly};

/// Whether Sudoku Explainer 1.2.1 comes across a loop: some of those with three or more cells that have a further digit
/// escape it.
///
/// On its way from cell to cell it goes to two cells with further digits in any case, to others only while all further
/// digits are one and the same; but what it has seen includes cells that it looked at on the way and did not go to. So
/// where three or more have such, it comes to the last of them only if all that was seen until then is one digit.
pub(super) fn is_seen(board: &Board, found: &LoopStep) -> bool {
    let Some(Deadly::Loop { cells, digits }) = &found.step.evidence().deadly else { return false };
    if found.n_extra <= 2 {
        return true;
    }
    let pair: DigitSet = digits.iter().copied().collect();
    // Every way through all the cells is a loop of the kind wanted: a house has none of them or two, which come by turns.
    let walk = LoopWalk { board, cells, pair };
    let starts = cells.iter().filter(|&&cell| board.marks(cell) == pair);
    starts.into_iter().any(|&start| walk.comes_round(&mut vec![start], None, 0))
}

/// Sudoku Explainer's way around the cells of a loop.
struct LoopWalk<'a> {
    board: &'a Board,
    cells: &'a [Cell],
    pair: DigitSet,
}

impl LoopWalk<'_> {
    /// Goes on from the last cell of the path, not by the kind of house that led to it; these further digits have been
    /// seen.
    fn comes_round(&self, path: &mut Vec<Cell>, last: Option<HouseKind>, mut seen: u32) -> bool {
        let geometry = self.board.geometry();
        let Some(&cell) = path.last() else { return false };
        for kind in [HouseKind::Box, HouseKind::Row, HouseKind::Column].into_iter().filter(|&kind| Some(kind) != last) {
            let house = geometry.cell_houses[cell.index()][kind as usize];
            for &next in &geometry.house_cells[house.index()] {
                if next == path[0] && path.len() == self.cells.len() {
                    return true;
                }
                let marks = self.board.marks(next).0;
                if path.contains(&next) || marks & self.pair.0 != self.pair.0 {
                    continue;
                }
                let further = marks & !self.pair.0;
                seen |= further;
                let goes_on = further == 0 || seen.is_power_of_two();
                if goes_on && self.cells.contains(&next) {
                    path.push(next);
                    if self.comes_round(path, Some(kind), seen) {
                        return true;
                    }
                    path.pop();
                }
            }
        }
        false
    }
}

/// Loops of four cells are the unique rectangles.
pub(super) fn loop_tenths(found: &LoopStep) -> u8 {
    let by_length = match found.length {
        4 => LOOPS.0,
        6 => 46,
        8 => 47,
        _ => 50,
    };
    by_length + found.set_size
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Digit, Puzzle, Shape};
    use crate::logic::StrategyId;
    use crate::logic::strategies::unique_loop::loop_steps;

    /// Whether Sudoku Explainer finds the loop of 8 and 9 through these cells; the others hold neither, but for those named.
    #[track_caller]
    fn check(loop_cells: &[(&str, &str)], others: &[(&str, &str)], expected: bool) {
        let digits = |text: &str| text.chars().filter_map(Digit::from_char).collect::<DigitSet>();
        let named = |cell| {
            let is_it = |&&(name, _): &&(&str, &str)| Shape::NINE.cell_name(cell) == name;
            loop_cells.iter().chain(others).find(is_it).map_or("34567", |&(_, marks)| marks)
        };
        let board = Board::with_marks(&Puzzle::empty(Shape::NINE), |cell| digits(named(cell)));
        let found: Vec<bool> = loop_steps(&board, StrategyId::UniqueLoop, 4)
            .iter()
            .filter(|found| found.length == loop_cells.len())
            .map(|found| is_seen(&board, found))
            .collect();
        // Two cells with further digits make steps of several kinds.
        assert!(!found.is_empty() && found.iter().all(|&is_seen| is_seen == expected), "{found:?}");
    }

    #[test]
    fn what_is_seen_beside_a_loop_hides_it() {
        let three = [("r7c5", "89"), ("r8c5", "89"), ("r8c8", "189"), ("r2c8", "189"), ("r2c7", "89"), ("r7c7", "189")];
        check(&three, &[("r9c8", "13")], true);
        // A cell in row 2 with another further digit.
        check(&three, &[("r9c8", "13"), ("r2c1", "289")], false);
        check(&three, &[("r9c8", "13"), ("r2c1", "189")], true);
        check(&three, &[("r9c8", "13"), ("r2c1", "29")], true);
        // Two cells with further digits are free.
        let mut two = three;
        two[5].1 = "89";
        check(&two, &[("r9c8", "13"), ("r2c1", "289")], true);
    }
}

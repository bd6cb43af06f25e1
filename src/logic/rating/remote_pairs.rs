//! Which remote pair HoDoKu takes. Where ours colours all connected cells at once, HoDoKu goes along chains of cells.

use crate::grid::{Candidate, Cell, DigitSet};
use crate::logic::Board;

/// So many chains are looked at; where there are more, which one HoDoKu takes is not known.
const MOST_CHAINS: usize = 20_000;

/// What each chain rules out that HoDoKu finds, in ascending order and none twice; `None` if there are too many chains.
///
/// A chain goes from cell to cell with the same two digits. It is looked at as often as it has an even number of cells,
/// four at least: both digits go from all cells that see two of them an odd number of steps apart. A chain that rules
/// something out is not made longer.
pub(super) fn chains(board: &Board) -> Option<Vec<Vec<Candidate>>> {
    let shape = board.shape();
    let bivalue = shape.cells().filter(|&cell| board.value(cell).is_none() && board.marks(cell).len() == 2);
    let mut walk = Walk { board, cells: bivalue.collect(), chain: Vec::new(), n_left: MOST_CHAINS, found: Vec::new() };
    for start in walk.cells.clone() {
        walk.go_on(start)?;
    }
    Some(walk.found)
}

struct Walk<'a> {
    board: &'a Board,
    /// The cells with two digits.
    cells: Vec<Cell>,
    chain: Vec<Cell>,
    n_left: usize,
    found: Vec<Vec<Candidate>>,
}

impl Walk<'_> {
    /// Every chain that begins with the present one and this cell.
    fn go_on(&mut self, cell: Cell) -> Option<()> {
        self.n_left = self.n_left.checked_sub(1)?;
        self.chain.push(cell);
        let digits = self.board.marks(cell);
        let ruled_out = if self.chain.len().is_multiple_of(2) { self.ruled_out(digits) } else { Vec::new() };
        if ruled_out.is_empty() {
            let geometry = self.board.geometry();
            for next in self.cells.clone() {
                let is_linked = geometry.are_peers(cell, next) && self.board.marks(next) == digits;
                if is_linked && !self.chain.contains(&next) {
                    self.go_on(next)?;
                }
            }
        } else if !self.found.contains(&ruled_out) {
            self.found.push(ruled_out);
        }
        self.chain.pop();
        Some(())
    }

    fn ruled_out(&self, digits: DigitSet) -> Vec<Candidate> {
        let geometry = self.board.geometry();
        let sees_both = |cell: Cell| {
            // The cells that it sees at even places of the chain, and at odd ones.
            let sees = |parity| self.chain.iter().skip(parity).step_by(2).any(|&other| geometry.are_peers(cell, other));
            sees(0) && sees(1)
        };
        let outside = self.board.shape().cells().filter(|cell| !self.chain.contains(cell) && sees_both(*cell));
        let candidates = outside.flat_map(|cell| digits.iter().map(move |digit| Candidate::new(cell, digit)));
        candidates.filter(|&candidate| self.board.has(candidate)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Shape, parse_puzzles};
    use crate::logic::{Order, StrategyId, solve};

    /// What the chains rule out where the hardest strategy of the trace stands first.
    #[track_caller]
    fn check(puzzle: &str, expected: &[&str]) {
        let puzzle = parse_puzzles(Shape::NINE, puzzle).expect("a puzzle").remove(0);
        let order: Order =
            "full-house,naked-single,hidden-single,locked-candidates,naked-pair,remote-pair".parse().expect("an order");
        let trace = solve(&puzzle, order);
        let at = trace.steps.iter().position(|step| step.strategy() == StrategyId::RemotePair).expect("a remote pair");
        let board = trace.board_before(at);
        let names = |chain: &Vec<Candidate>| {
            chain.iter().map(|candidate| candidate.eliminated_name(Shape::NINE)).collect::<Vec<_>>().join(" ")
        };
        let found: Vec<String> = chains(&board).expect("few chains").iter().map(names).collect();
        assert_eq!(found, expected);
        // Together they are what our remote pair rules out at once.
        let mut all: Vec<Candidate> = chains(&board).expect("few chains").concat();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all, trace.steps[at].eliminated());
    }

    #[test]
    fn a_chain_ends_where_it_rules_something_out() {
        check(
            ".64...19.3..5.4..78...6...39..8.3..57...9...2.5.....6...5...8.....1.9.......7....",
            &["r6c4<>2 r6c4<>4 r7c5<>2 r7c5<>4", "r6c4<>2 r6c4<>4"],
        );
        check(".83...46.4..5.3..12...7...57..3.2..48...5...2.4.....7...1...2.....8.7.......9....", &["r2c7<>9"]);
        check(
            ".87...93.6..7.8..52...9...68..1.4..25...3...7.6.....5...2...5.....8.2.......4....",
            &["r6c9<>3 r6c9<>9"],
        );
    }
}

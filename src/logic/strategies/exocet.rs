//! Junior exocet: the two digits of two cells come back in two others.

use super::forward::{Forward, Places, Visit, cell_names, digit_names, rule_out};
use crate::grid::{Candidate, Cell, Constraint, Digit, DigitSet, House, HouseKind};
use crate::logic::{Board, CellGroup, Effect, Evidence, Sentence, Step, StrategyEntry, StrategyId, StrategyKind};
use std::ops::ControlFlow;

pub(in crate::logic) const JUNIOR_EXOCET: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::JuniorExocet,
        name: "junior-exocet",
        title: "Junior exocet",
        kind: StrategyKind::AlmostLocked,
        stars: 5,
        help: "Two cells of a line in a box hold two of three or four digits, and two target cells stand in the other boxes \
           of the band, on the other lines. When each of these digits has places for at most two in the three lines that \
           cross at the targets and at the third cell, outside the band, and none beside the targets, the targets hold \
           the two digits of the base, and no other. For boxes of 3x3.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find,
    family: None,
    distinct: None,
    explain,
    exists_on: |shape| shape.region_boxes() == Some((3, 3)),
};

fn explain(step: &Step, board: &Board) -> Sentence {
    let geometry = board.geometry();
    let [base, targets] = &step.evidence().sets[..] else { return Sentence::default() };
    let names = |group: &CellGroup| cell_names(geometry, group.cells.iter().copied());
    let digits: DigitSet = base.digits.iter().copied().collect();
    Sentence::compose(
        "{0} hold two of {1}, each of which the lines across hold at most twice outside the band, so {2} hold the same two",
        [names(base), digit_names(digits), names(targets)],
    )
}

/// A band of boxes, whose lines are rows or columns, seen from one of its lines in one of its boxes.
struct Band<'a> {
    places: &'a Places<'a>,
    is_across: bool,
    /// Which of the three in its direction.
    number: usize,
}

impl Band<'_> {
    /// A cell by its line in the band, or beyond it, and its place on the line.
    fn cell(&self, line: usize, place: usize) -> Cell {
        let (line, place) = if self.is_across { (line, place) } else { (place, line) };
        self.places.board.shape().cell(line, place)
    }

    /// The line that crosses the band at a place.
    fn crossing(&self, place: usize) -> House {
        let kind = if self.is_across { HouseKind::Column } else { HouseKind::Row };
        self.places.geometry.house(kind, place)
    }

    /// Whether the digit is in the cell, or may be.
    fn may_hold(&self, cell: Cell, digit: Digit) -> bool {
        let board = self.places.board;
        board.value(cell).map_or(board.marks(cell).contains(digit), |value| value == digit)
    }

    /// Whether the lines at these places hold the digit at most twice outside the band.
    fn is_confined(&self, places: [usize; 3], digit: Digit) -> bool {
        let outside = || (0..9).filter(|line| line / 3 != self.number);
        let at = |place: usize| -> u32 {
            let lines = outside().filter(|&line| self.may_hold(self.cell(line, place), digit));
            lines.fold(0, |lines, line| lines | 1 << line)
        };
        let [a, b, c] = places.map(at);
        // Two houses hold all its places: lines of the grid, crossing lines, or one of each.
        (a | b | c).count_ones() <= 2
            || [a | b, a | c, b | c].iter().any(|rest| rest.count_ones() <= 1)
            || [a, b, c].iter().filter(|lines| **lines == 0).count() >= 1
    }
}

fn find(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    if board.shape().region_boxes() != Some((3, 3)) {
        return ControlFlow::Continue(());
    }
    let places = Places::new(board);
    for is_across in [true, false] {
        for line in 0..9 {
            let band = Band { places: &places, is_across, number: line / 3 };
            for third in 0..9 {
                exocets(&band, line, third, id, visit)?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// Those whose base is on this line, beside a third cell of the box.
fn exocets(band: &Band<'_>, line: usize, third: usize, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let board = band.places.board;
    let block = third / 3;
    let base: Vec<Cell> = (3 * block..3 * block + 3).filter(|&i| i != third).map(|i| band.cell(line, i)).collect();
    if base.iter().any(|&cell| board.value(cell).is_some()) {
        return ControlFlow::Continue(());
    }
    let digits = DigitSet(base.iter().fold(0, |digits, &cell| digits | board.marks(cell).0));
    if !(3..=4).contains(&digits.len()) {
        return ControlFlow::Continue(());
    }
    let others: Vec<usize> = (3 * band.number..3 * band.number + 3).filter(|&other| other != line).collect();
    let [left, right] = [1, 2].map(|i| (block + i) % 3).map(|block| 3 * block..3 * block + 3);
    for first in left {
        for second in right.clone() {
            for [of_first, of_second] in [[others[0], others[1]], [others[1], others[0]]] {
                let targets = [band.cell(of_first, first), band.cell(of_second, second)];
                let beside = [band.cell(of_second, first), band.cell(of_first, second)];
                let is_target = |&cell: &Cell| board.value(cell).is_none() && board.marks(cell).0 & digits.0 != 0;
                let is_empty = |&cell: &Cell| digits.iter().all(|digit| !band.may_hold(cell, digit));
                let crossing = [third, first, second];
                if targets.iter().all(is_target)
                    && beside.iter().all(is_empty)
                    && digits.iter().all(|digit| band.is_confined(crossing, digit))
                {
                    let lines = crossing.map(|place| band.crossing(place));
                    exocet(band.places, &base, targets, digits, lines, id, visit)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn exocet(
    places: &Places<'_>,
    base: &[Cell],
    targets: [Cell; 2],
    digits: DigitSet,
    lines: [House; 3],
    id: StrategyId,
    visit: Visit<'_>,
) -> ControlFlow<()> {
    let board = places.board;
    let of =
        |cell: Cell, digits: u32| DigitSet(digits & board.marks(cell).0).iter().map(move |d| Candidate::new(cell, d));
    let of_targets = targets.iter().fold(0, |digits, &cell| digits | board.marks(cell).0);
    // Other digits of the targets, and those of the base that no target has.
    let mut out: Vec<Candidate> = targets.iter().flat_map(|&cell| of(cell, !digits.0)).collect();
    out.extend(base.iter().flat_map(|&cell| of(cell, digits.0 & !of_targets)));
    rule_out(visit, id, out, || {
        let group = |cells: &[Cell]| CellGroup { cells: cells.to_vec(), digits: digits.iter().collect() };
        let crossing = lines.into_iter().flat_map(|line| digits.iter().map(move |d| Constraint::HouseDigit(line, d)));
        let open = crossing.filter(|&constraint| !board.is_met(constraint));
        Evidence {
            bases: base.iter().map(|&cell| Constraint::Cell(cell)).chain(open).collect(),
            sets: vec![group(base), group(&targets)],
            ..Evidence::default()
        }
    })
}

#[cfg(test)]
mod tests {
    use super::super::way::Way;
    use super::*;
    use crate::grid::{Puzzle, Shape};
    use std::collections::BTreeSet;

    /// Base and targets of each exocet where these strategies are stuck, and what it rules out; on the board and on its
    /// image with rows for columns.
    #[track_caller]
    fn check(puzzle: &str, strategies: &str, expected: &[&str]) {
        let puzzle: Puzzle = puzzle.parse().expect("a puzzle");
        assert_eq!(exocets_of(&puzzle, strategies, false), expected.iter().map(|&text| text.to_owned()).collect());
        let transposed: Vec<u8> = (0..81)
            .map(|i| puzzle.get(Cell::from_index(i % 9 * 9 + i / 9)).map_or(0, |digit| digit.index() as u8 + 1))
            .collect();
        let transposed = Puzzle::from_values(Shape::NINE, &transposed);
        assert_eq!(exocets_of(&transposed, strategies, true), exocets_of(&puzzle, strategies, false));
    }

    fn exocets_of(puzzle: &Puzzle, strategies: &str, is_transposed: bool) -> BTreeSet<String> {
        let way = Way::new("3x3", &puzzle.to_string(), strategies);
        let mut found = BTreeSet::new();
        for step in way.steps(way.end(), StrategyId::JuniorExocet) {
            let image = |cell: Cell| {
                let index = cell.index();
                if is_transposed { Cell::from_index(index % 9 * 9 + index / 9) } else { cell }
            };
            let name = |cell: Cell| Shape::NINE.cell_name(image(cell));
            let cells = |i: usize| -> Vec<String> {
                let cells: BTreeSet<Cell> = step.evidence().sets[i].cells.iter().copied().collect();
                let images: BTreeSet<Cell> = cells.into_iter().map(image).collect();
                images.into_iter().map(|cell| Shape::NINE.cell_name(cell)).collect()
            };
            let mut out: Vec<String> =
                step.eliminated().iter().map(|c| format!("{}<>{}", name(c.cell), c.digit)).collect();
            out.sort();
            found.insert(format!("{} -> {}: {}", cells(0).join(" "), cells(1).join(" "), out.join(" ")));
        }
        found
    }

    #[test]
    fn targets_hold_the_digits_of_the_base() {
        let puzzle = "........7..1..9.8..3.6..5.9.9..25.......6....3..9...4...7....91.2.5..3..8........";
        check(puzzle, "singles", &["r6c5 r6c6 -> r4c7 r5c2: r4c7<>6 r5c2<>4 r5c2<>5"]);
        // A line more in which a digit of the base may be, or a digit more in the base, and there is none.
        check("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", "singles", &[]);
    }
}

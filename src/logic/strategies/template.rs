//! Template: what belongs to no way of placing all that is left of a digit.

use super::bits::{Bits, Numbers};
use super::forward::{Forward, Places, Visit, cell_names, rule_out};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, HouseKind};
use crate::logic::{Board, CellGroup, Effect, Evidence, Sentence, Step, StrategyEntry, StrategyId, StrategyKind};
use std::ops::ControlFlow;

pub(in crate::logic) const TEMPLATE: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::Template,
        name: "template",
        title: "Template",
        kind: StrategyKind::Fish,
        stars: 5,
        help: "Looks at every way to place a digit in all rows, columns and boxes where it is still missing: the templates \
           of the digit, also known as pattern overlay. A candidate of the digit that belongs to none of them is ruled out.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find,
    family: None,
    distinct: None,
    explain,
    exists_on: |_| true,
};

fn explain(step: &Step, board: &Board) -> Sentence {
    let cells = step.eliminated().iter().map(|c| c.cell);
    let parts = [step.eliminated()[0].digit.into(), cell_names(board.geometry(), cells)];
    if step.eliminated().len() == 1 {
        Sentence::compose("no way to place the remaining {0}s, one in each house, uses {1}", parts)
    } else {
        Sentence::compose("no way to place the remaining {0}s, one in each house, uses any of {1}", parts)
    }
}

/// How many places are tried to find a template that holds a candidate: far more than it takes, so that a large grid
/// cannot hold anyone up.
const MOST_TRIED: u32 = 2000;

/// How many are tried for all candidates of a digit.
const MOST_TRIED_OF_DIGIT: u32 = 40_000;

/// One step for each digit, with all that it rules out.
fn find(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let places = Places::new(board);
    for digit in places.digits() {
        let houses = open_houses(&places, digit);
        let left = match places.of(digit).len() {
            ..=64 => Templates::<1>::new(&places, digit, &houses).possible(),
            65..=256 => Templates::<4>::new(&places, digit, &houses).possible(),
            _ => Templates::<10>::new(&places, digit, &houses).possible(),
        };
        let out = places.of(digit).difference(&left);
        let out = out.iter().map(|cell| Candidate::new(cell, digit)).collect();
        rule_out(visit, id, out, || Evidence {
            bases: houses,
            sets: vec![CellGroup { cells: left.iter().collect(), digits: vec![digit] }],
            ..Evidence::default()
        })?;
    }
    ControlFlow::Continue(())
}

/// The houses in which the digit is to be placed.
fn open_houses(places: &Places<'_>, digit: Digit) -> Vec<Constraint> {
    let geometry = places.geometry;
    // The regions of a Latin square are its rows.
    let is_row_again = |house| geometry.house_kind(house).0 == HouseKind::Box && geometry.shape.is_latin();
    let houses = geometry.houses().filter(|&house| !is_row_again(house));
    houses.map(|house| Constraint::HouseDigit(house, digit)).filter(|&base| !places.board.is_met(base)).collect()
}

/// The search for templates of a digit.
struct Templates<const W: usize> {
    /// The places of the digit in each house where it is missing.
    houses: Vec<Bits<W>>,
    /// The cell of each place.
    cells: Vec<Cell>,
    /// By place, itself and what it sees.
    cleared: Vec<Bits<W>>,
    /// Places that belong to a template found so far, or may do so.
    covered: Bits<W>,
    /// How many places may still be tried.
    n_left: u32,
}

impl<const W: usize> Templates<W> {
    fn new(places: &Places<'_>, digit: Digit, houses: &[Constraint]) -> Templates<W> {
        let of_digit = places.of(digit);
        let numbers = Numbers::new(of_digit);
        let of_house = |base: &Constraint| match *base {
            Constraint::HouseDigit(house, _) => numbers.of(&places.in_house(house, digit)),
            Constraint::Cell(_) => Bits::EMPTY,
        };
        let cleared = |cell: Cell| {
            let mut cleared = numbers.of(&places.peers(cell).intersection(of_digit));
            cleared.insert(numbers.of_cell(cell));
            cleared
        };
        Templates {
            houses: houses.iter().map(of_house).collect(),
            cells: of_digit.iter().collect(),
            cleared: of_digit.iter().map(cleared).collect(),
            covered: Bits::EMPTY,
            n_left: 0,
        }
    }

    /// The places that belong to a template, and those of which that is not known after so many tries.
    fn possible(mut self) -> CellSet {
        let mut all = Bits::EMPTY;
        (0..self.cells.len()).for_each(|place| all.insert(place));
        let mut n_left_of_digit = MOST_TRIED_OF_DIGIT;
        for place in 0..self.cells.len() {
            if self.covered.contains(place) {
                continue;
            }
            let n_tries = n_left_of_digit.min(MOST_TRIED);
            self.n_left = n_tries;
            let mut chosen = Bits::EMPTY;
            chosen.insert(place);
            match self.complete(chosen, all.without(self.cleared[place])) {
                ControlFlow::Break(Some(template)) => self.covered = self.covered.union(template),
                ControlFlow::Break(None) => self.covered.insert(place),
                ControlFlow::Continue(()) => {}
            }
            n_left_of_digit -= n_tries - self.n_left;
        }
        let is_possible = |&(place, _): &(usize, &Cell)| self.covered.contains(place);
        self.cells.iter().enumerate().filter(is_possible).map(|(_, &cell)| cell).collect()
    }

    /// Looks for a template that holds the chosen places and others of those given; breaks off with it, or without it
    /// where too many places have been tried. Always goes on at the house with the fewest places.
    fn complete(&mut self, chosen: Bits<W>, open: Bits<W>) -> ControlFlow<Option<Bits<W>>> {
        let missing = self.houses.iter().filter(|house| house.is_disjoint(chosen));
        let Some(house) = missing.min_by_key(|house| house.n_common(open)) else {
            return ControlFlow::Break(Some(chosen));
        };
        let places = house.common(open);
        // The more new places the template has, the fewer are left to look for.
        for mut places in [places.without(self.covered), places.common(self.covered)] {
            while let Some(place) = places.first() {
                let Some(n_left) = self.n_left.checked_sub(1) else { return ControlFlow::Break(None) };
                self.n_left = n_left;
                places.remove(place);
                let mut chosen = chosen;
                chosen.insert(place);
                self.complete(chosen, open.without(self.cleared[place]))?;
            }
        }
        ControlFlow::Continue(())
    }
}

#[cfg(test)]
mod tests {
    use super::super::way::{Way, proven_steps};
    use super::*;
    use crate::grid::{DigitSet, Puzzle, Shape};
    use std::collections::BTreeSet;

    /// Whether the digit is in exactly one of the chosen cells of each house where it is missing.
    fn is_template(board: &Board, digit: Digit, chosen: &[Cell]) -> bool {
        let geometry = board.geometry();
        let is_met = |house| board.is_met(Constraint::HouseDigit(house, digit));
        let n_in = |house: usize| chosen.iter().filter(|&&cell| geometry.house_sets[house].contains(cell)).count();
        geometry.houses().all(|house| is_met(house) || n_in(house.index()) == 1)
    }

    /// Tries every place in this row and in those below; visits the templates.
    fn rows(board: &Board, digit: Digit, row: usize, chosen: &mut Vec<Cell>, visit: &mut dyn FnMut(&[Cell])) {
        let shape = board.shape();
        if row == shape.n() {
            if is_template(board, digit, chosen) {
                visit(chosen);
            }
            return;
        }
        if board.is_met(Constraint::HouseDigit(board.geometry().house(HouseKind::Row, row), digit)) {
            return rows(board, digit, row + 1, chosen, visit);
        }
        for cell in (0..shape.n()).map(|column| shape.cell(row, column)) {
            let sees = |&other: &Cell| board.geometry().sees(Candidate::new(cell, digit), Candidate::new(other, digit));
            if board.has(Candidate::new(cell, digit)) && !chosen.iter().any(sees) {
                chosen.push(cell);
                rows(board, digit, row + 1, chosen, visit);
                chosen.pop();
            }
        }
    }

    fn by_definition(board: &Board) -> BTreeSet<Candidate> {
        let all = || (0..board.shape().n()).map(Digit::from_index);
        let open = board.shape().cells().filter(|&cell| board.value(cell).is_none());
        let candidates = open.flat_map(|cell| all().map(move |digit| Candidate::new(cell, digit)));
        let mut out: BTreeSet<Candidate> = candidates.filter(|&c| board.has(c)).collect();
        for digit in all() {
            rows(board, digit, 0, &mut Vec::new(), &mut |template| {
                out.retain(|c| c.digit != digit || !template.contains(&c.cell));
            });
        }
        out
    }

    /// What the steps rule out; each digit has one step.
    fn found(steps: &[Step]) -> BTreeSet<Candidate> {
        let digits: BTreeSet<Digit> = steps.iter().map(|step| step.eliminated()[0].digit).collect();
        assert_eq!(digits.len(), steps.len(), "{digits:?}");
        steps.iter().flat_map(Step::eliminated).copied().collect()
    }

    /// The cells that lose the digit 1, which is where an X stands and may be where an x does; all other digits may be
    /// anywhere.
    #[track_caller]
    fn check(layout: &str, rows: &str, expected: &str) {
        let shape: Shape = layout.parse().expect("a layout");
        let places: Vec<char> = rows.chars().filter(|c| !c.is_whitespace()).collect();
        let one = Digit::new(1);
        let all: DigitSet = (0..shape.n()).map(Digit::from_index).collect();
        let mut values = Puzzle::empty(shape);
        shape.cells().filter(|cell| places[cell.index()] == 'X').for_each(|cell| values.set(cell, Some(one)));
        let others: DigitSet = all.iter().filter(|&digit| digit != one).collect();
        let board = Board::with_marks(&values, |cell| if places[cell.index()] == '.' { others } else { all });
        let found = found(&proven_steps(&board, StrategyId::Template));
        assert!(found.iter().all(|c| c.digit == one));
        let names: Vec<String> = found.iter().map(|c| shape.cell_name(c.cell)).collect();
        assert_eq!(names.join(" "), expected, "{layout}");
        assert_eq!(found, by_definition(&board));
    }

    #[test]
    fn what_no_template_holds_is_ruled_out() {
        check(
            "3x3",
            ".xx...xx. .x.....xx ...X..... ....x.xxx .....x..x X........ .x..xxx.x .xx.xxxx. .x...x...",
            "r1c7",
        );
        // One place more, and there is a template.
        check("3x3", ".xx...xx. .x.....xx ...X..... ....x.xxx .....x..x X........ .x..xxx.x .xx.xxxx. .x...x..x", "");
        check("2x4", ".......X ..X..... ...x..x. ...xx.x. x..x.... x...x.x. .....X.. .X......", "r5c4 r6c1");
        // Without r4c1 the three others of its only template go; without the knight's move they have another one.
        let rows = "xxxx xxxx xxxx .xxx";
        check("2x2 anti-knight", rows, "r1c2 r2c3 r3c4");
        check("2x2", rows, "");
    }

    /// On the way to the solution, as far as these strategies lead.
    #[track_caller]
    fn differ(layout: &str, puzzle: &str, strategies: &str) {
        let way = Way::new(layout, puzzle, strategies);
        let mut n_found = 0;
        for board in &way.boards {
            let found = found(&way.steps(board, StrategyId::Template));
            assert_eq!(found, by_definition(board), "{layout}");
            n_found += found.len();
        }
        assert!(n_found > 0, "none on {layout}");
    }

    #[test]
    fn templates_are_those_of_the_definition() {
        differ("2x2", "1.....2...3....4", "singles");
        differ("2x3", "....131..5....5.26...3...5...46.....", "naked-single");
        differ("2x3 anti-knight", "1................2..........3.......", "naked-single");
        differ(
            "6 regions=AAABBBACABDBACCDDBCCEDDFECEDFFEEEFFF",
            "1................2..........3.......",
            "naked-single",
        );
        differ("6 latin x", "....16..3.....2..3...5.2............", "naked-single");
    }
}

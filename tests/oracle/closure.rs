//! What strategies conclude, straight from the definition.
//!
//! > If all remaining candidates of n bases lie in n covers, every other candidate of the covers goes.
//!
//! Every choice of n bases counts, whether or not some of them hold a placed digit already. What the rule
//! concludes on one board it concludes on every later one, so the end does not depend on the order.

use super::geometry::{Geometry, Grid};

/// A strategy of this form, or a single.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// The last open cell of a house.
    FullHouse,
    /// The last digit of a cell.
    NakedSingle,
    /// The last cell of a digit in a house.
    HiddenSingle,
    /// A digit of a house that lies in one other house.
    Locked,
    /// Cells of a house with as many digits.
    Naked(usize),
    /// Digits of a house with as many cells.
    Hidden(usize),
    /// Rows with a digit in as many columns, or the other way round.
    Fish(usize),
}

/// The strategies by name.
pub(crate) const KINDS: [(&str, Kind); 13] = [
    ("full-house", Kind::FullHouse),
    ("naked-single", Kind::NakedSingle),
    ("hidden-single", Kind::HiddenSingle),
    ("locked-candidates", Kind::Locked),
    ("naked-pair", Kind::Naked(2)),
    ("hidden-pair", Kind::Hidden(2)),
    ("naked-triple", Kind::Naked(3)),
    ("hidden-triple", Kind::Hidden(3)),
    ("x-wing", Kind::Fish(2)),
    ("naked-quad", Kind::Naked(4)),
    ("hidden-quad", Kind::Hidden(4)),
    ("swordfish", Kind::Fish(3)),
    ("jellyfish", Kind::Fish(4)),
];

/// The strategy with this name; `None` for one of another form.
pub(crate) fn kind(name: &str) -> Option<Kind> {
    KINDS.iter().find(|(known, _)| *known == name).map(|&(_, kind)| kind)
}

/// A candidate: cell * n + digit - 1.
type Candidate = usize;

/// Bases and covers to choose from.
struct Unit {
    /// Per base, its candidates, each with the cover that holds it, if any.
    bases: Vec<Vec<(Candidate, Option<usize>)>>,
    /// Per cover, its candidates, each with the base that holds it, if any.
    covers: Vec<Vec<(Candidate, Option<usize>)>>,
}

impl Unit {
    /// Bases and covers as lists of candidates.
    fn new(bases: &[Vec<Candidate>], covers: &[Vec<Candidate>]) -> Unit {
        let within = |lists: &[Vec<Candidate>], others: &[Vec<Candidate>]| {
            let find = |candidate: &Candidate| others.iter().position(|other| other.contains(candidate));
            let paired = |list: &Vec<Candidate>| list.iter().map(|candidate| (*candidate, find(candidate))).collect();
            lists.iter().map(paired).collect()
        };
        Unit { bases: within(bases, covers), covers: within(covers, bases) }
    }
}

/// A shape with the units of all strategies.
pub(crate) struct Rules {
    pub(crate) geometry: Geometry,
    locked: Vec<Unit>,
    naked: Vec<Unit>,
    hidden: Vec<Unit>,
    fish: Vec<Unit>,
}

impl Rules {
    pub(crate) fn of(shape: &str) -> Rules {
        let geometry = Geometry::of(shape);
        let n = geometry.n;
        let houses = &geometry.houses;
        let in_cell = |cell: usize| (0..n).map(|digit| cell * n + digit).collect::<Vec<_>>();
        let in_house = |house: usize, digit: usize| houses[house].iter().map(|&c| c * n + digit).collect::<Vec<_>>();
        let (mut locked, mut naked, mut hidden, mut fish) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for house in 0..3 * n {
            let cells: Vec<_> = houses[house].iter().map(|&cell| in_cell(cell)).collect();
            let digits: Vec<_> = (0..n).map(|digit| in_house(house, digit)).collect();
            naked.push(Unit::new(&cells, &digits));
            hidden.push(Unit::new(&digits, &cells));
        }
        for digit in 0..n {
            let lines = |from: usize| (from..from + n).map(|house| in_house(house, digit)).collect::<Vec<_>>();
            let (rows, columns) = (lines(0), lines(n));
            fish.push(Unit::new(&rows, &columns));
            fish.push(Unit::new(&columns, &rows));
            // A box and a line that cross, either of them the base.
            for line in 0..2 * n {
                for bx in (2 * n..3 * n).filter(|&bx| houses[bx].iter().any(|cell| houses[line].contains(cell))) {
                    let (line, bx) = ([in_house(line, digit)], [in_house(bx, digit)]);
                    locked.push(Unit::new(&line, &bx));
                    locked.push(Unit::new(&bx, &line));
                }
            }
        }
        Rules { geometry, locked, naked, hidden, fish }
    }

    /// The board of a puzzle: the candidates that its digits leave.
    pub(crate) fn board(&self, puzzle: &[u8]) -> Board {
        let n = self.geometry.n;
        let mut board = Board { n, values: vec![0; n * n], marks: vec![true; n * n * n] };
        for (cell, &digit) in puzzle.iter().enumerate().filter(|(_, digit)| **digit > 0) {
            board.conclude(&self.geometry, &Conclusion::Place(cell, digit));
        }
        board
    }

    /// Visits what a strategy concludes on a board.
    fn visit(&self, board: &Board, kind: Kind, visit: &mut dyn FnMut(Conclusion)) {
        let (units, size) = match kind {
            Kind::FullHouse | Kind::NakedSingle | Kind::HiddenSingle => return self.singles(board, kind, visit),
            Kind::Locked => (&self.locked, 1),
            Kind::Naked(size) => (&self.naked, size),
            Kind::Hidden(size) => (&self.hidden, size),
            Kind::Fish(size) => (&self.fish, size),
        };
        for unit in units {
            // Per base, the covers that hold its remaining candidates; a base with one outside takes no part.
            let covers_of = |base: &[(Candidate, Option<usize>)]| {
                let mut remaining = base.iter().filter(|(candidate, _)| board.marks[*candidate]);
                remaining.try_fold(0u32, |covers, &(_, cover)| Some(covers | 1 << cover?))
            };
            let bases = unit.bases.iter().enumerate();
            let bases: Vec<(usize, u32)> = bases.filter_map(|(base, list)| Some((base, covers_of(list)?))).collect();
            choose(&bases, size, 0, 0, &mut |chosen, covers| {
                for cover in (0..unit.covers.len()).filter(|cover| covers >> cover & 1 == 1) {
                    for &(candidate, base) in &unit.covers[cover] {
                        if board.marks[candidate] && base.is_none_or(|base| chosen >> base & 1 == 0) {
                            visit(Conclusion::Remove(candidate / board.n, (candidate % board.n) as u8 + 1));
                        }
                    }
                }
            });
        }
    }

    fn singles(&self, board: &Board, kind: Kind, visit: &mut dyn FnMut(Conclusion)) {
        let n = board.n;
        let mut only = |candidates: &mut dyn Iterator<Item = Candidate>| {
            let mut left = candidates.filter(|&candidate| board.marks[candidate]);
            if let (Some(candidate), None) = (left.next(), left.next())
                && board.values[candidate / n] == 0
            {
                visit(Conclusion::Place(candidate / n, (candidate % n) as u8 + 1));
            }
        };
        match kind {
            Kind::NakedSingle => (0..n * n).for_each(|cell| only(&mut (cell * n..cell * n + n))),
            Kind::HiddenSingle => {
                for house in &self.geometry.houses {
                    (0..n).for_each(|digit| only(&mut house.iter().map(|cell| cell * n + digit)));
                }
            }
            _ => {
                for house in &self.geometry.houses {
                    let mut open = house.iter().filter(|&&cell| board.values[cell] == 0);
                    if let (Some(&cell), None) = (open.next(), open.next()) {
                        only(&mut (cell * n..cell * n + n));
                    }
                }
            }
        }
    }

    /// Everything that a strategy concludes on a board, in one step.
    pub(crate) fn conclusions(&self, board: &Board, kind: Kind) -> Vec<Conclusion> {
        let mut all = Vec::new();
        self.visit(board, kind, &mut |conclusion| all.push(conclusion));
        all
    }

    /// The board where none of the strategies concludes anything more.
    pub(crate) fn closure(&self, puzzle: &[u8], kinds: &[Kind]) -> Board {
        let mut board = self.board(puzzle);
        let mut index = 0;
        while let Some(&kind) = kinds.get(index) {
            let all = self.conclusions(&board, kind);
            all.iter().for_each(|conclusion| board.conclude(&self.geometry, conclusion));
            index = if all.is_empty() { index + 1 } else { 0 };
        }
        board
    }

    /// The grid to which the strategies solve a puzzle, if they do.
    pub(crate) fn solve(&self, puzzle: &[u8], kinds: &[Kind]) -> Option<Grid> {
        let end = self.closure(puzzle, kinds).values;
        self.geometry.is_solution(&end).then_some(end)
    }
}

/// Visits every choice of so many bases whose candidates lie in as many covers.
fn choose(bases: &[(usize, u32)], size: usize, chosen: u32, covers: u32, visit: &mut dyn FnMut(u32, u32)) {
    let n_chosen = chosen.count_ones() as usize;
    if n_chosen == size {
        // With fewer covers than bases the puzzle has no solution.
        if covers.count_ones() as usize == size {
            visit(chosen, covers);
        }
        return;
    }
    for (at, &(base, own)) in bases.iter().enumerate() {
        if (covers | own).count_ones() as usize <= size {
            choose(&bases[at + 1..], size, chosen | 1 << base, covers | own, visit);
        }
    }
}

/// A digit that is placed, or ruled out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Conclusion {
    Place(usize, u8),
    Remove(usize, u8),
}

/// Placed digits and remaining candidates.
#[derive(Clone)]
pub(crate) struct Board {
    n: usize,
    pub(crate) values: Grid,
    marks: Vec<bool>,
}

impl Board {
    /// Whether a candidate is left.
    pub(crate) fn has(&self, cell: usize, digit: u8) -> bool {
        self.marks[cell * self.n + usize::from(digit) - 1]
    }

    /// Takes in a conclusion.
    pub(crate) fn conclude(&mut self, geometry: &Geometry, conclusion: &Conclusion) {
        match *conclusion {
            Conclusion::Remove(cell, digit) => self.marks[cell * self.n + usize::from(digit) - 1] = false,
            Conclusion::Place(cell, digit) => {
                self.values[cell] = digit;
                (1..=self.n as u8).filter(|&other| other != digit).for_each(|other| self.remove(cell, other));
                geometry.peers[cell].iter().for_each(|&peer| self.remove(peer, digit));
            }
        }
    }

    fn remove(&mut self, cell: usize, digit: u8) {
        self.marks[cell * self.n + usize::from(digit) - 1] = false;
    }

    /// Number of open cells.
    pub(crate) fn n_open(&self) -> usize {
        self.values.iter().filter(|&&value| value == 0).count()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn kinds(names: &str) -> Vec<Kind> {
        names.split(',').map(|name| kind(name).expect(name)).collect()
    }

    /// How many cells stay open.
    #[track_caller]
    fn check(shape: &str, strategies: &str, puzzle: &str, n_open: usize) {
        let rules = Rules::of(shape);
        let puzzle = rules.geometry.grid(puzzle).expect("a puzzle");
        let kinds = kinds(strategies);
        assert_eq!(rules.closure(&puzzle, &kinds).n_open(), n_open, "{strategies}");
        // In any order.
        let reversed: Vec<Kind> = kinds.into_iter().rev().collect();
        assert_eq!(rules.closure(&puzzle, &reversed).n_open(), n_open, "{strategies}, from the end");
    }

    #[test]
    fn strategies_go_as_far_as_they_do() {
        check("2x2", "naked-single", "1..........2..3.", 13);
        check("2x2", "naked-single,hidden-single", "1......2..3..4..", 0);
        check("2x2", "full-house", "12343412.143432.", 0);
    }

    #[test]
    fn a_placed_cell_is_a_base_like_any_other() {
        // A triple of which one cell is placed.
        let puzzle = "....7...6..19..2..4...2..39.4.....7.69.....12.5.....8.37..5...4..5..23..8...3....";
        check("3x3", "naked-single,naked-triple", puzzle, 0);
        check("3x3", "naked-single", puzzle, 51);
    }
}

//! Which remote pair HoDoKu takes. Where ours colours all connected cells at once, HoDoKu goes along chains of cells.

use super::marks::{Marks, candidate, sorted};
use super::{Deletions, First};
use crate::logic::rating::nine::{Cells, HOUSE_SETS, PEERS, houses_of, ones, ones16};

/// Most cells of a chain.
const MOST_CELLS: usize = 10;

/// What the remote pair that comes first rules out, one digit after the other; `None` if there is none.
///
/// A chain goes from cell to cell with the same two digits. It is looked at as often as it has an even number of cells,
/// four at least, if the digit with which it began is ruled out by its ends: both digits go from all cells that see two
/// cells of the chain three, five or more steps apart.
pub(super) fn first(marks: &Marks) -> Option<Deletions> {
    let mut walk = Walk { marks, digits: [0; 2], cells: 0, chain: Vec::new(), found: Vec::new() };
    for start in 0..81 {
        let Some([low, high]) = pair(marks.of_cell[start]) else { continue };
        walk.cells = ones(marks.places[low] & marks.places[high])
            .filter(|&cell| marks.of_cell[cell] == marks.of_cell[start])
            .fold(0, |cells, cell| cells | 1 << cell);
        for digits in [[low, high], [high, low]] {
            walk.digits = digits;
            walk.go_on(start);
        }
    }
    let mut first = First::default();
    let mut taken = None;
    for (ruled_out, Shortest { deletions, .. }) in walk.found {
        if first.would_take(&ruled_out) {
            first.offer(ruled_out);
            taken = Some(deletions);
        }
    }
    taken
}

/// The digits of a cell that has two.
fn pair(candidates: u16) -> Option<[usize; 2]> {
    let mut digits = ones16(candidates);
    (candidates.count_ones() == 2).then(|| [digits.next(), digits.next()].map(Option::unwrap_or_default))
}

/// The first of the shortest chains with some conclusion.
struct Shortest {
    n_cells: usize,
    /// In HoDoKu's order.
    deletions: Deletions,
}

struct Walk<'a> {
    marks: &'a Marks,
    /// The two digits, in the order in which they are ruled out.
    digits: [usize; 2],
    /// All cells with these two.
    cells: Cells,
    chain: Vec<usize>,
    /// What chains rule out, sorted, in the order in which it was found first.
    found: Vec<(Deletions, Shortest)>,
}

impl Walk<'_> {
    /// Every chain that begins with the present one and this cell.
    fn go_on(&mut self, cell: usize) {
        self.chain.push(cell);
        if self.chain.len() >= 4 && self.chain.len().is_multiple_of(2) {
            self.conclude();
        }
        if self.chain.len() < MOST_CELLS {
            let mut tried: Cells = self.chain.iter().fold(0, |chain, &cell| chain | 1 << cell);
            for house in houses_of(cell) {
                for next in ones(HOUSE_SETS[house] & self.cells & !tried) {
                    self.go_on(next);
                }
                tried |= HOUSE_SETS[house];
            }
        }
        self.chain.pop();
    }

    fn conclude(&mut self) {
        let by_ends = PEERS[self.chain[0]] & self.chain.last().map_or(0, |&end| PEERS[end]);
        if by_ends & self.marks.places[self.digits[0]] == 0 {
            return;
        }
        let mut seen: Cells = 0;
        for (i, &a) in self.chain.iter().enumerate() {
            for &b in self.chain.iter().skip(i + 3).step_by(2) {
                seen |= PEERS[a] & PEERS[b];
            }
        }
        let of_digit = |digit: usize| ones(seen & self.marks.places[digit]).map(move |cell| (cell, digit));
        let ruled_out = || self.digits.into_iter().flat_map(of_digit);
        let key = sorted(ruled_out());
        let found = Shortest {
            n_cells: self.chain.len(),
            deletions: ruled_out().map(|(cell, digit)| candidate(cell, digit)).collect(),
        };
        match self.found.iter_mut().find(|(known, _)| *known == key) {
            Some((_, known)) if known.n_cells > found.n_cells => *known = found,
            Some(_) => {}
            None => self.found.push((key, found)),
        }
    }
}

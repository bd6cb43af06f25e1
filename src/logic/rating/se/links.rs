//! Literals (a mark is the digit of its cell, or is not) and what follows from one to the next on a board.

use super::marks::{FIRST_OF_KIND, Marks, PEERS_BY_KIND, cell_at, houses_of, ones16};

/// Number of marks of an empty board.
pub(super) const N_MARKS: usize = 729;

/// A mark's number is that of the literal that it holds; that it does not hold has [`N_MARKS`] more.
pub(super) type Literal = u16;

/// That a digit is in a cell.
pub(super) const fn on(cell: usize, digit: usize) -> Literal {
    (9 * cell + digit) as Literal
}

/// That a digit is not in a cell.
pub(super) const fn off(cell: usize, digit: usize) -> Literal {
    (N_MARKS + 9 * cell + digit) as Literal
}

pub(super) const fn is_on(literal: Literal) -> bool {
    (literal as usize) < N_MARKS
}

/// The opposite.
pub(super) const fn negated(literal: Literal) -> Literal {
    if is_on(literal) { literal + N_MARKS as Literal } else { literal - N_MARKS as Literal }
}

/// A set of literals.
pub(super) struct LiteralSet([u64; (2 * N_MARKS).div_ceil(64)]);

impl Default for LiteralSet {
    fn default() -> LiteralSet {
        LiteralSet([0; (2 * N_MARKS).div_ceil(64)])
    }
}

impl LiteralSet {
    /// With this literal alone.
    pub(super) fn of(literal: Literal) -> LiteralSet {
        let mut set = LiteralSet::default();
        set.insert(literal);
        set
    }

    pub(super) const fn contains(&self, literal: Literal) -> bool {
        self.0[literal as usize / 64] >> (literal % 64) & 1 == 1
    }

    /// Adds a literal; true if it is new.
    #[inline]
    pub(super) fn insert(&mut self, literal: Literal) -> bool {
        let (word, bit) = (literal as usize / 64, 1u64 << (literal % 64));
        let is_new = self.0[word] & bit == 0;
        self.0[word] |= bit;
        is_new
    }
}

/// Cell and digit.
pub(super) const fn mark_of(literal: Literal) -> (usize, usize) {
    let number = literal as usize % N_MARKS;
    (number / 9, number % 9)
}

/// What is ruled out where a literal holds: the mark, or the others of its cell.
pub(super) fn ruled_out(marks: &Marks, literal: Literal) -> Vec<(usize, usize)> {
    let (cell, digit) = mark_of(literal);
    if is_on(literal) {
        ones16(marks.of_cell(cell) & !(1 << digit)).map(|other| (cell, other)).collect()
    } else if marks.has(cell, digit) {
        vec![(cell, digit)]
    } else {
        Vec::new()
    }
}

/// What tenths the length of a chain adds: the longer, the more it takes for the next.
pub(super) const fn length_tenths(complexity: usize) -> u8 {
    let length = complexity.saturating_sub(2);
    let (mut tenths, mut limit, mut is_half) = (0, 4, true);
    while length > limit {
        tenths += 1;
        limit = if is_half { limit * 3 / 2 } else { limit * 4 / 3 };
        is_half = !is_half;
    }
    tenths
}

/// No literal.
const NONE: Literal = Literal::MAX;

/// Why a literal follows from another one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Cause {
    /// It is what a chain begins with, or a step within the chain.
    Other,
    /// By the digits of its cell.
    Cell,
    /// By the places of its digit in a house.
    House(u8),
}

impl Cause {
    /// Why the digit of one mark rules out the other mark: the cell, else the first house that both share.
    pub(super) fn of_weak((cell, digit): (usize, usize), (other, other_digit): (usize, usize)) -> Cause {
        if cell == other && digit != other_digit {
            return Cause::Cell;
        }
        let shared = FIRST_OF_KIND.into_iter().map(|first| houses_of(other)[first / 9]);
        let house = shared.into_iter().find(|house| houses_of(cell).contains(house));
        house.map_or(Cause::Other, |house| Cause::House(house as u8))
    }
}

/// What follows at once from each literal on a board that does not change.
pub(super) struct Links {
    /// Where the followers of each mark that is on begin in `weak`, and how many of them lie in its cell.
    first: Vec<(u32, u8)>,
    weak: Vec<Literal>,
    /// What is on where a mark is off: by its cell, then by its box, row and column.
    strong: Vec<[Literal; 4]>,
}

impl Links {
    pub(super) fn new(marks: &Marks) -> Links {
        let mut links = Links {
            first: Vec::with_capacity(N_MARKS + 1),
            weak: Vec::with_capacity(4096),
            strong: vec![[NONE; 4]; N_MARKS],
        };
        for (cell, peers) in PEERS_BY_KIND.iter().enumerate() {
            let digits = marks.of_cell(cell);
            for digit in 0..9 {
                let first = links.weak.len() as u32;
                if digits >> digit & 1 == 0 {
                    links.first.push((first, 0));
                    continue;
                }
                links.weak.extend(ones16(digits & !(1 << digit)).map(|other| off(cell, other)));
                links.first.push((first, (links.weak.len() - first as usize) as u8));
                let peers = peers.iter().map(|&peer| usize::from(peer));
                links.weak.extend(peers.filter(|&peer| marks.has(peer, digit)).map(|peer| off(peer, digit)));
                let strong = &mut links.strong[9 * cell + digit];
                if digits.count_ones() == 2 {
                    strong[0] = on(cell, (digits & !(1 << digit)).trailing_zeros() as usize);
                }
                for (slot, first_of_kind) in strong[1..].iter_mut().zip(FIRST_OF_KIND) {
                    let house = houses_of(cell)[first_of_kind / 9];
                    let places = marks.of_house(house, digit);
                    if places.count_ones() == 2 {
                        let other = ones16(places).map(|position| cell_at(house, position)).find(|&c| c != cell);
                        *slot = other.map_or(NONE, |other| on(other, digit));
                    }
                }
            }
        }
        links.first.push((links.weak.len() as u32, 0));
        links
    }

    /// What is off where this is on, in its cell (if asked for) and in its houses.
    pub(super) fn made_off(&self, source: Literal, in_cell: bool) -> &[Literal] {
        let (first, n_in_cell) = self.first[source as usize];
        let from = first as usize + if in_cell { 0 } else { usize::from(n_in_cell) };
        &self.weak[from..self.first[source as usize + 1].0 as usize]
    }

    /// What is on where this is off, because of its cell, of its houses, or either.
    pub(super) fn made_on(
        &self,
        source: Literal,
        by_cell: bool,
        by_house: bool,
    ) -> impl Iterator<Item = (Literal, Cause)> + use<> {
        let mut made = self.strong[source as usize - N_MARKS];
        if !by_cell {
            made[0] = NONE;
        }
        if !by_house {
            made[1..].fill(NONE);
        }
        let houses = houses_of(mark_of(source).0);
        let cause = move |slot: usize| match slot {
            0 => Cause::Cell,
            _ => Cause::House(houses[FIRST_OF_KIND[slot - 1] / 9] as u8),
        };
        made.into_iter().enumerate().filter(|&(_, on)| on != NONE).map(move |(slot, on)| (on, cause(slot)))
    }

    /// The marks that are on where this is off; none for marks that are gone.
    pub(super) fn strong_ends(&self, mark: usize) -> impl Iterator<Item = usize> + use<> {
        self.strong[mark].into_iter().filter(|&literal| literal != NONE).map(usize::from)
    }
}

#[cfg(test)]
mod tests {
    use super::super::marks::tests::marks_of;
    use super::*;

    #[test]
    fn lengths_add_tenths() {
        // Chains of 6 literals add nothing; turbot fish have 6.
        let steps = [(6, 0), (7, 1), (8, 1), (9, 2), (10, 2), (11, 3), (14, 3), (15, 4), (18, 4), (19, 5), (26, 5)];
        for (complexity, tenths) in steps.into_iter().chain([(27, 6), (34, 6), (35, 7), (51, 8), (67, 9), (99, 10)]) {
            assert_eq!(length_tenths(complexity), tenths, "{complexity}");
        }
    }

    #[test]
    fn literals_are_numbered_one_by_one() {
        let mut set = LiteralSet::default();
        let mut n = 0;
        for is_held in [true, false] {
            for (cell, digit) in (0..81).flat_map(|cell| (0..9).map(move |digit| (cell, digit))) {
                let (literal, opposite) = (on(cell, digit), off(cell, digit));
                assert_eq!([negated(literal), negated(opposite)], [opposite, literal]);
                let literal = if is_held { literal } else { opposite };
                assert_eq!((mark_of(literal), is_on(literal)), ((cell, digit), is_held));
                assert!(!set.contains(literal) && set.insert(literal));
                assert!(set.contains(literal) && !set.insert(literal));
                assert!(
                    LiteralSet::of(literal).contains(literal) && !LiteralSet::of(literal).contains(negated(literal))
                );
                assert_eq!(usize::from(literal), n);
                n += 1;
            }
        }
    }

    #[test]
    fn what_rules_out_is_the_cell_or_the_first_house() {
        let r1c1 = (0, 0);
        for (other, cause) in [
            ((0, 1), Cause::Cell),
            ((1, 0), Cause::House(18)),
            ((1, 1), Cause::House(18)),
            ((8, 0), Cause::House(0)),
            ((72, 0), Cause::House(9)),
            ((40, 0), Cause::Other),
            ((40, 1), Cause::Other),
        ] {
            assert_eq!(Cause::of_weak(r1c1, other), cause, "{other:?}");
        }
    }

    #[test]
    fn links_are_those_of_cells_and_houses() {
        let links = Links::new(&marks_of("r1c1 12, r1c5 13, r2c2 14, r9c1 1"));
        let r1c1 = 0;
        assert_eq!(links.made_off(on(r1c1, 0), true), [off(r1c1, 1), off(10, 0), off(4, 0), off(72, 0)]);
        assert_eq!(links.made_off(on(r1c1, 0), false), [off(10, 0), off(4, 0), off(72, 0)]);
        let made = |cells, houses| links.made_on(off(r1c1, 0), cells, houses).map(|(on, _)| on).collect::<Vec<_>>();
        // Box, row, column.
        assert_eq!(made(true, true), [on(r1c1, 1), on(10, 0), on(4, 0), on(72, 0)]);
        assert_eq!(made(true, false), [on(r1c1, 1)]);
        // Three places of 1 are no link.
        let links = Links::new(&marks_of("r1c1 123, r1c5 13, r1c9 14, r2c2 14"));
        let made: Vec<_> = links.made_on(off(r1c1, 0), true, true).collect();
        assert_eq!(made, [(on(10, 0), Cause::House(18))]);
    }
}

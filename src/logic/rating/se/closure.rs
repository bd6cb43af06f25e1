//! Which marks have a chain or cycle of any length at all, so that nobody looks for the shortest in vain.

use super::links::{Links, N_MARKS};
use super::marks::Marks;

/// What is on as soon as some mark is on, for marks that are one of the last two of a cell or house.
pub(super) struct Closure<'a> {
    links: &'a Links,
    /// The number of each of these marks, and the marks.
    numbers: Vec<u16>,
    ends: Vec<u16>,
    n_words: usize,
    /// What is on where it is off, one row of bits for each.
    strong: Vec<u64>,
    /// What is on sooner or later where it is on.
    closed: Vec<u64>,
    /// Whether a mark rules itself out.
    is_off: Vec<bool>,
}

const NONE: u16 = u16::MAX;

/// As many bits as there are marks; only the first words are in use.
type Row = [u64; N_MARKS.div_ceil(64)];

impl Closure<'_> {
    pub(super) fn new<'a>(marks: &Marks, links: &'a Links) -> Closure<'a> {
        let has_ends = |&mark: &usize| links.strong_ends(mark).next().is_some();
        let ends: Vec<u16> = (0..N_MARKS).filter(has_ends).map(|mark| mark as u16).collect();
        let mut numbers = vec![NONE; N_MARKS];
        for (number, &mark) in ends.iter().enumerate() {
            numbers[usize::from(mark)] = number as u16;
        }
        let n_words = ends.len().div_ceil(64);
        let mut strong = vec![0; ends.len() * n_words];
        for (number, &mark) in ends.iter().enumerate() {
            for end in links.strong_ends(mark.into()) {
                let end = usize::from(numbers[end]);
                strong[number * n_words + end / 64] |= 1 << (end % 64);
            }
        }
        let mut closure =
            Closure { links, numbers, ends, n_words, strong, closed: Vec::new(), is_off: vec![false; N_MARKS] };
        let mut closed = Vec::with_capacity(closure.ends.len() * n_words);
        for &mark in &closure.ends {
            closed.extend_from_slice(&closure.next(mark.into())[..n_words]);
        }
        for through in 0..closure.ends.len() {
            let mut row: Row = [0; _];
            row[..n_words].copy_from_slice(&closed[through * n_words..][..n_words]);
            for from in closed.chunks_exact_mut(n_words) {
                if from[through / 64] >> (through % 64) & 1 == 1 {
                    from.iter_mut().zip(&row).for_each(|(word, other)| *word |= other);
                }
            }
        }
        closure.closed = closed;
        for (cell, digit) in marks.all() {
            let mark = 9 * cell + digit;
            closure.is_off[mark] = closure.rules_itself_out(mark);
        }
        closure
    }

    fn row<'b>(&self, rows: &'b [u64], number: usize) -> &'b [u64] {
        &rows[number * self.n_words..][..self.n_words]
    }

    /// What is on two literals after the mark is on.
    fn next(&self, mark: usize) -> Row {
        let mut next: Row = [0; _];
        for number in self.seen(mark) {
            let strong = self.row(&self.strong, number);
            next.iter_mut().zip(strong).for_each(|(word, other)| *word |= other);
        }
        next
    }

    /// The numbers of the marks that are off where this is on.
    fn seen(&self, mark: usize) -> impl Iterator<Item = usize> + '_ {
        let seen = self.links.made_off(mark as u16, true).iter();
        seen.map(|&literal| self.numbers[usize::from(literal) - N_MARKS])
            .filter(|&number| number != NONE)
            .map(usize::from)
    }

    fn rules_itself_out(&self, mark: usize) -> bool {
        let mut follows: Row = [0; _];
        let mut add = |row: &[u64]| follows.iter_mut().zip(row).for_each(|(word, other)| *word |= other);
        match self.numbers[mark] {
            NONE => {
                let next = self.next(mark);
                add(&next);
                for number in (0..self.ends.len()).filter(|&number| next[number / 64] >> (number % 64) & 1 == 1) {
                    add(self.row(&self.closed, number));
                }
            }
            number => add(self.row(&self.closed, number.into())),
        }
        self.seen(mark).any(|number| follows[number / 64] >> (number % 64) & 1 == 1)
    }

    fn leads(&self, from: usize, to: usize) -> bool {
        self.row(&self.closed, from)[to / 64] >> (to % 64) & 1 == 1
    }

    /// Whether any chain or cycle rules something out.
    ///
    /// Where a cycle does, there is a chain as well: the mark that sees both sides of the cycle rules out one of them,
    /// and so, around the cycle, itself.
    pub(super) fn has_chains(&self) -> bool {
        self.is_off.iter().any(|&is_off| is_off) || (0..self.ends.len()).any(|number| self.makes_itself_on(number))
    }

    fn makes_itself_on(&self, number: usize) -> bool {
        let strong = self.row(&self.strong, number);
        (0..self.ends.len()).any(|end| strong[end / 64] >> (end % 64) & 1 == 1 && self.leads(end, number))
    }

    /// Whether a mark may be part of a cycle, may rule itself out if it is on, and may make itself on if it is off.
    pub(super) fn of(&self, cell: usize, digit: usize) -> [bool; 3] {
        let mark = 9 * cell + digit;
        let is_off = self.is_off[mark];
        let number = match self.numbers[mark] {
            NONE => return [false, is_off, false],
            number => usize::from(number),
        };
        let is_in_cycle =
            (0..self.ends.len()).any(|other| other != number && self.leads(number, other) && self.leads(other, number));
        [is_in_cycle, is_off, self.makes_itself_on(number)]
    }
}

#[cfg(test)]
mod tests {
    use super::super::links::{is_on, negated, off, on};
    use super::super::marks::tests::boards;
    use super::*;
    use std::collections::{BTreeMap, BTreeSet};

    /// What follows from a literal, one after the other.
    fn reached(links: &Links, source: u16) -> BTreeSet<u16> {
        let mut reached = BTreeSet::new();
        let mut todo = vec![source];
        while let Some(literal) = todo.pop() {
            let next: Vec<u16> = if is_on(literal) {
                links.made_off(literal, true).to_vec()
            } else {
                links.made_on(literal, true, true).map(|(literal, _)| literal).collect()
            };
            todo.extend(next.into_iter().filter(|&literal| reached.insert(literal)));
        }
        reached
    }

    #[test]
    fn it_says_what_following_the_links_says() {
        let mut n_chains = [0; 3];
        for marks in boards() {
            let links = Links::new(&marks);
            let closure = Closure::new(&marks, &links);
            let mut has_chains = false;
            let from: BTreeMap<u16, BTreeSet<u16>> =
                marks.all().map(|(cell, digit)| (on(cell, digit), reached(&links, on(cell, digit)))).collect();
            for (cell, digit) in marks.all() {
                let source = on(cell, digit);
                let back = |&&other: &&u16| is_on(other) && other != source && from[&other].contains(&source);
                let is_in_cycle = from[&source].iter().any(|other| back(&other));
                let is_off = from[&source].contains(&negated(source));
                let expected = [is_in_cycle, is_off, reached(&links, off(cell, digit)).contains(&source)];
                assert_eq!(closure.of(cell, digit), expected, "{cell} {digit}");
                has_chains |= expected[1] || expected[2];
                n_chains = std::array::from_fn(|i| n_chains[i] + usize::from(expected[i]));
            }
            assert_eq!(closure.has_chains(), has_chains);
        }
        assert!(n_chains.iter().all(|&n| n > 20), "{n_chains:?}");
    }
}

//! Which step with almost locked sets (ALS) HoDoKu takes: the first of the XZ-rule and of the XY-wing, and of the chains
//! the one that rules out most. An ALS has one candidate more than cells; sets that share cells are not linked.

use super::marks::{Marks, sorted};
use super::{Deletions, First};
use crate::logic::rating::nine::{Cells, HOUSE_SETS, PEERS, ones, ones16};
use std::collections::HashSet;

/// Chains have no more links.
const MOST_LINKS: usize = 6;

struct AlmostLocked {
    cells: Cells,
    digits: u16,
    /// Its cells with each digit.
    places: [Cells; 9],
    /// Where each of its digits is ruled out if the set has it: candidates that see all its places.
    seen: [Cells; 9],
}

/// All sets in the order of their houses, each once; of a house, a set is followed by those that add later cells to it.
fn almost_locked_sets(marks: &Marks) -> Vec<AlmostLocked> {
    fn go_on(marks: &Marks, of: &[usize], set: Cells, digits: u16, found: &mut impl FnMut(Cells, u16)) {
        for (i, &cell) in of.iter().enumerate() {
            let (set, digits) = (set | 1 << cell, digits | marks.of_cell[cell]);
            if digits.count_ones() == set.count_ones() + 1 {
                found(set, digits);
            }
            // One more cell would fill the house, in which no set is almost locked.
            if set.count_ones() < 8 {
                go_on(marks, &of[i + 1..], set, digits, found);
            }
        }
    }
    let mut known = HashSet::new();
    let mut sets = Vec::new();
    for house in HOUSE_SETS {
        let open: Vec<usize> = ones(house).filter(|&cell| marks.of_cell[cell] != 0).collect();
        go_on(marks, &open, 0, 0, &mut |set, of_set| {
            if known.insert(set) {
                let (mut places, mut seen) = ([0; 9], [0; 9]);
                for digit in ones16(of_set) {
                    places[digit] = set & marks.places[digit];
                    seen[digit] = ones(places[digit]).fold(marks.places[digit], |seen, cell| seen & PEERS[cell]);
                }
                sets.push(AlmostLocked { cells: set, digits: of_set, places, seen });
            }
        });
    }
    sets
}

/// Two sets of which not both can have a digit: all its places in one see all those in the other.
#[derive(Clone, Copy)]
struct Link {
    from: usize,
    to: usize,
    digit: usize,
    /// A second such digit.
    second: Option<usize>,
}

impl Link {
    fn digits(self) -> u16 {
        1 << self.digit | self.second.map_or(0, |second| 1 << second)
    }
}

/// All links, by the first set and then by the second, which comes later in the list.
fn links(sets: &[AlmostLocked]) -> Vec<Link> {
    let mut links = Vec::new();
    for (from, a) in sets.iter().enumerate() {
        for (to, b) in sets.iter().enumerate().skip(from + 1).filter(|(_, b)| a.cells & b.cells == 0) {
            let mut common = ones16(a.digits & b.digits).filter(|&digit| a.places[digit] & !b.seen[digit] == 0);
            if let Some(digit) = common.next() {
                links.push(Link { from, to, digit, second: common.next() });
            }
        }
    }
    links
}

/// Adds what sees all places of a digit in both sets, unless it is one of these.
fn rule_out(a: &AlmostLocked, b: &AlmostLocked, except: u16, ruled_out: &mut Vec<(usize, usize)>) {
    for digit in ones16(a.digits & b.digits & !except) {
        ruled_out.extend(ones(a.seen[digit] & b.seen[digit] & !(a.cells & b.cells)).map(|cell| (cell, digit)));
    }
}

/// Without repetitions, by digit, then by cell; `None` if there are none.
fn deletions(ruled_out: Vec<(usize, usize)>) -> Option<Deletions> {
    Some(sorted(ruled_out)).filter(|ruled_out| !ruled_out.is_empty())
}

/// What the first two linked sets rule out; `None` if none do.
pub(super) fn xz(marks: &Marks) -> Option<Deletions> {
    let sets = almost_locked_sets(marks);
    links(&sets).into_iter().find_map(|link| {
        let (a, b) = (&sets[link.from], &sets[link.to]);
        let mut ruled_out = Vec::new();
        rule_out(a, b, 1 << link.digit, &mut ruled_out);
        if let Some(second) = link.second {
            rule_out(a, b, 1 << second, &mut ruled_out);
            // Each set has one of both digits, so it has all its others.
            for (set, other) in [(a, b), (b, a)] {
                for digit in ones16(set.digits & !link.digits()) {
                    ruled_out.extend(ones(set.seen[digit] & !other.cells).map(|cell| (cell, digit)));
                }
            }
        }
        deletions(ruled_out)
    })
}

/// What the first two sets that are both linked to a third rule out, by the order of their links; `None` if none do.
pub(super) fn xy_wing(marks: &Marks) -> Option<Deletions> {
    let sets = almost_locked_sets(marks);
    let links = links(&sets);
    let mut of_set: Vec<Vec<usize>> = vec![Vec::new(); sets.len()];
    for (i, link) in links.iter().enumerate() {
        of_set[link.from].push(i);
        of_set[link.to].push(i);
    }
    let mut later = Vec::new();
    links.iter().enumerate().find_map(|(i, link)| {
        later.clear();
        for (middle, end) in [(link.from, link.to), (link.to, link.from)] {
            let begin = of_set[middle].partition_point(|&j| j <= i);
            later.extend(of_set[middle][begin..].iter().map(|&j| (j, middle, end)));
        }
        later.sort_unstable();
        later.iter().find_map(|&(j, middle, end)| {
            let other = links[j];
            let other_end = if other.from == middle { other.to } else { other.from };
            let is_by_one_digit = link.second.is_none() && other.second.is_none() && link.digit == other.digit;
            let (a, b) = (&sets[end], &sets[other_end]);
            if is_by_one_digit || a.cells & b.cells != 0 {
                return None;
            }
            let mut ruled_out = Vec::new();
            rule_out(a, b, link.digits() | other.digits(), &mut ruled_out);
            deletions(ruled_out)
        })
    })
}

/// What the chain of at least four sets rules out that HoDoKu takes, each linked to the next, which comes later in the
/// list; `None` if there is none.
pub(super) fn chain(marks: &Marks) -> Option<Deletions> {
    let sets = almost_locked_sets(marks);
    let links = links(&sets);
    let mut from = vec![0..0; sets.len()];
    for (i, link) in links.iter().enumerate() {
        if from[link.from].is_empty() {
            from[link.from].start = i;
        }
        from[link.from].end = i + 1;
    }
    let mut search =
        Chains { sets: &sets, links: &links, from: &from, n_links: vec![[0; 4]; links.len()], first: First::default() };
    for link in &links {
        for digits in [Some(link.digit), link.second].into_iter().flatten().map(|digit| 1 << digit) {
            search.n_links.fill([0; 4]);
            search.go_on(link.from, digits, link.to, digits, 1);
        }
    }
    search.first.deletions()
}

struct Chains<'a> {
    sets: &'a [AlmostLocked],
    links: &'a [Link],
    /// The links from each set.
    from: &'a [std::ops::Range<usize>],
    /// The least number of links with which each link was reached from the present start, 0 if it was not: by its
    /// first digit, by its second, by both.
    n_links: Vec<[u8; 4]>,
    first: First,
}

impl Chains<'_> {
    /// Chains from a set by a link with the first digits, which have come to another set by these digits and links.
    fn go_on(&mut self, start: usize, first: u16, set: usize, last: u16, n_links: usize) {
        if n_links == MOST_LINKS {
            return;
        }
        for i in self.from[set].clone() {
            let link = self.links[i];
            // A set is entered and left by different digits.
            let left = if last.is_power_of_two() { link.digits() & !last } else { link.digits() };
            if left == 0 {
                continue;
            }
            let by = usize::from(left >> link.digit & 1 == 1) + 2 * usize::from(left & !(1 << link.digit) != 0);
            let before = &mut self.n_links[i][by];
            if *before != 0 && usize::from(*before) <= n_links + 1 {
                continue;
            }
            *before = n_links as u8 + 1;
            if n_links >= 2 {
                let mut ruled_out = Vec::new();
                rule_out(&self.sets[start], &self.sets[link.to], first | left, &mut ruled_out);
                self.first.offer(sorted(ruled_out));
            }
            self.go_on(start, first, link.to, left, n_links + 1);
        }
    }
}

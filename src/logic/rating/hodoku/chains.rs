//! Which turbot fish, X-chain and XY-chain HoDoKu takes.
//!
//! It goes along all chains that do not come back to a cell, up to a number of nodes, and prefers those that rule out
//! most. Here the shortest chain to each end is looked at; only where that one comes back to a cell is another sought.

use super::marks::{Marks, candidate};
use super::{Deletions, sorting_rank};
use crate::logic::rating::nine::{Cells, HOUSE_SETS, PEERS, houses_of, ones, ones16};

/// Most nodes of a chain: candidates, of which an XY-chain has two in each cell.
const MOST_NODES: usize = 20;

/// What the first turbot fish rules out, a chain of four candidates. There are several only if it is not known which of
/// them HoDoKu takes.
pub(super) fn turbot_fish(marks: &Marks) -> Vec<Deletions> {
    of_one_digit(marks, 4)
}

/// The same of X-chains.
pub(super) fn x_chain(marks: &Marks) -> Vec<Deletions> {
    of_one_digit(marks, MOST_NODES)
}

/// Strong and weak links by turns. A step of the graph is a cell, and whether the link to it is strong.
fn of_one_digit(marks: &Marks, most: usize) -> Vec<Deletions> {
    let mut first = First::default();
    for (digit, &places) in marks.places.iter().enumerate() {
        let cells: Vec<usize> = ones(places).collect();
        let index = |cell: usize| cells.partition_point(|&other| other < cell);
        let mut graph = Graph::default();
        for &cell in &cells {
            let strong = strong_links(places, cell);
            graph.add(cell, ones(strong).map(|next| 2 * index(next) + 1));
            graph.add(cell, ones(PEERS[cell] & places).map(|next| 2 * index(next)));
        }
        for (i, &start) in cells.iter().enumerate() {
            let reached = graph.reached(2 * i);
            for (j, &end) in cells.iter().enumerate() {
                // A chain that ends where it begins shows that the digit is there.
                let seen = PEERS[start] & PEERS[end] & places;
                // Two candidates alone are a strong link; of four and more the ends rule out.
                if seen != 0 && graph.has_chain(&reached, 2 * j + 1, 4..=most, start == end) {
                    first.offer((start, digit), seen, digit);
                }
            }
        }
    }
    first.found
}

/// The other place of the digit in each house of the cell that has two. Cells that share a line are linked in that line.
fn strong_links(places: Cells, cell: usize) -> Cells {
    let [row, col, box_] = houses_of(cell).map(|house| HOUSE_SETS[house]);
    let in_house = |house: Cells| {
        let others = places & house & !(1 << cell);
        if others.is_power_of_two() { others } else { 0 }
    };
    in_house(row) | in_house(col) | in_house(box_) & !row & !col
}

/// What the first XY-chain rules out. A step of the graph is a cell with two digits, and by which of them it is entered.
pub(super) fn xy_chain(marks: &Marks) -> Vec<Deletions> {
    let cells: Vec<usize> = (0..81).filter(|&cell| marks.of_cell[cell].count_ones() == 2).collect();
    let index = |cell: usize| cells.partition_point(|&other| other < cell);
    let all: Cells = cells.iter().fold(0, |all, &cell| all | 1 << cell);
    let digits_of = |i: usize| -> Vec<usize> { ones16(marks.of_cell[cells[i]]).collect() };
    let mut graph = Graph::default();
    for (i, &cell) in cells.iter().enumerate() {
        let digits = digits_of(i);
        for leave in [digits[1], digits[0]] {
            let next = ones(PEERS[cell] & marks.places[leave] & all);
            graph.add(cell, next.map(|next| 2 * index(next) + usize::from(digits_of(index(next))[1] == leave)));
        }
    }
    let mut first = First::default();
    for (i, &start) in cells.iter().enumerate() {
        for (k, digit) in digits_of(i).into_iter().enumerate() {
            let reached = graph.reached(2 * i + k);
            for (j, &end) in cells.iter().enumerate() {
                // It is left by the digit with which the chain began.
                let Some(l) = digits_of(j).into_iter().position(|other| other == digit) else { continue };
                let seen = PEERS[start] & PEERS[end] & marks.places[digit];
                if start != end && seen != 0 && graph.has_chain(&reached, 2 * j + 1 - l, 2..=MOST_NODES / 2, false) {
                    first.offer((start, digit), seen, digit);
                }
            }
        }
    }
    first.found
}

/// The steps that rule out most and come first.
#[derive(Default)]
struct First {
    /// Of equals, those that come up first: at the lowest cell, and there with its lower digit.
    start: (usize, usize),
    found: Vec<Deletions>,
}

impl First {
    fn offer(&mut self, start: (usize, usize), cells: Cells, digit: usize) {
        let step: Deletions = ones(cells).map(|cell| candidate(cell, digit)).collect();
        let Some(first) = self.found.first() else {
            self.start = start;
            self.found.push(step);
            return;
        };
        match sorting_rank(&step).cmp(&sorting_rank(first)) {
            std::cmp::Ordering::Less => *self = First { start, found: vec![step] },
            std::cmp::Ordering::Equal if start == self.start && !self.found.contains(&step) => self.found.push(step),
            _ => {}
        }
    }
}

/// Steps from cell to cell.
#[derive(Default)]
struct Graph {
    cell: Vec<usize>,
    /// The steps that may follow each.
    next: Vec<Vec<usize>>,
}

/// The shortest ways from one step.
struct Reached {
    start: usize,
    /// The step before each; itself for the start and what is not reached.
    parent: Vec<usize>,
}

impl Graph {
    fn add(&mut self, cell: usize, next: impl Iterator<Item = usize>) {
        self.cell.push(cell);
        self.next.push(next.collect());
    }

    fn reached(&self, start: usize) -> Reached {
        let mut parent: Vec<usize> = (0..self.next.len()).collect();
        let mut open = vec![start];
        let mut done = 0;
        while let Some(&at) = open.get(done) {
            done += 1;
            // Nothing goes on from where the chain began.
            if at != start && self.cell[at] == self.cell[start] {
                continue;
            }
            for &next in &self.next[at] {
                if next != start && parent[next] == next {
                    parent[next] = at;
                    open.push(next);
                }
            }
        }
        Reached { start, parent }
    }

    /// Whether a chain of so many steps leads to this one without coming back to a cell, but to the first at its end if
    /// it may close.
    fn has_chain(&self, reached: &Reached, end: usize, length: std::ops::RangeInclusive<usize>, closes: bool) -> bool {
        if reached.parent[end] == end {
            return false;
        }
        let mut cells: Cells = 1 << self.cell[end];
        let mut n_steps = 1;
        let mut at = end;
        let mut comes_back = false;
        while at != reached.start {
            at = reached.parent[at];
            n_steps += 1;
            let is_closed = closes && at == reached.start;
            comes_back |= !is_closed && cells >> self.cell[at] & 1 == 1;
            cells |= 1 << self.cell[at];
        }
        if n_steps > *length.end() {
            return false;
        }
        if !comes_back && length.contains(&n_steps) {
            return true;
        }
        let search = Detour { graph: self, to_end: self.distances_to(end), end, least: *length.start(), closes };
        search.exists(reached.start, 1 << self.cell[reached.start], 1, *length.end())
    }

    /// How many steps lead from each to this one.
    fn distances_to(&self, end: usize) -> Vec<usize> {
        let mut distances = vec![usize::MAX; self.next.len()];
        distances[end] = 0;
        for distance in 0..self.next.len() {
            let mut is_last = true;
            for (at, next) in self.next.iter().enumerate() {
                if distances[at] == usize::MAX && next.iter().any(|&next| distances[next] == distance) {
                    distances[at] = distance + 1;
                    is_last = false;
                }
            }
            if is_last {
                break;
            }
        }
        distances
    }
}

/// A chain that is not the shortest.
struct Detour<'a> {
    graph: &'a Graph,
    to_end: Vec<usize>,
    end: usize,
    least: usize,
    closes: bool,
}

impl Detour<'_> {
    /// Whether the chain of `n_steps` steps over these cells, of which this is the last, can be led to the end.
    fn exists(&self, at: usize, cells: Cells, n_steps: usize, most: usize) -> bool {
        self.graph.next[at].iter().any(|&next| {
            if next == self.end && n_steps + 1 >= self.least && (self.closes || cells >> self.graph.cell[next] & 1 == 0)
            {
                return true;
            }
            let is_near = self.to_end[next].checked_add(n_steps + 1).is_some_and(|length| length <= most);
            let is_new = cells >> self.graph.cell[next] & 1 == 0;
            is_near && is_new && self.exists(next, cells | 1 << self.graph.cell[next], n_steps + 1, most)
        })
    }
}

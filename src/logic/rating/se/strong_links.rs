//! Strong links of one digit, end to end: skyscrapers, kites, turbot fish with and without empty rectangles, and what
//! goes on for three or four links, as SukakuExplainer orders them.

use super::hard::{HardStep, Technique};
use super::marks::{Cells, HOUSE_SETS, Marks, N_HOUSES, PEERS, cell_at, houses_of, ones, ones16};
use std::cmp::Reverse;

/// Cells of a house of which one has the digit wherever those at the other end of the link have it not.
#[derive(Clone, Copy)]
struct End {
    /// The cells that see all of them.
    peers: Cells,
    /// The houses that hold all of them.
    houses: u32,
}

impl End {
    fn new(cells: Cells) -> End {
        let of_cell = |cell| houses_of(cell).iter().fold(0u32, |houses, house| houses | 1 << house);
        let (peers, houses) =
            ones(cells).fold((!0, !0), |(peers, houses), cell| (peers & PEERS[cell], houses & of_cell(cell)));
        End { peers, houses }
    }
}

/// A house whose places of the digit are those of the two ends.
#[derive(Clone, Copy)]
struct Link {
    house: usize,
    places: Cells,
    ends: [End; 2],
    /// Whether there are more than two places.
    is_grouped: bool,
}

/// The kinds of houses as they are numbered in names such as 2SL001.
const BOX: u8 = 0;
const ROW: u8 = 1;
const COLUMN: u8 = 2;

const fn kind(house: usize) -> u8 {
    match house / 9 {
        0 => ROW,
        1 => COLUMN,
        _ => BOX,
    }
}

/// The links of a digit, in the order in which they are combined.
fn links(marks: &Marks, digit: usize) -> Vec<Link> {
    let mut links = Vec::with_capacity(N_HOUSES);
    for house in (18..N_HOUSES).chain(0..18) {
        let places = marks.of_house(house, digit);
        let ends = match (places.count_ones(), kind(house)) {
            (2, BOX) if are_in_line(places) => None,
            (2, _) => Some(pair(places)),
            (3..=6, BOX) => in_box(places),
            (3..=6, _) => in_line(places),
            _ => None,
        };
        let cells = |places| ones16(places).fold(0, |cells: Cells, position| cells | 1 << cell_at(house, position));
        let mut push = |ends: [u16; 2]| {
            let is_grouped = places.count_ones() > 2;
            links.push(Link { house, places: cells(places), ends: ends.map(|end| End::new(cells(end))), is_grouped });
        };
        if let Some(ends) = ends {
            push(ends);
            if let Some(columns) = as_columns(ends).filter(|_| kind(house) == BOX && places.count_ones() == 4) {
                push(columns);
            }
        }
    }
    links
}

/// The two places.
const fn pair(places: u16) -> [u16; 2] {
    let first = places & places.wrapping_neg();
    [first, places & !first]
}

const fn row_of_box(row: usize) -> u16 {
    0b111 << (3 * row)
}

const fn column_of_box(column: usize) -> u16 {
    0b1_001_001 << column
}

/// Whether the places lie in one row or one column of their box.
fn are_in_line(places: u16) -> bool {
    (0..3).any(|line| places & !row_of_box(line) == 0 || places & !column_of_box(line) == 0)
}

/// Places of a line in two boxes.
fn in_line(places: u16) -> Option<[u16; 2]> {
    let in_boxes: Vec<u16> = (0..3).map(|part| places & row_of_box(part)).filter(|&part| part != 0).collect();
    let [first, second] = in_boxes[..] else { return None };
    let is_single = |part: u16| part.is_power_of_two();
    // A single place comes first.
    Some(if is_single(second) && !is_single(first) { [second, first] } else { [first, second] })
}

/// Places of a box in a row and a column of it (an empty rectangle is left), or in two of its rows or columns.
fn in_box(places: u16) -> Option<[u16; 2]> {
    let cross = (0..9).map(|centre| (centre, row_of_box(centre / 3), column_of_box(centre % 3)));
    for (centre, row, column) in cross {
        if places & !(row | column) == 0 {
            // The centre belongs to both, and where each has one more place, to the column only.
            let centre = 1 << centre;
            let (in_row, in_column) = (places & row & !centre, places & column & !centre);
            return match (in_row.count_ones(), in_column.count_ones()) {
                (0, _) | (_, 0) => None,
                (1, _) => Some([in_row, in_column | centre]),
                (_, 1) => Some([in_column, in_row | centre]),
                _ => Some([in_column | centre, in_row | centre]),
            };
        }
    }
    let two = [(0, 1), (0, 2), (1, 2)];
    let rows = two.map(|(a, b)| [row_of_box(a), row_of_box(b)]);
    let columns = two.map(|(a, b)| [column_of_box(a), column_of_box(b)]);
    rows.into_iter().chain(columns).find(|[a, b]| places & !(a | b) == 0).map(|lines| lines.map(|line| places & line))
}

/// Of four places in the corners of a rectangle, which are taken as rows, the columns.
fn as_columns([first, second]: [u16; 2]) -> Option<[u16; 2]> {
    let columns = (0..3).map(column_of_box).map(|column| (first | second) & column);
    let columns: Vec<u16> = columns.filter(|&places| places != 0).collect();
    let [left, right] = columns[..] else { return None };
    (left.count_ones() == 2 && right.count_ones() == 2).then_some([left, right])
}

/// Where a step stands among others: its figure, then more eliminations, then its name, then which is found first. The
/// kinds of the houses decide that, from the last to the first; then the digit, the links, in which order and from
/// which of their ends they are joined.
type Rank<const N: usize> = (u8, Reverse<u32>, Name<N>, [u8; N], usize, [usize; N], usize, [usize; N]);

/// How many links have more than two places, and the kinds of their houses.
type Name<const N: usize> = (usize, [u8; N]);

/// The name of a chain: of those with rows and columns exchanged and from the other end, the least.
fn name<const N: usize>(chain: [&Link; N]) -> Name<N> {
    let kinds = chain.map(|link| kind(link.house));
    let exchanged = kinds.map(|kind| match kind {
        ROW => COLUMN,
        COLUMN => ROW,
        _ => kind,
    });
    let reversed = |mut kinds: [u8; N]| {
        kinds.reverse();
        kinds
    };
    let n_grouped = chain.iter().filter(|link| link.is_grouped).count();
    (n_grouped, kinds.min(exchanged).min(reversed(kinds)).min(reversed(exchanged)))
}

/// What tenths the kinds of links add.
fn added<const N: usize>((n_grouped, kinds): Name<N>) -> u8 {
    if n_grouped > 0 { 3 } else { u8::from(kinds.contains(&BOX)) + u8::from(kinds.contains(&COLUMN)) }
}

/// The orders in which links are joined, each as well as its reverse, those tried first first.
pub(super) const TWO: [[usize; 2]; 1] = [[0, 1]];
pub(super) const THREE: [[usize; 3]; 3] = [[0, 1, 2], [1, 0, 2], [0, 2, 1]];
pub(super) const FOUR: [[usize; 4]; 12] = [
    [0, 1, 2, 3],
    [1, 0, 2, 3],
    [2, 0, 1, 3],
    [0, 2, 1, 3],
    [1, 2, 0, 3],
    [2, 1, 0, 3],
    [0, 3, 2, 1],
    [0, 2, 3, 1],
    [1, 0, 3, 2],
    [0, 1, 3, 2],
    [1, 3, 0, 2],
    [0, 3, 1, 2],
];

/// The step with so many links, joined in one of these orders, that SukakuExplainer takes.
pub(super) fn strong_links<const N: usize>(
    marks: &Marks,
    technique: Technique,
    orders: &[[usize; N]],
) -> Option<HardStep> {
    let mut best: Option<(Rank<N>, HardStep)> = None;
    for digit in 0..9 {
        let links = links(marks, digit);
        if links.len() < N {
            continue;
        }
        let places = (0..9).fold(0, |cells: Cells, row| cells | Cells::from(marks.of_house(row, digit)) << (9 * row));
        let mut search = Search { technique, orders, digit, links: &links, places, best: &mut best };
        search.extend(&mut Vec::with_capacity(N), 0);
    }
    best.map(|(_, step)| step)
}

struct Search<'a, const N: usize> {
    technique: Technique,
    orders: &'a [[usize; N]],
    digit: usize,
    links: &'a [Link],
    /// All places of the digit.
    places: Cells,
    best: &'a mut Option<(Rank<N>, HardStep)>,
}

impl<const N: usize> Search<'_, N> {
    /// Goes on from a chain of links, each with the end that it is entered by; its links use these places.
    fn extend(&mut self, chain: &mut Vec<(usize, usize)>, used: Cells) {
        if let Ok(chain) = <[(usize, usize); N]>::try_from(&chain[..]) {
            self.look_at(chain);
            return;
        }
        for (number, link) in self.links.iter().enumerate() {
            for end in 0..2 {
                let joined = |&(last, entered): &(usize, usize)| {
                    self.links[last].ends[1 - entered].houses & link.ends[end].houses != 0
                };
                if link.places & used == 0 && chain.last().is_none_or(joined) {
                    chain.push((number, end));
                    self.extend(chain, used | link.places);
                    chain.pop();
                }
            }
        }
    }

    /// Keeps the step of a chain if it is the best. Of the two directions of a chain one counts.
    fn look_at(&mut self, chain: [(usize, usize); N]) {
        let mut numbers = chain.map(|(number, _)| number);
        numbers.sort_unstable();
        let order = chain.map(|(number, _)| numbers.partition_point(|&other| other < number));
        let Some(order_number) = self.orders.iter().position(|&other| other == order) else { return };
        let links = chain.map(|(number, _)| &self.links[number]);
        let entered = chain.map(|(_, end)| end);
        let begin = links[0].ends[entered[0]];
        let end = links[N - 1].ends[1 - entered[N - 1]];
        let is_ring = begin.houses & end.houses != 0;
        if is_ring && (order[0] != 0 || entered[0] != 0) {
            return;
        }
        // What sees both ends has not the digit; in a ring nor has what sees two ends that are joined.
        let houses = links.iter().fold(0, |cells, link| cells | HOUSE_SETS[link.house]);
        let victims = |a: End, b: End| a.peers & b.peers & self.places & !houses;
        let mut seen = victims(begin, end);
        let mut n_seen = seen.count_ones();
        for i in 1..N {
            let (a, b) = (links[i - 1].ends[1 - entered[i - 1]], links[i].ends[entered[i]]);
            if is_ring {
                n_seen += victims(a, b).count_ones();
                seen |= victims(a, b);
            } else {
                let without = seen & !HOUSE_SETS[joining(a.houses & b.houses)];
                n_seen -= (seen & !without).count_ones();
                seen = without;
            }
        }
        if seen == 0 {
            return;
        }
        let name = name(links);
        let mut kinds = numbers.map(|number| kind(self.links[number].house));
        kinds.reverse();
        let figure = self.technique.0 + added(name);
        let rank = (figure, Reverse(n_seen), name, kinds, self.digit, numbers, order_number, entered);
        if self.best.as_ref().is_none_or(|(best, _)| rank < *best) {
            let eliminated = ones(seen).map(|cell| (cell, self.digit)).collect();
            *self.best = Some((rank, HardStep::with_figure(self.technique, figure, eliminated)));
        }
    }
}

/// Of the houses that two ends share, the one that counts: the column, else the row, else the box.
fn joining(houses: u32) -> usize {
    let columns = houses & (0x1ff << 9);
    (if columns == 0 { houses } else { columns }).trailing_zeros() as usize
}

#[cfg(test)]
mod tests {
    use super::super::marks::tests::{marks_of, names};
    use super::*;

    /// What is found where a digit has these places only, as what tenths it adds and what it rules out.
    #[track_caller]
    fn check<const N: usize>(orders: &[[usize; N]], cells: &str, expected: &str) {
        let marks = cells.split(' ').map(|cell| format!("{cell} 1")).collect::<Vec<_>>().join(", ");
        let step = strong_links(&marks_of(&marks), (0, 3, ""), orders);
        let shown = step.map_or("-".to_owned(), |step| format!("{} {}", step.tenths(), names(&step.eliminated)));
        assert_eq!(shown, expected, "{cells}");
    }

    #[test]
    fn two_lines_joined_by_a_line_are_a_skyscraper() {
        check(&TWO, "r1c1 r4c1 r4c4 r2c4 r1c5 r1c9", "0 r1c5-1");
        // Rows, which come first.
        check(&TWO, "r1c1 r1c4 r4c4 r4c2 r2c2", "0 r2c2-1");
    }

    #[test]
    fn a_third_place_breaks_a_link() {
        check(&TWO, "r1c1 r4c1 r4c4 r4c8 r2c4 r1c5 r1c9 r3c6", "0 r1c5-1");
        check(&TWO, "r1c1 r4c1 r4c4 r4c8 r2c4 r1c5 r1c9 r3c6 r8c4", "-");
    }

    #[test]
    fn a_row_and_a_column_joined_by_a_box_are_a_kite() {
        check(&TWO, "r1c2 r1c8 r2c1 r8c1 r8c8 r8c5 r5c8", "1 r8c8-1");
    }

    #[test]
    fn places_of_a_box_in_a_cross_are_a_link() {
        // Of the box r1c2 or the column; then r8c1 or r8c8.
        check(&TWO, "r1c2 r2c1 r3c1 r8c1 r8c8 r1c8 r1c5 r5c8", "3 r1c8-1");
        // Not with a place beside the cross.
        check(&TWO, "r1c2 r2c1 r3c1 r3c3 r8c1 r8c8 r1c8 r1c5 r5c8", "-");
    }

    #[test]
    fn a_ring_rules_out_at_each_joint() {
        // One of r1c2 and r1c6 and one of r5c2 and r5c6.
        check(&TWO, "r1c2 r1c6 r5c2 r5c6 r8c2 r9c6", "0 r8c2-1 r9c6-1");
    }

    #[test]
    fn three_or_four_links_reach_further() {
        let three = "r1c1 r1c4 r5c4 r5c7 r8c7 r8c2 r2c2";
        check(&THREE, three, "0 r2c2-1");
        check(&TWO, three, "-");
        let four = "r1c1 r1c4 r5c4 r5c7 r8c7 r8c5 r6c5 r6c2 r2c2";
        check(&FOUR, four, "0 r2c2-1");
        check(&THREE, four, "-");
    }

    #[test]
    fn the_name_is_the_least_of_four() {
        let link =
            |house: usize| Link { house, places: 0, ends: [End { peers: 0, houses: 0 }; 2], is_grouped: house > 20 };
        let name_of = |houses: [usize; 3]| {
            let links = houses.map(link);
            name([&links[0], &links[1], &links[2]])
        };
        assert_eq!(name_of([0, 1, 9]), (0, [1, 1, 2]));
        assert_eq!(name_of([9, 0, 10]), (0, [1, 2, 1]));
        assert_eq!(name_of([9, 10, 18]), (0, [0, 1, 1]));
        assert_eq!(name_of([0, 21, 9]), (1, [1, 0, 2]));
        assert_eq!([[1, 1, 1], [1, 0, 1], [1, 1, 2], [0, 1, 2]].map(|kinds| added((0, kinds))), [0, 1, 1, 2]);
        assert_eq!(added((1, [1, 1, 1])), 3);
    }
}

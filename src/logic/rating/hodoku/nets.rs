//! What HoDoKu's tables for forcing nets say: what follows from a candidate through a few rounds of singles, and from
//! what each of these follows. Where one of several causes is needed the way there is a net.

use super::links::{Links, Node};
use super::marks::Marks;
use crate::logic::rating::nine::{Cells, HOUSE_SETS, PEERS, houses_of, ones, ones16};

/// So many times the singles that have come up are placed after an assumption.
const ROUNDS: usize = 4;
/// So many causes are noted.
const MOST_CAUSES: usize = 5;

/// What follows from a node, each with what it follows from.
struct Entry {
    node: Node,
    /// The table in which it stands with its causes, if not in this one.
    source: Option<Node>,
    /// Positions in the table; the last one first, 0 for the assumption or none.
    causes: [u16; MOST_CAUSES],
    distance: u16,
}

/// The assumption, then all that follows from it.
struct Table {
    entries: Vec<Entry>,
    /// Position of each node, 1 more; 0 if it does not follow.
    position: Vec<u16>,
}

impl Table {
    fn new(n_nodes: usize) -> Table {
        Table { entries: Vec::new(), position: vec![0; n_nodes] }
    }

    fn position(&self, node: Node) -> Option<usize> {
        usize::from(self.position[usize::from(node)]).checked_sub(1)
    }

    /// Adds what is not there yet.
    fn add(&mut self, node: Node, causes: [u16; MOST_CAUSES]) {
        if self.position(node).is_none() {
            let distance = self.entries.get(usize::from(causes[0])).map_or(0, |cause| cause.distance) + 1;
            let last = (1..MOST_CAUSES).fold(causes, |mut causes, i| {
                if causes[i] > causes[0] {
                    causes.swap(0, i);
                }
                causes
            });
            self.push(Entry { node, source: None, causes: last, distance });
        }
    }

    fn push(&mut self, entry: Entry) {
        let node = usize::from(entry.node);
        self.entries.push(entry);
        self.position[node] = self.entries.len() as u16;
    }

    /// Where it stands, as a cause: 0 if it does not.
    fn cause(&self, node: Node) -> u16 {
        self.position[usize::from(node)].saturating_sub(1)
    }
}

/// The tables of all nodes before they are joined.
pub(super) struct Nets {
    tables: Vec<Table>,
    /// Those that were joined, by assumption.
    joined: Vec<Option<Table>>,
}

impl Nets {
    /// The tables; the links of candidates become what follows from them here.
    pub(super) fn of(marks: &Marks, links: &mut Links) -> Nets {
        let n_nodes = links.of.len();
        let mut tables = Vec::with_capacity(n_nodes);
        for node in 0..n_nodes as Node {
            let mut table = Table::new(n_nodes);
            let place = links.place(node);
            if place.is_group {
                table.add(node, [0; MOST_CAUSES]);
            } else {
                let mut trial = Trial { start: marks, links, board: Board::of(marks), table: &mut table };
                trial.follow(place.first(), place.digit, super::links::is_on(node));
            }
            for &next in &links.of[usize::from(node)] {
                if place.is_group || links.place(next).is_group {
                    table.add(next, [0; MOST_CAUSES]);
                }
            }
            tables.push(table);
        }
        for (of, table) in links.of.iter_mut().zip(&tables) {
            *of = table.entries[1..].iter().map(|entry| entry.node).collect();
        }
        Nets { joined: tables.iter().map(|_| None).collect(), tables }
    }

    /// Whether the way from an assumption to what follows from it needs several causes somewhere.
    pub(super) fn is_net(&mut self, start: Node, end: Node) -> bool {
        let tables = &self.tables;
        let joined = self.joined[usize::from(start)].get_or_insert_with(|| join(tables, start));
        let mut at = joined.position(end).unwrap_or(0);
        while at != 0 {
            let entry = &joined.entries[at];
            let (table, mut within) = match entry.source {
                None => (&*joined, at),
                Some(source) => {
                    let table = &tables[usize::from(source)];
                    (table, table.position(entry.node).unwrap_or(0))
                }
            };
            let causes = loop {
                let causes = &table.entries[within].causes;
                if causes[1..].iter().any(|&cause| cause != 0) {
                    return true;
                }
                within = usize::from(causes[0]);
                if entry.source.is_none() || within == 0 {
                    break causes;
                }
            };
            at = match entry.source {
                None => usize::from(causes[0]),
                Some(source) => joined.position(source).unwrap_or(0),
            };
        }
        false
    }
}

/// All that follows from an assumption, by the shortest ways.
fn join(tables: &[Table], start: Node) -> Table {
    let own = &tables[usize::from(start)];
    let mut joined = Table::new(tables.len());
    for entry in &own.entries {
        joined.push(Entry { ..*entry });
    }
    let mut done = 1;
    while done < joined.entries.len() {
        let Entry { node: source, distance, .. } = joined.entries[done];
        for entry in tables[usize::from(source)].entries.iter().skip(1) {
            let distance = distance + entry.distance;
            match joined.position(entry.node) {
                None => {
                    joined.push(Entry { source: Some(source), causes: [0; MOST_CAUSES], distance, node: entry.node });
                }
                Some(known) => {
                    let known = &mut joined.entries[known];
                    if known.source.is_some() && known.distance > distance {
                        (known.source, known.distance) = (Some(source), distance);
                    }
                }
            }
        }
        done += 1;
    }
    joined
}

/// A board on which singles are noted as they come up.
struct Board {
    value: [Option<usize>; 81],
    of_cell: [u16; 81],
    places: [Cells; 9],
    naked: Vec<(usize, usize)>,
    hidden: Vec<(usize, usize)>,
}

impl Board {
    fn of(marks: &Marks) -> Board {
        Board { value: [None; 81], of_cell: marks.of_cell, places: marks.places, naked: Vec::new(), hidden: Vec::new() }
    }

    fn rule_out(&mut self, cell: usize, digit: usize) {
        if self.of_cell[cell] >> digit & 1 == 0 {
            return;
        }
        self.of_cell[cell] &= !(1 << digit);
        self.take_place(cell, digit, true);
        if self.of_cell[cell].is_power_of_two() {
            self.naked.push((cell, self.of_cell[cell].trailing_zeros() as usize));
        }
    }

    fn take_place(&mut self, cell: usize, digit: usize, notes_hidden: bool) {
        self.places[digit] &= !(1 << cell);
        for house in houses_of(cell) {
            let left = HOUSE_SETS[house] & self.places[digit];
            if notes_hidden && left.is_power_of_two() {
                self.hidden.push((left.trailing_zeros() as usize, digit));
            }
        }
    }

    fn place(&mut self, cell: usize, digit: usize) {
        if self.value[cell] == Some(digit) {
            return;
        }
        self.value[cell] = Some(digit);
        for peer in ones(PEERS[cell]) {
            self.rule_out(peer, digit);
        }
        for other in ones16(std::mem::take(&mut self.of_cell[cell])) {
            self.take_place(cell, other, other != digit);
        }
    }

    /// The singles that have come up and are not placed: naked ones, then hidden ones of other cells.
    fn singles(&self) -> Vec<(usize, usize, bool)> {
        let is_open = |cell: usize| self.value[cell].is_none();
        let naked = self.naked.iter().filter(|(cell, _)| is_open(*cell)).map(|&(cell, digit)| (cell, digit, true));
        let mut singles: Vec<_> = naked.collect();
        let mut seen: Cells = 0;
        for &(cell, digit) in &self.hidden {
            let is_hidden = || {
                let mut houses = houses_of(cell).into_iter();
                houses.any(|house| (HOUSE_SETS[house] & self.places[digit]).is_power_of_two())
            };
            if is_open(cell) && seen >> cell & 1 == 0 && self.of_cell[cell] >> digit & 1 == 1 && is_hidden() {
                seen |= 1 << cell;
                singles.push((cell, digit, false));
            }
        }
        singles
    }
}

/// An assumption that is followed, even where it turns out to be wrong.
struct Trial<'a> {
    start: &'a Marks,
    links: &'a Links,
    board: Board,
    table: &'a mut Table,
}

impl Trial<'_> {
    fn follow(&mut self, cell: usize, digit: usize, is_true: bool) {
        if is_true {
            self.place(cell, digit, [0; MOST_CAUSES]);
        } else {
            self.board.rule_out(cell, digit);
            self.table.add(self.links.node(cell, digit, false), [0; MOST_CAUSES]);
            let left = self.board.of_cell[cell];
            if left.is_power_of_two() {
                self.place(cell, left.trailing_zeros() as usize, [0; MOST_CAUSES]);
            }
        }
        for _ in 0..ROUNDS {
            let singles = self.board.singles();
            if singles.is_empty() {
                break;
            }
            for (cell, digit, is_naked) in singles {
                let causes =
                    if is_naked { self.causes_in_cell(cell, digit) } else { self.causes_in_house(cell, digit) };
                self.place(cell, digit, causes);
            }
        }
    }

    /// That the other digits are gone from the cell.
    fn causes_in_cell(&self, cell: usize, digit: usize) -> [u16; MOST_CAUSES] {
        self.causes(self.start.digits_of(cell).filter(|&other| other != digit).map(|other| (cell, other)))
    }

    /// That the digit is gone from the other cells of the house that has fewest places for it left.
    fn causes_in_house(&self, cell: usize, digit: usize) -> [u16; MOST_CAUSES] {
        let n_left = |house: &usize| (HOUSE_SETS[*house] & self.board.places[digit]).count_ones();
        let house = houses_of(cell).into_iter().min_by_key(n_left).map_or(0, |house| HOUSE_SETS[house]);
        self.causes(ones(house & self.start.places[digit] & !(1 << cell)).map(|other| (other, digit)))
    }

    fn causes(&self, gone: impl Iterator<Item = (usize, usize)>) -> [u16; MOST_CAUSES] {
        let mut causes = [0; MOST_CAUSES];
        for (cause, (cell, digit)) in causes.iter_mut().zip(gone) {
            *cause = self.table.cause(self.links.node(cell, digit, false));
        }
        causes
    }

    fn place(&mut self, cell: usize, digit: usize, causes: [u16; MOST_CAUSES]) {
        let others = self.board.of_cell[cell] & !(1 << digit);
        self.board.place(cell, digit);
        let placed = self.links.node(cell, digit, true);
        self.table.add(placed, causes);
        let cause = [self.table.cause(placed), 0, 0, 0, 0];
        for peer in ones(PEERS[cell] & self.start.places[digit]) {
            self.table.add(self.links.node(peer, digit, false), cause);
        }
        for other in ones16(others) {
            self.table.add(self.links.node(cell, other, false), cause);
        }
    }
}

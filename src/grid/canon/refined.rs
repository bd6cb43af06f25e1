//! Canonical forms where rows and columns can be moved in more ways than can be listed: lines, digits and houses are told
//! apart by what they have to do with each other, and where that leaves a choice, every choice is followed that is not
//! the image of an earlier one (individualisation and refinement).

use super::irregular::names;
use super::{CanonError, Canonical, Isomorphism};
use crate::grid::graph::{Graph, in_order, mix};
use crate::grid::{Cell, CellSet, Digit, DigitSet, Puzzle, Shape};
use std::cmp::Ordering;
use std::collections::HashSet;

/// Positions looked at before the search gives up; proper puzzles need some hundreds.
const MOST: usize = 20_000;

/// More automorphisms than this are not listed.
const MOST_LISTED: u64 = 1 << 16;

/// A layout with the clues of a puzzle on it, as relations between cells and digits: two of them are equal if they say the
/// same, and the moves of lines and the names of digits turn one into another.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Relations {
    n: usize,
    /// Regions, but not of a Latin square, and houses and groups that rules add, in order.
    sets: Vec<CellSet>,
    /// By cell, those that may not hold consecutive digits.
    clashing: Vec<CellSet>,
    /// By digit, those that follow it or come before it, where that means anything.
    neighbours: Vec<DigitSet>,
    /// By cell, the digits allowed; none where there is no restriction at all.
    allowed: Vec<DigitSet>,
    /// By cell, the digit with its index, or `None`.
    values: Vec<Option<u8>>,
}

impl Relations {
    fn of(puzzle: &Puzzle) -> Relations {
        let shape = puzzle.shape();
        let (n, geometry) = (shape.n(), &*shape.geometry());
        let n_lines = if shape.is_latin() { 3 * n } else { 2 * n };
        let mut sets = [&geometry.house_sets[n_lines..], &geometry.groups].concat();
        sets.sort_unstable();
        let has_order = !geometry.not_consecutive.is_empty();
        let beside = |i: usize| (0..n).filter(|j| i.abs_diff(*j) == 1).map(Digit::from_index).collect();
        let is_restricted = geometry.rules.restricted().next().is_some();
        Relations {
            n,
            sets,
            clashing: geometry.not_consecutive.clone(),
            neighbours: if has_order { (0..n).map(beside).collect() } else { Vec::new() },
            allowed: if is_restricted {
                shape.cells().map(|cell| geometry.allowed(cell)).collect()
            } else {
                Vec::new()
            },
            values: shape.cells().map(|cell| puzzle.get(cell).map(|digit| digit.index() as u8)).collect(),
        }
    }

    /// Whether all moves of lines and names of digits keep what it says beside the clues.
    fn is_latin(&self) -> bool {
        self.sets.is_empty() && self.clashing.is_empty() && self.allowed.is_empty()
    }

    fn without_values(&self) -> Relations {
        Relations { values: vec![None; self.values.len()], ..self.clone() }
    }

    fn moved(&self, one: &Isomorphism) -> Relations {
        let cells = || one.shape.cells();
        let mut image_of = vec![Cell(0); self.values.len()];
        cells().for_each(|cell| image_of[one.source(cell).index()] = cell);
        let moved = |set: &CellSet| set.iter().map(|cell| image_of[cell.index()]).collect::<CellSet>();
        let named = |digits: &DigitSet| digits.iter().map(|digit| one.digits[digit.index()]).collect::<DigitSet>();
        let mut sets: Vec<CellSet> = self.sets.iter().map(moved).collect();
        sets.sort_unstable();
        let mut neighbours = vec![DigitSet::EMPTY; self.neighbours.len()];
        for (digit, beside) in self.neighbours.iter().enumerate() {
            neighbours[one.digits[digit].index()] = named(beside);
        }
        let at_source = |cell: Cell| one.source(cell).index();
        let if_any = |is_any: bool| cells().filter(move |_| is_any).map(at_source);
        Relations {
            n: self.n,
            sets,
            clashing: if_any(!self.clashing.is_empty()).map(|i| moved(&self.clashing[i])).collect(),
            neighbours,
            allowed: if_any(!self.allowed.is_empty()).map(|i| named(&self.allowed[i])).collect(),
            values: if_any(true)
                .map(|i| self.values[i].map(|digit| one.digits[usize::from(digit)].index() as u8))
                .collect(),
        }
    }

    /// Lines (rows, then columns), digits, cells and sets of cells as the vertices of a graph.
    fn graph(&self) -> Graph {
        let n = self.n;
        let mut graph = Graph::default();
        for _ in 0..2 * n {
            graph.add(1);
        }
        // Digits that do not occur and of which the layout says the same can have each other's names: which has which
        // does not matter, so they are in order.
        let membership = |digit: usize| -> CellSet {
            let allows = |(_, digits): &(usize, &DigitSet)| digits.contains(Digit::from_index(digit));
            self.allowed.iter().enumerate().filter(allows).map(|(cell, _)| Cell::from_index(cell)).collect()
        };
        let occurs = |digit: usize| self.values.contains(&Some(digit as u8));
        for digit in 0..n {
            let is_free = |other: &usize| !occurs(*other) && membership(*other) == membership(digit);
            let number =
                if occurs(digit) || !self.neighbours.is_empty() { 0 } else { (0..=digit).filter(is_free).count() };
            graph.add(mix(2, number as u64));
        }
        for _ in 0..n * n {
            graph.add(3);
        }
        let cell_of = |cell: usize| 3 * n + cell;
        for cell in 0..n * n {
            graph.connect(cell_of(cell), cell / n, 2);
            graph.connect(cell_of(cell), n + cell % n, 2);
            if let Some(digit) = self.values[cell] {
                graph.connect(cell_of(cell), 2 * n + usize::from(digit), 3);
            }
            for digit in self.allowed.get(cell).into_iter().flat_map(|digits| digits.iter()) {
                graph.connect(cell_of(cell), 2 * n + digit.index(), 4);
            }
            for other in
                self.clashing.get(cell).into_iter().flat_map(CellSet::iter).filter(|other| other.index() > cell)
            {
                graph.connect(cell_of(cell), cell_of(other.index()), 5);
            }
        }
        for (digit, beside) in self.neighbours.iter().enumerate() {
            for other in beside.iter().map(Digit::index).filter(|&other| other > digit) {
                graph.connect(2 * n + digit, 2 * n + other, 6);
            }
        }
        for set in &self.sets {
            let vertex = graph.add(mix(4, set.len() as u64));
            set.iter().for_each(|cell| graph.connect(vertex, cell_of(cell.index()), 7));
        }
        graph
    }
}

/// The isomorphism that takes line by line and digit by digit to these places, of which a line has the first: rows and
/// columns are exchanged where that is a column.
fn in_places(shape: Shape, order: &[usize]) -> Isomorphism {
    let n = shape.n();
    let lines = |is_column: bool| -> Vec<u8> {
        let of_kind = order.iter().filter(|&&vertex| vertex < 2 * n && (vertex >= n) == is_column);
        of_kind.map(|&vertex| (vertex % n) as u8).collect()
    };
    let is_transposed = order[0] >= n;
    let mut digits = vec![Digit::from_index(0); n];
    let of_digits = order.iter().filter(|vertex| (2 * n..3 * n).contains(vertex));
    of_digits.enumerate().for_each(|(name, &vertex)| digits[vertex - 2 * n] = Digit::from_index(name));
    Isomorphism { shape, is_transposed, rows: lines(is_transposed), cols: lines(!is_transposed), digits }
}

/// The isomorphism that takes each line and each digit to the place of another.
fn of_map(shape: Shape, map: &[usize]) -> Isomorphism {
    let mut order = vec![0; 3 * shape.n()];
    map.iter().take(order.len()).enumerate().for_each(|(vertex, &place)| order[place] = vertex);
    in_places(shape, &order)
}

/// A way through the choices to its end.
#[derive(Clone)]
struct Leaf {
    path: Vec<usize>,
    /// What was told apart after each choice.
    traces: Vec<u64>,
    /// Lines and digits in their new order.
    order: Vec<usize>,
    image: Relations,
}

struct Search<'a> {
    shape: Shape,
    relations: &'a Relations,
    graph: &'a Graph,
    first: Option<Leaf>,
    best: Option<Leaf>,
    /// Where each takes lines and digits.
    automorphisms: Vec<Vec<usize>>,
    n_automorphisms: u64,
    n_seen: usize,
}

impl Search<'_> {
    /// Follows every choice after these; `Ok` says how many of the choices stay, when the rest of their branch is known to
    /// be the image of an earlier one.
    fn follow(&mut self, colours: &[u64], path: &mut Vec<usize>, traces: &mut Vec<u64>) -> Result<usize, CanonError> {
        self.n_seen += 1;
        if self.n_seen > MOST {
            return Err(CanonError::TooSymmetric);
        }
        let order = in_order(colours);
        traces.push(order.iter().fold(0, |trace, &(colour, _)| mix(trace, colour)));
        let result = self.follow_in(&order, colours, path, traces);
        traces.pop();
        result
    }

    fn follow_in(
        &mut self,
        order: &[(u64, usize)],
        colours: &[u64],
        path: &mut Vec<usize>,
        traces: &mut Vec<u64>,
    ) -> Result<usize, CanonError> {
        let is_like = |leaf: &Leaf| leaf.traces.starts_with(traces);
        let is_worse = |leaf: &Leaf| {
            let n = leaf.traces.len().min(traces.len());
            traces[..n].cmp(&leaf.traces[..n]) == Ordering::Greater
        };
        if self.best.as_ref().is_some_and(is_worse) && !self.first.as_ref().is_some_and(is_like) {
            return Ok(path.len());
        }
        let named: Vec<(u64, usize)> = order.iter().copied().filter(|&(_, v)| v < 3 * self.shape.n()).collect();
        let sets = named.chunk_by(|a, b| a.0 == b.0).filter(|set| set.len() > 1);
        let Some(set) = sets.min_by_key(|set| set.len()).map(<[_]>::to_vec) else {
            return Ok(self.end(&named, path, traces));
        };
        let is_first = self.first.is_none();
        let mut tried: Vec<usize> = Vec::new();
        for &(_, vertex) in &set {
            let orbits = self.orbits(path);
            if tried.iter().any(|&earlier| orbits[earlier] == orbits[vertex]) {
                continue;
            }
            tried.push(vertex);
            path.push(vertex);
            let stays = self.follow(&self.graph.with_pin(colours, vertex), path, traces);
            path.pop();
            let stays = stays?;
            if stays < path.len() {
                return Ok(stays);
            }
        }
        if is_first {
            let orbits = self.orbits(path);
            let size = set.iter().filter(|(_, vertex)| orbits[*vertex] == orbits[set[0].1]).count();
            self.n_automorphisms = self.n_automorphisms.saturating_mul(size as u64);
        }
        Ok(path.len())
    }

    /// Nothing is left to choose: compares the image with the first and the best one. How many choices stay.
    fn end(&mut self, named: &[(u64, usize)], path: &[usize], traces: &[u64]) -> usize {
        // Lines that cross the first one, and digits, come behind those that do not.
        let n = self.shape.n();
        let first_kind = named.iter().map(|&(_, vertex)| vertex / n).find(|&kind| kind < 2).unwrap_or_default();
        let mut order: Vec<usize> = named.iter().map(|&(_, vertex)| vertex).collect();
        order.sort_by_key(|&vertex| (vertex / n == 2, vertex / n != first_kind));
        let image = self.relations.moved(&in_places(self.shape, &order));
        let leaf = Leaf { path: path.to_vec(), traces: traces.to_vec(), order, image };
        let mut found = None;
        for known in [&self.first, &self.best].into_iter().flatten() {
            if known.traces == leaf.traces && known.image == leaf.image {
                let mut map: Vec<usize> = (0..3 * n).collect();
                known.order.iter().zip(&leaf.order).for_each(|(&from, &to)| map[from] = to);
                let n_shared = known.path.iter().zip(path).take_while(|(a, b)| a == b).count();
                found = Some((map, n_shared));
                break;
            }
        }
        if let Some((map, n_shared)) = found {
            self.automorphisms.push(map);
            return n_shared;
        }
        let is_better = |best: &Leaf| (traces, &leaf.image) < (&best.traces[..], &best.image);
        if self.best.as_ref().is_none_or(is_better) {
            if self.first.is_none() {
                self.first = Some(leaf.clone());
            }
            self.best = Some(leaf);
        }
        path.len()
    }

    /// By vertex, the smallest one that the known automorphisms take it to without moving these.
    fn orbits(&self, path: &[usize]) -> Vec<usize> {
        let mut orbits: Vec<usize> = (0..3 * self.shape.n()).collect();
        for map in self.automorphisms.iter().filter(|map| path.iter().all(|&vertex| map[vertex] == vertex)) {
            for (vertex, &image) in map.iter().enumerate() {
                let (a, b) = (root(&orbits, vertex), root(&orbits, image));
                orbits[a.max(b)] = a.min(b);
            }
        }
        (0..orbits.len()).map(|vertex| root(&orbits, vertex)).collect()
    }
}

/// The smallest vertex that is known to be in the orbit of a vertex.
fn root(orbits: &[usize], mut vertex: usize) -> usize {
    while orbits[vertex] != vertex {
        vertex = orbits[vertex];
    }
    vertex
}

/// The search for the form of a puzzle, done.
fn search<'a>(shape: Shape, relations: &'a Relations, graph: &'a Graph) -> Result<Search<'a>, CanonError> {
    let mut search = Search {
        shape,
        relations,
        graph,
        first: None,
        best: None,
        automorphisms: Vec::new(),
        n_automorphisms: 1,
        n_seen: 0,
    };
    search.follow(&graph.refined(), &mut Vec::new(), &mut Vec::new())?;
    Ok(search)
}

/// A form that equivalent puzzles share, and no others.
pub(super) fn form(puzzle: &Puzzle) -> Result<Canonical, CanonError> {
    let shape = puzzle.shape();
    let relations = Relations::of(puzzle);
    let graph = relations.graph();
    let search = search(shape, &relations, &graph)?;
    let n_automorphisms = search.n_automorphisms;
    let best = search.best.ok_or(CanonError::TooSymmetric)?;
    let mut transform = in_places(shape, &best.order);
    if !relations.is_latin() {
        let back = onto_layout(shape, &best.image.without_values(), &relations.without_values());
        transform = transform.then(&back.ok_or(CanonError::TooManyMoves)?);
    }
    if shape.treats_digits_alike() {
        let digits = names(&transform.apply(puzzle), &[DigitSet::all(shape.n())]);
        transform = transform.then(&Isomorphism { digits, ..Isomorphism::identity(shape) });
    }
    Ok(Canonical { puzzle: transform.apply(puzzle), n_automorphisms, transform })
}

/// The first way to turn a rearranged layout into the layout itself.
fn onto_layout(shape: Shape, from: &Relations, to: &Relations) -> Option<Isomorphism> {
    let (graphs, mut budget) = ([from.graph(), to.graph()], MOST);
    let colours = graphs.each_ref().map(Graph::refined);
    let accepts = |map: &[usize]| from.moved(&of_map(shape, map)) == *to;
    let map = graphs[0].map_onto(&graphs[1], [&colours[0], &colours[1]], &accepts, &mut budget)?;
    Some(of_map(shape, &map))
}

/// Every automorphism of a puzzle, the identity first; `None` if there are too many to list or to find.
pub(super) fn automorphisms(puzzle: &Puzzle) -> Option<Vec<Isomorphism>> {
    let shape = puzzle.shape();
    let relations = Relations::of(puzzle);
    let graph = relations.graph();
    let search = search(shape, &relations, &graph).ok().filter(|search| search.n_automorphisms <= MOST_LISTED)?;
    let generators: Vec<Isomorphism> = search.automorphisms.iter().map(|map| of_map(shape, map)).collect();
    let mut all = vec![Isomorphism::identity(shape)];
    let mut known: HashSet<Isomorphism> = all.iter().cloned().collect();
    let mut at = 0;
    while at < all.len() {
        for next in generators.iter().map(|one| all[at].then(one)).collect::<Vec<_>>() {
            if known.insert(next.clone()) {
                all.push(next);
            }
        }
        at += 1;
    }
    Some(all)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::canon::{irregular, line_moves};
    use crate::grid::parse_puzzles;

    /// Numbers in no order.
    struct Random(u64);

    impl Random {
        fn below(&mut self, n: usize) -> usize {
            self.0 = self.0.wrapping_add(1);
            (mix(self.0, 77) >> 20) as usize % n
        }
    }

    fn puzzle(layout: &str, text: &str) -> Puzzle {
        parse_puzzles(layout.parse().expect("a layout"), text).expect("a puzzle").remove(0)
    }

    /// Where moves can be listed, two puzzles have one form exactly if they have one by trying all moves.
    #[test]
    fn forms_agree_with_those_by_trying_all_moves() {
        let layouts = [
            "4 latin",
            "2x2 x",
            "2x2 non-consecutive",
            "2x2 odd=r1c1 even=r1c2",
            "2x2 extra=r1c1,r2c3",
            "2x2 anti-knight",
            "4 regions=AAABCABBCCDBCDDD",
            "4 regions=AAAABBCCBBCCDDDD",
            "4 latin allowed=r1c1:12,r2c2:13",
        ];
        let mut random = Random(100);
        for layout in layouts {
            let shape: Shape = layout.parse().expect("a layout");
            let geometry = shape.geometry();
            let moves = line_moves(&geometry).expect("few moves");
            let mut by_form = std::collections::HashMap::new();
            let mut n_known = 0;
            for i in 0..300 {
                let mut one = Puzzle::empty(shape);
                for _ in 0..i % 5 {
                    let (cell, digit) = (Cell::from_index(random.below(16)), Digit::from_index(random.below(4)));
                    one.set(cell, shape.geometry().allowed(cell).contains(digit).then_some(digit));
                }
                let expected = irregular::minlex(&one).expect("a form");
                let actual = form(&one).expect("a form");
                assert!(actual.transform.is_valid(), "{layout} {one}");
                assert_eq!(actual.transform.apply(&one), actual.puzzle, "{layout} {one}");
                let image = moves[random.below(moves.len())].apply(&one);
                assert_eq!(form(&image).expect("a form").puzzle, actual.puzzle, "{layout} {one} {image}");
                assert_eq!(actual.n_automorphisms, expected.n_automorphisms, "{layout} {one}");
                let known = by_form.entry(actual.puzzle).or_insert_with(|| expected.puzzle.clone());
                assert_eq!(*known, expected.puzzle, "{layout} {one}");
                n_known += 1;
            }
            let by_minlex: HashSet<&Puzzle> = by_form.values().collect();
            assert_eq!(by_minlex.len(), by_form.len(), "{layout}: of {n_known} puzzles");
        }
    }

    #[track_caller]
    fn check(layout: &str, text: &str, n_automorphisms: u64) {
        let one = puzzle(layout, text);
        let shape = one.shape();
        let actual = form(&one).expect("a form");
        assert_eq!(actual.n_automorphisms, n_automorphisms, "{layout} {text}");
        assert!(actual.transform.is_valid() && actual.transform.apply(&one) == actual.puzzle);
        let mut named: Vec<usize> = actual.puzzle.clues().map(|(_, digit)| digit.index()).collect();
        let mut seen = HashSet::new();
        named.retain(|digit| seen.insert(*digit));
        assert!(named.is_sorted(), "digits of {} are named as they come up", actual.puzzle);
        // Rearranged as a Latin square may be.
        let mut random = Random(200);
        for i in 0..5 {
            let n = shape.n();
            let mut order = || {
                let mut order: Vec<u8> = (0..n as u8).collect();
                (1..n).for_each(|at| order.swap(at, random.below(at + 1)));
                order
            };
            let (rows, cols) = (order(), order());
            let digits = order().into_iter().map(|digit| Digit::from_index(digit.into())).collect();
            let image = Isomorphism { shape, is_transposed: i % 2 == 1, rows, cols, digits }.apply(&one);
            let form = form(&image).expect("a form");
            assert_eq!((form.puzzle, form.n_automorphisms), (actual.puzzle.clone(), n_automorphisms));
        }
        if let Some(all) = automorphisms(&one) {
            assert_eq!(all.len() as u64, n_automorphisms, "{layout} {text}");
            assert!(all.iter().all(|each| each.is_valid() && each.apply(&one) == one), "{layout}");
        }
    }

    /// Ones and twos that go round through so many rows and columns each: two in a row, two in a column.
    fn around(sizes: &[usize]) -> String {
        let n: usize = sizes.iter().sum();
        let mut text = vec![b'.'; n * n];
        let mut first = 0;
        for &size in sizes {
            for i in 0..size {
                text[(first + i) * n + first + i] = b'1';
                text[(first + i) * n + first + (i + 1) % size] = b'2';
            }
            first += size;
        }
        String::from_utf8(text).expect("digits and dots")
    }

    #[test]
    fn latin_squares_have_forms() {
        // Addition modulo 6, 7 and 8, and without carrying: each with all its automorphisms of lines and digits.
        let table = |n: usize, sum: fn(usize, usize) -> usize| {
            let cells = (0..n * n).map(|cell| sum(cell / n, cell % n) % n + 1);
            cells.map(|value| char::from_digit(value as u32, 36).expect("a digit")).collect::<String>()
        };
        check("6 latin", &table(6, |a, b| a + b), 6 * 6 * 2 * 2);
        check("7 latin", &table(7, |a, b| a + b), 7 * 7 * 6 * 2);
        check("8 latin", &table(8, |a, b| a ^ b), 8 * 8 * 168 * 2);
        check("6 latin", &format!("1{}", ".".repeat(35)), 2 * 120 * 120);
        check("9 latin", &format!("12{}3", ".".repeat(78)), 5040 * 720 * 2);
        check("6 latin", "1..2....3..1..2......4..5.....6..3..", 2);
        // Ones and twos go round through three rows and columns, and through five: three times five moves for each way of
        // exchanging rows with columns, ones with twos, or both.
        check("8 latin", &around(&[3, 5]), 4 * 3 * 5);
        check("8 latin", &around(&[5, 3]), 4 * 3 * 5);
        check("10 latin", &around(&[3, 4, 3]), 4 * 3 * 4 * 3 * 2);
    }

    /// What relations hold of an empty puzzle: sets of cells, pairs of cells that may not hold consecutive digits, the
    /// neighbours of each digit, cells with allowed digits; and whether any move of a Latin square keeps them.
    #[track_caller]
    fn check_relations(layout: &str, sets: usize, clashes: usize, neighbours: &[&str], allowed: usize, is_latin: bool) {
        let relations = Relations::of(&Puzzle::empty(layout.parse().expect("a layout")));
        assert_eq!(relations.sets.len(), sets);
        assert_eq!(relations.clashing.iter().map(CellSet::len).sum::<usize>(), 2 * clashes);
        let names = |digits: &DigitSet| digits.iter().map(|digit| digit.to_string()).collect::<String>();
        assert_eq!(relations.neighbours.iter().map(names).collect::<Vec<_>>(), neighbours);
        assert_eq!(relations.allowed.iter().filter(|digits| digits.len() < relations.n).count(), allowed);
        assert_eq!(relations.is_latin(), is_latin);
    }

    #[test]
    fn relations_are_what_a_layout_has_beside_its_lines() {
        check_relations("4 latin", 0, 0, &[], 0, true);
        check_relations("4 latin x", 2, 0, &[], 0, false);
        check_relations("2x2", 4, 0, &[], 0, false);
        check_relations("4 latin non-consecutive", 0, 24, &["2", "13", "24", "3"], 0, false);
        check_relations("4 latin odd=r1c1", 0, 0, &[], 1, false);
    }

    /// Boxes that no plain shape has: 2x5 and 2x6.
    #[test]
    fn other_boxes_have_forms() {
        let check = |n: usize, width: usize| {
            let regions: Vec<u8> = (0..n * n).map(|cell| (cell / n / 2 * 2 + cell % n / width) as u8).collect();
            let shape = Shape::irregular(n, &regions).expect("a layout");
            assert_eq!(line_moves(&shape.geometry()), None);
            let mut one = Puzzle::empty(shape);
            for (i, cell) in shape.cells().step_by(7).enumerate() {
                one.set(cell, Some(Digit::from_index(i * i % n)));
            }
            let actual = form(&one).expect("a form");
            assert!(actual.transform.is_valid());
            let mut moved = Isomorphism::identity(shape);
            moved.rows.swap(0, 1);
            moved.rows.rotate_left(2);
            moved.cols.swap(0, 2);
            moved.cols.rotate_left(width);
            moved.digits.rotate_left(3);
            assert!(moved.is_valid());
            assert_eq!(form(&moved.apply(&one)).expect("a form").puzzle, actual.puzzle);
            one.set(Cell::from_index(1), Some(Digit::from_index(n - 1)));
            assert_ne!(form(&one).expect("a form").puzzle, actual.puzzle);
        };
        check(10, 5);
        check(12, 6);
    }
}

//! Kraken fish: a fish with fins that a candidate rules out through chains.
//!
//! If the candidate were true, no fin would be: each is seen by it or at the end of a chain that begins with it. Without
//! fins all places of the digit in n base lines lie in n cover lines, one of which the candidate takes for itself, and so
//! n lines would have to share the n - 1 others.

use super::super::super::set_logic::fitting_choices;
use super::super::forward::{Forward, Visit, node_name, rule_out};
use super::graph::{Graph, Kinds, Node, Strong};
use super::{Reached, UNREACHED};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, DigitSet, House, HouseKind, Shape};
use crate::logic::{
    Board, CellGroup, ChainLink, ChainNode, Effect, Evidence, Sentence, Step, StrategyEntry, StrategyId, StrategyKind,
};
use std::ops::ControlFlow;

pub(in crate::logic) const KRAKEN_FISH: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::KrakenFish,
        name: "kraken-fish",
        title: "Kraken fish",
        kind: StrategyKind::Fish,
        stars: 5,
        help: "A fish of two to four rows or columns with fins anywhere on them. A candidate of a cover line is ruled out if \
           it sees each fin or is joined to it by a chain that makes the fin false when the candidate is true: without the \
           fins there is a fish, and that rules the candidate out.",
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
    let geometry = board.geometry();
    let evidence = step.evidence();
    let target = step.eliminated()[0];
    let name = |cell: Cell| Sentence::cell(geometry.shape, cell);
    let fins = Sentence::list(evidence.fins.iter().map(|fin| name(fin.cell)));
    let lines = |constraints: &[Constraint]| Sentence::list(constraints.iter().map(|&c| Sentence::place(geometry, c)));
    let bases = lines(&evidence.bases[..evidence.covers.len()]);
    let is_end = |at: &usize| {
        let node = &evidence.nodes[*at];
        let is_fin = |fin: &&Candidate| node.cells == [fin.cell] && node.digit == fin.digit;
        !node.is_on && evidence.fins.iter().find(is_fin).is_some_and(|&fin| !geometry.sees(fin, target))
    };
    let chain = |end: usize| {
        let before = |&at: &usize| evidence.links.iter().find(|link| link.to == at).map(|link| link.from);
        let mut path: Vec<usize> = std::iter::successors(Some(end), before).collect();
        path.reverse();
        Sentence::join(path.into_iter().map(|at| node_name(geometry, &evidence.nodes[at])), " - ")
    };
    let chains: Vec<Sentence> = (0..evidence.nodes.len()).filter(is_end).map(chain).collect();
    let n_chains = chains.len();
    let covers = lines(&evidence.covers);
    let parts = [fins, target.digit.into(), bases, covers, name(target.cell), Sentence::join(chains, " and ")];
    if n_chains == 1 {
        Sentence::compose(
            "but for {0}, all {1}s of {2} lie in {3}, and {1} in {4} would exclude {1} from {0}, by the chain {5}",
            parts,
        )
    } else {
        Sentence::compose(
            "but for {0}, all {1}s of {2} lie in {3}, and {1} in {4} would exclude {1} from {0}, by the chains {5}",
            parts,
        )
    }
}

/// Fish with chains of at most so many links are shown before those with longer ones. Those with a single link are finned
/// fish.
const LENGTHS: [usize; 6] = [1, 3, 5, 7, 9, usize::MAX];

fn find(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let graph = Graph::new(board, Kinds { houses: true, cells: true, clashes: true, ..Kinds::default() });
    let n_nodes = graph.nodes.len();
    let reached = Reached::new(&graph);
    let mut search = Search { graph: &graph, reached, known: vec![Vec::new(); n_nodes], is_done: vec![false; n_nodes] };
    for length in LENGTHS {
        for digit in graph.places.digits() {
            let all = [false, true].map(|is_across| search.lines(digit, is_across, |_| true));
            for target in graph.of_digit[digit.index()].clone() {
                if !search.is_done[target] {
                    search.follow(target, length);
                    search.fish::<2>(target, &all, id, visit)?;
                    search.fish::<3>(target, &all, id, visit)?;
                    search.fish::<4>(target, &all, id, visit)?;
                    // Longer chains would tell the same.
                    search.is_done[target] |= search.reached.last_on.is_empty();
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// By line, the positions of a digit.
type Lines = [u32; Shape::MAX_N];

struct Search<'a, 'g> {
    graph: &'a Graph<'g>,
    /// What the last candidate that was followed rules out, and by what.
    reached: Reached,
    /// By candidate, the base lines of fish known to rule it out, and whether they are columns.
    known: Vec<Vec<(bool, u32)>>,
    /// Candidates of which nothing more is to be told.
    is_done: Vec<bool>,
}

impl Search<'_, '_> {
    /// The positions of a digit in the rows, or in the columns.
    fn lines(&self, digit: Digit, is_across: bool, counts: impl Fn(usize) -> bool) -> Lines {
        let graph = self.graph;
        let mut lines = [0; Shape::MAX_N];
        for node in graph.of_digit[digit.index()].clone().filter(|&node| counts(node)) {
            let [line, position] = self.line_and_position(node, is_across);
            lines[line] |= 1 << position;
        }
        lines
    }

    fn line_and_position(&self, node: usize, is_across: bool) -> [usize; 2] {
        let n = self.graph.places.n;
        let cell = self.graph.nodes[node].cell.map_or(0, Cell::index);
        let [row, column] = [cell / n, cell % n];
        if is_across { [column, row] } else { [row, column] }
    }

    /// Finds what is false if a candidate is true, by chains of at most so many links, shortest first.
    fn follow(&mut self, target: usize, length: usize) {
        let by = &mut self.reached;
        by.is_on.fill(0);
        by.is_off.fill(0);
        by.is_on[target / 64] |= 1 << (target % 64);
        by.on[target] = (UNREACHED, 0);
        by.last_on.clear();
        by.last_on.push(target as u32);
        for n_links in (1..=length).step_by(2) {
            by.last_off.clear();
            for &node in &by.last_on {
                for (word, weak) in self.graph.weak.row(node as usize).iter().enumerate() {
                    let mut new = weak & !by.is_off[word];
                    by.is_off[word] |= new;
                    while new != 0 {
                        let next = word * 64 + new.trailing_zeros() as usize;
                        new &= new - 1;
                        by.off[next] = node;
                        by.last_off.push(next as u32);
                    }
                }
            }
            by.last_on.clear();
            for &node in &by.last_off {
                for (i, &next) in self.graph.strong_of(node as usize).iter().enumerate() {
                    let (word, bit) = (next as usize / 64, 1 << (next % 64));
                    if by.is_on[word] & bit == 0 {
                        by.is_on[word] |= bit;
                        by.on[next as usize] = (node, i as u32);
                        by.last_on.push(next);
                    }
                }
            }
            if by.last_on.is_empty() || n_links == length {
                return;
            }
        }
    }

    fn is_off(&self, node: usize) -> bool {
        self.reached.is_off[node / 64] >> (node % 64) & 1 == 1
    }

    /// Fish of this size that would lack a cover line if the candidate that was followed were true.
    fn fish<const SIZE: usize>(
        &mut self,
        target: usize,
        all: &[Lines; 2],
        id: StrategyId,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let digit = self.graph.nodes[target].digit;
        for is_across in [false, true] {
            let all = &all[usize::from(is_across)];
            let left = self.lines(digit, is_across, |node| !self.is_off(node));
            let [own_line, own_position] = self.line_and_position(target, is_across);
            let (mut lines, mut masks, mut n_lines) = ([0; Shape::MAX_N], [0; Shape::MAX_N], 0);
            for line in (0..self.graph.places.n).filter(|&line| line != own_line) {
                // A line of which nothing is left is a contradiction without a fish.
                if left[line] != 0 && DigitSet(left[line]).has_at_most(SIZE - 1) && !DigitSet(all[line]).has_at_most(1)
                {
                    (lines[n_lines], masks[n_lines]) = (line, left[line]);
                    n_lines += 1;
                }
            }
            let fits = |union| DigitSet(union).has_at_most(SIZE - 1);
            fitting_choices::<SIZE>(&masks[..n_lines], 0, &fits, &mut |chosen, union| {
                let bases = chosen.map(|i| lines[i]);
                let of_bases = bases.iter().fold(0u32, |mask, line| mask | 1 << line);
                let is_part =
                    |&(is_known_across, known): &(bool, u32)| is_known_across == is_across && known & !of_bases == 0;
                if self.known[target].iter().any(is_part) {
                    return ControlFlow::Continue(());
                }
                self.known[target].push((is_across, of_bases));
                let covers = union | 1 << own_position;
                if bases.iter().all(|&line| all[line] >> own_position & 1 == 0) {
                    return ControlFlow::Continue(());
                }
                self.visit(target, &bases, covers, is_across, all, id, visit)
            })?;
        }
        ControlFlow::Continue(())
    }

    #[allow(clippy::too_many_arguments, reason = "they make up a fish")]
    fn visit(
        &mut self,
        target: usize,
        bases: &[usize],
        covers: u32,
        is_across: bool,
        all: &Lines,
        id: StrategyId,
        visit: Visit<'_>,
    ) -> ControlFlow<()> {
        let geometry = self.graph.places.geometry;
        let node = &self.graph.nodes[target];
        let (digit, of_target) = (node.digit, node.seen);
        let [base_kind, cover_kind] =
            if is_across { [HouseKind::Column, HouseKind::Row] } else { [HouseKind::Row, HouseKind::Column] };
        let base = |line: usize| geometry.house(base_kind, line);
        let cells = |inside: bool| -> CellSet {
            let of_line = |&line: &usize| {
                let positions = if inside { all[line] & covers } else { all[line] & !covers };
                let cells = &geometry.house_cells[base(line).index()];
                DigitSet(positions).iter().map(|position| cells[position.index()])
            };
            bases.iter().flat_map(of_line).collect()
        };
        let fins = cells(false);
        let by_chain: Vec<Cell> = fins.difference(&of_target).iter().collect();
        if by_chain.is_empty() {
            return ControlFlow::Continue(());
        }
        self.is_done[target] = true;
        let named = |house: House| Constraint::HouseDigit(house, digit);
        let mut evidence = Evidence {
            bases: bases.iter().map(|&line| named(base(line))).collect(),
            covers: DigitSet(covers).iter().map(|line| named(geometry.house(cover_kind, line.index()))).collect(),
            fins: fins.iter().map(|cell| Candidate::new(cell, digit)).collect(),
            sets: vec![CellGroup { cells: cells(true).iter().collect(), digits: vec![digit] }],
            ..Evidence::default()
        };
        self.add_chains(target, &by_chain, &mut evidence);
        let eliminated = node.cell.map(|cell| Candidate::new(cell, digit));
        rule_out(visit, id, eliminated.into_iter().collect(), || evidence)
    }

    /// The chains from the candidate to these fins, each part of them once, and what their strong links rest on.
    fn add_chains(&self, target: usize, fins: &[Cell], evidence: &mut Evidence) {
        let graph = self.graph;
        let mut known: Vec<(usize, bool)> = Vec::new();
        let mut add = |node: usize, is_on: bool, evidence: &mut Evidence| -> (usize, bool) {
            if let Some(at) = known.iter().position(|&other| other == (node, is_on)) {
                return (at, false);
            }
            known.push((node, is_on));
            let Node { digit, cells, .. } = &graph.nodes[node];
            evidence.nodes.push(ChainNode { cells: cells.iter().collect(), digit: *digit, is_on });
            (known.len() - 1, true)
        };
        add(target, true, evidence);
        let is_fin = |node: &usize| graph.nodes[*node].cell.is_some_and(|cell| fins.contains(&cell));
        let digit = graph.nodes[target].digit;
        for fin in graph.of_digit[digit.index()].clone().filter(is_fin) {
            let (mut node, mut is_on) = (fin, false);
            let (mut at, mut is_new) = add(node, is_on, evidence);
            while is_new {
                let from = if is_on {
                    let (from, link) = self.reached.on[node];
                    if let Strong::Constraint(base) = graph.why[(graph.first[from as usize] + link) as usize]
                        && !evidence.bases.contains(&base)
                    {
                        evidence.bases.push(base);
                    }
                    from
                } else {
                    self.reached.off[node]
                } as usize;
                let to = at;
                let is_strong = is_on;
                (node, is_on) = (from, !is_on);
                (at, is_new) = add(node, is_on, evidence);
                evidence.links.push(ChainLink { from: at, to, is_strong });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::way::{Way, proven_steps};
    use super::*;
    use crate::grid::parse_puzzles;
    use std::collections::BTreeSet;

    /// What fish on a board rule out, and the fish as "r3 r6 in c1 c6 but r3c3: r5c1<>5".
    fn found(board: &Board, steps: &[Step]) -> Vec<(Candidate, String)> {
        let geometry = board.geometry();
        let line = |constraint: &Constraint| match *constraint {
            Constraint::HouseDigit(house, _) => {
                let (kind, index) = geometry.house_kind(house);
                format!("{}{}", if kind == HouseKind::Row { "r" } else { "c" }, index + 1)
            }
            Constraint::Cell(_) => String::from("a cell"),
        };
        let lines = |constraints: &[Constraint]| constraints.iter().map(line).collect::<Vec<_>>().join(" ");
        let mut all = Vec::new();
        let mut fish = BTreeSet::new();
        for step in steps {
            let sentence = step.sentence(board);
            let evidence = step.evidence();
            let [target] = *step.eliminated() else { panic!("{sentence}") };
            assert!(!evidence.fins.iter().all(|&fin| geometry.sees(fin, target)), "a finned fish: {sentence}");
            assert_eq!(evidence.links.len() + 1, evidence.nodes.len(), "{sentence}");
            let bases = &evidence.bases[..evidence.covers.len()];
            assert!(fish.insert((bases.to_vec(), target)), "twice: {sentence}");
            let fins: Vec<String> = evidence.fins.iter().map(|fin| board.shape().cell_name(fin.cell)).collect();
            let (bases, covers, fins) = (lines(bases), lines(&evidence.covers), fins.join(" "));
            all.push((target, format!("{bases} in {covers} but {fins}: {}", target.eliminated_name(board.shape()))));
        }
        all
    }

    /// A position: a puzzle with further digits and without some candidates.
    fn position(shape: Shape, puzzle: &str, placed: &str, ruled_out: &str) -> Board {
        let mut board = Board::new(&parse_puzzles(shape, puzzle).expect("puzzle")[0]);
        let all = || (0..shape.n_cells() * shape.n()).map(|i| Candidate::from_index(shape, i));
        let named = |text: &str, name: fn(Candidate, Shape) -> String| -> Vec<Candidate> {
            let find = |word| all().find(|&c| name(c, shape) == word).expect("a candidate");
            text.split_whitespace().map(find).collect()
        };
        for candidate in named(placed, Candidate::placed_name) {
            board.place(candidate);
        }
        for candidate in named(ruled_out, Candidate::eliminated_name) {
            board.eliminate(candidate);
        }
        board
    }

    /// Whether a fish is among those of a position.
    #[track_caller]
    fn check(layout: &str, [puzzle, placed, ruled_out]: [&str; 3], fish: &str, expected: bool) {
        let board = position(layout.parse().expect("a layout"), puzzle, placed, ruled_out);
        let steps = proven_steps(&board, StrategyId::KrakenFish);
        let found: Vec<String> = found(&board, &steps).into_iter().map(|(_, text)| text).collect();
        assert_eq!(found.iter().any(|text| text == fish), expected, "{found:#?}");
    }

    #[test]
    fn fins_are_false_by_chains() {
        let puzzle = ".6.5.1.9.1...9..539....7....4.8...7.......5.8.817.5.3.....5.2............76..8...";
        let fish = "c3 c6 c8 in r4 r5 r8 but r3c8: r4c5<>2";
        let ruled_out = "r5c5<>2";
        check("3x3", [puzzle, "r2c2=2 r7c9=7 r8c5=7", ruled_out], fish, true);
        // A strong link less, and there is no chain.
        check("3x3", [puzzle, "r7c9=7 r8c5=7", ruled_out], fish, false);
        let puzzle = "...46.1......4.58..14.7...3...8..4...2...6.27..17.2......5.38...";
        let fish = "r3 r6 in c1 c6 but r3c3 r6c3: r5c1<>5";
        check("2x4", [puzzle, "r3c2=2 r4c1=4 r4c2=7 r6c7=4 r7c8=4 r8c3=4", ""], fish, true);
        check("2x4", [puzzle, "r3c2=2 r4c1=4 r4c2=7 r7c8=4 r8c3=4", ""], fish, false);
    }

    /// What is false if a candidate is true, by weak and strong links.
    fn false_if(board: &Board, target: Candidate) -> BTreeSet<Candidate> {
        let geometry = board.geometry();
        let (mut on, mut off) = (vec![target], BTreeSet::new());
        let mut at = 0;
        while at < on.len() {
            for seen in on[at].conflicts(geometry).filter(|&c| board.has(c) && board.value(c.cell).is_none()) {
                if !off.insert(seen) {
                    continue;
                }
                for constraint in seen.constraints(geometry).filter(|&c| board.remaining(c).count_ones() == 2) {
                    let other = constraint.candidates(geometry).find(|&c| board.has(c) && c != seen);
                    on.extend(other.filter(|c| !on.contains(c)));
                }
            }
            at += 1;
        }
        off
    }

    /// What fish of two lines rule out by the definition, where both have a place that is left.
    fn by_definition(board: &Board) -> BTreeSet<Candidate> {
        let (geometry, shape) = (board.geometry(), board.shape());
        let n = shape.n();
        let cell = |is_across: bool, line: usize, position: usize| {
            if is_across { shape.cell(position, line) } else { shape.cell(line, position) }
        };
        let mut out = BTreeSet::new();
        let all = (0..n * n * n).map(|i| Candidate::from_index(shape, i));
        for target in all.filter(|&c| board.has(c) && board.value(c.cell).is_none()) {
            let off = false_if(board, target);
            for is_across in [false, true] {
                let [row, column] = [target.cell.index() / n, target.cell.index() % n];
                let [own_line, own_position] = if is_across { [column, row] } else { [row, column] };
                let places = |line: usize| -> Vec<usize> {
                    let is_place = |&at: &usize| {
                        let candidate = Candidate::new(cell(is_across, line, at), target.digit);
                        board.has(candidate) && board.value(candidate.cell).is_none()
                    };
                    (0..n).filter(is_place).collect()
                };
                let lines: Vec<usize> = (0..n).filter(|&line| line != own_line && places(line).len() > 1).collect();
                for &a in &lines {
                    for &b in lines.iter().filter(|&&b| b > a) {
                        let candidate =
                            |line: usize, at: usize| Candidate::new(cell(is_across, line, at), target.digit);
                        let left = |line: usize| -> Vec<usize> {
                            places(line).into_iter().filter(|&at| !off.contains(&candidate(line, at))).collect()
                        };
                        let is_same = left(a).len() == 1 && left(a) == left(b);
                        if !is_same || !places(a).contains(&own_position) && !places(b).contains(&own_position) {
                            continue;
                        }
                        let covers = [left(a)[0], own_position];
                        let fins = [a, b].into_iter().flat_map(|line| {
                            places(line).into_iter().filter(|at| !covers.contains(at)).map(move |at| (line, at))
                        });
                        if fins.into_iter().any(|(line, at)| !geometry.sees(candidate(line, at), target)) {
                            out.insert(target);
                        }
                    }
                }
            }
        }
        out
    }

    /// On the way to the solution, as far as these strategies lead.
    #[track_caller]
    fn differ(layout: &str, puzzle: &str, strategies: &str) {
        let way = Way::new(layout, puzzle, strategies);
        let mut n_found = 0;
        for board in &way.boards {
            let found = found(board, &way.steps(board, StrategyId::KrakenFish));
            let found: BTreeSet<Candidate> = found.into_iter().map(|(candidate, _)| candidate).collect();
            let missed: Vec<Candidate> = by_definition(board).difference(&found).copied().collect();
            assert!(missed.is_empty(), "{layout}: {missed:?}");
            n_found += found.len();
        }
        assert!(n_found > 0, "none on {layout}");
    }

    #[test]
    fn fish_of_two_lines_are_those_of_the_definition() {
        differ("2x3", "....131..5....5.26...3...5...46.....", "naked-single");
        differ("2x3 anti-knight", "1................2..........3.......", "naked-single");
        differ(
            "6 regions=AAABBBACABDBACCDDBCCEDDFECEDFFEEEFFF",
            "1................2..........3.......",
            "naked-single",
        );
        differ("6 latin x", "....16..3.....2..3...5.2............", "naked-single");
        differ("6 latin non-consecutive", ".1..2....3.2..5..........3......2...", "naked-single");
    }
}

//! A chain line by line: what follows from what, as rows of a tree whose branches can be folded.

use super::sentence::Sentence;
use super::{Board, ChainLink, ChainNode, Step, StrategyId};
use crate::grid::{Candidate, CellSet, Constraint, DigitSet, Geometry};

/// A row of the reasoning of a step.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReasoningRow {
    /// What follows here.
    pub sentence: Sentence,
    /// How many branches it stands in.
    pub depth: usize,
    /// If it is the heading of a branch, how many of the rows after it belong to the branch.
    pub n_within: usize,
    /// Numbers of the nodes of the evidence from which it follows, those that it is about among them.
    pub nodes: Vec<usize>,
    /// The cells that it is about.
    pub cells: CellSet,
}

/// Whether steps of the strategy rest on digits that an assumption forces.
pub(crate) fn is_forcing(id: StrategyId) -> bool {
    matches!(id, StrategyId::ForcingChain | StrategyId::ForcingNet)
}

/// The reasoning of a step that is a chain or a net, in the order in which it can be followed; empty for other steps.
///
/// `board` is the state before the step.
pub fn reasoning(step: &Step, board: &Board) -> Vec<ReasoningRow> {
    let evidence = step.evidence();
    let is_forcing = is_forcing(step.strategy());
    if evidence.links.is_empty() && !is_forcing {
        return Vec::new();
    }
    let mut causes = vec![Vec::new(); evidence.nodes.len()];
    for link in &evidence.links {
        causes[link.to].push(link.from);
    }
    let mut reader = Reader {
        board,
        geometry: board.geometry(),
        nodes: &evidence.nodes,
        links: &evidence.links,
        causes,
        bases: &evidence.bases,
        is_told: vec![false; evidence.nodes.len()],
        rows: Vec::new(),
    };
    if is_forcing {
        reader.forcing(step);
    } else {
        reader.alternating();
    }
    let conclusion = reader.conclusion(step, is_forcing);
    let mut rows = reader.rows;
    rows.push(ReasoningRow {
        sentence: conclusion,
        depth: 0,
        n_within: 0,
        nodes: (0..evidence.nodes.len()).collect(),
        cells: step.placed().iter().chain(step.eliminated()).map(|c| c.cell).collect(),
    });
    rows
}

struct Reader<'a> {
    board: &'a Board,
    geometry: &'a Geometry,
    nodes: &'a [ChainNode],
    links: &'a [ChainLink],
    /// By node, the nodes from which links lead to it.
    causes: Vec<Vec<usize>>,
    bases: &'a [Constraint],
    is_told: Vec<bool>,
    rows: Vec<ReasoningRow>,
}

impl Reader<'_> {
    /// What the step concludes; of a chain with two ends, from which of them.
    fn conclusion(&self, step: &Step, is_forcing: bool) -> Sentence {
        let shape = self.geometry.shape;
        let placed = step.placed().iter().map(|&c| Sentence::placed(shape, c));
        let conclusions = placed.chain(step.eliminated().iter().map(|&c| Sentence::eliminated(shape, c)));
        let conclusions = Sentence::join(conclusions, ", ");
        let is_path = self.links.iter().enumerate().all(|(i, link)| (link.from, link.to) == (i, i + 1));
        let is_strong = |link: Option<&ChainLink>| link.is_some_and(|link| link.is_strong);
        match self.nodes {
            [first, .., last]
                if !is_forcing && is_path && is_strong(self.links.first()) && is_strong(self.links.last()) =>
            {
                let [first, last] = [first, last].map(|node| self.literal(node, true));
                Sentence::compose("So {0} or {1}, and therefore {2}", [first, last, conclusions])
            }
            _ => Sentence::compose("Therefore {0}", [conclusions]),
        }
    }

    /// Link after link: if this is false, then that is true.
    fn alternating(&mut self) {
        for (i, link) in self.links.iter().enumerate() {
            let (from, to) = (&self.nodes[link.from], &self.nodes[link.to]);
            let [from_text, to_text] = [self.literal(from, !link.is_strong), self.literal(to, link.is_strong)];
            let sentence = if link.is_strong {
                self.strong(from, to, from_text, to_text)
            } else {
                self.weak(from, to, from_text, to_text)
            };
            let mut nodes: Vec<usize> = self.links[..=i].iter().flat_map(|link| [link.from, link.to]).collect();
            nodes.sort_unstable();
            nodes.dedup();
            let cells = from.cells.iter().chain(&to.cells).copied().collect();
            self.rows.push(ReasoningRow { sentence, depth: 0, n_within: 0, nodes, cells });
        }
    }

    fn literal(&self, node: &ChainNode, is_true: bool) -> Sentence {
        let shape = self.geometry.shape;
        if let &[cell] = &node.cells[..] {
            let candidate = Candidate::new(cell, node.digit);
            return if is_true { Sentence::placed(shape, candidate) } else { Sentence::eliminated(shape, candidate) };
        }
        let cells = || node.cells.iter().map(|&cell| Sentence::cell(shape, cell));
        if is_true {
            Sentence::compose("{0} in {1}", [node.digit.into(), Sentence::join(cells(), " or ")])
        } else {
            Sentence::compose("no {0} in {1}", [node.digit.into(), Sentence::list(cells())])
        }
    }

    fn strong(&self, from: &ChainNode, to: &ChainNode, from_text: Sentence, to_text: Sentence) -> Sentence {
        let is_in = |node: &ChainNode, c: Candidate| c.digit == node.digit && node.cells.contains(&c.cell);
        let is_reason = |base: &&Constraint| {
            let mut left = base.candidates(self.geometry).filter(|&c| self.board.has(c)).peekable();
            left.peek().is_some() && left.all(|c| is_in(from, c) || is_in(to, c))
        };
        match self.bases.iter().find(is_reason) {
            Some(Constraint::Cell(_)) => {
                Sentence::compose("If {0}, then {1}: the cell has no other candidate", [from_text, to_text])
            }
            Some(&Constraint::HouseDigit(house, digit)) => Sentence::compose(
                "If {0}, then {1}: {2} has no other place for {3}",
                [from_text, to_text, Sentence::house(self.geometry, house), digit.into()],
            ),
            None => match self.set_of(from, to) {
                Some((cells, digits)) => Sentence::compose(
                    "If {0}, then {1}: {2} have no digits but {3}",
                    [
                        from_text,
                        to_text,
                        Sentence::list(cells.iter().map(|cell| Sentence::cell(self.geometry.shape, cell))),
                        Sentence::list(digits.iter().map(Sentence::from)),
                    ],
                ),
                None => Sentence::compose("If {0}, then {1}: one of them is true", [from_text, to_text]),
            },
        }
    }

    /// Cells of a house, or of a box and a line that crosses it, all of them bases, with one digit more than there are
    /// cells, and what these digits are: without the first digit each of the others is in one of them.
    fn set_of(&self, from: &ChainNode, to: &ChainNode) -> Option<(CellSet, DigitSet)> {
        let cell_of = |base: &Constraint| if let Constraint::Cell(cell) = *base { Some(cell) } else { None };
        let bases: CellSet = self.bases.iter().filter_map(cell_of).collect();
        let needed: CellSet = from.cells.iter().chain(&to.cells).copied().collect();
        let houses = &self.geometry.house_sets;
        let crossing = |house| houses.iter().filter(move |&other| !other.intersection(house).is_empty());
        let bent = houses.iter().flat_map(|house| crossing(house).map(|other| house.union(other)));
        let mut areas = houses.iter().copied().chain(bent).filter(|area| needed.is_subset(area));
        areas.find_map(|area| {
            let others: Vec<_> = area.intersection(&bases).iter().filter(|&cell| !needed.contains(cell)).collect();
            // The smallest set first.
            let mut choices: Vec<u32> = (0..1 << others.len().min(8)).collect();
            choices.sort_by_key(|choice| choice.count_ones());
            choices.into_iter().find_map(|choice| {
                let chosen = others.iter().enumerate().filter(|(i, _)| choice >> i & 1 == 1).map(|(_, &cell)| cell);
                let cells: CellSet = needed.iter().chain(chosen).collect();
                let digits = DigitSet(cells.iter().fold(0, |digits, cell| digits | self.board.marks(cell).0));
                let is_set = digits.len() == cells.len() + 1
                    && digits.iter().all(|digit| {
                        let holding: Vec<_> = cells.iter().filter(|&c| self.board.marks(c).contains(digit)).collect();
                        let in_node =
                            |node: &ChainNode| node.digit != digit || holding.iter().all(|c| node.cells.contains(c));
                        let sees = |(i, &a): (usize, &_)| holding[..i].iter().all(|&b| self.geometry.are_peers(a, b));
                        in_node(from) && in_node(to) && (digit == from.digit || holding.iter().enumerate().all(sees))
                    });
                is_set.then_some((cells, digits))
            })
        })
    }

    fn weak(&self, from: &ChainNode, to: &ChainNode, from_text: Sentence, to_text: Sentence) -> Sentence {
        let cells = || from.cells.iter().chain(&to.cells).copied();
        if from.cells == to.cells && from.digit != to.digit {
            return Sentence::compose("If {0}, then {1}: a cell holds one digit", [from_text, to_text]);
        }
        let mut houses = self.geometry.houses();
        let shared = houses.find(|house| cells().all(|cell| self.geometry.house_sets[house.index()].contains(cell)));
        match shared.filter(|_| from.digit == to.digit) {
            Some(house) => Sentence::compose(
                "If {0}, then {1}: the cells share {2}",
                [from_text, to_text, Sentence::house(self.geometry, house)],
            ),
            None => Sentence::compose("If {0}, then {1}: they see each other", [from_text, to_text]),
        }
    }

    /// Assumptions and the digits that they force.
    fn forcing(&mut self, step: &Step) {
        let starts: Vec<usize> = (0..self.nodes.len()).filter(|&node| self.is_assumption(node)).collect();
        if let &[start] = &starts[..] {
            self.suppose(start);
            let end = self.bases.iter().rev().copied().find(|&base| self.is_broken(base));
            let ends = end.map_or(Vec::new(), |end| self.against(end));
            self.tell_all(&ends, 0);
            if let Some(end) = end {
                self.contradiction(end, &ends);
            }
            return;
        }
        for (i, &start) in starts.iter().enumerate() {
            let until = starts.get(i + 1).copied().unwrap_or(self.nodes.len());
            let heading = self.rows.len();
            let candidate = self.candidate(start);
            let shape = self.geometry.shape;
            let conclusions = step.eliminated().iter().map(|&c| Sentence::eliminated(shape, c));
            let parts = [Sentence::placed(shape, candidate), Sentence::join(conclusions, ", ")];
            let sentence = Sentence::compose("If {0}, then {1}", parts);
            self.push(sentence, 0, (start..until).collect(), [candidate].into_iter());
            self.is_told[start] = true;
            self.tell_all(&[until - 1], 1);
            self.rows[heading].n_within = self.rows.len() - heading - 1;
        }
    }

    fn candidate(&self, node: usize) -> Candidate {
        Candidate::new(self.nodes[node].cells[0], self.nodes[node].digit)
    }

    /// Whether nothing forces the node.
    fn is_assumption(&self, node: usize) -> bool {
        self.causes[node].is_empty() && self.base_of(node).is_none()
    }

    /// The constraint that forces a node: what rules out its other candidates is linked to the node.
    fn base_of(&self, node: usize) -> Option<Constraint> {
        let candidate = self.candidate(node);
        let causes: Vec<Candidate> = self.causes[node].iter().map(|&cause| self.candidate(cause)).collect();
        let is_out = |c: Candidate| causes.iter().any(|&cause| self.geometry.sees(cause, c));
        let is_base = |base: &&Constraint| {
            base.contains(self.geometry, candidate)
                && base.candidates(self.geometry).all(|c| c == candidate || !self.board.has(c) || is_out(c))
        };
        self.bases.iter().find(is_base).copied()
    }

    /// Whether all candidates of a constraint are ruled out.
    fn is_broken(&self, base: Constraint) -> bool {
        let is_out = |c| (0..self.nodes.len()).any(|node| self.geometry.sees(self.candidate(node), c));
        base.candidates(self.geometry).filter(|&c| self.board.has(c)).all(is_out)
    }

    /// For each candidate of a constraint the first node that rules it out.
    fn against(&self, base: Constraint) -> Vec<usize> {
        let left = base.candidates(self.geometry).filter(|&c| self.board.has(c));
        let mut nodes: Vec<usize> = left
            .filter_map(|c| (0..self.nodes.len()).find(|&node| self.geometry.sees(self.candidate(node), c)))
            .collect();
        nodes.sort_unstable();
        nodes.dedup();
        nodes
    }

    /// The node and all from which it follows, ascending.
    fn grounds(&self, nodes: &[usize]) -> Vec<usize> {
        let mut is_in = vec![false; self.nodes.len()];
        let mut todo = nodes.to_vec();
        while let Some(node) = todo.pop() {
            if !std::mem::replace(&mut is_in[node], true) {
                todo.extend(&self.causes[node]);
            }
        }
        (0..self.nodes.len()).filter(|&node| is_in[node]).collect()
    }

    fn push(&mut self, sentence: Sentence, depth: usize, nodes: Vec<usize>, about: impl Iterator<Item = Candidate>) {
        let cells = about.map(|candidate| candidate.cell).collect();
        self.rows.push(ReasoningRow { sentence, depth, n_within: 0, nodes, cells });
    }

    fn suppose(&mut self, start: usize) {
        let candidate = self.candidate(start);
        let sentence = Sentence::compose("Suppose {0}", [Sentence::placed(self.geometry.shape, candidate)]);
        self.push(sentence, 0, vec![start], [candidate].into_iter());
        self.is_told[start] = true;
    }

    /// Tells several nodes: the one with most behind it as it comes, each other one in a branch of its own, unless it
    /// takes a single row.
    fn tell_all(&mut self, nodes: &[usize], depth: usize) {
        let mut open: Vec<(usize, usize)> = nodes.iter().map(|&node| (self.n_untold(node), node)).collect();
        open.sort_by_key(|&(n_untold, node)| (std::cmp::Reverse(n_untold), node));
        for (i, &(_, node)) in open.iter().enumerate() {
            match self.n_untold(node) {
                0 => {}
                n_untold if i == 0 || n_untold == 1 => self.tell(node, depth),
                _ => {
                    let heading = self.rows.len();
                    let candidate = self.candidate(node);
                    let sentence = Sentence::placed(self.geometry.shape, candidate);
                    let sentence = Sentence::compose("Also {0}:", [sentence]);
                    self.push(sentence, depth, self.grounds(&[node]), [candidate].into_iter());
                    self.tell(node, depth + 1);
                    self.rows[heading].n_within = self.rows.len() - heading - 1;
                }
            }
        }
    }

    fn n_untold(&self, node: usize) -> usize {
        self.grounds(&[node]).into_iter().filter(|&node| !self.is_told[node]).count()
    }

    fn tell(&mut self, node: usize, depth: usize) {
        let causes = self.causes[node].clone();
        self.tell_all(&causes, depth);
        self.is_told[node] = true;
        let shape = self.geometry.shape;
        let candidate = self.candidate(node);
        let placed = Sentence::placed(shape, candidate);
        let because = self.names(&causes);
        let sentence = match (self.base_of(node), because) {
            (Some(Constraint::HouseDigit(house, digit)), because) => {
                let place = Sentence::house(self.geometry, house);
                match because {
                    Some(because) => Sentence::compose(
                        "Then {0}: because of {3}, {1} has no other place for {2}",
                        [placed, place, digit.into(), because],
                    ),
                    None => {
                        Sentence::compose("Then {0}: {1} has no other place for {2}", [placed, place, digit.into()])
                    }
                }
            }
            (_, Some(because)) => {
                Sentence::compose("Then {0}: because of {1}, the cell has no other candidate", [placed, because])
            }
            (_, None) => Sentence::compose("Then {0}: the cell has no other candidate", [placed]),
        };
        self.push(sentence, depth, self.grounds(&[node]), [candidate].into_iter());
    }

    fn names(&self, nodes: &[usize]) -> Option<Sentence> {
        let name = |&node: &usize| Sentence::placed(self.geometry.shape, self.candidate(node));
        (!nodes.is_empty()).then(|| Sentence::list(nodes.iter().map(name)))
    }

    fn contradiction(&mut self, end: Constraint, nodes: &[usize]) {
        let because = self.names(nodes).unwrap_or_default();
        let sentence = match end {
            Constraint::Cell(cell) => Sentence::compose(
                "Because of {1}, {0} has no candidate left",
                [Sentence::cell(self.geometry.shape, cell), because],
            ),
            Constraint::HouseDigit(house, digit) => Sentence::compose(
                "Because of {2}, {0} has no place left for {1}",
                [Sentence::house(self.geometry, house), digit.into(), because],
            ),
        };
        let left: Vec<Candidate> = end.candidates(self.geometry).filter(|&c| self.board.has(c)).collect();
        self.push(sentence, 0, self.grounds(nodes), left.into_iter());
    }
}

#[cfg(test)]
mod tests;

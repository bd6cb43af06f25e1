//! Rules of strategies beyond set logic, read off their descriptions anew.
//!
//! Each question here is: this candidate is assumed true; do the cells and houses that a strategy speaks of then
//! contradict each other? Everything is said in terms of *links*: of two candidates one is true, since no other is left
//! of the cell, or of the digit in the house.

use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, GeometryRef, HouseKind, Shape};
use crate::logic::{StrategyId, StrategySet, choices};
use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

/// The rules of the allowed strategies beyond set logic.
pub(in crate::generate) struct PremiseRules {
    shape: Shape,
    geometry: GeometryRef,
    strategies: StrategySet,
    /// Where common peers are asked for: a constraint, a candidate outside, and which of the constraint it sees.
    seen_by_peers: Vec<(Candidate, Constraint, BTreeSet<Candidate>)>,
}

/// A candidate that is false, and whether links in houses and in cells may be followed.
type Question = (Candidate, bool, bool);

/// What is left, and the links that this gives.
struct Position<'a> {
    rules: &'a PremiseRules,
    ruled_out: &'a [bool],
    /// By candidate: links within houses, each with the number of the house.
    in_houses: Vec<Vec<(usize, Candidate)>>,
    /// By candidate: links within its cell.
    in_cells: Vec<Vec<Candidate>>,
    /// What follows by chains, as far as it has been asked.
    followed: RefCell<BTreeMap<Question, Rc<BTreeSet<Candidate>>>>,
}

impl PremiseRules {
    /// `None` if none of the strategies has such rules.
    pub(in crate::generate) fn new(shape: Shape, strategies: StrategySet) -> Option<PremiseRules> {
        let strategies = strategies.intersection(StrategySet::WITH_PREMISES);
        if strategies.is_empty() {
            return None;
        }
        let geometry = shape.geometry();
        let mut seen_by_peers = Vec::new();
        if strategies.contains(StrategyId::CommonPeerElimination) && !shape.is_plain() {
            for base in Constraint::all(shape) {
                let inside: BTreeSet<Candidate> = base.candidates(&geometry).collect();
                let around: BTreeSet<Candidate> = inside.iter().flat_map(|c| c.conflicts(&geometry)).collect();
                for c in around.difference(&inside) {
                    let seen: BTreeSet<Candidate> =
                        inside.iter().copied().filter(|&other| geometry.sees(*c, other)).collect();
                    if seen.len() > 1 {
                        seen_by_peers.push((*c, base, seen));
                    }
                }
            }
        }
        Some(PremiseRules { shape, geometry, strategies, seen_by_peers })
    }

    /// Those of the wanted candidates that a rule rules out, where these are ruled out.
    pub(in crate::generate) fn conclusions(&self, ruled_out: &[bool], wanted: &[u16]) -> Vec<u16> {
        if wanted.is_empty() {
            return Vec::new();
        }
        let position = Position::new(self, ruled_out);
        let mut found: BTreeSet<u16> = BTreeSet::new();
        position.common_peers(&mut found);
        let wanted_at = |&c: &u16| Candidate::from_index(self.shape, usize::from(c));
        let digits: BTreeSet<Digit> = wanted.iter().map(|c| wanted_at(c).digit).collect();
        for digit in digits {
            position.fish(digit, &mut found);
        }
        wanted.iter().copied().filter(|c| found.contains(c) || position.contradicts(wanted_at(c))).collect()
    }

    fn number(&self, c: Candidate) -> usize {
        c.index(self.shape)
    }

    fn sees(&self, a: Cell, b: Cell) -> bool {
        self.geometry.are_peers(a, b)
    }

    /// Row, column or region of a cell, by its number.
    fn line(&self, cell: Cell, kind: HouseKind) -> usize {
        self.geometry.cell_houses[cell.index()][kind as usize].index() % self.shape.n()
    }

    fn digits(&self) -> impl Iterator<Item = Digit> + use<> {
        (0..self.shape.n()).map(Digit::from_index)
    }
}

impl<'a> Position<'a> {
    fn new(rules: &'a PremiseRules, ruled_out: &'a [bool]) -> Position<'a> {
        let n_candidates = ruled_out.len();
        let (mut in_houses, mut in_cells) = (vec![Vec::new(); n_candidates], vec![Vec::new(); n_candidates]);
        for constraint in Constraint::all(rules.shape) {
            let all: Vec<Candidate> = constraint.candidates(&rules.geometry).collect();
            let left: Vec<Candidate> = all.iter().copied().filter(|&c| !ruled_out[rules.number(c)]).collect();
            if left.len() > 2 {
                continue;
            }
            for &a in &all {
                for &b in &all {
                    if a != b && left.iter().all(|&c| c == a || c == b) {
                        match constraint {
                            Constraint::Cell(_) => in_cells[rules.number(a)].push(b),
                            Constraint::HouseDigit(house, _) => in_houses[rules.number(a)].push((house.index(), b)),
                        }
                    }
                }
            }
        }
        Position { rules, ruled_out, in_houses, in_cells, followed: RefCell::default() }
    }

    fn is_left(&self, cell: Cell, digit: Digit) -> bool {
        !self.ruled_out[self.rules.number(Candidate::new(cell, digit))]
    }

    fn allows(&self, id: StrategyId) -> bool {
        self.rules.strategies.contains(id)
    }

    fn peers(&self, cell: Cell) -> impl Iterator<Item = Cell> + use<'_> {
        self.rules.geometry.peers[cell.index()].iter().copied()
    }

    fn links(&self, cell: Cell, digit: Digit) -> &[(usize, Candidate)] {
        &self.in_houses[self.rules.number(Candidate::new(cell, digit))]
    }

    /// Whether a cell holds nothing but these digits.
    fn holds_only(&self, cell: Cell, digits: &[Digit]) -> bool {
        self.rules.digits().all(|digit| digits.contains(&digit) || !self.is_left(cell, digit))
    }

    /// Whether the candidate cannot be true by one of the rules that are asked candidate by candidate.
    fn contradicts(&self, c: Candidate) -> bool {
        self.two_links(c)
            || self.allows(StrategyId::EmptyRectangle) && self.empty_rectangle(c)
            || self.wings(c)
            || self.allows(StrategyId::RemotePair) && self.remote_pair(c)
            || self.allows(StrategyId::XChain) && self.chain(c, true, false)
            || self.allows(StrategyId::XyChain) && self.chain(c, false, true)
            || self.allows(StrategyId::Aic) && self.chain(c, true, true)
    }

    /// Its peer is false, so another place of a house is true, so what that sees is false, so the other place of a second
    /// house is true, and that is a peer again.
    fn two_links(&self, c: Candidate) -> bool {
        let rules = self.rules;
        let (kinds, digit) = ([StrategyId::Skyscraper, StrategyId::TwoStringKite, StrategyId::TurbotFish], c.digit);
        if !kinds.iter().any(|&id| self.allows(id)) {
            return false;
        }
        for start in self.peers(c.cell) {
            for &(first, Candidate { cell: a, .. }) in self.links(start, digit) {
                for b in self.peers(a).filter(|&b| a != c.cell && b != c.cell && b != start) {
                    for &(second, Candidate { cell: end, .. }) in self.links(b, digit) {
                        let cells: BTreeSet<Cell> = [start, a, b, end].into_iter().collect();
                        if second != first
                            && cells.len() == 4
                            && rules.sees(end, c.cell)
                            && self.allows(self.kind_of_links(first, second, a, b))
                        {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// Two rows or two columns joined along a line make a skyscraper; a row and a column joined in a box make a kite.
    fn kind_of_links(&self, first: usize, second: usize, a: Cell, b: Cell) -> StrategyId {
        let n = self.rules.shape.n();
        let [low, high] = [first.min(second), first.max(second)];
        let shared = |kind| self.rules.line(a, kind) == self.rules.line(b, kind);
        if high < n && shared(HouseKind::Column) || low >= n && high < 2 * n && shared(HouseKind::Row) {
            StrategyId::Skyscraper
        } else if low < n && high >= n && high < 2 * n && shared(HouseKind::Box) {
            StrategyId::TwoStringKite
        } else {
            StrategyId::TurbotFish
        }
    }

    /// The candidate leaves a box one of two crossing lines: its own is taken, so the other holds the digit in the box; but
    /// the candidate also takes one of two places that a parallel of its line has, and the other place is in that line.
    fn empty_rectangle(&self, c: Candidate) -> bool {
        let rules = self.rules;
        let (n, digit) = (rules.shape.n(), c.digit);
        for (own, other) in [(HouseKind::Row, HouseKind::Column), (HouseKind::Column, HouseKind::Row)] {
            for region in (0..n).filter(|&region| region != rules.line(c.cell, HouseKind::Box)) {
                let inside = || rules.shape.cells().filter(|&cell| rules.line(cell, HouseKind::Box) == region);
                let in_own = |cell: Cell| rules.line(cell, own) == rules.line(c.cell, own);
                if !inside().any(in_own) {
                    continue;
                }
                for along in 0..n {
                    let in_along = |cell: Cell| rules.line(cell, other) == along;
                    let fits = |cell: Cell| in_own(cell) || in_along(cell) || !self.is_left(cell, digit);
                    if !inside().any(in_along) || !inside().all(fits) {
                        continue;
                    }
                    // The place beside the candidate, in a parallel of its line, and the other place of that parallel.
                    for taken in self.peers(c.cell).filter(|&cell| rules.line(cell, other) == rules.line(c.cell, other))
                    {
                        let parallel = rules.line(taken, own) + if own == HouseKind::Row { 0 } else { n };
                        let is_in_box = |cell: Cell| rules.line(cell, HouseKind::Box) == region;
                        let mut links = self.links(taken, digit).iter();
                        if !is_in_box(taken)
                            && links
                                .any(|&(house, near)| house == parallel && in_along(near.cell) && !is_in_box(near.cell))
                        {
                            return true;
                        }
                    }
                }
            }
        }
        false
    }

    /// Two peers lose the digit and hold another each: with these a third cell has none, or the two empty a house.
    fn wings(&self, c: Candidate) -> bool {
        let [xy, xyz, w] = [StrategyId::XyWing, StrategyId::XyzWing, StrategyId::WWing].map(|id| self.allows(id));
        if !(xy || xyz || w) {
            return false;
        }
        let rules = self.rules;
        let others = || rules.digits().filter(|&digit| digit != c.digit);
        let ends: Vec<(Cell, Digit)> = self
            .peers(c.cell)
            .flat_map(|cell| others().map(move |digit| (cell, digit)))
            .filter(|&(cell, digit)| self.holds_only(cell, &[c.digit, digit]))
            .collect();
        for (i, &(a, x)) in ends.iter().enumerate() {
            for &(b, y) in ends[i + 1..].iter().filter(|&&(b, _)| a != b) {
                if x == y {
                    let splits =
                        |p: Cell| self.links(p, x).iter().any(|&(_, q)| p != b && q.cell != a && rules.sees(b, q.cell));
                    if w && !rules.sees(a, b) && self.peers(a).any(splits) {
                        return true;
                    }
                    continue;
                }
                let mut pivots = self.peers(a).filter(|&pivot| rules.sees(pivot, b));
                if pivots.any(|pivot| {
                    xy && self.holds_only(pivot, &[x, y])
                        || xyz && rules.sees(pivot, c.cell) && self.holds_only(pivot, &[x, y, c.digit])
                }) {
                    return true;
                }
            }
        }
        false
    }

    /// Cells with the digit and one other, at least four that hang together: a peer has the other digit, and so has, after
    /// an odd number of steps, another peer, which would have to have this one.
    fn remote_pair(&self, c: Candidate) -> bool {
        let rules = self.rules;
        rules.digits().filter(|&other| other != c.digit).any(|other| {
            let is_pair = |&cell: &Cell| cell != c.cell && self.holds_only(cell, &[c.digit, other]);
            let pairs: Vec<Cell> = rules.shape.cells().filter(is_pair).collect();
            let starts = pairs.iter().copied().filter(|&cell| rules.sees(cell, c.cell));
            starts.into_iter().any(|start| {
                let mut reached: BTreeSet<(Cell, bool)> = BTreeSet::from([(start, false)]);
                let mut last = reached.clone();
                while !last.is_empty() {
                    let step = |&(cell, odd): &(Cell, bool)| {
                        pairs.iter().filter(move |&&next| rules.sees(cell, next)).map(move |&next| (next, !odd))
                    };
                    last = last.iter().flat_map(step).filter(|next| !reached.contains(next)).collect();
                    reached.extend(last.iter().copied());
                }
                let together: BTreeSet<Cell> = reached.iter().map(|&(cell, _)| cell).collect();
                together.len() >= 4 && reached.iter().any(|&(cell, odd)| odd && rules.sees(cell, c.cell))
            })
        })
    }

    /// A chain whose two ends rule the candidate out, with links in houses, in cells or in both.
    fn chain(&self, c: Candidate, houses: bool, cells: bool) -> bool {
        let rules = self.rules;
        let in_cell = || rules.digits().filter(|&digit| digit != c.digit).map(|digit| Candidate::new(c.cell, digit));
        let by_digit = || self.peers(c.cell).map(|cell| Candidate::new(cell, c.digit));
        let sees = |end: &Candidate| end.digit == c.digit && rules.sees(end.cell, c.cell);
        // Both ends are of the digit; one that leads to itself says more where there are only houses.
        let of_digit = by_digit()
            .any(|start| self.follow(start, houses, cells).iter().any(|end| sees(end) && (!cells || *end != start)));
        if of_digit || !cells {
            return of_digit;
        }
        in_cell().any(|start| {
            let ends = self.follow(start, houses, cells);
            let here = |end: &Candidate| end.cell == c.cell && end.digit != c.digit;
            ends.contains(&start) || houses && ends.iter().any(|end| here(end) || sees(end))
        })
    }

    /// What is true if a candidate is false.
    fn follow(&self, start: Candidate, houses: bool, cells: bool) -> Rc<BTreeSet<Candidate>> {
        let key = (start, houses, cells);
        if let Some(known) = self.followed.borrow().get(&key) {
            return Rc::clone(known);
        }
        let truths = Rc::new(self.search(start, houses, cells));
        self.followed.borrow_mut().insert(key, Rc::clone(&truths));
        truths
    }

    fn search(&self, start: Candidate, houses: bool, cells: bool) -> BTreeSet<Candidate> {
        let rules = self.rules;
        let (mut truths, mut falsehoods) = (BTreeSet::new(), BTreeSet::from([start]));
        let mut last = vec![start];
        while !last.is_empty() {
            let mut next = Vec::new();
            for c in last {
                let number = rules.number(c);
                let by_houses = self.in_houses[number].iter().map(|&(_, other)| other).filter(|_| houses);
                let by_cell = self.in_cells[number].iter().copied().filter(|_| cells);
                for truth in by_houses.chain(by_cell) {
                    if !truths.insert(truth) {
                        continue;
                    }
                    let peers = self.peers(truth.cell).map(|cell| Candidate::new(cell, truth.digit));
                    let rivals = rules.digits().filter(|&digit| cells && digit != truth.digit);
                    for falsehood in peers.chain(rivals.map(|digit| Candidate::new(truth.cell, digit))) {
                        if falsehoods.insert(falsehood) {
                            next.push(falsehood);
                        }
                    }
                }
            }
            last = next;
        }
        truths
    }

    /// All that is left of a constraint sees a candidate.
    fn common_peers(&self, found: &mut BTreeSet<u16>) {
        let rules = self.rules;
        for (c, base, seen) in &rules.seen_by_peers {
            let mut left = base.candidates(&rules.geometry).filter(|&other| self.is_left(other.cell, other.digit));
            if left.all(|other| seen.contains(&other)) {
                found.insert(rules.number(*c) as u16);
            }
        }
    }

    /// Lines whose places lie in as many crossing lines but for some in one region: where the candidate stands in one of
    /// the crossing lines and sees those, there is no room for the digit in the lines.
    fn fish(&self, digit: Digit, found: &mut BTreeSet<u16>) {
        for (size, finned, sashimi) in [
            (2, StrategyId::FinnedXWing, StrategyId::SashimiXWing),
            (3, StrategyId::FinnedSwordfish, StrategyId::SashimiSwordfish),
            (4, StrategyId::FinnedJellyfish, StrategyId::SashimiJellyfish),
        ] {
            if !self.allows(finned) && !self.allows(sashimi) {
                continue;
            }
            for (base, cover) in [(HouseKind::Row, HouseKind::Column), (HouseKind::Column, HouseKind::Row)] {
                for region in 0..self.rules.shape.n() {
                    let fish = Fish { position: self, digit, base, cover, region, size, any: self.allows(finned) };
                    fish.choose(&fish.outside(), 0, &mut Vec::new(), 0, found);
                }
            }
        }
    }
}

/// Fish of one digit, size and direction with fins in one region.
struct Fish<'a> {
    position: &'a Position<'a>,
    digit: Digit,
    base: HouseKind,
    cover: HouseKind,
    region: usize,
    size: usize,
    /// Whether it need not be a sashimi fish.
    any: bool,
}

impl Fish<'_> {
    fn line(&self, cell: Cell, kind: HouseKind) -> usize {
        self.position.rules.line(cell, kind)
    }

    /// Cells of a base line.
    fn cells(&self, base: usize) -> impl Iterator<Item = Cell> + use<'_> {
        let rules = self.position.rules;
        rules.geometry.house_cells[rules.geometry.house(self.base, base).index()].iter().copied()
    }

    fn is_in_region(&self, cell: Cell) -> bool {
        self.line(cell, HouseKind::Box) == self.region
    }

    /// By base line, the covers that its places outside the region need, as bits.
    fn outside(&self) -> Vec<u32> {
        let needs = |cell: &Cell| self.position.is_left(*cell, self.digit) && !self.is_in_region(*cell);
        let line = |base| self.cells(base).filter(needs).fold(0, |mask, cell| mask | 1 << self.line(cell, self.cover));
        (0..self.position.rules.shape.n()).map(line).collect()
    }

    /// Chooses the base lines, as long as their places outside the region fit into the covers.
    fn choose(&self, outside: &[u32], from: usize, bases: &mut Vec<usize>, needed: u32, found: &mut BTreeSet<u16>) {
        if needed.count_ones() as usize > self.size {
            return;
        }
        let n = self.position.rules.shape.n();
        if bases.len() < self.size {
            for base in from..n {
                bases.push(base);
                self.choose(outside, base + 1, bases, needed | outside[base], found);
                bases.pop();
            }
            return;
        }
        if !bases.iter().any(|&base| self.cells(base).any(|cell| self.is_in_region(cell))) {
            return;
        }
        let left = |cell: &Cell| self.position.is_left(*cell, self.digit);
        let places: Vec<Cell> = bases.iter().flat_map(|&base| self.cells(base)).filter(left).collect();
        let needed: BTreeSet<usize> = (0..n).filter(|&cover| needed >> cover & 1 == 1).collect();
        for more in choices_of(n, &needed, self.size) {
            let covers: BTreeSet<usize> = needed.iter().copied().chain(more).collect();
            self.rule_out(bases, &covers, &places, found);
        }
    }

    fn rule_out(&self, bases: &[usize], covers: &BTreeSet<usize>, places: &[Cell], found: &mut BTreeSet<u16>) {
        let rules = self.position.rules;
        let is_covered = |cell: &Cell| covers.contains(&self.line(*cell, self.cover));
        let is_sashimi = bases.iter().any(|&base| {
            places.iter().filter(|cell| self.line(**cell, self.base) == base && is_covered(cell)).count() < 2
        });
        if !self.any && !is_sashimi {
            return;
        }
        let fins: CellSet = places.iter().copied().filter(|cell| !is_covered(cell)).collect();
        let room = || bases.iter().flat_map(|&base| self.cells(base));
        let room: Vec<Cell> = room().filter(|cell| self.is_in_region(*cell) && !is_covered(cell)).collect();
        for cell in rules.shape.cells().filter(|cell| is_covered(cell) && !bases.contains(&self.line(*cell, self.base)))
        {
            if fins.iter().all(|fin| rules.sees(fin, cell)) && room.iter().any(|&fin| rules.sees(fin, cell)) {
                found.insert(rules.number(Candidate::new(cell, self.digit)) as u16);
            }
        }
    }
}

/// Choices of further lines so that there are `size` with those needed.
fn choices_of(n: usize, needed: &BTreeSet<usize>, size: usize) -> Vec<Vec<usize>> {
    if needed.len() == size {
        return vec![Vec::new()];
    }
    let others: Vec<usize> = (0..n).filter(|line| !needed.contains(line)).collect();
    let chosen = choices(others.len(), size - needed.len());
    chosen.into_iter().map(|chosen| chosen.into_iter().map(|i| others[i]).collect()).collect()
}

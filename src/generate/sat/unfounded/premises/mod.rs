//! Rules beyond set logic: "if all of these candidates are gone, this one goes".
//!
//! A step of an XY-wing is possible because certain candidates are gone: all but two digits of each of its three cells.
//! So is a step of every strategy here. Its rules follow from the geometry alone: once their premises hold they hold for
//! good, also where a cell has fewer digits left than the picture of the strategy shows. So they conclude at least what
//! a solver finds step by step, in whatever order. They conclude more where the picture has become another one that is
//! not allowed, a naked pair instead of an XYZ-wing, say; puzzles that only the rules solve are left out, and whoever
//! leaves some out claims no refutation ([`super::super::ongoing`]).
//!
//! There are far too many rules to list them, so we ask of one candidate after the other whether some rule concludes it.
//!
//! # Example
//!
//! The pivot r1c1 has 12, r1c5 has 13 and r2c2 has 23: an XY-wing takes 3 from all cells that see r1c5 and r2c2, such as
//! r1c3. If 2 is gone from r2c2 later, the rule concludes the same, and rightly so: 3 is the last digit there.
//!
//! The tests hold each strategy to the registry, step for step where set logic has none, and to the rules of the checker
//! of proofs.

mod chains;
mod single_digit;

use crate::grid::{Candidate, Cell, CellSet, Digit, DigitSet, GeometryRef, House, Shape};
use crate::logic::{StrategyId, StrategySet};
use chains::Chains;

/// The rules of the allowed strategies with fixed premises beyond set logic.
#[derive(Clone, Debug)]
pub(super) struct Premises {
    geometry: GeometryRef,
    strategies: StrategySet,
}

/// The candidates that are left.
#[derive(Clone, Debug)]
pub(super) struct Left {
    /// Per digit.
    cells: Vec<CellSet>,
    /// Per cell.
    digits: Vec<DigitSet>,
}

impl Left {
    pub(super) fn none(shape: Shape) -> Left {
        Left { cells: vec![CellSet::EMPTY; shape.n()], digits: vec![DigitSet::EMPTY; shape.n_cells()] }
    }

    pub(super) fn insert(&mut self, candidate: Candidate) {
        self.cells[candidate.digit.index()].insert(candidate.cell);
        self.digits[candidate.cell.index()].insert(candidate.digit);
    }
}

impl Premises {
    /// `None` if none of the strategies has such rules.
    pub(super) fn new(shape: Shape, strategies: StrategySet) -> Option<Premises> {
        let strategies = strategies.intersection(StrategySet::WITH_PREMISES);
        (!strategies.is_empty()).then(|| Premises { geometry: shape.geometry(), strategies })
    }

    /// Those of the wanted candidates that some rule concludes.
    pub(super) fn conclusions(&self, left: &Left, wanted: &[Candidate]) -> Vec<Candidate> {
        if wanted.is_empty() {
            return Vec::new();
        }
        let mut look = Look::new(self, left);
        wanted.iter().copied().filter(|&c| look.concludes(c)).collect()
    }
}

/// One look at what is left.
struct Look<'a> {
    rules: &'a Premises,
    left: &'a Left,
    /// Per pair of digits, the cells with no others left.
    within: Vec<CellSet>,
    /// X-chains, XY-chains, alternating chains, those that are allowed.
    chains: Vec<(StrategyId, Chains)>,
}

impl<'a> Look<'a> {
    fn new(rules: &'a Premises, left: &'a Left) -> Look<'a> {
        let of_cells = [StrategyId::XyWing, StrategyId::WWing, StrategyId::XyzWing, StrategyId::RemotePair];
        let has_wings = of_cells.iter().any(|&id| rules.strategies.contains(id));
        let within = if has_wings { cells_within(left) } else { Vec::new() };
        let kinds = [StrategyId::XChain, StrategyId::XyChain, StrategyId::Aic];
        let asked = kinds.into_iter().filter(|&id| rules.strategies.contains(id));
        let chains = asked.map(|id| (id, Chains::new(&rules.geometry, left, id))).collect();
        Look { rules, left, within, chains }
    }

    fn has(&self, id: StrategyId) -> bool {
        self.rules.strategies.contains(id)
    }

    fn concludes(&mut self, c: Candidate) -> bool {
        let mut chains = std::mem::take(&mut self.chains);
        let found = self.two_links(c)
            || self.has(StrategyId::EmptyRectangle) && self.empty_rectangle(c)
            || self.has(StrategyId::CommonPeerElimination) && self.common_peer(c)
            || self.has(StrategyId::XyWing) && self.xy_wing(c)
            || self.has(StrategyId::XyzWing) && self.xyz_wing(c)
            || self.has(StrategyId::WWing) && self.w_wing(c)
            || self.has(StrategyId::RemotePair) && self.remote_pair(c)
            || self.finned_fish(c)
            || chains.iter_mut().any(|(id, chains)| chains.conclude(*id, &self.rules.geometry, self.left, c));
        self.chains = chains;
        found
    }

    fn peers(&self, cell: Cell) -> &CellSet {
        &self.rules.geometry.peer_sets[cell.index()]
    }

    /// Places left for a digit in a house.
    fn places(&self, house: House, digit: Digit) -> CellSet {
        self.left.cells[digit.index()].intersection(&self.rules.geometry.house_sets[house.index()])
    }

    /// Cells with no other digits left than these two.
    fn with(&self, a: Digit, b: Digit) -> &CellSet {
        &self.within[a.index() * self.left.cells.len() + b.index()]
    }

    fn digits(&self) -> impl Iterator<Item = Digit> + use<> {
        (0..self.left.cells.len()).map(Digit::from_index)
    }

    /// A pivot with x and y, a cell that it sees with x and z, one with y and z: z goes where both are seen.
    fn xy_wing(&self, c: Candidate) -> bool {
        let (z, seen) = (c.digit, *self.peers(c.cell));
        self.pairs_of_others(z).any(|(x, y)| {
            let [a, b] = [x, y].map(|digit| self.with(digit, z).intersection(&seen));
            !a.is_empty() && !b.is_empty() && self.with(x, y).iter().any(|pivot| self.both_ends(&a, &b, pivot))
        })
    }

    /// The same with z in the pivot as well, which is seen too.
    fn xyz_wing(&self, c: Candidate) -> bool {
        let (z, seen) = (c.digit, *self.peers(c.cell));
        self.pairs_of_others(z).any(|(x, y)| {
            let [a, b] = [x, y].map(|digit| self.with(digit, z).intersection(&seen));
            let is_pivot = |&pivot: &Cell| {
                let mut others = self.left.digits[pivot.index()];
                for digit in [x, y, z] {
                    others.remove(digit);
                }
                others.is_empty()
            };
            !a.is_empty() && !b.is_empty() && seen.iter().filter(is_pivot).any(|pivot| self.both_ends(&a, &b, pivot))
        })
    }

    /// Pairs of two digits other than this.
    fn pairs_of_others(&self, z: Digit) -> impl Iterator<Item = (Digit, Digit)> + use<> {
        let n = self.left.cells.len();
        let pairs = (0..n).flat_map(move |x| (x + 1..n).map(move |y| (Digit::from_index(x), Digit::from_index(y))));
        pairs.filter(move |&(x, y)| x != z && y != z)
    }

    /// Whether the pivot sees a cell of the one set and another of the other.
    fn both_ends(&self, a: &CellSet, b: &CellSet, pivot: Cell) -> bool {
        let [a, b] = [a, b].map(|cells| cells.intersection(self.peers(pivot)));
        are_two(&a, &b)
    }

    /// Two cells with x and z that do not see each other, and a house whose places of x see one each: z goes where both
    /// are seen.
    fn w_wing(&self, c: Candidate) -> bool {
        let geometry = &self.rules.geometry;
        self.digits().filter(|&linked| linked != c.digit).any(|linked| {
            let ends = self.with(linked, c.digit).intersection(self.peers(c.cell));
            ends.iter().any(|a| {
                let others = ends.difference(self.peers(a)).iter().filter(|&b| b > a);
                others.into_iter().any(|b| {
                    geometry.houses().any(|house| {
                        let cells = &geometry.house_sets[house.index()];
                        let [mut near_a, mut near_b] = [a, b].map(|end| cells.intersection(self.peers(end)));
                        near_a.remove(b);
                        near_b.remove(a);
                        splits(&self.places(house, linked), &near_a, &near_b)
                    })
                })
            })
        })
    }

    /// Four or more cells with the same two digits, joined by what sees what: both digits go where two cells are seen
    /// that lie an odd number of steps apart.
    fn remote_pair(&self, c: Candidate) -> bool {
        self.digits().filter(|&other| other != c.digit).any(|other| {
            let mut cells = *self.with(c.digit, other);
            cells.remove(c.cell);
            let mut rest = cells;
            while let Some(first) = rest.iter().next() {
                // What an even or an odd number of steps leads to.
                let mut by_parity = [CellSet::EMPTY; 2];
                by_parity[0].insert(first);
                let mut next = vec![(first, 0)];
                while let Some((cell, parity)) = next.pop() {
                    let new = cells.intersection(self.peers(cell)).difference(&by_parity[1 - parity]);
                    by_parity[1 - parity] = by_parity[1 - parity].union(&new);
                    next.extend(new.iter().map(|cell| (cell, 1 - parity)));
                }
                let part = by_parity[0].union(&by_parity[1]);
                let sees = |cells: &CellSet| !cells.intersection(self.peers(c.cell)).is_empty();
                if part.len() >= 4 && by_parity.iter().all(sees) {
                    return true;
                }
                rest = rest.difference(&part);
            }
            false
        })
    }
}

/// Per pair of digits, the cells with no others left.
fn cells_within(left: &Left) -> Vec<CellSet> {
    let n = left.cells.len();
    let mut within = vec![CellSet::EMPTY; n * n];
    for (index, digits) in left.digits.iter().enumerate().filter(|(_, digits)| digits.has_at_most(2)) {
        for (a, b) in (0..n).flat_map(|a| (0..n).map(move |b| (a, b))).filter(|(a, b)| a != b) {
            let mut others = *digits;
            others.remove(Digit::from_index(a));
            others.remove(Digit::from_index(b));
            if others.is_empty() {
                within[a * n + b].insert(Cell::from_index(index));
            }
        }
    }
    within
}

/// Whether two different cells can be chosen, one from each set.
fn are_two(a: &CellSet, b: &CellSet) -> bool {
    !a.is_empty() && !b.is_empty() && a.union(b).len() > 1
}

/// Whether two different cells, one from each set, can be all places of a house.
fn splits(places: &CellSet, a: &CellSet, b: &CellSet) -> bool {
    let mut cells = places.iter();
    match (cells.next(), cells.next(), cells.next()) {
        (None, ..) => are_two(a, b),
        (Some(only), None, _) => {
            let with = |one: &CellSet, other: &CellSet| one.contains(only) && !other.difference(places).is_empty();
            with(a, b) || with(b, a)
        }
        (Some(p), Some(q), None) => a.contains(p) && b.contains(q) || a.contains(q) && b.contains(p),
        _ => false,
    }
}

#[cfg(test)]
mod tests;

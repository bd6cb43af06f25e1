//! Chains of strong and weak links by turns.

use super::Left;
use crate::grid::{Candidate, Cell, CellSet, Digit, Geometry};
use crate::logic::StrategyId;
use std::collections::BTreeMap;

/// What follows from a candidate being false, by links in houses, in cells or in both.
pub(super) struct Chains {
    houses: bool,
    cells: bool,
    /// Candidates that something follows from if they are false, per digit.
    onward: Vec<CellSet>,
    /// What is true if a candidate is false, per digit; for those that were asked for.
    known: BTreeMap<Candidate, Vec<CellSet>>,
}

impl Chains {
    pub(super) fn new(geometry: &Geometry, left: &Left, id: StrategyId) -> Chains {
        let (houses, cells) = (id != StrategyId::XyChain, id != StrategyId::XChain);
        let n = left.cells.len();
        let mut onward = vec![CellSet::EMPTY; n];
        for (onward, places) in onward.iter_mut().zip(&left.cells).filter(|_| houses) {
            for house in &geometry.house_sets {
                let inside = places.intersection(house);
                match inside.len() {
                    0 | 1 => *onward = onward.union(house),
                    2 => *onward = onward.union(&inside),
                    _ => {}
                }
            }
        }
        for (index, digits) in left.digits.iter().enumerate().filter(|_| cells) {
            if digits.has_at_most(2) {
                let all = (0..n).map(Digit::from_index).filter(|&digit| digits.len() < 2 || digits.contains(digit));
                all.for_each(|digit| {
                    onward[digit.index()].insert(Cell::from_index(index));
                });
            }
        }
        Chains { houses, cells, onward, known: BTreeMap::new() }
    }

    /// Whether the ends of some chain both rule the candidate out.
    pub(super) fn conclude(&mut self, id: StrategyId, geometry: &Geometry, left: &Left, c: Candidate) -> bool {
        let seen = geometry.peer_sets[c.cell.index()];
        // Two ends of its digit that it sees.
        let starts = seen.intersection(&self.onward[c.digit.index()]);
        let by_peers = starts.iter().any(|start| {
            let mut ends = self.follow(geometry, left, Candidate::new(start, c.digit))[c.digit.index()];
            // That an end leads to itself fills a cell, which only X-chains put in terms of what the cell sees.
            if id != StrategyId::XChain {
                ends.remove(start);
            }
            !ends.intersection(&seen).is_empty()
        });
        if by_peers || id == StrategyId::XChain {
            return by_peers;
        }
        // Ends in its cell, one or both.
        (0..left.cells.len()).map(Digit::from_index).filter(|&other| other != c.digit).any(|other| {
            if !self.onward[other.index()].contains(c.cell) {
                return false;
            }
            let ends = self.follow(geometry, left, Candidate::new(c.cell, other));
            ends[other.index()].contains(c.cell)
                || id == StrategyId::Aic
                    && (ends.iter().enumerate().any(|(end, cells)| end != c.digit.index() && cells.contains(c.cell))
                        || !ends[c.digit.index()].intersection(&seen).is_empty())
        })
    }

    /// What is true if the candidate is false, per digit.
    fn follow(&mut self, geometry: &Geometry, left: &Left, start: Candidate) -> &[CellSet] {
        if !self.known.contains_key(&start) {
            let ends = self.search(geometry, left, start);
            self.known.insert(start, ends);
        }
        &self.known[&start]
    }

    fn search(&self, geometry: &Geometry, left: &Left, start: Candidate) -> Vec<CellSet> {
        let n = left.cells.len();
        let (mut on, mut off) = (vec![CellSet::EMPTY; n], vec![CellSet::EMPTY; n]);
        off[start.digit.index()].insert(start.cell);
        let mut next = vec![start];
        while let Some(Candidate { cell, digit }) = next.pop() {
            // Candidates that are true now.
            let mut new: Vec<(Digit, CellSet)> = Vec::new();
            if self.houses {
                for house in geometry.houses_of(cell) {
                    let house = &geometry.house_sets[house.index()];
                    let mut rest = left.cells[digit.index()].intersection(house);
                    rest.remove(cell);
                    let mut forced = match rest.len() {
                        0 => *house,
                        1 => rest,
                        _ => continue,
                    };
                    forced.remove(cell);
                    new.push((digit, forced));
                }
            }
            if self.cells {
                let mut rest = left.digits[cell.index()];
                rest.remove(digit);
                let here: CellSet = [cell].into_iter().collect();
                if let Some(last) = rest.only() {
                    new.push((last, here));
                } else if rest.is_empty() {
                    new.extend(
                        (0..n).map(Digit::from_index).filter(|&other| other != digit).map(|other| (other, here)),
                    );
                }
            }
            for (digit, forced) in new {
                let fresh = forced.difference(&on[digit.index()]);
                on[digit.index()] = on[digit.index()].union(&fresh);
                for cell in fresh.iter() {
                    let weak = geometry.peer_sets[cell.index()].intersection(&self.onward[digit.index()]);
                    let weak = weak.difference(&off[digit.index()]);
                    off[digit.index()] = off[digit.index()].union(&weak);
                    next.extend(weak.iter().map(|cell| Candidate::new(cell, digit)));
                    for other in (0..n).map(Digit::from_index).filter(|&other| self.cells && other != digit) {
                        if self.onward[other.index()].contains(cell) && off[other.index()].insert(cell) {
                            next.push(Candidate::new(cell, other));
                        }
                    }
                }
            }
        }
        on
    }
}

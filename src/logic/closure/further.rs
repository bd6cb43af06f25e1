//! What the rules of a layout add to the closure engine: further houses, groups and exclusions.

use super::{Closure, Pending};
use crate::grid::{Candidate, Digit, DigitSet, Geometry};

/// Two houses that share cells, the one as the base of locked candidates, the other as their cover.
#[derive(Debug)]
pub(super) struct FurtherCrossing {
    base: u8,
    cover: u8,
    /// Positions of the base that lie in the cover.
    cover_in_base: u16,
    /// Positions of the cover that lie in the base.
    base_in_cover: u16,
}

pub(super) fn further_crossings(geometry: &Geometry) -> Vec<FurtherCrossing> {
    let first = 3 * geometry.shape.n();
    let shared = |of: usize, other: usize| {
        let cells = geometry.house_cells[of].iter().enumerate();
        let inside = cells.filter(|(_, cell)| geometry.house_sets[other].contains(**cell));
        inside.fold(0, |mask, (position, _)| mask | 1u16 << position)
    };
    let houses = 0..geometry.n_houses();
    let pairs = houses.clone().flat_map(|base| houses.clone().map(move |cover| (base, cover)));
    pairs
        .filter(|&(base, cover)| base != cover && base.max(cover) >= first)
        .map(|(base, cover)| FurtherCrossing {
            base: base as u8,
            cover: cover as u8,
            cover_in_base: shared(base, cover),
            base_in_cover: shared(cover, base),
        })
        .filter(|crossing| crossing.cover_in_base != 0)
        .collect()
}

impl<const N: usize> Closure<N> {
    /// Rules out what a placed candidate sees by further rules.
    pub(super) fn place_by_rules(&mut self, placed: Candidate, pending: &mut Pending) {
        let geometry = self.layout.geometry;
        let peers = geometry.peers[placed.cell.index()].iter().map(|&peer| Candidate::new(peer, placed.digit));
        for seen in peers.chain(geometry.clashes(placed)) {
            if self.has(seen) {
                self.eliminate(seen.cell.index() / N, seen.cell.index() % N, seen.digit.index(), pending);
            }
        }
    }

    /// Takes a candidate that is ruled out from the houses that rules add.
    pub(super) fn eliminate_further(&mut self, cell: usize, digit: usize, pending: &mut Pending) {
        let geometry = self.layout.geometry;
        self.dirty_further |= 1 << digit;
        for &(house, slot) in &geometry.further[cell] {
            let places = &mut self.further[house.index() - 3 * N][digit];
            *places &= !slot.bit;
            self.broken |= *places == 0;
            if self.hidden && places.is_power_of_two() {
                let last = geometry.house_cells[house.index()][places.trailing_zeros() as usize].index();
                pending.push(((last / N) as u8, (last % N) as u8, digit as u8));
            }
        }
    }

    /// Positions left for a digit in a house.
    fn places_in(&self, house: usize, digit: usize) -> u16 {
        match house / N {
            0 => self.rows[house][digit],
            1 => self.cols[house - N][digit],
            2 => self.boxes[house - 2 * N][digit],
            _ => self.further[house - 3 * N][digit],
        }
    }

    /// Carries out locked candidates where houses that rules add cross others, until a placement is due.
    pub(super) fn locked_further(&mut self, pending: &mut Pending) {
        let layout = self.layout;
        while self.dirty_further != 0 && pending.is_empty() && !self.broken {
            let digit = self.dirty_further.trailing_zeros() as usize;
            self.dirty_further &= self.dirty_further - 1;
            for crossing in &layout.further_crossings {
                if self.places_in(usize::from(crossing.base), digit) & !crossing.cover_in_base != 0 {
                    continue;
                }
                let cover = usize::from(crossing.cover);
                let out = self.places_in(cover, digit) & !crossing.base_in_cover;
                for position in DigitSet(out).iter().map(Digit::index) {
                    let cell = layout.geometry.house_cells[cover][position].index();
                    self.eliminate(cell / N, cell % N, digit, pending);
                    if self.broken {
                        return;
                    }
                }
            }
        }
    }
}

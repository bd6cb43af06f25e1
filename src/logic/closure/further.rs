//! What the rules of a layout add to the closure engine: further houses, groups and exclusions.

use super::{Closure, Pending};
use crate::grid::{Candidate, FurtherCrossing};

impl<const N: usize> Closure<N> {
    /// Rules out what a placed candidate sees by further rules.
    pub(super) fn place_by_rules(&mut self, placed: Candidate, pending: &mut Pending) {
        for i in 0..self.layout.further_peers[placed.cell.index()].len() {
            let peer = self.layout.further_peers[placed.cell.index()][i];
            self.rule_out_if_left(Candidate::new(peer, placed.digit), pending);
        }
        if !self.layout.not_consecutive.is_empty() {
            for seen in self.layout.clashes(placed) {
                self.rule_out_if_left(seen, pending);
            }
        }
    }

    #[inline]
    fn rule_out_if_left(&mut self, candidate: Candidate, pending: &mut Pending) {
        if self.has(candidate) {
            let cell = candidate.cell.index();
            self.eliminate(cell / N, cell % N, candidate.digit.index(), pending);
        }
    }

    /// Takes a candidate that is ruled out from the houses that rules add.
    pub(super) fn eliminate_further(&mut self, cell: usize, digit: usize, pending: &mut Pending) {
        let geometry = &*self.layout;
        let bit = 1 << digit;
        for house in geometry.cell_houses[cell] {
            self.dirty_further[house.index()] |= bit;
        }
        for &(house, slot) in &geometry.further[cell] {
            self.dirty_further[house.index()] |= bit;
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
    fn places_in(&self, house: usize, digit: usize) -> u32 {
        match house / N {
            0 => self.rows[house][digit],
            1 => self.cols[house - N][digit],
            2 => self.boxes[house - 2 * N][digit],
            _ => self.further[house - 3 * N][digit],
        }
    }

    /// Carries out locked candidates where houses that rules add cross others, until a placement is due.
    pub(super) fn locked_further(&mut self, pending: &mut Pending) {
        for base in 0..self.layout.further_crossings.len() {
            while self.dirty_further[base] != 0 {
                let digit = self.dirty_further[base].trailing_zeros() as usize;
                self.dirty_further[base] &= self.dirty_further[base] - 1;
                let places = self.places_in(base, digit);
                // A hidden single that has been placed has nothing left to rule out.
                if self.hidden && places.is_power_of_two() {
                    continue;
                }
                for i in 0..self.layout.further_crossings[base].len() {
                    let crossing = self.layout.further_crossings[base][i];
                    if places & !crossing.cover_in_base == 0 {
                        self.clear_cover(crossing, digit, pending);
                    }
                }
                if self.broken || !pending.is_empty() {
                    return;
                }
            }
        }
    }

    /// Rules a digit out in the cells of a cover that lie outside the base.
    fn clear_cover(&mut self, crossing: FurtherCrossing, digit: usize, pending: &mut Pending) {
        let cover = crossing.cover.index();
        let mut out = self.places_in(cover, digit) & !crossing.base_in_cover;
        while out != 0 && !self.broken {
            let cell = self.layout.house_cells[cover][out.trailing_zeros() as usize].index();
            self.eliminate(cell / N, cell % N, digit, pending);
            out &= out - 1;
        }
    }
}

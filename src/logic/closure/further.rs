//! What the rules of a layout add to the closure engine: further houses, groups and exclusions.

use super::{Closure, Pending};
use crate::grid::{Candidate, Digit, DigitSet};

impl<const N: usize> Closure<N> {
    /// Rules out what a placed candidate sees by further rules.
    pub(super) fn place_by_rules(&mut self, placed: Candidate, pending: &mut Pending) {
        for i in 0..self.layout.peers[placed.cell.index()].len() {
            let seen = Candidate::new(self.layout.peers[placed.cell.index()][i], placed.digit);
            if self.has(seen) {
                self.eliminate(seen.cell.index() / N, seen.cell.index() % N, seen.digit.index(), pending);
            }
        }
        for seen in self.layout.clashes(placed) {
            if self.has(seen) {
                self.eliminate(seen.cell.index() / N, seen.cell.index() % N, seen.digit.index(), pending);
            }
        }
    }

    /// Takes a candidate that is ruled out from the houses that rules add.
    pub(super) fn eliminate_further(&mut self, cell: usize, digit: usize, pending: &mut Pending) {
        let geometry = &*self.layout;
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
        while self.dirty_further != 0 && pending.is_empty() && !self.broken {
            let digit = self.dirty_further.trailing_zeros() as usize;
            self.dirty_further &= self.dirty_further - 1;
            for i in 0..self.layout.further_crossings.len() {
                let crossing = self.layout.further_crossings[i];
                if self.places_in(crossing.base.index(), digit) & !crossing.cover_in_base != 0 {
                    continue;
                }
                let cover = crossing.cover.index();
                let out = self.places_in(cover, digit) & !crossing.base_in_cover;
                for position in DigitSet(out).iter().map(Digit::index) {
                    let cell = self.layout.house_cells[cover][position].index();
                    self.eliminate(cell / N, cell % N, digit, pending);
                    if self.broken {
                        return;
                    }
                }
            }
        }
    }
}

//! The heuristics t and d of section 5.3 at the good children of a state.

use super::{RuleState, Support};
use crate::grid::{Candidate, Cell};

impl Support {
    fn n_singles(&self) -> usize {
        self.cells.iter().filter(|cell| cell.n_marks == 1 && !cell.is_filled).count()
    }

    /// The d-heuristic of a good child (section 5.3): rank of the easiest method that applies to it,
    /// 0 for the single candidate, 1 for exclusion, then the strategies in their order.
    pub(in crate::generate::inverse) fn easiest_with(&mut self, mark: Candidate) -> usize {
        let last_single = usize::from(self.cells[mark.cell.index()].n_marks == 1);
        if self.n_singles() > last_single {
            return 0;
        }
        let index = mark.index(self.shape);
        let mut counts = self.n_applicable.clone();
        for i in self.by_premise.range(index) {
            let rule = self.by_premise.items[i] as usize;
            if self.applies(rule) && self.rules[rule].live > 0 {
                counts[self.rank(rule)] -= 1;
            }
        }
        for i in self.by_conclusion.range(index) {
            let rule = self.by_conclusion.items[i] as usize;
            if self.applies(rule) && self.rules[rule].live == 0 {
                counts[self.rank(rule)] += 1;
            }
        }
        counts.iter().position(|&count| count > 0).unwrap_or(counts.len())
    }

    /// Which marks a forward move could remove now, by candidate number.
    pub(in crate::generate::inverse) fn removable(&self) -> Vec<bool> {
        (0..self.marks.len()).map(|mark| !self.marks[mark].is_absent && self.n_rules_against(mark, &[]) > 0).collect()
    }

    /// Rules that apply and remove the mark, up to 1, leaving out some.
    fn n_rules_against(&self, mark: usize, except: &[usize]) -> usize {
        let rules = self.by_conclusion.range(mark).map(|i| self.by_conclusion.items[i] as usize);
        rules.filter(|rule| self.applies(*rule) && !except.contains(rule)).take(1).count()
    }

    /// The t-heuristic of a good child without its sign (section 5.3): the number of its good parents.
    pub(in crate::generate::inverse) fn n_parents_with(&self, mark: Candidate, removable: &[bool]) -> usize {
        let index = mark.index(self.shape);
        let rules = self.by_premise.range(index).map(|i| self.by_premise.items[i] as usize);
        let disabled: Vec<usize> = rules.filter(|&rule| self.applies(rule) && self.rules[rule].live > 0).collect();
        let mut lost: Vec<usize> = disabled
            .iter()
            .flat_map(|&rule| self.conclusions.range(rule).map(|i| self.conclusions.items[i] as usize))
            .filter(|&other| removable[other])
            .collect();
        lost.sort_unstable();
        lost.dedup();
        lost.retain(|&other| self.n_rules_against(other, &disabled) == 0);
        let last_single = usize::from(self.cells[mark.cell.index()].n_marks == 1);
        removable.iter().filter(|&&is| is).count() + 1 - lost.len() + self.n_singles() - last_single
    }

    /// The t-heuristic of a good child that empties cells, without its sign: the number of its good parents. Each of
    /// the cells can be filled again, and what a value excluded its one mark still rules out, as a naked single.
    pub(in crate::generate::inverse) fn n_parents_with_emptied(&self, cells: &[Cell], removable: &[bool]) -> usize {
        let mut woken: Vec<usize> = Vec::new();
        for cell in cells {
            let rules = self.by_cell.range(cell.index()).map(|i| self.by_cell.items[i] as usize);
            woken.extend(rules);
        }
        woken.sort_unstable();
        let mut more: Vec<usize> = Vec::new();
        for rules in woken.chunk_by(|a, b| a == b) {
            let rule = rules[0];
            let RuleState { n_met, most_met, missing, .. } = self.rules[rule];
            let too_many = n_met.saturating_sub(most_met);
            let still_too_many = (n_met - rules.len() as u8).saturating_sub(most_met);
            if missing > 0 && missing == u16::from(too_many - still_too_many) {
                let conclusions = self.conclusions.range(rule).map(|i| self.conclusions.items[i] as usize);
                more.extend(conclusions.filter(|&mark| !self.marks[mark].is_absent && !removable[mark]));
            }
        }
        more.sort_unstable();
        more.dedup();
        removable.iter().filter(|&&is| is).count() + more.len() + self.n_singles() + cells.len()
    }
}

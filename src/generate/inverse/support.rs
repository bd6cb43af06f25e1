//! Which marks may come back: the good children of a state, kept up to date.
//!
//! A state is *derivable* if the forward moves lead from the puzzle of its values, with all
//! marks, to exactly its marks. A derivable state whose own marks lead to the solution stands
//! for a puzzle that the strategies solve, and every parent of a derivable state is derivable:
//! forward moves never disable each other. So the good children of a state are its derivable
//! children (section 5.1 asks for no more than solvable children, which would admit a board
//! without any value as long as every cell keeps its one mark).
//!
//! The rules towards a solution are implications between marks. Every absent mark holds a
//! reason, a rule whose premises became absent before it. A mark may return if whatever
//! leaned on it finds other reasons without going in circles.
//!
//! # Example
//!
//! A 4x4 grid whose four ones are emptied, and the 4 in r1c4 too; naked singles are the strategy:
//!
//! ```text
//! . 2 3 .        r1c1, r2c3 and r4c4 keep the one mark 1,
//! 3 4 . 2        r1c4 keeps the one mark 4.
//! 2 . 4 3
//! 4 3 2 .
//! ```
//!
//! The mark 1 of r1c4 is absent because some cell that sees r1c4 has 1 as its one mark: r1c1, r2c3 or r4c4. One of
//! the three is the reason. If 2 returns to r2c3, then r2c3 excludes nothing any more, and the mark 1 of r1c4 leans on
//! r1c1 or r4c4; if 2 returns to r4c4 as well, it leans on r1c1. Now 2 cannot return to r1c1: the mark 1 of r1c4 would
//! have no reason left, so it is the *blocker*. Once 1 has returned to r1c4 itself, 2 may return to r1c1.

mod heuristics;

use super::lists::Lists;
use super::moves::{Move, MoveMethod, rules_of};
use crate::generate::Watch;
use crate::grid::{Candidate, Cell, Constraint, Digit, Puzzle, Shape};
use crate::logic::{Rule, STRATEGIES, StrategyId, StrategySet};
use std::ops::ControlFlow;

const NONE: u32 = u32::MAX;

/// A rule towards the solution, and how far it is from applying.
#[derive(Debug)]
struct RuleState {
    id: StrategyId,
    /// Bases met by values, and how many may be: with more of them a smaller rule does the same, and it rests.
    n_met: u8,
    most_met: u8,
    /// Premises still there, and bases met beyond those allowed: it applies at 0.
    missing: u16,
    /// Conclusions still there.
    live: u16,
    /// Absent marks whose reason it is.
    n_used: u32,
}

/// A mark of a cell.
#[derive(Clone, Debug)]
struct MarkState {
    is_absent: bool,
    /// The rule behind an absent mark of an open cell, or [`NONE`].
    reason: u32,
    /// Absent marks whose reason has this mark among its premises.
    n_leaning: u32,
    /// A mark that cannot be removed if this one returns, as last found, or [`NONE`].
    blocker: u32,
    /// For walks over marks: visited if equal to the epoch.
    seen: u32,
}

/// A cell of the board.
#[derive(Clone, Debug)]
struct CellState {
    is_filled: bool,
    n_marks: u8,
}

/// The derivable states around a solution.
#[derive(Debug)]
pub(super) struct Support {
    shape: Shape,
    solution: Puzzle,
    rules: Vec<RuleState>,
    marks: Vec<MarkState>,
    cells: Vec<CellState>,
    /// Bases of each rule, then its covers, of which there are as many.
    parts: Lists<Constraint>,
    /// Marks that a rule waits for, and marks that it removes; then the same by mark.
    premises: Lists<u32>,
    conclusions: Lists<u32>,
    by_premise: Lists<u32>,
    by_conclusion: Lists<u32>,
    /// Rules with a base that is met by the value of a cell.
    by_cell: Lists<u32>,
    /// Rules that apply and remove something, by rank of their method.
    n_applicable: Vec<u32>,
    /// The number of the present walk.
    epoch: u32,
}

/// New reasons that make a child good.
pub(super) type Reasons = Vec<(u32, u32)>;

impl Support {
    /// The state with these values in which every open cell holds its one mark; `None` if it is not derivable, or if
    /// the watch says stop.
    pub(super) fn new(
        solution: &Puzzle,
        values: &Puzzle,
        strategies: StrategySet,
        watch: &dyn Watch,
    ) -> Option<Support> {
        let shape = solution.shape();
        let geometry = &*shape.geometry();
        let n_marks = shape.n_cells() * shape.n();
        let (mut rules, mut parts) = (Vec::new(), Lists::new());
        let (mut premises, mut conclusions, mut met_by) = (Lists::new(), Lists::new(), Lists::new());
        let cells: Vec<CellState> =
            shape.cells().map(|cell| CellState { is_filled: values.get(cell).is_some(), n_marks: 1 }).collect();
        let index = |list: Vec<Candidate>| -> Vec<u32> {
            let mut list: Vec<u32> = list.into_iter().map(|c| c.index(shape) as u32).collect();
            list.sort_unstable();
            list.dedup();
            list
        };
        for (id, logic) in rules_of(strategies) {
            let all = logic.implications(solution, &mut |implication| {
                if watch.should_stop() {
                    return ControlFlow::Break(());
                }
                // A value meets a base, and exclusion takes over as far as single bases go; for a naked single that is
                // the same rule.
                let met = implication.rule.bases.iter().filter(|_| id != StrategyId::NakedSingle).filter_map(|base| {
                    base.candidates(geometry).find(|c| solution.get(c.cell) == Some(c.digit)).map(|c| c.cell.index())
                });
                let met: Vec<u32> = met.map(|cell| cell as u32).collect();
                let n_met = met.iter().filter(|&&cell| cells[cell as usize].is_filled).count() as u8;
                let most_met = logic.most_met(strategies) as u8;
                let waits_for = index(implication.premises);
                let missing = waits_for.len() as u16 + u16::from(n_met.saturating_sub(most_met));
                rules.push(RuleState { id, n_met, most_met, missing, live: 0, n_used: 0 });
                met_by.push(met);
                premises.push(waits_for);
                conclusions.push(index(implication.conclusions));
                parts.push(implication.rule.bases.iter().chain(&implication.rule.covers).copied());
                ControlFlow::Continue(())
            });
            if all.is_break() {
                return None;
            }
        }
        let mark = MarkState { is_absent: false, reason: NONE, n_leaning: 0, blocker: NONE, seen: 0 };
        let mut support = Support {
            by_premise: premises.turned(n_marks, watch),
            by_conclusion: conclusions.turned(n_marks, watch),
            by_cell: met_by.turned(shape.n_cells(), watch),
            shape,
            solution: solution.clone(),
            rules,
            marks: vec![mark; n_marks],
            cells,
            parts,
            premises,
            conclusions,
            n_applicable: vec![0; STRATEGIES.len() + 2],
            epoch: 1,
        };
        (!watch.should_stop() && support.found_all()).then_some(support)
    }

    /// The bases of a rule, and its covers.
    fn parts(&self, rule: usize) -> (&[Constraint], &[Constraint]) {
        let parts = &self.parts.items[self.parts.range(rule)];
        parts.split_at(parts.len() / 2)
    }

    fn first_base(&self, rule: usize) -> Constraint {
        self.parts(rule).0[0]
    }

    /// Removes all marks but those of the solution, each with a reason.
    fn found_all(&mut self) -> bool {
        let mut wanted = Vec::new();
        for mark in 0..self.marks.len() {
            let candidate = Candidate::from_index(self.shape, mark);
            if self.solution.get(candidate.cell) == Some(candidate.digit) {
                continue;
            }
            // What the layout does not allow is absent without a reason.
            if self.cells[candidate.cell.index()].is_filled || !self.is_allowed(candidate) {
                self.marks[mark].is_absent = true;
                for i in self.by_premise.range(mark) {
                    self.rules[self.by_premise.items[i] as usize].missing -= 1;
                }
            } else {
                wanted.push(mark as u32);
            }
        }
        self.epoch += 1;
        for &mark in &wanted {
            self.marks[mark as usize].seen = self.epoch;
        }
        let reasons = self.rederive(&wanted);
        let is_derivable = reasons.len() == wanted.len();
        self.adopt(&reasons);
        is_derivable
    }

    fn is_allowed(&self, candidate: Candidate) -> bool {
        self.shape.geometry().allowed(candidate.cell).contains(candidate.digit)
    }

    fn is_exclusion(&self, rule: usize) -> bool {
        self.rules[rule].id == StrategyId::NakedSingle
            && matches!(self.first_base(rule), Constraint::Cell(cell) if self.cells[cell.index()].is_filled)
    }

    /// 0 for the single candidate, 1 for exclusion, then the strategies in their order.
    fn rank(&self, rule: usize) -> usize {
        if self.is_exclusion(rule) { 1 } else { 2 + self.rules[rule].id as usize }
    }

    fn applies(&self, rule: usize) -> bool {
        self.rules[rule].missing == 0
    }

    /// Gives reasons to as many of the marks as possible (those seen in this epoch and present), in order.
    fn rederive(&mut self, wanted: &[u32]) -> Reasons {
        let mut fresh: Reasons = Vec::new();
        let mut done = 0;
        for &mark in wanted {
            if self.marks[mark as usize].seen != self.epoch || self.marks[mark as usize].is_absent {
                continue;
            }
            let mut rules = self.by_conclusion.range(mark as usize).map(|i| self.by_conclusion.items[i]);
            if let Some(rule) = rules.find(|&rule| self.rules[rule as usize].missing == 0) {
                self.marks[mark as usize].is_absent = true;
                fresh.push((mark, rule));
            }
            while let Some(&(mark, _)) = fresh.get(done) {
                done += 1;
                for i in self.by_premise.range(mark as usize) {
                    let rule = self.by_premise.items[i] as usize;
                    self.rules[rule].missing -= 1;
                    if self.rules[rule].missing > 0 {
                        continue;
                    }
                    for j in self.conclusions.range(rule) {
                        let next = self.conclusions.items[j] as usize;
                        if self.marks[next].seen == self.epoch && !self.marks[next].is_absent {
                            self.marks[next].is_absent = true;
                            fresh.push((next as u32, rule as u32));
                        }
                    }
                }
            }
        }
        fresh
    }

    fn adopt(&mut self, reasons: &Reasons) {
        for &(mark, rule) in reasons {
            self.lean(mark as usize, rule);
        }
    }

    /// Sets or (with [`NONE`]) takes the reason of a mark.
    fn lean(&mut self, mark: usize, rule: u32) {
        let old = std::mem::replace(&mut self.marks[mark].reason, rule);
        if old != NONE {
            self.rules[old as usize].n_used -= 1;
            for i in self.premises.range(old as usize) {
                self.marks[self.premises.items[i] as usize].n_leaning -= 1;
            }
        }
        if rule != NONE {
            self.rules[rule as usize].n_used += 1;
            for i in self.premises.range(rule as usize) {
                self.marks[self.premises.items[i] as usize].n_leaning += 1;
            }
        }
    }

    /// These marks and all that lean on them, directly or not.
    fn dependents(&mut self, roots: &[u32]) -> Vec<u32> {
        self.epoch += 1;
        let mut list = roots.to_vec();
        for &mark in roots {
            self.marks[mark as usize].seen = self.epoch;
        }
        let mut done = 0;
        while let Some(&mark) = list.get(done) {
            done += 1;
            if self.marks[mark as usize].n_leaning == 0 {
                continue;
            }
            for i in self.by_premise.range(mark as usize) {
                let rule = self.by_premise.items[i] as usize;
                if self.rules[rule].n_used == 0 {
                    continue;
                }
                for j in self.conclusions.range(rule) {
                    let next = self.conclusions.items[j] as usize;
                    if self.marks[next].reason == rule as u32 && self.marks[next].seen != self.epoch {
                        self.marks[next].seen = self.epoch;
                        list.push(next as u32);
                    }
                }
            }
        }
        list
    }

    /// Looks for reasons of everything that leans on `returning` (a mark that comes back) or on the values of
    /// `emptied` cells. The state is the same afterwards.
    fn without(&mut self, returning: Option<u32>, emptied: &[Cell]) -> Result<Reasons, u32> {
        let n = self.shape.n();
        let mut roots: Vec<u32> = returning.into_iter().collect();
        for &cell in emptied {
            let own = self.solution.get(cell).map_or(0, Digit::index);
            let digits = self.shape.geometry().allowed(cell).iter().map(Digit::index);
            roots.extend(digits.filter(|&digit| digit != own).map(|digit| (cell.index() * n + digit) as u32));
        }
        let list = self.dependents(&roots);
        for &mark in &list {
            self.marks[mark as usize].is_absent = false;
            for i in self.by_premise.range(mark as usize) {
                self.rules[self.by_premise.items[i] as usize].missing += 1;
            }
        }
        self.meet_bases(emptied, false);
        if let Some(mark) = returning {
            self.marks[mark as usize].seen = 0;
        }
        let reasons = self.rederive(&list);
        let blocker =
            list.iter().copied().find(|&mark| Some(mark) != returning && !self.marks[mark as usize].is_absent);
        for &mark in &list {
            if !self.marks[mark as usize].is_absent {
                self.marks[mark as usize].is_absent = true;
                for i in self.by_premise.range(mark as usize) {
                    self.rules[self.by_premise.items[i] as usize].missing -= 1;
                }
            }
        }
        self.meet_bases(emptied, true);
        blocker.map_or(Ok(reasons), Err)
    }

    /// Notes that the values of these cells meet bases (the cells are filled), or no longer do.
    fn meet_bases(&mut self, cells: &[Cell], are_filled: bool) {
        for cell in cells {
            for i in self.by_cell.range(cell.index()) {
                let rule = self.by_cell.items[i] as usize;
                if are_filled {
                    self.rules[rule].n_met += 1;
                    self.rules[rule].missing += u16::from(self.rules[rule].n_met > self.rules[rule].most_met);
                } else {
                    self.rules[rule].missing -= u16::from(self.rules[rule].n_met > self.rules[rule].most_met);
                    self.rules[rule].n_met -= 1;
                }
            }
        }
    }

    /// Whether no reason leans on the mark.
    pub(super) fn is_free(&self, mark: Candidate) -> bool {
        self.marks[mark.index(self.shape)].n_leaning == 0
    }

    /// The reasons that allow a mark to return, if it is a good child.
    pub(super) fn can_return(&mut self, mark: Candidate) -> Option<Reasons> {
        let index = mark.index(self.shape);
        if self.marks[index].n_leaning == 0 {
            return Some(Reasons::new());
        }
        let blocker = self.marks[index].blocker;
        if blocker != NONE && self.marks[blocker as usize].is_absent {
            return None;
        }
        let found = self.without(Some(index as u32), &[]);
        self.marks[index].blocker = found.as_ref().err().copied().unwrap_or(NONE);
        found.ok()
    }

    /// The reasons that allow cells to be emptied together, if that is a good child.
    pub(super) fn can_empty(&mut self, cells: &[Cell]) -> Option<Reasons> {
        self.without(None, cells).ok()
    }

    /// Drops what was remembered about bad children: emptied cells may have woken rules.
    pub(super) fn forget(&mut self) {
        for mark in &mut self.marks {
            mark.blocker = NONE;
        }
    }

    /// The absent marks of open cells, ascending.
    pub(super) fn absent_marks(&self) -> Vec<Candidate> {
        let own = |c: &Candidate| self.solution.get(c.cell) == Some(c.digit);
        let all = (0..self.marks.len()).map(|index| Candidate::from_index(self.shape, index));
        let is_absent = |c: &Candidate| self.marks[c.index(self.shape)].is_absent;
        all.filter(|c| !self.cells[c.cell.index()].is_filled && !own(c) && is_absent(c) && self.is_allowed(*c))
            .collect()
    }

    /// The easiest move that removes the mark from the child in which it is present.
    pub(super) fn move_for(&self, mark: Candidate) -> Option<Move> {
        let rules = self.by_conclusion.range(mark.index(self.shape)).map(|i| self.by_conclusion.items[i] as usize);
        let rule = rules.filter(|&rule| self.applies(rule)).min_by_key(|&rule| self.rank(rule))?;
        Some(if self.is_exclusion(rule) {
            Move { method: MoveMethod::Exclusion, candidate: mark, rule: None }
        } else {
            let method = MoveMethod::Rule(self.rules[rule].id);
            let (bases, covers) = self.parts(rule);
            Move { method, candidate: mark, rule: Some(Rule { bases: bases.to_vec(), covers: covers.to_vec() }) }
        })
    }

    /// Puts a mark back.
    pub(super) fn put_back(&mut self, mark: Candidate, reasons: &Reasons) {
        self.adopt(reasons);
        let index = mark.index(self.shape);
        for i in self.by_premise.range(index) {
            let rule = self.by_premise.items[i] as usize;
            if self.applies(rule) && self.rules[rule].live > 0 {
                let rank = self.rank(rule);
                self.n_applicable[rank] -= 1;
            }
            self.rules[rule].missing += 1;
        }
        for i in self.by_conclusion.range(index) {
            let rule = self.by_conclusion.items[i] as usize;
            self.rules[rule].live += 1;
            if self.applies(rule) && self.rules[rule].live == 1 {
                let rank = self.rank(rule);
                self.n_applicable[rank] += 1;
            }
        }
        self.marks[index].is_absent = false;
        self.lean(index, NONE);
        self.cells[mark.cell.index()].n_marks += 1;
    }

    /// Empties cells: each keeps its value as its one mark.
    pub(super) fn empty(&mut self, cells: &[Cell], reasons: &Reasons) {
        let counted = |support: &Support, rule: usize| support.applies(rule) && support.rules[rule].live > 0;
        for &cell in cells {
            // A rule that wakes may apply; the cell's exclusions become a rule of one cell.
            self.meet_bases(&[cell], false);
            for i in self.by_cell.range(cell.index()) {
                let rule = self.by_cell.items[i] as usize;
                let has_woken = self.rules[rule].n_met == self.rules[rule].most_met;
                if has_woken && counted(self, rule) {
                    let rank = self.rank(rule);
                    self.n_applicable[rank] += 1;
                }
            }
            let rules = 0..self.rules.len();
            let own = rules.into_iter().take_while(|&rule| self.rules[rule].id == StrategyId::NakedSingle);
            let own = own.into_iter().find(|&rule| self.first_base(rule) == Constraint::Cell(cell));
            if let Some(rule) = own.filter(|&rule| counted(self, rule)) {
                self.n_applicable[1] -= 1;
                self.n_applicable[2 + StrategyId::NakedSingle as usize] += 1;
                debug_assert!(self.is_exclusion(rule));
            }
            self.cells[cell.index()].is_filled = false;
        }
        self.adopt(reasons);
    }
}

#[cfg(test)]
mod tests {
    use super::Support;
    use crate::generate::Unwatched;
    use crate::grid::{Candidate, Digit, Puzzle};
    use crate::logic::{StrategyId, StrategySet};

    fn puzzle(text: &str) -> Puzzle {
        text.parse().expect("a puzzle")
    }

    /// Asks whether a mark, given by row, column and digit, may return, and puts it back if so.
    #[track_caller]
    fn check(support: &mut Support, (row, col, digit): (usize, usize, usize), expected: bool) {
        let cell = support.shape.cell(row - 1, col - 1);
        let mark = Candidate::new(cell, Digit::from_index(digit - 1));
        let reasons = support.can_return(mark);
        assert_eq!(reasons.is_some(), expected, "{mark:?}");
        if let Some(reasons) = reasons {
            support.put_back(mark, &reasons);
        }
    }

    #[test]
    fn the_example_of_the_head_comment() {
        let (solution, values) = (puzzle("1234341221434321"), puzzle(".23.34.22.43432."));
        let naked = StrategySet::single(StrategyId::NakedSingle);
        let mut support = Support::new(&solution, &values, naked, &Unwatched).expect("derivable");
        check(&mut support, (2, 3, 2), true);
        check(&mut support, (4, 4, 2), true);
        check(&mut support, (1, 1, 2), false);
        check(&mut support, (1, 4, 1), true);
        check(&mut support, (1, 1, 2), true);
    }
}

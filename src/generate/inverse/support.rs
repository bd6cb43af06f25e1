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

use super::moves::{Move, MoveMethod, rules_of};
use crate::generate::Watch;
use crate::grid::{Candidate, Cell, Constraint, Digit, Puzzle, Shape};
use crate::logic::{Rule, STRATEGIES, StrategyId, StrategySet};
use std::ops::ControlFlow;

const NONE: u32 = u32::MAX;

/// Lists of numbers, one after the other in one allocation.
#[derive(Debug, Default)]
struct Lists {
    starts: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn new() -> Lists {
        Lists { starts: vec![0], items: Vec::new() }
    }

    fn push(&mut self, list: impl IntoIterator<Item = u32>) {
        self.items.extend(list);
        self.starts.push(self.items.len() as u32);
    }

    /// The numbers of the lists that hold each item. Where the watch says stop, it is of no use.
    fn turned(&self, n_keys: usize, watch: &dyn Watch) -> Lists {
        let mut lists = vec![Vec::new(); n_keys];
        for index in 0..self.starts.len() - 1 {
            if index.is_multiple_of(1024) && watch.should_stop() {
                break;
            }
            for item in self.range(index) {
                lists[self.items[item] as usize].push(index as u32);
            }
        }
        let mut turned = Lists::new();
        for list in lists {
            turned.push(list);
        }
        turned
    }

    #[inline]
    fn range(&self, index: usize) -> std::ops::Range<usize> {
        self.starts[index] as usize..self.starts[index + 1] as usize
    }
}

/// The derivable states around a solution.
#[derive(Debug)]
pub(super) struct Support {
    shape: Shape,
    solution: Puzzle,
    ids: Vec<StrategyId>,
    /// Bases of each rule, then its covers, of which there are as many.
    rule_starts: Vec<u32>,
    rule_parts: Vec<Constraint>,
    /// Marks that a rule waits for, and marks that it removes; then the same by mark.
    premises: Lists,
    conclusions: Lists,
    by_premise: Lists,
    by_conclusion: Lists,
    /// Rules with a base that is met by the value of a cell.
    by_cell: Lists,
    filled: Vec<bool>,
    absent: Vec<bool>,
    /// Bases met, per rule, and how many may be: with more of them a smaller rule does the same, and it rests.
    n_met: Vec<u8>,
    most_met: Vec<u8>,
    /// Premises still there, and bases met beyond those, per rule: it applies at 0.
    missing: Vec<u16>,
    /// Conclusions still there, per rule.
    live: Vec<u16>,
    /// The rule behind an absent mark of an open cell.
    reason: Vec<u32>,
    /// Absent marks that a rule is the reason of.
    n_used: Vec<u32>,
    /// Absent marks whose reason has this mark among its premises.
    n_leaning: Vec<u32>,
    /// A mark that cannot be removed if this one returns, as last found.
    blockers: Vec<u32>,
    /// Rules that apply and remove something, by rank of their method.
    n_applicable: Vec<u32>,
    marks_in_cell: Vec<u8>,
    /// For walks over marks: visited if equal to the epoch.
    seen: Vec<u32>,
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
        let geometry = shape.geometry();
        let n_marks = shape.n_cells() * shape.n();
        let (mut ids, mut rule_starts, mut rule_parts) = (Vec::new(), vec![0], Vec::new());
        let (mut premises, mut conclusions, mut cells) = (Lists::new(), Lists::new(), Lists::new());
        let mut most_met = Vec::new();
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
                cells.push(met.map(|cell| cell as u32));
                premises.push(index(implication.premises));
                conclusions.push(index(implication.conclusions));
                ids.push(id);
                rule_parts.extend(implication.rule.bases.iter().chain(&implication.rule.covers));
                rule_starts.push(rule_parts.len() as u32);
                most_met.push(logic.most_met(strategies) as u8);
                ControlFlow::Continue(())
            });
            if all.is_break() {
                return None;
            }
        }
        let n_rules = ids.len();
        let filled: Vec<bool> = shape.cells().map(|cell| values.get(cell).is_some()).collect();
        let n_met: Vec<u8> = (0..n_rules)
            .map(|rule| cells.range(rule).filter(|&i| filled[cells.items[i] as usize]).count() as u8)
            .collect();
        let missing = (0..n_rules)
            .map(|rule| premises.range(rule).len() as u16 + u16::from(n_met[rule].saturating_sub(most_met[rule])))
            .collect();
        let mut support = Support {
            by_premise: premises.turned(n_marks, watch),
            by_conclusion: conclusions.turned(n_marks, watch),
            by_cell: cells.turned(shape.n_cells(), watch),
            shape,
            solution: solution.clone(),
            ids,
            rule_starts,
            rule_parts,
            premises,
            conclusions,
            filled,
            absent: vec![false; n_marks],
            n_met,
            most_met,
            missing,
            live: vec![0; n_rules],
            reason: vec![NONE; n_marks],
            n_used: vec![0; n_rules],
            n_leaning: vec![0; n_marks],
            blockers: vec![NONE; n_marks],
            n_applicable: vec![0; STRATEGIES.len() + 2],
            marks_in_cell: vec![1; shape.n_cells()],
            seen: vec![0; n_marks],
            epoch: 1,
        };
        (!watch.should_stop() && support.found_all()).then_some(support)
    }

    /// The bases of a rule, and its covers.
    fn parts(&self, rule: usize) -> (&[Constraint], &[Constraint]) {
        let parts = &self.rule_parts[self.rule_starts[rule] as usize..self.rule_starts[rule + 1] as usize];
        parts.split_at(parts.len() / 2)
    }

    fn first_base(&self, rule: usize) -> Constraint {
        self.rule_parts[self.rule_starts[rule] as usize]
    }

    /// Removes all marks but those of the solution, each with a reason.
    fn found_all(&mut self) -> bool {
        let mut wanted = Vec::new();
        for mark in 0..self.absent.len() {
            let candidate = Candidate::from_index(self.shape, mark);
            if self.solution.get(candidate.cell) == Some(candidate.digit) {
                continue;
            }
            if self.filled[candidate.cell.index()] {
                self.absent[mark] = true;
                for i in self.by_premise.range(mark) {
                    self.missing[self.by_premise.items[i] as usize] -= 1;
                }
            } else {
                wanted.push(mark as u32);
            }
        }
        self.epoch += 1;
        for &mark in &wanted {
            self.seen[mark as usize] = self.epoch;
        }
        let reasons = self.rederive(&wanted);
        let is_derivable = reasons.len() == wanted.len();
        self.adopt(&reasons);
        is_derivable
    }

    fn is_exclusion(&self, rule: usize) -> bool {
        self.ids[rule] == StrategyId::NakedSingle
            && matches!(self.first_base(rule), Constraint::Cell(cell) if self.filled[cell.index()])
    }

    /// 0 for the single candidate, 1 for exclusion, then the strategies in their order.
    fn rank(&self, rule: usize) -> usize {
        if self.is_exclusion(rule) { 1 } else { 2 + self.ids[rule] as usize }
    }

    fn applies(&self, rule: usize) -> bool {
        self.missing[rule] == 0
    }

    /// Gives reasons to as many of the marks as possible (those seen in this epoch and present), in order.
    fn rederive(&mut self, wanted: &[u32]) -> Reasons {
        let mut fresh: Reasons = Vec::new();
        let mut done = 0;
        for &mark in wanted {
            if self.seen[mark as usize] != self.epoch || self.absent[mark as usize] {
                continue;
            }
            let mut rules = self.by_conclusion.range(mark as usize).map(|i| self.by_conclusion.items[i]);
            if let Some(rule) = rules.find(|&rule| self.missing[rule as usize] == 0) {
                self.absent[mark as usize] = true;
                fresh.push((mark, rule));
            }
            while let Some(&(mark, _)) = fresh.get(done) {
                done += 1;
                for i in self.by_premise.range(mark as usize) {
                    let rule = self.by_premise.items[i] as usize;
                    self.missing[rule] -= 1;
                    if self.missing[rule] > 0 {
                        continue;
                    }
                    for j in self.conclusions.range(rule) {
                        let next = self.conclusions.items[j] as usize;
                        if self.seen[next] == self.epoch && !self.absent[next] {
                            self.absent[next] = true;
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
        let old = std::mem::replace(&mut self.reason[mark], rule);
        if old != NONE {
            self.n_used[old as usize] -= 1;
            for i in self.premises.range(old as usize) {
                self.n_leaning[self.premises.items[i] as usize] -= 1;
            }
        }
        if rule != NONE {
            self.n_used[rule as usize] += 1;
            for i in self.premises.range(rule as usize) {
                self.n_leaning[self.premises.items[i] as usize] += 1;
            }
        }
    }

    /// These marks and all that lean on them, directly or not.
    fn dependents(&mut self, roots: &[u32]) -> Vec<u32> {
        self.epoch += 1;
        let mut list = roots.to_vec();
        for &mark in roots {
            self.seen[mark as usize] = self.epoch;
        }
        let mut done = 0;
        while let Some(&mark) = list.get(done) {
            done += 1;
            if self.n_leaning[mark as usize] == 0 {
                continue;
            }
            for i in self.by_premise.range(mark as usize) {
                let rule = self.by_premise.items[i] as usize;
                if self.n_used[rule] == 0 {
                    continue;
                }
                for j in self.conclusions.range(rule) {
                    let next = self.conclusions.items[j] as usize;
                    if self.reason[next] == rule as u32 && self.seen[next] != self.epoch {
                        self.seen[next] = self.epoch;
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
            roots.extend((0..n).filter(|&digit| digit != own).map(|digit| (cell.index() * n + digit) as u32));
        }
        let list = self.dependents(&roots);
        for &mark in &list {
            self.absent[mark as usize] = false;
            for i in self.by_premise.range(mark as usize) {
                self.missing[self.by_premise.items[i] as usize] += 1;
            }
        }
        self.meet_bases(emptied, false);
        if let Some(mark) = returning {
            self.seen[mark as usize] = 0;
        }
        let reasons = self.rederive(&list);
        let blocker = list.iter().copied().find(|&mark| Some(mark) != returning && !self.absent[mark as usize]);
        for &mark in &list {
            if !self.absent[mark as usize] {
                self.absent[mark as usize] = true;
                for i in self.by_premise.range(mark as usize) {
                    self.missing[self.by_premise.items[i] as usize] -= 1;
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
                    self.n_met[rule] += 1;
                    self.missing[rule] += u16::from(self.n_met[rule] > self.most_met[rule]);
                } else {
                    self.missing[rule] -= u16::from(self.n_met[rule] > self.most_met[rule]);
                    self.n_met[rule] -= 1;
                }
            }
        }
    }

    /// Whether no reason leans on the mark.
    pub(super) fn is_free(&self, mark: Candidate) -> bool {
        self.n_leaning[mark.index(self.shape)] == 0
    }

    /// The reasons that allow a mark to return, if it is a good child.
    pub(super) fn can_return(&mut self, mark: Candidate) -> Option<Reasons> {
        let index = mark.index(self.shape);
        if self.n_leaning[index] == 0 {
            return Some(Reasons::new());
        }
        let blocker = self.blockers[index];
        if blocker != NONE && self.absent[blocker as usize] {
            return None;
        }
        let found = self.without(Some(index as u32), &[]);
        self.blockers[index] = found.as_ref().err().copied().unwrap_or(NONE);
        found.ok()
    }

    /// The reasons that allow cells to be emptied together, if that is a good child.
    pub(super) fn can_empty(&mut self, cells: &[Cell]) -> Option<Reasons> {
        self.without(None, cells).ok()
    }

    /// Drops what was remembered about bad children: emptied cells may have woken rules.
    pub(super) fn forget(&mut self) {
        self.blockers.fill(NONE);
    }

    /// The absent marks of open cells, ascending.
    pub(super) fn absent_marks(&self) -> Vec<Candidate> {
        let own = |c: &Candidate| self.solution.get(c.cell) == Some(c.digit);
        let all = (0..self.absent.len()).map(|index| Candidate::from_index(self.shape, index));
        all.filter(|c| !self.filled[c.cell.index()] && !own(c) && self.absent[c.index(self.shape)]).collect()
    }

    /// The easiest move that removes the mark from the child in which it is present.
    pub(super) fn move_for(&self, mark: Candidate) -> Option<Move> {
        let rules = self.by_conclusion.range(mark.index(self.shape)).map(|i| self.by_conclusion.items[i] as usize);
        let rule = rules.filter(|&rule| self.applies(rule)).min_by_key(|&rule| self.rank(rule))?;
        Some(if self.is_exclusion(rule) {
            Move { method: MoveMethod::Exclusion, candidate: mark, rule: None }
        } else {
            let method = MoveMethod::Rule(self.ids[rule]);
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
            if self.applies(rule) && self.live[rule] > 0 {
                let rank = self.rank(rule);
                self.n_applicable[rank] -= 1;
            }
            self.missing[rule] += 1;
        }
        for i in self.by_conclusion.range(index) {
            let rule = self.by_conclusion.items[i] as usize;
            self.live[rule] += 1;
            if self.applies(rule) && self.live[rule] == 1 {
                let rank = self.rank(rule);
                self.n_applicable[rank] += 1;
            }
        }
        self.absent[index] = false;
        self.lean(index, NONE);
        self.marks_in_cell[mark.cell.index()] += 1;
    }

    /// Empties cells: each keeps its value as its one mark.
    pub(super) fn empty(&mut self, cells: &[Cell], reasons: &Reasons) {
        let counted = |support: &Support, rule: usize| support.applies(rule) && support.live[rule] > 0;
        for &cell in cells {
            // A rule that wakes may apply; the cell's exclusions become a rule of one cell.
            self.meet_bases(&[cell], false);
            for i in self.by_cell.range(cell.index()) {
                let rule = self.by_cell.items[i] as usize;
                let has_woken = self.n_met[rule] == self.most_met[rule];
                if has_woken && counted(self, rule) {
                    let rank = self.rank(rule);
                    self.n_applicable[rank] += 1;
                }
            }
            let rules = 0..self.ids.len();
            let own = rules.into_iter().take_while(|&rule| self.ids[rule] == StrategyId::NakedSingle);
            let own = own.into_iter().find(|&rule| self.first_base(rule) == Constraint::Cell(cell));
            if let Some(rule) = own.filter(|&rule| counted(self, rule)) {
                self.n_applicable[1] -= 1;
                self.n_applicable[2 + StrategyId::NakedSingle as usize] += 1;
                debug_assert!(self.is_exclusion(rule));
            }
            self.filled[cell.index()] = false;
        }
        self.adopt(reasons);
    }

    fn n_singles(&self) -> usize {
        self.marks_in_cell.iter().zip(&self.filled).filter(|&(&count, &filled)| count == 1 && !filled).count()
    }

    /// The d-heuristic of a good child (section 5.3): rank of the easiest method that applies to it,
    /// 0 for the single candidate, 1 for exclusion, then the strategies in their order.
    pub(super) fn easiest_with(&mut self, mark: Candidate) -> usize {
        let last_single = usize::from(self.marks_in_cell[mark.cell.index()] == 1);
        if self.n_singles() > last_single {
            return 0;
        }
        let index = mark.index(self.shape);
        let mut counts = self.n_applicable.clone();
        for i in self.by_premise.range(index) {
            let rule = self.by_premise.items[i] as usize;
            if self.applies(rule) && self.live[rule] > 0 {
                counts[self.rank(rule)] -= 1;
            }
        }
        for i in self.by_conclusion.range(index) {
            let rule = self.by_conclusion.items[i] as usize;
            if self.applies(rule) && self.live[rule] == 0 {
                counts[self.rank(rule)] += 1;
            }
        }
        counts.iter().position(|&count| count > 0).unwrap_or(counts.len())
    }

    /// Which marks a forward move could remove now, by candidate number.
    pub(super) fn removable(&self) -> Vec<bool> {
        (0..self.absent.len()).map(|mark| !self.absent[mark] && self.n_rules_against(mark, &[]) > 0).collect()
    }

    /// Rules that apply and remove the mark, up to 1, leaving out some.
    fn n_rules_against(&self, mark: usize, except: &[usize]) -> usize {
        let rules = self.by_conclusion.range(mark).map(|i| self.by_conclusion.items[i] as usize);
        rules.filter(|rule| self.applies(*rule) && !except.contains(rule)).take(1).count()
    }

    /// The t-heuristic of a good child without its sign (section 5.3): the number of its good parents.
    pub(super) fn n_parents_with(&self, mark: Candidate, removable: &[bool]) -> usize {
        let index = mark.index(self.shape);
        let rules = self.by_premise.range(index).map(|i| self.by_premise.items[i] as usize);
        let disabled: Vec<usize> = rules.filter(|&rule| self.applies(rule) && self.live[rule] > 0).collect();
        let mut lost: Vec<usize> = disabled
            .iter()
            .flat_map(|&rule| self.conclusions.range(rule).map(|i| self.conclusions.items[i] as usize))
            .filter(|&other| removable[other])
            .collect();
        lost.sort_unstable();
        lost.dedup();
        lost.retain(|&other| self.n_rules_against(other, &disabled) == 0);
        let last_single = usize::from(self.marks_in_cell[mark.cell.index()] == 1);
        removable.iter().filter(|&&is| is).count() + 1 - lost.len() + self.n_singles() - last_single
    }
}

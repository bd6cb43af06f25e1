//! Loop formulas, derived anew from the geometry.

use super::premises::PremiseRules;
use crate::generate::Request;
use crate::grid::{Candidate, CellSet, Constraint, DigitSet};
use crate::logic::{Effect, StrategyId, StrategySet, strategy};
use crate::sat::cdcl::Lit;

/// A rule that rules out candidates.
struct Elimination {
    /// Candidates that must be ruled out before.
    needs: Vec<u16>,
    /// Candidates ruled out.
    clears: Vec<u16>,
}

/// The rules of the allowed strategies, written out candidate by candidate.
pub(super) struct LoopRules<'a> {
    request: &'a Request,
    n_candidates: usize,
    /// Candidates of each constraint, cells first.
    members: Vec<Vec<u16>>,
    /// Constraints of each candidate.
    constraints: Vec<Vec<u16>>,
    /// What each candidate sees by groups and exclusions; empty where the layout has no such rules.
    seen_by_rules: Vec<Vec<u16>>,
    /// Candidates that the layout does not allow.
    forbidden: Vec<u16>,
    /// Whether the last candidate of a constraint is placed.
    places: Vec<bool>,
    /// Strategies with one base, written out rule by rule.
    eliminations: Vec<Elimination>,
    /// Strategies with more: candidates by base and cover, and how many bases a rule takes.
    families: Vec<(Family, usize)>,
    /// Strategies beyond set logic.
    premises: Option<PremiseRules>,
    /// Eliminations that need each candidate.
    needed_by: Vec<Vec<u32>>,
    /// Whether naked singles are all there is: then a cell needs N - 1 different digits around it.
    counting: bool,
}

/// What may be derived, and what of it is still to be looked at.
struct Derivation {
    may_hold: Vec<bool>,
    may_fail: Vec<bool>,
    placed: Vec<bool>,
    ruled_out: Vec<bool>,
    /// Candidates of each constraint not ruled out.
    n_open: Vec<u16>,
    /// Candidates each elimination still waits for.
    n_needed: Vec<u16>,
    /// Facts to look at: twice the candidate if placed, one more if ruled out.
    queue: Vec<u32>,
    /// Cell constraints that wait for peers.
    waiting: Vec<u16>,
}

impl<'a> LoopRules<'a> {
    pub(super) fn new(request: &'a Request) -> LoopRules<'a> {
        let shape = request.pattern.shape;
        let geometry = &*shape.geometry();
        let n_candidates = shape.n() * shape.n_cells();
        let index = |c: Candidate| c.index(shape) as u16;
        let mut all: Vec<Constraint> = Constraint::all(shape).collect();
        all.sort_by_key(|constraint| !matches!(constraint, Constraint::Cell(_)));
        let members: Vec<Vec<u16>> = all.iter().map(|q| q.candidates(geometry).map(index).collect()).collect();
        let mut constraints = vec![Vec::new(); n_candidates];
        for (q, members) in members.iter().enumerate() {
            for &c in members {
                constraints[c as usize].push(q as u16);
            }
        }
        let mut places = vec![false; all.len()];
        let (mut eliminations, mut families) = (Vec::new(), Vec::new());
        for logic in request.strategies.iter().filter_map(|id| strategy(id).set_logic()) {
            if logic.size > 1 {
                families.extend(logic.units.of(geometry).iter().map(|unit| {
                    let common = |base: Constraint, cover: Constraint| {
                        base.candidates(geometry).filter(|&c| cover.contains(geometry, c)).map(index).collect()
                    };
                    let row = |base: &Constraint| unit.covers.iter().map(|&cover| common(*base, cover)).collect();
                    (unit.bases.iter().map(row).collect(), logic.size)
                }));
                continue;
            }
            for rule in logic.rules(geometry) {
                if logic.effect == Effect::Place {
                    for base in &rule.bases {
                        places[all.iter().position(|q| q == base).expect("every constraint is listed")] = true;
                    }
                    continue;
                }
                let covered = |c: &Candidate| rule.covers.iter().any(|cover| cover.contains(geometry, *c));
                let based = |c: &Candidate| rule.bases.iter().any(|base| base.contains(geometry, *c));
                let bases = rule.bases.iter().flat_map(|base| base.candidates(geometry));
                let covers = rule.covers.iter().flat_map(|cover| cover.candidates(geometry));
                eliminations.push(Elimination {
                    needs: bases.filter(|c| !covered(c)).map(index).collect(),
                    clears: covers.filter(|c| !based(c)).map(index).collect(),
                });
            }
        }
        let mut needed_by = vec![Vec::new(); n_candidates];
        for (number, elimination) in eliminations.iter_mut().enumerate() {
            elimination.needs.sort_unstable();
            elimination.needs.dedup();
            for &c in &elimination.needs {
                needed_by[c as usize].push(number as u32);
            }
        }
        let counting =
            request.strategies == StrategySet::single(StrategyId::NakedSingle) && geometry.not_consecutive.is_empty();
        let candidates = || (0..n_candidates).map(|c| Candidate::from_index(shape, c));
        let has_such = !geometry.groups.is_empty() || !geometry.not_consecutive.is_empty();
        let seen = |a: Candidate| candidates().filter(|&b| geometry.sees(a, b)).map(index).collect();
        let forbidden = candidates().filter(|c| !geometry.allowed(c.cell).contains(c.digit)).map(index);
        LoopRules {
            request,
            n_candidates,
            members,
            constraints,
            seen_by_rules: if has_such { candidates().map(seen).collect() } else { Vec::new() },
            forbidden: forbidden.collect(),
            places,
            eliminations,
            families,
            premises: PremiseRules::new(shape, request.strategies),
            needed_by,
            counting,
        }
    }

    /// Assumes every literal of the formula false and derives whatever still may be
    /// derived; the formula holds if some cell is never reached.
    pub(super) fn formula_holds(&self, formula: &[Lit]) -> bool {
        self.formula_holds_for(formula, &self.request.pattern.cells)
    }

    /// [`LoopRules::formula_holds`], with clues in these cells instead of the request's.
    pub(super) fn formula_holds_for(&self, formula: &[Lit], clues: &CellSet) -> bool {
        let mut derivation = Derivation {
            may_hold: vec![true; self.n_candidates],
            may_fail: vec![true; self.n_candidates],
            placed: vec![false; self.n_candidates],
            ruled_out: vec![false; self.n_candidates],
            n_open: self.members.iter().map(|members| members.len() as u16).collect(),
            n_needed: self.eliminations.iter().map(|elimination| elimination.needs.len() as u16).collect(),
            queue: Vec::new(),
            waiting: Vec::new(),
        };
        for lit in formula {
            if lit.var() >= self.n_candidates {
                return false;
            }
            if lit.is_positive() {
                derivation.may_hold[lit.var()] = false;
                continue;
            }
            derivation.may_fail[lit.var()] = false;
            for &rival in self.seen_by_rules.get(lit.var()).into_iter().flatten() {
                derivation.may_hold[rival as usize] = false;
            }
            for &q in &self.constraints[lit.var()] {
                for &rival in self.members[q as usize].iter().filter(|&&rival| rival as usize != lit.var()) {
                    derivation.may_hold[rival as usize] = false;
                }
            }
        }
        self.derive(&mut derivation, clues);
        let empty = CellSet::first(self.request.pattern.shape.n_cells()).difference(clues);
        empty.iter().any(|cell| !self.members[cell.index()].iter().any(|&c| derivation.placed[c as usize]))
    }

    fn derive(&self, derivation: &mut Derivation, clues: &CellSet) {
        for &c in &self.forbidden {
            derivation.may_hold[c as usize] = false;
            derivation.rule_out(c);
        }
        for cell in clues.iter() {
            for &c in &self.members[cell.index()] {
                derivation.place(c);
            }
        }
        for elimination in self.eliminations.iter().filter(|elimination| elimination.needs.is_empty()) {
            elimination.clears.iter().for_each(|&c| derivation.rule_out(c));
        }
        loop {
            while let Some(fact) = derivation.queue.pop() {
                if fact % 2 == 0 {
                    self.placed(fact / 2, derivation);
                } else {
                    self.ruled_out(fact / 2, derivation);
                }
            }
            // Cells that had too few peers may have enough by now.
            for q in std::mem::take(&mut derivation.waiting) {
                self.place_last(q, derivation);
            }
            if derivation.queue.is_empty() {
                for (matrix, size) in &self.families {
                    apply_family(matrix, *size, derivation);
                }
            }
            if let Some(premises) = self.premises.as_ref().filter(|_| derivation.queue.is_empty()) {
                let wanted: Vec<u16> = (0..).take(self.n_candidates).filter(|&c| derivation.can_lose(c)).collect();
                premises.conclusions(&derivation.ruled_out, &wanted).into_iter().for_each(|c| derivation.rule_out(c));
            }
            if derivation.queue.is_empty() {
                return;
            }
        }
    }

    /// A placed candidate rules out its rivals.
    fn placed(&self, candidate: u32, derivation: &mut Derivation) {
        for &rival in self.seen_by_rules.get(candidate as usize).into_iter().flatten() {
            derivation.rule_out(rival);
        }
        for &q in &self.constraints[candidate as usize] {
            for &rival in self.members[q as usize].iter().filter(|&&rival| u32::from(rival) != candidate) {
                derivation.rule_out(rival);
            }
        }
    }

    fn ruled_out(&self, candidate: u32, derivation: &mut Derivation) {
        for &q in &self.constraints[candidate as usize] {
            derivation.n_open[q as usize] -= 1;
            self.place_last(q, derivation);
        }
        for &number in &self.needed_by[candidate as usize] {
            let n_needed = &mut derivation.n_needed[number as usize];
            *n_needed -= 1;
            if *n_needed == 0 {
                self.eliminations[number as usize].clears.iter().for_each(|&c| derivation.rule_out(c));
            }
        }
    }

    /// Places the candidates of a constraint whose rivals may all be ruled out.
    fn place_last(&self, q: u16, derivation: &mut Derivation) {
        let n_open = derivation.n_open[q as usize];
        if n_open > 1 || !self.places[q as usize] {
            return;
        }
        let members = &self.members[q as usize];
        let last = |c: &u16, derivation: &Derivation| n_open == 0 || !derivation.ruled_out[*c as usize];
        if !members.iter().any(|c| last(c, derivation) && derivation.can_place(*c)) {
            return;
        }
        if self.counting && !self.has_enough_peers(q, &derivation.placed) {
            derivation.waiting.push(q);
            return;
        }
        for c in members {
            if last(c, derivation) {
                derivation.place(*c);
            }
        }
    }

    /// With naked singles alone, a cell needs N - 1 peers with different digits.
    fn has_enough_peers(&self, cell: u16, placed: &[bool]) -> bool {
        let shape = self.request.pattern.shape;
        let (mut known, mut open) = (DigitSet::EMPTY, 0);
        let geometry = &*shape.geometry();
        for &peer in &geometry.peers[cell as usize] {
            let candidates = Constraint::Cell(peer).candidates(geometry);
            let digits: DigitSet = candidates.filter(|c| placed[c.index(shape)]).map(|c| c.digit).collect();
            match digits.only() {
                Some(digit) => {
                    known.insert(digit);
                }
                None => open += usize::from(!digits.is_empty()),
            }
        }
        known.len() + open + 1 >= shape.n()
    }
}

/// What each base and cover of a unit have in common.
type Family = Vec<Vec<Vec<u16>>>;

/// Any `size` bases whose open candidates lie in as many covers clear the rest of those covers.
fn apply_family(matrix: &Family, size: usize, derivation: &mut Derivation) {
    let is_open = |both: &Vec<u16>| both.iter().any(|&c| !derivation.ruled_out[c as usize]);
    let mask = |base: &Vec<Vec<u16>>| base.iter().map(is_open).rev().fold(0u32, |mask, bit| mask << 1 | u32::from(bit));
    let can_lose = |&c: &u16| derivation.may_fail[c as usize] && !derivation.ruled_out[c as usize];
    if !matrix.iter().flatten().flatten().any(can_lose) {
        return;
    }
    let open: Vec<u32> = matrix.iter().map(mask).collect();
    // Bases with more open candidates never take part.
    let narrow: Vec<usize> = (0..matrix.len()).filter(|&base| open[base].count_ones() as usize <= size).collect();
    if narrow.len() < size {
        return;
    }
    let mut places: Vec<usize> = (0..size).collect();
    loop {
        let chosen: Vec<usize> = places.iter().map(|&place| narrow[place]).collect();
        let covers = chosen.iter().fold(0, |covers, &base| covers | open[base]);
        if covers.count_ones() as usize <= size {
            // With fewer covers than bases, any cover may complete them.
            let covers = if (covers.count_ones() as usize) < size { u32::MAX } else { covers };
            for (_, base) in matrix.iter().enumerate().filter(|(base, _)| !chosen.contains(base)) {
                for (_, both) in base.iter().enumerate().filter(|(cover, _)| covers >> cover & 1 == 1) {
                    for &c in both {
                        derivation.rule_out(c);
                    }
                }
            }
        }
        // The next choice in ascending order.
        let limit = |i: usize| narrow.len() - size + i;
        let Some(i) = (0..size).rev().find(|&i| places[i] < limit(i)) else { return };
        places[i] += 1;
        for k in i + 1..size {
            places[k] = places[k - 1] + 1;
        }
    }
}

impl Derivation {
    fn can_place(&self, candidate: u16) -> bool {
        self.may_hold[candidate as usize] && !self.placed[candidate as usize]
    }

    fn place(&mut self, candidate: u16) {
        if self.can_place(candidate) {
            self.placed[candidate as usize] = true;
            self.queue.push(2 * u32::from(candidate));
        }
    }

    fn can_lose(&self, candidate: u16) -> bool {
        self.may_fail[candidate as usize] && !self.ruled_out[candidate as usize]
    }

    fn rule_out(&mut self, candidate: u16) {
        if self.can_lose(candidate) {
            self.ruled_out[candidate as usize] = true;
            self.queue.push(2 * u32::from(candidate) + 1);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Derivation, Family, apply_family};

    /// What rules of two bases leave of three bases with three covers, a row for each base and `x` for a candidate that
    /// is left.
    #[track_caller]
    fn check(before: &str, expected: &str) {
        let left = before.replace(' ', "");
        let matrix: Family = (0..3).map(|base| (0..3).map(|cover| vec![3 * base + cover]).collect()).collect();
        let mut derivation = Derivation {
            may_hold: vec![true; 9],
            may_fail: vec![true; 9],
            placed: vec![false; 9],
            ruled_out: left.chars().map(|c| c == '.').collect(),
            n_open: Vec::new(),
            n_needed: Vec::new(),
            queue: Vec::new(),
            waiting: Vec::new(),
        };
        apply_family(&matrix, 2, &mut derivation);
        let left: String = derivation.ruled_out.iter().map(|&is_gone| if is_gone { '.' } else { 'x' }).collect();
        assert_eq!(left, expected.replace(' ', ""), "{before}");
    }

    #[test]
    fn bases_clear_the_covers_they_fill() {
        check("xx. xx. xxx", "xx. xx. ..x");
        check("xxx x.x x.x", ".x. x.x x.x");
        check("xxx xx. xxx", "xxx xx. xxx");
        // Two bases in one cover: with any other cover they are a rule.
        check("x.. x.. xxx", "x.. x.. ...");
    }
}

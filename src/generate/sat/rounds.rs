//! Encodings with rounds: a copy of the facts for each round of derivation, one round after the other.
//!
//! [`Derivation`] writes one direction of every equivalence: each fact needs a
//! reason in the round before. [`Paper`](super::paper::Paper) writes formulas (1) to (13) of
//! Nishikawa and Toda with the reductions of their section 5.1.

use super::refine::expansion::{Style, Units};
use crate::generate::{Request, Watch};
use crate::grid::{Candidate, Cell, Constraint, Geometry, Shape};
use crate::logic::{Effect, Rule, StrategySet, strategy};
use crate::sat::cdcl::Lit;
use crate::sat::cnf::Formula;

/// Where clues may stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Clues {
    /// In the cells of the pattern, all of them.
    OfPattern,
    /// Where a puzzle wants them: U of [`is_clue`] says where.
    Anywhere,
}

/// U(i,j) of section 6: the cell has a clue. These variables follow those of the solution.
pub(super) fn is_clue(shape: Shape, cell: Cell) -> Lit {
    Lit::new(shape.n() * shape.n_cells() + cell.index(), true)
}

/// What both encodings know of a request.
pub(super) struct Frame<'a> {
    pub(super) request: &'a Request,
    pub(super) clues: Clues,
    pub(super) rules: Vec<Rule>,
    pub(super) placing: Vec<Constraint>,
}

impl<'a> Frame<'a> {
    pub(super) fn new(request: &'a Request, clues: Clues) -> Frame<'a> {
        let placing = placing_constraints(request.pattern.shape, request.strategies);
        Frame { request, clues, rules: eliminating_rules(request), placing }
    }

    pub(super) fn shape(&self) -> Shape {
        self.request.pattern.shape
    }

    /// Whether the cell of a candidate is known to have a clue.
    pub(super) fn is_clue(&self, c: Candidate) -> bool {
        self.clues == Clues::OfPattern && self.request.pattern.contains(c.cell)
    }

    /// The cells without a known clue.
    pub(super) fn open_cells(&self) -> impl Iterator<Item = Cell> {
        let pattern = (self.clues == Clues::OfPattern).then_some(&self.request.pattern);
        self.shape().cells().filter(move |&cell| !pattern.is_some_and(|pattern| pattern.contains(cell)))
    }

    /// All candidates in their order.
    pub(super) fn candidates(&self) -> impl Iterator<Item = Candidate> + use<> {
        let shape = self.shape();
        (0..shape.n() * shape.n_cells()).map(move |i| Candidate::from_index(shape, i))
    }

    /// "This candidate is in the solution"; in the paper's encoding, where its cell has a clue.
    pub(super) fn truth(&self, c: Candidate) -> Lit {
        Lit::new(c.index(self.shape()), true)
    }

    /// Units of subsets and fish.
    pub(super) fn units(&self, style: Style) -> Units {
        match self.clues {
            Clues::OfPattern => Units::new(self.request, style),
            Clues::Anywhere => {
                let empty = crate::grid::Pattern::empty(self.shape());
                Units::new(&self.request.with(|design| design.pattern = empty), style)
            }
        }
    }

    /// The candidates that a rule must not have left, and those that it rules out.
    pub(super) fn parts(&self, rule: &Rule) -> [Vec<Candidate>; 2] {
        let geometry = &*self.shape().geometry();
        let is_covered = |c: &Candidate| rule.covers.iter().any(|cover| cover.contains(geometry, *c));
        let is_based = |c: &Candidate| rule.bases.iter().any(|base| base.contains(geometry, *c));
        let bases = rule.bases.iter().flat_map(|base| base.candidates(geometry));
        let covers = rule.covers.iter().flat_map(|cover| cover.candidates(geometry));
        [bases.filter(|c| !is_covered(c)).collect(), covers.filter(|c| !is_based(c)).collect()]
    }
}

/// The rules with one base that rule out candidates.
pub(super) fn eliminating_rules(request: &Request) -> Vec<Rule> {
    let geometry = &*request.pattern.shape.geometry();
    let logics = request.strategies.iter().filter_map(|id| strategy(id).set_logic());
    logics
        .filter(|logic| logic.effect == Effect::Eliminate && logic.size == 1)
        .flat_map(|logic| logic.rules(geometry))
        .collect()
}

/// What a candidate sees by groups and exclusions; also others that it sees, where the layout has such rules.
pub(super) fn seen_by_rules(geometry: &Geometry, c: Candidate) -> impl Iterator<Item = Candidate> {
    let has_such = !geometry.groups.is_empty() || !geometry.not_consecutive.is_empty();
    c.conflicts(geometry).filter(move |seen| has_such && seen.cell != c.cell)
}

/// The constraints of which some strategy places the last candidate, ascending.
pub(super) fn placing_constraints(shape: Shape, strategies: StrategySet) -> Vec<Constraint> {
    let mut is_base = vec![false; Constraint::count(shape)];
    let logics = strategies.iter().filter_map(|id| strategy(id).set_logic());
    let geometry = &*shape.geometry();
    for unit in logics.filter(|logic| logic.effect == Effect::Place).flat_map(|logic| logic.units.of(geometry)) {
        for base in &unit.bases {
            is_base[base.index(shape)] = true;
        }
    }
    Constraint::all(shape).filter(|constraint| is_base[constraint.index(shape)]).collect()
}

/// The derivation encoding: with the condition of [`Derivation::solved`], a model is a puzzle that is solved
/// within so many rounds.
///
/// X(a,k): a is placed by round k. E(a,k): a is ruled out by round k. N(q,k): only
/// the true candidate of constraint q is left. P(q,k): the true candidate of q is
/// placed. R(r,k): rule r applies; for subsets and fish see [`Units`].
pub(super) struct Derivation<'a> {
    frame: Frame<'a>,
    /// Subsets and fish, written or not.
    pub(super) units: Units,
    /// X(a,k) of the last round; `None`: never true.
    pub(super) placed: Vec<Option<Lit>>,
    /// E(a,k) of the last round.
    pub(super) ruled_out: Vec<Option<Lit>>,
}

impl<'a> Derivation<'a> {
    /// Round 0, behind the clauses of a solution. `None` if the watch says stop, as in all that follows.
    pub(super) fn begin(
        request: &'a Request,
        clues: Clues,
        cnf: &mut impl Formula,
        watch: &dyn Watch,
    ) -> Option<Derivation<'a>> {
        let frame = Frame::new(request, clues);
        let known = |c: Candidate| frame.is_clue(c).then(|| frame.truth(c));
        let placed = match clues {
            Clues::OfPattern => frame.candidates().map(known).collect(),
            Clues::Anywhere => {
                let given = frame.candidates().map(|c| {
                    let given = cnf.var();
                    cnf.add([!given, frame.truth(c)]);
                    cnf.add([!given, is_clue(frame.shape(), c.cell)]);
                    Some(given)
                });
                given.collect()
            }
        };
        let ruled_out = frame.candidates().map(|c| known(c).map(|truth| !truth)).collect();
        let units = frame.units(Style::Bases);
        let mut derivation = Derivation { frame, units, placed, ruled_out };
        let reasons = vec![Vec::new(); derivation.placed.len()];
        derivation.rule_out(cnf, reasons, watch)?;
        Some(derivation)
    }

    /// One round more.
    pub(super) fn add_round(&mut self, cnf: &mut impl Formula, watch: &dyn Watch) -> Option<()> {
        let Derivation { frame, units, placed, ruled_out } = self;
        let shape = frame.shape();
        let geometry = &*shape.geometry();
        let mut place_reasons: Vec<Vec<Lit>> = vec![Vec::new(); placed.len()];
        let mut rule_out_reasons: Vec<Vec<Lit>> = vec![Vec::new(); placed.len()];
        for constraint in &frame.placing {
            if watch.should_stop() {
                return None;
            }
            if constraint.candidates(geometry).all(|c| frame.is_clue(c)) {
                continue;
            }
            let single = cnf.var();
            for c in constraint.candidates(geometry) {
                let index = c.index(shape);
                cnf.add([!single, frame.truth(c)].into_iter().chain(ruled_out[index]));
                place_reasons[index].push(single);
            }
        }
        for rule in &frame.rules {
            if watch.should_stop() {
                return None;
            }
            let applies = cnf.var();
            let [needed, cleared] = frame.parts(rule);
            for c in needed {
                cnf.add([!applies].into_iter().chain(ruled_out[c.index(shape)]));
            }
            for c in cleared {
                rule_out_reasons[c.index(shape)].push(applies);
            }
        }
        let is_open = |c: usize| !frame.is_clue(Candidate::from_index(shape, c));
        units.join(cnf, ruled_out, is_open, &mut rule_out_reasons);
        for c in frame.candidates().filter(|&c| !frame.is_clue(c)) {
            let index = c.index(shape);
            let now = cnf.var();
            if watch.should_stop() {
                return None;
            }
            cnf.add([!now, frame.truth(c)]);
            cnf.add(place_reasons[index].iter().copied().chain(placed[index]).chain([!now]));
            placed[index] = Some(now);
        }
        self.rule_out(cnf, rule_out_reasons, watch)
    }

    /// What is ruled out in the last round: by what is placed, and for these reasons.
    fn rule_out(&mut self, cnf: &mut impl Formula, mut reasons: Vec<Vec<Lit>>, watch: &dyn Watch) -> Option<()> {
        let Derivation { frame, placed, ruled_out, .. } = self;
        let shape = frame.shape();
        let geometry = &*shape.geometry();
        for constraint in Constraint::all(shape) {
            if watch.should_stop() {
                return None;
            }
            let done = cnf.var();
            let placed = constraint.candidates(geometry).filter_map(|c| placed[c.index(shape)]);
            cnf.add(placed.chain([!done]));
            for c in constraint.candidates(geometry) {
                reasons[c.index(shape)].push(done);
            }
        }
        for c in frame.candidates().filter(|&c| !frame.is_clue(c)) {
            let index = c.index(shape);
            let now = cnf.var();
            cnf.add([!now, !frame.truth(c)]);
            // What the layout does not allow needs no other reason.
            if geometry.allowed(c.cell).contains(c.digit) {
                reasons[index].extend(seen_by_rules(geometry, c).filter_map(|other| placed[other.index(shape)]));
                cnf.add(reasons[index].iter().copied().chain(ruled_out[index]).chain([!now]));
            }
            ruled_out[index] = Some(now);
        }
        Some(())
    }

    /// A literal that is true only if each cell is filled in the last round.
    pub(super) fn solved(&self, cnf: &mut impl Formula) -> Lit {
        let shape = self.frame.shape();
        let geometry = &*shape.geometry();
        let solved = cnf.var();
        for cell in self.frame.open_cells() {
            let placed = Constraint::Cell(cell).candidates(geometry);
            cnf.add(placed.filter_map(|c| self.placed[c.index(shape)]).chain([!solved]));
        }
        solved
    }
}

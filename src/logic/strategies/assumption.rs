//! What an assumption forces by singles, one digit after the other, and what each of these digits rests on.

use super::forward::node;
use crate::grid::{Candidate, Constraint};
use crate::logic::{Board, ChainLink, Evidence};

/// The digits that an assumption forces.
pub(super) struct Assumption {
    /// The board with all of them.
    pub(super) board: Board,
    /// The assumption and what it forces, in the order in which the digits come.
    pub(super) forced: Vec<Candidate>,
    /// Which constraint forces each; none for the assumption.
    bases: Vec<Option<Constraint>>,
    /// A constraint that can no longer be met, if the assumption leads to a contradiction.
    pub(super) broken: Option<Constraint>,
}

/// What a digit that is forced, or a contradiction, rests on.
pub(super) struct Proof {
    /// Numbers of the digits among those that the assumption forces, ascending: causes come before what they force.
    needed: Vec<usize>,
    /// Links from causes to what they force, as numbers among all that is forced.
    links: Vec<(usize, usize)>,
    /// The constraints that force the digits; at the end the one that cannot be met.
    bases: Vec<Constraint>,
}

impl Assumption {
    /// Places singles until there is none left, or until a constraint cannot be met.
    pub(super) fn new(board: &Board, assumed: Candidate) -> Assumption {
        let geometry = board.geometry();
        let mut run = Assumption { board: board.clone(), forced: vec![assumed], bases: vec![None], broken: None };
        run.board.place(assumed);
        while !run.board.is_broken() {
            let Some(constraint) = run.board.singles(0..Constraint::count(board.shape())).next() else { return run };
            let candidate = constraint.candidate(geometry, run.board.remaining(constraint).trailing_zeros() as usize);
            run.board.place(candidate);
            run.forced.push(candidate);
            run.bases.push(Some(constraint));
        }
        run.broken = Constraint::all(board.shape()).find(|&constraint| run.board.remaining(constraint) == 0);
        run
    }

    /// What the contradiction rests on.
    pub(super) fn refutation(&self, before: &Board) -> Option<Proof> {
        let end = self.broken?;
        let mut proof = self.proof(before, &[], Some(end));
        proof.bases.push(end);
        Some(proof)
    }

    /// What the digits with these numbers rest on, and what leaves no candidate for a constraint.
    pub(super) fn proof(&self, before: &Board, goals: &[usize], end: Option<Constraint>) -> Proof {
        let mut is_needed = vec![false; self.forced.len()];
        is_needed[0] = true;
        for &goal in goals {
            is_needed[goal] = true;
        }
        let mut proof = Proof { needed: Vec::new(), links: Vec::new(), bases: Vec::new() };
        if let Some(end) = end {
            self.causes(before, end, self.forced.len(), &mut is_needed);
        }
        // Backwards, so that all that needs a digit has been looked at before it.
        for at in (0..self.forced.len()).rev() {
            let Some(base) = self.bases[at].filter(|_| is_needed[at]) else { continue };
            proof.bases.push(base);
            for cause in self.causes(before, base, at, &mut is_needed) {
                proof.links.push((cause, at));
            }
        }
        proof.needed = (0..self.forced.len()).filter(|&at| is_needed[at]).collect();
        proof.bases.reverse();
        proof.links.sort_unstable();
        proof
    }

    /// The digits before this number that rule out the candidates of a constraint, but for the one with this number. A
    /// digit that is needed anyway is preferred, then the first.
    fn causes(&self, before: &Board, base: Constraint, number: usize, is_needed: &mut [bool]) -> Vec<usize> {
        let geometry = before.geometry();
        let kept = self.forced.get(number).copied();
        let mut causes = Vec::new();
        for candidate in base.candidates(geometry).filter(|&c| before.has(c) && Some(c) != kept) {
            let mut ruling_out = (0..number).filter(|&at| geometry.sees(self.forced[at], candidate));
            let first = ruling_out.clone().next();
            if let Some(cause) = ruling_out.find(|&at| is_needed[at]).or(first) {
                is_needed[cause] = true;
                causes.push(cause);
            }
        }
        causes.sort_unstable();
        causes.dedup();
        causes
    }

    /// The first digit that rules a candidate out.
    pub(super) fn first_against(&self, candidate: Candidate) -> Option<usize> {
        self.forced.iter().position(|&forced| self.board.geometry().sees(forced, candidate))
    }
}

impl Proof {
    /// Puts the digits, the links between them and the constraints behind those of the evidence.
    pub(super) fn add_to(&self, run: &Assumption, evidence: &mut Evidence) {
        let start = evidence.nodes.len();
        let number = |at: usize| start + self.needed.binary_search(&at).unwrap_or_default();
        let links = self.links.iter().map(|&(from, to)| (number(from), number(to)));
        evidence.links.extend(links.map(|(from, to)| ChainLink { from, to, is_strong: false }));
        evidence.nodes.extend(self.needed.iter().map(|&at| node([run.forced[at].cell], run.forced[at].digit, true)));
        evidence.bases.extend(&self.bases);
    }
}

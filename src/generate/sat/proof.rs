//! What a solver run writes down for a checker.

use super::cdcl::Lit;

/// One line of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofLine {
    /// A clause of the encoding.
    Input(Vec<Lit>),
    /// A loop formula: true of every puzzle the strategies solve; justified by geometry alone.
    Lemma(Vec<Lit>),
    /// Follows from the lines before by reverse unit propagation.
    Learnt(Vec<Lit>),
    /// No longer used.
    Delete(Vec<Lit>),
}

/// The lines of a proof in order; a refutation ends with the empty learnt clause.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// The lines.
    pub lines: Vec<ProofLine>,
}

impl Proof {
    pub(super) fn input(&mut self, lits: &[Lit]) {
        self.lines.push(ProofLine::Input(lits.to_vec()));
    }

    pub(super) fn lemma(&mut self, lits: &[Lit]) {
        self.lines.push(ProofLine::Lemma(lits.to_vec()));
    }

    pub(super) fn learnt(&mut self, lits: &[Lit]) {
        self.lines.push(ProofLine::Learnt(lits.to_vec()));
    }

    pub(super) fn delete(&mut self, lits: &[Lit]) {
        self.lines.push(ProofLine::Delete(lits.to_vec()));
    }
}

//! What a solver run writes down for a checker.

use super::cdcl::Lit;

/// One line of a proof.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ProofLine {
    /// A clause of the encoding.
    Input(Vec<Lit>),
    /// A loop formula, which the theory adds; it holds whatever the assignment.
    LoopFormula(Vec<Lit>),
    /// Follows from the lines before by reverse unit propagation.
    Learnt(Vec<Lit>),
    /// No longer used.
    Delete(Vec<Lit>),
}

impl ProofLine {
    /// The clause that the line adds or deletes.
    pub fn clause(&self) -> &[Lit] {
        match self {
            ProofLine::Input(clause)
            | ProofLine::LoopFormula(clause)
            | ProofLine::Learnt(clause)
            | ProofLine::Delete(clause) => clause,
        }
    }
}

/// The lines of a proof in order; a refutation ends with the empty learnt clause.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Proof {
    /// The lines not yet handed on.
    pub lines: Vec<ProofLine>,
    /// Literals in these lines.
    pub n_literals: usize,
}

impl Proof {
    pub(crate) fn input(&mut self, lits: &[Lit]) {
        self.push(ProofLine::Input(lits.to_vec()), lits.len());
    }

    pub(crate) fn loop_formula(&mut self, lits: &[Lit]) {
        self.push(ProofLine::LoopFormula(lits.to_vec()), lits.len());
    }

    pub(crate) fn learnt(&mut self, lits: &[Lit]) {
        self.push(ProofLine::Learnt(lits.to_vec()), lits.len());
    }

    pub(crate) fn delete(&mut self, lits: &[Lit]) {
        self.push(ProofLine::Delete(lits.to_vec()), lits.len());
    }

    /// Takes the lines out.
    pub(crate) fn take(&mut self) -> Vec<ProofLine> {
        self.n_literals = 0;
        std::mem::take(&mut self.lines)
    }

    /// Takes over the lines of another.
    #[cfg(feature = "cadical")]
    pub(crate) fn append(&mut self, other: &mut Proof) {
        self.n_literals += other.n_literals;
        self.lines.append(&mut other.take());
    }

    fn push(&mut self, line: ProofLine, n_literals: usize) {
        self.lines.push(line);
        self.n_literals += n_literals;
    }
}

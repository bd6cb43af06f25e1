//! Hints for the steps of a refutation: LRAT.
//!
//! Unit propagation finds out again why each step follows. What holds for good becomes a step of
//! its own, so that later ones can name it.

use super::CertificateError;
use crate::generate::Watch;
use crate::generate::certificate::Refutation;
use crate::sat::cdcl::Lit;
use crate::sat::proof::ProofLine;
use crate::sat::{Hint, Propagator};
use std::fmt::Write;

/// Steps as they are written.
struct Writer {
    propagator: Propagator,
    /// Per clause of the propagator its number in the text.
    ids: Vec<u64>,
    /// Per literal that holds for good the number of the clause that says so.
    fixed: Vec<u64>,
    n_fixed: usize,
    last_id: u64,
    text: String,
}

/// The refutation of [`Refutation::cnf`] as LRAT text.
///
/// # Errors
/// The first line (from 0) that does not follow, or that there is no contradiction at the end;
/// [`CertificateError::Stopped`] if the watch said stop.
pub(in crate::generate) fn lrat(refutation: &Refutation, watch: &dyn Watch) -> Result<String, CertificateError> {
    // The formula has the clauses of the encoding first, then the loop formulas.
    let (mut input, mut formula) = (0, refutation.inputs().count() as u64);
    let mut writer = Writer {
        propagator: Propagator::new(refutation.n_vars),
        ids: Vec::new(),
        fixed: vec![0; 2 * refutation.n_vars],
        n_fixed: 0,
        last_id: formula + refutation.loop_formulas().count() as u64,
        text: String::new(),
    };
    for (number, line) in refutation.lines.iter().enumerate() {
        if watch.should_stop() {
            watch.let_go(Box::new(writer));
            return Err(CertificateError::Stopped);
        }
        if line.clause().iter().any(|lit| lit.var() >= refutation.n_vars) {
            return Err(CertificateError::Step(number));
        }
        match line {
            ProofLine::Input(clause) => {
                input += 1;
                writer.add(clause, input);
            }
            ProofLine::LoopFormula(clause) => {
                formula += 1;
                writer.add(clause, formula);
            }
            ProofLine::Learnt(clause) => {
                let hints = writer.propagator.explain(clause).ok_or(CertificateError::Step(number))?;
                let id = writer.step(clause, &hints);
                writer.add(clause, id);
            }
            ProofLine::Delete(clause) => writer.delete(clause),
        }
        if writer.propagator.is_refuted() {
            let hints = writer.propagator.explain_refutation();
            writer.step(&[], &hints);
            return Ok(writer.text);
        }
    }
    Err(CertificateError::Unfinished)
}

impl Writer {
    /// Adds a clause of this number, and steps for what holds for good from now on.
    fn add(&mut self, clause: &[Lit], id: u64) {
        self.ids.push(id);
        self.propagator.add(clause);
        while let Some(&lit) = self.propagator.fixed().get(self.n_fixed) {
            self.n_fixed += 1;
            let (number, reason) = self.propagator.reason(lit);
            let mut hints: Vec<Hint> =
                reason.iter().filter(|&&other| other != lit).map(|&other| Hint::Fixed(!other)).collect();
            self.fixed[lit.index()] = if hints.is_empty() {
                self.ids[number]
            } else {
                hints.push(Hint::Clause(number));
                self.step(&[lit], &hints)
            };
        }
    }

    /// Writes a step; its number.
    fn step(&mut self, clause: &[Lit], hints: &[Hint]) -> u64 {
        self.last_id += 1;
        let id = self.last_id;
        // Writing to a string cannot fail.
        let _ = write!(self.text, "{id}");
        for lit in clause {
            let _ = write!(self.text, " {}", lit.dimacs());
        }
        self.text.push_str(" 0");
        for hint in hints {
            let hint = match *hint {
                Hint::Fixed(lit) => self.fixed[lit.index()],
                Hint::Clause(number) => self.ids[number],
            };
            let _ = write!(self.text, " {hint}");
        }
        self.text.push_str(" 0\n");
        id
    }

    fn delete(&mut self, clause: &[Lit]) {
        if let Some(number) = self.propagator.delete(clause) {
            let _ = writeln!(self.text, "{} d {} 0", self.last_id, self.ids[number]);
        }
    }
}

//! Clauses before any solver sees them.

use super::cdcl::Lit;
use std::fmt::{self, Write};

/// Clauses one after the other in one allocation: large formulas are made and released quickly.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Clauses {
    lits: Vec<Lit>,
    /// Where each clause ends.
    ends: Vec<usize>,
}

impl Clauses {
    /// Adds a clause.
    pub fn push(&mut self, clause: impl IntoIterator<Item = Lit>) {
        self.lits.extend(clause);
        self.ends.push(self.lits.len());
    }

    /// Number of clauses.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there is no clause.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Takes all clauses out.
    pub fn clear(&mut self) {
        self.lits.clear();
        self.ends.clear();
    }

    /// The clauses in order.
    pub fn iter(&self) -> impl Iterator<Item = &[Lit]> {
        let mut start = 0;
        self.ends.iter().map(move |&end| {
            let clause = &self.lits[start..end];
            start = end;
            clause
        })
    }
}

impl Extend<Vec<Lit>> for Clauses {
    fn extend<I: IntoIterator<Item = Vec<Lit>>>(&mut self, clauses: I) {
        clauses.into_iter().for_each(|clause| self.push(clause));
    }
}

impl FromIterator<Vec<Lit>> for Clauses {
    fn from_iter<I: IntoIterator<Item = Vec<Lit>>>(clauses: I) -> Clauses {
        let mut all = Clauses::default();
        all.extend(clauses);
        all
    }
}

/// A formula in conjunctive normal form.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cnf {
    /// Number of variables.
    pub n_vars: usize,
    /// The clauses.
    pub clauses: Clauses,
}

/// What a formula is written to.
pub trait Formula {
    /// A new variable as a literal.
    fn var(&mut self) -> Lit;

    /// Adds a clause.
    fn add(&mut self, clause: impl IntoIterator<Item = Lit>);

    /// `left` if and only if at least one of `right`.
    fn iff_any(&mut self, left: Lit, right: &[Lit]) {
        self.add(right.iter().copied().chain([!left]));
        for &lit in right {
            self.add([left, !lit]);
        }
    }

    /// `left` if and only if all of `right`.
    fn iff_all(&mut self, left: Lit, right: &[Lit]) {
        self.add(right.iter().map(|&lit| !lit).chain([left]));
        for &lit in right {
            self.add([!left, lit]);
        }
    }

    /// At most one of these, pair by pair.
    fn at_most_one(&mut self, lits: &[Lit]) {
        for (i, &a) in lits.iter().enumerate() {
            for &b in &lits[..i] {
                self.add([!a, !b]);
            }
        }
    }
}

impl Formula for Cnf {
    fn var(&mut self) -> Lit {
        self.n_vars += 1;
        Lit::new(self.n_vars - 1, true)
    }

    fn add(&mut self, clause: impl IntoIterator<Item = Lit>) {
        self.clauses.push(clause);
    }
}

/// The DIMACS text.
impl fmt::Display for Cnf {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "p cnf {} {}", self.n_vars, self.clauses.len())?;
        self.clauses.iter().try_for_each(|clause| f.write_str(&dimacs(clause)))
    }
}

/// A clause as a line of DIMACS.
pub(crate) fn dimacs(clause: &[Lit]) -> String {
    let mut line = String::with_capacity(6 * clause.len() + 2);
    for lit in clause {
        // Writing to a string cannot fail.
        let _ = write!(line, "{} ", lit.dimacs());
    }
    line.push_str("0\n");
    line
}

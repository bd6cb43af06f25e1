//! A formula that keeps the form in which it was written: equivalences and counts beside clauses.
//!
//! Clauses are what our solvers take. Other kinds of solvers take more, so a formula that is handed on to them should
//! not be broken into clauses first.

use super::cdcl::Lit;
use super::cnf::{Cnf, Formula};
use std::fmt::{self, Write};

/// What must hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Condition {
    /// At least one of these.
    Clause(Vec<Lit>),
    /// The first if and only if at least one of the others.
    IffAny(Lit, Vec<Lit>),
    /// The first if and only if all of the others.
    IffAll(Lit, Vec<Lit>),
    /// At most one of these.
    AtMostOne(Vec<Lit>),
}

/// Conditions in the order in which they were written.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Conditions {
    /// Number of variables.
    pub n_vars: usize,
    /// The conditions.
    pub all: Vec<Condition>,
}

impl Formula for Conditions {
    fn var(&mut self) -> Lit {
        self.n_vars += 1;
        Lit::new(self.n_vars - 1, true)
    }

    fn add(&mut self, clause: impl IntoIterator<Item = Lit>) {
        self.all.push(Condition::Clause(clause.into_iter().collect()));
    }

    fn iff_any(&mut self, left: Lit, right: &[Lit]) {
        self.all.push(Condition::IffAny(left, right.to_vec()));
    }

    fn iff_all(&mut self, left: Lit, right: &[Lit]) {
        self.all.push(Condition::IffAll(left, right.to_vec()));
    }

    fn at_most_one(&mut self, lits: &[Lit]) {
        self.all.push(Condition::AtMostOne(lits.to_vec()));
    }
}

impl Conditions {
    /// The conditions as clauses.
    pub fn cnf(&self) -> Cnf {
        let mut cnf = Cnf { n_vars: self.n_vars, ..Cnf::default() };
        for condition in &self.all {
            match condition {
                Condition::Clause(lits) => cnf.add(lits.iter().copied()),
                Condition::IffAny(left, right) => cnf.iff_any(*left, right),
                Condition::IffAll(left, right) => cnf.iff_all(*left, right),
                Condition::AtMostOne(lits) => cnf.at_most_one(lits),
            }
        }
        cnf
    }

    /// The conditions as linear inequalities over variables that are 0 or 1. An equivalence takes two inequalities, every
    /// other condition one.
    pub fn inequalities(&self) -> Vec<Inequality> {
        let mut all = Vec::with_capacity(self.all.len());
        for condition in &self.all {
            let ones = |lits: &[Lit]| lits.iter().map(|&lit| (1, lit)).collect::<Vec<_>>();
            let minus = |lits: &[Lit]| lits.iter().map(|&lit| (-1, lit)).collect::<Vec<_>>();
            match condition {
                Condition::Clause(lits) => all.push(Inequality::new(&ones(lits), 1)),
                Condition::AtMostOne(lits) => all.push(Inequality::new(&minus(lits), -1)),
                Condition::IffAny(left, right) => {
                    let n: i64 = right.iter().map(|_| 1).sum();
                    all.push(Inequality::new(&[ones(right), vec![(-1, *left)]].concat(), 0));
                    all.push(Inequality::new(&[minus(right), vec![(n, *left)]].concat(), 0));
                }
                Condition::IffAll(left, right) => {
                    let n: i64 = right.iter().map(|_| 1).sum();
                    all.push(Inequality::new(&[ones(right), vec![(-n, *left)]].concat(), 0));
                    all.push(Inequality::new(&[minus(right), vec![(1, *left)]].concat(), 1 - n));
                }
            }
        }
        all
    }
}

/// "This weighted sum of variables is at least so much."
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Inequality {
    /// Weights and variables, each variable once and in ascending order.
    pub terms: Vec<(i64, usize)>,
    /// The least sum.
    pub least: i64,
}

impl Inequality {
    /// With weights of literals: a negative one stands for 1 less its variable.
    fn new(terms: &[(i64, Lit)], least: i64) -> Inequality {
        let constant: i64 = terms.iter().filter(|(_, lit)| !lit.is_positive()).map(|(weight, _)| weight).sum();
        let mut weights: Vec<(usize, i64)> =
            terms.iter().map(|&(weight, lit)| (lit.var(), if lit.is_positive() { weight } else { -weight })).collect();
        weights.sort_unstable();
        let mut merged: Vec<(i64, usize)> = Vec::with_capacity(weights.len());
        for (var, weight) in weights {
            match merged.last_mut() {
                Some((sum, last)) if *last == var => *sum += weight,
                _ => merged.push((weight, var)),
            }
        }
        merged.retain(|&(weight, _)| weight != 0);
        Inequality { terms: merged, least: least - constant }
    }
}

/// A line of OPB, the format of pseudo-Boolean solvers, with variables x1, x2 and so on.
impl fmt::Display for Inequality {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (weight, var) in &self.terms {
            write!(f, "{weight:+} x{} ", var + 1)?;
        }
        if self.terms.is_empty() {
            // The format wants a variable in each constraint.
            f.write_str("+0 x1 ")?;
        }
        write!(f, ">= {}", self.least)?;
        f.write_char(';')
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// For all values of three variables, the conditions hold as clauses and as inequalities where `expected` says so.
    #[track_caller]
    fn check(condition: &Condition, expected: impl Fn([bool; 3]) -> bool) {
        let conditions = Conditions { n_vars: 3, all: vec![condition.clone()] };
        for bits in 0..8 {
            let value = |var: usize| bits >> var & 1 == 1;
            let is_true = |lit: &Lit| value(lit.var()) == lit.is_positive();
            let wanted = expected([value(0), value(1), value(2)]);
            let clauses = conditions.cnf().clauses.iter().all(|clause| clause.iter().any(is_true));
            assert_eq!(clauses, wanted, "{condition:?} as clauses at {bits:03b}");
            let sum = |terms: &[(i64, usize)]| terms.iter().map(|&(w, var)| w * i64::from(value(var))).sum::<i64>();
            let inequalities = conditions.inequalities().iter().all(|i| sum(&i.terms) >= i.least);
            assert_eq!(inequalities, wanted, "{condition:?} as inequalities at {bits:03b}");
        }
    }

    #[test]
    fn all_forms_say_the_same() {
        let [a, b, c] = [0, 1, 2].map(|var| Lit::new(var, true));
        check(&Condition::Clause(vec![a, !b, c]), |[a, b, c]| a || !b || c);
        check(&Condition::Clause(vec![a, !a]), |_| true);
        check(&Condition::Clause(vec![]), |_| false);
        check(&Condition::IffAny(a, vec![b, !c]), |[a, b, c]| a == (b || !c));
        check(&Condition::IffAny(!a, vec![b, c, b]), |[a, b, c]| a != (b || c));
        check(&Condition::IffAny(a, vec![]), |[a, ..]| !a);
        check(&Condition::IffAll(a, vec![b, !c]), |[a, b, c]| a == (b && !c));
        check(&Condition::IffAll(!a, vec![!b, c, c]), |[a, b, c]| a != (!b && c));
        check(&Condition::IffAll(a, vec![]), |[a, ..]| a);
        check(&Condition::AtMostOne(vec![a, !b, c]), |[a, b, c]| u8::from(a) + u8::from(!b) + u8::from(c) <= 1);
    }

    #[test]
    fn inequalities_are_lines_of_opb() {
        let [a, b] = [0, 4].map(|var| Lit::new(var, true));
        let text = |condition| {
            let lines = Conditions { n_vars: 5, all: vec![condition] }.inequalities();
            lines.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
        };
        assert_eq!(text(Condition::Clause(vec![a, !b])), "+1 x1 -1 x5 >= 0;");
        assert_eq!(text(Condition::IffAll(a, vec![!b])), "-1 x1 -1 x5 >= -1; +1 x1 +1 x5 >= 1;");
        assert_eq!(text(Condition::Clause(vec![])), "+0 x1 >= 1;");
    }
}

//! Counting true variables by clauses: a sequential counter.
//!
//! For "at least j of the first i" there is a variable that is true where it holds; where it does not, it may have any
//! value. So "at most k" is the negation of the last one for k + 1, which can be assumed or added for one k after the
//! other.

use super::cdcl::Lit;
use super::cnf::Formula;

/// The counter of a list of literals.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Counter {
    /// "At least j + 1 of all", for j from 0 on.
    totals: Vec<Lit>,
}

impl Counter {
    /// Writes the counter for numbers up to `most`.
    pub fn new(lits: &[Lit], most: usize, formula: &mut impl Formula) -> Counter {
        let mut before: Vec<Lit> = Vec::new();
        for (i, &lit) in lits.iter().enumerate() {
            let now: Vec<Lit> = (0..most.min(i + 1)).map(|_| formula.var()).collect();
            for (j, &count) in now.iter().enumerate() {
                if let Some(&same) = before.get(j) {
                    formula.add([!same, count]);
                }
                let one_less = j.checked_sub(1).map(|j| !before[j]);
                formula.add([!lit, count].into_iter().chain(one_less));
            }
            before = now;
        }
        Counter { totals: before }
    }

    /// True where at least so many (1 to the most that it counts) of the literals are.
    pub fn at_least(&self, number: usize) -> Lit {
        self.totals[number - 1]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sat::cdcl::{Answer, NoTheory, Solver};
    use crate::sat::cnf::Cnf;

    /// "At most k" is what the counter says, for all values of some variables.
    #[test]
    fn counts() {
        for n in 1..=5usize {
            for most in 1..=n {
                let mut cnf = Cnf { n_vars: n, ..Cnf::default() };
                let lits: Vec<Lit> = (0..n).map(|var| Lit::new(var, true)).collect();
                let counter = Counter::new(&lits, most, &mut cnf);
                let mut solver = Solver::new(cnf.n_vars, NoTheory);
                for clause in cnf.clauses.iter() {
                    solver.add_clause(clause);
                }
                for bits in 0..1u32 << n {
                    for number in 1..=most {
                        let values = lits.iter().map(|&lit| if bits >> lit.var() & 1 == 1 { lit } else { !lit });
                        let assumed: Vec<Lit> = values.chain([!counter.at_least(number)]).collect();
                        let answer = solver.solve_under(&assumed, u64::MAX, &mut |_| false);
                        let fits = (bits.count_ones() as usize) < number;
                        assert_eq!(answer == Answer::Satisfiable, fits, "{n} {most} {bits:b} {number}");
                    }
                }
            }
        }
    }
}

//! What the rows of a program decide by themselves, taken out before it is solved.
//!
//! A row with one variable makes it 1, and all that shares a row with it 0. If every variable of a row is in another
//! row as well, the rest of that row is 0. Neither takes a point away, so the middle of those that are left is the
//! middle of the whole program; the interior-point method just has less to do.

use super::model::Model;
use crate::grid::Candidate;

/// What is left of a model.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Presolved {
    /// The variables that are not decided, with their rows.
    pub(super) model: Model,
    /// The candidates that are 1 in every point; what is neither here nor in the model is 0.
    pub(super) ones: Vec<Candidate>,
}

/// The rows, which sum to 1, and behind them the sums that are at most 1.
struct Work {
    /// The variables of each sum that are left.
    sums: Vec<Vec<usize>>,
    n_rows: usize,
    /// The sums of each variable that is left.
    sums_of: Vec<Vec<usize>>,
    /// Sums that say something that others do not.
    is_open: Vec<bool>,
    is_left: Vec<bool>,
    ones: Vec<usize>,
    /// Rows that lost a variable since they were last looked at.
    touched: Vec<usize>,
    is_touched: Vec<bool>,
}

impl Model {
    /// The model without what its rows decide; `None` if they contradict each other.
    pub(super) fn presolve(&self) -> Option<Presolved> {
        let sums: Vec<Vec<usize>> = self.rows.iter().chain(&self.at_most).cloned().collect();
        let mut sums_of = vec![Vec::new(); self.variables.len()];
        for (index, members) in sums.iter().enumerate() {
            for &variable in members {
                sums_of[variable].push(index);
            }
        }
        let n_rows = self.rows.len();
        let mut work = Work {
            is_open: vec![true; sums.len()],
            sums,
            n_rows,
            sums_of,
            is_left: vec![true; self.variables.len()],
            ones: Vec::new(),
            touched: (0..n_rows).collect(),
            is_touched: vec![true; n_rows],
        };
        while let Some(row) = work.touched.pop() {
            work.is_touched[row] = false;
            if work.is_open[row] {
                work.look_at(row)?;
            }
        }
        Some(work.result(self))
    }
}

impl Work {
    /// What this row decides.
    fn look_at(&mut self, row: usize) -> Option<()> {
        match *self.sums[row] {
            [] => return None,
            [variable] => self.set_to_one(variable),
            [first, ..] => {
                let holds_row = |sum: &usize| {
                    *sum != row
                        && self.is_open[*sum]
                        && self.sums[row].iter().all(|&variable| self.sums_of[variable].contains(sum))
                };
                // They hold nothing else, and then they say the same.
                let others: Vec<usize> = self.sums_of[first].iter().copied().filter(holds_row).collect();
                for other in others {
                    self.is_open[other] = false;
                    let is_outside = |variable: &usize| !self.sums[row].contains(variable);
                    let outside: Vec<usize> = self.sums[other].iter().copied().filter(is_outside).collect();
                    for variable in outside {
                        self.set_to_zero(variable);
                    }
                }
            }
        }
        Some(())
    }

    fn set_to_one(&mut self, variable: usize) {
        self.ones.push(variable);
        self.is_left[variable] = false;
        for sum in std::mem::take(&mut self.sums_of[variable]) {
            self.is_open[sum] = false;
            for other in std::mem::take(&mut self.sums[sum]) {
                self.set_to_zero(other);
            }
        }
    }

    /// Unless it is decided already.
    fn set_to_zero(&mut self, variable: usize) {
        if !std::mem::replace(&mut self.is_left[variable], false) {
            return;
        }
        for sum in std::mem::take(&mut self.sums_of[variable]) {
            self.sums[sum].retain(|&member| member != variable);
            if sum < self.n_rows && !std::mem::replace(&mut self.is_touched[sum], true) {
                self.touched.push(sum);
            }
        }
    }

    fn result(self, model: &Model) -> Presolved {
        let left: Vec<usize> = (0..model.variables.len()).filter(|&variable| self.is_left[variable]).collect();
        let mut number = vec![usize::MAX; model.variables.len()];
        for (index, &variable) in left.iter().enumerate() {
            number[variable] = index;
        }
        let members = |sum: usize| self.sums[sum].iter().map(|&variable| number[variable]).collect::<Vec<_>>();
        let rows: Vec<usize> = (0..self.n_rows).filter(|&row| self.is_open[row]).collect();
        let at_most = (self.n_rows..self.sums.len()).filter(|&sum| self.is_open[sum] && self.sums[sum].len() > 1);
        Presolved {
            model: Model {
                variables: left.iter().map(|&variable| model.variables[variable]).collect(),
                rows: rows.iter().map(|&row| members(row)).collect(),
                constraints: rows.iter().map(|&row| model.constraints[row]).collect(),
                at_most: at_most.map(members).collect(),
            },
            ones: self.ones.iter().map(|&variable| model.variables[variable]).collect(),
        }
    }
}

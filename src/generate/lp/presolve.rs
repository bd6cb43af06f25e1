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

/// Which sums a variable is part of.
struct Work {
    rows: Vec<Vec<usize>>,
    at_most: Vec<Vec<usize>>,
    rows_of: Vec<Vec<usize>>,
    at_most_of: Vec<Vec<usize>>,
    /// Rows that something still depends on.
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
        let n_variables = self.variables.len();
        let sums_of = |sums: &[Vec<usize>]| {
            let mut sums_of = vec![Vec::new(); n_variables];
            for (index, members) in sums.iter().enumerate() {
                for &variable in members {
                    sums_of[variable].push(index);
                }
            }
            sums_of
        };
        let n_rows = self.rows.len();
        let mut work = Work {
            rows_of: sums_of(&self.rows),
            at_most_of: sums_of(&self.at_most),
            rows: self.rows.clone(),
            at_most: self.at_most.clone(),
            is_open: vec![true; n_rows],
            is_left: vec![true; n_variables],
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
        match *self.rows[row] {
            [] => return None,
            [variable] => {
                self.set_to_one(variable);
                return Some(());
            }
            [first, ..] => {
                // Sums that hold the whole row hold nothing else.
                for index in 0..self.rows_of[first].len() {
                    let other = self.rows_of[first][index];
                    if other == row || !self.is_open[other] || !self.holds_all(row, other, false) {
                        continue;
                    }
                    if self.rows[other].len() == self.rows[row].len() {
                        self.is_open[other] = false;
                    } else {
                        self.keep_only(row, other, false);
                    }
                }
                for index in 0..self.at_most_of[first].len() {
                    let other = self.at_most_of[first][index];
                    if self.at_most[other].len() > self.rows[row].len() && self.holds_all(row, other, true) {
                        self.keep_only(row, other, true);
                    }
                }
            }
        }
        Some(())
    }

    /// Whether each variable of a row is part of another sum.
    fn holds_all(&self, row: usize, other: usize, is_at_most: bool) -> bool {
        let sums_of = if is_at_most { &self.at_most_of } else { &self.rows_of };
        self.rows[row].iter().all(|&variable| sums_of[variable].contains(&other))
    }

    /// Makes what a sum holds besides a row 0.
    fn keep_only(&mut self, row: usize, other: usize, is_at_most: bool) {
        let members = if is_at_most { &self.at_most[other] } else { &self.rows[other] };
        let rest: Vec<usize> = members.iter().copied().filter(|variable| !self.rows[row].contains(variable)).collect();
        for variable in rest {
            self.set_to_zero(variable);
        }
    }

    fn set_to_one(&mut self, variable: usize) {
        self.ones.push(variable);
        let rows = self.rows_of[variable].iter().flat_map(|&row| self.rows[row].iter());
        let at_most = self.at_most_of[variable].iter().flat_map(|&sum| self.at_most[sum].iter());
        let others: Vec<usize> = rows.chain(at_most).copied().filter(|&other| other != variable).collect();
        for row in std::mem::take(&mut self.rows_of[variable]) {
            self.is_open[row] = false;
        }
        self.is_left[variable] = false;
        for other in others {
            self.set_to_zero(other);
        }
    }

    fn set_to_zero(&mut self, variable: usize) {
        if !std::mem::replace(&mut self.is_left[variable], false) {
            return;
        }
        for row in std::mem::take(&mut self.rows_of[variable]) {
            self.rows[row].retain(|&member| member != variable);
            if !std::mem::replace(&mut self.is_touched[row], true) {
                self.touched.push(row);
            }
        }
        for sum in std::mem::take(&mut self.at_most_of[variable]) {
            self.at_most[sum].retain(|&member| member != variable);
        }
    }

    fn result(self, model: &Model) -> Presolved {
        let mut number = vec![usize::MAX; model.variables.len()];
        let mut variables = Vec::new();
        for (variable, &candidate) in model.variables.iter().enumerate().filter(|&(variable, _)| self.is_left[variable])
        {
            number[variable] = variables.len();
            variables.push(candidate);
        }
        let renumbered = |members: &Vec<usize>| members.iter().map(|&variable| number[variable]).collect::<Vec<_>>();
        let open: Vec<usize> = (0..self.rows.len()).filter(|&row| self.is_open[row]).collect();
        let at_most = self.at_most.iter().filter(|members| members.len() > 1).map(renumbered).collect();
        Presolved {
            model: Model {
                variables,
                rows: open.iter().map(|&row| renumbered(&self.rows[row])).collect(),
                constraints: open.iter().map(|&row| model.constraints[row]).collect(),
                at_most,
            },
            ones: self.ones.iter().map(|&variable| model.variables[variable]).collect(),
        }
    }
}

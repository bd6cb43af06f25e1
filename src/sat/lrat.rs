//! Checks proofs in LRAT against formulas in DIMACS, from their texts alone.
//!
//! Nothing is searched: each step names the clauses that make it follow, in order, so whoever
//! distrusts the rest of this program need only read this file.

use std::collections::{HashMap, HashSet};

/// What is wrong with a proof; lines count from 1.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum LratError {
    #[error("line {0} of the formula is not DIMACS")]
    Formula(usize),
    #[error("line {0} of the proof is not LRAT")]
    Proof(usize),
    #[error("line {0} of the proof names clause {1}, which does not exist")]
    Unknown(usize, u64),
    #[error("line {0} of the proof repeats a number")]
    Repeated(usize),
    #[error("line {0} of the proof does not follow: clause {1} has two literals that are not false")]
    NotUnit(usize, u64),
    #[error("line {0} of the proof does not follow: its clauses end without a contradiction")]
    NoConflict(usize),
    #[error("the proof ends without the empty clause")]
    Unfinished,
    #[error("the check was stopped")]
    Stopped,
}

/// Checks that the proof, in LRAT, derives the empty clause from the formula, in DIMACS.
///
/// Steps must follow by unit propagation along their hints; steps that only keep the formula
/// satisfiable (RAT, negative hints) are refused.
///
/// # Errors
/// The first thing that is wrong.
pub fn check_lrat(formula: &str, proof: &str) -> Result<(), LratError> {
    check_lrat_until(formula, proof, &|| false)
}

/// Checks a proof as [`check_lrat`] does, and asks at each line whether to stop.
///
/// # Errors
/// The first thing that is wrong, or that it was stopped.
pub fn check_lrat_until(formula: &str, proof: &str, should_stop: &dyn Fn() -> bool) -> Result<(), LratError> {
    let mut clauses = read_formula(formula, should_stop)?;
    let mut last = clauses.len() as u64;
    for (line, text) in proof.lines().enumerate().map(|(i, text)| (i + 1, text)) {
        if should_stop() {
            return Err(LratError::Stopped);
        }
        let mut words = text.split_ascii_whitespace().peekable();
        let Some(word) = words.next().filter(|&word| word != "c") else { continue };
        let id: u64 = word.parse().map_err(|_| LratError::Proof(line))?;
        if words.peek() == Some(&"d") {
            words.next();
            let gone: Vec<u64> = numbers(&mut words).ok_or(LratError::Proof(line))?;
            for id in gone {
                clauses.remove(&id).ok_or(LratError::Unknown(line, id))?;
            }
            continue;
        }
        let clause: Vec<i32> = numbers(&mut words).ok_or(LratError::Proof(line))?;
        let hints: Vec<u64> = numbers(&mut words).ok_or(LratError::Proof(line))?;
        // No number has the opposite of the least one.
        if words.next().is_some() || clause.contains(&i32::MIN) {
            return Err(LratError::Proof(line));
        }
        if id <= last {
            return Err(LratError::Repeated(line));
        }
        last = id;
        follows(&clauses, &clause, &hints, line)?;
        if clause.is_empty() {
            return Ok(());
        }
        clauses.insert(id, clause);
    }
    Err(LratError::Unfinished)
}

type Clauses = HashMap<u64, Vec<i32>>;

/// Clauses by their numbers, from 1; as many, and about as many variables, as the header says.
fn read_formula(text: &str, should_stop: &dyn Fn() -> bool) -> Result<Clauses, LratError> {
    let mut clauses = Clauses::new();
    let mut lines = (1..).zip(text.lines()).filter(|(_, text)| !text.starts_with('c') && !text.trim().is_empty());
    let (header_line, header) = lines.next().unwrap_or((1, ""));
    let [n_vars, n_clauses] = header
        .strip_prefix("p cnf ")
        .and_then(|counts| {
            counts.split_ascii_whitespace().map(|count| count.parse().ok()).collect::<Option<Vec<u32>>>()
        })
        .and_then(|counts| <[u32; 2]>::try_from(counts).ok())
        .ok_or(LratError::Formula(header_line))?;
    for (line, text) in lines {
        if should_stop() {
            return Err(LratError::Stopped);
        }
        let mut words = text.split_ascii_whitespace().peekable();
        let clause: Vec<i32> = numbers(&mut words).ok_or(LratError::Formula(line))?;
        if words.next().is_some() || clause.iter().any(|lit| lit.unsigned_abs() > n_vars) {
            return Err(LratError::Formula(line));
        }
        clauses.insert(clauses.len() as u64 + 1, clause);
    }
    if clauses.len() != n_clauses as usize {
        return Err(LratError::Formula(header_line));
    }
    Ok(clauses)
}

/// Numbers up to the closing 0.
fn numbers<'a, T: std::str::FromStr + Default + PartialEq>(
    words: &mut impl Iterator<Item = &'a str>,
) -> Option<Vec<T>> {
    let mut out = Vec::new();
    loop {
        let number: T = words.next()?.parse().ok()?;
        if number == T::default() {
            return Some(out);
        }
        out.push(number);
    }
}

/// With all literals of the clause false, each hint in turn makes one more literal true; the last is false.
fn follows(clauses: &Clauses, clause: &[i32], hints: &[u64], line: usize) -> Result<(), LratError> {
    let mut is_false: HashSet<i32> = clause.iter().copied().collect();
    for &hint in hints {
        let lits = clauses.get(&hint).ok_or(LratError::Unknown(line, hint))?;
        let mut open = lits.iter().filter(|lit| !is_false.contains(lit));
        let Some(&lit) = open.next() else { return Ok(()) };
        if open.any(|&other| other != lit) {
            return Err(LratError::NotUnit(line, hint));
        }
        is_false.insert(-lit);
    }
    Err(LratError::NoConflict(line))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// All four clauses over two variables.
    const FORMULA: &str = "c all\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n";

    #[track_caller]
    fn check(proof: &str, expected: impl Into<Option<LratError>>) {
        assert_eq!(check_lrat(FORMULA, proof).err(), expected.into(), "{proof}");
    }

    #[test]
    fn steps_follow_from_their_hints_alone() {
        check("5 2 0 1 2 0\n6 0 5 3 4 0\n", None);
        check("c a comment\n5 2 0 2 1 0\n5 d 1 2 0\n6 0 5 3 4 0\n", None);
        check("5 2 0 1 2 0\n", LratError::Unfinished);
        check("", LratError::Unfinished);
        check("5 2 0 1 0\n6 0 5 3 4 0\n", LratError::NoConflict(1));
        check("5 2 0 1 2 0\n6 0 3 5 4 0\n", LratError::NotUnit(2, 3));
        check("5 2 0 1 2 0\n5 d 4 0\n6 0 5 3 4 0\n", LratError::Unknown(3, 4));
        check("5 0 7 0\n", LratError::Unknown(1, 7));
        check("4 2 0 1 2 0\n", LratError::Repeated(1));
        check("5 0 0\n", LratError::NoConflict(1));
        check("5 1 0 -1 2 0\n", LratError::Proof(1));
        check("5 2 0 1 2\n", LratError::Proof(1));
        check("five 2 0 1 2 0\n", LratError::Proof(1));
        assert_eq!(check_lrat("p cnf 1 1\n1\n", ""), Err(LratError::Formula(2)));
    }
}

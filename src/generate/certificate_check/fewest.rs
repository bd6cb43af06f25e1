//! Proofs that no puzzle of a shape has few clues, wherever they stand.
//!
//! The variables are the candidates of the solution, "this cell has a clue" for each cell, and for each cell and number
//! "so many of the cells up to this one have a clue". Each clause is recognised by what it says; none of the encoder's
//! code is used.

use super::loop_formula::LoopRules;
use super::symmetry::are_digits_alike;
use super::{CertificateError, Checked, Ground};
use crate::generate::Request;
use crate::generate::Watch;
use crate::grid::{Candidate, Cell, CellSet, Constraint, Pattern, Shape};
use crate::logic::{StrategyId, StrategySet, strategy};
use crate::sat::Propagator;
use crate::sat::cdcl::Lit;
use crate::sat::proof::ProofLine;

/// What a variable says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    Truth(Candidate),
    Clue(Cell),
    /// At least so many (from 1) of the first so many cells have a clue.
    Count {
        of_first: usize,
        at_least: usize,
    },
}

/// A proof under check.
pub(in crate::generate) struct FewestCheck {
    request: Request,
    /// Numbers of clues that are counted.
    most: usize,
    propagator: Propagator,
    meanings: Vec<Meaning>,
    n_lines: usize,
}

impl FewestCheck {
    /// Nothing checked yet; clues are counted up to `most`.
    ///
    /// # Errors
    /// If clauses cannot tell of the strategies.
    pub(in crate::generate) fn new(
        shape: Shape,
        strategies: StrategySet,
        most: usize,
    ) -> Result<FewestCheck, CertificateError> {
        // A full house is also a single.
        let has_singles = !StrategySet::SINGLES.intersection(strategies).is_empty();
        let is_known = |id| strategy(id).set_logic().is_some() || id == StrategyId::FullHouse && has_singles;
        if !strategies.iter().all(is_known) {
            return Err(CertificateError::Strategies);
        }
        let n_candidates = shape.n() * shape.n_cells();
        let truths = (0..n_candidates).map(|index| Meaning::Truth(Candidate::from_index(shape, index)));
        let counts = (1..=shape.n_cells())
            .flat_map(|of_first| (1..=most.min(of_first)).map(move |at_least| Meaning::Count { of_first, at_least }));
        let meanings: Vec<Meaning> = truths.chain(shape.cells().map(Meaning::Clue)).chain(counts).collect();
        let request = Request::new(Pattern::empty(shape), strategies);
        Ok(FewestCheck { request, most, propagator: Propagator::new(meanings.len()), meanings, n_lines: 0 })
    }

    /// Checks further lines.
    ///
    /// # Errors
    /// The first line that does not hold, or [`CertificateError::Stopped`].
    pub(in crate::generate) fn feed(&mut self, lines: &[ProofLine], watch: &dyn Watch) -> Result<(), CertificateError> {
        let rules = LoopRules::new(&self.request);
        for line in lines {
            if watch.should_stop() {
                return Err(CertificateError::Stopped);
            }
            let number = self.n_lines;
            self.n_lines += 1;
            match line {
                ProofLine::Input(clause) if !self.holds(clause, &rules) => return Err(CertificateError::Input(number)),
                ProofLine::LoopFormula(_) => return Err(CertificateError::LoopFormula(number)),
                ProofLine::Learnt(clause)
                    if clause.iter().any(|lit| lit.var() >= self.meanings.len())
                        || !self.propagator.implies(clause) =>
                {
                    return Err(CertificateError::Step(number));
                }
                ProofLine::Input(clause) | ProofLine::Learnt(clause) => self.propagator.add(clause),
                ProofLine::Delete(clause) => {
                    self.propagator.delete(clause);
                }
            }
        }
        Ok(())
    }

    /// Whether the lines prove that each puzzle has at least so many clues.
    ///
    /// # Errors
    /// If they do not.
    pub(in crate::generate) fn proves(&mut self, least: usize) -> Result<Checked, CertificateError> {
        let n_cells = self.request.pattern.shape.n_cells();
        let count = Meaning::Count { of_first: n_cells, at_least: least };
        let var = self.meanings.iter().position(|&meaning| meaning == count);
        match var {
            Some(var) if least <= self.most && self.propagator.implies(&[Lit::new(var, true)]) => {
                Ok(Checked::new(Ground::Proof))
            }
            _ => Err(CertificateError::Unfinished),
        }
    }

    /// Ends a check that was stopped.
    pub(in crate::generate) fn let_go(self, watch: &dyn Watch) {
        watch.let_go(Box::new(self.propagator));
    }

    /// Whether a clause holds for some image of each puzzle: see the functions below.
    fn holds(&self, clause: &[Lit], rules: &LoopRules<'_>) -> bool {
        let Some(literals) = clause
            .iter()
            .map(|lit| Some((*self.meanings.get(lit.var())?, lit.is_positive())))
            .collect::<Option<Vec<_>>>()
        else {
            return false;
        };
        if literals.iter().any(|(meaning, _)| matches!(meaning, Meaning::Count { .. })) {
            return counts(&literals);
        }
        let truths: Vec<(Candidate, bool)> = literals
            .iter()
            .filter_map(|&(meaning, is_positive)| match meaning {
                Meaning::Truth(c) => Some((c, is_positive)),
                _ => None,
            })
            .collect();
        if truths.len() == literals.len() {
            return self.is_of_solution(&truths) || self.is_of_order(&truths);
        }
        // Where none of these cells has a clue, the rest must be a loop formula, all other cells being clues: with fewer
        // of them even less can be derived.
        let mut empty = CellSet::EMPTY;
        for (meaning, is_positive) in literals {
            match meaning {
                Meaning::Clue(cell) if is_positive => {
                    empty.insert(cell);
                }
                Meaning::Clue(_) => return false,
                _ => {}
            }
        }
        let shape = self.request.pattern.shape;
        let formula: Vec<Lit> = truths.iter().map(|&(c, positive)| Lit::new(c.index(shape), positive)).collect();
        rules.formula_holds_for(&formula, &CellSet::first(shape.n_cells()).difference(&empty))
    }

    /// Exactly one candidate of each constraint.
    fn is_of_solution(&self, truths: &[(Candidate, bool)]) -> bool {
        let shape = self.request.pattern.shape;
        let geometry = &*shape.geometry();
        let has = |c: Candidate| truths.contains(&(c, true));
        let some = Constraint::all(shape).any(|q| q.candidates(geometry).all(has));
        let rivals = match truths {
            [(a, false), (b, false)] => geometry.sees(*a, *b),
            _ => false,
        };
        let is_forbidden = matches!(truths, [(c, false)] if !geometry.allowed(c.cell).contains(c.digit));
        some || rivals || is_forbidden
    }

    /// An order of digits, rows and bands that each puzzle has an image in: digits are named along the first row;
    /// then the rows of each other band are sorted by their first digits, and these bands by those of their first rows.
    /// None of that touches what was done before.
    fn is_of_order(&self, truths: &[(Candidate, bool)]) -> bool {
        let shape = self.request.pattern.shape;
        let place = |c: Candidate| (shape.row(c.cell), shape.col(c.cell), c.digit.index());
        match truths {
            [(c, true)] => {
                let (row, col, digit) = place(*c);
                row == 0 && col == digit && are_digits_alike(&self.request)
            }
            [(a, false), (b, false)] => {
                let ((upper, upper_col, first), (lower, lower_col, second)) = {
                    let (a, b) = (place(*a), place(*b));
                    if a.0 < b.0 { (a, b) } else { (b, a) }
                };
                let Some((height, _)) = shape.boxes() else { return false };
                let are_in_first_column = upper_col == 0 && lower_col == 0 && upper < lower && upper >= height;
                let are_ordered = upper / height == lower / height || upper % height == 0 && lower % height == 0;
                are_in_first_column && are_ordered && first > second
            }
            _ => false,
        }
    }
}

/// Whether the clause holds for every number of clues before a cell, with and without a clue there.
fn counts(literals: &[(Meaning, bool)]) -> bool {
    let last = literals.iter().filter_map(|(meaning, _)| match meaning {
        Meaning::Count { of_first, .. } => Some(*of_first),
        _ => None,
    });
    let Some(of_first) = last.max() else { return false };
    (0..of_first).all(|before| {
        [false, true].into_iter().all(|is_clue| {
            literals.iter().any(|&(meaning, is_positive)| {
                let value = match meaning {
                    Meaning::Count { of_first: n, at_least } if n == of_first => {
                        Some(before + usize::from(is_clue) >= at_least)
                    }
                    Meaning::Count { of_first: n, at_least } if n + 1 == of_first => Some(before >= at_least),
                    Meaning::Clue(cell) if cell.index() + 1 == of_first => Some(is_clue),
                    // Nothing is known of it here: it does not help the clause.
                    _ => None,
                };
                value == Some(is_positive)
            })
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;

    /// A check that counts up to four clues.
    fn check_of(shape: &str) -> FewestCheck {
        let shape: Shape = shape.parse().expect("a shape");
        FewestCheck::new(shape, "naked-single".parse().expect("a name"), 4).expect("known")
    }

    /// Literals in words: `1=2` for the digit 2 in cell 1 (from 0), `u3` for a clue in cell 3, `5>2` for at least 2 clues
    /// in the first 5 cells, `-` for "not".
    fn clause(check: &FewestCheck, text: &str) -> Vec<Lit> {
        let n = check.request.pattern.shape.n();
        let number = |text: &str| text.parse::<usize>().expect("a number");
        let lit = |word: &str| {
            let (is_positive, word) = word.strip_prefix('-').map_or((true, word), |rest| (false, rest));
            let meaning = if let Some((cell, digit)) = word.split_once('=') {
                let index = number(cell) * n + number(digit) - 1;
                Meaning::Truth(Candidate::from_index(check.request.pattern.shape, index))
            } else if let Some((of_first, at_least)) = word.split_once('>') {
                Meaning::Count { of_first: number(of_first), at_least: number(at_least) }
            } else {
                Meaning::Clue(Cell::from_index(number(&word[1..])))
            };
            Lit::new(check.meanings.iter().position(|&known| known == meaning).expect("a variable"), is_positive)
        };
        text.split(' ').map(lit).collect()
    }

    /// Whether a clause about grids of this shape is accepted.
    #[track_caller]
    fn check_on(shape: &str, text: &str, expected: bool) {
        let mut check = check_of(shape);
        let line = ProofLine::Input(clause(&check, text));
        assert_eq!(check.feed(&[line], &Unwatched).is_ok(), expected, "{text}");
    }

    #[track_caller]
    fn check(text: &str, expected: bool) {
        check_on("2x2", text, expected);
    }

    /// A proof that 4x4 needs a clue: without any, nothing is derived, and whatever has a clue is counted.
    fn one_clue() -> Vec<String> {
        let words: Vec<String> = (0..16).map(|cell| format!("u{cell}")).collect();
        let counted = (0..16).map(|cell| format!("-u{cell} {}>1", cell + 1));
        let carried = (1..16).map(|n| format!("-{n}>1 {}>1", n + 1));
        [words.join(" ")].into_iter().chain(counted).chain(carried).collect()
    }

    /// What the check says of these clauses, then of steps, and whether they prove that so many clues are needed.
    #[track_caller]
    #[allow(clippy::needless_pass_by_value, reason = "expectations read better without a reference")]
    fn check_proof(inputs: &[String], steps: &[&str], least: usize, expected: Result<(), CertificateError>) {
        let mut check = check_of("2x2");
        let inputs = inputs.iter().map(|text| ProofLine::Input(clause(&check, text)));
        let steps = steps.iter().map(|text| ProofLine::Learnt(clause(&check, text)));
        let lines: Vec<ProofLine> = inputs.chain(steps).collect();
        let result = check.feed(&lines, &Unwatched).and_then(|()| check.proves(least).map(|_| ()));
        assert_eq!(result, expected, "{least}");
    }

    #[test]
    fn bounds_follow_from_the_lines() {
        let inputs = one_clue();
        let n = inputs.len();
        check_proof(&inputs, &[], 1, Ok(()));
        check_proof(&inputs, &["u0 16>1", "16>1"], 1, Ok(()));
        for least in [0, 2, 4, 5] {
            check_proof(&inputs, &[], least, Err(CertificateError::Unfinished));
        }
        // Each line counts.
        for missing in 0..n {
            let rest: Vec<String> =
                inputs.iter().enumerate().filter(|(i, _)| *i != missing).map(|(_, line)| line.clone()).collect();
            check_proof(&rest, &[], 1, Err(CertificateError::Unfinished));
        }
        // A step that does not follow, and a clause that is none.
        check_proof(&inputs, &["16>1", "16>2"], 1, Err(CertificateError::Step(n + 1)));
        let spoiled = [&inputs[..3], &["16>1".to_owned()]].concat();
        check_proof(&spoiled, &[], 1, Err(CertificateError::Input(3)));
        // A variable that there is not.
        let mut check = check_of("2x2");
        let unknown = ProofLine::Learnt(vec![Lit::new(check.meanings.len(), true)]);
        assert_eq!(check.feed(&[unknown], &Unwatched), Err(CertificateError::Step(0)));
    }

    #[test]
    fn clauses_are_known_by_what_they_say() {
        check("0=1 0=2 0=3 0=4", true);
        check("0=1 0=2 0=3", false);
        check("-0=1 -0=2", true);
        check("-0=1 -3=1", true);
        check("-0=1 -3=2", false);
        check("0=1", true);
        check("1=2", true);
        check("1=1", false);
        check("4=1", false);
        // The rows of the second band are sorted; the first band is not.
        check("-8=2 -12=1", true);
        check("-8=1 -12=2", false);
        check("-4=4 -8=3", false);
        check("-9=2 -13=1", false);
        check("-0=2 -8=1", false);
    }

    #[test]
    fn rows_and_bands_are_sorted_by_their_first_digits() {
        // Bands of two rows: cells 12 and 18 in the second, 24 and 30 in the third.
        check_on("2x3", "-12=2 -18=1", true);
        check_on("2x3", "-24=2 -30=1", true);
        check_on("2x3", "-12=2 -24=1", true);
        check_on("2x3", "-24=1 -12=2", true);
        check_on("2x3", "-12=1 -24=2", false);
        check_on("2x3", "-12=2 -30=1", false);
        check_on("2x3", "-18=2 -24=1", false);
        check_on("2x3", "-18=2 -30=1", false);
        check_on("2x3", "-6=2 -12=1", false);
    }

    #[test]
    fn counters_are_known_by_what_they_say() {
        check("-u0 1>1", true);
        check("-u4 5>1", true);
        check("-u4 -4>2 5>3", true);
        check("-4>2 5>2", true);
        check("-4>2 5>3", false);
        check("-u4 5>2", false);
        check("-u3 5>1", false);
        check("-u4 -4>2 5>4", false);
        check("16>3", false);
        check("-16>3", false);
        check("-5>3 4>2", true);
        check("-5>2 u4", false);
        // What is known of earlier cells does not tell of this one.
        check("3>1 -5>2", false);
    }

    #[test]
    fn loop_formulas_need_their_clues() {
        // The digits 1 and 2 crosswise in two rows of a band: one of the four cells has a clue.
        check("-0=1 -2=2 -4=2 -6=1 u0 u2 u4 u6", true);
        check("-0=1 -2=2 -4=2 u0 u2 u4 u6", false);
        check("-0=1 -2=2 -4=2 -6=1 u0 u2 u4", false);
        check("-0=1 -2=2 u0 u2 u4 u6", false);
        check("-0=1 -2=2 -4=2 -6=1 u0 u2 u4 -u6", false);
        check("-0=1 -2=2 -4=2 -6=1 u0 u2 u4 u6 -u8", false);
    }
}

//! Clauses for the theme of a request.
//!
//! Variables of their own follow all others that there are when the theme is written, in the order of its constraints:
//! `certificate_check/theme.rs` counts them anew.

use super::encode::truth;
use crate::generate::Request;
use crate::grid::{Cell, ClueConstraint, Digit, DigitMap, Pattern};
use crate::sat::cdcl::Lit;
use crate::sat::cnf::Formula;
use crate::sat::counter::Counter;

/// Says of the clues what the theme asks for. Where the formula has the whole solution, a symmetry is asked of that: the
/// image of a puzzle's only solution is a solution of the puzzle's image, which is the puzzle itself.
pub(in crate::generate) fn add(formula: &mut impl Formula, request: &Request, has_solution: bool) {
    let pattern = &request.pattern;
    let shape = pattern.shape;
    let digits = || (0..shape.n()).map(Digit::from_index);
    let x = |cell: Cell, digit: Digit| truth(request, cell, digit);
    for constraint in request.theme.constraints() {
        let cells: Vec<Cell> = match constraint {
            ClueConstraint::Ascending(cells) => cells.iter().copied().filter(|&cell| pattern.contains(cell)).collect(),
            constraint => constraint.cells().intersection(&pattern.cells).iter().collect(),
        };
        match constraint {
            ClueConstraint::Digits { digits: allowed, .. } => {
                for &cell in &cells {
                    for digit in digits().filter(|&digit| !allowed.contains(digit)) {
                        formula.add([!x(cell, digit)]);
                    }
                }
            }
            ClueConstraint::Equal(_) => {
                for pair in cells.windows(2) {
                    for digit in digits() {
                        formula.add([!x(pair[0], digit), x(pair[1], digit)]);
                        formula.add([x(pair[0], digit), !x(pair[1], digit)]);
                    }
                }
            }
            ClueConstraint::Different(_) => {
                for (i, &a) in cells.iter().enumerate() {
                    for &b in cells[..i].iter().filter(|&&b| !shape.geometry().are_peers(a, b)) {
                        digits().for_each(|digit| formula.add([!x(a, digit), !x(b, digit)]));
                    }
                }
            }
            ClueConstraint::Ascending(_) => {
                for pair in cells.windows(2) {
                    for high in digits() {
                        for low in digits().filter(|&low| low <= high) {
                            formula.add([!x(pair[0], high), !x(pair[1], low)]);
                        }
                    }
                }
            }
            &ClueConstraint::Count { digit, at_least, at_most } => {
                for digit in digits().filter(|&one| digit.is_none_or(|digit| digit == one)) {
                    at_most_clues(formula, request, digit, usize::from(at_most));
                    at_least_clues(formula, request, digit, usize::from(at_least));
                }
            }
            ClueConstraint::Symmetry { cells: symmetry, digits: map } => {
                let image = |cell: Cell| symmetry.image(shape, cell);
                if pattern.cells.iter().any(|cell| !pattern.contains(image(cell))) {
                    contradiction(formula);
                    continue;
                }
                let keeps_rules = symmetry.check(shape, map).is_ok();
                let is_exact = keeps_rules && (*map != DigitMap::Any || shape.treats_digits_alike());
                let asked: Vec<Cell> =
                    shape.cells().filter(|&cell| has_solution && is_exact || pattern.contains(cell)).collect();
                match map {
                    DigitMap::Permutation(images) => {
                        for &cell in &asked {
                            for digit in digits() {
                                let its = x(image(cell), images[digit.index()]);
                                add_unless_trivial(formula, [!x(cell, digit), its]);
                                add_unless_trivial(formula, [x(cell, digit), !its]);
                            }
                        }
                    }
                    DigitMap::Any => {
                        // "The permutation takes this digit to that one."
                        let takes: Vec<Vec<Lit>> =
                            digits().map(|_| digits().map(|_| formula.var()).collect()).collect();
                        for row in &takes {
                            formula.add(row.iter().copied());
                            formula.at_most_one(row);
                        }
                        for to in 0..shape.n() {
                            let column: Vec<Lit> = takes.iter().map(|row| row[to]).collect();
                            formula.add(column.iter().copied());
                            formula.at_most_one(&column);
                        }
                        for &cell in &asked {
                            for from in digits() {
                                for to in digits() {
                                    let (here, there) = (x(cell, from), x(image(cell), to));
                                    let takes = takes[from.index()][to.index()];
                                    add_unless_trivial(formula, [!here, !there, takes]);
                                    add_unless_trivial(formula, [!takes, !here, there]);
                                    add_unless_trivial(formula, [!takes, here, !there]);
                                }
                            }
                        }
                    }
                }
            }
        }
    }
}

/// Adds a clause without the literals that it has twice, or nothing where it always holds: cells may be their own images.
fn add_unless_trivial<const K: usize>(formula: &mut impl Formula, clause: [Lit; K]) {
    if !clause.iter().any(|lit| clause.contains(&!*lit)) {
        let is_new = |&(i, lit): &(usize, &Lit)| !clause[..i].contains(lit);
        formula.add(clause.iter().enumerate().filter(is_new).map(|(_, &lit)| lit));
    }
}

/// What no assignment fulfils.
fn contradiction(formula: &mut impl Formula) {
    let lit = formula.var();
    formula.add([lit]);
    formula.add([!lit]);
}

/// At most so many clues have the digit.
fn at_most_clues(formula: &mut impl Formula, request: &Request, digit: Digit, most: usize) {
    let lits: Vec<Lit> = request.pattern.cells.iter().map(|cell| truth(request, cell, digit)).collect();
    at_most(formula, &lits, most);
}

/// At least so many clues have the digit. It stands once in each row, so it is enough to count the rows without it.
fn at_least_clues(formula: &mut impl Formula, request: &Request, digit: Digit, least: usize) {
    let rows = rows_of_clues(&request.pattern);
    let lits = |row: &[Cell]| row.iter().map(|&cell| truth(request, cell, digit)).collect::<Vec<Lit>>();
    match least {
        0 => {}
        1 => formula.add(rows.iter().flat_map(|row| lits(row))),
        _ if rows.len() < least => contradiction(formula),
        _ => {
            let lacks: Vec<Lit> = rows
                .iter()
                .map(|row| {
                    let lacks = formula.var();
                    formula.add(lits(row).into_iter().chain([lacks]));
                    lacks
                })
                .collect();
            at_most(formula, &lacks, rows.len() - least);
        }
    }
}

/// The clue cells row by row, without rows that have none.
fn rows_of_clues(pattern: &Pattern) -> Vec<Vec<Cell>> {
    let shape = pattern.shape;
    let row = |row: usize| pattern.cells.iter().filter(|&cell| shape.row(cell) == row).collect::<Vec<Cell>>();
    (0..shape.n()).map(row).filter(|row| !row.is_empty()).collect()
}

/// At most so many of these are true.
fn at_most(formula: &mut impl Formula, lits: &[Lit], most: usize) {
    if most == 0 {
        for &lit in lits {
            formula.add([!lit]);
        }
    } else if lits.len() > most {
        let counter = Counter::new(lits, most + 1, formula);
        formula.add([!counter.at_least(most + 1)]);
    }
}

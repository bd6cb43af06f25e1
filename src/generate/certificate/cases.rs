//! A refutation by cases: the tree of the exact search, readable.

use crate::generate::Request;
use crate::grid::{Candidate, Cell, Digit, Shape};
use std::fmt::Write;

/// One line of a refutation by cases, in depth-first order.
///
/// A split tries one clue cell with every digit that is left for it; of the digits that no
/// clue uses yet, which are interchangeable, with one.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Case {
    /// The clue cell holds this digit; its refutation follows.
    Try(Cell, Digit),
    /// The cell can never be filled by naked singles: even if each peer that may be filled
    /// before rules out a digit of its own, two are left.
    Stuck(Cell),
    /// Some cell, or some digit of a house, has no candidate left.
    Contradiction,
}

/// A whole refutation by cases.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cases {
    /// The lines.
    pub lines: Vec<Case>,
}

fn digit_of(text: &str) -> Option<Digit> {
    let mut chars = text.chars();
    chars.next().and_then(Digit::from_char).filter(|_| chars.next().is_none())
}

/// What the text says about itself.
const HEADER: &str = "\
# A line such as r1c2=3 is a case: a digit for a clue cell, on top of the cases it is indented under.
# A case splits into all digits that naked singles leave for one further clue cell; of the digits that
# no clue shows yet, which are interchangeable, it needs only one.
# Behind x stands why a case is over: a cell that can never be filled (even if each peer that may be
# filled before it rules out another digit, two digits are left), or - for a contradiction.
";

impl Cases {
    /// The refutation as text for a reader and for [`Cases::parse`].
    pub fn text(&self, request: &Request) -> String {
        let shape = request.pattern.shape;
        let mut by_depth: Vec<[usize; 2]> = Vec::new();
        let mut tree = String::new();
        let mut path: Vec<Cell> = Vec::new();
        for &case in &self.lines {
            // Writing to a string cannot fail.
            let _ = match case {
                Case::Try(cell, digit) => {
                    let depth = path.iter().position(|&split| split == cell).unwrap_or(path.len());
                    path.truncate(depth);
                    path.push(cell);
                    by_depth.resize(by_depth.len().max(depth + 1), [0; 2]);
                    by_depth[depth][0] += 1;
                    let name = Candidate::new(cell, digit).placed_name(shape);
                    write!(tree, "\n{:depth$}{name}", "")
                }
                Case::Stuck(_) | Case::Contradiction => {
                    if let Some(depth) = path.len().checked_sub(1) {
                        by_depth[depth][1] += 1;
                    }
                    match case {
                        Case::Stuck(cell) => write!(tree, " x {}", shape.cell_name(cell)),
                        _ => write!(tree, " x -"),
                    }
                }
            };
        }
        let mut text = format!(
            "# No clues for this pattern can be solved by naked singles.\n# shape {shape}\n# pattern {}\n",
            request.pattern
        );
        if request.fixed.n_clues() > 0 {
            let _ = writeln!(text, "# fixed {}", request.fixed);
        }
        for (depth, [tried, over]) in by_depth.iter().enumerate() {
            let _ = writeln!(text, "# {tried} cases of {} clues, {over} of them over", depth + 1);
        }
        text + HEADER + tree.trim_start_matches('\n') + "\n"
    }

    /// Reads what [`Cases::text`] wrote.
    ///
    /// # Errors
    /// The word that is none of the format.
    pub fn parse(shape: Shape, text: &str) -> Result<Cases, String> {
        let cell = |name: &str| shape.cells().find(|&cell| shape.cell_name(cell) == name);
        let mut lines = Vec::new();
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            let mut is_over = false;
            for word in line.split_whitespace() {
                let case = match word.split_once('=') {
                    _ if word == "x" => {
                        is_over = true;
                        continue;
                    }
                    Some((name, digit)) => cell(name).zip(digit_of(digit)).map(|(cell, digit)| Case::Try(cell, digit)),
                    None if is_over && word == "-" => Some(Case::Contradiction),
                    None if is_over => cell(word).map(Case::Stuck),
                    None => None,
                };
                lines.push(case.ok_or_else(|| word.to_owned())?);
            }
        }
        Ok(Cases { lines })
    }
}

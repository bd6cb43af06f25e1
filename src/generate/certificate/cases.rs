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
    NeverFilled(Cell),
    /// The cell needs all of its peers that may be filled before it, each of which has to rule out a digit of its own: clue
    /// cells among them hold digits that are left for it. What follows is of the same case.
    AllNeeded(Cell),
    /// Some cell, or some digit of a house, has no candidate left, or the clues break the theme.
    Contradiction,
    /// The case at hand gets this number, for images of it to refer to; its refutation follows.
    Number(usize),
    /// The case at hand holds the image of an earlier one: that of this number, under this map of
    /// [`Cases::maps`], up to the names of digits.
    Image(usize, usize),
}

/// A whole refutation by cases.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Cases {
    /// The lines.
    pub lines: Vec<Case>,
    /// Symmetries of the pattern: where each takes each cell.
    pub maps: Vec<Vec<Cell>>,
}

fn digit_of(text: &str) -> Option<Digit> {
    let mut chars = text.chars();
    chars.next().and_then(Digit::from_char).filter(|_| chars.next().is_none())
}

/// What the text says about itself.
const HEADER: &str = "\
# A line such as r1c2=3 is a case: a digit for a clue cell, on top of the cases it is indented under.
# A case splits into all digits that are left for one further clue cell; of the digits that
# no clue shows yet, which are interchangeable, it needs only one.
# Behind x stands why a case is over: a cell that can never be filled (even if each peer that may be
# filled before it rules out another digit, two digits are left), or - for a contradiction, also of the theme.
# Where the theme tells digits apart, a case splits into all digits that are left.
# Behind ! stands a cell for which the peers that may be filled before it are only just enough: each has to
# rule out a digit of its own, so clue cells among them are left with digits of that cell.
# @ gives a case a number. x @ with a number and a map: the symmetry of the pattern takes the clues of that
# case to clues of this one, up to the names of digits. A map lists the images of r1c1, r1c2 and so on.
";

impl Cases {
    /// Keeps the maps that some case refers to.
    pub(in crate::generate) fn drop_idle_maps(&mut self) {
        let mut new = vec![None; self.maps.len()];
        let mut maps = Vec::new();
        for case in &mut self.lines {
            if let Case::Image(_, map) = case {
                *map = *new[*map].get_or_insert_with(|| {
                    maps.push(self.maps[*map].clone());
                    maps.len() - 1
                });
            }
        }
        self.maps = maps;
    }

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
                Case::Number(number) => write!(tree, " @{number}"),
                Case::AllNeeded(cell) => write!(tree, " ! {}", shape.cell_name(cell)),
                Case::NeverFilled(_) | Case::Contradiction | Case::Image(..) => {
                    if let Some(depth) = path.len().checked_sub(1) {
                        by_depth[depth][1] += 1;
                    }
                    match case {
                        Case::NeverFilled(cell) => write!(tree, " x {}", shape.cell_name(cell)),
                        Case::Image(number, map) => write!(tree, " x @{number} map {map}"),
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
        if !request.theme.is_empty() {
            let _ = writeln!(text, "# theme {}", request.theme.text(shape));
        }
        for (depth, [tried, over]) in by_depth.iter().enumerate() {
            let _ = writeln!(text, "# {tried} cases of {} clues, {over} of them over", depth + 1);
        }
        text += HEADER;
        for map in &self.maps {
            let images: Vec<String> = map.iter().map(|&cell| shape.cell_name(cell)).collect();
            let _ = writeln!(text, "map {}", images.join(" "));
        }
        text + tree.trim_start_matches('\n') + "\n"
    }

    /// Reads what [`Cases::text`] wrote.
    ///
    /// # Errors
    /// The word that is none of the format.
    pub fn parse(shape: Shape, text: &str) -> Result<Cases, String> {
        let cell = |name: &str| shape.cells().find(|&cell| shape.cell_name(cell) == name);
        let (mut lines, mut maps) = (Vec::new(), Vec::new());
        for line in text.lines().filter(|line| !line.starts_with('#')) {
            if let Some(images) = line.strip_prefix("map ") {
                let images = images.split_whitespace().map(|name| cell(name).ok_or_else(|| name.to_owned()));
                maps.push(images.collect::<Result<_, _>>()?);
                continue;
            }
            let mut is_over = false;
            let mut words = line.split_whitespace();
            while let Some(word) = words.next() {
                let case = match word.split_once('=') {
                    _ if word == "x" => {
                        is_over = true;
                        continue;
                    }
                    None if let Some(number) = word.strip_prefix('@') => {
                        let number = number.parse().ok();
                        if is_over {
                            let map = words.next().filter(|&word| word == "map").and_then(|_| words.next());
                            number
                                .zip(map.and_then(|map| map.parse().ok()))
                                .map(|(number, map)| Case::Image(number, map))
                        } else {
                            number.map(Case::Number)
                        }
                    }
                    None if word == "!" => words.next().and_then(cell).map(Case::AllNeeded),
                    Some((name, digit)) => cell(name).zip(digit_of(digit)).map(|(cell, digit)| Case::Try(cell, digit)),
                    None if is_over && word == "-" => Some(Case::Contradiction),
                    None if is_over => cell(word).map(Case::NeverFilled),
                    None => None,
                };
                lines.push(case.ok_or_else(|| word.to_owned())?);
            }
        }
        Ok(Cases { lines, maps })
    }
}

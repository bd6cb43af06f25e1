//! The text form of themes: constraints with semicolons between them.

use super::super::{Cell, CellSet, Digit, DigitSet, Shape, quoted};
use super::{BoardSymmetry, ClueConstraint, DigitMap, Theme};

/// Why a text is no theme.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
pub enum ThemeError {
    /// None of the constraints.
    #[error(
        "unknown constraint {}: use odd=, even=, low=, high=, digits 135=, equal=, different= or ascending= and cells; \
         each digit or digit 5, then at least 2, at most 2, exactly 2 or 2 to 3; or symmetry half-turn complement",
        quoted(.0)
    )]
    Unknown(String),
    /// Something else where a cell is named.
    #[error(
        "{} is no cell of a grid with {n} rows: use r1c1 to r{n}c{n} (or r1, c1, b1 for a whole row, column or region), \
         with commas between them",
        quoted(name)
    )]
    Cell {
        /// Rows of the grid.
        n: usize,
        /// What stands there.
        name: String,
    },
    /// One cell where several are needed.
    #[error("{}: this constraint needs at least two cells", quoted(.0))]
    OneCell(String),
    /// A cell that comes twice where their order matters.
    #[error("{}: the cell {cell} comes twice", quoted(text))]
    Repeated {
        /// The constraint.
        text: String,
        /// The cell.
        cell: String,
    },
    /// Something else where a digit is named.
    #[error("{}: {} is no digit of a grid with {n} rows", quoted(text), quoted(found))]
    Digit {
        /// The constraint.
        text: String,
        /// What stands there.
        found: String,
        /// Rows of the grid.
        n: usize,
    },
    /// No number of clues, or one that cannot be.
    #[error(
        "{}: write at least K, at most K, exactly K or K to L with numbers from 0 to {n}, the smaller one first",
        quoted(text)
    )]
    Number {
        /// The constraint.
        text: String,
        /// The largest number.
        n: usize,
    },
    /// No symmetry of this name.
    #[error("unknown symmetry {}: use {}", quoted(.0), BoardSymmetry::ALL.map(BoardSymmetry::name).join(", "))]
    Symmetry(String),
    /// No map of digits.
    #[error(
        "{}: after the symmetry say where the digits go: complement (a digit and its image add up to N + 1), any, or \
         cycles such as (1 9)(2 8), with each digit once at most",
        quoted(.0)
    )]
    Map(String),
    /// The board does not have the symmetry.
    #[error("{name} with these digits is no symmetry of the layout {layout}")]
    NoSymmetry {
        /// The symmetry.
        name: &'static str,
        /// The layout.
        layout: String,
    },
    /// Digits that are elsewhere when the cells are back.
    #[error(
        "{name} takes each cell back after {order} times, these digits only after {found}: use cycles whose lengths \
         divide {order}"
    )]
    Order {
        /// The symmetry.
        name: &'static str,
        /// Of the cells.
        order: usize,
        /// Of the digits.
        found: usize,
    },
}

/// The digits of a word such as `odd`.
fn named_digits(word: &str, n: usize) -> Option<DigitSet> {
    let all = DigitSet::all(n).0;
    Some(DigitSet(match word {
        "odd" => all & 0x5555,
        "even" => all & 0xaaaa,
        "low" => DigitSet::all(n / 2).0,
        "high" => all & !DigitSet::all(n - n / 2).0,
        _ => return None,
    }))
}

const DIGIT_WORDS: [&str; 4] = ["odd", "even", "low", "high"];

impl Theme {
    /// Reads constraints with semicolons between them; nothing at all is the empty theme.
    ///
    /// # Errors
    /// What is wrong with the first that is wrong.
    pub fn parse(shape: Shape, text: &str) -> Result<Theme, ThemeError> {
        let parts = text.split(';').map(str::trim).filter(|part| !part.is_empty());
        parts.map(|part| ClueConstraint::parse(shape, part)).collect::<Result<_, _>>().map(Theme::new)
    }

    /// The text that [`Theme::parse`] reads.
    pub fn text(&self, shape: Shape) -> String {
        let texts: Vec<String> = self.constraints.iter().map(|constraint| constraint.text(shape)).collect();
        texts.join("; ")
    }
}

impl ClueConstraint {
    /// Reads one constraint.
    ///
    /// # Errors
    /// What is wrong with it.
    pub fn parse(shape: Shape, text: &str) -> Result<ClueConstraint, ThemeError> {
        let n = shape.n();
        let unknown = || ThemeError::Unknown(text.to_owned());
        if let Some((what, list)) = text.split_once('=') {
            let what = what.trim();
            let cells = cells(shape, list)?;
            let set: CellSet = cells.iter().copied().collect();
            let several = || if set.len() < 2 { Err(ThemeError::OneCell(text.to_owned())) } else { Ok(set) };
            if let Some(digits) = named_digits(what, n) {
                return Ok(ClueConstraint::Digits { digits, cells: set });
            }
            return match what {
                "equal" => several().map(ClueConstraint::Equal),
                "different" => several().map(ClueConstraint::Different),
                "ascending" => {
                    several()?;
                    let repeated = (0..cells.len()).find(|&i| cells[..i].contains(&cells[i]));
                    match repeated {
                        Some(i) => Err(ThemeError::Repeated { text: text.to_owned(), cell: shape.cell_name(cells[i]) }),
                        None => Ok(ClueConstraint::Ascending(cells)),
                    }
                }
                _ => {
                    let own = what.strip_prefix("digits ").ok_or_else(unknown)?;
                    let mut digits = DigitSet::EMPTY;
                    for c in own.trim().chars() {
                        digits.insert(digit(text, &c.to_string(), n)?);
                    }
                    Ok(ClueConstraint::Digits { digits, cells: set })
                }
            };
        }
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            ["each", "digit", ref number @ ..] => count(text, None, number, n),
            ["digit", which, ref number @ ..] => count(text, Some(digit(text, which, n)?), number, n),
            ["symmetry", name, ..] => {
                let cells = BoardSymmetry::ALL.into_iter().find(|symmetry| symmetry.name() == name);
                let cells = cells.ok_or_else(|| ThemeError::Symmetry(name.to_owned()))?;
                let rest = text.split_once(name).map_or("", |(_, rest)| rest.trim());
                let digits = match rest {
                    "complement" => DigitMap::complement(n),
                    "any" => DigitMap::Any,
                    _ => cycles(text, rest, n)?,
                };
                cells.check(shape, &digits)?;
                Ok(ClueConstraint::Symmetry { cells, digits })
            }
            _ => Err(unknown()),
        }
    }

    /// The text that [`ClueConstraint::parse`] reads.
    pub fn text(&self, shape: Shape) -> String {
        let n = shape.n();
        let names = |cells: &mut dyn Iterator<Item = Cell>| {
            cells.map(|cell| shape.cell_name(cell)).collect::<Vec<_>>().join(",")
        };
        match self {
            ClueConstraint::Digits { digits, cells } => {
                let word = DIGIT_WORDS.into_iter().find(|word| named_digits(word, n) == Some(*digits));
                let what = word.map_or_else(
                    || format!("digits {}", digits.iter().map(Digit::to_char).collect::<String>()),
                    str::to_owned,
                );
                format!("{what}={}", names(&mut cells.iter()))
            }
            ClueConstraint::Equal(cells) => format!("equal={}", names(&mut cells.iter())),
            ClueConstraint::Different(cells) => format!("different={}", names(&mut cells.iter())),
            ClueConstraint::Ascending(cells) => format!("ascending={}", names(&mut cells.iter().copied())),
            ClueConstraint::Count { digit, at_least, at_most } => {
                let which = digit.map_or_else(|| "each digit".to_owned(), |digit| format!("digit {digit}"));
                match (at_least, at_most) {
                    (least, &u8::MAX) => format!("{which} at least {least}"),
                    (least, most) if least == most => format!("{which} exactly {most}"),
                    (0, most) => format!("{which} at most {most}"),
                    (least, most) => format!("{which} {least} to {most}"),
                }
            }
            ClueConstraint::Symmetry { cells, digits } => {
                let map = match digits {
                    DigitMap::Any => "any".to_owned(),
                    map if *map == DigitMap::complement(n) => "complement".to_owned(),
                    DigitMap::Permutation(images) => cycles_of(images),
                };
                format!("symmetry {} {map}", cells.name())
            }
        }
    }
}

fn digit(text: &str, name: &str, n: usize) -> Result<Digit, ThemeError> {
    let mut chars = name.chars();
    let digit = chars.next().and_then(Digit::from_char).filter(|digit| digit.index() < n && chars.next().is_none());
    digit.ok_or_else(|| ThemeError::Digit { text: text.to_owned(), found: name.to_owned(), n })
}

/// The cells of a list, in its order.
fn cells(shape: Shape, list: &str) -> Result<Vec<Cell>, ThemeError> {
    let n = shape.n();
    let mut cells = Vec::new();
    for name in list.split(',').map(str::trim) {
        let number = |text: &str| {
            let is_plain = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
            text.parse::<usize>().ok().filter(|number| is_plain && (1..=n).contains(number)).map(|number| number - 1)
        };
        let place = name.strip_prefix('r').and_then(|rest| rest.split_once('c'));
        let found: Vec<Cell> = if let Some((row, col)) = place {
            number(row).zip(number(col)).map(|(row, col)| shape.cell(row, col)).into_iter().collect()
        } else {
            let house = |prefix: char| name.strip_prefix(prefix).and_then(number);
            let (row, col, region) = (house('r'), house('c'), house('b'));
            let is_in = |&cell: &Cell| {
                Some(shape.row(cell)) == row || Some(shape.col(cell)) == col || Some(shape.box_of(cell)) == region
            };
            shape.cells().filter(is_in).collect()
        };
        if found.is_empty() {
            return Err(ThemeError::Cell { n, name: name.to_owned() });
        }
        cells.extend(found);
    }
    Ok(cells)
}

/// How many clues have a digit.
fn count(text: &str, digit: Option<Digit>, words: &[&str], n: usize) -> Result<ClueConstraint, ThemeError> {
    let wrong = || ThemeError::Number { text: text.to_owned(), n };
    let number = |text: &str| text.parse::<u8>().ok().filter(|&number| usize::from(number) <= n).ok_or_else(wrong);
    let (at_least, at_most) = match *words {
        ["at", "least", least] => (number(least)?, u8::MAX),
        ["at", "most", most] => (0, number(most)?),
        ["exactly", k] => (number(k)?, number(k)?),
        [least, "to", most] => (number(least)?, number(most)?),
        _ => return Err(wrong()),
    };
    if at_least > at_most { Err(wrong()) } else { Ok(ClueConstraint::Count { digit, at_least, at_most }) }
}

/// Cycles of digits in brackets, with or without blanks between the digits.
fn cycles(text: &str, cycles: &str, n: usize) -> Result<DigitMap, ThemeError> {
    let wrong = || ThemeError::Map(text.to_owned());
    let mut images: Vec<Digit> = (0..n).map(Digit::from_index).collect();
    let mut seen = DigitSet::EMPTY;
    let mut rest = cycles.trim();
    if rest.is_empty() {
        return Err(wrong());
    }
    while !rest.is_empty() {
        let (inner, behind) = rest.strip_prefix('(').and_then(|rest| rest.split_once(')')).ok_or_else(wrong)?;
        let mut cycle = Vec::new();
        for c in inner.chars().filter(|c| !c.is_whitespace() && *c != ',') {
            let digit = digit(text, &c.to_string(), n)?;
            if !seen.insert(digit) {
                return Err(wrong());
            }
            cycle.push(digit);
        }
        for (index, digit) in cycle.iter().enumerate() {
            images[digit.index()] = cycle[(index + 1) % cycle.len()];
        }
        rest = behind.trim_start();
    }
    Ok(DigitMap::Permutation(images))
}

/// The cycles of a permutation; those of one digit only where there are no others.
fn cycles_of(images: &[Digit]) -> String {
    let mut seen = DigitSet::EMPTY;
    let mut text = String::new();
    for start in 0..images.len() {
        let mut at = Digit::from_index(start);
        let mut cycle = Vec::new();
        while seen.insert(at) {
            cycle.push(at.to_string());
            at = images[at.index()];
        }
        if cycle.len() > 1 {
            text += &format!("({})", cycle.join(" "));
        }
    }
    if text.is_empty() { "(1)".to_owned() } else { text }
}

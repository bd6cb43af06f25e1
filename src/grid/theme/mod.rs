//! Themes: what a setter asks of the digits of clues, beside where they stand.

mod board_symmetry;
mod changed;
mod text;

pub use board_symmetry::BoardSymmetry;
pub use text::ThemeError;

use super::{Cell, CellSet, Digit, DigitSet, Pattern, Puzzle, Shape};

/// Constraints on the digits of clues. Cells that hold no clue do not matter to any of them, but for symmetries.
///
/// ```
/// use cluesmith::grid::{Shape, Theme};
///
/// let shape = Shape::new(2, 2)?;
/// let theme = Theme::parse(shape, "odd=r1c1,r4c4; each digit at most 2")?;
/// assert!(theme.accepts(&"1.....2........3".parse()?).is_ok());
/// let error = theme.accepts(&"2.....1........3".parse()?).unwrap_err();
/// assert_eq!(error.to_string(), "r1c1=2 breaks the theme \u{201c}odd=r1c1,r4c4\u{201d}");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Theme {
    constraints: Vec<ClueConstraint>,
}

/// One constraint on the digits of clues.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum ClueConstraint {
    /// Each clue in these cells has one of these digits.
    Digits {
        /// The digits.
        digits: DigitSet,
        /// The cells.
        cells: CellSet,
    },
    /// The clues in these cells all have the same digit.
    Equal(CellSet),
    /// No two clues in these cells have the same digit.
    Different(CellSet),
    /// The clues in these cells ascend in this order; no digit comes twice.
    Ascending(Vec<Cell>),
    /// How many clues have a digit.
    Count {
        /// The digit; `None` for each of them.
        digit: Option<Digit>,
        /// At least so many.
        at_least: u8,
        /// At most so many; `u8::MAX` for any number.
        at_most: u8,
    },
    /// The puzzle maps onto itself: the image of a clue is a clue, and its digit is the image of the digit.
    Symmetry {
        /// Where cells go.
        cells: BoardSymmetry,
        /// Where digits go.
        digits: DigitMap,
    },
}

/// Where a symmetry takes the digits.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum DigitMap {
    /// The image of each digit, from 1 on.
    Permutation(Vec<Digit>),
    /// Any permutation of the digits.
    Any,
}

impl DigitMap {
    /// Each digit and its image add up to N + 1.
    pub fn complement(n: usize) -> DigitMap {
        DigitMap::Permutation((0..n).rev().map(Digit::from_index).collect())
    }

    /// The image of a digit; `None` where any permutation will do.
    pub fn image(&self, digit: Digit) -> Option<Digit> {
        match self {
            DigitMap::Permutation(images) => images.get(digit.index()).copied(),
            DigitMap::Any => None,
        }
    }

    /// The way back.
    #[must_use]
    pub fn inverse(&self) -> DigitMap {
        match self {
            DigitMap::Permutation(images) => {
                let mut back = images.clone();
                for (index, image) in images.iter().enumerate() {
                    back[image.index()] = Digit::from_index(index);
                }
                DigitMap::Permutation(back)
            }
            DigitMap::Any => DigitMap::Any,
        }
    }

    /// After how many times every digit is back where it was; `None` where any permutation will do.
    pub fn order(&self) -> Option<usize> {
        let DigitMap::Permutation(images) = self else { return None };
        let length = |start: usize| {
            let mut at = images[start].index();
            let mut length = 1;
            while at != start {
                at = images[at].index();
                length += 1;
            }
            length
        };
        let lcm = |a: usize, b: usize| (1..=b).find(|factor| (a * factor).is_multiple_of(b)).map_or(a, |f| a * f);
        Some((0..images.len()).map(length).fold(1, lcm))
    }
}

/// A theme that a puzzle breaks.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("{sentence}")]
pub struct ThemeBroken {
    /// One sentence without its full stop.
    pub sentence: String,
    /// The cells with clues that break it; empty where none stand out.
    pub cells: CellSet,
}

/// A clue cell whose digit follows from that of another one: see [`Theme::ties`].
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Tie {
    /// The cell whose digit is known.
    pub from: Cell,
    /// The cell whose digit follows.
    pub to: Cell,
    /// The digit that follows, by the index of the known one.
    pub digits: Vec<Digit>,
}

impl Theme {
    /// The theme of these constraints, in this order.
    pub fn new(constraints: Vec<ClueConstraint>) -> Theme {
        Theme { constraints }
    }

    /// Whether nothing is asked.
    pub fn is_empty(&self) -> bool {
        self.constraints.is_empty()
    }

    /// The constraints, in their order.
    pub fn constraints(&self) -> &[ClueConstraint] {
        &self.constraints
    }

    /// The theme with further constraints.
    #[must_use]
    pub fn and(mut self, further: Theme) -> Theme {
        self.constraints.extend(further.constraints);
        self
    }

    /// Whether the theme speaks of cells, digits and symmetries of this shape.
    ///
    /// # Errors
    /// What is wrong with the first constraint that does not.
    pub fn check(&self, shape: Shape) -> Result<(), ThemeError> {
        let all = CellSet::first(shape.n_cells());
        let n = shape.n();
        for constraint in &self.constraints {
            if let Some(cell) = constraint.cells().difference(&all).iter().next() {
                return Err(ThemeError::Cell { n, name: format!("cell {}", cell.index() + 1) });
            }
            let outside = match constraint {
                ClueConstraint::Digits { digits, .. } => digits.iter().find(|digit| digit.index() >= n),
                ClueConstraint::Count { digit, .. } => digit.filter(|digit| digit.index() >= n),
                ClueConstraint::Symmetry { cells, digits } => {
                    if let DigitMap::Permutation(images) = digits
                        && (images.len() != n || images.iter().copied().collect::<DigitSet>() != DigitSet::all(n))
                    {
                        return Err(ThemeError::Map(cells.name().to_owned()));
                    }
                    cells.check(shape, digits)?;
                    None
                }
                _ => None,
            };
            if let Some(digit) = outside {
                return Err(ThemeError::Digit { text: constraint.text(shape), found: digit.to_string(), n });
            }
        }
        Ok(())
    }

    /// Whether the clues of a puzzle are as asked for.
    ///
    /// # Errors
    /// The first constraint that they break, and the clues that do.
    pub fn accepts(&self, puzzle: &Puzzle) -> Result<(), ThemeBroken> {
        let pattern = puzzle.pattern();
        for constraint in &self.constraints {
            if let Some(cells) = constraint.broken_cells(&pattern, puzzle) {
                return Err(constraint.told(puzzle, cells));
            }
        }
        Ok(())
    }

    /// Whether these clues, which stand on cells of the pattern, break the theme however the other cells of the pattern
    /// are filled. Of a puzzle whose clues are all there it says whether it breaks the theme; before that it may
    /// overlook something.
    pub fn is_broken(&self, pattern: &Pattern, clues: &Puzzle) -> bool {
        self.constraints.iter().any(|constraint| constraint.broken_cells(pattern, clues).is_some())
    }

    /// Whether digits can be renamed in whatever the theme accepts.
    pub fn treats_digits_alike(&self) -> bool {
        self.constraints.iter().all(|constraint| match constraint {
            ClueConstraint::Equal(_) | ClueConstraint::Different(_) => true,
            ClueConstraint::Count { digit, .. } => digit.is_none(),
            ClueConstraint::Symmetry { digits, .. } => *digits == DigitMap::Any,
            ClueConstraint::Digits { .. } | ClueConstraint::Ascending(_) => false,
        })
    }

    /// Pairs of clue cells of which one decides the other: those that are equal, and images under a symmetry whose
    /// permutation of digits is given.
    pub fn ties(&self, pattern: &Pattern) -> Vec<Tie> {
        let n = pattern.shape.n();
        let mut ties = Vec::new();
        for constraint in &self.constraints {
            match constraint {
                ClueConstraint::Equal(cells) => {
                    let same: Vec<Digit> = (0..n).map(Digit::from_index).collect();
                    let clues: Vec<Cell> = cells.intersection(&pattern.cells).iter().collect();
                    let pairs = clues.windows(2).map(|pair| Tie { from: pair[0], to: pair[1], digits: same.clone() });
                    ties.extend(pairs);
                }
                ClueConstraint::Symmetry { cells, digits: DigitMap::Permutation(digits) } => {
                    for from in pattern.cells.iter() {
                        let to = cells.image(pattern.shape, from);
                        if pattern.contains(to) {
                            ties.push(Tie { from, to, digits: digits.clone() });
                        }
                    }
                }
                _ => {}
            }
        }
        ties
    }

    /// The theme of the board that is moved from one shape to another by this map of cells. A symmetry that has no name
    /// on the moved board goes.
    #[must_use]
    pub fn moved(&self, from: Shape, to: Shape, image: impl Fn(Cell) -> Cell) -> Theme {
        let set = |cells: &CellSet| cells.iter().map(&image).collect::<CellSet>();
        let constraint = |constraint: &ClueConstraint| match constraint {
            ClueConstraint::Digits { digits, cells } => {
                Some(ClueConstraint::Digits { digits: *digits, cells: set(cells) })
            }
            ClueConstraint::Equal(cells) => Some(ClueConstraint::Equal(set(cells))),
            ClueConstraint::Different(cells) => Some(ClueConstraint::Different(set(cells))),
            ClueConstraint::Ascending(cells) => {
                Some(ClueConstraint::Ascending(cells.iter().map(|&cell| image(cell)).collect()))
            }
            ClueConstraint::Count { .. } => Some(constraint.clone()),
            ClueConstraint::Symmetry { cells, digits } => {
                // The moved symmetry takes the image of a cell to the image of its image; perhaps its way back has a name.
                let is_it = |other: &BoardSymmetry| {
                    other.check(to, digits).is_ok()
                        && from.cells().all(|cell| other.image(to, image(cell)) == image(cells.image(from, cell)))
                };
                let is_back = |other: &BoardSymmetry| {
                    other.check(to, digits).is_ok()
                        && from.cells().all(|cell| other.image(to, image(cells.image(from, cell))) == image(cell))
                };
                let same = BoardSymmetry::ALL.into_iter().find(is_it).map(|cells| (cells, digits.clone()));
                let back = || BoardSymmetry::ALL.into_iter().find(is_back).map(|cells| (cells, digits.inverse()));
                same.or_else(back).map(|(cells, digits)| ClueConstraint::Symmetry { cells, digits })
            }
        };
        Theme { constraints: self.constraints.iter().filter_map(constraint).collect() }
    }
}

impl ClueConstraint {
    /// The cells of which it speaks; empty for those that speak of all clues.
    pub fn cells(&self) -> CellSet {
        match self {
            ClueConstraint::Digits { cells, .. } | ClueConstraint::Equal(cells) | ClueConstraint::Different(cells) => {
                *cells
            }
            ClueConstraint::Ascending(cells) => cells.iter().copied().collect(),
            ClueConstraint::Count { .. } | ClueConstraint::Symmetry { .. } => CellSet::EMPTY,
        }
    }

    /// The cells with clues that break it however the rest of the pattern is filled; exact once all clues are there.
    fn broken_cells(&self, pattern: &Pattern, clues: &Puzzle) -> Option<CellSet> {
        let set = |cells: &[Cell]| Some(cells.iter().copied().collect());
        match self {
            ClueConstraint::Digits { digits, cells } => {
                let is_wrong = |cell: &Cell| clues.get(*cell).is_some_and(|digit| !digits.contains(digit));
                cells.iter().find(is_wrong).and_then(|cell| set(&[cell]))
            }
            ClueConstraint::Equal(cells) => {
                let mut first = None;
                for (cell, digit) in cells.iter().filter_map(|cell| Some((cell, clues.get(cell)?))) {
                    match first {
                        None => first = Some((cell, digit)),
                        Some((other, its)) if its != digit => return set(&[other, cell]),
                        Some(_) => {}
                    }
                }
                None
            }
            ClueConstraint::Different(cells) => {
                let mut holders = [None; Shape::MAX_N];
                for (cell, digit) in cells.iter().filter_map(|cell| Some((cell, clues.get(cell)?))) {
                    if let Some(other) = holders[digit.index()].replace(cell) {
                        return set(&[other, cell]);
                    }
                }
                None
            }
            ClueConstraint::Ascending(cells) => {
                let n_clues = cells.iter().filter(|&&cell| pattern.contains(cell)).count();
                let n = pattern.shape.n();
                // Of the clues before: the last one, and its digit less its place.
                let mut before: Option<(Cell, usize)> = None;
                for (place, &cell) in cells.iter().filter(|&&cell| pattern.contains(cell)).enumerate() {
                    let Some(value) = clues.get(cell).map(|digit| usize::from(digit.value())) else { continue };
                    if let Some((other, _)) = before.filter(|&(_, spare)| value < spare + place) {
                        return set(&[other, cell]);
                    }
                    // Each clue before it and behind it needs a digit of its own.
                    if value < place + 1 || n - value < n_clues - 1 - place {
                        return set(&[cell]);
                    }
                    before = Some((cell, value - place));
                }
                None
            }
            ClueConstraint::Count { digit, at_least, at_most } => {
                let mut counts = [0usize; Shape::MAX_N];
                clues.clues().for_each(|(_, digit)| counts[digit.index()] += 1);
                let n = pattern.shape.n();
                let counted = digit.map_or(0..n, |digit| digit.index()..digit.index() + 1);
                let holders = |index: usize| {
                    clues.clues().filter(|(_, digit)| digit.index() == index).map(|(cell, _)| cell).collect()
                };
                let too_many = counted.clone().find(|&index| counts[index] > usize::from(*at_most));
                if let Some(index) = too_many {
                    return Some(holders(index));
                }
                let n_open = pattern.n_clues().saturating_sub(clues.n_clues());
                let missing = |index: usize| usize::from(*at_least).saturating_sub(counts[index]);
                if counted.clone().map(missing).sum::<usize>() > n_open {
                    return counted.clone().find(|&index| missing(index) > 0).map(holders);
                }
                None
            }
            ClueConstraint::Symmetry { cells, digits } => {
                let mut images: [Option<(Digit, Cell)>; Shape::MAX_N] = [None; Shape::MAX_N];
                let mut sources: [Option<(Digit, Cell)>; Shape::MAX_N] = [None; Shape::MAX_N];
                for cell in pattern.cells.iter() {
                    let image = cells.image(pattern.shape, cell);
                    if !pattern.contains(image) {
                        return set(&[cell]);
                    }
                    let (Some(digit), Some(its)) = (clues.get(cell), clues.get(image)) else { continue };
                    if digits.image(digit).is_some_and(|wanted| wanted != its) {
                        return set(&[cell, image]);
                    }
                    // Each digit has one image, and is the image of one digit.
                    let (_, other) = *images[digit.index()].get_or_insert((its, cell));
                    let (_, source) = *sources[its.index()].get_or_insert((digit, cell));
                    for (other, is_same) in [
                        (other, images[digit.index()].is_some_and(|(image, _)| image == its)),
                        (source, sources[its.index()].is_some_and(|(source, _)| source == digit)),
                    ] {
                        if !is_same {
                            return set(&[cell, image, other, cells.image(pattern.shape, other)]);
                        }
                    }
                }
                None
            }
        }
    }

    /// The sentence for clues that break it.
    fn told(&self, puzzle: &Puzzle, cells: CellSet) -> ThemeBroken {
        let shape = puzzle.shape();
        let clue = |cell: Cell| {
            let digit = puzzle.get(cell).map_or_else(String::new, |digit| format!("={digit}"));
            format!("{}{digit}", shape.cell_name(cell))
        };
        let names: Vec<String> = cells.iter().map(clue).collect();
        let text = self.text(shape);
        let sentence = match (self, &names[..]) {
            (ClueConstraint::Count { digit, .. }, _) => {
                let mut counts = [0usize; Shape::MAX_N];
                puzzle.clues().for_each(|(_, digit)| counts[digit.index()] += 1);
                let its = digit.or_else(|| cells.iter().next().and_then(|cell| puzzle.get(cell)));
                // Where no clue has it, it is the first one that is missing.
                let index = its.map_or_else(|| (0..shape.n()).find(|&i| counts[i] == 0).unwrap_or(0), Digit::index);
                let times = match counts[index] {
                    0 => "no clue has".to_owned(),
                    1 => "1 clue has".to_owned(),
                    count => format!("{count} clues have"),
                };
                format!("{times} the digit {}, which breaks the theme \u{201c}{text}\u{201d}", Digit::from_index(index))
            }
            (_, [one]) => format!("{one} breaks the theme \u{201c}{text}\u{201d}"),
            (_, [rest @ .., last]) => {
                format!("{} and {last} break the theme \u{201c}{text}\u{201d}", rest.join(", "))
            }
            (_, []) => format!("the clues break the theme \u{201c}{text}\u{201d}"),
        };
        ThemeBroken { sentence, cells }
    }
}

#[cfg(test)]
mod tests;

//! Conditions on the path as text: `x-wing@r2,r7:5`, `hidden-single@r1c1=9 last`, `x-wing>=2`.

use super::{
    Bound, Counted, PathCondition, PathCount, PathGoal, PlacedStep, SINGLES, StepPlace, Timing, WITH_PIVOT, house_word,
};
use crate::grid::{Candidate, Cell, Digit, DigitSet, House, HouseKind, Shape, quoted};
use crate::logic::{STRATEGIES, StrategyId};
use std::fmt::Write as _;

/// Conditions of one design.
const MOST_CONDITIONS: usize = 100;

/// Why a text is no condition on the path: one sentence, with the place.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("column {column}: {message}")]
pub struct PathError {
    /// Column in characters, from 1.
    pub column: usize,
    /// What is wrong and what would be right.
    pub message: String,
}

/// A piece of the text with the column at which it begins, from 1.
#[derive(Clone, Copy)]
struct Piece<'a> {
    text: &'a str,
    column: usize,
}

impl<'a> Piece<'a> {
    fn error<T>(self, message: impl Into<String>) -> Result<T, PathError> {
        Err(PathError { column: self.column, message: message.into() })
    }

    /// The piece from this byte on.
    fn from(self, at: usize) -> Piece<'a> {
        Piece { text: &self.text[at..], column: self.column + self.text[..at].chars().count() }
    }

    /// The piece up to this byte.
    fn upto(self, at: usize) -> Piece<'a> {
        Piece { text: &self.text[..at], ..self }
    }

    /// The pieces before and behind the first such character.
    fn split(self, at: char) -> Option<(Piece<'a>, Piece<'a>)> {
        self.text.find(at).map(|index| (self.upto(index), self.from(index + at.len_utf8())))
    }

    fn trimmed(self) -> Piece<'a> {
        let start = self.text.len() - self.text.trim_start().len();
        let piece = self.from(start);
        piece.upto(piece.text.trim_end().len())
    }

    /// The first word, and what follows it; empty at the end.
    fn word(self) -> (Piece<'a>, Piece<'a>) {
        let piece = self.trimmed();
        let end = piece.text.find(char::is_whitespace).unwrap_or(piece.text.len());
        (piece.upto(end), piece.from(end).trimmed())
    }
}

impl PathCondition {
    /// Reads a condition for a shape.
    ///
    /// # Errors
    /// What is wrong, with its column.
    pub fn parse(shape: Shape, text: &str) -> Result<PathCondition, PathError> {
        let whole = Piece { text, column: 1 }.trimmed();
        if whole.text.is_empty() {
            return whole.error("a strategy is missing here, e.g. x-wing@r2,r7:5 or x-wing>=2");
        }
        if !whole.text.contains('@')
            && let Some(at) = whole.text.find(['<', '>', '='])
        {
            return count(whole, at).map(PathCondition::Count);
        }
        let (first, mut rest) = whole.word();
        let (target, is_needed) = match first.text.strip_suffix('?') {
            Some(text) => (Piece { text, ..first }, false),
            None => (first, true),
        };
        let mut step = PlacedStep { place: place(shape, target)?, is_needed, timing: Vec::new() };
        while !rest.text.is_empty() {
            let (word, behind) = rest.word();
            let (timing, behind) = self::timing(shape, step.place.strategy, word, behind)?;
            if step.timing.contains(&timing) {
                return word.error(format!("{} stands here twice", word.text));
            }
            step.timing.push(timing);
            rest = behind;
        }
        Ok(PathCondition::Step(step))
    }

    /// The text that [`PathCondition::parse`] reads.
    pub fn text(&self, shape: Shape) -> String {
        match self {
            PathCondition::Count(count) => count_text(*count),
            PathCondition::Step(step) => {
                let mut text = place_text(shape, &step.place);
                if !step.is_needed {
                    text.push('?');
                }
                for timing in &step.timing {
                    text.push(' ');
                    text.push_str(&timing_text(shape, timing));
                }
                text
            }
        }
    }
}

impl PathGoal {
    /// Reads conditions, each from a text of its own.
    ///
    /// # Errors
    /// The number of the first one that is wrong, from 0, with what is wrong there.
    pub fn parse<'a>(shape: Shape, texts: impl IntoIterator<Item = &'a str>) -> Result<PathGoal, (usize, PathError)> {
        let mut goal = PathGoal::default();
        for (index, text) in texts.into_iter().enumerate() {
            if index == MOST_CONDITIONS {
                let message = format!("a path has up to {MOST_CONDITIONS} conditions, and here is one more");
                return Err((index, PathError { column: 1, message }));
            }
            goal.conditions.push(PathCondition::parse(shape, text).map_err(|error| (index, error))?);
        }
        Ok(goal)
    }

    /// The texts that [`PathGoal::parse`] reads.
    pub fn texts(&self, shape: Shape) -> Vec<String> {
        self.conditions.iter().map(|condition| condition.text(shape)).collect()
    }
}

const BOUNDS: [(&str, Bound); 3] = [(">=", Bound::AtLeast), ("<=", Bound::AtMost), ("=", Bound::Exactly)];
const BOTTLENECKS: &str = "bottlenecks";
const OPEN_SINGLES: &str = "open-singles";

fn count(whole: Piece<'_>, at: usize) -> Result<PathCount, PathError> {
    let sign = whole.from(at);
    let Some((text, bound)) = BOUNDS.into_iter().find(|(text, _)| sign.text.starts_with(text)) else {
        return sign.error("use >=, <= or = before the number");
    };
    let name = whole.upto(at).trimmed();
    let counted = match name.text {
        BOTTLENECKS => Counted::Bottlenecks,
        OPEN_SINGLES => Counted::OpenSingles,
        _ => Counted::Steps(strategy(name, &format!("; {BOTTLENECKS} and {OPEN_SINGLES} are counted too"))?),
    };
    let number = sign.from(text.len()).trimmed();
    let is_number = !number.text.is_empty() && number.text.bytes().all(|byte| byte.is_ascii_digit());
    match number.text.parse() {
        Ok(value) if is_number && value <= 10_000 => Ok(PathCount { counted, bound, number: value }),
        _ => number.error(format!("{} is no number from 0 to 10000", quoted(number.text))),
    }
}

fn count_text(count: PathCount) -> String {
    let name = match count.counted {
        Counted::Steps(id) => id.name(),
        Counted::Bottlenecks => BOTTLENECKS,
        Counted::OpenSingles => OPEN_SINGLES,
    };
    let bound = BOUNDS.into_iter().find(|&(_, bound)| bound == count.bound).map_or("=", |(text, _)| text);
    format!("{name}{bound}{}", count.number)
}

fn strategy(name: Piece<'_>, more: &str) -> Result<StrategyId, PathError> {
    match STRATEGIES.iter().find(|strategy| strategy.name() == name.text) {
        Some(strategy) => Ok(strategy.id()),
        None => name.error(format!("{} is no strategy; \"cluesmith strategies\" lists them{more}", quoted(name.text))),
    }
}

/// `only` may be followed by `above` and a strategy, `before` and `after` are followed by a place.
fn timing<'a>(
    shape: Shape,
    placed: StrategyId,
    word: Piece<'a>,
    behind: Piece<'a>,
) -> Result<(Timing, Piece<'a>), PathError> {
    let (next, after_next) = behind.word();
    match word.text {
        "first" => Ok((Timing::First, behind)),
        "last" => Ok((Timing::Last, behind)),
        "only" if next.text == "above" => {
            let (name, rest) = after_next.word();
            Ok((Timing::Only(Some(strategy(name, "")?)), rest))
        }
        "only" if SINGLES.contains(&placed) => {
            word.error(format!("{} is a single, and only speaks of harder steps", placed.name()))
        }
        "only" => Ok((Timing::Only(None), behind)),
        "before" => Ok((Timing::Before(place(shape, next)?), after_next)),
        "after" => Ok((Timing::After(place(shape, next)?), after_next)),
        _ => word.error(format!(
            "{} is unknown here: use first, last, only, only above STRATEGY, before STEP or after STEP",
            quoted(word.text)
        )),
    }
}

fn timing_text(shape: Shape, timing: &Timing) -> String {
    match timing {
        Timing::First => "first".to_owned(),
        Timing::Last => "last".to_owned(),
        Timing::Only(None) => "only".to_owned(),
        Timing::Only(Some(id)) => format!("only above {}", id.name()),
        Timing::Before(place) => format!("before {}", place_text(shape, place)),
        Timing::After(place) => format!("after {}", place_text(shape, place)),
    }
}

/// `STRATEGY` or `STRATEGY@PART,PART:DIGITS`.
fn place(shape: Shape, piece: Piece<'_>) -> Result<StepPlace, PathError> {
    let (name, parts) = piece.split('@').map_or((piece, None), |(name, parts)| (name, Some(parts)));
    if name.text.is_empty() {
        return name.error("a strategy is missing here, e.g. x-wing@r2,r7:5");
    }
    let mut step = StepPlace::any(strategy(name, "")?);
    let Some(parts) = parts else { return Ok(step) };
    let (mut parts, digits) = parts.split(':').map_or((parts, None), |(parts, digits)| (parts, Some(digits)));
    if let Some(digits) = digits {
        step.digits = self::digits(shape, digits)?;
    } else if parts.text.is_empty() {
        return parts.error("after @ a place is missing, e.g. r2,r7:5 or r4c1,r4c2 or r2c4<>5");
    }
    while !parts.text.is_empty() {
        let (one, rest) = parts.split(',').unwrap_or((parts, parts.from(parts.text.len())));
        if rest.text.is_empty() && parts.text.ends_with(',') {
            return rest.error("after the comma a part of the place is missing");
        }
        part(shape, &mut step, one)?;
        parts = rest;
    }
    step.houses.sort_unstable();
    step.houses.dedup();
    step.candidates.sort_unstable();
    step.candidates.dedup();
    step.eliminated.sort_unstable();
    step.eliminated.dedup();
    Ok(step)
}

/// One part: a house, a cell, a candidate, the pivot, or a conclusion.
fn part(shape: Shape, step: &mut StepPlace, piece: Piece<'_>) -> Result<(), PathError> {
    if let Some(index) = piece.text.find("<>") {
        let cell = cell(shape, piece.upto(index))?;
        step.eliminated.extend(digits(shape, piece.from(index + 2))?.iter().map(|digit| Candidate::new(cell, digit)));
        return Ok(());
    }
    if let Some(pivot) = piece.text.strip_prefix("pivot=") {
        if !WITH_PIVOT.contains(&step.strategy) {
            let names = WITH_PIVOT.map(StrategyId::name).join(" and ");
            return piece.error(format!("{} has no pivot; {names} have one", step.strategy.name()));
        }
        step.pivot = Some(cell(shape, piece.from(piece.text.len() - pivot.len()))?);
        return Ok(());
    }
    if let Some((cell, value)) = piece.split('=') {
        let cell = self::cell(shape, cell)?;
        let Some(digit) = digits(shape, value)?.only() else {
            return value.error("a step places one digit, here are several");
        };
        if step.placed.is_some() {
            return piece.error("a step places one digit, and one is named before");
        }
        step.placed = Some(Candidate::new(cell, digit));
        return Ok(());
    }
    if let Some(inner) = piece.text.strip_prefix('(') {
        let Some(end) = inner.find(')') else { return piece.error("a bracket is not closed: write (5)r4c1") };
        let digits = digits(shape, piece.from(1).upto(end))?;
        let cell = cell(shape, piece.from(end + 2))?;
        step.candidates.extend(digits.iter().map(|digit| Candidate::new(cell, digit)));
        return Ok(());
    }
    let geometry = &*shape.geometry();
    if let Some(extra) = geometry.further_houses().find(|&house| house_word(geometry, house) == piece.text) {
        step.houses.push(extra);
        return Ok(());
    }
    if piece.text.starts_with('r') && piece.text.contains('c') {
        step.cells.insert(cell(shape, piece)?);
        return Ok(());
    }
    step.houses.push(house(shape, piece)?);
    Ok(())
}

fn house(shape: Shape, piece: Piece<'_>) -> Result<House, PathError> {
    let geometry = &*shape.geometry();
    let kind = match piece.text.chars().next() {
        Some('r') => HouseKind::Row,
        Some('c') => HouseKind::Column,
        Some('b') => HouseKind::Box,
        _ => {
            let extra = geometry.further_houses().next().map(|house| format!(", {}", house_word(geometry, house)));
            return piece.error(format!(
                "{} is no part of a place: use houses (r2, c3, b5{}), cells (r4c1), candidates ((5)r4c1), pivot=r5c5, \
                 r1c1=9 or r2c4<>5",
                quoted(piece.text),
                extra.unwrap_or_default()
            ));
        }
    };
    Ok(geometry.house(kind, number(shape, piece.from(1))? - 1))
}

fn cell(shape: Shape, piece: Piece<'_>) -> Result<Cell, PathError> {
    let split = piece.text.strip_prefix('r').and_then(|rest| rest.find('c'));
    let Some(at) = split else {
        return piece.error(format!("{} is no cell: use e.g. r4c1", quoted(piece.text)));
    };
    let (row, col) = (number(shape, piece.from(1).upto(at))?, number(shape, piece.from(at + 2))?);
    Ok(shape.cell(row - 1, col - 1))
}

fn number(shape: Shape, piece: Piece<'_>) -> Result<usize, PathError> {
    let is_number = !piece.text.is_empty() && piece.text.bytes().all(|byte| byte.is_ascii_digit());
    match piece.text.parse::<usize>() {
        Ok(number) if is_number && (1..=shape.n()).contains(&number) => Ok(number),
        _ => piece.error(format!("{} is no number from 1 to {}", quoted(piece.text), shape.n())),
    }
}

fn digits(shape: Shape, piece: Piece<'_>) -> Result<DigitSet, PathError> {
    let mut digits = DigitSet::EMPTY;
    if piece.text.is_empty() {
        return piece.error("a digit is missing here");
    }
    for (index, c) in piece.text.char_indices() {
        let Some(digit) = Digit::from_char(c).filter(|digit| digit.index() < shape.n()) else {
            let last = Digit::from_index(shape.n() - 1);
            return piece.from(index).error(format!("{} is no digit from 1 to {last}", quoted(&c.to_string())));
        };
        digits.insert(digit);
    }
    Ok(digits)
}

fn place_text(shape: Shape, place: &StepPlace) -> String {
    let geometry = &*shape.geometry();
    let mut parts: Vec<String> = Vec::new();
    for &house in &place.houses {
        parts.push(house_word(geometry, house));
    }
    parts.extend(place.cells.iter().map(|cell| shape.cell_name(cell)));
    parts.extend(place.candidates.iter().map(|c| format!("({}){}", c.digit, shape.cell_name(c.cell))));
    parts.extend(place.pivot.map(|cell| format!("pivot={}", shape.cell_name(cell))));
    parts.extend(place.placed.map(|c| c.placed_name(shape)));
    parts.extend(place.eliminated.iter().map(|c| c.eliminated_name(shape)));
    let mut text = place.strategy.name().to_owned();
    if !parts.is_empty() || !place.digits.is_empty() {
        text.push('@');
        text.push_str(&parts.join(","));
    }
    if !place.digits.is_empty() {
        text.push(':');
        for digit in place.digits.iter() {
            let _ = write!(text, "{digit}");
        }
    }
    text
}

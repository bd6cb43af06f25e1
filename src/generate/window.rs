//! Windows of difficulty: a scale and the figures that are welcome.

use crate::grid::{Puzzle, Shape};
use crate::logic::{Ranking, Trace, hodoku_rating, rate_trace, se_rating};
use std::fmt;
use std::str::FromStr;

/// A scale of difficulty.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Scale {
    /// ER of Sudoku Explainer 1.2.1; 9x9 only.
    Se,
    /// Score of `HoDoKu` 2.2.4; 9x9 only.
    Hodoku,
    /// Effort of our own rating, in the ranking of the request.
    Own,
}

impl Scale {
    /// Every scale.
    pub const ALL: [Scale; 3] = [Scale::Se, Scale::Hodoku, Scale::Own];

    /// Name on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Scale::Se => "se",
            Scale::Hodoku => "hodoku",
            Scale::Own => "own",
        }
    }

    /// Name in sentences.
    pub const fn title(self) -> &'static str {
        match self {
            Scale::Se => "Sudoku Explainer",
            Scale::Hodoku => "HoDoKu",
            Scale::Own => "our own scale",
        }
    }

    /// Whether puzzles of the shape have figures on the scale.
    pub fn fits(self, shape: Shape) -> bool {
        self == Scale::Own || shape == Shape::NINE
    }

    /// The figure of a solved trace in tenths; `None` where the scale has none.
    pub fn figure(self, trace: &Trace, ranking: &Ranking) -> Option<u32> {
        match self {
            Scale::Own => Some((rate_trace(trace, ranking).effort() * 10.0).round() as u32),
            _ => self.figure_of(&trace.puzzle),
        }
    }

    /// The figure of a proper puzzle in tenths, on the scales that go by the puzzle alone.
    pub(super) fn figure_of(self, puzzle: &Puzzle) -> Option<u32> {
        match self {
            Scale::Se => se_rating(puzzle).map(|rating| u32::from(rating.whole)),
            Scale::Hodoku => hodoku_rating(puzzle).map(|rating| rating.score * 10),
            Scale::Own => None,
        }
    }
}

impl FromStr for Scale {
    type Err = WindowError;

    fn from_str(text: &str) -> Result<Scale, WindowError> {
        Scale::ALL.into_iter().find(|scale| scale.name() == text).ok_or(WindowError::Scale)
    }
}

/// The figures that are welcome, ends included.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Window {
    /// The scale.
    pub scale: Scale,
    /// Least figure in tenths.
    pub from: u32,
    /// Largest figure in tenths, at least `from`.
    pub to: u32,
}

/// Why a text is no window.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum WindowError {
    #[error("use se, hodoku or own")]
    Scale,
    #[error("use A..B with figures from 0 to 100000 and at most one decimal, e.g. 3.0..4.2")]
    Range,
    #[error("the window is empty: it begins above its end")]
    Empty,
}

impl Window {
    /// Reads `A..B`, or `A` for one figure.
    ///
    /// # Errors
    /// If the text is not of that form or no figure lies in it.
    pub fn parse(scale: Scale, text: &str) -> Result<Window, WindowError> {
        let (from, to) = text.split_once("..").unwrap_or((text, text));
        let window = Window { scale, from: tenths(from)?, to: tenths(to)? };
        if window.from > window.to { Err(WindowError::Empty) } else { Ok(window) }
    }

    /// Whether a solved trace has a figure within the window.
    pub fn holds(&self, trace: &Trace, ranking: &Ranking) -> bool {
        self.scale.figure(trace, ranking).is_some_and(|figure| self.distance(figure) == 0)
    }

    /// How far a figure is outside, in thousandths of the nearer end; 0 inside.
    pub(super) fn distance(&self, figure: u32) -> u32 {
        let (end, gap) = match figure {
            _ if figure < self.from => (self.from, self.from - figure),
            _ if figure > self.to => (self.to, figure - self.to),
            _ => return 0,
        };
        (1000 * u64::from(gap)).div_ceil(u64::from(end.max(1))).min(100_000) as u32
    }
}

/// A figure with at most one decimal, in tenths.
fn tenths(text: &str) -> Result<u32, WindowError> {
    let (whole, tenth) = text.trim().split_once('.').unwrap_or((text.trim(), "0"));
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !is_number(whole) || whole.len() > 6 || !is_number(tenth) || tenth.len() != 1 {
        return Err(WindowError::Range);
    }
    let value = format!("{whole}{tenth}").parse().map_err(|_| WindowError::Range)?;
    if value > 1_000_000 { Err(WindowError::Range) } else { Ok(value) }
}

/// `3.0..4.2`, as on the command line.
impl fmt::Display for Window {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}..{}.{}", self.from / 10, self.from % 10, self.to / 10, self.to % 10)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str) {
        let shown = Window::parse(Scale::Se, text).map_or_else(|error| error.to_string(), |window| window.to_string());
        assert!(shown.starts_with(expected), "{text}: {shown}");
    }

    #[test]
    fn windows_parse_and_print() {
        check("3.0..4.2", "3.0..4.2");
        check("800 .. 1000", "800.0..1000.0");
        check("4.2", "4.2..4.2");
        check("4.2..3", "the window is empty");
        for wrong in ["", "..", "4.25", "-1..2", "1..", "1e3", "9999999", "4..5..6", "100000.1"] {
            check(wrong, "use A..B");
        }
    }

    #[test]
    fn distance_is_relative() {
        let window = Window::parse(Scale::Se, "3.0..4.0").expect("window");
        let distances = [15, 29, 30, 40, 41, 80].map(|figure| window.distance(figure));
        assert_eq!(distances, [500, 34, 0, 0, 25, 1000]);
    }
}

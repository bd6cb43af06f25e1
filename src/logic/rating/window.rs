//! Windows of difficulty: a scale and the figures that are welcome.

use super::hodoku::{LEAST_SINGLE, MOST_SINGLE};
use super::se::{HIGHEST, LEAST, Program, limit, se_techniques, sukaku_techniques};
use crate::grid::{Pattern, Puzzle, Shape};
use crate::logic::{
    Order, Sentence, StrategyId, StrategySet, Trace, hodoku_rating, rate_trace, se_rating_until, sukaku_rating_until,
};
use std::fmt;
use std::str::FromStr;

/// A scale of difficulty.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Scale {
    /// ER of Sudoku Explainer 1.2.1; 9x9 only.
    Se,
    /// ER of `SukakuExplainer` 1.18.1; 9x9 only.
    Sukaku,
    /// Score of `HoDoKu` 2.2.4; 9x9 only.
    Hodoku,
    /// Effort of our own rating, in the ranking of the request.
    Own,
}

impl Scale {
    /// Every scale.
    pub const ALL: [Scale; 4] = [Scale::Se, Scale::Sukaku, Scale::Hodoku, Scale::Own];

    /// Name on the command line and in files.
    pub const fn name(self) -> &'static str {
        match self {
            Scale::Se => "se",
            Scale::Sukaku => "sukaku",
            Scale::Hodoku => "hodoku",
            Scale::Own => "own",
        }
    }

    /// Name in sentences.
    pub const fn title(self) -> &'static str {
        match self {
            Scale::Se => "Sudoku Explainer",
            Scale::Sukaku => "SukakuExplainer",
            Scale::Hodoku => "HoDoKu",
            Scale::Own => "our own scale",
        }
    }

    /// Whether puzzles of the shape have figures on the scale.
    pub fn fits(self, shape: Shape) -> bool {
        self == Scale::Own || shape == Shape::NINE
    }

    /// Name in front of a figure.
    pub const fn short_title(self) -> &'static str {
        match self {
            Scale::Se => "SE",
            Scale::Sukaku => "Sukaku",
            Scale::Hodoku => "HoDoKu",
            Scale::Own => "effort",
        }
    }

    /// Whether the figure is that of the hardest step; else every step counts.
    pub const fn is_of_hardest_step(self) -> bool {
        matches!(self, Scale::Se | Scale::Sukaku)
    }

    /// Where the figure is that of the hardest step, the techniques: least and largest figure in tenths, and name;
    /// the easiest first.
    pub fn techniques(self) -> Option<Vec<(u8, u8, &'static str)>> {
        match self {
            Scale::Se => Some(se_techniques()),
            Scale::Sukaku => Some(sukaku_techniques()),
            Scale::Hodoku | Scale::Own => None,
        }
    }

    /// A figure for people: `2.6`, `812`.
    pub fn text(self, tenths: u32) -> String {
        match (self.is_of_hardest_step(), tenths % 10) {
            (true, rest) => format!("{}.{rest}", tenths / 10),
            (_, 0) => (tenths / 10).to_string(),
            (_, rest) => format!("{}.{rest}", tenths / 10),
        }
    }

    /// The figure of a solved trace in tenths; `None` where the scale has none.
    pub fn figure(self, trace: &Trace, order: &Order) -> Option<u32> {
        self.figure_until(trace, order, &|| false)
    }

    /// [`Scale::figure`], asking now and then whether to stop; what it returns after that means nothing.
    pub fn figure_until(self, trace: &Trace, order: &Order, should_stop: &dyn Fn() -> bool) -> Option<u32> {
        match self {
            Scale::Own => Some((rate_trace(trace, order).effort() * 10.0).round() as u32),
            _ => self.figure_of_until(&trace.puzzle, should_stop),
        }
    }

    /// The figure of a proper puzzle in tenths, on the scales that go by the puzzle alone.
    pub fn figure_of(self, puzzle: &Puzzle) -> Option<u32> {
        self.figure_of_until(puzzle, &|| false)
    }

    /// [`Scale::figure_of`], asking now and then whether to stop; what it returns after that means nothing.
    pub fn figure_of_until(self, puzzle: &Puzzle, should_stop: &dyn Fn() -> bool) -> Option<u32> {
        match self {
            Scale::Se => se_rating_until(puzzle, should_stop).map(|rating| u32::from(rating.whole)),
            Scale::Sukaku => sukaku_rating_until(puzzle, should_stop).map(|rating| u32::from(rating.whole)),
            Scale::Hodoku => hodoku_rating(puzzle).map(|rating| rating.score * 10),
            Scale::Own => None,
        }
    }
}

/// The strategies that only place digits.
const PLACING: StrategySet = {
    let mut set = StrategySet::SINGLES;
    set.insert(StrategyId::FullHouse);
    set
};

impl Scale {
    /// Between which figures, in tenths, every puzzle of a pattern lies that the order's strategies solve; the upper
    /// end is missing where none is known.
    pub fn limits(self, order: &Order, pattern: &Pattern) -> (u32, Option<u32>) {
        let n_open = (pattern.shape.n_cells() - pattern.n_clues()) as u32;
        let is_placing = order.allowed.is_subset(PLACING);
        match self {
            Scale::Se => (LEAST.into(), Some(limit(Program::SudokuExplainer, order.allowed).unwrap_or(HIGHEST).into())),
            Scale::Sukaku => {
                (LEAST.into(), Some(limit(Program::SukakuExplainer, order.allowed).unwrap_or(HIGHEST).into()))
            }
            Scale::Hodoku => (10 * LEAST_SINGLE * n_open, is_placing.then_some(10 * MOST_SINGLE * n_open)),
            Scale::Own => {
                // Every open cell takes a step, and looking for it costs what stands before it.
                let before =
                    |id: Option<StrategyId>| id.map_or(0, |id| order.ranking.rank_on(id, pattern.shape) as u32 - 1);
                let (first, last) =
                    (before(order.sequence().first().copied()), before(order.sequence().last().copied()));
                let cost = |rank_before: u32| 10 * n_open * (rank_before * (rank_before + 1) / 2);
                (cost(first), is_placing.then_some(cost(last) + 10 * n_open * (last + 1)))
            }
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
    #[error("use se, sukaku, hodoku or own")]
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

    /// Why no puzzle of a pattern that the order's strategies solve has such a figure, where that is plain; one
    /// sentence.
    pub fn obstacle(&self, order: &Order, pattern: &Pattern) -> Option<String> {
        if !self.scale.fits(pattern.shape) {
            return Some(format!("only 9x9 puzzles have a figure of {}", self.scale.title()));
        }
        let (least, most) = self.scale.limits(order, pattern);
        let (name, text) = (self.scale.short_title(), |tenths| self.scale.text(tenths));
        if self.to < least {
            return Some(format!("{name} {} is too low: the figure begins at {}", text(self.to), text(least)));
        }
        let is_between = self.scale.techniques().is_some_and(|techniques| {
            !techniques.iter().any(|&(from, to, _)| u32::from(from) <= self.to && self.from <= u32::from(to))
        });
        if is_between && most.is_none_or(|most| self.from <= most) {
            return Some(format!("no technique has a figure of {}", self.title()));
        }
        let most = most.filter(|&most| self.from > most)?;
        let why = match self.scale {
            scale if scale.is_of_hardest_step() && most == u32::from(HIGHEST) => {
                format!("the techniques known of {}", scale.title())
            }
            _ => "the allowed strategies".to_owned(),
        };
        Some(format!("{name} {} is too high: {why} go up to {}", text(self.from), text(most)))
    }

    /// For people: `SE 2.6 to 3.8`.
    pub fn title(&self) -> Sentence {
        let [from, to] = [self.from, self.to].map(|tenths| Sentence::from(self.scale.text(tenths)));
        let scale = Sentence::term(self.scale.short_title());
        if from == to {
            Sentence::compose("{0} {1}", [scale, from])
        } else {
            Sentence::compose("{0} {1} to {2}", [scale, from, to])
        }
    }

    /// Whether the figure is welcome.
    pub const fn contains(&self, figure: u32) -> bool {
        self.from <= figure && figure <= self.to
    }

    /// Whether a solved trace has a figure within the window. It asks now and then whether to stop; what it returns
    /// after that means nothing.
    pub fn holds(&self, trace: &Trace, order: &Order, should_stop: &dyn Fn() -> bool) -> bool {
        self.scale.figure_until(trace, order, should_stop).is_some_and(|figure| self.contains(figure))
    }

    /// How far a figure is outside, in thousandths of the nearer end; 0 inside.
    pub fn distance(&self, figure: u32) -> u32 {
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
        check("0.5", "0.5..0.5");
        check("0..100000.0", "0.0..100000.0");
        check("000100", "100.0..100.0");
        for wrong in ["", "..", "4.25", "-1..2", "1..", "1e3", "9999999", "0000001", "4..5..6", "4.", "100000.1"] {
            check(wrong, "use A..B");
        }
    }

    /// Limits and obstacle for a window on 9x9 patterns with this number of clues.
    #[track_caller]
    fn check_limits(
        scale: Scale,
        strategies: &str,
        n_clues: usize,
        window: &str,
        expected: (u32, Option<u32>),
        why: &str,
    ) {
        let order: Order = strategies.parse().expect("order");
        let pattern = Pattern::new(Shape::NINE, Shape::NINE.cells().take(n_clues));
        assert_eq!(scale.limits(&order, &pattern), expected);
        let window = Window::parse(scale, window).expect("window");
        assert_eq!(window.obstacle(&order, &pattern).unwrap_or_default(), why);
    }

    #[test]
    fn what_no_puzzle_can_have_is_said() {
        check_limits(Scale::Se, "naked-single", 30, "2.3..9", (10, Some(23)), "");
        check_limits(
            Scale::Se,
            "paper",
            30,
            "2.9..9",
            (10, Some(28)),
            "SE 2.9 is too high: the allowed strategies go up to 2.8",
        );
        check_limits(
            Scale::Se,
            "all",
            30,
            "13.6..14",
            (10, Some(135)),
            "SE 13.6 is too high: the techniques known of Sudoku Explainer go up to 13.5",
        );
        check_limits(Scale::Se, "all", 30, "2.7", (10, Some(135)), "no technique has a figure of SE 2.7");
        check_limits(Scale::Se, "all", 30, "6.3..6.4", (10, Some(135)), "no technique has a figure of SE 6.3 to 6.4");
        let techniques = "the techniques known of SukakuExplainer";
        check_limits(
            Scale::Sukaku,
            "all",
            30,
            "13.6..14",
            (10, Some(135)),
            &format!("Sukaku 13.6 is too high: {techniques} go up to 13.5"),
        );
        check_limits(Scale::Sukaku, "all", 30, "2.7", (10, Some(135)), "no technique has a figure of Sukaku 2.7");
        check_limits(Scale::Sukaku, "all", 30, "6.3..6.4", (10, Some(135)), "");
        // Strong links with groups come before the wings, and loops before the quads.
        check_limits(
            Scale::Sukaku,
            "paper,xy-wing",
            30,
            "4.4",
            (10, Some(43)),
            "Sukaku 4.4 is too high: the allowed strategies go up to 4.3",
        );
        check_limits(Scale::Sukaku, "paper,xyz-wing", 30, "4.4", (10, Some(44)), "");
        check_limits(Scale::Se, "paper,xy-wing", 30, "4.2", (10, Some(42)), "");
        check_limits(Scale::Se, "paper,naked-quad", 30, "5.3", (10, Some(53)), "");
        check_limits(Scale::Se, "all", 30, "7.3..9.9", (10, Some(135)), "");
        check_limits(Scale::Se, "all", 30, "0.1..0.9", (10, Some(135)), "SE 0.9 is too low: the figure begins at 1.0");
        check_limits(
            Scale::Hodoku,
            "singles",
            31,
            "701..800",
            (2000, Some(7000)),
            "HoDoKu 701 is too high: the allowed strategies go up to 700",
        );
        check_limits(
            Scale::Hodoku,
            "all",
            31,
            "100..150",
            (2000, None),
            "HoDoKu 150 is too low: the figure begins at 200",
        );
        check_limits(
            Scale::Own,
            "singles",
            31,
            "99999",
            (0, Some(1500)),
            "effort 99999 is too high: the allowed strategies go up to 150",
        );
    }

    /// Limits of our own scale on 9x9 with 31 clues.
    #[track_caller]
    fn check_own_limits(strategies: &str, expected: (u32, Option<u32>)) {
        let order: Order = strategies.parse().expect("an order");
        let pattern = Pattern::new(Shape::NINE, Shape::NINE.cells().take(31));
        assert_eq!(Scale::Own.limits(&order, &pattern), expected);
    }

    /// 50 cells are open. Looking for a step costs the sum of the ranks before it, and placing the digit its rank.
    #[test]
    fn limits_of_our_own_scale_add_up_ranks() {
        check_own_limits("full-house,naked-single", (0, Some(10 * 50 * (1 + 2))));
        check_own_limits("full-house,naked-single,hidden-single", (0, Some(10 * 50 * (1 + 2 + 3))));
        check_own_limits("hidden-single", (0, Some(10 * 50)));
        check_own_limits("hidden-single,x-wing", (0, None));
    }

    #[test]
    fn figures_lie_within_the_limits() {
        for text in [
            ".8.697.3...6...587...1..9...9..6...47.5.3..2....9...1.1.938.4...7.......2........",
            ".62...83.5..1.6..21...3...78..2.7..46...1...3.9.....1...4...2.....8.5.......9....",
        ] {
            let puzzle = crate::grid::parse_puzzles(Shape::NINE, text).expect("puzzle").remove(0);
            for strategies in
                ["singles", "paper", "basic", "all", "hidden-single,naked-single,locked-candidates,naked-pair"]
            {
                let order: Order = strategies.parse().expect("order");
                let trace = crate::logic::solve(&puzzle, order);
                if trace.verdict != crate::logic::TraceVerdict::Solved {
                    continue;
                }
                for scale in Scale::ALL {
                    let Some(figure) = scale.figure(&trace, &order) else { continue };
                    let (least, most) = scale.limits(&order, &puzzle.pattern());
                    assert!(
                        least <= figure && most.is_none_or(|most| figure <= most),
                        "{strategies} {scale:?} {figure}"
                    );
                }
            }
        }
    }

    /// Effort 1.5 by hand: two open cells, of which either may be filled first.
    #[test]
    fn scales_have_their_figures() {
        let order: Order = "hidden-single".parse().expect("order");
        let small =
            crate::grid::parse_puzzles("2x2".parse().expect("shape"), "123.3412214343.1").expect("puzzle").remove(0);
        let puzzle = crate::grid::parse_puzzles(
            Shape::NINE,
            ".......8.2.9...1...8324.5........6..7.653..9...5..1...8..79..41.4.1..269......8..",
        )
        .expect("puzzle")
        .remove(0);
        let trace = crate::logic::solve(&small, order);
        assert_eq!(Scale::ALL.map(|scale| scale.fits(small.shape())), [false, false, false, true]);
        assert_eq!(Scale::ALL.map(|scale| scale.fits(Shape::NINE)), [true; 4]);
        assert_eq!(Scale::Own.figure(&trace, &order), Some(15));
        assert_eq!(Scale::ALL.map(|scale| scale.figure_of(&small)), [None; 4]);
        let se = se_rating_until(&puzzle, &|| false).map(|rating| u32::from(rating.whole));
        assert_eq!(Scale::ALL.map(|scale| scale.figure_of(&puzzle)), [se, se, Some(2120), None]);
        let trace = crate::logic::solve(&puzzle, StrategySet::SINGLES);
        for (window, expected) in [("212", true), ("100..211.9", false), ("212.1..300", false), ("200..220", true)] {
            let window = Window::parse(Scale::Hodoku, window).expect("window");
            assert_eq!(window.holds(&trace, &StrategySet::SINGLES.into(), &|| false), expected, "{window}");
            assert_eq!(window.contains(2120), expected, "{window}");
        }
        // Ends that are met are no obstacle; other shapes are.
        let obstacle =
            |scale, window, pattern: &Pattern| Window::parse(scale, window).expect("window").obstacle(&order, pattern);
        assert_eq!(obstacle(Scale::Se, "1.0", &puzzle.pattern()), None);
        let title = "only 9x9 puzzles have a figure of";
        assert_eq!(obstacle(Scale::Se, "1.0", &small.pattern()), Some(format!("{title} Sudoku Explainer")));
        assert_eq!(obstacle(Scale::Hodoku, "212", &small.pattern()), Some(format!("{title} HoDoKu")));
    }

    #[test]
    fn distance_is_relative() {
        let window = Window::parse(Scale::Se, "3.0..4.0").expect("window");
        let distances = [15, 29, 30, 40, 41, 80].map(|figure| window.distance(figure));
        assert_eq!(distances, [500, 34, 0, 0, 25, 1000]);
    }
}

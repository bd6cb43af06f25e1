//! All figures of a puzzle in one go.

pub(super) mod goal;
pub(super) mod hodoku;
mod nine;
pub(super) mod order;
pub(super) mod own;
pub(super) mod se;
pub(super) mod window;

use super::negative_cache::NegativeCache;
use super::trace::walk;
use super::{
    Board, HodokuRating, Order, OwnRating, Scale, SePath, SeRating, Step, Trace, TraceVerdict, fast_count,
    se_path_until, sukaku_path_until,
};
use crate::grid::Puzzle;
use crate::lp::stopping;
use own::{moment, push_first_with_freedom};
use se::Program;

/// The trace of a puzzle with every figure of its difficulty.
#[derive(Clone, PartialEq, Debug)]
pub struct Figures {
    /// The trace in the setter's order.
    pub trace: Trace,
    /// Our own figure; `None` if the allowed strategies do not solve the puzzle.
    pub own: Option<OwnRating>,
    /// As [`super::se_rating`]; `None` for puzzles that are not proper.
    pub se: Option<SeRating>,
    /// As [`super::sukaku_rating`], where it is asked for; `None` for puzzles that are not proper.
    pub sukaku: Option<SeRating>,
    /// As [`super::hodoku_rating`]; `None` for puzzles that are not proper.
    pub hodoku: Option<HodokuRating>,
}

/// Solves a puzzle and rates it on every scale but that of `SukakuExplainer`; what each of them gives alone, but quicker.
///
/// ```
/// use cluesmith::grid::Puzzle;
/// use cluesmith::logic::{Order, StrategySet, figures};
///
/// let puzzle: Puzzle = "1.....3..1.....2".parse()?;
/// let figures = figures(&puzzle, &Order::from(StrategySet::ALL));
/// // Only 9x9 puzzles have figures of Sudoku Explainer and HoDoKu.
/// assert_eq!((figures.se, figures.hodoku), (None, None));
/// assert_eq!(figures.own.map(|own| format!("{:.1}", own.effort())).as_deref(), Some("13.5"));
/// # Ok::<(), cluesmith::grid::ParseError>(())
/// ```
pub fn figures(puzzle: &Puzzle, order: &Order) -> Figures {
    figures_on(puzzle, order, &USUAL)
}

/// [`figures`] on these scales; our own figure is there in any case.
pub fn figures_on(puzzle: &Puzzle, order: &Order, scales: &[Scale]) -> Figures {
    figures_until(puzzle, order, scales, &|| false)
}

/// [`figures_on`], asking now and then whether to stop; what it returns after that means nothing.
pub fn figures_until(puzzle: &Puzzle, order: &Order, scales: &[Scale], should_stop: &dyn Fn() -> bool) -> Figures {
    figures_with(puzzle, order, scales, Some(should_stop))
}

/// [`figures`] without those of Sudoku Explainer, which take long for hard puzzles.
pub fn figures_without_se(puzzle: &Puzzle, order: &Order) -> Figures {
    figures_with(puzzle, order, &[Scale::Hodoku], None)
}

/// The scales on which a puzzle is rated where none are named.
const USUAL: [Scale; 2] = [Scale::Se, Scale::Hodoku];

/// On these scales, on those of the Explainers if there is something to ask whether to stop.
fn figures_with(puzzle: &Puzzle, order: &Order, scales: &[Scale], should_stop: Option<&dyn Fn() -> bool>) -> Figures {
    let board = Board::new(puzzle);
    let mut absent = NegativeCache::default();
    let mut curve = Vec::with_capacity(board.n_unsolved() + 16);
    let show = |step: &Step, freedom| curve.push(moment(step, freedom, &order.ranking, puzzle.shape()));
    let solve = || walk(puzzle, board.clone(), Vec::new(), order, &mut absent, push_first_with_freedom, show);
    let trace = match should_stop {
        Some(should_stop) => stopping(should_stop, solve),
        None => solve(),
    };
    let own = (trace.verdict == TraceVerdict::Solved).then_some(OwnRating { curve });
    let mut figures = Figures { trace, own, se: None, sukaku: None, hodoku: None };
    if !is_proper(puzzle, figures.trace.verdict) {
        return figures;
    }
    let mut explainer = |scale, program| {
        let stop = should_stop.filter(|_| scales.contains(&scale))?;
        se::of_board(board.clone(), program, &mut absent, stop)
    };
    figures.se = explainer(Scale::Se, Program::SudokuExplainer);
    figures.sukaku = explainer(Scale::Sukaku, Program::SukakuExplainer);
    if scales.contains(&Scale::Hodoku) {
        figures.hodoku = hodoku::of_puzzle(puzzle, &mut absent);
    }
    figures
}

/// Figures on the scales of other programs, with the steps that set those of the Explainers.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct OtherScales {
    /// As [`super::se_path_until`].
    pub se: Option<SePath>,
    /// As [`super::sukaku_path_until`], where it is asked for.
    pub sukaku: Option<SePath>,
    /// As [`super::hodoku_rating`].
    pub hodoku: Option<HodokuRating>,
}

/// The figures of the other scales for a puzzle whose trace ended like this, on that of `SukakuExplainer` if that is asked
/// for; none for puzzles that are not proper.
///
/// It asks now and then whether to stop; what it returns after that means nothing.
pub fn scales(puzzle: &Puzzle, verdict: TraceVerdict, on_sukaku: bool, should_stop: &dyn Fn() -> bool) -> OtherScales {
    if !is_proper(puzzle, verdict) {
        return OtherScales::default();
    }
    OtherScales {
        se: se_path_until(puzzle, should_stop),
        sukaku: on_sukaku.then(|| sukaku_path_until(puzzle, should_stop)).flatten(),
        hodoku: hodoku::of_puzzle(puzzle, &mut NegativeCache::default()),
    }
}

/// Whether a puzzle whose trace ended like this has exactly one solution.
fn is_proper(puzzle: &Puzzle, verdict: TraceVerdict) -> bool {
    match verdict {
        TraceVerdict::Solved => true,
        TraceVerdict::Stuck => fast_count(puzzle, 2) == 1,
        TraceVerdict::Broken => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{SHAPES, Shape, content_lines};
    use crate::logic::{StrategyId, StrategySet, hodoku_rating, rate_trace, se_rating, solve, sukaku_rating};

    /// Together they are what they are alone.
    #[track_caller]
    fn check(shape: Shape, order: &str, puzzle: &str) {
        let puzzle = content_lines(puzzle).next().expect("line").puzzle(shape).expect("puzzle");
        let order: Order = order.parse().expect("order");
        let figures = figures(&puzzle, &order);
        let trace = solve(&puzzle, order);
        assert_eq!(figures.trace, trace);
        let is_solved = trace.verdict == TraceVerdict::Solved;
        assert_eq!(figures.own, is_solved.then(|| rate_trace(&trace, &order)));
        let is_proper = fast_count(&puzzle, 2) == 1;
        assert_eq!(figures.se, is_proper.then(|| se_rating(&puzzle)).flatten());
        assert_eq!(figures.hodoku, is_proper.then(|| hodoku_rating(&puzzle)).flatten());
        let sukaku = is_proper.then(|| sukaku_rating(&puzzle)).flatten();
        for on_sukaku in [false, true] {
            let OtherScales { se, sukaku: path, hodoku } = scales(&puzzle, trace.verdict, on_sukaku, &|| false);
            assert_eq!((se.map(|path| path.rating), hodoku), (figures.se, figures.hodoku));
            assert_eq!(path.map(|path| path.rating), sukaku.filter(|_| on_sukaku));
        }
        let with = figures_on(&puzzle, &order, &[Scale::Sukaku, Scale::Se]);
        assert_eq!((with.se, with.sukaku, with.hodoku), (figures.se, sukaku, None));
        assert_eq!((&with.trace, &with.own, figures.sukaku), (&figures.trace, &figures.own, None));
        let without = Figures { se: None, ..figures };
        assert_eq!(figures_without_se(&puzzle, &order), without);
    }

    /// A puzzle that the strategies do not solve has figures all the same, if it is proper.
    #[test]
    fn figures_do_not_need_the_strategies() {
        let puzzle: Puzzle = ".3..1.7....5.26...4.....8..7...8..4......29...4.....12.....865.1..45...3...3.1..7"
            .parse()
            .expect("puzzle");
        let stuck = solve(&puzzle, StrategySet::single(StrategyId::NakedSingle)).verdict;
        assert_ne!(stuck, TraceVerdict::Solved);
        for verdict in [stuck, TraceVerdict::Solved] {
            let OtherScales { se, sukaku, hodoku } = scales(&puzzle, verdict, true, &|| false);
            assert_eq!(se.map(|path| path.rating), se_rating(&puzzle));
            assert_eq!(sukaku.map(|path| path.rating), sukaku_rating(&puzzle));
            assert_eq!(hodoku.map(|rating| rating.score), Some(610));
        }
        assert_eq!(scales(&Puzzle::empty(Shape::NINE), stuck, true, &|| false), OtherScales::default());
    }

    #[test]
    fn together_as_alone() {
        let puzzles = [
            "5...8...4.4..7..9...8...1...3..2.7..85...7...21..6.8..6...9...7...3..6..1.3...5..",
            "...2...341.8.6..............4.5...2.....1.8..7.........2.4.3...6.....1...........",
            "897.................2..6...73.6....5........2.....97.6.....25.365..7.4...4.9.3.8.",
            "7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........",
        ];
        for order in ["all", "paper", "se", "x-wing,naked-single,hidden-single"] {
            for puzzle in puzzles {
                check(Shape::NINE, order, puzzle);
            }
            // Not proper, and one that contradicts itself.
            check(Shape::NINE, order, &".".repeat(81));
            check(Shape::NINE, order, &format!("12345678.........9{}", ".".repeat(63)));
        }
        check(SHAPES[0], "all", "1.....3..1.....2");
    }
}

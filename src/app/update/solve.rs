//! Solving by hand.

use crate::app::solving::{Act, Hint, HintLevel, Tool, find_hint};
use crate::app::studio::App;
use crate::app::view::View;
use crate::grid::Digit;
use crate::logic::Board;

impl App {
    pub(in crate::app) fn solve(&mut self, act: Act) {
        let solution = self.live.answer().and_then(|answer| answer.solution()).cloned();
        let puzzle = self.puzzle().cloned();
        let Some(solving) = self.solving.solvings.of_mut(puzzle.as_ref()) else { return };
        let before = solving.digits();
        match act {
            Act::Select(cells, cursor) => {
                solving.selected = cells;
                solving.cursor = cursor;
            }
            Act::Tool(tool) => (solving.tool, solving.line_from) = (tool, None),
            Act::Write(index, tool) => solving.write(index, tool.unwrap_or(solving.tool)),
            Act::Erase => solving.erase(),
            Act::LineFrom(cell) => solving.line_from = cell,
            Act::LineTo(cell) => solving.end_line(cell),
            Act::EraseLines => solving.erase_lines(),
            Act::Filter(digit) => solving.filter = digit,
            Act::Pause(is_paused) => solving.is_paused = is_paused,
            Act::Undo => solving.undo(),
            Act::Redo => solving.redo(),
            Act::FillCentre => solving.fill_centre(),
            Act::StartOver => solving.start_over(),
            Act::Check => solving.check(solution.as_ref()),
            Act::DropHint => solving.hint = None,
            Act::Hint => match solving.hint.as_mut() {
                Some(Hint { step: Some((step, board)), level, sentence }) if *level == HintLevel::Vague => {
                    *level = HintLevel::Concrete;
                    *sentence = step.sentence(board);
                }
                Some(Hint { step: Some((step, _)), .. }) => {
                    let step = step.clone();
                    solving.apply(&step);
                }
                _ => self.ask_hint(),
            },
        }
        // The last digit is checked at once: nobody should have to ask whether that was all.
        if let Some(solving) = self.solving.solvings.of_mut(puzzle.as_ref())
            && solving.digits().is_full()
            && solving.digits() != before
        {
            solving.check(solution.as_ref());
            if solving.wrong.is_empty()
                && let Some(said) = &solving.said
            {
                self.notices.info(said.clone());
            }
        }
    }

    /// Seeks a step; wrong digits come first, for no step holds on them.
    fn ask_hint(&mut self) {
        let solution = self.live.answer().and_then(|answer| answer.solution()).cloned();
        let order = self.project().order();
        let puzzle = self.puzzle().cloned();
        let Some(solving) = self.solving.solvings.of_mut(puzzle.as_ref()) else { return };
        solving.check(solution.as_ref());
        if !solving.wrong.is_empty() || solving.digits().is_full() {
            return;
        }
        solving.said = None;
        let board = solving.board();
        let is_proper = solution.is_some();
        self.solving.hints.ask((board.clone(), order), || Box::new(move |_| find_hint(&board, is_proper, &order)));
    }

    /// Shows a hint if the marks are still those that it was sought for.
    pub(in crate::app) fn show_hint(&mut self, board: &Board, hint: Hint) {
        let puzzle = self.puzzle().cloned();
        if let Some(solving) = self.solving.solvings.of_mut(puzzle.as_ref())
            && solving.board() == *board
        {
            solving.hint = Some(hint);
        }
    }

    /// The marks of the puzzle on the screen come up with it.
    pub(in crate::app) fn refresh_solving(&mut self) {
        if self.session.view == View::Puzzle {
            let puzzle = self.puzzle().cloned();
            let kept = puzzle.as_ref().and_then(|puzzle| self.history.document().solving_of(puzzle));
            self.solving.solvings.show(puzzle.as_ref(), kept);
        }
    }

    /// Looks for the digit under the cursor, or no longer; where there is none, the next digit key tells which.
    pub(in crate::app) fn filter_digit(&mut self) {
        let Some(solving) = self.solving() else { return };
        let act = match solving.digit(solving.cursor) {
            digit @ Some(_) if digit != solving.filter => Act::Filter(digit),
            Some(_) => Act::Filter(None),
            None => Act::Tool(Tool::Filter),
        };
        self.solve(act);
    }

    /// Looks for the next digit.
    pub(in crate::app) fn filter_next(&mut self) {
        let Some(solving) = self.solving() else { return };
        let n = solving.puzzle().shape().n();
        let next = solving.filter.map_or(0, |digit| (digit.index() + 1) % n);
        self.solve(Act::Filter(Some(Digit::from_index(next))));
    }

    pub(in crate::app) fn solve_up_to_here(&mut self) {
        let Some(board) = self.trace.shown.as_ref().map(|shown| shown.picture.board.clone()) else { return };
        self.session.view = View::Puzzle;
        self.refresh_solving();
        let puzzle = self.puzzle().cloned();
        if let Some(solving) = self.solving.solvings.of_mut(puzzle.as_ref()) {
            solving.solve_up_to(&board);
        }
    }
}

//! The document: edits, undo, going from puzzle to puzzle.

use crate::app::language::tr;
use crate::app::studio::App;
use crate::project::{Edit, EditError, History, ListEdit};
use eframe::egui;

impl App {
    pub(in crate::app) fn edit(&mut self, edit: &Edit) {
        self.change(edit, History::edit);
    }

    /// One edit of a drag: [`Self::end_drag`] ends their common step of undo.
    pub(in crate::app) fn adjust(&mut self, edit: &Edit) {
        self.change(edit, History::adjust);
    }

    /// At the end of a frame: with no button held down there is no drag.
    pub(in crate::app) fn end_drag(&mut self, ctx: &egui::Context) {
        if !ctx.input(|i| i.pointer.any_down()) {
            self.history.close();
        }
    }

    fn change(&mut self, edit: &Edit, carry_out: fn(&mut History, &Edit) -> Result<bool, EditError>) {
        let shown = self.document().current_index();
        let design = &self.project().design;
        let wanted = match edit {
            Edit::SetGoal(goal) => Some((*goal, design.minimal, &design.path)),
            Edit::SetMinimal(minimal) => Some((design.goal, *minimal, &design.path)),
            Edit::SetPath(path) => Some((design.goal, design.minimal, path)),
            _ => None,
        };
        if let (Some((goal, minimal, path)), Some(puzzle)) = (wanted, &self.project().puzzle) {
            self.session.search.on_trial = Some((puzzle.clone(), goal, minimal, path.clone()));
        }
        if let Err(error) = carry_out(&mut self.history, edit) {
            self.notices.error(tr!("This cannot be done: {error}", error));
        }
        self.follow_puzzle(shown, matches!(edit, Edit::List(_)));
    }

    /// Ticks the strategies without which the puzzle on the board gets stuck; its digits stay.
    pub(in crate::app) fn tick_needed(&mut self) {
        let Some(flawed) = self.live.stuck() else { return };
        let edit = if self.project().is_all_fixed() {
            Edit::SetStrategies(self.project().design.strategies.union(flawed.missing))
        } else {
            Edit::TakePuzzle { puzzle: flawed.puzzle.clone(), strategies: flawed.missing }
        };
        self.edit(&edit);
    }

    pub(in crate::app) fn undo(&mut self) {
        self.abort_strokes();
        let (shown, n_puzzles) = (self.document().current_index(), self.document().puzzles().len());
        self.history.undo();
        self.follow_puzzle(shown, n_puzzles != self.document().puzzles().len());
    }

    pub(in crate::app) fn redo(&mut self) {
        self.abort_strokes();
        let (shown, n_puzzles) = (self.document().current_index(), self.document().puzzles().len());
        self.history.redo();
        self.follow_puzzle(shown, n_puzzles != self.document().puzzles().len());
    }

    pub(in crate::app) fn go_to_edit(&mut self, n_edits: usize) {
        self.abort_strokes();
        self.history.go_to(n_edits);
        self.forget_shown();
    }

    /// Puts another puzzle of the document on the board.
    pub(in crate::app) fn select_puzzle(&mut self, index: usize) {
        self.end_draft();
        if index != self.document().current_index() && self.history.select(index) {
            self.forget_shown();
        }
    }

    /// Moves the puzzle on the board in the list; `by` is -1 for up, 1 for down.
    pub(in crate::app) fn move_puzzle(&mut self, by: isize) {
        let from = self.document().current_index();
        if let Some(to) = from.checked_add_signed(by) {
            self.edit(&Edit::List(ListEdit::Move { from, to }));
        }
    }

    /// After a change: another puzzle on the board has nothing of the one before.
    fn follow_puzzle(&mut self, shown: usize, is_list_changed: bool) {
        if is_list_changed || shown != self.document().current_index() {
            self.forget_shown();
        }
    }

    /// What was on the board belongs to another puzzle.
    pub(in crate::app) fn forget_shown(&mut self) {
        self.abort_strokes();
        self.session.input.draft = None;
        self.session.trace.step = 0;
        self.session.trace.next_at = None;
        self.session.board.cursor = crate::grid::Cell::default();
        self.live.ask(None);
    }
}

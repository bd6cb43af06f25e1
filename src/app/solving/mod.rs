//! Solving by hand: digits, pencil marks, colours and lines over a puzzle, with an undo of their own.
//!
//! These marks are about trying a puzzle, not about designing it: no edit changes them, and each puzzle has its
//! own. The document keeps them beside the design; their undo lasts as long as the window.

mod hint;
mod panel;
mod solvings;
mod state;
mod timer;

pub(super) use hint::find_hint;
pub use hint::{Hint, HintLevel};
pub(super) use panel::solving_ui;
pub use solvings::Solvings;
pub(in crate::app) use state::SolvingWork;

use crate::app::language::{tr, tr_n};
use crate::grid::{Candidate, Cell, CellSet, Digit, DigitSet, Puzzle, Shape};
use crate::logic::{Board, Step};
pub(super) use crate::project::{DrawnLine, HandSolving};
pub use crate::project::{Entries, Marks};
use crate::project::{MAX_LINES, MAX_STEPS};
use std::collections::BTreeSet;

/// Colours to choose from.
const N_COLOURS: usize = 9;

/// What a digit key writes, and what the mouse does.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "the titles say it")]
pub enum Tool {
    #[default]
    Digit,
    Corner,
    Centre,
    Colour,
    Line,
    Filter,
}

impl Tool {
    /// Every tool in the order of the keys Z, X, C, V, B, N.
    pub const ALL: [Tool; 6] = [Tool::Digit, Tool::Corner, Tool::Centre, Tool::Colour, Tool::Line, Tool::Filter];

    /// Name on the screen.
    pub fn title(self) -> &'static str {
        match self {
            Tool::Digit => tr!("Digit"),
            Tool::Corner => tr!("Corner"),
            Tool::Centre => tr!("Centre"),
            Tool::Colour => tr!("Colour"),
            Tool::Line => tr!("Line"),
            Tool::Filter => tr!("Filter"),
        }
    }

    /// What its button is called.
    pub(super) fn name(self) -> &'static str {
        match self {
            Tool::Digit => tr!("Tool: digit"),
            Tool::Corner => tr!("Tool: corner"),
            Tool::Centre => tr!("Tool: centre"),
            Tool::Colour => tr!("Tool: colour"),
            Tool::Line => tr!("Tool: line"),
            Tool::Filter => tr!("Tool: filter"),
        }
    }

    /// What it is for and its keys.
    pub fn help(self) -> &'static str {
        match self {
            Tool::Digit => tr!("Digits that you are sure of (Z)"),
            Tool::Corner => {
                tr!("Small digits in the corners: the digit goes into one of these cells (X, or Shift and a digit)")
            }
            Tool::Centre => tr!("Small digits in the middle: one of them goes here (C, or Ctrl and a digit)"),
            Tool::Colour => tr!("Colours for whatever you like (V, or Ctrl+Shift and a digit)"),
            Tool::Line => tr!("Lines between cells: drag from one to the other; once more removes the line (B)"),
            Tool::Filter => tr!("Shows where a digit stands and where it can still go (N, then the digit)"),
        }
    }
}

/// The marks that a tool writes, if it writes any.
fn set_of(marks: &mut Marks, tool: Tool) -> Option<&mut DigitSet> {
    match tool {
        Tool::Digit | Tool::Line | Tool::Filter => None,
        Tool::Corner => Some(&mut marks.corner),
        Tool::Centre => Some(&mut marks.centre),
        Tool::Colour => Some(&mut marks.colours),
    }
}

/// What the solver asks for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Act {
    /// The selection is this, and its last cell this.
    Select(CellSet, Cell),
    /// Digit keys write this.
    Tool(Tool),
    /// Write into the selected cells; a tool for this once, else the chosen one.
    Write(usize, Option<Tool>),
    /// Take out what the chosen tool wrote, else everything.
    Erase,
    /// A line begins in this cell, or in none.
    LineFrom(Option<Cell>),
    /// The line that was begun ends in this cell.
    LineTo(Cell),
    EraseLines,
    /// Show where this digit stands and can go; none for no filter.
    Filter(Option<Digit>),
    /// Whether the timer waits.
    Pause(bool),
    Undo,
    Redo,
    FillCentre,
    StartOver,
    Check,
    /// More of the hint: vague, concrete, carried out.
    Hint,
    DropHint,
}

/// What a step of undo restores.
#[derive(Clone, PartialEq, Debug)]
struct Snapshot {
    entries: Entries,
    /// The time, if the step set it back.
    seconds: Option<f64>,
}

/// Where a digit stands and where it can still go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Filtered {
    /// The digit.
    pub digit: Digit,
    /// Cells that hold it.
    pub holding: CellSet,
    /// Open cells that may hold it: the digits allow it, and so do the marks in the middle where there are any.
    pub open: CellSet,
}

/// What was entered over one puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Solving {
    puzzle: Puzzle,
    entries: Entries,
    past: Vec<Snapshot>,
    future: Vec<Snapshot>,
    /// How long it took so far.
    seconds: f64,
    /// Whether the solver stopped the timer.
    pub is_paused: bool,
    /// Where the line begins that is being drawn.
    pub line_from: Option<Cell>,
    /// The digit that is looked for.
    pub filter: Option<Digit>,
    /// Selected cells.
    pub selected: CellSet,
    /// The cell that arrows go on from.
    pub cursor: Cell,
    /// What digit keys write.
    pub tool: Tool,
    /// Cells that the last check found wrong.
    pub wrong: CellSet,
    /// The present hint.
    pub hint: Option<Hint>,
    /// What the last check said.
    pub said: Option<String>,
}

impl Solving {
    /// Nothing written yet.
    pub fn new(puzzle: Puzzle) -> Solving {
        let entries = Entries::none(puzzle.shape());
        Solving {
            entries,
            puzzle,
            past: Vec::new(),
            future: Vec::new(),
            seconds: 0.0,
            is_paused: false,
            line_from: None,
            filter: None,
            selected: CellSet::EMPTY,
            cursor: Cell::default(),
            tool: Tool::Digit,
            wrong: CellSet::EMPTY,
            hint: None,
            said: None,
        }
    }

    /// Going on with what was kept.
    pub fn with_kept(puzzle: Puzzle, kept: &HandSolving) -> Solving {
        let solving = Solving::new(puzzle);
        if kept.entries.marks.len() != solving.entries.marks.len() {
            return solving;
        }
        Solving { entries: kept.entries.clone(), seconds: f64::from(kept.seconds), ..solving }
    }

    /// What is kept with the project.
    pub fn kept(&self) -> HandSolving {
        HandSolving { entries: self.entries.clone(), seconds: self.seconds as u32 }
    }

    /// Everything that was entered.
    pub fn entries(&self) -> &Entries {
        &self.entries
    }

    /// The lines that were drawn.
    pub fn lines(&self) -> &BTreeSet<DrawnLine> {
        &self.entries.lines
    }

    /// The clues.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// What stands in a cell besides a clue.
    pub fn marks(&self, cell: Cell) -> Marks {
        self.entries.marks[cell.index()]
    }

    /// The digit of a cell, clue or entered.
    pub fn digit(&self, cell: Cell) -> Option<Digit> {
        self.puzzle.get(cell).or(self.entries.marks[cell.index()].digit)
    }

    /// Clues and entered digits.
    pub fn digits(&self) -> Puzzle {
        let mut all = self.puzzle.clone();
        for cell in all.shape().cells() {
            all.set(cell, self.digit(cell));
        }
        all
    }

    /// How many of a digit are still to be entered.
    pub fn n_left(&self, digit: Digit) -> usize {
        let shape = self.puzzle.shape();
        shape.n().saturating_sub(shape.cells().filter(|&cell| self.digit(cell) == Some(digit)).count())
    }

    /// Whether there is something to undo.
    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    /// Whether there is something to redo.
    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// Whether anything was written since the project was opened: undo and redo are about the marks then.
    pub fn has_history(&self) -> bool {
        self.can_undo() || self.can_redo()
    }

    /// Whether anything stands on the board.
    pub fn has_marks(&self) -> bool {
        !self.entries.is_empty()
    }

    /// Changes the marks as one step of undo; what changes nothing leaves none.
    fn change(&mut self, edit: impl FnOnce(&mut Solving)) {
        let before = self.entries.clone();
        edit(self);
        if self.entries != before {
            // Lines have no part in checks and hints.
            if self.entries.marks != before.marks {
                self.forget_said();
            }
            self.remember(Snapshot { entries: before, seconds: None });
        }
    }

    fn remember(&mut self, before: Snapshot) {
        self.past.push(before);
        if self.past.len() > MAX_STEPS {
            self.past.remove(0);
        }
        self.future.clear();
    }

    /// What a step of undo restores, to go back to the present state from there.
    fn restore(&mut self, snapshot: Snapshot) -> Snapshot {
        let entries = std::mem::replace(&mut self.entries, snapshot.entries);
        let seconds = snapshot.seconds.map(|seconds| std::mem::replace(&mut self.seconds, seconds));
        self.forget_said();
        Snapshot { entries, seconds }
    }

    /// Selected cells that are no clues.
    fn open(&self) -> Vec<Cell> {
        self.selected.iter().filter(|&cell| self.puzzle.get(cell).is_none()).collect()
    }

    /// Writes a digit (or colour) by its index into the selected cells: into all of them, or, if
    /// all have it, out of all of them. Marks leave cells with a digit alone.
    pub fn write(&mut self, index: usize, tool: Tool) {
        let limit = if tool == Tool::Colour { N_COLOURS } else { self.puzzle.shape().n() };
        if index >= limit || tool == Tool::Line {
            return;
        }
        let digit = Digit::from_index(index);
        if tool == Tool::Filter {
            self.filter = (self.filter != Some(digit)).then_some(digit);
            return;
        }
        let cells: Vec<Cell> = match tool {
            Tool::Colour => self.selected.iter().collect(),
            Tool::Digit | Tool::Line | Tool::Filter => self.open(),
            Tool::Corner | Tool::Centre => {
                self.open().into_iter().filter(|&cell| self.entries.marks[cell.index()].digit.is_none()).collect()
            }
        };
        let has = |marks: &mut Marks| match set_of(marks, tool) {
            Some(set) => set.contains(digit),
            None => marks.digit == Some(digit),
        };
        self.change(|solving| {
            let all_have = cells.iter().all(|&cell| has(&mut solving.entries.marks[cell.index()]));
            for &cell in &cells {
                let marks = &mut solving.entries.marks[cell.index()];
                match set_of(marks, tool) {
                    None => marks.digit = (!all_have).then_some(digit),
                    Some(set) if all_have => drop(set.remove(digit)),
                    Some(set) => drop(set.insert(digit)),
                }
            }
        });
    }

    /// Takes out what the tool wrote in the selected cells; where it wrote nothing, the digits,
    /// else all marks. Of lines those that end in the selected cells, and nothing else.
    pub fn erase(&mut self) {
        let (tool, cells) = (self.tool, self.selected);
        match tool {
            Tool::Line => return self.change(|solving| solving.entries.lines.retain(|line| !line.ends_in(&cells))),
            Tool::Filter => return self.filter = None,
            _ => {}
        }
        let selected: Vec<Cell> = self.selected.iter().collect();
        self.change(|solving| {
            let mut of = |pick: &dyn Fn(&mut Marks) -> bool| {
                selected.iter().filter(|cell| pick(&mut solving.entries.marks[cell.index()])).count() > 0
            };
            let by_tool = of(&|marks| match set_of(marks, tool) {
                Some(set) => !std::mem::take(set).is_empty(),
                None => marks.digit.take().is_some(),
            });
            if !by_tool && !of(&|marks| marks.digit.take().is_some()) {
                of(&|marks| std::mem::take(marks) != Marks::default());
            }
        });
    }

    /// Takes the last change back.
    pub fn undo(&mut self) {
        if let Some(before) = self.past.pop() {
            let after = self.restore(before);
            self.future.push(after);
        }
    }

    /// Carries out again what was taken back.
    pub fn redo(&mut self) {
        if let Some(after) = self.future.pop() {
            let before = self.restore(after);
            self.past.push(before);
        }
    }

    fn forget_said(&mut self) {
        self.wrong = CellSet::EMPTY;
        self.said = None;
        self.hint = None;
    }

    /// Writes all that the digits leave possible into the middle of every open cell.
    pub fn fill_centre(&mut self) {
        let board = Board::new(&self.digits());
        self.change(|solving| {
            for cell in board.shape().cells().filter(|&cell| board.value(cell).is_none()) {
                solving.entries.marks[cell.index()].centre = board.marks(cell);
            }
        });
    }

    /// Takes everything out and sets the time back; undo brings both back.
    pub fn start_over(&mut self) {
        let entries = std::mem::replace(&mut self.entries, Entries::none(self.puzzle.shape()));
        let seconds = std::mem::take(&mut self.seconds);
        (self.is_paused, self.line_from, self.filter) = (false, None, None);
        self.forget_said();
        self.remember(Snapshot { entries, seconds: Some(seconds) });
    }

    /// Ends the line that was begun: draws it, or removes it if it is there. A line that ends where it begins is none.
    pub fn end_line(&mut self, end: Cell) {
        let Some(line) = self.line_from.take().and_then(|start| DrawnLine::new(start, end)) else { return };
        if self.entries.lines.len() >= MAX_LINES && !self.entries.lines.contains(&line) {
            self.said = Some(tr_n!(
                MAX_LINES,
                "A puzzle has up to 1 line: remove some first",
                "A puzzle has up to {n} lines: remove some first"
            ));
            return;
        }
        self.change(|solving| {
            if !solving.entries.lines.remove(&line) {
                solving.entries.lines.insert(line);
            }
        });
    }

    /// Removes all lines.
    pub fn erase_lines(&mut self) {
        self.change(|solving| solving.entries.lines.clear());
    }

    /// Where the digit that is looked for stands and can go.
    pub fn filtered(&self) -> Option<Filtered> {
        let digit = self.filter?;
        let board = self.board();
        let cells = |is_one: &dyn Fn(Cell) -> bool| board.shape().cells().filter(|&cell| is_one(cell)).collect();
        let may_hold = |cell: Cell| self.digit(cell).is_none() && board.marks(cell).contains(digit);
        Some(Filtered { digit, holding: cells(&|cell| self.digit(cell) == Some(digit)), open: cells(&may_hold) })
    }

    /// Writes the digits of a board that go beyond the clues, as one step; marks in the middle
    /// follow where the board has ruled out more than the digits do.
    pub fn solve_up_to(&mut self, board: &Board) {
        self.change(|solving| {
            solving.entries.marks.fill(Marks::default());
            let plain = Board::new(board.values());
            for cell in board.shape().cells() {
                let marks = &mut solving.entries.marks[cell.index()];
                if solving.puzzle.get(cell).is_none() {
                    marks.digit = board.value(cell);
                }
                if board.value(cell).is_none() && board.marks(cell) != plain.marks(cell) {
                    marks.centre = board.marks(cell);
                }
            }
        });
    }

    /// Enters the digits of a position, with all that its candidates leave in the middle of every open cell; everything
    /// else goes.
    pub fn practise(&mut self, board: &Board) {
        self.change(|solving| {
            solving.entries = Entries::none(board.shape());
            for cell in board.shape().cells().filter(|&cell| solving.puzzle.get(cell).is_none()) {
                let marks = &mut solving.entries.marks[cell.index()];
                marks.digit = board.value(cell);
                if marks.digit.is_none() {
                    marks.centre = board.marks(cell);
                }
            }
        });
    }

    /// Cells whose digit stands twice in a house.
    pub fn conflicts(&self) -> CellSet {
        let geometry = &*self.puzzle.shape().geometry();
        let mut cells = CellSet::EMPTY;
        for house in geometry.houses() {
            let mut first = [None; Shape::MAX_N + 1];
            for &cell in &geometry.house_cells[house.index()] {
                let Some(digit) = self.digit(cell) else { continue };
                match first[digit.value() as usize] {
                    None => first[digit.value() as usize] = Some(cell),
                    Some(other) => {
                        cells.insert(other);
                        cells.insert(cell);
                    }
                }
            }
        }
        cells
    }

    /// Compares with the solution, or looks for contradictions where there is no single one.
    pub fn check(&mut self, solution: Option<&Puzzle>) {
        let entered: Vec<Cell> =
            self.puzzle.shape().cells().filter(|cell| self.entries.marks[cell.index()].digit.is_some()).collect();
        let n_open = self.puzzle.shape().n_cells() - self.digits().n_clues();
        self.wrong = match solution {
            Some(solution) => entered
                .iter()
                .copied()
                .filter(|&cell| solution.get(cell) != self.digit(cell) || self.lacks_solution(cell, solution))
                .chain(self.puzzle.shape().cells().filter(|&cell| self.lacks_solution(cell, solution)))
                .collect(),
            None => self.conflicts(),
        };
        let n_wrong = self.wrong.len();
        self.said = Some(match (n_wrong, n_open, solution.is_some()) {
            (0, 0, true) => tr!("Solved: every digit is correct").to_owned(),
            (0, _, true) if entered.is_empty() && !self.has_marks() => {
                tr!("You have not entered anything yet").to_owned()
            }
            (0, _, true) => {
                tr_n!(n_open, "Correct so far, 1 cell to go", "Correct so far, {n} cells to go")
            }
            (0, _, false) => tr_n!(
                n_open,
                "No house has two equal digits, 1 cell to go",
                "No house has two equal digits, {n} cells to go"
            ),
            (n, _, _) => tr_n!(n, "1 cell is wrong", "{n} cells are wrong"),
        });
    }

    /// Whether the marks in the middle of an open cell leave the solution out.
    fn lacks_solution(&self, cell: Cell, solution: &Puzzle) -> bool {
        let centre = self.entries.marks[cell.index()].centre;
        self.digit(cell).is_none()
            && !centre.is_empty()
            && solution.get(cell).is_some_and(|digit| !centre.contains(digit))
    }

    /// The state that hints start from: digits, and what marks in the middle rule out.
    pub fn board(&self) -> Board {
        let mut board = Board::new(&self.puzzle);
        for cell in self.puzzle.shape().cells() {
            if let Some(digit) = self.entries.marks[cell.index()].digit {
                board.place(Candidate::new(cell, digit));
            }
        }
        for cell in self.puzzle.shape().cells() {
            let centre = self.entries.marks[cell.index()].centre;
            if board.value(cell).is_none() && !centre.is_empty() {
                for digit in board.marks(cell).iter().filter(|&digit| !centre.contains(digit)) {
                    board.eliminate(Candidate::new(cell, digit));
                }
            }
        }
        board
    }

    /// Carries a step out: digits are entered, and what is ruled out goes from the middle.
    pub fn apply(&mut self, step: &Step) {
        let board = self.board();
        self.change(|solving| {
            for candidate in step.placed() {
                solving.entries.marks[candidate.cell.index()].digit = Some(candidate.digit);
            }
            for candidate in step.eliminated() {
                let marks = &mut solving.entries.marks[candidate.cell.index()];
                if marks.centre.is_empty() {
                    marks.centre = board.marks(candidate.cell);
                }
                marks.centre.remove(candidate.digit);
                marks.corner.remove(candidate.digit);
            }
        });
    }
}

#[cfg(test)]
mod tests;

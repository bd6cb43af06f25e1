//! Solving by hand: digits, pencil marks and colours over a puzzle, with an undo of their own.
//!
//! These marks are about trying a puzzle, not about designing it: no edit changes them, and each puzzle has its
//! own. The document keeps them beside the design; their undo lasts as long as the window.

mod hint;
mod panel;
mod solvings;

pub(super) use hint::find_hint;
pub use hint::{Hint, HintLevel};
pub(super) use panel::solving_ui;
pub use solvings::Solvings;

use crate::grid::{Candidate, Cell, CellSet, Digit, DigitSet, Puzzle};
use crate::logic::{Board, Step};
use crate::project::MAX_STEPS;
pub use crate::project::Marks;

/// Colours to choose from.
const N_COLOURS: usize = 9;

/// What a digit key writes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "the titles say it")]
pub enum Tool {
    #[default]
    Digit,
    Corner,
    Centre,
    Colour,
}

impl Tool {
    /// Every tool in the order of the keys Z, X, C, V.
    pub const ALL: [Tool; 4] = [Tool::Digit, Tool::Corner, Tool::Centre, Tool::Colour];

    /// Name on the screen.
    pub const fn title(self) -> &'static str {
        match self {
            Tool::Digit => "Digit",
            Tool::Corner => "Corner",
            Tool::Centre => "Centre",
            Tool::Colour => "Colour",
        }
    }

    /// What it is for and its keys.
    pub const fn help(self) -> &'static str {
        match self {
            Tool::Digit => "Digits that you are sure of (Z)",
            Tool::Corner => {
                "Small digits in the corners: the digit goes into one of these cells (X, or Shift and a digit)"
            }
            Tool::Centre => "Small digits in the middle: one of them goes here (C, or Ctrl and a digit)",
            Tool::Colour => "Colours for whatever you like (V, or Ctrl+Shift and a digit)",
        }
    }
}

/// The marks that a tool writes, unless it writes digits.
fn set_of(marks: &mut Marks, tool: Tool) -> Option<&mut DigitSet> {
    match tool {
        Tool::Digit => None,
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
    Undo,
    Redo,
    FillCentre,
    StartOver,
    Check,
    /// More of the hint: vague, concrete, carried out.
    Hint,
    DropHint,
}

/// Marks over one puzzle.
#[derive(Clone, PartialEq, Debug)]
pub struct Solving {
    puzzle: Puzzle,
    marks: Vec<Marks>,
    past: Vec<Vec<Marks>>,
    future: Vec<Vec<Marks>>,
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
        let n_cells = puzzle.shape().n_cells();
        Solving {
            marks: vec![Marks::default(); n_cells],
            puzzle,
            past: Vec::new(),
            future: Vec::new(),
            selected: CellSet::EMPTY,
            cursor: Cell::default(),
            tool: Tool::Digit,
            wrong: CellSet::EMPTY,
            hint: None,
            said: None,
        }
    }

    /// With marks that were kept.
    pub fn with_marks(puzzle: Puzzle, marks: &[Marks]) -> Solving {
        let solving = Solving::new(puzzle);
        if marks.len() == solving.marks.len() { Solving { marks: marks.to_vec(), ..solving } } else { solving }
    }

    /// What stands in each cell besides clues.
    pub fn all_marks(&self) -> &[Marks] {
        &self.marks
    }

    /// The clues.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// What stands in a cell besides a clue.
    pub fn marks(&self, cell: Cell) -> Marks {
        self.marks[cell.index()]
    }

    /// The digit of a cell, clue or entered.
    pub fn digit(&self, cell: Cell) -> Option<Digit> {
        self.puzzle.get(cell).or(self.marks[cell.index()].digit)
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
        self.marks.iter().any(|marks| *marks != Marks::default())
    }

    /// Changes the marks as one step of undo; what changes nothing leaves none.
    fn change(&mut self, edit: impl FnOnce(&mut Solving)) {
        let before = self.marks.clone();
        edit(self);
        if self.marks != before {
            self.past.push(before);
            if self.past.len() > MAX_STEPS {
                self.past.remove(0);
            }
            self.future.clear();
            self.wrong = CellSet::EMPTY;
            self.said = None;
            self.hint = None;
        }
    }

    /// Selected cells that are no clues.
    fn open(&self) -> Vec<Cell> {
        self.selected.iter().filter(|&cell| self.puzzle.get(cell).is_none()).collect()
    }

    /// Writes a digit (or colour) by its index into the selected cells: into all of them, or, if
    /// all have it, out of all of them. Marks leave cells with a digit alone.
    pub fn write(&mut self, index: usize, tool: Tool) {
        let limit = if tool == Tool::Colour { N_COLOURS } else { self.puzzle.shape().n() };
        if index >= limit {
            return;
        }
        let digit = Digit::from_index(index);
        let cells: Vec<Cell> = match tool {
            Tool::Colour => self.selected.iter().collect(),
            Tool::Digit => self.open(),
            Tool::Corner | Tool::Centre => {
                self.open().into_iter().filter(|&cell| self.marks[cell.index()].digit.is_none()).collect()
            }
        };
        let has = |marks: &mut Marks| match set_of(marks, tool) {
            Some(set) => set.contains(digit),
            None => marks.digit == Some(digit),
        };
        self.change(|solving| {
            let all_have = cells.iter().all(|&cell| has(&mut solving.marks[cell.index()]));
            for &cell in &cells {
                let marks = &mut solving.marks[cell.index()];
                match set_of(marks, tool) {
                    None => marks.digit = (!all_have).then_some(digit),
                    Some(set) if all_have => drop(set.remove(digit)),
                    Some(set) => drop(set.insert(digit)),
                }
            }
        });
    }

    /// Takes out what the tool wrote in the selected cells; where it wrote nothing, the digits,
    /// else all marks.
    pub fn erase(&mut self) {
        let tool = self.tool;
        let selected: Vec<Cell> = self.selected.iter().collect();
        self.change(|solving| {
            let mut of = |pick: &dyn Fn(&mut Marks) -> bool| {
                selected.iter().filter(|cell| pick(&mut solving.marks[cell.index()])).count() > 0
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
            self.future.push(std::mem::replace(&mut self.marks, before));
            self.forget_said();
        }
    }

    /// Carries out again what was taken back.
    pub fn redo(&mut self) {
        if let Some(after) = self.future.pop() {
            self.past.push(std::mem::replace(&mut self.marks, after));
            self.forget_said();
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
                solving.marks[cell.index()].centre = board.marks(cell);
            }
        });
    }

    /// Takes everything out; undo brings it back.
    pub fn start_over(&mut self) {
        self.change(|solving| solving.marks.fill(Marks::default()));
    }

    /// Writes the digits of a board that go beyond the clues, as one step; marks in the middle
    /// follow where the board has ruled out more than the digits do.
    pub fn solve_up_to(&mut self, board: &Board) {
        self.change(|solving| {
            solving.marks.fill(Marks::default());
            let plain = Board::new(board.values());
            for cell in board.shape().cells() {
                let marks = &mut solving.marks[cell.index()];
                if solving.puzzle.get(cell).is_none() {
                    marks.digit = board.value(cell);
                }
                if board.value(cell).is_none() && board.marks(cell) != plain.marks(cell) {
                    marks.centre = board.marks(cell);
                }
            }
        });
    }

    /// Cells whose digit stands twice in a house.
    pub fn conflicts(&self) -> CellSet {
        let geometry = self.puzzle.shape().geometry();
        let mut cells = CellSet::EMPTY;
        for house in geometry.houses() {
            let mut first = [None; 17];
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
            self.puzzle.shape().cells().filter(|cell| self.marks[cell.index()].digit.is_some()).collect();
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
            (0, 0, true) => "Solved: every digit is correct".to_owned(),
            (0, _, true) if entered.is_empty() && !self.has_marks() => "You have not entered anything yet".to_owned(),
            (0, _, true) => format!("Correct so far, {}", cells_to_go(n_open)),
            (0, _, false) => format!("No house has two equal digits, {}", cells_to_go(n_open)),
            (1, _, _) => "1 cell is wrong".to_owned(),
            (n, _, _) => format!("{n} cells are wrong"),
        });
    }

    /// Whether the marks in the middle of an open cell leave the solution out.
    fn lacks_solution(&self, cell: Cell, solution: &Puzzle) -> bool {
        let centre = self.marks[cell.index()].centre;
        self.digit(cell).is_none()
            && !centre.is_empty()
            && solution.get(cell).is_some_and(|digit| !centre.contains(digit))
    }

    /// The state that hints start from: digits, and what marks in the middle rule out.
    pub fn board(&self) -> Board {
        let mut board = Board::new(&self.puzzle);
        for cell in self.puzzle.shape().cells() {
            if let Some(digit) = self.marks[cell.index()].digit {
                board.place(Candidate::new(cell, digit));
            }
        }
        for cell in self.puzzle.shape().cells() {
            let centre = self.marks[cell.index()].centre;
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
                solving.marks[candidate.cell.index()].digit = Some(candidate.digit);
            }
            for candidate in step.eliminated() {
                let marks = &mut solving.marks[candidate.cell.index()];
                if marks.centre.is_empty() {
                    marks.centre = board.marks(candidate.cell);
                }
                marks.centre.remove(candidate.digit);
                marks.corner.remove(candidate.digit);
            }
        });
    }
}

fn cells_to_go(n: usize) -> String {
    if n == 1 { "1 cell to go".to_owned() } else { format!("{n} cells to go") }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Shape, parse_puzzles};
    use crate::logic::{StrategySet, solutions};

    const PUZZLE: &str = ".34.1..34..2.21.";

    fn puzzle() -> Puzzle {
        parse_puzzles("2x2".parse().expect("a shape"), PUZZLE).expect("a puzzle").remove(0)
    }

    fn cells(text: &str) -> CellSet {
        let shape: Shape = "2x2".parse().expect("a shape");
        shape.cells().filter(|&cell| text.split(' ').any(|name| name == shape.cell_name(cell))).collect()
    }

    /// Does what the words say to the puzzle and gives what stands in the cells that have anything.
    /// Words: cells to select, tools, digits, and names of acts.
    #[track_caller]
    fn check(words: &str, expected: &str) {
        let mut solving = Solving::new(puzzle());
        for word in words.split_whitespace() {
            match word {
                "digit" => solving.tool = Tool::Digit,
                "corner" => solving.tool = Tool::Corner,
                "centre" => solving.tool = Tool::Centre,
                "colour" => solving.tool = Tool::Colour,
                "erase" => solving.erase(),
                "undo" => solving.undo(),
                "redo" => solving.redo(),
                "fill" => solving.fill_centre(),
                "over" => solving.start_over(),
                _ if word.starts_with('r') => solving.selected = cells(&word.replace('+', " ")),
                _ => solving.write(word.parse::<usize>().expect("a digit") - 1, solving.tool),
            }
        }
        let shape = solving.puzzle.shape();
        let set = |sign: &str, set: DigitSet| {
            let digits: String = set.iter().map(Digit::to_char).collect();
            if digits.is_empty() { digits } else { format!("{sign}{digits}") }
        };
        let found: Vec<String> = shape
            .cells()
            .filter(|&cell| solving.marks(cell) != Marks::default())
            .map(|cell| {
                let marks = solving.marks(cell);
                let digit = marks.digit.map_or(String::new(), |digit| format!("={digit}"));
                let (corner, centre) = (set("^", marks.corner), set("~", marks.centre));
                format!("{}{digit}{corner}{centre}{}", shape.cell_name(cell), set("#", marks.colours))
            })
            .collect();
        assert_eq!(found.join(" "), expected, "{words}");
    }

    #[test]
    fn digits_and_marks_are_written_and_taken_out() {
        check("r1c1 2", "r1c1=2");
        check("r1c1 2 2", "");
        check("r1c1 2 3", "r1c1=3");
        check("r1c2 1", "");
        check("r1c1 5", "");
        check("r1c1+r1c2+r1c4 corner 1 2", "r1c1^12 r1c4^12");
        check("r1c1 corner 1 r1c1+r1c4 1", "r1c1^1 r1c4^1");
        check("r1c1 corner 1 r1c1+r1c4 1 1", "");
        check("r1c1 2 centre 1", "r1c1=2");
        check("r1c2 colour 7 1", "r1c2#17");
        check("fill", "r1c1~2 r1c4~1 r2c2~4 r2c3~2 r3c2~1 r3c3~3 r4c1~3 r4c4~4");
    }

    #[test]
    fn erasing_takes_what_the_tool_wrote_first() {
        check("r1c1 centre 1 digit 2 erase", "r1c1~1");
        check("r1c1 centre 1 digit 2 erase erase", "");
        check("r1c1 colour 3 centre 1 erase", "r1c1#3");
        check("r1c1+r1c4 corner 1 digit erase", "");
    }

    #[test]
    fn undo_and_redo_are_exact() {
        check("r1c1 2 r1c4 1 undo", "r1c1=2");
        check("r1c1 2 r1c4 1 undo undo", "");
        check("r1c1 2 r1c4 1 undo undo redo redo redo", "r1c1=2 r1c4=1");
        check("r1c1 2 undo r1c4 1 redo", "r1c4=1");
        check("r1c1 2 over", "");
        check("r1c1 2 over undo", "r1c1=2");
    }

    #[test]
    fn hints_lead_to_the_solution_and_checks_tell_the_truth() {
        let mut solving = Solving::new(puzzle());
        let solution = solutions(&puzzle(), 2).remove(0);
        solving.check(Some(&solution));
        assert_eq!(solving.said.as_deref(), Some("You have not entered anything yet"));
        solving.selected = cells("r1c1");
        solving.write(3, Tool::Digit);
        assert_eq!(solving.conflicts(), cells("r1c1 r1c3 r3c1"));
        solving.check(Some(&solution));
        assert_eq!((solving.wrong, solving.said.as_deref()), (cells("r1c1"), Some("1 cell is wrong")));
        solving.undo();
        assert!(solving.wrong.is_empty() && solving.said.is_none());
        while !solving.digits().is_full() {
            let hint = find_hint(&solving.board(), true, &StrategySet::SINGLES.into());
            assert!(hint.sentence.starts_with("Look for a "), "{}", hint.sentence);
            let (step, _) = hint.step.expect("singles solve it");
            solving.apply(&step);
        }
        assert_eq!(solving.digits(), solution);
        solving.check(Some(&solution));
        assert_eq!(solving.said.as_deref(), Some("Solved: every digit is correct"));
    }

    #[test]
    fn every_puzzle_keeps_its_marks() {
        let other = Puzzle::empty("2x2".parse().expect("a shape"));
        let mut all = Solvings::default();
        all.show(Some(&puzzle()), None);
        let solving = all.of_mut(Some(&puzzle())).expect("shown");
        solving.selected = cells("r1c1");
        solving.write(1, Tool::Digit);
        all.show(Some(&other), None);
        assert!(all.of(Some(&puzzle())).is_none() && !all.of(Some(&other)).expect("shown").has_history());
        all.show(Some(&puzzle()), None);
        assert!(all.of(Some(&puzzle())).expect("shown").has_marks());
        // What a project kept comes back without history.
        let marks = all.present().expect("shown").all_marks().to_vec();
        let mut again = Solvings::default();
        again.show(Some(&puzzle()), Some(&marks));
        let solving = again.present().expect("shown");
        assert!(solving.has_marks() && !solving.has_history() && solving.all_marks() == marks);
    }
}

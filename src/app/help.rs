//! Help for the thing under the pointer, for F1.

use super::command::Command;
use crate::logic::StrategyId;
use eframe::egui;
use egui::{Id, Rect, Response, Ui};

/// Something that can be explained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the titles say it")]
pub enum Topic {
    Document,
    Shape,
    Symmetry,
    Brush,
    Pattern,
    Counts,
    Library,
    Puzzles,
    History,
    Strategies,
    Difficulty,
    Method,
    Board,
    Trace,
    Possible,
    Results,
    Jobs,
    Solving,
    Analysis,
    Backward,
    Relaxation,
    Sheet,
    Sets,
    Clues,
    /// A command: button, menu line or icon.
    Command(Command),
    /// A strategy of the list.
    Strategy(StrategyId),
}

impl Topic {
    /// The topics that are no command and no strategy.
    pub const AREAS: [Topic; 24] = [
        Topic::Document,
        Topic::Shape,
        Topic::Symmetry,
        Topic::Brush,
        Topic::Pattern,
        Topic::Counts,
        Topic::Library,
        Topic::Puzzles,
        Topic::History,
        Topic::Strategies,
        Topic::Difficulty,
        Topic::Method,
        Topic::Board,
        Topic::Trace,
        Topic::Possible,
        Topic::Results,
        Topic::Jobs,
        Topic::Solving,
        Topic::Analysis,
        Topic::Backward,
        Topic::Relaxation,
        Topic::Sheet,
        Topic::Sets,
        Topic::Clues,
    ];

    /// Heading of its help.
    pub fn title(self) -> &'static str {
        match self {
            Topic::Document => "Title and author",
            Topic::Shape => "Shape of the grid",
            Topic::Symmetry => "Symmetry of the brush",
            Topic::Brush => "Brushes",
            Topic::Pattern => "Pattern",
            Topic::Counts => "Clue counts",
            Topic::Library => "Library of patterns",
            Topic::Puzzles => "Puzzles of the project",
            Topic::History => "History",
            Topic::Strategies => "Strategies",
            Topic::Difficulty => "Difficulty",
            Topic::Method => "Method of the search",
            Topic::Board => "Board",
            Topic::Trace => "Trace",
            Topic::Possible => "Possible now",
            Topic::Results => "Results",
            Topic::Jobs => "Jobs",
            Topic::Solving => "Solving by hand",
            Topic::Analysis => "Analysis",
            Topic::Backward => "Lab: backward generation",
            Topic::Relaxation => "Lab: linear programming",
            Topic::Sheet => "Sheet",
            Topic::Sets => "Unavoidable sets",
            Topic::Clues => "Fewest clues",
            Topic::Command(command) => command.title().trim_end_matches('…'),
            Topic::Strategy(id) => id.title(),
        }
    }

    /// A few sentences, a paragraph each.
    pub fn text(self) -> &'static [&'static str] {
        match self {
            Topic::Document => &[
                "Title and author belong to the puzzle on the board and go into its file.",
                "Enter, or a click elsewhere, ends the typing; undo brings the old text back.",
            ],
            Topic::Shape => &[
                "The height and width of a box say how many digits, rows, columns and boxes there are.",
                "Another shape of the same size keeps the pattern; another size clears the board.",
            ],
            Topic::Symmetry => &[
                "Every stroke of the brush also goes to the mirror images of its cells; they show, paler, before you click.",
                "What is on the board already stays as it is: \u{201c}Make symmetric\u{201d} adds what is missing.",
                "Symmetries that exchange rows and columns need square boxes.",
            ],
            Topic::Brush => &[
                "Auto paints, or erases where the stroke begins on a clue cell. Paint and Erase do only that.",
                "Digit also writes a digit that the generator has to keep; the mirror images become clue cells without a digit.",
                "The other mouse button erases with every brush, Shift draws straight lines, Esc takes the stroke back.",
            ],
            Topic::Pattern => &[
                "The pattern is the set of cells that hold a clue. Digits come from the generator, or are kept where you typed one.",
                "Turns, mirror images and exchanges of lines keep a puzzle a puzzle. A shift keeps the pattern only, unless it goes by whole boxes.",
                "Letters, words and PNG pictures make patterns too; drop a picture on the window.",
            ],
            Topic::Counts => &[
                "How many clue cells each row, column and box has, from top to bottom and from left to right.",
                "The row, column and box of the chosen cell are emphasised.",
            ],
            Topic::Library => &[
                "A click puts a pattern on the board. \u{201c}Save\u{201d} keeps the pattern of the board for all projects.",
                "Saved patterns come first and carry a dot; the other mouse button, or Delete, takes them out.",
            ],
            Topic::Puzzles => &[
                "A project holds several puzzles, each with its own shape, pattern, strategies and notes.",
                "What is pasted, opened or dropped as text is added. With Ctrl+Shift+V one puzzle or pattern takes the place of the one on the board.",
                "Drag a row, or use Alt and the arrows, to move it. Ctrl+PageUp and Ctrl+PageDown go from puzzle to puzzle.",
            ],
            Topic::History => &[
                "All edits since the project was opened. A click goes to the state after an edit; nothing is lost until the next edit.",
            ],
            Topic::Strategies => &[
                "Ticked strategies may be needed to solve the puzzle, all others must not be. \u{201c}Must\u{201d} asks for a puzzle that needs the strategy.",
                "The order is the order in which a solver tries them: drag the dots on the left, or use Alt and the arrows.",
                "Presets set order and ticks as newspapers and programs use them.",
            ],
            Topic::Difficulty => &[
                "How difficult the puzzle shall be, beyond what the ticks say: one strategy that it needs and nothing harder, or a figure between two ends.",
                "The figure of Sudoku Explainer is that of the hardest step; HoDoKu and effort add all steps up. Effort is for every size and follows your order of strategies.",
                "Drag the ends, or click a number and type. The darker part of the bar is what the ticked strategies can reach; the small triangle is the puzzle on the board.",
                "The search walks towards the difficulty. What it has not found may exist all the same: it never says \u{201c}impossible\u{201d} for that reason alone.",
            ],
            Topic::Method => &[
                "Automatic is right nearly always: bounds first, then search and an exact method in turns.",
                "A single method is of use to see what it can do alone.",
                "Backward has heuristics, which belong to the design: d looks for hard steps, t for steps that leave little choice, and both mix by their weights. Without any it takes the first puzzle that it finds.",
            ],
            Topic::Board => &[
                "Drag to paint. Type a digit to keep it in the chosen cell. Arrows move, with Ctrl box by box; Space paints.",
                "F6 lets the keys work on the board.",
            ],
            Topic::Trace => {
                &["The steps that solve the puzzle, easiest strategy first. A click on a step shows it on the board."]
            }
            Topic::Possible => &[
                "Every step that the ticked strategies allow at this point of the trace, in your order of strategies. A click goes on with it.",
                "The button \u{201c}First path\u{201d} leads back to the trace that takes the easiest step each time.",
            ],
            Topic::Results => &[
                "Many different puzzles for one design and its difficulty. No two of one search are equal by symmetry or renaming of digits.",
                "A click takes a puzzle into the document, a double click shows it large. A title sorts; the pin keeps a result when the others are deleted.",
                "Results, pins and the list of searches are saved with the project, up to 10,000 results. Undo leaves them alone: deleted ones come back by \u{201c}Bring back\u{201d}.",
            ],
            Topic::Jobs => &[
                "What is being sought, the newest on top. Several searches go on at the same time, also while you paint.",
                "Stop keeps what was found. A job that failed has a report to copy, and the window lives on.",
            ],
            Topic::Solving => &[
                "The puzzle as a solver has it: digits, corner and centre marks and colours, with the keys of SudokuPad.",
                "Hints tell a little first, then the step, then do it. The marks have an undo of their own, and the project keeps them.",
            ],
            Topic::Analysis => &[
                "What the puzzle allows: where two solutions differ, which clues it does not need, how many solutions hold each candidate.",
                "A clue in a full frame could go, and the ticked strategies would still solve the puzzle. Without one in a thin frame the solution is still the only one, but the strategies get stuck.",
                "Below, how difficulty runs along the trace: a click on a curve is a step.",
            ],
            Topic::Backward => &[
                "A solution loses its clues one by one, and pencil marks come back, always so that the allowed strategies lead the way back. Read from the end, the way is a solution of the puzzle, one mark at a time.",
                "The sliders weigh what the next move shall bring: hard steps, little choice for the solver, few clues, or chance. A second phase may follow at a number of clues.",
                "Stop keeps what the run has come to, which is a puzzle at any point. Alt and the arrows, or the timeline, replay the way; \u{201c}Take this puzzle\u{201d} puts the board as it stands into the project.",
            ],
            Topic::Relaxation => &[
                "Each candidate gets a number z from 0 to 1. They sum to 1 in each cell, and for each digit in each row, column and box. The solver ends in the middle of all such assignments: a z of 0 or 1 is certain, all others are fractions.",
                "The solver shows the z of the puzzle on the screen. The generator begins with an empty grid and makes a clue of one fraction after another, until none is left; ends that are no puzzle are mended.",
                "The fuller a candidate's ground, the greater its z. Alt and the arrows, or the timeline, go through the clues as they were fixed.",
            ],
            Topic::Sheet => &[
                "Puzzles on paper: what is seen is what is printed. The choice above the page says which puzzles; the panel on the right says how.",
                "Header and footer may hold {title}, {author}, {date}, {page}, {pages}, and {first} and {last} for the numbers of the puzzles on a page.",
                "A template is a layout with a name. Your own ones, and the layout itself, are saved with the project; undo takes every change back.",
                "PageUp and PageDown go from page to page. A booklet is printed on both sides, turned over the short edge, folded and stapled.",
            ],
            Topic::Sets => &[
                "The digits in an unavoidable set can be exchanged for others, and the grid is a solution again. So each of these sets needs a clue.",
                "Sets without a clue come first: point at one to see the second solution that it allows. The cells with a plus hit them all; a click makes one a clue with the digit of the solution, and its mirror images too.",
                "Sets that one clue alone hits show what that clue is for. Sets without a common cell need a clue each, so their number is the least number of clues.",
                "The list is complete up to the size chosen; each cell more takes about twice the time.",
            ],
            Topic::Clues => &[
                "How few clues could this solution take? The search rules out one number of clues after the other, and a puzzle with as many clues as are left proves that it cannot be fewer.",
                "All puzzles with a number of clues can be listed too. Up to 16 clues of 9×9 take seconds, 17 mostly less than a minute, more far longer.",
                "A click takes a puzzle into the document; undo gives the one before back.",
            ],
            Topic::Command(_) | Topic::Strategy(_) => &[],
        }
    }
}

fn id() -> Id {
    Id::unique("help topic")
}

/// Forgets what was under the pointer; once a frame.
pub(super) fn clear_topic(ctx: &egui::Context) {
    ctx.data_mut(|data| data.remove::<Topic>(id()));
}

/// What is under the pointer, or has the focus.
pub(super) fn topic(ctx: &egui::Context) -> Option<Topic> {
    ctx.data(|data| data.get_temp(id()))
}

/// This widget is explained by this topic.
pub(super) fn explains(response: &Response, topic: Topic) {
    if response.contains_pointer() {
        response.ctx.data_mut(|data| data.insert_temp(id(), topic));
    } else if response.has_focus() && response.ctx.pointer_hover_pos().is_none() {
        response.ctx.data_mut(|data| data.insert_temp(id(), topic));
    }
}

/// This place is explained by this topic, unless a widget in it has help of its own: call it after them.
pub(super) fn area(ui: &Ui, rect: Rect, topic: Topic) {
    let is_free = ui.ctx().data(|data| data.get_temp::<Topic>(id()).is_none());
    if is_free && ui.rect_contains_pointer(rect) {
        ui.ctx().data_mut(|data| data.insert_temp(id(), topic));
    }
}

/// Draws something and gives all of it the help of the topic, where a widget has none of its own.
pub(super) fn with_topic<R>(ui: &mut Ui, topic: Topic, add: impl FnOnce(&mut Ui) -> R) -> R {
    let response = ui.scope(add);
    area(ui, response.response.rect, topic);
    response.inner
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_area_has_sentences() {
        for topic in Topic::AREAS {
            assert!(!topic.text().is_empty(), "{topic:?}");
            for sentence in topic.text() {
                assert!(sentence.ends_with('.') && sentence.starts_with(char::is_uppercase), "{sentence}");
            }
        }
    }
}

//! What the board shows, collected from the studio.

use super::analysis::Finding;
use super::lab::LabPicture;
use super::layout::BoardLayout;
use super::paint::{BoardPicture, Subject};
use super::sets::SetsPicture;
use crate::app::analysis::Exhibit;
use crate::app::studio::App;
use crate::app::trace::Replay;
use crate::app::view::View;
use crate::grid::{Cell, CellSet, Puzzle, Shape};
use eframe::egui::{Response, Ui};

/// The picture of the board without what mouse and keys do.
pub(super) fn picture(app: &App, shape: Shape, hovered: Option<Cell>) -> BoardPicture<'_> {
    let solution = || app.live().last_answer().and_then(|answer| answer.solution());
    BoardPicture {
        subject: match app.session().view {
            View::Pattern => Subject::Pattern,
            // Results and sheet stand in the board's place.
            View::Results | View::Sheet => Subject::Nothing,
            View::Puzzle => Subject::Puzzle(None),
            View::Solution => Subject::Puzzle(solution()),
            View::Analysis => Subject::Analysis(finding(app, shape, hovered)),
            View::Lab => Subject::Lab(LabPicture {
                scene: app.lab().scene(shape),
                puzzle: app.puzzle().filter(|puzzle| puzzle.shape() == shape),
            }),
            View::Trace => Subject::Trace {
                drawing: app.shown_step().map(|step| &step.picture).filter(|picture| picture.board.shape() == shape),
                is_plain: app.session().trace.replay == Replay::Digits,
            },
        },
        proposal: app.pointed_proposal(),
        live: app.live(),
        project: app.project(),
        highlight: app.session().board.highlight,
        pattern: app.project().design.pattern,
        hovered,
        brush_cells: CellSet::EMPTY,
        cursor: None,
        paints: false,
        chosen_step: app.session().board.path_brush.map(|brush| brush.chosen),
        stroke: None,
        seeing: None,
    }
}

/// The cell of which the setter wants to know what it sees: the one under the pointer, or the keyboard's.
pub(super) fn seeing(app: &App, ui: &Ui, layout: &BoardLayout, response: &Response, cursor: Cell) -> Option<Cell> {
    if !app.session().board.shows_seen {
        return None;
    }
    let pointed = ui.input(|i| i.pointer.hover_pos()).filter(|_| response.contains_pointer());
    match pointed.and_then(|pos| layout.cell_at(pos)) {
        Some(cell) => Some(cell),
        None => response.has_focus().then_some(cursor),
    }
}

/// What the chosen analysis found.
fn finding(app: &App, shape: Shape, hovered: Option<Cell>) -> Finding<'_> {
    let exhibit = app.session().analysis.exhibit;
    if exhibit == Exhibit::Sets
        && let Some(report) = app.shown_sets().filter(|report| report.solution.shape() == shape)
    {
        let coming = hovered.and_then(|cell| added(app, cell)).map_or(CellSet::EMPTY, |clues| clues.pattern().cells);
        return Finding::Sets(SetsPicture { report, pointed: app.shown_pointed(report), coming });
    }
    if exhibit == Exhibit::Clues
        && let Some(solution) = app.solution_looked_at().filter(|solution| solution.shape() == shape)
    {
        return Finding::Fewest { solution, pointed: app.fewest_pointed(), puzzle: app.puzzle() };
    }
    match app.analysis().filter(|analysis| analysis.puzzle.shape() == shape) {
        Some(analysis) => Finding::Cells { analysis, exhibit, spare: app.spare_clues() },
        None => Finding::Nothing { puzzle: app.puzzle().filter(|puzzle| puzzle.shape() == shape) },
    }
}

/// The clues that a click on this cell adds.
pub(super) fn added(app: &App, cell: Cell) -> Option<Puzzle> {
    let report = app.sets().filter(|report| app.shows_sets() && report.proposed.contains(&cell))?;
    Some(app.clues_with_images(report, &CellSet::from_iter([cell])))
}

//! Names for screen readers and tests: the board and each cell.

use super::analysis::finding_name;
use super::lab::lab_name;
use super::layout::BoardLayout;
use super::regions::RegionTool;
use super::sets::sets_name;
use crate::app::language::{tr, tr_n};
use crate::app::studio::App;
use crate::app::view::View;
use crate::grid::{Cell, Pattern, Shape};
use crate::jobs::Answer;
use crate::logic::StepPlace;
use eframe::egui;
use egui::{Role, Sense, Ui, WidgetInfo};

/// Names the board and its cells.
pub(super) fn name_cells(
    app: &App,
    ui: &Ui,
    layout: &BoardLayout,
    id: egui::Id,
    pattern: &Pattern,
    response: &egui::Response,
    seeing: Option<Cell>,
) {
    response.widget_info(|| {
        let n = layout.shape.n();
        let name = tr_n!(
            pattern.n_clues(),
            "Board, {rows} rows and columns, 1 clue cell",
            "Board, {rows} rows and columns, {n} clue cells",
            rows = n
        );
        WidgetInfo::labeled(Role::Grid, true, name)
    });
    for cell in layout.shape.cells() {
        let response = ui.interact(layout.cell_rect(cell), id.with(cell.index()), Sense::empty());
        response.widget_info(|| {
            let is_cursor = app.session().board.cursor == cell;
            WidgetInfo::selected(Role::GridCell, true, is_cursor, cell_name(app, pattern, cell, seeing))
        });
    }
}

/// "r5c5, clue, 7", "r5c5, empty", "r5c5, candidates 2 4".
fn cell_name(app: &App, pattern: &Pattern, cell: Cell, seeing: Option<Cell>) -> String {
    let mut parts = vec![pattern.shape.cell_name(cell)];
    if app.session().view == View::Lab {
        parts.push(lab_name(app.lab().scene(pattern.shape), app.puzzle(), pattern.shape, cell));
        return parts.join(", ");
    }
    let shown = app.live().shown().get(cell.index()).copied().flatten().map(|shown| shown.digit);
    let fixed = app.project().design.fixed.get(cell);
    if pattern.contains(cell) {
        parts.push(tr!("clue").to_owned());
        parts.extend(fixed.or(shown).map(|digit| digit.to_string()));
        parts.extend(fixed.map(|_| tr!("kept").to_owned()));
        if let Some(digits) = app.project().design.theme.digits_for(cell) {
            let digits: Vec<String> = digits.iter().map(|digit| digit.to_string()).collect();
            parts.push(tr!("one of {digits}", digits = digits.join(" ")));
        }
    } else {
        let step = app.shown_step().filter(|step| step.picture.board.shape() == pattern.shape);
        let solution = app.live().answer().and_then(Answer::solution);
        match (app.session().view, step, solution) {
            (View::Trace, Some(step), _) => {
                if let Some(value) = step.picture.board.value(cell) {
                    parts.push(tr!("solved, {value}", value));
                } else {
                    let marks: Vec<String> =
                        step.picture.board.marks(cell).iter().map(|digit| digit.to_string()).collect();
                    parts.push(tr!("candidates {digits}", digits = marks.join(" ")));
                }
            }
            (View::Solution, _, Some(solution)) => {
                parts.push(tr!("solved").to_owned());
                parts.extend(solution.get(cell).map(|digit| digit.to_string()));
            }
            _ => parts.push(tr!("empty").to_owned()),
        }
    }
    if app.session().view == View::Pattern {
        let steps = app.project().design.path.steps();
        let holds = |place: &StepPlace| place.house_cells(pattern.shape).union(&place.named_cells()).contains(cell);
        let numbers = steps.filter(|(_, step)| holds(&step.place)).map(|(index, _)| (index + 1).to_string());
        let numbers = numbers.collect::<Vec<String>>().join(", ");
        if !numbers.is_empty() {
            parts.push(tr!("step {numbers} of the path", numbers));
        }
    }
    if app.session().view == View::Analysis {
        parts.extend(analysis_name(app, cell));
    }
    let tool = app.session().board.region_tool.filter(|_| app.session().view == View::Pattern);
    if let Some(RegionTool::Rules(_)) = tool {
        parts.extend(rules_name(pattern.shape, cell));
    } else if tool.is_some() {
        parts.push(match app.regions().get(cell) {
            Some(region) => tr!("region {number}", number = region + 1),
            None => tr!("no region").to_owned(),
        });
    }
    if let Some(from) = seeing.filter(|&from| pattern.shape.geometry().are_peers(from, cell)) {
        parts.push(tr!("seen from {cell}", cell = pattern.shape.cell_name(from)));
    }
    if app.live().guilty_cells().contains(cell) {
        parts.push(tr!("to blame").to_owned());
    }
    parts.join(", ")
}

/// "one of 1 3 5 7 9", "set 2": what the rules of the layout say about a cell.
fn rules_name(shape: Shape, cell: Cell) -> Vec<String> {
    let rules = shape.rules();
    let allowed = rules.restricted().find(|&(other, _)| other == cell).map(|(_, digits)| {
        let digits: Vec<String> = digits.iter().map(|digit| digit.to_string()).collect();
        tr!("one of {digits}", digits = digits.join(" "))
    });
    let sets = rules.sets().iter().enumerate().filter(|(_, set)| set.contains(cell));
    allowed.into_iter().chain(sets.map(|(index, _)| tr!("set {number}", number = index + 1))).collect()
}

/// What the analysis says about a cell.
fn analysis_name(app: &App, cell: Cell) -> Option<String> {
    if app.shows_sets() {
        let report = app.sets()?;
        return sets_name(report, app.shown_pointed(report), cell);
    }
    finding_name(app.analysis()?, app.session().analysis.exhibit, app.spare_clues().as_ref(), cell)
}

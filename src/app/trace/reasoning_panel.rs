//! The reasoning of a chain, line by line, beside the board: branches fold, and the board shows the chain up to a line.

use super::TraceState;
use crate::app::language::{told, tr};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::widgets::paint_row;
use crate::logic::ReasoningRow;
use eframe::egui;
use egui::{FontId, Rect, RichText, Role, ScrollArea, Sense, TextWrapMode, Ui, WidgetInfo, WidgetText, pos2, vec2};

/// How far the lines of a branch are moved in.
const INDENT: f32 = 12.0;
/// Room for the triangle that folds a branch.
const TRIANGLE: f32 = 16.0;
/// Side of the square that the triangle fills.
const ICON: f32 = 9.0;

/// Numbers of the rows that are not folded away.
pub(in crate::app) fn unfolded(rows: &[ReasoningRow], state: &TraceState) -> Vec<usize> {
    let mut shown = Vec::new();
    let mut at = 0;
    while let Some(row) = rows.get(at) {
        shown.push(at);
        at += 1 + if state.folded.contains(&at) { row.n_within } else { 0 };
    }
    shown
}

/// Where the board stands in the chain: "3 of 24", or that it shows the whole chain.
pub(super) fn position_text(app: &App) -> String {
    let rows = app.shown_step().map_or(&[][..], |shown| &shown.reasoning);
    match app.session().trace.line {
        _ if rows.is_empty() => String::new(),
        Some(line) => tr!("Line {line} of {all}", line = line + 1, all = rows.len()),
        None => tr!("The whole chain is shown").to_owned(),
    }
}

/// The lines; a click shows the chain up to there, a second one the whole chain.
pub(super) fn reasoning_ui(app: &App, ui: &mut Ui, height: f32, messages: &mut Vec<Message>) {
    let rows = app.shown_step().map_or(&[][..], |shown| &shown.reasoning);
    if rows.is_empty() {
        ui.label(RichText::new(tr!("This step has no chain: the sentence below the board says it all")).weak());
        return;
    }
    ui.spacing_mut().item_spacing.y = 2.0;
    ScrollArea::vertical().id_salt("reasoning").auto_shrink(false).max_height(height).show(ui, |ui| {
        for number in unfolded(rows, &app.session().trace) {
            row_ui(app, ui, number, &rows[number], messages);
        }
    });
}

fn row_ui(app: &App, ui: &mut Ui, number: usize, row: &ReasoningRow, messages: &mut Vec<Message>) {
    let palette = theme::palette(ui.ctx());
    let trace = &app.session().trace;
    let is_chosen = trace.line == Some(number);
    let left = 4.0 + row.depth as f32 * INDENT;
    let text = told(&row.sentence).text().to_owned();
    let width = ui.available_width();
    let job = WidgetText::from(RichText::new(&text).size(13.0).color(palette.ink));
    let room = width - left - TRIANGLE - 4.0;
    let galley = job.into_galley(ui, Some(TextWrapMode::Wrap), room, FontId::proportional(13.0));
    let (_, rect) = ui.allocate_space(vec2(width, galley.size().y + 8.0));
    let response = ui.interact(rect, ui.scope_id().with(("reasoning", number)), Sense::click());
    paint_row(ui, &response, is_chosen);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_chosen, &text));
    if row.n_within > 0 {
        let is_folded = trace.folded.contains(&number);
        let place = Rect::from_min_size(pos2(rect.min.x + left, rect.min.y), vec2(TRIANGLE, rect.height().min(24.0)));
        let fold = ui.interact(place, ui.scope_id().with(("fold", number)), Sense::click());
        let name = if is_folded { tr!("Unfold: {line}", line = text) } else { tr!("Fold: {line}", line = text) };
        fold.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
        let icon = fold.clone().with_new_rect(Rect::from_center_size(place.center(), vec2(ICON, ICON)));
        egui::collapsing_header::paint_default_icon(ui, if is_folded { 0.0 } else { 1.0 }, &icon);
        if fold.clicked() {
            messages.push(Message::FoldReasoning(number));
        }
    }
    ui.painter().galley(pos2(rect.min.x + left + TRIANGLE, rect.min.y + 4.0), galley, palette.ink);
    if is_chosen && trace.scroll_to_line {
        response.scroll_to_me(None);
        messages.push(Message::ScrolledToLine);
    }
    if response.contains_pointer() {
        messages.push(Message::Highlight(row.cells));
    }
    if response.clicked() {
        messages.push(Message::ReasoningLine((!is_chosen).then_some(number)));
    }
}

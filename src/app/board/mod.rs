//! The board: painted on one rectangle, worked with mouse and keys.

mod analysis;
mod evidence;
mod lab;
mod layout;
mod paint;
mod sets;
mod solving;
mod stroke;
mod zoom;

#[cfg(test)]
pub(crate) use evidence::painted::painted_figures;
pub(super) use evidence::{Look, paint_arrow, paint_ground, paint_picture, strike};
pub(super) use layout::BoardLayout;
pub(super) use paint::{Digits, paint_lines};
pub(super) use stroke::Stroke;
pub use zoom::BoardZoom;

use super::App;
use super::command::Command;
use super::message::Message;
use super::session::{BrushKind, View};
use crate::grid::{Cell, CellSet, Digit, Pattern};
use crate::jobs::Answer;
use crate::project::{Edit, Project};
use eframe::egui;
use egui::{Event, EventFilter, Id, Key, Modifiers, PointerButton, Rect, Role, Sense, Ui, WidgetInfo};

/// The board as the keyboard's target.
pub(super) fn board_id() -> Id {
    Id::unique("board")
}

/// The board in this room; everything that happens on it is sent.
pub(super) fn board_ui(app: &App, ui: &mut Ui, room: Rect, messages: &mut Vec<Message>) {
    if let Some(solving) = app.solving().filter(|_| app.session().view == View::Puzzle) {
        solving::solving_board_ui(app, solving, ui, room, messages);
        return;
    }
    let shape = app.project().shape();
    let zoom = app.session().board_zoom;
    let layout = BoardLayout::zoomed(room, shape, ui.pixels_per_point(), zoom);
    let id = board_id();
    let response = ui.interact(layout.shown(), id, Sense::drag() | Sense::FOCUSABLE);
    let is_pattern_view = app.session().view == View::Pattern;
    super::help::explains(&response, super::help::Topic::Board);

    let mut brush = Brush {
        pattern: app.project().design.pattern,
        stroke: app.session().stroke.clone(),
        ended: Vec::new(),
        is_aborted: false,
    };
    if app.session().has_modal() {
        brush.stroke = None;
    } else {
        brush.follow_pointer(app, ui, &layout, is_pattern_view, &response, messages);
        zoom::follow_wheel(zoom, ui, &layout, &response, messages);
    }
    if brush.stroke != app.session().stroke || !brush.ended.is_empty() {
        messages.extend(brush.ended.drain(..).map(Message::StrokeEnd));
        messages.push(Message::Stroke(brush.stroke.clone()));
    }
    if response.has_focus() {
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        keys(app, ui, messages);
    }

    let pattern = match &brush.stroke {
        Some(stroke) => stroke.preview(&brush.pattern),
        None => brush.pattern,
    };
    let hovered = if (is_pattern_view || app.shows_sets()) && brush.stroke.is_none() && response.contains_pointer() {
        ui.input(|i| i.pointer.hover_pos()).and_then(|pos| layout.cell_at(pos))
    } else if is_pattern_view && response.has_focus() && app.session().shows_cursor {
        // The keyboard's brush has its mirror images too.
        Some(app.session().cursor)
    } else {
        None
    };
    let brush_cells = hovered
        .filter(|_| is_pattern_view)
        .map_or(CellSet::EMPTY, |cell| stroke::brush_cells(shape, app.project().symmetry, cell));
    let picture = paint::BoardPicture {
        pattern,
        hovered,
        brush_cells,
        cursor: (response.has_focus() && app.session().shows_cursor).then_some(app.session().cursor),
        paints: hovered.is_some_and(|cell| stroke::paints(app.session().brush, &pattern, cell)),
        stroke: brush.stroke.as_ref(),
    };
    let clip = ui.clip_rect();
    ui.set_clip_rect(clip.intersect(room));
    paint::paint(app, ui, &layout, &picture);
    ui.set_clip_rect(clip);
    names(app, ui, &layout, id, &pattern, &response);
    if is_pattern_view {
        response.on_hover_cursor(egui::CursorIcon::Crosshair);
    } else if let Some(cell) = hovered.filter(|&cell| sets::added(app, cell).is_some()) {
        if ui.input(|i| i.pointer.primary_clicked()) {
            sets::add(app, cell, messages);
        }
        response.on_hover_cursor(egui::CursorIcon::PointingHand);
    }
}

/// The brush in use.
fn brush(app: &App) -> (BrushKind, Digit) {
    let n = app.project().shape().n();
    let digit = app.session().brush_digit;
    // A smaller board has fewer digits.
    (app.session().brush, if digit.index() < n { digit } else { Digit::from_index(n - 1) })
}

/// The stroke while the events of a frame are walked.
struct Brush {
    pattern: Pattern,
    stroke: Option<Stroke>,
    ended: Vec<Stroke>,
    is_aborted: bool,
}

impl Brush {
    /// Walks the events of the frame in order: a press, its moves and its release may
    /// all fall into one frame, and none of them may be lost.
    fn follow_pointer(
        &mut self,
        app: &App,
        ui: &Ui,
        layout: &BoardLayout,
        can_paint: bool,
        response: &egui::Response,
        messages: &mut Vec<Message>,
    ) {
        let (events, mut modifiers) = ui.input(|i| (i.events.clone(), i.modifiers));
        for event in events {
            match event {
                Event::ModifiersChanged(new) => modifiers = new,
                Event::PointerButton { pos, button, pressed: true, modifiers: held } => {
                    if self.stroke.is_some() {
                        // Another button during a stroke takes it back.
                        self.abort();
                        continue;
                    }
                    // Something else may lie over the board: a menu, a notice.
                    let is_on_board = layout.shown().contains(pos) && ui.ctx().layer_id_at(pos) == Some(ui.layer_id());
                    let Some(cell) = layout.cell_at(pos).filter(|_| is_on_board) else { continue };
                    response.request_focus();
                    messages.push(Message::Cursor { cell, by_key: false });
                    if can_paint && matches!(button, PointerButton::Primary | PointerButton::Secondary) {
                        let erases = button == PointerButton::Secondary;
                        let at = layout.board_from_screen(pos);
                        let symmetry = app.project().symmetry;
                        self.stroke = Stroke::begin(&self.pattern, symmetry, brush(app), at, erases, held.shift);
                        self.is_aborted = false;
                    }
                }
                Event::PointerMoved(pos) => {
                    if let Some(stroke) = &mut self.stroke {
                        stroke.extend(layout.board_from_screen(pos), modifiers.shift);
                    }
                }
                Event::PointerButton { pos, pressed: false, modifiers: held, .. } => {
                    if let Some(mut stroke) = self.stroke.take() {
                        stroke.extend(layout.board_from_screen(pos), held.shift);
                        // Later strokes of this frame build on this one.
                        self.pattern = stroke.preview(&self.pattern);
                        self.ended.push(stroke);
                    }
                }
                Event::WindowFocused(false) => {
                    if let Some(stroke) = self.stroke.take() {
                        self.pattern = stroke.preview(&self.pattern);
                        self.ended.push(stroke);
                    }
                }
                Event::Key { key: Key::Escape, pressed: true, .. } => self.abort(),
                _ => {}
            }
        }
    }

    fn abort(&mut self) {
        self.stroke = None;
        self.is_aborted = true;
    }
}

/// Keys while the board has the focus.
fn keys(app: &App, ui: &Ui, messages: &mut Vec<Message>) {
    let shape = app.project().shape();
    let view = app.session().view;
    let mut cursor = app.session().cursor;
    for event in ui.input(|i| i.events.clone()) {
        match event {
            Event::Key { key, pressed: true, modifiers, .. } if !modifiers.alt => {
                if matches!(view, View::Trace | View::Lab)
                    && let Some(command) = trace_command(key, modifiers)
                {
                    messages.push(Message::Run(command));
                    continue;
                }
                let moved = moved_cursor(shape, cursor, key, modifiers);
                if moved != cursor || !app.session().shows_cursor {
                    cursor = moved;
                    messages.push(Message::Cursor { cell: cursor, by_key: true });
                    let zoom = app.session().board_zoom;
                    if zoom.is_on() {
                        messages.push(Message::BoardZoom(zoom.showing(shape, cursor)));
                    }
                }
                if app.shows_sets() && modifiers.is_none() && matches!(key, Key::Space | Key::Enter) {
                    sets::add(app, cursor, messages);
                }
                if view == View::Pattern && modifiers.is_none() {
                    let project = app.project();
                    let cells: CellSet = project.symmetry.orbit(shape, cursor).into_iter().collect();
                    match key {
                        Key::Space | Key::Enter => {
                            let at = (shape.col(cursor) as f32 + 0.5, shape.row(cursor) as f32 + 0.5);
                            let (pattern, symmetry) = (&project.design.pattern, project.symmetry);
                            if let Some(stroke) = Stroke::begin(pattern, symmetry, brush(app), at, false, false) {
                                messages.push(Message::Edit(stroke.edit(pattern)));
                            }
                        }
                        Key::Delete | Key::Backspace if project.design.fixed.get(cursor).is_some() => {
                            messages.push(Message::Edit(Edit::SetDigit { cell: cursor, digit: None }));
                        }
                        Key::Delete | Key::Backspace => messages.push(Message::Edit(Edit::Erase(cells))),
                        _ => {}
                    }
                }
            }
            // With Alt a digit shows a view.
            Event::Text(text) if view == View::Pattern && !ui.input(|i| i.modifiers.alt) => {
                let digit = text.chars().next().and_then(Digit::from_char).filter(|d| d.index() < shape.n());
                if let Some(digit) = digit {
                    messages.push(Message::Edit(typed_digit(app.project(), cursor, digit)));
                }
            }
            _ => {}
        }
    }
}

/// What a digit key does: a new clue cell has its mirror images, as with every brush; a cell that is one already
/// gets its digit alone.
fn typed_digit(project: &Project, cell: Cell, digit: Digit) -> Edit {
    if project.design.pattern.contains(cell) {
        return Edit::SetDigit { cell, digit: Some(digit) };
    }
    let cells: CellSet = [cell].into_iter().collect();
    let images = project.symmetry.close(project.shape(), &cells).difference(&cells);
    Edit::PaintDigit { cells, images, digit }
}

fn trace_command(key: Key, modifiers: Modifiers) -> Option<Command> {
    if !modifiers.is_none() {
        return None;
    }
    match key {
        Key::ArrowLeft => Some(Command::TraceBack),
        Key::ArrowRight => Some(Command::TraceForward),
        Key::Home => Some(Command::TraceFirst),
        Key::End => Some(Command::TraceLast),
        Key::Space => Some(Command::TracePlay),
        _ => None,
    }
}

/// Arrows go cell by cell, with Ctrl box by box; Home and End to the ends of the
/// row, with Ctrl to the corners.
fn moved_cursor(shape: crate::grid::Shape, cursor: Cell, key: Key, modifiers: Modifiers) -> Cell {
    let (row, col) = (shape.row(cursor), shape.col(cursor));
    let last = shape.n() - 1;
    let is_far = modifiers.command;
    let (step_row, step_col) = if is_far { (shape.box_rows(), shape.box_cols()) } else { (1, 1) };
    match key {
        Key::ArrowUp => shape.cell(row.saturating_sub(step_row), col),
        Key::ArrowDown => shape.cell((row + step_row).min(last), col),
        Key::ArrowLeft => shape.cell(row, col.saturating_sub(step_col)),
        Key::ArrowRight => shape.cell(row, (col + step_col).min(last)),
        Key::Home => shape.cell(if is_far { 0 } else { row }, 0),
        Key::End => shape.cell(if is_far { last } else { row }, last),
        _ => cursor,
    }
}

/// Names for screen readers and tests: the board and each cell.
fn names(app: &App, ui: &Ui, layout: &BoardLayout, id: egui::Id, pattern: &Pattern, response: &egui::Response) {
    response.widget_info(|| {
        let n = layout.shape.n();
        WidgetInfo::labeled(Role::Grid, true, format!("Board, {n} rows and columns, {} clue cells", pattern.n_clues()))
    });
    for cell in layout.shape.cells() {
        let response = ui.interact(layout.cell_rect(cell), id.with(cell.index()), Sense::empty());
        response.widget_info(|| {
            let is_cursor = app.session().cursor == cell;
            WidgetInfo::selected(Role::GridCell, true, is_cursor, cell_name(app, pattern, cell))
        });
    }
}

/// "r5c5, clue, 7", "r5c5, empty", "r5c5, candidates 2 4".
fn cell_name(app: &App, pattern: &Pattern, cell: Cell) -> String {
    let mut parts = vec![pattern.shape.cell_name(cell)];
    if app.session().view == View::Lab {
        parts.push(lab::lab_name(app, pattern.shape, cell));
        return parts.join(", ");
    }
    let shown = app.live().shown().get(cell.index()).copied().flatten().map(|shown| shown.digit);
    let fixed = app.project().design.fixed.get(cell);
    if pattern.contains(cell) {
        parts.push("clue".to_owned());
        parts.extend(fixed.or(shown).map(|digit| digit.to_string()));
        parts.extend(fixed.map(|_| "kept".to_owned()));
    } else {
        let step = app.shown_step().filter(|step| step.picture.board.shape() == pattern.shape);
        let solution = app.live().answer().and_then(Answer::solution);
        match (app.session().view, step, solution) {
            (View::Trace, Some(step), _) => {
                if let Some(value) = step.picture.board.value(cell) {
                    parts.push(format!("solved, {value}"));
                } else {
                    let marks: Vec<String> =
                        step.picture.board.marks(cell).iter().map(|digit| digit.to_string()).collect();
                    parts.push(format!("candidates {}", marks.join(" ")));
                }
            }
            (View::Solution, _, Some(solution)) => {
                parts.push("solved".to_owned());
                parts.extend(solution.get(cell).map(|digit| digit.to_string()));
            }
            _ => parts.push("empty".to_owned()),
        }
    }
    if app.session().view == View::Analysis {
        parts.extend(analysis::analysis_name(app, cell));
    }
    if app.live().guilty_cells().contains(cell) {
        parts.push("to blame".to_owned());
    }
    parts.join(", ")
}

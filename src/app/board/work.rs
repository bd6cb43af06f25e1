//! Work on the board with mouse and keys: painting the pattern, adding clues, replaying.

use super::cursor::{board_id, moved_cursor};
use super::layout::BoardLayout;
use super::names::name_cells;
use super::paint::{BoardPicture, paint};
use super::scene::{added, picture, seeing};
use super::stroke::{self, BrushKind, Stroke};
use crate::app::command::Command;
use crate::app::help::{Topic, explains};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::view::View;
use crate::grid::{Cell, CellSet, Digit, Pattern};
use crate::project::{Edit, Project};
use eframe::egui;
use egui::{Event, EventFilter, Key, Modifiers, PointerButton, Rect, Sense, Ui};

/// The board in this room; everything that happens on it is sent.
pub(in crate::app) fn board_ui(app: &App, ui: &mut Ui, room: Rect, messages: &mut Vec<Message>) {
    if let Some(solving) = app.solving().filter(|_| app.session().view == View::Puzzle) {
        super::solving::solving_board_ui(app, solving, ui, room, messages);
        return;
    }
    if let Some(tool) = app.session().board.region_tool.filter(|_| app.session().view == View::Pattern) {
        super::regions_work::regions_board_ui(app, tool, ui, room, messages);
        return;
    }
    let shape = app.project().shape();
    let zoom = app.session().board.zoom;
    let layout = BoardLayout::zoomed(room, shape, ui.pixels_per_point(), zoom);
    let id = board_id();
    let response = ui.interact(layout.shown(), id, Sense::drag() | Sense::FOCUSABLE);
    let is_pattern_view = app.session().view == View::Pattern;
    explains(&response, Topic::Board);

    let mut brush = Brush {
        pattern: app.project().design.pattern,
        stroke: app.session().board.stroke.clone(),
        ended: Vec::new(),
        is_aborted: false,
    };
    if app.session().has_modal() {
        brush.stroke = None;
    } else {
        brush.follow_pointer(app, ui, &layout, is_pattern_view, &response, messages);
        messages.extend(super::wheel::follow_wheel(zoom, ui, &layout, &response).map(Message::BoardZoom));
    }
    if brush.stroke != app.session().board.stroke || !brush.ended.is_empty() {
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
    } else if is_pattern_view && response.has_focus() && app.session().board.shows_cursor {
        // The keyboard's brush has its mirror images too.
        Some(app.session().board.cursor)
    } else {
        None
    };
    let brush_cells = hovered
        .filter(|_| is_pattern_view && app.session().board.asking().is_none())
        .map_or(CellSet::EMPTY, |cell| stroke::brush_cells(shape, app.project().symmetry, cell));
    let seeing = seeing(app, ui, &layout, &response, app.session().board.cursor);
    let picture = BoardPicture {
        pattern,
        hovered,
        brush_cells,
        cursor: (response.has_focus() && app.session().board.shows_cursor).then_some(app.session().board.cursor),
        paints: hovered.is_some_and(|cell| stroke::paints(app.session().board.brush, &pattern, cell)),
        stroke: brush.stroke.as_ref(),
        seeing,
        ..picture(app, shape, hovered)
    };
    let clip = ui.clip_rect();
    ui.set_clip_rect(clip.intersect(room));
    paint(ui, &layout, &picture);
    ui.set_clip_rect(clip);
    name_cells(app, ui, &layout, id, &pattern, &response, seeing);
    if is_pattern_view {
        response.on_hover_cursor(egui::CursorIcon::Crosshair);
    } else if let Some(cell) = hovered.filter(|&cell| added(app, cell).is_some()) {
        if ui.input(|i| i.pointer.primary_clicked()) {
            add(app, cell, messages);
        }
        response.on_hover_cursor(egui::CursorIcon::PointingHand);
    }
}

/// Makes a proposed cell a clue.
fn add(app: &App, cell: Cell, messages: &mut Vec<Message>) {
    if let Some(clues) = added(app, cell) {
        messages.push(Message::Edit(Edit::AddClues(clues)));
    }
}

/// The brush in use.
fn brush(app: &App) -> (BrushKind, Digit) {
    let n = app.project().shape().n();
    let digit = app.session().board.brush_digit;
    // A smaller board has fewer digits.
    (app.session().board.brush, if digit.index() < n { digit } else { Digit::from_index(n - 1) })
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
                        let stroke = Stroke::begin(&self.pattern, symmetry, brush(app), at, erases, held.shift);
                        let asking = app.session().board.asking();
                        self.stroke = stroke.map(|stroke| stroke.asking(asking, erases));
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
    let mut cursor = app.session().board.cursor;
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
                if moved != cursor || !app.session().board.shows_cursor {
                    cursor = moved;
                    messages.push(Message::Cursor { cell: cursor, by_key: true });
                    let zoom = app.session().board.zoom;
                    if zoom.is_on() {
                        messages.push(Message::BoardZoom(zoom.showing(shape, cursor)));
                    }
                }
                if app.shows_sets() && modifiers.is_none() && matches!(key, Key::Space | Key::Enter) {
                    add(app, cursor, messages);
                }
                if view == View::Pattern && modifiers.is_none() {
                    let project = app.project();
                    let cells: CellSet = project.symmetry.orbit(shape, cursor).into_iter().collect();
                    match key {
                        Key::Space | Key::Enter => {
                            let at = (shape.col(cursor) as f32 + 0.5, shape.row(cursor) as f32 + 0.5);
                            let (pattern, symmetry) = (&project.design.pattern, project.symmetry);
                            if let Some(stroke) = Stroke::begin(pattern, symmetry, brush(app), at, false, false) {
                                let stroke = stroke.asking(app.session().board.asking(), false);
                                messages.push(Message::Edit(stroke.edit(&project.design)));
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
        Key::ArrowLeft => Some(Command::TRACE_BACK),
        Key::ArrowRight => Some(Command::TRACE_FORWARD),
        Key::Home => Some(Command::TRACE_FIRST),
        Key::End => Some(Command::TRACE_LAST),
        Key::Space => Some(Command::TRACE_PLAY),
        _ => None,
    }
}

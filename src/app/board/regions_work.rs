//! Painting regions on the board with mouse and keys.

use super::cursor::{board_id, moved_cursor};
use super::layout::BoardLayout;
use super::names::name_cells;
use super::paint::paint_seen;
use super::regions::{RegionStroke, RegionStrokeKind, RegionTool, RegionsPicture, paint_regions};
use super::rules::paint_rule_lines;
use super::scene::seeing;
use crate::app::help::{Topic, explains};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::theme;
use crate::grid::{CellSet, Regions};
use eframe::egui;
use egui::{Event, EventFilter, Key, PointerButton, Rect, Sense, StrokeKind, Ui};

/// The board while its regions are painted.
pub(super) fn regions_board_ui(app: &App, tool: RegionTool, ui: &mut Ui, room: Rect, messages: &mut Vec<Message>) {
    let (shape, board) = (app.project().shape(), &app.session().board);
    let layout = BoardLayout::zoomed(room, shape, ui.pixels_per_point(), board.zoom);
    let id = board_id();
    let response = ui.interact(layout.shown(), id, Sense::drag() | Sense::FOCUSABLE);
    explains(&response, Topic::Regions);
    let mut work = Work { regions: app.regions(), stroke: board.region_stroke.clone(), ended: Vec::new() };
    if app.session().has_modal() {
        work.stroke = None;
    } else {
        work.follow_pointer(app, tool, ui, &layout, &response, messages);
        messages.extend(super::wheel::follow_wheel(board.zoom, ui, &layout, &response).map(Message::BoardZoom));
    }
    if work.stroke != board.region_stroke || !work.ended.is_empty() {
        messages.extend(work.ended.drain(..).map(Message::RegionStrokeEnd));
        messages.push(Message::RegionStroke(work.stroke.clone()));
    }
    if response.has_focus() {
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
        keys(app, tool, ui, messages);
    }

    let hovered = if work.stroke.is_none() && response.contains_pointer() {
        ui.input(|i| i.pointer.hover_pos()).and_then(|pos| layout.cell_at(pos))
    } else {
        None
    };
    let brush_cells =
        hovered.map_or(CellSet::EMPTY, |cell| super::stroke::brush_cells(shape, app.project().symmetry, cell));
    let picture = RegionsPicture {
        regions: work.stroke.as_ref().map_or_else(|| work.regions.clone(), RegionStroke::after),
        stroke: work.stroke.as_ref(),
        brush_cells,
    };
    let palette = theme::palette(ui.ctx());
    let painter = ui.painter().with_clip_rect(ui.clip_rect().intersect(room));
    painter.rect_filled(layout.rect.expand(2.0), 4.0, palette.paper);
    paint_regions(&painter, &layout, &app.project().design.pattern, &picture);
    paint_rule_lines(&painter, &layout);
    let seeing = seeing(app, ui, &layout, &response, board.cursor);
    if let Some(cell) = seeing {
        paint_seen(&painter, &layout, cell);
    }
    if response.has_focus() && board.shows_cursor {
        let width = layout.whole_pixels(2.0);
        let rect = layout.cell_rect(board.cursor).shrink(width);
        painter.rect_stroke(rect, 3.0, egui::Stroke::new(width, palette.accent), StrokeKind::Middle);
    }
    name_cells(app, ui, &layout, id, &app.project().design.pattern, &response, seeing);
    response.on_hover_cursor(egui::CursorIcon::Crosshair);
}

/// The stroke while the events of a frame are walked.
struct Work {
    regions: Regions,
    stroke: Option<RegionStroke>,
    ended: Vec<RegionStroke>,
}

impl Work {
    /// Walks the events of the frame in order: a press, its moves and its release may all fall into one frame.
    fn follow_pointer(
        &mut self,
        app: &App,
        tool: RegionTool,
        ui: &Ui,
        layout: &BoardLayout,
        response: &egui::Response,
        messages: &mut Vec<Message>,
    ) {
        for event in ui.input(|i| i.events.clone()) {
            match event {
                Event::PointerButton { pos, button, pressed: true, modifiers } => {
                    if self.stroke.take().is_some() {
                        // Another button during a stroke takes it back.
                        continue;
                    }
                    // Something else may lie over the board: a menu, a notice.
                    let is_on_board = layout.shown().contains(pos) && ui.ctx().layer_id_at(pos) == Some(ui.layer_id());
                    let Some(cell) = layout.cell_at(pos).filter(|_| is_on_board) else { continue };
                    response.request_focus();
                    messages.push(Message::Cursor { cell, by_key: false });
                    let kind = match button {
                        PointerButton::Secondary => RegionStrokeKind::Erase,
                        PointerButton::Primary if modifiers.command => RegionStrokeKind::Exchange,
                        PointerButton::Primary => kind_of(tool),
                        _ => continue,
                    };
                    let (at, symmetry) = (layout.board_from_screen(pos), app.project().symmetry);
                    self.stroke = RegionStroke::begin(layout.shape, self.regions.clone(), symmetry, kind, at);
                }
                Event::PointerMoved(pos) => {
                    if let Some(stroke) = &mut self.stroke {
                        stroke.extend(layout.board_from_screen(pos));
                    }
                }
                Event::PointerButton { pos, pressed: false, .. } => {
                    if let Some(stroke) = &mut self.stroke {
                        stroke.extend(layout.board_from_screen(pos));
                    }
                    self.end();
                }
                Event::WindowFocused(false) => self.end(),
                Event::Key { key: Key::Escape, pressed: true, .. } => self.stroke = None,
                _ => {}
            }
        }
    }

    /// Later strokes of this frame build on this one.
    fn end(&mut self) {
        if let Some(stroke) = self.stroke.take() {
            self.regions = stroke.after();
            self.ended.push(stroke);
        }
    }
}

const fn kind_of(tool: RegionTool) -> RegionStrokeKind {
    match tool {
        RegionTool::Paint => RegionStrokeKind::Paint,
        RegionTool::Exchange => RegionStrokeKind::Exchange,
    }
}

/// Keys while the board has the focus: arrows move, with Shift they paint, Delete takes a cell out of its region, Space
/// begins a region.
fn keys(app: &App, tool: RegionTool, ui: &Ui, messages: &mut Vec<Message>) {
    let (shape, symmetry) = (app.project().shape(), app.project().symmetry);
    let mut regions = app.regions();
    let mut cursor = app.session().board.cursor;
    let mut stroke = |kind, cells, messages: &mut Vec<Message>| {
        let stroke = RegionStroke::between(shape, regions.clone(), symmetry, kind, cells);
        regions = stroke.after();
        messages.push(Message::RegionStrokeEnd(stroke));
    };
    for event in ui.input(|i| i.events.clone()) {
        let Event::Key { key, pressed: true, modifiers, .. } = event else { continue };
        if modifiers.alt {
            continue;
        }
        let moved = moved_cursor(shape, cursor, key, modifiers);
        if moved != cursor {
            if modifiers.shift_only() {
                stroke(kind_of(tool), [cursor, moved], messages);
            }
            cursor = moved;
            messages.push(Message::Cursor { cell: cursor, by_key: true });
            let zoom = app.session().board.zoom;
            if zoom.is_on() {
                messages.push(Message::BoardZoom(zoom.showing(shape, cursor)));
            }
        }
        match key {
            Key::Space | Key::Enter if modifiers.is_none() => {
                stroke(RegionStrokeKind::Paint, [cursor, cursor], messages);
            }
            Key::Delete | Key::Backspace if modifiers.is_none() => {
                stroke(RegionStrokeKind::Erase, [cursor, cursor], messages);
            }
            _ => {}
        }
    }
}

//! Painting the layout on the board with mouse and keys: regions, and marks of further rules.

use super::cursor::{board_id, moved_cursor};
use super::evidence::paint_highlight;
use super::layout::BoardLayout;
use super::names::name_cells;
use super::paint::{paint_lines, paint_seen};
use super::regions::{RegionStroke, RegionStrokeKind, RegionTool, RegionsPicture, paint_regions, paint_small_clues};
use super::rule_stroke::{RuleBrush, RuleStroke, RuleStrokeKind};
use super::rules::{paint_rule_lines, paint_rules};
use super::scene::seeing;
use super::theme_marks::paint_theme_stroke;
use crate::app::help::{Topic, explains};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::theme;
use crate::grid::{Cell, CellSet};
use eframe::egui;
use egui::{Event, EventFilter, Key, Modifiers, Painter, PointerButton, Rect, Sense, StrokeKind, Ui};

/// The board while its layout is painted.
pub(super) fn regions_board_ui(app: &App, tool: RegionTool, ui: &mut Ui, room: Rect, messages: &mut Vec<Message>) {
    let (shape, board) = (app.project().shape(), &app.session().board);
    let layout = BoardLayout::zoomed(room, shape, ui.pixels_per_point(), board.zoom);
    let id = board_id();
    let response = ui.interact(layout.shown(), id, Sense::drag() | Sense::FOCUSABLE);
    explains(&response, Topic::Regions);
    let palette = theme::palette(ui.ctx());
    let painter = ui.painter().with_clip_rect(ui.clip_rect().intersect(room));
    painter.rect_filled(layout.rect.expand(2.0), 4.0, palette.paper);
    let canvas = Canvas { app, layout, response: &response, painter: &painter };
    match tool {
        RegionTool::Rules(brush) => canvas.rules(brush, ui, messages),
        _ => canvas.regions(tool, ui, messages),
    }
    paint_rule_lines(&painter, &layout);
    paint_highlight(&painter, &layout, &board.highlight);
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
    if !app.session().has_modal() {
        messages.extend(super::wheel::follow_wheel(board.zoom, ui, &layout, &response).map(Message::BoardZoom));
    }
    response.on_hover_cursor(egui::CursorIcon::Crosshair);
}

/// Where the layout is painted.
struct Canvas<'a> {
    app: &'a App,
    layout: BoardLayout,
    response: &'a egui::Response,
    painter: &'a Painter,
}

impl Canvas<'_> {
    /// Strokes over regions, and the picture of these.
    fn regions(&self, tool: RegionTool, ui: &Ui, messages: &mut Vec<Message>) {
        let app = self.app;
        let (shape, symmetry) = (app.project().shape(), app.project().symmetry);
        let before = app.session().board.region_stroke.clone();
        let mut work = Work { stroke: before.clone(), ended: Vec::new() };
        // Later strokes of a frame build on those before.
        let regions = |ended: &[RegionStroke]| ended.last().map_or_else(|| app.regions(), RegionStroke::after);
        self.follow_pointer(&mut work, ui, messages, &|ended, button, modifiers, at| {
            let kind = match button {
                PointerButton::Secondary => RegionStrokeKind::Erase,
                PointerButton::Primary if modifiers.command => RegionStrokeKind::Exchange,
                PointerButton::Primary => kind_of(tool),
                _ => return None,
            };
            RegionStroke::begin(shape, regions(ended), symmetry, kind, at)
        });
        let picture = RegionsPicture {
            regions: work.stroke.as_ref().map_or_else(|| regions(&work.ended), RegionStroke::after),
            stroke: work.stroke.as_ref(),
            brush_cells: self.brush_cells(ui, work.stroke.is_none()),
        };
        paint_regions(self.painter, &self.layout, &app.project().design.pattern, &picture);
        if work.stroke != before || !work.ended.is_empty() {
            messages.extend(work.ended.into_iter().map(Message::RegionStrokeEnd));
            messages.push(Message::RegionStroke(work.stroke));
        }
        let mut regions = app.regions();
        self.follow_keys(ui, messages, &mut |key, cells| {
            let kind = match key {
                CellKey::Erase => RegionStrokeKind::Erase,
                CellKey::Begin => RegionStrokeKind::Paint,
                CellKey::Move => kind_of(tool),
            };
            let stroke = RegionStroke::between(shape, regions.clone(), symmetry, kind, cells);
            regions = stroke.after();
            Message::RegionStrokeEnd(stroke)
        });
    }

    /// Strokes over rules of the layout, and the picture of these.
    fn rules(&self, brush: RuleBrush, ui: &Ui, messages: &mut Vec<Message>) {
        let app = self.app;
        let (shape, symmetry) = (app.project().shape(), app.project().symmetry);
        let before = app.session().board.rule_stroke.clone();
        let mut work = Work { stroke: before.clone(), ended: Vec::new() };
        self.follow_pointer(&mut work, ui, messages, &|_, button, modifiers, at| {
            let kind = match button {
                PointerButton::Secondary => RuleStrokeKind::Erase,
                PointerButton::Primary if modifiers.command => RuleStrokeKind::Join,
                PointerButton::Primary => RuleStrokeKind::Mark,
                _ => return None,
            };
            RuleStroke::begin(shape, symmetry, brush, kind, at)
        });
        paint_rules(self.painter, &self.layout);
        let cells = work.stroke.as_ref().map_or_else(|| self.brush_cells(ui, true), RuleStroke::cells);
        paint_theme_stroke(self.painter, &self.layout, &cells);
        paint_small_clues(self.painter, &self.layout, &app.project().design.pattern);
        paint_lines(self.painter, &self.layout, &CellSet::EMPTY);
        if work.stroke != before || !work.ended.is_empty() {
            messages.extend(work.ended.into_iter().map(Message::RuleStrokeEnd));
            messages.push(Message::RuleStroke(work.stroke));
        }
        self.follow_keys(ui, messages, &mut |key, cells| {
            let kind = match key {
                CellKey::Erase => RuleStrokeKind::Erase,
                CellKey::Begin => RuleStrokeKind::Join,
                CellKey::Move => RuleStrokeKind::Mark,
            };
            Message::RuleStrokeEnd(RuleStroke::between(shape, symmetry, brush, kind, cells))
        });
    }

    /// The cell under the pointer with its mirror images, while no stroke goes on.
    fn brush_cells(&self, ui: &Ui, is_idle: bool) -> CellSet {
        if !is_idle || !self.response.contains_pointer() {
            return CellSet::EMPTY;
        }
        let hovered = ui.input(|i| i.pointer.hover_pos()).and_then(|pos| self.layout.cell_at(pos));
        let symmetry = self.app.project().symmetry;
        hovered.map_or(CellSet::EMPTY, |cell| super::stroke::brush_cells(self.layout.shape, symmetry, cell))
    }

    /// Walks the events of the frame in order: a press, its moves and its release may all fall into one frame.
    fn follow_pointer<S: LayoutStroke>(
        &self,
        work: &mut Work<S>,
        ui: &Ui,
        messages: &mut Vec<Message>,
        begin: &Begin<'_, S>,
    ) {
        if self.app.session().has_modal() {
            work.stroke = None;
            return;
        }
        let layout = &self.layout;
        for event in ui.input(|i| i.events.clone()) {
            match event {
                Event::PointerButton { pos, button, pressed: true, modifiers } => {
                    if work.stroke.take().is_some() {
                        // Another button during a stroke takes it back.
                        continue;
                    }
                    // Something else may lie over the board: a menu, a notice.
                    let is_on_board = layout.shown().contains(pos) && ui.ctx().layer_id_at(pos) == Some(ui.layer_id());
                    let Some(cell) = layout.cell_at(pos).filter(|_| is_on_board) else { continue };
                    self.response.request_focus();
                    messages.push(Message::Cursor { cell, by_key: false });
                    work.stroke = begin(&work.ended, button, modifiers, layout.board_from_screen(pos));
                }
                Event::PointerMoved(pos) => {
                    if let Some(stroke) = &mut work.stroke {
                        stroke.extend(layout.board_from_screen(pos));
                    }
                }
                Event::PointerButton { pos, pressed: false, .. } => {
                    if let Some(stroke) = &mut work.stroke {
                        stroke.extend(layout.board_from_screen(pos));
                    }
                    work.ended.extend(work.stroke.take());
                }
                Event::WindowFocused(false) => work.ended.extend(work.stroke.take()),
                Event::Key { key: Key::Escape, pressed: true, .. } => work.stroke = None,
                _ => {}
            }
        }
    }

    /// Keys while the board has the focus: arrows move, with Shift they paint, Space begins something or adds a cell,
    /// Delete erases.
    fn follow_keys(&self, ui: &Ui, messages: &mut Vec<Message>, stroke: &mut dyn FnMut(CellKey, [Cell; 2]) -> Message) {
        if !self.response.has_focus() {
            return;
        }
        let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
        ui.memory_mut(|memory| memory.set_focus_lock_filter(self.response.id, filter));
        let shape = self.layout.shape;
        let board = &self.app.session().board;
        let mut cursor = board.cursor;
        for event in ui.input(|i| i.events.clone()) {
            let Event::Key { key, pressed: true, modifiers, .. } = event else { continue };
            if modifiers.alt {
                continue;
            }
            let moved = moved_cursor(shape, cursor, key, modifiers);
            if moved != cursor {
                if modifiers.shift_only() {
                    messages.push(stroke(CellKey::Move, [cursor, moved]));
                }
                cursor = moved;
                messages.push(Message::Cursor { cell: cursor, by_key: true });
                if board.zoom.is_on() {
                    messages.push(Message::BoardZoom(board.zoom.showing(shape, cursor)));
                }
            }
            match key {
                Key::Space | Key::Enter if modifiers.is_none() => {
                    messages.push(stroke(CellKey::Begin, [cursor, cursor]));
                }
                Key::Delete | Key::Backspace if modifiers.is_none() => {
                    messages.push(stroke(CellKey::Erase, [cursor, cursor]));
                }
                _ => {}
            }
        }
    }
}

/// Begins a stroke at a point on the board, after those that ended in this frame; nothing where the button has no use.
type Begin<'a, S> = dyn Fn(&[S], PointerButton, Modifiers, (f32, f32)) -> Option<S> + 'a;

/// What a key does with the cell of the keyboard.
#[derive(Clone, Copy, PartialEq, Eq)]
enum CellKey {
    /// It moved with Shift held.
    Move,
    Begin,
    Erase,
}

/// A stroke of the pointer over the layout.
trait LayoutStroke {
    /// Follows the pointer to a point.
    fn extend(&mut self, to: (f32, f32));
}

impl LayoutStroke for RegionStroke {
    fn extend(&mut self, to: (f32, f32)) {
        RegionStroke::extend(self, to);
    }
}

impl LayoutStroke for RuleStroke {
    fn extend(&mut self, to: (f32, f32)) {
        RuleStroke::extend(self, to);
    }
}

/// The strokes while the events of a frame are walked.
struct Work<S> {
    stroke: Option<S>,
    ended: Vec<S>,
}

const fn kind_of(tool: RegionTool) -> RegionStrokeKind {
    match tool {
        RegionTool::Exchange => RegionStrokeKind::Exchange,
        RegionTool::Paint | RegionTool::Rules(_) => RegionStrokeKind::Paint,
    }
}

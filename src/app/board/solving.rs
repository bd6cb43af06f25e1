//! The board while somebody solves by hand: selection, digits, pencil marks, colours, lines, hints.

use super::evidence::{CORNERS, paint_element, paint_highlight};
use super::layout::BoardLayout;
use super::paint::{Digits, Face, paint_lines};
use super::zoom::follow_wheel;
use super::{board_id, moved_cursor};
use crate::app::message::Message;
use crate::app::solving::{Act, DrawnLine, Filtered, HintLevel, Marks, Solving, Tool};
use crate::app::{App, theme};
use crate::grid::{Cell, CellSet, Digit};
use crate::logic::{Drawing, Element, Tint};
use eframe::egui;
use egui::{
    Color32, Event, EventFilter, FontId, Key, Modifiers, Painter, PointerButton, Rect, Role, Sense, Stroke, StrokeKind,
    Ui, WidgetInfo, vec2,
};

/// The board in this room; everything that happens on it is sent.
pub(in crate::app) fn solving_board_ui(
    app: &App,
    solving: &Solving,
    ui: &mut Ui,
    room: Rect,
    messages: &mut Vec<Message>,
) {
    let shape = solving.puzzle().shape();
    let zoom = app.session().board_zoom;
    let layout = BoardLayout::zoomed(room, shape, ui.pixels_per_point(), zoom);
    let id = board_id();
    let response = ui.interact(layout.shown(), id, Sense::drag() | Sense::FOCUSABLE);
    if !app.session().has_modal() {
        follow_pointer(solving, ui, &layout, &response, messages);
        follow_wheel(zoom, ui, &layout, &response, messages);
        if response.has_focus() {
            let filter = EventFilter { horizontal_arrows: true, vertical_arrows: true, ..EventFilter::default() };
            ui.memory_mut(|memory| memory.set_focus_lock_filter(id, filter));
            let before = messages.len();
            keys(solving, ui, messages);
            let moved = messages[before..].iter().rev().find_map(|message| match message {
                Message::Solve(Act::Select(_, cursor)) => Some(*cursor),
                _ => None,
            });
            if let Some(cursor) = moved.filter(|_| zoom.is_on()) {
                messages.push(Message::BoardZoom(zoom.showing(shape, cursor)));
            }
        }
    }
    let clip = ui.clip_rect();
    ui.set_clip_rect(clip.intersect(room));
    paint(app, solving, ui, &layout, response.has_focus());
    ui.set_clip_rect(clip);
    response.widget_info(|| {
        let n = shape.n();
        WidgetInfo::labeled(Role::Grid, true, format!("Board, {n} rows and columns, to be solved by hand"))
    });
    let (conflicts, filtered) = (solving.conflicts(), solving.filtered());
    for cell in shape.cells() {
        let response = ui.interact(layout.cell_rect(cell), id.with(cell.index()), Sense::empty());
        response.widget_info(|| {
            WidgetInfo::selected(
                Role::GridCell,
                true,
                solving.selected.contains(cell),
                cell_name(solving, &conflicts, filtered.as_ref(), cell),
            )
        });
    }
}

/// Presses and drags select, with Ctrl or Shift they add; or they draw a line. All events of a frame count, in order.
fn follow_pointer(
    solving: &Solving,
    ui: &Ui,
    layout: &BoardLayout,
    response: &egui::Response,
    messages: &mut Vec<Message>,
) {
    let (events, clicks) = ui.input(|i| (i.events.clone(), i.pointer.button_double_clicked(PointerButton::Primary)));
    let (mut selected, mut cursor) = (solving.selected, solving.cursor);
    // The event that ends a drag belongs to it.
    let mut is_dragging = response.dragged() || response.drag_stopped();
    let is_drawing = solving.tool == Tool::Line;
    for event in events {
        match event {
            Event::PointerButton { pos, button: PointerButton::Primary, pressed: true, modifiers } => {
                let is_on_board = layout.shown().contains(pos) && ui.ctx().layer_id_at(pos) == Some(ui.layer_id());
                let Some(cell) = layout.cell_at(pos).filter(|_| is_on_board) else { continue };
                response.request_focus();
                let adds = (modifiers.command || modifiers.shift) && !is_drawing;
                if is_drawing {
                    messages.push(Message::Solve(Act::LineFrom(Some(cell))));
                }
                if adds && selected.contains(cell) {
                    selected.remove(cell);
                } else {
                    if !adds {
                        selected = CellSet::EMPTY;
                    }
                    selected.insert(cell);
                }
                cursor = cell;
                is_dragging = true;
            }
            Event::PointerMoved(pos) if is_dragging => {
                if let Some(cell) = layout.cell_at(pos) {
                    if !is_drawing {
                        selected.insert(cell);
                    }
                    cursor = cell;
                }
            }
            Event::PointerButton { pos, button: PointerButton::Primary, pressed: false, .. } => {
                if is_drawing && is_dragging {
                    // A line that leaves the board is none.
                    let end = layout.cell_at(pos).map_or(Act::LineFrom(None), Act::LineTo);
                    messages.push(Message::Solve(end));
                }
                is_dragging = false;
            }
            Event::PointerButton { pressed: false, .. } => is_dragging = false,
            _ => {}
        }
    }
    // A double click takes all cells with the same digit.
    if clicks
        && !is_drawing
        && response.contains_pointer()
        && let Some(digit) = solving.digit(cursor)
    {
        selected = solving.puzzle().shape().cells().filter(|&cell| solving.digit(cell) == Some(digit)).collect();
    }
    if (selected, cursor) != (solving.selected, solving.cursor) {
        messages.push(Message::Solve(Act::Select(selected, cursor)));
    }
}

/// Digits, tools and arrows as in SudokuPad.
fn keys(solving: &Solving, ui: &Ui, messages: &mut Vec<Message>) {
    let shape = solving.puzzle().shape();
    let (mut selected, mut cursor) = (solving.selected, solving.cursor);
    let mut send = |act: Act| messages.push(Message::Solve(act));
    for event in ui.input(|i| i.events.clone()) {
        let Event::Key { key, physical_key, pressed: true, modifiers, .. } = event else { continue };
        if let Some(index) = digit_of(physical_key.unwrap_or(key)).or_else(|| digit_of(key)) {
            // On sizes above nine a letter is a digit, unless it chooses a tool.
            let tool = match modifiers {
                // With Alt a digit shows a view, here as everywhere.
                m if m.alt => continue,
                m if m.command && m.shift => Some(Tool::Colour),
                m if m.command => Some(Tool::Centre),
                m if m.shift => Some(Tool::Corner),
                _ => None,
            };
            send(Act::Write(index, tool));
            continue;
        }
        if let Some(index) = letter_of(key).filter(|&index| index < shape.n())
            && !modifiers.command
        {
            let tool = if modifiers.shift { Some(Tool::Corner) } else { None };
            send(Act::Write(index, if modifiers.alt { Some(Tool::Centre) } else { tool }));
            continue;
        }
        let moved = moved_cursor(shape, cursor, key, Modifiers { command: false, ..modifiers });
        if matches!(key, Key::ArrowUp | Key::ArrowDown | Key::ArrowLeft | Key::ArrowRight | Key::Home | Key::End) {
            cursor = moved;
            if !(modifiers.command || modifiers.shift) {
                selected = CellSet::EMPTY;
            }
            selected.insert(cursor);
            send(Act::Select(selected, cursor));
            continue;
        }
        let act = match (key, modifiers.command) {
            (Key::A, true) => Act::Select(CellSet::first(shape.n_cells()), cursor),
            (Key::Delete | Key::Backspace | Key::Num0, _) => Act::Erase,
            (Key::Z, false) => Act::Tool(Tool::Digit),
            (Key::X, false) => Act::Tool(Tool::Corner),
            (Key::C, false) if shape.n() < 12 => Act::Tool(Tool::Centre),
            (Key::V, false) => Act::Tool(Tool::Colour),
            (Key::B, false) => Act::Tool(Tool::Line),
            (Key::N, false) => Act::Tool(Tool::Filter),
            (Key::Enter, false) if solving.tool == Tool::Line => match solving.line_from {
                None => Act::LineFrom(Some(cursor)),
                Some(_) => Act::LineTo(cursor),
            },
            (Key::Space, false) => {
                let next = Tool::ALL.iter().position(|&tool| tool == solving.tool).map_or(0, |at| at + 1);
                Act::Tool(Tool::ALL[next % Tool::ALL.len()])
            }
            _ => continue,
        };
        send(act);
    }
}

/// The index of a digit key, 1 to 9.
fn digit_of(key: Key) -> Option<usize> {
    const DIGITS: [Key; 9] =
        [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9];
    DIGITS.iter().position(|&digit| digit == key)
}

/// The index of a digit that is written as a letter, A to G.
fn letter_of(key: Key) -> Option<usize> {
    const LETTERS: [Key; 7] = [Key::A, Key::B, Key::C, Key::D, Key::E, Key::F, Key::G];
    LETTERS.iter().position(|&letter| letter == key).map(|at| at + 9)
}

fn paint(app: &App, solving: &Solving, ui: &Ui, layout: &BoardLayout, has_focus: bool) {
    let painter = ui.painter();
    let palette = theme::palette(ui.ctx());
    painter.rect_filled(layout.rect.expand(2.0), 4.0, palette.paper);
    let mut digits = Digits::new(layout);
    let picture = match &solving.hint {
        Some(hint) if hint.level == HintLevel::Concrete => {
            hint.step.as_ref().map(|(step, board)| Drawing::new(board.clone(), Some(step)))
        }
        _ => None,
    };
    let elements = picture.as_ref().map_or_else(Vec::new, Drawing::elements);
    let is_house = |element: &Element<'_>| matches!(element, Element::Tint(_, tint) if *tint != Tint::Placed);
    for &element in elements.iter().filter(|element| is_house(element)) {
        paint_element(painter, layout, element, false, &mut digits);
    }
    let is_in_step = |cell: Cell| picture.iter().flat_map(|p| &p.marks).any(|(candidate, _)| candidate.cell == cell);
    let (conflicts, filtered) = (solving.conflicts(), solving.filtered());
    let pointed = solving.digit(solving.cursor).filter(|_| has_focus && filtered.is_none());
    for cell in layout.shape.cells() {
        let rect = layout.cell_rect(cell);
        paint_colours(painter, rect, solving.marks(cell));
        // The same digit elsewhere stands out a little.
        if pointed.is_some() && solving.digit(cell) == pointed {
            painter.rect_filled(rect, 0.0, palette.accent.gamma_multiply(0.10));
        }
        if let Some(filtered) = &filtered {
            paint_filter(painter, layout, filtered, cell);
        }
    }
    paint_drawn_lines(painter, layout, solving);
    for cell in layout.shape.cells() {
        let rect = layout.cell_rect(cell);
        let marks = solving.marks(cell);
        if let Some(digit) = solving.digit(cell) {
            let is_clue = solving.puzzle().get(cell).is_some();
            let is_bad = conflicts.contains(cell) || solving.wrong.contains(cell);
            let (face, color) = if is_clue { (Face::Clue, palette.ink) } else { (Face::Solved, palette.accent) };
            let color = if is_bad && !is_clue { palette.conflict } else { color };
            digits.paint(painter, layout, face, digit, rect.center(), color);
        } else if !is_in_step(cell) {
            paint_marks(painter, layout, rect, marks, &mut digits);
        }
        if conflicts.contains(cell) || solving.wrong.contains(cell) {
            paint_wrong(painter, layout, rect);
        }
    }
    // The step shows in cells that are still open.
    let is_shown = |cell: Cell| solving.digit(cell).is_none() && is_in_step(cell);
    for &element in elements.iter().filter(|element| !is_house(element) && element.cell().is_none_or(is_shown)) {
        paint_element(painter, layout, element, false, &mut digits);
    }
    paint_selection(painter, layout, &solving.selected);
    paint_lines(painter, layout, &CellSet::EMPTY);
    if has_focus {
        let width = layout.whole_pixels(2.0);
        let rect = layout.cell_rect(solving.cursor).shrink(width);
        painter.rect_stroke(rect, 3.0, Stroke::new(width, palette.accent), StrokeKind::Middle);
    }
    paint_highlight(painter, layout, &app.session().highlight);
}

/// Cells that hold the digit are dark, those that may hold it have a ring; all others recede.
fn paint_filter(painter: &Painter, layout: &BoardLayout, filtered: &Filtered, cell: Cell) {
    let palette = theme::palette(painter.ctx());
    let rect = layout.cell_rect(cell);
    if filtered.holding.contains(cell) {
        painter.rect_filled(rect, 0.0, palette.accent.gamma_multiply(0.35));
    } else if filtered.open.contains(cell) {
        painter.rect_filled(rect, 0.0, palette.base.gamma_multiply(0.22));
        let width = layout.whole_pixels(2.0);
        let ring = rect.shrink(layout.whole_pixels(3.0));
        painter.rect_stroke(ring, 3.0, Stroke::new(width, palette.base), StrokeKind::Inside);
    } else {
        painter.rect_filled(rect, 0.0, palette.soft.gamma_multiply(0.22));
    }
}

/// The lines between cells, and the one that is being drawn.
fn paint_drawn_lines(painter: &Painter, layout: &BoardLayout, solving: &Solving) {
    let palette = theme::palette(painter.ctx());
    let width = layout.whole_pixels(layout.pitch * 0.07);
    let line = |line: DrawnLine, share: f32| {
        let color = theme::mix(palette.paper, palette.chain, share);
        let ends = line.ends().map(|cell| layout.cell_rect(cell).center());
        painter.line_segment(ends, Stroke::new(width, color));
        for end in ends {
            painter.circle_filled(end, width * 1.4, color);
        }
    };
    for &drawn in solving.lines() {
        line(drawn, 0.7);
    }
    if let Some(drawn) = solving.line_from.and_then(|start| DrawnLine::new(start, solving.cursor)) {
        line(drawn, 0.4);
    }
}

/// Colours side by side, each as a stripe.
fn paint_colours(painter: &Painter, rect: Rect, marks: Marks) {
    let palette = theme::palette(painter.ctx());
    let n = marks.colours.len();
    for (at, colour) in marks.colours.iter().enumerate() {
        let (left, right) = (at as f32 / n as f32, (at + 1) as f32 / n as f32);
        let stripe = Rect::from_min_max(
            rect.min + vec2(rect.width() * left, 0.0),
            rect.min + vec2(rect.width() * right, rect.height()),
        );
        painter.rect_filled(stripe, 0.0, theme::mix(palette.paper, theme::mark_colour(colour.index()), 0.45));
    }
}

fn paint_marks(painter: &Painter, layout: &BoardLayout, rect: Rect, marks: Marks, digits: &mut Digits) {
    let palette = theme::palette(painter.ctx());
    let color = theme::mix(palette.accent, palette.ink, 0.25);
    let n_corner = marks.corner.len();
    for (at, digit) in marks.corner.iter().enumerate() {
        let place = if n_corner <= CORNERS.len() {
            rect.min + CORNERS[at].to_vec2() * layout.pitch
        } else {
            layout.candidate_rect(Cell::from_index(0), digit).center() - layout.rect.min.to_vec2() + rect.min.to_vec2()
        };
        digits.paint(painter, layout, Face::Mark, digit, place, color);
    }
    if marks.centre.is_empty() {
        return;
    }
    let text: String = marks.centre.iter().map(Digit::to_char).collect();
    let size = (layout.pitch * 0.27).min(layout.pitch * 1.35 / text.len().max(1) as f32);
    let galley = painter.layout_no_wrap(text, FontId::proportional(size), color);
    let ink = galley.mesh_bounds.center();
    painter.galley(layout.round(rect.center() - ink.to_vec2()), galley, color);
}

/// A filled corner and a stroke: colour is not all.
fn paint_wrong(painter: &Painter, layout: &BoardLayout, rect: Rect) {
    let palette = theme::palette(painter.ctx());
    let side = layout.pitch * 0.24;
    let corner = rect.right_top();
    let points = vec![corner, corner - vec2(side, 0.0), corner + vec2(0.0, side)];
    painter.add(egui::Shape::convex_polygon(points, palette.conflict, Stroke::NONE));
}

/// A band inside the selected cells, along the edge of the whole selection.
fn paint_selection(painter: &Painter, layout: &BoardLayout, selected: &CellSet) {
    let palette = theme::palette(painter.ctx());
    let width = layout.whole_pixels(4.0);
    let color: Color32 = palette.accent.gamma_multiply(0.55);
    let shape = layout.shape;
    for cell in selected.iter() {
        let rect = layout.cell_rect(cell);
        painter.rect_filled(rect, 0.0, palette.accent.gamma_multiply(0.10));
        let (row, col) = (shape.row(cell), shape.col(cell));
        let has = |row: Option<usize>, col: Option<usize>| match (row, col) {
            (Some(row), Some(col)) if row < shape.n() && col < shape.n() => selected.contains(shape.cell(row, col)),
            _ => false,
        };
        let edges = [
            (has(row.checked_sub(1), Some(col)), Rect::from_min_max(rect.min, rect.right_top() + vec2(0.0, width))),
            (has(Some(row + 1), Some(col)), Rect::from_min_max(rect.left_bottom() - vec2(0.0, width), rect.max)),
            (has(Some(row), col.checked_sub(1)), Rect::from_min_max(rect.min, rect.left_bottom() + vec2(width, 0.0))),
            (has(Some(row), Some(col + 1)), Rect::from_min_max(rect.right_top() - vec2(width, 0.0), rect.max)),
        ];
        for (_, band) in edges.into_iter().filter(|(is_inner, _)| !is_inner) {
            painter.rect_filled(band, 0.0, color);
        }
    }
}

/// "r5c5, clue, 7", "r5c5, 7, wrong", "r5c5, empty, corner 1 2, centre 4 5, colour 3, line to r1c1, possible 7".
fn cell_name(solving: &Solving, conflicts: &CellSet, filtered: Option<&Filtered>, cell: Cell) -> String {
    let mut parts = vec![solving.puzzle().shape().cell_name(cell)];
    let marks = solving.marks(cell);
    match (solving.puzzle().get(cell), marks.digit) {
        (Some(clue), _) => parts.push(format!("clue, {clue}")),
        (None, Some(digit)) => parts.push(format!("entered, {digit}")),
        (None, None) => parts.push("empty".to_owned()),
    }
    let list = |digits: crate::grid::DigitSet| digits.iter().map(|d| d.to_string()).collect::<Vec<_>>().join(" ");
    for (name, set) in [("corner", marks.corner), ("centre", marks.centre), ("colour", marks.colours)] {
        if !set.is_empty() {
            parts.push(format!("{name} {}", list(set)));
        }
    }
    let shape = solving.puzzle().shape();
    let ends = solving.lines().iter().map(|line| line.ends()).filter(|ends| ends.contains(&cell));
    let others: Vec<String> = ends.flatten().filter(|&end| end != cell).map(|end| shape.cell_name(end)).collect();
    if !others.is_empty() {
        parts.push(format!("line to {}", others.join(" ")));
    }
    if let Some(filtered) = filtered.filter(|filtered| filtered.open.contains(cell)) {
        parts.push(format!("possible {}", filtered.digit));
    }
    if solving.wrong.contains(cell) {
        parts.push("wrong".to_owned());
    }
    if conflicts.contains(cell) {
        parts.push("twice".to_owned());
    }
    parts.join(", ")
}

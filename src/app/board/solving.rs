//! Solving by hand on the board with mouse and keys.

use super::by_hand::paint_by_hand;
use super::cursor::{board_id, moved_cursor};
use super::layout::BoardLayout;
use super::paint::paint_seen;
use super::scene::seeing;
use super::wheel::follow_wheel;
use crate::app::language::tr;
use crate::app::message::Message;
use crate::app::solving::{Act, Filtered, Solving, Tool};
use crate::app::studio::App;
use crate::grid::{Cell, CellSet};
use eframe::egui;
use egui::{Event, EventFilter, Key, Modifiers, PointerButton, Rect, Role, Sense, Ui, WidgetInfo};

/// The board in this room; everything that happens on it is sent.
pub(in crate::app) fn solving_board_ui(
    app: &App,
    solving: &Solving,
    ui: &mut Ui,
    room: Rect,
    messages: &mut Vec<Message>,
) {
    let shape = solving.puzzle().shape();
    let zoom = app.session().board.zoom;
    let layout = BoardLayout::zoomed(room, shape, ui.pixels_per_point(), zoom);
    let id = board_id();
    let response = ui.interact(layout.shown(), id, Sense::drag() | Sense::FOCUSABLE);
    if !app.session().has_modal() {
        follow_pointer(solving, ui, &layout, &response, messages);
        messages.extend(follow_wheel(zoom, ui, &layout, &response).map(Message::BoardZoom));
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
    paint_by_hand(solving, &app.session().board.highlight, ui, &layout, response.has_focus());
    if let Some(cell) = seeing(app, ui, &layout, &response, solving.cursor) {
        paint_seen(ui.painter(), &layout, cell);
    }
    ui.set_clip_rect(clip);
    response.widget_info(|| {
        let n = shape.n();
        WidgetInfo::labeled(Role::Grid, true, tr!("Board, {n} rows and columns, to be solved by hand", n))
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

/// The index of a digit that is written as a letter, A to P.
fn letter_of(key: Key) -> Option<usize> {
    use Key::{A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P};
    [A, B, C, D, E, F, G, H, I, J, K, L, M, N, O, P].iter().position(|&letter| letter == key).map(|at| at + 9)
}

/// "r5c5, clue, 7", "r5c5, 7, wrong", "r5c5, empty, corner 1 2, centre 4 5, colour 3, line to r1c1, possible 7".
fn cell_name(solving: &Solving, conflicts: &CellSet, filtered: Option<&Filtered>, cell: Cell) -> String {
    let mut parts = vec![solving.puzzle().shape().cell_name(cell)];
    let marks = solving.marks(cell);
    match (solving.puzzle().get(cell), marks.digit) {
        (Some(clue), _) => parts.push(tr!("clue, {digit}", digit = clue)),
        (None, Some(digit)) => parts.push(tr!("entered, {digit}", digit)),
        (None, None) => parts.push(tr!("empty").to_owned()),
    }
    let list = |digits: crate::grid::DigitSet| digits.iter().map(|d| d.to_string()).collect::<Vec<_>>().join(" ");
    for (name, set) in [(tr!("corner"), marks.corner), (tr!("centre"), marks.centre), (tr!("colour"), marks.colours)] {
        if !set.is_empty() {
            parts.push(format!("{name} {}", list(set)));
        }
    }
    let shape = solving.puzzle().shape();
    let ends = solving.lines().iter().map(|line| line.ends()).filter(|ends| ends.contains(&cell));
    let others: Vec<String> = ends.flatten().filter(|&end| end != cell).map(|end| shape.cell_name(end)).collect();
    if !others.is_empty() {
        parts.push(tr!("line to {cells}", cells = others.join(" ")));
    }
    if let Some(filtered) = filtered.filter(|filtered| filtered.open.contains(cell)) {
        parts.push(tr!("possible {digit}", digit = filtered.digit));
    }
    if solving.wrong.contains(cell) {
        parts.push(tr!("wrong").to_owned());
    }
    if conflicts.contains(cell) {
        parts.push(tr!("twice").to_owned());
    }
    parts.join(", ")
}

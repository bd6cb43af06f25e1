//! The puzzles of the document, in the left panel.

use crate::app::buttons::{command_button, icon_command};
use crate::app::command::Command;
use crate::app::language::{tr, tr_n};
use crate::app::message::Message;
use crate::app::rows::moved_row;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::widgets::{Icon, paint_puzzle, paint_thumbnail, shape_title};
use crate::app::wording::n_clues;
use crate::grid::Puzzle;
use crate::project::{Edit, ListEdit, Project};
use eframe::egui;
use egui::{Align2, FontId, Rect, Role, ScrollArea, Sense, StrokeKind, Ui, WidgetInfo, pos2, vec2};

const ROW: f32 = 72.0;
const GAP: f32 = 4.0;

pub(super) fn puzzles_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let n = app.document().puzzles().len();
    ui.horizontal(|ui| {
        ui.heading(tr!("Puzzles"));
        ui.weak(tr_n!(n, "1 in this project", "{n} in this project"));
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        command_button(app, ui, messages, Command::ADD_PUZZLE, tr!("New"));
        command_button(app, ui, messages, Command::DUPLICATE_PUZZLE, tr!("Duplicate"));
        command_button(app, ui, messages, Command::DELETE_PUZZLE, tr!("Delete"));
        ui.spacing_mut().item_spacing.x = 0.0;
        icon_command(app, ui, messages, Command::MOVE_PUZZLE_UP, Icon::Up);
        icon_command(app, ui, messages, Command::MOVE_PUZZLE_DOWN, Icon::Down);
    });
    ui.add_space(4.0);
    ui.spacing_mut().item_spacing.y = GAP;
    ScrollArea::vertical().id_salt("puzzles").auto_shrink(false).show_rows(ui, ROW, n, |ui, rows| {
        for index in rows {
            row_ui(app, ui, index, messages);
        }
    });
}

fn row_ui(app: &App, ui: &mut Ui, index: usize, messages: &mut Vec<Message>) {
    let document = app.document();
    let (puzzle, n) = (&document.puzzles()[index], document.puzzles().len());
    let is_current = index == document.current_index();
    // The bar of the list lies over its right edge.
    let size = vec2(ui.available_width() - 10.0, ROW);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let palette = theme::palette(ui.ctx());
    let visuals = ui.style().interact(&response);
    let title = title(puzzle, index);
    let figures = figures(puzzle);
    let fill = if is_current { ui.visuals().selection.bg_fill } else { visuals.weak_bg_fill };
    if is_current || response.hovered() || response.has_focus() {
        ui.painter().rect(rect, 4.0, fill, visuals.bg_stroke, StrokeKind::Inside);
    }
    let picture = Rect::from_min_size(rect.min + vec2(2.0, 2.0), vec2(ROW - 4.0, ROW - 4.0));
    match clues_of(puzzle) {
        Some(clues) => paint_puzzle(ui, picture.shrink(2.0), clues),
        None => paint_thumbnail(ui, picture, &puzzle.design.pattern),
    }
    let text = ui.painter().with_clip_rect(rect.shrink(2.0));
    let x = picture.max.x + 8.0;
    let font = FontId::new(14.0, theme::semibold());
    text.text(pos2(x, rect.center().y - 1.0), Align2::LEFT_BOTTOM, &title, font, palette.ink);
    let weak = ui.visuals().weak_text_color();
    text.text(pos2(x, rect.center().y + 2.0), Align2::LEFT_TOP, &figures, FontId::proportional(12.0), weak);
    response.widget_info(|| {
        WidgetInfo::selected(
            Role::ListItem,
            true,
            is_current,
            tr!("Puzzle {number}: {title}", number = index + 1, title),
        )
    });
    if let Some(to) = moved_row(ui, &response, rect, ROW + GAP, index, n) {
        messages.push(Message::Edit(Edit::List(ListEdit::Move { from: index, to })));
    }
    let response = response
        .on_hover_text(format!("{title} · {figures}\n{}", tr!("Drag it, or use Alt and the arrows, to move it")));
    if response.clicked() {
        messages.push(Message::SelectPuzzle(index));
    }
}

/// The title, or a number where there is none.
pub(super) fn title(puzzle: &Project, index: usize) -> String {
    if puzzle.title.is_empty() { tr!("Puzzle {number}", number = index + 1) } else { puzzle.title.clone() }
}

/// The digits of a puzzle, if it has any.
pub(super) fn clues_of(puzzle: &Project) -> Option<&Puzzle> {
    puzzle.puzzle.as_ref().or(Some(&puzzle.design.fixed).filter(|fixed| fixed.n_clues() > 0))
}

/// Shape, number of clues, and what can be said without solving it.
fn figures(puzzle: &Project) -> String {
    let n = puzzle.design.pattern.n_clues();
    let state = match clues_of(puzzle) {
        None => Some(tr!("no digits yet").to_owned()),
        Some(digits) if digits.conflict().is_some() => Some(tr!("equal digits in a house").to_owned()),
        Some(digits) if digits.n_clues() < n => Some(tr_n!(digits.n_clues(), "1 digit", "{n} digits")),
        Some(_) => None,
    };
    [shape_title(puzzle.shape()), n_clues(n)].into_iter().chain(state).collect::<Vec<_>>().join(" · ")
}

//! The heading of a column.

use super::Column;
use crate::app::focus::join_group;
use crate::app::language::tr;
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::widgets::Icon;
use eframe::egui;
use egui::{AtomExt, Button, Rect, RichText, Ui, Vec2, vec2};

/// A button that sorts by a column, at a place or where the next widget goes.
pub(super) fn sort_button(app: &App, ui: &mut Ui, column: Column, at: Option<Rect>, messages: &mut Vec<Message>) {
    let (present, is_up) = app.gallery().sorted_by();
    let is_present = column == present;
    let text = RichText::new(column.title()).size(13.0);
    // A growing end pushes the text to the left; the arrow stands there.
    let end = egui::Atom::grow().atom_size(vec2(if is_present { 8.0 } else { 0.0 }, 1.0));
    let button = Button::selectable(is_present, (text, end)).frame_when_inactive(false);
    let name = match (is_present, is_up) {
        (false, _) => tr!("Sort by {column}", column = column.in_sentence()),
        (true, true) => tr!("Sort by {column}, now ascending", column = column.in_sentence()),
        (true, false) => tr!("Sort by {column}, now descending", column = column.in_sentence()),
    };
    let response = match at {
        Some(at) => ui.put(at, button),
        None => ui.add(button),
    };
    join_group(&response);
    let response = response.accessible_name(name);
    if is_present {
        let icon = if is_up { Icon::Up } else { Icon::Down };
        let right = Rect::from_center_size(response.rect.right_center() - vec2(8.0, 0.0), Vec2::splat(8.0));
        icon.paint(ui.painter(), right, theme::palette(ui.ctx()).ink);
    }
    if response.on_hover_text(tr!("Sort by this column; click again to reverse the order")).clicked() {
        messages.push(Message::SortResults(column));
    }
}

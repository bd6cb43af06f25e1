//! Examples for somebody who starts with an empty board.

use super::tour::tour_button_ui;
use crate::app::language::{tr, translated};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::view::View;
use crate::app::welcome::EXAMPLES;
use crate::app::widgets::paint_thumbnail;
use crate::project::Document;
use eframe::egui;
use egui::{Align2, FontId, Label, Rect, RichText, Role, Sense, StrokeKind, Ui, Vec2, WidgetInfo, pos2, vec2};

const HEIGHT: f32 = 48.0;
const GAP: f32 = 8.0;

/// Three examples below the empty board; false if this is no time for them.
pub(super) fn welcome_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) -> bool {
    let is_new = app.document().has_same_contents(&Document::default()) && app.session().view == View::Pattern;
    if app.settings().is_welcomed || !is_new || app.session().board.stroke.is_some() {
        return false;
    }
    ui.horizontal(|ui| {
        ui.add(Label::new(RichText::new(tr!("Or start with an example")).small().weak()));
        if app.session().tour.step.is_none() {
            tour_button_ui(ui, messages);
        }
        let hide = egui::Button::new(RichText::new(tr!("Hide")).small()).small().frame(false);
        let response = ui.add(hide).accessible_name(tr!("Hide the examples"));
        if response.on_hover_text(tr!("Never show the examples again")).clicked() {
            messages.push(Message::HideWelcome);
        }
    });
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = GAP;
        let width = ((ui.available_width() - 2.0 * GAP) / 3.0).floor().min(260.0);
        for index in 0..EXAMPLES.len() {
            card_ui(ui, width, index, messages);
        }
    });
    true
}

fn card_ui(ui: &mut Ui, width: f32, index: usize, messages: &mut Vec<Message>) {
    let example = &EXAMPLES[index];
    let (rect, response) = ui.allocate_exact_size(vec2(width, HEIGHT), Sense::click());
    let palette = theme::palette(ui.ctx());
    let visuals = ui.style().interact(&response);
    let fill = if response.hovered() { visuals.weak_bg_fill } else { palette.panel };
    ui.painter().rect(rect, 4.0, fill, visuals.bg_stroke, StrokeKind::Inside);
    // Where words find no room beside the picture they come first.
    let is_narrow = width < 160.0;
    let picture = Rect::from_min_size(rect.min + Vec2::splat(4.0), Vec2::splat(HEIGHT - 8.0));
    if !is_narrow {
        paint_thumbnail(ui, picture, &example.pattern());
    }
    let x = if is_narrow { rect.min.x } else { picture.max.x } + 8.0;
    let painter = ui.painter().with_clip_rect(rect.shrink(4.0));
    let heading = FontId::new(14.0, theme::semibold());
    painter.text(pos2(x, rect.min.y + 5.0), Align2::LEFT_TOP, translated(example.title), heading, palette.ink);
    let room = rect.max.x - x - 6.0;
    let weak = ui.visuals().weak_text_color();
    let galley = painter.layout(translated(example.help).to_owned(), FontId::proportional(11.0), weak, room);
    painter.galley(pos2(x, rect.min.y + 26.0), galley, weak);
    let name = tr!("Example: {name}", name = translated(example.title));
    response.widget_info(|| WidgetInfo::labeled(Role::Button, true, &name));
    if response.on_hover_text(translated(example.help)).clicked() {
        messages.push(Message::Example(index));
    }
}

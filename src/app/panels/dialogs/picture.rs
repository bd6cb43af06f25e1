//! A pattern from a picture.

use super::end_ui;
use crate::app::App;
use crate::app::message::Message;
use crate::app::panels::overlays::modal_ui;
use crate::app::session::{Dialog, PictureState};
use crate::app::widgets::paint_thumbnail;
use eframe::egui;
use egui::{Label, RichText, Sense, Slider, Vec2};

pub(super) fn picture_ui(app: &App, state: &PictureState, ctx: &egui::Context, messages: &mut Vec<Message>) {
    modal_ui(ctx, "Pattern from a picture", messages, |ui, messages| {
        let pattern = state.pattern(app.project().shape());
        ui.add(Label::new(RichText::new(&state.name).weak()).truncate());
        ui.vertical_centered(|ui| {
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(220.0), Sense::hover());
            paint_thumbnail(ui, rect, &pattern);
            ui.label(RichText::new(format!("{} clue cells", pattern.n_clues())).small().weak());
        });
        ui.add_space(8.0);
        let mut new = state.clone();
        ui.horizontal(|ui| {
            let label = ui.label("Threshold");
            ui.spacing_mut().slider_width = 180.0;
            let slider =
                Slider::new(&mut new.threshold, 0.02..=1.0).custom_formatter(|v, _| format!("{:.0} %", v * 100.0));
            ui.add(slider.show_value(true))
                .labelled_by(label.id)
                .on_hover_text("Cells at least this dark become clue cells");
            ui.checkbox(&mut new.is_inverted, "Bright parts").on_hover_text("Bright cells become clue cells instead");
        });
        if new != *state {
            messages.push(Message::Dialog(Dialog::Picture(new)));
        }
        end_ui(ui, "Use it", Ok(Dialog::Picture(state.clone())), false, messages);
    });
}

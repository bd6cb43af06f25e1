//! A pattern from a picture.

use crate::app::language::tr;
use crate::app::message::Message;
use crate::app::panels::modal::{end_ui, modal_ui};
use crate::app::picture::{Crop, PatternPicture, PictureState};
use crate::app::session::Dialog;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::widgets::{Icon, icon_button, paint_thumbnail};
use crate::app::wording::n_clue_cells;
use crate::grid::Symmetry;
use eframe::egui;
use egui::{
    Color32, ColorImage, CursorIcon, DragValue, Id, Label, Rect, Response, RichText, Sense, Slider, Stroke, StrokeKind,
    TextureHandle, TextureOptions, Ui, Vec2, WidgetInfo, pos2, vec2,
};
use std::ops::RangeInclusive;
use std::sync::Arc;

/// Side of the picture and of the pattern.
const SIDE: f32 = 220.0;

pub(super) fn picture_ui(app: &App, state: &PictureState, ctx: &egui::Context, messages: &mut Vec<Message>) {
    modal_ui(ctx, tr!("Pattern from a picture"), messages, |ui, messages| {
        let pattern = state.pattern(app.project().shape());
        let mut new = state.clone();
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 12.0;
            ui.vertical(|ui| {
                ui.set_width(SIDE);
                crop_ui(ui, &mut new);
                ui.add(Label::new(RichText::new(&state.name).small().weak()).truncate());
            });
            ui.vertical(|ui| {
                ui.set_width(SIDE);
                let (rect, _) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::hover());
                paint_thumbnail(ui, rect, &pattern);
                ui.label(RichText::new(n_clue_cells(pattern.n_clues())).small().weak());
            });
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            if icon_button(ui, Icon::TurnLeft, tr!("Turn picture left"), true).clicked() {
                new = new.turned_right().turned_right().turned_right();
            }
            if icon_button(ui, Icon::TurnRight, tr!("Turn picture right"), true).clicked() {
                new = new.turned_right();
            }
            if icon_button(ui, Icon::MirrorLeftRight, tr!("Mirror picture"), true).clicked() {
                new = new.mirrored();
            }
            ui.add_space(8.0);
            ui.label(tr!("Part"))
                .on_hover_text(tr!("Drag over the picture, or type: distances from the left and from above, size"));
            let Crop { mut left, mut top, mut side } = new.crop;
            let room = 1.0 - side;
            percent_ui(ui, &mut left, 0.0..=room, tr!("Left of the part"));
            percent_ui(ui, &mut top, 0.0..=room, tr!("Top of the part"));
            percent_ui(ui, &mut side, Crop::LEAST..=1.0, tr!("Size of the part"));
            new.crop = Crop::new(left, top, side);
            let is_part = new.crop != Crop::WHOLE;
            let response = ui.add_enabled(is_part, egui::Button::new(tr!("Whole")));
            if response
                .on_hover_text(tr!("Use the whole picture"))
                .on_disabled_hover_text(tr!("This is the whole picture"))
                .clicked()
            {
                new.crop = Crop::WHOLE;
            }
        });
        ui.horizontal(|ui| {
            let label = ui.label(tr!("Threshold"));
            ui.spacing_mut().slider_width = 150.0;
            let slider =
                Slider::new(&mut new.threshold, 0.02..=1.0).custom_formatter(|v, _| format!("{:.0} %", v * 100.0));
            ui.add(slider.show_value(true))
                .labelled_by(label.id)
                .on_hover_text(tr!("Cells at least this dark become clue cells"));
            ui.checkbox(&mut new.is_inverted, tr!("Bright parts"))
                .on_hover_text(tr!("Bright cells become clue cells instead"));
            symmetry_ui(ui, app.project().symmetry, &mut new);
        });
        if new != *state {
            messages.push(Message::Dialog(Dialog::Picture(new)));
        }
        end_ui(ui, tr!("Use it"), Ok(Dialog::Picture(state.clone())), false, messages);
    });
}

fn symmetry_ui(ui: &mut Ui, chosen: Symmetry, state: &mut PictureState) {
    let mut is_symmetric = state.symmetry != Symmetry::None;
    let is_possible = chosen != Symmetry::None;
    let response = ui.add_enabled(is_possible, egui::Checkbox::new(&mut is_symmetric, tr!("Symmetric")));
    let help = tr!("Cells that the chosen symmetry maps onto each other are judged by their average");
    if response.on_hover_text(help).on_disabled_hover_text(tr!("Choose a symmetry in the design first")).changed() {
        state.symmetry = if is_symmetric { chosen } else { Symmetry::None };
    }
}

fn percent_ui(ui: &mut Ui, value: &mut f32, range: RangeInclusive<f32>, name: &str) {
    let mut percent = (*value * 100.0).round();
    let range = range.start() * 100.0..=range.end() * 100.0;
    let response = ui.add(DragValue::new(&mut percent).range(range).speed(0.5).suffix(" %").max_decimals(0));
    if response.accessible_name(name).changed() {
        *value = percent / 100.0;
    }
}

/// The picture with the part that is chosen; dragging chooses another one.
fn crop_ui(ui: &mut Ui, state: &mut PictureState) {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(SIDE), Sense::drag());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, tr!("The picture")));
    let texture = texture(ui, &state.picture);
    let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
    ui.painter().image(texture.id(), rect, whole, Color32::WHITE);
    drag(rect, &response, state);
    let Crop { left, top, side } = state.crop;
    let part = Rect::from_min_size(rect.min + vec2(left, top) * SIDE, Vec2::splat(side * SIDE));
    let shade = Color32::from_black_alpha(120);
    for outside in [
        Rect::from_min_max(rect.min, pos2(rect.max.x, part.min.y)),
        Rect::from_min_max(pos2(rect.min.x, part.max.y), rect.max),
        Rect::from_min_max(pos2(rect.min.x, part.min.y), pos2(part.min.x, part.max.y)),
        Rect::from_min_max(pos2(part.max.x, part.min.y), pos2(rect.max.x, part.max.y)),
    ] {
        ui.painter().rect_filled(outside, 0.0, shade);
    }
    let accent = theme::palette(ui.ctx()).accent;
    ui.painter().rect_stroke(part, 0.0, Stroke::new(1.5, accent), StrokeKind::Inside);
    response.on_hover_cursor(CursorIcon::Crosshair).on_hover_text(tr!("Drag to choose a part of the picture"));
}

fn drag(rect: Rect, response: &Response, state: &mut PictureState) {
    let Some(pos) = response.interact_pointer_pos() else {
        state.drag_from = None;
        return;
    };
    let at = ((pos.x - rect.min.x) / SIDE, (pos.y - rect.min.y) / SIDE);
    let at = (at.0.clamp(0.0, 1.0), at.1.clamp(0.0, 1.0));
    if response.drag_started() {
        state.drag_from = Some(at);
    } else if response.dragged()
        && let Some(from) = state.drag_from
    {
        state.crop = Crop::between(from, at);
    }
}

/// The picture as the screen needs it, made once.
fn texture(ui: &Ui, picture: &Arc<PatternPicture>) -> TextureHandle {
    let id = Id::unique("picture of a pattern");
    let known = ui.data(|data| data.get_temp::<(Arc<PatternPicture>, TextureHandle)>(id));
    if let Some((_, texture)) = known.filter(|(known, _)| Arc::ptr_eq(known, picture)) {
        return texture;
    }
    let side = picture.side();
    let image = ColorImage::from_gray([side, side], &picture.brightness());
    let texture = ui.ctx().load_texture("picture", image, TextureOptions::LINEAR);
    ui.data_mut(|data| data.insert_temp(id, (Arc::clone(picture), texture.clone())));
    texture
}

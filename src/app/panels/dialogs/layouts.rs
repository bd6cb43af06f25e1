//! The gallery of irregular layouts.

use crate::app::buttons::command_button;
use crate::app::command::Command;
use crate::app::focus::{join_group, tab_group};
use crate::app::language::tr;
use crate::app::layouts::{GalleryEntry, GalleryState, matching};
use crate::app::message::Message;
use crate::app::panels::modal::{close_ui, modal_ui};
use crate::app::session::Dialog;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::widgets::{context_menu, paint_regions};
use crate::grid::{Regions, Shape};
use crate::project::Edit;
use eframe::egui;
use egui::{ComboBox, Label, Rect, RichText, Role, ScrollArea, Sense, StrokeKind, TextEdit, Ui, WidgetInfo, vec2};

const ACROSS: usize = 4;
const GAP: f32 = 6.0;
const SIDE: f32 = 102.0;
/// Height of the name below a picture.
const NAME: f32 = 18.0;
/// Height of the list where the window has room for it.
const LIST: f32 = 400.0;
/// Height of all else in the dialog, and some distance from the edges of the window.
const REST: f32 = 190.0;

pub(super) fn layouts_ui(app: &App, state: &GalleryState, ctx: &egui::Context, messages: &mut Vec<Message>) {
    modal_ui(ctx, tr!("Gallery of layouts"), messages, |ui, messages| {
        let mut new = state.clone();
        ui.horizontal(|ui| {
            let combo = ComboBox::from_id_salt("gallery size").width(76.0).height(400.0);
            let response = combo.selected_text(tr!("{n}×{n}", n = state.n)).show_ui(ui, |ui| {
                ui.spacing_mut().item_spacing.y = 0.0;
                for n in Shape::SIZES {
                    ui.selectable_value(&mut new.n, n, tr!("{n}×{n}", n));
                }
            });
            response.response.accessible_name(tr!("Size of the layouts"));
            let edit = TextEdit::singleline(&mut new.filter).desired_width(220.0).hint_text(tr!("Find by name"));
            let response = ui.add(edit).accessible_name(tr!("Find layouts"));
            // The field has the focus from the start.
            if ui.memory(|memory| memory.focused().is_none()) {
                response.request_focus();
            }
            command_button(app, ui, messages, Command::SAVE_LAYOUT, tr!("Save current…"));
        });
        if new != *state {
            messages.push(Message::Dialog(Dialog::Layouts(new)));
        }
        ui.add_space(8.0);
        let all = matching(&app.own_layouts, state);
        let height = LIST.min(ctx.content_rect().height() - REST);
        list_ui(app, ui, height, &all, messages);
        ui.add_space(4.0);
        let line = if state.n == app.project().shape().n() {
            tr!("The pattern stays when another layout of this size is chosen")
        } else {
            tr!("Another size clears the board")
        };
        ui.add(Label::new(RichText::new(line).small().weak()).wrap());
        close_ui(ui, messages);
    });
}

fn list_ui(app: &App, ui: &mut Ui, height: f32, all: &[GalleryEntry], messages: &mut Vec<Message>) {
    let present = app.project().shape();
    let regions = (present.is_irregular() && !present.is_latin()).then(|| Regions::of(present).in_order());
    ui.spacing_mut().item_spacing = vec2(GAP, GAP);
    let area = ScrollArea::vertical().id_salt("layouts").auto_shrink(false).max_height(height);
    tab_group(ui, |ui| {
        area.min_scrolled_height(height).show_rows(ui, SIDE + NAME, all.len().div_ceil(ACROSS), |ui, rows| {
            if all.is_empty() {
                ui.weak(tr!("No layout matches"));
            }
            for row in rows {
                ui.horizontal(|ui| {
                    for entry in all.iter().skip(row * ACROSS).take(ACROSS) {
                        let is_present = regions.as_ref().is_some_and(|regions| *regions == entry.regions.in_order());
                        entry_ui(ui, entry, present, is_present, messages);
                    }
                });
            }
        });
    });
}

fn entry_ui(ui: &mut Ui, entry: &GalleryEntry, present: Shape, is_present: bool, messages: &mut Vec<Message>) {
    let (rect, response) = ui.allocate_exact_size(vec2(SIDE, SIDE + NAME), Sense::click());
    let palette = theme::palette(ui.ctx());
    if ui.is_rect_visible(rect) {
        let visuals = ui.style().interact(&response);
        let fill = if is_present { ui.visuals().selection.bg_fill } else { visuals.weak_bg_fill };
        ui.painter().rect(rect, 4.0, fill, visuals.bg_stroke, StrokeKind::Inside);
        paint_regions(ui, Rect::from_min_size(rect.min, vec2(SIDE, SIDE)), &entry.regions);
        let at = egui::pos2(rect.center().x, rect.max.y - NAME / 2.0 - 3.0);
        let ink = if is_present { ui.visuals().selection.stroke.color } else { palette.ink };
        let painter = ui.painter().with_clip_rect(rect.shrink(2.0).intersect(ui.clip_rect()));
        painter.text(at, egui::Align2::CENTER_CENTER, &entry.name, egui::FontId::proportional(11.0), ink);
    }
    join_group(&response);
    let name = tr!("Layout {name}", name = &entry.name);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_present, &name));
    let response = response.on_hover_text(&entry.name);
    if response.clicked() {
        let shape = entry.own.map(|(_, shape)| shape).or_else(|| entry.regions.shape());
        // One of the gallery has regions only; a saved one brings its rules.
        let shape = shape.map(|shape| if shape.has_rules() { shape } else { shape.with_fitting_rules(present) });
        messages.extend(shape.map(|shape| Message::Edit(Edit::SetShape(shape))));
        messages.push(Message::CloseFront);
    }
    if let Some((index, _)) = entry.own {
        context_menu(&response, |ui| {
            if ui.button(tr!("Delete from the gallery")).clicked() {
                messages.push(Message::DeleteLayout(index));
                ui.close();
            }
        });
        if response.has_focus() && ui.input(|i| i.key_pressed(egui::Key::Delete)) {
            messages.push(Message::DeleteLayout(index));
        }
        // Saved ones carry a dot.
        ui.painter().circle_filled(response.rect.right_top() + vec2(-7.0, 7.0), 3.0, palette.accent);
    }
}

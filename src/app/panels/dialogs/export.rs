//! Puzzles in any format, onto the clipboard or into a file.

use crate::app::export::{ExportFormat, ExportSource, ExportState};
use crate::app::language::{tr, translated};
use crate::app::message::Message;
use crate::app::panels::modal::{modal_ui, primary, secondary};
use crate::app::session::Dialog;
use crate::app::studio::App;
use eframe::egui;
use egui::{Button, Checkbox, ComboBox, Grid, Label, Response, RichText, ScrollArea, Ui, vec2};

/// Height of what is shown of the text.
const PREVIEW: f32 = 150.0;

pub(super) fn export_ui(app: &App, state: &ExportState, ctx: &egui::Context, messages: &mut Vec<Message>) {
    modal_ui(ctx, tr!("Copy or export"), messages, |ui, messages| {
        let (mut source, mut format, mut has_entries) = (state.source, state.format, state.has_entries);
        Grid::new("export").num_columns(2).spacing(vec2(16.0, 8.0)).show(ui, |ui| {
            ui.label(tr!("Puzzles"));
            let combo = ComboBox::from_id_salt("puzzles to export").width(280.0).selected_text(titled(app, source));
            let response = combo.show_ui(ui, |ui| {
                for choice in ExportSource::ALL {
                    ui.add_enabled_ui(app.n_exported(choice) > 0, |ui| {
                        ui.selectable_value(&mut source, choice, titled(app, choice))
                            .on_disabled_hover_text(tr!("There are none"));
                    });
                }
            });
            response.response.accessible_name(tr!("Puzzles to export"));
            ui.end_row();
            ui.label(tr!("Format"));
            let combo = ComboBox::from_id_salt("format of the export").width(280.0).height(480.0);
            let response = combo.selected_text(translated(format.title())).show_ui(ui, |ui| {
                for choice in ExportFormat::all() {
                    ui.selectable_value(&mut format, choice, translated(choice.title()));
                }
            });
            response.response.accessible_name(tr!("Format of the export"));
            ui.end_row();
        });
        let can_enter = app.can_export_entries(source);
        ui.add_enabled(can_enter, Checkbox::new(&mut has_entries, tr!("With what is entered by hand")))
            .on_hover_text(tr!("Digits entered and candidates ruled out, in formats that have room for them"))
            .on_disabled_hover_text(tr!("Nothing is entered by hand"));
        ui.add_space(4.0);
        preview_ui(ui, state);
        if (source, format, has_entries) != (state.source, state.format, state.has_entries) {
            messages.push(Message::Dialog(Dialog::Export(app.export_state(source, format, has_entries))));
        }
        end_ui(ui, state, messages);
    });
}

/// "Selected results (3)".
fn titled(app: &App, source: ExportSource) -> String {
    match source {
        ExportSource::Puzzle => source.title().to_owned(),
        _ => format!("{} ({})", source.title(), app.n_exported(source)),
    }
}

/// The beginning of the text and what is lost, in a height that is always the same.
fn preview_ui(ui: &mut Ui, state: &ExportState) {
    let frame = egui::Frame::new().fill(ui.visuals().extreme_bg_color).inner_margin(6);
    frame.show(ui, |ui| {
        ui.set_min_size(vec2(ui.available_width(), PREVIEW));
        let area = ScrollArea::both().id_salt("preview").max_height(PREVIEW).auto_shrink(false);
        area.show(ui, |ui| match state.format {
            ExportFormat::Text(_) => {
                ui.add(Label::new(RichText::new(&state.preview).monospace().size(11.0)).extend());
            }
            ExportFormat::Sheet(_) => {
                let text =
                    tr!("One puzzle to a page or picture; the sheet view lays out several on a page, with captions \
                            and solutions");
                ui.add(Label::new(RichText::new(text).weak()).wrap());
            }
        });
    });
    let note = state.problem.as_ref().or(state.losses.as_ref());
    let note = note.map_or_else(|| tr!("Nothing is lost in this format"), String::as_str);
    let width = ui.available_width();
    ui.allocate_ui(vec2(width, 36.0), |ui| {
        ui.set_min_size(vec2(width, 36.0));
        ui.add(Label::new(RichText::new(note).small()).wrap());
    });
}

/// How a button is drawn.
type AddButton = fn(&mut Ui, &str) -> Response;

fn end_ui(ui: &mut Ui, state: &ExportState, messages: &mut Vec<Message>) {
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let mut deed =
            |ui: &mut Ui, verb: &str, add: AddButton, check: Result<(), String>, message: Message| match check {
                Ok(()) => {
                    if add(ui, verb).clicked() {
                        messages.push(message);
                    }
                }
                Err(why) => {
                    let button = Button::new(verb).min_size(vec2(72.0, 28.0));
                    ui.add_enabled(false, button).on_disabled_hover_text(why);
                }
            };
        let save = Message::DialogDone(Dialog::Export(state.clone()));
        deed(ui, tr!("Copy to clipboard"), primary, state.check_copy(), Message::CopyExport);
        deed(ui, tr!("Save as file…"), secondary, state.check(), save);
        if secondary(ui, tr!("Cancel")).clicked() {
            messages.push(Message::CloseFront);
        }
    });
}

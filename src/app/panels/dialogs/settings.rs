//! Settings.

use crate::app::language::tr;
use crate::app::message::Message;
use crate::app::panels::modal::{close_ui, modal_ui};
use crate::app::settings::{AUTOSAVE_MINUTES, SCALES, Settings, ThemeChoice};
use crate::app::studio::App;
use crate::app::theme::Colours;
use eframe::egui;
use egui::{ComboBox, Grid, Label, RichText, Ui, vec2};

pub(super) fn settings_ui(app: &App, ctx: &egui::Context, messages: &mut Vec<Message>) {
    modal_ui(ctx, tr!("Settings"), messages, |ui, messages| {
        let mut new = app.settings.clone();
        Grid::new("settings").num_columns(2).spacing(vec2(16.0, 8.0)).show(ui, |ui| {
            choice_ui(
                ui,
                tr!("Theme"),
                &mut new.theme,
                &[ThemeChoice::System, ThemeChoice::Light, ThemeChoice::Dark],
                |theme| match theme {
                    ThemeChoice::System => tr!("Same as the system").to_owned(),
                    ThemeChoice::Light => tr!("Light").to_owned(),
                    ThemeChoice::Dark => tr!("Dark").to_owned(),
                },
            );
            choice_ui(ui, tr!("Size of text and controls"), &mut new.scale, &SCALES, |scale| format!("{scale} %"));
            choice_ui(
                ui,
                tr!("Colours of evidence"),
                &mut new.colours,
                &[Colours::Usual, Colours::BlueOrange],
                |colours| match colours {
                    Colours::Usual => tr!("Default (Okabe and Ito)").to_owned(),
                    Colours::BlueOrange => tr!("Blue and orange only").to_owned(),
                },
            );
            choice_ui(ui, tr!("Save the project automatically"), &mut new.autosave, &AUTOSAVE_MINUTES, |minutes| {
                match minutes {
                    0 => tr!("Never").to_owned(),
                    1 => tr!("Every minute").to_owned(),
                    n => tr!("Every {n} minutes", n = n),
                }
            });
            let names: Vec<&str> = [""].into_iter().chain(app.languages.names()).collect();
            if names.len() > 1 {
                let present = app.languages.present(&app.settings.language);
                let mut name = present;
                choice_ui(ui, tr!("Language"), &mut name, &names, |name| app.languages.title(name).to_owned());
                // A language whose table is missing for now stays chosen.
                if name != present {
                    name.clone_into(&mut new.language);
                }
            }
            let n_cores = std::thread::available_parallelism().map_or(1, std::num::NonZero::get) as u32;
            let counts: Vec<u32> = (0..=n_cores.max(new.threads)).collect();
            choice_ui(ui, tr!("Threads for searches"), &mut new.threads, &counts, |threads| match threads {
                0 => tr!("All {n}", n = n_cores),
                n => n.to_string(),
            });
        });
        ui.add_space(8.0);
        for line in [
            tr!("Independently of this, unsaved work is kept for recovery after a crash, at most two seconds old"),
            tr!("The number of threads takes effect at the next start"),
        ] {
            ui.add(Label::new(RichText::new(line).small().weak()).wrap());
        }
        if new != app.settings {
            messages.push(Message::Settings(Box::new(new)));
        }
        ui.horizontal(|ui| {
            if ui.button(tr!("Default settings")).clicked() {
                let (recent, others) = (app.settings.recent.clone(), app.settings.others.clone());
                // Widths are not chosen here.
                let usual = Settings { recent, others, panels: app.settings.panels, ..Settings::default() };
                messages.push(Message::Settings(Box::new(usual)));
            }
        });
        close_ui(ui, messages);
    });
}

fn choice_ui<T: Copy + PartialEq>(ui: &mut Ui, name: &str, value: &mut T, all: &[T], title: impl Fn(T) -> String) {
    ui.label(name);
    let combo = ComboBox::from_id_salt(name).width(200.0).selected_text(title(*value));
    let response = combo.show_ui(ui, |ui| {
        for &choice in all {
            ui.selectable_value(value, choice, title(choice));
        }
    });
    response.response.accessible_name(name);
    ui.end_row();
}

//! What the panels of the analysis view say first.

use crate::app::language::tr;
use crate::app::studio::App;
use eframe::egui;
use egui::{Label, Ui};

/// Why nothing is known yet.
pub(super) fn waiting_for(app: &App) -> &'static str {
    if app.puzzle().is_none() { tr!("There is no puzzle yet") } else { tr!("Looking at the solutions…") }
}

/// What was found: as high as this, whatever is said.
pub(super) fn sentence_ui(ui: &mut Ui, sentence: &str, height: f32) {
    let top = ui.cursor().min.y;
    ui.add(Label::new(sentence).wrap().selectable(true));
    ui.add_space((top + height - ui.cursor().min.y).max(0.0));
    ui.add_space(8.0);
}

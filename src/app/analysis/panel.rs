//! The right panel of the analysis view.

use super::clues::clues_ui;
use super::plots::{curve_ui, freedom_ui, histogram_ui};
use super::se_steps::se_steps_ui;
use super::sets::sets_ui;
use super::waiting::{sentence_ui, waiting_for};
use super::{Exhibit, Figures};
use crate::app::help::{Topic, with_topic};
use crate::app::language::{tr, tr_n};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::wording::n_steps;
use eframe::egui;
use egui::{Button, Label, RichText, ScrollArea, Ui, vec2};

/// The right panel of the analysis view.
pub(in crate::app) fn analysis_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.heading(tr!("Analysis"));
    ui.add_space(4.0);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for exhibit in Exhibit::ALL {
            let button = Button::selectable(app.session().analysis.exhibit == exhibit, exhibit.short_title());
            if ui.add(button).accessible_name(exhibit.show_title()).clicked() {
                messages.push(Message::Exhibit(exhibit));
            }
        }
    });
    ui.add_space(4.0);
    match app.session().analysis.exhibit {
        Exhibit::Sets => return with_topic(ui, Topic::Sets, |ui| sets_ui(app, ui, messages)),
        Exhibit::Clues => return with_topic(ui, Topic::Clues, |ui| clues_ui(app, ui, messages)),
        Exhibit::Solutions | Exhibit::Redundant | Exhibit::Heat => {}
    }
    let sentence = match app.analysis() {
        Some(analysis) => app.session().analysis.exhibit.finding(analysis, app.spare_clues()),
        None => waiting_for(app).to_owned(),
    };
    // Three lines.
    sentence_ui(ui, &sentence, 58.0);
    let Some(figures) = app.figures() else { return };
    let Some(trace) = app.trace() else { return };
    ui.heading(tr!("Difficulty along the trace"));
    ui.add(Label::new(RichText::new(figure_text(figures)).small().weak()).wrap().selectable(true));
    ui.add_space(4.0);
    // On the scale on which puzzles are sought, if it is one of theirs.
    if let Some((scale, path)) = figures.explainers().last() {
        se_steps_ui(ui, scale, path, trace, messages);
        ui.add_space(4.0);
    }
    if trace.steps.is_empty() {
        return;
    }
    let size = vec2(ui.available_width(), 96.0);
    if let Some(step) = curve_ui(ui, size, figures, app.session().trace.step) {
        messages.push(Message::TraceStep(step));
    }
    ui.add_space(4.0);
    ui.label(RichText::new(tr!("Choices at each step with the easiest strategy")).size(12.5));
    let size = vec2(ui.available_width(), 56.0);
    if let Some(step) = freedom_ui(ui, size, figures, app.session().trace.step) {
        messages.push(Message::TraceStep(step));
    }
    let bottlenecks = figures.own.bottlenecks().len();
    let text = match bottlenecks {
        0 => tr!("No bottlenecks: at every harder step there was a choice").to_owned(),
        n => tr_n!(
            n,
            "1 bottleneck: a harder step without any choice",
            "{n} bottlenecks: harder steps without any choice"
        ),
    };
    ui.add(Label::new(RichText::new(text).small().weak()).wrap());
    ui.add_space(12.0);
    ui.horizontal(|ui| {
        ui.heading(tr!("Strategies used"));
        ui.weak(n_steps(trace.steps.len()));
    });
    ScrollArea::vertical().id_salt("histogram").auto_shrink(false).show(ui, |ui| {
        histogram_ui(ui, &figures.own.histogram(&app.project().design.ranking), theme::palette(ui.ctx()));
    });
}

/// "Sudoku Explainer ER/EP/ED 3.8/2.6/1.2 · HoDoKu hard, 1,240 · effort 87".
fn figure_text(figures: &Figures) -> String {
    figures.ratings().iter().map(|(scale, figure)| format!("{scale} {figure}")).collect::<Vec<_>>().join(" · ")
}

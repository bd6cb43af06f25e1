//! The right panel of the results view: every job with what it does, how far it is, and Stop.

use super::jobs::{Job, JobState};
use crate::app::command::Command;
use crate::app::message::Message;
use crate::app::widgets::{Icon, command_button, icon_button, left_label};
use crate::app::{App, theme};
use eframe::egui;
use egui::{Label, ProgressBar, RichText, ScrollArea, Ui, UiBuilder, vec2};

/// Height of a job.
const HEIGHT: f32 = 84.0;

/// The right panel of the results view.
pub(in crate::app) fn jobs_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let jobs = app.jobs().all();
    ui.horizontal(|ui| {
        ui.heading("Jobs");
        let n_open = jobs.iter().filter(|job| job.is_open()).count();
        if n_open > 0 {
            ui.weak(if n_open == 1 { "1 at work".to_owned() } else { format!("{n_open} at work") });
        }
    });
    ui.horizontal(|ui| {
        command_button(app, ui, messages, Command::StopDifferent, "Stop all");
        command_button(app, ui, messages, Command::ClearJobs, "Clear ended");
    });
    ui.add_space(8.0);
    if jobs.is_empty() {
        let text = "What is being sought stands here; several searches go on at the same time, also while you paint";
        ui.add(Label::new(RichText::new(text).weak()).wrap());
        return;
    }
    ui.spacing_mut().item_spacing.y = 8.0;
    ScrollArea::vertical().id_salt("jobs").auto_shrink(false).show_rows(ui, HEIGHT, jobs.len(), |ui, rows| {
        // The newest stands on top.
        for job in rows.map(|row| &jobs[jobs.len() - 1 - row]) {
            job_ui(ui, job, messages);
        }
    });
}

fn job_ui(ui: &mut Ui, job: &Job, messages: &mut Vec<Message>) {
    let palette = theme::palette(ui.ctx());
    let (_, rect) = ui.allocate_space(vec2(ui.available_width() - 8.0, HEIGHT));
    ui.painter().rect_filled(rect, 6.0, theme::mix(palette.panel, palette.ink, 0.04));
    let mut child = ui.new_child(UiBuilder::new().max_rect(rect.shrink(8.0)).id_salt(("job", job.number)));
    child.spacing_mut().item_spacing.y = 4.0;
    let number = job.number;
    child.horizontal(|ui| {
        let width = ui.available_width() - 68.0;
        let title = RichText::new(&job.title).family(theme::semibold()).size(13.0);
        left_label(ui, vec2(width, 24.0), title).on_hover_text(&job.title);
        if job.is_open() {
            let response = ui.add_sized([60.0, 24.0], egui::Button::new("Stop"));
            if response.accessible_name(format!("Stop job {number}")).clicked() {
                messages.push(Message::StopJob(number));
            }
        } else {
            ui.add_space(30.0);
            if icon_button(ui, Icon::Close, &format!("Remove job {number}"), true).clicked() {
                messages.push(Message::RemoveJob(number));
            }
        }
    });
    let line = job.line();
    match (&job.state, job.share()) {
        (JobState::Running { .. }, Some(share)) => {
            child.add(ProgressBar::new(share).text(RichText::new(job.count()).size(12.0)).desired_height(16.0));
            child.add(Label::new(RichText::new(line).small().weak()).truncate());
        }
        (JobState::Failed { .. }, _) => {
            child.add(Label::new(RichText::new(line).small().color(palette.conflict)).truncate().selectable(true));
            let response = child.button("Copy report").accessible_name(format!("Copy report of job {number}"));
            if response.on_hover_text("Everything that helps to find the fault; the window lives on").clicked() {
                messages.push(Message::CopyReport(number));
            }
        }
        _ => {
            child.add(Label::new(RichText::new(line).small().weak()).wrap().selectable(true));
        }
    }
}

//! The right panel of the results view: every job with what it does, how far it is, and Stop.

use super::jobs::{Job, JobState};
use crate::app::buttons::command_button;
use crate::app::command::Command;
use crate::app::language::{tr, tr_n};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::widgets::{Icon, icon_button};
use eframe::egui;
use egui::{Align, Frame, Label, Layout, ProgressBar, RichText, ScrollArea, Ui, vec2};

/// The right panel of the results view.
pub(in crate::app) fn jobs_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let jobs = app.jobs().all();
    ui.horizontal(|ui| {
        ui.heading(tr!("Jobs"));
        let n_open = jobs.iter().filter(|job| job.is_open()).count();
        if n_open > 0 {
            ui.weak(tr_n!(n_open, "1 running", "{n} running"));
        }
    });
    ui.horizontal(|ui| {
        command_button(app, ui, messages, Command::STOP_DIFFERENT, tr!("Stop all"));
        command_button(app, ui, messages, Command::CLEAR_JOBS, tr!("Clear finished"));
    });
    ui.add_space(8.0);
    if jobs.is_empty() {
        let text = tr!("Searches appear here; several can run at the same time, also while you paint");
        ui.add(Label::new(RichText::new(text).weak()).wrap());
        return;
    }
    ui.spacing_mut().item_spacing.y = 8.0;
    ScrollArea::vertical().id_salt("jobs").auto_shrink(false).show(ui, |ui| {
        // The newest stands on top.
        for job in jobs.iter().rev() {
            job_ui(ui, job, messages);
        }
    });
}

/// A job with its whole title: as high as its texts.
fn job_ui(ui: &mut Ui, job: &Job, messages: &mut Vec<Message>) {
    let palette = theme::palette(ui.ctx());
    let ground = theme::mix(palette.panel, palette.ink, 0.04);
    let width = ui.available_width() - 8.0;
    ui.push_id(("job", job.number), |ui| {
        Frame::new().fill(ground).corner_radius(6).inner_margin(8).show(ui, |ui| {
            ui.set_width(width - 16.0);
            ui.spacing_mut().item_spacing.y = 4.0;
            title_ui(ui, job, messages);
            state_ui(ui, job, messages);
        });
    });
}

/// What it does, and the button that ends it.
fn title_ui(ui: &mut Ui, job: &Job, messages: &mut Vec<Message>) {
    let number = job.number;
    ui.horizontal_top(|ui| {
        let width = ui.available_width() - 68.0;
        ui.allocate_ui_with_layout(vec2(width, 24.0), Layout::top_down(Align::Min), |ui| {
            ui.set_width(width);
            ui.add_space(3.0);
            ui.add(Label::new(RichText::new(&job.title).family(theme::semibold()).size(13.0)).wrap());
        });
        if job.is_open() {
            let response = ui.add_sized([60.0, 24.0], egui::Button::new(tr!("Stop")));
            if response.accessible_name(tr!("Stop job {number}", number)).clicked() {
                messages.push(Message::StopJob(number));
            }
        } else {
            ui.add_space(30.0);
            if icon_button(ui, Icon::Close, &tr!("Remove job {number}", number), true).clicked() {
                messages.push(Message::RemoveJob(number));
            }
        }
    });
}

/// How far it is, or how it ended.
fn state_ui(ui: &mut Ui, job: &Job, messages: &mut Vec<Message>) {
    let line = RichText::new(job.line()).small();
    match (&job.state, job.share()) {
        (JobState::Running { .. }, Some(share)) => {
            ui.add(ProgressBar::new(share).text(RichText::new(job.count()).size(12.0)).desired_height(16.0));
            ui.add(Label::new(line.weak()).wrap());
        }
        (JobState::Failed { .. }, _) => {
            ui.add(Label::new(line.color(theme::palette(ui.ctx()).conflict)).wrap().selectable(true));
            let response =
                ui.button(tr!("Copy report")).accessible_name(tr!("Copy report of job {number}", number = job.number));
            if response.on_hover_text(tr!("Details for a bug report; the program goes on running")).clicked() {
                messages.push(Message::CopyReport(job.number));
            }
        }
        _ => {
            ui.add(Label::new(line.weak()).wrap().selectable(true));
        }
    }
}

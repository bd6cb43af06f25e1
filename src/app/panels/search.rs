//! Below the verdict: what a long search does, how sparse the pattern is, and what would help.

use crate::app::advice::{advice, helpful_cells, sparseness, tried};
use crate::app::buttons::{command_button, explain};
use crate::app::command::Command;
use crate::app::language::{tr, tr_n};
use crate::app::live::{LiveState, PATIENCE, progress_line};
use crate::app::mending::{Mending, change_text};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::wording::and_list;
use crate::generate::{Progress, Undecided};
use crate::jobs::Answer;
use eframe::egui;
use egui::{Button, Label, RichText, ScrollArea, Ui};
use std::time::Duration;

/// What is told of a search that takes its time or ended without an answer; false if there is nothing to say.
pub(super) fn search_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) -> bool {
    if let Some(elapsed) = app.proving_for().filter(|&elapsed| elapsed >= PATIENCE) {
        ui.label(
            RichText::new(tr!(
                "Looking for a proof… {seconds} s",
                seconds = format_args!("{:.1}", elapsed.as_secs_f64())
            ))
            .small()
            .weak(),
        );
        return true;
    }
    match (app.live().state(), app.live().answer()) {
        (LiveState::Running { since, progress, .. }, _) if since.elapsed() >= PATIENCE && !progress.is_empty() => {
            running_ui(app, ui, since.elapsed(), progress, messages);
        }
        (LiveState::Done { .. }, Some(Answer::Undecided(Undecided::Stopped | Undecided::GaveUp(_)))) => {
            let design = &app.project().design;
            if app.mending().is_none() {
                line_ui(ui, &sparseness(&design.pattern, design.strategies));
                line_ui(ui, &advice(design));
            }
            ui.horizontal(|ui| {
                add_ui(app, ui, messages);
                propose_ui(app, ui, messages);
            });
            proposals_ui(app, ui, messages);
        }
        (LiveState::Done { .. }, answer)
            if matches!(answer, Some(Answer::Impossible(_))) || app.live().stuck().is_some() =>
        {
            ui.horizontal(|ui| propose_ui(app, ui, messages));
            proposals_ui(app, ui, messages);
        }
        _ => return false,
    }
    true
}

fn running_ui(app: &App, ui: &mut Ui, elapsed: Duration, progress: &[Progress], messages: &mut Vec<Message>) {
    let shows_details = app.session().search.details;
    ui.horizontal(|ui| {
        add_ui(app, ui, messages);
        let response = ui.add(Button::selectable(shows_details, tr!("Details")));
        if response.on_hover_text(tr!("Show the figures of each method at work")).clicked() {
            messages.push(Message::SearchDetails(!shows_details));
        }
        propose_ui(app, ui, messages);
    });
    if shows_details {
        ScrollArea::vertical().id_salt("figures of the search").auto_shrink(false).show(ui, |ui| {
            for progress in progress {
                line_ui(ui, &progress_line(progress, elapsed));
            }
        });
    } else if app.mending().is_some() {
        proposals_ui(app, ui, messages);
    } else {
        let design = &app.project().design;
        line_ui(ui, &tried(progress));
        line_ui(ui, &sparseness(&design.pattern, design.strategies));
    }
}

fn line_ui(ui: &mut Ui, text: &str) {
    ui.add(Label::new(RichText::new(text).small().weak()).wrap());
}

/// The offer of patterns that have a puzzle.
fn propose_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    if app.mending().is_some_and(Mending::is_running) {
        command_button(app, ui, messages, Command::STOP_PROPOSING, tr!("Stop proposing"));
    } else {
        command_button(
            app,
            ui,
            messages,
            Command::PROPOSE,
            if app.live().stuck().is_some() { tr!("Propose clues") } else { tr!("Propose patterns") },
        );
    }
}

/// What is known of the patterns that are proposed, and each of them: the one that is pointed at shows on the board.
fn proposals_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let Some(mending) = app.mending() else { return };
    let shape = app.project().shape();
    ScrollArea::vertical().id_salt("proposals").auto_shrink(false).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.label(RichText::new(mending.sentence()).small().weak());
            for (index, proposal) in mending.proposals().iter().enumerate() {
                let text = change_text(&proposal.change, shape);
                let response =
                    ui.add(Button::new(&text).small()).accessible_name(tr!("Proposal: {change}", change = text));
                if response.contains_pointer() || response.has_focus() {
                    messages.push(Message::PointProposal(index));
                }
                let help = tr!("Take this pattern with the puzzle that was found for it; undo brings yours back");
                if response.on_hover_text(help).clicked() {
                    messages.push(Message::TakeProposal(index));
                }
            }
        });
    });
}

/// The offer of cells, which are marked on the board while the pointer is on it.
fn add_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let (shape, check) = (app.project().shape(), Command::ADD_HELPFUL.check(app));
    let cells = helpful_cells(&app.project().design.pattern, app.project().symmetry);
    let names: Vec<String> = cells.iter().map(|cell| shape.cell_name(cell)).collect();
    let text = match &names[..] {
        [] => return,
        names if names.len() <= 4 => tr!("Add {cells}", cells = and_list(names)),
        names => tr_n!(names.len(), "Add 1 clue cell", "Add {n} clue cells"),
    };
    let response = ui.add_enabled(check.is_ok(), Button::new(text));
    if response.contains_pointer() || response.has_focus() {
        messages.push(Message::Highlight(cells));
    }
    if explain(ui, response, Command::ADD_HELPFUL, check).clicked() {
        messages.push(Message::Run(Command::ADD_HELPFUL));
    }
}

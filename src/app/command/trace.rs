//! The Trace menu.

use super::entry::{ALT, CTRL, CommandEntry, commands, keys, need};
use super::{Command, Menu};
use crate::app::App;
use crate::app::trace::Go;
use crate::app::view::View;
use crate::sheet::ReportFormat;
use eframe::egui;
use egui::Key;

commands!(
    Menu::Trace,
    TRACE_FIRST =
        CommandEntry::new("First step", "Go to the puzzle before the first step", |app, ctx| go(app, ctx, Go::First))
            .keys(&[keys(ALT, Key::Home)])
            .yields_to_typing()
            .when(can_go_back),
    TRACE_BACK = CommandEntry::new("Step back", "Go one step back", |app, ctx| go(app, ctx, Go::Back))
        .keys(&[keys(ALT, Key::ArrowLeft)])
        .yields_to_typing()
        .when(can_go_back),
    TRACE_FORWARD = CommandEntry::new("Step forward", "Go one step forward", |app, ctx| go(app, ctx, Go::Forward))
        .keys(&[keys(ALT, Key::ArrowRight)])
        .yields_to_typing()
        .when(can_go_on),
    TRACE_LAST = CommandEntry::new("Last step", "Go to the end of the solution", |app, ctx| go(app, ctx, Go::Last))
        .keys(&[keys(ALT, Key::End)])
        .yields_to_typing()
        .when(can_go_on),
    TRACE_PLAY = CommandEntry::new("Play or pause", "Play the steps one after another, or pause", |app, ctx| go(
        app,
        ctx,
        Go::Play
    ))
    .keys(&[keys(CTRL, Key::Space)])
    .yields_to_typing()
    .when(can_play),
    TRACE_NEXT_ALIKE = CommandEntry::new(
        "Next step of the same strategy",
        "Go to the next step that uses the strategy of this one",
        |app, _| app.step_to(app.next_alike().unwrap_or(app.session.trace_step))
    )
    .keys(&[keys(ALT, Key::N)])
    .synonyms("alike kind find")
    .begins_group()
    .when(|app| {
        app.trace_steps_or_why()?;
        need(app.next_alike().is_some(), "No later step uses the same strategy")
    }),
    TRACE_NEXT_HARD = CommandEntry::new(
        "Next hard step",
        "Go to the next step that is harder than all steps before it, or as hard as the hardest; singles never are",
        |app, _| app.step_to(app.next_hard().unwrap_or(app.session.trace_step))
    )
    .keys(&[keys(ALT, Key::D)])
    .synonyms("bottleneck difficult find")
    .when(|app| {
        app.trace_steps_or_why()?;
        need(app.next_hard().is_some(), "No later step is hard")
    }),
    FIRST_PATH = CommandEntry::new(
        "Original path",
        "Leave the path that you chose and go back to the original one",
        |app, _| app.leave_path()
    )
    .begins_group()
    .when(|app| need(app.is_own_path(), "This is the original path")),
    SOLVE_UP_TO_HERE = CommandEntry::new(
        "Solve up to here",
        "Enter the digits of the trace up to this step in the puzzle view, and go on by hand",
        |app, _| app.solve_up_to_here()
    )
    .when(has_trace),
    EXPORT_TRACE_TEXT = CommandEntry::new("Export trace as text…", "Write the steps to a text file", |app, ctx| app
        .export_trace(ctx, ReportFormat::Text))
    .begins_group()
    .when(has_trace),
    EXPORT_TRACE_MARKDOWN =
        CommandEntry::new("Export trace as Markdown…", "Write the steps to a Markdown file", |app, ctx| app
            .export_trace(ctx, ReportFormat::Markdown))
        .when(has_trace),
    EXPORT_TRACE_HTML = CommandEntry::new(
        "Export trace as HTML…",
        "Write a web page with a picture and a sentence for each step",
        |app, ctx| app.export_trace(ctx, ReportFormat::Html)
    )
    .when(has_trace),
);

/// Replays the trace, or what the lab shows.
fn go(app: &mut App, ctx: &egui::Context, to: Go) {
    if app.session.view == View::Lab {
        app.replay_lab(ctx, to);
    } else {
        app.replay_trace(ctx, to);
    }
}

fn has_trace(app: &App) -> Result<(), String> {
    app.trace_steps_or_why().map(|_| ())
}

fn can_play(app: &App) -> Result<(), String> {
    n_steps(app).map(|_| ())
}

fn can_go_back(app: &App) -> Result<(), String> {
    let (n_steps, at) = n_steps(app)?;
    need(n_steps > 0 && at > 0, "This is the start")
}

fn can_go_on(app: &App) -> Result<(), String> {
    let (n_steps, at) = n_steps(app)?;
    need(at < n_steps, "This is the end")
}

/// How many steps can be replayed, and how many of them are carried out; or why there are none.
fn n_steps(app: &App) -> Result<(usize, usize), String> {
    let lab = app.lab();
    if app.session().view != View::Lab {
        return Ok((app.trace_steps_or_why()?, app.session().trace_step));
    }
    need(!lab.is_running(), "The run can be replayed when it has ended")?;
    let is_shown = lab.n_steps() > 0 && lab.scene(app.project().shape()).is_some();
    need(is_shown, "There is nothing to replay yet")?;
    Ok((lab.n_steps(), lab.position()))
}

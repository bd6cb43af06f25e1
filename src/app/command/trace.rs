//! The Trace menu.

use super::entry::{ALT, CTRL, CommandEntry, commands, keys, named, need};
use super::{Command, Menu};
use crate::app::language::tr;
use crate::app::studio::App;
use crate::app::trace::Go;
use crate::app::view::View;
use crate::sheet::ReportFormat;
use eframe::egui;
use egui::Key;

commands!(
    Menu::Trace,
    TRACE_FIRST = named("First step", "Go to the puzzle before the first step")
        .run(|app, ctx| go(app, ctx, Go::First))
        .keys(&[keys(ALT, Key::Home)])
        .yields_to_typing()
        .when(can_go_back),
    TRACE_BACK = named("Step back", "Go one step back")
        .run(|app, ctx| go(app, ctx, Go::Back))
        .keys(&[keys(ALT, Key::ArrowLeft)])
        .yields_to_typing()
        .when(can_go_back),
    TRACE_FORWARD = named("Step forward", "Go one step forward")
        .run(|app, ctx| go(app, ctx, Go::Forward))
        .keys(&[keys(ALT, Key::ArrowRight)])
        .yields_to_typing()
        .when(can_go_on),
    TRACE_LAST = named("Last step", "Go to the end of the solution")
        .run(|app, ctx| go(app, ctx, Go::Last))
        .keys(&[keys(ALT, Key::End)])
        .yields_to_typing()
        .when(can_go_on),
    TRACE_PLAY = named("Play or pause", "Play the steps one after another, or pause")
        .run(|app, ctx| go(app, ctx, Go::Play))
        .keys(&[keys(CTRL, Key::Space)])
        .yields_to_typing()
        .when(can_play),
    TRACE_NEXT_ALIKE =
        named("Next step of the same strategy", "Go to the next step that uses the strategy of this one")
            .run(|app, _| app.step_to(app.next_alike().unwrap_or(app.session.trace.step)))
            .keys(&[keys(ALT, Key::N)])
            .synonyms("alike kind find")
            .begins_group()
            .when(|app| {
                app.trace_steps_or_why()?;
                need(app.next_alike().is_some(), tr!("No later step uses the same strategy"))
            }),
    TRACE_NEXT_HARD = named(
        "Next hard step",
        "Go to the next step that is harder than all steps before it, or as hard as the hardest; singles never are"
    )
    .run(|app, _| app.step_to(app.next_hard().unwrap_or(app.session.trace.step)))
    .keys(&[keys(ALT, Key::D)])
    .synonyms("bottleneck difficult find")
    .when(|app| {
        app.trace_steps_or_why()?;
        need(app.next_hard().is_some(), tr!("No later step is hard"))
    }),
    REASONING_NEXT = named(
        "Next line of the reasoning",
        "Show the chain of this step up to the next line of its reasoning"
    )
    .run(|app, _| app.go_to_line(true))
    .keys(&[keys(ALT, Key::PageDown)])
    .synonyms("chain link argument branch tree")
    .begins_group()
    .when(|app| app.reasoning_line(true).map(|_| ())),
    REASONING_BACK = named(
        "Previous line of the reasoning",
        "Show the chain of this step up to the line before; before the first line, all of it"
    )
    .run(|app, _| app.go_to_line(false))
    .keys(&[keys(ALT, Key::PageUp)])
    .synonyms("chain link argument branch tree")
    .when(|app| app.reasoning_line(false).map(|_| ())),
    PLACE_STEP = named(
        "Place this step",
        "Ask that the solution keeps this step: it comes to the steps that Path in the pattern view lists"
    )
    .run(|app, _| app.place_step())
    .synonyms("path keep pin need")
    .begins_group()
    .when(|app| app.step_to_place().map(|_| ())),
    PRACTISE = named(
        "Practise this",
        "Enter everything easier than this step in the puzzle view, with all candidates, and go on by hand"
    )
    .run(|app, _| app.practise())
    .synonyms("practice train learn exercise technique")
    .when(can_practise),
    MAKE_PRACTICE = named(
        "Make 20 practice grids",
        "Make 20 new puzzles that need the strategy of this step; the puzzle view shows each with everything easier entered"
    )
    .run(|app, _| app.make_practice())
    .synonyms("practise train learn exercise technique")
    .when(|app| app.step_or_why().map(|_| ())),
    FIRST_PATH = named("Original path", "Leave the path that you chose and go back to the original one")
        .run(|app, _| app.leave_path())
        .begins_group()
        .when(|app| need(app.is_own_path(), tr!("This is the original path"))),
    SOLVE_UP_TO_HERE = named(
        "Solve up to here",
        "Enter the digits of the trace up to this step in the puzzle view, and go on by hand"
    )
    .run(|app, _| app.solve_up_to_here())
    .when(has_trace),
    EXPORT_TRACE_TEXT = named("Export trace as text…", "Write the steps to a text file")
        .run(|app, ctx| app.export_trace(ctx, ReportFormat::Text))
        .begins_group()
        .when(has_trace),
    EXPORT_TRACE_MARKDOWN = named("Export trace as Markdown…", "Write the steps to a Markdown file")
        .run(|app, ctx| app.export_trace(ctx, ReportFormat::Markdown))
        .when(has_trace),
    EXPORT_TRACE_HTML = named("Export trace as HTML…", "Write a web page with a picture and a sentence for each step")
        .run(|app, ctx| app.export_trace(ctx, ReportFormat::Html))
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

fn can_practise(app: &App) -> Result<(), String> {
    app.step_or_why()?;
    let has_solution = app.live().answer().is_some_and(|answer| answer.solution().is_some());
    need(has_solution, tr!("Only a puzzle with one solution can be practised"))
}

fn has_trace(app: &App) -> Result<(), String> {
    app.trace_steps_or_why().map(|_| ())
}

fn can_play(app: &App) -> Result<(), String> {
    n_steps(app).map(|_| ())
}

fn can_go_back(app: &App) -> Result<(), String> {
    let (n_steps, at) = n_steps(app)?;
    need(n_steps > 0 && at > 0, tr!("This is the start"))
}

fn can_go_on(app: &App) -> Result<(), String> {
    let (n_steps, at) = n_steps(app)?;
    need(at < n_steps, tr!("This is the end"))
}

/// How many steps can be replayed, and how many of them are carried out; or why there are none.
fn n_steps(app: &App) -> Result<(usize, usize), String> {
    let lab = app.lab();
    if app.session().view != View::Lab {
        return Ok((app.trace_steps_or_why()?, app.session().trace.step));
    }
    need(!lab.is_running(), tr!("The run can be replayed when it has ended"))?;
    let is_shown = lab.n_steps() > 0 && lab.scene(app.project().shape()).is_some();
    need(is_shown, tr!("There is nothing to replay yet"))?;
    Ok((lab.n_steps(), lab.position()))
}

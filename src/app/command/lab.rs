//! The Lab menu.

use super::entry::{CTRL, CTRL_SHIFT, CommandEntry, commands, keys, named, need};
use super::{Command, Menu};
use crate::app::lab::Experiment;
use crate::app::language::tr;
use crate::app::studio::App;
use crate::logic::StrategySet;
use eframe::egui::Key;

commands!(
    Menu::Lab,
    LAB_RUN = named("Run experiment", "Run the experiment that is chosen in the lab")
        .run(|app, _| app.run_lab())
        .keys(&[keys(CTRL, Key::L)])
        .when(can_run),
    LAB_NEXT = named("Run with the next seed", "Run the same experiment again with another seed")
        .run(|app, _| app.run_next_seed())
        .keys(&[keys(CTRL_SHIFT, Key::L)])
        .when(|app| {
            need(!app.lab().is_running(), tr!("The experiment is running"))?;
            need(app.session().lab.experiment != Experiment::Solver, tr!("The solver has no seed"))?;
            need(app.session().lab.experiment != Experiment::Rounds, tr!("The SAT solver has no seed"))?;
            can_run(app)
        }),
    LAB_STOP = named("Stop experiment", "Stop the run; its results so far stay")
        .run(|app, _| app.lab.stop())
        .keys(&[keys(CTRL_SHIFT, Key::Period)])
        .when(|app| need(app.lab().is_running(), tr!("No experiment is running"))),
    LAB_TAKE = named("Use this puzzle", "Put the puzzle on the lab's board into the project; undo removes it")
        .run(|app, _| app.take_from_lab())
        .keys(&[keys(CTRL, Key::T)])
        .begins_group()
        .when(|app| {
            let is_shown = app.lab().scene(app.project().shape()).is_some();
            need(is_shown, tr!("Run an experiment first"))?;
            app.lab().puzzle().map(|_| ())
        }),
    LAB_EXPORT = named("Export formula…", "Write the formula of SAT in rounds to a file for other solvers")
        .run(App::export_formula)
        .when(can_export),
);

fn can_export(app: &App) -> Result<(), String> {
    let is_chosen = app.session().lab.experiment == Experiment::Rounds;
    need(is_chosen, tr!("Choose SAT in rounds in the lab first"))?;
    has_rounds(app)
}

fn can_run(app: &App) -> Result<(), String> {
    need(!app.lab().is_running(), tr!("The experiment is running"))?;
    let experiment = app.session().lab.experiment;
    need(experiment != Experiment::Solver || app.puzzle().is_some(), tr!("There is no puzzle yet"))?;
    if experiment == Experiment::Fewest {
        let has_ticked = app.strategies_for_fewest() != StrategySet::EMPTY;
        let is_by_sat = app.session().lab.fewest_by_sat.is_on;
        need(has_ticked || is_by_sat, tr!("No strategy is ticked: tick a single, or allow the paper's"))?;
        return need(has_ticked, tr!("None of the ticked strategies has clauses: tick a single, or allow the paper's"));
    }
    if experiment == Experiment::Rounds { has_rounds(app) } else { Ok(()) }
}

/// Whether there is a formula with rounds.
fn has_rounds(app: &App) -> Result<(), String> {
    let has_pattern = app.project().design.pattern.n_clues() > 0;
    need(has_pattern, tr!("The board is empty: paint the cells of the clues"))?;
    let has_clauses = app.strategies_in_rounds() != StrategySet::EMPTY;
    need(has_clauses, tr!("None of the ticked strategies has clauses: tick a single, or allow the paper's"))
}

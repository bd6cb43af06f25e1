//! The Puzzle menu.

use super::entry::{CTRL, CTRL_SHIFT, CommandEntry, commands, has_clues, keys, named, need};
use super::{Command, Menu};
use crate::app::advice::helpful_cells;
use crate::app::export::ExportSource;
use crate::app::io::Export;
use crate::app::language::tr;
use crate::app::live::LiveState;
use crate::app::mending::Mending;
use crate::app::results::CopyAs;
use crate::app::session::PasteFor;
use crate::app::studio::App;
use crate::app::tour::TourStep;
use crate::app::view::View;
use crate::jobs::ClueQuest;
use crate::project::Edit;
use eframe::egui::Key;

commands!(
    Menu::Puzzle,
    KEEP_DIGITS = named("Keep all digits", "Keep the digits of this puzzle while the pattern changes")
        .run(|app, _| app.edit(&Edit::FixDigits(true)))
        .synonyms("fix lock givens")
        .begins_group()
        .when(|app| {
            need(app.project().puzzle.is_some(), tr!("There is no puzzle yet"))?;
            need(!app.project().is_all_fixed(), tr!("All digits are kept already"))
        }),
    FREE_DIGITS = named("Free all digits", "Let the generator choose all digits again")
        .run(|app, _| app.edit(&Edit::FixDigits(false)))
        .synonyms("unlock")
        .when(|app| need(app.project().design.fixed.n_clues() > 0, tr!("No digits are kept"))),
    TICK_NEEDED = named(
        "Tick what it needs",
        "Tick the further strategies that solve this puzzle, besides those that are ticked"
    )
    .run(|app, _| app.tick_needed())
    .synonyms("strategies stuck")
    .when(|app| {
        let flawed = app.live().stuck().ok_or_else(|| tr!("The ticked strategies do not get stuck"))?;
        need(!flawed.missing.is_empty(), tr!("No strategies of this program solve this puzzle"))
    }),
    ANOTHER = named("New digits", "Find other digits for the same pattern and strategies")
        .run(|app, _| {
            app.tour_did(TourStep::Digits);
            app.edit(&Edit::NextPuzzle);
        })
        .keys(&[keys(CTRL, Key::G)])
        .synonyms("another puzzle generate next")
        .when(can_have_other_digits),
    SEARCH_AGAIN = named("Search again", "Start the search again")
        .run(|app, _| app.live.restart())
        .keys(&[keys(CTRL, Key::R)])
        .when(|app| {
            has_clues(app)?;
            need(!matches!(app.live().state(), LiveState::Running { .. }), tr!("The search is running"))
        }),
    STOP = named("Stop searching", "Stop the search and say what would help; the design stays as it is")
        .run(|app, _| {
            app.live.stop();
            app.take_answer();
        })
        .keys(&[keys(CTRL, Key::Period)])
        .when(|app| need(matches!(app.live().state(), LiveState::Running { .. }), tr!("No search is running"))),
    ADD_HELPFUL = named(
        "Add clue cells where they are missing",
        "Make clue cells of the empty cell that sees the fewest of them and its images under the chosen symmetry"
    )
    .run(|app, _| {
        let cells = helpful_cells(&app.project().design.pattern, app.project().symmetry);
        app.edit(&Edit::Paint(cells));
    })
    .synonyms("help sparse stuck slow long search")
    .when(|app| {
        has_clues(app)?;
        let has_room = app.project().design.pattern.n_clues() < app.project().shape().n_cells();
        need(has_room, tr!("Every cell is a clue cell already"))
    }),
    PROPOSE = named(
        "Propose patterns with a puzzle",
        "Look for the patterns nearest to this one that have a puzzle: clue cells to add, to move or to drop, with their images; for a puzzle that gets stuck, clues that the strategies lack"
    )
    .run(|app, _| app.start_mending())
    .synonyms("mend remedy repair doctor nearest impossible fix help")
    .when(|app| {
        has_clues(app)?;
        let is_solved = app.puzzle().is_some() && app.live().stuck().is_none();
        need(!is_solved, tr!("This pattern has a puzzle"))?;
        need(app.mending().is_none_or(|mending| !mending.is_running()), tr!("The search is running"))
    }),
    STOP_PROPOSING = named("Stop proposing", "Stop looking for patterns that have a puzzle; the proposals so far stay")
        .run(|app, _| app.mendings.stop())
        .when(|app| {
            need(app.mending().is_some_and(Mending::is_running), tr!("No search is running"))
        }),
    SAVE_PROOF = named(
        "Save proof…",
        "Write a proof that no puzzle exists: a formula with its DRAT refutation, which other programs can check"
    )
    .run(App::ask_for_proof)
    .synonyms("export certificate lrat impossible")
    .when(|app| {
        need(app.live().is_impossible(), tr!("Only the verdict \u{201c}impossible\u{201d} has a proof"))?;
        need(app.proving_for().is_none(), tr!("A proof is being searched for already"))
    }),
    STOP_PROOF = named("Stop the proof", "Stop looking for a proof; nothing is written")
        .run(|app, _| app.proofs.stop())
        .when(|app| need(app.proving_for().is_some(), tr!("No proof is being searched for"))),
    FIND_DIFFERENT = named(
        "Make many puzzles",
        "Find as many puzzles as you ask for, no two of them equal by symmetry or renaming of digits"
    )
    .run(|app, _| app.find_different())
    .synonyms("generate batch different results find")
    .keys(&[keys(CTRL_SHIFT, Key::G)])
    .begins_group()
    .when(can_have_other_digits),
    FIND_HARDEST = named(
        "Find the hardest puzzle",
        "Find ever harder puzzles of this pattern that the ticked strategies solve, until you stop it; rated on the scale of the difficulty that is chosen, or else as by Sudoku Explainer"
    )
    .run(|app, _| app.find_hardest())
    .synonyms("hardest possible difficult maximum generate results find")
    .when(|app| {
        has_clues(app)?;
        need(!app.project().is_all_fixed(), tr!("All digits are kept: free them first"))
    }),
    RATE_PASTED = named(
        "Rate the puzzles on the clipboard",
        "Rate every puzzle on the clipboard and list them as results, where they can be sorted by their ratings; the project stays as it is"
    )
    .run(|app, ctx| app.paste_for(ctx, PasteFor::Rating))
    .synonyms("paste list difficulty rating se er ep ed sudoku explainer hodoku batch collection"),
    STOP_DIFFERENT = named("Stop all jobs", "Stop all searches for puzzles; the results so far stay")
        .run(|app, _| app.results.jobs.stop_all())
        .when(|app| need(app.jobs().is_running(), tr!("No search is running"))),
    CLEAR_JOBS = named("Clear finished jobs", "Remove finished jobs from the list; their results stay")
        .run(|app, _| app.results.jobs.remove_ended())
        .when(|app| need(app.jobs().all().iter().any(|job| !job.is_open()), tr!("There are no finished jobs"))),
    ADD_SELECTED = named(
        "Add selected results to the project",
        "Add the results that are selected to the puzzles of this project"
    )
    .run(|app, _| app.add_results(&app.session.results.selection.shown(&app.results.gallery)))
    .synonyms("keep take")
    .begins_group()
    .when(is_selected),
    ADD_PINNED = named("Add pinned results to the project", "Add all pinned results to the puzzles of this project")
        .run(|app, _| {
            let pinned = app.results.gallery.entries().iter().filter(|entry| entry.is_pinned).map(|entry| entry.id);
            app.add_results(&pinned.collect());
        })
        .synonyms("keep take")
        .when(|app| need(app.gallery().entries().iter().any(|entry| entry.is_pinned), tr!("No results are pinned"))),
    SELECT_RESULTS = named("Select all results", "Select every result that is shown")
        .run(|app, _| app.session.results.selection.pick_all(&app.results.gallery))
        .keys(&[keys(CTRL, Key::A)])
        .yields_to_typing()
        .keys_of(View::Results)
        .when(|app| {
            need(app.session().view == View::Results, tr!("Open the results view first"))?;
            need(app.gallery().n_shown() > 0, tr!("There are no results yet"))
        }),
    COPY_SELECTED =
        named("Copy selected results", "Put the results that are selected on the clipboard, one puzzle per line")
            .run(|app, ctx| app.copy_results(
                ctx,
                &app.session.results.selection.shown(&app.results.gallery),
                CopyAs::Lines
            ))
            .synonyms("export")
            .when(is_selected),
    COPY_RESULTS = named("Copy all results", "Put all results on the clipboard, one puzzle per line")
        .run(App::copy_all_results)
        .synonyms("export")
        .when(has_results),
    EXPORT_SELECTED = named(
        "Copy or export selected results as…",
        "Copy or save the selected results in any format: text, links, web page, LaTeX, pictures"
    )
    .run(|app, _| app.ask_export(ExportSource::Selected))
    .synonyms("share convert format save")
    .when(is_selected),
    SAVE_RESULTS = named("Save results as text…", "Write all results to a text file, one puzzle per line")
        .run(|app, ctx| app.export(ctx, Export::text("puzzles", "txt", app.results.gallery.text())))
        .synonyms("export")
        .when(has_results),
    DELETE_UNPINNED = named("Delete unpinned results", "Delete all results except the pinned ones")
        .run(|app, _| app.delete_unpinned())
        .when(|app| {
            let has_unpinned = app.gallery().entries().iter().any(|entry| !entry.is_pinned);
            need(has_unpinned, tr!("All results are pinned"))
        }),
    DELETE_DUPLICATES = named(
        "Delete duplicate results",
        "Delete results that equal an earlier one by symmetry or renaming of digits, except the pinned ones"
    )
    .run(|app, _| app.delete_duplicates())
    .when(|app| {
        let mut duplicates = app.gallery().entries().iter().filter(|entry| !entry.is_pinned);
        need(duplicates.any(|entry| entry.duplicate_of.is_some()), tr!("There are no duplicate results"))
    }),
    RESTORE_RESULTS = named("Restore deleted results", "Bring back the results that were deleted last")
        .run(|app, _| app.results.gallery.restore())
        .when(|app| need(app.gallery().has_deleted(), tr!("No results were deleted"))),
    ADD_PROPOSED = named(
        "Add proposed clues",
        "Add the digits of the solution in all cells marked with a plus, so that it becomes the only solution"
    )
    .run(|app, _| app.add_proposed())
    .begins_group()
    .when(|app| {
        let report = app.sets().ok_or_else(|| tr!("Choose the unavoidable sets in the analysis view first"))?;
        need(!report.proposed.is_empty(), tr!("No clue is missing: the puzzle has only one solution"))
    }),
    FEWEST_CLUES = named(
        "Find the fewest clues",
        "Find out how few clues this solution can have, ruling out one number after another"
    )
    .run(|app, _| app.start_quest(ClueQuest::Fewest))
    .when(can_hunt),
    ALL_WITH_CLUES = named(
        "All puzzles with this number of clues",
        "Find all puzzles with this solution and the number of clues chosen in the analysis view"
    )
    .run(|app, _| app.start_quest(ClueQuest::All(app.n_clues_wanted())))
    .when(can_hunt),
    STOP_CLUES = named("Stop the clue search", "Stop searching for puzzles with few clues; what was found stays")
        .run(|app, _| app.analysis.hunts.stop())
        .when(|app| need(app.is_hunting(), tr!("No clue search is running"))),
    COPY_FEWEST = named(
        "Copy puzzles with few clues",
        "Put the puzzles that the clue search found on the clipboard, one per line"
    )
    .run(App::copy_fewest)
    .when(|app| {
        let n = app.clue_hunt().map_or(0, |hunt| hunt.puzzles().len());
        need(n > 0, tr!("No puzzles with few clues were found yet"))
    }),
);

fn can_have_other_digits(app: &App) -> Result<(), String> {
    has_clues(app)?;
    need(!app.project().is_all_fixed(), tr!("All digits are kept: free them first"))?;
    need(!app.live().is_impossible(), tr!("No puzzle exists for this design"))
}

fn is_selected(app: &App) -> Result<(), String> {
    let n = app.session().results.selection.shown(app.gallery()).len();
    need(n > 0, tr!("No results are selected: click one in the results view, with Ctrl or Shift several"))
}

fn has_results(app: &App) -> Result<(), String> {
    need(!app.gallery().entries().is_empty(), tr!("There are no results yet"))
}

fn can_hunt(app: &App) -> Result<(), String> {
    need(app.solution_looked_at().is_some(), tr!("There is no solution yet"))?;
    need(app.clue_hunt().is_none_or(|hunt| !hunt.is_running()), tr!("The search is running"))
}

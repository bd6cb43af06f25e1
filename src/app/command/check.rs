//! Whether a command can be carried out, and if not, why.

use super::Command;
use crate::app::export::ExportSource;
use crate::app::lab::Experiment;
use crate::app::session::View;
use crate::app::settings::SCALES;
use crate::app::widgets::capitalised;
use crate::app::{App, LiveState, Solving};

impl Command {
    /// Whether it can be carried out now.
    ///
    /// # Errors
    /// Says why not.
    pub fn check(self, app: &App) -> Result<(), String> {
        let project = app.project();
        let need = |possible: bool, why: &str| if possible { Ok(()) } else { Err(why.to_owned()) };
        match self {
            Command::Undo => need(app.history().undo_label().is_some(), "There is nothing to undo"),
            Command::Redo => need(app.history().redo_label().is_some(), "There is nothing to redo"),
            Command::DeletePuzzle => {
                let is_blank = app.document().puzzles().len() == 1 && *project == crate::project::Project::new();
                need(!is_blank, "The project is empty already")
            }
            Command::MovePuzzleUp | Command::PreviousPuzzle => {
                need(app.document().current_index() > 0, "This is the first puzzle")
            }
            Command::MovePuzzleDown | Command::NextPuzzle => {
                need(app.document().current_index() + 1 < app.document().puzzles().len(), "This is the last puzzle")
            }
            Command::Copy | Command::SavePattern => need(project.design.pattern.n_clues() > 0, "The board is empty"),
            Command::Clear => need(project.design.pattern.n_clues() > 0, "The board is empty already"),
            Command::MakeSymmetric => {
                need(project.symmetric_cells() != project.design.pattern.cells, "The pattern has this symmetry already")
            }
            Command::RestorePattern => need(app.library().deleted().is_some(), "No saved pattern was deleted"),
            _ if let Some(transform) = self.transform(app.project().shape(), app.session().cursor) => {
                need(project.design.pattern.n_clues() > 0, "The board is empty")?;
                let transform = transform.map_err(str::to_owned)?;
                transform.check(project.shape()).map_err(|error| capitalised(&error.to_string()))
            }
            Command::KeepDigits => {
                need(project.puzzle.is_some(), "There is no puzzle yet")?;
                need(!project.is_all_fixed(), "All digits are kept already")
            }
            Command::TickNeeded => {
                let flawed = app.live().stuck().ok_or("The ticked strategies do not get stuck")?;
                need(!flawed.missing.is_empty(), "No strategies of this program solve this puzzle")
            }
            Command::FreeDigits => need(project.design.fixed.n_clues() > 0, "No digits are kept"),
            Command::Another | Command::FindDifferent => {
                need(project.design.pattern.n_clues() > 0, "The board is empty")?;
                need(!project.is_all_fixed(), "All digits are kept: free them first")?;
                need(!app.live().is_impossible(), "No puzzle exists for this design")
            }
            Command::SearchAgain => {
                need(project.design.pattern.n_clues() > 0, "The board is empty")?;
                need(!matches!(app.live().state(), LiveState::Running { .. }), "The search is running")
            }
            Command::Stop => need(matches!(app.live().state(), LiveState::Running { .. }), "No search is running"),
            Command::SaveProof => {
                need(app.live().is_impossible(), "Only the verdict \u{201c}impossible\u{201d} has a proof")?;
                need(app.proving_for().is_none(), "A proof is being searched for already")
            }
            Command::StopProof => need(app.proving_for().is_some(), "No proof is being searched for"),
            Command::StopDifferent => need(app.jobs().is_running(), "No search is running"),
            Command::ClearJobs => need(app.jobs().all().iter().any(|job| !job.is_open()), "There are no finished jobs"),
            Command::DeleteDuplicates => {
                let mut duplicates = app.gallery().entries().iter().filter(|entry| !entry.is_pinned);
                need(duplicates.any(|entry| entry.duplicate_of.is_some()), "There are no duplicate results")
            }
            Command::AddSelected | Command::CopySelected | Command::ExportSelected => {
                let n = app.session().selection.shown(app.gallery()).len();
                need(n > 0, "No results are selected: click one in the results view, with Ctrl or Shift several")
            }
            Command::AddPinned => {
                need(app.gallery().entries().iter().any(|entry| entry.is_pinned), "No results are pinned")
            }
            Command::SelectResults => {
                need(app.session().view == View::Results, "Open the results view first")?;
                need(app.gallery().n_shown() > 0, "There are no results yet")
            }
            Command::CopyResults | Command::SaveResults => {
                need(!app.gallery().entries().is_empty(), "There are no results yet")
            }
            Command::DeleteUnpinned => {
                let has_unpinned = app.gallery().entries().iter().any(|entry| !entry.is_pinned);
                need(has_unpinned, "All results are pinned")
            }
            Command::AddHelpful => {
                let n_clues = project.design.pattern.n_clues();
                need(n_clues > 0, "The board is empty")?;
                need(n_clues < project.shape().n_cells(), "Every cell is a clue cell already")
            }
            Command::AddProposed => {
                let report = app.sets().ok_or("Choose the unavoidable sets in the analysis view first")?;
                need(!report.proposed.is_empty(), "No clue is missing: the puzzle has only one solution")
            }
            Command::FewestClues | Command::AllWithClues => {
                need(app.solution_looked_at().is_some(), "There is no solution yet")?;
                need(app.clue_hunt().is_none_or(|hunt| !hunt.is_running()), "The search is running")
            }
            Command::StopClues => need(app.is_hunting(), "No clue search is running"),
            Command::CopyFewest => {
                let n = app.clue_hunt().map_or(0, |hunt| hunt.puzzles().len());
                need(n > 0, "No puzzles with few clues were found yet")
            }
            Command::RestoreResults => need(app.gallery().has_deleted(), "No results were deleted"),
            Command::TraceFirst
            | Command::TraceBack
            | Command::TraceForward
            | Command::TraceLast
            | Command::TracePlay
                if app.session().view == View::Lab =>
            {
                check_replay(self, app)
            }
            Command::LabRun | Command::LabNext => {
                need(!app.lab().is_running(), "The experiment is running")?;
                let is_solver = app.session().lab.experiment == Experiment::Solver;
                need(!is_solver || self != Command::LabNext, "The solver has no seed")?;
                need(!is_solver || app.puzzle().is_some(), "There is no puzzle yet")
            }
            Command::LabStop => need(app.lab().is_running(), "No experiment is running"),
            Command::LabTake => {
                let is_shown = app.lab().scene(project.shape()).is_some();
                need(is_shown, "Run an experiment first")?;
                app.lab().puzzle().map(|_| ())
            }
            Command::TraceFirst | Command::TraceBack => {
                let n_steps = app.trace_steps_or_why()?;
                need(n_steps > 0 && app.session().trace_step > 0, "This is the start")
            }
            Command::TraceForward | Command::TraceLast => {
                let n_steps = app.trace_steps_or_why()?;
                need(app.session().trace_step < n_steps, "This is the end")
            }
            Command::TraceNextAlike => {
                app.trace_steps_or_why()?;
                need(app.next_alike().is_some(), "No later step uses the same strategy")
            }
            Command::TraceNextHard => {
                app.trace_steps_or_why()?;
                need(app.next_hard().is_some(), "No later step is hard")
            }
            Command::TracePlay
            | Command::SolveUpToHere
            | Command::ExportTraceText
            | Command::ExportTraceMarkdown
            | Command::ExportTraceHtml => app.trace_steps_or_why().map(|_| ()),
            Command::CopySudokuPad | Command::CopyFPuzzles | Command::CopyPicture => {
                need(app.puzzle().is_some(), "There is no puzzle yet")
            }
            Command::ExportAs => {
                let has_some = ExportSource::ALL.into_iter().any(|source| app.n_exported(source) > 0);
                need(has_some, "There is no puzzle yet")
            }
            Command::ZoomIn => need(app.settings().scale < SCALES[SCALES.len() - 1], "This is the largest size"),
            Command::ZoomOut => need(app.settings().scale > SCALES[0], "This is the smallest size"),
            Command::ZoomReset => need(app.settings().scale != 100, "This is the actual size already"),
            Command::BoardLarger => {
                need(app.session().shows_board(), "This view has no board")?;
                need(app.session().board_zoom.can_grow(), "The board cannot get larger")
            }
            Command::BoardSmaller | Command::BoardWhole => {
                need(app.session().shows_board(), "This view has no board")?;
                need(app.session().board_zoom.is_on(), "The whole board is shown already")
            }
            Command::FirstPath => need(app.is_own_path(), "This is the original path"),
            Command::FilterDigit | Command::FilterNext | Command::DrawLines if app.session().view != View::Puzzle => {
                Err("Open the puzzle view first".to_owned())
            }
            Command::Check
            | Command::Hint
            | Command::FillCandidates
            | Command::FilterDigit
            | Command::FilterNext
            | Command::DrawLines => need(app.solving().is_some(), "There is no puzzle to solve in the puzzle view"),
            Command::FilterOff => {
                need(app.solving().is_some_and(|solving| solving.filter.is_some()), "No digit is filtered")
            }
            Command::EraseLines => {
                need(app.solving().is_some_and(|solving| !solving.lines().is_empty()), "No lines are drawn")
            }
            Command::StartOver => {
                let is_begun = |solving: &Solving| solving.has_marks() || solving.seconds() >= 1.0;
                need(app.solving().is_some_and(is_begun), "Nothing is entered by hand")
            }
            Command::PauseTimer | Command::ResumeTimer => {
                let solving = app.solving().ok_or("There is no puzzle to solve in the puzzle view")?;
                need(!solving.is_solved(), "The puzzle is solved, and the timer has stopped")?;
                match self {
                    Command::PauseTimer => need(!solving.is_paused, "The timer is paused already"),
                    _ => need(solving.is_paused, "The timer is not paused"),
                }
            }
            Command::SheetPdf
            | Command::SheetPng
            | Command::SheetSvg
            | Command::SheetText
            | Command::SheetPrint
            | Command::SheetCopyImage
            | Command::SheetCopyText => app.sheet_order().map(|_| ()),
            Command::SheetPageBack => {
                need(app.session().view == View::Sheet, "Open the sheet view first")?;
                need(app.session().sheet.page > 0, "This is the first page")
            }
            Command::SheetPageForward => {
                need(app.session().view == View::Sheet, "Open the sheet view first")?;
                need(app.session().sheet.page + 1 < app.n_sheet_pages(), "This is the last page")
            }
            Command::UndoMark => need(app.solving().is_some_and(Solving::can_undo), "There is nothing to undo"),
            Command::RedoMark => need(app.solving().is_some_and(Solving::can_redo), "There is nothing to redo"),
            _ => Ok(()),
        }
    }
}

/// Whether the lab's way can be replayed so.
fn check_replay(command: Command, app: &App) -> Result<(), String> {
    let lab = app.lab();
    let why = match command {
        _ if lab.is_running() => "The run can be replayed when it has ended",
        _ if lab.n_steps() == 0 || lab.scene(app.project().shape()).is_none() => "There is nothing to replay yet",
        Command::TraceFirst | Command::TraceBack if lab.position() == 0 => "This is the start",
        Command::TraceForward | Command::TraceLast if lab.position() >= lab.n_steps() => "This is the end",
        _ => return Ok(()),
    };
    Err(why.to_owned())
}

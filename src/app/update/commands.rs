//! Carries commands out.

use super::results::n_puzzles;
use crate::app::App;
use crate::app::BoardZoom;
use crate::app::advice::helpful_cells;
use crate::app::command::Command;
use crate::app::dialogs::Ask;
use crate::app::export::ExportSource;
use crate::app::focus;
use crate::app::help::Topic;
use crate::app::io::Export;
use crate::app::manual::Manual;
use crate::app::results::CopyAs;
use crate::app::session::{After, BrushKind, Dialog, LeftTab, PaletteState, PathUse, View};
use crate::app::settings::ThemeChoice;
use crate::app::sheet::Zoom;
use crate::app::solving::{Act, Tool};
use crate::app::tour::TourStep;
use crate::formats::Site;
use crate::jobs::ClueQuest;
use crate::project::{Edit, ListEdit, Project};
use crate::sheet::ReportFormat;
use eframe::egui;
use egui::ViewportCommand;

impl App {
    pub(super) fn run_command(&mut self, ctx: &egui::Context, command: Command) {
        self.end_draft();
        if let Err(why) = command.check(self) {
            self.notices.info(why);
            return;
        }
        match command {
            Command::New => self.guarded(ctx, After::New),
            Command::Open => self.ask(ctx, Ask::Open),
            Command::OpenPath => self.ask_path(PathUse::Open, None),
            Command::Save => self.save(ctx),
            Command::SaveAs => self.save_as(ctx),
            Command::SaveToPath => self.ask_path(PathUse::Save, None),
            Command::Quit => self.guarded(ctx, After::Close),
            Command::Undo => self.undo(),
            Command::Redo => self.redo(),
            Command::Copy => self.copy(ctx),
            Command::CopySudokuPad => self.copy_link(ctx, Site::SudokuPad),
            Command::CopyFPuzzles => self.copy_link(ctx, Site::FPuzzles),
            Command::CopyPicture => {
                if let Some(puzzle) = self.puzzle().cloned() {
                    self.copy_picture(Project { puzzle: Some(puzzle), ..self.project().clone() });
                }
            }
            Command::ExportAs => self.export_as(),
            Command::ExportSelected => self.ask_export(ExportSource::Selected),
            Command::Paste => ctx.send_viewport_cmd(ViewportCommand::RequestPaste),
            Command::PasteOver => self.paste_over(ctx),
            Command::Clear => self.edit(&Edit::Clear),
            Command::Invert => self.edit(&Edit::Invert),
            Command::MakeSymmetric => self.edit(&Edit::MakeSymmetric),
            Command::Notes => self.session.notes = true,
            Command::BrushToggle => self.session.brush = BrushKind::Toggle,
            Command::BrushPaint => self.session.brush = BrushKind::Paint,
            Command::BrushErase => self.session.brush = BrushKind::Erase,
            Command::BrushDigit => self.session.brush = BrushKind::Digit,
            Command::NextBrush => self.next_brush(),
            Command::Stamp => self.session.dialog = Some(Dialog::Stamp(String::new())),
            Command::PatternFromPicture => self.ask(ctx, Ask::Picture),
            Command::SavePattern => self.session.dialog = Some(Dialog::PatternName(self.project().title.clone())),
            Command::RestorePattern => self.restore_pattern(),
            Command::TurnLeft
            | Command::TurnRight
            | Command::MirrorLeftRight
            | Command::MirrorTopBottom
            | Command::MirrorDiagonal
            | Command::ShiftUp
            | Command::ShiftDown
            | Command::ShiftLeft
            | Command::ShiftRight
            | Command::RowUp
            | Command::RowDown
            | Command::ColumnLeft
            | Command::ColumnRight
            | Command::BandUp
            | Command::BandDown
            | Command::StackLeft
            | Command::StackRight => self.transform(ctx, command),
            Command::AddPuzzle => self.edit(&Edit::List(ListEdit::Add)),
            Command::DuplicatePuzzle => self.edit(&Edit::List(ListEdit::Duplicate(self.document().current_index()))),
            Command::DeletePuzzle => self.edit(&Edit::List(ListEdit::Delete(self.document().current_index()))),
            Command::MovePuzzleUp => self.move_puzzle(-1),
            Command::MovePuzzleDown => self.move_puzzle(1),
            Command::PreviousPuzzle => self.select_puzzle(self.document().current_index().saturating_sub(1)),
            Command::NextPuzzle => self.select_puzzle(self.document().current_index() + 1),
            Command::ShowDesign => {
                self.session.view = View::Pattern;
                self.show_left(ctx, LeftTab::Subject);
            }
            Command::ShowPuzzles => self.show_left(ctx, LeftTab::Puzzles),
            Command::ShowHistory => self.show_left(ctx, LeftTab::History),
            Command::KeepDigits => self.edit(&Edit::FixDigits(true)),
            Command::TickNeeded => self.tick_needed(),
            Command::FreeDigits => self.edit(&Edit::FixDigits(false)),
            Command::ViewPattern
            | Command::ViewPuzzle
            | Command::ViewSolution
            | Command::ViewTrace
            | Command::ViewResults
            | Command::ViewAnalysis
            | Command::ViewLab
            | Command::ViewSheet => {
                self.session.view = command.view().unwrap_or_default();
                if self.session.view != View::Pattern {
                    // The pattern is gone from the screen, and a stroke with it.
                    self.session.stroke = None;
                }
            }
            Command::GoToBoard => {
                if matches!(self.session.view, View::Results | View::Sheet) {
                    self.session.view = View::Pattern;
                }
                ctx.memory_mut(|memory| memory.request_focus(crate::app::board::board_id()));
            }
            Command::NextPanel => focus::next_region(ctx, false),
            Command::PreviousPanel => focus::next_region(ctx, true),
            Command::ToggleDesignPanel if self.session.shows_design_panel(ctx) => self.session.design_panel = false,
            Command::ToggleDesignPanel => self.show_left(ctx, self.session.left_tab),
            Command::ToggleStrategyPanel => self.session.strategy_panel = !self.session.strategy_panel,
            Command::ThemeSystem => self.set_theme(ctx, ThemeChoice::System),
            Command::ThemeLight => self.set_theme(ctx, ThemeChoice::Light),
            Command::ThemeDark => self.set_theme(ctx, ThemeChoice::Dark),
            Command::ZoomIn => self.zoom(ctx, |scales, now| scales.iter().copied().find(|&scale| scale > now)),
            Command::ZoomOut => self.zoom(ctx, |scales, now| scales.iter().rev().copied().find(|&scale| scale < now)),
            Command::ZoomReset => self.zoom(ctx, |_, _| Some(100)),
            Command::BoardLarger => self.session.board_zoom = self.session.board_zoom.larger(),
            Command::BoardSmaller => self.session.board_zoom = self.session.board_zoom.smaller(),
            Command::BoardWhole => self.session.board_zoom = BoardZoom::WHOLE,
            Command::FullScreen => {
                self.session.full_screen = !self.session.full_screen;
                ctx.send_viewport_cmd(ViewportCommand::Fullscreen(self.session.full_screen));
            }
            Command::Another => {
                self.tour_did(TourStep::Digits);
                self.edit(&Edit::NextPuzzle);
            }
            Command::SearchAgain => self.live.restart(),
            Command::Stop => {
                self.live.stop();
                self.take_answer();
            }
            Command::SaveProof => self.ask_for_proof(ctx),
            Command::StopProof => self.proofs.stop(),
            Command::FindDifferent => self.find_different(),
            Command::StopDifferent => self.jobs.stop_all(),
            Command::ClearJobs => self.jobs.remove_ended(),
            Command::AddHelpful => {
                let cells = helpful_cells(&self.project().design.pattern, self.project().symmetry);
                self.edit(&Edit::Paint(cells));
            }
            Command::AddProposed => self.add_proposed(),
            Command::FewestClues => self.start_quest(ClueQuest::Fewest),
            Command::AllWithClues => self.start_quest(ClueQuest::All(self.n_clues_wanted())),
            Command::StopClues => self.hunts.stop(),
            Command::CopyFewest => self.copy_fewest(ctx),
            Command::AddSelected => self.add_results(&self.session.selection.shown(&self.gallery)),
            Command::AddPinned => {
                let pinned = self.gallery.entries().iter().filter(|entry| entry.is_pinned).map(|entry| entry.id);
                self.add_results(&pinned.collect());
            }
            Command::SelectResults => self.session.selection.pick_all(&self.gallery),
            Command::CopySelected => {
                self.copy_results(ctx, &self.session.selection.shown(&self.gallery), CopyAs::Lines);
            }
            Command::CopyResults => {
                ctx.copy_text(self.gallery.text());
                self.notices.info(format!("Copied {}", n_puzzles(self.gallery.n_shown())));
            }
            Command::SaveResults => self.export(ctx, Export::text("puzzles", "txt", self.gallery.text())),
            Command::DeleteUnpinned => {
                let n_gone = self.gallery.delete_unpinned();
                self.notices.info(format!("Deleted {}", n_puzzles(n_gone)));
            }
            Command::DeleteDuplicates => {
                let n_gone = self.gallery.delete_duplicates();
                self.notices.info(format!("Deleted {}", n_puzzles(n_gone)));
            }
            Command::RestoreResults => self.gallery.restore(),
            Command::TraceFirst
            | Command::TraceBack
            | Command::TraceForward
            | Command::TraceLast
            | Command::TracePlay
                if self.session.view == View::Lab =>
            {
                self.replay_lab(ctx, command);
            }
            Command::TraceFirst => self.step_to(0),
            Command::TraceBack => self.step_back(),
            Command::TraceForward => self.step_forward(),
            Command::TraceLast => self.step_to(usize::MAX),
            Command::TracePlay => self.toggle_play(ctx),
            Command::TraceNextAlike => self.step_to(self.next_alike().unwrap_or(self.session.trace_step)),
            Command::TraceNextHard => self.step_to(self.next_hard().unwrap_or(self.session.trace_step)),
            Command::Settings => self.session.dialog = Some(Dialog::Settings),
            Command::HelpHere => {
                self.session.dialog = Some(match crate::app::help::topic(ctx) {
                    Some(Topic::Command(command)) => Dialog::Help(command),
                    Some(topic) => Dialog::Manual(Manual::at(&topic.link())),
                    None => Dialog::Manual(Manual::default()),
                });
            }
            Command::Manual => self.session.dialog = Some(Dialog::Manual(Manual::default())),
            Command::FirstPath => self.leave_path(),
            Command::SolveUpToHere => self.solve_up_to_here(),
            Command::ExportTraceText => self.export_trace(ctx, ReportFormat::Text),
            Command::ExportTraceMarkdown => self.export_trace(ctx, ReportFormat::Markdown),
            Command::ExportTraceHtml => self.export_trace(ctx, ReportFormat::Html),
            Command::Check => self.solve(Act::Check),
            Command::Hint => self.solve(Act::Hint),
            Command::FillCandidates => self.solve(Act::FillCentre),
            Command::StartOver => self.solve(Act::StartOver),
            Command::DrawLines => self.solve(Act::Tool(Tool::Line)),
            Command::EraseLines => self.solve(Act::EraseLines),
            Command::FilterDigit => self.filter_digit(),
            Command::FilterNext => self.filter_next(),
            Command::FilterOff => self.solve(Act::Filter(None)),
            Command::PauseTimer => self.solve(Act::Pause(true)),
            Command::ResumeTimer => self.solve(Act::Pause(false)),
            Command::ShowTimer => {
                self.settings.shows_timer = !self.settings.shows_timer;
                self.write_settings();
            }
            Command::UndoMark => self.solve(Act::Undo),
            Command::RedoMark => self.solve(Act::Redo),
            Command::LabRun => self.run_lab(),
            Command::LabNext => self.run_next_seed(),
            Command::LabStop => self.lab.stop(),
            Command::LabTake => self.take_from_lab(),
            Command::SheetPdf
            | Command::SheetPng
            | Command::SheetSvg
            | Command::SheetText
            | Command::SheetPrint
            | Command::SheetCopyImage
            | Command::SheetCopyText => self.sheet_command(ctx, command),
            Command::SheetPageBack => self.go_to_page(self.session.sheet.page.saturating_sub(1)),
            Command::SheetPageForward => self.go_to_page(self.session.sheet.page + 1),
            Command::SheetFitPage => self.session.sheet.zoom = Zoom::Page,
            Command::SheetFitWidth => self.session.sheet.zoom = Zoom::Width,
            Command::SaveTemplate => self.session.dialog = Some(Dialog::TemplateName(self.template_name())),
            Command::CommandPalette => self.session.palette = Some(PaletteState::default()),
            Command::Shortcuts => self.session.shortcuts = true,
            Command::Messages => self.session.messages = true,
            Command::FrameTimes => self.session.frame_times = !self.session.frame_times,
            Command::Tour => self.set_tour(Some(TourStep::Symmetry)),
            Command::About => self.session.about = true,
        }
    }

    /// Shows the left panel, in the right one's place where the window is too narrow for both.
    fn show_left(&mut self, ctx: &egui::Context, tab: LeftTab) {
        self.session.left_tab = tab;
        self.session.design_panel = true;
        self.session.strategy_panel &= self.session.shows_design_panel(ctx);
    }
}

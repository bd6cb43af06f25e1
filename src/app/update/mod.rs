//! The only place that changes things: messages, commands and events of the background.

mod clues;
mod commands;
mod document;
mod export;
mod files;
mod input;
mod kept;
mod lab;
mod layout;
mod mending;
mod path;
mod pattern;
mod refresh;
mod results;
mod settings;
mod sheet;
mod solve;
mod text;
mod tour;
mod trace;

use super::board::BrushKind;
use super::message::Message;
use super::session::{Dialog, PaletteState};
use super::studio::App;
use crate::app::tour::TourStep;
use crate::project::Edit;
use eframe::egui;

impl App {
    /// Everything that happens without a widget: background events, keys, timers.
    pub(super) fn update(&mut self, ctx: &egui::Context) {
        let now = ctx.input(|i| i.time);
        self.count_time(now);
        if self.live.drain(now) {
            self.window.frame_log.answer_shown();
            // Before anything else changes: a puzzle on trial that failed is no longer asked about.
            self.take_answer();
        }
        self.results.jobs.drain(&mut self.results.gallery);
        self.tell_of_ended_jobs();
        match self.proofs.drain() {
            Some(Ok(sentence)) => self.notices.info(sentence),
            Some(Err(sentence)) => self.notices.error(sentence),
            None => {}
        }
        self.drain_askers();
        self.drain_lab();
        self.take_sheet_copies(ctx);
        let was_hunting = self.analysis.hunts.is_running();
        self.analysis.hunts.drain();
        if was_hunting {
            self.tell_of_ended_hunt();
        }
        self.poll_files(ctx);
        let mut messages = Vec::new();
        self.read_input(ctx, &mut messages);
        self.play(now);
        self.play_lab(now);
        self.handle_all(ctx, messages);
        self.autosave(ctx, now);
        self.request_repaints(ctx, now);
    }

    /// Carries out what widgets sent and brings everything derived up to date.
    pub(super) fn handle_all(&mut self, ctx: &egui::Context, messages: Vec<Message>) {
        for message in messages {
            self.handle(ctx, message);
        }
        self.refresh(ctx);
    }

    fn handle(&mut self, ctx: &egui::Context, message: Message) {
        match message {
            Message::Run(command) => self.run_command(ctx, command),
            Message::Edit(edit) => {
                if matches!(edit, Edit::SetSymmetry(_)) {
                    self.tour_did(TourStep::Symmetry);
                }
                self.edit(&edit);
            }
            Message::Adjust(edit) => self.adjust(&edit),
            Message::Stroke(stroke) => self.session.board.stroke = stroke,
            Message::StrokeEnd(stroke) => {
                self.session.board.stroke = None;
                let edit = stroke.edit(&self.project().design);
                self.edit(&edit);
            }
            Message::RegionTool(tool) => self.use_region_tool(tool),
            Message::ThemeBrush(brush) => self.use_theme_brush(brush),
            Message::ThemeText(text) => self.session.board.theme_text = text,
            Message::PathBrush(brush) => self.use_path_brush(brush),
            Message::StepText(text) => self.session.board.path_text = text,
            Message::RegionStroke(stroke) => self.session.board.region_stroke = stroke,
            Message::RuleStroke(stroke) => self.session.board.rule_stroke = stroke,
            Message::RuleStrokeEnd(stroke) => {
                self.end_rule_stroke(&stroke);
                ctx.request_repaint();
            }
            Message::RegionStrokeEnd(stroke) => {
                self.end_region_stroke(&stroke);
                // The panel was drawn before the board: without a search nothing else draws it again.
                ctx.request_repaint();
            }
            Message::Cursor { cell, by_key } => {
                self.session.board.cursor = cell;
                self.session.board.shows_cursor = by_key;
            }
            Message::BoardZoom(zoom) => self.session.board.zoom = zoom,
            Message::LeftTab(tab) => self.session.panels.left_tab = tab,
            Message::SelectPuzzle(index) => self.select_puzzle(index),
            Message::GoToEdit(n_edits) => self.go_to_edit(n_edits),
            Message::Brush(brush) => self.use_brush(brush),
            Message::BrushDigit(digit) => {
                self.use_brush(BrushKind::Digit);
                self.session.board.brush_digit = digit;
            }
            Message::PatternFilter(text) => self.session.panels.pattern_filter = text,
            Message::DeletePattern(index) => self.delete_pattern(index),
            Message::DeleteLayout(index) => self.delete_layout(index),
            Message::Dialog(dialog) => {
                if let Dialog::Export(state) = &dialog {
                    self.session.front.export_format = state.format;
                }
                self.session.front.dialog = Some(dialog);
            }
            Message::Settings(settings) => self.use_settings(ctx, *settings),
            Message::Example(index) => self.show_example(index),
            Message::HideWelcome => {
                self.settings.is_welcomed = true;
                self.write_settings();
            }
            Message::PanelWidth(side, width) => {
                self.settings.panels[side as usize] = width.round() as u32;
                self.write_settings();
            }
            Message::Tour(step) => self.set_tour(step),
            Message::CopyExport => self.copy_export(ctx),
            Message::DialogDone(dialog) => self.dialog_done(ctx, dialog),
            Message::View(view) => self.session.view = view,
            Message::TraceStep(step) => {
                self.session.trace.next_at = None;
                self.go_to_step(step);
            }
            Message::StepFilter(text) => {
                self.session.trace.filter = text;
                self.session.trace.scroll_to_step = true;
            }
            Message::ScrolledToStep => self.session.trace.scroll_to_step = false,
            Message::TraceTab(tab) => self.show_trace_tab(tab),
            Message::ReasoningLine(line) => self.session.trace.line = line,
            Message::FoldReasoning(row) => self.fold_reasoning(row),
            Message::ScrolledToLine => self.session.trace.scroll_to_line = false,
            Message::Speed(speed) => self.session.trace.speed = speed,
            Message::Exhibit(exhibit) => self.session.analysis.exhibit = exhibit,
            Message::Lab(act) => self.act_in_lab(act),
            Message::Choose(pointed) => self.session.analysis.chosen = Some(pointed),
            Message::SetLimit(limit) => self.session.analysis.set_limit = limit,
            Message::NClues(n) => self.session.analysis.n_clues = Some(n),
            Message::TakeFewest(index) => self.take_fewest(index),
            Message::StopJob(number) => self.results.jobs.stop(number),
            Message::RemoveJob(number) => self.results.jobs.remove(number),
            Message::CopyReport(number) => self.copy_report(ctx, number),
            Message::FilterResults(filter) => self.results.gallery.set_filter(filter),
            Message::Replay(replay) => self.set_replay(replay),
            Message::GoOnWith(index) => self.go_on_with(index),
            // The frame collects them: see `App::ui`.
            Message::Highlight(_) | Message::Point(_) | Message::PointProposal(_) => {}
            Message::Solve(act) => self.solve(act),
            Message::Draft(field, text) => self.session.input.draft = Some((field, text)),
            Message::DraftEnd => self.end_draft(),
            Message::Paste(text, is_shifted) => self.paste(ctx, &text, is_shifted),
            Message::PastePicture(image) => self.paste_picture(&image),
            Message::OpenFile(path) => self.disk.files.open(path),
            Message::SaveAnswer(answer) => self.answer_question(ctx, answer),
            Message::OverwriteAnswer(answer) => self.answer_overwrite(ctx, answer),
            Message::PathText(text) => {
                if let Some(prompt) = &mut self.session.front.path_prompt {
                    prompt.text = text;
                }
            }
            Message::PathEnd(path_use, is_confirmed) => self.end_path(path_use, is_confirmed),
            Message::Palette(text, chosen) => self.session.front.palette = Some(PaletteState { text, chosen }),
            Message::CloseFront => self.close_front(),
            Message::CloseNotice(id) => self.notices.close(id),
            Message::ReadNotices(reads) => self.session.window.reads_notices = reads,
            Message::CloseNotices => self.notices.close_all(),
            Message::Method(method) => self.session.search.method = method,
            Message::TakeProposal(index) => self.take_proposal(index),
            Message::SearchDetails(shows) => self.session.search.details = shows,
            Message::PathFilter(text) => self.session.panels.path_filter = text,
            Message::StrategyFilter(text) => self.session.panels.strategy_filter = text,
            Message::KeysFilter(text) => self.session.front.keys_filter = text,
            Message::Wanted(n) => self.session.results.n_wanted = n,
            Message::TakeResult(id) => self.take_result(id),
            Message::Result(act) => self.act_on_results(ctx, act),
            Message::SortResults(column) => self.results.gallery.sort_by(column),
            Message::Sheet(message) => self.sheet_message(message),
            Message::Recover(is_wanted) => self.recover(is_wanted),
        }
    }
}

//! Keys, drops and requests of the window system.

use crate::app::command::Command;
use crate::app::message::Message;
use crate::app::session::After;
use crate::app::solving::Solving;
use crate::app::studio::App;
use crate::app::view::View;
use eframe::egui;
use egui::ViewportCommand;
use std::path::PathBuf;

impl App {
    pub(in crate::app) fn close_front(&mut self) {
        self.end_draft();
        if self.session.front.path_prompt.is_some()
            || self.session.front.question.is_some()
            || !self.session.front.overwrite.is_empty()
        {
            self.session.front.after_save = None;
        }
        self.session.front.overwrite.clear();
        self.session.front.palette = None;
        self.session.front.dialog = None;
        self.session.front.path_prompt = None;
        self.session.front.question = None;
        self.session.front.shortcuts = false;
        self.session.front.messages = false;
        self.session.front.notes = false;
        self.session.front.rules = false;
        self.session.front.about = false;
    }

    pub(in crate::app) fn read_input(&mut self, ctx: &egui::Context, messages: &mut Vec<Message>) {
        if ctx.input(|i| i.viewport().close_requested()) && !self.window.close_allowed {
            // What is being typed is work too.
            self.end_draft();
            self.keep();
            if self.is_dirty() || self.would_stop_a_search(&After::Close) {
                ctx.send_viewport_cmd(ViewportCommand::CancelClose);
                self.session.front.question = Some(After::Close);
            }
        }
        let dropped: Vec<PathBuf> =
            ctx.input(|i| i.raw.dropped_files.iter().map(|file| file.path().to_owned()).collect());
        if let Some(path) = dropped.into_iter().next() {
            messages.push(Message::OpenFile(path));
        }
        if self.session.has_modal() || self.disk.leftover.is_some() {
            return;
        }
        let is_typing = ctx.text_edit_focused();
        let is_choosing = self.session.view == View::Results;
        let has_results = is_choosing && Command::COPY_SELECTED.check(self).is_ok();
        if !is_typing {
            // Selected text of a message is copied by egui itself.
            let has_selection = ctx
                .with_plugin(|labels: &mut egui::text_selection::LabelSelectionState| labels.has_selection())
                .unwrap_or(false);
            for event in ctx.input(|i| i.events.clone()) {
                match event {
                    egui::Event::Copy if !has_selection && has_results => {
                        messages.push(Message::Run(Command::COPY_SELECTED));
                    }
                    egui::Event::Copy if !has_selection => messages.push(Message::Run(Command::COPY)),
                    egui::Event::Paste(text) => {
                        messages.push(Message::Paste(text, ctx.input(|i| i.modifiers.shift)));
                    }
                    egui::Event::PasteImage(image) => messages.push(Message::PastePicture(image)),
                    _ => {}
                }
            }
        }
        // Solving by hand has keys of its own, and an undo.
        let solving = self.solving().filter(|_| self.session.view == View::Puzzle);
        let has_marks = solving.is_some_and(Solving::has_history);
        // Most modifiers first, or Ctrl+Shift+Z would be taken for Ctrl+Z.
        let mut shortcuts: Vec<_> = Command::all()
            .filter(|command| !(is_typing && command.yields_to_typing()))
            .flat_map(|command| command.shortcuts().iter().map(move |shortcut| (command, shortcut)))
            .filter(|(command, _)| command.has_keys_in(self.session.view))
            .collect();
        shortcuts.sort_by_key(|(_, shortcut)| std::cmp::Reverse(n_modifiers(shortcut.modifiers)));
        ctx.input_mut(|input| {
            for (command, shortcut) in shortcuts {
                if input.consume_shortcut(shortcut) {
                    messages.push(Message::Run(match command {
                        Command::UNDO if has_marks => Command::UNDO_MARK,
                        Command::REDO if has_marks => Command::REDO_MARK,
                        _ => command,
                    }));
                }
            }
        });
    }
}

fn n_modifiers(modifiers: egui::Modifiers) -> usize {
    [modifiers.command, modifiers.shift, modifiers.alt].into_iter().filter(|&held| held).count()
}

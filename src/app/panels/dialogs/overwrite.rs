//! The question before a file is replaced of which the setter may not know.

use crate::app::io::name_of;
use crate::app::language::tr;
use crate::app::message::{Message, OverwriteAnswer};
use crate::app::panels::modal::{modal_ui, primary, secondary};
use crate::app::session::Overwrite;
use eframe::egui;
use egui::{Label, RichText, Ui};
use std::path::{Path, PathBuf};

/// Files whose names are listed.
const MAX_LISTED: usize = 6;

pub(in crate::app::panels) fn overwrite_ui(overwrite: &Overwrite, ctx: &egui::Context, messages: &mut Vec<Message>) {
    match overwrite {
        Overwrite::Changed(path) => changed_ui(path, ctx, messages),
        Overwrite::Project(path) => replace_ui(std::slice::from_ref(path), ctx, messages),
        Overwrite::Export { existing, .. } | Overwrite::Proof { existing, .. } => replace_ui(existing, ctx, messages),
    }
}

/// Another window or program wrote the project's file.
fn changed_ui(path: &Path, ctx: &egui::Context, messages: &mut Vec<Message>) {
    modal_ui(ctx, tr!("The file has changed"), messages, |ui, messages| {
        let name = name_of(path);
        let text = tr!("Another window or program has changed {name} since it was opened or saved here.", name);
        ui.add(Label::new(text).wrap());
        ui.add_space(8.0);
        for line in [
            tr!("Save as: keep both, and save this project to another file"),
            tr!("Overwrite: lose the changes made elsewhere"),
            tr!("Reload: lose the changes made here"),
        ] {
            ui.add(Label::new(RichText::new(line).weak()).wrap());
        }
        ui.add_space(12.0);
        let others = [
            (tr!("Overwrite"), OverwriteAnswer::Overwrite),
            (tr!("Reload"), OverwriteAnswer::Reload),
            (tr!("Cancel"), OverwriteAnswer::Cancel),
        ];
        answers_ui(ui, &others, messages);
    });
}

/// Other files stand where something shall be written.
fn replace_ui(existing: &[PathBuf], ctx: &egui::Context, messages: &mut Vec<Message>) {
    let title = if existing.len() == 1 { tr!("Replace the file?") } else { tr!("Replace the files?") };
    modal_ui(ctx, title, messages, |ui, messages| {
        let names: Vec<String> = existing.iter().take(MAX_LISTED).map(|path| name_of(path)).collect();
        let names = match existing.len().saturating_sub(MAX_LISTED) {
            0 => names.join(", "),
            more => tr!("{files} and {more} more", files = names.join(", "), more),
        };
        let folder = existing.first().and_then(|path| path.parent()).filter(|folder| !folder.as_os_str().is_empty());
        let text = match (folder.map(|folder| folder.display()), existing.len()) {
            (Some(folder), 1) => tr!("{file} already exists in {folder}.", file = names, folder),
            (Some(folder), _) => tr!("{files} already exist in {folder}.", files = names, folder),
            (None, 1) => tr!("{file} already exists.", file = names),
            (None, _) => tr!("{files} already exist.", files = names),
        };
        ui.add(Label::new(text).wrap());
        ui.add_space(12.0);
        answers_ui(
            ui,
            &[(tr!("Replace"), OverwriteAnswer::Overwrite), (tr!("Cancel"), OverwriteAnswer::Cancel)],
            messages,
        );
    });
}

/// The answers from left to right; the one that loses nothing comes first, and Enter is enough for it.
fn answers_ui(ui: &mut Ui, others: &[(&str, OverwriteAnswer)], messages: &mut Vec<Message>) {
    ui.horizontal(|ui| {
        if primary(ui, tr!("Save as…")).clicked() {
            messages.push(Message::OverwriteAnswer(OverwriteAnswer::SaveAs));
        }
        for (text, answer) in others {
            if secondary(ui, text).clicked() {
                messages.push(Message::OverwriteAnswer(*answer));
            }
        }
    });
}

//! Version and licences.

use crate::app::language::{tr, tr_n};
use crate::app::message::Message;
use crate::app::panels::modal::{close_ui, modal_ui};
use crate::app::widgets::left_label;
use eframe::egui;
use egui::{Label, RichText, ScrollArea};

/// Name, version and licence of each package of `Cargo.lock`; `scripts/licences` writes it.
const LICENCES: &str = include_str!("../../../../assets/licences.txt");

pub(in crate::app::panels) fn about_ui(ctx: &egui::Context, messages: &mut Vec<Message>) {
    modal_ui(ctx, tr!("About cluesmith"), messages, |ui, messages| {
        ui.label(tr!("Version {version}", version = env!("CARGO_PKG_VERSION")));
        ui.add(Label::new(tr!("A studio for people who set Sudoku puzzles. Licence: MIT or Apache 2.0")).wrap());
        ui.add(Label::new(tr!("Typeface: Inter by the Inter Project Authors, SIL Open Font License 1.1")).wrap());
        ui.add_space(8.0);
        let lines: Vec<&str> = LICENCES.lines().filter(|line| !line.starts_with('#')).collect();
        ui.heading(tr!("Libraries"));
        ui.weak(tr_n!(
            lines.len(),
            "1 package by other people is part of it or helps to build it",
            "{n} packages by other people are part of it or help to build it"
        ));
        ScrollArea::vertical().id_salt("licences").max_height(240.0).auto_shrink([false, true]).show_rows(
            ui,
            18.0,
            lines.len(),
            |ui, rows| {
                for line in &lines[rows] {
                    left_label(ui, egui::vec2(400.0, 18.0), RichText::new(*line).small());
                }
            },
        );
        close_ui(ui, messages);
    });
}

#[cfg(test)]
mod tests {
    use super::LICENCES;
    use std::collections::BTreeSet;

    /// `cxx` names it under a condition that never holds, to keep the versions in step; nothing builds it.
    const NEVER_BUILT: &str = "cxxbridge-cmd ";

    #[test]
    fn every_package_of_the_lock_file_is_named() {
        let lock = include_str!("../../../../Cargo.lock");
        let mut expected = BTreeSet::new();
        for package in lock.split("[[package]]").skip(1).filter(|package| package.contains("\nsource = ")) {
            let field = |name: &str| {
                let rest = package.split(&format!("\n{name} = \"")).nth(1).unwrap_or_default();
                rest.split('"').next().unwrap_or_default().to_owned()
            };
            expected.insert(format!("{} {}", field("name"), field("version")));
        }
        let named = LICENCES.lines().filter(|line| !line.starts_with('#'));
        let named: BTreeSet<String> = named.filter_map(|line| line.split(": ").next()).map(str::to_owned).collect();
        expected.retain(|package| !package.starts_with(NEVER_BUILT));
        let differing: Vec<_> = expected.symmetric_difference(&named).collect();
        assert!(differing.is_empty(), "run scripts/licences: {differing:?}");
    }
}

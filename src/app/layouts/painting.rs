//! The design panel while regions are painted: tools, and what is missing.

use super::rules_panel::{rule_brushes_ui, rules_status_ui};
use crate::app::board::RegionTool;
use crate::app::buttons::{command_button, explain};
use crate::app::command::Command;
use crate::app::focus::tab_group;
use crate::app::language::{tr, tr_n};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::widgets::{Mark, paint_regions};
use crate::grid::Regions;
use eframe::egui;
use egui::{Button, Label, RichText, ScrollArea, Sense, Ui, Vec2, vec2};

pub(in crate::app) fn painting_ui(app: &App, tool: RegionTool, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.heading(tr!("Regions"));
    tab_group(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for (kind, title, command) in [
                (RegionTool::Paint, tr!("Paint"), Command::PAINT_REGIONS),
                (RegionTool::Exchange, tr!("Exchange"), Command::EXCHANGE_CELLS),
            ] {
                let button = Button::selectable(kind == tool, title);
                let response = ui.add(button).accessible_name(tr!("Region tool: {tool}", tool = title.to_lowercase()));
                if explain(ui, response, command, Ok(())).clicked() {
                    messages.push(Message::RegionTool(Some(kind)));
                }
            }
            let response = ui.button(tr!("Done"));
            let response = response.on_hover_text(tr!("Paint clue cells again; unfinished regions stay as a draft"));
            if response.clicked() {
                messages.push(Message::RegionTool(None));
            }
        });
    });
    tab_group(ui, |ui| rule_brushes_ui(tool, app.project().shape().n(), ui, messages));
    if let RegionTool::Rules(_) = tool {
        rules_status_ui(app, ui, messages);
        return;
    }
    tab_group(ui, |ui| {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            if app.layouts.fills.is_waiting() {
                command_button(app, ui, messages, Command::STOP_FILL, tr!("Cancel filling"));
                ui.spinner();
            } else {
                command_button(app, ui, messages, Command::FILL_REGIONS, tr!("Fill the rest"));
            }
            command_button(app, ui, messages, Command::CLEAR_REGIONS, tr!("Clear"));
            command_button(app, ui, messages, Command::DISCARD_REGIONS, tr!("Discard draft"));
        });
    });
    ui.add_space(6.0);
    status_ui(app, ui);
}

/// What is missing, and the layout that is in force meanwhile.
fn status_ui(app: &App, ui: &mut Ui) {
    let palette = theme::palette(ui.ctx());
    let sentences = missing(&app.regions());
    ScrollArea::vertical().id_salt("missing").auto_shrink(false).show(ui, |ui| {
        if sentences.is_empty() {
            ui.horizontal(|ui| {
                let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
                Mark::Full.paint(ui.painter(), rect, palette.base);
                ui.add(Label::new(tr!("The regions are finished: they are the layout.")).wrap());
            });
        }
        for sentence in &sentences {
            ui.add(Label::new(sentence).wrap());
        }
        // Regions may lie in several parts, but seldom on purpose.
        let regions = app.regions();
        for region in (0..regions.n() as u8).filter(|&region| regions.n_parts(region) > 1) {
            let (number, n_parts) = (region + 1, regions.n_parts(region));
            let note = tr!("Region {number} lies in {n_parts} parts, which is allowed.", number, n_parts);
            ui.add(Label::new(RichText::new(note).weak()).wrap());
        }
        if !sentences.is_empty() {
            ui.add_space(8.0);
            ui.add(Label::new(tr!("Until they are finished, this layout stays in force:")).wrap());
            let (rect, _) = ui.allocate_exact_size(Vec2::splat(96.0), Sense::hover());
            paint_regions(ui, rect, &Regions::of(app.project().shape()));
        }
    });
}

/// What regions lack to be a layout, a sentence each; nothing if they are finished.
pub(in crate::app) fn missing(regions: &Regions) -> Vec<String> {
    let n = regions.n();
    let mut sentences = Vec::new();
    let mut n_unused = 0;
    for region in 0..n as u8 {
        let (found, number) = (regions.count(region), region + 1);
        match found {
            0 => n_unused += 1,
            _ if found != n => sentences.push(tr!("Region {number} has {found} of {n} cells.", number, found, n)),
            _ => {}
        }
    }
    if n_unused > 0 {
        sentences.push(tr_n!(n_unused, "1 region has no cells yet.", "{n} regions have no cells yet."));
    }
    let n_free = regions.n_free();
    if n_free > 0 {
        sentences.push(tr_n!(n_free, "1 cell belongs to no region.", "{n} cells belong to no region."));
    }
    sentences
}

#[cfg(test)]
mod tests {
    use super::missing;

    #[test]
    fn what_is_missing_is_said() {
        let check = |text: &str, expected: &[&str]| {
            assert_eq!(missing(&format!("4 regions={text}").parse().expect("regions")), expected, "{text}");
        };
        check("AABBAABBCCDDCCDD", &[]);
        check("AAABAABBCCDDCCDD", &["Region 1 has 5 of 4 cells.", "Region 2 has 3 of 4 cells."]);
        check("AABBAABBCCDDCCD.", &["Region 4 has 3 of 4 cells.", "1 cell belongs to no region."]);
        check("AA..AA..........", &["3 regions have no cells yet.", "12 cells belong to no region."]);
        check("AABBAABBCCCCCCCC", &["Region 3 has 8 of 4 cells.", "1 region has no cells yet."]);
    }
}

//! What lies in front: questions, the path field, the palette, notices, help.

use super::dialogs::{about_ui, dialog_ui, overwrite_ui};
use super::palette::palette_ui;
use crate::app::command::Menu;
use crate::app::language::{tr, tr_n};
use crate::app::message::{Message, SaveAnswer};
use crate::app::notices::{Notice, Severity};
use crate::app::panels::modal::{modal_ui, primary, secondary};
use crate::app::session::{After, Field, PathPrompt, PathUse};
use crate::app::studio::App;
use crate::app::theme;
use crate::app::widgets::{Icon, icon_button};
use eframe::egui;
use egui::{Align2, Area, Frame, Grid, Id, Key, Label, Modal, RichText, ScrollArea, TextEdit, Ui, vec2};

pub(super) fn overlays_ui(app: &App, ui: &Ui, messages: &mut Vec<Message>) {
    let ctx = ui.ctx();
    let session = app.session();
    if app.disk.leftover.is_some() {
        recovery_ui(app, ctx, messages);
    } else if let Some(after) = &session.front.question {
        question_ui(app, after, ctx, messages);
    } else if let Some(overwrite) = session.front.overwrite.first() {
        overwrite_ui(overwrite, ctx, messages);
    } else if let Some(prompt) = &session.front.path_prompt {
        path_ui(prompt, ctx, messages);
    } else if let Some(palette) = &session.front.palette {
        palette_ui(app, palette, ctx, messages);
    } else if let Some(dialog) = &session.front.dialog {
        dialog_ui(app, dialog, ctx, messages);
    } else if session.front.shortcuts {
        help_ui(app, ctx, messages);
    } else if session.front.messages {
        log_ui(app, ctx, messages);
    } else if session.front.notes {
        notes_ui(app, ctx, messages);
    } else if session.front.rules {
        rules_ui(app, ctx, messages);
    } else if session.front.about {
        about_ui(ctx, messages);
    }
    notices_ui(app, ctx, messages);
    if session.window.frame_times {
        frame_times_ui(app, ctx);
    }
}

fn question_ui(app: &App, after: &After, ctx: &egui::Context, messages: &mut Vec<Message>) {
    let stops_search = app.would_stop_a_search(after);
    let search_note = tr!("A search is still running and would be stopped.");
    if !app.is_dirty() {
        return modal_ui(ctx, tr!("Stop the search?"), messages, |ui, messages| {
            ui.label(search_note);
            ui.add_space(12.0);
            ui.horizontal(|ui| {
                if primary(ui, tr!("Stop it")).clicked() {
                    messages.push(Message::SaveAnswer(SaveAnswer::Discard));
                }
                if secondary(ui, tr!("Cancel")).clicked() {
                    messages.push(Message::SaveAnswer(SaveAnswer::Cancel));
                }
            });
        });
    }
    modal_ui(ctx, tr!("Save the changes?"), messages, |ui, messages| {
        let parts = app.unsaved_parts();
        let text = tr!("\u{201c}{name}\u{201d} has unsaved changes: {parts}.", name = app.name(), parts);
        ui.add(Label::new(text).wrap());
        if stops_search {
            ui.label(search_note);
        }
        ui.add_space(12.0);
        ui.horizontal(|ui| {
            if primary(ui, tr!("Save")).clicked() {
                messages.push(Message::SaveAnswer(SaveAnswer::Save));
            }
            if secondary(ui, tr!("Discard")).clicked() {
                messages.push(Message::SaveAnswer(SaveAnswer::Discard));
            }
            if secondary(ui, tr!("Cancel")).clicked() {
                messages.push(Message::SaveAnswer(SaveAnswer::Cancel));
            }
        });
    });
}

fn recovery_ui(app: &App, ctx: &egui::Context, messages: &mut Vec<Message>) {
    let Some(leftover) = &app.disk.leftover else { return };
    let frame = Frame::popup(&ctx.global_style()).inner_margin(16);
    Modal::new(Id::unique("recovery")).frame(frame).show(ctx, |ui| {
        ui.set_width(420.0);
        ui.heading(tr!("Unsaved work was found"));
        ui.add_space(4.0);
        let first = leftover.document.current();
        let name = match (&leftover.file, first.title.as_str()) {
            (Some(file), _) => file.display().to_string(),
            (None, "") => tr!("An untitled project").to_owned(),
            (None, title) => title.to_owned(),
        };
        ui.label(tr_n!(
            first.design.pattern.n_clues(),
            "The program ended without saving. {name}, 1 clue cell:",
            "The program ended without saving. {name}, {n} clue cells:",
            name
        ));
        ui.add_space(8.0);
        ui.vertical_centered(|ui| {
            let (rect, _) = ui.allocate_exact_size(egui::Vec2::splat(120.0), egui::Sense::hover());
            crate::app::widgets::paint_thumbnail(ui, rect, &leftover.document.current().design.pattern);
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if primary(ui, tr!("Recover")).clicked() {
                messages.push(Message::Recover(true));
            }
            if secondary(ui, tr!("Discard")).clicked() {
                messages.push(Message::Recover(false));
            }
        });
    });
}

fn path_ui(prompt: &PathPrompt, ctx: &egui::Context, messages: &mut Vec<Message>) {
    let (name, verb) = match prompt.path_use {
        PathUse::Open => (tr!("Open path"), tr!("Open")),
        PathUse::Picture => (tr!("Open picture"), tr!("Open")),
        PathUse::Save => (tr!("Save to path"), tr!("Save")),
        PathUse::Proof => (tr!("Save proof"), tr!("Save")),
        PathUse::Export => (tr!("Export"), tr!("Save")),
    };
    modal_ui(ctx, name, messages, |ui, messages| {
        if let Some(why) = &prompt.why {
            ui.weak(why);
        }
        let mut text = prompt.text.clone();
        let label = ui.label(tr!("Path of the file"));
        let response = ui.add(TextEdit::singleline(&mut text).desired_width(f32::INFINITY)).labelled_by(label.id);
        if response.changed() {
            messages.push(Message::PathText(text));
        }
        let entered = response.lost_focus() && ui.input(|i| i.key_pressed(Key::Enter));
        // The field has the focus from the start.
        if !entered && ui.memory(|memory| memory.focused().is_none()) {
            response.request_focus();
        }
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if primary(ui, verb).clicked() || entered {
                messages.push(Message::PathEnd(prompt.path_use, true));
            }
            if secondary(ui, tr!("Cancel")).clicked() {
                messages.push(Message::PathEnd(prompt.path_use, false));
            }
        });
    });
}

fn help_ui(app: &App, ctx: &egui::Context, messages: &mut Vec<Message>) {
    modal_ui(ctx, tr!("Keys and mouse"), messages, |ui, messages| {
        let mut text = app.session().front.keys_filter.clone();
        let edit =
            TextEdit::singleline(&mut text).desired_width(f32::INFINITY).hint_text(tr!("Find a key or a command"));
        let response = ui.add(edit).accessible_name(tr!("Find keys"));
        if response.changed() {
            messages.push(Message::KeysFilter(text));
        }
        if ui.memory(|memory| memory.focused().is_none()) {
            response.request_focus();
        }
        ui.add_space(4.0);
        let wanted = app.session().front.keys_filter.trim().to_lowercase();
        let row = |ui: &mut Ui, keys: &str, what: &str| {
            if !keys.to_lowercase().contains(&wanted) && !what.to_lowercase().contains(&wanted) {
                return;
            }
            ui.label(RichText::new(keys).family(theme::semibold()).size(12.5));
            ui.add(Label::new(RichText::new(what).size(12.5)).wrap());
            ui.end_row();
        };
        // As high whatever is found.
        let height = (ctx.content_rect().height() - 220.0).min(480.0);
        ui.set_min_height(height + ui.min_rect().height());
        ScrollArea::vertical().max_height(height).min_scrolled_height(height).auto_shrink(false).show(ui, |ui| {
            Grid::new("keys").num_columns(2).spacing(vec2(16.0, 4.0)).show(ui, |ui| {
                row(ui, tr!("Drag"), tr!("Paint; erase if the first cell is a clue"));
                row(ui, tr!("Drag with the right button"), tr!("Erase"));
                row(ui, tr!("Shift while dragging"), tr!("A straight line from the first cell"));
                row(ui, tr!("Esc while dragging"), tr!("Cancel the stroke"));
                row(ui, tr!("Arrows on the board"), tr!("Go from cell to cell; with Ctrl from box to box"));
                row(ui, tr!("Home and End"), tr!("Go to the ends of the row; with Ctrl to the corners"));
                row(ui, tr!("Space on the board"), tr!("Make or remove a clue cell; in the trace view: play or pause"));
                row(ui, tr!("1 to 9, A to P"), tr!("Put this digit into the cell and keep it"));
                row(ui, tr!("Delete"), tr!("Remove the digit, then the clue cell"));
                row(ui, "Z, X, C, V, B, N", tr!("In the puzzle view: digit, corner, centre, colour, line, filter"));
                row(
                    ui,
                    tr!("Ctrl and wheel"),
                    tr!("Enlarge or shrink the board; the wheel alone moves an enlarged board"),
                );
                row(ui, tr!("Alt and a letter"), tr!("Open the menu in which this letter is underlined"));
                row(
                    ui,
                    tr!("Tab and arrows"),
                    tr!("Go to the next group of controls; go from one to the other within it"),
                );
                row(
                    ui,
                    tr!("Shift+F10"),
                    tr!("Open the menu of a result or of a saved pattern, as the right button does"),
                );
                for menu in Menu::ALL {
                    for command in menu.commands() {
                        if let Some(keys) = command.shortcut_text(ui.ctx()) {
                            row(ui, &keys, command.title().trim_end_matches('…'));
                        }
                    }
                }
            });
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if secondary(ui, tr!("Close")).clicked() {
                messages.push(Message::CloseFront);
            }
        });
    });
}

fn log_ui(app: &App, ctx: &egui::Context, messages: &mut Vec<Message>) {
    modal_ui(ctx, tr!("Messages"), messages, |ui, messages| {
        let height = (ctx.content_rect().height() - 200.0).min(360.0);
        ScrollArea::vertical().max_height(height).show(ui, |ui| {
            for notice in app.notices().log().iter().rev() {
                ui.add(Label::new(&notice.text).wrap().selectable(true));
            }
            if app.notices().log().is_empty() {
                ui.weak(tr!("There are no messages yet"));
            }
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if secondary(ui, tr!("Close")).clicked() {
                messages.push(Message::CloseFront);
            }
        });
    });
}

fn notes_ui(app: &App, ctx: &egui::Context, messages: &mut Vec<Message>) {
    modal_ui(ctx, tr!("Notes"), messages, |ui, messages| {
        let mut text = match &app.session().input.draft {
            Some((Field::Notes, text)) => text.clone(),
            _ => app.project().notes.clone(),
        };
        ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
            let edit = TextEdit::multiline(&mut text).desired_width(f32::INFINITY).desired_rows(8);
            let response = ui.add(edit).accessible_name(tr!("Notes of this puzzle"));
            if response.changed() {
                messages.push(Message::Draft(Field::Notes, text.clone()));
            }
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            if secondary(ui, tr!("Close")).clicked() {
                messages.push(Message::CloseFront);
            }
        });
    });
}

/// The rules of the puzzle in words, as they are told to solvers.
fn rules_ui(app: &App, ctx: &egui::Context, messages: &mut Vec<Message>) {
    modal_ui(ctx, tr!("Rules in words"), messages, |ui, messages| {
        let project = app.project();
        let composed = project.shape().rules_text();
        let mut text = match &app.session().input.draft {
            Some((Field::Rules, text)) => text.clone(),
            _ => project.rules.clone().unwrap_or_else(|| composed.clone()),
        };
        ui.add(
            Label::new(tr!("Solvers read this on sheets, on web pages and at the sites that links lead to.")).wrap(),
        );
        ui.add_space(4.0);
        ScrollArea::vertical().max_height(360.0).show(ui, |ui| {
            let edit = TextEdit::multiline(&mut text).desired_width(f32::INFINITY).desired_rows(6);
            let response = ui.add(edit).accessible_name(tr!("Rules of this puzzle in words"));
            if response.changed() {
                messages.push(Message::Draft(Field::Rules, text.clone()));
            }
        });
        ui.add_space(4.0);
        let is_own = text != composed;
        ui.weak(if is_own {
            tr!("Your own words: they stay when the layout changes.")
        } else {
            tr!("Composed from the layout: the words change with its rules.")
        });
        ui.add_space(8.0);
        ui.horizontal(|ui| {
            let back = ui.add_enabled_ui(is_own, |ui| secondary(ui, tr!("Use the composed words"))).inner;
            if back.on_disabled_hover_text(tr!("These are the composed words")).clicked() {
                messages.push(Message::Draft(Field::Rules, composed));
            }
            if secondary(ui, tr!("Close")).clicked() {
                messages.push(Message::CloseFront);
            }
        });
    });
}

/// Real labels in the lower right corner: screen readers and tests see them.
fn notices_ui(app: &App, ctx: &egui::Context, messages: &mut Vec<Message>) {
    if app.notices().open().is_empty() {
        if app.session().window.reads_notices {
            messages.push(Message::ReadNotices(false));
        }
        return;
    }
    let area = Area::new(Id::unique("notices")).anchor(Align2::RIGHT_BOTTOM, vec2(-16.0, -16.0));
    let response = area.order(egui::Order::Foreground).show(ctx, |ui| {
        if app.notices().open().len() > 1 {
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Min), |ui| {
                let response = ui.button(tr!("Dismiss all"));
                if response.on_hover_text(tr!("Help > Messages shows them again")).clicked() {
                    messages.push(Message::CloseNotices);
                }
            });
        }
        for notice in app.notices().open() {
            notice_ui(ui, notice, messages);
            ui.add_space(4.0);
        }
    });
    if response.response.contains_pointer() != app.session().window.reads_notices {
        messages.push(Message::ReadNotices(response.response.contains_pointer()));
    }
}

fn notice_ui(ui: &mut Ui, notice: &Notice, messages: &mut Vec<Message>) {
    let palette = theme::palette(ui.ctx());
    let is_error = notice.severity == Severity::Error;
    let edge = if is_error { palette.conflict } else { palette.soft };
    Frame::popup(ui.style()).stroke(egui::Stroke::new(1.5, edge)).inner_margin(10).show(ui, |ui| {
        // No wider than the right panel: it must not lie over the buttons of the verdict.
        ui.set_width(theme::RIGHT_WIDTH - 52.0);
        ui.horizontal(|ui| {
            let width = ui.available_width() - 40.0;
            ui.vertical(|ui| {
                ui.set_width(width);
                ui.add(Label::new(&notice.text).wrap().selectable(true));
            });
            if icon_button(ui, Icon::Close, tr!("Close message"), true).clicked() {
                messages.push(Message::CloseNotice(notice.id));
            }
        });
    });
}

fn frame_times_ui(app: &App, ctx: &egui::Context) {
    let figures = app.frame_figures();
    let area = Area::new(Id::unique("frame times")).anchor(Align2::LEFT_BOTTOM, vec2(16.0, -16.0));
    area.order(egui::Order::Foreground).interactable(false).show(ctx, |ui| {
        Frame::popup(ui.style()).show(ui, |ui| {
            ui.label(tr_n!(
                figures.n_frames as usize,
                "1 frame · median {median} ms · 99 % {most} ms · longest {longest} ms",
                "{n} frames · median {median} ms · 99 % {most} ms · longest {longest} ms",
                median = format_args!("{:.2}", figures.median_ms),
                most = format_args!("{:.2}", figures.p99_ms),
                longest = format_args!("{:.2}", figures.longest_ms)
            ));
            if let Some(frames) = figures.frames_to_answer {
                ui.label(tr!("Last answer after {frames} frames", frames));
            }
        });
    });
}

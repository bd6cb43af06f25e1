//! The manual in front: contents or what was found on the left, the page on the right.

use super::markdown::Span;
use super::{Block, Manual, PAGES, Place, search};
use crate::app::board::{BoardLayout, Digits, Look, paint_lines, paint_picture};
use crate::app::language::tr;
use crate::app::message::Message;
use crate::app::session::Dialog;
use crate::app::theme;
use crate::grid::CellSet;
use crate::logic::{Board, Drawing, STRATEGIES, Step, StrategyId, picture};
use eframe::egui;
use egui::style::ScrollAnimation;
use egui::{
    Align, Button, Frame, Id, Label, Layout, Modal, RichText, ScrollArea, Sense, TextEdit, Ui, Vec2, WidgetInfo, vec2,
};
use std::sync::{Arc, OnceLock};

/// Width of the contents.
const CONTENTS: f32 = 240.0;
/// Longest line of text.
const LINE: f32 = 620.0;
/// Side of a picture.
const PICTURE: f32 = 300.0;

pub(in crate::app) fn manual_ui(manual: &Manual, ctx: &egui::Context, messages: &mut Vec<Message>) {
    let room = ctx.content_rect().size() - vec2(96.0, 96.0);
    let size = vec2(room.x.min(CONTENTS + LINE + 60.0), room.y);
    let frame = Frame::popup(&ctx.global_style()).inner_margin(16);
    let response = Modal::new(Id::unique("manual")).frame(frame).show(ctx, |ui| {
        ui.set_min_size(size);
        ui.set_max_size(size);
        head_ui(manual, ui, messages);
        ui.separator();
        let rest = ui.available_size();
        ui.horizontal_top(|ui| {
            ui.vertical(|ui| {
                ui.set_width(CONTENTS);
                ui.set_height(rest.y);
                contents_ui(manual, ui, messages);
            });
            ui.separator();
            ui.vertical(|ui| page_ui(manual, ui, messages));
        });
    });
    if response.should_close() {
        messages.push(Message::CloseFront);
    }
}

fn show(manual: Manual, messages: &mut Vec<Message>) {
    messages.push(Message::Dialog(Dialog::Manual(manual)));
}

fn head_ui(manual: &Manual, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.horizontal(|ui| {
        let mut wanted = manual.wanted.clone();
        let edit = TextEdit::singleline(&mut wanted).desired_width(CONTENTS - 8.0).hint_text(tr!("Find in the manual"));
        let response = ui.add(edit).accessible_name(tr!("Find in the manual"));
        if response.changed() {
            show(Manual { wanted, ..manual.clone() }, messages);
        }
        if ui.memory(|memory| memory.focused().is_none()) {
            response.request_focus();
        }
        let back = manual.back();
        let button = ui.add_enabled(back.is_some(), Button::new(tr!("Back")));
        if button.on_disabled_hover_text(tr!("This is where the manual was opened")).clicked()
            && let Some(before) = back
        {
            show(before, messages);
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            if ui.button(tr!("Close")).clicked() {
                messages.push(Message::CloseFront);
            }
        });
    });
}

fn contents_ui(manual: &Manual, ui: &mut Ui, messages: &mut Vec<Message>) {
    let salt = if manual.wanted.trim().is_empty() { "contents" } else { "found" };
    ScrollArea::vertical().id_salt(salt).auto_shrink([false, false]).show(ui, |ui| {
        if manual.wanted.trim().is_empty() {
            for (page, content) in PAGES.iter().enumerate() {
                let button = Button::selectable(page == manual.place.page, content.title.as_str()).wrap();
                if ui.add(button).clicked() {
                    show(manual.go_to(Place { page, block: 0 }), messages);
                }
            }
            return;
        }
        let hits = search(&manual.wanted);
        if hits.is_empty() {
            ui.weak(tr!("Nothing in the manual has these words"));
        }
        for hit in hits {
            let button = Button::selectable(hit.place == manual.place, hit.title.as_str()).wrap();
            if ui.add(button).clicked() {
                show(manual.go_to(hit.place), messages);
            }
            if !hit.excerpt.is_empty() {
                ui.add(Label::new(RichText::new(hit.excerpt).small().weak()).wrap().selectable(false));
                ui.add_space(4.0);
            }
        }
    });
}

fn page_ui(manual: &Manual, ui: &mut Ui, messages: &mut Vec<Message>) {
    let page = &PAGES[manual.place.page];
    let mut followed = None;
    ScrollArea::vertical().id_salt(page.file).auto_shrink([false, false]).show(ui, |ui| {
        ui.set_max_width(LINE.min(ui.available_width() - 12.0));
        // Lines of text are as high as text, not as buttons.
        ui.spacing_mut().interact_size.y = 0.0;
        // Heights stay as they are while the page is as wide; what is out of sight is not laid out again.
        let id = Id::unique(("heights", page.file, ui.available_width() as i32, ui.pixels_per_point().to_bits()));
        let known: Option<Arc<[f32]>> = ui.data(|data| data.get_temp(id));
        let visible = ui.clip_rect().expand(ui.clip_rect().height());
        let mut heights = Vec::with_capacity(page.blocks.len());
        for (index, block) in page.blocks.iter().enumerate() {
            let top = ui.cursor().min;
            match known.as_ref().map(|heights| heights[index]) {
                Some(height) if top.y > visible.bottom() || top.y + height < visible.top() => ui.add_space(height),
                _ => block_ui(block, index, ui, &mut followed),
            }
            heights.push(ui.cursor().min.y - top.y);
            if manual.is_new && index == manual.place.block {
                let rect = egui::Rect::from_min_max(top, ui.cursor().min.max(top + vec2(1.0, 1.0)));
                ui.scroll_to_rect_animation(rect, Some(Align::TOP), ScrollAnimation::none());
            }
        }
        if known.is_none() {
            ui.data_mut(|data| data.insert_temp::<Arc<[f32]>>(id, heights.into()));
        }
        // So that the last section can stand at the top too.
        ui.add_space(ui.clip_rect().height() * 0.6);
    });
    match followed {
        Some(link) => match Place::of_link(&link, manual.place.page) {
            Some(place) => show(manual.go_to(place), messages),
            None => ui.ctx().open_url(egui::OpenUrl::new_tab(link)),
        },
        None if manual.is_new => show(Manual { is_new: false, ..manual.clone() }, messages),
        None => {}
    }
}

fn block_ui(block: &Block, index: usize, ui: &mut Ui, followed: &mut Option<String>) {
    match block {
        Block::Heading(level, spans) => {
            ui.add_space(match (index, level) {
                (0, _) => 0.0,
                (_, 1 | 2) => 16.0,
                _ => 10.0,
            });
            let size = [20.0, 16.5, 14.5][level.min(&3) - 1];
            let text: String = spans.iter().map(|span| span.text.as_str()).collect();
            let text = RichText::new(text).size(size).family(theme::semibold());
            let response = ui.add(Label::new(text).wrap());
            response.widget_info(|| WidgetInfo::labeled(egui::Role::Heading, true, block.text()));
            ui.add_space(4.0);
        }
        Block::Paragraph(spans) => {
            spans_ui(spans, ui, followed);
            ui.add_space(8.0);
        }
        Block::Item(mark, depth, spans) => {
            ui.horizontal_top(|ui| {
                ui.add_space(8.0 + 18.0 * *depth as f32);
                ui.label(mark);
                ui.vertical(|ui| spans_ui(spans, ui, followed));
            });
            ui.add_space(4.0);
        }
        Block::Quotation(spans) => {
            Frame::new().inner_margin(egui::Margin { left: 24, ..egui::Margin::ZERO }).show(ui, |ui| {
                spans_ui(spans, ui, followed);
            });
            ui.add_space(8.0);
        }
        Block::Code(text) => {
            let palette = theme::palette(ui.ctx());
            Frame::new().fill(palette.window).corner_radius(4).inner_margin(8).show(ui, |ui| {
                ui.set_width(ui.available_width());
                ui.add(Label::new(RichText::new(text).monospace()).wrap().selectable(true));
            });
            ui.add_space(8.0);
        }
        Block::Table(rows) => {
            ui.add_space(6.0);
            table_ui(rows, ui, followed);
            ui.add_space(8.0);
        }
        Block::Picture(description, file) => {
            let named = STRATEGIES.iter().find(|strategy| file.ends_with(&format!("/{}.svg", strategy.name())));
            if let Some(strategy) = named {
                example_ui(ui, strategy.id(), description);
                ui.add_space(8.0);
            }
        }
    }
}

fn spans_ui(spans: &[Span], ui: &mut Ui, followed: &mut Option<String>) {
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = Vec2::ZERO;
        for span in spans {
            let mut text = RichText::new(&span.text);
            if span.is_bold {
                text = text.family(theme::semibold());
            }
            if span.is_emphasised {
                text = text.italics();
            }
            if span.is_code {
                text = text.code();
            }
            match &span.link {
                Some(link) => {
                    if ui.link(text).on_hover_text(link).clicked() {
                        *followed = Some(link.clone());
                    }
                }
                None => {
                    ui.add(Label::new(text).wrap().selectable(true));
                }
            }
        }
    });
}

/// Columns as wide as their texts ask for, of the room that there is.
fn table_ui(rows: &[Vec<Vec<Span>>], ui: &mut Ui, followed: &mut Option<String>) {
    /// Between columns.
    const GAP: f32 = 12.0;
    let n = rows.iter().map(Vec::len).max().unwrap_or(0);
    let length = |cell: &Vec<Span>| cell.iter().map(|span| span.text.chars().count()).sum::<usize>();
    let longest: Vec<f32> = (0..n)
        .map(|col| rows.iter().filter_map(|row| row.get(col)).map(length).max().unwrap_or(1).clamp(6, 60) as f32)
        .collect();
    let room = ui.available_width() - GAP * n as f32;
    let share = (room / longest.iter().sum::<f32>()).min(9.0);
    for (number, row) in rows.iter().enumerate() {
        ui.horizontal_top(|ui| {
            ui.spacing_mut().item_spacing.x = GAP;
            for (cell, width) in row.iter().zip(&longest) {
                ui.vertical(|ui| {
                    ui.set_width(width * share);
                    if number == 0 {
                        let bold: Vec<Span> = cell.iter().map(|span| Span { is_bold: true, ..span.clone() }).collect();
                        spans_ui(&bold, ui, followed);
                    } else {
                        spans_ui(cell, ui, followed);
                    }
                });
            }
        });
        if number == 0 {
            ui.separator();
        }
    }
}

/// The position of the strategy's example and the step that it is about; sought once.
fn example(id: StrategyId) -> Option<&'static (Board, Step)> {
    static EXAMPLES: [OnceLock<Option<(Board, Step)>>; STRATEGIES.len()] =
        [const { OnceLock::new() }; STRATEGIES.len()];
    EXAMPLES[id as usize]
        .get_or_init(|| picture(id).and_then(|picture| Some((picture.board.clone(), picture.step()?))))
        .as_ref()
}

/// A small board with the candidates that take part in the step.
pub(in crate::app) fn example_ui(ui: &mut Ui, id: StrategyId, description: &str) {
    let side = PICTURE.min(ui.available_width());
    let (room, response) = ui.allocate_exact_size(Vec2::splat(side), Sense::hover());
    response.widget_info(|| WidgetInfo::labeled(egui::Role::Image, true, description));
    if !ui.is_rect_visible(room) {
        return;
    }
    let Some((board, step)) = example(id) else { return };
    let layout = BoardLayout::fit(room, board.shape(), ui.pixels_per_point());
    let painter = ui.painter();
    painter.rect_filled(layout.rect, 2.0, theme::palette(ui.ctx()).paper);
    let drawing = Drawing::new(board.clone(), Some(step));
    paint_picture(painter, &layout, &drawing, Look::default(), &mut Digits::new(&layout));
    paint_lines(painter, &layout, &CellSet::EMPTY);
}

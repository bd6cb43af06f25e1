//! Sentences about steps: words that name cells light them up on the board.

use super::language::{told, tr};
use super::message::Message;
use super::theme;
use crate::grid::CellSet;
use crate::logic::Sentence;
use eframe::egui;
use egui::text::{CCursor, LayoutJob, TextFormat};
use egui::text_selection::LabelSelectionState;
use egui::{FontId, Label, Rect, Role, Sense, Stroke, Ui, WidgetInfo};

/// The sentence, wrapped; names of cells and houses are links that highlight while pointed at.
pub(super) fn sentence_ui(ui: &mut Ui, salt: &str, sentence: &Sentence, messages: &mut Vec<Message>) {
    let palette = theme::palette(ui.ctx());
    let font = FontId::proportional(14.0);
    let plain = TextFormat::simple(font.clone(), palette.ink);
    let line = theme::mix(palette.panel, palette.accent, 0.6);
    let link = TextFormat { underline: Stroke::new(1.0, line), ..TextFormat::simple(font, palette.ink) };
    let sentence = told(sentence);
    let (sentence, found) = (sentence.text(), sentence.mentions());
    let mut job = LayoutJob::default();
    let mut at = 0;
    for mention in found {
        job.append(&sentence[at..mention.range.start], 0.0, plain.clone());
        job.append(&sentence[mention.range.clone()], 0.0, link.clone());
        at = mention.range.end;
    }
    job.append(&sentence[at..], 0.0, plain);
    let (corner, galley, response) = Label::new(job).wrap().selectable(true).layout_in_ui(ui);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, sentence));
    let id = ui.scope_id().with(("sentence", salt));
    let mut pointed = CellSet::EMPTY;
    for (number, mention) in found.iter().enumerate() {
        let place = |byte: usize| {
            let n_chars = sentence[..byte].chars().count();
            galley.pos_from_cursor(CCursor { prefer_next_row: true, ..CCursor::new(n_chars) })
        };
        let (start, end) = (place(mention.range.start), place(mention.range.end));
        // Two words may stand on two lines; the second one is enough then.
        let left = if (start.min.y - end.min.y).abs() < 1.0 { start.min } else { egui::pos2(0.0, end.min.y) };
        let rect = Rect::from_min_max(left, end.max).translate(corner.to_vec2());
        let words = &sentence[mention.range.clone()];
        let response = ui.interact(rect, id.with(number), Sense::hover());
        response.widget_info(|| WidgetInfo::labeled(Role::Link, true, tr!("Show {words}", words)));
        if response.contains_pointer() {
            pointed = mention.cells;
        }
    }
    LabelSelectionState::label_text_selection(ui, &response, corner, galley, palette.ink, Stroke::NONE);
    if !pointed.is_empty() {
        messages.push(Message::Highlight(pointed));
    }
}

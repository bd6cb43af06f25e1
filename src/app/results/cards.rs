//! Results as cards: a board large enough to read, the rating and the hardest step.

use super::entry::{entry_ui, tools_ui};
use super::gallery::{Column, GalleryEntry};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::widgets::paint_puzzle;
use eframe::egui;
use egui::text::{LayoutJob, TextFormat, TextWrapping};
use egui::{Align2, FontId, Rect, ScrollArea, Ui, Vec2, pos2, vec2};

/// Width of a card at least, and at most where the window is wide.
const LEAST: f32 = 106.0;
const WIDE: f32 = 150.0;
const GAP: f32 = 6.0;
const PAD: f32 = 6.0;
/// Height of the two lines below the board.
const TEXT: f32 = 48.0;

/// The cards; only those on the screen are laid out.
pub(super) fn cards_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let n_shown = app.gallery().n_shown();
    // The bar of the list lies at the right.
    let width = ui.available_width() - 12.0;
    let least = if width < 4.0 * WIDE { LEAST } else { WIDE };
    let n_columns = (((width + GAP) / (least + GAP)) as usize).max(1);
    let card = ((width + GAP) / n_columns as f32 - GAP).floor();
    let size = vec2(card, card + TEXT);
    ui.spacing_mut().item_spacing.y = GAP;
    ScrollArea::vertical().id_salt("cards").auto_shrink(false).show_rows(
        ui,
        size.y,
        n_shown.div_ceil(n_columns),
        |ui, rows| {
            for row in rows {
                let (_, line) = ui.allocate_space(vec2(width, size.y));
                let cards = row * n_columns..((row + 1) * n_columns).min(n_shown);
                for (column, entry) in app.gallery().shown(cards).enumerate() {
                    let at = line.min + vec2(column as f32 * (card + GAP), 0.0);
                    card_ui(app, ui, Rect::from_min_size(at, size), entry, messages);
                }
            }
        },
    );
}

fn card_ui(app: &App, ui: &mut Ui, rect: Rect, entry: &GalleryEntry, messages: &mut Vec<Message>) {
    let palette = theme::palette(ui.ctx());
    ui.painter().rect_filled(rect, 4.0, theme::mix(palette.window, palette.ink, 0.05));
    entry_ui(app, ui, rect, entry, messages);
    let side = rect.width() - 2.0 * PAD;
    paint_puzzle(ui, Rect::from_min_size(rect.min + Vec2::splat(PAD), Vec2::splat(side)), &entry.puzzle);
    let texts = ui.painter().with_clip_rect(rect.shrink(2.0));
    let (left, below) = (rect.min.x + PAD, rect.min.y + PAD + side);
    let rating = rating_text(entry);
    texts.text(
        pos2(left, below + 16.0),
        Align2::LEFT_CENTER,
        rating,
        FontId::new(14.0, theme::semibold()),
        palette.ink,
    );
    let number = match entry.duplicate_of {
        Some(first) => format!("{} = {first}", entry.id),
        None => entry.id.to_string(),
    };
    let line = format!("{number} · {}", Column::Hardest.text(entry));
    let soft = theme::mix(palette.soft, palette.ink, 0.5);
    let wrap = TextWrapping::truncate_at_width(side);
    let format = TextFormat::simple(FontId::proportional(12.0), soft);
    let galley = texts.layout_job(LayoutJob { wrap, ..LayoutJob::single_section(line, format) });
    texts.galley(pos2(left, below + 38.0 - galley.size().y / 2.0), galley, soft);
    // A small card leaves deleting to its menu.
    tools_ui(ui, pos2(rect.max.x - PAD, below + 16.0), entry, rect.width() >= WIDE - 20.0, messages);
}

/// The figure that a card shows: the one on the scale on which the puzzle was sought, or else what setters know best.
fn rating_text(entry: &GalleryEntry) -> String {
    let sought = entry.figure.map(|(scale, _)| Column::of(scale));
    let column = sought.into_iter().chain([Column::Rating, Column::Own]).find(|column| column.text(entry) != "—");
    column.map_or(String::new(), |column| format!("{} {}", column.title(), column.text(entry)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::{Order, Scale, StrategySet, solve};

    #[test]
    fn a_card_shows_the_figure_on_the_scale_that_was_sought() {
        let check = |puzzle: &str, scale: Option<Scale>, expected: &str| {
            let order = Order::from(StrategySet::ALL);
            let trace = solve(&puzzle.parse().expect("a puzzle"), order);
            let entry = GalleryEntry::new(&trace, scale.map(|scale| (scale, order)), None);
            assert_eq!(rating_text(&entry), expected, "{scale:?}");
        };
        let puzzle = "9...1...8.2..8..7...1...4...4..2.3..53...4...87..6.5..2...5...4...8..9..7.3...1..";
        check(puzzle, None, "SE 3.2");
        check(puzzle, Some(Scale::Se), "SE 3.2");
        check(puzzle, Some(Scale::Sukaku), "Sukaku 3.2");
        check(puzzle, Some(Scale::Hodoku), "HoDoKu 700");
        check("1.....3..1.....2", None, "Effort 13.5");
    }
}

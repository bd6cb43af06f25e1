//! Trace sheets: each step of a solution as a picture and a sentence.

use super::board::draw_step;
use super::font::{Weight, wrapped};
use super::layout::{Pages, slots};
use super::options::{Sheet, SheetError};
use super::page::{Bookmark, Color, Page};
use crate::logic::{Board, Drawing, Step, Trace};

/// The pages of a trace, [`Sheet::per_page`] steps on each; neither [`Sheet::by_difficulty`] nor
/// [`Sheet::title_page`] matters to it.
///
/// # Errors
/// If [`Sheet::check`] refuses the sheet.
pub fn trace_pages(sheet: &Sheet, trace: &Trace) -> Result<Vec<Page>, SheetError> {
    let sheet = &Sheet { by_difficulty: false, title_page: false, ..sheet.clone() };
    sheet.check()?;
    let mut pages = Pages::new(sheet);
    let (columns, rows) = pages.arrangement;
    let slots = slots(pages.body(), columns, rows, sheet.gutter);
    let [_, _, width, height] = slots[0];
    let size = (0.04 * width.min(height)).clamp(2.4, 4.0);

    let mut board = trace.board_before(0);
    let mut pictures = Vec::with_capacity(trace.steps.len());
    for step in &trace.steps {
        let before = board.clone();
        step.apply(&mut board);
        pictures.push((step, before));
    }
    // All boards have the same size: as large as the longest sentence lets them be, up to a limit.
    let sentences: Vec<String> = pictures.iter().map(|(step, before)| sentence(step, before)).collect();
    let caption = 1.5 * size;
    let text_of = |n_lines: usize| size * (0.6 + 1.3 * n_lines as f32);
    let side_of = |n_lines: usize| width.min(height - caption - text_of(n_lines)).max(5.0);
    // Lines may be longer than a small board is wide.
    let room_of = |n_lines: usize| side_of(n_lines).max(width - (width - side_of(n_lines)) / 2.0);
    let lines_of = |text: &str, n_lines: usize| wrapped(text, Weight::Regular, size, room_of(n_lines));
    let fits = |n_lines: &usize| sentences.iter().all(|text| lines_of(text, *n_lines).len() <= *n_lines);
    let n_lines = (1..6).find(fits).unwrap_or(6);
    let (side, text) = (side_of(n_lines), text_of(n_lines));

    for (index, (step, before)) in pictures.iter().enumerate() {
        let [x, y, width, height] = slots[index % slots.len()];
        let page = pages.last(index.is_multiple_of(slots.len()));
        let left = x + (width - side) / 2.0;
        let top = y + 0.4 * (height - caption - side - text).max(0.0);
        let title = format!("{}  {}", index + 1, step.title(before));
        page.text((left, top + size), &title, size, Weight::SemiBold, Color::INK);
        page.bookmarks.push(Bookmark { title: format!("{}: {}", index + 1, step.title(before)), y: top });
        let drawing = Drawing::new(before.clone(), Some(step));
        draw_step(page, (left, top + caption), side, sheet, &drawing);
        let mut lines = lines_of(&sentences[index], n_lines);
        if lines.len() > n_lines {
            lines.truncate(n_lines);
            lines[n_lines - 1].push('\u{2026}');
        }
        for (number, line) in lines.iter().enumerate() {
            let y = top + caption + side + size * (1.6 + 1.3 * number as f32);
            page.text((left, y), line, size, Weight::Regular, Color::INK);
        }
    }
    if trace.steps.is_empty() {
        let [x, y, ..] = slots[0];
        pages.last(true).text((x, y + size), "No step applies.", size, Weight::Regular, Color::INK);
    }
    Ok(pages.finish())
}

/// Why, and what follows; the title stands above the picture.
fn sentence(step: &Step, before: &Board) -> String {
    format!("{}.", step.reason(before))
}

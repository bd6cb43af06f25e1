//! The list of results: what to seek, what shows, one row a puzzle.

use super::gallery::{Column, Filter, GalleryEntry};
use super::jobs::tenths_text;
use crate::app::command::Command;
use crate::app::live::grouped;
use crate::app::message::Message;
use crate::app::widgets::{Icon, command_button, high_enough, icon_button, paint_puzzle, paint_row};
use crate::app::{App, theme};
use eframe::egui;
use egui::{
    Align2, Button, DragValue, FontId, Label, Rect, RichText, Role, ScrollArea, Sense, TextEdit, Ui, UiBuilder, Vec2,
    WidgetInfo, pos2, vec2,
};
use std::fmt::Write;

/// Least height of tools and list.
const HEIGHT: f32 = 320.0;
const ROW: f32 = 92.0;
const THUMBNAIL: f32 = 84.0;
/// Where the columns begin.
const COLUMNS: [f32; 5] = [104.0, 172.0, 240.0, 308.0, 364.0];

/// Most puzzles that one run may be asked for.
const MAX_WANTED: usize = 10_000;

/// The results in the board's place.
pub(in crate::app) fn results_ui(app: &App, ui: &mut Ui, room: Rect, messages: &mut Vec<Message>) {
    let inner = room.shrink2(vec2(0.0, 4.0));
    ui.scope_builder(UiBuilder::new().max_rect(inner), |ui| {
        high_enough(ui, "results", HEIGHT, |ui| all_ui(app, ui, messages));
    });
}

/// The tools, and the list below them.
fn all_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    seek_ui(app, ui, messages);
    ui.add_space(4.0);
    filter_ui(app, ui, messages);
    ui.add_space(4.0);
    list_tools_ui(app, ui, messages);
    ui.add_space(4.0);
    if app.gallery().n_shown() == 0 && !app.gallery().entries().is_empty() {
        ui.add_space(48.0);
        ui.vertical_centered(|ui| ui.weak("No results match"));
    } else if app.gallery().entries().is_empty() {
        ui.add_space(48.0);
        ui.vertical_centered(|ui| {
            let text = "Puzzles that you search for appear here, no two of them alike\n\
                        Paint a pattern, choose how many, and press Find";
            ui.add(Label::new(RichText::new(text).weak()).wrap());
        });
    } else {
        header_ui(app, ui, messages);
        list_ui(app, ui, messages);
    }
}

/// How many, how difficult, and Find.
fn seek_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.horizontal_wrapped(|ui| {
        let mut n_wanted = app.session().n_wanted;
        ui.label("Number of puzzles");
        let value = DragValue::new(&mut n_wanted).range(1..=MAX_WANTED).speed(1.0);
        let response = ui.add_sized([72.0, 24.0], value).accessible_name("How many puzzles");
        if response.on_hover_text("How many puzzles: drag, or click and type").changed() {
            messages.push(Message::Wanted(n_wanted));
        }
        command_button(app, ui, messages, Command::FindDifferent, "Find");
        let phrase = app.project().design.goal.phrase();
        let text = if phrase.is_empty() { "of any difficulty".to_owned() } else { phrase };
        let response = ui.weak(text);
        response.on_hover_text("Chosen in the pattern view, under Difficulty");
    });
}

/// Which results show.
fn filter_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let present = app.gallery().filter();
    let mut filter: Filter = present.clone();
    ui.horizontal_wrapped(|ui| {
        let edit = TextEdit::singleline(&mut filter.text).desired_width(200.0).hint_text("Strategy, SE or clues");
        ui.add(edit).accessible_name("Filter results");
        let toggle = |ui: &mut Ui, is_on: &mut bool, name: &str, help: &str| {
            if ui.add(Button::selectable(*is_on, name)).on_hover_text(help).clicked() {
                *is_on = !*is_on;
            }
        };
        toggle(ui, &mut filter.pinned, "Pinned only", "Show only the pinned results");
        toggle(ui, &mut filter.different, "No duplicates", "Hide results that equal an earlier one");
        let (n, n_shown) = (app.gallery().entries().len(), app.gallery().n_shown());
        if n > 0 {
            let puzzles = if n == 1 { "1 puzzle".to_owned() } else { format!("{} puzzles", grouped(n as u64)) };
            ui.weak(if n_shown == n { puzzles } else { format!("{} of {puzzles}", grouped(n_shown as u64)) });
        }
    });
    if filter != *present {
        messages.push(Message::FilterResults(filter));
    }
}

fn list_tools_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.horizontal_wrapped(|ui| {
        command_button(app, ui, messages, Command::CopyResults, "Copy all");
        command_button(app, ui, messages, Command::SaveResults, "Save as text…");
        command_button(app, ui, messages, Command::DeleteUnpinned, "Delete unpinned");
        command_button(app, ui, messages, Command::DeleteDuplicates, "Delete duplicates");
        command_button(app, ui, messages, Command::RestoreResults, "Restore deleted");
    });
}

/// The titles of the columns; a click sorts.
fn header_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let (rect, _) = ui.allocate_exact_size(vec2(ui.available_width(), 24.0), Sense::hover());
    let (present, is_up) = app.gallery().sorted_by();
    for (column, x) in Column::ALL.into_iter().zip(COLUMNS) {
        let is_present = column == present;
        let width = if column == Column::Hardest { 140.0 } else { 66.0 };
        let at = Rect::from_min_size(rect.min + vec2(x - 8.0, 0.0), vec2(width, 24.0));
        let text = RichText::new(column.title()).size(13.0);
        // A growing end pushes the text to the left.
        let button = Button::selectable(is_present, (text, egui::Atom::grow())).frame_when_inactive(false);
        let name = match (is_present, is_up) {
            (false, _) => format!("Sort by {}", column.title().to_lowercase()),
            (true, true) => format!("Sort by {}, now ascending", column.title().to_lowercase()),
            (true, false) => format!("Sort by {}, now descending", column.title().to_lowercase()),
        };
        let response = ui.put(at, button).accessible_name(name);
        if is_present {
            let icon = if is_up { Icon::Up } else { Icon::Down };
            let right = Rect::from_center_size(at.right_center() - vec2(10.0, 0.0), Vec2::splat(8.0));
            icon.paint(ui.painter(), right, theme::palette(ui.ctx()).ink);
        }
        if response.on_hover_text("Sort by this column; click again to reverse the order").clicked() {
            messages.push(Message::SortResults(column));
        }
    }
}

/// The list; only the rows on the screen are laid out.
fn list_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    ui.spacing_mut().item_spacing.y = 4.0;
    let n_shown = app.gallery().n_shown();
    ScrollArea::vertical().id_salt("results").auto_shrink(false).show_rows(ui, ROW, n_shown, |ui, rows| {
        for entry in app.gallery().shown(rows) {
            row_ui(app, ui, entry, messages);
        }
    });
}

fn row_ui(app: &App, ui: &mut Ui, entry: &GalleryEntry, messages: &mut Vec<Message>) {
    let palette = theme::palette(ui.ctx());
    let is_present = app.project().puzzle.as_ref() == Some(&entry.puzzle);
    let width = ui.available_width() - 12.0;
    let (_, rect) = ui.allocate_space(vec2(width, ROW));
    // By number, or a row that slides under the pointer would take its click.
    let id = ui.scope_id().with(("result", entry.id));
    let response = ui.interact(rect, id, Sense::click());
    paint_row(ui, &response, is_present);
    let thumbnail = Rect::from_min_size(rect.min + Vec2::splat((ROW - THUMBNAIL) / 2.0), Vec2::splat(THUMBNAIL));
    paint_puzzle(ui, thumbnail, &entry.puzzle);
    let hardest = entry.hardest.map_or("—", crate::logic::StrategyId::title);
    let rating = entry.rating.map_or("—".to_owned(), tenths_text);
    let texts = [
        entry.id.to_string(),
        entry.n_clues.to_string(),
        entry.n_steps.to_string(),
        rating.clone(),
        hardest.to_owned(),
    ];
    for (text, x) in texts.iter().zip(COLUMNS) {
        let at = pos2(rect.min.x + x, rect.center().y);
        ui.painter().text(at, Align2::LEFT_CENTER, text, FontId::proportional(14.0), palette.ink);
    }
    let mut name = format!(
        "Result {}, {} clues, {} steps, SE {rating}, hardest {hardest}",
        entry.id, entry.n_clues, entry.n_steps
    );
    let small = |x: f32, text: &str| {
        let at = pos2(rect.min.x + x, rect.center().y + 18.0);
        let color = theme::mix(palette.soft, palette.ink, 0.35);
        ui.painter().text(at, Align2::LEFT_CENTER, text, FontId::proportional(12.0), color);
    };
    if let Some((scale, figure)) = entry.figure {
        let text = format!("{} {}", scale.short_title(), scale.text(figure));
        small(COLUMNS[3], &text);
        let _ = write!(name, ", {text}");
    }
    if let Some(first) = entry.duplicate_of {
        let _ = write!(name, ", equal to result {first}");
        small(COLUMNS[0], &format!("= no. {first}"));
    }
    let response = response.on_hover_ui(|ui| origin_ui(app, ui, entry));
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_present, &name));
    if response.double_clicked() {
        messages.push(Message::Run(Command::ViewPuzzle));
    } else if response.clicked() {
        messages.push(Message::TakeResult(entry.id));
    }

    let tools = Rect::from_center_size(pos2(rect.max.x - 44.0, rect.center().y), vec2(72.0, 26.0));
    // A child that does not move the list's cursor.
    let mut tools = ui.new_child(UiBuilder::new().max_rect(tools).id_salt(entry.id));
    tools.horizontal(|ui| {
        let (icon, name, help) = if entry.is_pinned {
            (Icon::Pinned, "Unpin", "Pinned: kept when the others are deleted")
        } else {
            (Icon::Unpinned, "Pin", "Keep it when the others are deleted")
        };
        if icon_button(ui, icon, &format!("{name} result {}", entry.id), true).on_hover_text(help).clicked() {
            messages.push(Message::PinResult(entry.id));
        }
        let response = icon_button(ui, Icon::Close, &format!("Delete result {}", entry.id), true);
        if response.on_hover_text("Delete; \u{201c}Restore deleted\u{201d} brings it back").clicked() {
            messages.push(Message::DeleteResult(entry.id));
        }
    });
}

/// Where a result comes from, and what it is equal to.
fn origin_ui(app: &App, ui: &mut Ui, entry: &GalleryEntry) {
    if let Some(first) = entry.duplicate_of {
        ui.label(format!("Equal to result {first} by symmetry or renaming of digits"));
    }
    let origin = match entry.search {
        None => "From the lab".to_owned(),
        Some(number) => match app.jobs().all().iter().find(|job| job.number == number) {
            Some(job) => format!("Found by job {number}: {}", job.title),
            None => format!("Found by job {number}, which is no longer on the list"),
        },
    };
    ui.label(origin);
}

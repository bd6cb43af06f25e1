//! What a result answers, whether it is drawn as a card or as a line of the table: clicks, menu, a larger picture.

use super::gallery::{Column, GalleryEntry, ResultId};
use super::selection::{CopyAs, Pick, ResultAct};
use crate::app::command::Command;
use crate::app::focus::join_group;
use crate::app::language::{tr, tr_n};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::widgets::{Icon, context_menu, icon_button, paint_puzzle, paint_row};
use crate::app::wording::{n_clues, n_steps, scale_title, strategy_in_sentence};
use crate::formats::Site;
use eframe::egui;
use egui::{Label, Rect, Response, RichText, Role, Sense, Ui, UiBuilder, Vec2, WidgetInfo, pos2, vec2};
use std::collections::BTreeSet;

/// Side of the picture beside the pointer.
const LARGE: f32 = 270.0;

/// The place of a result: its ground, its name, clicks, menu and the larger picture.
pub(super) fn entry_ui(app: &App, ui: &Ui, rect: Rect, entry: &GalleryEntry, messages: &mut Vec<Message>) -> Response {
    let is_selected = app.session().results.selection.contains(entry.id);
    // By number, or a result that slides under the pointer would take its click.
    let id = ui.scope_id().with(("result", entry.id));
    let response = ui.interact(rect, id, Sense::click());
    join_group(&response);
    paint_row(ui, &response, is_selected);
    if app.project().puzzle.as_ref() == Some(&entry.puzzle) {
        // The one on the board has a bar at its edge.
        let bar = Rect::from_min_size(rect.min + vec2(0.0, 4.0), vec2(3.0, rect.height() - 8.0));
        ui.painter().rect_filled(bar, 1.5, theme::palette(ui.ctx()).accent);
    }
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_selected, name(entry)));
    let modifiers = ui.input(|i| i.modifiers);
    let pick = |pick: Pick| Message::Result(ResultAct::Pick(entry.id, pick));
    if response.double_clicked() {
        messages.push(Message::Run(Command::VIEW_PUZZLE));
    } else if response.clicked() && modifiers.command {
        messages.push(pick(Pick::Toggle));
    } else if response.clicked() && modifiers.shift {
        messages.push(pick(Pick::Range));
    } else if response.clicked() {
        messages.push(pick(Pick::Only));
        messages.push(Message::TakeResult(entry.id));
    } else if response.secondary_clicked() && !is_selected {
        messages.push(pick(Pick::Only));
    }
    context_menu(&response, |ui| menu_ui(app, ui, entry, messages));
    response.on_hover_ui(|ui| large_ui(app, ui, entry))
}

/// What a screen reader says.
fn name(entry: &GalleryEntry) -> String {
    let mut name = tr!(
        "Result {id}, {clues}, {steps}, SE {rating}, hardest {strategy}",
        id = entry.id,
        clues = n_clues(entry.n_clues),
        steps = n_steps(entry.n_steps),
        rating = Column::Rating.text(entry),
        strategy = Column::Hardest.text(entry)
    );
    if let Some((scale, figure)) = entry.figure {
        name = format!("{name}, {} {}", scale_title(scale), scale.text(figure));
    }
    if let Some(first) = entry.duplicate_of {
        name = tr!("{name}, equal to result {first}", name, first);
    }
    name
}

/// Pin and, where there is room, delete, at the right end of a place.
pub(super) fn tools_ui(
    ui: &mut Ui,
    right: egui::Pos2,
    entry: &GalleryEntry,
    has_delete: bool,
    messages: &mut Vec<Message>,
) {
    let size = vec2(if has_delete { 64.0 } else { 30.0 }, 26.0);
    let rect = Rect::from_min_size(pos2(right.x - size.x, right.y - 13.0), size);
    // A child that does not move the cursor of the list.
    let mut tools = ui.new_child(UiBuilder::new().max_rect(rect).id_salt(entry.id));
    tools.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        let one = || BTreeSet::from([entry.id]);
        let id = entry.id;
        let (icon, name, help) = if entry.is_pinned {
            (Icon::Pinned, tr!("Unpin result {id}", id), tr!("Pinned: kept when the others are deleted"))
        } else {
            (Icon::Unpinned, tr!("Pin result {id}", id), tr!("Keep it when the others are deleted"))
        };
        if icon_button(ui, icon, &name, true).on_hover_text(help).clicked() {
            messages.push(Message::Result(ResultAct::Pin(one(), !entry.is_pinned)));
        }
        if !has_delete {
            return;
        }
        let response = icon_button(ui, Icon::Close, &tr!("Delete result {id}", id = entry.id), true);
        if response.on_hover_text(tr!("Delete; \u{201c}Restore deleted\u{201d} brings it back")).clicked() {
            messages.push(Message::Result(ResultAct::Delete(one())));
        }
    });
}

/// The context menu: what can be done with this result, or with all that are selected if it is one of them.
fn menu_ui(app: &App, ui: &mut Ui, entry: &GalleryEntry, messages: &mut Vec<Message>) {
    let selected = app.session().results.selection.shown(app.gallery());
    let ids: BTreeSet<ResultId> = if selected.contains(&entry.id) { selected } else { BTreeSet::from([entry.id]) };
    let n = ids.len();
    let mut line = |ui: &mut Ui, title: String, sent: Vec<Message>| {
        if ui.button(title).clicked() {
            messages.extend(sent);
            ui.close();
        }
    };
    if n == 1 {
        let take = Message::TakeResult(entry.id);
        line(ui, tr!("Put on the board").to_owned(), vec![take.clone()]);
        line(ui, tr!("Show in the puzzle view").to_owned(), vec![take, Message::Run(Command::VIEW_PUZZLE)]);
    }
    let act = |act: ResultAct| vec![Message::Result(act)];
    line(ui, tr_n!(n, "Add to the project", "Add {n} puzzles to the project"), act(ResultAct::Add(ids.clone())));
    let is_pinned = entry.is_pinned;
    let pin = if is_pinned { tr_n!(n, "Unpin", "Unpin {n} results") } else { tr_n!(n, "Pin", "Pin {n} results") };
    line(ui, pin, act(ResultAct::Pin(ids.clone(), !is_pinned)));
    ui.separator();
    let copy = |copy: CopyAs| act(ResultAct::Copy(ids.clone(), copy));
    line(ui, tr_n!(n, "Copy as a line of text", "Copy {n} lines of text"), copy(CopyAs::Lines));
    let links = |site: &str| tr_n!(n, "Copy link for {site}", "Copy {n} links for {site}", site);
    line(ui, links("SudokuPad"), copy(CopyAs::Links(Site::SudokuPad)));
    line(ui, links("f-puzzles"), copy(CopyAs::Links(Site::FPuzzles)));
    if n == 1 {
        line(ui, tr!("Copy as a picture").to_owned(), copy(CopyAs::Picture));
    }
    let more = tr_n!(n, "Copy or export as…", "Copy or export {n} results as…");
    let pick = |id: ResultId| Message::Result(ResultAct::Pick(id, Pick::Only));
    // The command is for what is selected.
    let first = (!app.session().results.selection.contains(entry.id)).then(|| pick(entry.id));
    line(ui, more, first.into_iter().chain([Message::Run(Command::EXPORT_SELECTED)]).collect());
    ui.separator();
    line(ui, tr_n!(n, "Delete", "Delete {n} results"), act(ResultAct::Delete(ids.clone())));
}

/// The puzzle large enough to solve, its figures, and where it comes from.
fn large_ui(app: &App, ui: &mut Ui, entry: &GalleryEntry) {
    ui.set_max_width(LARGE + 8.0);
    let (rect, _) = ui.allocate_exact_size(Vec2::splat(LARGE + 4.0), Sense::hover());
    paint_puzzle(ui, rect.shrink(2.0), &entry.puzzle);
    let figures = [Column::Rating, Column::Sukaku, Column::Hodoku, Column::Own].into_iter();
    let figures = figures.filter(|&column| column != Column::Sukaku || column.text(entry) != "—");
    let figures: Vec<String> = figures.map(|c| format!("{} {}", c.title(), c.text(entry))).collect();
    ui.add(Label::new(RichText::new(figures.join(" · ")).strong()).wrap());
    let counts =
        [Column::Clues, Column::Steps, Column::Bottlenecks].map(|c| format!("{} {}", c.title(), c.text(entry)));
    ui.add(Label::new(counts.join(" · ")).wrap());
    let used: Vec<String> = entry.used.iter().map(strategy_in_sentence).collect();
    ui.add(Label::new(tr!("Needs {strategies}", strategies = used.join(", "))).wrap());
    if let Some(first) = entry.duplicate_of {
        ui.add(Label::new(tr!("Equal to result {first} by symmetry or renaming of digits", first)).wrap());
    }
    let origin = match entry.search {
        None => tr!("From the lab").to_owned(),
        Some(number) => match app.jobs().all().iter().find(|job| job.number == number) {
            Some(job) => tr!("From job {number}: {title}", number, title = job.title),
            None => tr!("From job {number}, which is no longer on the list", number),
        },
    };
    ui.add(Label::new(origin).wrap());
    let help = tr!(
        "Click to put it on the board, with Ctrl or Shift to select several; the right button or Shift+F10 shows a menu"
    );
    ui.add(Label::new(RichText::new(help).small().weak()).wrap());
}

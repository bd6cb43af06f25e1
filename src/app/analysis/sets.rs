//! Unavoidable sets: what the clues miss, what each clue is for, how few clues can do.

use super::waiting::{sentence_ui, waiting_for};
use super::{Exhibit, Pointed};
use crate::app::buttons::command_button;
use crate::app::command::Command;
use crate::app::language::{grouped, tr, tr_n};
use crate::app::live::LiveState;
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::view::View;
use crate::app::widgets::{paint_cells, paint_row};
use crate::app::wording::n_cells;
use crate::grid::{CellSet, DigitSet, Pattern, Puzzle, Shape};
use crate::grid_checker::SetType;
use crate::jobs::{SetOfCells, SetsReport};
use eframe::egui;
use egui::text::{LayoutJob, TextWrapping};
use egui::{
    Align2, Button, Color32, DragValue, FontId, Rect, RichText, Role, ScrollArea, Sense, Ui, Vec2, WidgetInfo, pos2,
    vec2,
};
use std::ops::RangeInclusive;

/// Sizes of sets that can be listed; larger ones take too long and are too many.
const LIMITS: RangeInclusive<usize> = 4..=16;
/// Height of a row of the list.
const ROW: f32 = 44.0;

impl App {
    /// The solution that sets and clues are about: the only one, else the first. One that was looked at before
    /// stays as long as it is a solution, or it would change under the setter's hand with every clue.
    pub(in crate::app) fn solution_looked_at(&self) -> Option<&Puzzle> {
        let puzzle = self.puzzle()?;
        if let Some(solution) = self.live.answer().and_then(|answer| answer.solution()) {
            return Some(solution);
        }
        let first = self.analysis()?.solutions.first()?;
        let solves = |grid: &&Puzzle| {
            grid.shape() == puzzle.shape() && puzzle.clues().all(|(cell, digit)| grid.get(cell) == Some(digit))
        };
        let before = self.analysis.sets.last().map(|((_, solution, _), _)| solution).filter(solves);
        Some(before.unwrap_or(first))
    }

    /// The unavoidable sets of the present puzzle, once they are known.
    pub fn sets(&self) -> Option<&SetsReport> {
        let report = self.analysis.sets.last()?.1.as_ref()?;
        let is_present = Some(&report.puzzle) == self.puzzle()
            && Some(&report.solution) == self.solution_looked_at()
            && report.limit == self.session.analysis.set_limit;
        is_present.then_some(report)
    }

    /// The unavoidable sets of the present puzzle; while they are sought, those before, so that the screen does not
    /// flicker.
    pub(in crate::app) fn shown_sets(&self) -> Option<&SetsReport> {
        let is_sought = matches!(self.live.state(), LiveState::Running { .. })
            || self.puzzle().is_some() && (self.solution_looked_at().is_none() || self.analysis.sets.is_waiting());
        let before =
            || self.analysis.sets.last()?.1.as_ref().filter(|report| report.solution.shape() == self.project().shape());
        self.sets().or_else(|| before().filter(|_| is_sought))
    }

    /// What of the report the board shows: pointed at, else chosen, else the first set.
    pub(in crate::app) fn shown_pointed(&self, report: &SetsReport) -> Option<Pointed> {
        let is_there = |pointed: &Pointed| match pointed {
            Pointed::Set(cells) => report.sets.iter().any(|set| set.cells == *cells),
            Pointed::Bound => true,
            Pointed::Puzzle(_) => false,
        };
        let first = || report.sets.first().map(|set| Pointed::Set(set.cells));
        let session = &self.session;
        session.analysis.pointed.filter(is_there).or_else(|| session.analysis.chosen.filter(is_there)).or_else(first)
    }

    /// The clues that these cells become with their mirror images, if all is as it was looked at.
    pub(in crate::app) fn clues_with_images(&self, report: &SetsReport, cells: &CellSet) -> Puzzle {
        let (shape, symmetry) = (report.puzzle.shape(), self.project().symmetry);
        let cells = symmetry.close(shape, cells).difference(&report.puzzle.pattern().cells);
        report.solution.masked(&Pattern { shape, cells })
    }

    /// Whether the board shows unavoidable sets.
    pub(in crate::app) fn shows_sets(&self) -> bool {
        self.session.view == View::Analysis && self.session.analysis.exhibit == Exhibit::Sets
    }
}

/// The panel of the exhibit.
pub(super) fn sets_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let report = app.shown_sets();
    let sentence = match report {
        Some(report) => finding(report),
        None if app.solution_looked_at().is_some() => tr!("Looking for unavoidable sets…").to_owned(),
        None if app.analysis().is_some() => tr!("There is no solution, so there are no sets").to_owned(),
        None => waiting_for(app).to_owned(),
    };
    sentence_ui(ui, &sentence, 40.0);
    ui.horizontal(|ui| {
        ui.label(tr!("Sets of up to"));
        let mut limit = app.session().analysis.set_limit;
        let value = DragValue::new(&mut limit).range(LIMITS).speed(0.1);
        let response = ui.add_sized([44.0, 24.0], value).accessible_name(tr!("Largest unavoidable set"));
        let help =
            tr!("Larger sets are not listed; each further cell takes about twice the time. Drag, or click and type");
        if response.on_hover_text(help).changed() {
            messages.push(Message::SetLimit(limit));
        }
        ui.label(tr!("cells"));
        if let Some(report) = report {
            ui.weak(tr_n!(report.sets.len(), "· 1 set", "· {n} sets"));
        }
    });
    let Some(report) = report else { return };
    ui.horizontal(|ui| {
        command_button(app, ui, messages, Command::ADD_PROPOSED, tr!("Add proposed clues"));
        let n = report.proposed.len();
        if n > 0 {
            ui.weak(n_cells(n));
        }
    });
    ui.add_space(4.0);
    bound_ui(app, ui, report, messages);
    ui.add_space(4.0);
    let rows = rows(report);
    ui.spacing_mut().item_spacing.y = 2.0;
    ScrollArea::vertical().id_salt("unavoidable sets").auto_shrink(false).show_rows(
        ui,
        ROW,
        rows.len(),
        |ui, range| {
            for row in &rows[range] {
                match row {
                    Row::Heading(title, n) => heading_ui(ui, title, *n),
                    Row::Set(index) => set_ui(app, ui, report, *index, messages),
                }
            }
        },
    );
}

/// What the clues hit and miss, in one sentence.
fn finding(report: &SetsReport) -> String {
    let n_missed = report.n_missed();
    let n_proposed = report.proposed.len();
    let more = tr_n!(n_proposed, "1 more clue is enough", "{n} more clues are enough");
    match n_missed {
        0 => tr!("The clues hit every unavoidable set: there is only one solution").to_owned(),
        1 if report.sets[0].cells.len() > report.limit => {
            tr_n!(
                report.sets[0].cells.len(),
                "The clues hit all sets of this size, but miss one of 1 cell: {more}",
                "The clues hit all sets of this size, but miss one of {n} cells: {more}",
                more
            )
        }
        n => tr_n!(n, "The clues miss 1 set: {more}", "The clues miss {n} sets: {more}", more),
    }
}

/// The lower bound, with the sets that prove it.
fn bound_ui(app: &App, ui: &mut Ui, report: &SetsReport, messages: &mut Vec<Message>) {
    let (n, clues) = (report.bound.parts.len(), report.bound.clues());
    // Groups of sets take two clues.
    let are_sets = n == clues;
    let text = match (n, report.bound.is_maximum) {
        (0, _) => tr!("No sets up to this size: no bound on the number of clues").to_owned(),
        (n, true) if are_sets => {
            tr_n!(n, "1 clue or more: 1 disjoint set", "{clues} clues or more: {n} disjoint sets", clues)
        }
        (n, true) => {
            tr_n!(n, "{clues} clues or more: 1 disjoint group", "{clues} clues or more: {n} disjoint groups", clues)
        }
        // Cut short: there may be more of them.
        (n, false) if are_sets => {
            tr_n!(
                n,
                "1 clue or more: 1 disjoint set, or more",
                "{clues} clues or more: {n} disjoint sets, or more",
                clues
            )
        }
        (n, false) => tr_n!(
            n,
            "{clues} clues or more: 1 disjoint group, or more",
            "{clues} clues or more: {n} disjoint groups, or more",
            clues
        ),
    };
    let is_shown = app.shown_pointed(report) == Some(Pointed::Bound);
    let button = Button::selectable(is_shown, (RichText::new(&text).size(13.0), egui::Atom::grow()));
    let response = ui.add_enabled_ui(n > 0, |ui| ui.add_sized([ui.available_width(), 28.0], button)).inner;
    let response = response
        .on_hover_text(
            tr!("Sets without a common cell need one clue each; groups of sets that no single clue hits, marked ×2, need two"),
        )
        .on_disabled_hover_text(tr!("Every set has more cells than the size chosen"));
    if response.hovered() || response.has_focus() {
        messages.push(Message::Point(Pointed::Bound));
    }
    if response.clicked() {
        messages.push(Message::Choose(Pointed::Bound));
    }
}

enum Row {
    Heading(&'static str, usize),
    Set(usize),
}

/// The sets under headings: those without a clue, with one, with more.
fn rows(report: &SetsReport) -> Vec<Row> {
    let sets = &report.sets;
    let ends = [1, 2, usize::MAX].map(|most| sets.partition_point(|set| set.hits.len() < most));
    let mut rows = Vec::with_capacity(sets.len() + 3);
    let mut begin = 0;
    for (title, end) in
        [tr!("Missed by the clues"), tr!("Hit by one clue alone"), tr!("Hit by several clues")].into_iter().zip(ends)
    {
        if end > begin {
            rows.push(Row::Heading(title, end - begin));
            rows.extend((begin..end).map(Row::Set));
            begin = end;
        }
    }
    rows
}

fn heading_ui(ui: &mut Ui, title: &str, n: usize) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), ROW), Sense::hover());
    let palette = theme::palette(ui.ctx());
    let at = pos2(rect.min.x, rect.max.y - 8.0);
    let title_rect =
        ui.painter().text(at, Align2::LEFT_BOTTOM, title, FontId::new(14.0, theme::semibold()), palette.ink);
    let at = pos2(title_rect.max.x + 8.0, at.y);
    let color = theme::mix(palette.soft, palette.ink, 0.35);
    let n = grouped(n as u64);
    ui.painter().text(at, Align2::LEFT_BOTTOM, &n, FontId::proportional(13.0), color);
    response.widget_info(|| WidgetInfo::labeled(Role::Label, true, format!("{title}: {n}")));
}

fn set_ui(app: &App, ui: &mut Ui, report: &SetsReport, index: usize, messages: &mut Vec<Message>) {
    let palette = theme::palette(ui.ctx());
    let set = &report.sets[index];
    let shape = report.solution.shape();
    let pointed = Pointed::Set(set.cells);
    let is_shown = app.session().analysis.chosen == Some(pointed) && app.shown_pointed(report) == Some(pointed);
    let (_, rect) = ui.allocate_space(vec2(ui.available_width() - 10.0, ROW));
    let response = ui.interact(rect, ui.scope_id().with(set.cells.words()), Sense::click());
    paint_row(ui, &response, is_shown);
    let picture = Rect::from_min_size(rect.min + Vec2::splat(2.0), Vec2::splat(ROW - 4.0));
    paint_cells(ui, picture, &Pattern { shape, cells: set.cells });
    let width = rect.max.x - picture.max.x - 14.0;
    let line = |text: String, size: f32, y: f32, color: Color32| {
        let mut job = LayoutJob::simple_singleline(text, FontId::proportional(size), color);
        job.wrap = TextWrapping::truncate_at_width(width);
        let galley = ui.painter().layout_job(job);
        let at = pos2(picture.max.x + 8.0, rect.min.y + y - galley.size().y / 2.0);
        ui.painter().galley(at.round(), galley, color);
    };
    let names = cell_names(shape, &set.cells);
    let digits = digits_in(report, set);
    line(
        tr_n!(set.cells.len(), "1 cell · digits {digits}", "{n} cells · digits {digits}", digits),
        13.5,
        14.0,
        palette.ink,
    );
    line(names.clone(), 11.5, 31.0, theme::mix(palette.soft, palette.ink, 0.35));
    let hits = match set.hits.len() {
        0 => tr!("missed").to_owned(),
        1 => tr!("hit by {cell}", cell = cell_names(shape, &set.hits)),
        n => tr_n!(n, "hit by 1 clue", "hit by {n} clues"),
    };
    let name =
        tr_n!(set.cells.len(), "Set of 1 cell, {hits}: {names}", "Set of {n} cells, {hits}: {names}", hits, names);
    response.widget_info(|| WidgetInfo::selected(Role::Button, true, is_shown, &name));
    let response = response.on_hover_ui(|ui| {
        ui.label(type_of(report, set));
    });
    if response.clicked() {
        messages.push(Message::Choose(pointed));
    }
    if response.hovered() || response.has_focus() {
        messages.push(Message::Point(pointed));
    }
}

/// "r1c2 r1c5".
fn cell_names(shape: Shape, cells: &CellSet) -> String {
    cells.iter().map(|cell| shape.cell_name(cell)).collect::<Vec<_>>().join(" ")
}

/// What the set has in common with sets of other grids.
fn type_of(report: &SetsReport, set: &SetOfCells) -> String {
    match SetType::new(&report.solution, &set.cells) {
        Ok(of_set) => tr!("Type {name}: the last cells of its minlex form", name = of_set),
        Err(_) => tr!("Too symmetric for a type").to_owned(),
    }
}

/// The digits that the two solutions exchange: "1 4 7".
fn digits_in(report: &SetsReport, set: &SetOfCells) -> String {
    let digits: DigitSet = set.cells.iter().filter_map(|cell| report.solution.get(cell)).collect();
    digits.iter().map(|digit| digit.to_string()).collect::<Vec<_>>().join(" ")
}

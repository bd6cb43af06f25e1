//! The design panel while the path to the solution is chosen: steps at their places, their order, and numbers of steps.

use super::strategy_list::on_layout;
use crate::app::board::PathBrush;
use crate::app::focus::{join_group, tab_group};
use crate::app::help::{Topic, explains};
use crate::app::language::{searched, tr};
use crate::app::manual::{Manual, example_ui};
use crate::app::message::Message;
use crate::app::rows::moved_row;
use crate::app::session::Dialog;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::view::View;
use crate::app::widgets::{Icon, fitting_menu};
use crate::app::wording::{error_text, strategy_in_sentence, strategy_title};
use crate::grid::Digit;
use crate::logic::{
    Bound, Counted, PathCondition, PathCount, PathGoal, PlacePart, PlacedStep, StepPlace, StrategyId, StrategyKind,
    Timing, strategy,
};
use crate::project::Edit;
use eframe::egui;
use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{
    Align, Align2, Button, Checkbox, DragValue, Key, Label, Layout, PopupCloseBehavior, Rect, ScrollArea, Sense,
    TextEdit, Ui, WidgetInfo, vec2,
};

/// Height of a row of the list, the gap below it, and the rows that show without scrolling.
const ROW: f32 = 24.0;
const GAP: f32 = 2.0;
const ROWS: f32 = 6.0;
/// Side of the example of the strategy, and the least at which it can be read.
const EXAMPLE: f32 = 220.0;
const LEAST_EXAMPLE: f32 = 110.0;
/// Width of the field that finds strategies in a menu.
const FIELD: f32 = 200.0;

pub(super) fn path_ui(app: &App, brush: PathBrush, ui: &mut Ui, messages: &mut Vec<Message>) {
    let path = &app.project().design.path;
    ui.horizontal(|ui| {
        ui.heading(tr!("Path"));
        let response = ui.button(tr!("Done"));
        if response.on_hover_text(tr!("Paint clue cells again; the path stays")).clicked() {
            messages.push(Message::PathBrush(None));
        }
    });
    tab_group(ui, |ui| {
        ui.horizontal(|ui| {
            add_step_ui(app, brush, ui, messages);
            add_number_ui(app, brush, ui, messages);
        });
    });
    ui.add_space(4.0);
    if path.is_empty() {
        let text = tr!(
            "Add a step that the solution has to take, then click on the board where it stands. The steps of a puzzle that was found can be placed in the trace view."
        );
        ui.add(Label::new(egui::RichText::new(text).weak()).wrap());
        return;
    }
    list_ui(app, brush, ui, messages);
    order_ui(path, ui, messages);
    ui.separator();
    match path.conditions.get(brush.chosen) {
        None => drop(ui.weak(tr!("Choose a line of the list to change it."))),
        Some(condition) => {
            text_ui(app, brush, condition, ui, messages);
            match condition {
                PathCondition::Step(step) => step_ui(app, brush, step, ui, messages),
                PathCondition::Count(count) => count_ui(path, brush.chosen, *count, ui, messages),
            }
        }
    }
}

/// Puts a condition at the end of the list, and chooses it.
fn add(app: &App, brush: PathBrush, condition: PathCondition, messages: &mut Vec<Message>) {
    let project = app.project();
    let path = project.design.path.changed(|list| list.push(condition));
    let brush = PathBrush::of(&path, path.conditions.len() - 1, project.shape(), brush.digit);
    messages.push(Message::Edit(Edit::SetPath(path)));
    messages.push(Message::PathBrush(Some(brush)));
}

/// Replaces a condition of the list.
fn replace(path: &PathGoal, index: usize, condition: PathCondition, messages: &mut Vec<Message>) {
    let path = path.changed(|list| {
        if let Some(place) = list.get_mut(index) {
            *place = condition;
        }
    });
    messages.push(Message::Edit(Edit::SetPath(path)));
}

/// A button that opens a menu with a field to find strategies by name, which has the focus.
fn finding_menu(
    app: &App,
    title: &str,
    help: &str,
    ui: &mut Ui,
    messages: &mut Vec<Message>,
    add: impl FnOnce(&mut Ui, &mut Vec<Message>),
) {
    let stays = MenuConfig::new().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    let opened = egui::Id::unique(("menu of the path opened", title));
    let (response, _) = MenuButton::new(title).config(stays).ui(ui, |ui| {
        let mut filter = app.session().panels.path_filter.clone();
        let edit = TextEdit::singleline(&mut filter).desired_width(FIELD).hint_text(tr!("Find by name"));
        // Rows of a menu have other margins than those of a panel.
        let edit = edit.align(Align2::LEFT_CENTER);
        let response = ui.add(edit).accessible_name(tr!("Find strategies of the menu"));
        if response.changed() {
            messages.push(Message::PathFilter(filter));
        }
        // In the pass that measures the menu nothing can have the focus.
        if !ui.is_sizing_pass() && ui.data_mut(|data| data.remove_temp::<()>(opened)).is_some() {
            response.request_focus();
        }
        fitting_menu(ui, |ui| add(ui, messages));
    });
    if response.clicked() {
        // Each time it opens, the whole list shows.
        messages.push(Message::PathFilter(String::new()));
        ui.data_mut(|data| data.insert_temp(opened, ()));
    }
    response.on_hover_text(help);
}

/// The strategies of the layout as lines of a menu, as far as the field finds them, each with its example; the one that
/// was clicked. Enter in the field takes the first.
fn strategies_ui(app: &App, ui: &mut Ui, name: impl Fn(String) -> String) -> Option<StrategyId> {
    let mut clicked = None;
    let wanted = app.session().panels.path_filter.trim().to_lowercase();
    let shown: Vec<StrategyId> =
        on_layout(app).filter(|id| wanted.is_empty() || searched(id.title()).contains(&wanted)).collect();
    if shown.is_empty() {
        ui.weak(tr!("No strategy matches"));
    }
    if !wanted.is_empty() && ui.input(|i| i.key_pressed(Key::Enter)) {
        clicked = shown.first().copied();
    }
    for id in shown {
        let response = ui.button(strategy_title(id)).accessible_name(name(strategy_in_sentence(id)));
        let response = response.on_hover_ui(|ui| {
            ui.set_max_width(260.0);
            ui.add(Label::new(crate::app::language::translated(strategy(id).help())).wrap());
            example_ui(ui, id, &tr!("Example of {strategy}", strategy = strategy_in_sentence(id)));
        });
        if response.clicked() {
            clicked = Some(id);
        }
    }
    clicked
}

fn add_step_ui(app: &App, brush: PathBrush, ui: &mut Ui, messages: &mut Vec<Message>) {
    let help = tr!("Ask for a step of a strategy; the strategy is ticked");
    finding_menu(app, tr!("Add step…"), help, ui, messages, |ui, messages| {
        if let Some(id) = strategies_ui(app, ui, |strategy| tr!("Place {strategy}", strategy)) {
            let step = PlacedStep { place: StepPlace::any(id), is_needed: true, timing: Vec::new() };
            add(app, brush, PathCondition::Step(step), messages);
            ui.close();
        }
    });
}

fn add_number_ui(app: &App, brush: PathBrush, ui: &mut Ui, messages: &mut Vec<Message>) {
    let help = tr!("Bound the number of steps of a strategy, of bottlenecks or of open singles");
    finding_menu(app, tr!("Add number…"), help, ui, messages, |ui, messages| {
        let mut chosen = None;
        if app.session().panels.path_filter.is_empty() {
            let bottlenecks = PathCount { counted: Counted::Bottlenecks, bound: Bound::AtMost, number: 1 };
            let open = PathCount { counted: Counted::OpenSingles, bound: Bound::AtLeast, number: 3 };
            for (title, count, help) in [
                (
                    tr!("Bottlenecks"),
                    bottlenecks,
                    tr!("Steps harder than singles without an alternative of the same strategy"),
                ),
                (tr!("Open singles"), open, tr!("Digits that singles place in the puzzle as it is given")),
            ] {
                if ui.button(title).on_hover_text(help).clicked() {
                    chosen = Some(count);
                }
            }
            ui.separator();
        }
        if let Some(id) = strategies_ui(app, ui, |strategy| tr!("Count {strategy}", strategy)) {
            chosen = Some(PathCount { counted: Counted::Steps(id), bound: Bound::AtLeast, number: 2 });
        }
        if let Some(count) = chosen {
            add(app, brush, PathCondition::Count(count), messages);
            ui.close();
        }
    });
}

/// The conditions, each with a handle, where it stands in the trace, and a button that removes it.
fn list_ui(app: &App, brush: PathBrush, ui: &mut Ui, messages: &mut Vec<Message>) {
    let n = app.project().design.path.conditions.len();
    let shown = (n as f32).min(ROWS);
    ui.spacing_mut().item_spacing.y = GAP;
    let area = ScrollArea::vertical().id_salt("path").auto_shrink([false, true]).max_height(shown * (ROW + GAP));
    tab_group(ui, |ui| {
        area.show_rows(ui, ROW, n, |ui, rows| {
            for index in rows {
                row_ui(app, brush, index, ui, messages);
            }
        });
    });
    ui.reset_style();
}

fn row_ui(app: &App, brush: PathBrush, index: usize, ui: &mut Ui, messages: &mut Vec<Message>) {
    let project = app.project();
    let (shape, path) = (project.shape(), &project.design.path);
    let condition = &path.conditions[index];
    let text = format!("{} · {}", index + 1, condition.text(shape));
    let left = ui.cursor().min;
    ui.horizontal(|ui| {
        ui.set_min_height(ROW);
        ui.spacing_mut().item_spacing.x = 4.0;
        let (rect, handle) = ui.allocate_exact_size(vec2(12.0, ROW), Sense::click_and_drag());
        let palette = theme::palette(ui.ctx());
        let is_lit = handle.hovered() || handle.dragged() || handle.has_focus();
        let color = if is_lit { palette.ink } else { theme::mix(palette.panel, palette.soft, 0.6) };
        Icon::Grip.paint(ui.painter(), rect, color);
        join_group(&handle);
        handle.widget_info(|| {
            WidgetInfo::labeled(egui::Role::Button, true, tr!("Position of {step} in the list", step = text))
        });
        let row = Rect::from_min_size(left, vec2(ui.max_rect().width(), ROW));
        if let Some(to) = moved_row(ui, &handle, row, ROW + GAP, index, path.conditions.len()) {
            let moved = path.changed(|list| {
                let condition = list.remove(index);
                list.insert(to, condition);
            });
            messages.push(Message::Edit(Edit::SetPath(moved.clone())));
            messages.push(Message::PathBrush(Some(PathBrush::of(&moved, to, shape, brush.digit))));
        }
        handle.on_hover_text(tr!(
            "Number {number} in the list: drag it, or press Alt and an arrow key",
            number = index + 1
        ));
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            // The bar of the list lies over its right edge.
            ui.add_space(10.0);
            let response = ui.small_button("\u{d7}").accessible_name(tr!("Remove {step}", step = text));
            join_group(&response);
            if response.on_hover_text(tr!("Do not ask this any more")).clicked() {
                messages.push(Message::Edit(Edit::SetPath(path.changed(|list| drop(list.remove(index))))));
                messages.push(Message::StepText(None));
            }
            if let PathCondition::Step(step) = condition {
                jump_ui(app, (index, step), &text, ui, messages);
            }
            ui.with_layout(Layout::left_to_right(Align::Center), |ui| {
                let is_chosen = brush.chosen == index;
                let response = ui.add(Button::selectable(is_chosen, &text).truncate());
                let response = response.accessible_name(tr!("Choose {step}", step = text));
                join_group(&response);
                if response.on_hover_text(&text).clicked() {
                    messages.push(Message::PathBrush(Some(PathBrush::of(path, index, shape, brush.digit))));
                }
            });
        });
    });
}

/// The number of the step in the trace, which shows it there; with a question mark, of the position at which it is there to
/// be taken.
fn jump_ui(app: &App, (index, step): (usize, &PlacedStep), text: &str, ui: &mut Ui, messages: &mut Vec<Message>) {
    let found = in_trace(app, index, step);
    let title = match found {
        Ok((at, true)) => (at + 1).to_string(),
        Ok((at, false)) => format!("{}?", at + 1),
        Err(_) => "–".to_owned(),
    };
    let response = ui.add_enabled(found.is_ok(), Button::new(title).small());
    let response = response.accessible_name(tr!("Show {step} in the trace", step = text));
    join_group(&response);
    match found {
        Ok((at, is_taken)) => {
            let help = if is_taken {
                tr!("Step {number} of the solution: show it in the trace view", number = at + 1)
            } else {
                tr!("Possible where step {number} is taken: show this position in the trace view", number = at + 1)
            };
            if response.on_hover_text(help).clicked() {
                messages.push(Message::View(View::Trace));
                messages.push(Message::TraceStep(at));
            }
        }
        Err(why) => drop(response.on_disabled_hover_text(why)),
    }
}

/// The first step of the trace at this place, or else the position at which such a step is possible; which of the two, and
/// if neither, why.
fn in_trace(app: &App, index: usize, step: &PlacedStep) -> Result<(usize, bool), String> {
    app.trace_steps_or_why()?;
    let geometry = &*app.project().shape().geometry();
    let taken = app.trace().and_then(|trace| trace.steps.iter().position(|taken| step.place.matches(taken, geometry)));
    if let Some(at) = taken {
        return Ok((at, true));
    }
    // The check of the puzzle has looked for it along the first way; on another one it may be elsewhere.
    let reports = if app.is_own_path() { &[] } else { app.path_reports() };
    let possible = reports.iter().find(|report| report.condition == index && !report.is_taken);
    possible.map(|report| (report.step, false)).ok_or_else(|| tr!("The trace does not come to this step").to_owned())
}

/// Whether the steps have to come in the order of the list.
fn order_ui(path: &PathGoal, ui: &mut Ui, messages: &mut Vec<Message>) {
    let mut is_in_order = path.is_in_order();
    let has_two = path.steps().nth(1).is_some();
    let response = ui.add_enabled(has_two, Checkbox::new(&mut is_in_order, tr!("In the order of the list")));
    let response = response.on_hover_text(tr!("Each step has to come after the one above it"));
    if response.on_disabled_hover_text(tr!("An order takes two steps or more")).changed() {
        let path = path.clone();
        messages.push(Message::Edit(Edit::SetPath(if is_in_order { path.in_order() } else { path.in_any_order() })));
    }
}

/// The chosen condition as on the command line.
fn text_ui(app: &App, brush: PathBrush, condition: &PathCondition, ui: &mut Ui, messages: &mut Vec<Message>) {
    let project = app.project();
    let (shape, path) = (project.shape(), &project.design.path);
    let typed = app.session().board.path_text.clone();
    let is_typed = typed.is_some();
    let mut text = typed.unwrap_or_else(|| condition.text(shape));
    let response = ui.add(TextEdit::singleline(&mut text).desired_width(f32::INFINITY).char_limit(400));
    let response = response.accessible_name(tr!("Condition as text"));
    let response = response.on_hover_text(tr!("As on the command line: x-wing@r2,r7:5 first; Enter takes it"));
    if response.changed() {
        messages.push(Message::StepText(Some(text.clone())));
    }
    if !is_typed && !response.changed() {
        return;
    }
    let is_left = response.lost_focus();
    if is_left && ui.input(|i| i.key_pressed(Key::Escape)) {
        messages.push(Message::StepText(None));
        return;
    }
    match PathCondition::parse(shape, &text) {
        Ok(read) if is_left => {
            if read != *condition {
                replace(path, brush.chosen, read, messages);
            }
            messages.push(Message::StepText(None));
        }
        Ok(_) => {}
        Err(error) => drop(ui.add(Label::new(error_text(&error)).wrap())),
    }
}

/// What else is asked of the chosen step, and what clicks on the board say of its place.
fn step_ui(app: &App, brush: PathBrush, step: &PlacedStep, ui: &mut Ui, messages: &mut Vec<Message>) {
    let path = &app.project().design.path;
    let id = step.place.strategy;
    let is_single = strategy(id).entry().kind == StrategyKind::Single;
    let mut changed = None;
    tab_group(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for (is_needed, title, help) in [
                (true, tr!("Needed"), tr!("Without this step the ticked strategies do not solve the puzzle")),
                (false, tr!("Possible"), tr!("The step is taken, or could be taken at some point")),
            ] {
                let response = ui.add(Button::selectable(step.is_needed == is_needed, title));
                join_group(&response);
                if response.on_hover_text(help).clicked() {
                    changed = Some(PlacedStep { is_needed, ..step.clone() });
                }
            }
            let response = ui.button("?").accessible_name(tr!("About {strategy}", strategy = strategy_in_sentence(id)));
            join_group(&response);
            explains(&response, Topic::Strategy(id));
            let response = response.on_hover_ui(|ui| {
                example_ui(ui, id, &tr!("Example of {strategy}", strategy = strategy_in_sentence(id)));
            });
            if response.clicked() {
                messages.push(Message::Dialog(Dialog::Manual(Manual::at(&Topic::Strategy(id).link()))));
            }
        });
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for (timing, title, help) in [
                (
                    Timing::First,
                    tr!("First"),
                    tr!("The first step of all that are no singles; of a single: the first step"),
                ),
                (
                    Timing::Last,
                    tr!("Last"),
                    tr!("The last step of all that are no singles; of a single: the last step"),
                ),
                (Timing::Only(None), tr!("Only"), tr!("The only step of all that is no single")),
            ] {
                let can_be = timing != Timing::Only(None) || !is_single;
                let has = step.timing.contains(&timing);
                let response = ui.add_enabled(can_be, Button::selectable(has, title));
                join_group(&response);
                let response = response.accessible_name(tr!("Timing: {timing}", timing = title.to_lowercase()));
                let response = response.on_hover_text(help);
                if response.on_disabled_hover_text(tr!("A single cannot be the only step that is no single")).clicked()
                {
                    let mut step = step.clone();
                    if has {
                        step.timing.retain(|other| *other != timing);
                    } else {
                        step.timing.insert(0, timing);
                    }
                    changed = Some(step);
                }
            }
        });
    });
    if let Some(step) = changed {
        replace(path, brush.chosen, PathCondition::Step(step), messages);
        messages.push(Message::StepText(None));
    }
    ui.add_space(4.0);
    tab_group(ui, |ui| parts_ui(app, brush, id, ui, messages));
    tab_group(ui, |ui| digits_ui(app, brush, &step.place, ui, messages));
    let text = tr!("Click on the board to name it; once more, or with the other mouse button, takes it back.");
    ui.add(Label::new(egui::RichText::new(text).small().weak()).wrap());
    let side = (ui.available_height() - 8.0).min(EXAMPLE);
    if side >= LEAST_EXAMPLE {
        ui.add_space(8.0);
        ui.scope(|ui| {
            ui.set_max_width(side);
            example_ui(ui, id, &tr!("Example of {strategy}", strategy = strategy_in_sentence(id)));
        });
    }
}

/// What a click on the board names.
fn parts_ui(app: &App, brush: PathBrush, id: StrategyId, ui: &mut Ui, messages: &mut Vec<Message>) {
    let shape = app.project().shape();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = 4.0;
        for part in PlacePart::ALL.into_iter().filter(|part| part.belongs_to(id, shape)) {
            let (title, help) = part_words(part, shape.is_irregular());
            let response = ui.add(Button::selectable(brush.part == part, title));
            join_group(&response);
            let response = response.accessible_name(tr!("Path brush: {part}", part = title.to_lowercase()));
            if response.on_hover_text(help).clicked() {
                messages.push(Message::PathBrush(Some(PathBrush { part, ..brush })));
            }
        }
    });
}

fn part_words(part: PlacePart, is_irregular: bool) -> (&'static str, &'static str) {
    match part {
        PlacePart::Row => (tr!("Row"), tr!("A click names the row of the cell")),
        PlacePart::Column => (tr!("Column"), tr!("A click names the column of the cell")),
        PlacePart::Box if is_irregular => (tr!("Region"), tr!("A click names the region of the cell")),
        PlacePart::Box => (tr!("Box"), tr!("A click names the box of the cell")),
        PlacePart::Extra => (
            tr!("Extra house"),
            tr!("A click names the house of the cell that a rule of the layout adds; of several, one after the other"),
        ),
        PlacePart::Cell => (tr!("Cell"), tr!("A click names the cell")),
        PlacePart::Candidate => (tr!("Candidate"), tr!("A click names the digit in the cell, on which the step rests")),
        PlacePart::Pivot => (tr!("Pivot"), tr!("A click names the cell that sees both others")),
        PlacePart::Placed => (tr!("Places"), tr!("A click names the digit in the cell that the step places")),
        PlacePart::Eliminated => (tr!("Rules out"), tr!("A click names the digit in the cell that the step rules out")),
    }
}

/// The digits of the step, or the one that a click names with the cell.
fn digits_ui(app: &App, brush: PathBrush, place: &StepPlace, ui: &mut Ui, messages: &mut Vec<Message>) {
    let project = app.project();
    let (shape, path) = (project.shape(), &project.design.path);
    let is_brush = brush.part.has_digit();
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = vec2(2.0, 2.0);
        ui.spacing_mut().button_padding.x = 5.0;
        ui.label(if is_brush { tr!("Digit") } else { tr!("Digits") });
        for digit in (0..shape.n()).map(Digit::from_index) {
            let is_on = if is_brush { brush.digit_on(shape) == digit } else { place.digits.contains(digit) };
            let response = ui.add(Button::selectable(is_on, digit.to_string()));
            join_group(&response);
            if is_brush {
                let response = response.accessible_name(tr!("Path brush: digit {digit}", digit));
                if response.on_hover_text(tr!("The digit that a click names with the cell")).clicked() {
                    messages.push(Message::PathBrush(Some(PathBrush { digit, ..brush })));
                }
                continue;
            }
            let response = response.accessible_name(tr!("Digit {digit} of the step", digit));
            if response.on_hover_text(tr!("Whether the step has to be about this digit")).clicked() {
                let mut place = place.clone();
                if is_on {
                    place.digits.remove(digit);
                } else {
                    place.digits.insert(digit);
                }
                messages.push(Message::Edit(Edit::SetPath(path.placing(brush.chosen, &place))));
                messages.push(Message::StepText(None));
            }
        }
    });
}

/// A number and its bound.
fn count_ui(path: &PathGoal, chosen: usize, count: PathCount, ui: &mut Ui, messages: &mut Vec<Message>) {
    let set = |count: PathCount| path.changed(|list| list[chosen] = PathCondition::Count(count));
    tab_group(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            ui.spacing_mut().item_spacing.x = 4.0;
            for (bound, title) in
                [(Bound::AtLeast, tr!("At least")), (Bound::Exactly, tr!("Exactly")), (Bound::AtMost, tr!("At most"))]
            {
                let response = ui.add(Button::selectable(count.bound == bound, title));
                join_group(&response);
                if response.on_hover_text(tr!("How the number is bounded")).clicked() {
                    messages.push(Message::Edit(Edit::SetPath(set(PathCount { bound, ..count }))));
                    messages.push(Message::StepText(None));
                }
            }
            let mut number = count.number;
            let response = ui.add(DragValue::new(&mut number).range(0..=999).speed(0.05));
            let response = response.accessible_name(tr!("Number"));
            if response.on_hover_text(tr!("Drag it, or click and type")).changed() {
                messages.push(Message::Adjust(Edit::SetPath(set(PathCount { number, ..count }))));
                messages.push(Message::StepText(None));
            }
        });
    });
}

//! How difficult the puzzle shall be, a hardest strategy or a window on a scale, and whether it shall be minimal.

use crate::app::language::{self, tr, tr_n, translated};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::widgets::Mark;
use crate::app::wording::{capitalised, or_list, se_technique, strategy_in_sentence, strategy_title, told_text};
use crate::generate::Request;
use crate::grid::Pattern;
use crate::jobs::Answer;
use crate::logic::{Goal, HodokuLevel, Order, Scale, StrategyId, StrategySet, TraceVerdict, Window};
use crate::project::{Edit, Project};
use eframe::egui;
use egui::{
    Align, Color32, ComboBox, DragValue, Label, Layout, Painter, Rect, RichText, Role, Sense, Stroke, Ui, WidgetInfo,
    pos2, vec2,
};

/// What the chooser offers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Kind {
    Any,
    Hardest,
    Scale(Scale),
}

impl Kind {
    const ALL: [Kind; 6] = [
        Kind::Any,
        Kind::Hardest,
        Kind::Scale(Scale::Se),
        Kind::Scale(Scale::Sukaku),
        Kind::Scale(Scale::Hodoku),
        Kind::Scale(Scale::Own),
    ];

    fn of(goal: Goal) -> Kind {
        match goal {
            Goal::Any => Kind::Any,
            Goal::Hardest(_) => Kind::Hardest,
            Goal::Within(window) => Kind::Scale(window.scale),
        }
    }

    fn title(self) -> &'static str {
        match self {
            Kind::Any => tr!("Any"),
            Kind::Hardest => tr!("Hardest strategy"),
            Kind::Scale(scale @ (Scale::Se | Scale::Sukaku)) => translated(scale.title()),
            Kind::Scale(Scale::Hodoku) => tr!("HoDoKu score"),
            Kind::Scale(Scale::Own) => tr!("Effort (own scale)"),
        }
    }

    fn help(self) -> &'static str {
        match self {
            Kind::Any => tr!("Whatever the ticked strategies can solve"),
            Kind::Hardest => tr!("A puzzle that needs this strategy and nothing further down the list"),
            Kind::Scale(Scale::Se) => tr!("The rating of its hardest step by Sudoku Explainer 1.2.1"),
            Kind::Scale(Scale::Sukaku) => {
                tr!("The rating of its hardest step by SukakuExplainer 1.18.1, which knows more techniques")
            }
            Kind::Scale(Scale::Hodoku) => tr!("The score of all its steps by HoDoKu 2.2.4"),
            Kind::Scale(Scale::Own) => {
                tr!("How much a solver has to look through, in your order of strategies; for every size")
            }
        }
    }

    /// What a choice begins with.
    fn goal(self, project: &Project) -> Goal {
        match self {
            Kind::Any => Goal::Any,
            Kind::Hardest => project.design.ranking.hardest(project.design.strategies).map_or(Goal::Any, Goal::Hardest),
            Kind::Scale(scale) => Goal::Within(first_window(scale, &project.order(), &project.design.pattern)),
        }
    }
}

/// A window that the ticked strategies can reach.
fn first_window(scale: Scale, order: &Order, pattern: &Pattern) -> Window {
    let (least, most) = scale.limits(order, pattern);
    let (from, to) = match scale {
        Scale::Se | Scale::Sukaku => (26, 38),
        Scale::Hodoku => (4_000, 10_000),
        Scale::Own => (1_000, 3_000),
    };
    let to = most.map_or(to, |most| to.min(most)).max(least);
    Window { scale, from: from.clamp(least, to), to }
}

/// The group: what is wanted, what that means, and whether the present puzzle is like that.
pub(super) fn difficulty_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let project = app.project();
    let goal = project.design.goal;
    ui.horizontal(|ui| {
        ui.heading(tr!("Difficulty"));
        kind_ui(ui, project, messages);
    });
    minimal_ui(ui, project.design.minimal, messages);
    match goal {
        Goal::Any => return,
        Goal::Hardest(id) => {
            ui.horizontal(|ui| {
                let width = ui.available_width() - 128.0;
                hardest_ui(ui, project, id, width, messages);
                present_ui(app, ui, goal);
            });
        }
        Goal::Within(window) => {
            let figure = present_figure(app, window.scale);
            range_ui(ui, project, window, figure, messages);
            ui.horizontal(|ui| {
                // Or a row that grows puts its parts at different heights.
                ui.set_min_height(ENDS);
                let [from, to] = ends(ui, window);
                if from != window.from {
                    messages.push(adjust(Window { from, to: to.max(from), ..window }));
                } else if to != window.to {
                    messages.push(adjust(Window { from: from.min(to), to, ..window }));
                }
                present_ui(app, ui, goal);
            });
        }
    }
    let order = project.order();
    let request = Request::in_order(project.design.pattern, order).with_goal(goal);
    let obstacle = request.with(|design| design.minimal = project.design.minimal).obstacle();
    let top = ui.cursor().min.y;
    if let Some(why) = obstacle {
        let color = theme::palette(ui.ctx()).conflict;
        ui.add(Label::new(RichText::new(capitalised(&why)).small().color(color)).wrap());
    } else {
        let (text, all) = preview(goal, &order, &project.design.pattern);
        let response = ui.add(Label::new(RichText::new(text).small().weak()).wrap());
        if !all.is_empty() {
            response.on_hover_text(all);
        }
    }
    // Two lines, whatever is said.
    ui.add_space((top + 34.0 - ui.cursor().min.y).max(0.0));
}

fn adjust(window: Window) -> Message {
    Message::Adjust(Edit::SetGoal(Goal::Within(window)))
}

fn kind_ui(ui: &mut Ui, project: &Project, messages: &mut Vec<Message>) {
    let present = Kind::of(project.design.goal);
    let combo = ComboBox::from_id_salt("difficulty").width(ui.available_width()).selected_text(present.title());
    let response = combo.show_ui(ui, |ui| {
        for kind in Kind::ALL {
            let why_not = match kind {
                Kind::Scale(scale) if !scale.fits(project.shape()) => {
                    Some(tr!("Only 9×9 puzzles have ratings on this scale"))
                }
                Kind::Hardest if project.design.strategies.is_empty() => Some(tr!("Tick a strategy first")),
                _ => None,
            };
            let label = egui::Button::selectable(kind == present, kind.title());
            let response = ui.add_enabled(why_not.is_none(), label).on_hover_text(kind.help());
            let response = response.on_disabled_hover_text(why_not.unwrap_or_default());
            if response.clicked() && kind != present {
                messages.push(Message::Edit(Edit::SetGoal(kind.goal(project))));
            }
        }
    });
    response.response.accessible_name(tr!("Difficulty of the puzzle")).on_hover_text(present.help());
}

fn minimal_ui(ui: &mut Ui, present: bool, messages: &mut Vec<Message>) {
    let mut is_minimal = present;
    let response = ui.checkbox(&mut is_minimal, tr!("Minimal (no clue redundant)"));
    if response
        .on_hover_text(tr!("Only puzzles that have more than one solution without any one of their clues"))
        .changed()
    {
        messages.push(Message::Edit(Edit::SetMinimal(is_minimal)));
    }
}

fn hardest_ui(ui: &mut Ui, project: &Project, present: StrategyId, width: f32, messages: &mut Vec<Message>) {
    let combo = ComboBox::from_id_salt("hardest").width(width).height(400.0).truncate();
    let response = combo.selected_text(strategy_title(present)).show_ui(ui, |ui| {
        for id in project.design.ranking.iter() {
            let is_ticked = project.design.strategies.contains(id);
            let label = egui::Button::selectable(id == present, strategy_title(id));
            let response = ui.add_enabled(is_ticked, label).on_disabled_hover_text(tr!("Tick it in the list first"));
            if response.clicked() {
                messages.push(Message::Edit(Edit::SetGoal(Goal::Hardest(id))));
            }
        }
    });
    response
        .response
        .accessible_name(tr!("Hardest strategy"))
        .on_hover_text(tr!("The hardest strategy that the puzzle needs"));
}

/// Height of the numbers.
const ENDS: f32 = 26.0;

/// Both ends as numbers to drag or type.
fn ends(ui: &mut Ui, window: Window) -> [u32; 2] {
    let scale = window.scale;
    let (most, speed, decimals) = match scale {
        Scale::Se | Scale::Sukaku => (11.9, 0.02, 1),
        Scale::Hodoku | Scale::Own => (100_000.0, 2.0, 0),
    };
    ui.spacing_mut().item_spacing.x = 6.0;
    let end = |ui: &mut Ui, tenths: u32, name: &str| {
        let mut value = f64::from(tenths) / 10.0;
        let drag = DragValue::new(&mut value).range(0.0..=most).speed(speed).max_decimals(decimals);
        let drag = drag.min_decimals(decimals).update_while_editing(false);
        let response = ui.add_sized([52.0, ENDS], drag).accessible_name(name);
        let changed = response.changed();
        response.on_hover_text(tr!("{name}: drag, or click and type", name));
        if changed { (value * 10.0).round() as u32 } else { tenths }
    };
    let from = end(ui, window.from, tr!("Lowest rating"));
    ui.label(tr!("to"));
    let to = end(ui, window.to, tr!("Highest rating"));
    [from, to]
}

/// The figure of the present puzzle, in tenths: `None` while it is sought, or where there is none.
fn present_figure(app: &App, scale: Scale) -> Option<u32> {
    let figures = app.figures()?;
    match scale {
        Scale::Se => figures.others.se.as_ref().map(|path| u32::from(path.rating.whole)),
        Scale::Sukaku => figures.others.sukaku.as_ref().map(|path| u32::from(path.rating.whole)),
        Scale::Hodoku => figures.others.hodoku.map(|rating| 10 * rating.score),
        Scale::Own => Some((figures.own.effort() * 10.0).round() as u32),
    }
}

/// At the right: what the present puzzle is, and whether that is welcome.
fn present_ui(app: &App, ui: &mut Ui, goal: Goal) {
    let trace = app.live().answer().and_then(Answer::trace).filter(|trace| trace.verdict == TraceVerdict::Solved);
    let (text, is_inside) = match (goal, trace) {
        (_, None) => (tr!("no puzzle yet").to_owned(), None),
        (Goal::Any, _) => return,
        (Goal::Hardest(id), Some(trace)) => {
            let hardest = trace.hardest_in(&app.project().design.ranking);
            let name = hardest.map_or_else(|| tr!("none").to_owned(), strategy_in_sentence);
            if hardest == Some(id) { (tr!("met").to_owned(), Some(true)) } else { (name, Some(false)) }
        }
        (Goal::Within(window), Some(_)) => match present_figure(app, window.scale) {
            Some(figure) => {
                let is_inside = window.contains(figure);
                let figure = window.scale.text(figure);
                let text = if is_inside { tr!("{figure} inside", figure) } else { tr!("{figure} outside", figure) };
                (text, Some(is_inside))
            }
            None if app.has_figures() => (tr!("no rating known").to_owned(), Some(false)),
            None => (String::new(), None),
        },
    };
    let palette = theme::palette(ui.ctx());
    let (mark, color) = match is_inside {
        Some(true) => (Mark::Full, palette.base),
        Some(false) => (Mark::Crossed, palette.conflict),
        None => (Mark::Ring, palette.soft),
    };
    ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
        let label = ui.add(Label::new(RichText::new(&text).size(13.0)).truncate());
        label.on_hover_text(tr!("The puzzle on the board: {text}", text));
        let (rect, _) = ui.allocate_exact_size(vec2(14.0, 14.0), Sense::hover());
        mark.paint(ui.painter(), rect, color);
    });
}

/// The part of a scale that the bar shows, in tenths.
const fn extent(scale: Scale) -> (f32, f32) {
    match scale {
        Scale::Se | Scale::Sukaku => (10.0, 120.0),
        Scale::Hodoku => (1_000.0, 50_000.0),
        Scale::Own => (100.0, 200_000.0),
    }
}

/// Where a figure lies on the bar, 0 to 1: sums grow by factors, hardest steps do not.
fn share(scale: Scale, tenths: u32) -> f32 {
    let (first, last) = extent(scale);
    let at = |value: f32| if scale.is_of_hardest_step() { value } else { value.max(1.0).ln() };
    ((at(tenths as f32) - at(first)) / (at(last) - at(first))).clamp(0.0, 1.0)
}

/// The figure at a place of the bar.
fn figure_at(scale: Scale, share: f32) -> u32 {
    let (first, last) = extent(scale);
    let share = share.clamp(0.0, 1.0);
    if scale.is_of_hardest_step() {
        return (first + share * (last - first)).round() as u32;
    }
    let value = first * (last / first).powf(share) / 10.0;
    // Two digits are as exact as the pointer.
    let unit = 10f32.powf((value.log10() - 1.0).floor().max(0.0));
    ((value / unit).round() * unit) as u32 * 10
}

/// The window on its scale, with two ends to drag, what can be reached, and the present puzzle.
fn range_ui(ui: &mut Ui, project: &Project, window: Window, present: Option<u32>, messages: &mut Vec<Message>) {
    const PAD: f32 = 12.0;
    let scale = window.scale;
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), 26.0), Sense::hover());
    let range = told_text(&window.title());
    let name = match present {
        None => tr!("Range {range}", range),
        Some(figure) => tr!("Range {range}, the puzzle has {figure}", range, figure = scale.text(figure)),
    };
    response.widget_info(|| WidgetInfo::labeled(Role::Image, true, &name));
    let line = Rect::from_min_max(rect.min + vec2(PAD, 0.0), rect.max - vec2(PAD, 0.0));
    let x = |tenths: u32| line.min.x + share(scale, tenths) * line.width();
    let y = rect.max.y - 9.0;
    let palette = theme::palette(ui.ctx());
    let painter = ui.painter();
    let bar = |from: f32, to: f32, color: Color32| {
        painter.rect_filled(Rect::from_min_max(pos2(from, y - 2.0), pos2(to, y + 2.0)), 2.0, color);
    };
    bar(line.min.x - 5.0, line.max.x + 5.0, theme::mix(palette.panel, palette.ink, 0.10));
    // What the ticked strategies can reach is darker.
    let (least, most) = scale.limits(&project.order(), &project.design.pattern);
    bar(x(least), most.map_or(line.max.x + 5.0, x), theme::mix(palette.panel, palette.ink, 0.30));
    bar(x(window.from) - 5.0, x(window.to) + 5.0, palette.accent);
    if let Some(techniques) = scale.techniques() {
        let tick = Stroke::new(1.0, theme::mix(palette.panel, palette.ink, 0.35));
        for (from, ..) in techniques {
            painter.vline(x(from.into()).round() + 0.5, (y + 5.0)..=(y + 8.0), tick);
        }
    }
    if let Some(figure) = present {
        let color = if window.contains(figure) { palette.base } else { palette.conflict };
        paint_pointer(painter, pos2(x(figure), y - 7.0), color);
    }
    for (is_first, tenths) in [(true, window.from), (false, window.to)] {
        // Outwards, so that both can be taken where they meet.
        let centre = pos2(x(tenths) + if is_first { -5.0 } else { 5.0 }, y);
        let id = ui.scope_id().with(("end of the range", is_first));
        let half = Rect::from_center_size(centre + vec2(if is_first { -2.0 } else { 2.0 }, 0.0), vec2(14.0, 20.0));
        let handle = ui.interact(half, id, Sense::DRAG);
        let is_lit = handle.hovered() || handle.dragged();
        let ground = if is_lit { palette.accent } else { palette.paper };
        ui.painter().circle(centre, 5.5, ground, Stroke::new(1.5, palette.accent));
        if let Some(pos) = handle.interact_pointer_pos().filter(|_| handle.dragged() || handle.drag_stopped()) {
            let at = pos.x + if is_first { 5.0 } else { -5.0 };
            let figure = figure_at(scale, (at - line.min.x) / line.width());
            let next = if is_first {
                Window { from: figure.min(window.to), ..window }
            } else {
                Window { to: figure.max(window.from), ..window }
            };
            if next != window {
                messages.push(adjust(next));
            }
        }
        handle.on_hover_and_drag_cursor(egui::CursorIcon::ResizeHorizontal);
    }
}

/// A small triangle that points down.
fn paint_pointer(painter: &Painter, tip: egui::Pos2, color: Color32) {
    let points = vec![tip, tip + vec2(-4.0, -6.0), tip + vec2(4.0, -6.0)];
    painter.add(egui::Shape::convex_polygon(points, color, Stroke::NONE));
}

/// What a goal means in words, and more of it for the tooltip.
pub(super) fn preview(goal: Goal, order: &Order, pattern: &Pattern) -> (String, String) {
    match goal {
        Goal::Any => (String::new(), String::new()),
        Goal::Hardest(id) => {
            let before = order.ranking.easier_than(id).intersection(order.allowed);
            let name = strategy_title(id);
            let text = match before.len() {
                0 => tr!("{strategy} alone solves it", strategy = name),
                n => tr_n!(
                    n,
                    "{strategy} is needed; so may be the ticked strategy before it",
                    "{strategy} is needed; so may be the {n} ticked strategies before it",
                    strategy = name
                ),
            };
            (text, titles(order.ranking.sort(before).into_iter().map(strategy_title)))
        }
        Goal::Within(window) => match window.scale {
            Scale::Se | Scale::Sukaku => hardest_step_preview(window, order, pattern),
            Scale::Hodoku => (hodoku_preview(window, order, pattern), String::new()),
            Scale::Own => (own_preview(order, pattern), String::new()),
        },
    }
}

/// The techniques whose figure lies in the window.
fn hardest_step_preview(window: Window, order: &Order, pattern: &Pattern) -> (String, String) {
    let most = window.scale.limits(order, pattern).1.unwrap_or(u32::MAX).min(window.to);
    let techniques: Vec<_> = (window.scale.techniques().into_iter().flatten())
        .filter(|&(from, to, _)| u32::from(to) >= window.from && u32::from(from) <= most)
        .collect();
    let names: Vec<String> = techniques.iter().map(|&(_, _, name)| se_technique(name)).collect();
    let text = match &names[..] {
        [] => String::new(),
        names if names.len() <= 4 => tr!("Its hardest step: {techniques}", techniques = or_list(names)),
        [first, .., last] => tr_n!(
            names.len(),
            "Its hardest step: 1 technique from {first} to {last}",
            "Its hardest step: {n} techniques from {first} to {last}",
            first,
            last
        ),
        [_] => String::new(),
    };
    let all = techniques
        .iter()
        .map(|(from, _, name)| format!("{} {}", window.scale.text((*from).into()), se_technique(name)));
    (text, all.collect::<Vec<_>>().join("\n"))
}

fn hodoku_preview(window: Window, order: &Order, pattern: &Pattern) -> String {
    let [from, to] =
        [window.from, window.to].map(|tenths| language::in_sentence(HodokuLevel::of_score(tenths / 10).name()));
    let levels = if from == to { tr!("Level {level}", level = from) } else { tr!("Levels {from} to {to}", from, to) };
    let singles = order.allowing(StrategySet::SINGLES);
    let (least, most) = window.scale.limits(&singles, pattern);
    let most = most.unwrap_or(least);
    tr!(
        "{levels} by its score; singles alone score {least} to {most} here",
        levels,
        least = least / 10,
        most = most / 10
    )
}

fn own_preview(order: &Order, pattern: &Pattern) -> String {
    let ranking = &order.ranking;
    let singles = StrategySet::SINGLES.intersection(order.allowed);
    let most = Scale::Own.limits(&order.allowing(singles), pattern).1.unwrap_or(0);
    let singles =
        if singles.is_empty() { String::new() } else { tr!("Singles alone rate up to {most} here", most = most / 10) };
    let hardest = ranking.hardest(order.allowed.difference(StrategySet::SINGLES));
    let step = hardest.map(|id| {
        let rank = ranking.rank(id);
        tr!(
            "a step of {strategy} {least} to {most}",
            strategy = strategy_in_sentence(id),
            least = rank * (rank - 1) / 2,
            most = rank * (rank + 1) / 2
        )
    });
    [Some(singles).filter(|text| !text.is_empty()), step].into_iter().flatten().collect::<Vec<_>>().join(", ")
}

fn titles<'a>(names: impl Iterator<Item = &'a str>) -> String {
    names.collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Shape;

    /// The words for a goal on a pattern of 31 clues.
    #[track_caller]
    fn check(strategies: &str, goal: &str, expected: &str) {
        let order: Order = strategies.parse().expect("order");
        let pattern = Pattern::new(Shape::NINE, Shape::NINE.cells().take(31));
        assert_eq!(preview(goal.parse().expect("goal"), &order, &pattern).0, expected);
    }

    #[test]
    fn goals_are_said_in_words() {
        check(
            "paper",
            "hardest locked-candidates",
            "Locked candidates is needed; so may be the 2 ticked strategies before it",
        );
        check("all", "se 3.0..3.2", "Its hardest step: naked pair or X-wing");
        check("all", "se 2.6..3.8", "Its hardest step: 7 techniques from pointing to swordfish");
        check("paper", "se 2.6..3.8", "Its hardest step: pointing or claiming");
        check("all", "sukaku 4.2..4.3", "Its hardest step: two strong links or XY-wing");
        check("all", "se 5.6", "Its hardest step: BUG+1 or BUG with several cells");
        check("all", "hodoku 700..1000", "Levels easy to medium by its score; singles alone score 200 to 700 here");
        check("paper", "own 100..300", "Singles alone rate up to 150 here, a step of locked candidates 3 to 6");
    }

    #[test]
    fn places_and_figures_agree() {
        for scale in Scale::ALL {
            let (first, last) = extent(scale);
            for share_of in [0.0, 0.25, 0.5, 1.0] {
                let figure = figure_at(scale, share_of);
                assert!((share(scale, figure) - share_of).abs() < 0.02, "{scale:?} {share_of} {figure}");
            }
            assert_eq!((figure_at(scale, -1.0) as f32, figure_at(scale, 2.0) as f32), (first, last));
        }
    }
}

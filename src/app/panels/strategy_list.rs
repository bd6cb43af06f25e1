//! The list of strategies: order, ticks, presets, search, help.

use crate::app::focus::{join_group, tab_group};
use crate::app::help::{Topic, explains};
use crate::app::language::searched;
use crate::app::language::{self, text, tr, tr_n, translated};
use crate::app::manual::Manual;
use crate::app::message::Message;
use crate::app::rows::moved_row;
use crate::app::session::Dialog;
use crate::app::studio::App;
use crate::app::theme;
use crate::app::widgets::Icon;
use crate::app::wording::strategy_title;
use crate::jobs::Answer;
use crate::logic::{Order, PRESETS, StrategyId, StrategySet, Tick, Trace, strategy};
use crate::project::Edit;
use eframe::egui;
use egui::{
    Align, Button, ComboBox, Layout, Rect, RichText, ScrollArea, Sense, TextEdit, TextStyle, TextWrapMode, Ui,
    WidgetInfo, WidgetText, vec2,
};

const ROW: f32 = 24.0;
/// Width of the buttons at the right edge of a row, with the space before them.
const KEPT: f32 = 84.0;
const GAP: f32 = 2.0;

/// Sets of strategies by their size, in the order that the project has.
const SETS: [(&str, StrategySet, &str); 4] = [
    (text!("Singles"), StrategySet::SINGLES, text!("Naked and hidden singles")),
    (text!("Singles + locked"), StrategySet::PAPER, text!("Singles and locked candidates")),
    (
        text!("Basic"),
        StrategySet::BASIC,
        text!("Singles, locked candidates, subsets and basic fish: all that the SAT solver can refute"),
    ),
    (text!("All"), StrategySet::ALL, text!("Every strategy")),
];

pub(super) fn strategy_list_ui(app: &App, ui: &mut Ui, height: f32, messages: &mut Vec<Message>) {
    ui.horizontal(|ui| {
        ui.heading(tr!("Strategies"));
        let mut filter = app.session().panels.strategy_filter.clone();
        let edit = TextEdit::singleline(&mut filter).desired_width(f32::INFINITY).hint_text(tr!("Find by name"));
        let response = ui.add(edit).accessible_name(tr!("Find strategies"));
        if response.changed() {
            messages.push(Message::StrategyFilter(filter));
        }
    });
    let ticked = app.project().design.strategies;
    ui.horizontal(|ui| {
        ui.spacing_mut().item_spacing.x = 2.0;
        ui.spacing_mut().button_padding.x = 6.0;
        for (name, set, help) in SETS {
            if ui.add(Button::selectable(ticked == set, translated(name))).on_hover_text(translated(help)).clicked() {
                messages.push(Message::Edit(Edit::SetStrategies(set)));
            }
        }
    });
    ui.horizontal(|ui| {
        ui.label(tr!("Preset"));
        presets_ui(app, ui, messages);
    });
    ui.add_space(4.0);
    let wanted = app.session().panels.strategy_filter.trim().to_lowercase();
    let is_wanted = |id: StrategyId| wanted.is_empty() || searched(id.title()).contains(&wanted);
    let shown: Vec<StrategyId> = on_layout(app).filter(|&id| is_wanted(id)).collect();
    if shown.is_empty() {
        ui.weak(tr!("No strategy matches"));
    }
    ui.spacing_mut().item_spacing.y = GAP;
    let area = ScrollArea::vertical().id_salt("strategies").max_height(height).auto_shrink([false, true]);
    tab_group(ui, |ui| {
        area.show_rows(ui, ROW, shown.len(), |ui, rows| {
            for place in rows {
                row_ui(app, ui, shown[place], wanted.is_empty(), messages);
            }
        });
    });
    ui.reset_style();
}

/// The strategies that puzzles of the layout can have steps of, in the setter's order.
pub(super) fn on_layout(app: &App) -> impl Iterator<Item = StrategyId> {
    let design = &app.project().design;
    design.ranking.iter().filter(|&id| strategy(id).exists_on(design.shape()))
}

/// Orders with ticks that newspapers and programs use.
fn presets_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let order = app.project().order();
    let present = PRESETS.iter().find(|preset| preset.order() == order);
    let combo = ComboBox::from_id_salt("presets").width(ui.available_width()).height(400.0);
    let response =
        combo.selected_text(present.map_or(tr!("Your own"), |preset| translated(preset.title))).show_ui(ui, |ui| {
            for preset in &PRESETS {
                let is_present = present == Some(preset);
                if ui
                    .selectable_label(is_present, translated(preset.title))
                    .on_hover_text(translated(preset.help))
                    .clicked()
                {
                    messages.push(Message::Edit(Edit::SetOrder(preset.order())));
                }
            }
            ui.separator();
            let usual = Order { ranking: crate::logic::Ranking::default(), ..order };
            let help = tr!("Keep the ticks and restore the usual order");
            if ui.selectable_label(false, tr!("Usual order")).on_hover_text(help).clicked() {
                messages.push(Message::Edit(Edit::SetOrder(usual)));
            }
        });
    response
        .response
        .accessible_name(tr!("Presets of strategies"))
        .on_hover_text(tr!("Order and ticks of newspapers and programs"));
}

/// One row a strategy: ticked ones may be needed, those with "require" have to be.
fn row_ui(app: &App, ui: &mut Ui, id: StrategyId, is_whole_list: bool, messages: &mut Vec<Message>) {
    let project = app.project();
    let order = project.order();
    let title = strategy_title(id);
    let name = language::in_sentence(id.title());
    let left = ui.cursor().min;
    ui.horizontal(|ui| {
        ui.set_min_height(ROW);
        ui.spacing_mut().item_spacing.x = 6.0;
        let (rect, handle) = ui.allocate_exact_size(vec2(12.0, ROW), Sense::click_and_drag());
        let palette = theme::palette(ui.ctx());
        let is_lit = handle.hovered() || handle.dragged() || handle.has_focus();
        Icon::Grip.paint(
            ui.painter(),
            rect,
            if is_lit { palette.ink } else { theme::mix(palette.panel, palette.soft, 0.6) },
        );
        join_group(&handle);
        handle
            .widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, tr!("Place of {strategy}", strategy = name)));
        let row = Rect::from_min_size(left, vec2(ui.max_rect().width(), ROW));
        let order_here: Vec<StrategyId> = on_layout(app).collect();
        let rank = project.design.ranking.rank_on(id, project.design.shape());
        // Among a few found ones a place would mean little.
        if is_whole_list
            && let Some(to) = moved_row(ui, &handle, row, ROW + GAP, rank - 1, order_here.len())
            && let Some(&there) = order_here.get(to)
        {
            messages.push(Message::Edit(Edit::RankStrategy(id, project.design.ranking.rank(there))));
        }
        handle.on_hover_text(tr!(
            "Number {rank} in the order: drag it, or press Alt and an arrow key, to have it tried earlier or later",
            rank
        ));
        let tick = order.tick(id);
        let mut is_ticked = tick != Tick::Forbidden;
        let count = app.live().answer().and_then(Answer::trace).map_or(0, |trace| count(trace, id));
        // What stands at the right edge keeps its place; a longer title is cut, and the tooltip tells the whole.
        let n_times = (count > 0).then(|| RichText::new(format!("{count}×")).weak());
        let galley =
            |text: WidgetText| text.into_galley(ui, Some(TextWrapMode::Extend), f32::INFINITY, TextStyle::Body);
        let counted = n_times.clone().map_or(0.0, |text| galley(text.into()).size().x + ui.spacing().item_spacing.x);
        let width = ui.available_width() - KEPT - counted;
        let whole = WidgetText::from(title).into_galley(ui, Some(TextWrapMode::Extend), width, TextStyle::Button);
        let is_cut = whole.size().x + ROW > width;
        let response = ui
            .scope(|ui| {
                ui.set_max_width(width);
                ui.style_mut().wrap_mode = Some(TextWrapMode::Truncate);
                ui.checkbox(&mut is_ticked, title)
            })
            .inner;
        explains(&response, Topic::Strategy(id));
        join_group(&response);
        let help = translated(strategy(id).help());
        let help = if is_cut { format!("{title}. {help}") } else { help.to_owned() };
        if response.on_hover_text(help).changed() {
            let mut new = order;
            new.set_tick(id, if is_ticked { Tick::Allowed } else { Tick::Forbidden });
            messages.push(Message::Edit(Edit::SetStrategies(new.allowed)));
        }
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| {
            // The bar of the list lies over its right edge.
            ui.add_space(12.0);
            let button = Button::new(RichText::new("?").small()).small().frame(false);
            let response = ui.add(button).accessible_name(tr!("About {strategy}", strategy = name));
            join_group(&response);
            if response.on_hover_text(tr!("Explanation with an example")).clicked() {
                let manual = Manual::at(&Topic::Strategy(id).link());
                messages.push(Message::Dialog(Dialog::Manual(manual)));
            }
            let is_required = tick == Tick::Required;
            let button = Button::selectable(is_required, RichText::new(tr!("require")).small()).small();
            let response = ui.add_enabled(tick != Tick::Forbidden, button);
            join_group(&response);
            let response = response.accessible_name(tr!("Require {strategy}", strategy = name));
            let response = response.on_hover_text(tr!("The puzzle has to need this strategy at least once"));
            if response.on_disabled_hover_text(tr!("Tick the strategy first")).clicked() {
                let mut new = order;
                new.set_tick(id, if is_required { Tick::Allowed } else { Tick::Required });
                messages.push(Message::Edit(Edit::SetRequired(new.required)));
            }
            if let Some(text) = n_times {
                ui.label(text).on_hover_text(tr_n!(count, "Used 1 time in the trace", "Used {n} times in the trace"));
            }
        });
    });
}

fn count(trace: &Trace, id: StrategyId) -> usize {
    trace.steps.iter().filter(|step| step.strategy() == id).count()
}

//! Help for the thing under the pointer, for F1: where the manual explains it.

use super::command::{Command, Menu};
use super::manual::anchor;
use crate::logic::StrategyId;
use eframe::egui;
use egui::{Id, Rect, Response, Ui};

/// Something that can be explained.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[allow(missing_docs, reason = "the titles say it")]
pub enum Topic {
    Document,
    Overview,
    Layout,
    Regions,
    Symmetry,
    Brush,
    Pattern,
    Theme,
    Path,
    Counts,
    Library,
    Puzzles,
    History,
    Strategies,
    Difficulty,
    Method,
    Board,
    Trace,
    Possible,
    Reasoning,
    Results,
    Jobs,
    Solving,
    Analysis,
    Backward,
    Relaxation,
    Rounds,
    Fewest,
    Survey,
    Sheet,
    Sets,
    Clues,
    /// A command: button, menu line or icon.
    Command(Command),
    /// A strategy of the list.
    Strategy(StrategyId),
}

impl Topic {
    /// The topics that are no command and no strategy.
    pub const AREAS: [Topic; 32] = [
        Topic::Document,
        Topic::Overview,
        Topic::Layout,
        Topic::Regions,
        Topic::Symmetry,
        Topic::Brush,
        Topic::Pattern,
        Topic::Theme,
        Topic::Path,
        Topic::Counts,
        Topic::Library,
        Topic::Puzzles,
        Topic::History,
        Topic::Strategies,
        Topic::Difficulty,
        Topic::Method,
        Topic::Board,
        Topic::Trace,
        Topic::Possible,
        Topic::Reasoning,
        Topic::Results,
        Topic::Jobs,
        Topic::Solving,
        Topic::Analysis,
        Topic::Backward,
        Topic::Relaxation,
        Topic::Rounds,
        Topic::Fewest,
        Topic::Survey,
        Topic::Sheet,
        Topic::Sets,
        Topic::Clues,
    ];

    /// The page and the heading of the manual that explain it.
    pub fn link(self) -> String {
        let link = match self {
            Topic::Document => "first-puzzle.md#title-and-author",
            Topic::Overview => "first-puzzle.md#overview",
            Topic::Layout => "patterns.md#layout",
            Topic::Regions => "patterns.md#painting-regions",
            Topic::Symmetry => "patterns.md#symmetry",
            Topic::Brush => "patterns.md#brushes",
            Topic::Pattern => "patterns.md#transformations",
            Topic::Theme => "patterns.md#themes",
            Topic::Path => "difficulty.md#steps-at-given-places",
            Topic::Counts => "patterns.md#clue-counts",
            Topic::Library => "patterns.md#the-library",
            Topic::Puzzles => "first-puzzle.md#several-puzzles-in-one-project",
            Topic::History => "first-puzzle.md#history",
            Topic::Strategies => "strategies.md#choosing-strategies",
            Topic::Difficulty => "difficulty.md",
            Topic::Method => "patterns.md#methods-of-search",
            Topic::Board => "first-puzzle.md#the-board",
            Topic::Trace => "results-and-replay.md#trace",
            Topic::Possible => "results-and-replay.md#possible-now",
            Topic::Reasoning => "results-and-replay.md#reasoning",
            Topic::Results => "results-and-replay.md#results",
            Topic::Jobs => "results-and-replay.md#jobs",
            Topic::Solving => "results-and-replay.md#solving-by-hand",
            Topic::Analysis => "results-and-replay.md#analysis",
            Topic::Backward => "lab.md#backward-generation",
            Topic::Relaxation => "lab.md#linear-programming",
            Topic::Rounds => "lab.md#sat-in-rounds",
            Topic::Fewest => "lab.md#fewest-clues",
            Topic::Survey => "lab.md#one-grid",
            Topic::Sheet => "sheets.md",
            Topic::Sets => "results-and-replay.md#unavoidable-sets",
            Topic::Clues => "results-and-replay.md#fewest-clues",
            Topic::Command(command) => match command.menu() {
                Menu::File | Menu::Edit | Menu::View | Menu::Help => "first-puzzle.md",
                Menu::Pattern => "patterns.md",
                Menu::Layout => "patterns.md#layout",
                Menu::Puzzle => "patterns.md#methods-of-search",
                Menu::Trace => "results-and-replay.md#trace",
                Menu::Solve => "results-and-replay.md#solving-by-hand",
                Menu::Lab => "lab.md",
                Menu::Sheet => "sheets.md",
            },
            Topic::Strategy(id) => return format!("strategies.md#{}", anchor(id.title())),
        };
        link.to_owned()
    }
}

fn id() -> Id {
    Id::unique("help topic")
}

/// Forgets what was under the pointer; once a frame.
pub(super) fn clear_topic(ctx: &egui::Context) {
    ctx.data_mut(|data| data.remove::<Topic>(id()));
}

/// What is under the pointer, or has the focus.
pub(super) fn topic(ctx: &egui::Context) -> Option<Topic> {
    ctx.data(|data| data.get_temp(id()))
}

/// This widget is explained by this topic.
pub(super) fn explains(response: &Response, topic: Topic) {
    if response.contains_pointer() {
        response.ctx.data_mut(|data| data.insert_temp(id(), topic));
    } else if response.has_focus() && response.ctx.pointer_hover_pos().is_none() {
        response.ctx.data_mut(|data| data.insert_temp(id(), topic));
    }
}

/// This place is explained by this topic, unless a widget in it has help of its own: call it after them.
pub(super) fn area(ui: &Ui, rect: Rect, topic: Topic) {
    let is_free = ui.ctx().data(|data| data.get_temp::<Topic>(id()).is_none());
    if is_free && ui.rect_contains_pointer(rect) {
        ui.ctx().data_mut(|data| data.insert_temp(id(), topic));
    }
}

/// Draws something and gives all of it the help of the topic, where a widget has none of its own.
pub(super) fn with_topic<R>(ui: &mut Ui, topic: Topic, add: impl FnOnce(&mut Ui) -> R) -> R {
    let response = ui.scope(add);
    area(ui, response.response.rect, topic);
    response.inner
}

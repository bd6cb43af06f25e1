//! The heuristics of the backward generator: names, what a mix looks for, a slider for a weight.

use super::language::tr;
use super::wording::and_list;
use crate::logic::Mix;
use eframe::egui;
use egui::{Response, Slider, Ui};

/// A heuristic with its place in a mix.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Heuristic {
    Difficulty,
    Freedom,
    Sparse,
    Random,
}

impl Heuristic {
    pub(super) const ALL: [Heuristic; 4] =
        [Heuristic::Difficulty, Heuristic::Freedom, Heuristic::Sparse, Heuristic::Random];
    /// Those that tell puzzles of one pattern apart.
    pub(super) const OF_BOARDS: [Heuristic; 2] = [Heuristic::Difficulty, Heuristic::Freedom];

    pub(super) fn title(self) -> &'static str {
        match self {
            Heuristic::Difficulty => tr!("Hard steps (d)"),
            Heuristic::Freedom => tr!("Few choices (t)"),
            Heuristic::Sparse => tr!("Few clues"),
            Heuristic::Random => tr!("Random"),
        }
    }

    pub(super) fn help(self) -> &'static str {
        match self {
            Heuristic::Difficulty => tr!("d of the paper: prefers puzzles whose hardest step is hard"),
            Heuristic::Freedom => {
                tr!("t of the paper: prefers puzzles in which the solver has few steps to choose from")
            }
            Heuristic::Sparse => tr!("Removes clues before it brings candidates back"),
            Heuristic::Random => tr!("Any move at random; on its own it leaves many clues"),
        }
    }

    /// What a mix with this heuristic looks for.
    fn aim(self) -> &'static str {
        match self {
            Heuristic::Difficulty => tr!("hard steps"),
            Heuristic::Freedom => tr!("few choices for the solver"),
            Heuristic::Sparse => tr!("few clues"),
            Heuristic::Random => tr!("variety"),
        }
    }

    const fn weight(self, mix: &mut Mix) -> &mut u32 {
        match self {
            Heuristic::Difficulty => &mut mix.difficulty,
            Heuristic::Freedom => &mut mix.freedom,
            Heuristic::Sparse => &mut mix.sparse,
            Heuristic::Random => &mut mix.random,
        }
    }

    /// The weight in a mix as a slider that fills the width of sliders; `place` says which weight it is.
    pub(super) fn slider_ui(self, ui: &mut Ui, mix: &mut Mix, place: &str, is_enabled: bool) -> Response {
        let weight = self.weight(mix);
        let mut value = f64::from(*weight) / f64::from(Mix::ONE);
        let slider = Slider::new(&mut value, 0.0..=3.0).step_by(0.1).show_value(false);
        let response = ui.add_enabled(is_enabled, slider);
        if response.changed() {
            *weight = (value * f64::from(Mix::ONE)).round() as u32;
        }
        response.accessible_name(format!("{}, {place}", self.title())).on_hover_text(self.help())
    }
}

/// "hard steps above all, then little choice for the solver"; nothing if chance decides.
pub(super) fn aims(mut mix: Mix) -> Option<String> {
    if mix.is_chance() {
        return None;
    }
    let mut parts: Vec<(u32, &str)> =
        Heuristic::ALL.iter().map(|heuristic| (*heuristic.weight(&mut mix), heuristic.aim())).collect();
    parts.retain(|&(weight, _)| weight > 0);
    parts.sort_by_key(|part| std::cmp::Reverse(part.0));
    let is_even = parts.first().map(|part| part.0) == parts.last().map(|part| part.0);
    let names: Vec<&str> = parts.iter().map(|part| part.1).collect();
    Some(match names.as_slice() {
        [first, others @ ..] if !others.is_empty() && !is_even => {
            tr!("{first} above all, then {others}", first, others = and_list(others))
        }
        [_, _, ..] => tr!("{aims} alike", aims = and_list(&names)),
        _ => names.concat(),
    })
}

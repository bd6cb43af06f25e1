//! The analysis view: what a puzzle allows, which clues it needs, how difficulty runs.

mod clues;
mod hunt;
mod panel;
mod plots;
mod se_steps;
mod sets;
mod state;
mod waiting;

pub(super) use hunt::Hunts;
pub use hunt::{Hunt, Level};
pub(super) use panel::analysis_ui;
pub(super) use plots::bars_ui;
pub use state::AnalysisState;
pub(in crate::app) use state::AnalysisWork;

use crate::app::language::{grouped, in_sentence, tr, tr_n};
use crate::app::wording::{scale_title, tenths_text};
use crate::grid::CellSet;
use crate::jobs::Analysis;
use crate::logic::{OtherScales, OwnRating, Scale, SePath};

/// What the board shows in the analysis view. A new analysis is a name here, a line in the panel
/// and a picture in `board/analysis.rs`.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Exhibit {
    /// Where two solutions differ.
    #[default]
    Solutions,
    /// Clues that the puzzle does not need.
    Redundant,
    /// How many solutions hold each candidate.
    Heat,
    /// The unavoidable sets of the solution.
    Sets,
    /// How few clues the solution takes.
    Clues,
}

/// Something of a list in the analysis view that the board shows.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pointed {
    /// An unavoidable set.
    Set(CellSet),
    /// Cells that share none and take clues: the lower bound.
    Bound,
    /// One of the puzzles with few clues.
    Puzzle(usize),
}

impl Exhibit {
    /// Every picture, in the order on the screen.
    pub const ALL: [Exhibit; 5] =
        [Exhibit::Solutions, Exhibit::Redundant, Exhibit::Heat, Exhibit::Sets, Exhibit::Clues];

    /// Name on the screen.
    pub fn title(self) -> &'static str {
        match self {
            Exhibit::Solutions => tr!("Solutions"),
            Exhibit::Redundant => tr!("Redundant clues"),
            Exhibit::Heat => tr!("Candidate heat"),
            Exhibit::Sets => tr!("Unavoidable sets"),
            Exhibit::Clues => tr!("Fewest clues"),
        }
    }

    /// What its button does.
    pub(super) fn show_title(self) -> &'static str {
        match self {
            Exhibit::Solutions => tr!("Show solutions"),
            Exhibit::Redundant => tr!("Show redundant clues"),
            Exhibit::Heat => tr!("Show candidate heat"),
            Exhibit::Sets => tr!("Show unavoidable sets"),
            Exhibit::Clues => tr!("Show fewest clues"),
        }
    }

    /// Name on its button.
    pub(super) fn short_title(self) -> &'static str {
        match self {
            Exhibit::Solutions => tr!("Solutions"),
            Exhibit::Redundant => tr!("Redundant"),
            Exhibit::Heat => tr!("Heat"),
            Exhibit::Sets => tr!("Unavoidable sets"),
            Exhibit::Clues => tr!("Fewest clues"),
        }
    }

    /// What the analysis found, in one sentence; sets and clues have panels of their own.
    pub(super) fn finding(self, analysis: &Analysis, spare: Option<CellSet>) -> String {
        let n_differing = analysis.differing().len();
        match self {
            Exhibit::Solutions => match analysis.n_solutions {
                0 => tr!("There is no solution").to_owned(),
                1 => tr!("There is exactly one solution").to_owned(),
                n if analysis.is_capped() => tr_n!(
                    n_differing,
                    "{solutions} solutions or more; the first two differ in 1 cell",
                    "{solutions} solutions or more; the first two differ in {n} cells",
                    solutions = n
                ),
                n => tr_n!(
                    n_differing,
                    "{solutions} solutions; the first two differ in 1 cell",
                    "{solutions} solutions; the first two differ in {n} cells",
                    solutions = n
                ),
            },
            Exhibit::Redundant => match (analysis.is_proper(), analysis.redundant.len()) {
                (false, _) => tr!("Only a puzzle with one solution can have redundant clues").to_owned(),
                (true, 0) => tr!("Every clue is needed: the puzzle is minimal").to_owned(),
                (true, n) => {
                    let could_go = tr_n!(
                        n,
                        "1 clue could go, and the solution would still be the only one",
                        "Each of {n} clues could be left out, one at a time"
                    );
                    let then = match spare.map(|spare| spare.len()) {
                        None => tr!("trying the ticked strategies…").to_owned(),
                        Some(0) => tr!("the ticked strategies would get stuck").to_owned(),
                        Some(all) if all == n => tr!("the ticked strategies would still solve the puzzle").to_owned(),
                        Some(some) => tr_n!(
                            some,
                            "without 1 of them the ticked strategies would still solve the puzzle",
                            "without {n} of them the ticked strategies would still solve the puzzle"
                        ),
                    };
                    format!("{could_go}; {then}")
                }
            },
            Exhibit::Heat => match analysis.n_solutions {
                0 => tr!("No candidate is in a solution").to_owned(),
                1 => tr!("Each candidate belongs to the only solution or to none").to_owned(),
                _ => tr!("The fuller the bar behind a candidate, the more solutions contain it").to_owned(),
            },
            Exhibit::Sets | Exhibit::Clues => String::new(),
        }
    }
}

/// Figures of a trace and its puzzle.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct Figures {
    /// Difficulty and freedom, step by step.
    pub(super) own: OwnRating,
    /// Those of other programs, `SukakuExplainer`'s where puzzles are sought on its scale.
    pub(super) others: OtherScales,
}

impl Figures {
    /// The figure on each scale that has one, with the scale's name as it stands in a sentence; the three of Sudoku
    /// Explainer and SukakuExplainer as they are usually written.
    pub(super) fn ratings(&self) -> Vec<(&'static str, String)> {
        let three = |(scale, SePath { rating, .. }): (Scale, &SePath)| {
            let figures = [rating.whole, rating.pearl, rating.diamond].map(tenths_text);
            (scale_title(scale), tr!("ER/EP/ED {figures}", figures = figures.join("/")))
        };
        let explainers = self.explainers().map(three);
        let hodoku = self.others.hodoku.as_ref().map(|hodoku| {
            let level = in_sentence(hodoku.level.name());
            (scale_title(Scale::Hodoku), format!("{level}, {}", grouped(u64::from(hodoku.score))))
        });
        let effort = (scale_title(Scale::Own), grouped(self.own.effort().round() as u64));
        explainers.chain(hodoku).chain([effort]).collect()
    }

    /// The steps that set the figures of Sudoku Explainer and `SukakuExplainer`, where known.
    fn explainers(&self) -> impl Iterator<Item = (Scale, &SePath)> {
        let paths = [(Scale::Se, &self.others.se), (Scale::Sukaku, &self.others.sukaku)];
        paths.into_iter().filter_map(|(scale, path)| Some((scale, path.as_ref()?)))
    }
}

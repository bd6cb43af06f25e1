//! The lab: puzzles made backwards from their solution, the relaxation by linear programming, and the formulas with
//! rounds, to be watched at work and replayed.

mod panel;
mod plot;
mod record;
mod run;

pub(super) use panel::{lab_ui, lab_verdict_ui};
pub(super) use plot::lab_timeline_ui;
pub use record::{Record, Scene};
pub(super) use run::LabQuestion;
pub use run::{Lab, LabState};

use super::heuristics::aims;
use crate::app::language::{tr, tr_n};
use crate::generate::inverse::Schedule;
use crate::generate::lp::Rule;
use crate::generate::sat::{Encoding, Rounds};
use crate::logic::{Mix, StrategyId};

/// What the lab can do.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Experiment {
    /// A puzzle is made from its solution, one inverse move at a time.
    #[default]
    Backward,
    /// A puzzle is made by fixing one fraction of the relaxation after another.
    Generator,
    /// The relaxation of the puzzle on the screen.
    Solver,
    /// Clues for the painted pattern by a formula with rounds.
    Rounds,
}

impl Experiment {
    /// Every experiment, in the order on the screen.
    pub const ALL: [Experiment; 4] =
        [Experiment::Backward, Experiment::Generator, Experiment::Solver, Experiment::Rounds];

    /// Name on the screen.
    pub fn title(self) -> &'static str {
        match self {
            Experiment::Backward => tr!("Backward"),
            Experiment::Generator => tr!("LP generator"),
            Experiment::Solver => tr!("LP solver"),
            Experiment::Rounds => tr!("SAT in rounds"),
        }
    }

    /// What it does, in one sentence.
    fn sentence(self) -> &'static str {
        match self {
            Experiment::Backward => {
                tr!(
                    "Takes a solution apart, one clue or candidate at a time, so that the strategies always lead back to it"
                )
            }
            Experiment::Generator => {
                tr!("Starts with an empty grid and turns one fraction z after another into a clue")
            }
            Experiment::Solver => {
                tr!("Gives each candidate a z from 0 to 1, so that they sum to 1 in each cell, and for each digit in \
                 each row, column and box")
            }
            Experiment::Rounds => {
                tr!(
                    "Writes for the painted pattern what can be known after 1, 2, … K rounds of solving, and asks a SAT \
                 solver for clues that are enough, as Nishikawa and Toda do"
                )
            }
        }
    }
}

/// A wish with its value, which stays while the wish is off.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Wish<T> {
    /// Whether it counts.
    pub is_on: bool,
    /// The value.
    pub value: T,
}

impl<T: Copy> Wish<T> {
    const fn off(value: T) -> Wish<T> {
        Wish { is_on: false, value }
    }

    /// The value if it counts.
    pub fn get(&self) -> Option<T> {
        self.is_on.then_some(self.value)
    }
}

/// What is chosen for the next run.
#[derive(Clone, PartialEq, Debug)]
pub struct Recipe {
    /// What to do.
    pub experiment: Experiment,
    /// Heuristics of the first phase.
    pub first: Mix,
    /// Heuristics of the second phase.
    pub second: Mix,
    /// The second phase begins with this many clues left.
    pub second_at: Wish<usize>,
    /// Exact number of clues.
    pub clues: Wish<usize>,
    /// Figure of Sudoku Explainer in tenths, lowest and highest.
    pub difficulty: Wish<(u8, u8)>,
    /// A strategy of which the trace has at least so many steps.
    pub at_least: Wish<(StrategyId, usize)>,
    /// Begin with the solution on the screen.
    pub from_solution: bool,
    /// Allow the strategies that are ticked; the paper's otherwise.
    pub ticked: bool,
    /// Clues exactly where they are painted.
    pub keeps_pattern: bool,
    /// Empty cells together with their images.
    pub is_symmetric: bool,
    /// How the LP generator chooses.
    pub rule: Rule,
    /// Take clues out in the end that are not needed.
    pub minimise: bool,
    /// Choose the next clue as the appendix of the paper does.
    pub is_literal: bool,
    /// Cut fractions off until none is left.
    pub cuts: bool,
    /// A z so close to 0 or 1 counts as 0 or 1, as a power of ten.
    pub rounding: i32,
    /// How rounds are written for the SAT solver.
    pub encoding: Encoding,
    /// K: no more rounds than this are tried.
    pub last_round: usize,
    /// Same seed, same puzzle.
    pub seed: u64,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            experiment: Experiment::Backward,
            first: Mix { difficulty: Mix::ONE, ..Mix::default() },
            second: Mix { freedom: Mix::ONE, ..Mix::default() },
            second_at: Wish::off(40),
            clues: Wish::off(26),
            difficulty: Wish::off((20, 40)),
            at_least: Wish::off((StrategyId::XWing, 1)),
            from_solution: false,
            ticked: false,
            keeps_pattern: false,
            is_symmetric: false,
            rule: Rule::Random,
            minimise: false,
            is_literal: false,
            cuts: false,
            rounding: -3,
            encoding: Encoding::Paper { order: true },
            last_round: Rounds::default().last,
            seed: 0,
        }
    }
}

/// A mix of nothing is left to chance.
fn mix_or_chance(mix: Mix) -> Mix {
    if mix.is_chance() { Mix { random: Mix::ONE, ..mix } } else { mix }
}

/// What a mix looks for.
fn aims_or_chance(mix: Mix) -> String {
    let chance = || tr!("nothing in particular: clues and candidates change at random, and many clues stay").to_owned();
    aims(mix).unwrap_or_else(chance)
}

impl Recipe {
    /// The heuristics with their phases.
    pub fn schedule(&self) -> Schedule {
        let of = |mix| Schedule::of(mix_or_chance(mix));
        let phases = |at| format!("{}@{at}/{}", of(self.first), of(self.second)).parse().ok();
        self.second_at.get().and_then(phases).unwrap_or_else(|| of(self.first))
    }

    /// What the heuristics look for, in one sentence.
    pub fn meaning(&self) -> String {
        match self.second_at.get() {
            None => tr!("Looks for {aims}", aims = aims_or_chance(self.first)),
            Some(at) => {
                let [first, second] = [self.first, self.second].map(aims_or_chance);
                tr_n!(
                    at,
                    "Looks for {first}; from 1 clue on for {second}",
                    "Looks for {first}; from {n} clues on for {second}",
                    first,
                    second
                )
            }
        }
    }
}

/// What a widget of the lab asks for.
#[derive(Clone, PartialEq, Debug)]
pub(super) enum LabAct {
    /// This is chosen now.
    Recipe(Box<Recipe>),
    /// Show this point of the way.
    Position(usize),
}

/// What a rule of the LP generator is called.
fn rule_title(rule: Rule) -> &'static str {
    match rule {
        Rule::Random => tr!("Random"),
        Rule::NearMin => tr!("Near min"),
        Rule::TrueMin => tr!("True min"),
        Rule::NearMax => tr!("Near max"),
    }
}

/// The encodings that have rounds: what they are called, and what they do.
fn encodings() -> [(Encoding, &'static str, &'static str); 3] {
    [
        (
            Encoding::Paper { order: true },
            tr!("Paper's"),
            tr!("Formulas (1) to (13) of the paper, integers in the order encoding as its solver has them"),
        ),
        (
            Encoding::Paper { order: false },
            tr!("Direct"),
            tr!("The formulas of the paper with a variable for each value of an integer, and no others"),
        ),
        (
            Encoding::Derivation,
            tr!("Derivation"),
            tr!("One direction of every equivalence: fewer clauses, but no answer says that there is no puzzle at all"),
        ),
    ]
}

/// What a rule of the LP generator does.
fn rule_help(rule: Rule) -> &'static str {
    match rule {
        Rule::Random => tr!("Any fraction becomes the next clue"),
        Rule::NearMin => tr!("A fraction within 0.01 of the smallest: the most surprising clues, so few are needed"),
        Rule::TrueMin => tr!("A fraction within 0.0001 of the smallest"),
        Rule::NearMax => tr!("A fraction within 0.01 of the largest: clues that were almost known, so many are needed"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(mixes: (&str, Option<(usize, &str)>), schedule: &str, meaning: &str) {
        let mix = |text: &str| text.parse().expect("a mix");
        let (first, second) = mixes;
        let recipe = Recipe {
            first: mix(first),
            second: second.map_or(Mix::default(), |(_, text)| mix(text)),
            second_at: Wish { is_on: second.is_some(), value: second.map_or(40, |(at, _)| at) },
            ..Recipe::default()
        };
        assert_eq!(recipe.schedule().to_string(), schedule);
        assert_eq!(recipe.meaning(), meaning);
    }

    #[test]
    fn a_mix_is_told_in_one_sentence() {
        check(("d", None), "d", "Looks for hard steps");
        check(("t+d", None), "t+d", "Looks for hard steps and few choices for the solver alike");
        check(("2t+d", None), "2t+d", "Looks for few choices for the solver above all, then hard steps");
        check(("sparse", Some((30, "d"))), "sparse@30/d", "Looks for few clues; from 30 clues on for hard steps");
        let chance = "Looks for nothing in particular: clues and candidates change at random, and many clues stay";
        check(("random", None), "random", chance);
        // No weight at all is chance too.
        check(("", None), "random", chance);
    }
}

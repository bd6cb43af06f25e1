//! The lab: puzzles made backwards from their solution, the relaxation by linear programming, the formulas with rounds,
//! fewest clues, and what the puzzles of one grid need, to be watched at work and replayed.

mod backward_panel;
mod fewest;
mod panel;
mod phases;
mod plot;
mod record;
mod run;
mod sat_panel;
mod survey;

pub(super) use fewest::FewestBy;
pub use fewest::FewestPoint;
pub(super) use panel::{lab_ui, lab_verdict_ui};
pub use phases::LabPhases;
pub(super) use plot::lab_timeline_ui;
pub use record::{Record, Scene};
pub(super) use run::LabQuestion;
pub use run::{Lab, LabState};
pub use survey::SurveyRecord;

use crate::app::language::tr;
use crate::generate::lp::Rule;
use crate::generate::sat::export::Format;
use crate::generate::sat::{Encoding, Rounds};
use crate::logic::StrategyId;

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
    /// The puzzle with the fewest clues on this layout.
    Fewest,
    /// Many puzzles of one solution grid, and what they need.
    Survey,
}

impl Experiment {
    /// Every experiment, in the order on the screen.
    pub const ALL: [Experiment; 6] = [
        Experiment::Backward,
        Experiment::Generator,
        Experiment::Solver,
        Experiment::Rounds,
        Experiment::Fewest,
        Experiment::Survey,
    ];

    /// Name on the screen.
    pub fn title(self) -> &'static str {
        match self {
            Experiment::Backward => tr!("Backward"),
            Experiment::Generator => tr!("LP generator"),
            Experiment::Solver => tr!("LP solver"),
            Experiment::Rounds => tr!("SAT in rounds"),
            Experiment::Fewest => tr!("Fewest clues"),
            Experiment::Survey => tr!("One grid"),
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
            Experiment::Fewest => {
                tr!("Looks for the puzzle with the fewest clues on this layout, wherever they stand, and for a proof \
                     that none has fewer")
            }
            Experiment::Survey => {
                tr!("Makes many puzzles of one solution grid backwards and counts how often each strategy is needed")
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
    /// Heuristics, phase by phase.
    pub phases: LabPhases,
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
    /// What the formula is written as for other programs.
    pub format: Format,
    /// Ask SAT for the fewest clues, in this encoding.
    pub fewest_by_sat: Wish<Encoding>,
    /// Refute small numbers of clues first.
    pub upwards: bool,
    /// A puzzle with so many clues is good enough.
    pub enough: Wish<usize>,
    /// Number of puzzles of one grid.
    pub n_puzzles: usize,
    /// Same seed, same puzzle.
    pub seed: u64,
}

impl Default for Recipe {
    fn default() -> Recipe {
        Recipe {
            experiment: Experiment::Backward,
            phases: LabPhases::default(),
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
            format: Format::Cnf,
            fewest_by_sat: Wish::off(Encoding::WellFounded),
            upwards: false,
            enough: Wish::off(24),
            n_puzzles: 20,
            seed: 0,
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

/// The encoding that only fewest clues have besides, as [`encodings`] tells the others.
fn well_founded() -> (Encoding, &'static str, &'static str) {
    let help = tr!("No rounds: loop formulas are added as they are needed, and every bound is proven and checked");
    (Encoding::WellFounded, tr!("Well-founded"), help)
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

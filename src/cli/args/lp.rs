//! Arguments of `lp`.

use super::{Common, MOST};
use crate::cli::numbers::{decimal, whole};
use crate::cli::values::seconds;
use crate::generate::lp::Rule;
use clap::Subcommand;
use std::path::PathBuf;

/// `lp`
#[derive(Subcommand, Debug)]
pub enum Lp {
    /// Solve the relaxation of puzzles: the grid, or the cells that stay fractional.
    Solve(LpSolve),
    /// Make puzzles by fixing one fraction after another.
    Generate(LpGenerate),
}

/// How exactly linear programs are solved and read.
#[derive(clap::Args, Clone, Debug)]
pub struct Accuracy {
    /// Accuracy of the interior-point solver (1e-12 to 0.1).
    #[arg(long, value_name = "T", default_value_t = 1e-8, value_parser = decimal(1e-12, 0.1))]
    pub tolerance: f64,
    /// Iterations of the interior-point solver before it gives up (1 to 1000).
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole::<u32>(1, 1000))]
    pub iterations: u32,
    /// What lies closer to 0 or 1 counts as such (1e-12 to 0.49).
    #[arg(long, value_name = "T", default_value_t = 1e-3, value_parser = decimal(1e-12, 0.49))]
    pub rounding: f64,
}

/// `lp solve`
#[derive(clap::Args, Debug)]
pub struct LpSolve {
    /// Files with one puzzle a line; - for standard input.
    #[arg(default_value = "-")]
    pub inputs: Vec<PathBuf>,
    /// Show the values of fractional cells.
    #[arg(long)]
    pub values: bool,
    /// Show why the relaxation rules a candidate out, e.g. r1c2<>5: a sum of constraints with integer coefficients,
    /// checked in exact arithmetic; may be given several times.
    #[arg(long, value_name = "CANDIDATE")]
    pub why: Vec<String>,
    /// In the end, count how many fall to the relaxation, by the hardest strategy they need.
    #[arg(long)]
    pub compare: bool,
    /// Cut fractions off: rule out a candidate that leaves no feasible point once it is fixed, and solve again, until
    /// every cell is decided; minutes for the hardest puzzles.
    #[arg(long)]
    pub cuts: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the shared options")]
    pub accuracy: Accuracy,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the shared options")]
    pub common: Common,
}

/// `lp generate`
#[derive(clap::Args, Debug)]
pub struct LpGenerate {
    /// Which fraction becomes the next clue: random, near-min, true-min or near-max.
    #[arg(long, value_name = "RULE", default_value = "random")]
    pub rule: Rule,
    /// Clues exactly there: a pattern, or a file with one pattern a line; - for standard input.
    #[arg(long, value_name = "PATTERN|FILE")]
    pub pattern: Option<String>,
    /// Take out clues that are not needed.
    #[arg(long, conflicts_with = "pattern")]
    pub minimise: bool,
    /// Choose as the original does, also from candidates that are decided but whose z is a little below 1.
    #[arg(long)]
    pub literal: bool,
    /// Print only the puzzle, as the original does for dCode's solvers: spaces for empty cells, and in 16x16 0 to 9 and
    /// A to F with 0 for 16.
    #[arg(long, conflicts_with_all = ["json", "steps"])]
    pub hexify: bool,
    /// Show how the clues were fixed.
    #[arg(long)]
    pub steps: bool,
    /// Number of puzzles to make (1 to 1000000000).
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(1, MOST))]
    pub count: u32,
    /// Same seed, same puzzle (0 to 18446744073709551615).
    #[arg(long, default_value_t = 0, value_parser = whole::<u64>(0, u64::MAX))]
    pub seed: u64,
    /// Give up on a puzzle after this many seconds (0.000001 to 1000000000).
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = seconds())]
    pub time_limit: f64,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the shared options")]
    pub accuracy: Accuracy,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the shared options")]
    pub common: Common,
}

//! Arguments, as typed.

mod lp;

pub(super) use lp::{Accuracy, Lp, LpGenerate, LpSolve};

use super::layouts::LayoutsArgs;
use super::mend::MendArgs;
use super::numbers::{threads, threads_help, whole};
use super::order::OrderArgs;
use super::practice::PracticeArgs;
use super::random::RandomArgs;
use super::resume::FileArgs;
use super::sheet::SheetArgs;
use super::values::{
    parse_at_least, parse_at_most, parse_backend, parse_encoding, parse_figures, parse_format, parse_grids,
    parse_method, parse_minimum_method, parse_rounds, parse_scale, parse_shape, parse_shard, parse_strategy, seconds,
};
use crate::formats::{Format, Shapes};
use crate::generate::Method;
use crate::generate::inverse::Schedule;
use crate::generate::sat::backend::Backend;
use crate::generate::sat::{Encoding, Rounds};
use crate::grid::{Shape, Symmetry};
use crate::logic::{Mix, Preset, Scale, StrategyId, StrategySet};
use clap::{Parser, Subcommand};
use std::ffi::OsString;
use std::path::PathBuf;

/// Largest number of puzzles or solutions to ask for.
const MOST: u64 = 1_000_000_000;

/// Cells of the largest shape.
const MOST_CELLS: u64 = (Shape::MAX_N * Shape::MAX_N) as u64;

/// A studio for people who design Sudoku puzzles.
///
/// Without a subcommand the studio opens, with the project file if one is named.
/// Exit codes: 0 done, 1 wrong input, 3 proven impossible, 4 stopped or out of time.
#[derive(Parser, Debug)]
#[command(name = "cluesmith", version)]
pub struct Args {
    /// Project file to open in the studio.
    pub file: Option<PathBuf>,
    /// What to do without the studio.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// The subcommands.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Solve puzzles by strategies, or by brute force.
    Solve(Solve),
    /// Trace puzzles: steps, hardest strategy, difficulty figures.
    Rate(Rate),
    /// List the strategies: names, what they do, what they serve, an example of each.
    Strategies(Strategies),
    /// Make clues for painted patterns, or prove that there are none.
    Generate(Box<Generate>),
    /// Propose patterns near one that has no puzzle, each with a puzzle, or the sparsest parts of one that has.
    Mend(MendArgs),
    /// Make random puzzles whose clues may stand anywhere.
    Random(RandomArgs),
    /// Look for the fewest clues that a set of strategies can solve.
    Minimum(Minimum),
    /// Examine solution grids: unavoidable sets, all puzzles with few clues, what a pattern misses.
    Check(Check),
    /// Print minlex forms: what is equal up to symmetry and renaming gets the same.
    Canon(Canon),
    /// List the essentially different solution grids of a shape, or count them.
    Catalogue(Catalogue),
    /// List the layouts that have short names, or make random irregular ones.
    Layouts(LayoutsArgs),
    /// Turn puzzles from one text format or link into another.
    Convert(Convert),
    /// Make puzzles backwards from their solution, with heuristics that steer them.
    Inverse(Inverse),
    /// Solve and make puzzles with the linear programming relaxation.
    #[command(subcommand)]
    Lp(Lp),
    /// Lay puzzles out for printing: PDF, SVG, PNG or text.
    Sheet(SheetArgs),
    /// Make positions in which everything easier is done and the next step is a given technique.
    Practice(PracticeArgs),
}

/// What most subcommands share.
#[derive(clap::Args, Clone, Debug)]
pub struct Common {
    /// Box height x box width, or a layout: its text, or a file that holds it. "3x3 x anti-knight" has boxes and further
    /// rules, which "cluesmith layouts" lists; "7 regions=AABBBBBAAABCCBADDDCCCAEDCCFFEEDGFFFEEDGGFFEEDGGGG" has irregular
    /// regions; "9 latin" is a Latin square. Without it 3x3, unless the input tells.
    #[arg(long, visible_alias = "layout", value_name = "RxC|LAYOUT", value_parser = parse_shape)]
    pub shape: Option<Shape>,
    /// Print one JSON object a line.
    #[arg(long)]
    pub json: bool,
}

impl Common {
    /// The shape asked for, or else 3x3.
    pub fn shape(&self) -> Shape {
        self.shape.unwrap_or(Shape::NINE)
    }

    /// Which shapes puzzles of the input may have: the one asked for, or else 3x3 unless the text tells another.
    pub(super) fn shapes(&self) -> Shapes {
        self.shape.map_or(Shapes::Usual(Shape::NINE), Shapes::Only)
    }
}

/// `solve`
#[derive(clap::Args, Debug)]
pub struct Solve {
    /// Files with one puzzle a line; - for standard input.
    #[arg(default_value = "-")]
    pub inputs: Vec<PathBuf>,
    /// Strategies to use, separated by commas; without it, brute force.
    #[arg(long, value_name = "LIST")]
    pub strategies: Option<StrategySet>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the shared options")]
    pub order: OrderArgs,
    /// Show the steps.
    #[arg(long)]
    pub trace: bool,
    /// Show every step that is possible now, not only the first (with --after: later on).
    #[arg(long)]
    pub all_steps: bool,
    /// With --all-steps: after this many steps of the trace, or at its end (0 to 10000).
    #[arg(long, value_name = "N", requires = "all_steps", default_value_t = 0, value_parser = whole::<usize>(0, 10_000))]
    pub after: usize,
    /// Show which clues could go, one at a time: with the solution still the only one and, with --strategies,
    /// --order or --preset, with these strategies still solving the puzzle.
    #[arg(long)]
    pub redundant: bool,
    /// Show which digits each open cell has in the solutions, and in how many: each counted up to 1000.
    #[arg(long)]
    pub true_candidates: bool,
    /// Count solutions up to this number by brute force (1 to 1000000000).
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, MOST))]
    pub all: Option<u32>,
    #[arg(long, default_value_t = 0, value_parser = threads, help = threads_help())]
    #[allow(missing_docs, reason = "the help says it")]
    pub threads: usize,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the shared options")]
    pub common: Common,
}

/// `rate`
#[derive(clap::Args, Debug)]
pub struct Rate {
    /// Files with one puzzle a line; - for standard input.
    #[arg(default_value = "-")]
    pub inputs: Vec<PathBuf>,
    /// Strategies to use, separated by commas.
    #[arg(long, value_name = "LIST", default_value = "all")]
    pub strategies: StrategySet,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the shared options")]
    pub order: OrderArgs,
    /// Add one line for each step: its strategy, how many ways there were to go on, its effort.
    #[arg(long)]
    pub curve: bool,
    /// Add what is needed on every path: the hardest strategy, and those that the others cannot replace.
    #[arg(long)]
    pub needed: bool,
    /// Add the number of rounds to the solution if each round takes all steps that are possible: the least K of
    /// generate --encoding paper.
    #[arg(long)]
    pub rounds: bool,
    /// Scales to rate on, separated by commas: se (Sudoku Explainer: ER/EP/ED), sukaku (SukakuExplainer, the same three
    /// with more techniques), hodoku (level and score), own (effort).
    #[arg(long, value_name = "LIST", default_value = "se,hodoku,own", value_delimiter = ',', value_parser = parse_scale)]
    pub scale: Vec<Scale>,
    #[arg(long, default_value_t = 0, value_parser = threads, help = threads_help())]
    #[allow(missing_docs, reason = "the help says it")]
    pub threads: usize,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the shared options")]
    pub files: FileArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the shared options")]
    pub common: Common,
}

/// `strategies`
#[derive(clap::Args, Debug)]
pub struct Strategies {
    /// Names or groups, separated by commas: these only, each with an example.
    #[arg(value_name = "LIST")]
    pub names: Option<StrategySet>,
    /// Those of a ready-made order, in its order.
    #[arg(long, value_name = "NAME", value_parser = super::order::parse_preset)]
    pub preset: Option<Preset>,
    /// Print one JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// `generate`
#[derive(clap::Args, Debug)]
pub struct Generate {
    /// The pattern itself, or a file with one pattern a line; - for standard input.
    #[arg(long, value_name = "PATTERN|FILE")]
    pub pattern: String,
    /// Strategies the solver may use, separated by commas: names or the groups singles, paper, basic, all.
    /// Without it: paper and those of --step, or all with --difficulty, --hardest or --hardest-possible.
    #[arg(long, value_name = "LIST")]
    pub strategies: Option<StrategySet>,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the shared options")]
    pub order: OrderArgs,
    /// Strategies of which the trace must have a step.
    #[arg(long, value_name = "LIST", default_value = "")]
    pub require: StrategySet,
    /// What --method inverse prefers among the puzzles of a pattern: d (difficult), t (little choice for the
    /// solver), mixes such as 2d+t. Without it: the first that it finds.
    #[arg(long, value_name = "HEURISTIC", default_value = "", hide_default_value = true)]
    pub heuristic: Mix,
    /// The puzzle must need this strategy and nothing harder.
    #[arg(long, value_name = "STRATEGY", value_parser = parse_strategy)]
    pub hardest: Option<StrategyId>,
    /// The puzzle must have a difficulty from A to B on the scale (0 to 100000, at most one decimal).
    #[arg(long, value_name = "A..B", group = "figure")]
    pub difficulty: Option<String>,
    /// For each pattern, look for ever harder puzzles until the time limit, or until a signal (Ctrl-C), and print the
    /// hardest, on the scale; it is said if none can be harder.
    #[arg(long, group = "figure", conflicts_with_all = ["hardest", "heuristic", "method", "encoding", "rounds", "backend", "no_bounds", "export", "count", "distinct", "race", "proof"])]
    pub hardest_possible: bool,
    /// Scale of --difficulty and --hardest-possible: se (Sudoku Explainer, ER), sukaku (SukakuExplainer, ER), hodoku
    /// (score) or own (effort).
    #[arg(long, default_value = "own", requires = "figure", value_parser = parse_scale)]
    pub scale: Scale,
    /// The puzzle must be minimal: without any of its clues it would have more than one solution.
    #[arg(long)]
    pub minimal: bool,
    /// A step that the puzzle must need, and where: a strategy, then after @ houses, cells, digits or conclusions, e.g.
    /// "x-wing@r2,r7:5", "naked-pair@r4c1,r4c2", "xy-wing@pivot=r5c5", "hidden-single@r1c1=9 last", "x-wing@r2c4<>5".
    /// A ? behind it asks only that the step is possible at some point. Then words may follow: first, last, only, only
    /// above STRATEGY, before STEP, after STEP. Or a number: "x-wing>=2", "bottlenecks<=1", "open-singles=3". Can be
    /// given several times.
    #[arg(long, value_name = "STEP")]
    pub step: Vec<String>,
    /// Digits already chosen for some clue cells, as a puzzle line.
    #[arg(long, value_name = "PUZZLE")]
    pub fixed: Option<String>,
    /// What is asked of the digits of the clues, such as "odd=r1c1,r2c2", "each digit at least 2" or "symmetry half-turn
    /// complement"; several with semicolons between them, or the option several times. See the manual on themes.
    #[arg(long, value_name = "TEXT")]
    pub theme: Vec<String>,
    /// How to look for clues: auto, bounds, search, exact, sat or inverse; for comparison
    /// zama-sasano (random clues that do not exclude each other), generate-and-test or brute-force.
    #[arg(long, default_value = "auto", value_parser = parse_method)]
    pub method: Method,
    /// How the SAT method writes the question: well-founded, derivation, paper or paper-direct.
    #[arg(long, default_value = "well-founded", value_parser = parse_encoding)]
    pub encoding: Encoding,
    /// Rounds to try for the encodings that have them: first..last or first..last..step (1 to 649).
    #[arg(long, value_name = "A..B", default_value = "10..30..10", value_parser = parse_rounds)]
    pub rounds: Rounds,
    /// Solver of the SAT method: own, batsat or (if built with it) cadical.
    #[arg(long, default_value = "own", value_parser = parse_backend)]
    pub backend: Backend,
    /// Let the SAT method decide by itself what structural bounds would refute at once, for figures of an encoding.
    #[arg(long, conflicts_with = "proof")]
    pub no_bounds: bool,
    /// Write the formula of --encoding (derivation, paper or paper-direct) with the last number of --rounds to a new
    /// file, for other programs, and do not solve it: cnf (DIMACS), csp (the form of Sugar) or opb (pseudo-Boolean),
    /// each with what its variables stand for. One pattern only.
    #[arg(long, num_args = 2, value_names = ["FORMAT", "FILE"], conflicts_with_all = ["proof", "distinct", "output", "resume", "race"])]
    pub export: Option<Vec<OsString>>,
    /// Number of puzzles to make for each pattern (1 to 1000000000).
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(1, MOST))]
    pub count: u32,
    /// Make puzzles that are essentially different (no renaming of digits and no symmetry of the grid maps one onto
    /// another) and far apart; see --spread.
    #[arg(long)]
    pub distinct: bool,
    /// With --distinct: any two puzzles differ in at least this many clues, however digits are renamed (1 to 625). By
    /// default half of the clues, or fewer once no such puzzle is found any more; 1 if more than 1000 puzzles are
    /// wanted or avoided.
    #[arg(long, value_name = "CLUES", requires = "distinct", value_parser = whole::<usize>(1, MOST_CELLS))]
    pub spread: Option<usize>,
    /// File with puzzles to avoid, equivalent ones too (with --distinct).
    #[arg(long, value_name = "FILE", requires = "distinct")]
    pub avoid: Vec<PathBuf>,
    /// Give up on a puzzle after this many seconds (0.000001 to 1000000000).
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = seconds())]
    pub time_limit: f64,
    /// Same seed, same output (0 to 18446744073709551615).
    #[arg(long, default_value_t = 0, value_parser = whole::<u64>(0, u64::MAX))]
    pub seed: u64,
    #[arg(long, default_value_t = 0, value_parser = threads, help = threads_help())]
    #[allow(missing_docs, reason = "the help says it")]
    pub threads: usize,
    /// Let methods and threads race and take the first answer (not repeatable).
    #[arg(long, conflicts_with = "resume")]
    pub race: bool,
    /// Where a pattern is impossible, write the proof to this file: DRAT, or LRAT if its name ends in .lrat,
    /// with the formula beside it as .cnf; a text to read for bounds and (unless --method sat) where all cases were examined. One pattern only.
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// Print figures of the run to standard error, among them the puzzles that failed the check and were dropped; with
    /// --method sat variables, clauses and conflicts, in rounds for each number of rounds, with its time and the memory.
    #[arg(long)]
    pub stats: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the shared options")]
    pub files: FileArgs,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the shared options")]
    pub common: Common,
}

/// `minimum`
#[derive(clap::Args, Debug)]
pub struct Minimum {
    /// Strategies the solver may use, separated by commas.
    #[arg(long, value_name = "LIST")]
    pub strategies: StrategySet,
    /// What is asked of the digits of the clues, as for generate; --method search alone looks for such puzzles.
    #[arg(long, value_name = "TEXT")]
    pub theme: Vec<String>,
    /// Be content with a puzzle of at most this many clues (1 to 625, no more than cells).
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, MOST_CELLS))]
    pub at_most: Option<usize>,
    /// How to look: search (local search; small grids in full) or sat (clues anywhere, fewer and fewer,
    /// until there are none; no number is taken from the literature).
    #[arg(long, default_value = "search", value_parser = parse_minimum_method)]
    pub method: Method,
    /// How the SAT method writes the question: well-founded (its bounds are proven), derivation, paper or paper-direct.
    #[arg(long, default_value = "well-founded", value_parser = parse_encoding)]
    pub encoding: Encoding,
    /// Rounds to try for the encodings that have them: first..last or first..last..step (1 to 649).
    #[arg(long, value_name = "A..B", default_value = "10..30..10", value_parser = parse_rounds)]
    pub rounds: Rounds,
    /// With --method sat: refute one number of clues after the other, from 0 upwards.
    #[arg(long)]
    pub upwards: bool,
    /// With --method sat: write the proof of the lower bound to this file, in DRAT, and the formula beside it as .cnf.
    #[arg(long, value_name = "FILE")]
    pub proof: Option<PathBuf>,
    /// Give up after this many seconds (0.000001 to 1000000000).
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = seconds())]
    pub time_limit: f64,
    /// Same seed, same search (0 to 18446744073709551615).
    #[arg(long, default_value_t = 0, value_parser = whole::<u64>(0, u64::MAX))]
    pub seed: u64,
    #[arg(long, default_value_t = 0, value_parser = threads, help = threads_help())]
    #[allow(missing_docs, reason = "the help says it")]
    pub threads: usize,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the shared options")]
    pub common: Common,
}

/// `check`
#[derive(clap::Args, Debug)]
#[command(group(clap::ArgGroup::new("what").required(true).args(["clues", "unavoidable", "pattern"])))]
pub struct Check {
    /// Files with solution grids or puzzles that have one solution, one a line; - for standard input.
    #[arg(default_value = "-")]
    pub inputs: Vec<PathBuf>,
    /// Find every puzzle of the grid with this many clues (1 to 625, no more than cells).
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, MOST_CELLS))]
    pub clues: Option<usize>,
    /// List all minimal unavoidable sets of at most this many cells (2 to 20), each with its type: its minlex form
    /// without the empty cells at the beginning.
    #[arg(long, value_name = "N", value_parser = whole::<u8>(2, 20))]
    pub unavoidable: Option<u8>,
    /// Also list the sets that take 2 to K clues (2 to 5) and are not the union of disjoint sets that take as many
    /// together (with --unavoidable).
    #[arg(long, value_name = "K", value_parser = whole::<usize>(2, 5), requires = "unavoidable", conflicts_with_all = ["clues", "pattern"])]
    pub degree: Option<usize>,
    /// Show which unavoidable sets this pattern misses, the second solutions they allow and cells to add;
    /// a pattern or a file with one.
    #[arg(long, value_name = "PATTERN|FILE")]
    pub pattern: Option<String>,
    /// Do part I of N of the work only (with --clues; 1 to 1000000); the parts together do all of it.
    #[arg(long, value_name = "I/N", value_parser = parse_shard, requires = "clues")]
    pub shard: Option<(usize, usize)>,
    /// Keep what is done in this file, and do not repeat what stands in it (with --clues). Each line has a checksum;
    /// a damaged file is refused. Files of several parts or machines merge by being put together.
    #[arg(long, value_name = "FILE", requires = "clues")]
    pub results: Option<PathBuf>,
    /// Further files of results to take in (with --clues).
    #[arg(long, value_name = "FILE", requires = "clues")]
    pub merge: Vec<PathBuf>,
    /// Show how many grids are done, the explored share of all and the time left on standard error (with --clues).
    #[arg(long, requires = "clues")]
    pub progress: bool,
    /// Stop after this many seconds (with --clues; 0.000001 to 1000000000).
    #[arg(long, value_name = "S", value_parser = seconds(), requires = "clues")]
    pub time_limit: Option<f64>,
    /// Search without dead clues, so that sets of clues are met again and again (with --clues). This and the next two
    /// options repeat what the paper measures: the puzzles are the same, the search takes longer.
    #[arg(long, requires = "clues", conflicts_with_all = ["unavoidable", "pattern"])]
    pub no_dead_clues: bool,
    /// Refute a branch by unavoidable sets that take up to D clues together (1 to 16): disjoint ones take one each, and
    /// such as have no cell in common take two (with --clues). Without it they may take any number of clues.
    #[arg(long, value_name = "D", value_parser = whole::<usize>(1, 16), requires = "clues", conflicts_with_all = ["unavoidable", "pattern"])]
    pub max_degree: Option<usize>,
    /// Take the next clue from a set with the fewest cells, dead or not (with --clues).
    #[arg(long, requires = "clues", conflicts_with_all = ["unavoidable", "pattern"])]
    pub no_effective_size: bool,
    /// Share the work out among the processes of an MPI job (with --clues): mpirun -n 8 cluesmith check ...;
    /// with mpirun --enable-recovery the job goes on when a worker dies.
    #[cfg(feature = "mpi")]
    #[arg(long, requires = "clues")]
    pub mpi: bool,
    #[arg(long, default_value_t = 0, value_parser = threads, help = threads_help())]
    #[allow(missing_docs, reason = "the help says it")]
    pub threads: usize,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the shared options")]
    pub common: Common,
}

/// `canon`
#[derive(clap::Args, Debug)]
pub struct Canon {
    /// Files with puzzles or solution grids, one a line; - for standard input.
    #[arg(default_value = "-")]
    pub inputs: Vec<PathBuf>,
    /// Print the input without what is equivalent to an earlier line.
    #[arg(long)]
    pub dedupe: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the shared options")]
    pub common: Common,
}

/// `catalogue`
#[derive(clap::Args, Debug)]
pub struct Catalogue {
    /// Count them by Burnside's lemma instead, for shapes up to 3x3: at once for 6x6, half a minute for 8x8, four minutes
    /// for 9x9.
    #[arg(long, conflicts_with_all = ["limit", "one_in", "output", "compress", "from"])]
    pub count: bool,
    /// List the first N only (1 to 18446744073709551615). Without it 4x4 and 6x6 take no time, 8x8 takes minutes, and
    /// 9x9 has 5472730538 grids: its first million takes a minute.
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, u64::MAX))]
    pub limit: Option<u64>,
    /// List a random sample: each grid with a chance of 1 in N (1 to 18446744073709551615). Chosen are beginnings, all
    /// bands but the last, so that grids of the same beginning come together.
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, u64::MAX), group = "sampling")]
    pub one_in: Option<u64>,
    /// Write a compressed list to this file, which must not be there yet: some 2 bytes for a grid of 9x9 instead of 82, from
    /// which --from reads any grid without the others.
    #[arg(long, value_name = "FILE", conflicts_with = "output")]
    pub compress: Option<PathBuf>,
    /// Read the grids from a compressed list instead of making them.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["compress", "limit", "one_in"])]
    pub from: Option<PathBuf>,
    /// With --from: only the grid with this number, or first..last; they count from 1.
    #[arg(long, value_name = "A..B", requires = "from", value_parser = parse_grids)]
    pub grids: Option<(u64, u64)>,
    /// With --from: only so many of them (1 to 18446744073709551615), each choice as likely as any other.
    #[arg(long, value_name = "N", requires = "from", value_parser = whole::<u64>(1, u64::MAX), group = "sampling")]
    pub sample: Option<u64>,
    /// Same seed, same sample (0 to 18446744073709551615).
    #[arg(long, default_value_t = 0, value_parser = whole::<u64>(0, u64::MAX), requires = "sampling")]
    pub seed: u64,
    /// File to write; - for standard output.
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the shared options")]
    pub common: Common,
}

/// `convert`
#[derive(clap::Args, Debug)]
pub struct Convert {
    /// Files in any known format, or with links; - for standard input.
    #[arg(default_value = "-")]
    pub inputs: Vec<PathBuf>,
    /// Format to write: lines, grid, sdm, sdk, ss, marks, opensudoku, f-puzzles, sudokupad, jigsaw, solo,
    /// markdown, html, latex or tikz. Standard error says what the format does not keep. Before candidates
    /// (marks), the clues stand in a grid of their own where a clue could not be told from a digit placed or from
    /// a single candidate.
    #[arg(long, value_name = "FORMAT", default_value = "lines", value_parser = parse_format)]
    pub to: Format,
    /// File to write; - for standard output.
    #[arg(short, long, value_name = "FILE", default_value = "-")]
    pub output: PathBuf,
    /// Box height x box width, or a layout: its text, or a file that holds it. "3x3 x anti-knight" has boxes and further
    /// rules, which "cluesmith layouts" lists; "7 regions=AABBBBBAAABCCBADDDCCCAEDCCFFEEDGFFFEEDGGFFEEDGGGG" has irregular
    /// regions; "9 latin" is a Latin square.
    /// Without it, whatever the input holds.
    #[arg(long, visible_alias = "layout", value_name = "RxC|LAYOUT", value_parser = parse_shape)]
    pub shape: Option<Shape>,
}

/// `inverse`
#[derive(clap::Args, Debug)]
pub struct Inverse {
    /// How to choose: t (little choice for the solver), d (difficult), sparse (few clues), random; mixes such as
    /// 2d+t; schedules such as t@40/d, which switch when so many clues are left.
    #[arg(long, value_name = "HEURISTIC", default_value = "d")]
    pub heuristic: Schedule,
    /// Search as the paper does: cells and pencil marks in one pool, d as the easiest method that applies and t as the
    /// number of moves at each child. Without it t and d judge the puzzle that a child stands for.
    #[arg(long)]
    pub literal: bool,
    /// Strategies the solver may use, separated by commas: naked-single and others of the group basic; without it
    /// singles, locked candidates, subsets and X-wing.
    #[arg(long, value_name = "LIST")]
    pub strategies: Option<StrategySet>,
    /// Clues exactly there: a pattern, or a file with one pattern a line; - for standard input.
    #[arg(long, value_name = "PATTERN|FILE")]
    pub pattern: Option<String>,
    /// Empty cells together with their images: none, half-turn, quarter-turn, mirror-horizontal, ...
    #[arg(long, value_name = "SYMMETRY", default_value = "none")]
    pub symmetry: Symmetry,
    /// With --pattern: what is asked of the digits of the clues, as for generate.
    #[arg(long, value_name = "TEXT")]
    pub theme: Vec<String>,
    /// Figure of Sudoku Explainer that the puzzle shall have (0 to 20), e.g. 3.4 or 2.8..4.0; for 9x9 only.
    #[arg(long, value_name = "A..B", value_parser = parse_figures)]
    pub target: Option<(u8, u8)>,
    /// Begin with this solution grid.
    #[arg(long, value_name = "GRID")]
    pub solution: Option<String>,
    /// Number of clues that the puzzle shall have (1 to 625, no more than cells).
    #[arg(long, value_name = "N", value_parser = whole::<usize>(1, MOST_CELLS))]
    pub clues: Option<usize>,
    /// Strategies that the trace must need.
    #[arg(long, value_name = "LIST", default_value = "")]
    pub require: StrategySet,
    /// Steps of a strategy that the trace must have at least (1 to 1000), e.g. x-wing=2; may be given several times.
    #[arg(long, value_name = "STRATEGY=K", value_parser = parse_at_least)]
    pub at_least: Vec<(StrategyId, usize)>,
    /// Steps of a strategy that the trace may have at most (0 to 1000), e.g. naked-pair=1; may be given several times.
    #[arg(long, value_name = "STRATEGY=K", value_parser = parse_at_most)]
    pub at_most: Vec<(StrategyId, usize)>,
    /// Steps of a strategy that the trace shall have, no more and no fewer (0 to 1000), e.g. x-wing=2; may be given
    /// several times.
    #[arg(long, value_name = "STRATEGY=K", value_parser = parse_at_most)]
    pub exactly: Vec<(StrategyId, usize)>,
    /// Number of puzzles to make (1 to 1000000000).
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(1, MOST))]
    pub count: u32,
    /// Make so many puzzles of one grid (1 to 1000000), that of --solution or a random one, and a table in
    /// comments: how often each strategy is needed and used.
    #[arg(long, value_name = "N", conflicts_with_all = ["count", "pattern", "way"], value_parser = whole::<u32>(1, 1_000_000))]
    pub survey: Option<u32>,
    /// Same seed, same puzzle (0 to 18446744073709551615).
    #[arg(long, default_value_t = 0, value_parser = whole::<u64>(0, u64::MAX))]
    pub seed: u64,
    /// Give up on a puzzle after this many seconds (0.000001 to 1000000000).
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = seconds())]
    pub time_limit: f64,
    /// Show the moves from the solution to the puzzle; read from the end, they solve it.
    #[arg(long)]
    pub way: bool,
    /// Print figures of the run to standard error, among them the puzzles that failed the check and were dropped.
    #[arg(long)]
    pub stats: bool,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the shared options")]
    pub common: Common,
}

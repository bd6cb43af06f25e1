//! `practice`.

use super::input::{Puzzles, shapes_of, told_layout};
use super::order::OrderArgs;
use super::output::Output;
use super::values::{parse_format, parse_shape, parse_strategy, seconds};
use super::{CliError, Exit, numbers::whole, signals};
use crate::formats::{Format, Info, PuzzleEntry, check, write_each};
use crate::generate::Watch;
use crate::generate::practice::{PracticeGrid, practice_grid, practice_grids};
use crate::grid::{Digit, Shape};
use crate::logic::{StrategyId, StrategySet};
use serde::Serialize;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::Duration;

/// `practice`
#[derive(clap::Args, Debug)]
pub struct PracticeArgs {
    /// Files with puzzles, in any known format or with links, - for standard input: positions of these puzzles.
    /// Without it, new puzzles are made.
    pub inputs: Vec<PathBuf>,
    /// The technique to practise: everything easier is done, and it comes next.
    #[arg(long, value_name = "STRATEGY", value_parser = parse_strategy)]
    pub strategy: StrategyId,
    /// What is done before, separated by commas, as far as it stands before the technique: names or the groups singles,
    /// paper, basic, all.
    #[arg(long, value_name = "LIST", default_value = "all")]
    pub strategies: StrategySet,
    #[command(flatten)]
    #[allow(missing_docs, reason = "the shared options")]
    pub order: OrderArgs,
    /// Number of grids to make, or at most to take from the input (1 to 1000000).
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole::<u32>(1, 1_000_000))]
    pub count: u32,
    /// Format to write, as for convert: marks, f-puzzles, sudokupad and html keep the candidates.
    #[arg(long, value_name = "FORMAT", default_value = "marks", value_parser = parse_format, conflicts_with = "json")]
    pub to: Format,
    /// Box height x box width, or a layout: its text, or a file that holds it. "3x3 x anti-knight" has boxes and further
    /// rules, which "cluesmith layouts" lists; "7 regions=AABBBBBAAABCCBADDDCCCAEDCCFFEEDGFFFEEDGGFFEEDGGGG" has irregular
    /// regions; "9 latin" is a Latin square. Without it 3x3, or whatever the input holds.
    #[arg(long, visible_alias = "layout", value_name = "RxC|LAYOUT", value_parser = parse_shape)]
    pub shape: Option<Shape>,
    /// Give up after this many seconds (0.000001 to 1000000000).
    #[arg(long, value_name = "S", default_value_t = 60.0, value_parser = seconds())]
    pub time_limit: f64,
    /// Same seed, same grids (0 to 18446744073709551615).
    #[arg(long, default_value_t = 0, value_parser = whole::<u64>(0, u64::MAX))]
    pub seed: u64,
    /// Print one JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// A line of `practice --json`.
#[derive(Serialize)]
struct PracticeLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
    puzzle: String,
    /// Clues and placed digits.
    position: String,
    /// The digits left in each cell, row by row; one digit where it is placed.
    candidates: Vec<String>,
    /// The steps of the technique that are possible, as sentences.
    steps: Vec<String>,
}

pub(super) fn practice(args: &PracticeArgs) -> Result<Exit, CliError> {
    let shape = args.shape.unwrap_or(Shape::NINE);
    let order = args.order.or(args.strategies);
    let stop = signals::stop_flag();
    let watch = stop.within(Duration::from_secs_f64(args.time_limit));
    let mut writer = Writer { args, entries: Vec::new(), n_grids: 0, output: Output::new() };
    if args.inputs.is_empty() {
        let mut failed = None;
        practice_grids(shape, args.strategy, &order, args.seed, &watch, &mut |_, grid| {
            failed = writer.take(&grid, Info::default()).err();
            if failed.is_some() || writer.is_done() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        writer.finish()?;
        return Ok(if writer.is_done() { Exit::Done } else { Exit::Undecided });
    }
    let puzzles = Puzzles::read(&args.inputs, shapes_of(args.shape))?;
    for item in puzzles.entries() {
        if writer.is_done() || watch.should_stop() {
            break;
        }
        if let Some(grid) = practice_grid(&item.value.puzzle, args.strategy, &order, &watch) {
            writer.take(&grid, item.value.info)?;
        }
    }
    if writer.n_grids == 0 && !watch.should_stop() {
        let technique = args.strategy.in_sentence();
        return Err(CliError(format!(
            "none of the puzzles comes to a position in which {technique} is the next step; without a file, puzzles are \
             made for it"
        )));
    }
    writer.finish()?;
    Ok(if watch.should_stop() && !writer.is_done() { Exit::Undecided } else { Exit::Done })
}

/// Writes grids: JSON line by line, other formats all together, for some begin and end with something.
struct Writer<'a> {
    args: &'a PracticeArgs,
    entries: Vec<PuzzleEntry>,
    n_grids: u32,
    output: Output,
}

impl Writer<'_> {
    fn is_done(&self) -> bool {
        self.n_grids == self.args.count || self.output.is_closed()
    }

    fn take(&mut self, grid: &PracticeGrid, info: Info) -> Result<(), CliError> {
        self.n_grids += 1;
        let (puzzle, board) = (grid.puzzle(), grid.board());
        if !self.args.json {
            let entry = PuzzleEntry::new(puzzle.clone());
            self.entries.push(PuzzleEntry { board: Some(board.clone()), info, ..entry });
            return Ok(());
        }
        let shape = puzzle.shape();
        let digits = |cell| {
            let placed = board.value(cell).map(|digit| digit.to_string());
            placed.unwrap_or_else(|| board.marks(cell).iter().map(Digit::to_char).collect())
        };
        self.output.json(&PracticeLine {
            layout: told_layout(shape),
            puzzle: puzzle.to_string(),
            position: shape.cells().map(|cell| board.value(cell).map_or('.', Digit::to_char)).collect(),
            candidates: shape.cells().map(digits).collect(),
            steps: grid.steps().iter().map(|step| step.sentence(board).to_string()).collect(),
        })?;
        self.output.flush()
    }

    #[allow(clippy::print_stderr, reason = "what is lost is said beside the output")]
    fn finish(&mut self) -> Result<(), CliError> {
        if self.entries.is_empty() {
            return Ok(());
        }
        let entries = || self.entries.iter().cloned();
        let losses = check(self.args.to, entries()).map_err(|error| CliError(error.to_string()))?;
        write_each(self.args.to, entries(), &mut |text| self.output.bytes(text.as_bytes()))?;
        self.output.flush()?;
        if !losses.is_empty() {
            eprintln!("cluesmith: {losses}");
        }
        Ok(())
    }
}

//! `catalogue`.

use super::args::Catalogue;
use super::catalogue_file::{FileList, compress};
use super::output::{Destination, Output};
use super::{CliError, Exit, signals};
use crate::grid::canon::{CatalogueVisitor, GridCount, catalogue as visit, count_grids};
use crate::grid::{Puzzle, Shape};
use crate::jobs::StopFlag;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use serde::Serialize;
use std::io;
use std::ops::ControlFlow;

/// A line of `catalogue --json`.
#[derive(Serialize)]
struct GridLine {
    grid: String,
    automorphisms: u64,
}

/// What `catalogue --count --json` prints.
#[derive(Serialize)]
struct CountLine {
    shape: String,
    essentially_different: String,
    grids: String,
    /// Where the number of all grids is not counted here.
    grids_source: Option<&'static str>,
    rearrangements: u64,
    classes: Vec<ClassLine>,
}

/// A conjugacy class of rearrangements that map grids onto themselves up to the names of digits.
#[derive(Serialize)]
struct ClassLine {
    size: u64,
    /// The grids, each counted once for all names of its digits.
    fixed_grids: String,
}

pub(super) fn catalogue(args: &Catalogue) -> Result<Exit, CliError> {
    let stop = signals::stop_flag();
    if !args.common.shape().is_plain() {
        return Err(CliError("catalogue: grids of irregular layouts cannot be listed or counted".to_owned()));
    }
    if args.common.shape().is_large() {
        return Err(CliError(
            "catalogue: grids of up to 16 rows can be listed or counted, larger ones cannot".to_owned(),
        ));
    }
    if args.count {
        return count(args, &stop);
    }
    if let Some(file) = &args.compress {
        return compress(args, file, &stop);
    }
    if let Some(file) = &args.from {
        let mut grids = FileList::open(args, file)?;
        return print(args, &mut |sink| grids.write(args, &stop, sink));
    }
    print(args, &mut |sink| list(args, &stop, sink))
}

/// Writes the lines of a list to where they shall go.
fn print(args: &Catalogue, list: &mut dyn FnMut(&mut TextSink<'_>) -> io::Result<Ended>) -> Result<Exit, CliError> {
    let destination = Destination::new(&args.output, args.from.as_slice())?;
    let mut ended = Ended::Complete;
    let mut unreadable = None;
    let mut whole = |out: &mut dyn FnMut(&str) -> io::Result<()>| -> io::Result<()> {
        let mut sink = TextSink { is_json: args.common.json, pending: String::new(), n_listed: 0, out };
        ended = list(&mut sink)?;
        sink.end(&ended)?;
        if let Ended::Unreadable(error) = &ended {
            unreadable = Some(error.clone());
            return Err(io::ErrorKind::InvalidData.into());
        }
        Ok(())
    };
    let mut failed = None;
    if destination.is_standard_output() {
        let mut output = Output::new();
        let _ = whole(&mut |text| {
            let written = output.bytes(text.as_bytes());
            if written.is_err() || output.is_closed() {
                failed = written.err();
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            Ok(())
        });
    } else {
        match destination.put_by(&mut |out| whole(out)) {
            Ok(true) => {}
            Ok(false) => return Ok(Exit::Undecided),
            Err(error) => failed = Some(error),
        }
    }
    match unreadable.or(failed) {
        Some(error) => Err(error),
        None => Ok(ended.exit()),
    }
}

/// How a list of grids ended.
pub(super) enum Ended {
    /// After all of them.
    Complete,
    /// After a sample of all.
    Sample,
    AtLimit,
    /// After those that were asked for.
    Chosen,
    Stopped,
    /// Where a file could not be read.
    Unreadable(CliError),
}

impl Ended {
    pub(super) fn exit(&self) -> Exit {
        if matches!(self, Ended::Stopped) { Exit::Undecided } else { Exit::Done }
    }

    /// The last line of a list.
    pub(super) fn line(&self, n_listed: u64) -> String {
        let grids = if n_listed == 1 { "grid" } else { "grids" };
        let end = match self {
            Ended::Sample => "a sample of all",
            Ended::Complete => "that is all",
            Ended::AtLimit => "the limit",
            Ended::Chosen => "as asked for",
            Ended::Stopped => "stopped",
            Ended::Unreadable(_) => "the rest cannot be read",
        };
        format!("# {n_listed} essentially different {grids}: {end}\n")
    }
}

/// What takes grids as they come.
pub(super) trait Sink {
    fn grid(&mut self, grid: &Puzzle, n_automorphisms: u64) -> io::Result<()>;
    /// Called every few milliseconds.
    fn flush(&mut self) -> io::Result<()>;
}

/// Hands over the grids that are asked for.
pub(super) fn list(args: &Catalogue, stop: &StopFlag, sink: &mut dyn Sink) -> io::Result<Ended> {
    let shape = args.common.shape();
    let mut lister = Lister {
        args,
        stop,
        sink,
        n_bands: shape.n() / shape.blocks().0,
        random: Xoshiro256PlusPlus::seed_from_u64(args.seed),
        n_listed: 0,
        failed: None,
    };
    let flow = visit(shape, &mut lister);
    if let Some(error) = lister.failed {
        return Err(error);
    }
    Ok(match flow {
        ControlFlow::Continue(()) if args.one_in.is_some() => Ended::Sample,
        ControlFlow::Continue(()) => Ended::Complete,
        ControlFlow::Break(()) if stop.is_raised() => Ended::Stopped,
        ControlFlow::Break(()) => Ended::AtLimit,
    })
}

/// Bytes that are written together.
const PENDING: usize = 1 << 15;

/// Writes grids as lines.
pub(super) struct TextSink<'a> {
    is_json: bool,
    pending: String,
    n_listed: u64,
    out: &'a mut dyn FnMut(&str) -> io::Result<()>,
}

impl TextSink<'_> {
    fn end(&mut self, ended: &Ended) -> io::Result<()> {
        if !self.is_json {
            self.pending += &ended.line(self.n_listed);
        }
        self.flush()
    }
}

impl Sink for TextSink<'_> {
    fn grid(&mut self, grid: &Puzzle, n_automorphisms: u64) -> io::Result<()> {
        if self.is_json {
            let line = GridLine { grid: grid.to_string(), automorphisms: n_automorphisms };
            self.pending += &serde_json::to_string(&line)?;
            self.pending.push('\n');
        } else {
            self.pending += &format!("{grid} # automorphisms: {n_automorphisms}\n");
        }
        self.n_listed += 1;
        if self.pending.len() >= PENDING { self.flush() } else { Ok(()) }
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let pending = std::mem::take(&mut self.pending);
        (self.out)(&pending)
    }
}

/// Hands over grids as they come.
struct Lister<'a> {
    args: &'a Catalogue,
    stop: &'a StopFlag,
    sink: &'a mut dyn Sink,
    n_bands: usize,
    /// For a sample.
    random: Xoshiro256PlusPlus,
    n_listed: u64,
    failed: Option<io::Error>,
}

impl CatalogueVisitor for Lister<'_> {
    fn grid(&mut self, grid: Puzzle, n_automorphisms: u64) -> ControlFlow<()> {
        self.failed = self.sink.grid(&grid, n_automorphisms).err();
        self.n_listed += 1;
        let is_over = self.args.limit.is_some_and(|limit| self.n_listed >= limit) || self.failed.is_some();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn goes_on(&mut self, n_bands: usize) -> bool {
        // The last band follows from few choices, so a sample is drawn before it.
        let Some(one_in) = self.args.one_in.filter(|_| n_bands + 1 == self.n_bands) else { return true };
        self.random.random_range(0..one_in) == 0
    }

    fn should_stop(&mut self) -> bool {
        self.failed = self.sink.flush().err();
        self.stop.is_raised() || self.failed.is_some()
    }
}

/// The number of essentially different grids, by Burnside's lemma.
fn count(args: &Catalogue, stop: &StopFlag) -> Result<Exit, CliError> {
    let shape = args.common.shape();
    if shape.n() > 9 {
        let instead = "use 2x2, 2x3, 3x2, 2x4, 4x2 or 3x3, or list the grids without --count";
        return Err(CliError(format!("--count: this takes too long for {shape}; {instead}")));
    }
    let Some(counted) = count_grids(shape, &mut || stop.is_raised()) else { return Ok(Exit::Undecided) };
    let mut output = Output::new();
    if args.common.json {
        output.json(&json_of(shape, &counted))?;
    } else {
        let GridCount { n_different, n_grids, source, n_rearrangements, classes } = &counted;
        output.line(&format!("# {n_grids} grids in all, {}", source.unwrap_or("counted here")))?;
        output
            .line(&format!("# {n_rearrangements} ways of rearranging them; those that map grids onto themselves:"))?;
        for class in classes {
            output.line(&format!("# {:>8} x {}", class.size, class.n_fixed))?;
        }
        output.line(&format!("{n_different} # essentially different grids of {shape}, by Burnside's lemma"))?;
    }
    output.flush()?;
    Ok(Exit::Done)
}

fn json_of(shape: Shape, counted: &GridCount) -> CountLine {
    let class = |class: &crate::grid::canon::FixedGridCount| ClassLine {
        size: class.size,
        fixed_grids: class.n_fixed.to_string(),
    };
    CountLine {
        shape: shape.to_string(),
        essentially_different: counted.n_different.to_string(),
        grids: counted.n_grids.to_string(),
        grids_source: counted.source,
        rearrangements: counted.n_rearrangements,
        classes: counted.classes.iter().map(class).collect(),
    }
}

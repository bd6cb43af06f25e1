//! `catalogue`.

use super::args::Catalogue;
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
    if args.count {
        return count(args, &stop);
    }
    let destination = Destination::new(&args.output, &[])?;
    let mut ended = Ended::Complete;
    let mut output = Output::new();
    if destination.is_standard_output() {
        let mut failed = None;
        ended = list(args, &stop, &mut |text| {
            let written = output.bytes(text.as_bytes());
            if written.is_err() || output.is_closed() {
                failed = written.err();
                return Err(io::ErrorKind::BrokenPipe.into());
            }
            Ok(())
        })
        .unwrap_or(ended);
        if let Some(error) = failed {
            return Err(error);
        }
    } else {
        let is_written = destination.put_by(&mut |out| {
            ended = list(args, &stop, out)?;
            Ok(())
        })?;
        if !is_written {
            return Ok(Exit::Undecided);
        }
    }
    Ok(match ended {
        Ended::Stopped => Exit::Undecided,
        Ended::Complete | Ended::AtLimit => Exit::Done,
    })
}

/// How a list of grids ended.
enum Ended {
    /// After all of them.
    Complete,
    AtLimit,
    Stopped,
}

/// Writes the grids, and at the end how many there are.
fn list(args: &Catalogue, stop: &StopFlag, out: &mut dyn FnMut(&str) -> io::Result<()>) -> io::Result<Ended> {
    let shape = args.common.shape();
    let mut lister = Lister {
        args,
        stop,
        out,
        n_bands: shape.n() / shape.blocks().0,
        random: Xoshiro256PlusPlus::seed_from_u64(args.seed),
        pending: String::new(),
        n_listed: 0,
        failed: None,
    };
    let flow = visit(shape, &mut lister);
    lister.flush();
    if let Some(error) = lister.failed {
        return Err(error);
    }
    let n_listed = lister.n_listed;
    let ended = match flow {
        ControlFlow::Continue(()) => Ended::Complete,
        ControlFlow::Break(()) if stop.is_raised() => Ended::Stopped,
        ControlFlow::Break(()) => Ended::AtLimit,
    };
    if !args.common.json {
        let grids = if n_listed == 1 { "grid" } else { "grids" };
        let end = match &ended {
            Ended::Complete if args.one_in.is_some() => "a sample of all".to_owned(),
            Ended::Complete => "that is all".to_owned(),
            Ended::AtLimit => "the limit".to_owned(),
            Ended::Stopped => "stopped".to_owned(),
        };
        (lister.out)(&format!("# {n_listed} essentially different {grids}: {end}\n"))?;
    }
    Ok(ended)
}

/// Bytes that are written together.
const PENDING: usize = 1 << 15;

/// Writes grids as they come.
struct Lister<'a> {
    args: &'a Catalogue,
    stop: &'a StopFlag,
    out: &'a mut dyn FnMut(&str) -> io::Result<()>,
    n_bands: usize,
    /// For a sample.
    random: Xoshiro256PlusPlus,
    pending: String,
    n_listed: u64,
    failed: Option<io::Error>,
}

impl Lister<'_> {
    fn flush(&mut self) {
        if !self.pending.is_empty() && self.failed.is_none() {
            self.failed = (self.out)(&self.pending).err();
        }
        self.pending.clear();
    }
}

impl CatalogueVisitor for Lister<'_> {
    fn grid(&mut self, grid: Puzzle, n_automorphisms: u64) -> ControlFlow<()> {
        if self.args.common.json {
            let line = GridLine { grid: grid.to_string(), automorphisms: n_automorphisms };
            match serde_json::to_string(&line) {
                Ok(line) => self.pending += &line,
                Err(error) => self.failed = Some(error.into()),
            }
            self.pending.push('\n');
        } else {
            self.pending += &format!("{grid} # automorphisms: {n_automorphisms}\n");
        }
        self.n_listed += 1;
        if self.pending.len() >= PENDING {
            self.flush();
        }
        let is_over = self.args.limit.is_some_and(|limit| self.n_listed >= limit) || self.failed.is_some();
        if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }

    fn goes_on(&mut self, n_bands: usize) -> bool {
        // The last band follows from few choices, so a sample is drawn before it.
        let Some(one_in) = self.args.one_in.filter(|_| n_bands + 1 == self.n_bands) else { return true };
        self.random.random_range(0..one_in) == 0
    }

    fn should_stop(&mut self) -> bool {
        self.flush();
        self.stop.is_raised() || self.failed.is_some()
    }
}

/// The number of essentially different grids, by Burnside's lemma.
fn count(args: &Catalogue, stop: &StopFlag) -> Result<Exit, CliError> {
    let shape = args.common.shape();
    if !matches!(shape.n(), 4 | 6 | 9) {
        let instead = "use 2x2, 2x3, 3x2 or 3x3, or list the grids without --count";
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

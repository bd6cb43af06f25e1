//! `catalogue --compress` and `--from`: compressed lists of grids.

use super::args::Catalogue;
use super::catalogue::{Ended, Sink, list};
use super::output::Output;
use super::{CliError, Exit};
use crate::grid::Puzzle;
use crate::grid::canon::{CompressedError, CompressedGrids, Compressor, canonical};
use crate::jobs::StopFlag;
use crate::saving;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;
use std::fs::File;
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

/// Writes the list to a new file. Stopped, it holds the grids so far.
pub(super) fn compress(args: &Catalogue, file: &Path, stop: &StopFlag) -> Result<Exit, CliError> {
    if file.exists() {
        return Err(CliError(format!("--compress: {} is there already; name a new file", file.display())));
    }
    saving::check(file).map_err(|error| CliError(error.to_string()))?;
    let mut last = None;
    let saved = saving::save_by(file, &mut |out| {
        let Some((compressor, head)) = Compressor::new(args.common.shape()) else { return Ok(()) };
        out.write_all(&head)?;
        let mut sink = CompressedSink { compressor, out, n_listed: 0 };
        let ended = list(args, stop, &mut sink)?;
        let CompressedSink { compressor, out, n_listed } = sink;
        out.write_all(&compressor.finish(matches!(ended, Ended::Complete)))?;
        last = Some((ended, n_listed));
        Ok(())
    });
    saved.map_err(|error| CliError(error.to_string()))?;
    let Some((ended, n_listed)) = last else { return Ok(Exit::Done) };
    if !args.common.json {
        let mut output = Output::new();
        output.line(ended.line(n_listed).trim_end())?;
        output.flush()?;
    }
    Ok(ended.exit())
}

struct CompressedSink<'a> {
    compressor: Compressor,
    out: &'a mut dyn Write,
    n_listed: u64,
}

impl Sink for CompressedSink<'_> {
    fn grid(&mut self, grid: &Puzzle, _: u64) -> io::Result<()> {
        self.n_listed += 1;
        self.compressor.add(grid).map_or(Ok(()), |block| self.out.write_all(&block))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Grids of a compressed list.
pub(super) struct FileList {
    path: PathBuf,
    file: File,
    n_bytes: u64,
}

impl FileList {
    /// Opens the file and looks whether the list has what is asked for.
    pub(super) fn open(args: &Catalogue, path: &Path) -> Result<FileList, CliError> {
        let failed = |error: io::Error| CliError(format!("cannot read {}: {}", path.display(), saving::reason(&error)));
        let mut file = File::open(path).map_err(failed)?;
        let n_bytes = file.seek(SeekFrom::End(0)).map_err(failed)?;
        let mut list = FileList { path: path.to_owned(), file, n_bytes };
        list.with(|grids| {
            let n_grids = grids.n_grids();
            if let Some(shape) = args.common.shape.filter(|&shape| shape != grids.shape()) {
                return Err(format!("its grids are of shape {}, not {shape}", grids.shape()));
            }
            let (first, last) = chosen(args, n_grids);
            if last > n_grids {
                return Err(format!("it has {n_grids} grids; use --grids 1..{n_grids}"));
            }
            let n_chosen = last + 1 - first;
            if args.sample.is_some_and(|sample| sample > n_chosen) {
                return Err(format!(
                    "--sample: there are {n_chosen} grids to choose from; use a whole number (1 to {n_chosen})"
                ));
            }
            Ok(())
        })?;
        Ok(list)
    }

    /// Does something with the list, or says in a sentence what is wrong with it.
    fn with<T>(&mut self, act: impl FnOnce(&mut CompressedGrids<'_>) -> Result<T, String>) -> Result<T, CliError> {
        let FileList { path, file, n_bytes } = self;
        let mut read = |at: u64, n: usize| {
            file.seek(SeekFrom::Start(at)).ok()?;
            let mut bytes = vec![0; n];
            file.read_exact(&mut bytes).ok()?;
            Some(bytes)
        };
        let acted = match CompressedGrids::open(*n_bytes, &mut read) {
            Ok(mut grids) => act(&mut grids),
            Err(error) => Err(error.to_string()),
        };
        acted.map_err(|why| CliError(format!("{}: {why}", path.display())))
    }

    /// Hands over the grids that are asked for.
    pub(super) fn write(&mut self, args: &Catalogue, stop: &StopFlag, sink: &mut dyn Sink) -> io::Result<Ended> {
        let mut failed = None;
        let ended = self.with(|grids| {
            let (first, last) = chosen(args, grids.n_grids());
            let is_whole = args.grids.is_none() && args.sample.is_none();
            let ended = if is_whole && grids.is_complete() { Ended::Complete } else { Ended::Chosen };
            let numbers: Box<dyn Iterator<Item = u64>> = match args.sample {
                None => Box::new(first..=last),
                Some(sample) => Box::new(draw(first, last, sample, args.seed).into_iter()),
            };
            for number in numbers {
                if stop.is_raised() {
                    return Ok(Ended::Stopped);
                }
                let sentence = |error: CompressedError| error.to_string();
                let Some(grid) = grids.grid(number - 1).map_err(sentence)? else { break };
                let n_automorphisms = canonical(grid).map_or(0, |form| form.n_automorphisms);
                if let Err(error) = sink.grid(grid, n_automorphisms) {
                    failed = Some(error);
                    return Ok(Ended::Stopped);
                }
            }
            Ok(ended)
        });
        match failed {
            Some(error) if error.kind() != ErrorKind::BrokenPipe => Err(error),
            _ => Ok(ended.unwrap_or_else(Ended::Unreadable)),
        }
    }
}

/// First and last of the grids that are asked for; the last is 0 if there are none.
fn chosen(args: &Catalogue, n_grids: u64) -> (u64, u64) {
    args.grids.unwrap_or((1, n_grids))
}

/// So many of these numbers, ascending, each choice as likely as any other (R. Floyd's algorithm).
fn draw(first: u64, last: u64, n_drawn: u64, seed: u64) -> BTreeSet<u64> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut drawn = BTreeSet::new();
    for top in last + 1 - n_drawn..=last {
        let number = random.random_range(first..=top);
        drawn.insert(if drawn.contains(&number) { top } else { number });
    }
    drawn
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    /// Each choice of two of five numbers comes about as often as any other.
    #[test]
    fn samples_are_uniform() {
        let mut counts: BTreeMap<Vec<u64>, usize> = BTreeMap::new();
        for seed in 0..10_000 {
            *counts.entry(draw(3, 7, 2, seed).into_iter().collect()).or_default() += 1;
        }
        assert_eq!(counts.len(), 10);
        assert!(counts.values().all(|&count| (900..1100).contains(&count)), "{counts:?}");
        assert_eq!(draw(3, 7, 5, 0), (3..=7).collect());
    }
}

//! `check --clues`: all puzzles of grids with a number of clues, in parts and across interruptions.

use super::args::Check;
use super::clue_board::{Board, Work};
use super::farm::run_threads;
use super::generate::thread_pool;
use super::input;
use super::results::{CUT, Results};
use super::{CliError, Exit, signals};
use crate::grid::Puzzle;
use crate::grid_checker::{Pruning, SearchError};
use crate::jobs::StopFlag;
use crate::saving::{append, reason};
use std::fs::File;
use std::io::Write;
use std::path::Path;
use std::time::Duration;

/// Searches the grids, which `grids` lists as often as it is asked.
pub(super) fn check_clues<'a, G: Iterator<Item = Puzzle> + Send + 'a>(
    args: &'a Check,
    clues: usize,
    grids: &dyn Fn() -> G,
    crew: &Crew,
) -> Result<Exit, CliError> {
    let mut texts = Vec::new();
    for file in args.merge.iter().map(|file| (file, true)).chain(args.results.iter().map(|file| (file, false))) {
        let (path, must_exist) = file;
        if must_exist || path.exists() {
            texts.push((path.display().to_string(), input::read(path)?));
        }
    }
    let results = Results::read(&texts, clues)?;
    let (mut n_grids, mut n_open) = (0, 0);
    for grid in grids() {
        let most = grid.shape().n_cells();
        if clues > most {
            return Err(CliError(format!("--clues: {}", SearchError::Clues(most))));
        }
        n_grids += 1;
        n_open += usize::from(results.of(&grid)?.whole.is_none());
    }
    let file = args.results.as_deref().map(|path| open(path, &texts)).transpose()?;
    let stop = signals::stop_flag();
    let watch = args.time_limit.map_or(stop.clone(), |seconds| stop.within(Duration::from_secs_f64(seconds)));
    let mut exit = Exit::Done;
    // Read before without an error.
    let works = grids().map(|grid| {
        let known = results.of(&grid).unwrap_or_default();
        Work::new(grid, known)
    });
    let sizes = (n_grids, n_open, crew.n_workers());
    let board = Board::new(args, clues, pruning(args), Box::new(works), sizes, file, &mut exit);
    crew.run(board, &watch)?;
    Ok(exit)
}

/// The means against needless branches that the options leave.
pub(super) fn pruning(args: &Check) -> Pruning {
    let all = Pruning::default();
    Pruning {
        dead_clues: !args.no_dead_clues,
        max_degree: args.max_degree.unwrap_or(all.max_degree),
        effective_size: !args.no_effective_size,
    }
}

/// Opens the file of results for adding; a last line without its end is closed first.
fn open(path: &Path, texts: &[(String, String)]) -> Result<File, CliError> {
    let failed = |error: std::io::Error| CliError(format!("cannot write {}: {}", path.display(), reason(&error)));
    let mut file = append(path).map_err(|error| CliError(error.to_string()))?;
    let name = path.display().to_string();
    let text = texts.iter().find(|(of, _)| *of == name).map_or("", |(_, text)| text);
    if !text.is_empty() && !text.ends_with('\n') {
        file.write_all(CUT.as_bytes()).map_err(failed)?;
    }
    Ok(file)
}

/// Who does the tasks of a search.
pub(super) enum Crew {
    /// The threads of this process.
    Threads(rayon::ThreadPool),
    /// The processes of an MPI job, of which there are several.
    #[cfg(feature = "mpi")]
    Mpi(super::mpi::Ranks),
}

impl Crew {
    pub(super) fn new(args: &Check) -> Result<Crew, CliError> {
        #[cfg(feature = "mpi")]
        if args.mpi {
            let ranks = super::mpi::Ranks::join()?;
            if ranks.n_workers() > 0 {
                return Ok(Crew::Mpi(ranks));
            }
        }
        thread_pool(args.threads).map(Crew::Threads)
    }

    /// Does what another process says, if this is a worker.
    #[cfg_attr(not(feature = "mpi"), allow(unused_variables, reason = "only workers of an MPI job search here"))]
    pub(super) fn serve(&self, pruning: Pruning) -> Option<Result<(), CliError>> {
        match self {
            Crew::Threads(_) => None,
            #[cfg(feature = "mpi")]
            Crew::Mpi(ranks) => ranks.is_worker().then(|| ranks.work(pruning)),
        }
    }

    fn n_workers(&self) -> usize {
        match self {
            Crew::Threads(pool) => pool.current_num_threads(),
            #[cfg(feature = "mpi")]
            Crew::Mpi(ranks) => ranks.n_workers(),
        }
    }

    fn run(&self, board: Board<'_>, watch: &StopFlag) -> Result<(), CliError> {
        match self {
            Crew::Threads(pool) => run_threads(board, pool, watch),
            #[cfg(feature = "mpi")]
            Crew::Mpi(ranks) => ranks.run(board, watch),
        }
    }
}

//! How often each strategy is needed for the puzzles of one solution grid.

use super::record::{Record, Scene};
use super::run::Outcome;
use crate::app::language::{grouped, text, tr, tr_n};
use crate::app::live::duration_text;
use crate::app::wording::{error_text, n_puzzles};
use crate::generate::inverse::{BackwardRequest, Ended, PencilState, Survey, SurveyRow, backward, random_grid};
use crate::generate::{Undecided, Watch};
use crate::grid::{CellSet, Puzzle};
use crate::logic::Sentence;
use std::time::{Duration, Instant};

/// Time between two looks.
const BETWEEN_LOOKS: Duration = Duration::from_millis(100);

/// Puzzles of a solution grid so far.
#[derive(Clone, PartialEq, Debug)]
pub struct SurveyRecord {
    /// The solution grid.
    pub grid: Puzzle,
    /// What the puzzles need.
    pub survey: Survey,
    /// They, in the order of their seeds.
    pub puzzles: Vec<Puzzle>,
}

impl SurveyRecord {
    /// The solution, or a puzzle with it.
    pub(super) fn scene(&self, position: usize) -> Scene {
        let clues = position.checked_sub(1).and_then(|index| self.puzzles.get(index)).unwrap_or(&self.grid).clone();
        Scene::Round { clues, state: PencilState::solved(&self.grid), placed: CellSet::EMPTY }
    }

    /// The puzzle at a point.
    pub(super) fn puzzle(&self, position: usize) -> Result<Puzzle, String> {
        let puzzle = position.checked_sub(1).and_then(|index| self.puzzles.get(index));
        puzzle.cloned().ok_or_else(|| tr!("This is the solution itself: go forward").to_owned())
    }

    /// A point in words.
    pub(super) fn sentence(&self, position: usize) -> Sentence {
        let Some(puzzle) = position.checked_sub(1).and_then(|index| self.puzzles.get(index)) else {
            return Sentence::term(text!("The solution: every cell is filled"));
        };
        let figures = [position, puzzle.n_clues()].map(|figure| figure.to_string().into());
        Sentence::compose(text!("Puzzle {0} · clues: {1}"), figures)
    }

    /// How far the run is.
    pub(super) fn running(&self, n_wanted: usize, elapsed: &str) -> String {
        let n = grouped(self.survey.n_puzzles as u64);
        tr!("{n} of {wanted} puzzles · {elapsed}", n, wanted = grouped(n_wanted as u64), elapsed)
    }

    /// The strategies that a puzzle has a step of, easiest first.
    pub(super) fn rows(&self) -> impl Iterator<Item = &SurveyRow> {
        self.survey.rows().iter().filter(|row| row.n_used > 0)
    }
}

/// Makes the puzzles; `show` sees what there is so far.
pub(super) fn survey_outcome(
    request: &BackwardRequest,
    n_wanted: usize,
    watch: &dyn Watch,
    show: &mut dyn FnMut(SurveyRecord),
) -> Outcome {
    let since = Instant::now();
    let nothing = |sentence| Outcome { is_found: false, sentence, record: None, entry: None };
    let grid = request.solution.clone().or_else(|| random_grid(&request.fixed, request.seed, watch));
    let Some(grid) = grid else {
        return nothing(tr!("Stopped after {time}", time = duration_text(since.elapsed())));
    };
    let mut record = SurveyRecord { grid, survey: Survey::new(request.strategies), puzzles: Vec::new() };
    show(record.clone());
    let mut last: Option<Instant> = None;
    for number in 0..n_wanted as u64 {
        let (solution, seed) = (Some(record.grid.clone()), request.seed.wrapping_add(number));
        match backward(&BackwardRequest { solution, seed, ..request.clone() }, watch, &mut |_| ()) {
            Ok(Ended::Found(result)) => {
                record.survey.add(result.found.trace());
                record.puzzles.push(result.found.puzzle().clone());
            }
            Ok(Ended::Undecided(Undecided::Stopped, _)) => break,
            Ok(Ended::Undecided(Undecided::GaveUp(_), _)) => record.survey.n_failed += 1,
            Err(error) => return nothing(error_text(&error)),
        }
        if last.is_none_or(|last| last.elapsed() >= BETWEEN_LOOKS) {
            last = Some(Instant::now());
            show(record.clone());
        }
    }
    let (time, survey) = (duration_text(since.elapsed()), &record.survey);
    let is_found = survey.n_puzzles == n_wanted;
    let puzzles = n_puzzles(survey.n_puzzles);
    let different = tr_n!(survey.n_different(), "1 of them different", "{n} of them different");
    let sentence = if is_found {
        tr!("Made in {time} · {puzzles} of one grid, {different}", time, puzzles, different)
    } else {
        tr!("Ended after {time} · {puzzles} of one grid, {different}", time, puzzles, different)
    };
    Outcome { is_found, sentence, record: Some(Record::Survey(Box::new(record))), entry: None }
}

//! `inverse --survey`: how often each strategy is needed for the puzzles of one solution grid.

use super::args::Inverse;
use super::generate::show_stats;
use super::inverse::wrong;
use super::output::Output;
use super::{CliError, Exit};
use crate::generate::inverse::{BackwardRequest, Ended, Survey, backward, percent, random_grid};
use crate::jobs::StopFlag;
use serde::Serialize;
use std::time::{Duration, Instant};

/// The line of `inverse --survey --json`.
#[derive(Serialize)]
struct SurveyLine {
    solution: String,
    heuristic: String,
    strategies: String,
    seed: u64,
    puzzles: usize,
    different: usize,
    /// Runs without a puzzle.
    failed: usize,
    table: Vec<RowLine>,
}

/// A strategy of the table.
#[derive(Serialize)]
struct RowLine {
    strategy: &'static str,
    /// Puzzles that the other strategies do not solve.
    needed: usize,
    needed_percent: f64,
    /// Puzzles whose trace has a step of it.
    used: usize,
    used_percent: f64,
    /// Its steps in all traces.
    steps: usize,
    steps_percent: f64,
}

pub(super) fn survey(args: &Inverse, request: &BackwardRequest, n_wanted: u32) -> Result<Exit, CliError> {
    let limit = || StopFlag::after(Duration::from_secs_f64(args.time_limit));
    let grid = request.solution.clone().or_else(|| random_grid(&request.fixed, request.seed, &limit()));
    let Some(grid) = grid else {
        return Err(CliError(format!("no solution grid was found within {} s", args.time_limit)));
    };
    let mut output = Output::new();
    let mut survey = Survey::new(request.strategies);
    if !args.common.json {
        output.line(&format!("# grid {grid}"))?;
    }
    for number in 0..u64::from(n_wanted) {
        let start = Instant::now();
        let (solution, seed) = (Some(grid.clone()), request.seed.wrapping_add(number));
        let request = BackwardRequest { solution, seed, ..request.clone() };
        match backward(&request, &limit(), &mut |_| ()).map_err(|error| wrong(&error))? {
            Ended::Found(result) => {
                survey.add(result.found.trace());
                if args.stats {
                    show_stats(&format!("seed {seed}: {:.3} s", start.elapsed().as_secs_f64()));
                }
                if !args.common.json {
                    output.line(&result.found.puzzle().to_string())?;
                    output.flush()?;
                }
                if output.is_closed() {
                    return Ok(Exit::Done);
                }
            }
            Ended::Undecided(..) => survey.n_failed += 1,
        }
    }
    let rows = survey.rows().iter().filter(|row| row.n_used > 0);
    let (n_puzzles, n_steps) = (survey.n_puzzles, survey.n_steps());
    if args.common.json {
        let share = |part: usize, whole: usize| percent(part, whole).parse().unwrap_or(0.0);
        let line = |row: &crate::generate::inverse::SurveyRow| RowLine {
            strategy: row.strategy.name(),
            needed: row.n_needed,
            needed_percent: share(row.n_needed, n_puzzles),
            used: row.n_used,
            used_percent: share(row.n_used, n_puzzles),
            steps: row.n_steps,
            steps_percent: share(row.n_steps, n_steps),
        };
        output.json(&SurveyLine {
            solution: grid.to_string(),
            heuristic: request.schedule.to_string(),
            strategies: request.strategies.to_string(),
            seed: request.seed,
            puzzles: n_puzzles,
            different: survey.n_different(),
            failed: survey.n_failed,
            table: rows.map(line).collect(),
        })?;
    } else {
        let failed = match survey.n_failed {
            0 => String::new(),
            n => format!("; runs without a puzzle: {n}"),
        };
        output.line(&format!(
            "# puzzles: {n_puzzles}, different ones: {}{failed}; heuristic {}, seeds from {}",
            survey.n_different(),
            request.schedule,
            request.seed
        ))?;
        output.line(&format!("# {:<24}{:>16}{:>16}{:>18}", "strategy", "needed", "used", "steps"))?;
        for row in rows {
            let figure = |part: usize, whole: usize| format!("{part} {:>6} %", percent(part, whole));
            output.line(&format!(
                "# {:<24}{:>16}{:>16}{:>18}",
                row.strategy.name(),
                figure(row.n_needed, n_puzzles),
                figure(row.n_used, n_puzzles),
                figure(row.n_steps, n_steps)
            ))?;
        }
    }
    output.flush()?;
    Ok(if n_puzzles == n_wanted as usize { Exit::Done } else { Exit::Undecided })
}

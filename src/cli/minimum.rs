//! `minimum`.

use super::args::Minimum;
use super::generate::thread_pool;
use super::input::{theme_option, told_layout};
use super::output::{Output, save_all};
use super::{CliError, Exit, proof, signals};
use crate::generate::sat::fewest::{End, News, Question, fewest};
use crate::generate::sat::{Encoding, SatOptions};
use crate::generate::{self, Found, Ground, LowerBound, Method, MinimumQuestion, minimum as look};
use serde::Serialize;
use std::time::Duration;

/// A line of `minimum --json`.
#[derive(Serialize)]
struct MinimumLine {
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
    strategies: String,
    clues: Option<usize>,
    proven_minimum: bool,
    puzzle: Option<String>,
    lower_bound: usize,
    /// Where the lower bound is not proven here: "by published enumeration", with the source, or a solver's word.
    lower_bound_ground: Option<String>,
}

pub(super) fn minimum(args: &Minimum) -> Result<Exit, CliError> {
    if args.strategies.is_empty() {
        return Err(CliError("--strategies: name at least one strategy".to_owned()));
    }
    let n_cells = args.common.shape().n_cells();
    if args.at_most.is_some_and(|at_most| at_most > n_cells) {
        return Err(CliError(format!("--at-most: a puzzle of this shape has 1 to {n_cells} clues")));
    }
    if args.method != Method::Sat {
        let only_sat = [("--upwards", args.upwards), ("--proof", args.proof.is_some())];
        if let Some((option, _)) = only_sat.iter().find(|(_, is_given)| *is_given) {
            return Err(CliError(format!("{option}: use --method sat")));
        }
    }
    if let Some(file) = &args.proof {
        if args.encoding != Encoding::WellFounded {
            return Err(CliError("--proof: only the well-founded encoding has proofs".to_owned()));
        }
        proof::check_file(file)?;
    }
    let wanted = MinimumQuestion {
        shape: args.common.shape(),
        strategies: args.strategies,
        theme: theme_option(&args.theme, args.common.shape())?,
        at_most: args.at_most,
        seed: args.seed,
    };
    if !wanted.theme.is_empty() && args.method == Method::Sat {
        return Err(CliError(
            "--theme: the SAT method counts clues and knows no themes; use --method search".to_owned(),
        ));
    }
    if let Some(why) = wanted.obstacle() {
        return Err(CliError(format!("--theme: {why}")));
    }
    let pool = thread_pool(args.threads)?;
    let mut output = Output::new();
    let mut failed = None;
    let stop = signals::stop_flag();
    let watch = stop.within(Duration::from_secs_f64(args.time_limit));
    let mut say = |line: String| {
        // Improvements are shown as they come; JSON has one final line.
        if !args.common.json && failed.is_none() {
            failed = output.line(&line).and_then(|()| output.flush()).err();
        }
    };
    let mut gave_up = None;
    let mut proven = None;
    let minimum = pool.install(|| {
        if args.method != Method::Sat {
            return look(&wanted, &watch, &mut |news| {
                if let News::Found(found) = news {
                    say(found_line(&found));
                }
            });
        }
        let question = Question {
            shape: args.common.shape(),
            strategies: args.strategies,
            at_most: args.at_most,
            upwards: args.upwards,
            seed: args.seed,
        };
        let options = SatOptions {
            encoding: args.encoding,
            rounds: args.rounds,
            proof: args.proof.is_some(),
            ..SatOptions::default()
        };
        let lower_bound = LowerBound { clues: 0, ground: Ground::Proof };
        let mut minimum = generate::Minimum { best: None, lower_bound };
        let ended = fewest(&question, &options, &watch, &mut |news| match news {
            News::Found(found) => {
                say(found_line(&found));
                minimum.best = Some(*found);
            }
            News::AtLeast(clues, ground) => {
                if args.upwards {
                    say(format!("# at least {clues} clues"));
                }
                minimum.lower_bound = LowerBound { clues, ground };
            }
        });
        if let End::GaveUp(sentence) = ended.end {
            gave_up = Some(sentence);
        }
        proven = ended.proof;
        minimum
    });
    if let Some(error) = failed {
        return Err(error);
    }
    let clues = minimum.best.as_ref().map(|found| found.puzzle().n_clues());
    let puzzle = minimum.best.as_ref().map(|found| found.puzzle().to_string());
    if args.common.json {
        output.json(&MinimumLine {
            layout: told_layout(args.common.shape()),
            strategies: args.strategies.to_string(),
            clues,
            proven_minimum: minimum.is_settled(),
            puzzle,
            lower_bound: minimum.lower_bound.clues,
            lower_bound_ground: match minimum.lower_bound.ground {
                ground @ (Ground::Published(_) | Ground::SolverWord) => Some(ground.sentence()),
                Ground::Proof | Ground::EveryGrid { .. } => None,
            },
        })?;
    } else {
        let known = minimum.verdict();
        match (clues, puzzle) {
            (Some(clues), Some(puzzle)) => output.line(&format!("{puzzle} # {clues} clues; {known}"))?,
            _ if minimum.lower_bound.clues == 0 && gave_up.is_some() => {
                output.line(&format!("# {}", gave_up.unwrap_or_default()))?;
            }
            _ if gave_up.is_some() => {
                let why = gave_up.unwrap_or_default();
                output.line(&format!("# {}; {known}", why.trim_end_matches('.')))?;
            }
            _ if stop.is_raised() => output.line(&format!("# stopped before a puzzle was found; {known}"))?,
            _ => output.line(&format!("# no puzzle found within {} s; {known}", args.time_limit))?,
        }
    }
    output.flush()?;
    if let (Some(file), Some(proof)) = (&args.proof, proven) {
        let (formula, refutation) = proof.texts();
        save_all(&[(file.with_extension("cnf"), formula), (file.clone(), refutation)])?;
    }
    let is_enough = args.at_most.is_some_and(|at_most| clues.is_some_and(|clues| clues <= at_most));
    Ok(if minimum.is_settled() || is_enough { Exit::Done } else { Exit::Undecided })
}

fn found_line(found: &Found) -> String {
    format!("# {} clues: {}", found.puzzle().n_clues(), found.puzzle())
}

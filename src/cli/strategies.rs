//! `strategies`.

use super::args::Strategies;
use super::output::Output;
use super::{CliError, Exit};
use crate::logic::{PRESETS, Place, Ranking, StrategyPicture, StrategySet, picture, strategy};
use crate::sheet::grid_text;
use serde::Serialize;

/// A line of `strategies --json`.
#[derive(Serialize)]
struct StrategyLine {
    name: &'static str,
    title: &'static str,
    help: &'static str,
    /// Place in the order, from 1.
    rank: usize,
    places: Vec<&'static str>,
    assumes_uniqueness: bool,
    example: Option<Example>,
}

/// A position with a step.
#[derive(Serialize)]
struct Example {
    shape: String,
    /// Clues and placed digits.
    digits: String,
    conclusions: Vec<String>,
    sentence: String,
}

pub(super) fn strategies(args: &Strategies) -> Result<Exit, CliError> {
    let mut output = Output::new();
    let order = args.preset.map(|preset| preset.order());
    let ranking = order.map_or_else(Ranking::default, |order| order.ranking);
    let chosen =
        order.map_or(StrategySet::ALL, |order| order.allowed).intersection(args.names.unwrap_or(StrategySet::ALL));
    for id in ranking.sort(chosen) {
        let definition = strategy(id);
        let picture = picture(id);
        let step = picture.as_ref().and_then(StrategyPicture::step);
        let example = picture.as_ref().zip(step).map(|(picture, step)| Example {
            shape: picture.board.shape().to_string(),
            digits: picture.board.values().to_string(),
            conclusions: step.conclusion_names(&picture.board),
            sentence: step.sentence(&picture.board).into(),
        });
        let line = StrategyLine {
            name: definition.name(),
            title: definition.title(),
            help: definition.help(),
            rank: ranking.rank(id),
            places: definition.places().into_iter().map(Place::name).collect(),
            assumes_uniqueness: definition.assumes_uniqueness(),
            example,
        };
        if args.json {
            output.json(&line)?;
        } else {
            output.line(&format!("{}. {} ({})", line.rank, line.title, line.name))?;
            output.line(&format!("   {}", line.help))?;
            let only = if line.assumes_uniqueness { "; only for puzzles with one solution" } else { "" };
            output.line(&format!("   serves: {}{only}", line.places.join(", ")))?;
            // A list of all of them stays short.
            if let Some((picture, example)) = picture.zip(line.example).filter(|_| args.names.is_some()) {
                grid_text(picture.board.values()).lines().try_for_each(|row| output.line(&format!("   {row}")))?;
                output.line(&format!("   {}", example.sentence))?;
            }
        }
        if output.is_closed() {
            break;
        }
    }
    if !args.json && args.names.is_none() && args.preset.is_none() {
        let names: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
        output.line(&format!("Presets (--preset): {}", names.join(", ")))?;
    }
    output.flush()?;
    Ok(Exit::Done)
}

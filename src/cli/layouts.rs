//! `layouts`.

use super::numbers::whole;
use super::output::Output;
use super::{CliError, Exit, signals};
use crate::generate::layouts::{RandomLayout, random_layout};
use crate::grid::{LayoutRules, NamedRule, SHAPES, Shape, Symmetry};
use serde::Serialize;
use std::collections::BTreeSet;

/// `layouts`
#[derive(clap::Args, Debug)]
pub struct LayoutsArgs {
    /// Make random layouts with irregular, connected regions, of which each has a solution grid and none comes twice.
    #[arg(long)]
    pub random: bool,
    /// Rows of the random layouts (4 to 16).
    #[arg(long, value_name = "N", default_value_t = 9, value_parser = whole::<usize>(4, 16), requires = "random")]
    pub size: usize,
    /// Symmetry of their regions; few sizes have those that exchange rows and columns.
    #[arg(long, value_name = "NAME", default_value_t = Symmetry::None, requires = "random")]
    pub symmetry: Symmetry,
    /// How many (1 to 100000).
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<usize>(1, 100_000), requires = "random")]
    pub count: usize,
    /// Same seed, same layouts (0 to 18446744073709551615).
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u64>(0, u64::MAX), requires = "random")]
    pub seed: u64,
    /// Print one JSON object a line.
    #[arg(long)]
    pub json: bool,
}

/// A line of `layouts --json`.
#[derive(Serialize)]
struct LayoutLine {
    layout: String,
    size: usize,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    solution: Option<String>,
}

/// So many layouts in a row that were there already: there are hardly more.
const MOST_REPEATS: usize = 200;

pub(super) fn layouts(args: &LayoutsArgs) -> Result<Exit, CliError> {
    let mut output = Output::new();
    if args.random {
        return random(args, &mut output);
    }
    for shape in SHAPES {
        let (height, width) = shape.blocks();
        let what = format!("{0}x{0}, boxes {height} high and {width} wide", shape.n());
        put(args, &mut output, shape, None, &what)?;
    }
    for n in 4..=Shape::MAX_N {
        let latin: Shape = format!("{n} latin").parse().map_err(|error| CliError(format!("{error}")))?;
        put(args, &mut output, latin, None, &format!("{n}x{n}, rows and columns only"))?;
    }
    // The rules with names, on the usual grid.
    let both = [vec![NamedRule::FallingDiagonal, NamedRule::RisingDiagonal]];
    let alone = NamedRule::ALL.into_iter().filter(|&rule| rule != NamedRule::Toroidal).map(|rule| vec![rule]);
    let wrapped = [vec![NamedRule::AntiKnight, NamedRule::Toroidal]];
    for named in both.into_iter().chain(alone).chain(wrapped) {
        let rules = LayoutRules::of(named);
        let shape = Shape::NINE.with_rules(&rules).map_err(|error| CliError(error.to_string()))?;
        let sentences: Vec<&str> = rules.sentences(shape.n()).collect();
        put(args, &mut output, shape, None, &sentences.join(" "))?;
    }
    output.flush()?;
    Ok(Exit::Done)
}

fn random(args: &LayoutsArgs, output: &mut Output) -> Result<Exit, CliError> {
    let stop = signals::stop_flag();
    let mut known: BTreeSet<Shape> = BTreeSet::new();
    let mut n_repeats = 0;
    for number in 0.. {
        let seed = args.seed.wrapping_mul(1_000_003).wrapping_add(number);
        let found = random_layout(args.size, args.symmetry, seed, &stop);
        let Some(RandomLayout { shape, solution }) = found.map_err(|error| CliError(error.to_string()))? else {
            return Ok(Exit::Undecided);
        };
        if known.insert(shape) {
            n_repeats = 0;
            put(args, output, shape, Some(solution.to_string()), "")?;
        } else {
            n_repeats += 1;
        }
        if known.len() == args.count || output.is_closed() {
            break;
        }
        if n_repeats == MOST_REPEATS {
            output.flush()?;
            return Err(CliError(format!("--count: no more than {} such layouts were found", known.len())));
        }
    }
    output.flush()?;
    Ok(Exit::Done)
}

fn put(
    args: &LayoutsArgs,
    output: &mut Output,
    shape: Shape,
    solution: Option<String>,
    what: &str,
) -> Result<(), CliError> {
    if args.json {
        let line = LayoutLine { layout: shape.to_string(), size: shape.n(), name: shape.name(), solution };
        return output.json(&line);
    }
    let remark = if what.is_empty() { String::new() } else { format!(" # {what}") };
    output.line(&format!("{shape}{remark}"))
}

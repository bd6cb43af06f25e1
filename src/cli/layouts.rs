//! `layouts`.

use super::args::Layouts;
use super::output::Output;
use super::{CliError, Exit, signals};
use crate::generate::layouts::{RandomLayout, random_layout};
use crate::grid::{SHAPES, Shape};
use serde::Serialize;
use std::collections::BTreeSet;

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

pub(super) fn layouts(args: &Layouts) -> Result<Exit, CliError> {
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
    output.flush()?;
    Ok(Exit::Done)
}

fn random(args: &Layouts, output: &mut Output) -> Result<Exit, CliError> {
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
    args: &Layouts,
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

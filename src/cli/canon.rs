//! `canon`.

use super::args::Canon;
use super::input::{self, Item};
use super::output::Output;
use super::{CliError, Exit};
use crate::formats::Entry;
use crate::grid::canon::{CanonError, Canonical, canonical};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::HashMap;

/// A line of `canon --json`.
#[derive(Serialize)]
struct CanonLine {
    input: String,
    minlex: String,
    automorphisms: u64,
    duplicate_of: Option<usize>,
    transform: TransformLine,
}

/// Maps the input onto its minlex form: row i, column j of the image holds the new name of the digit in row
/// `rows[i]`, column `columns[j]` (1-based) of the (transposed) input.
#[derive(Serialize)]
struct TransformLine {
    transposed: bool,
    rows: Vec<u8>,
    columns: Vec<u8>,
    digits: String,
}

pub(super) fn canon(args: &Canon) -> Result<Exit, CliError> {
    let items = input::entries(&args.inputs, Some(args.common.shape))?;
    let forms: Vec<Canonical> = items.par_iter().map(form).collect::<Result<_, _>>()?;
    let mut output = Output::new();
    let mut seen: HashMap<_, usize> = HashMap::new();
    for (item, form) in items.iter().zip(forms) {
        let earlier = seen.get(&form.puzzle).copied();
        if earlier.is_none() {
            seen.insert(form.puzzle.clone(), item.value.line);
        }
        if args.common.json {
            if args.dedupe && earlier.is_some() {
                continue;
            }
            output.json(&CanonLine {
                input: item.value.puzzle.to_string(),
                minlex: form.puzzle.to_string(),
                automorphisms: form.n_automorphisms,
                duplicate_of: earlier,
                transform: TransformLine {
                    transposed: form.transform.is_transposed,
                    rows: form.transform.rows.iter().map(|row| row + 1).collect(),
                    columns: form.transform.cols.iter().map(|col| col + 1).collect(),
                    digits: form.transform.digits.iter().map(ToString::to_string).collect(),
                },
            })?;
        } else if args.dedupe {
            if earlier.is_none() {
                output.line(&item.value.puzzle.to_string())?;
            }
        } else {
            let symmetry = match form.n_automorphisms {
                1 => String::new(),
                n => format!(" # automorphisms: {n}"),
            };
            output.line(&format!("{}{symmetry}", form.puzzle))?;
        }
        if output.is_closed() {
            break;
        }
    }
    output.flush()?;
    Ok(Exit::Done)
}

fn form(item: &Item<Entry>) -> Result<Canonical, CliError> {
    let puzzle = &item.value.puzzle;
    if let Some(conflict) = puzzle.conflict() {
        return Err(CliError(format!("{}: {conflict}", item.place)));
    }
    canonical(puzzle).map_err(|error: CanonError| CliError(format!("{}: {error}", item.place)))
}

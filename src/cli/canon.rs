//! `canon`.

use super::args::Canon;
use super::input::{Item, Puzzles, told_layout};
use super::output::Output;
use super::{CliError, Exit};
use crate::formats::PuzzleEntry;
use crate::grid::canon::{CanonError, Canonical, canonical};
use crate::grid::{Puzzle, Shape};
use rayon::prelude::*;
use serde::Serialize;
use std::collections::HashMap;
use std::collections::hash_map::Entry as Slot;

/// A line of `canon --json`.
#[derive(Serialize)]
struct CanonLine {
    input: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
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

/// Puzzles done at once: as many as the threads have enough to do with, and of which the forms can be held.
const CHUNK: usize = 1 << 14;

pub(super) fn canon(args: &Canon) -> Result<Exit, CliError> {
    let puzzles = Puzzles::read(&args.inputs, args.common.shapes())?;
    puzzles.check_conflicts()?;
    let mut output = Output::new();
    // Lines of the forms so far.
    let mut seen: HashMap<(Shape, Box<[u8]>), usize> = HashMap::new();
    let mut items = puzzles.entries();
    loop {
        let chunk: Vec<Item<PuzzleEntry>> = items.by_ref().take(CHUNK).collect();
        if chunk.is_empty() || output.is_closed() {
            break;
        }
        let forms: Vec<Canonical> = chunk.par_iter().map(form).collect::<Result<_, _>>()?;
        print(args, &chunk, &forms, &mut seen, &mut output)?;
    }
    output.flush()?;
    Ok(Exit::Done)
}

fn print(
    args: &Canon,
    items: &[Item<PuzzleEntry>],
    forms: &[Canonical],
    seen: &mut HashMap<(Shape, Box<[u8]>), usize>,
    output: &mut Output,
) -> Result<(), CliError> {
    for (item, form) in items.iter().zip(forms) {
        let earlier = match seen.entry((form.puzzle.shape(), packed(&form.puzzle))) {
            Slot::Occupied(slot) => Some(*slot.get()),
            Slot::Vacant(slot) => {
                slot.insert(item.value.line);
                None
            }
        };
        if args.common.json {
            if args.dedupe && earlier.is_some() {
                continue;
            }
            output.json(&CanonLine {
                input: item.value.puzzle.to_string(),
                layout: told_layout(form.puzzle.shape()),
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
    Ok(())
}

/// The digits in as few bits as they need: of a large collection all forms are kept.
fn packed(puzzle: &Puzzle) -> Box<[u8]> {
    let n_bits = usize::BITS - puzzle.shape().n().leading_zeros();
    let mut bytes = Vec::with_capacity((puzzle.shape().n_cells() * n_bits as usize).div_ceil(8));
    let (mut word, mut n_held) = (0u32, 0);
    for &value in puzzle.values() {
        word |= u32::from(value) << n_held;
        n_held += n_bits;
        while n_held >= 8 {
            bytes.push(word as u8);
            word >>= 8;
            n_held -= 8;
        }
    }
    if n_held > 0 {
        bytes.push(word as u8);
    }
    bytes.into_boxed_slice()
}

fn form(item: &Item<PuzzleEntry>) -> Result<Canonical, CliError> {
    canonical(&item.value.puzzle).map_err(|error: CanonError| CliError(format!("{}: {error}", item.place)))
}

//! `convert`.

use super::args::Convert;
use super::input::{Puzzles, shapes_of};
use super::output::{Destination, Output};
use super::{CliError, Exit};
use crate::formats::{check, write_each};

#[allow(clippy::print_stderr, reason = "what is lost is said beside the output")]
pub(super) fn convert(args: &Convert) -> Result<Exit, CliError> {
    let destination = Destination::new(&args.output, &args.inputs)?;
    let puzzles = Puzzles::read(&args.inputs, shapes_of(args.shape))?;
    let entries = || puzzles.entries().map(|item| item.value);
    let losses = check(args.to, entries()).map_err(|error| CliError(error.to_string()))?;
    if destination.is_standard_output() {
        let mut output = Output::new();
        write_each(args.to, entries(), &mut |text| output.bytes(text.as_bytes()))?;
        output.flush()?;
    } else {
        let is_written = destination.put_by(&mut |put| write_each(args.to, entries(), put))?;
        if !is_written {
            return Ok(Exit::Undecided);
        }
    }
    if !losses.is_empty() {
        eprintln!("cluesmith: {losses}");
    }
    Ok(Exit::Done)
}

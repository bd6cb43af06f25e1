//! `convert`.

use super::args::Convert;
use super::input::Puzzles;
use super::output::{Output, save};
use super::{CliError, Exit};
use crate::formats::{check, write_each};
use std::path::Path;

#[allow(clippy::print_stderr, reason = "what is lost is said beside the output")]
pub(super) fn convert(args: &Convert) -> Result<Exit, CliError> {
    let puzzles = Puzzles::read(&args.inputs, args.shape)?;
    let entries = || puzzles.entries().map(|item| item.value);
    let losses = check(args.to, entries()).map_err(|error| CliError(error.to_string()))?;
    if args.output.as_os_str() == "-" {
        let mut output = Output::new();
        write_each(args.to, entries(), &mut |text| output.bytes(text.as_bytes()))?;
        output.flush()?;
    } else {
        let mut bytes = Vec::new();
        write_each(args.to, entries(), &mut |text| {
            bytes.extend_from_slice(text.as_bytes());
            Ok::<(), CliError>(())
        })?;
        save(&args.output, &bytes)?;
    }
    if !losses.is_empty() {
        eprintln!("cluesmith: {losses}");
    }
    Ok(Exit::Done)
}

/// Writes a file, or standard output for `-`.
pub(super) fn put(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    if path.as_os_str() != "-" {
        return save(path, bytes);
    }
    let mut output = Output::new();
    output.bytes(bytes)?;
    output.flush()
}

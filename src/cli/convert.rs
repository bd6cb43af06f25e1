//! `convert`.

use super::args::Convert;
use super::output::{Output, save};
use super::{CliError, Exit, input};
use crate::formats::{Entry, write};
use std::path::Path;

pub(super) fn convert(args: &Convert) -> Result<Exit, CliError> {
    let items = input::entries(&args.inputs, args.shape)?;
    let entries: Vec<Entry> = items.into_iter().map(|item| item.value).collect();
    let text = write(args.to, &entries).map_err(|error| CliError(error.to_string()))?;
    put(&args.output, text.as_bytes())?;
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

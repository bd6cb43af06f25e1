//! `convert`.

use super::args::Convert;
use super::output::Destination;
use super::{CliError, Exit, input};
use crate::formats::{Entry, write};

pub(super) fn convert(args: &Convert) -> Result<Exit, CliError> {
    let destination = Destination::new(&args.output, &args.inputs)?;
    let items = input::entries(&args.inputs, args.shape)?;
    let entries: Vec<Entry> = items.into_iter().map(|item| item.value).collect();
    let text = write(args.to, &entries).map_err(|error| CliError(error.to_string()))?;
    destination.put(text.as_bytes())?;
    Ok(Exit::Done)
}

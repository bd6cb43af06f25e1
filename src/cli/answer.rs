//! An answer of `generate`: its JSON line, and where the trace has the steps that were asked for.

use super::CliError;
use super::hardest::HardestFields;
use super::input::told_layout;
use super::output::Output;
use crate::generate::{Found, Method, Request};
use crate::logic::PathReport;
use serde::Serialize;

/// A line of `generate --json`.
#[derive(Serialize)]
pub(super) struct GenerateLine {
    /// Where it is not plain.
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
    /// Where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    theme: Option<String>,
    pattern: String,
    verdict: &'static str,
    puzzle: Option<String>,
    solution: Option<String>,
    method: &'static str,
    seconds: f64,
    reason: Option<String>,
    /// With `--step`: where the trace has the steps.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    steps: Vec<PlacedLine>,
    /// With `--hardest-possible`.
    #[serde(flatten)]
    pub(super) hardest: Option<HardestFields>,
}

impl GenerateLine {
    /// What is told of every answer.
    pub(super) fn new(
        request: &Request,
        verdict: &'static str,
        found: Option<&Found>,
        method: Method,
        seconds: f64,
        reason: Option<String>,
    ) -> GenerateLine {
        let shape = request.pattern.shape;
        GenerateLine {
            layout: told_layout(shape),
            theme: (!request.theme.is_empty()).then(|| request.theme.text(shape)),
            pattern: request.pattern.to_string(),
            verdict,
            puzzle: found.map(|found| found.puzzle().to_string()),
            solution: found.map(|found| found.solution().to_string()),
            method: method.name(),
            seconds,
            reason,
            steps: found.map_or_else(Vec::new, |found| placed_lines(request, found)),
            hardest: None,
        }
    }
}

/// Where the trace has a step that `--step` asks for.
#[derive(Serialize)]
struct PlacedLine {
    step: String,
    /// Number in the trace, from 1.
    number: usize,
    /// Whether the trace takes it, or another step while it is possible.
    taken: bool,
}

/// Where the trace of a puzzle has the steps that were asked for.
fn placed_lines(request: &Request, found: &Found) -> Vec<PlacedLine> {
    let line = |report: &PathReport| {
        let step = request.path.conditions.get(report.condition)?.text(request.shape());
        Some(PlacedLine { step, number: report.step + 1, taken: report.is_taken })
    };
    found.path().iter().filter_map(line).collect()
}

/// Where the trace of a puzzle has the steps that were asked for, as comments below it.
pub(super) fn tell_steps(request: &Request, found: &Found, output: &mut Output) -> Result<(), CliError> {
    for PlacedLine { step, number, taken } in placed_lines(request, found) {
        let place = if taken { "step" } else { "possible at step" };
        output.line(&format!("# {place} {number}: {step}"))?;
    }
    Ok(())
}

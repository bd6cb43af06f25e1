//! `lp solve` and `lp generate`.

use super::args::{Lp, LpGenerate, LpSolve};
use super::input::{Item, LayoutLines, Patterns, Puzzles, told_layout};
use super::output::Output;
use super::{CliError, Exit};
use crate::generate::Undecided;
use crate::generate::lp::{
    CutRelaxation, LpAnswer, LpEnded, LpGenerated, LpOptions, LpReason, LpRequest, Relaxation, WhyNot, lp_generate,
    relax, relax_with_cuts, why,
};
use crate::grid::{Candidate, Constraint, Digit, Puzzle, Shape, quoted};
use crate::jobs::StopFlag;
use crate::logic::{StrategyId, StrategySet, TraceVerdict, fast_count, solve as solve_by};
use serde::Serialize;
use std::collections::BTreeMap;
use std::time::{Duration, Instant};

/// A cell with fractions.
#[derive(Serialize)]
struct CellLine {
    cell: String,
    /// z by digit, zeros left out.
    z: BTreeMap<String, f64>,
}

/// A line of `lp solve --json`.
#[derive(Serialize)]
struct SolveLine {
    puzzle: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
    verdict: &'static str,
    grid: String,
    fractional_cells: Vec<CellLine>,
    seconds: f64,
    iterations: u32,
    /// Solutions of a fractional puzzle, counted up to 2 by the exact solver.
    #[serde(skip_serializing_if = "Option::is_none")]
    solutions: Option<usize>,
    /// The candidates that `--cuts` cut off, in order.
    #[serde(skip_serializing_if = "Option::is_none")]
    cuts: Option<Vec<String>>,
    /// How many candidates were fixed at a time for a cut, at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    depth: Option<usize>,
    /// Linear programs solved for the cuts.
    #[serde(skip_serializing_if = "Option::is_none")]
    programs: Option<usize>,
    /// Why candidates are ruled out, as asked by `--why`.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    why: Vec<WhyLine>,
}

/// Why a candidate is ruled out.
#[derive(Serialize)]
struct WhyLine {
    candidate: String,
    /// Constraints that are added, with how often.
    covers: Vec<TermLine>,
    /// Constraints that are subtracted, with how often.
    bases: Vec<TermLine>,
    /// Why there is no such sum.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Serialize)]
struct TermLine {
    constraint: String,
    times: u64,
}

/// The last line of `lp solve --compare --json`.
#[derive(Serialize)]
struct CompareLine {
    puzzles: usize,
    solved: usize,
    by_hardest: BTreeMap<String, Tally>,
}

/// Puzzles with one solution, and how many of them fall to the relaxation.
#[derive(Serialize, Clone, Copy, Default)]
struct Tally {
    puzzles: usize,
    solved: usize,
}

pub(super) fn lp(args: &Lp) -> Result<Exit, CliError> {
    match args {
        Lp::Solve(args) => solve(args),
        Lp::Generate(args) => generate(args),
    }
}

fn solve(args: &LpSolve) -> Result<Exit, CliError> {
    let puzzles = Puzzles::read(&args.inputs, args.common.shapes())?;
    puzzles.check_conflicts()?;
    let options = args.accuracy.options();
    // All of them before anything is printed.
    let wanted = |item: Item<Puzzle>| -> Result<Vec<Candidate>, CliError> {
        args.why.iter().map(|text| candidate(item.value.shape(), text)).collect()
    };
    let wanted: Vec<Vec<Candidate>> = puzzles.iter().map(wanted).collect::<Result<_, _>>()?;
    let mut output = Output::new();
    // By number of the hardest strategy; the last stands for puzzles beyond all of them.
    let mut tallies: BTreeMap<Option<StrategyId>, Tally> = BTreeMap::new();
    let mut exit = Exit::Done;
    for (item, wanted) in puzzles.iter().zip(wanted) {
        let puzzle = &item.value;
        let start = Instant::now();
        let cut = args.cuts.then(|| relax_with_cuts(puzzle, &options, &NOBODY_STOPS)).flatten();
        let relaxation = cut.as_ref().map_or_else(|| relax(puzzle, &options), |cut| cut.relaxation.clone());
        let seconds = start.elapsed().as_secs_f64();
        let answer = relaxation.answer;
        if answer == LpAnswer::Undecided {
            exit = Exit::Undecided;
        }
        let reasons: Vec<(Candidate, Result<LpReason, WhyNot>)> = wanted
            .iter()
            .filter_map(|&candidate| Some((candidate, why(puzzle, candidate, &options, &NOBODY_STOPS)?)))
            .collect();
        report(args, &mut output, puzzle, &Answer { relaxation, cut, reasons, seconds })?;
        if args.compare && fast_count(puzzle, 2) == 1 {
            let trace = solve_by(puzzle, StrategySet::ALL);
            let hardest = if trace.verdict == TraceVerdict::Solved { trace.hardest() } else { None };
            let tally = tallies.entry(hardest).or_default();
            tally.puzzles += 1;
            tally.solved += usize::from(answer == LpAnswer::Solved);
        }
        if output.is_closed() {
            return Ok(exit);
        }
    }
    if args.compare {
        compare(args, &mut output, &tallies)?;
    }
    output.flush()?;
    Ok(exit)
}

/// Only a signal does, and that ends the program.
const NOBODY_STOPS: fn() -> bool = || false;

/// Reads `r1c2<>5`.
fn candidate(shape: Shape, text: &str) -> Result<Candidate, CliError> {
    let mut all = (0..shape.n_cells() * shape.n()).map(|index| Candidate::from_index(shape, index));
    all.find(|candidate| candidate.eliminated_name(shape) == text).ok_or_else(|| {
        let last = Candidate::from_index(shape, shape.n_cells() * shape.n() - 1);
        let (text, last) = (quoted(text), last.eliminated_name(shape));
        CliError(format!("--why: {text} is no candidate of shape {shape}: use one of r1c1<>1 to {last}"))
    })
}

fn why_line(shape: Shape, candidate: Candidate, reason: &Result<LpReason, WhyNot>) -> WhyLine {
    let terms = |sign: i64| -> Vec<TermLine> {
        let all = reason.iter().flat_map(|reason| &reason.terms);
        let name = |constraint: Constraint| constraint.name(&shape.geometry());
        all.filter(|(_, times)| times.signum() == sign)
            .map(|&(constraint, times)| TermLine { constraint: name(constraint), times: times.unsigned_abs() })
            .collect()
    };
    WhyLine {
        candidate: candidate.eliminated_name(shape),
        covers: terms(1),
        bases: terms(-1),
        reason: reason.as_ref().err().map(|why_not| why_not.text(shape)),
    }
}

/// "r1c2<>5: (5 in row 1) + 2 (5 in row 2) - (r3c4)".
fn why_text(line: &WhyLine) -> String {
    let term = |sign: &str, term: &TermLine| match term.times {
        1 => format!(" {sign} ({})", term.constraint),
        times => format!(" {sign} {times} ({})", term.constraint),
    };
    let sum: String =
        line.covers.iter().map(|cover| term("+", cover)).chain(line.bases.iter().map(|base| term("-", base))).collect();
    match &line.reason {
        Some(reason) => format!("# {}: {reason}", line.candidate),
        None => format!("# {}: {}", line.candidate, sum.trim_start_matches(" + ")),
    }
}

/// What is said of a puzzle.
struct Answer {
    relaxation: Relaxation,
    cut: Option<CutRelaxation>,
    reasons: Vec<(Candidate, Result<LpReason, WhyNot>)>,
    seconds: f64,
}

fn report(args: &LpSolve, output: &mut Output, puzzle: &Puzzle, answer: &Answer) -> Result<(), CliError> {
    let Answer { relaxation, cut, reasons, seconds } = answer;
    let options = args.accuracy.options();
    let shape = puzzle.shape();
    let verdict = match relaxation.answer {
        LpAnswer::Solved => "solved",
        LpAnswer::Fractional => "fractional",
        LpAnswer::Infeasible => "infeasible",
        LpAnswer::Undecided => "undecided",
    };
    let mut cells: BTreeMap<_, BTreeMap<String, f64>> = BTreeMap::new();
    for (candidate, z) in relaxation.fractions(&options) {
        cells.entry(candidate.cell).or_default().insert(candidate.digit.to_string(), z);
    }
    let solutions = (relaxation.answer == LpAnswer::Fractional).then(|| fast_count(puzzle, 2));
    if args.common.json {
        let cell = |(cell, z)| CellLine { cell: shape.cell_name(cell), z };
        return output.json(&SolveLine {
            puzzle: puzzle.to_string(),
            layout: told_layout(shape),
            verdict,
            grid: relaxation.grid.to_string(),
            fractional_cells: cells.into_iter().map(cell).collect(),
            seconds: *seconds,
            iterations: relaxation.iterations,
            solutions,
            cuts: cut.as_ref().map(|cut| cut.cuts.iter().map(|cut| cut.eliminated_name(shape)).collect()),
            depth: cut.as_ref().map(|cut| cut.depth),
            programs: cut.as_ref().map(|cut| cut.n_programs),
            why: reasons.iter().map(|(candidate, reason)| why_line(shape, *candidate, reason)).collect(),
        });
    }
    let note = match (relaxation.answer, solutions) {
        (LpAnswer::Solved, _) => String::new(),
        (LpAnswer::Fractional, Some(2..)) => format!(" # fractional: {} cells; several solutions", cells.len()),
        (LpAnswer::Fractional, Some(1)) => {
            format!(" # fractional: {} cells; one solution, beyond the relaxation", cells.len())
        }
        (LpAnswer::Fractional, _) => format!(" # fractional: {} cells; no solution", cells.len()),
        (LpAnswer::Infeasible, _) => " # infeasible: no solution".to_owned(),
        (LpAnswer::Undecided, _) => " # undecided: raise --iterations or --tolerance".to_owned(),
    };
    output.line(&format!("{}{note}", relaxation.grid))?;
    if let Some(cut) = cut {
        let names: Vec<String> = cut.cuts.iter().map(|cut| cut.eliminated_name(shape)).collect();
        let names = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
        output.line(&format!("# cut off: {names} (depth {}; linear programs: {})", cut.depth, cut.n_programs))?;
    }
    if args.values {
        for (cell, values) in cells {
            let values: Vec<String> = values.iter().map(|(digit, z)| format!("{digit}: {z:.3}")).collect();
            output.line(&format!("# {} {}", shape.cell_name(cell), values.join(", ")))?;
        }
    }
    for (candidate, reason) in reasons {
        output.line(&why_text(&why_line(shape, *candidate, reason)))?;
    }
    Ok(())
}

fn compare(args: &LpSolve, output: &mut Output, tallies: &BTreeMap<Option<StrategyId>, Tally>) -> Result<(), CliError> {
    let name = |hardest: &Option<StrategyId>| hardest.map_or("beyond all strategies", StrategyId::name).to_owned();
    let (puzzles, solved) =
        tallies.values().fold((0, 0), |(puzzles, solved), tally| (puzzles + tally.puzzles, solved + tally.solved));
    if args.common.json {
        let by_hardest = tallies.iter().map(|(hardest, tally)| (name(hardest), *tally)).collect();
        return output.json(&CompareLine { puzzles, solved, by_hardest });
    }
    output.line(&format!("# {solved} of {puzzles} puzzles with one solution fall to the relaxation"))?;
    for (hardest, tally) in tallies {
        output.line(&format!("# hardest {}: {} of {}", name(hardest), tally.solved, tally.puzzles))?;
    }
    Ok(())
}

/// A line of `lp generate --json`.
#[derive(Serialize)]
struct GenerateLine {
    puzzle: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
    /// Of the puzzle printed; never `multiple` or `impossible`, since such ends are mended.
    verdict: &'static str,
    clues: Option<usize>,
    /// Relaxations solved.
    iterations: Option<usize>,
    seconds: f64,
    solution: Option<String>,
    rule: &'static str,
    /// What the paper's generator would have handed out.
    paper_verdict: Option<&'static str>,
    taken_back: Option<usize>,
    added: Option<usize>,
    removed: Option<usize>,
    reason: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    steps: Option<Vec<String>>,
}

fn generate(args: &LpGenerate) -> Result<Exit, CliError> {
    let shape = args.common.shape();
    let patterns = args.pattern.as_ref().map(|text| Patterns::read(text, args.common.shape)).transpose()?;
    let mut output = Output::new();
    let mut exit = Exit::Done;
    let mut layouts = LayoutLines::new(patterns.as_ref(), args.common.json);
    for pattern in Patterns::each(patterns.as_ref()) {
        let shape = pattern.map_or(shape, |pattern| pattern.shape);
        if let Some(line) = layouts.before(shape) {
            output.line(&line)?;
        }
        for i in 0..u64::from(args.count) {
            let request = LpRequest {
                shape,
                rule: args.rule,
                pattern,
                minimise: args.minimise,
                is_literal: args.literal,
                options: args.accuracy.options(),
                seed: args.seed.wrapping_add(i),
            };
            let start = Instant::now();
            let watch = StopFlag::after(Duration::from_secs_f64(args.time_limit));
            let ended = lp_generate(&request, &watch, &mut |_| ());
            exit = exit.max(show(args, shape, &mut output, &ended, start.elapsed().as_secs_f64())?);
            output.flush()?;
            if output.is_closed() {
                return Ok(exit);
            }
        }
    }
    Ok(exit)
}

fn show(args: &LpGenerate, shape: Shape, output: &mut Output, ended: &LpEnded, seconds: f64) -> Result<Exit, CliError> {
    let (found, reason) = match ended {
        LpEnded::Found(found) => (Some(found.as_ref()), None),
        LpEnded::Undecided(Undecided::Stopped) => (None, Some(format!("not found within {} s", args.time_limit))),
        LpEnded::Undecided(Undecided::GaveUp(why)) => (None, Some(why.clone())),
    };
    let steps = found.filter(|_| args.steps).map(|found| steps(found, shape));
    if args.common.json {
        output.json(&GenerateLine {
            puzzle: found.map(|found| found.puzzle.to_string()),
            layout: told_layout(shape),
            verdict: if found.is_some() { "proper" } else { "undecided" },
            clues: found.map(|found| found.puzzle.n_clues()),
            iterations: found.map(|found| found.steps.len()),
            seconds,
            solution: found.map(|found| found.solution.to_string()),
            rule: args.rule.name(),
            paper_verdict: found.map(|found| found.paper.name()),
            taken_back: found.map(|found| found.n_taken_back),
            added: found.map(|found| found.n_added),
            removed: found.map(|found| found.n_removed),
            reason,
            steps,
        })?;
    } else if let Some(found) = found.filter(|_| args.hexify) {
        output.line(&hexify(&found.puzzle))?;
    } else if let Some(found) = found {
        for step in steps.iter().flatten() {
            output.line(&format!("# {step}"))?;
        }
        output.line(&format!(
            "{} # proper; {} clues; the paper's end: {}; {} taken back, {} added, {} removed",
            found.puzzle,
            found.puzzle.n_clues(),
            found.paper.name(),
            found.n_taken_back,
            found.n_added,
            found.n_removed
        ))?;
    } else {
        output.line(&format!("# undecided: {}", reason.unwrap_or_default()))?;
    }
    Ok(if found.is_some() { Exit::Done } else { Exit::Undecided })
}

/// The puzzle in one line for dCode's solvers (appendices B.8 and B.9).
fn hexify(puzzle: &Puzzle) -> String {
    let letter = |cell| match puzzle.get(cell).map(Digit::value) {
        None => ' ',
        Some(16) => '0',
        Some(value) => char::from_digit(u32::from(value), 16).unwrap_or('?').to_ascii_uppercase(),
    };
    puzzle.shape().cells().map(letter).collect()
}

/// "r1c1=5 with z 0.111: 612 fractions left" for each step.
fn steps(found: &LpGenerated, shape: Shape) -> Vec<String> {
    let sentence = |step: &crate::generate::lp::LpStep| {
        let back = if step.is_taken_back { " taken back: impossible" } else { "" };
        let name = step.clue.placed_name(shape);
        format!("{name} with z {:.4}{back}: {} fractions left", step.z_chosen, step.n_fractions)
    };
    found.steps.iter().map(sentence).collect()
}

impl super::args::Accuracy {
    fn options(&self) -> LpOptions {
        LpOptions { tolerance: self.tolerance, max_iterations: self.iterations, rounding: self.rounding }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(shape: &str, text: &str, expected: &str) {
        let shape: Shape = shape.parse().expect("a shape");
        let mut puzzle = Puzzle::empty(shape);
        for (cell, value) in shape.cells().zip(text.split(' ')) {
            puzzle.set(cell, value.parse().ok().map(Digit::new));
        }
        let hexed = hexify(&puzzle);
        assert_eq!(hexed.trim_end(), expected);
        assert_eq!(hexed.len(), shape.n_cells());
    }

    /// Appendices B.8 and B.9.
    #[test]
    fn puzzles_are_condensed_and_hexed() {
        check("2x2", ". 2 . . 4", " 2  4");
        check("3x3", "9 . 1", "9 1");
        check("4x4", "1 . 16 . 10 15 . 9 14 11 12 13", "1 0 AF 9EBCD");
    }
}

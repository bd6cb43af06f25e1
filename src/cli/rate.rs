//! `rate`.

use super::args::{Common, Rate};
use super::input::{Item, Puzzles, told_layout};
use super::output::json_text;
use super::parallel::in_order;
use super::resume::{self, Asked, Checksum};
use super::{CliError, Exit};
use crate::grid::Puzzle;
use crate::logic::{
    Order, OwnRating, Scale, SeRating, StrategyId, StrategySet, Trace, TraceVerdict, figures_on, freedom_of,
    hardest_needed, indispensable, n_rounds,
};
use serde::Serialize;
use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::path::PathBuf;

/// Sudoku Explainer's figures.
#[derive(Serialize)]
struct SeLine {
    se: Option<f64>,
    se_ep: Option<f64>,
    se_ed: Option<f64>,
}

/// SukakuExplainer's figures.
#[derive(Serialize)]
struct SukakuLine {
    sukaku: Option<f64>,
    sukaku_ep: Option<f64>,
    sukaku_ed: Option<f64>,
}

/// HoDoKu's figures, null where there are none.
#[derive(Serialize)]
struct HodokuField {
    hodoku: Option<HodokuLine>,
}

/// The program's own figure; null if the strategies do not solve the puzzle.
#[derive(Serialize)]
struct OwnField {
    own: Option<OwnLine>,
}

/// HoDoKu's figures.
#[derive(Serialize)]
struct HodokuLine {
    level: &'static str,
    score: u32,
}

/// A line of `rate --json`.
#[derive(Serialize)]
struct RateLine {
    puzzle: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    layout: Option<String>,
    verdict: &'static str,
    hardest: Option<&'static str>,
    steps: BTreeMap<&'static str, usize>,
    #[serde(flatten)]
    se: Option<SeLine>,
    #[serde(flatten)]
    sukaku: Option<SukakuLine>,
    #[serde(flatten)]
    hodoku: Option<HodokuField>,
    #[serde(flatten)]
    own: Option<OwnField>,
    /// Required strategies that the trace does without.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    missing: Vec<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    curve: Option<Vec<MomentLine>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    needed: Option<NeededLine>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rounds: Option<usize>,
}

/// The program's own figures.
#[derive(Serialize)]
struct OwnLine {
    effort: f64,
    peak: f64,
    bottlenecks: usize,
}

/// A step of the curve.
#[derive(Serialize)]
struct MomentLine {
    strategy: &'static str,
    rank: usize,
    /// Different conclusions of this strategy.
    freedom: usize,
    /// Different conclusions of all strategies.
    available: usize,
    effort: f64,
}

/// What no path does without.
#[derive(Serialize)]
struct NeededLine {
    hardest: Option<&'static str>,
    /// Whether `hardest` is proven; else no path that was tried gets by with less.
    proven: bool,
    indispensable: Vec<&'static str>,
}

/// One decimal.
fn rounded(value: f64) -> f64 {
    (value * 10.0).round() / 10.0
}

fn names(set: StrategySet) -> Vec<&'static str> {
    set.iter().map(StrategyId::name).collect()
}

fn curve(trace: &Trace, own: &OwnRating, order: &Order) -> Vec<MomentLine> {
    let mut board = trace.board_before(0);
    let moments = own.curve.iter().zip(&trace.steps).map(|(moment, step)| {
        let available = freedom_of(&board, *order);
        step.apply(&mut board);
        MomentLine {
            strategy: moment.strategy.name(),
            rank: moment.rank,
            freedom: moment.freedom,
            available,
            effort: rounded(moment.effort),
        }
    });
    moments.collect()
}

fn needed(puzzle: &Puzzle, order: &Order) -> NeededLine {
    let hardest = hardest_needed(puzzle, order);
    NeededLine {
        hardest: hardest.map(|hardest| hardest.strategy.name()),
        proven: hardest.is_some_and(|hardest| hardest.is_exact),
        indispensable: names(indispensable(puzzle, order)),
    }
}

fn tenths(value: u8) -> f64 {
    f64::from(value) / 10.0
}

/// ER, EP and ED.
fn three(rating: Option<SeRating>) -> [Option<f64>; 3] {
    rating.map_or([None; 3], |rating| [rating.whole, rating.pearl, rating.diamond].map(|figure| Some(tenths(figure))))
}

/// The three figures in a line for people.
fn three_text(scale: Scale, rating: Option<SeRating>) -> Option<String> {
    let [er, ep, ed] = rating.map(|rating| [rating.whole, rating.pearl, rating.diamond].map(tenths))?;
    Some(format!("; {} {er:.1}/{ep:.1}/{ed:.1}", scale.short_title()))
}

pub(super) fn rate(args: &Rate) -> Result<Exit, CliError> {
    args.files.check_inputs(args.inputs.iter().map(PathBuf::as_path))?;
    let puzzles = Puzzles::read(&args.inputs, args.common.shapes())?;
    // As in `solve`, JSON has a verdict for contradictory clues.
    if !args.common.json {
        puzzles.check_conflicts()?;
    }
    let order = args.order.or(args.strategies);
    let (mut output, begun) = resume::open(&args.files, "rate", &asked(args, &puzzles, &order))?;
    let n_done = begun.place.first().map_or(0, |&n_done| n_done as usize);
    let work = |item: Item<Puzzle>| lines(&item.value, args, &order);
    let mut n_rated = n_done as u64;
    in_order(puzzles.iter().skip(n_done), args.threads, work, |lines| {
        for line in lines? {
            output.line(&line)?;
        }
        n_rated += 1;
        output.mark(vec![n_rated])?;
        Ok(if output.is_closed() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) })
    })?;
    if output.is_closed() {
        return puzzles.check_conflicts().map(|()| Exit::Done);
    }
    output.finish()?;
    puzzles.check_conflicts().map(|()| Exit::Done)
}

/// What is written about a puzzle.
fn lines(puzzle: &Puzzle, args: &Rate, order: &Order) -> Result<Vec<String>, CliError> {
    let mut lines = Vec::new();
    let invalid = puzzle.conflict().is_some();
    let figures = (!invalid).then(|| figures_on(puzzle, order, &args.scale));
    let trace = figures.as_ref().map(|figures| &figures.trace);
    let verdict = match trace.map(|trace| trace.verdict) {
        None => "invalid",
        Some(TraceVerdict::Solved) => "solved",
        Some(TraceVerdict::Stuck) => "stuck",
        Some(TraceVerdict::Broken) => "none",
    };
    let hardest = trace.and_then(|trace| trace.hardest_in(&order.ranking)).map(StrategyId::name);
    let counts = trace.map(Trace::counts).unwrap_or_default();
    let asks = |scale| args.scale.contains(&scale);
    let se = figures.as_ref().and_then(|figures| figures.se);
    let sukaku = figures.as_ref().and_then(|figures| figures.sukaku);
    let hodoku = figures.as_ref().and_then(|figures| figures.hodoku);
    let solved = trace.filter(|trace| trace.verdict == TraceVerdict::Solved);
    let missing = solved.map_or(StrategySet::EMPTY, |trace| order.required.difference(trace.used()));
    let own = figures.as_ref().and_then(|figures| figures.own.as_ref());
    // Uniqueness steps count only where they hold; a solved trace says that they do.
    let curve = solved.zip(own).filter(|_| args.curve).map(|(trace, own)| curve(trace, own, order));
    let needed = solved.filter(|_| args.needed).map(|_| needed(puzzle, order));
    let rounds = solved.filter(|_| args.rounds).and_then(|_| n_rounds(puzzle, *order));
    let own = own.map(|own| OwnLine {
        effort: rounded(own.effort()),
        peak: rounded(own.peak()),
        bottlenecks: own.bottlenecks().len(),
    });
    if args.common.json {
        return Ok(vec![json_text(&RateLine {
            puzzle: puzzle.to_string(),
            layout: told_layout(puzzle.shape()),
            verdict,
            hardest,
            steps: counts.iter().map(|(id, count)| (id.name(), *count)).collect(),
            se: asks(Scale::Se).then(|| {
                let [se, se_ep, se_ed] = three(se);
                SeLine { se, se_ep, se_ed }
            }),
            sukaku: asks(Scale::Sukaku).then(|| {
                let [sukaku, sukaku_ep, sukaku_ed] = three(sukaku);
                SukakuLine { sukaku, sukaku_ep, sukaku_ed }
            }),
            hodoku: asks(Scale::Hodoku)
                .then(|| hodoku.map(|rating| HodokuLine { level: rating.level.name(), score: rating.score }))
                .map(|hodoku| HodokuField { hodoku }),
            own: asks(Scale::Own).then_some(OwnField { own }),
            missing: names(missing),
            curve,
            needed,
            rounds,
        })?]);
    }
    let steps: Vec<_> = counts.iter().map(|(id, count)| format!("{count} x {}", id.name())).collect();
    let explainers =
        [three_text(Scale::Se, se), three_text(Scale::Sukaku, sukaku)].map(Option::unwrap_or_default).concat();
    let hodoku = hodoku.map(|rating| format!("; HoDoKu {} {}", rating.level.name(), rating.score));
    let own = own.filter(|_| asks(Scale::Own)).map(|own| format!("; effort {:.1}", own.effort));
    let missing = (!missing.is_empty()).then(|| format!("; no step of {missing}"));
    lines.push(format!(
        "{puzzle} # {verdict}; hardest {}{}{}{}{}; {}",
        hardest.unwrap_or("-"),
        explainers,
        hodoku.unwrap_or_default(),
        own.unwrap_or_default(),
        missing.unwrap_or_default(),
        if steps.is_empty() { "no step".to_owned() } else { steps.join(", ") }
    ));
    for (i, moment) in curve.iter().flatten().enumerate() {
        lines.push(format!(
            "# step {}: {} (rank {}), {} of its kind and {} of all kinds possible, effort {:.1}",
            i + 1,
            moment.strategy,
            moment.rank,
            moment.freedom,
            moment.available,
            moment.effort
        ));
    }
    if let Some(needed) = needed {
        lines.push(format!(
            "# needed on every path: {}{}; indispensable: {}",
            needed.hardest.unwrap_or("nothing"),
            if needed.proven { "" } else { " (as far as tried)" },
            if needed.indispensable.is_empty() { "none".to_owned() } else { needed.indispensable.join(", ") }
        ));
    }
    if let Some(rounds) = rounds {
        lines.push(format!("# rounds: {rounds}"));
    }
    Ok(lines)
}

/// What decides the output, for `--resume`.
fn asked(args: &Rate, puzzles: &Puzzles, order: &Order) -> Asked {
    // Every option is named here, so that a new one cannot be forgotten.
    let Rate {
        inputs: _,
        strategies: _,
        order: _,
        curve,
        needed,
        rounds,
        scale,
        threads: _,
        files: _,
        common: common @ Common { shape: _, json },
    } = args;
    vec![
        ("the input", Checksum::of_lines(puzzles.iter().map(|item| item.value.to_string())).to_string()),
        ("--shape", common.shape().to_string()),
        ("--strategies", order.to_string()),
        ("--curve", curve.to_string()),
        ("--needed", needed.to_string()),
        ("--rounds", rounds.to_string()),
        ("--scale", scale.iter().map(|scale| scale.name()).collect::<Vec<_>>().join(",")),
        ("--json", json.to_string()),
    ]
}

//! `generate`.

use super::answer::{GenerateLine, tell_steps};
use super::args::{Common, Generate};
use super::export;
use super::hardest::hardest;
use super::input::{LayoutLines, Patterns, Puzzles, puzzle_option, theme_option};
use super::numbers::n_cores;
use super::output::Output;
use super::parallel::STACK_BYTES;
use super::proof;
use super::resume::{self, Asked, Begun, Checksum, Place};
use super::values::{fitting, window};
use super::{CliError, Exit, signals};
use crate::formats::{Shapes, layout_of};
use crate::generate::sat::{self, RoundStats, SatOptions, SatStats};
use crate::generate::{
    Ended, Method, Outcome, Plan, Request, Spread, Stand, Undecided, Walk, Wanted, Watch, generate as make,
    settle_by_clauses, variety,
};
use crate::grid::{Pattern, Puzzle, Shape, Theme, quoted};
use crate::jobs::StopFlag;
use crate::logic::{Design, Goal, PathGoal, StrategySet, Window};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

pub(super) fn generate(args: &Generate) -> Result<Exit, CliError> {
    args.files.check_inputs(args.avoid.iter().map(PathBuf::as_path).chain([Path::new(&args.pattern)]))?;
    let export = args.export.as_ref().map(|values| export::Place::new(values, args)).transpose()?;
    let patterns = Patterns::read(&args.pattern, args.common.shape)?;
    if let Some(file) = &args.proof {
        proof::check_file(file)?;
    }
    let takes_one = [("--proof", args.proof.is_some()), ("--export", export.is_some())];
    if let Some((option, _)) = takes_one.iter().find(|(_, is_given)| *is_given) {
        let n_patterns = patterns.iter().count();
        if n_patterns > 1 {
            return Err(CliError(format!("{option} takes one pattern, the input holds {n_patterns}")));
        }
    }
    if args.heuristic.judges_boards() && args.method != Method::Inverse {
        let method = args.method.name();
        return Err(CliError(format!("--heuristic: {method} has no heuristics; use --method inverse")));
    }
    if args.no_bounds && args.method != Method::Sat {
        let method = args.method.name();
        return Err(CliError(format!("--no-bounds: {method} begins with the bounds; use --method sat")));
    }
    let shapes = patterns.shapes();
    if shapes.len() > 1 && !args.avoid.is_empty() {
        return Err(CliError("--avoid takes patterns of one layout, the input holds several".to_owned()));
    }
    let runs: Vec<Run<'_>> = shapes.iter().map(|&shape| Run::new(args, shape)).collect::<Result<_, _>>()?;
    let run_of = |pattern: &Pattern| runs.iter().find(|run| run.shape == pattern.shape);
    // There is one: an input without a pattern is an error.
    let Some(run) = runs.first() else { return Ok(Exit::Done) };
    if let Some(export) = export {
        let request = patterns.iter().next().map(|pattern| run.request(&pattern.value, args.seed));
        return request.map_or(Ok(Exit::Done), |request| export.write(&request, args, &run.watch()));
    }
    let pool = thread_pool(args.threads)?;
    let (mut output, begun) = resume::open(&args.files, "generate", &run.asked(&patterns))?;
    let mut at = At::new(&begun.place).unwrap_or_default();
    let mut layouts = LayoutLines::new(Some(&patterns), args.common.json);
    // Where the best puzzle so far is told in the end, a signal leaves that to the search.
    let stop = if args.hardest_possible { signals::stop_flag() } else { StopFlag::new() };
    for pattern in patterns.iter().skip(at.pattern) {
        let Some(run) = run_of(&pattern.value) else { continue };
        // A run that goes on in the middle of a pattern has told it.
        if let Some(line) = layouts.before(run.shape).filter(|_| at.n_found == 0) {
            output.line(&line)?;
        }
        let ended = pool.install(|| {
            if args.hardest_possible {
                hardest(args, &run.request(&pattern.value, args.seed), &stop, &mut output)
            } else if args.distinct {
                run.different(&pattern.value, &mut at, &begun, &mut output)
            } else {
                run.separate(&pattern.value, &mut at, &mut output)
            }
        })?;
        if output.is_closed() || stop.is_raised() {
            return Ok(at.exit.max(ended));
        }
        at = At { pattern: at.pattern + 1, exit: at.exit.max(ended), begin: output.position(), ..At::default() };
        output.mark(at.place())?;
    }
    output.finish()?;
    Ok(at.exit)
}

/// How far a run has come.
#[derive(Clone, Copy, Default)]
struct At {
    /// Number of the pattern, from 0.
    pattern: usize,
    /// What the patterns before it have come to.
    exit: Exit,
    /// Where its lines begin.
    begin: u64,
    /// Its puzzles so far.
    n_found: u64,
    /// With `--distinct`: where the walk stands.
    stand: Stand,
}

impl At {
    fn place(self) -> Place {
        let Stand { apart, start, n_walked, n_idle } = self.stand;
        let (apart, n_walked, n_idle) = (apart as u64, n_walked as u64, n_idle as u64);
        vec![self.pattern as u64, self.exit as u64, self.begin, self.n_found, apart, start, n_walked, n_idle]
    }

    fn new(place: &[u64]) -> Option<At> {
        let &[pattern, exit, begin, n_found, apart, start, n_walked, n_idle] = place else { return None };
        let exit = [Exit::Done, Exit::Impossible, Exit::Undecided].into_iter().find(|&known| known as u64 == exit)?;
        let stand = Stand { apart: apart as usize, start, n_walked: n_walked as usize, n_idle: n_idle as usize };
        Some(At { pattern: pattern as usize, exit, begin, n_found, stand })
    }
}

/// The verdict where there is no answer.
pub(super) const UNDECIDED: &str = "undecided";

/// A line for `--stats`.
#[allow(clippy::print_stderr, reason = "figures go beside the output, not into it")]
pub(super) fn show_stats(line: &str) {
    eprintln!("stats: {line}");
}

/// Tells of each number of rounds when SAT is done with it.
struct RoundsWatch<'a> {
    watch: &'a StopFlag,
    begun: Mutex<Instant>,
    is_shown: bool,
}

impl Watch for RoundsWatch<'_> {
    fn should_stop(&self) -> bool {
        self.watch.should_stop()
    }

    fn let_go(&self, what: Box<dyn Send>) {
        self.watch.let_go(what);
    }

    fn dropped(&self) {
        self.watch.dropped();
    }

    fn tried(&self, round: &RoundStats) {
        let mut begun = self.begun.lock().unwrap_or_else(PoisonError::into_inner);
        let seconds = std::mem::replace(&mut *begun, Instant::now()).elapsed().as_secs_f64();
        if !self.is_shown {
            return;
        }
        let rounds = if round.rounds == 0 { "no".to_owned() } else { round.rounds.to_string() };
        let units = if round.units == 0 {
            String::new()
        } else {
            format!(" ({} of {} units of subsets and fish are written)", round.written, round.units)
        };
        let memory = memory().map(|megabytes| format!(", {megabytes} MB of memory in use")).unwrap_or_default();
        show_stats(&format!(
            "{rounds} rounds: {} variables, {} clauses{units}, {} conflicts or polls, {seconds:.3} s{memory}",
            round.variables, round.clauses, round.work
        ));
    }
}

/// Megabytes that the process has in memory, where the system tells.
fn memory() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: u64 = line.split_whitespace().next()?.parse().ok()?;
    Some(kilobytes / 1024)
}

/// Threads for the engines; 0 for one per core.
pub(super) fn thread_pool(n_threads: usize) -> Result<rayon::ThreadPool, CliError> {
    let n_threads = if n_threads == 0 { n_cores() } else { n_threads };
    rayon::ThreadPoolBuilder::new()
        .num_threads(n_threads)
        .thread_name(|i| format!("engine {i}"))
        .stack_size(STACK_BYTES)
        .build()
        .map_err(|error| CliError(format!("cannot start {n_threads} threads: {error}")))
}

/// What all puzzles of one layout share.
struct Run<'a> {
    args: &'a Generate,
    shape: Shape,
    fixed: Puzzle,
    theme: Theme,
    window: Option<Window>,
    path: PathGoal,
    avoid: Option<Puzzles>,
}

impl<'a> Run<'a> {
    fn new(args: &'a Generate, shape: Shape) -> Result<Run<'a>, CliError> {
        let fixed = match &args.fixed {
            Some(text) => puzzle_option("--fixed", text, shape)?,
            None => Puzzle::empty(shape),
        };
        let theme = theme_option(&args.theme, shape)?;
        let path = PathGoal::parse(shape, args.step.iter().map(String::as_str))
            .map_err(|(index, error)| CliError(format!("--step {}: {error}", quoted(&args.step[index]))))?;
        let avoid = if args.avoid.is_empty() { None } else { Some(Puzzles::read(&args.avoid, Shapes::Only(shape))?) };
        let window = args.difficulty.as_ref().map(|text| window(text, args.scale, shape)).transpose()?;
        if args.hardest_possible {
            fitting(args.scale, shape)?;
        }
        Ok(Run { args, shape, fixed, theme, window, path, avoid })
    }

    fn request(&self, pattern: &Pattern, seed: u64) -> Request {
        let wants_figure = self.window.is_some() || self.args.hardest.is_some() || self.args.hardest_possible;
        let default = if wants_figure { StrategySet::ALL } else { StrategySet::PAPER.union(self.path.strategies()) };
        let order = self.args.order.or(self.args.strategies.unwrap_or(default));
        let request = Request::from(Design {
            fixed: self.fixed.clone(),
            theme: self.theme.clone(),
            seed,
            required: order.required.union(self.args.require),
            goal: self.window.map_or(Goal::Any, Goal::Within),
            path: self.path.clone(),
            minimal: self.args.minimal,
            mix: self.args.heuristic,
            ..Design::new(*pattern, order)
        });
        self.args.hardest.map_or(request.clone(), |id| request.with_goal(Goal::Hardest(id)))
    }

    fn plan(&self) -> Plan {
        Plan { method: self.args.method, race: self.args.race }
    }

    /// The time limit holds for each puzzle.
    fn watch(&self) -> StopFlag {
        StopFlag::after(Duration::from_secs_f64(self.args.time_limit))
    }

    /// One answer; the SAT method alone takes its own options and tells its figures.
    fn answer(&self, request: &Request) -> Outcome {
        let start = Instant::now();
        let watch = self.watch();
        if self.args.method != Method::Sat {
            let outcome = make(request, &self.plan(), &watch);
            if self.args.stats {
                let seconds = start.elapsed().as_secs_f64();
                show_stats(&format!("{} in {seconds:.3} s, {} puzzles dropped", request.pattern, watch.n_dropped()));
            }
            return outcome;
        }
        let options = SatOptions {
            encoding: self.args.encoding,
            rounds: self.args.rounds,
            backend: self.args.backend,
            no_bounds: self.args.no_bounds,
            ..SatOptions::default()
        };
        let mut stats = SatStats::default();
        let rounds_watch = RoundsWatch { watch: &watch, begun: Mutex::new(start), is_shown: self.args.stats };
        let outcome = settle_by_clauses(request, &watch, |request| {
            let run = sat::run(request, &options, &rounds_watch);
            stats = run.stats;
            run.outcome
        });
        if self.args.stats {
            let solver = &stats.solver;
            let seconds = start.elapsed().as_secs_f64();
            if stats.rounds.is_empty() {
                show_stats(&format!(
                    "{} variables, {} clauses, {} conflicts ({:.0}/s), {} decisions, {} restarts, {} loop formulas at restarts, \
                     {} as conflicts and {} as reasons, {seconds:.3} s",
                    solver.variables,
                    solver.clauses,
                    solver.conflicts,
                    solver.conflicts as f64 / seconds,
                    solver.decisions,
                    solver.restarts,
                    solver.theory_restart_clauses,
                    solver.theory_conflicts,
                    solver.theory_reasons
                ));
            }
        }
        outcome
    }

    /// What decides the output, for `--resume`.
    fn asked(&self, patterns: &Patterns) -> Asked {
        // Every option is named here, so that a new one cannot be forgotten.
        let Generate {
            pattern: _,
            strategies: _,
            order: _,
            require: _,
            heuristic,
            hardest,
            hardest_possible,
            difficulty,
            scale,
            minimal,
            step: _,
            fixed: _,
            theme: _,
            method,
            encoding,
            rounds,
            backend,
            no_bounds,
            count,
            distinct,
            spread,
            avoid: _,
            time_limit,
            seed,
            threads: _,
            race,
            proof: _,
            export: _,
            stats: _,
            files: _,
            common: Common { shape: _, json },
        } = self.args;
        let line = |pattern: Pattern| {
            if pattern.shape == self.shape { pattern.to_string() } else { format!("{} {pattern}", pattern.shape) }
        };
        let lines = patterns.iter().map(|pattern| line(pattern.value));
        let request = self.request(&Pattern::empty(self.shape), *seed);
        let avoid = self.avoid.iter().flat_map(Puzzles::iter).map(|item| item.value.to_string());
        let avoid = Checksum::of_lines(avoid);
        vec![
            ("the input", Checksum::of_lines(lines).to_string()),
            ("--shape", self.shape.to_string()),
            ("--strategies", request.order().to_string()),
            ("--hardest", hardest.map_or("none", |id| id.name()).to_owned()),
            ("--hardest-possible", hardest_possible.to_string()),
            ("--difficulty", difficulty.clone().unwrap_or_default()),
            ("--scale", scale.name().to_owned()),
            ("--minimal", minimal.to_string()),
            ("--step", self.path.texts(self.shape).join("; ")),
            ("--fixed", self.fixed.to_string()),
            ("--theme", self.theme.text(self.shape)),
            ("--method", method.name().to_owned()),
            ("--heuristic", heuristic.to_string()),
            ("--encoding", format!("{encoding:?}")),
            ("--rounds", format!("{}..{}..{}", rounds.first, rounds.last, rounds.step)),
            ("--backend", backend.name().to_owned()),
            ("--no-bounds", no_bounds.to_string()),
            ("--race", race.to_string()),
            ("--seed", seed.to_string()),
            ("--count", count.to_string()),
            ("--distinct", distinct.to_string()),
            ("--spread", spread.map_or("half".to_owned(), |clues| clues.to_string())),
            ("--avoid", avoid.to_string()),
            ("--time-limit", time_limit.to_string()),
            ("--json", json.to_string()),
        ]
    }

    /// As many puzzles as wanted, each from a seed of its own.
    fn separate(&self, pattern: &Pattern, at: &mut At, output: &mut Output) -> Result<Exit, CliError> {
        while at.n_found < u64::from(self.args.count) {
            if self.is_kept_undecided(pattern, output)? {
                return Ok(Exit::Undecided);
            }
            let request = self.request(pattern, self.args.seed.wrapping_add(at.n_found));
            let start = Instant::now();
            let outcome = self.answer(&request);
            let exit = self.tell(&request, &outcome, start.elapsed().as_secs_f64(), output)?;
            if exit != Exit::Done || output.is_closed() {
                return Ok(exit);
            }
            at.n_found += 1;
            output.mark(at.place())?;
        }
        Ok(Exit::Done)
    }

    /// Whether the file that the run goes on with says next that the pattern is undecided. That depends on the
    /// machine and its load: it is taken as it stands.
    fn is_kept_undecided(&self, pattern: &Pattern, output: &mut Output) -> Result<bool, CliError> {
        let Some(line) = output.next_kept() else { return Ok(false) };
        let is_undecided = if self.args.common.json {
            serde_json::from_str::<serde_json::Value>(&line)
                .is_ok_and(|line| line["verdict"] == UNDECIDED && line["pattern"] == pattern.to_string())
        } else {
            line.starts_with(&format!("# {pattern} {UNDECIDED}: "))
        };
        if is_undecided {
            output.line(&line)?;
        }
        Ok(is_undecided)
    }

    /// The puzzles of a pattern that the file which the run goes on with holds.
    fn kept_puzzles(&self, at: &At, begun: &Begun) -> Result<Vec<Puzzle>, CliError> {
        let text = begun.text.get(at.begin as usize..).unwrap_or_default();
        let puzzle = |line: &str| {
            let text = if self.args.common.json {
                let value: serde_json::Value = serde_json::from_str(line).unwrap_or_default();
                value["puzzle"].as_str().unwrap_or_default().to_owned()
            } else {
                line.to_owned()
            };
            puzzle_option("--resume", &text, self.shape)
        };
        text.lines().filter(|line| !line.starts_with('#') && layout_of(line).is_none()).map(puzzle).collect()
    }

    /// As many different puzzles as wanted, from one run; the time limit holds for all together.
    fn different(&self, pattern: &Pattern, at: &mut At, begun: &Begun, output: &mut Output) -> Result<Exit, CliError> {
        let request = self.request(pattern, self.args.seed);
        let known = if at.n_found > 0 { self.kept_puzzles(at, begun)? } else { Vec::new() };
        let mut last = Instant::now();
        let mut failed = None;
        let mut is_undecided = self.is_kept_undecided(pattern, output)?;
        let count = if is_undecided { 0 } else { self.args.count as usize };
        let avoid = self.avoid.iter().flat_map(Puzzles::iter).map(|item| item.value);
        let begin = Walk { known, stand: at.stand };
        let wanted = Wanted { count, spread: self.args.spread.map_or(Spread::Half, Spread::Clues) };
        let ended = variety(&request, &self.plan(), avoid, begin, wanted, &self.watch(), &mut |found, stand| {
            let seconds = last.elapsed().as_secs_f64();
            last = Instant::now();
            let written = report(self.args, output, &request, &Outcome::Found(Box::new(found)), seconds);
            (at.n_found, at.stand) = (at.n_found + 1, stand);
            let written = written.and_then(|_| output.mark(at.place()));
            match written.and_then(|()| self.is_kept_undecided(pattern, output)) {
                Ok(undecided) => is_undecided = undecided,
                Err(error) => failed = Some(error),
            }
            let is_over = is_undecided || failed.is_some() || output.is_closed();
            if is_over { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if let Some(error) = failed {
            return Err(error);
        }
        if is_undecided {
            return Ok(Exit::Undecided);
        }
        let outcome = match ended {
            Ended::Enough => return Ok(Exit::Done),
            Ended::Impossible(impossible) => Outcome::Impossible(impossible),
            Ended::Undecided(why) => Outcome::Undecided(why),
        };
        self.tell(&request, &outcome, last.elapsed().as_secs_f64(), output)
    }

    /// Writes the proof of a refutation where one is asked for, then reports the outcome: what is not proven
    /// is not called impossible.
    fn tell(&self, request: &Request, outcome: &Outcome, seconds: f64, output: &mut Output) -> Result<Exit, CliError> {
        let file = self.args.proof.as_ref().filter(|_| matches!(outcome, Outcome::Impossible(_)));
        if let Some(file) = file
            && !proof::write(request, self.args.method, self.args.backend, file, &self.watch())?
        {
            let why = format!(
                "the search ended without a puzzle, but no proof was made and checked within {} s, so nothing is \
                 claimed; {} is not written",
                self.args.time_limit,
                file.display()
            );
            let unproven = Outcome::Undecided(Undecided::GaveUp(why));
            return report(self.args, output, request, &unproven, seconds);
        }
        report(self.args, output, request, outcome, seconds)
    }
}

fn report(
    args: &Generate,
    output: &mut Output,
    request: &Request,
    outcome: &Outcome,
    seconds: f64,
) -> Result<Exit, CliError> {
    let pattern = &request.pattern;
    let (exit, verdict, method, reason) = match outcome {
        Outcome::Found(found) => (Exit::Done, "found", found.method(), None),
        Outcome::Impossible(impossible) => {
            (Exit::Impossible, "impossible", impossible.method(), Some(impossible.reason().sentence.clone()))
        }
        Outcome::Undecided(Undecided::Stopped) => (Exit::Undecided, UNDECIDED, args.method, Some(out_of_time(args))),
        Outcome::Undecided(Undecided::GaveUp(reason)) => {
            (Exit::Undecided, UNDECIDED, args.method, Some(reason.clone()))
        }
    };
    if args.common.json {
        output.json(&GenerateLine::new(request, verdict, outcome.found(), method, seconds, reason))?;
    } else {
        match outcome.found() {
            Some(found) => {
                output.line(&found.puzzle().to_string())?;
                tell_steps(request, found, output)?;
            }
            None => output.line(&format!("# {pattern} {verdict}: {}", reason.unwrap_or_default()))?,
        }
    }
    output.flush()?;
    Ok(exit)
}

fn out_of_time(args: &Generate) -> String {
    let is_demanding = args.difficulty.is_some()
        || args.hardest.is_some()
        || args.minimal
        || !args.require.is_empty()
        || !args.step.is_empty();
    match args.method {
        _ if is_demanding => {
            format!("no such puzzle found within {} s; that does not mean that there is none", args.time_limit)
        }
        Method::Search => {
            format!("not found within {} s; search alone cannot prove that there is none", args.time_limit)
        }
        _ => format!("neither found nor refuted within {} s", args.time_limit),
    }
}

//! The relaxation as a generator (section 4 and appendix B.5 of the paper), with its end mended.

use super::relaxation::{LpAnswer, LpOptions, Relaxation, relax_without};
use crate::generate::random::Random;
use crate::generate::{Undecided, Watch};
use crate::grid::{Candidate, Cell, Pattern, Puzzle, Shape, quoted};
use crate::logic::{count_solutions_until, fast_count_until, fast_solutions_until};
use std::str::FromStr;

/// Which of the fractions becomes the next clue (appendix B.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Rule {
    /// Any.
    #[default]
    Random,
    /// One within 0.01 of the least.
    NearMin,
    /// One within 0.0001 of the least.
    TrueMin,
    /// One within 0.01 of the greatest.
    NearMax,
}

impl Rule {
    /// Every rule in the order of the paper.
    pub const ALL: [Rule; 4] = [Rule::Random, Rule::NearMin, Rule::TrueMin, Rule::NearMax];

    /// Name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Rule::Random => "random",
            Rule::NearMin => "near-min",
            Rule::TrueMin => "true-min",
            Rule::NearMax => "near-max",
        }
    }

    /// The fractions that the rule chooses from.
    fn pool(self, fractions: &[(Candidate, f64)]) -> Vec<Candidate> {
        let values = || fractions.iter().map(|&(_, z)| z);
        let (least, greatest) = (values().fold(f64::INFINITY, f64::min), values().fold(0.0, f64::max));
        let fits = |z: f64| match self {
            Rule::Random => true,
            Rule::NearMin => z - least < 0.01,
            Rule::TrueMin => z - least < 0.0001,
            Rule::NearMax => greatest - z < 0.01,
        };
        fractions.iter().filter(|&&(_, z)| fits(z)).map(|&(candidate, _)| candidate).collect()
    }
}

impl FromStr for Rule {
    type Err = String;

    fn from_str(text: &str) -> Result<Rule, String> {
        Rule::ALL.into_iter().find(|rule| rule.name() == text).ok_or_else(|| {
            format!("unknown rule {}: use one of {}", quoted(text), Rule::ALL.map(Rule::name).join(", "))
        })
    }
}

/// What is asked of the LP generator.
#[derive(Clone, PartialEq, Debug)]
pub struct LpRequest {
    /// Box shape of the grid.
    pub shape: Shape,
    /// How the next clue is chosen.
    pub rule: Rule,
    /// Clues exactly there; `None` for anywhere.
    pub pattern: Option<Pattern>,
    /// Whether clues that are not needed for uniqueness are taken out in the end (not with a pattern).
    pub minimise: bool,
    /// Whether the next clue is chosen as in appendix B.5, from every z of more than [`LpOptions::rounding`] but 1
    /// itself: then candidates are fixed too that an interior point shows as 0.9999 because they are decided. Without it,
    /// as in the text of section 4, only from those that are close to neither 0 nor 1.
    pub is_literal: bool,
    /// Accuracy of the relaxations.
    pub options: LpOptions,
    /// Seed of all random choices.
    pub seed: u64,
}

/// One clue of the generator, or one taken back.
#[derive(Clone, PartialEq, Debug)]
pub struct LpStep {
    /// The clue.
    pub clue: Candidate,
    /// Its z when it was chosen.
    pub z_chosen: f64,
    /// Whether the clue left no feasible point and was taken back; it is never chosen again.
    pub is_taken_back: bool,
    /// z of every candidate after this step.
    pub z: Vec<f64>,
    /// Fractions left after this step.
    pub n_fractions: usize,
    /// Iterations of the interior-point method.
    pub iterations: u32,
}

/// What the paper's generator would have handed out (section 4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PaperVerdict {
    /// A puzzle with one solution.
    Proper,
    /// Clues with several solutions.
    Multiple,
    /// The last clue was impossible; the clues before it.
    Impossible,
}

impl PaperVerdict {
    /// Name in output.
    pub const fn name(self) -> &'static str {
        match self {
            PaperVerdict::Proper => "proper",
            PaperVerdict::Multiple => "multiple",
            PaperVerdict::Impossible => "impossible",
        }
    }
}

/// A proper puzzle and how it came about.
#[derive(Clone, PartialEq, Debug)]
pub struct LpGenerated {
    /// The puzzle.
    pub puzzle: Puzzle,
    /// Its only solution.
    pub solution: Puzzle,
    /// The steps of the relaxation, in order.
    pub steps: Vec<LpStep>,
    /// What the paper's generator would have handed out.
    pub paper: PaperVerdict,
    /// Clues taken back because they were impossible.
    pub n_taken_back: usize,
    /// Clues added where two solutions differed, after the relaxation had come to its end.
    pub n_added: usize,
    /// Clues taken out as not needed.
    pub n_removed: usize,
    /// Fresh starts before this one.
    pub restarts: u64,
}

/// How a run of the generator ended.
#[derive(Clone, PartialEq, Debug)]
pub enum LpEnded {
    /// A puzzle, verified to be proper by brute force.
    Found(Box<LpGenerated>),
    /// None.
    Undecided(Undecided),
}

/// The generator at one of its steps, for a window that looks on.
#[derive(Clone, Copy, Debug)]
pub struct LpSnapshot<'a> {
    /// The clues so far.
    pub clues: &'a Puzzle,
    /// The step that was just carried out.
    pub last: &'a LpStep,
    /// Steps so far; fewer than before after a fresh start.
    pub steps: usize,
}

/// Fresh starts before a pattern is given up.
const MAX_STARTS: u64 = 200;

/// Makes a puzzle by fixing one fraction of the relaxation after another; never hands out an
/// improper one.
pub fn lp_generate(request: &LpRequest, watch: &dyn Watch, observe: &mut dyn FnMut(&LpSnapshot<'_>)) -> LpEnded {
    for start in 0..MAX_STARTS {
        let mut run = Run::new(request, start);
        match run.fix_clues(watch, observe) {
            Fixed::Stopped => return LpEnded::Undecided(Undecided::Stopped),
            Fixed::DeadEnd => {}
            Fixed::Done => {
                if let Some(generated) = run.mended(watch) {
                    return LpEnded::Found(Box::new(generated));
                }
                if watch.should_stop() {
                    return LpEnded::Undecided(Undecided::Stopped);
                }
            }
        }
    }
    LpEnded::Undecided(Undecided::GaveUp(format!("no puzzle in {MAX_STARTS} fresh starts")))
}

enum Fixed {
    /// No fraction is left to choose.
    Done,
    /// The pattern has no cell left, but fractions are, or the solver gave up.
    DeadEnd,
    Stopped,
}

struct Run<'a> {
    request: &'a LpRequest,
    /// Number of the fresh start.
    start: u64,
    random: Random,
    clues: Puzzle,
    ruled_out: Vec<Candidate>,
    steps: Vec<LpStep>,
    n_taken_back: usize,
}

impl<'a> Run<'a> {
    fn new(request: &'a LpRequest, start: u64) -> Run<'a> {
        Run {
            request,
            start,
            random: Random::new(request.seed, start),
            clues: Puzzle::empty(request.shape),
            ruled_out: Vec::new(),
            steps: Vec::new(),
            n_taken_back: 0,
        }
    }

    fn may_hold_clue(&self, cell: Cell) -> bool {
        self.request.pattern.is_none_or(|pattern| pattern.contains(cell))
    }

    /// Fixes fractions until none is left (appendix B.5).
    fn fix_clues(&mut self, watch: &dyn Watch, observe: &mut dyn FnMut(&LpSnapshot<'_>)) -> Fixed {
        // The paper's first clue is any candidate.
        let n = self.request.shape.n();
        let all: Vec<(Candidate, f64)> = (0..n * n * n)
            .map(|index| (Candidate::from_index(self.request.shape, index), 1.0 / n as f64))
            .filter(|(candidate, _)| self.may_hold_clue(candidate.cell))
            .collect();
        let mut fractions = all;
        let mut rule = Rule::Random;
        loop {
            if watch.should_stop() {
                return Fixed::Stopped;
            }
            fractions.retain(|(candidate, _)| self.may_hold_clue(candidate.cell));
            let pool = rule.pool(&fractions);
            if pool.is_empty() {
                return Fixed::DeadEnd;
            }
            rule = self.next_rule();
            let clue = pool[self.random.below(pool.len())];
            let z_chosen = fractions.iter().find(|&&(other, _)| other == clue).map_or(0.0, |&(_, z)| z);
            let Some(relaxation) = self.fix(clue, z_chosen, watch) else {
                return if watch.should_stop() { Fixed::Stopped } else { Fixed::DeadEnd };
            };
            let is_integral = relaxation.fractions(&self.request.options).is_empty();
            fractions = self.choices(&relaxation);
            if let Some(last) = self.steps.last() {
                observe(&LpSnapshot { clues: &self.clues, last, steps: self.steps.len() });
            }
            if is_integral {
                return Fixed::Done;
            }
        }
    }

    /// The candidates from which the next clue is chosen, with their z; no clues among them.
    fn choices(&self, relaxation: &Relaxation) -> Vec<(Candidate, f64)> {
        let options = &self.request.options;
        if self.request.is_literal { relaxation.between(options.rounding, 1.0) } else { relaxation.fractions(options) }
    }

    /// The rule asked for. On a pattern some rules run into the same dead ends again and again, so
    /// later starts mix in more and more chance.
    fn next_rule(&mut self) -> Rule {
        let is_loose = self.request.pattern.is_some() && self.random.below(4 + self.start as usize) >= 4;
        if is_loose { Rule::Random } else { self.request.rule }
    }

    /// Sets a clue and solves anew; an impossible clue is taken back. `None` if the solver gives up or was stopped.
    fn fix(&mut self, clue: Candidate, z_chosen: f64, watch: &dyn Watch) -> Option<Relaxation> {
        let should_stop = || watch.should_stop();
        // What the original chooses among depends on z that are a little below 1.
        let is_whole = self.request.is_literal;
        self.clues.set(clue.cell, Some(clue.digit));
        let mut relaxation =
            relax_without(&self.clues, &self.ruled_out, &self.request.options, is_whole, &should_stop)?;
        let is_taken_back = relaxation.answer == LpAnswer::Infeasible;
        if is_taken_back {
            self.clues.set(clue.cell, None);
            self.ruled_out.push(clue);
            self.n_taken_back += 1;
            relaxation = relax_without(&self.clues, &self.ruled_out, &self.request.options, is_whole, &should_stop)?;
        }
        if matches!(relaxation.answer, LpAnswer::Infeasible | LpAnswer::Undecided) {
            return None;
        }
        self.steps.push(LpStep {
            clue,
            z_chosen,
            is_taken_back,
            n_fractions: relaxation.fractions(&self.request.options).len(),
            z: relaxation.z.clone(),
            iterations: relaxation.iterations,
        });
        Some(relaxation)
    }

    /// Judges the end by brute force and mends it; `None` if the pattern does not allow that, or if stopped.
    fn mended(mut self, watch: &dyn Watch) -> Option<LpGenerated> {
        let should_stop = || watch.should_stop();
        let is_proper = fast_count_until(&self.clues, 2, &should_stop)? == 1;
        let paper = match is_proper {
            _ if self.n_taken_back > 0 => PaperVerdict::Impossible,
            true => PaperVerdict::Proper,
            false => PaperVerdict::Multiple,
        };
        let n_before = self.clues.n_clues();
        let solution = loop {
            let solutions = fast_solutions_until(&self.clues, 2, &should_stop)?;
            match solutions.as_slice() {
                // The relaxation is feasible where no solution is: take back what came last.
                [] => {
                    let last = self.steps.iter().rev().find(|step| self.clues.get(step.clue.cell).is_some())?;
                    self.clues.set(last.clue.cell, None);
                    self.n_taken_back += 1;
                }
                [only] => break only.clone(),
                [first, second, ..] => {
                    let differ = |&cell: &Cell| first.get(cell) != second.get(cell) && self.may_hold_clue(cell);
                    let cells: Vec<Cell> = self.request.shape.cells().filter(differ).collect();
                    if cells.is_empty() {
                        return None;
                    }
                    let cell = cells[self.random.below(cells.len())];
                    self.clues.set(cell, first.get(cell));
                }
            }
        };
        let n_added = self.clues.n_clues().saturating_sub(n_before);
        let mut n_removed = 0;
        if let Some(pattern) = self.request.pattern {
            // What the relaxation did not need stands there all the same.
            self.clues = solution.masked(&pattern);
        } else if self.request.minimise {
            let mut cells: Vec<Cell> = self.clues.clues().map(|(cell, _)| cell).collect();
            self.random.shuffle(&mut cells);
            for cell in cells {
                let digit = self.clues.get(cell);
                self.clues.set(cell, None);
                if fast_count_until(&self.clues, 2, &should_stop)? == 1 {
                    n_removed += 1;
                } else {
                    self.clues.set(cell, digit);
                }
            }
        }
        (count_solutions_until(&self.clues, 2, &should_stop)? == 1).then_some(LpGenerated {
            puzzle: self.clues,
            solution,
            steps: self.steps,
            paper,
            n_taken_back: self.n_taken_back,
            n_added,
            n_removed,
            restarts: self.start,
        })
    }
}

//! What the studio asks of its worker: clues for a design, or a verdict on known clues.

use crate::generate::certificate::{Certificate, ProofFormat};
use crate::generate::certificate_check::{self, CertificateError};
use crate::generate::sat::backend::Backend;
use crate::generate::{
    Ended, Found, Impossible, Method, Outcome, Plan, Request, Undecided, Walk, Watch, generate, refute, variety,
};
use crate::grid::{CellSet, Pattern, Puzzle};
use crate::logic::{Goal, Mix, Order, Ranking, StrategySet, Trace, TraceVerdict, fast_solutions, solve};
use std::ops::ControlFlow;

/// Everything that decides the answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Design {
    /// Cells that shall hold clues.
    pub pattern: Pattern,
    /// Digits the setter chose.
    pub fixed: Puzzle,
    /// Strategies that may be needed.
    pub strategies: StrategySet,
    /// Strategies that the trace must need.
    pub required: StrategySet,
    /// The order in which the solver tries strategies.
    pub ranking: Ranking,
    /// How difficult the puzzle shall be.
    pub goal: Goal,
    /// Seed of the search.
    pub seed: u64,
    /// How to search.
    pub method: Method,
    /// What the backward method prefers.
    pub mix: Mix,
    /// Clues that are already known: they are judged, not sought.
    pub known: Option<Puzzle>,
}

impl Design {
    /// The strategies with order and ticks.
    pub fn order(&self) -> Order {
        Order { ranking: self.ranking, allowed: self.strategies, required: self.required }
    }

    /// The question to the generators.
    fn request(&self) -> Request {
        let mut request = Request::in_order(self.pattern, self.order()).with_goal(self.goal);
        request.fixed = self.fixed.clone();
        request.seed = self.seed;
        request
    }

    /// How to answer it.
    const fn plan(&self) -> Plan {
        Plan::racing(self.method).preferring(self.mix)
    }
}

/// The answer to a design.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Clues that a generator found and verified.
    Found(Box<Found>),
    /// Known clues, judged.
    Known(Box<Known>),
    /// A proof that there are none.
    Impossible(Impossible),
    /// No answer.
    Undecided(Undecided),
}

/// Known clues with their trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Known {
    /// The clues.
    pub puzzle: Puzzle,
    /// The only solution, if there is exactly one.
    pub solution: Option<Puzzle>,
    /// The steps of the allowed strategies, as far as they lead.
    pub trace: Trace,
    /// What is wrong, if anything.
    pub flaw: Option<Flaw>,
}

/// What is wrong with known clues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// One sentence.
    pub sentence: String,
    /// Cells to mark.
    pub cells: CellSet,
}

impl Answer {
    /// The clues, wherever they come from.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        match self {
            Answer::Found(found) => Some(&found.puzzle),
            Answer::Known(known) => Some(&known.puzzle),
            _ => None,
        }
    }

    /// The only solution, if there is exactly one.
    pub fn solution(&self) -> Option<&Puzzle> {
        match self {
            Answer::Found(found) => Some(&found.solution),
            Answer::Known(known) => known.solution.as_ref(),
            _ => None,
        }
    }

    /// The steps that solve the clues, or lead as far as they can.
    pub fn trace(&self) -> Option<&Trace> {
        match self {
            Answer::Found(found) => Some(&found.trace),
            Answer::Known(known) => Some(&known.trace),
            _ => None,
        }
    }
}

/// Answers a design: judges known clues, else seeks clues with all methods racing.
pub fn answer(design: &Design, watch: &dyn Watch) -> Answer {
    if let Some(puzzle) = &design.known {
        return Answer::Known(Box::new(judge(puzzle, design)));
    }
    match generate(&design.request(), &design.plan(), watch) {
        Outcome::Found(found) => Answer::Found(found),
        Outcome::Impossible(impossible) => Answer::Impossible(impossible),
        Outcome::Undecided(undecided) => Answer::Undecided(undecided),
    }
}

/// Finds `count` puzzles for a design that are essentially different from each other and from
/// those in `avoid`; each is handed over as it is found. Says how the run ended.
pub fn many(
    design: &Design,
    avoid: &[Puzzle],
    count: usize,
    watch: &dyn Watch,
    receive: &mut dyn FnMut(Found),
) -> Ended {
    let avoid = avoid.iter().cloned();
    variety(&design.request(), &design.plan(), avoid, Walk::default(), count, watch, &mut |found, _| {
        receive(found);
        ControlFlow::Continue(())
    })
}

/// A proof that a design has no puzzle, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// A bound that a reader checks by eye.
    Readable(String),
    /// A formula in DIMACS and its refutation.
    Refutation {
        /// The formula.
        formula: String,
        /// The refutation, in the format asked for.
        proof: String,
    },
}

/// Proves that a design has no puzzle, a refutation in this format; the proof is checked before it is handed out.
///
/// # Errors
/// One sentence if there is no proof.
pub fn prove(design: &Design, format: ProofFormat, watch: &dyn Watch) -> Result<Proof, String> {
    let request = design.request();
    let found = |outcome: &Outcome| match outcome {
        Outcome::Undecided(Undecided::Stopped) => "The proof was stopped: nothing is written".to_owned(),
        Outcome::Undecided(Undecided::GaveUp(why)) => format!("There is no proof: {why}"),
        Outcome::Impossible(impossible) => {
            format!("There is no proof file for this reason: {}", impossible.reason.sentence)
        }
        Outcome::Found(_) => "There is no proof: a puzzle was found".to_owned(),
    };
    let certificate = refute(&request, Method::Auto, Backend::Own, watch).map_err(|outcome| found(&outcome))?;
    certificate_check::check(&request, &certificate, watch).map_err(|error| match error {
        CertificateError::Stopped => found(&Outcome::Undecided(Undecided::Stopped)),
        _ => format!("The proof does not hold: {error}"),
    })?;
    Ok(match certificate {
        Certificate::Refutation(refutation) => {
            let (formula, proof) =
                refutation.texts(&request, format).map_err(|why| format!("{why}; nothing is written"))?;
            Proof::Refutation { formula, proof }
        }
        readable => Proof::Readable(readable.text(&request).unwrap_or_default()),
    })
}

fn judge(puzzle: &Puzzle, design: &Design) -> Known {
    let trace = solve(puzzle, design.order());
    let mut known = Known { puzzle: puzzle.clone(), solution: None, trace, flaw: None };
    if let Some(conflict) = puzzle.conflict() {
        let cells = conflict.cells.into_iter().collect();
        known.flaw = Some(Flaw { sentence: conflict.to_string(), cells });
        return known;
    }
    match fast_solutions(puzzle, 2).as_slice() {
        [] => {
            known.flaw = Some(Flaw { sentence: "these digits have no solution".to_owned(), cells: CellSet::EMPTY });
        }
        [only] => {
            known.solution = Some(only.clone());
            if known.trace.verdict != TraceVerdict::Solved {
                let open = known.trace.end.n_unsolved();
                let cells = puzzle.shape().cells().filter(|&cell| known.trace.end.value(cell).is_none()).collect();
                let sentence = format!("the ticked strategies get stuck with {open} cells open");
                known.flaw = Some(Flaw { sentence, cells });
            } else if let Some(id) = design.required.difference(known.trace.used()).iter().next() {
                let sentence = format!("its trace needs no step of {}", id.title().to_lowercase());
                known.flaw = Some(Flaw { sentence, cells: CellSet::EMPTY });
            } else if let Some(sentence) = miss(&known.trace, design) {
                known.flaw = Some(Flaw { sentence, cells: CellSet::EMPTY });
            }
        }
        [first, second, ..] => {
            let cells: CellSet = puzzle.shape().cells().filter(|&cell| first.get(cell) != second.get(cell)).collect();
            let sentence =
                format!("these digits have more than one solution: two of them differ in {} cells", cells.len());
            known.flaw = Some(Flaw { sentence, cells });
        }
    }
    known
}

/// How a solved trace misses the difficulty that is wanted, if it does.
fn miss(trace: &Trace, design: &Design) -> Option<String> {
    match design.goal {
        Goal::Any => None,
        Goal::Hardest(id) => {
            let hardest = trace.hardest_in(&design.ranking);
            let name = hardest.map_or("none".to_owned(), |id| id.title().to_lowercase());
            (hardest != Some(id)).then(|| format!("its hardest step is {name}, not {}", id.title().to_lowercase()))
        }
        Goal::Within(window) => {
            let scale = window.scale;
            let figure = scale.figure(trace, &design.order());
            (!figure.is_some_and(|figure| window.contains(figure))).then(|| match figure {
                Some(figure) => {
                    format!("its figure is {} {}, not {}", scale.short_title(), scale.text(figure), window.title())
                }
                None => format!("it needs techniques whose figure of {} is not known", scale.title()),
            })
        }
    }
}

//! The puzzle with the fewest clues, by the usual search or by SAT: what is asked, what is told on the way, the end.

use super::record::{Record, Scene};
use super::run::Outcome;
use crate::app::language::{text, tr};
use crate::app::live::duration_text;
use crate::app::results::GalleryEntry;
use crate::app::wording::{capitalised, n_clues};
use crate::generate::inverse::PencilState;
use crate::generate::sat::fewest::{End, Question, fewest};
use crate::generate::sat::{Encoding, Rounds, SatOptions};
use crate::generate::{FewestNews, Ground, MinimumQuestion, Watch, minimum};
use crate::grid::{CellSet, DigitSet, Puzzle, Shape};
use crate::logic::{Sentence, solve};
use std::time::Instant;

/// Who looks for it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) enum FewestBy {
    /// Local search, and whatever `minimum` does besides.
    Search,
    /// SAT with a bound on the number of clues.
    Sat { encoding: Encoding, last_round: usize, upwards: bool },
}

/// What was known at a point of the run.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct FewestPoint {
    /// The puzzle with the fewest clues so far, and its solution.
    pub best: Option<(Puzzle, Puzzle)>,
    /// There is no puzzle with fewer clues.
    pub at_least: usize,
    /// What that rests on, if it says anything.
    pub ground: Option<Ground>,
    /// Whether SAT was asked.
    is_by_sat: bool,
}

impl FewestPoint {
    /// What is known after a piece of news.
    pub(super) fn after(&self, news: FewestNews, by: FewestBy) -> FewestPoint {
        let mut point = FewestPoint { is_by_sat: by != FewestBy::Search, ..self.clone() };
        match news {
            FewestNews::Found(found) => point.best = Some((found.puzzle().clone(), found.solution().clone())),
            FewestNews::AtLeast(clues, ground) => (point.at_least, point.ground) = (clues, Some(ground)),
        }
        point
    }

    /// Clues of the best puzzle.
    pub fn n_clues(&self) -> Option<usize> {
        self.best.as_ref().map(|(puzzle, _)| puzzle.n_clues())
    }

    /// Whether no puzzle has fewer clues than the best one.
    pub fn is_settled(&self) -> bool {
        self.n_clues().is_some_and(|clues| clues <= self.at_least)
    }

    /// The board: the puzzle with its solution.
    pub(super) fn scene(&self, shape: Shape) -> Scene {
        let (clues, state) = match &self.best {
            Some((puzzle, solution)) => (puzzle.clone(), PencilState::solved(solution)),
            None => (Puzzle::empty(shape), PencilState::new(&Puzzle::empty(shape), |_| DigitSet::EMPTY)),
        };
        Scene::Round { clues, state, placed: CellSet::EMPTY }
    }

    /// "best so far: 19 clues", "at least 17 clues are needed: …", as far as it is known.
    fn figures(&self) -> Vec<String> {
        let best = self.n_clues().map(|clues| tr!("best so far: {clues}", clues = n_clues(clues)));
        let bound = self.ground.filter(|_| self.at_least > 0).map(|ground| self.bound_text(ground));
        best.into_iter().chain(bound).collect()
    }

    fn bound_text(&self, ground: Ground) -> String {
        tr!("at least {clues}: {ground}", clues = n_clues(self.at_least), ground = self.ground_text(ground))
    }

    /// "at least 17", for a plot.
    pub(super) fn bound_in_short(&self) -> String {
        if self.at_least == 0 {
            return tr!("nothing is proven yet").to_owned();
        }
        tr!("at least {n}", n = self.at_least)
    }

    /// What a bound rests on. Only a proof of our own is called one.
    fn ground_text(&self, ground: Ground) -> String {
        match ground {
            Ground::Proof if self.is_by_sat => tr!("proven by SAT, the proof was checked").to_owned(),
            Ground::Proof => tr!("proven here").to_owned(),
            Ground::EveryGrid { grids, .. } => {
                tr!("proven by all puzzles of all {grids} essentially different grids", grids)
            }
            Ground::Published(fact) => {
                tr!("a constant from the literature ({source}), not proven here", source = fact.source)
            }
            Ground::SolverWord => tr!("at the word of the solver, no proof was kept").to_owned(),
        }
    }

    /// What is known while the run goes on.
    pub(super) fn running(&self, elapsed: String) -> String {
        capitalised(&self.figures().into_iter().chain([elapsed]).collect::<Vec<_>>().join(" · "))
    }

    /// The news that led here, in words.
    pub(super) fn sentence(&self, before: &FewestPoint) -> Sentence {
        if let Some(clues) = self.n_clues().filter(|_| self.best != before.best) {
            return Sentence::compose(text!("A puzzle is found, number of clues: {0}"), [clues.to_string().into()]);
        }
        let ground = self.ground.map_or_else(String::new, |ground| self.ground_text(ground));
        Sentence::compose(text!("Number of clues at least {0}: {1}"), [self.at_least.to_string().into(), ground.into()])
    }
}

/// Carries the question out; `show` sees every piece of news.
pub(super) fn fewest_outcome(
    question: &MinimumQuestion,
    by: FewestBy,
    watch: &dyn Watch,
    show: &mut dyn FnMut(FewestNews),
) -> Outcome {
    let since = Instant::now();
    let mut course: Vec<FewestPoint> = Vec::new();
    let mut receive = |news: FewestNews| {
        let next = course.last().cloned().unwrap_or_default().after(news.clone(), by);
        course.push(next);
        show(news);
    };
    let mut gave_up = None;
    match by {
        FewestBy::Search => drop(minimum(question, watch, &mut receive)),
        FewestBy::Sat { encoding, last_round, upwards } => {
            let &MinimumQuestion { shape, strategies, at_most, seed, .. } = question;
            let asked = Question { shape, strategies, at_most, upwards, seed };
            let rounds = Rounds { first: 1, last: last_round, step: 1 };
            let options = SatOptions { encoding, rounds, ..SatOptions::default() };
            if let End::GaveUp(why) = fewest(&asked, &options, watch, &mut receive).end {
                gave_up = Some(why);
            }
        }
    }
    let known = course.last().cloned().unwrap_or_default();
    let is_enough = known.n_clues().is_some_and(|clues| question.at_most.is_some_and(|enough| clues <= enough));
    let time = duration_text(since.elapsed());
    let figures = known.figures();
    let sentence = match (known.n_clues(), known.ground) {
        (Some(clues), Some(ground)) if known.is_settled() => {
            let (clues, ground) = (n_clues(clues), known.ground_text(ground));
            tr!("Settled in {time} · {clues}, no puzzle has fewer: {ground}", time, clues, ground)
        }
        (Some(clues), ground) if is_enough => {
            let bound = ground.filter(|_| known.at_least > 0).map(|ground| known.bound_text(ground));
            let found = tr!("Found in {time} · {clues}, as few as asked for", time, clues = n_clues(clues));
            [Some(found), bound].into_iter().flatten().collect::<Vec<_>>().join(" · ")
        }
        _ => {
            let stopped = || tr!("Stopped after {time}", time);
            let end =
                gave_up.filter(|_| !watch.should_stop()).map_or_else(stopped, |why| super::run::gave_up(&time, &why));
            [end].into_iter().chain(figures).collect::<Vec<_>>().join(" · ")
        }
    };
    let entry = known
        .best
        .as_ref()
        .map(|(puzzle, _)| Box::new(GalleryEntry::new(&solve(puzzle, question.strategies), None, None)));
    let record = Record::Fewest { shape: question.shape, strategies: question.strategies, course };
    Outcome { is_found: known.is_settled() || is_enough, sentence, record: Some(record), entry }
}

//! The search for puzzles with few clues of a solution: one at a time, in the background.

use crate::app::language::{grouped, tr, tr_n};
use crate::app::live::duration_text;
use crate::grid::Puzzle;
use crate::jobs::{ClueNews, ClueQuest, Event, JobId, MAX_LISTED, QuestEnd, Runner, StopFlag, clue_quest};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How far the search among sets of a number of clues is.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Level {
    /// Number of clues.
    pub clues: usize,
    /// Share explored, from 0 to 1.
    pub share: f64,
    /// Since when.
    pub since: Instant,
}

impl Level {
    /// About how long it will take, as far as that can be told.
    pub fn left(&self) -> Option<Duration> {
        let elapsed = self.since.elapsed().as_secs_f64();
        let left = elapsed / self.share * (1.0 - self.share);
        (self.share > 0.0 && left < 1e7).then(|| Duration::from_secs_f64(left.max(0.0)))
    }
}

/// A search and what it found.
#[derive(Debug)]
pub struct Hunt {
    /// The solution that it is about.
    pub solution: Puzzle,
    /// What is asked.
    pub quest: ClueQuest,
    /// No puzzle has fewer clues.
    pub at_least: usize,
    /// How far it is.
    pub level: Option<Level>,
    puzzles: Vec<Puzzle>,
    news: Receiver<ClueNews>,
    job: JobId,
    since: Instant,
    /// How it ended, in one sentence.
    end: Option<String>,
}

impl Hunt {
    /// The puzzles found, those with fewest clues first.
    pub fn puzzles(&self) -> &[Puzzle] {
        &self.puzzles
    }

    /// Clues of the best puzzle found.
    pub fn best(&self) -> Option<usize> {
        self.puzzles.first().map(Puzzle::n_clues)
    }

    /// Whether it is at work.
    pub fn is_running(&self) -> bool {
        self.end.is_none()
    }

    /// What is known, in one sentence.
    pub fn sentence(&self) -> String {
        if let Some(end) = &self.end {
            return end.clone();
        }
        match (self.quest, self.best()) {
            (ClueQuest::Fewest, Some(best)) if self.at_least > 1 => {
                tr!("The fewest clues are between {at_least} and {best}", at_least = self.at_least, best)
            }
            (ClueQuest::Fewest, _) => tr!("Looking for a first puzzle with few clues…").to_owned(),
            (ClueQuest::All(n), _) => {
                tr_n!(n, "Searching for all puzzles with 1 clue…", "Searching for all puzzles with {n} clues…")
            }
        }
    }

    fn take_in(&mut self, news: ClueNews) {
        match news {
            ClueNews::AtLeast(n) => self.at_least = n,
            ClueNews::Explored { clues, share } => match &mut self.level {
                Some(level) if level.clues == clues => level.share = level.share.max(share),
                level => *level = Some(Level { clues, share, since: Instant::now() }),
            },
            ClueNews::Puzzle(puzzle) if self.quest == ClueQuest::Fewest => self.puzzles.insert(0, puzzle),
            ClueNews::Puzzle(puzzle) => self.puzzles.push(puzzle),
        }
    }

    fn finish(&mut self, result: Result<QuestEnd, String>) {
        let took = duration_text(self.since.elapsed());
        let n_found = grouped(self.puzzles.len() as u64);
        self.puzzles.sort_by_cached_key(|puzzle| (puzzle.n_clues(), puzzle.to_string()));
        let explored = self.level.map_or(0.0, |level| level.share * 100.0).min(99.9);
        self.end = Some(match (result, self.quest, self.puzzles.len()) {
            (Ok(QuestEnd::Known), ClueQuest::Fewest, _) => {
                tr!("The fewest clues are {at_least}: found and proven in {took}", at_least = self.at_least, took)
            }
            (Ok(QuestEnd::Known), ClueQuest::All(n), 0) => {
                tr_n!(
                    n,
                    "No puzzle with 1 clue has this solution: proven in {took}",
                    "No puzzle with {n} clues has this solution: proven in {took}",
                    took
                )
            }
            (Ok(QuestEnd::Known), ClueQuest::All(n), 1) => {
                tr_n!(
                    n,
                    "1 puzzle with 1 clue, and no other, in {took}",
                    "1 puzzle with {n} clues, and no other, in {took}",
                    took
                )
            }
            (Ok(QuestEnd::Known), ClueQuest::All(n), _) => {
                tr_n!(
                    n,
                    "All {n_found} puzzles with 1 clue, in {took}",
                    "All {n_found} puzzles with {n} clues, in {took}",
                    n_found,
                    took
                )
            }
            (Ok(QuestEnd::TooMany), ..) => {
                tr_n!(
                    MAX_LISTED,
                    "More than 1 puzzle: the search ended after {took}",
                    "More than {n} puzzles: the search ended after {took}",
                    took
                )
            }
            (Ok(QuestEnd::Stopped), ClueQuest::Fewest, _) => match self.best() {
                Some(best) => tr!(
                    "Stopped after {took}: between {at_least} and {best} clues",
                    took,
                    at_least = self.at_least,
                    best
                ),
                None => tr!("Stopped after {took}", took),
            },
            (Ok(QuestEnd::Stopped), ClueQuest::All(_), _) => {
                tr!(
                    "Stopped after {took}, {explored} % explored; {n_found} found",
                    took,
                    explored = format_args!("{:.1}", explored),
                    n_found
                )
            }
            (Err(why), ..) => tr!("The search cannot be done: {why}", why),
        });
    }
}

/// The search and its thread.
#[derive(Debug)]
pub(in crate::app) struct Hunts {
    runner: Runner<Result<QuestEnd, String>>,
    hunt: Option<Hunt>,
}

impl Hunts {
    /// Nothing sought yet.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub(in crate::app) fn new(wake: impl Fn() + Send + Sync + 'static) -> std::io::Result<Hunts> {
        Ok(Hunts { runner: Runner::new("few clues", wake)?, hunt: None })
    }

    /// The last search.
    pub(in crate::app) fn hunt(&self) -> Option<&Hunt> {
        self.hunt.as_ref()
    }

    /// Whether it is at work.
    pub(in crate::app) fn is_running(&self) -> bool {
        self.hunt.as_ref().is_some_and(Hunt::is_running)
    }

    /// Begins a search; one at work is given up.
    pub(in crate::app) fn start(&mut self, solution: Puzzle, quest: ClueQuest) {
        let (sender, news) = channel();
        // One is left to the window and what it searches by itself.
        let n_threads = rayon::current_num_threads().saturating_sub(1);
        let grid = solution.clone();
        let job = self.runner.submit(
            StopFlag::new(),
            Box::new(move |watch| {
                clue_quest(&grid, quest, n_threads, watch, &|news| {
                    // A search that was given up has no listener.
                    let _ = sender.send(news);
                })
            }),
        );
        self.hunt = Some(Hunt {
            solution,
            quest,
            at_least: 1,
            level: None,
            puzzles: Vec::new(),
            news,
            job,
            since: Instant::now(),
            end: None,
        });
    }

    /// Ends the search; what was found stays.
    pub(in crate::app) fn stop(&mut self) {
        if self.runner.stop()
            && let Some(hunt) = &mut self.hunt
        {
            hunt.finish(Ok(QuestEnd::Stopped));
        }
    }

    /// Takes in what the search has to tell.
    pub(in crate::app) fn drain(&mut self) {
        // The ends first: what was told before them is in the channel by then.
        let events: Vec<_> = std::iter::from_fn(|| self.runner.next_event()).collect();
        let Some(hunt) = &mut self.hunt else { return };
        while let Ok(news) = hunt.news.try_recv() {
            hunt.take_in(news);
        }
        for event in events {
            match event {
                Event::End { job, result, .. } if job == hunt.job => hunt.finish(result),
                Event::Failed { job, message } if job == hunt.job => {
                    hunt.end = Some(tr!("The search failed, which is a bug: {message}", message));
                }
                _ => {}
            }
        }
    }
}

//! The trace viewer: timeline, list of steps, what else was possible, legend.

mod legend;
mod look;
mod panel;
mod reasoning_panel;
mod timeline;

pub(super) use look::{effort, kind_colour};
pub(super) use panel::{fitting_steps, steps_panel_ui, steps_ui, trace_panel_ui};
pub(super) use reasoning_panel::unfolded;
pub(super) use timeline::{Tick, ticks_ui, timeline_ui};

use super::asker::{Asker, waker};
use crate::app::language::tr;
use crate::generate::practice::PracticeGrid;
use crate::grid::Puzzle;
use crate::logic::{Board, Drawing, Order, ReasoningRow, Sentence, Step, StrategyId, Trace};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};

/// What is about looking at the trace.
#[derive(Clone, PartialEq, Debug)]
pub struct TraceState {
    /// Steps of the trace carried out.
    pub step: usize,
    /// When the next step is due while the trace plays, in seconds of the window's clock.
    pub next_at: Option<f64>,
    /// Steps a second.
    pub speed: f32,
    /// What forward and play go through.
    pub replay: Replay,
    /// Whether the list of steps has yet to scroll to the present one.
    pub scroll_to_step: bool,
    /// By which words the steps of the trace are listed; all of them if there is none.
    pub filter: String,
    /// What the right panel lists.
    pub tab: TraceTab,
    /// The row of the reasoning up to which the board shows the chain; `None` for all of it.
    pub line: Option<usize>,
    /// Headings of the reasoning whose branches are folded.
    pub folded: BTreeSet<usize>,
    /// Whether the reasoning has yet to scroll to its row.
    pub scroll_to_line: bool,
}

impl Default for TraceState {
    fn default() -> TraceState {
        TraceState {
            step: 0,
            next_at: None,
            speed: 2.0,
            replay: Replay::Steps,
            scroll_to_step: false,
            filter: String::new(),
            tab: TraceTab::default(),
            line: None,
            folded: BTreeSet::new(),
            scroll_to_line: false,
        }
    }
}

/// A puzzle with a board on the way to its solution.
type Position = (Puzzle, Board);

/// What follows from the trace and the chosen step.
#[derive(Debug)]
pub(super) struct TraceWork {
    /// The trace after the chosen number of steps, for drawing.
    pub(super) shown: Option<ShownStep>,
    /// The way through the puzzle that the setter chose, if not the first one.
    pub(super) path: Option<Path>,
    pub(super) n_paths: u64,
    pub(super) possible: Asker<TracePoint, Vec<Step>>,
    pub(super) paths: Asker<(TracePoint, usize), Trace>,
    /// Positions of puzzles for practising a strategy.
    pub(super) practice: Asker<(Puzzle, StrategyId, Order), Option<PracticeGrid>>,
    /// Positions of new puzzles, as jobs find them.
    pub(super) positions: (Sender<Position>, Receiver<Position>),
}

impl TraceWork {
    /// Nothing asked yet.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub(super) fn new(wake: &Arc<impl Fn() + Send + Sync + 'static>) -> std::io::Result<TraceWork> {
        Ok(TraceWork {
            shown: None,
            path: None,
            n_paths: 0,
            possible: Asker::new("possible steps", waker(wake))?,
            paths: Asker::new("path", waker(wake))?,
            practice: Asker::new("practice", waker(wake))?,
            positions: channel(),
        })
    }
}

/// Where a replay goes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Go {
    First,
    Back,
    Forward,
    Last,
    /// On by itself, or no further.
    Play,
}

/// What the right panel of the trace view lists.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum TraceTab {
    /// Every step that is possible.
    #[default]
    Possible,
    /// The lines of the chain that is shown.
    Reasoning,
}

impl TraceTab {
    /// Both tabs.
    pub const ALL: [TraceTab; 2] = [TraceTab::Possible, TraceTab::Reasoning];

    /// Name on the screen.
    pub fn title(self) -> &'static str {
        match self {
            TraceTab::Possible => tr!("Possible now"),
            TraceTab::Reasoning => tr!("Reasoning"),
        }
    }
}

/// What "forward" means.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Replay {
    /// To the next step.
    #[default]
    Steps,
    /// To the next digit; candidates are left out.
    Digits,
}

impl Replay {
    /// Both ways.
    pub const ALL: [Replay; 2] = [Replay::Steps, Replay::Digits];

    /// Name on the screen.
    pub fn title(self) -> &'static str {
        match self {
            Replay::Steps => tr!("Every step"),
            Replay::Digits => tr!("Digits only"),
        }
    }

    /// Whether the replay stops before this step.
    fn stops_at(self, trace: &Trace, index: usize) -> bool {
        let places = |index: usize| trace.steps.get(index).is_none_or(|step| !step.placed().is_empty());
        self == Replay::Steps || index == 0 || places(index)
    }

    /// The next place to stop after this one.
    pub(super) fn next(self, trace: &Trace, index: usize) -> usize {
        let n_steps = trace.steps.len();
        (index + 1..n_steps).find(|&at| self.stops_at(trace, at)).unwrap_or(n_steps)
    }

    /// The last place to stop before this one.
    pub(super) fn before(self, trace: &Trace, index: usize) -> usize {
        (0..index).rev().find(|&at| self.stops_at(trace, at)).unwrap_or(0)
    }
}

/// A way through the puzzle that the setter chose at some point.
#[derive(Clone, PartialEq, Debug)]
pub struct Path {
    /// The answer it belongs to.
    pub(super) revision: u64,
    /// Counts paths.
    pub(super) number: u64,
    /// The steps.
    pub(super) trace: Trace,
}

/// Identifies a point of a trace: revision of the answer, number of the path, step.
pub(super) type TracePoint = (u64, u64, usize);

/// A state of the trace, ready for drawing.
#[derive(Clone, PartialEq, Debug)]
pub struct ShownStep {
    /// Where it is.
    pub(super) at: TracePoint,
    /// The row of the reasoning up to which its chain is drawn; `None` for all of it.
    pub(super) line: Option<usize>,
    /// The state before the next step, with its evidence.
    pub picture: Drawing,
    /// The next step in words, or the end.
    pub sentence: Sentence,
    /// The reasoning of the step, if it is a chain.
    pub reasoning: Vec<ReasoningRow>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Shape, parse_puzzles};
    use crate::logic::{StrategySet, solve};

    #[test]
    fn both_replays_go_through_the_whole_trace_and_back() {
        let text = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";
        let puzzle = parse_puzzles(Shape::NINE, text).expect("a puzzle").remove(0);
        let trace = solve(&puzzle, StrategySet::ALL);
        let n_placing = trace.steps.iter().filter(|step| !step.placed().is_empty()).count();
        assert!(n_placing < trace.steps.len(), "some steps only rule out");
        for (replay, n_stops) in [(Replay::Steps, trace.steps.len()), (Replay::Digits, n_placing)] {
            let mut stops = vec![0];
            while let Some(&last) = stops.last().filter(|&&last| last < trace.steps.len()) {
                stops.push(replay.next(&trace, last));
            }
            // The start is a stop even where the first step places nothing.
            let starts_ruling_out = replay == Replay::Digits && trace.steps[0].placed().is_empty();
            assert_eq!(stops.len(), n_stops + 1 + usize::from(starts_ruling_out));
            let mut back = vec![trace.steps.len()];
            while let Some(&last) = back.last().filter(|&&last| last > 0) {
                back.push(replay.before(&trace, last));
            }
            back.reverse();
            assert_eq!(stops, back);
        }
    }
}

//! Turns with small budgets.

use super::*;
use crate::generate::{Found, Unwatched};
use crate::grid::{Pattern, Shape, parse_patterns};

fn request(layout: &str, pattern: &str) -> Request {
    request_for("naked-single", layout, pattern)
}

fn request_for(strategies: &str, layout: &str, pattern: &str) -> Request {
    let shape: Shape = layout.parse().expect(layout);
    let patterns: Vec<Pattern> = parse_patterns(shape, pattern).expect(pattern);
    Request::new(patterns[0], strategies.parse::<StrategySet>().expect("names"))
}

/// The question with budgets that double from one node on; how many turns it takes, and whether there is a puzzle.
#[track_caller]
fn check_turns(layout: &str, pattern: &str, is_possible: bool) -> usize {
    let request = request(layout, pattern);
    let mut search = begin(&request, &Unwatched).unwrap_or_else(|outcome| panic!("{pattern}: {outcome:?}"));
    for turn in 0.. {
        let run = search.go_on(1 << turn);
        match run.outcome {
            Outcome::Undecided(Undecided::Stopped) => {}
            outcome => {
                let at_once = solve(&request, &Unwatched);
                assert_eq!(outcome.found().is_some(), is_possible, "{pattern}");
                assert_eq!(matches!(outcome, Outcome::Impossible(_)), !is_possible, "{pattern}");
                assert_eq!(at_once.found().map(Found::puzzle), outcome.found().map(Found::puzzle));
                return turn + 1;
            }
        }
    }
    0
}

#[test]
fn turns_come_to_the_same_end() {
    let mut n_turns = 0;
    n_turns += check_turns("2x3", "...x.....x....xx.xx.xx....x.....x...", false);
    n_turns += check_turns("2x3", "x.x.x..x.x.xx.x.x..x.x.xx.x.x..x.x.x", true);
    n_turns += check_turns("3x2", "..x......xxx............xxx......x..", false);
    assert!(n_turns > 5, "{n_turns}");
}

/// Keeps what is reported.
#[derive(Default)]
struct Reports(std::sync::Mutex<Vec<Progress>>);

impl Watch for Reports {
    fn should_stop(&self) -> bool {
        false
    }

    fn report(&self, progress: Progress) {
        self.0.lock().expect("a lock").push(progress);
    }
}

/// Parts of the search are reported as they are done, all of them where there is no puzzle.
#[track_caller]
fn check_parts(strategies: &str, layout: &str, pattern: &str) {
    let request = request_for(strategies, layout, pattern);
    let reports = Reports::default();
    let outcome = solve(&request, &reports);
    assert!(matches!(outcome, Outcome::Impossible(_)), "{outcome:?}");
    let reports = reports.0.into_inner().expect("a lock");
    let mut parts: Vec<(usize, usize)> = reports.iter().filter_map(|progress| progress.parts).collect();
    parts.sort_unstable();
    let all = parts.last().expect("reports").1;
    assert!(all > 1 && parts.iter().all(|&(done, of)| done <= of && of == all), "{parts:?}");
    assert_eq!(parts.last(), Some(&(all, all)));
}

#[test]
fn parts_are_reported_as_they_are_done() {
    check_parts(
        "naked-single",
        "3x3",
        "x..x..x.........x................xxx.x..xx............x.x...x.....xx....x..x.....",
    );
    check_parts("paper", "2x3", "x.....x.....x..x.....x..........x..x");
}

//! The hardest puzzle on a pattern that is found in the time there is.
//!
//! A puzzle of the pattern sets a bar, and the guided search looks for one above it, which sets the next. Most walks
//! begin at the hardest puzzle so far; some begin anywhere, so that one hill does not hide a higher one.

use super::annealing::{Guide, length, start, walk_from};
use super::n_rebuilds;
use crate::generate::{Found, Impossible, Method, Outcome, Plan, Request, Undecided, Watch, exhaustion, generate};
use crate::grid::Puzzle;
use crate::logic::{Goal, Scale, Window};
use rayon::prelude::*;

/// How a search for the hardest puzzle ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum HardestEnd {
    /// The pattern has no puzzle at all.
    Impossible(Impossible),
    /// No puzzle is harder than the last one. Why, to stand behind a colon.
    NoneHarder(String),
    /// Stopped, or given up before the first puzzle; what was found stands.
    Undecided(Undecided),
}

/// Most attempts that are made before the bar is raised to the hardest of their puzzles: as many on every machine, so that
/// the puzzles are the same, too. At first there are fewer, since the bar is low.
const MOST_ATTEMPTS: u64 = 8;

/// Of so many attempts, one begins anywhere.
const PER_FRESH_START: u64 = 4;

/// How many times shorter a walk is that begins at the hardest puzzle so far: others begin there, too.
const SHORTER: usize = 4;

/// Looks for ever harder puzzles that are as requested, until the watch says stop or none is harder; the window of the
/// request does not count.
///
/// Each puzzle is verified and handed over with its figure on the scale, in tenths, which is above that of the one before
/// it. Puzzles without a figure on the scale are passed over. It runs on the threads of the current rayon pool.
///
/// ```
/// use cluesmith::generate::{HardestEnd, Request, Unwatched, hardest};
/// use cluesmith::grid::Pattern;
/// use cluesmith::logic::{Scale, StrategySet};
///
/// let shape = "2x2".parse().expect("a shape");
/// let pattern = Pattern::new(shape, shape.cells().filter(|cell| cell.index() % 3 == 0));
/// let mut figures = Vec::new();
/// let request = Request::new(pattern, StrategySet::ALL);
/// let end = hardest(&request, Scale::Own, &Unwatched, &mut |_, figure| figures.push(figure));
/// assert!(matches!(end, HardestEnd::NoneHarder(_)));
/// assert!(figures.is_sorted());
/// ```
pub fn hardest(request: &Request, scale: Scale, watch: &dyn Watch, receive: &mut dyn FnMut(Found, u32)) -> HardestEnd {
    let any = request.with(|design| design.goal = Goal::Any);
    if let Some(why) = above(scale, 0).obstacle(&any.order(), &any.pattern) {
        return HardestEnd::Undecided(Undecided::GaveUp(why));
    }
    let first = match generate(&any, &Plan::new(Method::Auto), watch) {
        Outcome::Found(found) => *found,
        Outcome::Impossible(impossible) => return HardestEnd::Impossible(impossible),
        Outcome::Undecided(why) => return HardestEnd::Undecided(why),
    };
    let figure_of = |found: &Found| figure(found, scale, &any, watch);
    let mut best = first.puzzle().clone();
    // The bar: every figure is at least 0.
    let mut next = 0;
    let mut found = figure_of(&first).map(|figure| (first, figure));
    let (mut attempt, mut n_attempts) = (0, 1);
    loop {
        if let Some((found, figure)) = found.take() {
            best.clone_from(found.puzzle());
            next = figure + 1;
            receive(found, figure);
        }
        let goal = above(scale, next);
        if let Some(why) = goal.obstacle(&any.order(), &any.pattern) {
            return HardestEnd::NoneHarder(why);
        }
        if any.fixed.pattern() == any.pattern {
            return HardestEnd::NoneHarder("the digits of all clues are given".to_owned());
        }
        if watch.should_stop() {
            return HardestEnd::Undecided(Undecided::Stopped);
        }
        let harder = any.with(|design| design.goal = Goal::Within(goal));
        found = match exhaustion::decide(&harder, watch) {
            Some(Outcome::Found(found)) => figure_of(&found).map(|figure| (*found, figure)),
            Some(Outcome::Impossible(_)) => {
                return HardestEnd::NoneHarder("all sets of clues of the pattern were tried".to_owned());
            }
            Some(Outcome::Undecided(why)) => return HardestEnd::Undecided(why),
            None => {
                let guide = Guide::default();
                let attempts = (attempt..attempt + n_attempts).into_par_iter();
                attempt += n_attempts;
                n_attempts = MOST_ATTEMPTS.min(2 * n_attempts);
                let climb = |attempt| climb(&harder, scale, &guide, &best, attempt, watch);
                let climbed: Vec<(Found, u32)> = attempts.filter_map(climb).collect();
                // The first of several that are equally hard.
                climbed.into_iter().rev().max_by_key(|&(_, figure)| figure)
            }
        };
    }
}

/// Figures from this one on.
const fn above(scale: Scale, from: u32) -> Window {
    Window { scale, from, to: u32::MAX }
}

/// The figure of a puzzle; `None` where it has none or the watch says stop.
fn figure(found: &Found, scale: Scale, request: &Request, watch: &dyn Watch) -> Option<u32> {
    let figure = scale.figure_until(found.trace(), &request.order(), &|| watch.should_stop());
    figure.filter(|_| !watch.should_stop())
}

/// One attempt: the hardest puzzle, with its figure, that walks come to from the best so far or from anywhere, each
/// beginning where the one before it found a puzzle.
fn climb(
    request: &Request,
    scale: Scale,
    guide: &Guide,
    best: &Puzzle,
    attempt: u64,
    watch: &dyn Watch,
) -> Option<(Found, u32)> {
    let is_fresh = attempt % PER_FRESH_START == PER_FRESH_START - 1;
    let (n_moves, tuning) = length(request, n_rebuilds(attempt / PER_FRESH_START));
    let n_moves = if is_fresh { n_moves } else { n_moves / SHORTER };
    let mut from = if is_fresh { start(request, attempt, watch)? } else { best.clone() };
    let mut request = request.clone();
    let mut hardest = None;
    while let Some(found) = walk_from(&request, guide, (from, attempt), n_moves, &tuning, watch) {
        let Some(figure) = figure(&found, scale, &request, watch) else { break };
        from = found.puzzle().clone();
        request = request.with(|design| design.goal = Goal::Within(above(scale, figure + 1)));
        hardest = Some((found, figure));
    }
    hardest
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use crate::generate::verify::{judge, verify};
    use crate::grid::{Pattern, Shape, parse_patterns};
    use crate::logic::{StrategySet, fast_solutions};
    use std::sync::atomic::{AtomicU64, Ordering};

    fn request(shape: &str, pattern: &str, strategies: &str) -> Request {
        let shape: Shape = shape.parse().expect("a shape");
        let pattern: Pattern = parse_patterns(shape, pattern).expect("a pattern").remove(0);
        Request::new(pattern, strategies.parse::<StrategySet>().expect("strategies"))
    }

    /// The figures in the order in which they come, each held to the puzzle's own, and how it ended.
    fn climb_to(request: &Request, scale: Scale, watch: &dyn Watch) -> (Vec<u32>, HardestEnd) {
        let mut figures = Vec::new();
        let end = hardest(request, scale, watch, &mut |found, figure| {
            assert_eq!(scale.figure(found.trace(), &request.order()), Some(figure), "{}", found.puzzle());
            assert!(verify(request, found.puzzle(), Method::Search, &Unwatched).is_ok(), "{}", found.puzzle());
            figures.push(figure);
        });
        assert!(figures.is_sorted_by(|a, b| a < b), "{figures:?}");
        (figures, end)
    }

    /// The highest figure of all puzzles on a pattern, by trying every one.
    fn by_trying(request: &Request, scale: Scale) -> Option<u32> {
        let grids = fast_solutions(&Puzzle::empty(request.pattern.shape), 1_000);
        let figure = |grid: &Puzzle| {
            let verified = judge(request, &grid.masked(&request.pattern), &Unwatched).ok()?;
            scale.figure(verified.trace(), &request.order())
        };
        grids.iter().filter_map(figure).max()
    }

    #[test]
    fn on_small_grids_it_is_the_hardest_there_is() {
        #[track_caller]
        fn check(pattern: &str, strategies: &str) {
            let request = request("2x2", pattern, strategies);
            let (figures, end) = climb_to(&request, Scale::Own, &Unwatched);
            assert_eq!(figures.last().copied(), by_trying(&request, Scale::Own), "{pattern} {strategies}");
            match by_trying(&request, Scale::Own) {
                Some(_) => assert!(matches!(end, HardestEnd::NoneHarder(_)), "{end:?}"),
                None => assert!(matches!(end, HardestEnd::Impossible(_)), "{end:?}"),
            }
        }
        check("x.....x..x.....x", "all");
        check("x.....x..x.....x", "naked-single");
        check("xx....x..x.....x", "singles");
        check("xx....xx.x.x...x", "basic");
        check("x......x.x......", "all");
        check("xx..............", "all");
    }

    /// Says stop after so many questions.
    struct Questions {
        asked: AtomicU64,
        allowed: u64,
    }

    impl Watch for Questions {
        fn should_stop(&self) -> bool {
            self.asked.fetch_add(1, Ordering::Relaxed) >= self.allowed
        }
    }

    const MASK: &str = "....x.x...x.x..xx........xxx..x.x....x.x....x.x..xx.x...x......x..xx..x.xx...x...";

    #[test]
    fn what_the_strategies_end_at_is_the_end() {
        let (figures, end) = climb_to(&request("3x3", MASK, "naked-single"), Scale::Se, &Unwatched);
        assert_eq!(figures.last(), Some(&23));
        let HardestEnd::NoneHarder(why) = end else { panic!("{end:?}") };
        assert_eq!(why, "SE 2.4 is too high: the allowed strategies go up to 2.3");
    }

    #[test]
    fn it_climbs_until_it_is_stopped() {
        for scale in Scale::ALL {
            let watch = Questions { asked: AtomicU64::new(0), allowed: 3_000 };
            let (figures, end) = climb_to(&request("3x3", MASK, "all"), scale, &watch);
            assert_eq!(end, HardestEnd::Undecided(Undecided::Stopped), "{scale:?}");
            assert!(figures.len() > 1, "{scale:?} {figures:?}");
        }
    }

    #[test]
    fn with_all_clues_given_there_is_one_puzzle() {
        let shape: Shape = "2x3".parse().expect("a shape");
        let fixed =
            crate::grid::parse_puzzles(shape, "........64..3.42........4..5.116..4.").expect("a puzzle").remove(0);
        let request = Request::new(fixed.pattern(), StrategySet::ALL).with(|design| design.fixed = fixed);
        let (figures, end) = climb_to(&request, Scale::Own, &Unwatched);
        assert_eq!(figures.len(), 1);
        assert_eq!(end, HardestEnd::NoneHarder("the digits of all clues are given".to_owned()));
    }

    #[test]
    fn a_shape_without_figures_is_refused() {
        let (figures, end) = climb_to(&request("2x2", "x.....x..x.....x", "all"), Scale::Se, &Unwatched);
        let HardestEnd::Undecided(Undecided::GaveUp(why)) = end else { panic!("{end:?}") };
        assert_eq!((figures, why.as_str()), (Vec::new(), "only 9x9 puzzles have a figure of Sudoku Explainer"));
    }

    /// One thread and several come to the same puzzles.
    #[test]
    fn threads_make_no_difference() {
        let run = |n_threads| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(n_threads).build().expect("threads");
            let mut puzzles = Vec::new();
            let request = request("2x3", "x.x.x..x.x.xx.x.x..x.x.xx.x.x..x.x.x", "paper");
            let stop = std::sync::atomic::AtomicBool::new(false);
            let watch = Flag(&stop);
            pool.install(|| {
                hardest(&request, Scale::Own, &watch, &mut |found, figure| {
                    puzzles.push((found.puzzle().to_string(), figure));
                    if puzzles.len() == 3 {
                        stop.store(true, Ordering::Relaxed);
                    }
                })
            });
            puzzles
        };
        let one = run(1);
        assert_eq!(one.len(), 3);
        assert_eq!(run(3), one);
    }

    struct Flag<'a>(&'a std::sync::atomic::AtomicBool);

    impl Watch for Flag<'_> {
        fn should_stop(&self) -> bool {
            self.0.load(Ordering::Relaxed)
        }
    }
}

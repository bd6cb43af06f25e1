//! Structural bounds: refute a pattern in microseconds, from the geometry alone.
//!
//! Every bound holds for all solution grids, so it never depends on digits that
//! are still to be chosen.

pub mod band;
mod exchange;
pub(in crate::generate) mod path;
pub(super) mod theme;

use super::certificate::{Bound, BoundKind, Certificate};
use super::published::FEWEST_CLUES;
use super::{Method, Outcome, Reason, Request, Unwatched, certificate_check};
use crate::grid::{Cell, CellSet, Digit, DigitSet, HouseKind, Pattern, Shape};
use crate::logic::{Effect, StrategyId, StrategySet, closure_of, strategy};

/// Why no clues can exist, if one of the bounds says so.
pub fn refute(request: &Request) -> Option<Bound> {
    refute_by(&BOUNDS, request)
}

fn refute_by(bounds: &[(BoundKind, Judgement)], request: &Request) -> Option<Bound> {
    bounds.iter().find_map(|&(kind, bound)| {
        let (reason, moves) = match bound {
            Judgement::Reason(judge) => (judge(request)?, Vec::new()),
            Judgement::Moves(judge) => judge(request)?,
        };
        Some(Bound { kind, reason, moves })
    })
}

/// [`refute`] as a verdict, recounted by [`certificate_check`].
pub(super) fn verdict(request: &Request) -> Option<Outcome> {
    refute(request).map(|bound| claim(request, bound))
}

/// As [`verdict`], but only where the question contradicts itself, so that no method has to look for digits.
pub(super) fn verdict_on_the_question(request: &Request) -> Option<Outcome> {
    refute_by(&BOUNDS[..N_OF_THE_QUESTION], request).map(|bound| claim(request, bound))
}

fn claim(request: &Request, bound: Bound) -> Outcome {
    let reason = bound.reason.clone();
    certificate_check::claim(request, &Certificate::Bound(bound), Method::Bounds, reason, &Unwatched)
}

/// Why a bound refutes a request, if it does.
#[derive(Clone, Copy)]
enum Judgement {
    Reason(fn(&Request) -> Option<Reason>),
    /// With the moves that give every solution a second one.
    Moves(fn(&Request) -> Option<(Reason, exchange::Moves)>),
}

use Judgement::{Moves, Reason as Because};

/// So many of the bounds tell that the question contradicts itself.
const N_OF_THE_QUESTION: usize = 8;

/// In the order a setter would want to hear them: the question, the digits, the shape of the pattern.
const BOUNDS: [(BoundKind, Judgement); 16] = [
    (BoundKind::RequiredNotAllowed, Because(required_not_allowed)),
    (BoundKind::FixedDigits, Because(fixed_digits)),
    (BoundKind::NothingToDo, Because(nothing_to_do)),
    (BoundKind::ThemeImages, Because(theme::images)),
    (BoundKind::ThemeDigits, Because(theme::digits)),
    (BoundKind::ThemeCounts, Because(theme::counts)),
    (BoundKind::PathTargets, Because(path::changes_nothing)),
    (BoundKind::PathStep, Because(path::never_needed)),
    (BoundKind::NothingPlaces, Because(nothing_places)),
    (BoundKind::Exchange, Because(exchange::missing_digits)),
    (BoundKind::Exchange, Moves(exchange::clue_free_lines)),
    (BoundKind::Exchange, Moves(exchange::moved_cells)),
    (BoundKind::TooFewClues, Because(too_few_clues)),
    (BoundKind::NeverJoining, Because(never_joining)),
    (BoundKind::NeverLast, Because(never_last)),
    (BoundKind::EmptyBoxes, Because(empty_boxes)),
];

fn reason(sentence: String, cells: CellSet) -> Reason {
    Reason { sentence, cells }
}

fn titles(set: StrategySet) -> String {
    let names: Vec<String> = set.iter().map(|id| id.title().to_lowercase()).collect();
    names.join(", ")
}

fn required_not_allowed(request: &Request) -> Option<Reason> {
    let missing = request.required.difference(request.strategies);
    (!missing.is_empty())
        .then(|| reason(format!("A required strategy is not allowed: {}.", titles(missing)), CellSet::EMPTY))
}

fn fixed_digits(request: &Request) -> Option<Reason> {
    let pattern = &request.pattern;
    let shape = pattern.shape;
    if request.fixed.shape() != shape {
        return Some(reason("The fixed digits belong to another shape.".to_owned(), CellSet::EMPTY));
    }
    if let Some((cell, _)) = request.fixed.clues().find(|&(cell, _)| !pattern.contains(cell)) {
        let sentence = format!("{} has a fixed digit but is no clue cell.", shape.cell_name(cell));
        return Some(reason(sentence, [cell].into_iter().collect()));
    }
    if let Some(conflict) = request.fixed.conflict() {
        return Some(reason(format!("{conflict}."), conflict.cells.into_iter().collect()));
    }
    let cells = request.fixed.pattern().cells;
    if !cells.is_empty() && closure_of(&request.fixed, StrategySet::SINGLES).is_broken() {
        return Some(reason("The fixed digits leave no solution.".to_owned(), cells));
    }
    None
}

/// The strategies of the set that place digits.
pub(super) fn placing(strategies: StrategySet) -> StrategySet {
    strategies.iter().filter(|&id| strategy(id).effect() == Effect::Place).collect()
}

fn nothing_places(request: &Request) -> Option<Reason> {
    let empty = empty_cells(&request.pattern);
    (placing(request.strategies).is_empty() && !empty.is_empty()).then(|| {
        let sentence = if request.strategies.is_empty() {
            "No strategy is allowed, so no empty cell can be filled.".to_owned()
        } else {
            format!("None of the allowed strategies places a digit: {}.", titles(request.strategies))
        };
        reason(sentence, empty)
    })
}

fn empty_cells(pattern: &Pattern) -> CellSet {
    CellSet::first(pattern.shape.n_cells()).difference(&pattern.cells)
}

fn too_few_clues(request: &Request) -> Option<Reason> {
    let n_clues = request.pattern.n_clues();
    (request.pattern.shape == Shape::NINE && n_clues < FEWEST_CLUES.fewest_clues).then(|| {
        let sentence = format!(
            "{n_clues} clues are too few: every proper 9x9 puzzle has at least {}, {}.",
            FEWEST_CLUES.fewest_clues,
            FEWEST_CLUES.ground()
        );
        reason(sentence, request.pattern.cells)
    })
}

fn nothing_to_do(request: &Request) -> Option<Reason> {
    (!request.required.is_empty() && empty_cells(&request.pattern).is_empty()).then(|| {
        let sentence = format!("Every cell is a clue, so no step of {} is needed.", titles(request.required));
        reason(sentence, CellSet::EMPTY)
    })
}

/// Cells that naked singles alone can never fill, whatever the digits.
///
/// The clue cells have joined; an empty cell joins when at least N - 1 of its
/// peers have, since each placed peer rules out one digit.
pub(super) fn never_join(pattern: &Pattern) -> CellSet {
    let shape = pattern.shape;
    let geometry = &*shape.geometry();
    let mut joined = pattern.cells;
    let mut waiting: Vec<Cell> = empty_cells(pattern).iter().collect();
    loop {
        let before = waiting.len();
        waiting.retain(|&cell| {
            let joins = geometry.peer_sets[cell.index()].intersection(&joined).len() + 1 >= shape.n();
            if joins {
                joined.insert(cell);
            }
            !joins
        });
        if waiting.len() == before {
            return waiting.into_iter().collect();
        }
    }
}

fn never_joining(request: &Request) -> Option<Reason> {
    let is_counted = request.pattern.shape.treats_digits_alike();
    if !is_counted || !request.strategies.is_subset(StrategySet::single(StrategyId::NakedSingle)) {
        return None;
    }
    let shape = request.pattern.shape;
    let cells = never_join(&request.pattern);
    let first = cells.iter().next()?;
    let who = match cells.len() {
        1 => shape.cell_name(first),
        n => format!("{} and {} more cells", shape.cell_name(first), n - 1),
    };
    let sentence = format!(
        "Naked singles alone never reach {who}: fewer than {} peers of any of them can be filled before.",
        shape.n() - 1
    );
    Some(reason(sentence, cells))
}

/// Cells that are never the last of a house, in whatever order last cells are filled.
///
/// Which cells full houses fill does not depend on the digits, so this decides the pattern.
pub(super) fn never_last_cells(pattern: &Pattern) -> CellSet {
    let geometry = &*pattern.shape.geometry();
    let mut empty = empty_cells(pattern);
    while let Some(last) = empty.iter().find(|&cell| {
        let houses = geometry.houses().map(|house| &geometry.house_sets[house.index()]);
        houses.filter(|house| house.contains(cell)).any(|house| house.intersection(&empty).len() == 1)
    }) {
        empty.remove(last);
    }
    empty
}

fn never_last(request: &Request) -> Option<Reason> {
    if !placing(request.strategies).is_subset(StrategySet::single(StrategyId::FullHouse)) {
        return None;
    }
    let cells = never_last_cells(&request.pattern);
    let first = cells.iter().next()?;
    let sentence = format!(
        "Full houses alone never reach {} and {} more cells: each house of one of them has another of them.",
        request.pattern.shape.cell_name(first),
        cells.len() - 1
    );
    Some(reason(sentence, cells))
}

/// Two boxes of a band or stack without a clue, for hidden singles.
///
/// Let all else be filled. Of the lines through both boxes the other boxes use all but two for a digit, and
/// in each of the two the lines across leave it one: it has two places in every house, so nothing begins.
fn empty_boxes(request: &Request) -> Option<Reason> {
    let hidden: StrategySet = [StrategyId::FullHouse, StrategyId::HiddenSingle].into_iter().collect();
    if !request.strategies.is_subset(hidden) {
        return None;
    }
    let shape = request.pattern.shape;
    let (_, width) = shape.boxes()?;
    let geometry = &*shape.geometry();
    let cells_of = |index| geometry.house_sets[geometry.house(HouseKind::Box, index).index()];
    let empty: Vec<usize> =
        (0..shape.n()).filter(|&index| cells_of(index).intersection(&request.pattern.cells).is_empty()).collect();
    let per_band = shape.n() / width;
    let (a, b, strip) = empty.iter().enumerate().find_map(|(i, &a)| {
        empty[i + 1..].iter().find_map(|&b| {
            let in_band = (a / per_band == b / per_band).then_some("band");
            in_band.or((a % per_band == b % per_band).then_some("stack")).map(|strip| (a, b, strip))
        })
    })?;
    let sentence = format!(
        "Boxes {} and {} of one {strip} have no clue: with all else filled, every digit still has two places in each \
         of their houses, and no hidden single begins there.",
        a + 1,
        b + 1
    );
    Some(reason(sentence, cells_of(a).union(&cells_of(b))))
}

/// The digits that no fixed clue uses: any two of them can be exchanged.
pub(super) fn free_digits(request: &Request) -> Vec<Digit> {
    let used: DigitSet = request.fixed.clues().map(|(_, digit)| digit).collect();
    DigitSet(DigitSet::all(request.pattern.shape.n()).0 & !used.0).iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{parse_patterns, parse_puzzles};
    use crate::logic::{Design, Order};

    /// Clue cells `x`, or digits for those that are fixed.
    fn request(layout: &str, clues: &str, order: &str) -> Request {
        let shape: Shape = layout.parse().expect("a layout");
        let pattern = parse_patterns(shape, clues).expect("a pattern").remove(0);
        let fixed = parse_puzzles(shape, &clues.replace('x', ".")).expect("digits").remove(0);
        Request::from(Design { fixed, ..Design::new(pattern, order.parse::<Order>().expect("an order")) })
    }

    #[track_caller]
    fn check(layout: &str, clues: &str, order: &str, expected: &str) {
        let bound = refute(&request(layout, clues, order));
        assert_eq!(bound.map_or_else(String::new, |bound| bound.reason.sentence), expected);
    }

    #[test]
    fn bounds_are_told_in_words() {
        check(
            "2x2",
            "x..x........x..x",
            "naked-single",
            "Naked singles alone never reach r1c2 and 11 more cells: fewer than 3 peers of any of them can be filled \
             before.",
        );
        check(
            "2x2",
            "..xx..xxxxxxxxxx",
            "full-house,naked-pair",
            "Full houses alone never reach r1c1 and 3 more cells: each house of one of them has another of them.",
        );
        check(
            "2x2",
            "x...x.x..xxx...x",
            "naked-pair,locked-candidates",
            "None of the allowed strategies places a digit: locked candidates, naked pair.",
        );
        check(
            "2x2",
            "xxxxxxxxxxxxxxxx",
            "naked-single,+hidden-single",
            "Every cell is a clue, so no step of hidden single is needed.",
        );
        check(
            "2x2",
            "1......1......x.",
            "singles",
            "With these fixed digits the clues show at most 2 of the 4 digits: two missing digits can be exchanged.",
        );
        let required = request("2x2", "x...x.x..x.x...x", "singles")
            .with(|design| design.required = "naked-single,x-wing".parse().expect("names"));
        assert_eq!(
            refute(&required).map(|bound| bound.reason.sentence).as_deref(),
            Some("A required strategy is not allowed: x-wing.")
        );
    }

    #[test]
    fn empty_boxes_lie_in_one_band_or_stack() {
        let rest = "have no clue: with all else filled, every digit still has two places in each of their houses, and \
                    no hidden single begins there.";
        // Boxes of three rows and two columns, three in a band; of two rows and three columns, three in a stack.
        for (layout, clues, found) in [
            ("3x2", "....xx|....xx|....xx|xxxxxx|xxxxxx|xxxxxx", "Boxes 1 and 2 of one band"),
            ("3x2", "xxxxxx|xxxxxx|xxxxxx|..xx..|..xx..|..xx..", "Boxes 4 and 6 of one band"),
            ("2x3", "...xxx|...xxx|xxxxxx|xxxxxx|...xxx|...xxx", "Boxes 1 and 5 of one stack"),
            ("2x3", "xxxxxx|xxxxxx|xxx...|xxx...|xxx...|xxx...", "Boxes 4 and 6 of one stack"),
        ] {
            check(layout, &clues.replace('|', ""), "hidden-single", &format!("{found} {rest}"));
        }
        for (layout, clues) in [
            ("3x2", "..xxxx|..xxxx|..xxxx|xx..xx|xx..xx|xx..xx"),
            ("2x3", "...xxx|...xxx|xxx...|xxx...|xxxxxx|xxxxxx"),
            ("2x3", "xxx...|xxx...|xxxxxx|xxxxxx|...xxx|...xxx"),
        ] {
            check(layout, &clues.replace('|', ""), "hidden-single", "");
        }
    }
}

//! The method that takes turns with search: one that refutes too, where there is one.

use super::{ROWS_OF_SMALL_GRIDS, Until, is_exact_case};
use crate::generate::placing::{is_fish, is_single};
use crate::generate::sat::{Ongoing, SatOptions};
use crate::generate::{Outcome, Request, Undecided, Watch, exact, inverse};
use crate::logic::{StrategyId, StrategySet, strategy};
use std::sync::atomic::{AtomicU64, Ordering};

/// Conflicts of SAT in its first turn.
const FIRST_CONFLICTS: u64 = 4_000;

/// As [`FIRST_CONFLICTS`], on layouts that are not plain. A conflict takes several times as long there, and with few clues
/// nearly every pattern that is decided at all is decided by search: 4,000 conflicts took ten times as long as the attempts
/// before them. So it is with strategies beyond set logic and, unless the grid is small, where a fish, a larger
/// subset or a step at a given place must be needed, or where nothing is asked of the digits: of a thousand such patterns
/// with 9 rows SAT decided none in its turns, which took two thirds of the time.
const FEWER_FIRST_CONFLICTS: u64 = 100;

/// Nodes that the exact search may visit in each of its subtrees in its first turn, which takes some hundredths of a
/// second. Where it takes much longer there is often a puzzle, and search finds it first.
const FIRST_NODES: u64 = 20_000;

/// How often the backward generator may ask in its first turn whether to stop.
const FIRST_QUESTIONS: u64 = 4_000;

/// How much work a turn may be, by method. No time, so that the answer is the same on every machine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Budget {
    /// Conflicts of SAT.
    Conflicts(u64),
    /// Nodes of the exact search in each of its subtrees.
    Nodes(u64),
    /// Questions of the backward generator whether to stop.
    Questions(u64),
}

impl Budget {
    /// That of the first turn, which tells the method: the exact search for naked singles alone, otherwise SAT; the
    /// backward generator on grids of more than 16 rows, where neither works.
    pub(super) fn first(request: &Request) -> Budget {
        let shape = request.pattern.shape;
        // On small grids hardly any pattern has a puzzle with a fish, and SAT tells so.
        let is_small = shape.n() <= ROWS_OF_SMALL_GRIDS;
        let is_needy = !is_small && (request.required.iter().any(is_rare) || needs_placed_step(request));
        let asks_nothing = request.fixed.n_clues() == 0
            && request.theme.is_empty()
            && request.required.is_empty()
            && request.path.is_empty();
        let has_slow_rules = !request.strategies.intersection(StrategySet::WITH_PREMISES).is_empty();
        if shape.is_large() {
            Budget::Questions(FIRST_QUESTIONS)
        } else if is_exact_case(request) {
            Budget::Nodes(FIRST_NODES)
        } else if has_slow_rules || is_needy || !shape.is_plain() || (!is_small && asks_nothing) {
            Budget::Conflicts(FEWER_FIRST_CONFLICTS)
        } else {
            Budget::Conflicts(FIRST_CONFLICTS)
        }
    }

    /// That of the next turn.
    pub(super) const fn doubled(self) -> Budget {
        match self {
            Budget::Conflicts(n) => Budget::Conflicts(n.saturating_mul(2)),
            Budget::Nodes(n) => Budget::Nodes(n.saturating_mul(2)),
            Budget::Questions(n) => Budget::Questions(n.saturating_mul(2)),
        }
    }
}

/// Whether few puzzles need a strategy, so that SAT comes to neither a puzzle nor a proof: fish and subsets of three.
fn is_rare(id: StrategyId) -> bool {
    is_fish(id) || strategy(id).set_logic().is_some_and(|logic| logic.size >= 3)
}

/// Whether the puzzle must need a step at a given place other than a single.
fn needs_placed_step(request: &Request) -> bool {
    request.path.steps().any(|(_, step)| step.is_needed && !is_single(step))
}

/// What the method keeps from turn to turn.
pub(super) enum Companion<'a> {
    /// Nothing yet, or a method that begins anew each time.
    NotBegun,
    /// SAT keeps what it has learnt.
    Sat(Box<Ongoing<'a>>),
    /// The exact search keeps what it has refuted.
    Exact(Box<dyn exact::InTurns + 'a>),
    /// It can tell no more.
    Over,
}

impl<'a> Companion<'a> {
    /// Goes on within a budget, on a relaxed request: an answer, or `None` if it can tell no more.
    pub(super) fn go_on(&mut self, request: &'a Request, budget: Budget, watch: &'a dyn Watch) -> Option<Outcome> {
        let outcome = self.turn(request, budget, watch)?;
        // SAT may go on after any doubt, the exact search only where the budget was too small.
        let is_open = match self {
            Companion::Exact(_) => outcome == Outcome::Undecided(Undecided::Stopped),
            _ => matches!(outcome, Outcome::Undecided(_)),
        };
        if !is_open {
            *self = Companion::Over;
        }
        Some(outcome)
    }

    fn turn(&mut self, request: &'a Request, budget: Budget, watch: &'a dyn Watch) -> Option<Outcome> {
        if matches!(self, Companion::NotBegun) {
            let begun = match budget {
                Budget::Conflicts(_) => {
                    Ongoing::new(request, &SatOptions::default()).map(|sat| Companion::Sat(Box::new(sat)))
                }
                Budget::Nodes(_) => exact::begin(request, watch).map(Companion::Exact),
                Budget::Questions(_) => Ok(Companion::NotBegun),
            };
            match begun {
                Ok(begun) => *self = begun,
                Err(outcome) => {
                    *self = Companion::Over;
                    return Some(*outcome);
                }
            }
        }
        match (self, budget) {
            (Companion::Sat(sat), Budget::Conflicts(n)) => Some(sat.go_on(n, watch)),
            (Companion::Exact(search), Budget::Nodes(n)) => Some(search.go_on(n).outcome),
            (Companion::NotBegun, Budget::Questions(n)) => {
                let n_asked = AtomicU64::new(0);
                let limited = Until { watch, is_over: || n_asked.fetch_add(1, Ordering::Relaxed) >= n };
                Some(inverse::for_pattern(request, &limited))
            }
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Digit, Pattern, Shape, Theme};
    use crate::logic::Design;

    /// SAT has its full first turn only where it decides something.
    #[test]
    fn the_first_turn_goes_by_the_question() {
        let check = |shape: &str, strategies: &str, ask: fn(&mut Design), expected: Budget| {
            let shape: Shape = shape.parse().expect("a shape");
            let pattern = Pattern::new(shape, shape.cells().filter(|cell| cell.index() % 3 == 0));
            let request = Request::new(pattern, strategies.parse().expect("strategies"));
            assert_eq!(Budget::first(&request.with(ask)), expected, "{shape} {strategies}");
        };
        let (many, few) = (Budget::Conflicts(FIRST_CONFLICTS), Budget::Conflicts(FEWER_FIRST_CONFLICTS));
        check("2x3", "paper", |_| {}, many);
        check("2x4", "paper", |_| {}, few);
        check("3x3", "paper", |_| {}, few);
        check("3x3", "basic", |design| design.minimal = true, few);
        check("4x4", "singles", |_| {}, few);
        check("3x3 x", "paper", |_| {}, few);
        check(
            "3x3",
            "paper",
            |design| design.theme = Theme::parse(design.shape(), "each digit at least 2").expect("a theme"),
            many,
        );
        check("3x3", "paper", |design| design.required = "hidden-single".parse().expect("a strategy"), many);
        check("3x3", "basic", |design| design.required = "x-wing".parse().expect("a strategy"), few);
        check(
            "3x3",
            "paper",
            |design| {
                let cell = design.pattern.cells.iter().next().expect("a clue");
                design.fixed.set(cell, Some(Digit::from_index(0)));
            },
            many,
        );
        check("3x3", "naked-single", |_| {}, Budget::Nodes(FIRST_NODES));
        check("5x5", "paper", |_| {}, Budget::Questions(FIRST_QUESTIONS));
    }
}

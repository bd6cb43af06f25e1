//! Parts of the open cells that cannot influence each other, and whether one of them can need a required fish.
//!
//! Where all open cells of one house lie in another house, locked candidates keep their digits out of the rest of that
//! other house. Such cells are a house of their own from then on, and so is the rest; that may cut off further cells in the
//! same way. What is connected by none of these smaller houses is a *part*. The strategies solve a puzzle if they solve
//! each part with all other cells given, and they get stuck in the puzzle if they do in a part. So a puzzle that needs the
//! fish has a part that needs it, whatever stands in the other cells: there are few enough ways to fill a small part to try
//! them all, up to the names of digits and to symmetries of the part, which may be more than the pattern has.
//!
//! This refutes dense patterns on which search finds nothing and SAT takes very long. It finds no puzzles.

mod filling;
#[cfg(test)]
mod tests;

use super::automorphisms::first_automorphisms;
use super::bounds::path::may_be_needed;
use super::certificate::{Certificate, FishPlace, Part, Parts};
use super::certificate_check::claim;
use super::{Method, Outcome, Reason, Request, Undecided, Watch};
use crate::grid::{Cell, CellSet, Constraint, House, Pattern, Theme};
use crate::logic::{PathGoal, StrategyId, StrategySet, strategy};
use filling::{Filling, Tried};
use std::collections::BTreeSet;

/// Larger parts have too many fillings.
const MOST_CELLS: usize = filling::MOST_CELLS;
/// Fish that may be needed in a part, and places of their digit; with more of them there are too many fillings.
const MOST_FISH: usize = 2_000;
const MOST_PLACES: usize = 20_000;
/// So many symmetries of a part are looked at: it has more than a whole pattern, since lines of given cells can be exchanged.
const MOST_SYMMETRIES: usize = 10_000;

/// Steps for a proof that is asked for; more last longer than to refute a formula.
pub(super) const MOST_STEPS: u64 = 50_000_000;

/// The fish that [`refute`] knows.
const FISH: [StrategyId; 3] = [StrategyId::XWing, StrategyId::Swordfish, StrategyId::Jellyfish];

/// The parts of the open cells of a pattern, in the order of their first cells.
pub(super) fn parts(pattern: &Pattern) -> Vec<CellSet> {
    let geometry = &*pattern.shape.geometry();
    let mut houses: BTreeSet<CellSet> = geometry
        .house_sets
        .iter()
        .map(|house| house.difference(&pattern.cells))
        .filter(|cells| !cells.is_empty())
        .collect();
    loop {
        let holds = |large: &CellSet, small: &CellSet| large != small && small.is_subset(large);
        let pair = houses.iter().find_map(|&large| {
            houses.iter().find(|small| holds(&large, small)).map(|small| (large, large.difference(small)))
        });
        let Some((large, rest)) = pair else { break };
        houses.remove(&large);
        houses.insert(rest);
    }
    let mut parts: Vec<CellSet> = Vec::new();
    for house in houses {
        let (touched, mut others): (Vec<CellSet>, Vec<CellSet>) =
            parts.into_iter().partition(|part| !part.intersection(&house).is_empty());
        others.push(touched.iter().fold(house, |part, other| part.union(other)));
        parts = others;
    }
    parts.sort_by_key(|part| part.iter().next());
    parts
}

/// The fish that every puzzle needs, and the strategies that must get stuck without it, if the parts may tell that there is
/// no such puzzle.
fn question(request: &Request) -> Option<(StrategyId, StrategySet)> {
    let shape = request.pattern.shape;
    if shape.boxes().is_none() || shape.geometry().has_rules || !shape.treats_digits_alike() {
        return None;
    }
    let fish = FISH.into_iter().find(|&fish| request.required.contains(fish))?;
    let others = request.strategies.difference(StrategySet::single(fish));
    let has_smaller = |id| {
        let smaller = strategy(id).set_logic().map_or(&[][..], |logic| logic.smaller);
        smaller.iter().all(|&id| others.contains(id))
    };
    let cuts = StrategySet::SINGLES.union(StrategySet::single(StrategyId::LockedCandidates));
    let is_last = request.strategies.contains(fish) && others.is_subset(request.ranking.easier_than(fish));
    let is_fitting = is_last && cuts.is_subset(others) && others.is_subset(filling::KNOWN);
    (is_fitting && request.strategies.iter().all(has_smaller)).then_some((fish, others))
}

/// Whether the parts may tell that there is no puzzle: a required basic fish, the last in the order, singles and locked
/// candidates, a layout of boxes alone, and small parts.
pub(super) fn is_fitting(request: &Request) -> bool {
    question(request).is_some() && parts(&request.pattern).iter().all(|part| part.len() <= MOST_CELLS)
}

/// Whether it is worth while to try them beside other methods: where the pattern is cut, and each part is small.
pub(super) fn is_promising(request: &Request) -> bool {
    is_fitting(request) && parts(&request.pattern).len() > 1
}

/// How the parts were tried.
#[derive(Debug)]
pub(super) enum Told {
    /// No part can need the fish.
    Refuted(Certificate),
    /// They do not tell, however long they are tried.
    Nothing,
    /// So many steps were too few.
    OutOfBudget,
    /// The watch said so.
    Stopped,
}

/// Tries all ways to fill the parts, with so many steps at most, which last some tens of nanoseconds each.
pub(super) fn refute(request: &Request, most_steps: u64, watch: &dyn Watch) -> Told {
    let Some((fish, others)) = question(request).filter(|_| is_fitting(request)) else { return Told::Nothing };
    let mut n_steps = most_steps;
    let (mut proofs, mut n_fillings) = (Vec::new(), 0);
    for cells in parts(&request.pattern) {
        let alone = question_of_part(request, &cells);
        let Some(places) = fish_places(&alone, fish, &cells, watch) else {
            return if watch.should_stop() { Told::Stopped } else { Told::Nothing };
        };
        let symmetries = if places.is_empty() { Vec::new() } else { symmetries(&alone.pattern, &cells) };
        let places = one_of_each_orbit(places, &symmetries, request);
        for place in &places {
            let filling = Filling::new(request.pattern.shape, &cells, place, others, fish);
            match filling.try_all(&mut n_steps, watch) {
                Tried::All(n_tried) => n_fillings += n_tried,
                Tried::Found => return Told::Nothing,
                Tried::OutOfBudget => return Told::OutOfBudget,
                Tried::Stopped => return Told::Stopped,
            }
        }
        proofs.push(Part { cells, symmetries, fish: places });
    }
    let sizes: Vec<String> = proofs.iter().map(|part| part.cells.len().to_string()).collect();
    let what = match &sizes[..] {
        [] | [_] => "No filling of the open cells".to_owned(),
        [first @ .., last] => format!(
            "Locked candidates cut the open cells into parts of {} and {last} cells, and no filling of any of them",
            first.join(", ")
        ),
    };
    let sentence = format!("{what} needs {} ({n_fillings} cases).", fish.in_sentence());
    let reason = Reason { sentence, cells: CellSet::EMPTY };
    Told::Refuted(Certificate::Parts(Parts { reason, fish, parts: proofs }))
}

/// [`refute`] as a verdict: `None` if the parts do not tell.
///
/// # Errors
/// If so many steps are too few.
pub(super) fn verdict(request: &Request, most_steps: u64, watch: &dyn Watch) -> Result<Option<Outcome>, OutOfBudget> {
    match refute(request, most_steps, watch) {
        Told::Refuted(certificate) => {
            let Certificate::Parts(Parts { reason, .. }) = &certificate else { return Ok(None) };
            Ok(Some(claim(request, &certificate, Method::Exact, reason.clone(), watch)))
        }
        Told::Nothing => Ok(None),
        Told::OutOfBudget => Err(OutOfBudget),
        Told::Stopped => Ok(Some(Outcome::Undecided(Undecided::Stopped))),
    }
}

/// The steps were too few.
#[derive(Debug)]
pub(super) struct OutOfBudget;

/// The question whether a part needs the fish where all other cells are given.
pub(super) fn question_of_part(request: &Request, part: &CellSet) -> Request {
    let shape = request.pattern.shape;
    let pattern = Pattern::new(shape, shape.cells().filter(|&cell| !part.contains(cell)));
    request.relaxed().with(|design| {
        design.fixed = crate::grid::Puzzle::empty(shape);
        design.pattern = pattern;
        design.theme = Theme::default();
        design.path = PathGoal::default();
    })
}

/// Each fish for the first digit that may be needed in the part, with each set of cells where its digit may stand then;
/// `None` if there are too many, or if the watch says stop.
///
/// Where the other strategies are stuck, each base has two candidates or more in the covers. They see the digit nowhere, so
/// each house of theirs has the digit in the part.
fn fish_places(alone: &Request, fish: StrategyId, part: &CellSet, watch: &dyn Watch) -> Option<Vec<FishPlace>> {
    let shape = alone.pattern.shape;
    let geometry = &*shape.geometry();
    let logic = strategy(fish).set_logic()?;
    let houses = |constraints: &[Constraint]| -> Option<Vec<House>> {
        let house = |constraint: &Constraint| match constraint {
            Constraint::HouseDigit(house, digit) if digit.index() == 0 => Some(*house),
            _ => None,
        };
        constraints.iter().map(house).collect()
    };
    let cells_of = |houses: &[House]| {
        houses.iter().fold(CellSet::EMPTY, |cells, house| cells.union(&geometry.house_sets[house.index()]))
    };
    let (mut places, mut n_fish) = (Vec::new(), 0);
    let mut sets: Option<Vec<CellSet>> = None;
    for rule in logic.rules(geometry) {
        let (Some(bases), Some(covers)) = (houses(&rule.bases), houses(&rule.covers)) else { continue };
        let (in_bases, in_covers) = (cells_of(&bases), cells_of(&covers));
        let crossing = in_bases.intersection(&in_covers).intersection(part);
        let targets = in_covers.difference(&in_bases).intersection(part);
        let has_two = |house: &House| geometry.house_sets[house.index()].intersection(&crossing).len() > 1;
        if targets.is_empty() || !bases.iter().all(has_two) {
            continue;
        }
        if watch.should_stop() {
            return None;
        }
        if !may_be_needed(alone, fish, &rule) {
            continue;
        }
        n_fish += 1;
        if n_fish > MOST_FISH {
            return None;
        }
        let sets = sets.get_or_insert_with(|| independent_sets(alone, part));
        if sets.len() > MOST_PLACES {
            return None;
        }
        for digit in sets.iter() {
            let is_left = |cell: Cell| {
                geometry.houses_of(cell).all(|house| !geometry.house_sets[house.index()].intersection(digit).is_empty())
            };
            let stays = |house: &House| {
                let base = &geometry.house_sets[house.index()];
                base.intersection(digit).is_subset(&in_covers)
                    && base.intersection(&crossing).iter().filter(|&cell| is_left(cell)).count() > 1
            };
            if bases.iter().all(stays) && targets.iter().any(is_left) {
                places.push(FishPlace { bases: bases.clone(), covers: covers.clone(), digit: *digit });
                if places.len() > MOST_PLACES {
                    return None;
                }
            }
        }
    }
    Some(places)
}

/// All sets of cells of a part of which none sees another, or some more than are worth looking at.
fn independent_sets(alone: &Request, part: &CellSet) -> Vec<CellSet> {
    let geometry = &*alone.pattern.shape.geometry();
    let mut sets = vec![CellSet::EMPTY];
    for cell in part.iter() {
        let fits = |set: &&CellSet| geometry.peer_sets[cell.index()].intersection(set).is_empty();
        let with_cell: Vec<CellSet> =
            sets.iter().filter(fits).map(|set| set.union(&[cell].into_iter().collect())).collect();
        sets.extend(with_cell);
        if sets.len() > MOST_PLACES {
            break;
        }
    }
    sets
}

/// Symmetries of the pattern that differ in where they take the cells of the part.
fn symmetries(pattern: &Pattern, part: &CellSet) -> Vec<Vec<Cell>> {
    let mut seen = BTreeSet::new();
    let images = |map: &Vec<Cell>| part.iter().map(|cell| map[cell.index()]).collect::<Vec<Cell>>();
    let all = first_automorphisms(pattern, MOST_SYMMETRIES);
    all.into_iter().filter(|map| !images(map).into_iter().eq(part.iter()) && seen.insert(images(map))).collect()
}

/// One of all places that symmetries take to each other.
fn one_of_each_orbit(places: Vec<FishPlace>, maps: &[Vec<Cell>], request: &Request) -> Vec<FishPlace> {
    let geometry = &*request.pattern.shape.geometry();
    let mut seen = BTreeSet::new();
    let mut first = Vec::new();
    for place in places {
        let key = place.cells(geometry);
        if !seen.insert(key) {
            continue;
        }
        let mut waiting = vec![key];
        while let Some(key) = waiting.pop() {
            for map in maps {
                let image = key.map(|set| set.iter().map(|cell| map[cell.index()]).collect());
                if seen.insert(image) {
                    waiting.push(image);
                }
            }
        }
        first.push(place);
    }
    first
}

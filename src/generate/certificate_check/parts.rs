//! That the open cells fall into parts, and that no filling of one of them needs a fish.
//!
//! Read anew from the request: where the parts are cut, which fish there are, and what solves a filling. It is closed by the
//! closure engine on the whole board, on which the cells outside the part may be anything that the part leaves them.

use super::path::adds_nothing;
use super::symmetry::is_symmetry_of_question;
use super::{CertificateError, Checked, Ground};
use crate::generate::certificate::{FishPlace, Part, Parts};
use crate::generate::{Request, Watch};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, Geometry, House, Pattern, Puzzle, Theme};
use crate::logic::{AnyClosure, Effect, PathGoal, Rule, StrategyId, StrategySet, strategy};
use std::collections::BTreeSet;

/// Fillings between two looks at the watch.
const POLL: u64 = 256;

/// Checks the parts, the completeness of the list of fish, and each filling with one of them.
///
/// # Errors
/// That the strategies are others than such a proof can speak of, that the parts are not cut off from each other, that a
/// fish is missing or needed, that a map is no symmetry, or that the check was stopped.
pub(super) fn check(request: &Request, proof: &Parts, watch: &dyn Watch) -> Result<Checked, CertificateError> {
    let shape = request.pattern.shape;
    let geometry = &*shape.geometry();
    if shape.boxes().is_none() || geometry.has_rules || !shape.treats_digits_alike() {
        return Err(CertificateError::Digits);
    }
    let others = stuck_without(request, proof.fish).ok_or(CertificateError::Strategies)?;
    let open: CellSet = shape.cells().filter(|&cell| !request.pattern.contains(cell)).collect();
    let all = proof.parts.iter().fold(CellSet::EMPTY, |all, part| all.union(&part.cells));
    let n_cells: usize = proof.parts.iter().map(|part| part.cells.len()).sum();
    if all != open || n_cells != open.len() || !are_cut_off(geometry, &open, &proof.parts) {
        return Err(CertificateError::Parts);
    }
    for part in &proof.parts {
        let pattern = Pattern::new(shape, shape.cells().filter(|&cell| !part.cells.contains(cell)));
        let alone = request.relaxed().with(|design| {
            (design.pattern, design.fixed) = (pattern, Puzzle::empty(shape));
            (design.theme, design.path) = (Theme::default(), PathGoal::default());
        });
        if !part.symmetries.iter().all(|map| is_symmetry_of_question(&alone, map)) {
            return Err(CertificateError::Symmetry);
        }
        is_complete(&alone, proof.fish, others, part, watch)?;
        for place in &part.fish {
            Trial::new(geometry, part, place, [others, request.strategies]).refute(watch)?;
        }
    }
    Ok(Checked::new(Ground::Proof))
}

/// The strategies that must get stuck, if the fish is required and the last in the order, singles and locked candidates are
/// among them, all have the base-and-cover form, and where they stay within a part they do so with fewer bases too.
fn stuck_without(request: &Request, fish: StrategyId) -> Option<StrategySet> {
    let logic = strategy(fish).set_logic()?;
    let allowed = request.strategies;
    let rank = |id| request.ranking.rank(id);
    let others: StrategySet = allowed.iter().filter(|&id| id != fish).collect();
    let is_last = allowed.contains(fish) && others.iter().all(|id| rank(id) < rank(fish));
    let needed = [StrategyId::NakedSingle, StrategyId::HiddenSingle, StrategyId::LockedCandidates];
    let stays = |id| match strategy(id).set_logic() {
        Some(logic) => logic.smaller.iter().all(|&smaller| others.contains(smaller)),
        None => id == StrategyId::FullHouse,
    };
    let is_known = request.required.contains(fish)
        && is_last
        && logic.effect == Effect::Eliminate
        && needed.iter().all(|&id| others.contains(id))
        && allowed.iter().all(stays);
    is_known.then_some(others)
}

/// Whether each house falls into groups of cells that lie in one part: a group is cut in two where all cells of a group of
/// another house lie in it, since locked candidates keep the digits of those out of the others.
fn are_cut_off(geometry: &Geometry, open: &CellSet, parts: &[Part]) -> bool {
    let mut groups: Vec<CellSet> = geometry.house_sets.iter().map(|house| house.intersection(open)).collect();
    let is_whole = |group: &CellSet| parts.iter().any(|part| group.is_subset(&part.cells));
    let mut has_changed = true;
    while has_changed {
        has_changed = false;
        for i in 0..groups.len() {
            for j in 0..groups.len() {
                let (large, small) = (groups[i], groups[j]);
                if !small.is_empty() && small != large && small.is_subset(&large) {
                    groups[i] = small;
                    groups.push(large.difference(&small));
                    has_changed = true;
                }
            }
        }
    }
    groups.iter().all(is_whole)
}

/// Whether each fish for the first digit, with each set of cells of its digit with which it may be needed, is an image of
/// one in the list, or does nothing that the other strategies do not.
fn is_complete(
    alone: &Request,
    fish: StrategyId,
    others: StrategySet,
    part: &Part,
    watch: &dyn Watch,
) -> Result<(), CertificateError> {
    let shape = alone.pattern.shape;
    let geometry = &*shape.geometry();
    let mut known: BTreeSet<[CellSet; 3]> = part.fish.iter().map(|place| place.cells(geometry)).collect();
    let mut waiting: Vec<[CellSet; 3]> = known.iter().copied().collect();
    while let Some(place) = waiting.pop() {
        for map in &part.symmetries {
            let image = place.map(|cells| cells.iter().map(|cell| map[cell.index()]).collect());
            if known.insert(image) {
                waiting.push(image);
            }
        }
    }
    let becomes_fish = |id| strategy(id).set_logic().is_some_and(|logic| logic.smaller.contains(&fish));
    let easier: StrategySet = others.iter().filter(|&id| !becomes_fish(id)).collect();
    let logic = strategy(fish).set_logic().ok_or(CertificateError::Strategies)?;
    let zero = Digit::from_index(0);
    for rule in logic.rules(geometry) {
        if watch.should_stop() {
            return Err(CertificateError::Stopped);
        }
        let Some(fish) = Fish::of(&rule, geometry, &part.cells, zero) else { continue };
        let mut are_known = true;
        fish.digit_sets(geometry, &part.cells, &mut |digit| {
            are_known &= known.contains(&[fish.bases, fish.covers, *digit]);
            are_known
        });
        if !are_known && !adds_nothing(&rule, shape, &alone.pattern.cells, easier) {
            return Err(CertificateError::Fish);
        }
    }
    Ok(())
}

/// A fish for the first digit that may have a step within a part.
struct Fish {
    bases: CellSet,
    covers: CellSet,
    /// Where its digit may be, for each base.
    in_base: Vec<CellSet>,
    targets: CellSet,
}

impl Fish {
    /// `None` for other digits, and if there is nothing to rule out or a base has less than two candidates in the covers.
    fn of(rule: &Rule, geometry: &Geometry, part: &CellSet, digit: Digit) -> Option<Fish> {
        let house = |constraint: &Constraint| match constraint {
            Constraint::HouseDigit(house, of) if *of == digit => Some(geometry.house_sets[house.index()]),
            _ => None,
        };
        let bases: Vec<CellSet> = rule.bases.iter().map(house).collect::<Option<_>>()?;
        let covers = rule.covers.iter().map(house).try_fold(CellSet::EMPTY, |all, one| Some(all.union(&one?)))?;
        let in_base: Vec<CellSet> = bases.iter().map(|base| base.intersection(&covers).intersection(part)).collect();
        let bases = bases.iter().fold(CellSet::EMPTY, |all, base| all.union(base));
        let targets = covers.difference(&bases).intersection(part);
        (!targets.is_empty() && in_base.iter().all(|cells| cells.len() > 1)).then_some(Fish {
            bases,
            covers,
            in_base,
            targets,
        })
    }

    /// Visits the sets of cells of the digit with which the fish has a step where the other strategies are stuck, until told
    /// to stop.
    fn digit_sets(&self, geometry: &Geometry, part: &CellSet, visit: &mut dyn FnMut(&CellSet) -> bool) {
        let mut chosen = CellSet::EMPTY;
        self.choose_in_bases(geometry, 0, &mut chosen, &mut |in_bases| {
            let outside = part.difference(&self.bases);
            let free =
                outside.iter().filter(|&cell| geometry.peer_sets[cell.index()].intersection(in_bases).is_empty());
            self.choose_others(geometry, &free.collect::<Vec<Cell>>(), *in_bases, visit)
        });
    }

    fn choose_in_bases(
        &self,
        geometry: &Geometry,
        at: usize,
        chosen: &mut CellSet,
        visit: &mut dyn FnMut(&CellSet) -> bool,
    ) -> bool {
        let Some(cells) = self.in_base.get(at) else { return visit(chosen) };
        for cell in cells.iter() {
            if geometry.peer_sets[cell.index()].intersection(chosen).is_empty() {
                chosen.insert(cell);
                let goes_on = self.choose_in_bases(geometry, at + 1, chosen, visit);
                chosen.remove(cell);
                if !goes_on {
                    return false;
                }
            }
        }
        true
    }

    fn choose_others(
        &self,
        geometry: &Geometry,
        free: &[Cell],
        chosen: CellSet,
        visit: &mut dyn FnMut(&CellSet) -> bool,
    ) -> bool {
        let Some((&cell, rest)) = free.split_first() else {
            let is_left = |cell: &Cell| is_left_at(geometry, *cell, &chosen);
            let has_step = self.in_base.iter().all(|cells| cells.iter().filter(is_left).count() > 1)
                && self.targets.iter().any(|cell| is_left(&cell));
            return !has_step || visit(&chosen);
        };
        let mut with = chosen;
        with.insert(cell);
        let unseen: Vec<Cell> = rest.iter().copied().filter(|&other| !geometry.are_peers(cell, other)).collect();
        self.choose_others(geometry, &unseen, with, visit) && self.choose_others(geometry, rest, chosen, visit)
    }
}

/// Whether a cell of the part has a digit that stands on these cells of it, where all cells outside are given.
fn is_left_at(geometry: &Geometry, cell: Cell, places: &CellSet) -> bool {
    geometry.houses_of(cell).all(|house: House| !geometry.house_sets[house.index()].intersection(places).is_empty())
}

/// All fillings of a part with a fish.
struct Trial<'a> {
    geometry: &'a Geometry,
    part: &'a CellSet,
    /// Closed under the strategies that must get stuck, and under all.
    empty: [AnyClosure; 2],
    /// Cells of the digit in bases.
    corners: Vec<Cell>,
    /// Cells without the digit, in the order in which they are filled.
    order: Vec<Cell>,
    /// The cells of each digit.
    places: Vec<CellSet>,
    n_tried: u64,
}

impl<'a> Trial<'a> {
    fn new(geometry: &'a Geometry, part: &'a Part, place: &'a FishPlace, sets: [StrategySet; 2]) -> Trial<'a> {
        let shape = geometry.shape;
        let [bases, _, digit] = place.cells(geometry);
        let mut places = vec![CellSet::EMPTY; shape.n()];
        places[0] = digit;
        let mut order: Vec<Cell> = Vec::new();
        let corners: Vec<Cell> = digit.intersection(&bases).iter().collect();
        // House by house, beginning around the corners.
        let mut houses: Vec<CellSet> = corners
            .iter()
            .flat_map(|&corner| geometry.houses_of(corner))
            .chain(geometry.houses())
            .map(|house| geometry.house_sets[house.index()].intersection(&part.cells).difference(&digit))
            .collect();
        while let Some(next) = houses.iter().enumerate().filter(|(_, h)| !h.is_empty()).min_by_key(|(_, h)| h.len()) {
            let chosen = *next.1;
            order.extend(chosen.iter());
            for house in &mut houses {
                *house = house.difference(&chosen);
            }
        }
        let empty = sets.map(|set| AnyClosure::new(shape, set));
        Trial { geometry, part: &part.cells, empty, corners, order, places, n_tried: 0 }
    }

    fn refute(&mut self, watch: &dyn Watch) -> Result<(), CertificateError> {
        self.fill(0, 1, watch)
    }

    fn fill(&mut self, at: usize, n_used: usize, watch: &dyn Watch) -> Result<(), CertificateError> {
        let Some(&cell) = self.order.get(at) else {
            self.n_tried += 1;
            if self.n_tried.is_multiple_of(POLL) && watch.should_stop() {
                return Err(CertificateError::Stopped);
            }
            return if self.needs_fish() { Err(CertificateError::Exhaustion) } else { Ok(()) };
        };
        let peers = self.geometry.peer_sets[cell.index()];
        for digit in 1..(n_used + 1).min(self.places.len()) {
            if !self.places[digit].intersection(&peers).is_empty() {
                continue;
            }
            self.places[digit].insert(cell);
            let filled: CellSet = self.places.iter().fold(CellSet::EMPTY, |all, places| all.union(places));
            let result = if self.is_ambiguous(cell, digit) || !self.are_corners_open(&filled) {
                Ok(())
            } else {
                self.fill(at + 1, n_used.max(digit + 1), watch)
            };
            self.places[digit].remove(cell);
            result?;
        }
        Ok(())
    }

    /// Whether this cell and another of the same digit can exchange it with two cells of another digit, which gives a
    /// second solution.
    fn is_ambiguous(&self, cell: Cell, digit: usize) -> bool {
        let houses = || self.geometry.house_sets.iter();
        self.places[digit].iter().filter(|&twin| twin != cell).any(|twin| {
            self.places.iter().enumerate().filter(|&(other, _)| other != digit).any(|(_, places)| {
                let near: Vec<Cell> = places.intersection(&self.geometry.peer_sets[cell.index()]).iter().collect();
                near.iter().enumerate().any(|(i, &a)| {
                    near[i + 1..].iter().any(|&b| {
                        let count =
                            |house: &CellSet, pair: [Cell; 2]| pair.iter().filter(|&&c| house.contains(c)).count();
                        houses().all(|house| count(house, [cell, twin]) == count(house, [a, b]))
                    })
                })
            })
        })
    }

    /// Whether each corner may hold a second digit: one that each full house of it has in the part.
    fn are_corners_open(&self, filled: &CellSet) -> bool {
        self.corners.iter().all(|&corner| {
            let houses = self
                .geometry
                .houses_of(corner)
                .map(|house| self.geometry.house_sets[house.index()].intersection(self.part));
            let full: Vec<CellSet> = houses.filter(|house| house.is_subset(filled)).collect();
            self.places[1..].iter().any(|places| full.iter().all(|house| !house.intersection(places).is_empty()))
                || full.is_empty()
        })
    }

    /// Whether all strategies solve the part, and those without the fish do not. If the filling fits into no grid, the
    /// closure may break, which says nothing of puzzles.
    fn needs_fish(&self) -> bool {
        let shape = self.geometry.shape;
        let mut gone = Vec::new();
        for cell in shape.cells() {
            let is_in_part = self.part.contains(cell);
            for (digit, places) in self.places.iter().enumerate() {
                let is_gone = if is_in_part {
                    !is_left_at(self.geometry, cell, places)
                } else {
                    !self.geometry.peer_sets[cell.index()].intersection(places).is_empty()
                };
                if is_gone {
                    gone.push(Candidate::new(cell, Digit::from_index(digit)));
                }
            }
        }
        let solves = |empty: &AnyClosure| {
            let mut closure = empty.clone();
            closure.rule_out(&gone).then(|| self.part.iter().all(|cell| closure.marks(cell).is_power_of_two()))
        };
        solves(&self.empty[0]) == Some(false) && solves(&self.empty[1]) == Some(true)
    }
}

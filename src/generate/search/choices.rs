//! The choices of bases that a step may have, and how near each is to standing on a board.

use crate::generate::Request;
use crate::generate::bounds::path::may_be_needed;
use crate::generate::placing::is_fish;
use crate::grid::{Candidate, CellSet, Constraint, Geometry};
use crate::logic::{Rule, StrategyId, Unit, choices, strategy};
use std::collections::HashMap;

/// How far a step is off that would have nothing to rule out, in candidates too many.
pub(super) const IDLE: u32 = 3;

/// Whether a candidate is among these: the digits left in all cells.
fn is_left(marks: &[u32], candidate: Candidate) -> bool {
    marks[candidate.cell.index()] >> candidate.digit.index() & 1 == 1
}

/// Bases that a rule may have on a pattern.
pub(super) struct OpenChoice {
    pub(super) unit: usize,
    /// Their numbers in the unit.
    pub(super) bases: Vec<usize>,
    /// See [`Choice::masks`].
    pub(super) masks: Vec<u32>,
}

/// So many rules are told apart by their covers: where more are open, hardly any of them is not, and to tell takes long.
const MOST_RULES: usize = 1500;

/// Of so many bases and on shapes of so many rows, rules are examined whether they may be needed: of others it takes long.
const MOST_BASES_EXAMINED: usize = 2;
const MOST_ROWS_EXAMINED: usize = 9;

/// The first choices of bases that a step of a strategy may have: those that are asked for, with the covers of their unit.
/// If the step must be needed, each has two candidates at least that clues leave open, and all covers something to rule out.
pub(super) fn open_choices(
    request: &Request,
    id: StrategyId,
    is_needed: bool,
    most: usize,
    is_asked_for: &dyn Fn(&Rule) -> bool,
) -> Vec<OpenChoice> {
    let Some(logic) = strategy(id).set_logic() else { return Vec::new() };
    let geometry = &*request.pattern.shape.geometry();
    let units = logic.units.of(geometry);
    let all = units.iter().enumerate().flat_map(|(number, unit)| {
        let all = choices(unit.bases.len(), logic.size).into_iter();
        all.map(move |bases| OpenChoice { unit: number, bases, masks: Vec::new() })
    });
    // With more covers no place is lost.
    let all = all.filter(|choice| is_asked_for(&rule_of(&units[choice.unit], &choice.bases, u32::MAX)));
    if !is_needed {
        return all.take(most).collect();
    }
    let with_masks = all.map(|choice| {
        let masks = open_masks(&units[choice.unit], &choice.bases, &request.pattern.cells, geometry);
        OpenChoice { masks, ..choice }
    });
    let mut open: Vec<OpenChoice> = with_masks.filter(|choice| !choice.masks.is_empty()).take(most).collect();
    // Digits that are alike have the same places, and the units of a fish come digit by digit.
    let is_alike = request.fixed.n_clues() == 0 && geometry.shape.treats_digits_alike() && is_fish(id);
    let n_digits = if is_alike { geometry.shape.n() } else { 1 };
    if open.iter().map(|choice| choice.masks.len()).sum::<usize>() > MOST_RULES * n_digits {
        for choice in &mut open {
            choice.masks.clear();
        }
    } else if logic.size <= MOST_BASES_EXAMINED && geometry.shape.n() <= MOST_ROWS_EXAMINED {
        let mut examined: HashMap<(Vec<usize>, u32, usize), bool> = HashMap::new();
        open.retain_mut(|OpenChoice { unit: number, bases, masks }| {
            let unit = &units[*number];
            masks.retain(|&mask| {
                let known = examined.entry((bases.clone(), mask, *number % (units.len() / n_digits)));
                *known.or_insert_with(|| may_be_needed(request, id, &rule_of(unit, bases, mask)))
            });
            !masks.is_empty()
        });
    }
    open
}

/// The rule of these bases and the covers in the mask.
fn rule_of(unit: &Unit, bases: &[usize], mask: u32) -> Rule {
    let covers = unit.covers.iter().enumerate().filter(|(j, _)| mask >> j & 1 == 1).map(|(_, cover)| *cover);
    Rule { bases: bases.iter().map(|&i| unit.bases[i]).collect(), covers: covers.collect() }
}

/// The choices of covers of these bases, as bits, of which each base has two candidates at least that clues leave open, and
/// which have such a candidate outside the bases.
fn open_masks(unit: &Unit, bases: &[usize], clues: &CellSet, geometry: &Geometry) -> Vec<u32> {
    let bases: Vec<&Constraint> = bases.iter().map(|&i| &unit.bases[i]).collect();
    let is_open = |candidate: &Candidate| !clues.contains(candidate.cell);
    let is_in_bases = |candidate: &Candidate| bases.iter().any(|base| base.contains(geometry, *candidate));
    let hits: Vec<Vec<u32>> = bases
        .iter()
        .map(|base| {
            let open = base.candidates(geometry).filter(is_open);
            let cover = |c: Candidate| unit.covers.iter().position(|cover| cover.contains(geometry, c));
            open.filter_map(cover).map(|cover| 1 << cover).collect()
        })
        .collect();
    let has_targets = |cover: &Constraint| cover.candidates(geometry).any(|c| is_open(&c) && !is_in_bases(&c));
    let with_targets = (0..unit.covers.len()).filter(|&j| has_targets(&unit.covers[j])).fold(0, |m, j| m | 1 << j);
    let masks = choices(unit.covers.len(), bases.len()).into_iter();
    let masks = masks.map(|covers| covers.iter().fold(0u32, |mask, &j| mask | 1 << j));
    let is_open = |mask: &u32| {
        let n_left = |hits: &Vec<u32>| hits.iter().filter(|&bit| mask & bit != 0).count();
        mask & with_targets != 0 && hits.iter().all(|hits| n_left(hits) > 1)
    };
    masks.filter(is_open).collect()
}

/// Bases of the largest rules: quadruples and jellyfish.
const MOST_BASES: usize = 4;

/// Choices of bases that a rule may have. Choices have most of their bases in common, so each base is looked at once.
#[derive(Default)]
pub(super) struct Choices {
    /// For each base its candidates, with the cover of each as a bit.
    bases: Vec<Vec<(Candidate, u32)>>,
    all: Vec<Choice>,
    /// The bases of the first choice as places in [`Choices::bases`], then those of the next one, and so on: most choices
    /// are passed over, which is fast where these lie side by side.
    places: Vec<u16>,
    /// For each choice and number of bases the first later choice that does not begin with the same so many.
    others: Vec<[usize; MOST_BASES]>,
    /// How many bases each choice has.
    n_bases: usize,
}

struct Choice {
    /// For each cover of the unit its candidates outside the bases.
    covers: Vec<Vec<Candidate>>,
    /// The choices of covers as bits that the rule may have, as many as bases; empty for all of them.
    masks: Vec<u32>,
}

/// How near a step is to standing in a closure.
#[derive(PartialEq, Eq, Debug)]
pub(super) enum Nearness {
    /// It stands there and rules out these candidates.
    There(Vec<Candidate>),
    /// So many candidates need more covers than it may have; [`IDLE`] if there is nothing to rule out.
    Off(u32),
    /// A base is met in each choice, for which a smaller choice does as much.
    Nowhere,
}

impl Choices {
    /// Whether there is none.
    pub(super) fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    pub(super) fn new(open: &[OpenChoice], id: StrategyId, geometry: &Geometry) -> Choices {
        let mut choices = Choices::default();
        let Some(logic) = strategy(id).set_logic() else { return choices };
        let (mut last, mut known) = (None, Vec::new());
        for OpenChoice { unit, bases, masks } in open {
            // Bases have other covers in other units.
            if last.replace(unit) != Some(unit) {
                known.clear();
            }
            let widest = rule_of(&logic.units.of(geometry)[*unit], bases, u32::MAX);
            choices.add(&widest, masks, &mut known, geometry);
        }
        choices
    }

    /// Adds the bases of a rule with all covers of its unit. `known` holds the bases of this unit so far, with their places.
    pub(super) fn add(
        &mut self,
        rule: &Rule,
        masks: &[u32],
        known: &mut Vec<(Constraint, usize)>,
        geometry: &Geometry,
    ) {
        let bit = |candidate: Candidate| {
            let cover = rule.covers.iter().position(|cover| cover.contains(geometry, candidate));
            // What no cover holds needs one of its own.
            1 << cover.unwrap_or(rule.covers.len())
        };
        debug_assert!(self.all.is_empty() || self.n_bases == rule.bases.len(), "rules of one strategy");
        self.n_bases = rule.bases.len();
        for base in &rule.bases {
            let place = known.iter().find(|(other, _)| other == base).map(|&(_, place)| place);
            let place = place.unwrap_or_else(|| {
                known.push((*base, self.bases.len()));
                self.bases.push(base.candidates(geometry).map(|c| (c, bit(c))).collect());
                self.bases.len() - 1
            });
            self.places.push(u16::try_from(place).expect("fewer bases than that"));
        }
        self.end_runs();
        let in_bases = |candidate: &Candidate| rule.bases.iter().any(|base| base.contains(geometry, *candidate));
        let cover = |cover: &Constraint| cover.candidates(geometry).filter(|c| !in_bases(c)).collect();
        self.all.push(Choice { covers: rule.covers.iter().map(cover).collect(), masks: masks.to_vec() });
    }

    /// Where the choices end that begin like the one before the last, but not like the last one.
    fn end_runs(&mut self) {
        let last = self.others.len();
        let places = |choice: usize| &self.places[choice * self.n_bases..][..self.n_bases];
        let same = |&i: &usize| last > 0 && places(last - 1)[i] == places(last)[i];
        let n_same = (0..self.n_bases).take_while(same).count();
        for n in n_same..self.n_bases {
            let run = self.others.iter_mut().rev().map(|others| &mut others[n]);
            run.take_while(|other| **other == usize::MAX).for_each(|other| *other = last);
        }
        self.others.push([usize::MAX; MOST_BASES]);
    }

    /// How near the nearest choice is, with these digits left in each cell.
    pub(super) fn nearest(&self, marks: &[u32]) -> Nearness {
        let hits: Vec<u32> = self.bases.iter().map(|base| hit(base, marks)).collect();
        let mut nearest = Nearness::Nowhere;
        // Of the nearest choice so far, and of how many covers on a choice is seen at once to be no nearer.
        let (mut least, mut too_many) = (u32::MAX, MET.count_ones());
        let mut next = 0;
        while let Some(choice) = self.all.get(next) {
            let places = &self.places[next * self.n_bases..][..self.n_bases];
            let mut needed = 0;
            let is_no_nearer = |&place: &u16| {
                needed |= hits[usize::from(place)];
                needed.count_ones() >= too_many
            };
            if let Some(n) = places.iter().position(is_no_nearer) {
                next = self.others[next][n];
                continue;
            }
            next += 1;
            let bases = places.iter().map(|&place| hits[usize::from(place)]);
            let Some((surplus, covers)) = choice.surplus(bases, self.n_bases, least) else { continue };
            let gone = if surplus == 0 { choice.in_covers(marks, covers) } else { Vec::new() };
            if !gone.is_empty() {
                return Nearness::There(gone);
            }
            least = least.min(if surplus == 0 { IDLE } else { surplus });
            too_many = MET.count_ones().min(self.n_bases as u32 + least);
            nearest = Nearness::Off(least);
        }
        nearest
    }
}

/// What a base needs that is met: more covers than there are.
const MET: u32 = u32::MAX;

/// The covers that the candidates left in a base need, as bits; [`MET`] if at most one candidate is left.
fn hit(base: &[(Candidate, u32)], marks: &[u32]) -> u32 {
    let (mut hit, mut n_left) = (0, 0);
    // Without branches, for half of them would be mispredicted.
    for &(candidate, bit) in base {
        let left = u32::from(is_left(marks, candidate));
        hit |= bit & left.wrapping_neg();
        n_left += left;
    }
    if n_left > 1 { hit } else { MET }
}

impl Choice {
    /// How many candidates the bases, with the covers that each needs, have in other covers than the best ones, of which
    /// there are as many as bases, and all covers that they need. Those of one base in one cover count as one. `None` where
    /// there are so many or more.
    fn surplus(&self, bases: impl Iterator<Item = u32>, n_bases: usize, too_many: u32) -> Option<(u32, u32)> {
        // In place i, the covers that more than i bases need.
        let mut shared = [0u32; MOST_BASES];
        let shared = &mut shared[..n_bases];
        for mut hit in bases {
            for shared in &mut *shared {
                let both = *shared & hit;
                *shared |= hit;
                hit = both;
            }
        }
        // With any covers.
        let mut surplus = shared.iter().map(|covers| covers.count_ones().saturating_sub(n_bases as u32)).sum();
        if surplus >= too_many {
            return None;
        }
        if !self.masks.is_empty() {
            let outside = |mask: &u32| shared.iter().map(|covers| (covers & !mask).count_ones()).sum();
            surplus = self.masks.iter().map(outside).min()?;
        }
        (surplus < too_many).then_some((surplus, shared[0]))
    }

    /// What is left in these covers outside the bases.
    fn in_covers(&self, marks: &[u32], covers: u32) -> Vec<Candidate> {
        let needed = self.covers.iter().enumerate().filter(|(i, _)| covers >> i & 1 == 1);
        needed.flat_map(|(_, cover)| cover).copied().filter(|&candidate| is_left(marks, candidate)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Nearness::{Off, There};
    use super::*;
    use crate::generate::random::Random;
    use crate::grid::{Pattern, Shape};
    use crate::logic::StrategySet;

    /// All choices together are as near as the nearest of them by itself, and the first one that stands is told.
    #[track_caller]
    fn check_together(shape: &str, id: StrategyId, share_left: usize) {
        let shape: Shape = shape.parse().expect("a shape");
        let geometry = &*shape.geometry();
        let mut random = Random::new(7, share_left as u64);
        let clues = shape.cells().filter(|_| random.below(3) == 0).collect();
        let strategies = StrategySet::BASIC.union(StrategySet::single(id));
        let request = Request::new(Pattern { shape, cells: clues }, strategies);
        let open = open_choices(&request, id, true, usize::MAX, &|_| true);
        let all = Choices::new(&open, id, geometry);
        let alone: Vec<Choices> =
            open.iter().map(|choice| Choices::new(std::slice::from_ref(choice), id, geometry)).collect();
        assert!(alone.len() > 20, "{}", alone.len());
        let mut n_told = [0; 3];
        for _ in 0..200 {
            let mut left = || u32::from(random.below(100) < share_left);
            let marks: Vec<u32> =
                shape.cells().map(|_| (0..shape.n()).fold(0, |marks, digit| marks | left() << digit)).collect();
            let mut expected = Nearness::Nowhere;
            for nearness in alone.iter().map(|choice| choice.nearest(&marks)) {
                expected = match (expected, nearness) {
                    (There(gone), _) | (_, There(gone)) => There(gone),
                    (Off(least), Off(surplus)) => Off(least.min(surplus)),
                    (Nearness::Nowhere, other) | (other, Nearness::Nowhere) => other,
                };
            }
            n_told[match &expected {
                There(_) => 0,
                Off(_) => 1,
                Nearness::Nowhere => 2,
            }] += 1;
            assert_eq!(all.nearest(&marks), expected, "{id:?}");
        }
        assert!(n_told[0] < 200 && n_told[1] > 0, "{n_told:?}");
    }

    #[test]
    fn all_choices_are_as_near_as_the_nearest() {
        for share_left in [15, 25, 40, 60] {
            check_together("3x3", StrategyId::XWing, share_left);
            check_together("3x3", StrategyId::Swordfish, share_left);
            check_together("2x3", StrategyId::Jellyfish, share_left);
            check_together("3x3", StrategyId::NakedTriple, share_left);
            check_together("2x4", StrategyId::HiddenPair, share_left);
        }
    }
}

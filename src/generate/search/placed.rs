//! The step that a path asks for, as the guided search sees it.

use super::late_wing::LateWing;
use crate::generate::Request;
use crate::generate::bounds::path::may_be_needed;
use crate::generate::placing::{Images, is_fish, is_single};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Geometry, Puzzle};
use crate::logic::{
    AnyClosure, PlacedStep, Rule, Search, Step, StrategyId, StrategySet, Timing, Unit, choices, strategy,
};
use std::collections::HashMap;
use std::ops::ControlFlow;

/// How far a step is off that would have nothing to rule out, in candidates too many.
const IDLE: u32 = 3;

/// The step that a path asks for, or a step of a required strategy.
pub(super) struct Placed {
    pub(super) strategy: StrategyId,
    pub(super) is_needed: bool,
    /// Where it may stand; `None` for anywhere.
    images: Option<Images>,
    /// Whether the solution may come to it with nothing but easier strategies of the base-and-cover form.
    comes_first: bool,
    /// Of a strategy of the base-and-cover form: choices of bases at the place.
    tight: Choices,
    /// Of the others: the cells that are named, at each place. They are to be open and to hold few digits.
    cells: Vec<CellSet>,
    /// The places of a wing that stands nowhere before another step of its strategy.
    late: Vec<LateWing>,
    search: Search,
}

/// What a placed step does to a closure.
pub(super) enum AfterStep {
    /// It does not stand there; how far off it is, see [`Placed::looseness`].
    Absent(u32),
    /// It leads to a contradiction: the puzzle has no solution.
    Contradiction,
    /// It leaves this.
    Leaves(AnyClosure),
}

impl Placed {
    /// So many choices of bases are looked at for each puzzle.
    const MOST_CHOICES: usize = 400;
    /// On shapes with more choices of bases no step is sought anywhere: nine rows have fewer for each fish.
    const MOST_ANYWHERE: usize = 2500;

    /// `None` if the path asks for no step, or for a single.
    pub(super) fn new(request: &Request) -> Option<Placed> {
        let images = Images::of(request)?;
        let (_, step) =
            request.path.steps().find(|(_, step)| step.is_needed).or_else(|| request.path.steps().next())?;
        let strategy = step.place.strategy;
        if is_single(step) {
            return None;
        }
        let shape = request.pattern.shape;
        let geometry = &*shape.geometry();
        let mut tight = Choices::default();
        let mut cells: Vec<CellSet> = Vec::new();
        if crate::logic::strategy(strategy).set_logic().is_some() {
            let is_there = |rule: &Rule| images.places().any(|place| place.may_match_rule(strategy, rule, geometry));
            let open = open_choices(request, strategy, step.is_needed, Placed::MOST_CHOICES, &is_there);
            tight = Choices::new(&open, strategy, geometry);
        } else {
            let named = images.places().map(|place| place.pivot.into_iter().chain(place.cells.iter()).collect());
            cells = named.filter(|cells: &CellSet| !cells.is_empty()).collect();
        }
        let easier = request.strategies.intersection(request.ranking.easier_than(strategy));
        let late = if step.is_needed && easier.is_subset(StrategySet::PAPER) {
            images.places().filter_map(|place| LateWing::of(place, geometry)).collect()
        } else {
            Vec::new()
        };
        let comes_first = comes_first(step, request);
        let search = request.order().search(strategy);
        let images = Some(images);
        Some(Placed { strategy, is_needed: step.is_needed, images, comes_first, tight, cells, late, search })
    }

    /// A step of the only required strategy, wherever it stands. `None` if the path asks for steps, if more strategies are
    /// required, on shapes with too many places, and for all but fish: other rules are found sooner without.
    pub(super) fn anywhere(request: &Request) -> Option<Placed> {
        let strategy = request.required.iter().next().filter(|_| request.required.len() == 1)?;
        if !request.path.is_empty() || !is_fish(strategy) {
            return None;
        }
        let logic = crate::logic::strategy(strategy).set_logic()?;
        let geometry = &*request.pattern.shape.geometry();
        let n_choices = |unit: &Unit| choices(unit.bases.len(), logic.size).len();
        if logic.units.of(geometry).iter().map(n_choices).sum::<usize>() > Placed::MOST_ANYWHERE {
            return None;
        }
        let open = open_choices(request, strategy, true, usize::MAX, &|_| true);
        if open.is_empty() {
            return None;
        }
        let tight = Choices::new(&open, strategy, geometry);
        let search = request.order().search(strategy);
        let (cells, late) = (Vec::new(), Vec::new());
        Some(Placed { strategy, is_needed: true, images: None, comes_first: true, tight, cells, late, search })
    }

    /// Whether a step is the one that is asked for.
    pub(super) fn matches(&self, step: &Step) -> bool {
        match &self.images {
            Some(images) => images.matching(step).is_some(),
            None => step.strategy() == self.strategy,
        }
    }

    /// Whether the puzzle must need the step, it can be told how near the step is to its place, and it may stand where the
    /// easier strategies are stuck.
    pub(super) fn opens_the_stuck_board(&self) -> bool {
        self.is_needed && self.comes_first && !(self.tight.choices.is_empty() && self.cells.is_empty())
    }

    /// What the step does where it stands in the closure of a puzzle.
    pub(super) fn after_step(&self, closure: &AnyClosure, puzzle: &Puzzle) -> AfterStep {
        let with = |change: &dyn Fn(&mut AnyClosure) -> bool| {
            let mut next = closure.clone();
            if change(&mut next) { AfterStep::Leaves(next) } else { AfterStep::Contradiction }
        };
        if self.cells.is_empty() {
            match self.tight.nearest(closure.all_marks()) {
                Nearness::There(gone) => with(&|next| next.rule_out(&gone)),
                Nearness::Off(surplus) => AfterStep::Absent(surplus),
                Nearness::Nowhere => AfterStep::Absent(self.nowhere(closure)),
            }
        } else if self.cells.iter().any(|cells| self.may_stand(closure, cells)) {
            let mut found = None;
            let _ = self.search.find(&closure.board(puzzle), &mut |step| {
                if !self.matches(&step) {
                    return ControlFlow::Continue(());
                }
                found = Some(step);
                ControlFlow::Break(())
            });
            found.map_or_else(|| AfterStep::Absent(self.off(closure)), |step| with(&|next| next.conclude(&step)))
        } else {
            AfterStep::Absent(self.off(closure))
        }
    }

    /// Whether the step is a wing that stands nowhere before another step of its strategy.
    pub(super) fn comes_late(&self) -> bool {
        !self.late.is_empty()
    }

    /// How far a step that names cells is from standing there.
    fn off(&self, closure: &AnyClosure) -> u32 {
        self.late.iter().map(|wing| wing.off(closure)).min().unwrap_or_else(|| self.looseness(closure))
    }

    /// Whether the step may stand where these cells are named: cheap to tell, unlike finding it.
    fn may_stand(&self, closure: &AnyClosure, cells: &CellSet) -> bool {
        match self.strategy {
            // All three cells have two digits each, and three together; there may be fewer named.
            StrategyId::XyWing => {
                n_too_many(closure, cells) == 0 && (cells.len() < 3 || n_foreign(closure, cells) == 0)
            }
            _ => n_too_many(closure, cells) <= MOST_TOO_MANY,
        }
    }

    /// How far the step is from standing in a closure: how many candidates of the nearest choice of open bases need more
    /// covers than it may have, or how many digits too many its cells have, each and together.
    pub(super) fn looseness(&self, closure: &AnyClosure) -> u32 {
        let cells = self.cells.iter().map(|cells| n_too_many(closure, cells) + n_foreign(closure, cells)).min();
        cells.unwrap_or_else(|| match self.tight.nearest(closure.all_marks()) {
            Nearness::There(_) => 0,
            Nearness::Off(surplus) => surplus,
            Nearness::Nowhere => self.nowhere(closure),
        })
    }

    /// How far the step is where no choice of bases is open.
    fn nowhere(&self, closure: &AnyClosure) -> u32 {
        if self.tight.choices.is_empty() { 0 } else { closure.shape().n() as u32 }
    }
}

/// A step is looked for where its cells have this many digits too many at most: some strategies need a cell of three.
const MOST_TOO_MANY: u32 = 1;

/// How many digits more than two the cells have; a cell that is filled counts like one of five.
pub(super) fn n_too_many(closure: &AnyClosure, cells: &CellSet) -> u32 {
    let too_many = |cell: Cell| match closure.marks(cell).count_ones() {
        _ if closure.is_placed(cell) => 3,
        n => n.saturating_sub(2),
    };
    cells.iter().map(too_many).sum()
}

/// How many digits more than cells they have together: the wings and chains of cells have no more.
pub(super) fn n_foreign(closure: &AnyClosure, cells: &CellSet) -> u32 {
    let together = cells.iter().fold(0, |marks, cell| marks | closure.marks(cell));
    together.count_ones().saturating_sub(cells.len() as u32)
}

fn comes_first(step: &PlacedStep, request: &Request) -> bool {
    let easier = request.ranking.easier_than(step.place.strategy);
    let is_closed_over = |id| easier.contains(id) && strategy(id).set_logic().is_some();
    let waits = |timing: &Timing| matches!(timing, Timing::After(place) if !is_closed_over(place.strategy));
    // From the first required strategy on, nothing is closed over.
    request.required.intersection(easier).is_empty() && !step.timing.iter().any(waits)
}

/// Whether a candidate is among these: the digits left in all cells.
fn is_left(marks: &[u32], candidate: Candidate) -> bool {
    marks[candidate.cell.index()] >> candidate.digit.index() & 1 == 1
}

/// Bases that a rule may have on a pattern.
struct OpenChoice {
    unit: usize,
    /// Their numbers in the unit.
    bases: Vec<usize>,
    /// See [`Choice::masks`].
    masks: Vec<u32>,
}

/// So many rules are told apart by their covers: where more are open, hardly any of them is not, and to tell takes long.
const MOST_RULES: usize = 1500;

/// Of so many bases and on shapes of so many rows, rules are examined whether they may be needed: of others it takes long.
const MOST_BASES_EXAMINED: usize = 2;
const MOST_ROWS_EXAMINED: usize = 9;

/// The first choices of bases that a step of a strategy may have: those that are asked for, with the covers of their unit.
/// If the step must be needed, each has two candidates at least that clues leave open, and all covers something to rule out.
fn open_choices(
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
struct Choices {
    /// For each base its candidates, with the cover of each as a bit.
    bases: Vec<Vec<(Candidate, u32)>>,
    choices: Vec<Choice>,
}

struct Choice {
    /// Places in [`Choices::bases`].
    bases: Vec<usize>,
    /// For each cover of the unit its candidates outside the bases.
    covers: Vec<Vec<Candidate>>,
    /// The choices of covers as bits that the rule may have, as many as bases; empty for all of them.
    masks: Vec<u32>,
}

/// How near a step is to standing in a closure.
#[derive(PartialEq, Eq, Debug)]
enum Nearness {
    /// It stands there and rules out these candidates.
    There(Vec<Candidate>),
    /// So many candidates need more covers than it may have; [`IDLE`] if there is nothing to rule out.
    Off(u32),
    /// A base is met in each choice, for which a smaller choice does as much.
    Nowhere,
}

impl Choices {
    fn new(open: &[OpenChoice], id: StrategyId, geometry: &Geometry) -> Choices {
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
    fn add(&mut self, rule: &Rule, masks: &[u32], known: &mut Vec<(Constraint, usize)>, geometry: &Geometry) {
        let bit = |candidate: Candidate| {
            let cover = rule.covers.iter().position(|cover| cover.contains(geometry, candidate));
            // What no cover holds needs one of its own.
            1 << cover.unwrap_or(rule.covers.len())
        };
        let mut bases = Vec::new();
        for base in &rule.bases {
            let place = known.iter().find(|(other, _)| other == base).map(|&(_, place)| place);
            bases.push(place.unwrap_or_else(|| {
                known.push((*base, self.bases.len()));
                self.bases.push(base.candidates(geometry).map(|c| (c, bit(c))).collect());
                self.bases.len() - 1
            }));
        }
        let in_bases = |candidate: &Candidate| rule.bases.iter().any(|base| base.contains(geometry, *candidate));
        let cover = |cover: &Constraint| cover.candidates(geometry).filter(|c| !in_bases(c)).collect();
        self.choices.push(Choice { bases, covers: rule.covers.iter().map(cover).collect(), masks: masks.to_vec() });
    }

    /// How near the nearest choice is, with these digits left in each cell.
    fn nearest(&self, marks: &[u32]) -> Nearness {
        let hits: Vec<u32> = self.bases.iter().map(|base| hit(base, marks)).collect();
        let mut nearest = Nearness::Nowhere;
        for choice in &self.choices {
            if matches!(nearest, Nearness::Off(least) if choice.is_no_nearer(&hits, least)) {
                continue;
            }
            let Some((surplus, covers)) = choice.surplus(&hits) else { continue };
            let gone = if surplus == 0 { choice.in_covers(marks, covers) } else { Vec::new() };
            if !gone.is_empty() {
                return Nearness::There(gone);
            }
            let off = if surplus == 0 { IDLE } else { surplus };
            nearest = match nearest {
                Nearness::Off(least) => Nearness::Off(off.min(least)),
                _ => Nearness::Off(off),
            };
        }
        nearest
    }
}

/// The covers that the candidates left in a base need, as bits; 0 if at most one candidate is left.
fn hit(base: &[(Candidate, u32)], marks: &[u32]) -> u32 {
    let (mut hit, mut n_left) = (0, 0);
    for &(candidate, bit) in base {
        if is_left(marks, candidate) {
            hit |= bit;
            n_left += 1;
        }
    }
    if n_left > 1 { hit } else { 0 }
}

impl Choice {
    /// Whether it is seen at once that so many candidates or more need other covers, or that a base is met.
    fn is_no_nearer(&self, hits: &[u32], least: u32) -> bool {
        let needed = self.bases.iter().fold(0, |needed, &base| needed | hits[base]);
        needed.count_ones() >= self.bases.len() as u32 + least || self.bases.iter().any(|&base| hits[base] == 0)
    }

    /// How many candidates the bases have in other covers than the best ones, of which there are as many as bases, and all
    /// covers that they need. Those of one base in one cover count as one. `None` where a base is met.
    fn surplus(&self, hits: &[u32]) -> Option<(u32, u32)> {
        let n_bases = self.bases.len();
        // In place i, the covers that more than i bases need.
        let mut shared = [0u32; MOST_BASES];
        let shared = &mut shared[..n_bases];
        for &base in &self.bases {
            let mut hit = hits[base];
            if hit == 0 {
                return None;
            }
            for shared in &mut *shared {
                let both = *shared & hit;
                *shared |= hit;
                hit = both;
            }
        }
        let surplus = shared.iter().map(|covers| covers.count_ones().saturating_sub(n_bases as u32)).sum();
        let outside = |mask: &u32| shared.iter().map(|covers| (covers & !mask).count_ones()).sum();
        Some((self.masks.iter().map(outside).min().unwrap_or(surplus), shared[0]))
    }

    /// What is left in these covers outside the bases.
    fn in_covers(&self, marks: &[u32], covers: u32) -> Vec<Candidate> {
        let needed = self.covers.iter().enumerate().filter(|(i, _)| covers >> i & 1 == 1);
        needed.flat_map(|(_, cover)| cover).copied().filter(|&candidate| is_left(marks, candidate)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use crate::generate::search::judge::Judge;
    use crate::generate::search::{Picking, search};
    use crate::grid::{Digit, Pattern, Shape};
    use crate::logic::{Design, PathGoal, Ranking};
    use std::sync::Arc;

    /// A puzzle that needs the step is found within a few attempts.
    #[track_caller]
    fn check(pattern: &str, condition: &str) {
        let pattern: Pattern = pattern.parse().expect("a pattern");
        let path = PathGoal::parse(Shape::NINE, [condition]).expect("a condition");
        let strategies = StrategySet::PAPER.union(path.strategies());
        let request = Request::from(Design { path, ..Design::new(pattern, strategies) });
        let found = search(&request, 0..30, Picking::LowestNumber, &Unwatched);
        assert!(found.is_some(), "{pattern} {condition}");
    }

    /// The strategy is needed by a puzzle that is found within a few attempts.
    #[track_caller]
    fn check_anywhere(pattern: &str, id: StrategyId) {
        let pattern: Pattern = pattern.parse().expect("a pattern");
        let required = StrategySet::single(id);
        let strategies = StrategySet::BASIC.intersection(Ranking::default().easier_than(id)).union(required);
        let request = Request::from(Design { required, ..Design::new(pattern, strategies) });
        let found = search(&request, 0..64, Picking::LowestNumber, &Unwatched);
        assert!(found.is_some(), "{pattern} {id:?}");
    }

    #[test]
    fn fish_are_brought_about_on_dense_patterns() {
        check_anywhere(
            "...xxxx....xxx.....xxx.....xxx....x.xxx...xxxxxx....x..xxx.......xxx.......xxxx..",
            StrategyId::XWing,
        );
        check_anywhere(
            ".xxx.......xx....x...x...xx....x.xxx...xxx...xxx.x....xx...x...x....xx.......xxx.",
            StrategyId::XWing,
        );
    }

    #[test]
    fn fish_are_sought_anywhere_on_at_most_nine_rows() {
        let check = |shape: &str, required: &str, conditions: &[&str], expected: bool| {
            let shape: Shape = shape.parse().expect("a shape");
            let required: StrategySet = required.parse().expect("strategies");
            let path = PathGoal::parse(shape, conditions.iter().copied()).expect("conditions");
            let design = Design { required, path, ..Design::new(Pattern::empty(shape), StrategySet::BASIC) };
            let is_sought = Placed::anywhere(&Request::from(design)).is_some();
            assert_eq!(is_sought, expected, "{shape} {required} {conditions:?}");
        };
        for fish in ["x-wing", "swordfish", "jellyfish"] {
            check("3x3", fish, &[], true);
            check("2x3", fish, &[], true);
            check("4x4", fish, &[], false);
        }
        check("5x5", "jellyfish", &[], false);
        check("3x3", "x-wing,swordfish", &[], false);
        check("3x3", "naked-pair", &[], false);
        check("3x3", "x-wing", &["x-wing@r1,r4"], false);
    }

    /// The rows of an X-wing that may be needed, each with the columns, for the digit 1.
    #[test]
    fn fish_stand_where_clues_leave_room() {
        let ring = "...xxx....xxxxxxx..xx...xx.xx.....xxxx.....xxxx.....xx.xx...xx..xxxxxxx....xxx...";
        let strategies = StrategySet::PAPER.union(StrategySet::single(StrategyId::XWing));
        let request = Request::new(ring.parse().expect("a pattern"), strategies);
        let open = open_choices(&request, StrategyId::XWing, true, usize::MAX, &|_| true);
        let first: Vec<(usize, &[usize], &[u32])> =
            open.iter().filter(|choice| choice.unit < 2).map(|c| (c.unit, &c.bases[..], &c.masks[..])).collect();
        let ends: &[u32] = &[0b1_0000_0001];
        let expected = [[1, 6], [1, 7], [2, 6], [2, 7]];
        let expected: Vec<(usize, &[usize], &[u32])> =
            [0, 1].into_iter().flat_map(|unit| expected.iter().map(move |bases| (unit, &bases[..], ends))).collect();
        assert_eq!(first, expected);
        assert_eq!(open.len(), 9 * expected.len());
    }

    #[test]
    fn rules_are_brought_to_their_place() {
        check(".x.x.x.x.x...x...x....x....x.......x.xx.x.xx.x.......x....x....x...x...x.x.x.x.x.", "x-wing@r3,r9:7");
        check("x.......xxxx...xxx....x.....x..x..x....x.x....x..x..x.....x....xxx...xxxx.......x", "x-wing@r9,r4:6");
        check(".x.....x.x.......x.xxx.xxx.............xxx....xxx.xxx..........x...x...x.x.x.x.x.", "x-wing@r8,r5:3");
        check("...x.x...xx..x..xxx.......x..xx.xx......x......xx.xx..x.......xxx..x..xx...x.x...", "x-wing@r4,r3:7");
    }

    #[test]
    fn wings_are_brought_to_their_place() {
        check(
            "......x.....x.xxx.....x..xx.x..x..x...xx.xx...x..x..x.xx..x.....xxx.x.....x......",
            "xy-wing@r6c7,r3c1,pivot=r6c1",
        );
        check(
            ".x.....x.x.......x.xxx.xxx.............xxx....xxx.xxx..........x...x...x.x.x.x.x.",
            "xy-wing@r2c7,r3c1,pivot=r3c9",
        );
        check(
            "xx..x..xxx..x.x..x..........x.x.x.x.x.......x.x.x.x.x..........x..x.x..xxx..x..xx",
            "xy-wing@r5c8,r2c3,pivot=r5c3",
        );
        check(
            "x...x...x..x...x...x.x.x.x...xx.xx..x...x...x..xx.xx...x.x.x.x...x...x..x...x...x",
            "xy-wing@r8c2,r3c3,pivot=r9c3",
        );
    }

    /// Its pivot shares box and row with an end.
    #[test]
    fn wings_are_found_that_come_after_another_one() {
        check(
            "......x.....x.xxx.....x..xx.x..x..x...xx.xx...x..x..x.xx..x.....xxx.x.....x......",
            "xy-wing@r2c2,r5c1,pivot=r5c2",
        );
    }

    /// How near an X-wing in rows 1 and 2 is to its place, where a digit is left in these columns of the rows and of
    /// row 5.
    #[track_caller]
    fn check_nearness(rows: [&str; 3], expected: &Nearness) {
        let geometry = &*Shape::NINE.geometry();
        let logic = strategy(StrategyId::XWing).set_logic().expect("a rule");
        let unit = &logic.units.of(geometry)[0];
        let rule = Rule { bases: unit.bases[..2].to_vec(), covers: unit.covers.clone() };
        let mut choices = Choices::default();
        choices.add(&rule, &[], &mut Vec::new(), geometry);
        // All other digits are left everywhere.
        let mut marks = vec![0b1_1111_1110; 81];
        for (row, columns) in [0, 1, 4].into_iter().zip(rows) {
            for column in columns.chars().filter_map(|column| column.to_digit(10)) {
                marks[9 * row + column as usize - 1] |= 1;
            }
        }
        assert_eq!(choices.nearest(&marks), *expected, "{rows:?}");
    }

    #[test]
    fn steps_are_nearer_the_fewer_candidates_are_in_their_way() {
        let gone = |columns: [usize; 2]| {
            let cell = |column: usize| Cell::from_index(4 * 9 + column - 1);
            Nearness::There(
                columns.map(|column| Candidate { cell: cell(column), digit: Digit::from_index(0) }).to_vec(),
            )
        };
        check_nearness(["37", "37", "357"], &gone([3, 7]));
        check_nearness(["37", "37", "5"], &Nearness::Off(IDLE));
        check_nearness(["37", "367", "357"], &Nearness::Off(1));
        check_nearness(["378", "367", "357"], &Nearness::Off(2));
        check_nearness(["37", "46", "357"], &Nearness::Off(2));
        check_nearness(["3", "37", "357"], &Nearness::Nowhere);
    }

    /// A step that has to wait for another one of its strategy does not stand where the easier ones are stuck.
    #[test]
    fn rules_that_come_later_are_accepted_beside_other_conditions() {
        let clues = "...3..8......82.5...54....91.4....6..9..7..8..8....5.12....47...7.89......6..7...";
        let puzzle: Puzzle = clues.parse().expect("a puzzle");
        let strategies = StrategySet::PAPER.union("x-wing".parse().expect("a strategy"));
        let pattern = Pattern { shape: Shape::NINE, cells: puzzle.clues().map(|(cell, _)| cell).collect() };
        let check = |conditions: &[&str], expected: bool| {
            let path = PathGoal::parse(Shape::NINE, conditions.iter().copied()).expect("conditions");
            // Fixed digits keep the step from being moved.
            let design = Design { path, fixed: puzzle.clone(), ..Design::new(pattern, strategies) };
            let request = Request::from(design);
            let judge = Judge::new(&request, Placed::new(&request).map(Arc::new));
            let closure = AnyClosure::of(&puzzle, judge.fast());
            assert_eq!(judge.is_wanted(&puzzle, closure, &Unwatched), expected, "{conditions:?}");
        };
        check(&["x-wing@r4,r7:3 last", "x-wing>=2"], true);
        check(&["x-wing@r3,r7:3 last", "x-wing>=2"], false);
    }
}

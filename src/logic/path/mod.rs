//! What is asked of the path from the clues to the solution: steps at given places, and numbers of steps.
//!
//! Everything is said of the trace, which takes the easiest step in the order of the design, and of the strategy
//! solver. [`StepPlace::matches`] compares a step with a place by the evidence of the step alone.

mod check;
mod parts;
#[cfg(test)]
mod tests;
mod text;

pub use check::{PathCheck, PathReport};
pub use parts::PlacePart;
pub use text::PathError;

use super::{Deadly, Effect, Order, Rule, Step, StrategyId, StrategyKind, StrategySet, strategy};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, DigitSet, Geometry, House, HouseKind, Shape};

/// The strategies whose steps are not called hard.
pub(super) const SINGLES: [StrategyId; 3] = [StrategyId::FullHouse, StrategyId::NakedSingle, StrategyId::HiddenSingle];

/// The wings that have a pivot: a cell that sees both others.
const WITH_PIVOT: [StrategyId; 2] = [StrategyId::XyWing, StrategyId::XyzWing];

/// A strategy and where its step stands; a part that is empty asks for nothing.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct StepPlace {
    /// The strategy.
    pub strategy: StrategyId,
    /// Houses of the bases and covers. Where bases are houses, at least one of them must be named: an X-wing in
    /// rows 2 and 7 has its bases there, not its covers.
    pub houses: Vec<House>,
    /// Cells that take part: bases, covers and their crossings, nodes of chains, sets of cells, the cell that is filled.
    pub cells: CellSet,
    /// Digits that take part; those that are only ruled out do not.
    pub digits: DigitSet,
    /// Candidates that the step rests on.
    pub candidates: Vec<Candidate>,
    /// The pivot of a wing.
    pub pivot: Option<Cell>,
    /// The digit that the step places.
    pub placed: Option<Candidate>,
    /// Candidates that the step rules out, perhaps among others.
    pub eliminated: Vec<Candidate>,
}

impl StepPlace {
    /// Any step of a strategy.
    pub const fn any(strategy: StrategyId) -> StepPlace {
        StepPlace {
            strategy,
            houses: Vec::new(),
            cells: CellSet::EMPTY,
            digits: DigitSet::EMPTY,
            candidates: Vec::new(),
            pivot: None,
            placed: None,
            eliminated: Vec::new(),
        }
    }

    /// The place of a step, as a setter would name it: the houses of its bases and its digits, or the cells it stands
    /// in; of a step that places a digit, the digit.
    pub fn of(step: &Step, shape: Shape) -> StepPlace {
        let geometry = &*shape.geometry();
        let mut place = StepPlace::any(step.strategy());
        if let Some(&placed) = step.placed().first() {
            place.placed = Some(placed);
            return place;
        }
        let evidence = step.evidence();
        // Sets of cells are named by their cells, whatever houses they look at; templates, which look at every house, by
        // what they rule out.
        let is_template = place.strategy == StrategyId::Template;
        let is_about_houses = evidence.nodes.is_empty()
            && !is_template
            && strategy(place.strategy).entry().kind != StrategyKind::AlmostLocked;
        for base in &evidence.bases {
            if let Constraint::HouseDigit(house, digit) = *base
                && is_about_houses
            {
                place.houses.push(house);
                place.digits.insert(digit);
            }
        }
        place.houses.sort_unstable();
        place.houses.dedup();
        if place.houses.is_empty() && !is_template {
            place.cells = cells_of(step, geometry);
        }
        if place.houses.is_empty() && place.cells.is_empty() {
            place.eliminated = step.eliminated().to_vec();
        }
        if WITH_PIVOT.contains(&place.strategy) {
            place.pivot = pivot_of(step, geometry);
        }
        place
    }

    /// Whether anything is asked but the strategy.
    pub fn is_anywhere(&self) -> bool {
        *self == StepPlace::any(self.strategy)
    }

    /// Whether a step is one of this strategy at this place, by its evidence and conclusions.
    pub fn matches(&self, step: &Step, geometry: &Geometry) -> bool {
        if step.strategy() != self.strategy {
            return false;
        }
        let conclusions = self.placed.is_none_or(|placed| step.placed().contains(&placed))
            && self.eliminated.iter().all(|gone| step.eliminated().contains(gone));
        conclusions
            && self.has_houses(&step.evidence().bases, &step.evidence().covers)
            && (self.cells.is_empty() || self.cells.is_subset(&cells_of(step, geometry)))
            && self.digits.iter().all(|digit| digits_of(step).contains(digit))
            && self.candidates.iter().all(|&candidate| rests_on(step, candidate, geometry))
            && (self.pivot.is_none() || self.pivot == pivot_of(step, geometry))
    }

    /// Whether a rule of a strategy may have a step at this place on some board: what a refutation leaves out. Where it
    /// says no, no step of the rule matches.
    pub(crate) fn may_match_rule(&self, id: StrategyId, rule: &Rule, geometry: &Geometry) -> bool {
        if id != self.strategy {
            return false;
        }
        let (bases, covers) = (&rule.bases, &rule.covers);
        let in_covers = |candidate: Candidate| covers.iter().any(|cover| cover.contains(geometry, candidate));
        let in_bases = |candidate: Candidate| bases.iter().any(|base| base.contains(geometry, candidate));
        let all = || bases.iter().chain(covers);
        let has_cells = all().any(|constraint| matches!(constraint, Constraint::Cell(_)));
        let has_digit = |digit: Digit| all().any(|c| matches!(c, Constraint::HouseDigit(_, other) if *other == digit));
        // A single placed by its base alone may be any digit, in any cell.
        let is_single = SINGLES.contains(&self.strategy);
        let mut cells = cells_of_rule(bases, covers, geometry);
        if is_single {
            for base in bases {
                cells = base.candidates(geometry).map(|c| c.cell).collect::<CellSet>().union(&cells);
            }
        }
        let has_houses = self.has_houses(bases, covers) || is_single && has_cells;
        has_houses
            && self.cells.is_subset(&cells)
            && (is_single || self.digits.iter().all(has_digit))
            && self.candidates.iter().all(|&candidate| in_bases(candidate))
            && self.placed.is_none_or(in_bases)
            && self.eliminated.iter().all(|&gone| in_covers(gone) && !in_bases(gone))
    }

    /// The candidates that it names, those of conclusions among them.
    pub(crate) fn named_candidates(&self) -> impl Iterator<Item = Candidate> {
        self.candidates.iter().chain(&self.eliminated).chain(&self.placed).copied()
    }

    /// The place after a move of the board that takes houses to houses, and with other names for the digits. `None` if
    /// the move takes a house elsewhere.
    pub(crate) fn moved(
        &self,
        geometry: &Geometry,
        image: &dyn Fn(Cell) -> Cell,
        name: &dyn Fn(Digit) -> Digit,
    ) -> Option<StepPlace> {
        self.carried(geometry, geometry, image, name)
    }

    /// The place after a move from one board to another, as [`StepPlace::moved`].
    fn carried(
        &self,
        from: &Geometry,
        to: &Geometry,
        image: &dyn Fn(Cell) -> Cell,
        name: &dyn Fn(Digit) -> Digit,
    ) -> Option<StepPlace> {
        let cells = |cells: &CellSet| cells.iter().map(image).collect::<CellSet>();
        let moved = |c: &Candidate| Candidate::new(image(c.cell), name(c.digit));
        let all = |candidates: &[Candidate]| {
            let mut all: Vec<Candidate> = candidates.iter().map(moved).collect();
            all.sort_unstable();
            all
        };
        let house = |house: &House| {
            let image = cells(&from.house_sets[house.index()]);
            to.houses().find(|&other| to.house_sets[other.index()] == image)
        };
        let mut houses = self.houses.iter().map(house).collect::<Option<Vec<House>>>()?;
        houses.sort_unstable();
        Some(StepPlace {
            strategy: self.strategy,
            houses,
            cells: cells(&self.cells),
            digits: self.digits.iter().map(name).collect(),
            candidates: all(&self.candidates),
            pivot: self.pivot.map(image),
            placed: self.placed.as_ref().map(moved),
            eliminated: all(&self.eliminated),
        })
    }

    /// The place on a board with other regions or rules: rows, columns and regions keep their numbers, houses that rules add
    /// their cells. `None` if there is no such house any more.
    fn kept(&self, from: &Geometry, to: &Geometry) -> Option<StepPlace> {
        let house = |house: &House| match from.house_kind(*house).0 {
            HouseKind::Extra => {
                let cells = &from.house_sets[house.index()];
                to.further_houses().find(|other| to.house_sets[other.index()] == *cells)
            }
            _ => Some(*house),
        };
        let houses = self.houses.iter().map(house).collect::<Option<Vec<House>>>()?;
        Some(StepPlace { houses, ..self.clone() })
    }

    fn has_houses(&self, bases: &[Constraint], covers: &[Constraint]) -> bool {
        let has = |constraints: &[Constraint], house: House| {
            constraints.iter().any(|c| matches!(c, Constraint::HouseDigit(other, _) if *other == house))
        };
        let has_base_houses = bases.iter().any(|base| matches!(base, Constraint::HouseDigit(..)));
        self.houses.iter().all(|&house| has(bases, house) || has(covers, house))
            && (self.houses.is_empty() || !has_base_houses || self.houses.iter().any(|&house| has(bases, house)))
    }

    /// Whether the shape has every part of the place.
    pub fn fits(&self, shape: Shape) -> bool {
        let geometry = &*shape.geometry();
        let is_cell = |cell: Cell| cell.index() < shape.n_cells();
        let is_candidate = |c: &Candidate| is_cell(c.cell) && c.digit.index() < shape.n();
        self.houses.iter().all(|&house| house.index() < geometry.n_houses())
            && self.cells.iter().all(is_cell)
            && self.digits.iter().all(|digit| digit.index() < shape.n())
            && self.candidates.iter().chain(&self.eliminated).chain(&self.placed).all(is_candidate)
            && self.pivot.is_none_or(is_cell)
    }
}

/// The word for a house in a place: `r2`, `c3`, `b5`, or of one that a rule of the layout adds its name: `window-2`.
fn house_word(geometry: &Geometry, house: House) -> String {
    match geometry.house_kind(house) {
        (HouseKind::Row, index) => format!("r{}", index + 1),
        (HouseKind::Column, index) => format!("c{}", index + 1),
        (HouseKind::Box, index) => format!("b{}", index + 1),
        (HouseKind::Extra, _) => geometry.house_name(house).trim_start_matches("the ").replace(' ', "-"),
    }
}

/// The cells that bases and covers name, and those in which a base house crosses a cover house.
fn cells_of_rule(bases: &[Constraint], covers: &[Constraint], geometry: &Geometry) -> CellSet {
    let mut cells = CellSet::EMPTY;
    for constraint in bases.iter().chain(covers) {
        if let Constraint::Cell(cell) = *constraint {
            cells.insert(cell);
        }
    }
    for base in bases {
        for cover in covers {
            if let (Constraint::HouseDigit(base, _), Constraint::HouseDigit(cover, _)) = (*base, *cover) {
                let crossing = geometry.house_sets[base.index()].intersection(&geometry.house_sets[cover.index()]);
                cells = cells.union(&crossing);
            }
        }
    }
    cells
}

/// The cells that take part in a step, by its evidence.
fn cells_of(step: &Step, geometry: &Geometry) -> CellSet {
    let evidence = step.evidence();
    let mut cells = cells_of_rule(&evidence.bases, &evidence.covers, geometry);
    let named = evidence.fins.iter().chain(step.placed()).map(|candidate| candidate.cell);
    let nodes = evidence.nodes.iter().flat_map(|node| node.cells.iter().copied());
    let sets = evidence.sets.iter().flat_map(|set| set.cells.iter().copied());
    for cell in named.chain(nodes).chain(sets) {
        cells.insert(cell);
    }
    match &evidence.deadly {
        Some(Deadly::Loop { cells: deadly, .. }) => cells.union(&deadly.iter().copied().collect()),
        Some(Deadly::Bug(extra)) => cells.union(&extra.iter().map(|c| c.cell).collect()),
        None => cells,
    }
}

/// The digits that take part in a step, by its evidence, and the one that it places.
pub(crate) fn digits_of(step: &Step) -> DigitSet {
    let evidence = step.evidence();
    let mut digits = DigitSet::EMPTY;
    for constraint in evidence.bases.iter().chain(&evidence.covers) {
        if let Constraint::HouseDigit(_, digit) = *constraint {
            digits.insert(digit);
        }
    }
    let named = evidence.fins.iter().chain(step.placed()).map(|candidate| candidate.digit);
    let nodes = evidence.nodes.iter().map(|node| node.digit);
    let sets = evidence.sets.iter().flat_map(|set| set.digits.iter().copied());
    for digit in named.chain(nodes).chain(sets) {
        digits.insert(digit);
    }
    if let Some(Deadly::Loop { digits: deadly, .. }) = &evidence.deadly {
        digits = DigitSet(digits.0 | deadly.iter().copied().collect::<DigitSet>().0);
    }
    digits
}

/// Whether a candidate is a node, a fin, part of a set or of a deadly pattern, or of a base and, where there are covers,
/// of one of them.
fn rests_on(step: &Step, candidate: Candidate, geometry: &Geometry) -> bool {
    let evidence = step.evidence();
    let holds = |constraints: &[Constraint]| constraints.iter().any(|c| c.contains(geometry, candidate));
    let Candidate { cell, digit } = candidate;
    evidence.nodes.iter().any(|node| node.digit == digit && node.cells.contains(&cell))
        || evidence.sets.iter().any(|set| set.cells.contains(&cell) && set.digits.contains(&digit))
        || evidence.fins.contains(&candidate)
        || match &evidence.deadly {
            Some(Deadly::Loop { cells, digits }) => cells.contains(&cell) && digits.contains(&digit),
            Some(Deadly::Bug(extra)) => extra.contains(&candidate),
            None => false,
        }
        || evidence.nodes.is_empty()
            && evidence.sets.is_empty()
            && holds(&evidence.bases)
            && (evidence.covers.is_empty() || holds(&evidence.covers))
}

/// The base cell of a wing that sees both others and shares a digit with each of them that they do not share.
fn pivot_of(step: &Step, geometry: &Geometry) -> Option<Cell> {
    let evidence = step.evidence();
    let cells: Vec<Cell> = evidence
        .bases
        .iter()
        .filter_map(|base| if let Constraint::Cell(cell) = *base { Some(cell) } else { None })
        .collect();
    // The finders of wings name it first.
    let &pivot = WITH_PIVOT.contains(&step.strategy()).then_some(cells.first())??;
    cells[1..].iter().all(|&other| geometry.are_peers(pivot, other)).then_some(pivot)
}

/// When a step comes.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Timing {
    /// It is the first step of the trace that is no single; of a single: the first step.
    First,
    /// It is the last step of the trace that is no single; of a single: the last step.
    Last,
    /// The trace has no other step of a strategy that is harder, in the order of the design, than this one; of `None`:
    /// no other step that is no single.
    Only(Option<StrategyId>),
    /// The first step that matches comes before the first step at this place, and the trace has both.
    Before(StepPlace),
    /// The first step that matches comes after the first step at this place, and the trace has both.
    After(StepPlace),
}

/// A step that is asked for.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct PlacedStep {
    /// The strategy and where the step stands.
    pub place: StepPlace,
    /// Needed: the allowed strategies without the steps that match do not solve the puzzle. Strategies whose steps may
    /// spoil one another are also tried in other orders, as [`hardest_needed`](super::hardest_needed) does.
    ///
    /// If not, the step is possible: the trace takes a step that matches or, where nothing is said about its timing, at
    /// some position of the trace such a step is there to be taken.
    pub is_needed: bool,
    /// When it comes; all of these hold.
    pub timing: Vec<Timing>,
}

/// What is counted.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Counted {
    /// Steps of a strategy in the trace.
    Steps(StrategyId),
    /// Steps harder than a single to which there is no alternative of the same strategy
    /// ([`OwnRating::bottlenecks`](super::OwnRating::bottlenecks)).
    Bottlenecks,
    /// Digits that naked and hidden singles place in the puzzle as it is given.
    OpenSingles,
}

/// How a number is bounded.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Bound {
    /// At least so many.
    AtLeast,
    /// Exactly so many.
    Exactly,
    /// At most so many.
    AtMost,
}

/// A number that the path is to have.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct PathCount {
    /// What is counted.
    pub counted: Counted,
    /// Which way.
    pub bound: Bound,
    /// The number.
    pub number: u16,
}

impl PathCount {
    /// Whether a number is as asked for.
    pub const fn holds(self, number: usize) -> bool {
        let wanted = self.number as usize;
        match self.bound {
            Bound::AtLeast => number >= wanted,
            Bound::Exactly => number == wanted,
            Bound::AtMost => number <= wanted,
        }
    }
}

/// One condition on the path.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum PathCondition {
    /// A step at a place.
    Step(PlacedStep),
    /// A number of steps.
    Count(PathCount),
}

impl PathCondition {
    /// The strategies that it names as used.
    fn strategies(&self) -> StrategySet {
        match self {
            PathCondition::Step(step) => {
                let others = step.timing.iter().filter_map(|timing| match timing {
                    Timing::Before(place) | Timing::After(place) => Some(place.strategy),
                    Timing::First | Timing::Last | Timing::Only(_) => None,
                });
                others.chain([step.place.strategy]).collect()
            }
            PathCondition::Count(count) => match count.counted {
                Counted::Steps(id) if count.bound != Bound::AtMost && count.number > 0 => StrategySet::single(id),
                _ => StrategySet::EMPTY,
            },
        }
    }

    /// The condition with other places; `None` if one of them has none.
    fn with_places(&self, place: &dyn Fn(&StepPlace) -> Option<StepPlace>) -> Option<PathCondition> {
        let PathCondition::Step(step) = self else { return Some(self.clone()) };
        let timing = |timing: &Timing| {
            Some(match timing {
                Timing::Before(other) => Timing::Before(place(other)?),
                Timing::After(other) => Timing::After(place(other)?),
                Timing::First | Timing::Last | Timing::Only(_) => timing.clone(),
            })
        };
        let timing = step.timing.iter().map(timing).collect::<Option<Vec<Timing>>>()?;
        Some(PathCondition::Step(PlacedStep { place: place(&step.place)?, is_needed: step.is_needed, timing }))
    }

    fn fits(&self, shape: Shape) -> bool {
        let PathCondition::Step(step) = self else { return true };
        step.place.fits(shape)
            && step.timing.iter().all(|timing| match timing {
                Timing::Before(place) | Timing::After(place) => place.fits(shape),
                Timing::First | Timing::Last | Timing::Only(_) => true,
            })
    }

    fn is_anywhere(&self) -> bool {
        let PathCondition::Step(step) = self else { return true };
        step.place.is_anywhere()
            && step.timing.iter().all(|timing| match timing {
                Timing::Before(place) | Timing::After(place) => place.is_anywhere(),
                Timing::First | Timing::Last | Timing::Only(_) => true,
            })
    }
}

/// What is asked of the path: all of these conditions.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct PathGoal {
    /// The conditions, in the setter's order.
    pub conditions: Vec<PathCondition>,
}

impl PathGoal {
    /// Whether nothing is asked.
    pub const fn is_empty(&self) -> bool {
        self.conditions.is_empty()
    }

    /// The steps that are asked for, with their numbers among the conditions.
    pub fn steps(&self) -> impl Iterator<Item = (usize, &PlacedStep)> {
        self.conditions.iter().enumerate().filter_map(|(index, condition)| match condition {
            PathCondition::Step(step) => Some((index, step)),
            PathCondition::Count(_) => None,
        })
    }

    /// The strategies whose steps it asks for.
    pub fn strategies(&self) -> StrategySet {
        self.conditions.iter().fold(StrategySet::EMPTY, |all, condition| all.union(condition.strategies()))
    }

    /// The conditions that make sense with these strategies, for a design that moves from one shape to another.
    #[must_use]
    pub(super) fn settled(mut self, from: Shape, to: Shape, allowed: StrategySet) -> PathGoal {
        self.conditions.retain(|condition| {
            condition.strategies().is_subset(allowed) && (from.n() == to.n() || condition.is_anywhere())
        });
        if from != to {
            let kept = |place: &StepPlace| place.kept(&from.geometry(), &to.geometry());
            self.conditions = self.conditions.iter().filter_map(|condition| condition.with_places(&kept)).collect();
        }
        self.conditions.retain(|condition| condition.fits(to));
        self
    }

    /// The first step that must be needed and that clauses can ask for: it rules candidates out and has the
    /// base-and-cover form. What is said of its timing is left out.
    #[must_use]
    pub fn relaxed(&self) -> PathGoal {
        let rules_out = |id| super::strategy(id).set_logic().is_some_and(|logic| logic.effect == Effect::Eliminate);
        let needed = self.steps().find(|(_, step)| step.is_needed && rules_out(step.place.strategy));
        let conditions = needed.map(|(_, step)| PlacedStep { timing: Vec::new(), ..step.clone() });
        PathGoal { conditions: conditions.map(PathCondition::Step).into_iter().collect() }
    }

    /// The path without digits where its steps name nothing else that depends on digits.
    #[must_use]
    pub fn with_any_digits(mut self) -> PathGoal {
        for condition in &mut self.conditions {
            if let PathCondition::Step(step) = condition
                && step.place.named_candidates().next().is_none()
            {
                step.place.digits = DigitSet::EMPTY;
            }
        }
        self
    }

    /// Whether a step is asked for with its digits.
    pub fn names_digits(&self) -> bool {
        let names = |place: &StepPlace| !place.digits.is_empty() || place.named_candidates().next().is_some();
        self.steps().any(|(_, step)| {
            names(&step.place)
                || step.timing.iter().any(|timing| match timing {
                    Timing::Before(place) | Timing::After(place) => names(place),
                    Timing::First | Timing::Last | Timing::Only(_) => false,
                })
        })
    }

    /// Why no puzzle can have such a path, where that is plain without a search; one sentence.
    pub fn obstacle(&self, order: &Order) -> Option<String> {
        for condition in &self.conditions {
            if let Some(id) = condition.strategies().difference(order.allowed).iter().next() {
                return Some(format!("the path asks for {}, which may not be used", id.in_sentence()));
            }
            let PathCondition::Step(step) = condition else { continue };
            let id = step.place.strategy;
            for timing in &step.timing {
                if let Timing::Only(Some(other)) = *timing
                    && order.ranking.rank(id) <= order.ranking.rank(other)
                {
                    let (id, other) = (id.in_sentence(), other.in_sentence());
                    return Some(format!("{id} is not harder than {other}, so it cannot be the only step above it"));
                }
            }
        }
        None
    }
}

//! The parts of a place one by one, as they are pointed at on a board.

use super::{PathCondition, PathGoal, PlacedStep, SINGLES, StepPlace, Timing, WITH_PIVOT};
use crate::grid::{Candidate, Cell, CellSet, Digit, House, HouseKind, Shape};
use crate::logic::{Effect, Step, StrategyId, StrategyKind, strategy};

/// A part of a [`StepPlace`] that a cell of the board stands for, with a digit where the part has one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[allow(missing_docs, reason = "the names are those of the fields of a place")]
pub enum PlacePart {
    Cell,
    Row,
    Column,
    /// The box of the cell, or its region.
    Box,
    /// A house that a rule of the layout adds: a diagonal, a window, a painted one.
    Extra,
    Candidate,
    Pivot,
    Placed,
    Eliminated,
}

/// Fish of which bases and covers are rows and columns.
const LINES_ONLY: [StrategyId; 9] = [
    StrategyId::XWing,
    StrategyId::Swordfish,
    StrategyId::Jellyfish,
    StrategyId::FinnedXWing,
    StrategyId::SashimiXWing,
    StrategyId::FinnedSwordfish,
    StrategyId::SashimiSwordfish,
    StrategyId::FinnedJellyfish,
    StrategyId::SashimiJellyfish,
];

impl PlacePart {
    /// All parts, in the order in which a panel lists them.
    pub const ALL: [PlacePart; 9] = [
        PlacePart::Row,
        PlacePart::Column,
        PlacePart::Box,
        PlacePart::Extra,
        PlacePart::Cell,
        PlacePart::Candidate,
        PlacePart::Pivot,
        PlacePart::Placed,
        PlacePart::Eliminated,
    ];

    /// Whether the place of a strategy can say this on a board of this shape.
    pub fn belongs_to(self, id: StrategyId, shape: Shape) -> bool {
        let kind = strategy(id).entry().kind;
        let is_about_houses =
            !matches!(kind, StrategyKind::Chain | StrategyKind::AlmostLocked) && id != StrategyId::NakedSingle;
        match self {
            PlacePart::Cell => true,
            PlacePart::Row | PlacePart::Column => is_about_houses,
            PlacePart::Box => is_about_houses && !LINES_ONLY.contains(&id) && !shape.is_latin(),
            PlacePart::Extra => {
                is_about_houses && !LINES_ONLY.contains(&id) && shape.geometry().further_houses().next().is_some()
            }
            PlacePart::Candidate | PlacePart::Eliminated => !SINGLES.contains(&id),
            PlacePart::Pivot => WITH_PIVOT.contains(&id),
            PlacePart::Placed => strategy(id).effect() == Effect::Place,
        }
    }

    /// Whether the part is a cell with a digit.
    pub const fn has_digit(self) -> bool {
        matches!(self, PlacePart::Candidate | PlacePart::Placed | PlacePart::Eliminated)
    }

    /// The kind of house that the part is.
    const fn house_kind(self) -> Option<HouseKind> {
        match self {
            PlacePart::Row => Some(HouseKind::Row),
            PlacePart::Column => Some(HouseKind::Column),
            PlacePart::Box => Some(HouseKind::Box),
            _ => None,
        }
    }
}

impl StepPlace {
    /// Whether it names this part at a cell, with this digit where the part has one; of several houses that rules add,
    /// all of them.
    pub fn names(&self, part: PlacePart, cell: Cell, digit: Digit, shape: Shape) -> bool {
        let candidate = Candidate::new(cell, digit);
        if let Some(kind) = part.house_kind() {
            return self.houses.contains(&shape.geometry().cell_houses[cell.index()][kind as usize]);
        }
        match part {
            PlacePart::Extra => {
                let mut extra = extra_houses(cell, shape).peekable();
                extra.peek().is_some() && extra.all(|house| self.houses.contains(&house))
            }
            PlacePart::Cell => self.cells.contains(cell),
            PlacePart::Candidate => self.candidates.contains(&candidate),
            PlacePart::Pivot => self.pivot == Some(cell),
            PlacePart::Placed => self.placed == Some(candidate),
            PlacePart::Eliminated => self.eliminated.contains(&candidate),
            PlacePart::Row | PlacePart::Column | PlacePart::Box => false,
        }
    }

    /// The place with this part named, or without it. A place has one pivot and places one digit: a new one takes the
    /// place of the one before. Of several houses that rules add, one more is named, or none.
    #[must_use]
    pub fn naming(mut self, part: PlacePart, cell: Cell, digit: Digit, is_named: bool, shape: Shape) -> StepPlace {
        if part != PlacePart::Extra && self.names(part, cell, digit, shape) == is_named {
            return self;
        }
        let candidate = Candidate::new(cell, digit);
        if let Some(kind) = part.house_kind() {
            set_in(&mut self.houses, shape.geometry().cell_houses[cell.index()][kind as usize], is_named);
        }
        match part {
            PlacePart::Extra => {
                let mut open = extra_houses(cell, shape).filter(|house| self.houses.contains(house) != is_named);
                let changed: Vec<House> = if is_named { open.next().into_iter().collect() } else { open.collect() };
                for house in changed {
                    set_in(&mut self.houses, house, is_named);
                }
            }
            PlacePart::Cell if is_named => drop(self.cells.insert(cell)),
            PlacePart::Cell => drop(self.cells.remove(cell)),
            PlacePart::Candidate => set_in(&mut self.candidates, candidate, is_named),
            PlacePart::Pivot => self.pivot = is_named.then_some(cell),
            PlacePart::Placed => self.placed = is_named.then_some(candidate),
            PlacePart::Eliminated => set_in(&mut self.eliminated, candidate, is_named),
            PlacePart::Row | PlacePart::Column | PlacePart::Box => {}
        }
        self
    }
}

impl StepPlace {
    /// The cells of its houses.
    pub fn house_cells(&self, shape: Shape) -> CellSet {
        let geometry = &*shape.geometry();
        let sets = self.houses.iter().map(|house| &geometry.house_sets[house.index()]);
        sets.fold(CellSet::EMPTY, |all, set| all.union(set))
    }

    /// The cells that it names, with or without digits.
    pub fn named_cells(&self) -> CellSet {
        let candidates = self.named_candidates().map(|candidate| candidate.cell);
        candidates.chain(self.pivot).chain(self.cells.iter()).collect()
    }
}

/// The houses of a cell that rules of the layout add.
fn extra_houses(cell: Cell, shape: Shape) -> impl Iterator<Item = House> + use<> {
    let houses: Vec<House> = shape.geometry().houses_of(cell).skip(3).collect();
    houses.into_iter()
}

/// Puts a value into a sorted list, or takes it out.
fn set_in<T: Ord + Copy>(list: &mut Vec<T>, value: T, is_in: bool) {
    list.retain(|other| *other != value);
    if is_in {
        list.push(value);
        list.sort_unstable();
    }
}

impl PathGoal {
    /// The number of the first condition whose place a step stands at, from 0.
    pub fn placing_of(&self, step: &Step, shape: Shape) -> Option<usize> {
        let geometry = &*shape.geometry();
        self.steps().find(|(_, placed)| placed.place.matches(step, geometry)).map(|(index, _)| index)
    }

    /// Whether every step but the first must come after the one before it in the list; there are two or more.
    pub fn is_in_order(&self) -> bool {
        let steps: Vec<&PlacedStep> = self.steps().map(|(_, step)| step).collect();
        steps.len() > 1 && steps.windows(2).all(|pair| pair[1].timing.contains(&Timing::After(pair[0].place.clone())))
    }

    /// The path in which every step but the first must come after the one before it in the list. Other conditions on
    /// what comes before and after the steps of the list go.
    #[must_use]
    pub fn in_order(self) -> PathGoal {
        let mut path = self.in_any_order();
        let mut before: Option<StepPlace> = None;
        for condition in &mut path.conditions {
            let PathCondition::Step(step) = condition else { continue };
            if let Some(before) = before.replace(step.place.clone()) {
                step.timing.push(Timing::After(before));
            }
        }
        path
    }

    /// The path without conditions on which of the steps of the list come before and after one another.
    #[must_use]
    pub fn in_any_order(mut self) -> PathGoal {
        let places: Vec<StepPlace> = self.steps().map(|(_, step)| step.place.clone()).collect();
        for condition in &mut self.conditions {
            let PathCondition::Step(step) = condition else { continue };
            step.timing.retain(|timing| match timing {
                Timing::Before(place) | Timing::After(place) => !places.contains(place),
                Timing::First | Timing::Last | Timing::Only(_) => true,
            });
        }
        self
    }

    /// The path after a change of its list; if the steps had to come in the order of the list before, they have to
    /// come in its order now.
    #[must_use]
    pub fn changed(&self, change: impl FnOnce(&mut Vec<PathCondition>)) -> PathGoal {
        let is_in_order = self.is_in_order();
        let mut path = if is_in_order { self.clone().in_any_order() } else { self.clone() };
        change(&mut path.conditions);
        if is_in_order { path.in_order() } else { path }
    }

    /// The path with another place for one of its steps. What other steps say of coming before or after it follows.
    #[must_use]
    pub fn placing(&self, index: usize, place: &StepPlace) -> PathGoal {
        let mut path = self.clone();
        let Some(PathCondition::Step(step)) = path.conditions.get_mut(index) else { return path };
        let old = std::mem::replace(&mut step.place, place.clone());
        for condition in &mut path.conditions {
            let PathCondition::Step(step) = condition else { continue };
            for timing in &mut step.timing {
                if let Timing::Before(other) | Timing::After(other) = timing
                    && *other == old
                {
                    *other = place.clone();
                }
            }
        }
        path
    }

    /// The path after a move of the board. Conditions on houses that the move takes apart go, for no place can name
    /// their images.
    #[must_use]
    pub fn moved(&self, from: Shape, to: Shape, image: &dyn Fn(Cell) -> Cell) -> PathGoal {
        let place = |place: &StepPlace| place.carried(&from.geometry(), &to.geometry(), image, &|digit| digit);
        PathGoal { conditions: self.conditions.iter().filter_map(|one| one.with_places(&place)).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Transform;
    use crate::logic::{STRATEGIES, pictures};

    fn goal(shape: Shape, conditions: &str) -> PathGoal {
        PathGoal::parse(shape, conditions.split(';').map(str::trim)).expect("conditions")
    }

    fn text(shape: Shape, goal: &PathGoal) -> String {
        goal.texts(shape).join("; ")
    }

    #[test]
    fn places_of_steps_have_only_parts_that_their_strategy_has() {
        let mut unexpected = Vec::new();
        for picture in pictures() {
            let shape = picture.board.shape();
            let Some(step) = picture.step() else { continue };
            let place = StepPlace::of(&step, shape);
            for part in PlacePart::ALL.into_iter().filter(|part| !part.belongs_to(place.strategy, shape)) {
                let digits = (0..shape.n()).map(Digit::from_index);
                let mut all = shape.cells().flat_map(|cell| digits.clone().map(move |digit| (cell, digit)));
                let is_named = all.any(|(cell, digit)| place.names(part, cell, digit, shape));
                if is_named {
                    unexpected.push((part, place.strategy));
                }
            }
        }
        assert_eq!(unexpected, []);
        for strategy in STRATEGIES {
            assert!(PlacePart::ALL.iter().any(|part| part.belongs_to(strategy.id(), Shape::NINE)));
        }
        let latin: Shape = "5 latin".parse().expect("a shape");
        assert!(!PlacePart::Box.belongs_to(StrategyId::LockedCandidates, latin));
    }

    /// A place after each of these parts was named or taken back at r2c4, with the digit 5.
    #[track_caller]
    fn check(place: &str, parts: &[(PlacePart, bool)], expected: &str) {
        let shape = Shape::NINE;
        let (cell, digit) = (shape.cell(1, 3), Digit::new(5));
        let mut goal = goal(shape, place);
        for &(part, is_named) in parts {
            let (_, step) = goal.steps().next().expect("a step");
            let place = step.place.clone().naming(part, cell, digit, is_named, shape);
            assert_eq!(place.names(part, cell, digit, shape), is_named);
            goal = goal.placing(0, &place);
        }
        assert_eq!(text(shape, &goal), expected);
    }

    #[test]
    fn parts_are_named_and_taken_back() {
        use PlacePart::{Box, Candidate, Cell, Column, Eliminated, Pivot, Placed, Row};
        check("x-wing@r7:5", &[(Row, true), (Row, true)], "x-wing@r2,r7:5");
        check("x-wing@r2,r7", &[(Row, false)], "x-wing@r7");
        check("locked-candidates", &[(Box, true), (Column, true), (Column, false)], "locked-candidates@b2");
        check("naked-pair@r1c1", &[(Cell, true)], "naked-pair@r1c1,r2c4");
        check("naked-pair@r2c4", &[(Cell, false)], "naked-pair");
        check("xy-wing@pivot=r1c1", &[(Pivot, true)], "xy-wing@pivot=r2c4");
        check("xy-wing@pivot=r2c4", &[(Pivot, false)], "xy-wing");
        check("hidden-single@r1c1=9", &[(Placed, true)], "hidden-single@r2c4=5");
        check("xy-chain", &[(Candidate, true), (Eliminated, true)], "xy-chain@(5)r2c4,r2c4<>5");
        check("xy-chain@(5)r2c4,r2c4<>15", &[(Candidate, false), (Eliminated, false)], "xy-chain@r2c4<>1");
    }

    #[test]
    fn the_order_of_the_list_can_be_asked_for() {
        let shape = Shape::NINE;
        let path = goal(shape, "x-wing@r2; x-wing>=2; naked-pair first; swordfish? after jellyfish");
        assert!(!path.is_in_order());
        let ordered = path.clone().in_order();
        assert!(ordered.is_in_order());
        let expected = "x-wing@r2; x-wing>=2; naked-pair first after x-wing@r2; \
                        swordfish? after jellyfish after naked-pair";
        assert_eq!(text(shape, &ordered), expected);
        assert_eq!(ordered.clone().in_any_order(), path);
        let moved = ordered.changed(|list| list.swap(0, 2));
        let expected = "naked-pair first; x-wing>=2; x-wing@r2 after naked-pair; \
                        swordfish? after jellyfish after x-wing@r2";
        assert_eq!(text(shape, &moved), expected);
        assert_eq!(path.changed(|list| list.swap(0, 2)).conditions.len(), 4);
        // Another place is one for the steps that speak of it too.
        let place = goal(shape, "x-wing@c3").steps().next().expect("a step").1.place.clone();
        assert!(ordered.placing(0, &place).is_in_order());
        assert!(text(shape, &ordered.placing(0, &place)).contains("after x-wing@c3"));
        assert_eq!(ordered.placing(1, &place), ordered, "a number has no place");
        assert!(!goal(shape, "x-wing").in_order().is_in_order(), "one step has no order");
    }

    #[test]
    fn paths_move_with_the_board() {
        let shape: Shape = "2x3".parse().expect("a shape");
        let path = goal(shape, "x-wing@r1,r4:5 before naked-pair@r1c2; xy-wing@pivot=r6c1,r1c1<>2; bottlenecks<=1");
        let turn = Transform::TurnRight;
        let to = turn.shape(shape);
        let moved = path.moved(shape, to, &|cell| turn.cell(shape, cell));
        let expected = "x-wing@c3,c6:5 before naked-pair@r2c6; xy-wing@pivot=r1c1,r1c6<>2; bottlenecks<=1";
        assert_eq!(text(to, &moved), expected);
        let back = Transform::TurnLeft;
        assert_eq!(moved.moved(to, shape, &|cell| back.cell(to, cell)), path);
        // Rows and columns stay what they are, boxes are taken apart.
        let shift = Transform::Shift { rows: 1, cols: 0 };
        let boxes = goal(shape, "locked-candidates@b1; x-wing@r1");
        let moved = boxes.moved(shape, shape, &|cell| shift.cell(shape, cell));
        assert_eq!(text(shape, &moved), "x-wing@r2");
    }
}

//! The step that a path asks for, as the guided search sees it.

use super::choices::{Choices, Nearness, open_choices};
use super::late_wing::LateWing;
use crate::generate::Request;
use crate::generate::placing::{Images, is_fish, is_single};
use crate::grid::{Cell, CellSet, Puzzle};
use crate::logic::{
    AnyClosure, PlacedStep, Rule, Search, Step, StrategyId, StrategySet, Timing, Unit, choices, strategy,
};
use std::ops::ControlFlow;

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
        self.is_needed && self.comes_first && !(self.tight.is_empty() && self.cells.is_empty())
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
        if self.tight.is_empty() { 0 } else { closure.shape().n() as u32 }
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

#[cfg(test)]
mod tests {
    use super::super::choices::IDLE;
    use super::*;
    use crate::generate::Unwatched;
    use crate::generate::search::judge::Judge;
    use crate::generate::search::{Picking, search};
    use crate::grid::{Candidate, Digit, Pattern, Shape};
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

//! What a setter asks of a puzzle.

use super::{Goal, Mix, Order, PathGoal, Ranking, StrategySet};
use crate::grid::{Pattern, Puzzle, Shape, Theme};

/// What a setter asks of a puzzle: the document holds it, jobs are given it, and requests to generators carry it.
///
/// Two equal designs have the same answer, if it is sought in the same way.
///
/// ```
/// use cluesmith::grid::Pattern;
/// use cluesmith::logic::{Design, Goal, StrategySet};
///
/// let pattern: Pattern = "x.....x..x.....x".parse()?;
/// let design = Design { seed: 7, goal: "own 4..5".parse()?, ..Design::new(pattern, StrategySet::SINGLES) };
/// assert!(matches!(design.goal, Goal::Within(_)));
/// assert_eq!(design.clone().settled(), design);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Design {
    /// Cells that hold the clues, all others stay empty; also says the shape.
    pub pattern: Pattern,
    /// Digits already chosen for some clue cells; empty for none.
    pub fixed: Puzzle,
    /// What is asked of the digits of the clues.
    pub theme: Theme,
    /// Strategies that the solver may use.
    pub strategies: StrategySet,
    /// Strategies of which the trace must have at least one step; a subset of `strategies`.
    pub required: StrategySet,
    /// The order in which the solver tries strategies, easiest first.
    pub ranking: Ranking,
    /// How difficult the puzzle has to be.
    pub goal: Goal,
    /// Steps that the path to the solution has to have, and how many; empty for any.
    pub path: PathGoal,
    /// Whether the puzzle has to be minimal: no clue may be redundant.
    pub minimal: bool,
    /// What the backward method prefers; the other methods take what they find.
    pub mix: Mix,
    /// Seed of all random choices: same design, same method, same answer.
    pub seed: u64,
}

impl Design {
    /// A design without fixed digits, of any difficulty, whose puzzles may have redundant clues, seed 0. A set of
    /// strategies stands for itself in the order of the catalogue.
    pub fn new(pattern: Pattern, order: impl Into<Order>) -> Design {
        let Order { ranking, allowed, required } = order.into();
        Design {
            pattern,
            fixed: Puzzle::empty(pattern.shape),
            theme: Theme::default(),
            strategies: allowed,
            required,
            ranking,
            goal: Goal::Any,
            path: PathGoal::default(),
            minimal: false,
            mix: Mix::default(),
            seed: 0,
        }
    }

    /// Box shape of the grid.
    pub fn shape(&self) -> Shape {
        self.pattern.shape
    }

    /// The strategies with order and ticks.
    pub fn order(&self) -> Order {
        Order { ranking: self.ranking, allowed: self.strategies, required: self.required }
    }

    /// The design with these strategies in this order.
    #[must_use]
    pub fn with_order(self, order: Order) -> Design {
        let Order { ranking, allowed, required } = order;
        Design { ranking, strategies: allowed, required, ..self }
    }

    /// The design on another pattern; fixed digits that do not stand on it go, and so do placed steps that the shape has
    /// no place for, and on another shape the theme.
    #[must_use]
    pub fn on(mut self, pattern: Pattern) -> Design {
        let path = std::mem::take(&mut self.path);
        let path = path.settled(self.shape(), pattern.shape, StrategySet::ALL);
        let has_same_shape = self.fixed.shape() == pattern.shape;
        let fixed = if has_same_shape { self.fixed.masked(&pattern) } else { Puzzle::empty(pattern.shape) };
        let theme = if has_same_shape { self.theme } else { Theme::default() };
        Design { pattern, fixed, theme, path, ..self }
    }

    /// Whether a puzzle of this shape with these strategies can be that difficult: a hardest strategy has to be
    /// ticked, and a scale needs figures for the shape.
    pub fn allows(&self, goal: Goal) -> bool {
        goal.hardest().is_none_or(|id| self.strategies.contains(id))
            && goal.window().is_none_or(|window| window.scale.fits(self.shape()))
    }

    /// Brings the fields into agreement: fixed digits stand on clue cells, required strategies and those of the path are
    /// ticked, and the goal is one that can be.
    #[must_use]
    pub fn settled(self) -> Design {
        let pattern = self.pattern;
        let mut design = self.on(pattern);
        design.required = design.required.intersection(design.strategies);
        design.path = std::mem::take(&mut design.path).settled(pattern.shape, pattern.shape, design.strategies);
        if !design.allows(design.goal) {
            design.goal = Goal::Any;
        }
        design
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, parse_puzzles};

    /// A 2x2 design with a digit in the first cell, after it was settled.
    #[track_caller]
    fn check(pattern: &[usize], strategies: &str, required: &str, goal: &str, expected: &str) {
        let shape = Shape::new(2, 2).expect("supported");
        let pattern = Pattern::new(shape, pattern.iter().map(|&index| Cell::from_index(index)));
        let order: Order = strategies.parse::<StrategySet>().expect("names").into();
        let order = Order { required: required.parse().expect("names"), ..order };
        let design = Design {
            fixed: parse_puzzles(shape, "1...............").expect("a puzzle").remove(0),
            goal: goal.parse().expect("a goal"),
            ..Design::new(pattern, order)
        };
        let settled = design.settled();
        let shown = format!("{} fixed; required {}; {}", settled.fixed.n_clues(), settled.required, settled.goal);
        assert_eq!(shown, expected);
        assert_eq!(settled.clone().settled(), settled);
    }

    /// The path of a 2x3 design after it was put on an empty pattern of another shape.
    #[track_caller]
    fn check_path(path: &str, shape: &str, expected: &str) {
        let from: Shape = "2x3".parse().expect("a shape");
        let to: Shape = shape.parse().expect("a shape");
        let path = PathGoal::parse(from, path.split(';').map(str::trim)).expect("conditions");
        let design = Design { path, ..Design::new(Pattern::empty(from), StrategySet::ALL) };
        let moved = design.on(Pattern::empty(to));
        assert_eq!(moved.path.texts(to).join("; "), expected, "{shape}");
        assert_eq!(moved.clone().settled(), moved);
    }

    #[test]
    fn places_outlast_a_change_of_shape_where_they_mean_the_same() {
        let all = "x-wing; x-wing@r2:5; naked-pair@r6c6; bottlenecks<=1; naked-pair first after x-wing@c1";
        check_path(all, "2x3", all);
        // Boxes of another form, as many rows.
        check_path(all, "3x2", all);
        check_path(all, "6 latin", all);
        // Another number of rows.
        check_path(all, "3x3", "x-wing; bottlenecks<=1");
        check_path("naked-pair first before x-wing", "2x2", "naked-pair first before x-wing");
    }

    #[test]
    fn what_contradicts_the_design_goes() {
        check(&[0, 1], "singles,x-wing", "x-wing", "hardest x-wing", "1 fixed; required x-wing; hardest x-wing");
        check(&[1], "singles,x-wing", "x-wing", "own 1..2", "0 fixed; required x-wing; own 1.0..2.0");
        check(&[0], "singles", "x-wing", "hardest x-wing", "1 fixed; required ; ");
        // Only 9x9 puzzles have a figure of Sudoku Explainer.
        check(&[0], "singles", "naked-single", "se 2.6..3.8", "1 fixed; required naked-single; ");
    }
}

//! How difficult a puzzle shall be: nothing special, a hardest strategy, or a figure within a window.

use crate::grid::quoted;
use crate::logic::{Order, Scale, Sentence, StrategyId, StrategySet, Window, WindowError};
use std::fmt;
use std::str::FromStr;

/// How difficult a puzzle shall be.
///
/// As text, which files hold: nothing, `hardest x-wing`, or a scale and a window such as `se 2.6..3.8`.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Goal {
    /// As it comes.
    #[default]
    Any,
    /// It needs this strategy and nothing that stands behind it in the order.
    Hardest(StrategyId),
    /// It has a figure within the window.
    Within(Window),
}

/// Why a text is no goal.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum GoalError {
    #[error("use \"hardest\" with a strategy, or se, sukaku, hodoku or own with a window, e.g. \"se 2.6..3.8\"")]
    Form,
    #[error("{} is no strategy", quoted(.0))]
    Strategy(String),
    #[error(transparent)]
    Window(#[from] WindowError),
}

impl Goal {
    /// The window, if it is one.
    pub const fn window(self) -> Option<Window> {
        match self {
            Goal::Within(window) => Some(window),
            Goal::Any | Goal::Hardest(_) => None,
        }
    }

    /// The hardest strategy, if it is one.
    pub const fn hardest(self) -> Option<StrategyId> {
        match self {
            Goal::Hardest(id) => Some(id),
            Goal::Any | Goal::Within(_) => None,
        }
    }

    /// What may and must be needed for it. A hardest strategy is required, and of the others only the allowed
    /// ones before it stay: a trace tries them first, so it has a step of the strategy only where they do not
    /// suffice.
    #[must_use]
    pub fn order(self, mut order: Order) -> Order {
        if let Goal::Hardest(id) = self {
            let upto = order.ranking.easier_than(id).intersection(order.allowed);
            order.allowed = upto.union(StrategySet::single(id));
            order.required.insert(id);
        }
        order
    }

    /// For people: `SE 2.6 to 3.8`; empty where anything goes.
    pub fn title(self) -> Sentence {
        match self {
            Goal::Any => Sentence::default(),
            Goal::Hardest(id) => Sentence::compose("hardest: {0}", [Sentence::strategy(id)]),
            Goal::Within(window) => window.title(),
        }
    }

    /// For people, after "puzzle": `with SE 2.6 to 3.8`; empty where anything goes.
    pub fn phrase(self) -> Sentence {
        match self {
            Goal::Any => Sentence::default(),
            Goal::Hardest(id) => Sentence::compose("with {0} as its hardest step", [Sentence::strategy(id)]),
            Goal::Within(window) => Sentence::compose("with {0}", [window.title()]),
        }
    }
}

impl fmt::Display for Goal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Goal::Any => Ok(()),
            Goal::Hardest(id) => write!(f, "hardest {}", id.name()),
            Goal::Within(window) => write!(f, "{} {window}", window.scale.name()),
        }
    }
}

impl FromStr for Goal {
    type Err = GoalError;

    fn from_str(text: &str) -> Result<Goal, GoalError> {
        if text.trim().is_empty() {
            return Ok(Goal::Any);
        }
        let (word, rest) = text.trim().split_once(' ').ok_or(GoalError::Form)?;
        if word == "hardest" {
            let id = StrategySet::ALL.iter().find(|id| id.name() == rest.trim());
            return id.map(Goal::Hardest).ok_or_else(|| GoalError::Strategy(rest.trim().to_owned()));
        }
        let scale: Scale = word.parse().map_err(|_| GoalError::Form)?;
        Ok(Goal::Within(Window::parse(scale, rest)?))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: &str, phrase: &str) {
        let goal = text.parse::<Goal>();
        let shown = goal.as_ref().map_or_else(ToString::to_string, ToString::to_string);
        assert!(shown == expected || expected.ends_with(':') && shown.starts_with(expected), "{text}: {shown}");
        if let Ok(goal) = goal {
            assert_eq!((goal.phrase().text(), goal.to_string().parse()), (phrase, Ok(goal)));
        }
    }

    #[test]
    fn goals_tell_what_they_are() {
        let within: Goal = Goal::Within(Window { scale: crate::logic::Scale::Se, from: 26, to: 38 });
        let hardest = Goal::Hardest(StrategyId::XyWing);
        assert_eq!([Goal::Any, within, hardest].map(|goal| goal.window().is_some()), [false, true, false]);
        assert_eq!([Goal::Any, within, hardest].map(Goal::hardest), [None, None, Some(StrategyId::XyWing)]);
        let titles = [Goal::Any, within, hardest].map(|goal| goal.title().to_string());
        assert_eq!(titles, ["", "SE 2.6 to 3.8", "hardest: XY-wing"]);
    }

    #[test]
    fn goals_parse_and_print() {
        check("", "", "");
        check("hardest x-wing", "hardest x-wing", "with X-wing as its hardest step");
        check("se 2.6..3.8", "se 2.6..3.8", "with SE 2.6 to 3.8");
        check("hodoku  800..1000.5", "hodoku 800.0..1000.5", "with HoDoKu 800 to 1000.5");
        check("own 80", "own 80.0..80.0", "with effort 80");
        check("hardest y-wing", "\"y-wing\" is no strategy", "");
        check(
            "hardest",
            "use \"hardest\" with a strategy, or se, sukaku, hodoku or own with a window, e.g. \"se 2.6..3.8\"",
            "",
        );
        check(
            "easy 1..2",
            "use \"hardest\" with a strategy, or se, sukaku, hodoku or own with a window, e.g. \"se 2.6..3.8\"",
            "",
        );
        check("se 3..2", "the window is empty: it begins above its end", "");
    }

    #[test]
    fn a_hardest_strategy_cuts_the_order() {
        let order: Order = "hidden-single,naked-single,x-wing,locked-candidates".parse().expect("order");
        let cut = Goal::Hardest(StrategyId::XWing).order(order);
        assert_eq!(cut.allowed.to_string(), "naked-single,hidden-single,x-wing");
        assert_eq!(cut.required.to_string(), "x-wing");
        assert_eq!(Goal::Any.order(order), order);
    }
}

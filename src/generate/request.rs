//! What is asked of a generator and what it answers.

use super::certificate_check::Impossible;
use super::sat::RoundStats;
use super::verify::Found;
use crate::grid::{CellSet, House, Pattern, Shape};
use crate::logic::{Design, Goal, Order, PathGoal, StrategySet, Window};
use std::ops::Deref;

/// Stop requests and progress of a running engine.
///
/// Engines poll [`Watch::should_stop`] at least every few milliseconds and return
/// [`Undecided::Stopped`] soon after it says so: within 50 ms, memory released.
pub trait Watch: Sync {
    /// Whether to give up now. Once it says so, it says so for good.
    fn should_stop(&self) -> bool;

    /// Takes what is not needed any more and takes long to release; a front end may do that on another thread.
    fn let_go(&self, what: Box<dyn Send>) {
        drop(what);
    }

    /// What the engine is doing; called at most a few times per millisecond.
    fn report(&self, progress: Progress) {
        let _ = progress;
    }

    /// SAT in rounds is done with one number of rounds.
    fn tried(&self, stats: &RoundStats) {
        let _ = stats;
    }

    /// A puzzle failed the verification and was dropped; the engine goes on. That is a fault of the engine.
    fn dropped(&self) {}
}

/// Never stops, ignores progress.
#[derive(Clone, Copy, Debug)]
pub struct Unwatched;

impl Watch for Unwatched {
    fn should_stop(&self) -> bool {
        false
    }
}

/// What a running engine has to tell.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The method at work.
    pub method: Method,
    /// Cells still open in the best attempt so far, where the method has one.
    pub best_open_cells: Option<usize>,
    /// Steps of the method's own measure: search rebuilds, SAT conflicts or models.
    pub steps: u64,
    /// Size of the formula, where the method has one.
    pub formula: Option<FormulaSize>,
    /// Parts of the search that are done, and how many there are, where the method knows. Parts may differ in size.
    pub parts: Option<(usize, usize)>,
}

impl Progress {
    /// The method at work and its steps, with nothing else to tell.
    pub fn new(method: Method, steps: u64) -> Progress {
        Progress { method, best_open_cells: None, steps, formula: None, parts: None }
    }
}

/// How large a formula is by now.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct FormulaSize {
    /// Variables.
    pub variables: usize,
    /// Clauses given at the start.
    pub clauses: usize,
    /// Loop formulas added on the way.
    pub loop_formulas: u64,
}

/// A way to find clues or refute them.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]
pub enum Method {
    /// All of them, in order or side by side.
    #[default]
    Auto,
    /// Structural bounds: refute in microseconds.
    Bounds,
    /// Ruin and recreate: finds, cannot refute.
    Search,
    /// Depth-first search for naked singles alone, and on sparse patterns for singles and locked candidates: finds and
    /// refutes. On dense patterns with a required fish: refutes.
    Exact,
    /// SAT: finds and refutes.
    Sat,
    /// Backward generation.
    Inverse,
    /// The paper's yardstick: random clues that do not exclude each other, until the strategies solve them.
    ZamaSasano,
    /// Another: random digits, until the strategies solve them.
    GenerateAndTest,
    /// Another: all digits in order.
    BruteForce,
}

impl Method {
    /// Every method in the order of the command line.
    pub const ALL: [Method; 9] = [
        Method::Auto,
        Method::Bounds,
        Method::Search,
        Method::Exact,
        Method::Sat,
        Method::Inverse,
        Method::ZamaSasano,
        Method::GenerateAndTest,
        Method::BruteForce,
    ];

    /// Whether it is there for comparison only, as a baseline of Nishikawa and Toda.
    pub const fn is_baseline(self) -> bool {
        matches!(self, Method::ZamaSasano | Method::GenerateAndTest | Method::BruteForce)
    }

    /// Why the method gives up on a grid of this size: the complete ones go up to 16 rows.
    pub(super) fn too_large(self, shape: Shape) -> Option<String> {
        let name = match self {
            Method::Exact => "Exact search",
            Method::Sat => "SAT",
            _ => return None,
        };
        shape.is_large().then(|| format!("{name} works on grids of up to 16 rows; the method search works on all."))
    }

    /// Name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Method::Auto => "auto",
            Method::Bounds => "bounds",
            Method::Search => "search",
            Method::Exact => "exact",
            Method::Sat => "sat",
            Method::Inverse => "inverse",
            Method::ZamaSasano => "zama-sasano",
            Method::GenerateAndTest => "generate-and-test",
            Method::BruteForce => "brute-force",
        }
    }
}

/// A question to the generators: a design in their terms.
///
/// A hardest strategy is told by what may and must be needed, so the goal of the design is a window or nothing.
/// Everything else reads as in the design.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Request(Design);

impl Deref for Request {
    type Target = Design;

    fn deref(&self) -> &Design {
        &self.0
    }
}

impl From<Design> for Request {
    fn from(design: Design) -> Request {
        let order = design.goal.order(design.order());
        let goal = design.goal.window().map_or(Goal::Any, Goal::Within);
        Request(Design { goal, ..design.with_order(order) })
    }
}

impl Request {
    /// A question without required strategies, fixed digits and window of difficulty, seed 0; the strategies are
    /// tried in the order of the catalogue.
    pub fn new(pattern: Pattern, strategies: StrategySet) -> Request {
        Design::new(pattern, strategies).into()
    }

    /// A question without fixed digits and window of difficulty, seed 0, for a setter's own order.
    pub fn in_order(pattern: Pattern, order: Order) -> Request {
        Design::new(pattern, order).into()
    }

    /// The question about a changed design.
    #[must_use]
    pub fn with(&self, change: impl FnOnce(&mut Design)) -> Request {
        let mut design = self.0.clone();
        change(&mut design);
        design.into()
    }

    /// Asks for a puzzle as difficult as that. A window that was asked for before stays unless there is another.
    #[must_use]
    pub fn with_goal(&self, goal: Goal) -> Request {
        let window = goal.window().or(self.window());
        let request = self.with(|design| design.goal = goal);
        Request(Design { goal: window.map_or(Goal::Any, Goal::Within), ..request.0 })
    }

    /// The difficulty that the puzzle must have.
    pub fn window(&self) -> Option<Window> {
        self.goal.window()
    }

    /// The question as the complete methods take it: without what they know nothing of, which is the window of
    /// difficulty, the path, and that no clue may be redundant. If it has no answer, the question has none.
    #[must_use]
    pub fn relaxed(&self) -> Request {
        self.with(|design| (design.goal, design.minimal, design.path) = (Goal::Any, false, PathGoal::default()))
    }

    /// [`Request::relaxed`] with what clauses can say of the path: the first step that must be needed and has the
    /// base-and-cover form. Where digits may be renamed, it may have any digits.
    #[must_use]
    pub fn relaxed_to_clauses(&self) -> Request {
        let mut path = self.path.relaxed();
        if self.fixed.n_clues() == 0 && self.pattern.shape.treats_digits_alike() {
            path = path.with_any_digits();
        }
        self.relaxed().with(|design| design.path = path)
    }

    /// Whether the hardest allowed strategy is required: then no puzzle is found without it.
    pub(crate) fn requires_hardest(&self) -> bool {
        self.ranking.hardest(self.strategies).is_some_and(|hardest| self.required.contains(hardest))
    }

    /// Whether renaming the digits that no fixed clue uses turns answers into answers.
    ///
    /// A trace takes the first of several steps, so which strategies it needs may depend on the
    /// digits: a question about the trace has no such symmetry. The hardest strategy is an
    /// exception: it is needed where all others together do not solve the puzzle, whatever their order.
    /// A window does not count: the complete methods are asked the [relaxed](Request::relaxed) question. A path does,
    /// unless it is a single step of which no digit is named and which must be needed, whatever the order of the
    /// steps.
    pub fn has_digit_symmetry(&self) -> bool {
        let hardest = self.ranking.hardest(self.strategies).map_or(StrategySet::EMPTY, StrategySet::single);
        self.pattern.shape.treats_digits_alike()
            && self.theme.treats_digits_alike()
            && self.required.is_subset(hardest)
            && self.path == self.path.relaxed()
            && !self.path.names_digits()
    }

    /// Why no puzzle can be as asked for, where that is plain without a search; one sentence.
    pub fn obstacle(&self) -> Option<String> {
        if let Some(id) = self.required.difference(self.strategies).iter().next() {
            return Some(format!("{} must be needed, but may not be used", id.title()));
        }
        if let Some(house) = self.minimal.then(|| self.full_house()).flatten() {
            return Some(format!("{house} holds nothing but clues, so one of them is redundant"));
        }
        let window = self.window().and_then(|window| window.obstacle(&self.order(), &self.pattern));
        window.or_else(|| self.path.obstacle(&self.order()))
    }

    /// The name of a house whose cells all are clue cells.
    fn full_house(&self) -> Option<String> {
        let geometry = &*self.pattern.shape.geometry();
        let is_full = |house: &House| geometry.house_sets[house.index()].is_subset(&self.pattern.cells);
        geometry.houses().find(is_full).map(|house| geometry.house_name(house))
    }
}

/// The answer of a generator.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Outcome {
    /// Clues that the strategies solve, verified.
    Found(Box<Found>),
    /// There are none.
    Impossible(Impossible),
    /// No answer.
    Undecided(Undecided),
}

/// Why no clues exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Reason {
    /// One sentence for the setter.
    pub sentence: String,
    /// The cells that are to blame, for marking; empty where no cells stand out.
    pub cells: CellSet,
}

/// Why there is no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Undecided {
    /// [`Watch::should_stop`] said so.
    Stopped,
    /// The method cannot decide this request; one sentence says why.
    GaveUp(String),
}

impl Outcome {
    /// The found puzzle, if any.
    pub fn found(&self) -> Option<&Found> {
        match self {
            Outcome::Found(found) => Some(found),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::Shape;
    use crate::logic::{Ranking, StrategyId};

    #[track_caller]
    fn check(strategies: &str, required: &str, expected: bool) {
        let mut request = Request::new(Pattern::empty(Shape::NINE), strategies.parse().expect("names"));
        if !required.is_empty() {
            request = request.with(|design| design.required = required.parse().expect("names"));
        }
        assert_eq!(request.has_digit_symmetry(), expected, "{strategies}; {required}");
    }

    #[test]
    fn digits_are_alike_unless_the_trace_matters() {
        check("paper", "", true);
        check("paper", "locked-candidates", true);
        check("paper", "hidden-single", false);
        check("paper", "hidden-single,locked-candidates", false);
        check("paper,x-wing", "locked-candidates", false);
        check("paper,x-wing", "x-wing", true);
        check("naked-single", "naked-single", true);
    }

    /// What is asked of the engines for these goals, one after the other.
    #[track_caller]
    fn check_goals(strategies: &str, goals: &[&str], expected: &str) {
        let design = Design::new(Pattern::empty(Shape::NINE), strategies.parse::<StrategySet>().expect("names"));
        let goals: Vec<Goal> = goals.iter().map(|goal| goal.parse().expect("a goal")).collect();
        let request = goals[1..]
            .iter()
            .fold(Request::from(Design { goal: goals[0], ..design }), |request, &goal| request.with_goal(goal));
        assert_eq!(format!("{}; {}; {}", request.strategies, request.required, request.goal), expected);
    }

    #[test]
    fn a_hardest_strategy_is_told_by_the_order() {
        check_goals("singles", &[""], "naked-single,hidden-single; ; ");
        check_goals("full-house,singles,x-wing", &["hardest naked-single"], "full-house,naked-single; naked-single; ");
        check_goals("singles", &["hardest x-wing"], "naked-single,hidden-single,x-wing; x-wing; ");
        check_goals("naked-single", &["se 2.6..3.8"], "naked-single; ; se 2.6..3.8");
        // A window stays until there is another.
        check_goals(
            "naked-single",
            &["se 2.6..3.8", "hardest naked-single"],
            "naked-single; naked-single; se 2.6..3.8",
        );
        check_goals("naked-single", &["se 2.6..3.8", "own 1.0..2.0"], "naked-single; ; own 1.0..2.0");
        check_goals("naked-single", &["se 2.6..3.8", ""], "naked-single; ; se 2.6..3.8");
    }

    /// What the complete methods are asked, and why no puzzle can be as asked for.
    #[test]
    fn a_relaxed_question_asks_for_less() {
        let plain = Request::new(Pattern::empty(Shape::NINE), StrategySet::SINGLES);
        let minimal = plain.with(|design| design.minimal = true);
        assert_eq!((plain.relaxed(), minimal.relaxed()), (plain.clone(), plain.clone()));
        assert_eq!(minimal.with_goal("se 2.3".parse().expect("a goal")).relaxed(), plain);
        // A hardest strategy stays.
        let hardest = plain.with_goal("hardest hidden-single".parse().expect("a goal"));
        assert_eq!(hardest.with(|design| design.minimal = true).relaxed(), hardest);
        let column = Pattern::new(Shape::NINE, (0..9).map(|row| Shape::NINE.cell(row, 3)));
        let why = "column 4 holds nothing but clues, so one of them is redundant";
        assert_eq!((minimal.obstacle(), plain.with(|design| design.pattern = column).obstacle()), (None, None));
        assert_eq!(minimal.with(|design| design.pattern = column).obstacle().as_deref(), Some(why));
    }

    /// What is hardest is a matter of the setter's order.
    #[test]
    fn the_hardest_strategy_is_that_of_the_order() {
        let order: Order = Order { required: "naked-single".parse().expect("name"), ..StrategySet::SINGLES.into() };
        assert!(!Request::in_order(Pattern::empty(Shape::NINE), order).has_digit_symmetry());
        let ranking = Ranking::new([StrategyId::HiddenSingle, StrategyId::NakedSingle]);
        let turned = Request::in_order(Pattern::empty(Shape::NINE), Order { ranking, ..order });
        assert!(turned.has_digit_symmetry());
    }
}

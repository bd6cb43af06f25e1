use super::*;
use crate::generate::Unwatched;
use crate::grid::{Candidate, Shape, Theme, parse_puzzles};
use crate::logic::checker::CheckError;
use crate::logic::{Design, Goal, Order, PathGoal, Scale, Step, StrategyId, StrategySet, Window, solutions, solve};
use std::sync::atomic::{AtomicUsize, Ordering};

/// Naked singles solve it in twelve steps, with a figure of 4.7 on our own scale.
const EASY: &str = "1.....3..1.....2";
/// Naked singles alone do not solve it, hidden singles do.
const HIDDEN: &str = "........64..3.42........4..5.116..4.";

fn puzzle(text: &str) -> Puzzle {
    let shape = if text.len() == 16 { Shape::new(2, 2) } else { Shape::new(2, 3) }.expect("a shape");
    parse_puzzles(shape, text).expect("a puzzle").remove(0)
}

/// Asks for a puzzle on the cells of `asked`, changes the question, and claims `claimed`.
#[track_caller]
#[allow(clippy::needless_pass_by_value, reason = "expectations read better without a reference")]
fn check(order: &str, asked: &str, change: fn(&mut Design), claimed: &str, expected: Result<(), VerifyError>) {
    let request = Request::in_order(puzzle(asked).pattern(), order.parse::<Order>().expect("an order")).with(change);
    let claimed = puzzle(claimed);
    let found = verify(&request, &claimed, Method::Exact, &Unwatched);
    assert_eq!(found.as_ref().map(|_| ()).map_err(Clone::clone), expected, "{order}: {claimed}");
    assert_eq!(judge(&request, &claimed, &Unwatched), found.clone().map(|found| found.verified));
    if let Ok(found) = found {
        assert_eq!((found.puzzle(), found.method()), (&claimed, Method::Exact));
        assert_eq!(found.trace(), &solve(&claimed, request.order()));
        assert_eq!(vec![found.solution().clone()], solutions(&claimed, 2));
        let Found { verified, .. } = &found;
        let parts = (verified.puzzle(), verified.solution(), verified.trace());
        assert_eq!(parts, (found.puzzle(), found.solution(), found.trace()));
    }
}

fn fix(design: &mut Design, cell: usize, digit: u8) {
    design.fixed.set(Cell::from_index(cell), Some(Digit::new(digit)));
}

fn within(design: &mut Design, scale: Scale, figures: &str) {
    design.goal = Goal::Within(Window::parse(scale, figures).expect("a window"));
}

#[test]
fn good_puzzles_are_accepted() {
    check("naked-single", EASY, |_| {}, EASY, Ok(()));
    check("naked-single", EASY, |design| fix(design, 0, 1), EASY, Ok(()));
    check("hidden-single", HIDDEN, |_| {}, HIDDEN, Ok(()));
    check("naked-single,+hidden-single", HIDDEN, |_| {}, HIDDEN, Ok(()));
    check("naked-single", EASY, |design| within(design, Scale::Own, "4.7"), EASY, Ok(()));
}

#[test]
fn clues_must_stand_where_they_are_asked_for() {
    for asked in ["1.....3..1......", "1.....3..1....12", "1.....3..1....1."] {
        check("singles", asked, |_| {}, EASY, Err(VerifyError::WrongCells));
    }
    let elsewhere = |design: &mut Design| design.pattern.shape = Shape::new(2, 3).expect("a shape");
    check("singles", EASY, elsewhere, EASY, Err(VerifyError::WrongCells));
}

#[test]
fn fixed_digits_must_be_kept() {
    let changed = || Err(VerifyError::FixedDigitChanged);
    check("singles", EASY, |design| fix(design, 0, 2), EASY, changed());
    check("singles", EASY, |design| fix(design, 1, 3), EASY, changed());
    check("singles", EASY, |design| design.fixed = Puzzle::empty(Shape::NINE), EASY, changed());
}

#[test]
fn themes_must_be_kept() {
    let broken = |sentence: &str| Err(VerifyError::ThemeBroken(sentence.to_owned()));
    let kept: fn(&mut Design) = |design| {
        design.theme = Theme::parse(design.shape(), "odd=r1c1,r2c3; each digit at most 2").expect("a theme");
    };
    check("naked-single", EASY, kept, EASY, Ok(()));
    check(
        "naked-single",
        EASY,
        |design| design.theme = Theme::parse(design.shape(), "even=r1c1").expect("a theme"),
        EASY,
        broken("r1c1=1 breaks the theme \u{201c}even=r1c1\u{201d}"),
    );
    check(
        "naked-single",
        EASY,
        |design| design.theme = Theme::parse(design.shape(), "symmetry half-turn complement").expect("a theme"),
        EASY,
        broken("r1c1=1 and r4c4=2 break the theme \u{201c}symmetry half-turn complement\u{201d}"),
    );
}

#[test]
fn puzzles_must_be_proper() {
    for (claimed, n_solutions) in
        [("12..............", 2), ("1.....3..1......", 2), ("11..............", 0), ("123....4........", 0)]
    {
        check("all", claimed, |_| {}, claimed, Err(VerifyError::NotProper(n_solutions)));
        let told = proper(&puzzle(claimed), false, &Unwatched);
        assert_eq!(told, Err(VerifyError::NotProper(n_solutions)), "{claimed}");
    }
}

#[test]
fn the_allowed_strategies_must_solve() {
    check("naked-single", HIDDEN, |_| {}, HIDDEN, Err(VerifyError::NotSolved));
    check("naked-pair", EASY, |_| {}, EASY, Err(VerifyError::NotSolved));
}

#[test]
fn required_strategies_must_be_needed() {
    check("naked-single,+hidden-single", EASY, |_| {}, EASY, Err(VerifyError::RequiredMissing));
    check("+naked-single,hidden-single,+x-wing", HIDDEN, |_| {}, HIDDEN, Err(VerifyError::RequiredMissing));
}

/// Conditions on the path of a puzzle of 2x3, one after the other; the first one that does not hold is refused.
#[track_caller]
fn check_path(order: &str, claimed: &str, conditions: &[&str], expected: Option<&str>) {
    let text = puzzle(claimed);
    let path = PathGoal::parse(text.shape(), conditions.iter().copied()).expect("conditions");
    let order: Order = order.parse().expect("an order");
    let request = Request::in_order(text.pattern(), order).with(|design| design.path = path);
    let found = verify(&request, &text, Method::Search, &Unwatched);
    assert_eq!(found.as_ref().err(), expected.map(|text| VerifyError::PathMissing(text.to_owned())).as_ref());
    if let Ok(found) = found {
        assert!(found.path().iter().all(|report| report.step < found.trace().steps.len()));
        assert_eq!(found.path().len(), request.path.steps().count());
    }
}

#[test]
fn the_path_must_be_as_asked_for() {
    let trace = solve(&puzzle(HIDDEN), StrategySet::SINGLES);
    let shape = trace.puzzle.shape();
    let (first, last) = (&trace.steps[0], &trace.steps[trace.steps.len() - 1]);
    let name = |step: &Step| format!("{}@{}", step.strategy().name(), step.placed()[0].placed_name(shape));
    let (first, last) = (name(first), name(last));
    check_path("singles", HIDDEN, &[&format!("{first}? first"), &format!("{last}? last")], None);
    let wrong = format!("{first}? last");
    check_path("singles", HIDDEN, &["hidden-single?", &wrong], Some(&wrong));
    let wrong = format!("{last} first");
    check_path("singles", HIDDEN, &[&wrong], Some(&wrong));
    check_path("singles", HIDDEN, &[&format!("{first}? before {last}")], None);
    let wrong = format!("{first}? after {last}");
    check_path("singles", HIDDEN, &[&wrong], Some(&wrong));
    let n_hidden = trace.steps.iter().filter(|step| step.strategy() == StrategyId::HiddenSingle).count();
    check_path("singles", HIDDEN, &[&format!("hidden-single={n_hidden}"), "hidden-single"], None);
    for wrong in [format!("hidden-single>={}", n_hidden + 1), format!("hidden-single<={}", n_hidden - 1)] {
        check_path("singles", HIDDEN, &["bottlenecks=0", &wrong], Some(&wrong));
    }
    check_path("singles", HIDDEN, &["open-singles=0"], Some("open-singles=0"));
    // Naked singles do what one hidden single does, but not what all of them do.
    let hidden = trace.steps.iter().find(|step| step.strategy() == StrategyId::HiddenSingle);
    let elsewhere = format!("hidden-single@{}", hidden.map_or("", |_| "r1c1=1"));
    check_path("singles", HIDDEN, &[&elsewhere], Some(&elsewhere));
    // A step that another one replaces is possible, but not needed.
    check_path("naked-single,hidden-single", EASY, &["hidden-single?"], None);
    check_path("naked-single,hidden-single", EASY, &["hidden-single"], Some("hidden-single"));
    check_path("naked-single", EASY, &["naked-single"], None);
}

#[test]
fn each_clue_must_be_needed_if_that_is_asked_for() {
    let minimal = |design: &mut Design| design.minimal = true;
    let redundant = |cell: &str| Err(VerifyError::Redundant(cell.to_owned()));
    check("naked-single", EASY, minimal, EASY, Ok(()));
    check("hidden-single,naked-single", HIDDEN, minimal, HIDDEN, Ok(()));
    // The digit of the solution in r1c3 as well.
    let surplus = "1.2...3..1.....2";
    check("naked-single", surplus, |_| {}, surplus, Ok(()));
    check("naked-single", surplus, minimal, surplus, redundant("r1c3"));
    let told = |is_minimal| proper(&puzzle(surplus), is_minimal, &Unwatched).map(|proper| proper.puzzle);
    assert_eq!((told(false), told(true).err()), (Ok(puzzle(surplus)), redundant("r1c3").err()));
}

/// The solver that looks for a second solution is not believed: what it shows must be one.
#[test]
fn clues_are_needed_only_where_a_second_solution_shows_it() {
    #[track_caller]
    #[allow(clippy::needless_pass_by_value, reason = "expectations read better without a reference")]
    fn check(spoil: fn(&Puzzle, Cell, Option<Puzzle>) -> Option<Puzzle>, expected: Result<(), VerifyError>) {
        let witness = move |puzzle: &Puzzle, cell: Cell, should_stop: &dyn Fn() -> bool| {
            solution_without(puzzle, cell, should_stop).map(|other| spoil(puzzle, cell, other))
        };
        assert_eq!(check_needed(&puzzle(EASY), &witness, &Unwatched), expected);
    }
    let redundant = || Err(VerifyError::Redundant("r1c1".to_owned()));
    check(|_, _, other| other, Ok(()));
    check(|_, _, _| None, redundant());
    // The solution itself.
    check(|puzzle, _, _| solutions(puzzle, 1).pop(), redundant());
    // Another clue is changed too.
    check(|_, _, _| Some(puzzle("4231132424133142")), redundant());
    // No grid, or none of this shape.
    let open = |_: &Puzzle, cell, other: Option<Puzzle>| {
        other.map(|mut other| {
            other.set(cell, None);
            other
        })
    };
    check(open, redundant());
    check(|puzzle, _, _| Some(Puzzle::from_values(puzzle.shape(), &[1; 16])), redundant());
    check(|_, _, _| Some(puzzle(HIDDEN)), redundant());
    let stopped = check_needed(&puzzle(EASY), &|_, _, _| None, &Unwatched);
    assert_eq!(stopped, Err(VerifyError::Stopped));
}

#[test]
fn difficulty_must_lie_in_the_window() {
    let outside = || Err(VerifyError::OutsideWindow);
    check("naked-single", EASY, |design| within(design, Scale::Own, "4.8..9"), EASY, outside());
    check("naked-single", EASY, |design| within(design, Scale::Own, "0..4.6"), EASY, outside());
    // Only puzzles of 9x9 have a figure there.
    check("naked-single", EASY, |design| within(design, Scale::Se, "0..9"), EASY, outside());
}

/// Spoils the trace of a good puzzle.
#[track_caller]
#[allow(clippy::needless_pass_by_value, reason = "expectations read better without a reference")]
fn check_spoiled(order: &str, text: &str, spoil: impl FnOnce(&mut Trace), expected: Result<(), VerifyError>) {
    let puzzle = puzzle(text);
    let request = Request::in_order(puzzle.pattern(), order.parse::<Order>().expect("an order"));
    let solution = only_solution(&request, &puzzle, &Unwatched).expect("one solution");
    let mut trace = solve(&puzzle, request.order());
    assert_eq!(check_trace(&request, &puzzle, &solution, &trace, &Unwatched), Ok(Vec::new()));
    spoil(&mut trace);
    assert_eq!(check_trace(&request, &puzzle, &solution, &trace, &Unwatched), expected.map(|()| Vec::new()));
}

fn name(text: &str, candidate: Candidate) -> String {
    candidate.placed_name(puzzle(text).shape())
}

#[test]
fn every_step_must_hold() {
    let bad = |index, error| Err(VerifyError::BadStep { index, error });
    let trace = solve(&puzzle(EASY), "naked-single".parse::<Order>().expect("an order"));
    assert_eq!(trace.steps.len(), 12);
    for index in 0..12 {
        let board = trace.board_before(index);
        let step = &trace.steps[index];
        let place = |candidate| Step::place(StrategyId::NakedSingle, candidate, step.evidence().clone());
        // A digit that is ruled out already.
        let cell = step.placed()[0].cell;
        let gone = (0..4).map(|digit| Candidate::new(cell, Digit::from_index(digit))).find(|&c| !board.has(c));
        let gone = gone.expect("the cell has one digit left");
        let error = CheckError::NotACandidate(name(EASY, gone));
        check_spoiled("naked-single", EASY, |trace| trace.steps[index] = place(gone), bad(index, error));
        // A digit of a cell that the evidence does not speak of, right or wrong.
        let open = (0..64).map(|at| Candidate::from_index(board.shape(), at));
        for other in open.filter(|c| c.cell != cell && board.has(*c) && board.value(c.cell).is_none()) {
            let error = CheckError::NotRefuted(name(EASY, other));
            check_spoiled("naked-single", EASY, |trace| trace.steps[index] = place(other), bad(index, error));
        }
        // The step a second time.
        let error = CheckError::NotACandidate(name(EASY, step.placed()[0]));
        let repeat = |trace: &mut Trace| trace.steps.insert(index, step.clone());
        check_spoiled("naked-single", EASY, repeat, bad(index + 1, error));
    }
    // The last step has no reason yet at the beginning.
    let error = CheckError::NotRefuted(name(EASY, trace.steps[11].placed()[0]));
    check_spoiled("naked-single", EASY, |trace| trace.steps.rotate_right(1), bad(0, error));
}

#[test]
fn the_trace_must_go_to_the_end() {
    for n_missing in 1..=12 {
        let cut = |trace: &mut Trace| trace.steps.truncate(12 - n_missing);
        check_spoiled("naked-single", EASY, cut, Err(VerifyError::EndsEarly(n_missing)));
    }
    let stuck = |verdict| move |trace: &mut Trace| trace.verdict = verdict;
    check_spoiled("naked-single", EASY, stuck(TraceVerdict::Stuck), Err(VerifyError::NotSolved));
    check_spoiled("naked-single", EASY, stuck(TraceVerdict::Broken), Err(VerifyError::NotSolved));
    // The end that is shown is that of the steps.
    let early = |trace: &mut Trace| trace.end = trace.board_before(11);
    check_spoiled("naked-single", EASY, early, Err(VerifyError::WrongEnd));
}

#[test]
fn the_trace_must_be_that_of_the_puzzle_and_the_request() {
    let other = |trace: &mut Trace| *trace = solve(&puzzle("...5...6..3...3...51....4...6....15."), trace_order());
    check_spoiled("hidden-single", HIDDEN, other, Err(VerifyError::OtherPuzzle));
    let easier = |trace: &mut Trace| *trace = solve(&trace.puzzle, trace_order());
    let first_naked = solve(&puzzle(HIDDEN), trace_order())
        .steps
        .iter()
        .position(|step| step.strategy() == StrategyId::NakedSingle)
        .expect("a naked single");
    check_spoiled("hidden-single", HIDDEN, easier, Err(VerifyError::NotAllowed(first_naked)));
    let without = |trace: &mut Trace| *trace = solve(&trace.puzzle, StrategySet::single(StrategyId::HiddenSingle));
    check_spoiled("+naked-single,hidden-single", HIDDEN, without, Err(VerifyError::RequiredMissing));
}

/// Both singles.
fn trace_order() -> Order {
    "singles".parse().expect("an order")
}

/// Says stop after so many looks; counts puzzles that were dropped.
struct StopAfter(AtomicUsize, usize, AtomicUsize);

impl Watch for StopAfter {
    fn should_stop(&self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed) >= self.1
    }

    fn dropped(&self) {
        self.2.fetch_add(1, Ordering::Relaxed);
    }
}

/// Stopped at any look, nothing is found, and nobody is told that the puzzle was bad.
#[test]
fn a_stopped_check_says_so() {
    let puzzle = puzzle(EASY);
    let request = Request::in_order(puzzle.pattern(), trace_order());
    let look = |n_looks| {
        let watch = StopAfter(AtomicUsize::new(0), n_looks, AtomicUsize::new(0));
        let result = verify(&request, &puzzle, Method::Search, &watch);
        if let Err(error) = &result {
            error.tell(&watch);
        }
        (result.err(), watch.0.into_inner(), watch.2.into_inner())
    };
    let (accepted, n_looks, _) = look(usize::MAX);
    assert_eq!(accepted, None);
    assert!(n_looks >= 12, "a look for each step at least: {n_looks}");
    for n in 0..n_looks {
        assert_eq!(look(n), (Some(VerifyError::Stopped), n + 1, 0));
    }
    let watch = StopAfter(AtomicUsize::new(0), 0, AtomicUsize::new(0));
    VerifyError::NotSolved.tell(&watch);
    assert_eq!(watch.2.into_inner(), 1);
}

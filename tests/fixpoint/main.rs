//! Every set of strategies of the base-and-cover form has one end state: whatever the order of the steps, for
//! the step solver, for the closure engine, for the generators and for a naive fixed point that is written here from
//! the definition.

mod generators;
mod naive;
mod puzzles;

use cluesmith::grid::{Cell, Constraint, DigitSet, Puzzle, SHAPES, Shape, content_lines};
use cluesmith::logic::{Board, Order, Ranking, StrategyId, StrategySet, TraceVerdict, checker, closure_of, solve};
use naive::Naive;
use puzzles::puzzle;
use rand::seq::SliceRandom;
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// Some of the strategies, in a random order; some that place digits among them.
pub(crate) fn order(random: &mut impl Rng) -> Vec<StrategyId> {
    let mut order: Vec<StrategyId> = StrategySet::BASIC.iter().filter(|_| random.random_bool(0.5)).collect();
    if random.random_bool(0.25) {
        order.push(StrategyId::FullHouse);
    }
    if !order.iter().any(|id| StrategySet::SINGLES.contains(*id)) && random.random_bool(0.9) {
        order.push([StrategyId::NakedSingle, StrategyId::HiddenSingle][random.random_range(0..2)]);
    }
    order.shuffle(random);
    order
}

pub(crate) fn in_order(order: &[StrategyId]) -> Order {
    Order { ranking: Ranking::new(order.iter().copied()), ..order.iter().copied().collect::<StrategySet>().into() }
}

/// The digits left in each cell; filled cells are marked.
fn text(shape: Shape, left: impl Fn(Cell) -> DigitSet, is_filled: impl Fn(Cell) -> bool) -> String {
    let cell = |cell| {
        let digits: String = left(cell).iter().map(|digit| digit.to_string()).collect();
        if is_filled(cell) { format!("={digits}") } else { digits }
    };
    shape.cells().map(cell).collect::<Vec<_>>().join(" ")
}

/// What a trace was like.
#[derive(Default, Debug)]
struct Tally {
    n_solved: usize,
    n_stuck: usize,
    /// Steps that have bases whose digit is placed already.
    n_with_met: usize,
}

/// Solves in this order and from the definition; both must end alike, with every step proved.
#[track_caller]
fn check(puzzle: &Puzzle, order: &[StrategyId], tally: &mut Tally) {
    let shape = puzzle.shape();
    let names: Vec<&str> = order.iter().map(|id| id.name()).collect();
    let strategies: StrategySet = order.iter().copied().collect();
    let naive = Naive::new(puzzle).close(strategies);
    let expected = text(shape, |cell| DigitSet(naive.left[cell.index()] as u16), |cell| naive.is_filled[cell.index()]);
    let trace = solve(puzzle, in_order(order));
    let board = |board: &Board| text(shape, |c| board.marks(c), |c| board.value(c).is_some());
    assert_eq!(board(&trace.end), expected, "solve --order {} on {shape} {puzzle}", names.join(","));
    if strategies.is_subset(StrategySet::BASIC) {
        assert_eq!(board(&closure_of(puzzle, strategies)), expected, "closure by {strategies} of {shape} {puzzle}");
    }
    let mut before = trace.board_before(0);
    for step in &trace.steps {
        let sentence = step.sentence(&before);
        assert_eq!(checker::check_step(&before, step), Ok(()), "{sentence} on {shape} {puzzle}");
        let is_met = |base: &&Constraint| before.is_met(**base);
        let n_met = step.evidence().bases.iter().filter(is_met).count();
        assert_eq!(sentence.matches("(already ").count(), n_met, "{sentence}");
        assert_eq!(step.met_cells(&before).len(), n_met, "{sentence}");
        tally.n_with_met += usize::from(n_met > 0);
        step.apply(&mut before);
    }
    match trace.verdict {
        TraceVerdict::Solved => tally.n_solved += 1,
        TraceVerdict::Stuck => tally.n_stuck += 1,
        TraceVerdict::Broken => panic!("{shape} {puzzle} has a solution"),
    }
}

/// Random puzzles of each shape with random strategies in random orders; `CLUESMITH_FIXPOINTS` asks for so many in all.
#[test]
fn the_end_state_does_not_depend_on_the_order() {
    let asked = std::env::var("CLUESMITH_FIXPOINTS").ok().map(|n| n.parse::<usize>().expect("a number of puzzles"));
    let random = &mut Xoshiro256PlusPlus::seed_from_u64(17);
    for shape in SHAPES {
        // The naive fixed point is slow on large grids.
        let n_puzzles = match (shape.n(), asked) {
            (..=9, asked) => asked.unwrap_or(1000) * 13 / 100,
            (12, asked) => asked.unwrap_or(1000) * 4 / 100,
            (_, asked) => asked.unwrap_or(500) / 100,
        };
        let mut tally = Tally::default();
        for _ in 0..n_puzzles {
            let puzzle = puzzle(shape, random);
            let mut order = order(random);
            check(&puzzle, &order, &mut tally);
            order.shuffle(random);
            check(&puzzle, &order, &mut tally);
        }
        eprintln!("{shape}: {n_puzzles} puzzles, {tally:?}");
        assert!(tally.n_solved > 0 && tally.n_stuck > 0 && tally.n_with_met > 0, "{shape}: {tally:?}");
    }
}

/// The end state of a puzzle in either order of two strategies, and the first step with a filled cell.
#[track_caller]
fn check_pair(puzzle: &str, order: [StrategyId; 2], expected: &str) {
    let puzzle = content_lines(puzzle).next().and_then(|line| line.puzzle(Shape::NINE).ok()).expect("a puzzle");
    let mut sentences = Vec::new();
    for order in [order, [order[1], order[0]]] {
        check(&puzzle, &order, &mut Tally::default());
        let trace = solve(&puzzle, in_order(&order));
        let steps = trace.steps.iter().enumerate().map(|(i, step)| step.sentence(&trace.board_before(i)));
        let sentence = steps.into_iter().find(|sentence| sentence.contains("(already "));
        sentences.push(format!("{:?}; {}", trace.verdict, sentence.unwrap_or_default()));
    }
    sentences.sort();
    assert_eq!(sentences.join("\n"), expected);
}

#[test]
fn a_placed_digit_is_still_a_base() {
    check_pair(
        "....7...6..19..2..4...2..39.4.....7.69.....12.5.....8.37..5...4..5..23..8...3....",
        [StrategyId::NakedSingle, StrategyId::NakedTriple],
        "",
    );
}

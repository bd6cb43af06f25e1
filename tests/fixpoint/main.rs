//! Every set of strategies of the base-and-cover form has one end state: whatever the order of the steps, for
//! the step solver, for the closure engine, for the generators and for a naive fixed point that is written here from
//! the definition.

#[path = "../common/mod.rs"]
mod common;
mod definition;
mod generators;
mod naive;
mod puzzles;

use cluesmith::grid::{Cell, Constraint, DigitSet, Puzzle, Shape, content_lines};
use cluesmith::logic::{Board, Order, Ranking, StrategyId, StrategySet, TraceVerdict, checker, closure_of, solve};
use common::all_shapes;
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
#[allow(clippy::struct_field_names, reason = "all are numbers of puzzles or steps")]
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
    let expected = text(shape, |cell| DigitSet(naive.left[cell.index()]), |cell| naive.is_filled[cell.index()]);
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
        assert_eq!(sentence.text().matches("(already ").count(), n_met, "{sentence}");
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
    for shape in all_shapes() {
        // The naive fixed point is slow on large grids.
        let n_puzzles = match (shape.n(), asked) {
            (..=9, asked) => asked.unwrap_or(1000) * if shape.is_plain() { 13 } else { 3 } / 100,
            (12, asked) if shape.is_plain() => asked.unwrap_or(1000) * 4 / 100,
            _ => asked.unwrap_or(1000) / 100,
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
        assert!((tally.n_stuck > 0 || shape.has_rules()) && tally.n_with_met > 0, "{shape}: {tally:?}");
        assert!(tally.n_solved > 0 || shape.n() > 12, "{shape}: {tally:?}");
    }
}

/// A puzzle in this order and the other way round: the verdict, and the first step with a base whose digit is placed.
#[track_caller]
fn check_both_ways(puzzle: &str, order: &str, expected: [&str; 2]) {
    let puzzle = content_lines(puzzle).next().and_then(|line| line.puzzle(Shape::NINE).ok()).expect("a puzzle");
    let order = order.parse::<Order>().expect("an order").sequence();
    let reversed: Vec<StrategyId> = order.iter().rev().copied().collect();
    let seen = [order, reversed].map(|order| {
        check(&puzzle, &order, &mut Tally::default());
        let trace = solve(&puzzle, in_order(&order));
        let mut sentences = trace.steps.iter().enumerate().map(|(i, step)| step.sentence(&trace.board_before(i)));
        let sentence = sentences.find(|sentence| sentence.text().contains("(already "));
        format!("{:?}. {}", trace.verdict, sentence.unwrap_or_default())
    });
    assert_eq!(seen, expected);
}

#[test]
fn a_placed_digit_is_still_a_base() {
    check_both_ways(
        "....7...6..19..2..4...2..39.4.....7.69.....12.5.....8.37..5...4..5..23..8...3....",
        "naked-single,naked-triple",
        [
            "Solved. Naked triple: r2c7 (already 2), r4c7 and r6c7 hold only 2, 6 and 9, so these digits go from the \
             rest of column 7: r7c7<>6, r7c7<>9, r9c7<>6, r9c7<>9",
            "Solved. Naked triple: r5c1 (already 6), r5c5 and r5c7 hold only 4, 6 and 8, so these digits go from the \
             rest of row 5: r5c3<>8, r5c4<>4, r5c4<>8, r5c6<>4, r5c6<>8",
        ],
    );
    check_both_ways(
        ".......847......2...389..5..98..2.3...7..92.5.4.53....4.....1......2.7....2....9.",
        "naked-single,hidden-pair",
        [
            "Solved. Hidden pair: in row 1, 2 and 4 (already in r1c9) have only r1c4 and r1c9 left, so all other digits \
             go from these cells: r1c4<>1, r1c4<>3, r1c4<>6, r1c4<>7",
            "Solved. Hidden pair: in column 4, 2 and 5 (already in r6c4) have only r1c4 and r6c4 left, so all other \
             digits go from these cells: r1c4<>1, r1c4<>3, r1c4<>6, r1c4<>7",
        ],
    );
    check_both_ways(
        ".8...4.3..95.1.67......594.6...52...1..7..2...72.6....8...9..1..4........1......3",
        "hidden-single,naked-quad",
        [
            "Solved. Naked quad: r1c3 (already 6), r7c3, r8c3 and r9c3 hold only 3, 6, 7 and 9, so these digits go from \
             the rest of column 3: r4c3<>9, r5c3<>9",
            "Solved. Naked quad: r1c1, r1c2 (already 8), r1c3 and r1c5 hold only 2, 6, 7 and 8, so these digits go from \
             the rest of row 1: r1c4<>6",
        ],
    );
    check_both_ways(
        "2.......6...1..8.5...87.92...8.......3....2....7..6.4..1...5..8.9.3.4.......2.4..",
        "naked-single,x-wing",
        [
            "Stuck. X-wing: all 2s of row 1 (already in r1c1) and row 7 lie in column 1 and column 3, so the other 2s of \
             column 1 and column 3 go: r8c3<>2",
            "Stuck. X-wing: all 4s of column 6 (already in r8c6) and column 9 lie in row 3 and row 8, so the other 4s of \
             row 3 and row 8 go: r3c1<>4, r3c2<>4, r3c3<>4",
        ],
    );
    check_both_ways(
        ".3.1...2.....7.6..58...4......36.....2.....5..61.8............49.4..1...3....9.8.",
        "hidden-single,naked-single,jellyfish",
        [
            "Stuck. Jellyfish: all 6s of row 2 (already in r2c7), row 3, row 4 (already in r4c5) and row 9 lie in column \
             3, column 4, column 5 and column 7, so the other 6s of column 3, column 4, column 5 and column 7 go: r1c3<>6, \
             r7c3<>6, r7c4<>6",
            "Stuck. Jellyfish: all 6s of row 1, row 2 (already in r2c7), row 5 and row 7 lie in column 1, column 6, \
             column 7 and column 9, so the other 6s of column 1, column 6, column 7 and column 9 go: r8c9<>6, r9c9<>6",
        ],
    );
}

//! Whoever comes to the conclusions of a strategy on a faster way than by its definition comes to the same ones, on
//! random boards of every shape. The definition is taken at its word here: every choice of bases is tried.

use crate::common::all_shapes;
use crate::puzzles::solution;
use crate::{order, text};
use cluesmith::grid::{Candidate, Constraint, Puzzle, Shape};
use cluesmith::logic::{
    AnyClosure, Board, Effect, Evidence, STRATEGIES, SetLogic, Step, Strategy, StrategySet, checker,
};
use rand::{Rng, RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

/// A board on the way to a solution: clues, and candidates that were ruled out otherwise.
struct Position {
    solution: Puzzle,
    clues: Puzzle,
    out: Vec<Candidate>,
}

impl Position {
    fn random(shape: Shape, random: &mut impl Rng) -> Position {
        let solution = solution(shape, random);
        let (filled, out) = (random.random_range(5..60), random.random_range(10..95));
        let mut clues = Puzzle::empty(shape);
        for (cell, digit) in solution.clues().filter(|_| random.random_range(0..100) < filled) {
            clues.set(cell, Some(digit));
        }
        let board = Board::new(&clues);
        let is_out = |c: &Candidate| board.has(*c) && solution.get(c.cell) != Some(c.digit);
        let out = candidates(shape).filter(is_out).filter(|_| random.random_range(0..100) < out).collect();
        Position { solution, clues, out }
    }

    fn board(&self) -> Board {
        let mut board = Board::new(&self.clues);
        for &candidate in &self.out {
            board.eliminate(candidate);
        }
        board
    }

    fn is_true(&self, candidate: Candidate) -> bool {
        self.solution.get(candidate.cell) == Some(candidate.digit)
    }
}

/// Random positions of every shape, each with what names it in a message; of large shapes few, since the definition at
/// its word is slow.
fn positions(seed: u64) -> impl Iterator<Item = (String, Position, Xoshiro256PlusPlus)> {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let shapes = all_shapes().flat_map(|shape| {
        let n_boards = match (!shape.is_plain(), shape.n()) {
            (false, ..=9) => 24,
            (false, n) => 60 / n,
            (true, ..=7) => 8,
            (true, _) => 2,
        };
        std::iter::repeat_n(shape, n_boards)
    });
    shapes.map(move |shape| {
        let position = Position::random(shape, &mut random);
        let out: Vec<String> = position.out.iter().map(|c| c.eliminated_name(shape)).collect();
        let name = format!("{shape} {} {}", position.clues, out.join(" "));
        (name, position, Xoshiro256PlusPlus::seed_from_u64(random.random()))
    })
}

fn candidates(shape: Shape) -> impl Iterator<Item = Candidate> {
    (0..shape.n() * shape.n_cells()).map(move |i| Candidate::from_index(shape, i))
}

/// Every strategy of the base-and-cover form.
fn set_logics() -> impl Iterator<Item = (&'static dyn Strategy, SetLogic)> {
    STRATEGIES.into_iter().filter_map(|strategy| Some((strategy, strategy.set_logic()?)))
}

/// A rule that applies and what it concludes.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
struct Found {
    bases: Vec<Constraint>,
    covers: Vec<Constraint>,
    conclusions: Vec<Candidate>,
}

impl Found {
    fn of(step: &Step) -> Found {
        let Evidence { bases, covers, .. } = step.evidence().clone();
        Found { bases, covers, conclusions: [step.placed(), step.eliminated()].concat() }
    }

    fn n_met(&self, board: &Board) -> usize {
        self.bases.iter().filter(|&&base| board.is_met(base)).count()
    }
}

/// The rules that apply to a board which has a solution, and conclude something new there: each choice of n bases all of
/// whose candidates lie in n covers.
fn by_definition(logic: &SetLogic, board: &Board) -> BTreeSet<Found> {
    let geometry = board.geometry();
    let mut all = BTreeSet::new();
    for unit in logic.units.of(board.geometry()) {
        let left = |base: &Constraint| base.candidates(geometry).filter(|&c| board.has(c));
        let cover_of = |c: Candidate| unit.covers.iter().position(|cover| cover.contains(geometry, c));
        let covers_of = |base: &Constraint| left(base).map(cover_of).collect::<Option<BTreeSet<usize>>>();
        let needed: Vec<_> = unit.bases.iter().map(covers_of).collect();
        for choice in (0u32..1 << unit.bases.len()).filter(|choice| choice.count_ones() as usize == logic.size) {
            let chosen: Vec<usize> = (0..unit.bases.len()).filter(|i| choice >> i & 1 == 1).collect();
            let Some(covers) = chosen.iter().map(|&i| needed[i].as_ref()).collect::<Option<Vec<_>>>() else { continue };
            let covers: BTreeSet<usize> = covers.into_iter().flatten().copied().collect();
            if covers.len() != logic.size {
                continue;
            }
            let bases: Vec<Constraint> = chosen.iter().map(|&i| unit.bases[i]).collect();
            let covers: Vec<Constraint> = covers.into_iter().map(|i| unit.covers[i]).collect();
            let is_based = |c: &Candidate| bases.iter().any(|base| base.contains(geometry, *c));
            let conclusions: BTreeSet<Candidate> = match logic.effect {
                Effect::Place if bases.iter().any(|&base| board.is_met(base)) => BTreeSet::new(),
                Effect::Place => bases.iter().flat_map(left).collect(),
                Effect::Eliminate => covers.iter().flat_map(left).filter(|c| !is_based(c)).collect(),
            };
            if !conclusions.is_empty() {
                all.insert(Found { bases, covers, conclusions: conclusions.into_iter().collect() });
            }
        }
    }
    all
}

fn steps_with(strategy: &dyn Strategy, board: &Board, n_met: usize) -> Vec<Step> {
    let mut steps = Vec::new();
    let _ = strategy.find_met(board, n_met, &mut |step| {
        steps.push(step);
        ControlFlow::Continue(())
    });
    steps
}

fn conclusions<'a>(found: impl IntoIterator<Item = &'a Found>) -> BTreeSet<Candidate> {
    found.into_iter().flat_map(|found| found.conclusions.iter().copied()).collect()
}

/// The search that follows the definition lists its rules, one by one.
#[test]
fn the_search_lists_what_the_definition_says() {
    let mut n_found = BTreeMap::new();
    for (name, position, _) in positions(31) {
        let board = position.board();
        for (strategy, logic) in set_logics() {
            let title = strategy.title();
            let expected = by_definition(&logic, &board);
            let open: BTreeSet<&Found> = expected.iter().filter(|found| found.n_met(&board) == 0).collect();
            let found: Vec<Found> = steps_with(strategy, &board, 0).iter().map(Found::of).collect();
            assert_eq!(found.len(), open.len(), "{title} finds each rule once on {name}");
            assert_eq!(found.iter().collect::<BTreeSet<_>>(), open, "{title} on {name}");
            // Of rules that differ by met bases alone, one is enough.
            let steps: Vec<Step> = (0..logic.size).flat_map(|n_met| steps_with(strategy, &board, n_met)).collect();
            let with_met: Vec<Found> = steps.iter().map(Found::of).collect();
            assert!(with_met.iter().all(|found| expected.contains(found)), "{title} with met bases on {name}");
            assert_eq!(conclusions(&with_met), conclusions(&expected), "{title} with met bases on {name}");
            *n_found.entry(title).or_insert(0) += expected.len();

            // The backward generator asks for rules whether or not they conclude something new.
            let mut rules = BTreeSet::new();
            let _ = logic.find_rules(&board, logic.size - 1, &mut |rule| {
                rules.insert((rule.bases, rule.covers));
                ControlFlow::Continue(())
            });
            let missing = expected.iter().find(|found| !rules.contains(&(found.bases.clone(), found.covers.clone())));
            assert_eq!(missing, None, "{title} on {name}");
            // And for implications, which know the solution.
            let mut implied = BTreeSet::new();
            let _ = logic.implications(&position.solution, &mut |implication| {
                if implication.premises.iter().all(|&c| !board.has(c)) {
                    let rule = implication.rule;
                    match logic.effect {
                        Effect::Place if board.is_met(rule.bases[0]) => {}
                        Effect::Place => {
                            implied.extend(rule.bases[0].candidates(board.geometry()).filter(|&c| position.is_true(c)));
                        }
                        Effect::Eliminate => implied.extend(implication.conclusions.iter().filter(|&&c| board.has(c))),
                    }
                }
                ControlFlow::Continue(())
            });
            assert_eq!(implied, conclusions(&expected), "implications of {title} on {name}");
        }
    }
    eprintln!("rules: {n_found:?}");
    let never: Vec<_> = n_found.iter().filter(|&(_, &n)| n < 100).collect();
    assert!(never.is_empty(), "hardly a position for {never:?}");
}

/// A strategy with a finder of its own finds what the search by its definition finds, in its order; naked subsets take
/// what the same cells rule out in two houses as one step.
#[test]
fn finders_conclude_what_the_definition_does() {
    for (name, position, _) in positions(32) {
        let board = position.board();
        for (strategy, logic) in set_logics() {
            let expected = steps_with(strategy, &board, 0);
            let mut found = Vec::new();
            let _ = strategy.find(&board, &mut |step| {
                found.push(step);
                ControlFlow::Continue(())
            });
            let title = strategy.title();
            if logic.size == 1 {
                assert_eq!(found, expected, "{title} on {name}");
            }
            let by_bases = |steps: &[Step]| {
                let mut by_bases = BTreeMap::<Vec<Constraint>, BTreeSet<Candidate>>::new();
                for Found { bases, conclusions, .. } in steps.iter().map(Found::of) {
                    by_bases.entry(bases).or_default().extend(conclusions);
                }
                by_bases
            };
            assert_eq!(by_bases(&found), by_bases(&expected), "{title} on {name}");
            let is_apart = found.len() == by_bases(&found).len() || logic.size == 1 || found.len() == expected.len();
            assert!(is_apart, "{title} finds each step once on {name}");
        }
    }
}

/// The state in which no rule concludes anything new, by the search that follows the definition.
fn end_by_definition(mut board: Board, strategies: StrategySet) -> Board {
    loop {
        let mut steps = Vec::new();
        for (strategy, logic) in set_logics().filter(|(strategy, _)| strategies.contains(strategy.id())) {
            (0..logic.size).for_each(|n_met| steps.extend(steps_with(strategy, &board, n_met)));
        }
        if steps.is_empty() {
            return board;
        }
        for step in &steps {
            step.apply(&mut board);
        }
    }
}

/// The closure engine rules out and places what the definition does, candidate for candidate.
#[test]
fn closures_end_where_the_definition_does() {
    for (name, position, mut random) in positions(33) {
        let shape = position.clues.shape();
        let alone = set_logics().map(|(strategy, _)| StrategySet::single(strategy.id()));
        let several = (0..8).map(|_| order(&mut random).into_iter().collect::<StrategySet>());
        let all = set_logics().map(|(strategy, _)| strategy.id()).collect::<StrategySet>();
        let several: Vec<StrategySet> = several.map(|set| set.intersection(all)).collect();
        for strategies in alone.chain(several) {
            let board = |board: &Board| text(shape, |cell| board.marks(cell), |cell| board.value(cell).is_some());
            let mut closure = AnyClosure::of(&position.clues, strategies);
            closure.rule_out(&position.out);
            let closed = closure.board(&position.clues);
            let expected = end_by_definition(position.board(), strategies);
            assert_eq!(board(&closed), board(&expected), "closure by {strategies} on {name}");
        }
    }
}

/// The step checker accepts what the definition concludes, and nothing else from the same evidence; nor the same
/// from less evidence.
#[test]
fn the_checker_accepts_the_definition_and_no_more() {
    let mut n_refused = BTreeMap::new();
    for (name, position, mut random) in positions(34) {
        let board = position.board();
        let geometry = board.geometry();
        for (strategy, logic) in set_logics() {
            let id = strategy.id();
            let steps = (0..logic.size).flat_map(|n_met| steps_with(strategy, &board, n_met));
            let steps: Vec<Step> = steps.filter(|_| random.random_range(0..4) == 0).take(12).collect();
            for step in &steps {
                let sentence = format!("{} on {name}", step.sentence(&board));
                assert_eq!(checker::check_step(&board, step), Ok(()), "{sentence}");
                let mut refuse = |what: &'static str, step: &Step| {
                    *n_refused.entry((strategy.title(), what)).or_insert(0) += 1;
                    let verdict = checker::check_step(&board, step);
                    assert!(
                        matches!(verdict, Err(checker::CheckError::NotRefuted(_))),
                        "{what}: {verdict:?} {sentence}"
                    );
                };
                let Evidence { bases, covers, .. } = step.evidence().clone();
                let is_named = |c: Candidate| bases.iter().chain(&covers).any(|q| q.contains(geometry, c));
                let is_open = |c: &Candidate| board.has(*c) && board.value(c.cell).is_none();
                // What is true cannot be ruled out, nor what no part of the evidence speaks of; nor can it be placed.
                let open: Vec<Candidate> = candidates(board.shape()).filter(is_open).collect();
                let some = |what: &dyn Fn(Candidate) -> bool, random: &mut Xoshiro256PlusPlus| {
                    let fitting: Vec<Candidate> = open.iter().copied().filter(|&c| what(c)).collect();
                    (!fitting.is_empty()).then(|| fitting[random.random_range(0..fitting.len())])
                };
                let rule_out = |also: Candidate| {
                    let all = step.eliminated().iter().copied().chain([also]).collect();
                    Step::eliminate(id, all, step.evidence().clone())
                };
                let is_base = |c: Candidate| bases.iter().any(|base| base.contains(geometry, c));
                if let Some(c) = some(&|c| position.is_true(c) && is_base(c), &mut random) {
                    refuse("a true candidate too many", &rule_out(c));
                }
                if let Some(c) = some(&|c| !is_named(c), &mut random) {
                    refuse("a candidate beside the evidence", &rule_out(c));
                    refuse("a digit beside the evidence", &Step::place(id, c, step.evidence().clone()));
                }
                let without = |constraints: &[Constraint], i: usize| -> Vec<Constraint> {
                    constraints.iter().enumerate().filter(|&(j, _)| j != i).map(|(_, &q)| q).collect()
                };
                // A step without evidence cannot be made.
                for (i, base) in bases.iter().enumerate().filter(|_| bases.len() > 1) {
                    // The true candidates of the other bases leave the cover of this one open.
                    let own = base.candidates(geometry).find(|&c| position.is_true(c)).expect("a solution");
                    let evidence = Evidence::rule(without(&bases, i), covers.clone());
                    let own_cover = covers.iter().find(|cover| cover.contains(geometry, own)).expect("a cover");
                    let of_cover = |c: &&Candidate| own_cover.contains(geometry, **c);
                    let lost: Vec<Candidate> = step.eliminated().iter().filter(of_cover).copied().collect();
                    if !lost.is_empty() {
                        refuse("a base missing", &Step::eliminate(id, lost, evidence));
                    }
                }
                // A digit is placed by its base alone.
                for (i, cover) in covers.iter().enumerate().filter(|_| logic.effect == Effect::Eliminate) {
                    let of_cover = |c: &&Candidate| cover.contains(geometry, **c);
                    let lost: Vec<Candidate> = step.eliminated().iter().filter(of_cover).copied().collect();
                    if !lost.is_empty() {
                        let evidence = Evidence::rule(bases.clone(), without(&covers, i));
                        refuse("a cover missing", &Step::eliminate(id, lost, evidence));
                    }
                }
            }
        }
    }
    eprintln!("refused: {n_refused:?}");
    for (strategy, logic) in set_logics() {
        let beside = ["a candidate beside the evidence", "a digit beside the evidence"];
        let a_base = (logic.size > 1).then_some("a base missing");
        let a_cover = (logic.effect == Effect::Eliminate).then_some("a cover missing");
        for what in beside.into_iter().chain(a_base).chain(a_cover) {
            assert!(
                n_refused.contains_key(&(strategy.title(), what)),
                "{} with {what} was never tried",
                strategy.title()
            );
        }
    }
}

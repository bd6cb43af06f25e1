//! Mixed fish against every choice of bases and covers, tried one by one.

use super::{Class, Kinds};
use crate::grid::{Candidate, Cell, Constraint, Digit, House, HouseKind, Shape, parse_puzzles};
use crate::logic::{Board, StrategyId, StrategySet, checker, next_step, strategy};
use std::collections::BTreeSet;
use std::ops::ControlFlow;

const CLASSES: [(Class, [[StrategyId; 2]; 2]); 2] = [
    (
        Class::Franken,
        [
            [StrategyId::FrankenXWing, StrategyId::FinnedFrankenXWing],
            [StrategyId::FrankenSwordfish, StrategyId::FinnedFrankenSwordfish],
        ],
    ),
    (
        Class::Mutant,
        [
            [StrategyId::MutantXWing, StrategyId::FinnedMutantXWing],
            [StrategyId::MutantSwordfish, StrategyId::FinnedMutantSwordfish],
        ],
    ),
];

/// What fish of this class and size rule out by the definition, with or without fins.
fn by_definition(board: &Board, class: Class, size: usize, is_finned: bool) -> BTreeSet<Candidate> {
    let geometry = board.geometry();
    let mut out = BTreeSet::new();
    for digit in (0..board.shape().n()).map(Digit::from_index) {
        let places = |house| -> Vec<Cell> {
            let constraint = Constraint::HouseDigit(house, digit);
            let left = constraint.candidates(geometry).filter(|&c| board.has(c));
            if board.is_met(constraint) { Vec::new() } else { left.map(|c| c.cell).collect() }
        };
        // The regions of a Latin square are its rows.
        let is_meant = |house: &House| !(board.shape().is_latin() && geometry.house_kind(*house).0 == HouseKind::Box);
        let houses: Vec<(Kinds, Vec<Cell>)> = geometry
            .houses()
            .filter(is_meant)
            .map(|house| (Kinds::of(geometry.house_kind(house).0), places(house)))
            .collect();
        let open: Vec<&(Kinds, Vec<Cell>)> = houses.iter().filter(|(_, cells)| !cells.is_empty()).collect();
        let choices = subsets(open.len(), size);
        let kinds = |set: &[usize]| set.iter().fold(Kinds::default(), |kinds, &i| kinds.with(open[i].0));
        let count = |set: &[usize], cell: &Cell| set.iter().filter(|&&i| open[i].1.contains(cell)).count();
        for bases in choices.iter().filter(|bases| bases.iter().all(|&i| open[i].1.len() > 1)) {
            for covers in choices.iter().filter(|covers| covers.iter().all(|cover| !bases.contains(cover))) {
                let cells: BTreeSet<Cell> = bases.iter().flat_map(|&i| open[i].1.iter().copied()).collect();
                let fins: Vec<Cell> =
                    cells.iter().filter(|cell| count(bases, cell) > count(covers, cell)).copied().collect();
                let overlap = cells.iter().any(|cell| count(bases, cell) > 1);
                if Class::of(kinds(bases), kinds(covers)) != class
                    || fins.is_empty() == is_finned
                    || (!is_finned && overlap)
                {
                    continue;
                }
                let of_covers: BTreeSet<Cell> = covers.iter().flat_map(|&i| open[i].1.iter().copied()).collect();
                let goes = |cell: &&Cell| {
                    count(covers, cell) > count(bases, cell) && fins.iter().all(|&fin| geometry.are_peers(fin, **cell))
                };
                out.extend(of_covers.iter().filter(goes).map(|&cell| Candidate::new(cell, digit)));
            }
        }
    }
    out
}

/// Every choice of so many numbers below `n`.
fn subsets(n: usize, size: usize) -> Vec<Vec<usize>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let smaller = subsets(n, size - 1).into_iter();
    smaller.flat_map(|set| (set.last().map_or(0, |&i| i + 1)..n).map(move |i| [&set[..], &[i]].concat())).collect()
}

fn found(board: &Board, id: StrategyId) -> BTreeSet<Candidate> {
    let mut out = BTreeSet::new();
    let mut seen = BTreeSet::new();
    let _ = strategy(id).find(board, &mut |step| {
        assert_eq!(checker::check_step(board, &step), Ok(()), "{}", step.sentence(board));
        let evidence = step.evidence();
        assert!(seen.insert((evidence.bases.clone(), evidence.covers.clone())), "twice: {}", step.sentence(board));
        assert_eq!(evidence.fins.is_empty(), !id.name().starts_with("finned"));
        out.extend(step.eliminated().iter().copied());
        ControlFlow::Continue(())
    });
    out
}

/// On the way to the solution, as far as these strategies lead; without fins exactly what the definition says, with fins
/// no more, since what a smaller fish rules out is not looked for.
#[track_caller]
fn check(layout: &str, puzzle: &str, strategies: &str, most: usize) {
    let shape: Shape = layout.parse().expect("a layout");
    let strategies: StrategySet = strategies.parse().expect("strategies");
    let mut board = Board::new(&parse_puzzles(shape, puzzle).expect("puzzle")[0]);
    let mut n_found = 0;
    for at in 0.. {
        if at % 3 == 0 {
            for (class, of_size) in CLASSES {
                for (i, [plain, finned]) in of_size.into_iter().enumerate().take(most) {
                    let expected = by_definition(&board, class, i + 2, false);
                    // These are told to be none without looking.
                    if strategy(plain).exists_on(shape) {
                        assert_eq!(found(&board, plain), expected, "{}", plain.name());
                    }
                    let with_fins = found(&board, finned);
                    assert!(with_fins.is_subset(&by_definition(&board, class, i + 2, true)), "{}", finned.name());
                    n_found += expected.len() + with_fins.len();
                }
            }
        }
        let Some(step) = next_step(&board, strategies) else { break };
        step.apply(&mut board);
    }
    assert!(n_found > 0, "no fish on {layout}");
}

#[test]
fn fish_are_those_of_the_definition() {
    check("2x2", "1.....2...3....4", "singles", 2);
    check("2x3", "....131..5....5.26...3...5...46.....", "paper", 1);
    check("2x3 x", "1................2..........3.......", "singles", 1);
    check("6 regions=AAABBBACABDBACCDDBCCEDDFECEDFFEEEFFF", "1................2..........3.......", "paper", 1);
    check("6 latin x", "....16..3.....2..3...5.2............", "naked-single", 1);
}

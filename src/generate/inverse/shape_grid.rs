//! A solution grid that fits a painted pattern.
//!
//! Whether every cell outside the pattern can be emptied does not depend on the order:
//! steps are monotone, so it holds exactly if the closure of the pattern's clues is the
//! whole grid. A grid is therefore judged before the search begins, by the candidates
//! that this closure leaves, and changed by small exchanges (Kempe chains, cycles of two
//! lines) until none is left over: annealing on solution grids.
//!
//! Many grids fit. Which digits stand on the pattern is all that is left to choose then, so the heuristics t and d,
//! where they have weight, judge some grids that fit, and others around the best, as they judge children elsewhere.

use super::super::grids::{kempe_chain, line_cycle, random_solution, swap_chain};
use super::super::random::Random;
use super::super::{Method, Progress, Watch};
use super::descent::{Judge, difficulty_of, is_solved, narrowness_of};
use super::heuristic::best_of;
use crate::grid::{Cell, Digit, Pattern, Puzzle};
use crate::logic::{AnyClosure, Mix, StrategySet};

/// Exchanges tried on one grid before a fresh one; each fresh start doubles the patience up to the last.
const PATIENCE: [usize; 5] = [2_000, 4_000, 8_000, 16_000, 32_000];
/// Fitting grids that the heuristics choose from at first.
const STARTS: usize = 6;
/// Times that the best of the grids around it is taken, up to how many those are, and exchanges tried to find them.
const ROUNDS: usize = 8;
const BREADTH: usize = 12;
const TRIES: usize = 300;

/// A solution grid whose clues on the pattern are solved by the strategies, one that the mix prefers.
///
/// `fixed` holds digits that the grid has to keep. `None`: no such digits exist, or the watch said stop.
pub(super) fn grid_for(
    pattern: &Pattern,
    fixed: &Puzzle,
    strategies: StrategySet,
    mix: &Mix,
    random: &mut Random,
    watch: &dyn Watch,
) -> Option<Puzzle> {
    let mut find = || anneal(pattern, fixed, strategies, random, watch);
    let mut grids = vec![find()?];
    if !mix.judges_boards() {
        return grids.pop();
    }
    while grids.len() < STARTS {
        grids.push(find()?);
    }
    let best = preferred(&grids, pattern, strategies, mix, random, watch)?;
    let grid = grids.swap_remove(best);
    Some(steer(grid, pattern, fixed, strategies, mix, random, watch))
}

/// Which of several grids that fit the mix prefers; `None` if the watch said stop.
fn preferred(
    grids: &[Puzzle],
    pattern: &Pattern,
    strategies: StrategySet,
    mix: &Mix,
    random: &mut Random,
    watch: &dyn Watch,
) -> Option<usize> {
    let puzzles: Vec<Puzzle> = grids.iter().map(|grid| grid.masked(pattern)).collect();
    let judged = |weight: u32, judge: Judge| -> Option<Vec<f64>> {
        puzzles.iter().map(|puzzle| if weight > 0 { judge(puzzle, strategies, watch) } else { Some(0.0) }).collect()
    };
    Some(best_of(mix, &judged(mix.freedom, narrowness_of)?, &judged(mix.difficulty, difficulty_of)?, random).0)
}

/// The grid, or one some exchanges away that fits as well and that the mix prefers.
fn steer(
    mut grid: Puzzle,
    pattern: &Pattern,
    fixed: &Puzzle,
    strategies: StrategySet,
    mix: &Mix,
    random: &mut Random,
    watch: &dyn Watch,
) -> Puzzle {
    let cells: Vec<Cell> = pattern.cells.iter().filter(|&cell| fixed.get(cell).is_none()).collect();
    if cells.is_empty() {
        return grid;
    }
    // Every grid here fits, so no cell is open in its closure.
    let closure = AnyClosure::of(&grid.masked(pattern), strategies);
    for _ in 0..ROUNDS {
        let mut grids = vec![grid];
        for _ in 0..TRIES {
            if watch.should_stop() {
                return grids.swap_remove(0);
            }
            let from = &grids[random.below(grids.len())];
            let Some(next) = exchanged(from, &closure, &cells, fixed, random) else { continue };
            if is_solved(&next.masked(pattern), strategies) {
                grids.push(next);
            }
            if grids.len() == BREADTH {
                break;
            }
        }
        // Of equals the first is taken: the later ones, which are further from where the round began.
        grids.reverse();
        let Some(best) = preferred(&grids, pattern, strategies, mix, random, watch) else {
            return grids.swap_remove(0);
        };
        grid = grids.swap_remove(best);
    }
    grid
}

fn anneal(
    pattern: &Pattern,
    fixed: &Puzzle,
    strategies: StrategySet,
    random: &mut Random,
    watch: &dyn Watch,
) -> Option<Puzzle> {
    let cells: Vec<Cell> = pattern.cells.iter().filter(|&cell| fixed.get(cell).is_none()).collect();
    let judge = |grid: &Puzzle| AnyClosure::of(&grid.masked(pattern), strategies);
    let mut n_tried = 0;
    for start in 0.. {
        let mut grid = random_solution(fixed, random, watch)?;
        let mut closure = judge(&grid);
        let n_steps = PATIENCE[start.min(PATIENCE.len() - 1)];
        for step in 0..n_steps {
            if closure.is_solved() {
                return Some(grid);
            }
            if cells.is_empty() || watch.should_stop() {
                return None;
            }
            let Some(next) = exchanged(&grid, &closure, &cells, fixed, random) else { continue };
            let next_closure = judge(&next);
            n_tried += 1;
            // The candidates left are the cost; worse ones are welcome with a chance that halves with
            // every few candidates, fewer and fewer of them.
            let warmth = 4 * (n_steps - step) / n_steps;
            let slack = warmth * random.bits().trailing_zeros() as usize;
            if next_closure.n_marks() <= closure.n_marks() + slack {
                grid = next;
                closure = next_closure;
            }
        }
        watch.report(Progress {
            best_open_cells: Some(closure.n_unsolved()),
            ..Progress::new(Method::Inverse, n_tried)
        });
    }
    None
}

/// A neighbour of the grid that has other digits on the pattern; `None` if the draw gave none.
fn exchanged(
    grid: &Puzzle,
    closure: &AnyClosure,
    cells: &[Cell],
    fixed: &Puzzle,
    random: &mut Random,
) -> Option<Puzzle> {
    let shape = grid.shape();
    let start = cells[random.below(cells.len())];
    let mut next = grid.clone();
    // Lines of a layout that is not plain cannot be exchanged in part.
    let touched: Vec<Cell> = if !shape.is_plain() || random.below(3) > 0 {
        // Half of the time a digit that the open cells around cannot tell from the own one.
        let own = grid.get(start)?;
        let mut other = Digit::from_index(random.below(shape.n()));
        if random.below(2) == 0 {
            let peers = &shape.geometry().peers[start.index()];
            let open = peers[random.below(peers.len())];
            let marks = closure.marks(open) & !(1 << own.index());
            if !closure.is_placed(open) && marks != 0 {
                other = Digit::from_index(marks.trailing_zeros() as usize);
            }
        }
        if own == other {
            return None;
        }
        let chain = kempe_chain(grid, start, other);
        // The whole of both digits is only a renaming.
        if chain.len() == 2 * shape.n() {
            return None;
        }
        swap_chain(&mut next, &chain, other);
        chain
    } else {
        let columns = random.below(2) == 0;
        let (height, width) = shape.boxes()?;
        let (line, size) = if columns { (shape.col(start), width) } else { (shape.row(start), height) };
        let other = line / size * size + (line % size + 1 + random.below(size - 1)) % size;
        let cycle = line_cycle(grid, start, other, columns);
        for &(a, b) in &cycle {
            next.set(a, grid.get(b));
            next.set(b, grid.get(a));
        }
        cycle.into_iter().flat_map(|(a, b)| [a, b]).collect()
    };
    // Where digits are not alike, exchanging two of them may break a rule.
    let is_grid = shape.treats_digits_alike() || next.is_solution();
    (is_grid && touched.iter().all(|&cell| fixed.get(cell).is_none())).then_some(next)
}

//! The relaxation as a solver.

use super::model::Model;
use super::presolve::Presolved;
use crate::grid::{Candidate, Digit, Puzzle};
use crate::logic::fast_count_until;
use crate::lp::{Accuracy, Ended, Program, Solution, stopping};
use std::cell::Cell;

/// How exactly the program is solved and read.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct LpOptions {
    /// Relative and absolute accuracy of the interior-point method.
    pub tolerance: f64,
    /// Iterations of the interior-point method before it gives up.
    pub max_iterations: u32,
    /// A z closer than this to 0 or 1 counts as 0 or 1 (the paper: 1e-3).
    pub rounding: f64,
}

impl Default for LpOptions {
    fn default() -> LpOptions {
        LpOptions { tolerance: 1e-8, max_iterations: 100, rounding: 1e-3 }
    }
}

impl LpOptions {
    /// How exactly a program is solved.
    pub(super) fn accuracy(&self) -> Accuracy {
        Accuracy { tolerance: self.tolerance, max_iterations: self.max_iterations }
    }
}

/// What the relaxation says of a puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum LpAnswer {
    /// Every z is 0 or 1: they are the solution, and it is the only one.
    Solved,
    /// Some z are fractions: the puzzle is beyond the relaxation, or has several solutions.
    Fractional,
    /// No z meets all rows: the puzzle has no solution.
    Infeasible,
    /// The interior-point method gave up.
    Undecided,
}

/// A point in the middle of the relaxation.
#[derive(Clone, PartialEq, Debug)]
pub struct Relaxation {
    /// What it says.
    pub answer: LpAnswer,
    /// z of every candidate by its number (0..N^3), clues included; all 0 if there is none.
    pub z: Vec<f64>,
    /// The cells whose digit is decided, clues included.
    pub grid: Puzzle,
    /// Iterations of the interior-point method: none if the rows decide everything by themselves.
    pub iterations: u32,
}

impl Relaxation {
    fn without_point(puzzle: &Puzzle, answer: LpAnswer, iterations: u32) -> Relaxation {
        let z = vec![0.0; puzzle.shape().n_cells() * puzzle.shape().n()];
        Relaxation { answer, z, grid: puzzle.clone(), iterations }
    }

    /// The candidates whose z is neither 0 nor 1, with their z, ascending.
    pub fn fractions(&self, options: &LpOptions) -> Vec<(Candidate, f64)> {
        self.between(options.rounding, 1.0 - options.rounding)
    }

    /// The candidates whose z lies between two numbers, with their z, ascending.
    pub(super) fn between(&self, least: f64, greatest: f64) -> Vec<(Candidate, f64)> {
        let shape = self.grid.shape();
        let all = self.z.iter().enumerate().filter(|&(_, &z)| z > least && z < greatest);
        all.map(|(index, &z)| (Candidate::from_index(shape, index), z)).collect()
    }
}

/// Solves the relaxation of a puzzle.
///
/// Takes milliseconds for 9x9 and less than a second for 16x16.
///
/// Verdicts read off a point within tolerances are not claimed before brute force agrees: one solution for
/// [`LpAnswer::Solved`]; for [`LpAnswer::Infeasible`] none that is found soon.
pub fn relax(puzzle: &Puzzle, options: &LpOptions) -> Relaxation {
    // Nobody stops it.
    let never = Relaxation::without_point(puzzle, LpAnswer::Undecided, 0);
    relax_until(puzzle, options, &|| false).unwrap_or(never)
}

/// [`relax`] that can be stopped: `None` if it was.
pub fn relax_until(puzzle: &Puzzle, options: &LpOptions, should_stop: &dyn Fn() -> bool) -> Option<Relaxation> {
    let relaxation = relax_without(puzzle, &[], options, false, should_stop)?;
    judged(puzzle, relaxation, should_stop)
}

/// Holds what a point within tolerances says to brute force; `None` if it was stopped.
pub(super) fn judged(
    puzzle: &Puzzle,
    mut relaxation: Relaxation,
    should_stop: &dyn Fn() -> bool,
) -> Option<Relaxation> {
    let n_polls = Cell::new(0);
    let is_long = || n_polls.replace(n_polls.get() + 1) >= MAX_POLLS || should_stop();
    match relaxation.answer {
        LpAnswer::Solved if fast_count_until(puzzle, 2, should_stop)? != 1 => relaxation.answer = LpAnswer::Fractional,
        LpAnswer::Infeasible if puzzle.conflict().is_none() && fast_count_until(puzzle, 1, &is_long) == Some(1) => {
            relaxation.answer = LpAnswer::Undecided;
        }
        _ => {}
    }
    (!should_stop()).then_some(relaxation)
}

/// How often brute force asks whether to go on, while it looks for a solution of an infeasible puzzle.
const MAX_POLLS: u32 = 1000;

/// The relaxation with further candidates fixed at 0; `None` if it was stopped. The whole program shows how near to 0
/// and 1 the method comes at decided candidates, the presolved one takes a fraction of the time.
pub(super) fn relax_without(
    puzzle: &Puzzle,
    ruled_out: &[Candidate],
    options: &LpOptions,
    is_whole: bool,
    should_stop: &dyn Fn() -> bool,
) -> Option<Relaxation> {
    let without_point = |answer, iterations| Some(Relaxation::without_point(puzzle, answer, iterations));
    if puzzle.conflict().is_some() {
        return without_point(LpAnswer::Infeasible, 0);
    }
    let presolve = |model: Model| if is_whole { Some(Presolved { model, ones: Vec::new() }) } else { model.presolve() };
    let Some(Presolved { model, ones }) = Model::new(puzzle, ruled_out).and_then(presolve) else {
        return without_point(LpAnswer::Infeasible, 0);
    };
    let shape = puzzle.shape();
    let (values, iterations) = if model.variables.is_empty() {
        (Vec::new(), 0)
    } else {
        let Solution { ended, values, iterations } =
            stopping(should_stop, || program(&model).solve(&options.accuracy()));
        match ended {
            Ended::Optimal => {}
            Ended::Stopped => return None,
            Ended::Infeasible => return without_point(LpAnswer::Infeasible, iterations),
            Ended::Undecided => return without_point(LpAnswer::Undecided, iterations),
        }
        (values, iterations)
    };
    let mut relaxation = Relaxation::without_point(puzzle, LpAnswer::Fractional, iterations);
    for (candidate, value) in model.variables.iter().zip(values) {
        relaxation.z[candidate.index(shape)] = value.clamp(0.0, 1.0);
    }
    for candidate in puzzle.clues().map(|(cell, digit)| Candidate::new(cell, digit)).chain(ones) {
        relaxation.z[candidate.index(shape)] = 1.0;
    }
    for cell in shape.cells() {
        let z = |digit: &Digit| relaxation.z[Candidate::new(cell, *digit).index(shape)];
        let decided = (0..shape.n()).map(Digit::from_index).find(|digit| z(digit) >= 1.0 - options.rounding);
        relaxation.grid.set(cell, decided);
    }
    // Near the border of the tolerance a point may read as integral and be wrong: then it is a fraction.
    if relaxation.fractions(options).is_empty() && relaxation.grid.is_solution() {
        relaxation.answer = LpAnswer::Solved;
    }
    Some(relaxation)
}

/// The program whose optimum is the middle of the relaxation.
fn program(model: &Model) -> Program {
    let (n, m, n_more) = (model.variables.len(), model.rows.len(), model.at_most.len());
    // Columns: the rows of a variable, then -z <= 0, then the sums that are at most 1.
    let mut columns: Vec<Vec<(usize, f64)>> = vec![Vec::with_capacity(5); n];
    for (row, members) in model.rows.iter().enumerate() {
        for &variable in members {
            columns[variable].push((row, 1.0));
        }
    }
    for (variable, column) in columns.iter_mut().enumerate() {
        column.push((m + variable, -1.0));
    }
    for (row, members) in model.at_most.iter().enumerate() {
        for &variable in members {
            columns[variable].push((m + n + row, 1.0));
        }
    }
    let bounds = std::iter::repeat_n(1.0, m).chain(std::iter::repeat_n(0.0, n)).chain(std::iter::repeat_n(1.0, n_more));
    let bounds: Vec<f64> = bounds.collect();
    Program { columns, costs: vec![1.0; n], bounds, n_equations: m }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Shape, parse_puzzles};

    /// The z of the candidates by the whole program, without anything taken out before; empty if there is no point.
    fn whole(puzzle: &Puzzle) -> Vec<f64> {
        let shape = puzzle.shape();
        let mut z = vec![0.0; shape.n_cells() * shape.n()];
        let Some(model) = Model::new(puzzle, &[]) else { return Vec::new() };
        let solution = program(&model).solve(&LpOptions::default().accuracy());
        if solution.ended != Ended::Optimal {
            return Vec::new();
        }
        for (candidate, value) in model.variables.iter().zip(solution.values) {
            z[candidate.index(shape)] = value;
        }
        for (cell, digit) in puzzle.clues() {
            z[Candidate::new(cell, digit).index(shape)] = 1.0;
        }
        z
    }

    /// How many candidates the whole program is about, and how many are left to the interior-point method.
    #[track_caller]
    fn check(shape: &str, text: &str, expected: (usize, usize)) {
        let shape: Shape = shape.parse().expect("a shape");
        let puzzle = &parse_puzzles(shape, text).expect("a puzzle")[0];
        let model = Model::new(puzzle, &[]).expect("rows with candidates");
        let left = model.presolve().map_or(0, |presolved| presolved.model.variables.len());
        assert_eq!((model.variables.len(), left), expected, "{text}");
        has_the_middle(puzzle);
    }

    /// Holds the relaxation to the whole program.
    #[track_caller]
    fn has_the_middle(puzzle: &Puzzle) {
        let relaxation = relax(puzzle, &LpOptions::default());
        let expected = whole(puzzle);
        assert_eq!(relaxation.answer == LpAnswer::Infeasible, expected.is_empty(), "{puzzle}");
        for (index, (one, other)) in relaxation.z.iter().zip(&expected).enumerate() {
            let candidate = Candidate::from_index(puzzle.shape(), index);
            // Both are only near the middle.
            assert!((one - other).abs() < 1e-2, "{one} and {other} for {candidate:?} of {puzzle}");
            assert_eq!((*one < 1e-3, *one > 0.999), (*other < 1e-3, *other > 0.999), "{candidate:?} of {puzzle}");
        }
    }

    #[test]
    fn the_middle_is_that_of_the_whole_program() {
        check("3x3", "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..", (254, 254));
        check("3x3", ".9.4.85..........62.1.7.9..5...8...7..79.41..8...2...9..2.3.4.54..........58.7.9.", (191, 154));
        check("3x3", "000000010400000000020000000000050407008000300001090000300400200050100000000806000", (303, 0));
        check("3x3", "........25..3..8.......8935....5.........962...94.2..17.2.....83..1...6...5.7....", (224, 210));
        check("2x2", "1...............", (53, 53));
        check("2x2", "1......2........", (42, 32));
        // The whole program has no point, and neither do its rows.
        check("2x2", "1.3......4....2.", (24, 0));
    }

    #[test]
    fn the_middle_is_that_of_the_whole_program_on_layouts() {
        for (shape, text) in [
            ("2x3 x", "1....................2.............."),
            ("3x3 anti-knight", "1.......................2.........3....................4.........5..............."),
            ("3x3 windoku x", "1.......................2.........3....................4.........5..............."),
            ("3x3 anti-king", "1...........5...........2.........3....................4......................6.."),
        ] {
            let shape: Shape = shape.parse().expect("a shape");
            has_the_middle(&parse_puzzles(shape, text).expect("a puzzle")[0]);
        }
    }
}

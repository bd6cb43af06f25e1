//! Fewest clues by SAT (Nishikawa and Toda, section 6): "this cell has a clue" is a variable, formula (14), and a bound on
//! their number, formula (15), an assumption, so that one solver keeps what it has learnt from bound to bound.
//!
//! In the well-founded encoding a model is a solution grid and cells with clues. Where the strategies do not solve the
//! puzzle, so many further clues are given that they still do not; then a loop formula says why, and one of the cells that
//! are still empty needs a clue, or the grid is another. These clauses are all there is, and each of them is checked anew
//! by `FewestCheck`, as is every step of the solver: a bound that is proven here rests on no search, no number from the
//! literature and no symmetry but those that the check knows.

pub use crate::generate::FewestNews as News;

use super::in_rounds::{Written, numbers};
use super::refine::expansion::MOST_CLAUSES;
use super::rounds::{Clues, is_clue};
use super::unfounded::propagator::refuter;
use super::{Encoding, SatOptions, encode, no_clauses, unknown_strategy};
use crate::generate::certificate_check::FewestCheck;
use crate::generate::random::Random;
use crate::generate::verify::verify;
use crate::generate::{Found, Ground, Method, Request, Watch};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, Pattern, Puzzle, Shape};
use crate::logic::{AnyClosure, StrategySet};
use crate::sat::cdcl::{Answer, Lit, NoTheory, Solver};
use crate::sat::cnf::{Cnf, Formula};
use crate::sat::counter::Counter;
use crate::sat::proof::{Proof, ProofLine};

/// A question about fewest clues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Question {
    /// Shape of the grid.
    pub shape: Shape,
    /// Strategies that must solve the puzzle.
    pub strategies: StrategySet,
    /// A puzzle with so many clues is enough; `None` for the fewest.
    pub at_most: Option<usize>,
    /// From the fewest conceivable clues upwards, each number refuted, instead of from a puzzle downwards as in the paper.
    pub upwards: bool,
    /// Same seed, same answer.
    pub seed: u64,
}

/// How the question ended.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum End {
    /// It is answered.
    Answered,
    /// The watch said so.
    Stopped,
    /// One sentence says why there is no answer.
    GaveUp(String),
}

/// An answer with the proof of its bound.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fewest {
    /// How it ended.
    pub end: End,
    /// The last bound with its proof, if that was asked for and there is one.
    pub proof: Option<FewestProof>,
}

/// A formula that no puzzle with fewer clues fulfils, and its refutation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FewestProof {
    shape: Shape,
    strategies: StrategySet,
    least: usize,
    n_vars: usize,
    /// "At least so many clues", which the refuted formula denies.
    bound: Lit,
    lines: Vec<ProofLine>,
}

impl FewestProof {
    /// The formula in DIMACS, and its refutation in DRAT.
    pub fn texts(&self) -> (String, String) {
        let inputs: Vec<&[Lit]> = self
            .lines
            .iter()
            .filter_map(|line| if let ProofLine::Input(clause) = line { Some(&clause[..]) } else { None })
            .collect();
        let (n, n_cells) = (self.shape.n(), self.shape.n_cells());
        let mut formula = format!(
            "c cluesmith: each puzzle has at least {} clues\nc shape {}\nc strategies {}\n\
             c variable (row * {n} + column) * {n} + digit, rows and columns from 0: the solution has the digit there\n\
             c variable {} + row * {n} + column: the cell has a clue; variables from {} on count these\n\
             c the last clause denies that there are so many\np cnf {} {}\n",
            self.least,
            self.shape,
            self.strategies,
            n * n_cells + 1,
            n * n_cells + n_cells + 1,
            self.n_vars,
            inputs.len() + 1
        );
        for clause in &inputs {
            formula += &crate::sat::cnf::dimacs(clause);
        }
        formula += &crate::sat::cnf::dimacs(&[!self.bound]);
        let mut refutation = String::new();
        for line in &self.lines {
            match line {
                ProofLine::Input(_) | ProofLine::LoopFormula(_) => {}
                ProofLine::Learnt(clause) => refutation += &crate::sat::cnf::dimacs(clause),
                ProofLine::Delete(clause) => {
                    refutation += "d ";
                    refutation += &crate::sat::cnf::dimacs(clause);
                }
            }
        }
        refutation += "0\n";
        (formula, refutation)
    }
}

/// Looks for the puzzle with the fewest clues, or proves how many it takes.
///
/// With the encodings with rounds, what is not found is taken at the solver's word.
pub fn fewest(question: &Question, options: &SatOptions, watch: &dyn Watch, receive: &mut dyn FnMut(News)) -> Fewest {
    if let Some(id) = unknown_strategy(question.strategies) {
        let end = End::GaveUp(no_clauses(id));
        return Fewest { end, proof: None };
    }
    if let Some(sentence) = Method::Sat.too_large(question.shape) {
        return Fewest { end: End::GaveUp(sentence), proof: None };
    }
    match options.encoding {
        Encoding::WellFounded => Run::new(question, options).run(watch, receive),
        Encoding::Derivation | Encoding::Paper { .. } => {
            Fewest { end: in_rounds(question, options, watch, receive), proof: None }
        }
    }
}

/// Which bound comes after an answer: at most this many clues; `None` if all is known.
fn next_bound(question: &Question, least: usize, best: Option<usize>) -> Option<usize> {
    let n_cells = question.shape.n_cells();
    let enough = question.at_most.unwrap_or(0);
    if best.is_some_and(|best| best <= least.max(enough)) {
        return None;
    }
    Some(if question.upwards { least } else { best.map_or(n_cells, |best| best - 1) })
}

/// The well-founded encoding.
struct Run<'a> {
    question: &'a Question,
    random: Random,
    solver: Solver<NoTheory>,
    counter: Counter,
    n_vars: usize,
    keep: bool,
    empty: AnyClosure,
    pending: Vec<(u8, u8, u8)>,
}

impl<'a> Run<'a> {
    fn new(question: &'a Question, options: &SatOptions) -> Run<'a> {
        let shape = question.shape;
        let request = Request::new(Pattern::empty(shape), question.strategies);
        let mut cnf = encode::solution(&request);
        order_grid(shape, &mut cnf);
        cnf.n_vars += shape.n_cells();
        let clues: Vec<Lit> = shape.cells().map(|cell| is_clue(shape, cell)).collect();
        let counter = Counter::new(&clues, shape.n_cells(), &mut cnf);
        let mut solver = Solver::new(cnf.n_vars, NoTheory);
        solver.proof = Some(Proof::default());
        solver.tune(options.tuning);
        for clause in cnf.clauses.iter() {
            solver.add_clause(clause);
        }
        Run {
            question,
            random: Random::new(question.seed, 0),
            solver,
            counter,
            n_vars: cnf.n_vars,
            keep: options.proof,
            empty: AnyClosure::new(shape, question.strategies),
            pending: Vec::new(),
        }
    }

    fn run(mut self, watch: &dyn Watch, receive: &mut dyn FnMut(News)) -> Fewest {
        let &Question { shape, strategies, .. } = self.question;
        let mut check = match FewestCheck::new(shape, strategies, shape.n_cells()) {
            Ok(check) => check,
            Err(error) => return Fewest { end: End::GaveUp(format!("There is no check: {error}.")), proof: None },
        };
        let (mut least, mut best) = (0, None);
        let mut lines: Vec<ProofLine> = Vec::new();
        let mut n_proven = 0;
        let end = loop {
            let Some(bound) = next_bound(self.question, least, best) else { break End::Answered };
            let denied = if bound < shape.n_cells() { vec![!self.counter.at_least(bound + 1)] } else { Vec::new() };
            match self.solver.solve_under(&denied, u64::MAX, &mut |_| watch.should_stop()) {
                Answer::Stopped | Answer::OutOfBudget => break End::Stopped,
                Answer::Unsatisfiable => {
                    let new = self.solver.proof.as_mut().map(Proof::take).unwrap_or_default();
                    let checked = check.feed(&new, watch).and_then(|()| check.proves(bound + 1));
                    if self.keep {
                        lines.extend(new);
                        n_proven = lines.len();
                    }
                    match checked {
                        Ok(_) => {}
                        Err(_) if watch.should_stop() => break End::Stopped,
                        Err(error) => {
                            let least = bound + 1;
                            break End::GaveUp(format!("At least {least} clues are not verified: {error}."));
                        }
                    }
                    least = bound + 1;
                    receive(News::AtLeast(least, Ground::Proof));
                }
                Answer::Satisfiable => match self.settle_grid(&denied, watch) {
                    Err(Learnt::Stopped) => break End::Stopped,
                    Err(Learnt::Wrong(sentence)) => break End::GaveUp(sentence),
                    Ok(None) => {}
                    Ok(Some(found)) => {
                        best = Some(found.puzzle().n_clues());
                        receive(News::Found(found));
                    }
                },
            }
            if !self.keep && self.solver.proof.as_ref().is_some_and(|proof| proof.n_literals > MOST_HELD) {
                let new = self.solver.proof.as_mut().map(Proof::take).unwrap_or_default();
                match check.feed(&new, watch) {
                    Ok(()) => {}
                    Err(_) if watch.should_stop() => break End::Stopped,
                    Err(error) => break End::GaveUp(format!("The proof fails its check: {error}.")),
                }
            }
        };
        if watch.should_stop() {
            check.let_go(watch);
        }
        lines.truncate(n_proven);
        let bound = least.checked_sub(1).map(|_| self.counter.at_least(least));
        let proof = bound.filter(|_| n_proven > 0).map(|bound| FewestProof {
            shape,
            strategies,
            least,
            n_vars: self.n_vars,
            bound,
            lines,
        });
        Fewest { end, proof }
    }

    /// Learns from the model; where there are few grids, until its grid has a puzzle within the bound or is excluded.
    ///
    /// Otherwise the solver would go from grid to grid and be done with none of them.
    fn settle_grid(&mut self, denied: &[Lit], watch: &dyn Watch) -> Result<Option<Box<Found>>, Learnt> {
        let shape = self.question.shape;
        let vars = (0..shape.n() * shape.n_cells()).filter(|&var| self.solver.value(var) == Some(true));
        let truths: Vec<Lit> = vars.map(|var| Lit::new(var, true)).collect();
        let found = self.learn(watch)?;
        if found.is_some() || shape.n_cells() > MOST_CELLS_BY_GRID {
            return Ok(found);
        }
        let assumptions = [&truths[..], denied].concat();
        loop {
            match self.solver.solve_under(&assumptions, u64::MAX, &mut |_| watch.should_stop()) {
                Answer::Stopped | Answer::OutOfBudget => return Err(Learnt::Stopped),
                Answer::Unsatisfiable => {
                    self.solver.add_consequence(&assumptions.iter().map(|&lit| !lit).collect::<Vec<_>>());
                    return Ok(None);
                }
                Answer::Satisfiable => {
                    let found = self.learn(watch)?;
                    if found.is_some() {
                        return Ok(found);
                    }
                }
            }
        }
    }

    /// What the model tells: a puzzle, or clauses that exclude it.
    fn learn(&mut self, watch: &dyn Watch) -> Result<Option<Box<Found>>, Learnt> {
        let &Question { shape, strategies, .. } = self.question;
        let n = shape.n();
        let model: Vec<bool> = (0..self.n_vars).map(|var| self.solver.value(var) == Some(true)).collect();
        let mut grid = Puzzle::empty(shape);
        for cell in shape.cells() {
            let digit = (0..n).find(|digit| model[cell.index() * n + digit]);
            grid.set(cell, digit.map(Digit::from_index));
        }
        let mut clues: CellSet = shape.cells().filter(|&cell| model[is_clue(shape, cell).var()]).collect();
        let mut closure = self.closure(&grid, &clues);
        if closure.is_solved() {
            let pattern = Pattern { shape, cells: clues };
            return match verify(&Request::new(pattern, strategies), &grid.masked(&pattern), Method::Sat, watch) {
                Ok(found) => Ok(Some(Box::new(found))),
                Err(_) if watch.should_stop() => Err(Learnt::Stopped),
                Err(error) => Err(Learnt::Wrong(format!("SAT found clues that fail the check: {error}."))),
            };
        }
        // Clues that are still wanting, one set after the other, none with a cell of another.
        let mut n_new = 0;
        while !closure.is_solved() {
            if watch.should_stop() {
                return Err(Learnt::Stopped);
            }
            let base = clues;
            let empty = self.stuck(&grid, clues, closure);
            let pattern = Pattern { shape, cells: CellSet::first(shape.n_cells()).difference(&empty) };
            let refute = refuter(&Request::new(pattern, strategies));
            let Some(formula) = refute(&model[..n * n * n], &mut || watch.should_stop()) else {
                return Err(Learnt::Wrong(
                    "SAT has no clause against a puzzle that the strategies do not solve.".into(),
                ));
            };
            for formula in with_other_digits(&formula, n, shape.treats_digits_alike()) {
                let cells = empty.iter().map(|cell| is_clue(shape, cell));
                self.solver.add_clause(&formula.into_iter().chain(cells).collect::<Vec<_>>());
                n_new += 1;
            }
            clues = base.union(&empty);
            closure = self.closure(&grid, &clues);
        }
        debug_assert!(n_new > 0);
        Ok(None)
    }

    /// Cells without which the strategies are stuck though all others are clues, few of them.
    fn stuck(&mut self, grid: &Puzzle, mut clues: CellSet, mut closure: AnyClosure) -> CellSet {
        let shape = self.question.shape;
        let mut order: Vec<Cell> = shape.cells().filter(|&cell| !clues.contains(cell)).collect();
        self.random.shuffle(&mut order);
        for cell in order {
            let Some(digit) = grid.get(cell) else { continue };
            // What is placed anyway is as good as a clue.
            if !closure.is_placed(cell) {
                let mut next = closure.clone();
                next.assign_with(cell, digit, &mut self.pending);
                if next.is_solved() {
                    continue;
                }
                closure = next;
            }
            clues.insert(cell);
        }
        CellSet::first(shape.n_cells()).difference(&clues)
    }

    fn closure(&mut self, grid: &Puzzle, clues: &CellSet) -> AnyClosure {
        let mut closure = self.empty.clone();
        for cell in clues.iter() {
            if let Some(digit) = grid.get(cell) {
                closure.assign_with(cell, digit, &mut self.pending);
            }
        }
        closure
    }
}

/// Up to 6x6 the grids, of which few are left with rows in order, can be gone through.
const MOST_CELLS_BY_GRID: usize = 36;

/// Literals of a proof that are held before they are checked and let go.
const MOST_HELD: usize = 16 << 20;

/// Clauses of a loop formula for other digits, at most.
const MOST_IMAGES: usize = 72;

/// Why a model told nothing.
enum Learnt {
    Stopped,
    Wrong(String),
}

/// A loop formula speaks of the geometry alone, so where the layout treats digits alike it holds with other digits too: all
/// of these, if they are few.
fn with_other_digits(formula: &[Lit], n: usize, digits_alike: bool) -> Vec<Vec<Lit>> {
    let mut names: Vec<usize> = Vec::new();
    for lit in formula {
        if !names.contains(&(lit.var() % n)) {
            names.push(lit.var() % n);
        }
    }
    let n_images: usize = (0..names.len()).map(|i| n - i).product();
    if n_images > MOST_IMAGES || !digits_alike {
        return vec![formula.to_vec()];
    }
    let mut choices: Vec<Vec<usize>> = vec![Vec::new()];
    for _ in &names {
        let longer = |choice: &Vec<usize>| {
            let others = (0..n).filter(|digit| !choice.contains(digit));
            others.map(|digit| [&choice[..], &[digit]].concat()).collect::<Vec<_>>()
        };
        choices = choices.iter().flat_map(longer).collect();
    }
    let image = |choice: &Vec<usize>| {
        let renamed = formula.iter().map(|lit| {
            let name = names.iter().position(|&name| name == lit.var() % n).unwrap_or_default();
            Lit::new(lit.var() / n * n + choice[name], lit.is_positive())
        });
        renamed.collect()
    };
    choices.iter().map(image).collect()
}

/// Of grids that renaming digits and exchanging rows turn into each other, one is enough: the first row has the digits in
/// order, the rows of each other band begin with ascending digits, and so do these bands. On a layout that is not plain the
/// first row alone is in order, and nothing where digits are not alike.
fn order_grid(shape: Shape, cnf: &mut Cnf) {
    let n = shape.n();
    if !shape.treats_digits_alike() {
        return;
    }
    let lit =
        |row, col, digit| Lit::new(Candidate::new(shape.cell(row, col), Digit::from_index(digit)).index(shape), true);
    for col in 0..n {
        cnf.add([lit(0, col, col)]);
    }
    let Some((height, _)) = shape.boxes() else { return };
    let mut sort = |upper: usize, lower: usize| {
        for high in 0..n {
            for low in 0..high {
                cnf.add([!lit(upper, 0, high), !lit(lower, 0, low)]);
            }
        }
    };
    for band in 1..n / height {
        for row in band * height + 1..(band + 1) * height {
            sort(row - 1, row);
        }
        if band > 1 {
            sort((band - 1) * height, band * height);
        }
    }
}

/// The encodings with rounds: for each bound, more and more rounds, all on one solver.
fn in_rounds(question: &Question, options: &SatOptions, watch: &dyn Watch, receive: &mut dyn FnMut(News)) -> End {
    let &Question { shape, strategies, .. } = question;
    let request = Request::new(Pattern::empty(shape), strategies);
    let is_paper = matches!(options.encoding, Encoding::Paper { .. });
    let mut cnf = encode::solution(&request);
    if is_paper {
        // The first variables are those of X(i,j,0), which says where clues are.
        cnf.clauses.clear();
    } else {
        order_grid(shape, &mut cnf);
    }
    cnf.n_vars += shape.n_cells();
    let clues: Vec<Lit> = shape.cells().map(|cell| is_clue(shape, cell)).collect();
    let counter = Counter::new(&clues, shape.n_cells(), &mut cnf);
    let begun = Written::begin(&request, options.encoding, Clues::Anywhere, &mut cnf, watch);
    let Some(mut written) = begun else { return End::Stopped };
    let mut session = options.backend.session(watch);
    let (mut least, mut best, mut n_rounds) = (0, None, 0);
    let numbers = numbers(options.rounds);
    while let Some(bound) = next_bound(question, least, best) {
        // Rounds once written stay, so the next bound begins with them.
        let mut is_decided = false;
        let written_so_far = n_rounds;
        for &rounds in numbers.iter().filter(|&&rounds| rounds >= written_so_far) {
            while n_rounds < rounds {
                if written.add_round(&mut cnf, watch).is_none() {
                    return End::Stopped;
                }
                n_rounds += 1;
            }
            if written.units().n_clauses() > MOST_CLAUSES {
                return End::GaveUp(format!("SAT with {rounds} rounds: subsets and fish need too many clauses."));
            }
            written.units().write_all(&mut cnf, watch);
            let mut assumptions: Vec<Lit> = written.assumption(&mut cnf).into_iter().collect();
            if bound < shape.n_cells() {
                assumptions.push(!counter.at_least(bound + 1));
            }
            if !super::backend::add_all(&mut *session, std::mem::take(&mut cnf.clauses), watch) {
                return End::Stopped;
            }
            match session.solve(&assumptions, u64::MAX) {
                Answer::Stopped | Answer::OutOfBudget => return End::Stopped,
                Answer::Unsatisfiable if is_paper => {
                    least = bound + 1;
                    receive(News::AtLeast(least, Ground::SolverWord));
                    is_decided = true;
                }
                // There may be a puzzle that takes more rounds.
                Answer::Unsatisfiable => {}
                Answer::Satisfiable => {
                    let puzzle = puzzle_of(shape, &mut |var| session.value(var));
                    let pattern = puzzle.pattern();
                    match verify(&Request::new(pattern, strategies), &puzzle, Method::Sat, watch) {
                        Ok(found) => {
                            best = Some(puzzle.n_clues());
                            receive(News::Found(Box::new(found)));
                            is_decided = true;
                        }
                        Err(_) if watch.should_stop() => return End::Stopped,
                        // Not yet at a standstill.
                        Err(_) if is_paper => {}
                        Err(error) => return End::GaveUp(format!("SAT found clues that fail the check: {error}.")),
                    }
                }
            }
            if is_decided {
                break;
            }
        }
        if !is_decided {
            let last = options.rounds.last;
            return End::GaveUp(if is_paper {
                format!("SAT: at most {bound} clues are not decided within {last} rounds.")
            } else {
                format!("SAT: no puzzle with at most {bound} clues is solved within {last} rounds.")
            });
        }
    }
    End::Answered
}

/// The clues of a model.
fn puzzle_of(shape: Shape, is_true: &mut dyn FnMut(usize) -> bool) -> Puzzle {
    let geometry = &*shape.geometry();
    let mut puzzle = Puzzle::empty(shape);
    for cell in shape.cells().filter(|&cell| is_true(is_clue(shape, cell).var())).collect::<Vec<_>>() {
        let mut candidates = Constraint::Cell(cell).candidates(geometry);
        let digit = candidates.find(|c| is_true(c.index(shape))).map(|c| c.digit);
        puzzle.set(cell, digit);
    }
    puzzle
}

//! What a run has to show: its points one after the other, to be replayed.

use super::fewest::FewestPoint;
use super::survey::SurveyRecord;
use crate::app::language::{text, tr};
use crate::generate::inverse::{Move, MoveMethod, PencilState, Way};
use crate::generate::lp::{LpGenerated, LpOptions, LpStep, Relaxation};
use crate::generate::sat::RoundStats;
use crate::grid::{Candidate, Cell, CellSet, Puzzle, Shape};
use crate::jobs::Point;
use crate::logic::{Sentence, StrategySet, fast_count};

/// A run so far, or to its end.
#[derive(Clone, PartialEq, Debug)]
pub enum Record {
    /// Of the backward generator.
    Backward {
        /// The board at the moment.
        state: PencilState,
        /// The moves, once the run has ended.
        way: Option<Box<Way>>,
        /// The points after each move; while it runs, those that were told.
        course: Vec<Point>,
        /// The strategies that lead back.
        strategies: StrategySet,
    },
    /// Of the LP generator.
    Generator {
        /// Box shape of the grid.
        shape: Shape,
        /// A z so close to 0 or 1 counts as 0 or 1.
        rounding: f64,
        /// The clues as they were fixed, with z afterwards.
        steps: Vec<LpStep>,
        /// Whether the clues after each step make a puzzle with one solution.
        proper: Vec<bool>,
        /// The puzzle, if it is not that of the last step.
        mended: Option<(Puzzle, Puzzle)>,
    },
    /// Of the LP solver.
    Solver {
        /// The puzzle.
        puzzle: Puzzle,
        /// A z so close to 0 or 1 counts as 0 or 1.
        rounding: f64,
        /// What the relaxation says.
        relaxation: Relaxation,
    },
    /// Of the formulas with rounds.
    Rounds {
        /// The board of a solver after each round, before the first too; without a puzzle the empty board alone.
        boards: Vec<PencilState>,
        /// The size of the formula for each number of rounds that was tried.
        sizes: Vec<RoundStats>,
    },
    /// Of the search for the fewest clues.
    Fewest {
        /// Layout of the grid.
        shape: Shape,
        /// The strategies that solve the puzzles.
        strategies: StrategySet,
        /// What was known after each piece of news.
        course: Vec<FewestPoint>,
    },
    /// Of many puzzles of one solution grid.
    Survey(Box<SurveyRecord>),
}

/// What the board shows.
#[derive(Clone, PartialEq, Debug)]
pub enum Scene {
    /// Clues and pencil marks.
    Marks {
        /// They.
        state: PencilState,
        /// The move that led here.
        last: Option<Move>,
    },
    /// z of every candidate.
    Heat {
        /// The clues.
        clues: Puzzle,
        /// z by number of the candidate.
        z: Vec<f64>,
        /// A z so close to 0 or 1 counts as 0 or 1.
        rounding: f64,
        /// The clue that led here.
        last: Option<Candidate>,
    },
    /// What a solver knows after a round.
    Round {
        /// The clues.
        clues: Puzzle,
        /// Digits and candidates.
        state: PencilState,
        /// The cells that the round has filled.
        placed: CellSet,
    },
}

impl Record {
    /// A way with its figures; what the search told of it is taken where it agrees.
    pub(super) fn of_way(way: Way, told: &[Point], strategies: StrategySet) -> Record {
        let mut replay = way.replay();
        let mut told = told.iter().peekable();
        let mut course = Vec::with_capacity(way.moves.len());
        let (mut good_children, mut value) = (0, 0.0);
        for steps in 1..=way.moves.len() {
            replay.go(steps);
            let (n_clues, n_marks) = (replay.state().values().n_clues(), replay.state().n_marks());
            // Cells that go together are told once, with the last of them.
            while let Some(point) = told.next_if(|point| point.steps <= steps) {
                if point.n_clues == n_clues && point.n_marks == n_marks {
                    (good_children, value) = (point.good_children, point.value);
                }
            }
            course.push(Point { steps, n_clues, n_marks, good_children, value });
        }
        let state = replay.state().clone();
        Record::Backward { state, way: Some(Box::new(way)), course, strategies }
    }

    /// All steps of the LP generator and its end.
    pub(super) fn of_generator(found: &LpGenerated, options: &LpOptions) -> Record {
        let shape = found.puzzle.shape();
        let steps = found.steps.clone();
        let proper = (0..steps.len())
            .map(|index| steps[index].n_fractions == 0 && fast_count(&clues_after(shape, &steps, index + 1), 2) == 1)
            .collect();
        let is_last = clues_after(shape, &steps, steps.len()) == found.puzzle;
        let mended = (!is_last).then(|| (found.puzzle.clone(), found.solution.clone()));
        Record::Generator { shape, rounding: options.rounding, steps, proper, mended }
    }

    /// Box shape of the grid.
    pub fn shape(&self) -> Shape {
        match self {
            Record::Backward { state, .. } => state.shape(),
            Record::Generator { shape, .. } | Record::Fewest { shape, .. } => *shape,
            Record::Solver { puzzle, .. } => puzzle.shape(),
            Record::Rounds { boards, .. } => boards[0].shape(),
            Record::Survey(record) => record.grid.shape(),
        }
    }

    /// Number of steps from the first point to the last.
    pub fn n_steps(&self) -> usize {
        match self {
            Record::Backward { way, .. } => way.as_ref().map_or(0, |way| way.moves.len()),
            Record::Generator { steps, mended, .. } => steps.len() + usize::from(mended.is_some()),
            Record::Solver { .. } => 0,
            Record::Rounds { boards, .. } => boards.len() - 1,
            Record::Fewest { course, .. } => course.len(),
            Record::Survey(record) => record.puzzles.len(),
        }
    }

    /// The board at a point.
    pub fn scene(&self, position: usize) -> Scene {
        match self {
            Record::Backward { state, way, .. } => {
                let state = way.as_ref().map_or_else(|| state.clone(), |way| way.state(position));
                let last = way.as_ref().and_then(|way| way.moves.get(position.checked_sub(1)?)).cloned();
                Scene::Marks { state, last }
            }
            Record::Generator { shape, rounding, steps, mended, .. } => {
                let rounding = *rounding;
                if let Some((puzzle, solution)) = mended.as_ref().filter(|_| position > steps.len()) {
                    let mut z = vec![0.0; shape.n_cells() * shape.n()];
                    for (cell, digit) in solution.clues() {
                        z[Candidate::new(cell, digit).index(*shape)] = 1.0;
                    }
                    return Scene::Heat { clues: puzzle.clone(), z, rounding, last: None };
                }
                let clues = clues_after(*shape, steps, position);
                let Some(step) = position.checked_sub(1).and_then(|index| steps.get(index)) else {
                    // Before the first clue every candidate is as good as any.
                    let z = vec![1.0 / shape.n() as f64; shape.n_cells() * shape.n()];
                    return Scene::Heat { clues, z, rounding, last: None };
                };
                Scene::Heat { clues, z: step.z.clone(), rounding, last: Some(step.clue) }
            }
            Record::Solver { puzzle, rounding, relaxation } => {
                Scene::Heat { clues: puzzle.clone(), z: relaxation.z.clone(), rounding: *rounding, last: None }
            }
            Record::Fewest { shape, course, .. } => {
                let point = position.checked_sub(1).and_then(|index| course.get(index));
                point.cloned().unwrap_or_default().scene(*shape)
            }
            Record::Survey(record) => record.scene(position),
            Record::Rounds { boards, .. } => {
                let position = position.min(boards.len() - 1);
                let (before, state) = (&boards[position.saturating_sub(1)], &boards[position]);
                let is_new = |cell: &Cell| before.values().get(*cell) != state.values().get(*cell);
                Scene::Round {
                    clues: boards[0].values().clone(),
                    state: state.clone(),
                    placed: state.shape().cells().filter(is_new).collect(),
                }
            }
        }
    }

    /// The puzzle at a point.
    ///
    /// # Errors
    /// Says why there is none.
    pub fn puzzle(&self, position: usize) -> Result<Puzzle, String> {
        match self {
            Record::Backward { .. } if position == 0 => Err(tr!("This is the solution itself: go forward").to_owned()),
            Record::Backward { way: Some(way), .. } => Ok(way.state(position).values().clone()),
            Record::Backward { way: None, .. } => Err(tr!("The run is not at its end").to_owned()),
            Record::Generator { steps, mended: Some((puzzle, _)), .. } if position > steps.len() => Ok(puzzle.clone()),
            Record::Generator { shape, steps, proper, .. } => {
                let is_proper = position.checked_sub(1).and_then(|index| proper.get(index)) == Some(&true);
                if !is_proper {
                    return Err(tr!("These clues have several solutions: go to the end").to_owned());
                }
                Ok(clues_after(*shape, steps, position))
            }
            Record::Solver { .. } => Err(tr!("The solver makes no puzzle").to_owned()),
            Record::Rounds { boards, .. } if boards.len() > 1 => Ok(boards[0].values().clone()),
            Record::Rounds { .. } => Err(no_puzzle()),
            Record::Fewest { course, .. } => {
                let point = position.checked_sub(1).and_then(|index| course.get(index));
                point.and_then(|point| point.best.as_ref()).map(|(puzzle, _)| puzzle.clone()).ok_or_else(|| {
                    let is_later = course.iter().any(|point| point.best.is_some());
                    if is_later {
                        tr!("There is no puzzle yet at this point: go forward").to_owned()
                    } else {
                        no_puzzle()
                    }
                })
            }
            Record::Survey(record) => record.puzzle(position),
        }
    }

    /// The step that led to a point, in words.
    pub fn sentence(&self, position: usize) -> Sentence {
        let index = position.checked_sub(1);
        match self {
            Record::Backward { way: None, .. } | Record::Solver { .. } => Sentence::default(),
            Record::Backward { way: Some(way), .. } => {
                let Some(step) = index.and_then(|index| way.moves.get(index)) else {
                    return Sentence::term(text!("The solution: every cell is filled"));
                };
                let name = Sentence::cell(way.solution.shape(), step.candidate.cell);
                let digit = step.candidate.digit.into();
                match step.method {
                    MoveMethod::SingleCandidate => {
                        let template = text!("{0} loses its {1} and keeps it as its one pencil mark");
                        Sentence::compose(template, [name, digit])
                    }
                    MoveMethod::Exclusion => {
                        let template =
                            text!("Mark {1} comes back to {0}: a solver takes it out because of a {1} it sees");
                        Sentence::compose(template, [name, digit])
                    }
                    MoveMethod::Rule(id) => {
                        let template = text!("Mark {1} comes back to {0}: a solver takes it out by {2}");
                        Sentence::compose(template, [name, digit, Sentence::strategy(id)])
                    }
                }
            }
            Record::Fewest { course, .. } => {
                let Some((index, point)) = index.and_then(|index| Some((index, course.get(index)?))) else {
                    return Sentence::term(text!("Before the run: nothing is known"));
                };
                let before = index.checked_sub(1).map(|before| course[before].clone()).unwrap_or_default();
                point.sentence(&before)
            }
            Record::Survey(record) => record.sentence(position),
            Record::Rounds { boards, .. } => {
                let (Some(before), Some(after)) = (index.and_then(|i| boards.get(i)), boards.get(position)) else {
                    return Sentence::term(text!("The clues, before the first round"));
                };
                let n_placed = after.values().n_clues() - before.values().n_clues();
                let figures = [position, n_placed, after.n_marks()].map(|figure| figure.to_string().into());
                Sentence::compose(text!("Round {0} · digits placed: {1} · candidates left: {2}"), figures)
            }
            Record::Generator { shape, steps, mended, .. } => {
                let Some(index) = index else { return Sentence::term(text!("The empty grid: every z is the same")) };
                let Some(step) = steps.get(index) else {
                    let n_clues = mended.as_ref().map_or(0, |(puzzle, _)| puzzle.n_clues());
                    let template = text!("The puzzle, mended or minimised after the last clue: {0} clues");
                    return Sentence::compose(template, [n_clues.to_string().into()]);
                };
                let name = Sentence::placed(*shape, step.clue);
                let figures = [step.n_fractions.to_string().into(), step.iterations.to_string().into()];
                let left = Sentence::compose(text!("{0} fractions left, {1} iterations"), figures);
                let parts = [name, format!("{:.3}", step.z_chosen).into(), left];
                if step.is_taken_back {
                    let template = text!("{0} with z {1} left no solution and was taken back; {2}");
                    return Sentence::compose(template, parts);
                }
                Sentence::compose(text!("{0} becomes a clue at z {1}; {2}"), parts)
            }
        }
    }
}

fn no_puzzle() -> String {
    tr!("The run has found no puzzle").to_owned()
}

/// The clues after so many steps.
fn clues_after(shape: Shape, steps: &[LpStep], n_steps: usize) -> Puzzle {
    let mut clues = Puzzle::empty(shape);
    for step in steps.iter().take(n_steps).filter(|step| !step.is_taken_back) {
        clues.set(step.clue.cell, Some(step.clue.digit));
    }
    clues
}

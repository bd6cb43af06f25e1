//! Constrained breadth search (section 5.2): from a solution to a state without good children.

use super::heuristic::{Schedule, best_of};
use super::moves::{Move, MoveMethod, PencilState};
use super::support::{Reasons, Support};
use super::way::Way;
use super::{BackwardRequest, Snapshot};
use crate::generate::Watch;
use crate::generate::random::Random;
use crate::grid::{Candidate, Cell, CellSet, Puzzle};
use crate::logic::{AnyClosure, Board, Mix, StrategyId, StrategySet, Trace, freedom_of, solve_until};

/// How much is looked at in each step of a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Effort {
    /// Good children that empty cells and are judged by t or d, drawn at random.
    pub breadth: usize,
    /// Marks that others lean on and that are tested, drawn at random.
    pub probes: usize,
    /// Steps from the first puzzle of a grid to better ones, for shapes of up to 9 digits; larger ones take fewer.
    pub climbs: usize,
    /// Most cells (with their images) that get their values back in such a step.
    pub back: usize,
}

/// `cargo bench --bench sweeps` compares these values with others.
impl Default for Effort {
    fn default() -> Effort {
        Effort { breadth: 16, probes: 4, climbs: 800, back: 6 }
    }
}

/// One run down from a solution.
pub(super) struct Descent<'a> {
    request: &'a BackwardRequest,
    schedule: &'a Schedule,
    random: &'a mut Random,
    watch: &'a dyn Watch,
    observe: &'a mut dyn FnMut(&Snapshot<'_>),
    /// Clues that the goal asks for: nothing is emptied below.
    floor: usize,
    attempt: u64,
    solution: Puzzle,
    state: PencilState,
    moves: Vec<Move>,
    /// Cells that are emptied together; still filled, and not yet known as bad children.
    orbits: Vec<Vec<Cell>>,
    support: Option<Support>,
    census: Census,
}

/// What a run looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Census {
    /// Inverse moves made: the calls of the paper's `search`.
    pub steps: usize,
    /// Steps that chose among good children (steps of chance take the first good one they draw).
    pub choices: usize,
    /// Good children to choose from in these steps: all that empty cells, or the marks known to be good.
    pub good_children: usize,
}

/// Why a run ended before its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Halt {
    /// The watch said stop.
    Stopped,
    /// The rules around the solution and the closure contradict each other: a fault of the search.
    Slipped,
}

/// A child of the current state that was found good.
struct Opening {
    cells: Vec<Cell>,
    reasons: Reasons,
}

impl<'a> Descent<'a> {
    /// A run that begins with the solution.
    pub(super) fn new(
        request: &'a BackwardRequest,
        solution: &Puzzle,
        random: &'a mut Random,
        watch: &'a dyn Watch,
        observe: &'a mut dyn FnMut(&Snapshot<'_>),
        attempt: u64,
    ) -> Descent<'a> {
        let shape = solution.shape();
        let mut orbits: Vec<Vec<Cell>> = shape.cells().map(|cell| request.symmetry.orbit(shape, cell)).collect();
        orbits.sort_unstable();
        orbits.dedup();
        let kept = |cell: &Cell| request.pattern.is_some_and(|pattern| pattern.contains(*cell));
        let fixed = |cell: &Cell| request.fixed.get(*cell).is_some();
        orbits.retain(|orbit| !orbit.iter().any(|cell| kept(cell) || fixed(cell)));
        Descent {
            request,
            schedule: &request.schedule,
            random,
            watch,
            observe,
            floor: request.target.clues.unwrap_or(0),
            attempt,
            solution: solution.clone(),
            state: PencilState::solved(solution),
            moves: Vec::new(),
            orbits,
            support: None,
            census: Census::default(),
        }
    }

    /// Begins the run anew on another path: from the solution straight to a puzzle of it that the strategies solve.
    pub(super) fn restart(&mut self, puzzle: &Puzzle) {
        self.state = PencilState::solved(&self.solution);
        self.support = None;
        self.moves.clear();
        self.orbits.clear();
        for cell in CellSet::first(puzzle.shape().n_cells()).difference(&puzzle.pattern().cells).iter() {
            self.empty(&[cell]);
            self.tell(1, 0.0);
        }
    }

    /// Whether chance alone rules now, so that cells and marks stand in one pool.
    fn is_chance(&self) -> bool {
        self.mix().is_chance()
    }

    fn mix(&self) -> &'a Mix {
        self.schedule.at(self.state.values().n_clues())
    }

    fn may_go_on(&self) -> Result<(), Halt> {
        if self.watch.should_stop() { Err(Halt::Stopped) } else { Ok(()) }
    }

    /// Empties cells as long as that comes first; afterwards the puzzle is settled
    /// unless a phase of chance is still to come.
    ///
    /// # Errors
    /// If it came to no end.
    pub(super) fn empty_cells(&mut self) -> Result<(), Halt> {
        if self.request.is_literal {
            return self.search_as_published();
        }
        while !self.is_chance() {
            self.may_go_on()?;
            let children = self.good_openings()?;
            let Some((best, value)) = self.best_opening(&children)? else { return Ok(()) };
            self.census.choices += 1;
            self.census.good_children += children.len();
            let Opening { cells, reasons } = &children[best];
            self.commit_opening(cells, reasons);
            self.tell(children.len(), value);
        }
        self.mingle()
    }

    /// The search of section 5.2 as far as it can be meant: in each step all good children, those that empty cells and
    /// those that add a mark, are judged by the heuristics as section 5.3 defines them, and the best one is taken.
    fn search_as_published(&mut self) -> Result<(), Halt> {
        loop {
            self.may_go_on()?;
            self.support()?;
            let mut openings = self.good_openings()?;
            let mut marks = self.all_good_marks()?;
            if openings.is_empty() && marks.is_empty() {
                // Emptied cells may have woken rules for children that were bad before.
                self.support()?.forget();
                self.orbits = self.all_orbits();
                (openings, marks) = (self.good_openings()?, self.all_good_marks()?);
            }
            let n_children = openings.len() + marks.len();
            let Some((best, value)) = self.best_child(&openings, &marks)? else { return Ok(()) };
            self.census.choices += 1;
            self.census.good_children += n_children;
            if let Some(Opening { cells, reasons }) = openings.get(best) {
                self.commit_opening(cells, reasons);
            } else {
                let (mark, reasons) = &marks[best - openings.len()];
                self.commit_mark(*mark, reasons)?;
            }
            self.tell(n_children, value);
        }
    }

    /// All good children that add a mark.
    fn all_good_marks(&mut self) -> Result<Vec<(Candidate, Reasons)>, Halt> {
        let watch = self.watch;
        let support = self.support()?;
        let mut good = Vec::new();
        for mark in support.absent_marks() {
            if watch.should_stop() {
                return Err(Halt::Stopped);
            }
            good.extend(support.can_return(mark).map(|reasons| (mark, reasons)));
        }
        Ok(good)
    }

    /// The child with the highest value among those that empty cells and, behind them, those that add a mark; ties at
    /// random.
    fn best_child(
        &mut self,
        openings: &[Opening],
        marks: &[(Candidate, Reasons)],
    ) -> Result<Option<(usize, f64)>, Halt> {
        let n_children = openings.len() + marks.len();
        if n_children == 0 {
            return Ok(None);
        }
        let mix = *self.mix();
        let mut picked: Vec<usize> = (0..n_children).collect();
        self.random.shuffle(&mut picked);
        let watch = self.watch;
        let support = self.support()?;
        let mut freedom = vec![0.0; n_children];
        let mut difficulty = vec![0.0; n_children];
        if mix.freedom > 0 {
            let removable = support.removable();
            let n_parents = |&i: &usize| {
                let n_parents = match openings.get(i) {
                    Some(opening) => support.n_parents_with_emptied(&opening.cells, &removable),
                    None => support.n_parents_with(marks[i - openings.len()].0, &removable),
                };
                (!watch.should_stop()).then_some(-(n_parents as f64))
            };
            freedom = picked.iter().map(n_parents).collect::<Option<_>>().ok_or(Halt::Stopped)?;
        }
        if mix.difficulty > 0 {
            // A cell that was just emptied has one mark: the single candidate applies, the easiest method of all.
            let rank = |&i: &usize| match i.checked_sub(openings.len()) {
                Some(mark) => support.easiest_with(marks[mark].0) as f64,
                None => 0.0,
            };
            difficulty = picked.iter().map(rank).collect();
        }
        // Towards few clues, the single candidate ranks above all other methods (section 5.3).
        if mix.sparse > 0 && !openings.is_empty() {
            let kept: Vec<usize> = (0..n_children).filter(|&at| picked[at] < openings.len()).collect();
            freedom = kept.iter().map(|&at| freedom[at]).collect();
            difficulty = kept.iter().map(|&at| difficulty[at]).collect();
            picked = kept.iter().map(|&at| picked[at]).collect();
        }
        Ok(Some(self.highest(&mix, &picked, &freedom, &difficulty)))
    }

    /// Steps of chance: a child drawn from all, tested only when drawn.
    fn mingle(&mut self) -> Result<(), Halt> {
        while self.is_chance() {
            self.may_go_on()?;
            if !self.draw()? {
                // Emptied cells may have woken rules for children that were bad before.
                self.support()?.forget();
                self.orbits = self.all_orbits();
                if !self.draw()? {
                    return Ok(());
                }
            }
        }
        self.empty_cells()
    }

    /// One step of chance; false if there is no good child.
    fn draw(&mut self) -> Result<bool, Halt> {
        let marks = self.support()?.absent_marks();
        let mut pool: Vec<usize> = (0..marks.len() + self.orbits.len()).collect();
        let mut bad = Vec::new();
        let mut step = None;
        while !pool.is_empty() && step.is_none() {
            self.may_go_on()?;
            let drawn = pool.swap_remove(self.random.below(pool.len()));
            if let Some(&mark) = marks.get(drawn) {
                step = self.support()?.can_return(mark).map(|reasons| (Some(mark), Vec::new(), reasons));
            } else {
                let cells = self.orbits[drawn - marks.len()].clone();
                let fits = self.state.values().n_clues() >= self.floor + cells.len();
                let reasons = if fits { self.support()?.can_empty(&cells) } else { None };
                match reasons {
                    Some(reasons) => step = Some((None, cells, reasons)),
                    None => bad.push(cells),
                }
            }
        }
        self.orbits.retain(|orbit| !bad.contains(orbit));
        let Some((mark, cells, reasons)) = step else { return Ok(false) };
        match mark {
            Some(mark) => self.commit_mark(mark, &reasons)?,
            None => self.commit_opening(&cells, &reasons),
        }
        self.tell(pool.len() + 1, 0.0);
        Ok(true)
    }

    /// Puts marks back until every open cell has all of them.
    ///
    /// # Errors
    /// If it came to no end.
    pub(super) fn finish(&mut self) -> Result<(), Halt> {
        loop {
            self.may_go_on()?;
            let marks = self.support()?.absent_marks();
            if marks.is_empty() {
                return Ok(());
            }
            let good = self.good_marks(&marks)?;
            self.census.choices += 1;
            self.census.good_children += good.len();
            let (best, value) = self.best_mark(&good)?;
            let (mark, reasons) = &good[best];
            self.commit_mark(*mark, reasons)?;
            self.tell(good.len(), value);
        }
    }

    /// The way so far.
    pub(super) fn into_way(mut self) -> (Way, Census) {
        self.census.steps = self.moves.len();
        (Way { solution: self.solution, moves: self.moves }, self.census)
    }

    /// Good children that add a mark. Reasons never go in circles, so there is always a mark that
    /// nothing leans on: it may return at once. Of the others a few are tested.
    fn good_marks(&mut self, marks: &[Candidate]) -> Result<Vec<(Candidate, Reasons)>, Halt> {
        self.support()?;
        let support = self.support.as_mut().ok_or(Halt::Slipped)?;
        let (free, leaned_on): (Vec<Candidate>, Vec<Candidate>) =
            marks.iter().partition(|&&mark| support.is_free(mark));
        let mut good: Vec<(Candidate, Reasons)> = free.into_iter().map(|mark| (mark, Reasons::new())).collect();
        for _ in 0..self.request.effort.probes.min(leaned_on.len()) {
            let mark = leaned_on[self.random.below(leaned_on.len())];
            if !good.iter().any(|&(other, _)| other == mark)
                && let Some(reasons) = support.can_return(mark)
            {
                good.push((mark, reasons));
            }
        }
        if good.is_empty() { Err(Halt::Slipped) } else { Ok(good) }
    }

    /// The source of this run's random choices.
    pub(super) fn random(&mut self) -> &mut Random {
        self.random
    }

    /// The values left: the puzzle.
    pub(super) fn puzzle(&self) -> &Puzzle {
        self.state.values()
    }

    /// Orbits of cells that are still filled and may be emptied.
    fn all_orbits(&self) -> Vec<Vec<Cell>> {
        let shape = self.state.shape();
        let may = |cell: &Cell| {
            self.state.values().get(*cell).is_some()
                && self.request.fixed.get(*cell).is_none()
                && !self.request.pattern.is_some_and(|pattern| pattern.contains(*cell))
        };
        let mut orbits: Vec<Vec<Cell>> = shape.cells().map(|cell| self.request.symmetry.orbit(shape, cell)).collect();
        orbits.sort_unstable();
        orbits.dedup();
        orbits.retain(|orbit| orbit.iter().all(may));
        orbits
    }

    /// Good children that empty cells. A bad one stays bad for good: fewer values support less.
    fn good_openings(&mut self) -> Result<Vec<Opening>, Halt> {
        let n_clues = self.state.values().n_clues();
        let orbits = std::mem::take(&mut self.orbits);
        let mut good = Vec::new();
        for cells in orbits {
            self.may_go_on()?;
            if n_clues < self.floor + cells.len() {
                self.orbits.push(cells);
                continue;
            }
            let reasons = if let Some(support) = &mut self.support {
                support.can_empty(&cells)
            } else {
                // With one mark in every open cell, a state is derivable if the closure of its values is the grid.
                let values = without(self.state.values(), &cells);
                is_solved(&values, self.request.strategies).then(Reasons::new)
            };
            if let Some(reasons) = reasons {
                self.orbits.push(cells.clone());
                good.push(Opening { cells, reasons });
            }
        }
        Ok(good)
    }

    /// The child with the highest value, ties at random.
    fn best_opening(&mut self, children: &[Opening]) -> Result<Option<(usize, f64)>, Halt> {
        if children.is_empty() {
            return Ok(None);
        }
        let mix = *self.mix();
        let mut picked: Vec<usize> = (0..children.len()).collect();
        self.random.shuffle(&mut picked);
        if mix.judges_boards() {
            picked.truncate(self.request.effort.breadth);
        }
        let (values, strategies) = (self.state.values(), self.request.strategies);
        let judged = |weight: u32, judge: Judge| -> Result<Vec<f64>, Halt> {
            let puzzle = |&i: &usize| without(values, &children[i].cells);
            let value = |i| if weight > 0 { judge(&puzzle(i), strategies, self.watch) } else { Some(0.0) };
            picked.iter().map(value).collect::<Option<_>>().ok_or(Halt::Stopped)
        };
        let freedom = judged(mix.freedom, narrowness_of)?;
        let difficulty = judged(mix.difficulty, difficulty_of)?;
        Ok(Some(self.highest(&mix, &picked, &freedom, &difficulty)))
    }

    /// The mark with the highest value, ties at random.
    fn best_mark(&mut self, good: &[(Candidate, Reasons)]) -> Result<(usize, f64), Halt> {
        let mix = *self.mix();
        let mut picked: Vec<usize> = (0..good.len()).collect();
        self.random.shuffle(&mut picked);
        let (mut freedom, mut difficulty) = (vec![0.0; good.len()], vec![0.0; good.len()]);
        let watch = self.watch;
        let support = self.support()?;
        if mix.freedom > 0 {
            let removable = support.removable();
            let value =
                |&i: &usize| (!watch.should_stop()).then(|| -(support.n_parents_with(good[i].0, &removable) as f64));
            freedom = picked.iter().map(value).collect::<Option<_>>().ok_or(Halt::Stopped)?;
        }
        if mix.difficulty > 0 {
            difficulty = picked.iter().map(|&i| support.easiest_with(good[i].0) as f64).collect();
        }
        Ok(self.highest(&mix, &picked, &freedom, &difficulty))
    }

    fn highest(&mut self, mix: &Mix, picked: &[usize], freedom: &[f64], difficulty: &[f64]) -> (usize, f64) {
        let (best, value) = best_of(mix, freedom, difficulty, self.random);
        (picked[best], value)
    }

    /// The derivable state, built when marks first come into play: what the closure solves, its rules support.
    fn support(&mut self) -> Result<&mut Support, Halt> {
        if self.support.is_none() {
            self.support = Support::new(&self.solution, self.state.values(), self.request.strategies, self.watch);
            self.may_go_on()?;
        }
        self.support.as_mut().ok_or(Halt::Slipped)
    }

    fn commit_opening(&mut self, cells: &[Cell], reasons: &Reasons) {
        if let Some(support) = &mut self.support {
            support.empty(cells, reasons);
        }
        self.orbits.retain(|orbit| orbit.as_slice() != cells);
        self.empty(cells);
    }

    fn empty(&mut self, cells: &[Cell]) {
        for &cell in cells {
            let Some(digit) = self.solution.get(cell) else { continue };
            let candidate = Candidate::new(cell, digit);
            let step = Move { method: MoveMethod::SingleCandidate, candidate, rule: None };
            self.state.inverse(&step);
            self.moves.push(step);
        }
    }

    fn commit_mark(&mut self, mark: Candidate, reasons: &Reasons) -> Result<(), Halt> {
        let support = self.support()?;
        support.put_back(mark, reasons);
        // A mark that may return has a rule against it.
        let step = support.move_for(mark).ok_or(Halt::Slipped)?;
        self.state.inverse(&step);
        self.moves.push(step);
        Ok(())
    }

    fn tell(&mut self, good_children: usize, value: f64) {
        (self.observe)(&Snapshot {
            state: &self.state,
            attempt: self.attempt,
            steps: self.moves.len(),
            good_children,
            value,
        });
    }
}

/// The values without these cells.
pub(super) fn without(values: &Puzzle, cells: &[Cell]) -> Puzzle {
    let mut values = values.clone();
    for &cell in cells {
        values.set(cell, None);
    }
    values
}

pub(super) fn is_solved(values: &Puzzle, strategies: StrategySet) -> bool {
    AnyClosure::of(values, strategies).is_solved()
}

/// Judges a puzzle; `None` if the watch says stop.
pub(super) type Judge = fn(&Puzzle, StrategySet, &dyn Watch) -> Option<f64>;

/// The ranks of the easiest methods on the boards of the way back: the hardest of them, and a
/// fraction that grows with the number of steps beyond singles.
pub(super) fn difficulty_of(puzzle: &Puzzle, strategies: StrategySet, watch: &dyn Watch) -> Option<f64> {
    solve_until(puzzle, strategies, &|| watch.should_stop()).map(|trace| difficulty_of_trace(&trace))
}

pub(super) fn difficulty_of_trace(trace: &Trace) -> f64 {
    let ranks = || trace.steps.iter().map(|step| step.strategy() as usize);
    let n_hard = ranks().filter(|&rank| rank > StrategyId::HiddenSingle as usize).count();
    ranks().max().unwrap_or(0) as f64 + 1.0 - 1.0 / (1.0 + n_hard as f64)
}

/// Minus the steps that a solver of the puzzle can choose from at the start.
pub(super) fn narrowness_of(puzzle: &Puzzle, strategies: StrategySet, watch: &dyn Watch) -> Option<f64> {
    (!watch.should_stop()).then(|| -(freedom_of(&Board::new(puzzle), strategies) as f64))
}

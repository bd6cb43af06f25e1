//! Fewest clues for a set of strategies (Nishikawa and Toda, section 6).
//!
//! From above: local search over puzzles with movable clues. From below: known bounds; for shapes with few solution
//! grids all puzzles with so many clues (`every_grid.rs`); for other grids of at most 36 cells every pattern with fewer
//! clues, up to symmetry, is refuted by the complete methods (`every_pattern.rs`).

mod descent;
mod every_grid;
mod every_pattern;

use crate::generate::bounds::placing;
use crate::generate::grids::random_solution;
use crate::generate::published::{FEWEST_CLUES, FEWEST_CLUES_OF_NAKED_SINGLES, Published};
use crate::generate::random::Random;
use crate::generate::verify::verify;
use crate::generate::{Found, Ground, Method, Request, Watch};
use crate::grid::{Cell, ClueConstraint, Pattern, Puzzle, Shape, Theme};
use crate::logic::{Design, StrategyId, StrategySet, with_size};
use descent::Descent;
use every_grid::{every_grid, from_below};
use every_pattern::exhaust;
use rayon::prelude::*;

/// What is asked of the puzzles with the fewest clues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct MinimumQuestion {
    /// The layout.
    pub shape: Shape,
    /// Strategies the solver may use.
    pub strategies: StrategySet,
    /// What is asked of the digits of the clues, wherever they stand.
    pub theme: Theme,
    /// A puzzle with so many clues is good enough.
    pub at_most: Option<usize>,
    /// Seed of all random choices.
    pub seed: u64,
}

impl MinimumQuestion {
    /// The question for the fewest clues, whatever their digits.
    pub fn new(shape: Shape, strategies: StrategySet) -> MinimumQuestion {
        MinimumQuestion { shape, strategies, theme: Theme::default(), at_most: None, seed: 0 }
    }

    /// Why no puzzle suits the theme, if its numbers say so at once: two digits that are no clues can be exchanged.
    pub fn obstacle(&self) -> Option<String> {
        let bound = |digit: usize, most: bool| {
            let counts = self.theme.constraints().iter().filter_map(|constraint| match constraint {
                ClueConstraint::Count { digit: counted, at_least, at_most }
                    if counted.is_none_or(|counted| counted.index() == digit) =>
                {
                    Some(if most { *at_most } else { *at_least })
                }
                _ => None,
            });
            if most { counts.min().unwrap_or(u8::MAX) } else { counts.max().unwrap_or(0) }
        };
        let n = self.shape.n();
        if let Some(digit) = (0..n).find(|&digit| bound(digit, false) > bound(digit, true)) {
            return Some(format!("digit {} can have no number of clues that the theme allows", digit + 1));
        }
        let n_absent = (0..n).filter(|&digit| bound(digit, true) == 0).count();
        (n_absent > 1 && self.shape.treats_digits_alike())
            .then(|| format!("{n_absent} digits may be no clues, and two missing digits can be exchanged"))
    }

    /// The question about one pattern.
    fn on(&self, pattern: Pattern) -> Request {
        let design = Design { theme: self.theme.clone(), seed: self.seed, ..Design::new(pattern, self.strategies) };
        design.into()
    }
}

/// What is known about the fewest clues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Minimum {
    /// The puzzle with the fewest clues found, verified; `None` if none was found in time.
    pub best: Option<Found>,
    /// No puzzle has fewer clues.
    pub lower_bound: LowerBound,
}

/// What becomes known while the fewest clues are looked for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FewestNews {
    /// A puzzle with fewer clues than any before, verified.
    Found(Box<Found>),
    /// Each puzzle has at least so many clues.
    AtLeast(usize, Ground),
}

/// Who is told.
type Receive<'a> = &'a mut dyn FnMut(FewestNews);

/// A number of clues below which there is no puzzle.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct LowerBound {
    /// The number.
    pub clues: usize,
    /// Why there is none: proven here, or by published enumeration.
    pub ground: Ground,
}

impl LowerBound {
    const fn proven(clues: usize) -> LowerBound {
        LowerBound { clues, ground: Ground::Proof }
    }

    const fn published(fact: &'static Published) -> LowerBound {
        LowerBound { clues: fact.fewest_clues, ground: Ground::Published(fact) }
    }
}

impl Minimum {
    /// Raises the lower bound.
    fn raise(&mut self, bound: LowerBound, receive: Receive<'_>) {
        self.lower_bound = bound;
        receive(FewestNews::AtLeast(bound.clues, bound.ground));
    }

    /// Takes a better puzzle.
    fn improve(&mut self, found: Found, receive: Receive<'_>) {
        receive(FewestNews::Found(Box::new(found.clone())));
        self.best = Some(found);
    }

    /// Whether no puzzle has fewer clues than the best one; why, the ground of the lower bound says.
    pub fn is_settled(&self) -> bool {
        self.best.as_ref().is_some_and(|found| found.puzzle().n_clues() == self.lower_bound.clues)
    }

    /// What is known, in half a sentence. It speaks of a proof only where the proof is our own.
    pub fn verdict(&self) -> String {
        match (self.is_settled(), self.lower_bound.ground) {
            (true, Ground::Published(fact)) => format!("the fewest, {}", fact.ground()),
            (true, Ground::SolverWord) => "the fewest, at the word of the solver (no proof is kept)".to_owned(),
            (true, Ground::Proof) => "proven to be the fewest".to_owned(),
            (true, ground @ Ground::EveryGrid { .. }) => format!("proven to be the fewest: {}", ground.sentence()),
            (false, ground @ Ground::EveryGrid { .. }) => {
                format!("at least {} are needed: {}", self.lower_bound.clues, ground.sentence())
            }
            (false, Ground::Published(fact)) => {
                format!("at least {} are needed, {}", self.lower_bound.clues, fact.ground())
            }
            (false, Ground::SolverWord) => {
                format!("at least {} are needed, at the word of the solver", self.lower_bound.clues)
            }
            (false, Ground::Proof) => format!("at least {} are needed", self.lower_bound.clues),
        }
    }
}

/// The lower bound known before any search.
///
/// N - 1: two digits that are no clue can be exchanged, unless the layout tells them apart. For 9x9 what others have found out by enumeration:
/// [`FEWEST_CLUES`] and [`FEWEST_CLUES_OF_NAKED_SINGLES`].
///
/// With full houses alone N^2 - 3 N + h + w for boxes of h rows and w columns, 60 for 9x9:
/// the cells less the rank of the houses. On irregular layouts that rank may be another.
pub fn known_lower_bound(shape: Shape, strategies: StrategySet) -> LowerBound {
    if let Some(boxes) = boxes_for_full_houses(shape, strategies) {
        return LowerBound::proven(only_full_houses(shape, boxes).n_clues());
    }
    if !shape.treats_digits_alike() {
        return LowerBound::proven(0);
    }
    if shape != Shape::NINE {
        return LowerBound::proven(shape.n() - 1);
    }
    // Wherever a full house is there is a naked single, so allowing both is allowing one.
    let places = strategies.difference(StrategySet::single(StrategyId::FullHouse));
    let is_naked = places == StrategySet::single(StrategyId::NakedSingle);
    LowerBound::published(if is_naked { &FEWEST_CLUES_OF_NAKED_SINGLES } else { &FEWEST_CLUES })
}

/// Height and width of the boxes, if nothing but full houses places digits: then the fewest clues are known.
fn boxes_for_full_houses(shape: Shape, strategies: StrategySet) -> Option<(usize, usize)> {
    shape.boxes().filter(|_| placing(strategies) == StrategySet::single(StrategyId::FullHouse))
}

/// The fewest clues that full houses alone complete, whatever the digits.
///
/// There are no fewer: write the houses that are completed, in this order, as rows of a table of 0 and 1 over
/// the empty cells. Each has a 1 at the cell it fills and 0 at those filled later, so the rows are independent,
/// and there are no more of them than the rank of the table of all 3 N houses. The rows of a band add up to its
/// boxes, and so do the columns of a stack: these are h + w equations, each about lines of its own, so the rank
/// is at most 3 N - h - w.
///
/// Here so many cells are empty: in each box the first; along the first band, the first row; along the first
/// stack, the first column. The boxes come first, then rows below and columns beside the first box, last its own.
fn only_full_houses(shape: Shape, (height, width): (usize, usize)) -> Pattern {
    let is_clue = |cell: &Cell| {
        let (row, col) = (shape.row(*cell), shape.col(*cell));
        let (first_row, first_col) = (row % height == 0, col % width == 0);
        !(first_row && first_col || row == 0 || col == 0)
    };
    Pattern::new(shape, shape.cells().filter(is_clue))
}

/// A puzzle of that pattern.
fn by_full_houses(question: &MinimumQuestion, watch: &dyn Watch) -> Option<Found> {
    let shape = question.shape;
    let boxes = boxes_for_full_houses(shape, question.strategies)?;
    let solution = random_solution(&Puzzle::empty(shape), &mut Random::new(question.seed, 0), watch)?;
    let pattern = only_full_houses(shape, boxes);
    let found = verify(&question.on(pattern), &solution.masked(&pattern), Method::Search, watch);
    found.inspect_err(|error| error.tell(watch)).ok()
}

/// Looks for the puzzle with the fewest clues until it is proven, or has at most as many as are good enough, or the watch
/// says stop. `receive` sees every better puzzle and every higher bound.
///
/// Same question, same answers on any number of threads, but for the moment of the stop.
pub fn minimum(question: &MinimumQuestion, watch: &dyn Watch, receive: Receive<'_>) -> Minimum {
    let MinimumQuestion { shape, strategies, at_most, .. } = *question;
    let mut state = Minimum { best: None, lower_bound: known_lower_bound(shape, strategies) };
    if placing(strategies).is_empty() {
        // Nothing places a digit: only the full grid is "solved", and it needs every clue.
        state.lower_bound = LowerBound::proven(shape.n_cells());
    }
    state.raise(state.lower_bound, receive);
    if let Some(found) = by_full_houses(question, watch) {
        state.improve(found, receive);
        return state;
    }
    let small = shape.n_cells() <= MAX_EXHAUSTIVE_CELLS;
    let enough = at_most.unwrap_or(0);
    let n_best = |state: &Minimum| state.best.as_ref().map_or(usize::MAX, |found| found.puzzle().n_clues());
    let is_over = |state: &Minimum| n_best(state) <= state.lower_bound.clues.max(enough);
    // A theme tells apart what the catalogue takes for the same.
    let has_grids = question.theme.is_empty() && !is_over(&state);
    let grids = if has_grids { every_grid(shape, watch) } else { None };
    if let Some(grids) = &grids {
        from_below(question, grids, true, watch, &mut state, receive);
    }
    for wave in 0.. {
        if is_over(&state) || watch.should_stop() || (small && wave == SMALL_WAVES) {
            break;
        }
        let found = wave_of(question, n_best(&state), wave, watch);
        if let Some(found) = found {
            state.improve(found, receive);
        }
    }
    if small && !is_over(&state) && !watch.should_stop() {
        match &grids {
            Some(grids) => from_below(question, grids, false, watch, &mut state, receive),
            None => exhaust(question, n_best(&state), watch, &mut state, receive),
        }
    }
    state
}

/// Grids up to this size are searched exhaustively from below.
const MAX_EXHAUSTIVE_CELLS: usize = 36;
/// Waves of local search before the exhaustive search of a small grid.
const SMALL_WAVES: u64 = 4;
/// Attempts of a wave; a constant, so that the answer does not depend on the threads.
const WAVE: u64 = 8;

/// The best puzzle with fewer than `n_best` clues that a wave of attempts finds.
fn wave_of(question: &MinimumQuestion, n_best: usize, wave: u64, watch: &dyn Watch) -> Option<Found> {
    let puzzles: Vec<Option<Puzzle>> = (wave * WAVE..(wave + 1) * WAVE)
        .into_par_iter()
        .map(|stream| with_size!(question.shape, N => Descent::<N>::new(question, stream, watch).run(n_best)))
        .collect();
    let best = puzzles.into_iter().flatten().min_by_key(Puzzle::n_clues)?;
    let request = question.on(best.pattern());
    verify(&request, &best, Method::Search, watch).inspect_err(|error| error.tell(watch)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use crate::generate::bounds::never_last_cells;
    use crate::logic::closure_of;

    #[test]
    fn what_is_told_on_the_way_leads_to_the_answer() {
        #[track_caller]
        fn check(shape: &str, strategies: &str) {
            let (shape, strategies) = (shape.parse().expect("shape"), strategies.parse().expect("strategies"));
            let (mut least, mut ground, mut best) = (0, None, usize::MAX);
            let minimum = minimum(&MinimumQuestion::new(shape, strategies), &Unwatched, &mut |news| match news {
                FewestNews::Found(found) => {
                    assert!(found.puzzle().n_clues() < best, "fewer than before");
                    best = found.puzzle().n_clues();
                }
                FewestNews::AtLeast(clues, why) => {
                    assert!(clues > least, "more than before");
                    (least, ground) = (clues, Some(why));
                }
            });
            assert_eq!(minimum.best.map(|found| found.puzzle().n_clues()), Some(best));
            assert_eq!((minimum.lower_bound.clues, Some(minimum.lower_bound.ground)), (least, ground));
        }
        check("2x2", "naked-single");
        check("2x2", "full-house");
        check("2x3", "singles");
    }

    /// Section 7.1 of the paper: 4 clues for 4x4, with naked singles as with all three strategies.
    #[test]
    fn four_clues_are_the_fewest_for_4x4() {
        let shape = Shape::new(2, 2).expect("shape");
        for strategies in [StrategySet::single(StrategyId::NakedSingle), StrategySet::PAPER] {
            let question = MinimumQuestion { seed: 1, ..MinimumQuestion::new(shape, strategies) };
            let minimum = minimum(&question, &Unwatched, &mut |_| {});
            assert!(minimum.is_settled(), "{minimum:?}");
            let ground = Ground::EveryGrid { grids: 2, clues: 3, puzzles: 0 };
            assert_eq!(minimum.lower_bound, LowerBound { clues: 4, ground });
            let expected = "proven to be the fewest: all 2 essentially different grids were searched, and none has a \
                            puzzle with 3 clues";
            assert_eq!(minimum.verdict(), expected);
        }
    }

    /// The fewest clues on 4x4 that suit a theme; whether four are enough, all puzzles with four clues tell.
    #[track_caller]
    fn check_themed(theme: &str, least: usize) {
        let shape = Shape::new(2, 2).expect("shape");
        let theme = Theme::parse(shape, theme).expect("a theme");
        let question = MinimumQuestion { theme, ..MinimumQuestion::new(shape, StrategySet::PAPER) };
        assert_eq!(question.obstacle(), None);
        let minimum = minimum(&question, &Unwatched, &mut |news| {
            if let FewestNews::Found(found) = news {
                question.theme.accepts(found.puzzle()).expect("all that is told suits the theme");
            }
        });
        let puzzle = minimum.best.as_ref().expect("a puzzle").puzzle();
        question.theme.accepts(puzzle).expect("suits the theme");
        assert!(minimum.is_settled() && puzzle.n_clues() >= least, "{puzzle}");
        let grids = crate::logic::solutions(&Puzzle::empty(shape), 300);
        let patterns: Vec<Pattern> = (0..1u32 << 16)
            .filter(|mask| mask.count_ones() == 4)
            .map(|mask| Pattern::new(shape, shape.cells().filter(|cell| mask >> cell.index() & 1 == 1)))
            .collect();
        let is_one = |puzzle: &Puzzle| {
            question.theme.accepts(puzzle).is_ok() && closure_of(puzzle, StrategySet::PAPER).values().is_solution()
        };
        let with_four = grids.iter().any(|grid| patterns.iter().any(|pattern| is_one(&grid.masked(pattern))));
        assert_eq!(puzzle.n_clues() == 4, with_four, "{puzzle}");
    }

    #[test]
    fn themes_may_take_more_clues() {
        check_themed("digit 3 exactly 0", 4);
        check_themed("each digit at least 2", 8);
        check_themed("each digit at most 1", 4);
        check_themed("symmetry half-turn complement", 4);
        check_themed("even=r1,r2; odd=r3,r4", 4);
    }

    #[test]
    fn numbers_that_contradict_each_other_are_told() {
        let obstacle = |theme: &str| {
            let shape = Shape::NINE;
            let theme = Theme::parse(shape, theme).expect("a theme");
            MinimumQuestion { theme, ..MinimumQuestion::new(shape, StrategySet::PAPER) }.obstacle()
        };
        assert_eq!(obstacle("digit 5 exactly 0; each digit at most 3"), None);
        let text = obstacle("digit 5 exactly 0; each digit at least 1").expect("an obstacle");
        assert_eq!(text, "digit 5 can have no number of clues that the theme allows");
        let text = obstacle("digit 5 exactly 0; digit 6 at most 0").expect("an obstacle");
        assert_eq!(text, "2 digits may be no clues, and two missing digits can be exchanged");
    }

    const PRIME: u64 = 1_000_003;

    /// The fewest clues of full houses alone: the number of cells less the rank of the table of houses.
    #[track_caller]
    fn check_full_houses(shape: &str, expected: usize) {
        let shape: Shape = shape.parse().expect("shape");
        let question = MinimumQuestion::new(shape, StrategySet::single(StrategyId::FullHouse));
        let full_house = minimum(&question, &Unwatched, &mut |_| {});
        assert!(full_house.is_settled(), "{full_house:?}");
        assert_eq!(full_house.lower_bound, LowerBound::proven(expected));
        // The rank modulo a prime is at most the rank.
        let inverse = |x: u64| {
            (0..20)
                .filter(|bit| (PRIME - 2) >> bit & 1 == 1)
                .fold(1, |product, bit| product * (0..bit).fold(x, |power, _| power * power % PRIME) % PRIME)
        };
        let geometry = shape.geometry();
        let table = geometry.house_sets.iter();
        let mut table: Vec<Vec<u64>> =
            table.map(|house| shape.cells().map(|cell| u64::from(house.contains(cell))).collect()).collect();
        let mut rank = 0;
        for col in 0..shape.n_cells() {
            let Some(pivot) = (rank..table.len()).find(|&row| table[row][col] != 0) else { continue };
            table.swap(rank, pivot);
            let pivot = table[rank].clone();
            for row in &mut table[rank + 1..] {
                let factor = row[col] * inverse(pivot[col]) % PRIME;
                row.iter_mut().zip(&pivot).for_each(|(x, y)| *x = (*x + (PRIME - factor) * y) % PRIME);
            }
            rank += 1;
        }
        assert_eq!(shape.n_cells() - rank, expected);
    }

    #[test]
    fn full_houses_need_as_many_clues_as_the_rank_leaves() {
        check_full_houses("2x2", 8);
        check_full_houses("2x3", 23);
        check_full_houses("3x2", 23);
        check_full_houses("2x4", 46);
        check_full_houses("3x3", 60);
        check_full_houses("3x4", 115);
    }

    /// Of all patterns of 4x4, none with fewer clues is completed by full houses.
    #[test]
    fn full_houses_of_all_4x4_patterns() {
        let shape = Shape::new(2, 2).expect("shape");
        let patterns = (0..1u32 << 16)
            .map(|mask| Pattern::new(shape, shape.cells().filter(|cell| mask >> cell.index() & 1 == 1)))
            .filter(|pattern| never_last_cells(pattern).is_empty());
        assert_eq!(patterns.map(|pattern| pattern.n_clues()).min(), Some(8));
    }

    #[test]
    fn without_anything_that_places_a_digit_every_cell_is_a_clue() {
        let shape = Shape::new(2, 2).expect("shape");
        let question = MinimumQuestion::new(shape, StrategySet::single(StrategyId::NakedPair));
        let pairs = minimum(&question, &Unwatched, &mut |_| {});
        assert_eq!((pairs.lower_bound, pairs.is_settled()), (LowerBound::proven(16), true));
    }

    /// What is said before any puzzle is found.
    #[track_caller]
    fn check_verdict(shape: &str, strategies: &str, expected: &str) {
        let shape: Shape = shape.parse().expect("shape");
        let strategies = strategies.parse().expect("names");
        let minimum = Minimum { best: None, lower_bound: known_lower_bound(shape, strategies) };
        assert!(!minimum.is_settled());
        assert_eq!(minimum.verdict(), expected);
    }

    #[test]
    fn published_bounds_are_not_called_proven() {
        let seventeen = "at least 17 are needed, by published enumeration (McGuire, Tugemann and Civario, 2013)";
        check_verdict("3x3", "paper", seventeen);
        check_verdict("3x3", "hidden-single", seventeen);
        check_verdict("3x3", "naked-single,naked-pair", seventeen);
        // Sets of equal power have the same bound.
        for naked in ["naked-single", "full-house,naked-single"] {
            check_verdict(
                "3x3",
                naked,
                "at least 18 are needed, by published enumeration (all 49,158 puzzles with 17 clues, New Sudoku \
                 Players' Forum, thread 34012)",
            );
        }
        check_verdict("3x3", "naked-single,hidden-single", seventeen);
        check_verdict("3x3", "full-house", "at least 60 are needed");
        check_verdict("2x3", "naked-single", "at least 5 are needed");
        check_verdict("3x4", "paper", "at least 11 are needed");
    }

    /// Nobody has found fewer clues, and that there are no fewer is known, but not from here.
    #[test]
    fn seventeen_clues_are_the_fewest_by_published_enumeration() {
        let text = include_str!("../../../tests/data/table-a1.txt");
        let puzzle = crate::grid::parse_puzzles(Shape::NINE, text).expect("table A1").remove(0);
        let request = Request::new(puzzle.pattern(), StrategySet::PAPER);
        let best = Some(verify(&request, &puzzle, Method::Search, &Unwatched).expect("verified"));
        let minimum = Minimum { best, lower_bound: known_lower_bound(Shape::NINE, StrategySet::PAPER) };
        assert!(minimum.is_settled());
        let expected = "the fewest, by published enumeration (McGuire, Tugemann and Civario, 2013)";
        assert_eq!(minimum.verdict(), expected);
    }
}

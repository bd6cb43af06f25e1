//! An independent proof of a step: exhaustive enumeration on the named constraints.
//!
//! The checker shares nothing with the finder but the vocabulary. It assumes the
//! opposite of each conclusion and tries every way to meet the base constraints
//! with remaining candidates; the step holds if none is left. A step that is a sum of constraints is added up anew.

mod sum;

use super::{Board, Deadly, Step};
use crate::grid::{Candidate, Cell, Constraint, Digit, Geometry, Puzzle};

/// Why a step was refused.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum CheckError {
    #[error("{0} is not a candidate any more, so it can be neither placed nor ruled out")]
    NotACandidate(String),
    #[error("the evidence does not refute the opposite of {0}")]
    NotRefuted(String),
    #[error("{0} contradicts the solution")]
    AgainstSolution(String),
}

/// Proves every conclusion of a step from its evidence alone; `board` is the state before it.
///
/// # Errors
/// The first conclusion that does not follow.
pub fn check_step(board: &Board, step: &Step) -> Result<(), CheckError> {
    let shape = board.shape();
    for &candidate in step.placed() {
        let name = candidate.placed_name(shape);
        if !board.has(candidate) || board.value(candidate.cell).is_some() {
            return Err(CheckError::NotACandidate(name));
        }
        if !refuted(board, step, None, Some(candidate)) {
            return Err(CheckError::NotRefuted(name));
        }
    }
    for &candidate in step.eliminated() {
        let name = candidate.eliminated_name(shape);
        if !board.has(candidate) || board.value(candidate.cell).is_some() {
            return Err(CheckError::NotACandidate(name));
        }
        if !refuted(board, step, Some(candidate), None) {
            return Err(CheckError::NotRefuted(name));
        }
    }
    Ok(())
}

/// Checks a step against the known solution of the puzzle.
///
/// # Errors
/// The first conclusion that the solution contradicts.
pub fn check_against_solution(board: &Board, step: &Step, solution: &Puzzle) -> Result<(), CheckError> {
    let shape = board.shape();
    let is_true = |candidate: Candidate| solution.get(candidate.cell) == Some(candidate.digit);
    if let Some(wrong) = step.placed().iter().find(|&&c| !is_true(c)) {
        return Err(CheckError::AgainstSolution(wrong.placed_name(shape)));
    }
    if let Some(wrong) = step.eliminated().iter().find(|&&c| is_true(c)) {
        return Err(CheckError::AgainstSolution(wrong.eliminated_name(shape)));
    }
    Ok(())
}

/// Whether no choice of one remaining candidate per base is possible when `assumed`
/// is true and `denied` false.
///
/// In steps of the base-and-cover form, chosen candidates may not share a named constraint;
/// in all others they may not contradict each other by the rules of the grid. Choices that
/// give the puzzle a second solution do not count where the evidence says so.
fn refuted(board: &Board, step: &Step, assumed: Option<Candidate>, denied: Option<Candidate>) -> bool {
    let shape = board.shape();
    let evidence = step.evidence();
    if let Some(weights) = &evidence.weights {
        return assumed.is_some_and(|candidate| sum::rules_out(board, evidence, weights, candidate));
    }
    let mut bases = evidence.bases.clone();
    if let Some(Deadly::Loop { cells, .. }) = &evidence.deadly {
        if cells.iter().any(|&cell| board.is_clue(cell)) {
            // Clues cannot be exchanged.
            return false;
        }
        bases.extend(cells.iter().map(|&cell| Constraint::Cell(cell)));
    }
    bases.sort_unstable();
    bases.dedup();
    let mut search = Refutation {
        geometry: board.geometry(),
        named: evidence.is_rule().then(|| evidence.bases.iter().chain(&evidence.covers).copied().collect()),
        deadly: evidence.deadly.as_ref(),
        chosen: Vec::new(),
    };
    let mut possible = vec![false; shape.n_cells() * shape.n()];
    for base in &bases {
        for candidate in base.candidates(search.geometry) {
            possible[candidate.index(shape)] = board.has(candidate) && Some(candidate) != denied;
        }
    }
    if let Some(candidate) = assumed {
        search.keep_consistent(&mut possible, candidate);
        search.chosen.push(candidate);
    }
    if let Some(Deadly::Bug(extra)) = &evidence.deadly {
        // Without all of them there is the bivalue universal grave, so one is true: each is tried.
        return is_bug_without(board, extra)
            && extra.iter().all(|&one| {
                let is_out = Some(one) == denied || search.chosen.iter().any(|&chosen| search.clash(chosen, one));
                is_out || search.with(one, &bases, &possible)
            });
    }
    search.run(&bases, &possible)
}

/// Whether without these candidates each open cell has two digits and each open house-digit two places.
///
/// Each way to fill it has another beside it, with the other digit in each cell, which keeps houses; groups and exclusions
/// it may break, so where the layout has them nothing follows.
fn is_bug_without(board: &Board, extra: &[Candidate]) -> bool {
    let geometry = board.geometry();
    if !geometry.groups.is_empty() || !geometry.not_consecutive.is_empty() {
        return false;
    }
    let mut board = board.clone();
    for &candidate in extra {
        board.eliminate(candidate);
    }
    Constraint::all(board.shape())
        .all(|constraint| board.is_met(constraint) || board.remaining(constraint).count_ones() == 2)
}

struct Refutation<'a> {
    geometry: &'a Geometry,
    /// The only constraints to look at, if not all.
    named: Option<Vec<Constraint>>,
    deadly: Option<&'a Deadly>,
    chosen: Vec<Candidate>,
}

impl Refutation<'_> {
    fn clash(&self, a: Candidate, b: Candidate) -> bool {
        let shared = |c: &Constraint| c.contains(self.geometry, a) && c.contains(self.geometry, b);
        a != b
            && match &self.named {
                Some(named) => named.iter().any(shared),
                None => self.geometry.sees(a, b),
            }
    }

    /// Crosses out what contradicts a chosen candidate.
    fn keep_consistent(&self, possible: &mut [bool], chosen: Candidate) {
        let shape = self.geometry.shape;
        for (index, open) in possible.iter_mut().enumerate() {
            *open = *open && !self.clash(chosen, Candidate::from_index(shape, index));
        }
    }

    /// Whether every way to meet the bases fails; always goes on with the base that has fewest ways.
    fn run(&mut self, bases: &[Constraint], possible: &[bool]) -> bool {
        let shape = self.geometry.shape;
        let met = |base: &Constraint| self.chosen.iter().any(|&c| base.contains(self.geometry, c));
        let options = |base: &Constraint| -> Vec<Candidate> {
            base.candidates(self.geometry).filter(|c| possible[c.index(shape)]).collect()
        };
        let open = bases.iter().filter(|base| !met(base)).map(options).min_by_key(Vec::len);
        let Some(options) = open else { return self.deadly.is_some_and(|deadly| self.is_deadly(deadly)) };
        options.into_iter().all(|option| self.with(option, bases, possible))
    }

    /// Whether every way to meet the bases fails with this candidate.
    fn with(&mut self, option: Candidate, bases: &[Constraint], possible: &[bool]) -> bool {
        let mut possible = possible.to_vec();
        self.keep_consistent(&mut possible, option);
        self.chosen.push(option);
        let refuted = self.run(bases, &possible);
        self.chosen.pop();
        refuted
    }

    /// Whether the two digits can be exchanged in the chosen cells, so that there is a second solution.
    fn is_deadly(&self, deadly: &Deadly) -> bool {
        let Deadly::Loop { cells, digits: [a, b] } = deadly else { return false };
        let holds = |cell: &Cell, digit: Digit| self.chosen.contains(&Candidate::new(*cell, digit));
        let is_filled = cells.iter().all(|cell| holds(cell, *a) || holds(cell, *b));
        // A house or group that loses one of the digits by the exchange gets it back.
        let keeps = self.geometry.house_sets.iter().chain(&self.geometry.groups).all(|house| {
            let count = |digit| cells.iter().filter(|cell| house.contains(**cell) && holds(cell, digit)).count();
            count(*a) == count(*b)
        });
        let allowed = |cell: &Cell| self.geometry.allowed(*cell);
        let is_allowed = cells.iter().all(|cell| allowed(cell).contains(*a) && allowed(cell).contains(*b));
        // What is in the neighbouring cells is not known.
        let is_free = self.geometry.not_consecutive.is_empty();
        a != b && !cells.is_empty() && is_filled && keeps && is_allowed && is_free
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{DigitSet, House, HouseKind, SHAPES, Shape, parse_puzzles};
    use crate::logic::{CellGroup, Evidence, StrategyId, StrategySet, next_step};

    fn board() -> Board {
        let text = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
        Board::new(&parse_puzzles(Shape::NINE, text).expect("puzzle")[0])
    }

    #[test]
    fn refuses_what_does_not_follow() {
        let board = board();
        let shape = board.shape();
        let cell = shape.cell(0, 1);
        let wrong = Step::place(
            StrategyId::NakedSingle,
            Candidate::new(cell, Digit::new(1)),
            Evidence::rule(vec![Constraint::Cell(cell)], vec![Constraint::HouseDigit(House(0), Digit::new(1))]),
        );
        assert_eq!(check_step(&board, &wrong), Err(CheckError::NotRefuted("r1c2=1".to_owned())));
        let gone = Step::place(
            StrategyId::NakedSingle,
            Candidate::new(cell, Digit::new(8)),
            Evidence::rule(vec![Constraint::Cell(cell)], vec![Constraint::HouseDigit(House(0), Digit::new(8))]),
        );
        assert_eq!(check_step(&board, &gone), Err(CheckError::NotACandidate("r1c2=8".to_owned())));
    }

    #[test]
    fn refuses_a_real_step_with_one_conclusion_too_many() {
        let mut board = board();
        while let Some(step) = next_step(&board, StrategySet::BASIC) {
            assert_eq!(check_step(&board, &step), Ok(()));
            if !step.eliminated().is_empty() {
                let named = |c: Candidate| step.marks(&board).iter().any(|&(marked, _)| marked == c);
                let other = (0..729)
                    .map(|i| Candidate::from_index(board.shape(), i))
                    .find(|&c| board.has(c) && board.value(c.cell).is_none() && !named(c))
                    .expect("an innocent candidate");
                let mut eliminated = step.eliminated().to_vec();
                eliminated.push(other);
                let greedy = Step::eliminate(step.strategy(), eliminated, step.evidence().clone());
                let name = other.eliminated_name(board.shape());
                assert_eq!(check_step(&board, &greedy), Err(CheckError::NotRefuted(name)));
            }
            step.apply(&mut board);
        }
    }

    const SMALL: Shape = SHAPES[0];

    /// A 4x4 board by its cells: remaining candidates, or a placed digit as in `=3`.
    fn small(cells: &str) -> Board {
        board_of(SMALL, cells)
    }

    fn board_of(shape: Shape, cells: &str) -> Board {
        let words: Vec<&str> = cells.split_whitespace().collect();
        let digits = |word: &str| word.chars().filter_map(Digit::from_char).collect::<DigitSet>();
        let mut values = Puzzle::empty(shape);
        for (cell, word) in SMALL.cells().zip(&words).filter(|(_, word)| word.starts_with('=')) {
            values.set(cell, digits(word).iter().next());
        }
        Board::with_marks(&values, |cell| digits(words[cell.index()]))
    }

    fn cell(name: &str) -> Cell {
        SMALL.cells().find(|&cell| SMALL.cell_name(cell) == name).expect("a cell")
    }

    /// Such as `r1c2=3` and `r1c2<>3`; whether it is placed.
    fn conclusion(text: &str) -> (Candidate, bool) {
        let digit = text.chars().last().and_then(Digit::from_char).expect("a digit");
        (Candidate::new(cell(&text[..4]), digit), !text.contains("<>"))
    }

    fn step(text: &str, evidence: &Evidence) -> Step {
        match conclusion(text) {
            (candidate, true) => Step::place(StrategyId::NakedSingle, candidate, evidence.clone()),
            (candidate, false) => Step::eliminate(StrategyId::NakedPair, vec![candidate], evidence.clone()),
        }
    }

    #[track_caller]
    fn holds(board: &Board, evidence: &Evidence, text: &str) {
        assert_eq!(check_step(board, &step(text, evidence)), Ok(()), "{text}");
    }

    #[track_caller]
    fn does_not_follow(board: &Board, evidence: &Evidence, text: &str) {
        assert_eq!(check_step(board, &step(text, evidence)), Err(CheckError::NotRefuted(text.to_owned())));
    }

    /// A digit of a row or column.
    fn line(kind: HouseKind, number: usize, digit: u8) -> Constraint {
        Constraint::HouseDigit(SMALL.geometry().house(kind, number - 1), Digit::new(digit))
    }

    fn loop_of(cells: [&str; 4], digits: [u8; 2]) -> Evidence {
        let deadly = Deadly::Loop { cells: cells.map(cell).to_vec(), digits: digits.map(Digit::new) };
        Evidence { deadly: Some(deadly), ..Evidence::default() }
    }

    #[test]
    fn conclusions_are_about_open_candidates() {
        let board = small("=1 24 3 4  3 4 12 12  2 1 4 3  4 3 12 12");
        let of_cell = |name| Evidence::rule(vec![Constraint::Cell(cell(name))], Vec::new());
        for text in ["r1c1=1", "r1c1<>1", "r1c1=2", "r1c1<>2", "r1c2=3", "r1c2<>3"] {
            let refused = check_step(&board, &step(text, &of_cell(&text[..4])));
            assert_eq!(refused, Err(CheckError::NotACandidate(text.to_owned())));
        }
        holds(&board, &of_cell("r2c2"), "r2c2=4");
        does_not_follow(&board, &of_cell("r1c2"), "r1c2=4");
    }

    #[test]
    fn conclusions_agree_with_the_solution() {
        let board = Board::new(&Puzzle::empty(SMALL));
        let solution = parse_puzzles(SMALL, "1234341221434321").expect("puzzle").remove(0);
        let evidence = Evidence::rule(vec![Constraint::Cell(cell("r1c1"))], Vec::new());
        for (text, agrees) in [("r1c2=2", true), ("r1c2=1", false), ("r1c2<>1", true), ("r1c2<>2", false)] {
            let expected = if agrees { Ok(()) } else { Err(CheckError::AgainstSolution(text.to_owned())) };
            assert_eq!(check_against_solution(&board, &step(text, &evidence), &solution), expected);
        }
    }

    /// Steps of the base-and-cover form see the constraints that they name, all others every rule of the grid.
    #[test]
    fn candidates_clash_by_the_rules() {
        let one_place = small("234 234 1234 234  1234 1234 1234 1234  1234 1234 1234 1234  1234 1234 1234 1234");
        let two_places = small("234 234 1234 1234  1234 1234 1234 1234  1234 1234 1234 1234  1234 1234 1234 1234");
        let row = line(HouseKind::Row, 1, 1);
        let by_column = Evidence::rule(vec![row], vec![line(HouseKind::Column, 3, 1)]);
        holds(&one_place, &by_column, "r4c3<>1");
        does_not_follow(&one_place, &by_column, "r4c2<>1");
        does_not_follow(&two_places, &by_column, "r4c3<>1");
        does_not_follow(&one_place, &Evidence::rule(vec![row], vec![line(HouseKind::Row, 4, 1)]), "r4c3<>1");
        let set = CellGroup { cells: vec![cell("r1c3")], digits: vec![Digit::new(1)] };
        let by_any_rule = Evidence { bases: vec![row], sets: vec![set], ..Evidence::default() };
        // In its column, its box and its cell.
        for text in ["r4c3<>1", "r2c4<>1", "r1c3<>2"] {
            holds(&one_place, &by_any_rule, text);
        }
        for text in ["r4c3<>1", "r1c3<>2"] {
            does_not_follow(&two_places, &by_any_rule, text);
        }
        for text in ["r4c3<>2", "r4c2<>1", "r1c4<>2"] {
            does_not_follow(&one_place, &by_any_rule, text);
        }
    }

    #[test]
    fn loops_are_deadly_where_their_digits_can_be_exchanged() {
        let rest = "1234 1234 1234 1234  1234 1234 1234 1234";
        let board = small(&format!("12 1234 12 1234  12 1234 123 1234  {rest}"));
        let rectangle = loop_of(["r1c1", "r1c3", "r2c1", "r2c3"], [1, 2]);
        for text in ["r2c3<>1", "r2c3<>2", "r2c3=3"] {
            holds(&board, &rectangle, text);
            does_not_follow(&board, &loop_of(["r1c1", "r1c3", "r2c1", "r2c3"], [1, 1]), text);
            does_not_follow(&board, &loop_of(["r1c1", "r1c3", "r2c1", "r2c1"], [1, 2]), text);
        }
        does_not_follow(&board, &rectangle, "r2c3<>3");
        does_not_follow(&small(&format!("12 1234 123 1234  12 1234 123 1234  {rest}")), &rectangle, "r2c3<>1");
        // Four boxes, each of which would lose a digit.
        let board = small("12 1234 12 1234  1234 1234 1234 1234  12 1234 123 1234  1234 1234 1234 1234");
        does_not_follow(&board, &loop_of(["r1c1", "r1c3", "r3c1", "r3c3"], [1, 2]), "r3c3<>1");
        // Neither of the digits is there.
        let board = small(&format!("34 1234 34 1234  34 1234 134 1234  {rest}"));
        does_not_follow(&board, &rectangle, "r2c3<>3");
        // A clue cannot be exchanged, nor can what is in no cell.
        let mut board = Board::new(&parse_puzzles(SMALL, "1...............").expect("puzzle")[0]);
        for text in ["r1c3<>3", "r1c3<>4", "r2c1<>3", "r2c1<>4", "r2c3<>4"] {
            board.eliminate(conclusion(text).0);
        }
        does_not_follow(&board, &rectangle, "r2c3<>1");
        let nothing = Deadly::Loop { cells: Vec::new(), digits: [Digit::new(1), Digit::new(2)] };
        does_not_follow(&board, &Evidence { deadly: Some(nothing), ..Evidence::default() }, "r2c3<>1");
    }

    /// A cell may not allow the digit that it would get.
    #[test]
    fn loops_are_not_deadly_where_the_layout_tells_digits_apart() {
        let cells = "12 1234 12 1234  12 1234 123 1234  1234 1234 1234 1234  1234 1234 1234 1234";
        let rectangle = loop_of(["r1c1", "r1c3", "r2c1", "r2c3"], [1, 2]);
        for (layout, text) in [("2x2 odd=r1c1", "r2c3<>1"), ("2x2 even=r1c1", "r2c3<>2")] {
            holds(&board_of(SMALL, cells), &rectangle, text);
            let shape: Shape = layout.parse().expect("a layout");
            does_not_follow(&board_of(shape, cells), &rectangle, text);
        }
    }

    /// A grave but for these candidates, with further bases.
    fn grave(extra: &str, bases: &[Constraint]) -> Evidence {
        let extra = extra.split_whitespace().map(|text| conclusion(text).0).collect();
        Evidence { bases: bases.to_vec(), deadly: Some(Deadly::Bug(extra)), ..Evidence::default() }
    }

    #[test]
    fn one_of_several_further_candidates_is_true() {
        let rest = "13 24 13 24  24 13 24 13  24 13 24 13";
        // The same digit twice in a row.
        let board = small(&format!("123 24 123 24  {rest}"));
        let both = grave("r1c1=2 r1c3=2", &[]);
        for text in ["r1c2<>2", "r1c4<>2"] {
            holds(&board, &both, text);
            does_not_follow(&board, &grave("r1c1=2", &[]), text);
            does_not_follow(&board, &grave("r1c1=2 r1c3=1", &[]), text);
        }
        for text in ["r2c2<>2", "r1c1<>2", "r1c1=2", "r1c1<>1", "r1c2<>4", "r3c1<>2"] {
            does_not_follow(&board, &both, text);
        }
        // Two digits, with another that has no further place, or with a cell of both.
        let board = small(&format!("123 24 134 24  {rest}"));
        let with = |base| grave("r1c1=2 r1c3=4", &[base]);
        for (base, text) in [
            (line(HouseKind::Row, 1, 1), "r1c1<>3"),
            (line(HouseKind::Row, 1, 1), "r1c3<>3"),
            (line(HouseKind::Row, 1, 3), "r1c1<>1"),
            (Constraint::Cell(cell("r1c2")), "r1c4<>2"),
            (Constraint::Cell(cell("r1c2")), "r1c4<>4"),
        ] {
            holds(&board, &with(base), text);
            does_not_follow(&board, &grave("r1c1=2 r1c3=4", &[]), text);
            does_not_follow(&board, &with(line(HouseKind::Row, 4, 1)), text);
        }
        does_not_follow(&board, &with(line(HouseKind::Row, 1, 1)), "r1c1<>1");
        does_not_follow(&board, &with(line(HouseKind::Row, 1, 1)), "r1c1<>2");
        does_not_follow(&board, &with(Constraint::Cell(cell("r1c2"))), "r1c2<>2");
    }

    #[test]
    fn a_grave_has_two_candidates_everywhere() {
        let extra = |text: &str| grave(text, &[]);
        let all_open = small("123 24 13 24  13 24 13 24  24 13 24 13  24 13 24 13");
        let half_open = small("123 =2 13 =4  13 =4 13 =2  =2 13 =4 13  =4 13 =2 13");
        for board in [&all_open, &half_open] {
            for text in ["r1c1=2", "r1c1<>1", "r1c1<>3"] {
                holds(board, &extra("r1c1=2"), text);
                does_not_follow(board, &extra("r2c1=1"), text);
            }
            for text in ["r1c1<>2", "r1c1=1", "r2c1=1", "r2c1<>1", "r1c3<>3"] {
                does_not_follow(board, &extra("r1c1=2"), text);
            }
        }
        // A second extra candidate, in a cell or for a house.
        for cells in [
            "123 24 13 24  13 24 13 24  24 13 24 13  24 13 24 123",
            "123 24 13 24  13 24 13 24  24 13 24 13  24 13 24 1",
        ] {
            does_not_follow(&small(cells), &extra("r1c1=2"), "r1c1=2");
        }
    }
    /// The other way to fill the grid may break groups and exclusions, which are no houses.
    #[test]
    fn there_is_no_grave_with_groups_or_exclusions() {
        let cells = "123 24 13 24  13 24 13 24  24 13 24 13  24 13 24 13";
        for (layout, expected) in [("2x2", true), ("2x2 non-consecutive", false), ("2x2 anti-king", false)] {
            let shape: Shape = layout.parse().expect("a layout");
            let board = board_of(shape, cells);
            assert_eq!(is_bug_without(&board, &[conclusion("r1c1=2").0]), expected, "{layout}");
        }
    }
}

//! A picture grid for each strategy: a position where it applies, and a near miss where it does not.
//!
//! The positions are data, `pictures.txt`, one a line:
//! `strategy shape: clues; placed digits; ruled out; conclusions; what a near miss lacks`.
//! The near miss is the same position without the last thing that made the step possible.

use super::{Board, Step, StrategyId, StrategySet, all_steps};
use crate::grid::{Candidate, Digit, Puzzle, Shape, content_lines};

const PICTURES: &str = include_str!("pictures.txt");

/// A position for which a strategy is the answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct StrategyPicture {
    /// The strategy.
    pub strategy: StrategyId,
    /// The position.
    pub board: Board,
    /// What a step of the strategy concludes here: `r1c1=5` or `r1c1<>5`, ascending.
    pub conclusions: Vec<String>,
    /// A position almost the same, where no step of the strategy concludes that.
    pub near_miss: Board,
}

impl StrategyPicture {
    /// The step of the strategy that concludes this.
    pub fn step(&self) -> Option<Step> {
        let steps = all_steps(&self.board, StrategySet::single(self.strategy));
        steps.into_iter().find(|step| step.conclusion_names(&self.board) == self.conclusions)
    }
}

/// Every picture; the first of each strategy is on 9x9 where there is one.
pub fn pictures() -> impl Iterator<Item = StrategyPicture> {
    PICTURES.lines().filter(|line| !line.starts_with('#')).map(|line| parse(line).expect("the lines are well formed"))
}

/// The picture of a strategy.
pub fn picture(id: StrategyId) -> Option<StrategyPicture> {
    let begins = |line: &&str| line.split(' ').next() == Some(id.name());
    PICTURES.lines().find(begins).and_then(parse)
}

fn parse(line: &str) -> Option<StrategyPicture> {
    let (head, fields) = line.split_once(": ")?;
    let (name, shape) = head.split_once(' ')?;
    let shape: Shape = shape.parse().ok()?;
    let strategies: StrategySet = name.parse().ok()?;
    let [clues, placed, ruled_out, conclusions, lacking] = fields.split(';').collect::<Vec<_>>()[..] else {
        return None;
    };
    let puzzle = content_lines(clues).next()?.puzzle(shape).ok()?;
    let placed: Vec<&str> = placed.split_whitespace().collect();
    let ruled_out: Vec<&str> = ruled_out.split_whitespace().collect();
    let lacking: Vec<&str> = lacking.split_whitespace().collect();
    Some(StrategyPicture {
        strategy: strategies.iter().next()?,
        board: position(&puzzle, placed.iter().chain(&ruled_out))?,
        conclusions: conclusions.split_whitespace().map(str::to_owned).collect(),
        near_miss: position(&puzzle, placed.iter().chain(&ruled_out).filter(|name| !lacking.contains(name)))?,
    })
}

/// The board of a puzzle after these conclusions.
fn position<'a>(puzzle: &Puzzle, names: impl Iterator<Item = &'a &'a str>) -> Option<Board> {
    let shape = puzzle.shape();
    let mut board = Board::new(puzzle);
    for name in names {
        let (cell, digit) = name.split_once("<>").or_else(|| name.split_once('='))?;
        let (row, col) = cell.strip_prefix('r')?.split_once('c')?;
        let (row, col): (usize, usize) = (row.parse().ok()?, col.parse().ok()?);
        let digit = Digit::from_char(digit.chars().next()?)?;
        if row < 1 || row > shape.n() || col < 1 || col > shape.n() || digit.index() >= shape.n() {
            return None;
        }
        let candidate = Candidate::new(shape.cell(row - 1, col - 1), digit);
        if name.contains('=') {
            board.place(candidate);
        } else {
            board.eliminate(candidate);
        }
    }
    Some(board)
}

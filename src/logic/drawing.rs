//! What a picture of a step shows: one description for the board on the screen and for SVG.
//!
//! Places are in units of a cell: x to the right, y down, (0, 0) the upper left corner.

use super::{Board, Role, Step};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, Puzzle, Shape};

/// The state before a step with the step's evidence on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    /// Cells that hold clues.
    pub clues: CellSet,
    /// The state before the step.
    pub board: Board,
    /// Candidates that take part, ascending, each with its role.
    pub marks: Vec<(Candidate, Role)>,
    /// Cells of the houses that the bases speak of.
    pub base_cells: CellSet,
    /// Cells of the houses that the covers speak of, where the step rules out.
    pub cover_cells: CellSet,
    /// Filled cells that stand for bases.
    pub met_cells: CellSet,
    /// Links of a chain, from node to node.
    pub arrows: Vec<Arrow>,
}

/// A link between two nodes of a chain.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Arrow {
    /// Candidates of the first node.
    pub from: Vec<Candidate>,
    /// Candidates of the second node.
    pub to: Vec<Candidate>,
    /// Strong: at least one of the nodes is true. Weak: at most one is.
    pub is_strong: bool,
}

/// A point in units of a cell.
pub type Point = (f32, f32);

impl Drawing {
    /// The state before a step, or an end without step; `clues` are those of the puzzle.
    pub fn new(clues: &Puzzle, board: Board, step: Option<&Step>) -> Drawing {
        let shape = board.shape();
        let mut picture = Drawing {
            clues: clues.pattern().cells,
            board,
            marks: Vec::new(),
            base_cells: CellSet::EMPTY,
            cover_cells: CellSet::EMPTY,
            met_cells: CellSet::EMPTY,
            arrows: Vec::new(),
        };
        let Some(step) = step else { return picture };
        let evidence = step.evidence();
        picture.marks = step.marks(&picture.board);
        picture.met_cells = step.met_cells(&picture.board);
        if step.placed().is_empty() {
            picture.cover_cells = house_cells(shape, &evidence.covers);
        } else {
            // Where a digit is placed the bases say it all; covers explain what is ruled out.
            picture.marks.retain(|&(_, role)| role != Role::Cover);
        }
        if evidence.nodes.is_empty() {
            picture.base_cells = house_cells(shape, &evidence.bases);
        }
        let candidates = |node: usize| -> Vec<Candidate> {
            let node = &evidence.nodes[node];
            node.cells.iter().map(|&cell| Candidate::new(cell, node.digit)).collect()
        };
        picture.arrows = evidence
            .links
            .iter()
            .map(|link| Arrow { from: candidates(link.from), to: candidates(link.to), is_strong: link.is_strong })
            .collect();
        picture
    }

    /// The part a candidate plays.
    pub fn role(&self, candidate: Candidate) -> Option<Role> {
        let at = self.marks.binary_search_by_key(&candidate, |&(candidate, _)| candidate).ok()?;
        Some(self.marks[at].1)
    }

    /// The digit that the step places into a cell.
    pub fn placed(&self, cell: Cell) -> Option<Digit> {
        self.marks.iter().find(|(c, role)| c.cell == cell && *role == Role::Placed).map(|(c, _)| c.digit)
    }
}

fn house_cells(shape: Shape, constraints: &[Constraint]) -> CellSet {
    let geometry = shape.geometry();
    let houses = constraints.iter().filter_map(|constraint| match constraint {
        Constraint::HouseDigit(house, _) => Some(geometry.house_sets[house.index()]),
        Constraint::Cell(_) => None,
    });
    houses.fold(CellSet::EMPTY, |all, house| all.union(&house))
}

/// Candidates side by side in a cell: as wide as a box, where that fills the cell well.
pub fn candidates_across(shape: Shape) -> usize {
    shape.box_cols().max(shape.box_rows())
}

/// Centre, width and height of a candidate's place in its cell, the cell's corner being (0, 0).
pub fn spot_in_cell(shape: Shape, digit: Digit) -> (Point, Point) {
    /// A little air to the cell's lines.
    const AIR: f32 = 0.05;
    let across = candidates_across(shape);
    let down = shape.n().div_ceil(across);
    let inner = 1.0 - 2.0 * AIR;
    let size = (inner / across as f32, inner / down as f32);
    let (col, row) = (digit.index() % across, digit.index() / across);
    ((AIR + (col as f32 + 0.5) * size.0, AIR + (row as f32 + 0.5) * size.1), size)
}

/// The middle of a candidate's place on the board.
pub fn spot(shape: Shape, candidate: Candidate) -> Point {
    let ((x, y), _) = spot_in_cell(shape, candidate.digit);
    (shape.col(candidate.cell) as f32 + x, shape.row(candidate.cell) as f32 + y)
}

impl Arrow {
    /// Start, control point and tip of a slightly bent curve between the nodes, and the unit
    /// direction in which it ends. Ends stay clear of the digits; `None` if the nodes touch.
    pub fn curve(&self, shape: Shape) -> Option<([Point; 3], Point)> {
        let middle = |node: &[Candidate]| -> Point {
            let n = node.len().max(1) as f32;
            let sum = node.iter().map(|&c| spot(shape, c)).fold((0.0, 0.0), |a, p| (a.0 + p.0, a.1 + p.1));
            (sum.0 / n, sum.1 / n)
        };
        let (from, to) = (middle(&self.from), middle(&self.to));
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy);
        let (_, (width, height)) = spot_in_cell(shape, Digit::new(1));
        let clear = width.min(height) * 0.55;
        if length < 2.2 * clear {
            return None;
        }
        // To the side by a tenth, so that links along a line do not lie on each other.
        let bow = (length * 0.1).min(0.35);
        let control =
            (f32::midpoint(from.0, to.0) - dy / length * bow, f32::midpoint(from.1, to.1) + dx / length * bow);
        let towards = |a: Point, b: Point| {
            let d = (b.0 - a.0).hypot(b.1 - a.1).max(f32::EPSILON);
            ((b.0 - a.0) / d, (b.1 - a.1) / d)
        };
        let (out, back) = (towards(from, control), towards(to, control));
        let start = (from.0 + out.0 * clear, from.1 + out.1 * clear);
        let tip = (to.0 + back.0 * clear, to.1 + back.1 * clear);
        Some(([start, control, tip], (-back.0, -back.1)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{SHAPES, parse_puzzles};
    use crate::logic::{StrategySet, solve};

    #[test]
    fn every_candidate_has_its_own_place_inside_its_cell() {
        for shape in SHAPES {
            let places: Vec<_> = (0..shape.n()).map(|i| spot_in_cell(shape, Digit::from_index(i))).collect();
            for (i, ((x, y), (width, height))) in places.iter().enumerate() {
                assert!(x - width / 2.0 > 0.0 && x + width / 2.0 < 1.0, "{shape}");
                assert!(y - height / 2.0 > 0.0 && y + height / 2.0 < 1.0, "{shape}");
                let apart = |other: &Point| (other.0 - x).abs() > width * 0.9 || (other.1 - y).abs() > height * 0.9;
                assert!(places.iter().enumerate().all(|(j, (other, _))| i == j || apart(other)), "{shape}");
            }
        }
    }

    #[test]
    fn pictures_hold_what_the_steps_rest_on() {
        for line in include_str!("../../tests/data/puzzles.txt").lines().filter(|line| !line.starts_with('#')).take(24)
        {
            let (shape, text) = line.split_once(' ').expect("shape and puzzle");
            let shape: Shape = shape.parse().expect("a shape");
            let puzzle = parse_puzzles(shape, text).expect("a puzzle").remove(0);
            let trace = solve(&puzzle, StrategySet::ALL);
            for (index, step) in trace.steps.iter().enumerate() {
                let picture = Drawing::new(&puzzle, trace.board_before(index), Some(step));
                for &placed in step.placed() {
                    assert_eq!(picture.placed(placed.cell), Some(placed.digit));
                }
                for &out in step.eliminated() {
                    assert_eq!(picture.role(out), Some(Role::Eliminated));
                }
                assert_eq!(picture.arrows.len(), step.evidence().links.len());
                for arrow in &picture.arrows {
                    let Some((points, (x, y))) = arrow.curve(shape) else { continue };
                    let n = shape.n() as f32;
                    assert!(points.iter().all(|p| (0.0..=n).contains(&p.0) && (0.0..=n).contains(&p.1)), "{points:?}");
                    assert!((x.hypot(y) - 1.0).abs() < 1e-3);
                }
            }
        }
    }
}

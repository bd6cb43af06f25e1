//! What a picture of a step shows: one description for the screen, for paper, for web pages and for JSON.
//!
//! [`Drawing`] says which part each candidate, cell and link plays, [`Drawing::elements`] lists what is drawn
//! from back to front. Screen and paper differ only in how they draw an element.
//!
//! Places are in units of a cell: x to the right, y down, (0, 0) the upper left corner.

use super::{Board, Role, Step};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, Shape};

/// The state before a step with the step's evidence on it.
#[derive(Clone, PartialEq, Debug)]
pub struct Drawing {
    /// The state before the step.
    pub board: Board,
    /// Candidates that take part, ascending, each with its role.
    pub marks: Vec<(Candidate, Role)>,
    /// Cells of the houses that the bases speak of.
    pub base_cells: CellSet,
    /// Cells of the houses that the covers speak of, where the step rules out.
    pub cover_cells: CellSet,
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

/// A colour by its meaning; each theme and the paper have their own shade of it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Hue {
    /// What the step rests on, and the digit it places.
    Base,
    /// What holds the bases.
    Cover,
    /// Fins and deadly patterns.
    Fin,
    /// Nodes of chains.
    Chain,
    /// What is ruled out.
    Conflict,
}

/// The form behind a candidate: colour is never the only difference.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Form {
    /// A filled square.
    Square,
    /// A filled circle.
    Disc,
    /// A filled square that stands on a corner.
    Lozenge,
    /// The outline of a circle.
    Ring,
    /// The outline of a square.
    Frame,
}

impl Role {
    /// Every role.
    pub const ALL: [Role; 9] = [
        Role::Base,
        Role::Cover,
        Role::Fin,
        Role::ChainOn,
        Role::ChainOff,
        Role::SetCell,
        Role::Deadly,
        Role::Placed,
        Role::Eliminated,
    ];

    /// Form and hue behind a candidate of this role, and the share of the hue; the rest of the colour is paper.
    pub const fn look(self) -> (Form, Hue, f32) {
        match self {
            Role::Base | Role::SetCell => (Form::Square, Hue::Base, 0.55),
            Role::Cover => (Form::Disc, Hue::Cover, 0.65),
            Role::Fin | Role::Deadly => (Form::Lozenge, Hue::Fin, 0.75),
            Role::ChainOn => (Form::Disc, Hue::Chain, 0.8),
            Role::ChainOff => (Form::Ring, Hue::Chain, 1.0),
            Role::Placed => (Form::Frame, Hue::Base, 1.0),
            Role::Eliminated => (Form::Frame, Hue::Conflict, 1.0),
        }
    }

    /// Name in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Base => "base",
            Role::Cover => "cover",
            Role::Fin => "fin",
            Role::ChainOn => "chain-on",
            Role::ChainOff => "chain-off",
            Role::SetCell => "set",
            Role::Deadly => "deadly",
            Role::Placed => "placed",
            Role::Eliminated => "eliminated",
        }
    }
}

/// Why a whole cell is tinted.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tint {
    /// It lies in a house of a base.
    Base,
    /// It lies in a house of a cover.
    Cover,
    /// It lies in houses of both.
    Both,
    /// The step places a digit in it.
    Placed,
}

impl Tint {
    /// The tint of a cell by the houses that it lies in, if it has one.
    pub const fn of_houses(is_in_base: bool, is_in_cover: bool) -> Option<Tint> {
        match (is_in_base, is_in_cover) {
            (true, true) => Some(Tint::Both),
            (true, false) => Some(Tint::Base),
            (false, true) => Some(Tint::Cover),
            (false, false) => None,
        }
    }

    /// Hues that lie on each other on the paper, each with its share.
    pub const fn layers(self) -> &'static [(Hue, f32)] {
        match self {
            Tint::Base => &[(Hue::Base, 0.12)],
            Tint::Cover => &[(Hue::Cover, 0.14)],
            Tint::Both => &[(Hue::Cover, 0.14), (Hue::Base, 0.12)],
            Tint::Placed => &[(Hue::Base, 0.22)],
        }
    }
}

/// What kind of digit fills a cell.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Filling {
    /// A clue.
    Clue,
    /// Placed by an earlier step.
    Solved,
    /// Placed by this step.
    Placed,
}

/// One thing that is drawn.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Element<'a> {
    /// A tinted cell. Tints come before everything else, so that the lines of the grid can lie between.
    Tint(Cell, Tint),
    /// The form behind a candidate that takes part, or behind the digit of a cell.
    Ground(Candidate, Role, Square),
    /// A link between nodes of a chain.
    Arrow(&'a Arrow),
    /// A digit that fills its cell.
    Digit(Candidate, Filling),
    /// A candidate, with its role if it takes part.
    Candidate(Candidate, Option<Role>),
    /// The stroke through a candidate that is ruled out, from the lower left to the upper right.
    Strike(Candidate, Square),
}

/// A square in units of a cell.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Square {
    /// Its middle.
    pub centre: Point,
    /// Length of its sides.
    pub side: f32,
}

impl Square {
    /// The square in the middle of a candidate's place.
    pub fn behind(shape: Shape, candidate: Candidate) -> Square {
        let (_, (width, height)) = spot_in_cell(shape, candidate.digit);
        Square { centre: spot(shape, candidate), side: width.min(height) * 0.92 }
    }
}

impl Element<'_> {
    /// The cell it is drawn in; none for an arrow.
    pub const fn cell(&self) -> Option<Cell> {
        match self {
            Element::Tint(cell, _) => Some(*cell),
            Element::Ground(candidate, _, _)
            | Element::Digit(candidate, _)
            | Element::Candidate(candidate, _)
            | Element::Strike(candidate, _) => Some(candidate.cell),
            Element::Arrow(_) => None,
        }
    }
}

impl Drawing {
    /// The state before a step, or an end without step.
    pub fn new(board: Board, step: Option<&Step>) -> Drawing {
        let shape = board.shape();
        let mut picture = Drawing {
            board,
            marks: Vec::new(),
            base_cells: CellSet::EMPTY,
            cover_cells: CellSet::EMPTY,
            arrows: Vec::new(),
        };
        let Some(step) = step else { return picture };
        let evidence = step.evidence();
        picture.marks = step.marks(&picture.board);
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

    /// The state before a step, with only these nodes of its chain and the links between them.
    pub fn of_nodes(board: Board, step: &Step, nodes: &[usize]) -> Drawing {
        let mut picture = Drawing::new(board, Some(step));
        let evidence = step.evidence();
        let is_shown: Vec<bool> = (0..evidence.nodes.len()).map(|node| nodes.contains(&node)).collect();
        let in_node = |candidate: Candidate| {
            let mut shown = evidence.nodes.iter().zip(&is_shown).filter(|(_, is_shown)| **is_shown);
            shown.any(|(node, _)| node.digit == candidate.digit && node.cells.contains(&candidate.cell))
        };
        let is_of_chain = |role| matches!(role, Role::ChainOn | Role::ChainOff);
        picture.marks.retain(|&(candidate, role)| !is_of_chain(role) || in_node(candidate));
        let mut links = evidence.links.iter();
        picture.arrows.retain(|_| links.next().is_some_and(|link| is_shown[link.from] && is_shown[link.to]));
        picture
    }

    /// The part a candidate plays.
    pub fn role(&self, candidate: Candidate) -> Option<Role> {
        let at = self.marks.binary_search_by_key(&candidate, |&(candidate, _)| candidate).ok()?;
        Some(self.marks[at].1)
    }

    /// Everything that is drawn, from back to front.
    pub fn elements(&self) -> Vec<Element<'_>> {
        let shape = self.board.shape();
        let mut elements = Vec::new();
        for cell in shape.cells() {
            let houses = Tint::of_houses(self.base_cells.contains(cell), self.cover_cells.contains(cell));
            let tint = if self.placed(cell).is_some() { Some(Tint::Placed) } else { houses };
            elements.extend(tint.map(|tint| Element::Tint(cell, tint)));
        }
        // The digit that is placed covers the candidates of its cell.
        let shown = || self.marks.iter().filter(|(c, _)| self.placed(c.cell).is_none());
        elements.extend(shown().map(|&(c, role)| Element::Ground(c, role, self.ground(c))));
        elements.extend(self.arrows.iter().map(Element::Arrow));
        for cell in shape.cells() {
            let filling = if self.board.is_clue(cell) { Filling::Clue } else { Filling::Solved };
            let filled = self.board.value(cell).map(|digit| (digit, filling));
            match filled.or(self.placed(cell).map(|digit| (digit, Filling::Placed))) {
                Some((digit, filling)) => elements.push(Element::Digit(Candidate::new(cell, digit), filling)),
                None => elements.extend(self.board.marks(cell).iter().map(|digit| {
                    let candidate = Candidate::new(cell, digit);
                    Element::Candidate(candidate, self.role(candidate))
                })),
            }
        }
        let struck = shown().filter(|(_, role)| *role == Role::Eliminated);
        elements.extend(struck.map(|&(c, _)| Element::Strike(c, self.ground(c))));
        elements
    }

    /// Where the form behind a candidate lies: it is as large as the digit needs.
    fn ground(&self, candidate: Candidate) -> Square {
        let shape = self.board.shape();
        if self.board.value(candidate.cell).is_some() {
            let (x, y) = (shape.col(candidate.cell) as f32, shape.row(candidate.cell) as f32);
            return Square { centre: (x + 0.5, y + 0.5), side: 0.8 };
        }
        Square::behind(shape, candidate)
    }

    /// The digit that the step places into a cell.
    pub fn placed(&self, cell: Cell) -> Option<Digit> {
        self.marks.iter().find(|(c, role)| c.cell == cell && *role == Role::Placed).map(|(c, _)| c.digit)
    }
}

fn house_cells(shape: Shape, constraints: &[Constraint]) -> CellSet {
    let geometry = &*shape.geometry();
    let houses = constraints.iter().filter_map(|constraint| match constraint {
        Constraint::HouseDigit(house, _) => Some(geometry.house_sets[house.index()]),
        Constraint::Cell(_) => None,
    });
    houses.fold(CellSet::EMPTY, |all, house| all.union(&house))
}

/// Candidates side by side in a cell: as wide as a box where that fills the cell well, else enough for a square.
pub fn candidates_across(shape: Shape) -> usize {
    let side = (shape.n() - 1).isqrt() + 1;
    shape.region_boxes().map_or(side, |(height, width)| width.max(height))
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
    /// The way of the arrow between the nodes, slightly bent. Its ends stay clear of the digits; `None` if the
    /// nodes touch.
    pub fn path(&self, shape: Shape) -> Option<ArrowPath> {
        /// Length of the head.
        const HEAD: f32 = 0.11;
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
        let (out, back) = (direction(from, control), direction(to, control));
        let start = (from.0 + out.0 * clear, from.1 + out.1 * clear);
        let tip = (to.0 + back.0 * clear, to.1 + back.1 * clear);
        Some(ArrowPath::new([start, control, tip], HEAD))
    }
}

/// The way of an arrow: a curve and a head.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct ArrowPath {
    /// Start, control point and end of a quadratic curve. It ends inside the head.
    pub curve: [Point; 3],
    /// The corners of the head, the tip first.
    pub head: [Point; 3],
}

impl ArrowPath {
    /// The arrow from a start to a tip with a control point between them and a head of this length.
    pub fn new([start, control, tip]: [Point; 3], head: f32) -> ArrowPath {
        let (x, y) = direction(control, tip);
        let back = (tip.0 - x * head, tip.1 - y * head);
        let (side_x, side_y) = (-y * head / 2.0, x * head / 2.0);
        ArrowPath {
            curve: [start, control, (tip.0 - x * head * 0.8, tip.1 - y * head * 0.8)],
            head: [tip, (back.0 + side_x, back.1 + side_y), (back.0 - side_x, back.1 - side_y)],
        }
    }
}

/// The unit vector from one point to another.
fn direction(from: Point, to: Point) -> Point {
    let (x, y) = (to.0 - from.0, to.1 - from.1);
    let length = x.hypot(y).max(f32::EPSILON);
    (x / length, y / length)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::examples::all_shapes;
    use crate::grid::parse_puzzles;
    use crate::logic::{StrategySet, solve};

    #[test]
    fn every_candidate_has_its_own_place_inside_its_cell() {
        for shape in all_shapes() {
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
                let picture = Drawing::new(trace.board_before(index), Some(step));
                for &placed in step.placed() {
                    assert_eq!(picture.placed(placed.cell), Some(placed.digit));
                }
                for &out in step.eliminated() {
                    assert_eq!(picture.role(out), Some(Role::Eliminated));
                }
                assert_eq!(picture.arrows.len(), step.evidence().links.len());
                for arrow in &picture.arrows {
                    let Some(path) = arrow.path(shape) else { continue };
                    let n = shape.n() as f32;
                    // The control point may lie outside: the curve does not reach it.
                    let [from, control, to] = path.curve;
                    let on_curve = (0..=10).map(|tenths| {
                        let t = tenths as f32 / 10.0;
                        let at = |a: f32, b: f32, c: f32| (1.0 - t).powi(2) * a + 2.0 * t * (1.0 - t) * b + t * t * c;
                        (at(from.0, control.0, to.0), at(from.1, control.1, to.1))
                    });
                    let mut points = on_curve.chain(path.head);
                    assert!(points.all(|p| (0.0..=n).contains(&p.0) && (0.0..=n).contains(&p.1)), "{path:?}");
                }
            }
        }
    }
}

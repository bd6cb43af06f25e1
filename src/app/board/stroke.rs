//! Strokes of the brush: which cells a drag paints, whatever the pointer's speed.

use super::layout::cell_of;
use super::path_marks::PathBrush;
use super::theme_marks::ThemeBrush;
use crate::grid::{Cell, CellSet, Digit, Pattern, Shape, Symmetry};
use crate::logic::Design;
use crate::project::Edit;

/// What a stroke on the board does; the other mouse button always erases.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum BrushKind {
    /// The first cell decides: a stroke that begins on a clue cell erases.
    #[default]
    Toggle,
    /// Makes clue cells.
    Paint,
    /// Makes empty cells.
    Erase,
    /// Makes clue cells with the session's brush digit.
    Digit,
}

/// What a stroke asks for where it is not about clue cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Asking {
    /// Something of the digits of clues.
    Theme(ThemeBrush),
    /// That a step of the path stands here.
    Path(PathBrush),
}

/// A drag in progress: a preview until it is released.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Stroke {
    shape: Shape,
    symmetry: Symmetry,
    /// Whether the stroke makes clue cells; the first cell decided it.
    pub(crate) paints: bool,
    /// The cells so far, with their mirror images.
    pub(crate) cells: CellSet,
    /// The digit that the touched cells get.
    pub(crate) digit: Option<Digit>,
    /// The cells so far without mirror images.
    pub(crate) touched: CellSet,
    /// The touched cells in order.
    path: Vec<Cell>,
    /// What it asks for, if it is not about clue cells; such a stroke has no mirror images.
    pub(crate) asking: Option<Asking>,
    /// Cells of the free part, before Shift took over.
    free: CellSet,
    /// Where it began and where the pointer is, in units of cells (x, y).
    start: (f32, f32),
    last: (f32, f32),
}

impl Stroke {
    /// Begins a stroke at a point on the board. `erases` is the other button.
    pub(crate) fn begin(
        pattern: &Pattern,
        symmetry: Symmetry,
        brush: (BrushKind, Digit),
        at: (f32, f32),
        erases: bool,
        straight: bool,
    ) -> Option<Stroke> {
        let shape = pattern.shape;
        let first = cell_of(shape, at.1.floor() as i32, at.0.floor() as i32)?;
        let paints = !erases && paints(brush.0, pattern, first);
        let mut stroke = Stroke {
            shape,
            symmetry,
            paints,
            cells: CellSet::EMPTY,
            digit: (paints && brush.0 == BrushKind::Digit).then_some(brush.1),
            touched: CellSet::EMPTY,
            path: Vec::new(),
            asking: None,
            free: CellSet::EMPTY,
            start: at,
            last: at,
        };
        stroke.extend(at, straight);
        Some(stroke)
    }

    /// This stroke turned into one that edits the theme of the clues or the path, if `asking` is a brush for either.
    #[must_use]
    pub(crate) fn asking(mut self, asking: Option<Asking>, erases: bool) -> Stroke {
        if asking.is_some() {
            self.asking = asking;
            self.symmetry = Symmetry::None;
            self.cells = self.touched;
            self.paints = !erases;
            self.digit = None;
        }
        self
    }

    /// Follows the pointer to a point, on or off the board, without gaps.
    pub(crate) fn extend(&mut self, to: (f32, f32), straight: bool) {
        if straight {
            let line = straight_line(self.start, to).filter_map(|(row, col)| cell_of(self.shape, row, col));
            self.path = line.collect();
            self.touched = self.path.iter().copied().collect();
        } else {
            for cell in segment(self.last, to).filter_map(|(row, col)| cell_of(self.shape, row, col)) {
                self.free.insert(cell);
                if !self.path.contains(&cell) {
                    self.path.push(cell);
                }
            }
            self.path.retain(|&cell| self.free.contains(cell));
            self.touched = self.free;
        }
        self.cells = self.symmetry.close(self.shape, &self.touched);
        self.last = to;
    }

    /// The pattern as it will be.
    pub(crate) fn preview(&self, pattern: &Pattern) -> Pattern {
        if self.asking.is_some() {
            return *pattern;
        }
        let cells = if self.paints { pattern.cells.union(&self.cells) } else { pattern.cells.difference(&self.cells) };
        Pattern { shape: pattern.shape, cells }
    }

    /// The edit of the finished stroke: only cells that change.
    pub(crate) fn edit(&self, design: &Design) -> Edit {
        let pattern = &design.pattern;
        match self.asking {
            Some(Asking::Theme(brush)) => {
                return Edit::SetTheme(brush.applied(&design.theme, pattern, &self.path, !self.paints));
            }
            Some(Asking::Path(brush)) => {
                return Edit::SetPath(brush.applied(&design.path, self.shape, &self.path, !self.paints));
            }
            None => {}
        }
        if let Some(digit) = self.digit {
            Edit::PaintDigit { cells: self.touched, images: self.cells.difference(&self.touched), digit }
        } else if self.paints {
            Edit::Paint(self.cells.difference(&pattern.cells))
        } else {
            Edit::Erase(self.cells.intersection(&pattern.cells))
        }
    }
}

/// Whether a stroke of this brush that begins here makes clue cells.
pub(crate) fn paints(brush: BrushKind, pattern: &Pattern, first: Cell) -> bool {
    match brush {
        BrushKind::Toggle => !pattern.contains(first),
        BrushKind::Paint | BrushKind::Digit => true,
        BrushKind::Erase => false,
    }
}

/// Rows and columns of every cell that the segment touches, in order. Where it goes
/// exactly through a corner, it steps diagonally.
pub(super) fn segment(from: (f32, f32), to: (f32, f32)) -> impl Iterator<Item = (i32, i32)> {
    let (mut col, mut row) = (from.0.floor() as i32, from.1.floor() as i32);
    let (last_col, last_row) = (to.0.floor() as i32, to.1.floor() as i32);
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let (step_x, step_y) = (if dx < 0.0 { -1 } else { 1 }, if dy < 0.0 { -1 } else { 1 });
    // Share of the segment until the next line between columns, and from line to line.
    let to_line = |at: f32, cell: i32, d: f32| {
        if d == 0.0 {
            f32::INFINITY
        } else {
            let line = if d > 0.0 { cell as f32 + 1.0 } else { cell as f32 };
            (line - at) / d
        }
    };
    let mut next_x = to_line(from.0, col, dx);
    let mut next_y = to_line(from.1, row, dy);
    let (each_x, each_y) = (1.0 / dx.abs(), 1.0 / dy.abs());
    let mut left = (last_col - col).unsigned_abs() + (last_row - row).unsigned_abs();
    let mut first = true;
    std::iter::from_fn(move || {
        if std::mem::take(&mut first) {
            return Some((row, col));
        }
        if left == 0 {
            return None;
        }
        if (next_x - next_y).abs() < 1e-6 && left >= 2 {
            col += step_x;
            row += step_y;
            next_x += each_x;
            next_y += each_y;
            left -= 2;
        } else if col != last_col && (next_x <= next_y || row == last_row) {
            col += step_x;
            next_x += each_x;
            left -= 1;
        } else {
            row += step_y;
            next_y += each_y;
            left -= 1;
        }
        Some((row, col))
    })
}

/// Rows and columns of the straight line (one of eight directions) that is
/// nearest to the segment, as long as its longer side.
fn straight_line(from: (f32, f32), to: (f32, f32)) -> impl Iterator<Item = (i32, i32)> {
    let (col, row) = (from.0.floor() as i32, from.1.floor() as i32);
    let (dx, dy) = (to.0.floor() as i32 - col, to.1.floor() as i32 - row);
    let length = dx.abs().max(dy.abs());
    // Within 22.5 degrees of an axis the line follows the axis.
    let flat = |along: i32, across: i32| f64::from(across.abs()) < f64::from(along.abs()) * 0.414;
    let step_x = if flat(dy, dx) { 0 } else { dx.signum() };
    let step_y = if flat(dx, dy) { 0 } else { dy.signum() };
    (0..=length).map(move |i| (row + i * step_y, col + i * step_x))
}

/// The cell and its mirror images, for the preview under the pointer.
pub(crate) fn brush_cells(shape: Shape, symmetry: Symmetry, cell: Cell) -> CellSet {
    symmetry.orbit(shape, cell).into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::logic::StrategySet;
    use proptest::prelude::*;

    const TOGGLE: (BrushKind, Digit) = (BrushKind::Toggle, Digit::new(1));

    fn names(cells: &CellSet) -> String {
        cells.iter().map(|cell| Shape::NINE.cell_name(cell)).collect::<Vec<_>>().join(" ")
    }

    #[track_caller]
    fn check(symmetry: Symmetry, points: &[(f32, f32)], straight: bool, expected: &str) {
        let pattern = Pattern::empty(Shape::NINE);
        let mut stroke =
            Stroke::begin(&pattern, symmetry, TOGGLE, points[0], false, false).expect("starts on the board");
        for &point in &points[1..] {
            stroke.extend(point, straight);
        }
        assert_eq!(names(&stroke.cells), expected);
    }

    #[test]
    fn strokes_have_no_gaps() {
        check(Symmetry::None, &[(0.5, 0.5), (8.5, 0.5)], false, "r1c1 r1c2 r1c3 r1c4 r1c5 r1c6 r1c7 r1c8 r1c9");
        check(Symmetry::None, &[(0.5, 0.5), (3.5, 3.5)], false, "r1c1 r2c2 r3c3 r4c4");
        check(Symmetry::None, &[(0.5, 0.5), (2.5, 1.5)], false, "r1c1 r1c2 r2c2 r2c3");
        check(Symmetry::None, &[(1.5, 0.5), (-5.0, 0.5), (-5.0, 2.5), (0.5, 2.5)], false, "r1c1 r1c2 r3c1");
        check(Symmetry::HalfTurn, &[(0.5, 0.5), (1.5, 0.5)], false, "r1c1 r1c2 r9c8 r9c9");
    }

    #[test]
    fn shift_draws_straight_lines() {
        check(Symmetry::None, &[(0.5, 0.5), (4.5, 1.5)], true, "r1c1 r1c2 r1c3 r1c4 r1c5");
        check(Symmetry::None, &[(0.5, 0.5), (3.5, 4.5)], true, "r1c1 r2c2 r3c3 r4c4 r5c5");
        check(Symmetry::None, &[(4.5, 4.5), (4.5, 2.5), (5.5, 4.5)], true, "r5c5 r5c6");
        check(Symmetry::None, &[(4.5, 4.5), (2.5, 6.5)], true, "r5c5 r6c4 r7c3");
    }

    #[test]
    fn the_first_cell_decides() {
        let pattern = Pattern::new(Shape::NINE, [Shape::NINE.cell(0, 0)]);
        let stroke = Stroke::begin(&pattern, Symmetry::None, TOGGLE, (0.5, 0.5), false, false).expect("on the board");
        assert!(!stroke.paints);
        assert_eq!(stroke.preview(&pattern).n_clues(), 0);
        let stroke = Stroke::begin(&pattern, Symmetry::None, TOGGLE, (1.5, 0.5), false, false).expect("on the board");
        assert!(stroke.paints);
        let stroke = Stroke::begin(&pattern, Symmetry::None, TOGGLE, (1.5, 0.5), true, false).expect("on the board");
        assert!(!stroke.paints);
        assert_eq!(Stroke::begin(&pattern, Symmetry::None, TOGGLE, (9.5, 0.5), false, false), None);
    }

    #[test]
    fn brushes_do_what_they_say() {
        let pattern = Pattern::new(Shape::NINE, [Shape::NINE.cell(0, 0)]);
        let edit = |kind: BrushKind, at: (f32, f32), erases: bool| {
            let brush = (kind, Digit::new(4));
            let mut stroke =
                Stroke::begin(&pattern, Symmetry::HalfTurn, brush, at, erases, false).expect("on the board");
            stroke.extend((at.0 + 1.0, at.1), false);
            match stroke.edit(&Design::new(pattern, StrategySet::SINGLES)) {
                Edit::Paint(cells) => format!("paint {}", names(&cells)),
                Edit::Erase(cells) => format!("erase {}", names(&cells)),
                Edit::PaintDigit { cells, images, digit } => {
                    format!("{digit} in {}, paint {}", names(&cells), names(&images))
                }
                other => other.label().to_string(),
            }
        };
        assert_eq!(edit(BrushKind::Toggle, (0.5, 0.5), false), "erase r1c1");
        assert_eq!(edit(BrushKind::Paint, (0.5, 0.5), false), "paint r1c2 r9c8 r9c9");
        assert_eq!(edit(BrushKind::Paint, (0.5, 0.5), true), "erase r1c1");
        assert_eq!(edit(BrushKind::Erase, (0.5, 0.5), false), "erase r1c1");
        assert_eq!(edit(BrushKind::Digit, (0.5, 0.5), false), "4 in r1c1 r1c2, paint r9c8 r9c9");
        assert_eq!(edit(BrushKind::Digit, (0.5, 0.5), true), "erase r1c1");
    }

    proptest! {
        #[test]
        fn segments_are_connected_and_end_where_they_should(x0 in -3f32..12.0, y0 in -3f32..12.0, x1 in -3f32..12.0, y1 in -3f32..12.0) {
            let cells: Vec<_> = segment((x0, y0), (x1, y1)).collect();
            prop_assert_eq!(cells[0], (y0.floor() as i32, x0.floor() as i32));
            prop_assert_eq!(cells[cells.len() - 1], (y1.floor() as i32, x1.floor() as i32));
            for pair in cells.windows(2) {
                prop_assert!((pair[0].0 - pair[1].0).abs() <= 1 && (pair[0].1 - pair[1].1).abs() <= 1);
            }
        }
    }
}

//! The brush for steps of the path, and their marks on the board.

use super::layout::{BoardLayout, cell_of};
use super::paint::GUILTY_CORNER;
use crate::app::theme;
use crate::grid::{Cell, CellSet, Digit, Shape};
use crate::logic::{PathCondition, PathGoal, PlacePart, StepPlace};
use eframe::egui;
use egui::{Align2, Color32, FontId, Painter, Stroke, StrokeKind, vec2};

/// What a stroke says of the place of a step: that this part of it stands in the cells.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PathBrush {
    /// The chosen condition, by its number in the path from 0; there need not be one.
    pub chosen: usize,
    /// The part of the place.
    pub part: PlacePart,
    /// The digit of a part that has one.
    pub digit: Digit,
}

impl PathBrush {
    /// A brush for this condition, with a part that a place of its strategy has.
    pub(in crate::app) fn of(path: &PathGoal, chosen: usize, shape: Shape, digit: Digit) -> PathBrush {
        let part = match path.conditions.get(chosen) {
            Some(PathCondition::Step(step)) => {
                let belongs = |part: &PlacePart| part.belongs_to(step.place.strategy, shape);
                // Singles are known by the digit that they place.
                let placed = Some(PlacePart::Placed).filter(belongs);
                placed.or_else(|| PlacePart::ALL.into_iter().find(belongs)).unwrap_or(PlacePart::Cell)
            }
            _ => PlacePart::Cell,
        };
        PathBrush { chosen, part, digit }
    }

    /// The place of the chosen step, if a step is chosen.
    pub(in crate::app) fn place(self, path: &PathGoal) -> Option<&StepPlace> {
        match path.conditions.get(self.chosen)? {
            PathCondition::Step(step) => Some(&step.place),
            PathCondition::Count(_) => None,
        }
    }

    /// The digit, on a board that may have fewer of them.
    pub(in crate::app) fn digit_on(self, shape: Shape) -> Digit {
        Digit::from_index(self.digit.index().min(shape.n() - 1))
    }

    /// The path after a stroke over these cells. The first cell decides: where the part is named there, the stroke takes
    /// it back; `erases` for the other button, which always does.
    pub(in crate::app) fn applied(self, path: &PathGoal, shape: Shape, cells: &[Cell], erases: bool) -> PathGoal {
        let (Some(place), Some(&first)) = (self.place(path), cells.first()) else { return path.clone() };
        let digit = self.digit_on(shape);
        let is_named = !erases && !place.names(self.part, first, digit, shape);
        let place =
            cells.iter().fold(place.clone(), |place, &cell| place.naming(self.part, cell, digit, is_named, shape));
        path.placing(self.chosen, &place)
    }
}

/// Paints where steps of the path stand: a frame around houses, a frame in cells, and in the upper right corners the
/// numbers of the steps with what they say of digits. The chosen step is stronger than the others.
/// In cells that are to blame they stand below the corner that says so.
pub(super) fn paint_path(
    painter: &Painter,
    layout: &BoardLayout,
    path: &PathGoal,
    chosen: Option<usize>,
    guilty: &CellSet,
) {
    let palette = theme::palette(painter.ctx());
    let shape = layout.shape;
    let mut labels: Vec<String> = vec![String::new(); shape.n_cells()];
    for (index, step) in path.steps().filter(|(_, step)| step.place.fits(shape)) {
        let (place, number) = (&step.place, index + 1);
        let is_chosen = chosen == Some(index);
        let strength = if is_chosen { 1.0 } else { 0.6 };
        let color = theme::mix(palette.paper, palette.chain, strength);
        let geometry = &*shape.geometry();
        for &house in &place.houses {
            let cells = &geometry.house_sets[house.index()];
            paint_house(painter, layout, cells, color, if is_chosen { 2.5 } else { 1.5 });
            let first = geometry.house_cells[house.index()][0];
            let is_there =
                place.named_cells().contains(first) || labels[first.index()].ends_with(&format!("{number} "));
            if !is_there {
                labels[first.index()] += &format!("{number} ");
            }
        }
        let mut say = |cell: Cell, text: String| labels[cell.index()] += &format!("{number}{text} ");
        for cell in place.cells.iter() {
            say(cell, String::new());
        }
        if let Some(pivot) = place.pivot {
            say(pivot, "\u{25c6}".to_owned());
        }
        place.candidates.iter().for_each(|c| say(c.cell, format!(":{}", c.digit)));
        place.placed.iter().for_each(|c| say(c.cell, format!("={}", c.digit)));
        place.eliminated.iter().for_each(|c| say(c.cell, format!("\u{2260}{}", c.digit)));
        for cell in place.named_cells().iter() {
            let rect = layout.cell_rect(cell);
            painter.rect_filled(rect, 0.0, palette.chain.gamma_multiply(if is_chosen { 0.3 } else { 0.16 }));
            let width = layout.whole_pixels(if is_chosen { 2.5 } else { 1.5 });
            let frame = rect.shrink(0.06 * layout.pitch);
            painter.rect_stroke(frame, 3.0, Stroke::new(width, color), StrokeKind::Inside);
        }
    }
    for cell in shape.cells() {
        let label = labels[cell.index()].trim_end();
        if label.is_empty() {
            continue;
        }
        let color = theme::mix(palette.chain, palette.ink, 0.55);
        let size = (0.185 * layout.pitch).min(1.5 * layout.pitch / label.chars().count().max(1) as f32);
        let galley = painter.layout_no_wrap(label.to_owned(), FontId::proportional(size), color);
        let top = if guilty.contains(cell) { GUILTY_CORNER + 0.05 } else { 0.07 };
        let corner = layout.cell_rect(cell).right_top() + vec2(-0.09, top) * layout.pitch;
        let at = Align2::RIGHT_TOP.anchor_size(corner, galley.size());
        // A plate, for the cell may be dark or light.
        painter.rect_filled(at.expand2(vec2(0.03, 0.0) * layout.pitch), 2.0, palette.paper);
        painter.galley(at.min, galley, palette.ink);
    }
}

/// A line inside the border of a house, with a faint tint.
fn paint_house(painter: &Painter, layout: &BoardLayout, cells: &CellSet, color: Color32, width: f32) {
    let palette = theme::palette(painter.ctx());
    let stroke = Stroke::new(layout.whole_pixels(width), color);
    let inset = 0.035 * layout.pitch;
    for cell in cells.iter() {
        let rect = layout.cell_rect(cell);
        painter.rect_filled(rect, 0.0, palette.chain.gamma_multiply(0.09));
        let inner = rect.shrink(inset);
        let (row, col) = layout.grid_pos(rect.center());
        let holds = |down: i32, right: i32| {
            cell_of(layout.shape, row + down, col + right).is_some_and(|other| cells.contains(other))
        };
        // Beside a neighbour inside the line goes on to the border.
        let left = if holds(0, -1) { rect.min.x } else { inner.min.x };
        let right = if holds(0, 1) { rect.max.x } else { inner.max.x };
        let top = if holds(-1, 0) { rect.min.y } else { inner.min.y };
        let bottom = if holds(1, 0) { rect.max.y } else { inner.max.y };
        if !holds(-1, 0) {
            painter.hline(left..=right, inner.min.y, stroke);
        }
        if !holds(1, 0) {
            painter.hline(left..=right, inner.max.y, stroke);
        }
        if !holds(0, -1) {
            painter.vline(inner.min.x, top..=bottom, stroke);
        }
        if !holds(0, 1) {
            painter.vline(inner.max.x, top..=bottom, stroke);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The path after strokes of a brush for the first condition.
    #[track_caller]
    fn check(path: &str, part: PlacePart, strokes: &[(&[(usize, usize)], bool)], expected: &str) {
        let shape = Shape::NINE;
        let mut goal = PathGoal::parse(shape, [path]).expect("a condition");
        let brush = PathBrush { chosen: 0, part, digit: Digit::new(4) };
        for (cells, erases) in strokes {
            let cells: Vec<Cell> = cells.iter().map(|&(row, col)| shape.cell(row - 1, col - 1)).collect();
            goal = brush.applied(&goal, shape, &cells, *erases);
        }
        assert_eq!(goal.texts(shape).join("; "), expected);
    }

    #[test]
    fn strokes_say_where_a_step_stands() {
        check("x-wing", PlacePart::Row, &[(&[(2, 1)], false), (&[(7, 3)], false)], "x-wing@r2,r7");
        check("x-wing@r2,r7", PlacePart::Row, &[(&[(2, 5)], false)], "x-wing@r7");
        check("naked-pair", PlacePart::Cell, &[(&[(4, 1), (4, 2)], false)], "naked-pair@r4c1,r4c2");
        // The first cell decides for all.
        check("naked-pair@r4c1", PlacePart::Cell, &[(&[(4, 1), (4, 2)], false)], "naked-pair");
        check("naked-pair@r4c1", PlacePart::Cell, &[(&[(4, 2), (4, 1)], true)], "naked-pair");
        check("xy-chain", PlacePart::Eliminated, &[(&[(1, 1)], false)], "xy-chain@r1c1<>4");
        // Numbers stand nowhere.
        check("x-wing>=2", PlacePart::Cell, &[(&[(1, 1)], false)], "x-wing>=2");
    }
}

//! Where the cells are: whole pixels, one map to the screen and back.

use super::zoom::BoardZoom;
use crate::grid::{Cell, Digit, Shape};
use crate::logic::spot_in_cell;
use eframe::egui;
use egui::{Pos2, Rect, Vec2, pos2, vec2};

/// Room around the cells for the outer frame, in points.
const MARGIN: f32 = 4.0;

/// The square of cells on the screen. All edges lie on whole pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(crate) struct BoardLayout {
    pub(crate) shape: Shape,
    /// The square of all cells; enlarged, it reaches beyond the room.
    pub(crate) rect: Rect,
    /// The part of the screen in which the board is shown.
    pub(crate) room: Rect,
    /// Width and height of a cell in points.
    pub(crate) pitch: f32,
    pixels_per_point: f32,
}

impl BoardLayout {
    /// The largest board that fits, centred.
    pub(crate) fn fit(room: Rect, shape: Shape, pixels_per_point: f32) -> BoardLayout {
        BoardLayout::zoomed(room, shape, pixels_per_point, BoardZoom::WHOLE)
    }

    /// The board in this room, enlarged: no room is left empty that the board could fill.
    pub(crate) fn zoomed(room: Rect, shape: Shape, pixels_per_point: f32, zoom: BoardZoom) -> BoardLayout {
        let n = shape.n() as f32;
        let side = (room.width().min(room.height()) - 2.0 * MARGIN).max(n * 4.0) * zoom.factor();
        let pitch = (side * pixels_per_point / n).floor() / pixels_per_point;
        let round = |v: f32| (v * pixels_per_point).round() / pixels_per_point;
        let side = pitch * n;
        let start = |first: f32, last: f32, centre: f32| {
            let middle = f32::midpoint(first, last);
            let (least, most) = (last - MARGIN - side, first + MARGIN);
            if least >= most { middle - side / 2.0 } else { (middle - centre * side).clamp(least, most) }
        };
        let corner =
            pos2(start(room.min.x, room.max.x, zoom.centre().x), start(room.min.y, room.max.y, zoom.centre().y));
        let rect = Rect::from_min_size(pos2(round(corner.x), round(corner.y)), Vec2::splat(side));
        BoardLayout { shape, rect, room, pitch, pixels_per_point }
    }

    /// A small picture of the board in exactly this square.
    pub(crate) fn exactly(rect: Rect, shape: Shape, pixels_per_point: f32) -> BoardLayout {
        BoardLayout { shape, rect, room: rect, pitch: rect.width() / shape.n() as f32, pixels_per_point }
    }

    /// The part of the board that can be seen.
    pub(crate) fn shown(&self) -> Rect {
        self.rect.intersect(self.room)
    }

    /// The rectangle of a cell.
    pub(crate) fn cell_rect(&self, cell: Cell) -> Rect {
        let at = vec2(self.shape.col(cell) as f32, self.shape.row(cell) as f32) * self.pitch;
        Rect::from_min_size(self.rect.min + at, Vec2::splat(self.pitch))
    }

    /// The place of a candidate in its cell.
    pub(crate) fn candidate_rect(&self, cell: Cell, digit: Digit) -> Rect {
        let ((x, y), (width, height)) = spot_in_cell(self.shape, digit);
        let middle = self.cell_rect(cell).min + vec2(x, y) * self.pitch;
        Rect::from_center_size(middle, vec2(width, height) * self.pitch)
    }

    /// Row and column under a point, also outside the board.
    pub(crate) fn grid_pos(&self, pos: Pos2) -> (i32, i32) {
        let at = (pos - self.rect.min) / self.pitch;
        (at.y.floor() as i32, at.x.floor() as i32)
    }

    /// The cell under a point.
    pub(crate) fn cell_at(&self, pos: Pos2) -> Option<Cell> {
        let (row, col) = self.grid_pos(pos);
        cell_of(self.shape, row, col)
    }

    /// The point in units of cells, for walking lines.
    pub(crate) fn board_from_screen(&self, pos: Pos2) -> (f32, f32) {
        let at = (pos - self.rect.min) / self.pitch;
        (at.x, at.y)
    }

    /// A length rounded to whole pixels, at least one.
    pub(crate) fn whole_pixels(&self, points: f32) -> f32 {
        (points * self.pixels_per_point).round().max(1.0) / self.pixels_per_point
    }

    /// A position rounded to a whole pixel.
    pub(crate) fn round(&self, pos: Pos2) -> Pos2 {
        pos2(
            (pos.x * self.pixels_per_point).round() / self.pixels_per_point,
            (pos.y * self.pixels_per_point).round() / self.pixels_per_point,
        )
    }
}

/// The cell in this row and column, if it is on the board.
pub(crate) fn cell_of(shape: Shape, row: i32, col: i32) -> Option<Cell> {
    let inside = |v: i32| v >= 0 && (v as usize) < shape.n();
    (inside(row) && inside(col)).then(|| shape.cell(row as usize, col as usize))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::SHAPES;

    #[test]
    fn cells_lie_on_whole_pixels_and_map_back() {
        let room = Rect::from_min_size(pos2(283.3, 70.7), vec2(611.9, 555.1));
        for shape in SHAPES {
            for pixels_per_point in [1.0, 1.25, 1.5, 2.0] {
                let layout = BoardLayout::fit(room, shape, pixels_per_point);
                assert!(room.contains_rect(layout.rect), "{shape} {pixels_per_point}");
                for cell in shape.cells() {
                    let rect = layout.cell_rect(cell);
                    let x = rect.min.x * pixels_per_point;
                    assert!((x - x.round()).abs() < 1e-2, "{shape} {pixels_per_point} {x}");
                    assert_eq!(layout.cell_at(rect.center()), Some(cell));
                    for digit in (0..shape.n()).map(Digit::from_index) {
                        assert!(rect.contains_rect(layout.candidate_rect(cell, digit)), "{shape} {digit}");
                    }
                }
                assert_eq!(layout.cell_at(layout.rect.min - Vec2::splat(1.0)), None);
                assert_eq!(layout.cell_at(layout.rect.max + Vec2::splat(1.0)), None);
            }
        }
    }
}

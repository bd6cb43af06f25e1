//! Showing a part of the board larger: by the wheel with Ctrl, by pinching, and by commands.

use crate::grid::{Cell, Shape};
use eframe::egui;
use egui::{Pos2, Rect, Vec2, vec2};

/// How much of the board is shown.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct BoardZoom {
    /// 1 shows the whole board.
    factor: f32,
    /// The point of the board in the middle of the view, as shares of its width and height.
    centre: Vec2,
}

impl BoardZoom {
    /// The whole board.
    pub const WHOLE: BoardZoom = BoardZoom { factor: 1.0, centre: Vec2::splat(0.5) };
    const MOST: f32 = 4.0;
    /// What a command changes the size by.
    const STEP: f32 = 1.25;

    /// How many times larger than the whole board.
    pub const fn factor(self) -> f32 {
        self.factor
    }

    /// The point of the board in the middle of the view, as shares of its width and height.
    pub(super) const fn centre(self) -> Vec2 {
        self.centre
    }

    /// Whether only a part is shown.
    pub fn is_on(self) -> bool {
        self.factor > 1.0
    }

    /// Whether the board can be enlarged further.
    pub fn can_grow(self) -> bool {
        self.factor < BoardZoom::MOST
    }

    /// One step larger.
    #[must_use]
    pub fn larger(self) -> BoardZoom {
        self.times(BoardZoom::STEP)
    }

    /// One step smaller.
    #[must_use]
    pub fn smaller(self) -> BoardZoom {
        self.times(1.0 / BoardZoom::STEP)
    }

    fn times(self, by: f32) -> BoardZoom {
        let factor = (self.factor * by).clamp(1.0, BoardZoom::MOST);
        if factor < 1.01 { BoardZoom::WHOLE } else { BoardZoom { factor, ..self } }
    }

    /// Larger or smaller around a point on the screen, which stays where it is.
    pub(super) fn around(self, board: Rect, room: Rect, pos: Pos2, by: f32) -> BoardZoom {
        let zoomed = self.times(by);
        let at = (pos - board.min) / board.width();
        let from_centre = (pos - room.center()) / board.width() * (self.factor / zoomed.factor);
        zoomed.centred(at - from_centre)
    }

    /// Moved by a way on the screen.
    pub(super) fn moved(self, board: Rect, by: Vec2) -> BoardZoom {
        self.centred(self.centre - by / board.width())
    }

    /// Moved as little as needed to show the cell with its neighbours.
    #[must_use]
    pub(super) fn showing(self, shape: Shape, cell: Cell) -> BoardZoom {
        let n = shape.n() as f32;
        let half = 0.5 / self.factor;
        let shift = |centre: f32, at: usize| {
            let (first, last) = ((at as f32 - 1.0) / n, (at as f32 + 2.0) / n);
            if first < centre - half {
                first + half
            } else if last > centre + half {
                last - half
            } else {
                centre
            }
        };
        self.centred(vec2(shift(self.centre.x, shape.col(cell)), shift(self.centre.y, shape.row(cell))))
    }

    /// With this centre, as far as the board reaches.
    fn centred(self, centre: Vec2) -> BoardZoom {
        let half = 0.5 / self.factor;
        BoardZoom { centre: centre.clamp(Vec2::splat(half), Vec2::splat(1.0 - half)), ..self }
    }
}

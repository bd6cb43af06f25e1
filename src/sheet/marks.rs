//! The marks of a layout's rules on paper.

use super::board::{Frame, centred, symbol};
use super::font::Weight;
use super::page::{Color, Item, Page};
use crate::grid::{Cell, CellSet, LayoutMark};
use crate::logic::Hue;

/// Shares of ink or of a colour for tints, which stay apart in grey.
const TINTS: [(Option<Hue>, f32); 9] = [
    (None, 0.12),
    (Some(Hue::Cover), 0.22),
    (Some(Hue::Fin), 0.3),
    (Some(Hue::Base), 0.16),
    (None, 0.26),
    (Some(Hue::Chain), 0.2),
    (Some(Hue::Cover), 0.45),
    (Some(Hue::Conflict), 0.22),
    (Some(Hue::Base), 0.38),
];

impl Frame<'_> {
    /// Draws the marks of the layout, below lines and digits.
    pub(super) fn marks(&self, page: &mut Page) {
        for mark in self.shape.marks() {
            match mark {
                LayoutMark::Tint(cells, tint) => {
                    let (hue, share) = TINTS[tint % TINTS.len()];
                    let color = Color::WHITE.mix(hue.map_or(Color::INK, Color::of), share);
                    page.items.push(Item::Fill { rects: cells.iter().map(|cell| self.rect(cell)).collect(), color });
                }
                LayoutMark::Line(from, to) => self.through(page, from, to),
                LayoutMark::Cage(cells) => self.cage(page, &cells),
                LayoutMark::Odd(cell) => {
                    page.items.push(Item::Disc { centre: self.middle(cell), radius: 0.38 * self.cell(), color: GREY });
                }
                LayoutMark::Even(cell) => {
                    let (x, y) = self.middle(cell);
                    let reach = 0.36 * self.cell();
                    page.fill([x - reach, y - reach, 2.0 * reach, 2.0 * reach], GREY);
                }
                LayoutMark::Allowed(cell, digits) => {
                    let text: String = digits.iter().map(|digit| symbol(digit, self.sheet.symbols)).collect();
                    let (x, y) = self.middle(cell);
                    let size = (0.16 * self.cell(), 0.8 * self.cell());
                    centred(page, (x, y - 0.38 * self.cell()), &text, size, Weight::Regular, Color::SOFT);
                }
            }
        }
    }

    /// A thin line through cells, into the corners of the grid if it ends there.
    fn through(&self, page: &mut Page, from: Cell, to: Cell) {
        let [from, to] = self.shape.line_ends(from, to).map(|end| self.at(end));
        page.line(from, to, 0.03 * self.cell(), LINE);
    }

    /// A dashed line inside the border of a set of cells.
    fn cage(&self, page: &mut Page, cells: &CellSet) {
        let width = 0.03 * self.cell();
        for [from, to] in self.shape.cage_lines(cells, 0.08) {
            let part = |share: f32| self.at((from.0 + (to.0 - from.0) * share, from.1 + (to.1 - from.1) * share));
            let points = [part(0.0), part(0.5), part(1.0)];
            page.items.push(Item::Curve { points, width, dash: Some([2.6 * width, 2.0 * width]), color: DASH });
        }
    }
}

/// Of discs and squares.
const GREY: Color = Color([212, 212, 212]);
/// Of diagonals.
const LINE: Color = Color([176, 176, 176]);
/// Of cages.
const DASH: Color = Color([110, 110, 110]);

//! QR codes.

use super::page::{Color, Item, Page};
use qrcodegen::{QrCode, QrCodeEcc};

/// A code that can be drawn.
pub(super) struct Code(QrCode);

impl Code {
    /// The code of a text; none where the text is too long for any.
    pub(super) fn new(text: &str) -> Option<Code> {
        QrCode::encode_text(text, QrCodeEcc::Low).ok().map(Code)
    }

    /// Modules a side, with the four free ones around.
    pub(super) fn n_modules(&self) -> usize {
        self.0.size() as usize + 8
    }

    /// Draws the code with its free border into a square.
    pub(super) fn draw(&self, page: &mut Page, (x, y): (f32, f32), side: f32) {
        let module = side / self.n_modules() as f32;
        let mut rects = Vec::new();
        for row in 0..self.0.size() {
            let mut col = 0;
            while col < self.0.size() {
                let start = col;
                while col < self.0.size() && self.0.get_module(col, row) {
                    col += 1;
                }
                if col > start {
                    let at = |i: i32| (i + 4) as f32 * module;
                    rects.push([x + at(start), y + at(row), (col - start) as f32 * module, module]);
                }
                col += 1;
            }
        }
        page.items.push(Item::Fill { rects, color: Color::INK });
    }
}

//! Digits on the board.

use super::layout::BoardLayout;
use crate::app::theme;
use crate::grid::{Cell, Digit, Shape};
use eframe::egui;
use egui::{Color32, FontFamily, FontId, Galley, Painter, Pos2, vec2};
use std::sync::Arc;

/// Height of a digit as a share of the font size, for Inter.
const DIGIT_SHARE: f32 = 0.727;

/// A digit's look.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Face {
    Clue,
    Solved,
    /// 10 % larger: placed in this step.
    Placed,
    Candidate,
    /// Written at the edge of a cell by hand.
    Mark,
    /// One of two digits of a cell.
    Half,
}

const N_FACES: usize = 6;

/// Digits laid out once a frame.
pub(in crate::app) struct Digits {
    galleys: [[Option<Arc<Galley>>; Shape::MAX_N]; N_FACES],
    /// The height of the middle of a digit, the same for all, or their baselines would differ by a pixel.
    middles: [Option<f32>; N_FACES],
    heights: [f32; N_FACES],
}

impl Digits {
    pub(in crate::app) fn new(layout: &BoardLayout) -> Digits {
        let digit = layout.pitch * 0.58;
        let candidate = layout.candidate_rect(Cell::default(), Digit::new(1)).height() * 0.64;
        Digits {
            galleys: Default::default(),
            middles: [None; N_FACES],
            heights: [digit, digit, digit * 1.1, candidate, layout.pitch * 0.17, layout.pitch * 0.3],
        }
    }

    pub(super) fn paint(
        &mut self,
        painter: &Painter,
        layout: &BoardLayout,
        face: Face,
        digit: Digit,
        at: Pos2,
        color: Color32,
    ) {
        let lay_out = |digit: Digit| {
            let family = if face == Face::Clue { theme::semibold() } else { FontFamily::Proportional };
            let font = FontId::new(self.heights[face as usize] / DIGIT_SHARE, family);
            painter.layout_no_wrap(digit.to_string(), font, Color32::PLACEHOLDER)
        };
        // Round digits reach a little beyond the others; a 1 is flat above and below.
        let middle = *self.middles[face as usize].get_or_insert_with(|| lay_out(Digit::new(1)).mesh_bounds.center().y);
        let galley = self.galleys[face as usize][digit.index()].get_or_insert_with(|| lay_out(digit));
        // Optically centred: by the ink, not by the line; the light flag of a 1 counts half.
        let ink = galley.mesh_bounds.center().x;
        let corner = layout.round(at - vec2(f32::midpoint(ink, galley.rect.center().x), middle));
        painter.galley(corner, Arc::clone(galley), color);
    }
}

//! Painting regions: strokes, and what the board looks like meanwhile.

use super::layout::{BoardLayout, cell_of};
use super::paint::paint_lines_between;
use super::rule_stroke::RuleBrush;
use super::stroke::segment;
use crate::app::theme;
use crate::grid::{Cell, CellSet, Pattern, Regions, Shape, Symmetry};
use crate::project::{Edit, RegionDeed};
use eframe::egui;
use egui::{Align2, Color32, FontId, Painter, Stroke, StrokeKind, vec2};

/// What a stroke does with the layout; the other mouse button always takes cells out of their regions, or marks away.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum RegionTool {
    /// Puts cells into the region in which the stroke began.
    Paint,
    /// The first and the last cell of the stroke change places.
    Exchange,
    /// Marks cells for rules beside rows, columns and regions.
    Rules(RuleBrush),
}

/// What a stroke does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum RegionStrokeKind {
    Paint,
    Exchange,
    Erase,
}

/// A stroke in progress over regions: a preview until it is released.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct RegionStroke {
    shape: Shape,
    symmetry: Symmetry,
    kind: RegionStrokeKind,
    /// The regions when it began.
    before: Regions,
    start: Cell,
    /// The cells so far, in the order of the stroke.
    touched: Vec<Cell>,
    /// Where the pointer is, in units of cells (x, y).
    last: (f32, f32),
}

impl RegionStroke {
    /// Begins a stroke at a point on the board.
    pub(crate) fn begin(
        shape: Shape,
        before: Regions,
        symmetry: Symmetry,
        kind: RegionStrokeKind,
        at: (f32, f32),
    ) -> Option<RegionStroke> {
        let start = cell_of(shape, at.1.floor() as i32, at.0.floor() as i32)?;
        Some(RegionStroke { shape, symmetry, kind, before, start, touched: vec![start], last: at })
    }

    /// A stroke from one cell to another, as the keyboard makes it.
    pub(crate) fn between(
        shape: Shape,
        before: Regions,
        symmetry: Symmetry,
        kind: RegionStrokeKind,
        cells: [Cell; 2],
    ) -> RegionStroke {
        RegionStroke { shape, symmetry, kind, before, start: cells[0], touched: cells.to_vec(), last: (0.0, 0.0) }
    }

    /// Follows the pointer to a point, on or off the board, without gaps.
    pub(crate) fn extend(&mut self, to: (f32, f32)) {
        for cell in segment(self.last, to).filter_map(|(row, col)| cell_of(self.shape, row, col)) {
            // The last cell counts for an exchange, so it moves to the end.
            self.touched.retain(|&other| other != cell);
            self.touched.push(cell);
        }
        self.last = to;
    }

    /// Whether it exchanges two cells.
    pub(crate) fn exchanges(&self) -> bool {
        self.kind == RegionStrokeKind::Exchange
    }

    /// The first and the last cell.
    pub(crate) fn ends(&self) -> [Cell; 2] {
        [self.start, self.touched.last().copied().unwrap_or(self.start)]
    }

    /// Whether it would begin a region, but all have cells.
    pub(crate) fn lacks_region(&self) -> bool {
        self.kind == RegionStrokeKind::Paint && self.before.get(self.start).is_none() && self.before.unused().is_none()
    }

    /// The regions as they will be.
    pub(crate) fn after(&self) -> Regions {
        match self.kind {
            RegionStrokeKind::Paint => self.painted(),
            RegionStrokeKind::Exchange => self.exchanged(),
            RegionStrokeKind::Erase => {
                let mut after = self.before.clone();
                for cell in self.symmetry.close(self.shape, &self.touched.iter().copied().collect()).iter() {
                    after.set(cell, None);
                }
                after
            }
        }
    }

    /// The stroke goes into the region where it began, or into a new one; each mirror image of it into the region of the
    /// mirror image of the first cell. Images that have cells in common belong to one region.
    fn painted(&self) -> Regions {
        let mut after = self.before.clone();
        let images = |cell| self.symmetry.images(self.shape, cell);
        let starts = images(self.start);
        let strokes: Vec<CellSet> =
            (0..starts.len()).map(|number| self.touched.iter().map(|&cell| images(cell)[number]).collect()).collect();
        let mut unused = (0..self.before.n() as u8).filter(|&region| self.before.count(region) == 0);
        let mut targets: Vec<Option<u8>> = Vec::new();
        for (number, &start) in starts.iter().enumerate() {
            let same = (0..number).find(|&other| !strokes[other].intersection(&strokes[number]).is_empty());
            let target = self.before.get(start).or_else(|| match same {
                Some(other) => targets[other],
                None => unused.next(),
            });
            targets.push(target);
        }
        // The stroke itself comes last: it wins over its mirror images.
        for (stroke, target) in strokes.iter().zip(&targets).rev() {
            if let Some(target) = target {
                for cell in stroke.iter() {
                    after.set(cell, Some(*target));
                }
            }
        }
        after
    }

    fn exchanged(&self) -> Regions {
        let mut after = self.before.clone();
        let mut moved = CellSet::EMPTY;
        let [first, last] = self.ends().map(|cell| self.symmetry.images(self.shape, cell));
        for (a, b) in first.into_iter().zip(last) {
            // Images that coincide have changed places already.
            if a == b || moved.contains(a) || moved.contains(b) {
                continue;
            }
            after.exchange(a, b);
            moved.insert(a);
            moved.insert(b);
        }
        after
    }

    /// The edit of the finished stroke.
    pub(crate) fn edit(&self) -> Edit {
        let regions = self.after();
        let n_changed = regions.cells().filter(|&cell| regions.get(cell) != self.before.get(cell)).count();
        let deed = match self.kind {
            RegionStrokeKind::Paint => RegionDeed::Paint(n_changed),
            RegionStrokeKind::Exchange => RegionDeed::Exchange,
            RegionStrokeKind::Erase => RegionDeed::Erase(n_changed),
        };
        Edit::SetRegions { regions, deed }
    }
}

/// Regions on the board while they are painted.
pub(super) struct RegionsPicture<'a> {
    pub(super) regions: Regions,
    /// The stroke in progress.
    pub(super) stroke: Option<&'a RegionStroke>,
    /// The cell under the pointer with its mirror images.
    pub(super) brush_cells: CellSet,
}

/// A colour of its own for each region: hues far from each other, pale enough for ink upon them.
fn tint(region: u8, paper: Color32) -> Color32 {
    // Steps of the golden angle never come close to a hue that was there before.
    let hue = (f32::from(region) * 0.618_034 + 0.08).fract();
    let strong = egui::ecolor::Hsva::new(hue, 0.75, 0.85, 1.0).into();
    theme::mix(paper, strong, if region.is_multiple_of(2) { 0.26 } else { 0.38 })
}

/// Each region in a colour, with its number in its first cell; clue cells as small squares.
pub(super) fn paint_regions(painter: &Painter, layout: &BoardLayout, pattern: &Pattern, picture: &RegionsPicture<'_>) {
    let palette = theme::palette(painter.ctx());
    let regions = &picture.regions;
    for cell in regions.cells() {
        let rect = layout.cell_rect(cell);
        match regions.get(cell) {
            Some(region) => painter.rect_filled(rect, 0.0, tint(region, palette.paper)),
            None => painter.circle_filled(rect.center(), layout.pitch * 0.05, palette.soft),
        };
        if picture.brush_cells.contains(cell) {
            painter.rect_filled(rect, 0.0, palette.ink.gamma_multiply(0.08));
        }
    }
    paint_small_clues(painter, layout, pattern);
    let font = FontId::new((layout.pitch * 0.24).clamp(8.0, 16.0), theme::semibold());
    for region in 0..regions.n() as u8 {
        if let Some(first) = regions.region(region).iter().next() {
            let at = layout.cell_rect(first).min + vec2(0.09, 0.06) * layout.pitch;
            painter.text(at, Align2::LEFT_TOP, region + 1, font.clone(), palette.ink);
        }
    }
    paint_lines_between(painter, layout, &CellSet::EMPTY, &|a, b| regions.is_border(a, b));
    if let Some(stroke) = picture.stroke.filter(|stroke| stroke.exchanges()) {
        for cell in stroke.ends() {
            let width = layout.whole_pixels(3.0);
            let rect = layout.cell_rect(cell).shrink(width);
            painter.rect_stroke(rect, 2.0, Stroke::new(width, palette.accent), StrokeKind::Middle);
        }
    }
}

/// Clue cells as small squares, which leave room for what is painted.
pub(super) fn paint_small_clues(painter: &Painter, layout: &BoardLayout, pattern: &Pattern) {
    let palette = theme::palette(painter.ctx());
    for cell in pattern.cells.iter() {
        let rect =
            egui::Rect::from_center_size(layout.cell_rect(cell).center(), egui::Vec2::splat(layout.pitch * 0.28));
        painter.rect_filled(rect, 0.0, palette.pattern);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn four(text: &str) -> Regions {
        text.parse().expect("regions")
    }

    /// A stroke through the middles of cells (row, column), and what it makes of the regions.
    #[track_caller]
    fn check(kind: RegionStrokeKind, symmetry: Symmetry, before: &str, cells: &[(u8, u8)], expected: &str) {
        let before = four(&format!("4 regions={before}"));
        let shape = Shape::new(2, 2).expect("a shape");
        let points: Vec<_> = cells.iter().map(|&(row, col)| (f32::from(col) - 0.5, f32::from(row) - 0.5)).collect();
        let mut stroke = RegionStroke::begin(shape, before, symmetry, kind, points[0]).expect("on the board");
        for &point in &points[1..] {
            stroke.extend(point);
        }
        let after = stroke.after().to_string();
        assert_eq!(after.strip_prefix("4 regions="), Some(expected));
    }

    use RegionStrokeKind::{Erase, Exchange, Paint};

    #[test]
    fn a_stroke_goes_into_the_region_where_it_begins() {
        check(Paint, Symmetry::None, "AABBAABBCCDDCCDD", &[(1, 1), (1, 3)], "AAABAABBCCDDCCDD");
        // From no region: a new one, the first that has no cells.
        check(Paint, Symmetry::None, "AA.......CC.....", &[(4, 4), (4, 2)], "AA.......CC..BBB");
        // No region is left: nothing happens.
        check(Paint, Symmetry::None, "ABCD............", &[(4, 4), (4, 2)], "ABCD............");
        check(Erase, Symmetry::None, "AABBAABBCCDDCCDD", &[(1, 1), (1, 3)], "...BAABBCCDDCCDD");
    }

    #[test]
    fn mirror_images_are_painted_along() {
        check(Paint, Symmetry::HalfTurn, "AABBAABBCCDDCCDD", &[(1, 1), (1, 3)], "AAABAABBCCDDCDDD");
        check(Paint, Symmetry::HalfTurn, "................", &[(1, 1), (1, 2)], "AA............BB");
        check(Paint, Symmetry::QuarterTurn, "................", &[(1, 1), (1, 2)], "AA.B...BD...D.CC");
        // A stroke that meets its own image makes one region of both.
        check(Paint, Symmetry::HalfTurn, "................", &[(1, 2), (2, 2), (2, 3), (3, 3)], ".A...AA..AA...A.");
        // Where stroke and image disagree, the stroke wins.
        check(Paint, Symmetry::MirrorHorizontal, "A..B............", &[(1, 1), (1, 3)], "AAAB............");
        check(Erase, Symmetry::HalfTurn, "AABBAABBCCDDCCDD", &[(1, 1)], ".ABBAABBCCDDCCD.");
    }

    #[test]
    fn exchanged_cells_keep_the_sizes() {
        check(Exchange, Symmetry::None, "AABBAABBCCDDCCDD", &[(1, 2), (1, 3)], "ABABAABBCCDDCCDD");
        check(Exchange, Symmetry::HalfTurn, "AABBAABBCCDDCCDD", &[(1, 2), (1, 3)], "ABABAABBCCDDCDCD");
        check(Exchange, Symmetry::None, "AABBAABBCCDDCCDD", &[(1, 2)], "AABBAABBCCDDCCDD");
        // Two cells that are images of each other change places once.
        check(Exchange, Symmetry::HalfTurn, "AABBAABBCCDDCCDD", &[(2, 2), (3, 3)], "AABBADBBCCADCCDD");
        // The way between the ends does not count.
        check(Exchange, Symmetry::None, "AABBAABBCCDDCCDD", &[(1, 1), (1, 4)], "BABAAABBCCDDCCDD");
    }
}

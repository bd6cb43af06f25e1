//! Pictures of the analysis view.

use super::digits::{Digits, Face};
use super::layout::BoardLayout;
use super::sets::{SetsPicture, paint_fewest, paint_sets};
use crate::app::analysis::Exhibit;
use crate::app::language::{tr, tr_n};
use crate::app::theme;
use crate::app::wording::or_list;
use crate::grid::{Candidate, Cell, CellSet, Digit, Puzzle};
use crate::jobs::Analysis;
use eframe::egui;
use egui::{Painter, Rect, Stroke, StrokeKind, Vec2, vec2};

/// What an analysis found, as far as the board shows it.
pub(super) enum Finding<'a> {
    /// Unavoidable sets.
    Sets(SetsPicture<'a>),
    /// A solution with few clues: those of the puzzle that is pointed at, else those of the present one.
    Fewest { solution: &'a Puzzle, pointed: Option<&'a Puzzle>, puzzle: Option<&'a Puzzle> },
    /// Something about each cell.
    Cells {
        analysis: &'a Analysis,
        exhibit: Exhibit,
        /// Clues that the ticked strategies do not need, once they are known.
        spare: Option<CellSet>,
    },
    /// Nothing yet: the puzzle alone.
    Nothing { puzzle: Option<&'a Puzzle> },
}

/// Paints what an analysis found.
pub(super) fn paint_finding(painter: &Painter, layout: &BoardLayout, finding: &Finding<'_>, digits: &mut Digits) {
    match finding {
        Finding::Sets(sets) => paint_sets(painter, layout, sets, digits),
        Finding::Fewest { solution, pointed, puzzle } => {
            paint_fewest(painter, layout, solution, *pointed, *puzzle, digits);
        }
        Finding::Cells { analysis, exhibit, spare } => {
            paint_cells(painter, layout, analysis, *exhibit, spare.as_ref(), digits);
        }
        Finding::Nothing { puzzle } => {
            let palette = theme::palette(painter.ctx());
            for (cell, digit) in puzzle.iter().flat_map(|puzzle| puzzle.clues()) {
                digits.paint(painter, layout, Face::Clue, digit, layout.cell_rect(cell).center(), palette.ink);
            }
        }
    }
}

fn paint_cells(
    painter: &Painter,
    layout: &BoardLayout,
    analysis: &Analysis,
    exhibit: Exhibit,
    spare: Option<&CellSet>,
    digits: &mut Digits,
) {
    for cell in layout.shape.cells() {
        match (exhibit, analysis.puzzle.get(cell)) {
            (Exhibit::Redundant, Some(digit)) => {
                let kind = redundancy(analysis, spare, cell);
                paint_clue(painter, layout, kind, cell, digit, digits);
            }
            (_, Some(digit)) => {
                let ink = theme::palette(painter.ctx()).ink;
                digits.paint(painter, layout, Face::Clue, digit, layout.cell_rect(cell).center(), ink);
            }
            (Exhibit::Solutions, None) => paint_solutions(painter, layout, analysis, cell, digits),
            (Exhibit::Redundant | Exhibit::Sets | Exhibit::Clues, None) => {}
            (Exhibit::Heat, None) => paint_heat(painter, layout, analysis, cell, digits),
        }
    }
}

/// What a puzzle loses with a clue.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Redundancy {
    /// Its only solution.
    Needed,
    /// A way to it by the ticked strategies, or that is not known yet.
    Proper,
    /// Nothing.
    Spare,
}

fn redundancy(analysis: &Analysis, spare: Option<&CellSet>, cell: Cell) -> Redundancy {
    match analysis.redundant.contains(cell) {
        false => Redundancy::Needed,
        true if spare.is_some_and(|spare| spare.contains(cell)) => Redundancy::Spare,
        true => Redundancy::Proper,
    }
}

/// A redundant clue stands in a thin ring; one that the strategies do not need either is tinted, in a full ring, with
/// a minus in its corner.
fn paint_clue(
    painter: &Painter,
    layout: &BoardLayout,
    kind: Redundancy,
    cell: Cell,
    digit: Digit,
    digits: &mut Digits,
) {
    let palette = theme::palette(painter.ctx());
    let rect = layout.cell_rect(cell);
    if kind == Redundancy::Spare {
        painter.rect_filled(rect, 0.0, theme::mix(palette.paper, palette.fin, 0.25));
    }
    if kind != Redundancy::Needed {
        let width = layout.whole_pixels(if kind == Redundancy::Spare { 2.0 } else { 1.0 });
        let inset = layout.whole_pixels(3.0);
        painter.rect_stroke(rect.shrink(inset), 3.0, Stroke::new(width, palette.fin), StrokeKind::Middle);
    }
    digits.paint(painter, layout, Face::Clue, digit, rect.center(), palette.ink);
    if kind == Redundancy::Spare {
        let minus = Rect::from_center_size(
            rect.right_top() + vec2(-0.18, 0.18) * layout.pitch,
            vec2(0.16, 0.04) * layout.pitch,
        );
        painter.rect_filled(minus, 0.0, palette.ink);
    }
}

/// The digit of all solutions, or those of the first two, one above a diagonal and one below.
fn paint_solutions(painter: &Painter, layout: &BoardLayout, analysis: &Analysis, cell: Cell, digits: &mut Digits) {
    let palette = theme::palette(painter.ctx());
    let rect = layout.cell_rect(cell);
    let [Some(first), second] = [0, 1].map(|at| analysis.solutions.get(at).and_then(|solution| solution.get(cell)))
    else {
        return;
    };
    match second.filter(|second| *second != first) {
        None => {
            let color = theme::mix(palette.paper, palette.accent, if analysis.is_proper() { 1.0 } else { 0.55 });
            digits.paint(painter, layout, Face::Solved, first, rect.center(), color);
        }
        Some(second) => {
            painter.rect_filled(rect, 0.0, theme::mix(palette.paper, palette.conflict, 0.16));
            let line = Stroke::new(layout.whole_pixels(1.0), theme::mix(palette.paper, palette.conflict, 0.7));
            painter.line_segment([rect.left_bottom(), rect.right_top()], line);
            let at = Vec2::splat(layout.pitch * 0.24);
            digits.paint(painter, layout, Face::Half, first, rect.center() - at, palette.accent);
            digits.paint(painter, layout, Face::Half, second, rect.center() + at, palette.conflict);
        }
    }
}

/// Every candidate that some solution holds, on a ground that tells how many do.
fn paint_heat(painter: &Painter, layout: &BoardLayout, analysis: &Analysis, cell: Cell, digits: &mut Digits) {
    let palette = theme::palette(painter.ctx());
    for digit in (0..layout.shape.n()).map(Digit::from_index) {
        let n_holding = analysis.heat_of(Candidate::new(cell, digit));
        if n_holding == 0 {
            continue;
        }
        if n_holding == analysis.n_solutions {
            digits.paint(painter, layout, Face::Solved, digit, layout.cell_rect(cell).center(), palette.accent);
            continue;
        }
        let share = n_holding as f32 / analysis.n_solutions as f32;
        paint_share(painter, layout, Candidate::new(cell, digit), share, digits);
    }
}

/// A candidate on a ground that is filled to this share.
pub(super) fn paint_share(
    painter: &Painter,
    layout: &BoardLayout,
    candidate: Candidate,
    share: f32,
    digits: &mut Digits,
) {
    let palette = theme::palette(painter.ctx());
    let spot = layout.candidate_rect(candidate.cell, candidate.digit);
    let side = spot.width().min(spot.height()) * 0.96;
    // The area tells the share: bars say more than shades.
    let full = Rect::from_center_size(spot.center(), Vec2::splat(side));
    painter.rect_filled(full, 1.0, theme::mix(palette.paper, palette.cover, 0.15));
    let height = (side * share).max(1.0);
    let bar = Rect::from_min_max(full.max - vec2(side, height), full.max);
    painter.rect_filled(bar, 1.0, theme::mix(palette.paper, palette.cover, 0.75));
    digits.paint(painter, layout, Face::Candidate, candidate.digit, spot.center(), palette.ink);
}

/// What the analysis says about a cell, for its name: "7 or 8", "redundant", "1 in 3, 4 in 9 solutions".
pub(super) fn finding_name(
    analysis: &Analysis,
    exhibit: Exhibit,
    spare: Option<&CellSet>,
    cell: Cell,
) -> Option<String> {
    let shape = analysis.puzzle.shape();
    let clue = analysis.puzzle.get(cell);
    match exhibit {
        Exhibit::Redundant => match clue.map(|_| redundancy(analysis, spare, cell))? {
            Redundancy::Needed => None,
            Redundancy::Proper => Some(tr!("redundant, but the ticked strategies need it").to_owned()),
            Redundancy::Spare => Some(tr!("redundant").to_owned()),
        },
        Exhibit::Sets | Exhibit::Clues => None,
        _ if clue.is_some() => None,
        Exhibit::Solutions => {
            let mut found: Vec<String> =
                analysis.solutions.iter().filter_map(|s| s.get(cell)).map(|digit| digit.to_string()).collect();
            found.dedup();
            Some(or_list(&found))
        }
        Exhibit::Heat => {
            let heat = (0..shape.n()).map(Digit::from_index).filter_map(|digit| {
                let n = analysis.heat_of(Candidate::new(cell, digit));
                (n > 0).then(|| tr!("{digit} in {n}", digit, n))
            });
            let heat = heat.collect::<Vec<_>>().join(", ");
            Some(tr_n!(analysis.n_solutions, "{heat} of 1 solution", "{heat} of {n} solutions", heat))
        }
    }
}

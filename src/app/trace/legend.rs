//! What the forms and colours of the evidence mean.

use crate::app::board::{paint_arrow, paint_ground, strike};
use crate::logic::{ArrowPath, Role};
use eframe::egui;
use egui::{Label, Rect, RichText, Sense, Ui, vec2};

/// A line of the legend.
#[derive(Clone, Copy)]
enum Sign {
    Role(Role),
    /// A link; true for strong.
    Link(bool),
}

const SIGNS: [(Sign, &str, &str); 9] = [
    (Sign::Role(Role::Base), "Base", "The step rests on these candidates; cells of a set are marked like this too"),
    (Sign::Role(Role::Cover), "Cover", "Contains the bases: whatever else it contains is ruled out"),
    (Sign::Role(Role::Fin), "Fin", "A candidate of a base outside the covers; also the deadly pattern of uniqueness"),
    (Sign::Role(Role::ChainOn), "Chain: on", "A candidate of a chain in its first colour"),
    (Sign::Role(Role::ChainOff), "Chain: off", "A candidate of a chain in its second colour"),
    (Sign::Link(true), "Strong link", "At least one of the two is true"),
    (Sign::Link(false), "Weak link", "At most one of the two is true"),
    (Sign::Role(Role::Placed), "Placed", "The digit that the step enters"),
    (Sign::Role(Role::Eliminated), "Ruled out", "The candidate that the step rules out"),
];

/// The legend in three columns.
pub(super) fn legend_ui(ui: &mut Ui) {
    let width = ui.available_width() / 3.0;
    for row in SIGNS.chunks(3) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            for &(sign, name, help) in row {
                let (_, rect) = ui.allocate_space(vec2(width - 6.0, 18.0));
                let mut child = ui.new_child(egui::UiBuilder::new().max_rect(rect));
                child.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(vec2(18.0, 18.0), Sense::hover());
                    paint(ui, rect, sign);
                    ui.add(Label::new(RichText::new(name).size(11.5))).on_hover_text(help);
                });
            }
        });
    }
}

fn paint(ui: &Ui, rect: Rect, sign: Sign) {
    let painter = ui.painter();
    let line = ui.pixels_per_point().recip().max(1.0);
    match sign {
        Sign::Role(role) => {
            let rect = rect.shrink(rect.width() * 0.04);
            paint_ground(painter, line, rect, role);
            if role == Role::Eliminated {
                strike(painter, line * 1.5, rect);
            }
        }
        Sign::Link(is_strong) => {
            let points = [rect.left_center(), rect.center(), rect.right_center()].map(|at| (at.x, at.y));
            paint_arrow(painter, line * 1.5, &ArrowPath::new(points, 6.0), is_strong);
        }
    }
}

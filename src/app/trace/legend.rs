//! What the forms and colours of a step's evidence mean.

use crate::app::board::{paint_arrow, paint_ground, strike};
use crate::app::language::{text, translated};
use crate::logic::{ArrowPath, Drawing, Role};
use eframe::egui;
use egui::{Label, Rect, RichText, Sense, Ui, vec2};

/// A line of the legend.
#[derive(Clone, Copy)]
enum Sign {
    Role(Role),
    /// A link; true for strong.
    Link(bool),
}

const SIGNS: [(Sign, &str, &str); 11] = [
    (Sign::Role(Role::Base), text!("Base"), text!("The step rests on these candidates")),
    (Sign::Role(Role::SetCell), text!("Set"), text!("A candidate in a set of cells that the step rests on")),
    (Sign::Role(Role::Cover), text!("Cover"), text!("Contains the bases: whatever else it contains is ruled out")),
    (Sign::Role(Role::Fin), text!("Fin"), text!("A candidate of a base outside the covers")),
    (
        Sign::Role(Role::Deadly),
        text!("Deadly"),
        text!("Part of an arrangement that a puzzle with one solution cannot have"),
    ),
    (Sign::Role(Role::ChainOn), text!("Chain: on"), text!("A candidate of a chain in its first colour")),
    (Sign::Role(Role::ChainOff), text!("Chain: off"), text!("A candidate of a chain in its second colour")),
    (Sign::Link(true), text!("Strong link"), text!("At least one of the two is true")),
    (Sign::Link(false), text!("Weak link"), text!("At most one of the two is true")),
    (Sign::Role(Role::Placed), text!("Placed"), text!("The digit that the step enters")),
    (Sign::Role(Role::Eliminated), text!("Ruled out"), text!("A candidate that the step rules out")),
];

/// Rows of the legend that are always there, so that the lists above stay where they are from step to step.
const N_ROWS: usize = 2;
const ROW: f32 = 18.0;

/// Height of the legend of most steps.
pub(super) fn legend_height(ui: &Ui) -> f32 {
    N_ROWS as f32 * (ROW + ui.spacing().item_spacing.y)
}

/// The symbols that this step uses, in three columns.
pub(super) fn legend_ui(ui: &mut Ui, drawing: Option<&Drawing>) {
    let is_used = |sign: Sign| {
        drawing.is_some_and(|drawing| match sign {
            Sign::Role(role) => drawing.marks.iter().any(|mark| mark.1 == role),
            Sign::Link(is_strong) => drawing.arrows.iter().any(|arrow| arrow.is_strong == is_strong),
        })
    };
    let used: Vec<_> = SIGNS.into_iter().filter(|(sign, ..)| is_used(*sign)).collect();
    let top = ui.cursor().min.y;
    let height = legend_height(ui);
    let width = ui.available_width() / 3.0;
    for row in used.chunks(3) {
        ui.horizontal(|ui| {
            ui.spacing_mut().item_spacing.x = 6.0;
            for &(sign, name, help) in row {
                let (_, rect) = ui.allocate_space(vec2(width - 6.0, ROW));
                let mut child = ui.new_child(egui::UiBuilder::new().max_rect(rect));
                child.horizontal(|ui| {
                    let (rect, _) = ui.allocate_exact_size(vec2(ROW, ROW), Sense::hover());
                    paint(ui, rect, sign);
                    ui.add(Label::new(RichText::new(translated(name)).size(11.5))).on_hover_text(translated(help));
                });
            }
        });
    }
    ui.add_space((top + height - ui.cursor().min.y).max(0.0));
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

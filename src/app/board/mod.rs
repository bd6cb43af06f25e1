//! The board: painted on one rectangle, worked with mouse and keys.
//!
//! What paints takes values and knows nothing of the studio; `scene` collects the values, `work` and `solving` send what
//! mouse and keys do.

mod analysis;
mod by_hand;
mod cursor;
mod digits;
mod evidence;
mod lab;
mod layout;
mod names;
mod paint;
mod path_marks;
mod proposal;
mod regions;
mod regions_work;
mod rule_stroke;
mod rules;
mod scene;
mod sets;
mod solving;
mod state;
mod stroke;
mod theme_marks;
mod wheel;
mod work;
mod zoom;

pub(super) use cursor::board_id;
pub(super) use digits::Digits;
#[cfg(test)]
pub(crate) use evidence::painted::painted_figures;
pub(super) use evidence::{Look, paint_arrow, paint_ground, paint_picture, strike};
pub(super) use layout::BoardLayout;
pub(super) use paint::paint_lines;
pub use path_marks::PathBrush;
pub(super) use regions::RegionStroke;
pub use regions::RegionTool;
pub use rule_stroke::RuleBrush;
pub(super) use rule_stroke::{RuleStroke, RuleStrokeFault};
pub(super) use rules::paint_rules;
pub use state::BoardState;
pub use stroke::BrushKind;
pub(super) use stroke::Stroke;
pub use theme_marks::ThemeBrush;
pub(super) use work::board_ui;
pub use zoom::BoardZoom;

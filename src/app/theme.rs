//! Colours, fonts and spacing; what the studio shares with paper comes from there.

use crate::logic::Hue;
use crate::sheet::Color;
use eframe::egui;
use egui::{Color32, FontData, FontDefinitions, FontFamily, FontId, Stroke, TextStyle, Theme, Visuals};
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// The colours of evidence.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum Colours {
    /// Those of Okabe and Ito, which most colour-blind eyes tell apart.
    #[default]
    Usual,
    /// Blue and orange in light and dark shades: for eyes that see no red or no green.
    BlueOrange,
}

/// The colours of one theme (design page, section 8).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Palette {
    /// Behind everything.
    pub window: Color32,
    /// Side panels and bars.
    pub panel: Color32,
    /// The board.
    pub paper: Color32,
    /// Clues, thick lines, text.
    pub ink: Color32,
    /// Thin lines, labels.
    pub soft: Color32,
    /// Solved digits, selection, primary button.
    pub accent: Color32,
    /// A clue cell.
    pub pattern: Color32,
    /// Evidence: what a step rests on.
    pub base: Color32,
    /// Evidence: what holds the bases.
    pub cover: Color32,
    /// Evidence: what is left of the bases outside their covers.
    pub fin: Color32,
    /// Evidence: nodes and links of chains.
    pub chain: Color32,
    /// Ruled out, conflict; never without a stroke or mark.
    pub conflict: Color32,
}

impl Palette {
    /// A colour of evidence.
    pub(super) const fn hue(&self, hue: Hue) -> Color32 {
        match hue {
            Hue::Base => self.base,
            Hue::Cover => self.cover,
            Hue::Fin => self.fin,
            Hue::Chain => self.chain,
            Hue::Conflict => self.conflict,
        }
    }
}

/// The light theme.
pub(super) const LIGHT: Palette = Palette {
    window: Color32::from_rgb(0xF4, 0xF2, 0xEC),
    panel: Color32::from_rgb(0xFA, 0xF9, 0xF5),
    paper: Color32::from_rgb(0xFF, 0xFF, 0xFF),
    ink: on_paper(Color::INK),
    soft: Color32::from_rgb(0x8A, 0x8F, 0x98),
    accent: on_paper(Color::ACCENT),
    pattern: Color32::from_rgb(0x3A, 0x40, 0x49),
    base: on_paper(Color::of(Hue::Base)),
    cover: on_paper(Color::of(Hue::Cover)),
    fin: on_paper(Color::of(Hue::Fin)),
    chain: on_paper(Color::of(Hue::Chain)),
    conflict: on_paper(Color::of(Hue::Conflict)),
};

/// A colour as it is printed.
const fn on_paper(Color([r, g, b]): Color) -> Color32 {
    Color32::from_rgb(r, g, b)
}

/// The dark theme; evidence colours at 85 % of the light ones.
pub(super) const DARK: Palette = Palette {
    window: Color32::from_rgb(0x1B, 0x1D, 0x21),
    panel: Color32::from_rgb(0x22, 0x25, 0x2A),
    paper: Color32::from_rgb(0x2A, 0x2E, 0x34),
    ink: Color32::from_rgb(0xE8, 0xE6, 0xE1),
    soft: Color32::from_rgb(0x7C, 0x82, 0x8C),
    accent: Color32::from_rgb(0x7F, 0xB0, 0xFF),
    pattern: Color32::from_rgb(0xC9, 0xCD, 0xD4),
    base: Color32::from_rgb(0x00, 0x86, 0x62),
    cover: Color32::from_rgb(0x49, 0x99, 0xC6),
    fin: Color32::from_rgb(0xC4, 0x87, 0x00),
    chain: Color32::from_rgb(0xAD, 0x67, 0x8E),
    conflict: Color32::from_rgb(0xD5, 0x5E, 0x00),
};

/// The colours of the theme in use.
pub(super) fn palette(ctx: &egui::Context) -> &'static Palette {
    let colours = ctx.data(|data| data.get_temp(colours_id())).unwrap_or_default();
    match (colours, ctx.theme()) {
        (Colours::Usual, theme) => of(theme),
        (Colours::BlueOrange, Theme::Light) => &LIGHT_BLUE_ORANGE,
        (Colours::BlueOrange, Theme::Dark) => &DARK_BLUE_ORANGE,
    }
}

/// Chooses the colours of evidence.
pub(super) fn use_colours(ctx: &egui::Context, colours: Colours) {
    ctx.data_mut(|data| data.insert_temp(colours_id(), colours));
}

fn colours_id() -> egui::Id {
    egui::Id::unique("colours of evidence")
}

/// The light theme for eyes that see no red or no green.
const LIGHT_BLUE_ORANGE: Palette = Palette {
    base: Color32::from_rgb(0x00, 0x72, 0xB2),
    cover: Color32::from_rgb(0xF0, 0xB0, 0x30),
    conflict: Color32::from_rgb(0xA8, 0x46, 0x00),
    ..LIGHT
};

/// The dark theme for eyes that see no red or no green.
const DARK_BLUE_ORANGE: Palette = Palette {
    base: Color32::from_rgb(0x3A, 0x8F, 0xD0),
    cover: Color32::from_rgb(0xC8, 0x92, 0x20),
    conflict: Color32::from_rgb(0xF0, 0x7A, 0x20),
    ..DARK
};

/// The colours of a theme.
pub(super) const fn of(theme: Theme) -> &'static Palette {
    match theme {
        Theme::Light => &LIGHT,
        Theme::Dark => &DARK,
    }
}

/// `share` of `over` on `under`, opaque.
pub(super) fn mix(under: Color32, over: Color32, share: f32) -> Color32 {
    under.lerp_to_gamma(over, share.clamp(0.0, 1.0))
}

/// Colours for marking cells, told apart by colour-blind eyes (Okabe and Ito, and grey).
const MARK_COLOURS: [Color32; 9] = [
    Color32::from_rgb(0x56, 0xB4, 0xE9),
    Color32::from_rgb(0xE6, 0x9F, 0x00),
    Color32::from_rgb(0x00, 0x9E, 0x73),
    Color32::from_rgb(0xF0, 0xE4, 0x42),
    Color32::from_rgb(0x00, 0x72, 0xB2),
    Color32::from_rgb(0xD5, 0x5E, 0x00),
    Color32::from_rgb(0xCC, 0x79, 0xA7),
    Color32::from_rgb(0x99, 0x99, 0x99),
    Color32::from_rgb(0x5A, 0x4A, 0x8A),
];

/// The colour for marking cells with this number (0 to 8).
pub(super) fn mark_colour(index: usize) -> Color32 {
    MARK_COLOURS[index % MARK_COLOURS.len()]
}

/// The semibold family, for clues and headings.
pub(super) fn semibold() -> FontFamily {
    FontFamily::Name("semibold".into())
}

/// Widths of the side panels.
pub(super) const LEFT_WIDTH: f32 = 280.0;
/// Width of the right panel.
pub(super) const RIGHT_WIDTH: f32 = 304.0;

/// Sets fonts, colours and spacing of both themes.
pub(super) fn install(ctx: &egui::Context) {
    ctx.set_fonts(fonts());
    // Where the system does not say which theme it likes.
    ctx.options_mut(|options| {
        options.fallback_theme = Theme::Light;
        // Our own commands do it, so that the settings know.
        options.zoom_with_keyboard = false;
    });
    for theme in [Theme::Light, Theme::Dark] {
        let visuals = visuals(theme);
        ctx.style_mut_of(theme, |style| {
            style.visuals = visuals.clone();
            style.text_styles = [
                (TextStyle::Heading, FontId::new(14.0, semibold())),
                (TextStyle::Body, FontId::new(14.0, FontFamily::Proportional)),
                (TextStyle::Button, FontId::new(14.0, FontFamily::Proportional)),
                (TextStyle::Small, FontId::new(12.0, FontFamily::Proportional)),
                (TextStyle::Monospace, FontId::new(13.0, FontFamily::Monospace)),
            ]
            .into();
            style.spacing.item_spacing = egui::vec2(8.0, 4.0);
            style.spacing.button_padding = egui::vec2(8.0, 4.0);
            style.spacing.interact_size.y = 24.0;
            style.spacing.icon_width = 16.0;
            style.spacing.icon_width_inner = 9.0;
            style.spacing.icon_spacing = 8.0;
            style.spacing.tooltip_width = 320.0;
            style.interaction.selectable_labels = false;
            style.interaction.tooltip_delay = 0.4;
        });
    }
}

fn fonts() -> FontDefinitions {
    let mut fonts = FontDefinitions::default();
    let mut add = |name: &str, bytes: &'static [u8]| {
        fonts.font_data.insert(name.to_owned(), Arc::new(FontData::from_static(bytes)));
    };
    add("Inter", include_bytes!("../../assets/fonts/Inter-Regular.otf"));
    add("Inter SemiBold", include_bytes!("../../assets/fonts/Inter-SemiBold.otf"));
    // egui's own fonts stay behind Inter for the glyphs it lacks.
    let fallback = fonts.families.get(&FontFamily::Proportional).cloned().unwrap_or_default();
    let with_fallback = |first: &str| {
        let mut names = vec![first.to_owned()];
        names.extend(fallback.iter().cloned());
        if !names.iter().any(|name| name == "Hack") {
            names.push("Hack".to_owned());
        }
        names
    };
    fonts.families.insert(FontFamily::Proportional, with_fallback("Inter"));
    fonts.families.insert(semibold(), with_fallback("Inter SemiBold"));
    fonts
}

fn visuals(theme: Theme) -> Visuals {
    let palette = of(theme);
    let mut visuals = match theme {
        Theme::Light => Visuals::light(),
        Theme::Dark => Visuals::dark(),
    };
    let raised = mix(palette.panel, palette.ink, 0.07);
    let hovered = mix(palette.panel, palette.ink, 0.13);
    let pressed = mix(palette.panel, palette.ink, 0.20);
    let line = mix(palette.panel, palette.ink, 0.16);
    visuals.override_text_color = None;
    visuals.weak_text_color = Some(mix(palette.soft, palette.ink, 0.35));
    visuals.panel_fill = palette.panel;
    visuals.window_fill = palette.panel;
    visuals.window_stroke = Stroke::new(1.0, line);
    visuals.faint_bg_color = raised;
    visuals.extreme_bg_color = palette.paper;
    visuals.code_bg_color = raised;
    visuals.warn_fg_color = palette.conflict;
    visuals.error_fg_color = palette.conflict;
    visuals.hyperlink_color = palette.accent;
    visuals.selection.bg_fill = mix(palette.panel, palette.accent, 0.20);
    visuals.selection.stroke = Stroke::new(1.0, mix(palette.accent, palette.ink, 0.30));
    visuals.slider_trailing_fill = true;
    visuals.window_corner_radius = 6.into();
    visuals.menu_corner_radius = 6.into();
    let widgets = &mut visuals.widgets;
    widgets.noninteractive.bg_stroke = Stroke::new(1.0, line);
    widgets.noninteractive.fg_stroke = Stroke::new(1.0, palette.ink);
    for (state, fill) in [
        (&mut widgets.inactive, raised),
        (&mut widgets.hovered, hovered),
        (&mut widgets.active, pressed),
        (&mut widgets.open, hovered),
    ] {
        state.weak_bg_fill = fill;
        state.bg_fill = fill;
        state.bg_stroke = Stroke::NONE;
        state.fg_stroke = Stroke::new(1.0, palette.ink);
        state.corner_radius = 4.into();
        state.expansion = 0.0;
    }
    visuals.widgets.inactive.bg_fill = mix(palette.panel, palette.ink, 0.14);
    // The focus ring: egui draws the stroke of the hovered or active state around a focused widget.
    visuals.widgets.active.bg_stroke = Stroke::new(1.0, palette.accent);
    visuals
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Relative luminance after WCAG 2.
    fn luminance(color: Color32) -> f32 {
        let [r, g, b, _] = egui::Rgba::from(color).to_array();
        0.2126 * r + 0.7152 * g + 0.0722 * b
    }

    fn contrast(a: Color32, b: Color32) -> f32 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn text_can_be_read() {
        for palette in [LIGHT, DARK] {
            assert!(contrast(palette.ink, palette.panel) > 7.0);
            assert!(contrast(palette.ink, palette.paper) > 7.0);
            assert!(contrast(palette.accent, palette.paper) > 4.5);
            assert!(contrast(palette.paper, palette.pattern) > 7.0);
            assert!(contrast(mix(palette.soft, palette.ink, 0.35), palette.panel) > 4.5);
        }
    }
}

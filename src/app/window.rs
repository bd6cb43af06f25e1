//! The window: opens it, and runs the studio frame by frame.

use super::message::Message;
use super::settings::Settings;
use super::studio::{App, StartOptions};
use super::{panels, theme};
use eframe::egui;
use std::path::PathBuf;
use std::time::Instant;

/// The window's icon; `scripts/icons` draws it.
const ICON: &[u8] = include_bytes!("../../assets/icon/128.png");

/// Opens the studio's window, with a file if one is named; returns when it is closed.
///
/// # Errors
/// One sentence if no window can be opened.
pub fn run(file: Option<PathBuf>) -> Result<(), String> {
    let mut viewport = egui::ViewportBuilder::default()
        .with_title("cluesmith")
        .with_app_id("cluesmith")
        .with_inner_size([1280.0, 800.0])
        .with_min_inner_size([960.0, 560.0])
        .with_drag_and_drop(true);
    if let Ok(icon) = eframe::icon_data::from_png_bytes(ICON) {
        viewport = viewport.with_icon(icon);
    }
    let options = eframe::NativeOptions { viewport, ..Default::default() };
    let start = StartOptions::native(file);
    eframe::run_native("cluesmith", options, Box::new(move |cc| Ok(Box::new(App::new(&cc.egui_ctx, start)?)))).map_err(
        |error| {
            let error = error.to_string();
            // The libraries put places of their own source in front.
            let why = error.rsplit(": ").next().unwrap_or(&error).trim_end_matches('.');
            format!(
                "no window can be opened ({why}); a screen is needed, and on Debian or Ubuntu: \
                 apt-get install libgl1 libegl1 libxkbcommon-x11-0 libxcursor1 libxi6"
            )
        },
    )
}

impl eframe::App for App {
    fn logic(&mut self, ctx: &egui::Context, _frame: &mut eframe::Frame) {
        let start = Instant::now();
        self.update(ctx);
        self.window.logic_time = start.elapsed();
    }

    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        let start = Instant::now();
        let mut messages = Vec::new();
        panels::studio_ui(self, ui, &mut messages);
        // What nobody points at any more loses its ring; several widgets may point, none of them alone decides.
        let pointed = messages.iter().find_map(|message| match message {
            Message::Highlight(cells) => Some(*cells),
            _ => None,
        });
        let pointed = pointed.or_else(|| self.cells_of_line()).unwrap_or_default();
        if self.session.board.highlight != pointed {
            self.session.board.highlight = pointed;
            ui.ctx().request_repaint();
        }
        let pointed = messages.iter().find_map(|message| match message {
            Message::Point(pointed) => Some(*pointed),
            _ => None,
        });
        if self.session.analysis.pointed != pointed {
            self.session.analysis.pointed = pointed;
            ui.ctx().request_repaint();
        }
        let pointed = messages.iter().find_map(|message| match message {
            Message::PointProposal(index) => Some(*index),
            _ => None,
        });
        if self.session.search.pointed != pointed {
            self.session.search.pointed = pointed;
            ui.ctx().request_repaint();
        }
        self.handle_all(ui.ctx(), messages);
        self.end_drag(ui.ctx());
        self.window.frame_log.frame(self.window.logic_time + start.elapsed());
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        // What a crash left is offered again until somebody decides.
        if self.disk.leftover.is_none() {
            self.disk.recovery.forget();
        }
        self.disk.files.finish();
        Settings::finish();
    }

    fn clear_color(&self, visuals: &egui::Visuals) -> [f32; 4] {
        let theme = if visuals.dark_mode { egui::Theme::Dark } else { egui::Theme::Light };
        theme::of(theme).window.to_normalized_gamma_f32()
    }
}

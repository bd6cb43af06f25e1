//! Settings, saving by itself, examples of the first start.

use crate::app::language::text;
use crate::app::settings::{SCALES, Settings};
use crate::app::studio::App;
use crate::app::welcome::EXAMPLES;
use crate::logic::Sentence;
use crate::project::Edit;
use eframe::egui;
use std::time::Duration;

impl App {
    pub(in crate::app) fn use_settings(&mut self, ctx: &egui::Context, settings: Settings) {
        self.settings = settings;
        self.apply_settings(ctx);
        self.write_settings();
    }

    /// Changes the size of text and controls to another of the sizes there are.
    pub(in crate::app) fn zoom(&mut self, ctx: &egui::Context, choose: impl Fn(&[u32], u32) -> Option<u32>) {
        if let Some(scale) = choose(&SCALES, self.settings.scale) {
            self.use_settings(ctx, Settings { scale, ..self.settings.clone() });
        }
    }

    /// Saves a project that has a file once it has differed from it for as long as the settings say.
    pub(in crate::app) fn autosave(&mut self, ctx: &egui::Context, now: f64) {
        if self.settings.autosave == 0 || !self.is_dirty() || self.disk.autosave_waits {
            self.disk.dirty_since = None;
            return;
        }
        let Some(path) = self.disk.file.clone() else { return };
        let since = *self.disk.dirty_since.get_or_insert(now);
        let left = since + f64::from(self.settings.autosave) * 60.0 - now;
        if left > 0.0 {
            ctx.request_repaint_after(Duration::from_secs_f64(left));
        } else if !self.disk.saving {
            self.disk.dirty_since = None;
            self.save_by_itself(path);
        }
    }

    /// Puts an example on the board; undo takes it away again.
    pub(in crate::app) fn show_example(&mut self, index: usize) {
        let Some(example) = EXAMPLES.get(index) else { return };
        let project = Box::new(example.project());
        self.edit(&Edit::Replace {
            project,
            label: Sentence::compose(
                text!("example {0}"),
                [Sentence::term_as(example.title, example.title.to_lowercase())],
            ),
        });
        self.session.view = example.view;
    }
}

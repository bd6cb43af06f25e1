//! The design panel: brushes, transforms, patterns from letters, pictures and the library.

use crate::app::board::{BrushKind, PathBrush, ThemeBrush, board_id};
use crate::app::language::tr;
use crate::app::library::{Named, kept_name};
use crate::app::session::Dialog;
use crate::app::studio::App;
use crate::grid::{Transform, stamp};
use crate::project::{Edit, SheetEdit};
use eframe::egui;

impl App {
    pub(in crate::app) fn use_brush(&mut self, brush: BrushKind) {
        self.session.board.brush = brush;
        self.use_region_tool(None);
    }

    pub(in crate::app) fn use_theme_brush(&mut self, brush: Option<ThemeBrush>) {
        self.use_region_tool(None);
        self.session.board.theme_brush = brush;
    }

    pub(in crate::app) fn use_path_brush(&mut self, brush: Option<PathBrush>) {
        let chosen = |brush: Option<PathBrush>| brush.map(|brush| brush.chosen);
        let text = self.session.board.path_text.take();
        if chosen(brush) == chosen(self.session.board.path_brush) {
            self.session.board.path_text = text;
        }
        self.use_region_tool(None);
        self.session.board.path_brush = brush;
    }

    pub(in crate::app) fn next_brush(&mut self) {
        self.use_region_tool(None);
        self.session.board.brush = match self.session.board.brush {
            BrushKind::Toggle => BrushKind::Paint,
            BrushKind::Paint => BrushKind::Erase,
            BrushKind::Erase => BrushKind::Digit,
            BrushKind::Digit => BrushKind::Toggle,
        };
    }

    /// Moves the board; the chosen cell goes along. Where lines are moved, its ring shows which.
    pub(in crate::app) fn transform(&mut self, ctx: &egui::Context, transform: Transform, is_about_line: bool) {
        let (shape, cursor) = (self.project().shape(), self.session.board.cursor);
        self.edit(&Edit::Transform(transform));
        self.session.board.cursor = transform.cell(shape, cursor);
        if is_about_line {
            self.session.board.shows_cursor = true;
            ctx.memory_mut(|memory| memory.request_focus(board_id()));
        }
    }

    /// Carries out what a dialog says.
    pub(in crate::app) fn dialog_done(&mut self, ctx: &egui::Context, dialog: Dialog) {
        let shape = self.project().shape();
        let pattern = match dialog {
            Dialog::Stamp(text) => match stamp(shape, &text) {
                Ok(pattern) => Some((pattern, format!("\u{201c}{}\u{201d}", text.trim()))),
                // The dialog says why, and stays.
                Err(_) => return,
            },
            Dialog::Picture(state) => Some((state.pattern(shape), tr!("from {name}", name = state.name))),
            Dialog::Export(state) => {
                self.save_export(ctx, state);
                None
            }
            // These do nothing in the end.
            Dialog::Settings | Dialog::Help(_) | Dialog::Manual(_) | Dialog::Layouts(_) => None,
            Dialog::TemplateName(name) => {
                self.edit(&Edit::Sheet(SheetEdit::SaveTemplate(name)));
                None
            }
            Dialog::PatternName(name) => {
                let pattern = self.project().design.pattern;
                let saved = kept_name(&name).and_then(|name| self.library.save(Named { name, pattern }));
                match saved {
                    Ok(()) => self.notices.info(tr!("Saved the pattern {name}", name = name.trim())),
                    Err(sentence) => self.notices.error(sentence),
                }
                None
            }
            Dialog::LayoutName(name) => {
                self.save_layout(&name);
                None
            }
        };
        self.session.front.dialog = None;
        if let Some((pattern, name)) = pattern {
            self.edit(&Edit::SetPattern { pattern, name });
        }
    }

    pub(in crate::app) fn delete_pattern(&mut self, index: usize) {
        let name = self.library.own().get(index).map(|named| named.name.clone());
        match self.library.delete(index) {
            Ok(()) => self.notices.info(tr!("Deleted the pattern {name}", name = name.unwrap_or_default())),
            Err(sentence) => self.notices.error(sentence),
        }
    }

    pub(in crate::app) fn restore_pattern(&mut self) {
        if let Err(sentence) = self.library.restore() {
            self.notices.error(sentence);
        }
    }
}

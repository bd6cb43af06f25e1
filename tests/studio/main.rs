//! The studio, driven headless by accessible names, mouse and keys.

use cluesmith::app::{App, Command, Dialogs, LiveState, StartOptions};
use cluesmith::grid::Symmetry;
use cluesmith::logic::Sentence;
use cluesmith::project::Project;
use eframe::egui::{self, Event, Key, Modifiers, OutputCommand, PointerButton, Pos2, Rect, Theme, Vec2};
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

mod analysis;
mod choosing;
mod design;
mod difficulty;
mod document;
mod exporting;
mod files;
mod help;
mod keeping;
mod lab;
mod lab_more;
mod languages;
mod layouts;
mod live;
mod menus;
mod names;
mod painting;
mod panels;
mod path;
mod rating;
mod results;
mod searching;
mod settings;
mod sheet;
mod solving;
mod themes;
mod titles;
mod tour;
mod trace;

/// The commands that show the views.
const VIEWS: [Command; 8] = [
    Command::VIEW_PATTERN,
    Command::VIEW_PUZZLE,
    Command::VIEW_SOLUTION,
    Command::VIEW_TRACE,
    Command::VIEW_RESULTS,
    Command::VIEW_ANALYSIS,
    Command::VIEW_LAB,
    Command::VIEW_SHEET,
];

/// Commands that open a dialog made for one purpose, and nothing else.
const DIALOGS: [Command; 11] = [
    Command::EXPORT_AS,
    Command::STAMP,
    Command::SAVE_PATTERN,
    Command::LAYOUT_GALLERY,
    Command::SAVE_TEMPLATE,
    Command::SETTINGS,
    Command::OPEN_PATH,
    Command::SAVE_TO_PATH,
    Command::NOTES,
    Command::SHORTCUTS,
    Command::NEW,
];

struct Studio {
    harness: Harness<'static, App>,
}

impl Studio {
    fn new() -> Studio {
        Studio::start(StartOptions::isolated(), 1.0, Theme::Light)
    }

    fn start(options: StartOptions, pixels_per_point: f32, theme: Theme) -> Studio {
        let harness = Harness::builder()
            .with_size([1280.0, 800.0])
            .with_pixels_per_point(pixels_per_point)
            .with_theme(theme)
            .with_step_dt(1.0 / 60.0)
            .with_max_steps(400)
            .build_eframe(move |cc| App::new(&cc.egui_ctx, options).expect("a thread"));
        let mut studio = Studio { harness };
        studio.harness.run_steps(2);
        studio
    }

    /// In a window of this size.
    fn sized(width: f32, height: f32) -> Studio {
        let mut studio = Studio::new();
        studio.harness.set_size(Vec2::new(width, height));
        studio.harness.run_steps(4);
        studio
    }

    /// Turns the wheel over a place, with these keys held.
    fn wheel(&mut self, at: Pos2, delta: f32, modifiers: Modifiers) {
        self.harness.hover_at(at);
        self.step();
        let (unit, phase) = (egui::MouseWheelUnit::Point, egui::TouchPhase::Move);
        let source = egui::MouseWheelSource::Wheel;
        self.one_frame([Event::MouseWheel { unit, delta: Vec2::new(0.0, delta), phase, source, modifiers }]);
        // It moves on for some frames.
        self.harness.run_steps(40);
    }

    fn app(&self) -> &App {
        self.harness.state()
    }

    fn project(&self) -> &Project {
        self.app().project()
    }

    /// What undo would take back.
    fn undo_label(&self) -> Option<&str> {
        self.app().history().undo_label().map(Sentence::text)
    }

    fn step(&mut self) {
        // An event takes a frame each; menus take one more to find their size.
        self.harness.run_steps(4);
    }

    /// Frames until the condition holds; background threads need real time.
    #[track_caller]
    fn wait_until(&mut self, what: &str, condition: impl Fn(&App) -> bool) {
        let start = Instant::now();
        while !condition(self.app()) {
            assert!(start.elapsed() < Duration::from_mins(2), "no {what}: {}", self.verdict());
            self.harness.step();
            std::thread::sleep(Duration::from_millis(1));
        }
        self.step();
    }

    #[track_caller]
    fn wait_for_answer(&mut self) {
        self.wait_until("answer", |app| matches!(app.live().state(), LiveState::Done { .. }));
    }

    fn verdict(&self) -> String {
        self.app().live().verdict().sentence()
    }

    #[track_caller]
    fn board(&self) -> Rect {
        let n = self.project().shape().n();
        let corner = |row: usize, col: usize| self.cell_rect(row, col);
        corner(1, 1).union(corner(n, n))
    }

    #[track_caller]
    fn cell_rect(&self, row: usize, col: usize) -> Rect {
        let name = format!("r{row}c{col},");
        self.harness.get_by(move |node| node.label().is_some_and(|label| label.starts_with(&name))).rect()
    }

    fn at(&self, row: usize, col: usize) -> Pos2 {
        self.cell_rect(row, col).center()
    }

    #[track_caller]
    fn cell_label(&self, row: usize, col: usize) -> String {
        let name = format!("r{row}c{col},");
        let node = self.harness.get_by(move |node| node.label().is_some_and(|label| label.starts_with(&name)));
        node.accesskit_node().label().expect("just matched")
    }

    /// Events that fall into one and the same frame.
    fn one_frame(&mut self, events: impl IntoIterator<Item = Event>) {
        self.harness.input_mut().events.extend(events);
        self.step();
    }

    /// Press, moves and release through cells (row, column), each event in a frame of its own.
    fn drag(&mut self, button: PointerButton, cells: &[(usize, usize)]) {
        let points: Vec<Pos2> = cells.iter().map(|&(row, col)| self.at(row, col)).collect();
        self.harness.event(Event::PointerMoved(points[0]));
        self.harness.event(pointer(points[0], button, true, Modifiers::NONE));
        for &point in &points[1..] {
            self.harness.event(Event::PointerMoved(point));
        }
        self.harness.event(pointer(points[points.len() - 1], button, false, Modifiers::NONE));
        self.step();
    }

    fn click(&mut self, row: usize, col: usize) {
        self.drag(PointerButton::Primary, &[(row, col)]);
    }

    #[track_caller]
    fn press_button(&mut self, label: &str) {
        self.harness.get_by_label(label).click();
        self.step();
    }

    fn key(&mut self, modifiers: Modifiers, key: Key) {
        self.harness.key_press_modifiers(modifiers, key);
        self.step();
    }

    fn command(&mut self, key: Key) {
        self.key(Modifiers::COMMAND, key);
    }

    /// Runs a command through the palette.
    #[track_caller]
    fn run(&mut self, command: Command) {
        self.command(Key::K);
        self.harness.get_by_label("Command").type_text(command.title());
        self.step();
        self.key(Modifiers::NONE, Key::Enter);
    }

    fn names(&self) -> String {
        let shape = self.project().shape();
        self.project().design.pattern.cells.iter().map(|cell| shape.cell_name(cell)).collect::<Vec<_>>().join(" ")
    }

    #[track_caller]
    /// Chooses a symmetry where it is chosen, and comes back to the present view.
    fn use_symmetry(&mut self, symmetry: Symmetry) {
        let view = self.app().session().view;
        self.run(Command::SHOW_DESIGN);
        self.press_button(&format!("Symmetry: {}", symmetry.title()));
        assert_eq!(self.project().symmetry, symmetry);
        let back = Command::all().find(|command| command.view() == Some(view)).expect("a view");
        self.run(back);
    }

    #[track_caller]
    fn script(&mut self, answers: impl IntoIterator<Item = PathBuf>) {
        *self.harness.state_mut().dialogs_mut() = Dialogs::scripted(answers.into_iter().map(Some));
    }

    /// Whether a text stands on the screen, whoever says it.
    fn has_text(&self, text: &str) -> bool {
        let is_it = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
            [node.label(), node.value()].into_iter().flatten().any(|found| found.contains(text))
        };
        self.harness.query_all_by(move |node| is_it(node)).next().is_some()
    }

    /// Waits for what comes onto the clipboard.
    #[track_caller]
    fn copied(&mut self) -> OutputCommand {
        for _ in 0..4000 {
            self.harness.step();
            let commands = &self.harness.output().platform_output.commands;
            if let Some(copied) = commands.iter().find(|command| !matches!(command, OutputCommand::OpenUrl(_))) {
                return copied.clone();
            }
            std::thread::sleep(Duration::from_millis(1));
        }
        panic!("nothing came onto the clipboard")
    }

    /// Presses Enter; what it puts on the clipboard.
    #[track_caller]
    fn copied_by_enter(&mut self) -> OutputCommand {
        // In the frame to come, so that no frame goes by unseen.
        let (key, modifiers) = (Key::Enter, Modifiers::NONE);
        let enter = Event::Key { key, physical_key: None, pressed: true, repeat: false, modifiers };
        self.harness.input_mut().events.push(enter);
        self.copied()
    }

    fn notice(&self) -> String {
        self.app().notices().open().last().map_or_else(String::new, |notice| notice.text.clone())
    }
}

/// A file as the window system drops it.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

/// Waits for what another thread does.
#[track_caller]
fn wait_for(condition: impl Fn() -> bool) {
    let start = Instant::now();
    while !condition() {
        assert!(start.elapsed() < Duration::from_secs(20), "it never came");
        std::thread::sleep(Duration::from_millis(2));
    }
}

fn pointer(pos: Pos2, button: PointerButton, pressed: bool, modifiers: Modifiers) -> Event {
    Event::PointerButton { pos, button, pressed, modifiers }
}

fn press(pos: Pos2) -> Event {
    pointer(pos, PointerButton::Primary, true, Modifiers::NONE)
}

fn release(pos: Pos2) -> Event {
    pointer(pos, PointerButton::Primary, false, Modifiers::NONE)
}

//! Help: the first start, F1, and why a control is disabled.

use crate::Studio;
use cluesmith::app::{Command, Dialog, StartOptions, Topic, View};
use cluesmith::grid::Shape;
use cluesmith::logic::{STRATEGIES, StrategyId};
use eframe::egui::{self, Key, Modifiers, PointerButton, Pos2, Theme};
use egui_kittest::kittest::{NodeT, Queryable};

#[test]
fn three_examples_run_at_a_click() {
    for (name, view, verdict) in [
        ("Example: A heart", View::Pattern, "Proper puzzle"),
        ("Example: Step by step", View::Trace, "Proper puzzle"),
        ("Example: Impossible", View::Pattern, "Impossible: "),
    ] {
        let mut studio = Studio::new();
        studio.check_undo_of_example(name);
        assert_eq!(studio.app().session().view, view);
        studio.wait_for_answer();
        assert!(studio.verdict().starts_with(verdict), "{name}: {}", studio.verdict());
        // They are for an empty board only.
        assert!(studio.harness.query_by_label("Example: A heart").is_none());
    }
}

impl Studio {
    fn check_undo_of_example(&mut self, name: &str) {
        let label = name.to_lowercase().replace("example: ", "example ");
        self.check_undo(&label, |studio| {
            studio.press_button(name);
            // Its digits, once found, belong to the state that redo brings back.
            studio.wait_for_answer();
        });
    }
}

#[test]
fn the_examples_can_be_hidden_for_good() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = || StartOptions { config_folder: Some(folder.path().to_owned()), ..StartOptions::isolated() };
    let mut studio = Studio::start(options(), 1.0, Theme::Light);
    studio.press_button("Hide the examples");
    assert!(studio.harness.query_by_label("Example: A heart").is_none());
    crate::wait_for(|| folder.path().join("settings.json").exists());
    drop(studio);
    let studio = Studio::start(options(), 1.0, Theme::Light);
    assert!(studio.app().settings().is_welcomed);
    assert!(studio.harness.query_by_label("Example: A heart").is_none());
}

impl Studio {
    /// Presses F1 with the pointer here; the command or the place of the manual that comes up, which is closed again.
    fn help_at(&mut self, at: Pos2) -> String {
        self.harness.hover_at(at);
        self.step();
        self.key(Modifiers::NONE, Key::F1);
        let found = match &self.app().session().front.dialog {
            Some(Dialog::Help(command)) => command.title().to_owned(),
            Some(Dialog::Manual(manual)) => manual.link(),
            other => panic!("{other:?}"),
        };
        if self.manual().is_none() {
            assert!(self.has_text(&found), "{found}");
        }
        self.key(Modifiers::NONE, Key::Escape);
        assert_eq!(self.app().session().front.dialog, None);
        found
    }

    /// The place where the manual is open.
    fn manual(&self) -> Option<String> {
        match &self.app().session().front.dialog {
            Some(Dialog::Manual(manual)) => Some(manual.link()),
            _ => None,
        }
    }

    /// The headings on the screen, from top to bottom, and how far each is below the top of the window.
    fn headings(&self) -> Vec<(String, f32)> {
        let nodes = self.harness.query_all_by(|node| node.role() == egui::accesskit::Role::Heading);
        nodes.map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect().top())).collect()
    }

    #[track_caller]
    fn centre_of(&self, label: &str) -> Pos2 {
        self.harness.get_by_label(label).rect().center()
    }
}

#[test]
fn f1_explains_what_is_under_the_pointer() {
    let mut studio = Studio::new();
    for (label, expected) in [
        ("Invert", "Invert pattern"),
        // Disabled ones too.
        ("Clear", "Clear pattern"),
        ("Turn right", "Turn right"),
        ("Symmetry: Diagonal", "patterns.md#symmetry"),
        ("Size of the grid", "patterns.md#layout"),
        ("Find patterns", "patterns.md#the-library"),
        ("Naked single", "strategies.md#naked-single"),
        ("Find strategies", "strategies.md#choosing-strategies"),
        ("Difficulty of the puzzle", "difficulty.md"),
        ("Minimal (no clue redundant)", "difficulty.md"),
        ("Method of the search", "patterns.md#methods-of-search"),
        ("Pattern view", "Pattern"),
    ] {
        let at = studio.centre_of(label);
        assert_eq!(studio.help_at(at), expected, "{label}");
    }
    let at = studio.at(5, 5);
    assert_eq!(studio.help_at(at), "first-puzzle.md#the-board");
    studio.run(Command::SHOW_HISTORY);
    let at = studio.centre_of("State 0: start");
    assert_eq!(studio.help_at(at), "first-puzzle.md#history");
    // The right panels of the other views.
    for (command, label, expected) in [
        (Command::VIEW_RESULTS, "Jobs", "results-and-replay.md#jobs"),
        (Command::VIEW_RESULTS, "Filter results", "results-and-replay.md#results"),
        (Command::VIEW_ANALYSIS, "Show candidate heat", "results-and-replay.md#analysis"),
        (Command::VIEW_TRACE, "Possible now", "results-and-replay.md#possible-now"),
    ] {
        studio.run(command);
        let at = studio.centre_of(label);
        assert_eq!(studio.help_at(at), expected, "{label}");
    }
    studio.run(Command::VIEW_PUZZLE);
    assert_eq!(studio.help_at(egui::pos2(1120.0, 60.0)), "results-and-replay.md#solving-by-hand");
    // Over nothing in particular it begins with the first page.
    assert_eq!(studio.help_at(egui::pos2(640.0, 2.0)), "first-puzzle.md");
}

#[test]
fn the_manual_is_read_from_page_to_page() {
    let mut studio = Studio::new();
    studio.run(Command::MANUAL);
    assert_eq!(studio.manual().as_deref(), Some("first-puzzle.md"));
    assert!(studio.harness.get_by_label("Back").accesskit_node().is_disabled());
    // The contents.
    studio.press_button("The lab");
    assert_eq!(studio.manual().as_deref(), Some("lab.md"));
    assert_eq!(studio.headings().first().map(|(title, _)| title.as_str()), Some("The lab"));
    // A section by its name; it stands at the top of the page then.
    studio.harness.get_by_label("Find in the manual").type_text("remote pair");
    studio.step();
    studio.press_button("Strategies: Remote pair");
    assert_eq!(studio.manual().as_deref(), Some("strategies.md#remote-pair"));
    let top = |studio: &Studio, title: &str| {
        let headings = studio.headings();
        headings.iter().find(|(found, _)| found == title).map(|(_, top)| *top).expect("the heading")
    };
    let place = top(&studio, "Remote pair");
    assert!((60.0..200.0).contains(&place), "{place}");
    // A word of the text, not of a heading.
    studio.command(Key::A);
    studio.harness.get_by_label("Find in the manual").type_text("interior-point");
    studio.step();
    assert!(studio.harness.query_by_label("The lab: Linear programming").is_some());
    studio.command(Key::A);
    studio.harness.get_by_label("Find in the manual").type_text("no such word");
    studio.step();
    assert!(studio.has_text("Nothing in the manual has these words"));
    // And back.
    studio.press_button("Back");
    assert_eq!(studio.manual().as_deref(), Some("lab.md"));
    studio.press_button("Back");
    assert_eq!(studio.manual().as_deref(), Some("first-puzzle.md"));
    studio.key(Modifiers::NONE, Key::Escape);
    assert_eq!(studio.app().session().front.dialog, None);
}

#[test]
fn links_of_the_manual_are_followed() {
    let mut studio = Studio::new();
    studio.run(Command::MANUAL);
    let follow = |studio: &mut Studio, name: &str| {
        let is_it = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
            node.role() == egui::accesskit::Role::Link && node.label().is_some_and(|label| label == name)
        };
        studio.harness.query_all_by(is_it).next().unwrap_or_else(|| panic!("no link {name}")).click();
        studio.step();
    };
    // What is scrolled away cannot be clicked.
    studio.harness.get_by_label("Find in the manual").type_text("choose the strategies");
    studio.step();
    studio.press_button("Your first puzzle: Choose the strategies");
    follow(&mut studio, "Strategies");
    assert_eq!(studio.manual().as_deref(), Some("strategies.md"));
    follow(&mut studio, "Difficulty");
    assert_eq!(studio.manual().as_deref(), Some("difficulty.md"));
    // From the help of a command too.
    studio.key(Modifiers::NONE, Key::Escape);
    let at = studio.centre_of("Turn right");
    studio.harness.hover_at(at);
    studio.step();
    studio.key(Modifiers::NONE, Key::F1);
    follow(&mut studio, "More in the manual");
    assert_eq!(studio.manual().as_deref(), Some("patterns.md"));
}

#[test]
fn every_strategy_is_explained_with_an_example() {
    let mut studio = Studio::new();
    for strategy in STRATEGIES {
        let title = strategy.title().to_lowercase();
        studio.run(Command::GO_TO_BOARD);
        studio.harness.get_by_label("Find strategies").focus();
        studio.step();
        studio.command(Key::A);
        studio.harness.get_by_label("Find strategies").type_text(strategy.title());
        studio.step();
        if !strategy.exists_on(Shape::NINE) {
            // Of no use on the layout, so it is not listed.
            assert!(studio.harness.query_by_label(&format!("About {title}")).is_none(), "{title}");
            continue;
        }
        studio.press_button(&format!("About {title}"));
        assert_eq!(studio.manual(), Some(Topic::Strategy(strategy.id()).link()));
        // Its heading stands at the top, and its picture below.
        let top = |what: &str, role: egui::accesskit::Role| {
            let is_it = |node: &egui_kittest::kittest::AccessKitNode<'_>| {
                node.role() == role && node.label().is_some_and(|label| label == what)
            };
            studio.harness.query_all_by(is_it).next().map(|node| node.rect().top()).expect("it is on the page")
        };
        let heading = top(strategy.title(), egui::accesskit::Role::Heading);
        let picture = top(&format!("An example of {}", strategy.name()), egui::accesskit::Role::Image);
        assert!((60.0..200.0).contains(&heading) && (heading..600.0).contains(&picture), "{title} {heading} {picture}");
        studio.key(Modifiers::NONE, Key::Escape);
    }
}

/// Every disabled control of the window: hovering it brings a sentence up.
#[track_caller]
fn check_disabled(studio: &mut Studio, state: &str) -> usize {
    // Messages go after a while: they may lie over a control.
    let now = studio.harness.ctx.input(|input| input.time);
    studio.harness.input_mut().time = Some(now + 20.0);
    studio.harness.run_steps(2);
    studio.harness.input_mut().time = None;
    let disabled: Vec<(String, Pos2)> = studio
        .harness
        .query_all_by(|node| node.is_disabled() && node.role() != egui::accesskit::Role::Label)
        .filter(|node| node.rect().is_positive())
        .map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect().center()))
        .collect();
    for (label, at) in &disabled {
        studio.harness.hover_at(egui::pos2(640.0, 2.0));
        studio.harness.run_steps(3);
        let before = studio.texts();
        studio.harness.hover_at(*at);
        // The tooltip waits for the pointer to rest.
        studio.harness.run_steps(50);
        let after = studio.texts();
        assert!(after.len() > before.len(), "{state}: \u{201c}{label}\u{201d} does not say why it is disabled");
    }
    disabled.len()
}

impl Studio {
    fn texts(&self) -> Vec<String> {
        let texts = self.harness.query_all_by(|node| node.role() == egui::accesskit::Role::Label);
        texts.map(|node| node.accesskit_node().value().unwrap_or_default()).collect()
    }
}

#[test]
fn disabled_controls_say_why() {
    let mut studio = Studio::new();
    let mut n_disabled = check_disabled(&mut studio, "empty board");
    for command in [
        Command::SHOW_PUZZLES,
        Command::SHOW_HISTORY,
        Command::VIEW_PUZZLE,
        Command::VIEW_SOLUTION,
        Command::VIEW_TRACE,
        Command::VIEW_RESULTS,
        Command::VIEW_LAB,
    ] {
        studio.run(command);
        n_disabled += check_disabled(&mut studio, command.title());
    }
    studio.run(Command::SHOW_DESIGN);
    studio.run(Command::VIEW_PATTERN);
    // Boxes that are not square lack some symmetries.
    studio.choose_layout("6×6, boxes 2×3");
    studio.drag(PointerButton::Primary, &[(1, 1), (1, 6)]);
    n_disabled += check_disabled(&mut studio, "2x3");
    for menu in ["File", "Edit", "Pattern", "Puzzle"] {
        studio.harness.get_all_by_label(menu).next().expect("a menu").click();
        studio.step();
        // In a menu the sentence comes up beside the line.
        n_disabled += studio
            .harness
            .query_all_by(|node| node.is_disabled() && node.role() != egui::accesskit::Role::Label)
            .count();
        studio.key(Modifiers::NONE, Key::Escape);
    }
    assert!(n_disabled > 15, "{n_disabled}");
}

#[test]
fn what_is_scrolled_away_says_nothing() {
    let mut studio = Studio::new();
    studio.command(egui::Key::K);
    let n_texts = studio.texts().len();
    // The list of commands goes on below the palette, out of sight.
    for y in (600..790).step_by(20) {
        studio.harness.hover_at(egui::pos2(640.0, y as f32));
        studio.harness.run_steps(50);
        assert_eq!(studio.texts().len(), n_texts, "{y}: {:?}", studio.texts());
    }
}

#[test]
fn a_design_without_the_mouse() {
    let mut studio = Studio::new();
    // A stamp, moved and made symmetric, a brush, a digit, strategies, title: all by keys.
    studio.run(Command::STAMP);
    studio.harness.event(egui::Event::Text("K".to_owned()));
    studio.step();
    studio.key(Modifiers::NONE, Key::Enter);
    let n_before = studio.project().design.pattern.n_clues();
    studio.key(Modifiers::ALT | Modifiers::SHIFT, Key::ArrowDown);
    studio.command(Key::CloseBracket);
    studio.command(Key::M);
    assert!(studio.project().design.pattern.n_clues() > n_before);
    studio.key(Modifiers::NONE, Key::F6);
    studio.key(Modifiers::COMMAND, Key::Home);
    studio.key(Modifiers::ALT, Key::B);
    studio.key(Modifiers::NONE, Key::Space);
    studio.key(Modifiers::NONE, Key::ArrowRight);
    studio.harness.event(egui::Event::Text("5".to_owned()));
    studio.step();
    assert_eq!(studio.cell_label(1, 2), "r1c2, clue, 5, kept");
    studio.wait_for_answer();
    // Tab reaches every control; here, the place of a strategy in the order.
    studio.harness.get_by_label("Place of hidden single").focus();
    studio.step();
    let rank = studio.project().design.ranking.rank(StrategyId::HiddenSingle);
    studio.key(Modifiers::ALT, Key::ArrowUp);
    assert_eq!(studio.project().design.ranking.rank(StrategyId::HiddenSingle), rank - 1);
    studio.run(Command::ADD_PUZZLE);
    studio.command(Key::PageUp);
    assert_eq!(studio.app().document().current_index(), 0);
    studio.run(Command::SHOW_HISTORY);
    assert!(studio.app().history().labels().count() >= 6);
}

#[test]
fn the_open_manual_comes_to_rest() {
    let mut studio = Studio::new();
    studio.run(Command::MANUAL);
    studio.harness.run_steps(60);
    // But for the cursor of the search field, which blinks later.
    for _ in 0..4 {
        let causes = studio.harness.ctx.repaint_causes();
        assert!(causes.is_empty(), "{causes:?}");
        studio.harness.run_steps(1);
    }
}

//! Menus, the command palette, the list of keys, and getting about by keyboard.

use crate::Studio;
use cluesmith::app::{Command, Menu, View};
use eframe::egui::{Key, Modifiers, OutputCommand, Pos2};
use egui_kittest::kittest::{NodeT, Queryable};

impl Studio {
    #[track_caller]
    fn open_menu(&mut self, menu: Menu) {
        // A view has the same name: the menu comes first.
        self.harness.get_all_by_label(menu.title()).next().expect("a menu").click();
        self.step();
    }

    /// The place of a line of the open menu.
    #[track_caller]
    fn line(&self, command: Command) -> eframe::egui::Rect {
        let nodes = self.harness.get_all_by_label(command.title());
        // A button of the window may have the same name: menus are drawn last.
        nodes.last().expect("a line").rect()
    }

    /// The widget with the focus.
    pub(crate) fn focused(&self) -> String {
        let node = self.harness.query_all_by(|node| node.is_focused() && node.label().is_some()).next();
        node.and_then(|node| node.accesskit_node().label()).unwrap_or_default()
    }
}

#[test]
fn menus_fit_into_the_window_or_scroll() {
    for (width, height) in [(1280.0, 800.0), (960.0, 560.0)] {
        for menu in Menu::ALL {
            let mut studio = Studio::sized(width, height);
            let bar = studio.harness.get_all_by_label(menu.title()).next().expect("a menu").rect();
            studio.open_menu(menu);
            let commands: Vec<Command> = menu.commands().collect();
            let (first, last) = (commands[0], commands[commands.len() - 1]);
            // A button of a panel may have the same name; the lines of the menu begin where its title does.
            let line = |studio: &Studio, command: Command| {
                let nodes = studio.harness.get_all_by_label(command.title());
                let mut places = nodes.map(|node| node.rect()).filter(|rect| (rect.min.x - bar.min.x).abs() < 20.0);
                places.find(|rect| *rect != bar).expect("a line of the menu")
            };
            let top = line(&studio, first);
            assert!(top.min.y >= bar.max.y, "{menu:?} covers the menu bar at {width}x{height}: {top:?}");
            studio.wheel(top.center(), -4000.0, Modifiers::NONE);
            let end = line(&studio, last);
            assert!(end.max.y <= height, "{menu:?} ends at {} in {width}x{height}", end.max.y);
            assert!(end.max.x <= width, "{menu:?}");
        }
    }
}

#[test]
fn the_palette_keeps_its_size_and_knows_other_words() {
    let mut studio = Studio::new();
    let place = |studio: &Studio| studio.harness.get_by_label("Command").rect();
    studio.command(Key::K);
    let before = place(&studio);
    for text in ["nothing is called so", "pattern"] {
        studio.command(Key::A);
        studio.harness.get_by_label("Command").type_text(text);
        studio.step();
        assert_eq!(place(&studio), before, "{text}");
    }
    let is_shown = |label: &str| label.contains(": ");
    let lines = studio.harness.query_all_by(|node| node.label().is_some_and(|label| is_shown(&label)));
    let shown = lines.filter(|node| node.rect().max.y < before.max.y + 300.0).count();
    assert!(shown >= 9, "{shown} lines");
    studio.key(Modifiers::NONE, Key::Escape);
    studio.command(Key::K);
    assert_eq!(place(&studio), before, "opened again");
    for (text, expected) in [
        ("sudokupad", "Edit: Copy link for SudokuPad"),
        ("link", "Edit: Copy link for SudokuPad"),
        ("zoom", "View: Zoom in"),
        ("export", "Sheet: Export sheet as PDF…"),
        ("preferences", "Edit: Settings…"),
    ] {
        studio.command(Key::A);
        studio.harness.get_by_label("Command").type_text(text);
        studio.step();
        assert!(studio.harness.query_by_label(expected).is_some(), "{text}");
    }
}

#[test]
fn text_and_controls_are_enlarged_by_command() {
    let mut studio = Studio::new();
    let scale = |studio: &Studio| studio.app().settings().scale;
    studio.command(Key::Plus);
    assert_eq!(scale(&studio), 110);
    studio.command(Key::Minus);
    studio.command(Key::Minus);
    assert_eq!(scale(&studio), 90);
    studio.run(Command::ZOOM_RESET);
    assert_eq!(scale(&studio), 100);
    studio.run(Command::ZOOM_RESET);
    assert_eq!(studio.notice(), "This is the actual size already");
}

#[test]
fn a_puzzle_is_copied_as_a_link() {
    let mut studio = Studio::with_pattern("Basic");
    for (command, start) in
        [(Command::COPY_SUDOKU_PAD, "https://sudokupad.app/"), (Command::COPY_F_PUZZLES, "https://www.f-puzzles.com/")]
    {
        let OutputCommand::CopyText(link) = studio.copied_by(command) else { panic!("a text") };
        assert!(link.starts_with(start), "{link}");
        let mut other = Studio::new();
        other.harness.event(eframe::egui::Event::Paste(link));
        other.step();
        assert_eq!(Some(&other.project().design.fixed), studio.project().puzzle.as_ref());
    }
}

#[test]
fn groups_take_one_tab_and_arrows() {
    let mut studio = Studio::new();
    studio.harness.get_by_label("Symmetry: No symmetry").focus();
    studio.step();
    studio.key(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(studio.focused(), "Symmetry: Half turn");
    studio.key(Modifiers::NONE, Key::Tab);
    assert_eq!(studio.focused(), "Brush: automatic");
    studio.key(Modifiers::NONE, Key::Tab);
    assert!(!studio.focused().starts_with("Brush"), "{}", studio.focused());
    studio.key(Modifiers::SHIFT, Key::Tab);
    studio.key(Modifiers::SHIFT, Key::Tab);
    assert!(studio.focused().starts_with("Symmetry: "), "{}", studio.focused());
    // From the top of the panel to the symmetries it is a few steps.
    studio.harness.get_by_label("Design tab").focus();
    studio.step();
    let mut n_tabs = 0;
    while !studio.focused().starts_with("Symmetry: ") {
        n_tabs += 1;
        assert!(n_tabs < 8, "{}", studio.focused());
        studio.key(Modifiers::NONE, Key::Tab);
    }
}

#[test]
fn f6_goes_from_panel_to_panel() {
    let mut studio = Studio::new();
    let mut seen = Vec::new();
    for _ in 0..5 {
        studio.key(Modifiers::NONE, Key::F6);
        seen.push(studio.focused());
    }
    assert!(seen[0].starts_with("Board"), "{seen:?}");
    assert_eq!(seen[1..4], ["Find strategies", "File", "Design tab"]);
    assert_eq!(seen[4], seen[0]);
    studio.key(Modifiers::SHIFT, Key::F6);
    assert_eq!(studio.focused(), "Design tab");
}

#[test]
fn menus_open_with_alt_and_a_letter() {
    let mut studio = Studio::new();
    studio.key(Modifiers::ALT, Key::P);
    assert!(studio.harness.query_by_label("Clear pattern").is_some());
    studio.key(Modifiers::NONE, Key::Escape);
    assert!(studio.harness.query_by_label("Clear pattern").is_none());
    studio.key(Modifiers::ALT, Key::V);
    studio.key(Modifiers::NONE, Key::ArrowDown);
    studio.key(Modifiers::NONE, Key::ArrowDown);
    studio.key(Modifiers::NONE, Key::Enter);
    assert_eq!(studio.app().session().view, View::Puzzle);
}

#[test]
fn the_list_of_keys_is_searched() {
    let mut studio = Studio::new();
    studio.run(Command::SHORTCUTS);
    assert!(studio.has_text("Turn left") && studio.has_text("Ctrl+["), "keys are named as they are printed");
    studio.harness.get_by_label("Find keys").type_text("turn");
    studio.step();
    assert!(studio.has_text("Turn left"));
    let is_row = |label: &str| label == "Settings";
    let node = studio.harness.query_all_by(|node| node.value().is_some_and(|value| is_row(&value))).next();
    assert!(node.is_none());
}

#[test]
fn lines_that_a_command_moves_are_marked() {
    let mut studio = Studio::new();
    studio.use_symmetry(cluesmith::grid::Symmetry::None);
    studio.click(2, 5);
    assert!(!studio.app().session().board.shows_cursor, "the mouse needs no ring");
    studio.press_button("Rows and columns…");
    assert!(studio.has_text("Row 2, column 5"));
    let marked = |studio: &Studio, command: Command| {
        let at: Pos2 = studio.line(command).center();
        (at, studio.app().session().board.highlight)
    };
    for (command, n_cells) in [(Command::ROW_DOWN, 9), (Command::BAND_DOWN, 27)] {
        let (at, _) = marked(&studio, command);
        studio.harness.hover_at(at);
        studio.step();
        let cells = marked(&studio, command).1;
        assert_eq!(cells.len(), n_cells);
        assert!(cells.contains(studio.app().session().board.cursor));
    }
    studio.harness.get_all_by_label("Move row down").last().expect("a line").click();
    studio.step();
    assert_eq!(studio.names(), "r3c5");
    assert!(
        studio.app().session().board.shows_cursor && studio.focused().starts_with("Board"),
        "the ring shows what moved"
    );
}

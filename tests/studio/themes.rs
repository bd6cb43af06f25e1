//! Themes: constraints on the digits of clues, painted and chosen.

use crate::Studio;
use cluesmith::app::Command;
use eframe::egui::{Key, Modifiers, PointerButton};

impl Studio {
    fn theme(&self) -> String {
        self.project().design.theme.text(self.project().shape())
    }
}

/// A board of four rows with clue cells in the corners and in the middle.
fn studio() -> Studio {
    let mut studio = Studio::new();
    studio.choose_layout("4×4, boxes 2×2");
    for (row, col) in [(1, 1), (1, 4), (2, 2), (2, 3)] {
        studio.click(row, col);
    }
    assert_eq!(studio.names(), "r1c1 r1c4 r2c2 r2c3 r3c2 r3c3 r4c1 r4c4");
    studio
}

#[test]
fn strokes_ask_something_of_clues() {
    let mut studio = studio();
    studio.run(Command::THEME);
    // Odd digits to begin with, of clue cells only, without mirror images.
    studio.check_undo("theme", |studio| studio.drag(PointerButton::Primary, &[(1, 1), (1, 4)]));
    assert_eq!(studio.theme(), "odd=r1c1,r1c4");
    assert!(studio.cell_label(1, 1).contains("one of 1 3"), "{}", studio.cell_label(1, 1));
    assert_eq!(studio.names(), "r1c1 r1c4 r2c2 r2c3 r3c2 r3c3 r4c1 r4c4", "clue cells stay");
    studio.press_button("Theme brush: high");
    studio.click(1, 4);
    studio.press_button("Theme brush: ascending");
    studio.drag(PointerButton::Primary, &[(2, 2), (2, 3), (3, 3)]);
    assert_eq!(studio.theme(), "odd=r1c1; high=r1c4; ascending=r2c2,r2c3,r3c3");
    // The other button asks nothing any more.
    studio.drag(PointerButton::Secondary, &[(1, 1), (1, 4)]);
    assert_eq!(studio.theme(), "ascending=r2c2,r2c3,r3c3");
    // A single cell is no group, an empty one no clue.
    let before = studio.app().history().labels().count();
    studio.press_button("Theme brush: equal");
    studio.click(2, 2);
    studio.drag(PointerButton::Primary, &[(1, 2), (1, 3)]);
    assert_eq!(studio.app().history().labels().count(), before);
    studio.press_button("Remove ascending=r2c2,r2c3,r3c3");
    assert_eq!(studio.theme(), "");
    studio.press_button("Done");
    studio.click(1, 2);
    assert!(studio.names().contains("r1c2"), "clue cells are painted again");
}

#[test]
fn menus_and_text_ask_for_the_rest_and_the_verdict_tells() {
    let mut studio = studio();
    studio.press_button("Theme…");
    studio.press_button("Symmetry of digits…");
    studio.press_button("Half turn, images add up to 5");
    assert_eq!(studio.theme(), "symmetry half-turn complement");
    studio.key(Modifiers::NONE, Key::Escape);
    studio.press_button("Number of digits…");
    studio.press_button("No clue has the digit 2");
    assert_eq!(studio.theme(), "symmetry half-turn complement; digit 2 exactly 0");
    studio.wait_for_answer();
    assert!(studio.verdict().contains("impossible") || studio.verdict().contains("Impossible"), "{}", studio.verdict());
    studio.key(Modifiers::NONE, Key::Escape);
    studio.press_button("Remove symmetry half-turn complement");
    studio.press_button("Remove digit 2 exactly 0");
    studio.press_button("Further constraints of the theme");
    studio.step();
    studio.one_frame([eframe::egui::Event::Text("each digit at most 3".to_owned())]);
    studio.step();
    studio.key(Modifiers::NONE, Key::Enter);
    studio.step();
    assert_eq!(studio.theme(), "each digit at most 3");
    // Another layout has another board.
    studio.choose_layout("6×6, boxes 2×3");
    assert_eq!(studio.theme(), "");
}

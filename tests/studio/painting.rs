//! Painting with mouse and keys.

use crate::{Studio, pointer, press, release};
use cluesmith::app::Command;
use cluesmith::grid::{Cell, Symmetry};
use eframe::egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::Queryable;

#[test]
fn a_drag_paints_and_is_one_step() {
    let mut studio = Studio::new();
    studio.use_symmetry(Symmetry::None);
    studio.drag(PointerButton::Primary, &[(1, 1), (1, 2), (1, 3)]);
    assert_eq!(studio.names(), "r1c1 r1c2 r1c3");
    // The first cell decides: this stroke erases.
    studio.drag(PointerButton::Primary, &[(1, 3), (1, 4), (2, 4)]);
    assert_eq!(studio.names(), "r1c1 r1c2");
    studio.drag(PointerButton::Secondary, &[(2, 2), (1, 2)]);
    assert_eq!(studio.names(), "r1c1");
    studio.command(Key::Z);
    assert_eq!(studio.names(), "r1c1 r1c2");
    studio.command(Key::Z);
    assert_eq!(studio.names(), "r1c1 r1c2 r1c3");
    studio.command(Key::Z);
    assert_eq!(studio.names(), "");
    studio.command(Key::Y);
    studio.key(Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(studio.names(), "r1c1 r1c2");
}

#[test]
fn a_stroke_in_one_frame_is_not_lost() {
    let mut studio = Studio::new();
    studio.use_symmetry(Symmetry::None);
    let (a, b, c) = (studio.at(2, 2), studio.at(2, 8), studio.at(5, 8));
    studio.one_frame([Event::PointerMoved(a), press(a), Event::PointerMoved(b), Event::PointerMoved(c), release(c)]);
    assert_eq!(studio.names(), "r2c2 r2c3 r2c4 r2c5 r2c6 r2c7 r2c8 r3c8 r4c8 r5c8");
    // Two clicks in one frame are two steps; the second one builds on the first.
    let (d, e) = (studio.at(9, 9), studio.at(9, 8));
    studio.one_frame([press(d), release(d), press(e), release(e)]);
    assert!(studio.names().ends_with("r9c8 r9c9"));
    studio.command(Key::Z);
    assert!(studio.names().ends_with("r5c8 r9c9"));
}

#[test]
fn a_fast_stroke_has_no_gaps() {
    let mut studio = Studio::new();
    studio.use_symmetry(Symmetry::None);
    studio.drag(PointerButton::Primary, &[(5, 1), (5, 9)]);
    assert_eq!(studio.project().design.pattern.n_clues(), 9);
    // Off the board and on again.
    let (a, b) = (studio.at(1, 1), studio.at(1, 3));
    let off = Pos2::new(a.x, studio.board().min.y - 30.0);
    studio.one_frame([press(a), Event::PointerMoved(off), Event::PointerMoved(b), release(b)]);
    assert!(studio.names().starts_with("r1c1 r1c2 r1c3") || studio.names().starts_with("r1c1 r1c3"));
}

#[test]
fn shift_draws_straight_lines_and_esc_takes_back() {
    let mut studio = Studio::new();
    studio.use_symmetry(Symmetry::None);
    let (a, b) = (studio.at(2, 2), studio.at(6, 3));
    let shift = Modifiers::SHIFT;
    studio.harness.event_modifiers(press(a), shift);
    studio.harness.event_modifiers(Event::PointerMoved(b), shift);
    studio.harness.event_modifiers(pointer(b, PointerButton::Primary, false, shift), shift);
    studio.step();
    assert_eq!(studio.names(), "r2c2 r3c2 r4c2 r5c2 r6c2");
    let before = studio.app().history().clone();
    let (a, b) = (studio.at(8, 1), studio.at(8, 9));
    studio.one_frame([press(a), Event::PointerMoved(b)]);
    assert!(studio.cell_label(8, 5).contains("clue"), "the preview shows");
    studio.key(Modifiers::NONE, Key::Escape);
    studio.one_frame([release(b)]);
    assert_eq!(studio.names(), "r2c2 r3c2 r4c2 r5c2 r6c2");
    assert_eq!(studio.app().history().labels().count(), before.labels().count());
}

#[test]
fn mirrored_cells_are_painted_together() {
    let mut studio = Studio::new();
    studio.use_symmetry(Symmetry::QuarterTurn);
    studio.drag(PointerButton::Primary, &[(1, 1), (1, 2)]);
    assert_eq!(studio.names(), "r1c1 r1c2 r1c9 r2c9 r8c1 r9c1 r9c8 r9c9");
    studio.drag(PointerButton::Primary, &[(9, 9)]);
    assert_eq!(studio.names(), "r1c2 r2c9 r8c1 r9c8");
    assert_eq!(studio.undo_label(), Some("erase 4 cells"));
}

#[test]
fn a_menu_over_the_board_is_not_painted_through() {
    let mut studio = Studio::new();
    studio.press_button("Help");
    let about = studio.harness.get_by_label("About cluesmith").rect();
    studio.press_button("About cluesmith");
    assert!(about.center().x > 0.0);
    assert!(studio.app().session().front.about);
    let middle = studio.at(5, 5);
    studio.one_frame([press(middle), release(middle)]);
    assert_eq!(studio.project().design.pattern.n_clues(), 0);
}

#[test]
fn painting_with_the_keyboard_alone() {
    let mut studio = Studio::new();
    studio.key(Modifiers::NONE, Key::F6);
    let is_focused = |studio: &Studio| {
        studio.harness.get_by(|node| node.label().is_some_and(|label| label.starts_with("Board"))).is_focused()
    };
    assert!(is_focused(&studio), "the board can be reached");
    for key in [Key::ArrowRight, Key::ArrowDown, Key::Space] {
        studio.key(Modifiers::NONE, key);
    }
    assert_eq!(studio.names(), "r2c2 r8c8");
    studio.command(Key::ArrowRight);
    studio.key(Modifiers::NONE, Key::Space);
    assert_eq!(studio.names(), "r2c2 r2c5 r8c5 r8c8");
    studio.key(Modifiers::NONE, Key::End);
    studio.command(Key::End);
    assert_eq!(studio.app().session().board.cursor, Cell(80));
    studio.command(Key::Home);
    assert_eq!(studio.app().session().board.cursor, Cell(0));
    studio.harness.event(Event::Text("7".into()));
    studio.step();
    assert!(studio.cell_label(1, 1).starts_with("r1c1, clue, 7, kept"));
    studio.key(Modifiers::NONE, Key::Delete);
    assert!(studio.project().design.fixed.n_clues() == 0 && studio.project().design.pattern.contains(Cell(0)));
    studio.key(Modifiers::NONE, Key::Delete);
    assert!(!studio.project().design.pattern.contains(Cell(0)));
    // The grid is one stop: the next Tab leaves it.
    studio.key(Modifiers::NONE, Key::Tab);
    assert!(!is_focused(&studio));
}

#[test]
fn typing_wins_over_shortcuts() {
    let mut studio = Studio::new();
    studio.click(1, 1);
    let before = studio.names();
    studio.harness.get_by_label("Title").focus();
    studio.step();
    studio.harness.get_by_label("Title").type_text("My 7 clues");
    studio.step();
    assert_eq!(studio.names(), before);
    studio.key(Modifiers::NONE, Key::Enter);
    assert_eq!(studio.project().title, "My 7 clues");
    studio.command(Key::Z);
    assert_eq!(studio.project().title, "");
    studio.run(Command::NOTES);
    studio.harness.get_by_label("Notes of this puzzle").focus();
    studio.step();
    studio.harness.get_by_label("Notes of this puzzle").type_text("for 7 friends");
    studio.step();
    studio.press_button("Close");
    assert_eq!(studio.project().notes, "for 7 friends");
}

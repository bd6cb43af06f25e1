//! The tour: by hand, by "Show me", out of order, in small windows.

use crate::Studio;
use cluesmith::app::{Command, StartOptions, TourStep, View};
use eframe::egui::{Key, Modifiers, Theme, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

impl Studio {
    /// The tour shows this step, done or not.
    #[track_caller]
    fn check_tour(&self, step: TourStep, is_done: bool) {
        assert_eq!(self.app().session().tour.step, Some(step));
        let done = if is_done { ", done" } else { "" };
        let counter = format!("{} of 6{done}", step.number());
        for text in [step.title(), &counter] {
            assert!(self.harness.query_by_label(text).is_some(), "{text}");
        }
    }

    #[track_caller]
    fn next(&mut self) {
        self.press_button("Tour: next");
    }
}

#[test]
fn the_tour_leads_from_an_empty_board_to_a_sheet() {
    let mut studio = Studio::new();
    studio.press_button("Take the tour");
    studio.check_tour(TourStep::Symmetry, false);
    studio.press_button("Symmetry: Mirror left-right");
    studio.check_tour(TourStep::Symmetry, true);
    studio.next();
    studio.check_tour(TourStep::Pattern, false);
    studio.press_button("Pattern Ring, 40 clue cells");
    studio.wait_for_answer();
    studio.step();
    studio.check_tour(TourStep::Pattern, true);
    studio.next();
    studio.check_tour(TourStep::Digits, false);
    studio.press_button("New digits");
    studio.wait_for_answer();
    studio.check_tour(TourStep::Digits, true);
    studio.next();
    studio.check_tour(TourStep::Trace, false);
    studio.press_button("Trace view");
    studio.check_tour(TourStep::Trace, false);
    studio.key(Modifiers::ALT, Key::ArrowRight);
    studio.check_tour(TourStep::Trace, true);
    studio.next();
    studio.check_tour(TourStep::Results, false);
    studio.press_button("Results view");
    studio.run(Command::FIND_DIFFERENT);
    studio.wait_until("results", |app| app.gallery().entries().len() > 1);
    studio.step();
    studio.check_tour(TourStep::Results, true);
    studio.run(Command::STOP_DIFFERENT);
    studio.next();
    studio.check_tour(TourStep::Sheet, false);
    studio.press_button("Sheet view");
    studio.wait_for_pages();
    studio.check_tour(TourStep::Sheet, true);
    studio.press_button("Tour: finish");
    assert_eq!(studio.app().session().tour.step, None);
}

#[test]
fn the_studio_shows_every_step_itself() {
    let mut studio = Studio::new();
    studio.run(Command::VIEW_LAB);
    studio.run(Command::SHOW_HISTORY);
    studio.run(Command::TOUR);
    assert_eq!(studio.app().session().view, View::Pattern);
    for step in TourStep::ALL {
        studio.press_button("Tour: show me");
        studio.wait_until("the step", |app| match step {
            TourStep::Pattern | TourStep::Digits => app.live().answer().is_some_and(|answer| answer.puzzle().is_some()),
            TourStep::Results => app.gallery().entries().len() > 1,
            _ => true,
        });
        if step == TourStep::Sheet {
            studio.wait_for_pages();
        }
        studio.step();
        studio.check_tour(step, true);
        if step != TourStep::Sheet {
            studio.next();
        }
    }
}

#[test]
fn what_cannot_be_shown_yet_says_why() {
    let mut studio = Studio::new();
    studio.run(Command::TOUR);
    let check = |studio: &mut Studio, name: &str, why: &str| {
        let node = studio.harness.get_by_label(name);
        assert!(node.accesskit_node().is_disabled(), "{name}");
        node.hover();
        // The tooltip waits for the pointer to rest.
        studio.harness.run_steps(60);
        assert!(studio.has_text(why), "{name}: {why}");
    };
    check(&mut studio, "Tour: back", "This is the first step");
    studio.next();
    studio.next();
    check(&mut studio, "Tour: show me", "The board is empty");
    studio.next();
    check(&mut studio, "Tour: show me", "There is no puzzle to solve yet");
    studio.press_button("Tour: back");
    studio.check_tour(TourStep::Digits, false);
    // It can be left, and begins again.
    studio.press_button("Leave the tour");
    assert!(studio.harness.query_by_label("Tour: next").is_none());
    studio.run(Command::TOUR);
    studio.check_tour(TourStep::Symmetry, false);
}

#[test]
fn the_bar_of_the_tour_fits_and_leaves_room_for_the_board() {
    for (pixels, theme) in [(1.0, Theme::Light), (2.0, Theme::Dark)] {
        for size in [vec2(1280.0, 800.0), vec2(960.0, 560.0), vec2(640.0, 400.0)] {
            let mut studio = Studio::start(StartOptions::isolated(), pixels, theme);
            studio.harness.set_size(size);
            studio.step();
            studio.run(Command::TOUR);
            for step in TourStep::ALL {
                studio.check_tour(step, false);
                let last = if step == TourStep::Sheet { "Tour: finish" } else { "Tour: next" };
                let names = ["Leave the tour", "Tour: show me", "Tour: back", last];
                let rects = names.map(|name| studio.harness.get_by_label(name).rect());
                let text = studio.harness.get_by_label(step.text()).rect();
                for (name, rect) in names.iter().zip(rects) {
                    assert!(rect.max.y <= size.y && rect.max.x <= size.x, "{size:?} {step:?} {name}: {rect:?}");
                    assert!(!rect.shrink(1.0).intersects(text), "{size:?} {step:?} {name}: {rect:?} on {text:?}");
                }
                assert!(text.max.y <= size.y, "{size:?} {step:?}: {text:?}");
                if step.next().is_some() {
                    studio.next();
                }
            }
            studio.run(Command::VIEW_PATTERN);
            assert!(studio.board().height() > 100.0, "{size:?}: {:?}", studio.board());
        }
    }
}

#[test]
fn the_tour_is_reached_by_the_keyboard() {
    let mut studio = Studio::new();
    studio.run(Command::TOUR);
    studio.key(Modifiers::NONE, Key::F6);
    assert!(studio.focused().starts_with("Board"), "{}", studio.focused());
    studio.key(Modifiers::NONE, Key::F6);
    assert_eq!(studio.focused(), "Tour: next");
    studio.key(Modifiers::NONE, Key::Enter);
    studio.check_tour(TourStep::Pattern, false);
    // The buttons are one stop, and the cross comes after them.
    studio.key(Modifiers::NONE, Key::Tab);
    assert_eq!(studio.focused(), "Leave the tour");
    studio.key(Modifiers::NONE, Key::F6);
    assert_eq!(studio.focused(), "Find strategies");
}

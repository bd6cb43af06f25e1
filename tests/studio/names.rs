//! Accessible names: whatever can be clicked has one, and no two neighbours have the same.

use crate::{DIALOGS, Studio, VIEWS};
use cluesmith::app::{Command, Menu, Tool};
use eframe::egui::accesskit::{Action, Role};
use eframe::egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{AccessKitNode, NodeT, Queryable};
use std::collections::BTreeSet;

/// What is wrong with the names on the screen, each with the place where it was found.
fn problems(studio: &Studio, place: &str) -> Vec<String> {
    let mut problems = Vec::new();
    walk(&studio.harness.root().accesskit_node(), place, &mut problems);
    problems
}

fn walk(node: &AccessKitNode<'_>, place: &str, problems: &mut Vec<String>) {
    let mut seen = BTreeSet::new();
    for child in node.children() {
        walk(&child, place, problems);
        let can_click = child.data().supports_action(Action::Click) && !child.is_disabled();
        // Texts take clicks so that they can be selected and copied. Bars and edges are the toolkit's, and so are the
        // further lines of a link that wraps.
        let is_continued = child.role() == Role::Unknown && node.children().any(|other| other.role() == Role::Link);
        if !can_click || is_continued || matches!(child.role(), Role::Label | Role::ScrollBar | Role::Splitter) {
            continue;
        }
        let name = child.label().or_else(|| child.value()).unwrap_or_default();
        let what = format!("{place}: {:?} at {:?}", child.role(), child.bounding_box());
        if name.trim().is_empty() {
            problems.push(format!("{what} has no name"));
        } else if !seen.insert((format!("{:?}", child.role()), name.clone())) {
            problems.push(format!("{what} has the name of its neighbour: {name}"));
        }
    }
}

#[track_caller]
fn check(problems: &[String]) {
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn everything_in_the_views_has_a_name_of_its_own() {
    let mut found = problems(&Studio::new(), "first start");
    let mut studio = Studio::with_results(4);
    for tab in [Command::SHOW_HISTORY, Command::SHOW_PUZZLES, Command::SHOW_DESIGN] {
        studio.run(tab);
        for view in VIEWS {
            studio.run(view);
            studio.harness.run_steps(8);
            found.extend(problems(&studio, &format!("{} with {}", view.title(), tab.title())));
        }
    }
    studio.run(Command::THEME);
    found.extend(problems(&studio, "theme"));
    studio.run(Command::PATH);
    for _ in 0..2 {
        studio.press_button("Add step…");
        found.extend(problems(&studio, "steps of the path"));
        studio.choose_line("Place hidden single");
    }
    studio.press_button("Add number…");
    found.extend(problems(&studio, "numbers of the path"));
    studio.choose_line("Bottlenecks");
    found.extend(problems(&studio, "number of the path"));
    studio.press_button("Choose 1 · hidden-single");
    found.extend(problems(&studio, "path"));
    studio.press_button("Done");
    studio.run(Command::VIEW_PUZZLE);
    for tool in Tool::ALL {
        studio.press_button(&format!("Tool: {}", tool.title().to_lowercase()));
        found.extend(problems(&studio, &format!("solving with {}", tool.title())));
    }
    studio.run(Command::FILTER_NEXT);
    found.extend(problems(&studio, "filter"));
    studio.run(Command::VIEW_RESULTS);
    studio.press_button("Results as table");
    found.extend(problems(&studio, "results as table"));
    for panel in [Command::TOGGLE_DESIGN_PANEL, Command::TOGGLE_STRATEGY_PANEL] {
        studio.run(panel);
    }
    found.extend(problems(&studio, "without panels"));
    check(&found);
}

#[test]
fn everything_in_menus_and_dialogs_has_a_name_of_its_own() {
    let mut found = Vec::new();
    let mut studio = Studio::with_results(2);
    for menu in Menu::ALL {
        // A view has the same name: the menu comes first.
        studio.harness.get_all_by_label(menu.title()).next().expect("a menu").click();
        studio.step();
        found.extend(problems(&studio, menu.title()));
        studio.key(Modifiers::NONE, Key::Escape);
        studio.step();
    }
    for dialog in DIALOGS.into_iter().chain([Command::MANUAL, Command::MESSAGES, Command::ABOUT]) {
        studio.run(dialog);
        studio.harness.run_steps(8);
        found.extend(problems(&studio, dialog.title()));
        studio.key(Modifiers::NONE, Key::Escape);
        studio.step();
        assert!(!studio.app().session().has_modal(), "{}", dialog.title());
    }
    let folder = tempfile::tempdir().expect("a folder");
    let picture = folder.path().join("corner.jpg");
    std::fs::write(&picture, include_bytes!("../data/corner.jpg")).expect("written");
    studio.script([picture]);
    studio.run(Command::PATTERN_FROM_PICTURE);
    studio.wait_until("the dialog", |app| app.session().has_modal());
    found.extend(problems(&studio, "picture"));
    studio.key(Modifiers::NONE, Key::Escape);
    studio.step();
    studio.command(Key::K);
    found.extend(problems(&studio, "command palette"));
    studio.key(Modifiers::NONE, Key::Escape);
    // Several messages at once.
    for text in ["no puzzle", "no pattern"] {
        studio.harness.event(Event::Paste(text.to_owned()));
        studio.step();
    }
    assert!(!studio.app().notices().open().is_empty());
    found.extend(problems(&studio, "messages"));
    check(&found);
}

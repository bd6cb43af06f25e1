//! Settings, recent files, saving by itself, the about box; the order of strategies.

use crate::{Studio, VIEWS};
use cluesmith::app::{Colours, Command, Dialog, StartOptions};
use cluesmith::logic::{PRESETS, Ranking, StrategyId};
use eframe::egui::{self, Event, Key, Modifiers, PointerButton, Rect, Theme, Vec2, vec2};
use egui_kittest::kittest::{NodeT, Queryable};

#[test]
fn settings_are_chosen_kept_and_used() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = || StartOptions { config_folder: Some(folder.path().to_owned()), ..StartOptions::isolated() };
    let mut studio = Studio::start(options(), 1.0, Theme::Light);
    studio.command(Key::Comma);
    assert_eq!(studio.app().session().front.dialog, Some(Dialog::Settings));
    for (name, choice) in [
        ("Theme", "Dark"),
        ("Colours of evidence", "Blue and orange only"),
        ("Save the project automatically", "Every 5 minutes"),
        ("Size of text and controls", "125 %"),
    ] {
        studio.harness.get_by_role_and_label(egui::accesskit::Role::ComboBox, name).click();
        studio.step();
        studio.press_button(choice);
    }
    let settings = studio.app().settings().clone();
    assert_eq!((settings.colours, settings.autosave, settings.scale), (Colours::BlueOrange, 5, 125));
    assert_eq!(studio.harness.ctx.theme(), Theme::Dark);
    assert!((studio.harness.ctx.zoom_factor() - 1.25).abs() < 1e-6);
    let path = folder.path().join("settings.json");
    crate::wait_for(|| std::fs::read_to_string(&path).is_ok_and(|text| text.contains("\"scale\": 125")));
    drop(studio);
    let mut studio = Studio::start(options(), 1.0, Theme::Light);
    assert_eq!(studio.app().settings(), &settings);
    studio.command(Key::Comma);
    studio.press_button("Default settings");
    assert_eq!((studio.app().settings().scale, studio.app().settings().autosave), (100, 0));
}

#[test]
fn a_project_with_a_file_saves_itself() {
    let folder = tempfile::tempdir().expect("a folder");
    let config = folder.path().join("config");
    std::fs::create_dir(&config).expect("a folder");
    std::fs::write(config.join("settings.json"), "{\"autosave\": 1}").expect("written");
    let options = StartOptions { config_folder: Some(config), ..StartOptions::isolated() };
    let mut studio = Studio::start(options, 1.0, Theme::Light);
    let path = folder.path().join("x.cluesmith");
    studio.click(1, 1);
    studio.script([path.clone()]);
    studio.command(Key::S);
    studio.wait_until("clean document", |app| !app.is_dirty());
    let n_clues = |path: &std::path::Path| crate::files::saved(path).design.pattern.n_clues();
    studio.click(5, 5);
    studio.wait_for_answer();
    // A minute of the window's clock: 50 seconds are not enough.
    let later = |studio: &mut Studio, seconds: f64| {
        let now = studio.harness.ctx.input(|input| input.time);
        studio.harness.input_mut().time = Some(now + seconds);
        studio.step();
    };
    later(&mut studio, 50.0);
    assert!(studio.app().is_dirty());
    assert_eq!(n_clues(&path), 2);
    later(&mut studio, 12.0);
    studio.wait_until("clean document", |app| !app.is_dirty());
    assert_eq!(n_clues(&path), 3);
}

#[test]
fn recent_files_that_are_gone_are_grey() {
    let folder = tempfile::tempdir().expect("a folder");
    let (there, gone) = (folder.path().join("there.cluesmith"), folder.path().join("gone.cluesmith"));
    std::fs::write(&there, include_str!("../files/v2/two.cluesmith")).expect("written");
    let text = format!("{{\"recent\": [{there:?}, {gone:?}]}}");
    std::fs::write(folder.path().join("settings.json"), text).expect("written");
    let options = StartOptions { config_folder: Some(folder.path().to_owned()), ..StartOptions::isolated() };
    let mut studio = Studio::start(options, 1.0, Theme::Light);
    studio.press_button("File");
    studio.press_button("Open recent");
    let is_disabled = |studio: &Studio, name: &str| studio.harness.get_by_label(name).accesskit_node().is_disabled();
    assert!(!is_disabled(&studio, "there.cluesmith") && is_disabled(&studio, "gone.cluesmith"));
    studio.press_button("there.cluesmith");
    studio.wait_until("file", |app| app.file().is_some());
    assert_eq!(studio.app().document().puzzles().len(), 2);
}

#[test]
fn the_about_box_names_licences() {
    let mut studio = Studio::new();
    studio.run(Command::ABOUT);
    assert!(studio.has_text("SIL Open Font License"));
    assert!(studio.has_text("accesskit "));
    studio.press_button("Close");
    assert!(!studio.app().session().front.about);
}

#[test]
fn strategies_have_an_order_ticks_and_presets() {
    let mut studio = Studio::new();
    studio.press_button("Pattern Ring, 40 clue cells");
    studio.wait_for_answer();
    let puzzle = studio.project().puzzle.clone();
    assert!(puzzle.is_some());
    let rank = |studio: &Studio, id| studio.project().design.ranking.rank(id);
    assert_eq!(rank(&studio, StrategyId::HiddenSingle), 3);
    // Dragged to the first place.
    studio.check_undo("order of strategies", |studio| {
        let centre = |label: &str| studio.harness.get_by_label(label).rect().center();
        let (from, to) = (centre("Place of hidden single"), centre("Place of full house"));
        studio.harness.event(Event::PointerMoved(from));
        studio.harness.event(crate::press(from));
        studio.harness.event(Event::PointerMoved(from.lerp(to, 0.5)));
        studio.harness.event(Event::PointerMoved(to));
        studio.harness.event(crate::pointer(to, PointerButton::Primary, false, Modifiers::NONE));
        studio.step();
    });
    assert_eq!(rank(&studio, StrategyId::HiddenSingle), 1);
    // The puzzle stays; its trace follows the order.
    studio.wait_for_answer();
    assert_eq!(studio.project().puzzle, puzzle);
    let first = |studio: &Studio| {
        let trace = studio.app().live().answer().and_then(cluesmith::jobs::Answer::trace).expect("a trace");
        trace.steps[0].strategy()
    };
    assert_eq!(first(&studio), StrategyId::HiddenSingle);
    // A preset sets order and ticks at once.
    studio.check_undo("preset of strategies", |studio| {
        studio.press_button("Presets of strategies");
        studio.press_button("HoDoKu");
    });
    let hodoku = PRESETS.iter().find(|preset| preset.name == "hodoku").expect("a preset").order();
    assert_eq!(studio.project().order(), hodoku);
    studio.press_button("Presets of strategies");
    studio.press_button("Usual order");
    assert_eq!(studio.project().design.ranking, Ranking::default());
    // Allowed, required, forbidden.
    studio.check_undo("required strategies", |studio| studio.press_button("Require naked pair"));
    studio.check_undo("strategies", |studio| studio.press_button("Naked pair"));
    assert!(!studio.project().design.strategies.contains(StrategyId::NakedPair));
    assert!(studio.project().design.required.is_empty());
}

#[test]
fn light_and_dark_at_once_and_twice_the_size() {
    for theme in [Theme::Light, Theme::Dark] {
        for pixels in [1.0, 2.0] {
            let mut studio = Studio::start(StartOptions::isolated(), pixels, theme);
            for command in [
                Command::SHOW_PUZZLES,
                Command::SHOW_HISTORY,
                Command::STAMP,
                Command::SETTINGS,
                Command::ABOUT,
                Command::SHOW_DESIGN,
            ] {
                studio.run(command);
                // Nothing is pushed over an edge; the patterns scroll.
                for node in studio.harness.query_all_by(|node| node.role() == egui::accesskit::Role::Button) {
                    let (rect, label) = (node.rect(), node.accesskit_node().label());
                    if label.as_deref().is_some_and(|label| label.starts_with("Pattern ")) {
                        continue;
                    }
                    let is_inside =
                        rect.min.x >= -1.0 && rect.max.x <= 1281.0 && rect.min.y >= -1.0 && rect.min.y < 800.0;
                    assert!(is_inside, "{command:?} {label:?} {rect:?}");
                }
                studio.key(Modifiers::NONE, Key::Escape);
            }
        }
    }
}

/// Every control of the board's column lies in it whole, and no two of its top row lie on each other.
#[track_caller]
fn check_column(studio: &Studio, size: Vec2, state: &str) {
    use egui::accesskit::Role;
    let has_left = studio.harness.query_by_label("History tab").is_some();
    let has_right = studio.app().session().panels.right;
    let column = if has_left { 280.0 } else { 24.0 }..=size.x - if has_right { 304.0 } else { 24.0 };
    let controls: Vec<(String, Rect)> = studio
        .harness
        .query_all_by(|node| {
            matches!(node.role(), Role::Button | Role::ComboBox | Role::Slider | Role::TextInput | Role::Label)
        })
        .map(|node| (node.accesskit_node().label().unwrap_or_default(), node.rect()))
        .filter(|(_, rect)| column.contains(&rect.center().x) && rect.min.y > 34.0)
        .collect();
    assert!(!controls.is_empty());
    for (index, (label, rect)) in controls.iter().enumerate() {
        let is_inside = *column.start() <= rect.min.x && rect.max.x <= *column.end() && rect.max.y <= size.y + 1.0;
        assert!(is_inside || rect.min.y > size.y, "{state} {size:?}: {label} {rect:?}");
        for (other, place) in controls[index + 1..].iter().filter(|(other, _)| !other.is_empty() && !label.is_empty()) {
            let overlap = rect.intersect(*place);
            // What is scrolled away lies below anything.
            let is_seen = rect.max.y < size.y - 140.0 && place.max.y < size.y - 140.0;
            let is_free = !overlap.is_positive() || overlap.width() < 1.0 || !is_seen;
            assert!(is_free, "{state} {size:?}: {label} {rect:?} lies on {other} {place:?}");
        }
    }
}

#[test]
fn small_windows_and_large_text_cut_nothing() {
    let mut studio = Studio::new();
    studio.press_button("Pattern Ring, 40 clue cells");
    studio.wait_for_answer();
    for size in [vec2(1024.0, 700.0), vec2(853.0, 533.0), vec2(640.0, 400.0)] {
        studio.harness.set_size(size);
        studio.step();
        for command in VIEWS {
            studio.run(command);
            check_column(&studio, size, command.title());
        }
        // The left panel comes in the other one's place where both find no room, and goes again.
        studio.run(Command::VIEW_PATTERN);
        let is_narrow = size.x < 924.0;
        assert_eq!(studio.harness.query_by_label("Design tab").is_none(), is_narrow, "{size:?}");
        studio.run(Command::SHOW_HISTORY);
        assert!(studio.harness.query_by_label("History tab").is_some());
        assert_eq!(studio.app().session().panels.right, !is_narrow);
        check_column(&studio, size, "history");
        studio.run(Command::SHOW_DESIGN);
        if is_narrow {
            studio.run(Command::TOGGLE_STRATEGY_PANEL);
        }
        assert!(studio.harness.query_by_label("Find strategies").is_some());
        if size.x < 700.0 {
            // The views are a list.
            studio.press_button("What the board shows");
            studio.harness.get_all_by_label("Trace").last().expect("in the list").click();
            studio.step();
            assert_eq!(studio.app().session().view, cluesmith::app::View::Trace);
        }
    }
}

//! Layouts: choosing, the gallery, random ones, painted ones.

use crate::{Studio, pointer, press, release};
use cluesmith::app::{Command, Dialog, StartOptions};
use cluesmith::grid::{Regions, Shape, Symmetry};
use eframe::egui::{Event, Key, Modifiers, OutputCommand, PointerButton, Theme};
use egui_kittest::kittest::{NodeT, Queryable};

impl Studio {
    /// Chooses boxes: "6×6, boxes 2×3".
    #[track_caller]
    pub(crate) fn choose_layout(&mut self, title: &str) {
        let (size, boxes) = title.split_once(", boxes ").expect("a size and its boxes");
        self.press_button("Size of the grid");
        self.press_button(size);
        self.press_button("Regions of the grid");
        self.press_button(&format!("Boxes {boxes}"));
    }

    fn shape(&self) -> Shape {
        self.project().shape()
    }

    #[track_caller]
    fn press_layout(&mut self, name: &str) {
        self.press_button(&format!("Layout {name}"));
    }
}

#[test]
fn every_size_has_a_layout_and_a_change_is_one_step() {
    let mut studio = Studio::new();
    studio.click(1, 2);
    for n in Shape::SIZES.into_iter().filter(|&n| n != 9) {
        studio.press_button("Size of the grid");
        studio.press_button(&format!("{n}×{n}"));
        assert_eq!((studio.shape().n(), studio.names().as_str()), (n, ""));
        studio.press_button("Regions of the grid");
        studio.press_button("None (Latin square)");
        assert!(studio.shape().is_latin() && studio.shape().n() == n);
    }
    // A Latin square stays one.
    studio.press_button("Size of the grid");
    studio.press_button("9×9");
    assert!(studio.shape().is_latin());
    studio.click(1, 2);
    studio.check_undo("layout 3x3", |studio| studio.choose_layout("9×9, boxes 3×3"));
    assert_eq!(studio.names(), "r1c2 r9c8", "the pattern stays where the size does");
}

#[test]
fn large_grids_are_drawn_in_every_view() {
    const VIEWS: [Key; 8] = [Key::Num1, Key::Num2, Key::Num3, Key::Num4, Key::Num5, Key::Num6, Key::Num7, Key::Num8];
    let lines = include_str!("../data/large.txt").lines().filter(|line| !line.starts_with('#'));
    for (line, theme) in lines.zip([Theme::Light, Theme::Dark, Theme::Light]) {
        let (boxes, text) = line.split_once(' ').expect("a shape and a puzzle");
        let shape: Shape = boxes.parse().expect("a shape");
        let mut studio = Studio::start(StartOptions::isolated(), 1.0, theme);
        studio.choose_layout(&format!("{0}×{0}, boxes {1}", shape.n(), boxes.replace('x', "×")));
        studio.harness.event(Event::Paste(text.to_owned()));
        studio.step();
        studio.wait_for_answer();
        for key in VIEWS {
            studio.harness.key_press_modifiers(Modifiers::ALT, key);
            studio.step();
            studio.step();
        }
        studio.press_button("Trace view");
        studio.wait_for_answer();
        studio.harness.key_press_modifiers(Modifiers::ALT, Key::ArrowRight);
        studio.step();
        assert!(studio.trace().steps.len() > 50, "{boxes}");
        let n_shapes = studio.harness.output().shapes.len();
        assert!((800..20_000).contains(&n_shapes), "{boxes}: {n_shapes}");
    }
}

#[test]
fn the_gallery_is_searched_and_gives_layouts() {
    let mut studio = Studio::new();
    studio.click(1, 2);
    studio.press_button("Gallery…");
    studio.check_undo("layout irregular 9x9", |studio| studio.press_layout("Quarter turn 2"));
    assert_eq!(studio.app().session().front.dialog, None);
    assert_eq!(Regions::of(studio.shape()).symmetry(), Symmetry::QuarterTurn);
    assert_eq!(studio.names(), "r1c2 r9c8");
    assert!(studio.has_text("Quarter turn 2"), "the panel says the name");
    // Patterns of this size fit it, whatever regions they were made for.
    let shape = studio.shape();
    studio.check_undo("pattern ring", |studio| studio.press_button("Pattern Ring, 40 clue cells"));
    assert_eq!((studio.shape(), studio.project().design.pattern.n_clues()), (shape, 40));
    studio.command(Key::Z);
    studio.press_button("Regions of the grid");
    studio.press_button("Irregular…");
    studio.harness.get_by_label("Find layouts").type_text("mirror");
    studio.step();
    assert!(studio.harness.query_by_label("Layout Quarter turn 2").is_none());
    assert!(studio.harness.query_by_label("Layout Mirror both ways 1").is_some());
    studio.harness.get_by_label("Find layouts").type_text("xyz");
    studio.step();
    assert!(studio.has_text("No layout matches"));
    for _ in 0..9 {
        studio.key(Modifiers::NONE, Key::Backspace);
    }
    studio.press_button("Size of the layouts");
    studio.press_button("7×7");
    studio.press_layout("Half turn 1");
    assert_eq!((studio.shape().n(), studio.names().as_str()), (7, ""));
}

#[test]
fn own_layouts_are_saved_and_come_back() {
    let folder = tempfile::tempdir().expect("a folder");
    let options = || StartOptions { data_folder: Some(folder.path().to_owned()), ..StartOptions::isolated() };
    let mut studio = Studio::start(options(), 1.0, Theme::Light);
    // Boxes are chosen by size: there is nothing to save.
    studio.run(Command::SAVE_LAYOUT);
    assert_eq!(studio.app().session().front.dialog, None);
    studio.press_button("Gallery…");
    studio.press_layout("Quarter turn 3");
    let shape = studio.shape();
    studio.run(Command::SAVE_LAYOUT);
    assert_eq!(studio.app().session().front.dialog, Some(Dialog::LayoutName("Quarter turn 3".to_owned())));
    studio.key(Modifiers::COMMAND, Key::A);
    studio.harness.get_by_label("Name").type_text("Waves");
    studio.step();
    studio.key(Modifiers::NONE, Key::Enter);
    assert_eq!(studio.notice(), "Saved the layout Waves");
    drop(studio);

    let mut studio = Studio::start(options(), 1.0, Theme::Light);
    assert_eq!(studio.app().own_layouts().own()[0].shape, shape);
    studio.press_button("Gallery…");
    studio.press_layout("Waves");
    assert_eq!(studio.shape(), shape);
    assert!(studio.has_text("Waves"));
    studio.press_button("Gallery…");
    studio.harness.get_by_label("Layout Waves").click_secondary();
    studio.step();
    studio.press_button("Delete from the gallery");
    assert!(studio.app().own_layouts().own().is_empty());
    studio.key(Modifiers::NONE, Key::Escape);
    studio.run(Command::RESTORE_LAYOUT);
    assert_eq!(studio.app().own_layouts().own()[0].name, "Waves");
}

#[test]
fn a_random_layout_has_the_chosen_symmetry() {
    let mut studio = Studio::new();
    studio.click(1, 2);
    studio.use_symmetry(Symmetry::Diagonal);
    studio.press_button("Random");
    studio.wait_until("layout", |app| app.project().shape().is_irregular());
    assert!(Regions::of(studio.shape()).has_symmetry(Symmetry::Diagonal));
    assert_eq!((studio.undo_label(), studio.names().as_str()), (Some("layout irregular 9x9"), "r1c2 r9c8"));
    let first = studio.shape();
    studio.press_button("Random");
    studio.wait_until("another", move |app| app.project().shape() != first);
    studio.command(Key::Z);
    assert_eq!(studio.shape(), first);
    // A size without such layouts says so.
    studio.choose_layout("4×4, boxes 2×2");
    studio.use_symmetry(Symmetry::Full);
    studio.run(Command::RANDOM_LAYOUT);
    studio.wait_until("refusal", |app| !app.notices().open().is_empty());
    assert!(studio.notice().starts_with("No irregular regions of 4 rows with the symmetry full were found"));
}

#[test]
fn a_random_layout_that_is_not_wanted_any_more_is_dropped() {
    let mut studio = Studio::new();
    studio.choose_layout("16×16, boxes 4×4");
    studio.use_symmetry(Symmetry::None);
    studio.run(Command::RANDOM_LAYOUT);
    studio.run(Command::STOP_LAYOUT);
    assert_eq!(Command::STOP_LAYOUT.check(studio.app()), Err("No layout is being made".to_owned()));
    studio.run(Command::RANDOM_LAYOUT);
    studio.choose_layout("9×9, boxes 3×3");
    studio.run(Command::STOP_LAYOUT);
    assert_eq!(studio.shape(), Shape::NINE);
}

#[test]
fn regions_are_painted_into_a_layout() {
    let mut studio = Studio::new();
    studio.choose_layout("4×4, boxes 2×2");
    studio.use_symmetry(Symmetry::None);
    studio.click(1, 1);
    studio.press_button("Paint regions");
    assert_eq!(studio.cell_label(1, 1), "r1c1, clue, region 1");
    // A draft: the last finished layout stays in force.
    let boxes = studio.shape();
    studio.check_undo("put 1 cell into a region", |studio| {
        studio.drag(PointerButton::Primary, &[(1, 2), (1, 3)]);
    });
    assert_eq!((studio.shape(), studio.cell_label(1, 3).as_str()), (boxes, "r1c3, empty, region 1"));
    assert!(studio.has_text("Region 1 has 5 of 4 cells.") && studio.has_text("Region 2 has 3 of 4 cells."));
    // What is finished becomes the layout, in one step.
    studio.check_undo("put 1 cell into a region", |studio| {
        studio.drag(PointerButton::Primary, &[(2, 3), (2, 2)]);
    });
    assert_eq!(studio.shape().to_string(), "4 regions=AAABABBBCCDDCCDD");
    assert_eq!((studio.project().draft.is_none(), studio.names().as_str()), (true, "r1c1"));
    assert!(studio.has_text("The regions are finished: they are the layout."));
    // The right button takes cells out; Ctrl exchanges.
    studio.drag(PointerButton::Secondary, &[(4, 4)]);
    assert!(studio.has_text("1 cell belongs to no region.") && studio.cell_label(4, 4).ends_with("no region"));
    studio.command(Key::Z);
    let (a, b) = (studio.at(3, 1), studio.at(3, 3));
    let ctrl = Modifiers::COMMAND;
    for event in [
        pointer(a, PointerButton::Primary, true, ctrl),
        Event::PointerMoved(b),
        pointer(b, PointerButton::Primary, false, ctrl),
    ] {
        studio.harness.event_modifiers(event, ctrl);
    }
    studio.step();
    assert_eq!(studio.undo_label(), Some("exchange cells of regions"));
    assert_eq!(studio.shape().to_string(), "4 regions=AAABABBBCDDCDDCC");
}

#[test]
fn regions_are_painted_with_mirror_images_and_by_keys() {
    let mut studio = Studio::new();
    studio.choose_layout("4×4, boxes 2×2");
    studio.run(Command::PAINT_REGIONS);
    studio.press_button("Clear");
    assert!(studio.has_text("4 regions have no cells yet.") && studio.has_text("16 cells belong to no region."));
    studio.drag(PointerButton::Primary, &[(1, 1), (1, 3), (2, 3)]);
    let label = |studio: &Studio, row, col| studio.cell_label(row, col).rsplit(", ").next().map(str::to_owned);
    assert_eq!(label(&studio, 2, 3).as_deref(), Some("region 1"));
    assert_eq!(label(&studio, 3, 2).as_deref(), Some("region 2"));
    // Space begins a region, Shift and an arrow extends it, Delete takes a cell out.
    studio.click(2, 2);
    assert_eq!(label(&studio, 2, 2).as_deref(), Some("region 3"), "a click begins a region too");
    studio.key(Modifiers::SHIFT, Key::ArrowLeft);
    assert_eq!(label(&studio, 2, 1).as_deref(), Some("region 3"));
    assert_eq!(label(&studio, 3, 4).as_deref(), Some("region 4"));
    studio.key(Modifiers::NONE, Key::Delete);
    assert_eq!(label(&studio, 3, 4).as_deref(), Some("no region"));
    // All regions have cells now: a new one cannot begin.
    let before = studio.app().history().labels().count();
    studio.key(Modifiers::NONE, Key::Space);
    assert_eq!(studio.notice(), "All 4 regions have cells: begin the stroke in one of them");
    assert_eq!(studio.app().history().labels().count(), before);
    // Escape takes a stroke back.
    let (a, b) = (studio.at(1, 1), studio.at(4, 1));
    studio.one_frame([press(a), Event::PointerMoved(b)]);
    studio.key(Modifiers::NONE, Key::Escape);
    studio.one_frame([release(b)]);
    assert_eq!(studio.app().history().labels().count(), before);
    studio.press_button("Discard draft");
    assert_eq!((studio.undo_label(), studio.project().draft.is_none()), (Some("discard draft of regions"), true));
    studio.press_button("Done");
    assert!(studio.harness.query_by_label("Invert").is_some());
}

#[test]
fn the_rest_is_filled_and_a_draft_is_kept_in_the_file() {
    let mut studio = Studio::new();
    studio.run(Command::PAINT_REGIONS);
    studio.drag(PointerButton::Secondary, &[(1, 1), (1, 9)]);
    let draft = studio.project().draft.clone().expect("a draft");
    assert_eq!(draft.n_free(), 18);
    let text = cluesmith::project::file::to_text(studio.app().document());
    let read = cluesmith::project::file::from_text(&text).expect("a project");
    assert_eq!(read.current().draft, Some(draft.clone()));
    studio.click(5, 5);
    studio.press_button("Fill the rest");
    studio.wait_until("layout", |app| app.project().draft.is_none());
    assert_eq!(studio.undo_label(), Some("fill the rest with regions"));
    let filled = Regions::of(studio.shape());
    assert!((0..9).all(|region| filled.n_parts(region) == 1));
    studio.command(Key::Z);
    assert_eq!(studio.project().draft, Some(draft));
    // Nothing can be filled where a region has too many cells.
    studio.press_button("Discard draft");
    studio.use_symmetry(Symmetry::None);
    studio.drag(PointerButton::Primary, &[(1, 3), (1, 4)]);
    studio.drag(PointerButton::Secondary, &[(9, 9)]);
    studio.press_button("Fill the rest");
    studio.wait_until("refusal", |app| !app.notices().open().is_empty());
    assert_eq!(studio.notice(), "Region 1 has 10 of 9 cells: take some out of it first");
    // A layout that is chosen takes the place of the draft.
    studio.choose_layout("9×9, boxes 3×3");
    assert_eq!(studio.project().draft, None);
}

#[test]
fn the_board_shows_what_a_cell_sees() {
    let mut studio = Studio::new();
    studio.click(1, 1);
    let is_seen = |studio: &Studio, row, col| studio.cell_label(row, col).ends_with("seen from r1c1");
    assert!(!is_seen(&studio, 1, 9));
    studio.key(Modifiers::ALT, Key::W);
    studio.harness.hover_at(studio.at(1, 1));
    studio.step();
    for (row, col, expected) in [(1, 9, true), (9, 1, true), (3, 3, true), (2, 4, false), (1, 1, false)] {
        assert_eq!(is_seen(&studio, row, col), expected, "r{row}c{col}");
    }
    studio.key(Modifiers::ALT, Key::W);
    assert!(!is_seen(&studio, 1, 9));
}

#[test]
fn rules_are_ticked_one_after_the_other() {
    let mut studio = Studio::new();
    studio.click(1, 2);
    studio.press_button("Rules of the layout");
    for (title, layout) in [
        ("Falling diagonal", "3x3 diagonal-"),
        ("Rising diagonal", "3x3 x"),
        ("Anti-knight", "3x3 x anti-knight"),
        ("Toroidal", "3x3 x anti-knight toroidal"),
        // What holds across the edges goes with the last rule that can.
        ("Anti-knight", "3x3 x"),
    ] {
        studio.press_button(title);
        assert_eq!(studio.shape().to_string(), layout, "the menu stays open");
        assert_eq!(studio.names(), "r1c2 r9c8", "the pattern stays");
    }
    studio.key(Modifiers::NONE, Key::Escape);
    studio.command(Key::Z);
    assert_eq!(studio.shape().to_string(), "3x3 x anti-knight toroidal");
    studio.wait_for_answer();
    // Windows need a square number of rows.
    studio.choose_layout("6×6, boxes 2×3");
    assert_eq!(studio.shape().to_string(), "2x3 x anti-knight toroidal", "rules that fit stay");
    studio.press_button("Rules of the layout");
    studio.press_button("Windows");
    assert!(!studio.shape().to_string().contains("windoku"));
}

#[test]
fn rules_are_told_in_own_words_until_the_composed_ones_come_back() {
    let mut studio = Studio::new();
    let tick = |studio: &mut Studio, rule: &str| {
        studio.press_button("Rules of the layout");
        studio.press_button(rule);
        studio.key(Modifiers::NONE, Key::Escape);
    };
    let field = "Rules of this puzzle in words";
    let told = |studio: &Studio| studio.harness.get_by_label(field).accesskit_node().value().expect("a text");
    tick(&mut studio, "Falling diagonal");
    studio.run(Command::RULES);
    // As long as nobody writes, the words follow the rules.
    assert_eq!(told(&studio), studio.shape().rules_text());
    let back = "Use the composed words";
    assert!(studio.harness.get_by_label(back).accesskit_node().is_disabled());
    studio.harness.get_by_label(field).focus();
    studio.step();
    studio.harness.get_by_label(field).type_text(" Have fun!");
    studio.step();
    studio.press_button("Close");
    assert_eq!(studio.undo_label(), Some("rules in words"));
    let own = studio.project().rules.clone().expect("own words");
    assert!(own.contains("Have fun!") && own.contains("diagonal"), "{own}");
    tick(&mut studio, "Anti-knight");
    assert_eq!(studio.project().rules.as_ref(), Some(&own));
    studio.run(Command::RULES);
    studio.press_button(back);
    studio.step();
    assert_eq!(told(&studio), studio.shape().rules_text());
    studio.press_button("Close");
    assert_eq!(studio.project().rules, None);
    studio.command(Key::Z);
    assert_eq!(studio.project().rules, Some(own));
}

#[test]
fn copied_text_tells_the_layout() {
    let mut studio = Studio::new();
    studio.choose_layout("4×4, boxes 2×2");
    studio.click(1, 2);
    studio.harness.event(Event::Copy);
    let OutputCommand::CopyText(plain) = studio.copied() else { panic!("no text") };
    assert!(!plain.contains("layout"), "{plain}");
    studio.press_button("Rules of the layout");
    studio.press_button("Anti-king");
    studio.key(Modifiers::NONE, Key::Escape);
    studio.harness.event(Event::Copy);
    let OutputCommand::CopyText(text) = studio.copied() else { panic!("no text") };
    assert!(text.starts_with("layout 2x2 anti-king\n"), "{text}");
    // It is read again with its layout, whatever the layout of the puzzle before.
    studio.press_button("Size of the grid");
    studio.press_button("9×9");
    studio.harness.event(Event::Paste(text));
    studio.step();
    assert_eq!(studio.shape().to_string(), "2x2 anti-king");
}

#[test]
fn marks_of_rules_are_painted_with_mirror_images() {
    let mut studio = Studio::new();
    studio.choose_layout("4×4, boxes 2×2");
    studio.use_symmetry(Symmetry::HalfTurn);
    studio.press_button("Paint regions");
    studio.press_button("Layout brush: odd");
    studio.check_undo("layout 2x2 with marked cells", |studio| {
        studio.drag(PointerButton::Primary, &[(1, 1), (1, 2)]);
    });
    assert_eq!(studio.shape().to_string(), "2x2 odd=r1c1,r1c2,r4c3,r4c4");
    assert!(studio.has_text("4 cells hold one of 1 3."));
    assert_eq!(studio.cell_label(4, 4), "r4c4, empty, one of 1 3");
    // The right button lifts the restriction.
    studio.drag(PointerButton::Secondary, &[(1, 2)]);
    assert_eq!(studio.shape().to_string(), "2x2 odd=r1c1,r4c4");
    studio.press_button("Layout brush: even");
    studio.click(2, 1);
    assert_eq!(studio.shape().to_string(), "2x2 odd=r1c1,r4c4 even=r2c1,r3c4");
    // Other digits are ticked in a menu; without one the stroke says so.
    studio.press_button("Layout brush: own digits");
    for digit in ["Digit 2", "Digit 4"] {
        studio.press_button(digit);
    }
    studio.key(Modifiers::NONE, Key::Escape);
    studio.click(2, 2);
    assert_eq!(studio.notice(), "Tick the digits that the cells may hold first");
    studio.press_button("Layout brush: own digits");
    for digit in ["Digit 1", "Digit 2", "Digit 3"] {
        studio.press_button(digit);
    }
    studio.key(Modifiers::NONE, Key::Escape);
    studio.click(2, 2);
    assert_eq!(studio.shape().to_string(), "2x2 odd=r1c1,r4c4 even=r2c1,r3c4 allowed=r2c2:123,r3c3:123");
    studio.press_button("Remove cells with 1 3");
    assert_eq!(studio.shape().to_string(), "2x2 even=r2c1,r3c4 allowed=r2c2:123,r3c3:123");
}

#[test]
fn houses_and_groups_are_painted() {
    let mut studio = Studio::new();
    studio.choose_layout("4×4, boxes 2×2");
    studio.use_symmetry(Symmetry::None);
    studio.run(Command::PAINT_SETS);
    studio.click(1, 1);
    assert_eq!(studio.notice(), "A house or group has at least two cells: drag over them, or add cells with Ctrl");
    studio.drag(PointerButton::Primary, &[(1, 1), (2, 1), (3, 1)]);
    assert!(studio.has_text("Set 1 has 3 of 4 cells: a group, which repeats no digit."));
    // Ctrl adds cells that lie elsewhere.
    let (at, ctrl) = (studio.at(4, 4), Modifiers::COMMAND);
    for pressed in [true, false] {
        studio.harness.event_modifiers(pointer(at, PointerButton::Primary, pressed, ctrl), ctrl);
    }
    studio.step();
    assert_eq!(studio.shape().to_string(), "2x2 extra=r1c1,r2c1,r3c1,r4c4");
    assert!(studio.has_text("House 1 holds every digit once."));
    assert_eq!(studio.cell_label(4, 4), "r4c4, empty, set 1");
    // Another one would be too many.
    studio.drag(PointerButton::Primary, &[(3, 1), (3, 2)]);
    assert_eq!(studio.notice(), "This set would have 5 cells: a house of this grid has 4");
    // A stroke that begins elsewhere is a set of its own; Delete takes the cell of the keyboard out.
    studio.drag(PointerButton::Primary, &[(2, 3), (2, 4)]);
    studio.key(Modifiers::SHIFT, Key::ArrowDown);
    assert_eq!(studio.shape().to_string(), "2x2 extra=r2c3,r2c4,r3c3 extra=r1c1,r2c1,r3c1,r4c4");
    studio.key(Modifiers::NONE, Key::Delete);
    assert_eq!(studio.shape().to_string(), "2x2 extra=r2c3,r2c4 extra=r1c1,r2c1,r3c1,r4c4");
    studio.press_button("Remove set 2");
    studio.press_button("Remove set 1");
    assert_eq!(studio.shape().to_string(), "2x2");
    // Regions that are not finished stay while rules are painted.
    studio.run(Command::PAINT_REGIONS);
    studio.drag(PointerButton::Secondary, &[(4, 4)]);
    studio.run(Command::PAINT_ODD);
    studio.click(1, 1);
    assert_eq!((studio.shape().to_string().as_str(), studio.project().draft.is_some()), ("2x2 odd=r1c1", true));
    studio.run(Command::PAINT_ODD);
    assert!(studio.harness.query_by_label("Invert").is_some(), "the command takes the brush away again");
}

#[test]
fn a_layout_without_a_grid_names_the_rules_that_exclude_each_other() {
    let mut studio = Studio::new();
    studio.choose_layout("4×4, boxes 2×2");
    studio.press_button("Rules of the layout");
    for title in ["Anti-knight", "Rising diagonal", "Falling diagonal"] {
        studio.press_button(title);
    }
    studio.key(Modifiers::NONE, Key::Escape);
    let sentence = "No puzzle has this layout: no grid fits these rules: diagonal+ anti-knight";
    for _ in 0..200 {
        if studio.has_text(sentence) {
            break;
        }
        std::thread::sleep(std::time::Duration::from_millis(10));
        studio.step();
    }
    assert!(studio.has_text(sentence));
    studio.command(Key::Z);
    studio.command(Key::Z);
    assert_eq!(studio.shape().to_string(), "2x2 anti-knight");
    assert!(!studio.has_text(sentence));
}

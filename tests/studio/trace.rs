//! The trace viewer: timeline, two replays, links, other ways, export, evidence.

use crate::{Studio, press, release};
use cluesmith::app::{App, Command, Replay, StartOptions, View};
use cluesmith::grid::CellSet;
use cluesmith::logic::{Ranking, Role, Step, StrategyId, Trace};
use eframe::egui::{Event, Key, Modifiers, Pos2, Theme};
use egui_kittest::kittest::{NodeT, Queryable};
use std::collections::BTreeSet;

/// Needs locked candidates, pairs, fish and chains.
const HARD: &str = "4...3.......6..8..........1....5..9..8....6...7.2........1.27..5.3....4.9........";

impl Studio {
    /// The trace view of a puzzle, all strategies ticked.
    fn with_trace(puzzle: &str, pixels_per_point: f32, theme: Theme) -> Studio {
        let mut studio = Studio::start(StartOptions::isolated(), pixels_per_point, theme);
        studio.press_button("All");
        studio.harness.event(Event::Paste(puzzle.to_owned()));
        studio.step();
        studio.wait_for_answer();
        studio.press_button("Trace view");
        studio
    }

    pub(crate) fn trace(&self) -> &Trace {
        self.app().trace().expect("a trace")
    }

    fn at_step(&self) -> usize {
        self.app().session().trace.step
    }

    /// Goes to the first step of this strategy; false if there is none.
    fn go_to(&mut self, id: StrategyId) -> bool {
        let Some(index) = self.trace().steps.iter().position(|step| step.strategy() == id) else { return false };
        self.run(Command::TRACE_FIRST);
        for _ in 0..index {
            self.harness.key_press_modifiers(Modifiers::ALT, Key::ArrowRight);
        }
        self.step();
        assert_eq!(self.at_step(), index);
        true
    }

    /// Clicks into the timeline at this share of its width.
    fn click_timeline(&mut self, share: f32) {
        let rect = self.harness.get_by_label("Step").rect();
        let at = Pos2::new(rect.min.x + rect.width() * share, rect.center().y);
        self.one_frame([Event::PointerMoved(at), press(at), release(at)]);
        self.step();
    }
}

fn medium() -> Studio {
    Studio::with_trace(
        ".62...83.5..1.6..21...3...78..2.7..46...1...3.9.....1...4...2.....8.5.......9....",
        1.0,
        Theme::Light,
    )
}

#[test]
fn the_timeline_is_scrubbed_by_mouse_and_keys() {
    let mut studio = medium();
    let n_steps = studio.trace().steps.len();
    studio.click_timeline(0.5);
    assert!(studio.at_step().abs_diff(n_steps / 2) <= 1, "{} of {n_steps}", studio.at_step());
    // A drag goes along.
    let rect = studio.harness.get_by_label("Step").rect();
    let at = |share: f32| Pos2::new(rect.min.x + rect.width() * share, rect.center().y);
    studio.harness.event(Event::PointerMoved(at(0.1)));
    studio.harness.event(press(at(0.1)));
    for share in [0.2, 0.5, 0.8] {
        studio.harness.event(Event::PointerMoved(at(share)));
    }
    studio.harness.event(release(at(0.8)));
    studio.step();
    assert!(studio.at_step().abs_diff(n_steps * 4 / 5) <= 1, "{} of {n_steps}", studio.at_step());
    studio.key(Modifiers::NONE, Key::Home);
    assert_eq!(studio.at_step(), 0);
    studio.key(Modifiers::NONE, Key::ArrowRight);
    studio.key(Modifiers::NONE, Key::ArrowRight);
    assert_eq!(studio.at_step(), 2);
    studio.key(Modifiers::NONE, Key::End);
    assert_eq!(studio.at_step(), n_steps);
    let before = studio.project().clone();
    studio.click_timeline(0.3);
    assert_eq!(studio.project(), &before, "looking changes nothing");
}

#[test]
fn digits_alone_are_replayed_too() {
    let mut studio = Studio::with_trace(HARD, 1.0, Theme::Light);
    let placing: Vec<usize> =
        (0..studio.trace().steps.len()).filter(|&i| !studio.trace().steps[i].placed().is_empty()).collect();
    assert!(placing.len() < studio.trace().steps.len(), "some steps only rule out");
    studio.press_button("Digits only");
    assert_eq!(studio.app().session().trace.replay, Replay::Digits);
    for &expected in placing.iter().filter(|&&at| at > 0).take(6) {
        studio.press_button("Step forward");
        assert_eq!(studio.at_step(), expected);
    }
    let last = studio.at_step();
    studio.press_button("Step back");
    assert!(studio.at_step() < last && placing.contains(&studio.at_step()));
    studio.press_button("Every step");
    studio.press_button("Step forward");
    assert!(studio.at_step() <= last);
}

#[test]
fn names_in_the_sentence_light_up_cells() {
    let mut studio = medium();
    let sentence = studio.app().shown_step().expect("a step").sentence.clone();
    assert!(studio.harness.query_by_label(sentence.text()).is_some());
    let links: Vec<String> = studio
        .harness
        .get_all_by(|node| node.label().is_some_and(|label| label.starts_with("Show ")))
        .map(|node| node.accesskit_node().label().expect("just matched"))
        .collect();
    assert!(!links.is_empty());
    let last = links.last().expect("a link").clone();
    assert!(last.starts_with("Show r") && (last.contains('=') || last.contains("<>")), "{last}");
    studio.harness.get_by_label(&last).hover();
    studio.step();
    assert_eq!(studio.app().session().board.highlight.len(), 1, "{last}");
    let away = studio.at(5, 5);
    studio.harness.event(Event::PointerMoved(away));
    studio.step();
    assert_eq!(studio.app().session().board.highlight, CellSet::EMPTY);
    // Pointing asks for no frames without end.
    studio.harness.get_by_label(&last).hover();
    studio.harness.run();
}

#[test]
fn possible_steps_stand_in_the_order_of_the_setter() {
    let mut studio = Studio::new();
    studio.press_button("Pattern Ring, 40 clue cells");
    studio.press_button("Presets of strategies");
    studio.press_button("Newspaper, hard");
    studio.wait_for_answer();
    studio.run(Command::VIEW_TRACE);
    studio.wait_until("possible steps", |app| app.possible_steps().is_some_and(|steps| steps.len() > 1));
    let ranking = studio.project().design.ranking;
    let ranks = |steps: &[Step]| steps.iter().map(|step| ranking.rank(step.strategy())).collect::<Vec<_>>();
    let ranks = ranks(studio.app().possible_steps().expect("found"));
    assert!(ranks.is_sorted() && ranks[0] < ranks[ranks.len() - 1], "{ranks:?}");
    assert_ne!(ranking, Ranking::default(), "hidden singles come before naked ones");
}

#[test]
fn another_possible_step_leads_another_way() {
    let mut studio = medium();
    studio.run(Command::TRACE_FORWARD);
    let first = studio.trace().steps.clone();
    let possible = |app: &App| app.possible_steps().map_or(0, <[_]>::len);
    studio.wait_until("possible steps", |app| possible(app) > 1);
    let steps = studio.app().possible_steps().expect("found").to_vec();
    assert!(steps.contains(&first[1]), "the step of the trace is among them");
    let index = steps.iter().position(|step| *step != first[1]).expect("another one");
    // The rows of both lists have the same names: the lower one is meant.
    let shape = studio.project().shape();
    let name = format!("{} · {}", steps[index].strategy().title(), {
        let placed = steps[index].placed().iter().map(|c| c.placed_name(shape));
        let out = steps[index].eliminated().iter().map(|c| c.eliminated_name(shape));
        placed.chain(out).collect::<Vec<_>>().join(", ")
    });
    studio.press_button(&name);
    studio.wait_until("another way", App::is_own_path);
    assert_eq!((studio.at_step(), &studio.trace().steps[1]), (1, &steps[index]));
    assert_eq!(studio.trace().steps[0], first[0]);
    assert_eq!(
        studio.trace().end.values(),
        &studio.app().live().answer().and_then(|a| a.solution()).cloned().expect("proper")
    );
    studio.press_button("Original path");
    assert_eq!((studio.trace().steps.clone(), studio.app().is_own_path()), (first, false));
    studio.run(Command::FIRST_PATH);
    assert_eq!(studio.notice(), "This is the original path");
}

#[test]
fn the_trace_goes_to_the_puzzle_view_up_to_here() {
    let mut studio = medium();
    studio.click_timeline(0.4);
    let board = studio.app().shown_step().expect("a step").picture.board.clone();
    let document = studio.project().clone();
    studio.press_button("Solve up to here");
    assert_eq!(studio.app().session().view, View::Puzzle);
    assert_eq!(&studio.app().solving().expect("marks").digits(), board.values());
    assert_eq!(studio.app().solving().expect("marks").board(), board, "what was ruled out stays so");
    assert_eq!(studio.project(), &document);
    studio.command(Key::Z);
    assert!(!studio.app().solving().expect("marks").has_marks());
}

#[test]
fn the_trace_leaves_the_studio_in_three_formats() {
    let mut studio = medium();
    let folder = tempfile::tempdir().expect("a folder");
    let n_steps = studio.trace().steps.len();
    for (command, extension, counted) in [
        (Command::EXPORT_TRACE_TEXT, "txt", ". "),
        (Command::EXPORT_TRACE_MARKDOWN, "md", ". **"),
        (Command::EXPORT_TRACE_HTML, "html", "<svg "),
    ] {
        studio.script([folder.path().join("way")]);
        studio.run(command);
        let name = format!("Saved way.{extension}");
        studio.wait_until("file", |app| app.notices().open().iter().any(|notice| notice.text == name));
        let text = std::fs::read_to_string(folder.path().join(format!("way.{extension}"))).expect("written");
        assert!(text.contains("Untitled") && text.contains(&studio.trace().puzzle.to_string()));
        assert!(text.matches(counted).count() >= n_steps, "{extension}");
    }
}

#[test]
fn every_role_is_drawn_light_and_dark_at_once_and_twice_the_size() {
    let mut roles = BTreeSet::new();
    for (pixels_per_point, theme) in [(1.0, Theme::Light), (2.0, Theme::Dark)] {
        let mut studio = Studio::with_trace(HARD, pixels_per_point, theme);
        let ids: BTreeSet<StrategyId> = studio.trace().steps.iter().map(Step::strategy).collect();
        assert!(ids.len() > 3, "{ids:?}");
        for id in ids {
            assert!(studio.go_to(id), "{id:?}");
            let picture = &studio.app().shown_step().expect("a step").picture;
            roles.extend(picture.marks.iter().map(|&(_, role)| role));
            let n_links = studio.trace().steps[studio.at_step()].evidence().links.len();
            assert_eq!(picture.arrows.len(), n_links);
            // The legend names what is drawn, and nothing else.
            let has = |wanted: Role| picture.marks.iter().any(|&(_, role)| role == wanted);
            let has_link = |is_strong: bool| picture.arrows.iter().any(|arrow| arrow.is_strong == is_strong);
            for (name, is_drawn) in [
                ("Base", has(Role::Base)),
                ("Set", has(Role::SetCell)),
                ("Cover", has(Role::Cover)),
                ("Fin", has(Role::Fin)),
                ("Deadly", has(Role::Deadly)),
                ("Chain: on", has(Role::ChainOn)),
                ("Chain: off", has(Role::ChainOff)),
                ("Strong link", has_link(true)),
                ("Weak link", has_link(false)),
                ("Placed", has(Role::Placed)),
                ("Ruled out", has(Role::Eliminated)),
            ] {
                assert_eq!(studio.harness.query_by_label(name).is_some(), is_drawn, "{id:?}: {name}");
            }
        }
    }
    for role in [Role::Base, Role::Placed, Role::Eliminated, Role::ChainOn, Role::ChainOff] {
        assert!(roles.contains(&role), "{role:?} of {roles:?}");
    }
}

#[test]
fn a_large_trace_is_drawn_with_few_shapes() {
    let line = include_str!("../data/puzzles.txt").lines().find(|line| line.starts_with("4x4")).expect("a puzzle");
    let mut studio = Studio::start(StartOptions::isolated(), 1.0, Theme::Light);
    studio.choose_layout("16×16, boxes 4×4");
    studio.harness.event(Event::Paste(line[4..].to_owned()));
    studio.step();
    studio.wait_for_answer();
    studio.press_button("Trace view");
    for _ in 0..10 {
        studio.harness.key_press_modifiers(Modifiers::ALT, Key::ArrowRight);
        studio.harness.step();
        let n_shapes = studio.harness.output().shapes.len();
        assert!((800..8_000).contains(&n_shapes), "{n_shapes}");
    }
}

/// The rows of the list of steps that are on the screen.
fn rows(studio: &Studio) -> Vec<String> {
    let is_row = |label: &str| label.split_once(" · ").is_some_and(|(number, _)| number.parse::<usize>().is_ok());
    studio
        .harness
        .query_all_by(|node| {
            node.role() == eframe::egui::accesskit::Role::Button && node.label().is_some_and(|label| is_row(&label))
        })
        .map(|node| node.accesskit_node().label().expect("just matched"))
        .collect()
}

#[test]
fn steps_are_found_by_strategy_and_cell() {
    let mut studio = Studio::with_trace(HARD, 1.0, Theme::Light);
    let strategy = studio.trace().hardest().expect("steps");
    let times = studio.trace().steps.iter().filter(|step| step.strategy() == strategy).count();
    let (at, cell) = {
        let steps = &studio.trace().steps;
        let at = steps.iter().position(|step| step.strategy() == strategy).expect("the hardest step");
        let candidate = steps[at].placed().iter().chain(steps[at].eliminated()).next().expect("a conclusion");
        (at, studio.trace().puzzle.shape().cell_name(candidate.cell))
    };
    let mut type_filter = |text: &str| {
        studio.harness.get_by_label("Find steps").focus();
        studio.step();
        studio.harness.key_press_modifiers(Modifiers::COMMAND, Key::A);
        studio.harness.event(Event::Text(text.to_owned()));
        studio.step();
        studio.step();
        (rows(&studio), studio.has_text("No step has all of these words"))
    };
    let (found, is_empty) = type_filter(&strategy.title().to_uppercase());
    assert!(!is_empty && found.iter().all(|row| row.contains(strategy.title())), "{found:?}");
    assert_eq!(found.len(), times);
    let (found, _) = type_filter(&format!("{cell} {}", strategy.title()));
    assert!(found.iter().any(|row| row.starts_with(&format!("{} · ", at + 1))), "{found:?}");
    assert!(found.iter().all(|row| row.contains(&cell)), "{found:?}");
    let (found, is_empty) = type_filter("no such step");
    assert!(found.is_empty() && is_empty, "{found:?}");
    // Enter goes from one to the next and round.
    type_filter(strategy.title());
    let every: Vec<usize> =
        (0..studio.trace().steps.len()).filter(|&at| studio.trace().steps[at].strategy() == strategy).collect();
    for &expected in every.iter().chain(&every[..1]) {
        studio.key(Modifiers::NONE, Key::Enter);
        studio.step();
        assert_eq!(studio.at_step(), expected);
    }
}

#[test]
fn the_next_step_alike_and_the_next_hard_one() {
    let mut studio = Studio::with_trace(HARD, 1.0, Theme::Light);
    let strategies: Vec<StrategyId> = studio.trace().steps.iter().map(Step::strategy).collect();
    let first = strategies[0];
    let alike: Vec<usize> = (1..strategies.len()).filter(|&at| strategies[at] == first).collect();
    for &expected in &alike {
        studio.run(Command::TRACE_NEXT_ALIKE);
        assert_eq!(studio.at_step(), expected);
    }
    let why = |command: Command, studio: &Studio| command.check(studio.app()).err();
    assert_eq!(why(Command::TRACE_NEXT_ALIKE, &studio).as_deref(), Some("No later step uses the same strategy"));
    studio.run(Command::TRACE_FIRST);
    let hardest = studio.trace().hardest().expect("steps");
    let mut met = Vec::new();
    while why(Command::TRACE_NEXT_HARD, &studio).is_none() {
        studio.press_button("Next hard");
        met.push(strategies[studio.at_step()]);
    }
    assert_eq!(why(Command::TRACE_NEXT_HARD, &studio).as_deref(), Some("No later step is hard"));
    let harder: Vec<StrategyId> = met.iter().copied().take_while(|&id| id != hardest).collect();
    assert!(harder.is_sorted() && harder.len() < met.len(), "{met:?}");
    assert!(met[harder.len()..].iter().all(|&id| id == hardest), "{met:?}");
    assert!(!met.iter().any(|id| cluesmith::logic::StrategySet::SINGLES.contains(*id)), "{met:?}");
}

#[test]
fn the_lists_stay_where_they_are_from_step_to_step() {
    let mut studio = Studio::with_trace(HARD, 1.0, Theme::Light);
    let place = studio.harness.get_by_label("Possible now").rect();
    let ids: BTreeSet<StrategyId> = studio.trace().steps.iter().map(Step::strategy).collect();
    for id in ids {
        assert!(studio.go_to(id), "{id:?}");
        assert_eq!(studio.harness.get_by_label("Possible now").rect(), place, "{id:?}");
    }
    studio.run(Command::TRACE_LAST);
    assert_eq!(studio.harness.get_by_label("Possible now").rect(), place, "at the end");
}

#[test]
fn the_list_of_steps_has_room_in_a_small_window() {
    let mut studio = Studio::sized(960.0, 560.0);
    studio.harness.event(Event::Paste(HARD.to_owned()));
    studio.step();
    studio.wait_for_answer();
    studio.run(Command::VIEW_TRACE);
    studio.step();
    assert!(rows(&studio).len() >= 6, "{:?}", rows(&studio));
}

/// Needs forcing chains.
const HARDEST: &str = "7.8...3.....2.1...5.........4.....263...8.......1...9..9.6....4....7.5...........";

#[test]
fn chains_are_told_line_by_line_beside_the_board() {
    let mut studio = Studio::with_trace(HARDEST, 1.0, Theme::Light);
    assert!(studio.go_to(StrategyId::ForcingChain));
    let why = |command: Command, studio: &Studio| command.check(studio.app()).err();
    assert_eq!(why(Command::REASONING_BACK, &studio).as_deref(), Some("The whole chain is shown"));
    let place = studio.harness.get_by_label("Possible now").rect();
    studio.press_button("Reasoning");
    assert_eq!(studio.harness.get_by_label("Possible now").rect(), place);
    let shown = |studio: &Studio| studio.app().shown_step().expect("a step").clone();
    let whole = shown(&studio);
    let rows = &whole.reasoning;
    let assumption = rows[0].sentence.text();
    assert!(assumption.starts_with("Suppose r") && rows.len() > 6, "{assumption}");
    assert!(whole.picture.arrows.len() > 5);

    // The board shows what leads to a line, and all of it after a second click.
    studio.press_button(rows[3].sentence.text());
    let part = shown(&studio);
    assert_eq!(studio.app().session().trace.line, Some(3));
    assert!(!part.picture.arrows.is_empty() && part.picture.arrows.len() < whole.picture.arrows.len());
    let n_on = |picture: &cluesmith::logic::Drawing| picture.marks.iter().filter(|m| m.1 == Role::ChainOn).count();
    assert_eq!(n_on(&part.picture) + 1, rows[3].nodes.len(), "the assumption is what is ruled out");
    let is_ruled_out = part.picture.marks.iter().any(|mark| mark.1 == Role::Eliminated);
    assert!(is_ruled_out, "what the chain is about stays in sight");
    studio.press_button(rows[3].sentence.text());
    assert_eq!(shown(&studio).picture, whole.picture);

    // By keyboard from the first line to the last.
    for line in 0..rows.len() {
        studio.harness.key_press_modifiers(Modifiers::ALT, Key::PageDown);
        studio.step();
        assert_eq!(studio.app().session().trace.line, Some(line));
    }
    assert_eq!(shown(&studio).picture, whole.picture, "the conclusion rests on all of it");
    assert_eq!(why(Command::REASONING_NEXT, &studio).as_deref(), Some("This is the last line"));
    studio.run(Command::REASONING_BACK);
    assert_eq!(studio.app().session().trace.line, Some(rows.len() - 2));
    // The next step begins anew.
    studio.run(Command::TRACE_FORWARD);
    assert_eq!(studio.app().session().trace.line, None);
}

#[test]
fn branches_of_the_reasoning_fold() {
    let mut studio = Studio::with_trace(HARDEST, 1.0, Theme::Dark);
    let steps: Vec<usize> =
        (0..studio.trace().steps.len()).filter(|&at| studio.trace().steps[at].evidence().links.len() > 8).collect();
    studio.press_button("Reasoning");
    let heading = steps.into_iter().find_map(|at| {
        while studio.at_step() < at {
            studio.run(Command::TRACE_FORWARD);
        }
        let rows = &studio.app().shown_step().expect("a step").reasoning;
        rows.iter().position(|row| row.n_within > 1).map(|heading| (heading, rows.clone()))
    });
    let (heading, rows) = heading.expect("a chain with a side branch");
    let text = rows[heading].sentence.text();
    let within = rows[heading + 1].sentence.text();
    // The list scrolls to the line.
    for line in 0..heading + 2 {
        studio.harness.key_press_modifiers(Modifiers::ALT, Key::PageDown);
        studio.step();
        assert_eq!(studio.app().session().trace.line, Some(line));
    }
    studio.press_button(&format!("Fold: {text}"));
    assert!(studio.harness.query_by_label(within).is_none(), "it is folded away");
    assert_eq!(studio.app().session().trace.line, Some(heading), "the heading stands for it");
    studio.run(Command::REASONING_NEXT);
    assert_eq!(studio.app().session().trace.line, Some(heading + 1 + rows[heading].n_within));
    studio.press_button(&format!("Unfold: {text}"));
    assert!(studio.harness.query_by_label(within).is_some());
}

#[test]
fn steps_without_a_chain_have_no_reasoning() {
    let mut studio = medium();
    let why = Command::REASONING_NEXT.check(studio.app()).err();
    assert_eq!(why.as_deref(), Some("This step has no chain"));
    studio.press_button("Reasoning");
    studio.harness.get_by_label_contains("This step has no chain");
    studio.press_button("Possible now");
    assert!(studio.harness.query_by_label_contains("This step has no chain").is_none());
}

//! The course of a run: bars below the recipe, and the timeline under the board.

use super::fewest::FewestPoint;
use super::record::Record;
use super::survey::SurveyRecord;
use super::{Experiment, LabAct};
use crate::app::analysis::bars_ui;
use crate::app::language::{grouped, told, tr, tr_n};
use crate::app::message::Message;
use crate::app::studio::App;
use crate::app::theme::{self, Palette};
use crate::app::trace::{Tick, effort, kind_colour, ticks_ui};
use crate::app::wording::strategy_title;
use crate::generate::inverse::{MoveMethod, percent};
use crate::generate::lp::LpStep;
use crate::generate::sat::RoundStats;
use crate::grid::Puzzle;
use crate::jobs::Point;
use eframe::egui;
use egui::{Color32, Grid, RichText, Ui, Vec2, vec2};

/// The points of the way under the board; dragging goes along it.
pub(in crate::app) fn lab_timeline_ui(app: &App, ui: &mut Ui, size: Vec2, messages: &mut Vec<Message>) {
    let lab = app.lab();
    let palette = theme::palette(ui.ctx());
    let record = lab.record().filter(|_| lab.n_steps() > 0 && lab.scene(app.project().shape()).is_some());
    let ticks = record.map_or_else(Vec::new, |record| ticks_of(record, palette));
    let say = |index: usize| match record {
        Some(record) if index < ticks.len() => format!("{} · {}", index + 1, told(&record.sentence(index + 1))),
        _ => tr!("The end").to_owned(),
    };
    let why = if lab.is_running() {
        tr!("The run can be replayed when it has ended")
    } else {
        tr!("There is nothing to replay yet")
    };
    if let Some(position) = ticks_ui(ui, size, tr!("Point of the run"), &ticks, lab.position(), why, say) {
        messages.push(Message::Lab(LabAct::Position(position)));
    }
}

fn ticks_of(record: &Record, palette: &Palette) -> Vec<Tick> {
    match record {
        Record::Backward { way: Some(way), .. } => {
            let tick = |method| match method {
                MoveMethod::SingleCandidate => Tick { color: palette.accent, height: 1.0 },
                MoveMethod::Exclusion => Tick { color: theme::mix(palette.soft, palette.ink, 0.2), height: 0.2 },
                MoveMethod::Rule(id) => Tick { color: kind_colour(palette, id), height: effort(id) },
            };
            way.moves.iter().map(|step| tick(step.method)).collect()
        }
        Record::Generator { steps, .. } => {
            let mut ticks = fraction_bars(steps, palette);
            // The end that was mended.
            ticks.resize(record.n_steps(), Tick { color: palette.base, height: 1.0 });
            ticks
        }
        Record::Rounds { boards, .. } => {
            // As many as are placed; rounds that place nothing are short.
            let n_placed: Vec<usize> =
                boards.windows(2).map(|pair| pair[1].values().n_clues() - pair[0].values().n_clues()).collect();
            let most = n_placed.iter().copied().max().unwrap_or(1).max(1) as f32;
            n_placed.iter().map(|&n| Tick { color: palette.accent, height: (n as f32 / most).max(0.1) }).collect()
        }
        Record::Fewest { course, .. } => {
            let most = most_clues(course);
            let tick = |point: &FewestPoint| Tick {
                color: if point.best.is_some() { palette.accent } else { palette.base },
                height: point.n_clues().unwrap_or(point.at_least) as f32 / most,
            };
            course.iter().map(tick).collect()
        }
        Record::Survey(survey) => {
            let most = survey.puzzles.iter().map(Puzzle::n_clues).max().unwrap_or(1) as f32;
            let tick = |puzzle: &Puzzle| Tick { color: palette.accent, height: puzzle.n_clues() as f32 / most };
            survey.puzzles.iter().map(tick).collect()
        }
        _ => Vec::new(),
    }
}

/// Clues of the first puzzle, which has most; of the bound as long as there is none.
fn most_clues(course: &[FewestPoint]) -> f32 {
    course.iter().map(|point| point.n_clues().unwrap_or(point.at_least)).max().unwrap_or(1).max(1) as f32
}

/// Fractions left after each step; a clue that was taken back has the colour of conflicts.
fn fraction_bars(steps: &[LpStep], palette: &Palette) -> Vec<Tick> {
    let most = steps.iter().map(|step| step.n_fractions).max().unwrap_or(1).max(1) as f32;
    let bar = |step: &LpStep| Tick {
        color: if step.is_taken_back { palette.conflict } else { palette.cover },
        height: step.n_fractions as f32 / most,
    };
    steps.iter().map(bar).collect()
}

/// The course of the run: some plots below each other.
pub(super) fn course_ui(app: &App, ui: &mut Ui, messages: &mut Vec<Message>) {
    let palette = theme::palette(ui.ctx());
    let none: (&[Point], &[LpStep]) = (&[], &[]);
    let lab = app.lab();
    let record = lab.record().filter(|_| lab.scene(app.project().shape()).is_some());
    let (course, steps) = match record {
        Some(Record::Backward { course, .. }) => (course.as_slice(), none.1),
        Some(Record::Generator { steps, .. }) => (none.0, steps.as_slice()),
        _ => none,
    };
    match app.session().lab.experiment {
        Experiment::Backward => {
            let n_cells = app.project().shape().n_cells() as f32;
            plot_ui(app, ui, messages, tr!("Clues left"), course, palette.accent, |point| {
                (point.n_clues as f32 / n_cells, grouped(point.n_clues as u64))
            });
            let most = course.iter().map(|point| point.n_marks).max().unwrap_or(1).max(1) as f32;
            plot_ui(app, ui, messages, tr!("Candidates"), course, palette.base, |point| {
                (point.n_marks as f32 / most, grouped(point.n_marks as u64))
            });
            let values = || course.iter().map(|point| point.value);
            let (least, greatest) = (values().fold(0.0, f64::min), values().fold(0.0, f64::max));
            let range = (greatest - least).max(1e-9);
            plot_ui(app, ui, messages, tr!("Heuristic"), course, palette.fin, |point| {
                let text = tr_n!(
                    point.good_children,
                    "{value}, 1 good child",
                    "{value}, {n} good children",
                    value = format_args!("{:.1}", point.value)
                );
                (((point.value - least) / range) as f32, text)
            });
        }
        Experiment::Generator => {
            let most = steps.iter().map(|step| step.n_fractions).max().unwrap_or(1).max(1) as f32;
            plot_ui(app, ui, messages, tr!("Fractions left"), steps, palette.cover, |step| {
                (step.n_fractions as f32 / most, grouped(step.n_fractions as u64))
            });
            let most = steps.iter().map(|step| step.iterations).max().unwrap_or(1).max(1) as f32;
            plot_ui(app, ui, messages, tr!("Interior-point iterations"), steps, palette.chain, |step| {
                (step.iterations as f32 / most, step.iterations.to_string())
            });
            let most = steps.iter().map(|step| step.z_chosen).fold(1e-9, f64::max);
            plot_ui(app, ui, messages, tr!("z of the clue when it was chosen"), steps, palette.fin, |step| {
                ((step.z_chosen / most) as f32, format!("{:.3}", step.z_chosen))
            });
        }
        Experiment::Rounds => {
            let sizes: &[RoundStats] = if let Some(Record::Rounds { sizes, .. }) = record { sizes } else { &[] };
            let greatest = |of: fn(&RoundStats) -> usize| sizes.iter().map(of).max().unwrap_or(1).max(1) as f32;
            let most = greatest(|size| size.clauses);
            plot_ui(app, ui, messages, tr!("Clauses for 1, 2, … K rounds"), sizes, palette.accent, |size| {
                (size.clauses as f32 / most, grouped(size.clauses as u64))
            });
            let most = greatest(|size| size.variables);
            plot_ui(app, ui, messages, tr!("Variables"), sizes, palette.base, |size| {
                (size.variables as f32 / most, grouped(size.variables as u64))
            });
            let most = sizes.iter().map(|size| size.work).max().unwrap_or(1).max(1) as f32;
            plot_ui(app, ui, messages, tr!("Conflicts"), sizes, palette.fin, |size| {
                (size.work as f32 / most, grouped(size.work))
            });
        }
        Experiment::Fewest => {
            let course: &[FewestPoint] = if let Some(Record::Fewest { course, .. }) = record { course } else { &[] };
            let most = most_clues(course);
            plot_ui(app, ui, messages, tr!("Clues of the best puzzle"), course, palette.accent, |point| {
                let clues = point.n_clues();
                (clues.unwrap_or(0) as f32 / most, clues.map_or_else(|| tr!("none").to_owned(), |n| n.to_string()))
            });
            plot_ui(app, ui, messages, tr!("Clues that are needed"), course, palette.base, |point| {
                (point.at_least as f32 / most, point.bound_in_short())
            });
        }
        Experiment::Survey => {
            if let Some(Record::Survey(survey)) = record {
                survey_table_ui(ui, survey);
            }
        }
        Experiment::Solver => {}
    }
}

/// How often each strategy is needed.
fn survey_table_ui(ui: &mut Ui, record: &SurveyRecord) {
    let survey = &record.survey;
    let figure = |n: usize, whole: usize| format!("{}\n{} %", grouped(n as u64), percent(n, whole));
    Grid::new("survey").num_columns(4).spacing(vec2(10.0, 3.0)).striped(true).show(ui, |ui| {
        let headings = [
            (tr!("Strategy"), tr!("The allowed strategies that a puzzle has a step of")),
            (tr!("Needed"), tr!("Puzzles that the other allowed strategies do not solve")),
            (tr!("Used"), tr!("Puzzles whose trace has a step of it: the easiest possible step is taken first")),
            (tr!("Steps"), tr!("Steps of it in all traces, and their share")),
        ];
        for (heading, help) in headings {
            ui.label(RichText::new(heading).size(12.5).weak()).on_hover_text(help);
        }
        ui.end_row();
        for row in record.rows() {
            ui.label(RichText::new(strategy_title(row.strategy)).size(12.5));
            let figures = [
                figure(row.n_needed, survey.n_puzzles),
                figure(row.n_used, survey.n_puzzles),
                figure(row.n_steps, survey.n_steps()),
            ];
            // A share below each number: side by side they would be wider than the panel.
            for figure in figures {
                ui.label(RichText::new(figure).size(11.5));
            }
            ui.end_row();
        }
    });
}

/// A heading with the present value, and bars; a click goes to the point after that step.
fn plot_ui<T>(
    app: &App,
    ui: &mut Ui,
    messages: &mut Vec<Message>,
    name: &str,
    items: &[T],
    color: Color32,
    figure: impl Fn(&T) -> (f32, String),
) {
    let lab = app.lab();
    let present = lab.position().checked_sub(1).filter(|_| lab.n_steps() > 0);
    let shown = present.map_or(items.last(), |index| items.get(index));
    ui.horizontal(|ui| {
        ui.label(RichText::new(name).size(12.5));
        ui.label(RichText::new(shown.map_or(String::new(), |item| figure(item).1)).size(12.5).weak());
    });
    let bars: Vec<Tick> = items.iter().map(|item| Tick { color, height: figure(item).0 }).collect();
    let size = vec2(ui.available_width(), 34.0);
    let say = |index: usize| tr!("Step {number}: {figure}", number = index + 1, figure = figure(&items[index]).1);
    if let Some(index) = bars_ui(ui, size, name, &bars, present, say) {
        messages.push(Message::Lab(LabAct::Position(index + 1)));
    }
    ui.add_space(4.0);
}

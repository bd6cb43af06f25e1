//! Searches besides the live one: many puzzles, proofs.

use crate::app::analysis::{Exhibit, Hunt};
use crate::app::dialogs::Ask;
use crate::app::language::{grouped, told, tr, tr_n};
use crate::app::results::{
    CopyAs, EntryWork, GalleryEntry, JobEnd, JobNumber, JobState, JobWork, ResultAct, ResultId, lines,
};
use crate::app::studio::App;
use crate::app::view::View;
use crate::app::wording::{n_clue_cells, n_puzzles, scale_title, site_name};
use crate::formats::{Content, Shapes, read_any, untold_by_links};
use crate::generate::{Found, Method, Request, hardest};
use crate::grid::Puzzle;
use crate::jobs::{many, rate_list};
use crate::logic::{Design, Goal, Mix, Scale};
use crate::project::{Edit, ListEdit, MAX_RESULTS, Project};
use eframe::egui;
use std::collections::{BTreeSet, HashSet};
use std::path::PathBuf;

impl App {
    pub(in crate::app) fn find_different(&mut self) {
        self.session.view = View::Results;
        self.session.board.stroke = None;
        let Some(design) = self.wanted_design().map(|design| self.reseeded(design)) else { return };
        let n_wanted = self.session.results.n_wanted;
        let method = self.session.search.method;
        let mut title = n_puzzles(n_wanted);
        if design.goal != Goal::Any {
            title = format!("{title} · {}", told(&design.goal.title()));
        }
        if design.minimal {
            title = format!("{title} · {}", tr!("minimal"));
        }
        if !design.path.is_empty() {
            title = format!("{title} · {}", tr!("with this path"));
        }
        if method == Method::Inverse && design.mix != Mix::default() {
            title = format!("{title} · {}", design.mix);
        }
        title = format!("{title} · {}", n_clue_cells(design.pattern.n_clues()));
        // In English, for whoever reads reports.
        let details = format!(
            "{}method {}\nheuristics {}\nseed {}\nwanted {n_wanted}",
            details(&design),
            method.name(),
            design.mix,
            design.seed
        );
        let (design_scale, order) = (design.goal.window().map(|window| window.scale), design.order());
        let avoid = self.results.gallery.known();
        let work: JobWork = Box::new(move |watch, receive| many(&design, method, &avoid, n_wanted, watch, receive));
        let scale = design_scale.map(|scale| (scale, order));
        self.results.jobs.start_rated(title, details, Some(n_wanted), scale, work);
    }

    /// Looks for ever harder puzzles of the pattern and lists them as results, on the scale of the window or else that of
    /// Sudoku Explainer, where it has figures.
    pub(in crate::app) fn find_hardest(&mut self) {
        self.session.view = View::Results;
        self.session.board.stroke = None;
        let Some(design) = self.wanted_design().map(|design| self.reseeded(design)) else { return };
        let usual = if Scale::Se.fits(design.shape()) { Scale::Se } else { Scale::Own };
        let scale = design.goal.window().map_or(usual, |window| window.scale);
        let mut title = tr!("Hardest puzzle · {scale}", scale = scale_title(scale));
        if design.minimal {
            title = format!("{title} · {}", tr!("minimal"));
        }
        if !design.path.is_empty() {
            title = format!("{title} · {}", tr!("with this path"));
        }
        title = format!("{title} · {}", n_clue_cells(design.pattern.n_clues()));
        let details = format!("{}seed {}\nhardest possible on {}", details(&design), design.seed, scale.name());
        let (request, order) = (Request::from(design.clone()), design.order());
        let work: EntryWork = Box::new(move |number, watch, receive| {
            let mut receive = |found: Found, _| {
                receive(Box::new(GalleryEntry::new(found.trace(), Some((scale, order)), Some(number))));
            };
            hardest(&request, scale, watch, &mut receive).into()
        });
        self.results.jobs.start_entries(title, details, None, work);
    }

    /// The design with a seed of its own: every job goes its own way, and none begins with the present puzzle.
    fn reseeded(&self, design: Design) -> Design {
        let n_known = self.results.gallery.entries().len() as u64;
        let n_jobs = self.results.jobs.all().last().map_or(0, |job| job.number);
        Design { seed: design.seed.wrapping_add(1 + n_known + (n_jobs << 40)), ..design }
    }

    /// Rates the puzzles of a text and lists them as results.
    pub(in crate::app) fn rate_text(&mut self, text: &str) {
        let entries = match read_any(text, Shapes::Prefer(self.project().shape())) {
            Ok(Content::Puzzles(entries)) if entries.is_empty() => {
                self.notices.error(tr!("There is no puzzle on the clipboard"));
                return;
            }
            Ok(Content::Puzzles(entries)) => entries,
            Ok(Content::Patterns(_)) => {
                self.notices.error(tr!("The clipboard holds patterns: only puzzles can be rated"));
                return;
            }
            Err(error) => {
                self.notices.error(tr!("There is no list of puzzles on the clipboard: {error}", error));
                return;
            }
        };
        if entries.len() > MAX_RESULTS {
            let (n, most) = (grouped(entries.len() as u64), grouped(MAX_RESULTS as u64));
            self.notices.error(tr!("The clipboard holds {n} puzzles: at most {most} can be rated at a time", n, most));
            return;
        }
        self.session.view = View::Results;
        self.session.board.stroke = None;
        let puzzles: Vec<Puzzle> = entries.into_iter().map(|entry| entry.puzzle).collect();
        let title = tr_n!(puzzles.len(), "Rating of 1 puzzle", "Rating of {n} puzzles");
        // In English, for whoever reads reports.
        let details = format!("rating of {} puzzles from {}", puzzles.len(), puzzles[0]);
        let n_wanted = Some(puzzles.len());
        let on_sukaku = self.is_on_sukaku();
        let work: EntryWork = Box::new(move |number, watch, receive| {
            let rate = |puzzle: &Puzzle, should_stop: &dyn Fn() -> bool| {
                Box::new(GalleryEntry::rated(puzzle, on_sukaku, number, should_stop))
            };
            JobEnd::Ended(rate_list(&puzzles, rate, watch, receive))
        });
        self.results.jobs.start_entries(title, details, n_wanted, work);
    }

    /// Says how jobs ended that nobody looks at.
    pub(in crate::app) fn tell_of_ended_jobs(&mut self) {
        for (title, line, is_failure) in self.results.jobs.take_ended() {
            let text = tr!("{title}: {line}", title, line);
            match self.session.view {
                View::Results => {}
                _ if is_failure => self.notices.error(text),
                _ => self.notices.info(text),
            }
        }
    }

    /// Says how the search for few clues ended if nobody looks at it.
    pub(in crate::app) fn tell_of_ended_hunt(&mut self) {
        let is_seen = self.session.view == View::Analysis && self.session.analysis.exhibit == Exhibit::Clues;
        if let Some(end) = self.analysis.hunts.hunt().filter(|hunt| !hunt.is_running() && !is_seen).map(Hunt::sentence)
        {
            self.notices.info(tr!("Clue search: {end}", end));
        }
    }

    pub(in crate::app) fn copy_report(&mut self, ctx: &egui::Context, number: JobNumber) {
        let job = self.results.jobs.all().iter().find(|job| job.number == number);
        if let Some(JobState::Failed { report, .. }) = job.map(|job| &job.state) {
            ctx.copy_text(report.clone());
            self.notices.info(tr!("Copied the report"));
        }
    }

    pub(in crate::app) fn take_result(&mut self, id: ResultId) {
        if let Some(entry) = self.results.gallery.entry(id) {
            let edit = Edit::TakePuzzle { puzzle: entry.puzzle.clone(), strategies: entry.used };
            self.edit(&edit);
        }
    }

    pub(in crate::app) fn act_on_results(&mut self, ctx: &egui::Context, act: ResultAct) {
        match act {
            ResultAct::Pick(id, pick) => self.session.results.selection.pick(id, pick, &self.results.gallery),
            ResultAct::Add(ids) => self.add_results(&ids),
            ResultAct::Copy(ids, copy) => self.copy_results(ctx, &ids, copy),
            ResultAct::Pin(ids, is_pinned) => self.results.gallery.pin(&ids, is_pinned),
            ResultAct::Delete(ids) => {
                let n_gone = self.results.gallery.delete(&ids);
                if n_gone > 1 {
                    self.notices.info(tr_n!(n_gone, "Deleted 1 puzzle", "Deleted {n} puzzles"));
                }
            }
        }
    }

    /// Adds results to the puzzles of the project, in the order on the screen and without those that are there.
    pub(in crate::app) fn add_results(&mut self, ids: &BTreeSet<ResultId>) {
        let present: HashSet<_> =
            self.document().puzzles().iter().filter_map(|puzzle| puzzle.puzzle.as_ref()).collect();
        let (mut new, mut n_known) = (Vec::new(), 0);
        for entry in self.results.gallery.entries().iter().filter(|entry| ids.contains(&entry.id)) {
            if present.contains(&entry.puzzle) {
                n_known += 1;
            } else {
                new.push(project_of(self.project(), entry));
            }
        }
        let (n_new, first) = (new.len(), new.first().map(|puzzle| puzzle.puzzle.clone()));
        self.edit(&Edit::List(ListEdit::AddAll(new)));
        // There is an end to the number of puzzles, of which the edit has told.
        let is_added = first.is_some_and(|first| self.document().puzzles().iter().any(|puzzle| puzzle.puzzle == first));
        if n_new == 0 {
            self.notices.info(tr!("The project has these puzzles already"));
        } else if is_added {
            let (added, n_all) = (n_puzzles(n_new), grouped(self.document().puzzles().len() as u64));
            let text = tr!("Added {added} to the project, which now has {all}", added, all = n_all);
            self.notices.info(match n_known {
                0 => text,
                n => tr_n!(n, "{text}; 1 was there already", "{text}; {n} were there already", text),
            });
        }
    }

    /// Puts results on the clipboard.
    pub(in crate::app) fn copy_results(&mut self, ctx: &egui::Context, ids: &BTreeSet<ResultId>, copy: CopyAs) {
        let mut entries = self.results.gallery.entries().iter().filter(|entry| ids.contains(&entry.id));
        match copy {
            CopyAs::Lines => {
                ctx.copy_text(lines(entries));
                self.notices.info(tr_n!(ids.len(), "Copied 1 puzzle", "Copied {n} puzzles"));
            }
            CopyAs::Links(site) => {
                if let Some(rule) = entries.clone().find_map(|entry| untold_by_links(entry.puzzle.shape())) {
                    self.notices.error(tr!("A link cannot tell all rules of this layout: {rule}", rule));
                    return;
                }
                let links: Vec<String> = entries.map(|entry| self.link_of(entry.puzzle.clone(), "", site)).collect();
                ctx.copy_text(links.join("\n"));
                self.notices.info(tr_n!(
                    ids.len(),
                    "Copied a link that opens the puzzle in {site}",
                    "Copied {n} links that open the puzzles in {site}",
                    site = site_name(site)
                ));
            }
            CopyAs::Picture => {
                if let Some(project) = entries.next().map(|entry| project_of(self.project(), entry)) {
                    self.copy_picture(project);
                }
            }
        }
    }

    pub(in crate::app) fn copy_all_results(&mut self, ctx: &egui::Context) {
        ctx.copy_text(self.results.gallery.text());
        self.notices.info(tr_n!(self.results.gallery.n_shown(), "Copied 1 puzzle", "Copied {n} puzzles"));
    }

    pub(in crate::app) fn delete_unpinned(&mut self) {
        let n_gone = self.results.gallery.delete_unpinned();
        self.notices.info(tr_n!(n_gone, "Deleted 1 puzzle", "Deleted {n} puzzles"));
    }

    pub(in crate::app) fn delete_duplicates(&mut self) {
        let n_gone = self.results.gallery.delete_duplicates();
        self.notices.info(tr_n!(n_gone, "Deleted 1 puzzle", "Deleted {n} puzzles"));
    }

    pub(in crate::app) fn ask_for_proof(&mut self, ctx: &egui::Context) {
        let name = format!("{}.drat", self.name().replace(['/', '\\'], "-"));
        self.ask(ctx, Ask::Proof(name));
    }

    pub(in crate::app) fn prove_to(&mut self, path: PathBuf) {
        if let Some(design) = self.wanted_design() {
            self.proofs.start(design, path);
        }
    }
}

/// A puzzle of the project made of a result: the design on the board with its clues and its strategies ticked.
fn project_of(present: &Project, entry: &GalleryEntry) -> Project {
    let mut project = present.with_pattern(entry.puzzle.pattern());
    project.design.strategies = project.design.strategies.union(entry.used);
    Project { puzzle: Some(entry.puzzle.clone()), ..project }
}

/// What a report says about a design, in English.
fn details(design: &Design) -> String {
    format!(
        "shape {}\npattern {}\nfixed {}\ntheme {}\nstrategies {}\nrequired {}\ndifficulty {}\nminimal {}\npath {}\n",
        design.pattern.shape,
        design.pattern,
        design.fixed,
        design.theme.text(design.pattern.shape),
        design.strategies,
        design.required,
        design.goal,
        design.minimal,
        design.path.texts(design.pattern.shape).join("; "),
    )
}

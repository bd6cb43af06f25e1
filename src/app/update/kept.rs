//! What the document keeps beside its design: results with their searches, and marks of solving by hand. The gallery,
//! the jobs and the marks on the screen are working copies, which have more to them; the document follows them.

use crate::app::language::tr;
use crate::app::results::{Derived, Selection};
use crate::app::session::After;
use crate::app::solving::Solvings;
use crate::app::studio::App;
use crate::app::wording::{and_list, n_results};
use crate::project::{Document, Results};
use std::collections::HashSet;

impl App {
    /// Makes working copies for a document that comes onto the screen.
    pub(in crate::app) fn show_kept(&mut self, document: &Document) {
        let results = document.results();
        self.results.gallery.replace(&results.found);
        self.results.jobs.replace(&results.searches);
        self.session.results.selection = Selection::default();
        self.solving.solvings = Solvings::default();
        self.results.kept = (self.results.gallery.contents(), self.results.jobs.contents());
        self.results.n_loads += 1;
        if results.found.is_empty() {
            return self.results.derived.forget();
        }
        let found = results.found.clone();
        self.results.derived.ask(self.results.n_loads, || {
            Box::new(move |watch| {
                let found = found.iter().take_while(|_| !watch.should_stop());
                found.map(|found| (found.id, Derived::of(found))).collect()
            })
        });
    }

    /// What follows from the results of the project, once it is known.
    pub(in crate::app) fn take_derived(&mut self) {
        if let Some((load, derived)) = self.results.derived.take()
            && load == self.results.n_loads
        {
            self.results.gallery.take_derived(derived);
        }
    }

    /// Puts into the document what was found, pinned, deleted or marked.
    pub(in crate::app) fn keep(&mut self) {
        let contents = (self.results.gallery.contents(), self.results.jobs.contents());
        if self.results.kept != contents {
            self.results.kept = contents;
            self.history
                .keep_results(Results { found: self.results.gallery.kept(), searches: self.results.jobs.searches() });
        }
        // The time alone is no change that anybody would want to be asked about.
        if let Some(solving) = self.solving.solvings.present()
            && self.document().solving_of(solving.puzzle()).map(|kept| &kept.entries) != Some(solving.entries())
        {
            self.history.keep_solving(solving.puzzle(), &solving.kept());
        }
    }

    /// Puts the time of solving into the document, which is written at once.
    pub(in crate::app) fn keep_time(&mut self) {
        if let Some(solving) = self.solving.solvings.present() {
            self.history.keep_solving(solving.puzzle(), &solving.kept());
        }
    }

    /// Whether a search is at work that would end with this.
    pub(in crate::app) fn would_stop_a_search(&self, after: &After) -> bool {
        let ends_all = *after == After::Close;
        self.results.jobs.is_running()
            || ends_all && (self.analysis.hunts.is_running() || self.proofs.elapsed().is_some())
    }

    /// What is in no file, in words: "puzzles, 12 results and marks of solving by hand".
    pub(in crate::app) fn unsaved_parts(&self) -> String {
        let document = self.document();
        let default = Document::default();
        let saved = self.disk.saved.as_ref().unwrap_or(&default);
        let mut parts = Vec::new();
        if document.puzzles() != saved.puzzles() {
            parts.push(tr!("puzzles").to_owned());
        }
        if !document.has_same_sheet(saved) {
            parts.push(tr!("the sheet").to_owned());
        }
        if document.results() != saved.results() {
            let known: HashSet<u64> = saved.results().found.iter().map(|found| found.id).collect();
            let new = document.results().found.iter().filter(|found| !known.contains(&found.id));
            let (n, n_pinned) = (new.clone().count(), new.filter(|found| found.is_pinned).count());
            parts.push(match (n, n_pinned) {
                (0, _) => tr!("the list of results").to_owned(),
                (n, 0) => n_results(n),
                (n, n_pinned) => tr!("{results} ({pinned} pinned)", results = n_results(n), pinned = n_pinned),
            });
        }
        if document.solvings() != saved.solvings() {
            parts.push(tr!("entries from solving by hand").to_owned());
        }
        match parts.as_slice() {
            // A project that was recovered, and is empty.
            [] => tr!("an empty puzzle").to_owned(),
            parts => and_list(parts),
        }
    }
}

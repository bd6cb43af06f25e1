//! The gallery: puzzles that jobs found, sorted, filtered, pinned, deleted, brought back.

use crate::app::language::searched;
use crate::app::language::{in_sentence, text, translated};
use crate::app::wording::strategy_title;
use crate::formats::{Format, PuzzleEntry, write};
use crate::grid::Puzzle;
use crate::grid::canon::{Class, class};
use crate::logic::{
    Figures, Order, Scale, StrategyId, StrategySet, Trace, TraceVerdict, fast_solutions, figures, figures_until,
    figures_without_se,
};
use crate::project::{FoundPuzzle, MAX_RESULTS};
use std::collections::{BTreeSet, HashMap};
use std::ops::Deref;
use std::sync::Arc;

/// Number of a result, counted up from 1 in the order in which they came.
pub type ResultId = u64;

/// A puzzle in the gallery.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct GalleryEntry {
    /// What the project keeps of it.
    found: Arc<FoundPuzzle>,
    /// Number of clues.
    pub n_clues: usize,
    /// The first result that it is equal to by symmetry or renaming.
    pub duplicate_of: Option<ResultId>,
    /// What follows from the puzzle; for a result of the project's file it comes later.
    derived: Derived,
}

/// What follows from the puzzle of a result, so the project need not keep it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(in crate::app) struct Derived {
    /// What equivalent puzzles share and no others.
    class: Option<Class>,
    /// The score of `HoDoKu`, in tenths.
    hodoku: Option<u32>,
    /// The effort of our own rating in the usual ranking, in tenths, and the number of bottlenecks.
    own: Option<(u32, usize)>,
}

impl Derived {
    /// Computes it, with the strategies that solve the puzzle; takes its time.
    pub(in crate::app) fn of(found: &FoundPuzzle) -> Derived {
        Derived::from(&found.puzzle, &figures_without_se(&found.puzzle, &usual_order(found.used)))
    }

    fn from(puzzle: &Puzzle, figures: &Figures) -> Derived {
        let own = figures.own.as_ref();
        Derived {
            class: class(puzzle, || fast_solutions(puzzle, 1).pop()).ok(),
            hodoku: figures.hodoku.map(|rating| rating.score * 10),
            own: own.map(|own| ((own.effort() * 10.0).round() as u32, own.bottlenecks().len())),
        }
    }
}

/// The usual order of strategies that solve a puzzle.
fn usual_order(used: StrategySet) -> Order {
    // Files of earlier versions do not know the strategies.
    Order::from(if used.is_empty() { StrategySet::ALL } else { used })
}

impl Deref for GalleryEntry {
    type Target = FoundPuzzle;

    fn deref(&self) -> &FoundPuzzle {
        &self.found
    }
}

impl GalleryEntry {
    /// A puzzle that was just found, by its solution; its number comes with the gallery.
    pub(in crate::app) fn new(trace: &Trace, scale: Option<(Scale, Order)>, search: Option<u64>) -> GalleryEntry {
        let scale = scale.filter(|(scale, _)| *scale != Scale::Se);
        let puzzle = trace.puzzle.clone();
        let figures = figures(&puzzle, &usual_order(trace.used()));
        let derived = Derived::from(&puzzle, &figures);
        let found = FoundPuzzle {
            id: 0,
            figure: scale.and_then(|(scale, order)| Some((scale, scale.figure(trace, &order)?))),
            n_steps: trace.steps.len(),
            rating: figures.se.map(|rating| rating.whole),
            hardest: trace.hardest(),
            used: trace.used(),
            is_pinned: false,
            search,
            puzzle,
        };
        GalleryEntry { derived, ..GalleryEntry::kept(Arc::new(found)) }
    }

    /// A puzzle of a list, by the usual order of all strategies, on the scale of `SukakuExplainer` too if that is asked
    /// for. One that they do not solve has no hardest step, and one that has not exactly one solution has no figure.
    pub(in crate::app) fn rated(
        puzzle: &Puzzle,
        on_sukaku: bool,
        search: u64,
        should_stop: &dyn Fn() -> bool,
    ) -> GalleryEntry {
        let scales = [Scale::Se, Scale::Hodoku, Scale::Sukaku];
        let scales = if on_sukaku { &scales[..] } else { &scales[..2] };
        let order = usual_order(StrategySet::ALL);
        let figures = puzzle.conflict().is_none().then(|| figures_until(puzzle, &order, scales, should_stop));
        let trace = figures.as_ref().map(|figures| &figures.trace);
        let solved = trace.filter(|trace| trace.verdict == TraceVerdict::Solved);
        let sukaku = figures.as_ref().and_then(|figures| figures.sukaku);
        let found = FoundPuzzle {
            id: 0,
            puzzle: puzzle.clone(),
            figure: sukaku.map(|rating| (Scale::Sukaku, u32::from(rating.whole))),
            n_steps: trace.map_or(0, |trace| trace.steps.len()),
            rating: figures.as_ref().and_then(|figures| figures.se).map(|rating| rating.whole),
            hardest: solved.and_then(Trace::hardest),
            used: trace.map_or(StrategySet::EMPTY, Trace::used),
            is_pinned: false,
            search: Some(search),
        };
        let derived = figures.map_or_else(Derived::default, |figures| Derived::from(puzzle, &figures));
        GalleryEntry { derived, ..GalleryEntry::kept(Arc::new(found)) }
    }

    /// A result of the project's file; what follows from its puzzle is found out later.
    fn kept(found: Arc<FoundPuzzle>) -> GalleryEntry {
        GalleryEntry { n_clues: found.puzzle.n_clues(), found, duplicate_of: None, derived: Derived::default() }
    }

    /// The figure on a scale in tenths: where the puzzle was sought for its difficulty on this scale the one that
    /// the search went by, else the one in the usual ranking.
    pub fn figure_on(&self, scale: Scale) -> Option<u32> {
        let sought = self.figure.filter(|(sought, _)| *sought == scale).map(|(_, figure)| figure);
        sought.or(match scale {
            Scale::Se => self.rating.map(u32::from),
            Scale::Sukaku => None,
            Scale::Hodoku => self.derived.hodoku,
            Scale::Own => self.derived.own.map(|(effort, _)| effort),
        })
    }

    /// Harder steps without any choice, once they are counted.
    pub fn n_bottlenecks(&self) -> Option<usize> {
        self.derived.own.map(|(_, n_bottlenecks)| n_bottlenecks)
    }
}

/// What the gallery is sorted by.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub enum Column {
    #[default]
    Number,
    Clues,
    Steps,
    Rating,
    Sukaku,
    Hodoku,
    Own,
    Bottlenecks,
    Hardest,
}

impl Column {
    /// Every column from left to right.
    pub const ALL: [Column; 9] = [
        Column::Number,
        Column::Clues,
        Column::Steps,
        Column::Rating,
        Column::Sukaku,
        Column::Hodoku,
        Column::Own,
        Column::Bottlenecks,
        Column::Hardest,
    ];

    /// The one with the figures on this scale.
    pub(super) const fn of(scale: Scale) -> Column {
        match scale {
            Scale::Se => Column::Rating,
            Scale::Sukaku => Column::Sukaku,
            Scale::Hodoku => Column::Hodoku,
            Scale::Own => Column::Own,
        }
    }

    /// What stands above it.
    pub fn title(self) -> &'static str {
        translated(self.english())
    }

    /// What it is called in the middle of a sentence.
    pub(super) fn in_sentence(self) -> String {
        in_sentence(self.english())
    }

    const fn english(self) -> &'static str {
        match self {
            Column::Number => text!("No."),
            Column::Clues => text!("Clues"),
            Column::Steps => text!("Steps"),
            Column::Rating => Scale::Se.short_title(),
            Column::Sukaku => Scale::Sukaku.short_title(),
            Column::Hodoku => Scale::Hodoku.short_title(),
            Column::Own => text!("Effort"),
            Column::Bottlenecks => text!("Bottlenecks"),
            Column::Hardest => text!("Hardest step"),
        }
    }

    /// What it says of a result.
    pub(super) fn text(self, entry: &GalleryEntry) -> String {
        let figure = |scale: Scale| entry.figure_on(scale).map(|figure| scale.text(figure));
        let text = match self {
            Column::Number => Some(entry.id.to_string()),
            Column::Clues => Some(entry.n_clues.to_string()),
            Column::Steps => Some(entry.n_steps.to_string()),
            Column::Rating => figure(Scale::Se),
            Column::Sukaku => figure(Scale::Sukaku),
            Column::Hodoku => figure(Scale::Hodoku),
            Column::Own => figure(Scale::Own),
            Column::Bottlenecks => entry.n_bottlenecks().map(|n| n.to_string()),
            Column::Hardest => entry.hardest.map(|id| strategy_title(id).to_owned()),
        };
        text.unwrap_or_else(|| "—".to_owned())
    }

    /// What results are sorted by: those without a figure come first.
    fn key(self, entry: &GalleryEntry) -> usize {
        let figure = |scale: Scale| entry.figure_on(scale).map_or(0, |figure| figure as usize + 1);
        match self {
            Column::Number => 0,
            Column::Clues => entry.n_clues,
            Column::Steps => entry.n_steps,
            Column::Rating => figure(Scale::Se),
            Column::Sukaku => figure(Scale::Sukaku),
            Column::Hodoku => figure(Scale::Hodoku),
            Column::Own => figure(Scale::Own),
            Column::Bottlenecks => entry.n_bottlenecks().map_or(0, |n| n + 1),
            Column::Hardest => entry.hardest.map_or(0, |id| id as usize + 1),
        }
    }
}

/// Which results show.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Filter {
    /// Part of the hardest strategy's name, or a figure that begins so.
    pub text: String,
    /// Those that need this strategy.
    pub strategy: Option<StrategyId>,
    /// Pinned ones alone.
    pub pinned: bool,
    /// Without duplicates.
    pub different: bool,
}

impl Filter {
    fn holds(&self, entry: &GalleryEntry) -> bool {
        let wanted = self.text.trim().to_lowercase();
        let hardest = entry.hardest.map_or(String::new(), |id| searched(id.title()));
        let figure = |scale: Scale| entry.figure_on(scale).map(|figure| scale.text(figure));
        let is_named = wanted.is_empty()
            || hardest.contains(&wanted)
            || [Scale::Se, Scale::Sukaku].into_iter().filter_map(figure).any(|figure| figure.starts_with(&wanted))
            || entry.n_clues.to_string() == wanted;
        let is_needed = self.strategy.is_none_or(|id| entry.used.contains(id));
        is_named && is_needed && (!self.pinned || entry.is_pinned) && (!self.different || entry.duplicate_of.is_none())
    }

    /// Whether everything shows.
    pub fn is_empty(&self) -> bool {
        self.text.trim().is_empty() && self.strategy.is_none() && !self.pinned && !self.different
    }
}

/// Deleted results that can be brought back; those of the last deletion whatever their number.
const MAX_DELETED: usize = 1_000;

/// The results.
#[derive(Debug, Default)]
pub struct Gallery {
    /// All of them, in the order on the screen.
    entries: Vec<GalleryEntry>,
    /// Those that the filter lets through, as positions in `entries`.
    shown: Vec<usize>,
    filter: Filter,
    /// The strategies of all results.
    used: StrategySet,
    /// Whether a result has a figure on the scale of `SukakuExplainer`.
    has_sukaku: bool,
    deleted: Vec<Vec<GalleryEntry>>,
    /// The first result of each class.
    classes: HashMap<Class, ResultId>,
    last_id: ResultId,
    sorted_by: Option<(Column, bool)>,
    /// Counted up with every change of what shows.
    revision: u64,
    /// Counted up with every change of what the project keeps.
    contents: u64,
    /// Whether it is yet to be found out what follows from the results of the project's file.
    lacks_derived: bool,
}

impl Gallery {
    /// All results in the order on the screen, filtered ones too.
    pub fn entries(&self) -> &[GalleryEntry] {
        &self.entries
    }

    /// Number of results that the filter lets through.
    pub fn n_shown(&self) -> usize {
        self.shown.len()
    }

    /// The results that show, those at these positions.
    pub fn shown(&self, rows: std::ops::Range<usize>) -> impl Iterator<Item = &GalleryEntry> {
        self.shown[rows].iter().map(|&index| &self.entries[index])
    }

    /// All results that show, in the order on the screen.
    pub fn all_shown(&self) -> impl Iterator<Item = &GalleryEntry> {
        self.shown(0..self.shown.len())
    }

    /// Equal as long as the same results show in the same order.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// Equal as long as the results and their pins are the same.
    pub(in crate::app) fn contents(&self) -> u64 {
        self.contents
    }

    /// Whether all results have their figures, and those that are equal to an earlier one are marked.
    pub fn knows_all(&self) -> bool {
        !self.lacks_derived
    }

    /// The strategies of which at least one result needs each.
    pub fn used(&self) -> StrategySet {
        self.used
    }

    /// The columns from left to right; that of `SukakuExplainer` is there if a result has a figure on its scale, which
    /// is made only where it is asked for.
    pub fn columns(&self) -> impl Iterator<Item = Column> {
        Column::ALL.into_iter().filter(|&column| self.has_sukaku || column != Column::Sukaku)
    }

    /// What the project keeps, in the order of the numbers: of too many the pinned ones and the first ones.
    pub(in crate::app) fn kept(&self) -> Vec<Arc<FoundPuzzle>> {
        let mut found: Vec<Arc<FoundPuzzle>> = self.entries.iter().map(|entry| Arc::clone(&entry.found)).collect();
        found.sort_by_key(|found| (!found.is_pinned, found.id));
        found.truncate(MAX_RESULTS);
        found.sort_by_key(|found| found.id);
        found
    }

    /// Shows the results of another project; what follows from them comes with [`Self::take_derived`].
    pub(in crate::app) fn replace(&mut self, found: &[Arc<FoundPuzzle>]) {
        *self = Gallery {
            entries: found.iter().map(|found| GalleryEntry::kept(Arc::clone(found))).collect(),
            last_id: found.iter().map(|found| found.id).max().unwrap_or(0),
            revision: self.revision,
            contents: self.contents + 1,
            lacks_derived: !found.is_empty(),
            ..Gallery::default()
        };
        self.refresh();
    }

    /// Takes in what follows from results, and marks those equal to an earlier one.
    pub(in crate::app) fn take_derived(&mut self, derived: Vec<(ResultId, Derived)>) {
        let mut derived: HashMap<ResultId, Derived> = derived.into_iter().collect();
        for entry in self.entries.iter_mut().chain(self.deleted.iter_mut().flatten()) {
            if let Some(derived) = derived.remove(&entry.found.id) {
                entry.derived = derived;
            }
        }
        self.lacks_derived = false;
        // Results that came meanwhile may be equal to these.
        self.classes.clear();
        let mut all: Vec<&mut GalleryEntry> =
            self.entries.iter_mut().chain(self.deleted.iter_mut().flatten()).collect();
        all.sort_by_key(|entry| entry.found.id);
        for entry in all {
            let id = entry.found.id;
            entry.duplicate_of = entry.derived.class.as_ref().and_then(|class| {
                let first = *self.classes.entry(class.clone()).or_insert(id);
                (first != id).then_some(first)
            });
        }
        self.refresh();
    }

    /// Which results show.
    pub fn filter(&self) -> &Filter {
        &self.filter
    }

    /// Chooses which results show.
    pub fn set_filter(&mut self, filter: Filter) {
        self.filter = filter;
        self.refresh();
    }

    /// Column and direction of the order; true for upwards.
    pub fn sorted_by(&self) -> (Column, bool) {
        self.sorted_by.unwrap_or((Column::Number, true))
    }

    /// Whether deleted results can be brought back.
    pub fn has_deleted(&self) -> bool {
        !self.deleted.is_empty()
    }

    /// The puzzles that a new search need not find again: those here and those deleted.
    pub fn known(&self) -> Vec<Puzzle> {
        self.entries.iter().chain(self.deleted.iter().flatten()).map(|entry| entry.puzzle.clone()).collect()
    }

    /// Takes results in; those equal to an earlier one by symmetry or renaming are marked.
    pub fn add(&mut self, entries: Vec<GalleryEntry>) {
        if entries.is_empty() {
            return;
        }
        for entry in entries {
            self.last_id += 1;
            let duplicate_of = entry.derived.class.as_ref().and_then(|class| {
                let first = *self.classes.entry(class.clone()).or_insert(self.last_id);
                (first != self.last_id).then_some(first)
            });
            let found = Arc::new(FoundPuzzle { id: self.last_id, ..FoundPuzzle::clone(&entry.found) });
            self.entries.push(GalleryEntry { found, duplicate_of, ..entry });
        }
        self.contents += 1;
        self.refresh();
    }

    /// Sorts by this column; a second time turns the order round.
    pub fn sort_by(&mut self, column: Column) {
        let (present, is_up) = self.sorted_by();
        self.sorted_by = Some((column, if present == column { !is_up } else { true }));
        self.refresh();
    }

    /// Brings order and filter up to date.
    fn refresh(&mut self) {
        self.revision += 1;
        let (column, is_up) = self.sorted_by();
        self.entries.sort_by(|a, b| {
            let order = (column.key(a), a.id).cmp(&(column.key(b), b.id));
            if is_up { order } else { order.reverse() }
        });
        self.used = self.entries.iter().fold(StrategySet::EMPTY, |used, entry| used.union(entry.used));
        self.has_sukaku = self.entries.iter().any(|entry| entry.figure_on(Scale::Sukaku).is_some());
        self.shown = (0..self.entries.len()).filter(|&index| self.filter.holds(&self.entries[index])).collect();
    }

    /// The result with this number.
    pub fn entry(&self, id: ResultId) -> Option<&GalleryEntry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// Pins these results or lets them go.
    pub fn pin(&mut self, ids: &BTreeSet<ResultId>, is_pinned: bool) {
        for entry in self.entries.iter_mut().filter(|entry| ids.contains(&entry.id)) {
            Arc::make_mut(&mut entry.found).is_pinned = is_pinned;
        }
        self.contents += 1;
        self.refresh();
    }

    /// Deletes these results; says how many.
    pub fn delete(&mut self, ids: &BTreeSet<ResultId>) -> usize {
        self.delete_where(|entry| ids.contains(&entry.id))
    }

    /// Deletes every result that is not pinned; says how many.
    pub fn delete_unpinned(&mut self) -> usize {
        self.delete_where(|entry| !entry.is_pinned)
    }

    /// Deletes every result that is equal to an earlier one and not pinned; says how many.
    pub fn delete_duplicates(&mut self) -> usize {
        self.delete_where(|entry| entry.duplicate_of.is_some() && !entry.is_pinned)
    }

    fn delete_where(&mut self, is_meant: impl Fn(&GalleryEntry) -> bool) -> usize {
        let gone: Vec<GalleryEntry> = self.entries.extract_if(.., |entry| is_meant(entry)).collect();
        let n_gone = gone.len();
        if n_gone > 0 {
            self.contents += 1;
            self.deleted.push(gone);
            // The oldest go for good: memory has an end.
            while self.deleted.len() > 1 && self.deleted.iter().map(Vec::len).sum::<usize>() > MAX_DELETED {
                self.deleted.remove(0);
            }
            self.refresh();
        }
        n_gone
    }

    /// Brings back what was deleted last.
    pub fn restore(&mut self) {
        if let Some(back) = self.deleted.pop() {
            self.contents += 1;
            self.entries.extend(back);
            self.refresh();
        }
    }

    /// The puzzles that show as text, one a line, in the order on the screen.
    pub fn text(&self) -> String {
        lines(self.all_shown())
    }
}

/// Puzzles as text, one a line, with their layouts where these are not plain.
pub(in crate::app) fn lines<'a>(entries: impl Iterator<Item = &'a GalleryEntry>) -> String {
    let entries: Vec<PuzzleEntry> = entries.map(|entry| PuzzleEntry::new(entry.puzzle.clone())).collect();
    write(Format::Lines, &entries).expect("lines tell every puzzle")
}

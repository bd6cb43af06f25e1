//! Selected results, and what can be done with one or several results.

use super::gallery::{Gallery, ResultId};
use crate::formats::Site;
use std::collections::BTreeSet;

/// Which results are selected.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Selection {
    ids: BTreeSet<ResultId>,
    /// Where a range begins: the result that was picked last without Shift.
    anchor: Option<ResultId>,
}

/// How a result is picked.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) enum Pick {
    /// It alone.
    Only,
    /// In addition to the others, or no longer.
    Toggle,
    /// With all between it and the one that was picked before.
    Range,
}

impl Selection {
    /// Whether this result is selected.
    pub fn contains(&self, id: ResultId) -> bool {
        self.ids.contains(&id)
    }

    /// Those of the results on the screen that are selected; what the filter hides is not touched by any command.
    pub fn shown(&self, gallery: &Gallery) -> BTreeSet<ResultId> {
        if self.ids.is_empty() {
            return BTreeSet::new();
        }
        gallery.all_shown().map(|entry| entry.id).filter(|id| self.ids.contains(id)).collect()
    }

    /// Picks a result.
    pub(in crate::app) fn pick(&mut self, id: ResultId, pick: Pick, gallery: &Gallery) {
        match pick {
            Pick::Only => self.ids = BTreeSet::from([id]),
            Pick::Toggle => {
                if !self.ids.remove(&id) {
                    self.ids.insert(id);
                }
            }
            Pick::Range => {
                let shown: Vec<ResultId> = gallery.all_shown().map(|entry| entry.id).collect();
                let place = |id: ResultId| shown.iter().position(|&other| other == id);
                let end = place(id);
                let start = self.anchor.and_then(place).or(end);
                if let (Some(start), Some(end)) = (start, end) {
                    self.ids = shown[start.min(end)..=start.max(end)].iter().copied().collect();
                }
                return;
            }
        }
        self.anchor = Some(id);
    }

    /// Selects every result on the screen.
    pub(in crate::app) fn pick_all(&mut self, gallery: &Gallery) {
        self.ids = gallery.all_shown().map(|entry| entry.id).collect();
    }
}

/// What results are copied as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) enum CopyAs {
    /// One line of text each.
    Lines,
    /// One link each.
    Links(Site),
    /// A picture of the first one.
    Picture,
}

/// What is done with results.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(in crate::app) enum ResultAct {
    /// Select this one.
    Pick(ResultId, Pick),
    /// Add them to the project.
    Add(BTreeSet<ResultId>),
    /// Put them on the clipboard.
    Copy(BTreeSet<ResultId>, CopyAs),
    /// Pin them or let them go.
    Pin(BTreeSet<ResultId>, bool),
    /// Delete them.
    Delete(BTreeSet<ResultId>),
}

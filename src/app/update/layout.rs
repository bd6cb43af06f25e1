//! Layouts: random ones, and those that the setter saves.

use crate::app::board::{RegionStroke, RegionTool, RuleBrush, RuleStroke, RuleStrokeFault};
use crate::app::language::tr;
use crate::app::layouts::Roll;
use crate::app::library::{NamedLayout, kept_name};
use crate::app::studio::App;
use crate::app::view::View;
use crate::app::wording::error_text;
use crate::generate::fill::{Filling, fill};
use crate::generate::layouts::{contradiction, random_layout};
use crate::grid::Regions;
use crate::project::{Edit, RegionDeed};
use std::hash::{BuildHasher, RandomState};

impl App {
    /// Makes a random layout in the background.
    pub(in crate::app) fn roll_layout(&mut self) {
        let project = self.project();
        let roll = Roll {
            puzzle: self.document().current_index(),
            present: project.shape(),
            symmetry: project.symmetry,
            // A die that falls differently at every start.
            seed: RandomState::new().hash_one(()),
        };
        let work =
            move |watch: &dyn crate::generate::Watch| random_layout(roll.present.n(), roll.symmetry, roll.seed, watch);
        self.layouts.rolls.ask(roll, || Box::new(work));
    }

    /// Asks whether any grid fits the layout; every plain one has grids.
    pub(in crate::app) fn ask_contradiction(&mut self) {
        let shape = self.project().shape();
        if !shape.is_plain() {
            self.layouts
                .contradictions
                .ask(shape, || Box::new(move |watch| contradiction(shape, &|| watch.should_stop())));
        }
    }

    /// Puts what was computed about layouts into the document, if that is still what it was computed for.
    pub(in crate::app) fn take_layouts(&mut self) {
        self.take_filled();
        let Some((roll, found)) = self.layouts.rolls.take() else { return };
        if roll.puzzle != self.document().current_index() || roll.present != self.project().shape() {
            return;
        }
        match found {
            Ok(Some(layout)) => self.edit(&Edit::SetShape(layout.shape.with_fitting_rules(roll.present))),
            // It was stopped.
            Ok(None) => {}
            Err(error) => self.notices.info(error_text(&error)),
        }
    }

    /// Uses this tool for regions, or the brush for clue cells again.
    pub(in crate::app) fn use_region_tool(&mut self, tool: Option<RegionTool>) {
        self.abort_strokes();
        self.session.board.region_tool = tool;
        self.session.board.theme_brush = None;
        self.session.board.path_brush = None;
    }

    /// Whether strokes use this brush for rules of the layout.
    pub(in crate::app) fn uses_rule_brush(&self, brush: RuleBrush) -> bool {
        self.session.board.region_tool == Some(RegionTool::Rules(brush)) && self.session.view == View::Pattern
    }

    /// A stroke over regions is finished.
    pub(in crate::app) fn end_region_stroke(&mut self, stroke: &RegionStroke) {
        self.session.board.region_stroke = None;
        if stroke.lacks_region() {
            let n = self.project().shape().n();
            self.notices.info(tr!("All {n} regions have cells: begin the stroke in one of them", n));
            return;
        }
        self.edit(&stroke.edit());
    }

    /// A stroke over rules of the layout is finished.
    pub(in crate::app) fn end_rule_stroke(&mut self, stroke: &RuleStroke) {
        self.session.board.rule_stroke = None;
        let shape = self.project().shape();
        let n = shape.n();
        match stroke.after(shape.rules(), self.session.board.painted_set) {
            Ok((rules, painted)) => match shape.with_rules(&rules) {
                Ok(shape) => {
                    self.session.board.painted_set = painted.or(self.session.board.painted_set);
                    self.edit(&Edit::SetShape(shape));
                }
                Err(error) => self.notices.info(error_text(&error)),
            },
            Err(RuleStrokeFault::OneCell) => {
                self.notices
                    .info(tr!("A house or group has at least two cells: drag over them, or add cells with Ctrl"));
            }
            Err(RuleStrokeFault::TooMany { found }) => {
                self.notices.info(tr!("This set would have {found} cells: a house of this grid has {n}", found, n));
            }
            Err(RuleStrokeFault::NoDigits) => self.notices.info(tr!("Tick the digits that the cells may hold first")),
        }
    }

    /// Strokes in progress are gone.
    pub(in crate::app) fn abort_strokes(&mut self) {
        self.session.board.stroke = None;
        self.session.board.region_stroke = None;
        self.session.board.rule_stroke = None;
    }

    /// Completes the regions in the background.
    pub(in crate::app) fn fill_regions(&mut self) {
        let regions = self.regions();
        let key = (self.document().current_index(), regions.clone());
        // Another way each time.
        let seed = RandomState::new().hash_one(());
        self.layouts.fills.ask(key, || Box::new(move |watch| fill(&regions, seed, watch)));
    }

    fn take_filled(&mut self) {
        let Some(((puzzle, begun), filled)) = self.layouts.fills.take() else { return };
        if puzzle != self.document().current_index() || begun != self.regions() {
            return;
        }
        match filled {
            Ok(Filling::Filled(regions)) => self.edit(&Edit::SetRegions { regions, deed: RegionDeed::Fill }),
            Ok(Filling::Impossible) => self.notices.info(tr!(
                "These regions cannot be completed so that each hangs together: take some cells out, or exchange some"
            )),
            Ok(Filling::Stopped) => {}
            Err(error) => self.notices.info(error_text(&error)),
        }
    }

    pub(in crate::app) fn clear_regions(&mut self) {
        let regions = Regions::empty(self.project().shape().n());
        self.edit(&Edit::SetRegions { regions, deed: RegionDeed::Clear });
    }

    pub(in crate::app) fn discard_regions(&mut self) {
        let regions = Regions::of(self.project().shape());
        self.edit(&Edit::SetRegions { regions, deed: RegionDeed::Discard });
    }

    pub(in crate::app) fn save_layout(&mut self, name: &str) {
        let shape = self.project().shape();
        let saved = kept_name(name).and_then(|name| self.own_layouts.save(NamedLayout { name, shape }));
        match saved {
            Ok(()) => self.notices.info(tr!("Saved the layout {name}", name = name.trim())),
            Err(sentence) => self.notices.error(sentence),
        }
    }

    pub(in crate::app) fn delete_layout(&mut self, index: usize) {
        let name = self.own_layouts.own().get(index).map(|named| named.name.clone());
        match self.own_layouts.delete(index) {
            Ok(()) => self.notices.info(tr!("Deleted the layout {name}", name = name.unwrap_or_default())),
            Err(sentence) => self.notices.error(sentence),
        }
    }

    pub(in crate::app) fn restore_layout(&mut self) {
        if let Err(sentence) = self.own_layouts.restore() {
            self.notices.error(sentence);
        }
    }
}

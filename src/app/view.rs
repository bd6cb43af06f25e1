//! What the window shows: a view in the middle, panels at the sides.

/// What the board shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub enum View {
    #[default]
    Pattern,
    Puzzle,
    Solution,
    Trace,
    Results,
    Analysis,
    Lab,
    Sheet,
}

impl View {
    /// Every view, in the order of the switch.
    pub const ALL: [View; 8] = [
        View::Pattern,
        View::Puzzle,
        View::Solution,
        View::Trace,
        View::Results,
        View::Analysis,
        View::Lab,
        View::Sheet,
    ];
}

/// What the left panel shows.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
#[allow(missing_docs, reason = "the names say it")]
pub enum LeftTab {
    /// What the view is about: the design, the steps, the pages.
    #[default]
    Subject,
    Puzzles,
    History,
}

/// Which panels show, and what of them.
#[derive(Clone, PartialEq, Debug)]
pub struct PanelState {
    /// What the left panel shows.
    pub left_tab: LeftTab,
    /// Shows the patterns whose names hold this text.
    pub pattern_filter: String,
    /// Shows the left panel.
    pub left: bool,
    /// Shows the right panel.
    pub right: bool,
    /// Shows the strategies whose names hold this text.
    pub strategy_filter: String,
    /// The menus of the path show the strategies whose names hold this text.
    pub path_filter: String,
}

impl Default for PanelState {
    fn default() -> PanelState {
        PanelState {
            left_tab: LeftTab::Subject,
            pattern_filter: String::new(),
            left: true,
            right: true,
            strategy_filter: String::new(),
            path_filter: String::new(),
        }
    }
}

//! The views of the studio.

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

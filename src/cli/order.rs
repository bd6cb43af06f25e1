//! `--order` and `--preset`: a setter's own order of strategies, for several subcommands.

use crate::logic::{Order, PRESETS, Preset, StrategySet};

/// The options.
#[derive(clap::Args, Clone, Debug, Default)]
pub struct OrderArgs {
    /// Strategies from easy to hard instead of --strategies: names, groups or presets, separated by commas;
    /// + before a name requires it, - forbids it (write --order=LIST if the list starts with -).
    #[arg(long, value_name = "LIST", conflicts_with_all = ["strategies", "preset"])]
    pub order: Option<Order>,
    /// A ready-made order: paper, newspaper-easy, newspaper-medium, newspaper-hard, se or hodoku.
    #[arg(long, value_name = "NAME", conflicts_with = "strategies", value_parser = parse_preset)]
    pub preset: Option<Preset>,
}

impl OrderArgs {
    /// The order asked for, if any.
    pub(super) fn given(&self) -> Option<Order> {
        self.order.or_else(|| self.preset.map(|preset| preset.order()))
    }

    /// The order asked for, else these strategies in the order of the catalogue.
    pub(super) fn or(&self, strategies: StrategySet) -> Order {
        self.given().unwrap_or_else(|| strategies.into())
    }
}

/// The preset with this name.
pub(super) fn parse_preset(text: &str) -> Result<Preset, String> {
    PRESETS.into_iter().find(|preset| preset.name == text).ok_or_else(|| {
        let names: Vec<_> = PRESETS.iter().map(|preset| preset.name).collect();
        format!("use one of {}", names.join(", "))
    })
}

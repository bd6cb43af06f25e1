//! How strategies look: a colour a kind, a height by difficulty.

use crate::app::theme::{self, Palette};
use crate::logic::{STRATEGIES, StrategyId, StrategyKind, strategy};
use eframe::egui::Color32;

/// The colour of a strategy's kind.
pub(in crate::app) fn kind_colour(palette: &Palette, id: StrategyId) -> Color32 {
    match strategy(id).entry().kind {
        StrategyKind::Single => theme::mix(palette.soft, palette.ink, 0.2),
        StrategyKind::Locked => palette.cover,
        StrategyKind::Subset => palette.base,
        StrategyKind::Fish => palette.fin,
        StrategyKind::Chain => palette.chain,
        StrategyKind::Uniqueness => theme::mark_colour(3),
        StrategyKind::AlmostLocked => palette.accent,
    }
}

/// How hard a strategy is, above 0 up to 1: its place in the catalogue, stretched where the
/// common ones are.
pub(in crate::app) fn effort(id: StrategyId) -> f32 {
    ((id as usize + 1) as f32 / STRATEGIES.len() as f32).sqrt()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn harder_strategies_stand_higher() {
        let efforts: Vec<f32> = STRATEGIES.iter().map(|strategy| effort(strategy.id())).collect();
        assert!(efforts.is_sorted() && efforts[0] > 0.1 && (efforts[efforts.len() - 1] - 1.0).abs() < 1e-6);
    }
}

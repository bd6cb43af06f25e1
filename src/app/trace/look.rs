//! How strategies look: a colour a family, a height by difficulty.

use crate::app::theme::{self, Palette};
use crate::logic::{STRATEGIES, StrategyId};
use eframe::egui::Color32;

/// Families of strategies that share a colour.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(in crate::app) enum Family {
    Single,
    Locked,
    Subset,
    Fish,
    Chain,
    Uniqueness,
    AlmostLocked,
}

impl Family {
    /// The family of a strategy.
    pub(in crate::app) fn of(id: StrategyId) -> Family {
        use StrategyId as S;
        match id {
            S::FullHouse | S::NakedSingle | S::HiddenSingle => Family::Single,
            S::LockedCandidates => Family::Locked,
            S::NakedPair | S::HiddenPair | S::NakedTriple | S::HiddenTriple | S::NakedQuad | S::HiddenQuad => {
                Family::Subset
            }
            S::XWing
            | S::Swordfish
            | S::Jellyfish
            | S::FinnedXWing
            | S::SashimiXWing
            | S::FinnedSwordfish
            | S::SashimiSwordfish
            | S::FinnedJellyfish
            | S::SashimiJellyfish => Family::Fish,
            S::UniqueRectangle1
            | S::UniqueRectangle2
            | S::UniqueRectangle3
            | S::UniqueRectangle4
            | S::UniqueRectangle5
            | S::UniqueRectangle6
            | S::HiddenRectangle
            | S::AvoidableRectangle1
            | S::AvoidableRectangle2
            | S::UniqueLoop
            | S::BugPlusOne => Family::Uniqueness,
            S::SueDeCoq | S::AlsXz | S::AlsXyWing => Family::AlmostLocked,
            _ => Family::Chain,
        }
    }
}

/// The colour of a strategy's family.
pub(in crate::app) fn family_colour(palette: &Palette, id: StrategyId) -> Color32 {
    match Family::of(id) {
        Family::Single => theme::mix(palette.soft, palette.ink, 0.2),
        Family::Locked => palette.cover,
        Family::Subset => palette.base,
        Family::Fish => palette.fin,
        Family::Chain => palette.chain,
        Family::Uniqueness => theme::mark_colour(3),
        Family::AlmostLocked => palette.accent,
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
        assert_eq!(Family::of(StrategyId::WWing), Family::Chain);
        assert_eq!(Family::of(StrategyId::NakedQuad), Family::Subset);
    }
}

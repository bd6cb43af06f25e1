//! Sets of strategies, their groups and the lists in which they are written.

use super::registry::{STRATEGIES, Strategy, StrategyId};
use crate::grid::quoted;
use std::fmt;
use std::str::FromStr;

/// A name that is neither a strategy nor a group.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("unknown strategy {}: use {} or a group ({})", quoted(name), STRATEGIES.map(Strategy::name).join(", "), GROUPS.map(|g| g.0).join(", "))]
pub struct StrategyError {
    /// The unknown name.
    pub name: String,
}

/// A set of strategies.
///
/// ```
/// use cluesmith::logic::{StrategyId, StrategySet};
///
/// let strategies: StrategySet = "singles,x-wing".parse()?;
/// assert!(strategies.contains(StrategyId::XWing));
/// assert!(strategies.is_subset(StrategySet::BASIC));
/// # Ok::<(), cluesmith::logic::StrategyError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default)]
pub struct StrategySet(u128);

const fn bit(id: StrategyId) -> u128 {
    1 << id as u8
}

/// All from one strategy to another.
const fn bits(first: StrategyId, last: StrategyId) -> u128 {
    (bit(last) - bit(first)) | bit(last)
}

/// Named groups of strategies: name, members.
const GROUPS: [(&str, StrategySet); 4] = [
    ("singles", StrategySet::SINGLES),
    ("paper", StrategySet::PAPER),
    ("basic", StrategySet::BASIC),
    ("all", StrategySet::ALL),
];

impl StrategySet {
    /// No strategy.
    pub const EMPTY: StrategySet = StrategySet(0);
    /// Naked and hidden single.
    pub const SINGLES: StrategySet = StrategySet(bit(StrategyId::NakedSingle) | bit(StrategyId::HiddenSingle));
    /// The three strategies of Nishikawa and Toda: singles and locked candidates.
    pub const PAPER: StrategySet = StrategySet(Self::SINGLES.0 | bit(StrategyId::LockedCandidates));
    /// Every strategy of the base-and-cover form.
    pub const BASIC: StrategySet = StrategySet(
        Self::PAPER.0
            | bit(StrategyId::Leftovers2)
            | bit(StrategyId::Leftovers3)
            | bit(StrategyId::Leftovers4)
            | bit(StrategyId::NakedPair)
            | bit(StrategyId::HiddenPair)
            | bit(StrategyId::NakedTriple)
            | bit(StrategyId::HiddenTriple)
            | bit(StrategyId::XWing)
            | bit(StrategyId::NakedQuad)
            | bit(StrategyId::HiddenQuad)
            | bit(StrategyId::Swordfish)
            | bit(StrategyId::Jellyfish),
    );
    /// Strategies beyond base and cover whose every step follows from candidates that are gone, by rules that can be
    /// read off the geometry.
    pub const WITH_PREMISES: StrategySet = StrategySet(
        bits(StrategyId::Skyscraper, StrategyId::CommonPeerElimination)
            | bits(StrategyId::XyWing, StrategyId::RemotePair)
            | bits(StrategyId::FinnedXWing, StrategyId::Aic),
    );
    /// Every strategy.
    pub const ALL: StrategySet = StrategySet((1 << STRATEGIES.len()) - 1);

    /// The set of one strategy.
    pub const fn single(id: StrategyId) -> StrategySet {
        StrategySet(bit(id))
    }

    /// Whether the strategy is in the set.
    #[inline]
    pub const fn contains(self, id: StrategyId) -> bool {
        self.0 & bit(id) != 0
    }

    /// Puts a strategy in.
    pub const fn insert(&mut self, id: StrategyId) {
        self.0 |= bit(id);
    }

    /// Takes a strategy out.
    pub const fn remove(&mut self, id: StrategyId) {
        self.0 &= !bit(id);
    }

    /// Whether there is no strategy.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of strategies.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether every strategy of this set is in the other.
    pub const fn is_subset(self, other: StrategySet) -> bool {
        self.0 & !other.0 == 0
    }

    /// The strategies in either set.
    #[must_use]
    pub const fn union(self, other: StrategySet) -> StrategySet {
        StrategySet(self.0 | other.0)
    }

    /// The strategies in both sets.
    #[must_use]
    pub const fn intersection(self, other: StrategySet) -> StrategySet {
        StrategySet(self.0 & other.0)
    }

    /// The strategies of this set that are not in the other.
    #[must_use]
    pub const fn difference(self, other: StrategySet) -> StrategySet {
        StrategySet(self.0 & !other.0)
    }

    /// The strategies in order of human effort.
    pub fn iter(self) -> impl Iterator<Item = StrategyId> + Clone {
        STRATEGIES.iter().map(|s| s.id()).filter(move |&id| self.contains(id))
    }
}

impl fmt::Display for StrategySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let names: Vec<_> = self.iter().map(StrategyId::name).collect();
        f.write_str(&names.join(","))
    }
}

impl fmt::Debug for StrategySet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{{{self}}}")
    }
}

impl FromStr for StrategySet {
    type Err = StrategyError;

    /// Reads a comma-separated list of strategy and group names.
    fn from_str(text: &str) -> Result<StrategySet, StrategyError> {
        let mut set = StrategySet::EMPTY;
        for name in text.split(',').map(str::trim).filter(|name| !name.is_empty()) {
            let group = GROUPS.iter().find(|(group, _)| *group == name).map(|&(_, members)| members);
            let single = STRATEGIES.iter().find(|s| s.name() == name).map(|s| StrategySet::single(s.id()));
            match group.or(single) {
                Some(members) => set = set.union(members),
                None => return Err(StrategyError { name: name.to_owned() }),
            }
        }
        Ok(set)
    }
}

impl FromIterator<StrategyId> for StrategySet {
    fn from_iter<I: IntoIterator<Item = StrategyId>>(iter: I) -> Self {
        let mut set = StrategySet::EMPTY;
        for id in iter {
            set.insert(id);
        }
        set
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_parse_and_print() {
        let set: StrategySet = " singles, locked-candidates ".parse().expect("names");
        assert_eq!(set, StrategySet::PAPER);
        assert_eq!(set.to_string(), "naked-single,hidden-single,locked-candidates");
        let error = "singles,nake-pair".parse::<StrategySet>().expect_err("unknown");
        assert!(
            error
                .to_string()
                .starts_with("unknown strategy \"nake-pair\": use full-house, naked-single, hidden-single"),
            "{error}"
        );
    }
}

//! A setter's own order of strategies, and which of them are allowed, required or forbidden.

use crate::grid::{Shape, quoted};
use crate::logic::Search;
use crate::logic::StrategySet;
use crate::logic::registry::{STRATEGIES, Strategy, StrategyId, strategy};
use std::fmt;
use std::str::FromStr;

/// Number of strategies in the catalogue.
const N_STRATEGIES: usize = STRATEGIES.len();

/// Every strategy of the catalogue once, easiest first, as one setter sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ranking([StrategyId; N_STRATEGIES]);

impl Ranking {
    /// These strategies first, all others behind them in the order of the catalogue; of several mentions the
    /// first counts.
    pub fn new(first: impl IntoIterator<Item = StrategyId>) -> Ranking {
        let mut seen = StrategySet::EMPTY;
        let mut ranked = Vec::with_capacity(N_STRATEGIES);
        for id in first.into_iter().chain(StrategySet::ALL.iter()) {
            if !seen.contains(id) {
                seen.insert(id);
                ranked.push(id);
            }
        }
        let mut ranking = Ranking([StrategyId::FullHouse; N_STRATEGIES]);
        ranking.0.copy_from_slice(&ranked);
        ranking
    }

    /// The strategies, easiest first.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = StrategyId> + ExactSizeIterator + Clone + '_ {
        self.0.iter().copied()
    }

    /// Place of a strategy: 1 for the easiest.
    pub fn rank(&self, id: StrategyId) -> usize {
        1 + self.0.iter().position(|&other| other == id).expect("a ranking holds every strategy")
    }

    /// Place of a strategy among those that puzzles of this shape can have steps of: 1 for the easiest.
    pub fn rank_on(&self, id: StrategyId, shape: Shape) -> usize {
        1 + self.iter().take_while(|&other| other != id).filter(|&other| strategy(other).exists_on(shape)).count()
    }

    /// The strategies of a set, easiest first.
    pub fn sort(&self, set: StrategySet) -> Vec<StrategyId> {
        self.iter().filter(|&id| set.contains(id)).collect()
    }

    /// The hardest strategy of a set.
    pub fn hardest(&self, set: StrategySet) -> Option<StrategyId> {
        self.iter().rev().find(|&id| set.contains(id))
    }

    /// The strategies that stand before this one.
    pub fn easier_than(&self, id: StrategyId) -> StrategySet {
        self.iter().take_while(|&other| other != id).collect()
    }

    /// This ranking with one strategy at another place (from 1, beyond the end for last).
    #[must_use]
    pub fn with(&self, id: StrategyId, rank: usize) -> Ranking {
        let mut rest: Vec<StrategyId> = self.iter().filter(|&other| other != id).collect();
        rest.insert((rank.max(1) - 1).min(rest.len()), id);
        Ranking::new(rest)
    }
}

/// The order of the catalogue.
impl Default for Ranking {
    fn default() -> Ranking {
        Ranking::new([])
    }
}

impl fmt::Debug for Ranking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter().map(StrategyId::name)).finish()
    }
}

/// What a setter says about a strategy.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Tick {
    /// A solver of the puzzle shall not need it.
    Forbidden,
    /// It may be needed.
    Allowed,
    /// The trace must have a step of it.
    Required,
}

/// The order in which a solver tries strategies, with ticks.
///
/// As text it is a list of names, easiest first: `hidden-single,naked-single,+x-wing` allows three strategies and
/// requires the last one; `basic,-jellyfish` allows a group but for one strategy, which keeps its place. The name of
/// a preset stands for its list. Reading what was printed gives the same order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Debug)]
pub struct Order {
    /// The order, over allowed and forbidden ones.
    pub ranking: Ranking,
    /// Strategies that may be used.
    pub allowed: StrategySet,
    /// Strategies of which the trace must have a step; each is allowed.
    pub required: StrategySet,
}

/// An order with a name.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Preset {
    /// Name on the command line and in files.
    pub name: &'static str,
    /// Name on screen.
    pub title: &'static str,
    /// One sentence for the setter.
    pub help: &'static str,
    /// Its list of names.
    list: &'static str,
}

/// Every preset.
pub const PRESETS: [Preset; 6] = [
    Preset {
        name: "paper",
        title: "Paper",
        help: "The three strategies of Nishikawa and Toda: naked singles, hidden singles, locked candidates.",
        list: "naked-single,hidden-single,locked-candidates",
    },
    Preset {
        name: "newspaper-easy",
        title: "Newspaper, easy",
        help: "What solves the easy puzzles of a newspaper: singles without pencil marks.",
        list: "full-house,hidden-single,naked-single",
    },
    Preset {
        name: "newspaper-medium",
        title: "Newspaper, medium",
        help: "What solves the medium puzzles of a newspaper: singles, locked candidates and pairs.",
        list: "full-house,hidden-single,naked-single,locked-candidates,naked-pair,hidden-pair",
    },
    Preset {
        name: "newspaper-hard",
        title: "Newspaper, hard",
        help: "What solves the hard puzzles of a newspaper: the medium ones, larger subsets, fish of two and three \
               lines, XY-wings, skyscrapers and kites.",
        list: "full-house,hidden-single,naked-single,locked-candidates,naked-pair,hidden-pair,naked-triple,\
               hidden-triple,x-wing,skyscraper,two-string-kite,xy-wing,swordfish,naked-quad,hidden-quad",
    },
    Preset {
        name: "se",
        title: "Sudoku Explainer",
        help: "The order in which Sudoku Explainer 1.2.1 looks for techniques, as far as they are in the catalogue.",
        list: "hidden-single,naked-single,locked-candidates,naked-pair,x-wing,hidden-pair,naked-triple,swordfish,\
               hidden-triple,xy-wing,xyz-wing,unique-rectangle-1,unique-rectangle-2,unique-rectangle-4,\
               unique-rectangle-5,unique-rectangle-3,unique-loop,naked-quad,jellyfish,hidden-quad,bug-plus-one,\
               bug-type-2,bug-type-3,bug-type-4,aligned-pair-exclusion,x-chain,xy-chain,aic,\
               aligned-triplet-exclusion,forcing-chain,forcing-net",
    },
    Preset {
        name: "hodoku",
        title: "HoDoKu",
        help: "The order of HoDoKu 2.2.4, as far as its techniques are in the catalogue.",
        list: "full-house,naked-single,hidden-single,locked-candidates,naked-pair,naked-triple,hidden-pair,\
               hidden-triple,naked-quad,hidden-quad,x-wing,swordfish,jellyfish,remote-pair,bug-plus-one,skyscraper,\
               two-string-kite,turbot-fish,empty-rectangle,w-wing,xy-wing,xyz-wing,unique-rectangle-1,\
               unique-rectangle-2,unique-rectangle-3,unique-rectangle-4,unique-rectangle-5,unique-rectangle-6,\
               hidden-rectangle,avoidable-rectangle-1,avoidable-rectangle-2,finned-x-wing,sashimi-x-wing,\
               finned-swordfish,sashimi-swordfish,finned-jellyfish,sashimi-jellyfish,sue-de-coq,simple-colouring,\
               multi-colours,x-chain,xy-chain,aic,grouped-aic,als-xz,als-xy-wing,als-aic,\
               franken-x-wing,franken-swordfish,finned-franken-x-wing,finned-franken-swordfish,forcing-chain,\
               forcing-net",
    },
];

impl Preset {
    /// The order.
    pub fn order(&self) -> Order {
        self.list.parse().expect("the lists of presets hold names of the catalogue")
    }
}

impl Order {
    /// Every strategy with its tick, easiest first; for lists on screen and for files.
    pub fn entries(&self) -> impl Iterator<Item = (StrategyId, Tick)> + '_ {
        self.ranking.iter().map(|id| (id, self.tick(id)))
    }

    /// An order of these entries; strategies that are not named stand behind them, forbidden.
    pub fn from_entries(entries: impl IntoIterator<Item = (StrategyId, Tick)>) -> Order {
        let entries: Vec<_> = entries.into_iter().collect();
        let mut order = Order { ranking: Ranking::new(entries.iter().map(|&(id, _)| id)), ..Order::default() };
        for (id, tick) in entries {
            order.set_tick(id, tick);
        }
        order
    }

    /// What the setter says about a strategy.
    pub fn tick(&self, id: StrategyId) -> Tick {
        match (self.allowed.contains(id), self.required.contains(id)) {
            (true, true) => Tick::Required,
            (true, false) => Tick::Allowed,
            (false, _) => Tick::Forbidden,
        }
    }

    /// Changes a tick.
    pub fn set_tick(&mut self, id: StrategyId, tick: Tick) {
        let put = |set: &mut StrategySet, is_in: bool| if is_in { set.insert(id) } else { set.remove(id) };
        put(&mut self.allowed, tick != Tick::Forbidden);
        put(&mut self.required, tick == Tick::Required);
    }

    /// The allowed strategies, easiest first.
    pub fn sequence(&self) -> Vec<StrategyId> {
        self.ranking.sort(self.allowed)
    }

    /// What a solver looks for, in this order.
    pub fn searches(&self) -> Vec<Search> {
        let mut earlier = StrategySet::EMPTY;
        let search = |id| {
            let search = Search::after(id, earlier);
            earlier.insert(id);
            search
        };
        self.sequence().into_iter().map(search).collect()
    }

    /// What a solver looks for at the place of a strategy.
    pub fn search(&self, id: StrategyId) -> Search {
        Search::after(id, self.ranking.easier_than(id).intersection(self.allowed))
    }

    /// The allowed strategies that hold for puzzles with several solutions too.
    pub fn without_uniqueness(&self) -> StrategySet {
        self.allowed.iter().filter(|&id| !strategy(id).assumes_uniqueness()).collect()
    }

    /// This order with other strategies allowed; those required stay so if they are allowed.
    #[must_use]
    pub fn allowing(&self, allowed: StrategySet) -> Order {
        Order { allowed, required: self.required.intersection(allowed), ..*self }
    }
}

/// These strategies in the order of the catalogue.
impl From<StrategySet> for Order {
    fn from(allowed: StrategySet) -> Order {
        Order { allowed, ..Order::default() }
    }
}

/// Why a list of strategies is no order.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum OrderError {
    #[error(
        "unknown name {}: use a strategy ({}), a group (singles, paper, basic, all) or a preset ({})",
        quoted(name),
        STRATEGIES.map(Strategy::name).join(", "),
        PRESETS.map(|preset| preset.name).join(", ")
    )]
    Unknown { name: String },
    #[error("{name} is named twice")]
    Twice { name: &'static str },
    #[error("no strategy is allowed")]
    Nothing,
}

impl FromStr for Order {
    type Err = OrderError;

    /// Reads a comma-separated list; a name before which stands `+` is required, `-` forbidden.
    fn from_str(text: &str) -> Result<Order, OrderError> {
        let mut ranked = Vec::new();
        let mut named = StrategySet::EMPTY;
        let mut order = Order::default();
        for item in text.split(',').map(str::trim).filter(|item| !item.is_empty()) {
            let (name, tick) = match (item.strip_prefix('+'), item.strip_prefix('-')) {
                (Some(name), _) => (name.trim(), Tick::Required),
                (_, Some(name)) => (name.trim(), Tick::Forbidden),
                _ => (item, Tick::Allowed),
            };
            let preset = PRESETS.iter().find(|preset| preset.name == name).map(|preset| preset.order().sequence());
            let members = if let Some(members) = preset {
                members
            } else {
                let set: StrategySet = name.parse().map_err(|_| OrderError::Unknown { name: name.to_owned() })?;
                set.iter().collect()
            };
            // A strategy by its own name outweighs its groups, whichever comes first.
            let is_own = STRATEGIES.iter().any(|strategy| strategy.name() == name);
            for id in members {
                ranked.push(id);
                if is_own && named.contains(id) {
                    return Err(OrderError::Twice { name: id.name() });
                }
                if is_own || !named.contains(id) {
                    order.set_tick(id, tick);
                }
                if is_own {
                    named.insert(id);
                }
            }
        }
        if order.allowed.is_empty() {
            return Err(OrderError::Nothing);
        }
        order.ranking = Ranking::new(ranked);
        Ok(order)
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entries: Vec<_> = self.entries().collect();
        // Forbidden strategies at the end in the order of the catalogue go without saying.
        let mut n_shown = entries.len();
        while n_shown > 0
            && entries[n_shown - 1].1 == Tick::Forbidden
            && entries.get(n_shown).is_none_or(|next| entries[n_shown - 1].0 < next.0)
        {
            n_shown -= 1;
        }
        for (i, (id, tick)) in entries[..n_shown].iter().enumerate() {
            let mark = match tick {
                Tick::Forbidden => "-",
                Tick::Allowed => "",
                Tick::Required => "+",
            };
            write!(f, "{}{mark}{}", if i == 0 { "" } else { "," }, id.name())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use proptest::strategy::Strategy as _;

    #[track_caller]
    fn check(list: &str, expected: &str) {
        let shown = list.parse::<Order>().map_or_else(|error| error.to_string(), |order| order.to_string());
        assert!(shown == expected || shown.starts_with(expected) && expected.contains(':'), "{list}: {shown}");
    }

    #[test]
    fn orders_parse_and_print() {
        check("hidden-single, naked-single", "hidden-single,naked-single");
        check("paper,+x-wing", "naked-single,hidden-single,locked-candidates,+x-wing");
        check("+x-wing,paper", "+x-wing,naked-single,hidden-single,locked-candidates");
        // A strategy's own name outweighs a group and keeps the place of its first mention.
        check("x-wing,+paper,-hidden-single", "x-wing,+naked-single,-hidden-single,+locked-candidates");
        check("-naked-single,singles", "-naked-single,hidden-single");
        check("newspaper-easy", "full-house,hidden-single,naked-single");
        check("x-wing,y-wing", "unknown name \"y-wing\": use a strategy (full-house,");
        check("x-wing,-x-wing", "x-wing is named twice");
        check("", "no strategy is allowed");
        check("-x-wing", "no strategy is allowed");
    }

    #[test]
    fn presets_hold() {
        for preset in PRESETS {
            assert_eq!(preset.name.parse(), Ok(preset.order()), "{}", preset.name);
            assert_eq!(preset.order().to_string(), preset.list.replace(' ', ""), "{}", preset.name);
            assert!(preset.help.ends_with('.'));
        }
    }

    #[test]
    fn ranks_move() {
        let ranking = Ranking::default().with(StrategyId::XWing, 1);
        assert_eq!((ranking.rank(StrategyId::XWing), ranking.rank(StrategyId::FullHouse)), (1, 2));
        let last = ranking.with(StrategyId::XWing, 1000);
        assert_eq!(last.rank(StrategyId::XWing), N_STRATEGIES);
        assert_eq!(last.hardest(StrategySet::BASIC), Some(StrategyId::XWing));
        assert_eq!(ranking.easier_than(StrategyId::NakedSingle).to_string(), "full-house,x-wing");
    }

    #[test]
    fn entries_make_an_order() {
        let entries = [(StrategyId::XWing, Tick::Forbidden), (StrategyId::NakedSingle, Tick::Required)];
        let order = Order::from_entries(entries);
        assert_eq!(order.to_string(), "-x-wing,+naked-single");
        assert_eq!(order.entries().take(2).collect::<Vec<_>>(), entries);
        // What is not named is forbidden, and nothing at all is an order too.
        assert_eq!(Order::from_entries([]).to_string(), "");
        assert!(format!("{:?}", order.ranking).starts_with(r#"["x-wing", "naked-single", "full-house", "#));
    }

    #[test]
    fn orders_allow_other_sets() {
        let order: Order = "+x-wing,unique-rectangle-1,+naked-single".parse().expect("order");
        assert_eq!(order.without_uniqueness().to_string(), "naked-single,x-wing");
        let other = order.allowing("naked-single,hidden-single".parse().expect("names"));
        assert_eq!((other.ranking, other.allowed.to_string().as_str()), (order.ranking, "naked-single,hidden-single"));
        assert_eq!(other.required.to_string(), "naked-single");
        assert_eq!(Order::from(StrategySet::SINGLES).to_string(), "-full-house,naked-single,hidden-single");
    }

    proptest! {
        #[test]
        fn printed_orders_read_back(
            shuffled in Just(StrategySet::ALL.iter().collect::<Vec<_>>()).prop_shuffle(),
            ticks in prop::collection::vec(0..3, N_STRATEGIES),
        ) {
            let tick = |i: i32| [Tick::Forbidden, Tick::Allowed, Tick::Required][i as usize];
            let order = Order::from_entries(shuffled.into_iter().zip(ticks.into_iter().map(tick)));
            prop_assume!(!order.allowed.is_empty());
            prop_assert_eq!(order.to_string().parse(), Ok(order));
            prop_assert_eq!(Order::from_entries(order.entries()), order);
        }
    }
}

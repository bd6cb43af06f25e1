//! The catalogue of strategies: one constant slice, in order of human effort.
//!
//! Solver, generators, command line and studio all read it; a new strategy is
//! one file in `strategies/`, one [`StrategyId`] and one line here.

use super::sentence::Sentence;
use super::set_logic::SetLogic;
use super::step::Step;
use super::strategies::{
    aligned_exclusion, almost_locked, avoidable_rectangle, bug, chains, colouring, common_peers, death_blossom, exocet,
    finned_fish, fish, forcing_chain, forcing_net, full_house, hidden_single::HiddenSingle, leftovers,
    locked_candidates::LockedCandidates, lp_elimination, mixed_fish, multi_sector, naked_single::NakedSingle,
    single_digit, subsets, sue_de_coq, template, unique_loop, uniqueness, wings,
};
use super::{Board, Effect, Evidence, StrategySet};
use crate::grid::Shape;
use std::fmt;
use std::ops::ControlFlow;

/// Every strategy; the number is its place in [`STRATEGIES`].
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
#[repr(u8)]
#[allow(missing_docs, reason = "the titles of the strategies say it")]
pub enum StrategyId {
    FullHouse,
    NakedSingle,
    HiddenSingle,
    LockedCandidates,
    Leftovers2,
    Leftovers3,
    Leftovers4,
    NakedPair,
    HiddenPair,
    NakedTriple,
    HiddenTriple,
    XWing,
    Skyscraper,
    TwoStringKite,
    TurbotFish,
    EmptyRectangle,
    CommonPeerElimination,
    NakedQuad,
    HiddenQuad,
    Swordfish,
    XyWing,
    XyzWing,
    WWing,
    RemotePair,
    SimpleColouring,
    MultiColours,
    UniqueRectangle1,
    UniqueRectangle2,
    UniqueRectangle3,
    UniqueRectangle4,
    UniqueRectangle5,
    UniqueRectangle6,
    HiddenRectangle,
    AvoidableRectangle1,
    AvoidableRectangle2,
    UniqueLoop,
    BugPlusOne,
    Jellyfish,
    FinnedXWing,
    SashimiXWing,
    FinnedSwordfish,
    SashimiSwordfish,
    FinnedJellyfish,
    SashimiJellyfish,
    XChain,
    XyChain,
    Aic,
    SueDeCoq,
    GroupedAic,
    AlsXz,
    AlsXyWing,
    AlsAic,
    FrankenXWing,
    FinnedFrankenXWing,
    FrankenSwordfish,
    FinnedFrankenSwordfish,
    ForcingChain,
    FrankenJellyfish,
    FinnedFrankenJellyfish,
    MutantXWing,
    FinnedMutantXWing,
    MutantSwordfish,
    FinnedMutantSwordfish,
    MutantJellyfish,
    FinnedMutantJellyfish,
    DeathBlossom,
    BugType2,
    BugType3,
    BugType4,
    AlignedPairExclusion,
    AlignedTripletExclusion,
    JuniorExocet,
    SkLoop,
    MultiSectorLockedSet,
    Template,
    KrakenFish,
    ForcingNet,
    LpElimination,
}

/// A place in the program that a strategy can serve (design, section 2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Place {
    /// The forward solver finds its steps.
    Forward,
    /// Its steps carry evidence that the board highlights.
    Evidence,
    /// The backward generator can undo it.
    Inverse,
    /// The exact generator has clauses for it.
    Sat,
    /// The step checker proves its steps by other means.
    Checker,
}

impl Place {
    /// Name in JSON lines.
    pub const fn name(self) -> &'static str {
        match self {
            Place::Forward => "forward",
            Place::Evidence => "evidence",
            Place::Inverse => "inverse",
            Place::Sat => "sat",
            Place::Checker => "checker",
        }
    }
}

/// The five places in the order of the design page.
pub const PLACES: [Place; 5] = [Place::Forward, Place::Evidence, Place::Inverse, Place::Sat, Place::Checker];

/// What the catalogue says of a strategy.
#[derive(Clone, Copy, Debug)]
pub struct StrategyEntry {
    /// Its number.
    pub id: StrategyId,
    /// Name on the command line and in files.
    pub name: &'static str,
    /// Name on screen.
    pub title: &'static str,
    /// What it is about.
    pub kind: StrategyKind,
    /// Difficulty of a puzzle of which this is the hardest strategy, from 1 to 5; it rises along the catalogue.
    pub stars: u8,
    /// One or two sentences for a setter.
    pub help: &'static str,
}

/// What a strategy is about. Those of a kind share a colour in the studio.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum StrategyKind {
    /// The last digit of a cell, the last place of a digit.
    Single,
    /// Where a box and a line cross.
    Locked,
    /// As many cells as digits in a house.
    Subset,
    /// A digit in as many rows as columns, and whatever else lies in as many bases as covers.
    Fish,
    /// Links between candidates, wings and colourings among them.
    Chain,
    /// The puzzle has one solution only.
    Uniqueness,
    /// Sets of cells with one digit too many.
    AlmostLocked,
}

/// An if-then rule of human solving.
pub trait Strategy: Sync + fmt::Debug {
    /// Its entry in the catalogue.
    fn entry(&self) -> &StrategyEntry;

    /// Its number in the catalogue.
    fn id(&self) -> StrategyId {
        self.entry().id
    }

    /// Name on the command line and in files, e.g. `naked-single`. Never changes.
    fn name(&self) -> &'static str {
        self.entry().name
    }

    /// Name on screen, e.g. "Naked single".
    fn title(&self) -> &'static str {
        self.entry().title
    }

    /// One or two sentences for a setter: when it applies, what it does.
    fn help(&self) -> &'static str {
        self.entry().help
    }

    /// The base-and-cover definition, for strategies of that form.
    fn set_logic(&self) -> Option<SetLogic>;

    /// What its steps do: place digits, or only rule candidates out.
    fn effect(&self) -> Effect {
        self.set_logic().map_or(Effect::Eliminate, |logic| logic.effect)
    }

    /// Name of the special form that a step of this strategy has; the title where forms have no names.
    fn form(&self, step: &Step, board: &Board) -> &'static str {
        let _ = (step, board);
        self.title()
    }

    /// Whether puzzles of this shape can have steps of it at all. Ratings count only strategies for which that holds.
    fn exists_on(&self, shape: Shape) -> bool {
        let _ = shape;
        true
    }

    /// Whether the strategy relies on the puzzle having one solution only.
    fn assumes_uniqueness(&self) -> bool {
        false
    }

    /// The sentence that explains a step of this strategy, without the strategy's name.
    fn explain(&self, step: &Step, board: &Board) -> Sentence;

    /// Which of the five places the strategy serves.
    fn places(&self) -> Vec<Place> {
        let has_rules = StrategySet::WITH_PREMISES.contains(self.id());
        let serves = |&place: &Place| match place {
            Place::Forward | Place::Evidence | Place::Checker => true,
            Place::Sat => has_rules || self.set_logic().is_some(),
            Place::Inverse => self.set_logic().is_some(),
        };
        PLACES.into_iter().filter(serves).collect()
    }

    /// The strategies whose steps one search comes across, this one among them.
    fn family(&self) -> StrategySet {
        StrategySet::single(self.id())
    }

    /// As [`Strategy::find`]; notes the strategies of the family that have a step, as far as the search gets.
    fn find_noting(
        &self,
        board: &Board,
        met: &mut StrategySet,
        visit: &mut dyn FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.find(board, &mut |step| {
            met.insert(self.id());
            visit(step)
        })
    }

    /// As [`Strategy::find_noting`], but may leave out steps that conclude what an earlier one does.
    fn find_distinct(
        &self,
        board: &Board,
        met: &mut StrategySet,
        visit: &mut dyn FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.find_noting(board, met, visit)
    }

    /// Visits every step that is possible on the board and concludes something new; of strategies of the
    /// base-and-cover form those whose bases are all open.
    fn find(&self, board: &Board, visit: &mut dyn FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        self.find_met(board, 0, visit)
    }

    /// Visits the steps with exactly so many bases whose digit is placed already, of strategies of the base-and-cover
    /// form. Whether they are of any use depends on what else is looked for: see [`SetLogic::most_met`].
    fn find_met(&self, board: &Board, n_met: usize, visit: &mut dyn FnMut(Step) -> ControlFlow<()>) -> ControlFlow<()> {
        let Some(logic) = self.set_logic() else { return ControlFlow::Continue(()) };
        logic.find(board, n_met, &mut |rule, conclusions| {
            let evidence = Evidence::rule(rule.bases, rule.covers);
            visit(match logic.effect {
                Effect::Place => Step::place(self.id(), conclusions[0], evidence),
                Effect::Eliminate => Step::eliminate(self.id(), conclusions, evidence),
            })
        })
    }
}

/// Every strategy in order of human effort; the solver tries them in this order.
pub const STRATEGIES: [&dyn Strategy; 78] = [
    &full_house::FULL_HOUSE,
    &NakedSingle,
    &HiddenSingle,
    &LockedCandidates,
    &leftovers::OF_TWO,
    &leftovers::OF_THREE,
    &leftovers::OF_FOUR,
    &subsets::NAKED_PAIR,
    &subsets::HIDDEN_PAIR,
    &subsets::NAKED_TRIPLE,
    &subsets::HIDDEN_TRIPLE,
    &fish::X_WING,
    &single_digit::SKYSCRAPER,
    &single_digit::TWO_STRING_KITE,
    &single_digit::TURBOT_FISH,
    &single_digit::EMPTY_RECTANGLE,
    &common_peers::COMMON_PEER_ELIMINATION,
    &subsets::NAKED_QUAD,
    &subsets::HIDDEN_QUAD,
    &fish::SWORDFISH,
    &wings::XY_WING,
    &wings::XYZ_WING,
    &wings::W_WING,
    &wings::REMOTE_PAIR,
    &colouring::SIMPLE_COLOURING,
    &colouring::MULTI_COLOURS,
    &uniqueness::TYPE_1,
    &uniqueness::TYPE_2,
    &uniqueness::TYPE_3,
    &uniqueness::TYPE_4,
    &uniqueness::TYPE_5,
    &uniqueness::TYPE_6,
    &uniqueness::HIDDEN,
    &avoidable_rectangle::TYPE_1,
    &avoidable_rectangle::TYPE_2,
    &unique_loop::UNIQUE_LOOP,
    &bug::BUG_PLUS_ONE,
    &fish::JELLYFISH,
    &finned_fish::FINNED_X_WING,
    &finned_fish::SASHIMI_X_WING,
    &finned_fish::FINNED_SWORDFISH,
    &finned_fish::SASHIMI_SWORDFISH,
    &finned_fish::FINNED_JELLYFISH,
    &finned_fish::SASHIMI_JELLYFISH,
    &chains::X_CHAIN,
    &chains::XY_CHAIN,
    &chains::AIC,
    &sue_de_coq::SUE_DE_COQ,
    &chains::GROUPED_AIC,
    &almost_locked::ALS_XZ,
    &almost_locked::ALS_XY_WING,
    &chains::ALS_AIC,
    &mixed_fish::FRANKEN_X_WING,
    &mixed_fish::FINNED_FRANKEN_X_WING,
    &mixed_fish::FRANKEN_SWORDFISH,
    &mixed_fish::FINNED_FRANKEN_SWORDFISH,
    &forcing_chain::FORCING_CHAIN,
    &mixed_fish::FRANKEN_JELLYFISH,
    &mixed_fish::FINNED_FRANKEN_JELLYFISH,
    &mixed_fish::MUTANT_X_WING,
    &mixed_fish::FINNED_MUTANT_X_WING,
    &mixed_fish::MUTANT_SWORDFISH,
    &mixed_fish::FINNED_MUTANT_SWORDFISH,
    &mixed_fish::MUTANT_JELLYFISH,
    &mixed_fish::FINNED_MUTANT_JELLYFISH,
    &death_blossom::DEATH_BLOSSOM,
    &bug::TYPE_2,
    &bug::TYPE_3,
    &bug::TYPE_4,
    &aligned_exclusion::PAIR,
    &aligned_exclusion::TRIPLET,
    &exocet::JUNIOR_EXOCET,
    &multi_sector::SK_LOOP,
    &multi_sector::MULTI_SECTOR_LOCKED_SET,
    &template::TEMPLATE,
    &chains::KRAKEN_FISH,
    &forcing_net::FORCING_NET,
    &lp_elimination::LP_ELIMINATION,
];

/// The strategy with this entry.
pub fn strategy(id: StrategyId) -> &'static dyn Strategy {
    STRATEGIES[id as usize]
}

impl StrategyId {
    /// Name on the command line and in files.
    pub fn name(self) -> &'static str {
        strategy(self).name()
    }

    /// Name on screen.
    pub fn title(self) -> &'static str {
        strategy(self).title()
    }

    /// Name in the middle of a sentence: "hidden pair", "X-wing".
    pub fn in_sentence(self) -> String {
        in_sentence(self.title())
    }
}

/// A title of a strategy or of one of its forms in the middle of a sentence: words begin small, but for letters that
/// stand for something ("X-wing", "BUG+1", "ALS chain") and names of persons.
pub fn in_sentence(title: &str) -> String {
    let word = |word: &str| {
        let is_plain = word.chars().nth(1).is_some_and(char::is_lowercase) && !["Sue", "Coq"].contains(&word);
        if is_plain { word.to_lowercase() } else { word.to_owned() }
    };
    title.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_stand_in_sentences() {
        for (title, expected) in [
            ("Naked single", "naked single"),
            ("X-wing", "X-wing"),
            ("Finned X-wing", "finned X-wing"),
            ("XY-chain", "XY-chain"),
            ("BUG+1", "BUG+1"),
            ("ALS chain", "ALS chain"),
            ("Sue de Coq", "Sue de Coq"),
            ("Two-string kite", "two-string kite"),
        ] {
            assert_eq!(in_sentence(title), expected);
        }
    }

    #[test]
    fn catalogue_is_consistent() {
        for (index, strategy) in STRATEGIES.iter().enumerate() {
            assert_eq!(strategy.id() as usize, index, "{} stands at its number", strategy.name());
            assert!(strategy.name().chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-'));
            let is_basic = StrategySet::BASIC.contains(strategy.id());
            assert_eq!(strategy.set_logic().is_some(), is_basic, "whether {} is in the group basic", strategy.name());
            assert!(strategy.help().len() > 40 && strategy.help().ends_with('.'), "{}", strategy.name());
            let same = STRATEGIES.iter().filter(|s| s.name() == strategy.name() || s.title() == strategy.title());
            assert_eq!(same.count(), 1, "{} has its name and title to itself", strategy.name());
            let before = index.checked_sub(1).map_or(1, |before| STRATEGIES[before].entry().stars);
            assert!((before..=5).contains(&strategy.entry().stars), "the stars of {} rise", strategy.name());
            assert_eq!(strategy.name().parse(), Ok(StrategySet::single(strategy.id())));
        }
    }
}

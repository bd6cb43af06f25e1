//! Steps within a run, wherever nothing else follows.

use super::advanced::{Advanced, advanced};
use super::cycles::cycles_and_chains;
use super::forcing::{Forcing, Runs, forcing_chains};
use super::hard::{Collect, Kind, Rank, Technique, rank};
use super::links::Links;
use super::marks::Marks;
use super::proof::{Chain, Proof};
use std::collections::HashMap;
use std::rc::Rc;

/// By what the marks that are gone in a run rule out others: each includes those before it, but the last looks for
/// dynamic chains as soon as the sets have nothing, since these include the other chains.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Rules {
    /// Nothing but singles.
    Singles,
    /// Intersections, pairs and X-wings.
    Sets,
    /// Cycles and forcing chains.
    Chains,
    /// Multiple forcing chains.
    MultipleChains,
    /// Dynamic forcing chains.
    DynamicChains,
}

/// What looks for steps within runs, and remembers what it found.
pub(super) struct Helpers<'a> {
    should_stop: &'a dyn Fn() -> bool,
    /// What was found on boards, by which rules.
    known: HashMap<[u16; 81], (Rules, Rc<Vec<Advanced>>)>,
    /// Memory for runs within runs.
    spare: Runs,
}

impl Helpers<'_> {
    pub(super) fn new(should_stop: &dyn Fn() -> bool) -> Helpers<'_> {
        Helpers { should_stop, known: HashMap::new(), spare: Runs::default() }
    }

    pub(super) fn is_stopped(&self) -> bool {
        (self.should_stop)()
    }

    /// The steps of the first of these rules that has any on the marks left of those before, because of marks that are
    /// gone. The marks before are always the same.
    pub(super) fn steps(&mut self, before: &Marks, marks: &Marks, rules: Rules) -> Rc<Vec<Advanced>> {
        if rules == Rules::Singles {
            return Rc::default();
        }
        let known = self.known.get(marks.cells());
        if let Some((tried, steps)) = known
            && (*tried >= rules || !steps.is_empty())
        {
            return Rc::clone(steps);
        }
        let mut steps = if known.is_none() { advanced(before, marks) } else { Vec::new() };
        let links = (steps.is_empty() && rules >= Rules::Chains).then(|| Links::new(marks));
        if let Some(links) = links {
            let mut all = All::default();
            match rules {
                Rules::DynamicChains => self.forcing_chains(marks, &links, Forcing::Dynamic(Rules::Singles), &mut all),
                _ => cycles_and_chains(marks, &links, &mut all, self.should_stop),
            }
            steps = all.steps(before, marks);
            if steps.is_empty() && rules == Rules::MultipleChains {
                let mut all = All::default();
                self.forcing_chains(marks, &links, Forcing::Multiple, &mut all);
                steps = all.steps(before, marks);
            }
        }
        let steps = Rc::new(steps);
        self.known.insert(*marks.cells(), (rules, Rc::clone(&steps)));
        steps
    }

    fn forcing_chains(&mut self, marks: &Marks, links: &Links, forcing: Forcing, all: &mut All) {
        self.spare.clear();
        let mut helpers = Helpers::new(self.should_stop);
        forcing_chains(marks, links, forcing, &mut self.spare, &mut helpers, all);
    }
}

/// Of the steps that rule out the same the first by rank.
#[derive(Default)]
struct All {
    found: Vec<Found>,
    by_eliminated: HashMap<Vec<(usize, usize)>, usize>,
    n_offered: usize,
}

struct Found {
    rank: Rank,
    /// How many were found before it.
    number: usize,
    eliminated: Vec<(usize, usize)>,
    proof: Proof,
}

impl All {
    /// The steps that marks which are gone made possible, in the order of their ranks.
    fn steps(mut self, before: &Marks, marks: &Marks) -> Vec<Advanced> {
        self.found.sort_by(|a, b| {
            let by_figure = a.rank.0.total_cmp(&b.rank.0);
            by_figure.then((a.rank.1, a.rank.2, a.number).cmp(&(b.rank.1, b.rank.2, b.number)))
        });
        let step = |found: Found| {
            let parents = found.proof.parents(before, marks);
            Advanced::new(found.eliminated, parents, Some(Rc::new(found.proof)))
        };
        self.found.into_iter().filter_map(step).collect()
    }
}

impl Collect for All {
    fn wants(&self, _technique: Technique, _complexity: usize, _kind: Kind) -> bool {
        true
    }

    fn offer(
        &mut self,
        technique: Technique,
        complexity: usize,
        kind: Kind,
        eliminated: impl FnOnce() -> Vec<(usize, usize)>,
        chains: impl FnOnce() -> Vec<Chain>,
    ) {
        let mut eliminated = eliminated();
        if eliminated.is_empty() {
            return;
        }
        eliminated.sort_unstable();
        self.n_offered += 1;
        let rank = rank(technique, complexity, kind);
        let known = self.by_eliminated.get(&eliminated).copied();
        if known.is_some_and(|known| rank >= self.found[known].rank) {
            return;
        }
        let proof = Proof { complexity, chains: chains() };
        let found = Found { rank, number: self.n_offered, eliminated: eliminated.clone(), proof };
        if let Some(known) = known {
            self.found[known] = found;
        } else {
            self.by_eliminated.insert(eliminated, self.found.len());
            self.found.push(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::links::{Literal, mark_of};
    use super::super::marks::tests::{marks_of, names};
    use super::*;

    /// The first step once these marks are gone: what goes, because of which, and by how many literals.
    #[track_caller]
    fn check(marks: &str, gone: &[(usize, usize, usize)], rules: Rules, expected: &str) {
        let before = marks_of(marks);
        let mut after = before.clone();
        for &(row, col, digit) in gone {
            after.remove(9 * (row - 1) + col - 1, digit - 1);
        }
        let shown = |literals: &[Literal]| names(&literals.iter().map(|&literal| mark_of(literal)).collect::<Vec<_>>());
        let steps = Helpers::new(&|| false).steps(&before, &after, rules);
        let describe = |step: &Advanced| {
            let n = step.proof.as_ref().map_or(0, |proof| proof.complexity);
            format!("{} by {} ({n})", shown(&step.literals), shown(&step.parents))
        };
        assert_eq!(steps.first().map(describe).unwrap_or_default(), expected);
    }

    /// Rows 1 and 5 have two places of 1 each once r1c9 has lost its 1: a skyscraper.
    const SKYSCRAPER: &str = "r1c1 15678, r1c5 15678, r1c9 15678, r5c1 15678, r5c6 15678, r8c1 15678, r8c6 15678, \
                              r8c7 15678, r2c3 15678, r2c5 15678, r2c6 15678, r3c2 15678, r7c5 15678, r9c4 15678";

    #[test]
    fn what_is_gone_makes_chains() {
        let chain = "r2c6-1 by r1c9-1 (6)";
        check(SKYSCRAPER, &[(1, 9, 1)], Rules::Chains, chain);
        check(SKYSCRAPER, &[(1, 9, 1)], Rules::MultipleChains, chain);
        check(SKYSCRAPER, &[(1, 9, 1)], Rules::DynamicChains, chain);
        check(SKYSCRAPER, &[(1, 9, 1)], Rules::Sets, "");
        // Another mark is gone, on which nothing rests.
        let further = SKYSCRAPER.replace("r1c9 15678", "r1c9 156789");
        check(&further, &[(1, 9, 9)], Rules::Chains, "");
    }

    /// Random marks on which the answer depends on it.
    #[test]
    fn dynamic_chains_come_in_order() {
        // No chain without further marks gone.
        let cells = "r1c3 24, r4c3 1234, r8c3 1245";
        check(cells, &[(4, 3, 2)], Rules::Chains, "");
        check(cells, &[(4, 3, 2)], Rules::DynamicChains, "r4c3-3 by r4c3-2 (9)");
        // Of six steps, five have eight literals: the first found.
        let cells = "r1c4 14, r4c3 1, r5c1 145, r5c4 2345, r5c8 245, r8c1 13, r8c4 345";
        check(cells, &[(5, 8, 5)], Rules::DynamicChains, "r5c4-2 r5c4-3 r5c4-4 by r5c8-5 (8)");
    }

    #[test]
    fn a_cycle_rests_on_its_weak_links_too() {
        // 1 to 4 go round in a rectangle once r1c1 has lost the 9.
        let cells = "r1c1 129, r1c9 23, r9c9 34, r9c1 41";
        let others = "r1c5 256, r5c9 367";
        check(&format!("{cells}, {others}"), &[(1, 1, 9)], Rules::Chains, "r1c5-2 r5c9-3 by r1c1-9 (8)");
        // Backwards, that r1c6 has lost its 2 counts as well, although r1c1 and r1c9 exclude each other in any case.
        let gone = [(1, 1, 9), (1, 6, 2)];
        let expected = "r1c5-2 r5c9-3 by r1c1-9 r1c6-2 (8)";
        check(&format!("{cells}, {others}, r1c6 257, r2c4 278"), &gone, Rules::Chains, expected);
    }
}

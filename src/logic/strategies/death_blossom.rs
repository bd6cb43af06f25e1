//! Death Blossom: a cell each of whose digits locks an almost locked set.

use super::almost_locked::{Set, sets};
use super::forward::{Forward, Places, Visit, candidates, cell_names, eliminated_digits, node, rule_out};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, DigitSet};
use crate::logic::{
    Board, CellGroup, ChainLink, Effect, Evidence, Sentence, Step, StrategyEntry, StrategyId, StrategyKind,
};
use std::ops::ControlFlow;

pub(in crate::logic) const DEATH_BLOSSOM: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::DeathBlossom,
        name: "death-blossom",
        title: "Death blossom",
        kind: StrategyKind::AlmostLocked,
        stars: 5,
        help: "Whichever of its two to four digits a cell, the stem, holds, one of as many sets of n cells with n + 1 \
           digits, the petals, loses that digit and keeps all others. A digit that all petals share goes from the cells \
           that see it in all of them.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find,
    family: None,
    distinct: None,
    explain,
    exists_on: |_| true,
};

/// Digits of a stem; flowers with more petals are no human reading.
const MOST_DIGITS: usize = 4;

fn explain(step: &Step, board: &Board) -> Sentence {
    let geometry = board.geometry();
    let Some((stem, petals)) = step.evidence().sets.split_first() else { return Sentence::default() };
    let named = |(digit, petal): (&Digit, &CellGroup)| {
        let cells = cell_names(geometry, petal.cells.iter().copied());
        Sentence::compose("{0}: {1}", [(*digit).into(), cells])
    };
    Sentence::compose(
        "each digit that {0} may hold leaves a set without it, which then holds {1} ({2})",
        [
            cell_names(geometry, stem.cells.iter().copied()),
            eliminated_digits(step),
            Sentence::join(stem.digits.iter().zip(petals).map(named), "; "),
        ],
    )
}

/// Petals for the first digits of a stem.
#[derive(Clone)]
struct Flower {
    /// What sees the shared digit in all of them.
    seen: CellSet,
    /// The numbers of the sets.
    petals: Vec<usize>,
    /// Cells of all petals.
    n_cells: usize,
}

impl Flower {
    /// Whether it rules out as much as another with no more cells.
    fn replaces(&self, other: &Flower) -> bool {
        self.n_cells <= other.n_cells && other.seen.is_subset(&self.seen)
    }
}

/// Puts a flower to those that nothing replaces.
fn push(flowers: &mut Vec<Flower>, new: Flower) {
    if !flowers.iter().any(|flower| flower.replaces(&new)) {
        flowers.retain(|flower| !new.replaces(flower));
        flowers.push(new);
    }
}

fn find(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let places = Places::new(board);
    let sets = sets(&places);
    let is_stem = |cell: Cell| (2..=MOST_DIGITS).contains(&board.marks(cell).len());
    // Per cell and digit the sets that lose the digit if the cell holds it.
    let mut losing: Vec<Vec<usize>> = vec![Vec::new(); board.shape().n_cells() * places.n];
    for (i, set) in sets.iter().enumerate() {
        for digit in DigitSet(set.digits).iter() {
            for stem in set.seeing(digit).iter().filter(|&cell| is_stem(cell)) {
                losing[Candidate::new(stem, digit).index(board.shape())].push(i);
            }
        }
    }
    for stem in places.open.iter().filter(|&cell| is_stem(cell)) {
        let digits = board.marks(stem);
        let losing: Vec<&[usize]> =
            digits.iter().map(|digit| &losing[Candidate::new(stem, digit).index(board.shape())][..]).collect();
        if losing.iter().any(|petals| petals.is_empty()) {
            continue;
        }
        for shared in places.digits().filter(|&digit| !digits.contains(digit)) {
            for flower in flowers(&places, &sets, &losing, shared) {
                let out = eliminated(&sets, &flower, digits);
                rule_out(visit, id, out, || evidence(&places, &sets, stem, &flower))?;
            }
        }
    }
    ControlFlow::Continue(())
}

/// The flowers of a stem whose petals share this digit, with the sets that lose each of its digits.
fn flowers(places: &Places<'_>, sets: &[Set], losing: &[&[usize]], shared: Digit) -> Vec<Flower> {
    let mut flowers = vec![Flower { seen: *places.of(shared), petals: Vec::new(), n_cells: 0 }];
    for petals in losing {
        // As flowers of one petal.
        let mut choices = Vec::new();
        for &i in petals.iter().filter(|&&i| DigitSet(sets[i].digits).contains(shared)) {
            let seen = *sets[i].seeing(shared);
            if !seen.is_empty() {
                push(&mut choices, Flower { seen, petals: vec![i], n_cells: sets[i].cells.len() });
            }
        }
        let mut larger = Vec::new();
        for flower in &flowers {
            for petal in &choices {
                let seen = flower.seen.intersection(&petal.seen);
                if !seen.is_empty() {
                    let petals = flower.petals.iter().chain(&petal.petals).copied().collect();
                    push(&mut larger, Flower { seen, petals, n_cells: flower.n_cells + petal.n_cells });
                }
            }
        }
        flowers = larger;
    }
    flowers
}

/// What all petals rule out, by any digit that they share.
fn eliminated(sets: &[Set], flower: &Flower, stem: DigitSet) -> Vec<Candidate> {
    let shared = flower.petals.iter().fold(!stem.0, |shared, &i| shared & sets[i].digits);
    let mut out = Vec::new();
    for digit in DigitSet(shared).iter() {
        let seeing = |&i: &usize| *sets[i].seeing(digit);
        let seen = flower.petals.iter().map(seeing).reduce(|seen, other| seen.intersection(&other));
        out.extend(candidates(&seen.unwrap_or_default(), digit));
    }
    out
}

fn evidence(places: &Places<'_>, sets: &[Set], stem: Cell, flower: &Flower) -> Evidence {
    let digits = places.board.marks(stem);
    let petals = || flower.petals.iter().map(|&i| &sets[i]);
    let mut bases: Vec<Constraint> =
        petals().flat_map(|set| set.cells.iter()).chain([stem]).map(Constraint::Cell).collect();
    bases.sort_unstable();
    bases.dedup();
    // The digits of the stem, and where the petals lose them.
    let nodes: Vec<_> = digits
        .iter()
        .zip(petals())
        .flat_map(|(digit, set)| {
            let lost = set.cells.intersection(places.of(digit));
            [node([stem], digit, true), node(lost.iter(), digit, false)]
        })
        .collect();
    let links = (0..nodes.len()).step_by(2).map(|from| ChainLink { from, to: from + 1, is_strong: false });
    let stem = CellGroup { cells: vec![stem], digits: digits.iter().collect() };
    Evidence {
        bases,
        links: links.collect(),
        nodes,
        sets: [stem].into_iter().chain(petals().map(Set::group)).collect(),
        ..Evidence::default()
    }
}

#[cfg(test)]
mod tests {
    use super::super::way::Way;
    use super::*;
    use std::collections::BTreeSet;

    /// Every set of cells of a house with one digit more than cells, tried one by one: its cells, its digits.
    fn sets_by_definition(board: &Board) -> Vec<(Vec<Cell>, DigitSet)> {
        let geometry = board.geometry();
        let mut found = Vec::new();
        for house in geometry.houses() {
            let cells = geometry.house_cells[house.index()].iter().copied();
            let open: Vec<Cell> = cells.filter(|&cell| board.value(cell).is_none()).collect();
            for choice in 1u32..1 << open.len() {
                let chosen: Vec<Cell> = (0..open.len()).filter(|i| choice >> i & 1 == 1).map(|i| open[i]).collect();
                let digits: DigitSet = chosen.iter().flat_map(|&cell| board.marks(cell).iter()).collect();
                if digits.len() == chosen.len() + 1 {
                    found.push((chosen, digits));
                }
            }
        }
        found
    }

    fn by_definition(board: &Board) -> BTreeSet<Candidate> {
        let geometry = board.geometry();
        let sets = sets_by_definition(board);
        let open = || board.shape().cells().filter(|&cell| board.value(cell).is_none());
        let mut out = BTreeSet::new();
        for stem in open().filter(|&cell| (2..=4).contains(&board.marks(cell).len())) {
            for target in open().flat_map(|cell| board.marks(cell).iter().map(move |digit| Candidate::new(cell, digit)))
            {
                let sees_all = |cells: &[Cell], digit: Digit, from: Cell| {
                    let mut holding = cells.iter().filter(|&&cell| board.marks(cell).contains(digit));
                    holding.all(|&cell| geometry.are_peers(cell, from))
                };
                let is_petal = |digit: Digit, (cells, digits): &(Vec<Cell>, DigitSet)| {
                    digits.contains(digit)
                        && digits.contains(target.digit)
                        && sees_all(cells, digit, stem)
                        && sees_all(cells, target.digit, target.cell)
                };
                let digits = board.marks(stem);
                let has_petal = |digit: Digit| sets.iter().any(|set| is_petal(digit, set));
                if !digits.contains(target.digit) && digits.iter().all(has_petal) {
                    out.insert(target);
                }
            }
        }
        out
    }

    /// On the way to the solution, as far as these strategies lead.
    #[track_caller]
    fn check(layout: &str, puzzle: &str, strategies: &str) {
        let way = Way::new(layout, puzzle, strategies);
        let mut n_found = 0;
        for board in &way.boards {
            let steps = way.steps(board, StrategyId::DeathBlossom);
            let found: BTreeSet<Candidate> = steps.iter().flat_map(Step::eliminated).copied().collect();
            assert_eq!(found, by_definition(board), "{layout}");
            n_found += found.len();
        }
        assert!(n_found > 0, "none on {layout}");
    }

    #[test]
    fn blossoms_are_those_of_the_definition() {
        check("2x3", "....131..5....5.26...3...5...46.....", "naked-single");
        check("2x3 anti-knight", "1................2..........3.......", "naked-single");
        check("6 regions=AAABBBACABDBACCDDBCCEDDFECEDFFEEEFFF", "1................2..........3.......", "naked-single");
        check("6 latin x", "....16..3.....2..3...5.2............", "naked-single");
    }
}

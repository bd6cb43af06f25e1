//! Almost locked sets: n cells of a house with n + 1 digits.

use super::forward::{Forward, Places, Visit, candidates, cell_names, eliminated_digits, rule_out};
use super::implications::{add, ones};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, DigitSet};
use crate::logic::{Board, CellGroup, Effect, Evidence, Sentence, Step, StrategyEntry, StrategyId, StrategyKind};
use std::ops::ControlFlow;

pub(in crate::logic) const ALS_XZ: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::AlsXz,
        name: "als-xz",
        title: "ALS-XZ",
        kind: StrategyKind::AlmostLocked,
        stars: 5,
        help: "Two sets of n cells with n + 1 digits, where a digit cannot be in both: one of the sets keeps all its \
           other digits, so a further digit that they share goes from all cells that see it in both.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find: als_xz,
    family: None,
    distinct: None,
    explain,
    exists_on: |_| true,
};

pub(in crate::logic) const ALS_XY_WING: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::AlsXyWing,
        name: "als-xy-wing",
        title: "ALS-XY-wing",
        kind: StrategyKind::AlmostLocked,
        stars: 5,
        help: "Three sets of n cells with n + 1 digits, of which the middle one cannot share a digit with either of the \
           others: one of these two keeps its other digits, and a digit they share goes from cells that see it in both.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find: als_xy_wing,
    family: None,
    distinct: None,
    explain,
    exists_on: |_| true,
};

fn explain(step: &Step, board: &Board) -> Sentence {
    let geometry = board.geometry();
    let sets = step.evidence().sets.iter().map(|set| cell_names(geometry, set.cells.iter().copied()));
    Sentence::compose("the sets {0} cannot all lack {1}", [Sentence::join(sets, "; "), eliminated_digits(step)])
}

/// An almost locked set.
pub(super) struct Set {
    pub(super) cells: CellSet,
    pub(super) digits: u32,
    /// Cells of each digit of the set, and what sees them all; in order of the digits.
    of_digit: Vec<(CellSet, CellSet)>,
}

impl Set {
    fn of(&self, digit: Digit) -> &(CellSet, CellSet) {
        let before = self.digits & ((1u32 << digit.index()) - 1);
        &self.of_digit[before.count_ones() as usize]
    }

    /// What sees all places of a digit of the set.
    pub(super) fn seeing(&self, digit: Digit) -> &CellSet {
        &self.of(digit).1
    }

    /// What a digit rules out that the set holds for certain: all but these.
    fn kept(&self, links: u32) -> impl Iterator<Item = Candidate> + '_ {
        let digits = DigitSet(self.digits & !links).iter();
        digits.flat_map(|digit| candidates(&self.of(digit).1, digit))
    }

    pub(super) fn group(&self) -> CellGroup {
        CellGroup { cells: self.cells.iter().collect(), digits: DigitSet(self.digits).iter().collect() }
    }
}

/// Every set; on large grids only small ones, since there are too many.
pub(super) fn sets(places: &Places<'_>) -> Vec<Set> {
    let most = if places.n <= 9 { places.n - 1 } else { 5 };
    let mut found: Vec<(CellSet, u32)> = Vec::new();
    for house in places.geometry.houses() {
        let cells: Vec<Cell> = places.geometry.house_cells[house.index()]
            .iter()
            .copied()
            .filter(|&cell| places.open.contains(cell))
            .collect();
        let marks: Vec<u32> = cells.iter().map(|&cell| places.board.marks(cell).0).collect();
        let _ = almost_locked_choices(&marks, 0, most, &mut |chosen, digits| {
            found.push((chosen.iter().map(|&i| cells[i]).collect(), digits));
            ControlFlow::Continue(())
        });
    }
    with_seen(places, found)
}

/// Sets and one more cell outside their house that sees all their places of the digits they share: so each digit is
/// there once at most, as in a house. With two digits alone the cell would be a link of its own.
pub(super) fn bent(places: &Places<'_>, sets: &[Set]) -> Vec<Set> {
    let mut found: Vec<(CellSet, u32)> = Vec::new();
    for set in sets {
        let near = set.of_digit.iter().fold(CellSet::EMPTY, |near, (_, seen)| near.union(seen));
        for cell in near.difference(&set.cells).iter() {
            let marks = places.board.marks(cell).0;
            let shared = DigitSet(marks & set.digits);
            let is_bent = (marks & !set.digits).is_power_of_two()
                && !shared.has_at_most(1)
                && shared.iter().all(|digit| set.of(digit).1.contains(cell));
            if is_bent {
                let mut cells = set.cells;
                cells.insert(cell);
                if places.common_houses(&cells).next().is_none() {
                    found.push((cells, set.digits | marks));
                }
            }
        }
    }
    with_seen(places, found)
}

/// Each set once, the smallest first.
fn with_seen(places: &Places<'_>, mut found: Vec<(CellSet, u32)>) -> Vec<Set> {
    found.sort_by_key(|(cells, _)| (cells.len(), *cells));
    found.dedup();
    found
        .into_iter()
        .map(|(cells, digits)| {
            let of_digit = DigitSet(digits).iter().map(|digit| {
                let holding = cells.intersection(places.of(digit));
                (holding, places.common_peers(holding.iter()).intersection(places.of(digit)))
            });
            Set { cells, digits, of_digit: of_digit.collect() }
        })
        .collect()
}

/// Visits every choice of 1 to `most` masks that have one bit more between them than they are, together with those that
/// are given; in lexicographic order, so each choice after those that it begins with.
pub(super) fn almost_locked_choices(
    masks: &[u32],
    given: u32,
    most: usize,
    visit: &mut impl FnMut(&[usize], u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    extend(masks, 0, &mut Vec::with_capacity(most), given, most, visit)
}

fn extend(
    masks: &[u32],
    from: usize,
    chosen: &mut Vec<usize>,
    union: u32,
    most: usize,
    visit: &mut impl FnMut(&[usize], u32) -> ControlFlow<()>,
) -> ControlFlow<()> {
    if !chosen.is_empty() && union.count_ones() as usize == chosen.len() + 1 {
        visit(chosen, union)?;
    }
    if chosen.len() == most {
        return ControlFlow::Continue(());
    }
    for (position, mask) in masks.iter().enumerate().skip(from) {
        let union = union | mask;
        if union.count_ones() as usize <= most + 1 {
            chosen.push(position);
            extend(masks, position + 1, chosen, union, most, visit)?;
            chosen.pop();
        }
    }
    ControlFlow::Continue(())
}

/// Per set the others that cannot both hold some digit, ascending, with the mask of these digits.
fn linked(places: &Places<'_>, sets: &[Set]) -> Vec<Vec<(usize, u32)>> {
    let n_words = sets.len().div_ceil(64);
    // Per digit the sets that hold it, and those that hold it in a cell, as rows of bits.
    let mut holding = vec![vec![0u64; n_words]; places.n];
    let mut holding_in: Vec<Vec<(Cell, Vec<u64>)>> = places
        .digits()
        .map(|digit| places.of(digit).iter().map(|cell| (cell, vec![0u64; n_words])).collect())
        .collect();
    for (i, set) in sets.iter().enumerate() {
        for (digit, (cells, _)) in DigitSet(set.digits).iter().zip(&set.of_digit) {
            holding[digit.index()][i / 64] |= 1 << (i % 64);
            for (_, row) in holding_in[digit.index()].iter_mut().filter(|(cell, _)| cells.contains(*cell)) {
                row[i / 64] |= 1 << (i % 64);
            }
        }
    }
    let mut rows: Vec<(u32, Vec<u64>)> = Vec::new();
    let mut any = vec![0u64; n_words];
    let linked_to = |set: &Set| {
        let mut n_rows = 0;
        for (digit, (_, seen)) in DigitSet(set.digits).iter().zip(&set.of_digit) {
            if seen.is_empty() {
                continue;
            }
            if rows.len() == n_rows {
                rows.push((0, vec![0; n_words]));
            }
            // Those that hold the digit nowhere else.
            let (bit, row) = &mut rows[n_rows];
            *bit = DigitSet::single(digit).0;
            row.copy_from_slice(&holding[digit.index()]);
            for (_, unseen) in holding_in[digit.index()].iter().filter(|(cell, _)| !seen.contains(*cell)) {
                row.iter_mut().zip(unseen).for_each(|(word, unseen)| *word &= !unseen);
            }
            n_rows += 1;
        }
        let rows = &rows[..n_rows];
        any.fill(0);
        for (_, row) in rows {
            add(&mut any, row);
        }
        let digits = |other: usize| {
            let holds = |row: &[u64]| row[other / 64] >> (other % 64) & 1 == 1;
            rows.iter().filter(|(_, row)| holds(row)).fold(0, |digits, (bit, _)| digits | bit)
        };
        let mut linked = Vec::with_capacity(any.iter().map(|word| word.count_ones() as usize).sum());
        linked.extend(ones(any.iter().copied()).map(|other| (other, digits(other))));
        linked
    };
    sets.iter().map(linked_to).collect()
}

/// What sees all places of a shared digit in both sets.
fn shared(a: &Set, b: &Set, digits: u32) -> Vec<Candidate> {
    let mut out = Vec::new();
    for digit in DigitSet(digits).iter() {
        let seen = a.of(digit).1.intersection(&b.of(digit).1);
        if !seen.is_empty() {
            out.extend(candidates(&seen.difference(&a.cells).difference(&b.cells), digit));
        }
    }
    out
}

fn evidence(sets: &[&Set]) -> Evidence {
    let mut bases: Vec<_> = sets.iter().flat_map(|set| set.cells.iter()).map(Constraint::Cell).collect();
    bases.sort_unstable();
    bases.dedup();
    Evidence { bases, sets: sets.iter().map(|set| set.group()).collect(), ..Evidence::default() }
}

fn als_xz(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let places = Places::new(board);
    let sets = sets(&places);
    for (i, links) in linked(&places, &sets).iter().enumerate() {
        for &(j, links) in links.iter().filter(|&&(j, _)| j > i) {
            let (a, b) = (&sets[i], &sets[j]);
            if DigitSet(a.digits & b.digits).has_at_most(1) {
                continue;
            }
            if links.count_ones() > 1 {
                let mut out = shared(a, b, links);
                out.extend(a.kept(links));
                out.extend(b.kept(links));
                out.extend(shared(a, b, a.digits & b.digits));
                rule_out(visit, id, out, || evidence(&[a, b]))?;
            } else {
                for link in DigitSet(links).iter() {
                    let out = shared(a, b, a.digits & b.digits & !DigitSet::single(link).0);
                    rule_out(visit, id, out, || evidence(&[a, b]))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn als_xy_wing(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let places = Places::new(board);
    let mut sets = sets(&places);
    // Larger wings are no human reading.
    sets.retain(|set| set.cells.len() <= 6);
    let linked = linked(&places, &sets);
    let digits_of: Vec<u32> = sets.iter().map(|set| set.digits).collect();
    for (middle, wings) in linked.iter().enumerate() {
        for (i, &(first, x)) in wings.iter().enumerate() {
            for &(second, y) in &wings[i + 1..] {
                let common = digits_of[first] & digits_of[second];
                if common == 0 || DigitSet(x | y).has_at_most(1) {
                    continue;
                }
                let (a, b) = (&sets[first], &sets[second]);
                // Two different links, neither of them the digit to rule out.
                let may_go = |digit: &Digit| {
                    let bit = DigitSet::single(*digit).0;
                    x & !bit != 0 && y & !bit != 0 && !DigitSet((x | y) & !bit).has_at_most(1)
                };
                let digits: DigitSet = DigitSet(common).iter().filter(may_go).collect();
                let mut out = shared(a, b, digits.0);
                out.retain(|c| !sets[middle].cells.contains(c.cell));
                rule_out(visit, id, out, || evidence(&[a, b, &sets[middle]]))?;
                let of_wings = |&(other, _): &(usize, u32)| other.cmp(&second);
                let third = if middle < first { linked[first].binary_search_by(of_wings).ok() } else { None };
                if let Some(z) = third.map(|third| linked[first][third].1) {
                    let out = ring([a, b, &sets[middle]], [z, y, x]);
                    rule_out(visit, id, out, || evidence(&[a, b, &sets[middle]]))?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// What three sets rule out that are linked in a ring, each with the next: each of them lacks one of the links, so
/// it holds all its other digits, and each link is in one of its two sets.
fn ring(sets: [&Set; 3], links: [u32; 3]) -> Vec<Candidate> {
    let mut choices = Vec::new();
    for x in DigitSet(links[0]).iter() {
        for y in DigitSet(links[1]).iter().filter(|&y| y != x) {
            choices.extend(DigitSet(links[2]).iter().filter(|&z| z != x && z != y).map(|z| [x, y, z]));
        }
    }
    let mut out = Vec::new();
    for choice in choices {
        let bits = choice.map(|digit| DigitSet::single(digit).0);
        for i in 0..3 {
            let (set, next) = (sets[i], sets[(i + 1) % 3]);
            out.extend(shared(set, next, bits[i]));
            out.extend(set.kept(bits[i] | bits[(i + 2) % 3]));
        }
    }
    out
}

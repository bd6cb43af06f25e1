//! Two strong links of one digit: skyscraper, two-string kite, turbot fish, empty rectangle.

use super::forward::{Family, Forward, Places, Visit, alternating, candidates, explain_chain, node, rule_out};
use crate::grid::{Cell, CellSet, Constraint, House, HouseKind};
use crate::logic::{Board, Effect, Evidence, StrategyEntry, StrategyId, StrategyKind, StrategySet};
use std::ops::ControlFlow;

pub(in crate::logic) const SKYSCRAPER: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::Skyscraper,
        name: "skyscraper",
        title: "Skyscraper",
        kind: StrategyKind::Chain,
        stars: 3,
        help: "When a digit has two places in each of two parallel lines and one place of each stands in the same \
           crossing line, one of the other two is true, and the digit goes from all cells that see both.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find: |board, id, visit| two_links(board, id, &mut StrategySet::default(), visit),
    family: TWO_LINKS,
    distinct: None,
    explain: explain_chain,
    exists_on: |_| true,
};

pub(in crate::logic) const TWO_STRING_KITE: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::TwoStringKite,
        name: "two-string-kite",
        title: "Two-string kite",
        kind: StrategyKind::Chain,
        stars: 3,
        help: "When a digit has two places in a row and two in a column, with one of each in the same box, \
           one of the two far ends is true, and the digit goes from the cell that sees both.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find: |board, id, visit| two_links(board, id, &mut StrategySet::default(), visit),
    family: TWO_LINKS,
    distinct: None,
    explain: explain_chain,
    exists_on: |_| true,
};

pub(in crate::logic) const TURBOT_FISH: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::TurbotFish,
        name: "turbot-fish",
        title: "Turbot fish",
        kind: StrategyKind::Chain,
        stars: 3,
        help: "When a digit has two places in each of two houses and an end of one sees an end of the other, \
           one of the far ends is true, and the digit goes from all cells that see both.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find: |board, id, visit| two_links(board, id, &mut StrategySet::default(), visit),
    family: TWO_LINKS,
    distinct: None,
    explain: explain_chain,
    exists_on: |_| true,
};

pub(in crate::logic) const EMPTY_RECTANGLE: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::EmptyRectangle,
        name: "empty-rectangle",
        title: "Empty rectangle",
        kind: StrategyKind::Chain,
        stars: 3,
        help: "When all places of a digit in a box lie in one row and one column, and a line that crosses one of them \
           has two places, the digit goes from where the other line meets the second place.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find: empty_rectangle,
    family: None,
    distinct: None,
    explain: explain_chain,
    exists_on: |_| true,
};

const TWO_LINKS: Option<Family> = Some(Family {
    members: &[StrategyId::Skyscraper, StrategyId::TwoStringKite, StrategyId::TurbotFish],
    find: two_links,
});

/// Which of the three names a pair of linked houses has; `a` and `b` are the ends that see each other.
fn kind(places: &Places<'_>, houses: [House; 2], a: Cell, b: Cell) -> StrategyId {
    let geometry = places.geometry;
    let shape = geometry.shape;
    match houses.map(|house| geometry.house_kind(house).0) {
        [HouseKind::Row, HouseKind::Row] if shape.col(a) == shape.col(b) => StrategyId::Skyscraper,
        [HouseKind::Column, HouseKind::Column] if shape.row(a) == shape.row(b) => StrategyId::Skyscraper,
        [HouseKind::Row, HouseKind::Column] if shape.box_of(a) == shape.box_of(b) => StrategyId::TwoStringKite,
        _ => StrategyId::TurbotFish,
    }
}

fn two_links(board: &Board, id: StrategyId, others: &mut StrategySet, visit: Visit<'_>) -> ControlFlow<()> {
    let places = Places::new(board);
    for digit in places.digits() {
        let pairs = places.pairs(digit);
        for (i, &(first, a1, a2)) in pairs.iter().enumerate() {
            for &(second, b1, b2) in &pairs[i + 1..] {
                if a1 == b1 || a1 == b2 || a2 == b1 || a2 == b2 {
                    continue;
                }
                for (a_near, a_far, b_near, b_far) in
                    [(a1, a2, b1, b2), (a1, a2, b2, b1), (a2, a1, b1, b2), (a2, a1, b2, b1)]
                {
                    if !places.are_peers(a_near, b_near) {
                        continue;
                    }
                    let kind = kind(&places, [first, second], a_near, b_near);
                    if kind != id && others.contains(kind) {
                        continue;
                    }
                    let mut out = places.common_peers([a_far, b_far]).intersection(places.of(digit));
                    out.remove(a_near);
                    out.remove(b_near);
                    if kind != id {
                        if !out.is_empty() {
                            others.insert(kind);
                        }
                        continue;
                    }
                    rule_out(visit, id, candidates(&out, digit), || Evidence {
                        bases: vec![Constraint::HouseDigit(first, digit), Constraint::HouseDigit(second, digit)],
                        nodes: vec![
                            node([a_far], digit, true),
                            node([a_near], digit, false),
                            node([b_near], digit, true),
                            node([b_far], digit, false),
                        ],
                        links: alternating(4, true),
                        ..Evidence::default()
                    })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn empty_rectangle(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let places = Places::new(board);
    let geometry = places.geometry;
    let lines = |kind| (0..places.n).map(move |i| geometry.house(kind, i));
    for digit in places.digits() {
        let pairs = places.pairs(digit);
        if pairs.is_empty() {
            continue;
        }
        for bx in lines(HouseKind::Box) {
            let inside = places.in_house(bx, digit);
            if inside.len() < 2 {
                continue;
            }
            // `along` holds part of the box and meets the pair; the rest of the box lies in `across`.
            for (kind, other) in [(HouseKind::Row, HouseKind::Column), (HouseKind::Column, HouseKind::Row)] {
                let mut crossed: Vec<House> =
                    inside.iter().map(|cell| geometry.cell_houses[cell.index()][kind as usize]).collect();
                crossed.sort_unstable();
                crossed.dedup();
                for along in crossed {
                    let part = inside.intersection(&geometry.house_sets[along.index()]);
                    let rest = inside.difference(&part);
                    if rest.is_empty() {
                        continue;
                    }
                    let crossing = places.common_houses(&rest).find(|&h| geometry.house_kind(h).0 == other);
                    if let Some(across) = crossing {
                        let across_set = &geometry.house_sets[across.index()];
                        for &(line, c1, c2) in &pairs {
                            if geometry.house_kind(line).0 != other || line == across {
                                continue;
                            }
                            for (near, far) in [(c1, c2), (c2, c1)] {
                                let meets = geometry.house_sets[along.index()].contains(near);
                                if !meets || inside.contains(near) || inside.contains(far) {
                                    continue;
                                }
                                let mut out = places.peers(far).intersection(across_set);
                                out = out.intersection(places.of(digit));
                                out = out.difference(&geometry.house_sets[bx.index()]);
                                let far_line: CellSet = out
                                    .iter()
                                    .filter(|&c| {
                                        geometry.cell_houses[c.index()].iter().any(|h| {
                                            geometry.house_kind(*h).0 == kind
                                                && geometry.house_sets[h.index()].contains(far)
                                        })
                                    })
                                    .collect();
                                rule_out(visit, id, candidates(&far_line, digit), || Evidence {
                                    bases: vec![Constraint::HouseDigit(bx, digit), Constraint::HouseDigit(line, digit)],
                                    nodes: vec![
                                        node([far], digit, true),
                                        node([near], digit, false),
                                        node(part.iter(), digit, true),
                                        node(rest.iter(), digit, false),
                                    ],
                                    links: alternating(4, true),
                                    ..Evidence::default()
                                })?;
                            }
                        }
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

//! Colouring: the places of one digit, linked in pairs, in two colours; one such part or two of them.

use super::forward::{Forward, Places, Visit, candidates, cell_names, node, rule_out};
use crate::grid::{Cell, CellSet, Constraint, Digit};
use crate::logic::{
    Board, ChainLink, ChainNode, Effect, Evidence, Sentence, Step, StrategyEntry, StrategyId, StrategyKind,
};
use std::ops::ControlFlow;

pub(in crate::logic) const SIMPLE_COLOURING: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::SimpleColouring,
        name: "simple-colouring",
        title: "Simple colouring",
        kind: StrategyKind::Chain,
        stars: 4,
        help: "Where a digit has two places in a house, exactly one is true; coloured along such pairs, all cells of \
               one colour are true. A colour that sees itself is false, and a cell that sees both colours is, too.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find: simple,
    family: None,
    distinct: None,
    explain,
    exists_on: |_| true,
};

pub(in crate::logic) const MULTI_COLOURS: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::MultiColours,
        name: "multi-colours",
        title: "Multi-colours",
        kind: StrategyKind::Chain,
        stars: 4,
        help: "Two separate parts of a digit's places, each coloured along its pairs. A colour that sees both colours \
               of the other part is false. Where two colours see each other, one of their opposites is true, and \
               the digit goes from all cells that see both opposites.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find: multi,
    family: None,
    distinct: None,
    explain,
    exists_on: |_| true,
};

fn explain(step: &Step, board: &Board) -> Sentence {
    let geometry = board.geometry();
    let evidence = step.evidence();
    // The nodes of a part stand together, the first of a part is no target of a link.
    let mut parts: Vec<Vec<&ChainNode>> = Vec::new();
    for (i, node) in evidence.nodes.iter().enumerate() {
        match parts.last_mut().filter(|_| evidence.links.iter().any(|link| link.to == i)) {
            Some(part) => part.push(node),
            None => parts.push(vec![node]),
        }
    }
    let sentences = parts.iter().map(|part| {
        let cells = |on: bool| cell_names(geometry, part.iter().filter(|n| n.is_on == on).map(|n| n.cells[0]));
        let template = "either all of {0} or all of {1} hold {2}";
        Sentence::compose(template, [cells(true), cells(false), part[0].digit.into()])
    });
    Sentence::join(sentences, ", and ")
}

/// The places of a digit that are linked by pairs, in two colours.
struct Part {
    digit: Digit,
    cells: Vec<(Cell, bool)>,
    /// From each cell to those it coloured, by their numbers.
    links: Vec<(usize, usize)>,
    bases: Vec<Constraint>,
    sides: [CellSet; 2],
    /// What the cells of each side see.
    seen: [CellSet; 2],
}

/// The parts of a digit, by their lowest cells.
fn parts(places: &Places<'_>, digit: Digit) -> Vec<Part> {
    let pairs = places.pairs(digit);
    let mut starts: Vec<Cell> = pairs.iter().flat_map(|&(_, a, b)| [a, b]).collect();
    starts.sort_unstable();
    let mut coloured = CellSet::EMPTY;
    let mut parts = Vec::new();
    for start in starts {
        if !coloured.insert(start) {
            continue;
        }
        let mut cells = vec![(start, true)];
        let (mut links, mut bases) = (Vec::new(), Vec::new());
        let mut next = 0;
        while let Some(&(cell, on)) = cells.get(next) {
            for &(house, a, b) in pairs.iter().filter(|&&(_, a, b)| a == cell || b == cell) {
                let other = if a == cell { b } else { a };
                bases.push(Constraint::HouseDigit(house, digit));
                if coloured.insert(other) {
                    links.push((next, cells.len()));
                    cells.push((other, !on));
                }
            }
            next += 1;
        }
        bases.sort_unstable();
        bases.dedup();
        let sides = [true, false]
            .map(|on| -> CellSet { cells.iter().filter(|(_, c)| *c == on).map(|&(cell, _)| cell).collect() });
        let seen = sides.map(|side| side.iter().fold(CellSet::EMPTY, |set: CellSet, c| set.union(places.peers(c))));
        parts.push(Part { digit, cells, links, bases, sides, seen });
    }
    parts
}

fn evidence(parts: &[&Part]) -> Evidence {
    let mut evidence = Evidence::default();
    for part in parts {
        let before = evidence.nodes.len();
        evidence.bases.extend(&part.bases);
        evidence.nodes.extend(part.cells.iter().map(|&(cell, on)| node([cell], part.digit, on)));
        let links = part.links.iter();
        evidence.links.extend(links.map(|&(from, to)| ChainLink {
            from: before + from,
            to: before + to,
            is_strong: true,
        }));
    }
    evidence
}

fn simple(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let places = Places::new(board);
    for digit in places.digits() {
        for part in parts(&places, digit) {
            for (side, seen) in part.sides.iter().zip(&part.seen) {
                if !seen.intersection(side).is_empty() {
                    rule_out(visit, id, candidates(side, digit), || evidence(&[&part]))?;
                }
            }
            let out = part.seen[0].intersection(&part.seen[1]).intersection(places.of(digit));
            let out = out.difference(&part.sides[0]).difference(&part.sides[1]);
            rule_out(visit, id, candidates(&out, digit), || evidence(&[&part]))?;
        }
    }
    ControlFlow::Continue(())
}

fn multi(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let places = Places::new(board);
    for digit in places.digits() {
        let parts = parts(&places, digit);
        for (i, first) in parts.iter().enumerate() {
            for (j, second) in parts.iter().enumerate() {
                if i == j {
                    continue;
                }
                // A colour that sees both colours of the other part.
                let mut out = CellSet::EMPTY;
                for (side, seen) in first.sides.iter().zip(&first.seen) {
                    if second.sides.iter().all(|other| !seen.intersection(other).is_empty()) {
                        out = out.union(side);
                    }
                }
                rule_out(visit, id, candidates(&out, digit), || evidence(&[first, second]))?;
                // Two colours that see each other.
                let mut out = CellSet::EMPTY;
                for (a, b) in [(0, 0), (0, 1), (1, 0), (1, 1)] {
                    if !first.seen[a].intersection(&second.sides[b]).is_empty() {
                        let both = first.seen[1 - a].intersection(&second.seen[1 - b]);
                        out = out.union(&both.intersection(places.of(digit)));
                    }
                }
                rule_out(visit, id, candidates(&out, digit), || evidence(&[first, second]))?;
            }
        }
    }
    ControlFlow::Continue(())
}

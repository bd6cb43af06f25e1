//! Wings: cells with two or three candidates that force one of two ends.

use super::forward::{
    Forward, Places, Visit, alternating, candidates, cell_names, eliminated_digits, explain_chain, node, rule_out,
};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, DigitSet};
use crate::logic::{
    Board, CellGroup, ChainNode, Effect, Evidence, Sentence, Step, StrategyEntry, StrategyId, StrategyKind,
};
use std::ops::ControlFlow;

pub(in crate::logic) const XY_WING: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::XyWing,
        name: "xy-wing",
        title: "XY-wing",
        kind: StrategyKind::Chain,
        stars: 3,
        help: "When a cell with two digits sees two cells that hold one of them each and share a third digit, one of \
           these two holds the third digit, which goes from all cells that see both.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find: xy_wing,
    family: None,
    distinct: None,
    explain: explain_wing,
    exists_on: |_| true,
};

pub(in crate::logic) const XYZ_WING: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::XyzWing,
        name: "xyz-wing",
        title: "XYZ-wing",
        kind: StrategyKind::Chain,
        stars: 3,
        help: "When a cell with three digits sees two cells with two of these digits each, the digit that all three \
           share is in one of them and goes from all cells that see all three.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find: xyz_wing,
    family: None,
    distinct: None,
    explain: explain_wing,
    exists_on: |_| true,
};

pub(in crate::logic) const W_WING: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::WWing,
        name: "w-wing",
        title: "W-wing",
        kind: StrategyKind::Chain,
        stars: 3,
        help: "When two cells hold the same two digits and both places of one of them in some house see one cell each, \
           the other digit is in one of the two cells and goes from all cells that see both.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find: w_wing,
    family: None,
    distinct: None,
    explain: explain_chain,
    exists_on: |_| true,
};

pub(in crate::logic) const REMOTE_PAIR: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::RemotePair,
        name: "remote-pair",
        title: "Remote pair",
        kind: StrategyKind::Chain,
        stars: 4,
        help: "When cells with the same two digits form a chain, neighbours differ; both digits go from all cells that \
           see two cells of the chain which are an odd number of steps apart.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find: remote_pair,
    family: None,
    distinct: None,
    explain: explain_pair,
    exists_on: |_| true,
};

fn explain_wing(step: &Step, board: &Board) -> Sentence {
    let cells = step.evidence().sets[0].cells.iter().copied();
    let parts = [cell_names(board.geometry(), cells), eliminated_digits(step)];
    Sentence::compose("one of {0} holds {1}, so {1} goes from the cells that see them", parts)
}

fn explain_pair(step: &Step, board: &Board) -> Sentence {
    let nodes = &step.evidence().nodes;
    let color = |on: bool| {
        let cells = nodes.iter().filter(|node| node.is_on == on).map(|node| node.cells[0]);
        cell_names(board.geometry(), cells)
    };
    Sentence::compose("{0} hold one digit of the pair and {1} the other", [color(true), color(false)])
}

fn group(board: &Board, cells: Vec<Cell>) -> CellGroup {
    let digits = cells.iter().fold(0, |mask, &cell| mask | board.marks(cell).0);
    CellGroup { cells, digits: DigitSet(digits).iter().collect() }
}

fn xy_wing(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let places = Places::new(board);
    let bivalue = places.bivalue();
    for &pivot in &bivalue {
        let pivot_marks = board.marks(pivot).0;
        let wings: Vec<Cell> = bivalue
            .iter()
            .copied()
            .filter(|&cell| places.are_peers(pivot, cell) && (board.marks(cell).0 & pivot_marks).is_power_of_two())
            .collect();
        for (i, &a) in wings.iter().enumerate() {
            for &b in &wings[i + 1..] {
                let (ma, mb) = (board.marks(a).0, board.marks(b).0);
                let Some(digit) = DigitSet(ma & mb & !pivot_marks).only() else { continue };
                if (ma | mb) & pivot_marks != pivot_marks {
                    continue;
                }
                let out = places.common_peers([a, b]).intersection(places.of(digit));
                rule_out(visit, id, candidates(&out, digit), || Evidence {
                    bases: [pivot, a, b].map(Constraint::Cell).to_vec(),
                    sets: vec![group(board, vec![a, b]), group(board, vec![pivot])],
                    ..Evidence::default()
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn xyz_wing(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let places = Places::new(board);
    let bivalue = places.bivalue();
    for pivot in places.open.iter().filter(|&cell| board.marks(cell).len() == 3) {
        let pivot_marks = board.marks(pivot).0;
        let wings: Vec<Cell> = bivalue
            .iter()
            .copied()
            .filter(|&cell| places.are_peers(pivot, cell) && board.marks(cell).0 & !pivot_marks == 0)
            .collect();
        for (i, &a) in wings.iter().enumerate() {
            for &b in &wings[i + 1..] {
                let Some(digit) = DigitSet(board.marks(a).0 & board.marks(b).0).only() else { continue };
                let out = places.common_peers([pivot, a, b]).intersection(places.of(digit));
                rule_out(visit, id, candidates(&out, digit), || Evidence {
                    bases: [pivot, a, b].map(Constraint::Cell).to_vec(),
                    sets: vec![group(board, vec![pivot, a, b])],
                    ..Evidence::default()
                })?;
            }
        }
    }
    ControlFlow::Continue(())
}

fn w_wing(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let places = Places::new(board);
    let bivalue = places.bivalue();
    for (i, &a) in bivalue.iter().enumerate() {
        let marks = board.marks(a);
        for &b in bivalue[i + 1..].iter().filter(|&&b| board.marks(b) == marks && !places.are_peers(a, b)) {
            for linked in marks.iter() {
                let Some(digit) = marks.iter().find(|&d| d != linked) else { continue };
                let out = places.common_peers([a, b]).intersection(places.of(digit));
                if out.is_empty() {
                    continue;
                }
                for (house, p, q) in places.pairs(linked) {
                    for (p, q) in [(p, q), (q, p)] {
                        if p == b || q == a || !places.are_peers(a, p) || !places.are_peers(b, q) {
                            continue;
                        }
                        rule_out(visit, id, candidates(&out, digit), || Evidence {
                            bases: vec![
                                Constraint::Cell(a),
                                Constraint::HouseDigit(house, linked),
                                Constraint::Cell(b),
                            ],
                            nodes: vec![
                                node([a], digit, true),
                                node([a], linked, false),
                                node([p], linked, true),
                                node([q], linked, false),
                                node([b], linked, true),
                                node([b], digit, false),
                            ],
                            links: alternating(6, true),
                            ..Evidence::default()
                        })?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

fn remote_pair(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let places = Places::new(board);
    let mut left = places.bivalue();
    while let Some(first) = left.first().copied() {
        let marks = board.marks(first);
        let cells: Vec<Cell> = left.iter().copied().filter(|&cell| board.marks(cell) == marks).collect();
        // One connected part, coloured by distance.
        let mut color: Vec<(Cell, bool)> = vec![(first, true)];
        let mut next = 0;
        while let Some(&(cell, on)) = color.get(next) {
            next += 1;
            for &other in &cells {
                if places.are_peers(cell, other) && !color.iter().any(|&(seen, _)| seen == other) {
                    color.push((other, !on));
                }
            }
        }
        left.retain(|cell| !color.iter().any(|(seen, _)| seen == cell));
        if color.len() < 4 {
            continue;
        }
        let side = |on: bool| color.iter().filter(move |(_, c)| *c == on).map(|&(cell, _)| cell);
        let seen = |on: bool| side(on).fold(CellSet::EMPTY, |set: CellSet, cell| set.union(places.peers(cell)));
        let mut out = seen(true).intersection(&seen(false));
        for &(cell, _) in &color {
            out.remove(cell);
        }
        let mut eliminated: Vec<Candidate> = Vec::new();
        for digit in marks.iter() {
            eliminated.extend(candidates(&out.intersection(places.of(digit)), digit));
        }
        let nodes = || -> Vec<ChainNode> {
            let digits: Vec<Digit> = marks.iter().collect();
            color.iter().map(|&(cell, on)| node([cell], digits[0], on)).collect()
        };
        rule_out(visit, id, eliminated, || Evidence {
            bases: color.iter().map(|&(cell, _)| Constraint::Cell(cell)).collect(),
            nodes: nodes(),
            sets: vec![group(board, color.iter().map(|&(cell, _)| cell).collect())],
            ..Evidence::default()
        })?;
    }
    ControlFlow::Continue(())
}

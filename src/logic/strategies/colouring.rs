//! Simple colouring: the places of one digit, linked in pairs, in two colours.

use super::forward::{Forward, Places, Visit, candidates, cell_names, node, rule_out};
use crate::grid::{Cell, CellSet, Constraint};
use crate::logic::{Board, ChainLink, Evidence, Step, StrategyId};
use std::ops::ControlFlow;

pub(in crate::logic) const SIMPLE_COLOURING: Forward = Forward {
    id: StrategyId::SimpleColouring,
    name: "simple-colouring",
    title: "Simple colouring",
    help: "Where a digit has two places in a house, exactly one is true; coloured along such pairs, all cells of one \
           colour are true. A colour that sees itself is false, and a cell that sees both colours is, too.",
    assumes_uniqueness: false,
    find: colouring,
    explain,
};

fn explain(step: &Step, board: &Board) -> String {
    let geometry = board.shape().geometry();
    let nodes = &step.evidence().nodes;
    let cells = |on: bool| cell_names(geometry, nodes.iter().filter(|n| n.is_on == on).map(|n| n.cells[0]));
    let digit = nodes[0].digit;
    format!("either all of {} or all of {} hold {digit}", cells(true), cells(false))
}

fn colouring(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let places = Places::new(board);
    for digit in places.digits() {
        let pairs = places.pairs(digit);
        let mut seen = CellSet::EMPTY;
        for &(_, start, _) in &pairs {
            if seen.contains(start) {
                continue;
            }
            let mut colored: Vec<(Cell, bool)> = vec![(start, true)];
            let mut links: Vec<ChainLink> = Vec::new();
            let mut bases: Vec<Constraint> = Vec::new();
            seen.insert(start);
            let mut next = 0;
            while let Some(&(cell, on)) = colored.get(next) {
                for &(house, a, b) in &pairs {
                    let other = if a == cell {
                        b
                    } else if b == cell {
                        a
                    } else {
                        continue;
                    };
                    bases.push(Constraint::HouseDigit(house, digit));
                    if seen.insert(other) {
                        links.push(ChainLink { from: next, to: colored.len(), is_strong: true });
                        colored.push((other, !on));
                    }
                }
                next += 1;
            }
            bases.sort_unstable();
            bases.dedup();
            let side = |on: bool| -> CellSet { colored.iter().filter(|(_, c)| *c == on).map(|&(c, _)| c).collect() };
            let reach =
                |cells: &CellSet| cells.iter().fold(CellSet::EMPTY, |set: CellSet, c| set.union(places.peers(c)));
            let sides = [side(true), side(false)];
            let evidence = || Evidence {
                bases: bases.clone(),
                nodes: colored.iter().map(|&(cell, on)| node([cell], digit, on)).collect(),
                links: links.clone(),
                ..Evidence::default()
            };
            for cells in &sides {
                if !reach(cells).intersection(cells).is_empty() {
                    rule_out(visit, id, candidates(cells, digit), evidence)?;
                }
            }
            let out = reach(&sides[0]).intersection(&reach(&sides[1])).intersection(places.of(digit));
            let out = out.difference(&sides[0]).difference(&sides[1]);
            rule_out(visit, id, candidates(&out, digit), evidence)?;
        }
    }
    ControlFlow::Continue(())
}

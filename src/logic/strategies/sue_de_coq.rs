//! Sue de Coq: two disjoint sets share the crossing of a box and a line.

use super::forward::{Forward, Places, Visit, candidates, cell_names, rule_out};
use crate::grid::{Candidate, Cell, CellSet, Constraint, DigitSet, HouseKind};
use crate::logic::{Board, CellGroup, Effect, Evidence, Sentence, Step, StrategyEntry, StrategyId, StrategyKind};
use std::ops::ControlFlow;

pub(in crate::logic) const SUE_DE_COQ: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::SueDeCoq,
        name: "sue-de-coq",
        title: "Sue de Coq",
        kind: StrategyKind::AlmostLocked,
        stars: 5,
        help: "When the crossing of a box and a line, with some cells of the line and some of the box, has as many cells \
           as digits, and no digit in both parts, each digit goes from the house that it is bound to.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find,
    family: None,
    distinct: None,
    explain,
    exists_on: |_| true,
};

fn explain(step: &Step, board: &Board) -> Sentence {
    let geometry = board.geometry();
    let sets = step.evidence().sets.iter().map(|set| cell_names(geometry, set.cells.iter().copied()));
    Sentence::compose("{0} hold as many digits as cells", [Sentence::join(sets, " with ")])
}

type Part = (CellSet, u32);

/// Every choice of cells with their digits.
fn parts(board: &Board, cells: &CellSet, most: usize) -> Vec<Part> {
    let mut out: Vec<Part> = vec![(CellSet::EMPTY, 0)];
    for cell in cells.iter() {
        for i in 0..out.len() {
            let (mut set, digits) = out[i];
            if set.len() < most {
                set.insert(cell);
                out.push((set, digits | board.marks(cell).0));
            }
        }
    }
    out.remove(0);
    out
}

fn find(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let places = Places::new(board);
    let geometry = places.geometry;
    for line in geometry.houses().filter(|&h| geometry.house_kind(h).0 != HouseKind::Box) {
        let line_cells = geometry.house_sets[line.index()].intersection(&places.open);
        for bx in geometry.houses().filter(|&h| geometry.house_kind(h).0 == HouseKind::Box) {
            let box_cells = geometry.house_sets[bx.index()].intersection(&places.open);
            let crossing = line_cells.intersection(&box_cells);
            if crossing.len() < 2 {
                continue;
            }
            let cores: Vec<Part> = parts(board, &crossing, 3)
                .into_iter()
                .filter(|(cells, digits)| cells.len() >= 2 && digits.count_ones() as usize >= cells.len() + 2)
                .collect();
            if cores.is_empty() {
                continue;
            }
            let line_rest = line_cells.difference(&crossing);
            let box_rest = box_cells.difference(&crossing);
            // On large grids there are too many larger parts.
            let most = if places.n <= 9 { 4 } else { 2 };
            let (in_line, in_box) = (parts(board, &line_rest, most), parts(board, &box_rest, most));
            for (core, core_digits) in &cores {
                for (a, a_digits) in in_line.iter().filter(|(_, digits)| digits & core_digits != 0) {
                    for (b, b_digits) in in_box.iter().filter(|(_, digits)| digits & a_digits == 0) {
                        let all = core_digits | a_digits | b_digits;
                        let n_cells = core.len() + a.len() + b.len();
                        if b_digits & core_digits == 0 || all.count_ones() as usize != n_cells {
                            continue;
                        }
                        let mut out: Vec<Candidate> = Vec::new();
                        for digit in DigitSet(all & !b_digits).iter() {
                            let rest = line_cells.difference(core).difference(a);
                            out.extend(candidates(&rest.intersection(places.of(digit)), digit));
                        }
                        for digit in DigitSet(all & !a_digits).iter() {
                            let rest = box_cells.difference(core).difference(b);
                            out.extend(candidates(&rest.intersection(places.of(digit)), digit));
                        }
                        rule_out(visit, id, out, || {
                            let group = |cells: &CellSet, digits: u32| CellGroup {
                                cells: cells.iter().collect(),
                                digits: DigitSet(digits).iter().collect(),
                            };
                            let cells: Vec<Cell> = core.union(a).union(b).iter().collect();
                            Evidence {
                                bases: cells.into_iter().map(Constraint::Cell).collect(),
                                sets: vec![group(core, *core_digits), group(a, *a_digits), group(b, *b_digits)],
                                ..Evidence::default()
                            }
                        })?;
                    }
                }
            }
        }
    }
    ControlFlow::Continue(())
}

//! Unique loops: cells that would hold only two digits by turns, so that these could be exchanged.
//!
//! A loop of four cells is a unique rectangle; the longer ones are this strategy. The four types are
//! those of the rectangles: one cell with further digits, one further digit, a subset with the further
//! digits, one of the two digits locked.

use super::almost_locked::almost_locked_choices;
use super::forward::{Forward, Places, candidates, cell_names, digit_names, rule_out};
use crate::grid::{Candidate, Cell, CellSet, Constraint, Digit, DigitSet, House};
use crate::logic::{
    Board, CellGroup, Deadly, Effect, Evidence, Sentence, Step, StrategyEntry, StrategyId, StrategyKind,
};
use std::ops::ControlFlow;

pub(in crate::logic) const UNIQUE_LOOP: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::UniqueLoop,
        name: "unique-loop",
        title: "Unique loop",
        kind: StrategyKind::Uniqueness,
        stars: 4,
        help: "A loop of six or more cells that has two cells in each of its houses cannot hold the same two digits by \
               turns, since these could be exchanged: the further digits of its cells are needed.",
    },
    assumes_uniqueness: true,
    effect: Effect::Eliminate,
    find: |board, id, visit| loop_steps(board, id, 6).into_iter().try_for_each(|found| visit(found.step)),
    family: None,
    distinct: None,
    explain,
    exists_on: |_| true,
};

fn explain(step: &Step, board: &Board) -> Sentence {
    let Some(Deadly::Loop { cells, digits }) = &step.evidence().deadly else { return Sentence::default() };
    let cells = cell_names(board.geometry(), cells.iter().copied());
    let digits = digit_names(digits.iter().copied().collect());
    Sentence::compose("the loop {0} cannot hold only {1}, or these could be exchanged", [cells, digits])
}

/// A step by a loop, with what the difficulty scales ask about it.
pub(in crate::logic) struct LoopStep {
    /// Number of cells of the loop.
    pub(in crate::logic) length: usize,
    /// 1 to 4.
    pub(in crate::logic) kind: u8,
    /// For type 3 the number of cells besides the loop, less one for a hidden set; else 0.
    pub(in crate::logic) set_size: u8,
    pub(in crate::logic) step: Step,
}

/// Every step by a loop of at least `shortest` cells (4 or 6), shortest loops and lowest types first.
pub(in crate::logic) fn loop_steps(board: &Board, id: StrategyId, shortest: usize) -> Vec<LoopStep> {
    let places = Places::new(board);
    let mut steps: Vec<LoopStep> = Vec::new();
    let bivalue = places.bivalue();
    // Per pair of digits the cells of loops that are not found yet.
    let mut pairs: Vec<(u32, CellSet)> = Vec::new();
    for &start in &bivalue {
        let pair = board.marks(start).0;
        let known = pairs.iter().position(|&(known, _)| known == pair);
        let number = known.unwrap_or_else(|| {
            let both = DigitSet(pair).iter().fold(places.open, |cells, digit| cells.intersection(places.of(digit)));
            pairs.push((pair, core(&places, both, shortest)));
            pairs.len() - 1
        });
        let usable = pairs[number].1;
        if !usable.contains(start) {
            continue;
        }
        let n_bivalue = bivalue.iter().filter(|&&cell| board.marks(cell).0 == pair && usable.contains(cell)).count();
        let mut search = Search {
            places: &places,
            pair,
            usable,
            shortest,
            longest_mixed: n_bivalue + 2,
            path: vec![start],
            visited: [0; 2],
            loops: Vec::new(),
        };
        search.visited[0] = search.houses_of(start);
        search.extend(None, 2, 0);
        let mut seen: Vec<CellSet> = Vec::new();
        for cells in search.loops {
            let set: CellSet = cells.iter().copied().collect();
            let mut digits = DigitSet(pair).iter();
            let (Some(a), Some(b)) = (digits.next(), digits.next()) else { continue };
            if !seen.contains(&set) && places.may_exchange(&cells, [a, b]) {
                seen.push(set);
                conclude(&places, id, pair, &cells, &mut steps);
            }
        }
        // All loops through this cell are found.
        let mut rest = usable;
        rest.remove(start);
        pairs[number].1 = core(&places, rest, shortest);
    }
    steps.sort_by_key(|found| (found.length, found.kind));
    steps
}

/// The cells that have another of them in each of their houses, again and again: a loop has two cells in each.
fn core(places: &Places<'_>, mut cells: CellSet, shortest: usize) -> CellSet {
    loop {
        let kept: CellSet = cells
            .iter()
            .filter(|cell| {
                let others = places.peers(*cell).intersection(&cells);
                let mut houses = places.geometry.cell_houses[cell.index()].into_iter();
                houses.all(|house| !others.intersection(&places.geometry.house_sets[house.index()]).is_empty())
            })
            .collect();
        if kept == cells || kept.len() < shortest {
            return if kept.len() < shortest { CellSet::EMPTY } else { kept };
        }
        cells = kept;
    }
}

struct Search<'a, 'b> {
    places: &'a Places<'b>,
    pair: u32,
    usable: CellSet,
    shortest: usize,
    /// The most cells of a loop whose further digits differ: at most two cells have such.
    longest_mixed: usize,
    path: Vec<Cell>,
    /// Houses that cells in even and in odd places of the path lie in.
    visited: [u128; 2],
    loops: Vec<Vec<Cell>>,
}

impl Search<'_, '_> {
    /// Row, column and box: what else a layout has is asked when the loop is closed.
    fn houses_of(&self, cell: Cell) -> u128 {
        self.places.geometry.cell_houses[cell.index()].iter().map(|house| 1u128 << house.index()).sum()
    }

    /// Goes on from the last cell, not by the kind of house that led to it. At most two cells may have
    /// further digits, or any number if it is the same digit in all.
    fn extend(&mut self, last_kind: Option<usize>, n_allowed: i32, extra: u32) {
        let Some(&cell) = self.path.last() else { return };
        let geometry = self.places.geometry;
        // Box, row, column.
        for kind in [2, 0, 1].into_iter().filter(|&kind| Some(kind) != last_kind) {
            let house = geometry.cell_houses[cell.index()][kind];
            for next in self.usable.intersection(&geometry.house_sets[house.index()]).iter() {
                if next == self.path[0] {
                    if self.path.len() >= self.shortest && self.visited[0] == self.visited[1] {
                        self.loops.push(self.path.clone());
                    }
                    continue;
                }
                let further = self.places.board.marks(next).0 & !self.pair;
                let all = extra | further;
                let is_mixed = !DigitSet(all).has_at_most(1);
                if is_mixed
                    && (further != 0 && n_allowed <= 0 || self.longest_mixed <= self.path.len().max(self.shortest - 1))
                {
                    continue;
                }
                let side = self.path.len() % 2;
                let houses = self.houses_of(next);
                if self.visited[side] & houses != 0 || !self.may_leave(cell, next) {
                    continue;
                }
                self.visited[side] |= houses;
                self.path.push(next);
                self.extend(Some(kind), n_allowed - i32::from(further != 0), all);
                self.path.pop();
                self.visited[side] &= !houses;
            }
        }
    }
}

impl Search<'_, '_> {
    /// Whether the houses of a cell of the path, the last one, may all have a second cell of the loop if it goes on
    /// to this cell: one that stands on the path, or one that may come.
    fn may_leave(&self, cell: Cell, next: Cell) -> bool {
        let geometry = self.places.geometry;
        let other_side = self.visited[self.path.len() % 2] | self.houses_of(next);
        geometry.cell_houses[cell.index()].iter().all(|house| {
            let is_free = |other: Cell| other != cell && other_side & self.houses_of(other) == 0;
            other_side >> house.index() & 1 == 1
                || self.usable.intersection(&geometry.house_sets[house.index()]).iter().any(is_free)
        })
    }
}

/// What a loop concludes from its cells with further digits.
struct Conclusions<'a, 'b> {
    places: &'a Places<'b>,
    id: StrategyId,
    cells: &'a [Cell],
    digits: [Digit; 2],
    /// Cells with further digits.
    extra_cells: Vec<Cell>,
    /// These digits.
    extra: u32,
    steps: &'a mut Vec<LoopStep>,
}

fn conclude(places: &Places<'_>, id: StrategyId, pair: u32, cells: &[Cell], steps: &mut Vec<LoopStep>) {
    let further = |cell: &Cell| places.board.marks(*cell).0 & !pair;
    let extra_cells: Vec<Cell> = cells.iter().copied().filter(|cell| further(cell) != 0).collect();
    let extra = extra_cells.iter().fold(0, |mask, cell| mask | further(cell));
    let mut digits = DigitSet(pair).iter();
    let (Some(a), Some(b)) = (digits.next(), digits.next()) else { return };
    let mut found = Conclusions { places, id, cells, digits: [a, b], extra_cells, extra, steps };
    match (found.extra_cells.len(), extra.count_ones()) {
        (0, _) => {}
        (1, _) => {
            let cell = found.extra_cells[0];
            found.step(1, 0, vec![Candidate::new(cell, a), Candidate::new(cell, b)], vec![], vec![]);
        }
        (n, 1) => {
            found.one_extra_digit();
            if n == 2 {
                found.locked();
            }
        }
        _ => {
            found.subsets();
            found.locked();
        }
    }
}

impl Conclusions<'_, '_> {
    fn step(
        &mut self,
        kind: u8,
        set_size: usize,
        eliminated: Vec<Candidate>,
        bases: Vec<Constraint>,
        sets: Vec<CellGroup>,
    ) {
        let evidence = || Evidence {
            bases,
            sets,
            deadly: Some(Deadly::Loop { cells: self.cells.to_vec(), digits: self.digits }),
            ..Evidence::default()
        };
        let _ = rule_out(
            &mut |step| {
                self.steps.push(LoopStep { length: self.cells.len(), kind, set_size: set_size as u8, step });
                ControlFlow::Continue(())
            },
            self.id,
            eliminated,
            evidence,
        );
    }

    fn one_extra_digit(&mut self) {
        let Some(digit) = DigitSet(self.extra).only() else { return };
        let seen = self.places.common_peers(self.extra_cells.iter().copied());
        self.step(2, 0, candidates(&seen.intersection(self.places.of(digit)), digit), vec![], vec![]);
    }

    fn shared_houses(&self) -> Vec<House> {
        // Box, row, column.
        let cells: CellSet = self.extra_cells.iter().copied().collect();
        let mut houses: Vec<House> = self.places.common_houses(&cells).collect();
        let n = self.places.n;
        houses.sort_by_key(|house| (house.index() < 2 * n, house.index()));
        houses
    }

    fn locked(&mut self) {
        let cells: CellSet = self.extra_cells.iter().copied().collect();
        let houses = self.shared_houses();
        let place = |digit| houses.iter().rev().copied().find(|&house| self.places.in_house(house, digit) == cells);
        let [a, b] = self.digits;
        let found = place(a).map(|house| (house, a, b)).or_else(|| place(b).map(|house| (house, b, a)));
        if let Some((house, locked, other)) = found {
            let base = Constraint::HouseDigit(house, locked);
            self.step(4, 0, candidates(&cells, other), vec![base], vec![]);
        }
    }

    /// The further digits of the two cells as one cell of a naked subset, or the two digits of the loop
    /// as part of a hidden one.
    fn subsets(&mut self) {
        let roof: CellSet = self.extra_cells.iter().copied().collect();
        let common = self.extra_cells.iter().fold(self.extra, |mask, &cell| mask & self.places.board.marks(cell).0);
        for size in 2..=7 {
            for house in self.shared_houses() {
                let cells = self.places.geometry.house_sets[house.index()].intersection(&self.places.open);
                if size * 2 <= cells.len() && size >= self.extra.count_ones() as usize {
                    let others: Vec<Cell> = cells.difference(&roof).iter().collect();
                    self.naked(house, &others, common, size);
                }
                if size * 2 < cells.len() {
                    self.hidden(house, size);
                }
            }
        }
    }

    /// With the two cells as one further cell of the subset, which holds `common` for certain.
    fn naked(&mut self, house: House, others: &[Cell], common: u32, size: usize) {
        let marks: Vec<u32> = others.iter().map(|&cell| self.places.board.marks(cell).0).collect();
        let _ = almost_locked_choices(&marks, common, size - 1, &mut |chosen, digits| {
            if chosen.len() + 1 != size || digits & self.extra != self.extra {
                return ControlFlow::Continue(());
            }
            let cells: Vec<Cell> = chosen.iter().map(|&i| others[i]).collect();
            let kept: CellSet = cells.iter().chain(&self.extra_cells).copied().collect();
            let mut out = Vec::new();
            for digit in DigitSet(digits).iter() {
                out.extend(candidates(&self.places.in_house(house, digit).difference(&kept), digit));
            }
            let bases = cells.iter().map(|&cell| Constraint::Cell(cell)).collect();
            let group = CellGroup { cells, digits: DigitSet(digits).iter().collect() };
            self.step(3, chosen.len(), out, bases, vec![group]);
            ControlFlow::Continue(())
        });
    }

    fn hidden(&mut self, house: House, size: usize) {
        let roof: CellSet = self.extra_cells.iter().copied().collect();
        let pair: DigitSet = self.digits.into_iter().collect();
        let of_pair = self.digits.iter().fold(CellSet::EMPTY, |set: CellSet, &digit| {
            set.union(&self.places.in_house(house, digit)).difference(&roof)
        });
        let further: Vec<Digit> = self
            .places
            .digits()
            .filter(|&d| {
                let is_free = !DigitSet(self.extra).contains(d) && !pair.contains(d);
                is_free && !self.places.in_house(house, d).is_empty()
            })
            .collect();
        self.extend_hidden(house, &further, &mut pair.iter().collect(), of_pair, size);
    }

    fn extend_hidden(&mut self, house: House, left: &[Digit], chosen: &mut Vec<Digit>, cells: CellSet, size: usize) {
        if cells.len() + 1 > size {
            return;
        }
        if chosen.len() == size {
            if cells.len() + 1 != size {
                return;
            }
            let hidden: DigitSet = chosen.iter().copied().collect();
            let mut out = Vec::new();
            for cell in cells.iter() {
                let others = DigitSet(self.places.board.marks(cell).0 & !hidden.0);
                out.extend(others.iter().map(|digit| Candidate::new(cell, digit)));
            }
            let bases = chosen.iter().map(|&digit| Constraint::HouseDigit(house, digit)).collect();
            let group = CellGroup { cells: cells.iter().collect(), digits: hidden.iter().collect() };
            self.step(3, size - 2, out, bases, vec![group]);
            return;
        }
        for (i, &digit) in left.iter().enumerate() {
            chosen.push(digit);
            let union = cells.union(&self.places.in_house(house, digit));
            self.extend_hidden(house, &left[i + 1..], chosen, union, size);
            chosen.pop();
        }
    }
}

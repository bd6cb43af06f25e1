//! Multi-sector locked sets and SK loops: as many cells as digits of rows, columns and boxes that hold all they may be.

use super::forward::{Forward, Places, Visit, cell_names, rule_out};
use crate::grid::{Candidate, CellSet, Constraint, House, HouseKind};
use crate::logic::{Board, Effect, Evidence, Sentence, Step, StrategyEntry, StrategyId, StrategyKind, Weights};
use crate::lp::should_stop;
use std::collections::HashSet;
use std::ops::ControlFlow;

pub(in crate::logic) const SK_LOOP: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::SkLoop,
        name: "sk-loop",
        title: "SK loop",
        kind: StrategyKind::AlmostLocked,
        stars: 5,
        help: "Two rows and two columns cross in four boxes. The other cells of these rows and columns in these boxes form a \
           ring of eight pieces, each of which shares a line with one neighbour and a box with the other. When as many \
           digits of these lines and boxes as cells hold all candidates of the cells, the digits go from all other cells \
           there.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find: sk_loops,
    family: None,
    distinct: None,
    explain,
    exists_on: |shape| shape.region_boxes().is_some_and(|(height, width)| height > 1 && width > 1),
};

pub(in crate::logic) const MULTI_SECTOR_LOCKED_SET: Forward = Forward {
    entry: StrategyEntry {
        id: StrategyId::MultiSectorLockedSet,
        name: "multi-sector-locked-set",
        title: "Multi-sector locked set",
        kind: StrategyKind::AlmostLocked,
        stars: 5,
        help: "In the cells where some rows cross some columns, each digit is bound to its rows or to its columns. When there \
           are as many digits of rows and columns as cells, each of them is used up in these cells and goes from all \
           others of its row or column. On grids above 9x9 up to three rows and columns are tried.",
    },
    assumes_uniqueness: false,
    effect: Effect::Eliminate,
    find: multi_sector_locked_sets,
    family: None,
    distinct: None,
    explain,
    exists_on: |_| true,
};

fn explain(step: &Step, board: &Board) -> Sentence {
    let geometry = board.geometry();
    let evidence = step.evidence();
    let cells =
        evidence.bases.iter().filter_map(|base| if let Constraint::Cell(cell) = *base { Some(cell) } else { None });
    let covers = evidence.covers.iter().map(|&cover| Sentence::constraint(geometry, cover));
    Sentence::compose(
        "the {0} cells {1} can hold only as many digits, each once: {2}",
        [evidence.bases.len().to_string().into(), cell_names(geometry, cells), Sentence::join(covers, ", ")],
    )
}

/// What as many cells as covers rule out, which hold all candidates of the cells.
fn step(
    places: &Places<'_>,
    id: StrategyId,
    cells: &CellSet,
    covers: Vec<Constraint>,
    visit: Visit<'_>,
) -> ControlFlow<()> {
    let out = eliminated(places, cells, &covers);
    rule_out(visit, id, out, || {
        let bases: Vec<Constraint> = cells.iter().map(Constraint::Cell).collect();
        let weights = Weights { bases: vec![1; bases.len()], covers: vec![1; covers.len()], exclusive: Vec::new() };
        Evidence { bases, covers, weights: Some(weights), ..Evidence::default() }
    })
}

/// What lies in more covers than bases.
fn eliminated(places: &Places<'_>, cells: &CellSet, covers: &[Constraint]) -> Vec<Candidate> {
    let mut out = Vec::new();
    for digit in places.digits() {
        let of_digit: Vec<&CellSet> = covers
            .iter()
            .filter_map(|cover| match *cover {
                Constraint::HouseDigit(house, other) if other == digit => {
                    Some(&places.geometry.house_sets[house.index()])
                }
                _ => None,
            })
            .collect();
        for cell in places.of(digit).iter() {
            let n_covers = of_digit.iter().filter(|house| house.contains(cell)).count();
            if n_covers > usize::from(cells.contains(cell)) {
                out.push(Candidate::new(cell, digit));
            }
        }
    }
    out
}

/// Rows and columns of which so many are tried at once.
fn most_lines(n: usize) -> usize {
    match n {
        0..=9 => n - 2,
        10..=16 => 3,
        _ => 2,
    }
}

/// Every choice of 2 to `most` of `n` lines, as bits.
fn choices(n: usize, most: usize) -> Vec<u32> {
    fn extend(n: usize, from: usize, chosen: u32, most: usize, out: &mut Vec<u32>) {
        if chosen.count_ones() >= 2 {
            out.push(chosen);
        }
        if chosen.count_ones() as usize == most {
            return;
        }
        for line in from..n {
            extend(n, line + 1, chosen | 1 << line, most, out);
        }
    }
    let mut out = Vec::new();
    extend(n, 0, 0, most, &mut out);
    out.sort_by_key(|lines| lines.count_ones());
    out
}

fn bits(mask: u32) -> impl Iterator<Item = usize> {
    (0..32).filter(move |i| mask >> i & 1 == 1)
}

fn multi_sector_locked_sets(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let places = Places::new(board);
    let shape = board.shape();
    let n = places.n;
    let all_rows = choices(n, most_lines(n));
    // No choice has more than 63 cells or covers. What is counted for all choices of columns at once stands in arrays of
    // bytes, which takes a tenth of the time that one choice after the other takes.
    let all_columns = &all_rows;
    let in_row = |row: usize, cells: &CellSet| {
        (0..n).filter(|&col| cells.contains(shape.cell(row, col))).fold(0u32, |all, col| all | 1 << col)
    };
    let open: Vec<u32> = (0..n).map(|row| in_row(row, &places.open)).collect();
    let n_open: Vec<Vec<u8>> = open.iter().map(|open| n_common(*open, all_columns)).collect();
    // By digit and row the columns of its places, and whether any of them is among the chosen ones.
    let of_digit: Vec<Vec<u32>> =
        places.digits().map(|d| (0..n).map(|row| in_row(row, places.of(d))).collect()).collect();
    let is_held = |places: &u32| all_columns.iter().map(|columns| u8::from(places & columns != 0)).collect();
    let is_held: Vec<Vec<Vec<u8>>> = of_digit.iter().map(|digit| digit.iter().map(is_held).collect()).collect();
    let (mut n_cells, mut n_covers, mut n_rows) = (Vec::new(), Vec::new(), Vec::new());
    // Lines in which everything is filled change nothing, so the same cells come up again and again.
    let mut seen = HashSet::new();
    for &rows in &all_rows {
        if should_stop() {
            break;
        }
        sum_rows(&mut n_cells, rows, &n_open);
        n_covers.clear();
        n_covers.resize(all_columns.len(), 0u8);
        for (digit, is_held) in of_digit.iter().zip(&is_held) {
            sum_rows(&mut n_rows, rows, is_held);
            let held = bits(rows).fold(0, |all, row| all | digit[row]);
            for ((n_covers, &n_rows), columns) in n_covers.iter_mut().zip(&n_rows).zip(all_columns) {
                *n_covers += n_rows.min((held & columns).count_ones() as u8);
            }
        }
        for (i, &columns) in all_columns.iter().enumerate() {
            if n_covers[i] == n_cells[i] && n_cells[i] > 0 {
                let cells: CellSet =
                    bits(rows).flat_map(|row| bits(open[row] & columns).map(move |col| shape.cell(row, col))).collect();
                if seen.insert(cells) {
                    step(&places, id, &cells, covers(&places, &cells), visit)?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// How many of these columns each choice has.
fn n_common(columns: u32, choices: &[u32]) -> Vec<u8> {
    choices.iter().map(|chosen| (columns & chosen).count_ones() as u8).collect()
}

/// The sums of what is counted in these rows, by choice of columns.
fn sum_rows(sums: &mut Vec<u8>, rows: u32, counts: &[Vec<u8>]) {
    sums.clear();
    sums.resize(counts[0].len(), 0);
    for row in bits(rows) {
        for (sum, count) in sums.iter_mut().zip(&counts[row]) {
            *sum += count;
        }
    }
}

/// For each digit of these cells their rows or their columns, whichever are fewer; of as many, those that rule out more.
fn covers(places: &Places<'_>, cells: &CellSet) -> Vec<Constraint> {
    let mut out = Vec::new();
    for digit in places.digits() {
        let held = cells.intersection(places.of(digit));
        let lines = |kind: HouseKind| -> Vec<Constraint> {
            let houses = (0..places.n).map(|index| places.geometry.house(kind, index));
            let holding =
                houses.filter(|&house| !places.geometry.house_sets[house.index()].intersection(&held).is_empty());
            holding.map(|house| Constraint::HouseDigit(house, digit)).collect()
        };
        let (rows, columns) = (lines(HouseKind::Row), lines(HouseKind::Column));
        let n_out = |covers: &[Constraint]| eliminated(places, cells, covers).len();
        let takes_rows = rows.len() < columns.len() || rows.len() == columns.len() && n_out(&rows) >= n_out(&columns);
        out.extend(if takes_rows { rows } else { columns });
    }
    out
}

fn sk_loops(board: &Board, id: StrategyId, visit: Visit<'_>) -> ControlFlow<()> {
    let shape = board.shape();
    let Some((height, width)) = shape.region_boxes() else { return ControlFlow::Continue(()) };
    let places = Places::new(board);
    let n = places.n;
    let pairs = |size: usize| {
        (0..n).flat_map(move |a| (a + 1..n).map(move |b| [a, b])).filter(move |[a, b]| a / size != b / size)
    };
    let joints: Vec<Vec<u32>> = (0..256).map(fewest_joints).collect();
    for rows in pairs(height) {
        if should_stop() {
            break;
        }
        for columns in pairs(width) {
            sk_loop(&places, &joints, (rows, columns), (height, width), id, visit)?;
        }
    }
    ControlFlow::Continue(())
}

/// The ring of two rows and two columns, if as many digits as cells hold it; with the smallest choices of joints for each
/// set of pieces.
fn sk_loop(
    places: &Places<'_>,
    fewest: &[Vec<u32>],
    (rows, columns): ([usize; 2], [usize; 2]),
    (height, width): (usize, usize),
    id: StrategyId,
    visit: Visit<'_>,
) -> ControlFlow<()> {
    let geometry = places.geometry;
    let shape = geometry.shape;
    let across = |row: usize, col: usize| -> CellSet {
        let start = col / width * width;
        (start..start + width).filter(|&other| other != col).map(|other| shape.cell(row, other)).collect()
    };
    let down = |row: usize, col: usize| -> CellSet {
        let start = row / height * height;
        (start..start + height).filter(|&other| other != row).map(|other| shape.cell(other, col)).collect()
    };
    let ([top, bottom], [left, right]) = (rows, columns);
    // Round the ring: from each piece to the next by a line, then by a box.
    let pieces = [
        across(top, left),
        across(top, right),
        down(top, right),
        down(bottom, right),
        across(bottom, right),
        across(bottom, left),
        down(bottom, left),
        down(top, left),
    ]
    .map(|piece| piece.intersection(&places.open));
    if pieces.iter().any(CellSet::is_empty) {
        return ControlFlow::Continue(());
    }
    let line = |kind, number| geometry.house(kind, number);
    let of_box = |row, col| line(HouseKind::Box, geometry.region_of(shape.cell(row, col)));
    // The house that holds each piece and the next.
    let joints: [House; 8] = [
        line(HouseKind::Row, top),
        of_box(top, right),
        line(HouseKind::Column, right),
        of_box(bottom, right),
        line(HouseKind::Row, bottom),
        of_box(bottom, left),
        line(HouseKind::Column, left),
        of_box(top, left),
    ];
    let cells = pieces.iter().fold(CellSet::EMPTY, |all, piece| all.union(piece));
    let n_cells = cells.len();
    let mut chosen = Vec::with_capacity(n_cells);
    for digit in places.digits() {
        let holding: u32 =
            (0..8).filter(|&i| !pieces[i].intersection(places.of(digit)).is_empty()).fold(0, |all, i| all | 1 << i);
        chosen.push((digit, &fewest[holding as usize]));
    }
    let n_covers: u32 = chosen.iter().map(|(_, joints)| joints[0].count_ones()).sum();
    if n_covers as usize != n_cells {
        return ControlFlow::Continue(());
    }
    let covers = chosen.iter().flat_map(|(digit, choices)| {
        let constraints = |choice: u32| -> Vec<Constraint> {
            bits(choice).map(|i| Constraint::HouseDigit(joints[i], *digit)).collect()
        };
        let n_out = |choice: &u32| eliminated(places, &cells, &constraints(*choice)).len();
        // Of several, those that rule out most; the first of these.
        let best = choices.iter().rev().copied().max_by_key(n_out);
        best.map_or(Vec::new(), constraints)
    });
    step(places, id, &cells, covers.collect(), visit)
}

/// The smallest choices of joints that touch all these pieces; joint i stands between piece i and the next.
fn fewest_joints(holding: u32) -> Vec<u32> {
    let touched = |joints: u32| (joints | joints << 1 | joints >> 7) & 0xff;
    let all = || (0..256u32).filter(|&joints| holding & !touched(joints) == 0);
    let fewest = all().map(u32::count_ones).min().unwrap_or(0);
    all().filter(|joints| joints.count_ones() == fewest).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::{Cell, Shape, parse_puzzles};
    use crate::logic::{StrategySet, checker, next_step, solutions, strategy};
    use std::collections::BTreeSet;

    fn board(layout: &str, puzzle: &str, strategies: &str) -> Board {
        let shape: Shape = layout.parse().expect("a layout");
        let strategies: StrategySet = strategies.parse().expect("strategies");
        let mut board = Board::new(&parse_puzzles(shape, puzzle).expect("puzzle")[0]);
        while let Some(step) = next_step(&board, strategies) {
            step.apply(&mut board);
        }
        board
    }

    /// The cells of each step, which is checked.
    fn found(board: &Board, id: StrategyId) -> BTreeSet<Vec<Cell>> {
        let mut found = BTreeSet::new();
        let _ = strategy(id).find(board, &mut |step| {
            assert_eq!(checker::check_step(board, &step), Ok(()), "{}", step.sentence(board));
            let evidence = step.evidence();
            assert_eq!(evidence.bases.len(), evidence.covers.len());
            let cells = evidence.bases.iter().map(|base| match *base {
                Constraint::Cell(cell) => cell,
                Constraint::HouseDigit(..) => panic!("{base:?}"),
            });
            found.insert(cells.collect());
            ControlFlow::Continue(())
        });
        found
    }

    /// Cells where rows cross columns, with as many digits of the one or the other, counted one by one.
    fn by_definition(board: &Board) -> BTreeSet<Vec<Cell>> {
        let shape = board.shape();
        let n = shape.n();
        let is_in = |set: u32, i: usize| set >> i & 1 == 1;
        let mut found = BTreeSet::new();
        let sizes = |set: &u32| (2..=n - 2).contains(&(set.count_ones() as usize));
        for rows in (0..1u32 << n).filter(sizes) {
            for columns in (0..1u32 << n).filter(sizes) {
                let is_meant = |&cell: &Cell| {
                    board.value(cell).is_none() && is_in(rows, shape.row(cell)) && is_in(columns, shape.col(cell))
                };
                let cells: Vec<Cell> = shape.cells().filter(is_meant).collect();
                let mut n_covers = 0;
                for digit in (0..n).map(crate::grid::Digit::from_index) {
                    let holding = || cells.iter().filter(|&&cell| board.marks(cell).contains(digit));
                    let n_rows = holding().map(|&cell| shape.row(cell)).collect::<BTreeSet<_>>().len();
                    let n_columns = holding().map(|&cell| shape.col(cell)).collect::<BTreeSet<_>>().len();
                    n_covers += n_rows.min(n_columns);
                }
                if n_covers == cells.len() && !cells.is_empty() {
                    found.insert(cells);
                }
            }
        }
        found
    }

    /// What rules something out is found, on the way to the solution as far as naked singles lead.
    #[track_caller]
    fn check(layout: &str, puzzle: &str) {
        let shape: Shape = layout.parse().expect("a layout");
        let mut board = Board::new(&parse_puzzles(shape, puzzle).expect("puzzle")[0]);
        let mut n_found = 0;
        loop {
            let found = found(&board, StrategyId::MultiSectorLockedSet);
            n_found += found.len();
            let places = Places::new(&board);
            let rules_out = |cells: &Vec<Cell>| {
                let cells: CellSet = cells.iter().copied().collect();
                !eliminated(&places, &cells, &covers(&places, &cells)).is_empty()
            };
            assert_eq!(found, by_definition(&board).into_iter().filter(rules_out).collect());
            let Some(step) = next_step(&board, StrategySet::single(StrategyId::NakedSingle)) else { break };
            step.apply(&mut board);
        }
        assert!(n_found > 0, "none on {layout}");
    }

    #[test]
    fn locked_sets_are_those_of_the_definition() {
        check("2x3", "....131..5....5.26...3...5...46.....");
        check("6 regions=AAAAAABBBBBBCCDEEECCDFEECCDFEFDDDFFF", "5..42...4........34........1...43..5");
        check("6 regions=AAAAABACCBBBDDCCCBDDECFBDEEFFFDEEEFF", "3....112..35............25..645....3");
    }

    #[test]
    fn a_ring_of_sixteen_cells_is_a_loop() {
        let puzzle = "12.3.....34....1....5......6.24..5......6..7......8..6..42..3......7...9.....9.8.";
        let board = board("3x3", puzzle, "paper");
        let loops = found(&board, StrategyId::SkLoop);
        let cells: Vec<String> = loops.iter().flatten().map(|&cell| board.shape().cell_name(cell)).collect();
        assert_eq!(cells.join(" "), "r4c5 r4c6 r4c8 r4c9 r5c4 r5c7 r6c4 r6c7 r7c5 r7c6 r7c8 r7c9 r8c4 r8c7 r9c4 r9c7");
        let solution = solutions(&parse_puzzles(Shape::NINE, puzzle).expect("puzzle")[0], 1).pop().expect("a solution");
        let _ = strategy(StrategyId::SkLoop).find(&board, &mut |step| {
            assert_eq!(checker::check_against_solution(&board, &step, &solution), Ok(()));
            ControlFlow::Continue(())
        });
    }

    #[test]
    fn joints_are_as_few_as_can_be() {
        let check = |holding: u32, expected: &[u32]| assert_eq!(fewest_joints(holding), expected, "{holding:b}");
        check(0, &[0]);
        check(0b11, &[0b1]);
        check(0b1000_0001, &[0b1000_0000]);
        check(0b100, &[0b10, 0b100]);
        check(0b1111, &[0b101]);
    }
}

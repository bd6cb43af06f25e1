//! Bivalue universal graves (BUG) with further marks in several cells.

use super::marks::{FIRST_OF_KIND, HOUSE_SETS, Marks, N_HOUSES, PEERS, cell_at, houses_of, ones, ones16};

/// The marks without which each open cell would have two digits and each house two places of each open digit.
#[derive(PartialEq, Eq, Debug)]
struct Bug {
    /// Cells with further digits, and these.
    extra: Vec<(usize, u16)>,
}

/// What a grave rules out, with the figure in tenths.
pub(super) type BugStep = (u8, Vec<(usize, usize)>);

/// What follows from a grave, if there is one.
pub(super) fn bug(marks: &Marks) -> Option<BugStep> {
    find(marks)?.step(marks)
}

fn find(marks: &Marks) -> Option<Bug> {
    let mut rest = marks.clone();
    let mut extra: Vec<(usize, u16)> = Vec::new();
    // Cells that may have a further digit, and the digits of which that may be.
    let (mut cells, mut digits) = (0, 0u16);
    for house in FIRST_OF_KIND.into_iter().flat_map(|first| first..first + 9) {
        for digit in 0..9 {
            let places = marks.of_house(house, digit);
            if matches!(places.count_ones(), 0 | 2) {
                continue;
            }
            let in_house = ones16(places).map(|position| cell_at(house, position));
            let large: Vec<usize> = in_house.filter(|&cell| marks.of_cell(cell).count_ones() > 2).collect();
            digits |= 1 << digit;
            cells = large.iter().fold(cells, |cells, &cell| cells | 1 << cell);
            // Where there are several, another house tells which of them it is; where there is none, it is no grave.
            if let [cell] = large[..] {
                rest.remove(cell, digit);
                match extra.iter_mut().find(|(other, _)| *other == cell) {
                    Some((_, digits)) => *digits |= 1 << digit,
                    None => extra.push((cell, 1 << digit)),
                }
            }
        }
    }
    // Where only one digit is too many, every such cell has it: which of a house's it is need not be told.
    if digits.is_power_of_two() {
        let digit = digits.trailing_zeros() as usize;
        for cell in ones(cells) {
            if rest.has(cell, digit) {
                rest.remove(cell, digit);
                extra.push((cell, digits));
            }
        }
    }
    (!extra.is_empty() && is_grave(&rest)).then_some(Bug { extra })
}

fn is_grave(rest: &Marks) -> bool {
    rest.open().all(|cell| rest.of_cell(cell).count_ones() == 2)
        && (0..N_HOUSES).all(|house| (0..9).all(|digit| matches!(rest.of_house(house, digit).count_ones(), 0 | 2)))
}

impl Bug {
    fn step(&self, marks: &Marks) -> Option<BugStep> {
        let all = self.extra.iter().fold(0, |all: u16, &(_, digits)| all | digits);
        // Type 1: the cell needs one of its further digits.
        if let [(cell, digits)] = self.extra[..] {
            let eliminated = ones16(marks.of_cell(cell) & !digits).map(|digit| (cell, digit)).collect();
            return Some((56, eliminated));
        }
        if all.is_power_of_two() {
            let digit = all.trailing_zeros() as usize;
            // Type 2: one of the cells has it.
            let seen = self.extra.iter().fold(!0, |seen, &(cell, _)| seen & PEERS[cell]);
            let eliminated: Vec<_> =
                ones(seen).filter(|&cell| marks.has(cell, digit)).map(|cell| (cell, digit)).collect();
            if !eliminated.is_empty() {
                return Some((57, eliminated));
            }
        }
        self.locked_digit(marks, all).or_else(|| if all.is_power_of_two() { None } else { self.naked_set(marks, all) })
    }

    /// The houses of all the cells, in the order in which they are looked at.
    fn shared_houses(&self) -> impl Iterator<Item = usize> + '_ {
        let houses = FIRST_OF_KIND.into_iter().flat_map(|first| first..first + 9);
        houses.filter(|&house| self.extra.iter().all(|&(cell, _)| HOUSE_SETS[house] >> cell & 1 == 1))
    }

    /// Type 4: another digit is locked in the two cells, so that one of them needs one of its further digits.
    fn locked_digit(&self, marks: &Marks, all: u16) -> Option<BugStep> {
        let [(a, extra_a), (b, extra_b)] = self.extra[..] else { return None };
        let locked = marks.of_cell(a) & marks.of_cell(b) & !all;
        self.shared_houses().next().filter(|_| locked.is_power_of_two())?;
        let of =
            |cell: usize, extra: u16| ones16(marks.of_cell(cell) & !locked & !extra).map(move |digit| (cell, digit));
        let eliminated: Vec<_> = of(a, extra_a).chain(of(b, extra_b)).collect();
        (!eliminated.is_empty()).then_some((57, eliminated))
    }

    /// Type 3: in a house of all the cells, their further digits belong to a naked set; the smallest is looked for first.
    fn naked_set(&self, marks: &Marks, all: u16) -> Option<BugStep> {
        let mut by_size = (2..=6).flat_map(|size| self.shared_houses().map(move |house| (house, size)));
        by_size.find_map(|(house, size)| self.naked_set_of(marks, house, size, all))
    }

    /// What the further digits rule out together with the first cells of the house that make a set of so many digits.
    fn naked_set_of(&self, marks: &Marks, house: usize, size: u32, all: u16) -> Option<BugStep> {
        let is_extra = |cell: usize| self.extra.iter().any(|&(other, _)| other == cell);
        let mut others: Vec<usize> =
            ones(HOUSE_SETS[house]).filter(|&cell| marks.of_cell(cell) != 0 && !is_extra(cell)).collect();
        // Sudoku Explainer names the peers of a cell by box, then by line.
        let box_ = houses_of(self.extra[0].0)[2];
        others.sort_by_key(|&cell| houses_of(cell)[2] != box_);
        (0..1u16 << others.len()).filter(|choice| choice.count_ones() + 1 == size).find_map(|choice| {
            // The cells of the set have each of its digits.
            let digits = ones16(choice).fold(0, |digits, i| digits | marks.of_cell(others[i]));
            if digits.count_ones() != size || all & !digits != 0 {
                return None;
            }
            let rest = (0..others.len()).filter(|&i| choice >> i & 1 == 0).map(|i| others[i]);
            let eliminated: Vec<_> =
                rest.flat_map(|cell| ones16(marks.of_cell(cell) & digits).map(move |digit| (cell, digit))).collect();
            (!eliminated.is_empty()).then_some((56 + size as u8, eliminated))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::super::marks::tests::{marks_of, names};
    use super::*;
    use crate::grid::{Candidate, Cell, Digit, DigitSet, Puzzle, Shape};
    use crate::logic::checker::check_step;
    use crate::logic::examples::full_grid;
    use crate::logic::strategies::bug::extra_candidates;
    use crate::logic::{Board, StrategyId, strategy};
    use std::collections::{BTreeMap, BTreeSet};
    use std::ops::ControlFlow;

    /// What is ruled out where these cells have these further digits.
    #[track_caller]
    fn check(marks: &str, extra: &[(&str, &str)], expected: &str) {
        let marks = marks_of(marks);
        let cell = |name: &str| Shape::NINE.cells().position(|cell| Shape::NINE.cell_name(cell) == name).expect("cell");
        let digits = |text: &str| text.chars().filter_map(Digit::from_char).collect::<DigitSet>().0 as u16;
        let bug = Bug { extra: extra.iter().map(|&(name, text)| (cell(name), digits(text))).collect() };
        assert_eq!(shown(bug.step(&marks)), expected);
    }

    fn shown(step: Option<BugStep>) -> String {
        match step {
            Some((tenths, out)) => format!("{tenths}: {}", names(&out)),
            None => String::new(),
        }
    }

    #[test]
    fn one_of_the_further_digits_is_needed() {
        // One cell that needs one of two.
        check("r1c1 1234", &[("r1c1", "34")], "56: r1c1-1 r1c1-2");
        // The same digit in two cells: what sees both loses it.
        let cells = "r1c1 123, r5c5 453, r1c5 36, r5c1 37, r1c9 38";
        check(cells, &[("r1c1", "3"), ("r5c5", "3")], "57: r1c5-3 r5c1-3");
        // Another digit in one of them, and no common house.
        check(cells, &[("r1c1", "3"), ("r5c5", "4")], "");
        // 1 is locked in two cells of a row, whether their further digits differ or not.
        check("r1c1 123, r1c5 145", &[("r1c1", "3"), ("r1c5", "5")], "57: r1c1-2 r1c5-4");
        check("r1c1 123, r1c5 143", &[("r1c1", "3"), ("r1c5", "3")], "57: r1c1-2 r1c5-4");
        check("r1c1 123, r2c5 145", &[("r1c1", "3"), ("r2c5", "5")], "");
    }

    #[test]
    fn graves_are_seen_in_the_marks() {
        let check = |marks: &str, expected: &str| assert_eq!(shown(bug(&marks_of(marks))), expected, "{marks}");
        // 1 and 2 could be exchanged in the rectangle but for the further digits of its first cell.
        let three = "r1c4 12, r2c1 12, r2c4 12";
        check(&format!("r1c1 123, {three}"), "56: r1c1-1 r1c1-2");
        check(&format!("r1c1 1234, {three}"), "56: r1c1-1 r1c1-2");
        check(&format!("r1c1 12, {three}"), "");
        // A cell with digits that have one place in its houses.
        check(&format!("r1c1 123, {three}, r9c9 45"), "");
        // Cells with three digits each of which has two places in each house.
        let square = "r1c1 123, r1c4 123, r2c1 123, r2c4 123";
        check(&format!("{square}, r5c5 145, r5c8 45, r6c5 45, r6c8 45"), "");
        check("r5c5 145, r5c8 45, r6c5 45, r6c8 45", "56: r5c5-4 r5c5-5");
        // Row 1 has two more places of 3, in cells with two digits.
        let other = "r1c5 34, r1c8 34, r3c5 34, r3c8 34";
        check(&format!("r1c1 123, {three}, {other}"), "56: r1c1-1 r1c1-2");
        // Four cells of a box have 3 too many, so that no house tells of one alone; the other two lose it.
        let four = "r1c1 123, r1c2 123, r2c1 345, r2c2 345, r5c1 12, r5c2 12, r6c1 45, r6c2 45";
        let two = "r3c1 36, r3c3 36, r8c1 36, r8c3 36";
        check(&format!("{four}, {two}"), "57: r3c1-3 r3c3-3");
    }

    #[test]
    fn further_digits_are_part_of_a_naked_set() {
        // 3 and 5 with 35 are a naked pair; without it, with two cells of 356, a triple.
        let (cells, extra) = ("r1c1 123, r1c5 475, r1c9 368", &[("r1c1", "3"), ("r1c5", "5")]);
        check(&format!("{cells}, r1c7 35"), extra, "58: r1c9-3");
        check(&format!("{cells}, r1c7 356, r1c4 56"), extra, "59: r1c9-3 r1c9-6");
        check(&format!("{cells}, r1c7 367, r1c4 56"), extra, "");
        // No cell of the set has the 5.
        check(&format!("{cells}, r1c7 36, r1c4 36"), extra, "");
        // Of two sets that rule out different marks, that with the first cells comes first.
        let two = "r1c1 123, r1c5 475, r1c9 358, r1c7 356, r1c4 56, r1c3 57, r1c2 357";
        check(two, extra, "59: r1c4-5 r1c7-3 r1c7-5 r1c9-3 r1c9-5");
        // A pair in the row comes before a triple in the box.
        let houses = "r1c1 123, r1c2 475, r1c9 358, r1c7 35, r2c1 356, r2c2 56, r3c3 368";
        check(houses, &[("r1c1", "3"), ("r1c2", "5")], "58: r1c9-3 r1c9-5");
    }

    /// A board whose only open digits are 1 to 6, in cells of 1 and 2, of 3 and 4, of 5 and 6; but for some further
    /// candidates, mostly in one house.
    fn grave(solution: &Puzzle, random: &mut impl FnMut(usize) -> usize) -> Board {
        let shape = Shape::NINE;
        let digit = |cell: Cell| solution.get(cell).expect("a full grid").index();
        let open: Vec<Cell> = shape.cells().filter(|&cell| digit(cell) < 6).collect();
        let mut values = solution.clone();
        for &cell in &open {
            values.set(cell, None);
        }
        let mut marks: Vec<DigitSet> = shape.cells().map(|cell| DigitSet(3 << (digit(cell) / 2 * 2))).collect();
        let house = random(27);
        for _ in 0..=random(4) {
            let near: Vec<Cell> =
                open.iter().copied().filter(|cell| HOUSE_SETS[house] >> cell.index() & 1 == 1).collect();
            let cells = if random(4) == 0 { &open } else { &near };
            marks[cells[random(cells.len())].index()].insert(Digit::from_index(random(6)));
        }
        Board::with_marks(&values, |cell| marks[cell.index()])
    }

    /// The strategies of the catalogue, for all shapes, know the same graves and rule out as much.
    #[test]
    fn the_catalogue_has_the_same_graves() {
        let mut seed = 1u64;
        let mut random = move |n: usize| {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (seed >> 33) as usize % n
        };
        let solution = full_grid(Shape::NINE);
        let mut n_steps: BTreeMap<StrategyId, usize> = BTreeMap::new();
        for _ in 0..2000 {
            let board = grave(&solution, &mut random);
            let marks = Marks::new(&board);
            let Some(known) = find(&marks) else { continue };
            let mut extra: Vec<Candidate> = known
                .extra
                .iter()
                .flat_map(|&(cell, digits)| ones16(digits).map(move |digit| candidate((cell, digit))))
                .collect();
            extra.sort_unstable();
            assert_eq!(extra_candidates(&board), Some(extra));
            let mut conclusions = BTreeSet::new();
            for id in [StrategyId::BugPlusOne, StrategyId::BugType2, StrategyId::BugType3, StrategyId::BugType4] {
                let _ = strategy(id).find(&board, &mut |step| {
                    assert_eq!(check_step(&board, &step), Ok(()), "{}", step.sentence(&board));
                    *n_steps.entry(id).or_default() += 1;
                    conclusions.insert(step.eliminated().to_vec());
                    ControlFlow::Continue(())
                });
            }
            if let Some((_, out)) = known.step(&marks) {
                let mut out: Vec<Candidate> = out.into_iter().map(candidate).collect();
                out.sort_unstable();
                assert!(conclusions.contains(&out), "{out:?} {conclusions:?}");
            }
        }
        assert!(n_steps.len() == 4 && n_steps.values().all(|&n| n > 20), "{n_steps:?}");
    }

    fn candidate((cell, digit): (usize, usize)) -> Candidate {
        Candidate::new(Cell::from_index(cell), Digit::from_index(digit))
    }
}

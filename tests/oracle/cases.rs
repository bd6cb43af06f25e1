//! The text that refutes naked singles alone, case by case, read as its own header says.

use super::closure::{Board, Kind, Rules};
use super::geometry::{Grid, line, mask};
use super::judge::Question;
use std::collections::HashMap;

/// Lines after which a text is too long to judge.
const MOST_LINES: usize = 20_000;

/// A case that is not over yet, or was over at once.
struct Case {
    clues: Grid,
    board: Board,
    /// Digits that each cell may have as a clue, since some cell needs them.
    may_be: Vec<Vec<u8>>,
    is_over: bool,
    number: Option<usize>,
    /// The cell that it is split by and the digits tried there.
    split: Option<(usize, Vec<u8>)>,
}

struct Reader<'a> {
    rules: &'a Rules,
    pattern: &'a [bool],
    fixed: Grid,
    /// Where each map takes each cell.
    maps: Vec<Vec<usize>>,
    /// From the root to the case at hand.
    open: Vec<Case>,
    /// Clues of the cases with a number that have been refuted.
    refuted: HashMap<usize, Grid>,
}

/// Judges a text; false if it is too long.
pub(crate) fn judge(
    rules: &Rules,
    shape: &str,
    question: &Question,
    pattern: &[bool],
    text: &str,
) -> Result<bool, String> {
    let mut about = vec![format!("# shape {shape}"), format!("# pattern {}", mask(pattern))];
    let fixed = question.fixed.clone().unwrap_or_else(|| vec![0; pattern.len()]);
    if fixed.iter().any(|&digit| digit > 0) {
        about.push(format!("# fixed {}", line(&fixed)));
    }
    if let Some(missing) = about.iter().find(|about| !text.lines().any(|line| line == *about)) {
        return Err(format!("the text does not say \"{missing}\""));
    }
    if question.strategies.iter().any(|name| name != "naked-single") {
        return Err("cases are for naked singles alone".to_owned());
    }
    if text.lines().count() > MOST_LINES {
        return Ok(false);
    }
    let mut reader = Reader { rules, pattern, fixed, maps: Vec::new(), open: Vec::new(), refuted: HashMap::new() };
    reader.open(reader.fixed.clone(), vec![(1..=rules.geometry.n as u8).collect(); pattern.len()]);
    for text in text.lines().filter(|line| !line.starts_with('#')) {
        reader.read(text).map_err(|error| format!("{error}: {text}"))?;
    }
    reader.close_down_to(0)?;
    Ok(true)
}

impl Reader<'_> {
    fn open(&mut self, clues: Grid, may_be: Vec<Vec<u8>>) {
        let board = self.rules.closure(&clues, &[Kind::NakedSingle]);
        self.open.push(Case { clues, board, may_be, is_over: false, number: None, split: None });
    }

    /// What naked singles leave for a cell.
    fn left(&self, case: &Case, cell: usize) -> Vec<u8> {
        (1..=self.rules.geometry.n as u8).filter(|&digit| case.board.has(cell, digit)).collect()
    }

    /// What may stand in a cell at the end.
    fn digits(&self, case: &Case, cell: usize) -> Vec<u8> {
        self.left(case, cell).into_iter().filter(|digit| case.may_be[cell].contains(digit)).collect()
    }

    fn read(&mut self, text: &str) -> Result<(), String> {
        let cell = |name: &str| self.rules.geometry.cell(name).ok_or_else(|| format!("{name} is no cell"));
        if let Some(images) = text.strip_prefix("map ") {
            let map: Vec<usize> = images.split(' ').map(cell).collect::<Result<_, _>>()?;
            self.check_map(&map)?;
            self.maps.push(map);
            return Ok(());
        }
        let mut words = text.split_whitespace().peekable();
        if let Some((name, digit)) = words.peek().and_then(|word| word.split_once('=')) {
            let depth = text.len() - text.trim_start().len();
            let cell = cell(name)?;
            let digit = digit.chars().next().and_then(|c| c.to_digit(17)).ok_or("no digit")? as u8;
            words.next();
            self.close_down_to(depth + 1)?;
            let case = self.open.last_mut().filter(|_| self.pattern[cell]).ok_or("this is no case")?;
            let (split, tried) = case.split.get_or_insert((cell, Vec::new()));
            if *split != cell || case.is_over || case.clues[cell] > 0 || !case.board.has(cell, digit) {
                return Err("this is no case".to_owned());
            }
            tried.push(digit);
            let mut clues = case.clues.clone();
            clues[cell] = digit;
            let may_be = case.may_be.clone();
            self.open(clues, may_be);
        }
        while let Some(word) = words.next() {
            match word.strip_prefix('@') {
                Some(number) => {
                    let number = number.parse().map_err(|_| "no number")?;
                    self.open.last_mut().ok_or("no case")?.number = Some(number);
                }
                None if word == "x" => {
                    let reason = words.next().ok_or("the reason is missing")?;
                    let map: Vec<&str> = words.by_ref().collect();
                    self.check_over(reason, &map)?;
                    self.open.last_mut().ok_or("no case")?.is_over = true;
                }
                None if word == "!" => self.keep_what_is_needed(cell(words.next().ok_or("the cell is missing")?)?)?,
                None => return Err(format!("{word} is not understood")),
            }
        }
        Ok(())
    }

    /// Takes houses to houses, clue cells to clue cells and given digits to the same.
    fn check_map(&self, map: &[usize]) -> Result<(), String> {
        let houses = &self.rules.geometry.houses;
        let sorted = |mut cells: Vec<usize>| {
            cells.sort_unstable();
            cells
        };
        let is_whole = map.len() == self.pattern.len() && sorted(map.to_vec()) == (0..map.len()).collect::<Vec<_>>();
        let keeps_houses =
            || houses.iter().all(|house| houses.contains(&sorted(house.iter().map(|&cell| map[cell]).collect())));
        let keeps_clues = || (0..map.len()).all(|cell| self.pattern[cell] == self.pattern[map[cell]]);
        if is_whole && keeps_houses() && keeps_clues() { Ok(()) } else { Err("this map is no symmetry".to_owned()) }
    }

    /// Ends the cases below this depth, of which each has to be over or to have all its digits tried.
    fn close_down_to(&mut self, depth: usize) -> Result<(), String> {
        while self.open.len() > depth {
            let Some(case) = self.open.pop() else { break };
            let is_complete = case.split.as_ref().is_some_and(|(cell, tried)| {
                let is_shown = |digit: &u8| case.clues.contains(digit);
                let left = self.digits(&case, *cell);
                let (shown, new): (Vec<u8>, Vec<u8>) = left.into_iter().partition(is_shown);
                // Digits that no clue shows can be exchanged: one of them is enough.
                shown.iter().all(|digit| tried.contains(digit))
                    && (new.is_empty() || new.iter().any(|d| tried.contains(d)))
            });
            if !case.is_over && !is_complete {
                return Err(format!("the case {} is not over", line(&case.clues)));
            }
            if let Some(number) = case.number {
                self.refuted.insert(number, case.clues);
            }
        }
        Ok(())
    }

    fn check_over(&self, reason: &str, map: &[&str]) -> Result<(), String> {
        let case = self.open.last().filter(|case| case.split.is_none()).ok_or("no case")?;
        let geometry = &self.rules.geometry;
        let holds = if reason == "-" {
            let lacks = |house: &Vec<usize>| {
                (1..=geometry.n as u8).any(|digit| house.iter().all(|&cell| !case.board.has(cell, digit)))
            };
            (0..self.pattern.len()).any(|cell| self.digits(case, cell).is_empty()) || geometry.houses.iter().any(lacks)
        } else if let Some(number) = reason.strip_prefix('@') {
            let earlier =
                number.parse().ok().and_then(|number: usize| self.refuted.get(&number)).ok_or("no such case")?;
            let map = match map {
                ["map", map] => map.parse().ok().and_then(|map: usize| self.maps.get(map)).ok_or("no such map")?,
                _ => return Err("no map is named".to_owned()),
            };
            let pairs: Vec<(u8, u8)> = (0..map.len())
                .filter(|&cell| earlier[cell] > 0)
                .map(|cell| (earlier[cell], case.clues[map[cell]]))
                .collect();
            // Different digits for different digits, and a clue for each clue.
            pairs.iter().all(|a| a.1 > 0 && pairs.iter().all(|b| (a.0 == b.0) == (a.1 == b.1)))
        } else {
            let cell = geometry.cell(reason).ok_or("no cell is named")?;
            !self.may_be_filled(case, None)[cell]
        };
        if holds { Ok(()) } else { Err("this is false".to_owned()) }
    }

    /// What naked singles leave for each cell, and what may stand there at the end.
    fn digits_of_all(&self, case: &Case) -> [Vec<Vec<u8>>; 2] {
        let cells = || 0..self.pattern.len();
        [cells().map(|cell| self.left(case, cell)).collect(), cells().map(|cell| self.digits(case, cell)).collect()]
    }

    /// Which cells could be filled, this one left empty, if each peer that is filled before ruled out another digit.
    fn may_be_filled(&self, case: &Case, empty: Option<usize>) -> Vec<bool> {
        let all = self.digits_of_all(case);
        let left = &all[0];
        let mut is_filled: Vec<bool> = (0..left.len()).map(|cell| self.pattern[cell] || left[cell].len() < 2).collect();
        loop {
            let may_be_next = |&cell: &usize| {
                !is_filled[cell]
                    && empty != Some(cell)
                    && left[cell].len() <= self.helpers(&all, &is_filled, cell).count() + 1
            };
            let Some(next) = (0..left.len()).find(may_be_next) else { return is_filled };
            is_filled[next] = true;
        }
    }

    /// Filled peers of a cell that may still rule out a digit of it: what a peer holds already is ruled out already.
    fn helpers<'a>(
        &'a self,
        [left, digits]: &'a [Vec<Vec<u8>>; 2],
        is_filled: &'a [bool],
        cell: usize,
    ) -> impl Iterator<Item = usize> + 'a {
        let helps = move |&peer: &usize| {
            is_filled[peer] && left[peer].len() > 1 && digits[peer].iter().any(|digit| left[cell].contains(digit))
        };
        self.rules.geometry.peers[cell].iter().copied().filter(helps)
    }

    /// Clue cells around a cell that cannot spare a peer hold digits that are left for it.
    fn keep_what_is_needed(&mut self, cell: usize) -> Result<(), String> {
        let case = self.open.last().filter(|case| case.split.is_none() && !case.is_over).ok_or("no case")?;
        let all = self.digits_of_all(case);
        let is_filled = self.may_be_filled(case, Some(cell));
        let helpers: Vec<usize> = self.helpers(&all, &is_filled, cell).collect();
        let left = &all[0][cell];
        if self.pattern[cell] || left.len() < 2 || helpers.len() + 1 > left.len() {
            return Err("this is false".to_owned());
        }
        let case = self.open.last_mut().ok_or("no case")?;
        for peer in helpers.into_iter().filter(|&peer| self.pattern[peer]) {
            case.may_be[peer].retain(|digit| left.contains(digit));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said of cases for a pattern of 2x2.
    #[track_caller]
    fn check(pattern: &str, cases: &str, expected: Result<bool, &str>) {
        let rules = Rules::of("2x2");
        let question =
            Question { strategies: vec!["naked-single".to_owned()], required: Vec::new(), fixed: None, minimal: false };
        let text = format!("# shape 2x2\n# pattern {pattern}\n{cases}");
        let judged = judge(&rules, "2x2", &question, &rules.geometry.pattern(pattern), &text);
        assert_eq!(judged, expected.map_err(str::to_owned));
    }

    #[test]
    fn cases_are_judged() {
        // Nothing can be filled beside one clue.
        let pattern = "x...............";
        check(pattern, "r1c1=1 x r4c4\n", Ok(true));
        check(pattern, "", Err("the case ................ is not over"));
        check(pattern, "r1c1=1\n", Err("the case 1............... is not over"));
        check(pattern, "r1c1=1 x -\n", Err("this is false: r1c1=1 x -"));
        check(pattern, "r1c2=1 x r4c4\n", Err("this is no case: r1c2=1 x r4c4"));
        // Two clues: the second cell has the first digit or a new one.
        let pattern = "x..........x....";
        check(pattern, "r1c1=1\n r3c4=1 x r4c2\n r3c4=2 x r4c2\n", Ok(true));
        check(pattern, "r1c1=1\n r3c4=1 x r4c2\n", Err("the case 1............... is not over"));
        check(pattern, "r1c1=1\n r3c4=2 x r4c2\n", Err("the case 1............... is not over"));
        // With all peers but one filled a cell may be filled.
        check("xxx.............", "r1c1=1\n r1c2=2\n  r1c3=3 x r1c4\n", Err("this is false:   r1c3=3 x r1c4"));
        // A clue needs nothing of others.
        check("xx.x............", "r1c1=1 ! r1c1\n", Err("this is false: r1c1=1 ! r1c1"));
        check("xx.x............", "r1c1=1 ! r9c9\n", Err("r9c9 is no cell: r1c1=1 ! r9c9"));
        check("xx.x............", "r1c1=1 !\n", Err("the cell is missing: r1c1=1 !"));
        // r1c3 has two digits left, and of its peers only the clue in r1c4 may rule one out.
        check("xx.x............", "r1c1=1\n r1c2=2 ! r1c3\n", Err("the case 12.............. is not over"));
        // With a clue in r2c3 as well it has one to spare.
        check("xx.x..x.........", "r1c1=1\n r1c2=2 ! r1c3\n", Err("this is false:  r1c2=2 ! r1c3"));
        check("xx..............", "r1c1=1\n r1c2=2 @0 x @0 map 0\n", Err("no such case:  r1c2=2 @0 x @0 map 0"));
    }
}

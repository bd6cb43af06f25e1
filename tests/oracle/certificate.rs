//! The texts that say for a reader why a pattern has no puzzle: a bound, or a band that can be filled twice.

use super::cases;
use super::closure::{Kind, Rules};
use super::geometry::{Geometry, Grid, SHAPES, line, mask};
use super::judge::Question;
use super::program::Program;
use super::puzzles::rules;
use super::questions::{plain_question, random_grid};
use super::random::Random;
use super::solutions;
use super::{Length, run_rounds};
use std::collections::BTreeMap;
use std::sync::Mutex;

/// A certificate's text with what was asked.
struct Text<'a> {
    shape: &'a str,
    question: &'a Question,
    pattern: &'a [bool],
}

/// Which argument a certificate makes, if it holds.
type Argument = &'static str;

impl Text<'_> {
    /// Judges a text: that it is about this question, and that its reason holds.
    fn judge(&self, text: &str) -> Result<Argument, String> {
        if text.starts_with("# No clues for this pattern can be solved by naked singles.") {
            let is_judged = cases::judge(rules(self.shape), self.shape, self.question, self.pattern, text)?;
            return Ok(if is_judged { "cases" } else { "cases (too many to judge)" });
        }
        let mut lines = text.lines();
        let mut expect = |expected: &str| match lines.next() {
            Some(line) if line == expected => Ok(()),
            line => Err(format!("{line:?} instead of \"{expected}\"")),
        };
        let strategies: Vec<String> = self.question.strategies.iter().map(|name| name.replace('-', " ")).collect();
        expect("No puzzle exists for the pattern")?;
        expect(&mask(self.pattern))?;
        if let Some(fixed) = self.question.fixed.as_ref().filter(|fixed| fixed.iter().any(|&digit| digit > 0)) {
            expect("with the digits")?;
            expect(&line(fixed))?;
            expect(&format!("and {}:", strategies.join(", ")).replace("x wing", "x-wing"))?;
        } else {
            expect(&format!("with {}:", strategies.join(", ")).replace("x wing", "x-wing"))?;
        }
        let reason = lines.next().ok_or("the reason is missing")?;
        let exchanges = reason.starts_with("Moving ") || reason.contains(": exchanging them gives a second solution");
        if exchanges {
            let moves = lines.next().ok_or("it is not said where cells go")?;
            self.judge_moves(moves).map_err(|error| format!("{error}: {moves}"))?;
        }
        if let Some(more) = lines.next() {
            return Err(format!("a line too many: {more}"));
        }
        let words: Vec<&str> =
            reason.split([' ', ',', ':', ';', '.', '(', ')']).filter(|word| !word.is_empty()).collect();
        self.judge_reason(reason, &words).map_err(|error| format!("{error}: {reason}"))
    }

    fn judge_reason(&self, reason: &str, words: &[&str]) -> Result<Argument, String> {
        let geometry = &rules(self.shape).geometry;
        let n = geometry.n;
        let number = |at: usize| words.get(at).and_then(|word| word.parse::<usize>().ok()).ok_or("a number is missing");
        let holds =
            |argument: Argument, holds: bool| if holds { Ok(argument) } else { Err("this is false".to_owned()) };
        let n_clues = self.pattern.iter().filter(|&&is_clue| is_clue).count();
        let only = |names: &[&str]| self.question.strategies.iter().all(|name| names.contains(&name.as_str()));
        let has_open = n_clues < n * n;
        match words {
            ["No", "strategy", "is", "allowed", ..] => {
                holds("strategies", self.question.strategies.is_empty() && has_open)
            }
            ["None", "of", "the", "allowed", "strategies", "places", ..] => {
                let places = |name: &String| ["full-house", "naked-single", "hidden-single"].contains(&name.as_str());
                holds("strategies", has_open && !self.question.strategies.iter().any(places))
            }
            [_, "clue", "cells", "cannot", "show", ..] => {
                holds("digits", number(0)? == n_clues && number(5)? == n - 1 && number(8)? == n && n_clues + 1 < n)
            }
            ["With", "these", "fixed", "digits", "the", "clues", "show", "at", "most", ..] => {
                let fixed = self.question.fixed.as_ref().ok_or("no digit is fixed")?;
                let n_fixed = fixed.iter().filter(|&&digit| digit > 0).count();
                let n_digits = (1..=n as u8).filter(|digit| fixed.contains(digit)).count() + n_clues - n_fixed;
                holds("digits", number(9)? == n_digits && number(12)? == n && n_digits + 1 < n)
            }
            ["The", "fixed", "digits", "leave", "no", "solution"] => {
                let fixed = self.question.fixed.as_ref().ok_or("no digit is fixed")?;
                match solutions::count(geometry, fixed, 1) {
                    Some(count) => holds("fixed", count == 0),
                    None => Err("this takes too long to count".to_owned()),
                }
            }
            ["Rows" | "Columns", _, "and", _, "of", "one", strip, "have", "no", "clue", ..] => {
                let (a, b) = (number(1)?, number(3)?);
                let (first, size) = if words[0] == "Rows" { (0, geometry.height) } else { (n, geometry.width) };
                let is_free = |line: usize| {
                    (1..=n).contains(&line) && geometry.houses[first + line - 1].iter().all(|&cell| !self.pattern[cell])
                };
                let is_named = *strip == if words[0] == "Rows" { "band" } else { "stack" };
                holds("lines", is_named && a != b && (a - 1) / size == (b - 1) / size && is_free(a) && is_free(b))
            }
            [_, "clues", "are", "too", "few", ..] => holds(
                "seventeen",
                self.shape == "3x3" && number(0)? == n_clues && n_clues < 17 && reason.contains("at least 17"),
            ),
            // Where the cells go is judged already.
            ["Moving", from, "to", to, "and", .., "gives", "a", "second", "solution"] => {
                let cells = [from, to].map(|name| geometry.cell(name));
                let [Some(from), Some(to)] = cells else { return Err("a cell is missing".to_owned()) };
                holds("moves", geometry.peers[from].contains(&to))
            }
            ["Every", "cell", "is", "a", "clue", ..] => {
                holds("required", !has_open && !self.question.required.is_empty())
            }
            ["Naked", "singles", "alone", "never", "reach", ..] => {
                self.never_reached(words, &never_joined(geometry, self.pattern), only(&["naked-single"]))
            }
            ["Full", "houses", "alone", "never", "reach", ..] => {
                let places = ["naked-single", "hidden-single"];
                let is_alone = !self.question.strategies.iter().any(|name| places.contains(&name.as_str()));
                self.never_reached(words, &never_last(geometry, self.pattern), is_alone)
            }
            ["Boxes", _, "and", _, "of", "one", strip, "have", "no", "clue", ..] => {
                let (a, b) = (number(1)?, number(3)?);
                let is_there = (1..=n).contains(&a) && (1..=n).contains(&b) && a != b;
                let per_band = n / geometry.width;
                let is_band = (a - 1) / per_band == (b - 1) / per_band;
                let is_stack = (a - 1) % per_band == (b - 1) % per_band;
                let is_named = if *strip == "band" { is_band } else { *strip == "stack" && is_stack };
                let is_empty = |bx: usize| geometry.houses[2 * n + bx - 1].iter().all(|&cell| !self.pattern[cell]);
                let is_right =
                    is_there && is_named && is_empty(a) && is_empty(b) && only(&["hidden-single", "full-house"]);
                holds("boxes", is_right && never_begins(rules(self.shape), [a - 1, b - 1]))
            }
            ["Rows" | "Columns", _, "to", _, "have", "too", "few", "clues", ..] => self.judge_band(words, reason),
            _ if self.question.fixed.is_some() => self.judge_clash(words),
            _ => Err("this reason is not known".to_owned()),
        }
    }

    /// The cells that are not reached, of which the first and the number are named.
    fn never_reached(&self, words: &[&str], cells: &[usize], is_alone: bool) -> Result<Argument, String> {
        let first = words.get(5).and_then(|name| rules(self.shape).geometry.cell(name)).ok_or("no cell is named")?;
        let n_more = match words.get(6..9) {
            Some(["and", more, "more"]) => more.parse().map_err(|_| "no number is named")?,
            _ => 0,
        };
        if is_alone && cells.contains(&first) && cells.len() == n_more + 1 {
            Ok("never reached")
        } else {
            Err(format!("{} cells are never reached", cells.len()))
        }
    }

    /// A given digit that stands twice in a house, or where no clue is.
    /// Where cells go: no clue moves, houses go to houses, and some cell goes to one that it sees, so that every solution
    /// has an image that is another one.
    fn judge_moves(&self, line: &str) -> Result<(), String> {
        let geometry = &rules(self.shape).geometry;
        let moves = line.strip_prefix("Moves: ").and_then(|moves| moves.strip_suffix('.')).ok_or("no moves")?;
        let mut image: Vec<usize> = (0..geometry.n * geometry.n).collect();
        for one in moves.split(", ") {
            let (from, to) = one.split_once(" to ").ok_or("no move")?;
            let (Some(from), Some(to)) = (geometry.cell(from), geometry.cell(to)) else {
                return Err(format!("{one} names no cells"));
            };
            image[from] = to;
        }
        let mut reached = vec![false; image.len()];
        image.iter().for_each(|&to| reached[to] = true);
        if reached.contains(&false) {
            return Err("two cells go to one".to_owned());
        }
        if (0..image.len()).any(|cell| self.pattern[cell] && image[cell] != cell) {
            return Err("a clue moves".to_owned());
        }
        let sorted = |house: &[usize]| {
            let mut cells = house.to_vec();
            cells.sort_unstable();
            cells
        };
        let houses: Vec<Vec<usize>> = geometry.houses.iter().map(|house| sorted(house)).collect();
        let is_house = |house: &[usize]| {
            let moved: Vec<usize> = house.iter().map(|&cell| image[cell]).collect();
            houses.contains(&sorted(&moved))
        };
        if !houses.iter().all(|house| is_house(house)) {
            return Err("a house does not go to a house".to_owned());
        }
        if !(0..image.len()).any(|cell| geometry.peers[cell].contains(&image[cell])) {
            return Err("no cell goes to one that it sees".to_owned());
        }
        Ok(())
    }

    fn judge_clash(&self, words: &[&str]) -> Result<Argument, String> {
        let geometry = &rules(self.shape).geometry;
        let fixed = self.question.fixed.as_ref().ok_or("no digit is fixed")?;
        let cells: Vec<usize> = words.iter().filter_map(|word| geometry.cell(word)).collect();
        let holds = match cells[..] {
            [cell] => fixed[cell] > 0 && !self.pattern[cell],
            [a, b] => fixed[a] > 0 && fixed[a] == fixed[b] && geometry.peers[a].contains(&b),
            _ => false,
        };
        if holds { Ok("clash") } else { Err("this is false, or not understood".to_owned()) }
    }

    /// A band (or stack): whatever it is filled with, it can be filled in a second way.
    fn judge_band(&self, words: &[&str], reason: &str) -> Result<Argument, String> {
        let geometry = &rules(self.shape).geometry;
        let is_row = words[0] == "Rows";
        let (height, width) =
            if is_row { (geometry.height, geometry.width) } else { (geometry.width, geometry.height) };
        let lines: Vec<usize> = [1, 3].iter().filter_map(|&at| words[at].parse().ok()).collect();
        let [first, last] = lines[..] else { return Err("no lines are named".to_owned()) };
        if first == 0 || last != first + height - 1 || (first - 1) % height != 0 || last > geometry.n {
            return Err("these lines are no band".to_owned());
        }
        let is_clue = |line: usize, place: usize| {
            let (row, col) = if is_row { (line, place) } else { (place, line) };
            self.pattern[row * geometry.n + col]
        };
        // "columns 1 and 2 have clues in one row only and exchange digits"
        let across = if is_row { "columns" } else { "rows" };
        let mut loose = Vec::new();
        for at in (0..words.len()).filter(|&at| at > 0 && words[at] == across) {
            let place = |at: usize| words.get(at).and_then(|word| word.parse::<usize>().ok()).filter(|&p| p > 0);
            let (Some(a), Some(b)) = (place(at + 1), place(at + 3)) else {
                return Err("no lines are named".to_owned());
            };
            let (a, b) = (a - 1, b - 1);
            let clues = (0..geometry.n).filter(|&line| is_clue(line, a) || is_clue(line, b)).count();
            let is_new = loose.iter().all(|&(c, d)| ![c, d].contains(&a) && ![c, d].contains(&b));
            if a == b || a / width != b / width || clues > 1 || !is_new {
                return Err(format!("lines {} and {} may not exchange digits", a + 1, b + 1));
            }
            loose.push((a, b));
        }
        if loose.is_empty() == reason.contains("exchange") {
            return Err("the exchange is not understood".to_owned());
        }
        let clues = (first - 1..last).map(|line| (0..geometry.n).map(|place| is_clue(line, place)).collect()).collect();
        match (Band { n: geometry.n, width, clues, loose }).always_has_second() {
            Some(true) => Ok(if reason.contains("exchange") { "band with exchange" } else { "band" }),
            Some(false) => Err("some filling has no second one".to_owned()),
            None => Ok("band (too large to judge)"),
        }
    }
}

/// Cells that naked singles never reach, even if every cell reached gave its peers a digit of its own.
fn never_joined(geometry: &Geometry, pattern: &[bool]) -> Vec<usize> {
    let mut is_reached = pattern.to_vec();
    let enough = |is_reached: &[bool], cell: usize| {
        geometry.peers[cell].iter().filter(|&&peer| is_reached[peer]).count() + 1 >= geometry.n
    };
    while let Some(cell) = (0..pattern.len()).find(|&cell| !is_reached[cell] && enough(&is_reached, cell)) {
        is_reached[cell] = true;
    }
    (0..pattern.len()).filter(|&cell| !is_reached[cell]).collect()
}

/// Cells that are never the last of a house.
fn never_last(geometry: &Geometry, pattern: &[bool]) -> Vec<usize> {
    let mut is_open: Vec<bool> = pattern.iter().map(|is_clue| !is_clue).collect();
    let last = |is_open: &[bool]| {
        geometry.houses.iter().find_map(|house| {
            let mut open = house.iter().filter(|&&cell| is_open[cell]);
            open.next().filter(|_| open.next().is_none()).copied()
        })
    };
    while let Some(cell) = last(&is_open) {
        is_open[cell] = false;
    }
    (0..pattern.len()).filter(|&cell| is_open[cell]).collect()
}

/// With all else filled, as in some random grids, no hidden single begins in these two boxes.
fn never_begins(rules: &Rules, boxes: [usize; 2]) -> bool {
    let geometry = &rules.geometry;
    let mut random = Random(1);
    (0..20).all(|_| {
        let mut puzzle = random_grid(geometry, &mut random);
        boxes.iter().for_each(|bx| geometry.houses[2 * geometry.n + bx].iter().for_each(|&cell| puzzle[cell] = 0));
        rules.closure(&puzzle, &[Kind::FullHouse, Kind::HiddenSingle]).values == puzzle
    })
}

/// A band: lines of n places, boxes so wide.
struct Band {
    n: usize,
    width: usize,
    /// By line, then place.
    clues: Vec<Vec<bool>>,
    /// Places that may exchange digits, each line keeping two of theirs.
    loose: Vec<(usize, usize)>,
}

/// Fillings and second fillings tried before a band is given up.
const MOST_STEPS: u64 = 10_000_000;

impl Band {
    /// Whether every filling has a second one with the same clues and the same digits in each place, or in both
    /// places of a loose pair together; `None` if that takes too long.
    fn always_has_second(&self) -> Option<bool> {
        let height = self.clues.len();
        let mut filling = vec![vec![0u8; self.n]; height];
        // Names of digits do not matter: the first box is in order.
        (0..height).for_each(|line| (0..self.width).for_each(|p| filling[line][p] = (line * self.width + p) as u8 + 1));
        let mut n_steps = 0;
        let answer = self.all_fillings(&mut filling, self.width, 0, &mut n_steps);
        (n_steps < MOST_STEPS).then_some(answer)
    }

    fn all_fillings(&self, filling: &mut Vec<Vec<u8>>, place: usize, line: usize, n_steps: &mut u64) -> bool {
        *n_steps += 1;
        if *n_steps >= MOST_STEPS {
            return true;
        }
        if place == self.n {
            return self.has_second(filling, n_steps);
        }
        if line == filling.len() {
            return self.all_fillings(filling, place + 1, 0, n_steps);
        }
        let from = place / self.width * self.width;
        for digit in 1..=self.n as u8 {
            let in_line = filling[line][..place].contains(&digit);
            // Up to this place, and in this place up to this line.
            let in_box = (from..=place).any(|p| {
                let n_lines = if p == place { line } else { filling.len() };
                filling[..n_lines].iter().any(|line| line[p] == digit)
            });
            if !in_line && !in_box {
                filling[line][place] = digit;
                if !self.all_fillings(filling, place, line + 1, n_steps) {
                    return false;
                }
                filling[line][place] = 0;
            }
        }
        true
    }

    fn has_second(&self, first: &[Vec<u8>], n_steps: &mut u64) -> bool {
        let paired = |place: usize| self.loose.iter().find(|&&(a, b)| a == place || b == place);
        // Loose pairs count as one place of two digits in each line.
        let groups: Vec<Vec<usize>> = (0..self.n)
            .filter_map(|place| match paired(place) {
                Some(&(a, b)) => (place == a).then(|| vec![a, b]),
                None => Some(vec![place]),
            })
            .collect();
        let mut free: Vec<Vec<u8>> = first.to_vec();
        self.deal(first, &groups, 0, 0, &[], &mut free, false, n_steps)
    }

    /// Gives a line the digits of a group, of those that the line (`free`) and the group still have.
    #[allow(clippy::too_many_arguments, reason = "the state of one search")]
    fn deal(
        &self,
        first: &[Vec<u8>],
        groups: &[Vec<usize>],
        group: usize,
        line: usize,
        used: &[u8],
        free: &mut Vec<Vec<u8>>,
        differs: bool,
        n_steps: &mut u64,
    ) -> bool {
        *n_steps += 1;
        let Some(places) = groups.get(group) else { return differs };
        if line == first.len() {
            return self.deal(first, groups, group + 1, 0, &[], free, differs, n_steps);
        }
        let own: Vec<u8> = places.iter().map(|&place| first[line][place]).collect();
        let kept: Vec<u8> = places.iter().filter(|&&p| self.clues[line][p]).map(|&p| first[line][p]).collect();
        let all = places.iter().flat_map(|&place| first.iter().map(move |line| line[place]));
        let can: Vec<u8> = all.filter(|digit| !used.contains(digit) && free[line].contains(digit)).collect();
        let choices: Vec<Vec<u8>> = match own.len() {
            1 => can.iter().map(|&digit| vec![digit]).collect(),
            _ => can.iter().flat_map(|&a| can.iter().filter(move |&&b| a < b).map(move |&b| vec![a, b])).collect(),
        };
        choices.iter().filter(|choice| kept.iter().all(|digit| choice.contains(digit))).any(|choice| {
            let differs = differs || own.iter().any(|digit| !choice.contains(digit));
            free[line].retain(|digit| !choice.contains(digit));
            let found = self.deal(first, groups, group, line + 1, &[used, choice].concat(), free, differs, n_steps);
            free[line].extend(choice);
            found
        })
    }
}

/// Patterns that bounds and bands refute.
fn sparse_pattern(geometry: &Geometry, random: &mut Random) -> Vec<bool> {
    let n = geometry.n;
    let density = 12 + random.below(60);
    let mut pattern: Vec<bool> = (0..n * n).map(|_| random.below(100) < density).collect();
    let mut clear = |houses: &[usize]| {
        houses.iter().for_each(|&house| geometry.houses[house].iter().for_each(|&cell| pattern[cell] = false));
    };
    match random.below(6) {
        // A band or stack with little in it.
        0 | 1 => {
            let is_row = random.once_in(2);
            let size = if is_row { geometry.height } else { geometry.width };
            let first = if is_row { 0 } else { n } + random.below(n / size) * size;
            clear(&(first..first + size).collect::<Vec<_>>());
            for _ in 0..random.below(n / 2 + 1) {
                let house = &geometry.houses[first + random.below(size)];
                pattern[*random.pick(house)] = true;
            }
        }
        // Two empty boxes.
        2 => clear(&[2 * n + random.below(n), 2 * n + random.below(n)]),
        3 => pattern.fill(true),
        _ => {}
    }
    pattern
}

/// The argument that a certificate makes, if the program has one.
fn judge_one(program: &Program, number: u64) -> Option<Result<Argument, String>> {
    let mut random = Random(number ^ 0xCE47);
    let n_shapes = if random.once_in(4) { 9 } else { 6 };
    let shape = *random.pick(&SHAPES[..n_shapes]);
    let geometry = &rules(shape).geometry;
    let (mut question, mut options) = plain_question(&mut random);
    // The arguments about single strategies.
    let alone = [
        vec!["naked-single"],
        vec!["full-house"],
        vec!["hidden-single"],
        vec!["full-house", "naked-pair"],
        vec!["naked-pair", "x-wing"],
    ];
    if random.once_in(2) {
        let strategies: Vec<String> = random.pick(&alone).iter().map(|&name| name.to_owned()).collect();
        options = vec![format!("--strategies={}", strategies.join(","))];
        question = Question { strategies, required: Vec::new(), fixed: None, minimal: false };
    }
    let pattern = sparse_pattern(geometry, &mut random);
    if random.once_in(4) {
        let grid = random_grid(geometry, &mut random);
        let is_wrong = random.once_in(2);
        let mut fixed: Grid =
            grid.iter().zip(&pattern).map(|(&d, &is_clue)| if is_clue && random.once_in(2) { d } else { 0 }).collect();
        for _ in 0..if is_wrong { 1 + random.below(2) } else { 0 } {
            fixed[random.below(grid.len())] = 1 + random.below(geometry.n) as u8;
        }
        options.push(format!("--fixed={}", line(&fixed)));
        question.fixed = Some(fixed);
    }
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("certificate.txt");
    let method = if question.strategies == ["naked-single"] { "--method=exact" } else { "--method=bounds" };
    let shared = ["generate", method, "--time-limit=1", "--threads=1"].map(str::to_owned);
    let mut arguments: Vec<String> = shared.into_iter().chain(options).collect();
    arguments.extend([format!("--shape={shape}"), format!("--pattern={}", mask(&pattern))]);
    let command = Program::command(&arguments);
    arguments.push(format!("--proof={}", file.display()));
    let ended = program.run(&arguments, 600.0, &mut |_| std::ops::ControlFlow::Continue(()));
    let wrong = |error: String| Some(Err(format!("{error}\n  {command}")));
    match ended.exit {
        Some(0 | 4) => None,
        Some(3) => {
            let text = std::fs::read_to_string(&file).unwrap_or_default();
            // Strategies in the order of the catalogue.
            let mut question = question;
            question.strategies.sort_by_key(|name| super::closure::KINDS.iter().position(|(known, _)| known == name));
            match (Text { shape, question: &question, pattern: &pattern }).judge(&text) {
                Ok(argument) => Some(Ok(argument)),
                Err(error) => wrong(error),
            }
        }
        exit => wrong(format!("exit code {exit:?}: {}", ended.errors)),
    }
}

#[test]
fn readable_certificates_hold() {
    let program = Program::of_environment();
    let length = Length::of_environment(40);
    let counts: Mutex<BTreeMap<Argument, usize>> = Mutex::new(BTreeMap::new());
    run_rounds(&length, |number| match judge_one(&program, number) {
        None => Vec::new(),
        Some(Ok(argument)) => {
            *counts.lock().expect("a lock").entry(argument).or_default() += 1;
            Vec::new()
        }
        Some(Err(error)) => vec![format!("round {number}: {error}")],
    });
    let counts = counts.into_inner().expect("a lock");
    println!("certificates that hold: {counts:?}");
    assert!(counts.len() > 4, "{counts:?}");
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pattern of 2x3, strategies, a reason, and what is said of it.
    #[track_caller]
    fn check(pattern: &str, strategies: &str, reason: &str, expected: Result<Argument, &str>) {
        let geometry = Geometry::of("2x3");
        let question = Question {
            strategies: strategies.split(',').map(str::to_owned).collect(),
            required: Vec::new(),
            fixed: None,
            minimal: false,
        };
        let pattern = geometry.pattern(&format!("{pattern:x<36}"));
        let names = strategies.replace('-', " ").replace(',', ", ");
        let text = format!("No puzzle exists for the pattern\n{}\nwith {names}:\n{reason}\n", mask(&pattern));
        let judged = (Text { shape: "2x3", question: &question, pattern: &pattern }).judge(&text);
        let sentence = reason.lines().next().unwrap_or_default();
        let expected = expected.map_err(|error| format!("{error}: {sentence}"));
        assert_eq!(judged, expected);
    }

    #[test]
    fn reasons_are_judged() {
        let moves = |n: usize, a: usize, b: usize| {
            let both =
                (1..=n).flat_map(|col| [format!("r{a}c{col} to r{b}c{col}"), format!("r{b}c{col} to r{a}c{col}")]);
            format!("Moves: {}.", both.collect::<Vec<_>>().join(", "))
        };
        let rows = "Rows 1 and 2 of one band have no clue: exchanging them gives a second solution.";
        let rows = &format!("{rows}\n{}", moves(6, 1, 2));
        check("............", "naked-single", rows, Ok("lines"));
        let check_moves = |pattern: &str, said: &str, expected: &str| {
            let pattern = Geometry::of("2x3").pattern(&format!("{pattern:x<36}"));
            let question = Question { strategies: Vec::new(), required: Vec::new(), fixed: None, minimal: false };
            let text = Text { shape: "2x3", question: &question, pattern: &pattern };
            assert_eq!(text.judge_moves(said), Err(expected.to_owned()), "{said}");
        };
        check_moves("...........x", &moves(6, 1, 2), "a clue moves");
        check_moves("............", &moves(5, 1, 2), "a house does not go to a house");
        check_moves("............", "Moves: r1c1 to r2c1.", "two cells go to one");
        check_moves(&".".repeat(36), &moves(6, 2, 3), "a house does not go to a house");
        check("............", "naked-single", &rows.replace("1 and 2", "2 and 3"), Err("this is false"));
        let boxes = "Boxes 1 and 2 of one band have no clue: with all else filled, every digit still has two places.";
        check("............", "hidden-single", boxes, Ok("boxes"));
        check("............", "naked-single", boxes, Err("this is false"));
        let few = "4 clue cells cannot show 5 of the 6 digits: two missing digits can be exchanged.";
        check(&".".repeat(32), "naked-single", few, Ok("digits"));
        check(&".".repeat(31), "naked-single", few, Err("this is false"));
        let none = "None of the allowed strategies places a digit: naked pair.";
        check("............", "naked-pair", none, Ok("strategies"));
        check("............", "naked-single,naked-pair", none, Err("this is false"));
        let last =
            "Full houses alone never reach r1c1 and 3 more cells: each house of one of them has another of them.";
        check("..x...xx..xx", "full-house", last, Err("0 cells are never reached"));
        check(".x..xxx.x.xx", "full-house", &last.replace("3 more", "2 more"), Err("0 cells are never reached"));
    }

    #[test]
    fn bands_are_judged() {
        let band = "Rows 1 to 2 have too few clues: whatever the digits, they can be filled in a second way (23 cases checked).";
        check("............", "naked-single", band, Ok("band"));
        check("x...........", "naked-single", band, Err("some filling has no second one"));
        check("............", "naked-single", &band.replace("1 to 2", "2 to 3"), Err("these lines are no band"));
        let pattern = "....x.....x....xx...xx..x..x.x....x.";
        let loose = "Rows 1 to 2 have too few clues: whatever the digits, they can be filled in a second way (15 cases \
                     checked); columns 1 and 2 have clues in one row only and exchange digits.";
        check(pattern, "naked-single", loose, Ok("band with exchange"));
        check(pattern, "naked-single", &band.replace("23", "15"), Err("some filling has no second one"));
        check(
            pattern,
            "naked-single",
            &loose.replace("columns 1 and 2", "columns 1 and 3"),
            Err("lines 1 and 3 may not exchange digits"),
        );
    }
}

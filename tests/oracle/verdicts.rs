//! "Impossible", against every choice of digits.

use super::closure::Rules;
use super::exhaust::{find_in_grids, find_with_fixed, grids};
use super::geometry::{Grid, SHAPES, line, mask};
use super::judge::Question;
use super::program::{Answer, Claim, Program, write_lines};
use super::puzzles::rules;
use super::questions::{lines, plain_question, random_grid};
use super::random::Random;
use super::{Length, run_rounds};
use std::ops::ControlFlow;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What was compared.
#[derive(Default)]
struct Counts {
    impossible: AtomicUsize,
    found: AtomicUsize,
    undecided: AtomicUsize,
}

/// A pattern, the program's words about it and whether it was found wanting.
struct Case<'a> {
    program: &'a Program,
    shape: &'static str,
    question: Question,
    options: Vec<String>,
    counts: &'a Counts,
}

impl Case<'_> {
    /// Asks about the patterns; `find` tries every choice of digits.
    fn compare(
        &self,
        patterns: &[Vec<bool>],
        find: &dyn Fn(&Rules, &Question, &[bool]) -> Option<Grid>,
    ) -> Vec<String> {
        let rules = rules(self.shape);
        let folder = tempfile::tempdir().expect("a folder");
        let file = folder.path().join("patterns.txt");
        write_lines(&file, lines(patterns));
        let mut arguments: Vec<String> = ["generate", "--json", "--threads=1"].map(str::to_owned).to_vec();
        arguments.push(format!("--shape={}", self.shape));
        arguments.extend(self.options.iter().cloned());
        let command = Program::command(&arguments);
        arguments.push(format!("--pattern={}", file.display()));
        let mut wrong = Vec::new();
        let mut asked = patterns.iter();
        let ended = self.program.run(&arguments, 600.0 + patterns.len() as f64, &mut |text| {
            let Some(pattern) = asked.next() else { return ControlFlow::Break(()) };
            let mut complain = |what: &str| wrong.push(format!("{what}\n  {command} --pattern={}", mask(pattern)));
            match Answer::read(text) {
                Err(error) => complain(&error),
                Ok(answer) if answer.text("pattern") != mask(pattern) => complain("another pattern is answered"),
                Ok(answer) if answer.text("verdict") == "found" => {
                    self.counts.found.fetch_add(1, Ordering::Relaxed);
                    let claim = Claim { puzzle: answer.text("puzzle"), solution: answer.text("solution") };
                    if let Err(error) = self.question.judge(rules, Some(pattern), &claim) {
                        complain(&format!("{error}: {}", claim.puzzle));
                    }
                }
                Ok(answer) if answer.text("verdict") == "impossible" => {
                    self.counts.impossible.fetch_add(1, Ordering::Relaxed);
                    if let Some(puzzle) = find(rules, &self.question, pattern) {
                        complain(&format!("impossible ({}), but: {}", answer.text("reason"), line(&puzzle)));
                    }
                }
                Ok(_) => _ = self.counts.undecided.fetch_add(1, Ordering::Relaxed),
            }
            ControlFlow::Continue(())
        });
        if !matches!(ended.exit, Some(0 | 3 | 4)) || asked.next().is_some() {
            wrong.push(format!("{command} ended with {:?} before the last pattern: {}", ended.exit, ended.errors));
        }
        wrong
    }
}

/// The solution grids of the small shapes.
fn all_grids(shape: &str) -> &'static [Grid] {
    static GRIDS: [OnceLock<Vec<Grid>>; 3] = [const { OnceLock::new() }; 3];
    let index = SHAPES.iter().position(|known| *known == shape).expect("a shape");
    GRIDS[index].get_or_init(|| grids(&rules(shape).geometry))
}

/// A sixteenth of all patterns of 4x4; the next round has the next.
fn all_of_4x4(case: &Case<'_>, part: u32) -> Vec<String> {
    let bits = (part % 16) << 12..(part % 16 + 1) << 12;
    let patterns: Vec<Vec<bool>> = bits.map(|bits| (0..16).map(|cell| bits >> cell & 1 == 1).collect()).collect();
    case.compare(&patterns, &|rules, question, pattern| find_in_grids(rules, all_grids("2x2"), question, pattern))
}

/// Sparse patterns of six digits.
fn some_of_6x6(case: &Case<'_>, random: &mut Random) -> Vec<String> {
    let patterns: Vec<Vec<bool>> = (0..6)
        .map(|_| {
            let n_clues = 7 + random.below(9);
            let mut pattern: Vec<bool> = (0..36).map(|cell| cell < n_clues).collect();
            random.shuffle(&mut pattern);
            pattern
        })
        .collect();
    case.compare(&patterns, &|rules, question, pattern| find_in_grids(rules, all_grids(case.shape), question, pattern))
}

/// Digits for a pattern of any shape, all but those of a few clues.
fn given_digits(shape: &str, random: &mut Random) -> (Vec<bool>, Grid) {
    let geometry = &rules(shape).geometry;
    let n_cells = geometry.n * geometry.n;
    let grid = random_grid(geometry, random);
    let density = if geometry.n > 9 { 50 } else { 30 } + random.below(35);
    let pattern: Vec<bool> = (0..n_cells).map(|_| random.below(100) < density).collect();
    let mut fixed: Grid = grid.iter().zip(&pattern).map(|(&digit, &is_clue)| if is_clue { digit } else { 0 }).collect();
    let mut clues: Vec<usize> = (0..n_cells).filter(|&cell| pattern[cell]).collect();
    random.shuffle(&mut clues);
    let n_free = if geometry.n > 9 { 2 } else { 3 };
    clues.iter().take(n_free).for_each(|&cell| fixed[cell] = 0);
    // Now and then no solution is left.
    if let Some(&cell) = clues.last()
        && random.once_in(4)
    {
        fixed[cell] = 1 + random.below(geometry.n) as u8;
    }
    (pattern, fixed)
}

#[test]
fn what_is_impossible_has_no_puzzle() {
    let program = Program::of_environment();
    let length = Length::of_environment(8);
    let counts = Counts::default();
    run_rounds(&length, |number| {
        // All rounds of a sweep over 4x4 ask the same.
        let sweep = number / 64;
        let mut random = Random(if number % 4 == 0 { 1 << 40 | sweep } else { number });
        let (question, mut options) = plain_question(&mut random);
        let shape = match number % 4 {
            0 => "2x2",
            1 => *random.pick(&SHAPES[1..3]),
            _ => *random.pick(&SHAPES),
        };
        options.push(format!("--time-limit={}", if shape == "2x2" { 0.2 } else { 2.0 }));
        let method = *random.pick(&["auto", "auto", "sat"]);
        options.push(format!("--method={method}"));
        let mut case = Case { program: &program, shape, question, options, counts: &counts };
        let wrong = match number % 4 {
            0 => all_of_4x4(&case, (number / 4) as u32),
            1 => some_of_6x6(&case, &mut random),
            _ => {
                let (pattern, fixed) = given_digits(shape, &mut random);
                case.options.push(format!("--fixed={}", line(&fixed)));
                case.question.fixed = Some(fixed);
                case.compare(&[pattern], &find_with_fixed)
            }
        };
        wrong.into_iter().map(|wrong| format!("round {number}: {wrong}")).collect()
    });
    let [impossible, found, undecided] =
        [&counts.impossible, &counts.found, &counts.undecided].map(|count| count.load(Ordering::Relaxed));
    let seconds = length.start.elapsed().as_secs_f64();
    println!("verdicts: {impossible} impossible, {found} found, {undecided} undecided in {seconds:.0} s");
    assert!(impossible > 0 && found > 0);
}

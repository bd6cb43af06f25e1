//! Whether a puzzle is what was asked for, and whether a trace is one.

use super::closure::{Board, Conclusion, Kind, Rules, kind};
use super::geometry::{Grid, mask};
use super::program::{Answer, Claim, mask_of};
use super::solutions;

/// What was asked for.
pub(crate) struct Question {
    /// Names of the strategies that may be used, easiest first.
    pub(crate) strategies: Vec<String>,
    /// Names of those of which the trace must have a step.
    pub(crate) required: Vec<String>,
    /// Digits that were given.
    pub(crate) fixed: Option<Grid>,
    /// Whether the puzzle must have more than one solution without any one of its clues.
    pub(crate) minimal: bool,
}

/// How far a puzzle could be judged.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Judged {
    /// In every respect.
    Fully,
    /// The strategies go beyond bases and covers: solution, uniqueness and clues only.
    CluesAlone,
}

impl Question {
    /// The strategies, if all of them are known here.
    pub(crate) fn kinds(&self) -> Option<Vec<Kind>> {
        self.strategies.iter().map(|name| kind(name)).collect()
    }

    /// All but the hardest, if that one is required.
    pub(crate) fn kinds_too_weak(&self) -> Option<Vec<Kind>> {
        let (hardest, others) = self.strategies.split_last()?;
        let is_required = self.required.contains(hardest);
        is_required.then(|| others.iter().map(|name| kind(name)).collect()).flatten()
    }

    /// Judges a puzzle.
    ///
    /// Of required strategies only the hardest can be judged by the puzzle alone; the others by a trace.
    pub(crate) fn judge(&self, rules: &Rules, pattern: Option<&[bool]>, claim: &Claim<'_>) -> Result<Judged, String> {
        let geometry = &rules.geometry;
        let puzzle = geometry.grid(claim.puzzle)?;
        let solution = geometry.grid(claim.solution)?;
        if let Some(pattern) = pattern
            && mask_of(&puzzle) != pattern
        {
            return Err(format!("the clues do not stand on {}", mask(pattern)));
        }
        if let Some(fixed) = &self.fixed
            && fixed.iter().zip(&puzzle).any(|(fixed, digit)| *fixed > 0 && fixed != digit)
        {
            return Err("a given digit was changed".to_owned());
        }
        if !geometry.is_solution(&solution) {
            return Err(format!("{} is no solution grid", claim.solution));
        }
        if puzzle.iter().zip(&solution).any(|(digit, solved)| *digit > 0 && digit != solved) {
            return Err(format!("{} is no solution of this puzzle", claim.solution));
        }
        // Too long to count does not matter where the strategies leave no choice.
        match solutions::count(geometry, &puzzle, 2) {
            Some(1) => {}
            Some(count) => return Err(format!("{count} solutions (counted up to 2)")),
            None if self.kinds().is_some() => {}
            None => return Err("solutions cannot be counted in time".to_owned()),
        }
        if self.minimal {
            for cell in (0..puzzle.len()).filter(|&cell| puzzle[cell] > 0) {
                let mut without = puzzle.clone();
                without[cell] = 0;
                // Where one solution cannot be told from more in time, nothing is said.
                if solutions::count(geometry, &without, 2) == Some(1) {
                    return Err(format!("{} solves without its clue in cell {cell}", claim.puzzle));
                }
            }
        }
        let Some(kinds) = self.kinds() else { return Ok(Judged::CluesAlone) };
        if rules.solve(&puzzle, &kinds).as_ref() != Some(&solution) {
            let n_open = rules.closure(&puzzle, &kinds).n_open();
            return Err(format!("the strategies leave {n_open} cells open"));
        }
        if let Some(weaker) = self.kinds_too_weak()
            && rules.solve(&puzzle, &weaker).is_some()
        {
            return Err("the hardest strategy is not needed".to_owned());
        }
        Ok(Judged::Fully)
    }

    /// Judges a line of `solve --trace --json`: each step, that none was possible by an easier strategy, that
    /// the required strategies occur and that the end is the solution.
    pub(crate) fn judge_trace(&self, rules: &Rules, claim: &Claim<'_>, trace: &Answer) -> Result<(), String> {
        let geometry = &rules.geometry;
        let solution = geometry.grid(claim.solution)?;
        let mut board = rules.board(&geometry.grid(claim.puzzle)?);
        let mut missing = self.required.clone();
        for (number, step) in trace.list("steps").enumerate() {
            let wrong = |what: &str| Err(format!("step {} of the trace: {what}: {}", number + 1, step.text("text")));
            let name = step.text("strategy");
            let Some(rank) = self.strategies.iter().position(|known| known == name) else {
                return wrong("this strategy is not allowed");
            };
            for easier in &self.strategies[..rank] {
                if kind(easier).is_some_and(|kind| !rules.conclusions(&board, kind).is_empty()) {
                    return wrong(&format!("{easier} comes first and has a step"));
                }
            }
            let conclusions = conclusions(rules, &step)?;
            if conclusions.is_empty() {
                return wrong("it concludes nothing");
            }
            let possible = kind(name).map(|kind| rules.conclusions(&board, kind));
            for conclusion in conclusions {
                if !is_new(&board, conclusion) || !is_true(&solution, conclusion) {
                    return wrong("it is false or known already");
                }
                if possible.as_ref().is_some_and(|possible| !possible.contains(&conclusion)) {
                    return wrong("it does not follow");
                }
                board.conclude(geometry, &conclusion);
            }
            missing.retain(|required| required != name);
        }
        match missing.first() {
            _ if board.values != solution => Err("the trace does not end at the solution".to_owned()),
            Some(name) => Err(format!("the trace has no step of {name}")),
            None => Ok(()),
        }
    }
}

fn is_new(board: &Board, conclusion: Conclusion) -> bool {
    match conclusion {
        Conclusion::Place(cell, digit) => board.values[cell] == 0 && board.has(cell, digit),
        Conclusion::Remove(cell, digit) => board.has(cell, digit),
    }
}

fn is_true(solution: &Grid, conclusion: Conclusion) -> bool {
    match conclusion {
        Conclusion::Place(cell, digit) => solution[cell] == digit,
        Conclusion::Remove(cell, digit) => solution[cell] != digit,
    }
}

/// Reads `r1c1=5` and `r1c1<>5`.
fn conclusions(rules: &Rules, step: &Answer) -> Result<Vec<Conclusion>, String> {
    let read = |text: &str, mark: &str, make: fn(usize, u8) -> Conclusion| {
        let (cell, digit) = text.split_once(mark)?;
        let digit = digit.chars().next()?.to_digit(17)?;
        Some(make(rules.geometry.cell(cell)?, digit as u8))
    };
    let placed = step.texts("placed").into_iter().map(|text| read(text, "=", Conclusion::Place));
    let removed = step.texts("eliminated").into_iter().map(|text| read(text, "<>", Conclusion::Remove));
    placed.chain(removed).collect::<Option<_>>().ok_or_else(|| format!("no step can be read: {}", step.text("text")))
}

#[cfg(test)]
mod tests {
    use super::*;

    const PUZZLE: &str = "1......2..3..4..";
    const SOLUTION: &str = "1243431221343421";

    fn question(strategies: &str, required: &str) -> Question {
        let names = |list: &str| list.split(',').filter(|name| !name.is_empty()).map(str::to_owned).collect();
        Question { strategies: names(strategies), required: names(required), fixed: None, minimal: false }
    }

    /// A question, where the clues shall stand, a puzzle and its solution; empty if all is well.
    #[track_caller]
    fn check(question: &Question, pattern: &str, puzzle: &str, solution: &str, expected: &str) {
        let rules = Rules::of("2x2");
        let pattern = rules.geometry.pattern(pattern);
        let judged = question.judge(&rules, Some(&pattern), &Claim { puzzle, solution });
        assert_eq!(judged.err().unwrap_or_default(), expected);
    }

    #[test]
    fn puzzles_are_judged() {
        let pattern = "x......x..x..x..";
        let singles = question("naked-single,hidden-single", "");
        check(&singles, pattern, PUZZLE, SOLUTION, "");
        check(&singles, "xx.....x..x..x..", PUZZLE, SOLUTION, "the clues do not stand on xx.....x..x..x..");
        check(&singles, pattern, PUZZLE, "1243431221343412", "1243431221343412 is no solution grid");
        let other = "2134341212434321";
        check(&singles, pattern, PUZZLE, other, &format!("{other} is no solution of this puzzle"));
        check(&singles, "x...............", "1...............", SOLUTION, "2 solutions (counted up to 2)");
        check(&question("full-house", ""), pattern, PUZZLE, SOLUTION, "the strategies leave 12 cells open");
        let needed = question("naked-single,hidden-single", "hidden-single");
        check(&needed, "xxxx............", "1243............", SOLUTION, "2 solutions (counted up to 2)");
        check(&needed, "xxxxxxxxxxxxx...", "1243431221343...", SOLUTION, "the hardest strategy is not needed");
        let fixed = Question { fixed: Some(vec![2; 16]), ..question("naked-single", "") };
        check(&fixed, pattern, PUZZLE, SOLUTION, "a given digit was changed");
        let minimal = Question { minimal: true, ..question("naked-single", "") };
        check(&minimal, pattern, PUZZLE, SOLUTION, "");
        let surplus = "12.....2..3..4..";
        check(&question("naked-single", ""), "xx.....x..x..x..", surplus, SOLUTION, "");
        check(&minimal, "xx.....x..x..x..", surplus, SOLUTION, "12.....2..3..4.. solves without its clue in cell 1");
    }

    /// Steps such as `naked-single r1c1=1`; empty if all is well.
    #[track_caller]
    fn check_trace(question: &Question, steps: &[(&str, &str)], expected: &str) {
        let steps: Vec<String> = steps
            .iter()
            .map(|(strategy, what)| {
                let field = if what.contains("<>") { "eliminated" } else { "placed" };
                format!(r#"{{"strategy":"{strategy}","{field}":["{what}"],"text":"{what}"}}"#)
            })
            .collect();
        let trace = Answer::read(&format!(r#"{{"steps":[{}]}}"#, steps.join(","))).expect("JSON");
        let claim = Claim { puzzle: "124343122134342.", solution: SOLUTION };
        assert_eq!(question.judge_trace(&Rules::of("2x2"), &claim, &trace).err().unwrap_or_default(), expected);
    }

    #[test]
    fn traces_are_judged() {
        let (naked, hidden) = (("naked-single", "r4c4=1"), ("hidden-single", "r4c4=1"));
        let singles = question("naked-single,hidden-single", "");
        check_trace(&singles, &[naked], "");
        check_trace(&singles, &[hidden], "step 1 of the trace: naked-single comes first and has a step: r4c4=1");
        check_trace(
            &question("hidden-single", ""),
            &[naked],
            "step 1 of the trace: this strategy is not allowed: r4c4=1",
        );
        check_trace(&singles, &[], "the trace does not end at the solution");
        check_trace(
            &question("naked-single,hidden-single", "hidden-single"),
            &[naked],
            "the trace has no step of hidden-single",
        );
        check_trace(
            &singles,
            &[("naked-single", "r4c4=3")],
            "step 1 of the trace: it is false or known already: r4c4=3",
        );
        let pair = question("naked-pair,naked-single", "");
        check_trace(&pair, &[("naked-pair", "r4c4=1")], "step 1 of the trace: it does not follow: r4c4=1");
    }
}

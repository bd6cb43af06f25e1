//! What the studio asks of its worker: clues for a design, or a verdict on known clues.

use crate::generate::certificate::{Certificate, ProofFormat};
use crate::generate::certificate_check::{self, CertificateError};
use crate::generate::sat::backend::Backend;
use crate::generate::verify::{VerifyError, judge};
use crate::generate::{
    Ended, Found, Impossible, Method, Outcome, Plan, Request, Undecided, Verified, Walk, Wanted, Watch, generate,
    refute, variety,
};
use crate::grid::{CellSet, Puzzle};
use crate::logic::{
    Design, Goal, Mix, PathCheck, PathReport, StrategyId, StrategySet, Trace, TraceVerdict, fast_solutions_until,
    redundant_clues, solve_until,
};
use std::ops::ControlFlow;

/// What is asked about a design.
///
/// Equal questions have equal answers: what makes no difference to the answer is left out of a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Question {
    /// Clues are sought, by this method.
    Find(Design, Method),
    /// These clues are judged.
    Judge(Design, Puzzle),
    /// These clues are kept if they are good, else others are sought by this method.
    Keep(Design, Puzzle, Method),
}

impl Question {
    /// Asks for clues.
    pub fn find(design: Design, method: Method) -> Question {
        Question::Find(
            if method == Method::Inverse { design } else { Design { mix: Mix::default(), ..design } },
            method,
        )
    }

    /// Asks whether these clues are as the design wants them, however they came about.
    pub fn judge(design: Design, clues: Puzzle) -> Question {
        Question::Judge(Design { mix: Mix::default(), ..design }, clues)
    }

    /// Asks whether these clues are as the design wants them, and for others if not.
    pub fn keep(design: Design, clues: Puzzle, method: Method) -> Question {
        match Question::find(design, method) {
            Question::Find(design, method) => Question::Keep(design, clues, method),
            other => other,
        }
    }

    /// The design.
    pub const fn design(&self) -> &Design {
        match self {
            Question::Find(design, _) | Question::Judge(design, _) | Question::Keep(design, ..) => design,
        }
    }
}

/// The answer to a question.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answer {
    /// Clues that a generator found and verified.
    Found(Box<Found>),
    /// Known clues that the same judge has found good.
    Proper(Box<Verified>),
    /// Known clues that are no good puzzle.
    Flawed(Box<Flawed>),
    /// A proof that there are none.
    Impossible(Impossible),
    /// No answer.
    Undecided(Undecided),
}

/// Known clues that are no good puzzle, with their trace.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flawed {
    /// The clues.
    pub puzzle: Puzzle,
    /// The only solution, if there is exactly one.
    pub solution: Option<Puzzle>,
    /// The steps of the allowed strategies, as far as they lead.
    pub trace: Trace,
    /// What is wrong.
    pub flaw: Flaw,
    /// Where the allowed strategies get stuck before the only solution: those that lead to it besides them, if any do.
    pub missing: StrategySet,
}

impl Flawed {
    /// Whether the clues have one solution that the allowed strategies do not lead to.
    pub fn is_stuck(&self) -> bool {
        self.solution.is_some() && self.trace.verdict != TraceVerdict::Solved
    }
}

/// What is wrong with known clues.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Flaw {
    /// One sentence.
    pub sentence: String,
    /// Cells to mark.
    pub cells: CellSet,
}

impl Answer {
    /// The clues, wherever they come from.
    pub fn puzzle(&self) -> Option<&Puzzle> {
        match self {
            Answer::Found(found) => Some(found.puzzle()),
            Answer::Proper(proper) => Some(proper.puzzle()),
            Answer::Flawed(flawed) => Some(&flawed.puzzle),
            _ => None,
        }
    }

    /// The only solution, if there is exactly one.
    pub fn solution(&self) -> Option<&Puzzle> {
        match self {
            Answer::Found(found) => Some(found.solution()),
            Answer::Proper(proper) => Some(proper.solution()),
            Answer::Flawed(flawed) => flawed.solution.as_ref(),
            _ => None,
        }
    }

    /// Where the trace has the steps that the path asks for; empty where the clues are not as asked for.
    pub fn path(&self) -> &[PathReport] {
        match self {
            Answer::Found(found) => found.path(),
            Answer::Proper(proper) => proper.path(),
            _ => &[],
        }
    }

    /// The steps that solve the clues, or lead as far as they can.
    pub fn trace(&self) -> Option<&Trace> {
        match self {
            Answer::Found(found) => Some(found.trace()),
            Answer::Proper(proper) => Some(proper.trace()),
            Answer::Flawed(flawed) => Some(&flawed.trace),
            _ => None,
        }
    }
}

/// Answers a question: judges clues, or seeks some with all methods racing.
pub fn answer(question: &Question, watch: &dyn Watch) -> Answer {
    let (design, method) = match question {
        Question::Judge(design, clues) => return judged(clues, design, watch),
        Question::Keep(design, clues, method) => match judged(clues, design, watch) {
            Answer::Flawed(_) => (design, *method),
            answer => return answer,
        },
        Question::Find(design, method) => (design, *method),
    };
    match generate(&design.clone().into(), &Plan::racing(method), watch) {
        Outcome::Found(found) => Answer::Found(found),
        Outcome::Impossible(impossible) => Answer::Impossible(impossible),
        Outcome::Undecided(undecided) => Answer::Undecided(undecided),
    }
}

/// Finds `count` puzzles for a design that are essentially different from each other and from
/// those in `avoid`; each is handed over as it is found. Says how the run ended.
pub fn many(
    design: &Design,
    method: Method,
    avoid: &[Puzzle],
    count: usize,
    watch: &dyn Watch,
    receive: &mut dyn FnMut(Found),
) -> Ended {
    let avoid = avoid.iter().cloned();
    let (request, plan) = (design.clone().into(), Plan::racing(method));
    variety(&request, &plan, avoid, Walk::default(), Wanted::count(count), watch, &mut |found, _| {
        receive(found);
        ControlFlow::Continue(())
    })
}

/// A proof that a design has no puzzle, as text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Proof {
    /// A bound that a reader checks by eye.
    Readable(String),
    /// A formula in DIMACS and its refutation.
    Refutation {
        /// The formula.
        formula: String,
        /// The refutation, in the format asked for.
        proof: String,
    },
}

/// Proves that a design has no puzzle, a refutation in this format; the proof is checked before it is handed out.
///
/// # Errors
/// One sentence if there is no proof.
pub fn prove(design: &Design, format: ProofFormat, watch: &dyn Watch) -> Result<Proof, String> {
    let request = Request::from(design.clone());
    let found = |outcome: &Outcome| match outcome {
        Outcome::Undecided(Undecided::Stopped) => "The proof was stopped: nothing is written".to_owned(),
        Outcome::Undecided(Undecided::GaveUp(why)) => format!("There is no proof: {why}"),
        Outcome::Impossible(impossible) => {
            format!("There is no proof file for this reason: {}", impossible.reason().sentence)
        }
        Outcome::Found(_) if request.relaxed() != request => {
            "There is no proof: the strategies solve puzzles of the pattern, if not such as are asked for".to_owned()
        }
        Outcome::Found(_) => "There is no proof: a puzzle was found".to_owned(),
    };
    let certificate = refute(&request, Method::Auto, Backend::Own, watch).map_err(|outcome| found(&outcome))?;
    let refused = |error| match error {
        CertificateError::Stopped => found(&Outcome::Undecided(Undecided::Stopped)),
        _ => format!("The proof does not hold: {error}"),
    };
    certificate_check::check(&request, &certificate, watch).map_err(refused)?;
    Ok(match certificate {
        Certificate::Refutation(refutation) => {
            let (formula, proof) = refutation.texts(&request, format, watch).map_err(refused)?;
            Proof::Refutation { formula, proof }
        }
        readable => Proof::Readable(readable.text(&request).unwrap_or_default()),
    })
}

/// Judges known clues. What is wrong with them is said in the setter's terms and with cells to mark; that nothing is
/// wrong is for the judge of generated puzzles to say, which takes longer and so comes last.
fn judged(puzzle: &Puzzle, design: &Design, watch: &dyn Watch) -> Answer {
    let should_stop = || watch.should_stop();
    let stopped = Answer::Undecided(Undecided::Stopped);
    let Some(trace) = solve_until(puzzle, design.order(), &should_stop) else { return stopped };
    let solutions = match puzzle.conflict() {
        Some(_) => Some(Vec::new()),
        None => fast_solutions_until(puzzle, 2, &should_stop),
    };
    let Some(solutions) = solutions else { return stopped };
    let redundant = match solutions[..] {
        [_] if design.minimal => redundant_clues(puzzle, &should_stop),
        _ => Some(CellSet::EMPTY),
    };
    let Some(redundant) = redundant else { return stopped };
    let flaw = match flaw(puzzle, &solutions, &trace, design).or_else(|| surplus(puzzle, redundant)) {
        Some(flaw) => flaw,
        None => match judge(&design.clone().into(), puzzle, watch) {
            Ok(verified) => return Answer::Proper(Box::new(verified)),
            Err(VerifyError::Stopped) => return stopped,
            Err(error) => Flaw { sentence: error.to_string(), cells: CellSet::EMPTY },
        },
    };
    let solution = if let [only] = &solutions[..] { Some(only.clone()) } else { None };
    let mut flawed = Flawed { puzzle: puzzle.clone(), solution, trace, flaw, missing: StrategySet::EMPTY };
    if flawed.is_stuck() {
        let all = design.order().allowing(StrategySet::ALL);
        let Some(trace) = solve_until(puzzle, all, &should_stop) else { return stopped };
        if trace.verdict == TraceVerdict::Solved {
            flawed.missing = trace.used().difference(design.strategies);
        }
    }
    Answer::Flawed(Box::new(flawed))
}

/// What a setter would see wrong with clues that have these solutions (at most two of them).
fn flaw(puzzle: &Puzzle, solutions: &[Puzzle], trace: &Trace, design: &Design) -> Option<Flaw> {
    if let Some(conflict) = puzzle.conflict() {
        return Some(Flaw { sentence: conflict.to_string(), cells: conflict.cells.into_iter().collect() });
    }
    if let [first, second, ..] = solutions {
        let cells: CellSet = puzzle.shape().cells().filter(|&cell| first.get(cell) != second.get(cell)).collect();
        let sentence = format!("these digits have more than one solution: two of them differ in {} cells", cells.len());
        return Some(Flaw { sentence, cells });
    }
    if solutions.is_empty() {
        return Some(Flaw { sentence: "these digits have no solution".to_owned(), cells: CellSet::EMPTY });
    }
    if trace.verdict != TraceVerdict::Solved {
        let open = trace.end.n_unsolved();
        let cells = puzzle.shape().cells().filter(|&cell| trace.end.value(cell).is_none()).collect();
        return Some(Flaw { sentence: format!("the ticked strategies get stuck with {open} cells open"), cells });
    }
    let missing = design.required.difference(trace.used()).iter().next();
    let unneeded = missing.map(|id| format!("it does not need {}", id.in_sentence()));
    let sentence = unneeded.or_else(|| miss(trace, design)).or_else(|| detour(trace, design))?;
    Some(Flaw { sentence, cells: CellSet::EMPTY })
}

/// Which clues a puzzle could do without, if there are any.
fn surplus(puzzle: &Puzzle, redundant: CellSet) -> Option<Flaw> {
    let first = puzzle.shape().cell_name(redundant.iter().next()?);
    let sentence = match redundant.len() {
        1 => format!("its clue in {first} is redundant"),
        n => format!("{n} of its clues are redundant, such as that in {first}"),
    };
    Some(Flaw { sentence, cells: redundant })
}

/// The first condition on the path that a solved trace does not meet, if there is one.
fn detour(trace: &Trace, design: &Design) -> Option<String> {
    let PathCheck::Fails(index) = design.path.check(trace, &design.order(), &|| false) else { return None };
    let condition = design.path.conditions.get(index)?.text(design.shape());
    Some(format!("its path is not as asked for: {condition}"))
}

/// How a solved trace misses the difficulty that is wanted, if it does.
fn miss(trace: &Trace, design: &Design) -> Option<String> {
    match design.goal {
        Goal::Any => None,
        Goal::Hardest(id) => {
            let hardest = trace.hardest_in(&design.ranking);
            let name = hardest.map_or("none".to_owned(), StrategyId::in_sentence);
            (hardest != Some(id)).then(|| format!("its hardest step is {name}, not {}", id.in_sentence()))
        }
        Goal::Within(window) => {
            let scale = window.scale;
            let figure = scale.figure(trace, &design.order());
            (!figure.is_some_and(|figure| window.contains(figure))).then(|| match figure {
                Some(figure) => {
                    format!("its figure is {} {}, not {}", scale.short_title(), scale.text(figure), window.title())
                }
                None => format!("it needs techniques whose figure of {} is not known", scale.title()),
            })
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::generate::Unwatched;
    use crate::grid::{Cell, Digit, Shape, parse_puzzles};
    use crate::logic::{Order, Scale, Window, solve};

    /// Naked singles solve it, and its figure on our own scale is 4.7.
    const EASY: &str = "1.....3..1.....2";

    /// What is said of known clues, with the cells it marks: nothing if they are a good puzzle.
    #[track_caller]
    fn check(strategies: &str, known: &str, change: fn(&mut Design), expected: &str, cells: &[usize]) {
        let shape = if known.len() == 16 { Shape::new(2, 2) } else { Shape::new(2, 3) }.expect("a shape");
        let puzzle = parse_puzzles(shape, known).expect("a puzzle").remove(0);
        let order: Order = strategies.parse().expect("an order");
        let mut design = Design::new(puzzle.pattern(), order);
        change(&mut design);
        let answer = answer(&Question::judge(design.clone(), puzzle.clone()), &Unwatched);
        assert_eq!(answer.puzzle(), Some(&puzzle));
        let (sentence, marked) = match &answer {
            Answer::Proper(proper) => {
                assert_eq!(answer.solution(), Some(proper.solution()));
                assert_eq!(answer.trace(), Some(&solve(&puzzle, design.order())));
                ("", CellSet::EMPTY)
            }
            Answer::Flawed(flawed) => {
                let solutions = crate::logic::solutions(&puzzle, 2);
                assert_eq!(answer.solution(), solutions.first().filter(|_| solutions.len() == 1));
                assert_eq!(answer.trace(), Some(&solve(&puzzle, design.order())));
                (flawed.flaw.sentence.as_str(), flawed.flaw.cells)
            }
            other => panic!("not judged: {other:?}"),
        };
        assert_eq!(sentence, expected);
        assert_eq!(marked, cells.iter().copied().map(Cell::from_index).collect());
    }

    #[test]
    fn known_clues_are_judged() {
        check("naked-single", EASY, |_| {}, "", &[]);
        let twice = "these digits have more than one solution: two of them differ in 4 cells";
        check("singles", ".32..23.21433412", |_| {}, twice, &[0, 3, 4, 7]);
        check("singles", "123....4........", |_| {}, "these digits have no solution", &[]);
        check("singles", "1..1............", |_| {}, "row 1 has two 1s, at r1c1 and r1c4", &[0, 3]);
        check("naked-single,+hidden-single", EASY, |_| {}, "it does not need hidden single", &[]);
        let open = [1, 2, 3, 4, 5, 7, 8, 10, 11, 12, 13, 14];
        check("naked-pair", EASY, |_| {}, "the ticked strategies get stuck with 12 cells open", &open);
    }

    #[test]
    fn known_clues_must_be_as_difficult_as_wanted() {
        let hardest = |design: &mut Design| design.goal = Goal::Hardest(StrategyId::HiddenSingle);
        check("naked-single,hidden-single", EASY, hardest, "its hardest step is naked single, not hidden single", &[]);
        let naked = |design: &mut Design| design.goal = Goal::Hardest(StrategyId::NakedSingle);
        check("naked-single,hidden-single", EASY, naked, "", &[]);
        let inside = |design: &mut Design| {
            design.goal = Goal::Within(Window::parse(Scale::Own, "4..5").expect("a window"));
        };
        check("naked-single", EASY, inside, "", &[]);
        let outside = |design: &mut Design| {
            design.goal = Goal::Within(Window::parse(Scale::Own, "5..9").expect("a window"));
        };
        check("naked-single", EASY, outside, "its figure is effort 4.7, not effort 5 to 9", &[]);
    }

    #[test]
    fn known_clues_must_be_needed_where_that_is_wanted() {
        let minimal = |design: &mut Design| design.minimal = true;
        check("naked-single", EASY, minimal, "", &[]);
        check("naked-single", "1.2...3..1.....2", |_| {}, "", &[]);
        check("naked-single", "1.2...3..1.....2", minimal, "its clue in r1c3 is redundant", &[2]);
        let several = "8 of its clues are redundant, such as that in r1c2";
        check("naked-single", ".34.1..34..2.21.", minimal, several, &[1, 2, 4, 7, 8, 11, 13, 14]);
    }

    /// What only the judge of generated puzzles looks at.
    #[test]
    fn known_clues_go_through_the_judge_of_generated_ones() {
        let fixed = |design: &mut Design| design.fixed.set(Cell::from_index(0), Some(Digit::new(2)));
        check("naked-single", EASY, fixed, "a fixed digit was changed", &[]);
        let kept = |design: &mut Design| design.fixed.set(Cell::from_index(0), Some(Digit::new(1)));
        check("naked-single", EASY, kept, "", &[]);
        let elsewhere = |design: &mut Design| {
            design.pattern.cells.insert(Cell::from_index(1));
        };
        check("naked-single", EASY, elsewhere, "the clues do not stand exactly on the pattern", &[]);
    }

    /// `find METHOD MIX`, or `judge MIX`, about an easy design.
    fn question(text: &str) -> Question {
        let clues = parse_puzzles(Shape::new(2, 2).expect("a shape"), EASY).expect("a puzzle").remove(0);
        let words: Vec<&str> = text.split(' ').collect();
        let mix = words[words.len() - 1].parse().expect("a mix");
        let design = Design { mix, ..Design::new(clues.pattern(), StrategySet::SINGLES) };
        match words[..] {
            ["judge", _] => Question::judge(design, clues),
            [_, name, _] => {
                let method = Method::ALL.into_iter().find(|method| method.name() == name).expect("a method");
                Question::find(design, method)
            }
            _ => panic!("{text}"),
        }
    }

    #[test]
    fn what_makes_no_difference_is_not_asked() {
        #[track_caller]
        fn check(one: &str, other: &str, are_equal: bool) {
            assert_eq!(question(one) == question(other), are_equal, "{one}; {other}");
        }
        check("find auto d", "find auto t", true);
        check("find auto d", "find search d", false);
        check("find inverse d", "find inverse t", false);
        check("judge d", "judge t", true);
        check("judge d", "find auto d", false);
    }

    #[test]
    fn clues_are_sought_or_judged() {
        #[track_caller]
        fn check(text: &str, expected: fn(&Answer) -> bool) {
            let answer = answer(&question(text), &Unwatched);
            assert!(expected(&answer), "{text}: {answer:?}");
        }
        check("judge d", |answer| matches!(answer, Answer::Proper(_)));
        check("find auto d", |answer| matches!(answer, Answer::Found(_)));
        check("find inverse d", |answer| matches!(answer, Answer::Found(_)));
        check("find bounds d", |answer| matches!(answer, Answer::Undecided(_)));
    }
}

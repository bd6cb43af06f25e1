//! Refutations by clauses: LRAT read here, DRAT by the program named in `ADVERSARY_RATE`.

use super::exhaust::grids;
use super::geometry::{Geometry, line, mask};
use super::judge::Question;
use super::program::Program;
use super::puzzles::rules;
use super::questions::plain_question;
use super::random::Random;
use super::{number_of, run_until};
use std::collections::{HashMap, HashSet};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

type Clause = Vec<i64>;

/// A formula in DIMACS: its comments, number of variables and clauses.
struct Formula<'a> {
    comments: Vec<&'a str>,
    n_variables: i64,
    clauses: Vec<Clause>,
}

impl Formula<'_> {
    fn read(text: &str) -> Result<Formula<'_>, String> {
        let mut formula = Formula { comments: Vec::new(), n_variables: -1, clauses: Vec::new() };
        let mut n_clauses = 0;
        for line in text.lines() {
            if let Some(comment) = line.strip_prefix("c ") {
                formula.comments.push(comment);
            } else if let Some(sizes) = line.strip_prefix("p cnf ") {
                let sizes: Vec<i64> = sizes.split(' ').filter_map(|size| size.parse().ok()).collect();
                let [variables, clauses] = sizes[..] else { return Err(format!("no DIMACS: {line}")) };
                (formula.n_variables, n_clauses) = (variables, clauses as usize);
            } else {
                let clause = numbers(&mut line.split(' '))?;
                if clause.iter().any(|lit| lit.abs() > formula.n_variables) {
                    return Err(format!("a variable too many: {line}"));
                }
                formula.clauses.push(clause);
            }
        }
        if formula.clauses.len() == n_clauses {
            Ok(formula)
        } else {
            Err(format!("{} clauses instead of {n_clauses}", formula.clauses.len()))
        }
    }

    /// Number of clauses before the loop formulas: "clauses 1 to K: a solution ...".
    fn n_of_solution(&self) -> Option<usize> {
        let line = self.comments.iter().find_map(|comment| comment.strip_prefix("clauses 1 to "))?;
        line.split(':').next()?.parse().ok()
    }
}

/// Numbers up to the 0 that ends them.
fn numbers<'a>(words: &mut impl Iterator<Item = &'a str>) -> Result<Vec<i64>, String> {
    let mut all = Vec::new();
    loop {
        let word = words.next().ok_or("a line without its 0")?;
        match word.parse::<i64>() {
            Ok(0) => return Ok(all),
            Ok(number) => all.push(number),
            Err(_) => return Err(format!("no number: {word}")),
        }
    }
}

/// Whether an LRAT proof derives the empty clause, each clause from those that it names.
fn check_lrat(formula: &Formula<'_>, proof: &str) -> Result<(), String> {
    let mut clauses: HashMap<i64, Clause> = (1..).zip(formula.clauses.iter().cloned()).collect();
    for line in proof.lines() {
        let mut words = line.split(' ').peekable();
        let number: i64 = words.next().and_then(|word| word.parse().ok()).ok_or("a line without its number")?;
        if words.peek() == Some(&"d") {
            words.next();
            numbers(&mut words)?.iter().for_each(|gone| _ = clauses.remove(gone));
            continue;
        }
        let (clause, hints) = (numbers(&mut words)?, numbers(&mut words)?);
        let mut is_false: HashSet<i64> = clause.iter().copied().collect();
        let mut is_contradiction = false;
        for hint in hints {
            let named = clauses.get(&hint).ok_or_else(|| format!("clause {hint} does not exist: {line}"))?;
            let open: HashSet<i64> = named.iter().copied().filter(|lit| !is_false.contains(lit)).collect();
            match open.len() {
                0 => is_contradiction = true,
                1 => is_false.extend(open.iter().map(|lit| -lit)),
                _ => return Err(format!("clause {hint} says nothing yet: {line}")),
            }
        }
        if !is_contradiction {
            return Err(format!("this does not follow: {line}"));
        }
        if clause.is_empty() {
            return Ok(());
        }
        clauses.insert(number, clause);
    }
    Err("the proof ends without the empty clause".to_owned())
}

/// Whether some solution grid of 4x4 satisfies the clauses that say that the digits form one.
fn admits_a_grid(formula: &Formula<'_>) -> Result<(), String> {
    let geometry = Geometry::of("2x2");
    let n_clauses = formula.n_of_solution().ok_or("the number of clauses is not told")?;
    let mut names = Vec::new();
    for a in 1..=4u8 {
        for b in (1..=4).filter(|&b| b != a) {
            names.extend((1..=4).filter(|c| ![a, b].contains(c)).map(|c| [a, b, c, 10 - a - b - c]));
        }
    }
    let holds = grids(&geometry).iter().any(|grid| {
        names.iter().any(|names| {
            let is_true = |lit: &i64| {
                let candidate = (lit.unsigned_abs() - 1) as usize;
                let has = names[usize::from(grid[candidate / 4]) - 1] as usize == candidate % 4 + 1;
                has == (*lit > 0)
            };
            formula.clauses[..n_clauses].iter().all(|clause| clause.iter().any(is_true))
        })
    });
    if holds { Ok(()) } else { Err("no solution grid satisfies the formula without its loop formulas".to_owned()) }
}

/// What the comments must say of the question.
fn check_comments(formula: &Formula<'_>, shape: &str, question: &Question, pattern: &[bool]) -> Result<(), String> {
    let mut expected = vec![format!("shape {shape}"), format!("pattern {}", mask(pattern))];
    expected.extend(question.fixed.iter().map(|fixed| format!("fixed {}", line(fixed))));
    match expected.iter().find(|line| !formula.comments.contains(&line.as_str())) {
        Some(line) => Err(format!("the formula does not say \"{line}\"")),
        None => Ok(()),
    }
}

fn check_drat(rate: &Path, formula: &Path, proof: &Path) -> Result<(), String> {
    let output = Command::new(rate).args([formula, proof]).output().map_err(|error| error.to_string())?;
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let is_accepted = text.lines().any(|line| line == "s VERIFIED");
    if is_accepted { Ok(()) } else { Err(format!("{} refuses the proof: {text}", rate.display())) }
}

/// What was accepted.
#[derive(Default)]
struct Counts {
    lrat: AtomicUsize,
    drat: AtomicUsize,
    /// Of them, those with required strategies, and those that may use subsets or fish.
    required: AtomicUsize,
    subsets_or_fish: AtomicUsize,
}

fn refute(program: &Program, rate: Option<&Path>, number: u64, counts: &Counts) -> Result<(), String> {
    let mut random = Random(number ^ 0xD4A7);
    let shape = *random.pick(&["2x2", "2x2", "2x3", "3x2", "2x3", "3x2", "2x4", "3x3"]);
    let geometry = &rules(shape).geometry;
    let (mut question, mut options) = plain_question(&mut random);
    if geometry.n > 6 {
        // Larger patterns are refuted in time with a single strategy.
        options = vec!["--strategies=naked-single".to_owned()];
        question =
            Question { strategies: vec!["naked-single".to_owned()], required: Vec::new(), fixed: None, minimal: false };
    }
    let n_cells = geometry.n * geometry.n;
    let (least, most) = match shape {
        "2x2" => (3, 7),
        "2x3" | "3x2" => (7, 13),
        "2x4" => (13, 15),
        _ => (17, 19),
    };
    let n_clues = least + random.below(most - least + 1);
    let mut pattern: Vec<bool> = (0..n_cells).map(|cell| cell < n_clues).collect();
    random.shuffle(&mut pattern);
    let folder = tempfile::tempdir().expect("a folder");
    let use_lrat = rate.is_none() || random.once_in(2);
    let proof = folder.path().join(if use_lrat { "proof.lrat" } else { "proof.drat" });
    let mut arguments: Vec<String> =
        ["generate", "--method=sat", "--time-limit=5", "--threads=1"].map(str::to_owned).to_vec();
    if program.has_cadical && random.once_in(3) {
        arguments.push("--backend=cadical".to_owned());
    }
    arguments.extend(options);
    arguments.extend([format!("--shape={shape}"), format!("--pattern={}", mask(&pattern))]);
    let command = Program::command(&arguments);
    arguments.push(format!("--proof={}", proof.display()));
    let ended = program.run(&arguments, 600.0, &mut |_| ControlFlow::Continue(()));
    let formula = proof.with_extension("cnf");
    let check = || {
        let text = std::fs::read_to_string(&formula).map_err(|error| error.to_string())?;
        let read = Formula::read(&text)?;
        check_comments(&read, shape, &question, &pattern)?;
        if shape == "2x2" && question.required.is_empty() {
            admits_a_grid(&read)?;
        }
        match rate {
            Some(rate) if !use_lrat => check_drat(rate, &formula, &proof)?,
            _ => check_lrat(&read, &std::fs::read_to_string(&proof).map_err(|error| error.to_string())?)?,
        }
        let count = |count: &AtomicUsize, is_one: bool| _ = count.fetch_add(usize::from(is_one), Ordering::Relaxed);
        count(&counts.lrat, use_lrat);
        count(&counts.drat, !use_lrat);
        count(&counts.required, !question.required.is_empty());
        let is_plain = |name: &String| name.contains("single") || name == "full-house" || name == "locked-candidates";
        count(&counts.subsets_or_fish, !question.strategies.iter().all(is_plain));
        Ok(())
    };
    match ended.exit {
        // Bounds have a text to read instead of a formula.
        Some(3) if formula.exists() => check().map_err(|error: String| format!("{error}\n  {command}")),
        Some(0 | 3 | 4) => Ok(()),
        // The verdict came in time, the certificate did not.
        Some(1) if ended.errors.contains("within the time limit") => Ok(()),
        exit => Err(format!("exit code {exit:?}: {}\n  {command}", ended.errors)),
    }
}

#[test]
fn proofs_are_accepted() {
    let program = Program::of_environment();
    let rate = std::env::var_os("ADVERSARY_RATE").map(PathBuf::from);
    let counts = Counts::default();
    let n_accepted = || counts.lrat.load(Ordering::Relaxed) + counts.drat.load(Ordering::Relaxed);
    let round = |number| {
        let refuted = refute(&program, rate.as_deref(), number, &counts);
        refuted.err().map(|error| format!("round {number}: {error}")).into_iter().collect()
    };
    let wanted = number_of("ADVERSARY_PROOFS").unwrap_or(2) as usize;
    run_until(&|_| n_accepted() >= wanted, round);
    let [lrat, drat, required, subsets_or_fish] =
        [&counts.lrat, &counts.drat, &counts.required, &counts.subsets_or_fish].map(|n| n.load(Ordering::Relaxed));
    println!(
        "{lrat} proofs in LRAT and {drat} in DRAT accepted; {required} with required strategies, {subsets_or_fish} with \
         subsets or fish"
    );
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(proof: &str, expected: Result<(), &str>) {
        let formula = Formula::read("c all\np cnf 2 4\n1 2 0\n-1 2 0\n1 -2 0\n-1 -2 0\n").expect("DIMACS");
        assert_eq!(check_lrat(&formula, proof), expected.map_err(str::to_owned), "{proof}");
    }

    #[test]
    fn clauses_follow_from_those_they_name() {
        check("5 2 0 1 2 0\n6 0 5 3 4 0\n", Ok(()));
        check("5 2 0 1 2 0\n", Err("the proof ends without the empty clause"));
        check("5 2 0 1 0\n", Err("this does not follow: 5 2 0 1 0"));
        check("5 2 0 1 2 0\n5 d 4 0\n6 0 5 3 4 0\n", Err("clause 4 does not exist: 6 0 5 3 4 0"));
        check("5 0 1 2 3 4 0\n", Err("clause 1 says nothing yet: 5 0 1 2 3 4 0"));
        assert!(Formula::read("p cnf 1 1\n2 0\n").is_err());
        assert!(Formula::read("p cnf 1 2\n1 0\n").is_err());
    }
}

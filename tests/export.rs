//! Formulas for other programs, read back by readers that know nothing of the library.

#[path = "common/program.rs"]
mod program;

use cluesmith::grid::{Digit, Pattern, Puzzle, Shape, content_lines};
use cluesmith::logic::{StrategySet, TraceVerdict, solutions, solve};
use program::{check_error, run};
use rustsat::solvers::{Solve, SolverResult};
use rustsat::types::{Lit, TernaryVal, Var};
use std::collections::{BTreeMap, BTreeSet};

const ROUNDS: &str = "12..12";

/// Has a formula written, and reads the file.
fn export(pattern: &str, strategies: &str, encoding: &str, format: &str) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("formula");
    let path = file.to_str().expect("a name");
    let of_shape = ["generate", "--shape", "2x2", "--pattern", pattern, "--strategies", strategies];
    let of_formula = ["--encoding", encoding, "--rounds", ROUNDS, "--export", format, path];
    let (exit, stdout, error) = run(&[&of_shape[..], &of_formula].concat(), "");
    assert_eq!(exit, 0, "{error}");
    assert!(stdout.starts_with(&format!("# {pattern} 12 rounds, ")) && stdout.contains("written to "), "{stdout}");
    std::fs::read_to_string(file).expect("the file is written")
}

/// A formula in DIMACS, with the names of its variables.
struct Dimacs {
    n_vars: usize,
    clauses: Vec<Vec<i64>>,
    names: BTreeMap<usize, String>,
}

impl Dimacs {
    fn read(text: &str) -> Dimacs {
        let mut read = Dimacs { n_vars: 0, clauses: Vec::new(), names: BTreeMap::new() };
        let mut n_clauses = None;
        for line in text.lines() {
            if let Some(named) = line.strip_prefix("c var ") {
                let (var, name) = named.split_once(' ').expect("a name");
                assert_eq!(read.names.insert(var.parse().expect("a number"), name.to_owned()), None, "{line}");
            } else if let Some(sizes) = line.strip_prefix("p cnf ") {
                let mut sizes = sizes.split(' ').map(|size| size.parse::<usize>().expect("a size"));
                (read.n_vars, n_clauses) = (sizes.next().expect("variables"), sizes.next());
            } else if !line.starts_with('c') {
                let mut numbers: Vec<i64> = line.split(' ').map(|lit| lit.parse().expect("a literal")).collect();
                assert_eq!(numbers.pop(), Some(0), "{line}");
                assert!(numbers.iter().all(|lit| (1..=read.n_vars as u64).contains(&lit.unsigned_abs())), "{line}");
                read.clauses.push(numbers);
            }
        }
        assert_eq!(n_clauses, Some(read.clauses.len()));
        read
    }

    /// A model by `BatSat`: values from variable 1 on.
    fn model(&self) -> Option<Vec<bool>> {
        let mut solver = rustsat_batsat::BasicSolver::default();
        for clause in &self.clauses {
            let lits = clause.iter().map(|lit| Lit::new(lit.unsigned_abs() as u32 - 1, *lit < 0));
            solver.add_clause(lits.collect()).expect("a clause");
        }
        if solver.solve().expect("an answer") == SolverResult::Unsat {
            return None;
        }
        let value = |var| solver.var_val(Var::new(var as u32));
        Some((0..self.n_vars).map(|var| matches!(value(var), Ok(TernaryVal::True))).collect())
    }

    /// The puzzle of a model, by the names of its variables alone.
    fn puzzle(&self, model: &[bool], shape: Shape) -> Puzzle {
        let mut puzzle = Puzzle::empty(shape);
        for (var, name) in self.names.iter().filter(|(var, _)| model[**var - 1]) {
            let Some((row, col, digit)) = name.strip_prefix("clue r").and_then(cell_and_digit) else { continue };
            let cell = shape.cell(row - 1, col - 1);
            assert_eq!(puzzle.get(cell), None, "two digits at once: {var} {name}");
            puzzle.set(cell, Some(Digit::from_index(digit - 1)));
        }
        puzzle
    }
}

/// "1c3=2".
fn cell_and_digit(text: &str) -> Option<(usize, usize, usize)> {
    let (cell, digit) = text.split_once('=')?;
    let (row, col) = cell.split_once('c')?;
    Some((row.parse().ok()?, col.parse().ok()?, digit.parse().ok()?))
}

/// Pseudo-Boolean constraints: weights with variables from 1 on, and the least sum.
fn read_opb(text: &str) -> Vec<(Vec<(i64, usize)>, i64)> {
    let mut lines = text.lines();
    let sizes: Vec<usize> =
        lines.next().into_iter().flat_map(str::split_whitespace).filter_map(|word| word.parse().ok()).collect();
    let mut constraints = Vec::new();
    for line in lines.filter(|line| !line.starts_with('*')) {
        let (sum, least) = line.strip_suffix(';').and_then(|line| line.split_once(">= ")).expect("an inequality");
        let words: Vec<&str> = sum.split_whitespace().collect();
        let term = |words: &[&str]| {
            let var = words[1].strip_prefix('x').and_then(|var| var.parse().ok()).expect("a variable");
            assert!((1..=sizes[0]).contains(&var), "{line}");
            (words[0].parse().expect("a weight"), var)
        };
        constraints.push((words.chunks(2).map(term).collect::<Vec<_>>(), least.parse().expect("a number")));
    }
    assert_eq!(constraints.len(), sizes[1]);
    constraints
}

/// An expression of Sugar.
#[derive(Debug)]
enum Expression {
    Word(String),
    List(Vec<Expression>),
}

fn read_expression(words: &mut impl Iterator<Item = String>) -> Option<Expression> {
    let word = words.next()?;
    match word.as_str() {
        ")" => None,
        "(" => Some(Expression::List(std::iter::from_fn(|| read_expression(words)).collect())),
        _ => Some(Expression::Word(word)),
    }
}

/// A CSP: domains of integers, Boolean variables, constraints.
#[derive(Default)]
struct Csp {
    integers: BTreeMap<String, (i64, i64)>,
    booleans: BTreeSet<String>,
    constraints: Vec<Expression>,
}

impl Csp {
    fn read(text: &str) -> Csp {
        let mut csp = Csp::default();
        for line in text.lines().filter(|line| !line.starts_with(';')) {
            let spaced = line.replace('(', " ( ").replace(')', " ) ");
            let mut words = spaced.split_whitespace().map(str::to_owned);
            let expression = read_expression(&mut words).expect("an expression");
            assert_eq!(words.next(), None, "{line}");
            let of_list = |list: &[Expression]| -> Vec<String> {
                list.iter()
                    .filter_map(|part| if let Expression::Word(word) = part { Some(word.clone()) } else { None })
                    .collect()
            };
            let words = if let Expression::List(list) = &expression { of_list(list) } else { Vec::new() };
            match words.iter().map(String::as_str).collect::<Vec<_>>()[..] {
                ["int", name, low, high] => {
                    let domain = (low.parse().expect("a number"), high.parse().expect("a number"));
                    assert_eq!(csp.integers.insert(name.to_owned(), domain), None);
                }
                ["bool", name] => assert!(csp.booleans.insert(name.to_owned())),
                _ => csp.constraints.push(expression),
            }
        }
        csp
    }

    fn holds(&self, expression: &Expression, values: &BTreeMap<String, i64>) -> bool {
        match expression {
            Expression::Word(word) if word == "false" => false,
            Expression::Word(name) => {
                assert!(self.booleans.contains(name), "{name} is declared");
                values[name] == 1
            }
            Expression::List(parts) => {
                let Some((Expression::Word(operator), parts)) = parts.split_first() else { panic!("{parts:?}") };
                let mut all = parts.iter().map(|part| self.holds(part, values));
                match (operator.as_str(), parts) {
                    ("or", _) => all.any(|holds| holds),
                    ("and", _) => all.all(|holds| holds),
                    ("not", [part]) => !self.holds(part, values),
                    ("iff", [left, right]) => self.holds(left, values) == self.holds(right, values),
                    ("=" | "!=", [Expression::Word(name), Expression::Word(value)]) => {
                        let (low, high) = self.integers[name];
                        let value: i64 = value.parse().expect("a number");
                        assert!((low..=high).contains(&values[name]) && (low..=high).contains(&value), "{name}");
                        (values[name] == value) == (operator == "=")
                    }
                    _ => panic!("{operator} {parts:?}"),
                }
            }
        }
    }

    /// How many constraints are violated.
    fn n_violated(&self, values: &BTreeMap<String, i64>) -> usize {
        self.constraints.iter().filter(|constraint| !self.holds(constraint, values)).count()
    }
}

/// Patterns of 4x4 with and without a puzzle.
const PATTERNS: [&str; 6] = [
    "x......x..x..x..",
    "x.....x......x..",
    "xx...x......x...",
    "..x.x......xx..x",
    "xx..xx..........",
    ".x.x.x....x...x.",
];

/// The formula in clauses has a model if and only if there is a puzzle, and the map finds it.
#[track_caller]
fn check(pattern: &str, strategies: &str, encoding: &str) -> bool {
    let shape = Shape::new(2, 2).expect("a shape");
    let formula = Dimacs::read(&export(pattern, strategies, encoding, "cnf"));
    let (exit, ..) = run(&["generate", "--shape", "2x2", "--pattern", pattern, "--strategies", strategies], "");
    let model = formula.model();
    assert_eq!(model.is_some(), exit == 0, "{pattern} {strategies} {encoding}: exit code {exit}");
    if let Some(model) = &model {
        let puzzle = formula.puzzle(model, shape);
        let asked: Pattern = content_lines(pattern).next().expect("a line").pattern(shape).expect("a pattern");
        let set: StrategySet = strategies.parse().expect("strategies");
        assert_eq!(puzzle.pattern(), asked);
        assert_eq!(solutions(&puzzle, 2).len(), 1, "{puzzle}");
        assert_eq!(solve(&puzzle, set).verdict, TraceVerdict::Solved, "{puzzle}");
    }
    model.is_some()
}

#[test]
fn clauses_have_a_model_where_there_is_a_puzzle() {
    let mut n_found = 0;
    for pattern in PATTERNS {
        for (strategies, encoding) in [
            ("naked-single", "paper"),
            ("naked-single", "paper-direct"),
            ("naked-single", "derivation"),
            ("paper", "paper"),
            ("paper", "derivation"),
            ("hidden-single", "paper-direct"),
            ("singles,naked-pair,x-wing", "paper"),
            ("singles,naked-pair,x-wing", "derivation"),
        ] {
            n_found += usize::from(check(pattern, strategies, encoding));
        }
    }
    assert!((8..40).contains(&n_found), "one-sided: {n_found}");
}

/// What the clauses say, the inequalities say: a model satisfies them, and a model with another clue does not.
#[test]
fn inequalities_hold_for_models_alone() {
    for encoding in ["paper", "paper-direct", "derivation"] {
        let formula = Dimacs::read(&export(PATTERNS[0], "paper", encoding, "cnf"));
        let constraints = read_opb(&export(PATTERNS[0], "paper", encoding, "opb"));
        let n_violated = |model: &[bool]| {
            let sum = |terms: &[(i64, usize)]| terms.iter().map(|&(w, var)| w * i64::from(model[var - 1])).sum::<i64>();
            constraints.iter().filter(|(terms, least)| sum(terms) < *least).count()
        };
        let model = formula.model().expect("there is a puzzle");
        assert_eq!(n_violated(&model), 0, "{encoding}");
        for (&var, name) in formula.names.iter().filter(|(_, name)| name.starts_with("clue r") && name.contains('=')) {
            let mut wrong = model.clone();
            wrong[var - 1] = !wrong[var - 1];
            assert!(n_violated(&wrong) > 0, "{encoding} {name}");
        }
    }
}

/// Values of the integers, as a model of the direct encoding gives them, satisfy the constraints; other values do not.
#[test]
fn integers_hold_for_models_alone() {
    let formula = Dimacs::read(&export(PATTERNS[0], "paper", "paper-direct", "cnf"));
    for encoding in ["paper", "paper-direct"] {
        let csp = Csp::read(&export(PATTERNS[0], "paper", encoding, "csp"));
        let model = formula.model().expect("there is a puzzle");
        let mut values: BTreeMap<String, i64> = csp.integers.keys().map(|name| (name.clone(), 0)).collect();
        for (at, &value) in model.iter().enumerate() {
            let name = formula.names.get(&(at + 1)).map_or("", String::as_str);
            let part = |from: char, to: char| name.split_once(from).and_then(|(_, rest)| rest.split_once(to));
            if let Some((cell, digit)) = name.strip_prefix("clue ").and_then(|name| name.split_once('=')) {
                if value {
                    values.insert(format!("X_{cell}"), digit.parse().expect("a digit"));
                }
            } else if name.starts_with('X') {
                let (cell, round) = part('(', ')').and_then(|(at, _)| at.split_once(',')).expect("a cell and a round");
                if value {
                    let digit = name.split_once('=').expect("a digit").1;
                    values.insert(format!("X_{cell}_k{round}"), digit.parse().expect("a digit"));
                }
            } else if name.starts_with('Y') {
                let inside = part('(', ')').expect("parts").0;
                let [cell, digit, round] = inside.split(',').collect::<Vec<_>>()[..] else { panic!("{name}") };
                values.insert(format!("Y_{cell}_d{digit}_k{round}"), i64::from(value));
            } else {
                values.insert(format!("Z_{}", at + 1), i64::from(value));
            }
        }
        assert_eq!(csp.n_violated(&values), 0);
        assert!(csp.constraints.len() > 1000, "{}", csp.constraints.len());
        for name in csp.integers.keys() {
            let mut wrong = values.clone();
            wrong.insert(name.clone(), (values[name] + 1) % 5);
            assert!(csp.n_violated(&wrong) > 0, "{name}");
        }
    }
    // Without integers: the derivation encoding.
    let formula = Dimacs::read(&export(PATTERNS[0], "paper", "derivation", "cnf"));
    let csp = Csp::read(&export(PATTERNS[0], "paper", "derivation", "csp"));
    assert_eq!(csp.integers.len(), 0);
    assert!(csp.constraints.len() >= formula.clauses.len() / 2, "{}", csp.constraints.len());
}

#[test]
fn what_cannot_be_exported_is_said() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("there.cnf");
    let path = file.to_str().expect("a name");
    let pattern = "generate --shape 2x2 --pattern x......x..x..x..";
    let check = |options: &str, message: &str| check_error(&format!("{pattern} {options}"), "", message);
    check(&format!("--export cnf {path}"), "--export: the well-founded encoding gets loop formulas");
    check(&format!("--encoding paper --export dimacs {path}"), "--export: use one of cnf, csp, opb, then a file");
    check(&format!("--encoding paper --method search --export cnf {path}"), "--export: search has no formula; use");
    check(
        &format!("--encoding paper --strategies xy-wing,singles --export cnf {path}"),
        "--export: SAT has no clauses for",
    );
    check(&format!("--encoding paper --minimal --export cnf {path}"), "--export: that a strategy is needed");
    check(&format!("--encoding paper --require hidden-single --export cnf {path}"), "--export: that a strategy is");
    assert!(!file.exists());
    std::fs::write(&file, "mine").expect("a file");
    check(
        &format!("--encoding paper --export cnf {path}"),
        &format!("--export: {path} is there already; name another"),
    );
    assert_eq!(std::fs::read_to_string(&file).expect("a file"), "mine");
    let two = folder.path().join("two.txt");
    std::fs::write(&two, "x......x..x..x..\nx......x..x..x..\n").expect("a file");
    let two = two.to_str().expect("a name");
    check_error(
        &format!("generate --shape 2x2 --pattern {two} --encoding paper --export cnf -"),
        "",
        "--export takes one pattern, the input holds 2",
    );
    let (exit, stdout, _) = run(
        &["generate", "--shape", "2x2", "--pattern", "x......x..x..x..", "--encoding", "paper", "--export", "cnf", "-"],
        "",
    );
    assert_eq!(exit, 0);
    assert!(Dimacs::read(&stdout).model().is_some());
}

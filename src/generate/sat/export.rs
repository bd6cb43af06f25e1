//! The formula of a request for other programs: not solved here, but written down with a map of its variables.

use super::in_rounds::{Start, Written, start};
use super::refine::expansion::MOST_CLAUSES;
use super::rounds::Clues;
use super::{Encoding, unknown_strategy};
use crate::generate::{Request, Watch};
use crate::grid::{Candidate, Cell, Shape};
use crate::sat::cdcl::Lit;
use crate::sat::cnf::{Cnf, Formula};
use crate::sat::conditions::{Condition, Conditions};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What other programs read.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Format {
    /// Clauses, in the format of DIMACS.
    Cnf,
    /// A constraint satisfaction problem with integer variables, in the form of Sugar, the paper's solver.
    Csp,
    /// Linear inequalities over variables that are 0 or 1, in the format OPB.
    Opb,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 3] = [Format::Cnf, Format::Csp, Format::Opb];

    /// Name on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Format::Cnf => "cnf",
            Format::Csp => "csp",
            Format::Opb => "opb",
        }
    }
}

/// Why there is no formula to write.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum ExportError {
    #[error(
        "the well-founded encoding gets loop formulas during the search, so it has no fixed formula; use another \
         encoding: derivation, paper or paper-direct"
    )]
    NotFixed,
    #[error("SAT has no clauses for {0}")]
    Strategy(String),
    #[error("that a strategy is needed, a difficulty or that no clue is redundant is checked outside the formula")]
    OutsideFormula,
    #[error("the formula with {0} rounds of subsets and fish has more than {MOST_CLAUSES} clauses")]
    TooLarge(usize),
    #[error("the export was stopped")]
    Stopped,
}

/// What a variable stands for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Name {
    /// The clue cell has this digit.
    Clue(Candidate),
    /// X(i,j,k) = n of the paper: the cell has this digit in this round.
    Value(Candidate, usize),
    /// X(i,j,k) <= n; no round for a clue cell.
    AtMost(Cell, Option<usize>, usize),
    /// Y(i,j,n,k) of the paper: the digit is a candidate of the cell in this round.
    Candidate(Candidate, usize),
    /// The solution has this digit in the cell.
    Solution(Candidate),
    /// The digit is placed in the cell by this round.
    Placed(Candidate, usize),
    /// The digit is ruled out in the cell by this round.
    RuledOut(Candidate, usize),
}

/// A formula for other programs; its text is what they read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Export {
    format: Format,
    shape: Shape,
    /// Lines of comment: what the formula says.
    about: Vec<String>,
    conditions: Conditions,
    names: BTreeMap<usize, Name>,
}

impl Export {
    /// The formula of a request, with so many rounds.
    ///
    /// # Errors
    /// Why there is none.
    pub fn new(
        request: &Request,
        encoding: Encoding,
        format: Format,
        rounds: usize,
        watch: &dyn Watch,
    ) -> Result<Export, ExportError> {
        if encoding == Encoding::WellFounded {
            return Err(ExportError::NotFixed);
        }
        if let Some(id) = unknown_strategy(request.strategies) {
            return Err(ExportError::Strategy(id.title().to_lowercase()));
        }
        if !request.required.is_empty() || request.relaxed() != *request {
            return Err(ExportError::OutsideFormula);
        }
        let shape = request.pattern.shape;
        let Start { cnf, has_solution, .. } = start(request, encoding);
        let all = cnf.clauses.iter().map(|clause| Condition::Clause(clause.to_vec())).collect();
        let mut conditions = Conditions { n_vars: cnf.n_vars, all };
        // A CSP has integers of its own, however clauses would write them.
        let written_as = match (format, encoding) {
            (Format::Csp, Encoding::Paper { .. }) => Encoding::Paper { order: false },
            _ => encoding,
        };
        let mut names = BTreeMap::new();
        for index in 0..shape.n() * shape.n_cells() {
            let c = Candidate::from_index(shape, index);
            if request.pattern.contains(c.cell) {
                names.insert(index, Name::Clue(c));
            } else if has_solution {
                names.insert(index, Name::Solution(c));
            }
        }
        let begun = Written::begin(request, written_as, Clues::OfPattern, &mut conditions, watch);
        let mut written = begun.ok_or(ExportError::Stopped)?;
        note(&written, request, 0, &mut names);
        for round in 1..=rounds {
            written.add_round(&mut conditions, watch).ok_or(ExportError::Stopped)?;
            note(&written, request, round, &mut names);
            if written.units().n_clauses() > MOST_CLAUSES {
                return Err(ExportError::TooLarge(rounds));
            }
        }
        written.units().write_all(&mut conditions, watch);
        if let Written::Paper(paper) = &written
            && has_solution
        {
            paper.join_solution(&mut conditions, |c| Lit::new(c.index(shape), true));
        }
        let assumption = written.assumption(&mut conditions);
        conditions.all.extend(assumption.map(|lit| Condition::Clause(vec![lit])));
        if watch.should_stop() {
            return Err(ExportError::Stopped);
        }
        Ok(Export { format, shape, about: about(request, encoding, rounds), conditions, names })
    }

    /// Number of variables.
    pub fn n_vars(&self) -> usize {
        self.conditions.n_vars
    }

    /// Number of clauses of a CNF, of inequalities of an OPB, of constraints of a CSP.
    pub fn n_conditions(&self) -> usize {
        match self.format {
            Format::Cnf => self.conditions.cnf().clauses.iter().count(),
            Format::Opb => self.conditions.inequalities().len(),
            Format::Csp => self.to_string().lines().filter(|line| is_constraint(line)).count(),
        }
    }

    /// The name of a variable for a reader.
    fn label(&self, name: Name) -> String {
        let shape = self.shape;
        let at = |cell: Cell| format!("r{}c{}", shape.row(cell) + 1, shape.col(cell) + 1);
        let digit = |c: Candidate| c.digit.index() + 1;
        match name {
            Name::Clue(c) => format!("clue {}={}", at(c.cell), digit(c)),
            Name::Value(c, round) => format!("X({},{round})={}", at(c.cell), digit(c)),
            Name::AtMost(cell, Some(round), most) => format!("X({},{round})<={most}", at(cell)),
            Name::AtMost(cell, None, most) => format!("clue {}<={most}", at(cell)),
            Name::Candidate(c, round) => format!("Y({},{},{round})", at(c.cell), digit(c)),
            Name::Solution(c) => format!("solution {}={}", at(c.cell), digit(c)),
            Name::Placed(c, round) => format!("placed {}={} by round {round}", at(c.cell), digit(c)),
            Name::RuledOut(c, round) => format!("ruled out {}={} by round {round}", at(c.cell), digit(c)),
        }
    }

    /// The integer variable of which a variable is a value, with the value.
    fn integer(&self, var: usize) -> Option<(String, usize)> {
        let at = |cell: Cell| format!("X_r{}c{}", self.shape.row(cell) + 1, self.shape.col(cell) + 1);
        match self.names.get(&var)? {
            Name::Clue(c) if self.is_csp_of_paper() => Some((at(c.cell), c.digit.index() + 1)),
            Name::Value(c, round) => Some((format!("{}_k{round}", at(c.cell)), c.digit.index() + 1)),
            _ => None,
        }
    }

    /// Whether there are integers: clue cells are some where their values exclude each other as such.
    fn is_csp_of_paper(&self) -> bool {
        self.format == Format::Csp && self.names.values().any(|name| matches!(name, Name::Candidate(..)))
    }

    /// The symbol of a Boolean variable.
    fn symbol(&self, var: usize) -> String {
        let of = |letter: char, c: Candidate| {
            format!("{letter}_r{}c{}_d{}", self.shape.row(c.cell) + 1, self.shape.col(c.cell) + 1, c.digit.index() + 1)
        };
        match self.names.get(&var) {
            Some(&Name::Clue(c)) => of('C', c),
            Some(&Name::Solution(c)) => of('S', c),
            Some(&Name::Candidate(c, round)) => format!("{}_k{round}", of('Y', c)),
            Some(&Name::Placed(c, round)) => format!("{}_k{round}", of('P', c)),
            Some(&Name::RuledOut(c, round)) => format!("{}_k{round}", of('E', c)),
            _ => format!("Z_{}", var + 1),
        }
    }

    fn term(&self, lit: Lit) -> String {
        match (self.integer(lit.var()), lit.is_positive()) {
            (Some((name, value)), true) => format!("(= {name} {value})"),
            (Some((name, value)), false) => format!("(!= {name} {value})"),
            (None, true) => self.symbol(lit.var()),
            (None, false) => format!("(not {})", self.symbol(lit.var())),
        }
    }

    /// An operator on terms; `None` for no terms.
    fn several(&self, operator: &str, lits: &[Lit]) -> Option<String> {
        match lits {
            [] => None,
            [lit] => Some(self.term(*lit)),
            lits => {
                let terms: Vec<String> = lits.iter().map(|&lit| self.term(lit)).collect();
                Some(format!("({operator} {})", terms.join(" ")))
            }
        }
    }

    fn write_cnf(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.write_comments(f, "c", "")?;
        write!(f, "{}", self.conditions.cnf())
    }

    fn write_opb(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let inequalities = self.conditions.inequalities();
        writeln!(f, "* #variable= {} #constraint= {}", self.conditions.n_vars, inequalities.len())?;
        self.write_comments(f, "*", "x")?;
        inequalities.iter().try_for_each(|inequality| writeln!(f, "{inequality}"))
    }

    /// What the formula says, and the map of its variables.
    fn write_comments(&self, f: &mut fmt::Formatter<'_>, mark: &str, letter: &str) -> fmt::Result {
        self.about.iter().try_for_each(|line| writeln!(f, "{mark} {line}"))?;
        for (var, &name) in &self.names {
            writeln!(f, "{mark} var {letter}{} {}", var + 1, self.label(name))?;
        }
        Ok(())
    }

    fn write_csp(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.about.iter().try_for_each(|line| writeln!(f, "; {line}"))?;
        writeln!(f, "; X_r1c3: the clue at r1c3, X_r1c2_k5: the digit at r1c2 in round 5 (0: none),")?;
        writeln!(f, "; Y_r1c2_d4_k5: 4 is a candidate at r1c2 in round 5, Z: reasons of the formulas (3) to (13),")?;
        writeln!(f, "; S, C, P, E: the solution, clues, what is placed and what is ruled out, as far as they occur")?;
        let mut integers = BTreeSet::new();
        let mut booleans = BTreeSet::new();
        for condition in &self.conditions.all {
            let (left, lits) = match condition {
                Condition::Clause(lits) | Condition::AtMostOne(lits) => (None, lits),
                Condition::IffAny(left, lits) | Condition::IffAll(left, lits) => (Some(left), lits),
            };
            for lit in left.into_iter().chain(lits) {
                match self.integer(lit.var()) {
                    Some((name, _)) => drop(integers.insert(name)),
                    None => drop(booleans.insert(lit.var())),
                }
            }
        }
        for name in &integers {
            writeln!(f, "(int {name} 0 {})", self.shape.n())?;
        }
        for &var in &booleans {
            writeln!(f, "(bool {})", self.symbol(var))?;
        }
        for condition in &self.conditions.all {
            match condition {
                Condition::Clause(lits) => {
                    writeln!(f, "{}", self.several("or", lits).unwrap_or_else(|| "false".to_owned()))?;
                }
                Condition::IffAny(left, right) => match self.several("or", right) {
                    Some(right) => writeln!(f, "(iff {} {right})", self.term(*left))?,
                    None => writeln!(f, "{}", self.term(!*left))?,
                },
                Condition::IffAll(left, right) => match self.several("and", right) {
                    Some(right) => writeln!(f, "(iff {} {right})", self.term(*left))?,
                    None => writeln!(f, "{}", self.term(*left))?,
                },
                Condition::AtMostOne(lits) => {
                    let names: BTreeSet<_> =
                        lits.iter().map(|lit| self.integer(lit.var()).map(|(name, _)| name)).collect();
                    let is_an_integer = names.len() == 1 && !names.contains(&None);
                    // An integer has one value.
                    if !is_an_integer {
                        let mut pairs = Cnf::default();
                        pairs.at_most_one(lits);
                        for pair in pairs.clauses.iter() {
                            writeln!(f, "{}", self.several("or", pair).unwrap_or_default())?;
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

impl fmt::Display for Export {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.format {
            Format::Cnf => self.write_cnf(f),
            Format::Csp => self.write_csp(f),
            Format::Opb => self.write_opb(f),
        }
    }
}

/// Whether a line of a CSP is no comment and declares no variable.
fn is_constraint(line: &str) -> bool {
    !["; ", "(int ", "(bool "].iter().any(|other| line.starts_with(other))
}

/// Names the variables of a round.
fn note(written: &Written<'_>, request: &Request, round: usize, names: &mut BTreeMap<usize, Name>) {
    let shape = request.pattern.shape;
    let mut name = |lit: Lit, name: Name| {
        names.entry(lit.var()).or_insert(name);
    };
    let candidates = || (0..shape.n() * shape.n_cells()).map(|index| (index, Candidate::from_index(shape, index)));
    match written {
        Written::Paper(paper) => {
            for (index, c) in candidates() {
                if let Some(lit) = paper.x[index] {
                    name(lit, Name::Value(c, round));
                }
                name(paper.y[index], Name::Candidate(c, round));
            }
            let of_round = (round > 0).then_some(round);
            for (cell, at_most) in &paper.at_most {
                for (most, &lit) in at_most.iter().enumerate() {
                    name(lit, Name::AtMost(*cell, of_round, most));
                }
            }
        }
        Written::Derivation(derivation) => {
            for (index, c) in candidates() {
                if let Some(lit) = derivation.placed[index] {
                    name(lit, Name::Placed(c, round));
                }
                if let Some(lit) = derivation.ruled_out[index] {
                    name(lit, Name::RuledOut(c, round));
                }
            }
        }
    }
}

/// What the formula is and what its answers mean.
fn about(request: &Request, encoding: Encoding, rounds: usize) -> Vec<String> {
    let shape = request.pattern.shape;
    let mut lines = vec![
        format!("cluesmith: clues for a pattern, {rounds} rounds"),
        format!("shape {shape}"),
        format!("pattern {}", request.pattern),
        format!("strategies {}", request.strategies),
    ];
    if request.fixed.n_clues() > 0 {
        lines.push(format!("fixed {}", request.fixed));
    }
    if !request.theme.is_empty() {
        lines.push(format!("theme {}", request.theme.text(shape)));
    }
    if let Encoding::Paper { .. } = encoding {
        lines.push(
            "formulas (1) to (13) of Nishikawa and Toda (2020): a model is a puzzle that is solved, or not yet".into(),
        );
        lines.push(
            "at a standstill, in the last round; if there is none, no digits will do, with more rounds neither".into(),
        );
    } else {
        lines.push(
            "every fact needs a reason in the round before: a model is a puzzle that is solved within the rounds"
                .into(),
        );
    }
    lines
}

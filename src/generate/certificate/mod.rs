//! Proofs of impossibility that others can check.
//!
//! Bounds and the band argument are a sentence that a reader checks by eye or by counting.
//! For naked singles alone the certificate is the refuted cases; that all sets of clues of a sparse
//! pattern were tried, or all fillings of parts of a dense one, is a sentence, and whoever checks it tries them again. For all else it is a formula
//! in DIMACS with a DRAT or LRAT refutation that any checker of such proofs accepts. The
//! formula says: the candidates form a solution, interchangeable digits occur in
//! order, and (loop formulas) no cell waits for itself. Loop formulas are checked
//! from the geometry alone by [`super::certificate_check`].

mod cases;

pub use cases::{Case, Cases};

use super::certificate_check::CertificateError;
use super::{Reason, Request, Unwatched, Watch};
use crate::grid::{Cell, CellSet, Geometry, House, HouseKind};
use crate::logic::StrategyId;
use crate::sat::cdcl::Lit;
use crate::sat::check_lrat_until;
use crate::sat::cnf;
use crate::sat::proof::ProofLine;
use std::fmt::Write;

/// A proof that a request has no answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Certificate {
    /// One of the structural bounds.
    Bound(Bound),
    /// A band or stack that no filling makes unique.
    Band(Band),
    /// Cases, each of which is refuted.
    Cases(Cases),
    /// All sets of clues of a small grid, of which none is as asked for.
    Exhaustion(Reason),
    /// All sets of clues of a sparse pattern, of which the strategies solve none, whatever else is asked for.
    AllClues(AllClues),
    /// The open cells fall into parts, of which none can need a required fish.
    Parts(Parts),
    /// A refuted formula.
    Refutation(Refutation),
}

/// A bound and the cells it speaks of.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bound {
    /// Which of the bounds.
    pub kind: BoundKind,
    /// The reason for the setter. The cells belong to the proof; the sentence says it in words.
    pub reason: Reason,
    /// For an exchange of cells: those that move, each with the cell that it moves to.
    pub moves: Vec<[Cell; 2]>,
}

/// The structural bounds.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum BoundKind {
    /// A required strategy is not allowed.
    RequiredNotAllowed,
    /// The fixed digits stand on the wrong cells or have no solution.
    FixedDigits,
    /// A symmetry of the theme takes a clue cell to an empty cell.
    ThemeImages,
    /// The theme leaves clues that all differ too few digits.
    ThemeDigits,
    /// The numbers of clues with each digit that the theme asks for cannot be.
    ThemeCounts,
    /// No allowed strategy places a digit.
    NothingPlaces,
    /// A step of the path is never needed, because the other strategies do its work wherever it applies.
    PathStep,
    /// All cells that a step of the path could change hold clues.
    PathTargets,
    /// A map of cells or digits that keeps the layout and all clues gives every solution a second one: two lines of a band
    /// or stack without clues are exchanged, or two digits that no clue shows, or cells move in another way.
    Exchange,
    /// Fewer clues than any 9x9 puzzle has, by published enumeration.
    TooFewClues,
    /// A strategy is required where nothing is left to solve.
    NothingToDo,
    /// Naked singles alone never fill some cells.
    NeverJoining,
    /// Full houses alone never fill some cells.
    NeverLast,
    /// Hidden singles alone never begin in two empty boxes of a band or stack.
    EmptyBoxes,
}

/// All sets of clues of a sparse pattern were tried.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct AllClues {
    /// The reason for the setter.
    pub reason: Reason,
    /// Symmetries of the pattern: of sets of clues that they take to each other one is enough.
    pub symmetries: Vec<Vec<Cell>>,
}

/// All fillings of each part of the open cells were tried: the parts cannot influence each other, since locked candidates
/// keep the digits of each out of the others, and none of them can need a required fish.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Parts {
    /// The reason for the setter.
    pub reason: Reason,
    /// The required fish, which comes last in the order of strategies.
    pub fish: StrategyId,
    /// The parts.
    pub parts: Vec<Part>,
}

/// A part of the open cells.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Part {
    /// Its cells.
    pub cells: CellSet,
    /// Symmetries of the pattern in which all other cells are given: of fish that they take to each other one is enough.
    pub symmetries: Vec<Vec<Cell>>,
    /// The fish that other strategies do not always make superfluous. All fillings with them were tried.
    pub fish: Vec<FishPlace>,
}

/// Where a fish stands, and in which cells of the part its digit is.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct FishPlace {
    /// The base houses.
    pub bases: Vec<House>,
    /// The cover houses, as many.
    pub covers: Vec<House>,
    /// The cells of the part that have the digit in the solution.
    pub digit: CellSet,
}

impl FishPlace {
    /// The cells of the bases, those of the covers, and those of the digit.
    pub(super) fn cells(&self, geometry: &Geometry) -> [CellSet; 3] {
        let cells =
            |houses: &[House]| houses.iter().flat_map(|house| geometry.house_sets[house.index()].iter()).collect();
        [cells(&self.bases), cells(&self.covers), self.digit]
    }
}

impl Parts {
    /// The parts and the fish that were tried, for a reader.
    fn text(&self, request: &Request) -> String {
        let shape = request.pattern.shape;
        let geometry = &*shape.geometry();
        let cells = |cells: &CellSet| cells.iter().map(|cell| shape.cell_name(cell)).collect::<Vec<_>>().join(" ");
        let houses =
            |houses: &[House]| houses.iter().map(|&house| geometry.house_name(house)).collect::<Vec<_>>().join(", ");
        let mut text = String::new();
        for (number, part) in self.parts.iter().enumerate() {
            let _ = writeln!(text, "Part {}: {}", number + 1, cells(&part.cells));
            if part.fish.is_empty() {
                text += "  Whatever the fish could do, other strategies do.\n";
            }
            for place in &part.fish {
                let _ = writeln!(
                    text,
                    "  Fish in {}, covered by {}, with the digit in {}: no filling needs it.",
                    houses(&place.bases),
                    houses(&place.covers),
                    cells(&place.digit)
                );
            }
            if !part.symmetries.is_empty() && !part.fish.is_empty() {
                text += "  Other fish are images of these under symmetries of the part.\n";
            }
        }
        text
    }
}

/// A band or stack whose every filling has a second one, which the rest of the grid does not notice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Band {
    /// Row for a band, column for a stack.
    pub kind: HouseKind,
    /// Which of them, from 0.
    pub index: usize,
    /// The reason for the setter.
    pub reason: Reason,
}

/// How a refutation is written for other programs.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum ProofFormat {
    /// Clauses learnt and deleted.
    #[default]
    Drat,
    /// Clauses learnt and deleted, each with the clauses it follows from.
    Lrat,
}

impl ProofFormat {
    /// The format for a file name with this ending.
    pub fn of_ending(ending: &str) -> ProofFormat {
        if ending.eq_ignore_ascii_case("lrat") { ProofFormat::Lrat } else { ProofFormat::Drat }
    }

    /// The ending of its files.
    pub const fn ending(self) -> &'static str {
        match self {
            ProofFormat::Drat => "drat",
            ProofFormat::Lrat => "lrat",
        }
    }
}

/// A formula and its refutation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refutation {
    /// Number of variables; the first N^3 are the candidates of the solution.
    pub n_vars: usize,
    /// Interchangeable digits occur in ascending order along these cells.
    pub digit_order: Vec<Cell>,
    /// Symmetries of the pattern that clauses rest on: where each takes each cell.
    pub symmetries: Vec<Vec<Cell>>,
    /// Clauses of the encoding, loop formulas, and the steps of the refutation, in order.
    pub lines: Vec<ProofLine>,
}

impl Certificate {
    /// The certificate as text for a reader; `None` for a refuted formula, which is for programs.
    pub fn text(&self, request: &Request) -> Option<String> {
        match self {
            Certificate::Bound(Bound { reason, .. })
            | Certificate::Band(Band { reason, .. })
            | Certificate::Exhaustion(reason)
            | Certificate::AllClues(AllClues { reason, .. })
            | Certificate::Parts(Parts { reason, .. }) => {
                let strategies: Vec<String> = request.strategies.iter().map(|id| id.title().to_lowercase()).collect();
                let mut given = match request.fixed.n_clues() {
                    0 => "with".to_owned(),
                    _ => format!("with the digits\n{}\nand", request.fixed),
                };
                if !request.theme.is_empty() {
                    given = format!("with the theme\n{}\n{given}", request.theme.text(request.pattern.shape));
                }
                Some(format!(
                    "No puzzle exists for the pattern\n{}\n{given} {}{}:\n{}\n{}",
                    request.pattern,
                    strategies.join(", "),
                    match self {
                        Certificate::Exhaustion(_) => further_demands(request),
                        Certificate::Parts(parts) => format!("; {} needed", parts.fish.in_sentence()),
                        _ => String::new(),
                    },
                    reason.sentence,
                    match self {
                        Certificate::Bound(bound) => bound.moves_text(request),
                        Certificate::Parts(parts) => parts.text(request),
                        _ => String::new(),
                    }
                ))
            }
            Certificate::Cases(cases) => Some(cases.text(request)),
            Certificate::Refutation(_) => None,
        }
    }
}

impl Bound {
    /// Where cells go, for a reader; nothing where none move.
    fn moves_text(&self, request: &Request) -> String {
        let shape = request.pattern.shape;
        let name = |[from, to]: &[Cell; 2]| format!("{} to {}", shape.cell_name(*from), shape.cell_name(*to));
        let moves: Vec<String> = self.moves.iter().map(name).collect();
        if moves.is_empty() { String::new() } else { format!("Moves: {}.\n", moves.join(", ")) }
    }
}

/// What is asked of a puzzle beside that the strategies solve it.
fn further_demands(request: &Request) -> String {
    let required = request.required.iter().map(|id| format!("; {} needed", id.in_sentence()));
    let window = request.window().map(|window| format!("; {}", window.title().text()));
    let minimal = request.minimal.then(|| "; no clue redundant".to_owned());
    required.chain(window).chain(minimal).collect()
}

impl Refutation {
    /// Clauses of the encoding.
    pub fn inputs(&self) -> impl Iterator<Item = &[Lit]> {
        self.lines.iter().filter_map(|line| if let ProofLine::Input(clause) = line { Some(&clause[..]) } else { None })
    }

    /// Loop formulas.
    pub fn loop_formulas(&self) -> impl Iterator<Item = &[Lit]> {
        self.lines
            .iter()
            .filter_map(|line| if let ProofLine::LoopFormula(clause) = line { Some(&clause[..]) } else { None })
    }

    /// The formula as DIMACS text: the encoding, then the loop formulas.
    pub fn cnf(&self, request: &Request) -> String {
        self.cnf_until(request, &|| false).unwrap_or_default()
    }

    /// [`Refutation::cnf`] that can be stopped: `None` if it was.
    fn cnf_until(&self, request: &Request, should_stop: &dyn Fn() -> bool) -> Option<String> {
        let n = request.pattern.shape.n();
        let mut text = String::new();
        // Writing to a string cannot fail.
        let _ = write!(
            text,
            "c cluesmith: no clues for this pattern\nc shape {}\nc pattern {}\nc strategies {}\n",
            request.pattern.shape, request.pattern, request.strategies
        );
        if request.fixed.n_clues() > 0 {
            let _ = writeln!(text, "c fixed {}", request.fixed);
        }
        if !request.theme.is_empty() {
            let _ = writeln!(
                text,
                "c theme {}\nc variables behind all others belong to the theme: permutations of digits, and counters",
                request.theme.text(request.pattern.shape)
            );
        }
        if !request.required.is_empty() {
            let n_candidates = n * request.pattern.shape.n_cells();
            let _ = writeln!(
                text,
                "c required {}\nc variables from {}, {} and {}, in the same order: where the strategies before the \
                 hardest\nc required one are stuck, the digit is left there, placed there, left though not in the \
                 solution",
                request.required,
                n_candidates + 1,
                2 * n_candidates + 1,
                3 * n_candidates + 1
            );
        }
        for condition in request.relaxed_to_clauses().path.texts(request.pattern.shape) {
            let n_candidates = n * request.pattern.shape.n_cells();
            let _ = writeln!(
                text,
                "c needed step {condition}\nc variables from {}, {} and {}, in the same order: where all other steps are \
                 exhausted, the digit\nc is left there, placed there, left though not in the solution",
                n_candidates + 1,
                2 * n_candidates + 1,
                3 * n_candidates + 1
            );
        }
        let _ = write!(
            text,
            "c variable (row * {n} + column) * {n} + digit, rows and columns from 0: the solution has the digit there\n\
             c clauses 1 to {}: a solution, with interchangeable digits in order, first among its images under\n\
             c symmetries of the pattern; then {} loop formulas\n",
            self.inputs().count(),
            self.loop_formulas().count(),
        );
        let n_clauses = self.inputs().count() + self.loop_formulas().count();
        let _ = writeln!(text, "p cnf {} {n_clauses}", self.n_vars);
        for clause in self.inputs().chain(self.loop_formulas()) {
            if should_stop() {
                return None;
            }
            text += &cnf::dimacs(clause);
        }
        Some(text)
    }

    /// The refutation of [`Refutation::cnf`] as DRAT text.
    pub fn drat(&self) -> String {
        self.drat_until(&|| false).unwrap_or_default()
    }

    /// [`Refutation::drat`] that can be stopped: `None` if it was.
    fn drat_until(&self, should_stop: &dyn Fn() -> bool) -> Option<String> {
        let mut text = String::new();
        for line in &self.lines {
            if should_stop() {
                return None;
            }
            match line {
                ProofLine::Input(_) | ProofLine::LoopFormula(_) => {}
                ProofLine::Learnt(clause) => text += &cnf::dimacs(clause),
                ProofLine::Delete(clause) => {
                    text += "d ";
                    text += &cnf::dimacs(clause);
                }
            }
        }
        Some(text)
    }

    /// The formula and the refutation of it in this format; LRAT is checked anew as text.
    ///
    /// # Errors
    /// What is wrong with the refutation, or [`CertificateError::Stopped`].
    pub fn texts(
        &self,
        request: &Request,
        format: ProofFormat,
        watch: &dyn Watch,
    ) -> Result<(String, String), CertificateError> {
        let should_stop = || watch.should_stop();
        let formula = self.cnf_until(request, &should_stop).ok_or(CertificateError::Stopped)?;
        let proof = match format {
            ProofFormat::Drat => self.drat_until(&should_stop).ok_or(CertificateError::Stopped)?,
            ProofFormat::Lrat => {
                let proof = super::certificate_check::lrat(self, watch)?;
                check_lrat_until(&formula, &proof, &should_stop)?;
                proof
            }
        };
        Ok((formula, proof))
    }

    /// The refutation of [`Refutation::cnf`] as LRAT text: each step names the clauses it follows from.
    ///
    /// # Errors
    /// The first line (from 0) that does not follow, or that there is no contradiction at the end.
    pub fn lrat(&self) -> Result<String, CertificateError> {
        super::certificate_check::lrat(self, &Unwatched)
    }
}

//! Themes as the checkers read them: nothing of the encoder and of the generators is used, nor what
//! [`Theme`](crate::grid::Theme) says of puzzles.

use crate::generate::Request;
use crate::grid::{Candidate, Cell, CellSet, ClueConstraint, Digit, DigitMap, DigitSet, Puzzle, Shape};
use crate::sat::cdcl::Lit;

/// What a variable beside those of the solution says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Meaning {
    /// The permutation of this symmetry takes one digit to the other.
    Takes { constraint: usize, from: usize, to: usize },
    /// Of the literals of this list at least so many (from 1) of the first so many are true.
    AtLeast { list: usize, of_first: usize, number: usize },
    /// No clue of this row has the digit.
    Lacks { digit: usize, row: usize },
    /// Nothing: the constraint contradicts the pattern, which clauses may say by any literal of it.
    Contradiction,
}

/// The clauses that a formula may have for the theme of a request.
pub(super) struct ThemeClauses<'a> {
    request: &'a Request,
    /// The first variable that is not one of the solution or of closed sets.
    first_var: usize,
    meanings: Vec<Meaning>,
    /// Literals that are counted, and the most of them that may be true.
    lists: Vec<(Vec<Lit>, usize)>,
    /// For each constraint, whether it is a symmetry of the solution too.
    is_of_solution: Vec<bool>,
}

impl<'a> ThemeClauses<'a> {
    /// For variables that follow so many others.
    pub(super) fn new(request: &'a Request, first_var: usize) -> ThemeClauses<'a> {
        let mut clauses =
            ThemeClauses { request, first_var, meanings: Vec::new(), lists: Vec::new(), is_of_solution: Vec::new() };
        clauses.is_of_solution =
            request.theme.constraints().iter().map(|constraint| is_of_solution(request, constraint)).collect();
        let n = request.pattern.shape.n();
        for (number, constraint) in request.theme.constraints().iter().enumerate() {
            match constraint {
                ClueConstraint::Symmetry { cells, digits } => {
                    let shape = request.pattern.shape;
                    if request.pattern.cells.iter().any(|cell| !request.pattern.contains(cells.image(shape, cell))) {
                        clauses.meanings.push(Meaning::Contradiction);
                    } else if *digits == DigitMap::Any {
                        for from in 0..n {
                            clauses.meanings.extend((0..n).map(|to| Meaning::Takes { constraint: number, from, to }));
                        }
                    }
                }
                &ClueConstraint::Count { digit, at_least, at_most } => {
                    for one in (0..n).filter(|&one| digit.is_none_or(|digit| digit.index() == one)) {
                        clauses.count_most(one, usize::from(at_most));
                        clauses.count_least(one, usize::from(at_least));
                    }
                }
                _ => {}
            }
        }
        clauses
    }

    /// Number of variables of the theme.
    pub(super) fn n_vars(&self) -> usize {
        self.meanings.len()
    }

    fn count_most(&mut self, digit: usize, most: usize) {
        let lits: Vec<Lit> = self.request.pattern.cells.iter().map(|cell| self.truth(cell, digit)).collect();
        self.count(lits, most);
    }

    fn count_least(&mut self, digit: usize, least: usize) {
        if least < 2 {
            return;
        }
        let rows: Vec<usize> = (0..self.shape().n()).filter(|&row| self.clues_of_row(row).next().is_some()).collect();
        if rows.len() < least {
            self.meanings.push(Meaning::Contradiction);
            return;
        }
        let first = self.first_var + self.meanings.len();
        self.meanings.extend(rows.iter().map(|&row| Meaning::Lacks { digit, row }));
        let lacks = (first..first + rows.len()).map(|var| Lit::new(var, true)).collect();
        self.count(lacks, rows.len() - least);
    }

    /// Counts these literals, of which so many may be true, unless that is said by single clauses.
    fn count(&mut self, lits: Vec<Lit>, most: usize) {
        if most > 0 && most < lits.len() {
            let list = self.lists.len();
            for of_first in 1..=lits.len() {
                let numbers = 1..=of_first.min(most + 1);
                self.meanings.extend(numbers.map(|number| Meaning::AtLeast { list, of_first, number }));
            }
        }
        self.lists.push((lits, most));
    }

    fn shape(&self) -> Shape {
        self.request.pattern.shape
    }

    fn truth(&self, cell: Cell, digit: usize) -> Lit {
        Lit::new(Candidate::new(cell, Digit::from_index(digit)).index(self.shape()), true)
    }

    fn clues_of_row(&self, row: usize) -> impl Iterator<Item = Cell> {
        let shape = self.shape();
        self.request.pattern.cells.iter().filter(move |&cell| shape.row(cell) == row)
    }

    fn meaning(&self, lit: Lit) -> Option<Meaning> {
        self.meanings.get(lit.var().checked_sub(self.first_var)?).copied()
    }

    fn candidate(&self, lit: Lit) -> Option<Candidate> {
        let is_candidate = lit.var() < self.shape().n() * self.shape().n_cells();
        is_candidate.then(|| Candidate::from_index(self.shape(), lit.var()))
    }

    /// What the variables of the solution and of the theme say of a solution grid.
    #[cfg(test)]
    pub(super) fn model(&self, grid: &Puzzle) -> Vec<bool> {
        let shape = self.shape();
        let mut model: Vec<bool> = (0..self.first_var)
            .map(|var| {
                let c = Candidate::from_index(shape, var);
                grid.get(c.cell) == Some(c.digit)
            })
            .collect();
        for &meaning in &self.meanings {
            let value = match meaning {
                Meaning::Takes { constraint: number, from, to } => {
                    let constraint = &self.request.theme.constraints()[number];
                    let ClueConstraint::Symmetry { cells, .. } = constraint else { unreachable!("a symmetry") };
                    let takes = |cell: Cell| {
                        let there = cells.image(shape, cell);
                        [(cell, from), (there, to)]
                            .into_iter()
                            .all(|(cell, digit)| grid.get(cell) == Some(Digit::from_index(digit)))
                    };
                    self.request.pattern.cells.iter().any(takes)
                        || self.is_of_solution[number] && shape.cells().any(takes)
                }
                Meaning::AtLeast { list, of_first, number } => {
                    let is_true = |lit: &&Lit| model[lit.var()] == lit.is_positive();
                    self.lists[list].0[..of_first].iter().filter(is_true).count() >= number
                }
                Meaning::Lacks { digit, row } => {
                    self.clues_of_row(row).all(|cell| grid.get(cell) != Some(Digit::from_index(digit)))
                }
                Meaning::Contradiction => false,
            };
            model.push(value);
        }
        model
    }

    /// Whether each puzzle of the pattern that the theme accepts fulfils the clause with its solution.
    pub(super) fn holds(&self, clause: &[Lit]) -> bool {
        if clause.iter().any(|lit| self.meaning(*lit).is_some()) {
            return self.holds_by_meaning(clause);
        }
        let positive: Vec<Candidate> =
            clause.iter().filter(|lit| lit.is_positive()).filter_map(|&lit| self.candidate(lit)).collect();
        let negative: Vec<Candidate> =
            clause.iter().filter(|lit| !lit.is_positive()).filter_map(|&lit| self.candidate(lit)).collect();
        if positive.len() + negative.len() != clause.len() {
            return false;
        }
        match (&negative[..], &positive[..]) {
            ([one], []) => self.is_excluded(*one),
            ([a, b], []) => self.are_incompatible(*a, *b) || self.are_incompatible(*b, *a),
            ([a], [b]) => self.implies(*a, *b),
            ([], all) => self.is_shown(all),
            _ => false,
        }
    }

    fn is_clue(&self, cell: Cell) -> bool {
        self.request.pattern.contains(cell)
    }

    /// A clue that the theme never allows.
    fn is_excluded(&self, c: Candidate) -> bool {
        let is_none = |constraint: &ClueConstraint| match *constraint {
            ClueConstraint::Digits { digits, cells } => cells.contains(c.cell) && !digits.contains(c.digit),
            ClueConstraint::Count { digit, at_most: 0, .. } => digit.is_none_or(|digit| digit == c.digit),
            _ => false,
        };
        self.is_clue(c.cell) && self.request.theme.constraints().iter().any(is_none)
    }

    /// Two clues that do not stand together.
    fn are_incompatible(&self, a: Candidate, b: Candidate) -> bool {
        let excludes = |constraint: &ClueConstraint| match constraint {
            ClueConstraint::Different(cells) => a.digit == b.digit && cells.contains(a.cell) && cells.contains(b.cell),
            ClueConstraint::Ascending(cells) => {
                let place = |cell: Cell| cells.iter().position(|&other| other == cell);
                let in_order = place(a.cell).zip(place(b.cell)).is_some_and(|(first, second)| first < second);
                in_order && a.digit >= b.digit
            }
            _ => false,
        };
        a.cell != b.cell
            && self.is_clue(a.cell)
            && self.is_clue(b.cell)
            && self.request.theme.constraints().iter().any(excludes)
    }

    /// One candidate that the other brings along.
    fn implies(&self, a: Candidate, b: Candidate) -> bool {
        let does = |(number, constraint): (usize, &ClueConstraint)| match constraint {
            ClueConstraint::Equal(cells) => {
                let are_in = cells.contains(a.cell) && cells.contains(b.cell);
                a.digit == b.digit && are_in && self.is_clue(a.cell) && self.is_clue(b.cell)
            }
            ClueConstraint::Symmetry { cells, digits: DigitMap::Permutation(images) } => {
                let image = |c: Candidate| (cells.image(self.shape(), c.cell), images[c.digit.index()]);
                let is_image = image(a) == (b.cell, b.digit) || image(b) == (a.cell, a.digit);
                let are_clues = self.is_clue(a.cell) && self.is_clue(b.cell);
                is_image && (are_clues || self.is_of_solution[number])
            }
            _ => false,
        };
        self.request.theme.constraints().iter().enumerate().any(does)
    }

    /// Some of the candidates is there, since a digit has to be shown.
    fn is_shown(&self, candidates: &[Candidate]) -> bool {
        let has_all = |digit: Digit| {
            self.request.pattern.cells.iter().all(|cell| candidates.contains(&Candidate::new(cell, digit)))
        };
        self.request.theme.constraints().iter().any(|constraint| match *constraint {
            ClueConstraint::Count { digit, at_least, .. } if at_least > 0 => {
                let shape = self.shape();
                let mut asked = (0..shape.n()).map(Digit::from_index).filter(|&one| digit.is_none_or(|d| d == one));
                asked.any(has_all)
            }
            _ => false,
        })
    }

    /// Clauses with variables of the theme.
    fn holds_by_meaning(&self, clause: &[Lit]) -> bool {
        let meanings: Vec<(Meaning, bool)> =
            clause.iter().filter_map(|&lit| Some((self.meaning(lit)?, lit.is_positive()))).collect();
        match meanings[0].0 {
            Meaning::Contradiction => clause.len() == 1,
            Meaning::Takes { constraint, .. } => self.is_of_permutation(constraint, clause),
            Meaning::AtLeast { list, .. } => self.is_of_count(list, clause),
            Meaning::Lacks { .. } => {
                // A counter speaks of such variables too; by themselves they have all clues of their row beside them.
                let list = meanings.iter().find_map(|(meaning, _)| match meaning {
                    Meaning::AtLeast { list, .. } => Some(*list),
                    _ => None,
                });
                let of_list = |number: usize| self.lists[number].0.contains(&Lit::new(clause[0].var(), true));
                if let Some(list) = list {
                    return self.is_of_count(list, clause);
                }
                if let [lit] = *clause
                    && !lit.is_positive()
                {
                    // None of those that are counted may be true.
                    return (0..self.lists.len()).any(|number| self.lists[number].1 == 0 && of_list(number));
                }
                let all_positive = clause.iter().all(|lit| lit.is_positive());
                all_positive
                    && meanings.iter().any(|(meaning, _)| match *meaning {
                        Meaning::Lacks { digit, row } => {
                            self.clues_of_row(row).all(|cell| clause.contains(&self.truth(cell, digit)))
                        }
                        _ => false,
                    })
            }
        }
    }

    /// The permutation takes each digit to one other, and all clues (or the whole solution) with it.
    fn is_of_permutation(&self, constraint: usize, clause: &[Lit]) -> bool {
        let n = self.shape().n();
        let symmetry = &self.request.theme.constraints()[constraint];
        let ClueConstraint::Symmetry { cells, .. } = symmetry else { return false };
        let takes: Vec<(usize, usize, bool)> = clause
            .iter()
            .filter_map(|&lit| match self.meaning(lit)? {
                Meaning::Takes { constraint: its, from, to } if its == constraint => {
                    Some((from, to, lit.is_positive()))
                }
                _ => None,
            })
            .collect();
        let rest: Vec<(Candidate, bool)> =
            clause.iter().filter_map(|&lit| Some((self.candidate(lit)?, lit.is_positive()))).collect();
        if takes.len() + rest.len() != clause.len() {
            return false;
        }
        if rest.is_empty() {
            let has = |from: usize, to: usize| takes.contains(&(from, to, true));
            let is_row = (0..n).any(|from| (0..n).all(|to| has(from, to)));
            let is_column = (0..n).any(|to| (0..n).all(|from| has(from, to)));
            return match takes[..] {
                _ if is_row || is_column => true,
                [(a, b, false), (c, d, false)] => (a == c) != (b == d),
                _ => false,
            };
        }
        let [(from, to, is_taken)] = takes[..] else { return false };
        let (from, to) = (Digit::from_index(from), Digit::from_index(to));
        let knows = |cell: Cell| self.is_clue(cell) && self.is_clue(cells.image(self.shape(), cell));
        let sources = self.shape().cells().filter(|&cell| {
            let here = Candidate::new(cell, from);
            rest.iter().any(|(c, _)| *c == here)
        });
        let holds_at = |cell: Cell| {
            let here = Candidate::new(cell, from);
            let there = Candidate::new(cells.image(self.shape(), cell), to);
            let has = |c: Candidate, sign: bool| rest.contains(&(c, sign));
            let speaks_of_both = rest.iter().all(|&(c, _)| c == here || c == there);
            let wanted = if is_taken {
                has(here, false) && has(there, false)
            } else {
                has(here, false) && has(there, true) || has(here, true) && has(there, false)
            };
            speaks_of_both && wanted && (knows(cell) || self.is_of_solution[constraint])
        };
        let mut sources = sources;
        sources.any(holds_at)
    }

    /// A counter: the count grows with each true literal and is not above its limit.
    fn is_of_count(&self, list: usize, clause: &[Lit]) -> bool {
        let (lits, most) = &self.lists[list];
        let counts: Vec<(usize, usize, bool)> = clause
            .iter()
            .filter_map(|&lit| match self.meaning(lit)? {
                Meaning::AtLeast { list: its, of_first, number } if its == list => {
                    Some((of_first, number, lit.is_positive()))
                }
                _ => None,
            })
            .collect();
        let others: Vec<Lit> = clause
            .iter()
            .copied()
            .filter(|&lit| !matches!(self.meaning(lit), Some(Meaning::AtLeast { list: its, .. }) if its == list))
            .collect();
        let mut counts = counts;
        counts.sort_by_key(|&(_, _, is_positive)| is_positive);
        match (&counts[..], &others[..]) {
            // The limit.
            (&[(of_first, number, false)], []) => of_first == lits.len() && number == most + 1,
            // One literal more does not make it less.
            (&[(before, least, false), (after, number, true)], []) => after == before + 1 && number == least,
            // A true literal counts.
            (&[(1.., 1, true)], &[lit]) => {
                let of_first = counts[0].0;
                lits[of_first - 1] == !lit
            }
            (&[(before, least, false), (after, number, true)], &[lit]) => {
                after == before + 1 && number == least + 1 && lits[after - 1] == !lit
            }
            _ => false,
        }
    }
}

/// Whether a symmetry of the clues is one of the solution: it keeps all rules, so the image of the solution is a
/// solution of the same clues, of which there is only one.
pub(super) fn is_of_solution(request: &Request, constraint: &ClueConstraint) -> bool {
    let ClueConstraint::Symmetry { cells, digits } = constraint else { return false };
    let shape = request.pattern.shape;
    let geometry = &*shape.geometry();
    let image = |cell: Cell| cells.image(shape, cell);
    let moved = |set: &CellSet| set.iter().map(image).collect::<CellSet>();
    let is_bijection = moved(&CellSet::first(shape.n_cells())).len() == shape.n_cells();
    let keeps_houses = geometry.house_sets.iter().all(|house| geometry.house_sets.contains(&moved(house)));
    let keeps_peers = || {
        shape.cells().all(|a| shape.cells().all(|b| geometry.are_peers(a, b) == geometry.are_peers(image(a), image(b))))
    };
    let is_plain =
        geometry.not_consecutive.is_empty() && shape.cells().all(|cell| geometry.allowed(cell).len() == shape.n());
    let keeps_digits = || match digits {
        DigitMap::Any => is_plain,
        DigitMap::Permutation(images) => {
            let name = |digit: Digit| images[digit.index()];
            let is_permutation = images.iter().copied().collect::<DigitSet>() == DigitSet::all(shape.n());
            let allowed = |cell: Cell| {
                let its: DigitSet = geometry.allowed(cell).iter().map(name).collect();
                geometry.allowed(image(cell)) == its
            };
            let neighbours = images.windows(2).all(|pair| pair[0].index().abs_diff(pair[1].index()) == 1);
            let excludes = shape.cells().all(|cell| {
                geometry
                    .not_consecutive
                    .get(cell.index())
                    .is_none_or(|others| geometry.not_consecutive[image(cell).index()] == moved(others))
            });
            let keeps_neighbours = geometry.not_consecutive.is_empty() || neighbours && excludes;
            is_permutation && shape.cells().all(allowed) && keeps_neighbours
        }
    };
    is_bijection && keeps_houses && keeps_digits() && keeps_peers()
}

/// Whether the theme speaks of no digit by its name or size.
pub(super) fn is_blind_to_digits(request: &Request) -> bool {
    request.theme.constraints().iter().all(|constraint| {
        matches!(
            constraint,
            ClueConstraint::Equal(_)
                | ClueConstraint::Different(_)
                | ClueConstraint::Count { digit: None, .. }
                | ClueConstraint::Symmetry { digits: DigitMap::Any, .. }
        )
    })
}

/// Whether two clues can stand together as far as the theme and what they see of each other tell.
fn are_compatible(request: &Request, a: Candidate, b: Candidate) -> bool {
    let shape = request.pattern.shape;
    let same = a.digit == b.digit;
    let fits = |constraint: &ClueConstraint| match constraint {
        ClueConstraint::Equal(cells) => same || !cells.contains(a.cell) || !cells.contains(b.cell),
        ClueConstraint::Different(cells) => !same || !cells.contains(a.cell) || !cells.contains(b.cell),
        ClueConstraint::Ascending(cells) => {
            let on_pattern = || cells.iter().filter(|&&cell| request.pattern.contains(cell));
            let place = |cell: Cell| on_pattern().position(|&other| other == cell);
            place(a.cell).zip(place(b.cell)).is_none_or(|(i, j)| {
                let (low, high, steps) = if i < j { (a, b, j - i) } else { (b, a, i - j) };
                low.digit.index() + steps <= high.digit.index()
            })
        }
        ClueConstraint::Symmetry { cells, digits: DigitMap::Permutation(images) } => {
            let fits = |from: Candidate, to: Candidate| {
                cells.image(shape, from.cell) != to.cell || images[from.digit.index()] == to.digit
            };
            fits(a, b) && fits(b, a)
        }
        _ => true,
    };
    !shape.geometry().sees(a, b) && request.theme.constraints().iter().all(fits)
}

/// Whether a clue can stand there as far as it is a matter of this clue alone.
fn is_possible(request: &Request, c: Candidate) -> bool {
    let shape = request.pattern.shape;
    let fits = |constraint: &ClueConstraint| match constraint {
        ClueConstraint::Digits { digits, cells } => !cells.contains(c.cell) || digits.contains(c.digit),
        ClueConstraint::Count { digit, at_most, .. } => *at_most > 0 || digit.is_some_and(|digit| digit != c.digit),
        ClueConstraint::Symmetry { cells, digits: DigitMap::Permutation(images) } => {
            cells.image(shape, c.cell) != c.cell || images[c.digit.index()] == c.digit
        }
        _ => true,
    };
    let is_fixed_otherwise = request.fixed.get(c.cell).is_some_and(|digit| digit != c.digit);
    shape.geometry().allowed(c.cell).contains(c.digit)
        && !is_fixed_otherwise
        && request.theme.constraints().iter().all(fits)
}

/// The digits that each clue cell may have, after those are gone that nothing in some other clue cell goes with.
fn possible_digits(request: &Request) -> Vec<(Cell, Vec<Digit>)> {
    let n = request.pattern.shape.n();
    let start = |cell: Cell| {
        let digits = (0..n).map(Digit::from_index).filter(|&digit| is_possible(request, Candidate::new(cell, digit)));
        (cell, digits.collect::<Vec<Digit>>())
    };
    let mut possible: Vec<(Cell, Vec<Digit>)> = request.pattern.cells.iter().map(start).collect();
    loop {
        let before = possible.clone();
        for (cell, digits) in &mut possible {
            digits.retain(|&digit| {
                let here = Candidate::new(*cell, digit);
                before.iter().filter(|(other, _)| other != cell).all(|(other, theirs)| {
                    theirs.is_empty()
                        || theirs.iter().any(|&its| are_compatible(request, here, Candidate::new(*other, its)))
                })
            });
        }
        if possible == before {
            return possible;
        }
    }
}

/// Whether the theme, the fixed digits and the houses leave these clue cells, which all differ, too few digits.
pub(super) fn leaves_too_few_digits(request: &Request, cells: &CellSet) -> bool {
    let geometry = &*request.pattern.shape.geometry();
    let is_set = |constraint: &ClueConstraint| match constraint {
        ClueConstraint::Different(different) => cells.is_subset(different),
        _ => false,
    };
    let all_differ = cells.len() == 1
        || geometry.house_sets.iter().any(|house| cells.is_subset(house))
        || request.theme.constraints().iter().any(is_set);
    let possible = possible_digits(request);
    let mut union = DigitSet::EMPTY;
    for (_, digits) in possible.iter().filter(|(cell, _)| cells.contains(*cell)) {
        for &digit in digits {
            union.insert(digit);
        }
    }
    !cells.is_empty() && cells.is_subset(&request.pattern.cells) && all_differ && union.len() < cells.len()
}

/// Whether a symmetry of the theme takes each of these clue cells to a cell without a clue.
pub(super) fn have_no_image(request: &Request, cells: &CellSet) -> bool {
    let shape = request.pattern.shape;
    let lacks = |constraint: &ClueConstraint| match constraint {
        ClueConstraint::Symmetry { cells: symmetry, .. } => cells
            .iter()
            .all(|cell| request.pattern.contains(cell) && !request.pattern.contains(symmetry.image(shape, cell))),
        _ => false,
    };
    !cells.is_empty() && request.theme.constraints().iter().any(lacks)
}

/// Whether the numbers of clues with each digit do not add up: all clues are too few or too many; or the clue cells
/// that may have some digit are these, and lie in too few rows, columns or regions.
pub(super) fn counts_contradict(request: &Request, cells: &CellSet) -> bool {
    let shape = request.pattern.shape;
    let n = shape.n();
    let mut least = vec![0; n];
    let mut most = vec![n; n];
    for constraint in request.theme.constraints() {
        let &ClueConstraint::Count { digit, at_least, at_most } = constraint else { continue };
        for one in (0..n).filter(|&one| digit.is_none_or(|digit| digit.index() == one)) {
            least[one] = least[one].max(usize::from(at_least));
            most[one] = most[one].min(usize::from(at_most));
        }
    }
    let n_clues = request.pattern.n_clues();
    if *cells == request.pattern.cells
        && (least.iter().sum::<usize>() > n_clues
            || most.iter().sum::<usize>() < n_clues
            || (0..n).any(|one| least[one] > most[one]))
    {
        return true;
    }
    let possible = possible_digits(request);
    (0..n).any(|one| {
        let holders: Vec<Cell> = possible
            .iter()
            .filter(|(_, digits)| digits.contains(&Digit::from_index(one)))
            .map(|&(cell, _)| cell)
            .collect();
        let lines = |line: &dyn Fn(Cell) -> usize| {
            (0..n).filter(|&number| holders.iter().any(|&cell| line(cell) == number)).count()
        };
        let room =
            lines(&|cell| shape.row(cell)).min(lines(&|cell| shape.col(cell))).min(lines(&|cell| shape.box_of(cell)));
        *cells == holders.iter().copied().collect::<CellSet>() && least[one] > room
    })
}

/// Whether some of these clues break the theme, whatever the others are.
pub(super) fn is_broken_by(request: &Request, clues: &Puzzle) -> bool {
    let placed: Vec<Candidate> = clues.clues().map(|(cell, digit)| Candidate::new(cell, digit)).collect();
    let apart = |i: usize, j: usize| are_compatible(request, placed[i], placed[j]);
    let pairwise = (0..placed.len()).all(|i| is_possible(request, placed[i]) && (0..i).all(|j| apart(i, j)));
    if !pairwise {
        return true;
    }
    let n = request.pattern.shape.n();
    let n_open = request.pattern.n_clues().saturating_sub(placed.len());
    request.theme.constraints().iter().any(|constraint| match constraint {
        &ClueConstraint::Count { digit, at_least, at_most } => {
            let asked = (0..n).map(Digit::from_index).filter(|&one| digit.is_none_or(|digit| digit == one));
            let counts: Vec<usize> =
                asked.map(|digit| placed.iter().filter(|clue| clue.digit == digit).count()).collect();
            let missing: usize = counts.iter().map(|&count| usize::from(at_least).saturating_sub(count)).sum();
            missing > n_open || counts.iter().any(|&count| count > usize::from(at_most))
        }
        ClueConstraint::Symmetry { cells, .. } => {
            // Equal digits have equal images, and different ones different images.
            let images: Vec<(Digit, Digit)> = placed
                .iter()
                .filter_map(|clue| Some((clue.digit, clues.get(cells.image(request.pattern.shape, clue.cell))?)))
                .collect();
            images.iter().any(|a| images.iter().any(|b| (a.0 == b.0) != (a.1 == b.1)))
        }
        ClueConstraint::Ascending(cells) => {
            let on_pattern: Vec<Cell> = cells.iter().copied().filter(|&cell| request.pattern.contains(cell)).collect();
            on_pattern.iter().enumerate().any(|(place, &cell)| {
                clues
                    .get(cell)
                    .is_some_and(|digit| digit.index() < place || n - 1 - digit.index() < on_pattern.len() - 1 - place)
            })
        }
        _ => false,
    })
}

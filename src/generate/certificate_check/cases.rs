//! Refutations by cases, case by case, with a solver of naked singles that knows nothing else.

use super::symmetry::is_symmetry_of_question;
use super::theme::{is_blind_to_digits, is_broken_by};
use super::{CertificateError, Checked, Ground};
use crate::generate::certificate::Case;
use crate::generate::{Request, Watch};
use crate::grid::{Cell, Digit, Geometry, GeometryRef, Puzzle};
use crate::logic::{StrategyId, StrategySet};
use std::collections::BTreeMap;

/// Cases between two looks at the watch.
const POLL: usize = 64;

/// What naked singles make of some clues.
#[derive(Clone)]
struct Marks {
    /// Digits left per cell, as masks.
    left: Vec<u32>,
    /// Whether some cell or some digit of a house has no candidate left.
    is_broken: bool,
}

/// A case whose refutation is under way.
struct Open {
    clues: Puzzle,
    marks: Marks,
    /// By cell: the digits it may have as a clue, as masks; all digits unless some cell needs others.
    may_be: Vec<u32>,
    /// The clue cell it is split by and the digits of it that are still to come.
    split: Option<(Cell, u32)>,
    /// Under which it is known to its images.
    number: Option<usize>,
}

impl Open {
    /// Digits that may stand in a cell at the end.
    fn digits(&self, cell: Cell) -> u32 {
        self.marks.left[cell.index()] & self.may_be[cell.index()]
    }
}

/// A case that others refer to.
struct Numbered {
    clues: Puzzle,
    is_refuted: bool,
}

/// A case of which it was checked that every case below it is refuted. Only [`CaseCheck::finish`] makes one.
#[derive(Debug)]
pub(in crate::generate) struct RefutedCase {
    clues: Puzzle,
}

impl RefutedCase {
    /// The whole question is refuted if this is the case where all clues are open but the fixed ones.
    ///
    /// # Errors
    /// If it has other clues.
    pub(in crate::generate) fn whole(self, request: &Request) -> Result<Checked, CertificateError> {
        if self.clues == request.fixed { Ok(Checked::new(Ground::Proof)) } else { Err(CertificateError::Unfinished) }
    }
}

/// A refutation by cases under check.
pub(in crate::generate) struct CaseCheck<'a> {
    request: &'a Request,
    geometry: GeometryRef,
    /// The clues of the root.
    root: Puzzle,
    /// From the root to the case at hand; empty when all are refuted.
    open: Vec<Open>,
    numbered: BTreeMap<usize, Numbered>,
    /// Symmetries of the question.
    maps: Vec<Vec<Cell>>,
    n_cases: usize,
}

impl<'a> CaseCheck<'a> {
    /// Checks the cases below these clues, among them the fixed digits.
    ///
    /// # Errors
    /// If there is more than naked singles to it, or if the layout does not treat digits alike.
    pub(in crate::generate) fn new(request: &'a Request, clues: &Puzzle) -> Result<CaseCheck<'a>, CertificateError> {
        if !request.strategies.is_subset(StrategySet::single(StrategyId::NakedSingle)) {
            return Err(CertificateError::Strategies);
        }
        let geometry = request.pattern.shape.geometry();
        let n = request.pattern.shape.n();
        if !geometry.not_consecutive.is_empty() || geometry.rules.restricted().next().is_some() {
            return Err(CertificateError::Digits);
        }
        let all = (1u32 << n) - 1;
        let mut marks = Marks { left: vec![all; n * n], is_broken: false };
        for (cell, digit) in clues.clues() {
            marks.place(cell, digit, &geometry);
        }
        let root = Open { clues: clues.clone(), marks, may_be: vec![all; n * n], split: None, number: None };
        let (numbered, maps) = (BTreeMap::new(), Vec::new());
        Ok(CaseCheck { request, geometry, root: clues.clone(), open: vec![root], numbered, maps, n_cases: 0 })
    }

    /// Takes images under these maps.
    ///
    /// # Errors
    /// If one of them is no symmetry of the question.
    pub(in crate::generate) fn rest_on(&mut self, maps: &[Vec<Cell>]) -> Result<(), CertificateError> {
        if !maps.iter().all(|map| is_symmetry_of_question(self.request, map)) {
            return Err(CertificateError::Symmetry);
        }
        self.maps = maps.to_vec();
        Ok(())
    }

    /// Checks further cases.
    ///
    /// # Errors
    /// The first case that is wrong, or [`CertificateError::Stopped`].
    pub(in crate::generate) fn feed(&mut self, cases: &[Case], watch: &dyn Watch) -> Result<(), CertificateError> {
        for case in cases {
            if self.n_cases.is_multiple_of(POLL) && watch.should_stop() {
                return Err(CertificateError::Stopped);
            }
            let holds = match *case {
                Case::Try(cell, digit) => self.try_digit(cell, digit),
                Case::NeverFilled(cell) => self.is_never_filled(cell) && self.close(),
                Case::AllNeeded(cell) => self.keep_what_is_needed(cell),
                Case::Contradiction => self.is_contradictory() && self.close(),
                Case::Number(number) => self.give_number(number),
                Case::Image(number, map) => self.is_image(number, map) && self.close(),
            };
            if !holds {
                return Err(CertificateError::Case(self.n_cases));
            }
            self.n_cases += 1;
        }
        Ok(())
    }

    /// Takes it that the case at hand was refuted elsewhere.
    ///
    /// # Errors
    /// If it has other clues than that.
    pub(in crate::generate) fn refuted_elsewhere(&mut self, refuted: &RefutedCase) -> Result<(), CertificateError> {
        let is_it = self.open.last().is_some_and(|case| case.split.is_none() && case.clues == refuted.clues);
        if is_it && self.close() { Ok(()) } else { Err(CertificateError::Case(self.n_cases)) }
    }

    /// The root, if everything is refuted.
    ///
    /// # Errors
    /// If some case is not.
    pub(in crate::generate) fn finish(self) -> Result<RefutedCase, CertificateError> {
        if self.open.is_empty() { Ok(RefutedCase { clues: self.root }) } else { Err(CertificateError::Unfinished) }
    }

    /// Goes down into a case of the split at hand, which begins here if there is none.
    fn try_digit(&mut self, cell: Cell, digit: Digit) -> bool {
        let Some(case) = self.open.last_mut() else { return false };
        if case.split.is_none() {
            if !self.request.pattern.contains(cell) || case.clues.get(cell).is_some() {
                return false;
            }
            let shown = case.clues.clues().fold(0u32, |mask, (_, digit)| mask | 1 << digit.index());
            let left = case.digits(cell);
            // Of the digits that no clue shows the first stands for all: they are left together or not at all.
            let new = left & !shown;
            let new = if is_blind_to_digits(self.request) { new & new.wrapping_neg() } else { new };
            case.split = Some((cell, left & shown | new));
        }
        let Some((split, to_come)) = &mut case.split else { return false };
        if *split != cell || *to_come >> digit.index() & 1 == 0 {
            return false;
        }
        *to_come &= !(1 << digit.index());
        let mut clues = case.clues.clone();
        clues.set(cell, Some(digit));
        let mut marks = case.marks.clone();
        marks.place(cell, digit, &self.geometry);
        let may_be = case.may_be.clone();
        self.open.push(Open { clues, marks, may_be, split: None, number: None });
        true
    }

    fn give_number(&mut self, number: usize) -> bool {
        let Some(case) = self.open.last_mut().filter(|case| case.split.is_none() && case.number.is_none()) else {
            return false;
        };
        case.number = Some(number);
        self.numbered.insert(number, Numbered { clues: case.clues.clone(), is_refuted: false }).is_none()
    }

    /// Whether the map takes the clues of a refuted case to clues of the case at hand, with different
    /// digits for different digits: then a solution of this one would be the image of one of that.
    fn is_image(&self, number: usize, map: usize) -> bool {
        let earlier = self.numbered.get(&number).filter(|earlier| earlier.is_refuted);
        let (Some(case), Some(earlier), Some(map)) = (self.open.last(), earlier, self.maps.get(map)) else {
            return false;
        };
        let mut names: Vec<(Digit, Digit)> = Vec::new();
        earlier.clues.clues().all(|(cell, digit)| {
            let Some(name) = case.clues.get(map[cell.index()]) else { return false };
            names.push((digit, name));
            names.iter().all(|&(other, its)| (other == digit) == (its == name))
        })
    }

    /// The case at hand is refuted, and with it those it was the last of.
    fn close(&mut self) -> bool {
        if self.open.last().is_none_or(|case| case.split.is_some()) {
            return false;
        }
        loop {
            let number = self.open.pop().and_then(|case| case.number);
            if let Some(numbered) = number.and_then(|number| self.numbered.get_mut(&number)) {
                numbered.is_refuted = true;
            }
            let is_done = |case: &Open| case.split.is_some_and(|(_, to_come)| to_come == 0);
            if self.open.last().is_none_or(|case| !is_done(case)) {
                return true;
            }
        }
    }

    fn is_contradictory(&self) -> bool {
        self.open.last().is_some_and(|case| {
            let has_none = self.request.pattern.cells.iter().any(|cell| case.digits(cell) == 0);
            case.marks.is_broken || has_none || is_broken_by(self.request, &case.clues)
        })
    }

    fn is_never_filled(&self, target: Cell) -> bool {
        let Some(case) = self.open.last() else { return false };
        self.may_be_filled(case, None).get(target.index()).is_some_and(|is_filled| !is_filled)
    }

    /// Which cells may be filled while this one is left empty: each filled peer is given a digit of its own.
    fn may_be_filled(&self, case: &Open, empty: Option<Cell>) -> Vec<bool> {
        let left = &case.marks.left;
        let n_cells = left.len();
        let mut filled = vec![false; n_cells];
        let mut to_lose: Vec<u32> = left.iter().map(|digits| digits.count_ones().saturating_sub(1)).collect();
        let mut queue: Vec<Cell> = Vec::with_capacity(n_cells);
        for cell in self.request.pattern.shape.cells() {
            filled[cell.index()] = to_lose[cell.index()] == 0 || self.request.pattern.contains(cell);
            // What cells with one digit rule out is ruled out already.
            if filled[cell.index()] && to_lose[cell.index()] > 0 {
                queue.push(cell);
            }
        }
        while let Some(cell) = queue.pop() {
            let digits = case.digits(cell);
            for &peer in &self.geometry.peers[cell.index()] {
                let i = peer.index();
                if filled[i] || left[i] & digits == 0 || empty == Some(peer) {
                    continue;
                }
                to_lose[i] -= 1;
                if to_lose[i] == 0 {
                    filled[i] = true;
                    queue.push(peer);
                }
            }
        }
        filled
    }

    /// Takes digits from clue cells that an empty cell cannot do without: its peers have to rule out all of its digits but
    /// one, before any cell is filled that is filled only after it, and there is no peer to spare.
    ///
    /// False if it can spare a peer, or if no clue cell loses a digit.
    fn keep_what_is_needed(&mut self, target: Cell) -> bool {
        let Some(case) = self.open.last().filter(|case| case.split.is_none()) else { return false };
        let is_open = |cell: Cell| case.marks.left.get(cell.index()).is_some_and(|left| left.count_ones() > 1);
        if !is_open(target) || self.request.pattern.contains(target) {
            return false;
        }
        let wanted = case.marks.left[target.index()];
        let filled = self.may_be_filled(case, Some(target));
        let helps = |peer: &&Cell| is_open(**peer) && filled[peer.index()] && case.digits(**peer) & wanted != 0;
        let helpful: Vec<Cell> = self.geometry.peers[target.index()].iter().filter(helps).copied().collect();
        if helpful.len() + 1 != wanted.count_ones() as usize {
            return false;
        }
        let is_narrowed = |cell: &Cell| self.request.pattern.contains(*cell) && case.digits(*cell) & !wanted != 0;
        let narrowed: Vec<Cell> = helpful.into_iter().filter(is_narrowed).collect();
        let Some(case) = self.open.last_mut().filter(|_| !narrowed.is_empty()) else { return false };
        for cell in narrowed {
            case.may_be[cell.index()] &= wanted;
        }
        true
    }
}

impl Marks {
    /// Gives a cell its digit and follows naked singles.
    fn place(&mut self, cell: Cell, digit: Digit, geometry: &Geometry) {
        let bit = 1u32 << digit.index();
        self.is_broken |= self.left[cell.index()] & bit == 0;
        let mut singles = Vec::with_capacity(16);
        if self.left[cell.index()] != bit {
            self.left[cell.index()] = bit;
            singles.push(cell);
        }
        while let Some(cell) = singles.pop() {
            let bit = self.left[cell.index()];
            for &peer in &geometry.peers[cell.index()] {
                let left = &mut self.left[peer.index()];
                if *left & bit != 0 {
                    *left &= !bit;
                    self.is_broken |= *left == 0;
                    if left.is_power_of_two() {
                        singles.push(peer);
                    }
                }
            }
            if self.is_broken {
                return;
            }
        }
        self.is_broken |= self.lacks_a_digit(geometry);
    }

    /// Whether some digit has no place left in some house.
    fn lacks_a_digit(&self, geometry: &Geometry) -> bool {
        let n = geometry.shape.n();
        let all = (1u32 << n) - 1;
        let union = |cells: &Vec<Cell>| cells.iter().fold(0, |union, cell| union | self.left[cell.index()]);
        geometry.house_cells.iter().any(|cells| union(cells) != all)
    }
}

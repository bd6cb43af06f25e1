//! Exact search for naked singles: depth-first over the digits of the clue cells.
//!
//! After each clue the node holds the exact closure of what is known, and the
//! *optimistic* closure: an empty cell may still be filled if the digits its
//! placed peers rule out, plus one for each peer that may get any of the rest,
//! reach N - 1. A node whose optimistic closure does not fill the grid has no
//! solution below it. Where the peers that may be filled before a cell are only just
//! enough, each of them has to rule out a digit of its own, so clue cells among them
//! keep only digits that are left for that cell. Digits are named in order of first use, which kills the
//! relabelings. In the upper part of the tree a case that a symmetry of the pattern
//! takes an earlier one to is left out.

mod images;
mod optimistic;

use super::bounds;
use super::certificate::{Case, Cases};
use super::certificate_check::{CaseCheck, CertificateError, Checked, RefutedCase, not_verified};
use super::verify::{VerifyError, verify};
use super::{Method, Outcome, Progress, Reason, Request, Undecided, Watch, enumeration};
use crate::grid::{Cell, CellSet, Digit, GeometryRef, Puzzle};
use crate::logic::{Closure, StrategyId, StrategySet, with_small_size};
use images::{Image, Images};
use optimistic::Optimistic;
use rayon::prelude::*;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};

/// Subtrees to cut the search into, at least; a constant, so that the answer
/// does not depend on the number of threads.
const SUBTREES: usize = 64;
/// Levels of the tree above the subtrees, at most: a long unary path must have an end.
const LEVELS: usize = 8;
/// Subtrees, at least, where images of cases are left out: the more levels, the more of them there are.
const SUBTREES_WITH_IMAGES: usize = 512;
/// Levels of the tree above the subtrees, at most, where images of cases are left out.
const LEVELS_WITH_IMAGES: usize = 12;
/// Nodes between two looks at the watch.
const POLL: u64 = 64;
/// Cases of a subtree that wait for the check.
const MAX_WAITING: usize = 1 << 18;

/// What a search did.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ExactStats {
    /// Nodes of the search tree: states after one more clue.
    pub nodes: u64,
    /// Nodes refuted because some cell can no longer be filled.
    pub refuted: u64,
}

/// An answer with all that is known about it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ExactRun {
    /// The answer.
    pub outcome: Outcome,
    /// Figures.
    pub stats: ExactStats,
    /// The refuted cases, if asked for and the outcome rests on them.
    pub cases: Option<Cases>,
}

/// Clues that naked singles solve, or the proof that there are none.
///
/// With hidden singles or locked candidates all sets of clues are tried unless there are more than ten billion; it gives
/// up on any other set of strategies. The answer depends only on the
/// request, not on the number of threads.
pub fn solve(request: &Request, watch: &dyn Watch) -> Outcome {
    run(request, false, watch).outcome
}

/// [`solve`], with the size of the search tree and, if asked for, the tree itself.
///
/// Every refuted case is checked before the refutation is claimed, asked for or not.
pub fn run(request: &Request, keep_cases: bool, watch: &dyn Watch) -> ExactRun {
    let (stats, cases) = (ExactStats::default(), None);
    if let Some(outcome) = obstacle(request) {
        return ExactRun { outcome, stats, cases };
    }
    if request.strategies != StrategySet::single(StrategyId::NakedSingle) {
        return ExactRun { outcome: enumeration::solve(request, watch), stats, cases };
    }
    with_small_size!(request.pattern.shape, N => Turns::new(Search::<N>::new(request, keep_cases, watch)).go_on(u64::MAX))
}

/// An exact search in turns, each with a budget.
pub(super) trait InTurns {
    /// Goes on with so many nodes for each part that is not refuted yet; stopped if that is not enough.
    fn go_on(&mut self, n_nodes: u64) -> ExactRun;
}

/// A search for naked singles alone that keeps from turn to turn what it has refuted.
///
/// # Errors
/// The answer where there is nothing to search, or where this method does not work.
pub(super) fn begin<'a>(request: &'a Request, watch: &'a dyn Watch) -> Result<Box<dyn InTurns + 'a>, Box<Outcome>> {
    match obstacle(request) {
        Some(outcome) => Err(Box::new(outcome)),
        None => Ok(with_small_size!(request.pattern.shape, N => {
            Box::new(Turns::new(Search::<N>::new(request, false, watch))) as Box<dyn InTurns + 'a>
        })),
    }
}

/// The answer without a search, where there is one.
fn obstacle(request: &Request) -> Option<Outcome> {
    let gave_up = |sentence| Outcome::Undecided(Undecided::GaveUp(sentence));
    let needs_digits_alike = || {
        let sentence = "Exact search works where the layout treats all digits alike.";
        (!request.pattern.shape.treats_digits_alike()).then(|| sentence.to_owned())
    };
    let too_large = || Method::Exact.too_large(request.pattern.shape).or_else(needs_digits_alike);
    bounds::verdict(request).or_else(|| too_large().map(gave_up))
}

struct Search<'a, const N: usize> {
    request: &'a Request,
    keep_cases: bool,
    watch: &'a dyn Watch,
    geometry: GeometryRef,
    /// Whether digits that have not occurred are interchangeable.
    digits_alike: bool,
    images: Images,
    nodes: AtomicU64,
    refuted: AtomicU64,
    /// The first of the pieces that has an ending: subtrees behind it need not go on.
    first_ending: AtomicUsize,
    /// How many subtrees are refuted, and how many there are.
    n_refuted_subtrees: AtomicUsize,
    n_subtrees: usize,
}

/// A state after some clues.
#[derive(Clone)]
struct Node<const N: usize> {
    closure: Closure<N>,
    /// Clue cells without a digit.
    open: CellSet,
    /// By row and column: digits that a clue may have because cells need them, as masks.
    may_be: [[u16; N]; N],
    /// Digits that have occurred, as a mask; the others are interchangeable.
    used: u32,
    clues: Puzzle,
    /// Under which images refer to it.
    number: Option<usize>,
}

impl<const N: usize> Node<N> {
    /// Digits left for a cell, as a mask over digit indices.
    fn marks(&self, cell: Cell) -> u32 {
        self.closure.marks(cell) & u32::from(self.may_be[cell.index() / N][cell.index() % N])
    }
}

/// The upper part of the tree in depth-first order.
enum Piece<const N: usize> {
    Case(Case),
    Subtree(Box<Node<N>>),
}

/// How a subtree ended, if not refuted.
enum Ending {
    Found(Puzzle),
    Stopped,
    /// Within the nodes allowed.
    NotDone,
    /// The check of the refutation failed or was stopped.
    NotVerified(CertificateError),
}

enum Look {
    /// Every clue has a digit and the closure fills the grid.
    Solved,
    /// This cell can no longer be filled.
    Refuted(Cell),
    /// No digit is left for a clue.
    Contradiction,
    /// Branch here.
    Branch(Cell),
}

/// The cases of a subtree on their way to the check.
struct Sink<'a> {
    check: CaseCheck<'a>,
    /// Which of the pieces the subtree is.
    index: usize,
    /// How many nodes it may have.
    n_nodes: u64,
    waiting: Vec<Case>,
    kept: Option<Vec<Case>>,
    watch: &'a dyn Watch,
}

impl Sink<'_> {
    fn push(&mut self, case: Case) -> Result<(), CertificateError> {
        self.waiting.push(case);
        if self.waiting.len() < MAX_WAITING { Ok(()) } else { self.flush() }
    }

    fn flush(&mut self) -> Result<(), CertificateError> {
        self.check.feed(&self.waiting, self.watch)?;
        if let Some(kept) = &mut self.kept {
            kept.extend_from_slice(&self.waiting);
        }
        self.waiting.clear();
        Ok(())
    }
}

/// The ending of the first piece that has one.
fn first_ending(n_pieces: usize, ending: &(dyn Fn(usize) -> Option<Ending> + Sync)) -> Option<Ending> {
    (0..n_pieces).into_par_iter().find_map_first(ending)
}

/// The answer, from how the search ended or what the check says of all cases.
fn outcome(ending: Result<Checked, Ending>, request: &Request, n_nodes: u64, watch: &dyn Watch) -> Outcome {
    let sentence = format!("Exact search: none of the digits lets naked singles fill the grid ({n_nodes} cases).");
    match ending {
        Err(Ending::Stopped | Ending::NotDone) => Outcome::Undecided(Undecided::Stopped),
        Err(Ending::NotVerified(error)) => not_verified(&sentence, &error),
        Err(Ending::Found(puzzle)) => match verify(request, &puzzle, Method::Exact, watch) {
            Ok(found) => Outcome::Found(Box::new(found)),
            Err(VerifyError::Stopped) => Outcome::Undecided(Undecided::Stopped),
            Err(error) => Outcome::Undecided(Undecided::GaveUp(format!("Found clues that fail the check: {error}."))),
        },
        Ok(checked) => checked.verdict(Method::Exact, Reason { sentence, cells: CellSet::EMPTY }),
    }
}

/// What was refuted of a subtree: its root, and its cases if they are kept.
type Refuted = OnceLock<(RefutedCase, Vec<Case>)>;

/// A search, with what it has refuted so far.
struct Turns<'a, const N: usize> {
    search: Search<'a, N>,
    pieces: Vec<Piece<N>>,
    /// By piece.
    refuted: Vec<Refuted>,
}

impl<'a, const N: usize> Turns<'a, N> {
    fn new(mut search: Search<'a, N>) -> Turns<'a, N> {
        let pieces = search.root().map_or_else(|| vec![Piece::Case(Case::Contradiction)], |root| search.subtrees(root));
        let refuted = pieces.iter().map(|_| OnceLock::new()).collect();
        search.n_subtrees = pieces.iter().filter(|piece| matches!(piece, Piece::Subtree(_))).count();
        Turns { search, pieces, refuted }
    }
}

impl<const N: usize> InTurns for Turns<'_, N> {
    fn go_on(&mut self, n_nodes: u64) -> ExactRun {
        let Turns { search, pieces, refuted } = self;
        search.first_ending.store(usize::MAX, Ordering::Relaxed);
        let ending = first_ending(pieces.len(), &|index| match &pieces[index] {
            Piece::Subtree(node) if refuted[index].get().is_none() => match search.subtree(node, index, n_nodes) {
                Ok(below) => {
                    // Each subtree is visited once in a turn.
                    let _ = refuted[index].set(below);
                    search.n_refuted_subtrees.fetch_add(1, Ordering::Relaxed);
                    search.report();
                    None
                }
                Err(ending) => {
                    search.first_ending.fetch_min(index, Ordering::Relaxed);
                    Some(ending)
                }
            },
            _ => None,
        });
        let stats =
            ExactStats { nodes: search.nodes.load(Ordering::Relaxed), refuted: search.refuted.load(Ordering::Relaxed) };
        let ending = ending.map_or_else(|| search.check_upper(pieces, refuted).map_err(Ending::NotVerified), Err);
        let outcome = outcome(ending, search.request, stats.nodes, search.watch);
        let cases = (search.keep_cases && matches!(outcome, Outcome::Impossible(_))).then(|| {
            let lines = pieces.iter().zip(refuted).flat_map(|(piece, below)| match piece {
                Piece::Case(case) => vec![*case],
                Piece::Subtree(_) => below.get_mut().map(|(_, cases)| std::mem::take(cases)).unwrap_or_default(),
            });
            let mut cases = Cases { lines: lines.collect(), maps: search.images.back.clone() };
            cases.drop_idle_maps();
            cases
        });
        ExactRun { outcome, stats, cases }
    }
}

impl<'a, const N: usize> Search<'a, N> {
    fn new(request: &'a Request, keep_cases: bool, watch: &'a dyn Watch) -> Search<'a, N> {
        let geometry = request.pattern.shape.geometry();
        let images = Images::new(request);
        Search {
            request,
            keep_cases,
            watch,
            geometry,
            digits_alike: request.theme.treats_digits_alike(),
            images,
            nodes: AtomicU64::new(0),
            refuted: AtomicU64::new(0),
            first_ending: AtomicUsize::new(usize::MAX),
            n_refuted_subtrees: AtomicUsize::new(0),
            n_subtrees: 0,
        }
    }

    /// Checks the cases above the subtrees, which were checked by themselves.
    fn check_upper(&self, pieces: &[Piece<N>], refuted: &[Refuted]) -> Result<Checked, CertificateError> {
        let mut check = CaseCheck::new(self.request, &self.request.fixed)?;
        check.rest_on(&self.images.back)?;
        for (piece, refuted) in pieces.iter().zip(refuted) {
            match (piece, refuted.get()) {
                (Piece::Case(case), _) => check.feed(&[*case], self.watch)?,
                (Piece::Subtree(_), Some((refuted, _))) => check.refuted_elsewhere(refuted)?,
                (Piece::Subtree(_), None) => return Err(CertificateError::Unfinished),
            }
        }
        check.finish()?.whole(self.request)
    }

    /// Refutes a subtree with so many nodes and has it checked; its cases, if they are to be kept.
    ///
    /// The index is its place among the pieces: it ends as stopped once an earlier one has an ending.
    fn subtree(&self, node: &Node<N>, index: usize, n_nodes: u64) -> Result<(RefutedCase, Vec<Case>), Ending> {
        let check = CaseCheck::new(self.request, &node.clues).map_err(Ending::NotVerified)?;
        let kept = self.keep_cases.then(Vec::new);
        let mut sink = Sink { check, index, n_nodes, waiting: Vec::new(), kept, watch: self.watch };
        self.descend(&mut node.clone(), &mut 0, &mut sink)?;
        sink.flush().map_err(Ending::NotVerified)?;
        let refuted = sink.check.finish().map_err(Ending::NotVerified)?;
        Ok((refuted, sink.kept.unwrap_or_default()))
    }

    fn root(&self) -> Option<Node<N>> {
        let mut closure = Closure::<N>::new(self.geometry.shape, self.request.strategies);
        let mut used = 0;
        for (cell, digit) in self.request.fixed.clues() {
            used |= 1 << digit.index();
            if !closure.assign(cell, digit) {
                return None;
            }
        }
        let open = self.request.pattern.cells.difference(&self.request.fixed.pattern().cells);
        let clues = self.request.fixed.clone();
        Some(Node { closure, open, may_be: [[u16::MAX; N]; N], used, clues, number: None })
    }

    /// Cuts the tree into subtrees.
    fn subtrees(&self, root: Node<N>) -> Vec<Piece<N>> {
        let mut pieces = vec![Piece::Subtree(Box::new(root))];
        let has_images = !self.images.is_empty();
        let (most, levels) = if has_images { (SUBTREES_WITH_IMAGES, LEVELS_WITH_IMAGES) } else { (SUBTREES, LEVELS) };
        let mut n_numbers = 0;
        for _ in 0..levels {
            let n_subtrees = pieces.iter().filter(|piece| matches!(piece, Piece::Subtree(_))).count();
            if n_subtrees >= most || self.watch.should_stop() {
                break;
            }
            let mut next = Vec::with_capacity(4 * pieces.len());
            for piece in pieces {
                let Piece::Subtree(mut node) = piece else {
                    next.push(piece);
                    continue;
                };
                match self.look(&mut node, None) {
                    Look::Refuted(cell) => next.push(Piece::Case(Case::NeverFilled(cell))),
                    Look::Contradiction => next.push(Piece::Case(Case::Contradiction)),
                    Look::Solved => next.push(Piece::Subtree(node)),
                    Look::Branch(cell) => {
                        for digit in self.digits(&node, cell) {
                            next.push(Piece::Case(Case::Try(cell, digit)));
                            next.push(match self.child(&node, cell, digit) {
                                Some(child) => Piece::Subtree(Box::new(child)),
                                None => Piece::Case(Case::Contradiction),
                            });
                        }
                    }
                }
            }
            pieces = if has_images { self.without_images(next, &mut n_numbers) } else { next };
        }
        pieces
    }

    /// Subtrees that are images of others before them are not looked at.
    fn without_images(&self, pieces: Vec<Piece<N>>, n_numbers: &mut usize) -> Vec<Piece<N>> {
        let clues = pieces.iter().filter_map(|piece| match piece {
            Piece::Subtree(node) => Some(&node.clues),
            Piece::Case(_) => None,
        });
        let images = self.images.find(&clues.collect::<Vec<_>>());
        // By the place among the subtrees.
        let mut numbers = Image::without_numbers(&images);
        let mut out = Vec::with_capacity(pieces.len());
        let mut at = 0;
        for piece in pieces {
            let Piece::Subtree(mut node) = piece else {
                out.push(piece);
                continue;
            };
            if let Some(Image { of, map }) = images[at] {
                let number = numbers.get(&of).copied().flatten().expect("earlier ones have their numbers");
                out.push(Piece::Case(Case::Image(number, map)));
            } else {
                if let Some(number) = numbers.get_mut(&at) {
                    if node.number.is_none() {
                        node.number = Some(*n_numbers);
                        out.push(Piece::Case(Case::Number(*n_numbers)));
                        *n_numbers += 1;
                    }
                    *number = node.number;
                }
                out.push(Piece::Subtree(node));
            }
            at += 1;
        }
        out
    }

    fn report(&self) {
        let parts = Some((self.n_refuted_subtrees.load(Ordering::Relaxed), self.n_subtrees));
        self.watch.report(Progress { parts, ..Progress::new(Method::Exact, self.nodes.load(Ordering::Relaxed)) });
    }

    fn descend(&self, node: &mut Node<N>, n_visited: &mut u64, sink: &mut Sink<'_>) -> Result<(), Ending> {
        *n_visited += 1;
        if *n_visited > sink.n_nodes {
            return Err(Ending::NotDone);
        }
        if *n_visited % POLL == 1 {
            if self.watch.should_stop() || self.first_ending.load(Ordering::Relaxed) < sink.index {
                return Err(Ending::Stopped);
            }
            if *n_visited % (64 * POLL) == 1 {
                self.report();
            }
        }
        let mut needed = Vec::new();
        let look = self.look(node, Some(&mut needed));
        for cell in needed {
            sink.push(Case::AllNeeded(cell)).map_err(Ending::NotVerified)?;
        }
        match look {
            Look::Refuted(cell) => sink.push(Case::NeverFilled(cell)).map_err(Ending::NotVerified),
            Look::Contradiction => sink.push(Case::Contradiction).map_err(Ending::NotVerified),
            Look::Solved => Err(Ending::Found(node.clues.clone())),
            Look::Branch(cell) => {
                for digit in self.digits(node, cell) {
                    sink.push(Case::Try(cell, digit)).map_err(Ending::NotVerified)?;
                    match self.child(node, cell, digit) {
                        Some(mut child) => self.descend(&mut child, n_visited, sink)?,
                        None => sink.push(Case::Contradiction).map_err(Ending::NotVerified)?,
                    }
                }
                Ok(())
            }
        }
    }

    /// Digits to try: one that has not occurred first, since different digits rule out most.
    fn digits(&self, node: &Node<N>, cell: Cell) -> impl Iterator<Item = Digit> + use<N> {
        let marks = node.marks(cell);
        let unused = marks & !node.used;
        let new = if self.digits_alike { unused & unused.wrapping_neg() } else { unused };
        let old = marks & node.used;
        let digits = (0..N).filter(move |d| old >> d & 1 == 1);
        (0..N).filter(move |d| new >> d & 1 == 1).chain(digits).map(Digit::from_index)
    }

    fn child(&self, node: &Node<N>, cell: Cell, digit: Digit) -> Option<Node<N>> {
        self.nodes.fetch_add(1, Ordering::Relaxed);
        let mut child = node.clone();
        child.clues.set(cell, Some(digit));
        child.number = None;
        child.open.remove(cell);
        child.used |= 1 << digit.index();
        if child.closure.assign(cell, digit) && !self.request.theme.is_broken(&self.request.pattern, &child.clues) {
            Some(child)
        } else {
            self.refuted.fetch_add(1, Ordering::Relaxed);
            None
        }
    }

    /// The optimistic closure, and the clue cell that matters most to the cells that join first.
    ///
    /// Clues are narrowed in the node where there is a list for the cells that need it. Above the subtrees they are not: each
    /// subtree is checked by itself, and knows nothing of what is concluded above it.
    fn look(&self, node: &mut Node<N>, mut needed: Option<&mut Vec<Cell>>) -> Look {
        let Some(mut start) = Optimistic::<N>::new(node, &self.geometry) else {
            self.refuted.fetch_add(1, Ordering::Relaxed);
            return Look::Contradiction;
        };
        let (state, score) = loop {
            let mut state = start.clone();
            while state.next < state.n_open {
                state.join_next(&self.geometry);
            }
            // What the first ones miss is told before others join.
            let score = self.score(&state);
            let Some(needed) = needed.as_deref_mut() else {
                while state.n_empty > 0 && !state.pending().is_empty() {
                    state.join_next(&self.geometry);
                }
                break (state, score);
            };
            let Some(cell) = self.close_and_narrow(&mut state, &mut start, node) else { break (state, score) };
            needed.push(cell);
        };
        if let Some(never) = state.never_filled() {
            self.refuted.fetch_add(1, Ordering::Relaxed);
            return Look::Refuted(never);
        }
        let key = |cell: &Cell| {
            let marks = node.marks(*cell);
            let unused = marks & !node.used;
            let n_new = if self.digits_alike { u32::from(unused != 0) } else { unused.count_ones() };
            let n_digits = u64::from((marks & node.used).count_ones() + n_new);
            (64 * score.as_flattened()[cell.index()] / n_digits.max(1), std::cmp::Reverse(cell.index()))
        };
        node.open.iter().max_by_key(key).map_or(Look::Solved, Look::Branch)
    }

    /// Goes on with the closure where all open clue cells have joined, up to a cell that narrows clues, if there is one.
    fn close_and_narrow(
        &self,
        state: &mut Optimistic<N>,
        start: &mut Optimistic<N>,
        node: &mut Node<N>,
    ) -> Option<Cell> {
        if let firsts @ [_, _, ..] = state.pending() {
            let is_needy = |first: &&Cell| state.missing(**first) == 0 && state.may_narrow(**first, &self.geometry);
            for &first in firsts.iter().filter(is_needy) {
                if state.needs_all_without(first, &self.geometry) && self.narrow(node, start, first) {
                    return Some(first);
                }
            }
        }
        while state.n_empty > 0
            && let &[cell, ref others @ ..] = state.pending()
        {
            // All that are neither filled nor pending come after it.
            if others.is_empty() && state.missing(cell) == 0 && self.narrow(node, start, cell) {
                return Some(cell);
            }
            state.join_next(&self.geometry);
        }
        None
    }

    /// The cell needs a digit of its own from each clue cell that it sees: whether that leaves some of them fewer digits.
    fn narrow(&self, node: &mut Node<N>, start: &mut Optimistic<N>, cell: Cell) -> bool {
        let marks = start.marks(cell);
        let mut is_narrower = false;
        for &peer in &self.geometry.peers[cell.index()] {
            let others = start.marks(peer) & !marks;
            if others != 0 && others != start.marks(peer) && node.open.contains(peer) {
                node.may_be[peer.index() / N][peer.index() % N] &= marks;
                start.marks.as_flattened_mut()[peer.index()] &= marks;
                is_narrower = true;
            }
        }
        is_narrower
    }

    /// Cells that may come next need their clue peers: the fewer to spare, the more each counts.
    fn score(&self, state: &Optimistic<N>) -> [[u64; N]; N] {
        let mut score = [[0u64; N]; N];
        let flat = score.as_flattened_mut();
        for &cell in state.pending() {
            let spare = (-state.missing(cell)).min(8) as u64;
            for &peer in &self.geometry.peers[cell.index()] {
                flat[peer.index()] += 1 << (16 - 2 * spare);
            }
        }
        score
    }
}

#[cfg(test)]
mod tests;

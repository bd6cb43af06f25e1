//! The band argument, filling by filling.

use super::CertificateError;
use crate::generate::{Request, Watch};
use crate::grid::HouseKind;

/// Fillings between two looks at the watch.
const POLL: u64 = 1024;

/// Checks that every filling of a band (or stack) has a second one with the same clues and the
/// same digits in each column (row), so that the rest of the grid does not notice.
///
/// Two places in the span of one box whose crossing lines have clues in one line at most may also
/// mix their digits, each line keeping two: over the whole grid each digit stands twice in the
/// two crossing lines, and such pairs can always be sorted, one pair in the order given.
///
/// Fillings are enumerated box by box; names of digits do not matter, so the first box is filled
/// in one way only.
pub(super) fn check(
    request: &Request,
    kind: HouseKind,
    index: usize,
    watch: &dyn Watch,
) -> Result<(), CertificateError> {
    let shape = request.pattern.shape;
    let n = shape.n();
    let (height, width) = match kind {
        HouseKind::Row => (shape.box_rows(), shape.box_cols()),
        HouseKind::Column => (shape.box_cols(), shape.box_rows()),
        HouseKind::Box => return Err(CertificateError::Band),
    };
    if index >= n / height {
        return Err(CertificateError::Band);
    }
    let is_clue = |line: usize, at: usize| {
        let across = index * height + line;
        request.pattern.contains(if kind == HouseKind::Row { shape.cell(across, at) } else { shape.cell(at, across) })
    };
    let clues = (0..height).map(|line| (0..n).filter(|&at| is_clue(line, at)).fold(0u16, |mask, at| mask | 1 << at));
    let stands = |at: usize, line: usize| {
        request.pattern.contains(if kind == HouseKind::Row { shape.cell(line, at) } else { shape.cell(at, line) })
    };
    let mut mixed = Vec::new();
    for at in 0..n {
        let is_new = !mixed.iter().any(|(first, _)| first / width == at / width);
        let is_free = |other: usize| (0..n).filter(|&line| stands(at, line) || stands(other, line)).count() < 2;
        let mate = (at + 1..(at / width + 1) * width).find(|&other| is_new && is_free(other));
        mixed.extend(mate.map(|other| (at, other)));
    }
    let alone = (0..n).filter(|&at| !mixed.iter().any(|&(a, b)| a == at || b == at)).collect();
    let (clues, digits) = (clues.collect(), vec![0; height * n]);
    let mut band = Band { n, height, width, clues, mixed, alone, digits, n_seen: 0, watch };
    for (place, digit) in (0..height * width).map(|i| (i / width * n + i % width, i)) {
        band.digits[place] = digit as u8;
    }
    band.fill(height * width)
}

struct Band<'a> {
    n: usize,
    height: usize,
    width: usize,
    /// Clue places of each line, as masks.
    clues: Vec<u16>,
    /// Two places each that may mix their digits.
    mixed: Vec<(usize, usize)>,
    /// The places that are not among these.
    alone: Vec<usize>,
    /// By line, then place along it.
    digits: Vec<u8>,
    n_seen: u64,
    watch: &'a dyn Watch,
}

impl Band<'_> {
    /// Fills the places from this one on, counted box by box.
    fn fill(&mut self, place: usize) -> Result<(), CertificateError> {
        if place == self.height * self.n {
            self.n_seen += 1;
            if self.n_seen.is_multiple_of(POLL) && self.watch.should_stop() {
                return Err(CertificateError::Stopped);
            }
            let used = &mut vec![0; self.height];
            let has_second = self.has_exchange()
                || !self.mixed.is_empty() && self.has_mixture(0, used, false)
                || self.has_rearrangement(0, used, false);
            return if has_second { Ok(()) } else { Err(CertificateError::Band) };
        }
        let (bx, within) = (place / self.n, place % self.n);
        let (line, at) = (within / self.width, bx * self.width + within % self.width);
        let in_line = self.digits[line * self.n..line * self.n + at].iter();
        let in_box = (0..=line).flat_map(|other| {
            let end = if other == line { at } else { (bx + 1) * self.width };
            self.digits[other * self.n + bx * self.width..other * self.n + end].iter()
        });
        let used = in_line.chain(in_box).fold(0u16, |used, &digit| used | 1 << digit);
        for digit in (0..self.n).filter(|digit| used >> digit & 1 == 0) {
            self.digits[line * self.n + at] = digit as u8;
            self.fill(place + 1)?;
        }
        Ok(())
    }

    /// Whether two lines can exchange the digits of some places that hold the same digits in both
    /// and no clue: the quick case.
    fn has_exchange(&self) -> bool {
        (0..self.height).any(|a| (0..a).any(|b| self.lines_exchange(a, b)))
    }

    fn lines_exchange(&self, a: usize, b: usize) -> bool {
        let (upper, lower) = (&self.digits[a * self.n..][..self.n], &self.digits[b * self.n..][..self.n]);
        let clues = self.clues[a] | self.clues[b];
        let mut place_of = [0usize; 16];
        for (at, &digit) in upper.iter().enumerate() {
            place_of[digit as usize] = at;
        }
        let mut seen = 0u16;
        for start in 0..self.n {
            // The digit below goes up; its old place above then needs the digit below that, and so on.
            let (mut at, mut free) = (start, true);
            while seen >> at & 1 == 0 {
                seen |= 1 << at;
                free &= clues >> at & 1 == 0;
                at = place_of[lower[at] as usize];
                if at == start && free {
                    return true;
                }
            }
        }
        false
    }

    /// Like the rearrangement, with mixed places: these are dealt with first, then the others one by one.
    /// The order of two digits in a line is not a difference.
    fn has_mixture(&self, step: usize, used: &mut Vec<u16>, differs: bool) -> bool {
        if let Some(&(a, b)) = self.mixed.get(step) {
            let digits = (0..self.height).flat_map(|line| [a, b].map(|at| self.digits[line * self.n + at]));
            return self.mix(step, 0, digits.fold(0, |pool, digit| pool | 1 << digit), used, differs);
        }
        match self.alone.get(step - self.mixed.len()) {
            None => differs,
            Some(&at) => self.order(step, at, 0, 0, used, differs),
        }
    }

    /// Takes two of the pool for this line and goes on with the next.
    fn mix(&self, step: usize, line: usize, pool: u16, used: &mut Vec<u16>, differs: bool) -> bool {
        if line == self.height {
            return self.has_mixture(step + 1, used, differs);
        }
        let (a, b) = self.mixed[step];
        let [at_a, at_b] = [a, b].map(|at| 1u16 << self.digits[line * self.n + at]);
        let is_clue = |at: usize| self.clues[line] >> at & 1 == 1;
        let free = pool & !used[line];
        let digits = || (0..self.n).map(|digit| 1u16 << digit).filter(|digit| free & digit != 0);
        digits().any(|x| {
            digits().take_while(|&y| y < x).any(|y| {
                let both = x | y;
                if is_clue(a) && at_a & both == 0 || is_clue(b) && at_b & both == 0 {
                    return false;
                }
                used[line] |= both;
                let found = self.mix(step, line + 1, pool & !both, used, differs || both != at_a | at_b);
                used[line] &= !both;
                found
            })
        })
    }

    /// Gives the lines from this one on a digit of a place; `given` are the digits that have a line.
    fn order(&self, step: usize, at: usize, line: usize, given: u16, used: &mut Vec<u16>, differs: bool) -> bool {
        if line == self.height {
            return self.has_mixture(step + 1, used, differs);
        }
        let own = self.digits[line * self.n + at];
        (0..self.height).any(|from| {
            let digit = self.digits[from * self.n + at];
            let is_kept = self.clues[line] >> at & 1 == 0 || digit == own;
            if !is_kept || (used[line] | given) >> digit & 1 == 1 {
                return false;
            }
            used[line] |= 1 << digit;
            let found = self.order(step, at, line + 1, given | 1 << digit, used, differs || digit != own);
            used[line] &= !(1 << digit);
            found
        })
    }

    /// Whether the digits of each place along the band can be rearranged across the lines, clues
    /// staying, so that no line repeats a digit and something differs.
    fn has_rearrangement(&self, at: usize, used: &mut Vec<u16>, differs: bool) -> bool {
        if at == self.n {
            return differs;
        }
        self.rearrange(at, 0, 0, used, differs)
    }

    /// Gives the lines from this one on a digit of the column `at`; `taken` are lines whose digits are given.
    fn rearrange(&self, at: usize, line: usize, taken: u16, used: &mut Vec<u16>, differs: bool) -> bool {
        if line == self.height {
            return self.has_rearrangement(at + 1, used, differs);
        }
        (0..self.height).any(|from| {
            let digit = self.digits[from * self.n + at];
            let stays = self.clues[line] >> at & 1 == 0 || from == line;
            if !stays || taken >> from & 1 == 1 || used[line] >> digit & 1 == 1 {
                return false;
            }
            used[line] |= 1 << digit;
            let found = self.rearrange(at, line + 1, taken | 1 << from, used, differs || from != line);
            used[line] &= !(1 << digit);
            found
        })
    }
}

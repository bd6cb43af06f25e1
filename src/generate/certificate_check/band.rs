//! The band argument, anew.

use super::{CertificateError, Checked, Ground};
use crate::generate::certificate;
use crate::generate::{Request, Watch};
use crate::grid::{CellSet, HouseKind, Pattern};

/// Steps between two looks at the watch.
const POLL: u64 = 4096;

/// Checks that every filling of a band (or stack) has a second one with the same clues and the
/// same digits in each column (row), so that the rest of the grid does not notice.
///
/// Two places in the span of one box whose crossing lines have clues in one line at most may also
/// mix their digits, each line keeping two: over the whole grid each digit stands twice in the
/// two crossing lines, and such pairs can always be sorted, one pair in the order given.
///
/// Where the places filled so far have a second filling that gives each line the same digits, the
/// others may hold what they like, and need not be filled. Names of digits do not matter, so the
/// first box is filled in one way only; nor does the order of neighbours in a box with clues in the
/// same lines, nor that of two digits of mixed places unless one of them is a clue.
pub(super) fn check(
    request: &Request,
    certificate: &certificate::Band,
    watch: &dyn Watch,
) -> Result<Checked, CertificateError> {
    let certificate::Band { kind, index, ref reason } = *certificate;
    let shape = request.pattern.shape;
    let n = shape.n();
    let (height, width) = match kind {
        HouseKind::Row => shape.boxes().ok_or(CertificateError::Band)?,
        HouseKind::Column => shape.boxes().map(|(height, width)| (width, height)).ok_or(CertificateError::Band)?,
        HouseKind::Box | HouseKind::Extra => return Err(CertificateError::Band),
    };
    let line_of = |cell| if kind == HouseKind::Row { shape.row(cell) } else { shape.col(cell) };
    let open: CellSet =
        shape.cells().filter(|&cell| line_of(cell) / height == index && !request.pattern.contains(cell)).collect();
    if index >= n / height || reason.cells != open {
        return Err(CertificateError::Band);
    }
    // The crossing line through each place: its clues in the band, and how many lines have one in two of them.
    let is_clue = |line: usize, at: usize| is_clue(&request.pattern, kind, line, at);
    let lines_of = |at: usize| (0..height).filter(move |&line| is_clue(index * height + line, at));
    let is_free = |a: usize, b: usize| (0..n).filter(|&line| is_clue(line, a) || is_clue(line, b)).count() < 2;
    let clues_of = |at: usize| lines_of(at).fold(0u32, |mask, line| mask | 1 << line);
    let mut boxes: Vec<usize> = (0..n / width).collect();
    boxes.sort_by_key(|bx| (bx * width..(bx + 1) * width).map(|at| clues_of(at).count_ones()).sum::<u32>());
    let mut groups: Vec<Group> = Vec::new();
    for bx in boxes {
        let mut alone: Vec<usize> = (bx * width..(bx + 1) * width).collect();
        let pairs = || alone.iter().flat_map(|&a| alone.iter().map(move |&b| (a, b)));
        if let Some((a, b)) = pairs().find(|&(a, b)| a < b && is_free(a, b)) {
            groups.push(Group { bx, places: vec![a, b], clues: vec![clues_of(a), clues_of(b)] });
            alone.retain(|&at| at != a && at != b);
        }
        alone.sort_by_key(|&at| (clues_of(at).count_ones(), clues_of(at)));
        groups.extend(alone.iter().map(|&at| Group { bx, places: vec![at], clues: vec![clues_of(at)] }));
    }
    let n_first = groups.iter().take_while(|group| group.bx == groups[0].bx).count();
    let mut band = Band {
        all: (1u32 << n) - 1,
        height,
        sets: vec![vec![0; height]; groups.len()],
        kept: vec![vec![0; height]; groups.len()],
        groups,
        in_line: vec![0; height],
        in_box: vec![0; n / width],
        n_steps: 0,
        watch,
    };
    let mut digits = (0..n).map(|digit| 1u32 << digit);
    for group in 0..n_first {
        for line in 0..height {
            for (place, digit) in (0..band.groups[group].places.len()).zip(&mut digits) {
                band.put(group, place, line, digit);
            }
        }
    }
    band.fill(n_first, 0, 0).map(|()| Checked::new(Ground::Proof))
}

fn is_clue(pattern: &Pattern, kind: HouseKind, line: usize, at: usize) -> bool {
    let (row, col) = if kind == HouseKind::Row { (line, at) } else { (at, line) };
    pattern.contains(pattern.shape.cell(row, col))
}

/// A place along the band, or two that mix their digits.
struct Group {
    bx: usize,
    places: Vec<usize>,
    /// Per place: the lines with a clue, as a mask.
    clues: Vec<u32>,
}

struct Band<'a> {
    /// Every digit, as a mask.
    all: u32,
    height: usize,
    /// In the order in which they are filled, box by box.
    groups: Vec<Group>,
    /// By group, then line: its digits, and those of them at clues.
    sets: Vec<Vec<u32>>,
    kept: Vec<Vec<u32>>,
    in_line: Vec<u32>,
    in_box: Vec<u32>,
    n_steps: u64,
    watch: &'a dyn Watch,
}

impl Band<'_> {
    fn put(&mut self, group: usize, place: usize, line: usize, digit: u32) {
        let Group { bx, ref clues, .. } = self.groups[group];
        self.sets[group][line] |= digit;
        self.kept[group][line] |= if clues[place] >> line & 1 == 1 { digit } else { 0 };
        self.in_line[line] |= digit;
        self.in_box[bx] |= digit;
    }

    fn take_away(&mut self, group: usize, line: usize, digit: u32) {
        self.sets[group][line] &= !digit;
        self.kept[group][line] &= !digit;
        self.in_line[line] &= !digit;
        self.in_box[self.groups[group].bx] &= !digit;
    }

    fn step(&mut self) -> Result<(), CertificateError> {
        self.n_steps += 1;
        let is_over = self.n_steps.is_multiple_of(POLL) && self.watch.should_stop();
        if is_over { Err(CertificateError::Stopped) } else { Ok(()) }
    }

    /// Fills a group from this line and place on, then the groups behind it.
    fn fill(&mut self, group: usize, line: usize, place: usize) -> Result<(), CertificateError> {
        if group == self.groups.len() {
            return Err(CertificateError::Band);
        }
        self.step()?;
        let Group { bx, ref places, ref clues } = self.groups[group];
        if place == places.len() {
            return self.fill(group, line + 1, 0);
        }
        if line == self.height {
            return if self.has_second(group)? { Ok(()) } else { self.fill(group + 1, 0, 0) };
        }
        let before = &self.groups[group - 1];
        let n_clues = clues.iter().filter(|&&clues| clues >> line & 1 == 1).count();
        let is_sorted = if place == 0 {
            line == 0 && places.len() == 1 && before.bx == bx && before.clues == *clues
        } else {
            n_clues != 1
        };
        let lower = if place == 0 { self.sets[group - 1][0] } else { self.sets[group][line] };
        let free = self.all & !self.in_line[line] & !self.in_box[bx];
        for digit in bits(free).filter(|&digit| !is_sorted || digit > lower) {
            self.put(group, place, line, digit);
            let filled = self.fill(group, line, place + 1);
            self.take_away(group, line, digit);
            filled?;
        }
        Ok(())
    }

    /// Whether the digits up to this group, the last, can be dealt out in another way.
    fn has_second(&mut self, last: usize) -> Result<bool, CertificateError> {
        let wanted = &mut self.in_line.clone();
        self.deal(last, 0, self.digits_of(last), wanted, false)
    }

    fn digits_of(&self, group: usize) -> u32 {
        self.sets[group].iter().fold(0, |digits, set| digits | set)
    }

    /// Gives the lines from this one on as many digits of the group as they have, of those left over
    /// and wanted by the line; then those of the groups before it.
    fn deal(
        &mut self,
        group: usize,
        line: usize,
        left: u32,
        wanted: &mut Vec<u32>,
        differs: bool,
    ) -> Result<bool, CertificateError> {
        if line == self.height {
            let can_stay = |set: &Vec<u32>| set.iter().zip(&*wanted).all(|(set, wanted)| set & !wanted == 0);
            return match group.checked_sub(1) {
                _ if !differs => Ok(false),
                Some(next) if !self.sets[..group].iter().all(can_stay) => {
                    self.deal(next, 0, self.digits_of(next), wanted, true)
                }
                _ => Ok(true),
            };
        }
        self.step()?;
        let (set, kept) = (self.sets[group][line], self.kept[group][line]);
        let free = left & wanted[line];
        for one in bits(free) {
            let others = if set.is_power_of_two() { one } else { free & (one - 1) };
            for both in bits(others).map(|other| one | other).filter(|both| both & kept == kept) {
                wanted[line] &= !both;
                let found = self.deal(group, line + 1, left & !both, wanted, differs || both != set)?;
                wanted[line] |= both;
                if found {
                    return Ok(true);
                }
            }
        }
        Ok(false)
    }
}

fn bits(mask: u32) -> impl Iterator<Item = u32> {
    (0..16).map(|digit| 1 << digit).filter(move |bit| mask & bit != 0)
}

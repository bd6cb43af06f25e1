//! The candidates of one digit in one band of rows, as the bits of a word.
//!
//! Rules of singles and locked candidates ask of every bit whether others are set in the
//! same house; shifts answer for all bits of a word, and loops over digits without branches
//! compile to vectors.
//!
//! # Example
//!
//! A band of a 4x4 grid is two rows, and a word of it has eight bits, r1c1 to r1c4 and then r2c1 to r2c4. If a digit
//! is possible in r1c1, r1c2 and r2c3 only, its word is
//!
//! ```text
//! row 1   x x . .
//! row 2   . . x .
//! ```
//!
//! Rotating by one within the pairs of cells that a row and a box share ([`BoxLooks::in_crossing`]) sets the bits next to
//! these, `xx..` and `...x`; rotating what either word has by two within each row ([`BoxLooks::in_stacks`]) gives `..xx`
//! and `xx..`. Neither holds r2c3, so no other cell of row 2 has the digit: a hidden single. Both bits of row 1 are set
//! in the first word and not in the second: locked candidates of row 1 in box 1.

use crate::grid::{Candidate, CellSet, Shape, array_of};
use std::fmt::Debug;
use std::ops::{BitAnd, BitOr, BitOrAssign, Not, Shl, Shr};

/// An unsigned integer with a bit for each cell of a band.
pub(in crate::generate::sat) trait Word:
    'static
    + Copy
    + Eq
    + Debug
    + Default
    + From<u8>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitOrAssign
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
{
    /// The number of its lowest bit; it is not zero.
    fn lowest(self) -> usize;
}

impl Word for u32 {
    #[inline]
    fn lowest(self) -> usize {
        self.trailing_zeros() as usize
    }
}

impl Word for u64 {
    #[inline]
    fn lowest(self) -> usize {
        self.trailing_zeros() as usize
    }
}

/// The narrowest word that holds a band of a board with N digits.
pub(in crate::generate::sat) type WordOf<const N: usize> = <Digits<N> as HasWord>::Word;

/// A number of digits as a type.
pub(in crate::generate::sat) struct Digits<const N: usize>;

pub(in crate::generate::sat) trait HasWord {
    type Word: Word;
}

macro_rules! words {
    ($($n:literal: $word:ty),*) => {
        $(impl HasWord for Digits<$n> { type Word = $word; })*
    };
}
words!(
    4: u32, 5: u32, 6: u32, 7: u64, 8: u32, 9: u32, 10: u64, 11: u64, 12: u64, 13: u64, 14: u64, 15: u64, 16: u64
);

/// No shape has more bands.
pub(in crate::generate::sat) const BANDS: usize = 4;

/// One bit for each candidate: per band and digit, a word over cells row by row.
pub(in crate::generate::sat) type Bits<const N: usize, W> = [[W; N]; BANDS];

/// Rotates the bits of a word within groups.
#[derive(Clone, Copy, Debug)]
struct Rotation<W> {
    left: u32,
    into_left: W,
    right: u32,
    into_right: W,
}

impl<W: Word> Rotation<W> {
    #[inline]
    fn of(self, word: W) -> W {
        (word << self.left & self.into_left) | (word >> self.right & self.into_right)
    }
}

/// No group has more members than one and so many others.
const MAX_ROTATIONS: usize = 3;

/// All rotations within groups but the whole one; no effect where groups are smaller.
#[derive(Clone, Copy, Debug)]
struct Rotations<W>([Rotation<W>; MAX_ROTATIONS]);

impl<W: Word> Rotations<W> {
    /// Bits of which another of the group is set. Boxes of 3 by 3 have groups of three.
    #[inline]
    fn others(&self, word: W, in_threes: bool) -> W {
        let [one, two, three] = self.0;
        let turned = one.of(word) | two.of(word);
        if in_threes { turned } else { turned | three.of(word) }
    }
}

/// The bands of a shape: those of its boxes, or on irregular layouts as many rows as a word holds.
#[derive(Clone, Debug)]
pub(in crate::generate::sat) struct Layout<const N: usize, W> {
    /// Number of bands.
    pub(in crate::generate::sat) n_bands: usize,
    /// Cells of a band; the last one of an irregular layout may have fewer.
    pub(in crate::generate::sat) n_cells: usize,
    /// All cells of each band.
    pub(in crate::generate::sat) all: [W; BANDS],
    looks: Looks<W>,
}

/// How to look for other candidates in the same houses.
#[derive(Clone, Debug)]
enum Looks<W> {
    Boxes(Box<BoxLooks<W>>),
    Irregular(IrregularLooks<W>),
}

/// Rotations, for rectangular boxes.
#[derive(Clone, Debug)]
struct BoxLooks<W> {
    /// Within the cells that a row and a box share.
    crossing: Rotations<W>,
    /// From box to box within a row.
    stacks: Rotations<W>,
    /// From row to row within a column.
    rows: Rotations<W>,
}

/// Cells, for irregular regions.
#[derive(Clone, Debug)]
struct IrregularLooks<W> {
    /// The cells of each house, by band.
    houses: Vec<[W; BANDS]>,
    /// Houses that share cells, one of them a region and the other a row or column, or one of them added by a rule; both
    /// ways round.
    crossings: Vec<(u8, u8)>,
    /// By candidate what it sees outside its cell and its houses; empty where the layout has no such rules.
    seen: Vec<Vec<(u8, u8, W)>>,
}

/// Of every bit of a word, whether others are set in the same house.
#[derive(Clone, Copy, Debug)]
struct Others<W> {
    /// In the cell, for other digits.
    cell: W,
    /// In the row and the box.
    crossing: W,
    /// In the row outside the box.
    stacks: W,
    /// In the box outside the row.
    rows: W,
    /// In the column and the box.
    column: W,
    /// In the column outside the box.
    bands: W,
}

impl<const N: usize, W: Word> Layout<N, W> {
    pub(in crate::generate::sat) fn new(shape: Shape) -> Layout<N, W> {
        let height = shape.boxes().map_or_else(|| (8 * size_of::<W>() / N).min(N), |(height, _)| height);
        let n_cells = height * N;
        let mut all = [W::from(0); BANDS];
        for cell in 0..N * N {
            all[cell / n_cells] |= W::from(1) << (cell % n_cells) as u32;
        }
        let looks = shape.boxes().map_or_else(
            || Looks::Irregular(IrregularLooks::new(shape, n_cells)),
            |boxes| Looks::Boxes(Box::new(BoxLooks::new::<N>(boxes))),
        );
        Layout { n_bands: N.div_ceil(height), n_cells, all, looks }
    }

    /// Band, digit and bit of a candidate number.
    #[inline]
    pub(in crate::generate::sat) fn place(&self, candidate: usize) -> (usize, usize, W) {
        let (cell, digit) = (candidate / N, candidate % N);
        (cell / self.n_cells, digit, W::from(1) << (cell % self.n_cells) as u32)
    }

    /// The candidate number of a bit.
    #[inline]
    pub(in crate::generate::sat) fn candidate(&self, band: usize, digit: usize, bit: usize) -> usize {
        (band * self.n_cells + bit) * N + digit
    }

    /// Adds to `out` the bits of which another is set in the same cell or house.
    #[inline]
    pub(in crate::generate::sat) fn add_seen(&self, bits: &Bits<N, W>, out: &mut Bits<N, W>) {
        match &self.looks {
            Looks::Boxes(looks) => looks.look(self.n_bands, bits, out, |others, _| {
                others.cell | others.crossing | others.stacks | others.rows | others.column | others.bands
            }),
            Looks::Irregular(looks) => {
                let cells = others_in_cell(bits);
                union(out, &cells);
                looks.for_each_house(bits, |cells, digit, set| match set {
                    Set::None => {}
                    Set::One(one) => (0..BANDS).for_each(|band| out[band][digit] |= cells[band] & !one[band]),
                    Set::More => (0..BANDS).for_each(|band| out[band][digit] |= cells[band]),
                });
                if !looks.seen.is_empty() {
                    self.add_seen_by_rules(&looks.seen, bits, out);
                }
            }
        }
    }

    /// Adds to `out` what the set bits see by groups and exclusions.
    fn add_seen_by_rules(&self, seen: &[Vec<(u8, u8, W)>], bits: &Bits<N, W>, out: &mut Bits<N, W>) {
        for (band, words) in bits.iter().enumerate().take(self.n_bands) {
            for (digit, &word) in words.iter().enumerate() {
                let mut left = word;
                while left != W::from(0) {
                    let bit = left.lowest();
                    left = left & !(W::from(1) << bit as u32);
                    for &(band, digit, word) in &seen[self.candidate(band, digit, bit)] {
                        out[usize::from(band)][usize::from(digit)] |= word;
                    }
                }
            }
        }
    }

    /// Adds to `out` the bits of which no other is set in the same cell (if `naked`), or in one of their houses (if
    /// `hidden`).
    #[inline]
    pub(in crate::generate::sat) fn add_last(
        &self,
        bits: &Bits<N, W>,
        out: &mut Bits<N, W>,
        naked: bool,
        hidden: bool,
    ) {
        match &self.looks {
            Looks::Boxes(looks) => {
                let if_allowed = |is_allowed| if is_allowed { self.all[0] } else { W::from(0) };
                let (naked, hidden) = (if_allowed(naked), if_allowed(hidden));
                looks.look(self.n_bands, bits, out, |others, _| {
                    let in_row = others.crossing | others.stacks;
                    let in_box = others.crossing | others.rows;
                    let in_column = others.column | others.bands;
                    (!others.cell & naked) | (!(in_row & in_box & in_column) & hidden)
                });
            }
            Looks::Irregular(looks) => {
                if naked {
                    let cells = others_in_cell(bits);
                    for ((out, cells), &all) in out.iter_mut().zip(&cells).zip(&self.all) {
                        out.iter_mut().zip(cells).for_each(|(out, &others)| *out |= !others & all);
                    }
                }
                if hidden {
                    looks.for_each_house(bits, |cells, digit, set| match set {
                        Set::None => (0..BANDS).for_each(|band| out[band][digit] |= cells[band]),
                        Set::One(one) => (0..BANDS).for_each(|band| out[band][digit] |= one[band]),
                        Set::More => {}
                    });
                }
            }
        }
    }

    /// Adds to `out` what locked candidates rule out where these are left: if all of a digit in a region lie in one row
    /// or column, the others of that line; and the other way round.
    #[inline]
    pub(in crate::generate::sat) fn add_locked(&self, left: &Bits<N, W>, out: &mut Bits<N, W>) {
        match &self.looks {
            Looks::Boxes(looks) => looks.look(self.n_bands, left, out, |others, column_elsewhere| {
                let by_row = looks.in_stacks::<N>(!others.rows);
                let row_claims = looks.in_rows::<N>(!others.stacks);
                let column_claims = looks.in_crossing::<N>(!others.bands);
                by_row | column_elsewhere | row_claims | column_claims
            }),
            Looks::Irregular(looks) => {
                for &(base, cover) in &looks.crossings {
                    let [base, cover] = [base, cover].map(|house| &looks.houses[usize::from(house)]);
                    for digit in 0..N {
                        let is_outside = |band: usize| left[band][digit] & base[band] & !cover[band] != W::from(0);
                        if !(0..self.n_bands).any(is_outside) {
                            (0..BANDS).for_each(|band| out[band][digit] |= cover[band] & !base[band]);
                        }
                    }
                }
            }
        }
    }
}

/// By candidate what it sees outside its cell and its houses, as words.
fn seen_by_rules<W: Word>(shape: Shape, n_cells: usize) -> Vec<Vec<(u8, u8, W)>> {
    let geometry = &*shape.geometry();
    if geometry.groups.is_empty() && geometry.not_consecutive.is_empty() {
        return Vec::new();
    }
    let of_candidate = |index: usize| {
        let candidate = Candidate::from_index(shape, index);
        let shares_house = |seen: &Candidate| {
            seen.digit == candidate.digit
                && geometry
                    .houses_of(candidate.cell)
                    .any(|house| geometry.house_sets[house.index()].contains(seen.cell))
        };
        let mut words: Vec<(u8, u8, W)> = Vec::new();
        let others = candidate.conflicts(geometry).filter(|seen| seen.cell != candidate.cell);
        for seen in others.filter(|seen| !shares_house(seen)) {
            let (band, digit) = ((seen.cell.index() / n_cells) as u8, seen.digit.index() as u8);
            let bit = W::from(1) << (seen.cell.index() % n_cells) as u32;
            match words.iter_mut().find(|(b, d, _)| (*b, *d) == (band, digit)) {
                Some((.., word)) => *word |= bit,
                None => words.push((band, digit, bit)),
            }
        }
        words
    };
    (0..shape.n() * shape.n_cells()).map(of_candidate).collect()
}

/// What is set in a house.
enum Set<W> {
    None,
    One([W; BANDS]),
    More,
}

impl<W: Word> IrregularLooks<W> {
    fn new(shape: Shape, n_cells: usize) -> IrregularLooks<W> {
        let geometry = &*shape.geometry();
        let cells = |cells: &CellSet| {
            let mut words = [W::from(0); BANDS];
            for cell in cells.iter() {
                words[cell.index() / n_cells] |= W::from(1) << (cell.index() % n_cells) as u32;
            }
            words
        };
        let n = shape.n();
        let regions = (2 * n..3 * n).flat_map(|region| (0..2 * n).map(move |line| (region, line)));
        let further = (3 * n..geometry.n_houses()).flat_map(|house| (0..house).map(move |other| (house, other)));
        let pairs = regions.chain(further).flat_map(|(a, b)| [(a, b), (b, a)]);
        let share = |&(a, b): &(usize, usize)| !geometry.house_sets[a].intersection(&geometry.house_sets[b]).is_empty();
        IrregularLooks {
            houses: geometry.house_sets.iter().map(cells).collect(),
            crossings: pairs.filter(share).map(|(base, cover)| (base as u8, cover as u8)).collect(),
            seen: seen_by_rules(shape, n_cells),
        }
    }

    /// Hands each house over with each digit, and what is set there.
    #[inline]
    fn for_each_house<const N: usize>(&self, bits: &Bits<N, W>, mut visit: impl FnMut(&[W; BANDS], usize, Set<W>)) {
        let zero = W::from(0);
        for cells in &self.houses {
            #[allow(clippy::needless_range_loop, reason = "it is the second index of the bits")]
            for digit in 0..N {
                let inside: [W; BANDS] = array_of(|band| bits[band][digit] & cells[band]);
                let mut words = inside.into_iter().filter(|&word| word != zero);
                let set = match words.next() {
                    None => Set::None,
                    Some(word) if words.next().is_none() && word & !(W::from(1) << word.lowest() as u32) == zero => {
                        Set::One(inside)
                    }
                    Some(_) => Set::More,
                };
                visit(cells, digit, set);
            }
        }
    }
}

impl<W: Word> BoxLooks<W> {
    fn new<const N: usize>((height, width): (usize, usize)) -> BoxLooks<W> {
        let n_cells = height * N;
        let mask = |is_in: &dyn Fn(usize) -> bool| {
            (0..n_cells).filter(|&i| is_in(i)).fold(W::from(0), |mask, i| mask | W::from(1) << i as u32)
        };
        // Groups of `count` bits, each `step` after the one before; `place` says which of the group a bit is.
        let rotations = |step: usize, count: usize, place: &dyn Fn(usize) -> usize| {
            Rotations(std::array::from_fn(|i| {
                let by = i + 1;
                let is_rotation = by < count;
                Rotation {
                    left: if is_rotation { (step * by) as u32 } else { 0 },
                    into_left: mask(&|bit| is_rotation && place(bit) >= by),
                    right: if is_rotation { (step * (count - by)) as u32 } else { 0 },
                    into_right: mask(&|bit| is_rotation && place(bit) < by),
                }
            }))
        };
        BoxLooks {
            crossing: rotations(1, width, &|i| i % width),
            stacks: rotations(width, N / width, &|i| i % N / width),
            rows: rotations(N, height, &|i| i / N),
        }
    }

    /// Whether groups have at most three members: known when the code is made.
    const fn in_threes<const N: usize>() -> bool {
        N == 4 || N == 6 || N == 9
    }

    /// Bits of which another cell of row and box is set.
    #[inline]
    fn in_crossing<const N: usize>(&self, word: W) -> W {
        self.crossing.others(word, Self::in_threes::<N>())
    }

    /// Bits of which the same place in another box of the band is set.
    #[inline]
    fn in_stacks<const N: usize>(&self, word: W) -> W {
        self.stacks.others(word, Self::in_threes::<N>())
    }

    /// Bits of which another row of the band is set.
    #[inline]
    fn in_rows<const N: usize>(&self, word: W) -> W {
        self.rows.others(word, Self::in_threes::<N>())
    }

    /// Adds to `out` what `of` makes of each word and of what surrounds its bits.
    ///
    /// The last argument of `of`: bits of whose columns another band may hold the only place,
    /// that is, all places of the digit in that band and stack.
    #[inline]
    fn look<const N: usize>(
        &self,
        n_bands: usize,
        bits: &Bits<N, W>,
        out: &mut Bits<N, W>,
        of: impl Fn(Others<W>, W) -> W,
    ) {
        let (mut columns, mut alone) = (*bits, *bits);
        for (column, alone) in columns.as_flattened_mut().iter_mut().zip(alone.as_flattened_mut()) {
            *column |= self.in_rows::<N>(*column);
            *alone = !self.in_crossing::<N>(*column);
        }
        let (columns, alone) = (elsewhere(n_bands, &columns), elsewhere(n_bands, &alone));
        let cells = others_in_cell(bits);
        let words = bits.as_flattened().iter().zip(cells.as_flattened());
        let columns = columns.as_flattened().iter().zip(alone.as_flattened());
        for (out, ((&word, &cell), (&bands, &alone))) in out.as_flattened_mut().iter_mut().zip(words.zip(columns)) {
            let crossing = self.in_crossing::<N>(word);
            let wide = word | crossing;
            let others = Others {
                cell,
                crossing,
                stacks: self.in_stacks::<N>(wide),
                rows: self.in_rows::<N>(wide),
                column: self.in_rows::<N>(word),
                bands,
            };
            *out |= of(others, alone);
        }
    }
}

/// Of every bit, whether another digit is set in the same cell.
#[inline]
fn others_in_cell<const N: usize, W: Word>(bits: &Bits<N, W>) -> Bits<N, W> {
    let zero = W::from(0);
    let mut cells = *bits;
    for words in &mut cells {
        let (mut once, mut twice) = (zero, zero);
        for &word in &*words {
            twice |= once & word;
            once |= word;
        }
        for word in words {
            *word = twice | (once & !*word);
        }
    }
    cells
}

/// What is set in other bands.
#[inline]
fn elsewhere<const N: usize, W: Word>(n_bands: usize, bits: &Bits<N, W>) -> Bits<N, W> {
    let mut out = [[W::from(0); N]; BANDS];
    for (band, out) in out.iter_mut().enumerate().take(n_bands) {
        for (_, words) in bits.iter().enumerate().take(n_bands).filter(|&(other, _)| other != band) {
            for digit in 0..N {
                out[digit] |= words[digit];
            }
        }
    }
    out
}

/// What is set in either.
#[inline]
pub(in crate::generate::sat) fn union<const N: usize, W: Word>(a: &mut Bits<N, W>, b: &Bits<N, W>) {
    for (a, &b) in a.as_flattened_mut().iter_mut().zip(b.as_flattened()) {
        *a |= b;
    }
}

#[cfg(test)]
mod tests {
    use super::{BANDS, Bits, Layout, Looks, Word, WordOf};
    use crate::grid::{Candidate, Constraint, House, HouseKind, Shape};
    use crate::logic::with_small_size;

    /// Looks at candidates that lie `step` apart, and asks of each the same by the geometry.
    #[track_caller]
    fn check<const N: usize, W: Word>(shape: Shape, step: usize) {
        let layout = Layout::<N, W>::new(shape);
        let none: Bits<N, W> = [[W::from(0); N]; BANDS];
        let all: Vec<Candidate> = (0..N * N * N).map(|i| Candidate::from_index(shape, i)).collect();
        let chosen: Vec<Candidate> = all.iter().copied().filter(|c| (c.index(shape) * 7 + 3) % step == 0).collect();
        let mut bits = none;
        for c in &chosen {
            let (band, digit, bit) = layout.place(c.index(shape));
            assert_eq!(layout.candidate(band, digit, bit.lowest()), c.index(shape));
            bits[band][digit] |= bit;
        }
        let [mut seen, mut naked, mut hidden, mut locked] = [none; 4];
        layout.add_seen(&bits, &mut seen);
        layout.add_last(&bits, &mut naked, true, false);
        layout.add_last(&bits, &mut hidden, false, true);
        layout.add_locked(&bits, &mut locked);
        let geometry = &*shape.geometry();
        for &c in &all {
            let (band, digit, bit) = layout.place(c.index(shape));
            let is_set = |bits: &Bits<N, W>| bits[band][digit] & bit != W::from(0);
            let others = |q: Constraint| chosen.iter().any(|&other| other != c && q.contains(geometry, other));
            let houses: Vec<House> = geometry.houses_of(c.cell).collect();
            let in_house = |house: &House| others(Constraint::HouseDigit(*house, c.digit));
            let in_cell = others(Constraint::Cell(c.cell));
            let is_seen = chosen.iter().any(|&other| geometry.sees(c, other));
            let expected = [is_seen, !in_cell, !houses.iter().all(in_house)];
            assert_eq!([is_set(&seen), is_set(&naked), is_set(&hidden)], expected, "{shape} {c:?}");
            // A house that crosses one of its own holds the digit where they cross at most.
            let holds = |base: House, cover: House| {
                let (base, cover) = (&geometry.house_sets[base.index()], &geometry.house_sets[cover.index()]);
                !base.contains(c.cell)
                    && !base.intersection(cover).is_empty()
                    && !chosen.iter().any(|o| o.digit == c.digit && base.contains(o.cell) && !cover.contains(o.cell))
            };
            let is_region = |house: House| geometry.house_kind(house).0 == HouseKind::Box;
            let is_further = |house: House| geometry.house_kind(house).0 == HouseKind::Extra;
            let is_locked = houses.iter().any(|&cover| {
                geometry.houses().any(|base| {
                    let is_pair = is_region(base) != is_region(cover) || is_further(base) || is_further(cover);
                    base != cover && is_pair && holds(base, cover)
                })
            });
            assert_eq!(is_set(&locked), is_locked, "{shape} {c:?}");
        }
    }

    #[test]
    fn the_example_of_the_head_comment() {
        let layout = Layout::<4, u32>::new("2x2".parse().expect("a shape"));
        let word = |rows: &str| rows.bytes().rev().fold(0, |word, bit| word << 1 | u32::from(bit == b'x'));
        let digit = word("xx....x.");
        let Looks::Boxes(looks) = &layout.looks else { unreachable!("boxes") };
        assert_eq!(looks.in_crossing::<4>(digit), word("xx.....x"));
        assert_eq!(looks.in_stacks::<4>(digit | looks.in_crossing::<4>(digit)), word("..xxxx.."));
    }

    #[test]
    fn others_of_every_shape_are_those_of_the_geometry() {
        for shape in crate::grid::examples::all_shapes() {
            for step in [2, 5, 31] {
                with_small_size!(shape, N => check::<N, WordOf<N>>(shape, step));
            }
        }
    }
}

//! A catalogue of grids in few bytes, any of which can be read without the others.
//!
//! Grids in ascending order begin alike, and the rules leave little choice for the rest. So of each grid stands how many
//! cells it has in common with the one before, and then, for each further cell, which of the digits it is that row,
//! column and box leave, in as few bits as tell them apart: none where there is one. Every [`BLOCK`] grids a block
//! begins, whose first grid stands by itself.
//!
//! A file is a line that names format and version, height and width of the boxes (a byte each), the blocks, the index
//! (where each block begins, and its checksum), and a tail: where the index begins, the number of grids, 1 if these are
//! all grids of the shape, a checksum of all but the blocks, and a line. Numbers are 64 bits long, least byte first.

use crate::grid::{EMPTY_CHECKSUM, Puzzle, Shape, checksum};

/// Grids of a block. A longer one takes longer to read for one of them, a shorter one takes more bytes for its first.
pub const BLOCK: u64 = 1024;

const MAGIC: &[u8] = b"cluesmith grids ";
const VERSION: &[u8] = b"1\n";
const END: &[u8; 8] = b"the end\n";
const HEAD_BYTES: usize = MAGIC.len() + VERSION.len() + 2;
const TAIL_BYTES: usize = 5 * 8;
/// An entry of the index.
const ENTRY_BYTES: usize = 2 * 8;

/// What is wrong with a compressed list.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[allow(missing_docs, reason = "the sentences say it")]
pub enum CompressedError {
    #[error("this is no compressed list of grids")]
    Format,
    #[error("this list of grids is of another version of the format")]
    Version,
    #[error("this list of grids is cut off: it has no index at its end")]
    CutOff,
    #[error("this list of grids is damaged: a checksum does not fit")]
    Damaged,
    #[error("this list of grids cannot be read")]
    Unreadable,
}

fn sum_of(before: u64, bytes: &[u8]) -> u64 {
    checksum(before, bytes.iter().map(|&byte| u64::from(byte)))
}

/// Bits that tell so many things apart.
fn n_bits(of: u32) -> u32 {
    of.saturating_sub(1).checked_ilog2().map_or(0, |log| log + 1)
}

/// The digits that row, column and box of a cell leave, while a grid is filled cell by cell.
#[derive(Debug)]
struct Filling {
    shape: Shape,
    values: Vec<u8>,
    used: [[u32; 16]; 3],
}

impl Filling {
    fn new(shape: Shape) -> Filling {
        Filling { shape, values: Vec::new(), used: [[0; 16]; 3] }
    }

    fn houses(&self, at: usize) -> [usize; 3] {
        let cell = crate::grid::Cell::from_index(at);
        [self.shape.row(cell), self.shape.col(cell), self.shape.box_of(cell)]
    }

    /// Takes back all but the first cells.
    fn keep(&mut self, n_cells: usize) {
        while self.values.len() > n_cells {
            let Some(value) = self.values.pop() else { return };
            let houses = self.houses(self.values.len());
            for (used, house) in self.used.iter_mut().zip(houses) {
                used[house] &= !(1 << value);
            }
        }
    }

    /// Digits for the next cell, as bits.
    fn open(&self) -> u32 {
        let all = (2u32 << self.shape.n()) - 2;
        let used = self.used.iter().zip(self.houses(self.values.len()));
        all & !used.fold(0, |sum, (used, house)| sum | used[house])
    }

    fn push(&mut self, value: u8) {
        let houses = self.houses(self.values.len());
        for (used, house) in self.used.iter_mut().zip(houses) {
            used[house] |= 1 << value;
        }
        self.values.push(value);
    }
}

/// Bits on their way out, the first in the lowest bit of a byte.
#[derive(Default, Debug)]
struct Bits {
    bytes: Vec<u8>,
    n_free: u32,
}

impl Bits {
    fn put(&mut self, value: u32, n_bits: u32) {
        for bit in 0..n_bits {
            if self.n_free == 0 {
                self.bytes.push(0);
                self.n_free = 8;
            }
            let last = self.bytes.len() - 1;
            self.bytes[last] |= ((value >> bit & 1) as u8) << (8 - self.n_free);
            self.n_free -= 1;
        }
    }
}

/// Makes a compressed list; whoever calls it writes the bytes, one after the other.
#[derive(Debug)]
pub struct Compressor {
    shape: Shape,
    filling: Filling,
    block: Bits,
    n_grids: u64,
    n_bytes: u64,
    /// Head and index so far.
    head: Vec<u8>,
    index: Vec<u8>,
}

impl Compressor {
    /// A list of grids of this shape, and its first bytes; `None` unless it has boxes and no further rules.
    pub fn new(shape: Shape) -> Option<(Compressor, Vec<u8>)> {
        let (height, width) = shape.boxes()?;
        let head = [MAGIC, VERSION, &[height as u8, width as u8]].concat();
        let compressor = Compressor {
            shape,
            filling: Filling::new(shape),
            block: Bits::default(),
            n_grids: 0,
            n_bytes: head.len() as u64,
            head: head.clone(),
            index: Vec::new(),
        };
        Some((compressor, head))
    }

    /// Takes a grid, which has to come after the one before in the order of their lines; returns bytes, if a block is
    /// complete.
    ///
    /// # Panics
    /// If it is no solution grid of the shape, or does not come after the one before.
    pub fn add(&mut self, grid: &Puzzle) -> Option<Vec<u8>> {
        assert!(grid.shape() == self.shape && grid.is_solution(), "only solution grids are listed");
        let complete = if self.n_grids.is_multiple_of(BLOCK) { self.end_block() } else { None };
        let values = grid.values();
        let common = self.filling.values.iter().zip(values).take_while(|(a, b)| a == b).count();
        if !self.filling.values.is_empty() {
            self.block.put(common as u32, n_bits(self.shape.n_cells() as u32));
        }
        assert!(common < values.len(), "no grid is listed twice");
        let before = self.filling.values.get(common).copied().unwrap_or_default();
        self.filling.keep(common);
        for (at, &value) in values.iter().enumerate().skip(common) {
            // Where two grids differ first, the later one has the larger digit.
            let open = self.filling.open() & if at == common { !((2 << before) - 1) } else { !0 };
            assert!(open >> value & 1 == 1, "grids are listed in ascending order");
            let rank = (open & ((1 << value) - 1)).count_ones();
            self.block.put(rank, n_bits(open.count_ones()));
            self.filling.push(value);
        }
        self.n_grids += 1;
        complete
    }

    fn end_block(&mut self) -> Option<Vec<u8>> {
        let bytes = std::mem::take(&mut self.block).bytes;
        self.filling.keep(0);
        if bytes.is_empty() {
            return None;
        }
        self.index.extend(self.n_bytes.to_le_bytes());
        self.index.extend(sum_of(EMPTY_CHECKSUM, &bytes).to_le_bytes());
        self.n_bytes += bytes.len() as u64;
        Some(bytes)
    }

    /// The last bytes; `is_complete` says whether these are all grids of the shape.
    pub fn finish(mut self, is_complete: bool) -> Vec<u8> {
        let mut bytes = self.end_block().unwrap_or_default();
        let start = self.n_bytes.to_le_bytes();
        let tail = [start, self.n_grids.to_le_bytes(), u64::from(is_complete).to_le_bytes()].concat();
        let sum = [&self.head, &self.index, &tail].iter().fold(EMPTY_CHECKSUM, |sum, bytes| sum_of(sum, bytes));
        bytes.extend(self.index);
        bytes.extend(tail);
        bytes.extend(sum.to_le_bytes());
        bytes.extend(END);
        bytes
    }
}

/// Reads so many bytes from this place of a list; `None` if that fails.
pub type ReadAt<'a> = dyn FnMut(u64, usize) -> Option<Vec<u8>> + 'a;

/// A compressed list of grids.
pub struct CompressedGrids<'a> {
    shape: Shape,
    n_grids: u64,
    is_complete: bool,
    /// Where each block begins, and its checksum; at the end where the index begins.
    blocks: Vec<(u64, u64)>,
    read: &'a mut ReadAt<'a>,
    /// The block that was read last.
    unpacked: Option<(u64, Vec<Puzzle>)>,
}

impl<'a> CompressedGrids<'a> {
    /// Reads head and index of a list of so many bytes.
    ///
    /// # Errors
    /// If it is none, of another version, or damaged.
    pub fn open(n_bytes: u64, read: &'a mut ReadAt<'a>) -> Result<CompressedGrids<'a>, CompressedError> {
        let mut get =
            |at: u64, n: usize| read(at, n).filter(|bytes| bytes.len() == n).ok_or(CompressedError::Unreadable);
        if n_bytes < HEAD_BYTES as u64 {
            return Err(CompressedError::Format);
        }
        let head = get(0, HEAD_BYTES)?;
        let version = head.strip_prefix(MAGIC).ok_or(CompressedError::Format)?;
        let [height, width] = version.strip_prefix(VERSION).ok_or(CompressedError::Version)? else {
            return Err(CompressedError::Version);
        };
        if n_bytes < (HEAD_BYTES + TAIL_BYTES) as u64 {
            return Err(CompressedError::CutOff);
        }
        let tail = get(n_bytes - TAIL_BYTES as u64, TAIL_BYTES)?;
        if !tail.ends_with(END) {
            return Err(CompressedError::CutOff);
        }
        let [start, n_grids, is_complete, sum, _] = <[u64; 5]>::try_from(words(&tail)).unwrap_or_default();
        let n_blocks = n_grids.div_ceil(BLOCK);
        let n_index = n_blocks.checked_mul(ENTRY_BYTES as u64).ok_or(CompressedError::Damaged)?;
        if start.checked_add(n_index).and_then(|end| end.checked_add(TAIL_BYTES as u64)) != Some(n_bytes) {
            return Err(CompressedError::Damaged);
        }
        let index = get(start, n_index as usize)?;
        let parts = [&head[..], &index, &tail[..3 * 8]];
        if sum != parts.iter().fold(EMPTY_CHECKSUM, |sum, bytes| sum_of(sum, bytes)) {
            return Err(CompressedError::Damaged);
        }
        let shape = Shape::new(usize::from(*height), usize::from(*width)).map_err(|_| CompressedError::Damaged)?;
        let mut blocks: Vec<(u64, u64)> = words(&index).chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
        blocks.push((start, 0));
        if !blocks.is_sorted_by_key(|(at, _)| *at) {
            return Err(CompressedError::Damaged);
        }
        Ok(CompressedGrids { shape, n_grids, is_complete: is_complete == 1, blocks, read, unpacked: None })
    }

    /// The shape of its grids.
    pub fn shape(&self) -> Shape {
        self.shape
    }

    /// How many there are.
    pub fn n_grids(&self) -> u64 {
        self.n_grids
    }

    /// Whether these are all essentially different grids of the shape.
    pub fn is_complete(&self) -> bool {
        self.is_complete
    }

    /// Grid number `number`, from 0; its block is kept for the next one. `None` behind the last.
    ///
    /// # Errors
    /// If its block cannot be read or is damaged.
    pub fn grid(&mut self, number: u64) -> Result<Option<&Puzzle>, CompressedError> {
        if number >= self.n_grids {
            return Ok(None);
        }
        let block = number / BLOCK;
        if self.unpacked.as_ref().is_none_or(|(unpacked, _)| *unpacked != block) {
            let (at, sum) = self.blocks[block as usize];
            let n_bytes = self.blocks[block as usize + 1].0 - at;
            let bytes = (self.read)(at, n_bytes as usize).ok_or(CompressedError::Unreadable)?;
            if sum_of(EMPTY_CHECKSUM, &bytes) != sum {
                return Err(CompressedError::Damaged);
            }
            let n_grids = BLOCK.min(self.n_grids - block * BLOCK);
            let grids = unpack(self.shape, &bytes, n_grids).ok_or(CompressedError::Damaged)?;
            self.unpacked = Some((block, grids));
        }
        Ok(self.unpacked.as_ref().and_then(|(_, grids)| grids.get((number % BLOCK) as usize)))
    }
}

impl std::fmt::Debug for CompressedGrids<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let CompressedGrids { shape, n_grids, is_complete, .. } = self;
        let mut lines = f.debug_struct("CompressedGrids");
        lines.field("shape", shape).field("n_grids", n_grids).field("is_complete", is_complete).finish_non_exhaustive()
    }
}

fn words(bytes: &[u8]) -> Vec<u64> {
    let word = |bytes: &[u8]| bytes.iter().rev().fold(0, |word, &byte| word << 8 | u64::from(byte));
    bytes.chunks(8).map(word).collect()
}

/// The grids of a block; `None` if it is none.
fn unpack(shape: Shape, bytes: &[u8], n_grids: u64) -> Option<Vec<Puzzle>> {
    let mut at = 0;
    let mut take = |n_bits: u32| -> Option<u32> {
        let mut value = 0;
        for bit in 0..n_bits {
            value |= u32::from(bytes.get(at / 8)? >> (at % 8) & 1) << bit;
            at += 1;
        }
        Some(value)
    };
    let mut filling = Filling::new(shape);
    let mut grids = Vec::new();
    for _ in 0..n_grids {
        let common = if filling.values.is_empty() { 0 } else { take(n_bits(shape.n_cells() as u32))? as usize };
        let before = filling.values.get(common).copied().unwrap_or_default();
        filling.keep(common);
        for cell in common..shape.n_cells() {
            let mut open = filling.open() & if cell == common { !((2 << before) - 1) } else { !0 };
            for _ in 0..take(n_bits(open.count_ones()))? {
                open &= open.checked_sub(1)?;
            }
            if open == 0 {
                return None;
            }
            filling.push(open.trailing_zeros() as u8);
        }
        grids.push(Puzzle::try_from_values(shape, &filling.values).ok()?);
    }
    Some(grids)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::canon::{CatalogueVisitor, catalogue};
    use std::ops::ControlFlow;

    struct First(Vec<Puzzle>, usize);

    impl CatalogueVisitor for First {
        fn grid(&mut self, grid: Puzzle, _: u64) -> ControlFlow<()> {
            self.0.push(grid);
            if self.0.len() == self.1 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        }
    }

    fn first(shape: &str, n_grids: usize) -> Vec<Puzzle> {
        let mut list = First(Vec::new(), n_grids);
        let _ = catalogue(shape.parse().expect("a shape"), &mut list);
        list.0
    }

    fn compress(grids: &[Puzzle], is_complete: bool) -> Vec<u8> {
        let (mut compressor, mut bytes) = Compressor::new(grids[0].shape()).expect("boxes");
        for grid in grids {
            bytes.extend(compressor.add(grid).unwrap_or_default());
        }
        bytes.extend(compressor.finish(is_complete));
        bytes
    }

    /// What the list holds, read in this order, or the error.
    fn read(bytes: &[u8], order: &[u64]) -> Result<Vec<Option<Puzzle>>, CompressedError> {
        let mut read_at = |at: u64, n: usize| bytes.get(at as usize..)?.get(..n).map(<[u8]>::to_vec);
        let mut list = CompressedGrids::open(bytes.len() as u64, &mut read_at)?;
        order.iter().map(|&number| Ok(list.grid(number)?.cloned())).collect()
    }

    /// All grids come back, one by one in any order; most bytes for each.
    #[track_caller]
    fn check(shape: &str, n_grids: usize, most_bytes: usize) {
        let grids = first(shape, n_grids);
        let bytes = compress(&grids, true);
        assert!(bytes.len() <= 100 + grids.len() * most_bytes, "{} bytes for {}", bytes.len(), grids.len());
        let forth: Vec<u64> = (0..grids.len() as u64).collect();
        let expected: Vec<Option<Puzzle>> = grids.iter().cloned().map(Some).collect();
        assert!(read(&bytes, &forth).expect("readable") == expected);
        let jumps: Vec<u64> = (0..40).map(|i| i * 7919 % grids.len() as u64).collect();
        let expected: Vec<Option<Puzzle>> = jumps.iter().map(|&at| Some(grids[at as usize].clone())).collect();
        assert!(read(&bytes, &jumps).expect("readable") == expected);
        assert_eq!(read(&bytes, &[grids.len() as u64]), Ok(vec![None]));
    }

    #[test]
    fn grids_come_back() {
        check("2x2", 2, 40);
        check("2x3", 49, 4);
        check("3x2", 49, 4);
        check("2x4", 3000, 4);
        check("3x3", 5000, 4);
        check("3x4", 20, 20);
    }

    #[test]
    fn head_and_tail_tell_about_the_list() {
        for is_complete in [false, true] {
            let bytes = compress(&first("2x3", 49), is_complete);
            let mut read_at = |at: u64, n: usize| bytes.get(at as usize..)?.get(..n).map(<[u8]>::to_vec);
            let list = CompressedGrids::open(bytes.len() as u64, &mut read_at).expect("a list");
            assert_eq!((list.shape().to_string().as_str(), list.n_grids()), ("2x3", 49));
            assert_eq!(list.is_complete(), is_complete);
            assert_eq!(
                format!("{list:?}"),
                format!("CompressedGrids {{ shape: {:?}, n_grids: 49, is_complete: {is_complete}, .. }}", list.shape())
            );
        }
        // No more bits than the rules ask for.
        assert_eq!(compress(&first("2x3", 49), true).len(), 143);
        // A list may be empty.
        let (compressor, mut bytes) = Compressor::new("2x3".parse().expect("a shape")).expect("boxes");
        bytes.extend(compressor.finish(false));
        assert_eq!((bytes.len(), read(&bytes, &[0])), (HEAD_BYTES + TAIL_BYTES, Ok(vec![None])));
        assert!(Compressor::new("2x2 x".parse().expect("a layout")).is_none());
    }

    /// No byte can change, and none can be missing, without an error.
    #[test]
    fn damage_is_noticed() {
        let grids = first("3x3", 1100);
        let bytes = compress(&grids, false);
        let order = [0, 1099];
        assert_eq!(read(&bytes, &order), Ok(vec![Some(grids[0].clone()), Some(grids[1099].clone())]));
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 8);
            let expected = match at {
                _ if at < MAGIC.len() => CompressedError::Format,
                _ if at < MAGIC.len() + VERSION.len() => CompressedError::Version,
                _ if at >= bytes.len() - END.len() => CompressedError::CutOff,
                _ => CompressedError::Damaged,
            };
            assert_eq!(read(&damaged, &order), Err(expected), "byte {at}");
        }
        for n_bytes in (0..bytes.len()).step_by(13).chain([HEAD_BYTES, HEAD_BYTES + TAIL_BYTES]) {
            let expected = if n_bytes < HEAD_BYTES { CompressedError::Format } else { CompressedError::CutOff };
            assert_eq!(read(&bytes[..n_bytes], &order), Err(expected), "{n_bytes} bytes");
        }
        assert_eq!(read(b"123456789", &order), Err(CompressedError::Format));
    }

    #[test]
    #[should_panic(expected = "grids are listed in ascending order")]
    fn grids_in_another_order_are_refused() {
        let mut grids = first("2x3", 2);
        grids.reverse();
        compress(&grids, false);
    }

    #[test]
    fn bits_are_as_few_as_tell_apart() {
        for (of, bits) in [(0, 0), (1, 0), (2, 1), (3, 2), (4, 2), (5, 3), (8, 3), (9, 4), (81, 7)] {
            assert_eq!(n_bits(of), bits, "{of}");
        }
    }
}

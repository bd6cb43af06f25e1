//! Random choices from a seed.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;

/// A stream of choices.
pub(crate) struct Random(Xoshiro256PlusPlus);

impl Random {
    /// The stream of one run.
    pub(crate) fn of_run(seed: u64, run: u64) -> Random {
        Random(Xoshiro256PlusPlus::seed_from_u64(seed.rotate_left(32) ^ run))
    }

    /// A number below `end`; 0 where there is none.
    pub(crate) fn below(&mut self, end: usize) -> usize {
        if end == 0 { 0 } else { self.0.random_range(0..end) }
    }

    /// True once in so many times.
    pub(crate) fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn number(&mut self) -> u64 {
        self.0.random_range(0..u64::MAX)
    }

    pub(crate) fn pick<'a, T: ?Sized>(&mut self, items: &[&'a T]) -> &'a T {
        items[self.below(items.len())]
    }

    /// A place in a list of this length and the end of a part that begins there.
    pub(crate) fn part(&mut self, length: usize) -> (usize, usize) {
        let from = self.below(length);
        (from, from + 1 + self.below((length - from).saturating_sub(1).min(12)))
    }

    pub(crate) fn shuffle<T>(&mut self, items: &mut [T]) {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
    }
}

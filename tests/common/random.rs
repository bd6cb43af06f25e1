//! Random numbers for tests and benchmarks (splitmix64).

/// A stream of random numbers; the same on every machine.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// A number in 0..n.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % n as u64) as usize
    }

    /// The items in random order.
    #[allow(dead_code, reason = "not everybody needs it")]
    pub(crate) fn shuffled<T>(&mut self, mut items: Vec<T>) -> Vec<T> {
        for i in (1..items.len()).rev() {
            items.swap(i, self.below(i + 1));
        }
        items
    }

    /// An order of nine lines that keeps groups of three together.
    #[allow(dead_code, reason = "not everybody needs it")]
    pub(crate) fn lines(&mut self) -> Vec<u8> {
        let groups: Vec<Vec<u8>> = (0..3).map(|group| self.shuffled((3 * group..3 * group + 3).collect())).collect();
        self.shuffled(groups).concat()
    }
}

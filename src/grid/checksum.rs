//! A checksum that is the same on every machine and in every version.

/// The checksum of nothing.
pub const EMPTY_CHECKSUM: u64 = 0xcbf2_9ce4_8422_2325;

/// FNV-1a: goes on with words or bytes behind those that have this checksum. No two texts that differ in a single
/// one of them share it.
pub fn checksum(before: u64, words: impl IntoIterator<Item = u64>) -> u64 {
    words.into_iter().fold(before, |sum, word| (sum ^ word).wrapping_mul(0x0000_0100_0000_01b3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(text: &str, expected: u64) {
        assert_eq!(checksum(EMPTY_CHECKSUM, text.bytes().map(u64::from)), expected, "{text}");
        let (head, tail) = text.split_at(text.len() / 2);
        let first = checksum(EMPTY_CHECKSUM, head.bytes().map(u64::from));
        assert_eq!(checksum(first, tail.bytes().map(u64::from)), expected, "{text} in two parts");
    }

    /// Values published with the algorithm.
    #[test]
    fn checksums_are_those_of_fnv_1a() {
        check("", 0xcbf2_9ce4_8422_2325);
        check("a", 0xaf63_dc4c_8601_ec8c);
        check("foobar", 0x8594_4171_f739_67e8);
    }
}

//! LZ-String, the compression of f-puzzles and SudokuPad links (base 64 form).
//!
//! Packing is the crate's. Unpacking is our own because it has to be bounded: a few
//! kilobytes of this format can stand for gigabytes.

/// Packs a text.
pub(super) fn pack(text: &str) -> String {
    lz_str::compress_to_base64(text)
}

/// Unpacks a text of at most `limit` UTF-16 units; `None` for anything else.
///
/// Each entry of the dictionary is the text put out last and the character after it,
/// so it is a slice of the output and takes no memory of its own.
pub(super) fn unpack(packed: &str, limit: usize) -> Option<String> {
    let mut bits = Bits { values: packed.trim_end_matches('=').bytes(), value: 0, left: 0 };
    let mut out: Vec<u16> = Vec::new();
    // Codes 0 to 2 are commands; an entry is a start and a length in `out`.
    let mut entries: Vec<(usize, usize)> = vec![(0, 0); 3];
    let mut last: Option<(usize, usize)> = None;
    let mut width = 2;
    let mut room = 1;
    loop {
        let mut code = bits.read(width)? as usize;
        let mut fresh = None;
        if code <= 1 {
            fresh = Some(bits.read(if code == 0 { 8 } else { 16 })? as u16);
            code = entries.len();
            entries.push((out.len(), 1));
            if last.is_some() {
                tighten(&mut room, &mut width);
            }
        } else if code == 2 {
            return String::from_utf16(&out).ok();
        }
        let start = out.len();
        if let Some(unit) = fresh {
            out.push(unit);
        } else if let Some(&(from, length)) = entries.get(code) {
            if start + length > limit {
                return None;
            }
            out.extend_from_within(from..from + length);
        } else {
            // The entry that is only being made: the last text and its own first character.
            let (from, length) = last.filter(|_| code == entries.len())?;
            if start + length + 1 > limit {
                return None;
            }
            out.extend_from_within(from..from + length);
            out.push(out[from]);
        }
        if out.len() > limit {
            return None;
        }
        if let Some((from, length)) = last {
            entries.push((from, length + 1));
            tighten(&mut room, &mut width);
        } else {
            width = 3;
            room = 4;
        }
        last = Some((start, out.len() - start));
        if width > 24 {
            return None;
        }
    }
}

/// Codes get wider whenever the dictionary has outgrown their width.
fn tighten(room: &mut usize, width: &mut u32) {
    *room -= 1;
    if *room == 0 {
        *room = 1 << *width;
        *width += 1;
    }
}

/// Bits of base 64 digits, high bit first; numbers come low bit first.
struct Bits<'a> {
    values: std::str::Bytes<'a>,
    value: u8,
    left: u32,
}

impl Bits<'_> {
    fn read(&mut self, width: u32) -> Option<u32> {
        let mut number = 0;
        for place in 0..width {
            if self.left == 0 {
                self.value = match self.values.next()? {
                    b @ b'A'..=b'Z' => b - b'A',
                    b @ b'a'..=b'z' => b - b'a' + 26,
                    b @ b'0'..=b'9' => b - b'0' + 52,
                    b'+' | b'-' | b' ' => 62,
                    b'/' | b'_' => 63,
                    _ => return None,
                };
                self.left = 6;
            }
            self.left -= 1;
            number |= u32::from(self.value >> self.left & 1) << place;
        }
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn texts_of_the_original_unpack() {
        // Made with lz-string's own compressToBase64.
        assert_eq!(unpack("BYUwNmD2Q===", 100).as_deref(), Some("hello"));
        assert_eq!(unpack("CcN4P4yOQAQIx/Cg", 100).as_deref(), Some("\u{e4}\u{f6}\u{fc}\u{2713} 1111111111"));
        assert_eq!(unpack("Q===", 100).as_deref(), Some(""));
        assert_eq!(unpack("BYUwNm", 100), None);
        assert_eq!(unpack("B!", 100), None);
    }

    /// Thirty kilobytes that claim to be a hundred million characters.
    #[test]
    fn what_unpacks_to_too_much_is_refused() {
        let packed = pack(&"a".repeat(200_000));
        assert!(packed.len() < 3000);
        assert_eq!(unpack(&packed, 199_999), None);
        assert_eq!(unpack(&packed, 200_000).map(|text| text.len()), Some(200_000));
    }

    proptest! {
        #[test]
        fn packed_texts_unpack(text in "([ab]{0,40}|\\PC{0,60}){0,4}") {
            let unpacked = unpack(&pack(&text), 10_000);
            prop_assert_eq!(unpacked.as_deref(), Some(text.as_str()));
        }

        #[test]
        fn rubbish_never_panics(packed in "[A-Za-z0-9+/=]{0,200}") {
            let _ = unpack(&packed, 1000);
        }
    }
}

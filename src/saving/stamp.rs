//! What a file held when it was read or written, to notice that another program changed it since.

use std::fs::File;
use std::hash::{DefaultHasher, Hasher};
use std::io::{self, ErrorKind, Read};
use std::path::Path;
use std::str::FromStr;

/// The contents of a file, as far as they need to be told apart. Its time does not count: a file that was
/// written anew with the same contents has not changed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stamp {
    length: u64,
    hash: u64,
}

impl Stamp {
    /// The stamp of a file with these contents.
    pub fn of(bytes: &[u8]) -> Stamp {
        let mut hasher = DefaultHasher::new();
        hasher.write(bytes);
        Stamp { length: bytes.len() as u64, hash: hasher.finish() }
    }

    /// The stamp of a file as it is now; `None` if there is no regular file at the path.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(path: &Path) -> io::Result<Option<Stamp>> {
        match std::fs::metadata(path) {
            Ok(data) if data.is_file() => {}
            Ok(_) => return Ok(None),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(error),
        }
        let mut file = File::open(path)?;
        let mut hasher = DefaultHasher::new();
        let mut length = 0;
        let mut buffer = vec![0; 1 << 16];
        loop {
            match file.read(&mut buffer)? {
                0 => return Ok(Some(Stamp { length, hash: hasher.finish() })),
                n => {
                    hasher.write(&buffer[..n]);
                    length += n as u64;
                }
            }
        }
    }
}

impl std::fmt::Display for Stamp {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{:x}-{:x}", self.length, self.hash)
    }
}

impl FromStr for Stamp {
    type Err = ();

    fn from_str(text: &str) -> Result<Stamp, ()> {
        let number = |text: &str| u64::from_str_radix(text, 16).map_err(drop);
        let (length, hash) = text.split_once('-').ok_or(())?;
        Ok(Stamp { length: number(length)?, hash: number(hash)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Writes the second contents over the first: whether the stamp says that the file changed.
    #[track_caller]
    fn check(before: &[u8], after: &[u8], is_changed: bool) {
        let file = tempfile::NamedTempFile::new().expect("a file");
        crate::saving::save(file.path(), before).expect("written");
        assert_eq!(Stamp::read(file.path()).expect("read"), Some(Stamp::of(before)));
        crate::saving::save(file.path(), after).expect("written");
        let now = Stamp::read(file.path()).expect("read").expect("there");
        assert_eq!(now != Stamp::of(before), is_changed);
        assert_eq!(now.to_string().parse(), Ok(now));
    }

    #[test]
    fn a_change_of_the_contents_is_noticed() {
        check(b"", b"", false);
        check(b"one", b"one", false);
        check(b"one", b"two", true);
        check(b"one", b"one\n", true);
        let long = vec![7; 200_000];
        check(&long, &long, false);
        let mut other = long.clone();
        other[150_000] = 8;
        check(&long, &other, true);
        let folder = tempfile::tempdir().expect("a folder");
        assert_eq!(Stamp::read(folder.path()).expect("no file"), None);
        assert_eq!(Stamp::read(&folder.path().join("none")).expect("no file"), None);
        for text in ["", "-", "1-", "1-g", "12"] {
            assert_eq!(text.parse::<Stamp>(), Err(()), "{text}");
        }
    }
}

//! Where bytes for a path go: links are followed to their end.

use std::fs::{self, Metadata};
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};

/// Links that are followed one after another, as many as Linux does.
const MAX_LINKS: usize = 40;

/// Where a path leads to.
pub(super) enum Place {
    /// Standard output of this process.
    Output,
    /// Standard error of this process.
    Errors,
    /// A pipe, a device, or a file that this process was given open.
    Stream(PathBuf),
    /// A regular file, or nothing yet.
    File {
        /// Its path behind all links.
        target: PathBuf,
        /// What is there now.
        old: Option<Metadata>,
    },
}

/// Follows the links of a path, also those that lead to nothing.
pub(super) fn place_of(path: &Path) -> io::Result<Place> {
    if path.as_os_str().as_encoded_bytes().last().is_some_and(|&last| std::path::is_separator(char::from(last))) {
        return Err(ErrorKind::IsADirectory.into());
    }
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        match descriptor(&target) {
            Some(1) => return Ok(Place::Output),
            Some(2) => return Ok(Place::Errors),
            Some(_) => return Ok(Place::Stream(target)),
            None => {}
        }
        let data = match fs::symlink_metadata(&target) {
            Ok(data) => data,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Place::File { target, old: None }),
            Err(error) => return Err(error),
        };
        if data.is_symlink() {
            // Some links, such as those to another process's pipes, only the system can follow.
            if fs::metadata(&target).is_ok_and(|data| !data.is_file() && !data.is_dir() && is_magic(&target)) {
                return Ok(Place::Stream(target));
            }
            target = folder_of(&target).join(fs::read_link(&target)?);
        } else if data.is_dir() {
            return Err(ErrorKind::IsADirectory.into());
        } else if data.is_file() {
            return Ok(Place::File { target, old: Some(data) });
        } else {
            return Ok(Place::Stream(target));
        }
    }
    Err(io::Error::other("its links lead round in a circle"))
}

/// Whether what a link says is no path.
fn is_magic(link: &Path) -> bool {
    fs::read_link(link).is_ok_and(|to| fs::symlink_metadata(folder_of(link).join(to)).is_err())
}

/// The folder of a file.
pub(super) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// The number of an open file of this process, if that is what the path names: 1 for `/dev/stdout`.
fn descriptor(path: &Path) -> Option<u32> {
    let number = path.file_name()?.to_str()?.parse().ok()?;
    let folder = fs::canonicalize(folder_of(path)).ok()?;
    let is_own = |own: &str| fs::canonicalize(own).is_ok_and(|own| own == folder);
    (is_own("/proc/self/fd") || is_own("/dev/fd")).then_some(number)
}

/// Whether the path is, or leads to, standard output of this process, as `/dev/stdout` does.
pub fn is_standard_output(path: &Path) -> bool {
    matches!(place_of(path), Ok(Place::Output))
}

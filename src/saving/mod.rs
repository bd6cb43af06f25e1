//! Writing a user's files: the one place that does it, for the command line and the studio.
//!
//! A regular file is replaced in one step: whatever happens, it is the old or the new one, never a half.
//! Links are followed and stay links; access rights and, where the system allows it, the owner stay. What is
//! no regular file, such as a pipe or a device, is written to as it is.

mod place;
mod stamp;

pub use place::is_standard_output;
pub use stamp::Stamp;

use place::{Place, place_of};
use std::fs::{self, File, Metadata, OpenOptions};
use std::io::{self, BufWriter, ErrorKind, Write};
use std::path::{Path, PathBuf};
use tempfile::NamedTempFile;

/// A file that could not be written: one sentence.
#[derive(Clone, PartialEq, Eq, Debug, thiserror::Error)]
#[error("cannot write {}: {why}", path.display())]
pub struct SaveError {
    /// The file as it was named.
    pub path: PathBuf,
    /// What went wrong, in words.
    pub why: String,
}

impl SaveError {
    fn new(path: &Path, error: &io::Error) -> SaveError {
        SaveError { path: path.to_owned(), why: reason(error) }
    }
}

/// Beginning of the name of a file that shall take another one's place; a kill may leave one behind.
const PREFIX: &str = ".cluesmith-";

/// Why a file cannot be replaced though it could be written itself.
const NO_FOLDER: &str = "there is no permission to replace files in its folder";

/// Writes a file.
///
/// # Errors
/// If it cannot be written; what was there before is still there then.
pub fn save(path: &Path, bytes: impl AsRef<[u8]>) -> Result<(), SaveError> {
    save_all(&[(path, bytes)])
}

/// Writes several files that belong together; none takes its place before all are on the disk.
///
/// # Errors
/// If one cannot be written; what was there before is still there then.
pub fn save_all(files: &[(impl AsRef<Path>, impl AsRef<[u8]>)]) -> Result<(), SaveError> {
    let mut staged = Vec::new();
    for (path, bytes) in files {
        let (path, bytes) = (path.as_ref(), bytes.as_ref());
        let staged_file = write_or_stage(path, &mut |out| out.write_all(bytes));
        if let Some(file) = staged_file.map_err(|error| SaveError::new(path, &error))? {
            staged.push((path, file));
        }
    }
    for (path, Staged { file, target }) in staged {
        file.persist(target).map_err(|error| SaveError::new(path, &error.error))?;
    }
    Ok(())
}

/// Writes a file part by part, so that it need not be held: `fill` writes to what it is given.
///
/// # Errors
/// If it cannot be written, or `fill` gives up; what was there before is still there then.
pub fn save_by(path: &Path, fill: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> Result<(), SaveError> {
    if let Some(Staged { file, target }) = write_or_stage(path, fill).map_err(|error| SaveError::new(path, &error))? {
        file.persist(target).map_err(|error| SaveError::new(path, &error.error))?;
    }
    Ok(())
}

/// Whether [`save`] will be able to write there, as far as can be told before long work begins.
///
/// # Errors
/// If it will not.
pub fn check(path: &Path) -> Result<(), SaveError> {
    let check = || match place_of(path)? {
        Place::File { target, old } => {
            may_be_written(&target, old.as_ref())?;
            // Without a name where the system can do that: nothing stays behind, however the program ends.
            tempfile::tempfile_in(place::folder_of(&target)).map(drop).map_err(of_folder)
        }
        Place::Output | Place::Errors | Place::Stream(_) => Ok(()),
    };
    check().map_err(|error| SaveError::new(path, &error))
}

/// Opens a file to add to its end, a new one if there is none.
///
/// # Errors
/// If it cannot be written.
pub fn append(path: &Path) -> Result<File, SaveError> {
    open(path, OpenOptions::new().create(true).append(true))
}

/// Opens a file that will be written line by line, a new one if there is none. What it holds stays for now.
///
/// # Errors
/// If it cannot be written.
pub fn open_for_lines(path: &Path) -> Result<File, SaveError> {
    open(path, OpenOptions::new().create(true).truncate(false).write(true))
}

/// Opens a file that is there, to read it and go on with it.
///
/// # Errors
/// If there is none, or it cannot be read and written.
pub fn open_to_go_on(path: &Path) -> Result<File, SaveError> {
    open(path, OpenOptions::new().read(true).write(true))
}

/// Opens an empty file in the place of whatever is there.
///
/// # Errors
/// If it cannot be written.
pub fn create(path: &Path) -> Result<File, SaveError> {
    open(path, OpenOptions::new().create(true).truncate(true).write(true))
}

fn open(path: &Path, options: &OpenOptions) -> Result<File, SaveError> {
    let open = || match place_of(path)? {
        // Opening a link that leads to nothing makes what it leads to.
        Place::File { target, .. } | Place::Stream(target) => options.open(target),
        // What a file behind it holds is not ours.
        Place::Output | Place::Errors => OpenOptions::new().append(true).open(path),
    };
    open().map_err(|error| SaveError::new(path, &error))
}

/// Whether a regular file stands there, which saving would replace.
pub fn is_file(path: &Path) -> bool {
    fs::metadata(path).is_ok_and(|data| data.is_file())
}

/// Whether both paths lead to the same file, which is there.
pub fn is_same_file(one: &Path, other: &Path) -> bool {
    fs::canonicalize(one).is_ok_and(|one| fs::canonicalize(other).is_ok_and(|other| one == other))
}

/// Whether saving goes to a regular file, one that is there or a new one; not to a pipe, a device or standard output.
pub fn is_for_a_file(path: &Path) -> bool {
    matches!(place_of(path), Ok(Place::File { .. }))
}

/// What went wrong, in words.
pub fn reason(error: &io::Error) -> String {
    match error.kind() {
        ErrorKind::NotFound => "there is no such file or folder".to_owned(),
        ErrorKind::PermissionDenied if error.get_ref().is_none() => "there is no permission".to_owned(),
        ErrorKind::IsADirectory => "it is a folder".to_owned(),
        ErrorKind::NotADirectory => "a file stands where a folder should be".to_owned(),
        ErrorKind::StorageFull => "the disk is full".to_owned(),
        ErrorKind::ReadOnlyFilesystem => "nothing can be written to this disk".to_owned(),
        _ => error.to_string().split(" (os error").next().unwrap_or_default().to_owned(),
    }
}

/// A file that may not be written is not replaced either.
fn may_be_written(target: &Path, old: Option<&Metadata>) -> io::Result<()> {
    match old {
        Some(_) => OpenOptions::new().write(true).open(target).map(drop),
        None => Ok(()),
    }
}

/// Why no file could be made in a folder: the error of the system, which the library wraps together with the name
/// of a temporary file.
fn of_folder(error: io::Error) -> io::Error {
    if error.kind() == ErrorKind::PermissionDenied {
        return io::Error::new(error.kind(), NO_FOLDER);
    }
    let inner = error.get_ref().and_then(|inner| inner.source()).and_then(|inner| inner.downcast_ref::<io::Error>());
    match inner.and_then(io::Error::raw_os_error) {
        Some(code) => io::Error::from_raw_os_error(code),
        None => error,
    }
}

/// A file on the disk that waits to take its place.
struct Staged {
    file: NamedTempFile,
    target: PathBuf,
}

/// Writes what a file shall hold.
type Fill<'a> = &'a mut dyn FnMut(&mut dyn Write) -> io::Result<()>;

/// Writes to what is no regular file at once, else beside the file that shall be replaced.
fn write_or_stage(path: &Path, fill: Fill<'_>) -> io::Result<Option<Staged>> {
    let mut to = |out: &mut dyn Write| {
        let mut out = BufWriter::new(out);
        fill(&mut out)?;
        out.flush()
    };
    match place_of(path)? {
        Place::File { target, old } => {
            let file = stage(&target, old.as_ref(), &mut to)?;
            Ok(Some(Staged { file, target }))
        }
        Place::Output => to(&mut io::stdout().lock()).map(|()| None),
        Place::Errors => to(&mut io::stderr().lock()).map(|()| None),
        // What stands before the end of an open file is not ours.
        Place::Stream(target) => to(&mut OpenOptions::new().append(true).open(target)?).map(|()| None),
    }
}

/// Writes beside the file, with its access rights.
fn stage(target: &Path, old: Option<&Metadata>, fill: Fill<'_>) -> io::Result<NamedTempFile> {
    may_be_written(target, old)?;
    let mut builder = tempfile::Builder::new();
    builder.prefix(PREFIX);
    #[cfg(unix)]
    if old.is_none() {
        // The system takes away what the umask forbids.
        builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(place::folder_of(target)).map_err(of_folder)?;
    fill(&mut file)?;
    if let Some(old) = old {
        keep_access(file.as_file(), old)?;
    }
    file.as_file().sync_all()?;
    Ok(file)
}

/// Gives a new file the owner and the access rights of the old one. Where the owner cannot be kept, nobody gets
/// rights that he did not have.
#[cfg(unix)]
fn keep_access(file: &File, old: &Metadata) -> io::Result<()> {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, fchown};
    let new = file.metadata()?;
    let mut mode = old.mode() & 0o7777;
    let is_same = (new.uid(), new.gid()) == (old.uid(), old.gid());
    // Only root may give files away.
    if !is_same && fchown(file, Some(old.uid()), Some(old.gid())).is_err() {
        mode &= 0o777;
        let keeps_group = new.gid() == old.gid() || fchown(file, None, Some(old.gid())).is_ok();
        if !keeps_group {
            mode = mode & 0o707 | (mode & 0o007) << 3;
        }
    }
    file.set_permissions(fs::Permissions::from_mode(mode))
}

#[cfg(not(unix))]
fn keep_access(file: &File, old: &Metadata) -> io::Result<()> {
    file.set_permissions(old.permissions())
}

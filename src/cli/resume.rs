//! Files of output that an interrupted run can go on with: `--output` and `--resume`.
//!
//! While a run is at work, a note stands beside its file (`FILE.resume`): what was asked for, and now and then how
//! far the file had come, with a checksum. It goes away when the run is complete. `--resume` trusts the file
//! as far as the note vouches for it. The lines behind are made again and compared, all of them if there is no
//! note, so that the file cannot become a mixture of two runs; what is compared is all but `seconds`.
//! The file is touched only when all that stands in it is known to be right.

use super::CliError;
use super::output::Output;
use crate::grid::{EMPTY_CHECKSUM, checksum};
use crate::saving;
use std::collections::VecDeque;
use std::fmt::Write as _;
use std::fs::{File, TryLockError};
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// `--output` and `--resume`.
#[derive(clap::Args, Clone, Debug)]
pub struct FileArgs {
    /// File to write, line by line as the lines come; - for standard output. Until the run is complete,
    /// FILE.resume beside it holds what --resume needs.
    #[arg(short, long, value_name = "FILE", conflicts_with = "resume")]
    pub output: Option<PathBuf>,
    /// Go on with FILE, which an interrupted run of the same command has begun: the file becomes what the
    /// run would have made of it. A file that is not there yet is begun.
    #[arg(long, value_name = "FILE")]
    pub resume: Option<PathBuf>,
}

/// Where a run stands, in numbers that only its subcommand understands; empty at the beginning.
pub(super) type Place = Vec<u64>;

/// What was asked for, as names and values: with the same ones the output is the same.
pub(super) type Asked = Vec<(&'static str, String)>;

/// After so many marks, or after this time, it is noted how far the file has come.
const MARKS_PER_NOTE: usize = 64;
const TIME_PER_NOTE: Duration = Duration::from_secs(1);

/// FNV-1a over the bytes of a file, with their number.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Checksum {
    n_bytes: u64,
    sum: u64,
}

impl Checksum {
    /// Of nothing.
    pub(super) const EMPTY: Checksum = Checksum { n_bytes: 0, sum: EMPTY_CHECKSUM };

    /// Goes on with these bytes.
    pub(super) fn add(&mut self, bytes: &[u8]) {
        self.n_bytes += bytes.len() as u64;
        self.sum = checksum(self.sum, bytes.iter().copied().map(u64::from));
    }

    /// Of lines, each with its end.
    pub(super) fn of_lines(lines: impl IntoIterator<Item = String>) -> Checksum {
        let mut checksum = Checksum::EMPTY;
        for line in lines {
            checksum.add(line.as_bytes());
            checksum.add(b"\n");
        }
        checksum
    }
}

impl std::fmt::Display for Checksum {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} {:016x}", self.n_bytes, self.sum)
    }
}

/// A file that a run adds lines to, and its note.
pub(super) struct Kept {
    path: PathBuf,
    header: String,
    /// The note, once it is written.
    note: Option<File>,
    /// Lines of the file that have to come again before new ones do.
    expected: VecDeque<String>,
    /// Lines so far, and what they sum up to.
    n_lines: u64,
    passed: Checksum,
    /// Where the whole lines of the file end, if it was not written to yet.
    end: Option<u64>,
    /// The last mark that is not noted yet.
    mark: Option<(Checksum, Place)>,
    n_marks: usize,
    noted: Instant,
}

impl Kept {
    /// Whether the line is one that stands in the file already, as it has to.
    pub(super) fn meets(&mut self, text: &str) -> Result<bool, CliError> {
        let Some(line) = self.expected.front() else { return Ok(false) };
        if !is_same(line, text) {
            return Err(CliError(format!(
                "{}: line {}: this run has another line here, so the file is of another run or was changed; \
                 nothing is written",
                self.path.display(),
                self.n_lines + 1
            )));
        }
        let line = self.expected.pop_front().unwrap_or_default();
        self.add(&line);
        Ok(true)
    }

    /// Bytes so far.
    pub(super) fn position(&self) -> u64 {
        self.passed.n_bytes
    }

    /// A line that joins the file.
    pub(super) fn add(&mut self, text: &str) {
        self.n_lines += 1;
        self.passed.add(text.as_bytes());
        self.passed.add(b"\n");
    }

    /// The next line that has to come again.
    pub(super) fn next(&self) -> Option<&str> {
        self.expected.front().map(String::as_str)
    }

    /// A place to go on from; true if it is time for a note.
    pub(super) fn mark(&mut self, place: Place) -> bool {
        self.mark = Some((self.passed, place));
        self.n_marks += 1;
        self.n_marks >= MARKS_PER_NOTE || self.noted.elapsed() >= TIME_PER_NOTE
    }

    /// Cuts off a line without its end, before the first new line.
    pub(super) fn make_ready(&mut self, file: &mut File) -> Result<(), CliError> {
        let Some(end) = self.end.take() else { return Ok(()) };
        if self.note.is_none() {
            self.begin_note()?;
        }
        file.set_len(end)
            .and_then(|()| file.seek(SeekFrom::Start(end)))
            .map_err(|error| cannot_write(&self.path, &error))?;
        Ok(())
    }

    fn begin_note(&mut self) -> Result<(), CliError> {
        let path = note_path(&self.path);
        let mut note = saving::create(&path).map_err(|error| CliError(error.to_string()))?;
        note.write_all(self.header.as_bytes()).map_err(|error| cannot_write(&path, &error))?;
        self.note = Some(note);
        Ok(())
    }

    /// Notes the last mark; what stands before it is written.
    pub(super) fn note(&mut self) -> Result<(), CliError> {
        (self.n_marks, self.noted) = (0, Instant::now());
        if let (Some(note), Some((checksum, place))) = (&mut self.note, self.mark.take()) {
            let mut line = format!("at {checksum}");
            for number in place {
                // Writing to a string cannot fail.
                let _ = write!(line, " {number}");
            }
            line.push('\n');
            note.write_all(line.as_bytes()).map_err(|error| cannot_write(&note_path(&self.path), &error))?;
        }
        Ok(())
    }

    /// The run is complete: there is nothing more to go on with.
    pub(super) fn finish(&mut self, file: &mut File) -> Result<(), CliError> {
        if !self.expected.is_empty() {
            return Err(CliError(format!(
                "{}: line {}: the run ends before this line, so the file is of another run or was changed; nothing is \
                 written",
                self.path.display(),
                self.n_lines + 1
            )));
        }
        self.make_ready(file)?;
        match std::fs::remove_file(note_path(&self.path)) {
            Err(error) if error.kind() != ErrorKind::NotFound => {
                Err(CliError(format!("cannot remove {}: {error}", note_path(&self.path).display())))
            }
            _ => Ok(()),
        }
    }
}

/// Whether two lines are equal but for the time that they took.
fn is_same(a: &str, b: &str) -> bool {
    let without_time = |line: &str| {
        let mut value: serde_json::Value = serde_json::from_str(line).ok()?;
        value.as_object_mut()?.remove("seconds")?;
        Some(value)
    };
    a == b || without_time(a).is_some_and(|a| Some(a) == without_time(b))
}

fn note_path(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".resume");
    PathBuf::from(name)
}

fn cannot_write(path: &Path, error: &std::io::Error) -> CliError {
    CliError(format!("cannot write {}: {}", path.display(), saving::reason(error)))
}

/// Whether lines for this file go to standard output.
fn is_standard_output(path: &Path) -> bool {
    path.as_os_str() == "-" || saving::is_standard_output(path)
}

impl FileArgs {
    /// Refuses to write to a file that is also read: it would be gone before the last line is written.
    pub(super) fn check_inputs<'a>(&self, inputs: impl IntoIterator<Item = &'a Path>) -> Result<(), CliError> {
        let Some(file) = self.output.as_ref().or(self.resume.as_ref()) else { return Ok(()) };
        if inputs.into_iter().any(|input| saving::is_same_file(input, file)) {
            let file = file.display();
            return Err(CliError(format!("{file} is read, so it cannot be written line by line: name another file")));
        }
        Ok(())
    }
}

/// The last line of the part of a note that says what was asked for.
const HEADER_END: &str = "so far:";

fn header(path: &Path, command: &str, asked: &Asked) -> String {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let mut header = format!("# A run of cluesmith is at work on {name}, or was: go on with --resume.\n");
    let version = env!("CARGO_PKG_VERSION").to_owned();
    for (name, value) in [("version", &version), ("command", &command.to_owned())] {
        header += &format!("{name}: {value}\n");
    }
    for (name, value) in asked {
        header += &format!("{name}: {value}\n");
    }
    header + HEADER_END + "\n"
}

/// The lines of a header without the comment.
fn names(header: &str) -> impl Iterator<Item = (&str, &str)> {
    header.lines().filter_map(|line| line.split_once(": "))
}

/// What a note says of its file.
struct Note {
    header: String,
    marks: Vec<(Checksum, Place)>,
}

impl Note {
    /// `None` where there is none, or where it was cut off before its file was begun.
    fn read(path: &Path) -> Result<Option<Note>, CliError> {
        let text = match std::fs::read(path) {
            Ok(bytes) => String::from_utf8_lossy(&bytes).into_owned(),
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(CliError(format!("cannot read {}: {error}", path.display()))),
        };
        let Some((header, marks)) = text.split_once(&format!("{HEADER_END}\n")) else { return Ok(None) };
        let marks = marks.split_inclusive('\n').filter_map(Note::mark).collect();
        Ok(Some(Note { header: header.to_owned(), marks }))
    }

    /// A line about how far the file had come; one that was cut off tells nothing.
    fn mark(line: &str) -> Option<(Checksum, Place)> {
        let mut words = line.strip_suffix('\n')?.strip_prefix("at ")?.split(' ');
        let n_bytes = words.next()?.parse().ok()?;
        let sum = u64::from_str_radix(words.next()?, 16).ok()?;
        Some((Checksum { n_bytes, sum }, words.map(|word| word.parse().ok()).collect::<Option<_>>()?))
    }

    /// The last mark before which the file is as it was then.
    fn last_mark(&self, bytes: &[u8]) -> Option<&(Checksum, Place)> {
        let mut marks: Vec<_> = self.marks.iter().filter(|(mark, _)| mark.n_bytes <= bytes.len() as u64).collect();
        marks.sort_by_key(|(mark, _)| mark.n_bytes);
        let (mut passed, mut last) = (Checksum::EMPTY, None);
        for mark in marks {
            passed.add(&bytes[passed.n_bytes as usize..mark.0.n_bytes as usize]);
            if mark.0 == passed {
                last = Some(mark);
            }
        }
        last
    }
}

/// What a file held when its run went on.
pub(super) struct Begun {
    /// Where to go on.
    pub(super) place: Place,
    /// The lines before that place.
    pub(super) text: String,
}

/// Opens what the options name. If a run goes on, where.
pub(super) fn open(files: &FileArgs, command: &str, asked: &Asked) -> Result<(Output, Begun), CliError> {
    let anew = |output| (output, Begun { place: Place::new(), text: String::new() });
    match (&files.output, &files.resume) {
        (_, Some(path)) if is_standard_output(path) => {
            Err(CliError("--resume: name a file; what went to standard output is gone".to_owned()))
        }
        (_, Some(path)) if path.exists() => go_on(path, &header(path, command, asked)),
        (Some(path), None) if is_standard_output(path) => Ok(anew(Output::new())),
        (Some(path), None) if path.exists() && note_path(path).exists() => Err(CliError(format!(
            "{} holds a run that is not complete: go on with --resume, or remove {}",
            path.display(),
            note_path(path).display()
        ))),
        (_, Some(path)) | (Some(path), None) => begin(path, header(path, command, asked)).map(anew),
        (None, None) => Ok(anew(Output::new())),
    }
}

/// A run from the beginning.
fn begin(path: &Path, header: String) -> Result<Output, CliError> {
    let failed = |error: std::io::Error| cannot_write(path, &error);
    let file = saving::open_for_lines(path).map_err(|error| CliError(error.to_string()))?;
    if !file.metadata().map_err(failed)?.is_file() {
        return Ok(Output::file(file, path, None));
    }
    lock(&file, path)?;
    file.set_len(0).map_err(failed)?;
    let mut kept = Kept::new(path, header);
    kept.begin_note()?;
    Ok(Output::file(file, path, Some(kept)))
}

impl Kept {
    fn new(path: &Path, header: String) -> Kept {
        Kept {
            path: path.to_owned(),
            header,
            note: None,
            expected: VecDeque::new(),
            n_lines: 0,
            passed: Checksum::EMPTY,
            end: None,
            mark: None,
            n_marks: 0,
            noted: Instant::now(),
        }
    }
}

/// Two runs that write the same file would spoil it.
fn lock(file: &File, path: &Path) -> Result<(), CliError> {
    match file.try_lock() {
        Err(TryLockError::WouldBlock) => {
            Err(CliError(format!("{}: another run is at work on this file", path.display())))
        }
        // Not every file system knows locks.
        _ => Ok(()),
    }
}

/// A run that goes on.
fn go_on(path: &Path, header: &str) -> Result<(Output, Begun), CliError> {
    let unreadable = |error: std::io::Error| CliError(format!("cannot read {}: {error}", path.display()));
    if !std::fs::metadata(path).map_err(unreadable)?.is_file() {
        return Err(CliError(format!("--resume {}: this is not a file that lines can be added to", path.display())));
    }
    let mut file = saving::open_to_go_on(path).map_err(|error| CliError(error.to_string()))?;
    lock(&file, path)?;
    let mut bytes = Vec::new();
    file.read_to_end(&mut bytes).map_err(unreadable)?;
    bytes.truncate(bytes.iter().rposition(|&byte| byte == b'\n').map_or(0, |end| end + 1));
    let note = Note::read(&note_path(path))?;
    if let Some(note) = &note {
        let mut theirs = names(&note.header);
        for (name, ours) in names(header) {
            let value = theirs.find(|&(other, _)| other == name).map_or("none", |(_, value)| value);
            if value != ours {
                return Err(CliError(format!(
                    "--resume {}: the file is of another run: {name} was {value}, is {ours}; nothing is written",
                    path.display()
                )));
            }
        }
    }
    let (passed, place) =
        note.as_ref().and_then(|note| note.last_mark(&bytes)).cloned().unwrap_or((Checksum::EMPTY, Place::new()));
    let text = String::from_utf8(bytes)
        .map_err(|_| CliError(format!("--resume {}: this is not UTF-8 text; nothing is written", path.display())))?;
    let (done, rest) = text.split_at(passed.n_bytes as usize);
    let mut kept = Kept::new(path, header.to_owned());
    kept.expected = rest.lines().map(str::to_owned).collect();
    kept.n_lines = done.lines().count() as u64;
    (kept.passed, kept.end) = (passed, Some(text.len() as u64));
    if note.is_some() {
        kept.note = Some(saving::append(&note_path(path)).map_err(|error| CliError(error.to_string()))?);
    }
    let done = done.to_owned();
    Ok((Output::file(file, path, Some(kept)), Begun { place, text: done }))
}

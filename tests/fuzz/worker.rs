//! A process that does runs, one after the other, until it is ended or something goes badly wrong.

use super::random::Random;
use super::targets::{Case, Pool, TARGETS, Target};
use std::fs::File;
use std::io::Write;
use std::os::unix::fs::FileExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Which runs to do, and where to tell of them.
#[derive(Clone)]
pub(crate) struct Orders {
    pub(crate) seed: u64,
    /// The only target, if not all.
    pub(crate) only: Option<String>,
    /// Runs `first`, `first + step` and so on, below `end`.
    pub(crate) first: u64,
    pub(crate) step: u64,
    pub(crate) end: u64,
    pub(crate) folder: PathBuf,
}

/// The number of the run at hand, as 8 bytes, is kept in this file; `u64::MAX` when all are done.
pub(crate) fn status_file(folder: &Path) -> PathBuf {
    folder.join("status")
}

/// Lines of what went wrong: run, tab, target, tab, what.
pub(crate) fn findings_file(folder: &Path) -> PathBuf {
    folder.join("findings")
}

/// Target and input of a run, which depend on seed and number alone.
pub(crate) fn case(orders: &Orders, pool: &Pool, run: u64) -> (&'static Target, Case) {
    let mut random = Random::of_run(orders.seed, run);
    let mut left = random.below(TARGETS.iter().map(|target| target.weight).sum());
    let target = TARGETS.iter().find(|target| {
        if let Some(only) = &orders.only {
            only == target.name
        } else {
            let is_it = left < target.weight;
            left = left.saturating_sub(target.weight);
            is_it
        }
    });
    let target = target.expect("the name of a target");
    (target, (target.make)(&mut random, pool))
}

/// What the last panic said, and where.
static PANIC: Mutex<Option<String>> = Mutex::new(None);

pub(crate) fn work(orders: &Orders) {
    // A panic counts even where the program turns it into a message.
    std::panic::set_hook(Box::new(|panic| {
        if let Ok(mut last) = PANIC.lock() {
            last.get_or_insert_with(|| panic.to_string().replace('\n', " "));
        }
    }));
    let pool = Pool::new(&orders.folder);
    let scratch = orders.folder.join("scratch");
    std::fs::create_dir_all(&scratch).expect("a folder");
    let status = File::create(status_file(&orders.folder)).expect("a file");
    let mut findings = File::options().create(true).append(true).open(findings_file(&orders.folder)).expect("a file");
    let mut run = orders.first;
    while run < orders.end {
        status.write_all_at(&run.to_le_bytes(), 0).expect("a file");
        let mut name = "";
        let ended = catch_unwind(AssertUnwindSafe(|| {
            let (target, case) = case(orders, &pool, run);
            name = target.name;
            (target.run)(&case, &pool, &scratch)
        }));
        let panic = PANIC.lock().expect("a lock").take();
        let wrong = match (panic, ended) {
            (Some(panic), _) => Some(panic),
            (None, Ok(Err(wrong))) => Some(wrong),
            (None, Ok(Ok(()))) => None,
            (None, Err(_)) => Some("it panicked".to_owned()),
        };
        if let Some(wrong) = wrong {
            let wrong: String = wrong.replace('\n', " / ").chars().take(400).collect();
            writeln!(findings, "{run}\t{name}\t{wrong}").expect("a file");
        }
        run += orders.step;
    }
    status.write_all_at(&u64::MAX.to_le_bytes(), 0).expect("a file");
}

/// Writes the input of a run to a folder: arguments and files.
pub(crate) fn show(orders: &Orders, run: u64, to: &Path) -> std::io::Result<()> {
    std::fs::create_dir_all(to)?;
    let (target, case) = case(orders, &Pool::new(&orders.folder), run);
    let arguments: String = case.arguments.iter().map(|argument| format!("{argument:?}\n")).collect();
    std::fs::write(to.join("arguments"), format!("# {}\n{arguments}", target.name))?;
    case.files.iter().try_for_each(|(name, contents)| std::fs::write(to.join(name), contents))
}

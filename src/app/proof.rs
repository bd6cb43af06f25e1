//! Proofs of impossibility, written to files in the background.

use super::io::{name_of, sentence};
use super::language::{present, tr};
use super::wording::and_list;
use crate::generate::certificate::ProofFormat;
use crate::jobs::{Event, JobId, Proof, Runner, StopFlag, prove};
use crate::logic::Design;
use crate::saving;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Ending of a proof that is a text to read.
const READABLE: &str = "txt";
/// Ending of the formula beside a proof for other programs.
const FORMULA: &str = "cnf";

/// The files that a proof of this name may be written to.
pub(super) fn files_of(path: &Path) -> [PathBuf; 3] {
    let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
    [READABLE, FORMULA, ProofFormat::of_ending(&ending).ending()].map(|ending| path.with_extension(ending))
}

/// One proof at a time.
#[derive(Debug)]
pub(super) struct Proofs {
    runner: Runner<Result<String, String>>,
    running: Option<(JobId, Instant)>,
}

impl Proofs {
    /// Nothing to prove yet.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub(super) fn new(wake: impl Fn() + Send + Sync + 'static) -> std::io::Result<Proofs> {
        Ok(Proofs { runner: Runner::new("proof", wake)?, running: None })
    }

    /// Proves that the design has no puzzle and writes the proof to files of this name: LRAT if it ends so, else DRAT.
    pub(super) fn start(&mut self, design: Design, path: PathBuf) {
        let language = present();
        let work = move |watch: &dyn crate::generate::Watch| {
            language.enter();
            let ending = path.extension().unwrap_or_default().to_string_lossy().into_owned();
            let format = ProofFormat::of_ending(&ending);
            let files = match prove(&design, format, watch)? {
                Proof::Readable(text) => vec![(path.with_extension(READABLE), text)],
                Proof::Refutation { formula, proof } => {
                    vec![(path.with_extension(FORMULA), formula), (path.with_extension(format.ending()), proof)]
                }
            };
            saving::save_all(&files).map_err(|error| sentence(&error))?;
            let names: Vec<String> = files.iter().map(|(path, _)| name_of(path)).collect();
            Ok(tr!("Saved {file}", file = and_list(&names)))
        };
        let job = self.runner.submit(StopFlag::new(), Box::new(work));
        self.running = Some((job, Instant::now()));
    }

    /// Ends the proof; nothing is written then.
    pub(super) fn stop(&mut self) {
        if self.runner.stop() {
            self.running = None;
        }
    }

    /// Since when a proof is sought.
    pub(super) fn elapsed(&self) -> Option<Duration> {
        self.running.map(|(_, since)| since.elapsed())
    }

    /// The end of the job, in one sentence.
    pub(super) fn drain(&mut self) -> Option<Result<String, String>> {
        let mut ended = None;
        while let Some(event) = self.runner.next_event() {
            if self.running.is_none_or(|(job, _)| event.job() != job) {
                continue;
            }
            ended = match event {
                Event::Begin { .. } | Event::Progress { .. } => continue,
                Event::End { result, .. } => Some(result),
                Event::Failed { message, .. } => Some(Err(tr!("The proof failed, which is a bug: {message}", message))),
            };
            self.running = None;
        }
        ended
    }
}

//! File dialogs: native ones that never block the window, or a script for tests.

use super::export::ExportFormat;
use super::language::{tr, translated};
use super::picture::PICTURE_ENDINGS;
use std::collections::VecDeque;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// Ending of project files.
pub(super) const EXTENSION: &str = "cluesmith";

/// A person needs longer to cancel: a faster "cancelled" means that there is no dialog.
const FASTEST_PERSON: Duration = Duration::from_millis(250);

/// What is asked.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Ask {
    /// Which file to open.
    Open,
    /// Which picture to make a pattern of.
    Picture,
    /// Where to write; with a suggested name.
    Save(String),
    /// Where to write a text, picture or the like; with a suggested name.
    Export(String),
    /// Where to write a proof; with a suggested name.
    Proof(String),
}

/// The answer.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Answered {
    /// This file.
    Path(PathBuf),
    /// No file.
    Cancelled,
    /// The system has no file dialog.
    NoDialog,
}

/// Where file dialogs come from.
#[derive(Debug)]
pub enum Dialogs {
    /// From the system.
    Native,
    /// From a list of answers; `None` is a cancel. For tests.
    Scripted {
        /// Answers to come.
        answers: VecDeque<Option<PathBuf>>,
        /// What was asked.
        asked: Vec<Ask>,
    },
}

/// A dialog that is open.
#[derive(Debug)]
pub struct Pending {
    /// What was asked.
    pub ask: Ask,
    since: Instant,
    answer: Receiver<Option<PathBuf>>,
    is_native: bool,
}

impl Dialogs {
    /// Answers in this order, for tests.
    pub fn scripted(answers: impl IntoIterator<Item = Option<PathBuf>>) -> Dialogs {
        Dialogs::Scripted { answers: answers.into_iter().collect(), asked: Vec::new() }
    }

    /// Opens a dialog; must be called on the main thread. `wake` is called when it is answered.
    ///
    /// # Errors
    /// If the system has no thread left.
    pub fn ask(&mut self, ask: Ask, wake: impl FnOnce() + Send + 'static) -> std::io::Result<Pending> {
        let (sender, answer) = channel();
        let is_native = match self {
            Dialogs::Native => {
                let (kind, extension) = match &ask {
                    Ask::Export(name) => export_kind(name),
                    Ask::Proof(_) => (tr!("Proof"), "drat"),
                    _ => (tr!("cluesmith project"), EXTENSION),
                };
                let mut dialog = match &ask {
                    Ask::Picture => rfd::AsyncFileDialog::new().add_filter(tr!("Picture"), &PICTURE_ENDINGS),
                    _ => rfd::AsyncFileDialog::new().add_filter(kind, &[extension]),
                };
                if matches!(ask, Ask::Proof(_)) {
                    dialog = dialog.add_filter(tr!("Proof with reasons (LRAT)"), &["lrat"]);
                }
                let dialog = dialog.add_filter(tr!("All files"), &["*"]);
                let future: std::pin::Pin<Box<dyn Future<Output = Option<rfd::FileHandle>> + Send>> = match &ask {
                    Ask::Picture => Box::pin(dialog.set_title(tr!("Pattern from a picture")).pick_file()),
                    Ask::Open => Box::pin(dialog.set_title(tr!("Open project")).pick_file()),
                    Ask::Export(name) => Box::pin(dialog.set_title(tr!("Export")).set_file_name(name).save_file()),
                    Ask::Proof(name) => Box::pin(dialog.set_title(tr!("Save proof")).set_file_name(name).save_file()),
                    Ask::Save(name) => Box::pin(dialog.set_title(tr!("Save project")).set_file_name(name).save_file()),
                };
                std::thread::Builder::new().name("file dialog".to_owned()).spawn(move || {
                    let path = pollster::block_on(future).map(|file| file.path().to_owned());
                    // A window that is gone needs no answer.
                    let _ = sender.send(path);
                    wake();
                })?;
                true
            }
            Dialogs::Scripted { answers, asked } => {
                asked.push(ask.clone());
                let _ = sender.send(answers.pop_front().flatten());
                wake();
                false
            }
        };
        Ok(Pending { ask, since: Instant::now(), answer, is_native })
    }
}

/// What kind of file this is by its name, and its ending.
fn export_kind(name: &str) -> (&'static str, &'static str) {
    let ending = name.rsplit('.').next().unwrap_or_default();
    let mut formats = ExportFormat::all().filter(|format| format.extension() == ending);
    match (formats.next(), formats.next()) {
        (Some(format), None) => (translated(format.title()), format.extension()),
        // Several formats have this ending.
        (Some(format), Some(_)) => (tr!("Text"), format.extension()),
        (None, _) => (tr!("Text"), "txt"),
    }
}

impl Pending {
    /// The answer, once it is there.
    pub fn poll(&self) -> Option<Answered> {
        use std::sync::mpsc::TryRecvError;
        match self.answer.try_recv() {
            Ok(Some(path)) => Some(Answered::Path(path)),
            Ok(None) if self.is_native && self.since.elapsed() < FASTEST_PERSON => Some(Answered::NoDialog),
            Ok(None) => Some(Answered::Cancelled),
            Err(TryRecvError::Empty) => None,
            // The dialog's thread panicked.
            Err(TryRecvError::Disconnected) => Some(Answered::NoDialog),
        }
    }
}

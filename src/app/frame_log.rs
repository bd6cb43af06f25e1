//! How long the window takes for a frame: for the overlay, and for a file that
//! `CLUESMITH_FRAME_LOG` names.

use std::fs::File;
use std::io::Write;
use std::sync::mpsc::{Sender, channel};
use std::time::Duration;

/// Frames that the figures cover.
const MAX_FRAMES: usize = 4096;

/// The figures of the last frames.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct FrameFigures {
    /// Frames so far.
    pub n_frames: u64,
    /// The longest, in milliseconds.
    pub longest_ms: f64,
    /// 99 % are shorter, in milliseconds.
    pub p99_ms: f64,
    /// Half are shorter, in milliseconds.
    pub median_ms: f64,
    /// Frames from the last change of the design to its answer on the screen.
    pub frames_to_answer: Option<u64>,
}

/// Collects the time of frames.
#[derive(Debug, Default)]
pub(super) struct FrameLog {
    recent: Vec<Duration>,
    n_frames: u64,
    changed_at: Option<u64>,
    frames_to_answer: Option<u64>,
    lines: Option<Sender<String>>,
}

impl FrameLog {
    /// Writes a line a frame to the file that the environment names, if it names one.
    pub(super) fn from_environment() -> FrameLog {
        let mut log = FrameLog::default();
        if let Some(path) = std::env::var_os("CLUESMITH_FRAME_LOG")
            && let Ok(mut file) = File::create(path)
        {
            let (sender, lines) = channel::<String>();
            // Without a thread the file stays empty; the overlay works all the same.
            let writer = std::thread::Builder::new().name("frame log".to_owned()).spawn(move || {
                while let Ok(line) = lines.recv() {
                    if writeln!(file, "{line}").is_err() {
                        return;
                    }
                }
            });
            log.lines = writer.is_ok().then_some(sender);
        }
        log
    }

    /// The design changed.
    pub(super) fn design_changed(&mut self) {
        self.changed_at = Some(self.n_frames);
    }

    /// The answer is on the screen from this frame on.
    pub(super) fn answer_shown(&mut self) {
        if let Some(at) = self.changed_at.take() {
            let frames = self.n_frames - at;
            self.frames_to_answer = Some(frames);
            self.write(|| format!("answer after {frames} frames"));
        }
    }

    /// A frame ended.
    pub(super) fn frame(&mut self, spent: Duration) {
        self.n_frames += 1;
        if self.recent.len() < MAX_FRAMES {
            self.recent.push(spent);
        } else {
            self.recent[self.n_frames as usize % MAX_FRAMES] = spent;
        }
        let number = self.n_frames;
        self.write(|| format!("frame {number} {:.3} ms", spent.as_secs_f64() * 1e3));
    }

    fn write(&self, line: impl FnOnce() -> String) {
        if let Some(lines) = &self.lines {
            // A writer that gave up said so by ending; there is nobody to tell.
            let _ = lines.send(line());
        }
    }

    /// The figures of the last frames.
    pub(super) fn figures(&self) -> FrameFigures {
        let mut sorted = self.recent.clone();
        sorted.sort_unstable();
        let at = |share: f64| {
            let index = ((sorted.len() as f64 * share) as usize).min(sorted.len().saturating_sub(1));
            sorted.get(index).map_or(0.0, |d| d.as_secs_f64() * 1e3)
        };
        FrameFigures {
            n_frames: self.n_frames,
            longest_ms: at(1.0),
            p99_ms: at(0.99),
            median_ms: at(0.5),
            frames_to_answer: self.frames_to_answer,
        }
    }
}

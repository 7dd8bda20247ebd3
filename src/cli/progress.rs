//! The progress bar: on a terminal only, and only once something has taken half a second.

use super::log::Printer;
use crate::progress::{Progress, Stage};
use crate::world::instant;
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The time that a build may take before a bar shows.
const PATIENCE: Duration = Duration::from_millis(500);
/// Time between two drawings.
const PACE: Duration = Duration::from_millis(80);
/// Cells between the brackets.
const CELLS: usize = 30;

/// The work that is waited for.
#[derive(Clone)]
enum Subject {
    /// A build, stage by stage.
    Build(Arc<Progress>),
    /// Something whose length nobody knows, under a word of its own.
    Word(&'static str),
}

/// The line that is being drawn.
pub(super) struct Bar {
    subject: Subject,
    since: Instant,
    shown: bool,
}

impl Bar {
    /// Draws over the last state.
    pub(super) fn draw(&mut self) {
        let (word, done, total) = match &self.subject {
            Subject::Word(word) => (*word, 0, 0),
            Subject::Build(progress) => {
                let (stage, done, total) = progress.now();
                (name(stage), done, total)
            }
        };
        let line = match (CELLS * done.min(total)).checked_div(total) {
            None => format!("\r\u{1b}[K{word:>19} ... {} s", self.since.elapsed().as_secs()),
            Some(full) => {
                format!("\r\u{1b}[K{word:>19} [{}{}] {done}/{total}", "=".repeat(full), " ".repeat(CELLS - full))
            }
        };
        let _ = std::io::stderr().lock().write_all(line.as_bytes());
        self.shown = true;
    }

    /// Wipes the line, so that something else can be printed.
    pub(super) fn clear(&mut self) {
        if self.shown {
            let _ = std::io::stderr().lock().write_all(b"\r\x1b[K");
            self.shown = false;
        }
    }
}

fn name(stage: Stage) -> &'static str {
    match stage {
        Stage::Idle => "Preparing",
        Stage::Read => "Reading",
        Stage::Generate => "Generating",
        Stage::Render => "Rendering",
        Stage::Write => "Writing",
    }
}

/// Draws while it lives.
pub struct Watch {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Watches `progress`, where standard error is a terminal.
    pub fn build(printer: &Printer, progress: &Arc<Progress>) -> Self {
        Self::start(printer, Subject::Build(progress.clone()))
    }

    /// Shows a word and the seconds, where standard error is a terminal.
    pub fn word(printer: &Printer, word: &'static str) -> Self {
        Self::start(printer, Subject::Word(word))
    }

    fn start(printer: &Printer, subject: Subject) -> Self {
        if !std::io::stderr().is_terminal() {
            return Watch { stop: None, thread: None };
        }
        let (stop, stopped) = channel();
        let (printer, since) = (printer.clone(), instant());
        let thread = std::thread::spawn(move || {
            let mut pause = PATIENCE;
            while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                if pause == PATIENCE {
                    printer.show_bar(Some(Bar { subject: subject.clone(), since, shown: false }));
                    pause = PACE;
                }
                printer.redraw_bar();
            }
            printer.show_bar(None);
        });
        Watch { stop: Some(stop), thread: Some(thread) }
    }
}

impl Drop for Watch {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

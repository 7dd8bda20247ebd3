//! The progress bar. Shown only on a terminal, after work has taken 0.4 seconds.

use super::log::Printer;
use crate::progress::{Progress, Stage};
use crate::world::instant;
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// The delay before the bar is shown, so that quick work shows none.
const DELAY: Duration = Duration::from_millis(400);
/// The time between two updates of the bar.
const INTERVAL: Duration = Duration::from_millis(80);
/// The width of the bar in characters.
const BAR_WIDTH: usize = 30;

/// The work whose progress the bar shows.
#[derive(Clone)]
enum Subject {
    /// A build. The bar shows its stage and the number of finished items.
    Build(Arc<Progress>),
    /// Work of unknown length, with a label.
    Word(&'static str),
}

/// A progress bar, or a word with the elapsed time, on the last line of a terminal.
pub(super) struct Bar {
    subject: Subject,
    since: Instant,
    shown: bool,
}

impl Bar {
    /// Draws the progress bar over the previous one.
    pub(super) fn draw(&mut self) {
        let (word, done, total) = match &self.subject {
            Subject::Word(word) => (*word, 0, 0),
            Subject::Build(progress) => {
                let (stage, done, total) = progress.now();
                (name(stage), done, total)
            }
        };
        let line = match (BAR_WIDTH * done.min(total)).checked_div(total) {
            None => format!("\r\u{1b}[K{word:>19} ... {} s", self.since.elapsed().as_secs()),
            Some(full) => {
                format!("\r\u{1b}[K{word:>19} [{}{}] {done}/{total}", "=".repeat(full), " ".repeat(BAR_WIDTH - full))
            }
        };
        let _ = std::io::stderr().lock().write_all(line.as_bytes());
        self.shown = true;
    }

    /// Clears the line of the progress bar, so that something else can be printed.
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
        Stage::Write | Stage::Publish => "Writing",
    }
}

/// Updates the progress bar until this value is dropped.
pub(super) struct Watch {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Shows the progress of a build if standard error is a terminal.
    pub(super) fn build(printer: &Printer, progress: &Arc<Progress>) -> Self {
        Self::start(printer, Subject::Build(progress.clone()))
    }

    /// Shows a label and the elapsed seconds if standard error is a terminal.
    pub(super) fn word(printer: &Printer, word: &'static str) -> Self {
        Self::start(printer, Subject::Word(word))
    }

    fn start(printer: &Printer, subject: Subject) -> Self {
        if !std::io::stderr().is_terminal() {
            return Watch { stop: None, thread: None };
        }
        let (stop, stopped) = channel();
        let (printer, since) = (printer.clone(), instant());
        // On a system without threads, no bar is shown.
        let thread = std::thread::Builder::new().spawn(move || {
            let mut pause = DELAY;
            while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                if pause == DELAY {
                    printer.show_bar(Some(Bar { subject: subject.clone(), since, shown: false }));
                    pause = INTERVAL;
                }
                printer.redraw_bar();
            }
            printer.show_bar(None);
        });
        Watch { stop: Some(stop), thread: thread.ok() }
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

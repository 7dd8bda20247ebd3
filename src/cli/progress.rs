//! The progress bar: on a terminal only, and only once a build has taken half a second.

use super::log::Printer;
use crate::progress::{Progress, Stage};
use std::io::{IsTerminal, Write};
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

/// The time that a build may take before a bar shows.
const PATIENCE: Duration = Duration::from_millis(500);
/// Time between two drawings.
const PACE: Duration = Duration::from_millis(80);
/// Cells between the brackets.
const CELLS: usize = 30;

/// The line that is being drawn.
pub(super) struct Bar {
    progress: Arc<Progress>,
    shown: bool,
}

impl Bar {
    /// Draws over the last state.
    pub(super) fn draw(&mut self) {
        let (stage, done, total) = self.progress.now();
        let word = match stage {
            Stage::Idle => return,
            Stage::Read => "Reading",
            Stage::Generate => "Generating",
            Stage::Render => "Rendering",
            Stage::Write => "Writing",
        };
        let line = match (CELLS * done.min(total)).checked_div(total) {
            None => format!("\r\u{1b}[K{word:>19} ..."),
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

/// Draws while it lives.
pub struct Watch {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watch {
    /// Watches `progress`, where standard error is a terminal.
    pub fn start(printer: &Printer, progress: &Arc<Progress>) -> Self {
        if !std::io::stderr().is_terminal() {
            return Watch { stop: None, thread: None };
        }
        let (stop, stopped) = channel();
        let (printer, progress) = (printer.clone(), progress.clone());
        let thread = std::thread::spawn(move || {
            let mut pause = PATIENCE;
            while stopped.recv_timeout(pause) == Err(RecvTimeoutError::Timeout) {
                if pause == PATIENCE {
                    printer.show_bar(Some(Bar { progress: progress.clone(), shown: false }));
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

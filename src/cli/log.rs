//! Prints log messages. Mirrors `Jekyll::LogAdapter` and `Jekyll::Stevenson`.
//!
//! Debug and info messages go to standard output, warnings (yellow) and errors (red) to standard error. Colours are
//! only used on a terminal, and not if `NO_COLOR` is set. Control characters in messages are shown escaped.

use super::console;
use super::diagnostics::{Record, SettingLocations};
use super::progress::Bar;
use crate::diagnostic::{Level, Log, Message, Stream, escaped, escaped_but_colours};
use crate::locks;
use crate::world::World;
use std::io::{IsTerminal, Write};
use std::sync::atomic::{AtomicU8, Ordering};
use std::sync::{Arc, Mutex, OnceLock};

/// Prints log messages to standard output and standard error. Clones share the level and the progress bar.
#[derive(Clone)]
pub struct Printer {
    shared: Arc<Shared>,
}

struct Shared {
    /// The lowest level of messages that are printed.
    level: AtomicU8,
    colour_out: bool,
    colour_err: bool,
    /// The progress bar, which must be cleared before a line is printed.
    bar: Mutex<Option<Bar>>,
    /// The state of `--format json`. Empty without this option.
    json: OnceLock<Json>,
}

struct Json {
    /// The last diagnostic, which the next message may continue.
    pending: Mutex<Option<Record>>,
    settings: SettingLocations,
}

impl Printer {
    /// A printer with the level in `JEKYLL_LOG_LEVEL`, by default info. As in Jekyll, an unknown level is an error.
    pub fn new(world: &World) -> Result<Self, String> {
        let level = match world.variable("JEKYLL_LOG_LEVEL") {
            None | Some("info") => Level::Info,
            Some("debug") => Level::Debug,
            Some("warn") => Level::Warn,
            Some("error") => Level::Error,
            Some(other) => {
                return Err(format!("unknown log level '{other}' in JEKYLL_LOG_LEVEL (debug, info, warn or error)"));
            }
        };
        let colour = world.variable("NO_COLOR").is_none_or(str::is_empty) && console::shows_colours();
        Ok(Printer {
            shared: Arc::new(Shared {
                level: AtomicU8::new(level as u8),
                colour_out: colour && std::io::stdout().is_terminal(),
                colour_err: colour && std::io::stderr().is_terminal(),
                bar: Mutex::new(None),
                json: OnceLock::new(),
            }),
        })
    }

    /// A log that passes each message to this printer as soon as it is logged.
    pub fn log(&self) -> Log {
        let printer = self.clone();
        Log::live(move |message| printer.print(message))
    }

    /// Prints diagnostics as JSON from now on, and nothing else on standard output.
    pub(super) fn print_json(&self, settings: SettingLocations) {
        self.shared.json.get_or_init(|| Json { pending: Mutex::default(), settings });
    }

    /// Whether diagnostics are printed as JSON. `false` before the first call of `print_json`.
    pub(super) fn is_json(&self) -> bool {
        self.shared.json.get().is_some()
    }

    /// Prints the last diagnostic of JSON output, if it is not printed yet. Each diagnostic waits for the next message,
    /// which may continue the diagnostic.
    pub(super) fn finish(&self) {
        if let Some(pending) = self.shared.json.get().and_then(|json| locks::lock(&json.pending).take()) {
            self.write(&pending.line());
        }
    }

    /// Sets the lowest level to print. Messages below this level are dropped, except for lines that Ruby prints with
    /// `puts`.
    pub fn set_level(&self, level: Level) {
        self.shared.level.store(level as u8, Ordering::Relaxed);
    }

    /// The lowest level of messages that are printed.
    pub fn level(&self) -> Level {
        match self.shared.level.load(Ordering::Relaxed) {
            0 => Level::Debug,
            1 => Level::Info,
            2 => Level::Warn,
            _ => Level::Error,
        }
    }

    /// Whether standard output is a terminal and colours are enabled.
    pub fn colour(&self) -> bool {
        self.shared.colour_out
    }

    /// Prints a message if its level is high enough, or if Ruby has printed it with `puts`. A closed pipe is not an
    /// error.
    pub fn print(&self, message: &Message) {
        if message.level < self.level() && message.bare.is_none() {
            return;
        }
        let mut bar = locks::lock(&self.shared.bar);
        if let Some(bar) = bar.as_mut() {
            bar.clear();
        }
        // Output of a plugin is not a diagnostic, unless it has a level.
        let is_output = message.bare.is_some() && message.level < Level::Warn;
        if self.is_json() && !is_output {
            return self.print_record(message);
        }
        let (colour, to_error) = match (message.bare, message.level) {
            (stream, Level::Debug | Level::Info) => ("", stream == Some(Stream::Error) || self.is_json()),
            (_, Level::Warn) => ("\u{1b}[33m", true),
            (_, Level::Error) => ("\u{1b}[31m", true),
        };
        let coloured = !colour.is_empty() && if to_error { self.shared.colour_err } else { self.shared.colour_out };
        let line = message.to_string();
        let line = if message.is_coloured { escaped_but_colours(&line) } else { escaped(&line) };
        let mut text = if coloured { format!("{colour}{line}\u{1b}[0m\n") } else { format!("{line}\n") };
        if let Some(detail) = &message.detail {
            text.push_str(&format!("{}\n", escaped(&detail.to_string())));
        }
        // Each line is written at once, so that both streams stay in order on a terminal.
        let _ = if to_error {
            std::io::stderr().lock().write_all(text.as_bytes())
        } else {
            let mut out = std::io::stdout().lock();
            out.write_all(text.as_bytes()).and_then(|()| out.flush())
        };
    }

    fn print_record(&self, message: &Message) {
        let Some(json) = self.shared.json.get() else { return };
        let mut pending = locks::lock(&json.pending);
        if pending.as_mut().is_some_and(|pending| pending.extend(message)) {
            return;
        }
        if let Some(complete) = std::mem::replace(&mut *pending, Record::of(message, &json.settings)) {
            self.write(&complete.line());
        }
    }

    /// Writes the output of a command to standard output, unchanged.
    pub(super) fn write(&self, text: &str) {
        let _ = std::io::stdout().lock().write_all(text.as_bytes());
    }

    /// Replaces the current progress bar. `None` removes it without a new one.
    pub(super) fn show_bar(&self, bar: Option<Bar>) {
        let mut place = locks::lock(&self.shared.bar);
        if let Some(mut old) = place.take() {
            old.clear();
        }
        *place = bar;
    }

    /// Redraws the progress bar, if any. A thread of `progress::Watch` calls this method at a fixed interval.
    pub(super) fn redraw_bar(&self) {
        let mut place = locks::lock(&self.shared.bar);
        if let Some(bar) = place.as_mut() {
            bar.draw();
        }
    }
}

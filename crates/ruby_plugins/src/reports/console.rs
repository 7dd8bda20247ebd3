//! Collects the output and log messages of plugins, and passes them on to the log of the build or of a document's
//! rendering.

use hastie_site::diagnostic::{Level, Log, Message, Stream};
use hastie_site::locks::lock;
use hastie_site::render::{LogEvent, RenderContext};
use std::sync::Mutex;

/// The maximum number of bytes that plugins may print and log in a build. The log keeps everything, so without this
/// limit a plugin that prints endlessly would fill the memory.
const MAX_BYTES: usize = 16 << 20;

/// The estimated memory of a message without its text.
const MESSAGE_BYTES: usize = 64;

/// Collects the lines that plugins print and their log messages, for the log of the build or of a rendering.
#[derive(Debug, Default)]
pub(crate) struct Console(Mutex<Output>);

#[derive(Debug, Default)]
struct Output {
    messages: Vec<Message>,
    /// The unfinished line on standard output.
    stdout_line: String,
    /// The unfinished line on standard error.
    stderr_line: String,
    /// The size of all messages so far, including those that were passed on.
    bytes: usize,
}

impl Output {
    /// Counts a text towards the limit, and returns whether there is room for it. Adds a warning at the first text that
    /// exceeds the limit.
    fn has_room(&mut self, text: &str) -> bool {
        let had_room = self.bytes <= MAX_BYTES;
        self.bytes = self.bytes.saturating_add(text.len() + MESSAGE_BYTES);
        let has_room = self.bytes <= MAX_BYTES;
        if had_room && !has_room {
            let text = format!("The plugins printed more than {} MB. The rest is not shown.", MAX_BYTES >> 20);
            self.messages.push(Message::new(Level::Warn, "Ruby:", text));
        }
        has_room
    }
}

impl Console {
    /// Adds printed text. Each complete line becomes a message. Text without a line break waits for the end of its
    /// line. Drops all text that exceeds the limit for the output of plugins.
    pub(crate) fn print(&self, stream: Stream, text: &str) {
        let mut all = lock(&self.0);
        for part in text.split_inclusive('\n') {
            if !all.has_room(part) {
                return;
            }
            let Output { messages, stdout_line, stderr_line, .. } = &mut *all;
            let line = if stream == Stream::Error { stderr_line } else { stdout_line };
            line.push_str(part.trim_end_matches('\n'));
            if part.ends_with('\n') {
                messages.push(Message::bare_to(stream, std::mem::take(line)).coloured());
            }
        }
    }

    /// Adds a message, unless plugins have already logged too much.
    pub(crate) fn log(&self, message: Message) {
        let mut all = lock(&self.0);
        if all.has_room(message.text.as_deref().unwrap_or(&message.topic)) {
            all.messages.push(message);
        }
    }

    /// Adds the messages of a rendering whose own log is not used. Ignores all other log events.
    pub(crate) fn log_events(&self, events: Vec<LogEvent>) {
        for event in events {
            if let LogEvent::Message(message) = event {
                self.log(message);
            }
        }
    }

    /// Adds each unfinished line as a message, at the end of a build.
    pub(crate) fn end_lines(&self) {
        let mut all = lock(&self.0);
        let Output { messages, stdout_line, stderr_line, .. } = &mut *all;
        for (stream, line) in [(Stream::Output, stdout_line), (Stream::Error, stderr_line)] {
            if !line.is_empty() {
                messages.push(Message::bare_to(stream, std::mem::take(line)).coloured());
            }
        }
    }

    /// Moves the messages to the build's log.
    pub(crate) fn flush(&self, log: &mut Log) {
        for message in self.take() {
            log.push(message);
        }
    }

    /// Moves the messages to the log of a document's rendering.
    pub(crate) fn flush_to_rendering(&self, rendering: &mut RenderContext) {
        for message in self.take() {
            rendering.log(message);
        }
    }

    fn take(&self) -> Vec<Message> {
        std::mem::take(&mut lock(&self.0).messages)
    }
}

//! Log messages, and errors with their location in the source.
//!
//! Core code returns these; only `src/cli` prints them. A [`Message`] is one line of Jekyll's logger
//! (topic and text), with an optional [`Diagnostic`] that shows where it comes from. A [`Log`] collects
//! messages in order: one per document while rendering on many threads, joined in site order.

mod excerpt;
mod gem;

pub use excerpt::Excerpt;
pub use gem::missing_gem;

use hastie_liquid::value::number::is_ascii_space;
use std::fmt;

/// Where a line goes that a plugin prints itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// Standard output.
    Output,
    /// Standard error.
    Error,
}

/// The level of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Shown with `--verbose` only.
    Debug,
    /// Ordinary progress.
    Info,
    /// Something the author should look at; the build goes on.
    Warn,
    /// Something is broken.
    Error,
}

/// One line of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// The level.
    pub level: Level,
    /// The topic before the text, right-justified to 20 columns: "Configuration file:".
    pub topic: String,
    /// The message. Runs of white space are printed as one space, as Jekyll's logger does; `None` where the
    /// topic is the whole message (Ruby's `logger.error("all of it")`), which keeps its white space.
    pub text: Option<String>,
    /// Whether it is a line that Ruby's `puts` writes past the logger, and where to: unchanged, whatever the level.
    pub bare: Option<Stream>,
    /// The location that it is about, printed below the line.
    pub detail: Option<Box<Diagnostic>>,
}

/// The location of a problem, and advice.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagnostic {
    /// The file, as the author would name it (relative to the source where it is below it).
    pub file: String,
    /// The line in the file, counted from 1; 0 where it is not known.
    pub line: usize,
    /// The column in characters, counted from 1; 0 where it is not known.
    pub column: usize,
    /// The text of the place.
    pub excerpt: Option<Excerpt>,
    /// The templates that led there, innermost first: "included from _layouts/default.html, line 3".
    pub chain: Vec<Frame>,
    /// Advice on what to do next.
    pub hint: Option<String>,
}

/// One step of the way to a problem.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// "included from", "layout of", ...
    pub relation: &'static str,
    /// The file, relative to the source.
    pub file: String,
    /// The line there; 0 where it is not known.
    pub line: usize,
}

impl Diagnostic {
    /// A place in a file. `source` is the whole text of the file, from which the excerpt is cut; `line` and
    /// `column` count from 1, 0 for unknown.
    pub fn at(file: impl Into<String>, source: Option<&str>, line: usize, column: usize) -> Self {
        let excerpt = source.and_then(|source| Excerpt::of(source, line, column));
        Diagnostic { file: file.into(), line, column, excerpt, ..Diagnostic::default() }
    }

    /// Adds a step to the way that led here, from the inside out.
    #[must_use]
    pub fn from_frame(mut self, relation: &'static str, file: impl Into<String>, line: usize) -> Self {
        self.chain.push(Frame { relation, file: file.into(), line });
        self
    }

    /// Adds what to do next.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    /// The block under a message, each line indented, without a line end at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("  --> ")?;
        write_location(f, &self.file, self.line, self.column)?;
        if let Some(excerpt) = &self.excerpt {
            write!(f, "\n{excerpt}")?;
        }
        for frame in &self.chain {
            write!(f, "\n   <- {} ", frame.relation)?;
            write_location(f, &frame.file, frame.line, 0)?;
        }
        match &self.hint {
            Some(hint) => write!(f, "\n   = hint: {hint}"),
            None => Ok(()),
        }
    }
}

fn write_location(f: &mut fmt::Formatter<'_>, file: &str, line: usize, column: usize) -> fmt::Result {
    f.write_str(file)?;
    match (line, column) {
        (0, _) => Ok(()),
        (line, 0) => write!(f, ":{line}"),
        (line, column) => write!(f, ":{line}:{column}"),
    }
}

impl Message {
    /// A message of topic and text.
    pub fn new(level: Level, topic: impl Into<String>, text: impl Into<String>) -> Self {
        Message { level, topic: topic.into(), text: Some(text.into()), bare: None, detail: None }
    }

    /// A message without topic, printed unchanged.
    pub fn plain(level: Level, text: impl Into<String>) -> Self {
        Message { level, topic: text.into(), text: None, bare: None, detail: None }
    }

    /// A line past the logger, as Ruby's `puts` writes it.
    pub fn bare(line: impl Into<String>) -> Self {
        Message::bare_to(Stream::Output, line)
    }

    /// The same to either stream.
    pub fn bare_to(stream: Stream, line: impl Into<String>) -> Self {
        Message { bare: Some(stream), ..Message::plain(Level::Info, line) }
    }

    /// Says where it comes from.
    #[must_use]
    pub fn at(mut self, detail: Diagnostic) -> Self {
        self.detail = Some(Box::new(detail));
        self
    }
}

impl fmt::Display for Message {
    /// The line as Jekyll's logger words it, without colour, place or line end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.bare.is_some() {
            return f.write_str(&self.topic);
        }
        // Ruby pads the topic together with the space that follows it.
        let width = 20usize.saturating_sub(self.topic.chars().count() + 1);
        write!(f, "{:width$}{} ", "", self.topic)?;
        let Some(text) = &self.text else { return Ok(()) };
        let mut space = false;
        for c in text.chars() {
            if is_ascii_space(c) {
                if !space {
                    f.write_str(" ")?;
                }
                space = true;
            } else {
                space = false;
                write!(f, "{c}")?;
            }
        }
        Ok(())
    }
}

/// Messages in the order they came up.
///
/// A log made by [`Log::live`] hands every message on at once (the command line prints it); one made by
/// [`Log::new`] keeps them, to be joined to another in site order with [`Log::append`].
#[derive(Default)]
pub struct Log {
    messages: Vec<Message>,
    listener: Option<Listener>,
}

type Listener = Box<dyn FnMut(&Message) + Send>;

impl Log {
    /// An empty log.
    pub fn new() -> Self {
        Log::default()
    }

    /// A log that also hands each message to `listener` when it arrives.
    pub fn live(listener: impl FnMut(&Message) + Send + 'static) -> Self {
        Log { messages: Vec::new(), listener: Some(Box::new(listener)) }
    }

    /// Adds a message.
    pub fn push(&mut self, message: Message) {
        if let Some(listener) = &mut self.listener {
            listener(&message);
        }
        self.messages.push(message);
    }

    /// Adds a debug message.
    pub fn debug(&mut self, topic: impl Into<String>, text: impl Into<String>) {
        self.push(Message::new(Level::Debug, topic, text));
    }

    /// Adds an ordinary message.
    pub fn info(&mut self, topic: impl Into<String>, text: impl Into<String>) {
        self.push(Message::new(Level::Info, topic, text));
    }

    /// Adds a warning.
    pub fn warn(&mut self, topic: impl Into<String>, text: impl Into<String>) {
        self.push(Message::new(Level::Warn, topic, text));
    }

    /// Adds an error.
    pub fn error(&mut self, topic: impl Into<String>, text: impl Into<String>) {
        self.push(Message::new(Level::Error, topic, text));
    }

    /// Adds all of another log's messages.
    pub fn append(&mut self, other: Log) {
        for message in other.messages {
            self.push(message);
        }
    }

    /// The messages so far.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Log").field(&self.messages).finish()
    }
}

//! Log messages, and diagnostics that locate them in the source.
//!
//! Core code returns messages; only `src/cli` prints them. A [`Message`] is one line of Jekyll's logger (topic and
//! text), with an optional [`Diagnostic`] that shows its location. A [`Log`] collects messages in order. Parallel
//! rendering collects messages for each document and joins them in site order.

mod escape;
mod excerpt;
mod gem;

pub use escape::{escaped, escaped_but_colours, escaped_json};
pub use excerpt::Excerpt;
pub use gem::missing_gem;

use hastie_value::text::is_ascii_space;
use std::fmt;

/// Standard output or standard error, for a line that a plugin prints itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// Standard output, for example for Ruby's `puts`.
    Output,
    /// Standard error, for example for Ruby's `warn`.
    Error,
}

/// The severity of a message. It decides whether the message is shown and in which colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// Shown only with `--verbose`.
    Debug,
    /// A message about normal progress, such as "Generating...".
    Info,
    /// A problem that does not stop the build.
    Warn,
    /// The command fails, or part of its output is missing.
    Error,
}

/// An entry of the log: a message of Jekyll's logger, or a line that Ruby prints with `puts`.
#[derive(Clone, Debug, PartialEq)]
pub struct Message {
    /// The severity, which decides whether the message is shown.
    pub level: Level,
    /// The topic before the text, such as "Configuration file:", right-aligned to 20 columns.
    pub topic: String,
    /// The text. Runs of white space are printed as one space, like in Jekyll's logger. `None` if the topic is the
    /// whole message (Ruby's `logger.error("all of it")`), which keeps its white space.
    pub text: Option<String>,
    /// The stream of a line that Ruby prints with `puts` instead of the logger. Such a line is printed unchanged,
    /// whatever the level. `None` for a message of the logger.
    pub bare: Option<Stream>,
    /// Whether colours in the message are shown ([`escaped_but_colours`]). Otherwise, all control characters are
    /// [`escaped`].
    pub is_coloured: bool,
    /// The location of the problem, printed below the message.
    pub detail: Option<Box<Diagnostic>>,
    /// The file or setting that the text names. It is only for programs that read the messages, and not printed again.
    pub subject: Option<Subject>,
    /// Whether a page or document was read without its content or front matter because of this problem. Jekyll
    /// continues; the development server shows the problem in the browser.
    pub breaks_page: bool,
}

/// The file or setting that a message names.
#[derive(Clone, Debug, PartialEq)]
pub enum Subject {
    /// A file, relative to the source, and a line in it. The line starts at 1 and is 0 if unknown.
    File(String, usize),
    /// A top-level key of the configuration, and an item if the key holds a list.
    Setting(&'static str, Option<String>),
}

/// The details below a message: the place of a problem, the templates that led to it, and a hint.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Diagnostic {
    /// The file, relative to the source if it is below the source. Empty if there is only a hint.
    pub file: String,
    /// The line, starting at 1. 0 if unknown.
    pub line: usize,
    /// The column in characters, starting at 1. 0 if unknown.
    pub column: usize,
    /// The source line at the location.
    pub excerpt: Option<Excerpt>,
    /// The templates that led to the location, innermost first: "included from _layouts/default.html, line 3".
    pub chain: Vec<Frame>,
    /// A hint about what to do next.
    pub hint: Option<String>,
}

/// A step in the chain of templates that led to a location: `included from _layouts/default.html, line 3`.
#[derive(Clone, Debug, PartialEq)]
pub struct Frame {
    /// The words before the file, such as "included from" or "layout of".
    pub relation: &'static str,
    /// The file, relative to the source.
    pub file: String,
    /// The line in `file`, for example the line of the tag `include`. 0 if unknown.
    pub line: usize,
}

impl Diagnostic {
    /// A location in a file. The excerpt is taken from `source`, the whole text of the file. `line` and `column` start
    /// at 1 and are 0 if unknown.
    pub fn at(file: impl Into<String>, source: Option<&str>, line: usize, column: usize) -> Self {
        let excerpt = source.and_then(|source| Excerpt::of(source, line, column));
        Diagnostic { file: file.into(), line, column, excerpt, ..Diagnostic::default() }
    }

    /// Appends the next outer step to the chain, for example the template that included the file.
    #[must_use]
    pub fn from_frame(mut self, relation: &'static str, file: impl Into<String>, line: usize) -> Self {
        self.chain.push(Frame { relation, file: file.into(), line });
        self
    }

    /// Sets the hint: the advice printed below the message.
    #[must_use]
    pub fn with_hint(mut self, hint: impl Into<String>) -> Self {
        self.hint = Some(hint.into());
        self
    }
}

impl fmt::Display for Diagnostic {
    /// Formats the block below a message: indented lines, without a final line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.file.is_empty() {
            f.write_str("  --> ")?;
            write_location(f, &self.file, self.line, self.column)?;
        }
        if let Some(excerpt) = &self.excerpt {
            write!(f, "\n{excerpt}")?;
        }
        for frame in &self.chain {
            write!(f, "\n   <- {} ", frame.relation)?;
            write_location(f, &frame.file, frame.line, 0)?;
        }
        match &self.hint {
            Some(hint) if self.file.is_empty() => write!(f, "   = hint: {hint}"),
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
    /// A message as Jekyll's logger takes it: a topic and a text.
    pub fn new(level: Level, topic: impl Into<String>, text: impl Into<String>) -> Self {
        Message {
            level,
            topic: topic.into(),
            text: Some(text.into()),
            bare: None,
            is_coloured: false,
            detail: None,
            subject: None,
            breaks_page: false,
        }
    }

    /// A message without a topic. Its white space is printed unchanged.
    pub fn plain(level: Level, text: impl Into<String>) -> Self {
        Message { text: None, ..Message::new(level, text, "") }
    }

    /// A line printed with Ruby's `puts`, bypassing the logger.
    pub fn bare(line: impl Into<String>) -> Self {
        Message::bare_to(Stream::Output, line)
    }

    /// Like [`Message::bare`], but for the given stream.
    pub fn bare_to(stream: Stream, line: impl Into<String>) -> Self {
        Message { bare: Some(stream), ..Message::plain(Level::Info, line) }
    }

    /// Keeps the colours in the message, instead of escaping them.
    #[must_use]
    pub fn coloured(mut self) -> Self {
        self.is_coloured = true;
        self
    }

    /// Sets [`Message::breaks_page`]: because of this problem, a page or document was read without its content or front
    /// matter.
    #[must_use]
    pub fn breaking_page(mut self) -> Self {
        self.breaks_page = true;
        self
    }

    /// Adds the location that is shown below the message.
    #[must_use]
    pub fn at(mut self, detail: Diagnostic) -> Self {
        self.detail = Some(Box::new(detail));
        self
    }

    /// Sets the file and line that the text names, for programs that read the messages. `line` is 0 if unknown.
    #[must_use]
    pub fn about(mut self, file: impl Into<String>, line: usize) -> Self {
        self.subject = Some(Subject::File(file.into(), line));
        self
    }

    /// Sets the file as the subject of a warning or error that has neither a subject nor a location. Does not call
    /// `file` for other messages.
    #[must_use]
    pub fn about_at_least(self, file: impl FnOnce() -> Option<String>) -> Self {
        if self.level < Level::Warn || self.subject.is_some() || self.detail.is_some() {
            return self;
        }
        match file() {
            Some(file) => self.about(file, 0),
            None => self,
        }
    }

    /// Sets a key of the configuration as the subject of the message.
    #[must_use]
    pub fn about_setting(mut self, key: &'static str) -> Self {
        self.subject = Some(Subject::Setting(key, None));
        self
    }

    /// Sets a key of the configuration, and an item in its list, as the subject of the message.
    #[must_use]
    pub fn about_item(mut self, key: &'static str, item: impl Into<String>) -> Self {
        self.subject = Some(Subject::Setting(key, Some(item.into())));
        self
    }
}

impl fmt::Display for Message {
    /// The line as Jekyll's logger formats it, without colour, location or line break.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.bare.is_some() {
            return f.write_str(&self.topic);
        }
        // Ruby pads the topic together with the space after it.
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

/// Messages in the order in which they were logged.
///
/// [`Log::live`] passes each message on immediately (the command line prints it). [`Log::new`] collects the messages,
/// to be joined to another log in site order with [`Log::append`].
#[derive(Default)]
pub struct Log {
    messages: Vec<Message>,
    listener: Option<Listener>,
}

type Listener = Box<dyn FnMut(&Message) + Send>;

impl Log {
    /// An empty log without a listener.
    pub fn new() -> Self {
        Log::default()
    }

    /// A log that also passes each message to `listener` immediately.
    pub fn live(listener: impl FnMut(&Message) + Send + 'static) -> Self {
        Log { messages: Vec::new(), listener: Some(Box::new(listener)) }
    }

    /// Adds a message. First passes it to the listener of a live log.
    pub fn push(&mut self, message: Message) {
        if let Some(listener) = &mut self.listener {
            listener(&message);
        }
        self.messages.push(message);
    }

    /// Adds a message that is shown only with `--verbose` or `JEKYLL_LOG_LEVEL=debug`.
    pub fn debug(&mut self, topic: impl Into<String>, text: impl Into<String>) {
        self.push(Message::new(Level::Debug, topic, text));
    }

    /// Adds a message about normal progress.
    pub fn info(&mut self, topic: impl Into<String>, text: impl Into<String>) {
        self.push(Message::new(Level::Info, topic, text));
    }

    /// Adds a warning that is not about a file.
    pub fn warn(&mut self, topic: impl Into<String>, text: impl Into<String>) {
        self.push(Message::new(Level::Warn, topic, text));
    }

    /// Adds a warning about a line of the file with the path `file`. `line` is 0 if unknown.
    pub fn warn_about(&mut self, file: &str, line: usize, topic: impl Into<String>, text: impl Into<String>) {
        self.push(Message::new(Level::Warn, topic, text).about(file, line));
    }

    /// Adds a warning about a top-level key of the configuration.
    pub fn warn_of_setting(&mut self, key: &'static str, topic: impl Into<String>, text: impl Into<String>) {
        self.push(Message::new(Level::Warn, topic, text).about_setting(key));
    }

    /// Adds an error that is not about a file. The build may go on.
    pub fn error(&mut self, topic: impl Into<String>, text: impl Into<String>) {
        self.push(Message::new(Level::Error, topic, text));
    }

    /// Appends all messages of another log, and passes them to the listener of a live log.
    pub fn append(&mut self, other: Log) {
        for message in other.messages {
            self.push(message);
        }
    }

    /// All messages, in the order in which they were logged.
    pub fn messages(&self) -> &[Message] {
        &self.messages
    }
}

impl fmt::Debug for Log {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Log").field(&self.messages).finish()
    }
}

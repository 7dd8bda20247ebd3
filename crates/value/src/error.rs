//! Ruby's exceptions: an error or a warning with Ruby's class and words, and where it arose.

use crate::scheduling::Suspension;
use crate::{Str, Value};
use std::fmt;
use std::sync::Arc;

/// Declares [`ErrorKind`]: a variant for each class of exception that code asks for, with its name in Ruby.
macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident = $class:literal,)*) => {
        /// The kind of an error: the class of the exception that Ruby raises.
        ///
        /// A class without a variant of its own is [`ErrorKind::Other`]. `ErrorKind::from` a name finds the variant,
        /// so kinds can be compared however they were made.
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $(#[doc = concat!("`", $class, "`.")] $(#[$doc])* $variant,)*
            /// Any other class, by its name. One pointer wide: errors are returned by value.
            Other(Arc<String>),
        }

        impl ErrorKind {
            /// Ruby's name of the class, such as `Liquid::SyntaxError`.
            #[must_use]
            pub fn class(&self) -> &str {
                match self {
                    $(ErrorKind::$variant => $class,)*
                    ErrorKind::Other(class) => class,
                }
            }

            fn named(class: &str) -> Option<ErrorKind> {
                match class {
                    $($class => Some(ErrorKind::$variant),)*
                    _ => None,
                }
            }
        }
    };
}

kinds! {
    LiquidSyntax = "Liquid::SyntaxError",
    LiquidArgument = "Liquid::ArgumentError",
    LiquidFileSystem = "Liquid::FileSystemError",
    LiquidFloatDomain = "Liquid::FloatDomainError",
    LiquidInternal = "Liquid::InternalError",
    /// A limit was reached; nothing inside a template rescues it.
    LiquidMemory = "Liquid::MemoryError",
    LiquidStackLevel = "Liquid::StackLevelError",
    LiquidUndefinedDropMethod = "Liquid::UndefinedDropMethod",
    LiquidUndefinedFilter = "Liquid::UndefinedFilter",
    LiquidUndefinedVariable = "Liquid::UndefinedVariable",
    LiquidZeroDivision = "Liquid::ZeroDivisionError",
    Argument = "ArgumentError",
    FloatDomain = "FloatDomainError",
    Index = "IndexError",
    Io = "IOError",
    Key = "KeyError",
    Name = "NameError",
    NoMemory = "NoMemoryError",
    NoMethod = "NoMethodError",
    NotImplemented = "NotImplementedError",
    PsychSyntax = "Psych::SyntaxError",
    Range = "RangeError",
    Runtime = "RuntimeError",
    Syntax = "SyntaxError",
    SystemCall = "SystemCallError",
    SystemStack = "SystemStackError",
    Type = "TypeError",
}

impl From<&'static str> for ErrorKind {
    fn from(class: &'static str) -> Self {
        ErrorKind::named(class).unwrap_or_else(|| ErrorKind::Other(Arc::new(class.into())))
    }
}

impl From<String> for ErrorKind {
    fn from(class: String) -> Self {
        ErrorKind::named(&class).unwrap_or_else(|| ErrorKind::Other(Arc::new(class)))
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.class())
    }
}

/// An error as Ruby raised it, or a warning of the parser (always a `Liquid::SyntaxError`).
///
/// Its display is Ruby's `message`: for Liquid's own classes with prefix and line
/// (`Liquid error (line 3): divided by 0`), for others the bare message.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// The kind: the class of Ruby's exception.
    pub kind: ErrorKind,
    /// The message, without prefix, line and context.
    pub message: String,
    /// The line in the template, from 1; absent where line numbers are off or Ruby gives none.
    pub line: Option<u32>,
    /// The name in front of the line, Ruby's `template_name`. Jekyll sets an include's path.
    pub template_name: Option<Arc<str>>,
    /// The text behind the message: `in "{{ a b }}"`, or Jekyll's `included `.
    pub markup_context: Option<Box<str>>,
    /// The place in the template's source that the error is about.
    pub span: Option<Span>,
    /// The templates that led there, innermost first, for the author; Ruby has no such list.
    pub trail: Vec<Frame>,
}

/// A stretch of a template's source, in bytes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// The first byte.
    pub start: u32,
    /// One past the last byte.
    pub end: u32,
}

/// A template on the way to an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The template's name, as given when it was parsed.
    pub template: Option<Str>,
    /// The line in that template, from 1.
    pub line: Option<u32>,
    /// The place in that template's source.
    pub span: Option<Span>,
}

impl Error {
    /// An error of the given kind, or Ruby class by its name, that does not know yet where it arose.
    pub fn new(kind: impl Into<ErrorKind>, message: impl Into<String>) -> Self {
        Error {
            kind: kind.into(),
            message: message.into(),
            line: None,
            template_name: None,
            markup_context: None,
            span: None,
            trail: Vec::new(),
        }
    }

    /// A `Liquid::SyntaxError`.
    pub fn syntax(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::LiquidSyntax, message)
    }

    /// Ruby's `NoMethodError`, with the object shown as Ruby shows it.
    pub fn no_method(method: &str, object: &Value) -> Self {
        let shown = match object {
            Value::Nil => "nil".into(),
            Value::Bool(truth) => truth.to_string(),
            Value::Int(number) => number.to_string(),
            Value::Str(text) => format!("\"{text}\""),
            other => format!("#<{}>", other.class_name()),
        };
        Error::new("NoMethodError", format!("undefined method `{method}' for {shown}:{}", object.class_name()))
    }

    /// Whether this is one of Liquid's own classes: only these have a prefix and a line.
    pub fn is_liquid(&self) -> bool {
        self.kind.class().starts_with("Liquid::")
    }

    /// Whether this is Liquid's syntax error.
    pub fn is_syntax(&self) -> bool {
        self.kind == ErrorKind::LiquidSyntax
    }

    /// Whether Ruby's `rescue StandardError` lets it pass: such an error ends a rendering even where
    /// errors are printed inline.
    pub fn is_fatal(&self) -> bool {
        use ErrorKind::{NoMemory, NotImplemented, Syntax, SystemStack};
        matches!(self.kind, SystemStack | Syntax | NoMemory | NotImplemented)
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.is_liquid() {
            f.write_str(if self.is_syntax() { "Liquid syntax error" } else { "Liquid error" })?;
            if let Some(line) = self.line {
                match &self.template_name {
                    Some(name) => write!(f, " ({name} line {line})")?,
                    None => write!(f, " (line {line})")?,
                }
            }
            f.write_str(": ")?;
        }
        f.write_str(&self.message)?;
        match &self.markup_context {
            Some(context) if self.is_liquid() => write!(f, " {context}"),
            _ => Ok(()),
        }
    }
}

impl std::error::Error for Error {}

/// The reason why an evaluation ended early.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Abort {
    /// An error, as Ruby would have raised it.
    Error(Box<Error>),
    /// The rendering is suspended, and its host will run it again. Only hosts that schedule renderings do that
    /// ([`scheduling`](crate::scheduling)); tags and filters pass it on.
    Suspended(Suspension),
}

impl Abort {
    /// An error of the given kind, or Ruby class by its name (`ArgumentError`), with its message without prefix.
    pub fn error(kind: impl Into<ErrorKind>, message: impl Into<String>) -> Self {
        Abort::Error(Box::new(Error::new(kind, message)))
    }
}

impl From<Error> for Abort {
    fn from(error: Error) -> Self {
        Abort::Error(Box::new(error))
    }
}

impl fmt::Display for Abort {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Abort::Error(error) => error.fmt(f),
            Abort::Suspended(suspension) => write!(f, "document {} is needed first", suspension.step()),
        }
    }
}

impl std::error::Error for Abort {}

//! Errors and warnings with the class and message of the corresponding Ruby exception, and with a location.

use crate::scheduling::Suspension;
use crate::{Str, Value};
use std::fmt;
use std::sync::Arc;

/// Declares [`ErrorKind`], with a variant for each Ruby class that the code checks for.
macro_rules! kinds {
    ($($(#[$doc:meta])* $variant:ident = $class:literal,)*) => {
        /// The kind of an error: the class of the Ruby exception.
        ///
        /// Classes without their own variant are [`ErrorKind::Other`]. `ErrorKind::from(name)` returns the variant if
        /// there is one, so kinds can always be compared.
        #[derive(Debug, Clone, PartialEq, Eq)]
        #[non_exhaustive]
        pub enum ErrorKind {
            $(#[doc = concat!("`", $class, "`.")] $(#[$doc])* $variant,)*
            /// Any other class, by name. The variant has the size of one pointer, because errors are returned by value.
            Other(Arc<String>),
        }

        impl ErrorKind {
            /// The name of the Ruby class, such as `Liquid::SyntaxError`.
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
    /// A limit was exceeded. Nothing in a template rescues this error.
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

/// An error as raised by Ruby, or a warning of the parser (always a `Liquid::SyntaxError`).
///
/// It displays as Ruby's `message`. For Liquid's own classes, this includes a prefix and the line
/// (`Liquid error (line 3): divided by 0`).
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct Error {
    /// The kind: the class of the Ruby exception.
    pub kind: ErrorKind,
    /// The message without prefix, line and context.
    pub message: String,
    /// The line in the template, starting at 1. `None` if line numbers are disabled or Ruby has none.
    pub line: Option<u32>,
    /// Ruby's `template_name`, printed before the line. Jekyll sets it to the path of an include. `None` outside of
    /// includes.
    pub template_name: Option<Arc<str>>,
    /// The text after the message, if any: `in "{{ a b }}"`, or Jekyll's `included `.
    pub markup_context: Option<Box<str>>,
    /// The location in the template's source. `None` if it is not known.
    pub span: Option<Span>,
    /// The chain of templates that led to the error, innermost first. Ruby has no such list.
    pub trail: Vec<Frame>,
}

/// A range of bytes in a template's source.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Span {
    /// The offset of the first byte.
    pub start: u32,
    /// The offset after the last byte.
    pub end: u32,
}

/// A place in a template: the place of a tag, or one of the places in the chain that led to an error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Frame {
    /// The template's name, as passed to the parser. `None` for a template without a name.
    pub template: Option<Str>,
    /// The line in that template, starting at 1. `None` if line numbers are disabled.
    pub line: Option<u32>,
    /// The location in that template's source. `None` if it is not known.
    pub span: Option<Span>,
}

impl Error {
    /// Creates an error of this kind, or with this Ruby class name, without a location.
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

    /// Creates a `Liquid::SyntaxError` without a location.
    pub fn syntax(message: impl Into<String>) -> Self {
        Error::new(ErrorKind::LiquidSyntax, message)
    }

    /// Creates Ruby's `NoMethodError` for a call of `method` on `object`.
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

    /// Whether the error has one of Liquid's own classes. The texts of errors with other classes have neither a prefix
    /// nor a line.
    pub fn is_liquid(&self) -> bool {
        self.kind.class().starts_with("Liquid::")
    }

    /// Whether the error is a `Liquid::SyntaxError`, whose text starts with `Liquid syntax error`.
    pub fn is_syntax(&self) -> bool {
        self.kind == ErrorKind::LiquidSyntax
    }

    /// Whether the class of the error is SystemStackError, SyntaxError, NoMemoryError or NotImplementedError. Ruby's
    /// `rescue StandardError` does not catch these classes, so such errors end the rendering even if errors are printed
    /// in place.
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

/// The reason why an evaluation ended early: an error, or a suspension. After a suspension, the host repeats the
/// rendering.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub enum Abort {
    /// An error, as Ruby would raise it.
    Error(Box<Error>),
    /// The rendering is suspended and will be repeated by its host. Only hosts that schedule renderings use this
    /// ([`scheduling`](crate::scheduling)). Tags and filters must pass it on.
    Suspended(Suspension),
}

impl Abort {
    /// Creates an error of this kind, or with this Ruby class name (`ArgumentError`). The message has no prefix.
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
            Abort::Suspended(_) => f.write_str("another document is needed first"),
        }
    }
}

impl std::error::Error for Abort {}

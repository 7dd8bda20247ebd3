//! The errors of a style, a locale or a rendering.

use std::fmt;

/// The reasons why a text is not read or an item not rendered. The messages are those of the gems where they have one.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The text is not well-formed XML.
    NotXml(String),
    /// The root element is another one than `style`; its name.
    NotAStyle(String),
    /// The root element is another one than `locale`; its name.
    NotALocale(String),
    /// The tree breaks a rule that the gem checks while reading.
    Invalid(String),
    /// The style has no layout of the kind asked for.
    NoLayout,
    /// A macro is used that the style does not define; its name.
    NoMacro(String),
    /// The locale has no date of this form.
    NoDateForm(String),
    /// The style asks for page ranges in an unknown format.
    UnknownPageRange(String),
    /// An element that cannot be rendered in its place; its name.
    Unsupported(String),
    /// Elements or macros are nested too deep.
    TooDeep,
    /// Rendering takes more steps than any sensible style needs.
    TooLong,
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Error::NotXml(message) => write!(f, "not well-formed: {message}"),
            Error::NotAStyle(name) => write!(f, "root node not CSL::Style: {name}"),
            Error::NotALocale(name) => write!(f, "root node not CSL::Locale: {name}"),
            Error::Invalid(message) => f.write_str(message),
            Error::NoLayout | Error::NoMacro(_) => f.write_str("no CSL node: nil"),
            Error::NoDateForm(form) => write!(f, "no localized date for form {form} found"),
            Error::UnknownPageRange(format) => write!(f, "unknown page range format: {format}"),
            Error::Unsupported(name) => write!(f, "render_{} not implemented", name.replace('-', "_")),
            Error::TooDeep => f.write_str("stack level too deep"),
            Error::TooLong => f.write_str("the style takes too many steps"),
        }
    }
}

impl std::error::Error for Error {}

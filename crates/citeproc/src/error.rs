//! Errors in a style, a locale or a rendering.

use std::fmt;

/// An error in parsing a style or locale, or in rendering an item. Most messages are the same as in the gems csl and
/// citeproc-ruby.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Error {
    /// The text is not well-formed XML.
    NotXml(String),
    /// The root element is not `style`. Contains the element's name.
    NotAStyle(String),
    /// The root element is not `locale`. Contains the element's name.
    NotALocale(String),
    /// The document violates a rule that the gem csl checks while parsing. Contains a message.
    Invalid(String),
    /// The style has no layout of the requested kind.
    NoLayout,
    /// The style uses an undefined macro. Contains the macro's name.
    NoMacro(String),
    /// The locale has no date in this form.
    NoDateForm(String),
    /// The style uses an unknown format for page ranges.
    UnknownPageRange(String),
    /// The style has an element that cannot be rendered in its position. Contains the element's name.
    Unsupported(String),
    /// Elements or macros are nested too deeply.
    TooDeep,
    /// Rendering exceeds the limit on steps.
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

//! The elements of layouts and macros.

use super::formatting::Formatting;
use super::names::{NameOptions, Names};

/// An element with its formatting.
#[derive(Debug, Clone)]
pub(crate) struct Element {
    pub formatting: Formatting,
    pub kind: Kind,
}

/// The kind of an element.
#[derive(Debug, Clone)]
pub(crate) enum Kind {
    Text(TextSource),
    Number {
        variable: Option<String>,
        form: NumberForm,
    },
    Label(Box<Label>),
    Date(Box<DateNode>),
    Names(Box<Names>),
    Group {
        children: Vec<Element>,
        delimiter: String,
    },
    Choose(Vec<Block>),
    /// Anything else, which fails when it is rendered.
    Unknown(String),
}

/// The source of a text.
#[derive(Debug, Clone)]
pub(crate) enum TextSource {
    /// A variable, with the names that its short form goes by.
    Variable {
        name: String,
        /// The variable that is tried first: asked for in the short form.
        short: Option<String>,
        /// The variable without `-short`, tried when there is nothing.
        base: Option<String>,
    },
    Macro(String),
    Term {
        name: String,
        form: Option<String>,
        plural: bool,
    },
    Value(String),
}

/// The forms of numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NumberForm {
    Numeric,
    Ordinal,
    LongOrdinal,
    Roman,
}

/// A label for a number, a page, a locator or names.
#[derive(Debug, Clone)]
pub(crate) struct Label {
    pub formatting: Formatting,
    pub variable: Option<String>,
    /// The term for the variable.
    pub term: String,
    pub form: Option<String>,
    pub plural: Plural,
}

/// The condition for a label's plural.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Plural {
    Always,
    Never,
    Contextual,
}

/// A date.
#[derive(Debug, Clone)]
pub(crate) struct DateNode {
    pub variable: Option<String>,
    /// The form of the locale's date; the parts are the style's own without it.
    pub form: Option<String>,
    /// The parts of the locale's date that are wanted.
    pub wanted: Vec<String>,
    pub delimiter: String,
    pub parts: Vec<DatePart>,
}

/// The year, month or day of a date.
#[derive(Debug, Clone)]
pub(crate) struct DatePart {
    pub formatting: Formatting,
    pub name: String,
    pub form: Option<String>,
}

/// A branch of a choice. One without conditions is always taken.
#[derive(Debug, Clone)]
pub(crate) struct Block {
    pub matching: Match,
    pub conditions: Vec<Condition>,
    pub children: Vec<Element>,
    /// The delimiter of the closest group or layout around.
    pub delimiter: String,
}

/// The number of conditions that have to hold.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Match {
    All,
    Any,
    None,
}

/// A condition: a test, and the values of which all, any or none have to pass; `true` for those negated.
#[derive(Debug, Clone)]
pub(crate) struct Condition {
    pub test: Test,
    pub matching: Match,
    pub values: Vec<(String, bool)>,
}

/// The subject of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Test {
    /// Positions and disambiguation, which never hold.
    Never,
    IsNumeric,
    IsUncertainDate,
    Locator,
    Type,
    Variable,
}

/// The citation or the bibliography of a style.
#[derive(Debug, Clone, Default)]
pub(crate) struct Section {
    pub layout: Option<Layout>,
    pub names: NameOptions,
    pub names_delimiter: Option<String>,
    /// The substitute for authors that the entry before has too.
    pub author_substitute: Option<String>,
}

/// A layout.
#[derive(Debug, Clone, Default)]
pub(crate) struct Layout {
    pub formatting: Formatting,
    pub prefix: Option<String>,
    pub suffix: Option<String>,
    pub delimiter: String,
    pub children: Vec<Element>,
}

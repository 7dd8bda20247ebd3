//! The elements of layouts and macros.

use super::formatting::Formatting;
use super::names::{NameOptions, Names};

/// An element of a style that produces text, such as `<text>` or `<date>`, with its formatting.
#[derive(Debug, Clone)]
pub(crate) struct Element {
    pub formatting: Formatting,
    pub kind: Kind,
}

/// An element of CSL, such as `<text>` or `<choose>`, with its own attributes.
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
    /// An element with another name, which cannot be rendered. Contains the name.
    Unknown(String),
}

/// The source of the text that `cs:text` renders: a variable, a macro, a term or a fixed text.
#[derive(Debug, Clone)]
pub(crate) enum TextSource {
    /// A variable, with the variables to read instead, such as `title-short` for `title`.
    Variable {
        name: String,
        /// The short form of the variable, such as `title-short`. `None` unless the style requests short forms. It is
        /// read first.
        short: Option<String>,
        /// The name without the ending `-short`, such as `title` for `title-short`. Read if the variable has no value.
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

/// The values of the attribute `form` in `cs:number`, such as `roman`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NumberForm {
    Numeric,
    Ordinal,
    LongOrdinal,
    Roman,
}

/// A label for a number, page, locator or names, such as `pp.` or `eds.`
#[derive(Debug, Clone)]
pub(crate) struct Label {
    pub formatting: Formatting,
    pub variable: Option<String>,
    /// The name of the term that labels the variable.
    pub term: String,
    pub form: Option<String>,
    pub plural: Plural,
}

/// The values of the attribute `plural` in `cs:label`: when a label is in the plural.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Plural {
    Always,
    Never,
    Contextual,
}

/// `cs:date`: the variable to print, and its format. This is either one of the locale's date formats (`text` or
/// `numeric`), or the parts that the style lists.
#[derive(Debug, Clone)]
pub(crate) struct DateNode {
    pub variable: Option<String>,
    /// The form of the locale's date format. Without it, the style defines the parts.
    pub form: Option<String>,
    /// The parts of the locale's date format to show.
    pub wanted: Vec<String>,
    pub delimiter: String,
    pub parts: Vec<DatePart>,
}

/// `cs:date-part`: the form in which the year, month or day of a date is printed.
#[derive(Debug, Clone)]
pub(crate) struct DatePart {
    pub formatting: Formatting,
    pub name: String,
    pub form: Option<String>,
}

/// A branch of a `choose` element: `if`, `else-if` or `else`.
#[derive(Debug, Clone)]
pub(crate) struct Block {
    pub matching: Match,
    pub conditions: Vec<Condition>,
    pub children: Vec<Element>,
    /// The delimiter of the nearest enclosing group or layout.
    pub delimiter: String,
}

/// The values of the attribute `match`: whether all, any or none of the conditions must be true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Match {
    All,
    Any,
    None,
}

/// A test and its values. `matching` says whether all, any or none of the values must pass the test. If the boolean
/// after a value is true, the result for this value is negated.
#[derive(Debug, Clone)]
pub(crate) struct Condition {
    pub test: Test,
    pub matching: Match,
    pub values: Vec<(String, bool)>,
}

/// The kind of test in `cs:if`, such as the test for a variable or for the item's type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Test {
    /// The tests `position` and `disambiguate`, which are always false.
    Never,
    IsNumeric,
    IsUncertainDate,
    Locator,
    Type,
    Variable,
}

/// The `citation` or `bibliography` element of a style: its layout, and its options for names.
#[derive(Debug, Clone, Default)]
pub(crate) struct Section {
    pub layout: Option<Layout>,
    pub names: NameOptions,
    pub names_delimiter: Option<String>,
    /// The text that replaces the authors if the previous entry has the same authors.
    pub author_substitute: Option<String>,
}

/// `cs:layout` of a bibliography or citation: the elements to render, with affixes and a delimiter.
#[derive(Debug, Clone, Default)]
pub(crate) struct Layout {
    pub formatting: Formatting,
    pub prefix: Option<String>,
    pub suffix: Option<String>,
    pub delimiter: String,
    pub children: Vec<Element>,
}

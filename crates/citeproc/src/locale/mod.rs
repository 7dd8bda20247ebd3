//! Locales: terms, ordinals, dates and quotation marks of a language.

mod read;
mod tag;
mod terms;

use crate::error::Error;
use crate::format::Quotes;
use crate::style::DatePart;
use terms::Terms;

/// A parsed CSL locale: the words, dates and quotation marks of a language.
#[derive(Debug, Clone, Default)]
pub struct Locale {
    language: String,
    terms: Terms,
    dates: Vec<LocaleDate>,
    limit_day_ordinals: bool,
    quotes: Quotes,
}

/// A language's format for dates in the form `text` or `numeric`: the parts of a date, in the language's order.
#[derive(Debug, Clone)]
pub(crate) struct LocaleDate {
    pub form: String,
    pub parts: Vec<DatePart>,
}

impl Locale {
    /// Parses the XML of a locale file. Fails if the XML is invalid or nested too deeply, or if its root element is not
    /// `locale`.
    pub fn parse(text: &str) -> Result<Locale, Error> {
        let mut locale = read::locale(text)?;
        locale.quotes = Quotes {
            open: locale.term("open-quote").map(str::to_owned),
            close: locale.term("close-quote").map(str::to_owned),
            inner_open: locale.term("open-inner-quote").map(str::to_owned),
            inner_close: locale.term("close-inner-quote").map(str::to_owned),
            punctuation_inside: locale.quotes.punctuation_inside,
        };
        Ok(locale)
    }

    /// The language tag in the file name of a locale (`en-US` in `locales-en-US.xml`) for a tag of the user (`en`).
    pub fn file_tag(tag: &str) -> String {
        tag::normalize(tag)
    }

    /// The language of the locale without its region, such as `en`.
    pub fn language(&self) -> &str {
        &self.language
    }

    /// The term in its long form and singular. `None` if the locale lacks the term.
    pub(crate) fn term(&self, name: &str) -> Option<&str> {
        self.translate(name, None, false)
    }

    /// The term in `form`. If the locale lacks this form, the form that CSL uses instead, such as `long` for `short`.
    /// If `form` is `None`, the form is `long`. Returns `None` if the locale has none of these forms.
    pub(crate) fn translate(&self, name: &str, form: Option<&str>, plural: bool) -> Option<&str> {
        self.terms.lookup(name, form.unwrap_or("long")).map(|term| term.text(plural))
    }

    /// The number as an ordinal: `02` becomes `2nd`. If `long` is set and the locale has a word for it, returns this
    /// word: `second`. Without a matching term, returns the number without leading zeros.
    pub(crate) fn ordinal(&self, digits: &str, long: bool) -> String {
        self.terms.ordinal(digits, long)
    }

    /// The language's date format in this form, `text` or `numeric`. `None` if the locale lacks it.
    pub(crate) fn date(&self, form: &str) -> Option<&LocaleDate> {
        self.dates.iter().find(|date| date.form == form)
    }

    /// Whether only the first day of a month is written as an ordinal.
    pub(crate) fn limits_day_ordinals(&self) -> bool {
        self.limit_day_ordinals
    }

    /// The quotation marks of the language, and whether periods and commas go inside of them.
    pub(crate) fn quotes(&self) -> &Quotes {
        &self.quotes
    }
}

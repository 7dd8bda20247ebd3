//! The terms and ordinals of a locale.

use std::collections::HashMap;

/// A word or phrase of the locale in one form, such as `short`, with its plural.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Term {
    pub name: String,
    pub form: String,
    pub gender: Option<String>,
    pub gender_form: Option<String>,
    pub matching: Option<String>,
    /// The text directly in the element of the term. If it is empty, `single` and `multiple` are used.
    pub text: String,
    pub single: String,
    pub multiple: String,
}

impl Term {
    /// The text directly in the term's element. Without such a text, the singular or, with `plural`, the plural.
    pub(crate) fn text(&self, plural: bool) -> &str {
        match (self.text.is_empty(), plural) {
            (false, _) => &self.text,
            (true, false) => &self.single,
            (true, true) => &self.multiple,
        }
    }

    fn replaces(&self, other: &Term) -> bool {
        self.name == other.name
            && self.form == other.form
            && self.gender == other.gender
            && self.gender_form == other.gender_form
            && self.matching == other.matching
    }

    fn is_long_ordinal(&self) -> bool {
        self.name.starts_with("long-")
    }

    /// Whether the ordinal term with the number `key` applies to `number`. The term's attribute `match` says whether to
    /// compare all digits, only the last one, or the last two. Without the attribute, the term always applies.
    fn fits(&self, key: u64, number: &Digits) -> bool {
        match self.matching.as_deref() {
            Some("last-two-digits") => key == number.last_two,
            Some("last-digit") => key == number.last_two % 10,
            Some("whole-number") => Some(key) == number.value,
            _ => true,
        }
    }
}

/// The properties of a number on which the choice of its ordinal term depends.
struct Digits {
    /// The number, or `None` if it exceeds every number that has a term.
    value: Option<u64>,
    last_two: u64,
    length: usize,
}

/// The key of an ordinal term: `ordinal`, or the number in its name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Key {
    Default,
    Number(u64),
}

/// The terms by name, and the ordinals by number.
#[derive(Debug, Clone, Default)]
pub(crate) struct Terms {
    named: HashMap<String, Vec<Term>>,
    ordinals: HashMap<Key, Vec<Term>>,
}

/// The form that replaces a missing form of a term: `long` for `short`. `None` if no form replaces it.
fn fallback(form: &str) -> Option<&'static str> {
    match form {
        "verb" | "short" => Some("long"),
        "verb-short" => Some("verb"),
        "symbol" => Some("short"),
        _ => None,
    }
}

/// The key for the name of an ordinal, such as `ordinal-02`. `None` for other names.
fn ordinal_key(name: &str) -> Option<Key> {
    let short = name.strip_prefix("long-").unwrap_or(name);
    let rest = short.strip_prefix("ordinal")?;
    if rest.is_empty() {
        // `long-ordinal` has no number, which counts as zero.
        return Some(if short.len() == name.len() { Key::Default } else { Key::Number(0) });
    }
    let digits = rest.strip_prefix('-')?;
    let numeric = digits.len() >= 2 && digits.bytes().all(|b| b.is_ascii_digit());
    numeric.then(|| digits.parse().ok().map(Key::Number)).flatten()
}

impl Terms {
    /// Adds a term, and removes an earlier term with the same attributes.
    pub(crate) fn add(&mut self, term: Term) {
        let list = match ordinal_key(&term.name) {
            Some(key) => self.ordinals.entry(key).or_default(),
            None => self.named.entry(term.name.clone()).or_default(),
        };
        list.retain(|old| !term.replaces(old));
        list.push(term);
    }

    /// The term with this name in `form`, or else in the next form that CSL prescribes: `short` replaces `symbol`, and
    /// `long` replaces `short`. `None` if the locale has none of these forms.
    pub(crate) fn lookup(&self, name: &str, form: &str) -> Option<&Term> {
        let candidates = self.named.get(name)?;
        let mut form = form;
        loop {
            if let Some(term) = candidates.iter().find(|term| term.form == form) {
                return Some(term);
            }
            form = fallback(form)?;
        }
    }

    /// The number as an ordinal: `02` becomes `2nd`. If `long` is set and the locale has a word for it, returns this
    /// word: `second`. Without a matching term, returns the number without leading zeros.
    pub(crate) fn ordinal(&self, digits: &str, long: bool) -> String {
        let trimmed = digits.trim_start_matches('0');
        let digits = if trimmed.is_empty() { "0" } else { trimmed };
        let tail = digits.get(digits.len().saturating_sub(2)..).unwrap_or(digits);
        let number = Digits { value: digits.parse().ok(), last_two: tail.parse().unwrap_or(0), length: digits.len() };
        let term = if long { self.long_ordinal(&number) } else { None }.or_else(|| self.short_ordinal(&number));
        match term {
            None => digits.to_owned(),
            Some(term) if term.is_long_ordinal() => term.text(false).to_owned(),
            Some(term) => format!("{digits}{}", term.text(false)),
        }
    }

    fn list(&self, key: u64) -> &[Term] {
        self.ordinals.get(&Key::Number(key)).map(Vec::as_slice).unwrap_or_default()
    }

    fn long_ordinal(&self, number: &Digits) -> Option<&Term> {
        self.list(number.value?).iter().find(|term| term.is_long_ordinal())
    }

    fn short_ordinal(&self, number: &Digits) -> Option<&Term> {
        let Some(default) = self.ordinals.get(&Key::Default) else { return self.legacy_ordinal(number) };
        let term = |key: u64| self.list(key).iter().find(|term| !term.is_long_ordinal() && term.fits(key, number));
        number
            .value
            .and_then(term)
            .or_else(|| (number.length > 2).then(|| term(number.last_two)).flatten())
            .or_else(|| (number.length > 1).then(|| term(number.last_two % 10)).flatten())
            .or_else(|| default.first())
    }

    /// The ordinal term for a number in a locale without the term `ordinal`. Such a locale has four terms, in English
    /// for `st`, `nd`, `rd` and `th`.
    fn legacy_ordinal(&self, number: &Digits) -> Option<&Term> {
        let last = number.last_two % 10;
        let key = if (11..=13).contains(&number.last_two) || !(1..=3).contains(&last) { 4 } else { last };
        self.list(key).first()
    }
}

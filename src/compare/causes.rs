//! Known causes of differences between two builds of the same site.

/// A known cause of differences between two sites, such as the clock. `hastie compare --ignore` takes the names of
/// causes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// Dates and times of the build.
    Clock,
    /// Ids that are random: hexadecimal numbers and UUIDs.
    Ids,
    /// Comments, which often contain versions.
    Comments,
    /// The element `generator` or the `meta` tag of this name, which names the program.
    Generator,
    /// Revisions and digests in addresses and texts.
    Revision,
    /// Numbers, such as the counts of another day.
    Numbers,
}

impl Cause {
    /// All causes with their names, in the order in which they are recognized.
    pub const ALL: [(&'static str, Cause); 6] = [
        ("comments", Cause::Comments),
        ("generator", Cause::Generator),
        ("clock", Cause::Clock),
        ("ids", Cause::Ids),
        ("revision", Cause::Revision),
        ("numbers", Cause::Numbers),
    ];

    /// The name of this cause in reports and after `--ignore`, such as `clock`.
    pub fn name(self) -> &'static str {
        Cause::ALL.iter().find(|(_, cause)| *cause == self).map_or("", |(name, _)| name)
    }
}

/// The names of months and days, which are parts of dates.
const CALENDAR: &[&str] = &[
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "jan",
    "feb",
    "mar",
    "apr",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct",
    "nov",
    "dec",
    "mon",
    "tue",
    "wed",
    "thu",
    "fri",
    "sat",
    "sun",
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "gmt",
    "utc",
];

/// The attributes that hold ids.
const ID_ATTRIBUTES: &[&str] = &["id", "for", "nonce", "aria-controls", "aria-labelledby", "data-target"];

/// The cause of a change, if it is known. `what` is the type of the change or the name of an attribute. `context`
/// contains the old and the new text with the words around the change, or is empty.
pub(super) fn of(what: &str, old: &str, new: &str, context: [&str; 2]) -> Option<Cause> {
    if what == "comment" {
        return Some(Cause::Comments);
    }
    if context.iter().any(|text| !text.is_empty()) && context.iter().all(|text| text.contains("<generator")) {
        return Some(Cause::Generator);
    }
    if old.is_empty() || new.is_empty() || !same_but(old, new, |_| true) {
        return None;
    }
    let is_date = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit()) || is_calendar(word);
    let [old_around, new_around] = context.map(|text| if text.is_empty() { None } else { Some(text) });
    let looks_like_date = |text: &str| has_date(text);
    let around = [old_around.unwrap_or(old), new_around.unwrap_or(new)];
    if same_but(old, new, is_date) && around.iter().all(|text| looks_like_date(text)) {
        return Some(Cause::Clock);
    }
    let is_hex = |word: &str| word.len() >= 4 && word.bytes().all(|byte| byte.is_ascii_hexdigit());
    if same_but(old, new, is_hex) {
        let is_id = ID_ATTRIBUTES.contains(&what) || has_uuid(old) || what == "href" && old.contains("\"#");
        let has_digest = words(old).any(|word| word.len() >= 7 && is_hex(word) && !is_number(word));
        match (is_id, has_digest) {
            (true, _) => return Some(Cause::Ids),
            (false, true) => return Some(Cause::Revision),
            _ => {}
        }
    }
    same_but(old, new, is_number).then_some(Cause::Numbers)
}

fn is_number(word: &str) -> bool {
    !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_calendar(word: &str) -> bool {
    CALENDAR.contains(&word.to_ascii_lowercase().as_str())
}

/// The runs of letters and digits in a text.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty())
}

/// Whether two texts have the same words and the same punctuation, except for words that `may_differ` accepts on both
/// sides. A `T` between a date and a time divides words, too.
fn same_but(old: &str, new: &str, may_differ: impl Fn(&str) -> bool) -> bool {
    let is_mark = |c: &char| !c.is_alphanumeric();
    if !old.chars().filter(is_mark).eq(new.chars().filter(is_mark)) {
        return false;
    }
    let parts = |text: &str| -> Vec<String> {
        words(text).flat_map(|word| split_at_t(word).into_iter().map(str::to_owned)).collect()
    };
    let (old, new) = (parts(old), parts(new));
    old.len() == new.len() && old.iter().zip(&new).all(|(old, new)| old == new || may_differ(old) && may_differ(new))
}

/// Divides `15T12` into `15` and `12`, and removes the `Z` from `00Z`.
fn split_at_t(word: &str) -> Vec<&str> {
    let word = word.strip_suffix('Z').filter(|rest| is_number(rest)).unwrap_or(word);
    match word.split_once('T') {
        Some((day, hour)) if is_number(day) && is_number(hour) => vec![day, hour],
        _ => vec![word],
    }
}

/// Whether a text contains a date or a time: `2026-01-15`, `12:30`, `Jan`, a year, or seconds since 1970.
fn has_date(text: &str) -> bool {
    let is_year = |word: &str| word.len() == 4 && is_number(word) && (word.starts_with("19") || word.starts_with("20"));
    let is_instant = |word: &str| [10, 13].contains(&word.len()) && is_number(word) && word.starts_with('1');
    let is_time = |word: &str| {
        let mut parts = word.split(':');
        let is_pair = |part: Option<&str>| part.is_some_and(|part| part.len() == 2 && is_number(part));
        is_pair(parts.next()) && is_pair(parts.next())
    };
    let is_part =
        |word: &str| split_at_t(word).into_iter().any(|word| is_year(word) || is_instant(word) || is_calendar(word));
    words(text).any(is_part) || text.split(|c: char| !c.is_ascii_digit() && c != ':').any(is_time)
}

/// Whether a text contains groups of 8, 4, 4, 4 and 12 hexadecimal digits, joined by hyphens.
fn has_uuid(text: &str) -> bool {
    let lengths = |word: &str| word.split('-').map(str::len).collect::<Vec<_>>();
    text.split(|c: char| !c.is_ascii_hexdigit() && c != '-').any(|word| lengths(word).ends_with(&[8, 4, 4, 4, 12]))
}

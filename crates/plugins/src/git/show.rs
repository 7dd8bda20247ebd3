//! The output of `git log` for a commit: `--format` with its placeholders, and dates.

use super::format::Oid;
use super::objects::Objects;
use hastie_liquid::{Time, TimeZone};
use hastie_value::time::try_strftime;

/// The format in which `git log` or `git show` prints a commit, such as `%h %ad`, with the format of its dates.
#[derive(Debug)]
pub(crate) struct Format {
    text: String,
    date: Date,
    /// Whether a line break ends each commit (`tformat`) or only separates commits (`format:`).
    ends_lines: bool,
}

/// The format of `%ad` and `%cd`.
#[derive(Debug, PartialEq, Eq)]
enum Date {
    Strftime(String),
    Seconds,
    Raw,
    IsoStrict,
}

/// The author or committer line of a commit object: `NAME <ADDRESS> SECONDS ZONE`.
struct Stamp {
    name: String,
    address: String,
    seconds: i64,
    zone: String,
}

impl Format {
    /// Parses a format such as `oneline` or `%h %ad`, with the format of its dates, such as `short`. `None` for any
    /// other format without placeholders, such as `medium`. Also `None` if a placeholder or the date format is not
    /// supported.
    pub(crate) fn read(text: &str, date: &str) -> Option<Self> {
        let (text, ends_lines) = match text {
            "oneline" => ("%H %s", true),
            _ => match (text.strip_prefix("format:"), text.strip_prefix("tformat:")) {
                (Some(text), _) => (text, false),
                (_, Some(text)) => (text, true),
                _ => (text, true),
            },
        };
        if text.is_empty() || !text.contains('%') || !is_known(text) {
            return None;
        }
        let date = match date {
            "default" => Date::Strftime("%a %b %-d %H:%M:%S %Y %z".to_owned()),
            "iso" | "iso8601" => Date::Strftime("%Y-%m-%d %H:%M:%S %z".to_owned()),
            "iso-strict" | "iso8601-strict" => Date::IsoStrict,
            "short" => Date::Strftime("%Y-%m-%d".to_owned()),
            "rfc" | "rfc2822" => Date::Strftime("%a, %-d %b %Y %H:%M:%S %z".to_owned()),
            "unix" => Date::Seconds,
            "raw" => Date::Raw,
            _ => Date::Strftime(date.strip_prefix("format:")?.to_owned()),
        };
        Some(Format { text: text.to_owned(), date, ends_lines })
    }

    /// Appends a commit as `git log` prints it. With a format that starts with `format:`, a line break precedes the
    /// commit unless `is_first` is true.
    pub(crate) fn write(&self, oid: Oid, commit: &[u8], objects: &Objects, is_first: bool, out: &mut String) {
        if !self.ends_lines && !is_first {
            out.push('\n');
        }
        let text = String::from_utf8_lossy(commit);
        let (head, message) = text.split_once("\n\n").unwrap_or((&text, ""));
        let field = |name: &str| fields(head, name).into_iter();
        let author = field("author").next().map(Stamp::read).unwrap_or_default();
        let committer = field("committer").next().map(Stamp::read).unwrap_or_default();
        let short = |name: &str| name.chars().take(objects.short_length()).collect::<String>();
        let (subject, body) = message_parts(message);
        let mut letters = self.text.chars();
        while let Some(letter) = letters.next() {
            if letter != '%' {
                out.push(letter);
                continue;
            }
            match letters.next() {
                Some('H') => out.push_str(&oid.to_string()),
                Some('h') => out.push_str(&short(&oid.to_string())),
                Some('T') => out.push_str(field("tree").next().unwrap_or_default()),
                Some('t') => out.push_str(&short(field("tree").next().unwrap_or_default())),
                Some('P') => out.push_str(&field("parent").collect::<Vec<_>>().join(" ")),
                Some('p') => out.push_str(&field("parent").map(short).collect::<Vec<_>>().join(" ")),
                Some('a') => author.write(letters.next(), &self.date, out),
                Some('c') => committer.write(letters.next(), &self.date, out),
                Some('s') => out.push_str(&subject),
                Some('b') => out.push_str(&body),
                Some('B') => out.push_str(message),
                Some('n') => out.push('\n'),
                Some(other) => out.push(other),
                None => {}
            }
        }
        if self.ends_lines {
            out.push('\n');
        }
    }
}

/// The values of a commit's header field, such as `parent`, in order.
fn fields<'h>(head: &'h str, name: &str) -> Vec<&'h str> {
    head.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(' ')).collect()
}

/// The subject of a message, which is its first paragraph on one line, and the body.
fn message_parts(message: &str) -> (String, String) {
    let message = message.trim_start_matches('\n');
    let (subject, body) = message.split_once("\n\n").unwrap_or((message, ""));
    let subject = subject.lines().map(str::trim_end).collect::<Vec<_>>().join(" ");
    (subject.trim_end().to_owned(), body.trim_start_matches('\n').to_owned())
}

fn is_known(text: &str) -> bool {
    let mut letters = text.chars();
    while let Some(letter) = letters.next() {
        if letter != '%' {
            continue;
        }
        let is_known = match letters.next() {
            Some('H' | 'h' | 'T' | 't' | 'P' | 'p' | 's' | 'b' | 'B' | 'n' | '%') => true,
            Some('a' | 'c') => matches!(letters.next(), Some('n' | 'e' | 'd' | 'D' | 't' | 'i' | 'I' | 's')),
            _ => false,
        };
        if !is_known {
            return false;
        }
    }
    true
}

impl Default for Stamp {
    fn default() -> Self {
        Stamp { name: String::new(), address: String::new(), seconds: 0, zone: "+0000".to_owned() }
    }
}

impl Stamp {
    fn read(text: &str) -> Self {
        let Some((name, rest)) = text.split_once(" <") else { return Stamp::default() };
        let Some((address, when)) = rest.rsplit_once("> ") else { return Stamp::default() };
        let (seconds, zone) = when.split_once(' ').unwrap_or((when, "+0000"));
        Stamp {
            name: name.to_owned(),
            address: address.to_owned(),
            seconds: seconds.parse().unwrap_or(0),
            zone: zone.to_owned(),
        }
    }

    fn write(&self, what: Option<char>, date: &Date, out: &mut String) {
        match what {
            Some('n') => out.push_str(&self.name),
            Some('e') => out.push_str(&self.address),
            Some('d') => self.date(date, out),
            Some('D') => self.date(&Date::Strftime("%a, %-d %b %Y %H:%M:%S %z".to_owned()), out),
            Some('t') => self.date(&Date::Seconds, out),
            Some('i') => self.date(&Date::Strftime("%Y-%m-%d %H:%M:%S %z".to_owned()), out),
            Some('I') => self.date(&Date::IsoStrict, out),
            Some('s') => self.date(&Date::Strftime("%Y-%m-%d".to_owned()), out),
            _ => {}
        }
    }

    fn date(&self, date: &Date, out: &mut String) {
        match date {
            Date::Seconds => out.push_str(&self.seconds.to_string()),
            Date::Raw => out.push_str(&format!("{} {}", self.seconds, self.zone)),
            Date::IsoStrict if self.offset() == 0 => out.push_str(&self.formatted("%Y-%m-%dT%H:%M:%SZ")),
            Date::IsoStrict => out.push_str(&self.formatted("%Y-%m-%dT%H:%M:%S%:z")),
            Date::Strftime(format) => out.push_str(&self.formatted(format)),
        }
    }

    /// The difference between the local time of this stamp and UTC, in seconds.
    fn offset(&self) -> i32 {
        let number: i32 = self.zone.parse().unwrap_or(0);
        (number / 100) * 3600 + (number % 100) * 60
    }

    fn formatted(&self, format: &str) -> String {
        let zone = TimeZone::fixed(self.offset()).unwrap_or(TimeZone::UTC);
        let time = Time::local(self.seconds, 0, &zone);
        try_strftime(&time, format).unwrap_or_default()
    }
}

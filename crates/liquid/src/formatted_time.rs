//! Texts that contain only a part of the current time, such as the year in a footer. They stay the same for long, unlike the
//! time itself.

use crate::value::{Host, Str, Value};

/// A time as a template has written it, such as the year in a footer.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct FormattedTime {
    /// Whether the time is `now` or `today`. Otherwise it is the variable of the [`TimeObserver`].
    pub is_now: bool,
    /// The argument of the filter `date`.
    pub format: Str,
    /// The formatted time, such as `2026`.
    pub text: Str,
}

/// Functions of the application that are called before and after the filter in `{{ VARIABLE | date: "FORMAT" }}` and
/// `{{ "now" | date: "FORMAT" }}`.
#[derive(Debug, Clone, Copy)]
pub struct TimeObserver {
    /// A variable that contains the current time, such as `site.time`.
    pub variable: &'static str,
    /// Called before the time is read. The result is passed to `end`.
    pub begin: fn(&mut dyn Host) -> u64,
    /// Called after the filter, with the result of `begin`. The template has seen only the formatted text, and not the
    /// time itself.
    pub end: fn(&mut dyn Host, u64, FormattedTime),
}

/// A formatted time in a template, which is reported to a [`TimeObserver`] when it is rendered.
#[derive(Debug, Clone)]
pub(crate) struct Observed {
    observer: TimeObserver,
    is_now: bool,
    format: Str,
}

impl Observed {
    /// Reads markup such as `"now" | date: "%Y"`: a time that the observer observes, and the filter `date` with a
    /// format in quotes. Further filters may follow. `None` for other markup.
    pub(crate) fn parse(markup: &str, observer: TimeObserver) -> Option<Self> {
        let (value, filters) = markup.split_once('|')?;
        let is_now = match value.trim() {
            "\"now\"" | "'now'" | "\"today\"" | "'today'" => true,
            value if value == observer.variable => false,
            _ => return None,
        };
        let argument = filters.trim_start().strip_prefix("date")?.trim_start().strip_prefix(':')?.trim_start();
        let quote = argument.chars().next().filter(|quote| matches!(quote, '"' | '\''))?;
        let (format, rest) = argument[1..].split_once(quote)?;
        let is_whole = matches!(rest.trim_start().chars().next(), None | Some('|'));
        is_whole.then(|| Observed { observer, is_now, format: format.into() })
    }

    /// Tells the observer that the filter begins. The result must be passed to [`end`](Self::end).
    pub(crate) fn begin(&self, host: &mut dyn Host) -> u64 {
        (self.observer.begin)(host)
    }

    /// Calls the observer if the filter has returned a string. Other results are not reported.
    pub(crate) fn end(&self, host: &mut dyn Host, begun: u64, value: &Value) {
        if let Value::Str(text) = value {
            let formatted = FormattedTime { is_now: self.is_now, format: self.format.clone(), text: text.clone() };
            (self.observer.end)(host, begun, formatted);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Observed, TimeObserver};

    #[test]
    fn only_times_that_are_formatted_at_once_are_observed() {
        let observer = TimeObserver { variable: "site.time", begin: |_| 0, end: |_, _, _| () };
        let format = |markup: &str| Observed::parse(markup, observer).map(|observed| observed.format.to_string());
        for markup in
            [" site.time | date: '%Y' ", "site.time|date:\"%Y\"", "'now' | date: '%Y' | plus: 1", "\"today\"|date:'%Y'"]
        {
            assert_eq!(format(markup).as_deref(), Some("%Y"), "{markup}");
        }
        for markup in [
            "site.time",
            "site.times | date: '%Y'",
            "site.time | date_to_string",
            "site.time | date: format",
            "site.time | date: '%Y', 1",
            "page.date | date: '%Y'",
            "site.time | plus: 1 | date: '%Y'",
        ] {
            assert_eq!(format(markup), None, "{markup}");
        }
    }
}

//! Filters that format dates in the site's time zone: `date_to_string`, `date_to_long_string`, `date_to_xmlschema`,
//! `date_to_rfc822`. Mirrors `Jekyll::Filters::DateFilters`.

use hastie_liquid::dates::to_date;
use hastie_liquid::{Abort, Context, Time, Value};
use hastie_value::time::strftime;

/// `date_to_string`: `27 Jan 2011`. The argument `ordinal` gives `27th Jan 2011`.
/// The arguments `ordinal` and `US` give `Jan 27th, 2011`.
pub(crate) fn date_to_string(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    in_words(cx, input, args, "%b")
}

/// `date_to_long_string`: like `date_to_string`, with the full name of the month.
pub(crate) fn date_to_long_string(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    in_words(cx, input, args, "%B")
}

/// `date_to_xmlschema`: a date in the site's time zone, such as `2011-04-24T20:34:46+08:00`.
pub(crate) fn date_to_xmlschema(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    formatted(cx, input, |_| "%FT%T%:z".to_string())
}

/// `date_to_rfc822`: a date in the site's time zone, such as `Sun, 24 Apr 2011 12:34:46 +0000`.
pub(crate) fn date_to_rfc822(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    formatted(cx, input, |_| "%a, %d %b %Y %T %z".to_string())
}

fn in_words(cx: &mut Context<'_>, input: &Value, args: &[Value], month: &str) -> Result<Value, Abort> {
    let is = |index: usize, word: &str| args.get(index).and_then(Value::as_str) == Some(word);
    let (ordinal, american) = (is(0, "ordinal"), is(1, "US"));
    formatted(cx, input, |time| {
        let (_, _, day) = time.civil();
        let ending = ending(day);
        match (ordinal, american) {
            (false, _) => format!("%d {month} %Y"),
            (true, true) => format!("{month} {day}{ending}, %Y"),
            (true, false) => format!("{day}{ending} {month} %Y"),
        }
    })
}

/// Formats a date in the site's time zone. Returns an empty input unchanged.
fn formatted(cx: &mut Context<'_>, input: &Value, format: impl Fn(&Time) -> String) -> Result<Value, Abort> {
    if input.to_s(cx.host)?.is_empty() {
        return Ok(input.clone());
    }
    let time = match to_date(input, cx)? {
        Some(Value::Time(time)) => Time::local(time.seconds, time.nanos, cx.host.zone()),
        Some(Value::Date(date)) => date.to_time(cx.host.zone()),
        _ => {
            let shown = input.inspect(cx.host)?;
            let message = format!("Invalid Date: '{shown}' is not a valid datetime.");
            return Err(Abort::error("Jekyll::Errors::InvalidDateError", message));
        }
    };
    Ok(strftime(&time, &format(&time)).into())
}

fn ending(day: u8) -> &'static str {
    match (day, day % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    }
}

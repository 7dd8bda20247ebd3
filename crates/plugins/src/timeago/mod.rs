//! The gem jekyll-timeago 1.1: the time since a date, as the filter and the tag `timeago`.

mod locales;

use hastie_liquid::{Abort, Context, Engine, Error, Hash, Tag, TagParse, Time, Value};
use hastie_site::model::SiteContext;
use hastie_site::plugin::Plugin;
use hastie_site::render::rendering_of;
use hastie_value::text::is_ruby_space;
use locales::Locale;
use std::sync::Arc;

/// Registers the filter and the tag `timeago`, which write the time since or until a date in words.
#[derive(Debug)]
pub(crate) struct Timeago;

impl Plugin for Timeago {
    fn name(&self) -> &'static str {
        "jekyll-timeago"
    }

    fn liquid(&self, engine: &mut Engine) {
        engine.filter("timeago", 0..=1, |cx: &mut Context<'_>, input: &Value, arguments: &[Value]| {
            let from = input.to_s(cx.host)?;
            let to = arguments.first().map(|to| to.to_s(cx.host)).transpose()?;
            timeago(cx, &from, to.as_deref()).map(Value::from)
        });
        engine.tag("timeago", |tag: &mut TagParse<'_, '_>| -> Result<Box<dyn Tag>, Error> {
            let words = tag.markup().split(is_ruby_space).filter(|word| !word.is_empty());
            Ok(Box::new(TimeagoTag { dates: words.map(str::to_owned).collect() }))
        });
    }
}

#[derive(Debug)]
struct TimeagoTag {
    dates: Vec<String>,
}

impl Tag for TimeagoTag {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let from = self.dates.first().map(String::as_str).unwrap_or_default();
        let text = timeago(cx, from, self.dates.get(1).map(String::as_str))?;
        out.push_str(&text);
        Ok(())
    }
}

/// The units from longest to shortest, with their length in days.
const UNITS: [(&str, i64); 4] = [("years", 365), ("months", 30), ("weeks", 7), ("days", 1)];

/// The settings of `jekyll_timeago`.
struct Options {
    depth: f64,
    threshold: f64,
    style: String,
    only: Option<usize>,
    locale: &'static Locale,
}

impl Options {
    fn of(cx: &mut Context<'_>, setup: &SiteContext) -> Result<Options, Abort> {
        let none = Hash::new();
        let own = setup.config("jekyll_timeago").as_hash().unwrap_or(&none);
        let number = |key: &str, least: f64, most: f64| {
            let value = match own.get(key) {
                Some(Value::Int(number)) => Some(*number as f64),
                Some(Value::Float(number)) => Some(*number),
                _ => None,
            };
            value.filter(|value| (least..=most).contains(value))
        };
        let text = |key: &str| own.get(key).map(|value| setup.text(value));
        // The gem only knows the configured languages.
        let listed: Vec<String> = match own.get("available_locales") {
            Some(Value::Array(names)) => names.iter().map(|name| setup.text(name)).collect(),
            Some(single) if single.truthy() => vec![setup.text(single)],
            _ => Vec::new(),
        };
        let page = cx.lookup("page.locale")?;
        let asked = [page.truthy().then(|| setup.text(&page)), text("default_locale")];
        let locale = asked.into_iter().flatten().find(|name| listed.contains(name));
        Ok(Options {
            depth: number("depth", 1.0, 4.0).unwrap_or(2.0),
            threshold: number("threshold", 0.0, 1.0).unwrap_or(0.0),
            style: text("style").unwrap_or_default(),
            only: text("only").and_then(|only| UNITS.iter().position(|(unit, _)| *unit == only)),
            locale: locales::named(locale.as_deref().unwrap_or("en")),
        })
    }
}

fn timeago(cx: &mut Context<'_>, from: &str, to: Option<&str>) -> Result<String, Abort> {
    let setup: Arc<SiteContext> = Arc::clone(&rendering_of(cx.host)?.setup().context);
    let (seconds, nanos) = cx.host.now();
    let today = setup.local_time(seconds, nanos);
    let options = Options::of(cx, &setup)?;
    let from = day(&setup, from)?;
    let to = match to {
        Some(to) => day(&setup, to)?,
        None => days_since_epoch(&setup, &today),
    };
    Ok(options.tell(to - from))
}

fn day(setup: &SiteContext, text: &str) -> Result<i64, Abort> {
    let time = setup.parse_date(text).ok_or_else(|| Abort::error("Date::Error", "invalid date"))?;
    Ok(days_since_epoch(setup, &time))
}

/// The day of a time in its own zone, as days since 1970.
fn days_since_epoch(setup: &SiteContext, time: &Time) -> i64 {
    let shown = setup.strftime(&Value::time(time.clone()), "%s %z");
    let (seconds, zone) = shown.split_once(' ').unwrap_or((&shown, "+0000"));
    let number = |text: &str| text.parse::<i64>().unwrap_or(0);
    let offset = number(zone.get(1..3).unwrap_or("0")) * 3600 + number(zone.get(3..5).unwrap_or("0")) * 60;
    let offset = if zone.starts_with('-') { -offset } else { offset };
    (number(seconds) + offset).div_euclid(86_400)
}

impl Options {
    fn tell(&self, days: i64) -> String {
        match days {
            0 => return self.locale.today.to_owned(),
            1 => return self.locale.yesterday.to_owned(),
            -1 => return self.locale.tomorrow.to_owned(),
            _ => {}
        }
        let slots: Vec<String> = self
            .slots(days.abs())
            .iter()
            .map(|(unit, count)| self.locale.unit(*unit, *count, self.style == "short"))
            .collect();
        if self.style == "array" {
            return slots.concat();
        }
        let range = match slots.as_slice() {
            [one] => one.clone(),
            [head @ .., last] => {
                format!("{} {} {last}", head.join(self.locale.words_connector), self.locale.last_word_connector)
            }
            [] => String::new(),
        };
        let sentence = if days > 0 { self.locale.past } else { self.locale.future };
        sentence.replace("%{date_range}", &range)
    }

    /// The units in which to show a number of days. Each unit is an index into `UNITS`, with the number of such units.
    fn slots(&self, days: i64) -> Vec<(usize, i64)> {
        if let Some(unit) = self.only {
            let length = UNITS[unit].1;
            let rounded = ((days as f64) / (length as f64)).round() as i64;
            return vec![(unit, if unit < 3 && days < length { 1 } else { rounded })];
        }
        let (years, rest) = (days / 365, days % 365);
        let (months, rest) = (rest / 30, rest % 30);
        let mut counts = [years + months / 12, months % 12, rest / 7, rest % 7];
        counts[1] += counts[2] / 4;
        counts[2] %= 4;
        counts[0] += counts[1] / 12;
        counts[1] %= 12;
        let mut told: Vec<(usize, i64)> = Vec::new();
        for (unit, count) in counts.into_iter().enumerate() {
            if count > 0 && (told.len() as f64) < self.depth {
                told.push((unit, count));
            }
        }
        if let (true, Some((unit, count))) = (self.threshold > 0.0 && told.len() > 1, told.last().copied())
            && count * UNITS[unit].1 < (days as f64 * self.threshold).floor() as i64
        {
            told.pop();
        }
        told
    }
}

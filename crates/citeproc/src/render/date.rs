//! Renders `cs:date`, either with the parts that the style lists or in a format of the locale.

use super::Run;
use super::context::Context;
use crate::error::Error;
use crate::item::{Date, Value};
use crate::style::{DateNode, DatePart};

impl<'a> Run<'a> {
    /// Renders a date with the style's parts or in the locale's format. Ignores the end of a range. Prints literal
    /// dates verbatim. Fails if the locale lacks the format.
    pub(super) fn date(&mut self, context: &mut Context<'a>, node: &'a DateNode) -> Result<String, Error> {
        let Some(variable) = node.variable.as_deref() else { return Ok(String::new()) };
        let date = match context.read(variable) {
            Some(Value::Date(date)) if !date.is_empty() => date,
            Some(Value::Text(text)) => return Ok(text.clone()),
            _ => return Ok(String::new()),
        };
        if let Some(literal) = date.as_literal() {
            return Ok(literal.to_owned());
        }
        let locale = self.locale;
        let parts: Vec<&DatePart> = match &node.form {
            None => node.parts.iter().collect(),
            Some(form) => {
                let localized = locale.date(form).ok_or_else(|| Error::NoDateForm(form.clone()))?;
                localized.parts.iter().filter(|part| node.wanted.contains(&part.name)).collect()
            }
        };
        let mut rendered = Vec::with_capacity(parts.len());
        for part in parts {
            let text = self.date_part(date, part);
            let text = self.format(text, &part.formatting)?;
            if !text.is_empty() {
                rendered.push(text);
            }
        }
        Ok(rendered.join(&node.delimiter))
    }

    fn date_part(&self, date: &Date, part: &DatePart) -> String {
        let is = |name: &str| part.name.to_ascii_lowercase().contains(name);
        let start = date.start();
        if is("day") {
            start.day.map(|day| self.day(day, part.form.as_deref())).unwrap_or_default()
        } else if is("month") {
            self.month(date, part.form.as_deref())
        } else if is("year") {
            start.year.map(|year| self.year(year, part.form.as_deref())).unwrap_or_default()
        } else {
            String::new()
        }
    }

    fn day(&self, day: i64, form: Option<&str>) -> String {
        match form {
            Some("ordinal") if day > 1 && self.locale.limits_day_ordinals() => day.to_string(),
            Some("ordinal") => self.locale.ordinal(&day.to_string(), false),
            Some("numeric-leading-zeros") => format!("{day:02}"),
            _ => day.to_string(),
        }
    }

    fn month(&self, date: &Date, form: Option<&str>) -> String {
        let named = |term: String| self.locale.translate(&term, form, false).unwrap_or_default().to_owned();
        if let Some(season) = date.season {
            return named(format!("season-{season:02}"));
        }
        let Some(month) = date.start().month else { return String::new() };
        match form.map(str::to_ascii_lowercase).as_deref() {
            Some("numeric") => month.to_string(),
            Some("numeric-leading-zeros") => format!("{month:02}"),
            _ => named(format!("month-{month:02}")),
        }
    }

    fn year(&self, year: i64, form: Option<&str>) -> String {
        let short = form.is_some_and(|f| f.eq_ignore_ascii_case("short"));
        let shown = if short { year.rem_euclid(100) } else { year };
        let era = |name: &str| self.locale.term(name).unwrap_or_default();
        if year < 0 {
            format!("{}{}", -shown, era("bc"))
        } else if year < 1000 {
            format!("{shown}{}", era("ad"))
        } else {
            shown.to_string()
        }
    }
}

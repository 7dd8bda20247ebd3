//! Renders texts: variables, macros, terms and fixed values.

use super::context::Context;
use super::{MAX_DEPTH, Run, page_range};
use crate::error::Error;
use crate::style::{Formatting, TextSource};

impl<'a> Run<'a> {
    pub(super) fn text(&mut self, context: &mut Context<'a>, source: &'a TextSource) -> Result<String, Error> {
        match source {
            TextSource::Variable { name, short, base } => {
                self.variable(context, name, short.as_deref(), base.as_deref())
            }
            TextSource::Macro(name) => self.call(context, name),
            TextSource::Term { name, form, plural } => {
                Ok(self.locale.translate(name, form.as_deref(), *plural).unwrap_or_default().to_owned())
            }
            TextSource::Value(value) => Ok(value.clone()),
        }
    }

    /// Renders the elements of a macro, and joins them without a delimiter. Fails if the style lacks the macro.
    fn call(&mut self, context: &mut Context<'a>, name: &str) -> Result<String, Error> {
        let elements = self.style.macros.get(name).ok_or_else(|| Error::NoMacro(name.to_owned()))?;
        if self.depth >= MAX_DEPTH {
            return Err(Error::TooDeep);
        }
        let text = self.elements(context, elements)?.concat();
        self.format(text, &Formatting::default())
    }

    fn variable(
        &mut self,
        context: &mut Context<'a>,
        name: &'a str,
        short: Option<&'a str>,
        base: Option<&'a str>,
    ) -> Result<String, Error> {
        if name == "locator" {
            return Ok(match context.locator() {
                Some(locator) => locator.to_owned(),
                None => context.read_text("locator"),
            });
        }
        let mut text = read(context, name, short);
        if let Some(base) = base.filter(|_| text.is_empty()) {
            // The short form of the base is the variable itself.
            text = read(context, base, short.map(|_| name));
        }
        if name == "page" && !text.is_empty() {
            text = page_range::format(&text, self.style.page_range_format.as_deref(), self.locale)?;
            context.keep_pages(&text);
        }
        if name == "page-first" && text.is_empty() {
            text = first_digits(&context.read_text("page"));
        }
        Ok(text)
    }
}

/// A variable as text, or its short form if it exists.
fn read<'a>(context: &mut Context<'a>, name: &'a str, short: Option<&'a str>) -> String {
    if let Some((short, value)) = short.and_then(|short| Some((short, context.read(short)?))) {
        return context.text_of(short, value);
    }
    context.read_text(name)
}

/// The first run of digits in a text. Empty if the text has none.
fn first_digits(text: &str) -> String {
    let from = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    from.chars().take_while(char::is_ascii_digit).collect()
}

//! Renders `cs:label`: the term for a variable, in the singular or the plural.

use super::context::Context;
use super::{Run, page_range};
use crate::error::Error;
use crate::item::{Value, number};
use crate::style::{Label, Plural};
use crate::text;

/// Whether the variable's name starts with `with`, in upper or lower case.
fn starts(variable: &str, with: &str) -> bool {
    variable.get(..with.len()).is_some_and(|head| head.eq_ignore_ascii_case(with))
}

impl<'a> Run<'a> {
    /// Renders the label of a variable or locator, such as `pp.` Empty if the variable or locator has no value.
    pub(super) fn label(&mut self, context: &mut Context<'a>, label: &'a Label) -> Result<String, Error> {
        let variable = label.variable.as_deref().unwrap_or_default();
        if variable.is_empty() {
            return Ok(String::new());
        }
        let (value, looks_plural, term) = if starts(variable, "page") {
            let pages = context.peek_text("page").unwrap_or_default();
            let value = page_range::format(&pages, self.style.page_range_format.as_deref(), self.locale)?;
            if !value.is_empty() {
                context.keep_pages(&value);
            }
            let plural = number::looks_plural(&value);
            (value, plural, "page")
        } else if starts(variable, "locator") {
            let value = context.locator().map(str::to_owned).or_else(|| context.peek_text("locator"));
            let value = value.unwrap_or_default();
            let plural = number::looks_plural(&value);
            (value, plural, context.locator_label().unwrap_or_default())
        } else {
            let Some(found) = context.peek(variable).filter(|v| !v.is_empty()) else { return Ok(String::new()) };
            let value = context.text_of(variable, found);
            let plural = match found {
                Value::Text(_) => number::is_numeric(&value) && number::looks_plural(&value),
                Value::Names(names) => names.len() > 1,
                Value::Date(date) => date.is_range(),
            };
            (value, plural, label.term.as_str())
        };
        if value.is_empty() {
            return Ok(String::new());
        }
        let counts = starts(variable, "number-of-pages") || starts(variable, "number-of-volumes");
        let contextual = if counts { text::first_integer(&value) > 1 } else { looks_plural };
        Ok(self.term(label, term, contextual))
    }

    /// Renders the label of a list of names, for example `eds.` for two names in the role `editor`.
    pub(super) fn names_label(&mut self, label: &Label, role: &str, count: usize) -> Result<String, Error> {
        let text = self.term(label, role, count > 1);
        self.format(text, &label.formatting)
    }

    fn term(&self, label: &Label, term: &str, contextual: bool) -> String {
        let plural = match label.plural {
            Plural::Always => true,
            Plural::Never => false,
            Plural::Contextual => contextual,
        };
        self.locale.translate(term, label.form.as_deref(), plural).unwrap_or_default().to_owned()
    }
}

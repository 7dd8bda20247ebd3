//! Converts entries to CSL items and renders them.

use super::citations;
use super::session::Session;
use hastie_bibtex::csl::Variable;
use hastie_bibtex::{Bibliography, Entry, namae};
use hastie_citeproc::{Cite, Date, Item, NAME_VARIABLES, Name, Renderer, Style};
use hastie_liquid::{Abort, Context, Value};
use std::sync::Arc;

/// CSL variables that contain dates. A string is parsed like Ruby's `Date.parse`.
const DATES: [&str; 6] = ["accessed", "container", "event-date", "issued", "original-date", "submitted"];

impl Session<'_> {
    /// Converts an entry to a CSL item. `number` is its citation number, if any. Fails if a date cannot be parsed.
    fn item(&self, bibliography: &Bibliography, entry: &Entry, number: Option<usize>) -> Result<Item, Abort> {
        let own = bibliography.csl(entry);
        let mut item = Item::new(&own.kind);
        for (key, variable) in own.variables {
            match variable {
                Variable::Names(names) => item.names(&key, names.into_iter().map(name).collect()),
                Variable::Text(text) if NAME_VARIABLES.contains(&key.as_str()) => {
                    let names = namae::parse(&text).unwrap_or_default();
                    item.names(&key, names.into_iter().map(parsed_name).collect());
                }
                Variable::Text(text) if DATES.contains(&key.as_str()) => match self.day(&text) {
                    Some((year, month, day)) => item.date(&key, Date::parts(&[&[year, month, day]])),
                    None => {
                        let shown = self.setup.context.inspect(&Value::from(text));
                        return Err(Abort::error("CiteProc::ParseError", format!("failed to parse {shown}")));
                    }
                },
                Variable::Text(text) => item.text(&key, text),
                Variable::Dates(dates) => {
                    let parts: Vec<&[i64]> = dates.iter().map(Vec::as_slice).collect();
                    item.date(&key, Date::parts(&parts));
                }
                Variable::Literal(text) => item.date(&key, Date::literal(text)),
            }
        }
        item.text("id", own.id);
        item.text("citation-number", number.map(|number| number.to_string()).unwrap_or_default());
        if self.options.suppress_author {
            item.suppress("author");
        }
        Ok(item)
    }
}

fn name(name: hastie_bibtex::Name) -> Name {
    Name { family: name.last, given: name.first, particle: name.prefix, suffix: name.suffix, ..Name::default() }
}

fn parsed_name(name: namae::Name) -> Name {
    Name { family: name.family, given: name.given, particle: name.particle, suffix: name.suffix, ..Name::default() }
}

fn raised(error: hastie_citeproc::Error) -> Abort {
    Abort::error("ArgumentError", error.to_string())
}

impl Session<'_> {
    /// Creates the renderer of entries and citations, with the locale of the settings. Keeps an existing renderer
    /// unless `anew` is set.
    pub(crate) fn renderer(&mut self, anew: bool, cx: &mut Context<'_>) -> Result<(), Abort> {
        if anew || self.memo.renderer.is_none() {
            let tag = self.config().get("locale").clone();
            self.memo.renderer = Some(Renderer::new(self.locale(&tag, cx)?));
        }
        Ok(())
    }

    /// `render_bibliography`: the entry, formatted by the style. With `allow_locale_overrides`, uses the locale of the
    /// entry's `language` if it is available. Does not apply `bibtex_filters`.
    pub(crate) fn entry_text(
        &mut self,
        bibliography: &Bibliography,
        entry: &Entry,
        number: Option<usize>,
        cx: &mut Context<'_>,
    ) -> Result<String, Abort> {
        self.renderer(false, cx)?;
        let own = self.own_locale(entry, cx);
        let item = self.item(bibliography, entry, number)?;
        let name = self.style_name(cx)?;
        let style = self.style(&name, cx)?;
        let Some(renderer) = &mut self.memo.renderer else { return Ok(String::new()) };
        let Some(locale) = own else { return renderer.bibliography(&style, &item).map_err(raised) };
        let usual = Arc::clone(renderer.locale());
        renderer.set_locale(locale);
        let rendered = renderer.bibliography(&style, &item);
        renderer.set_locale(usual);
        rendered.map_err(raised)
    }

    /// The locale for the language of an entry. `None` without `allow_locale_overrides`, if there is no such locale, or
    /// if it is already in use.
    fn own_locale(&self, entry: &Entry, cx: &mut Context<'_>) -> Option<Arc<hastie_citeproc::Locale>> {
        let language = entry.fields.get("language").filter(|_| self.config().is_set("allow_locale_overrides"))?;
        let language = language.to_string();
        let usual = self.memo.renderer.as_ref()?.locale();
        if language == usual.language() {
            return None;
        }
        let count = hastie_site::render::rendering_of(cx.host).ok()?.events.len();
        let found = self.locale(&Value::from(language), cx).ok();
        // Messages about a missing locale are dropped here.
        hastie_site::render::rendering_of(cx.host).ok()?.events.truncate(count);
        found
    }

    /// `render_citation`: a citation of `entries`, to which the filters were already applied. Adds the entries to the
    /// page's citations.
    pub(crate) fn citation_text(
        &mut self,
        entries: &[(Arc<Entry>, Arc<Bibliography>)],
        cx: &mut Context<'_>,
    ) -> Result<String, Abort> {
        self.renderer(false, cx)?;
        let mut items = Vec::with_capacity(entries.len());
        for (entry, bibliography) in entries {
            citations::cite(&entry.key, cx)?;
            let number = citations::number(&entry.key, cx)?;
            items.push(self.item(bibliography, entry, Some(number))?);
        }
        let style = self.current_style(cx)?;
        let cites: Vec<Cite<'_>> = items
            .iter()
            .enumerate()
            .map(|(index, item)| {
                let locator = self.options.locators.get(index).map(String::as_str);
                let label = locator.map(|_| self.options.labels.get(index).map_or("page", String::as_str));
                Cite { locator, label, ..Cite::of(item) }
            })
            .collect();
        let Some(renderer) = &mut self.memo.renderer else { return Ok(String::new()) };
        renderer.citation(&style, &cites).map_err(raised)
    }

    /// The citation style that the tag names, otherwise the page, otherwise the site.
    pub(crate) fn current_style(&self, cx: &mut Context<'_>) -> Result<Arc<Style>, Abort> {
        let name = self.style_name(cx)?;
        self.style(&name, cx)
    }
}

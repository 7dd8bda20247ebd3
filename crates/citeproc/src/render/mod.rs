//! Renders items with a style. Mirrors `CiteProc::Ruby::Renderer`.

mod choose;
mod context;
mod date;
mod label;
mod name;
mod name_options;
mod names;
mod number;
mod page_range;
mod text;

use crate::error::Error;
use crate::format;
use crate::item::Item;
use crate::locale::Locale;
use crate::style::{Element, Formatting, Kind, Layout, Section, Style};
use context::Context;
use std::sync::Arc;

/// A cited item, with details of the citation such as its locator and prefix.
#[derive(Debug, Clone, Copy)]
pub struct Cite<'a> {
    /// The work that is cited.
    pub item: &'a Item,
    /// The location in the item, such as a page.
    pub locator: Option<&'a str>,
    /// The label of the locator, such as `page`.
    pub label: Option<&'a str>,
    /// A text before the citation.
    pub prefix: Option<&'a str>,
    /// A text after the citation.
    pub suffix: Option<&'a str>,
    /// Whether to hide the variable `author` from the elements of the style.
    pub suppress_author: bool,
}

impl<'a> Cite<'a> {
    /// A citation without locator, prefix and suffix.
    pub fn of(item: &'a Item) -> Cite<'a> {
        Cite { item, locator: None, label: None, prefix: None, suffix: None, suppress_author: false }
    }
}

/// Renders the entries of a bibliography, or citations. Holds the locale, and the authors of the previous entry.
#[derive(Debug, Clone)]
pub struct Renderer {
    locale: Arc<Locale>,
    /// The text of the first list of names in the previous entry. `None` unless the style replaces repeated names.
    previous: Option<String>,
}

impl Renderer {
    /// Creates a renderer that has not rendered any entry yet. The names of its first entry are not replaced.
    pub fn new(locale: Arc<Locale>) -> Renderer {
        Renderer { locale, previous: None }
    }

    /// The locale that provides terms, date formats and quotation marks.
    pub fn locale(&self) -> &Arc<Locale> {
        &self.locale
    }

    /// Renders later items with the words, dates and quotation marks of another locale.
    pub fn set_locale(&mut self, locale: Arc<Locale>) {
        self.locale = locale;
    }

    /// Renders the bibliography entry of an item. Some styles print a substitute such as `---` if the authors are the
    /// same as in the previous call. Fails if the style has no layout for bibliographies, or if an element cannot be
    /// rendered.
    pub fn bibliography(&mut self, style: &Style, item: &Item) -> Result<String, Error> {
        let section = style.bibliography.as_ref().ok_or(Error::NoLayout)?;
        let layout = section.layout.as_ref().ok_or(Error::NoLayout)?;
        let cite = Cite::of(item);
        let mut run = Run::new(style, section, &self.locale, self.previous.as_deref());
        run.collects_authors = section.author_substitute.is_some();
        let rendered = run.layout(&mut Context::new(&cite), layout);
        self.previous = run.authors.into_iter().next();
        let formatted = format::apply_layout(rendered?, layout, &self.locale);
        Ok(format::apply(formatted, &Formatting::default(), &self.locale))
    }

    /// Renders one citation of several items, such as `(Lovelace 1843; Turing 1936)`. Fails if the style has no layout
    /// for citations, or if an element cannot be rendered.
    pub fn citation(&mut self, style: &Style, cites: &[Cite]) -> Result<String, Error> {
        let section = style.citation.as_ref().ok_or(Error::NoLayout)?;
        let layout = section.layout.as_ref().ok_or(Error::NoLayout)?;
        let quotes = self.locale.quotes();
        let mut run = Run::new(style, section, &self.locale, None);
        let mut rendered = Vec::with_capacity(cites.len());
        for cite in cites {
            let text = run.layout(&mut Context::new(cite), layout)?;
            let parts: Vec<&str> = [cite.prefix, Some(text.as_str()), cite.suffix].into_iter().flatten().collect();
            rendered.push(format::join(&parts, "", quotes));
        }
        let joined = format::join(&rendered, &layout.delimiter, quotes);
        let formatted = format::apply_layout(joined, layout, &self.locale);
        Ok(format::apply(formatted, &Formatting::default(), &self.locale))
    }
}

/// The maximum nesting of macro calls and elements.
const MAX_DEPTH: usize = 400;

/// The maximum number of steps for an entry. A long text counts as several steps.
const MAX_STEPS: usize = 2_000_000;

/// The state while one bibliography entry or one citation is rendered, such as the steps so far.
struct Run<'a> {
    style: &'a Style,
    section: &'a Section,
    locale: &'a Locale,
    /// The text of the first list of names in the previous entry. `None` unless the style replaces repeated names.
    previous: Option<&'a str>,
    /// Whether to compare names with the names in the previous entry.
    collects_authors: bool,
    /// The text of each list of names in the first `names` element.
    authors: Vec<String>,
    /// Whether a `names` element was rendered. Only names in the first such element are compared with the previous
    /// entry.
    rendered_names: bool,
    /// The `names` element whose substitutes are being rendered.
    substitute: Option<&'a crate::style::Names>,
    depth: usize,
    steps: usize,
}

impl<'a> Run<'a> {
    fn new(style: &'a Style, section: &'a Section, locale: &'a Locale, previous: Option<&'a str>) -> Run<'a> {
        Run {
            style,
            section,
            locale,
            previous,
            collects_authors: false,
            authors: Vec::new(),
            rendered_names: false,
            substitute: None,
            depth: 0,
            steps: 0,
        }
    }

    /// Renders and joins the children of a layout.
    fn layout(&mut self, context: &mut Context<'a>, layout: &'a Layout) -> Result<String, Error> {
        let parts = self.elements(context, &layout.children)?;
        Ok(self.join(&parts, &layout.delimiter))
    }

    /// Renders elements, and returns the texts that are not empty.
    fn elements(&mut self, context: &mut Context<'a>, elements: &'a [Element]) -> Result<Vec<String>, Error> {
        let mut parts = Vec::with_capacity(elements.len());
        for element in elements {
            let part = self.element(context, element)?;
            if !part.is_empty() {
                parts.push(part);
            }
        }
        Ok(parts)
    }

    /// Renders an element and formats the result. Fails if elements are nested too deeply.
    fn element(&mut self, context: &mut Context<'a>, element: &'a Element) -> Result<String, Error> {
        if self.depth >= MAX_DEPTH {
            return Err(Error::TooDeep);
        }
        self.depth += 1;
        let rendered = self.kind(context, &element.kind);
        self.depth -= 1;
        self.format(rendered?, &element.formatting)
    }

    fn kind(&mut self, context: &mut Context<'a>, kind: &'a Kind) -> Result<String, Error> {
        match kind {
            Kind::Text(source) => self.text(context, source),
            Kind::Number { variable, form } => Ok(self.number(context, variable.as_deref(), *form)),
            Kind::Label(label) => self.label(context, label),
            Kind::Date(date) => self.date(context, date),
            Kind::Names(names) => self.names(context, names),
            Kind::Group { children, delimiter } => self.group(context, children, delimiter),
            Kind::Choose(blocks) => self.choose(context, blocks),
            Kind::Unknown(name) => Err(Error::Unsupported(name.clone())),
        }
    }

    /// Renders a group. It is empty if all variables that it reads are empty.
    fn group(&mut self, context: &mut Context<'a>, children: &'a [Element], delimiter: &str) -> Result<String, Error> {
        context.watch();
        let parts = self.elements(context, children);
        let seen = context.unwatch();
        let parts = parts?;
        Ok(if seen.is_all_empty() { String::new() } else { self.join(&parts, delimiter) })
    }

    /// Formats a text. Fails if all texts together take too many steps.
    fn format(&mut self, text: String, formatting: &Formatting) -> Result<String, Error> {
        self.steps += 1 + text.len() / 256;
        if self.steps > MAX_STEPS {
            return Err(Error::TooLong);
        }
        Ok(format::apply(text, formatting, self.locale))
    }

    fn join<S: AsRef<str>>(&self, texts: &[S], delimiter: &str) -> String {
        format::join(texts, delimiter, self.locale.quotes())
    }
}

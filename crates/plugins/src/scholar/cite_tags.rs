//! `{% cite %}`, `{% nocite %}`, `{% cite_details %}` and `{% details_link %}`.

use super::citations;
use super::library::{Cited, Library};
use super::markup;
use super::present::log_all;
use super::session::Session;
use super::tag::Common;
use hastie_bibtex::{Bibliography, Entry};
use hastie_liquid::{Abort, Context, Error, Tag, TagParse, Value};
use std::sync::Arc;

/// Which of the four tags is rendered.
#[derive(Debug, Clone, Copy)]
enum Kind {
    Cite,
    Nocite,
    Details,
    DetailsLink,
}

#[derive(Debug)]
struct CiteTag {
    common: Common,
    kind: Kind,
}

pub(super) fn parse_cite(tag: &mut TagParse<'_, '_>, library: &Arc<Library>) -> Result<Box<dyn Tag>, Error> {
    parse(tag, library, Kind::Cite)
}

pub(super) fn parse_nocite(tag: &mut TagParse<'_, '_>, library: &Arc<Library>) -> Result<Box<dyn Tag>, Error> {
    parse(tag, library, Kind::Nocite)
}

pub(super) fn parse_cite_details(tag: &mut TagParse<'_, '_>, library: &Arc<Library>) -> Result<Box<dyn Tag>, Error> {
    parse(tag, library, Kind::Details)
}

pub(super) fn parse_details_link(tag: &mut TagParse<'_, '_>, library: &Arc<Library>) -> Result<Box<dyn Tag>, Error> {
    parse(tag, library, Kind::DetailsLink)
}

fn parse(tag: &mut TagParse<'_, '_>, library: &Arc<Library>, kind: Kind) -> Result<Box<dyn Tag>, Error> {
    Ok(Box::new(CiteTag { common: Common::with_keys(tag, library)?, kind }))
}

impl Tag for CiteTag {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let text = self.common.session(cx, |session, cx| {
            let keys = self.common.keys(cx)?;
            match self.kind {
                Kind::Cite => session.cite(&keys, cx),
                Kind::Nocite => session.nocite(&keys, cx),
                Kind::Details => {
                    let links: Result<Vec<String>, Abort> =
                        keys.iter().map(|key| session.cite_details(key, cx)).collect();
                    Ok(links?.join("\n"))
                }
                Kind::DetailsLink => session.details_link(keys.first().unwrap_or(&Value::Nil), cx),
            }
        })?;
        out.push_str(&text);
        Ok(())
    }
}

/// Entries to which `bibtex_filters` were applied, each with its bibliography.
type Entries = Vec<(Arc<Entry>, Arc<Bibliography>)>;

impl Session<'_> {
    /// `cite`: a citation of the keys. It is one link to the first key, or with `separate_links` a link for each key.
    /// If one key is unknown, only a notice is printed.
    pub(crate) fn cite(&mut self, keys: &[Value], cx: &mut Context<'_>) -> Result<String, Abort> {
        let separate = self.config().is_set("separate_links");
        let mut entries: Entries = Vec::new();
        let mut links = Vec::new();
        for key in keys {
            let Some((bibliography, entry)) = self.keyed(key, cx)? else {
                return Ok(self.text("missing_reference"));
            };
            match self.cited_entry(separate, bibliography, &entry, cx)? {
                Cited::Entry(entry, bibliography) => entries.push((entry, bibliography)),
                Cited::Link(link) => links.push(link),
            }
        }
        if separate {
            let style = self.current_style(cx)?;
            let joined = links.join(style.citation_delimiter());
            return Ok(format!("{}{joined}{}", style.citation_prefix(), style.citation_suffix()));
        }
        let target = match keys.first() {
            Some(key) => self.target(&key.to_s(cx.host)?),
            None => self.target_of_none(),
        };
        let text = self.citation_text(&entries, cx)?;
        Ok(markup::link(&target, &text, Some(&self.text("cite_class"))))
    }

    /// The result of citing an entry: the filtered entry or, if `separate` is set, a link. Uses the library's cache if
    /// documents are rendered in order. If the cache contains a link, but an entry is needed, fails as in Ruby. If it
    /// contains an entry, but a link is needed, the result is the entry as BibTeX.
    fn cited_entry(
        &mut self,
        separate: bool,
        bibliography: Arc<Bibliography>,
        entry: &Entry,
        cx: &mut Context<'_>,
    ) -> Result<Cited, Abort> {
        let known = if self.is_ordered { self.library.cited(&entry.key) } else { None };
        match known {
            // An entry that a page without separate links has cached is printed as BibTeX.
            Some(Cited::Entry(entry, _)) if separate => {
                let mut entry = (*entry).clone();
                entry.parse_month();
                return Ok(Cited::Link(entry.print(hastie_bibtex::Printing::default(), &[])));
            }
            Some(Cited::Link(link)) if !separate => {
                let text =
                    format!("undefined method `key' for {}:String", self.setup.context.inspect(&Value::from(link)));
                return Err(Abort::error("NoMethodError", text));
            }
            Some(known) => return Ok(known),
            None => {}
        }
        let converted = Arc::new(self.converted(entry)?);
        let cited = if separate {
            Cited::Link(self.separate_link(converted, bibliography, cx)?)
        } else {
            Cited::Entry(converted, bibliography)
        };
        if self.is_ordered {
            self.library.keep_cited(&entry.key, cited.clone());
        }
        Ok(cited)
    }

    /// A citation as its own link, without the prefix and suffix of the style's citation layout.
    fn separate_link(
        &mut self,
        entry: Arc<Entry>,
        bibliography: Arc<Bibliography>,
        cx: &mut Context<'_>,
    ) -> Result<String, Abort> {
        let target = self.target(&entry.key);
        let text = self.citation_text(&[(entry, bibliography)], cx)?;
        let style = self.current_style(cx)?;
        let text = without_prefix(&text, style.citation_prefix());
        let text = without_suffix(&text, style.citation_suffix());
        Ok(markup::link(&target, &text, Some(&self.text("cite_class"))))
    }

    /// The URL to which a citation links.
    fn target(&self, key: &str) -> String {
        format!("{}#{}", self.text("relative"), self.anchor(key))
    }

    fn target_of_none(&self) -> String {
        format!("{}#{}", self.text("relative"), self.options.prefix.clone().unwrap_or_default())
    }

    /// `nocite`: marks the keys as cited. For each key that was already cited, returns all cited keys, because Ruby
    /// prints them.
    fn nocite(&mut self, keys: &[Value], cx: &mut Context<'_>) -> Result<String, Abort> {
        let mut again = 0;
        for key in keys {
            let Some((_, entry)) = self.keyed(key, cx)? else { return Ok(self.text("missing_reference")) };
            let known = citations::keys(cx)?.len();
            citations::cite(&entry.key, cx)?;
            again += usize::from(citations::keys(cx)?.len() == known);
        }
        let all: String = citations::keys(cx)?.iter().filter_map(Value::as_str).collect();
        Ok(all.repeat(again))
    }

    /// `cite_details`: a link to the entry's page.
    fn cite_details(&mut self, key: &Value, cx: &mut Context<'_>) -> Result<String, Abort> {
        let Some((_, entry)) = self.keyed(key, cx)? else { return Ok(self.text("missing_reference")) };
        let (href, messages) = self.page_link(&entry)?;
        log_all(messages, cx)?;
        let text = match &self.options.text {
            Some(text) => text.clone(),
            None if self.config().is_set("details_link") => self.text("details_link"),
            None => href.clone(),
        };
        Ok(markup::link(&href, &text, None))
    }

    /// `details_link`: the URL of the entry's page.
    fn details_link(&mut self, key: &Value, cx: &mut Context<'_>) -> Result<String, Abort> {
        let Some((_, entry)) = self.keyed(key, cx)? else {
            let text = format!("Could not find entry for key '{}'", key.to_s(cx.host)?);
            return Err(Abort::error("Exception", text));
        };
        let (href, messages) = self.page_link(&entry)?;
        log_all(messages, cx)?;
        Ok(href)
    }
}

/// Removes the first `prefix` at the start of a line.
fn without_prefix(text: &str, prefix: &str) -> String {
    let mut position = 0;
    for line in text.split_inclusive('\n') {
        if line.starts_with(prefix) {
            return format!("{}{}", &text[..position], &text[position + prefix.len()..]);
        }
        position += line.len();
    }
    text.to_string()
}

/// Removes the first `suffix` at the end of a line.
fn without_suffix(text: &str, suffix: &str) -> String {
    let mut position = 0;
    for line in text.split_inclusive('\n') {
        let own = line.strip_suffix('\n').unwrap_or(line);
        if own.ends_with(suffix) {
            let end = position + own.len();
            return format!("{}{}", &text[..end - suffix.len()], &text[end..]);
        }
        position += line.len();
    }
    text.to_string()
}

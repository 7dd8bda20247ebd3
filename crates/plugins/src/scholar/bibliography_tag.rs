//! `{% bibliography %}`: a list of entries, or lists in groups; and `{% bibliography_count %}`.

use super::choose::Chosen;
use super::library::Library;
use super::markup;
use super::present::log_all;
use super::session::Session;
use super::tag::Common;
use hastie_bibtex::Bibliography;
use hastie_liquid::{Abort, Context, Error, Hash, Tag, TagParse};
use hastie_site::render::rendering_of;
use std::sync::Arc;

#[derive(Debug)]
struct BibliographyTag(Common);

pub(super) fn parse(tag: &mut TagParse<'_, '_>, library: &Arc<Library>) -> Result<Box<dyn Tag>, Error> {
    Ok(Box::new(BibliographyTag(Common::options(tag, library)?)))
}

impl Tag for BibliographyTag {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let text = self.0.session(cx, |session, cx| {
            let bibliography = session.bibliography(cx)?;
            let entries = session.cited_entries(&bibliography, cx)?;
            if session.is_grouped(cx)? {
                return session.groups(&bibliography, entries, cx);
            }
            let entries = session.limited(entries)?;
            session.list(&bibliography, entries, cx)
        })?;
        out.push_str(&text);
        Ok(())
    }
}

#[derive(Debug)]
struct CountTag(Common);

pub(super) fn parse_count(tag: &mut TagParse<'_, '_>, library: &Arc<Library>) -> Result<Box<dyn Tag>, Error> {
    Ok(Box::new(CountTag(Common::options(tag, library)?)))
}

impl Tag for CountTag {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let count = self.0.session(cx, |session, cx| {
            let bibliography = session.bibliography(cx)?;
            Ok(session.cited_entries(&bibliography, cx)?.len())
        })?;
        out.push_str(&count.to_string());
        Ok(())
    }
}

impl Session<'_> {
    /// The part of `entries` that the options `offset` and `max` select. Fails if `offset` is past the end.
    fn limited<'b>(&self, mut entries: Chosen<'b>) -> Result<Chosen<'b>, Abort> {
        let count = i64::try_from(entries.len()).unwrap_or(i64::MAX);
        let offset = self.options.offset.unwrap_or(0);
        let last = self.options.max.map_or(-1, |max| max.saturating_add(offset).saturating_sub(1));
        let place = |position: i64| if position < 0 { position.saturating_add(count) } else { position };
        let (start, end) = (place(offset), place(last).saturating_add(1).min(count));
        if start < 0 || start > count {
            let text = "undefined method `compact' for nil:NilClass (the offset is past the end)";
            return Err(Abort::error("NoMethodError", text));
        }
        entries.truncate(usize::try_from(end.max(start)).unwrap_or(0));
        entries.drain(..usize::try_from(start).unwrap_or(0));
        Ok(entries)
    }

    /// `render_items`: the entries as an HTML list. Omits each `None`, which is a cited key that the query does not
    /// select.
    pub(crate) fn list(
        &mut self,
        bibliography: &Arc<Bibliography>,
        entries: Chosen<'_>,
        cx: &mut Context<'_>,
    ) -> Result<String, Abort> {
        let view = Arc::clone(&rendering_of(cx.host)?.view);
        let links = self.config().is_set("details_link") && self.has_pages(|name| view.layouts().contains_key(name));
        let item_tag = self.text("bibliography_item_tag");
        let item_attributes = self.attributes("bibliography_item_attributes")?;
        let mut items = Vec::with_capacity(entries.len());
        for (index, entry) in entries.into_iter().flatten().enumerate() {
            let mut text = self.entry_by_template(bibliography, entry, index + 1, cx)?;
            if links {
                let (href, messages) = self.page_link(entry)?;
                log_all(messages, cx)?;
                text.push_str(&markup::link(&href, &self.text("details_link"), Some(&self.text("details_link_class"))));
            }
            items.push(markup::tag(&item_tag, &text, &item_attributes));
        }
        let list_tag = self.options.list_tag.clone().unwrap_or_else(|| self.text("bibliography_list_tag"));
        let mut attributes = vec![("class".to_string(), self.text("bibliography_class"))];
        attributes.extend(self.attributes("bibliography_list_attributes")?);
        Ok(markup::tag(&list_tag, &items.join("\n"), &attributes))
    }

    /// The HTML attributes in a setting, such as `bibliography_list_attributes`.
    fn attributes(&self, key: &str) -> Result<Vec<(String, String)>, Abort> {
        let own = self.config().get(key);
        let own = own.as_hash().ok_or_else(|| Abort::from(self.setup.context.no_method("map", own)))?;
        let pairs = |own: &Hash| {
            own.iter()
                .map(|(key, value)| (self.setup.context.text(key), self.setup.context.text(value)))
                .collect::<Vec<_>>()
        };
        Ok(pairs(own))
    }
}

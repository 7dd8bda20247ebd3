//! The URL of an entry's page, whether the page exists or not.

use super::links::file_name;
use super::session::Session;
use hastie_bibtex::Entry;
use hastie_liquid::Abort;
use hastie_site::diagnostic::Message;
use hastie_site::model::permalink;
use hastie_site::model::slug::{self, Mode};
use hastie_site::path;

impl Session<'_> {
    /// Whether entries have pages. This is the case if the site has the layout that the setting `details_layout` names.
    pub(crate) fn has_pages(&self, layouts: impl Fn(&str) -> bool) -> bool {
        let layout = self.text("details_layout");
        let name = path::basename(&layout);
        layouts(name.strip_suffix(".html").unwrap_or(name))
    }

    /// The URL of an entry's details page, and warnings about fields whose slug is empty.
    pub(crate) fn page_path(&self, entry: &Entry) -> Result<(String, Vec<Message>), Abort> {
        let template = self.text("details_permalink");
        let mut messages = Vec::new();
        let mut values: Vec<(&str, String)> = Vec::new();
        for (key, value) in &entry.fields {
            let text = value.to_string();
            let is_slug = key != "doi" && !text.is_empty();
            // Characters that are dropped only matter if the template contains the field, or if nothing is left.
            let is_named = template.contains(&format!(":{key}"));
            if is_slug && !is_named && text.bytes().any(|byte| byte.is_ascii_alphanumeric()) {
                continue;
            }
            let text = if is_slug { slugified(&text, &mut messages) } else { text };
            values.push((key, text));
        }
        let key = file_name(&entry.key);
        let permalink = self.setup.context.text(self.setup.context.settings().permalink());
        let extension = if permalink == "pretty" || permalink.ends_with('/') { "/" } else { ".html" };
        set(&mut values, "key", key.clone());
        set(&mut values, "details_dir", self.text("details_dir"));
        set(&mut values, "extension", extension.to_string());
        if entry.fields.get("doi").is_none_or(|doi| doi.to_string().is_empty()) {
            set(&mut values, "doi", key);
        }
        let values: Vec<(&str, Option<&str>)> = values.iter().map(|(key, text)| (*key, Some(text.as_str()))).collect();
        let filled = permalink::fill_in_order(&template, &values);
        let url = filled.map_err(|error| Abort::error("Addressable::URI::InvalidURIError", format!("{error:?}")))?;
        Ok((url, messages))
    }

    /// The link to an entry's details page, with the site's `baseurl`. Also returns warnings about fields whose slug is
    /// empty.
    pub(crate) fn page_link(&mut self, entry: &Entry) -> Result<(String, Vec<Message>), Abort> {
        let (path, messages) = self.page_path(entry)?;
        Ok((path::join(&self.base_url(), &path), messages))
    }
}

fn slugified(text: &str, messages: &mut Vec<Message>) -> String {
    let slug = slug::slugify(text, Mode::Pretty, false);
    if slug.is_empty() {
        messages.push(slug::empty(text, Mode::Pretty));
    }
    slug
}

fn set<'k>(values: &mut Vec<(&'k str, String)>, key: &'k str, text: String) {
    match values.iter_mut().find(|(own, _)| *own == key) {
        Some(slot) => slot.1 = text,
        None => values.push((key, text)),
    }
}

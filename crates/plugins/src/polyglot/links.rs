//! Changes links within the site to the language of the pass.

use super::languages::Languages;
use hastie_site::model::SiteContext;
use hastie_value::text::is_ascii_space;
use regex::Regex;
use std::path::Path;

/// The paths in `exclude_from_localization`. Adds a slash to each path that is a folder below the working directory.
pub(super) fn excluded(setup: &SiteContext) -> Vec<String> {
    let folder = setup.world.folder();
    let with_slash = |path: String| {
        let is_folder = !path.ends_with('/') && setup.world.is_folder(&folder.join(Path::new(&path)));
        if is_folder { format!("{path}/") } else { path }
    };
    setup.config.strings("exclude_from_localization").into_iter().map(with_slash).collect()
}

/// The rules that change the links of a page so that they lead to pages in the language of this pass.
pub(super) struct Links {
    baseurl: String,
    url: Option<String>,
    default: String,
    /// The language to insert into links. `None` if this pass builds the default language.
    active: Option<String>,
    /// A pattern that matches the start of a path that gets no language, such as an excluded path, or one that has a
    /// language.
    barred: Option<Regex>,
}

/// The attribute of links. `STATIC` temporarily replaces it in links that keep their language.
const LOCAL: &str = "href=";
const STATIC: &str = "ferh=";

impl Links {
    pub(crate) fn new(setup: &SiteContext, languages: &Languages) -> Links {
        let mut exclude = setup.config.settings().excluded_names();
        if !languages.is_default() {
            exclude.extend(excluded(setup));
        }
        let globs = exclude.iter().map(|path| regex::escape(path).replace(r"\*", ".*").replace(r"\?", "."));
        let langs = languages.all.iter().map(|lang| format!("{}/", regex::escape(lang)));
        let barred: Vec<String> = globs.chain(langs).collect();
        Links {
            baseurl: setup.text(setup.settings().baseurl()),
            url: setup.settings().url().truthy().then(|| setup.text(setup.settings().url())),
            default: languages.default.clone(),
            active: (!languages.is_default()).then(|| languages.active.clone()),
            barred: Regex::new(&format!("^(?:{})", barred.join("|"))).ok().filter(|_| !barred.is_empty()),
        }
    }

    /// Adds the language of this pass to the links within the site: `/about/` becomes `/de/about/`. In the pass of the
    /// default language, adds nothing. Skips excluded paths and paths that start with a language.
    ///
    /// Also replaces `ferh=`, the mark of links that keep their language, with `href=`. `None` if no link changes.
    pub(crate) fn localized(&self, text: &str) -> Option<String> {
        let mut changed: Option<String> = None;
        let mut apply = |attribute: &str, site: &str, prefix: Option<&str>| {
            let before = changed.as_deref().unwrap_or(text);
            if let Some(after) = self.replace(before, attribute, site, prefix) {
                changed = Some(after);
            }
        };
        let local = format!("{}/", self.baseurl);
        if let Some(lang) = &self.active {
            apply(LOCAL, &local, Some(lang));
        }
        apply(STATIC, &local, None);
        if let Some(url) = &self.url {
            let absolute = format!("{url}{local}");
            if let Some(lang) = &self.active {
                apply(LOCAL, &absolute, Some(lang));
            }
            apply(STATIC, &absolute, None);
        }
        changed
    }

    /// Inserts `lang` into each URL that follows `attribute` and starts with `site`, directly after `site`. Replaces
    /// `attribute` before such a URL with `href=`. `None` if there is no such URL.
    fn replace(&self, text: &str, attribute: &str, site: &str, lang: Option<&str>) -> Option<String> {
        let mut out = String::new();
        let mut last = 0;
        let mut from = 0;
        while let Some(position) = text[from..].find(attribute).map(|found| from + found) {
            from = position + attribute.len();
            let Some((start, end)) = self.address(text, from, site, attribute == LOCAL) else { continue };
            if attribute == LOCAL
                && site.len() > self.baseurl.len() + 1
                && self.is_for_default_language(&text[..position])
            {
                continue;
            }
            out.push_str(&text[last..position]);
            out.push_str(&format!("href=\"{site}"));
            if let Some(lang) = lang {
                out.push_str(lang);
                out.push('/');
            }
            out.push_str(&text[start..end]);
            out.push('"');
            last = end + 1;
            from = last;
        }
        (last > 0).then(|| out + &text[last..])
    }

    /// The range of a URL's path after `site`, as byte offsets. The URL begins at `position`, perhaps with a quote.
    /// `None` if it does not start with `site` or does not end with a quote, or if `checks` is set and the URL is not
    /// localized.
    fn address(&self, text: &str, position: usize, site: &str, checks: bool) -> Option<(usize, usize)> {
        let quote = usize::from(text[position..].starts_with('"'));
        let start =
            [position + quote, position].into_iter().find(|start| text[*start..].starts_with(site))? + site.len();
        let mut end = start;
        loop {
            let rest = &text[end..];
            let length = rest.find(|c: char| is_ascii_space(c) || ",'\"/?.".contains(c)).unwrap_or(rest.len());
            if length == 0 || (checks && self.is_barred(rest)) {
                break;
            }
            end += length;
            if !text[end..].starts_with('.') {
                break;
            }
            end += 1;
        }
        if text[end..].starts_with('/') {
            let rest = &text[end..];
            end += rest.find(|c: char| is_ascii_space(c) || "][)(\"'".contains(c)).unwrap_or(rest.len());
        }
        text[end..].starts_with('"').then_some((start, end))
    }

    fn is_barred(&self, rest: &str) -> bool {
        let line = rest.split('\n').next().unwrap_or_default();
        self.barred.as_ref().is_some_and(|barred| barred.is_match(line))
    }

    /// Whether `before`, the text before a link's `href`, ends with a `hreflang` for the default language or
    /// `x-default`.
    fn is_for_default_language(&self, before: &str) -> bool {
        before.ends_with("hreflang=\"x-default\" ") || before.ends_with(&format!("hreflang=\"{}\" ", self.default))
    }
}

//! `{% i18n_headers [URL] %}`: links to the translations of a page, for search engines.

use super::coordinate::page_id;
use super::languages::Languages;
use super::translations::{Candidate, Translations, with_slash, without_language};
use hastie_liquid::{Abort, Context, Error, Hash, Tag, TagParse, Value};
use hastie_site::failure::Failure;
use hastie_site::render::{Item, OwnedItem, rendering_of};

#[derive(Debug)]
struct Headers {
    url: String,
}

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    let url = tag.markup().trim();
    Ok(Box::new(Headers { url: url.strip_suffix('/').unwrap_or(url).to_owned() }))
}

impl Tag for Headers {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let page = |cx: &mut Context<'_>, key: &str| of_page(cx, key);
        let permalink = page(cx, "permalink")?;
        let permalink = if permalink.truthy() { permalink } else { page(cx, "url")? };
        let (id, known) = (page(cx, "page_id")?, page(cx, "permalink_lang")?);
        let rendering = rendering_of(cx.host)?;
        let setup = rendering.setup().clone();
        let languages = Languages::of(&setup.context.config.values);
        let address = without_language(&with_slash(&setup.context.text(&permalink)), &languages.active);
        let site = if self.url.is_empty() {
            let Value::Str(url) = setup.context.settings().url() else {
                return Err(setup.context.no_method("+", setup.context.settings().url()).into());
            };
            format!("{url}{}", setup.context.text(setup.context.settings().baseurl()))
        } else {
            self.url.clone()
        };
        let candidates: Vec<(String, Candidate)> = rendering
            .view
            .slots()
            .iter()
            .map(|slot| {
                let candidate = match &slot.owned {
                    OwnedItem::Document(document) => {
                        super::coordinate::Translatable::candidate(document, &setup.context)
                    }
                    OwnedItem::Page(page) => super::coordinate::Translatable::candidate(&**page, &setup.context),
                };
                let item: Item<'_> = slot.item();
                (page_id(&setup.context, &item.field("page_id")), candidate)
            })
            .collect();
        let translations = Translations::of(&setup.context, &languages, &candidates);
        let found = translations.of_page(&page_id(&setup.context, &id), &address);
        let lookup = |lang: &str| permalink_of(&setup.context, &found, &known, lang);
        canonical(&languages, &site, &address, &lookup, out);
        alternates(&languages, &site, &address, &lookup, out);
        Ok(())
    }
}

/// The permalink of a page in a language. `None` if the page is not translated.
fn permalink_of(setup: &hastie_site::model::SiteContext, found: &Hash, known: &Value, lang: &str) -> Option<String> {
    let own = found.get(lang).filter(|permalink| permalink.truthy());
    let other = || known.as_hash().and_then(|known| known.get(lang)).filter(|permalink| permalink.truthy());
    own.or_else(other).map(|permalink| setup.text(permalink))
}

type Lookup<'a> = dyn Fn(&str) -> Option<String> + 'a;

fn canonical(languages: &Languages, site: &str, address: &str, lookup: &Lookup<'_>, out: &mut String) {
    let active = languages.active.as_str();
    let translated = lookup(active);
    let falls_back = languages.canonical_falls_back && translated.is_none() && !languages.is_default();
    let link = if falls_back {
        with_slash(&lookup(&languages.default).unwrap_or_else(|| address.to_owned()))
    } else {
        let own = with_slash(&translated.unwrap_or_else(|| address.to_owned()));
        if languages.is_default() { own } else { with_language(&own, active) }
    };
    out.push_str(&format!("<link rel=\"canonical\" href=\"{site}{link}\"/>\n"));
}

fn alternates(languages: &Languages, site: &str, address: &str, lookup: &Lookup<'_>, out: &mut String) {
    let by_default = with_slash(&lookup(&languages.default).unwrap_or_else(|| address.to_owned()));
    for lang in &languages.all {
        let translated = lookup(lang);
        let is_default = *lang == languages.default;
        if translated.is_none() && !is_default {
            continue;
        }
        let own = with_slash(&translated.unwrap_or_else(|| address.to_owned()));
        let mut link = |lang: &str, address: &str| {
            out.push_str(&format!("<link rel=\"alternate\" hreflang=\"{lang}\" href=\"{site}{address}\"/>\n"));
        };
        if is_default {
            link(lang, &own);
            link("x-default", &by_default);
        } else {
            link(lang, &with_language(&own, lang));
        }
    }
}

/// The path `address` below the folder of a language, such as `/de/about/`. Unchanged if it is already there.
fn with_language(address: &str, lang: &str) -> String {
    if address.starts_with(&format!("/{lang}/")) { address.to_owned() } else { format!("/{lang}{address}") }
}

fn of_page(cx: &mut Context<'_>, key: &str) -> Result<Value, Abort> {
    Ok(match rendering_of(cx.host)?.registered_page() {
        Value::Hash(page) => page.get(key).cloned().unwrap_or(Value::Nil),
        Value::Drop(page) => page.get(key, cx.host)?.unwrap_or(Value::Nil),
        other => return Err(Failure::no_conversion(&other, "Hash").into()),
    })
}

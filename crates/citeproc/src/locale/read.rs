//! Parses the XML of a locale: its terms, its date formats and its options.

use super::terms::{Term, Terms};
use super::{Locale, LocaleDate, tag};
use crate::error::Error;
use crate::format::Quotes;
use crate::style::{date_part, document};
use crate::text;
use roxmltree::Node;

/// The namespace of `xml:lang`.
const XML: &str = "http://www.w3.org/XML/1998/namespace";

/// Parses the XML of a locale file. Fails if the XML is invalid or nested too deeply, or if its root element is not
/// `locale`.
pub(super) fn locale(text: &str) -> Result<Locale, Error> {
    let document = document(text)?;
    let root = document.root_element();
    if root.tag_name().name() != "locale" {
        return Err(Error::NotALocale(root.tag_name().name().to_owned()));
    }
    let mut locale = Locale { language: language(root), ..Locale::default() };
    for child in root.children().filter(Node::is_element) {
        match child.tag_name().name() {
            "terms" => locale.terms = terms(child),
            "date" => locale.dates.push(date(child)),
            "style-options" => {
                let on = |name: &str| child.attribute(name).is_some_and(|v| v.eq_ignore_ascii_case("true"));
                locale.limit_day_ordinals = on("limit-day-ordinals-to-day-1");
                locale.quotes = Quotes { punctuation_inside: on("punctuation-in-quote"), ..Quotes::default() };
            }
            _ => {}
        }
    }
    Ok(locale)
}

fn language(root: Node) -> String {
    let tag = root.attribute((XML, "lang")).or_else(|| root.attribute("lang")).unwrap_or_default();
    let full = tag::normalize(tag);
    full.split('-').next().unwrap_or_default().to_owned()
}

fn terms(node: Node) -> Terms {
    let mut terms = Terms::default();
    for child in node.children().filter(|n| n.has_tag_name_of("term")) {
        terms.add(term(child));
    }
    terms
}

fn term(node: Node) -> Term {
    let own = |name: &str| node.attribute(name).map(str::to_owned);
    let inner = |name: &str| {
        let child = node.children().find(|n| n.has_tag_name_of(name));
        // The content of a nested element is escaped again.
        text::encode_xml(text::strip(child.and_then(|c| c.text()).unwrap_or_default()))
    };
    let text = node.text().filter(|t| !t.trim_matches(text::is_space).is_empty()).unwrap_or_default();
    Term {
        name: own("name").unwrap_or_default(),
        form: own("form").unwrap_or_else(|| "long".to_owned()),
        gender: own("gender"),
        gender_form: own("gender-form"),
        matching: own("match"),
        text: text.to_owned(),
        single: inner("single"),
        multiple: inner("multiple"),
    }
}

fn date(node: Node) -> LocaleDate {
    let parts = node.children().filter(|n| n.has_tag_name_of("date-part")).map(date_part).collect();
    LocaleDate { form: node.attribute("form").unwrap_or_default().to_owned(), parts }
}

/// Compares the names of elements without their namespaces, which the gem csl ignores.
trait Named {
    fn has_tag_name_of(&self, name: &str) -> bool;
}

impl Named for Node<'_, '_> {
    fn has_tag_name_of(&self, name: &str) -> bool {
        self.is_element() && self.tag_name().name() == name
    }
}

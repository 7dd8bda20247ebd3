//! The gem jekyll-titles-from-headings 0.5: uses the heading at the start of a Markdown source as the title.

use super::evaluation::Evaluation;
use super::option::{is_off, is_on};
use super::optional_front_matter::is_markdown;
use hastie_liquid::{Abort, Hash, Value};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::Document;
use hastie_site::pattern::Pattern;
use hastie_site::plugin::{Generator, Plugin, priority};
use hastie_site::render::RenderContext;
use hastie_site::render::Setup;
use hastie_site::site::Site;
use hastie_value::text::is_ruby_space;
use std::sync::Arc;

const SECTION: &str = "titles_from_headings";

/// A heading with one to three number signs, or an underlined line. White space is Ruby's. As in the gem, closing
/// number signs are part of the match and are removed by Markdown.
static HEADING: Pattern = Pattern::new(
    r"(?m)\A[ \t\r\n\x0b\x0c]*(?:\#{1,3}[ \t\r\n\x0b\x0c]+(.*)(?:[ \t\r\n\x0b\x0c]+\#{1,3})?|(.*)\r?\n[-=]+[ \t\r\n\x0b\x0c]*)$",
);

/// A footnote mark such as `[^1]`, which is still in the title after its Markdown was rendered and its tags were
/// removed.
static FOOTNOTE: Pattern = Pattern::new(r"\[\^[^\]]*\]");

/// Sets the `title` of Markdown pages without one to the heading at the start of their text. With `strip_title: true`,
/// removes this heading from the text. With `collections: true`, also sets the title of Markdown documents that are
/// written, even if their front matter has one.
#[derive(Debug)]
pub(crate) struct TitlesFromHeadings;

impl Plugin for TitlesFromHeadings {
    fn name(&self) -> &'static str {
        "jekyll-titles-from-headings"
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(Titles)]
    }
}

struct Titles;

impl Generator for Titles {
    fn class(&self) -> &'static str {
        "JekyllTitlesFromHeadings::Generator"
    }

    fn priority(&self) -> i32 {
        priority::LOWEST
    }

    fn generate(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let setup = Arc::clone(&site.setup);
        if is_off(&setup.context, SECTION, "enabled")? {
            return Ok(());
        }
        let strips = is_on(&setup.context, SECTION, "strip_title")?;
        let strips = |data: &Hash| match data.get("strip_title") {
            Some(own) => matches!(own, Value::Bool(true)),
            None => strips,
        };
        for page in &mut site.content.pages {
            if !is_markdown(&setup.context, &page.ext) || !page.field("title").is_nil() {
                continue;
            }
            let content = page.content.text();
            let title = if page.invalid { None } else { title_of(&setup, &content)? };
            page.data.set("title", title.unwrap_or(Value::Nil));
            if strips(&page.data) {
                page.content = without_title(&content).into();
            }
        }
        if is_on(&setup.context, SECTION, "collections")? {
            let documents = site.content.collections.iter_mut().flat_map(|collection| &mut collection.docs);
            for document in documents.filter(|document| document.is_written()) {
                retitle(&setup, document, &strips, log)?;
            }
        }
        Ok(())
    }
}

/// Sets the title of a document to the heading at the start of its text. A document without such a heading keeps its
/// title. The title of a document that is not UTF-8 becomes nil.
fn retitle(
    setup: &Arc<Setup>,
    document: &mut Document,
    strips: &impl Fn(&Hash) -> bool,
    log: &mut Log,
) -> Result<(), Failure> {
    if !is_markdown(&setup.context, document.extname()) {
        return Ok(());
    }
    let content = document.content.text();
    let title = match document.invalid {
        true => Some(Value::Nil),
        false => title_of(setup, &content)?,
    };
    if let Some(title) = title {
        document.data.set("title", title);
    }
    if strips(&document.data) && !document.content.is_none() {
        document.content = without_title(&content).into();
        if document.collection.label == "posts" && !document.excerpt_separator().is_empty() {
            // Even if front matter sets it.
            document.data.set("excerpt", Value::Nil);
            document.generate_excerpt(log);
        }
    }
    Ok(())
}

/// The heading at the start of a source, as plain text.
fn title_of(setup: &Arc<Setup>, content: &str) -> Result<Option<Value>, Failure> {
    let Some(found) = HEADING.captures(content) else { return Ok(None) };
    let Some(heading) = found.get(1).or_else(|| found.get(2)) else { return Ok(None) };
    let plain = plain(setup, heading.as_str()).map_err(|abort| Failure::raised("Liquid::Error", abort.to_string()))?;
    Ok(Some(Value::from(plain)))
}

fn plain(setup: &Arc<Setup>, heading: &str) -> Result<String, Abort> {
    let mut rendering = RenderContext::detached(setup);
    let mut evaluation = Evaluation::new(&setup.engine, &mut rendering);
    let text = evaluation.text(&Value::from(heading), &["markdownify", "strip_html", "normalize_whitespace"])?;
    Ok(FOOTNOTE.replace_all(&text, "").into_owned())
}

/// A source without the heading at its start and without surrounding white space (Ruby's `strip`).
fn without_title(content: &str) -> String {
    let rest = match HEADING.find(content) {
        Some(heading) => &content[heading.end()..],
        None => content,
    };
    rest.trim_matches(is_ruby_space).to_string()
}

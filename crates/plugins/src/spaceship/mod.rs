//! The gem jekyll-spaceship 0.10: richer tables, formulas, diagrams, media, emoji and changed elements.
//!
//! Each processor works on the Markdown of an item before it is rendered, or on its HTML afterwards. Most processors of
//! HTML parse and serialize the whole page with libxml2, and so does the gem itself at the end.

mod config;
mod diagrams;
mod element;
mod emoji;
mod exclusion;
mod mathjax;
mod media;
mod pattern;
mod polyfill;
mod substitute;
mod table;
mod table_markup;

use super::libxml::Document;
use config::Processor;
use hastie_liquid::Hash;
use hastie_site::diagnostic::{Log, Message};
use hastie_site::failure::Failure;
use hastie_site::locks;
use hastie_site::model::SiteContext;
use hastie_site::path;
use hastie_site::plugin::{Hooks, Plugin};
use hastie_site::render::{Item, LogEvent, RenderContext};
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

/// The gem's version, which is part of a message.
const VERSION: &str = "0.10.2";

/// Applies processors, such as `table-processor`, to the source of each Markdown page and document before it is
/// rendered. Also applies them to the output of each HTML page and document.
#[derive(Debug)]
pub(crate) struct Spaceship;

impl Plugin for Spaceship {
    fn name(&self) -> &'static str {
        "jekyll-spaceship"
    }

    fn hooks(&self) -> Vec<Arc<dyn Hooks>> {
        vec![Arc::new(Dispatch::default())]
    }
}

/// The cost of parsing one byte of HTML, or of rendering one byte of Markdown. It counts as the cost of copying this
/// number of bytes. The nodes of a page are kept until the page is written, so a limit on this cost also limits their
/// memory.
const PARSING: usize = 24 * 64;

/// Attribute lists by name, defined in the Markdown of tables.
type Lists = HashMap<String, String>;

#[derive(Default)]
struct Dispatch {
    processors: Mutex<Arc<Vec<Processor>>>,
    /// The attribute lists of the items being rendered, by path.
    lists: Mutex<HashMap<String, Lists>>,
}

/// The kinds of processors, such as the one for tables.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Table,
    Mathjax,
    Plantuml,
    Mermaid,
    Polyfill,
    Media,
    Emoji,
    Element,
}

impl Kind {
    const ALL: [Kind; 8] = [
        Kind::Table,
        Kind::Mathjax,
        Kind::Plantuml,
        Kind::Mermaid,
        Kind::Polyfill,
        Kind::Media,
        Kind::Emoji,
        Kind::Element,
    ];

    /// The name of the processor's file in the gem, and of its section in the configuration.
    fn file(self) -> &'static str {
        match self {
            Kind::Table => "table-processor",
            Kind::Mathjax => "mathjax-processor",
            Kind::Plantuml => "plantuml-processor",
            Kind::Mermaid => "mermaid-processor",
            Kind::Polyfill => "polyfill-processor",
            Kind::Media => "media-processor",
            Kind::Emoji => "emoji-processor",
            Kind::Element => "element-processor",
        }
    }

    fn class(self) -> &'static str {
        match self {
            Kind::Table => "TableProcessor",
            Kind::Mathjax => "MathjaxProcessor",
            Kind::Plantuml => "PlantumlProcessor",
            Kind::Mermaid => "MermaidProcessor",
            Kind::Polyfill => "PolyfillProcessor",
            Kind::Media => "MediaProcessor",
            Kind::Emoji => "EmojiProcessor",
            Kind::Element => "ElementProcessor",
        }
    }

    fn priority(self) -> u8 {
        match self {
            Kind::Polyfill => 30,
            Kind::Element => 0,
            _ => 20,
        }
    }

    /// Whether the processor changes Markdown sources. Some of these processors also change HTML.
    fn has_markdown(self) -> bool {
        matches!(self, Kind::Table | Kind::Mathjax | Kind::Plantuml | Kind::Mermaid | Kind::Polyfill)
    }
}

/// A processed text, and whether it was changed.
struct Handled {
    text: String,
    is_handled: bool,
}

impl Handled {
    fn new(text: String, is_handled: bool) -> Self {
        Handled { text, is_handled }
    }
}

impl Hooks for Dispatch {
    fn after_init(&self, context: &SiteContext, log: &mut Log) -> Result<(), Failure> {
        let mut say = |text: &str| log.push(Message::bare(told(text)));
        say(&format!("🚀 Jekyll-Spaceship {VERSION}"));
        say("🎉 A Jekyll plugin to provide powerful supports.");
        say("👉 https://github.com/jeffreytse/jekyll-spaceship");
        let mut processors = config::processors(context)?;
        for processor in &processors {
            say(&format!("🗂  use {}", processor.kind.file()));
        }
        processors.sort_by_key(|processor| std::cmp::Reverse(processor.kind.priority()));
        *locks::lock(&self.processors) = Arc::new(processors);
        Ok(())
    }

    fn item_pre_render(
        &self,
        item: Item<'_>,
        _payload: &mut Hash,
        rendering: &mut RenderContext,
    ) -> Result<Option<String>, Failure> {
        let path = item.path();
        if !is_markdown(&path) {
            return Ok(None);
        }
        let processors = Arc::clone(&locks::lock(&self.processors));
        let mut content = item.source().to_string();
        for processor in processors.iter().filter(|processor| applies(processor.kind, item)) {
            if !processor.kind.has_markdown() {
                continue;
            }
            let (excluded, kept) = exclusion::exclude(&content, processor.kind, rendering)?;
            let handled = self.markdown(processor, excluded, &path, rendering)?;
            content = exclusion::restore(handled.text, kept);
            tell(processor.kind, handled.is_handled, item, rendering);
        }
        Ok(Some(content))
    }

    fn item_post_render(
        &self,
        item: Item<'_>,
        output: String,
        rendering: &mut RenderContext,
    ) -> Result<String, Failure> {
        if !is_html(&item.output_ext()) {
            return Ok(output);
        }
        let processors = Arc::clone(&locks::lock(&self.processors));
        let lists = locks::lock(&self.lists).remove(&item.path()).unwrap_or_default();
        let mut html = output;
        for processor in processors.iter().filter(|processor| applies(processor.kind, item)) {
            let handled = html_of(processor, html, &lists, rendering)?;
            html = with_plain_links(handled.text, rendering)?;
            tell(processor.kind, handled.is_handled, item, rendering);
        }
        last(&html, &processors, rendering)
    }
}

impl Dispatch {
    fn markdown(
        &self,
        processor: &Processor,
        content: String,
        path: &str,
        rendering: &mut RenderContext,
    ) -> Result<Handled, Failure> {
        Ok(match processor.kind {
            Kind::Polyfill => polyfill::markdown(&content),
            Kind::Table => {
                let content = table_markup::markdown(content, rendering)?;
                locks::lock(&self.lists).insert(path.to_owned(), table_markup::lists(&content));
                Handled::new(content, false)
            }
            Kind::Mathjax => Handled::new(mathjax::markdown(content, processor, rendering)?, false),
            Kind::Plantuml | Kind::Mermaid => diagrams::markdown(content, processor, rendering)?,
            Kind::Media | Kind::Emoji | Kind::Element => Handled::new(content, false),
        })
    }
}

fn html_of(
    processor: &Processor,
    html: String,
    lists: &Lists,
    rendering: &mut RenderContext,
) -> Result<Handled, Failure> {
    match processor.kind {
        Kind::Table => table::html(&html, lists, rendering),
        Kind::Mathjax => mathjax::html(html, processor, rendering),
        Kind::Media => media::html(&html, processor, rendering),
        Kind::Emoji => emoji::html(html, processor, rendering),
        Kind::Element => element::html(html, processor, rendering),
        Kind::Plantuml | Kind::Mermaid | Kind::Polyfill => Ok(Handled::new(html, false)),
    }
}

/// The gem's last step: parses and serializes the page once more. Fails if a script contains Markdown, because the gem
/// itself fails when it renders such a script.
fn last(html: &str, processors: &[Processor], rendering: &mut RenderContext) -> Result<String, Failure> {
    let document = Document::parse(html);
    let tree = &document.tree;
    let is_block = |id: &_| tree.name(*id) == "script" && tree.attribute(*id, "type") == Some("text/markdown");
    if tree.elements().iter().any(is_block) && processors.iter().any(|processor| processor.kind.has_markdown()) {
        return Err(Failure::raised("NoMethodError", "undefined method `after_exclude'"));
    }
    with_plain_links(document.written(), rendering)
}

/// A line in the format of the gem's own logger.
fn told(text: &str) -> String {
    format!("  Jekyll Spaceship: {text}")
}

/// Logs, once for each file, that a processor was applied.
fn tell(kind: Kind, is_handled: bool, item: Item<'_>, rendering: &mut RenderContext) {
    if is_handled {
        let path = item.path();
        let source = format!("{}/", rendering.setup().context.source);
        let file = path.strip_prefix(&source).unwrap_or(&path);
        let line = told(&format!("[{}] {file}", kind.class()));
        rendering.events.push(LogEvent::Once(Message::bare(line)));
    }
}

fn is_markdown(path: &str) -> bool {
    matches!(path::extname(path), ".md" | ".markdown")
}

fn is_html(extension: &str) -> bool {
    matches!(extension, ".html" | ".xhtml" | ".htm")
}

fn applies(kind: Kind, item: Item<'_>) -> bool {
    let extension = item.output_ext();
    let is_markdown =
        if kind == Kind::Mathjax { matches!(&*extension, ".md" | ".markdown") } else { is_markdown(&item.path()) };
    is_html(&extension) || is_markdown
}

/// Unescapes ampersands in URLs with queries, wherever they occur.
fn with_plain_links(mut html: String, rendering: &mut RenderContext) -> Result<String, Failure> {
    for link in substitute::links(&html) {
        let plain = link.replace("&amp;", "&");
        if plain != link || plain.contains('\\') {
            rendering.count_text_work(html.len())?;
            html = substitute::all(&html, &link, &plain);
        }
    }
    Ok(html)
}

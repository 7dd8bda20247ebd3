//! Markdown documents for a plugin that replaces methods of `Kramdown::Converter::Html`. kramdown parses the documents,
//! and the plugin writes HTML for the trees.

use crate::render::RenderContext;
use hastie_kramdown::{EntityOutput, MathEngine, Node, Options, Part, Setting, Tree};
use hastie_liquid::{Abort, Hash, Value};
use std::fmt::Debug;

/// A plugin that replaces kramdown's own HTML converter: it writes the HTML for the tree that kramdown has parsed.
pub trait TreeWriter: Debug + Send + Sync {
    /// The HTML of a document, and warnings in kramdown's words.
    ///
    /// `tree` is a hash with the keys `root`, `options`, `warnings`, `footnotes` and `abbreviations`.
    ///
    /// # Errors
    /// Fails if Ruby's converter raises an exception, which ends the build.
    fn write(&self, tree: Value, rendering: &mut RenderContext) -> Result<(String, Vec<String>), Abort>;
}

/// A document's tree as a hash for Ruby, with the keys `root`, `options`, `warnings`, `footnotes` and `abbreviations`.
/// Footnotes are nodes by name. An abbreviation is a list of name, title and attributes.
///
/// A node is a list of its type, value, attributes, options and children. A symbol is a hash with its name under
/// `symbol`, and a list of symbols is a hash with the names under `symbols`. An entity is a hash with its number under
/// `entity` and its name under `name`.
#[must_use]
pub(crate) fn value(tree: &Tree) -> Value {
    let mut footnotes = Hash::new();
    for (name, content) in &tree.footnotes {
        footnotes.set(name.as_str(), node(content));
    }
    let abbreviations = tree.abbreviations.iter().map(|one| {
        Value::array(vec![one.name.as_str().into(), one.title.as_str().into(), attributes(&one.attributes)])
    });
    let mut fields = Hash::new();
    fields.set("root", node(&tree.root));
    fields.set("options", options(&tree.options));
    fields.set("footnotes", footnotes);
    fields.set("abbreviations", Value::array(abbreviations.collect::<Vec<_>>()));
    fields.set("warnings", texts(&tree.warnings));
    Value::hash(fields)
}

fn node(node: &Node) -> Value {
    let mut options = Hash::new();
    for (name, option) in &node.options {
        options.set(*name, part(option));
    }
    Value::array(vec![
        node.kind.into(),
        node.value.as_ref().map_or(Value::Nil, part),
        attributes(&node.attributes),
        Value::hash(options),
        Value::array(node.children.iter().map(self::node).collect::<Vec<_>>()),
    ])
}

fn attributes(attributes: &[(String, String)]) -> Value {
    let mut hash = Hash::new();
    for (name, value) in attributes {
        hash.set(name.as_str(), value.as_str());
    }
    Value::hash(hash)
}

fn texts(list: &[String]) -> Value {
    Value::array(list.iter().map(|text| Value::from(text.as_str())).collect::<Vec<_>>())
}

fn part(part: &Part) -> Value {
    let mut tagged = Hash::new();
    match part {
        Part::Text(text) => return text.as_str().into(),
        Part::Bool(truth) => return (*truth).into(),
        Part::Int(number) => return (*number).into(),
        Part::Texts(list) => return texts(list),
        Part::Symbol(name) => tagged.set("symbol", *name),
        Part::Symbols(names) => {
            tagged.set("symbols", Value::array(names.iter().map(|&name| name.into()).collect::<Vec<_>>()));
        }
        Part::Entity(code, name) => {
            tagged.set("entity", i64::from(*code));
            tagged.set("name", name.map_or(Value::Nil, Value::from));
        }
        _ => return Value::Nil,
    }
    Value::hash(tagged)
}

/// The options that converters to HTML use, by kramdown's names.
fn options(options: &Options) -> Value {
    let mut hash = Hash::new();
    for (name, truth) in [
        ("auto_ids", options.auto_ids),
        ("header_links", options.header_links),
        ("transliterated_header_ids", options.transliterated_header_ids),
        ("footnote_backlink_inline", options.footnote_backlink_inline),
        ("remove_line_breaks_for_cjk", options.remove_line_breaks_for_cjk),
        ("ascii", options.ascii),
    ] {
        hash.set(name, truth);
    }
    for (name, text) in [
        ("auto_id_prefix", &options.auto_id_prefix),
        ("footnote_backlink", &options.footnote_backlink),
        ("footnote_prefix", &options.footnote_prefix),
        ("footnote_link_text", &options.footnote_link_text),
    ] {
        hash.set(name, text.as_str());
    }
    hash.set("header_offset", options.header_offset);
    hash.set("footnote_nr", options.footnote_nr);
    hash.set("toc_levels", Value::array(options.toc_levels.iter().map(|&level| level.into()).collect::<Vec<_>>()));
    let output = match options.entity_output {
        EntityOutput::AsInput => "as_input",
        EntityOutput::Numeric => "numeric",
        EntityOutput::Symbolic => "symbolic",
        _ => "as_char",
    };
    hash.set("entity_output", output);
    let quotes = options.smart_quotes.iter().map(|&(code, name)| part(&Part::Entity(code, name)));
    hash.set("smart_quotes", Value::array(quotes.collect::<Vec<_>>()));
    let mut symbols = Hash::new();
    for (name, text) in &options.typographic_symbols {
        symbols.set(name.as_str(), text.as_str());
    }
    hash.set("typographic_symbols", symbols);
    let highlighter = options.syntax_highlighter.as_deref();
    hash.set("syntax_highlighter", highlighter.map_or(Value::Nil, Value::from));
    hash.set("syntax_highlighter_opts", setting(&options.syntax_highlighter_opts));
    hash.set(
        "math_engine",
        match &options.math_engine {
            MathEngine::Mathjax => "mathjax".into(),
            MathEngine::Unknown(name) => name.as_str().into(),
            _ => Value::Nil,
        },
    );
    Value::hash(hash)
}

fn setting(setting: &Setting) -> Value {
    match setting {
        Setting::Bool(truth) => (*truth).into(),
        Setting::Int(number) => (*number).into(),
        Setting::Text(text) => text.as_str().into(),
        Setting::List(items) => Value::array(items.iter().map(self::setting).collect::<Vec<_>>()),
        Setting::Map(entries) => {
            let mut hash = Hash::new();
            for (name, entry) in entries {
                hash.set(name.as_str(), self::setting(entry));
            }
            Value::hash(hash)
        }
        _ => Value::Nil,
    }
}

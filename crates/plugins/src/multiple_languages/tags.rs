//! The tags `t`, `tf` and `tl`: a text, a file and a link in the language of the pass.

use super::translations::{Translations, folder};
use hastie_liquid::{Abort, Context, Error, Hash, ParseOptions, Tag, TagParse, Template, Value};
use hastie_site::diagnostic::{Level, Message};
use hastie_site::failure::Failure;
use hastie_site::path;
use hastie_site::render::{OwnedItem, rendering_of};
use hastie_value::text::is_ruby_space;
use std::path::Path;
use std::sync::Arc;

/// The text that a tag names: the value of the variable `markup`, or `markup` itself if the value is empty. Liquid in
/// this text is rendered.
fn named(cx: &mut Context<'_>, markup: &str) -> Result<String, Abort> {
    let value = cx.lookup(markup)?.to_s(cx.host)?;
    let text = if value.is_empty() { markup.to_owned() } else { value.to_string() };
    if !text.contains("{{") && !text.contains("{%") {
        return Ok(text);
    }
    let template = Template::parse(cx.engine(), text.as_str(), ParseOptions::default())?;
    let mut rendered = String::new();
    cx.render_partial(&template, &mut rendered)?;
    Ok(rendered)
}

#[derive(Debug)]
struct Text {
    key: String,
}

pub(super) fn text(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    Ok(Box::new(Text { key: tag.markup().trim_matches(is_ruby_space).to_owned() }))
}

impl Tag for Text {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let key = named(cx, &self.key)?;
        let context = Arc::clone(&rendering_of(cx.host)?.setup().context);
        let translations = Translations::of(&context, &context.config_text("lang"));
        let found = translations.find(&key);
        let shown = found.value.to_s(cx.host)?;
        if !found.is_own {
            // With `verbose`, the tag logs the message as well.
            let times = if context.settings().verbose() { 2 } else { 1 };
            for _ in 0..times {
                for line in translations.missing_text_messages(&key, &shown) {
                    rendering_of(cx.host)?.log(Message::plain(Level::Info, line));
                }
            }
        }
        if found.value.as_str().is_none() {
            return Err(Failure::no_conversion(&found.value, "String").into());
        }
        out.push_str(&shown);
        Ok(())
    }
}

#[derive(Debug)]
struct File {
    name: String,
    parameters: Vec<(String, String)>,
}

pub(super) fn file(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    let markup = tag.markup().trim_matches(is_ruby_space);
    let (name, rest) = match markup.find("}}").filter(|_| markup.contains("{{")) {
        Some(_) => (markup, ""),
        None => markup.split_once(is_ruby_space).unwrap_or((markup, "")),
    };
    Ok(Box::new(File { name: name.to_owned(), parameters: parameters(rest) }))
}

/// The parameters of a tag, such as `name="text"` or `name=variable`, as pairs. A text keeps its quotes.
fn parameters(markup: &str) -> Vec<(String, String)> {
    let mut found = Vec::new();
    let mut rest = markup.trim_start();
    while let Some((name, behind)) = rest.split_once('=') {
        let behind = behind.trim_start();
        let end = match behind.chars().next().filter(|c| matches!(c, '"' | '\'')) {
            Some(quote) => behind[1..].find(quote).map_or(behind.len(), |end| end + 2),
            None => behind.find(is_ruby_space).unwrap_or(behind.len()),
        };
        found.push((name.trim().to_owned(), behind[..end].to_owned()));
        rest = behind[end..].trim_start();
    }
    found
}

impl Tag for File {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let name = named(cx, &self.name)?;
        let setup = Arc::clone(rendering_of(cx.host)?.setup());
        let langs = [setup.context.config_text("lang"), setup.context.config_text("default_lang")];
        let folders = langs.map(|lang| folder(&setup.context, &lang));
        let is_there = |folder: &String| setup.context.world.is_file(Path::new(&path::join(folder, &name)));
        let is_below = !name.starts_with('/') && !name.split('/').any(|part| part == "..");
        let Some(folder) = folders.iter().find(|folder| is_below && is_there(folder)) else {
            let text = format!("Included file '{name}' not found in {} directory", folders[1]);
            return Err(Abort::error("IOError", text));
        };
        let bytes = setup.context.world.read(Path::new(&path::join(folder, &name))).unwrap_or_default();
        let source = String::from_utf8_lossy(&bytes).into_owned();
        let template = Template::parse(cx.engine(), source, ParseOptions::default())?;
        let mut parameters = Hash::new();
        for (key, value) in &self.parameters {
            let value = cx.lookup(value)?;
            parameters.set(key.as_str(), value);
        }
        let has_parameters = !self.parameters.is_empty();
        let mut text = String::new();
        cx.stack(|cx| {
            if has_parameters {
                cx.set("include", Value::hash(parameters))?;
            }
            cx.render_partial(&template, &mut text)
        })?;
        if setup.context.callbacks().is_markdown(path::extname(&name)) {
            text = cx.invoke("markdownify", &Value::from(text), &[])?.to_s(cx.host)?.to_string();
        }
        out.push_str(&text);
        Ok(())
    }
}

#[derive(Debug)]
struct Link {
    key: String,
}

pub(super) fn link(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    Ok(Box::new(Link { key: tag.markup().to_owned() }))
}

impl Tag for Link {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let key = named(cx, &self.key)?;
        let mut words = key.split_ascii_whitespace();
        let rendering = rendering_of(cx.host)?;
        let setup = Arc::clone(rendering.setup());
        let namespace = words.next().unwrap_or_default();
        let lang = words.next().map_or_else(|| setup.context.config_text("lang"), str::to_owned);
        let mut base = setup.context.config_text("baseurl_root");
        if lang != setup.context.config_text("default_lang") || setup.context.is_set("default_locale_in_subfolder") {
            base = format!("{base}/{lang}");
        }
        let mut url = String::new();
        // Pages come before the documents of collections, and the last one wins.
        let (documents, pages): (Vec<_>, Vec<_>) =
            rendering.view.slots().iter().partition(|slot| matches!(slot.owned, OwnedItem::Document(_)));
        for slot in pages.into_iter().chain(documents) {
            let item = slot.item();
            if item.field("namespace").as_str() == Some(namespace) {
                let own = item.field(&format!("permalink_{lang}"));
                let permalink = if own.truthy() { own } else { item.field("permalink") };
                if setup.context.settings().baseurl().is_nil() {
                    return Err(setup.context.no_method("+", &Value::Nil).into());
                }
                url = format!("{base}{}", setup.context.text(&permalink));
            }
        }
        out.push_str(&url);
        Ok(())
    }
}

//! The gem jekyll-tabs 1.2: the blocks `tabs` and `tab`.
//!
//! The gem gives each block a random UUID. Here, blocks are numbered within a page, so that builds are reproducible.

use hastie_liquid::{Abort, Body, Context, Engine, Error, Hash, Tag, TagParse, Value};
use hastie_site::plugin::Plugin;
use hastie_value::text::is_ruby_space;
use std::fmt::Write;

/// Registers the blocks `tabs` and `tab`. Each `tab` belongs to a group of tabs on the page.
#[derive(Debug)]
pub(crate) struct Tabs;

impl Plugin for Tabs {
    fn name(&self) -> &'static str {
        "jekyll-tabs"
    }

    fn liquid(&self, engine: &mut Engine) {
        engine.block("tabs", parse_list);
        engine.block("tab", parse_tab);
    }
}

/// The variable that counts the blocks of a page. No template can use this name.
const COUNTER: &str = "tabs on this page";

/// Converts a name to lower-case letters, digits and hyphens.
fn sanitized(name: &str) -> String {
    let lower = name.trim_matches(|c| is_ruby_space(c) || c == '\0').to_lowercase();
    lower.chars().map(|c| if c.is_ascii_lowercase() || c.is_ascii_digit() { c } else { '-' }).collect()
}

/// The name of the variable with the tabs of a group: `tabs-NAME`.
fn variable(name: &str) -> String {
    format!("tabs-{name}")
}

#[derive(Debug)]
struct List {
    name: String,
    body: Body,
}

fn parse_list(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    if tag.markup().is_empty() {
        return Err(Error::new("SyntaxError", format!("Block {} requires 1 attribute", tag.name())));
    }
    let name = sanitized(tag.markup());
    Ok(Box::new(List { name, body: tag.body()? }))
}

impl Tag for List {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        self.body.render(cx, &mut String::new())?;
        let number = match cx.find_variable(COUNTER)? {
            Value::Int(number) => number + 1,
            _ => 1,
        };
        cx.assign(COUNTER, Value::Int(number))?;
        let tabs = cx.find_variable(&variable(&self.name))?;
        let Value::Hash(tabs) = tabs else {
            return Err(Abort::error("NoMethodError", "undefined method `each_with_index' for nil:NilClass"));
        };
        let (name, id) = (&self.name, format!("00000000-0000-4000-8000-{number:012}"));
        let class = |index: usize| if index == 0 { " class=\"active\"" } else { "" };
        let _ = write!(out, "<ul id=\"{name}\" class=\"tab\" data-tab=\"{id}\" data-name=\"{name}\">\n  ");
        for (index, (key, _)) in tabs.iter().enumerate() {
            let key = key.to_s(cx.host)?;
            let _ = write!(
                out,
                "\n      <li{} id=\"{name}-{}\">\n          <a href=\"#\">{key}</a>\n      </li>\n  ",
                class(index),
                sanitized(&key)
            );
        }
        let _ = write!(out, "\n</ul>\n<ul class=\"tab-content\" id=\"{id}\" data-name=\"{name}\">\n  ");
        for (index, (_, text)) in tabs.iter().enumerate() {
            let _ = write!(out, "\n      <li{}>{}</li>\n  ", class(index), text.to_s(cx.host)?);
        }
        out.push_str("\n</ul>\n");
        Ok(())
    }

    fn body(&self) -> Option<&Body> {
        Some(&self.body)
    }
}

#[derive(Debug)]
struct OneTab {
    name: String,
    title: String,
    body: Body,
}

fn parse_tab(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    let markup = tag.markup().trim_start_matches(is_ruby_space);
    let Some((name, title)) = markup.split_once(is_ruby_space) else {
        return Err(Error::new("SyntaxError", format!("Block {} requires 2 attributes", tag.name())));
    };
    let title = title.trim_start_matches(is_ruby_space).to_owned();
    let name = sanitized(name);
    Ok(Box::new(OneTab { name, title, body: tag.body()? }))
}

impl Tag for OneTab {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let mut text = String::new();
        self.body.render(cx, &mut text)?;
        let html = cx.invoke("markdownify", &Value::from(text), &[])?;
        let variable = variable(&self.name);
        let mut tabs = match cx.find_variable(&variable)? {
            Value::Hash(tabs) => (*tabs).clone(),
            _ => Hash::new(),
        };
        tabs.set(self.title.as_str(), html.clone());
        cx.assign(&variable, Value::hash(tabs))?;
        html.write_to_s(out, cx.host)
    }

    fn body(&self) -> Option<&Body> {
        Some(&self.body)
    }
}

//! The gem jekyll-default-layout 0.2: sets the default layout of pages, posts and documents without one.

use super::optional_front_matter::is_markdown;
use hastie_liquid::Value;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::permalink::PermalinkError;
use hastie_site::plugin::{Generator, Plugin, priority};
use hastie_site::render::Item;
use hastie_site::render::Setup;
use hastie_site::site::Site;
use std::sync::Arc;

/// Registers a generator that sets `layout` in pages and documents if neither the front matter nor the front matter
/// defaults set one. The generator only considers Markdown files and, with `html_pages: true`, files with the extension
/// `.html`. Version 0.1.5 of the gem ignores `html_pages`, and considers no documents except posts.
#[derive(Debug)]
pub(crate) struct DefaultLayout;

impl Plugin for DefaultLayout {
    fn name(&self) -> &'static str {
        "jekyll-default-layout"
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(Layouts)]
    }
}

struct Layouts;

impl Generator for Layouts {
    fn class(&self) -> &'static str {
        "JekyllDefaultLayout::Generator"
    }

    fn priority(&self) -> i32 {
        priority::LOWEST
    }

    fn generate(&self, site: &mut Site, _log: &mut Log) -> Result<(), Failure> {
        let setup = Arc::clone(&site.setup);
        let with_html = match setup.context.config("jekyll-default-layout") {
            Value::Hash(options) if !setup.context.reference().plugins.default_layout_0_1_5 => {
                matches!(options.get("html_pages"), Some(Value::Bool(true)))
            }
            _ => false,
        };
        let layouts = &site.content.layouts;
        let exists = |name: &str| layouts.contains_key(name);
        for page in &mut site.content.pages {
            let is_named = page.data_over_defaults().get("layout").is_some();
            if !is_named && is_taken(&setup, &page.ext, with_html) {
                let layout = layout_for(Item::Page(page), &exists)?;
                page.data.set("layout", layout);
            }
        }
        // The older version only handles Markdown files, and of the collections only posts.
        let with_all = !setup.context.reference().plugins.default_layout_0_1_5;
        let all = site.content.collections.iter_mut();
        let collections = all.filter(|collection| with_all || collection.label() == "posts");
        for document in collections.flat_map(|collection| &mut collection.docs) {
            let is_named = document.data.get("layout").is_some();
            if !is_named && is_taken(&setup, document.extname(), with_html) {
                let layout = layout_for(Item::Document(document), &exists)?;
                document.data.set("layout", layout);
            }
        }
        Ok(())
    }
}

fn is_taken(setup: &Setup, ext: &str, with_html: bool) -> bool {
    is_markdown(&setup.context, ext) || (with_html && ext == ".html")
}

/// The layout for the type of an item if it exists, otherwise the default layout. nil if neither exists.
///
/// # Errors
/// Fails if the item has no valid URL.
fn layout_for(item: Item<'_>, exists: &impl Fn(&str) -> bool) -> Result<Value, Failure> {
    let url = item.url().map_err(PermalinkError::into_failure)?;
    let is_home = &*url == "/";
    let kind = match item.collection() {
        None => "page",
        Some("posts") => "post",
        Some(label) => label,
    };
    let mut names = [(is_home, "home"), (true, kind), (true, "default")].into_iter();
    Ok(names.find(|(fits, name)| *fits && exists(name)).map_or(Value::Nil, |(_, name)| Value::from(name)))
}

//! The gem jekyll-jupyter-notebook 0.0.7: the tag `jupyter_notebook`, and a page for each notebook.
//!
//! The gem runs nbconvert, a Python program, to create the pages. Hastie creates them itself, with the structure of
//! nbconvert's basic template. Markdown is converted by the site's processor, and code is highlighted by Rouge.

mod ansi;
mod cells;
mod headings;

use hastie_liquid::{Abort, Context, Engine, Error, Frame, Str, Tag, TagParse, Value, Variable};
use hastie_site::diagnostic::{Level, Log, Message};
use hastie_site::failure::Failure;
use hastie_site::model::{Page, StaticFile};
use hastie_site::plugin::{Generator, Plugin};
use hastie_site::render::location::log_about;
use hastie_site::render::producer::Producer;
use hastie_site::render::{RenderContext, rendering_of};
use hastie_site::site::Site;
use hastie_value::text::is_ruby_space;
use std::path::Path;
use std::sync::Arc;

/// Registers the tag `jupyter_notebook`, and replaces each notebook among the static files with a page.
#[derive(Debug)]
pub(crate) struct JupyterNotebook;

impl Plugin for JupyterNotebook {
    fn name(&self) -> &'static str {
        "jekyll-jupyter-notebook"
    }

    fn liquid(&self, engine: &mut Engine) {
        engine.tag("jupyter_notebook", |tag: &mut TagParse<'_, '_>| -> Result<Box<dyn Tag>, Error> {
            let markup = tag.markup().to_owned();
            Ok(Box::new(NotebookFrame { variable: tag.variable(&markup)?, markup, place: tag.place() }))
        });
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(Notebooks)]
    }
}

#[derive(Debug)]
struct NotebookFrame {
    markup: String,
    variable: Variable,
    place: Frame,
}

impl Tag for NotebookFrame {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let value = self.variable.evaluate(cx)?;
        let path = if value.is_nil() {
            let path = self.markup.trim_matches(is_ruby_space);
            let shown = rendering_of(cx.host)?.setup().context.inspect(&Value::from(path));
            let text = format!("Jupyter Notebook path be string literal: <{shown}>");
            log_about(cx, &self.place, Message::new(Level::Warn, "Warning:", text))?;
            path.to_owned()
        } else {
            value.to_s(cx.host)?.to_string()
        };
        let source = cells::escaped(&format!("{path}.html"));
        out.push_str(&format!(
            "<div\n  class=\"jupyter-notebook\"\n  style=\"position: relative; width: 100%; margin: 0 auto;\">\n  \
             <div class=\"jupyter-notebook-iframe-container\">\n    <iframe\n      src=\"{source}\"\n      \
             style=\"position: absolute; top: 0; left: 0; border-style: none;\"\n      width=\"100%\"\n      \
             height=\"100%\"\n      onload=\"this.parentElement.style.paddingBottom = \
             (this.contentWindow.document.documentElement.scrollHeight + 10) + 'px'\"></iframe>\n  </div>\n</div>\n"
        ));
        Ok(())
    }
}

/// Creates a page for each notebook among the static files.
struct Notebooks;

impl Generator for Notebooks {
    fn class(&self) -> &'static str {
        "JekyllJupyterNotebook::Generator"
    }

    fn generate(&self, site: &mut Site, _log: &mut Log) -> Result<(), Failure> {
        let is_notebook = |file: &Arc<StaticFile>| file.extname() == ".ipynb";
        let mut found: Vec<Arc<StaticFile>> =
            site.content.static_files.iter().filter(|f| is_notebook(f)).cloned().collect();
        site.content.static_files.retain(|file| !is_notebook(file));
        for collection in &mut site.content.collections {
            let own = collection.files.iter().filter(|file| is_notebook(file));
            found.extend(
                own.filter(|file| !found.iter().any(|known| known.path == file.path)).cloned().collect::<Vec<_>>(),
            );
            collection.files.retain(|file| !is_notebook(file));
        }
        for file in found {
            let url = format!("{}.html", file.url());
            let (dir, name) = url.rsplit_once('/').unwrap_or(("", &url));
            let mut page = Page::without_file(&site.setup.context, dir, name);
            page.data.set("layout", Value::Nil);
            page.set_url(&url);
            let notebook = Notebook { file: file.path.clone(), title: file.basename().to_owned() };
            site.add_produced(page, Arc::new(notebook));
        }
        Ok(())
    }
}

/// The producer of a notebook's page, which converts the notebook when the page is rendered.
#[derive(Debug)]
struct Notebook {
    file: String,
    title: String,
}

impl Producer for Notebook {
    fn produce(&self, _page: &Page, rendering: &mut RenderContext) -> Result<Str, Abort> {
        let setup = Arc::clone(rendering.setup());
        let broken = |reason: String| Abort::error("JekyllJupyterNotebook::Error", format!("{}: {reason}", self.file));
        let bytes = setup.context.world.read(Path::new(&self.file)).map_err(|error| broken(error.to_string()))?;
        let json: serde_json::Value = serde_json::from_slice(&bytes).map_err(|error| broken(error.to_string()))?;
        let own = setup.context.config("jupyter_notebook").as_hash();
        let option = |key: &str| own.and_then(|own| own.get(key)).cloned();
        let shows = |key: &str| option(key).is_none_or(|value| value.truthy());
        let options = cells::Options { input: shows("input"), prompt: shows("prompt") };
        let body = cells::body(&json, &options, rendering)?;
        let content = option("content").and_then(|content| content.as_str().map(str::to_owned));
        let title = cells::escaped(&self.title);
        Ok(match content.as_deref() {
            Some("body" | "body-without-style") => body,
            _ => format!(
                "<!DOCTYPE html>\n<html>\n<head><meta charset=\"utf-8\" />\n<title>{title}</title>\n</head>\n\
                 <body>\n  <div tabindex=\"-1\" id=\"notebook\" class=\"border-box-sizing\">\n    \
                 <div class=\"container\" id=\"notebook-container\">\n\n{body}    </div>\n  </div>\n</body>\n</html>\n"
            ),
        }
        .into())
    }
}

//! The gem jekyll-minifier 0.2: minifies pages, style sheets, scripts and JSON in production.
//!
//! Hastie uses other minifiers than the gem, so the bytes differ.

mod options;

use super::terser;
use fancy_regex::Regex;
use hastie_minify::{css, html, javascript, json};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::glob;
use hastie_site::model::SiteContext;
use hastie_site::path;
use hastie_site::plugin::{OutputFile, OutputTransform, Plugin};
use options::Options;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

/// Transforms the written files in production: shortens HTML, XML, CSS, JavaScript and JSON. Skips `.min.css`,
/// `.min.js`, the files in `exclude`, and static HTML, SVG, Atom and RSS. Leaves static scripts to jekyll-terser if the
/// site also lists this plugin.
#[derive(Debug)]
pub(crate) struct Minifier;

impl Plugin for Minifier {
    fn name(&self) -> &'static str {
        "jekyll-minifier"
    }

    fn transforms(&self) -> Vec<Arc<dyn OutputTransform>> {
        vec![Arc::new(Shortener { options: OnceLock::new() })]
    }
}

struct Shortener {
    options: OnceLock<Options>,
}

/// The kind of minifier for a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Style,
    Script,
    Json,
    Page,
}

/// The kind of a file, as the gem determines it by the extension. Of the static files with markup, only `.xml` files
/// are minified. `None` for files that stay unchanged.
fn kind_of(name: &str, is_static: bool) -> Option<Kind> {
    match path::extname(name) {
        ".css" => (!name.ends_with(".min.css")).then_some(Kind::Style),
        ".js" => (javascript::IS_AVAILABLE && terser::is_script(name)).then_some(Kind::Script),
        ".json" => Some(Kind::Json),
        ".xml" => Some(Kind::Page),
        ".html" | ".htm" | ".xhtml" | ".svg" | ".atom" | ".rss" => (!is_static).then_some(Kind::Page),
        _ => None,
    }
}

impl Shortener {
    fn options(&self, context: &SiteContext, log: &mut Log) -> &Options {
        self.options.get_or_init(|| Options::of(context, log))
    }

    fn is_excluded(&self, name: &str, context: &SiteContext) -> bool {
        let excluded = context.config("jekyll-minifier").as_hash().and_then(|own| own.get("exclude"));
        let listed = excluded.map(options::list).unwrap_or_default();
        listed.iter().any(|pattern| {
            let pattern = context.text(pattern);
            pattern == name || glob::matches(&pattern, name)
        })
    }
}

impl OutputTransform for Shortener {
    fn wants(&self, file: &OutputFile<'_>, context: &SiteContext) -> bool {
        let source = file.static_file;
        // If both gems write the same static script, the result of jekyll-terser wins.
        let is_tersers = source.is_some_and(|source| terser::is_script(&source.path))
            && context.config.settings().plugin_names().iter().any(|name| name == terser::NAME);
        context.world.variable("JEKYLL_ENV") == Some("production")
            && kind_of(file.name, source.is_some()).is_some()
            && !is_tersers
            && !self.is_excluded(file.name, context)
    }

    fn transform(
        &self,
        file: &OutputFile<'_>,
        contents: &[u8],
        context: &SiteContext,
        log: &mut Log,
    ) -> Result<Option<Vec<u8>>, Failure> {
        let (Ok(source), Some(kind)) = (std::str::from_utf8(contents), kind_of(file.name, file.static_file.is_some()))
        else {
            return Ok(None);
        };
        if source.trim().is_empty() {
            return Ok(None);
        }
        let options = self.options(context, log);
        let (what, shorter) = match kind {
            Kind::Style if options.css => ("CSS", css::minify(source)),
            Kind::Script if options.scripts => ("JavaScript", javascript::minify(source, &options.javascript)),
            Kind::Json if options.json => ("JSON", json::minify(source)),
            Kind::Page => {
                let preserved = preserved(source, &options.preserved);
                ("HTML", Ok(html::minify_except(source, &options.html, &preserved)))
            }
            _ => return Ok(None),
        };
        match shorter {
            Ok(text) => Ok(Some(text.into_bytes())),
            Err(error) => {
                let name = file.name;
                let text = format!("{what} compression failed for {name}: {error}. Using original content.");
                log.warn_about(name, 0, "Jekyll Minifier:", text);
                Ok(None)
            }
        }
    }
}

/// The ranges of a page that match the patterns, in order. If two ranges overlap, the one that starts first is kept.
fn preserved(source: &str, patterns: &[Regex]) -> Vec<Range<usize>> {
    let mut found: Vec<Range<usize>> =
        patterns.iter().flat_map(|pattern| pattern.find_iter(source).flatten()).map(|found| found.range()).collect();
    found.retain(|range| !range.is_empty());
    found.sort_by_key(|range| range.start);
    let mut end = 0;
    found.retain(|range| {
        let is_free = range.start >= end;
        if is_free {
            end = range.end;
        }
        is_free
    });
    found
}

//! The gem jekyll-terser: minifies static JavaScript files.
//!
//! The minifier is a different one, so the bytes differ, but scripts do the same. A script that cannot be parsed is
//! copied unchanged, whereas the gem writes nothing.

use hastie_liquid::Value;
use hastie_minify::javascript::{self, Options};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::SiteContext;
use hastie_site::plugin::{OutputFile, OutputTransform, Plugin};
use std::sync::Arc;

/// Transforms the written files: shortens static JavaScript files, except files named `*.min.js`.
#[derive(Debug)]
pub(crate) struct Terser;

/// The name under which sites list the plugin.
pub(crate) const NAME: &str = "jekyll-terser";

impl Plugin for Terser {
    fn name(&self) -> &'static str {
        NAME
    }

    fn transforms(&self) -> Vec<Arc<dyn OutputTransform>> {
        // If scripts cannot be shortened, the selection of plugins reports it.
        if javascript::IS_AVAILABLE { vec![Arc::new(Scripts)] } else { Vec::new() }
    }
}

struct Scripts;

/// Whether a file is JavaScript that is not minified yet: its name ends with `.js`, but not with `.min.js`.
pub(crate) fn is_script(name: &str) -> bool {
    name.ends_with(".js") && !name.ends_with(".min.js")
}

impl OutputTransform for Scripts {
    fn wants(&self, file: &OutputFile<'_>, _context: &SiteContext) -> bool {
        file.static_file.is_some_and(|source| is_script(&source.path))
    }

    fn transform(
        &self,
        file: &OutputFile<'_>,
        contents: &[u8],
        context: &SiteContext,
        log: &mut Log,
    ) -> Result<Option<Vec<u8>>, Failure> {
        let Ok(source) = std::str::from_utf8(contents) else { return Ok(None) };
        match javascript::minify(source, &options_of(context.config("terser"))) {
            Ok(script) => Ok(Some(script.into_bytes())),
            Err(error) => {
                log.warn_about(file.name, 0, "Terser:", format!("{} is copied unchanged: {error}", file.name));
                Ok(None)
            }
        }
    }
}

/// The options that Hastie's minifier supports, from the options of Terser. Ignores all other options.
pub(crate) fn options_of(config: &Value) -> Options {
    let mut options = Options::default();
    let value_of = |path: &[&str]| path.iter().try_fold(config, |value, key| value.as_hash()?.get(key));
    let is_on = |path: &[&str]| value_of(path).is_some_and(Value::truthy);
    let is_off = |path: &[&str]| matches!(value_of(path), Some(Value::Bool(false)));
    options.compress = !is_off(&["compress"]);
    options.mangle = !is_off(&["mangle"]);
    options.top_level = is_on(&["toplevel"]) || is_on(&["mangle", "toplevel"]);
    options.drop_console = is_on(&["compress", "drop_console"]);
    let keeps = |key: &str| is_on(&[key]) || is_on(&["compress", key]) || is_on(&["mangle", key]);
    options.keep_function_names = keeps("keep_fnames");
    options.keep_class_names = keeps("keep_classnames") || options.keep_function_names;
    let drops = |key: &str| {
        let comments = value_of(&[key, "comments"]);
        matches!(comments, Some(Value::Bool(false))) || comments.and_then(Value::as_str) == Some("none")
    };
    options.legal_comments = !drops("output") && !drops("format");
    options
}

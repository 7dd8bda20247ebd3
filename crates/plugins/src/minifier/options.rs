//! The options under `jekyll-minifier:`.

use super::super::terser;
use fancy_regex::Regex;
use hastie_liquid::{Hash, Value};
use hastie_minify::{html, javascript};
use hastie_site::diagnostic::Log;
use hastie_site::model::SiteContext;

/// The kinds of files to minify, such as CSS, with the options for each kind.
pub(super) struct Options {
    pub(super) css: bool,
    pub(super) scripts: bool,
    pub(super) json: bool,
    pub(super) javascript: javascript::Options,
    pub(super) html: html::Options,
    /// Patterns for parts of pages to leave unchanged.
    pub(super) preserved: Vec<Regex>,
}

impl Options {
    pub(super) fn of(context: &SiteContext, log: &mut Log) -> Options {
        let none = Hash::new();
        let own = context.config("jekyll-minifier").as_hash().unwrap_or(&none);
        let mut switch = |key: &str, default: bool| match own.get(key) {
            None | Some(Value::Nil) => default,
            Some(value) => boolean(value).unwrap_or_else(|| {
                let shown = context.text(value);
                let text = format!("Invalid boolean value for '{key}': {shown}. Using default.");
                log.warn_of_setting("jekyll-minifier", "Jekyll Minifier:", text);
                default
            }),
        };
        let css = switch("compress_css", true);
        let scripts = switch("compress_javascript", true);
        let json = switch("compress_json", true);
        let arguments = own.get("terser_args").or_else(|| own.get("uglifier_args")).unwrap_or(&Value::Nil);
        let javascript = terser::options_of(arguments);
        let html = html::Options {
            remove_comments: switch("remove_comments", true),
            remove_multi_spaces: switch("remove_multi_spaces", true),
            remove_spaces_inside_tags: switch("remove_spaces_inside_tags", true),
            remove_intertag_spaces: switch("remove_intertag_spaces", false),
            remove_quotes: switch("remove_quotes", false),
            simple_doctype: switch("simple_doctype", false),
            remove_script_attributes: switch("remove_script_attributes", false),
            remove_style_attributes: switch("remove_style_attributes", false),
            remove_link_attributes: switch("remove_link_attributes", false),
            remove_form_attributes: switch("remove_form_attributes", false),
            remove_input_attributes: switch("remove_input_attributes", false),
            simple_boolean_attributes: switch("simple_boolean_attributes", false),
            remove_javascript_protocol: switch("remove_javascript_protocol", false),
            remove_http_protocol: switch("remove_http_protocol", false),
            remove_https_protocol: switch("remove_https_protocol", false),
            preserve_line_breaks: switch("preserve_line_breaks", false),
            template_types: if switch("compress_js_templates", false) {
                vec!["text/x-jquery-tmpl".to_owned()]
            } else {
                Vec::new()
            },
            compress_css: css,
            javascript: scripts.then(|| javascript.clone()),
        };
        let php = switch("preserve_php", false).then(|| Regex::new(r"(?si)<\?php.*?\?>").ok()).flatten();
        let mut preserved: Vec<Regex> = php.into_iter().collect();
        for pattern in own.get("preserve_patterns").map(list).unwrap_or_default() {
            let pattern = context.text(pattern);
            match Regex::new(&pattern) {
                Ok(regex) => preserved.push(regex),
                Err(error) => {
                    let text = format!("Invalid regex pattern {pattern:?}: {error}");
                    log.warn_of_setting("jekyll-minifier", "Jekyll Minifier:", text);
                }
            }
        }
        Options { css, scripts, json, javascript, html, preserved }
    }
}

/// The items of an array, or a list with the single value. Empty for nil.
pub(super) fn list(value: &Value) -> Vec<&Value> {
    match value {
        Value::Nil => Vec::new(),
        Value::Array(items) => items.iter().collect(),
        one => vec![one],
    }
}

fn boolean(value: &Value) -> Option<bool> {
    match value {
        Value::Bool(value) => Some(*value),
        Value::Int(1) => Some(true),
        Value::Int(0) => Some(false),
        value => match value.as_str()? {
            "true" | "1" => Some(true),
            "false" | "0" => Some(false),
            _ => None,
        },
    }
}

//! The work of the gems terser, uglifier and htmlcompressor, for a site's own Ruby that uses them.
//!
//! Hastie's minifiers write other bytes than the gems, and need no JavaScript engine.

use crate::terser;
use hastie_liquid::Value;
use hastie_minify::{html, javascript};

/// Shortens a script, with the options of Terser or UglifyJS.
///
/// Returns `None` if the program was compiled without the feature `javascript`.
///
/// # Errors
/// Returns a message if the script cannot be parsed.
pub fn script(source: &str, options: &Value) -> Result<Option<String>, String> {
    if !javascript::IS_AVAILABLE {
        return Ok(None);
    }
    javascript::minify(source, &terser::options_of(options)).map(Some).map_err(|error| error.to_string())
}

/// Shortens a page, with the options of htmlcompressor. Returns the page unchanged if the option `enabled` is set to
/// `false` or nil.
pub fn page(source: &str, options: &Value) -> String {
    let value = |key: &str| options.as_hash().and_then(|options| options.get(key));
    let is_on = |key: &str| value(key).is_some_and(Value::truthy);
    if value("enabled").is_some_and(|value| !value.truthy()) {
        return source.to_owned();
    }
    let options = html::Options {
        remove_comments: value("remove_comments").is_none_or(Value::truthy),
        remove_multi_spaces: value("remove_multi_spaces").is_none_or(Value::truthy),
        remove_spaces_inside_tags: value("remove_spaces_inside_tags").is_none_or(Value::truthy),
        remove_intertag_spaces: is_on("remove_intertag_spaces"),
        remove_quotes: is_on("remove_quotes"),
        simple_doctype: is_on("simple_doctype"),
        remove_script_attributes: is_on("remove_script_attributes"),
        remove_style_attributes: is_on("remove_style_attributes"),
        remove_link_attributes: is_on("remove_link_attributes"),
        remove_form_attributes: is_on("remove_form_attributes"),
        remove_input_attributes: is_on("remove_input_attributes"),
        simple_boolean_attributes: is_on("simple_boolean_attributes"),
        remove_javascript_protocol: is_on("remove_javascript_protocol"),
        remove_http_protocol: is_on("remove_http_protocol"),
        remove_https_protocol: is_on("remove_https_protocol"),
        preserve_line_breaks: is_on("preserve_line_breaks"),
        template_types: if is_on("compress_js_templates") { vec!["text/x-jquery-tmpl".to_owned()] } else { Vec::new() },
        compress_css: is_on("compress_css"),
        javascript: (is_on("compress_javascript") && javascript::IS_AVAILABLE).then(javascript::Options::default),
    };
    html::minify(source, &options)
}

#[cfg(test)]
mod tests {
    use super::page;
    use hastie_liquid::{Hash, Value};

    #[test]
    fn options_of_htmlcompressor_select_what_is_shortened() {
        let source = "<!-- a -->\n<p   class=\"x\">a  b</p>\n<p>c</p>";
        let with = |keys: &[(&str, bool)]| {
            let mut options = Hash::new();
            keys.iter().for_each(|(key, value)| options.set(*key, Value::Bool(*value)));
            page(source, &Value::hash(options))
        };
        assert_eq!(with(&[]), "<p class=\"x\">a b</p> <p>c</p>");
        assert_eq!(with(&[("remove_intertag_spaces", true), ("remove_quotes", true)]), "<p class=x>a b</p><p>c</p>");
        assert_eq!(with(&[("enabled", false)]), source);
    }
}

//! CSS selectors, translated to XPath as Nokogiri 1.13 does.
//!
//! This module follows Nokogiri's grammar closely, including its surprises: `li[2]` is `li:nth-child(2)`, `:not(p.a)` is
//! `:not(p)`, `a/@href` and `text()` are allowed, and unknown pseudo-classes become functions of XPath.

mod parser;
mod tokens;
mod translate;

use std::fmt;

/// Options for translating a CSS selector to XPath: prefixes and namespaces.
#[derive(Debug, Clone, Copy, Default)]
pub struct Translation<'t> {
    /// The prefixes of the expressions, such as `.//`. For `a, b`, there are two expressions for each prefix.
    pub prefixes: &'t [&'t str],
    /// Whether names without a prefix are in the namespace of the prefix `xmlns`.
    pub has_default_namespace: bool,
    /// Whether names without a prefix match in all namespaces (HTML 5).
    pub any_namespace: bool,
}

/// A syntax error in a CSS selector, or an invalid argument such as in `:nth-child(x)`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CssError {
    /// The message, in Nokogiri's words.
    pub message: String,
    /// Whether the selector has the right form, and the error is in the numbers of `:nth-child` and similar functions.
    pub is_argument: bool,
}

impl fmt::Display for CssError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for CssError {}

/// Translates a selector. Returns one expression for each combination of a prefix and a selector between commas.
///
/// # Errors
/// Fails if the text is not a selector, or if a function in it has an invalid argument.
///
/// ```
/// use hastie_html::css::{Translation, to_xpath};
/// let options = Translation { prefixes: &[".//"], ..Translation::default() };
/// assert_eq!(to_xpath("ul > li:first, p", &options).unwrap(), [".//ul/li[position()=1]", ".//p"]);
/// ```
pub fn to_xpath(selector: &str, translation: &Translation<'_>) -> Result<Vec<String>, CssError> {
    let selectors = parser::parse(selector, translation.has_default_namespace)?;
    let mut all = Vec::new();
    for prefix in translation.prefixes {
        for selector in &selectors {
            all.push(translate::expression(selector, prefix, translation)?);
        }
    }
    Ok(all)
}

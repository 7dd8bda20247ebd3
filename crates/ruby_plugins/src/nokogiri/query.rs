//! Searches with selectors and XPath.

use super::{Table, handle, node};
use hastie_html::css::{self, Translation};
use hastie_html::xpath::{Bindings, Item, Value as Found, XPath};
use hastie_html::{Dialect, Document};
use hastie_liquid::{Abort, Value};
use std::collections::HashSet;

/// The maximum number of translated selectors that are kept.
const MOST_SELECTORS: usize = 1000;

/// The selectors or XPath expressions of a search, with their namespaces and variables.
pub(super) struct Rules<'r> {
    /// The method of Nokogiri that searches: `css`, `xpath` or `search`.
    pub kind: &'r str,
    /// The CSS selectors and XPath expressions, as strings.
    pub rules: &'r [Value],
    /// The beginnings of the XPath expressions that selectors become, such as `./`.
    pub prefixes: &'r [Value],
    /// Namespaces by prefix, or nil for the namespaces of the root element.
    pub namespaces: &'r Value,
    /// The values of `$name` in the expression, as a hash.
    pub variables: &'r Value,
}

impl Table {
    /// Evaluates a search at each of `nodes`, and returns an array of the found nodes' handles. A found namespace
    /// becomes an array with the handle of its element. If an expression returns another value, such as the number 2,
    /// the result is `[[2]]`. Fails if an expression or selector cannot be parsed or evaluated.
    pub(super) fn query(&mut self, number: i64, nodes: &[Value], search: &Rules<'_>) -> Result<Value, Abort> {
        let (namespaces, any_namespace) = {
            let document = self.document(number)?;
            let namespaces = match search.namespaces.as_hash() {
                Some(_) => pairs(search.namespaces),
                None => root_namespaces(document),
            };
            (namespaces, document.dialect == Dialect::Html5)
        };
        let prefixes: Vec<&str> = search.prefixes.iter().filter_map(Value::as_str).collect();
        let has_default_namespace = namespaces.iter().any(|(prefix, _)| prefix == "xmlns");
        let translation = Translation { prefixes: &prefixes, has_default_namespace, any_namespace };
        let mut paths: Vec<String> = Vec::new();
        for rule in search.rules {
            let rule = rule.as_str().unwrap_or_default();
            let is_xpath = match search.kind {
                "xpath" => true,
                "css" => false,
                _ => looks_like_xpath(rule),
            };
            let path = if is_xpath { rule.to_owned() } else { self.translated(rule, &translation)? };
            if search.kind != "search" || !paths.contains(&path) {
                paths.push(path);
            }
        }
        let parsed = paths.iter().map(|path| XPath::parse(path).map_err(|error| xpath_error(&error)));
        let parsed: Vec<XPath> = parsed.collect::<Result<_, Abort>>()?;
        let document = self.document(number)?;
        let mut bindings = Bindings {
            namespaces: namespaces.into_iter().map(|(name, href)| (plain_prefix(&name).to_owned(), href)).collect(),
            variables: variables(search.variables),
            functions: None,
        };
        let mut all: Vec<Item> = Vec::new();
        let mut seen: HashSet<Item> = HashSet::new();
        for one in nodes {
            let Value::Int(one) = one else { continue };
            let context = node(document, *one)?;
            for path in &parsed {
                match path.evaluate(document, context, &mut bindings).map_err(|error| xpath_error(&error))? {
                    Found::Nodes(items) => all.extend(items.into_iter().filter(|item| seen.insert(*item))),
                    other => return Ok(Value::array(vec![Value::array(vec![plain(other)])])),
                }
            }
        }
        Ok(Value::array(all.into_iter().map(|item| item_value(document, item)).collect()))
    }

    /// The XPath expression for a selector, which is translated once.
    fn translated(&mut self, selector: &str, translation: &Translation<'_>) -> Result<String, Abort> {
        let key = (selector.to_owned(), format!("{translation:?}"));
        if let Some(known) = self.selectors.get(&key) {
            return Ok(known.clone());
        }
        let path = css::to_xpath(selector, translation).map_err(|error| css_error(&error))?.join(" | ");
        if self.selectors.len() >= MOST_SELECTORS {
            self.selectors.clear();
        }
        self.selectors.insert(key, path.clone());
        Ok(path)
    }
}

/// Translates a CSS selector to XPath. Returns an array with one expression for each combination of an alternative
/// (`a,b` has two) and a prefix. Fails if the selector is invalid.
pub(super) fn translate(selector: &str, translation: &Translation<'_>) -> Result<Value, Abort> {
    let paths = css::to_xpath(selector, translation).map_err(|error| css_error(&error))?;
    Ok(Value::array(paths.into_iter().map(Value::from).collect()))
}

/// Whether Nokogiri's `search` treats a rule as XPath: one of its lines begins with `/`, `./` or `..`, or is `.`.
fn looks_like_xpath(rule: &str) -> bool {
    rule.split('\n')
        .any(|line| line.starts_with("./") || line.starts_with('/') || line.starts_with("..") || line == ".")
}

fn css_error(error: &css::CssError) -> Abort {
    let class = if error.is_argument { "ArgumentError" } else { "Nokogiri::CSS::SyntaxError" };
    Abort::error(class, error.message.clone())
}

fn xpath_error(error: &hastie_html::xpath::XPathError) -> Abort {
    Abort::error("Nokogiri::XML::XPath::SyntaxError", format!("ERROR: {error}"))
}

fn plain_prefix(name: &str) -> &str {
    name.strip_prefix("xmlns:").unwrap_or(name)
}

/// The namespaces in scope of the root, by names as in attributes: `xmlns:prefix` or `xmlns`.
fn root_namespaces(document: &Document) -> Vec<(String, String)> {
    let Some(root) = document.root() else { return Vec::new() };
    let all = document.namespaces_in_scope(root).into_iter().map(|one| {
        let namespace = document.namespace(one);
        let name = namespace.prefix.as_ref().map_or_else(|| "xmlns".to_owned(), |prefix| format!("xmlns:{prefix}"));
        (name, namespace.href.clone())
    });
    all.collect()
}

fn pairs(value: &Value) -> Vec<(String, String)> {
    let Some(hash) = value.as_hash() else { return Vec::new() };
    let texts = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    hash.iter().map(|(name, value)| (texts(name), texts(value))).collect()
}

fn variables(value: &Value) -> Vec<(String, Found)> {
    let Some(hash) = value.as_hash() else { return Vec::new() };
    let found = |value: &Value| match value {
        Value::Bool(truth) => Found::Boolean(*truth),
        #[expect(clippy::cast_precision_loss, reason = "numbers of XPath are floats")]
        Value::Int(number) => Found::Number(*number as f64),
        Value::Float(number) => Found::Number(*number),
        other => Found::Text(other.as_str().unwrap_or_default().to_owned()),
    };
    hash.iter().map(|(name, value)| (name.as_str().unwrap_or_default().to_owned(), found(value))).collect()
}

fn plain(value: Found) -> Value {
    match value {
        Found::Number(number) => Value::Float(number),
        Found::Text(text) => text.into(),
        Found::Boolean(truth) => Value::Bool(truth),
        Found::Nodes(_) => Value::Nil,
    }
}

/// The handle of a node. For a namespace, an array of its element's handle and the namespace.
fn item_value(document: &Document, item: Item) -> Value {
    let own = handle(document, item.node);
    match item.namespace {
        None => own,
        Some(namespace) => Value::array(vec![own, super::read::namespace(document, namespace)]),
    }
}

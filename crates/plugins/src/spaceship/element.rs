//! Changes names, attributes and contents of elements that the configuration selects with CSS selectors.

use super::Handled;
use super::config::{Processor, at};
use super::pattern::configured;
use super::substitute::expand;
use crate::libxml::{Document, NodeId, Place, Selector, Tree};
use hastie_liquid::{Hash, Value};
use hastie_site::failure::Failure;
use hastie_site::model::SiteContext;
use hastie_site::render::RenderContext;

/// The maximum nesting of elements in the configuration.
const MAX_DEPTH: usize = 64;

/// Changes the elements that the rules in the configuration select.
pub(super) fn html(html: String, processor: &Processor, rendering: &mut RenderContext) -> Result<Handled, Failure> {
    let context = &rendering.setup().context;
    let rules = match at(&processor.config, &["css"]) {
        Value::Array(rules) if rules.is_empty() => return Ok(Handled::new(html, false)),
        Value::Array(rules) => rules,
        other => return Err(context.no_method("each", &other)),
    };
    let mut document = Document::parse(&html);
    let tree = &mut document.tree;
    let top = tree.top();
    let mut is_handled = false;
    for rule in rules.iter() {
        let Value::Hash(rule) = rule else { return Err(context.no_method("each", rule)) };
        for (patterns, change) in rule.iter() {
            let patterns = match patterns {
                Value::Array(several) => several.iter().map(|pattern| context.text(pattern)).collect(),
                one => vec![context.text(one)],
            };
            for pattern in patterns {
                let Some(selector) = Selector::list(&pattern) else {
                    let text = format!("the selector {pattern} is not supported");
                    return Err(Failure::raised("Nokogiri::CSS::SyntaxError", text));
                };
                for element in Selector::select(&selector, tree, top) {
                    apply(tree, element, change, context)?;
                }
                is_handled = true;
            }
        }
    }
    Ok(Handled::new(document.written(), is_handled))
}

fn apply(tree: &mut Tree, element: NodeId, change: &Value, context: &SiteContext) -> Result<(), Failure> {
    match change {
        Value::Str(markup) => tree.replace_with_fragment(element, markup),
        Value::Hash(change) => {
            if let Some(name) = change.get("name").filter(|name| !name.is_nil()) {
                tree.rename(element, &context.text(name));
            }
            properties(tree, element, change.get("props"), true, context)?;
            let Some(children) = change.get("children") else { return Ok(()) };
            if children.is_nil() {
                tree.set_inner_html(element, "");
                return Ok(());
            }
            let nodes = create_nodes(tree, children, context, 0)?;
            replace_children(tree, element, children, nodes);
        }
        _ => {}
    }
    Ok(())
}

fn properties(
    tree: &mut Tree,
    element: NodeId,
    properties: Option<&Value>,
    may_change: bool,
    context: &SiteContext,
) -> Result<(), Failure> {
    let Some(Value::Hash(properties)) = properties else { return Ok(()) };
    for (name, value) in properties.iter() {
        let name = context.text(name);
        let value = match value {
            Value::Nil if may_change => {
                let text = "wrong number of arguments (given 0, expected 1)";
                return Err(Failure::raised("ArgumentError", text));
            }
            Value::Array(pair) if may_change => {
                let [pattern, replacement] = &pair[..] else { continue };
                let own = tree.attribute(element, &name).unwrap_or_default().to_owned();
                first_replaced(&own, &context.text(pattern), &context.text(replacement))?
            }
            Value::Hash(styles) => declarations(styles, context),
            other => context.text(other),
        };
        tree.set_attribute(element, &name, &value);
    }
    Ok(())
}

fn declarations(styles: &Hash, context: &SiteContext) -> String {
    let pair = |(key, value): (&Value, &Value)| format!("{}: {}", context.text(key), context.text(value));
    let pairs: Vec<String> = styles.iter().map(pair).collect();
    pairs.join(";")
}

/// Ruby's `text.sub(/pattern/, replacement)`: replaces the first match. Fails if the pattern is invalid.
fn first_replaced(text: &str, pattern: &str, replacement: &str) -> Result<String, Failure> {
    let Some(found) = configured(pattern)?.captures(text).ok().flatten() else { return Ok(text.to_owned()) };
    let Some(whole) = found.get(0) else { return Ok(text.to_owned()) };
    let groups: Vec<Option<&str>> = (0..found.len()).map(|index| found.get(index).map(|it| it.as_str())).collect();
    let mut out = text[..whole.start()].to_owned();
    expand(replacement, text, whole.start(), whole.end(), &groups, &mut out);
    out.push_str(&text[whole.end()..]);
    Ok(out)
}

/// Creates the nodes described in the configuration.
fn create_nodes(
    tree: &mut Tree,
    children: &Value,
    context: &SiteContext,
    depth: usize,
) -> Result<Vec<NodeId>, Failure> {
    if depth > MAX_DEPTH {
        return Err(Failure::raised("SystemStackError", "stack level too deep"));
    }
    let one = std::slice::from_ref(children);
    let mut nodes = Vec::new();
    for child in children.as_array().unwrap_or(one) {
        match child {
            Value::Str(markup) => nodes.extend(tree.fragment_nodes(markup)),
            Value::Hash(child) => {
                let Some(name) = child.get("name").filter(|name| !name.is_nil()) else { continue };
                let node = tree.new_element(&context.text(name));
                properties(tree, node, child.get("props"), false, context)?;
                if let Some(inner) = child.get("children").filter(|inner| !inner.is_nil()) {
                    let inner = create_nodes(tree, inner, context, depth + 1)?;
                    tree.insert(node, Place::Only, inner);
                }
                nodes.push(node);
            }
            Value::Nil => {}
            other => return Err(context.no_method("[]", other)),
        }
    }
    Ok(nodes)
}

/// Replaces the children of an element. If `children` contains a nil, all previous children take its place.
fn replace_children(tree: &mut Tree, element: NodeId, children: &Value, mut nodes: Vec<NodeId>) {
    let list = children.as_array().unwrap_or_default();
    let own = list.iter().position(Value::is_nil).filter(|_| !tree.children(element).is_empty());
    let Some(own) = own else {
        tree.insert(element, Place::Only, nodes);
        return;
    };
    let last = list.iter().rposition(|item| !item.is_nil());
    if own == 0 {
        tree.insert(element, Place::Last, nodes);
    } else if last.is_some_and(|last| own == last + 1) {
        tree.insert(element, Place::First, nodes);
    } else {
        let behind = nodes.split_off(own.min(nodes.len()));
        tree.insert(element, Place::First, nodes);
        tree.insert(element, Place::Last, behind);
    }
}

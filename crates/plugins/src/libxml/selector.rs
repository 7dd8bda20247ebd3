//! CSS selectors, as far as configurations of gems use them: names, classes, ids, attributes, descendants, children and
//! lists. Pseudo-classes and sibling combinators are not supported.

use super::{NodeId, Tree};

/// One alternative of a list of selectors, from the outermost element to the subject.
#[derive(Debug)]
pub struct Selector(Vec<Step>);

#[derive(Debug)]
struct Step {
    /// Whether the previous step must be the parent, instead of any ancestor.
    is_child: bool,
    /// The element name. Any element if `None`.
    name: Option<String>,
    classes: Vec<String>,
    ids: Vec<String>,
    attributes: Vec<Condition>,
}

/// A condition on an attribute: `[name]`, `[name="value"]`, `[name^="value"]`.
#[derive(Debug)]
struct Condition {
    name: String,
    /// The sign before `=`, and the value.
    value: Option<(Option<char>, String)>,
}

impl Selector {
    /// Parses a list of selectors. `None` if it is invalid.
    pub fn list(text: &str) -> Option<Vec<Self>> {
        text.split(',').map(Self::parse).collect()
    }

    /// The descendants of a node that match one of the selectors, in document order.
    pub fn select(list: &[Selector], tree: &Tree, within: NodeId) -> Vec<NodeId> {
        let mut found = tree.elements_in(within);
        found.retain(|id| list.iter().any(|selector| selector.matches(tree, *id)));
        found
    }

    fn parse(text: &str) -> Option<Self> {
        let mut steps = Vec::new();
        let mut rest = text.trim_matches(is_blank);
        let mut is_child = false;
        while !rest.is_empty() {
            let (step, after) = Step::parse(rest, is_child)?;
            steps.push(step);
            let next = after.trim_start_matches(is_blank);
            let child = next.strip_prefix('>');
            is_child = child.is_some();
            if next.len() == after.len() && !is_child && !next.is_empty() {
                return None;
            }
            rest = child.unwrap_or(next).trim_start_matches(is_blank);
        }
        (!steps.is_empty() && !is_child).then_some(Selector(steps))
    }

    /// Whether an element matches.
    pub fn matches(&self, tree: &Tree, node: NodeId) -> bool {
        let Some((last, outer)) = self.0.split_last() else { return false };
        last.fits(tree, node) && is_within(outer, last.is_child, tree, node)
    }
}

/// Whether the ancestors of a node match the steps. Recurses once for each step.
fn is_within(steps: &[Step], is_child: bool, tree: &Tree, node: NodeId) -> bool {
    let Some((last, outer)) = steps.split_last() else { return true };
    let reach = if is_child { 1 } else { usize::MAX };
    tree.ancestors(node)
        .take(reach)
        .any(|around| last.fits(tree, around) && is_within(outer, last.is_child, tree, around))
}

impl Step {
    fn parse(text: &str, is_child: bool) -> Option<(Self, &str)> {
        let mut step = Step { is_child, name: None, classes: Vec::new(), ids: Vec::new(), attributes: Vec::new() };
        let mut rest = text;
        if let Some(after) = rest.strip_prefix('*') {
            rest = after;
        } else if let Some((name, after)) = identifier(rest) {
            step.name = Some(name.to_owned());
            rest = after;
        }
        loop {
            let (list, after) = match rest.chars().next() {
                Some('.') => (&mut step.classes, &rest[1..]),
                Some('#') => (&mut step.ids, &rest[1..]),
                Some('[') => {
                    let (condition, after) = Condition::parse(&rest[1..])?;
                    step.attributes.push(condition);
                    rest = after;
                    continue;
                }
                _ => break,
            };
            let (name, after) = identifier(after)?;
            list.push(name.to_owned());
            rest = after;
        }
        (rest.len() < text.len()).then_some((step, rest))
    }

    fn fits(&self, tree: &Tree, node: NodeId) -> bool {
        let name = tree.name(node);
        !name.is_empty()
            && self.name.as_ref().is_none_or(|own| own == name)
            && self.classes.iter().all(|class| tree.has_class(node, class))
            && self.ids.iter().all(|id| tree.attribute(node, "id") == Some(id))
            && self.attributes.iter().all(|condition| condition.holds(tree, node))
    }
}

impl Condition {
    /// Parses a condition after its opening bracket.
    fn parse(text: &str) -> Option<(Self, &str)> {
        let (name, rest) = identifier(text.trim_start_matches(is_blank))?;
        let rest = rest.trim_start_matches(is_blank);
        if let Some(after) = rest.strip_prefix(']') {
            return Some((Condition { name: name.to_owned(), value: None }, after));
        }
        let sign = rest.chars().next().filter(|c| "^$*~|".contains(*c));
        let rest = rest[sign.map_or(0, char::len_utf8)..].strip_prefix('=')?.trim_start_matches(is_blank);
        let quote = rest.chars().next().filter(|c| matches!(c, '"' | '\''));
        let (value, rest) = match quote {
            Some(quote) => rest[1..].split_once(quote)?,
            None => rest.split_at(rest.find([']', ' '])?),
        };
        let after = rest.trim_start_matches(is_blank).strip_prefix(']')?;
        Some((Condition { name: name.to_owned(), value: Some((sign, value.to_owned())) }, after))
    }

    fn holds(&self, tree: &Tree, node: NodeId) -> bool {
        let Some(own) = tree.attribute(node, &self.name) else { return false };
        match &self.value {
            None => true,
            Some((None, value)) => own == value,
            Some((Some('^'), value)) => own.starts_with(value.as_str()),
            Some((Some('$'), value)) => own.ends_with(value.as_str()),
            Some((Some('*'), value)) => own.contains(value.as_str()),
            Some((Some('~'), value)) => own.split_ascii_whitespace().any(|word| word == value),
            Some((Some(_), value)) => own == value || own.starts_with(&format!("{value}-")),
        }
    }
}

/// An identifier at the start, and the rest.
fn identifier(text: &str) -> Option<(&str, &str)> {
    let is_start = |c: char| c == '_' || c.is_ascii_alphabetic() || !c.is_ascii();
    if !text.strip_prefix('-').unwrap_or(text).starts_with(is_start) {
        return None;
    }
    let end = text.find(|c: char| !is_start(c) && !c.is_ascii_digit() && c != '-').unwrap_or(text.len());
    Some(text.split_at(end))
}

fn is_blank(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0c')
}

//! CSS selectors, as far as gems put texts of configurations into them: names, classes, ids, attributes, descendants,
//! children and lists. Pseudo-classes and siblings are refused.

use super::{NodeId, Tree};

/// One of the alternatives between commas: from the outermost element to the one that is looked for.
#[derive(Debug)]
pub struct Selector(Vec<Step>);

#[derive(Debug)]
struct Step {
    /// Whether the step before is the parent of this one, not just any ancestor.
    is_child: bool,
    /// Any element without.
    name: Option<String>,
    classes: Vec<String>,
    ids: Vec<String>,
    attributes: Vec<Condition>,
}

/// A condition on an attribute: `[name]`, `[name="value"]`, `[name^="value"]`.
#[derive(Debug)]
struct Condition {
    name: String,
    /// The sign in front of `=`, and the value.
    value: Option<(Option<char>, String)>,
}

impl Selector {
    /// Takes a list of selectors apart; `None` if it is none.
    pub fn list(text: &str) -> Option<Vec<Self>> {
        text.split(',').map(Self::parse).collect()
    }

    /// The elements inside of a node that one of the selectors looks for, in the order of the page.
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

    /// Whether an element is looked for.
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
    /// Takes a condition apart, from behind its opening bracket.
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

/// A name at the beginning, and what follows it.
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

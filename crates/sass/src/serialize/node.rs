//! Writes the nodes of the CSS tree: rules, declarations, at-rules and comments.

use super::Serializer;
use crate::css::{CssText, MediaQuery, NodeId, NodeKind};
use crate::selector::{quoted_text, write_list};
use crate::value::Value;
use crate::{Result, Span, Style};

impl Serializer<'_> {
    fn compressed(&self) -> bool {
        self.style == Style::Compressed
    }

    fn space(&mut self) {
        if !self.compressed() {
            self.out.push(' ');
        }
    }

    fn line_feed(&mut self) {
        if !self.compressed() {
            self.out.push('\n');
        }
    }

    pub(super) fn write_indentation(&mut self) {
        if !self.compressed() {
            self.out.extend(std::iter::repeat_n(' ', self.indentation));
        }
    }

    fn comma(&self) -> &'static str {
        if self.compressed() { "," } else { ", " }
    }

    /// Calls `write`, and maps the CSS that it writes to `span` in the source map.
    fn mapped<T>(&mut self, span: Span, write: impl FnOnce(&mut Self) -> T) -> T {
        let Some(mapper) = &mut self.mapper else { return write(self) };
        let before = mapper.enter(span, &self.out);
        let result = write(self);
        if let Some(mapper) = &mut self.mapper {
            mapper.leave(before, &self.out);
        }
        result
    }

    fn text(&mut self, text: &CssText) {
        self.mapped(text.span, |this| this.out.push_str(&text.text));
    }

    fn requires_semicolon(&self, node: NodeId) -> bool {
        match self.tree.kind(node) {
            NodeKind::Declaration { .. } | NodeKind::Import { .. } => true,
            NodeKind::AtRule { childless, .. } => *childless,
            _ => false,
        }
    }

    fn trails(&self, node: NodeId, previous: NodeId) -> bool {
        !self.compressed()
            && matches!(self.tree.kind(node), NodeKind::Comment { .. })
            && self.is_trailing_comment(node, previous)
    }

    pub(super) fn stylesheet(&mut self, root: NodeId) -> Result<()> {
        let tree = self.tree;
        let mut previous: Option<NodeId> = None;
        for child in tree.children(root).iter().copied() {
            if tree.is_invisible_in(child, self.style) {
                continue;
            }
            if let Some(previous) = previous {
                if self.requires_semicolon(previous) {
                    self.out.push(';');
                }
                if self.trails(child, previous) {
                    self.space();
                } else {
                    self.line_feed();
                    if tree.is_group_end(previous) {
                        self.line_feed();
                    }
                }
            }
            previous = Some(child);
            self.node(child)?;
        }
        if previous.is_some_and(|previous| self.requires_semicolon(previous)) && !self.compressed() {
            self.out.push(';');
        }
        Ok(())
    }

    fn block(&mut self, parent: NodeId) -> Result<()> {
        let tree = self.tree;
        self.out.push('{');
        let mut count = 0;
        let mut previous: Option<NodeId> = None;
        let mut last_trails = false;
        for child in tree.children(parent).iter().copied() {
            if tree.is_invisible_in(child, self.style) {
                continue;
            }
            if previous.is_some_and(|previous| self.requires_semicolon(previous)) {
                self.out.push(';');
            }
            last_trails = self.trails(child, previous.unwrap_or(parent));
            if last_trails {
                self.space();
                let indentation = std::mem::take(&mut self.indentation);
                self.node(child)?;
                self.indentation = indentation;
            } else {
                self.line_feed();
                self.indentation += 2;
                self.node(child)?;
                self.indentation -= 2;
            }
            count += 1;
            previous = Some(child);
        }
        if let Some(previous) = previous {
            if self.requires_semicolon(previous) && !self.compressed() {
                self.out.push(';');
            }
            if count == 1 && last_trails {
                self.space();
            } else {
                self.line_feed();
                self.write_indentation();
            }
        }
        self.out.push('}');
        Ok(())
    }

    fn node(&mut self, node: NodeId) -> Result<()> {
        let tree = self.tree;
        let span = tree.span(node);
        match tree.kind(node) {
            NodeKind::Stylesheet => self.stylesheet(node),
            NodeKind::Style { selector, .. } => {
                let selector = selector.get();
                self.write_indentation();
                self.mapped(selector.span(), |this| {
                    write_list(&mut this.out, &selector, this.style, this.indentation);
                });
                self.rule_block(node)
            }
            NodeKind::Declaration { name, value, value_span, value_span_for_map, raw } => {
                let spans = (*value_span, *value_span_for_map);
                self.declaration(name, value, spans, *raw)
            }
            NodeKind::AtRule { name, value, childless } => {
                self.write_indentation();
                self.mapped(span, |this| this.at_rule(name, value.as_ref()));
                if *childless { Ok(()) } else { self.rule_block(node) }
            }
            NodeKind::Media { queries } => {
                self.write_indentation();
                self.mapped(span, |this| this.media(queries));
                self.rule_block(node)
            }
            NodeKind::Supports { condition } => {
                self.write_indentation();
                self.mapped(span, |this| this.supports(condition));
                self.rule_block(node)
            }
            NodeKind::Keyframe { selectors, span } => {
                self.write_indentation();
                let comma = self.comma();
                self.mapped(*span, |this| this.out.push_str(&selectors.join(comma)));
                self.rule_block(node)
            }
            NodeKind::Comment { text } => {
                self.mapped(span, |this| this.comment(text, span));
                Ok(())
            }
            NodeKind::Import { url, modifiers } => {
                self.import(span, url, modifiers.as_ref());
                Ok(())
            }
        }
    }

    fn at_rule(&mut self, name: &CssText, value: Option<&CssText>) {
        self.out.push('@');
        self.text(name);
        if let Some(value) = value {
            self.out.push(' ');
            self.text(value);
        }
    }

    fn supports(&mut self, condition: &CssText) {
        self.out.push_str("@supports");
        if !self.compressed() || !condition.text.starts_with('(') {
            self.out.push(' ');
        }
        self.text(condition);
    }

    fn rule_block(&mut self, node: NodeId) -> Result<()> {
        self.space();
        self.block(node)
    }

    fn declaration(&mut self, name: &CssText, value: &Value, spans: (Span, Span), raw: bool) -> Result<()> {
        self.write_indentation();
        self.text(name);
        self.out.push(':');
        let (value_span, map_span) = spans;
        match value {
            Value::String(string) if raw => {
                self.mapped(value_span, |this| this.raw_value(&string.text, name.span));
                Ok(())
            }
            _ => {
                self.space();
                let written = self.mapped(map_span, |this| value.write_css(&mut this.out, this.style, true));
                written.map_err(|mut error| {
                    error.span.get_or_insert(value_span);
                    error
                })
            }
        }
    }

    fn import(&mut self, span: Span, url: &CssText, modifiers: Option<&CssText>) {
        self.write_indentation();
        self.mapped(span, |this| {
            this.out.push_str("@import");
            this.space();
            this.mapped(url.span, |this| this.import_url(&url.text));
            if let Some(modifiers) = modifiers {
                this.space();
                this.out.push_str(&modifiers.text);
            }
        });
    }

    fn import_url(&mut self, url: &str) {
        let inner = url.get(4..url.len().saturating_sub(1)).filter(|_| self.compressed() && url.starts_with('u'));
        match inner {
            None => self.out.push_str(url),
            Some(inner) if inner.starts_with(['"', '\'']) => self.out.push_str(inner),
            Some(inner) => quoted_text(&mut self.out, inner, self.style),
        }
    }

    fn media(&mut self, queries: &[MediaQuery]) {
        self.out.push_str("@media");
        let Some(first) = queries.first() else { return };
        let negated = matches!(first.conditions.as_slice(), [only] if only.starts_with("(not "));
        if !self.compressed() || first.modifier.is_some() || first.media_type.is_some() || negated {
            self.out.push(' ');
        }
        for (index, query) in queries.iter().enumerate() {
            if index > 0 {
                self.out.push_str(self.comma());
            }
            self.media_query(query);
        }
    }

    fn media_query(&mut self, query: &MediaQuery) {
        if let Some(modifier) = &query.modifier {
            self.out.push_str(modifier);
            self.out.push(' ');
        }
        if let Some(media_type) = &query.media_type {
            self.out.push_str(media_type);
            if !query.conditions.is_empty() {
                self.out.push_str(" and ");
            }
        }
        if let [only] = query.conditions.as_slice()
            && let Some(condition) = only.strip_prefix("(not ").and_then(|rest| rest.strip_suffix(')'))
        {
            self.out.push_str("not ");
            self.out.push_str(condition);
            return;
        }
        let operator = match (query.conjunction, self.compressed()) {
            (true, true) => "and ",
            (true, false) => " and ",
            (false, true) => "or ",
            (false, false) => " or ",
        };
        self.out.push_str(&query.conditions.join(operator));
    }
}

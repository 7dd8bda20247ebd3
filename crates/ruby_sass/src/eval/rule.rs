//! Evaluates style rules, and directives of CSS such as `@media`.

use super::{Environment, Evaluator};
use crate::css::{AtRootQuery, MediaQuery, Node, NodeKind, media_queries};
use crate::error::SassResult;
use crate::lexical;
use crate::script::Piece;
use crate::selector::{SelectorList, SelectorParser, at_root_query};
use crate::tree::{Kind, Statement};
use std::rc::Rc;
use std::sync::Arc;

impl Evaluator<'_> {
    pub(super) fn rule(&mut self, statement: &Statement, selector: &[Piece], out: &mut Vec<Node>) -> SassResult<()> {
        let without_rule = self.at_root_without_rule;
        let result = self.rule_here(statement, selector, out);
        self.at_root_without_rule = without_rule;
        result
    }

    fn rule_here(&mut self, statement: &Statement, selector: &[Piece], out: &mut Vec<Node>) -> SassResult<()> {
        let line = statement.line;
        if self.in_keyframes {
            let text = self.trimmed_text(selector)?;
            let kind = NodeKind::Keyframe(SelectorParser::new(&text, line).keyframes()?.into());
            let children = self.children(statement)?;
            let node = Node::new(kind, line, statement.file).with(children);
            self.put(Node { has_children: statement.has_children, ..node }, out)?;
            return Ok(());
        }
        let implied = !std::mem::take(&mut self.at_root_without_rule);
        let list = self.selectors(statement, selector)?;
        let resolved = match self.environment.selector() {
            None => list.without_parent().map(|()| list)?,
            Some(parent) => Rc::new(list.resolved(&parent, implied)?),
        };
        let environment = Environment::within(&self.environment);
        environment.set_selector(Rc::clone(&resolved));
        let mut children = Vec::with_capacity(statement.children.len());
        self.within(environment, |evaluator| {
            evaluator.deeper(|evaluator| evaluator.statements(&statement.children, &mut children))
        })?;
        let node = Node::new(NodeKind::Rule(resolved), line, statement.file).with(children);
        self.put(Node { has_children: true, ..node }, out)?;
        Ok(())
    }

    /// The selectors of a rule. Without interpolation they are parsed once, and shared by all nodes of the rule.
    fn selectors(&mut self, rule: &Statement, pieces: &[Piece]) -> SassResult<Rc<SelectorList>> {
        let [Piece::Text(text)] = pieces else {
            let text = self.trimmed_text(pieces)?;
            return Ok(Rc::new(SelectorParser::new(&text, rule.line).selectors()?));
        };
        let key = std::ptr::from_ref(rule) as usize;
        if let Some(list) = self.selectors.get(&key) {
            return Ok(Rc::clone(list));
        }
        let list = Rc::new(SelectorParser::new(&lexical::trimmed(text), rule.line).selectors()?);
        self.selectors.insert(key, Rc::clone(&list));
        Ok(list)
    }

    pub(super) fn directive(&mut self, statement: &Statement, out: &mut Vec<Node>) -> SassResult<()> {
        let line = statement.line;
        let kind = match &statement.kind {
            Kind::Directive(pieces) => NodeKind::Directive(self.trimmed_text(pieces)?.into()),
            Kind::Media(pieces) => NodeKind::Media(Rc::new(self.queries(pieces, line)?)),
            Kind::Supports(name, condition) => NodeKind::Supports(Arc::clone(name), self.condition(condition)?.into()),
            Kind::CssImport { address, query, supports } => {
                let mut text = format!("@import {}", self.trimmed_text(std::slice::from_ref(address))?);
                if let Some(condition) = supports {
                    text.push_str(&format!(" supports({})", self.condition(condition)?));
                }
                if !query.is_empty() {
                    text.push(' ');
                    text.push_str(&MediaQuery::list_text(&self.queries(query, line)?));
                }
                NodeKind::Import(text.into())
            }
            Kind::AtRoot(None) => NodeKind::AtRoot(Rc::new(AtRootQuery { with: false, names: vec!["rule".into()] })),
            Kind::AtRoot(Some(pieces)) => {
                let text = self.trimmed_text(pieces)?;
                let (with, names) = at_root_query(&text, line)?;
                NodeKind::AtRoot(Rc::new(AtRootQuery { with, names }))
            }
            _ => return Ok(()),
        };
        let (in_keyframes, without_rule) = (self.in_keyframes, self.at_root_without_rule);
        match &kind {
            NodeKind::Directive(_) => self.in_keyframes = kind.is_keyframes(),
            NodeKind::AtRoot(query) => {
                self.at_root_without_rule |= query.excludes("rule");
                self.in_keyframes &= !query.excludes("keyframes");
            }
            _ => {}
        }
        let children = self.children(statement);
        (self.in_keyframes, self.at_root_without_rule) = (in_keyframes, without_rule);
        let node = Node::new(kind, line, statement.file).with(children?);
        self.put(Node { has_children: statement.has_children, ..node }, out)?;
        Ok(())
    }

    fn queries(&mut self, pieces: &[Piece], line: u32) -> SassResult<Vec<MediaQuery>> {
        let text = self.trimmed_text(pieces)?;
        media_queries(&text, line)
    }
}

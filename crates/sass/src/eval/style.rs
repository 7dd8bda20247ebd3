//! Style rules, declarations, comments and extensions.

use super::environment::BlockKind;
use super::{CurrentRule, Evaluator};
use crate::css::{self, CssText, NodeKind};
use crate::extend::ExtendOrigin;
use crate::scanner::SpanMap;
use crate::selector::{self, Nesting, SelectorList, SelectorOptions};
use crate::syntax::{self, Block, ExtendRule, Interpolation, StyleRule};
use crate::{Deprecation, Error, Result, Warning};
use std::rc::Rc;
use std::sync::Arc;

impl Evaluator<'_> {
    #[inline(never)]
    pub(super) fn style(&mut self, rule: &StyleRule) -> Result<()> {
        if self.declaration_name.is_some() {
            return Err(self.error("Style rules may not be used within nested declarations.", rule.span));
        }
        if self.in_keyframes {
            if matches!(self.tree.kind(self.parent), NodeKind::Keyframe { .. }) {
                return Err(self.error("Style rules may not be used within keyframe blocks.", rule.span));
            }
            return self.keyframe_block(rule);
        }
        let plain_css = self.plain_css();
        let parsed = self.parse_selector(&rule.selector)?;
        let merge = match self.style_rule() {
            None => true,
            Some(outer) if outer.from_plain_css => false,
            Some(_) => !(plain_css && parsed.contains_parent()),
        };
        let parsed = if merge { self.nest_selector(parsed, rule)? } else { parsed };
        let media = self.media.clone();
        let selector = self.extensions.borrow_mut().add_selector(parsed.clone(), media, self.compilation.sources)?;
        let kind = NodeKind::Style { selector, original: parsed.clone(), from_plain_css: plain_css };
        let node = self.add_node(kind, rule.span)?;
        self.append(node, |kind| merge && matches!(kind, NodeKind::Style { .. }), merge);
        let outer_left = std::mem::replace(&mut self.at_root_without_rule, false);
        let current = CurrentRule { node, original: parsed, from_plain_css: plain_css };
        let outer = self.rule.replace(current);
        let result = self.inside(node, &rule.block);
        self.rule = outer;
        self.at_root_without_rule = outer_left;
        result?;
        self.warn_bogus(node);
        if self.style_rule().is_none()
            && let Some(last) = self.tree.last_child(self.parent)
        {
            self.tree.set_group_end(last);
        }
        Ok(())
    }

    fn warn_bogus(&mut self, node: css::NodeId) {
        let warnings = css::bogus_warnings(&self.tree, node, self.plain_css(), self.compilation.sources);
        for warning in warnings {
            self.warn_with(warning);
        }
    }

    /// Parses the selector of a rule. Selectors without interpolation are parsed once.
    fn parse_selector(&mut self, interpolation: &Interpolation) -> Result<SelectorList> {
        let options = SelectorOptions { allow_parent: true, plain_css: self.plain_css() };
        let key = std::ptr::from_ref(interpolation) as usize;
        let is_plain = interpolation.as_plain().is_some();
        if is_plain && let Some(list) = self.selector_cache.get(&key) {
            return Ok(list.renewed());
        }
        let (text, map) = self.interpolate_with_map(interpolation)?;
        let reported = self.effects.count();
        let list = self.selector_list(&text, &map, options)?;
        if is_plain && reported == self.effects.count() {
            self.selector_cache.insert(key, list.clone());
        }
        Ok(list)
    }

    pub(super) fn selector_list(
        &mut self,
        text: &str,
        map: &SpanMap,
        options: SelectorOptions,
    ) -> Result<SelectorList> {
        let parsed = selector::parse_list(text, map, options, self.compilation.sources);
        let parsed = parsed.map_err(|error| self.traced(error))?;
        for warning in parsed.warnings {
            self.warn_of_selector(Deprecation::AdjacentCompounds, warning.message, warning.span);
        }
        Ok(parsed.list)
    }

    fn nest_selector(&mut self, parsed: SelectorList, rule: &StyleRule) -> Result<SelectorList> {
        let plain_css = self.plain_css();
        if plain_css {
            for complex in parsed.components() {
                if !complex.leading().is_empty() {
                    let span = complex.leading_combinator_span().unwrap_or(rule.selector.span);
                    return Err(self.error("Top-level leading combinators aren't allowed in plain CSS.", span));
                }
            }
        }
        let parent = self.rule.as_ref().map(|rule| &rule.original);
        let nesting = Nesting { implicit_parent: !self.at_root_without_rule, preserve_parents: plain_css };
        let nested = parsed.nest_within(parent, nesting, &self.budget);
        nested.map_err(|error| {
            let mut error = self.place(error, rule.selector.span);
            if error.label.as_deref() == Some("outer selector") {
                error.span = error.span.map(|span| css::trim_right(span, self.compilation.sources));
            }
            self.traced(error)
        })
    }

    fn keyframe_block(&mut self, rule: &StyleRule) -> Result<()> {
        let (text, map) = self.interpolate_with_map(&rule.selector)?;
        let selectors = css::parse_keyframe_selectors(&text, &map, self.compilation.sources);
        let selectors: Rc<[Arc<str>]> = selectors.map_err(|error| self.traced(error))?.into();
        let kind = NodeKind::Keyframe { selectors, span: rule.selector.span };
        let node = self.add_node(kind, rule.span)?;
        self.append(node, |kind| matches!(kind, NodeKind::Style { .. }), true);
        self.inside(node, &rule.block)
    }

    /// Evaluates a block with `node` as the parent of new CSS nodes. Some new nodes still move out of `node`, such as
    /// style rules nested in a style rule.
    pub(super) fn inside(&mut self, node: css::NodeId, block: &Block) -> Result<()> {
        self.inside_with(node, block.has_declarations, |evaluator| {
            evaluator.statements(&block.statements)?;
            Ok(())
        })
    }

    pub(super) fn inside_with(
        &mut self,
        node: css::NodeId,
        scope: bool,
        body: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        if self.depth >= super::MAX_DEPTH {
            let span = self.tree.span(node);
            return Err(self.error("Too many levels of rules.", span));
        }
        self.depth += 1;
        let outer = std::mem::replace(&mut self.parent, node);
        let entered = self.environment.enter(BlockKind::Local, scope);
        let result = body(self);
        self.environment.leave(entered);
        self.parent = outer;
        self.depth -= 1;
        result
    }

    // Declarations.

    #[inline(never)]
    pub(super) fn declaration(&mut self, declaration: &syntax::Declaration) -> Result<()> {
        let span = declaration.span;
        if self.style_rule().is_none() && !self.in_unknown_at_rule && !self.in_keyframes {
            return Err(self.error("Declarations may only be used within style rules.", span));
        }
        if self.declaration_name.is_some() && declaration.raw_value {
            let message = if declaration.name.initial_plain().starts_with("--") {
                "Declarations whose names begin with \"--\" may not be nested."
            } else {
                "Declarations parsed as raw CSS may not be nested."
            };
            return Err(self.error(message, span));
        }
        let mut name = self.property_text(&declaration.name)?;
        if let Some(outer) = &self.declaration_name {
            name = CssText { text: format!("{outer}-{}", name.text).into(), span: name.span };
        }
        if let Some(expression) = &declaration.value {
            let value = self.expression(expression)?;
            let empty_list = !value.is_null() && value.as_list().is_empty();
            if !value.is_blank() || empty_list || name.text.starts_with("--") {
                self.copy_parent_after_sibling();
                let value_span_for_map =
                    if self.compilation.options.source_map { self.assigned_span(expression)? } else { expression.span };
                let kind = NodeKind::Declaration {
                    name: name.clone(),
                    value,
                    value_span: expression.span,
                    value_span_for_map,
                    raw: declaration.raw_value,
                };
                let node = self.add_node(kind, span)?;
                self.tree.append(self.parent, node);
            }
        }
        if let Some(block) = &declaration.block {
            let outer = self.declaration_name.replace(name.text);
            let result = self.scoped(block, BlockKind::Local);
            self.declaration_name = outer;
            result?;
        }
        Ok(())
    }

    #[inline(never)]
    pub(super) fn comment(&mut self, text: &Interpolation) -> Result<()> {
        if self.in_function {
            return Ok(());
        }
        // Comments are allowed between imports.
        if self.parent == self.root && self.end_of_imports == self.tree.children(self.root).len() {
            self.end_of_imports += 1;
        }
        let mut content = self.interpolate(text)?;
        if !content.ends_with("*/") {
            content = format!("{content} */").into();
        }
        self.copy_parent_after_sibling();
        let node = self.add_node(NodeKind::Comment { text: content }, text.span)?;
        self.tree.append(self.parent, node);
        Ok(())
    }

    // Extensions.

    #[inline(never)]
    pub(super) fn extend(&mut self, rule: &ExtendRule) -> Result<()> {
        let current = match self.style_rule() {
            Some(current) if self.declaration_name.is_none() => current.clone(),
            _ => return Err(self.error("@extend may only be used within style rules.", rule.span)),
        };
        self.warn_bogus_extender(&current, rule);
        let (text, map) = self.interpolate_with_map(&rule.selector)?;
        let options = SelectorOptions { allow_parent: false, plain_css: false };
        let (text, map) = trimmed(&text, map);
        let list = self.selector_list(&text, &map, options)?;
        for complex in list.components() {
            let Some(compound) = complex.single_compound() else {
                return Err(self.traced(Error::at("complex selectors may not be extended.", complex.span())));
            };
            let [simple] = compound.simples() else {
                let names: Vec<String> = compound.simples().iter().map(ToString::to_string).collect();
                let message = format!(
                    "compound selectors may no longer be extended.\nConsider `@extend {}` instead.\nSee \
                     https://sass-lang.com/d/extend-compound for details.\n",
                    names.join(", ")
                );
                return Err(self.traced(Error::at(message, compound.span())));
            };
            let NodeKind::Style { selector, .. } = self.tree.kind(current.node) else { continue };
            let extender = selector.get();
            let origin = ExtendOrigin { span: rule.span, optional: rule.optional };
            let media = self.media.clone();
            let sources = self.compilation.sources;
            let added = self.extensions.borrow_mut().add_extension(&extender, simple, origin, media, sources);
            added.map_err(|error| {
                let error = self.place(error, rule.span);
                self.traced(error)
            })?;
        }
        Ok(())
    }

    fn warn_bogus_extender(&mut self, current: &CurrentRule, rule: &ExtendRule) {
        if !current.original.is_bogus() {
            return;
        }
        for complex in current.original.components().iter().filter(|complex| complex.is_bogus()) {
            let text = complex.to_string();
            let can = if complex.is_useless() { "can't" } else { "shouldn't" };
            let message = format!(
                "The selector \"{}\" is invalid CSS and {can} be an extender.\nThis will be an error in Dart Sass \
                 2.0.0.\n\nMore info: https://sass-lang.com/d/bogus-combinators",
                text.trim()
            );
            self.warn_with(Warning {
                message,
                span: Some(css::trim_right(complex.span(), self.compilation.sources)),
                trace: Vec::new(),
                deprecation: Some(Deprecation::BogusCombinators),
                debug: false,
                summary: false,
                label: Some("invalid selector".to_owned()),
                secondary: vec![(rule.span, "@extend rule".to_owned())],
            });
        }
    }
}

/// Removes the whitespace around the text of a selector after `@extend`. Returns `map` unchanged, so the map does not
/// account for whitespace removed at the start.
fn trimmed(text: &Arc<str>, map: SpanMap) -> (Arc<str>, SpanMap) {
    let short = super::interpolation::trimmed_whitespace(text);
    if short.len() == text.len() {
        return (Arc::clone(text), map);
    }
    (short.into(), map)
}

//! Liquid's own `include`, which finds templates with [`crate::FileSystem`]. Jekyll replaces it.

use super::{Tag, TagParse};
use crate::context::Context;
use crate::effects::{Partial, TemplateEffects};
use crate::expression::Expression;
use crate::lax_markup::{attributes, find_fragment, fragments, skip_spaces};
use crate::value::key::Name;
use crate::value::text::is_space;
use crate::value::{Abort, Error, ErrorKind, Value};

#[derive(Debug)]
struct Include {
    template: Expression,
    variable: Option<Expression>,
    attributes: Vec<(Name, Expression)>,
}

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    let markup = tag.markup();
    let (start, end) =
        find_fragment(markup, 0).and_then(|(start, _)| Some((start, fragments(markup, start)?))).ok_or_else(|| {
            let valid = "include '[template]' (with|for) [object|collection]";
            Error::syntax(format!("Error in tag 'include' - Valid syntax: {valid}"))
        })?;
    let variable = match behind_keyword(markup, end) {
        Some(variable) => Some(Expression::parse(variable)?),
        None => None,
    };
    let mut pairs = Vec::new();
    for (name, value) in attributes(markup) {
        pairs.push((Name::new(name), Expression::parse(value)?));
    }
    Ok(Box::new(Include { template: Expression::parse(&markup[start..end])?, variable, attributes: pairs }))
}

/// The expression after ` with ` or ` for `.
fn behind_keyword(markup: &str, position: usize) -> Option<&str> {
    let word = skip_spaces(markup, position);
    let rest = &markup[word..];
    let length = ["with", "for"].into_iter().find(|keyword| rest.starts_with(keyword))?.len();
    if word == position || !rest.as_bytes().get(length).is_some_and(|byte| is_space(*byte)) {
        return None;
    }
    let start = skip_spaces(markup, word + length);
    fragments(markup, start).map(|end| &markup[start..end])
}

impl Tag for Include {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let name = match self.template.evaluate(cx)? {
            Value::Str(name) => name,
            _ => {
                let message = "Argument error in tag 'include' - Illegal template name";
                return Err(Abort::error(ErrorKind::LiquidArgument, message));
            }
        };
        let partial = cx.partial(&name)?;
        let variable = match &self.variable {
            Some(variable) => variable.evaluate(cx)?,
            None => cx.find(&Name::new(&name), false)?,
        };
        let inner = Name::new(name.rsplit('/').next().unwrap_or_default());
        cx.stack(|cx| {
            for (name, value) in &self.attributes {
                let value = value.evaluate(cx)?;
                cx.set_name(name, value)?;
            }
            let items = match &variable {
                Value::Array(items) => items.as_slice(),
                single => std::slice::from_ref(single),
            };
            for item in items {
                cx.set_name(&inner, item.clone())?;
                cx.render_inline(&partial, &name, out)?;
            }
            Ok(())
        })
    }

    fn effects(&self, effects: &mut TemplateEffects) {
        self.template.effects(effects);
        if let Some(variable) = &self.variable {
            variable.effects(effects);
        }
        self.attributes.iter().for_each(|(_, value)| value.effects(effects));
        let name = match self.template.as_literal() {
            Some(Value::Str(name)) => Some(name.clone()),
            _ => None,
        };
        effects.partials.push(Partial { tag: "include".into(), name });
    }
}

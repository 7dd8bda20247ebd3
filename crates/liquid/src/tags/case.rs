//! `case`: renders every matching `when`, not only the first. `else` is rendered if no `when` before it matched.

use super::{Tag, TagParse};
use crate::body::Body;
use crate::condition::Condition;
use crate::context::Context;
use crate::effects::TemplateEffects;
use crate::engine::Engine;
use crate::expression::Expression;
use crate::lax_markup::{find_fragment, fragment, skip_spaces};
use crate::value::text::is_space;
use crate::value::{Abort, Error};

#[derive(Debug)]
struct Case {
    /// Whether all sections are blank, including the text before the first `when`, which is never rendered.
    blank: bool,
    branches: Vec<Branch>,
}

#[derive(Debug)]
struct Branch {
    /// One condition for each value of a `when`. Empty for `else`.
    conditions: Vec<Condition>,
    body: Body,
}

const INVALID_WHEN: &str =
    "Syntax Error in tag 'case' - Valid when condition: {% when [condition] [or condition2...] %}";
const INVALID_ELSE: &str = "Syntax Error in tag 'case' - Valid else condition: {% else %} (no parameters) ";

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    let markup = tag.markup();
    let Some((start, end)) = find_fragment(markup, 0) else {
        return Err(Error::syntax("Syntax Error in 'case' - Valid syntax: case [condition]"));
    };
    let left = Expression::parse(&markup[start..end])?;
    let mut body = Body::default();
    let mut next = tag.section(&mut body)?;
    let mut blank = body.blank();
    let mut branches = Vec::new();
    while let Some((name, markup)) = next {
        let conditions = match name {
            "when" => values(&left, markup, tag.engine())?,
            "else" if markup.bytes().all(is_space) => Vec::new(),
            "else" => return Err(Error::syntax(INVALID_ELSE)),
            _ => return Err(tag.unknown_tag(name)),
        };
        let mut body = Body::default();
        next = tag.section(&mut body)?;
        blank = blank && body.blank();
        branches.push(Branch { conditions, body });
    }
    Ok(Box::new(Case { blank, branches }))
}

/// The values of a `when`, separated by commas and `or`.
fn values(left: &Expression, markup: &str, engine: &Engine) -> Result<Vec<Condition>, Error> {
    let mut conditions = Vec::new();
    let mut rest = Some(markup);
    while let Some(markup) = rest {
        let (start, end) = find_fragment(markup, 0).ok_or_else(|| Error::syntax(INVALID_WHEN))?;
        let condition = Condition::equal(left.clone(), Expression::parse(&markup[start..end])?);
        conditions.push(condition.with_operators_of(engine));
        rest = behind_separator(markup, end);
    }
    Ok(conditions)
}

/// The value after ` or ` or a comma, if any.
fn behind_separator(markup: &str, position: usize) -> Option<&str> {
    let bytes = markup.as_bytes();
    let word = skip_spaces(markup, position);
    let start =
        if word > position && bytes[word..].starts_with(b"or") && bytes.get(word + 2).is_some_and(|b| is_space(*b)) {
            skip_spaces(markup, word + 2)
        } else if bytes.get(word) == Some(&b',') {
            skip_spaces(markup, word + 1)
        } else {
            return None;
        };
    fragment(markup, start).map(|_| &markup[start..])
}

impl Tag for Case {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        cx.stack(|cx| {
            let start = out.len();
            let mut found = false;
            for branch in &self.branches {
                if branch.conditions.is_empty() {
                    if found {
                        continue;
                    }
                    out.truncate(start);
                    return branch.body.render(cx, out);
                }
                for condition in &branch.conditions {
                    if condition.evaluate(cx)? {
                        found = true;
                        branch.body.render(cx, out)?;
                    }
                }
            }
            // Ruby adds the texts to a literal.
            cx.us_ascii = false;
            Ok(())
        })
    }

    fn blank(&self) -> bool {
        self.blank
    }

    fn is_block(&self) -> bool {
        true
    }

    fn passes_encoding(&self) -> bool {
        true
    }

    fn effects(&self, effects: &mut TemplateEffects) {
        for branch in &self.branches {
            branch.conditions.iter().for_each(|condition| condition.effects(effects));
            branch.body.effects(effects);
        }
    }

    fn is_reusable(&self) -> bool {
        true
    }
}

//! `if` and `unless`, with `elsif` and `else`. At most one of the branches is rendered.

use super::{Tag, TagParse};
use crate::body::Body;
use crate::condition::Condition;
use crate::context::Context;
use crate::effects::TemplateEffects;
use crate::value::{Abort, Error};

#[derive(Debug)]
struct If {
    /// Whether the tag is `unless`, which negates the first condition.
    negated: bool,
    blank: bool,
    branches: Vec<Branch>,
}

#[derive(Debug)]
struct Branch {
    /// `None` for `else`.
    condition: Option<Condition>,
    body: Body,
}

pub(super) fn parse_if(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    parse(tag, false)
}

pub(super) fn parse_unless(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    parse(tag, true)
}

fn parse(tag: &mut TagParse<'_, '_>, negated: bool) -> Result<Box<dyn Tag>, Error> {
    let mut condition = Some(read(tag, tag.markup())?);
    let mut blank = true;
    let mut branches = Vec::new();
    loop {
        let mut body = Body::default();
        let next = tag.section(&mut body)?;
        blank = blank && body.blank();
        branches.push(Branch { condition, body });
        condition = match next {
            None => {
                if blank {
                    branches.iter_mut().for_each(|branch: &mut Branch| branch.body.silence());
                }
                return Ok(Box::new(If { negated, blank, branches }));
            }
            Some(("elsif", markup)) => Some(read(tag, markup)?),
            // Markup after `else` is ignored.
            Some(("else", _)) => None,
            Some((name, _)) => return Err(tag.unknown_tag(name)),
        };
    }
}

fn read(tag: &mut TagParse<'_, '_>, markup: &str) -> Result<Condition, Error> {
    let condition = tag.select(markup, Condition::strict, Condition::lax)?;
    Ok(condition.with_operators_of(tag.engine()))
}

impl Tag for If {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        cx.stack(|cx| {
            for (index, branch) in self.branches.iter().enumerate() {
                let holds = match &branch.condition {
                    Some(condition) => condition.evaluate(cx)?,
                    None => true,
                };
                if holds != (self.negated && index == 0) {
                    return branch.body.render(cx, out);
                }
            }
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
            if let Some(condition) = &branch.condition {
                condition.effects(effects);
            }
            branch.body.effects(effects);
        }
    }

    fn is_reusable(&self) -> bool {
        true
    }
}

//! `capture`: stores the output of a block in a variable.

use super::{Tag, TagParse};
use crate::body::Body;
use crate::context::Context;
use crate::effects::TemplateEffects;
use crate::lax_markup;
use crate::value::key::Name;
use crate::value::{Abort, Error, Str, Value};

#[derive(Debug)]
struct Capture {
    to: Name,
    body: Body,
}

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    let Some(to) = lax_markup::find_signature(tag.markup()) else {
        return Err(Error::syntax("Syntax Error in 'capture' - Valid syntax: capture [var]"));
    };
    Ok(Box::new(Capture { to: Name::new(to), body: tag.body()? }))
}

impl Tag for Capture {
    fn render(&self, cx: &mut Context<'_>, _out: &mut String) -> Result<(), Abort> {
        let mut text = String::new();
        self.body.render(cx, &mut text)?;
        let is_ascii = cx.us_ascii;
        cx.check_text(text.len())?;
        if cx.engine().limits().any() {
            cx.usage.assign_score += text.chars().count() as u64;
        }
        if let Some(marks) = &cx.marks {
            let text = marks.clean(&text);
            return cx.assign_name(&self.to, Value::Str(text));
        }
        cx.assign_name(&self.to, if is_ascii { Value::Str(Str::us_ascii(&text)) } else { Value::from(text) })
    }

    fn blank(&self) -> bool {
        true
    }

    fn is_block(&self) -> bool {
        true
    }

    fn effects(&self, effects: &mut TemplateEffects) {
        self.body.effects(effects);
    }

    fn is_reusable(&self) -> bool {
        true
    }
}

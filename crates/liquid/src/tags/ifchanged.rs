//! `ifchanged`: prints its content if it differs from the content of the last `ifchanged`.

use super::{Tag, TagParse};
use crate::body::Body;
use crate::context::Context;
use crate::effects::TemplateEffects;
use crate::marks::without_marks;
use crate::value::{Abort, Error};
use std::borrow::Cow;

#[derive(Debug)]
struct IfChanged(Body);

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    Ok(Box::new(IfChanged(tag.body()?)))
}

impl Tag for IfChanged {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        cx.stack(|cx| {
            let start = out.len();
            self.0.render(cx, out)?;
            let text = match cx.marks {
                Some(_) => Cow::Owned(without_marks(&out[start..])),
                None => Cow::Borrowed(&out[start..]),
            };
            if cx.registers.ifchanged.as_deref() == Some(&*text) {
                out.truncate(start);
                cx.us_ascii = false;
            } else {
                cx.registers.ifchanged = Some((&*text).into());
            }
            Ok(())
        })
    }

    fn blank(&self) -> bool {
        self.0.blank()
    }

    fn is_block(&self) -> bool {
        true
    }

    fn passes_encoding(&self) -> bool {
        true
    }

    fn effects(&self, effects: &mut TemplateEffects) {
        effects.ifchanged = true;
        self.0.effects(effects);
    }
}

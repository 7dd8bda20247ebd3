//! `comment`: prints nothing. Its content must still be well-formed: nested blocks must have an end tag.

use super::{Tag, TagParse};
use crate::body::Body;
use crate::context::Context;
use crate::value::{Abort, Error};

#[derive(Debug)]
struct Comment;

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    let mut body = Body::default();
    // Unknown tags are ignored here.
    while tag.section(&mut body)?.is_some() {}
    Ok(Box::new(Comment))
}

impl Tag for Comment {
    fn render(&self, _cx: &mut Context<'_>, _out: &mut String) -> Result<(), Abort> {
        Ok(())
    }

    fn blank(&self) -> bool {
        true
    }

    fn is_block(&self) -> bool {
        true
    }

    fn is_reusable(&self) -> bool {
        true
    }
}

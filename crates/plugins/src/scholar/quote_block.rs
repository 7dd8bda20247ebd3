//! `{% quote %}`: a quotation with its citation.

use super::library::Library;
use super::markup;
use super::tag::Common;
use hastie_liquid::{Abort, Body, Context, Error, Tag, TagParse};
use hastie_value::text::strip;
use std::sync::Arc;

#[derive(Debug)]
struct QuoteBlock {
    common: Common,
    body: Body,
}

pub(super) fn parse(tag: &mut TagParse<'_, '_>, library: &Arc<Library>) -> Result<Box<dyn Tag>, Error> {
    let common = Common::with_keys(tag, library)?;
    Ok(Box::new(QuoteBlock { common, body: tag.body()? }))
}

impl Tag for QuoteBlock {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let mut text = String::new();
        self.body.render(cx, &mut text)?;
        let text = strip(&text).replace("\n\n", "</p><p>").replace('\n', "<br/>");
        let mut quote = markup::tag("p", &text, &[]);
        let citation = self.common.session(cx, |session, cx| {
            let keys = self.common.keys(cx)?;
            session.cite(&keys, cx)
        })?;
        quote.push_str(&markup::tag("cite", &citation, &[]));
        out.push_str(&markup::tag("blockquote", &quote, &[]));
        Ok(())
    }

    fn body(&self) -> Option<&Body> {
        Some(&self.body)
    }
}

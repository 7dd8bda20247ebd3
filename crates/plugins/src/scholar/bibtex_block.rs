//! `{% bibtex %}`: entries written in the page itself.

use super::library::Library;
use super::session::{options, parse_error};
use super::tag::Common;
use hastie_bibtex::Bibliography;
use hastie_liquid::{Abort, Body, Context, Error, Tag, TagParse};
use std::sync::Arc;

#[derive(Debug)]
struct BibtexBlock {
    common: Common,
    body: Body,
}

pub(super) fn parse(tag: &mut TagParse<'_, '_>, library: &Arc<Library>) -> Result<Box<dyn Tag>, Error> {
    let common = Common::with_keys(tag, library)?;
    Ok(Box::new(BibtexBlock { common, body: tag.body()? }))
}

impl Tag for BibtexBlock {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let mut source = String::new();
        self.body.render(cx, &mut source)?;
        let text = self.common.session(cx, |session, cx| {
            let options = options(session.config().get("bibtex_options"), &session.setup.context)?;
            let bibliography = Bibliography::parse(&source, &options).map_err(|error| {
                let mut error = parse_error(error);
                error.markup_context = None;
                error
            })?;
            let mut references = Vec::new();
            for element in bibliography.elements() {
                let Some(entry) = element.entry() else {
                    let text = "undefined method `convert': the block contains something other than entries";
                    return Err(Abort::error("NoMethodError", text));
                };
                let converted = session.converted(entry)?;
                references.push(session.reference(&bibliography, &converted, None, cx)?);
            }
            Ok(references.join("\n"))
        })?;
        out.push_str(&text);
        Ok(())
    }

    fn body(&self) -> Option<&Body> {
        Some(&self.body)
    }
}

//! `{% reference %}`: entries formatted by the style, without a list.

use super::library::Library;
use super::tag::Common;
use hastie_liquid::{Abort, Context, Error, Tag, TagParse};
use std::sync::Arc;

#[derive(Debug)]
struct ReferenceTag(Common);

pub(super) fn parse(tag: &mut TagParse<'_, '_>, library: &Arc<Library>) -> Result<Box<dyn Tag>, Error> {
    Ok(Box::new(ReferenceTag(Common::with_keys(tag, library)?)))
}

impl Tag for ReferenceTag {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let text = self.0.session(cx, |session, cx| {
            let mut references = Vec::new();
            for key in self.0.keys(cx)? {
                let bibliography = session.bibliography(cx)?;
                references.push(match session.find(&bibliography, &key)? {
                    Some(entry) => {
                        let converted = session.converted(entry)?;
                        session.reference(&bibliography, &converted, None, cx)?
                    }
                    None => session.text("missing_reference"),
                });
            }
            Ok(references.join("\n"))
        })?;
        out.push_str(&text);
        Ok(())
    }
}

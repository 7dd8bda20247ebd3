//! Mirrors `Jekyll::Tags::OptimizedIncludeTag`: a file of the folders of includes.

use super::parameters::Markup;
use super::{inclusion, view};
use hastie_liquid::{Abort, Cx, Error, Partial, Tag, TagParse, Touches};

#[derive(Debug)]
struct Include(Markup);

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    Ok(Box::new(Include(Markup::parse(tag)?)))
}

impl Tag for Include {
    fn render(&self, cx: &mut Cx<'_>, out: &mut String) -> Result<(), Abort> {
        let file = self.0.file(cx)?;
        self.0.validate(&file)?;
        let view = view(cx)?;
        let inclusion = inclusion::find(&view, &file)?;
        let parameters = self.0.values(cx)?;
        inclusion.render(cx, parameters, out)
    }

    fn passes_encoding(&self) -> bool {
        true
    }

    fn touches(&self, touches: &mut Touches) {
        self.0.touches(touches);
        touches.partials.push(Partial { tag: "include".into(), name: self.0.fixed_file().cloned() });
    }
}

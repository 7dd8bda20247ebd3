//! The tag `include`: includes a file from the include folders. Mirrors `Jekyll::Tags::OptimizedIncludeTag`.

use super::inclusion::{self, Include, Inclusion};
use super::view;
use hastie_liquid::{Abort, Context, Error, Str, Tag, TagParse};

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    Ok(Box::new(Include::parse(tag, find, true)?))
}

fn find(cx: &mut Context<'_>, file: &Str) -> Result<Inclusion, Abort> {
    inclusion::find(&*view(cx)?, file)
}

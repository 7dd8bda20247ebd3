//! Mirrors `Jekyll::Tags::OptimizedIncludeTag`: a file of the folders of includes.

use super::inclusion::{self, Include, Inclusion};
use super::view;
use hastie_liquid::{Abort, Context, Error, Str, Tag, TagParse};

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    Ok(Box::new(Include::parse(tag, find)?))
}

fn find(cx: &mut Context<'_>, file: &Str) -> Result<Inclusion, Abort> {
    inclusion::find(&*view(cx)?, file)
}

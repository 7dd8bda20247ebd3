//! Reads a file and splits it into parsed front matter and content. Between builds of the same process, the result is
//! kept for files that do not change.

use super::front_matter;
use crate::model::SiteContext;
use crate::world::kept::{Generations, Part};
use crate::world::{Version, World};
use hastie_liquid::{Str, Value};
use std::io;
use std::path::Path;

/// A file as the build reads it: with or without front matter.
#[derive(Clone)]
pub(super) enum Contents {
    /// Front matter and the content after it.
    Split { data: Value, content: Str },
    /// Front matter that cannot be parsed, the content after it, and the whole text.
    Broken { error: hastie_yaml::Error, content: Str, text: String },
    /// A text without complete front matter.
    Text(Str),
    /// An approximation of a file that is not UTF-8.
    Invalid(String),
}

/// The contents of files by path, with the versions of the files and whether they are ISO 8859-1.
#[derive(Default)]
struct KeptContents(Generations<String, (Version, bool, Contents)>);

impl Part for KeptContents {
    fn drop_unused(&self) {
        self.0.drop_unused();
    }
}

/// Reads a file. Front matter errors are part of the result.
///
/// # Errors
/// Fails if the file cannot be read.
pub(super) fn read(world: &World, context: &SiteContext, file: &str) -> io::Result<Contents> {
    let Some(kept) = world.kept().map(|kept| kept.part::<KeptContents>()) else { return parse(world, context, file) };
    let Some(version) = world.version(Path::new(file)) else { return parse(world, context, file) };
    let is_latin1 = context.is_latin1();
    if let Some((then, was_latin1, contents)) = kept.0.get(file)
        && version.is_still(&then)
        && was_latin1 == is_latin1
    {
        world.count_seen(version.size());
        return Ok(contents);
    }
    let contents = parse(world, context, file)?;
    if matches!(contents, Contents::Split { .. } | Contents::Text(_)) {
        kept.0.insert(file.to_owned(), (version, is_latin1, contents.clone()));
    }
    Ok(contents)
}

fn parse(world: &World, context: &SiteContext, file: &str) -> io::Result<Contents> {
    let text = match context.decode(world.read(Path::new(file))?) {
        Ok(text) => text,
        Err(lossy) => return Ok(Contents::Invalid(lossy)),
    };
    let Some(split) = front_matter::split(&text) else { return Ok(Contents::Text(text.into())) };
    let content = Str::from(split.content);
    Ok(match hastie_yaml::load(split.yaml.as_bytes(), None) {
        Ok(data) => Contents::Split { data, content },
        Err(error) => Contents::Broken { error, content, text },
    })
}

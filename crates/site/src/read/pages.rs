//! Reads pages: files with front matter outside of collections. Mirrors `Jekyll::PageReader` and
//! `Convertible#read_yaml`.

use super::contents::{self, Contents};
use crate::diagnostic::{Diagnostic, Level, Log, Message};
use crate::failure::Failure;
use crate::model::page::PageKind;
use crate::model::{Page, SiteContext};
use crate::world::World;
use hastie_liquid::{ErrorKind, Hash, Str, Value};
use std::sync::Arc;

/// Reads the page `name` in the folder `dir` below `base`. `None` for an unpublished page. If a Ruby plugin decides
/// what is published, never `None`, because the plugin decides later.
///
/// # Errors
/// Fails if the front matter of the page is not a hash or its permalink is empty. With `strict_front_matter`, also
/// fails if the file or its front matter cannot be read.
pub fn read(
    context: &Arc<SiteContext>,
    base: &str,
    dir: &str,
    name: &str,
    log: &mut Log,
) -> Result<Option<Page>, Failure> {
    let mut page = Page::new(context, PageKind::File, base, dir, name);
    context.trace(log, "Reading:", || page.relative_path().to_string());
    let file = read_yaml(context, &page.file, log)?;
    page.data = file.data.into();
    page.content = file.content.into();
    page.lacks_content = !file.is_read;
    page.invalid = file.invalid;
    if context.settings().page_excerpts() && context.reference().reading.has_page_excerpts {
        page.generate_excerpt(log);
    }
    context.callbacks().page_created(&mut page);
    Ok(context.keeps_read(&page.data, || None).then_some(page))
}

/// A file split into parsed front matter and content.
pub struct Read {
    /// The values of front matter. Empty if the file has no front matter, or if it cannot be parsed.
    pub data: Hash,
    /// The text after the front matter, or the whole file without complete front matter. Empty if the file cannot be
    /// read.
    pub content: Str,
    /// False if the file cannot be opened or read. `data` and `content` are then empty.
    pub is_read: bool,
    /// Whether the file is not UTF-8. The content is then an approximation.
    pub invalid: bool,
}

/// `Convertible#read_yaml`: reads a file and parses its front matter. If the file cannot be read or its YAML is
/// invalid, logs a message, and fails only with `strict_front_matter`.
///
/// # Errors
/// See [`read`].
pub fn read_yaml(context: &SiteContext, file: &str, log: &mut Log) -> Result<Read, Failure> {
    read_yaml_in(&context.world, context, file, log)
}

/// Like [`read_yaml`], but reads the file in `world`, which may give access to fewer folders than the site's world.
///
/// # Errors
/// See [`read`].
pub fn read_yaml_in(world: &World, context: &SiteContext, file: &str, log: &mut Log) -> Result<Read, Failure> {
    let strict = context.settings().strict_front_matter();
    let unreadable = |failure: Failure, log: &mut Log| {
        let message = Message::plain(Level::Warn, format!("Error reading file {file}: {failure}"));
        log.push(message.about(context.below_source(file), 0).breaking_page());
        if strict { Err(failure) } else { Ok(()) }
    };
    let (data, content) = match contents::read(world, context, file) {
        Ok(Contents::Split { data, content }) => (data, content),
        Ok(Contents::Text(content)) => return Ok(Read { data: Hash::new(), content, is_read: true, invalid: false }),
        Ok(Contents::Broken { error, content, text }) => {
            log.push(front_matter_warning(context, file, &error, &text));
            if strict {
                return Err(Failure::raised(error.kind, error.message));
            }
            (Value::Nil, content)
        }
        Ok(Contents::Invalid(lossy)) => {
            unreadable(Failure::raised("ArgumentError", "invalid byte sequence in UTF-8"), log)?;
            return Ok(Read { data: Hash::new(), content: lossy.into(), is_read: true, invalid: true });
        }
        Err(error) => {
            unreadable(Failure::unreadable("rb_sysopen", file, &error), log)?;
            return Ok(Read { data: Hash::new(), content: Str::default(), is_read: false, invalid: false });
        }
    };
    let data = match data {
        Value::Hash(data) => (*data).clone(),
        Value::Nil | Value::Bool(false) => Hash::new(),
        _ => {
            let message = format!("Invalid YAML front matter in {file}");
            return Err(Failure::fatal("Jekyll::Errors::InvalidYAMLFrontMatterError", message));
        }
    };
    if data.get("permalink").and_then(Value::as_str) == Some("") {
        return Err(Failure::fatal("Jekyll::Errors::InvalidPermalinkError", format!("Invalid permalink in {file}")));
    }
    Ok(Read { data, content, is_read: true, invalid: false })
}

/// The warning about front matter that cannot be parsed.
fn front_matter_warning(context: &SiteContext, file: &str, error: &hastie_yaml::Error, text: &str) -> Message {
    let syntax = error.kind == ErrorKind::PsychSyntax;
    let what = if syntax { "YAML Exception reading" } else { "Error reading file" };
    let location = Diagnostic::at(context.below_source(file), Some(text), error.line, error.column);
    Message::plain(Level::Warn, format!("{what} {file}: {error}")).at(location).breaking_page()
}

//! Converts template errors into locations for the author: file, line, excerpt, and the chain of includes.
//!
//! Liquid counts lines from the end of the front matter. Here they count from the start of the file.

use super::SiteView;
use super::context::rendering_of;
use crate::diagnostic::{Diagnostic, Message};
use crate::read::front_matter;
use hastie_liquid::{Abort, Context, Error, Frame, Template};
use std::path::Path;

/// The location of an error in a template. The line number includes the lines of front matter. `None` if the error has
/// no template location, or if the file of a template cannot be read.
pub fn of(view: &SiteView, error: &Error) -> Option<Diagnostic> {
    // The outermost template is a page, document or layout. The others are includes, which have no front matter: Jekyll
    // prints it as text.
    way_to(view, error, true)
}

/// Like [`of`], for a template that is rendered on its own. Lines that look like front matter are part of its text.
pub fn of_template(view: &SiteView, error: &Error) -> Option<Diagnostic> {
    way_to(view, error, false)
}

/// The location of a warning about the template in the file at `path`. `None` if the warning has no line, or if the
/// file cannot be read.
pub fn of_warning(view: &SiteView, path: &str, warning: &Error) -> Option<Diagnostic> {
    let frame = Frame { template: Some(path.into()), line: warning.line, span: warning.span };
    location(view, &frame, true)
}

/// Logs a message about a Liquid tag, with the tag's file and line for programs that read the log.
///
/// # Errors
/// Fails outside of a site's rendering.
pub fn log_about(cx: &mut Context<'_>, tag: &Frame, message: Message) -> Result<(), Abort> {
    let outermost = cx.outermost_template().and_then(Template::name);
    let has_front_matter = outermost == tag.template.as_ref();
    let rendering = rendering_of(cx.host)?;
    rendering.log(match location(&rendering.view, tag, has_front_matter) {
        Some(place) => message.about(place.file, place.line),
        None => message,
    });
    Ok(())
}

fn way_to(view: &SiteView, error: &Error, has_front_matter: bool) -> Option<Diagnostic> {
    let (first, rest) = error.trail.split_first()?;
    let mut diagnostic = location(view, first, has_front_matter && rest.is_empty())?;
    for (index, frame) in rest.iter().enumerate() {
        let outer = location(view, frame, has_front_matter && index + 1 == rest.len())?;
        diagnostic = diagnostic.from_frame("included from", outer.file, outer.line);
    }
    Some(match hint(view, error) {
        Some(hint) => diagnostic.with_hint(hint),
        None => diagnostic,
    })
}

/// A hint about an unknown tag, such as the name of a plugin that defines it. `None` for other errors, or if no hint is
/// known.
fn hint(view: &SiteView, error: &Error) -> Option<String> {
    let (_, rest) = error.message.split_once("Unknown tag '")?;
    view.setup.plugins.tag_hint(rest.split('\'').next()?)
}

fn location(view: &SiteView, frame: &Frame, has_front_matter: bool) -> Option<Diagnostic> {
    let path = frame.template.as_ref()?;
    let setup = &view.setup;
    let file = if Path::new(&**path).is_absolute() { path.to_string() } else { setup.context.in_source(path) };
    let text = setup.context.decode(setup.context.world.read(Path::new(&file)).ok()?).ok()?;
    let content = match front_matter::split(&text) {
        Some(split) if has_front_matter => split.content,
        _ => &text,
    };
    let before = &text[..text.len() - content.len()];
    let line = before.matches('\n').count() + frame.line? as usize;
    let column = frame.span.map_or(0, |span| column(content, span.start as usize));
    Some(Diagnostic::at(setup.context.below_source(&file), Some(&text), line, column))
}

/// The column of a byte offset in its line, starting at 1. 0 if the file has changed since it was read.
fn column(content: &str, start: usize) -> usize {
    let Some(before) = content.get(..start) else { return 0 };
    let line = before.rfind('\n').map_or(0, |end| end + 1);
    before[line..].chars().count() + 1
}

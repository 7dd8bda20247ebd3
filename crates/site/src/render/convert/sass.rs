//! Converts style sheets. Mirrors `Jekyll::Converters::Scss` and `Jekyll::Converters::Sass`.
//!
//! The source map of a page becomes another page, which exists from the moment the style sheet is converted. See
//! [`SiteView::source_maps`](crate::render::SiteView).

use super::Converter;
use crate::diagnostic::{Level, Message, Subject};
use crate::model::{Page, SiteContext};
use crate::priority;
use crate::read::front_matter;
use crate::render::{Item, RenderContext, SiteView};
use crate::sass::{Sass, Sheet, Syntax};
use hastie_liquid::{Abort, Str};
use std::path::Path;
use std::sync::Arc;

/// Converts style sheets of one syntax to CSS. A site has two such converters: for `.scss` and for `.sass`.
#[derive(Debug)]
pub struct SassConverter {
    sass: Arc<Sass>,
    syntax: Syntax,
}

impl SassConverter {
    /// Creates a converter for style sheets in `syntax`, which `sass` compiles.
    pub fn new(sass: &Arc<Sass>, syntax: Syntax) -> Self {
        SassConverter { sass: Arc::clone(sass), syntax }
    }
}

impl Converter for SassConverter {
    fn class(&self) -> &'static str {
        match self.syntax {
            Syntax::Scss => "Jekyll::Converters::Scss",
            Syntax::Indented => "Jekyll::Converters::Sass",
        }
    }

    fn priority(&self) -> i32 {
        priority::LOW
    }

    fn matches(&self, ext: &str) -> bool {
        ext.eq_ignore_ascii_case(match self.syntax {
            Syntax::Scss => ".scss",
            Syntax::Indented => ".sass",
        })
    }

    fn output_ext(&self, _ext: &str) -> Option<Str> {
        Some(".css".into())
    }

    fn convert(&self, source: &str, rendering: &mut RenderContext) -> Result<String, Abort> {
        // The files that it imports are not recorded.
        rendering.note_varying();
        let view = Arc::clone(&rendering.view);
        let page = match view.slots.get(rendering.index).map(crate::render::ItemSlot::item) {
            Some(Item::Page(page)) if self.matches(&page.ext) => Some(page),
            _ => None,
        };
        let sheet = page.map(|page| Sheet { relative_path: page.relative_path(), basename: &page.basename });
        match self.sass.convert(source, self.syntax, sheet) {
            Ok(converted) => {
                for message in converted.messages {
                    let Some(Subject::File(file, line)) = &message.subject else {
                        rendering.log(message);
                        continue;
                    };
                    let (file, line) = place(&view, file, *line, page);
                    rendering.log(message.about(file, line));
                }
                if let (Some(map), Some(index)) = (converted.source_map, view.source_map_of(rendering.index)) {
                    view.slots[index].body.set(map.into());
                }
                Ok(converted.css)
            }
            Err(error) => {
                // The converter for Ruby Sass leaves this to its callers.
                if !self.sass.is_ruby_sass() {
                    let message = Message::plain(Level::Error, error.message.as_str());
                    rendering.log(match &error.file {
                        Some(file) => {
                            let (file, line) = place(&view, file, error.line, page);
                            message.about(file, line)
                        }
                        None => message,
                    });
                }
                Err(Abort::error("Jekyll::Converters::Scss::SyntaxError", error.message))
            }
        }
    }
}

/// The file of a message, relative to the source, and the line in this file. The compiler counts the lines of a page
/// without its front matter, so this function adds the lines of front matter.
fn place(view: &SiteView, file: &str, line: usize, page: Option<&Page>) -> (String, usize) {
    let context = &view.setup.context;
    let shown = context.below_source(file).to_owned();
    let own = page.filter(|page| page.source_file() == Some(shown.as_str()));
    (shown, if own.is_some() && line > 0 { line + front_matter_lines(context, file) } else { line })
}

fn front_matter_lines(context: &SiteContext, file: &str) -> usize {
    let text = context.world.read(Path::new(file)).ok().and_then(|bytes| context.decode(bytes).ok());
    let text = text.unwrap_or_default();
    let Some(split) = front_matter::split(&text) else { return 0 };
    text[..text.len() - split.content.len()].matches('\n').count()
}

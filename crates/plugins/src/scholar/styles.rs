//! Styles and locales: files of the site, or those of the gem csl-styles.

use super::session::Session;
use hastie_citeproc::{Locale, Style};
use hastie_liquid::{Abort, Context, Error, Value};
use hastie_site::diagnostic::{Level, Message};
use hastie_site::failure::Failure;
use hastie_site::path;
use hastie_site::read::theme;
use hastie_site::render::{LogEvent, rendering_of};
use std::path::Path;
use std::sync::Arc;

/// A kind of file that the gem csl looks for.
struct Kind {
    prefix: &'static str,
    extension: &'static str,
    folder: &'static str,
}

const STYLE: Kind = Kind { prefix: "", extension: ".csl", folder: "vendor/styles" };
const LOCALE: Kind = Kind { prefix: "locales-", extension: ".xml", folder: "vendor/locales" };

/// The gem that has the public styles.
const GEM: &str = "csl-styles";

impl Session<'_> {
    /// The style of a name.
    pub fn style(&self, name: &str, cx: &mut Context<'_>) -> Result<Arc<Style>, Abort> {
        let found = self.library.style(name, || self.load_style(name));
        found.map_err(|error| self.explain(error, cx))
    }

    /// The locale of a tag.
    pub fn locale(&self, tag: &Value, cx: &mut Context<'_>) -> Result<Arc<Locale>, Abort> {
        let tag = match tag {
            Value::Nil => "en-US".to_string(),
            tag => super::config::plain(tag, &self.setup),
        };
        let found = self.library.locale(&tag, || {
            let text = self.extract(&Locale::file_tag(&tag), &LOCALE)?;
            Locale::parse(&text).map_err(|error| Error::new("CSL::ParseError", error.to_string()))
        });
        found.map_err(|error| self.explain(error, cx))
    }

    fn load_style(&self, name: &str) -> Result<Style, Error> {
        let style = match self.parse_style(name) {
            Ok(style) => style,
            Err(error) => {
                let own = path::join(&self.setup.source, name);
                if !self.setup.world.exists(Path::new(&own)) {
                    return Err(error);
                }
                self.parse_style(&own)?
            }
        };
        match style.parent().map(str::to_string) {
            None => Ok(style),
            Some(parent) => self.parse_style(path::basename(&parent)).or_else(|_| self.parse_style(&parent)),
        }
    }

    fn parse_style(&self, name: &str) -> Result<Style, Error> {
        let text = self.extract(name, &STYLE)?;
        Style::parse(&text).map_err(|error| Error::new("CSL::ParseError", error.to_string()))
    }

    /// The text of a file that the gem csl would find: the name unchanged, with its extension, then in the gem's folder.
    fn extract(&self, name: &str, kind: &Kind) -> Result<String, Error> {
        if name.lines().any(|line| line.trim_start().starts_with('<')) {
            return Ok(name.to_string());
        }
        let world = &self.setup.world;
        let mut extended = name.to_string();
        if path::extname(name).is_empty() {
            extended.push_str(kind.extension);
        }
        if !extended.starts_with(kind.prefix) {
            extended.insert_str(0, kind.prefix);
        }
        let gem = self.library.gem(|| theme::gem(&self.setup.config, world, GEM));
        let here = |name: &str| world.folder().join(name);
        let in_gem = gem.map(|gem| path::join(&path::join(&gem, kind.folder), &extended).into());
        let places = [Some(here(name)), Some(here(&extended)), in_gem];
        let found = places.into_iter().flatten().find(|place| world.exists(place));
        let read = world.read(&found.unwrap_or_else(|| here(name)));
        match read {
            Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) => {
                let cause = Failure::unreadable("rb_sysopen", name, &error).message;
                let shown = self.setup.inspect(&Value::from(name));
                Err(Error::new("CSL::ParseError", format!("failed to extract CSL data from {shown}: {cause}")))
            }
        }
    }

    /// Adds, once, that the gem itself is missing.
    fn explain(&self, error: Error, cx: &mut Context<'_>) -> Abort {
        let gem = self.library.gem(|| theme::gem(&self.setup.config, &self.setup.world, GEM));
        if gem.is_none()
            && let Ok(rendering) = rendering_of(cx.host)
        {
            let places = theme::gem_folders(&self.setup.config, &self.setup.world).join(", ");
            let text = format!(
                "the public styles are in the gem {GEM}, which is in none of {places}; install it with `gem install {GEM}`, \
                 or name a style that is a file of the site"
            );
            rendering.events.push(LogEvent::Once(Message::new(Level::Error, "Scholar:", text)));
        }
        Abort::from(error)
    }
}

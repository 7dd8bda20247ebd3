//! CSL styles and locales, from files of the site or from the gem csl-styles, which is downloaded if it is missing.

use super::session::Session;
use crate::theme_gem;
use hastie_citeproc::{Locale, Style};
use hastie_liquid::{Abort, Context, Error, Value};
use hastie_site::diagnostic::{Level, Log, Message};
use hastie_site::failure::Failure;
use hastie_site::path;
use hastie_site::read::theme;
use hastie_site::render::{LogEvent, rendering_of};
use std::path::Path;
use std::sync::Arc;

/// A kind of file for which the gem csl searches: citation styles or locales.
struct Kind {
    prefix: &'static str,
    extension: &'static str,
    folder: &'static str,
}

const STYLE: Kind = Kind { prefix: "", extension: ".csl", folder: "vendor/styles" };
const LOCALE: Kind = Kind { prefix: "locales-", extension: ".xml", folder: "vendor/locales" };

/// The gem that contains the public styles.
const GEM: &str = "csl-styles";

/// The version of csl-styles that is downloaded, unless `Gemfile.lock` names another version.
const VERSION: &str = "2.0.2";

impl Session<'_> {
    /// Loads a citation style by its name or file name, or from XML if `name` is XML. Each style is loaded once in a
    /// build. Fails if the style cannot be read or parsed.
    pub(crate) fn style(&self, name: &str, cx: &mut Context<'_>) -> Result<Arc<Style>, Abort> {
        let found = self.library.style(name, || self.load_style(name));
        self.log_gem_messages(cx);
        found.map_err(|error| self.explain(error, cx))
    }

    /// Loads a locale by its language tag, such as `de`. Nil means `en-US`. Fails if the locale cannot be read or
    /// parsed.
    pub(crate) fn locale(&self, tag: &Value, cx: &mut Context<'_>) -> Result<Arc<Locale>, Abort> {
        let tag = match tag {
            Value::Nil => "en-US".to_string(),
            tag => super::config::plain(tag, &self.setup.context),
        };
        let found = self.library.locale(&tag, || {
            let text = self.extract(&Locale::file_tag(&tag), &LOCALE)?;
            Locale::parse(&text).map_err(|error| Error::new("CSL::ParseError", error.to_string()))
        });
        self.log_gem_messages(cx);
        found.map_err(|error| self.explain(error, cx))
    }

    fn load_style(&self, name: &str) -> Result<Style, Error> {
        let style = match self.parse_style(name) {
            Ok(style) => style,
            Err(error) => {
                let own = path::join(&self.setup.context.source, name);
                if !self.setup.context.world.exists(Path::new(&own)) {
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

    /// The text of the file that the gem csl would find: `name`, otherwise `name` with prefix and extension, otherwise
    /// this file in the folder of csl-styles. Returns `name` itself if it is XML.
    fn extract(&self, name: &str, kind: &Kind) -> Result<String, Error> {
        if name.lines().any(|line| line.trim_start().starts_with('<')) {
            return Ok(name.to_string());
        }
        let world = &self.setup.context.world;
        let mut extended = name.to_string();
        if path::extname(name).is_empty() {
            extended.push_str(kind.extension);
        }
        if !extended.starts_with(kind.prefix) {
            extended.insert_str(0, kind.prefix);
        }
        let here = |name: &str| world.folder().join(name);
        let own = [here(name), here(&extended)].into_iter().find(|place| world.exists(place));
        let in_gem = || {
            let place = Path::new(&path::join(&self.gem()?, kind.folder)).join(&extended);
            world.exists(&place).then_some(place)
        };
        let read = world.read(&own.or_else(in_gem).unwrap_or_else(|| here(name)));
        match read {
            Ok(bytes) => Ok(String::from_utf8_lossy(&bytes).into_owned()),
            Err(error) => {
                let cause = Failure::unreadable("rb_sysopen", name, &error).message;
                let shown = self.setup.context.inspect(&Value::from(name));
                Err(Error::new("CSL::ParseError", format!("failed to extract CSL data from {shown}: {cause}")))
            }
        }
    }

    /// The folder of the gem csl-styles: an installed gem, or one downloaded on first use. `None` if neither is
    /// available.
    fn gem(&self) -> Option<String> {
        let (config, world) = (&self.setup.context.config, &self.setup.context.world);
        self.library.gem(|| {
            let mut log = Log::new();
            let found = theme::gem(config, world, GEM)
                .map_or_else(|| theme_gem::data(GEM, VERSION, config, world, &mut log), |folder| Ok(Some(folder)));
            let folder = found.unwrap_or_else(|failure| {
                log.push(Message::new(Level::Error, "Scholar:", failure.message).about_setting("scholar"));
                None
            });
            (folder, log)
        })
    }

    /// Logs the messages of the search for the gem csl-styles.
    fn log_gem_messages(&self, cx: &mut Context<'_>) {
        if let Ok(rendering) = rendering_of(cx.host) {
            rendering.events.extend(self.library.gem_messages().into_iter().map(LogEvent::Once));
        }
    }

    /// Returns the error. If the gem csl-styles is missing, also logs this, once.
    fn explain(&self, error: Error, cx: &mut Context<'_>) -> Abort {
        if self.gem().is_none()
            && let Ok(rendering) = rendering_of(cx.host)
        {
            let places = theme::gem_folders(&self.setup.context.config, &self.setup.context.world).join(", ");
            let text = format!(
                "the public styles are in the gem {GEM}, which is in none of {places}. Build once without --offline to \
                 fetch it, install it with `gem install {GEM}`, or name a style that is a file of the site."
            );
            let message = Message::new(Level::Error, "Scholar:", text).about_setting("scholar");
            rendering.events.push(LogEvent::Once(message));
        }
        Abort::from(error)
    }
}

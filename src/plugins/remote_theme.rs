//! Mirrors the gem jekyll-remote-theme 0.5: `remote_theme` names a theme that is no gem.
//!
//! A theme in a folder of this machine is used where it lies. One on GitHub is not fetched: a build reads no network. A
//! warning says so, once, and the site is built without it.

use super::Plugin;
use crate::config::Configuration;
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use crate::model::{Theme, path};
use crate::read::theme;
use crate::render::filters::uri::Uri;
use crate::world::World;
use hastie_liquid::Value;
use std::path::Path;

const TOPIC: &str = "Remote Theme:";

/// The plugin.
#[derive(Debug)]
pub struct RemoteTheme;

impl Plugin for RemoteTheme {
    fn name(&self) -> &'static str {
        "jekyll-remote-theme"
    }

    fn theme(&self, config: &Configuration, world: &World, log: &mut Log) -> Result<Option<Theme>, Failure> {
        let asked = match config.get("remote_theme") {
            Value::Nil | Value::Bool(false) => return Ok(None),
            Value::Str(asked) => asked.to_string(),
            // Ruby makes a text of it, and never one that names a theme.
            _ => String::new(),
        };
        let name = asked.trim();
        match Named::parse(name, config, world) {
            Some(Named::Folder(folder)) if world.is_folder(Path::new(&folder)) => {
                let name = path::basename(&folder).to_string();
                log.info(TOPIC, format!("Using theme local/{name}"));
                Ok(Some(theme::open(world, &name, &folder)))
            }
            Some(Named::Repository(repository)) => {
                let text = format!(
                    "{repository} is not fetched: a build reads no network. Clone it, and name its folder \
                     (remote_theme: ../theme)"
                );
                if config.is_set("strict") {
                    return Err(Failure::raised("Jekyll::RemoteTheme::DownloadError", text));
                }
                log.push(Message::new(Level::Warn, TOPIC, text));
                Ok(None)
            }
            _ => {
                let text = format!("{asked:?} is not a valid remote theme");
                log.push(Message::new(Level::Error, TOPIC, text));
                Ok(None)
            }
        }
    }
}

/// What `remote_theme` names.
enum Named {
    /// A folder, absolute.
    Folder(String),
    /// `OWNER/NAME`, perhaps with `@REF`.
    Repository(String),
}

impl Named {
    fn parse(name: &str, config: &Configuration, world: &World) -> Option<Self> {
        if let Some(below) = name.strip_prefix("~/") {
            return Some(Named::Folder(path::expand(below, world.variable("HOME")?)));
        }
        if ["/", "./", "../"].iter().any(|start| name.starts_with(start)) {
            return Some(Named::Folder(path::expand(name, &config.source)));
        }
        let name = name.to_lowercase();
        if is_repository(&name) {
            return Some(Named::Repository(name));
        }
        let uri = Uri::parse(&name).ok()?;
        let host = uri.host.as_deref()?;
        let others = ["PAGES_GITHUB_HOSTNAME", "GITHUB_HOSTNAME"];
        let is_known = host == "github.com" || others.iter().any(|variable| world.variable(variable) == Some(host));
        let path = uri.path.strip_prefix('/')?;
        (is_known && is_repository(path)).then(|| Named::Repository(path.to_string()))
    }
}

/// Whether a text is `OWNER/NAME` or `OWNER/NAME@REF`.
fn is_repository(text: &str) -> bool {
    let is_word = |text: &str, more: &str| {
        !text.is_empty() && text.chars().all(|c| c.is_ascii_alphanumeric() || c == '-' || more.contains(c))
    };
    let Some((owner, rest)) = text.split_once('/') else { return false };
    let (name, reference) = rest.split_once('@').unwrap_or((rest, "HEAD"));
    is_word(owner, "") && is_word(name, "._") && is_word(reference, "._")
}

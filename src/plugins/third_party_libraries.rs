//! Mirrors the gem jekyll-3rd-party-libraries: `{{version}}` in the addresses of `third_party_libraries`, and local
//! copies of the files where the site has them.
//!
//! The gem downloads what is missing with `download: true`; a build here reads no network, says so, and leaves the
//! address of such a file as it is.

use super::Plugin;
use crate::config::Configuration;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::path;
use crate::world::World;
use hastie_liquid::{Hash, Value};
use std::path::Path;

const KEY: &str = "third_party_libraries";

/// The plugin.
#[derive(Debug)]
pub struct ThirdPartyLibraries;

impl Plugin for ThirdPartyLibraries {
    fn name(&self) -> &'static str {
        "jekyll-3rd-party-libraries"
    }

    fn configure(&self, config: &mut Configuration, world: &World, log: &mut Log) -> Result<(), Failure> {
        let Some(mut libraries) = config.get(KEY).as_hash().cloned() else {
            return Err(Failure::raised("NoMethodError", format!("`{KEY}` has to be a hash of libraries")));
        };
        let copies = libraries.get("download").is_some_and(Value::truthy);
        for (name, library) in libraries.iter_mut() {
            let name = name.as_str().unwrap_or_default().to_owned();
            if name == "download" {
                continue;
            }
            let Some(mut own) = library.as_hash().cloned() else {
                return Err(Failure::raised("NoMethodError", format!("`{KEY}.{name}` has to be a hash with a `url`")));
            };
            let version = own.get("version").and_then(Value::as_str).unwrap_or_default().to_owned();
            let Some(mut urls) = own.get("url").and_then(Value::as_hash).cloned() else {
                return Err(Failure::raised("NoMethodError", format!("`{KEY}.{name}.url` has to be a hash")));
            };
            each_url(&mut urls, &mut |_, url| Some(url.replace("{{version}}", &version)));
            if copies {
                let folder = format!("assets/libs/{name}");
                let base = config.text("baseurl").unwrap_or_default();
                each_url(&mut urls, &mut |kind, url| local(kind, url, &folder, base, &config.source, world, log));
            }
            own.set("url", Value::hash(urls));
            *library = Value::hash(own);
        }
        config.values.set(KEY, Value::hash(libraries));
        Ok(())
    }
}

/// Calls `change` with each address and the kind of file it leads to.
fn each_url(urls: &mut Hash, change: &mut impl FnMut(&str, &str) -> Option<String>) {
    for (kind, url) in urls.iter_mut() {
        match url {
            Value::Hash(inner) => {
                let mut inner = (**inner).clone();
                for (_, url) in inner.iter_mut() {
                    if let Some(new) = url.as_str().and_then(|url| change("", url)) {
                        *url = Value::from(new);
                    }
                }
                *url = Value::hash(inner);
            }
            _ => {
                if let Some(new) = url.as_str().and_then(|url| change(kind.as_str().unwrap_or_default(), url)) {
                    *url = Value::from(new);
                }
            }
        }
    }
}

/// The address of the local copy, where there is one.
fn local(
    kind: &str,
    url: &str,
    folder: &str,
    base: &str,
    source: &str,
    world: &World,
    log: &mut Log,
) -> Option<String> {
    let file = url.rsplit('/').find(|part| !part.is_empty())?.split('?').next()?;
    let file = if kind == "fonts" && file == "css" { "google-fonts.css" } else { file };
    // Folders of fonts and images keep their addresses.
    if kind == "images" || (kind == "fonts" && !file.ends_with("css")) {
        return None;
    }
    if !world.is_file(&Path::new(source).join(folder).join(file)) {
        log.warn("Libraries:", format!("{url} is not downloaded: a build reads no network"));
        return None;
    }
    Some(path::join(base, &format!("{folder}/{file}")))
}

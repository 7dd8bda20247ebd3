//! The gem jekyll-3rd-party-libraries: replaces `{{version}}` in the URLs of `third_party_libraries` and, with
//! `download: true`, uses the copies of the files that the site has.
//!
//! The gem then also downloads missing files. Hastie does not: it logs a warning and leaves the URL of such a file
//! unchanged.

use hastie_liquid::{Hash, Value};
use hastie_site::config::Configuration;
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::path;
use hastie_site::plugin::Plugin;
use hastie_site::world::World;
use std::path::Path;

const KEY: &str = "third_party_libraries";

/// Replaces `{{version}}` in the URLs below `third_party_libraries` in the configuration by the library's version. With
/// `download`, replaces the URLs of scripts and style sheets that have a copy in the site. Warns if a copy is missing.
#[derive(Debug)]
pub(crate) struct ThirdPartyLibraries;

impl Plugin for ThirdPartyLibraries {
    fn name(&self) -> &'static str {
        "jekyll-3rd-party-libraries"
    }

    fn configure(&self, config: &mut Configuration, world: &World, log: &mut Log) -> Result<(), Failure> {
        let Some(mut libraries) = config.get(KEY).as_hash().cloned() else {
            return Err(Failure::raised("NoMethodError", format!("`{KEY}` must be a hash of libraries")));
        };
        let copies = libraries.get("download").is_some_and(Value::truthy);
        for (name, library) in libraries.iter_mut().filter(|(name, _)| name.as_str() != Some("download")) {
            let place = format!("{KEY}.{}", name.as_str().unwrap_or_default());
            let Some(mut own) = library.as_hash().cloned() else {
                return Err(wrong(&place, "a hash with a `url`"));
            };
            let mut urls = match own.get("url") {
                Some(Value::Hash(urls)) => (**urls).clone(),
                Some(Value::Array(none)) if none.is_empty() => continue,
                _ => return Err(wrong(&format!("{place}.url"), "a hash")),
            };
            each_url(&mut urls, &place, &mut |_, url| with_version(url, own.get("version"), &place).map(Some))?;
            own.set("url", Value::hash(urls));
            *library = Value::hash(own);
        }
        if copies {
            use_copies(&mut libraries, config, world, log)?;
        }
        config.values.set(KEY, Value::hash(libraries));
        Ok(())
    }
}

fn wrong(place: &str, wanted: &str) -> Failure {
    Failure::raised("NoMethodError", format!("`{place}` must be {wanted}"))
}

/// Calls `change` with the type of each file, such as `css`, and the file's URL. A text that `change` returns replaces
/// the URL. If a type has several files, `change` gets an empty type for each of them.
fn each_url(
    urls: &mut Hash,
    place: &str,
    change: &mut impl FnMut(&str, &str) -> Result<Option<String>, Failure>,
) -> Result<(), Failure> {
    let mut changed = |kind: &str, url: &mut Value| {
        match &*url {
            Value::Str(text) => {
                if let Some(new) = change(kind, text)? {
                    *url = Value::from(new);
                }
            }
            // Ruby finds no version in these types.
            Value::Array(_) | Value::Hash(_) => {}
            _ => return Err(wrong(&format!("{place}.url"), "a hash of addresses")),
        }
        Ok(())
    };
    for (kind, url) in urls.iter_mut() {
        match url {
            Value::Hash(inner) => {
                let mut inner = (**inner).clone();
                for (_, url) in inner.iter_mut() {
                    changed("", url)?;
                }
                *url = Value::hash(inner);
            }
            _ => changed(kind.as_str().unwrap_or_default(), url)?,
        }
    }
    Ok(())
}

/// Inserts the version into a URL, with Ruby's rules for replacements in `gsub`.
fn with_version(url: &str, version: Option<&Value>, place: &str) -> Result<String, Failure> {
    const HOLE: &str = "{{version}}";
    if !url.contains(HOLE) {
        return Ok(url.to_owned());
    }
    let Some(Value::Str(version)) = version else { return Err(wrong(&format!("{place}.version"), "a string")) };
    let mut text = String::new();
    let mut chars = version.chars();
    while let Some(c) = chars.next() {
        match (c, chars.as_str().chars().next()) {
            ('\\', Some('0' | '&')) => text.push_str(HOLE),
            ('\\', Some('1'..='9')) => {}
            ('\\', Some('\\')) => text.push('\\'),
            (c, _) => {
                text.push(c);
                continue;
            }
        }
        chars.next();
    }
    Ok(url.replace(HOLE, &text))
}

/// Replaces URLs with the URLs of local copies. Warns about each copy that is missing.
fn use_copies(libraries: &mut Hash, config: &Configuration, world: &World, log: &mut Log) -> Result<(), Failure> {
    let base = || match config.settings().baseurl() {
        Value::Nil | Value::Bool(false) => Ok(String::new()),
        Value::Str(base) => Ok(base.to_string()),
        _ => Err(Failure::raised("TypeError", "`baseurl` must be a string")),
    };
    for (name, library) in libraries.iter_mut() {
        let Some(mut own) = library.as_hash().cloned() else { continue };
        let Some(mut urls) = own.get("url").and_then(Value::as_hash).cloned() else { continue };
        let name = name.as_str().unwrap_or_default();
        let folder = format!("assets/libs/{name}");
        if urls.iter().any(|(_, url)| {
            is_list(url)
                || url.as_hash().is_some_and(|urls| urls.iter().any(|(_, url)| is_list(url) || url.as_hash().is_some()))
        }) {
            return Err(wrong(&format!("{KEY}.{name}.url"), "a hash of addresses"));
        }
        each_url(&mut urls, &format!("{KEY}.{name}"), &mut |kind, url| {
            let file = file_name(url).ok_or_else(|| wrong(&format!("{KEY}.{name}.url"), "a hash of addresses"))?;
            let is_styled = kind == "fonts" && file.ends_with("css");
            if kind == "images" || (kind == "fonts" && !is_styled) {
                // The URL of a folder of files is unchanged.
                let place = own.get("local").and_then(Value::as_hash).and_then(|local| local.get(kind));
                let Some(Value::Str(place)) = place else {
                    return Err(wrong(&format!("{KEY}.{name}.local.{kind}"), "a folder"));
                };
                let copies = Path::new(&config.source).join(&folder).join(&**place);
                if world.list(&copies).unwrap_or_default().is_empty() {
                    report(url, log);
                }
                return Ok(None);
            }
            let file = if is_styled && file == "css" { "google-fonts.css" } else { file };
            if !url.starts_with('|') && !world.is_file(&Path::new(&config.source).join(&folder).join(file)) {
                report(url, log);
                return Ok(None);
            }
            Ok(Some(path::join(&base()?, &format!("{folder}/{file}"))))
        })?;
        own.set("url", Value::hash(urls));
        *library = Value::hash(own);
    }
    Ok(())
}

fn is_list(value: &Value) -> bool {
    matches!(value, Value::Array(_))
}

fn report(url: &str, log: &mut Log) {
    log.warn_of_setting(KEY, "Libraries:", format!("{url} is not downloaded: builds do not use the network"));
}

/// The last component of a URL, without the query.
fn file_name(url: &str) -> Option<&str> {
    url.rsplit('/').find(|part| !part.is_empty())?.split('?').next()
}

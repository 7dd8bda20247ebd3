//! `localize_redirects`: repeats the redirects in the site's file `_redirects` for each language.

use super::languages::Languages;
use hastie_site::failure::Failure;
use hastie_site::model::SiteContext;
use hastie_site::path;
use hastie_site::world::write_below;
use std::path::Path;

/// Writes `_redirects` into the destination, with each redirect repeated for the other languages. Does so only with
/// `localize_redirects`, in the pass of the default language, and if the source contains `_redirects`.
///
/// A redirect is repeated only if its source path starts with `/`, but not with a language such as `/de/`. Redirects
/// from the paths in `exclude_from_redirect_localization` are not repeated.
pub(super) fn write(setup: &SiteContext) -> Result<(), Failure> {
    let languages = Languages::of(&setup.config.values);
    if !setup.is_set("localize_redirects") || !languages.is_default() {
        return Ok(());
    }
    let Ok(bytes) = setup.world.read(Path::new(&setup.in_source("_redirects"))) else { return Ok(()) };
    let text = String::from_utf8_lossy(&bytes);
    let kept = setup.config.strings("exclude_from_redirect_localization");
    let mut out = String::new();
    for line in text.split_inclusive('\n') {
        out.push_str(line);
        localize(line, &languages, &kept, &mut out);
    }
    let file = path::join(&setup.destination, "_redirects");
    write_below(Path::new(&setup.destination), Path::new(&file), out.as_bytes())
        .map_err(|error| Failure::raised("SystemCallError", format!("{error} - {file}")))
}

/// Appends a copy of the redirect in `line` for each language except the default. Appends nothing for a redirect that
/// is excluded or already localized.
fn localize(line: &str, languages: &Languages, kept: &[String], out: &mut String) {
    let mut words = line.split_ascii_whitespace();
    let (Some(source), Some(target)) = (words.next(), words.next()) else { return };
    let is_localized =
        languages.all.iter().any(|lang| source == format!("/{lang}") || source.starts_with(&format!("/{lang}/")));
    if !source.starts_with('/') || is_localized || kept.iter().any(|path| path == source) {
        return;
    }
    let rest: String = words.map(|word| format!(" {word}")).collect();
    for lang in languages.all.iter().filter(|lang| **lang != languages.default) {
        let is_local = target.starts_with('/') && !target.contains("://");
        let target = if is_local { format!("/{lang}{target}") } else { target.to_owned() };
        out.push_str(&format!("/{lang}{source} {target}{rest}\n"));
    }
}

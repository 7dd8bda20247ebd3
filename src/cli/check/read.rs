//! Reads the files of a built site that the rules of `hastie check` examine.

use super::super::built_files::list;
use crate::check::{BuiltSite, Image, Page, image};
use crate::config::Configuration;
use crate::plugins::scholar_stats;
use crate::world::World;
use hastie_liquid::Value;
use hastie_scholar::Profile;
use rayon::prelude::*;
use std::collections::BTreeSet;
use std::io::{self, Read};
use std::path::Path;

/// Lists all files of the destination. Reads the HTML and XML files that no pattern in `excluded` matches, and the
/// start of every image.
pub(super) fn built(configuration: &Configuration, world: &World, excluded: &[String]) -> io::Result<BuiltSite> {
    let root = Path::new(&configuration.destination);
    let text = |value: &Value| value.as_str().unwrap_or_default().trim_end_matches('/').to_owned();
    let settings = configuration.settings();
    let mut site = BuiltSite { url: text(settings.url()), baseurl: text(settings.baseurl()), ..BuiltSite::default() };
    if !site.baseurl.is_empty() && !site.baseurl.starts_with('/') {
        site.baseurl.insert(0, '/');
    }
    let files = list(world, root).map_err(|(_, error)| error)?;
    let is_read = |file: &str| !excluded.iter().any(|pattern| crate::glob::matches(pattern, file));
    let contents: Vec<_> = files.par_iter().map(|file| contents(world, root, file, is_read(file))).collect();
    for (file, contents) in files.into_iter().zip(contents) {
        match contents? {
            Contents::Page(text) => site.pages.push(Page::new(file.clone(), text)),
            Contents::Feed(text) => drop(site.feeds.insert(file.clone(), text)),
            Contents::Image(image) => drop(site.images.insert(file.clone(), image)),
            Contents::Other => {}
        }
        site.files.insert(file);
    }
    site.cited_works = cited_works(configuration, world);
    Ok(site)
}

/// The part of a built file that rules need: the text of a page or feed, or the size of an image.
enum Contents {
    Page(String),
    Feed(String),
    Image(Image),
    Other,
}

fn contents(world: &World, root: &Path, file: &str, is_read: bool) -> io::Result<Contents> {
    let extension = file.rsplit('.').next().unwrap_or_default().to_ascii_lowercase();
    let file = &root.join(file);
    let text = || {
        let text = String::from_utf8(world.read(file)?);
        Ok::<_, io::Error>(text.unwrap_or_else(|error| String::from_utf8_lossy(error.as_bytes()).into_owned()))
    };
    Ok(match extension.as_str() {
        "html" | "htm" | "xhtml" if is_read => Contents::Page(text()?),
        "xml" if is_read => Contents::Feed(text()?),
        kind if image::EXTENSIONS.contains(&kind) => Contents::Image(image(world, file)?),
        _ => Contents::Other,
    })
}

/// Reads the size of an image, in bytes and in pixels. For the pixels, reads only the start of the file.
fn image(world: &World, file: &Path) -> io::Result<Image> {
    let bytes = world.stat(file)?.size;
    let mut head = Vec::new();
    world.open(file)?.take(image::HEAD as u64).read_to_end(&mut head)?;
    Ok(Image { bytes, pixels: image::pixels(&head) })
}

/// The ids of the works in the site's citation data. `None` if the site has no such data.
fn cited_works(configuration: &Configuration, world: &World) -> Option<BTreeSet<String>> {
    let file = Path::new(&configuration.source).join(scholar_stats::data_file(configuration, world));
    let data = serde_json::from_slice(&world.read(&file).ok()?).ok()?;
    let profile = Profile::from_json(&data).ok()?;
    Some(profile.works.into_iter().map(|work| work.id).collect())
}

//! The gem jekyll-postfiles 3.1: copies the files in the folder of a post to the post's destination. The folders
//! `_posts` and `_drafts` are exceptions.

use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::StaticFile;
use hastie_site::path;
use hastie_site::plugin::{Generator, Plugin};
use hastie_site::site::Site;
use hastie_site::world::{Kind, World};
use std::path::Path;
use std::sync::Arc;

/// Adds the files in the folders of posts as static files beside the posts' output, in a generator. Skips hidden files,
/// files named like posts, and posts directly in the site's `_posts` or `_drafts`.
#[derive(Debug)]
pub(crate) struct PostFiles;

impl Plugin for PostFiles {
    fn name(&self) -> &'static str {
        "jekyll-postfiles"
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(Collector)]
    }
}

struct Collector;

impl Generator for Collector {
    fn class(&self) -> &'static str {
        "Jekyll::PostFiles::PostFileGenerator"
    }

    fn generate(&self, site: &mut Site, _log: &mut Log) -> Result<(), Failure> {
        let setup = Arc::clone(&site.setup);
        let roots = [setup.context.in_source("_posts"), setup.context.in_source("_drafts")];
        let mut found = Vec::new();
        for post in site.content.posts() {
            let folder = path::dirname(&post.path).to_owned();
            if roots.contains(&folder) {
                continue;
            }
            let destination = post.destination("").map_err(|e| Failure::raised("NoMethodError", e.to_string()))?;
            let target = path::dirname(&destination).to_owned();
            let mut files = Vec::new();
            list(&setup.context.world, &folder, "", &mut files);
            for file in files.iter().filter(|file| !is_dated(file)) {
                let whole = path::join(&folder, file);
                let dir = path::dirname(whole.strip_prefix(&format!("{}/", setup.context.source)).unwrap_or(&whole))
                    .to_owned();
                let mut copy = StaticFile::new(&setup.context, &setup.context.source, &dir, path::basename(file), None);
                copy.set_url(&path::join(&target, file));
                found.push(Arc::new(copy));
            }
        }
        site.content.static_files.extend(found);
        Ok(())
    }
}

/// The files in a folder and below it, in the order of Ruby's `**/*`. Hidden files are skipped.
fn list(world: &World, folder: &str, below: &str, files: &mut Vec<String>) {
    let mut entries = world.list(&Path::new(folder).join(below)).unwrap_or_default().to_vec();
    entries.retain(|entry| !entry.name.starts_with('.'));
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    for entry in &entries {
        let name = if below.is_empty() { entry.name.to_string() } else { path::join(below, &entry.name) };
        if entry.kind == Kind::Folder {
            list(world, folder, &name, files);
        } else {
            files.push(name);
        }
    }
}

/// Whether a file is named like a post: a date, a hyphen, and a name with an extension.
fn is_dated(file: &str) -> bool {
    let name = path::basename(file);
    let mut rest = name;
    for (least, most) in [(2, 4), (1, 2), (1, 2)] {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        if digits < least || digits > most {
            return false;
        }
        let Some(behind) = rest[digits..].strip_prefix('-') else { return false };
        rest = behind;
    }
    rest.rfind('.').is_some_and(|dot| dot + 1 < rest.len())
}

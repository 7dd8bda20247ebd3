//! Files compiled into the binary: the bundled theme, the files that `hastie new` and `hastie new-theme` write, and the
//! pages of `hastie docs`.
//!
//! The theme and the demo site are taken from the root of this repository, so the demo, the starter site and the theme
//! always agree. The layout of the documentation is in the same folders, but not in the binary. This module does not
//! access the disk.

pub mod docs;
pub mod folder;
mod markdown;

use rust_embed::{EmbeddedFile, RustEmbed};
use std::borrow::Cow;

/// A file in the binary: its path relative to the root of the site, and its contents.
pub type BundledFile = (String, Cow<'static, [u8]>);

#[derive(RustEmbed)]
#[folder = "_layouts"]
#[exclude = "docs.html"]
struct Layouts;

#[derive(RustEmbed)]
#[folder = "_includes"]
#[exclude = "docs/*"]
struct Includes;

#[derive(RustEmbed)]
#[folder = "_sass"]
struct Sass;

#[derive(RustEmbed)]
#[folder = "assets"]
struct Assets;

#[derive(RustEmbed)]
#[folder = "_data"]
struct Data;

#[derive(RustEmbed)]
#[folder = "_pages"]
struct Pages;

#[derive(RustEmbed)]
#[folder = "_posts"]
struct Posts;

#[derive(RustEmbed)]
#[folder = "src/bundled/blank"]
struct Blank;

#[derive(RustEmbed)]
#[folder = "src/bundled/templates/acad-homepage"]
struct AcadHomepage;

#[derive(RustEmbed)]
#[folder = "src/bundled/templates/minima"]
struct Minima;

#[derive(RustEmbed)]
#[folder = "src/bundled/new_theme"]
struct NewTheme;

const CONFIG: &str = include_str!("../../_config.yml");

/// The workflow that updates the citation counts of a new site.
const CITATIONS: &[u8] = include_bytes!("workflows/citations.yml");

/// The workflow that publishes a new site with GitHub Pages. Contains placeholders for Hastie's repository and version.
const PUBLISH: &str = include_str!("workflows/pages.yml");

/// Makes Git check out text files with line feeds, so that sources have the same bytes on every system.
const GITATTRIBUTES: &[u8] = b"* text=auto eol=lf\n";

/// The `.gitignore` of a new site: outputs, caches, installed packages, and files of the operating system. A slash at
/// the end restricts an entry to folders, and a slash at the start to the site's root.
const GITIGNORE: &[u8] =
    b"/_site/\n/.jekyll-cache/\n/.jekyll-metadata\n/.sass-cache/\n/.bundle/\n/vendor/\n/node_modules/\n.DS_Store\n";

/// The start and end markers of the section in the demo's configuration that only applies to this repository.
const REPOSITORY_ONLY: (&str, &str) = ("\n# (repository only)", "# (end)\n");

/// The scaffold of `hastie new-theme`. Contains placeholders for the names of the theme and of its author.
pub fn new_theme() -> Vec<BundledFile> {
    let mut files = Vec::new();
    carry::<NewTheme>("", &mut files);
    files
}

/// The files of the starter site of `hastie new`, sorted by path: the demo site without the settings for this
/// repository.
pub fn starter() -> Vec<BundledFile> {
    let mut files = theme();
    carry::<Data>("_data/", &mut files);
    carry::<Pages>("_pages/", &mut files);
    carry::<Posts>("_posts/", &mut files);
    files.push(("_config.yml".to_owned(), Cow::Owned(starter_config().into_bytes())));
    files.push((".github/workflows/citations.yml".to_owned(), Cow::Borrowed(CITATIONS)));
    add_repository(&mut files);
    files
}

/// The files of a new site with the same folders as the template acad-homepage: one page about a researcher. Sorted by
/// path.
pub fn acad_homepage() -> Vec<BundledFile> {
    let mut files = Vec::new();
    carry::<AcadHomepage>("", &mut files);
    files.push((".github/workflows/citations.yml".to_owned(), Cow::Borrowed(CITATIONS)));
    add_repository(&mut files);
    files
}

/// The files of a new site with the same folders as the theme minima: a blog. Sorted by path.
pub fn minima() -> Vec<BundledFile> {
    let mut files = Vec::new();
    carry::<Minima>("", &mut files);
    add_repository(&mut files);
    files
}

/// Adds `.gitignore`, `.gitattributes` and the workflow that publishes the site. Then sorts all files by path.
fn add_repository(files: &mut Vec<BundledFile>) {
    files.push((".gitignore".to_owned(), Cow::Borrowed(GITIGNORE)));
    files.push((".gitattributes".to_owned(), Cow::Borrowed(GITATTRIBUTES)));
    files.push((".github/workflows/pages.yml".to_owned(), Cow::Owned(publish().into_bytes())));
    files.sort();
}

/// The files of a site that `hastie new --blank` creates, sorted by path.
pub fn blank() -> Vec<BundledFile> {
    let mut files = Vec::new();
    carry::<Blank>("", &mut files);
    files.sort();
    files
}

/// The files of the bundled theme, sorted by path: layouts, includes, style sheets, scripts and drawings.
pub fn theme() -> Vec<BundledFile> {
    let mut files = Vec::new();
    carry::<Layouts>("_layouts/", &mut files);
    carry::<Includes>("_includes/", &mut files);
    carry::<Sass>("_sass/", &mut files);
    carry::<Assets>("assets/", &mut files);
    files.sort();
    files
}

fn carry<Folder: RustEmbed>(prefix: &str, files: &mut Vec<BundledFile>) {
    for name in Folder::iter() {
        if let Some(EmbeddedFile { data, .. }) = Folder::get(&name) {
            files.push((format!("{prefix}{name}"), data));
        }
    }
}

/// The GitHub action that builds a site in a workflow, with its version: `OWNER/hastie@v1.0.0`.
pub fn action() -> String {
    let address = env!("CARGO_PKG_REPOSITORY").trim_end_matches('/');
    let place: Vec<&str> = address.rsplitn(3, '/').take(2).collect();
    let place: Vec<&str> = place.into_iter().rev().collect();
    format!("{}@v{}", place.join("/"), env!("CARGO_PKG_VERSION"))
}

/// The workflow file for GitHub Actions that publishes a site with GitHub Pages.
pub fn publish() -> String {
    PUBLISH.replace("OWNER/hastie@vVERSION", &action())
}

fn starter_config() -> String {
    let (begin, end) = REPOSITORY_ONLY;
    match CONFIG.split_once(begin) {
        Some((before, rest)) => {
            let after = rest.split_once(end).map_or("", |(_, after)| after);
            format!("{before}{after}")
        }
        None => CONFIG.to_owned(),
    }
}

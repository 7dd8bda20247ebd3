//! The gem jekyll-readme-index 0.3: uses a folder's README as its index, unless the folder has an index.

use super::option::{is_off, is_on};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::{Page, SiteContext};
use hastie_site::path;
use hastie_site::plugin::{Generator, Plugin, priority};
use hastie_site::read::pages;
use hastie_site::site::Site;
use std::sync::Arc;

const SECTION: &str = "readme_index";

/// Adds a page for each README without front matter, in a generator, if its folder has no index. The URL of the page is
/// the folder. With `with_frontmatter`, READMEs with front matter get such a URL, too.
#[derive(Debug)]
pub(crate) struct ReadmeIndex;

impl Plugin for ReadmeIndex {
    fn name(&self) -> &'static str {
        "jekyll-readme-index"
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(Indexes)]
    }
}

struct Indexes;

impl Generator for Indexes {
    fn class(&self) -> &'static str {
        "JekyllReadmeIndex::Generator"
    }

    fn priority(&self) -> i32 {
        priority::LOW
    }

    fn generate(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let context = Arc::clone(&site.setup.context);
        if is_off(&context, SECTION, "enabled")? {
            return Ok(());
        }
        let cleans = is_on(&context, SECTION, "remove_originals")?;
        let readmes = site.content.static_files.iter().filter(|file| is_readme(&context, &file.relative_path)).cloned();
        let readmes: Vec<_> = readmes.collect();
        for readme in readmes {
            let folder = path::dirname(readme.url()).to_string();
            if has_index(site, &folder) {
                continue;
            }
            if let Some(mut page) = pages::read(&context, readme.base(), &readme.dir, &readme.name, log)? {
                stand_for(&mut page, &folder);
                site.content.pages.push(page);
            }
            if cleans {
                site.content.static_files.retain(|file| !Arc::ptr_eq(file, &readme));
            }
        }
        if is_on(&context, SECTION, "with_frontmatter")? {
            for index in 0..site.content.pages.len() {
                let page = &site.content.pages[index];
                if !is_readme(&context, &format!("/{}", context.text(&page.path()))) {
                    continue;
                }
                let Ok(url) = page.url() else { continue };
                let folder = path::dirname(&url).to_string();
                if !has_index(site, &folder) {
                    stand_for(&mut site.content.pages[index], &folder);
                }
            }
        }
        Ok(())
    }
}

/// Changes the URL of a page to a folder, so that the page is the index of this folder.
fn stand_for(page: &mut Page, folder: &str) {
    page.data.set("permalink", format!("{folder}/"));
    page.reset_url();
}

/// Whether a path ends in `/readme.md` or with another Markdown extension. The name may be in upper case, but not the
/// extension.
fn is_readme(context: &SiteContext, path: &str) -> bool {
    let name = path::basename(path);
    if name.len() == path.len() || !name.get(..6).is_some_and(|start| start.eq_ignore_ascii_case("readme")) {
        return false;
    }
    let extensions = context.text(context.settings().markdown_ext());
    let ext = name[6..].strip_prefix('.').unwrap_or_default();
    extensions.split(',').any(|known| known.to_lowercase() == ext)
}

/// Whether the URL of a page or static file is the folder, or an index in it such as `index.html`. Ignores upper and
/// lower case.
fn has_index(site: &Site, folder: &str) -> bool {
    let folder = if folder.ends_with('/') { folder.to_string() } else { format!("{folder}/") }.to_lowercase();
    let is_index = |url: &str| {
        url.to_lowercase()
            .strip_prefix(&folder)
            .is_some_and(|rest| matches!(rest, "" | "index.htm" | "index.html" | "index.xhtml" | "index.xml"))
    };
    site.content.pages.iter().any(|page| page.url().is_ok_and(|url| is_index(&url)))
        || site.content.static_files.iter().any(|file| is_index(file.url()))
}

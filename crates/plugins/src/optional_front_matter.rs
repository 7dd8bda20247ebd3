//! The gem jekyll-optional-front-matter 0.3.2: treats Markdown files without front matter as pages.

use super::option::{is_off, is_on};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::{SiteContext, StaticFile};
use hastie_site::plugin::{Generator, Plugin};
use hastie_site::read::pages;
use hastie_site::render::Setup;
use hastie_site::site::Site;
use std::sync::Arc;

const SECTION: &str = "optional_front_matter";

/// The upper-case base names of files that belong to the repository and not to the site.
const HOUSEKEEPING: [&str; 8] = [
    "CODE_OF_CONDUCT",
    "CONTRIBUTING",
    "COPYING",
    "ISSUE_TEMPLATE",
    "LICENCE",
    "LICENSE",
    "PULL_REQUEST_TEMPLATE",
    "README",
];

/// Adds a page for each static Markdown file, in a generator. Skips files such as READMEs, unless `include` lists them.
/// With `remove_originals`, the pages replace the static files. Does nothing if `require_front_matter` is set, or if
/// `enabled` is false.
#[derive(Debug)]
pub(crate) struct OptionalFrontMatter;

impl Plugin for OptionalFrontMatter {
    fn name(&self) -> &'static str {
        "jekyll-optional-front-matter"
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    fn generators(&self) -> Vec<Arc<dyn Generator>> {
        vec![Arc::new(PagesOfFiles)]
    }
}

struct PagesOfFiles;

impl Generator for PagesOfFiles {
    fn class(&self) -> &'static str {
        "JekyllOptionalFrontMatter::Generator"
    }

    fn generate(&self, site: &mut Site, log: &mut Log) -> Result<(), Failure> {
        let setup = Arc::clone(&site.setup);
        let required = setup.context.config("require_front_matter").truthy();
        if is_off(&setup.context, SECTION, "enabled")? || required {
            return Ok(());
        }
        let is_taken =
            |file: &StaticFile| is_markdown(&setup.context, file.extname()) && !is_housekeeping(&setup, file);
        for file in site.content.static_files.iter().filter(|file| is_taken(file)) {
            site.content.pages.extend(pages::read(&setup.context, file.base(), &file.dir, &file.name, log)?);
        }
        if is_on(&setup.context, SECTION, "remove_originals")? {
            site.content.static_files.retain(|file| !is_taken(file));
        }
        Ok(())
    }
}

/// Whether the Markdown converter handles files with this extension, such as `.md`.
pub(super) fn is_markdown(context: &SiteContext, ext: &str) -> bool {
    context.callbacks().is_markdown(ext)
}

/// Whether a file is skipped because of its name, unless it is listed in the site's `include`.
fn is_housekeeping(setup: &Setup, file: &StaticFile) -> bool {
    let included = setup.context.settings().include().is_some()
        && setup.context.entry_patterns.is_included(file.relative_path.trim_start_matches('/'));
    !included && HOUSEKEEPING.contains(&file.basename().to_uppercase().as_str())
}

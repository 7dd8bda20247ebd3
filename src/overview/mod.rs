//! An overview of a folder: what kind of site is there, and what a build of it would lack.
//!
//! Nothing is rendered, written, fetched or run. [`of`] looks for what makes a folder a site of Jekyll's, and reads the
//! site as a build would; a folder that is none is looked through to a limit, so that a home folder full of other
//! things is no wait.

mod folder;
mod generators;
mod site;

pub use folder::{Folder, look};
pub use generators::Generator;
pub use site::Facts;

use crate::bundled;
use crate::config::Configuration;
use crate::failure::Failure;
use crate::world::World;
use std::path::Path;

/// The kind of a folder.
#[derive(Debug)]
pub enum Overview {
    /// A site.
    Site(Box<Facts>),
    /// A folder of plain Markdown, which builds in the bundled theme: the number of its files.
    Markdown(usize),
    /// A folder that no build makes a site of.
    NoSite(Folder),
}

/// Looks at the source folder of a configuration.
///
/// # Errors
/// Fails if a build of the site would fail before rendering.
pub fn of(configuration: &Configuration, world: &World) -> Result<Overview, Failure> {
    let folder = look(Path::new(&configuration.source), world);
    if folder.is_site || configuration.is_set("theme") {
        return Ok(Overview::Site(Box::new(site::facts(configuration, world)?)));
    }
    if folder.is_seen_whole
        && folder.markdown > 0
        && folder.generator.is_none()
        && bundled::folder::is_one(configuration, world)
    {
        return Ok(Overview::Markdown(folder.markdown));
    }
    Ok(Overview::NoSite(folder))
}

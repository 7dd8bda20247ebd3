//! The overview of a folder: what kind of site it contains, and what a build would lack.
//!
//! Nothing is rendered, written, downloaded or executed. [`of`] checks whether the folder is a Jekyll site, and reads
//! the site as a build would. The search in other folders is limited, so that it stays fast in a large home folder.

mod folder;
mod gems;
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

/// The kind of the source folder: a site, plain Markdown, or neither. `hastie` without a command prints a summary of
/// the folder.
#[derive(Debug)]
pub enum Overview {
    /// A Jekyll site, with facts about it.
    Site(Box<Facts>),
    /// A folder of plain Markdown, which is built with the bundled theme. Contains the number of files.
    Markdown(usize),
    /// Neither a site nor plain Markdown. Contains what the search of the folder has found.
    NoSite(Folder),
}

/// Tells what the source folder of a configuration contains: a site, a folder of Markdown files, or neither.
///
/// # Errors
/// Fails if a build of the site would fail before its generators run, except for a missing theme.
pub fn of(configuration: &Configuration, world: &World) -> Result<Overview, Failure> {
    let folder = look(Path::new(&configuration.source), world);
    if folder.is_site || configuration.settings().theme().truthy() {
        return Ok(Overview::Site(Box::new(site::facts(configuration, world)?)));
    }
    if folder.is_complete
        && folder.markdown > 0
        && folder.generator.is_none()
        && bundled::folder::is_one(configuration, world)
    {
        return Ok(Overview::Markdown(folder.markdown));
    }
    Ok(Overview::NoSite(folder))
}

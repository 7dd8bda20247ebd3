//! Folders in the site's cache, for builds that only this machine needs.

use crate::config::{Configuration, cache};
use crate::failure::Failure;
use crate::path;
use crate::world::World;
use std::path::Path;

/// The folder `name` in the cache of a site. It need not exist.
///
/// # Errors
/// Fails if a folder on the path, below the source, is a link. Otherwise, a site from a stranger could lead a build to
/// another folder, in which the build would remove files.
pub(super) fn folder(configuration: &Configuration, name: &str, world: &World) -> Result<String, Failure> {
    let folder = path::join(&cache::path(configuration), name);
    let mut parts = Path::new(&folder).ancestors().take_while(|part| *part != Path::new(&configuration.source));
    match parts.find(|part| world.is_link(part)) {
        None => Ok(folder),
        Some(link) => {
            let link = link.display();
            Err(Failure::raised(
                "ArgumentError",
                format!("The cache '{link}' is a link. Name a folder with --destination."),
            ))
        }
    }
}

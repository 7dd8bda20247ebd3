//! Folders in a site's cache, into which commands such as `hastie check` build the site for their own use.

use crate::config::{Configuration, cache};
use crate::failure::Failure;
use crate::path;
use crate::world::World;
use std::path::Path;

/// The folder `name` in the cache of a site. The folder need not exist.
///
/// # Errors
/// Fails if this folder, or a folder between the source and this folder, is a link. Without this check, a stranger's
/// site could make a build remove files in another folder.
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

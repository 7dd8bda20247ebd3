//! Creates images and keeps them in a cache.

use super::codec;
use super::options::Format;
use crate::fetched::tree::hex;
use hastie_site::path;
use hastie_site::world::{World, write_below};
use sha2::{Digest, Sha256};
use std::path::{Path, PathBuf};

/// A number to increase when Hastie creates images differently, so that it does not use older images in the cache.
const VERSION: &str = "1";

/// An output image: its original, its width and its format.
#[derive(Debug)]
pub(super) struct Job<'o> {
    source: String,
    target: PathBuf,
    /// The folder of the output file, relative to the source.
    pub(super) folder: String,
    /// The name of the output file, with the extension of its format.
    pub(super) name: String,
    width: u32,
    format: &'o Format,
}

impl<'o> Job<'o> {
    pub(super) fn new(
        source: String,
        cache: &str,
        folder: String,
        name: String,
        width: u32,
        format: &'o Format,
    ) -> Self {
        let target = Path::new(cache).join(&folder).join(&name);
        Job { source, target, folder, name, width, format }
    }

    /// The path of the output image relative to the source, as messages show it.
    pub(super) fn shown(&self) -> String {
        path::join(&self.folder, &self.name)
    }

    /// Creates the image in the cache of the site, unless the cached image is up to date. `site` is the site's source.
    /// Returns whether the image was created.
    ///
    /// # Errors
    /// Fails if the original cannot be read, or if the image cannot be created.
    pub(super) fn run(&self, site: &str, world: &World) -> Result<bool, String> {
        let bytes = world.read(Path::new(&self.source)).map_err(|error| error.to_string())?;
        let key = self.key(&bytes);
        let key_file = self.target.with_file_name(format!(".{}.key", self.name));
        let is_there = world.is_file(&self.target) && world.read(&key_file).is_ok_and(|held| held == key.as_bytes());
        if is_there {
            return Ok(false);
        }
        let encoded = codec::converted(&bytes, self.width, self.format)?;
        let write = |file: &Path, bytes: &[u8]| write_below(Path::new(site), file, bytes);
        write(&self.target, &encoded)
            .and_then(|()| write(&key_file, key.as_bytes()))
            .map_err(|error| error.to_string())?;
        Ok(true)
    }

    /// A digest of everything on which the image depends.
    fn key(&self, bytes: &[u8]) -> String {
        let mut sum = Sha256::new();
        sum.update(format!("{VERSION} {} {} {}\n", self.width, self.format.extension, self.format.flags));
        sum.update(bytes);
        hex(&sum.finalize())
    }
}

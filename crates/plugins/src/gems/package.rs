//! A gem package (`NAME-VERSION.gem`): an archive with up to three parts. These are an inner archive with the files,
//! the specification, and the checksums of both.

use super::specification::Specification;
use crate::fetched::archive::{self, Wrapping};
use crate::fetched::tree::hex;
use flate2::read::MultiGzDecoder;
use hastie_liquid::Value;
use sha2::{Digest, Sha256, Sha512};
use std::io::{self, Read};
use std::path::Path;
use tar::Archive;

/// The maximum size of a specification in bytes.
const MAX_METADATA_BYTES: u64 = 4 << 20;

/// The contents of a gem's package: its specification, and its files, which are still compressed.
#[derive(Debug)]
pub(crate) struct Package {
    /// The gem's name, version and dependencies.
    pub specification: Specification,
    /// The compressed archive with the files.
    files: Vec<u8>,
}

impl Package {
    /// Opens a package, and compares its parts with the checksums in the package, if there are any. Unpacks nothing.
    ///
    /// # Errors
    /// Returns a message if the package is invalid or incomplete, or if a part does not match its checksum.
    pub(crate) fn open(bytes: &[u8]) -> Result<Self, String> {
        let (mut metadata, mut files, mut sums) = (None, None, None);
        for entry in Archive::new(bytes).entries().map_err(|error| broken(&error))? {
            let mut entry = entry.map_err(|error| broken(&error))?;
            let part = match &*entry.path_bytes() {
                b"metadata.gz" => &mut metadata,
                b"data.tar.gz" => &mut files,
                b"checksums.yaml.gz" => &mut sums,
                _ => continue,
            };
            let mut contents = Vec::new();
            entry.read_to_end(&mut contents).map_err(|error| broken(&error))?;
            if part.replace(contents).is_some() {
                return Err("the gem contains a part twice".to_owned());
            }
        }
        let (Some(metadata), Some(files)) = (metadata, files) else {
            return Err("the gem is not complete: it contains no files or no specification".to_owned());
        };
        if let Some(sums) = sums {
            verify(&text(&sums)?, &[("metadata.gz", &metadata), ("data.tar.gz", &files)])?;
        }
        Ok(Package { specification: Specification::parse(&text(&metadata)?)?, files })
    }

    /// Unpacks the files of the gem, which are in its `data.tar.gz`, into a new folder.
    ///
    /// # Errors
    /// Returns a message if the files are invalid, lead out of the folder, exceed the limits or cannot be written.
    pub(crate) fn unpack(&self, folder: &Path) -> Result<(), String> {
        archive::unpack(&self.files, folder, Wrapping::Nothing).map(drop)
    }
}

fn broken(error: &io::Error) -> String {
    format!("the gem cannot be unpacked: {error}")
}

/// Decompresses a text in a package. Fails if the text is longer than `MAX_METADATA_BYTES`.
fn text(compressed: &[u8]) -> Result<String, String> {
    let mut text = String::new();
    let mut reader = MultiGzDecoder::new(compressed).take(MAX_METADATA_BYTES + 1);
    reader.read_to_string(&mut text).map_err(|error| broken(&error))?;
    if text.len() as u64 > MAX_METADATA_BYTES {
        return Err(broken(&io::Error::other("it is too large")));
    }
    Ok(text)
}

/// Compares the parts of a package with the checksums in the package. RubyGems does the same, for all digests that it
/// knows.
fn verify(sums: &str, parts: &[(&str, &[u8])]) -> Result<(), String> {
    let sums = hastie_yaml::load_finite(sums.as_bytes(), None)
        .map_err(|error| format!("the gem's checksums cannot be read: {error}"))?;
    for name in ["SHA256", "SHA512"] {
        let Some(listed) = sums.as_hash().and_then(|sums| sums.get(name)).and_then(Value::as_hash) else { continue };
        for (part, bytes) in parts {
            let own = if name == "SHA256" { hex(&Sha256::digest(bytes)) } else { hex(&Sha512::digest(bytes)) };
            if listed.get(part).is_some_and(|sum| sum.as_str() != Some(&own)) {
                return Err(format!("the gem is damaged: {part} does not have the checksum that the gem names"));
            }
        }
    }
    Ok(())
}

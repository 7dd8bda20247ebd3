//! The module that the sandbox runs: its identity, and how it is unpacked.

use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::io::Read;

/// The npm package with the module, and its version.
pub const PACKAGE: &str = "@ruby/3.2-wasm-wasi@2.10.1";

/// The module's path in that package.
pub const FILE: &str = "package/dist/ruby+stdlib.wasm";

/// The SHA-256 of the module.
pub const SHA256: &str = "0e4ee622e6efb9bfc7d1806af3e659116765d1dc04ec21411d106f3ea17b41a5";

/// The largest module or archive that is unpacked, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// The SHA-256 of bytes, in hexadecimal.
pub fn digest(bytes: &[u8]) -> String {
    Sha256::digest(bytes).iter().map(|byte| format!("{byte:02x}")).collect()
}

/// The module in a file: as it is, compressed with gzip, or in npm's archive.
///
/// # Errors
/// Where the file is none of these.
pub fn unpack(bytes: &[u8]) -> Result<Cow<'_, [u8]>, String> {
    if bytes.starts_with(b"\0asm") {
        return Ok(Cow::Borrowed(bytes));
    }
    if !bytes.starts_with(&[0x1f, 0x8b]) {
        return Err("this is neither a WebAssembly module nor npm's archive of one".to_string());
    }
    let mut plain = Vec::new();
    let unpacked = flate2::read::GzDecoder::new(bytes).take(MAX_BYTES).read_to_end(&mut plain);
    unpacked.map_err(|error| format!("the archive is broken: {error}"))?;
    if plain.starts_with(b"\0asm") {
        return Ok(Cow::Owned(plain));
    }
    let broken = |error: std::io::Error| format!("the archive is broken: {error}");
    for entry in tar::Archive::new(plain.as_slice()).entries().map_err(broken)? {
        let mut entry = entry.map_err(broken)?;
        if entry.path().is_ok_and(|path| path.to_str() == Some(FILE)) {
            let mut module = Vec::new();
            entry.by_ref().take(MAX_BYTES).read_to_end(&mut module).map_err(broken)?;
            return Ok(Cow::Owned(module));
        }
    }
    Err(format!("the archive has no {FILE}"))
}

#[cfg(test)]
mod tests {
    use super::{digest, unpack};

    #[test]
    fn a_module_is_taken_as_it_is_and_other_files_are_refused() {
        assert_eq!(unpack(b"\0asm....").as_deref(), Ok(&b"\0asm...."[..]));
        assert!(unpack(b"#!/bin/sh").is_err());
        assert!(unpack(&[0x1f, 0x8b, 0, 0]).is_err());
        assert!(digest(b"").starts_with("e3b0c442"));
    }
}

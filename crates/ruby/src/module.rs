//! The WebAssembly module with Ruby, which the sandbox runs: its checksums, and how to unpack it.

use lzma_rust2::XzReader;
use sha2::{Digest, Sha256};
use std::borrow::Cow;
use std::io::Read;

/// The npm package with the module, and the package's version. `hastie ruby install` fetches this package.
pub const PACKAGE: &str = "@ruby/3.2-wasm-wasi@2.10.1";

/// The module's path in the npm package [`PACKAGE`].
pub const FILE: &str = "package/dist/ruby+stdlib.wasm";

/// The SHA-256 of the unpacked module in the npm package [`PACKAGE`], as hexadecimal digits in lower case.
pub const SHA256: &str = "0e4ee622e6efb9bfc7d1806af3e659116765d1dc04ec21411d106f3ea17b41a5";

/// The SHA-256 of the module in Hastie's packages. This module contains each gem once, as unpacked files. npm's module
/// also contains the archives of the gems.
pub const LEAN_SHA256: &str = "8b91c628760b6e5b7ac2e5b4269790c147de37ca5482b4ede0afb7e8df77459c";

/// The maximum size of an unpacked module or archive, in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// The memory in KiB that decompression may use, not counting the decompressed module.
const MAX_MEMORY: u32 = 256 << 10;

/// The first bytes of every WebAssembly module.
const MAGIC: &[u8] = b"\0asm";

/// The SHA-256 of bytes, as 64 hexadecimal digits in lower case.
pub fn digest(bytes: &[u8]) -> String {
    hexadecimal(&Sha256::digest(bytes))
}

/// Bytes as hexadecimal digits in lower case.
pub(crate) fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Whether the digest of a module is [`SHA256`] or [`LEAN_SHA256`]. Hastie is tested with these two modules.
pub fn is_tested(module: &[u8]) -> bool {
    let sum = digest(module);
    sum == SHA256 || sum == LEAN_SHA256
}

/// Extracts the WebAssembly module from `bytes`, the contents of a file. The file is the module itself, the module
/// compressed with xz or gzip, or the archive of npm's package.
///
/// # Errors
/// Fails if the file is none of these, or if the compressed data or the archive is broken.
pub fn unpack(bytes: &[u8]) -> Result<Cow<'_, [u8]>, String> {
    if bytes.starts_with(MAGIC) {
        return Ok(Cow::Borrowed(bytes));
    }
    let broken = |error: std::io::Error| format!("the archive is broken: {error}");
    let plain = decompressed(bytes).map_err(broken)?;
    let plain = plain.ok_or("this is neither a WebAssembly module nor npm's archive of one")?;
    if plain.starts_with(MAGIC) {
        return Ok(Cow::Owned(plain));
    }
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

/// The decompressed contents of a gzip or xz file. `None` for any other file.
fn decompressed(bytes: &[u8]) -> std::io::Result<Option<Vec<u8>>> {
    let mut plain = Vec::new();
    if bytes.starts_with(&[0x1f, 0x8b]) {
        flate2::read::GzDecoder::new(bytes).take(MAX_BYTES).read_to_end(&mut plain)?;
    } else if bytes.starts_with(b"\xfd7zXZ\0") {
        XzReader::new_mem_limit(bytes, false, MAX_MEMORY).take(MAX_BYTES).read_to_end(&mut plain)?;
    } else {
        return Ok(None);
    }
    Ok(Some(plain))
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

    /// The output of `printf '\0asm....' | xz --format=xz --check=crc32`.
    const XZ: &[u8] = &[
        0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x01, 0x69, 0x22, 0xde, 0x36, 0x02, 0x00, 0x21, 0x01, 0x16, 0x00,
        0x00, 0x00, 0x74, 0x2f, 0xe5, 0xa3, 0x01, 0x00, 0x07, 0x00, 0x61, 0x73, 0x6d, 0x2e, 0x2e, 0x2e, 0x2e, 0x00,
        0xaf, 0xe3, 0x18, 0x01, 0x00, 0x01, 0x1c, 0x08, 0x44, 0x60, 0x2a, 0xc8, 0x90, 0x42, 0x99, 0x0d, 0x01, 0x00,
        0x00, 0x00, 0x00, 0x01, 0x59, 0x5a,
    ];

    /// The output of `printf '\0asm....' | xz --format=xz --check=crc32 --lzma2=dict=1536MiB`. Decompressing it needs a
    /// dictionary of 1.5 GiB.
    const XZ_LARGE: &[u8] = &[
        0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00, 0x00, 0x01, 0x69, 0x22, 0xde, 0x36, 0x02, 0x00, 0x21, 0x01, 0x25, 0x00,
        0x00, 0x00, 0x3b, 0x78, 0x7b, 0x41, 0x01, 0x00, 0x07, 0x00, 0x61, 0x73, 0x6d, 0x2e, 0x2e, 0x2e, 0x2e, 0x00,
        0xaf, 0xe3, 0x18, 0x01, 0x00, 0x01, 0x1c, 0x08, 0x44, 0x60, 0x2a, 0xc8, 0x90, 0x42, 0x99, 0x0d, 0x01, 0x00,
        0x00, 0x00, 0x00, 0x01, 0x59, 0x5a,
    ];

    #[test]
    fn a_module_compressed_with_xz_is_read_and_a_broken_one_refused() {
        assert_eq!(unpack(XZ).as_deref(), Ok(&b"\0asm...."[..]));
        for end in 1..XZ.len() {
            assert!(unpack(XZ.get(..end).unwrap_or_default()).is_err(), "{end}");
        }
        for position in 6..XZ.len() {
            let mut broken = XZ.to_vec();
            if let Some(byte) = broken.get_mut(position) {
                *byte ^= 0xff;
            }
            assert!(unpack(&broken).as_deref() != Ok(&b"\0asm...."[..]), "{position}");
        }
    }

    #[test]
    fn a_file_that_asks_for_gigabytes_to_be_unpacked_is_refused() {
        assert!(unpack(XZ_LARGE).is_err());
    }
}

//! Writes unidecode's table as one string and a list of offsets.
//!
//! The crate itself contains 65,536 references, each of which would need a relocation at the start of every program.

#![expect(clippy::disallowed_methods, reason = "Cargo passes the output folder to a build script in the environment")]

use std::path::PathBuf;
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=build.rs");
    let folder = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names the folder"));
    let mut text = String::new();
    let mut ends = Vec::new();
    for code in 0..=u32::from(u16::MAX) {
        if let Some(c) = char::from_u32(code) {
            text.push_str(unidecode::unidecode_char(c));
        }
        let end = u32::try_from(text.len()).expect("a text of less than 4 GB");
        ends.extend_from_slice(&end.to_le_bytes());
    }
    fs::write(folder.join("ascii.txt"), text)?;
    fs::write(folder.join("ascii_ends.bin"), ends)
}

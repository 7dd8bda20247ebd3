//! Malicious archives.

use flate2::{Compression, write::GzEncoder};
use std::io::Write;

/// An archive with a single file of several hundred megabytes of zeros, compressed by a factor of a thousand.
pub(crate) fn swelling(path: &str) -> Vec<u8> {
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    let mut header = tar::Header::new_ustar();
    header.set_path(path).expect("a path");
    header.set_mode(0o644);
    header.set_size(2 << 30);
    header.set_cksum();
    gzip.write_all(header.as_bytes()).expect("memory");
    let zeros = vec![0; 1 << 20];
    for _ in 0..300 {
        gzip.write_all(&zeros).expect("memory");
    }
    gzip.finish().expect("memory")
}

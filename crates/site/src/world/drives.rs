//! Tells whether a folder is on a drive that other machines or a host system may change.

use super::World;
use std::path::Path;

impl World {
    /// Whether the folder is on a network drive, or on a drive that a virtual machine shares with its host. Changes
    /// that another machine makes cause no events on this machine. False if the system does not tell.
    pub fn is_on_network(&self, folder: &Path) -> bool {
        is_remote(folder)
    }
}

/// The file systems of `statfs(2)` that other machines can change: 9p, AFS, Ceph, CIFS, FUSE, NFS, SMB 1 and 2, and the
/// shared folders of VirtualBox.
#[cfg(target_os = "linux")]
const REMOTE: [u32; 9] = [
    0x0102_1997,
    0x5346_414f,
    0x00c3_6400,
    0xff53_4d42,
    0x6573_5546,
    0x0000_6969,
    0x0000_517b,
    0xfe53_4d42,
    0x786f_4256,
];

#[cfg(target_os = "linux")]
#[allow(clippy::cast_sign_loss, clippy::unnecessary_cast, reason = "the type differs between systems")]
fn is_remote(folder: &Path) -> bool {
    // The number has 32 bits, even if its type has more.
    rustix::fs::statfs(folder).is_ok_and(|found| REMOTE.contains(&(found.f_type as u32)))
}

#[cfg(not(target_os = "linux"))]
fn is_remote(_: &Path) -> bool {
    false
}

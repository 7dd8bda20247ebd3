//! Unpacks archives of repositories, as GitHub creates them, and of gems. Mirrors the unpacking part of
//! `RemoteTheme::Downloader`.
//!
//! The outermost folder (`NAME-REF/`), if any, is dropped. Nothing is written outside of the target folder: a name
//! that leads out of it is an error. As in the gem, a link in a repository becomes a file that contains the link's
//! target. The archive's comment contains the commit.

use super::lock::is_commit;
use super::tree::DEPTH;
use flate2::read::MultiGzDecoder;
use std::collections::HashSet;
use std::fs;
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use tar::{Archive, Entry, EntryType};

/// The maximum size in bytes of an unpacked repository: the limit of jekyll-remote-theme for an archive.
const MAX_BYTES: u64 = 1 << 30;

/// The maximum size in bytes of an unpacked gem.
const MAX_GEM_BYTES: u64 = 256 << 20;

/// The maximum size in bytes of a single file, which is read into memory. GitHub has the same limit.
const MAX_FILE_BYTES: u64 = 100 << 20;

/// The maximum number of files and links in an archive.
const MAX_FILES: usize = 50_000;

/// Whether one folder contains all files of an archive. The name of this folder is removed from the files' paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Wrapping {
    /// A folder, as in archives of repositories. A symbolic link becomes a file that contains its target.
    Folder,
    /// No folder, as in gems. A link that leads out of the gem is an error, and other links are ignored.
    Nothing,
}

/// Unpacks a `.tar.gz` into a new folder. Returns the commit that the archive names, or `None` if it names no commit.
///
/// # Errors
/// Returns a message if the archive is invalid, leads out of the folder, exceeds the limits or cannot be written.
pub(crate) fn unpack(bytes: &[u8], folder: &Path, wrapping: Wrapping) -> Result<Option<String>, String> {
    let most = if wrapping == Wrapping::Nothing { MAX_GEM_BYTES } else { MAX_BYTES };
    unpack_within(bytes, folder, wrapping, most, MAX_FILES)
}

fn unpack_within(
    bytes: &[u8],
    folder: &Path,
    wrapping: Wrapping,
    most_bytes: u64,
    most_files: usize,
) -> Result<Option<String>, String> {
    let broken = |error: io::Error| format!("the archive cannot be unpacked: {error}");
    let mut archive = Archive::new(Bounded { reader: MultiGzDecoder::new(bytes), left: most_bytes });
    let mut commit = None;
    let mut written = HashSet::new();
    fs::create_dir_all(folder).map_err(broken)?;
    for entry in archive.entries().map_err(broken)? {
        let mut entry = entry.map_err(broken)?;
        let contents = match entry.header().entry_type() {
            EntryType::XGlobalHeader => {
                commit = commit.or(comment(&mut entry).map_err(broken)?.filter(|text| is_commit(text)));
                continue;
            }
            EntryType::Regular | EntryType::Continuous => {
                let mut contents = Vec::new();
                (&mut entry).take(MAX_FILE_BYTES + 1).read_to_end(&mut contents).map_err(broken)?;
                if contents.len() as u64 > MAX_FILE_BYTES {
                    return Err(broken(io::Error::other("it is too large")));
                }
                contents
            }
            EntryType::Symlink | EntryType::Link if wrapping == Wrapping::Nothing => {
                refuse_leading_out(&entry.link_name_bytes().unwrap_or_default())?;
                continue;
            }
            EntryType::Symlink => entry.link_name_bytes().unwrap_or_default().into_owned(),
            _ => continue,
        };
        let Some(path) = inner(&entry.path_bytes(), wrapping)? else { continue };
        if written.len() == most_files {
            return Err(format!("the archive contains more than {most_files} files"));
        }
        let file = folder.join(&path);
        fs::create_dir_all(file.parent().unwrap_or(folder)).map_err(broken)?;
        if !written.insert(path) {
            fs::remove_file(&file).map_err(broken)?;
        }
        write(&file, &contents).map_err(broken)?;
    }
    Ok(commit)
}

/// Writes a new file. Fails if it exists.
fn write(file: &Path, contents: &[u8]) -> io::Result<()> {
    io::Write::write_all(&mut fs::OpenOptions::new().write(true).create_new(true).open(file)?, contents)
}

/// Rejects a link that leads out of the archive. Other links can be ignored.
fn refuse_leading_out(target: &[u8]) -> Result<(), String> {
    let shown = String::from_utf8_lossy(target);
    if shown.starts_with('/') || shown.split('/').any(|part| part == "..") {
        return Err(format!("the archive contains a link that leads out of it: {shown:?}"));
    }
    Ok(())
}

/// The path of a file in an archive, without the outermost folder if there is one. `None` for that folder itself. Fails
/// if the name leads out of the archive or is not UTF-8.
fn inner(name: &[u8], wrapping: Wrapping) -> Result<Option<PathBuf>, String> {
    let shown = String::from_utf8_lossy(name);
    let is_safe = |part: &str| !matches!(part, "" | "." | "..") && !part.contains(['\\', '\0', ':']);
    let text =
        std::str::from_utf8(name).map_err(|_| format!("the archive contains a name that is not UTF-8: {shown:?}"))?;
    let text = if wrapping == Wrapping::Nothing { text.strip_prefix("./").unwrap_or(text) } else { text };
    let parts: Vec<&str> = text.strip_suffix('/').unwrap_or(text).split('/').collect();
    if !parts.iter().all(|part| is_safe(part)) || parts.len() > DEPTH {
        return Err(format!("the archive contains a name that leads out of it: {shown:?}"));
    }
    let around = usize::from(wrapping == Wrapping::Folder);
    Ok((parts.len() > around).then(|| parts[around..].iter().collect()))
}

/// The `comment` of a global header, in which git stores the commit: `LENGTH comment=TEXT`.
fn comment(entry: &mut Entry<'_, impl Read>) -> io::Result<Option<String>> {
    let mut text = String::new();
    entry.take(4096).read_to_string(&mut text)?;
    Ok(text.lines().find_map(|line| line.split_once(" comment=").map(|(_, comment)| comment.to_owned())))
}

/// A reader that fails if there are more than `left` bytes.
struct Bounded<R> {
    reader: R,
    left: u64,
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = self.reader.read(into)?;
        self.left = self.left.checked_sub(read as u64).ok_or_else(|| io::Error::other("it is too large"))?;
        Ok(read)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use flate2::{Compression, write::GzEncoder};
    use std::io::Write;

    /// Builds a tar entry by hand, because the crate `tar` refuses to write the names that these tests need.
    fn entry(name: &str, kind: u8, link: &str, contents: &str) -> Vec<u8> {
        let mut header = [0u8; 512];
        header[..name.len()].copy_from_slice(name.as_bytes());
        header[100..108].copy_from_slice(b"0000644\0");
        header[124..136].copy_from_slice(format!("{:011o}\0", contents.len()).as_bytes());
        header[156] = kind;
        header[157..157 + link.len()].copy_from_slice(link.as_bytes());
        header[257..265].copy_from_slice(b"ustar\x0000");
        header[148..156].copy_from_slice(b"        ");
        let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
        header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
        let mut bytes = header.to_vec();
        bytes.extend_from_slice(contents.as_bytes());
        bytes.resize(bytes.len().next_multiple_of(512), 0);
        bytes
    }

    fn packed(entries: &[Vec<u8>]) -> Vec<u8> {
        let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
        gzip.write_all(&entries.concat()).and_then(|()| gzip.write_all(&[0; 1024])).expect("memory");
        gzip.finish().expect("memory")
    }

    struct Scratch(PathBuf);

    impl Scratch {
        fn new(name: &str) -> Self {
            let folder = std::env::temp_dir().join(format!("hastie-archive-{}-{name}", std::process::id()));
            let _ = fs::remove_dir_all(&folder);
            Scratch(folder)
        }
    }

    impl Drop for Scratch {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[expect(clippy::disallowed_methods, reason = "a test looks at what was unpacked as anybody would")]
    fn text(scratch: &Scratch, path: &str) -> String {
        fs::read_to_string(scratch.0.join(path)).expect("the file")
    }

    #[test]
    #[expect(clippy::disallowed_methods, reason = "a test looks at what was unpacked as anybody would")]
    fn files_lose_the_folder_around_them_and_links_become_files() {
        let scratch = Scratch::new("whole");
        let commit = "5".repeat(40);
        let bytes = packed(&[
            entry("pax_global_header", b'g', "", &format!("52 comment={commit}\n")),
            entry("hearth-1/", b'5', "", ""),
            entry("hearth-1/_layouts/", b'5', "", ""),
            entry("hearth-1/_layouts/default.html", b'0', "", "<main>"),
            entry("hearth-1/out", b'2', "../../etc/passwd", ""),
        ]);
        assert_eq!(unpack(&bytes, &scratch.0, Wrapping::Folder), Ok(Some(commit)));
        assert_eq!(text(&scratch, "_layouts/default.html"), "<main>");
        assert_eq!(text(&scratch, "out"), "../../etc/passwd");
        assert!(!fs::symlink_metadata(scratch.0.join("out")).expect("the file").is_symlink());
    }

    #[test]
    fn nothing_is_written_outside() {
        for name in ["a/../../x", "/a/x", "a//x", "../a/x", "a/b\\..\\x", "a/c:x", "a/.."] {
            let scratch = Scratch::new("outside");
            let problem = unpack(&packed(&[entry(name, b'0', "", "x")]), &scratch.0, Wrapping::Folder).expect_err(name);
            assert!(problem.starts_with("the archive contains a name that leads out of it"), "{name}: {problem}");
        }
    }

    #[test]
    fn a_gem_has_no_folder_around_it_and_no_links_that_lead_out() {
        let scratch = Scratch::new("gem");
        let inside = [entry("_layouts/default.html", b'0', "", "<main>"), entry("a", b'2', "b", "")];
        assert_eq!(unpack(&packed(&inside), &scratch.0, Wrapping::Nothing), Ok(None));
        assert_eq!(text(&scratch, "_layouts/default.html"), "<main>");
        for target in ["/etc/passwd", "../x", "a/../../x"] {
            let told = unpack(&packed(&[entry("a", b'2', target, "")]), &scratch.0, Wrapping::Nothing);
            assert!(
                told.expect_err(target).starts_with("the archive contains a link that leads out of it"),
                "{target}"
            );
        }
    }

    #[test]
    fn a_theme_has_a_bounded_size() {
        let scratch = Scratch::new("size");
        let files = [entry("a/x", b'0', "", "x"), entry("a/y", b'0', "", "y")];
        let problem =
            unpack_within(&packed(&files), &scratch.0, Wrapping::Folder, MAX_BYTES, 1).expect_err("two files");
        assert_eq!(problem, "the archive contains more than 1 files");
        let other = Scratch::new("bytes");
        let problem = unpack_within(&packed(&files), &other.0, Wrapping::Folder, 600, 9).expect_err("too many bytes");
        assert!(problem.ends_with("it is too large"), "{problem}");
    }

    #[test]
    fn what_is_no_archive_is_told() {
        let scratch = Scratch::new("broken");
        assert!(unpack(b"<html>", &scratch.0, Wrapping::Folder).is_err());
        let whole = packed(&[entry("a/x", b'0', "", &"x".repeat(5000))]);
        assert!(unpack(&whole[..whole.len() / 2], &scratch.0, Wrapping::Folder).is_err());
    }
}

//! The formats of git objects: ids, commits, trees, and deltas in packs.

use std::fmt;

/// The id of a git object: the 20 bytes of a SHA-1.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Oid(pub [u8; 20]);

impl Oid {
    /// Parses forty hexadecimal digits. `None` for anything else.
    pub(crate) fn parse(text: &[u8]) -> Option<Self> {
        let digit = |byte: u8| char::from(byte).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
        let mut name = [0; 20];
        if text.len() != 40 {
            return None;
        }
        for (byte, pair) in name.iter_mut().zip(text.chunks_exact(2)) {
            *byte = digit(pair[0])? << 4 | digit(pair[1])?;
        }
        Some(Oid(name))
    }

    /// An object id from its twenty bytes. `None` for any other number of bytes.
    pub(crate) fn of(bytes: &[u8]) -> Option<Self> {
        bytes.try_into().ok().map(Oid)
    }
}

impl fmt::Display for Oid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl fmt::Debug for Oid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The type of a git object, such as a commit, from the object's header.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// A version of the whole repository.
    Commit,
    /// A folder.
    Tree,
    /// A file.
    Blob,
    /// An annotated tag.
    Tag,
}

/// The fields of a commit object that a walk through the history needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Commit {
    /// The id of the root tree.
    pub tree: Oid,
    /// The ids of the parent commits. Empty for the first commit.
    pub parents: Vec<Oid>,
    /// The commit time in seconds since 1970 (`%ct`).
    pub time: i64,
}

impl Commit {
    /// Parses the text of a commit object. `None` if the tree is missing, or if the id of the tree or of a parent is
    /// invalid. Without a committer, the time is 0.
    pub(crate) fn parse(text: &[u8]) -> Option<Self> {
        let mut lines = text.split(|byte| *byte == b'\n');
        let tree = Oid::parse(lines.next()?.strip_prefix(b"tree ")?)?;
        let mut parents = Vec::new();
        let mut time = 0;
        for line in lines.take_while(|line| !line.is_empty()) {
            if let Some(parent) = line.strip_prefix(b"parent ") {
                parents.push(Oid::parse(parent)?);
            } else if let Some(committer) = line.strip_prefix(b"committer ") {
                time = seconds(committer);
                break;
            }
        }
        Some(Commit { tree, parents, time })
    }
}

/// The seconds in `NAME <ADDRESS> SECONDS ZONE`. As in git, 0 if there are none.
fn seconds(committer: &[u8]) -> i64 {
    let after = committer.iter().rposition(|byte| *byte == b'>').map_or(&[][..], |position| &committer[position + 1..]);
    let digits = after.trim_ascii_start().split(|byte| !byte.is_ascii_digit()).next().unwrap_or_default();
    std::str::from_utf8(digits).ok().and_then(|digits| digits.parse().ok()).unwrap_or(0)
}

/// A file or folder that a tree lists.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Entry<'a> {
    /// The type and permissions in octal digits: `100644`, `40000`.
    pub mode: &'a [u8],
    /// The file name, in bytes that may not be UTF-8.
    pub name: &'a [u8],
    /// The id of the object with the contents: a blob for a file, or a tree for a folder.
    pub oid: Oid,
}

impl Entry<'_> {
    /// Whether the entry is a folder. All other entries are files, symbolic links or submodules.
    pub(crate) fn is_tree(&self) -> bool {
        self.mode == b"40000"
    }

    /// The bytes by which entries are sorted: the name of the entry, followed by a slash if the entry is a folder.
    fn sort_key(&self) -> impl Iterator<Item = &u8> {
        self.name.iter().chain(if self.is_tree() { &b"/"[..] } else { &[] })
    }

    /// Compares entries in the order of git's trees, which sort a folder as if its name ended with `/`.
    pub(crate) fn order(&self, other: &Entry<'_>) -> std::cmp::Ordering {
        self.sort_key().cmp(other.sort_key())
    }
}

/// Iterates over the entries of a tree. Ends early if the data is invalid.
#[derive(Debug, Clone)]
pub(crate) struct Entries<'a>(pub &'a [u8]);

impl<'a> Iterator for Entries<'a> {
    type Item = Entry<'a>;

    fn next(&mut self) -> Option<Entry<'a>> {
        let space = memchr::memchr(b' ', self.0)?;
        let end = space + 1 + memchr::memchr(0, &self.0[space + 1..])?;
        let oid = Oid::of(self.0.get(end + 1..end + 21)?)?;
        let entry = Entry { mode: &self.0[..space], name: &self.0[space + 1..end], oid };
        self.0 = &self.0[end + 21..];
        Some(entry)
    }
}

/// Creates an object from the similar object `base` and a delta, which consists of new data and references to parts of
/// `base`. `None` if the delta is invalid or for a `base` of another size, or if the object exceeds `limit` bytes.
pub(crate) fn apply(base: &[u8], difference: &[u8], limit: usize) -> Option<Vec<u8>> {
    let mut rest = difference;
    let (from, size) = (varint(&mut rest)?, varint(&mut rest)?);
    if from != base.len() || size > limit {
        return None;
    }
    let mut made = Vec::with_capacity(size);
    while let Some((&order, after)) = rest.split_first() {
        rest = after;
        let part = if order & 0x80 != 0 {
            let offset = sparse(order, 0..4, &mut rest)?;
            let length = match sparse(order >> 4, 0..3, &mut rest)? {
                0 => 0x10000,
                length => length,
            };
            base.get(offset..offset.checked_add(length)?)?
        } else if order != 0 {
            let (part, after) = rest.split_at_checked(usize::from(order))?;
            rest = after;
            part
        } else {
            return None;
        };
        if made.len() + part.len() > size {
            return None;
        }
        made.extend_from_slice(part);
    }
    (made.len() == size).then_some(made)
}

/// Reads a number with seven bits per byte, lowest first. `None` if the data ends early or the number is too large.
fn varint(rest: &mut &[u8]) -> Option<usize> {
    let mut number = 0usize;
    for shift in (0..usize::BITS - 7).step_by(7) {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        number |= usize::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return Some(number);
        }
    }
    None
}

/// Reads a number of which only some bytes are stored, lowest first. The bits of `mask` say which ones; the others are
/// zero.
fn sparse(mask: u8, bytes: std::ops::Range<u32>, rest: &mut &[u8]) -> Option<usize> {
    let mut number = 0;
    for place in bytes.filter(|place| mask >> place & 1 == 1) {
        let (&byte, after) = rest.split_first()?;
        *rest = after;
        number |= usize::from(byte) << (8 * place);
    }
    Some(number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_commit_is_read_as_far_as_it_matters() {
        let text = format!(
            "tree {0}\nparent {1}\nauthor A <a@b> 1 +0000\ncommitter B > C <b@c> 1700000000 +0130\n\nx",
            "1".repeat(40),
            "2".repeat(40)
        );
        let commit = Commit::parse(text.as_bytes()).expect("a commit");
        assert_eq!((commit.parents.len(), commit.time), (1, 1_700_000_000));
        assert_eq!(Commit::parse(b"tree 12\n"), None);
    }

    #[test]
    fn a_difference_takes_from_its_base_and_adds() {
        // From 5 bytes to 6: the first two, then "xyz", then the last one.
        let difference = [5, 6, 0x80 | 0x10, 2, 3, b'x', b'y', b'z', 0x80 | 1 | 0x10, 4, 1];
        assert_eq!(apply(b"abcde", &difference, 100).as_deref(), Some(&b"abxyze"[..]));
        assert_eq!(apply(b"abcde", &difference, 5), None, "over the limit");
        assert_eq!(apply(b"abcd", &difference, 100), None, "another base");
        assert_eq!(apply(b"abcde", &difference[..8], 100), None, "cut off");
        assert_eq!(apply(b"abcde", &[5, 1, 0x80 | 1 | 0x10, 5, 1], 100), None, "beyond the base");
        assert_eq!(apply(b"abcde", &[5, 1, 0], 100), None, "a reserved order");
    }

    #[test]
    fn entries_end_where_the_bytes_are_no_folder() {
        let mut bytes = b"40000 a\0".to_vec();
        bytes.extend([1; 20]);
        assert_eq!(Entries(&bytes).map(|entry| entry.name.to_vec()).collect::<Vec<_>>(), [b"a"]);
        bytes.extend(b"100644 b\0short");
        assert_eq!(Entries(&bytes).count(), 1);
    }
}

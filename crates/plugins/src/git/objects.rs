//! The object database of a repository: loose objects, packs, and alternates.

use super::Repository;
use super::format::{Commit, Entries, Kind, Oid, apply};
use super::pack::{Index, Packed, inflate, read};
use flate2::bufread::ZlibDecoder;
use hastie_site::world::{Opened, World};
use std::collections::{HashMap, HashSet};
use std::fmt;
use std::io::{BufReader, Cursor, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// The maximum size of a commit or tree in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// The maximum length of a delta chain. Git itself creates chains of up to 4095.
const MAX_LAYERS: usize = 5000;

/// The maximum size in bytes of each half of the object cache.
const KEPT_BYTES: usize = 32 << 20;

/// Why a repository's history cannot be read, as a message: for example, an object is missing or corrupt.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Unreadable(pub String);

impl fmt::Display for Unreadable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// An entry of a tree: its mode and id.
pub(crate) type Found = (Box<[u8]>, Oid);

/// Reads commits and trees, both in packs and as loose objects.
pub(crate) struct Objects {
    world: World,
    /// The `objects` folders, starting with the repository's own.
    folders: Vec<PathBuf>,
    packs: Vec<Pack>,
    /// Commits at which a shallow clone ends.
    shallow: HashSet<Oid>,
    kept: Kept,
}

struct Pack {
    index: Index,
    file: BufReader<Opened>,
}

impl Objects {
    /// Opens the packs of a repository, and of the repositories from which it borrows objects (`info/alternates`).
    ///
    /// # Errors
    /// Fails if the repository uses SHA-256 or a reftable, which are not supported.
    pub(crate) fn open(repository: &Repository, world: &World) -> Result<Self, Unreadable> {
        let settings = super::text(world, &repository.common.join("config")).unwrap_or_default().to_lowercase();
        let is_new = |line: &str| {
            line.split_once('=').is_some_and(|(key, value)| {
                (key.trim(), value.trim()) == ("objectformat", "sha256")
                    || (key.trim(), value.trim()) == ("refstorage", "reftable")
            })
        };
        if settings.lines().any(is_new) {
            return Err(Unreadable("it uses SHA-256 names or a reftable, which are not supported".to_owned()));
        }
        let mut folders = vec![repository.common.join("objects")];
        add_alternates(&mut folders, world);
        let mut packs = Vec::new();
        for folder in &folders {
            let folder = folder.join("pack");
            for entry in world.list(&folder).unwrap_or_default().iter().filter(|entry| entry.name.ends_with(".idx")) {
                let index = folder.join(&entry.name);
                let index = (world.read(&index).ok().and_then(Index::new), world.open(&index.with_extension("pack")));
                // If a pack disappears, `git gc` has moved its objects to another one.
                let (Some(index), Ok(file)) = index else { continue };
                packs.push(Pack { index, file: BufReader::with_capacity(1 << 16, file) });
            }
        }
        let shallow = super::text(world, &repository.common.join("shallow")).unwrap_or_default();
        let shallow = shallow.lines().filter_map(|line| Oid::parse(line.trim().as_bytes())).collect();
        Ok(Objects { world: world.clone(), folders, packs, shallow, kept: Kept::default() })
    }

    /// Reads a commit. A commit at which a shallow clone ends has no parents.
    ///
    /// # Errors
    /// Fails if the object is missing or corrupt, or is not a commit.
    pub(crate) fn commit(&mut self, oid: Oid) -> Result<Commit, Unreadable> {
        let (kind, bytes) = self.read(oid)?;
        let mut commit = (kind == Kind::Commit).then(|| Commit::parse(&bytes)).flatten();
        if let Some(commit) = commit.as_mut().filter(|_| self.shallow.contains(&oid)) {
            commit.parents.clear();
        }
        commit.ok_or_else(|| Unreadable(format!("{oid} is not a commit")))
    }

    /// The text of the commit `oid`: headers such as `tree` and `parent`, an empty line, and the message.
    ///
    /// # Errors
    /// Fails if the object is missing or corrupt, or is not a commit.
    pub(crate) fn commit_text(&mut self, oid: Oid) -> Result<Arc<[u8]>, Unreadable> {
        match self.read(oid)? {
            (Kind::Commit, bytes) => Ok(bytes),
            _ => Err(Unreadable(format!("{oid} is not a commit"))),
        }
    }

    /// The length of abbreviated ids in hexadecimal digits: 7, or more if the packs contain at least 16,384 objects.
    pub(crate) fn short_length(&self) -> usize {
        let count: usize = self.packs.iter().map(|pack| pack.index.count()).sum();
        let bits = (usize::BITS - count.leading_zeros()) as usize;
        bits.div_ceil(2).max(7)
    }

    /// The entries of the tree `oid` in Git's binary format: mode, space, name, NUL and binary id.
    ///
    /// # Errors
    /// Fails if the object is missing or corrupt, or is not a tree.
    pub(crate) fn tree(&mut self, oid: Oid) -> Result<Arc<[u8]>, Unreadable> {
        match self.read(oid)? {
            (Kind::Tree, bytes) => Ok(bytes),
            _ => Err(Unreadable(format!("{oid} is not a tree"))),
        }
    }

    /// The mode and id of the entry at a path below the tree `folder`. `None` if no entry has this path.
    ///
    /// # Errors
    /// Fails if an object is missing or corrupt, or if `folder` is not a tree.
    pub(crate) fn entry(&mut self, folder: Oid, path: &[u8]) -> Result<Option<Found>, Unreadable> {
        let mut here = folder;
        let mut parts = path.split(|byte| *byte == b'/').filter(|part| !part.is_empty()).peekable();
        while let Some(part) = parts.next() {
            let bytes = self.tree(here)?;
            let Some(entry) = Entries(&bytes).find(|entry| entry.name == part) else { return Ok(None) };
            match parts.peek() {
                None => return Ok(Some((entry.mode.into(), entry.oid))),
                Some(_) if entry.is_tree() => here = entry.oid,
                Some(_) => return Ok(None),
            }
        }
        Ok(None)
    }

    /// The id of the folder `name` in the tree `parent`. `None` if the tree has no such folder.
    ///
    /// # Errors
    /// Fails if an object is missing or corrupt, or if `parent` is not a tree.
    pub(crate) fn folder(&mut self, parent: Oid, name: &[u8]) -> Result<Option<Oid>, Unreadable> {
        let bytes = self.tree(parent)?;
        // A search for bytes is faster than reading all entries, and often finds nothing.
        let written = [b"40000 ", name, b"\0"].concat();
        if memchr::memmem::find(&bytes, &written).is_none() {
            return Ok(None);
        }
        let found = Entries(&bytes).find(|entry| entry.name == name && entry.is_tree());
        Ok(found.map(|entry| entry.oid))
    }

    fn read(&mut self, oid: Oid) -> Result<(Kind, Arc<[u8]>), Unreadable> {
        self.packed_or_loose(oid, MAX_LAYERS)
            .ok_or_else(|| Unreadable(format!("the object {oid} is missing or broken")))
    }

    fn packed_or_loose(&mut self, oid: Oid, layers: usize) -> Option<(Kind, Arc<[u8]>)> {
        for pack in 0..self.packs.len() {
            if let Some(offset) = self.packs[pack].index.offset(oid)
                && let Some(found) = self.packed(pack, offset, layers)
            {
                return Some(found);
            }
        }
        self.loose(oid)
    }

    /// Reads an object in a pack: follows the delta chain down to a whole object and applies the deltas on the way up.
    fn packed(&mut self, pack: usize, offset: u64, mut layers: usize) -> Option<(Kind, Arc<[u8]>)> {
        let mut differences = Vec::new();
        let mut position = offset;
        let (kind, mut bytes) = loop {
            if let Some(kept) = self.kept.get((pack, position)) {
                break kept;
            }
            layers = layers.checked_sub(1)?;
            match read(&mut self.packs[pack].file, position, MAX_BYTES)? {
                Packed::Whole(kind, bytes) => {
                    let bytes: Arc<[u8]> = bytes.into();
                    self.kept.put((pack, position), kind, &bytes);
                    break (kind, bytes);
                }
                Packed::FromOffset(base, difference) => {
                    differences.push((position, difference));
                    position = base;
                }
                Packed::FromName(base, difference) => {
                    differences.push((position, difference));
                    match self.packs[pack].index.offset(base) {
                        Some(base) => position = base,
                        // The base is outside of the pack. Git only allows this while transferring, and one such step
                        // is supported.
                        None => break self.loose(base)?,
                    }
                }
            }
        };
        for (position, difference) in differences.into_iter().rev() {
            bytes = apply(&bytes, &difference, MAX_BYTES as usize)?.into();
            self.kept.put((pack, position), kind, &bytes);
        }
        Some((kind, bytes))
    }

    fn loose(&self, oid: Oid) -> Option<(Kind, Arc<[u8]>)> {
        let name = oid.to_string();
        let (folder, name) = name.split_at(2);
        let file = self.folders.iter().find_map(|objects| self.world.read(&objects.join(folder).join(name)).ok())?;
        let mut head = Vec::new();
        ZlibDecoder::new(&file[..]).take(32).read_to_end(&mut head).ok()?;
        let end = head.iter().position(|byte| *byte == 0)?;
        let (kind, size) = std::str::from_utf8(&head[..end]).ok()?.split_once(' ')?;
        let kind = match kind {
            "commit" => Kind::Commit,
            "tree" => Kind::Tree,
            "blob" => Kind::Blob,
            "tag" => Kind::Tag,
            _ => return None,
        };
        let size = size.parse::<u64>().ok()?.checked_add(end as u64 + 1)?;
        let bytes = inflate(&mut Cursor::new(file), size, MAX_BYTES)?;
        Some((kind, bytes[end + 1..].into()))
    }
}

/// Adds the folders listed in `info/alternates`, recursively.
fn add_alternates(folders: &mut Vec<PathBuf>, world: &World) {
    let mut next = 0;
    while next < folders.len() && folders.len() < 100 {
        let folder = folders[next].clone();
        let named = super::text(world, &folder.join("info/alternates")).unwrap_or_default();
        for line in named.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
            let lender = folder.join(Path::new(line));
            if !folders.contains(&lender) {
                folders.push(lender);
            }
        }
        next += 1;
    }
}

type ByPlace = HashMap<(usize, u64), (Kind, Arc<[u8]>)>;

/// A cache of objects in packs, by pack and offset. When the newer half is full, the older half is dropped.
#[derive(Default)]
struct Kept {
    young: ByPlace,
    old: ByPlace,
    size: usize,
}

impl Kept {
    fn get(&mut self, place: (usize, u64)) -> Option<(Kind, Arc<[u8]>)> {
        if let Some(found) = self.young.get(&place) {
            return Some(found.clone());
        }
        let (kind, bytes) = self.old.remove(&place)?;
        self.put(place, kind, &bytes);
        Some((kind, bytes))
    }

    fn put(&mut self, place: (usize, u64), kind: Kind, bytes: &Arc<[u8]>) {
        if self.size + bytes.len() > KEPT_BYTES {
            self.old = std::mem::take(&mut self.young);
            self.size = 0;
        }
        self.size += bytes.len() + 64;
        self.young.insert(place, (kind, Arc::clone(bytes)));
    }
}

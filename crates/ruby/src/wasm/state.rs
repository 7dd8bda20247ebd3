//! The state of the functions that the guest imports: open descriptors, the environment, the clock and the random
//! numbers.

use super::channel::Channel;
use super::host::{HostFiles, Kind};
use super::preopened::{FIRST, PREOPENED};

/// The maximum number of open descriptors.
const MAX_DESCRIPTORS: usize = 512;

/// The maximum size of the kept output of C code, in bytes.
const MAX_OUTPUT: usize = 1 << 20;

/// The maximum size in bytes of a file that is read or written, and of all open files together. Open files are kept in
/// memory as a whole.
pub(crate) const MAX_FILE: usize = 256 << 20;

/// The files, messages and limits for the functions that the guest imports.
pub(crate) struct State {
    pub files: Box<dyn HostFiles>,
    pub descriptors: Vec<Option<Descriptor>>,
    pub environment: Vec<String>,
    /// Whether the host's paths begin with drives.
    pub drives: bool,
    pub channel: Channel,
    /// The text that C code wrote to standard output and standard error. Ruby's own output comes as messages.
    pub output: Vec<u8>,
    seed: u64,
    /// The number of times the clock was read. Each reading is a little later than the previous one.
    ticks: u64,
    /// The time for which the guest has slept, in nanoseconds.
    slept: u64,
}

/// A file, folder or stream that is open in the guest.
#[derive(Debug)]
pub(crate) enum Descriptor {
    /// Standard input, which is always empty.
    Input,
    /// Standard output or standard error.
    Output,
    /// A folder, with its entries once they were listed.
    Folder { path: String, entries: Option<Vec<(String, Kind)>> },
    /// A file, which is kept in memory as a whole.
    File(OpenFile),
}

/// The contents and position of an open file. The guest's changes stay in `bytes` until the file is closed or
/// synchronized. Opening its path again, or reading the metadata of this path, also writes them to the host.
#[derive(Debug)]
pub(crate) struct OpenFile {
    pub path: String,
    pub bytes: Vec<u8>,
    pub position: usize,
    pub writable: bool,
    pub append: bool,
    /// Whether the bytes differ from the host's file.
    pub dirty: bool,
}

impl State {
    pub(crate) fn new(files: Box<dyn HostFiles>, environment: Vec<String>, channel: Channel) -> Self {
        let streams = [Descriptor::Input, Descriptor::Output, Descriptor::Output];
        let folders = PREOPENED.iter().map(|name| Descriptor::Folder { path: (*name).to_string(), entries: None });
        State {
            files,
            descriptors: streams.into_iter().chain(folders).map(Some).collect(),
            environment,
            drives: false,
            channel,
            output: Vec::new(),
            seed: 0x9e37_79b9_7f4a_7c15,
            ticks: 0,
            slept: 0,
        }
    }

    pub(crate) fn descriptor(&mut self, number: u32) -> Option<&mut Descriptor> {
        self.descriptors.get_mut(number as usize)?.as_mut()
    }

    /// Adds a descriptor under the lowest free number and returns that number. `None` if too many are open.
    pub(crate) fn add_descriptor(&mut self, descriptor: Descriptor) -> Option<u32> {
        let free = self.descriptors.iter().position(Option::is_none).unwrap_or(self.descriptors.len());
        if free >= MAX_DESCRIPTORS {
            return None;
        }
        match self.descriptors.get_mut(free) {
            Some(place) => *place = Some(descriptor),
            None => self.descriptors.push(Some(descriptor)),
        }
        u32::try_from(free).ok()
    }

    /// The number of bytes by which all open files together may still grow.
    pub(crate) fn room_in_files(&self) -> usize {
        let sizes = self.descriptors.iter().flatten().map(|descriptor| match descriptor {
            Descriptor::File(file) => file.bytes.len(),
            _ => 0,
        });
        MAX_FILE.saturating_sub(sizes.sum())
    }

    /// Stores output of C code, and drops the part that exceeds the limit.
    pub(crate) fn add_output(&mut self, bytes: &[u8]) {
        let room = MAX_OUTPUT.saturating_sub(self.output.len()).min(bytes.len());
        self.output.extend_from_slice(bytes.get(..room).unwrap_or_default());
    }

    /// Whether the state equals the state of a new instance. Ignores the seed and the number of readings of the clock,
    /// because an image contains these two.
    pub(crate) fn is_pristine(&self) -> bool {
        let (first, others) = self.descriptors.split_at(self.descriptors.len().min(FIRST + PREOPENED.len()));
        let is_standard = match first.split_at_checked(FIRST) {
            Some(([Some(Descriptor::Input), Some(Descriptor::Output), Some(Descriptor::Output)], folders)) => {
                folders.len() == PREOPENED.len()
                    && folders.iter().all(|folder| matches!(folder, Some(Descriptor::Folder { .. })))
            }
            _ => false,
        };
        is_standard && self.slept == 0 && others.iter().all(Option::is_none) && self.output.is_empty()
    }

    /// The seed of the random numbers, and the number of times the clock was read.
    pub(crate) fn counters(&self) -> (u64, u64) {
        (self.seed, self.ticks)
    }

    /// Sets the seed and the number of times the clock was read. A seed of 0 becomes 1.
    pub(crate) fn set_counters(&mut self, seed: u64, ticks: u64) {
        // The generator never leaves a seed of zero.
        (self.seed, self.ticks) = (seed.max(1), ticks);
    }

    /// Fills bytes with pseudorandom numbers, the same in every build.
    pub(crate) fn random(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            self.seed ^= self.seed << 13;
            self.seed ^= self.seed >> 7;
            self.seed ^= self.seed << 17;
            *byte = self.seed.to_le_bytes()[3];
        }
    }

    /// The guest's time in nanoseconds since 1970. Each reading advances it by a microsecond.
    pub(crate) fn now(&mut self) -> u64 {
        self.ticks += 1;
        self.files.now().saturating_add(self.ticks * 1000).saturating_add(self.slept)
    }

    /// Advances the guest's clock without waiting, so the guest continues at once.
    pub(crate) fn sleep(&mut self, nanoseconds: u64) {
        self.slept = self.slept.saturating_add(nanoseconds);
    }
}

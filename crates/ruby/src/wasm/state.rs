//! The state of the sandbox between calls: open files, messages on their way, limits.

use super::conversation::Mail;
use super::engine::{Memory, StoreLimits};
use super::outside::{Kind, Outside};

/// The state behind the guest's imports.
pub struct State {
    pub outside: Box<dyn Outside>,
    pub open: Vec<Option<Open>>,
    pub limits: StoreLimits,
    pub environment: Vec<String>,
    /// Whether paths of the system begin with drives.
    pub drives: bool,
    /// The guest's memory, once it has one.
    pub memory: Option<Memory>,
    /// Messages on their way.
    pub mail: Mail,
    /// Output of C code to the terminal.
    pub noise: Vec<u8>,
    random: u64,
    /// The number of times the clock was read: time passes a little each time.
    ticks: u64,
}

/// An open descriptor.
#[derive(Debug)]
pub enum Open {
    /// Standard input: always at its end.
    Nothing,
    /// Standard output and error.
    Noise,
    /// A folder, and its entries once they were read.
    Folder { path: String, entries: Option<Vec<(String, Kind)>> },
    /// A file, whole.
    File { path: String, bytes: Vec<u8>, at: usize, writes: bool, appends: bool, changed: bool },
}

/// So many descriptors may be open at a time.
pub const MOST_OPEN: usize = 512;

impl State {
    pub fn new(outside: Box<dyn Outside>, limits: StoreLimits, environment: Vec<String>, mail: Mail) -> Self {
        let root = Open::Folder { path: "/".to_string(), entries: None };
        State {
            outside,
            open: vec![Some(Open::Nothing), Some(Open::Noise), Some(Open::Noise), Some(root)],
            limits,
            environment,
            drives: false,
            memory: None,
            mail,
            noise: Vec::new(),
            random: 0x9e37_79b9_7f4a_7c15,
            ticks: 0,
        }
    }

    pub fn get(&mut self, number: u32) -> Option<&mut Open> {
        self.open.get_mut(number as usize)?.as_mut()
    }

    /// Opens something under the lowest free number.
    pub fn add(&mut self, open: Open) -> Option<u32> {
        let place = self.open.iter().position(Option::is_none).unwrap_or(self.open.len());
        if place >= MOST_OPEN {
            return None;
        }
        if place == self.open.len() {
            self.open.push(None);
        }
        self.open[place] = Some(open);
        u32::try_from(place).ok()
    }

    /// Whether nothing is open but what a Ruby begins with, and nothing was said.
    pub fn is_at_rest(&self) -> bool {
        let first = matches!(
            self.open.get(..4),
            Some([Some(Open::Nothing), Some(Open::Noise), Some(Open::Noise), Some(Open::Folder { .. })])
        );
        first && self.open.iter().skip(4).all(Option::is_none) && self.noise.is_empty()
    }

    /// The seed of the random numbers, and the number of looks at the clock.
    pub fn chance(&self) -> (u64, u64) {
        (self.random, self.ticks)
    }

    /// Sets both.
    pub fn set_chance(&mut self, seed: u64, ticks: u64) {
        // A seed of zero would give nothing but zeros.
        (self.random, self.ticks) = (seed.max(1), ticks);
    }

    /// Bytes that look random and are the same in every build.
    pub fn random(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            self.random ^= self.random << 13;
            self.random ^= self.random >> 7;
            self.random ^= self.random << 17;
            *byte = self.random.to_le_bytes()[3];
        }
    }

    /// The clock, which moves on a little at each look.
    pub fn now(&mut self) -> u64 {
        self.ticks += 1;
        self.outside.now().saturating_add(self.ticks * 1000)
    }
}

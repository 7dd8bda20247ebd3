//! The resources that this process has used.

use std::sync::OnceLock;
use std::time::{Duration, Instant};

/// The processor time that the process has used so far, and the memory that it uses.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    /// The processor time of all threads. If the system does not report it, the time since the first call.
    pub processor: Duration,
    /// The memory in use, in bytes. Zero on systems other than Linux.
    pub memory: u64,
}

impl Usage {
    /// Measures the processor time and the memory of this process.
    pub fn now() -> Self {
        Usage { processor: processor(), memory: memory().unwrap_or_default() }
    }

    /// The processor time and the additional memory since the measurement `earlier`.
    #[must_use]
    pub fn since(self, earlier: Usage) -> Self {
        Usage {
            processor: self.processor.saturating_sub(earlier.processor),
            memory: self.memory.saturating_sub(earlier.memory),
        }
    }
}

/// An instant that advances with the processor time of this process, and by a tenth of the time in which the process
/// waits. It is never ahead of the clock, even if several threads are busy.
///
/// This makes a time limit fair on a busy machine, on which a process often waits for a processor. On an idle machine,
/// a busy process hardly waits, so the limit is nearly one of elapsed time.
pub fn working_instant() -> Instant {
    static FIRST: OnceLock<(Instant, Duration)> = OnceLock::new();
    let (first, used) = *FIRST.get_or_init(|| (Instant::now(), processor()));
    first + working(processor().saturating_sub(used), first.elapsed())
}

/// The sum of the time in which the process works, and a tenth of the time in which it waits. Never more than
/// `elapsed`, even if several threads are busy.
fn working(processor: Duration, elapsed: Duration) -> Duration {
    (processor.min(elapsed) * 9 + elapsed) / 10
}

#[cfg(unix)]
fn processor() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ProcessCPUTime);
    Duration::new(time.tv_sec.try_into().unwrap_or_default(), time.tv_nsec.try_into().unwrap_or_default())
}

#[cfg(not(unix))]
fn processor() -> Duration {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}

/// The resident memory of this process in bytes, from `/proc/self/statm`. `None` if this file cannot be read.
#[cfg(target_os = "linux")]
fn memory() -> Option<u64> {
    let sizes = std::fs::read_to_string("/proc/self/statm").ok()?;
    let pages: u64 = sizes.split(' ').nth(1)?.parse().ok()?;
    Some(pages.saturating_mul(rustix::param::page_size() as u64))
}

#[cfg(not(target_os = "linux"))]
fn memory() -> Option<u64> {
    None
}

#[cfg(test)]
mod tests {
    use super::{Usage, working};
    use std::time::Duration;

    #[test]
    fn waiting_counts_as_a_tenth() {
        let seconds = Duration::from_secs;
        for (processor, elapsed, counted) in [(40, 40, 40), (0, 400, 40), (10, 110, 20), (80, 40, 40), (0, 0, 0)] {
            assert_eq!(working(seconds(processor), seconds(elapsed)), seconds(counted));
        }
    }

    #[test]
    fn work_uses_time_and_memory() {
        let before = Usage::now();
        let text = vec![b'x'; 64 << 20];
        while Usage::now().since(before).processor < Duration::from_millis(20) {
            assert!(std::hint::black_box(&text).iter().all(|byte| *byte == b'x'));
        }
        if cfg!(target_os = "linux") {
            assert!(Usage::now().since(before).memory > 32 << 20);
        }
    }
}

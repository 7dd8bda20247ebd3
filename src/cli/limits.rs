//! The limits for the processor time and the memory of a build.
//!
//! The engines count their own work. Beyond their limits, they end with an error that names the place in the site.
//! These limits are for all other work, so that no site can keep a machine busy or use up its memory. They grow with
//! the size of the source. Sites that are not written to be slow stay far below them.

use super::Context;
use super::log::Printer;
use super::watchdog::Repetition;
use crate::progress::{Progress, Stage};
use crate::world::{ResourceLimits, Usage, World};
use std::sync::Arc;
use std::time::Duration;

/// The processor time that every build may take. Development builds of Hastie are slower.
const TIME: Duration = Duration::from_secs(if cfg!(debug_assertions) { 200 } else { 50 });

/// The number of bytes of the source for which a build may take one more second.
const BYTES_PER_SECOND: u64 = 20_000;

/// The memory that every build may use, and the additional memory for each byte of the source.
const MEMORY: (u64, u64) = (900 << 20, 64);

/// The advice after a command that used too much memory.
const ADVICE: &str = "Set HASTIE_LIMITS=200 to allow twice as much.";

/// Watches the time and memory of a build, or of a command that reads a built site. Dropping the value ends the watch.
pub(super) struct Limits {
    /// The check that the watchdog repeats while this value exists. `None` if the user has turned the limits off.
    _check: Option<Repetition>,
}

impl Limits {
    /// Lets the watchdog end the process if a build, or a command that reads a built site, uses too much memory or
    /// processor time. A build is not ended while it changes the destination. The user can turn the limits off, and
    /// `--timeout` replaces the time limit. Also lets the watchdog wait for signals.
    pub(super) fn begin(context: &Context, progress: &Arc<Progress>) -> Self {
        let ResourceLimits::Percent(percent) = context.world.options().limits else {
            context.watchdog.start();
            return Limits { _check: None };
        };
        let build = Build {
            printer: context.printer.clone(),
            progress: Arc::clone(progress),
            before: Usage::now(),
            seen: context.world.bytes_seen(),
            world: context.world.clone(),
            percent,
        };
        Limits { _check: Some(context.watchdog.repeat(move || build.check())) }
    }
}

/// A build, or a command that reads a built site, whose use of time and memory is limited.
struct Build {
    world: World,
    printer: Printer,
    progress: Arc<Progress>,
    /// The resources that the process had used before the build.
    before: Usage,
    /// The number of bytes that the process had read before the build.
    seen: u64,
    /// The percentage of the usual limits that the build may use.
    percent: u32,
}

impl Build {
    fn check(&self) {
        let used = Usage::now().since(self.before);
        // While the source is being read, all bytes count.
        let source = match self.progress.source() {
            0 => self.world.bytes_seen().saturating_sub(self.seen),
            known => known,
        };
        let time = (TIME + Duration::from_secs(source / BYTES_PER_SECOND)).saturating_mul(self.percent) / 100;
        let memory = MEMORY.0.saturating_add(source.saturating_mul(MEMORY.1)) / 100 * u64::from(self.percent);
        if used.memory > memory {
            self.end("Memory:", &format!("used more than {} MB", memory >> 20), ADVICE);
        }
        if used.processor > time && self.world.timeout().is_none() {
            let seconds = time.as_secs_f64();
            let advice = "--timeout SECONDS allows more, and names the page that takes long.";
            self.end("Timeout:", &format!("took more than {seconds} seconds of processor time"), advice);
        }
    }

    /// Ends the process, unless the destination is being changed.
    fn end(&self, label: &'static str, exceeded: &str, advice: &str) {
        let (stage, done, total) = self.progress.now();
        let during = match stage {
            Stage::Publish => return,
            // A command that only reads.
            Stage::Idle => return self.exit(label, &format!("the command {exceeded} and was stopped. {ADVICE}")),
            Stage::Read => " while it read the source".to_owned(),
            Stage::Generate => " in a generator".to_owned(),
            Stage::Render => format!(" after it rendered {done} of {total} pages and documents"),
            Stage::Write => " while it prepared the files".to_owned(),
        };
        let end = "and was stopped. The destination is unchanged.";
        self.exit(label, &format!("the build {exceeded}{during} {end} {advice}"));
    }

    fn exit(&self, label: &'static str, message: &str) {
        self.printer.log().error(label, message);
        self.printer.finish();
        crate::write::abandon();
        std::process::exit(1);
    }
}

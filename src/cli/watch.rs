//! Rebuilds the site whenever its source changes. Mirrors `Jekyll::Watcher`.
//!
//! Jekyll keeps the configuration with which it was started. Here, a change of `_config.yml` applies to the next build.

use super::limits::Limits;
use super::{Context, failure};
use crate::config::Configuration;
use crate::config::raw::{Files, files};
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::reference::Reference;
use crate::registry;
use crate::serve::{Ignored, Polling, Watch};
use crate::site::Site;
use hastie_value::time::strftime;
use hastie_value::{Time, float_to_s};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Starts watching the source of a site. Must be called before the first build, so that no change is missed. From now
/// on, each build keeps results for the next build. Returns `None` only in a program that cannot watch files.
#[expect(clippy::unnecessary_wraps, reason = "WebAssembly cannot watch files")]
pub(super) fn begin(configuration: &Configuration, context: &mut Context) -> Option<Watch> {
    context.world = context.world.clone().keeping(Arc::default());
    let source = PathBuf::from(&configuration.source);
    let polls = configuration.settings().force_polling();
    let files = configuration_files(&source, context);
    Some(Watch::begin(context.world.clone(), source, files, ignored(configuration), polls))
}

/// The destination, the caches, and the entries that `exclude` names without a pattern.
fn ignored(configuration: &Configuration) -> Ignored {
    let source = Path::new(&configuration.source);
    let settings = configuration.settings();
    let mut paths = vec![PathBuf::from(&configuration.destination)];
    paths.push(source.join(settings.cache_dir()));
    paths.push(source.join(".jekyll-metadata"));
    paths.extend(settings.excluded_names().iter().map(|entry| source.join(entry.trim_matches('/'))));
    Ignored { paths }
}

/// The absolute paths of the configuration files outside of the source.
fn configuration_files(source: &Path, context: &Context) -> Vec<PathBuf> {
    // For files that the command line names, the reference makes no difference.
    let Files::Named(names) = files(&Reference::JEKYLL_4, &context.world, &context.overrides) else {
        return Vec::new();
    };
    names.iter().map(|name| context.world.expand(name)).filter(|file| !file.starts_with(source)).collect()
}

/// The folder of the site's theme. `None` for a site without a theme.
pub(super) fn theme_of(site: &Site) -> Option<PathBuf> {
    site.setup.context.theme.as_ref().map(|theme| PathBuf::from(&theme.root))
}

/// Makes `watch` also watch the folder of the site's theme.
pub(super) fn include_theme(watch: &mut Watch, site: &Site) {
    watch.set_theme(theme_of(site).as_deref());
}

/// A rebuild that a change of files or a request has caused.
#[derive(Debug)]
pub(super) struct Rebuild<'a> {
    /// The changed files. Paths below the source are relative to it.
    pub files: Vec<&'a str>,
    /// The configuration, and the absolute paths of the files in the destination that the build changed.
    pub outcome: Result<(Configuration, Vec<String>), Failure>,
    /// The time that the build took. `steps` has the time of each step.
    pub time: Duration,
    pub steps: Vec<(&'static str, Duration)>,
    /// The messages that the build has logged.
    pub log: &'a Log,
}

/// Warns why all files are compared at intervals. Logs nothing if the user asked for this, or if the reason is the last
/// one that was `shown`.
fn show_polling(watch: &Watch, shown: &mut Option<Polling>, log: &mut Log) {
    let reason = watch.polling().filter(|reason| *shown != Some(*reason));
    let text = match reason {
        None | Some(Polling::Wanted) => return,
        Some(Polling::NoMoreWatches) => {
            "the system cannot watch more folders, so all files are compared twice a second. Raise \
             fs.inotify.max_user_watches to avoid this."
        }
        Some(Polling::NetworkDrive) => {
            "other machines may change the source, so all files are also compared twice a second."
        }
    };
    *shown = reason;
    log.warn("Auto-regeneration:", text);
}

/// Rebuilds after every change of files and every request for a build, forever, and calls `report` after each build.
///
/// `prepare` may change the options before each build.
pub(super) fn regenerate(
    watch: &mut Watch,
    source: &str,
    context: &mut Context,
    prepare: impl Fn(&mut Context),
    mut report: impl FnMut(Rebuild<'_>),
) -> ! {
    let mut shown = None;
    loop {
        show_polling(watch, &mut shown, &mut context.printer.log());
        let changed = watch.changed();
        prepare(context);
        // Each build has its own log, because a server may run for weeks.
        let mut log = context.printer.log();
        let began = crate::world::instant();
        let reason = match changed.len() {
            0 => "an option was changed".to_owned(),
            count => format!("{count} file(s) changed"),
        };
        log.info("Regenerating:", format!("{reason} at {}", now(context)));
        let files: Vec<_> =
            changed.iter().map(|file| file.strip_prefix(source).unwrap_or(file).to_string_lossy()).collect();
        for file in &files {
            log.info("", file.as_ref());
        }
        let mut steps = Vec::new();
        let outcome = build(context, watch, &mut steps, &mut log);
        let time = began.elapsed();
        // A refused file has ended this build, and must not end the next one.
        context.world.take_refused();
        match &outcome {
            Ok(_) => {
                log.info("", format!("...done in {} seconds.", float_to_s(time.as_secs_f64())));
            }
            Err(problem) => log_failure(problem, "Until then, the last site that was built is kept.", &mut log),
        }
        log.push(Message::plain(Level::Info, ""));
        report(Rebuild { files: files.iter().map(AsRef::as_ref).collect(), outcome, time, steps, log: &log });
    }
}

/// Logs why a build failed while Hastie keeps running. `meanwhile` is the last sentence of the advice, such as "Then
/// the site is built again."
pub(super) fn log_failure(problem: &Failure, meanwhile: &str, log: &mut Log) {
    log.push(failure::placed(Message::new(Level::Warn, "Error:", problem.message.as_str()), problem));
    log.warn("Next:", format!("fix it and save the file. {meanwhile}"));
}

fn build(
    context: &Context,
    watch: &mut Watch,
    steps: &mut Vec<(&'static str, Duration)>,
    log: &mut Log,
) -> Result<(Configuration, Vec<String>), Failure> {
    let progress = Arc::new(Progress::default());
    let _limits = Limits::begin(context, &progress);
    // The configuration files were already logged before the first build.
    let configuration = context.load(&mut Log::new())?;
    watch.set_ignored(ignored(&configuration));
    let (configuration, world) = super::build::with_bundled_theme(configuration, context, &mut Log::new())?;
    let mut site = Site::new(configuration.clone(), &world, &registry(), log)?;
    super::build::process(&mut site, &configuration, &world, &progress, log)?;
    *steps = std::mem::take(&mut site.steps);
    let changed = std::mem::take(&mut site.changed);
    include_theme(watch, &site);
    // Freeing a large site takes time. Without another thread, this thread frees it.
    let _ = std::thread::Builder::new().spawn(move || drop(site));
    Ok((configuration, changed))
}

/// The current time in the process's time zone: `2026-11-28 09:30:00`.
pub(super) fn now(context: &Context) -> String {
    let (seconds, _) = context.world.now();
    let zone = crate::config::zone::of_process(&context.world);
    strftime(&Time::local(seconds, 0, &zone), "%Y-%m-%d %H:%M:%S")
}

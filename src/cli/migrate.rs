//! `hastie migrate`: builds a site, and reports what stays the same, what differs, and which files of the repository to
//! change. With `--apply`, it writes these files. Jekyll has no such command.

use super::progress::Watch;
use super::{Context, build, cache, failure};
use crate::config::{Configuration, Settings};
use crate::diagnostic::{Diagnostic, Level, Log, escaped};
use crate::facts::{self, OwnFile, Treatment};
use crate::failure::Failure;
use crate::migrate::{self, Build, Change, Plan, Report, Repository};
use crate::plugins::gemfile;
use crate::reference::Reference;
use crate::site::Site;
use crate::world::write_below;
use hastie_liquid::Value;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Options of `hastie migrate`. Without `--apply`, the site's own files stay unchanged.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// Write the changes; without it, they are only shown
    #[arg(long)]
    apply: bool,
    /// Custom configuration file
    #[arg(long, value_name = "CONFIG_FILE[,CONFIG_FILE2,...]")]
    config: Option<String>,
}

/// The folder for the build, in the site's cache.
const FOLDER: &str = "Hastie/migrate";

/// Prints the report. With `--apply`, also writes the changes, but only if Hastie builds the site. The exit code is 1
/// if building or writing fails.
pub(super) fn run(args: &Args, context: &mut Context) -> ExitCode {
    let configuration = match context.load(&mut Log::new()) {
        Ok(configuration) => configuration,
        Err(problem) => return failure::plain_end(&problem, &mut context.printer.log()),
    };
    let repository = Repository::of(Path::new(&configuration.source), &context.world);
    let arguments = arguments(args, context);
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let plan = migrate::plan(&repository, &arguments, &context.world);
    let folder = match destination(&configuration, context) {
        Ok(folder) => folder,
        Err(problem) => return failure::plain_end(&problem, &mut context.printer.log()),
    };
    let waiting = Watch::word(&context.printer, "Building");
    let build = trial(&configuration, context);
    drop(waiting);
    let versions = migrate::differences(configuration.reference, &context.world);
    let settings: Vec<String> =
        facts::outdated_settings(&configuration).into_iter().map(|(_, sentence)| sentence).collect();
    let is_applied = args.apply && build.failure.is_none();
    let report = Report {
        build: &build,
        versions: &versions,
        settings: &settings,
        plan: &plan,
        is_applied,
        checks: checks(&configuration, &folder, &plan, context),
    };
    if is_applied && let Err((path, error)) = write(&plan.changes, &repository.root) {
        context.printer.log().error("Error:", format!("{path} could not be written: {error}"));
        return ExitCode::FAILURE;
    }
    let text: Vec<String> = report.markdown().lines().map(escaped).map(|line| format!("{line}\n")).collect();
    context.printer.write(&text.concat());
    if args.apply && !is_applied {
        context.printer.log().error("Error:", "Hastie does not build this site, so nothing was written.");
    }
    if build.failure.is_none() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

/// The options of this command that a build in a workflow needs, too.
fn arguments(args: &Args, context: &Context) -> Vec<String> {
    let reference = context.asked_reference.map(|reference| match reference == &Reference::JEKYLL_4 {
        true => "--no-github-pages".to_owned(),
        false => "--github-pages".to_owned(),
    });
    let config = args.config.as_ref().map(|config| format!("--config {config}"));
    reference.into_iter().chain(config).collect()
}

/// The folder for the build: in the site's cache, unless the user has named another.
fn destination(configuration: &Configuration, context: &mut Context) -> Result<String, Failure> {
    if Settings::of(&context.overrides).has_destination() {
        return Ok(configuration.destination.clone());
    }
    let folder = cache::folder(configuration, FOLDER, &context.world)?;
    context.overrides.set("destination", Value::str(folder.as_str()));
    Ok(folder)
}

/// Builds the site. Returns facts about it, the failure if there was one, and all messages.
fn trial(configuration: &Configuration, context: &mut Context) -> Build {
    context.overrides.set("serving", Value::Bool(false));
    let mut log = Log::new();
    let built = build::build(context, &mut log);
    let own = facts::own_ruby(configuration, &context.world);
    let (facts, failure) = match built {
        Ok((_, site)) => (of_site(&site, configuration, &own), None),
        Err(problem) => (vec![("Built as", configuration.reference.name.to_owned())], Some(reason(&problem, &log))),
    };
    Build { facts, failure, messages: log.messages().to_vec() }
}

/// The reason why a build failed, with its place.
fn reason(problem: &Failure, log: &Log) -> String {
    let shown = |text: &str, place: &Option<Box<Diagnostic>>| match place {
        Some(place) => format!("{text}\n{place}"),
        None => text.to_owned(),
    };
    let errors = log.messages().iter().filter(|message| message.level == Level::Error);
    let errors: Vec<String> = errors
        .map(|error| {
            let text = error.text.as_deref().unwrap_or_default();
            shown(format!("{} {text}", error.topic.trim()).trim(), &error.detail)
        })
        .filter(|error| !error.is_empty())
        .collect();
    if errors.is_empty() { shown(&problem.message, &problem.location) } else { errors.join("\n") }
}

/// The facts about a built site for the report, each with its label, such as `Theme`.
fn of_site(site: &Site, configuration: &Configuration, own: &[OwnFile]) -> Vec<(&'static str, String)> {
    let config = &site.setup.context.config;
    let mut facts = vec![("Built as", configuration.reference.name.to_owned())];
    if let Some(theme) = &site.setup.context.theme {
        facts.push(("Theme", format!("{} {}", theme.name, theme.version).trim().to_owned()));
    }
    facts.push(("Markdown", config.settings().markdown().as_str().unwrap_or("kramdown").to_owned()));
    let plugins = facts::running(site);
    if !plugins.is_empty() {
        facts.push(("Plugins that are built in", plugins.join(", ")));
    }
    let gems: Vec<String> = site.plugins.script_host().map(|_| fetched(site)).unwrap_or_default();
    if !gems.is_empty() {
        facts.push(("Plugins that are gems, run by Ruby", gems.join(", ")));
    }
    let treatments = [
        (Treatment::Sandbox, "Ruby files that the sandbox runs"),
        (Treatment::System, "Ruby files that the installed Ruby runs"),
        (Treatment::Replaced, "Ruby files whose work Hastie does without Ruby"),
        (Treatment::Safe, "Ruby files that safe mode, as on GitHub Pages, does not run"),
        (Treatment::Skipped, "Ruby files that are skipped until `hastie ruby install`"),
    ];
    for (treatment, name) in treatments {
        let files = own.iter().filter(|own| own.treatment == treatment);
        let files: Vec<String> = files.map(|own| format!("`{}`", own.file.path)).collect();
        if !files.is_empty() {
            facts.push((name, files.join(", ")));
        }
    }
    facts
}

/// The fetched gems, as `NAME VERSION`.
fn fetched(site: &Site) -> Vec<String> {
    let world = &site.setup.context.world;
    let folders = &site.setup.context.config.fetched.folders;
    let entries = folders.iter().flat_map(|folder| world.list(Path::new(folder)).unwrap_or_default());
    entries.filter_map(|entry| entry.name.rsplit_once('-').map(|(gem, version)| format!("{gem} {version}"))).collect()
}

/// Sentences about what a person may want to check.
fn checks(configuration: &Configuration, folder: &str, plan: &Plan, context: &Context) -> Vec<String> {
    let mut found = Vec::new();
    let old = configuration.destination.as_str();
    if old != folder && context.world.is_folder(Path::new(old)) {
        let shown = |path: &str| path.strip_prefix(&format!("{}/", configuration.source)).unwrap_or(path).to_owned();
        let (old, new) = (shown(old), shown(folder));
        found.push(format!("`hastie compare {old} {new}` compares the site that is in {old} with the new one."));
    }
    if gemfile::exists(&context.world) {
        found.push(
            "Keep the Gemfile and its lock file: Hastie reads the plugins and the versions of gems there.".into(),
        );
    }
    let is_new = |change: &Change| change.old.is_none() && change.path.ends_with(".yml");
    let may_be_github = configuration.reference == &Reference::JEKYLL_4 && context.asked_reference.is_none();
    if may_be_github && !gemfile::exists(&context.world) && plan.changes.iter().any(is_new) {
        let text = "If GitHub Pages builds the branch of this repository today, it uses Jekyll 3.10 with its own plugins. \
                    `hastie migrate --github-pages` shows this build.";
        found.push(text.to_owned());
    }
    found
}

/// Writes all files, but none through a link out of the repository. Returns the path that could not be written.
fn write(changes: &[Change], root: &Path) -> Result<(), (String, io::Error)> {
    for Change { file, path, new, .. } in changes {
        write_below(root, file, new.as_bytes()).map_err(|error| (path.clone(), error))?;
    }
    Ok(())
}

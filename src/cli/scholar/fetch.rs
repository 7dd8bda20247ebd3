//! `hastie scholar fetch`: fetches citation counts from web services into the site's files.

use super::services::Services;
use super::{Target, not_written};
use crate::diagnostic::Log;
use crate::plugins::scholar_stats::suggestion;
use crate::scholar::known::known_works;
use crate::scholar::pages::{Place, places};
use crate::scholar::{Fetched, Origin, Store, Subject, WriteOptions, Written, fetch};
use std::collections::BTreeSet;
use std::process::ExitCode;

/// Options of `hastie scholar fetch`. With `--file` but without `--from`, no service is asked.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    services: Services,
    /// A gs_data.json of another program, as the source of the counts
    #[arg(long, value_name = "FILE")]
    file: Option<String>,
    /// The folder of gs_data.json
    #[arg(long, value_name = "DIR")]
    output: Option<String>,
    /// Write _data/citations.yml even if it does not exist yet
    #[arg(long)]
    citations: bool,
    /// Accept the counts even if there are fewer works or citations than before
    #[arg(long)]
    accept_loss: bool,
    /// Show the changes without writing them
    #[arg(long)]
    dry_run: bool,
}

/// `hastie scholar fetch`: fetches the counts. The exit code is 0 if the site's counts are up to date, or if a dry run
/// succeeds. Otherwise it is 1, and the previous counts, if any, are kept.
pub(super) fn run(args: &Args, target: &Target<'_>, log: &mut Log) -> ExitCode {
    // The command's purpose is network access, so it needs no further permission.
    let world = target.world.clone().online();
    let subject = args.services.subject(Subject::of_site(&target.configuration, &world));
    let store = Store { file: target.data_file(args.output.as_deref()), citations: citations_file(args, target) };
    let last = store.last(&world);
    let known = known_works(&target.configuration, subject.scholar.as_deref(), last.as_ref(), &world, log);
    let asking = |origin: Origin| log.info(format!("{}:", origin.title()), "fetching citation counts...");
    match fetch(
        &args.services.plan(args.file.as_deref().map(|file| world.expand(file))),
        &subject,
        &known,
        &world,
        asking,
    ) {
        Ok(mut fetched) => {
            let places = places(&target.configuration, &world);
            let is_known = |id: &str| fetched.profile.works.iter().any(|work| work.id == id);
            let unknown: BTreeSet<&str> =
                places.iter().map(|place| place.work.id.as_str()).filter(|id| !is_known(id)).collect();
            fetched.profile.unknown_ids = unknown.into_iter().map(str::to_owned).collect();
            report(&fetched, &places, log);
            write(&fetched, &store, args, target, log)
        }
        Err(attempts) => {
            for attempt in attempts {
                log.error(format!("{}:", attempt.origin.title()), attempt.refusal.to_string());
            }
            let state = if last.is_some() { "the previous data is kept" } else { "there is no data yet" };
            log.error(
                "Scholar:",
                format!("no source returned citation counts; {state} in {}", target.shown(&store.file)),
            );
            ExitCode::FAILURE
        }
    }
}

fn write(fetched: &Fetched, store: &Store, args: &Args, target: &Target<'_>, log: &mut Log) -> ExitCode {
    // The user may name a folder anywhere, but the site may not.
    let own = Some(&store.file).filter(|_| args.output.is_none()).into_iter().chain(&store.citations);
    if let Some(problem) = own.map(|path| target.check_inside(path)).find_map(Result::err) {
        log.error("Scholar:", problem);
        return ExitCode::FAILURE;
    }
    let options = WriteOptions { accept_loss: args.accept_loss, dry_run: args.dry_run };
    match store.write(&fetched.profile, target.world.now(), options, target.world) {
        Ok(Written::Files(files)) => {
            let verb = if args.dry_run { "would write" } else { "wrote" };
            for file in files {
                log.info("Scholar:", format!("{verb} {}", target.shown(&file)));
            }
            ExitCode::SUCCESS
        }
        Ok(Written::Same) => {
            log.info("Scholar:", "all numbers are unchanged");
            ExitCode::SUCCESS
        }
        Ok(Written::Kept(loss)) => {
            log.error("Scholar:", format!("{loss}; the previous data is kept. --accept-loss accepts the new numbers"));
            ExitCode::FAILURE
        }
        Err(error) => {
            let problem = not_written(target.shown(&store.file), &error);
            log.error("Scholar:", format!("the previous data is kept: {problem}"));
            ExitCode::FAILURE
        }
    }
}

fn report(fetched: &Fetched, places: &[Place], log: &mut Log) {
    for attempt in &fetched.attempts {
        log.warn(format!("{}:", attempt.origin.title()), attempt.refusal.to_string());
    }
    let profile = &fetched.profile;
    let origin = fetched.origin.title();
    log.info(format!("{origin}:"), format!("{} citations of {} works", profile.cited_by.all, profile.works.len()));
    for title in &fetched.unmatched {
        let advice = "add google_scholar_id to its entry in a .bib file, or scholar in _data/publications.yml";
        log.warn("Not matched:", format!("the id of \"{title}\" on Google Scholar is unknown; {advice}"));
    }
    for work in &fetched.missing {
        let title = if work.title.is_empty() { String::new() } else { format!(" (\"{}\")", work.title) };
        log.warn("Not found:", format!("{origin} has no work with the id \"{}\"{title}", work.scholar_id));
    }
    for Place { file, work } in places.iter().filter(|place| profile.unknown_ids.contains(&place.work.id)) {
        let hint = suggestion(&work.before, profile)
            .map(|work| format!(": did you mean \"{}\" (\"{}\")?", work.id, work.title))
            .unwrap_or_default();
        log.warn("Not found:", format!("{file}:{}: there is no work with the id \"{}\"{hint}", work.line, work.id));
    }
}

/// The path of `_data/citations.yml`, if the file exists or was requested on the command line.
fn citations_file(args: &Args, target: &Target<'_>) -> Option<std::path::PathBuf> {
    let path = target.source().join("_data/citations.yml");
    (args.citations || target.world.is_file(&path)).then_some(path)
}

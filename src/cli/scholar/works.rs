//! `hastie scholar works`: proposes works of the author that the site does not list, as BibTeX for review.

use super::services::Services;
use super::{Target, put};
use crate::diagnostic::Log;
use crate::scholar::known::listed;
use crate::scholar::{Origin, Subject, fetch};
use hastie_scholar::{bibliography_of_works, new_works};

/// Options of `hastie scholar works`. A relative path in `file` starts at the current folder.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// The .bib file to write, which must not exist; without it, the entries go to standard output
    #[arg(value_name = "FILE")]
    file: Option<String>,
    #[command(flatten)]
    services: Services,
}

impl Args {
    /// Whether the entries go to standard output.
    pub(super) fn prints(&self) -> bool {
        self.file.is_none()
    }
}

/// Asks the services, and writes or prints entries for the works that the site does not list. Files of the site are
/// never changed.
pub(super) fn run(args: &Args, target: &Target<'_>, log: &mut Log) -> Result<(), String> {
    // The command's purpose is network access, so it needs no further permission.
    let world = target.world.clone().online();
    if let Some(file) = args.file.as_deref().filter(|file| world.exists(&world.expand(file))) {
        return Err(format!("{file} exists, and is not overwritten"));
    }
    let subject = args.services.subject(Subject::of_site(&target.configuration, &world));
    // Messages would be mixed with entries on standard output.
    let asking = |origin: Origin| {
        if args.file.is_some() {
            log.info(format!("{}:", origin.title()), "fetching works...");
        }
    };
    let fetched = fetch(&args.services.plan(None), &subject, &[], &world, asking).map_err(|attempts| {
        let reasons = attempts.iter().map(|attempt| format!("{}: {}", attempt.origin.title(), attempt.refusal));
        format!("no source returned works. {}", reasons.collect::<Vec<_>>().join(". "))
    })?;
    for attempt in &fetched.attempts {
        log.warn(format!("{}:", attempt.origin.title()), attempt.refusal.to_string());
    }
    let known = listed(&target.configuration, subject.scholar.as_deref(), &world, log);
    let new = new_works(&fetched.profile.works, &known);
    let (all, origin) = (fetched.profile.works.len(), fetched.origin.title());
    let summary = format!("{} of {all} works are not listed by the site", new.len());
    if args.file.is_some() {
        log.info(format!("{origin}:"), summary.as_str());
        if new.is_empty() {
            return Ok(());
        }
    }
    let keys: Vec<String> = known.into_iter().filter_map(|work| work.key).collect();
    // BibTeX ignores text outside of entries.
    let bib = format!("% {origin}: {summary}.\n\n{}", bibliography_of_works(&new, &keys));
    let bib = format!("{}\n", bib.trim_end());
    put(&bib, args.file.as_deref(), target, log, "Works:")
}

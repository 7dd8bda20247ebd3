//! `hastie scholar fetch`: citation counts from the services into the site's files.

use super::data_folder;
use crate::cli::progress::Watch;
use crate::cli::{Context, build, failure};
use crate::config::Configuration;
use crate::diagnostic::Log;
use crate::scholar::known::known_works;
use crate::scholar::service::Manners;
use crate::scholar::{Fetched, Origin, Plan, Store, Subject, Written, fetch};
use crate::world::World;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

/// Options of `hastie scholar fetch`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The id on Google Scholar, or the profile's address
    #[arg(long, value_name = "ID")]
    user: Option<String>,
    /// The ORCID iD, for OpenAlex
    #[arg(long, value_name = "ID")]
    orcid: Option<String>,
    /// The author's id on Semantic Scholar
    #[arg(long, value_name = "ID")]
    semantic_scholar: Option<String>,
    /// The sources, tried in this order
    #[arg(long, value_name = "SOURCE", value_delimiter = ',', default_values = ["scholar", "openalex", "semantic-scholar"])]
    from: Vec<Source>,
    /// A gs_data.json to take the numbers from (with --from file)
    #[arg(long, value_name = "FILE")]
    file: Option<String>,
    /// The folder of gs_data.json
    #[arg(long, value_name = "DIR")]
    output: Option<String>,
    /// Write _data/citations.yml even if there is none yet
    #[arg(long)]
    citations: bool,
    /// Take the numbers even if there are fewer works or citations than before
    #[arg(long)]
    accept_loss: bool,
    /// Show the changes without writing them
    #[arg(long)]
    dry_run: bool,
    /// The time limit for everything together, in seconds
    #[arg(long, value_name = "SECONDS", default_value_t = 120)]
    timeout: u64,
    /// Seconds before the second try; the third waits four times as long
    #[arg(long, value_name = "SECONDS", default_value_t = 2)]
    pause: u64,
    /// The address of Google Scholar
    #[arg(long, value_name = "URL", default_value = "https://scholar.google.com")]
    scholar_url: String,
    /// The address of OpenAlex
    #[arg(long, value_name = "URL", default_value = "https://api.openalex.org")]
    openalex_url: String,
    /// The address of Semantic Scholar
    #[arg(long, value_name = "URL", default_value = "https://api.semanticscholar.org")]
    semantic_scholar_url: String,
}

/// A source, as written on the command line.
#[derive(clap::ValueEnum, Clone, Copy, Debug)]
enum Source {
    Scholar,
    Openalex,
    SemanticScholar,
    File,
}

impl Args {
    fn plan(&self, world: &World) -> Plan {
        let origin = |source: &Source| match source {
            Source::Scholar => Origin::Scholar,
            Source::Openalex => Origin::OpenAlex,
            Source::SemanticScholar => Origin::SemanticScholar,
            Source::File => Origin::File,
        };
        let base = |url: &str| url.trim_end_matches('/').to_owned();
        let total = Duration::from_secs(self.timeout);
        let manners = Manners { total, pause: Duration::from_secs(self.pause), ..Manners::default() };
        Plan {
            origins: self.from.iter().map(origin).collect(),
            scholar_url: base(&self.scholar_url),
            openalex_url: base(&self.openalex_url),
            semantic_scholar_url: base(&self.semantic_scholar_url),
            file: self.file.as_deref().map(|file| world.expand(file)),
            manners,
        }
    }
}

/// Fetches the numbers. Exit code 0 where the site has good numbers of today, 1 where the last good ones stayed.
pub fn run(args: &Args, context: &mut Context) -> ExitCode {
    let mut log = context.printer.log();
    match build::configure(context, &mut log) {
        // This command is for asking: it needs no further permission.
        Ok(configuration) => {
            let _waiting = Watch::word(&context.printer, "Asking");
            fetch_all(args, &configuration, &context.world.clone().online(), &mut log)
        }
        Err(problem) => failure::plain_end(&problem, &mut log),
    }
}

fn fetch_all(args: &Args, configuration: &Configuration, world: &World, log: &mut Log) -> ExitCode {
    let subject = Subject::of_site(configuration, world);
    let subject = subject.with(args.user.as_deref(), args.orcid.as_deref(), args.semantic_scholar.as_deref());
    let folder = data_folder(args.output.as_deref(), configuration, world);
    let citations = citations_file(args, configuration, world);
    let store = Store { folder, citations };
    let last = store.last(world);
    let known = known_works(Path::new(&configuration.source), last.as_ref(), world);
    let fetched = match fetch(&args.plan(world), &subject, &known, world) {
        Ok(fetched) => fetched,
        Err(attempts) => {
            for attempt in attempts {
                log.error(format!("{}:", attempt.origin.title()), attempt.refusal.to_string());
            }
            let state = if last.is_some() { "the last good data stays" } else { "there is no data yet" };
            log.error("Scholar:", format!("no source had the numbers; {state} in {}", store.folder.display()));
            return ExitCode::FAILURE;
        }
    };
    report(&fetched, log);
    match store.write(&fetched.profile, world.now(), args.accept_loss, args.dry_run, world) {
        Ok(Written::Files(files)) => {
            let verb = if args.dry_run { "would write" } else { "wrote" };
            for file in files {
                log.info("Scholar:", format!("{verb} {}", file.display()));
            }
            ExitCode::SUCCESS
        }
        Ok(Written::Same) => {
            log.info("Scholar:", "all numbers are as they were");
            ExitCode::SUCCESS
        }
        Ok(Written::Kept(loss)) => {
            log.error("Scholar:", format!("{loss}; the last good data stays. --accept-loss takes the new numbers"));
            ExitCode::FAILURE
        }
        Err(error) => {
            log.error("Scholar:", format!("the files cannot be written, the last good data stays: {error}"));
            ExitCode::FAILURE
        }
    }
}

fn report(fetched: &Fetched, log: &mut Log) {
    for attempt in &fetched.attempts {
        log.warn(format!("{}:", attempt.origin.title()), attempt.refusal.to_string());
    }
    let profile = &fetched.profile;
    let numbers = format!("{} citations of {} works", profile.cited_by.all, profile.works.len());
    log.info(format!("{}:", fetched.origin.title()), numbers);
    for title in &fetched.unmatched {
        log.warn("Not matched:", format!("no id on Google Scholar is known for \"{title}\""));
    }
}

/// `_data/citations.yml`, where the site has one, or the command line asks for it.
fn citations_file(args: &Args, configuration: &Configuration, world: &World) -> Option<PathBuf> {
    let path = Path::new(&configuration.source).join("_data/citations.yml");
    (args.citations || world.is_file(&path)).then_some(path)
}

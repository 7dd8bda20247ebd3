//! `hastie check`: builds the site into the cache folder, and reports its faults with their lines in the source.

mod bibliographies;
mod external;
mod read;
mod report;
mod sources;

use super::limits::Limits;
use super::progress::Watch;
use super::{Context, build, cache, failure, options};
use crate::check::{self, RULES};
use crate::config::Settings;
use crate::diagnostic::Log;
use hastie_liquid::Value;
use sources::Sources;
use std::process::ExitCode;
use std::sync::Arc;

/// Options of `hastie check`. Without `--destination`, the site is built into a folder of the site's cache.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    #[command(flatten)]
    build: options::Build,
    /// Rules to skip
    #[arg(long, value_name = "RULE,...", value_delimiter = ',', value_parser = rule_names())]
    disable: Vec<String>,
    /// Files of the built site to skip, as patterns such as 'old/*'
    #[arg(long, value_name = "GLOB,...", value_delimiter = ',')]
    exclude: Vec<String>,
    /// Also request the links to other sites
    #[arg(long)]
    external: bool,
    /// The format of the report: text (the default), json, github (annotations) or sarif
    #[arg(long = "format", value_name = "FORMAT", value_parser = ["text", "json", "github", "sarif"])]
    report: Option<String>,
}

fn rule_names() -> Vec<&'static str> {
    RULES.iter().map(|rule| rule.name).collect()
}

/// A fault with its place in the source.
struct Fault {
    rule: &'static str,
    /// The path of the file with the fault, relative to the source. If that file is not known, the path of a built
    /// page.
    file: String,
    /// The line of the fault in `file`, starting at 1.
    line: usize,
    message: String,
    /// The pages of the built site that have the fault.
    pages: Vec<String>,
}

/// Builds and checks the site. The exit code is 0 if there are no faults.
pub(super) fn run(args: &Args, context: &mut Context) -> ExitCode {
    context.overrides.set("serving", Value::Bool(false));
    if !Settings::of(&context.overrides).has_destination()
        && let Ok(preliminary) = context.load(&mut Log::new())
    {
        match cache::folder(&preliminary, "Hastie/check", &context.world) {
            Ok(folder) => context.overrides.set("destination", Value::str(folder)),
            Err(problem) => return failure::plain_end(&problem, &mut context.printer.log()),
        }
    }
    let (configuration, site) = match build::build(context, &mut Log::new()) {
        Ok(built) => built,
        Err(problem) => return failure::end(&problem, "check", context, &mut context.printer.log()),
    };
    let _limits = Limits::begin(context, &Arc::default());
    let mut built = match read::built(&configuration, &context.world, &args.exclude) {
        Ok(built) => built,
        Err(error) => {
            let text = format!("{} cannot be read: {error}", configuration.destination);
            context.printer.log().error("Error:", text);
            return ExitCode::FAILURE;
        }
    };
    bibliographies::read(&site, &mut built);
    if args.external {
        let waiting = Watch::word(&context.printer, "Asking");
        let asked = external::ask(&check::external_addresses(&built), &configuration, &context.world);
        drop(waiting);
        match asked {
            Ok(problems) => built.external = problems,
            Err(problem) => {
                context.printer.log().error("Error:", problem);
                return ExitCode::FAILURE;
            }
        }
    }
    let findings = check::check(&built, &args.disable);
    let faults = match findings.is_empty() {
        true => Vec::new(),
        false => Sources::new(&configuration, &site, context).locate(&built, findings),
    };
    let text = match args.report.as_deref() {
        Some("json") => report::json(&faults),
        Some("github") => report::github(&faults),
        Some("sarif") => report::sarif(&faults),
        _ => report::text(&faults, built.pages.len()),
    };
    context.printer.write(&text);
    std::mem::forget(built);
    build::forget(site);
    if faults.is_empty() { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

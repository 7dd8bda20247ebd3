//! `hastie build` (Jekyll::Commands::Build).

use super::progress::Watch;
use super::{Context, JEKYLL_VERSION, options};
use crate::config::Configuration;
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use crate::progress::Progress;
use crate::site::Site;
use hastie_liquid::Value;
use std::process::ExitCode;
use std::sync::Arc;

/// Options of `hastie build`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    build: options::Build,
}

/// Builds the site once.
pub fn run(args: &Args, context: &mut Context) -> ExitCode {
    context.overrides.set("serving", Value::Bool(false));
    if args.build.quiet {
        context.printer.set_level(Level::Error);
    } else if args.build.verbose {
        context.printer.set_level(Level::Debug);
    }
    let mut log = context.printer.log();
    match build(context, &mut log) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => give_up("build", &failure, context.trace, &mut log),
    }
}

fn build(context: &Context, log: &mut Log) -> Result<(), Failure> {
    let config = Configuration::load(&context.world, &context.overrides, log)?;
    let (source, destination) = (config.source.clone(), config.destination.clone());
    let incremental = config.is_set("incremental");
    let mut site = Site::new(config, &context.world, log)?;
    let start = std::time::Instant::now();
    log.info("Source:", source);
    log.info("Destination:", destination);
    log.info("Incremental build:", if incremental { "enabled" } else { "disabled. Enable with --incremental" });
    log.push(Message::plain(Level::Info, "Generating..."));
    let progress = Arc::new(Progress::default());
    let watch = Watch::start(&context.printer, &progress);
    let processed = site.process(&progress, log);
    drop(watch);
    if let Err(failure) = &processed
        && failure.fatal
    {
        log.error("ERROR:", "YOUR SITE COULD NOT BE BUILT:");
        log.error("", "------------------------------------");
        log.error("", failure.message.clone());
    }
    processed?;
    log.info("", format!("done in {:.3} seconds.", start.elapsed().as_secs_f64()));
    log.info("Auto-regeneration:", "disabled. Use --watch to enable.");
    Ok(())
}

/// What Jekyll says at the end of a command that failed; besides, what went wrong and where.
fn give_up(command: &str, failure: &Failure, trace: bool, log: &mut Log) -> ExitCode {
    let advice = format!(" Please append `--trace` to the `{command}` command ");
    let dashes = "-".repeat(advice.len());
    log.error("", dashes.clone());
    log.error(format!("Jekyll {JEKYLL_VERSION} "), advice);
    log.error("", " for any additional information or backtrace. ");
    log.error("", dashes);
    let words = if trace { format!("{} ({})", failure.message, failure.class) } else { failure.message.clone() };
    let mut message = Message::new(Level::Error, "", words);
    if let Some(place) = &failure.place {
        message = message.at((**place).clone());
    }
    log.push(message);
    ExitCode::FAILURE
}

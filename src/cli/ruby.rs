//! `hastie ruby`: installs the Ruby interpreter for a site's own plugins, and runs scripts with it.

use super::{Context, failure};
use crate::failure::Failure;
use crate::ruby_plugins::{self, MISSING, PACKAGE};
use crate::world::{Request, World};
use std::process::{Command, ExitCode};

/// Options of `hastie ruby`. `file` has no effect if `what` is a script.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
    /// `install`, or a script to run
    what: String,
    /// The file or URL to install: npm's archive of the module, or the module itself; without it, the `npm` client
    /// fetches it
    file: Option<String>,
}

/// Installs the sandboxed Ruby (`hastie ruby install`), or runs a script in the Ruby that the site's plugins use.
pub(super) fn run(args: &Args, context: &mut Context) -> ExitCode {
    let mut log = context.printer.log();
    let done = if args.what == "install" {
        install(args.file.as_deref(), context).map(|place| {
            log.info("Ruby:", format!("{place} is ready"));
        })
    } else {
        context
            .load(&mut log)
            .and_then(|config| ruby_plugins::run_script(&args.what, &config, &context.world, &mut log))
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => failure::plain_end(&problem, &mut log),
    }
}

fn install(file: Option<&str>, context: &Context) -> Result<String, Failure> {
    if !crate::CAN_RUN_RUBY {
        return Err(Failure::raised("LoadError", MISSING));
    }
    let world = &context.world;
    let unreadable = |what: &str, error: std::io::Error| Failure::raised("IOError", format!("{what}: {error}"));
    let bytes = match file {
        Some(url) if url.starts_with("https://") || url.starts_with("http://") => download(url, world)?,
        Some(file) => world.read_named(&world.expand(file)).map_err(|error| unreadable(file, error))?,
        None => {
            let _waiting = super::progress::Watch::word(&context.printer, "Fetching");
            fetch(context)?
        }
    };
    // This takes a few seconds if the engine compiles the module.
    let _waiting = super::progress::Watch::word(&context.printer, "Starting Ruby");
    ruby_plugins::install(&bytes, world).map(|place| place.display().to_string())
}

/// The maximum size of an archive in bytes.
const MAX_BYTES: u64 = 256 << 20;

/// Downloads the archive. Its digest is verified later.
fn download(url: &str, world: &World) -> Result<Vec<u8>, Failure> {
    let failed = |text: String| Failure::raised("IOError", format!("{url}: {text}"));
    match world.request_dependency(&Request { url, headers: &[], limit: MAX_BYTES, redirections: 5 }) {
        Ok(answer) if answer.is_success() => Ok(answer.body),
        Ok(answer) => Err(failed(format!("{} {}", answer.status, answer.reason))),
        Err(error) => Err(failed(error.to_string())),
    }
}

/// Downloads the package with the `npm` client.
fn fetch(context: &Context) -> Result<Vec<u8>, Failure> {
    let failed = |text: String| Failure::raised("IOError", text);
    let folder = std::env::temp_dir().join(format!("hastie-ruby-{}", std::process::id()));
    std::fs::create_dir_all(&folder).map_err(|error| failed(format!("{}: {error}", folder.display())))?;
    let said = Command::new(NPM).args(["pack", "--silent", PACKAGE]).current_dir(&folder).output();
    let found = said.map_err(|error| failed(format!("npm: {error}. {HOW}"))).and_then(|said| {
        let name = String::from_utf8_lossy(&said.stdout).trim().lines().last().unwrap_or_default().to_string();
        let archive = folder.join(&name);
        if !said.status.success() || name.is_empty() {
            return Err(failed(format!("npm could not fetch {PACKAGE}. {HOW}")));
        }
        context.world.read(&archive).map_err(|error| failed(format!("{}: {error}", archive.display())))
    });
    let _ = std::fs::remove_dir_all(&folder);
    found
}

/// The name of npm's client, which is a script on Windows.
const NPM: &str = if cfg!(windows) { "npm.cmd" } else { "npm" };

const HOW: &str = "Download its archive in another way, and run 'hastie ruby install FILE'";

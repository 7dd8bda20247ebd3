//! `hastie theme vendor`: copies the theme into the site.
//!
//! A gem is copied to `vendor/bundle`, which is searched before all other gem folders and which Jekyll excludes. A
//! theme from a repository is copied to `vendor/gems`, and the configuration has to refer to it.

use crate::cli::{Context, failure};
use crate::config::cache;
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::model::Theme;
use crate::path;
use crate::world::{Kind, World};
use std::fs;
use std::io;
use std::path::Path;
use std::process::ExitCode;

/// Options of `hastie theme vendor`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Show what would be copied, without fetching or writing anything
    #[arg(long)]
    dry_run: bool,
}

const TOPIC: &str = "Theme:";

/// The folder for gems, with Bundler's layout.
const GEMS: &str = "vendor/bundle/ruby/hastie";

/// The folder for other themes.
const OTHERS: &str = "vendor/gems";

/// The maximum nesting of folders.
const DEPTH: usize = 64;

/// Copies the theme.
pub fn run(args: &Args, context: &mut Context) -> ExitCode {
    let mut log = context.printer.log();
    match vendor(args, context, &mut log) {
        Ok(()) => ExitCode::SUCCESS,
        Err(problem) => failure::plain_end(&problem, &mut log),
    }
}

fn vendor(args: &Args, context: &Context, log: &mut Log) -> Result<(), Failure> {
    let site = super::site(context, args.dry_run, log)?;
    let (setup, world) = (&site.setup, &context.world);
    let Some(theme) = &setup.theme else {
        log.info(TOPIC, "the site has none");
        return Ok(());
    };
    let real_source = world.real_path(Path::new(&setup.source)).unwrap_or_else(|_| setup.source.clone().into());
    let root = Path::new(&theme.root);
    let cache = real_source.join(cache::name(&setup.config));
    // Names that start with a period are caches.
    let is_hidden = |below: &Path| below.to_string_lossy().starts_with('.');
    if root.strip_prefix(&real_source).is_ok_and(|below| !is_hidden(below)) && !root.starts_with(cache) {
        log.info(TOPIC, format!("{} is already part of the site, in {}", theme.name, theme.root));
        return Ok(());
    }
    let is_gem = setup.config.get("remote_theme").as_str().is_none();
    let below = if is_gem {
        format!("{GEMS}/gems/{}-{}", theme.name, theme.version)
    } else {
        format!("{OTHERS}/{}", path::basename(&theme.name))
    };
    let target = setup.in_source(&below);
    if world.is_folder(Path::new(&target)) {
        log.info(TOPIC, format!("{below} already exists"));
        return Ok(());
    }
    if args.dry_run {
        log.info(TOPIC, format!("would copy {} {} to {below}", theme.name, theme.version));
        return Ok(());
    }
    let unwritten =
        |error: io::Error| Failure::raised("SystemCallError", format!("{below} cannot be written: {error}"));
    let partial = format!("{target}.partial-{}", std::process::id());
    let copied = copy(world, root, Path::new(&partial), DEPTH);
    let outcome = copied.and_then(|()| fs::rename(&partial, &target));
    if outcome.is_err() {
        let _ = fs::remove_dir_all(&partial);
    }
    outcome.map_err(unwritten)?;
    if is_gem {
        specification(theme, world, &setup.in_source(GEMS)).map_err(unwritten)?;
        log.info(TOPIC, format!("{} {} copied to {below}, which builds search", theme.name, theme.version));
    } else {
        log.info(TOPIC, format!("{} copied to {below}. Set `remote_theme: ./{below}` to build with it", theme.name));
    }
    Ok(())
}

/// Writes the gem's specification to the `specifications` folder of RubyGems.
fn specification(theme: &Theme, world: &World, gems: &str) -> io::Result<()> {
    let name = format!("specifications/{}.gemspec", path::basename(&theme.root));
    let kept = path::join(path::dirname(path::dirname(&theme.root)), &name);
    if !world.is_file(Path::new(&kept)) {
        return Ok(());
    }
    let target = path::join(gems, &format!("specifications/{}-{}.gemspec", theme.name, theme.version));
    fs::create_dir_all(path::dirname(&target))?;
    fs::write(target, world.read(Path::new(&kept))?)
}

fn copy(world: &World, from: &Path, to: &Path, depth: usize) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in world.list(from)? {
        let (source, target) = (from.join(&entry.name), to.join(&entry.name));
        match entry.kind {
            Kind::File => fs::write(target, world.read(&source)?)?,
            Kind::Folder if depth > 0 => copy(world, &source, &target, depth - 1)?,
            _ => return Err(io::Error::other(format!("{} is not a file of a theme", source.display()))),
        }
    }
    Ok(())
}

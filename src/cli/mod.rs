//! The command line. Each command has its own file. Only this module prints.
//!
//! Commands, options, exit codes and log lines are the same as Jekyll's (`exe/jekyll` and `lib/jekyll/commands`), and
//! there are additional commands. The exit code is 0 on success and 1 on failure.
//!
//! [`run`] parses the arguments with clap, builds a [`Context`] and calls the command's `run` function.

mod build;
mod built_files;
mod cache;
mod check;
mod clean;
mod compare;
mod completions;
mod compose;
mod console;
mod deprecated;
mod diagnostics;
mod docs;
mod doctor;
mod failure;
mod help;
mod highlight;
mod jsonl;
mod kramdown;
mod limits;
mod liquid;
mod log;
mod man;
mod migrate;
mod new;
mod new_theme;
mod options;
mod overview;
mod progress;
mod ruby;
mod sass;
mod scholar;
#[cfg_attr(target_family = "wasm", path = "serve_left_out.rs")]
mod serve;
mod theme;
mod timeout;
mod usage_error;
mod vendor;
#[cfg_attr(target_family = "wasm", path = "watch_left_out.rs")]
mod watch;
#[cfg_attr(target_family = "wasm", path = "watchdog_left_out.rs")]
mod watchdog;
mod web;
mod yaml;

pub use log::Printer;

use crate::config::{Configuration, Settings, raw};
use crate::diagnostic::{Level, Log};
use crate::failure::Failure;
use crate::reference::Reference;
use crate::world::World;
use clap::error::ErrorKind;
use clap::{CommandFactory, FromArgMatches, Parser, Subcommand};
use hastie_liquid::{Hash, Value};
use std::ffi::OsString;
use std::process::ExitCode;
use watchdog::Watchdog;

/// Builds an existing Jekyll site exactly as Ruby Jekyll does, without Ruby
#[derive(Parser, Debug)]
#[command(
    name = "hastie",
    version,
    infer_long_args = true,
    args_override_self = true,
    disable_help_subcommand = true,
    subcommand_required = true,
    arg_required_else_help = false,
    disable_version_flag = true,
    disable_help_flag = true,
    propagate_version = true,
    after_help = "Run 'hastie help COMMAND' for the options of a command, 'hastie docs' for more."
)]
struct Cli {
    #[command(flatten)]
    global: options::Global,
    #[command(subcommand)]
    command: Command,
}

/// The commands. Each has one line here and its own file.
#[derive(Subcommand, Debug)]
enum Command {
    /// Build your site
    #[command(visible_alias = "b")]
    Build(build::Args),
    /// Serve your site locally
    #[command(visible_aliases = ["server", "s"])]
    Serve(serve::Args),
    /// Creates a new Jekyll site scaffold in PATH
    New(new::Args),
    /// Creates a new Jekyll theme scaffold
    NewTheme(new_theme::Args),
    /// Clean the site (removes site output and metadata file) without building
    Clean(clean::Args),
    /// Create a post
    Post(compose::post::Args),
    /// Create a draft
    Draft(compose::draft::Args),
    /// Move a draft to the posts, with a date
    Publish(compose::publish::Args),
    /// Move a post back to the drafts
    Unpublish(compose::unpublish::Args),
    /// Create a page
    Page(compose::page::Args),
    /// Give a post, draft or page another title and file name
    Rename(compose::rename::Args),
    /// Create a document in any collection
    Compose(compose::anything::Args),
    /// Search site and print specific deprecation warnings
    #[command(visible_alias = "hyde")]
    Doctor(doctor::Args),
    /// Find broken links, missing images and other faults of the built site
    Check(check::Args),
    /// Show what to change so that Hastie builds a repository's site
    Migrate(migrate::Args),
    /// Show how two built sites differ
    Compare(compare::Args),
    /// Show the help message, optionally for a given subcommand
    Help(help::Args),
    /// Show a page of the documentation
    Docs(docs::Args),
    /// Fetch citation counts, draw a badge, import and export publications
    Scholar(scholar::Args),
    /// Show the location of the site's theme, or copy the theme into the site
    Theme(theme::Args),
    /// Fetch the theme and the gems that the site needs, and copy them into the site
    Vendor(vendor::Args),
    /// Render Liquid templates
    Liquid(liquid::Args),
    /// Convert Markdown in kramdown's dialect to HTML
    Kramdown(kramdown::Args),
    /// Compile a style sheet
    Sass(sass::Args),
    /// Highlight source code
    Highlight(highlight::Args),
    /// Read YAML like Jekyll, and print it as JSON
    Yaml(yaml::Args),
    /// Install the Ruby that runs a site's own plugins, or run a script in it
    Ruby(ruby::Args),
    /// Print the completion script for a shell
    #[command(hide = true)]
    Completions(completions::Args),
    /// Write the manual pages
    #[command(hide = true)]
    Man(man::Args),
}

/// The services and settings that every command receives besides its own arguments.
pub struct Context {
    /// Files, environment and clock.
    pub world: World,
    /// Prints log messages and output.
    pub printer: Printer,
    /// The configuration values set by options.
    pub overrides: Hash,
    /// Whether `--trace` was given.
    pub trace: bool,
    /// The reference that `--github-pages` or `--no-github-pages` selects. `None` without these options.
    pub asked_reference: Option<&'static Reference>,
    /// Checks the limits of builds, and waits for signals.
    watchdog: Watchdog,
}

impl Context {
    /// Copies the context for another thread.
    #[cfg(not(target_family = "wasm"))]
    fn copy(&self) -> Self {
        Context {
            world: self.world.clone(),
            printer: self.printer.clone(),
            overrides: self.overrides.clone(),
            trace: self.trace,
            asked_reference: self.asked_reference,
            watchdog: self.watchdog.clone(),
        }
    }

    /// The version of Jekyll to reproduce, selected by an option, or else by the configuration key `github_pages`.
    /// Without these, GitHub Pages if the Gemfile names its gem, and Jekyll 4 if not.
    fn reference(&self) -> &'static Reference {
        let by_key = || match raw::peek(&self.world, &self.overrides, "github_pages") {
            Some(Value::Bool(true)) => Some(&Reference::GITHUB_PAGES),
            Some(Value::Bool(false)) => Some(&Reference::JEKYLL_4),
            _ => None,
        };
        let by_gemfile = || {
            let names_it = crate::plugins::gemfile::names_github_pages(&self.world);
            if names_it { &Reference::GITHUB_PAGES } else { &Reference::JEKYLL_4 }
        };
        self.asked_reference.or_else(by_key).unwrap_or_else(by_gemfile)
    }

    /// Loads the configuration from files and options.
    ///
    /// # Errors
    /// Same as [`Configuration::load`].
    fn load(&self, log: &mut Log) -> Result<Configuration, Failure> {
        let reference = self.reference();
        if reference != &Reference::JEKYLL_4 {
            log.info("Reference:", reference.name);
        }
        Configuration::load_as(reference, &self.world, &self.overrides, log)
    }

    /// `LogAdapter#adjust_verbosity`: quiet takes precedence over verbose.
    fn adjust_verbosity(&self) {
        let typed = Settings::of(&self.overrides);
        if typed.quiet() {
            self.printer.set_level(Level::Error);
        } else if typed.verbose() {
            self.printer.set_level(Level::Debug);
        }
    }

    /// Logs Jekyll's debug message about its verbosity.
    fn log_verbosity(&self, log: &mut Log) {
        // Finding out the version of Jekyll requires reading the configuration files.
        if self.printer.level() != Level::Debug {
            return;
        }
        log.debug("Logging at level:", "debug");
        log.debug("Jekyll Version:", self.reference().jekyll_version);
    }
}

/// Runs the program. The first argument is the program's name.
pub fn run(arguments: impl IntoIterator<Item = OsString>) -> ExitCode {
    let world = match World::of_process() {
        Ok(world) => world,
        Err(error) => return fail(&format!("hastie: the current folder cannot be read: {error}")),
    };
    let printer = match Printer::new(&world) {
        Ok(printer) => printer,
        Err(message) => return fail(&format!("hastie: {message}")),
    };
    let arguments: Vec<OsString> = arguments.into_iter().collect();
    deprecated::warn(&arguments, &mut printer.log());
    let matches = match Cli::command().try_get_matches_from(&arguments) {
        Ok(matches) => matches,
        Err(error) if error.kind() == ErrorKind::MissingSubcommand => {
            return match without_command(arguments, world, printer.clone()) {
                Ok(context) => overview::run(&context),
                Err(error) => usage_error::report(&error, &printer),
            };
        }
        Err(error) => return usage_error::report(&error, &printer),
    };
    let cli = match Cli::from_arg_matches(&matches) {
        Ok(cli) => cli,
        Err(error) => return usage_error::report(&error, &printer),
    };
    let overrides = matches.subcommand().map(|(_, matches)| options::overrides(matches)).unwrap_or_default();
    if matches.subcommand().is_some_and(|(_, matches)| options::asks_for_json(matches)) {
        printer.print_json(diagnostics::SettingLocations { world: world.clone(), overrides: overrides.clone() });
    }
    options::warn_of_ignored(&matches, &mut printer.log());
    let build = options::build(world.options(), &cli.global, matches.subcommand().map(|(_, matches)| matches));
    let world = world.with_options(build);
    let timeout = matches.subcommand().and_then(|(_, matches)| options::timeout(matches));
    let world = timeout.map_or(world.clone(), |timeout| world.with_timeout(timeout));
    let mut context = Context {
        world,
        printer,
        overrides,
        trace: cli.global.trace,
        asked_reference: options::reference(&cli.global),
        watchdog: Watchdog::default(),
    };
    let code = perform(cli.command, &mut context);
    context.printer.finish();
    code
}

/// Calls the `run` function of a command. Returns the command's exit code.
fn perform(command: Command, context: &mut Context) -> ExitCode {
    match command {
        Command::Build(args) => build::run(&args, context),
        Command::Serve(args) => serve::run(&args, context),
        Command::New(args) => new::run(&args, context),
        Command::NewTheme(args) => new_theme::run(&args, context),
        Command::Clean(args) => clean::run(&args, context),
        Command::Post(args) => compose::post::run(&args, context),
        Command::Draft(args) => compose::draft::run(&args, context),
        Command::Publish(args) => compose::publish::run(&args, context),
        Command::Unpublish(args) => compose::unpublish::run(&args, context),
        Command::Page(args) => compose::page::run(&args, context),
        Command::Rename(args) => compose::rename::run(&args, context),
        Command::Compose(args) => compose::anything::run(&args, context),
        Command::Doctor(args) => doctor::run(&args, context),
        Command::Check(args) => check::run(&args, context),
        Command::Migrate(args) => migrate::run(&args, context),
        Command::Compare(args) => compare::run(&args, context),
        Command::Help(args) => help::run(&args, Cli::command(), context),
        Command::Docs(args) => docs::run(&args, context),
        Command::Scholar(args) => scholar::run(&args, context),
        Command::Theme(args) => theme::run(&args, context),
        Command::Vendor(args) => vendor::run(&args, context),
        Command::Liquid(args) => liquid::run(&args, context),
        Command::Kramdown(args) => kramdown::run(&args, context),
        Command::Sass(args) => sass::run(&args, context),
        Command::Highlight(args) => highlight::run(&args, context),
        Command::Yaml(args) => yaml::run(&args, context),
        Command::Ruby(args) => ruby::run(&args, context),
        Command::Completions(args) => completions::run(&args, Cli::command(), context),
        Command::Man(args) => man::run(&args, Cli::command(), context),
    }
}

/// The context of `hastie` without a command. Parses the arguments again, with the command optional. The first attempt
/// requires a command, because that changes the usage line in error messages.
fn without_command(arguments: Vec<OsString>, world: World, printer: Printer) -> Result<Context, clap::Error> {
    let matches = Cli::command().subcommand_required(false).try_get_matches_from(arguments)?;
    let global = options::Global::from_arg_matches(&matches)?;
    let build = options::build(world.options(), &global, None);
    Ok(Context {
        world: world.with_options(build),
        printer,
        overrides: options::overrides(&matches),
        trace: global.trace,
        asked_reference: options::reference(&global),
        watchdog: Watchdog::default(),
    })
}

fn fail(message: &str) -> ExitCode {
    eprintln!("{}", crate::diagnostic::escaped(message));
    ExitCode::FAILURE
}

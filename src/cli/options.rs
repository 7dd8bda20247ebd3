//! Options shared by several commands, and their conversion to configuration overrides.
//!
//! All options of `build` in Jekyll 4.4.1 exist with the same names. If an option is repeated, the last one wins.

use crate::diagnostic::Log;
use crate::reference::Reference;
use crate::world::{BuildOptions, Permission, RubyMode};
use clap::{ArgAction, ArgMatches, Args, parser::ValueSource};
use hastie_liquid::{Hash, Value};
use std::time::Duration;

/// Options every command takes, before or after its name.
#[derive(Args, Clone, Debug)]
#[command(next_help_heading = "Options of every command")]
pub(super) struct Global {
    /// Source directory (defaults to ./)
    #[arg(short, long, global = true, value_name = "DIR")]
    pub source: Option<String>,
    /// Destination directory (defaults to ./_site)
    #[arg(short, long, global = true, value_name = "DIR")]
    pub destination: Option<String>,
    /// Safe mode (defaults to false)
    #[arg(long, global = true)]
    pub safe: bool,
    /// Plugins directory (defaults to ./_plugins)
    #[arg(short, long = "plugins", global = true, value_name = "PLUGINS_DIR1[,PLUGINS_DIR2[,...]]")]
    pub plugins_dir: Option<String>,
    /// Layouts directory (defaults to ./_layouts)
    #[arg(long = "layouts", global = true, value_name = "DIR")]
    pub layouts_dir: Option<String>,
    /// Generate a Liquid rendering profile
    #[arg(long, global = true)]
    pub profile: bool,
    /// Build as GitHub Pages does: Jekyll 3.10 with its configuration, plugins, Rouge and kramdown
    #[arg(long = "github-pages", global = true, overrides_with = "no_github_pages")]
    pub github_pages: bool,
    /// Build as Jekyll 4 does, even if the Gemfile names github-pages
    #[arg(long = "no-github-pages", global = true, overrides_with = "github_pages")]
    pub no_github_pages: bool,
    /// Fetch nothing over the network, not even a missing theme
    #[arg(long, global = true)]
    pub offline: bool,
    /// The gem server for themes and plugins
    #[arg(long = "gem-server", global = true, value_name = "URL")]
    pub gem_server: Option<String>,
    /// Show the class of the exception when an error occurs
    #[arg(short, long, global = true)]
    pub trace: bool,
    /// Show this message
    #[arg(short, long, global = true, action = ArgAction::Help)]
    help: Option<bool>,
    /// Print the name and version
    #[arg(short = 'v', long, global = true, action = ArgAction::Version)]
    version: Option<bool>,
}

/// Arguments that Jekyll accepts after a command and ignores.
#[derive(Args, Clone, Debug)]
pub(super) struct Ignored {
    #[arg(value_name = "IGNORED", hide = true)]
    ignored: Vec<String>,
}

/// Warns about extra arguments after a command. Jekyll silently ignores them.
pub(super) fn warn_of_ignored(matches: &ArgMatches, log: &mut Log) {
    let Some((command, matches)) = matches.subcommand() else { return };
    if let Ok(Some(ignored)) = matches.try_get_many::<String>("ignored") {
        let words: Vec<&str> = ignored.map(String::as_str).collect();
        let is_port = command == "serve" && words.iter().all(|word| word.parse::<u16>().is_ok());
        let option = if is_port { "--port" } else { "--source" };
        let text = format!("'{}' is not used by '{command}' (did you mean '{option}'?)", words.join(" "));
        log.warn("Ignored:", text);
    }
}

/// Options of `build`, `serve`, `check` and `clean`.
#[derive(Args, Clone, Debug)]
pub(super) struct Build {
    /// Custom configuration file
    #[arg(long, value_name = "CONFIG_FILE[,CONFIG_FILE2,...]")]
    pub config: Option<String>,
    /// Publishes posts with a future date
    #[arg(long)]
    pub future: bool,
    /// Limits the number of posts to parse and publish
    #[arg(long = "limit_posts", value_name = "MAX_POSTS", allow_negative_numbers = true)]
    pub limit_posts: Option<i64>,
    /// Watch for changes and rebuild; --no-watch does not
    #[arg(short, long, overrides_with = "no_watch")]
    pub watch: bool,
    /// Do not watch for changes
    #[arg(long = "no-watch", overrides_with = "watch")]
    pub no_watch: bool,
    /// Serve the website from the given base URL
    #[arg(short, long, value_name = "URL")]
    pub baseurl: Option<String>,
    /// Force watch to use polling
    #[arg(long = "force_polling", alias = "force-polling")]
    pub force_polling: bool,
    /// Use LSI for improved related posts
    #[arg(long)]
    pub lsi: bool,
    /// Render posts in the _drafts folder
    #[arg(short = 'D', long = "drafts")]
    pub show_drafts: bool,
    /// Render posts that were marked as unpublished
    #[arg(long)]
    pub unpublished: bool,
    /// Disable caching to disk in non-safe mode
    #[arg(long = "disable-disk-cache")]
    pub disable_disk_cache: bool,
    /// Silence output
    #[arg(short, long)]
    pub quiet: bool,
    /// Print verbose output
    #[arg(short = 'V', long)]
    pub verbose: bool,
    /// Enable incremental rebuild
    #[arg(short = 'I', long, action = ArgAction::SetTrue)]
    pub incremental: bool,
    /// Fail if errors are present in front matter
    #[arg(long = "strict_front_matter", alias = "strict-front-matter")]
    pub strict_front_matter: bool,
    /// Fail if a plugin of the site is not built in, or needs the network without permission
    #[arg(long)]
    pub strict: bool,
    /// Print merged site-data hash when used with --verbose (jekyll-data)
    #[arg(long = "show-data")]
    pub show_data: bool,
    /// Let plugins use the network; with a list, only these hosts
    #[arg(long, value_name = "HOST,...", num_args = 0..=1, require_equals = true, default_missing_value = "1")]
    pub network: Option<String>,
    /// The Ruby that runs the site's own plugins: sandbox (the default), system, off
    #[arg(long, value_name = "WHICH", value_parser = ["sandbox", "system", "off"])]
    pub ruby: Option<String>,
    #[command(flatten)]
    ignored: Ignored,
}

/// The option `--format` of `build` and `doctor`.
#[derive(Args, Clone, Debug)]
pub(super) struct Format {
    /// The format of warnings and errors: text (the default), or json for editors and CI
    #[arg(long, value_name = "FORMAT", value_parser = ["text", "json"])]
    format: Option<String>,
}

/// Whether `build` or `doctor` was called with `--format json`. `false` for other commands. (The option `--format` of
/// `check` and `compare` is another one.)
pub(super) fn asks_for_json(matches: &ArgMatches) -> bool {
    matches.try_get_one::<String>("format").ok().flatten().is_some_and(|format| format == "json")
}

/// The type of an option's configuration value.
enum Form {
    Text,
    Flag,
    Number,
    /// Ruby's `Array`: a list separated by commas.
    List,
    /// A flag that sets its key to `false`: `--no-watch`.
    Negative,
}

/// Options that set a configuration key: the option's id, the key, and the type.
const KEYS: &[(&str, &str, Form)] = &[
    ("source", "source", Form::Text),
    ("destination", "destination", Form::Text),
    ("safe", "safe", Form::Flag),
    ("plugins_dir", "plugins_dir", Form::List),
    ("layouts_dir", "layouts_dir", Form::Text),
    ("profile", "profile", Form::Flag),
    ("config", "config", Form::List),
    ("future", "future", Form::Flag),
    ("limit_posts", "limit_posts", Form::Number),
    ("watch", "watch", Form::Flag),
    ("no_watch", "watch", Form::Negative),
    ("baseurl", "baseurl", Form::Text),
    ("force_polling", "force_polling", Form::Flag),
    ("lsi", "lsi", Form::Flag),
    ("show_drafts", "show_drafts", Form::Flag),
    ("unpublished", "unpublished", Form::Flag),
    ("disable_disk_cache", "disable_disk_cache", Form::Flag),
    ("quiet", "quiet", Form::Flag),
    ("verbose", "verbose", Form::Flag),
    ("incremental", "incremental", Form::Flag),
    ("strict_front_matter", "strict_front_matter", Form::Flag),
    ("strict", "strict", Form::Flag),
    ("show_data", "show-data", Form::Flag),
    ("ssl_cert", "ssl_cert", Form::Text),
    ("host", "host", Form::Text),
    ("open_url", "open_url", Form::Flag),
    ("detach", "detach", Form::Flag),
    ("ssl_key", "ssl_key", Form::Text),
    ("port", "port", Form::Text),
    ("show_dir_listing", "show_dir_listing", Form::Flag),
    ("skip_initial_build", "skip_initial_build", Form::Flag),
    ("livereload", "livereload", Form::Flag),
    ("livereload_ignore", "livereload_ignore", Form::List),
    ("livereload_min_delay", "livereload_min_delay", Form::Text),
    ("livereload_max_delay", "livereload_max_delay", Form::Text),
    ("livereload_port", "livereload_port", Form::Number),
];

/// The configuration values set on the command line, in the order in which they were typed. The order is visible in `{{
/// site | jsonify }}`.
pub(super) fn overrides(matches: &ArgMatches) -> Hash {
    let mut typed = Vec::new();
    for (id, key, form) in KEYS {
        // Not every command has all options.
        if !matches.try_contains_id(id).unwrap_or(false)
            || matches.value_source(id) != Some(ValueSource::CommandLine)
            || matches!(form, Form::Flag | Form::Negative) && !matches.get_flag(id)
        {
            continue;
        }
        let place = matches.index_of(id).unwrap_or(usize::MAX);
        let text = |id| matches.get_one::<String>(id).cloned().unwrap_or_default();
        let value = match form {
            Form::Text => Value::str(text(id)),
            Form::Flag => Value::Bool(true),
            Form::Negative => Value::Bool(false),
            Form::Number => Value::Int(matches.get_one::<i64>(id).copied().unwrap_or_default()),
            Form::List => split(&text(id)),
        };
        typed.push((place, *key, value));
    }
    typed.sort_by_key(|(place, ..)| *place);
    typed.into_iter().map(|(_, key, value)| (key, value)).collect()
}

/// The options of a build that a site cannot set for itself. Options of the command line (`global`, and `matches` for
/// the command's own) take precedence over `environment`.
pub(super) fn build(environment: &BuildOptions, global: &Global, matches: Option<&ArgMatches>) -> BuildOptions {
    let typed = |id| matches.and_then(|matches| matches.try_get_one::<String>(id).ok().flatten());
    let mut options = environment.clone();
    options.is_offline |= global.offline;
    if let Some(server) = &global.gem_server {
        options.gem_server = Some(server.clone()).filter(|server| !server.is_empty());
    }
    if let Some(hosts) = typed("network") {
        options.network = Permission::parse(hosts);
    }
    if let Some(mode) = typed("ruby") {
        options.ruby = RubyMode::parse(mode);
    }
    options
}

/// The maximum time for the command, from `--timeout`. `None` without this option.
pub(super) fn timeout(matches: &ArgMatches) -> Option<Duration> {
    let seconds = matches.try_get_one::<u32>("timeout").ok().flatten().copied();
    seconds.map(|seconds| Duration::from_secs(seconds.into()))
}

/// The version of Jekyll that `--github-pages` or `--no-github-pages` selects. `None` if neither option is set.
pub(super) fn reference(global: &Global) -> Option<&'static Reference> {
    match (global.github_pages, global.no_github_pages) {
        (true, _) => Some(&Reference::GITHUB_PAGES),
        (false, true) => Some(&Reference::JEKYLL_4),
        (false, false) => None,
    }
}

/// Ruby's `"a,b".split(",")`: empty strings at the end are dropped.
fn split(text: &str) -> Value {
    let mut parts: Vec<&str> = text.split(',').collect();
    while parts.last() == Some(&"") {
        parts.pop();
    }
    Value::array(parts.into_iter().map(Value::from).collect())
}

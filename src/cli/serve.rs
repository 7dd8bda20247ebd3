//! `hastie serve` (Jekyll::Commands::Serve): its options; the server itself is `src/serve`.

use super::{Context, options};
use hastie_liquid::Value;
use std::process::ExitCode;

/// Options of `hastie serve`.
#[derive(clap::Args, Debug)]
pub struct Args {
    #[command(flatten)]
    build: options::Build,
    /// X.509 (SSL) certificate
    #[arg(long = "ssl-cert", value_name = "CERT")]
    ssl_cert: Option<String>,
    /// Host to bind to
    #[arg(short = 'H', long)]
    host: Option<String>,
    /// Launch your site in a browser
    #[arg(short, long = "open-url")]
    open_url: bool,
    /// Run the server in the background
    #[arg(short = 'B', long)]
    detach: bool,
    /// X.509 (SSL) private key
    #[arg(long = "ssl-key", value_name = "KEY")]
    ssl_key: Option<String>,
    /// Port to listen on
    #[arg(short = 'P', long)]
    port: Option<String>,
    /// Show a directory listing instead of loading your index file
    #[arg(long = "show-dir-listing")]
    show_dir_listing: bool,
    /// Skips the initial site build which occurs before the server is started
    #[arg(long = "skip-initial-build")]
    skip_initial_build: bool,
    /// Use LiveReload to automatically refresh browsers
    #[arg(short, long)]
    livereload: bool,
    /// Files for LiveReload to ignore; quote the values so that your shell does not expand them
    #[arg(long = "livereload-ignore", value_name = "GLOB1[,GLOB2[,...]]")]
    livereload_ignore: Option<String>,
    /// Minimum reload delay
    #[arg(long = "livereload-min-delay", value_name = "SECONDS")]
    livereload_min_delay: Option<String>,
    /// Maximum reload delay
    #[arg(long = "livereload-max-delay", value_name = "SECONDS")]
    livereload_max_delay: Option<String>,
    /// Port for LiveReload to listen on
    #[arg(long = "livereload-port", value_name = "PORT")]
    livereload_port: Option<i64>,
}

/// Builds the site, serves it, and rebuilds it when it changes.
pub fn run(_args: &Args, context: &mut Context) -> ExitCode {
    context.overrides.set("serving", Value::Bool(true));
    if !context.overrides.contains_key("watch") {
        context.overrides.set("watch", Value::Bool(true));
    }
    super::not_yet(context, "serve")
}

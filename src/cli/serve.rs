//! `hastie serve`: the options of the server, which itself is in `src/serve`. Mirrors `Jekyll::Commands::Serve`.

mod session;

use super::{Context, build, console, failure, options, overview, watch};
use crate::config::{Configuration, Settings};
use crate::diagnostic::Log;
use crate::failure::Failure;
use crate::glob;
use crate::serve::{Certificate, Delays, Injection, Live, Options, Report, Server, Toolbar, Watch, network, protocol};
use crate::world::World;
use hastie_liquid::Value;
use session::Session;
use std::io::IsTerminal;
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode, Stdio};
use std::sync::Arc;
use std::time::Duration;

/// Options of `hastie serve`. `host` may hold several names, separated by commas.
#[derive(clap::Args, Debug)]
pub(super) struct Args {
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
    /// Serve over HTTPS, with a certificate that Hastie makes for this machine if --ssl-cert is not given
    #[arg(long)]
    ssl: bool,
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
    /// Show a toolbar in each page: the last build, its warnings, the sources of the page, drafts
    #[arg(long)]
    toolbar: bool,
}

/// Builds and serves the site. Rebuilds it after changes if `watch` or `livereload` is on, except in a detached server.
pub(super) fn run(args: &Args, context: &mut Context) -> ExitCode {
    context.watchdog.set_interrupted(0);
    context.watchdog.start();
    let mut log = context.printer.log();
    // The first name is bound. Requests may name any of them.
    let mut names = args.host.as_deref().unwrap_or_default().split(',').map(|name| name.trim().to_owned());
    if let Some(host) = names.next().filter(|host| !host.is_empty()) {
        context.overrides.set("host", Value::str(host));
    }
    match serve(args, context, names.collect(), &mut log) {
        Ok(code) => code,
        Err(problem) => failure::end(&problem, "serve", context, &mut log),
    }
}

fn serve(args: &Args, context: &mut Context, names: Vec<String>, log: &mut Log) -> Result<ExitCode, Failure> {
    let preliminary = configure(context, log)?;
    if let Some(refusal) = refusal(&preliminary) {
        log.error("Error:", refusal);
        return Ok(ExitCode::FAILURE);
    }
    overview::explain(&preliminary, "serve", context, log);
    let certificate = match certificate(&preliminary, &names, args.ssl, context, log) {
        Ok(certificate) => certificate,
        Err(problem) => return Ok(failure::plain_end(&problem, log)),
    };
    let protocol = if certificate.is_some() { "https" } else { "http" };
    let watches = watches(&preliminary, context);
    let live = Live::new(&context.world);
    let session = Session::new(context);
    let toolbar = args.toolbar.then(|| session.toolbar(watches));
    // The port is taken before the build, because the build needs it and must not be in vain.
    let options = match server_options(&preliminary, names, certificate, watches) {
        Ok(options) => options,
        Err(problem) => return Ok(failure::plain_end(&problem, log)),
    };
    let origins = Some(session.origins(&preliminary.source));
    let options = Options { origins, toolbar: toolbar.clone(), ..options };
    let server = match bind(options, context, &live, log) {
        Ok(server) => server,
        Err(problem) => return Ok(failure::plain_end(&problem, log)),
    };
    let port = port_of(&preliminary, &server);
    override_address(context, &preliminary, protocol, &port);
    session.begin(context);
    let watch = watches.then(|| watch::begin(&preliminary, context)).flatten();
    let began = crate::world::instant();
    let mut steps = Vec::new();
    let mut theme = None;
    let (configuration, first) = match first_build(context, &mut steps, &mut theme, log) {
        Err(problem) if watch.is_some() && context.world.is_folder(Path::new(&preliminary.source)) => {
            watch::log_failure(&problem, "Then the site is built again.", log);
            (preliminary, Err(problem))
        }
        built => (built?, Ok(())),
    };
    let address = address(&configuration, protocol, &port);
    if detaches(&configuration, context) {
        log.info("Auto-regeneration:", "disabled when running server detached.");
        drop(server);
        return detach(&address, &port, log);
    }
    let announcer =
        Announcer::new(live, &configuration, context, toolbar.map(|toolbar| (toolbar, Arc::clone(&session))));
    announcer.show(&configuration, began.elapsed(), steps, log);
    match &first {
        Ok(()) => announcer.built(&configuration, &[], log),
        Err(problem) => announcer.failed(problem, log),
    }
    match watch {
        Some(mut watch) => {
            watch.set_theme(theme.as_deref());
            log.info("Auto-regeneration:", format!("enabled for '{}'", configuration.source));
            rebuild_on_changes(watch, configuration.source.clone(), context.copy(), session, announcer);
        }
        None => log.info("Auto-regeneration:", "disabled. Use --watch to enable."),
    }
    show_address(&configuration, &address, watches, log);
    log.info("Server running...", "press ctrl-c to stop.");
    server.run().map_err(|error| Failure::raised("SystemCallError", error.to_string()))?;
    Ok(ExitCode::SUCCESS)
}

/// Loads the configuration for the server. Logs nothing if this succeeds, because the build loads and logs the same
/// files.
fn configure(context: &mut Context, log: &mut Log) -> Result<Configuration, Failure> {
    context.overrides.set("serving", Value::Bool(true));
    if !Settings::of(&context.overrides).has_watch() {
        context.overrides.set("watch", Value::Bool(true));
    }
    match context.load(&mut Log::new()) {
        Ok(configuration) => Ok(configuration),
        // Loads the configuration again, because the failure may follow other messages.
        Err(_) => build::configure(context, log),
    }
}

/// Sets the port and, in development, `site.url` to the address of the server.
fn override_address(context: &mut Context, configuration: &Configuration, protocol: &str, port: &str) {
    if port != configuration.settings().port() {
        context.overrides.set("port", Value::str(port));
    }
    if context.world.variable("JEKYLL_ENV").unwrap_or("development") == "development" {
        context.overrides.set("url", Value::str(default_url(configuration, protocol, port)));
    }
}

/// Builds the site again after each change, on a thread of its own.
fn rebuild_on_changes(
    mut watch: Watch,
    source: String,
    mut context: Context,
    session: Arc<Session>,
    announcer: Announcer,
) {
    session.set_request(watch.request());
    std::thread::spawn(move || {
        let prepare = |context: &mut Context| session.apply(context);
        watch::regenerate(&mut watch, &source, &mut context, prepare, |rebuild| announcer.announce(&rebuild))
    });
}

/// Logs the server's addresses and advice, and opens the site in a browser if the configuration asks for it.
fn show_address(configuration: &Configuration, address: &str, watches: bool, log: &mut Log) {
    log.info("Server address:", address);
    show_network_address(configuration, address, log);
    suggest(configuration, watches, log);
    if configuration.settings().open_url() {
        open(address, log);
    }
}

/// Logs the address for other machines if the server is bound to all addresses. On a terminal, it is also shown as a QR
/// code.
fn show_network_address(configuration: &Configuration, address: &str, log: &mut Log) {
    let host = configuration.settings().host();
    if !host.parse::<IpAddr>().is_ok_and(|host| host.is_unspecified()) {
        return;
    }
    let Some(found) = network::address() else { return };
    let address = address.replacen(&host, &found.to_string(), 1);
    log.info("Network address:", address.as_str());
    if std::io::stdout().is_terminal()
        && let Some(code) = network::qr_code(&address)
    {
        code.lines().for_each(|line| log.info("", line));
    }
}

/// Logs advice on what to do next.
fn suggest(configuration: &Configuration, watches: bool, log: &mut Log) {
    let open = if configuration.settings().open_url() { "" } else { "Open the address in a browser. " };
    let change = if watches { "The page reloads when you save a file." } else { "" };
    let program = console::program();
    if !(open.is_empty() && change.is_empty()) {
        log.info("Next:", format!("{open}{change}").trim_end());
    }
    log.info("", format!("'{program} serve -s FOLDER' serves another site, '{program} docs' lists the documentation."));
}

/// The reason why `serve` rejects the configuration, if any.
fn refusal(preliminary: &Configuration) -> Option<&'static str> {
    let settings = preliminary.settings();
    if settings.ssl_cert().is_some() != settings.ssl_key().is_some() {
        return Some("Missing --ssl_cert or --ssl_key. Both are required.");
    }
    if !settings.livereload() && settings.has_livereload_details() {
        return Some(
            "--livereload-min-delay, --livereload-max-delay, --livereload-ignore, and --livereload-port require the \
             --livereload option.",
        );
    }
    None
}

fn first_build(
    context: &mut Context,
    steps: &mut Vec<(&'static str, Duration)>,
    theme: &mut Option<PathBuf>,
    log: &mut Log,
) -> Result<Configuration, Failure> {
    if !Settings::of(&context.overrides).skip_initial_build() {
        let (configuration, site) = build::build(context, log)?;
        *theme = watch::theme_of(&site);
        *steps = site.steps;
        return Ok(configuration);
    }
    let configuration = build::configure(context, log)?;
    let message = "Skipping the initial build. This may result in an out-of-date site.";
    log.warn("Build Warning:", message);
    Ok(configuration)
}

fn detaches(configuration: &Configuration, context: &Context) -> bool {
    // --livereload takes precedence over --detach. A detached process does not detach again.
    configuration.settings().detach()
        && !configuration.settings().livereload()
        && context.world.variable(DETACHED).is_none()
}

fn watches(configuration: &Configuration, context: &Context) -> bool {
    (configuration.settings().watch() || configuration.settings().livereload())
        && !detaches(configuration, context)
        && context.world.variable(DETACHED).is_none()
}

/// The environment variable that is set for the server process in the background.
const DETACHED: &str = "HASTIE_DETACHED";

/// Starts the server as a separate process. Instead of `fork`, this runs the program again.
fn detach(address: &str, port: &str, log: &mut Log) -> Result<ExitCode, Failure> {
    let start = || {
        let mut command = Command::new(std::env::current_exe()?);
        command.args(std::env::args_os().skip(1)).args(["--skip-initial-build", "--port", port]).env(DETACHED, "1");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        console::leave_alone(&mut command);
        command.spawn()
    };
    let child = start().map_err(|error| Failure::raised("SystemCallError", error.to_string()))?;
    let id = child.id();
    log.info("Server address:", address);
    log.info(format!("Server detached with pid '{id}'."), format!("Run `{}' to stop the server.", console::ending(id)));
    Ok(ExitCode::SUCCESS)
}

/// The certificate in the configured files, or with `--ssl` alone, one for this machine. `None` for HTTP.
///
/// # Errors
/// Fails with a message that names the file.
fn certificate(
    configuration: &Configuration,
    names: &[String],
    ssl: bool,
    context: &Context,
    log: &mut Log,
) -> Result<Option<Certificate>, Failure> {
    let settings = configuration.settings();
    let fail = |message: String| Failure::raised("OpenSSL::SSL::SSLError", message);
    if let (Some(certificate), Some(key)) = (settings.ssl_cert(), settings.ssl_key()) {
        let read = |file: &str| {
            let path = Path::new(&configuration.source).join(file);
            context.world.read(&path).map_err(|error| fail(format!("{}: {error}", path.display())))
        };
        let made = Certificate::of_pem(&read(certificate)?, &read(key)?);
        return made.map(Some).map_err(|reason| fail(format!("{certificate}, {key}: {reason}")));
    }
    if !ssl {
        return Ok(None);
    }
    let host = settings.host();
    let names: Vec<String> = names.iter().cloned().chain((!host.starts_with("0.0.0.0")).then_some(host)).collect();
    let (made, file) = Certificate::of_this_machine(&context.world, &names).map_err(fail)?;
    let text = format!("'{}': tell your browser to trust it, or accept its warning once.", file.display());
    log.info("Certificate:", text);
    Ok(Some(made))
}

/// The options of the server. Requests may also name the hosts in `names`.
///
/// # Errors
/// Fails if the port is not a number.
fn server_options(
    configuration: &Configuration,
    names: Vec<String>,
    certificate: Option<Certificate>,
    watching: bool,
) -> Result<Options, Failure> {
    let settings = configuration.settings();
    let injection = match (settings.livereload(), watching) {
        (true, _) => Injection::Always,
        (false, true) => Injection::Browsers,
        (false, false) => Injection::Never,
    };
    let shortest = settings.livereload_min_delay().unwrap_or(Duration::from_secs(1));
    let port = settings.port();
    let not_a_port =
        |_| Failure::raised("ArgumentError", format!("'{port}' is not a port, which is a number up to 65535"));
    Ok(Options {
        root: PathBuf::from(&configuration.destination),
        host: settings.host(),
        names,
        port: port.parse().map_err(not_a_port)?,
        baseurl: settings.server_baseurl(),
        headers: settings.webrick_headers(),
        encoding: settings.encoding().to_owned(),
        list_folders: settings.show_dir_listing(),
        injection,
        certificate,
        delays: Delays { shortest, longest: settings.livereload_max_delay().unwrap_or(shortest) },
        protocol_port: settings.livereload().then(|| settings.livereload_port().unwrap_or(protocol::PORT)),
        origins: None,
        toolbar: None,
    })
}

/// Binds the configured address, or the next free port if the port is in use.
///
/// # Errors
/// Fails with a message that says what to type instead.
fn bind(options: Options, context: &Context, live: &Live, log: &mut Log) -> Result<Server, Failure> {
    let (host, port) = (options.host.clone(), options.port);
    let server = Server::bind(context.world.clone(), options, live.clone()).map_err(|error| {
        let advice = match error.kind() {
            std::io::ErrorKind::AddrInUse => "the ports after it are in use as well: choose another with --port",
            std::io::ErrorKind::PermissionDenied => "choose a port from 1024 on with --port",
            _ => "--host takes a name or address of this machine",
        };
        Failure::raised("SystemCallError", format!("{host}:{port} cannot be served: {error}; {advice}"))
    })?;
    if !server.speaks_protocol() {
        log.warn(
            "LiveReload:",
            "its port is in use, so extensions of browsers are not notified. Pages reload without them.",
        );
    }
    let bound = server.address().map_or(port, |address| address.port());
    if port != 0 && bound != port {
        log.warn("Server port:", format!("{port} is in use. The site is served on {bound} instead."));
    }
    Ok(server)
}

/// The port on which the server listens, as text. Without a known address, the configured port.
fn port_of(configuration: &Configuration, server: &Server) -> String {
    server.address().map_or_else(|_| configuration.settings().port(), |address| address.port().to_string())
}

/// `Serve.default_url`: the value of `site.url` in development.
fn default_url(configuration: &Configuration, protocol: &str, port: &str) -> String {
    let host = configuration.settings().host();
    let host = if host == "127.0.0.1" { "localhost" } else { &host };
    format!("{protocol}://{host}:{port}")
}

fn address(configuration: &Configuration, protocol: &str, port: &str) -> String {
    let slash = if configuration.settings().baseurl().is_nil() { "" } else { "/" };
    format!(
        "{protocol}://{}:{port}{}{slash}",
        configuration.settings().host(),
        configuration.settings().server_baseurl().trim_end_matches('/')
    )
}

/// Tells open pages about builds.
struct Announcer {
    live: Live,
    world: World,
    source: String,
    /// The prefix of all paths on the server, without a slash at the end.
    baseurl: String,
    /// `--livereload-ignore`. Changes of these source files are built, but not announced.
    ignored: Vec<String>,
    toolbar: Option<(Toolbar, Arc<Session>)>,
}

impl Announcer {
    fn new(
        live: Live,
        configuration: &Configuration,
        context: &Context,
        toolbar: Option<(Toolbar, Arc<Session>)>,
    ) -> Self {
        let settings = configuration.settings();
        Announcer {
            live,
            world: context.world.clone(),
            source: configuration.source.clone(),
            baseurl: settings.server_baseurl().trim_end_matches('/').to_owned(),
            ignored: settings.livereload_ignore().into_iter().map(str::to_owned).collect(),
            toolbar,
        }
    }

    fn announce(&self, rebuild: &watch::Rebuild<'_>) {
        if let Ok((configuration, _)) = &rebuild.outcome {
            self.show(configuration, rebuild.time, rebuild.steps.clone(), rebuild.log);
        }
        let ignores_all = !rebuild.files.is_empty() && rebuild.files.iter().all(|file| self.ignores(file));
        match &rebuild.outcome {
            Ok(_) if ignores_all => {}
            Ok((configuration, changed)) => self.built(configuration, changed, rebuild.log),
            Err(problem) => self.failed(problem, rebuild.log),
        }
    }

    fn ignores(&self, file: &str) -> bool {
        self.ignored.iter().any(|pattern| glob::matches(pattern, file))
    }

    /// Shows a build in the toolbar.
    fn show(&self, configuration: &Configuration, time: Duration, steps: Vec<(&'static str, Duration)>, log: &Log) {
        if let Some((toolbar, session)) = &self.toolbar {
            toolbar.built(session.summary(time, steps, &configuration.values), log);
        }
    }

    /// Announces a build to open pages. `changed` are the absolute paths of the files that it changed.
    fn built(&self, configuration: &Configuration, changed: &[String], log: &Log) {
        let destination = Path::new(&configuration.destination);
        let below = |file: &String| {
            let path = Path::new(file).strip_prefix(destination).ok()?.to_string_lossy().replace('\\', "/");
            Some(format!("{}/{path}", self.baseurl))
        };
        let report = Report::of_log(log, &self.source, &self.world);
        self.live.built(changed.iter().filter_map(below).collect(), report);
    }

    fn failed(&self, problem: &Failure, log: &Log) {
        self.live.failed(Report::of_failure(problem, log, &self.source, &self.world));
    }
}

/// Opens the site in the browser.
fn open(address: &str, log: &mut Log) {
    let opener = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    let started =
        Command::new(opener).arg(address).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
    if started.is_err() {
        log.error("", "Refusing to launch browser. Platform launcher unknown.");
    }
}

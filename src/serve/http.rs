//! The HTTP server, on axum. Mirrors `Jekyll::Commands::Serve` and its `Servlet`.

use super::answer::{self, Content};
use super::editor;
use super::hosts::{self, Hosts};
use super::listing;
use super::live::{self, Delays, Injection, Live, protocol};
use super::origins::{self, SiteOrigins};
use super::resolve::{Found, resolve};
use super::tls::{self, Certificate};
use super::toolbar::{self, Toolbar};
use crate::world::World;
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, Response, StatusCode, header};
use axum::middleware;
use axum::response::IntoResponse;
use axum::routing::{get, post};
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::service::TowerToHyperService;
use std::io::{self, Read};
use std::net::{SocketAddr, TcpListener, ToSocketAddrs};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;

/// Jekyll's header that prevents caching.
const NO_STORE: &str = "private, max-age=0, proxy-revalidate, no-store, no-cache, must-revalidate";

/// The settings of a server: the folder to serve, the address, and what is added to pages.
#[derive(Clone, Debug)]
pub struct Options {
    /// The folder to serve, which is the destination of the site.
    pub root: PathBuf,
    /// The host name or IP address to which the server is bound.
    pub host: String,
    /// Further host names with which browsers may request the site.
    pub names: Vec<String>,
    /// The first port to try. 0 for any free port.
    pub port: u16,
    /// The path prefix of the site, such as `/docs`. Empty for none.
    pub baseurl: String,
    /// The headers of responses under `webrick: headers:` in the configuration.
    pub headers: Vec<(String, String)>,
    /// The site's encoding, which the `Content-Type` of texts names.
    pub encoding: String,
    /// Whether to list folders even if they have an index.
    pub list_folders: bool,
    /// Which pages get the live reload script.
    pub injection: Injection,
    /// The certificate for HTTPS. Without it, the server speaks HTTP.
    pub certificate: Option<Certificate>,
    /// The pauses before a page that has lost its connection tries to connect again.
    pub delays: Delays,
    /// The port for LiveReload's own protocol, if it is wanted.
    pub protocol_port: Option<u16>,
    /// The origins of pages, which pages can request. `None` if the server does not provide them.
    pub origins: Option<SiteOrigins>,
    /// The toolbar that `--toolbar` adds to pages: build time, warnings, front matter.
    pub toolbar: Option<Toolbar>,
}

/// A server that is bound to its address. [`Server::run`] starts it.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    /// The listener for LiveReload's own protocol.
    protocol: Option<TcpListener>,
    site: Arc<Site>,
}

#[derive(Debug)]
struct Site {
    world: World,
    options: Options,
    live: Live,
    hosts: Arc<Hosts>,
}

impl Server {
    /// Binds the address in `options`, so that the address is known before the first request. If the port is in use,
    /// the next free port is used.
    ///
    /// # Errors
    /// Fails if the host is unknown, if the system does not permit the address, or if the port and the next 99 ports
    /// are in use.
    pub fn bind(world: World, options: Options, live: Live) -> io::Result<Self> {
        let listener = listen(&options.host, options.port)?;
        listener.set_nonblocking(true)?;
        let names = options.names.iter().chain([&options.host]);
        let hosts = Arc::new(Hosts::new(names.map(String::as_str), listener.local_addr()?.ip()));
        let protocol = options.protocol_port.and_then(|port| bind(&options.host, port).ok());
        if let Some(protocol) = &protocol {
            protocol.set_nonblocking(true)?;
        }
        Ok(Server { listener, protocol, site: Arc::new(Site { world: world.unobserved(), options, live, hosts }) })
    }

    /// The address and port at which the server listens.
    ///
    /// # Errors
    /// Returns the operating system's error.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// False if LiveReload's own protocol was requested, but its port is not available.
    pub fn speaks_protocol(&self) -> bool {
        self.protocol.is_some() || self.site.options.protocol_port.is_none()
    }

    /// Answers requests until the process ends.
    ///
    /// # Errors
    /// Returns the operating system's error.
    pub fn run(self) -> io::Result<()> {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(async {
            let check = middleware::from_fn_with_state(Arc::clone(&self.site.hosts), hosts::check);
            let certificate = self.site.options.certificate.clone();
            let protocol = protocol::router(self.site.live.clone(), Arc::clone(&self.site.hosts));
            let app = Router::new()
                .route(live::PATH, get(events))
                .route(live::SCRIPT_PATH, get(script))
                .route(editor::PATH, post(open))
                .route(origins::PATH, get(page_origins))
                .route(toolbar::PATH, get(toolbar_data))
                .route(toolbar::OPTION_PATH, post(set_option))
                .fallback(page)
                .layer(check)
                .with_state(self.site);
            if let Some(listener) = self.protocol {
                tokio::spawn(serve(listener, certificate.clone(), protocol));
            }
            serve(self.listener, certificate, app).await
        })
    }
}

/// Answers requests: over HTTPS if there is a certificate, otherwise over HTTP.
async fn serve(listener: TcpListener, certificate: Option<Certificate>, app: Router) -> io::Result<()> {
    let listener = tokio::net::TcpListener::from_std(listener)?;
    match certificate {
        Some(certificate) => accept(tls::Listener::start(listener, &certificate)?, app).await,
        None => accept(listener, app).await,
    }
}

/// A client that does not send the whole head of a request in this time is disconnected.
const HEAD_TIME: Duration = Duration::from_secs(30);

/// Answers each connection in a task of its own, so that slow clients do not delay others.
async fn accept(mut listener: impl axum::serve::Listener, app: Router) -> ! {
    loop {
        let (stream, _) = listener.accept().await;
        let service = TowerToHyperService::new(app.clone());
        tokio::spawn(async move {
            let mut builder = Builder::new(TokioExecutor::new()).http1_only();
            builder.http1().timer(TokioTimer::new()).header_read_timeout(HEAD_TIME);
            // A client that breaks the rules only ends its own connection.
            let _ = builder.serve_connection_with_upgrades(TokioIo::new(stream), service).await;
        });
    }
}

/// The number of ports to try, starting with the configured port.
const PORTS: u16 = 100;

/// Listens on the first free port, starting with the given one.
fn listen(host: &str, port: u16) -> io::Result<TcpListener> {
    let last = if port == 0 { 0 } else { port.saturating_add(PORTS - 1) };
    for port in port..last {
        match bind(host, port) {
            Err(error) if error.kind() == io::ErrorKind::AddrInUse => {}
            outcome => return outcome,
        }
    }
    bind(host, last)
}

fn bind(host: &str, port: u16) -> io::Result<TcpListener> {
    let addresses: Vec<SocketAddr> = (host, port).to_socket_addrs()?.collect();
    TcpListener::bind(addresses.as_slice())
}

/// The stream of events for a page. The query is the id of the build from which the page was served.
async fn events(State(site): State<Arc<Site>>, request: Request) -> Response<Body> {
    site.live.events(request.uri().query()).into_response()
}

async fn script() -> Response<Body> {
    let kind = "text/javascript; charset=utf-8".to_owned();
    let mut response = Content { status: StatusCode::OK, kind, bytes: live::SCRIPT.into() }.answer();
    answer::set(&mut response, header::CACHE_CONTROL, NO_STORE);
    response
}

/// Opens a file in the editor, at a line. The query is an index in the error report that the page shows, or `source-`
/// with an index in the list of the page's sources.
///
/// The request must have [`editor::HEADER`]. Browsers send this header to another site's server only if that server
/// allows it, and this one does not.
async fn open(State(site): State<Arc<Site>>, request: Request) -> Response<Body> {
    let refused = |status, text: &str| Content::text(status, text).answer();
    if !request.headers().contains_key(editor::HEADER) {
        return refused(StatusCode::FORBIDDEN, NOT_OURS);
    }
    let query = request.uri().query().unwrap_or_default();
    let place = match query.strip_prefix("source-") {
        Some(index) => index.parse().ok().and_then(|index| site.options.origins.as_ref()?.place(index)),
        None => query.parse().ok().and_then(|index| site.live.place(index)),
    };
    let Some(place) = place else {
        return refused(StatusCode::NOT_FOUND, "This problem is solved.\n");
    };
    match editor::open(&site.world, &place) {
        Ok(()) => refused(StatusCode::OK, ""),
        Err(reason) => refused(StatusCode::CONFLICT, &reason),
    }
}

/// The response to requests without [`editor::HEADER`], which do not come from Hastie's scripts.
const NOT_OURS: &str = "The request is not from a page of this site.\n";

/// Responds with the origins of the elements of a page. Only pages of this site may ask, because rendering the site for
/// the response can take long.
async fn page_origins(State(site): State<Arc<Site>>, request: Request) -> Response<Body> {
    answer_json(request, move |query| site.origins_of_page(query)).await
}

/// The data of the toolbar. The query is the path of the page's file, followed by `&page` if its sources are wanted.
async fn toolbar_data(State(site): State<Arc<Site>>, request: Request) -> Response<Body> {
    answer_json(request, move |query| site.toolbar(query)).await
}

/// Sets an option of the build, such as whether drafts are shown, and builds again.
async fn set_option(State(site): State<Arc<Site>>, request: Request) -> Response<Body> {
    if !request.headers().contains_key(editor::HEADER) {
        return Content::text(StatusCode::FORBIDDEN, NOT_OURS).answer();
    }
    let toolbar = site.options.toolbar.as_ref();
    match toolbar.is_some_and(|toolbar| toolbar.set_option(request.uri().query().unwrap_or_default())) {
        true => Content::text(StatusCode::OK, "").answer(),
        false => Content::text(StatusCode::NOT_FOUND, "There is no such option.\n").answer(),
    }
}

/// Responds with the JSON that `find` returns for the query, or with its error and the status 404. Rejects requests
/// without [`editor::HEADER`].
async fn answer_json(
    request: Request,
    find: impl FnOnce(&str) -> Result<String, String> + Send + 'static,
) -> Response<Body> {
    if !request.headers().contains_key(editor::HEADER) {
        return Content::text(StatusCode::FORBIDDEN, NOT_OURS).answer();
    }
    let found = tokio::task::spawn_blocking(move || find(request.uri().query().unwrap_or_default())).await;
    let kind = "application/json; charset=utf-8".to_owned();
    let mut response = match found.unwrap_or_else(|_| Err("The page's sources could not be found.".to_owned())) {
        Ok(json) => Content { status: StatusCode::OK, kind, bytes: json.into() }.answer(),
        Err(reason) => Content::text(StatusCode::NOT_FOUND, reason + "\n").answer(),
    };
    answer::set(&mut response, header::CACHE_CONTROL, NO_STORE);
    response
}

async fn page(State(site): State<Arc<Site>>, request: Request) -> Response<Body> {
    let path = request.uri().path().to_owned();
    if !matches!(*request.method(), Method::GET | Method::HEAD) {
        let mut response =
            Content::html(StatusCode::METHOD_NOT_ALLOWED, "Only GET and HEAD are served here.\n").answer();
        answer::set(&mut response, header::ALLOW, "GET, HEAD");
        return response;
    }
    let mut response = site.answer(&path, request.headers()).await;
    site.add_headers(&mut response);
    response
}

impl Site {
    /// The origins of the page that the server sends for a path, as JSON.
    fn origins_of_page(&self, path: &str) -> Result<String, String> {
        let origins = self.origins()?;
        let (file, text) = self.page_file(path)?;
        origins.page(self.live.builds(), &file, &text)
    }

    fn toolbar(&self, query: &str) -> Result<String, String> {
        let toolbar = self.options.toolbar.as_ref().ok_or("The toolbar is not enabled.")?;
        let (path, wants_page) = query.strip_suffix("&page").map_or((query, false), |path| (path, true));
        let page = if wants_page { self.page_file(path).ok() } else { None };
        Ok(toolbar.json(self.origins()?, self.live.builds(), page.as_ref()))
    }

    fn origins(&self) -> Result<&SiteOrigins, String> {
        self.options.origins.as_ref().ok_or_else(|| "The server does not know the source of the site.".to_owned())
    }

    /// The file that the server sends for the path of a page, and the file's text. Fails with a message if there is no
    /// such file, or if it is not UTF-8.
    fn page_file(&self, path: &str) -> Result<(PathBuf, String), String> {
        let path = format!("/{}", path.trim_start_matches("%2F").trim_start_matches('/'));
        let path = path.replace("%2F", "/");
        let Some(Found::File(file)) =
            self.below_baseurl(&path).map(|below| resolve(&self.world, &self.options.root, below, true))
        else {
            return Err(format!("'{path}' is not a page."));
        };
        let mut text = Vec::new();
        let opened = self.world.open_below(&self.options.root, &file);
        opened.and_then(|mut opened| opened.read_to_end(&mut text)).map_err(|error| error.to_string())?;
        let text = String::from_utf8(text).map_err(|_| "The page is not UTF-8.".to_owned())?;
        Ok((file, text))
    }

    async fn answer(&self, path: &str, request: &HeaderMap) -> Response<Body> {
        let Some(below) = self.below_baseurl(path) else { return self.problem(StatusCode::NOT_FOUND, path, request) };
        match resolve(&self.world, &self.options.root, below, !self.options.list_folders) {
            Found::File(file) => match self.file(&file, request).await {
                Ok(response) => response,
                // A build may have removed the file since it was found.
                Err(_) => self.problem(StatusCode::NOT_FOUND, path, request),
            },
            Found::Moved(to) => {
                let to = format!("{}{to}", self.options.baseurl.trim_end_matches('/'));
                answer::moved(&format!("/{}", to.trim_start_matches('/')))
            }
            Found::Folder(folder) => {
                let listing = listing::page(&self.world, &folder, path);
                let index = folder.join("index.html");
                Content::html(StatusCode::OK, self.with_script(listing.into_bytes(), &index, request)).answer()
            }
            Found::Nothing => self.problem(StatusCode::NOT_FOUND, path, request),
            Found::Refused => self.problem(StatusCode::BAD_REQUEST, path, request),
        }
    }

    async fn file(&self, file: &Path, request: &HeaderMap) -> io::Result<Response<Body>> {
        let is_page = file.extension().is_some_and(|extension| extension == "html" || extension == "htm");
        let mut opened = self.world.open_below(&self.options.root, file)?;
        if is_page && self.injects(request) {
            let mut page = Vec::new();
            opened.read_to_end(&mut page)?;
            let page = self.with_script(page, file, request);
            let kind = format!("text/html; charset={}", self.options.encoding);
            return Ok(Content { status: StatusCode::OK, kind, bytes: page }.answer());
        }
        let name = file.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
        answer::file(opened, &name, &self.options.encoding, request).await
    }

    /// The site's own 404 page, which Jekyll's server sends for every kind of problem. If there is none, a short HTML
    /// page with the status and the path.
    fn problem(&self, status: StatusCode, path: &str, request: &HeaderMap) -> Response<Body> {
        let file = self.options.root.join("404.html");
        let own = self.world.open_below(&self.options.root, &file);
        let own = own.and_then(|mut opened| {
            let mut page = Vec::new();
            opened.read_to_end(&mut page).map(|_| page)
        });
        let page = own.unwrap_or_else(|_| {
            let (title, path) = (status.canonical_reason().unwrap_or("Error"), listing::escape(path));
            format!(
                "<!DOCTYPE html>\n<html lang=\"en\">\n<head><meta charset=\"utf-8\"><title>{title}</title></head>\n\
                 <body><h1>{title}</h1><p>{path}</p></body>\n</html>\n"
            )
            .into_bytes()
        });
        Content::html(status, self.with_script(page, &file, request)).answer()
    }

    /// The path within the site. `None` outside of `baseurl`.
    fn below_baseurl<'a>(&self, path: &'a str) -> Option<&'a str> {
        let rest = path.strip_prefix(self.options.baseurl.trim_end_matches('/'))?;
        (rest.is_empty() || rest.starts_with('/')).then_some(rest).map(|rest| if rest.is_empty() { "/" } else { rest })
    }

    fn injects(&self, request: &HeaderMap) -> bool {
        match self.options.injection {
            Injection::Never => false,
            Injection::Always => true,
            Injection::Browsers => request
                .get(header::ACCEPT)
                .is_some_and(|accept| accept.to_str().is_ok_and(|accept| accept.contains("text/html"))),
        }
    }

    /// Adds the script for live reload to a page, if the options and the request allow it. `file` is the file of the
    /// page.
    fn with_script(&self, html: Vec<u8>, file: &Path, request: &HeaderMap) -> Vec<u8> {
        if !self.injects(request) {
            return html;
        }
        let file = file.strip_prefix(&self.options.root).unwrap_or(file).to_string_lossy().replace('\\', "/");
        let file = format!("{}/{file}", self.options.baseurl.trim_end_matches('/'));
        self.live.inject(&html, &file, &self.options.delays, self.options.toolbar.is_some())
    }

    fn add_headers(&self, response: &mut Response<Body>) {
        let headers = response.headers_mut();
        for (name, value) in &self.options.headers {
            if let (Ok(name), Ok(value)) = (HeaderName::try_from(name.as_str()), HeaderValue::from_str(value)) {
                headers.insert(name, value);
            }
        }
        headers.entry(header::CACHE_CONTROL).or_insert(HeaderValue::from_static(NO_STORE));
    }
}

//! The keys of commands and of the development server.

use super::{Settings, one_or_more, plain};
use hastie_liquid::Value;
use std::time::Duration;

/// Keys of commands and of the development server.
impl<'a> Settings<'a> {
    /// `detach`: whether the server runs in the background. Any truthy value counts.
    pub fn detach(self) -> bool {
        self.is_set("detach")
    }

    /// `force_polling`: whether `watch` looks for changes at intervals, instead of using the system's events. Any
    /// truthy value counts.
    pub fn force_polling(self) -> bool {
        self.is_set("force_polling")
    }

    /// `host`: the address of the server. Empty unless it is a string, an integer or a boolean.
    pub fn host(self) -> String {
        plain(self.value("host"))
    }

    /// `incremental`: whether Jekyll renders only changed documents. In Hastie, it only changes a message. Any truthy
    /// value counts.
    pub fn incremental(self) -> bool {
        self.is_set("incremental")
    }

    /// `livereload`: whether browsers reload pages after a build. Any truthy value counts.
    pub fn livereload(self) -> bool {
        self.is_set("livereload")
    }

    /// `livereload_ignore`: patterns of source files whose changes do not reload pages.
    pub fn livereload_ignore(self) -> Vec<&'a str> {
        one_or_more(self.value("livereload_ignore"))
    }

    /// `livereload_min_delay`: the seconds that a page waits before its first attempt to connect again. `None` for a
    /// negative number, and for a value that is neither an integer nor a string with a number (`"0.5"`).
    pub fn livereload_min_delay(self) -> Option<Duration> {
        self.seconds("livereload_min_delay")
    }

    /// `livereload_max_delay`: the longest time in seconds that a page waits between attempts to connect again. `None`
    /// for the same values as [`Settings::livereload_min_delay`].
    pub fn livereload_max_delay(self) -> Option<Duration> {
        self.seconds("livereload_max_delay")
    }

    /// `livereload_port`: the port of the server for LiveReload's own protocol. `None` if it is not a valid port.
    pub fn livereload_port(self) -> Option<u16> {
        plain(self.value("livereload_port")).parse().ok()
    }

    /// Whether `livereload_min_delay`, `livereload_max_delay`, `livereload_ignore` or `livereload_port` has a truthy
    /// value.
    pub fn has_livereload_details(self) -> bool {
        let (min, max) = (self.is_set("livereload_min_delay"), self.is_set("livereload_max_delay"));
        min || max || self.is_set("livereload_ignore") || self.is_set("livereload_port")
    }

    /// `open_url`: whether the server opens the site in a browser. Any truthy value counts.
    pub fn open_url(self) -> bool {
        self.is_set("open_url")
    }

    /// `port`: the port of the server. Empty unless it is a string, an integer or a boolean.
    pub fn port(self) -> String {
        plain(self.value("port"))
    }

    /// `profile`: whether a build ends with a table of rendering times. Any truthy value counts.
    pub fn profile(self) -> bool {
        self.is_set("profile")
    }

    /// `quiet`: whether only errors are shown. Any truthy value counts.
    pub fn quiet(self) -> bool {
        self.is_set("quiet")
    }

    /// `show_dir_listing`: whether the server lists folders instead of showing their index pages. Any truthy value
    /// counts.
    pub fn show_dir_listing(self) -> bool {
        self.is_set("show_dir_listing")
    }

    /// `baseurl` as the path under which the server shows the site. Empty unless it is a string, an integer or a
    /// boolean.
    pub fn server_baseurl(self) -> String {
        plain(self.baseurl())
    }

    /// `skip_initial_build`: whether the server starts without a build. Any truthy value counts.
    pub fn skip_initial_build(self) -> bool {
        self.is_set("skip_initial_build")
    }

    /// `ssl_cert`: the file of the server's certificate, relative to the source. `None` if it is not a string.
    pub fn ssl_cert(self) -> Option<&'a str> {
        self.text("ssl_cert")
    }

    /// `ssl_key`: the file of the certificate's key, relative to the source. `None` if it is not a string.
    pub fn ssl_key(self) -> Option<&'a str> {
        self.text("ssl_key")
    }

    /// `verbose`: whether debug messages are shown. Any truthy value counts.
    pub fn verbose(self) -> bool {
        self.is_set("verbose")
    }

    /// `watch`: whether changes of the source start a build. Any truthy value counts.
    pub fn watch(self) -> bool {
        self.is_set("watch")
    }

    /// Whether `destination` has a truthy value. In the options of the command line, this means that the user named a
    /// folder.
    pub fn has_destination(self) -> bool {
        self.is_set("destination")
    }

    /// Whether the key `watch` exists, even with a false value.
    pub fn has_watch(self) -> bool {
        self.values.contains_key("watch")
    }

    /// `webrick: headers`: the names and values of headers that the server sends. A value that is not a string, an
    /// integer or a boolean is empty. No headers if `webrick` or `headers` is not a hash.
    pub fn webrick_headers(self) -> Vec<(String, String)> {
        let headers = self.value("webrick").as_hash().and_then(|webrick| webrick.get("headers"));
        let headers = headers.and_then(Value::as_hash).into_iter().flat_map(|headers| headers.iter());
        headers.map(|(name, value)| (plain(name), plain(value))).collect()
    }
}

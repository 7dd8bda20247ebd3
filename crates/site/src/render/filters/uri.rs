//! The parts of `Addressable::URI` that Jekyll's URL filters use: parsing, validation and normalization.

use super::compose::composed;
use super::punycode;
use crate::percent;
use hastie_value::text::strip;
use std::fmt;
use std::fmt::Write;

/// A URI, split into its components as in Ruby's `Addressable::URI`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Uri {
    /// The scheme, such as `https`.
    pub scheme: Option<String>,
    /// The user: the text before the at sign, up to a colon.
    pub user: Option<String>,
    /// The password, between the colon and the at sign.
    pub password: Option<String>,
    /// The host, which may be empty. `None` if the URI has no `//` before a host.
    pub host: Option<String>,
    /// The port without leading zeros. `None` if the URI has no port, or for port 0.
    pub port: Option<String>,
    /// The path, which may be empty.
    pub path: String,
    /// The query, without the question mark.
    pub query: Option<String>,
    /// The fragment, without the number sign.
    pub fragment: Option<String>,
}

/// Ruby's `InvalidURIError`, with its message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InvalidUri(pub String);

/// IP-based schemes with their default ports.
const PORTS: [(&str, &str); 13] = [
    ("http", "80"),
    ("https", "443"),
    ("ftp", "21"),
    ("tftp", "69"),
    ("sftp", "22"),
    ("ssh", "22"),
    ("svn+ssh", "22"),
    ("telnet", "23"),
    ("nntp", "119"),
    ("gopher", "70"),
    ("wais", "210"),
    ("ldap", "389"),
    ("prospero", "1525"),
];

impl Uri {
    /// Splits a URI into its parts, as the gem addressable does.
    ///
    /// # Errors
    /// Fails if Addressable would reject the URI.
    pub fn parse(text: &str) -> Result<Self, InvalidUri> {
        let mut uri = Uri::default();
        let mut rest = text;
        if let Some(position) =
            rest.find([':', '/', '?', '#']).filter(|position| *position > 0 && rest.as_bytes()[*position] == b':')
        {
            uri.scheme = Some(checked_scheme(&rest[..position])?);
            rest = &rest[position + 1..];
        }
        if let Some(after) = rest.strip_prefix("//") {
            let end = after.find(['/', '?', '#']).unwrap_or(after.len());
            uri.set_authority(&after[..end])?;
            rest = &after[end..];
        }
        if let Some((before, fragment)) = rest.split_once('#') {
            uri.fragment = Some(fragment.split('\n').next().unwrap_or_default().to_string());
            rest = before;
        }
        if let Some((before, query)) = rest.split_once('?') {
            uri.query = Some(query.to_string());
            rest = before;
        }
        uri.set_path(rest);
        uri.validate()?;
        Ok(uri)
    }

    fn set_authority(&mut self, authority: &str) -> Result<(), InvalidUri> {
        let userinfo_end = authority.rfind('@').filter(|position| !authority[..*position].contains(['[', ']']));
        let mut host = authority;
        if let Some(position) = userinfo_end {
            let userinfo = strip(&authority[..position]);
            match userinfo.split_once(':') {
                Some((user, password)) => {
                    self.user = Some(user.to_string());
                    self.password = Some(password.to_string());
                }
                None => self.user = Some(userinfo.to_string()),
            }
            host = &authority[position + 1..];
        }
        let mut before = host.to_string();
        if let Some((colon, port)) = port_in(host) {
            self.set_port(port)?;
            before.replace_range(colon..colon + 1 + port.len(), "");
        }
        self.host = Some(before);
        Ok(())
    }

    fn set_port(&mut self, port: &str) -> Result<(), InvalidUri> {
        if port.is_empty() {
            return Ok(());
        }
        let Ok(port) = String::from_utf8(percent::decoded(port)) else {
            return Err(InvalidUri("Invalid encoding in port".into()));
        };
        if port.is_empty() || !port.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(InvalidUri(format!("Invalid port number: {port:?}")));
        }
        let port = port.trim_start_matches('0');
        self.port = (!port.is_empty()).then(|| port.to_string());
        Ok(())
    }

    fn set_path(&mut self, path: &str) {
        let slash = if !path.is_empty() && !path.starts_with('/') && self.host.is_some() { "/" } else { "" };
        self.path = format!("{slash}{path}");
    }

    fn validate(&self) -> Result<(), InvalidUri> {
        let over_ip = self.scheme.as_deref().is_some_and(|scheme| {
            let scheme = scheme.to_lowercase();
            PORTS.iter().any(|(name, _)| *name == scheme)
        });
        if over_ip && self.host.as_deref().is_none_or(str::is_empty) && self.path.is_empty() {
            return Err(InvalidUri(format!("Absolute URI missing hierarchical segment: '{self}'")));
        }
        if self.path.starts_with("//") && self.host.is_none() {
            let message = "Cannot have a path with two leading slashes without an authority set";
            return Err(InvalidUri(format!("{message}: '{self}'")));
        }
        if let Some(host) = self.host.as_deref().filter(|host| !is_host(host)) {
            return Err(InvalidUri(format!("Invalid character in host: '{host}'")));
        }
        if self.scheme.is_none() && is_ambiguous(&self.path) {
            return Err(InvalidUri(format!("Cannot assemble URI string with ambiguous path: '{}'", self.path)));
        }
        Ok(())
    }

    /// Normalizes the URI as Addressable does: case, escapes, default ports, dot segments in the path, empty queries
    /// and fragments.
    ///
    /// # Errors
    /// Fails if the normal form is not a valid URI.
    pub fn normalize(&self) -> Result<Self, InvalidUri> {
        let scheme = self.scheme.as_deref().map(|scheme| match strip(scheme).to_lowercase().as_str() {
            "ssh+svn" => "svn+ssh".to_string(),
            scheme => normalize_component(scheme, |byte| byte.is_ascii_alphanumeric() || b"-+.".contains(&byte)),
        });
        let whole = self.to_string();
        if let Some(address) = whole.strip_prefix("feed:").map(|rest| rest.trim_start_matches('/'))
            && address.starts_with("http:")
        {
            return Uri::parse(address)?.normalize();
        }
        let mut uri = Uri { scheme, ..Uri::default() };
        if let Some(authority) = self.normalized_authority(uri.scheme.as_deref()) {
            uri.set_authority(&authority)?;
        }
        uri.set_path(&self.normalized_path(uri.scheme.as_deref()));
        uri.query = self.query.as_deref().map(normalized_query).filter(|query| !query.is_empty());
        let fragment = self.fragment.as_deref().map(|fragment| normalize_component(fragment, is_fragment_character));
        uri.fragment = fragment.filter(|fragment| !fragment.is_empty());
        uri.validate()?;
        Ok(uri)
    }

    /// Resolves `other` relative to this URI. If `other` has no fragment, the result has none.
    ///
    /// # Errors
    /// Fails if the result is not a valid URI.
    pub fn join(&self, other: &Uri) -> Result<Self, InvalidUri> {
        let mut joined = other.clone();
        if other.scheme.is_none() {
            joined.scheme.clone_from(&self.scheme);
        }
        let path = if other.scheme.is_some() || other.host.is_some() {
            without_dots(other.path.clone())
        } else {
            joined.user.clone_from(&self.user);
            joined.password.clone_from(&self.password);
            joined.host.clone_from(&self.host);
            joined.port.clone_from(&self.port);
            if other.path.is_empty() {
                joined.query = other.query.clone().or_else(|| self.query.clone());
                self.path.clone()
            } else if other.path.starts_with('/') {
                without_dots(other.path.clone())
            } else {
                let base = without_dots(self.path.clone());
                let folder = base.rfind('/').map_or("", |slash| &base[..=slash]);
                let folder = if folder.is_empty() && self.host.is_some() { "/" } else { folder };
                without_dots(format!("{folder}{}", other.path))
            }
        };
        joined.set_path(&path);
        joined.validate()?;
        Ok(joined)
    }

    fn normalized_authority(&self, scheme: Option<&str>) -> Option<String> {
        let host = self.host.as_deref()?;
        let mut authority = String::new();
        let blank = |part: &Option<String>| part.as_deref().is_none_or(|part| strip(part).is_empty());
        let dropped =
            scheme.is_some_and(|scheme| scheme.contains("http")) && blank(&self.user) && blank(&self.password);
        if let Some(user) = self.user.as_deref().filter(|_| !dropped) {
            authority.push_str(&normalize_component(strip(user), is_unreserved));
            if let Some(password) = self.password.as_deref() {
                authority.push(':');
                authority.push_str(&normalize_component(strip(password), is_unreserved));
            }
            authority.push('@');
        }
        authority.push_str(&normalized_host(host));
        if let Some(port) = self.port.as_deref()
            && !PORTS.iter().any(|(name, usual)| Some(*name) == scheme && *usual == port)
        {
            let _ = write!(authority, ":{port}");
        }
        Some(authority)
    }

    fn normalized_path(&self, scheme: Option<&str>) -> String {
        let segments: Vec<String> =
            strip(&self.path).split('/').map(|segment| normalize_component(segment, is_path_character)).collect();
        let path = without_dots(segments.join("/"));
        let rooted = matches!(scheme, Some("http" | "https" | "ftp" | "tftp"));
        if path.is_empty() && rooted { "/".into() } else { path }
    }
}

impl fmt::Display for Uri {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(scheme) = &self.scheme {
            write!(f, "{scheme}:")?;
        }
        if let Some(host) = &self.host {
            f.write_str("//")?;
            if let Some(user) = &self.user {
                f.write_str(user)?;
                if let Some(password) = &self.password {
                    write!(f, ":{password}")?;
                }
                f.write_str("@")?;
            }
            f.write_str(host)?;
            if let Some(port) = &self.port {
                write!(f, ":{port}")?;
            }
        }
        f.write_str(&self.path)?;
        if let Some(query) = &self.query {
            write!(f, "?{query}")?;
        }
        if let Some(fragment) = &self.fragment {
            write!(f, "#{fragment}")?;
        }
        Ok(())
    }
}

/// The position of the first colon that only a port follows in its line, and this port, which may be empty. (Ruby's
/// pattern ends at the end of a line.)
fn port_in(host: &str) -> Option<(usize, &str)> {
    host.match_indices(':').find_map(|(colon, _)| {
        let port = host[colon + 1..].split('\n').next().unwrap_or_default();
        (!port.contains([':', '@', '[', ']'])).then_some((colon, port))
    })
}

fn checked_scheme(scheme: &str) -> Result<String, InvalidUri> {
    let fits = scheme.starts_with(|c: char| c.is_ascii_alphabetic())
        && scheme.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".+-".contains(&byte));
    if fits { Ok(scheme.to_string()) } else { Err(InvalidUri(format!("Invalid scheme format: '{scheme}'"))) }
}

fn is_host(host: &str) -> bool {
    if host.contains(|c: char| "<>{}/\\?#@\"".contains(c) || c.is_whitespace()) {
        return false;
    }
    match host.strip_prefix('[').and_then(|host| host.strip_suffix(']')) {
        Some(inner) => inner.bytes().all(|byte| is_unreserved(byte) || is_sub_delimiter(byte) || byte == b':'),
        None => true,
    }
}

/// Whether a line of the path could be parsed as a scheme.
fn is_ambiguous(path: &str) -> bool {
    let starts = std::iter::once(0).chain(path.match_indices('\n').map(|(position, _)| position + 1));
    starts.into_iter().any(|start| {
        let rest = &path[start..];
        rest.find([':', '/']).is_some_and(|position| rest.as_bytes()[position] == b':')
    })
}

fn normalized_host(host: &str) -> String {
    let host = strip(host);
    if host.is_empty() {
        return String::new();
    }
    let lower: String = host.chars().flat_map(char::to_lowercase).collect();
    let Ok(decoded) = String::from_utf8(percent::decoded(&lower)) else {
        return normalize_component(&lower, is_host_character);
    };
    let ascii = punycode::to_ascii(&decoded);
    let without_dot = ascii.strip_suffix('.').filter(|rest| !rest.is_empty() && !rest.ends_with('.'));
    normalize_component(without_dot.unwrap_or(&ascii), is_host_character)
}

fn normalized_query(query: &str) -> String {
    let pairs: Vec<String> = query.split('&').map(normalized_pair).collect();
    pairs.join("&")
}

/// Normalizes a part of a query. An escaped plus sign stays escaped, because an unescaped one means a space.
fn normalized_pair(pair: &str) -> String {
    let decoded = percent::decoded_but(pair, |byte| byte == b'+');
    let composed = match String::from_utf8(decoded) {
        Ok(text) => composed(&text).into_bytes(),
        Err(error) => return percent::encoded(error.as_bytes(), is_uri_character),
    };
    let mut out = String::with_capacity(composed.len());
    for (position, &byte) in composed.iter().enumerate() {
        let escaped_plus = byte == b'%' && matches!(composed.get(position + 1..position + 3), Some(b"2B" | b"2b"));
        if escaped_plus || is_query_character(byte) {
            out.push(byte as char);
        } else {
            percent::push_escape(byte, &mut out);
        }
    }
    out.replace("%2b", "%2B")
}

/// Normalizes a component of a URI: decodes escapes, composes characters (NFKC), and escapes characters that `allowed`
/// does not accept. If the decoded bytes are not UTF-8, the rules for a whole URI apply instead of `allowed`.
pub fn normalize_component(component: &str, allowed: fn(u8) -> bool) -> String {
    match String::from_utf8(percent::decoded(component)) {
        Ok(text) => percent::encoded(composed(&text).as_bytes(), allowed),
        // Invalid UTF-8 is escaped by the rules for a whole URI.
        Err(error) => percent::encoded(error.as_bytes(), is_uri_character),
    }
}

/// Whether a text is certainly in normal form: a path of unreserved characters, alone or after a web server's address.
/// False for some other normal URLs, such as those with a query. This is a fast path for most URLs of a site.
pub fn is_plainly_normal(text: &str) -> bool {
    let web = ["https://", "http://"].into_iter().find_map(|scheme| text.strip_prefix(scheme));
    let path = match web {
        Some(rest) => {
            let (host, path) = rest.split_at(rest.find('/').unwrap_or(rest.len()));
            let plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || b"-.".contains(&byte);
            if host.is_empty() || host.ends_with('.') || !host.bytes().all(plain) {
                return false;
            }
            path
        }
        None => text,
    };
    path.starts_with('/') && is_plain(path, |byte| byte == b'/' || byte == b'.')
}

/// Whether a text is certainly a path and no other component of a URI: it consists of unreserved characters and single
/// slashes.
pub fn is_plain_path(text: &str) -> bool {
    is_plain(text, |byte| byte == b'/')
}

/// Whether a text consists of unreserved characters and slashes, and no slash is followed by a byte that `is_refused`
/// accepts.
fn is_plain(text: &str, is_refused: impl Fn(u8) -> bool) -> bool {
    let mut before = 0;
    text.bytes().all(|byte| {
        let follows = std::mem::replace(&mut before, byte) == b'/';
        (is_unreserved(byte) || byte == b'/') && !(follows && is_refused(byte))
    })
}

fn is_unreserved(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~')
}

fn is_sub_delimiter(byte: u8) -> bool {
    b"!$&'()*+,;=".contains(&byte)
}

fn is_path_character(byte: u8) -> bool {
    is_unreserved(byte) || is_sub_delimiter(byte) || byte == b':' || byte == b'@'
}

fn is_fragment_character(byte: u8) -> bool {
    is_path_character(byte) || byte == b'/' || byte == b'?'
}

fn is_query_character(byte: u8) -> bool {
    is_fragment_character(byte) && byte != b'&' && byte != b';'
}

fn is_host_character(byte: u8) -> bool {
    is_unreserved(byte) || is_sub_delimiter(byte) || b"[:]".contains(&byte)
}

/// Whether a byte is allowed unescaped in a whole URI: as in a fragment, and also `#`, `[` and `]`.
pub fn is_uri_character(byte: u8) -> bool {
    is_fragment_character(byte) || b"#[]".contains(&byte)
}

/// `Addressable::URI.normalize_path`: applies one rule after the other until nothing changes. The rules come from RFC
/// 3986, but order and scope differ, which shows in paths with many dots.
fn without_dots(mut path: String) -> String {
    if !path.contains("/.") && !path.starts_with('.') {
        return path;
    }
    loop {
        let shorter = without_self(&path)
            .or_else(|| without_first_parent(&path))
            .or_else(|| without_leading_dots(&path))
            .or_else(|| without_parents_of_root(&path));
        match shorter {
            Some(shorter) => path = shorter,
            None => return path,
        }
    }
}

/// Replaces `/./`, and `/.` at the end, by a slash. `None` if the path has neither.
fn without_self(path: &str) -> Option<String> {
    let shorter = path.replace("/./", "/");
    let shorter = shorter.strip_suffix("/.").map_or(shorter.clone(), |rest| format!("{rest}/"));
    (shorter != path).then_some(shorter)
}

/// Finds the first `/x/../`, or `/x/..` at the end, and replaces this string by a slash wherever it occurs. `None` if
/// nothing changes.
fn without_first_parent(path: &str) -> Option<String> {
    let found = path.match_indices("/..").find(|(position, _)| {
        let after = path.as_bytes().get(position + 3);
        (after.is_none() || after == Some(&b'/')) && path[..*position].contains('/')
    });
    let (index, _) = found?;
    let start = path[..index].rfind('/')?;
    let name = &path[start + 1..index];
    let shorter = if index + 3 < path.len() {
        let replaced = path.replace(&format!("/{name}/../"), "/");
        replaced.strip_suffix("//..").map_or(replaced.clone(), |rest| format!("{rest}/"))
    } else {
        let replaced = path.replace("//../", "/");
        replaced.strip_suffix(&format!("/{name}/..")).map_or(replaced.clone(), |rest| format!("{rest}/"))
    };
    (shorter != path).then_some(shorter)
}

/// Removes one or two dots at the start, and a slash directly after them, even if a name follows. `None` without a dot
/// at the start.
fn without_leading_dots(path: &str) -> Option<String> {
    let rest = path.strip_prefix("..").or_else(|| path.strip_prefix('.'))?;
    Some(rest.strip_prefix('/').unwrap_or(rest).to_string())
}

/// Replaces `/../` or `/./` at the start by a slash, and also a path that consists only of such parts. `None` for other
/// paths.
fn without_parents_of_root(path: &str) -> Option<String> {
    for start in ["/../", "/./"] {
        if let Some(rest) = path.strip_prefix(start) {
            return Some(format!("/{rest}"));
        }
    }
    let bare = path.strip_suffix('/').unwrap_or(path);
    let only_dots = !bare.is_empty() && bare.strip_prefix('/')?.split('/').all(|part| part == "." || part == "..");
    only_dots.then(|| "/".to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_plainly_normal_stays_as_it_is() {
        let texts =
            ["/", "/a", "/a/b.html", "/a/~b_c-d/", "https://a-1.example.org/", "http://x/y/z.css", "http://a..b/c"];
        for text in texts {
            assert!(is_plainly_normal(text), "{text}");
            assert_eq!(
                Uri::parse(text).and_then(|uri| uri.normalize()).map(|uri| uri.to_string()),
                Ok(text.to_string())
            );
        }
        let others = [
            "",
            "a",
            "//a",
            "/a//b",
            "/./a",
            "/.a",
            "/a b",
            "/%41",
            "/a?b",
            "/a#b",
            "https://x",
            "https://X/",
            "http:///a",
            "http://a.b./c",
            "http://a:80/b",
            "http://u@a/b",
            "ftp://a/b",
            "/\u{e9}",
        ];
        assert!(others.into_iter().all(|text| !is_plainly_normal(text)));
    }
}

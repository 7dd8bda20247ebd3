//! Responses of earlier builds, in `.jekyll-cache/Hastie/network`.
//!
//! Each response is a file. It contains lines of text with the address, the method, the date, the status and the
//! headers, an empty line, and the body. The name of the file is a digest of the request. The request's headers are not
//! stored, because they may contain passwords.

use hastie_site::world::{PluginRequest, PluginResponse, World, write_below};
use sha2::{Digest, Sha256};
use std::fmt::Write as _;
use std::path::PathBuf;

/// The first line of the file of a stored response.
const FORMAT: &str = "Hastie answer 1";

/// A folder of responses, one file for each request.
#[derive(Debug)]
pub(crate) struct StoredResponses {
    /// The folder that contains the stored responses.
    pub folder: PathBuf,
    /// The source of the site, which contains the folder.
    pub source: PathBuf,
    /// The world in which the stored responses are read.
    pub world: World,
}

impl StoredResponses {
    /// Stores a response. Ignores errors: a response that cannot be written is only missing in later builds.
    pub(crate) fn store(&self, request: &PluginRequest, response: &PluginResponse) {
        let is_public = if response.is_public { "public" } else { "local" };
        let mut head = format!("{FORMAT}\n{} {}\n", request.method, request.url);
        let _ = writeln!(head, "{} {} {is_public}", self.world.now().0, response.status);
        let mut bytes = head.into_bytes();
        for (name, value) in &response.headers {
            bytes.extend([name.as_bytes(), b": ", value, b"\n"].concat());
        }
        bytes.push(b'\n');
        bytes.extend(&response.body);
        let _ = write_below(&self.source, &self.folder.join(name(request)), &bytes);
    }

    /// Finds the stored response to the same request, with its date in seconds since 1970. Returns `None` if no intact
    /// response is stored.
    pub(crate) fn find(&self, request: &PluginRequest) -> Option<(PluginResponse, i64)> {
        let bytes = self.world.read(&self.folder.join(name(request))).ok()?;
        let mut rest = bytes.as_slice();
        let mut line = || -> Option<&[u8]> {
            let end = rest.iter().position(|byte| *byte == b'\n')?;
            let (line, after) = rest.split_at(end);
            rest = &after[1..];
            Some(line)
        };
        let is_whole =
            line()? == FORMAT.as_bytes() && line()? == format!("{} {}", request.method, request.url).as_bytes();
        if !is_whole {
            return None;
        }
        let facts = String::from_utf8(line()?.to_vec()).ok()?;
        let mut facts = facts.split(' ');
        let (date, status) = (facts.next()?.parse().ok()?, facts.next()?.parse().ok()?);
        let is_public = facts.next()? == "public";
        let mut headers = Vec::new();
        loop {
            let header = line()?;
            if header.is_empty() {
                break;
            }
            let colon = header.windows(2).position(|pair| pair == b": ")?;
            headers.push((String::from_utf8(header[..colon].to_vec()).ok()?, header[colon + 2..].to_vec()));
        }
        Some((PluginResponse { status, headers, body: rest.to_vec(), is_public }, date))
    }
}

/// The file name of the stored response to a request: a digest of the method, URL, headers and body.
fn name(request: &PluginRequest) -> String {
    let mut headers: Vec<_> = request.headers.iter().map(|(name, value)| (name.to_ascii_lowercase(), value)).collect();
    headers.sort();
    let mut digest = Sha256::new();
    for part in [&request.method, &request.url] {
        digest.update(part.as_bytes());
        digest.update([0]);
    }
    for (name, value) in headers {
        digest.update(name.as_bytes());
        digest.update([1]);
        digest.update(value.as_bytes());
        digest.update([0]);
    }
    digest.update([0]);
    digest.update(&request.body);
    digest.finalize().iter().take(20).fold(String::new(), |mut text, byte| {
        let _ = write!(text, "{byte:02x}");
        text
    })
}

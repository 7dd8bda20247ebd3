//! HTTP responses: a file or a part of it, "not modified", a generated page. Headers are the same as from Jekyll's
//! server. Files are streamed.

use super::content_type;
use crate::world::{Opened, Stat};
use axum::body::Body;
use axum::http::{HeaderMap, Response, StatusCode, header};
use jiff::Timestamp;
use std::io;
use tokio::io::{AsyncReadExt, AsyncSeekExt};
use tokio_util::io::ReaderStream;

/// A response that is not a file of the site: its status, type and body.
#[derive(Debug)]
pub struct Content {
    /// The status code in the first line of the response.
    pub status: StatusCode,
    /// The value of the header `Content-Type`.
    pub kind: String,
    /// The bytes of the response's body.
    pub bytes: Vec<u8>,
}

impl Content {
    /// A response with an HTML page in UTF-8.
    pub fn html(status: StatusCode, bytes: impl Into<Vec<u8>>) -> Self {
        Content { status, kind: "text/html; charset=UTF-8".to_owned(), bytes: bytes.into() }
    }

    /// A response with plain text in UTF-8.
    pub fn text(status: StatusCode, text: impl Into<Vec<u8>>) -> Self {
        Content { status, kind: "text/plain; charset=utf-8".to_owned(), bytes: text.into() }
    }

    /// The HTTP response with this status, type and body.
    pub fn answer(self) -> Response<Body> {
        let mut response = Response::new(Body::from(self.bytes));
        *response.status_mut() = self.status;
        set(&mut response, header::CONTENT_TYPE, &self.kind);
        response
    }
}

/// A permanent redirect to `path`, for a folder that was requested without a trailing slash.
pub(super) fn moved(path: &str) -> Response<Body> {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::MOVED_PERMANENTLY;
    set(&mut response, header::LOCATION, path);
    response
}

/// The response to a request for a file: the whole file, the requested part, "not modified", or "range not
/// satisfiable".
///
/// # Errors
/// Fails if a file cannot be read. Files may disappear at any time while the site is being built.
pub(super) async fn file(
    opened: Opened,
    name: &str,
    encoding: &str,
    request: &HeaderMap,
) -> io::Result<Response<Body>> {
    // A destination has no virtual files.
    let (Some(stat), Opened::Real(file, _)) = (opened.stat()?, opened) else {
        return Err(io::ErrorKind::NotFound.into());
    };
    let tag = format!("\"{:x}-{:x}.{:x}\"", stat.size, stat.modified.0, stat.modified.1);
    let mut response = Response::new(Body::empty());
    set(&mut response, header::ETAG, &tag);
    set(&mut response, header::LAST_MODIFIED, &http_date(stat.modified.0));
    set(&mut response, header::ACCEPT_RANGES, "bytes");
    if is_unchanged(request, &stat, &tag) {
        *response.status_mut() = StatusCode::NOT_MODIFIED;
        return Ok(response);
    }
    set(&mut response, header::CONTENT_TYPE, &content_type::of(name, encoding));
    let (first, length) = match part(request, &stat, &tag) {
        Part::Whole => (0, stat.size),
        Part::Range(first, last) => {
            *response.status_mut() = StatusCode::PARTIAL_CONTENT;
            set(&mut response, header::CONTENT_RANGE, &format!("bytes {first}-{last}/{}", stat.size));
            (first, last - first + 1)
        }
        Part::Unsatisfiable => {
            *response.status_mut() = StatusCode::RANGE_NOT_SATISFIABLE;
            set(&mut response, header::CONTENT_RANGE, &format!("bytes */{}", stat.size));
            return Ok(response);
        }
    };
    let mut reader = tokio::fs::File::from_std(file);
    if first > 0 {
        reader.seek(io::SeekFrom::Start(first)).await?;
    }
    set(&mut response, header::CONTENT_LENGTH, &length.to_string());
    *response.body_mut() = Body::from_stream(ReaderStream::with_capacity(reader.take(length), 64 * 1024));
    Ok(response)
}

/// The requested part of a file.
#[derive(Debug, PartialEq, Eq)]
enum Part {
    Whole,
    /// The positions of the first and the last byte to send, both included.
    Range(u64, u64),
    Unsatisfiable,
}

/// The part of a file that a request asks for. Only a single range is supported. For several ranges or unknown units,
/// the whole file is sent, as HTTP allows.
fn part(request: &HeaderMap, stat: &Stat, tag: &str) -> Part {
    let Some(wanted) = text(request, &header::RANGE).and_then(|range| range.strip_prefix("bytes=")) else {
        return Part::Whole;
    };
    if let Some(condition) = text(request, &header::IF_RANGE)
        && condition != tag
        && condition != http_date(stat.modified.0)
    {
        return Part::Whole;
    }
    let Some((first, last)) = wanted.trim().split_once('-') else { return Part::Whole };
    let (first, last) = match (first.trim().parse::<u64>(), last.trim().parse::<u64>()) {
        (Ok(first), Ok(last)) if first <= last => (first, last.min(stat.size.saturating_sub(1))),
        (Ok(first), Err(_)) if last.trim().is_empty() => (first, stat.size.saturating_sub(1)),
        (Err(_), Ok(0)) => return Part::Unsatisfiable,
        (Err(_), Ok(count)) if first.trim().is_empty() => {
            (stat.size.saturating_sub(count), stat.size.saturating_sub(1))
        }
        _ => return Part::Whole,
    };
    if first >= stat.size { Part::Unsatisfiable } else { Part::Range(first, last) }
}

fn is_unchanged(request: &HeaderMap, stat: &Stat, tag: &str) -> bool {
    if let Some(tags) = text(request, &header::IF_NONE_MATCH) {
        return tags
            .split(',')
            .any(|one| matches!(one.trim().trim_start_matches("W/"), one if one == tag || one == "*"));
    }
    text(request, &header::IF_MODIFIED_SINCE)
        .and_then(|since| jiff::civil::DateTime::strptime("%a, %d %b %Y %H:%M:%S GMT", since).ok())
        .and_then(|since| since.to_zoned(jiff::tz::TimeZone::UTC).ok())
        .is_some_and(|since| since.timestamp().as_second() >= stat.modified.0)
}

fn http_date(seconds: i64) -> String {
    let time = Timestamp::from_second(seconds).unwrap_or(Timestamp::UNIX_EPOCH);
    time.strftime("%a, %d %b %Y %H:%M:%S GMT").to_string()
}

fn text<'a>(headers: &'a HeaderMap, name: &header::HeaderName) -> Option<&'a str> {
    headers.get(name)?.to_str().ok()
}

/// Sets a header. Skips invalid values, such as a configured value with a line break.
pub(super) fn set(response: &mut Response<Body>, name: header::HeaderName, value: &str) {
    if let Ok(value) = header::HeaderValue::from_str(value) {
        response.headers_mut().insert(name, value);
    }
}

//! URL filters: `absolute_url`, `relative_url`, `strip_index`. Mirrors `Jekyll::Filters::URLFilters`.

use super::uri::{InvalidUri, Uri, is_plain_path, is_plainly_normal};
use super::{no_method, rendering};
use hastie_liquid::{Abort, Context, Str, Value};

/// `absolute_url`: prepends the site's `url` and `baseurl` unless the input is absolute. A page or document counts as
/// its URL.
pub(crate) fn absolute_url(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    if input.is_nil() {
        return Ok(Value::Nil);
    }
    let input = url_of(cx, input)?;
    if is_absolute(cx, &input)? {
        return Ok(input);
    }
    let address = rendering(cx)?.setup().context.settings().url().clone();
    let address = address.to_s(cx.host)?;
    let relative = relative(cx, &input)?;
    if address.is_empty() {
        return Ok(relative);
    }
    let relative = relative.to_s(cx.host)?;
    normalized(cx, [&*address, &*relative].concat().into())
}

/// `relative_url`: prepends the site's `baseurl` unless the input is absolute. A page or document counts as its URL.
pub(crate) fn relative_url(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    relative(cx, input)
}

fn relative(cx: &mut Context<'_>, input: &Value) -> Result<Value, Abort> {
    if input.is_nil() {
        return Ok(Value::Nil);
    }
    let input = url_of(cx, input)?;
    if is_absolute(cx, &input)? {
        return Ok(input);
    }
    let base = rendering(cx)?.setup().context.settings().baseurl().clone();
    let base = base.to_s(cx.host)?;
    let base = without_final_slash(&base);
    let text = input.to_s(cx.host)?;
    if base.is_empty() && text.starts_with('/') {
        return normalized(cx, text);
    }
    normalized(cx, [slash_before(base), base, slash_before(&text), &*text].concat().into())
}

/// Ruby's `chomp("/")`: removes one slash at the end.
fn without_final_slash(base: &str) -> &str {
    base.strip_suffix('/').unwrap_or(base)
}

/// The URL of a page or document, or the input itself.
fn url_of(cx: &mut Context<'_>, input: &Value) -> Result<Value, Abort> {
    if let Value::Drop(object) = input
        && let Some(url) = object.get("url", cx.host)?
    {
        return Ok(url);
    }
    Ok(input.clone())
}

fn is_absolute(cx: &mut Context<'_>, input: &Value) -> Result<bool, Abort> {
    let text = input.to_s(cx.host)?;
    Ok(!is_plain_path(&text) && Uri::parse(&text).map_err(invalid)?.scheme.is_some())
}

/// The slash to insert before a part of a path. Empty if the part is empty or starts with a slash.
fn slash_before(part: &str) -> &'static str {
    if part.is_empty() || part.starts_with('/') { "" } else { "/" }
}

fn normalized(cx: &mut Context<'_>, text: Str) -> Result<Value, Abort> {
    if is_plainly_normal(&text) {
        cx.spend((text.len() / 4) as u64)?;
        return Ok(text.into());
    }
    // Each dot segment is removed from the path separately.
    let dots = text.matches("/.").count();
    cx.spend((text.len() / 4).saturating_add(dots.saturating_mul(text.len()) / 16) as u64)?;
    normalized_url(&text).map(Value::from)
}

/// A URL in its normal form, as `Addressable::URI#normalize` returns it.
///
/// # Errors
/// Fails if the URL is invalid.
pub fn normalized_url(url: &str) -> Result<String, Abort> {
    Uri::parse(url).and_then(|uri| uri.normalize()).map(|uri| uri.to_string()).map_err(invalid)
}

fn invalid(error: InvalidUri) -> Abort {
    Abort::error("Addressable::URI::InvalidURIError", error.0)
}

/// `strip_index`: removes the first `index.html` or `index.htm` that follows a slash and ends the text or a line. The
/// slash stays. Nil for nil and for an empty text.
pub(crate) fn strip_index(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    if input.is_nil() || input.to_s(cx.host)?.is_empty() {
        return Ok(Value::Nil);
    }
    let Value::Str(text) = input else { return Err(no_method(cx, "sub", input)) };
    for (position, found) in text.match_indices("/index.htm") {
        let end = position + found.len();
        let end = if text[end..].starts_with('l') { end + 1 } else { end };
        // Matches at the end of any line.
        if text[end..].is_empty() || text[end..].starts_with('\n') {
            return Ok(format!("{}/{}", &text[..position], &text[end..]).into());
        }
    }
    Ok(input.clone())
}

//! Autolinks: `<https://example.org>` and `<name@example.org>`.

use super::Parser;
use super::failed_spans::FailedSpans;
use crate::element::{Element, Kind};
use crate::scanner::Scanner;
use crate::text::is_alnum;

/// The address between the brackets at `position`, and whether it is an email address without scheme. `None` if no
/// autolink begins there.
fn address<'t>(failed_spans: &mut FailedSpans, text: &'t str, position: usize) -> Option<(&'t str, bool)> {
    let rest = &text[position + 1..];
    let schemes = ["mailto:", "https:", "http:", "ftps:", "ftp:"];
    if let Some(scheme) = schemes.iter().find(|scheme| rest.starts_with(*scheme)) {
        let from = scheme.len();
        // At least one character, and no line break.
        let first = rest[from..].chars().next().filter(|&c| c != '\n')?;
        let from = from + first.len_utf8();
        let start = position + 1 + from;
        let (end, _) = failed_spans.next(b'>', start, || {
            let length = memchr::memchr2(b'>', b'\n', &text.as_bytes()[start..])?;
            Some((start + length, start + length))
        })?;
        if text.as_bytes()[end] == b'>' {
            return Some((&text[position + 1..end], false));
        }
    }
    let allowed = |c: char| is_alnum(c) || matches!(c, '-' | '_' | '.');
    let name = rest.find(|c| !allowed(c)).filter(|&end| end > 0)?;
    let host = rest[name..].strip_prefix('@')?;
    let end = host.find(|c| !allowed(c)).filter(|&end| end > 0)?;
    host[end..].starts_with('>').then(|| (&rest[..name + 1 + end], true))
}

impl<'a> Parser<'a> {
    /// Parses the autolink at the position of `src`. Returns false if none begins there.
    pub(super) fn parse_autolink(&mut self, src: &mut Scanner<'a>, el: &mut Element<'a>) -> bool {
        let Some((address, is_mail)) = address(&mut self.failed_spans, src.text, src.pos) else { return false };
        let line = el.line;
        let mut link = Element::new(self.arena, Kind::Link, line);
        if is_mail {
            link.attr.set("href", format!("mailto:{address}"));
        } else {
            link.attr.set("href", address);
        }
        let shown = address.strip_prefix("mailto:").unwrap_or(address);
        link.children.push(Element::with_value(self.arena, self.text_kind, shown, line));
        src.pos += address.len() + 2;
        el.children.push(link);
        true
    }
}

//! Formats page ranges by a style's `page-range-format`, such as `321–28` for `chicago`.

use crate::error::Error;
use crate::locale::Locale;
use crate::pattern::{Pattern, compiled};
use crate::text::SPACE;
use regex::Captures;

static RANGE: Pattern = Pattern::new(|| {
    let number = r"(\p{Alphabetic}*)([0-9]+)(\p{Alphabetic}*)";
    compiled(&format!(r"\b{number}[{SPACE}]*[–-]+[{SPACE}]*{number}\b"))
});

/// The rules for the second number of a page range. `Minimal` omits the digits that both begin with: `321–8`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Format {
    Expanded,
    Minimal,
    MinimalTwo,
    Chicago,
}

/// Formats page ranges with the locale's delimiter. `format` decides how many digits the second number of a range has.
/// Fails if `format` is unknown and would apply to a range in the text, such as `10-15`.
pub(super) fn format(pages: &str, format: Option<&str>, locale: &Locale) -> Result<String, Error> {
    if !RANGE.is_match(pages) {
        return Ok(pages.to_owned());
    }
    let delimiter = locale.term("page-range-delimiter").unwrap_or("–");
    let mut format = format.map(|f| known(f).ok_or(f));
    let mut unknown = None;
    let out = RANGE.replace_all(pages, |c: &Captures| {
        let [before, from, between, before_second, to, after] = [1, 2, 3, 4, 5, 6].map(|n| &c[n]);
        let mut to = to.to_owned();
        let plain = [before, between, before_second, after].iter().all(|affix| affix.is_empty());
        if plain && to.len() <= from.len() {
            match &mut format {
                Some(Ok(format)) => to = second(from, &to, format),
                Some(Err(name)) => unknown = Some((*name).to_owned()),
                None => {}
            }
        }
        format!("{before}{from}{between}{delimiter}{before_second}{to}{after}")
    });
    match unknown {
        Some(name) => Err(Error::UnknownPageRange(name)),
        None => Ok(out.into_owned()),
    }
}

fn known(name: &str) -> Option<Format> {
    Some(match name {
        "expanded" => Format::Expanded,
        "minimal" => Format::Minimal,
        "minimal-two" => Format::MinimalTwo,
        "chicago" | "chicago-15" | "chicago-16" => Format::Chicago,
        _ => return None,
    })
}

/// The second number of a range. If `format` is `Chicago`, replaces it with the format that Chicago's rules select for
/// this first range. The following ranges use the same format.
fn second(from: &str, to: &str, format: &mut Format) -> String {
    let full = format!("{}{to}", &from[..from.len() - to.len()]);
    if *format == Format::Chicago {
        *format = chicago(from, &full);
    }
    let dim = from.len();
    let same = from.bytes().zip(full.bytes()).take_while(|(a, b)| a == b).count();
    match format {
        Format::Minimal => full[same..].to_owned(),
        Format::MinimalTwo if dim > 2 => full[same.min(dim - 2)..].to_owned(),
        _ => full,
    }
}

fn chicago(from: &str, to: &str) -> Format {
    let same = from.bytes().zip(to.bytes()).take_while(|(a, b)| a == b).count();
    let dim = from.len();
    if dim < 3 || (dim == 4 && dim - same > 2) || from.ends_with("00") {
        Format::Expanded
    } else if from.as_bytes().get(dim - 2) == Some(&b'0') {
        Format::Minimal
    } else {
        Format::MinimalTwo
    }
}

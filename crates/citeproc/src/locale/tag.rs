//! Language tags, and defaults for their missing parts.

/// Pairs of a language and its default region. The last rows are other regions of a language. They are used only to
/// find the language of a region, such as `de` for `AT`.
const REGIONS: [(&str, &str); 40] = [
    ("af", "ZA"),
    ("bg", "BG"),
    ("ca", "AD"),
    ("cs", "CZ"),
    ("da", "DK"),
    ("de", "DE"),
    ("el", "GR"),
    ("en", "US"),
    ("es", "ES"),
    ("et", "EE"),
    ("fa", "IR"),
    ("fr", "FR"),
    ("he", "IL"),
    ("hu", "HU"),
    ("is", "IS"),
    ("it", "IT"),
    ("ja", "JP"),
    ("km", "KH"),
    ("ko", "KR"),
    ("mn", "MN"),
    ("nb", "NO"),
    ("nl", "NL"),
    ("nn", "NO"),
    ("pl", "PL"),
    ("pt", "PT"),
    ("ro", "RO"),
    ("ru", "RU"),
    ("sk", "SK"),
    ("sl", "SI"),
    ("sr", "RS"),
    ("sv", "SE"),
    ("th", "TH"),
    ("tr", "TR"),
    ("uk", "UA"),
    ("vi", "VN"),
    ("zh", "CN"),
    // Regions that imply a language.
    ("de", "AT"),
    ("pt", "BR"),
    ("en", "CA"),
    ("de", "CH"),
];

/// Pairs of a language and a region, used only to find the language of a region. They are tried before `REGIONS`.
const LANGUAGES: [(&str, &str); 2] = [("en", "GB"), ("zh", "TW")];

/// Adds the usual region or language that a language tag lacks, and corrects its case: `en` becomes `en-US`. Serbian
/// without a script also gets `Latn`. Other texts are only trimmed.
pub(crate) fn normalize(tag: &str) -> String {
    let tag = tag.trim();
    if !looks_like_tag(tag) {
        return tag.to_owned();
    }
    let mut pieces = tag.split('-');
    let language = pieces.next().unwrap_or_default();
    let rest: Vec<&str> = pieces.collect();
    let region = rest.last().map(|region| region.to_uppercase());
    let script = rest.len().checked_sub(2).and_then(|position| rest.get(position)).map(|script| capitalize(script));
    let language = match (language, &region) {
        ("", Some(region)) => language_of(region).unwrap_or_default().to_owned(),
        _ => language.to_lowercase(),
    };
    let region = region.or_else(|| region_of(&language).map(str::to_owned));
    let script = script.or_else(|| (language == "sr").then(|| "Latn".to_owned()));
    [Some(language).filter(|l| !l.is_empty()), script, region].into_iter().flatten().collect::<Vec<_>>().join("-")
}

/// Whether the text looks like a language tag: it starts with two letters, or ends with a hyphen and two letters.
fn looks_like_tag(tag: &str) -> bool {
    let letters = |bytes: &[u8]| bytes.iter().all(u8::is_ascii_alphabetic);
    let bytes = tag.as_bytes();
    let starts = bytes.get(..2).is_some_and(letters);
    let ends = bytes
        .len()
        .checked_sub(3)
        .and_then(|position| bytes.get(position..))
        .is_some_and(|t| t[0] == b'-' && letters(&t[1..]));
    starts || ends
}

fn region_of(language: &str) -> Option<&'static str> {
    REGIONS.iter().find(|(l, _)| *l == language).map(|(_, r)| *r)
}

fn language_of(region: &str) -> Option<&'static str> {
    LANGUAGES.iter().chain(REGIONS.iter().rev()).find(|(_, r)| *r == region).map(|(l, _)| *l)
}

fn capitalize(text: &str) -> String {
    let mut chars = text.chars();
    chars.next().map(|c| c.to_uppercase().chain(chars.flat_map(char::to_lowercase)).collect()).unwrap_or_default()
}

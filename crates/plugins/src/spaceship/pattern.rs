//! Regular expressions with look-around and back-references, as used by the gem.

use fancy_regex::{Captures, Regex};
use hastie_site::failure::Failure;

/// Declares patterns that are compiled on first use, and a test that compiles all of them.
macro_rules! patterns {
    ($($name:ident = $source:expr;)+) => {
        $(static $name: std::sync::LazyLock<fancy_regex::Regex> =
            std::sync::LazyLock::new(|| $crate::spaceship::pattern::fixed(&$source));)+

        #[cfg(test)]
        #[test]
        fn every_pattern_compiles() {
            $(std::sync::LazyLock::force(&$name);)+
        }
    };
}
pub(super) use patterns;

/// Compiles a regular expression that is written in Hastie's own code, and not in a site's configuration.
///
/// # Panics
/// Panics if the source is not a valid pattern, which is a bug.
pub(super) fn fixed(source: &str) -> Regex {
    Regex::new(source).unwrap_or_else(|error| panic!("{source}: {error}"))
}

/// Compiles a pattern from the site's configuration. Fails if the pattern is invalid.
pub(super) fn configured(source: &str) -> Result<Regex, Failure> {
    Regex::new(source).map_err(|error| Failure::raised("RegexpError", format!("{error}: /{source}/")))
}

/// Ruby's `text.gsub(pattern) { ... }`: replaces each match with the result of `with`.
pub(super) fn replaced(text: &str, pattern: &Regex, with: impl Fn(&Captures<'_>) -> String) -> String {
    let mut out = String::with_capacity(text.len());
    let mut end = 0;
    for found in pattern.captures_iter(text).map_while(Result::ok) {
        let Some(whole) = found.get(0) else { break };
        out.push_str(&text[end..whole.start()]);
        out.push_str(&with(&found));
        end = whole.end();
    }
    out.push_str(&text[end..]);
    out
}

//! `site.github.versions`: the versions used by GitHub Pages.

use crate::theme_gem::OF_GITHUB_PAGES;
use hastie_liquid::Hash;

/// The gems that github-pages 232 lists before its themes, in its order.
const BEFORE_THEMES: [(&str, &str); 26] = [
    ("jekyll", "3.10.0"),
    ("jekyll-sass-converter", "1.5.2"),
    ("kramdown", "2.4.0"),
    ("kramdown-parser-gfm", "1.1.0"),
    ("jekyll-commonmark-ghpages", "0.5.1"),
    ("liquid", "4.0.4"),
    ("rouge", "3.30.0"),
    ("github-pages-health-check", "1.18.2"),
    ("jekyll-redirect-from", "0.16.0"),
    ("jekyll-sitemap", "1.4.0"),
    ("jekyll-feed", "0.17.0"),
    ("jekyll-gist", "1.5.0"),
    ("jekyll-paginate", "1.1.0"),
    ("jekyll-coffeescript", "1.2.2"),
    ("jekyll-seo-tag", "2.8.0"),
    ("jekyll-github-metadata", "2.16.1"),
    ("jekyll-avatar", "0.8.0"),
    ("jekyll-remote-theme", "0.4.3"),
    ("jekyll-include-cache", "0.2.1"),
    ("jemoji", "0.13.0"),
    ("jekyll-mentions", "1.6.0"),
    ("jekyll-relative-links", "0.6.1"),
    ("jekyll-optional-front-matter", "0.3.2"),
    ("jekyll-readme-index", "0.3.0"),
    ("jekyll-default-layout", "0.1.5"),
    ("jekyll-titles-from-headings", "0.5.3"),
];

/// The entries after the themes, in order. github-pages pins neither Ruby nor nokogiri. For these, Hastie names a Ruby
/// release that the service uses, and the oldest supported nokogiri.
const BEHIND_THEMES: [(&str, &str); 6] = [
    ("ruby", "3.3.4"),
    ("github-pages", "232"),
    ("html-pipeline", "2.14.3"),
    ("sass", "3.7.4"),
    ("safe_yaml", "1.0.5"),
    ("nokogiri", "1.16.2"),
];

/// The versions of Ruby and of the gems on GitHub Pages, by name, in the order of jekyll-github-metadata.
pub(crate) fn pinned() -> Hash {
    let mut versions = Hash::new();
    for (gem, version) in BEFORE_THEMES.iter().chain(&OF_GITHUB_PAGES).chain(&BEHIND_THEMES) {
        versions.set(*gem, *version);
    }
    versions
}

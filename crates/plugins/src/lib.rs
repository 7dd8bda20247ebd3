#![doc = include_str!("../README.md")]
//!
//! ## Layout
//!
//! Each plugin has its own file or folder, and one line in the list `REGISTRY`. [`Registry`] is the catalog that
//! selects the plugins of a site: those requested by its Gemfile (`gemfile`), its theme, and its configuration. Plugins
//! that do not exist here are reported by `missing`. The site's own Ruby is run through [`ruby`] or described by [`local`].
//!
//! Most plugins register tags and filters in [`Plugin::liquid`], or provide a
//! [`Generator`](hastie_site::plugin::Generator) or [`Hooks`](hastie_site::plugin::Hooks). A short one to start with is
//! `tabs`, and one with a generator is `sitemap`.

mod active_support;
mod archives;
mod avatar;
mod cache_bust;
mod commonmark;
mod data;
mod default_layout;
mod diagrams;
mod email_protect;
mod emoji;
mod evaluation;
mod feed;
mod fetched;
mod figure;
pub mod gemfile;
pub mod gems;
mod get_json;
mod gist;
pub mod git;
mod github_metadata;
mod html_body;
mod imagemagick;
mod include_cache;
mod jemoji;
mod jupyter;
mod last_modified_at;
mod libxml;
mod link_attributes;
pub mod local;
mod mentions;
mod minifier;
pub mod minify;
pub mod missing;
mod multiple_languages;
mod octopress_paginate;
mod option;
mod optional_front_matter;
mod paginate;
mod paginate_v2;
mod polyglot;
mod postfiles;
mod readme_index;
mod redirect_from;
mod regex_replace;
mod relative_links;
mod remote_theme;
pub mod ruby;
mod ruby_methods;
mod scholar;
pub mod scholar_stats;
mod seo_tag;
mod sitemap;
mod socials;
mod spaceship;
mod tabs;
mod taken_over;
mod target_blank;
mod terser;
mod theme_gem;
mod third_party_libraries;
mod timeago;
mod titles_from_headings;
mod toc;
mod twitter;
mod web_form;

mod choose;
mod deferred;

pub use choose::{Registry, only_turns_on_plugins};

use hastie_liquid::Engine;
use hastie_site::plugin::Plugin;
use std::sync::Arc;

/// All built-in plugins in alphabetical order: the name that sites list, and the constructor.
const REGISTRY: &[(&str, Maker)] = &[
    ("al_citations", || Arc::new(scholar_stats::AlCitations::default())),
    ("jekyll-3rd-party-libraries", || Arc::new(third_party_libraries::ThirdPartyLibraries)),
    ("jekyll-archives", || Arc::new(archives::Archives)),
    ("jekyll-archives-v2", || Arc::new(archives::v2::ArchivesV2)),
    ("jekyll-avatar", || Arc::new(avatar::Avatar)),
    ("jekyll-cache-bust", || Arc::new(cache_bust::CacheBust)),
    ("jekyll-commonmark", || Arc::new(commonmark::CommonMark)),
    ("jekyll-commonmark-ghpages", || Arc::new(commonmark::CommonMarkGhPages)),
    ("jekyll-data", || Arc::new(data::Data)),
    ("jekyll-default-layout", || Arc::new(default_layout::DefaultLayout)),
    ("jekyll-diagrams", || Arc::new(diagrams::Diagrams)),
    ("jekyll-email-protect", || Arc::new(email_protect::EmailProtect)),
    ("jekyll-feed", || Arc::new(feed::Feed)),
    ("jekyll-figure", || Arc::new(figure::Figure)),
    ("jekyll-get-json", || Arc::new(get_json::GetJson)),
    ("jekyll-gist", || Arc::new(gist::Gist)),
    ("jekyll-github-metadata", || Arc::new(github_metadata::GithubMetadata)),
    ("jekyll-imagemagick", || Arc::new(imagemagick::Imagemagick)),
    ("jekyll-include-cache", || Arc::new(include_cache::IncludeCache)),
    ("jekyll-jupyter-notebook", || Arc::new(jupyter::JupyterNotebook)),
    ("jekyll-last-modified-at", || Arc::new(last_modified_at::LastModifiedAt::default())),
    ("jekyll-link-attributes", || Arc::new(link_attributes::LinkAttributes)),
    ("jekyll-mentions", || Arc::new(mentions::Mentions)),
    ("jekyll-minifier", || Arc::new(minifier::Minifier)),
    ("jekyll-multiple-languages-plugin", || Arc::new(multiple_languages::MultipleLanguages::default())),
    ("jekyll-optional-front-matter", || Arc::new(optional_front_matter::OptionalFrontMatter)),
    ("jekyll-paginate", || Arc::new(paginate::Paginate)),
    ("jekyll-paginate-v2", || Arc::new(paginate_v2::PaginateV2)),
    ("jekyll-polyglot", || Arc::new(polyglot::Polyglot)),
    ("jekyll-postfiles", || Arc::new(postfiles::PostFiles)),
    ("jekyll-readme-index", || Arc::new(readme_index::ReadmeIndex)),
    ("jekyll-redirect-from", || Arc::new(redirect_from::RedirectFrom)),
    ("jekyll-regex-replace", || Arc::new(regex_replace::RegexReplace)),
    ("jekyll-relative-links", || Arc::new(relative_links::RelativeLinks)),
    ("jekyll-remote-theme", || Arc::new(remote_theme::RemoteTheme)),
    ("jekyll-scholar", || Arc::new(scholar::Scholar::default())),
    ("jekyll-seo-tag", || Arc::new(seo_tag::SeoTag)),
    ("jekyll-sitemap", || Arc::new(sitemap::Sitemap)),
    ("jekyll-socials", || Arc::new(socials::Socials)),
    ("jekyll-spaceship", || Arc::new(spaceship::Spaceship)),
    ("jekyll-tabs", || Arc::new(tabs::Tabs)),
    ("jekyll-target-blank", || Arc::new(target_blank::TargetBlank)),
    ("jekyll-terser", || Arc::new(terser::Terser)),
    ("jekyll-timeago", || Arc::new(timeago::Timeago)),
    ("jekyll-titles-from-headings", || Arc::new(titles_from_headings::TitlesFromHeadings)),
    ("jekyll-toc", || Arc::new(toc::Toc)),
    ("jekyll-twitter-plugin", || Arc::new(twitter::Twitter)),
    ("jemoji", || Arc::new(jemoji::Jemoji)),
    ("octopress-paginate", || Arc::new(octopress_paginate::OctopressPaginate)),
];

/// A function that creates a built-in plugin.
type Maker = fn() -> Arc<dyn Plugin>;

/// The name of the plugin in the registry. Sites can also list the name of the file that Ruby loads, such as
/// `jekyll/scholar`.
fn canonical(name: &str) -> &str {
    match name {
        "jekyll/scholar" => "jekyll-scholar",
        name => name,
    }
}

/// The constructor of a built-in plugin. `None` for other names.
fn maker(name: &str) -> Option<Maker> {
    let name = canonical(name);
    REGISTRY.iter().find(|(known, _)| *known == name).map(|(_, make)| *make)
}

/// The name of the first built-in plugin that defines a tag. `None` if no plugin does.
fn with_tag(tag: &str) -> Option<&'static str> {
    let defines = |make: &Maker| {
        let mut engine = Engine::bare();
        make().liquid(&mut engine);
        engine.tag_names().iter().any(|name| **name == *tag)
    };
    REGISTRY.iter().find(|(_, make)| defines(make)).map(|(name, _)| *name)
}

/// Whether Hastie implements the plugin that configurations and Gemfiles list under this name.
pub fn is_built_in(name: &str) -> bool {
    maker(name).is_some()
}

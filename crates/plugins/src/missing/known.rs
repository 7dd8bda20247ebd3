//! Published gems that sites use as plugins and that are not built in, with the features that a site loses.

/// A published plugin that is not built in, with the feature that a site loses without it.
#[derive(Debug)]
pub struct Known {
    /// The name under which sites list the gem.
    pub name: &'static str,
    /// The feature of the gem, worded to follow "Left out:".
    pub purpose: &'static str,
    /// The tags and blocks that the gem defines.
    pub tags: &'static [&'static str],
    /// Whether fetching the gem may help a build. False for a command, a server, a theme or a library.
    pub is_worth_fetching: bool,
}

const fn gem(name: &'static str, purpose: &'static str, tags: &'static [&'static str]) -> Known {
    Known { name, purpose, tags, is_worth_fetching: true }
}

const fn idle(name: &'static str, purpose: &'static str) -> Known {
    Known { name, purpose, tags: &[], is_worth_fetching: false }
}

/// The published gems that are not built in, sorted by name.
const KNOWN: &[Known] = &[
    idle("github-pages", "GitHub's set of plugins, which you can list one by one"),
    idle("hawkins", "a server with its own live reload"),
    idle("html-proofer", "checks of links and images"),
    idle("jekyll-admin", "an editor in the browser, which does not affect builds"),
    idle("jekyll-algolia", "a command that sends the pages to a search service, which does not affect builds"),
    gem("jekyll-analytics", "snippets of services that count visitors", &[]),
    gem("jekyll-asciidoc", "pages written in AsciiDoc", &[]),
    gem("jekyll-assets", "processed assets and the tag `asset`", &["asset"]),
    gem("jekyll-auto-authors", "pages for each author", &[]),
    gem("jekyll-auto-image", "`page.image` from the first image of a page", &[]),
    gem("jekyll-autoprefixer", "browser prefixes in style sheets", &[]),
    gem("jekyll-bookshop", "components of Bookshop", &["bookshop", "bookshop_include"]),
    gem("jekyll-category-pages", "pages for each category", &[]),
    gem("jekyll-cloudinary", "responsive images from a service", &["cloudinary"]),
    // Its compiler is written in JavaScript.
    idle("jekyll-coffeescript", "scripts written in CoffeeScript"),
    gem("jekyll-compress-images", "smaller images", &[]),
    gem("jekyll-contentful", "content of a service", &[]),
    idle("jekyll-crosspost-to-medium", "sending posts to a service"),
    gem("jekyll-datapage-generator", "a page for each record of a data file", &[]),
    idle("jekyll-docs", "Jekyll's documentation on this machine"),
    gem("jekyll-dotenv", "variables from a file .env", &[]),
    gem("jekyll-ebook", "the site as a book", &[]),
    gem("jekyll-emojitag", "the tag `emoji`", &["emoji"]),
    gem("jekyll-environment-variables", "`site.env`", &[]),
    gem("jekyll-firstimage", "the filter `first_image`", &[]),
    gem("jekyll-font-awesome-sass", "Font Awesome's style sheets", &[]),
    gem("jekyll-git-hash", "`site.git`", &[]),
    gem("jekyll-glossary_tooltip", "the tag `glossary`", &["glossary"]),
    gem("jekyll-gzip", "compressed copies of the files", &[]),
    gem("jekyll-haml", "pages and layouts written in Haml", &["haml"]),
    gem("jekyll-html-pipeline", "filters on the HTML of pages", &[]),
    idle("jekyll-import", "posts from other systems"),
    gem("jekyll-include-absolute", "the tag `include_absolute`", &["include_absolute"]),
    gem("jekyll-inline-svg", "the tag `svg`", &["svg"]),
    gem("jekyll-katex", "formulas drawn while building", &["katex", "katexmm"]),
    gem("jekyll-leaflet", "maps", &["leaflet_geojson", "leaflet_map", "leaflet_marker"]),
    idle("jekyll-livereload", "live reload, which `serve` includes"),
    gem("jekyll-loading-lazy", "images that load when they become visible", &[]),
    gem("jekyll-lunr-js-search", "an index for searching in the browser", &[]),
    idle("jekyll-manager", "an editor in the browser"),
    gem("jekyll-maps", "maps", &["google_map"]),
    gem("jekyll-menus", "menus from front matter", &[]),
    gem("jekyll-mermaid", "the block `mermaid`", &["mermaid"]),
    gem("jekyll-microtypo", "the filter `microtypo`", &[]),
    gem("jekyll-minibundle", "bundled assets", &["ministamp", "minibundle"]),
    gem("jekyll-minimagick", "resized images", &[]),
    gem("jekyll-multiple-languages", "the site in several languages", &["t", "tf", "translate"]),
    gem(
        "jekyll-multiple-languages-plugin",
        "the site in several languages",
        &["t", "tf", "tl", "translate", "translate_file", "translate_link"],
    ),
    gem("jekyll-notion", "content of a service", &[]),
    gem("jekyll-og-image", "images for previews", &[]),
    gem("jekyll-org", "pages written in Org", &[]),
    gem("jekyll-paginate-content", "long pages in several parts", &[]),
    gem("jekyll-pandoc", "Markdown by Pandoc", &[]),
    gem("jekyll-picture-tag", "the tag `picture`", &["picture"]),
    gem("jekyll-plantuml", "diagrams drawn by another program", &["plantuml"]),
    gem("jekyll-postcss", "style sheets processed by PostCSS", &[]),
    gem("jekyll-postcss-v2", "style sheets processed by PostCSS", &[]),
    gem("jekyll-purgecss", "style sheets without unused rules", &[]),
    gem("jekyll-pwa-plugin", "a service worker", &[]),
    gem("jekyll-redirect-to", "pages that lead to other addresses", &[]),
    gem("jekyll-remote-include", "the tag `remote_include`", &["remote_include"]),
    gem("jekyll-responsive-image", "the tag `responsive_image`", &["responsive_image", "responsive_image_block"]),
    idle("jekyll-s3", "sending the site to a service"),
    idle("jekyll-sass-converter", "style sheets"),
    gem(
        "jekyll-scholar",
        "bibliographies from BibTeX files",
        &[
            "bibliography",
            "bibliography_count",
            "bibtex",
            "cite",
            "cite_details",
            "cited",
            "details",
            "nocite",
            "quote",
            "reference",
        ],
    ),
    gem("jekyll-seo-gem", "tags for search engines", &["seo"]),
    gem("jekyll-slim", "pages and layouts written in Slim", &[]),
    gem("jekyll-svg-inliner", "SVG images in the text of pages", &[]),
    idle("jekyll-swiss", "a theme"),
    gem("jekyll-tagging", "pages for each tag", &[]),
    gem("jekyll-tagories", "pages for each tag and category", &[]),
    gem("jekyll-tailwindcss", "style sheets by Tailwind: run Tailwind's program on the built site", &[]),
    gem("jekyll-textile-converter", "pages written in Textile", &[]),
    gem("jekyll-tidy", "tidied HTML", &[]),
    gem("jekyll-time-to-read", "the filter `reading_time`", &[]),
    gem("jekyll-typogrify", "filters for typography", &[]),
    gem("jekyll-vite", "assets built by Vite", &["vite_asset_path", "vite_client_tag", "vite_javascript_tag"]),
    gem("jekyll-webfinger", "an account's address at a fixed place", &[]),
    gem("jekyll-webmention_io", "mentions of pages on other sites", &["webmention_count", "webmentions"]),
    gem("jekyll-webp", "images as WebP", &[]),
    gem("jekyll-wikilinks", "links by title", &[]),
    gem("jekyll-wikirefs", "links by title", &[]),
    gem("jekyll-youtube", "the tag `youtube`", &["youtube"]),
    gem("jekyll_asset_pipeline", "bundled assets", &["css_asset_tag", "javascript_asset_tag"]),
    gem("jekyll_picture_tag", "the tag `picture`", &["picture"]),
    idle("just-the-docs", "a theme"),
    gem("kramdown-math-katex", "formulas drawn while building", &[]),
    gem("kramdown-syntax-coderay", "highlighting by CodeRay", &[]),
    idle("liquid-c", "a faster Liquid"),
    gem("liquid_pluralize", "the filter `pluralize`", &[]),
    idle("mini_magick", "resized images"),
    idle("minima", "a theme"),
    idle("nokogiri", "HTML for the site's own Ruby"),
    gem("octopress-autoprefixer", "browser prefixes in style sheets", &[]),
    gem("octopress-gist", "the tag `gist`", &["gist"]),
    gem("octopress-image-tag", "the tag `img`", &["img"]),
    gem("premonition", "boxes around block quotes", &[]),
    idle("rack-jekyll", "a server"),
    gem("text-minimessage", "coloured text", &[]),
    idle("therubyracer", "scripts run while building"),
    idle("tzinfo-data", "time zones, which are built in"),
    idle("wdm", "watching files on Windows"),
];

/// The known gem that contains a plugin of this name. A slash counts as a hyphen: `jekyll/assets` finds
/// `jekyll-assets`. Every name that starts with `jekyll-theme-` counts as a known theme. `None` for any other name that
/// is not listed.
pub fn find(name: &str) -> Option<&'static Known> {
    let name = &*name.replace('/', "-");
    const THEME: &Known = &idle("jekyll-theme-", "a theme, which belongs under `theme:`");
    let listed = KNOWN.binary_search_by(|gem| gem.name.cmp(name)).ok().map(|index| &KNOWN[index]);
    listed.or_else(|| name.starts_with(THEME.name).then_some(THEME))
}

/// The first known gem that defines a tag or block of this name. `None` if none does.
pub fn with_tag(tag: &str) -> Option<&'static Known> {
    KNOWN.iter().find(|gem| gem.tags.contains(&tag))
}

#[cfg(test)]
mod tests {
    use super::KNOWN;

    #[test]
    fn the_table_is_sorted_for_searching() {
        assert!(KNOWN.is_sorted_by(|a, b| a.name < b.name));
    }
}

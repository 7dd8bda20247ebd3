//! The Jekyll that a build follows: 4.4.1, or the 3.10.0 of GitHub Pages with all that it depends on.
//!
//! What differs is one set of facts: versions, and switches that are named after what they change. The program chooses
//! a set once, the configuration hands it down, and each place asks for its own switch.

use hastie_kramdown::Rules;
use hastie_rouge::Edition;
use hastie_sass::Dialect;

/// The facts of a reference.
#[derive(Debug, PartialEq, Eq)]
pub struct Reference {
    /// Its usual name.
    pub name: &'static str,
    /// `jekyll.version`
    pub jekyll_version: &'static str,
    /// The release of Rouge.
    pub rouge: Edition,
    /// The release of kramdown.
    pub kramdown: Rules,
    /// Differences in the configuration.
    pub configuration: ConfigurationFacts,
    /// Differences in reading.
    pub reading: ReadingFacts,
    /// Differences in the URLs of documents, pages and files.
    pub urls: UrlFacts,
    /// Differences in rendering.
    pub rendering: RenderingFacts,
    /// Which versions of plugins it has.
    pub plugins: PluginFacts,
}

/// Differences in the configuration, and in the messages about it.
#[derive(Debug, PartialEq, Eq)]
pub struct ConfigurationFacts {
    /// The hosting service's own settings override it.
    pub is_imposed: bool,
    /// The defaults are those of Jekyll 3.
    pub has_older_defaults: bool,
    /// A site's `exclude` adds to the default list.
    pub exclude_adds_to_default: bool,
    /// Keys and values of versions before 1.0 are put right, with a word of deprecation.
    pub repairs_old_keys: bool,
    /// A theme's `_config.yml` is merged below the site's.
    pub reads_theme_configuration: bool,
    /// Paths are shown as they were typed.
    pub shows_paths_as_typed: bool,
    /// A failing command ends with advice between dashes.
    pub ends_with_advice: bool,
    /// Two files with one destination get a warning.
    pub tells_conflicts: bool,
}

/// Differences in reading.
#[derive(Debug, PartialEq, Eq)]
pub struct ReadingFacts {
    /// A name that ends in a dot is passed over.
    pub drops_names_ending_in_dots: bool,
    /// A file that `include` names is read though its folder is excluded.
    pub reads_included_files_below_excluded: bool,
    /// A theme's `_data` is read.
    pub reads_theme_data: bool,
    /// The files of collections are among the site's static files.
    pub collection_files_are_static_files: bool,
    /// A date in a path may be in front of a folder, whose name is then part of the title.
    pub dated_folders_are_posts: bool,
    /// A file without an extension has a slug.
    pub slugs_without_extension: bool,
    /// A collection may be sorted by `order` or `sort_by`.
    pub sorts_collections_by_key: bool,
    /// The path of a default's scope is a beginning of a text, not of whole parts.
    pub scopes_are_text_prefixes: bool,
    /// `csv_reader` and `tsv_reader` are known.
    pub has_csv_options: bool,
    /// A post in the future gets a message.
    pub tells_future_posts: bool,
    /// Pages have excerpts where the configuration wants them.
    pub has_page_excerpts: bool,
    /// A document without a date keeps the time at which its date was first asked for.
    pub keeps_asked_dates: bool,
    /// An excerpt gets link definitions and closed blocks only where something follows it that needs them.
    pub excerpts_take_what_they_need: bool,
}

/// Differences in URLs.
#[derive(Debug, PartialEq, Eq)]
pub struct UrlFacts {
    /// Dots at the end of a base name go.
    pub drops_trailing_dots: bool,
    /// Static files are written under the names that their URLs have.
    pub static_files_follow_urls: bool,
    /// There are `:long_month`, `:week`, `:slugified_categories` and the like, and the style `weekdate`.
    pub has_later_placeholders: bool,
    /// Slugs keep letters, marks and digits, not all that is alphanumeric.
    pub slugs_keep_marks: bool,
    /// `page.path` of a page that was made of another is that of its source.
    pub generated_pages_keep_paths: bool,
}

/// Differences in rendering.
#[derive(Debug, PartialEq, Eq)]
pub struct RenderingFacts {
    /// The tags `link` and `post_url` write the base URL.
    pub links_have_baseurl: bool,
    /// The tag `link` reads Liquid in its text.
    pub links_read_liquid: bool,
    /// `render_with_liquid: false` switches Liquid off.
    pub has_render_with_liquid: bool,
    /// Registers of templates (`cycle`, `ifchanged`, `offset: continue`) live on from document to document.
    pub templates_remember: bool,
    /// Messages of layouts have the full path.
    pub shows_full_layout_paths: bool,
    /// The filters `find` and `find_exp` exist, `where_exp` takes `and` and `or`, `number_of_words` a mode, and the tag
    /// `highlight` marks lines.
    pub has_later_filters: bool,
    /// The filter `where` distinguishes nil, `empty`, `blank` and arrays.
    pub where_knows_nil_and_empty: bool,
    /// Properties are compared as numbers where they are.
    pub compares_numbers: bool,
    /// A document's drop has keys for name, title, date, categories and tags of its own.
    pub documents_have_later_keys: bool,
    /// There is a drop `theme`.
    pub has_theme_drop: bool,
    /// The tag `link` finds static files that are not written.
    pub links_find_unwritten_files: bool,
    /// A document's URL is made before anything of it is rendered.
    pub makes_urls_first: bool,
    /// A page shows its excerpt, if only as nil.
    pub pages_show_excerpts: bool,
    /// A style sheet may get a source map, which is a page of the site.
    pub sheets_have_source_maps: bool,
    /// The Sass that style sheets are compiled as.
    pub sass: Dialect,
}

/// Versions of plugins, where what they do differs.
#[derive(Debug, PartialEq, Eq)]
pub struct PluginFacts {
    /// jekyll-seo-tag 2.8.0 instead of 2.9.0.
    pub seo_tag_2_8: bool,
    /// jekyll-relative-links 0.6.1 instead of 0.8.0.
    pub relative_links_0_6: bool,
    /// jekyll-default-layout 0.1.5: Markdown pages and posts only.
    pub default_layout_0_1_5: bool,
    /// The Gemfile's group of plugins is heard.
    pub hears_gemfile: bool,
}

impl Reference {
    /// Jekyll 4.4.1.
    pub const JEKYLL_4: Reference = Reference {
        name: "Jekyll 4.4.1",
        jekyll_version: "4.4.1",
        rouge: Edition::V4_6,
        kramdown: Rules::V2_5,
        configuration: ConfigurationFacts {
            is_imposed: false,
            has_older_defaults: false,
            exclude_adds_to_default: true,
            repairs_old_keys: false,
            reads_theme_configuration: true,
            shows_paths_as_typed: false,
            ends_with_advice: true,
            tells_conflicts: true,
        },
        reading: ReadingFacts {
            drops_names_ending_in_dots: true,
            reads_included_files_below_excluded: true,
            reads_theme_data: true,
            collection_files_are_static_files: true,
            dated_folders_are_posts: false,
            slugs_without_extension: true,
            sorts_collections_by_key: true,
            scopes_are_text_prefixes: true,
            has_csv_options: true,
            tells_future_posts: true,
            has_page_excerpts: true,
            keeps_asked_dates: false,
            excerpts_take_what_they_need: true,
        },
        urls: UrlFacts {
            drops_trailing_dots: true,
            static_files_follow_urls: true,
            has_later_placeholders: true,
            slugs_keep_marks: true,
            generated_pages_keep_paths: true,
        },
        rendering: RenderingFacts {
            links_have_baseurl: true,
            links_read_liquid: true,
            has_render_with_liquid: true,
            templates_remember: true,
            shows_full_layout_paths: true,
            has_later_filters: true,
            where_knows_nil_and_empty: true,
            compares_numbers: true,
            documents_have_later_keys: true,
            has_theme_drop: true,
            links_find_unwritten_files: false,
            makes_urls_first: false,
            pages_show_excerpts: true,
            sheets_have_source_maps: true,
            sass: Dialect::DartSass,
        },
        plugins: PluginFacts {
            seo_tag_2_8: false,
            relative_links_0_6: false,
            default_layout_0_1_5: false,
            hears_gemfile: true,
        },
    };

    /// The gem github-pages 232: Jekyll 3.10.0.
    pub const GITHUB_PAGES: Reference = Reference {
        name: "GitHub Pages (github-pages 232, Jekyll 3.10.0)",
        jekyll_version: "3.10.0",
        rouge: Edition::V3_30,
        kramdown: Rules::V2_4,
        configuration: ConfigurationFacts {
            is_imposed: true,
            has_older_defaults: true,
            exclude_adds_to_default: false,
            repairs_old_keys: true,
            reads_theme_configuration: false,
            shows_paths_as_typed: true,
            ends_with_advice: false,
            tells_conflicts: false,
        },
        reading: ReadingFacts {
            drops_names_ending_in_dots: false,
            reads_included_files_below_excluded: false,
            reads_theme_data: false,
            collection_files_are_static_files: false,
            dated_folders_are_posts: true,
            slugs_without_extension: false,
            sorts_collections_by_key: false,
            scopes_are_text_prefixes: false,
            has_csv_options: false,
            tells_future_posts: false,
            has_page_excerpts: false,
            keeps_asked_dates: true,
            excerpts_take_what_they_need: false,
        },
        urls: UrlFacts {
            drops_trailing_dots: false,
            static_files_follow_urls: false,
            has_later_placeholders: false,
            slugs_keep_marks: false,
            generated_pages_keep_paths: false,
        },
        rendering: RenderingFacts {
            links_have_baseurl: false,
            links_read_liquid: false,
            has_render_with_liquid: false,
            templates_remember: false,
            shows_full_layout_paths: false,
            has_later_filters: false,
            where_knows_nil_and_empty: false,
            compares_numbers: false,
            documents_have_later_keys: false,
            has_theme_drop: false,
            links_find_unwritten_files: true,
            makes_urls_first: true,
            pages_show_excerpts: false,
            sheets_have_source_maps: false,
            sass: Dialect::RubySass,
        },
        plugins: PluginFacts {
            seo_tag_2_8: true,
            relative_links_0_6: true,
            default_layout_0_1_5: true,
            hears_gemfile: false,
        },
    };
}

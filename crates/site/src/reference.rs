//! The version of Jekyll that a build reproduces: 4.4.1, or 3.10.0 as in GitHub Pages, with all of its dependencies.
//!
//! A [`Reference`] lists the differences: versions, and switches that are named after their effect. The command line
//! selects a reference, and the configuration carries it. The steps of a build check individual switches.

/// Jekyll 4 or GitHub Pages: the versions of gems, and a switch for each difference between the two.
#[derive(Debug, PartialEq, Eq)]
pub struct Reference {
    /// The name in messages, such as `Jekyll 4.4.1`.
    pub name: &'static str,
    /// `jekyll.version` in templates.
    pub jekyll_version: &'static str,
    /// The version of Rouge, which selects the set of lexers.
    pub rouge: hastie_rouge::Version,
    /// The version of kramdown, which selects the rules of Markdown that changed between releases.
    pub kramdown: hastie_kramdown::Version,
    /// The differences in configuration keys and their defaults.
    pub configuration: ConfigurationFacts,
    /// The differences in reading a site.
    pub reading: ReadingFacts,
    /// The differences in the URLs of documents, pages and files.
    pub urls: UrlFacts,
    /// The differences in filters, tags and excerpts.
    pub rendering: RenderingFacts,
    /// The versions of plugins that behave differently.
    pub plugins: PluginFacts,
}

/// The Sass compiler of a version of Jekyll: dart-sass for Jekyll 4, Ruby Sass for GitHub Pages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SassImplementation {
    /// dart-sass 1.104.1, with jekyll-sass-converter 3.1.
    DartSass,
    /// Ruby Sass 3.7.4, with jekyll-sass-converter 1.5.2.
    RubySass,
}

/// The switches for differences between Jekyll 4 and Jekyll 3 in the configuration and in messages.
#[derive(Debug, PartialEq, Eq)]
pub struct ConfigurationFacts {
    /// Whether GitHub Pages' own settings override the site's.
    pub has_imposed_settings: bool,
    /// Whether Jekyll 3's defaults apply.
    pub has_older_defaults: bool,
    /// Whether a site's `exclude` adds to the default list instead of replacing it.
    pub exclude_adds_to_default: bool,
    /// Whether keys and values from before version 1.0 are converted, with a deprecation warning.
    pub converts_old_keys: bool,
    /// Whether a theme's `_config.yml` is merged into the configuration.
    pub reads_theme_configuration: bool,
    /// Whether messages show paths as typed instead of absolute paths.
    pub shows_paths_as_typed: bool,
    /// Whether a failing command prints advice between dashed lines.
    pub ends_with_advice: bool,
    /// Whether two files with the same destination cause a warning.
    pub warns_of_conflicts: bool,
}

/// The switches for differences between Jekyll 4 and Jekyll 3 in reading a site.
#[derive(Debug, PartialEq, Eq)]
pub struct ReadingFacts {
    /// Whether files and folders whose names end in a dot are skipped.
    pub drops_names_ending_in_dots: bool,
    /// Whether a file listed in `include` is read even if its folder is excluded.
    pub reads_included_files_below_excluded: bool,
    /// Whether a theme's `_data` folder is read.
    pub reads_theme_data: bool,
    /// Whether files of collections are also static files of the site.
    pub collection_files_are_static_files: bool,
    /// Whether a post's date may be in the name of a parent folder. The rest of that name is then part of the title.
    pub dated_folders_are_posts: bool,
    /// Whether a file without an extension has a slug.
    pub slugs_without_extension: bool,
    /// Whether collections can be sorted by `order` or `sort_by`.
    pub sorts_collections_by_key: bool,
    /// Whether the path of a scope matches as a plain string prefix instead of by whole path components.
    pub scopes_are_text_prefixes: bool,
    /// Whether `csv_reader` and `tsv_reader` exist.
    pub has_csv_options: bool,
    /// Whether skipping a post in the future logs a message.
    pub logs_future_posts: bool,
    /// Whether pages can have excerpts.
    pub has_page_excerpts: bool,
    /// Whether an excerpt gets only the link definitions that it uses, and missing end tags such as `endif` only if
    /// text follows the separator.
    pub excerpts_keep_only_used_definitions: bool,
}

/// The switches for differences between Jekyll 4 and Jekyll 3 in URLs, slugs and paths.
#[derive(Debug, PartialEq, Eq)]
pub struct UrlFacts {
    /// Whether dots at the end of a base name are removed.
    pub drops_trailing_dots: bool,
    /// Whether output files of static files are named after their URLs.
    pub static_files_follow_urls: bool,
    /// Whether `:long_month`, `:week`, `:slugified_categories` and similar placeholders exist, and the style
    /// `weekdate`.
    pub has_later_placeholders: bool,
    /// Whether slugs keep all combining marks, such as accents that are characters of their own. Otherwise, they keep
    /// only alphabetic ones.
    pub slugs_keep_combining_marks: bool,
    /// Whether `page.path` of a page generated from another one is the path of the original.
    pub generated_pages_keep_paths: bool,
}

/// The switches for differences between Jekyll 4 and Jekyll 3 in rendering, such as filters, tags and style sheets.
#[derive(Debug, PartialEq, Eq)]
pub struct RenderingFacts {
    /// Whether the tags `link` and `post_url` prepend the base URL.
    pub links_have_baseurl: bool,
    /// Whether the tag `link` renders Liquid in its markup.
    pub links_read_liquid: bool,
    /// Whether `render_with_liquid: false` disables Liquid.
    pub has_render_with_liquid: bool,
    /// Whether the registers of templates (`cycle`, `ifchanged`, `offset: continue`) are kept from document to
    /// document.
    pub keeps_template_registers: bool,
    /// Whether messages about layouts contain the full path.
    pub shows_full_layout_paths: bool,
    /// Whether the filters `find` and `find_exp` exist, `where_exp` supports `and` and `or`, `number_of_words` has a
    /// mode, and the tag `highlight` can mark lines.
    pub has_later_filters: bool,
    /// Whether the filter `where` recognizes nil, `empty`, `blank` and arrays. Otherwise, it compares all values as
    /// strings.
    pub where_knows_nil_and_empty: bool,
    /// Whether the filter `sort` compares properties that look like numbers as numbers, even if they are strings.
    pub compares_numbers: bool,
    /// Whether a document's drop has methods for name, title, date, categories and tags.
    pub documents_have_later_keys: bool,
    /// Whether the variable `theme` exists.
    pub has_theme_drop: bool,
    /// Whether the tag `link` finds static files that are not written.
    pub links_find_unwritten_files: bool,
    /// Whether pages have the key `excerpt`, even if it is nil.
    pub pages_show_excerpts: bool,
    /// Whether style sheets can have a source map, which is a page of the site.
    pub sheets_have_source_maps: bool,
    /// The implementation of Sass to reproduce.
    pub sass: SassImplementation,
}

/// The switches for plugins whose versions with Jekyll 4 and on GitHub Pages behave differently, and for loading
/// plugins from the Gemfile.
#[derive(Debug, PartialEq, Eq)]
pub struct PluginFacts {
    /// Whether to behave like jekyll-seo-tag 2.8.0 instead of 2.9.0.
    pub seo_tag_2_8: bool,
    /// Whether to behave like jekyll-relative-links 0.6.1 instead of 0.8.0.
    pub relative_links_0_6: bool,
    /// Whether to behave like jekyll-default-layout 0.1.5, which sets the layouts of Markdown pages and posts only.
    pub default_layout_0_1_5: bool,
    /// Whether plugins in the Gemfile's group `jekyll_plugins` are loaded.
    pub loads_gemfile_group: bool,
}

impl Reference {
    /// Jekyll 4.4.1 with its dependencies, such as kramdown 2.5.1.
    pub const JEKYLL_4: Reference = Reference {
        name: "Jekyll 4.4.1",
        jekyll_version: "4.4.1",
        rouge: hastie_rouge::Version::V4_6,
        kramdown: hastie_kramdown::Version::V2_5,
        configuration: ConfigurationFacts {
            has_imposed_settings: false,
            has_older_defaults: false,
            exclude_adds_to_default: true,
            converts_old_keys: false,
            reads_theme_configuration: true,
            shows_paths_as_typed: false,
            ends_with_advice: true,
            warns_of_conflicts: true,
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
            logs_future_posts: true,
            has_page_excerpts: true,
            excerpts_keep_only_used_definitions: true,
        },
        urls: UrlFacts {
            drops_trailing_dots: true,
            static_files_follow_urls: true,
            has_later_placeholders: true,
            slugs_keep_combining_marks: true,
            generated_pages_keep_paths: true,
        },
        rendering: RenderingFacts {
            links_have_baseurl: true,
            links_read_liquid: true,
            has_render_with_liquid: true,
            keeps_template_registers: true,
            shows_full_layout_paths: true,
            has_later_filters: true,
            where_knows_nil_and_empty: true,
            compares_numbers: true,
            documents_have_later_keys: true,
            has_theme_drop: true,
            links_find_unwritten_files: false,
            pages_show_excerpts: true,
            sheets_have_source_maps: true,
            sass: SassImplementation::DartSass,
        },
        plugins: PluginFacts {
            seo_tag_2_8: false,
            relative_links_0_6: false,
            default_layout_0_1_5: false,
            loads_gemfile_group: true,
        },
    };

    /// GitHub Pages: the gem github-pages 232, with Jekyll 3.10.0.
    pub const GITHUB_PAGES: Reference = Reference {
        name: "GitHub Pages (github-pages 232, Jekyll 3.10.0)",
        jekyll_version: "3.10.0",
        rouge: hastie_rouge::Version::V3_30,
        kramdown: hastie_kramdown::Version::V2_4,
        configuration: ConfigurationFacts {
            has_imposed_settings: true,
            has_older_defaults: true,
            exclude_adds_to_default: false,
            converts_old_keys: true,
            reads_theme_configuration: false,
            shows_paths_as_typed: true,
            ends_with_advice: false,
            warns_of_conflicts: false,
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
            logs_future_posts: false,
            has_page_excerpts: false,
            excerpts_keep_only_used_definitions: false,
        },
        urls: UrlFacts {
            drops_trailing_dots: false,
            static_files_follow_urls: false,
            has_later_placeholders: false,
            slugs_keep_combining_marks: false,
            generated_pages_keep_paths: false,
        },
        rendering: RenderingFacts {
            links_have_baseurl: false,
            links_read_liquid: false,
            has_render_with_liquid: false,
            keeps_template_registers: false,
            shows_full_layout_paths: false,
            has_later_filters: false,
            where_knows_nil_and_empty: false,
            compares_numbers: false,
            documents_have_later_keys: false,
            has_theme_drop: false,
            links_find_unwritten_files: true,
            pages_show_excerpts: false,
            sheets_have_source_maps: false,
            sass: SassImplementation::RubySass,
        },
        plugins: PluginFacts {
            seo_tag_2_8: true,
            relative_links_0_6: true,
            default_layout_0_1_5: true,
            loads_gemfile_group: false,
        },
    };
}

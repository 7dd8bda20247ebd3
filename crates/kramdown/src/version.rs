//! Differences between versions of kramdown. Each is a switch named after its effect.

/// The behaviour of a version of kramdown. The default is 2.5.1, and GitHub Pages uses 2.4.0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Version {
    /// Whether footnotes and the `<sup>` of their marks have `role` attributes. Otherwise, only the link in a mark has
    /// one.
    pub footnote_roles_on_items: bool,
    /// Whether the content of `<![CDATA[...]]>` is text.
    pub cdata_sections: bool,
    /// Whether `<time>` is allowed among spans.
    pub time_is_a_span: bool,
    /// Whether an HTML table without cells in its rows becomes a native table.
    pub native_tables_without_cells: bool,
    /// Whether an underscore opens no emphasis if only underscores separate it from a letter: the third of `a___b_`.
    pub no_emphasis_behind_underscores: bool,
    /// Whether white space in an abbreviation matches any white space.
    pub loose_space_in_abbreviations: bool,
    /// Whether entity names of HTML 5 are known, and not only the names of HTML 4.
    pub html5_entities: bool,
    /// Whether the options `header_links` and `footnote_link_text` exist.
    pub link_options: bool,
}

impl Version {
    /// kramdown 2.5.1, for sites as Jekyll 4.4.1 builds them.
    pub const V2_5: Version = Version {
        footnote_roles_on_items: false,
        cdata_sections: true,
        time_is_a_span: true,
        native_tables_without_cells: false,
        no_emphasis_behind_underscores: true,
        loose_space_in_abbreviations: true,
        html5_entities: true,
        link_options: true,
    };

    /// kramdown 2.4.0, for sites as GitHub Pages builds them.
    pub const V2_4: Version = Version {
        footnote_roles_on_items: true,
        cdata_sections: false,
        time_is_a_span: false,
        native_tables_without_cells: true,
        no_emphasis_behind_underscores: false,
        loose_space_in_abbreviations: false,
        html5_entities: false,
        link_options: false,
    };
}

impl Default for Version {
    fn default() -> Self {
        Version::V2_5
    }
}

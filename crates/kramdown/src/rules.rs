//! The differences between releases of kramdown, each a switch named after what it changes.

/// The rules of a release. The default is 2.5.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rules {
    /// A footnote's mark has its role on the `<sup>` and the footnote a role of its own, not the link in the mark.
    pub footnote_roles_on_items: bool,
    /// `<![CDATA[...]]>` is text.
    pub cdata_sections: bool,
    /// `<time>` may be among spans.
    pub time_is_a_span: bool,
    /// An HTML table whose rows have no cells becomes the document's own.
    pub native_tables_without_cells: bool,
    /// An underscore does not open emphasis behind a letter and other underscores.
    pub no_emphasis_behind_underscores: bool,
    /// White space in an abbreviation matches any white space.
    pub loose_space_in_abbreviations: bool,
    /// The names of HTML 5's characters are known, not only those of HTML 4.
    pub html5_entities: bool,
    /// There are the options `header_links` and `footnote_link_text`.
    pub link_options: bool,
}

impl Rules {
    /// kramdown 2.5.1.
    pub const V2_5: Rules = Rules {
        footnote_roles_on_items: false,
        cdata_sections: true,
        time_is_a_span: true,
        native_tables_without_cells: false,
        no_emphasis_behind_underscores: true,
        loose_space_in_abbreviations: true,
        html5_entities: true,
        link_options: true,
    };

    /// kramdown 2.4.0.
    pub const V2_4: Rules = Rules {
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

impl Default for Rules {
    fn default() -> Self {
        Rules::V2_5
    }
}

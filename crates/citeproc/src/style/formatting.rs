//! Attributes for the formatting of an element's text.

use crate::text;
use roxmltree::Node;

/// The values of the CSL attribute `text-case`, such as `title`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum TextCase {
    Lowercase,
    Uppercase,
    CapitalizeFirst,
    CapitalizeAll,
    Sentence,
    Title,
}

/// The formatting of an element. Affixes are already escaped for HTML.
#[derive(Debug, Clone, Default)]
pub(crate) struct Formatting {
    pub text_case: Option<TextCase>,
    pub display: Option<String>,
    pub prefix: Option<String>,
    pub suffix: Option<String>,
    pub font_style: Option<String>,
    pub font_variant: Option<String>,
    pub font_weight: Option<String>,
    pub text_decoration: Option<String>,
    pub vertical_align: Option<String>,
    pub strip_periods: bool,
    pub quotes: bool,
    /// The unescaped suffix, used for comparing name parts.
    pub raw_suffix: Option<String>,
}

/// The attributes that an element supports in addition to affixes and fonts.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SupportedAttributes {
    pub text_case: bool,
    pub display: bool,
    pub strip_periods: bool,
    pub quotes: bool,
}

impl SupportedAttributes {
    /// Affixes and fonts only, as in `layout` and `name`.
    pub(crate) const FONT: SupportedAttributes =
        SupportedAttributes { text_case: false, display: false, strip_periods: false, quotes: false };
    /// Affixes, fonts and `text-case`, as in `name-part` and `et-al`.
    pub(crate) const CASE: SupportedAttributes = SupportedAttributes { text_case: true, ..SupportedAttributes::FONT };
    /// Affixes, fonts, `text-case` and `display`.
    pub(crate) const ALL: SupportedAttributes = SupportedAttributes { display: true, ..SupportedAttributes::CASE };
    /// All attributes except `quotes`.
    pub(crate) const PERIODS: SupportedAttributes =
        SupportedAttributes { strip_periods: true, ..SupportedAttributes::ALL };
    /// All attributes, `quotes` included, as in `text`.
    pub(crate) const QUOTES: SupportedAttributes = SupportedAttributes { quotes: true, ..SupportedAttributes::PERIODS };
}

impl Formatting {
    /// Reads the formatting from an element's attributes. `supported` says whether to read `text-case`, `display`,
    /// `strip-periods` and `quotes`, which not all elements support.
    pub(crate) fn read(node: Node, supported: SupportedAttributes) -> Formatting {
        let own = |name: &str| node.attribute(name).map(str::to_owned);
        let on = |name: &str| node.attribute(name).is_some_and(|v| v.eq_ignore_ascii_case("true"));
        Formatting {
            text_case: if supported.text_case { node.attribute("text-case").and_then(text_case) } else { None },
            display: if supported.display { own("display") } else { None },
            prefix: node.attribute("prefix").map(text::encode_xml),
            suffix: node.attribute("suffix").map(text::encode_xml),
            font_style: own("font-style"),
            font_variant: own("font-variant"),
            font_weight: own("font-weight"),
            text_decoration: own("text-decoration"),
            vertical_align: own("vertical-align"),
            strip_periods: supported.strip_periods && on("strip-periods"),
            quotes: supported.quotes && on("quotes"),
            raw_suffix: own("suffix"),
        }
    }

    /// Whether any font attribute is set, such as `font-style`.
    pub(crate) fn has_font(&self) -> bool {
        [&self.font_style, &self.font_variant, &self.font_weight, &self.text_decoration, &self.vertical_align]
            .iter()
            .any(|a| a.is_some())
    }
}

fn text_case(value: &str) -> Option<TextCase> {
    Some(match value {
        "lowercase" => TextCase::Lowercase,
        "uppercase" => TextCase::Uppercase,
        "capitalize-first" => TextCase::CapitalizeFirst,
        "capitalize-all" => TextCase::CapitalizeAll,
        "sentence" => TextCase::Sentence,
        "title" => TextCase::Title,
        _ => return None,
    })
}

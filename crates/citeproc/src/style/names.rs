//! The elements that render names, and their inheritable options.

use super::formatting::Formatting;
use super::nodes::{Element, Label};
use crate::text;
use roxmltree::Node;

/// `cs:names`: the variables whose names are printed, and how.
#[derive(Debug, Clone)]
pub(crate) struct Names {
    /// The number of the element in its style.
    pub id: usize,
    /// The numbers of the enclosing `names` elements.
    pub ancestors: Vec<usize>,
    /// The variables in the attribute `variable`. `None` without this attribute.
    pub variables: Option<Vec<String>>,
    pub delimiter: Option<String>,
    pub has_children: bool,
    pub name: Option<NameNode>,
    pub et_al: Option<EtAl>,
    pub label: Option<Label>,
    /// Whether the label comes before the names.
    pub label_first: bool,
    pub substitute: Option<Vec<Element>>,
}

/// `cs:name`: how each name is printed.
#[derive(Debug, Clone, Default)]
pub(crate) struct NameNode {
    pub formatting: Formatting,
    pub options: NameOptions,
    pub parts: Vec<NamePart>,
}

/// `cs:name-part`: the formatting of the given or family names.
#[derive(Debug, Clone)]
pub(crate) struct NamePart {
    pub name: String,
    pub formatting: Formatting,
}

/// `cs:et-al`: the term after a shortened list of names.
#[derive(Debug, Clone)]
pub(crate) struct EtAl {
    pub term: String,
    pub formatting: Formatting,
}

/// The options for names. Each can be set on a `name` element, on the `citation` or `bibliography` that uses it, or on
/// the whole style.
#[derive(Debug, Clone, Default)]
pub(crate) struct NameOptions {
    pub and: Option<String>,
    pub delimiter: Option<String>,
    pub form: Option<String>,
    pub initialize: Option<String>,
    pub initialize_with: Option<String>,
    pub sort_separator: Option<String>,
    pub name_as_sort_order: Option<String>,
    pub delimiter_precedes_last: Option<String>,
    pub delimiter_precedes_et_al: Option<String>,
    pub et_al_min: Option<i64>,
    pub et_al_use_first: Option<i64>,
    pub et_al_use_last: Option<String>,
}

impl NameOptions {
    /// The options in the attributes of `cs:name`. There, `delimiter` and `form` lack the prefix `name-` of inherited
    /// options.
    pub(crate) fn of_name(node: Node) -> NameOptions {
        NameOptions::read(node, "delimiter", "form")
    }

    /// The options that a `citation` or `bibliography` element or the style passes on to its names.
    pub(crate) fn inheritable(node: Node) -> NameOptions {
        NameOptions::read(node, "name-delimiter", "name-form")
    }

    fn read(node: Node, delimiter: &str, form: &str) -> NameOptions {
        let own = |name: &str| node.attribute(name).map(str::to_owned);
        NameOptions {
            and: own("and"),
            delimiter: own(delimiter),
            form: own(form),
            initialize: own("initialize"),
            initialize_with: own("initialize-with"),
            sort_separator: own("sort-separator"),
            name_as_sort_order: own("name-as-sort-order"),
            delimiter_precedes_last: own("delimiter-precedes-last"),
            delimiter_precedes_et_al: own("delimiter-precedes-et-al"),
            et_al_min: node.attribute("et-al-min").map(text::to_i),
            et_al_use_first: node.attribute("et-al-use-first").map(text::to_i),
            et_al_use_last: own("et-al-use-last"),
        }
    }
}

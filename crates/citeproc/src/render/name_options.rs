//! The options for an element with names. Each option comes from the child element `name`, otherwise from `citation` or
//! `bibliography`, otherwise from the style.

use super::Run;
use crate::style::{EtAl, NameNode, NamePart, Names};

/// How to print a list of names: `cs:name` with its own and inherited attributes, and `cs:et-al`.
#[derive(Debug, Clone, Copy)]
pub(super) struct Options<'a> {
    pub node: Option<&'a NameNode>,
    pub et_al: Option<&'a EtAl>,
    pub and: Option<&'a str>,
    pub delimiter: &'a str,
    pub form: Option<&'a str>,
    pub initialize: Option<&'a str>,
    pub initialize_with: Option<&'a str>,
    pub sort_separator: &'a str,
    pub name_as_sort_order: Option<&'a str>,
    delimiter_precedes_last: Option<&'a str>,
    delimiter_precedes_et_al: Option<&'a str>,
    et_al_min: Option<i64>,
    et_al_use_first: Option<i64>,
    et_al_use_last: Option<&'a str>,
}

/// Whether an option has this value, ignoring case.
fn says(option: Option<&str>, value: &str) -> bool {
    option.is_some_and(|o| o.eq_ignore_ascii_case(value))
}

impl<'a> Run<'a> {
    /// The options for a `names` element. An option comes from the child element `name`, otherwise from the element
    /// `citation` or `bibliography`, otherwise from the style.
    pub(super) fn options(&self, names: &'a Names) -> Options<'a> {
        let own = names.name.as_ref().map(|name| &name.options);
        let (section, style) = (&self.section.names, &self.style.names);
        macro_rules! pick {
            ($field:ident) => {
                own.and_then(|o| o.$field.as_ref()).or(section.$field.as_ref()).or(style.$field.as_ref())
            };
        }
        let text = |option: Option<&'a String>| option.map(String::as_str);
        Options {
            node: names.name.as_ref(),
            et_al: names.et_al.as_ref(),
            and: text(pick!(and)),
            delimiter: text(pick!(delimiter)).unwrap_or(", "),
            form: text(pick!(form)),
            initialize: text(pick!(initialize)),
            initialize_with: text(pick!(initialize_with)),
            sort_separator: text(pick!(sort_separator)).unwrap_or(", "),
            name_as_sort_order: text(pick!(name_as_sort_order)),
            delimiter_precedes_last: text(pick!(delimiter_precedes_last)),
            delimiter_precedes_et_al: text(pick!(delimiter_precedes_et_al)),
            et_al_min: pick!(et_al_min).copied(),
            et_al_use_first: pick!(et_al_use_first).copied(),
            et_al_use_last: text(pick!(et_al_use_last)),
        }
    }
}

impl<'a> Options<'a> {
    /// The elements `name-part`, which format the given or family names.
    pub(crate) fn parts(&self) -> &'a [NamePart] {
        self.node.map(|node| node.parts.as_slice()).unwrap_or_default()
    }

    /// Whether the element prints the number of names instead of the names.
    pub(crate) fn counts(&self) -> bool {
        self.form == Some("count")
    }

    /// The number of names, out of `count`, that a shortened list shows. `None` if the list is not shortened: `count`
    /// is below `et-al-min`, or the style lacks a limit.
    pub(crate) fn shown(&self, count: usize) -> Option<usize> {
        let (min, first) = (self.et_al_min?, self.et_al_use_first?);
        (count as i64 >= min).then(|| usize::try_from(first).unwrap_or(0).min(count))
    }

    /// Whether the style ends shortened lists with the last name, as in `A, B, … Z`. The caller also checks that at
    /// least two names are left out.
    pub(crate) fn uses_last(&self) -> bool {
        self.et_al_use_last == Some("true")
    }

    /// Whether the name at `position`, counted from 1, is printed in sort order, such as `Doe, Jane`.
    pub(crate) fn inverts(&self, position: usize) -> bool {
        says(self.name_as_sort_order, "all") || (position == 1 && says(self.name_as_sort_order, "first"))
    }

    /// Whether to put the delimiter before `et al.`, which follows `shown` names.
    pub(crate) fn delimits_et_al(&self, shown: usize) -> bool {
        let option = self.delimiter_precedes_et_al;
        if says(option, "never") || says(option, "always") {
            return says(option, "always");
        }
        if option.is_some_and(|o| starts(o, "after-inverted-name")) { self.inverts(shown) } else { shown > 1 }
    }

    /// Whether to put the delimiter before the last of `count` names. Without `and`, always true. With `and`, by
    /// default true for three or more names.
    pub(crate) fn delimits_last(&self, count: usize) -> bool {
        let option = self.delimiter_precedes_last;
        if self.and.is_none() {
            return true;
        }
        if says(option, "never") || says(option, "always") {
            return says(option, "always");
        }
        if option.is_some_and(|o| starts(o, "after-inverted-name")) {
            return self.name_as_sort_order.is_some() && (says(self.name_as_sort_order, "all") || count == 2);
        }
        count > 2
    }
}

/// Whether a value starts with this text, ignoring case.
fn starts(value: &str, with: &str) -> bool {
    value.get(..with.len()).is_some_and(|head| head.eq_ignore_ascii_case(with))
}

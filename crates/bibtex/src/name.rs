//! A person's name in its four parts.

use crate::filter::Filter;

/// A name, split by BibTeX's rules into first and family names, particle and suffix.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Name {
    /// The first and middle names, separated by spaces.
    pub first: Option<String>,
    /// The family name, without its particle.
    pub last: Option<String>,
    /// The particle before the family name: `van`, `de la`.
    pub prefix: Option<String>,
    /// The suffix after the name: `Jr.`
    pub suffix: Option<String>,
}

impl Name {
    /// The four parts of a name, each with its key in jekyll-scholar's templates. An absent part is `None`.
    pub fn parts(&self) -> [(&'static str, Option<&str>); 4] {
        [
            ("first", self.first.as_deref()),
            ("last", self.last.as_deref()),
            ("prefix", self.prefix.as_deref()),
            ("suffix", self.suffix.as_deref()),
        ]
    }

    /// The name in sort order: `von Berg, Jr., Ada`.
    pub fn sort_order(&self) -> String {
        let mut out = String::new();
        if let Some(prefix) = &self.prefix {
            out.push_str(prefix);
        }
        if let Some(last) = &self.last {
            if self.prefix.is_some() {
                out.push(' ');
            }
            out.push_str(last);
        }
        for part in [&self.suffix, &self.first].into_iter().flatten() {
            out.push_str(", ");
            out.push_str(part);
        }
        out
    }

    /// Replaces each part that exists with the filter's output.
    pub(crate) fn convert(&mut self, filter: &dyn Filter) {
        for part in [&mut self.first, &mut self.last, &mut self.prefix, &mut self.suffix].into_iter().flatten() {
            *part = filter.apply(part);
        }
    }
}

/// Joins names with ` and `, as in the field `author`. Each name is in sort order.
pub(crate) fn list(names: &[Name]) -> String {
    names.iter().map(Name::sort_order).collect::<Vec<_>>().join(" and ")
}

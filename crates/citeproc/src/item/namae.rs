//! Splits names in a string like the gem namae, for simple cases.

use super::Name;

/// Parses names that are separated by ` and ` or `;`, for example `Doe, Jane and John Smith`.
pub(crate) fn parse(text: &str) -> Vec<Name> {
    text.split(" and ").flat_map(|part| part.split(';')).map(str::trim).filter(|p| !p.is_empty()).map(one).collect()
}

/// Parses a name: the family name comes before a comma, or last. A single word is a given name.
fn one(text: &str) -> Name {
    if let Some((family, given)) = text.split_once(',') {
        return Name::person(family.trim(), given.trim());
    }
    match text.rsplit_once(' ') {
        Some((given, family)) => Name::person(family, given.trim()),
        None => Name { given: Some(text.to_owned()), ..Name::default() },
    }
}

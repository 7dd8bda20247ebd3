//! The person whose citation counts are fetched, with ids from the command line, the configuration and data files.

use crate::config::Configuration;
use crate::world::World;
use hastie_liquid::Value;
use std::path::Path;

/// The person who is searched for, with the person's ids at the services.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Subject {
    /// The Google Scholar id: `user=` in the address of the profile.
    pub scholar: Option<String>,
    /// The ORCID iD, such as `0000-0002-1825-0097`. Used to find the person on OpenAlex.
    pub orcid: Option<String>,
    /// The author id on Semantic Scholar, which is a number.
    pub semantic_scholar: Option<String>,
    /// The author id on OpenAlex. It takes precedence over the ORCID iD.
    pub openalex: Option<String>,
}

impl Subject {
    /// The author of a site, from keys such as `scholar_userid`, `orcid`, `semantic_scholar` and `openalex`. Each key
    /// is read below `author` in `_config.yml`, then at the top level of this file, then in al-folio's
    /// `_data/socials.yml`. Values can be ids or addresses.
    #[must_use]
    pub fn of_site(configuration: &Configuration, world: &World) -> Self {
        let socials = data_file(world, &Path::new(&configuration.source).join("_data/socials.yml"));
        let author = configuration.get("author");
        let find = |keys: &[&str], id: fn(&str) -> Option<String>| {
            let places =
                keys.iter().flat_map(|key| [text(author, key), text_of(configuration.get(key)), text(&socials, key)]);
            places.flatten().find_map(|text| id(&text))
        };
        Subject {
            scholar: find(&["googlescholar", "scholar_userid", "google_scholar"], scholar_id),
            orcid: find(&["orcid", "orcid_id"], orcid),
            semantic_scholar: find(&["semantic_scholar", "semanticscholar", "semanticscholar_id"], semantic_scholar_id),
            openalex: find(&["openalex", "openalex_id"], openalex_id),
        }
    }

    /// Replaces ids with valid ids from the command line. Arguments can be ids or addresses of profiles.
    #[must_use]
    pub fn with(self, scholar: Option<&str>, orcid_id: Option<&str>, semantic_scholar: Option<&str>) -> Self {
        Subject {
            scholar: scholar.and_then(scholar_id).or(self.scholar),
            orcid: orcid_id.and_then(orcid).or(self.orcid),
            semantic_scholar: semantic_scholar.and_then(semantic_scholar_id).or(self.semantic_scholar),
            openalex: self.openalex,
        }
    }

    /// Replaces the id on OpenAlex with a valid id or address from the command line. An invalid one changes nothing.
    #[must_use]
    pub fn with_openalex(self, id: Option<&str>) -> Self {
        Subject { openalex: id.and_then(openalex_id).or(self.openalex), ..self }
    }
}

fn data_file(world: &World, path: &Path) -> Value {
    let bytes = world.read(path).unwrap_or_default();
    hastie_yaml::load_file(&bytes, &path.to_string_lossy()).unwrap_or(Value::Nil)
}

fn text(section: &Value, key: &str) -> Option<String> {
    section.as_hash().and_then(|section| section.get(key)).and_then(text_of)
}

fn text_of(value: &Value) -> Option<String> {
    let text = match value {
        Value::Str(text) => text.as_str().to_owned(),
        Value::Int(number) => number.to_string(),
        _ => return None,
    };
    Some(text.trim().to_owned()).filter(|text| !text.is_empty())
}

/// The id in `https://scholar.google.com/citations?user=ID&hl=en`, or an id on its own. `None` for other texts.
fn scholar_id(text: &str) -> Option<String> {
    let id = match text.split_once("user=") {
        Some((_, rest)) => rest.split(['&', '#']).next().unwrap_or_default(),
        None if text.contains(['/', '?', ' ']) => return None,
        None => text,
    };
    is_id(id).then(|| id.to_owned())
}

/// The ORCID iD at the end of an address, or on its own: four groups of four digits, of which the last may be an X.
/// `None` for other texts.
fn orcid(text: &str) -> Option<String> {
    let id = text.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_ascii_uppercase();
    // The X is a check digit.
    let digits = id.strip_suffix('X').map_or_else(|| id.clone(), |digits| format!("{digits}0"));
    let is_group = |group: &str| group.len() == 4 && group.bytes().all(|byte| byte.is_ascii_digit());
    (digits.split('-').count() == 4 && digits.split('-').all(is_group)).then_some(id)
}

fn semantic_scholar_id(text: &str) -> Option<String> {
    let id = text.trim_end_matches('/').rsplit('/').next().unwrap_or_default();
    (!id.is_empty() && id.chars().all(|c| c.is_ascii_digit())).then(|| id.to_owned())
}

/// The id at the end of an address such as `https://openalex.org/A5023888391`, or an id on its own. `None` for other
/// texts.
fn openalex_id(text: &str) -> Option<String> {
    let id = text.trim_end_matches('/').rsplit('/').next().unwrap_or_default().to_ascii_uppercase();
    let number = id.strip_prefix('A')?;
    (!number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit())).then(|| id.clone())
}

/// Whether a text can be an id on Google Scholar. False for placeholders in templates, such as
/// `YOUR_GOOGLE_SCHOLAR_ID`.
fn is_id(id: &str) -> bool {
    !id.is_empty()
        && !id.starts_with("YOUR_")
        && id.len() <= 64
        && id.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_found_in_addresses() {
        assert_eq!(
            scholar_id("https://scholar.google.com/citations?user=Dht_A-kwAAAAJ&hl=en").as_deref(),
            Some("Dht_A-kwAAAAJ")
        );
        assert_eq!(scholar_id("DhtAFkwAAAAJ").as_deref(), Some("DhtAFkwAAAAJ"));
        assert_eq!(scholar_id("https://scholar.google.com/"), None);
        assert_eq!(scholar_id("https://scholar.google.com/citations?user=YOUR_GOOGLE_SCHOLAR_ID"), None);
        assert_eq!(orcid("https://orcid.org/0000-0002-1825-009x").as_deref(), Some("0000-0002-1825-009X"));
        assert_eq!(orcid("https://orcid.org/"), None);
        assert_eq!(orcid("0000-0002-182X-0097"), None);
        assert_eq!(openalex_id("https://openalex.org/authors/a7").as_deref(), Some("A7"));
        assert_eq!(openalex_id("https://openalex.org/W7"), None);
        assert_eq!(
            semantic_scholar_id("https://www.semanticscholar.org/author/O-Marrow/1741101").as_deref(),
            Some("1741101")
        );
    }
}

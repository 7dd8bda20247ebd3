//! Renders one name of a list: the order of its parts, the place of its particles, and initials.

use super::Run;
use super::name_options::Options;
use crate::error::Error;
use crate::item::{Name, name as item_name};
use crate::pattern::{Pattern, compiled};
use crate::style::{Formatting, NamePart};
use crate::text::{self, SPACE, compact_join};
use regex::Captures;
use unicode_normalization::UnicodeNormalization;

static ROMANESQUE: Pattern = Pattern::new(|| {
    let scripts = r"\p{Latin}\p{Greek}\p{Cyrillic}\p{Hebrew}\p{Armenian}\p{Georgian}\p{Common}";
    compiled(&format!("(?m)^[{scripts}]*$"))
});
static GIVEN_NAME: Pattern =
    Pattern::new(|| compiled(&format!(r"(\p{{Uppercase}})[^\p{{Uppercase}}{SPACE}-]*[{SPACE}]*")));
static TWO_CAPITALS: Pattern = Pattern::new(|| compiled(r"(\p{Uppercase})(\p{Uppercase})"));
static INITIAL: Pattern = Pattern::new(|| compiled(r"\b(\p{Uppercase})\b[^\p{Alphabetic}-]*"));
static HYPHEN: Pattern = Pattern::new(|| compiled(&format!("[{SPACE}]*-")));

/// A copy of a name, with the style's options for rendering it.
struct Rendition<'a> {
    name: Name,
    options: &'a Options<'a>,
    /// Whether the family name comes first.
    inverted: bool,
    /// The style's attribute `demote-non-dropping-particle`, such as `sort-only`.
    demote: Option<&'a str>,
}

impl<'a> Run<'a> {
    /// Renders a name. `position` is its place among the printed names, starting at 1.
    pub(super) fn name(&mut self, name: &Name, options: &Options<'a>, position: usize) -> Result<String, Error> {
        let formatting = options.node.map(|node| &node.formatting);
        let plain = Formatting::default();
        let personal = !name.is_empty() && name.as_literal().is_none();
        let text = if personal {
            let mut rendition = Rendition {
                name: name.clone(),
                options,
                inverted: options.inverts(position),
                demote: self.style.demote_particle.as_deref(),
            };
            for part in options.parts() {
                match part.name.as_str() {
                    "family" => self.family(&mut rendition, part)?,
                    "given" => self.given(&mut rendition, part)?,
                    _ => {}
                }
            }
            rendition.text()
        } else {
            name.as_literal().unwrap_or_default().to_owned()
        };
        self.format(text, formatting.unwrap_or(&plain))
    }

    /// Formats the family name, together with the particle unless it is demoted. If the name is not inverted, also
    /// inserts the suffix, such as `Jr.`, before the affix of the element `name-part`.
    fn family(&mut self, rendition: &mut Rendition, part: &NamePart) -> Result<(), Error> {
        let family = item_name::or_empty(&rendition.name.family);
        let text = if !rendition.has_particle() || rendition.demotes() {
            family.to_owned()
        } else {
            let text = format!("{} {family}", item_name::or_empty(&rendition.name.particle));
            rendition.name.particle = None;
            text
        };
        let mut text = self.format(text, &part.formatting)?;
        if let (true, false, Some(end)) = (rendition.has_suffix(), rendition.inverted, &part.formatting.raw_suffix) {
            let comma = if rendition.name.comma_suffix { rendition.options.sort_separator } else { " " };
            text = format!("{}{comma}{}{end}", chomp(&text, end), item_name::or_empty(&rendition.name.suffix));
            rendition.name.suffix = None;
        }
        rendition.name.family = Some(text);
        Ok(())
    }

    /// Formats the given name or its initials, and appends the dropping particle. If the name is inverted, also inserts
    /// a demoted particle before the affix of the element `name-part`.
    fn given(&mut self, rendition: &mut Rendition, part: &NamePart) -> Result<(), Error> {
        let initials = rendition.initials().unwrap_or_default();
        let text = match rendition.name.dropping_particle.take().filter(|p| text::affirms(p)) {
            Some(particle) => format!("{initials} {particle}"),
            None => initials,
        };
        let mut text = self.format(text, &part.formatting)?;
        let demoted = rendition.has_particle() && rendition.demotes() && rendition.inverted;
        if let (true, Some(end)) = (demoted, &part.formatting.raw_suffix) {
            text = format!("{} {}{end}", chomp(&text, end), item_name::or_empty(&rendition.name.particle));
            rendition.name.particle = None;
        }
        rendition.name.given = Some(text);
        Ok(())
    }
}

/// Removes `end` from the end of a text. If `end` is empty, removes all line breaks at the end.
fn chomp<'t>(text: &'t str, end: &str) -> &'t str {
    if end.is_empty() { text.trim_end_matches(['\r', '\n']) } else { text.strip_suffix(end).unwrap_or(text) }
}

impl Rendition<'_> {
    fn has_particle(&self) -> bool {
        self.name.particle.as_deref().is_some_and(text::affirms)
    }

    fn has_suffix(&self) -> bool {
        self.name.suffix.as_deref().is_some_and(text::affirms)
    }

    /// Whether the particle comes after the given name.
    fn demotes(&self) -> bool {
        let says = |values: &[&str]| self.demote.is_some_and(|d| values.iter().any(|v| d.eq_ignore_ascii_case(v)));
        says(&["display-and-sort", "always"]) || (self.inverted && says(&["sort", "sort-only"]))
    }

    /// Whether the name is in a script in which names can be inverted or shortened to initials, such as Latin. False
    /// for Chinese, for example.
    fn is_romanesque(&self) -> bool {
        let both = [&self.name.given, &self.name.family].map(item_name::or_empty).concat();
        if both.is_ascii() {
            return true;
        }
        let composed: String = [&self.name.given, &self.name.family]
            .map(|part| item_name::or_empty(part).nfc().collect::<String>())
            .concat();
        ROMANESQUE.is_match(&item_name::strip_markup(&composed))
    }

    /// The given name, or its initials if requested.
    fn initials(&self) -> Option<String> {
        let given = self.name.given.as_deref()?;
        let Some(with) = self.options.initialize_with.filter(|_| self.is_romanesque()) else {
            return Some(given.to_owned());
        };
        let initials = if self.options.initialize == Some("false") {
            let apart = replace(&TWO_CAPITALS, given, |c| format!("{} {}", &c[1], &c[2]));
            replace(&INITIAL, &apart, |c| format!("{}{with}", &c[1]))
        } else {
            replace(&GIVEN_NAME, given, |c| format!("{}{with}", &c[1]))
        };
        let hyphenated = replace(&HYPHEN, &initials, |_| "-".to_owned());
        Some(text::strip(&hyphenated).to_owned())
    }

    /// The name as text. The order of its parts depends on the style and on the name's script.
    fn text(&self) -> String {
        let name = &self.name;
        let part = |part| item_name::or_empty(part);
        let (family, particle) = (part(&name.family), part(&name.particle));
        let (dropping, suffix) = (part(&name.dropping_particle), part(&name.suffix));
        let initials = self.initials();
        let comma = self.options.sort_separator;
        if name.static_ordering || !self.is_romanesque() {
            return [name.family.as_deref(), initials.as_deref()].into_iter().flatten().collect::<Vec<_>>().join(" ");
        }
        let initials = initials.as_deref().unwrap_or_default();
        let short = self.options.form.is_some_and(|f| f.to_ascii_lowercase().contains("short"));
        if short {
            compact_join(&[particle, family], " ")
        } else if !self.inverted {
            let full = compact_join(&[initials, dropping, particle, family], " ");
            compact_join(&[&full, suffix], if name.comma_suffix { comma } else { " " })
        } else if !self.demotes() {
            let (last, first) = (compact_join(&[particle, family], " "), compact_join(&[initials, dropping], " "));
            compact_join(&[&last, &first, suffix], comma)
        } else {
            compact_join(&[family, &compact_join(&[initials, dropping, particle], " "), suffix], comma)
        }
    }
}

fn replace(pattern: &Pattern, text: &str, with: impl Fn(&Captures) -> String) -> String {
    pattern.replace_all(text, |c: &Captures| with(c)).into_owned()
}

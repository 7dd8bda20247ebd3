//! Splits and parses the arguments of a tag like jekyll-scholar.
//!
//! The arguments are split at known options and not at spaces, so that values can contain spaces. An unknown long
//! option such as `--other` is split into `--`, which ends the options, and the text `other`.

use super::config;
use hastie_liquid::Error;
use hastie_value::text::is_ascii_space;

/// The options in the markup of a tag, such as `--file` and `--style`.
#[derive(Debug, Clone, Default)]
pub(super) struct Options {
    pub cited: bool,
    pub skip_sort: bool,
    pub clear: bool,
    pub remove_duplicates: bool,
    pub match_fields: Vec<String>,
    pub suppress_author: bool,
    pub files: Option<Vec<String>>,
    pub query: Option<String>,
    pub list_tag: Option<String>,
    pub prefix: Option<String>,
    pub text: Option<String>,
    pub locators: Vec<String>,
    pub labels: Vec<String>,
    pub offset: Option<i64>,
    pub max: Option<i64>,
    pub style: Option<String>,
    pub group_by: Option<String>,
    pub group_order: Option<Vec<String>>,
    pub template: Option<String>,
}

/// The options: the letter (`\0` if there is none), the name, and whether a value follows.
const KNOWN: [(char, &str, Takes); 19] = [
    ('c', "cited", Takes::Nothing),
    ('C', "cited_in_order", Takes::Nothing),
    ('\0', "clear", Takes::Nothing),
    ('r', "remove_duplicates", Takes::Perhaps),
    ('A', "suppress_author", Takes::Nothing),
    ('f', "file", Takes::Value),
    ('q', "query", Takes::Value),
    ('h', "bibliography_list_tag", Takes::Value),
    ('p', "prefix", Takes::Value),
    ('t', "text", Takes::Value),
    ('l', "locator", Takes::Value),
    ('L', "label", Takes::Value),
    ('o', "offset", Takes::Value),
    ('m', "max", Takes::Value),
    ('s', "style", Takes::Value),
    ('g', "group_by", Takes::Value),
    ('G', "group_order", Takes::Value),
    ('O', "type_order", Takes::Value),
    ('T', "template", Takes::Value),
];

#[derive(Clone, Copy, PartialEq, Eq)]
enum Takes {
    Nothing,
    Perhaps,
    Value,
}

impl Options {
    /// Parses the options in the markup of a tag, such as `--file papers`. Ignores everything after an unknown long
    /// option.
    ///
    /// # Errors
    /// Fails on an unknown short option or a missing value.
    pub(crate) fn parse(arguments: &str) -> Result<Self, Error> {
        let mut options = Options::default();
        let mut pieces = pieces(arguments).into_iter().peekable();
        while let Some(piece) = pieces.next() {
            if piece == "--" {
                break;
            }
            if !piece.starts_with('-') || piece == "-" {
                continue;
            }
            let known = KNOWN.iter().find(|(letter, name, _)| {
                let mut chars = piece.chars().skip(1);
                let is_letter = *letter != '\0' && chars.next() == Some(*letter) && chars.next().is_none();
                is_letter || piece.strip_prefix("--") == Some(*name)
            });
            let Some((_, name, takes)) = known else {
                return Err(Error::new("OptionParser::InvalidOption", format!("invalid option: {piece}")));
            };
            let value = match takes {
                Takes::Nothing => None,
                Takes::Perhaps => pieces.next_if(|next| !(next.starts_with('-') && next.len() > 1)),
                Takes::Value => match pieces.next() {
                    Some(value) => Some(value),
                    None => {
                        let text = format!("missing argument: {piece}");
                        return Err(Error::new("OptionParser::MissingArgument", text));
                    }
                },
            };
            options.set(name, value);
        }
        Ok(options)
    }

    fn set(&mut self, name: &str, value: Option<String>) {
        match name {
            "cited" => self.cited = true,
            "cited_in_order" => (self.cited, self.skip_sort) = (true, true),
            "clear" => self.clear = true,
            "suppress_author" => self.suppress_author = true,
            "remove_duplicates" => {
                self.remove_duplicates = true;
                if let Some(fields) = value {
                    self.match_fields = match_fields(&fields);
                }
            }
            "file" => self.files.get_or_insert_default().extend(value),
            "query" => self.query = value,
            "bibliography_list_tag" => self.list_tag = value,
            "prefix" => self.prefix = value,
            "text" => self.text = value,
            "locator" => self.locators.extend(value),
            "label" => self.labels.extend(value),
            "offset" => self.offset = value.map(|value| number(&value)),
            "max" => self.max = value.map(|value| number(&value)),
            "style" => self.style = value,
            "group_by" | "type_order" => self.group_by = value,
            "group_order" => self.group_order = value.map(|value| config::cut(&value)),
            "template" => self.template = value,
            _ => {}
        }
    }
}

/// Splits the markup of a tag into the keys before the first option, and the text of the options. This text lacks the
/// words that are equal to a key.
pub(super) fn split(markup: &str) -> (Vec<String>, String) {
    let tokens: Vec<&str> = markup.split(is_ascii_space).filter(|token| !token.is_empty()).collect();
    let count = tokens.iter().take_while(|token| !token.starts_with('-')).count();
    let keys: Vec<String> = tokens[..count].iter().map(|token| (*token).to_string()).collect();
    // A word that is a key is removed wherever it occurs.
    let options: Vec<&str> = tokens.into_iter().filter(|token| !keys.iter().any(|key| key == token)).collect();
    (keys, options.join(" "))
}

/// Ruby's `text.split(/,\s+/)`: splits at each comma with white space after it.
fn match_fields(text: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let after = &rest[c.len_utf8()..];
        let trimmed = after.trim_start_matches(is_ascii_space);
        if c == ',' && trimmed.len() < after.len() {
            fields.push(String::new());
            rest = trimmed;
        } else {
            if let Some(field) = fields.last_mut() {
                field.push(c);
            }
            rest = after;
        }
    }
    while fields.last().is_some_and(String::is_empty) {
        fields.pop();
    }
    fields
}

/// `text.to_i`, limited to 64 bits.
fn number(text: &str) -> i64 {
    super::super::ruby_methods::to_i(&hastie_liquid::Value::from(text)).unwrap_or(0)
}

/// Splits a text before and after each option, and drops empty strings.
fn pieces(text: &str) -> Vec<String> {
    let mut pieces: Vec<&str> = Vec::new();
    let mut start = 0;
    let mut position = 0;
    while let Some(next) = text[position..].find('-').map(|next| position + next) {
        let before = text[..next].chars().next_back();
        let free = !before.is_some_and(|c| c.is_alphanumeric() || c == '_');
        match option(&text[next..]).filter(|_| free) {
            Some((length, tail)) => {
                pieces.push(&text[start..next]);
                pieces.push(&text[next..next + length]);
                pieces.extend(tail);
                start = next + length;
                position = start;
            }
            None => position = next + 1,
        }
    }
    pieces.push(&text[start..]);
    let space = |c: char| is_ascii_space(c) || c == '\0';
    pieces.into_iter().map(|piece| piece.trim_matches(space).to_string()).filter(|piece| !piece.is_empty()).collect()
}

/// The length of the option at the start of `text`. For `--cited_in_order`, also returns `_in_order`: it is a capture
/// group in the gem's pattern, so Ruby's `split` repeats it as a string of its own. `None` if `text` does not start
/// with an option.
fn option(text: &str) -> Option<(usize, Option<&'static str>)> {
    const LETTERS: &str = "cCfhqptTsgGOlLomAr";
    let rest = &text[1..];
    if rest.chars().next().is_some_and(|c| LETTERS.contains(c)) {
        return Some((2, None));
    }
    let name = rest.strip_prefix('-')?;
    let known = KNOWN.iter().map(|(_, known, _)| *known).filter(|known| name.starts_with(known));
    let length = known.map(str::len).max().unwrap_or(0);
    let in_order = name.starts_with("cited_in_order");
    Some((2 + length, in_order.then_some("_in_order")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn options_are_cut_at_their_names() {
        let options =
            Options::parse("ignored --query @*[title~=a b] -f one.bib -ftwo --max -1 --cited_in_order").unwrap();
        assert_eq!(options.query.as_deref(), Some("@*[title~=a b]"));
        assert_eq!(options.files, Some(vec!["one.bib".to_string(), "two".to_string()]));
        assert_eq!(options.max, Some(-1));
        assert!(options.cited && options.skip_sort);
    }

    #[test]
    fn an_unknown_long_option_ends_them() {
        let options = Options::parse("--locale de --max 3").unwrap();
        assert_eq!(options.max, None);
        assert!(Options::parse("-x").is_err());
        assert!(Options::parse("--file").is_err());
    }

    #[test]
    fn keys_stand_before_the_options() {
        let (keys, options) = split(" a b -l 3 -t b ");
        assert_eq!(keys, ["a", "b"]);
        assert_eq!(options, "-l 3 -t");
    }
}

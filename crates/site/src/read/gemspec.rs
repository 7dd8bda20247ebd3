//! Reads a `.gemspec` without Ruby. Understands plain assignments of strings, lists and hashes, which covers the files
//! that RubyGems writes into its `specifications` folder and most hand-written ones.

use crate::model::theme::Dependency;
use hastie_liquid::{Hash, Value};

/// The parts of a gem specification that Hastie uses.
#[derive(Debug, Clone, Default)]
pub struct Gemspec {
    /// `version`, if it is a string literal.
    pub version: Option<String>,
    /// The strings in `authors` or `author`.
    pub authors: Vec<String>,
    /// `summary`, if it is a string literal.
    pub summary: Option<String>,
    /// `description`, if it is a string literal.
    pub description: Option<String>,
    /// The strings in `metadata`.
    pub metadata: Hash,
    /// The gems that are needed at run time, each only once.
    pub dependencies: Vec<Dependency>,
}

impl Gemspec {
    /// Reads the values that a gemspec sets with plain literals (`spec.version = "1.2"`). Skips all other Ruby code.
    pub fn parse(source: &str) -> Self {
        let mut spec = Gemspec::default();
        let mut position = 0;
        // RubyGems up to 3.3 wrote an `else` for versions before 1.2, in which gems for development look like the others.
        let mut is_alternative = false;
        for line in source.split_inclusive('\n') {
            match line.trim() {
                "else" => is_alternative = true,
                "end" => is_alternative = false,
                _ if is_alternative => {}
                _ => spec.take(line, &source[position..]),
            }
            position += line.len();
        }
        spec
    }

    /// Reads the assignment that starts on `line`. `rest` is the source from that line on.
    fn take(&mut self, line: &str, rest: &str) {
        let Some((receiver, call)) = line.trim_start().split_once('.') else { return };
        let is_name = |text: &str| text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_');
        if receiver.is_empty() || !is_name(receiver) {
            return;
        }
        let length = call.bytes().take_while(|byte| byte.is_ascii_alphanumeric() || *byte == b'_').count();
        let name = &call[..length];
        let from = line.len() - line.trim_start().len() + receiver.len() + 1 + length;
        let values = &rest[from..];
        let assigned = values.trim_start_matches([' ', '\t']).strip_prefix('=');
        match (name, assigned) {
            ("version", Some(value)) => self.version = text(value).or(self.version.take()),
            ("summary", Some(value)) => self.summary = text(value).or(self.summary.take()),
            ("description", Some(value)) => self.description = text(value).or(self.description.take()),
            ("author" | "authors", Some(value)) => self.authors = list(value),
            ("metadata", Some(value)) => self.metadata = pairs(value),
            ("metadata", None) => self.add_metadata(line),
            ("add_dependency" | "add_runtime_dependency", None) => self.add_dependency(&line[from..]),
            _ => {}
        }
    }

    /// Reads a line such as `spec.metadata["key"] = "value"`.
    fn add_metadata(&mut self, line: &str) {
        let mut texts = Texts(line);
        if let (Some(key), Some(value)) = (texts.next(), texts.next()) {
            self.metadata.set(&*key, value);
        }
    }

    fn add_dependency(&mut self, arguments: &str) {
        let mut texts = Texts(arguments);
        let Some(name) = texts.next() else { return };
        // Specifications of old RubyGems versions list each dependency twice, in nested conditions.
        if self.dependencies.iter().all(|known| known.name != name) {
            let requirement = texts.collect::<Vec<_>>().join(", ");
            let requirement = if requirement.is_empty() { ">= 0".to_string() } else { requirement };
            self.dependencies.push(Dependency { name, requirement });
        }
    }
}

/// The string literal at the start of a value: `1.0` for `"1.0".freeze`. `None` if the value starts with anything else.
fn text(value: &str) -> Option<String> {
    literal(value.trim_start()).map(|(text, _)| text)
}

/// The strings in a literal such as `["a", "b"]` or `"a"`. Empty if `value` starts with anything else.
fn list(value: &str) -> Vec<String> {
    match value.trim_start().strip_prefix('[') {
        Some(inside) => Texts(closed(inside, ']')).collect(),
        None => text(value).into_iter().collect(),
    }
}

/// The pairs in a hash literal of strings, such as `{ "a" => "b" }`. Empty if `value` starts with anything else.
fn pairs(value: &str) -> Hash {
    let mut hash = Hash::new();
    if let Some(inside) = value.trim_start().strip_prefix('{') {
        let mut texts = Texts(closed(inside, '}'));
        while let (Some(key), Some(value)) = (texts.next(), texts.next()) {
            hash.set(&*key, Value::from(value));
        }
    }
    hash
}

/// The start of `text`, up to the bracket `close`. Brackets inside string literals do not count.
fn closed(text: &str, close: char) -> &str {
    let mut position = 0;
    while let Some(c) = text[position..].chars().next() {
        if c == close {
            break;
        }
        position += literal(&text[position..]).map_or(c.len_utf8(), |(_, length)| length);
    }
    &text[..position]
}

/// Iterates over the string literals of a text.
struct Texts<'a>(&'a str);

impl Iterator for Texts<'_> {
    type Item = String;

    fn next(&mut self) -> Option<String> {
        while let Some(c) = self.0.chars().next() {
            if c == '#' {
                return None;
            }
            let found = literal(self.0);
            self.0 = &self.0[found.as_ref().map_or(c.len_utf8(), |(_, length)| *length)..];
            if let Some((text, _)) = found {
                return Some(text);
            }
        }
        None
    }
}

/// The string literal at the start of a text, with its length. `None` if there is none.
fn literal(text: &str) -> Option<(String, usize)> {
    let (open, escapes) = match text.get(..3) {
        Some(start) if start.starts_with("%q") || start.starts_with("%Q") => (2, start.starts_with("%Q")),
        _ => (0, text.starts_with('"')),
    };
    let close = match (open, text[open..].chars().next()?) {
        (_, quote @ ('"' | '\'')) => quote,
        (2, '<') => '>',
        (2, '(') => ')',
        (2, '[') => ']',
        (2, '{') => '}',
        (2, c) if c.is_ascii_punctuation() => c,
        _ => return None,
    };
    let inside = &text[open + 1..];
    let (mut out, mut characters) = (String::new(), inside.char_indices());
    while let Some((offset, c)) = characters.next() {
        if c == close {
            return Some((out, open + 1 + offset + c.len_utf8()));
        }
        if c != '\\' {
            out.push(c);
            continue;
        }
        let (_, escaped) = characters.next()?;
        match escaped {
            'u' if escapes => out.push(unicode(&mut characters)?),
            'n' if escapes => out.push('\n'),
            't' if escapes => out.push('\t'),
            _ if escapes || escaped == close || escaped == '\\' => out.push(escaped),
            _ => out.extend(['\\', escaped]),
        }
    }
    None
}

/// Reads `\u00e9` or `\u{e9}` after the `u`, and returns its character. `None` for an invalid code.
fn unicode(characters: &mut std::str::CharIndices<'_>) -> Option<char> {
    let rest = characters.as_str();
    let (digits, length) = match rest.strip_prefix('{') {
        Some(inside) => inside.split_once('}').map(|(digits, _)| (digits, digits.len() + 2))?,
        None => (rest.get(..4)?, 4),
    };
    characters.by_ref().take(length).for_each(drop);
    u32::from_str_radix(digits, 16).ok().and_then(char::from_u32)
}

#[cfg(test)]
mod tests {
    use super::{Dependency, Gemspec};

    fn needs(name: &str, requirement: &str) -> Dependency {
        Dependency { name: name.to_string(), requirement: requirement.to_string() }
    }

    #[test]
    fn a_specification_that_rubygems_wrote() {
        let spec = Gemspec::parse(
            "Gem::Specification.new do |s|\n  s.name = \"hearth\".freeze\n  s.version = \"1.2.3\"\n  \
             s.metadata = { \"plugin_type\" => \"theme\" } if s.respond_to? :metadata=\n  \
             s.authors = [\"Ada\".freeze, \"Ren\\u00e9 [B]\".freeze]\n  s.description = \"Two\\nlines.\".freeze\n  \
             s.summary = \"A \\\"theme\\\"\".freeze\n  \
             s.add_runtime_dependency(%q<jekyll>.freeze, [\">= 3.5\".freeze, \"< 5.0\".freeze])\n  \
             s.add_development_dependency(%q<bundler>.freeze, [\">= 0\"])\nend\n",
        );
        assert_eq!(spec.version.as_deref(), Some("1.2.3"));
        assert_eq!(spec.authors, ["Ada", "René [B]"]);
        assert_eq!(spec.description.as_deref(), Some("Two\nlines."));
        assert_eq!(spec.summary.as_deref(), Some("A \"theme\""));
        assert_eq!(spec.metadata.get("plugin_type").and_then(|value| value.as_str()), Some("theme"));
        assert_eq!(spec.dependencies, [needs("jekyll", ">= 3.5, < 5.0")]);
    }

    #[test]
    fn gems_for_development_are_not_dependencies_of_a_specification_for_old_versions_of_rubygems() {
        let spec = Gemspec::parse(
            "Gem::Specification.new do |s|\n  if s.respond_to? :add_runtime_dependency then\n    \
             s.add_runtime_dependency(%q<jekyll>.freeze, [\">= 3.9\", \"< 5.0\"])\n    \
             s.add_development_dependency(%q<rake>.freeze, [\"~> 13.0\"])\n  else\n    \
             s.add_dependency(%q<jekyll>.freeze, [\">= 3.9\", \"< 5.0\"])\n    \
             s.add_dependency(%q<rake>.freeze, [\"~> 13.0\"])\n  end\n  s.summary = \"Bells\"\nend\n",
        );
        assert_eq!(spec.dependencies, [needs("jekyll", ">= 3.9, < 5.0")]);
        assert_eq!(spec.summary.as_deref(), Some("Bells"));
    }

    #[test]
    fn a_specification_that_an_author_wrote() {
        let spec = Gemspec::parse(
            "Gem::Specification.new do |spec|\n  spec.version = Hearth::VERSION\n  spec.authors = [\n    'Ada',\n    \
             'Bo'\n  ]\n  spec.summary = %q{Plain}\n  spec.metadata[\"a\"] = 'b'\n  \
             spec.add_dependency 'jekyll-feed', '~> 0.9' # the feed\n  spec.add_dependency(\"jekyll\")\nend\n",
        );
        assert_eq!(spec.version, None);
        assert_eq!(spec.authors, ["Ada", "Bo"]);
        assert_eq!(spec.summary.as_deref(), Some("Plain"));
        assert_eq!(spec.metadata.get("a").and_then(|value| value.as_str()), Some("b"));
        assert_eq!(spec.dependencies, [needs("jekyll-feed", "~> 0.9"), needs("jekyll", ">= 0")]);
    }
}

//! A gem's specification, as in a package (`metadata.gz`): Ruby objects in YAML.

use super::version::{Requirement, Version};
use hastie_liquid::{Hash, Value};
use std::fmt::Write;

/// The parts of a gem's specification that Hastie uses.
#[derive(Debug)]
pub(crate) struct Specification {
    /// The name under which gem servers publish the gem.
    pub name: String,
    /// The gem's version, without the platform.
    pub version: Version,
    /// The gem's platform: `ruby` means every platform.
    pub platform: String,
    /// The versions of Ruby with which the gem runs.
    pub ruby: Requirement,
    /// The gems that the gem needs at run time.
    pub dependencies: Vec<(String, Requirement)>,
    /// The scripts that compile the gem's native code, if it has any.
    pub extensions: Vec<String>,
    /// The folders with the gem's Ruby files, such as `lib`.
    require_paths: Vec<String>,
    values: Hash,
}

impl Specification {
    /// Reads the YAML of a gem's specification.
    ///
    /// # Errors
    /// Returns a message if the YAML is invalid, or is not a specification.
    pub(crate) fn parse(yaml: &str) -> Result<Self, String> {
        let broken = |why: String| format!("the gem's specification cannot be read: {why}");
        let plain = without_tags(yaml);
        let loaded = hastie_yaml::load_finite(plain.as_bytes(), None).map_err(|error| broken(error.to_string()))?;
        let Value::Hash(spec) = loaded else { return Err(broken("it is not a mapping".to_owned())) };
        let name = text(&spec, "name").ok_or_else(|| broken("it has no name".to_owned()))?;
        let version = spec.get("version").and_then(version).ok_or_else(|| broken("it has no version".to_owned()))?;
        let dependencies = spec.get("dependencies").and_then(Value::as_array).unwrap_or_default();
        let dependencies = dependencies.iter().filter_map(Value::as_hash).filter(|hash| is_runtime(hash));
        let dependencies = dependencies.map(dependency).collect::<Option<Vec<_>>>();
        Ok(Specification {
            platform: text(&spec, "platform").unwrap_or_else(|| "ruby".to_owned()),
            ruby: spec.get("required_ruby_version").and_then(requirement).unwrap_or_default(),
            dependencies: dependencies.ok_or_else(|| broken("a dependency is not valid".to_owned()))?,
            extensions: texts(&spec, "extensions"),
            require_paths: texts(&spec, "require_paths"),
            name,
            version,
            values: (*spec).clone(),
        })
    }

    /// Whether the gem consists of Ruby only, and runs on every platform.
    pub(crate) fn is_pure_ruby(&self) -> bool {
        self.extensions.is_empty() && self.platform == "ruby"
    }

    /// Ruby code for a `.gemspec` file with the gem's main fields, such as its name, version and dependencies.
    pub(crate) fn to_ruby(&self) -> String {
        let mut out = String::from("Gem::Specification.new do |s|\n");
        for (key, value) in [("name", self.name.as_str()), ("version", self.version.as_str())] {
            let _ = writeln!(out, "  s.{key} = {}", quoted(value));
        }
        for key in ["summary", "description"] {
            if let Some(text) = text(&self.values, key).filter(|text| !text.is_empty()) {
                let _ = writeln!(out, "  s.{key} = {}", quoted(&text));
            }
        }
        let _ = writeln!(out, "  s.authors = {}", list(&texts(&self.values, "authors")));
        if !self.require_paths.is_empty() {
            let _ = writeln!(out, "  s.require_paths = {}", list(&self.require_paths));
        }
        if let Some(Value::Hash(metadata)) = self.values.get("metadata") {
            let pairs = metadata.iter().filter_map(|(key, value)| Some((key.as_str()?, value.as_str()?)));
            let pairs: Vec<String> =
                pairs.map(|(key, value)| format!("{} => {}", quoted(key), quoted(value))).collect();
            if !pairs.is_empty() {
                let _ = writeln!(out, "  s.metadata = {{ {} }}", pairs.join(", "));
            }
        }
        for (name, requirement) in &self.dependencies {
            let conditions: Vec<String> = requirement.to_string().split(", ").map(quoted).collect();
            let _ = writeln!(out, "  s.add_runtime_dependency {}, {}", quoted(name), conditions.join(", "));
        }
        out.push_str("end\n");
        out
    }
}

/// Removes tags such as `!ruby/object:Gem::Version` from YAML, which leaves plain data.
fn without_tags(yaml: &str) -> String {
    let mut out = String::with_capacity(yaml.len());
    for line in yaml.lines() {
        match line.find("!ruby/") {
            Some(position) => {
                let rest = &line[position..];
                out.push_str(&line[..position]);
                out.push_str(rest.find(' ').map_or("", |space| &rest[space..]));
            }
            None => out.push_str(line),
        }
        out.push('\n');
    }
    out
}

/// Whether a dependency is needed at run time. This also holds for a dependency without a type, as old versions of
/// RubyGems wrote it.
fn is_runtime(dependency: &Hash) -> bool {
    dependency.get("type").map(shown).is_none_or(|kind| kind.ends_with("runtime"))
}

fn dependency(hash: &Hash) -> Option<(String, Requirement)> {
    let wanted = hash.get("requirement").or_else(|| hash.get("version_requirements"));
    Some((text(hash, "name")?, wanted.map_or_else(|| Some(Requirement::default()), requirement)?))
}

/// Converts the data of a `Gem::Requirement`: pairs of an operator and a version. `None` if they are invalid.
fn requirement(value: &Value) -> Option<Requirement> {
    let pairs = value.as_hash()?.get("requirements")?.as_array()?;
    let condition = |pair: &Value| match pair.as_array()? {
        [operator, wanted] => Some(format!("{} {}", operator.as_str()?, version(wanted)?.as_str())),
        _ => None,
    };
    let conditions = pairs.iter().map(condition).collect::<Option<Vec<_>>>()?;
    Requirement::parse(&conditions.join(", "))
}

/// Converts the data of a `Gem::Version`. `None` if the version is invalid.
fn version(value: &Value) -> Option<Version> {
    Version::parse(&shown(value.as_hash()?.get("version")?))
}

fn text(hash: &Hash, key: &str) -> Option<String> {
    hash.get(key).and_then(Value::as_str).map(str::to_owned)
}

fn texts(hash: &Hash, key: &str) -> Vec<String> {
    let list = hash.get(key).and_then(Value::as_array).unwrap_or_default();
    list.iter().filter_map(Value::as_str).map(str::to_owned).collect()
}

fn shown(value: &Value) -> String {
    match value {
        Value::Str(text) => text.to_string(),
        Value::Int(number) => number.to_string(),
        Value::Float(number) => hastie_value::float_to_s(*number),
        _ => String::new(),
    }
}

fn list(texts: &[String]) -> String {
    let texts: Vec<String> = texts.iter().map(|text| quoted(text)).collect();
    format!("[{}]", texts.join(", "))
}

/// A Ruby string literal on one line. Interpolation is escaped, because RubyGems evaluates the `.gemspec` files in gem
/// folders.
fn quoted(text: &str) -> String {
    let line: Vec<&str> = text.split_whitespace().collect();
    format!("{:?}", line.join(" ")).replace('#', "\\#")
}

#[cfg(test)]
mod tests {
    use super::Specification;

    const METADATA: &str = "\
--- !ruby/object:Gem::Specification
name: hearth
version: !ruby/object:Gem::Version
  version: 1.2.0
platform: ruby
authors:
- Ada
dependencies:
- !ruby/object:Gem::Dependency
  name: jekyll
  requirement: &1 !ruby/object:Gem::Requirement
    requirements:
    - - \">=\"
      - !ruby/object:Gem::Version
        version: '3.5'
    - - \"<\"
      - !ruby/object:Gem::Version
        version: '5.0'
  type: :runtime
  prerelease: false
  version_requirements: *1
- !ruby/object:Gem::Dependency
  name: rake
  type: :development
extensions: []
require_paths:
- lib
- vendor/lib
required_ruby_version: !ruby/object:Gem::Requirement
  requirements:
  - - \">=\"
    - !ruby/object:Gem::Version
      version: '2.0'
";

    #[test]
    fn a_specification_is_read_and_written_as_ruby() {
        let read = Specification::parse(METADATA).expect("a specification");
        assert!(read.is_pure_ruby());
        assert_eq!((read.name.as_str(), read.version.as_str()), ("hearth", "1.2.0"));
        assert_eq!(read.ruby.to_string(), ">= 2.0");
        assert_eq!(
            read.to_ruby(),
            "Gem::Specification.new do |s|\n  s.name = \"hearth\"\n  s.version = \"1.2.0\"\n  s.authors = [\"Ada\"]\n  \
             s.require_paths = [\"lib\", \"vendor/lib\"]\n  \
             s.add_runtime_dependency \"jekyll\", \">= 3.5\", \"< 5.0\"\nend\n"
        );
    }

    #[test]
    fn nothing_in_a_specification_is_evaluated() {
        let hostile = METADATA.replace("- Ada", "- 'Ada \"#{exit}\" #$0'");
        let read = Specification::parse(&hostile).expect("a specification");
        assert!(read.to_ruby().contains(r##"s.authors = ["Ada \"\#{exit}\" \#$0"]"##), "{}", read.to_ruby());
    }

    #[test]
    fn native_code_is_noticed() {
        let with = |from: &str, to: &str| Specification::parse(&METADATA.replace(from, to)).expect("a specification");
        assert!(!with("extensions: []", "extensions:\n- ext/extconf.rb").is_pure_ruby());
        assert!(!with("platform: ruby", "platform: x86_64-linux").is_pure_ruby());
    }

    #[test]
    fn what_is_no_specification_is_rejected() {
        for text in ["", "[]", "name: x", "name: x\nversion: 1", "name: x\nversion:\n  version: ../..", "&a\n- *a"] {
            assert!(Specification::parse(text).is_err(), "{text}");
        }
    }
}

//! Parses the query of `@at-root`, such as `(without: media)`.

use super::{Parser, Result};
use crate::scanner::SpanMap;
use crate::{SourceId, Sources, Syntax};

/// The query of an `@at-root`, such as `(without: media)`. It selects the enclosing rules that the content is moved out
/// of.
#[derive(Clone, Debug)]
pub(crate) struct AtRootQuery {
    include: bool,
    names: Vec<String>,
    all: bool,
    rule: bool,
}

impl Default for AtRootQuery {
    fn default() -> Self {
        AtRootQuery { include: false, names: Vec::new(), all: false, rule: true }
    }
}

impl AtRootQuery {
    /// Parses the query of an `@at-root`, after interpolation. `map` gives the positions of errors in the source.
    pub(crate) fn parse(text: &str, map: &SpanMap, sources: &Sources) -> Result<AtRootQuery> {
        let mut parser = Parser::new(text, SourceId::INTERPOLATED, Syntax::Scss);
        parser.query().map_err(|error| map.error(error, text, sources))
    }

    /// Whether the content of the `@at-root` is moved out of the enclosing style rules.
    pub(crate) fn excludes_style_rules(&self) -> bool {
        (self.all || self.rule) != self.include
    }

    /// Whether the content of the `@at-root` is moved out of all enclosing rules, as with `(without: all)`.
    pub(crate) fn excludes_all(&self) -> bool {
        self.all && !self.include
    }

    /// Whether the content of the `@at-root` is moved out of enclosing at-rules with this name, such as `media`.
    pub(crate) fn excludes_name(&self, name: &str) -> bool {
        if self.all {
            return !self.include;
        }
        self.names.iter().any(|other| other == name) != self.include
    }
}

impl Parser<'_> {
    fn query(&mut self) -> Result<AtRootQuery> {
        self.scanner.expect_byte(b'(')?;
        self.whitespace(true)?;
        let include = self.scanner.scan_identifier("with")?;
        if !include {
            self.scanner.expect_identifier("without", Some("\"with\" or \"without\""))?;
        }
        self.whitespace(true)?;
        self.scanner.expect_byte(b':')?;
        self.whitespace(true)?;
        let mut names = Vec::new();
        loop {
            names.push(self.scanner.identifier()?.to_lowercase());
            self.whitespace(true)?;
            if !self.scanner.looking_at_identifier() {
                break;
            }
        }
        self.scanner.expect_byte(b')')?;
        self.scanner.expect_done()?;
        let all = names.iter().any(|name| name == "all");
        let rule = names.iter().any(|name| name == "rule");
        Ok(AtRootQuery { include, names, all, rule })
    }
}

//! Media queries: parsing, merging and output.

use crate::error::SassResult;
use crate::script::Piece;
use crate::scss::ScssParser;

/// One query of an `@media` list, such as `only screen and (color)`.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct MediaQuery {
    /// `not`, `only` or empty.
    modifier: String,
    /// The media type, such as `screen` or `print`, or empty.
    kind: String,
    expressions: Vec<String>,
}

/// Parses the queries of a `@media`, in which interpolation was already evaluated. `line` is the line number of the
/// text, for errors.
pub(crate) fn media_queries(text: &str, line: u32) -> SassResult<Vec<MediaQuery>> {
    let written = |pieces: &[Piece]| -> String {
        let texts = pieces.iter().map(|piece| match piece {
            Piece::Text(text) => text.clone(),
            Piece::Expr(expr) => expr.source(),
        });
        texts.collect()
    };
    let queries = ScssParser::new(text, line, 0).whole_media_queries()?;
    let queries = queries.iter().map(|query| MediaQuery {
        modifier: written(&query.modifier),
        kind: written(&query.kind),
        expressions: query.expressions.iter().map(|expression| written(expression)).collect(),
    });
    Ok(queries.collect())
}

impl MediaQuery {
    fn text(&self) -> String {
        let mut out = self.modifier.clone();
        if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(&self.kind);
        if !self.kind.is_empty() && !self.expressions.is_empty() {
            out.push_str(" and ");
        }
        out.push_str(&self.expressions.join(" and "));
        out
    }

    /// The queries as text, with commas between them.
    pub(crate) fn list_text(queries: &[MediaQuery]) -> String {
        queries.iter().map(MediaQuery::text).collect::<Vec<_>>().join(", ")
    }

    /// The intersection of both queries. `None` if it is empty or cannot be expressed.
    fn merged(&self, other: &MediaQuery) -> Option<MediaQuery> {
        let (one, two) = (self.modifier.to_lowercase(), other.modifier.to_lowercase());
        let (first, second) = (self.kind.to_lowercase(), other.kind.to_lowercase());
        let (first, second) = (
            if first.is_empty() { second.clone() } else { first.clone() },
            if second.is_empty() { first } else { second },
        );
        let (modifier, kind) = match (one == "not", two == "not") {
            (true, false) if first != second => (two, second),
            (false, true) if first != second => (one, first),
            (true, true) if first == second => (one, first),
            (false, false) if first == second => (if one.is_empty() { two } else { one }, first),
            _ => return None,
        };
        let expressions = [&other.expressions[..], &self.expressions].concat();
        Some(MediaQuery { modifier, kind, expressions })
    }

    /// The intersection of two lists of queries. Leaves out pairs of queries that exclude each other or cannot be
    /// merged. `None` if no pair remains.
    pub(super) fn merged_lists(one: &[MediaQuery], two: &[MediaQuery]) -> Option<Vec<MediaQuery>> {
        let merged: Vec<MediaQuery> = one.iter().flat_map(|one| two.iter().filter_map(|two| one.merged(two))).collect();
        (!merged.is_empty()).then_some(merged)
    }
}

//! Parses `@import`, and decides whether it is an import of plain CSS.

use super::ScssParser;
use super::queries::flattened;
use crate::error::SassResult;
use crate::lexical;
use crate::script::{Piece, ScriptParser};
use crate::tree::{Kind, Statement};
use crate::value::unescaped;
use std::sync::Arc;

impl ScssParser<'_> {
    pub(super) fn imports(&mut self, statements: &mut Vec<Statement>) -> SassResult<()> {
        loop {
            let import = self.import()?;
            statements.push(self.needed(import, "file to import (string or url())")?);
            if !self.take(",") {
                return Ok(());
            }
            self.skip();
        }
    }

    fn import(&mut self) -> SassResult<Option<Statement>> {
        let line = self.scanner.line();
        if let Some(written) = self.scan(lexical::string) {
            self.skip();
            let supports = self.supports_clause()?.map(Arc::new);
            self.skip();
            let query = self.media_queries()?;
            let name = unescaped(written.get(1..written.len() - 1).unwrap_or_default());
            let is_address = ["http://", "https://", "//"].iter().any(|prefix| name.starts_with(prefix));
            if !is_address && query.is_none() && supports.is_none() {
                return Ok(Some(self.statement(Kind::Import(name.trim().into()), line)));
            }
            let address = Piece::Text(crate::value::quoted(&name, false));
            let kind = Kind::CssImport { address, query: query.map(flattened).unwrap_or_default(), supports };
            return Ok(Some(self.statement(kind, line)));
        }
        if !self.scanner.sees(|text, position| lexical::literal_in_any_case(text, position, "url(")) {
            return Ok(None);
        }
        let address = Piece::Expr(self.script(ScriptParser::parse_string)?);
        self.skip();
        let supports = self.supports_clause()?.map(Arc::new);
        self.skip();
        let query = self.media_queries()?.map(flattened).unwrap_or_default();
        self.skip();
        Ok(Some(self.statement(Kind::CssImport { address, query, supports }, line)))
    }
}

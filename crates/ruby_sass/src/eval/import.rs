//! `@import` of other style sheets, with Ruby Sass's rules.

use super::{Evaluator, Frame, FrameKind};
use crate::css::{Node, NodeKind};
use crate::error::{Locate, SassResult, SyntaxError};
use crate::tree::Statement;
use std::sync::Arc;

/// The maximum nesting depth of imports.
const DEPTH: usize = 200;

impl Evaluator<'_> {
    pub(super) fn import(&mut self, statement: &Statement, name: &Arc<str>, out: &mut Vec<Node>) -> SassResult<()> {
        if name.ends_with(".css") {
            let kind = NodeKind::Import(format!("@import url({name})").into());
            self.put(Node::new(kind, statement.line, statement.file), out)?;
            return Ok(());
        }
        let file = self.file_name(statement.file);
        let found = self.library.library().find(file.as_ref(), name).located(file.as_ref(), statement.line)?;
        let Some(path) = found else {
            let mut message = format!("File to import not found or unreadable: {name}.");
            match self.library.library().load_paths {
                [] => {}
                [only] => message.push_str(&format!("\nLoad path: {only}")),
                paths => message.push_str(&format!("\nLoad paths:\n  {}", paths.join("\n  "))),
            }
            let fault = SyntaxError::new(message);
            return Err::<(), _>(fault).located(file.as_ref(), statement.line);
        };
        self.refuse_loop(file.as_ref(), &path)?;
        let frame = Frame { file: file.clone(), line: statement.line, name: None, kind: FrameKind::Import };
        let result = self.framed(frame, |evaluator| {
            if evaluator.frames.len() > DEPTH {
                return Err(SyntaxError::new("Stack depth exceeded."));
            }
            let statements = evaluator.load(&path)?;
            evaluator.statements(&statements, out)
        });
        result.map(|_| ()).map_err(|mut fault| {
            fault.locate(Some(&path), None);
            fault.add_place(file.as_ref(), Some(statement.line));
            fault
        })
    }

    fn refuse_loop(&self, file: Option<&Arc<str>>, path: &str) -> SassResult<()> {
        let importers = || self.frames.iter().filter(|frame| frame.kind == FrameKind::Import);
        if !importers().any(|frame| frame.file.as_deref() == Some(path)) {
            return Ok(());
        }
        let message = "An @import loop has been found:";
        if file.is_some_and(|file| **file == *path) {
            return Err(SyntaxError::new(format!("{message} {path} imports itself")));
        }
        let mut files: Vec<&str> = importers().filter_map(|frame| frame.file.as_deref()).collect();
        files.extend(file.map(|file| &**file));
        files.push(path);
        let steps: Vec<String> = files.windows(2).map(|pair| format!("    {}", pair.join(" imports "))).collect();
        Err(SyntaxError::new(format!("{message}\n{}", steps.join("\n"))))
    }

    /// Loads the statements of a file, which is read once.
    fn load(&mut self, path: &Arc<str>) -> SassResult<Arc<Vec<Statement>>> {
        let parsed = self.library.parse(path)?;
        let statements = parsed.statements.clone();
        self.note_file(parsed);
        statements
    }
}

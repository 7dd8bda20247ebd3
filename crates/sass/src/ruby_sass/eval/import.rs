//! `@import` of other style sheets, found as Ruby Sass finds them.

use super::super::css::{Node, NodeKind, check_parsed};
use super::super::error::{Fault, Locate, Outcome};
use super::super::tree::Statement;
use super::{Evaluator, Frame, FrameKind};
use crate::loader::join;
use std::rc::Rc;

/// How many imports may stand in each other.
const DEPTH: usize = 200;

impl Evaluator<'_> {
    pub(super) fn import(&mut self, statement: &Statement, name: &Rc<str>, out: &mut Vec<Node>) -> Outcome<()> {
        if name.ends_with(".css") {
            let kind = NodeKind::Import(format!("@import url({name})").into());
            self.put(Node::new(kind, statement.line, statement.file), out)?;
            return Ok(());
        }
        let file = self.file_name(statement.file);
        let found = self.find(file.as_deref(), name).located(file.as_ref(), statement.line)?;
        let Some(path) = found else {
            let mut message = format!("File to import not found or unreadable: {name}.");
            match self.load_paths {
                [] => {}
                [only] => message.push_str(&format!("\nLoad path: {only}")),
                paths => message.push_str(&format!("\nLoad paths:\n  {}", paths.join("\n  "))),
            }
            let fault = Fault::new(message);
            return Err::<(), _>(fault).located(file.as_ref(), statement.line);
        };
        self.refuse_loop(file.as_ref(), &path)?;
        let frame = Frame { file: file.clone(), line: statement.line, name: None, kind: FrameKind::Import };
        let shown: Rc<str> = path.into();
        let result = self.framed(frame, |evaluator| {
            if evaluator.frames.len() > DEPTH {
                return Err(Fault::new("Stack depth exceeded."));
            }
            let statements = evaluator.load(&shown)?;
            evaluator.statements(&statements, out)
        });
        result.map(|_| ()).map_err(|mut fault| {
            fault.locate(Some(&shown), None);
            fault.add_place(file.as_ref(), Some(statement.line));
            fault
        })
    }

    fn refuse_loop(&self, file: Option<&Rc<str>>, path: &str) -> Outcome<()> {
        let importers = || self.frames.iter().filter(|frame| frame.kind == FrameKind::Import);
        if !importers().any(|frame| frame.file.as_deref() == Some(path)) {
            return Ok(());
        }
        let message = "An @import loop has been found:";
        if file.is_some_and(|file| **file == *path) {
            return Err(Fault::new(format!("{message} {path} imports itself")));
        }
        let mut files: Vec<&str> = importers().filter_map(|frame| frame.file.as_deref()).collect();
        files.extend(file.map(|file| &**file));
        files.push(path);
        let steps: Vec<String> = files.windows(2).map(|pair| format!("    {}", pair.join(" imports "))).collect();
        Err(Fault::new(format!("{message}\n{}", steps.join("\n"))))
    }

    /// The statements of a file, read once.
    fn load(&mut self, path: &Rc<str>) -> Outcome<Rc<Vec<Statement>>> {
        if let Some(statements) = self.parsed.get(path) {
            return Ok(Rc::clone(statements));
        }
        let bytes = self
            .loader
            .read(path)
            .map_err(|error| Fault::new(format!("File to import not found or unreadable: {path}: {error}.")))?;
        let statements = self.parse(Some(path), &bytes, path.ends_with(".sass"))?;
        check_parsed(&statements, &self.files)?;
        let statements = Rc::new(statements);
        self.parsed.insert(Rc::clone(path), Rc::clone(&statements));
        Ok(statements)
    }

    /// The path of the file that a name means: beside the file `base`, else in a load path.
    fn find(&self, base: Option<&str>, name: &str) -> Outcome<Option<String>> {
        if let Some((folder, _)) = base.and_then(|base| base.rsplit_once('/'))
            && let Some(found) = self.find_in(folder, name, name)?
        {
            return Ok(Some(found));
        }
        for folder in self.load_paths {
            if let Some(found) = self.find_in(folder, name, name)? {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    fn find_in(&self, folder: &str, name: &str, written: &str) -> Outcome<Option<String>> {
        let name = name.strip_prefix(folder).and_then(|rest| rest.strip_prefix('/')).unwrap_or(name);
        let (within, base) = name.rsplit_once('/').unwrap_or((".", name));
        let extension = ["sass", "scss"]
            .into_iter()
            .find(|extension| base.strip_suffix(extension).is_some_and(|stem| stem.ends_with('.')));
        let stem = extension.map_or(base, |extension| &base[..base.len() - extension.len() - 1]);
        let mut found = Vec::new();
        for extension in extension.map_or(vec!["sass", "scss"], |extension| vec![extension]) {
            for prefix in ["_", ""] {
                let path = join(folder, &format!("{within}/{prefix}{stem}.{extension}"));
                if self.loader.is_file(&path) {
                    found.push(path);
                }
            }
        }
        if found.is_empty() && extension.is_none() {
            let inner = join(folder, name);
            if base != "index" && self.loader.is_folder(&inner) {
                return self.find_in(&inner, "index", written);
            }
        }
        if found.len() > 1 {
            let shown = |path: &String| format!("  {}", path.strip_prefix(&format!("{folder}/")).unwrap_or(path));
            let candidates: Vec<String> = found.iter().map(shown).collect();
            return Err(Fault::new(format!(
                "It's not clear which file to import for '@import \"{written}\"'.\nCandidates:\n{}\n\
                 Please delete or rename all but one of these files.\n",
                candidates.join("\n")
            )));
        }
        Ok(found.pop())
    }
}

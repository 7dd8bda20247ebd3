//! Files become statements.

use super::super::error::{Fault, Locate, Outcome};
use super::super::indented;
use super::super::scss::ScssParser;
use super::super::tree::Statement;
use super::Evaluator;
use std::rc::Rc;

impl Evaluator<'_> {
    /// The statements of a file.
    pub(crate) fn parse(&mut self, path: Option<&Rc<str>>, bytes: &[u8], indented: bool) -> Outcome<Vec<Statement>> {
        let number = self.files.len();
        self.files.push(path.cloned());
        let text: Rc<str> = match decoded(bytes) {
            Ok(text) => text.into(),
            Err(fault) => {
                self.texts.push(String::from_utf8_lossy(bytes).into());
                return Err(fault);
            }
        };
        self.texts.push(Rc::clone(&text));
        let statements = if indented {
            indented::parse(&text, number, self.compressed)
        } else {
            ScssParser::new(&text, 1, number).stylesheet()
        };
        statements.located(path, 1)
    }
}

/// A file's text, its line breaks as Ruby Sass sees them.
fn decoded(bytes: &[u8]) -> Outcome<String> {
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    match std::str::from_utf8(bytes) {
        Ok(text) => Ok(normal_lines(text)),
        Err(error) => {
            let before = bytes.get(..error.valid_up_to()).unwrap_or_default();
            let line = memchr::memchr_iter(b'\n', before).count() as u32 + 1;
            let byte = bytes.get(error.valid_up_to()).copied().unwrap_or_default();
            Err(Fault::at(format!("Invalid UTF-8 character \"\\x{byte:02X}\""), line))
        }
    }
}

fn normal_lines(text: &str) -> String {
    if memchr::memchr3(b'\r', b'\x0c', b'\0', text.as_bytes()).is_none() {
        return text.to_owned();
    }
    text.replace("\r\n", "\n").replace(['\r', '\x0c'], "\n").replace('\0', "\u{fffd}")
}

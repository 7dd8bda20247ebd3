//! The insertion modes for the parts of a page that are neither in its body nor in a table.

use super::builder::{Builder, Mode, Scope};
use super::formatting::Formatting;
use super::tokenizer::{Content, Tag, Token};
use crate::characters::is_html_space;
use crate::tree::{Doctype, NodeId};

/// Prefixes of public identifiers that cause quirks mode.
const QUIRKY: &[&str] = &[
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer",
    "-//netscape comm. corp.//dtd",
    "-//o'reilly and associates//dtd html",
    "-//softquad",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava",
    "-//w3c//dtd html 3",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental",
    "-//w3c//dtd w3 html 3.0//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html",
];

fn is_blank_text(text: &str) -> bool {
    text.chars().all(is_html_space)
}

impl Builder<'_> {
    pub(super) fn by_mode(&mut self, token: Token) {
        match self.mode {
            Mode::Initial => self.initial(token),
            Mode::BeforeHtml => self.before_html(token),
            Mode::BeforeHead => self.before_head(token),
            Mode::InHead => self.in_head(token),
            Mode::InHeadNoscript => self.in_head_noscript(token),
            Mode::AfterHead => self.after_head(token),
            Mode::InBody => self.in_body(token),
            Mode::Text => self.text_mode(token),
            Mode::InTable => self.in_table(token),
            Mode::InTableText => self.in_table_text(token),
            Mode::InCaption => self.in_caption(token),
            Mode::InColumnGroup => self.in_column_group(token),
            Mode::InTableBody => self.in_table_body(token),
            Mode::InRow => self.in_row(token),
            Mode::InCell => self.in_cell(token),
            Mode::InSelect => self.in_select(token),
            Mode::InSelectInTable => self.in_select_in_table(token),
            Mode::InTemplate => self.in_template(token),
            Mode::AfterBody => self.after_body(token),
            Mode::InFrameset => self.in_frameset(token),
            Mode::AfterFrameset => self.after_frameset(token),
            Mode::AfterAfterBody => self.after_after_body(token),
            Mode::AfterAfterFrameset => self.after_after_frameset(token),
        }
    }

    /// Changes the insertion mode, and processes the token by the rules of the new mode.
    pub(super) fn again(&mut self, mode: Mode, token: Token) {
        self.mode = mode;
        self.by_mode(token);
    }

    fn initial(&mut self, token: Token) {
        match token {
            Token::Text(text) if is_blank_text(&text) => {}
            Token::Comment(text) => self.comment_in(NodeId::DOCUMENT, &text),
            Token::Doctype { name, public, system, forces_quirks } => {
                let lower = public.as_deref().unwrap_or_default().to_ascii_lowercase();
                let is_loose = ["-//w3c//dtd html 4.01 frameset//", "-//w3c//dtd html 4.01 transitional//"];
                self.tree.quirks = forces_quirks
                    || name != "html"
                    || QUIRKY.iter().any(|start| lower.starts_with(start))
                    || matches!(
                        lower.as_str(),
                        "-//w3o//dtd w3 html strict 3.0//en//" | "-/w3c/dtd html 4.0 transitional/en" | "html"
                    )
                    || (system.is_none() && is_loose.iter().any(|start| lower.starts_with(start)));
                self.tree.set_doctype(&name, Doctype { public, system, subset: None });
                self.mode = Mode::BeforeHtml;
            }
            token => {
                self.tree.quirks = true;
                self.again(Mode::BeforeHtml, token);
            }
        }
    }

    fn before_html(&mut self, token: Token) {
        match token {
            Token::Doctype { .. } => {}
            Token::Comment(text) => self.comment_in(NodeId::DOCUMENT, &text),
            Token::Text(text) if is_blank_text(&text) => {}
            Token::Start(tag) if tag.name == "html" => {
                self.insert(&tag);
                self.mode = Mode::BeforeHead;
            }
            Token::End(name) if !matches!(name.as_str(), "head" | "body" | "html" | "br") => {}
            token => {
                self.insert_html("html", &[]);
                self.again(Mode::BeforeHead, token);
            }
        }
    }

    fn before_head(&mut self, token: Token) {
        match token {
            Token::Text(text) if is_blank_text(&text) => {}
            Token::Comment(text) => self.insert_comment(&text),
            Token::Doctype { .. } => {}
            Token::Start(tag) if tag.name == "html" => self.in_body(Token::Start(tag)),
            Token::Start(tag) if tag.name == "head" => {
                self.head = Some(self.insert(&tag));
                self.mode = Mode::InHead;
            }
            Token::End(name) if !matches!(name.as_str(), "head" | "body" | "html" | "br") => {}
            token => {
                self.head = Some(self.insert_html("head", &[]));
                self.again(Mode::InHead, token);
            }
        }
    }

    pub(super) fn in_head(&mut self, token: Token) {
        match token {
            Token::Text(text) if is_blank_text(&text) => self.insert_text(&text),
            Token::Comment(text) => self.insert_comment(&text),
            Token::Doctype { .. } => {}
            Token::Start(tag) => self.start_in_head(tag),
            Token::End(name) => match name.as_str() {
                "head" => {
                    self.open.pop();
                    self.mode = Mode::AfterHead;
                }
                "template" => self.end_template(),
                "body" | "html" | "br" => self.leave_head(Token::End(name)),
                _ => {}
            },
            token => self.leave_head(token),
        }
    }

    fn leave_head(&mut self, token: Token) {
        self.open.pop();
        self.again(Mode::AfterHead, token);
    }

    fn start_in_head(&mut self, tag: Tag) {
        match tag.name.as_str() {
            "html" => self.in_body(Token::Start(tag)),
            "base" | "basefont" | "bgsound" | "link" | "meta" => self.insert_void(&tag),
            "title" => self.begin_text(&tag, Content::Escapable),
            "noframes" | "style" => self.begin_text(&tag, Content::Raw),
            "noscript" => {
                self.insert(&tag);
                self.mode = Mode::InHeadNoscript;
            }
            "script" => self.begin_text(&tag, Content::Script),
            "template" => {
                self.insert(&tag);
                self.formatting.push(Formatting::Marker);
                self.allows_frameset = false;
                self.mode = Mode::InTemplate;
                self.template_modes.push(Mode::InTemplate);
            }
            "head" => {}
            _ => self.leave_head(Token::Start(tag)),
        }
    }

    pub(super) fn end_template(&mut self) {
        if !self.open.iter().any(|one| self.is_html(*one, "template")) {
            return;
        }
        self.imply_all_end_tags();
        self.pop_until(&["template"]);
        self.clear_to_marker();
        self.template_modes.pop();
        self.reset_mode();
    }

    fn in_head_noscript(&mut self, token: Token) {
        match token {
            Token::Doctype { .. } => {}
            Token::Start(tag) if tag.name == "html" => self.in_body(Token::Start(tag)),
            Token::End(name) if name == "noscript" => {
                self.open.pop();
                self.mode = Mode::InHead;
            }
            Token::Text(text) if is_blank_text(&text) => self.in_head(Token::Text(text)),
            Token::Comment(text) => self.insert_comment(&text),
            Token::Start(tag)
                if matches!(tag.name.as_str(), "basefont" | "bgsound" | "link" | "meta" | "noframes" | "style") =>
            {
                self.in_head(Token::Start(tag));
            }
            Token::Start(tag) if matches!(tag.name.as_str(), "head" | "noscript") => {}
            Token::End(name) if name != "br" => {}
            token => {
                self.open.pop();
                self.again(Mode::InHead, token);
            }
        }
    }

    fn after_head(&mut self, token: Token) {
        match token {
            Token::Text(text) if is_blank_text(&text) => self.insert_text(&text),
            Token::Comment(text) => self.insert_comment(&text),
            Token::Doctype { .. } => {}
            Token::Start(tag) => match tag.name.as_str() {
                "html" => self.in_body(Token::Start(tag)),
                "body" => {
                    self.insert(&tag);
                    self.allows_frameset = false;
                    self.mode = Mode::InBody;
                }
                "frameset" => {
                    self.insert(&tag);
                    self.mode = Mode::InFrameset;
                }
                "base" | "basefont" | "bgsound" | "link" | "meta" | "noframes" | "script" | "style" | "template"
                | "title" => {
                    let Some(head) = self.head else { return };
                    self.open.push(head);
                    self.in_head(Token::Start(tag));
                    self.open.retain(|one| *one != head);
                }
                "head" => {}
                _ => self.begin_body(Token::Start(tag)),
            },
            Token::End(name) => match name.as_str() {
                "template" => self.end_template(),
                "body" | "html" | "br" => self.begin_body(Token::End(name)),
                _ => {}
            },
            token => self.begin_body(token),
        }
    }

    fn begin_body(&mut self, token: Token) {
        self.insert_html("body", &[]);
        self.again(Mode::InBody, token);
    }

    fn text_mode(&mut self, token: Token) {
        match token {
            Token::Text(text) => self.insert_text(&text),
            Token::Eof => {
                self.open.pop();
                self.again(self.original_mode, Token::Eof);
            }
            _ => {
                self.open.pop();
                self.mode = self.original_mode;
            }
        }
    }

    fn in_template(&mut self, token: Token) {
        match token {
            Token::Text(_) | Token::Comment(_) | Token::Doctype { .. } => self.in_body(token),
            Token::Start(tag) => {
                let mode = match tag.name.as_str() {
                    "base" | "basefont" | "bgsound" | "link" | "meta" | "noframes" | "script" | "style"
                    | "template" | "title" => return self.in_head(Token::Start(tag)),
                    "caption" | "colgroup" | "tbody" | "tfoot" | "thead" => Mode::InTable,
                    "col" => Mode::InColumnGroup,
                    "tr" => Mode::InTableBody,
                    "td" | "th" => Mode::InRow,
                    _ => Mode::InBody,
                };
                self.template_modes.pop();
                self.template_modes.push(mode);
                self.again(mode, Token::Start(tag));
            }
            Token::End(name) => {
                if name == "template" {
                    self.end_template();
                }
            }
            Token::Eof => {
                if self.open.iter().any(|one| self.is_html(*one, "template")) {
                    self.pop_until(&["template"]);
                    self.clear_to_marker();
                    self.template_modes.pop();
                    self.reset_mode();
                    self.by_mode(Token::Eof);
                } else {
                    self.is_stopped = true;
                }
            }
        }
    }

    fn after_body(&mut self, token: Token) {
        match token {
            Token::Text(text) if is_blank_text(&text) => self.in_body(Token::Text(text)),
            Token::Comment(text) => {
                if let Some(html) = self.open.first().copied() {
                    self.comment_in(html, &text);
                }
            }
            Token::Doctype { .. } => {}
            Token::Start(tag) if tag.name == "html" => self.in_body(Token::Start(tag)),
            Token::End(name) if name == "html" => {
                if self.context.is_none() {
                    self.mode = Mode::AfterAfterBody;
                }
            }
            Token::Eof => self.is_stopped = true,
            token => self.again(Mode::InBody, token),
        }
    }

    fn after_after_body(&mut self, token: Token) {
        match token {
            Token::Comment(text) => self.comment_in(NodeId::DOCUMENT, &text),
            Token::Doctype { .. } => {}
            Token::Text(text) if is_blank_text(&text) => self.in_body(Token::Text(text)),
            Token::Start(tag) if tag.name == "html" => self.in_body(Token::Start(tag)),
            Token::Eof => self.is_stopped = true,
            token => self.again(Mode::InBody, token),
        }
    }

    fn in_frameset(&mut self, token: Token) {
        match token {
            Token::Text(text) => self.insert_blanks(&text),
            Token::Comment(text) => self.insert_comment(&text),
            Token::Start(tag) => match tag.name.as_str() {
                "html" => self.in_body(Token::Start(tag)),
                "frameset" => {
                    self.insert(&tag);
                }
                "frame" => self.insert_void(&tag),
                "noframes" => self.in_head(Token::Start(tag)),
                _ => {}
            },
            Token::End(name) if name == "frameset" && self.open.len() > 1 => {
                self.open.pop();
                if self.context.is_none() && !self.current_is(&["frameset"]) {
                    self.mode = Mode::AfterFrameset;
                }
            }
            Token::Eof => self.is_stopped = true,
            _ => {}
        }
    }

    fn insert_blanks(&mut self, text: &str) {
        let blanks: String = text.chars().filter(|c| is_html_space(*c)).collect();
        self.insert_text(&blanks);
    }

    fn after_frameset(&mut self, token: Token) {
        match token {
            Token::Text(text) => self.insert_blanks(&text),
            Token::Comment(text) => self.insert_comment(&text),
            Token::Start(tag) if tag.name == "html" => self.in_body(Token::Start(tag)),
            Token::Start(tag) if tag.name == "noframes" => self.in_head(Token::Start(tag)),
            Token::End(name) if name == "html" => self.mode = Mode::AfterAfterFrameset,
            Token::Eof => self.is_stopped = true,
            _ => {}
        }
    }

    fn after_after_frameset(&mut self, token: Token) {
        match token {
            Token::Comment(text) => self.comment_in(NodeId::DOCUMENT, &text),
            Token::Text(text) if is_blank_text(&text) => self.in_body(Token::Text(text)),
            Token::Start(tag) if tag.name == "html" => self.in_body(Token::Start(tag)),
            Token::Start(tag) if tag.name == "noframes" => self.in_head(Token::Start(tag)),
            Token::Eof => self.is_stopped = true,
            _ => {}
        }
    }

    fn in_select(&mut self, token: Token) {
        match token {
            Token::Text(text) => self.insert_text(&text.replace('\0', "")),
            Token::Comment(text) => self.insert_comment(&text),
            Token::Doctype { .. } => {}
            Token::Eof => self.in_body(Token::Eof),
            Token::Start(tag) => match tag.name.as_str() {
                "html" => self.in_body(Token::Start(tag)),
                "option" | "optgroup" => {
                    if self.current_is(&["option"]) {
                        self.open.pop();
                    }
                    if tag.name == "optgroup" && self.current_is(&["optgroup"]) {
                        self.open.pop();
                    }
                    self.insert(&tag);
                }
                "select" => self.end_select(),
                "input" | "keygen" | "textarea" if self.has_in_scope(&["select"], Scope::Select) => {
                    self.end_select();
                    self.by_mode(Token::Start(tag));
                }
                "script" | "template" => self.in_head(Token::Start(tag)),
                _ => {}
            },
            Token::End(name) => match name.as_str() {
                "optgroup" => {
                    let before = self.open.len().checked_sub(2).map(|index| self.open[index]);
                    if self.current_is(&["option"]) && before.is_some_and(|one| self.is_html(one, "optgroup")) {
                        self.open.pop();
                    }
                    if self.current_is(&["optgroup"]) {
                        self.open.pop();
                    }
                }
                "option" if self.current_is(&["option"]) => {
                    self.open.pop();
                }
                "select" => self.end_select(),
                "template" => self.end_template(),
                _ => {}
            },
        }
    }

    fn end_select(&mut self) {
        if self.has_in_scope(&["select"], Scope::Select) {
            self.pop_until(&["select"]);
            self.reset_mode();
        }
    }

    fn in_select_in_table(&mut self, token: Token) {
        const TABLE: &[&str] = &["caption", "table", "tbody", "tfoot", "thead", "tr", "td", "th"];
        match token {
            Token::Start(tag) if TABLE.contains(&tag.name.as_str()) => {
                self.pop_until(&["select"]);
                self.reset_mode();
                self.by_mode(Token::Start(tag));
            }
            Token::End(name) if TABLE.contains(&name.as_str()) => {
                if self.has_in_scope(&[&name], Scope::Table) {
                    self.pop_until(&["select"]);
                    self.reset_mode();
                    self.by_mode(Token::End(name));
                }
            }
            token => self.in_select(token),
        }
    }
}

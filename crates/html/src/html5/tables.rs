//! The insertion modes inside of tables.

use super::builder::{Builder, Mode, Scope};
use super::formatting::Formatting;
use super::tokenizer::{Tag, Token};
use crate::characters::is_html_space;

fn plain(name: &str) -> Tag {
    Tag { name: name.to_owned(), attributes: Vec::new(), is_self_closing: false }
}

impl Builder<'_> {
    fn clear_to(&mut self, names: &[&str]) {
        while !self.current_is(names) && !self.current_is(&["html", "template"]) && self.open.len() > 1 {
            self.open.pop();
        }
    }

    pub(super) fn in_table(&mut self, token: Token) {
        match token {
            Token::Text(text) if self.current_is(&["table", "tbody", "tfoot", "thead", "tr", "template"]) => {
                self.table_text.clear();
                self.original_mode = self.mode;
                self.again(Mode::InTableText, Token::Text(text));
            }
            Token::Comment(text) => self.insert_comment(&text),
            Token::Doctype { .. } => {}
            Token::Start(tag) => self.start_in_table(tag),
            Token::End(name) => match name.as_str() {
                "table" => {
                    if self.has_in_scope(&["table"], Scope::Table) {
                        self.pop_until(&["table"]);
                        self.reset_mode();
                    }
                }
                "body" | "caption" | "col" | "colgroup" | "html" | "tbody" | "td" | "tfoot" | "th" | "thead" | "tr" => {
                }
                "template" => self.end_template(),
                _ => self.foster(Token::End(name)),
            },
            Token::Eof => self.in_body(Token::Eof),
            token @ Token::Text(_) => self.foster(token),
        }
    }

    fn foster(&mut self, token: Token) {
        self.fosters = true;
        self.in_body(token);
        self.fosters = false;
    }

    fn start_in_table(&mut self, tag: Tag) {
        match tag.name.as_str() {
            "caption" => {
                self.clear_to(&["table"]);
                self.formatting.push(Formatting::Marker);
                self.insert(&tag);
                self.mode = Mode::InCaption;
            }
            "colgroup" => {
                self.clear_to(&["table"]);
                self.insert(&tag);
                self.mode = Mode::InColumnGroup;
            }
            "col" => {
                self.clear_to(&["table"]);
                self.insert(&plain("colgroup"));
                self.again(Mode::InColumnGroup, Token::Start(tag));
            }
            "tbody" | "tfoot" | "thead" => {
                self.clear_to(&["table"]);
                self.insert(&tag);
                self.mode = Mode::InTableBody;
            }
            "td" | "th" | "tr" => {
                self.clear_to(&["table"]);
                self.insert(&plain("tbody"));
                self.again(Mode::InTableBody, Token::Start(tag));
            }
            "table" => {
                if self.has_in_scope(&["table"], Scope::Table) {
                    self.pop_until(&["table"]);
                    self.reset_mode();
                    self.by_mode(Token::Start(tag));
                }
            }
            "style" | "script" | "template" => self.in_head(Token::Start(tag)),
            "input"
                if tag
                    .attributes
                    .iter()
                    .any(|(name, value)| name == "type" && value.eq_ignore_ascii_case("hidden")) =>
            {
                self.insert_void(&tag);
            }
            "form" => {
                let has_template = self.open.iter().any(|one| self.is_html(*one, "template"));
                if !has_template && self.form.is_none() {
                    self.form = Some(self.insert(&tag));
                    self.open.pop();
                }
            }
            _ => self.foster(Token::Start(tag)),
        }
    }

    pub(super) fn in_table_text(&mut self, token: Token) {
        if let Token::Text(text) = token {
            if self.table_text.is_empty() {
                self.table_line = self.line;
            }
            self.table_text.push_str(&text.replace('\0', ""));
            return;
        }
        let text = std::mem::take(&mut self.table_text);
        let created = self.tree.len();
        if text.chars().all(is_html_space) {
            self.insert_text(&text);
        } else {
            self.foster(Token::Text(text));
        }
        self.number_lines(created, self.table_line);
        self.again(self.original_mode, token);
    }

    pub(super) fn in_caption(&mut self, token: Token) {
        const ENDING: &[&str] = &["caption", "col", "colgroup", "tbody", "td", "tfoot", "th", "thead", "tr"];
        match token {
            Token::End(name) if name == "caption" => {
                self.end_caption();
            }
            Token::Start(tag) if ENDING.contains(&tag.name.as_str()) => {
                if self.end_caption() {
                    self.by_mode(Token::Start(tag));
                }
            }
            Token::End(name) if name == "table" => {
                if self.end_caption() {
                    self.by_mode(Token::End(name));
                }
            }
            Token::End(name) if ENDING.contains(&name.as_str()) || matches!(name.as_str(), "body" | "html") => {}
            token => self.in_body(token),
        }
    }

    fn end_caption(&mut self) -> bool {
        if !self.has_in_scope(&["caption"], Scope::Table) {
            return false;
        }
        self.imply_end_tags("");
        self.pop_until(&["caption"]);
        self.clear_to_marker();
        self.mode = Mode::InTable;
        true
    }

    pub(super) fn in_column_group(&mut self, token: Token) {
        match token {
            Token::Text(text) if text.chars().all(is_html_space) => self.insert_text(&text),
            Token::Comment(text) => self.insert_comment(&text),
            Token::Doctype { .. } => {}
            Token::Start(tag) if tag.name == "html" => self.in_body(Token::Start(tag)),
            Token::Start(tag) if tag.name == "col" => self.insert_void(&tag),
            Token::Start(tag) if tag.name == "template" => self.in_head(Token::Start(tag)),
            Token::End(name) if name == "template" => self.end_template(),
            Token::End(name) if name == "col" => {}
            Token::Eof => self.in_body(Token::Eof),
            token => {
                let is_end = matches!(&token, Token::End(name) if name == "colgroup");
                if self.current_is(&["colgroup"]) {
                    self.open.pop();
                    self.mode = Mode::InTable;
                    if !is_end {
                        self.by_mode(token);
                    }
                }
            }
        }
    }

    pub(super) fn in_table_body(&mut self, token: Token) {
        const SECTIONS: &[&str] = &["tbody", "tfoot", "thead"];
        match token {
            Token::Start(tag) if tag.name == "tr" => {
                self.clear_to(SECTIONS);
                self.insert(&tag);
                self.mode = Mode::InRow;
            }
            Token::Start(tag) if matches!(tag.name.as_str(), "td" | "th") => {
                self.clear_to(SECTIONS);
                self.insert(&plain("tr"));
                self.again(Mode::InRow, Token::Start(tag));
            }
            Token::End(name) if SECTIONS.contains(&name.as_str()) => {
                if self.has_in_scope(&[&name], Scope::Table) {
                    self.end_section();
                }
            }
            Token::Start(tag)
                if matches!(tag.name.as_str(), "caption" | "col" | "colgroup" | "tbody" | "tfoot" | "thead") =>
            {
                if self.has_in_scope(SECTIONS, Scope::Table) {
                    self.end_section();
                    self.by_mode(Token::Start(tag));
                }
            }
            Token::End(name) if name == "table" => {
                if self.has_in_scope(SECTIONS, Scope::Table) {
                    self.end_section();
                    self.by_mode(Token::End(name));
                }
            }
            Token::End(name)
                if matches!(name.as_str(), "body" | "caption" | "col" | "colgroup" | "html" | "td" | "th" | "tr") => {}
            token => self.in_table(token),
        }
    }

    fn end_section(&mut self) {
        self.clear_to(&["tbody", "tfoot", "thead"]);
        self.open.pop();
        self.mode = Mode::InTable;
    }

    pub(super) fn in_row(&mut self, token: Token) {
        match token {
            Token::Start(tag) if matches!(tag.name.as_str(), "td" | "th") => {
                self.clear_to(&["tr"]);
                self.insert(&tag);
                self.mode = Mode::InCell;
                self.formatting.push(Formatting::Marker);
            }
            Token::End(name) if name == "tr" => {
                self.end_row();
            }
            Token::Start(tag)
                if matches!(tag.name.as_str(), "caption" | "col" | "colgroup" | "tbody" | "tfoot" | "thead" | "tr") =>
            {
                if self.end_row() {
                    self.by_mode(Token::Start(tag));
                }
            }
            Token::End(name) if name == "table" => {
                if self.end_row() {
                    self.by_mode(Token::End(name));
                }
            }
            Token::End(name) if matches!(name.as_str(), "tbody" | "tfoot" | "thead") => {
                if self.has_in_scope(&[&name], Scope::Table) && self.end_row() {
                    self.by_mode(Token::End(name));
                }
            }
            Token::End(name)
                if matches!(name.as_str(), "body" | "caption" | "col" | "colgroup" | "html" | "td" | "th") => {}
            token => self.in_table(token),
        }
    }

    fn end_row(&mut self) -> bool {
        if !self.has_in_scope(&["tr"], Scope::Table) {
            return false;
        }
        self.clear_to(&["tr"]);
        self.open.pop();
        self.mode = Mode::InTableBody;
        true
    }

    pub(super) fn in_cell(&mut self, token: Token) {
        match token {
            Token::End(name) if matches!(name.as_str(), "td" | "th") => {
                if self.has_in_scope(&[&name], Scope::Table) {
                    self.imply_end_tags("");
                    self.pop_until(&[&name]);
                    self.clear_to_marker();
                    self.mode = Mode::InRow;
                }
            }
            Token::Start(tag)
                if matches!(
                    tag.name.as_str(),
                    "caption" | "col" | "colgroup" | "tbody" | "td" | "tfoot" | "th" | "thead" | "tr"
                ) =>
            {
                if self.has_in_scope(&["td", "th"], Scope::Table) {
                    self.close_cell();
                    self.by_mode(Token::Start(tag));
                }
            }
            Token::End(name) if matches!(name.as_str(), "body" | "caption" | "col" | "colgroup" | "html") => {}
            Token::End(name) if matches!(name.as_str(), "table" | "tbody" | "tfoot" | "thead" | "tr") => {
                if self.has_in_scope(&[&name], Scope::Table) {
                    self.close_cell();
                    self.by_mode(Token::End(name));
                }
            }
            token => self.in_body(token),
        }
    }

    fn close_cell(&mut self) {
        self.imply_end_tags("");
        self.pop_until(&["td", "th"]);
        self.clear_to_marker();
        self.mode = Mode::InRow;
    }
}

//! The insertion mode "in body", which handles most tags and texts of a page.

use super::builder::{Builder, Mode, Scope};
use super::foreign::{MATHML, SVG};
use super::formatting::Formatting;
use super::tokenizer::{Content, Tag, Token};
use crate::characters::is_html_space;

const HEADINGS: &[&str] = &["h1", "h2", "h3", "h4", "h5", "h6"];

impl Builder<'_> {
    pub(super) fn in_body(&mut self, token: Token) {
        match token {
            Token::Text(text) => {
                let text = text.replace('\0', "");
                if text.is_empty() {
                    return;
                }
                self.reconstruct_formatting();
                if !text.chars().all(is_html_space) {
                    self.allows_frameset = false;
                }
                self.insert_text(&text);
            }
            Token::Comment(text) => self.insert_comment(&text),
            Token::Doctype { .. } => {}
            Token::Eof => {
                if self.template_modes.is_empty() {
                    self.is_stopped = true;
                } else {
                    self.again(Mode::InTemplate, Token::Eof);
                }
            }
            Token::Start(tag) => self.start_in_body(tag),
            Token::End(name) => self.end_in_body(&name),
        }
    }

    /// Processes start tags such as `body` and `link` that concern the page as a whole. Passes all other tags on to
    /// `start_block`.
    fn start_in_body(&mut self, tag: Tag) {
        match tag.name.as_str() {
            "html" => {
                let has_template = self.has_open_template();
                if let Some(html) = self.open.first().copied().filter(|_| !has_template) {
                    self.add_missing_attributes(html, &tag);
                }
            }
            "base" | "basefont" | "bgsound" | "link" | "meta" | "noframes" | "script" | "style" | "template"
            | "title" => {
                self.in_head(Token::Start(tag));
            }
            "body" => {
                let body = self.open.get(1).copied().filter(|one| self.is_html(*one, "body"));
                let has_template = self.has_open_template();
                if let Some(body) = body.filter(|_| !has_template) {
                    self.allows_frameset = false;
                    self.add_missing_attributes(body, &tag);
                }
            }
            "frameset" => {
                let body = self.open.get(1).copied().filter(|one| self.is_html(*one, "body"));
                if let Some(body) = body.filter(|_| self.allows_frameset) {
                    self.tree.detach(body);
                    self.open.truncate(1);
                    self.insert(&tag);
                    self.mode = Mode::InFrameset;
                }
            }
            _ => self.start_block(tag),
        }
    }

    /// Processes start tags of blocks such as `p` and `h1`. Passes all other tags on to `start_inline`.
    fn start_block(&mut self, tag: Tag) {
        match tag.name.as_str() {
            "address" | "article" | "aside" | "blockquote" | "center" | "details" | "dialog" | "dir" | "div" | "dl"
            | "fieldset" | "figcaption" | "figure" | "footer" | "header" | "hgroup" | "main" | "menu" | "nav"
            | "ol" | "p" | "section" | "summary" | "ul" => {
                self.close_p();
                self.insert(&tag);
            }
            name if HEADINGS.contains(&name) => {
                self.close_p();
                if self.current_is(HEADINGS) {
                    self.open.pop();
                }
                self.insert(&tag);
            }
            "pre" | "listing" => {
                self.close_p();
                self.insert(&tag);
                self.skips_newline = true;
                self.allows_frameset = false;
            }
            "form" => {
                let has_template = self.has_open_template();
                if self.form.is_none() || has_template {
                    self.close_p();
                    let form = self.insert(&tag);
                    if !has_template {
                        self.form = Some(form);
                    }
                }
            }
            "li" | "dd" | "dt" => self.start_item(&tag),
            "plaintext" => {
                self.close_p();
                self.insert(&tag);
                self.tokenizer.content = Content::Plain;
            }
            "table" => {
                if !self.tree.quirks {
                    self.close_p();
                }
                self.insert(&tag);
                self.allows_frameset = false;
                self.mode = Mode::InTable;
            }
            "hr" => {
                self.close_p();
                self.insert_void(&tag);
                self.allows_frameset = false;
            }
            "button" => {
                self.end_in_scope(&["button"], Scope::Default, "");
                self.reconstruct_formatting();
                self.insert(&tag);
                self.allows_frameset = false;
            }
            _ => self.start_inline(tag),
        }
    }

    /// Processes start tags of inline elements such as `a` and `b`, and ignores tags such as `td` outside of tables.
    /// Passes all other tags on to `start_embedded`.
    fn start_inline(&mut self, tag: Tag) {
        match tag.name.as_str() {
            "a" => {
                if let Some(old) = self.formatting_since_marker("a") {
                    self.adopt("a");
                    self.remove_formatting(old);
                    self.open.retain(|one| *one != old);
                }
                self.start_formatting(&tag);
            }
            "b" | "big" | "code" | "em" | "font" | "i" | "s" | "small" | "strike" | "strong" | "tt" | "u" => {
                self.start_formatting(&tag);
            }
            "nobr" => {
                self.reconstruct_formatting();
                if self.has_in_scope(&["nobr"], Scope::Default) {
                    self.adopt("nobr");
                }
                self.start_formatting(&tag);
            }
            "image" => self.start_in_body(Tag { name: "img".to_owned(), ..tag }),
            "optgroup" | "option" => {
                if self.current_is(&["option"]) {
                    self.open.pop();
                }
                self.reconstruct_formatting();
                self.insert(&tag);
            }
            "rb" | "rtc" | "rp" | "rt" => {
                if self.has_in_scope(&["ruby"], Scope::Default) {
                    self.imply_end_tags(if matches!(tag.name.as_str(), "rp" | "rt") { "rtc" } else { "" });
                }
                self.insert(&tag);
            }
            "math" | "svg" => {
                self.reconstruct_formatting();
                self.insert_foreign(&tag, if tag.name == "svg" { SVG } else { MATHML });
                if tag.is_self_closing {
                    self.open.pop();
                }
            }
            "caption" | "col" | "colgroup" | "frame" | "head" | "tbody" | "td" | "tfoot" | "th" | "thead" | "tr" => {}
            _ => self.start_embedded(&tag),
        }
    }

    /// Processes start tags of objects and form controls such as `img` and `select`, and all tags without rules of
    /// their own.
    fn start_embedded(&mut self, tag: &Tag) {
        match tag.name.as_str() {
            "applet" | "marquee" | "object" => {
                self.reconstruct_formatting();
                self.insert(tag);
                self.formatting.push(Formatting::Marker);
                self.allows_frameset = false;
            }
            "area" | "br" | "embed" | "img" | "keygen" | "wbr" => {
                self.reconstruct_formatting();
                self.insert_void(tag);
                self.allows_frameset = false;
            }
            "input" => {
                self.reconstruct_formatting();
                let is_hidden =
                    tag.attributes.iter().any(|(name, value)| name == "type" && value.eq_ignore_ascii_case("hidden"));
                self.insert_void(tag);
                self.allows_frameset &= is_hidden;
            }
            "param" | "source" | "track" => self.insert_void(tag),
            "textarea" => {
                self.begin_text(tag, Content::Escapable);
                self.skips_newline = true;
                self.allows_frameset = false;
            }
            "xmp" => {
                self.close_p();
                self.reconstruct_formatting();
                self.allows_frameset = false;
                self.begin_text(tag, Content::Raw);
            }
            "iframe" => {
                self.allows_frameset = false;
                self.begin_text(tag, Content::Raw);
            }
            "noembed" => self.begin_text(tag, Content::Raw),
            "select" => {
                self.reconstruct_formatting();
                self.insert(tag);
                self.allows_frameset = false;
                let in_table = matches!(
                    self.mode,
                    Mode::InTable | Mode::InCaption | Mode::InTableBody | Mode::InRow | Mode::InCell
                );
                self.mode = if in_table { Mode::InSelectInTable } else { Mode::InSelect };
            }
            _ => {
                self.reconstruct_formatting();
                self.insert(tag);
            }
        }
    }

    fn start_formatting(&mut self, tag: &Tag) {
        self.reconstruct_formatting();
        let node = self.insert(tag);
        self.push_formatting(node, &tag.name, &tag.attributes);
    }

    fn add_missing_attributes(&mut self, node: crate::tree::NodeId, tag: &Tag) {
        for (name, value) in &tag.attributes {
            if self.tree.attribute_in(node, name, None).is_none() {
                self.tree.push_attribute(node, name, None, Some(value));
            }
        }
    }

    fn start_item(&mut self, tag: &Tag) {
        self.allows_frameset = false;
        let same: &[&str] = if tag.name == "li" { &["li"] } else { &["dd", "dt"] };
        for node in self.open.clone().into_iter().rev() {
            if let Some(name) = same.iter().find(|name| self.is_html(node, name)) {
                self.imply_end_tags(name);
                self.pop_until(&[name]);
                break;
            }
            let is_passed = ["address", "div", "p"].iter().any(|name| self.is_html(node, name));
            if self.is_special(node) && !is_passed {
                break;
            }
        }
        self.close_p();
        self.insert(tag);
    }

    fn end_in_body(&mut self, name: &str) {
        match name {
            "template" => self.end_template(),
            "body" | "html" => {
                if self.has_in_scope(&["body"], Scope::Default) {
                    self.mode = Mode::AfterBody;
                    if name == "html" {
                        self.by_mode(Token::End(name.to_owned()));
                    }
                }
            }
            "address" | "article" | "aside" | "blockquote" | "button" | "center" | "details" | "dialog" | "dir"
            | "div" | "dl" | "fieldset" | "figcaption" | "figure" | "footer" | "header" | "hgroup" | "listing"
            | "main" | "menu" | "nav" | "ol" | "pre" | "section" | "summary" | "ul" => {
                self.end_in_scope(&[name], Scope::Default, "");
            }
            "form" => self.end_form(),
            "p" => {
                if !self.has_in_scope(&["p"], Scope::Button) {
                    self.insert_html("p", &[]);
                }
                self.close_p();
            }
            "li" => {
                self.end_in_scope(&["li"], Scope::ListItem, "li");
            }
            "dd" | "dt" => {
                self.end_in_scope(&[name], Scope::Default, name);
            }
            _ if HEADINGS.contains(&name) => {
                self.end_in_scope(HEADINGS, Scope::Default, "");
            }
            "a" | "b" | "big" | "code" | "em" | "font" | "i" | "nobr" | "s" | "small" | "strike" | "strong" | "tt"
            | "u" => {
                if !self.adopt(name) {
                    self.end_any(name);
                }
            }
            "applet" | "marquee" | "object" => {
                if self.end_in_scope(&[name], Scope::Default, "") {
                    self.clear_to_marker();
                }
            }
            "br" => {
                let tag = Tag { name: "br".to_owned(), attributes: Vec::new(), is_self_closing: false };
                self.start_in_body(tag);
            }
            _ => self.end_any(name),
        }
    }

    /// Closes the innermost open element that has one of the names, if it is in the scope. Returns whether it is. The
    /// end tags of the elements inside are implied, except for an element named `except`.
    fn end_in_scope(&mut self, names: &[&str], scope: Scope, except: &str) -> bool {
        let is_in_scope = self.has_in_scope(names, scope);
        if is_in_scope {
            self.imply_end_tags(except);
            self.pop_until(names);
        }
        is_in_scope
    }

    fn has_open_template(&self) -> bool {
        self.open.iter().any(|one| self.is_html(*one, "template"))
    }

    fn end_form(&mut self) {
        if self.has_open_template() {
            self.end_in_scope(&["form"], Scope::Default, "");
            return;
        }
        if let Some(form) = self.form.take()
            && self.is_in_scope(form)
        {
            self.imply_end_tags("");
            self.open.retain(|one| *one != form);
        }
    }

    fn end_any(&mut self, name: &str) {
        for index in (0..self.open.len()).rev() {
            let node = self.open[index];
            if self.is_html(node, name) {
                self.imply_end_tags(name);
                self.open.truncate(index.min(self.open.len()));
                return;
            }
            if self.is_special(node) {
                return;
            }
        }
    }
}

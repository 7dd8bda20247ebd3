//! `Liquid::BlockBody`: a stretch of a template, parsed to nodes and rendered into one string.

use crate::context::{Context, Interrupt, LIMITS_EXCEEDED, limit_reached};
use crate::effects::TemplateEffects;
use crate::engine::Limits;
use crate::lax_markup::{is_space, skip_spaces, skip_word};
use crate::tags::{ParseState, Tag, TagParse};
use crate::value::{Abort, Error, ErrorKind, Span, Str};
use crate::variable::Variable;

/// The content of a block, or of a whole template.
#[derive(Debug)]
pub struct Body {
    nodes: Vec<Node>,
    blank: bool,
}

/// A text, a variable or a tag.
#[derive(Debug)]
pub(crate) struct Node {
    form: Form,
    line: Option<u32>,
    span: Span,
}

#[derive(Debug)]
enum Form {
    Text(Str),
    Variable(Variable),
    Tag { tag: Box<dyn Tag>, silent: bool },
    Interrupt(Interrupt),
}

/// A piece of a [`Body`]: an element of Ruby's `nodelist`.
#[derive(Debug, Clone, Copy)]
pub enum Part<'b> {
    /// A text.
    Text(&'b str),
    /// The markup between `{{` and `}}`, by its span in the source.
    Variable(Span),
    /// A tag, by its place in the source, with its [`Tag::number`].
    Tag(Span, Option<u64>),
}

/// A tag that ends a body, or that no one knows: its name and markup.
pub(crate) type Unknown<'s> = (&'s str, &'s str);

impl Default for Body {
    fn default() -> Self {
        Body { nodes: Vec::new(), blank: true }
    }
}

impl Body {
    /// Whether nothing but blanks and silent tags are in here. A block of blank bodies prints nothing.
    pub fn blank(&self) -> bool {
        self.blank
    }

    /// The parts of the body, in order.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        self.nodes.iter().map(|node| match &node.form {
            Form::Text(text) => Part::Text(text),
            Form::Variable(_) => Part::Variable(node.span),
            Form::Tag { tag, .. } => Part::Tag(node.span, tag.number()),
            Form::Interrupt(_) => Part::Tag(node.span, None),
        })
    }

    /// Notes what the tags and variables in here reach outside.
    pub fn effects(&self, effects: &mut TemplateEffects) {
        for node in &self.nodes {
            match &node.form {
                Form::Variable(variable) => variable.effects(effects),
                Form::Tag { tag, .. } => tag.effects(effects),
                Form::Text(_) | Form::Interrupt(_) => {}
            }
        }
    }

    /// Reads on until a tag that is not registered, which is given back, or the end of the source.
    pub(crate) fn parse<'s>(&mut self, state: &mut ParseState<'s>) -> Result<Option<Unknown<'s>>, Error> {
        let first = state.nodes.len();
        let end = self.parse_nodes(first, state);
        if self.nodes.is_empty() {
            self.nodes = state.nodes.drain(first..).collect();
        } else {
            self.nodes.extend(state.nodes.drain(first..));
        }
        end
    }

    /// Reads nodes onto the state's, where this body's begin at `first`.
    fn parse_nodes<'s>(&mut self, first: usize, state: &mut ParseState<'s>) -> Result<Option<Unknown<'s>>, Error> {
        state.sync_line();
        while let Some(token) = state.tokens.shift() {
            state.span = span(token.start, token.text.len());
            if token.text.starts_with("{%") {
                self.trim(token.text, first, state);
                let Some((name, markup)) = split_tag(token.text) else {
                    let message = format!("Tag '{}' was not properly terminated with regexp: /\\%\\}}/", token.text);
                    return Err(Error::syntax(message));
                };
                if let Some(unknown) = self.parse_tag(name, markup, state)? {
                    return Ok(Some(unknown));
                }
            } else if token.text.starts_with("{{") {
                self.trim(token.text, first, state);
                self.parse_variable(token.text, state)?;
            } else {
                self.push_text(token.text, token.start, state);
            }
            state.sync_line();
        }
        Ok(None)
    }

    fn parse_tag<'s>(
        &mut self,
        name: &'s str,
        markup: &'s str,
        state: &mut ParseState<'s>,
    ) -> Result<Option<Unknown<'s>>, Error> {
        let (line, span) = (state.line(), state.span);
        let Some(parse) = state.engine.find_tag(name) else {
            return Ok(Some((name, markup)));
        };
        let tag = parse(&mut TagParse::new(state, name, markup))?;
        self.blank = self.blank && tag.blank();
        let form = match tag.interrupt() {
            Some(interrupt) => Form::Interrupt(interrupt),
            None => Form::Tag { silent: tag.is_block() && tag.blank(), tag },
        };
        state.nodes.push(Node { form, line, span });
        Ok(None)
    }

    fn parse_variable(&mut self, token: &str, state: &mut ParseState<'_>) -> Result<(), Error> {
        let Some(markup) = token.strip_prefix("{{").and_then(|rest| rest.strip_suffix("}}")) else {
            let message = format!("Variable '{token}' was not properly terminated with regexp: /\\}}\\}}/");
            return Err(Error::syntax(message));
        };
        let markup = markup.strip_prefix('-').unwrap_or(markup);
        let markup = markup.strip_suffix('-').unwrap_or(markup);
        let (line, span) = (state.line(), state.span);
        let variable = state.variable(markup)?;
        state.nodes.push(Node { form: Form::Variable(variable), line, span });
        self.blank = false;
        Ok(())
    }

    fn push_text(&mut self, text: &str, start: usize, state: &mut ParseState<'_>) {
        let kept = if state.trim { text.trim_start_matches(stripped) } else { text };
        state.trim = false;
        self.blank = self.blank && kept.bytes().all(is_space);
        let span = span(start + text.len() - kept.len(), kept.len());
        state.nodes.push(Node { form: Form::Text(kept.into()), line: None, span });
    }

    /// `{%-` strips the text before it, `-%}` the text after it.
    fn trim(&mut self, token: &str, first: usize, state: &mut ParseState<'_>) {
        let bytes = token.as_bytes();
        if bytes.get(2) == Some(&b'-')
            && let Some(Node { form: Form::Text(text), .. }) =
                state.nodes[first..].last_mut().or_else(|| self.nodes.last_mut())
        {
            let kept = text.trim_end_matches(stripped);
            if kept.len() < text.len() {
                *text = kept.into();
            }
        }
        state.trim = bytes.len() >= 3 && bytes[bytes.len() - 3] == b'-';
    }

    /// Renders what is in here, appending to `out`.
    ///
    /// # Errors
    /// Returns a node's error if errors are raised. Limits and fatal errors are always returned.
    pub fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let start = out.len();
        let mut first = None;
        self.render_nodes(cx, out, &mut first)?;
        cx.us_ascii = first.unwrap_or(true) && out[start..].is_ascii();
        check_output(cx, out)
    }

    /// Renders the nodes. `first` is set to whether the first piece is US-ASCII, if there is a piece.
    fn render_nodes(&self, cx: &mut Context<'_>, out: &mut String, first: &mut Option<bool>) -> Result<(), Abort> {
        cx.usage.render_score += self.nodes.len() as u64;
        cx.spend(1 + self.nodes.len() as u64)?;
        for node in &self.nodes {
            let start = out.len();
            if let Form::Text(text) = &node.form {
                out.push_str(text);
                first.get_or_insert(false);
                if cx.limits.is_none() {
                    // How long the output is is looked at once for all texts of a body.
                    continue;
                }
            }
            cx.us_ascii = false;
            let result = match &node.form {
                Form::Text(_) => Ok(()),
                Form::Variable(variable) => variable.write(cx, out),
                Form::Interrupt(interrupt) => {
                    cx.push_interrupt(*interrupt);
                    return Ok(());
                }
                Form::Tag { tag, .. } => tag.render(cx, out),
            };
            match result.and_then(|()| cx.settle()).and_then(|()| check(cx, out, start)) {
                Ok(()) => {
                    if let Form::Tag { silent: true, .. } = node.form {
                        out.truncate(start);
                    } else if first.is_none() {
                        *first = Some(match &node.form {
                            Form::Tag { tag, .. } => tag.passes_encoding() && cx.us_ascii,
                            _ => cx.us_ascii,
                        });
                    }
                }
                Err(abort) => {
                    let text = cx.handle(abort, node.line, node.span)?;
                    out.truncate(start);
                    out.push_str(&text.unwrap_or_default());
                }
            }
            if let Form::Tag { .. } = node.form
                && cx.interrupted()
            {
                return Ok(());
            }
        }
        Ok(())
    }
}

#[inline]
fn check_output(cx: &Context<'_>, out: &str) -> Result<(), Abort> {
    if out.len() > cx.hard_limits.output {
        return Err(limit_reached(format!("the output is larger than {} MB", cx.hard_limits.output >> 20)));
    }
    Ok(())
}

/// Counts what a node wrote.
#[inline]
fn check(cx: &mut Context<'_>, out: &str, start: usize) -> Result<(), Abort> {
    check_output(cx, out)?;
    match cx.limits {
        Some(limits) => check_limits(cx, limits, &out[start..]),
        None => Ok(()),
    }
}

fn check_limits(cx: &mut Context<'_>, limits: Limits, written: &str) -> Result<(), Abort> {
    cx.usage.render_length += written.chars().count() as u64;
    let over = |used: u64, limit: Option<u64>| limit.is_some_and(|limit| used > limit);
    if over(cx.usage.render_length, limits.render_length)
        || over(cx.usage.render_score, limits.render_score)
        || over(cx.usage.assign_score, limits.assign_score)
    {
        return Err(Abort::error(ErrorKind::LiquidMemory, LIMITS_EXCEEDED));
    }
    Ok(())
}

/// The characters that Ruby's `lstrip` and `rstrip` remove.
fn stripped(c: char) -> bool {
    c == '\0' || u8::try_from(c).is_ok_and(is_space)
}

/// A tag's name and markup, blanks in front of each taken away.
fn split_tag(token: &str) -> Option<(&str, &str)> {
    let inside = token.strip_prefix("{%")?.strip_suffix("%}")?;
    let inside = inside.strip_prefix('-').unwrap_or(inside);
    let start = skip_spaces(inside, 0);
    let end = skip_word(inside, start);
    if start == end {
        return None;
    }
    let markup = &inside[skip_spaces(inside, end)..];
    Some((&inside[start..end], markup.strip_suffix('-').unwrap_or(markup)))
}

fn span(start: usize, length: usize) -> Span {
    let at = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    Span { start: at(start), end: at(start + length) }
}

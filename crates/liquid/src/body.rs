//! The parsed content of a template or block: a list of nodes that is rendered into one string. Mirrors
//! `Liquid::BlockBody`.

use crate::context::{Context, Interrupt};
use crate::cost::{LIMITS_EXCEEDED, limit_reached};
use crate::effects::TemplateEffects;
use crate::engine::Limits;
use crate::lax_markup::{skip_spaces, skip_word};
use crate::tags::{ParseState, Tag, TagParse};
use crate::value::text::{is_ruby_space, is_space};
use crate::value::{Abort, Error, ErrorKind, Span, Str};
use crate::variable::Variable;

/// The content of a block or of a whole template.
#[derive(Debug)]
pub struct Body {
    nodes: Vec<Node>,
    blank: bool,
    /// Whether the body's texts are not written, because the block that contains the body drops its output.
    is_silent: bool,
}

/// A text, a variable or a tag, with its position in the source.
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
    /// A variable whose value is a string that a filter may change even after the string was printed.
    Shared(Variable),
    Tag {
        tag: Box<dyn Tag>,
        silent: bool,
        /// The results of the tag's methods `is_reusable` and `is_repeatable`, stored because every rendering needs
        /// them.
        is_reusable: bool,
        is_repeatable: bool,
    },
    Interrupt(Interrupt),
}

/// A node of a [`Body`]: an element of Ruby's `nodelist`.
#[derive(Debug, Clone, Copy)]
pub enum Part<'b> {
    /// The text between two tags or variables.
    Text(&'b str),
    /// A variable. Contains the span of the markup between `{{` and `}}`.
    Variable(Span),
    /// A tag with its span in the source. `break` and `continue` are parsed without a [`Tag`].
    Tag(Span, Option<&'b dyn Tag>),
}

/// The name and markup of the tag at which the parsing of a body stops, such as an end tag or an unknown tag.
pub(crate) type Unknown<'s> = (&'s str, &'s str);

impl Default for Body {
    fn default() -> Self {
        Body { nodes: Vec::new(), blank: true, is_silent: false }
    }
}

impl Body {
    /// Whether the body contains only white space and blank tags. A block with only blank bodies prints nothing.
    pub fn blank(&self) -> bool {
        self.blank
    }

    /// Stops the body from writing its texts. Called for blank `if`, `unless` and `for` blocks, whose output is
    /// dropped.
    pub(crate) fn silence(&mut self) {
        self.is_silent = true;
    }

    /// The nodes of the body, in the order of the source.
    pub fn parts(&self) -> impl Iterator<Item = Part<'_>> {
        self.nodes.iter().map(|node| match &node.form {
            Form::Text(text) => Part::Text(text),
            Form::Variable(_) | Form::Shared(_) => Part::Variable(node.span),
            Form::Tag { tag, .. } => Part::Tag(node.span, Some(&**tag)),
            Form::Interrupt(_) => Part::Tag(node.span, None),
        })
    }

    /// Adds the effects of all tags and variables in the body to `effects`.
    pub fn effects(&self, effects: &mut TemplateEffects) {
        for node in &self.nodes {
            match &node.form {
                Form::Variable(variable) | Form::Shared(variable) => variable.effects(effects),
                Form::Tag { tag, .. } => tag.effects(effects),
                Form::Text(_) | Form::Interrupt(_) => {}
            }
        }
    }

    /// Parses nodes up to the first tag that is not registered, and returns that tag. `None` at the end of the source.
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

    /// Parses nodes and pushes them onto the node stack of `state`. This body's nodes start at index `first`. Returns
    /// the first tag that is not registered, or `None` at the end of the source.
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
            None => Form::Tag {
                silent: tag.is_block() && tag.blank(),
                is_reusable: tag.is_reusable(),
                is_repeatable: tag.is_repeatable(),
                tag,
            },
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
        let is_shared = state.engine.identity().is_some();
        let form = if is_shared { Form::Shared(variable) } else { Form::Variable(variable) };
        state.nodes.push(Node { form, line, span });
        self.blank = false;
        Ok(())
    }

    fn push_text(&mut self, text: &str, start: usize, state: &mut ParseState<'_>) {
        let kept = if state.trim { text.trim_start_matches(is_ruby_space) } else { text };
        state.trim = false;
        self.blank = self.blank && kept.bytes().all(is_space);
        let span = span(start + text.len() - kept.len(), kept.len());
        state.nodes.push(Node { form: Form::Text(kept.into()), line: None, span });
    }

    /// Strips the white space before a token that starts with `{%-` or `{{-`. After a token that ends with `-%}` or
    /// `-}}`, the white space is stripped later, when the next text is parsed.
    fn trim(&mut self, token: &str, first: usize, state: &mut ParseState<'_>) {
        let bytes = token.as_bytes();
        if bytes.get(2) == Some(&b'-')
            && let Some(Node { form: Form::Text(text), .. }) =
                state.nodes[first..].last_mut().or_else(|| self.nodes.last_mut())
        {
            let kept = text.trim_end_matches(is_ruby_space);
            if kept.len() < text.len() {
                *text = kept.into();
            }
        }
        state.trim = bytes.len() >= 3 && bytes[bytes.len() - 3] == b'-';
    }

    /// Renders the body and appends the result to `out`.
    ///
    /// # Errors
    /// If [`Context::raises`] is true, returns the first error of a node. In any case, fails on a suspension, an
    /// exceeded limit, or an error that Ruby does not rescue ("stack level too deep").
    pub fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let start = out.len();
        let mut first = None;
        let printed = cx.printed.count();
        let rendered = self.render_nodes(cx, out, &mut first);
        if cx.printed.count() > printed {
            cx.printed.settle(printed, out);
        }
        rendered?;
        cx.us_ascii = first.unwrap_or(true) && out[start..].is_ascii();
        check_output(cx, out)
    }

    /// Renders the nodes. If at least one node is rendered, sets `first` to whether the string of the first node is
    /// US-ASCII in Ruby.
    fn render_nodes(&self, cx: &mut Context<'_>, out: &mut String, first: &mut Option<bool>) -> Result<(), Abort> {
        cx.usage.render_score += self.nodes.len() as u64;
        cx.spend(1 + self.nodes.len() as u64)?;
        let is_silent = self.is_silent && cx.limits.is_none();
        for node in &self.nodes {
            let start = out.len();
            if let Form::Text(text) = &node.form {
                if is_silent {
                    continue;
                }
                match &cx.marks {
                    None => out.push_str(text),
                    Some(marks) => marks.write_text(cx.source(), node.span, text, out),
                }
                first.get_or_insert(false);
                if cx.limits.is_none() {
                    // The output length is checked once for all texts of a body.
                    continue;
                }
            }
            cx.us_ascii = false;
            let result = match &node.form {
                Form::Text(_) => Ok(()),
                Form::Variable(variable) => variable.write(cx, out),
                Form::Shared(variable) => variable.write_shared(cx, out),
                Form::Interrupt(interrupt) => {
                    cx.push_interrupt(*interrupt);
                    return Ok(());
                }
                Form::Tag { tag, is_reusable, is_repeatable, .. } => {
                    if !is_reusable {
                        node.refuse_reuse(cx);
                    }
                    if !is_repeatable {
                        cx.note_unrepeatable();
                    }
                    if let Some(marks) = &cx.marks {
                        marks.enter(cx.source(), node.span);
                    }
                    tag.render(cx, out)
                }
            };
            match result.and_then(|()| cx.spend_variable_steps()).and_then(|()| check(cx, out, start)) {
                Ok(()) => {
                    if let Some(marks) = &cx.marks {
                        let is_variable = matches!(node.form, Form::Variable(_) | Form::Shared(_));
                        marks.write_made(cx.source(), node.span, is_variable, out, start);
                    }
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

impl Node {
    /// Prevents the memo from storing results of the includes that contain this node, a tag that is not reusable.
    fn refuse_reuse(&self, cx: &Context<'_>) {
        cx.refuse_reuse(|| {
            let span = self.span.start as usize..self.span.end as usize;
            let markup = cx.template().and_then(|template| template.source().get(span).map(str::to_string));
            format!("it uses `{}`", markup.unwrap_or_default())
        });
    }
}

#[inline]
fn check_output(cx: &Context<'_>, out: &str) -> Result<(), Abort> {
    if out.len() > cx.hard_limits.output {
        return Err(limit_reached(format!("the output is larger than {} MB", cx.hard_limits.output >> 20)));
    }
    Ok(())
}

/// Fails if the whole output is larger than the hard limit, or if one of Liquid's own limits is exceeded. Liquid's
/// `render_length` counts only the output from `start` on.
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

/// Splits a tag into name and markup, and strips white space in front of each.
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
    let clamped = |offset: usize| u32::try_from(offset).unwrap_or(u32::MAX);
    Span { start: clamped(start), end: clamped(start + length) }
}

//! Tags and blocks: the [`Tag`] trait, parsing, and the list of standard tags.

mod assign;
mod capture;
mod case;
mod comment;
mod counters;
mod cycle;
mod for_loop;
pub(crate) mod forloop_drop;
mod if_else;
mod ifchanged;
mod include;
mod interrupts;
mod raw;
mod table_row;

use crate::body::{Body, Node, Unknown};
use crate::context::{Context, Interrupt};
use crate::effects::TemplateEffects;
use crate::engine::{Engine, ErrorMode};
use crate::expression::Expression;
use crate::tokenizer::Tokenizer;
use crate::value::text::is_ruby_space;
use crate::value::{Abort, Error, ErrorKind, Frame, Span, Str};
use crate::variable::Variable;
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// Registers Liquid's standard tags, such as `assign` and `if`.
pub(crate) fn register(engine: &mut Engine) {
    engine.tag("assign", assign::parse);
    engine.tag("break", interrupts::parse_break);
    engine.block("capture", capture::parse);
    engine.block("case", case::parse);
    engine.block("comment", comment::parse);
    engine.tag("continue", interrupts::parse_continue);
    engine.tag("cycle", cycle::parse);
    engine.tag("decrement", counters::parse_decrement);
    engine.block("for", for_loop::parse);
    engine.block("if", if_else::parse_if);
    engine.block("ifchanged", ifchanged::parse);
    engine.tag("include", include::parse);
    engine.tag("increment", counters::parse_increment);
    engine.block("raw", raw::parse);
    engine.block("tablerow", table_row::parse);
    engine.block("unless", if_else::parse_unless);
}

/// A parsed tag or block. It renders itself, and declares its content and its effects.
pub trait Tag: fmt::Debug + Send + Sync {
    /// Renders the tag and appends the result to `out`.
    ///
    /// # Errors
    /// Errors that Ruby's tag would raise. [`Abort::Suspended`] must be passed on.
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort>;

    /// Renders the tag with other parameters than those in the template, for plugins that set instance variables of the
    /// Ruby object. `parameters` has the names of the variables. Returns false if one of them cannot be changed.
    ///
    /// # Errors
    /// Same as [`Tag::render`].
    fn render_changed(
        &self,
        _parameters: &[(&str, Expression)],
        _cx: &mut Context<'_>,
        _out: &mut String,
    ) -> Result<bool, Abort> {
        Ok(false)
    }

    /// The content of a block. `None` for a tag, or for a block that implements `blank`, `is_block` and `effects`
    /// itself.
    fn body(&self) -> Option<&Body> {
        None
    }

    /// Ruby's `blank?`: whether the tag prints nothing itself. A block that only contains blank nodes prints nothing.
    /// Most tags are not blank.
    fn blank(&self) -> bool {
        self.body().is_some_and(Body::blank)
    }

    /// Whether the Ruby class is a `Liquid::Block`. If such a block is blank, its output is dropped.
    fn is_block(&self) -> bool {
        self.body().is_some()
    }

    /// Adds the effects of the tag to `effects`. By default, adds only the effects of its content.
    fn effects(&self, effects: &mut TemplateEffects) {
        if let Some(body) = self.body() {
            body.effects(effects);
        }
    }

    /// Whether Ruby gives the output the encoding of a value or of a body's text. Otherwise, the output is UTF-8,
    /// because Ruby's tag builds it from a literal.
    fn passes_encoding(&self) -> bool {
        false
    }

    /// Whether the tag has no effects other than these: it writes its text, sets variables through the context, and
    /// causes effects that its host records. If it has other effects, results of templates with this tag are not
    /// reused.
    fn is_reusable(&self) -> bool {
        false
    }

    /// Whether the tag gives the same result in a later build if everything that its host records is the same. By
    /// default, this is so for all tags that are reusable. Other tags may be repeatable, too, such as `include_cached`.
    fn is_repeatable(&self) -> bool {
        self.is_reusable()
    }

    /// The tag as [`Any`], so that an application can recognize its own tags among the [parts](Body::parts) of a body.
    fn as_any(&self) -> Option<&dyn Any> {
        None
    }

    /// The interrupt caused by the tag. Only `break` and `continue` have one.
    fn interrupt(&self) -> Option<Interrupt> {
        None
    }
}

/// The function that parses a tag. See [`Engine::tag`].
pub(crate) type TagFn = Arc<dyn Fn(&mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> + Send + Sync>;

/// A tag being parsed. Gives access to its markup and, for blocks, to the content that follows.
///
/// ```
/// use hastie_liquid::{Abort, Body, Context, Error, Tag, TagParse};
///
/// /// `{% shout %}...{% endshout %}`
/// #[derive(Debug)]
/// struct Shout(Body);
///
/// impl Tag for Shout {
///     fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
///         let mut text = String::new();
///         self.0.render(cx, &mut text)?;
///         out.push_str(&text.to_uppercase());
///         Ok(())
///     }
///     fn body(&self) -> Option<&Body> { Some(&self.0) }
/// }
///
/// fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
///     Ok(Box::new(Shout(tag.body()?)))
/// }
/// # let mut engine = hastie_liquid::Engine::standard();
/// engine.block("shout", parse);
/// ```
#[derive(Debug)]
pub struct TagParse<'p, 's> {
    state: &'p mut ParseState<'s>,
    name: &'s str,
    markup: &'p str,
    line: Option<u32>,
    span: Span,
}

impl<'p, 's> TagParse<'p, 's> {
    pub(crate) fn new(state: &'p mut ParseState<'s>, name: &'s str, markup: &'p str) -> Self {
        let (line, span) = (state.line(), state.span);
        TagParse { state, name, markup, line, span }
    }

    /// The tag's name: the first word after `{%` or `{%-`.
    pub fn name(&self) -> &'s str {
        self.name
    }

    /// The text after the name, without leading white space, but with trailing white space.
    pub fn markup(&self) -> &'p str {
        self.markup
    }

    /// The line where the tag starts, counted from 1, if line numbers are enabled.
    pub fn line(&self) -> Option<u32> {
        self.line
    }

    /// The range of the tag in the source, from `{%` to `%}`, in bytes.
    pub fn span(&self) -> Span {
        self.span
    }

    /// The template, the line and the span of the tag, for messages.
    pub fn place(&self) -> Frame {
        Frame { template: self.template().cloned(), line: self.line, span: Some(self.span) }
    }

    /// The engine with which the template is parsed. Tags such as `link` parse their markup with this engine.
    pub fn engine(&self) -> &'s Engine {
        self.state.engine
    }

    /// The name of the template being parsed. `None` if the template has no name.
    pub fn template(&self) -> Option<&Str> {
        self.state.name
    }

    /// The treatment of markup that the strict grammar rejects.
    pub fn error_mode(&self) -> ErrorMode {
        self.state.mode
    }

    /// Parses `markup` as the content of `{{ }}`: an expression with filters.
    ///
    /// # Errors
    /// In strict mode, `Liquid::SyntaxError` for invalid markup. In all modes, the errors of
    /// [`Expression::parse`](crate::Expression::parse).
    pub fn variable(&mut self, markup: &str) -> Result<Variable, Error> {
        self.state.variable(markup)
    }

    /// Parses the content of a block up to its end tag.
    ///
    /// # Errors
    /// `Liquid::SyntaxError` for unknown tags or a missing end tag, `Liquid::StackLevelError` beyond 100 nested blocks.
    /// Also the errors of the tags and variables in the content.
    pub fn body(&mut self) -> Result<Body, Error> {
        let mut body = Body::default();
        match self.section(&mut body)? {
            None => Ok(body),
            Some((tag, _)) => Err(self.unknown_tag(tag)),
        }
    }

    /// Parses the content of a block into `body`, up to its end tag or up to another tag that is not registered
    /// (`else`, `when`, ...). Returns the name and markup of this other tag, or `None` after the end tag.
    ///
    /// # Errors
    /// Same as [`TagParse::body`].
    pub fn section(&mut self, body: &mut Body) -> Result<Option<(&'s str, &'s str)>, Error> {
        if self.state.depth >= MAX_DEPTH {
            return Err(Error::new(ErrorKind::LiquidStackLevel, "Nesting too deep"));
        }
        self.state.depth += 1;
        let result = body.parse(self.state);
        self.state.depth -= 1;
        match result? {
            Some((tag, _)) if tag.strip_prefix("end") == Some(self.name) => Ok(None),
            Some(unknown) => Ok(Some(unknown)),
            None => Err(self.never_closed()),
        }
    }

    /// The error for a block without an end tag. As in Ruby, its line is the last line of the template. For this
    /// reason, the error also contains the location of the tag that starts the block.
    fn never_closed(&self) -> Error {
        let mut error = Error::syntax(format!("'{}' tag was never closed", self.name));
        error.trail.push(self.place());
        error
    }

    /// The error for a tag that this block does not expect, for example `else` in a block without branches.
    pub fn unknown_tag(&self, tag: &str) -> Error {
        let name = self.name;
        Error::syntax(if tag == "else" {
            format!("{name} tag does not expect 'else' tag")
        } else if tag.starts_with("end") {
            format!("'{tag}' is not a valid delimiter for {name} tags. use end{name}")
        } else {
            format!("Unknown tag '{tag}'")
        })
    }

    /// Parses this tag like the tag `name` of `engine`, with `markup` instead of its own markup. The content of a block
    /// is parsed with the tags of this template, up to the end tag of this tag's own name.
    ///
    /// # Errors
    /// Fails if the tag rejects its markup, if its content is invalid, or if the engine has no such tag.
    pub fn read_as(&mut self, engine: &Engine, name: &str, markup: &str) -> Result<Box<dyn Tag>, Error> {
        let Some(parse) = engine.find_tag(name) else { return Err(Error::syntax(format!("Unknown tag '{name}'"))) };
        let (line, span) = (self.line, self.span);
        parse(&mut TagParse { state: &mut *self.state, name: self.name, markup, line, span })
    }

    /// Takes the next token of the template: a text, a tag or a variable, as it is written. `None` at the end. The parser
    /// continues behind it.
    pub fn token(&mut self) -> Option<&'s str> {
        self.state.tokens.shift().map(|token| token.text)
    }

    /// The same tag with a shorter lifetime, for passing it on to another function.
    pub fn reborrow(&mut self) -> TagParse<'_, 's> {
        TagParse { state: &mut *self.state, name: self.name, markup: self.markup, line: self.line, span: self.span }
    }

    /// The whole source of the template being parsed, not only of the tag.
    pub fn source(&self) -> &'s str {
        self.state.tokens.source()
    }

    /// Reads the content of a block verbatim up to its end tag, like `raw`.
    ///
    /// # Errors
    /// `Liquid::SyntaxError` if the end is missing.
    pub fn raw_body(&mut self) -> Result<String, Error> {
        raw::body(self.name, &mut self.state.tokens)
    }

    /// Parses markup by the strict or the lax grammar, depending on the error mode. In the mode `Warn`, markup that the
    /// strict grammar rejects causes a warning, and `lax` parses it.
    ///
    /// # Errors
    /// Fails if `lax` fails or, in the mode `Strict`, if `strict` fails. In the mode `Warn`, also fails if
    /// `strict` returns an error other than a syntax error.
    pub fn select<T>(
        &mut self,
        markup: &str,
        strict: impl FnOnce(&str) -> Result<T, Error>,
        lax: impl FnOnce(&str) -> Result<T, Error>,
    ) -> Result<T, Error> {
        let located = |mut error: Error| {
            error.line = self.line;
            let markup = markup.trim_matches(is_ruby_space);
            error.markup_context = Some(format!("in \"{markup}\"").into());
            error.span = Some(self.span);
            error
        };
        match self.state.mode {
            ErrorMode::Lax => lax(markup),
            ErrorMode::Strict => strict(markup).map_err(|error| if error.is_syntax() { located(error) } else { error }),
            ErrorMode::Warn => match strict(markup) {
                Err(error) if error.is_syntax() => {
                    self.state.warnings.push(located(error));
                    lax(markup)
                }
                result => result,
            },
        }
    }

    /// A new number for each call, unique within this template.
    pub(crate) fn serial(&mut self) -> u32 {
        self.state.serial += 1;
        self.state.serial
    }
}

/// The maximum number of nested blocks (`Liquid::Block::MAX_DEPTH`).
const MAX_DEPTH: u32 = 100;

/// The state of the parser: Ruby's `ParseContext` and tokenizer.
#[derive(Debug)]
pub(crate) struct ParseState<'s> {
    pub(crate) engine: &'s Engine,
    pub(crate) tokens: Tokenizer<'s>,
    pub(crate) span: Span,
    /// A stack with the nodes of all bodies being parsed, innermost last. Each body knows where its nodes start.
    pub(crate) nodes: Vec<Node>,
    /// Whether to strip leading white space from the next text.
    pub(crate) trim: bool,
    name: Option<&'s Str>,
    mode: ErrorMode,
    line_numbers: bool,
    /// Ruby's `parse_context.line_number`, which is not always up to date.
    line: u32,
    depth: u32,
    serial: u32,
    warnings: Vec<Error>,
}

impl ParseState<'_> {
    pub(crate) fn line(&self) -> Option<u32> {
        self.line_numbers.then_some(self.line)
    }

    pub(crate) fn sync_line(&mut self) {
        self.line = self.tokens.line();
    }

    pub(crate) fn variable(&mut self, markup: &str) -> Result<Variable, Error> {
        let line = self.line();
        Variable::parse(self.engine, markup, self.mode, line, self.span, &mut self.warnings)
    }
}

/// The result of parsing a template: its nodes, warnings and effects.
pub(crate) struct Parsed {
    pub(crate) root: Body,
    pub(crate) warnings: Vec<Error>,
    pub(crate) effects: TemplateEffects,
}

/// `Liquid::Document.parse`: parses a whole source. `name` is the name of the template, if it has one. With
/// `line_numbers`, errors and warnings contain their line.
pub(crate) fn parse_document(
    engine: &Engine,
    source: &Str,
    name: Option<&Str>,
    mode: ErrorMode,
    line_numbers: bool,
) -> Result<Parsed, Error> {
    let mut state = ParseState {
        engine,
        tokens: Tokenizer::new(source),
        span: Span::default(),
        nodes: Vec::new(),
        trim: false,
        name,
        mode,
        line_numbers,
        line: 1,
        depth: 0,
        serial: 0,
        warnings: Vec::new(),
    };
    let mut root = Body::default();
    let mut error = match root.parse(&mut state) {
        Ok(None) => {
            let mut effects = TemplateEffects::default();
            root.effects(&mut effects);
            return Ok(Parsed { root, warnings: state.warnings, effects });
        }
        Ok(Some(unknown)) => outer_tag(unknown),
        Err(error) => error,
    };
    let placed = error.is_syntax() || error.kind == ErrorKind::LiquidMemory;
    let line = error.line.or(if placed { state.line() } else { None });
    let span = error.span.or(Some(state.span));
    let frame = Frame { template: name.cloned(), line: error.line.or(state.line()), span };
    (error.line, error.span) = (line, span);
    if error.trail.is_empty() {
        error.trail.push(frame);
    }
    Err(error)
}

/// The error for an unknown tag outside of all blocks.
fn outer_tag((tag, _): Unknown<'_>) -> Error {
    match tag {
        "else" | "end" => Error::syntax(format!("Unexpected outer '{tag}' tag")),
        _ => Error::syntax(format!("Unknown tag '{tag}'")),
    }
}

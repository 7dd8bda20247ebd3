//! A parsed template, which can be rendered any number of times. Mirrors `Liquid::Template`.

use crate::body::Body;
use crate::context::{Context, Counters, Registers, with_stack};
use crate::effects::TemplateEffects;
use crate::engine::{Engine, ErrorMode};
use crate::file_system::FileSystem;
use crate::marks::Marks;
use crate::memo::Memo;
use crate::tags::parse_document;
use crate::value::{Abort, Error, ErrorKind, FixedHost, Hash, Host, Str, Value};
use std::any::Any;
use std::fmt;
use std::sync::Arc;

/// A parsed template. Cloning is cheap, and several threads can render a template at the same time.
#[derive(Clone)]
pub struct Template {
    inner: Arc<Inner>,
}

struct Inner {
    name: Option<Str>,
    source: Str,
    engine: Engine,
    root: Body,
    warnings: Vec<Error>,
    effects: TemplateEffects,
}

/// The name, the error mode and other settings of one template. `default()` suits a template without a file.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct ParseOptions {
    /// The template's name, usually its path. An error lists the names of the templates that led to it. The name also
    /// distinguishes `cycle` groups.
    pub name: Option<Str>,
    /// An error mode that overrides the engine's.
    pub mode: Option<ErrorMode>,
    /// Whether errors and warnings have line numbers, as in Jekyll.
    pub line_numbers: bool,
}

impl Default for ParseOptions {
    fn default() -> Self {
        ParseOptions { name: None, mode: None, line_numbers: true }
    }
}

impl ParseOptions {
    /// Options that give the template a name, usually its path. An error lists the names of the templates that led to
    /// it.
    pub fn named(name: impl Into<Str>) -> Self {
        ParseOptions { name: Some(name.into()), ..ParseOptions::default() }
    }

    /// Disables line numbers in errors and warnings. By default, messages contain them.
    #[must_use]
    pub fn without_line_numbers(mut self) -> Self {
        self.line_numbers = false;
        self
    }
}

/// The variables and the state with which a rendering begins, its treatment of errors, and the services that it may
/// use.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RenderOptions {
    /// The variables: a Hash or a Drop.
    pub environment: Value,
    /// The state left by earlier renderings.
    pub state: State,
    /// Whether errors end the rendering, like Ruby's `render!`, or are printed in place.
    pub raise: bool,
    /// The templates for Liquid's own `include`.
    pub file_system: Option<Arc<dyn FileSystem>>,
    /// The results of earlier renderings that may be reused. All renderings with the same memo must see the same
    /// application data. Their hosts must [note](crate::sharing::Sharing::note) each use of other data.
    pub memo: Option<Arc<Memo>>,
    /// The marks to write into the output. See [`marks`](crate::marks).
    pub marks: Option<Arc<Marks>>,
}

impl RenderOptions {
    /// Options for a rendering that prints errors in place and has no earlier state.
    pub fn new(environment: Value) -> Self {
        RenderOptions { environment, state: State::default(), raise: false, file_system: None, memo: None, marks: None }
    }

    /// Options for a rendering that ends at the first error, as in Jekyll.
    pub fn raising(environment: Value) -> Self {
        RenderOptions { raise: true, ..RenderOptions::new(environment) }
    }

    /// Sets the templates for Liquid's own `include`. By default, each `include` fails.
    #[must_use]
    pub fn with_file_system(mut self, files: impl FileSystem + 'static) -> Self {
        self.file_system = Some(Arc::new(files));
        self
    }

    /// Sets the state left by earlier renderings, such as counters.
    #[must_use]
    pub fn with_state(mut self, state: State) -> Self {
        self.state = state;
        self
    }
}

/// The state that one rendering leaves for the next. Jekyll keeps counters for the whole build. Jekyll 4 also keeps
/// registers for each template path.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct State {
    /// The state of `cycle`, `ifchanged` and `for ... offset: continue`.
    pub registers: Registers,
    /// The counters of `increment` and `decrement`.
    pub counters: Counters,
    /// The assigned and captured variables. Ruby keeps them in the template, and Jekyll discards them.
    pub assigned: Hash,
}

/// The text of a rendering, and its errors and state.
#[derive(Debug, Clone, Default)]
#[non_exhaustive]
pub struct Rendered {
    /// The text that the template produced.
    pub text: String,
    /// The errors that were not raised. Most of them are also printed in the text.
    pub errors: Vec<Error>,
    /// The registers, counters and variables to pass to the next rendering.
    pub state: State,
    /// Whether Ruby would mark the text as US-ASCII. See [`encoding`](crate::encoding).
    pub(crate) us_ascii: bool,
    /// The steps of the rendering. See [`HardLimits::steps`](crate::HardLimits::steps).
    pub steps: u64,
}

impl Template {
    /// Parses a source once. The template can then be rendered any number of times, on any thread.
    ///
    /// # Errors
    /// `Liquid::SyntaxError` for unknown tags, missing end tags, and markup that the error mode does not accept.
    /// `Liquid::StackLevelError` for blocks nested deeper than 100. Also the errors of
    /// [`Expression::parse`](crate::Expression::parse) and of the application's own tags.
    pub fn parse(engine: &Engine, source: impl Into<Str>, options: ParseOptions) -> Result<Self, Error> {
        let source = source.into();
        let mode = options.mode.unwrap_or(engine.error_mode());
        let parsed = with_stack(|| parse_document(engine, &source, options.name.as_ref(), mode, options.line_numbers))?;
        Ok(Template {
            inner: Arc::new(Inner {
                name: options.name,
                source,
                engine: engine.clone(),
                root: parsed.root,
                warnings: parsed.warnings,
                effects: parsed.effects,
            }),
        })
    }

    /// Renders the template with these variables. Errors are printed in place. The current time is 1970-01-01, and the
    /// time zone is UTC. Use [`Template::render`] for anything else.
    ///
    /// # Errors
    /// Same as [`Template::render`].
    pub fn render_with(&self, variables: impl Into<Value>) -> Result<Rendered, Abort> {
        self.render(&mut FixedHost::default(), RenderOptions::new(variables.into()))
    }

    /// Renders the template with the variables in `options`. If a limit is exceeded without [`RenderOptions::raise`],
    /// the text is only the error's message, as in Ruby.
    ///
    /// # Errors
    /// With [`RenderOptions::raise`], returns the first error. Even without it, fails with [`Abort::Suspended`] if the
    /// rendering is suspended, and on an error that Ruby does not rescue ("stack level too deep").
    pub fn render(&self, host: &mut dyn Host, options: RenderOptions) -> Result<Rendered, Abort> {
        let mut cx = Context::new(&self.inner.engine, host, options).with_template(self);
        cx.squash()?;
        let mut text = String::with_capacity(self.inner.source.len());
        if let Err(abort) = with_stack(|| self.root().render(&mut cx, &mut text)) {
            match abort {
                Abort::Error(error) if error.kind == ErrorKind::LiquidMemory && !cx.raises() => {
                    // Ruby's `render` returns only the message if a limit is reached.
                    text = error.to_string();
                    cx.errors.push(*error);
                }
                other => return Err(other),
            }
        }
        let (us_ascii, steps) = (cx.us_ascii, cx.usage.steps);
        let (state, errors) = cx.state();
        Ok(Rendered { text, errors, state, us_ascii, steps })
    }

    /// The name from the [`ParseOptions`]. `None` for a template without a name.
    pub fn name(&self) -> Option<&Str> {
        self.inner.name.as_ref()
    }

    /// The whole Liquid text that was parsed. The positions of its tags are byte offsets in this text.
    pub fn source(&self) -> &Str {
        &self.inner.source
    }

    /// The engine with which the template was parsed. Later changes of the original engine do not affect this engine.
    pub fn engine(&self) -> &Engine {
        &self.inner.engine
    }

    /// The warnings about markup that the strict grammar rejected and the lax grammar accepted.
    pub fn warnings(&self) -> &[Error] {
        &self.inner.warnings
    }

    /// The reads and changes of the template that concern other renderings, such as counters.
    pub fn effects(&self) -> &TemplateEffects {
        &self.inner.effects
    }

    /// A number that identifies the template as long as it exists.
    pub(crate) fn address(&self) -> usize {
        Arc::as_ptr(&self.inner).addr()
    }

    /// A reference that keeps the template in memory, so that no other template gets the same [`Template::address`].
    pub(crate) fn shared(&self) -> Arc<dyn Any + Send + Sync> {
        Arc::<Inner>::clone(&self.inner)
    }

    /// The nodes of the whole template.
    pub fn root(&self) -> &Body {
        &self.inner.root
    }
}

impl fmt::Debug for Template {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Template").field("name", &self.inner.name).finish_non_exhaustive()
    }
}

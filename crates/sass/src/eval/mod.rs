//! The evaluator, which walks a syntax tree and builds a CSS tree. Mirrors dart-sass's `evaluate.dart`.
//!
//! [`Evaluator::run`] evaluates the main style sheet and returns [`Evaluated`]. Each kind of statement and expression
//! is a method in a module of its own: `statement` and `style` dispatch statements, `expression` evaluates expressions,
//! `call` and `direct_call` call functions and mixins. [`environment`] holds scopes and visible modules, `load`
//! evaluates each module once, and `combine` merges the CSS of all modules.
//!
//! An [`Evaluator`] serves one compilation. Its fields describe the current position in the output. Code that changes a
//! field for a block restores the old value afterwards.

mod arguments;
mod at_root;
mod calculation;
mod call;
mod callable;
mod combine;
mod condition;
mod configuration;
mod context;
mod direct_call;
mod environment;
mod expression;
mod import;
mod interpolation;
mod load;
mod meta;
mod module;
mod replay;
mod result_cache;
mod rule;
mod statement;
mod style;
mod table;

pub(crate) use callable::Callable;

use crate::compiler::{Compilation, Parsed};
use crate::css::{MediaQuery, NodeId, NodeKind, Tree};
use crate::extend::ExtensionStore;
use crate::selector::{Budget, SelectorList};
use crate::syntax::Separator;
use crate::value::ArgumentList;
use crate::{Deprecation, Error, FastMap, FastSet, Frame, Result, SourceId, Span, Symbol, Warning};
use configuration::Configuration;
use environment::{Environment, Scope};
use hastie_sass_core::tree_size::Work;
use module::Module;
use result_cache::Effects;
use std::cell::RefCell;
use std::rc::Rc;
use std::sync::Arc;

/// The maximum nesting depth of calls, imports and blocks.
const MAX_DEPTH: u32 = 1_500;

/// The maximum number of calls and loop iterations in a compilation.
const MAX_STEPS: u64 = 20_000_000;

/// The maximum size of the CSS tree in memory, in bytes (approximate).
const MAX_CSS: usize = 500_000_000;

/// The CSS tree of an evaluated style sheet before serialization, and the paths of all loaded files.
pub(crate) struct Evaluated {
    pub(crate) tree: Tree,
    pub(crate) root: NodeId,
    pub(crate) loaded: Vec<Arc<str>>,
}

/// The style rule that `&` refers to.
#[derive(Clone)]
struct CurrentRule {
    node: NodeId,
    original: SelectorList,
    from_plain_css: bool,
}

/// The function, mixin or rule that a stack trace names for a frame, such as `foo()` or `@import`.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Member {
    Root,
    Named(&'static str),
    Call(Symbol),
}

impl Member {
    fn of(user: &callable::UserCallable) -> Member {
        // A content block is shown as `@content`, without parentheses.
        match &*user.declaration.original {
            "@content" => Member::Named("@content"),
            _ => Member::Call(user.declaration.name),
        }
    }

    fn text(self) -> String {
        match self {
            Member::Root => "root stylesheet".to_owned(),
            Member::Named(name) => name.to_owned(),
            Member::Call(name) => format!("{name}()"),
        }
    }
}

/// A loaded module, its configuration, and the span of the rule that first loaded it.
struct LoadedModule {
    module: Module,
    configuration: Configuration,
    span: Option<Span>,
}

/// Evaluates one style sheet and the files that it loads to a tree of CSS.
pub(crate) struct Evaluator<'a> {
    compilation: &'a Compilation<'a>,
    environment: Environment,
    tree: Tree,
    /// The root of the current style sheet.
    root: NodeId,
    /// The parent of the next CSS node.
    parent: NodeId,
    /// The number of leading children of `root` that are imports, or comments between them.
    end_of_imports: usize,
    /// Imports after other rules, which are moved to the start of the output.
    late_imports: Vec<NodeId>,
    /// Comments that precede the CSS of the modules loaded after them.
    module_comments: Vec<(Module, Vec<NodeId>)>,
    extensions: Rc<RefCell<ExtensionStore>>,
    file: Arc<Parsed>,
    rule: Option<CurrentRule>,
    /// Whether an `@at-root` excludes the surrounding style rule.
    at_root_without_rule: bool,
    media: Option<Rc<[MediaQuery]>>,
    /// The media queries in the source from which `media` was merged. Empty if `media` is a single rule's query list.
    media_sources: Rc<[MediaQuery]>,
    /// The name of the outer declaration, for nested properties. `None` outside of declarations.
    declaration_name: Option<Arc<str>>,
    in_function: bool,
    in_keyframes: bool,
    in_unknown_at_rule: bool,
    in_supports_declaration: bool,
    in_dependency: bool,
    configuration: Configuration,
    modules: FastMap<Symbol, LoadedModule>,
    builtin_modules: FastMap<Symbol, Module>,
    /// Files that are being loaded, with the spans of the rules that load them.
    active: FastMap<Symbol, Option<Span>>,
    loaded: Vec<Arc<str>>,
    stack: Vec<(Member, Span)>,
    member: Member,
    /// The span of the current call of a built-in function. `None` outside of such calls.
    call_span: Option<Span>,
    warned: FastSet<(String, Option<Span>)>,
    /// The spans of deprecations that were reported or counted.
    counted: FastSet<(Span, Deprecation)>,
    /// Calls of built-in functions for which a deprecation was reported.
    deprecated_calls: FastSet<(Span, Deprecation)>,
    budget: Budget,
    depth: u32,
    steps: u64,
    work: Work,
    css_size: usize,
    random_state: u64,
    selector_cache: FastMap<usize, SelectorList>,
    /// The names of all user-defined functions.
    user_functions: FastSet<Symbol>,
    /// Whether functions may be called by names other than their declared ones: prefixed names, and members of built-in
    /// modules without a namespace.
    other_functions: bool,
    /// The value of a rest parameter without arguments.
    no_arguments: Rc<ArgumentList>,
    /// Reusable buffers for interpolated text.
    buffers: Vec<String>,
    /// Records what running calls read and change outside of themselves, for the cache of function results.
    effects: Effects,
    /// Scopes captured by functions and mixins, which are cleared at the end.
    scopes: Vec<Rc<Scope>>,
}

impl Drop for Evaluator<'_> {
    fn drop(&mut self) {
        for scope in &self.scopes {
            scope.clear();
        }
    }
}

impl<'a> Evaluator<'a> {
    /// Evaluates the file with which a compilation starts, and everything that it loads.
    pub(crate) fn run(compilation: &'a Compilation<'a>, file: Arc<Parsed>) -> Result<Evaluated> {
        let mut evaluator = Evaluator::new(compilation, Arc::clone(&file));
        if let Some(url) = &file.url {
            evaluator.active.insert(Symbol::new(url), None);
            evaluator.loaded.push(Arc::clone(url));
        }
        let result = evaluator.execute(&file, None, None, false).and_then(|module| evaluator.combine(&module, false));
        match result {
            Ok(root) => {
                let tree = std::mem::take(&mut evaluator.tree);
                Ok(Evaluated { tree, root, loaded: std::mem::take(&mut evaluator.loaded) })
            }
            Err(error) => Err(evaluator.traced(error)),
        }
    }

    fn new(compilation: &'a Compilation<'a>, file: Arc<Parsed>) -> Evaluator<'a> {
        let mut tree = Tree::new();
        let root = tree.add(NodeKind::Stylesheet, file.stylesheet.span);
        let budget = Budget::new();
        Evaluator {
            compilation,
            environment: Environment::new(),
            tree,
            root,
            parent: root,
            end_of_imports: 0,
            late_imports: Vec::new(),
            module_comments: Vec::new(),
            extensions: Rc::new(RefCell::new(ExtensionStore::new(budget.clone()))),
            file,
            rule: None,
            at_root_without_rule: false,
            media: None,
            media_sources: Rc::new([]),
            declaration_name: None,
            in_function: false,
            in_keyframes: false,
            in_unknown_at_rule: false,
            in_supports_declaration: false,
            in_dependency: false,
            configuration: Configuration::default(),
            modules: FastMap::default(),
            builtin_modules: FastMap::default(),
            active: FastMap::default(),
            loaded: Vec::new(),
            stack: Vec::new(),
            member: Member::Root,
            call_span: None,
            warned: FastSet::default(),
            counted: FastSet::default(),
            deprecated_calls: FastSet::default(),
            budget,
            depth: 0,
            steps: 0,
            work: Work::default(),
            css_size: 0,
            random_state: compilation.options.seed,
            selector_cache: FastMap::default(),
            user_functions: FastSet::default(),
            other_functions: false,
            no_arguments: Rc::new(ArgumentList::new(Vec::new(), Vec::new(), Separator::Comma)),
            buffers: Vec::new(),
            effects: Effects::default(),
            scopes: Vec::new(),
        }
    }

    // Errors.

    /// The current stack trace, innermost frame first. `span` is the innermost frame, if given.
    fn trace(&self, span: Option<Span>) -> Vec<Frame> {
        let mut frames: Vec<Frame> =
            self.stack.iter().map(|(member, span)| Frame { span: *span, member: member.text() }).collect();
        if let Some(span) = span {
            frames.push(Frame { span, member: self.member.text() });
        }
        frames.reverse();
        frames
    }

    /// Adds a stack trace to an error without one.
    fn traced(&self, mut error: Box<Error>) -> Box<Error> {
        if error.trace.is_empty() && error.span.is_some() {
            error.trace = self.trace(error.span);
        }
        error
    }

    fn error(&self, message: impl Into<String>, span: Span) -> Box<Error> {
        let mut error = Error::at(message, span);
        error.trace = self.trace(Some(span));
        error
    }

    /// An error at the call of the innermost stack frame.
    fn frame_error(&self, message: impl Into<String>) -> Box<Error> {
        let mut error = Error::message(message);
        error.span = self.stack.last().map(|(_, span)| *span);
        error.trace = self.trace(None);
        error
    }

    /// An error whose span has the label `label`, with a second labeled span.
    fn labeled_error(&self, message: impl Into<String>, span: Span, label: &str, other: (Span, &str)) -> Box<Error> {
        let mut error = self.error(message, span);
        error.label = Some(label.to_owned());
        error.secondary.push((other.0, other.1.to_owned()));
        error
    }

    /// Adds a span and a stack trace to an error without a span.
    fn place(&self, mut error: Box<Error>, span: Span) -> Box<Error> {
        self.place_in(&mut error, span);
        error
    }

    #[cold]
    fn place_in(&self, error: &mut Error, span: Span) {
        if error.span.is_none() {
            error.span = Some(span);
            error.trace = self.trace(Some(span));
        }
    }

    #[inline(always)]
    fn at<T>(&self, span: Span, mut result: Result<T>) -> Result<T> {
        // The result is modified in place, because moving a value costs more than most operations.
        if let Err(error) = &mut result {
            self.place_in(error, span);
        }
        result
    }

    /// Moves the span of an `@error` to the calling statement.
    fn lift_user_error(&self, mut error: Box<Error>, span: Span) -> Box<Error> {
        let from_error_rule = error.span.is_some_and(|span| {
            let source = self.compilation.sources.find(span.source);
            source.is_some_and(|s| s.text.get(span.start as usize..).is_some_and(|text| text.starts_with("@error")))
        });
        if from_error_rule {
            error.span = Some(span);
            if !error.trace.is_empty() {
                error.trace.remove(0);
            }
        }
        error
    }

    /// Runs `body` in a new stack frame. Fails if calls are nested too deeply.
    fn in_frame<T>(&mut self, member: Member, span: Span, body: impl FnOnce(&mut Self) -> Result<T>) -> Result<T> {
        if self.depth >= MAX_DEPTH {
            return Err(self.error("Too many levels of calls.", span));
        }
        self.depth += 1;
        self.stack.push((self.member, span));
        let outer = std::mem::replace(&mut self.member, member);
        let result = self.step(span).and_then(|()| body(self)).map_err(|error| self.traced(error));
        self.member = outer;
        self.stack.pop();
        self.depth -= 1;
        result
    }

    /// Counts a call or loop iteration. Fails if the compilation has too many of them, so that every compilation ends.
    fn step(&mut self, span: Span) -> Result<()> {
        self.steps += 1;
        if self.steps > MAX_STEPS { Err(self.too_many_steps(span)) } else { Ok(()) }
    }

    /// Counts values that a function or an operator reads or writes. Fails if the compilation does too much work.
    fn count_work(&mut self, nodes: u64, span: Span) -> Result<()> {
        if self.work.count(nodes) { Ok(()) } else { Err(self.too_many_steps(span)) }
    }

    #[cold]
    fn too_many_steps(&self, span: Span) -> Box<Error> {
        self.error("This compilation takes too many steps.", span)
    }

    // Warnings.

    fn warn(&mut self, deprecation: Option<Deprecation>, message: impl Into<String>, span: Span) {
        self.warn_with(Warning {
            message: message.into(),
            span: Some(span),
            trace: Vec::new(),
            deprecation,
            debug: false,
            label: None,
            secondary: Vec::new(),
            summary: false,
        });
    }

    /// Whether the message of a deprecation is needed. A deprecation that was already reported several times is only
    /// counted, once for each span.
    fn wants_deprecation(&mut self, deprecation: Deprecation, span: Span) -> bool {
        let wanted = self.compilation.warnings_wanted(Some(deprecation));
        if !wanted && self.compilation.only_counts(deprecation) && self.counted.insert((span, deprecation)) {
            self.compilation.count(deprecation);
        }
        wanted
    }

    /// Reports a warning of the selector parser, without a stack trace. The warning is repeated if the selector is
    /// parsed again.
    fn warn_of_selector(&mut self, deprecation: Deprecation, message: String, span: Span) {
        self.effects.note();
        let warning = Warning::of_text(message, false);
        self.compilation.report(Warning { span: Some(span), deprecation: Some(deprecation), ..warning });
    }

    /// Reports a warning, but only once for the same message and span. With `quiet_deps`, ignores warnings about
    /// dependencies.
    fn warn_with(&mut self, mut warning: Warning) {
        if self.compilation.options.quiet_deps && self.in_dependency {
            return;
        }
        if !self.compilation.warnings_wanted(warning.deprecation) {
            let counted = warning.deprecation.filter(|deprecation| self.compilation.only_counts(*deprecation));
            if let Some(deprecation) = counted
                && self.warned.insert((warning.message, warning.span))
            {
                self.compilation.count(deprecation);
            }
            return;
        }
        self.effects.note();
        if !self.warned.insert((warning.message.clone(), warning.span)) {
            return;
        }
        self.counted.extend(warning.span.zip(warning.deprecation));
        warning.trace = self.trace(warning.span);
        self.compilation.report(warning);
    }

    fn source(&self, id: SourceId) -> Arc<crate::Source> {
        self.compilation.sources.get(id)
    }

    fn span_text(&self, span: Span) -> String {
        let source = self.compilation.sources.find(span.source);
        let text = source.as_ref().and_then(|source| source.text.get(span.start as usize..span.end as usize));
        text.unwrap_or("").to_owned()
    }

    /// The innermost style rule. `None` outside of style rules, or if an `@at-root` excludes it.
    fn style_rule(&self) -> Option<&CurrentRule> {
        if self.at_root_without_rule { None } else { self.rule.as_ref() }
    }

    fn plain_css(&self) -> bool {
        self.file.stylesheet.plain_css
    }
}

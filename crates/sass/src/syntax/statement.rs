//! Statements: variables, declarations, style rules, at-rules and comments.

use super::{Arguments, Expression, Interpolation, Parameters, SupportsCondition};
use crate::{Deprecation, Span, Symbol};
use std::sync::Arc;

/// A parsed file: its statements, the warnings of the parser and its `!global` variables.
#[derive(Debug)]
pub(crate) struct Stylesheet {
    /// The statements at the top level.
    pub statements: Box<[Statement]>,
    /// The span of the whole file.
    pub span: Span,
    /// Whether only plain CSS is allowed.
    pub plain_css: bool,
    /// Warnings of the parser, which the evaluator reports.
    pub warnings: Box<[ParseWarning]>,
    /// Variables with a `!global` assignment anywhere, with the span of the first one.
    pub globals: Box<[(Symbol, Span)]>,
}

/// A deprecation or another problem that parsing finds.
#[derive(Clone, Debug)]
pub(crate) struct ParseWarning {
    /// The deprecation that the warning reports, if any.
    pub deprecation: Option<Deprecation>,
    /// The message, in dart-sass's words.
    pub message: String,
    /// The part of the source that the warning is about.
    pub span: Span,
    /// The label of `span`, and another span that the message shows, with its label. `None` if the message shows only
    /// `span`.
    pub beside: Option<(String, Span, String)>,
}

/// A rule, declaration or comment in the source.
#[derive(Clone, Debug)]
pub enum Statement {
    /// `$name: value`
    Variable(Box<VariableDeclaration>),
    /// `selector { … }`
    Style(Box<StyleRule>),
    /// `name: value`
    Declaration(Box<Declaration>),
    /// `/* … */`
    Comment(Box<Interpolation>),
    /// `// …`
    SilentComment,
    /// `@name …`
    AtRule(Box<AtRule>),
    /// `@at-root (query) { … }`
    AtRoot(Box<AtRootRule>),
    /// `@media query { … }`
    Media(Box<MediaRule>),
    /// `@supports condition { … }`
    Supports(Box<SupportsRule>),
    /// `@mixin name(…) { … }`
    Mixin(Arc<CallableDeclaration>),
    /// `@function name(…) { … }`
    Function(Arc<CallableDeclaration>),
    /// `@include name(…)`
    Include(Box<IncludeRule>),
    /// `@content(…)`
    Content(Box<ContentRule>),
    /// `@if condition { … } @else { … }`
    If(Box<IfRule>),
    /// `@for $name from a through b { … }`
    For(Box<ForRule>),
    /// `@each $name in list { … }`
    Each(Box<EachRule>),
    /// `@while condition { … }`
    While(Box<WhileRule>),
    /// `@return value`
    Return(Box<Expression>, Span),
    /// `@debug value`
    Debug(Box<Expression>, Span),
    /// `@warn value`
    Warn(Box<Expression>, Span),
    /// `@error value`
    Error(Box<Expression>, Span),
    /// `@extend selector`
    Extend(Box<ExtendRule>),
    /// `@import "url"`
    Import(Box<ImportRule>),
    /// `@use "url"`
    Use(Box<UseRule>),
    /// `@forward "url"`
    Forward(Box<ForwardRule>),
}

/// The statements between two braces, or of an indented block.
#[derive(Clone, Debug)]
pub struct Block {
    /// The statements, in the order of the source.
    pub statements: Box<[Statement]>,
    /// Whether the block declares variables, functions or mixins, and therefore needs a scope.
    pub has_declarations: bool,
}

/// `$name: value !default !global`
#[derive(Clone, Debug)]
pub struct VariableDeclaration {
    /// The namespace, such as `theme` of `theme.$accent: red`. `None` without a namespace.
    pub namespace: Option<Symbol>,
    /// The variable's name without `$`, with `-` instead of `_`.
    pub name: Symbol,
    /// The expression after the colon.
    pub value: Expression,
    /// Whether the declaration has the flag `!default`.
    pub guarded: bool,
    /// Whether the declaration has the flag `!global`.
    pub global: bool,
    /// The span of the whole declaration.
    pub span: Span,
}

/// `selector { … }`
#[derive(Clone, Debug)]
pub struct StyleRule {
    /// The selector before the block, parsed after interpolation.
    pub selector: Interpolation,
    /// The statements of the block, in braces or indented.
    pub block: Block,
    /// The span of the whole rule: its selector and its block.
    pub span: Span,
}

/// `name: value { … }`
#[derive(Clone, Debug)]
pub struct Declaration {
    /// The property, such as `margin-#{$side}`.
    pub name: Interpolation,
    /// The expression after the colon. `None` if there are only nested declarations.
    pub value: Option<Expression>,
    /// The nested declarations. `None` if there is no block.
    pub block: Option<Block>,
    /// Whether the value is unparsed text, as for custom properties.
    pub raw_value: bool,
    /// The span of the whole declaration, including its block.
    pub span: Span,
}

/// `@name value { … }`, an unknown at-rule
#[derive(Clone, Debug)]
pub struct AtRule {
    /// The name of the at-rule, without `@`.
    pub name: Interpolation,
    /// The text after the name. `None` if there is none.
    pub value: Option<Interpolation>,
    /// The statements of the block, in braces or indented. `None` without a block.
    pub block: Option<Block>,
    /// The span of the whole rule, including its block.
    pub span: Span,
}

/// `@at-root (query) { … }`. Without a query, the content is moved out of style rules, but not out of at-rules.
#[derive(Clone, Debug)]
pub struct AtRootRule {
    /// The text between parentheses. `None` without a query.
    pub query: Option<Interpolation>,
    /// The statements of the block, in braces or indented.
    pub block: Block,
    /// The span of the whole rule, including its block.
    pub span: Span,
}

/// `@media query { … }`
#[derive(Clone, Debug)]
pub struct MediaRule {
    /// The text between `@media` and the block.
    pub query: Interpolation,
    /// The statements of the block, in braces or indented.
    pub block: Block,
    /// The span of the whole rule, including its block.
    pub span: Span,
}

/// `@supports condition { … }`
#[derive(Clone, Debug)]
pub struct SupportsRule {
    /// The text between `@supports` and the block, as a condition.
    pub condition: SupportsCondition,
    /// The span from the first to the last character of the condition.
    pub condition_span: Span,
    /// The statements of the block, in braces or indented.
    pub block: Block,
    /// The span of the whole rule, including its block.
    pub span: Span,
}

/// A parsed `@mixin` or `@function`, or the content block of an `@include`.
#[derive(Clone, Debug)]
pub struct CallableDeclaration {
    /// The name of the mixin or function, with `-` instead of `_`. `@content` for a content block.
    pub name: Symbol,
    /// The name of the mixin or function as written in the source.
    pub original: Arc<str>,
    /// The parameters between the parentheses.
    pub parameters: Parameters,
    /// The statements of the block, in braces or indented.
    pub block: Block,
    /// Whether the declaration is a mixin that contains `@content`.
    pub has_content: bool,
    /// The span of the whole definition or, for a content block, of the whole `@include`.
    pub span: Span,
    /// The position of the name, without `@mixin` or `@function`. For a content block, the same as `span`.
    pub name_span: Span,
}

/// `@include namespace.name(…) using (…) { … }`
#[derive(Clone, Debug)]
pub struct IncludeRule {
    /// The namespace, such as `buttons` of `@include buttons.primary`. `None` without a namespace.
    pub namespace: Option<Symbol>,
    /// The mixin's name, with `-` instead of `_`.
    pub name: Symbol,
    /// The name of the mixin as written in the source.
    pub original: Arc<str>,
    /// The arguments between the parentheses. Empty without parentheses.
    pub arguments: Arguments,
    /// The content block. `None` if no block is passed.
    pub content: Option<Arc<CallableDeclaration>>,
    /// The span of the whole rule, including its content block.
    pub span: Span,
    /// The span of the rule without `using (…)` and the content block.
    pub span_without_content: Span,
    /// The position of the mixin's name.
    pub name_span: Span,
}

/// `@content(…)`, which inserts the block of the `@include`.
#[derive(Clone, Debug)]
pub struct ContentRule {
    /// The values for the parameters that `@include … using (…)` declares.
    pub arguments: Arguments,
    /// The span of the whole rule, including its arguments.
    pub span: Span,
}

/// `@if … @else if … @else`
#[derive(Clone, Debug)]
pub struct IfRule {
    /// The conditions of `@if` and of each `@else if`, with their blocks.
    pub clauses: Box<[(Expression, Block)]>,
    /// The block of `@else`. `None` without `@else`.
    pub otherwise: Option<Block>,
    /// The span of the whole rule, including all of its blocks.
    pub span: Span,
}

/// `@for $name from a through b`
#[derive(Clone, Debug)]
pub struct ForRule {
    /// The loop variable, without `$`.
    pub variable: Symbol,
    /// The number after `from`, at which the loop starts.
    pub from: Expression,
    /// The number after `to` or `through`, at which the loop ends.
    pub to: Expression,
    /// Whether the loop excludes the last number, as with `to`.
    pub exclusive: bool,
    /// The statements of the block, in braces or indented.
    pub block: Block,
    /// The span of the whole rule, including its block.
    pub span: Span,
}

/// `@each $a, $b in list`
#[derive(Clone, Debug)]
pub struct EachRule {
    /// The loop variables, without `$`. Several variables destructure each element.
    pub variables: Box<[Symbol]>,
    /// The expression whose elements are visited.
    pub list: Expression,
    /// The statements of the block, in braces or indented.
    pub block: Block,
    /// The span of the whole rule, including its block.
    pub span: Span,
}

/// `@while condition { … }`, which repeats until the condition is `false` or `null`.
#[derive(Clone, Debug)]
pub struct WhileRule {
    /// The expression that is evaluated before each iteration.
    pub condition: Expression,
    /// The statements of the block, in braces or indented.
    pub block: Block,
    /// The span of the whole rule, including its block.
    pub span: Span,
}

/// `@extend selector !optional`
#[derive(Clone, Debug)]
pub struct ExtendRule {
    /// The extended selector, such as `.message`, parsed after interpolation.
    pub selector: Interpolation,
    /// Whether the selector may be missing, as with `!optional`.
    pub optional: bool,
    /// The span of the whole rule.
    pub span: Span,
}

/// `@import a, b`
#[derive(Clone, Debug)]
pub struct ImportRule {
    /// The imported files and URLs.
    pub imports: Box<[Import]>,
    /// The span of the whole rule, with all of its imports.
    pub span: Span,
}

/// A file or URL in the list after `@import`.
#[derive(Clone, Debug)]
pub enum Import {
    /// The URL of a Sass file, without quotes.
    Dynamic(Arc<str>, Span),
    /// A plain CSS import.
    Static {
        /// The URL, including quotes or `url()`.
        url: Interpolation,
        /// Media queries, `supports()` and other modifiers. `None` if there are none.
        modifiers: Option<Interpolation>,
        /// The span of the URL and its modifiers.
        span: Span,
    },
}

/// `@use "url" as namespace with (…)`
#[derive(Clone, Debug)]
pub struct UseRule {
    /// The URL, without quotes.
    pub url: Arc<str>,
    /// The name by which the file refers to the module, such as `math` for `sass:math`. `None` for `as *`.
    pub namespace: Option<Symbol>,
    /// The variables in `with (…)`. Empty without `with`.
    pub configuration: Box<[ConfiguredVariable]>,
    /// The span of the whole rule.
    pub span: Span,
    /// The position of the URL, including its quotes.
    pub url_span: Span,
}

/// A variable in `with (…)` of `@use` or `@forward`. Its value replaces the `!default` value in the module.
#[derive(Clone, Debug)]
pub struct ConfiguredVariable {
    /// The variable's name without `$`, with `-` instead of `_`.
    pub name: Symbol,
    /// The expression after the colon.
    pub value: Expression,
    /// Whether the variable has the flag `!default`, which only `@forward` allows.
    pub guarded: bool,
    /// The span of the name, the value and the flag.
    pub span: Span,
}

/// `@forward "url" as prefix-* show …`
#[derive(Clone, Debug)]
pub struct ForwardRule {
    /// The URL, without quotes.
    pub url: Arc<str>,
    /// The prefix, with `-` instead of `_`. `None` without `as`.
    pub prefix: Option<Arc<str>>,
    /// The members that `show` or `hide` selects for forwarding.
    pub visibility: Visibility,
    /// The variables in `with (…)`. Empty without `with`.
    pub configuration: Box<[ConfiguredVariable]>,
    /// The span of the whole rule.
    pub span: Span,
    /// The position of the URL, including its quotes.
    pub url_span: Span,
}

/// The members that `@forward` makes visible. The first list contains mixins and functions, the second list variables.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Visibility {
    /// `@forward` without `show` or `hide`: all members.
    All,
    /// `show`: only these members are visible.
    Show(Box<[Symbol]>, Box<[Symbol]>),
    /// `hide`: all members except these are visible.
    Hide(Box<[Symbol]>, Box<[Symbol]>),
}

//! The syntax tree of style sheets. Mirrors `Sass::Tree`.

use crate::css::CommentKind;
use crate::script::{Arguments, Expr, Parameters, Piece, Variable};
use std::sync::Arc;

/// A rule, declaration, directive, comment or other statement of the source, with its line.
#[derive(Clone, Debug)]
pub(crate) struct Statement {
    pub(crate) kind: Kind,
    pub(crate) line: u32,
    /// The number of the file that the statement comes from.
    pub(crate) file: usize,
    pub(crate) children: Arc<Vec<Statement>>,
    /// Whether the statement has a block, which may be empty.
    pub(crate) has_children: bool,
}

#[derive(Clone, Debug)]
pub(crate) enum Kind {
    Rule(Vec<Piece>),
    Declaration(Declaration),
    Directive(Vec<Piece>),
    Media(Vec<Piece>),
    Supports(Arc<str>, Arc<Condition>),
    AtRoot(Option<Vec<Piece>>),
    CssImport {
        address: Piece,
        query: Vec<Piece>,
        supports: Option<Arc<Condition>>,
    },
    Import(Arc<str>),
    Charset,
    Comment(Vec<Piece>, CommentKind),
    Extend {
        selector: Vec<Piece>,
        optional: bool,
    },
    Mixin {
        name: Arc<str>,
        parameters: Arc<Parameters>,
        takes_content: bool,
    },
    Include {
        /// The name of the included mixin, in which `-` and `_` are equivalent.
        mixin: Variable,
        arguments: Arc<Arguments>,
    },
    Content,
    Function {
        name: Arc<str>,
        parameters: Arc<Parameters>,
    },
    Return(Expr),
    Debug(Expr),
    Warn(Expr),
    Error(Expr),
    For {
        variable: Variable,
        from: Expr,
        to: Expr,
        exclusive: bool,
    },
    Each {
        variables: Vec<Variable>,
        list: Expr,
    },
    While(Expr),
    /// An `@if` with its condition and the `@else` after it. The `@else` is another `If`, without a condition if it is
    /// a plain `@else`.
    If(Option<Expr>, Option<Box<Statement>>),
    Variable {
        variable: Variable,
        value: Expr,
        guarded: bool,
        global: bool,
    },
}

/// A declaration such as `color: red`. Nested declarations are the children of its [`Statement`].
#[derive(Clone, Debug)]
pub(crate) struct Declaration {
    pub(crate) name: Vec<Piece>,
    pub(crate) value: DeclarationValue,
    /// The one-based column of the property's name.
    pub(crate) column: usize,
    /// A hint for the error about a declaration that is not allowed at its place: `:a b` could be meant as a selector.
    /// `None` if there is no hint.
    pub(crate) hint: Option<Arc<str>>,
    /// Whether the declaration is written as `:name value`.
    pub(crate) starts_with_colon: bool,
}

/// The right-hand side of a declaration: an expression, or text for a custom property.
#[derive(Clone, Debug)]
pub(crate) enum DeclarationValue {
    Script(Expr),
    /// The value of a custom property.
    Text(Vec<Piece>),
}

/// The condition of an `@supports` rule, such as `(display: grid) and (not (gap: 0))`.
#[derive(Clone, Debug)]
pub(crate) enum Condition {
    Operator(Box<Condition>, Arc<str>, Box<Condition>),
    Not(Box<Condition>),
    Declaration(Expr, Expr),
    Interpolation(Expr),
}

impl Statement {
    /// Creates a statement without a block.
    pub(crate) fn new(kind: Kind, line: u32, file: usize) -> Statement {
        Statement { kind, line, file, children: Arc::default(), has_children: false }
    }

    /// Adds a block, which may be empty, to the statement.
    pub(crate) fn with(self, children: Vec<Statement>) -> Statement {
        Statement { children: Arc::new(children), has_children: true, ..self }
    }

    /// Creates a rule. Its block is added later, by [`Statement::with`].
    pub(crate) fn rule(mut selector: Vec<Piece>, line: u32, file: usize) -> Statement {
        crate::script::trim_pieces(&mut selector);
        Statement::new(Kind::Rule(selector), line, file)
    }

    /// Creates a mixin definition. Its block is added later, by [`Statement::with`].
    pub(crate) fn mixin(name: Arc<str>, parameters: Parameters, line: u32, file: usize) -> Statement {
        let kind = Kind::Mixin { name, parameters: Arc::new(parameters), takes_content: false };
        Statement::new(kind, line, file)
    }

    /// Records whether the block of a mixin contains `@content`.
    pub(crate) fn noting_content(mut self) -> Statement {
        let found = self.children.iter().any(Statement::has_content);
        if let Kind::Mixin { takes_content, .. } = &mut self.kind {
            *takes_content = found;
        }
        self
    }

    fn has_content(&self) -> bool {
        match &self.kind {
            Kind::Content => true,
            Kind::Mixin { .. } => false,
            Kind::If(_, Some(otherwise)) if otherwise.has_content() => true,
            _ => self.children.iter().any(Statement::has_content),
        }
    }

    /// Whether `name` starts with the literal text `--`, as `--width` and `--#{$name}` do.
    pub(crate) fn is_custom(name: &[Piece]) -> bool {
        matches!(name.first(), Some(Piece::Text(text)) if text.starts_with("--"))
    }
}

//! Style sheets as trees.

use super::css::CommentKind;
use super::script::{Arguments, Expr, Parameters, Piece, Variable};
use std::sync::Arc;

/// A statement, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) kind: Kind,
    pub(super) line: u32,
    /// The number of its file.
    pub(super) file: usize,
    pub(super) children: Arc<Vec<Statement>>,
    /// Whether it has a block, even an empty one.
    pub(super) has_children: bool,
}

/// The kind of a statement.
#[derive(Clone, Debug)]
pub(super) enum Kind {
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
        /// The name of the mixin.
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
    /// A condition, and what is done otherwise: another `If`, without a condition for a plain `@else`.
    If(Option<Expr>, Option<Box<Statement>>),
    Variable {
        variable: Variable,
        value: Expr,
        guarded: bool,
        global: bool,
    },
}

/// A declaration.
#[derive(Clone, Debug)]
pub(super) struct Declaration {
    pub(super) name: Vec<Piece>,
    pub(super) value: DeclarationValue,
    /// The column of its name, from 1.
    pub(super) column: usize,
    /// The hint that a message about a wrong place adds.
    pub(super) hint: Option<Arc<str>>,
    /// Whether it was written `:name value`.
    pub(super) old: bool,
}

/// The value of a declaration.
#[derive(Clone, Debug)]
pub(super) enum DeclarationValue {
    Script(Expr),
    /// That of a custom property.
    Text(Vec<Piece>),
}

/// The condition of `@supports`.
#[derive(Clone, Debug)]
pub(super) enum Condition {
    Operator(Box<Condition>, Arc<str>, Box<Condition>),
    Not(Box<Condition>),
    Declaration(Expr, Expr),
    Interpolation(Expr),
}

impl Statement {
    /// A statement without a block.
    pub(super) fn new(kind: Kind, line: u32, file: usize) -> Statement {
        Statement { kind, line, file, children: Arc::default(), has_children: false }
    }

    /// Adds a block to the statement.
    pub(super) fn with(self, children: Vec<Statement>) -> Statement {
        Statement { children: Arc::new(children), has_children: true, ..self }
    }

    /// A rule.
    pub(super) fn rule(mut selector: Vec<Piece>, line: u32, file: usize) -> Statement {
        super::script::trim_pieces(&mut selector);
        Statement::new(Kind::Rule(selector), line, file)
    }

    /// A mixin.
    pub(super) fn mixin(name: Arc<str>, parameters: Parameters, line: u32, file: usize) -> Statement {
        let kind = Kind::Mixin { name, parameters: Arc::new(parameters), takes_content: false };
        Statement::new(kind, line, file)
    }

    /// Notes whether `@content` stands in the block of a mixin.
    pub(super) fn noting_content(mut self) -> Statement {
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

    /// Whether it is a declaration of a custom property.
    pub(super) fn is_custom(name: &[Piece]) -> bool {
        matches!(name.first(), Some(Piece::Text(text)) if text.starts_with("--"))
    }
}

//! Style sheets as trees.

use super::css::CommentKind;
use super::script::{Arguments, Expr, Parameters, Piece, Variable};
use super::selector::SelectorList;
use std::rc::Rc;

/// A statement, and where it stands.
#[derive(Clone, Debug)]
pub(super) struct Statement {
    pub(super) kind: Kind,
    pub(super) line: u32,
    /// The number of its file.
    pub(super) file: usize,
    pub(super) children: Rc<Vec<Statement>>,
    /// Whether it has a block, even an empty one.
    pub(super) has_children: bool,
}

/// What a statement is.
#[derive(Clone, Debug)]
pub(super) enum Kind {
    Rule {
        selector: Vec<Piece>,
        /// The selector, where it has no interpolation.
        parsed: Option<Rc<SelectorList>>,
    },
    Declaration(Declaration),
    Directive(Vec<Piece>),
    Media(Vec<Piece>),
    Supports(Rc<str>, Rc<Condition>),
    AtRoot(Option<Vec<Piece>>),
    CssImport {
        address: Piece,
        query: Vec<Piece>,
        supports: Option<Rc<Condition>>,
    },
    Import(Rc<str>),
    Charset,
    Comment(Vec<Piece>, CommentKind),
    Extend {
        selector: Vec<Piece>,
        optional: bool,
    },
    Mixin {
        name: Rc<str>,
        parameters: Rc<Parameters>,
        takes_content: bool,
    },
    Include {
        /// The name of the mixin.
        mixin: Variable,
        arguments: Rc<Arguments>,
    },
    Content,
    Function {
        name: Rc<str>,
        parameters: Rc<Parameters>,
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
    /// What a message about a wrong place adds.
    pub(super) hint: Option<Rc<str>>,
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
    Operator(Box<Condition>, Rc<str>, Box<Condition>),
    Not(Box<Condition>),
    Declaration(Expr, Expr),
    Interpolation(Expr),
}

impl Statement {
    /// A statement without a block.
    pub(super) fn new(kind: Kind, line: u32, file: usize) -> Statement {
        Statement { kind, line, file, children: Rc::default(), has_children: false }
    }

    /// The same with a block.
    pub(super) fn with(self, children: Vec<Statement>) -> Statement {
        Statement { children: Rc::new(children), has_children: true, ..self }
    }

    /// A rule, its selector read if it can be.
    pub(super) fn rule(mut selector: Vec<Piece>, line: u32, file: usize) -> Statement {
        super::script::trim_pieces(&mut selector);
        let parsed = parsed(&selector, line);
        Statement::new(Kind::Rule { selector, parsed }, line, file)
    }

    /// A mixin.
    pub(super) fn mixin(name: Rc<str>, parameters: Parameters, line: u32, file: usize) -> Statement {
        let kind = Kind::Mixin { name, parameters: Rc::new(parameters), takes_content: false };
        Statement::new(kind, line, file)
    }

    /// The same with its block, in which `@content` may stand.
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

/// The selector of a rule without interpolation, if it is right.
fn parsed(selector: &[Piece], line: u32) -> Option<Rc<SelectorList>> {
    let text = match selector {
        [Piece::Text(text)] => text.as_str(),
        _ => return None,
    };
    let text = super::lexical::trimmed(text);
    let parser = super::selector::SelectorParser::new(&text, line);
    parser.selectors().ok().map(Rc::new)
}

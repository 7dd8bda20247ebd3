//! Syntax trees. Chains of operators are lists, so that only brackets nest.

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Axis {
    Ancestor,
    AncestorOrSelf,
    Attribute,
    Child,
    Descendant,
    DescendantOrSelf,
    Following,
    FollowingSibling,
    Namespace,
    Parent,
    Preceding,
    PrecedingSibling,
    Itself,
}

impl Axis {
    pub(super) fn named(name: &str) -> Option<Axis> {
        Some(match name {
            "ancestor" => Axis::Ancestor,
            "ancestor-or-self" => Axis::AncestorOrSelf,
            "attribute" => Axis::Attribute,
            "child" => Axis::Child,
            "descendant" => Axis::Descendant,
            "descendant-or-self" => Axis::DescendantOrSelf,
            "following" => Axis::Following,
            "following-sibling" => Axis::FollowingSibling,
            "namespace" => Axis::Namespace,
            "parent" => Axis::Parent,
            "preceding" => Axis::Preceding,
            "preceding-sibling" => Axis::PrecedingSibling,
            "self" => Axis::Itself,
            _ => return None,
        })
    }

    /// Whether the axis goes against document order, as `ancestor` does.
    pub(super) fn is_reverse(self) -> bool {
        matches!(self, Axis::Ancestor | Axis::AncestorOrSelf | Axis::Preceding | Axis::PrecedingSibling)
    }
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum Test {
    /// `node()`
    Node,
    /// `text()`
    Text,
    /// `comment()`
    Comment,
    /// `processing-instruction('name')`
    Instruction(Option<String>),
    /// `*`, or `prefix:*`
    Any(Option<String>),
    /// `name`, or `prefix:name`
    Name(Option<String>, String),
    /// `*:name`: in any namespace
    Local(String),
}

#[derive(Debug, Clone)]
pub(super) struct Step {
    pub axis: Axis,
    pub test: Test,
    pub predicates: Vec<Expr>,
}

impl Step {
    pub(super) fn any(axis: Axis) -> Step {
        Step { axis, test: Test::Node, predicates: Vec::new() }
    }
}

#[derive(Debug, Clone)]
pub(super) enum Start {
    Context,
    Root,
    /// An expression with predicates.
    Filter(Box<Expr>, Vec<Expr>),
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Comparison {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Arithmetic {
    Add,
    Subtract,
    Multiply,
    Divide,
    Modulo,
}

#[derive(Debug, Clone)]
pub(super) enum Expr {
    Or(Vec<Expr>),
    And(Vec<Expr>),
    Compare(Box<Expr>, Vec<(Comparison, Expr)>),
    Compute(Box<Expr>, Vec<(Arithmetic, Expr)>),
    Negate(Box<Expr>),
    Union(Vec<Expr>),
    Number(f64),
    Literal(String),
    Variable(String),
    Call(Option<String>, String, Vec<Expr>),
    Path(Start, Vec<Step>),
}

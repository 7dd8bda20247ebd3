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
    /// `node()`, which matches nodes of almost every type.
    Node,
    /// `text()`, which matches texts and CDATA sections.
    Text,
    /// `comment()`, which matches comments.
    Comment,
    /// `processing-instruction('name')`. Without a name, it matches all processing instructions.
    Instruction(Option<String>),
    /// `*`, or `prefix:*` for all names in the namespace of a prefix. Contains the prefix.
    Any(Option<String>),
    /// `name`, or `prefix:name`. Contains the prefix, if any, and the local name.
    Name(Option<String>, String),
    /// `*:name`, which matches this local name in any namespace.
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
    /// An expression whose nodes the predicates filter, such as `(//p)[1]`.
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

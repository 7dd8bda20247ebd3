//! Expressions, interpolations, arguments and parameters.

use crate::value::Unit;
use crate::{Span, Symbol};
use std::sync::Arc;

/// Literal text and `#{…}` in the order of the source.
#[derive(Clone, Debug)]
pub struct Interpolation {
    /// Texts and expressions, in order. Two texts are never adjacent.
    pub parts: Box<[Part]>,
    /// The position in the source, from the first to the last character.
    pub span: Span,
}

/// Literal text, or an expression in `#{…}`.
#[derive(Clone, Debug)]
pub enum Part {
    /// Text outside of `#{…}`.
    Text(Arc<str>),
    /// An expression, and the span of its `#{…}`.
    Expression(Box<Expression>, Span),
}

impl Interpolation {
    /// The text of an interpolation without expressions. `None` for other interpolations, including empty ones.
    #[must_use]
    pub fn as_plain(&self) -> Option<&Arc<str>> {
        match &*self.parts {
            [Part::Text(text)] => Some(text),
            _ => None,
        }
    }

    /// Whether the interpolation has neither text nor expressions.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty()
    }

    /// The text before the first expression.
    #[must_use]
    pub fn initial_plain(&self) -> &str {
        match self.parts.first() {
            Some(Part::Text(text)) => text,
            _ => "",
        }
    }
}

/// A SassScript expression before evaluation, with its place in the source.
#[derive(Clone, Debug)]
pub struct Expression {
    /// The type of the expression, with its parts.
    pub kind: ExpressionKind,
    /// The position in the source, from the first to the last character.
    pub span: Span,
}

/// The form of an [`Expression`] with its parts, such as a variable, a call or a list.
#[derive(Clone, Debug)]
pub enum ExpressionKind {
    /// The literal `null`.
    Null,
    /// `true` or `false`
    Boolean(bool),
    /// `12px`
    Number(f64, Option<Unit>),
    /// `#fa0` or `red`: red, green and blue, alpha, and the original text.
    Color([u8; 3], f64, Arc<str>),
    /// A string without interpolation, and whether it is quoted. The text is its value, without quotes and escapes.
    PlainString(Arc<str>, bool),
    /// A string with interpolation, and whether it is quoted.
    String(Interpolation, bool),
    /// `$name` or `namespace.$name`
    Variable(Option<Symbol>, Symbol),
    /// `name(…)` or `namespace.name(…)`
    Function(Box<FunctionCall>),
    /// `a#{b}c(…)`
    InterpolatedFunction(Box<(Interpolation, Arguments)>),
    /// `if($condition, $true, $false)`
    LegacyIf(Box<Arguments>),
    /// `if(sass(…): a; else: b)`
    If(Box<[(Option<IfCondition>, Expression)]>),
    /// `a + b`, or another operation with two operands.
    Binary(Box<Binary>),
    /// `-a`, `not a`, or another operation with one operand.
    Unary(UnaryOperator, Box<Expression>),
    /// `(…)`
    Parenthesized(Box<Expression>),
    /// A list: its elements, its separator, and whether it has brackets.
    List(Box<[Expression]>, Separator, bool),
    /// `(key: value)`
    Map(Box<[(Expression, Expression)]>),
    /// `&`
    Parent,
    /// `supports(…)` of `@import`
    Supports(Box<SupportsCondition>),
}

/// A call such as `math.div(1, 2)` before evaluation: the namespace, the name and the arguments.
#[derive(Clone, Debug)]
pub struct FunctionCall {
    /// The namespace, such as `math` of `math.div(…)`. `None` without a namespace.
    pub namespace: Option<Symbol>,
    /// The function's name, with `-` instead of `_`.
    pub name: Symbol,
    /// The function's name as written in the source.
    pub original: Arc<str>,
    /// The position of the name, without the namespace.
    pub name_span: Span,
    /// The expressions between the parentheses.
    pub arguments: Arguments,
    /// Whether the call may be a CSS calculation.
    pub may_calculate: bool,
}

impl FunctionCall {
    /// Creates a call of the function written as `original`. In the name, `_` counts as `-`.
    pub(crate) fn new(
        namespace: Option<Symbol>,
        original: Arc<str>,
        name_span: Span,
        arguments: Arguments,
    ) -> FunctionCall {
        // The names of calculations have at most nine letters.
        let lower = if original.len() <= 9 { original.to_ascii_lowercase() } else { String::new() };
        let may_calculate = is_calculation_function(&lower) || matches!(&*lower, "min" | "max" | "round" | "abs");
        let name = Symbol::normalized(&original);
        FunctionCall { namespace, name, original, name_span, arguments, may_calculate }
    }
}

/// Whether CSS defines a calculation function with this name, and Sass has no global function with the same name. True
/// for `calc`, false for `min`. `name` is in lower case.
pub(crate) fn is_calculation_function(name: &str) -> bool {
    matches!(
        name,
        "calc"
            | "clamp"
            | "hypot"
            | "sin"
            | "cos"
            | "tan"
            | "asin"
            | "acos"
            | "atan"
            | "sqrt"
            | "exp"
            | "sign"
            | "mod"
            | "rem"
            | "atan2"
            | "pow"
            | "log"
            | "calc-size"
    )
}

/// An expression with an operator between two operands, such as `1px + $a`.
#[derive(Clone, Debug)]
pub struct Binary {
    /// The operator between the operands.
    pub operator: BinaryOperator,
    /// The expression before the operator.
    pub left: Expression,
    /// The expression after the operator.
    pub right: Expression,
    /// The position of the operator, without spaces around it.
    pub operator_span: Span,
    /// Whether a slash may be a separator instead of a division.
    pub allows_slash: bool,
}

/// The separator between the elements of a list: a space, a comma or a slash.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Separator {
    /// `a b`
    Space,
    /// `a, b`
    Comma,
    /// `a / b`
    Slash,
    /// Undecided, because the list has fewer than two elements.
    Undecided,
}

/// An operator with two operands, such as `+`, `==` or `and`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BinaryOperator {
    /// `=`, as in Microsoft filters
    SingleEquals,
    /// `a or b`
    Or,
    /// `a and b`
    And,
    /// `==`
    Equals,
    /// `!=`
    NotEquals,
    /// `>`
    Greater,
    /// `>=`
    GreaterOrEqual,
    /// `<`
    Less,
    /// `<=`
    LessOrEqual,
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `*`
    Times,
    /// `/`
    Divide,
    /// `%`
    Modulo,
}

impl BinaryOperator {
    /// The precedence of the operator. An operator with a higher number is evaluated first.
    #[must_use]
    pub fn precedence(self) -> u8 {
        match self {
            BinaryOperator::SingleEquals => 0,
            BinaryOperator::Or => 1,
            BinaryOperator::And => 2,
            BinaryOperator::Equals | BinaryOperator::NotEquals => 3,
            BinaryOperator::Greater
            | BinaryOperator::GreaterOrEqual
            | BinaryOperator::Less
            | BinaryOperator::LessOrEqual => 4,
            BinaryOperator::Plus | BinaryOperator::Minus => 5,
            BinaryOperator::Times | BinaryOperator::Divide | BinaryOperator::Modulo => 6,
        }
    }

    /// The operator as written in SassScript, such as `!=` or `and`.
    #[must_use]
    pub fn symbol(self) -> &'static str {
        match self {
            BinaryOperator::SingleEquals => "=",
            BinaryOperator::Or => "or",
            BinaryOperator::And => "and",
            BinaryOperator::Equals => "==",
            BinaryOperator::NotEquals => "!=",
            BinaryOperator::Greater => ">",
            BinaryOperator::GreaterOrEqual => ">=",
            BinaryOperator::Less => "<",
            BinaryOperator::LessOrEqual => "<=",
            BinaryOperator::Plus => "+",
            BinaryOperator::Minus => "-",
            BinaryOperator::Times => "*",
            BinaryOperator::Divide => "/",
            BinaryOperator::Modulo => "%",
        }
    }
}

/// An operator before its only operand: `+`, `-`, `/` or `not`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOperator {
    /// `+`
    Plus,
    /// `-`
    Minus,
    /// `/`
    Divide,
    /// `not a`
    Not,
}

/// A condition of the CSS function `if()`, such as `sass($wide)` or `media(print)`.
#[derive(Clone, Debug)]
pub enum IfCondition {
    /// `(…)`
    Parenthesized(Box<IfCondition>, Span),
    /// `not …`
    Not(Box<IfCondition>, Span),
    /// `… and …` (`true`) or `… or …` (`false`)
    Operation(Box<[IfCondition]>, bool, Span),
    /// `name(…)`, evaluated by the browser
    Function(Interpolation, Interpolation, Span),
    /// `sass(…)`
    Sass(Expression, Span),
    /// Anything else, evaluated by the browser
    Raw(Interpolation),
}

/// The arguments for a function, mixin or content block, as expressions that are not evaluated yet.
#[derive(Clone, Debug)]
pub struct Arguments {
    /// Arguments without a name, in the order of the source.
    pub positional: Box<[Expression]>,
    /// Named arguments, in order, with the span of name and value.
    pub named: Box<[(Symbol, Expression, Span)]>,
    /// The expression before `...`, whose value contains further arguments. `None` if no `...` follows any argument.
    pub rest: Option<Box<Expression>>,
    /// The expression before a second `...`, for a map of named arguments. `None` if there is no second `...`.
    pub keyword_rest: Option<Box<Expression>>,
    /// The span of all arguments, with the parentheses around them.
    pub span: Span,
}

/// The parameters that a function, mixin or content block declares, such as `($a, $b: 1, $rest...)`.
#[derive(Clone, Debug)]
pub struct Parameters {
    /// The parameters except the rest parameter, in order.
    pub list: Box<[Parameter]>,
    /// The name of the rest parameter, such as `rest` for `$rest...`. `None` without a rest parameter.
    pub rest: Option<Symbol>,
    /// The span of all parameters, with the parentheses around them.
    pub span: Span,
}

/// A parameter in a declaration, such as `$a` or, with a default, `$b: 1`.
#[derive(Clone, Debug)]
pub struct Parameter {
    /// The parameter's name without `$`, with `-` instead of `_`.
    pub name: Symbol,
    /// The default value, for calls without this argument. `None` for a required parameter.
    pub default: Option<Expression>,
    /// The span of the parameter, with its default value.
    pub span: Span,
    /// The position of the parameter's name.
    pub name_span: Span,
}

/// The condition of an `@supports` rule, such as `(display: grid) and (not (gap: 0))`.
#[derive(Clone, Debug)]
pub enum SupportsCondition {
    /// `… and …` or `… or …`, with the operator in lower case
    Operation(Box<SupportsCondition>, Arc<str>, Box<SupportsCondition>, Span),
    /// `not …`
    Not(Box<SupportsCondition>, Span),
    /// `#{…}`
    Interpolation(Expression, Span),
    /// `(name: value)`, and whether it is a custom property
    Declaration(Expression, Expression, bool, Span),
    /// `name(…)`
    Function(Interpolation, Interpolation, Span),
    /// Any other text in parentheses
    Anything(Interpolation, Span),
}

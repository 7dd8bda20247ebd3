//! Detection of expressions that mean the same in Sass and in plain CSS.

use super::{Arguments, Expression, ExpressionKind, IfCondition};

/// Whether the expression has the same meaning in plain CSS, apart from interpolation.
pub(crate) fn is_plain_css(expression: &Expression) -> bool {
    match &expression.kind {
        ExpressionKind::Color(..)
        | ExpressionKind::Number(..)
        | ExpressionKind::PlainString(..)
        | ExpressionKind::String(..) => true,
        ExpressionKind::Function(call) => call.namespace.is_none() && are_plain_css(&call.arguments),
        ExpressionKind::InterpolatedFunction(call) => are_plain_css(&call.1),
        ExpressionKind::If(branches) => {
            branches.iter().all(|(condition, value)| condition.as_ref().is_none_or(is_plain) && is_plain_css(value))
        }
        ExpressionKind::List(items, _, brackets) => (*brackets || !items.is_empty()) && items.iter().all(is_plain_css),
        ExpressionKind::Parenthesized(inner) => is_plain_css(inner),
        ExpressionKind::Null
        | ExpressionKind::Boolean(_)
        | ExpressionKind::Variable(..)
        | ExpressionKind::LegacyIf(_)
        | ExpressionKind::Binary(_)
        | ExpressionKind::Unary(..)
        | ExpressionKind::Map(_)
        | ExpressionKind::Parent
        | ExpressionKind::Supports(_) => false,
    }
}

fn are_plain_css(arguments: &Arguments) -> bool {
    let only_positional = arguments.named.is_empty() && arguments.rest.is_none();
    only_positional && arguments.positional.iter().all(is_plain_css)
}

fn is_plain(condition: &IfCondition) -> bool {
    match condition {
        IfCondition::Parenthesized(inner, _) | IfCondition::Not(inner, _) => is_plain(inner),
        IfCondition::Operation(conditions, ..) => conditions.iter().all(is_plain),
        IfCondition::Function(..) | IfCondition::Raw(_) => true,
        IfCondition::Sass(..) => false,
    }
}

//! Conversion of expressions to text, for messages and for media queries.

use super::{Expr, ExprKind};
use crate::value::Separator;

impl Expr {
    /// The expression in SassScript, for messages and for media queries. Calls lack their named arguments and
    /// `$args...`.
    pub(crate) fn source(&self) -> String {
        match &self.kind {
            ExprKind::Literal(value) => value.value().sass(false),
            ExprKind::Variable(variable) => format!("${}", variable.name),
            ExprKind::Parent => "&".to_owned(),
            ExprKind::List { items, separator, bracketed } => {
                let gap = if *separator == Some(Separator::Space) { " " } else { ", " };
                let text = items.iter().map(Expr::source).collect::<Vec<_>>().join(gap);
                if *bracketed { format!("[{text}]") } else { text }
            }
            ExprKind::Operation(operator, operands) => {
                let [left, right] = &**operands;
                format!("{} {} {}", left.source(), operator.sign(), right.source())
            }
            ExprKind::Unary("not", operand) => format!("not {}", operand.source()),
            ExprKind::Unary(sign, operand) => format!("{sign}{}", operand.source()),
            ExprKind::Call(call) => {
                let arguments: Vec<String> = call.arguments.positional.iter().map(Expr::source).collect();
                format!("{}({})", call.name, arguments.join(", "))
            }
            ExprKind::Map(pairs) => {
                let pairs: Vec<String> =
                    pairs.iter().map(|(key, value)| format!("{}: {}", key.source(), value.source())).collect();
                format!("({})", pairs.join(", "))
            }
            ExprKind::StringInterpolation(parts) => parts.iter().map(Expr::source).collect(),
            ExprKind::Interpolation(interpolation) => {
                let side = |side: &Option<Expr>| side.as_ref().map(Expr::source).unwrap_or_default();
                let middle = interpolation.middle.source();
                format!("{}#{{{middle}}}{}", side(&interpolation.before), side(&interpolation.after))
            }
        }
    }
}

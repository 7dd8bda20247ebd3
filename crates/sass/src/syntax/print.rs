//! Conversion of expressions to source text. The text is normalized, as in the suggestions of dart-sass's warnings.

use super::{
    Arguments, Binary, BinaryOperator, Expression, ExpressionKind, IfCondition, Interpolation, Part, Separator,
    UnaryOperator,
};
use crate::Span;
use crate::value::Number;
use std::borrow::Cow;

/// Writes expressions in the way dart-sass shows them in messages.
pub(crate) struct Printer<'a> {
    /// Returns the source text of a span, which is needed to print the names of variables as written.
    pub source: &'a dyn Fn(Span) -> String,
}

/// Whether the text is for `calc()`, which has no unary operators and no `%` operator.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Target {
    Script,
    Calculation,
}

/// The outermost construct of an expression, which determines whether it needs parentheses.
enum Shape<'a> {
    Binary(BinaryOperator),
    Unary(UnaryOperator),
    /// A list without brackets that has at least two elements.
    List(Separator),
    Other,
    /// The shape of an operand that is written without its operator. In a calculation, `+$a` is written as `$a`, so it
    /// has the shape of `$a`.
    Of(&'a Expression),
}

impl Printer<'_> {
    /// The source of an expression in dart-sass's notation, such as `1 + $a` for `1+$a`.
    pub(crate) fn expression(&self, expression: &Expression) -> String {
        self.print(expression, Target::Script)
    }

    /// The expression as text inside of `calc()`.
    pub(crate) fn calculation(&self, expression: &Expression) -> String {
        self.print(expression, Target::Calculation)
    }

    /// The expression with an empty string before it, such as `"" + $a`. Warnings suggest this for conversion to a
    /// string.
    pub(crate) fn added_to_empty_string(&self, expression: &Expression) -> String {
        let parentheses = match shape(expression, Target::Script) {
            Shape::Binary(inner) => {
                inner != BinaryOperator::Plus && inner.precedence() <= BinaryOperator::Plus.precedence()
            }
            shape => matches!(shape, Shape::List(_)),
        };
        format!("\"\" + {}", in_parentheses(parentheses, self.expression(expression)))
    }

    /// A division as warnings suggest it: `math.div(math.div($a, $b), $c)` for `$a / $b / $c`.
    pub(crate) fn division(&self, binary: &Binary) -> String {
        let [left, right] = [&binary.left, &binary.right].map(|operand| match &operand.kind {
            ExpressionKind::Binary(inner) if inner.operator == BinaryOperator::Divide => self.division(inner),
            ExpressionKind::Parenthesized(inner) => self.expression(inner),
            _ => self.expression(operand),
        });
        format!("math.div({left}, {right})")
    }

    fn print(&self, expression: &Expression, target: Target) -> String {
        match &expression.kind {
            ExpressionKind::Null => "null".to_owned(),
            ExpressionKind::Boolean(value) => value.to_string(),
            ExpressionKind::Number(value, None) => Number::new(*value).inspect(),
            ExpressionKind::Number(value, Some(unit)) => Number::with_unit(*value, *unit).inspect(),
            // The alpha channel does not keep its original text.
            ExpressionKind::Color([red, green, blue], alpha, text) if text.is_empty() => {
                format!("rgba({red}, {green}, {blue}, {alpha})")
            }
            ExpressionKind::Color(_, _, text) => text.to_string(),
            ExpressionKind::PlainString(text, false) => text.to_string(),
            ExpressionKind::PlainString(text, true) => quoted_text(text),
            ExpressionKind::String(text, quotes) => self.string(text, *quotes, target),
            ExpressionKind::Variable(..) | ExpressionKind::Supports(_) => (self.source)(expression.span),
            ExpressionKind::Function(call) => {
                let namespace = call.namespace.map_or(String::new(), |namespace| format!("{namespace}."));
                format!("{namespace}{}{}", call.original, self.arguments(&call.arguments, target))
            }
            ExpressionKind::InterpolatedFunction(call) => {
                let (name, arguments) = &**call;
                let name = self.interpolation(name, Target::Script);
                format!("{name}{}", self.arguments(arguments, Target::Script))
            }
            ExpressionKind::LegacyIf(arguments) => format!("if{}", self.arguments(arguments, target)),
            ExpressionKind::If(branches) => self.branches(branches),
            ExpressionKind::Binary(binary) => self.binary(expression, binary, target),
            ExpressionKind::Unary(operator, operand) => self.unary(*operator, operand, target),
            ExpressionKind::Parenthesized(inner) => format!("({})", self.print(inner, target)),
            ExpressionKind::List(items, separator, brackets) => self.list(items, *separator, *brackets, target),
            ExpressionKind::Map(pairs) => {
                let pair = |(key, value): &(Expression, Expression)| {
                    [key, value].map(|part| self.print(part, target)).join(": ")
                };
                format!("({})", joined(pairs.iter().map(pair), ", "))
            }
            ExpressionKind::Parent => "&".to_owned(),
        }
    }

    /// The text in quotes, as a Sass string. The quotes are single only if the text has double but no single quotes.
    pub(crate) fn quoted(&self, text: &Interpolation) -> String {
        self.string(text, true, Target::Script)
    }

    fn string(&self, text: &Interpolation, quotes: bool, target: Target) -> String {
        if !quotes {
            return self.interpolation(text, target);
        }
        let quote = best_quote(text.parts.iter().filter_map(|part| match part {
            Part::Text(text) => Some(&**text),
            Part::Expression(..) => None,
        }));
        let mut out = String::from(quote);
        for part in &text.parts {
            match part {
                Part::Text(text) => write_quoted(text, quote, &mut out),
                Part::Expression(expression, _) => out.push_str(&format!("#{{{}}}", self.print(expression, target))),
            }
        }
        out.push(quote);
        out
    }

    fn interpolation(&self, text: &Interpolation, target: Target) -> String {
        let part = |part: &Part| match part {
            Part::Text(text) => text.to_string(),
            Part::Expression(expression, _) => format!("#{{{}}}", self.print(expression, target)),
        };
        text.parts.iter().map(part).collect()
    }

    fn arguments(&self, arguments: &Arguments, target: Target) -> String {
        let one = |argument: &Expression| {
            let text = self.print(argument, target);
            if matches!(shape(argument, target), Shape::List(Separator::Comma)) { format!("({text})") } else { text }
        };
        let mut texts: Vec<String> = arguments.positional.iter().map(one).collect();
        texts.extend(arguments.named.iter().map(|(name, value, _)| format!("${name}: {}", one(value))));
        let rest = [&arguments.rest, &arguments.keyword_rest];
        texts.extend(rest.into_iter().flatten().map(|rest| format!("{}...", one(rest))));
        format!("({})", texts.join(", "))
    }

    fn branches(&self, branches: &[(Option<IfCondition>, Expression)]) -> String {
        let one = |(condition, value): &(Option<IfCondition>, Expression)| {
            let condition = condition.as_ref().map_or("else".to_owned(), |condition| self.condition(condition));
            format!("{condition}: {}", self.expression(value))
        };
        format!("if({})", joined(branches.iter().map(one), "; "))
    }

    fn condition(&self, condition: &IfCondition) -> String {
        match condition {
            IfCondition::Parenthesized(inner, _) => format!("({})", self.condition(inner)),
            IfCondition::Not(inner, _) => format!("not {}", self.condition(inner)),
            IfCondition::Operation(conditions, is_and, _) => {
                let operator = if *is_and { " and " } else { " or " };
                joined(conditions.iter().map(|condition| self.condition(condition)), operator)
            }
            IfCondition::Function(name, arguments, _) => {
                let [name, arguments] = [name, arguments].map(|text| self.interpolation(text, Target::Script));
                format!("{name}({arguments})")
            }
            IfCondition::Sass(expression, _) => format!("sass({})", self.expression(expression)),
            IfCondition::Raw(text) => self.interpolation(text, Target::Script),
        }
    }

    fn binary(&self, whole: &Expression, binary: &Binary, target: Target) -> String {
        let operator = binary.operator;
        if operator == BinaryOperator::Modulo && target == Target::Calculation {
            return format!("math.max({})", self.print(whole, Target::Script));
        }
        let left = match shape(&binary.left, target) {
            Shape::Binary(inner) => inner.precedence() < operator.precedence(),
            shape => matches!(shape, Shape::List(_)),
        };
        let right = match shape(&binary.right, target) {
            Shape::Binary(inner) => {
                let stays = inner == operator && is_associative(operator);
                inner.precedence() <= operator.precedence() && !stays
            }
            shape => matches!(shape, Shape::List(_)),
        };
        let [left, right] = [(left, &binary.left), (right, &binary.right)]
            .map(|(parentheses, operand)| in_parentheses(parentheses, self.print(operand, target)));
        format!("{left} {} {right}", operator.symbol())
    }

    fn unary(&self, operator: UnaryOperator, operand: &Expression, target: Target) -> String {
        let sign = match (operator, target) {
            (UnaryOperator::Plus, Target::Calculation) => return self.expression(operand),
            (UnaryOperator::Minus, Target::Calculation) => {
                let parentheses = match shape(operand, Target::Script) {
                    Shape::Binary(inner) => {
                        inner != BinaryOperator::Times && inner.precedence() <= BinaryOperator::Times.precedence()
                    }
                    shape => matches!(shape, Shape::List(_)),
                };
                return format!("-1 * {}", in_parentheses(parentheses, self.expression(operand)));
            }
            (UnaryOperator::Plus, _) => "+",
            (UnaryOperator::Minus, _) => "-",
            (UnaryOperator::Divide, _) => "/",
            (UnaryOperator::Not, _) => "not ",
        };
        let parentheses = matches!(shape(operand, target), Shape::Binary(_) | Shape::Unary(_) | Shape::List(_));
        format!("{sign}{}", in_parentheses(parentheses, self.print(operand, target)))
    }

    fn list(&self, items: &[Expression], separator: Separator, brackets: bool, target: Target) -> String {
        let one = |item: &Expression| {
            let parentheses = match shape(item, target) {
                Shape::List(inner) if separator == Separator::Comma => inner == Separator::Comma,
                Shape::List(inner) => inner != Separator::Undecided,
                Shape::Unary(UnaryOperator::Plus | UnaryOperator::Minus) => separator == Separator::Space,
                _ => false,
            };
            in_parentheses(parentheses, self.print(item, target))
        };
        let text = joined(items.iter().map(one), if separator == Separator::Comma { ", " } else { " " });
        match (brackets, items.len()) {
            (true, _) => format!("[{text}]"),
            (false, 0) => "()".to_owned(),
            (false, 1) if separator == Separator::Comma => format!("({text},)"),
            _ => text,
        }
    }
}

/// The shape of an expression as `target` writes it. The shape determines the parentheses.
fn shape(expression: &Expression, target: Target) -> Shape<'_> {
    match outermost(expression, target) {
        Shape::Of(inner) => outermost(inner, Target::Script),
        shape => shape,
    }
}

fn outermost(expression: &Expression, target: Target) -> Shape<'_> {
    let calculation = target == Target::Calculation;
    match &expression.kind {
        ExpressionKind::Binary(binary) if calculation && binary.operator == BinaryOperator::Modulo => Shape::Other,
        ExpressionKind::Binary(binary) => Shape::Binary(binary.operator),
        ExpressionKind::Unary(UnaryOperator::Plus, operand) if calculation => Shape::Of(operand),
        ExpressionKind::Unary(UnaryOperator::Minus, _) if calculation => Shape::Binary(BinaryOperator::Times),
        ExpressionKind::Unary(operator, _) => Shape::Unary(*operator),
        ExpressionKind::List(items, separator, false) if items.len() > 1 => Shape::List(*separator),
        _ => Shape::Other,
    }
}

fn is_associative(operator: BinaryOperator) -> bool {
    matches!(operator, BinaryOperator::Or | BinaryOperator::And | BinaryOperator::Plus | BinaryOperator::Times)
}

fn in_parentheses(parentheses: bool, text: String) -> String {
    if parentheses { format!("({text})") } else { text }
}

fn joined(texts: impl Iterator<Item = String>, separator: &str) -> String {
    texts.collect::<Vec<_>>().join(separator)
}

fn quoted_text(text: &str) -> String {
    let quote = best_quote([text].into_iter());
    let mut out = String::from(quote);
    write_quoted(text, quote, &mut out);
    out.push(quote);
    out
}

/// The quotes for a string: single quotes if the text contains double quotes but no single ones, and otherwise double
/// quotes.
fn best_quote<'a>(texts: impl Iterator<Item = &'a str> + Clone) -> char {
    let has = |quote: char| texts.clone().any(|text| text.contains(quote));
    if has('"') && !has('\'') { '\'' } else { '"' }
}

fn write_quoted(text: &str, quote: char, out: &mut String) {
    let mut rest = text.chars().peekable();
    while let Some(char) = rest.next() {
        let written: Cow<str> = match char {
            '\n' | '\r' | '\x0C' => {
                let continues = rest.peek().is_some_and(|next| next.is_ascii_hexdigit() || next.is_ascii_whitespace());
                Cow::Borrowed(if continues { "\\a " } else { "\\a" })
            }
            '\\' => Cow::Borrowed("\\\\"),
            char if char == quote => Cow::Owned(format!("\\{char}")),
            char => Cow::Owned(char.to_string()),
        };
        out.push_str(&written);
    }
}

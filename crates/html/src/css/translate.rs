//! Writes the XPath of a selector.

use super::parser::{Argument, AttributeName, Combinator, Condition, Function, Head, Negated, Selector, Simple};
use super::tokens::Kind;
use super::{CssError, Translation};

pub(super) fn expression(selector: &Selector, prefix: &str, translation: &Translation<'_>) -> Result<String, CssError> {
    let begins_with = selector.0.first().and_then(|(combinator, _)| *combinator);
    let prefix = match begins_with {
        Some(Combinator::Adjacent | Combinator::Following | Combinator::Child) => ".",
        _ => prefix,
    };
    Ok(format!("{prefix}{}", chain(selector, translation)?))
}

fn chain(selector: &Selector, translation: &Translation<'_>) -> Result<String, CssError> {
    let mut out = String::new();
    for (combinator, simple) in &selector.0 {
        out.push_str(match combinator {
            None => "",
            Some(Combinator::Adjacent) => "/following-sibling::*[1]/self::",
            Some(Combinator::Following) => "/following-sibling::",
            Some(Combinator::Descendant) => "//",
            Some(Combinator::Child) => "/",
        });
        out.push_str(&simple_selector(simple, translation)?);
    }
    Ok(out)
}

fn simple_selector(simple: &Simple, translation: &Translation<'_>) -> Result<String, CssError> {
    let mut out = match &simple.head {
        Head::Element(name) => element(name, translation),
        Head::Function(one) => function(one, translation)?,
        Head::Attribute(name) => format!("@{name}"),
    };
    if !simple.conditions.is_empty() {
        out.push('[');
        out.push_str(&conditions(&simple.conditions, translation)?);
        out.push(']');
    }
    Ok(out)
}

fn element(name: &str, translation: &Translation<'_>) -> String {
    if translation.any_namespace && name != "*" && !name.contains(':') {
        return format!("*:{name}");
    }
    name.to_owned()
}

/// Joins conditions with `and`. If the last one is a condition such as `:first-of-type`, it counts only the elements
/// that fulfil all other conditions.
fn conditions(all: &[Condition], translation: &Translation<'_>) -> Result<String, CssError> {
    let mut out = String::new();
    for (index, one) in all.iter().enumerate() {
        if index > 0 {
            out.push_str(if index + 1 == all.len() && is_of_type(one) { "][" } else { " and " });
        }
        out.push_str(&condition(one, translation)?);
    }
    Ok(out)
}

fn is_of_type(condition: &Condition) -> bool {
    let name = match condition {
        Condition::Pseudo(name) => name,
        Condition::PseudoFunction(function) => &function.name,
        _ => return false,
    };
    ["nth-of-type", "first-of-type", "last-of-type", "only-of-type"].iter().any(|one| name.contains(one))
}

fn condition(condition: &Condition, translation: &Translation<'_>) -> Result<String, CssError> {
    Ok(match condition {
        Condition::Id(id) => format!("@id='{id}'"),
        Condition::Class(class) => css_class("@class", class),
        Condition::Pseudo(name) => match name.as_str() {
            "first" | "first-of-type" => "position()=1".to_owned(),
            "first-child" => "count(preceding-sibling::*)=0".to_owned(),
            "last" | "last-of-type" => "position()=last()".to_owned(),
            "last-child" => "count(following-sibling::*)=0".to_owned(),
            "only-child" => "count(preceding-sibling::*)=0 and count(following-sibling::*)=0".to_owned(),
            "only-of-type" => "last()=1".to_owned(),
            "empty" => "not(node())".to_owned(),
            "parent" => "node()".to_owned(),
            "root" => "not(parent::*)".to_owned(),
            other => format!("{other}(.)"),
        },
        Condition::PseudoFunction(one) => function(one, translation)?,
        Condition::Not(negated) => match &**negated {
            Negated::Element(name) => format!("not(self::{})", element(name, translation)),
            Negated::Conditions(all) => format!("not({})", conditions(all, translation)?),
        },
        Condition::Attribute(name, value) => attribute(name, value.as_ref(), translation)?,
    })
}

fn css_class(hay: &str, class: &str) -> String {
    format!("nokogiri-builtin:css-class({hay},'{class}')")
}

fn attribute(
    name: &AttributeName,
    value: Option<&(Kind, String)>,
    translation: &Translation<'_>,
) -> Result<String, CssError> {
    let name = match name {
        AttributeName::Name(name) => format!("@{name}"),
        AttributeName::Function(one) => function(one, translation)?,
    };
    let Some((operator, value)) = value else { return Ok(name) };
    let value = quoted(value);
    Ok(match operator {
        Kind::Equal => format!("{name}={value}"),
        Kind::NotEqual => format!("{name}!={value}"),
        Kind::SubstringMatch => format!("contains({name},{value})"),
        Kind::PrefixMatch => format!("starts-with({name},{value})"),
        Kind::DashMatch => format!("{name}={value} or starts-with({name},concat({value},'-'))"),
        Kind::Includes => {
            let inner = value.get(1..value.len().saturating_sub(1)).unwrap_or_default();
            css_class(&name, inner)
        }
        _ => format!("substring({name},string-length({name})-string-length({value})+1,string-length({value}))={value}"),
    })
}

/// A value as a literal of XPath. Such a literal cannot contain its own quotes, so `concat` joins the parts between
/// them.
fn quoted(value: &str) -> String {
    let value = if value.starts_with(['"', '\'']) { value.to_owned() } else { format!("'{value}'") };
    let Some(quote) = value.chars().next().filter(|quote| value.len() > 1 && value.ends_with(*quote)) else {
        return value;
    };
    let inner = &value[1..value.len() - 1];
    if !inner.contains(quote) {
        return value;
    }
    format!("concat(\"{}\",\"\")", inner.replace('"', "\",'\"',\""))
}

fn function(function: &Function, translation: &Translation<'_>) -> Result<String, CssError> {
    let first = match function.arguments.first() {
        Some(Argument::Text(text)) => text.as_str(),
        _ => "",
    };
    let nth_argument = match function.arguments.first() {
        Some(Argument::Nth { a, operator, b }) => Some((*a, operator.as_str(), *b)),
        _ => None,
    };
    let before = || number(first) - 1;
    Ok(match (function.name.as_str(), nth_argument) {
        ("text", _) => "child::text()".to_owned(),
        ("self", _) => format!("self::{first}"),
        ("eq", _) => format!("position()={first}"),
        ("nth" | "nth-of-type", Some(argument)) => nth(argument, "position()")?,
        ("nth" | "nth-of-type", None) => format!("position()={first}"),
        ("nth-child", Some(argument)) => nth(argument, "(count(preceding-sibling::*)+1)")?,
        ("nth-child", None) => format!("count(preceding-sibling::*)={}", before()),
        ("nth-last-of-type", Some(argument)) => nth(argument, "(last()-position()+1)")?,
        ("nth-last-of-type", None) => match before() {
            0 => "position()=last()".to_owned(),
            index => format!("position()=last()-{index}"),
        },
        ("nth-last-child", Some(argument)) => nth(argument, "(count(following-sibling::*)+1)")?,
        ("nth-last-child", None) => format!("count(following-sibling::*)={}", before()),
        ("first" | "first-of-type", _) => "position()=1".to_owned(),
        ("last" | "last-of-type", _) => "position()=last()".to_owned(),
        ("contains", _) => {
            format!("contains(.,{})", plain_arguments(function, translation)?.first().cloned().unwrap_or_default())
        }
        ("gt", _) => format!("position()>{first}"),
        ("only-child", _) => "last()=1".to_owned(),
        ("comment", _) => "comment()".to_owned(),
        ("has", _) => match function.arguments.first() {
            Some(Argument::Selector(selector)) => {
                let is_direct = selector.0.first().is_some_and(|(combinator, _)| combinator.is_some());
                format!(".{}{}", if is_direct { "" } else { "//" }, chain(selector, translation)?)
            }
            _ => ".".to_owned(),
        },
        (name, _) => {
            let mut arguments = vec![".".to_owned()];
            arguments.extend(plain_arguments(function, translation)?);
            format!("{name}({})", arguments.join(","))
        }
    })
}

fn plain_arguments(function: &Function, translation: &Translation<'_>) -> Result<Vec<String>, CssError> {
    let text = |argument: &Argument| match argument {
        Argument::Text(text) => Ok(text.clone()),
        Argument::Attribute(name) => Ok(format!("@{name}")),
        Argument::Nth { .. } => Err(CssError { message: "unexpected position".to_owned(), is_argument: true }),
        Argument::Selector(selector) => chain(selector, translation),
    };
    function.arguments.iter().map(text).collect()
}

fn number(text: &str) -> i64 {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let end = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let value = digits[..end].parse::<i64>().unwrap_or(0);
    if text.starts_with('-') { -value } else { value }
}

fn nth((a, operator, b): (i64, &str, i64), position: &str) -> Result<String, CssError> {
    let b = match operator {
        "+" => b,
        // As Ruby computes the remainder: with the sign of the divisor.
        "-" if a != 0 => a - ((b % a) + a) % a,
        _ => {
            let message = format!("expected an+b node to have either + or - as the operator, but is {operator:?}");
            return Err(CssError { message, is_argument: true });
        }
    };
    if b == 0 {
        return Ok(format!("({position} mod {a})=0"));
    }
    let compare = if a < 0 { "<=" } else { ">=" };
    if a.abs() == 1 {
        return Ok(format!("{position}{compare}{b}"));
    }
    Ok(format!("({position}{compare}{b}) and ((({position}-{b}) mod {})=0)", a.abs()))
}

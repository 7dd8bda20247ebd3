//! The functions of XPath, and two that Nokogiri adds for CSS.

use super::ErrorKind;
use super::ast::Expr;
use super::eval::{Context, Evaluator, Failure, to_float};
use super::value::{Item, Value, text_of};
use crate::tree::{NodeId, NodeKind, XML_NAMESPACE};
use std::ops::RangeInclusive;

impl Evaluator<'_, '_, '_> {
    pub(super) fn call(
        &mut self,
        prefix: Option<&str>,
        name: &str,
        arguments: &[Expr],
        context: Context,
    ) -> Result<Value, Failure> {
        match (prefix, name) {
            (Some("nokogiri-builtin"), "css-class") => {
                expect(arguments, 2..=2)?;
                let (classes, wanted) = (self.text(&arguments[0], context)?, self.text(&arguments[1], context)?);
                let has = classes.split([' ', '\t', '\n', '\r', '\x0c']).any(|class| class == wanted);
                Ok(Value::Boolean(has && !wanted.is_empty()))
            }
            (Some("nokogiri-builtin"), "local-name-is") => {
                expect(arguments, 1..=1)?;
                let wanted = self.text(&arguments[0], context)?;
                Ok(Value::Boolean(self.document.name(context.item.node) == wanted))
            }
            (Some(_), _) => self.custom(name, arguments, context),
            (None, _) => self.node_function(name, arguments, context),
        }
    }

    /// Calls a function about the context or about nodes, such as `position` or `count`. Passes other names on to
    /// `value_function`.
    fn node_function(&mut self, name: &str, arguments: &[Expr], context: Context) -> Result<Value, Failure> {
        match name {
            "last" => {
                expect(arguments, 0..=0)?;
                Ok(Value::Number(to_float(context.size)))
            }
            "position" => {
                expect(arguments, 0..=0)?;
                Ok(Value::Number(to_float(context.position)))
            }
            "count" => {
                expect(arguments, 1..=1)?;
                Ok(Value::Number(to_float(self.nodes(&arguments[0], context)?.len())))
            }
            "id" => {
                expect(arguments, 1..=1)?;
                self.id(&arguments[0], context)
            }
            "local-name" | "name" | "namespace-uri" => {
                expect(arguments, 0..=1)?;
                self.name_function(name, arguments.first(), context)
            }
            "lang" => {
                expect(arguments, 1..=1)?;
                self.lang(&arguments[0], context)
            }
            _ => self.value_function(name, arguments, context),
        }
    }

    /// Calls a function about booleans or numbers, such as `not` or `sum`. Passes other names on to `string_function`.
    fn value_function(&mut self, name: &str, arguments: &[Expr], context: Context) -> Result<Value, Failure> {
        match name {
            "boolean" => {
                expect(arguments, 1..=1)?;
                Ok(Value::Boolean(self.evaluate(&arguments[0], context)?.to_boolean()))
            }
            "not" => {
                expect(arguments, 1..=1)?;
                Ok(Value::Boolean(!self.evaluate(&arguments[0], context)?.to_boolean()))
            }
            "true" | "false" => {
                expect(arguments, 0..=0)?;
                Ok(Value::Boolean(name == "true"))
            }
            "number" => {
                expect(arguments, 0..=1)?;
                let value = self.argument_or_self(arguments.first(), context)?;
                Ok(Value::Number(value.to_number(self.document)))
            }
            "sum" => {
                expect(arguments, 1..=1)?;
                let items = self.nodes(&arguments[0], context)?;
                let numbers = items.into_iter().map(|item| super::number::parse(&text_of(self.document, item)));
                Ok(Value::Number(numbers.sum::<f64>() + 0.0))
            }
            "floor" | "ceiling" | "round" => {
                expect(arguments, 1..=1)?;
                let number = self.number(&arguments[0], context)?;
                Ok(Value::Number(match name {
                    "floor" => number.floor(),
                    "ceiling" => number.ceil(),
                    _ => round(number),
                }))
            }
            _ => self.string_function(name, arguments, context),
        }
    }

    /// Calls a function about texts, such as `concat`, or else a function of the application.
    fn string_function(&mut self, name: &str, arguments: &[Expr], context: Context) -> Result<Value, Failure> {
        let count = match name {
            "string" | "string-length" | "normalize-space" => 0..=1,
            "concat" => 2..=usize::MAX,
            "starts-with" | "contains" | "substring-before" | "substring-after" => 2..=2,
            "substring" => 2..=3,
            "translate" => 3..=3,
            _ => return self.custom(name, arguments, context),
        };
        expect(arguments, count.clone())?;
        if *count.end() == 1 {
            let text = self.argument_or_self(arguments.first(), context)?.into_text(self.document);
            return Ok(match name {
                "string" => Value::Text(text),
                "string-length" => Value::Number(to_float(text.chars().count())),
                _ => Value::Text(normalized(&text)),
            });
        }
        let first = self.text(&arguments[0], context)?;
        if name == "concat" {
            let mut joined = first;
            for argument in &arguments[1..] {
                joined.push_str(&self.text(argument, context)?);
            }
            return Ok(Value::Text(joined));
        }
        if name == "substring" {
            let start = self.number(&arguments[1], context)?;
            let length = match arguments.get(2) {
                Some(length) => Some(self.number(length, context)?),
                None => None,
            };
            return Ok(Value::Text(substring(&first, start, length)));
        }
        let second = self.text(&arguments[1], context)?;
        Ok(match name {
            "starts-with" => Value::Boolean(first.starts_with(&second)),
            "contains" => Value::Boolean(first.contains(&second)),
            "substring-before" => {
                Value::Text(first.find(&second).map(|position| first[..position].to_owned()).unwrap_or_default())
            }
            "substring-after" => Value::Text(
                first.find(&second).map(|position| first[position + second.len()..].to_owned()).unwrap_or_default(),
            ),
            _ => {
                let third = self.text(&arguments[2], context)?;
                Value::Text(translated(&first, &second, &third))
            }
        })
    }

    fn argument_or_self(&mut self, argument: Option<&Expr>, context: Context) -> Result<Value, Failure> {
        match argument {
            Some(argument) => self.evaluate(argument, context),
            None => Ok(Value::Nodes(vec![context.item])),
        }
    }

    fn custom(&mut self, name: &str, arguments: &[Expr], context: Context) -> Result<Value, Failure> {
        if self.bindings.functions.is_none() {
            return Err(ErrorKind::Function.into());
        }
        let mut values = Vec::with_capacity(arguments.len());
        for argument in arguments {
            values.push(self.evaluate(argument, context)?);
        }
        let result = self.bindings.functions.as_mut().and_then(|functions| functions(name, values));
        result.ok_or(Failure::Kind(ErrorKind::Function))?.map_err(Failure::Error)
    }

    fn name_function(&mut self, name: &str, argument: Option<&Expr>, context: Context) -> Result<Value, Failure> {
        let item = match argument {
            Some(argument) => self.nodes(argument, context)?.first().copied(),
            None => Some(context.item),
        };
        let Some(item) = item else { return Ok(Value::Text(String::new())) };
        let document = self.document;
        if let Some(namespace) = item.namespace {
            let prefix = document.namespace(namespace).prefix.clone();
            return Ok(Value::Text(if name == "namespace-uri" { String::new() } else { prefix.unwrap_or_default() }));
        }
        let has_name =
            matches!(document.kind(item.node), NodeKind::Element | NodeKind::Attribute | NodeKind::Instruction);
        if !has_name {
            return Ok(Value::Text(String::new()));
        }
        let own = document.name(item.node);
        Ok(Value::Text(match (name, document.prefix(item.node)) {
            ("namespace-uri", _) => document.href(item.node).unwrap_or_default().to_owned(),
            ("name", Some(prefix)) => format!("{prefix}:{own}"),
            _ => own.to_owned(),
        }))
    }

    fn id(&mut self, argument: &Expr, context: Context) -> Result<Value, Failure> {
        let wanted: Vec<String> = match self.evaluate(argument, context)? {
            Value::Nodes(items) => items.into_iter().map(|item| text_of(self.document, item)).collect(),
            other => vec![other.into_text(self.document)],
        };
        let wanted: Vec<&str> = wanted.iter().flat_map(|text| text.split_ascii_whitespace()).collect();
        let document = self.document;
        let mut found: Vec<Item> = Vec::new();
        for one in wanted {
            let holder = document.descendants(NodeId::DOCUMENT).find(|node| {
                document.attributes(*node).any(|attribute| {
                    let is_id = match document.prefix(attribute) {
                        Some("xml") => document.name(attribute) == "id",
                        None => self.is_html() && document.name(attribute) == "id",
                        Some(_) => false,
                    };
                    is_id && document.value(attribute) == Some(one)
                })
            });
            found.extend(holder.map(Item::node));
        }
        self.sort(&mut found);
        Ok(Value::Nodes(found))
    }

    fn lang(&mut self, argument: &Expr, context: Context) -> Result<Value, Failure> {
        let wanted = self.text(argument, context)?.to_ascii_lowercase();
        let document = self.document;
        let node = context.item.node;
        let found = std::iter::once(node).chain(document.ancestors(node)).find_map(|one| {
            let attribute = document.attribute_in(one, "lang", Some(XML_NAMESPACE))?;
            document.value(attribute).map(str::to_ascii_lowercase)
        });
        Ok(Value::Boolean(found.is_some_and(|language| {
            language.strip_prefix(&wanted).is_some_and(|rest| rest.is_empty() || rest.starts_with('-'))
        })))
    }
}

/// Fails unless a function got an allowed number of arguments.
fn expect(arguments: &[Expr], count: RangeInclusive<usize>) -> Result<(), Failure> {
    if count.contains(&arguments.len()) { Ok(()) } else { Err(ErrorKind::Arguments.into()) }
}

/// XPath's `round`: halves go up.
fn round(number: f64) -> f64 {
    if number.is_nan() || number.is_infinite() {
        return number;
    }
    if (-0.5..0.5).contains(&number) { number * 0.0 } else { (number + 0.5).floor() }
}

fn normalized(text: &str) -> String {
    let words: Vec<&str> = text.split([' ', '\t', '\n', '\r']).filter(|word| !word.is_empty()).collect();
    words.join(" ")
}

fn substring(text: &str, start: f64, length: Option<f64>) -> String {
    let first = round(start);
    let end = length.map_or(f64::INFINITY, |length| first + round(length));
    let kept = text.chars().enumerate().filter(|(index, _)| {
        let position = to_float(index + 1);
        position >= first && position < end
    });
    kept.map(|(_, c)| c).collect()
}

fn translated(text: &str, from: &str, to: &str) -> String {
    let to: Vec<char> = to.chars().collect();
    text.chars()
        .filter_map(|c| match from.chars().position(|other| other == c) {
            Some(position) => to.get(position).copied(),
            None => Some(c),
        })
        .collect()
}

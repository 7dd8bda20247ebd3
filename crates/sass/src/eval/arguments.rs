//! Evaluation of arguments, and errors for arguments that do not match the parameters.

use super::Evaluator;
use super::callable::UserCallable;
use super::environment::Variable;
use super::table::Table;
use crate::functions::Mismatch;
use crate::syntax::{Arguments, CallableDeclaration, Expression, Separator};
use crate::value::{List, Map, Value};
use crate::{Error, Result, Span, Symbol};
use smallvec::SmallVec;

/// The arguments of a call after evaluation, with the elements of rest arguments (`$list...`) as separate arguments.
pub(super) struct Evaluated {
    pub(super) positional: Vec<Value>,
    /// The spans of the values in `positional`.
    pub(super) spans: Vec<Span>,
    pub(super) named: Vec<(Symbol, Value, Span)>,
    /// The separator of the rest argument. `Undecided` without a rest argument.
    pub(super) separator: Separator,
}

/// An argument of `if()`, which evaluates only the arguments that it needs. Elements of a rest argument are already
/// values.
pub(super) enum MacroArgument<'a> {
    Expression(&'a Expression),
    /// A value from a rest argument.
    Value(Value, Span),
}

/// Unevaluated arguments, positional and named.
type MacroArguments<'a> = (Vec<MacroArgument<'a>>, Vec<(Symbol, MacroArgument<'a>)>);

impl Evaluated {
    /// Creates arguments from values. An error about one of these values refers to `span`.
    pub(super) fn of_values(positional: Vec<Value>, named: Vec<(Symbol, Value)>, span: Span) -> Evaluated {
        Evaluated {
            spans: vec![span; positional.len()],
            positional,
            named: named.into_iter().map(|(name, value)| (name, value, span)).collect(),
            separator: Separator::Undecided,
        }
    }

    pub(super) fn names(&self) -> SmallVec<[Symbol; 4]> {
        self.named.iter().map(|(name, ..)| *name).collect()
    }

    fn set_named(&mut self, name: Symbol, value: Value, span: Span) {
        match self.named.iter_mut().find(|(other, ..)| *other == name) {
            Some(entry) => *entry = (name, value, span),
            None => self.named.push((name, value, span)),
        }
    }

    /// The arguments by parameter name. The cache of function results compares them with the arguments of earlier
    /// calls. The value of a rest parameter is a list. Missing arguments are left out. `None` if the call cannot be
    /// cached, for example because of an unknown name or too many arguments.
    pub(super) fn as_table(&self, user: &UserCallable) -> Option<Table<Variable>> {
        let parameters = &user.declaration.parameters;
        let count = parameters.list.len();
        let later = parameters.list.get(self.positional.len().min(count)..)?;
        let fits = |name: Symbol| later.iter().any(|parameter| parameter.name == name);
        if (self.positional.len() > count && parameters.rest.is_none())
            || !self.named.iter().all(|(name, ..)| fits(*name))
        {
            return None;
        }
        if parameters.rest.is_some() && self.positional.len() <= count && self.separator != Separator::Undecided {
            return None;
        }
        let positional = parameters.list.iter().zip(&self.positional).zip(&self.spans);
        let positional = positional.map(|((parameter, value), span)| (parameter.name, value, *span));
        let named = self.named.iter().map(|(name, value, span)| (*name, value, *span));
        let mut table: Table<Variable> = positional
            .chain(named)
            .map(|(name, value, span)| (name, Variable { value: value.clone(), span }))
            .collect();
        if let Some(name) = parameters.rest
            && let Some(span) = self.spans.get(count)
        {
            let rest = self.positional.get(count..).unwrap_or_default().to_vec();
            table.insert(name, Variable { value: List::new(rest, self.separator).into(), span: *span });
        }
        Some(table)
    }

    /// Removes a named argument, and returns its value and span. `None` if the call does not have it.
    pub(super) fn take_named(&mut self, name: Symbol) -> Option<(Value, Span)> {
        let index = self.named.iter().position(|(other, ..)| *other == name)?;
        let (_, value, span) = self.named.remove(index);
        Some((value, span))
    }
}

impl Evaluator<'_> {
    pub(super) fn arguments(&mut self, arguments: &Arguments) -> Result<Evaluated> {
        let count = arguments.positional.len();
        let mut evaluated = Evaluated {
            positional: Vec::with_capacity(count),
            spans: Vec::with_capacity(count),
            named: Vec::with_capacity(arguments.named.len()),
            separator: Separator::Undecided,
        };
        for expression in &arguments.positional {
            let (value, span) = self.argument(expression)?;
            evaluated.positional.push(value);
            evaluated.spans.push(span);
        }
        for (name, expression, _) in &arguments.named {
            let (value, span) = self.argument(expression)?;
            evaluated.named.push((*name, value, span));
        }
        if let Some(rest) = &arguments.rest {
            self.rest_argument(rest, &mut evaluated)?;
        }
        if let Some(rest) = &arguments.keyword_rest {
            let value = self.expression(rest)?;
            let span = self.assigned_span(rest)?;
            let map = self.keyword_map(&value, rest.span)?;
            self.add_map(&mut evaluated, &map, &value, (rest.span, span))?;
        }
        Ok(evaluated)
    }

    fn rest_argument(&mut self, rest: &Expression, evaluated: &mut Evaluated) -> Result<()> {
        let value = self.expression(rest)?;
        let span = self.assigned_span(rest)?;
        self.count_work(value.list_len() as u64, rest.span)?;
        match &value {
            Value::Map(map) => return self.add_map(evaluated, map, &value, (rest.span, span)),
            Value::List(_) | Value::ArgumentList(_) => {
                for item in value.as_list().iter() {
                    let item = self.without_slash(item.clone(), span);
                    evaluated.positional.push(item);
                    evaluated.spans.push(span);
                }
                evaluated.separator = value.separator();
                if let Value::ArgumentList(list) = &value {
                    for (name, item) in list.keywords() {
                        let item = self.without_slash(item.clone(), span);
                        evaluated.set_named(*name, item, span);
                    }
                }
            }
            _ => {
                let value = self.without_slash(value, span);
                evaluated.positional.push(value);
                evaluated.spans.push(span);
            }
        }
        Ok(())
    }

    fn keyword_map(&self, value: &Value, span: Span) -> Result<std::rc::Rc<Map>> {
        match value {
            Value::Map(map) => Ok(map.clone()),
            Value::List(list) if list.items.is_empty() && !list.brackets => Ok(Map::new().into()),
            _ => {
                let message = format!("Variable keyword arguments must be a map (was {}).", value.inspect());
                Err(self.error(message, span))
            }
        }
    }

    /// Adds the entries of a map as named arguments. Errors refer to the first of `spans`. The second one is the span
    /// of the map's assignment.
    fn add_map(&mut self, evaluated: &mut Evaluated, map: &Map, whole: &Value, spans: (Span, Span)) -> Result<()> {
        let (span, assigned) = spans;
        for (key, value) in map.iter() {
            let name = self.keyword(key, whole, span)?;
            let value = self.without_slash(value.clone(), assigned);
            evaluated.set_named(name, value, assigned);
        }
        Ok(())
    }

    fn keyword(&self, key: &Value, whole: &Value, span: Span) -> Result<Symbol> {
        match key {
            Value::String(name) => Ok(Symbol::new(&name.text)),
            _ => {
                let (key, map) = (key.inspect(), whole.inspect());
                let message =
                    format!("Variable keyword argument map must have string keys.\n{key} is not a string in {map}.");
                Err(self.error(message, span))
            }
        }
    }

    /// Prepares the arguments of `if()`. Only rest arguments (`...`) are evaluated. All other arguments remain
    /// expressions.
    pub(super) fn macro_arguments<'e>(&mut self, arguments: &'e Arguments, span: Span) -> Result<MacroArguments<'e>> {
        let mut positional: Vec<MacroArgument<'e>> =
            arguments.positional.iter().map(MacroArgument::Expression).collect();
        let mut named: Vec<(Symbol, MacroArgument<'e>)> = arguments
            .named
            .iter()
            .map(|(name, expression, _)| (*name, MacroArgument::Expression(expression)))
            .collect();
        let mut evaluated = Evaluated::of_values(Vec::new(), Vec::new(), span);
        if let Some(rest) = &arguments.rest {
            self.rest_argument(rest, &mut evaluated)?;
        }
        if let Some(rest) = &arguments.keyword_rest {
            let value = self.expression(rest)?;
            let map = self.keyword_map(&value, rest.span)?;
            self.add_map(&mut evaluated, &map, &value, (rest.span, span))?;
        }
        let spans = evaluated.spans.into_iter();
        positional.extend(evaluated.positional.into_iter().zip(spans).map(|(v, s)| MacroArgument::Value(v, s)));
        for (name, value, span) in evaluated.named {
            named.retain(|(other, _)| *other != name);
            named.push((name, MacroArgument::Value(value, span)));
        }
        Ok((positional, named))
    }

    /// The error for arguments that do not match the parameters. If the mismatch has `with_declaration`, the error also
    /// shows `declaration`, or the declaration of `if()` if `declaration` is `None`.
    pub(super) fn mismatch_error(&self, mismatch: Mismatch, span: Span, declaration: Option<Span>) -> Box<Error> {
        if !mismatch.with_declaration {
            return self.error(mismatch.message, span);
        }
        let declaration = declaration.unwrap_or_else(|| {
            let text = "@function if($condition, $if-true, $if-false) {";
            let source = self.compilation.sources.add(None, text.into());
            Span { source, start: 10, end: text.len() as u32 - 2 }
        });
        self.labeled_error(mismatch.message, span, "invocation", (declaration, "declaration"))
    }

    /// The span of the name and parameters in a function's or mixin's declaration. In a content block with parameters,
    /// `using` counts as the name. If no word precedes the parameters, the span of the parameters alone.
    pub(super) fn declaration_span(&self, declaration: &CallableDeclaration) -> Span {
        let span = declaration.parameters.span;
        let source = self.source(span.source);
        let bytes = source.text.as_bytes();
        let is_name = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-') || byte >= 0x80;
        let space = |byte: &u8| crate::scanner::is_whitespace(*byte);
        let before = bytes.get(..span.start as usize).unwrap_or(&[]);
        let name_end = before.iter().rposition(|byte| !space(byte)).map_or(0, |index| index + 1);
        let name_start =
            before.get(..name_end).unwrap_or(&[]).iter().rposition(|byte| !is_name(*byte)).map_or(0, |index| index + 1);
        if name_start >= name_end || before.get(name_start).is_some_and(u8::is_ascii_digit) {
            return span;
        }
        let text = bytes.get(name_start..span.end as usize).unwrap_or(&[]);
        let end = text.iter().rposition(|byte| !space(byte)).map_or(name_end, |index| name_start + index + 1);
        Span { start: name_start as u32, end: end as u32, ..span }
    }
}

//! The parameters of functions, and whether arguments match them.

use super::{BuiltinFn, Overload};
use crate::Symbol;
use crate::value::{Number, Value};
use smallvec::SmallVec;

/// The name of a built-in function's parameter and its default value, such as `weight` and 50%.
#[derive(Debug)]
pub struct BuiltinParameter {
    /// The parameter's name, without `$`.
    pub name: Symbol,
    /// The default value, for calls without this argument. `None` for a required parameter.
    pub default: Option<Literal>,
}

/// A constant: the default value of a built-in function's parameter, such as `null`, or a variable of a built-in
/// module, such as `math.$pi`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Literal {
    /// The default `null`, as in `$module: null`.
    Null,
    /// The default `false`, as in `$css: false`.
    False,
    /// The unquoted string `auto`, as in `$separator: auto`.
    Auto,
    /// A number without a unit.
    Number(f64),
    /// A number with the unit `%`: 50 in `$weight: 50%`.
    Percent(f64),
}

impl Literal {
    fn parse(text: &str) -> Literal {
        match text {
            "null" => Literal::Null,
            "false" => Literal::False,
            "auto" => Literal::Auto,
            _ => match text.strip_suffix('%') {
                Some(number) => Literal::Percent(number.parse().unwrap_or(f64::NAN)),
                None => Literal::Number(text.parse().unwrap_or(f64::NAN)),
            },
        }
    }

    /// The SassScript value: an unquoted string for `auto`, and a number with the unit `%` for a percentage.
    #[must_use]
    pub fn to_value(self) -> Value {
        match self {
            Literal::Null => Value::Null,
            Literal::False => Value::Bool(false),
            Literal::Auto => Value::unquoted("auto"),
            Literal::Number(number) => number.into(),
            Literal::Percent(number) => Number::percent(number).into(),
        }
    }
}

impl Overload {
    pub(super) fn new(signature: &'static str, call: BuiltinFn) -> Overload {
        let mut overload = Overload { parameters: Vec::new(), rest: None, signature, call };
        for part in signature.split(", ").filter(|part| !part.is_empty()) {
            let part = part.trim_start_matches('$');
            if let Some(name) = part.strip_suffix("...") {
                overload.rest = Some(Symbol::new(name));
                continue;
            }
            let (name, default) = part.split_once(": ").map_or((part, None), |(name, value)| (name, Some(value)));
            let default = default.map(Literal::parse);
            overload.parameters.push(BuiltinParameter { name: Symbol::new(name), default });
        }
        overload
    }

    fn parameters(&self) -> impl ExactSizeIterator<Item = Parameter<'_>> {
        self.parameters.iter().map(|parameter| Parameter {
            name: parameter.name,
            original: parameter.name.as_str(),
            optional: parameter.default.is_some(),
        })
    }

    /// Whether a call with `positional` unnamed arguments and the named arguments `names` fits the signature.
    pub(super) fn matches(&self, positional: usize, names: &[Symbol]) -> bool {
        self.verify(positional, names).is_ok()
    }

    /// Fails with dart-sass's message if a call with `positional` unnamed arguments and the named arguments `names`
    /// does not fit.
    pub fn verify(&self, positional: usize, names: &[Symbol]) -> std::result::Result<(), Mismatch> {
        let optional = |rest: &[BuiltinParameter]| rest.iter().all(|parameter| parameter.default.is_some());
        if names.is_empty()
            && (positional <= self.parameters.len() || self.rest.is_some())
            && self.parameters.get(positional..).is_none_or(optional)
        {
            return Ok(());
        }
        verify(self.parameters(), self.rest.is_some(), positional, names)
    }
}

/// The part of a parameter that [`verify`] needs, for built-in and user-defined functions and mixins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Parameter<'a> {
    /// The name by which named arguments are matched.
    pub name: Symbol,
    /// The parameter's name as written, without `$`.
    pub original: &'a str,
    /// Whether calls may omit the argument, because the parameter has a default value.
    pub optional: bool,
}

/// The error for arguments that do not match a function's parameters, such as `Missing argument $a.`
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mismatch {
    /// The message, in dart-sass's words.
    pub message: String,
    /// Whether the error shows the declaration.
    pub with_declaration: bool,
}

/// Fails if `positional` unnamed arguments and the named arguments `names` do not match the parameters.
pub(crate) fn verify<'a>(
    parameters: impl ExactSizeIterator<Item = Parameter<'a>>,
    has_rest: bool,
    positional: usize,
    names: &[Symbol],
) -> std::result::Result<(), Mismatch> {
    let count = parameters.len();
    let mut used: SmallVec<[Symbol; 4]> = SmallVec::new();
    for (index, parameter) in parameters.enumerate() {
        let named = !names.is_empty() && names.contains(&parameter.name);
        if index < positional {
            if named {
                let message = format!("Argument ${} was passed both by position and by name.", parameter.original);
                return Err(Mismatch { message, with_declaration: false });
            }
            if !names.is_empty() {
                used.push(parameter.name);
            }
        } else if named {
            used.push(parameter.name);
        } else if !parameter.optional {
            return Err(Mismatch::declared(format!("Missing argument ${}.", parameter.original)));
        }
    }
    if has_rest {
        return Ok(());
    }
    if positional > count {
        let only = if names.is_empty() { "" } else { "positional " };
        let arguments = if count == 1 { "argument" } else { "arguments" };
        let were = if positional == 1 { "was" } else { "were" };
        return Err(Mismatch::declared(format!(
            "Only {count} {only}{arguments} allowed, but {positional} {were} passed."
        )));
    }
    if names.iter().all(|name| used.contains(name)) {
        return Ok(());
    }
    let unknown: Vec<Symbol> = names.iter().copied().filter(|name| !used.contains(name)).collect();
    if unknown.is_empty() { Ok(()) } else { Err(Mismatch::declared(unknown_names(&unknown))) }
}

impl Mismatch {
    fn declared(message: String) -> Mismatch {
        Mismatch { message, with_declaration: true }
    }
}

/// The message for unknown named arguments, such as `No parameter named $a.`
#[must_use]
pub(crate) fn unknown_names(names: &[Symbol]) -> String {
    let noun = if names.len() == 1 { "parameter" } else { "parameters" };
    let names: Vec<String> = names.iter().map(|name| format!("${name}")).collect();
    let sentence = match names.as_slice() {
        [] => String::new(),
        [one] => one.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    };
    format!("No {noun} named {sentence}.")
}

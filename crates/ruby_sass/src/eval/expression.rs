//! Evaluates expressions to values, and limits the depth and size of the values.

use super::callable::{Callable, EvaluatedArguments};
use super::{Environment, Evaluator, Frame, FrameKind};
use crate::error::{ErrorKind, Locate, SassResult, SyntaxError};
use crate::functions::{self, Builtin};
use crate::script::{Call, Expr, ExprKind, Interpolation};
use crate::value::{FunctionKind, FunctionValue, List, Map, Operator, Separator, Value, operate, unary};
use hastie_sass_core::symbol::Symbol;
use std::rc::Rc;
use std::sync::Arc;

/// Fails if the value is nested too deeply or is too large for traversal.
fn walkable(value: Value) -> SassResult<Value> {
    value.tree_size().check()?;
    Ok(value)
}

impl Evaluator<'_> {
    /// The value of an expression. Variables and functions are looked up in the current environment.
    pub(crate) fn evaluate(&mut self, expr: &Expr) -> SassResult<Value> {
        match &expr.kind {
            ExprKind::Literal(literal) => Ok(literal.value()),
            ExprKind::Variable(variable) => match self.variable(variable.key) {
                Some(value) => Ok(value),
                None => Err(SyntaxError::at(format!("Undefined variable: \"${}\".", variable.name), expr.line)),
            },
            _ => match self.deeper(|evaluator| evaluator.evaluate_here(expr)).and_then(walkable) {
                Ok(value) => Ok(value),
                failed => failed.located(None, expr.line),
            },
        }
    }

    fn evaluate_here(&mut self, expr: &Expr) -> SassResult<Value> {
        match &expr.kind {
            ExprKind::Literal(_) | ExprKind::Variable(_) => self.evaluate(expr),
            ExprKind::Parent => Ok(match self.surroundings().selector() {
                Some(selector) => functions::selector_value(&selector),
                None => Value::Null,
            }),
            ExprKind::Interpolation(interpolation) => self.interpolation(interpolation),
            ExprKind::StringInterpolation(parts) => self.string(parts),
            ExprKind::List { items, separator, bracketed } => {
                let items: SassResult<Vec<Value>> =
                    items.iter().map(|item| Ok(self.evaluate(item)?.styled())).collect();
                Ok(Value::List(Rc::new(List { bracketed: *bracketed, ..List::new(items?, *separator) })))
            }
            ExprKind::Map(pairs) => self.map(expr, pairs),
            ExprKind::Operation(operator, operands) => self.operation(*operator, operands),
            ExprKind::Unary(operator, operand) => {
                let value = self.evaluate(operand)?;
                self.count_work(value.work())?;
                unary(operator, &value, self.compressed)
            }
            ExprKind::Call(call) => self.function(call, expr.line),
        }
    }

    /// The value of a variable in the current environment or around it. `None` if it is undefined.
    fn variable(&mut self, key: Symbol) -> Option<Value> {
        let (value, global) = self.environment.lookup(key)?;
        if global {
            self.effects.note_global(&self.global, key, &value);
        }
        Some(value)
    }

    /// The value of a variable in `environment` or the scopes around it. `None` if it is undefined.
    pub(super) fn variable_in(&mut self, environment: &Environment, key: Symbol) -> Option<Value> {
        let found = environment.lookup(key);
        match &found {
            Some((value, true)) => self.effects.note_global(&self.global, key, value),
            Some((_, false)) => {}
            None => self.effects.note(),
        }
        found.map(|(value, _)| value)
    }

    fn operation(&mut self, operator: Operator, operands: &[Expr; 2]) -> SassResult<Value> {
        let [left, right] = operands;
        let one = self.evaluate(left)?;
        match operator {
            Operator::And if !one.truthy() => return Ok(one),
            Operator::Or if one.truthy() => return Ok(one),
            Operator::And | Operator::Or => return self.evaluate(right),
            _ => {}
        }
        let two = self.evaluate(right)?;
        let is_color = |value: &Value| matches!(value, Value::Color(_));
        let of_color = |value: &Value| matches!(value, Value::Color(_) | Value::Number(_));
        if operator.is_arithmetic() && (is_color(&one) || is_color(&two)) && of_color(&one) && of_color(&two) {
            self.deprecate("later versions of Sass cannot compute with colours");
        }
        let result = operate(&one, operator, &two, self.compressed)?;
        let read = one.work().min(two.work());
        self.count_work(read.max(result.work()))?;
        Ok(result)
    }

    fn interpolation(&mut self, interpolation: &Interpolation) -> SassResult<Value> {
        let mut out = String::new();
        if let Some(before) = &interpolation.before {
            let before = self.evaluate(before)?;
            out.push_str(&self.css(&before)?);
            if interpolation.space_before {
                out.push(' ');
            }
        }
        let middle = self.evaluate(&interpolation.middle)?;
        out.push_str(&self.plain(&middle)?);
        if let Some(after) = &interpolation.after {
            if interpolation.space_after {
                out.push(' ');
            }
            let after = self.evaluate(after)?;
            out.push_str(&self.css(&after)?);
        }
        self.written(Value::ident(out))
    }

    /// Returns a text that an operation created, after counting its length as work. Fails if the compilation does too
    /// much work.
    fn written(&mut self, text: Value) -> SassResult<Value> {
        self.count_work(text.work())?;
        Ok(text)
    }

    fn string(&mut self, parts: &[Expr; 3]) -> SassResult<Value> {
        let [before, middle, after] = parts;
        let (Value::Text(before), middle) = (self.evaluate(before)?, self.evaluate(middle)?) else {
            return Ok(Value::Null);
        };
        let mut out = before.value.to_string();
        match &middle {
            Value::Text(text) => out.push_str(&text.value),
            other => out.push_str(&self.plain(other)?),
        }
        if let Value::Text(after) = self.evaluate(after)? {
            out.push_str(&after.value);
        }
        self.written(if before.quoted { Value::string(out) } else { Value::ident(out) })
    }

    fn map(&mut self, expr: &Expr, pairs: &[(Expr, Expr)]) -> SassResult<Value> {
        let mut map = Map::default();
        for (key, value) in pairs {
            let (key, value) = (self.evaluate(key)?, self.evaluate(value)?);
            if map.get(&key).is_some() {
                let (key, text) = (key.inspect(), expr.source());
                return Err(SyntaxError::new(format!("Duplicate key {key} in map {text}.")));
            }
            map.insert(key.styled(), value.styled());
        }
        Ok(Value::Map(Rc::new(map)))
    }

    /// Calls a user-defined, built-in or plain CSS function.
    fn function(&mut self, call: &Call, line: u32) -> SassResult<Value> {
        self.step()?;
        let defined = self.environment.function(call.key);
        if defined.is_none() && &*call.name == "if" && call.arguments.splat.is_none() {
            return self.choose(call);
        }
        let passed = self.passed(&call.arguments)?;
        self.call_function(&call.name, defined, call.known, passed, line)
    }

    /// Evaluates `if()`, but only the result that the condition selects.
    fn choose(&mut self, call: &Call) -> SassResult<Value> {
        let arguments = &call.arguments;
        let mut slots: [Option<&Expr>; 3] = [None; 3];
        let names = ["condition", "if-true", "if-false"];
        if arguments.positional.len() + arguments.keywords.len() != 3 {
            let given = arguments.positional.len() + arguments.keywords.len();
            return Err(SyntaxError::new(format!("wrong number of arguments ({given} for 3) for `if'")));
        }
        for (slot, argument) in slots.iter_mut().zip(&arguments.positional) {
            *slot = Some(argument);
        }
        for (variable, value) in &arguments.keywords {
            let name = variable.key.as_str();
            let Some(slot) = names.iter().position(|known| *known == name).and_then(|index| slots.get_mut(index))
            else {
                let name = name.replace('-', "_");
                return Err(SyntaxError::new(format!("Function if doesn't have an argument named ${name}")));
            };
            *slot = Some(value);
        }
        let [Some(condition), Some(yes), Some(no)] = slots else {
            return Err(SyntaxError::new("Function if requires an argument named $condition"));
        };
        let holds = self.evaluate(condition)?.truthy();
        self.evaluate(if holds { yes } else { no }).map(|value| value.computed().styled())
    }

    pub(crate) fn call_function(
        &mut self,
        name: &Arc<str>,
        defined: Option<Rc<Callable>>,
        known: Option<&'static Builtin>,
        passed: EvaluatedArguments,
        line: u32,
    ) -> SassResult<Value> {
        let file = self.frames.last().and_then(|frame| frame.file.clone());
        let frame = Frame { file, line, name: Some(Arc::clone(name)), kind: FrameKind::Function };
        if let Some(function) = defined {
            let value = self.framed(frame, |evaluator| evaluator.run_function(&function, name, passed));
            return value.map(Value::computed);
        }
        let Some(known) = known else { return self.css_function(name, passed) };
        let result = self.framed(frame, |evaluator| functions::call(known, evaluator, passed));
        match result {
            Ok(value) => Ok(value.computed().styled()),
            Err(mut fault) if fault.kind == ErrorKind::Argument => {
                fault.message = format!("{} for `{name}'", fault.message);
                fault.kind = ErrorKind::Plain;
                Err(fault)
            }
            Err(fault) => Err(fault),
        }
    }

    /// The CSS text of a call of a function that Sass does not define. Fails for named arguments, and for values that
    /// CSS does not have, such as maps.
    pub(crate) fn css_function(&mut self, name: &str, passed: EvaluatedArguments) -> SassResult<Value> {
        if !passed.keywords.is_empty() {
            let name = name.replace('-', "_");
            return Err(SyntaxError::new(format!("Function {name} doesn't support keyword arguments")));
        }
        let arguments: SassResult<Vec<String>> = passed.positional.iter().map(|value| self.css(value)).collect();
        self.written(Value::ident(format!("{name}({})", arguments?.join(", "))))
    }

    fn run_function(&mut self, function: &Rc<Callable>, name: &str, passed: EvaluatedArguments) -> SassResult<Value> {
        if !Rc::ptr_eq(&function.environment, &self.global) {
            // It can access variables that are neither its own nor global.
            self.effects.note();
        }
        self.cached_call(function, passed, |evaluator, passed| {
            let result = evaluator.call(function, passed, |evaluator, environment| {
                environment.set_caller(&evaluator.environment);
                let mut ignored = Vec::new();
                evaluator.within(environment, |evaluator| evaluator.statements(&function.body, &mut ignored))
            })?;
            result.ok_or_else(|| SyntaxError::new(format!("Function {name} finished without @return")))
        })
    }

    /// Calls a function that is a value, as from `get-function()`. A function of plain CSS becomes the text of its
    /// call.
    pub(crate) fn call_value(&mut self, function: &FunctionValue, passed: EvaluatedArguments) -> SassResult<Value> {
        let line = self.frames.last().map_or(0, |frame| frame.line);
        match &function.kind {
            FunctionKind::Defined(callable) => {
                self.call_function(&function.name, Some(Rc::clone(callable)), None, passed, line)
            }
            FunctionKind::BuiltIn => {
                self.call_function(&function.name, None, functions::find(&function.name), passed, line)
            }
            FunctionKind::Css => self.css_function(&function.name, passed),
        }
    }
}

/// A list without brackets, whose items are separated by commas, such as the result of `map-keys()`.
pub(crate) fn comma_list(items: Vec<Value>) -> Value {
    Value::list(items, Separator::Comma)
}

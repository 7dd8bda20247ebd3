//! Evaluates statements, which append CSS nodes to the output.

use super::callable::Callable;
use super::environment::ContentBlock;
use super::result_cache::CachedResults;
use super::{Environment, Evaluator, Frame, FrameKind};
use crate::MessageKind;
use crate::css::{CssDeclaration, Node, NodeKind};
use crate::error::{Locate, SassResult, SyntaxError};
use crate::script::{Arguments, Expr, Piece, Variable};
use crate::selector::{Compound, SelectorParser};
use crate::tree::{Declaration, DeclarationValue, Kind, Statement};
use crate::value::Value;
use hastie_sass_core::symbol::Symbol;
use std::rc::Rc;
use std::sync::Arc;

impl Evaluator<'_> {
    /// Evaluates statements, and appends their CSS to `out`. Stops at `@return`, and returns its value. `None` without
    /// `@return`.
    pub(super) fn statements(&mut self, statements: &[Statement], out: &mut Vec<Node>) -> SassResult<Option<Value>> {
        for statement in statements {
            if let Some(value) = self.statement(statement, out)? {
                return Ok(Some(value));
            }
        }
        Ok(None)
    }

    fn statement(&mut self, statement: &Statement, out: &mut Vec<Node>) -> SassResult<Option<Value>> {
        let before = std::mem::replace(&mut self.here, (statement.file, statement.line));
        let result = self.step().and_then(|()| self.statement_here(statement, out));
        self.here = before;
        match result {
            Ok(value) => Ok(value),
            failed => failed.located(self.file_name(statement.file).as_ref(), statement.line),
        }
    }

    fn statement_here(&mut self, statement: &Statement, out: &mut Vec<Node>) -> SassResult<Option<Value>> {
        match &statement.kind {
            Kind::Rule(selector) => self.rule(statement, selector, out)?,
            Kind::Declaration(declaration) => self.declaration(statement, declaration, out)?,
            Kind::Directive(_) | Kind::Media(_) | Kind::Supports(..) | Kind::AtRoot(_) | Kind::CssImport { .. } => {
                self.directive(statement, out)?;
            }
            Kind::Import(name) => self.import(statement, name, out)?,
            Kind::Charset => self.put(Node::new(NodeKind::Charset, statement.line, statement.file), out)?,
            Kind::Comment(pieces, kind) => {
                let node = |kind| Node::new(kind, statement.line, statement.file);
                if !node(NodeKind::Comment("".into(), *kind)).is_invisible(self.compressed) {
                    let text = self.text(pieces)?.replace("\\\\", "\0").replace("\\#", "#").replace('\0', "\\");
                    self.put(node(NodeKind::Comment(text.into(), *kind)), out)?;
                }
            }
            Kind::Extend { selector, optional } => self.extend(statement, selector, *optional, out)?,
            Kind::Mixin { name, parameters, takes_content } => {
                let mixin = self.callable(statement, name, parameters, Some(*takes_content))?;
                self.effects.note_definition();
                self.environment.define_mixin(Symbol::normalized(name), mixin);
            }
            Kind::Function { name, parameters } => {
                let function = self.callable(statement, name, parameters, None)?;
                self.effects.note_definition();
                self.environment.define_function(Symbol::normalized(name), function);
            }
            Kind::Include { mixin, arguments } => self.include(statement, mixin, arguments, out)?,
            Kind::Content => self.content(statement, out)?,
            Kind::Return(expr) => return self.evaluate(expr).map(Some),
            Kind::Debug(expr) => self.debug(statement, expr)?,
            Kind::Warn(expr) => self.warn(statement, expr)?,
            Kind::Error(expr) => {
                let text = self.message_text(expr)?;
                return Err(SyntaxError::new(text));
            }
            Kind::For { .. } | Kind::Each { .. } | Kind::While(_) | Kind::If(..) => {
                return self.control(statement, out);
            }
            Kind::Variable { variable, value, guarded, global } => {
                let environment = Rc::clone(if *global { &self.global } else { &self.environment });
                if *guarded && self.variable_in(&environment, variable.key).is_some_and(|known| !known.is_null()) {
                    return Ok(None);
                }
                let value = self.evaluate(value)?;
                if environment.set(variable.key, value.computed()) {
                    self.effects.note_assignment(true);
                }
            }
        }
        Ok(None)
    }

    fn extend(
        &mut self,
        statement: &Statement,
        selector: &[Piece],
        optional: bool,
        out: &mut Vec<Node>,
    ) -> SassResult<()> {
        let text = self.trimmed_text(selector)?;
        let targets = SelectorParser::new(&text, statement.line).selectors()?;
        let is_compound = |compound: Rc<Compound>| compound.members.len() > 1;
        if targets.members.iter().any(|target| target.only_compound().is_some_and(is_compound)) {
            self.deprecate("later versions of Sass cannot extend a compound selector");
        }
        let kind = NodeKind::Extend(Rc::new(targets), optional);
        self.put(Node::new(kind, statement.line, statement.file), out)
    }

    fn callable(
        &mut self,
        statement: &Statement,
        name: &Arc<str>,
        parameters: &Arc<crate::script::Parameters>,
        takes_content: Option<bool>,
    ) -> SassResult<Rc<Callable>> {
        self.keep(size_of::<Callable>() + size_of::<Environment>())?;
        self.definers.push(Rc::clone(&self.environment));
        Ok(Rc::new(Callable {
            name: Arc::clone(name),
            parameters: Arc::clone(parameters),
            environment: Rc::clone(&self.environment),
            body: Arc::clone(&statement.children),
            is_mixin: takes_content.is_some(),
            takes_content: takes_content.unwrap_or(false),
            cached_results: CachedResults::default(),
        }))
    }

    /// Evaluates the block of a statement in a new scope, and returns the CSS that it produces.
    pub(super) fn children(&mut self, statement: &Statement) -> SassResult<Vec<Node>> {
        let environment = Environment::within(&self.environment);
        let mut children = Vec::with_capacity(statement.children.len());
        self.within(environment, |evaluator| {
            evaluator.deeper(|evaluator| evaluator.statements(&statement.children, &mut children))
        })?;
        Ok(children)
    }

    fn declaration(&mut self, statement: &Statement, declaration: &Declaration, out: &mut Vec<Node>) -> SassResult<()> {
        let name = self.trimmed_text(&declaration.name)?;
        let value = match &declaration.value {
            DeclarationValue::Script(expr) => {
                let value = self.evaluate(expr)?;
                self.css(&value)?
            }
            DeclarationValue::Text(pieces) => self.text(pieces)?,
        };
        if declaration.starts_with_colon {
            self.deprecate("later versions of Sass read \":name value\" as a selector");
        }
        let custom = Statement::is_custom(&declaration.name);
        let (column, hint) = (declaration.column, declaration.hint.clone());
        let declaration = CssDeclaration { name, value, custom, column, hint };
        let node = Node::new(NodeKind::Declaration(Rc::new(declaration)), statement.line, statement.file);
        if !statement.has_children {
            self.put(node, out)?;
            return Ok(());
        }
        let children = self.children(statement)?;
        self.put(Node { has_children: true, ..node.with(children) }, out)?;
        Ok(())
    }

    fn include(
        &mut self,
        statement: &Statement,
        mixin: &Variable,
        arguments: &Arguments,
        out: &mut Vec<Node>,
    ) -> SassResult<()> {
        let file = self.file_name(statement.file);
        let name = Some(Arc::clone(&mixin.name));
        let frame = Frame { file, line: statement.line, name, kind: FrameKind::Mixin };
        let result = self.framed(frame, |evaluator| evaluator.include_here(statement, mixin, arguments, out));
        result.map_err(|mut fault| {
            fault.locate(None, Some(statement.line));
            fault.add_place(None, Some(statement.line));
            fault
        })
    }

    fn include_here(
        &mut self,
        statement: &Statement,
        Variable { key, name }: &Variable,
        arguments: &Arguments,
        out: &mut Vec<Node>,
    ) -> SassResult<()> {
        let Some(mixin) = self.environment.mixin(*key) else {
            return Err(SyntaxError::new(format!("Undefined mixin '{name}'.")));
        };
        if statement.has_children && !mixin.takes_content {
            return Err(SyntaxError::new(format!("Mixin \"{name}\" does not accept a content block.")));
        }
        let passed = self.passed(arguments)?;
        self.call(&mixin, passed, |evaluator, environment| {
            environment.set_caller(&evaluator.environment);
            if statement.has_children {
                let statements = Arc::clone(&statement.children);
                let block = ContentBlock { statements, environment: Rc::clone(&evaluator.environment) };
                environment.set_content(block);
            }
            evaluator.within(environment, |evaluator| evaluator.statements(&mixin.body, out)).map(|_| ())
        })
    }

    fn content(&mut self, statement: &Statement, out: &mut Vec<Node>) -> SassResult<()> {
        let Some(block) = self.environment.content() else { return Ok(()) };
        let name = Some("@content".into());
        let frame = Frame { file: self.file_name(statement.file), line: statement.line, name, kind: FrameKind::Mixin };
        let result = self.framed(frame, |evaluator| {
            let environment = Environment::within(&block.environment);
            environment.set_caller(&evaluator.environment);
            evaluator.within(environment, |evaluator| evaluator.statements(&block.statements, out))
        });
        result.map(|_| ()).map_err(|mut fault| {
            fault.locate(None, Some(statement.line));
            fault.add_place(None, Some(statement.line));
            fault
        })
    }

    /// The text of a message: an unquoted string, or any other value as SassScript.
    fn message_text(&mut self, expr: &Expr) -> SassResult<String> {
        Ok(match self.evaluate(expr)? {
            Value::Text(text) => text.value.to_string(),
            other => other.sass(self.compressed),
        })
    }

    fn debug(&mut self, statement: &Statement, expr: &Expr) -> SassResult<()> {
        let text = self.message_text(expr)?;
        let place = match self.file_name(statement.file) {
            Some(file) => format!("{file}:{}", statement.line),
            None => format!("Line {}", statement.line),
        };
        self.report(MessageKind::Debug, format!("{place} DEBUG: {text}"))
    }

    fn warn(&mut self, statement: &Statement, expr: &Expr) -> SassResult<()> {
        let text = match self.evaluate(expr)? {
            Value::Text(text) => text.value.to_string(),
            other => self.css(&other)?,
        };
        let frame = Frame {
            file: self.file_name(statement.file),
            line: statement.line,
            name: Some("@warn".into()),
            kind: FrameKind::Directive,
        };
        self.framed(frame, |evaluator| {
            let stack = evaluator.stack().replace('\n', "\n         ");
            evaluator.report(MessageKind::Warning, format!("WARNING: {text}\n         {stack}\n"))
        })
    }
}

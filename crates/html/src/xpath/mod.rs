//! XPath 1.0 over [`Document`]s, with the details of libxml2.
//!
//! Expressions nest at most 64 levels deep, and an evaluation visits a limited number of nodes, so every expression
//! ends.

mod ast;
mod axes;
mod compare;
mod eval;
mod functions;
mod lexer;
mod number;
mod parser;
mod value;

pub use value::{Item, Value};

use crate::tree::{Document, NodeId};
use std::fmt;

/// A parsed XPath expression, which can be evaluated any number of times.
#[derive(Debug, Clone)]
pub struct XPath {
    text: String,
    expression: ast::Expr,
}

/// The cause of an XPath error, such as an undefined variable. Each cause has its own number in libxml2.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// A literal without its closing quote.
    UnfinishedLiteral,
    /// A variable without a name.
    VariableReference,
    /// A variable that the bindings do not contain.
    UndefinedVariable,
    /// A predicate without its closing bracket.
    Predicate,
    /// Any other syntax error.
    Expression,
    /// A function that neither XPath 1.0 nor the caller defines.
    Function,
    /// An operand of the wrong type.
    Type,
    /// A wrong number of arguments.
    Arguments,
    /// A prefix without a namespace.
    Prefix,
    /// The evaluation visits too many nodes.
    Limit,
    /// The expression nests too deeply.
    Depth,
}

/// An error in an expression or in its evaluation. The method `code` returns libxml2's number of the error.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct XPathError {
    /// The kind of error, which determines libxml2's number and message.
    pub kind: ErrorKind,
    /// The expression as the caller passed it.
    pub expression: String,
}

impl XPathError {
    /// The number of the error in libxml2 (`xmlXPathError`).
    pub fn code(&self) -> u16 {
        match self.kind {
            ErrorKind::UnfinishedLiteral => 1202,
            ErrorKind::VariableReference => 1204,
            ErrorKind::UndefinedVariable => 1205,
            ErrorKind::Predicate => 1206,
            ErrorKind::Expression => 1207,
            ErrorKind::Function => 1209,
            ErrorKind::Type => 1211,
            ErrorKind::Arguments => 1212,
            ErrorKind::Prefix => 1219,
            ErrorKind::Limit => 1225,
            ErrorKind::Depth => 1226,
        }
    }

    /// libxml2's message for the error, without the expression.
    pub fn reason(&self) -> &'static str {
        match self.kind {
            ErrorKind::UnfinishedLiteral => "Unfinished literal",
            ErrorKind::VariableReference => "Expected $ for variable reference",
            ErrorKind::UndefinedVariable => "Undefined variable",
            ErrorKind::Predicate => "Invalid predicate",
            ErrorKind::Expression => "Invalid expression",
            ErrorKind::Function => "Unregistered function",
            ErrorKind::Type => "Invalid type",
            ErrorKind::Arguments => "Invalid number of arguments",
            ErrorKind::Prefix => "Undefined namespace prefix",
            ErrorKind::Limit => "Operation limit exceeded",
            ErrorKind::Depth => "Recursion limit exceeded",
        }
    }
}

impl fmt::Display for XPathError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", self.reason(), self.expression)
    }
}

impl std::error::Error for XPathError {}

/// A callback for functions that XPath lacks. It receives the name and the arguments, and returns `None` for unknown
/// functions.
pub type CustomFunction<'f> = dyn FnMut(&str, Vec<Value>) -> Option<Result<Value, XPathError>> + 'f;

/// The variables, functions and prefixes that an expression may refer to.
#[derive(Default)]
pub struct Bindings<'b> {
    /// The prefixes that the expression may use, each with the address of its namespace.
    pub namespaces: Vec<(String, String)>,
    /// The variables that the expression may use, each with its value. The names have no `$`.
    pub variables: Vec<(String, Value)>,
    /// Functions of the caller, in addition to the functions of XPath 1.0. `None` if there are none.
    pub functions: Option<&'b mut CustomFunction<'b>>,
}

impl fmt::Debug for Bindings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Bindings").field("namespaces", &self.namespaces).finish_non_exhaustive()
    }
}

impl XPath {
    /// Parses an XPath 1.0 expression.
    ///
    /// # Errors
    /// Fails if the text is not XPath, or if it nests too deeply.
    pub fn parse(text: &str) -> Result<XPath, XPathError> {
        let expression = parser::parse(text).map_err(|kind| XPathError { kind, expression: text.to_owned() })?;
        Ok(XPath { text: text.to_owned(), expression })
    }

    /// Evaluates the expression, with `context` as the context node.
    ///
    /// # Errors
    /// Fails for unknown functions, variables and prefixes, and for wrong types and numbers of arguments. Also
    /// fails if the evaluation visits too many nodes.
    ///
    /// ```
    /// use hastie_html::{html4, xpath::{Bindings, Value, XPath}};
    /// let page = html4::parse("<p>a</p><p>b</p>");
    /// let count = XPath::parse("count(//p)").unwrap();
    /// let result = count.evaluate(&page, page.root().unwrap(), &mut Bindings::default()).unwrap();
    /// assert_eq!(result, Value::Number(2.0));
    /// ```
    pub fn evaluate(
        &self,
        document: &Document,
        context: NodeId,
        bindings: &mut Bindings<'_>,
    ) -> Result<Value, XPathError> {
        let mut evaluator = eval::Evaluator::new(document, bindings);
        evaluator.evaluate(&self.expression, eval::Context { item: Item::node(context), position: 1, size: 1 }).map_err(
            |error| match error {
                eval::Failure::Kind(kind) => XPathError { kind, expression: self.text.clone() },
                eval::Failure::Error(error) => error,
            },
        )
    }

    /// The nodes that the expression selects, in document order.
    ///
    /// # Errors
    /// Same as [`evaluate`](Self::evaluate), and if the result is not a set of nodes.
    pub fn select(&self, document: &Document, context: NodeId) -> Result<Vec<NodeId>, XPathError> {
        match self.evaluate(document, context, &mut Bindings::default())? {
            Value::Nodes(items) => Ok(items.into_iter().map(|item| item.node).collect()),
            _ => Err(XPathError { kind: ErrorKind::Type, expression: self.text.clone() }),
        }
    }
}

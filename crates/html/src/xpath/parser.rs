//! Parses an expression to a syntax tree, by the grammar of XPath 1.0.

use super::ErrorKind;
use super::ast::{Arithmetic, Axis, Comparison, Expr, Start, Step, Test};
use super::lexer::{Token, tokens};

/// The maximum nesting of brackets, predicates and arguments.
const MAX_DEPTH: usize = 64;

pub(super) fn parse(text: &str) -> Result<Expr, ErrorKind> {
    let mut parser = Parser { tokens: tokens(text)?, position: 0, depth: 0 };
    let expression = parser.or()?;
    if parser.position < parser.tokens.len() {
        return Err(ErrorKind::Expression);
    }
    Ok(expression)
}

struct Parser {
    tokens: Vec<Token>,
    position: usize,
    depth: usize,
}

impl Parser {
    fn peek(&self) -> Option<&Token> {
        self.tokens.get(self.position)
    }

    fn is_symbol(&self, symbol: &str) -> bool {
        matches!(self.peek(), Some(Token::Symbol(found)) if *found == symbol)
    }

    fn take_symbol(&mut self, symbol: &str) -> bool {
        let found = self.is_symbol(symbol);
        self.position += usize::from(found);
        found
    }

    fn take_word(&mut self, word: &str) -> bool {
        let found = matches!(self.peek(), Some(Token::Word(found)) if *found == word);
        self.position += usize::from(found);
        found
    }

    fn or(&mut self) -> Result<Expr, ErrorKind> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            return Err(ErrorKind::Depth);
        }
        let mut parts = vec![self.and()?];
        while self.take_word("or") {
            parts.push(self.and()?);
        }
        self.depth -= 1;
        Ok(single(parts, Expr::Or))
    }

    fn and(&mut self) -> Result<Expr, ErrorKind> {
        let mut parts = vec![self.equality()?];
        while self.take_word("and") {
            parts.push(self.equality()?);
        }
        Ok(single(parts, Expr::And))
    }

    fn equality(&mut self) -> Result<Expr, ErrorKind> {
        let first = self.relation()?;
        let mut rest = Vec::new();
        loop {
            let comparison = if self.take_symbol("=") {
                Comparison::Equal
            } else if self.take_symbol("!=") {
                Comparison::NotEqual
            } else {
                break;
            };
            rest.push((comparison, self.relation()?));
        }
        Ok(if rest.is_empty() { first } else { Expr::Compare(Box::new(first), rest) })
    }

    fn relation(&mut self) -> Result<Expr, ErrorKind> {
        let first = self.sum()?;
        let mut rest = Vec::new();
        loop {
            let comparison = if self.take_symbol("<") {
                Comparison::Less
            } else if self.take_symbol("<=") {
                Comparison::LessOrEqual
            } else if self.take_symbol(">") {
                Comparison::Greater
            } else if self.take_symbol(">=") {
                Comparison::GreaterOrEqual
            } else {
                break;
            };
            rest.push((comparison, self.sum()?));
        }
        Ok(if rest.is_empty() { first } else { Expr::Compare(Box::new(first), rest) })
    }

    fn sum(&mut self) -> Result<Expr, ErrorKind> {
        let first = self.product()?;
        let mut rest = Vec::new();
        loop {
            let operator = if self.take_symbol("+") {
                Arithmetic::Add
            } else if self.take_symbol("-") {
                Arithmetic::Subtract
            } else {
                break;
            };
            rest.push((operator, self.product()?));
        }
        Ok(if rest.is_empty() { first } else { Expr::Compute(Box::new(first), rest) })
    }

    fn product(&mut self) -> Result<Expr, ErrorKind> {
        let first = self.unary()?;
        let mut rest = Vec::new();
        loop {
            let operator = if self.take_symbol("*") {
                Arithmetic::Multiply
            } else if self.take_word("div") {
                Arithmetic::Divide
            } else if self.take_word("mod") {
                Arithmetic::Modulo
            } else {
                break;
            };
            rest.push((operator, self.unary()?));
        }
        Ok(if rest.is_empty() { first } else { Expr::Compute(Box::new(first), rest) })
    }

    fn unary(&mut self) -> Result<Expr, ErrorKind> {
        let mut count = 0;
        while self.take_symbol("-") {
            count += 1;
        }
        let operand = self.union()?;
        Ok(match count {
            0 => operand,
            count if count % 2 == 1 => Expr::Negate(Box::new(operand)),
            _ => Expr::Negate(Box::new(Expr::Negate(Box::new(operand)))),
        })
    }

    fn union(&mut self) -> Result<Expr, ErrorKind> {
        let mut parts = vec![self.path()?];
        while self.take_symbol("|") {
            parts.push(self.path()?);
        }
        Ok(single(parts, Expr::Union))
    }

    fn path(&mut self) -> Result<Expr, ErrorKind> {
        if let Some(primary) = self.primary()? {
            let predicates = self.predicates()?;
            let mut steps = Vec::new();
            self.more_steps(&mut steps)?;
            if predicates.is_empty() && steps.is_empty() {
                return Ok(primary);
            }
            return Ok(Expr::Path(Start::Filter(Box::new(primary), predicates), optimized(steps)));
        }
        let mut steps = Vec::new();
        let start = if self.take_symbol("//") {
            steps.push(Step::any(Axis::DescendantOrSelf));
            self.step(&mut steps)?;
            Start::Root
        } else if self.take_symbol("/") {
            if self.begins_step() {
                self.step(&mut steps)?;
            }
            Start::Root
        } else {
            self.step(&mut steps)?;
            Start::Context
        };
        self.more_steps(&mut steps)?;
        Ok(Expr::Path(start, optimized(steps)))
    }

    fn more_steps(&mut self, steps: &mut Vec<Step>) -> Result<(), ErrorKind> {
        loop {
            if self.take_symbol("//") {
                steps.push(Step::any(Axis::DescendantOrSelf));
            } else if !self.take_symbol("/") {
                return Ok(());
            }
            self.step(steps)?;
        }
    }

    fn begins_step(&self) -> bool {
        match self.peek() {
            Some(Token::Name(..) | Token::AnyPrefix(_) | Token::Axis(_)) => true,
            Some(Token::Symbol(symbol)) => matches!(*symbol, "." | ".." | "@"),
            _ => false,
        }
    }

    /// Reads a step of a path, and adds it to `steps`. Omits the step `.`, although XPath defines it as `self::node()`:
    /// in libxml2, `.` also selects a fragment, which `self::node()` does not match.
    fn step(&mut self, steps: &mut Vec<Step>) -> Result<(), ErrorKind> {
        if self.take_symbol(".") {
            return Ok(());
        }
        if self.take_symbol("..") {
            steps.push(Step::any(Axis::Parent));
            return Ok(());
        }
        let axis = if self.take_symbol("@") {
            Axis::Attribute
        } else if let Some(Token::Axis(name)) = self.peek() {
            let axis = Axis::named(name).ok_or(ErrorKind::Expression)?;
            self.position += 1;
            axis
        } else {
            Axis::Child
        };
        let test = self.test()?;
        let predicates = self.predicates()?;
        steps.push(Step { axis, test, predicates });
        Ok(())
    }

    fn test(&mut self) -> Result<Test, ErrorKind> {
        let token = self.peek().cloned().ok_or(ErrorKind::Expression)?;
        self.position += 1;
        match token {
            Token::AnyPrefix(name) => Ok(Test::Local(name)),
            Token::Name(None, name) if self.is_symbol("(") => {
                self.position += 1;
                let test = match name.as_str() {
                    "node" => Test::Node,
                    "text" => Test::Text,
                    "comment" => Test::Comment,
                    "processing-instruction" => {
                        let literal = match self.peek() {
                            Some(Token::Literal(literal)) => Some(literal.clone()),
                            _ => None,
                        };
                        self.position += usize::from(literal.is_some());
                        Test::Instruction(literal)
                    }
                    _ => return Err(ErrorKind::Expression),
                };
                if self.take_symbol(")") { Ok(test) } else { Err(ErrorKind::Expression) }
            }
            Token::Name(prefix, name) if name == "*" => Ok(Test::Any(prefix)),
            Token::Name(prefix, name) => Ok(Test::Name(prefix, name)),
            _ => Err(ErrorKind::Expression),
        }
    }

    fn predicates(&mut self) -> Result<Vec<Expr>, ErrorKind> {
        let mut predicates = Vec::new();
        while self.take_symbol("[") {
            predicates.push(self.or()?);
            if !self.take_symbol("]") {
                return Err(ErrorKind::Predicate);
            }
        }
        Ok(predicates)
    }

    /// Reads an expression that is not a path, such as a number or a function call. `None` if a path begins at the
    /// current position.
    fn primary(&mut self) -> Result<Option<Expr>, ErrorKind> {
        let Some(token) = self.peek().cloned() else { return Err(ErrorKind::Expression) };
        let expression = match token {
            Token::Number(number) => Expr::Number(number),
            Token::Literal(text) => Expr::Literal(text),
            Token::Variable(name) => Expr::Variable(name),
            Token::Symbol("(") => {
                self.position += 1;
                let inner = self.or()?;
                if !self.take_symbol(")") {
                    return Err(ErrorKind::Expression);
                }
                return Ok(Some(inner));
            }
            Token::Name(prefix, name)
                if matches!(self.tokens.get(self.position + 1), Some(Token::Symbol("(")))
                    && !(prefix.is_none()
                        && matches!(name.as_str(), "node" | "text" | "comment" | "processing-instruction")) =>
            {
                self.position += 2;
                return Ok(Some(Expr::Call(prefix, name, self.arguments()?)));
            }
            _ => return Ok(None),
        };
        self.position += 1;
        Ok(Some(expression))
    }

    fn arguments(&mut self) -> Result<Vec<Expr>, ErrorKind> {
        let mut arguments = Vec::new();
        if self.take_symbol(")") {
            return Ok(arguments);
        }
        loop {
            arguments.push(self.or()?);
            if self.take_symbol(")") {
                return Ok(arguments);
            }
            if !self.take_symbol(",") {
                return Err(ErrorKind::Expression);
            }
        }
    }
}

fn single(mut parts: Vec<Expr>, many: impl FnOnce(Vec<Expr>) -> Expr) -> Expr {
    match (parts.len(), parts.pop()) {
        (1, Some(only)) => only,
        (_, Some(last)) => {
            parts.push(last);
            many(parts)
        }
        (_, None) => many(parts),
    }
}

/// Joins `//` with a following step without predicates, as libxml2 does: `//p` becomes `/descendant::p`. This matters
/// in fragments, because `descendant-or-self::node()` does not select a fragment.
fn optimized(steps: Vec<Step>) -> Vec<Step> {
    let mut joined: Vec<Step> = Vec::with_capacity(steps.len());
    for mut step in steps {
        let follows = joined.last().is_some_and(|last| {
            last.axis == Axis::DescendantOrSelf && last.test == Test::Node && last.predicates.is_empty()
        });
        if follows && step.predicates.is_empty() {
            match step.axis {
                Axis::Child | Axis::Descendant => {
                    joined.pop();
                    step.axis = Axis::Descendant;
                }
                Axis::Itself | Axis::DescendantOrSelf => {
                    joined.pop();
                    step.axis = Axis::DescendantOrSelf;
                }
                _ => {}
            }
        }
        joined.push(step);
    }
    joined
}

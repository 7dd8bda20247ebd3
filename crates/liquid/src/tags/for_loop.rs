//! `for`: renders its body once for each item.

use super::forloop_drop::ForLoop;
use super::{Tag, TagParse};
use crate::body::Body;
use crate::context::{Context, Interrupt};
use crate::cost::limit_reached;
use crate::effects::TemplateEffects;
use crate::expression::{Expression, integer_in};
use crate::lax_markup::{attributes, fragments, skip_segment, skip_spaces};
use crate::lexer::Kind;
use crate::parser::Parser;
use crate::value::key::Name;
use crate::value::text::is_space;
use crate::value::{Abort, Drop, Error, ErrorKind, Value};
use std::ops::Range;
use std::sync::Arc;
use std::sync::atomic::Ordering;

#[derive(Debug)]
struct For {
    header: Header,
    forloop: Name,
    body: Body,
    otherwise: Option<Body>,
    blank: bool,
}

/// The parsed markup of the tag: `item in collection reversed limit: 2 offset: 1`.
#[derive(Debug, Clone)]
struct Header {
    variable: Name,
    /// `item-collection`: the key for `offset: continue`.
    name: Name,
    collection: Expression,
    reversed: bool,
    limit: Option<Expression>,
    offset: Offset,
}

#[derive(Debug, Clone)]
enum Offset {
    None,
    Continue,
    Value(Expression),
}

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    let header = tag.select(tag.markup(), Header::strict, Header::lax)?;
    let mut body = Body::default();
    let mut otherwise = None;
    let mut next = tag.section(&mut body)?;
    let mut blank = body.blank();
    if let Some((name, _)) = next {
        if name != "else" {
            return Err(tag.unknown_tag(name));
        }
        let mut last = Body::default();
        next = tag.section(&mut last)?;
        blank = blank && last.blank();
        otherwise = Some(last);
    }
    match next {
        None => {}
        // Ruby treats a second `else` as the end of the loop. Its branch is empty, and what follows is outside of the
        // loop.
        Some(("else", _)) => otherwise = Some(Body::default()),
        Some((name, _)) => return Err(tag.unknown_tag(name)),
    }
    if blank {
        body.silence();
        otherwise.iter_mut().for_each(Body::silence);
    }
    Ok(Box::new(For { header, forloop: Name::new("forloop"), body, otherwise, blank }))
}

impl Header {
    fn new(variable: &str, collection: &str) -> Result<Self, Error> {
        Ok(Header {
            variable: Name::new(variable),
            name: Name::new(&format!("{variable}-{collection}")),
            collection: Expression::parse(collection)?,
            reversed: false,
            limit: None,
            offset: Offset::None,
        })
    }

    fn strict(markup: &str) -> Result<Self, Error> {
        let mut parser = Parser::new(markup)?;
        let variable = parser.consume(Kind::Id)?;
        if !parser.id("in") {
            return Err(Error::syntax("For loops require an 'in' clause"));
        }
        let mut header = Header::new(variable, &parser.expression()?)?;
        header.reversed = parser.id("reversed");
        while parser.look(Kind::Id, 0) && parser.look(Kind::Colon, 1) {
            let attribute = if parser.id("limit") {
                "limit"
            } else if parser.id("offset") {
                "offset"
            } else {
                let message = "Invalid attribute in for loop. Valid attributes are limit and offset";
                return Err(Error::syntax(message));
            };
            parser.consume(Kind::Colon)?;
            header.set(attribute, &parser.expression()?)?;
        }
        parser.end()?;
        Ok(header)
    }

    fn lax(markup: &str) -> Result<Self, Error> {
        let (variable, collection, rest) = shape(markup)
            .ok_or_else(|| Error::syntax("Syntax Error in 'for loop' - Valid syntax: for [item] in [collection]"))?;
        let mut header = Header::new(variable, collection)?;
        header.reversed = rest.starts_with("reversed");
        for (key, value) in attributes(markup) {
            header.set(key, value)?;
        }
        Ok(header)
    }

    /// Sets a parameter by the name of its variable in Ruby. False for a value of the wrong type.
    fn change(&mut self, name: &str, value: &Expression) -> bool {
        let text = value.as_literal().and_then(Value::as_str);
        match (name, text, value.as_literal()) {
            ("variable_name", Some(text), _) => self.variable = Name::new(text),
            ("name", Some(text), _) => self.name = Name::new(text),
            ("collection_name", ..) => self.collection = value.clone(),
            ("limit", ..) => self.limit = Some(value.clone()),
            ("from", _, Some(Value::Nil)) => self.offset = Offset::None,
            ("from", _, Some(Value::Symbol(word))) if word.as_str() == "continue" => self.offset = Offset::Continue,
            ("from", ..) => self.offset = Offset::Value(value.clone()),
            ("reversed", _, Some(literal)) => self.reversed = literal.truthy(),
            _ => return false,
        }
        true
    }

    fn set(&mut self, key: &str, value: &str) -> Result<(), Error> {
        match key {
            "offset" if value == "continue" => self.offset = Offset::Continue,
            "offset" => self.offset = Offset::Value(Expression::parse(value)?),
            "limit" => self.limit = Some(Expression::parse(value)?),
            _ => {}
        }
        Ok(())
    }
}

/// Parses `item in collection`. Also returns the text after it.
fn shape(markup: &str) -> Option<(&str, &str, &str)> {
    let bytes = markup.as_bytes();
    let end = skip_segment(markup, 0);
    let word = skip_spaces(markup, end);
    let behind = word + 2;
    if end == 0 || word == end || !bytes[word..].starts_with(b"in") || !bytes.get(behind).is_some_and(|b| is_space(*b))
    {
        return None;
    }
    let start = skip_spaces(markup, behind);
    let stop = fragments(markup, start)?;
    Some((&markup[..end], &markup[start..stop], &markup[skip_spaces(markup, stop)..]))
}

impl Tag for For {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        self.render_with(&self.header, cx, out)
    }

    fn render_changed(
        &self,
        parameters: &[(&str, Expression)],
        cx: &mut Context<'_>,
        out: &mut String,
    ) -> Result<bool, Abort> {
        let mut header = self.header.clone();
        if !parameters.iter().all(|(name, value)| header.change(name, value)) {
            return Ok(false);
        }
        self.render_with(&header, cx, out).map(|()| true)
    }

    fn blank(&self) -> bool {
        self.blank
    }

    fn is_block(&self) -> bool {
        true
    }

    fn passes_encoding(&self) -> bool {
        true
    }

    fn effects(&self, effects: &mut TemplateEffects) {
        self.header.collection.effects(effects);
        if let Some(limit) = &self.header.limit {
            limit.effects(effects);
        }
        match &self.header.offset {
            Offset::None => {}
            Offset::Continue => effects.offset_continue = true,
            Offset::Value(offset) => offset.effects(effects),
        }
        self.body.effects(effects);
        if let Some(body) = &self.otherwise {
            body.effects(effects);
        }
    }

    fn is_reusable(&self) -> bool {
        true
    }
}

impl For {
    #[inline]
    fn render_with(&self, header: &Header, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        if let Some(marks) = cx.marks() {
            header.collection.note_read(marks);
        }
        let items = header.items(cx)?;
        if items.is_empty() {
            return match &self.otherwise {
                Some(body) => body.render(cx, out),
                None => Ok(()),
            };
        }
        cx.stack(|cx| {
            let parent = cx.for_stack.last().cloned();
            let forloop = Arc::new(ForLoop::new(header.name.text.clone(), items.len(), parent));
            cx.for_stack.push(forloop.clone());
            let result = self.walk(header, &items, &forloop, cx, out);
            cx.for_stack.pop();
            // The loop's result has the encoding UTF-8 even if all of its parts are US-ASCII, because Ruby appends them to a
            // literal. The result of `else` keeps its encoding.
            cx.us_ascii = false;
            result
        })
    }

    fn walk(
        &self,
        header: &Header,
        items: &Items,
        forloop: &Arc<ForLoop>,
        cx: &mut Context<'_>,
        out: &mut String,
    ) -> Result<(), Abort> {
        let object: Arc<dyn Drop> = forloop.clone();
        cx.set_name(&self.forloop, Value::Drop(object))?;
        let variable = &header.variable;
        let slot = cx.set_name(variable, Value::Nil)?;
        for index in 0..items.len() {
            let index = if header.reversed { items.len() - 1 - index } else { index };
            cx.set_again(slot, variable, items.get(index));
            self.body.render(cx, out)?;
            forloop.index.fetch_add(1, Ordering::Relaxed);
            if cx.pop_interrupt() == Some(Interrupt::Break) {
                break;
            }
        }
        Ok(())
    }
}

impl Header {
    /// The items of the loop, sliced by offset and limit.
    fn items(&self, cx: &mut Context<'_>) -> Result<Items, Abort> {
        if matches!(self.offset, Offset::Continue) {
            cx.refuse_reuse(|| "it uses `offset: continue`".into());
            cx.note_unrepeatable();
        }
        let from = match &self.offset {
            Offset::None => 0,
            Offset::Continue => match cx.registers.offsets.get_name(&self.name) {
                Some(Value::Int(offset)) => *offset,
                _ => 0,
            },
            Offset::Value(offset) => {
                let offset = offset.evaluate(cx)?;
                integer(&offset)?
            }
        };
        let collection = self.collection.evaluate(cx)?;
        let to = match &self.limit {
            Some(limit) => match limit.evaluate(cx)? {
                limit if limit.truthy() => Some(integer(&limit)?.saturating_add(from)),
                _ => None,
            },
            None => None,
        };
        let items = Items::slice(&collection, from, to, cx)?;
        let length = i64::try_from(items.len()).unwrap_or(i64::MAX);
        cx.set_offset(&self.name, Value::Int(from.saturating_add(length)));
        Ok(items)
    }
}

/// Ruby's `to_i` for an offset, a limit or a number of columns. An Integer beyond 64 bits becomes the nearest 64-bit
/// integer. Fails for infinity, NaN, and values without `to_i`.
pub(super) fn integer(value: &Value) -> Result<i64, Abort> {
    match value {
        Value::Nil => Ok(0),
        Value::Int(number) => Ok(*number),
        Value::Big(number) => Ok(if number.sign() == num_bigint::Sign::Minus { i64::MIN } else { i64::MAX }),
        Value::Float(number) if number.is_finite() => Ok(number.trunc() as i64),
        Value::Float(number) => Err(Abort::error(ErrorKind::FloatDomain, crate::value::float_to_s(*number))),
        Value::Str(text) => match integer_in(text) {
            Value::Int(number) => Ok(number),
            _ => Ok(if text.trim_start().starts_with('-') { i64::MIN } else { i64::MAX }),
        },
        Value::Time(time) => Ok(time.seconds),
        other => Err(Error::no_method("to_i", other).into()),
    }
}

/// The items of a loop. Ranges are not expanded and arrays are not copied.
#[derive(Debug)]
pub(super) enum Items {
    Array(Arc<Vec<Value>>, Range<usize>),
    Numbers(i64, usize),
}

impl Items {
    /// `Utils.slice_collection`: the items with indices from `from` up to, but not including, `to`, or up to the last
    /// item for `None`. A string is a single item, whatever the indices, unless it is empty. Fails if a drop fails or
    /// if too many items of a range are selected.
    pub(super) fn slice(collection: &Value, from: i64, to: Option<i64>, cx: &mut Context<'_>) -> Result<Self, Abort> {
        let array = match collection {
            Value::Array(items) => items.clone(),
            Value::Range(first, last) => {
                let length = last.saturating_sub(*first).saturating_add(1).max(0);
                let range = cut(usize::try_from(length).unwrap_or(usize::MAX), from, to);
                let limit = cx.hard_limits.items;
                if range.len() > limit {
                    return Err(limit_reached(format!(
                        "a range of {} items: at most {limit} are allowed",
                        range.len()
                    )));
                }
                let start = first.saturating_add_unsigned(range.start as u64);
                return Ok(Items::Numbers(start, range.len()));
            }
            // As in Ruby 1.8, a string is a single item, whatever the offset and limit.
            Value::Str(text) if text.is_empty() => return Ok(Items::none()),
            Value::Str(_) => return Ok(Items::Array(Arc::new(vec![collection.clone()]), 0..1)),
            Value::Hash(hash) => Arc::new(
                hash.iter().map(|(key, value)| Value::array(vec![key.clone(), value.clone()])).collect::<Vec<_>>(),
            ),
            Value::Drop(object) => match object.iterate(cx.host)? {
                Some(items) => Arc::new(items),
                None => return Ok(Items::none()),
            },
            _ => return Ok(Items::none()),
        };
        let range = cut(array.len(), from, to);
        Ok(Items::Array(array, range))
    }

    fn none() -> Self {
        Items::Numbers(0, 0)
    }

    pub(super) fn len(&self) -> usize {
        match self {
            Items::Array(_, range) => range.len(),
            Items::Numbers(_, length) => *length,
        }
    }

    fn is_empty(&self) -> bool {
        self.len() == 0
    }

    pub(super) fn get(&self, index: usize) -> Value {
        match self {
            Items::Array(items, range) => items.get(range.start + index).cloned().unwrap_or(Value::Nil),
            Items::Numbers(first, _) => Value::Int(first.saturating_add_unsigned(index as u64)),
        }
    }
}

fn cut(length: usize, from: i64, to: Option<i64>) -> Range<usize> {
    let clamped = |index: i64| usize::try_from(index.max(0)).unwrap_or(usize::MAX).min(length);
    let start = clamped(from);
    start..to.map_or(length, clamped).max(start)
}

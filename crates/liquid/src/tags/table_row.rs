//! `tablerow`: a loop that writes the rows and cells of an HTML table, with the variable `tablerowloop`.

use super::for_loop::{Items, integer};
use super::forloop_drop::{count, difference};
use super::{Tag, TagParse};
use crate::body::Body;
use crate::context::Context;
use crate::effects::TemplateEffects;
use crate::expression::Expression;
use crate::lax_markup::{attributes, fragments, skip_spaces, skip_word};
use crate::value::key::Name;
use crate::value::sharing::Stability;
use crate::value::text::{is_space, is_word};
use crate::value::{Abort, Drop, Error, Host, Value};
use std::any::Any;
use std::fmt::Write;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

#[derive(Debug)]
struct TableRow {
    variable: Name,
    tablerowloop: Name,
    collection: Expression,
    cols: Option<Expression>,
    limit: Option<Expression>,
    offset: Option<Expression>,
    body: Body,
}

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    let markup = tag.markup();
    let (variable, collection) = shape(markup).ok_or_else(|| {
        Error::syntax("Syntax Error in 'table_row loop' - Valid syntax: table_row [item] in [collection] cols=3")
    })?;
    let mut row = TableRow {
        variable: Name::new(variable),
        tablerowloop: Name::new("tablerowloop"),
        collection: Expression::parse(collection)?,
        cols: None,
        limit: None,
        offset: None,
        body: Body::default(),
    };
    for (key, value) in attributes(markup) {
        let value = Expression::parse(value)?;
        match key {
            "cols" => row.cols = Some(value),
            "limit" => row.limit = Some(value),
            "offset" => row.offset = Some(value),
            _ => {}
        }
    }
    row.body = tag.body()?;
    Ok(Box::new(row))
}

/// The word and the collection of the first `word in collection` in the markup.
fn shape(markup: &str) -> Option<(&str, &str)> {
    let bytes = markup.as_bytes();
    let mut position = 0;
    while position < bytes.len() {
        if !is_word(bytes[position]) {
            position += 1;
            continue;
        }
        let end = skip_word(markup, position);
        let word = skip_spaces(markup, end);
        if word > end && bytes[word..].starts_with(b"in") && bytes.get(word + 2).is_some_and(|b| is_space(*b)) {
            let start = skip_spaces(markup, word + 2);
            if let Some(stop) = fragments(markup, start) {
                return Some((&markup[position..end], &markup[start..stop]));
            }
        }
        position = end;
    }
    None
}

impl Tag for TableRow {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let collection = self.collection.evaluate(cx)?;
        if !collection.truthy() {
            return Ok(());
        }
        let from = number(self.offset.as_ref(), cx)?;
        let to = match &self.limit {
            Some(limit) => Some(number(Some(limit), cx)?.saturating_add(from)),
            None => None,
        };
        let items = Items::slice(&collection, from, to, cx)?;
        let cols = number(self.cols.as_ref(), cx)?;
        out.push_str("<tr class=\"row1\">\n");
        cx.stack(|cx| {
            let state = Arc::new(TableRowLoop::new(items.len(), cols));
            let object: Arc<dyn Drop> = state.clone();
            cx.set_name(&self.tablerowloop, Value::Drop(object))?;
            for index in 0..items.len() {
                cx.set_name(&self.variable, items.get(index))?;
                let _ = write!(out, "<td class=\"col{}\">", state.col.load(Ordering::Relaxed));
                self.body.render(cx, out)?;
                out.push_str("</td>");
                if state.ends_row() && index + 1 != items.len() {
                    let _ = write!(out, "</tr>\n<tr class=\"row{}\">", state.row.load(Ordering::Relaxed) + 1);
                }
                state.step();
            }
            Ok(())
        })?;
        out.push_str("</tr>\n");
        Ok(())
    }

    fn blank(&self) -> bool {
        self.body.blank()
    }

    fn is_block(&self) -> bool {
        true
    }

    fn effects(&self, effects: &mut TemplateEffects) {
        self.collection.effects(effects);
        for expression in [&self.cols, &self.limit, &self.offset].into_iter().flatten() {
            expression.effects(effects);
        }
        self.body.effects(effects);
    }

    fn is_reusable(&self) -> bool {
        true
    }
}

fn number(expression: Option<&Expression>, cx: &mut Context<'_>) -> Result<i64, Abort> {
    match expression {
        Some(expression) => {
            let value = expression.evaluate(cx)?;
            integer(&value)
        }
        None => Ok(0),
    }
}

/// The length and position of a running `tablerow`, as templates see them in `tablerowloop`. Mirrors
/// `Liquid::TablerowloopDrop`.
#[derive(Debug)]
struct TableRowLoop {
    length: usize,
    cols: i64,
    index: AtomicUsize,
    row: AtomicUsize,
    col: AtomicUsize,
}

impl TableRowLoop {
    fn new(length: usize, cols: i64) -> Self {
        TableRowLoop { length, cols, index: AtomicUsize::new(0), row: AtomicUsize::new(1), col: AtomicUsize::new(1) }
    }

    fn ends_row(&self) -> bool {
        i64::try_from(self.col.load(Ordering::Relaxed)) == Ok(self.cols)
    }

    fn step(&self) {
        self.index.fetch_add(1, Ordering::Relaxed);
        if self.ends_row() {
            self.col.store(1, Ordering::Relaxed);
            self.row.fetch_add(1, Ordering::Relaxed);
        } else {
            self.col.fetch_add(1, Ordering::Relaxed);
        }
    }
}

impl Drop for TableRowLoop {
    fn get(&self, key: &str, _host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        let index = self.index.load(Ordering::Relaxed);
        let col = self.col.load(Ordering::Relaxed);
        Ok(Some(match key {
            "length" => count(self.length),
            "col" => count(col),
            "row" => count(self.row.load(Ordering::Relaxed)),
            "index" => count(index + 1),
            "index0" => count(index),
            "col0" => count(col - 1),
            "rindex" => difference(self.length, index),
            "rindex0" => difference(self.length, index + 1),
            "first" => Value::Bool(index == 0),
            "last" => Value::Bool(index + 1 == self.length),
            "col_first" => Value::Bool(col == 1),
            "col_last" => Value::Bool(self.ends_row()),
            _ => return Ok(None),
        }))
    }

    fn stability(&self, _host: &mut dyn Host) -> Stability {
        Stability::Loop
    }

    fn class(&self) -> &'static str {
        "Liquid::TablerowloopDrop"
    }

    fn is_hash(&self) -> bool {
        false
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

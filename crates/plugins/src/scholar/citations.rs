//! The citations of a page, in order, and their numbers.
//!
//! The list belongs to the page, including its layouts: `page.cited`. The numbers are a variable of the template, in
//! the scope of the first citation.

use super::session::of_page;
use hastie_liquid::{Abort, Context, Drop, Host, Value};
use hastie_site::locks::lock;
use hastie_site::render::rendering_of;
use std::any::Any;
use std::sync::Mutex;

/// The keys that the page has cited so far. Creates the list `page.cited` if it is missing.
pub(super) fn keys(cx: &mut Context<'_>) -> Result<Vec<Value>, Abort> {
    let keys = match of_page(cx, "cited")? {
        Value::Array(keys) => keys.to_vec(),
        _ => Vec::new(),
    };
    set(keys.clone(), cx)?;
    Ok(keys)
}

/// Adds a key to `page.cited`, unless the list already contains the key.
pub(super) fn cite(key: &str, cx: &mut Context<'_>) -> Result<(), Abort> {
    let mut keys = keys(cx)?;
    if !keys.iter().any(|known| known.as_str() == Some(key)) {
        keys.push(Value::from(key));
        set(keys, cx)?;
    }
    Ok(())
}

/// Empties `page.cited`, for a bibliography with the option `--clear`.
pub(super) fn clear(cx: &mut Context<'_>) -> Result<(), Abort> {
    set(Vec::new(), cx)
}

fn set(keys: Vec<Value>, cx: &mut Context<'_>) -> Result<(), Abort> {
    let keys = Value::array(keys);
    rendering_of(cx.host)?.page_variables.set("cited", keys.clone());
    cx.set("cited", keys)
}

/// The number of a cited key, as numeric styles print it. On the first call for a key, this is the length of
/// `page.cited`: 1 for the first key, 2 for the next. Later calls for the key return the same number,
/// unless they are in a scope without the variable `citation_numbers`.
pub(super) fn number(key: &str, cx: &mut Context<'_>) -> Result<usize, Abort> {
    let known = cx.find_variable("citation_numbers")?;
    let known = match &known {
        Value::Drop(numbers) if numbers.as_any().is::<Numbers>() => known,
        _ => {
            let numbers = Value::drop(Numbers::default());
            cx.set("citation_numbers", numbers.clone())?;
            numbers
        }
    };
    let count = keys(cx)?.len();
    let Value::Drop(numbers) = &known else { return Ok(count) };
    Ok(numbers.as_any().downcast_ref::<Numbers>().map_or(count, |numbers| numbers.get_or(key, count)))
}

/// The numbers of citations by key. Copies share the same object.
#[derive(Debug, Default)]
struct Numbers {
    by_key: Mutex<Vec<(String, usize)>>,
}

impl Numbers {
    fn get_or(&self, key: &str, next: usize) -> usize {
        let mut known = lock(&self.by_key);
        match known.iter().find(|(own, _)| own == key) {
            Some((_, number)) => *number,
            None => {
                known.push((key.to_string(), next));
                next
            }
        }
    }
}

impl Drop for Numbers {
    fn get(&self, key: &str, _host: &mut dyn Host) -> Result<Option<Value>, Abort> {
        let known = lock(&self.by_key);
        let number = known.iter().find(|(own, _)| own == key).map(|(_, number)| *number);
        Ok(number.map(|number| Value::Int(i64::try_from(number).unwrap_or(i64::MAX))))
    }

    fn class(&self) -> &'static str {
        "Hash"
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

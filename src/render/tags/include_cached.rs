//! Mirrors `JekyllIncludeCache::Tag`: an `include` that is rendered once for each set of parameters;
//! who comes first in site order decides the text.

use super::inclusion;
use super::parameters::Markup;
use super::view;
use hastie_liquid::{Abort, Cx, Error, Hash, Partial, Tag, TagParse, Touches, Value};
use std::sync::{Mutex, PoisonError};

/// What a template that reaches this tag leaves in [`Touches::marks`].
pub const MARK: &str = "include_cached";

#[derive(Debug)]
struct IncludeCached(Markup);

/// Texts by path and values of the parameters.
#[derive(Debug, Default)]
pub(super) struct Texts {
    by_key: Mutex<Hash>,
}

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    Ok(Box::new(IncludeCached(Markup::parse(tag)?)))
}

impl Tag for IncludeCached {
    fn render(&self, cx: &mut Cx<'_>, out: &mut String) -> Result<(), Abort> {
        let view = view(cx)?;
        let file = self.0.file(cx)?;
        let path = inclusion::locate(&view, &view.setup.includes, &file)?;
        let parameters = self.0.values(cx)?;
        let key = key(&path, parameters.as_ref());
        let texts = &view.tags.cached.by_key;
        if let Some(Value::Str(text)) = texts.lock().unwrap_or_else(PoisonError::into_inner).get_value(&key) {
            out.push_str(text);
            return Ok(());
        }
        self.0.validate(&file)?;
        let mut text = String::new();
        inclusion::Inclusion::at(&view, path.into())?.render(cx, parameters, &mut text)?;
        out.push_str(&text);
        texts.lock().unwrap_or_else(PoisonError::into_inner).set_value(key, Value::from(text));
        Ok(())
    }

    fn touches(&self, touches: &mut Touches) {
        self.0.touches(touches);
        touches.marks.insert(MARK);
        touches.partials.push(Partial { tag: "include_cached".into(), name: self.0.fixed_file().cloned() });
    }
}

/// The path, and the parameters' values in the order of their names: the names themselves do not
/// count, in Ruby either.
fn key(path: &str, parameters: Option<&Hash>) -> Value {
    let mut key = vec![Value::from(path)];
    match parameters {
        None => key.push(Value::Nil),
        Some(parameters) => {
            let mut pairs: Vec<(&str, &Value)> =
                parameters.iter().filter_map(|(name, value)| Some((name.as_str()?, value))).collect();
            pairs.sort_by_key(|(name, _)| *name);
            key.push(Value::array(pairs.into_iter().map(|(_, value)| value.clone()).collect()));
        }
    }
    Value::array(key)
}

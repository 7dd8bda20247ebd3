//! The tag `include_cached`: an `include` that is rendered once for each set of parameters. The first use in site order
//! determines the text. Mirrors `JekyllIncludeCache::Tag`.

use super::inclusion;
use super::parameters::Markup;
use super::view;
use crate::locks;
use crate::render::{RenderContext, profile, rendering_of};
use hastie_liquid::{Abort, Context, Error, Hash, Str, Tag, TagParse, TemplateEffects, Value, encoding};
use hastie_value::scheduling::{Step, Suspension};
use std::sync::atomic::Ordering;
use std::sync::{Mutex, MutexGuard};

#[derive(Debug)]
struct IncludeCached(Markup);

/// The texts that `include_cached` has rendered, by the path of the file and the values of the parameters.
#[derive(Debug, Default)]
pub(super) struct Texts {
    texts: Mutex<Known>,
}

#[derive(Debug, Default)]
struct Known {
    /// The indices into `texts`, by the key of each text.
    by_key: Hash,
    texts: Vec<Cached>,
}

#[derive(Debug)]
struct Cached {
    text: Str,
    /// The index in site order of the item that rendered the text.
    maker: usize,
    /// Whether the last build has rendered the text.
    is_repeated: bool,
}

impl Texts {
    /// The cached text for a key, if this rendering may use it. A rendering that starts again after a suspension does
    /// not find the texts that its earlier attempt has created. It renders them again, because that also sets
    /// variables.
    fn find(&self, key: &Value, rendering: &mut RenderContext) -> Option<Str> {
        let known = self.lock();
        let Some(Value::Int(number)) = known.by_key.get_value(key) else { return None };
        let number = usize::try_from(*number).ok()?;
        let cached = known.texts.get(number)?;
        if cached.maker < rendering.index || rendering.cached.contains(&number) {
            rendering.note_content(cached.maker);
            return Some(cached.text.clone());
        }
        None
    }

    /// Copies texts from the last build if the items that made them keep their output (`is_kept`). `translate` converts
    /// keys for this build. At the first key that `translate` cannot convert, stops and returns false.
    pub(super) fn repeat(
        &self,
        last: &Texts,
        is_kept: impl Fn(usize) -> bool,
        translate: impl Fn(&Value) -> Option<Value>,
    ) -> bool {
        let (mut known, last) = (self.lock(), last.lock());
        for (key, number) in last.by_key.iter() {
            let Value::Int(number) = number else { continue };
            let Some(cached) = usize::try_from(*number).ok().and_then(|number| last.texts.get(number)) else {
                continue;
            };
            if !is_kept(cached.maker) {
                continue;
            }
            let Some(key) = translate(key) else { return false };
            let number = known.texts.len();
            known.texts.push(Cached { text: cached.text.clone(), maker: cached.maker, is_repeated: true });
            known.by_key.set_value(key, Value::Int(i64::try_from(number).unwrap_or_default()));
        }
        true
    }

    fn keep(&self, key: Value, text: Str, rendering: &mut RenderContext) {
        let mut known = self.lock();
        let cached = Cached { text, maker: rendering.index, is_repeated: false };
        let number = match known.by_key.get_value(&key) {
            Some(Value::Int(number)) => usize::try_from(*number).unwrap_or_default(),
            _ => known.texts.len(),
        };
        match known.texts.get_mut(number) {
            Some(old) => {
                // Items after this one have kept an output with the old text.
                if old.is_repeated {
                    rendering.view.needs_new_outputs.store(true, Ordering::Release);
                }
                *old = cached;
            }
            None => known.texts.push(cached),
        }
        known.by_key.set_value(key, Value::Int(i64::try_from(number).unwrap_or_default()));
        rendering.cached.insert(number);
    }

    fn lock(&self) -> MutexGuard<'_, Known> {
        locks::lock(&self.texts)
    }
}

pub(super) fn parse(tag: &mut TagParse<'_, '_>) -> Result<Box<dyn Tag>, Error> {
    Ok(Box::new(IncludeCached(Markup::parse(tag)?)))
}

impl Tag for IncludeCached {
    fn render(&self, cx: &mut Context<'_>, out: &mut String) -> Result<(), Abort> {
        let view = view(cx)?;
        let file = self.0.file(cx)?;
        let inclusion = inclusion::find(&view, &file)?;
        let parameters = self.0.values(cx)?;
        let key = key(&inclusion.path, parameters.as_ref());
        let rendering = rendering_of(cx.host)?;
        rendering.wait_within_excerpt()?;
        // Asked before the text is looked up: an item before this one may finish in between, and its text counts then.
        let is_next = rendering.is_next_for_cached_text();
        // The cached text has no marks.
        let cached = if rendering.marks.is_some() { None } else { view.tags.cached.find(&key, rendering) };
        if let Some(text) = cached {
            out.push_str(&text);
            profile::cached(rendering, &inclusion.path);
            encoding::mark_us_ascii(cx, text.is_us_ascii());
            return Ok(());
        }
        if !is_next {
            return Err(Suspension::until(Step::AllBefore(rendering.index)).into());
        }
        self.0.validate(&file)?;
        let mut written = String::new();
        let running = profile::begin(rendering);
        inclusion.render(cx, parameters, &mut written)?;
        let is_ascii = encoding::is_last_us_ascii(cx);
        let text = if is_ascii { Str::us_ascii(&written) } else { written.into() };
        profile::end(rendering_of(cx.host)?, running, &inclusion.path, text.len());
        out.push_str(&text);
        if cx.marks().is_none() {
            view.tags.cached.keep(key, text, rendering_of(cx.host)?);
        }
        encoding::mark_us_ascii(cx, is_ascii);
        Ok(())
    }

    fn passes_encoding(&self) -> bool {
        true
    }

    fn is_repeatable(&self) -> bool {
        true
    }

    fn effects(&self, effects: &mut TemplateEffects) {
        self.0.effects(effects);
        effects.partials.push(self.0.partial());
    }
}

/// The key of a text in the cache: the path of the file, and the parameter values in the order of their names. As in
/// Ruby, the names themselves are not part of the key.
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

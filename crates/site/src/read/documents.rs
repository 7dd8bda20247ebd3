//! Mirrors the part of `Jekyll::Document` that reads a document. Merges front matter over front matter defaults over
//! values from the path. Then sets the title, categories, tags and excerpt.

use super::contents::{self, Contents};
use crate::config::{merge, yaml_problem};
use crate::diagnostic::{Level, Log, Message};
use crate::failure::Failure;
use crate::model::{Document, SiteContext, slug};
use crate::path;
use crate::world::World;
use hastie_liquid::{Hash, Time, Value};
use rayon::prelude::*;
use std::convert::Infallible;
use std::path::Path;
use std::sync::Arc;

/// Runs the plugins' `post_init` hooks on a document that is not yet read.
pub fn init(document: &mut Document) {
    let context = document.context.clone();
    context.callbacks().documents_created(std::slice::from_mut(document));
}

/// Reads new documents of a collection. If Ruby plugins have hooks for new documents, runs the hooks on each document
/// and reads it before the next one, as Jekyll does. Otherwise, reads the documents in parallel.
///
/// # Errors
/// Same as [`read_all_of`].
pub fn read_each(context: &SiteContext, mut documents: Vec<Document>, log: &mut Log) -> Result<Vec<Document>, Failure> {
    let is_observed = documents.first().is_some_and(|first| context.callbacks().runs_hooks_of(&first.collection.label));
    if !is_observed {
        return read_all_of(context, documents, log);
    }
    for document in &mut documents {
        init(document);
        read(document, log)?;
    }
    Ok(documents)
}

/// Runs the plugins' `post_init` hooks on new documents of one collection, and then reads the documents in parallel.
/// Jekyll also creates all posts of a folder before it reads the first.
///
/// # Errors
/// Returns the first error in the order of the documents. See [`read`].
pub fn read_all_of(
    context: &SiteContext,
    mut documents: Vec<Document>,
    log: &mut Log,
) -> Result<Vec<Document>, Failure> {
    context.callbacks().documents_created(&mut documents);
    let read_one = |document: &mut Document| {
        let mut log = Log::new();
        let outcome = read(document, &mut log);
        (log, outcome)
    };
    let outcomes: Vec<(Log, Result<(), Failure>)> = in_parallel(documents.iter_mut().collect(), read_one);
    for (messages, outcome) in outcomes {
        log.append(messages);
        outcome?;
    }
    Ok(documents)
}

/// Applies `map` to all items, in parallel if there are several threads.
///
/// The allocator gives memory back to the thread that has allocated it. Without parallelism, this thread renders the
/// documents and frees their sources, so it should also read them.
pub(super) fn in_parallel<T: Send, R: Send>(items: Vec<T>, map: impl Fn(T) -> R + Sync + Send) -> Vec<R> {
    match rayon::current_num_threads() {
        1 => items.into_iter().map(map).collect(),
        _ => items.into_par_iter().with_min_len(MIN_READ).map(map).collect(),
    }
}

/// The minimum number of documents that a thread reads at a time.
const MIN_READ: usize = 16;

/// An error that ends the reading of a document. An error in its YAML keeps the bytes of the file.
enum Problem {
    /// The document's YAML is invalid. Contains the error and the bytes of the file.
    Yaml(hastie_yaml::Error, Vec<u8>),
    /// A failure other than invalid YAML, such as an invalid date.
    Other(Failure),
}

impl From<Failure> for Problem {
    fn from(failure: Failure) -> Self {
        Problem::Other(failure)
    }
}

/// `Document#read`. Logs errors and keeps what was read before the error.
///
/// # Errors
/// Fails on an invalid date, on a YAML document that cannot be read or parsed, and with `strict_front_matter` on any
/// error.
pub fn read(document: &mut Document, log: &mut Log) -> Result<(), Failure> {
    let context = document.context.clone();
    read_in(&context.world, document, log)
}

/// Like [`read`], but reads the file in `world`, which may give access to fewer folders than the site's world.
///
/// # Errors
/// Same as [`read`].
pub fn read_in(world: &World, document: &mut Document, log: &mut Log) -> Result<(), Failure> {
    document.context.trace(log, "Reading:", || document.relative_path.to_string());
    if document.is_yaml() {
        return read_yaml_file(world, document);
    }
    let Err(problem) = read_all(world, document, log) else { return Ok(()) };
    let file = document.path.clone();
    let failure = match problem {
        Problem::Yaml(error, text) => {
            let mut message = yaml_problem("Error:", &error, document.context.below_source(&file), &text);
            message.text = Some(format!("YAML Exception reading {file}: {error}"));
            log.push(message.breaking_page());
            Failure::raised(error.kind, error.message)
        }
        Problem::Other(failure) => {
            let text = format!("could not read file {file}: {failure}");
            let shown = document.context.below_source(&file);
            log.push(Message::new(Level::Error, "Error:", text).about(shown, 0).breaking_page());
            failure
        }
    };
    if failure.fatal || document.context.settings().strict_front_matter() { Err(failure) } else { Ok(()) }
}

/// Reads a document that consists of YAML only. It has data and no content.
fn read_yaml_file(world: &World, document: &mut Document) -> Result<(), Failure> {
    let file = document.path.clone();
    let bytes = world.read(Path::new(&*file)).map_err(|error| Failure::unreadable("rb_sysopen", &file, &error))?;
    match hastie_yaml::load_file(&bytes, &file) {
        Ok(Value::Hash(data)) => document.data = (*data).clone().into(),
        Ok(_) => document.data = Hash::new().into(),
        Err(error) => return Err(Failure::raised(error.kind, error.message)),
    }
    Ok(())
}

fn read_all(world: &World, document: &mut Document, log: &mut Log) -> Result<(), Problem> {
    let context = document.context.clone();
    context.defaults.check()?;
    let defaults = context.defaults.all(&document.relative_path, Some(&document.collection.label));
    if !defaults.is_empty() {
        merge_data(document, (*defaults).clone(), "front matter defaults")?;
    }
    let contents = contents::read(world, &context, &document.path)
        .map_err(|error| Failure::unreadable("rb_sysopen", &document.path, &error))?;
    match contents {
        Contents::Text(text) => document.content = text.into(),
        Contents::Invalid(lossy) => {
            document.content = lossy.into();
            document.invalid = true;
            return Err(Failure::raised("ArgumentError", "invalid byte sequence in UTF-8").into());
        }
        Contents::Broken { error, content, text } => {
            document.content = content.into();
            return Err(Problem::Yaml(error, text.into_bytes()));
        }
        Contents::Split { data, content } => {
            document.content = content.into();
            match data {
                Value::Hash(data) => {
                    make_room(document, &data);
                    merge_data(document, Arc::unwrap_or_clone(data), "YAML front matter")?;
                }
                Value::Nil | Value::Bool(false) => {}
                other => {
                    let message = missing_key_error(&context.inspect(&other), other.class_name());
                    return Err(Failure::raised("NoMethodError", message).into());
                }
            }
        }
    }
    populate_title(document)?;
    populate_categories(document)?;
    populate_tags(document)?;
    document.generate_excerpt(log);
    if document.excerpt.is_some() {
        // The key `excerpt` must exist in the data. Its value is never read, because a method of the same name hides
        // it.
        document.data.set("excerpt", Value::Nil);
    }
    Ok(())
}

/// Reserves exactly the memory that the document's data needs for its front matter, and for the keys that reading sets,
/// such as `title`. A hash that grows step by step can allocate up to twice as much, and a large site has many
/// documents.
fn make_room(document: &mut Document, front_matter: &Hash) {
    const SET_BY_READING: [&str; 6] = ["title", "slug", "ext", "date", "tags", "excerpt"];
    let own = &document.data;
    let set = SET_BY_READING.iter().filter(|key| !own.contains_key(key) && !front_matter.contains_key(key)).count();
    let new = front_matter.keys().filter(|key| own.get_value(key).is_none()).count();
    let mut data = Hash::with_capacity(own.len() + new + set);
    own.iter().for_each(|(key, value)| data.set_value(key.clone(), value.clone()));
    document.data = data.into();
}

/// Ruby's error for front matter that is not a hash. It contains the class name unless the value's own text does.
fn missing_key_error(value: &str, class: &str) -> String {
    let class = if value.starts_with("#<") { String::new() } else { format!(":{class}") };
    format!("undefined method `key?' for {value}{class}")
}

/// `Document#merge_data!`: combines categories, parses dates, and merges everything else.
fn merge_data(document: &mut Document, mut other: Hash, source: &str) -> Result<(), Failure> {
    merge_categories(document, &mut other)?;
    merge::deep_merge_into(&mut document.data, &other);
    merge_date(document, source)
}

fn merge_categories(document: &Document, other: &mut Hash) -> Result<(), Failure> {
    let Some(categories) = other.get("categories").filter(|categories| !categories.is_nil()) else { return Ok(()) };
    let split = match categories {
        Value::Str(text) => Value::array(text.split_ascii_whitespace().map(Value::from).collect()),
        other => other.clone(),
    };
    let united = match (document.data.get("categories"), &split) {
        (Some(Value::Array(own)), Value::Array(new)) => union(own, new),
        (Some(Value::Array(_)), odd) => {
            return Err(Failure::no_conversion(odd, "Array"));
        }
        _ => split,
    };
    other.set("categories", united);
    Ok(())
}

/// Ruby's `a | b`: the items of both arrays in order, without duplicates.
fn union(a: &[Value], b: &[Value]) -> Value {
    let pairs = a.iter().chain(b).map(|value| (value.clone(), value.clone())).collect();
    let Ok(items) = hastie_value::array::uniq_by(pairs, |_| Ok::<(), Infallible>(()));
    Value::array(items)
}

fn merge_date(document: &mut Document, source: &str) -> Result<(), Failure> {
    let Some(date) = document.data.get("date") else { return Ok(()) };
    if let Value::Time(time) = date
        && is_read_as_written(time)
    {
        let time = document.context.local_time(time.seconds, 0);
        document.data.set("date", Value::time(time));
        return Ok(());
    }
    let text = document.context.text(date);
    let Some(time) = document.context.parse_date(&text) else {
        let message = format!(
            "Invalid date '{text}': Document '{}' does not have a valid date in the {source}.",
            document.relative_path
        );
        return Err(Failure::fatal("Jekyll::Errors::InvalidDateError", message));
    };
    document.data.set("date", Value::time(time));
    Ok(())
}

/// Whether parsing the printed time gives the same second. This needs a four-digit year and an offset in whole minutes.
fn is_read_as_written(time: &Time) -> bool {
    (-30_610_000_000..253_402_000_000).contains(&time.seconds) && time.offset % 60 == 0
}

/// Splits a file name such as `2026-01-02-my-post.md` into date, slug and extension. With `folders`, the name of a
/// folder may start with the date: `2026-01-02-trip/day.md` has the slug `trip/day`. `None` for a name without a date
/// or without an extension.
pub fn date_name(file: &str, folders: bool) -> Option<(&str, &str, &str)> {
    if !folders {
        return dated(path::basename(file));
    }
    let starts = file.match_indices('/').rev().map(|(position, _)| position + 1).chain([0]);
    starts.into_iter().find_map(|start| dated(&file[start..]))
}

fn dated(name: &str) -> Option<(&str, &str, &str)> {
    let bytes = name.as_bytes();
    let mut position = 0;
    for (part, digits) in [2..=4, 1..=2, 1..=2].into_iter().enumerate() {
        let run = bytes[position..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        if !digits.contains(&run) || bytes.get(position + run) != Some(&b'-') {
            return None;
        }
        position += run + usize::from(part < 2);
    }
    let rest = &name[position + 1..];
    let dot = rest.rfind('.').filter(|dot| dot + 1 < rest.len())?;
    Some((&name[..position], &rest[..dot], &rest[dot..]))
}

/// Ruby's error for a file name without an extension, which has no slug.
const NO_SLUG: &str = "undefined method `split' for nil:NilClass";

/// `Document#populate_title`: sets title, slug and extension from the file name unless front matter sets them.
fn populate_title(document: &mut Document) -> Result<(), Failure> {
    let facts = &document.context.reference().reading;
    let name = if facts.dated_folders_are_posts {
        document.relative_path.to_string()
    } else {
        document.basename().to_string()
    };
    let (slug, ext) = match date_name(&name, facts.dated_folders_are_posts) {
        Some((date, slug, ext)) => {
            modify_date(document, date)?;
            (slug, Some(ext))
        }
        None => {
            let name = path::basename(&name);
            match name.rfind('.').filter(|dot| dot + 1 < name.len()) {
                Some(dot) => (&name[..dot], Some(&name[dot..])),
                None if facts.slugs_without_extension => (path::stem(name), None),
                None if document.field("title").truthy() => return Ok(()),
                None => return Err(Failure::raised("NoMethodError", NO_SLUG)),
            }
        }
    };
    let drops_dots = document.context.reference().urls.drops_trailing_dots;
    let slug = if drops_dots { path::without_trailing_periods(slug) } else { slug };
    set_unless_truthy(document, "title", Value::from(slug::titleize(slug)));
    set_unless_truthy(document, "slug", Value::from(slug));
    set_unless_truthy(document, "ext", ext.map_or(Value::Nil, Value::from));
    Ok(())
}

fn set_unless_truthy(document: &mut Document, key: &str, value: Value) {
    match document.field(key) {
        kept if kept.truthy() => document.data.set(key, kept),
        _ => document.data.set(key, value),
    }
}

/// Replaces the document's date by the date in the file name. Does nothing if front matter has a date, unless that date
/// is the site's time.
fn modify_date(document: &mut Document, date: &str) -> Result<(), Failure> {
    let replace = match document.field("date") {
        Value::Time(time) => time.seconds == document.context.time.seconds,
        other => !other.truthy(),
    };
    if replace {
        let named: Hash = [("date", date)].into_iter().collect();
        merge_data(document, named, "filename")?;
    }
    Ok(())
}

fn populate_categories(document: &mut Document) -> Result<(), Failure> {
    let mut categories = match document.field("categories") {
        Value::Array(items) => items.to_vec(),
        Value::Nil => Vec::new(),
        single => vec![single],
    };
    categories.extend(pluralized(document, "category", "categories"));
    let names = categories.iter().map(|category| Value::from(document.context.text(category)));
    let categories = union(&names.collect::<Vec<_>>(), &[]);
    let merged: Hash = [("categories", categories)].into_iter().collect();
    merge_data(document, merged, "YAML front matter")
}

fn populate_tags(document: &mut Document) -> Result<(), Failure> {
    let tags = pluralized(document, "tag", "tags");
    let merged: Hash = [("tags", Value::array(tags))].into_iter().collect();
    merge_data(document, merged, "YAML front matter")
}

/// `Utils.pluralized_array_from_hash`: `tag: a b` is one tag, and `tags: a b` is two. If both keys are set, only the
/// singular key counts.
fn pluralized(document: &Document, singular: &str, plural: &str) -> Vec<Value> {
    let one = document.field(singular);
    let values = if one.truthy() {
        vec![one]
    } else {
        match document.field(plural) {
            Value::Str(text) => text.split_ascii_whitespace().map(Value::from).collect(),
            Value::Array(items) => items.to_vec(),
            _ => Vec::new(),
        }
    };
    let mut flat = hastie_value::array::flatten(&values).unwrap_or(values);
    flat.retain(|value| !value.is_nil());
    flat
}

#[cfg(test)]
mod tests {
    use super::date_name;

    #[test]
    fn post_names_begin_with_a_date() {
        assert_eq!(date_name("_posts/2026-01-02-my-post.md", true), Some(("2026-01-02", "my-post", ".md")));
        assert_eq!(date_name("26-1-2-a.b.md", true), Some(("26-1-2", "a.b", ".md")));
        assert_eq!(date_name("2026-01-02-.md", true), Some(("2026-01-02", "", ".md")));
        assert_eq!(date_name("2026-01-02-x", true), None);
        assert_eq!(date_name("2026-01-023-x.md", true), None);
        assert_eq!(date_name("x-2026-01-02-x.md", true), None);
    }
}

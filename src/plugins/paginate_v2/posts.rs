//! Which documents a page shows: of which collections, with which categories, tags and locale, in which order.

use super::{NAME, get, integer, is_set, wrong};
use crate::failure::Failure;
use crate::model::{DocId, Document, slug};
use crate::read;
use crate::render::drops::DocumentDrop;
use crate::setup::Setup;
use crate::site::Site;
use hastie_liquid::{Hash, Value};
use std::cmp::Ordering;
use std::sync::Arc;

/// The documents that a page with these options shows.
pub fn of(site: &mut Site, options: &Hash) -> Result<Vec<Value>, Failure> {
    let setup = Arc::clone(&site.setup);
    let mut shown = in_collections(site, get(options, "collection"))?;
    for (option, attribute) in [("category", "categories"), ("tag", "tags"), ("locale", "locale")] {
        shown = filtered(&setup, shown, options, option, attribute)?;
    }
    let field = get(options, "sort_field");
    if !field.truthy() {
        return Ok(shown.iter().map(|document| Value::drop(DocumentDrop(document.id))).collect());
    }
    let undated: Vec<DocId> = shown.iter().filter(|doc| !doc.field("date").truthy()).map(|doc| doc.id).collect();
    let mut keyed = Vec::new();
    for document in &shown {
        let dated = undated.contains(&document.id).then(|| document.date());
        keyed.push((key(&document.data, dated, &setup.text(field))?, document.id));
    }
    let mut problem = None;
    read::sort(&mut keyed, |(a, _): &(Value, DocId), (b, _): &(Value, DocId)| {
        compare(&setup, a, b).unwrap_or_else(|failure| {
            problem.get_or_insert(failure);
            Ordering::Equal
        })
    });
    if let Some(failure) = problem {
        return Err(failure);
    }
    let offset = usize::try_from(integer(options, "offset")).unwrap_or(0);
    keyed.truncate(keyed.len().saturating_sub(offset));
    if is_set(options, "sort_reverse") {
        keyed.reverse();
    }
    give_dates(site, &undated);
    Ok(keyed.into_iter().map(|(_, id)| Value::drop(DocumentDrop(id))).collect())
}

/// To ask a document for its date makes it part of its front matter, in Ruby.
fn give_dates(site: &mut Site, undated: &[DocId]) {
    for document in site.collections.iter_mut().flat_map(|collection| &mut collection.docs) {
        if undated.contains(&document.id) {
            let date = document.date();
            document.data.set("date", date);
        }
    }
}

/// `get_docs_in_collections`
fn in_collections<'a>(site: &'a Site, names: &Value) -> Result<Vec<&'a Document>, Failure> {
    let setup = &site.setup;
    let names = match names {
        Value::Str(names) => split(names, |c| matches!(c, ';' | ',') || c.is_ascii_whitespace()),
        Value::Array(names) => names.iter().map(|name| setup.text(name)).collect(),
        other => return Err(wrong(setup, "collection", "a name or a list of names", other)),
    };
    let mut documents = Vec::new();
    for name in names {
        let name = slug::downcase(&name).trim().to_owned();
        for collection in &site.collections {
            let label = collection.label();
            if if name == "all" { label != "posts" } else { label == name } {
                documents.extend(collection.docs.iter().filter(|doc| doc.data.get("pagination").is_none()));
            }
        }
    }
    documents.retain(|document| !document.field("hidden").truthy());
    Ok(documents)
}

/// `read_config_value_and_filter_posts`: those that have all values that an option names.
fn filtered<'a>(
    setup: &Setup,
    documents: Vec<&'a Document>,
    options: &Hash,
    option: &str,
    attribute: &str,
) -> Result<Vec<&'a Document>, Failure> {
    let wanted = match get(options, option) {
        Value::Nil => return Ok(documents),
        Value::Str(names) => split(names, |c| matches!(c, ';' | ',')),
        Value::Array(names) => names.iter().map(|name| setup.text(name)).collect(),
        other => return Err(wrong(setup, option, "a text or a list", other)),
    };
    let wanted: Vec<String> = wanted.iter().map(|name| slug::downcase(name).trim().to_owned()).collect();
    let mut kept = Vec::new();
    for document in documents {
        let own = values(setup, document, attribute)?;
        // `posts` is everybody's category.
        let has = |name: &String| own.contains(name) || (attribute == "categories" && name == "posts");
        if wanted.iter().all(has) {
            kept.push(document);
        }
    }
    Ok(kept)
}

/// `index_posts_by`: the values by which a document is found.
fn values(setup: &Setup, document: &Document, attribute: &str) -> Result<Vec<String>, Failure> {
    let raw = match document.data.get(attribute) {
        None | Some(Value::Nil) => Vec::new(),
        Some(Value::Str(text)) => split(text, |c| matches!(c, ';' | ',') || c.is_ascii_whitespace()),
        Some(Value::Array(items)) => items.iter().map(|item| setup.text(item)).collect(),
        Some(other) => {
            let text = format!("{NAME}: `{attribute}` of {} has to be a list", document.relative_path);
            return Err(Failure::raised("NoMethodError", format!("{text}, and is {}", setup.inspect(other))));
        }
    };
    let pieces = raw.iter().flat_map(|value| split(slug::downcase(value).trim(), |c| matches!(c, ';' | ',')));
    Ok(pieces.map(|piece| piece.trim().to_owned()).collect())
}

/// Ruby's `split`: without the empty pieces at the end.
pub fn split(text: &str, is_separator: impl Fn(char) -> bool) -> Vec<String> {
    let mut pieces: Vec<String> = text.split(is_separator).map(str::to_owned).collect();
    while pieces.last().is_some_and(String::is_empty) {
        pieces.pop();
    }
    pieces
}

/// `sort_get_post_data`: the value at the end of a path of keys, `a:b`.
fn key(data: &Hash, dated: Option<Value>, field: &str) -> Result<Value, Failure> {
    let mut found = Value::hash(data.clone());
    for (depth, part) in field.split(':').enumerate() {
        let part = slug::downcase(part).trim().to_owned();
        found = match &found {
            Value::Hash(hash) => match dated.as_ref().filter(|_| depth == 0 && part == "date").or(hash.get(&part)) {
                Some(value) => value.clone(),
                None => return Ok(Value::Nil),
            },
            _ => {
                let text = format!("{NAME}: `sort_field: {field}` leads to something that is no hash");
                return Err(Failure::raised("NoMethodError", text));
            }
        };
    }
    Ok(if matches!(found, Value::Hash(_)) { Value::Nil } else { found })
}

/// `sort_values`
fn compare(setup: &Setup, a: &Value, b: &Value) -> Result<Ordering, Failure> {
    let failed = || {
        let text = format!("comparison of {} with {} failed", setup.inspect(a), setup.inspect(b));
        Failure::raised("ArgumentError", text)
    };
    match (a, b) {
        (Value::Nil, Value::Nil) => Ok(Ordering::Equal),
        (Value::Nil, _) => Ok(Ordering::Less),
        (_, Value::Nil) => Ok(Ordering::Greater),
        (Value::Str(a), Value::Str(b)) => Ok(slug::downcase(a).cmp(&slug::downcase(b))),
        (Value::Time(_) | Value::Date(_), Value::Time(_) | Value::Date(_)) => {
            let instant = |value: &Value| match value {
                Value::Time(time) => time.instant(),
                // A date's time is midnight, UTC.
                Value::Date(date) => (date.days_since_epoch() * 86_400, 0),
                _ => (0, 0),
            };
            Ok(instant(a).cmp(&instant(b)))
        }
        _ => a.compare(b, &mut setup.quiet_host()).ok().flatten().ok_or_else(failed),
    }
}

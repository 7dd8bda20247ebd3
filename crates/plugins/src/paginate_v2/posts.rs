//! Selects and sorts the documents of a page, by collection, category, tag and locale.

use super::{debug, get, integer, is_set};
use crate::ruby_methods;
use hastie_liquid::{Hash, Value};
use hastie_site::diagnostic::Log;
use hastie_site::failure::Failure;
use hastie_site::model::{DocId, Document, SiteContext, slug};
use hastie_site::render::drops::DocumentDrop;
use hastie_site::site::Site;
use hastie_value::text::{is_ascii_space, strip};
use indexmap::IndexMap;
use std::cmp::Ordering;
use std::collections::HashSet;
use std::sync::Arc;

/// The documents that a pagination with these options lists, without hidden documents. If `sort_field` is set, also
/// sorts them, and applies `offset` and `sort_reverse`.
pub(crate) fn of(site: &mut Site, options: &Hash, log: &mut Log) -> Result<Vec<Value>, Failure> {
    let context = Arc::clone(&site.setup.context);
    let mut shown = in_collections(site, get(options, "collection"))?;
    let all = shown.clone();
    // All three indexes are built first, whether needed or not.
    let mut filters = Vec::new();
    for (option, label, attribute) in
        [("category", "Category", "categories"), ("tag", "Tag", "tags"), ("locale", "Locale", "locale")]
    {
        filters.push((option, label, by_value(&context, &all, attribute)?));
    }
    for (option, label, documents) in &filters {
        let before = shown.len();
        shown = filtered(&context, shown, get(options, option), documents, *option == "category")?;
        debug::filter(options, label, before, shown.len(), log);
    }
    let field = get(options, "sort_field");
    if !field.truthy() {
        return Ok(shown.iter().map(|document| Value::drop(DocumentDrop(document.id))).collect());
    }
    debug::dates(options, log);
    let undated: Vec<DocId> = shown.iter().filter(|doc| !doc.field("date").truthy()).map(|doc| doc.id).collect();
    let mut keyed = Vec::new();
    for document in &shown {
        let dated = undated.contains(&document.id).then(|| document.date());
        keyed.push((key(&context, &document.data, dated, &context.text(field))?, document.id));
    }
    let mut problem = None;
    hastie_site::model::sort(&mut keyed, |(a, _): &(Value, DocId), (b, _): &(Value, DocId)| {
        compare(&context, a, b).unwrap_or_else(|failure| {
            problem.get_or_insert(failure);
            Ordering::Equal
        })
    });
    if let Some(failure) = problem {
        return Err(failure);
    }
    let offset = integer(&context, options, "offset")?;
    if matches!(ruby_methods::shown_integer(get(options, "offset"), offset), Value::Big(_)) && offset > 0 {
        return Err(Failure::raised("RangeError", "bignum too big to convert into `long'"));
    }
    let offset = usize::try_from(offset).unwrap_or(0);
    keyed.truncate(keyed.len().saturating_sub(offset));
    if is_set(options, "sort_reverse") {
        keyed.reverse();
    }
    give_dates(site, &undated);
    Ok(keyed.into_iter().map(|(_, id)| Value::drop(DocumentDrop(id))).collect())
}

/// Sets `date` in the front matter of the documents `undated`. In Ruby, reading the date of a document has this effect.
fn give_dates(site: &mut Site, undated: &[DocId]) {
    for document in site.content.collections.iter_mut().flat_map(|collection| &mut collection.docs) {
        if undated.contains(&document.id) {
            let date = document.date();
            document.data.set("date", date);
        }
    }
}

/// `get_docs_in_collections`: the documents of the named collections, without hidden documents and without those that
/// have `pagination`.
fn in_collections<'a>(site: &'a Site, names: &Value) -> Result<Vec<&'a Document>, Failure> {
    let context = &site.setup.context;
    let names = match names {
        Value::Str(names) => split(names),
        names => ruby_methods::each(context, names)?,
    };
    let mut documents = Vec::new();
    for name in names {
        let name = lower(ruby_methods::text(context, &name, "downcase")?);
        for collection in &site.content.collections {
            let label = collection.label();
            if if name == "all" { label != "posts" } else { label == name } {
                documents.extend(collection.docs.iter().filter(|doc| doc.data.get("pagination").is_none()));
            }
        }
    }
    documents.retain(|document| !document.field("hidden").truthy());
    Ok(documents)
}

/// `index_posts_by`: groups documents by each value of an attribute.
fn by_value(
    context: &SiteContext,
    documents: &[&Document],
    attribute: &str,
) -> Result<IndexMap<String, Vec<DocId>>, Failure> {
    let mut found: IndexMap<String, Vec<DocId>> = IndexMap::new();
    for document in documents {
        for value in values(context, document, attribute)? {
            for piece in ruby_methods::split(&lower(&context.text(&value)), |c| matches!(c, ';' | ',')) {
                found.entry(lower(&piece)).or_default().push(document.id);
            }
        }
    }
    Ok(found)
}

/// The values of an attribute of a document, in order. A string is split at semicolons, commas and white space.
///
/// # Errors
/// Fails if the value is of another type than a string, an array, a hash or nil.
pub(crate) fn values(context: &SiteContext, document: &Document, attribute: &str) -> Result<Vec<Value>, Failure> {
    match document.data.get(attribute) {
        None | Some(Value::Nil) => Ok(Vec::new()),
        Some(Value::Str(text)) => Ok(split(text)),
        Some(odd @ (Value::Bool(_) | Value::Float(_) | Value::Date(_) | Value::Time(_))) => {
            Err(context.no_method("size", odd))
        }
        Some(other) => ruby_methods::each(context, other),
    }
}

/// `read_config_value_and_filter_posts`: the documents that have all values in `wanted`. Returns all documents if
/// `wanted` is nil.
fn filtered<'a>(
    context: &SiteContext,
    documents: Vec<&'a Document>,
    wanted: &Value,
    found: &IndexMap<String, Vec<DocId>>,
    are_categories: bool,
) -> Result<Vec<&'a Document>, Failure> {
    let wanted = match wanted {
        Value::Nil => return Ok(documents),
        Value::Str(names) => {
            ruby_methods::split(names, |c| matches!(c, ';' | ',')).into_iter().map(Value::from).collect()
        }
        names => ruby_methods::each(context, names)?,
    };
    let mut kept = documents;
    for name in &wanted {
        let name = lower(&context.text(name));
        // The intersection of lists contains no duplicates.
        let mut seen = HashSet::new();
        kept.retain(|document| seen.insert(document.id));
        // Every post is in the category `posts`.
        if !(are_categories && name == "posts") {
            let having: HashSet<DocId> = found.get(&name).into_iter().flatten().copied().collect();
            kept.retain(|document| having.contains(&document.id));
        }
    }
    Ok(kept)
}

/// `value.downcase.strip`, for the comparison of categories, tags and other names: ` News` becomes `news`.
pub(crate) fn lower(text: &str) -> String {
    strip(&slug::downcase(text)).to_owned()
}

/// Ruby's `text.split(/;|,|\s/)`: the texts between semicolons, commas and white space.
fn split(text: &str) -> Vec<Value> {
    let pieces = ruby_methods::split(text, |c| matches!(c, ';' | ',') || is_ascii_space(c));
    pieces.into_iter().map(Value::from).collect()
}

/// `sort_get_post_data`: the value at a path of keys, `a:b`.
fn key(context: &SiteContext, data: &Hash, dated: Option<Value>, field: &str) -> Result<Value, Failure> {
    let mut found = Value::hash(data.clone());
    for (depth, part) in ruby_methods::split(field, |c| c == ':').iter().enumerate() {
        let part = lower(part);
        found = match &found {
            Value::Hash(hash) => match dated.as_ref().filter(|_| depth == 0 && part == "date").or(hash.get(&part)) {
                Some(value) => value.clone(),
                None => return Ok(Value::Nil),
            },
            other => return Err(context.no_method("has_key?", other)),
        };
    }
    Ok(if matches!(found, Value::Hash(_)) { Value::Nil } else { found })
}

/// `sort_values`: compares values of `sort_field`. nil comes first, and case is ignored in strings. Fails for values
/// that Ruby cannot compare.
fn compare(context: &SiteContext, a: &Value, b: &Value) -> Result<Ordering, Failure> {
    let failed = || {
        let text = format!("comparison of {} with {} failed", context.inspect(a), context.inspect(b));
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
                // The time of a date is midnight, UTC.
                Value::Date(date) => (date.days_since_epoch() * 86_400, 0),
                _ => (0, 0),
            };
            Ok(instant(a).cmp(&instant(b)))
        }
        _ => a.compare(b, &mut context.quiet_host()).ok().flatten().ok_or_else(failed),
    }
}

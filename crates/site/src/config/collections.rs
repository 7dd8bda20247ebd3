//! Normalizes `collections` to a hash that starts with the posts. Mirrors `Configuration#add_default_collections`.

use super::{inspect, merge};
use crate::failure::Failure;
use crate::reference::Reference;
use hastie_liquid::{Hash, Value};

/// Normalizes the collections: converts an array of labels to a hash and puts `posts` first. Sets `output: true` for
/// `posts`, and the site's permalink style if `posts` has no `permalink`. A configuration without collections is
/// unchanged. Fails if `collections`, its entry `posts`, or `permalink` has a wrong type.
pub(super) fn add_default(reference: &Reference, values: &Hash) -> Result<Hash, Failure> {
    let typed = match values.get("collections") {
        None | Some(Value::Nil) => return Ok(values.clone()),
        Some(Value::Hash(hash)) => hash.as_ref().clone(),
        Some(Value::Array(labels)) => {
            let mut hash = Hash::new();
            for label in labels.iter() {
                hash.set_value(label.clone(), Value::hash(Hash::new()));
            }
            hash
        }
        other => {
            let message = format!("'collections' should be set as a hash, but was: {}.", inspect(other));
            return Err(Failure::raised("NoMethodError", message));
        }
    };
    let mut collections = Hash::new();
    collections.set("posts", Hash::new());
    merge::deep_merge_into(&mut collections, &typed);
    let Some(Value::Hash(posts)) = collections.get("posts") else {
        let message =
            format!("the collection 'posts' is described by a hash, not {}.", inspect(collections.get("posts")));
        return Err(Failure::raised("IndexError", message));
    };
    let mut posts = posts.as_ref().clone();
    posts.set("output", true);
    if let Some(style) = values.get("permalink").filter(|style| style.truthy()) {
        let Some(style) = style.as_str() else {
            let message = format!("'permalink' should be set as a string, but was: {}.", inspect(Some(style)));
            return Err(Failure::raised("NoMethodError", message));
        };
        if !posts.get("permalink").is_some_and(Value::truthy) {
            posts.set("permalink", template(reference, style));
        }
    }
    collections.set("posts", posts);
    let mut values = values.clone();
    values.set("collections", collections);
    Ok(values)
}

/// The permalink template of a built-in style. Any other text is itself a template.
fn template<'s>(reference: &Reference, style: &'s str) -> &'s str {
    match style {
        "none" => "/:categories/:title:output_ext",
        "date" => "/:categories/:year/:month/:day/:title:output_ext",
        "ordinal" => "/:categories/:year/:y_day/:title:output_ext",
        "pretty" => "/:categories/:year/:month/:day/:title/",
        "weekdate" if reference.urls.has_later_placeholders => "/:categories/:year/W:week/:short_day/:title:output_ext",
        own => own,
    }
}

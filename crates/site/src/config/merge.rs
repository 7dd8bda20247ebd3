//! The merge used for configuration, front matter and data. Mirrors `Jekyll::Utils.deep_merge_hashes`.

use hastie_liquid::{Hash, Value};

/// Merges `overwrite` into a copy of `target`. Hashes are merged recursively, `nil` does not replace a value, and keys
/// keep their first position.
pub fn deep_merge(target: &Hash, overwrite: &Hash) -> Hash {
    let mut merged = target.clone();
    deep_merge_into(&mut merged, overwrite);
    merged
}

/// Like [`deep_merge`], but changes `target` instead of a copy. Only its nested hashes are still copied.
pub fn deep_merge_into(target: &mut Hash, overwrite: &Hash) {
    for (key, new) in overwrite.iter() {
        match (target.get_value(key), new) {
            (Some(_), Value::Nil) => {}
            (Some(Value::Hash(old)), Value::Hash(new)) => {
                let merged = deep_merge(old, new);
                target.set_value(key.clone(), Value::hash(merged));
            }
            _ => target.set_value(key.clone(), new.clone()),
        }
    }
}

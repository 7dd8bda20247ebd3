//! Jekyll::Utils.deep_merge_hashes: the merge behind configuration, front matter and data.

use hastie_liquid::{Hash, Value};

/// `target` with the entries of `overwrite` merged into it: hashes are merged, `nil` overwrites nothing, and keys keep
/// their first position.
pub fn deep_merge(target: &Hash, overwrite: &Hash) -> Hash {
    let mut merged = target.clone();
    deep_merge_into(&mut merged, overwrite);
    merged
}

/// As [`deep_merge`], in place.
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

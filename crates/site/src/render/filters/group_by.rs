//! `group_by`: groups items by a property.

use super::enumerable;
use super::property::item_property;
use hastie_liquid::{Abort, Context, Hash, Value, encoding};

/// Items grouped by key. The keys are in the order of their first occurrence.
#[derive(Default)]
pub(crate) struct Groups {
    groups: Vec<(Value, Vec<Value>)>,
    indices: Hash,
}

impl Groups {
    /// Adds an item to the group of a key. Ruby's `eql?` compares the keys, so 1 and 1.0 are different groups.
    ///
    /// # Errors
    /// Fails if the rendering exceeds its step limit.
    pub(crate) fn add(&mut self, cx: &mut Context<'_>, key: Value, item: Value) -> Result<(), Abort> {
        let (found, steps) = self.indices.look_up(&key);
        cx.spend(steps)?;
        if let Some(Value::Int(index)) = found {
            self.groups[*index as usize].1.push(item);
            return Ok(());
        }
        self.indices.set_value(key.clone(), Value::Int(self.groups.len() as i64));
        self.groups.push((key, vec![item]));
        Ok(())
    }
}

/// The cost of creating a group in rendering steps, including its memory.
const STEPS_OF_GROUP: u64 = 30;

/// Converts each group to a hash of `name`, `items` and `size`.
pub(crate) fn grouped(cx: &mut Context<'_>, groups: Groups) -> Result<Value, Abort> {
    cx.spend(STEPS_OF_GROUP * groups.groups.len() as u64)?;
    let hashes = groups.groups.into_iter().map(|(name, items)| {
        let size = Value::Int(items.len() as i64);
        let entries = [("name", name), ("items", Value::array(items)), ("size", size)];
        Value::hash(entries.into_iter().collect::<Hash>())
    });
    let groups = Value::array(hashes.collect());
    cx.check_wrapped(&groups)?;
    Ok(groups)
}

/// `group_by`: groups the items by a property, converted to a string. An input without items, such as a string, is
/// unchanged.
pub(crate) fn group_by(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let Some(items) = enumerable(cx, input)? else { return Ok(input.clone()) };
    let mut groups = Groups::default();
    for item in items.iter() {
        let key = item_property(cx, item, &args[0])?;
        let name = encoding::to_encoded_s(&key, cx)?;
        groups.add(cx, name, item.clone())?;
    }
    grouped(cx, groups)
}

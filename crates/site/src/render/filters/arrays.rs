//! Filters that add or remove items of an array: `push`, `pop`, `shift`, `unshift`, `sample`. Other values are returned
//! unchanged.

use hastie_liquid::{Abort, Context, Value};
use hastie_value::number::to_long;

/// `push`: a copy of the array with the argument at its end. An input that is not an array is unchanged.
pub(crate) fn push(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let Value::Array(items) = input else { return Ok(input.clone()) };
    cx.check_nesting(&args[0])?;
    let mut longer = items.to_vec();
    longer.push(args[0].clone());
    Ok(Value::array(longer))
}

/// `push` for an array to which nothing else refers: appends the argument to the array itself.
pub(crate) fn push_in_place(cx: &mut Context<'_>, items: &mut Vec<Value>, args: &[Value]) -> Result<(), Abort> {
    cx.check_nesting(&args[0])?;
    items.push(args[0].clone());
    Ok(())
}

/// `unshift`: a copy of the array with the argument at its start. An input that is not an array is unchanged.
pub(crate) fn unshift(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let Value::Array(items) = input else { return Ok(input.clone()) };
    cx.check_nesting(&args[0])?;
    let mut longer = Vec::with_capacity(items.len() + 1);
    longer.push(args[0].clone());
    longer.extend(items.iter().cloned());
    Ok(Value::array(longer))
}

/// `pop`: a copy of the array without its last item. With an argument `n`, without its last `n` items. An input that is
/// not an array is unchanged.
pub(crate) fn pop(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let Value::Array(items) = input else { return Ok(input.clone()) };
    let count = count(cx, args)?;
    Ok(Value::array(items[..items.len().saturating_sub(count)].to_vec()))
}

/// `shift`: a copy of the array without its first item. With an argument `n`, without its first `n` items. An input
/// that is not an array is unchanged.
pub(crate) fn shift(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let Value::Array(items) = input else { return Ok(input.clone()) };
    let count = count(cx, args)?;
    Ok(Value::array(items[count.min(items.len())..].to_vec()))
}

fn count(cx: &mut Context<'_>, args: &[Value]) -> Result<usize, Abort> {
    let Some(count) = args.first() else { return Ok(1) };
    let count = to_long(&count.to_integer(cx.host)?)?;
    usize::try_from(count).map_err(|_| Abort::error("ArgumentError", "negative array size"))
}

/// `sample`: a random item of an array, or nil if the array is empty. With an argument `n` other than 1, an array of
/// `n` random items, or of all items if there are fewer. Only the build time and the number of items decide the choice,
/// so builds with the same clock are equal. An input that is not an array is unchanged.
pub(crate) fn sample(cx: &mut Context<'_>, input: &Value, args: &[Value]) -> Result<Value, Abort> {
    let Value::Array(items) = input else { return Ok(input.clone()) };
    let count = match args.first() {
        None => 1,
        Some(count) => match count.to_integer(cx.host) {
            Ok(count) => to_long(&count)?,
            Err(suspended @ Abort::Suspended(_)) => return Err(suspended),
            Err(_) => 1,
        },
    };
    let (seconds, nanos) = cx.host.now();
    let mut chance = Chance((seconds as u64) ^ (u64::from(nanos) << 32) ^ items.len() as u64);
    if count == 1 {
        return Ok(if items.is_empty() { Value::Nil } else { items[chance.below(items.len())].clone() });
    }
    let count = usize::try_from(count).map_err(|_| Abort::error("ArgumentError", "negative sample number"))?;
    let mut rest = items.to_vec();
    let count = count.min(rest.len());
    for index in 0..count {
        let other = index + chance.below(rest.len() - index);
        rest.swap(index, other);
    }
    rest.truncate(count);
    Ok(Value::array(rest))
}

/// A pseudorandom number generator (splitmix64).
struct Chance(u64);

impl Chance {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % bound.max(1) as u64) as usize
    }
}

//! `jsonify`: converts a value to JSON in the format of Ruby's generator, or of ActiveSupport's encoder if a plugin
//! loads this encoder.

use super::rendering;
use crate::render::drops;
use hastie_liquid::{Abort, Context, Drop, Host, Value};
use hastie_value::float_to_s;
use hastie_value::time::strftime;
use std::fmt::Write;

/// The maximum nesting that Ruby's generator accepts.
const MAX_NESTING: usize = 100;

/// The maximum length of a JSON text in bytes: the limit of any text in Liquid. A few aliases in YAML can make a value
/// whose text has no end, so the limit counts while the text is written.
const MAX_LENGTH: usize = 32 << 20;

/// The characters that ActiveSupport escapes, because they have a meaning in HTML or end a line in JavaScript.
const ESCAPED: [char; 5] = ['&', '<', '>', '\u{2028}', '\u{2029}'];

/// `jsonify`: the value as JSON, as Ruby's `to_json` writes it. If a plugin loads ActiveSupport's encoder of JSON, that
/// encoder is used, unless the input itself is a drop.
pub fn jsonify(cx: &mut Context<'_>, input: &Value, _args: &[Value]) -> Result<Value, Abort> {
    // A drop has a `to_json` of its own, which ActiveSupport does not replace.
    let with_active_support = !is_drop(input) && rendering(cx)?.setup().plugins.encodes_json();
    let mut writer = Writer { with_active_support, ..Writer::default() };
    writer.write(input, 0, cx.host)?;
    let json = writer.out;
    cx.spend(json.len() as u64 / 8)?;
    Ok(json.into())
}

/// Whether a value is one of Jekyll's drops. Pages do not count, because they are hashes in Jekyll.
fn is_drop(value: &Value) -> bool {
    matches!(value, Value::Drop(object) if object.is_hash() && object.class() != "Hash")
}

/// Converts a value to JSON on one line, like Ruby's `to_json`.
///
/// # Errors
/// Fails for NaN, infinity and values that are nested too deeply, if the JSON is too long, and if a drop fails.
pub fn generate(value: &Value, host: &mut dyn Host) -> Result<String, Abort> {
    let mut writer = Writer::default();
    writer.write(value, 0, host)?;
    Ok(writer.out)
}

/// Converts a value to JSON on several lines, like Ruby's `JSON.pretty_generate`, which a drop's `inspect` uses.
///
/// # Errors
/// Same as [`generate`].
pub fn pretty(value: &Value, host: &mut dyn Host) -> Result<String, Abort> {
    let mut writer = Writer { pretty: true, ..Writer::default() };
    writer.write(value, 0, host)?;
    Ok(writer.out)
}

/// `Drop#inspect`: all keys and values as JSON on several lines.
///
/// # Errors
/// Same as [`generate`].
pub fn pretty_drop(object: &dyn Drop, host: &mut dyn Host) -> Result<String, Abort> {
    let mut writer = Writer { pretty: true, ..Writer::default() };
    writer.object(object, 0, host)?;
    Ok(writer.out)
}

#[derive(Default)]
struct Writer {
    out: String,
    pretty: bool,
    /// Whether the value to write is inside of a drop. Arrays inside of a drop contain documents and pages as Ruby
    /// objects, for which JSON contains only their text.
    in_drop: bool,
    /// Whether ActiveSupport encodes the values. It escapes HTML, writes times in the format of XML Schema, and treats
    /// a drop as a list of pairs.
    with_active_support: bool,
}

impl Writer {
    fn write(&mut self, value: &Value, depth: usize, host: &mut dyn Host) -> Result<(), Abort> {
        match value {
            Value::Nil => self.out.push_str("null"),
            Value::Bool(truth) => self.out.push_str(if *truth { "true" } else { "false" }),
            // Jekyll recurses endlessly on a value that is not equal to itself.
            Value::Float(number) if number.is_nan() => {
                return Err(Abort::error("SystemStackError", "stack level too deep"));
            }
            Value::Float(number) if !number.is_finite() => {
                let message = format!("1000: {} not allowed in JSON", float_to_s(*number));
                return Err(Abort::error("JSON::GeneratorError", message));
            }
            Value::Int(_) | Value::Big(_) | Value::Float(_) => self.out.push_str(&value.to_s(host)?),
            Value::Array(items) => {
                self.open('[', depth)?;
                for (index, item) in items.iter().enumerate() {
                    self.next(index, depth)?;
                    match item {
                        Value::Drop(object) if self.in_drop => match drops::own_text(&**object, host)? {
                            Some(text) => self.text(&text),
                            None => self.write(item, depth + 1, host)?,
                        },
                        _ => self.write(item, depth + 1, host)?,
                    }
                }
                self.close(']', items.is_empty(), depth);
            }
            Value::Hash(hash) => {
                self.open('{', depth)?;
                for (index, (key, value)) in hash.iter().enumerate() {
                    let key = key.to_s(host)?;
                    self.entry(index, &key, value, depth, host)?;
                }
                self.close('}', hash.is_empty(), depth);
            }
            Value::Drop(object) if self.with_active_support && is_drop(value) => self.pairs(&**object, depth, host)?,
            Value::Time(time) if self.with_active_support => self.text(&strftime(time, "%FT%T.%L%:z")),
            Value::Drop(object) if object.is_hash() => self.object(&**object, depth, host)?,
            Value::Drop(object) => match object.to_liquid(host)? {
                Some(other) => self.write(&other, depth, host)?,
                None => self.text_of(value, host)?,
            },
            Value::Str(text) => self.text(text),
            _ => self.text_of(value, host)?,
        }
        Ok(())
    }

    /// Writes the result of Ruby's `to_s` as a JSON string.
    fn text_of(&mut self, value: &Value, host: &mut dyn Host) -> Result<(), Abort> {
        let text = value.to_s(host)?;
        self.text(&text);
        Ok(())
    }

    fn object(&mut self, object: &dyn Drop, depth: usize, host: &mut dyn Host) -> Result<(), Abort> {
        self.open('{', depth)?;
        let entries = object.json(depth, host)?;
        // A page is already a hash, whose arrays are converted for Liquid.
        let outer = self.in_drop;
        self.in_drop |= object.class() != "Hash";
        for (index, (key, value)) in entries.iter().enumerate() {
            self.entry(index, key, value, depth, host)?;
        }
        self.in_drop = outer;
        self.close('}', entries.is_empty(), depth);
        Ok(())
    }

    /// Writes a drop as an array of pairs of key and value, because ActiveSupport only knows that a drop is enumerable.
    fn pairs(&mut self, object: &dyn Drop, depth: usize, host: &mut dyn Host) -> Result<(), Abort> {
        self.open('[', depth)?;
        let entries = object.json(depth, host)?;
        let outer = std::mem::replace(&mut self.in_drop, true);
        for (index, (key, value)) in entries.iter().enumerate() {
            self.next(index, depth)?;
            self.out.push('[');
            self.text(key);
            self.out.push(',');
            self.write(value, depth + 1, host)?;
            self.out.push(']');
        }
        self.in_drop = outer;
        self.close(']', entries.is_empty(), depth);
        Ok(())
    }

    fn open(&mut self, bracket: char, depth: usize) -> Result<(), Abort> {
        if depth >= MAX_NESTING {
            let message = format!("nesting of {} is too deep", depth + 1);
            return Err(Abort::error("JSON::NestingError", message));
        }
        self.out.push(bracket);
        Ok(())
    }

    fn next(&mut self, index: usize, depth: usize) -> Result<(), Abort> {
        if index > 0 {
            self.out.push(',');
        }
        if self.out.len() > MAX_LENGTH {
            return Err(Abort::error("Liquid::MemoryError", format!("a text is larger than {} MB", MAX_LENGTH >> 20)));
        }
        self.line(depth + 1);
        Ok(())
    }

    fn close(&mut self, bracket: char, empty: bool, depth: usize) {
        // Empty arrays and hashes have line breaks, too.
        if !empty || bracket == '}' {
            self.line(depth);
        } else {
            self.line(depth + 1);
            if self.pretty {
                self.out.truncate(self.out.trim_end_matches(' ').len());
            }
            self.line(depth);
        }
        self.out.push(bracket);
    }

    fn line(&mut self, depth: usize) {
        if self.pretty {
            self.out.push('\n');
            self.out.extend(std::iter::repeat_n("  ", depth));
        }
    }

    fn entry(
        &mut self,
        index: usize,
        key: &str,
        value: &Value,
        depth: usize,
        host: &mut dyn Host,
    ) -> Result<(), Abort> {
        self.next(index, depth)?;
        self.text(key);
        self.out.push_str(if self.pretty { ": " } else { ":" });
        self.write(value, depth + 1, host)
    }

    fn text(&mut self, text: &str) {
        let start = self.out.len();
        self.plain_text(text);
        if self.with_active_support && text.contains(ESCAPED) {
            let escaped = self.out.split_off(start);
            for c in escaped.chars() {
                match c {
                    _ if ESCAPED.contains(&c) => {
                        let _ = write!(self.out, "\\u{:04x}", u32::from(c));
                    }
                    _ => self.out.push(c),
                }
            }
        }
    }

    fn plain_text(&mut self, text: &str) {
        self.out.push('"');
        let mut done = 0;
        for (position, byte) in text.bytes().enumerate() {
            if byte >= 0x20 && byte != b'"' && byte != b'\\' {
                continue;
            }
            self.out.push_str(&text[done..position]);
            done = position + 1;
            match byte {
                b'"' => self.out.push_str("\\\""),
                b'\\' => self.out.push_str("\\\\"),
                b'\n' => self.out.push_str("\\n"),
                b'\r' => self.out.push_str("\\r"),
                b'\t' => self.out.push_str("\\t"),
                0x0c => self.out.push_str("\\f"),
                0x08 => self.out.push_str("\\b"),
                _ => {
                    let _ = write!(self.out, "\\u{byte:04x}");
                }
            }
        }
        self.out.push_str(&text[done..]);
        self.out.push('"');
    }
}

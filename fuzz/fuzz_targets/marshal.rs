//! Messages of a Ruby guest: whatever the bytes are, reading them ends, and what was read can be written.
#![no_main]

use hastie_ruby::marshal::{Objects, Representation, read, write};
use hastie_value::{Abort, Drop, Value};
use libfuzzer_sys::fuzz_target;
use std::sync::Arc;

struct Nobody;

impl Objects for Nobody {
    fn represent(&mut self, _object: &Arc<dyn Drop>, _inside: bool) -> Result<Representation, Abort> {
        Ok(Representation::Value(Value::Nil))
    }

    fn resolve(&mut self, name: &str) -> Option<Value> {
        Some(Value::from(name))
    }
}

fuzz_target!(|data: &[u8]| {
    if let Ok(value) = read(data, &mut Nobody) {
        let _ = write(&value, &mut Nobody);
    }
});

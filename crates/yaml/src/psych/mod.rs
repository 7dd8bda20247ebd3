//! Reads and writes YAML by the rules of Psych, Ruby's own library, which differ from SafeYAML's. Commands that write
//! front matter use it.

mod dump;
mod load;
mod scalar;

pub use dump::dump;
pub use load::load as safe_load;

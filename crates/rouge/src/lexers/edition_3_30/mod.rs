//! The lexers that were others in Rouge 3.30, where a patch of rules in the lexer's own file would be longer than they
//! are, and the one that has gone since.

pub(super) mod coq;
pub(super) mod liquid;
pub(crate) mod solidity;
pub(super) mod toml;

//! Lexers of Rouge 3.30 that are too different for a patch of the current ones, and Solidity, which was removed later.

pub(super) mod coq;
pub(super) mod liquid;
pub(super) mod openedge;
pub(crate) mod solidity;
pub(super) mod toml;

//! Ruby plugins of Jekyll sites, run by a Ruby that lives in a sandbox.

//! `--watch` in a program for WebAssembly, which cannot wait for changes of files.

use super::Context;
use crate::config::Configuration;
use crate::site::Site;
use std::convert::Infallible;

/// The type of a watcher. It has no values, because this program cannot watch files.
pub(super) type Watch = Infallible;

/// Warns that watching is not possible, so that the site is built only once. Always returns `None`.
pub(super) fn begin(_: &Configuration, context: &Context) -> Option<Watch> {
    let text = "Hastie cannot watch files as WebAssembly. The site is built once.";
    context.printer.log().warn("Auto-regeneration:", text);
    None
}

/// Never called, because a `Watch` cannot exist in this program.
pub(super) fn include_theme(watch: &mut Watch, _: &Site) {
    match *watch {}
}

/// Never called, because a `Watch` cannot exist in this program.
pub(super) fn regenerate(
    watch: &mut Watch,
    _: &str,
    _: &mut Context,
    _: impl Fn(&mut Context),
    _: impl FnMut(Infallible),
) -> ! {
    match *watch {}
}

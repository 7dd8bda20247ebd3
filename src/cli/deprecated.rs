//! Options of Jekyll 2 and earlier, with their replacements. Mirrors `Jekyll::Deprecator`.

use crate::diagnostic::Log;
use std::ffi::OsString;

const SWITCHES: [(&str, &str); 8] = [
    ("--server", "The --server command has been replaced by the 'serve' subcommand."),
    ("--serve", "The --serve command has been replaced by the 'serve' subcommand."),
    ("--no-server", "To build Jekyll without launching a server, use the 'build' subcommand."),
    ("--auto", "The switch '--auto' has been replaced with '--watch'."),
    ("--no-auto", "To disable auto-replication, simply leave off the '--watch' switch."),
    ("--pygments", "The 'pygments' settings has been removed in favour of 'highlighter'."),
    ("--paginate", "The 'paginate' setting can only be set in your config files."),
    ("--url", "The 'url' setting can only be set in your config files."),
];

/// Warns about each deprecated option in the arguments, such as `--auto`.
pub(super) fn warn(arguments: &[OsString], log: &mut Log) {
    for (switch, advice) in SWITCHES {
        if arguments.iter().any(|argument| argument == switch) {
            log.warn("Deprecation:", advice);
        }
    }
}

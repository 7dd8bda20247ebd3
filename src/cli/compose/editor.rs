//! Opens a new file in the user's editor. Mirrors `FileEditor`.

use crate::cli::Context;
use crate::config::Configuration;
use std::process::Command;

/// Opens a file if the configuration says `auto_open`, and `JEKYLL_EDITOR`, `VISUAL` or `EDITOR` is set. The first of
/// these variables that is set names the editor. As in Ruby, the editor's exit code does not matter.
pub(super) fn open(path: &str, context: &Context, config: &Configuration) {
    let auto_open = config.values.get("jekyll_compose").and_then(|own| own.as_hash()?.get("auto_open"));
    if !auto_open.is_some_and(hastie_liquid::Value::truthy) {
        return;
    }
    let editor = ["JEKYLL_EDITOR", "VISUAL", "EDITOR"].iter().find_map(|name| context.world.variable(name));
    let Some(editor) = editor else { return };
    let path = context.world.expand(path);
    // The shell splits the words of the variable, but not the path.
    let mut shell = if cfg!(windows) {
        let mut shell = Command::new("cmd");
        shell.arg("/C").arg(editor).arg(&path);
        shell
    } else {
        let mut shell = Command::new("sh");
        shell.arg("-c").arg(format!("{editor} \"$1\"")).arg("sh").arg(&path);
        shell
    };
    let _ = shell.current_dir(context.world.folder()).status();
}

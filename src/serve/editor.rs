//! Opens a file in the author's editor, at a line.

use super::live::Place;
use crate::world::World;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::atomic::{AtomicUsize, Ordering};

/// The path to which the scripts of served pages send `POST` requests to open an editor.
pub(super) const PATH: &str = "/.hastie/open";

/// The header that the script of served pages sends. Without it, the server rejects requests for an editor, for
/// origins, and for the data and options of the toolbar.
pub(super) const HEADER: &str = "x-hastie";

/// The environment variables that name the editor, in order of precedence.
const VARIABLES: [&str; 3] = ["HASTIE_EDITOR", "VISUAL", "EDITOR"];

/// How an editor takes a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// `-g FILE:LINE:COLUMN`
    Goto,
    /// `FILE:LINE:COLUMN`
    Suffix,
    /// `--line LINE --column COLUMN FILE`
    Options,
    /// `-n +LINE:COLUMN FILE`
    Emacs,
    /// `+LINE FILE`
    Plus,
    /// `-l LINE FILE`
    Line,
    /// Only the file, without a position: `FILE`
    File,
    /// The editor needs a terminal. The server has none.
    Terminal,
}

/// The programs of editors, grouped by the form in which they take a position.
const EDITORS: &[(Form, &[&str])] = &[
    (Form::Goto, &["code", "code-insiders", "codium", "vscodium", "cursor", "windsurf", "positron"]),
    (Form::Suffix, &["subl", "sublime_text", "zed", "zeditor", "lapce", "atom", "pulsar"]),
    (Form::Options, &["idea", "webstorm", "rubymine", "pycharm", "phpstorm", "clion", "goland", "rustrover", "fleet"]),
    (Form::Emacs, &["emacsclient"]),
    (Form::Plus, &["gvim", "mvim", "macvim", "gedit", "gnome-text-editor", "xed", "pluma", "geany", "nvim-qt"]),
    (Form::Line, &["kate", "kwrite", "mate", "bbedit", "nova"]),
    (
        Form::Terminal,
        &["vi", "vim", "nvim", "view", "emacs", "nano", "pico", "micro", "hx", "helix", "kak", "joe", "ed", "ne", "mg"],
    ),
];

/// The maximum number of editors that run at once. A script of the site might request one after another.
const MAX_RUNNING: usize = 16;

/// The number of editors that were started and have not ended.
static RUNNING: AtomicUsize = AtomicUsize::new(0);

/// Opens a file and line in the user's editor.
///
/// # Errors
/// Returns a message for the author if no editor is set, if the editor needs a terminal or cannot be started, or if too
/// many editors are running.
pub(super) fn open(world: &World, place: &Place) -> Result<(), String> {
    let set = VARIABLES.iter().find_map(|name| Some((name, world.variable(name).filter(|value| !value.is_empty())?)));
    let Some((variable, editor)) = set else {
        return Err("Set HASTIE_EDITOR to the command of your editor, such as 'code'.\n".to_owned());
    };
    let Some(words) = command(editor, place) else {
        return Err(format!(
            "{variable} is '{editor}', which needs a terminal. Set HASTIE_EDITOR to another editor.\n"
        ));
    };
    let [program, arguments @ ..] = words.as_slice() else { return Err(format!("{variable} is empty.\n")) };
    if RUNNING.fetch_add(1, Ordering::Relaxed) >= MAX_RUNNING {
        RUNNING.fetch_sub(1, Ordering::Relaxed);
        return Err(format!("{MAX_RUNNING} editors are running. Close one of them.\n"));
    }
    let started = Command::new(program)
        .args(arguments)
        .current_dir(world.folder())
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .spawn();
    match started {
        Ok(mut editor) => {
            // Waits for the editor's end, because the system keeps the process until then.
            std::thread::spawn(move || {
                let _ = editor.wait();
                RUNNING.fetch_sub(1, Ordering::Relaxed);
            });
            Ok(())
        }
        Err(error) => {
            RUNNING.fetch_sub(1, Ordering::Relaxed);
            Err(format!("{variable} is '{editor}', which cannot be started: {error}.\n"))
        }
    }
}

/// The words of the command that opens a place. Replaces `{file}`, `{line}` and `{column}` in `editor`. Without
/// `{file}`, adds the position as the editor expects it. `None` if the editor needs a terminal.
fn command(editor: &str, place: &Place) -> Option<Vec<String>> {
    let (file, line, column) = (place.file.to_string_lossy(), place.line.to_string(), place.column.to_string());
    let mut words: Vec<String> = words(editor);
    if editor.contains("{file}") {
        let fill = |word: String| word.replace("{file}", &file).replace("{line}", &line).replace("{column}", &column);
        return Some(words.into_iter().map(fill).collect());
    }
    let name = words.first().map(|program| program_name(program)).unwrap_or_default();
    let position = format!("{file}:{line}:{column}");
    words.extend(match form(&name) {
        Form::Goto => vec!["-g".to_owned(), position],
        Form::Suffix => vec![position],
        Form::Options => {
            vec!["--line".to_owned(), line, "--column".to_owned(), column, file.into_owned()]
        }
        Form::Emacs => vec!["-n".to_owned(), format!("+{line}:{column}"), file.into_owned()],
        Form::Plus => vec![format!("+{line}"), file.into_owned()],
        Form::Line => vec!["-l".to_owned(), line, file.into_owned()],
        Form::File => vec![file.into_owned()],
        Form::Terminal => return None,
    });
    Some(words)
}

fn form(name: &str) -> Form {
    EDITORS.iter().find(|(_, names)| names.contains(&name)).map_or(Form::File, |(form, _)| *form)
}

/// The name of a program without its folder and extension, in lower case.
fn program_name(program: &str) -> String {
    let name = program.rsplit(['/', '\\']).next().unwrap_or(program);
    Path::new(name).file_stem().unwrap_or_default().to_string_lossy().to_lowercase()
}

/// Splits a command into words at white space. Quotes keep a word together.
fn words(command: &str) -> Vec<String> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for c in command.chars() {
        match quote {
            Some(open) if c == open => quote = None,
            Some(_) => word.get_or_insert_default().push(c),
            None if c == '"' || c == '\'' => {
                quote = Some(c);
                word.get_or_insert_default();
            }
            None if c.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(c),
        }
    }
    words.extend(word);
    words
}

#[cfg(test)]
mod tests {
    use super::{Place, command};
    use std::path::PathBuf;

    fn of(editor: &str) -> Option<String> {
        let place = Place { file: PathBuf::from("/s/a b.md"), line: 3, column: 7 };
        command(editor, &place).map(|words| words.join("|"))
    }

    #[test]
    fn each_editor_gets_the_position_in_its_own_form() {
        for (editor, expected) in [
            ("code", "code|-g|/s/a b.md:3:7"),
            ("code --reuse-window", "code|--reuse-window|-g|/s/a b.md:3:7"),
            ("/usr/bin/subl", "/usr/bin/subl|/s/a b.md:3:7"),
            ("'C:\\My Programs\\Code.exe' -r", "C:\\My Programs\\Code.exe|-r|-g|/s/a b.md:3:7"),
            ("idea", "idea|--line|3|--column|7|/s/a b.md"),
            ("emacsclient", "emacsclient|-n|+3:7|/s/a b.md"),
            ("gvim", "gvim|+3|/s/a b.md"),
            ("kate", "kate|-l|3|/s/a b.md"),
            ("notepad", "notepad|/s/a b.md"),
            ("xterm -e vim +{line} {file}", "xterm|-e|vim|+3|/s/a b.md"),
        ] {
            assert_eq!(of(editor).as_deref(), Some(expected), "{editor}");
        }
    }

    #[test]
    fn an_editor_that_needs_a_terminal_is_not_started() {
        for editor in ["vim", "/usr/bin/nano -w", "emacs"] {
            assert_eq!(of(editor), None, "{editor}");
        }
    }
}

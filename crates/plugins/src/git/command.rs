//! Answers read-only `git` commands without running git, such as `git log -1 --format=%ci -- FILE`.

use super::Repository;
use super::format::Oid;
use super::log::{Log, LogOptions};
use super::objects::{Objects, Unreadable};
use super::show::Format;
use hastie_site::locks::lock;
use hastie_site::world::World;
use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;

/// Why Hastie cannot answer a `git` command: it does not support the command, or cannot read the repository.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NoAnswer {
    /// Hastie does not support the command.
    Unsupported,
    /// The repository cannot be read.
    Unreadable(Unreadable),
}

impl From<Unreadable> for NoAnswer {
    fn from(why: Unreadable) -> Self {
        NoAnswer::Unreadable(why)
    }
}

/// The folder that a `git` command names with `-C` before its verb. A relative name is resolved against `folder`, or
/// against the folder of the previous `-C`. `None` without this option, or if [`answer`] cannot parse the command. The
/// verb need not be one that [`answer`] supports.
pub fn folder(command: &str, folder: &Path) -> Option<PathBuf> {
    let command = Command::parse(command)?;
    (!command.folders.is_empty()).then(|| command.folder_from(folder))
}

/// The repository of the last git command, which stays open for the next one. Later commits are not seen, so that all
/// commands of a build see the same history.
#[derive(Default)]
pub struct LastRepository(Mutex<Option<Opened>>);

impl fmt::Debug for LastRepository {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("LastRepository")
    }
}

/// The output of a `git` command that runs in `folder`. Empty outside of a repository. `last` keeps the repository open
/// for the next command.
///
/// # Errors
/// See [`NoAnswer`].
pub fn answer(command: &str, folder: &Path, world: &World, last: &LastRepository) -> Result<String, NoAnswer> {
    let command = Command::parse(command).ok_or(NoAnswer::Unsupported)?;
    let folder = command.folder_from(folder);
    let rest: Vec<&str> = command.arguments.iter().map(String::as_str).collect();
    let mut last = lock(&last.0);
    let opened = match &mut *last {
        Some(opened) if opened.folder == folder => opened,
        last => last.insert(Opened::around(world, folder)),
    };
    let Some(repository) = &opened.repository else { return Ok(String::new()) };
    let mut query = Query { repository, head: opened.head, log: &mut opened.log, folder: &opened.folder, world };
    let printed = match command.verb.as_str() {
        "log" => query.log(&rest, None),
        "show" if rest.iter().any(|word| matches!(*word, "-s" | "--no-patch")) => query.log(&rest, Some(1)),
        "rev-list" => query.list(&rest),
        "rev-parse" => query.name(&rest),
        "branch" if rest == ["--show-current"] => Ok(query.branch().map(|name| name + "\n").unwrap_or_default()),
        "symbolic-ref" if rest == ["--short", "HEAD"] => Ok(query.branch().map(|name| name + "\n").unwrap_or_default()),
        "config" if matches!(rest.as_slice(), ["remote.origin.url"] | ["--get", "remote.origin.url"]) => query.origin(),
        "remote" if rest == ["get-url", "origin"] => query.origin(),
        _ => Err(NoAnswer::Unsupported),
    }?;
    Ok(command.lines.of(&printed))
}

/// A `git` command, in parts: `git -C FOLDER VERB ARGUMENTS | head -1`.
struct Command {
    /// The folders named with `-C`, in order.
    folders: Vec<String>,
    verb: String,
    arguments: Vec<String>,
    lines: Lines,
}

impl Command {
    /// Divides a command into its parts. `None` if it is not a `git` command, or has an option other than `-C` and
    /// `--no-pager` before the verb. Also `None` if it uses unsupported features of a shell.
    fn parse(command: &str) -> Option<Command> {
        let (words, lines) = shell(command)?;
        let mut words = words.into_iter().peekable();
        if words.next()? != "git" {
            return None;
        }
        let mut folders = Vec::new();
        while let Some(option) = words.next_if(|word| word.starts_with('-')) {
            match option.as_str() {
                "-C" => folders.push(words.next()?),
                "--no-pager" => {}
                _ => return None,
            }
        }
        Some(Command { folders, verb: words.next()?, arguments: words.collect(), lines })
    }

    /// The folder in which git runs, if the command is started in `folder`.
    fn folder_from(&self, folder: &Path) -> PathBuf {
        self.folders.iter().fold(folder.to_path_buf(), |folder, name| folder.join(name))
    }
}

/// The lines of the output that remain: all of them, or one because of `head -1` or `tail -1`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Lines {
    All,
    First,
    Last,
}

impl Lines {
    fn of(self, text: &str) -> String {
        match self {
            Lines::All => text.to_owned(),
            Lines::First => text.split_inclusive('\n').next().unwrap_or_default().to_owned(),
            Lines::Last => text.split_inclusive('\n').next_back().unwrap_or_default().to_owned(),
        }
    }
}

/// Splits a command into words like a shell, and recognizes `head -1` or `tail -1` after it. `None` if the command uses
/// other features of a shell.
fn shell(command: &str) -> Option<(Vec<String>, Lines)> {
    let (command, lines) = match command.rsplit_once('|') {
        Some((before, "head -1" | " head -1" | " head -n 1" | " head -n1")) => (before, Lines::First),
        Some((before, "tail -1" | " tail -1" | " tail -n 1" | " tail -n1")) => (before, Lines::Last),
        _ => (command, Lines::All),
    };
    let command = command.trim();
    let command = command.strip_suffix("2>/dev/null").or_else(|| command.strip_suffix("2>&1")).unwrap_or(command);
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut letters = command.chars();
    while let Some(letter) = letters.next() {
        match letter {
            ' ' | '\t' | '\n' => words.extend(word.take()),
            '\'' => loop {
                match letters.next()? {
                    '\'' => break word.get_or_insert_default(),
                    other => word.get_or_insert_default().push(other),
                }
            }
            .push_str(""),
            '"' => loop {
                match letters.next()? {
                    '"' => break word.get_or_insert_default(),
                    '$' | '`' => return None,
                    '\\' => match letters.next()? {
                        other @ ('"' | '\\' | '$' | '`') => word.get_or_insert_default().push(other),
                        other => word.get_or_insert_default().extend(['\\', other]),
                    },
                    other => word.get_or_insert_default().push(other),
                }
            }
            .push_str(""),
            '\\' => word.get_or_insert_default().push(letters.next()?),
            '|' | '&' | ';' | '<' | '>' | '$' | '`' | '(' | ')' | '*' | '?' | '#' => return None,
            other => word.get_or_insert_default().push(other),
        }
    }
    words.extend(word);
    Some((words, lines))
}

/// A repository that is open for `git` commands, and the part of its history that was read so far.
struct Opened {
    /// The folder in which the commands run.
    folder: PathBuf,
    /// The repository that contains the folder. `None` if there is none.
    repository: Option<Repository>,
    /// The commit of `HEAD`. `None` in a repository without commits.
    head: Option<Oid>,
    /// The history that was read so far. `None` before the first command that needs it.
    log: Option<Log>,
}

impl Opened {
    fn around(world: &World, folder: PathBuf) -> Self {
        let repository = Repository::around(world, &folder);
        let head = repository.as_ref().and_then(|repository| Oid::parse(repository.head(world)?.as_bytes()));
        Opened { folder, repository, head, log: None }
    }
}

struct Query<'q> {
    repository: &'q Repository,
    head: Option<Oid>,
    log: &'q mut Option<Log>,
    folder: &'q Path,
    world: &'q World,
}

impl Query<'_> {
    /// Runs `work` with the history of the repository. If `work` fails with the history of an earlier call, opens the
    /// repository again, because `git gc` may have moved objects.
    fn with_history<T>(&mut self, work: impl Fn(&mut Log) -> Result<T, Unreadable>) -> Result<T, NoAnswer> {
        if let Some(log) = self.log
            && let Ok(found) = work(log)
        {
            return Ok(found);
        }
        *self.log = None;
        let mut log = Log::new(Objects::open(self.repository, self.world)?);
        let found = work(&mut log)?;
        *self.log = Some(log);
        Ok(found)
    }

    fn branch(&self) -> Option<String> {
        self.repository.branch(self.world)
    }

    fn origin(&self) -> Result<String, NoAnswer> {
        Ok(self.repository.origin(self.world).map(|url| url + "\n").unwrap_or_default())
    }

    /// A path relative to the root of the repository. `None` for a path outside of it, for which git fails and prints
    /// nothing.
    fn below(&self, path: &str) -> Option<String> {
        let file = hastie_site::world::expand(path, self.folder, None);
        let top = self.repository.top();
        let real = |path: &Path| self.world.real_path(path).unwrap_or_else(|_| path.to_path_buf());
        let below = match file.strip_prefix(top) {
            Ok(below) => below.to_path_buf(),
            Err(_) => real(&file).strip_prefix(real(top)).ok()?.to_path_buf(),
        };
        Some(below.to_string_lossy().into_owned())
    }

    /// Limits `options` to the commits that change `path`. Without a path, changes nothing. Returns false for a path
    /// outside of the repository.
    fn only_changes_of(&self, path: Option<&str>, options: &mut LogOptions) -> bool {
        options.path = path.and_then(|path| self.below(path));
        path.is_none() || options.path.is_some()
    }

    /// The output of `git log` with a format, or of `git show -s`. Lists at most `most` commits, unless an option such
    /// as `-n 5` sets another limit.
    fn log(&mut self, words: &[&str], most: Option<usize>) -> Result<String, NoAnswer> {
        let mut options = LogOptions { most, ..LogOptions::default() };
        let mut format = None;
        let mut date = "default";
        let mut words = words.iter().copied();
        let mut path = None;
        while let Some(word) = words.next() {
            let number = |text: &str| text.parse::<usize>().map_err(|_| NoAnswer::Unsupported);
            match word {
                "-s" | "--no-patch" | "--no-show-signature" | "--no-color" | "HEAD" => {}
                "-n" | "--max-count" => options.most = Some(number(words.next().unwrap_or_default())?),
                "--" => path = words.next(),
                "--reverse" => options.oldest_first = true,
                "--no-merges" => options.no_merges = true,
                "--first-parent" => options.first_parent = true,
                _ => {
                    let option = word.split_once('=').unwrap_or((word, ""));
                    match option {
                        ("--format" | "--pretty", text) => format = Some(text),
                        ("--date", text) => date = text,
                        ("--max-count", text) => options.most = Some(number(text)?),
                        (option, "") if option.starts_with("-n") => options.most = Some(number(&option[2..])?),
                        (option, "") if option.len() > 1 && option.starts_with('-') => {
                            options.most = Some(number(&option[1..])?);
                        }
                        _ if path.is_none() && !word.starts_with('-') => path = Some(word),
                        _ => return Err(NoAnswer::Unsupported),
                    }
                }
            }
        }
        if words.next().is_some() {
            return Err(NoAnswer::Unsupported);
        }
        let format = Format::read(format.unwrap_or_default(), date).ok_or(NoAnswer::Unsupported)?;
        if !self.only_changes_of(path, &mut options) {
            return Ok(String::new());
        }
        let Some(head) = self.head else { return Ok(String::new()) };
        self.with_history(|log| {
            let mut out = String::new();
            for (place, oid) in log.commits(head, &options)?.into_iter().enumerate() {
                let text = log.objects.commit_text(oid)?;
                format.write(oid, &text, &log.objects, place == 0, &mut out);
            }
            Ok(out)
        })
    }

    /// The output of `git rev-list [--count] HEAD [PATH]`: the ids or the number of commits.
    fn list(&mut self, words: &[&str]) -> Result<String, NoAnswer> {
        let mut options = LogOptions::default();
        let mut counts = false;
        let mut path = None;
        for word in words {
            match *word {
                "--count" => counts = true,
                "HEAD" | "--" => {}
                "--no-merges" => options.no_merges = true,
                "--first-parent" => options.first_parent = true,
                "--max-count=1" | "-1" => options.most = Some(1),
                word if path.is_none() && !word.starts_with('-') => path = Some(word),
                _ => return Err(NoAnswer::Unsupported),
            }
        }
        if !self.only_changes_of(path, &mut options) {
            return Ok(String::new());
        }
        let Some(head) = self.head else { return Ok(String::new()) };
        let shown = self.with_history(|log| log.commits(head, &options))?;
        if counts {
            return Ok(format!("{}\n", shown.len()));
        }
        Ok(shown.iter().map(|oid| format!("{oid}\n")).collect())
    }

    /// The output of the supported forms of `git rev-parse`, such as the id of `HEAD`.
    fn name(&self, words: &[&str]) -> Result<String, NoAnswer> {
        let line = |text: String| Ok(text + "\n");
        match words {
            ["--show-toplevel"] => line(self.repository.top().to_string_lossy().into_owned()),
            ["--is-inside-work-tree"] => line("true".to_owned()),
            ["--abbrev-ref", "HEAD"] => line(self.branch().unwrap_or_else(|| "HEAD".to_owned())),
            ["HEAD" | "--verify"] | ["--verify", "HEAD"] => match self.head {
                Some(head) => line(head.to_string()),
                None => Ok(String::new()),
            },
            [short, "HEAD"] if short.starts_with("--short") => {
                let Some(head) = self.head else { return Ok(String::new()) };
                let objects = Objects::open(self.repository, self.world)?;
                let length = match short.split_once('=') {
                    Some((_, length)) => length.parse::<usize>().map_err(|_| NoAnswer::Unsupported)?.clamp(4, 40),
                    None => objects.short_length(),
                };
                line(head.to_string().chars().take(length).collect())
            }
            // An unset variable of the environment leaves no revision.
            [short] if short.starts_with("--short") => Ok(String::new()),
            _ => Err(NoAnswer::Unsupported),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Lines, folder, shell};
    use std::path::{Path, PathBuf};

    fn words(command: &str) -> Option<Vec<String>> {
        shell(command).map(|(words, _)| words)
    }

    #[test]
    fn a_command_is_split_as_a_shell_does() {
        assert_eq!(
            words("git log -1 --pretty=\"%ad\" --date=iso \"a b.md\" 2>/dev/null").unwrap_or_default(),
            ["git", "log", "-1", "--pretty=%ad", "--date=iso", "a b.md"]
        );
        assert_eq!(words("git log -- 'it''s' a\\ b \"\"").unwrap_or_default(), ["git", "log", "--", "its", "a b", ""]);
        assert_eq!(shell("git log --format=%ci x | tail -1").map(|(_, lines)| lines), Some(Lines::Last));
    }

    #[test]
    fn what_only_a_shell_can_do_is_not_answered() {
        for command in
            ["git log; rm x", "git log $(pwd)", "git log \"$HOME\"", "git log > x", "git 'log", "git log && ls"]
        {
            assert_eq!(words(command), None, "{command}");
        }
    }

    #[test]
    fn only_options_before_the_verb_name_a_folder() {
        let site = Path::new("/site");
        assert_eq!(folder("git -C docs -C guide log -1", site), Some(PathBuf::from("/site/docs/guide")));
        assert_eq!(folder("git log -C --name-only", site), None);
        assert_eq!(folder("git --git-dir=x -C docs log", site), None);
    }
}

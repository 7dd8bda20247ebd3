//! Scripts of workflows: the command that builds the site, and commands that only install Ruby.

/// A command that builds a site with Jekyll. Only a `Plain` command can be replaced automatically.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Build {
    /// `jekyll build` with these arguments.
    Plain(String),
    /// Any other command that builds the site, for example with variables, pipes or redirections.
    Complex,
}

/// Characters that a shell interprets, outside of GitHub's expressions.
const SPECIAL: [char; 11] = ['|', '>', '<', ';', '&', '`', '\\', '(', ')', '*', '$'];

/// Searches a line of a shell script for a command that builds the site, such as `jekyll build`. `None` if there is
/// none.
pub(super) fn build(line: &str) -> Option<Build> {
    let line = line.trim();
    let plain = line.strip_prefix("JEKYLL_ENV=production ").unwrap_or(line).trim_start();
    let plain = plain.strip_prefix("bundle exec ").unwrap_or(plain).trim_start();
    let rest = ["jekyll build", "jekyll b"].iter().find_map(|command| plain.strip_prefix(command));
    match rest.filter(|rest| rest.is_empty() || rest.starts_with(' ')) {
        Some(rest) if !without_expressions(rest).contains(SPECIAL) && !rest.contains('#') => {
            Some(Build::Plain(rest.trim().to_owned()))
        }
        Some(_) => Some(Build::Complex),
        None => calls_build(line).then_some(Build::Complex),
    }
}

/// Whether a line contains `jekyll build` anywhere, as in `a && jekyll build`. False for comments and for `echo`.
fn calls_build(line: &str) -> bool {
    let is_command = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-' || c == '_');
    let calls = line.split("jekyll build").skip(1).any(is_command) || line.ends_with("jekyll b");
    calls && !line.starts_with('#') && !line.starts_with("echo")
}

/// Removes GitHub's expressions, such as `${{ github.sha }}`, from a text.
fn without_expressions(text: &str) -> String {
    let mut rest = text;
    let mut plain = String::new();
    while let Some((before, after)) = rest.split_once("${{") {
        plain.push_str(before);
        rest = after.split_once("}}").map_or("", |(_, after)| after);
    }
    plain.push_str(rest);
    plain
}

/// Whether Hastie's action makes a line superfluous: `export JEKYLL_ENV=production`, or a command that only installs or
/// configures gems, such as `bundle install`.
pub(super) fn installs_ruby(line: &str) -> bool {
    let line = line.trim();
    let starts = ["bundle install", "bundle config", "bundle update", "gem install", "gem update"];
    let is_install = starts.iter().any(|start| line == *start || line.starts_with(&format!("{start} ")));
    (is_install && !line.contains(['|', ';', '&', '>', '\\'])) || line == "export JEKYLL_ENV=production"
}

/// Whether a line such as `bundle exec rake` needs the Ruby that a workflow installs. Comments never do.
pub(super) fn needs_ruby(line: &str) -> bool {
    let words = ["bundle", "gem", "ruby", "rake", "jekyll", "htmlproofer", "rspec", "rubocop", "script/", "bin/"];
    let is_word = |part: &str| words.iter().any(|word| part == *word || word.ends_with('/') && part.contains(word));
    !line.trim_start().starts_with('#') && line.split([' ', ';', '&', '|', '(', ')', '"', '\'']).any(is_word)
}

/// Whether the lines before a build are independent commands such as `npm ci`, so that the build may be a step of its
/// own. `cd docs` and `A=1` are not, because they change the commands after them.
pub(super) fn are_separable(lines: &[String]) -> bool {
    let opens = ["cd ", "pushd ", "export ", "if ", "for ", "while ", "case ", "set ", "source ", ". "];
    lines.iter().all(|line| {
        let line = line.trim();
        let is_open = opens.iter().any(|start| line.starts_with(start));
        !is_open && !line.ends_with(['\\', '{', '|']) && !line.contains("<<") && !is_assignment(line)
    })
}

fn is_assignment(line: &str) -> bool {
    line.split_once('=')
        .is_some_and(|(name, _)| !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
}

#[cfg(test)]
mod tests {
    use super::{Build, are_separable, build, installs_ruby, needs_ruby};

    #[test]
    fn builds_are_found_and_those_that_a_shell_changes_are_told_apart() {
        let plain = |arguments: &str| Some(Build::Plain(arguments.to_owned()));
        assert_eq!(build("bundle exec jekyll build"), plain(""));
        let base = "--baseurl \"${{ steps.pages.outputs.base_path }}\"";
        assert_eq!(build(&format!("  bundle exec jekyll build {base}")), plain(base));
        assert_eq!(build("JEKYLL_ENV=production jekyll b -d out"), plain("-d out"));
        for line in
            ["jekyll build 2> log", "a && jekyll build", "JEKYLL_ENV=x bundle exec jekyll build", "jekyll build $A"]
        {
            assert_eq!(build(line), Some(Build::Complex), "{line}");
        }
        for line in ["jekyll builder", "# jekyll build", "echo jekyll build", "bundle exec jekyll doctor", "make"] {
            assert_eq!(build(line), None, "{line}");
        }
    }

    #[test]
    fn commands_are_sorted_by_their_need_for_ruby() {
        assert!(installs_ruby("bundle install --jobs 4") && installs_ruby("export JEKYLL_ENV=production"));
        assert!(!installs_ruby("bundle install && make") && !installs_ruby("bundle exec rake"));
        assert!(needs_ruby("bundle exec htmlproofer _site") && needs_ruby("script/cibuild") && !needs_ruby("npm ci"));
        let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
        assert!(are_separable(&lines("npm ci\npip3 install nbconvert")));
        assert!(
            !are_separable(&lines("cd docs")) && !are_separable(&lines("A=1")) && !are_separable(&lines("a \\\nb"))
        );
    }
}

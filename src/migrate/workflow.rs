//! Rewrites one workflow: the steps that build the site use Hastie's action. Steps that only install Ruby are removed,
//! unless another step needs Ruby.

use super::shell::{self, Build};
use super::step::{Step, steps};
use crate::bundled;

/// The rewritten text of a workflow, or the reason why the workflow stays unchanged.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The workflow does not build a site.
    Unconcerned,
    /// The whole new text of the workflow.
    Rewritten(String),
    /// The workflow builds a site at this line, in a way that only a person can change.
    Complex(usize),
}

/// Rewrites a workflow of GitHub Actions, so that Hastie builds the site. `arguments` are the options that every build
/// needs.
pub(super) fn rewrite(text: &str, arguments: &[&str]) -> Outcome {
    let steps = steps(text);
    let mut replaced: Vec<(usize, Vec<String>)> = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        match replacement(step, arguments) {
            None => {}
            Some(Ok(lines)) => replaced.push((index, lines)),
            Some(Err(())) => return Outcome::Complex(step.lines.start + 1),
        }
    }
    if replaced.is_empty() {
        return Outcome::Unconcerned;
    }
    let lists: Vec<usize> = replaced.iter().map(|(index, _)| steps[*index].list).collect();
    let is_replaced = |index: usize| replaced.iter().any(|(other, _)| *other == index);
    let needs_ruby = |list: usize| {
        let others = steps.iter().enumerate().filter(|(index, step)| step.list == list && !is_replaced(*index));
        let kept = others
            .flat_map(|(_, step)| step.script())
            .any(|line| !shell::installs_ruby(&line) && shell::needs_ruby(&line));
        let written = replaced.iter().filter(|(index, _)| steps[*index].list == list);
        kept || written.flat_map(|(index, _)| remaining(&steps[*index])).any(|line| shell::needs_ruby(&line))
    };
    let is_useless = |index: &usize| {
        let step = &steps[*index];
        !is_replaced(*index) && lists.contains(&step.list) && only_installs(step) && !needs_ruby(step.list)
    };
    let useless: Vec<usize> = (0..steps.len()).filter(is_useless).collect();
    replaced.extend(useless.into_iter().map(|index| (index, Vec::new())));
    let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
    replaced.sort_by_key(|(index, _)| std::cmp::Reverse(*index));
    for (index, new) in replaced {
        lines.splice(steps[index].lines.clone(), new);
    }
    Outcome::Rewritten(format!("{}\n", lines.join("\n")))
}

/// Whether a step only installs Ruby and gems.
fn only_installs(step: &Step) -> bool {
    let is_cache = || {
        let paths = step.key("with").map(|with| with.below.join("\n")).unwrap_or_default();
        step.action() == Some("actions/cache") && paths.contains("vendor/bundle")
    };
    let script = step.script();
    matches!(step.action(), Some("ruby/setup-ruby" | "actions/setup-ruby"))
        || is_cache()
        || !script.is_empty() && script.iter().all(|line| line.is_empty() || shell::installs_ruby(line))
}

/// The lines that replace a step. `None` if the step builds nothing, and an error if only a person can change the step.
fn replacement(step: &Step, arguments: &[&str]) -> Option<Result<Vec<String>, ()>> {
    if step.action() == Some("actions/jekyll-build-pages") {
        return Some(Ok(of_action(step)));
    }
    let script = step.script();
    let builds: Vec<(usize, Build)> =
        script.iter().enumerate().filter_map(|(index, line)| Some((index, shell::build(line)?))).collect();
    let (place, build) = builds.first()?;
    let (Build::Plain(typed), 1) = (build, builds.len()) else { return Some(Err(())) };
    let before = &script[..*place];
    let is_usual = !step.is_folded() && step.key("working-directory").is_none() && step.key("shell").is_none();
    let kept =
        |lines: &[String]| lines.iter().filter(|line| !shell::installs_ruby(line)).cloned().collect::<Vec<String>>();
    let (before, after) = (kept(before), kept(&script[place + 1..]));
    if !is_usual || !shell::are_separable(&before) {
        return Some(Err(()));
    }
    let (source, typed) = source_of(typed);
    let mut all: Vec<&str> = arguments.iter().copied().filter(|argument| !typed.contains(argument)).collect();
    all.extend(Some(typed.as_str()).filter(|typed| !typed.is_empty()));
    let inputs = [("source", source.unwrap_or_default()), ("arguments", all.join(" "))];
    let mut lines = Vec::new();
    let is_alone = before.iter().chain(&after).all(|line| line.trim().is_empty());
    if before.iter().any(|line| !line.trim().is_empty()) {
        lines.extend(script_step(step, &before, true));
    }
    lines.extend(action_step(step, &inputs, is_alone));
    if after.iter().any(|line| !line.trim().is_empty()) {
        lines.extend(script_step(step, &after, false));
    }
    Some(Ok(lines))
}

/// The commands that a replaced step keeps.
fn remaining(step: &Step) -> Vec<String> {
    step.script().into_iter().filter(|line| shell::build(line).is_none() && !shell::installs_ruby(line)).collect()
}

/// Divides the arguments of `jekyll build` into the value of `--source`, if any, and all others.
fn source_of(typed: &str) -> (Option<String>, String) {
    let words: Vec<&str> = typed.split(' ').filter(|word| !word.is_empty()).collect();
    let Some(place) = words.iter().position(|word| matches!(*word, "-s" | "--source") || word.starts_with("--source="))
    else {
        return (None, typed.to_owned());
    };
    let (value, taken) = match words[place].split_once('=') {
        Some((_, value)) => (Some(value), 1),
        None => (words.get(place + 1).copied(), 2),
    };
    let rest: Vec<&str> = words[..place].iter().chain(words.iter().skip(place + taken)).copied().collect();
    (value.map(|value| value.trim_matches(['"', '\'']).to_owned()), rest.join(" "))
}

/// The step for GitHub's own action, which builds with the gem github-pages.
fn of_action(step: &Step) -> Vec<String> {
    let mut arguments = "--github-pages".to_owned();
    if step.input("future").as_deref() == Some("true") {
        arguments.push_str(" --future");
    }
    let input = |name: &str| step.input(name).filter(|value| !matches!(value.as_str(), "." | "./" | "./_site"));
    let inputs = [
        ("source", input("source").unwrap_or_default()),
        ("destination", input("destination").unwrap_or_default()),
        ("arguments", arguments),
    ];
    action_step(step, &inputs, true)
}

/// A step with Hastie's action that replaces `step`. It keeps `if`, `id` and `env` of the old step. An `env` that sets
/// only `JEKYLL_ENV: production` is dropped, because this is the default. `name` is kept if `has_its_name` is true.
fn action_step(step: &Step, inputs: &[(&str, String)], has_its_name: bool) -> Vec<String> {
    let mut keys = if has_its_name { step.written("name") } else { vec!["name: Build with Hastie".to_owned()] };
    keys.extend(step.written("if"));
    keys.extend(step.written("id"));
    keys.push(format!("uses: {}", bundled::action()));
    let is_default = step.key("env").is_some_and(|env| env.below.iter().all(|line| is_production(line)));
    if !is_default {
        keys.extend(step.written("env"));
    }
    keys.push("with:".to_owned());
    for (name, value) in inputs.iter().filter(|(_, value)| !value.is_empty()) {
        keys.push(format!("  {name}: '{}'", value.replace('\'', "''")));
    }
    keys.push("  upload: \"false\"".to_owned());
    listed(step, keys)
}

/// Whether a line below `env:` can be dropped: it is blank, a comment, or `JEKYLL_ENV: production`, which the action
/// sets by itself.
fn is_production(line: &str) -> bool {
    let plain = line.replace(['"', '\''], "");
    plain.trim().is_empty() || plain.trim().starts_with('#') || plain.trim() == "JEKYLL_ENV: production"
}

/// A step that runs a part of the script of `step`. Only the first part gets the name of `step`.
fn script_step(step: &Step, script: &[String], is_first: bool) -> Vec<String> {
    let mut keys = if is_first { step.written("name") } else { Vec::new() };
    keys.extend(step.written("if"));
    keys.extend(step.written("env"));
    let lines: Vec<&String> = script.iter().skip_while(|line| line.is_empty()).collect();
    keys.push("run: |".to_owned());
    keys.extend(lines.iter().map(|line| if line.is_empty() { String::new() } else { format!("  {line}") }));
    listed(step, keys)
}

/// The lines of a workflow for a step with these keys: `- ` before the first, and the indentation of `step`.
fn listed(step: &Step, keys: Vec<String>) -> Vec<String> {
    let spaces = " ".repeat(step.indent);
    let line = |(index, key): (usize, String)| match (index, key.is_empty()) {
        (_, true) => String::new(),
        (0, _) => format!("{spaces}- {key}"),
        _ => format!("{spaces}  {key}"),
    };
    keys.into_iter().filter(|key| !key.trim_start().starts_with('#')).enumerate().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::{Outcome, rewrite};
    use crate::bundled::action;

    fn workflow(steps: &str) -> String {
        format!("on: push\njobs:\n  build:\n    runs-on: ubuntu-latest\n    steps:\n{steps}")
    }

    fn rewritten(steps: &str) -> String {
        match rewrite(&workflow(steps), &[]) {
            Outcome::Rewritten(text) => text.split_once("steps:\n").map(|(_, rest)| rest.to_owned()).expect("steps"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn the_build_is_a_step_of_the_action_and_ruby_is_not_installed() {
        let new = rewritten(
            "      - uses: actions/checkout@v4\n      - uses: ruby/setup-ruby@v1\n        with:\n          bundler-cache: true\n      \
             - name: Build\n        run: bundle exec jekyll build --baseurl \"${{ steps.p.outputs.base_path }}\"\n        env:\n          \
             JEKYLL_ENV: production\n      - uses: actions/upload-pages-artifact@v3\n",
        );
        assert_eq!(
            new,
            format!(
                "      - uses: actions/checkout@v4\n      - name: Build\n        uses: {}\n        with:\n          arguments: \
                 '--baseurl \"${{{{ steps.p.outputs.base_path }}}}\"'\n          upload: \"false\"\n      - uses: \
                 actions/upload-pages-artifact@v3\n",
                action()
            )
        );
    }

    #[test]
    fn other_commands_of_the_same_script_are_kept() {
        let new = rewritten(
            "    - name: All\n      run: |\n        npm ci\n        bundle install\n        bundle exec jekyll build\n        \
             touch _site/.nojekyll\n",
        );
        assert_eq!(
            new,
            format!(
                "    - name: All\n      run: |\n        npm ci\n    - name: Build with Hastie\n      uses: {}\n      with:\n        \
                 upload: \"false\"\n    - run: |\n        touch _site/.nojekyll\n",
                action()
            )
        );
    }

    #[test]
    fn ruby_stays_if_another_step_needs_it() {
        let new = rewritten(
            "    - uses: ruby/setup-ruby@v1\n    - run: jekyll build\n    - run: bundle exec htmlproofer _site\n",
        );
        assert!(new.starts_with("    - uses: ruby/setup-ruby@v1\n    - uses: "), "{new}");
    }

    #[test]
    fn the_action_of_github_pages_is_replaced() {
        let new = rewritten(
            "    - uses: actions/jekyll-build-pages@v1\n      with:\n        source: ./docs\n        future: true\n",
        );
        let inputs = "      with:\n        source: './docs'\n        arguments: '--github-pages --future'\n        upload: \"false\"\n";
        assert_eq!(new, format!("    - uses: {}\n{inputs}", action()));
    }

    #[test]
    fn builds_that_a_shell_changes_are_left_to_a_person() {
        for steps in [
            "    - run: jekyll build | tee log\n",
            "    - run: |\n        cd docs\n        jekyll build\n",
            "    - run: jekyll build\n      working-directory: docs\n",
            "    - run: >\n        jekyll build\n        -d out\n",
        ] {
            assert_eq!(rewrite(&workflow(steps), &[]), Outcome::Complex(6), "{steps}");
        }
        assert_eq!(rewrite(&workflow("    - run: make\n"), &[]), Outcome::Unconcerned);
    }
}

//! GitHub's workflows: those that build the site use Hastie, and a repository without one gets a workflow.

use super::containers::builds_elsewhere;
use super::workflow::{Outcome, rewrite};
use super::{Change, Plan, Remark, Repository};
use crate::bundled;
use crate::world::World;

const FOLDER: &str = ".github/workflows";

/// Adds the rewritten workflows to the plan. Adds remarks about workflows that cannot be rewritten, or that install
/// Ruby without building the site. If nothing builds the site yet, adds a new workflow.
pub(super) fn plan(repository: &Repository, arguments: &[&str], world: &World, plan: &mut Plan) {
    let mut builds = false;
    for path in repository.files(FOLDER, world) {
        if !path.ends_with(".yml") && !path.ends_with(".yaml") {
            continue;
        }
        let Some(old) = repository.text(&path, world) else { continue };
        match rewrite(&old, arguments) {
            Outcome::Rewritten(new) => {
                builds = true;
                let purpose =
                    "Builds the site with Hastie. Steps that only install Ruby for it are removed.".to_owned();
                plan.changes.push(Change { file: repository.root.join(&path), path, old: Some(old), new, purpose });
            }
            Outcome::Complex(line) => {
                builds = true;
                let text = format!(
                    "builds the site with Jekyll in a way that is not rewritten here. Replace the command by `uses: {}`, or \
                     install Hastie and run `hastie build`",
                    bundled::action()
                );
                plan.remarks.push(Remark { path, line, text });
            }
            Outcome::Unconcerned if builds_with(&old) => builds = true,
            Outcome::Unconcerned => remark_ruby(&path, &old, plan),
        }
    }
    if !builds && !builds_elsewhere(repository, world) {
        plan.changes.extend(new_workflow(repository, arguments, world));
    }
}

/// Whether a workflow already uses Hastie.
fn builds_with(text: &str) -> bool {
    let action = bundled::action();
    let name = action.split('@').next().unwrap_or_default();
    text.contains("hastie build") || text.lines().any(|line| line.contains("uses:") && line.contains(name))
}

/// Remarks that a workflow installs Ruby, but contains no build.
fn remark_ruby(path: &str, text: &str, plan: &mut Plan) {
    if let Some(index) = text.lines().position(|line| line.contains("uses:") && line.contains("/setup-ruby@")) {
        let text = "installs Ruby, but contains no command that builds the site. It is not changed".to_owned();
        plan.remarks.push(Remark { path: path.to_owned(), line: index + 1, text });
    }
}

/// The workflow for a repository that has none, for instance because GitHub Pages builds its branch. `None` if all
/// three possible names of the workflow's file are taken.
fn new_workflow(repository: &Repository, arguments: &[&str], world: &World) -> Option<Change> {
    let names = ["pages.yml", "hastie.yml", "hastie-pages.yml"].map(|name| format!("{FOLDER}/{name}"));
    let path = names.into_iter().find(|path| !repository.has(path, world))?;
    let mut inputs = String::new();
    if !repository.site.is_empty() {
        inputs.push_str(&format!("          source: '{}'\n", repository.site.replace('\'', "''")));
    }
    if !arguments.is_empty() {
        inputs.push_str(&format!("          arguments: '{}'\n", arguments.join(" ").replace('\'', "''")));
    }
    let base = "          base-path: ";
    let new = bundled::publish().replace(base, &format!("{inputs}{base}"));
    let purpose =
        "Builds the site with Hastie on every push, and publishes it with GitHub Pages. Select \"GitHub Actions\" \
                   as the source under Settings, Pages."
            .to_owned();
    Some(Change { file: repository.root.join(&path), path, old: None, new, purpose })
}

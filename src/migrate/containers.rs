//! Files outside of GitHub's workflows that install Ruby for the site: Dockerfiles, and configuration files of other
//! services.

use super::{Plan, Remark, Repository};
use crate::world::World;

/// Words of a line that installs or calls Ruby.
const RUBY: [&str; 6] = ["bundle install", "gem install", "bundle exec", "FROM ruby", "jekyll build", "jekyll serve"];

/// The configuration files with which services other than GitHub build a site, relative to the root of the repository.
const BUILD_SERVICE_FILES: [&str; 9] = [
    ".travis.yml",
    ".gitlab-ci.yml",
    ".circleci/config.yml",
    "netlify.toml",
    "vercel.json",
    "azure-pipelines.yml",
    "bitbucket-pipelines.yml",
    ".woodpecker.yml",
    "Jenkinsfile",
];

/// Adds remarks to the plan: on Dockerfiles, and on configuration files of services that build the site. Skips files
/// that do not install or call Ruby.
pub(super) fn plan(repository: &Repository, world: &World, plan: &mut Plan) {
    let below = if repository.site.is_empty() { None } else { Some(repository.site.as_str()) };
    for folder in [Some(""), below].into_iter().flatten() {
        for path in repository.files(folder, world) {
            let name = path.rsplit('/').next().unwrap_or_default();
            if name == "Dockerfile" || name.ends_with(".Dockerfile") || name.starts_with("Dockerfile.") {
                let text = "installs Ruby for the site. An image for Hastie needs only its program: no Ruby, Bundler or \
                            compilers";
                remark(repository, &path, text, world, plan);
            }
        }
    }
    for path in BUILD_SERVICE_FILES {
        let text = "builds the site with Ruby. Install Hastie there, and run `hastie build` instead";
        if repository.text(path, world).is_some_and(|file| file.contains("language: ruby")) {
            plan.remarks.push(Remark { path: path.to_owned(), line: 0, text: text.to_owned() });
        } else {
            remark(repository, path, text, world, plan);
        }
    }
}

/// Whether the repository has a configuration file for building it with a service other than GitHub, such as GitLab.
pub(super) fn builds_elsewhere(repository: &Repository, world: &World) -> bool {
    BUILD_SERVICE_FILES.iter().any(|path| world.is_file(&repository.root.join(path)))
}

/// Adds the remark `text` about the file at `path`, if the file installs or calls Ruby.
fn remark(repository: &Repository, path: &str, text: &str, world: &World, plan: &mut Plan) {
    let Some(file) = repository.text(path, world) else { return };
    let calls_ruby = |line: &str| !line.trim_start().starts_with('#') && RUBY.iter().any(|word| line.contains(word));
    if let Some(index) = file.lines().position(calls_ruby) {
        plan.remarks.push(Remark { path: path.to_owned(), line: index + 1, text: text.to_owned() });
    }
}

//! The scripts behind `action.yml`, tested with a local release and a fake program that prints its arguments.
//!
//! The whole action is tested by this repository's own workflow.
#![cfg(target_os = "linux")]

use crate::story::{Site, program};
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::{Command, Output};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The fake program, which prints its arguments and the relevant environment variables.
const PROGRAM: &str = "#!/bin/sh
[ \"$1\" = --version ] && echo \"hastie 0.1.0\" && exit
echo \"asked: $*\"
echo \"knows: $JEKYLL_ENV $PAGES_REPO_NWO $JEKYLL_BUILD_REVISION\"
";

fn script(name: &str, folder: &Path) -> Command {
    let mut command = program("bash");
    command.arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("packaging/action").join(name)).current_dir(folder);
    command
}

fn text(output: &Output) -> String {
    format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr))
}

/// A folder with a release of the fake program for this machine.
fn release() -> Site {
    let target = format!("{}-unknown-linux-musl", std::env::consts::ARCH);
    let (folder, archive) = (format!("hastie-{VERSION}-{target}"), format!("hastie-{VERSION}-{target}.tar.gz"));
    let site = Site::empty().file(&format!("{folder}/bin/hastie"), PROGRAM);
    let path = site.folder().join(&folder).join("bin/hastie");
    fs::set_permissions(path, fs::Permissions::from_mode(0o755)).unwrap();
    let place = format!("releases/v{VERSION}");
    fs::create_dir_all(site.folder().join(&place)).unwrap();
    let made = format!("tar -czf {place}/{archive} {folder} && cd {place} && sha256sum * > SHA256SUMS");
    assert!(program("sh").args(["-c", &made]).current_dir(site.folder()).status().unwrap().success());
    site
}

fn install(site: &Site) -> Output {
    let releases = format!("file://{}/releases", site.folder().display());
    let mut command = script("install", site.folder());
    command.env("HASTIE_RELEASES", releases).env("RUNNER_TEMP", site.folder().join("temp"));
    command.env("GITHUB_PATH", site.folder().join("path")).env("GITHUB_OUTPUT", site.folder().join("output"));
    command.env("HASTIE_VERSION", VERSION).output().unwrap()
}

#[test]
fn a_released_program_is_added_to_the_path() {
    let site = release();
    let output = install(&site);
    assert!(output.status.success(), "{}", text(&output));
    assert_eq!(site.read("output").as_deref(), Some("version=0.1.0\n"));
    let path = site.read("path").unwrap();
    assert!(Path::new(path.trim()).join("hastie").is_file(), "{path}");
}

#[test]
fn a_program_without_a_checksum_in_the_release_is_rejected() {
    let site = release();
    let sums = site.read(&format!("releases/v{VERSION}/SHA256SUMS")).unwrap();
    site.write(&format!("releases/v{VERSION}/SHA256SUMS"), sums.replace(['a', 'b', 'c'], "0"));
    let output = install(&site);
    assert!(!output.status.success() && text(&output).contains("SHA256SUMS"), "{}", text(&output));
    assert_eq!(site.read("path"), None);
}

#[test]
fn an_unreleased_version_is_an_error() {
    let output = install(&Site::empty());
    assert!(!output.status.success() && text(&output).contains("could not be fetched"), "{}", text(&output));
}

#[test]
fn a_site_is_built_as_github_pages_builds_it() {
    let site = Site::empty().file("bin/hastie", PROGRAM).file("site/index.md", "x");
    fs::set_permissions(site.folder().join("bin/hastie"), fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", site.folder().join("bin").display(), std::env::var("PATH").unwrap());
    let mut command = script("build", site.folder());
    command.env("PATH", path).env("GITHUB_REPOSITORY", "mara/garden").env("GITHUB_SHA", "0123abc");
    command.env("HASTIE_SOURCE", "site").env("HASTIE_BASE_PATH", "/garden");
    command.env("HASTIE_ARGUMENTS", "--strict --config 'a b.yml,$HOME.yml'");
    let output = command.output().unwrap();
    assert!(output.status.success(), "{}", text(&output));
    let asked =
        "asked: build --source site --destination ./_site --strict --config a b.yml,$HOME.yml --baseurl /garden\n";
    assert_eq!(text(&output), format!("{asked}knows: production mara/garden 0123abc\n"));
}

//! Each operation of Hastie and of Ruby that takes a path, with each kind of path that leads out of the site.
//!
//! | operation | test |
//! |---|---|
//! | `Page`, `Document`, `Layout`, `read_yaml`, readers of pages and data, Ruby's own functions, `load`, Sass | [`every_operation_that_reads_is_confined`] |
//! | `StaticFile` and its subclasses | [`a_subclass_of_static_file_copies_no_file_from_elsewhere`], [`every_operation_that_reads_is_confined`] |
//! | Ruby's own functions that write, `write`, links that Ruby creates | [`every_operation_that_writes_is_confined`] |
//! | `destination` of pages and files | `ruby_confined::the_program_writes_nothing_for_ruby_outside_of_the_destination` |
//! | `keep_files`, `:clean` hooks | `ruby_confined::cleaning_touches_nothing_outside_of_the_destination` |
//! | includes, data, Sass, jekyll-get-json, jekyll-last-modified-at | `ruby_confined::what_reads_files_for_a_site_with_ruby_reads_none_elsewhere` |
//! | jekyll-imagemagick | `ruby_confined::images_of_a_site_with_ruby_are_not_read_elsewhere` |
//! | collections | `ruby_confined::layouts_and_collections_are_not_read_elsewhere` |
//! | git | [`a_crafted_repository_does_not_lead_to_another_one`], `ruby_confined::git_is_asked_in_the_repository_of_the_site_alone` |
//! | requests that the shim would not send | `border::ten_thousand_hostile_requests_lead_nowhere` |
//! | links that change meanwhile | `world::gate::tests::a_folder_that_becomes_a_link_meanwhile_does_not_lead_out` |

use crate::ruby::build;
use crate::ruby_confined::{Beside, generator};
use crate::story::{Site, program};
use std::fs;
use std::path::Path;

/// The paths of the secret, as a folder and a name in Ruby.
const PATHS: [(&str, &str); 6] = [
    ("ELSEWHERE", "'secret.md'"),
    ("File.join(site.source, '../elsewhere')", "'secret.md'"),
    ("File.join(site.source, '_to-folder')", "'secret.md'"),
    ("site.source", "'_to-file.md'"),
    ("ELSEWHERE", "\"secret.md\\0\""),
    ("'../elsewhere'", "'secret.md'"),
];

/// A site with these operations, which may use the folder `dir` and the name `name`. Errors are rescued.
fn with_operations(folder: &str, name: &str, operations: &[&str]) -> Beside {
    let tries = operations.iter().map(|operation| {
        format!("begin; STDERR.puts(({operation}).inspect); rescue Exception => e; STDERR.puts e.class; end\n")
    });
    let body = format!("dir, name = {folder}, {name}\n{}", tries.collect::<String>());
    Beside::new()
        .link("_to-file.md", "../elsewhere/secret.md")
        .link("_to-folder", "../elsewhere")
        .plugin(&generator(&body))
}

/// Checks that nothing from elsewhere was printed or published, and that nothing there has changed.
#[track_caller]
fn check_confined(site: &Beside, what: &str) {
    let said = site.build().all();
    assert!(!said.contains("the secret") && !said.contains("hidden"), "{what}: {said}");
    let elsewhere = site.all.folder().join("elsewhere");
    let mut names: Vec<_> = fs::read_dir(&elsewhere).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["kept.txt", "secret.md"], "{what}: {said}");
    assert_eq!(site.all.read("elsewhere/kept.txt").as_deref(), Some("kept"), "{what}: {said}");
    assert_eq!(site.all.read("kept.txt"), None, "{what}: {said}");
    assert!(!has_secret(&site.all.folder().join("site/_site")), "{what}: {said}");
}

/// Whether a file below a folder contains the secret.
fn has_secret(folder: &Path) -> bool {
    fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).any(|path| match path.is_dir() {
        true => has_secret(&path),
        false => fs::read(&path).is_ok_and(|bytes| bytes.windows(10).any(|window| window == b"the secret")),
    })
}

#[test]
#[cfg(unix)]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn every_operation_that_reads_is_confined() {
    let operations = [
        "Jekyll::Page.new(site, dir, '', name).content",
        "Jekyll::Page.new(site, site.source, dir, name).content",
        "Jekyll::Page.new(site, site.source, '', 'index.md').tap { |it| it.read_yaml(dir, name) }.content",
        "Jekyll::Document.new(File.join(dir, name), :site => site, :collection => site.posts).tap(&:read).content",
        "Jekyll::Layout.new(site, dir, name).content",
        "Jekyll::PageReader.new(site, dir).read([name]).first.content",
        "Jekyll::DataReader.new(site).read_data_file(File.join(dir, name))",
        "Jekyll::DataReader.new(site).read(dir)",
        "Jekyll::StaticFile.new(site, dir, '', name).tap { |it| site.static_files << it }.path.size",
        "Jekyll::StaticFile.new(site, site.source, dir, name).tap { |it| site.static_files << it }.path.size",
        "File.read(File.join(dir, name))",
        "File.open(File.join(dir, name)).gets",
        "IO.readlines(File.join(dir, name))",
        "File.readlink(File.join(dir, name)) && File.read(File.readlink(File.join(dir, name)))",
        "File.read(site.in_source_dir(dir, name))",
        "Dir.chdir(dir) { File.read(name) }",
        "Dir.children(dir).map { |child| File.read(File.join(dir, child)) }",
        "Dir.glob(File.join(dir, '*')).map { |child| File.read(child) }",
        "FileUtils.cp(File.join(dir, name), File.join(site.dest, 'copied.txt'))",
        "FileUtils.cp_r(dir, File.join(site.dest, 'copied'))",
        "File.link(File.join(dir, name), File.join(site.dest, 'linked.txt'))",
        "File.symlink(File.join(dir, name), File.join(site.dest, 'link')); File.read(File.join(site.dest, 'link'))",
        "YAML.load_file(File.join(dir, name))",
        "load(File.join(dir, name))",
        "require(File.join(dir, name))",
        "site.find_converter_instance(Jekyll::Converters::Scss).convert(\"@import '#{dir}/#{name}'\")",
        "Liquid::Template.parse(\"{% include_relative #{dir}/#{name} %}\").render!(site.site_payload)",
        "`git -C '#{dir}' log`",
        "site.frontmatter_defaults.all(File.join(dir, name), :pages)",
    ];
    for (folder, name) in PATHS {
        check_confined(&with_operations(folder, name, &operations), &format!("{folder} {name}"));
        for operation in operations {
            if operation.starts_with("Jekyll::StaticFile") {
                check_confined(&with_operations(folder, name, &[operation]), operation);
            }
        }
    }
}

#[test]
#[cfg(unix)]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn every_operation_that_writes_is_confined() {
    let operations = [
        "File.write(File.join(dir, 'kept.txt'), 'owned')",
        "File.write(File.join(dir, 'new.txt'), 'owned')",
        "File.open(File.join(dir, 'kept.txt'), 'a') { |file| file << 'owned' }",
        "File.truncate(File.join(dir, 'kept.txt'), 0)",
        "File.delete(File.join(dir, 'kept.txt'))",
        "File.rename(File.join(dir, 'kept.txt'), File.join(dir, 'moved.txt'))",
        "FileUtils.mv(File.join(dir, 'kept.txt'), site.dest)",
        "FileUtils.rm_rf(dir)",
        "FileUtils.mkdir_p(File.join(dir, 'new'))",
        "Dir.mkdir(File.join(dir, 'new'))",
        "FileUtils.touch(File.join(dir, 'new.txt'))",
        "File.chmod(0, File.join(dir, 'kept.txt'))",
        "File.symlink(File.join(dir, 'kept.txt'), File.join(site.dest, 'l')); File.write(File.join(site.dest, 'l'), 'owned')",
        "File.symlink(dir, File.join(site.dest, 'f')); File.write(File.join(site.dest, 'f/kept.txt'), 'owned')",
        "site.pages.first.write(dir)",
        "site.pages.first.tap { |it| it.output = 'owned' }.write(dir)",
        "Jekyll::StaticFile.new(site, site.source, '', 'index.md').write(dir)",
        "site.keep_files << File.join(dir, 'kept.txt')",
    ];
    for (folder, name) in PATHS {
        check_confined(&with_operations(folder, name, &operations), &format!("{folder} {name}"));
    }
}

/// Jekyll copies the file that the method `path` of a subclass names.
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_subclass_of_static_file_may_copy_another_file_of_the_site() {
    let plugin = "class Copy < Jekyll::StaticFile\n  def path = File.join(@site.source, '_parts', 'a.txt')\nend\n";
    let made = generator("site.static_files << Copy.new(site, site.source, '', 'b.txt')");
    let site = Site::new().file("_plugins/copy.rb", format!("{plugin}{made}")).file("_parts/a.txt", "the part");
    let site = site.file("page.html", "---\n---\n{{ site.static_files | map: 'path' | join }}");
    build(&site).succeeds().wrote("b.txt", "the part").wrote("page.html", "/b.txt");
}

#[test]
#[cfg(unix)]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_subclass_of_static_file_copies_no_file_from_elsewhere() {
    for path in [
        "File.join(ELSEWHERE, 'secret.md')",
        "File.join(@site.source, '../elsewhere/secret.md')",
        "'../elsewhere/secret.md'",
        "File.join(@site.source, '_to-file.md')",
        "File.join(@site.source, '_to-folder/secret.md')",
        "'/etc/hostname'",
        "'/proc/self/environ'",
    ] {
        let plugin = format!("class Copy < Jekyll::StaticFile\n  def path = {path}\nend\n");
        let made = generator("site.static_files << Copy.new(site, site.source, '', 'b.txt')");
        let site = Beside::new().link("_to-file.md", "../elsewhere/secret.md").link("_to-folder", "../elsewhere");
        let site = site.plugin(&format!("{plugin}{made}"));
        site.is_refused("may not be read by this site's Ruby");
        site.is_refused("_plugins/hostile.rb:3");
    }
}

/// Runs git. Returns false if it is not installed.
pub(crate) fn git(folder: &Path, arguments: &[&str]) -> bool {
    git_output(folder, arguments).is_some()
}

/// Runs git, and returns what it prints. `None` if it is not installed.
pub(crate) fn git_output(folder: &Path, arguments: &[&str]) -> Option<String> {
    let mut command = program("git");
    command.args(["-c", "user.name=Ada", "-c", "user.email=ada@example.org"]).args(arguments).current_dir(folder);
    command.env("GIT_CONFIG_GLOBAL", folder.join("no such file"));
    let output = command.output().ok()?;
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    Some(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// The repository `other`, with a secret in its history, beside a site whose own `.git` leads there in one of several ways.
#[test]
#[cfg(unix)]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn a_crafted_repository_does_not_lead_to_another_one() {
    const ASKS: &str = "STDERR.puts `git log -1 --format=%s`, `git config remote.origin.url`, `git rev-parse HEAD`";
    let ways: [fn(&Path, &Path); 9] = [
        |site, other| write(&site.join(".git"), &format!("gitdir: {}", other.display())),
        |site, _| write(&site.join(".git"), "gitdir: ../other/.git"),
        |site, other| std::os::unix::fs::symlink(other, site.join(".git")).unwrap(),
        |site, other| own_repository(site, "commondir", &other.display().to_string()),
        |site, other| own_repository(site, "objects/info/alternates", &other.join("objects").display().to_string()),
        |site, other| own_repository(site, "config", &format!("[include]\n\tpath = {}/config\n", other.display())),
        |site, other| {
            fs::create_dir_all(site.join(".git")).unwrap();
            for name in ["objects", "refs", "HEAD", "config"] {
                std::os::unix::fs::symlink(other.join(name), site.join(".git").join(name)).unwrap();
            }
        },
        // A folder of the site that pretends to be a linked work tree or a submodule of the other repository.
        |site, other| elsewhere_in_name_only(site, other, "fake/worktrees/one"),
        |site, other| elsewhere_in_name_only(site, other, "fake/modules/one"),
    ];
    for (number, way) in ways.into_iter().enumerate() {
        let site = Beside::new().plugin(&generator(ASKS)).file("_config.yml", "data_dir: ../other/.git\n");
        let other = site.all.folder().join("other");
        fs::create_dir(&other).unwrap();
        if !git(&other, &["init", "-q", "-b", "other"]) {
            eprintln!("skipped: there is no git here");
            return;
        }
        git(&other, &["remote", "add", "origin", "https://hidden.example/x"]);
        git(&other, &["commit", "-q", "--allow-empty", "-m", "the secret"]);
        write(&other.join(".git/facts.yml"), "text: the secret");
        site.all.write("site/page.html", "---\n---\n{{ site.data.facts.text }}");
        way(&site.all.folder().join("site"), &other.join(".git"));
        let said = site.build().all();
        assert!(!said.contains("the secret") && !said.contains("hidden"), "way {number}: {said}");
        assert!(!has_secret(&site.all.folder().join("site/_site")), "way {number}: {said}");
    }
}

fn write(file: &Path, text: &str) {
    fs::create_dir_all(file.parent().unwrap()).unwrap();
    fs::write(file, text).unwrap();
}

/// A repository of the site, in which one file leads elsewhere.
fn own_repository(site: &Path, file: &str, text: &str) {
    git(site, &["init", "-q", "-b", "main"]);
    let other = site.join("../other/.git");
    let head = fs::read_to_string(other.join("refs/heads/other")).unwrap();
    write(&site.join(".git/refs/heads/main"), &head);
    write(&site.join(".git").join(file), text);
}

/// `.git` refers to a folder in the site by a path through another folder. What git writes into such folders leads to the other
/// repository.
fn elsewhere_in_name_only(site: &Path, other: &Path, folder: &str) {
    let through = site.parent().unwrap().join("elsewhere/../site").join(folder);
    write(&site.join(".git"), &format!("gitdir: {}", through.display()));
    write(&site.join(folder).join("commondir"), &other.display().to_string());
    write(&site.join(folder).join("gitdir"), &site.join(".git").display().to_string());
    write(&site.join(folder).join("config"), &format!("[core]\n\tworktree = {}\n", site.display()));
    write(&site.join(folder).join("HEAD"), "ref: refs/heads/other\n");
}
#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn style_sheets_look_for_imports_in_folders_that_do_not_exist() {
    let site = Site::new()
        .file(
            "_config.yml",
            r"sass: {sass_dir: _sass}
",
        )
        .file(
            "_plugins/own.rb",
            r##"module Own
  def own(text)
    "#{text}!"
  end
end
Liquid::Template.register_filter(Own)
"##,
        )
        .file(
            "_sass/_part.scss",
            r"p { color: red }
",
        )
        .file(
            "style.scss",
            r#"---
---
@import "../_sass/part";
"#,
        )
        .file(
            "page.txt",
            r#"---
---
{{ "a" | own }}
"#,
        );
    build(&site)
        .succeeds()
        .wrote(
            "style.css",
            r"p {
  color: red;
}

/*# sourceMappingURL=style.css.map */",
        )
        .wrote(
            "page.txt", r"a!
",
        );
}

//! The output of `--verbose` and `--profile`.

use crate::story::Site;

fn blog() -> Site {
    Site::new()
        .file("_config.yml", "collections: {things: {output: true}}\nexclude: [secret.md]\nplugins: [jekyll-feed]\n")
        .file("_posts/2025-01-01-a.md", "---\nlayout: default\n---\nHello {% include a.html %}\n\nMore\n")
        .file("_posts/2025-02-01-b.md", "---\nlayout: nope\n---\nHello\n\nMore\n")
        .file("_layouts/default.html", "---\nlayout: base\n---\n<d>{{ content }}</d>\n")
        .file("_layouts/base.html", "<b>{{ content }}</b>\n")
        .file("_includes/a.html", "INC\n")
        .file("_data/d.yml", "a: 1\n")
        .file("_things/t.md", "---\nlayout: default\n---\nThing {{ site.posts.first.excerpt }}\n")
        .file("sub/plain.html", "---\nrender_with_liquid: false\n---\n{{ x }}\n")
        .file("secret.md", "---\n---\nx\n")
}

/// Replaces measured times by 0.
fn timeless(said: &str) -> String {
    let mut lines = Vec::new();
    for line in said.lines() {
        let words: Vec<&str> = line.split(' ').collect();
        lines.push(match words.iter().position(|word| *word == "in") {
            Some(at) if line.contains("finished in") => words[..at].join(" "),
            _ => line.to_string(),
        });
    }
    lines.join("\n")
}

/// Identical to Jekyll, except for a message about a scope's glob, which Jekyll logs for each rendering and Hastie once
/// per build.
#[test]
fn verbose_shows_every_step() {
    let site = blog();
    let outcome = site.run(&["build", "--verbose"]).succeeds();
    let expected = "\
  Logging at level: debug
    Jekyll Version: 4.4.1
Configuration file: <site>/_config.yml
         Requiring: jekyll-feed
            Source: <site>
       Destination: <site>/_site
 Incremental build: disabled. Enable with --incremental
      Generating...\x20
           Reading: /_layouts/base.html
           Reading: /_layouts/default.html
       EntryFilter: excluded /.jekyll-cache
       EntryFilter: excluded /secret.md
           Reading: _posts/2025-01-01-a.md
           Reading: _posts/2025-02-01-b.md
           Reading: sub/plain.html
           Reading: _things/t.md
           Reading: _data/d.yml
       Jekyll Feed: Generating feed for posts
        Generating: JekyllFeed::Generator finished
         Rendering: _posts/2025-01-01-a.md
  Pre-Render Hooks: _posts/2025-01-01-a.md
  Rendering Liquid: _posts/2025-01-01-a.md
  Rendering Markup: _posts/2025-01-01-a.md
Post-Convert Hooks: _posts/2025-01-01-a.md
  Rendering Layout: _posts/2025-01-01-a.md
         Rendering: _posts/2025-02-01-b.md
  Pre-Render Hooks: _posts/2025-02-01-b.md
  Rendering Markup: _posts/2025-02-01-b.md
Post-Convert Hooks: _posts/2025-02-01-b.md
  Rendering Layout: _posts/2025-02-01-b.md
         Rendering: _things/t.md
  Pre-Render Hooks: _things/t.md
  Rendering Liquid: _things/t.md
         Rendering: _posts/2025-02-01-b.md/#excerpt
  Pre-Render Hooks: _posts/2025-02-01-b.md/#excerpt
  Rendering Markup: _posts/2025-02-01-b.md/#excerpt
Post-Convert Hooks: _posts/2025-02-01-b.md/#excerpt
  Rendering Markup: _things/t.md
Post-Convert Hooks: _things/t.md
  Rendering Layout: _things/t.md
         Rendering: sub/plain.html
  Pre-Render Hooks: sub/plain.html
  Rendering Markup: sub/plain.html
Post-Convert Hooks: sub/plain.html
  Rendering Layout: sub/plain.html
         Rendering: feed.xml
  Pre-Render Hooks: feed.xml
  Rendering Liquid: feed.xml
         Rendering: _posts/2025-01-01-a.md/#excerpt
  Pre-Render Hooks: _posts/2025-01-01-a.md/#excerpt
  Rendering Liquid: _posts/2025-01-01-a.md/#excerpt
  Rendering Markup: _posts/2025-01-01-a.md/#excerpt
Post-Convert Hooks: _posts/2025-01-01-a.md/#excerpt
  Rendering Markup: feed.xml
Post-Convert Hooks: feed.xml
  Rendering Layout: feed.xml
           Writing: <site>/_site/sub/plain.html
           Writing: <site>/_site/feed.xml
           Writing: <site>/_site/2025/01/01/a.html
           Writing: <site>/_site/2025/02/01/b.html
           Writing: <site>/_site/things/t.html
";
    let told = timeless(&outcome.out);
    let told = told.split("                    done").next().unwrap_or_default();
    assert_eq!(told.trim_start(), expected);
    outcome.says("Build Warning: Layout 'nope' requested in _posts/2025-02-01-b.md does not exist.");
    site.build().succeeds().does_not_say("Rendering:");
    site.run(&["build", "-V", "-q"]).succeeds().does_not_say("Rendering:");
}

/// The rows of the table with this title, sorted and without times.
fn table(said: &str, title: &str) -> Vec<String> {
    let below = said.split(&format!("\n{title} \n\n")).nth(1).expect("the title");
    let rows = below.lines().take_while(|line| !line.trim().is_empty());
    let mut rows: Vec<String> = rows.map(|row| row.rsplitn(3, '|').nth(2).unwrap_or(row).to_string()).collect();
    rows[2..].sort();
    rows
}

#[test]
fn profile_shows_phases_and_templates() {
    let site = blog();
    let outcome = site.run(&["build", "--profile"]).succeeds();
    assert_eq!(
        table(&outcome.out, "Build Process Summary:"),
        [
            "| PHASE    ",
            "+----------+--------+",
            "| CLEANUP  ",
            "| GENERATE ",
            "| READ     ",
            "| RENDER   ",
            "| RESET    ",
            "| WRITE    ",
        ]
    );
    assert_eq!(
        table(&outcome.out, "Site Render Stats:"),
        [
            "| Filename                        | Count | Bytes ",
            "+---------------------------------+-------+-------+-------+",
            "| _includes/a.html                |     2 | 0.01K ",
            "| _layouts/base.html              |     2 | 0.10K ",
            "| _layouts/default.html           |     2 | 0.08K ",
            "| _posts/2025-01-01-a.md          |     1 | 0.02K ",
            "| _posts/2025-01-01-a.md/#excerpt |     1 | 0.01K ",
            "| _things/t.md                    |     1 | 0.02K ",
            "| feed.xml                        |     1 | 1.14K ",
        ]
    );
}

/// Not part of Jekyll: time without includes, queries to the site, and cache hits of `include_cached`.
#[test]
fn profile_shows_more_than_jekyll() {
    let cached = "{% include_cached a.html %}{% include_cached a.html %}{{ site.title }}";
    let site = Site::new()
        .file("_config.yml", "plugins: [jekyll-include-cache]\n")
        .file("_includes/a.html", "a{{ site.title }}")
        .file("a.html", format!("---\n---\n{cached}"));
    let outcome = site.run(&["build", "--profile"]).succeeds();
    let title = "Time Without Includes, Reads, Reused Results:";
    let below = outcome.out.split(title).nth(1).expect("the title");
    let row = |name: &str| {
        let row = below.lines().find(|line| line.contains(name)).expect("a row");
        row.split('|').map(str::trim).map(str::to_string).collect::<Vec<_>>()
    };
    assert_eq!(row(" _includes/a.html")[4], "1");
    assert_eq!(row(" a.html")[4], "0");
    assert_ne!(row(" _includes/a.html")[3], "0");
}

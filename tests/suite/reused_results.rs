//! Results of includes and filters that the renderings of a build reuse. A site looks as if every page were rendered on its
//! own.

use crate::ruby;
use crate::story::Site;

/// Work that is worth reusing.
const LIST: &str = "{% for p in site.posts %}{% for q in site.posts %}{{ q.title | upcase }}{% endfor %}{% endfor %}\n";

/// Each of them reads or leaves something else.
const PARTIALS: [&str; 22] = [
    "{% highlight ruby %}{{ site.title }}{{ page.lang }}{% endhighlight %}",
    "{% link page10.md %}{% assign at = page.path %}{% link {{ at }} %}",
    "{{ site.title }}",
    "{{ page.title }} {{ page.url }}",
    "{{ page.lang }}{% if page.lang == 'de' %}{{ page.title }}{% endif %}",
    "{{ include.level }}{{ include.missing }}",
    "{{ outer }}{% assign outer = outer | append: 'x' %}",
    "{% assign inner = page.title %}{% capture both %}{{ inner }}{{ page.lang }}{% endcapture %}",
    "{% for p in site.posts limit: 2 %}{{ p.content }}{% endfor %}",
    "{% for p in site.posts limit: 2 %}{{ p.excerpt }}{{ p.output | size }}{% endfor %}",
    "{{ site.pages | map: 'url' | sort | join }}",
    "{{ site.related_posts | map: 'title' | join }}",
    "{% for p in site.pages %}{% if p.url == page.url %}here{% endif %}{% endfor %}",
    "{% assign mine = site.posts | where: 'lang', page.lang | sort: 'title' %}{{ mine | map: 'title' | join }}",
    "{% assign mine = site.posts | where_exp: 'p', 'p.lang == page.lang' %}{{ mine | map: 'title' | join }}",
    "{{ site[page.key] | jsonify }}",
    "{% for p in site.posts limit: 3 %}{% cycle 'a', 'b' %}{% increment n %}{% endfor %}",
    "{% for p in site.posts limit: 1 offset: continue %}{{ p.title }}{% endfor %}",
    "{% for p in site.posts limit: 1 %}{{ p.previous.title }}{{ p.next.title }}{% endfor %}",
    "{{ layout.name }}{{ layout.tone }}{{ content | size }}",
    "{% for tag in page.tags %}{{ site.tags[tag].size }}{% endfor %}{{ page.tags | join }}",
    "{% include second.html text=page.lang %}{{ from_second }}",
];

/// A site whose layout contains `{% include part.html %}` several times, or the file's text instead.
fn site(partial: &str, is_included: bool) -> Site {
    let text = format!("{LIST}{partial}\n");
    let part = |parameters: &str| match is_included {
        true => format!("{{% include part.html {parameters} %}}"),
        false => text.clone(),
    };
    let layout = format!(
        "---\ntone: dark\n---\n{{% assign outer = page.title %}}{}{{% for i in (1..2) %}}{}{{% endfor %}}{{{{ outer }}}}{{{{ inner }}}}{{{{ both }}}}",
        part(""),
        part("")
    );
    let mut site = Site::new()
        .file("_config.yml", "time: 2026-01-15 12:00:00 +0000\ntitle: T\nother: [1, 2]\n")
        .file("_layouts/default.html", layout)
        .file("_includes/part.html", &text)
        .file("_includes/second.html", format!("{LIST}{{{{ include.text }}}}{{% assign from_second = include.text %}}"))
        .file("style.scss", "---\n---\na { b: c }\n")
        .file("zz.md", "---\nlayout: default\ntitle: last\n---\n{% include part.html level=2 %}\n");
    for day in 10..20 {
        let lang = ["de", "en", ""][day % 3];
        let head = format!(
            "layout: default\ntitle: t{day}\nlang: {lang}\ntags: [a, b{}]\nkey: {}",
            day % 2,
            ["title", "other"][day % 2]
        );
        site = site
            .file(&format!("_posts/2025-12-{day}-p.md"), format!("---\n{head}\n---\n*content* {day}\n"))
            .file(&format!("page{day}.md"), format!("---\n{head}\n---\nOn page *{day}*.\n"));
    }
    site
}

#[test]
fn pages_look_as_if_their_includes_were_written_in_place() {
    for partial in PARTIALS {
        let (included, in_place) = (site(partial, true), site(partial, false));
        included.build().succeeds();
        in_place.build().succeeds();
        let files = in_place.files("_site");
        assert!(files.len() > 20);
        assert_eq!(included.files("_site"), files);
        for file in files.iter().filter(|file| !file.starts_with("zz")) {
            let path = format!("_site/{file}");
            assert!(included.read(&path) == in_place.read(&path), "{file} with {partial}");
        }
    }
}

#[test]
fn the_number_of_threads_changes_nothing() {
    for partial in PARTIALS {
        let site = site(partial, true);
        site.run_with(&["build"], &[("RAYON_NUM_THREADS", "1")]).succeeds();
        let files = site.files("_site");
        let before: Vec<_> = files.iter().map(|file| site.read(&format!("_site/{file}"))).collect();
        site.run_with(&["build"], &[("RAYON_NUM_THREADS", "8")]).succeeds();
        let after: Vec<_> = files.iter().map(|file| site.read(&format!("_site/{file}"))).collect();
        assert!(before == after, "with {partial}");
    }
}

/// The cells of the row for `_includes/part.html` in the table with this title.
fn row(said: &str, title: &str) -> Vec<String> {
    let below = said.split(title).nth(1).expect("the title");
    let row = below.lines().find(|line| line.contains("_includes/part.html")).expect("a row");
    row.split('|').map(|cell| cell.trim().to_string()).collect()
}

#[test]
fn the_profile_shows_what_was_reused_and_what_prevents_it() {
    let said = |partial: &str| site(partial, true).run(&["build", "--profile"]).succeeds().out.clone();
    let shared = said("{{ site.title }}");
    let cells = row(&shared, "Time Without Includes, Reads, Reused Results:");
    let reused: u32 = cells[5].parse().unwrap();
    assert!(reused > 55, "{reused} of 64 renderings were reused");
    assert_eq!(row(&shared, "Site Render Stats:")[2], "64");
    let anew = row(&said("{% for p in site.posts limit: 1 %}{{ p.content }}{% endfor %}"), "Includes Rendered Anew:");
    assert_eq!(anew[4], "it uses the content of a document");
    let anew = row(&said("{% cycle 'a', 'b' %}"), "Includes Rendered Anew:");
    assert_eq!(anew[4], "it uses `{% cycle 'a', 'b' %}`");
}

/// Ruby that changes something before each page, and a tag that counts its calls.
const RUBY: &str = r#"
class Count < Liquid::Tag
  def render(_context)
    @@count = (defined?(@@count) ? @@count : 0) + 1
    @@count.to_s
  end
end
Liquid::Template.register_tag("count", Count)

Jekyll::Hooks.register :pages, :pre_render do |page, payload|
  next unless page.data["title"]

  site = page.site
  site.data["seen"] = page.data["title"]
  site.config["shown"] = [page.data["title"]]
  site.pages.first.data["mark"] = page.data["title"]
  payload["given"] = page.data["title"]
end
"#;

/// A site with that Ruby, and four pages with the same include.
fn changed_by_ruby(partial: &str) -> Site {
    let mut site = Site::new()
        .file("_config.yml", "time: 2026-01-15 12:00:00 +0000\ntitle: T\n")
        .file("_plugins/changes.rb", RUBY)
        .file("_data/seen.yml", "none")
        .file("_includes/part.html", format!("{{% capture work %}}{LIST}{{% endcapture %}}{partial}"));
    for day in 10..20 {
        site = site.file(&format!("_posts/2025-12-{day}-p.md"), format!("---\ntitle: t{day}\n---\n"));
    }
    for name in ["a", "b", "c", "d"] {
        let page = format!("---\ntitle: {name}\n---\n{{% include part.html %}}/{{% include part.html %}}");
        site = site.file(&format!("{name}.html"), page);
    }
    site
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn pages_see_the_changes_of_ruby_code_that_runs_between_them() {
    for (partial, third) in [
        ("{{ site.title }}", "T/T"),
        ("{{ site.data.seen }}", "c/c"),
        ("{{ site.shown | join }}", "c/c"),
        ("{{ site.pages | map: 'mark' | join: '' }}", "c/c"),
        ("{% for one in site.pages %}{{ one.mark }}{% endfor %}", "c/c"),
        ("{{ given }}", "c/c"),
        ("{% count %}", "5/6"),
    ] {
        let site = changed_by_ruby(partial);
        ruby::build(&site).succeeds().wrote("c.html", third);
    }
}

#[test]
#[ignore = "needs the module: run with --ignored and HASTIE_RUBY_WASM"]
fn results_are_reused_between_pages_with_hooks_in_ruby() {
    let hook = "Jekyll::Hooks.register(:pages, :pre_render) { |page| page.data['title'] }";
    let site = changed_by_ruby("{{ site.title }}").file("_plugins/changes.rb", hook);
    let said = ruby::build_with(&site, &["--profile"]).succeeds().out.clone();
    let reused = &row(&said, "Time Without Includes, Reads, Reused Results:")[5];
    assert_eq!(reused, "7", "{said}");
}

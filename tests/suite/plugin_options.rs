//! Plugin options with the wrong type: the Ruby gem's message if it has one, and otherwise a clear error.

use crate::story::Site;

fn with(config: &str, page: &str) -> Site {
    Site::empty().file("_config.yml", config).file("index.md", format!("---\n---\n{page}\n"))
}

#[test]
fn jemoji_requires_a_hash() {
    let site = with("plugins: [jemoji]\nemoji: https://images.example\n", ":smile:");
    let outcome = site.build().fails();
    assert!(outcome.all().contains("`emoji` must be a hash with a `src`, but is \"https://images.example\""));
    let site = with("plugins: [jemoji]\nemoji:\n  src: 1\n", ":smile:");
    assert!(site.build().fails().all().contains("`emoji.src` must be a string, but is 1"));
}

#[test]
fn unused_options_are_not_checked() {
    with("plugins: [jemoji]\nemoji: 1\n", "no emoji").build().succeeds().wrote("index.html", "<p>no emoji</p>\n");
}

#[test]
fn jekyll_mentions_requires_a_string_or_a_hash() {
    let site = with("plugins: [jekyll-mentions]\njekyll-mentions: [1]\n", "@name");
    let text = "Your jekyll-mentions config has to either be a string or a hash. It's a Array right now.";
    assert!(site.build().fails().all().contains(text));
    let site = with("plugins: [jekyll-mentions]\njekyll-mentions:\n  base_url: 1\n", "@name");
    assert!(site.build().fails().all().contains("`base_url` must be a string, but is 1"));
}

#[test]
fn jekyll_archives_requires_a_hash() {
    let site = with("plugins: [jekyll-archives]\njekyll-archives: all\n", "");
    assert!(site.build().fails().all().contains("no implicit conversion of String into Hash"));
}

#[test]
fn jekyll_archives_converts_options_like_ruby() {
    let build = |options: &str| {
        let config = format!("plugins: [jekyll-archives]\njekyll-archives: {{enabled: all, {options}}}\n");
        let post = "---\ntags: [a, {year: '2001', month: '2'}]\n---\n";
        Site::empty()
            .file("_config.yml", config)
            .file("_posts/2020-01-01-a.md", post)
            .file("_layouts/archive.html", "{{ page.title }} {{ page.date | date: '%F' }} {{ page.posts.size }}")
    };
    let fails = |options: &str, text: &str| {
        let output = build(options).build().fails().all();
        assert!(output.contains(text), "{options}: {output}");
    };
    fails("layouts: 5", "no implicit conversion of String into Integer");
    fails("layouts: true", "undefined method `[]' for true:TrueClass");
    fails("permalinks: [x]", "no implicit conversion of String into Integer");
    fails("permalinks: no text of theirs", "Template \"\" provided is invalid.");
    fails("permalinks: {tag: 5}", "undefined method `index' for 5:Integer");
    // A hash as a tag is treated as a date, and its keys are placeholders.
    let site = build("layouts: text, permalinks: {tag: '/:year-:month/:name.html'}");
    let outcome = site.build().succeeds().wrote("2001-2/:name.html", " 2001-02-01 1");
    outcome.wrote(":year-:month/a.html", "a  1");
}

#[test]
fn gist_requires_a_hash_of_options() {
    let fails = |gist: &str, text: &str| {
        let output = with(&format!("plugins: [jekyll-gist]\ngist: {gist}\n"), "{% gist a/b %}").build().fails().all();
        assert!(output.contains(text), "{gist}: {output}");
    };
    fails("true", "undefined method `[]' for true:TrueClass");
    fails("[noscript]", "no implicit conversion of String into Integer");
    let site = with("plugins: [jekyll-gist]\n", "{% gist a/b two words %}");
    let output = site.build().fails().all();
    assert!(
        output.contains("Liquid Exception: uninitialized constant Jekyll::Gist::GistTag::TimeoutError"),
        "{output}"
    );
}

#[test]
fn jekyll_archives_v2_continues_without_a_hash() {
    let site = with("plugins: [jekyll-archives-v2]\njekyll-archives: all\n", "text");
    let outcome = site.build().succeeds().says("Archives will not be generated for this site.");
    outcome.says("Archives: Expected a hash but got \"all\"").wrote("index.html", "<p>text</p>\n");
    let site = with("plugins: [jekyll-archives-v2]\njekyll-archives:\n  nothing:\n    enabled: all\n", "");
    assert!(site.build().fails().all().contains("the site has no collection nothing"));
}

/// The gem outputs the return value of its warning.
#[test]
fn a_gist_that_cannot_be_fetched_is_reported_and_leaves_a_placeholder() {
    let site = with("plugins: [jekyll-gist]\n", "a {% gist 123 %}");
    let outcome = site.build().succeeds().says("Warning: The <noscript> tag for your gist 123");
    outcome.wrote("index.html", "<p>a true<script src=\"https://gist.github.com/123.js\"> </script></p>\n");
}

#[test]
fn redirect_to_from_a_default_can_be_disabled() {
    let config = "plugins: [jekyll-redirect-from]\ndefaults: [{scope: {path: ''}, values: {redirect_to: /away/}}]\n";
    let site = Site::empty().file("_config.yml", config).file("a.html", "---\n---\na");
    let site =
        site.file("b.html", "---\nredirect_to: false\n---\nb").file("c.html", "---\nredirect_to: [~, false]\n---\nc");
    let outcome = site.build().succeeds().wrote("b.html", "b").wrote("c.html", "c");
    outcome.wrote("redirects.json", "{\"/a.html\":\"/away/\"}");
}

#[test]
fn a_gist_without_a_name_ends_the_build() {
    with("plugins: [jekyll-gist]\n", "{% gist %}").build().fails().says(
        "Liquid Exception:  Syntax error in tag 'gist' while parsing the following markup: Valid syntax: \
         {% gist user/1234567 %} {% gist user/1234567 foo.js %} {% gist 28949e1d5ee2273f9fd3 %} \
         {% gist 28949e1d5ee2273f9fd3 best.md %} in index.md",
    );
}

#[test]
fn jekyll_paginate_v2_rejects_invalid_numbers() {
    let build = |config: &str, wanted: &str| {
        let site = Site::empty()
            .file("_config.yml", format!("plugins: [jekyll-paginate-v2]\n{config}"))
            .file("index.html", "---\npagination:\n  enabled: true\n---\n");
        let output = site.build().fails().all();
        assert!(output.contains(wanted), "{output}");
    };
    build("pagination:\n  enabled: true\n  per_page: 0\n", "NaN: jekyll-paginate-v2 with `per_page: 0`");
    build("pagination: [1]\n", "no implicit conversion of Array into Hash");
    for (option, text) in [
        ("collection: 1", "undefined method `each' for 1:Integer"),
        ("per_page: [2]", "undefined method `to_i' for [2]:Array"),
        ("indexpage: ''", "undefined method `+' for nil:NilClass"),
        ("extension: 2.5", "undefined method `[]' for 2.5:Float"),
        ("permalink: 5", "no implicit conversion of Integer into String"),
        ("tag: 5", "undefined method `each' for 5:Integer"),
        ("legacy: true", "compatibility mode has expired"),
    ] {
        build(&format!("pagination:\n  enabled: true\n  {option}\n"), text);
    }
    build("paginate: 5\n", "Legacy jekyll-paginate configuration compatibility mode has expired.");
    build("paginate: 5\npagination: {}\n", "cannot both be configured in the site config at the same time");
}

#[test]
fn commonmark_needs_its_plugin() {
    let site = with("markdown: CommonMark\n", "text");
    let output = site.build().fails().all();
    assert!(output.contains("Invalid Markdown processor given: CommonMark"), "{output}");
    assert!(output.contains("Available processors are: kramdown"), "{output}");
    with("plugins: [jekyll-commonmark]\nmarkdown: CommonMark\n", "*a*").build().succeeds();
    with("plugins: [jekyll-commonmark-ghpages]\nmarkdown: CommonMarkGhPages\n", "*a*").build().succeeds();
}

/// If one name is not a string, all are ignored. Unknown names are reported, and duplicates are allowed.
#[test]
fn commonmark_accepts_a_list_of_names() {
    let build = |options: &str, page: &str, made: &str| {
        let config = format!("plugins: [jekyll-commonmark]\nmarkdown: CommonMark\ncommonmark: {options}\n");
        with(&config, page).build().succeeds().wrote("index.html", made).all()
    };
    build("{options: [5, SMART]}", "\"a\"", "<p>&quot;a&quot;</p>\n");
    build("{options: SMART, extensions: {table: true}}", "\"a\"", "<p>&quot;a&quot;</p>\n");
    build("1.5", "\"a\"", "<p>&quot;a&quot;</p>\n");
    for options in ["[SMART]", "5", "99999999999999999999"] {
        let config = format!("plugins: [jekyll-commonmark]\nmarkdown: CommonMark\ncommonmark: {options}\n");
        with(&config, "text").build().fails().says("no implicit conversion of String into Integer");
    }
    let output = build("{options: [smart, Loud], extensions: [Table]}", "\"a\"", "<p>“a”</p>\n");
    assert!(output.contains("CommonMark: LOUD is not a valid option"), "{output}");
    assert!(output.contains("CommonMark: Table is not a valid extension"), "{output}");
    let made = "<ul>\n<li><input type=\"checkbox\" disabled=\"\" /> ree four</li>\n</ul>\n";
    build("{extensions: [tasklist, tasklist]}", "- [ ] three four", made);
}

#[test]
fn jekyll_last_modified_at_requires_a_hash_with_a_string() {
    let fails = |option: &str, text: &str| {
        let config = format!("plugins: [jekyll-last-modified-at]\nlast-modified-at: {option}\n");
        let output = with(&config, "{% last_modified_at %}").build().fails().all();
        assert!(output.contains(text), "{output}");
    };
    fails("true", "TrueClass does not have #dig method");
    fails("'%Y'", "String does not have #dig method");
    fails("[a]", "no implicit conversion of String into Integer");
    fails("{date-format: '%'}", "invalid format: %");
    fails("{date-format: 5}", "no implicit conversion of Integer into String");
    let config = "plugins: [jekyll-last-modified-at]\nlast-modified-at: {date-format: false}\n";
    with(config, "{% last_modified_at %}").build().succeeds().wrote("index.html", "<p>10-Jan-26</p>\n");
}

#[test]
fn plugin_names_must_be_strings() {
    for (names, class) in [("[5]", "Integer"), ("[jekyll-sitemap, null]", "nil"), ("[[jekyll-sitemap]]", "Array")] {
        let output = with(&format!("plugins: {names}\n"), "").build().fails().all();
        assert!(output.contains(&format!("no implicit conversion of {class} into String")), "{output}");
    }
    with("plugins: [5]\nsafe: true\n", "text").build().succeeds();
}

#[test]
fn plugin_folders_must_be_strings() {
    for (folders, class) in [("5", "Integer"), ("[a, 5]", "Integer"), ("true", "true"), ("{a: b}", "Array")] {
        let output = with(&format!("plugins_dir: {folders}\n"), "").build().fails().all();
        assert!(output.contains(&format!("no implicit conversion of {class} into String")), "{output}");
    }
    let output = "Reason: no implicit conversion of Integer into String";
    with("plugins_dir: 5\nsafe: true\n", "text").build().fails().says(output);
}

/// Ruby loads them if they are installed.
#[test]
fn missing_plugins_of_a_theme_are_named() {
    let gemspec = "Gem::Specification.new do |s|\n  s.name = \"hearth\"\n  s.add_dependency \"jekyll-admin\"\nend\n";
    let site = with("plugins: [jekyll-remote-theme]\nremote_theme: ./_t/hearth\n", "text");
    let site = site.file("_t/hearth/hearth.gemspec", gemspec);
    let text = "Plugin: jekyll-admin, which the theme needs, is not supported yet. \
                Left out: an editor in the browser, which does not affect builds.";
    site.build().succeeds().says(text).wrote("index.html", "<p>text</p>\n");
    site.run(&["build", "--strict"]).fails().says("Reason: jekyll-admin is not supported yet (--strict)");
}

#[test]
fn site_github_can_be_iterated_by_its_keys() {
    let page = "{% for key in site.github limit: 3 %}{{ key }} {% endfor %}{{ site.github | sort | size }}";
    let site = with("plugins: [jekyll-github-metadata]\nrepository: a/b\n", page);
    site.build().succeeds().wrote("index.html", "<p>api_url archived baseurl 40</p>\n");
}

#[test]
fn include_cached_needs_its_plugin() {
    let output = with("", "{% include_cached a.html %}").build().fails().all();
    assert!(output.contains("Unknown tag 'include_cached'"), "{output}");
}

#[test]
fn jekyll_github_metadata_uses_cached_responses_without_requests() {
    let page = "{{ site.github.project_tagline }} {{ site.description }} {{ site.github.public_repositories | size }}";
    let site = with("plugins: [jekyll-github-metadata]\nrepository: a/b\n", page);
    let output = site.build().succeeds().wrote("index.html", "<p>0</p>\n").all();
    assert_eq!(output.matches("No internet connection. GitHub metadata may be missing or incorrect.").count(), 1);
    let kept = "{\"project_tagline\": \"A line\", \"public_repositories\": [{\"name\": \"b\"}]}";
    let site = site.file(".jekyll-cache/github-metadata.json", kept);
    site.build().succeeds().wrote("index.html", "<p>A line A line 1</p>\n").does_not_say("No internet connection");
    let site = site.file(".jekyll-cache/github-metadata.json", "[");
    assert!(site.build().fails().all().contains("must contain a JSON object"));
}

#[test]
fn jekyll_github_metadata_needs_a_repository_when_used() {
    let site = with("plugins: [jekyll-github-metadata]\n", "{{ site.github.url }}");
    assert!(site.build().fails().all().contains("No repo name found. Specify using PAGES_REPO_NWO"));
}

#[test]
fn jekyll_github_metadata_reads_the_remote_in_development() {
    let site = with(
        "plugins: [jekyll-github-metadata]\n",
        "{{ site.github.repository_nwo }} {{ site.github.build_revision }}",
    )
    .file(".git/HEAD", "ref: refs/heads/main\n")
    .file(".git/packed-refs", "# pack-refs\n0123456789 refs/heads/main\n")
    .file(".git/config", "[core]\n\tbare = false\n[remote \"origin\"]\n\turl = git@github.com:me/my.site.git\n");
    let outcome = site.run_with(&["build"], &[("JEKYLL_ENV", "development")]);
    outcome.succeeds().wrote("index.html", "<p>me/my.site 0123456789</p>\n");
}

#[test]
fn jekyll_toc_requires_numbers() {
    let site = Site::empty()
        .file("_config.yml", "plugins: [jekyll-toc]\ntoc:\n  min_level: two\n")
        .file("index.html", "---\ntoc: true\n---\n{{ '<h2>a</h2>' | toc }}");
    assert!(site.build().fails().all().contains("`min_level` must be a number, but is \"two\""));
}

#[test]
fn jekyll_cache_bust_needs_the_file() {
    let site = with("plugins: [jekyll-cache-bust]\n", "{{ '/assets/none.js' | bust_file_cache }}");
    let output = site.build().fails().all();
    assert!(output.contains("No such file or directory @ rb_sysopen - assets/none.js"), "{output}");
    let site = with("plugins: [jekyll-cache-bust]\n", "{{ '/other.js' | bust_file_cache }}");
    assert!(site.build().fails().all().contains("/other.js is not below assets/"));
}

#[test]
fn jekyll_3rd_party_libraries_reports_what_it_does_not_download() {
    let config = "plugins: [jekyll-3rd-party-libraries]\nthird_party_libraries:\n  download: true\n  a:\n    url:\n      \
                  js: https://cdn.example/a.js\n      css: https://cdn.example/b.css\n";
    let page = "{{ site.third_party_libraries.a.url.js }} {{ site.third_party_libraries.a.url.css }}";
    let site = with(config, page).file("assets/libs/a/a.js", "x");
    let outcome = site.build().succeeds();
    let outcome = outcome.says("Libraries: https://cdn.example/b.css is not downloaded: builds do not use the network");
    outcome.wrote("index.html", "<p>/assets/libs/a/a.js https://cdn.example/b.css</p>\n");
    let site = with("plugins: [jekyll-3rd-party-libraries]\nthird_party_libraries: [1]\n", "");
    assert!(site.build().fails().all().contains("`third_party_libraries` must be a hash of libraries"));
}

#[test]
fn plugins_for_plain_folders_require_hashes() {
    for (plugin, section) in [
        ("jekyll-optional-front-matter", "optional_front_matter"),
        ("jekyll-readme-index", "readme_index"),
        ("jekyll-relative-links", "relative_links"),
        ("jekyll-titles-from-headings", "titles_from_headings"),
    ] {
        let site = with(&format!("plugins: [{plugin}]\n{section}: true\n"), "text");
        assert!(site.build().fails().all().contains("undefined method `[]' for true:TrueClass"), "{plugin}");
        let site = with(&format!("plugins: [{plugin}]\n{section}: [1]\n"), "text");
        assert!(site.build().fails().all().contains("no implicit conversion of String into Integer"), "{plugin}");
        with(&format!("plugins: [{plugin}]\n{section}: off-and-on\n"), "text").build().succeeds();
    }
}

#[test]
fn jekyll_feed_fails_where_the_gem_does() {
    let fails = |options: &str, text: &str| {
        let config = format!("plugins: [jekyll-feed]\ncollections: [letters]\nfeed: {options}\n");
        let site = with(&config, "").file("_posts/2020-01-01-a.md", "---\ntags: [a]\n---\n");
        let output = site.build().fails().all();
        assert!(output.contains(text), "{options}: {output}");
    };
    fails("text", "string not matched");
    fails("[1]", "no implicit conversion of String into Integer");
    fails("{categories: news}", "undefined method `to_set' for \"news\":String");
    fails("{collections: {letters: }}", "undefined method `[]' for nil:NilClass");
    fails("{tags: {only: a}}", "undefined method `-' for \"a\":String");
    fails("{tags: {except: a}}", "no implicit conversion of String into Array");
    fails("{tags: {only: [none]}}", "Liquid error (line 1): Cannot sort a null object. in feed/by_tag/none.xml");
    fails("{collections: [unknown]}", "Liquid error (line 1): Cannot sort a null object. in feed/unknown.xml");
}

#[test]
fn jekyll_redirect_from_requires_strings() {
    let fails = |front: &str, text: &str| {
        let site = Site::empty().file("_config.yml", "plugins: [jekyll-redirect-from]\n");
        let output = site.file("a.md", format!("---\n{front}\n---\n")).build().fails().all();
        assert!(output.contains(text), "{front}: {output}");
    };
    fails("redirect_from: [1]", "undefined method `empty?' for 1:Integer");
    fails("redirect_from: false", "undefined method `empty?' for false:FalseClass");
    fails("redirect_from: {a: 1}", "undefined method `start_with?' for {\"a\"=>1}:Hash");
    fails("redirect_to: 5", "no implicit conversion of Integer into String");
    let site = with("plugins: [jekyll-redirect-from]\nredirect_from: text\n", "");
    assert!(site.build().fails().all().contains("String does not have #dig method"));
}

#[test]
fn pages_that_redirect_to_each_other_are_built() {
    let site = Site::empty().file("_config.yml", "plugins: [jekyll-redirect-from]\n");
    let site = site.file("a.md", "---\npermalink: /a/\nredirect_to: /b/\nredirect_from: /b/\n---\n");
    let site = site.file("b.md", "---\npermalink: /b/\nredirect_to: /a/\n---\n");
    let outcome = site.build().succeeds();
    outcome.wrote("redirects.json", "{\"/b/\":\"/a/\",\"/a/\":\"/b/\"}");
}

#[test]
fn jekyll_paginate_requires_a_number() {
    let fails = |options: &str, text: &str| {
        let site = with(&format!("plugins: [jekyll-paginate]\n{options}\n"), "").file("index.html", "---\n---\n");
        let site = site.file("_posts/2020-01-01-a.md", "---\n---\n").file("_posts/2020-01-02-b.md", "---\n---\n");
        let output = site.build().fails().all();
        assert!(output.contains(text), "{options}: {output}");
    };
    fails("paginate: true", "undefined method `to_i' for true:TrueClass");
    fails("paginate: none", "Infinity");
    fails("paginate: 1\npaginate_path: 5", "undefined method `sub' for 5:Integer");
}

#[test]
fn unused_image_and_link_options_may_have_any_type() {
    let site = with("plugins: [jemoji]\nemoji: {src: 1}\n", "`:smile:`");
    let code = "<p><code class=\"language-plaintext highlighter-rouge\">:smile:</code></p>\n";
    site.build().succeeds().wrote("index.html", code);
    let site = with("plugins: [jekyll-mentions]\njekyll-mentions: {base_url: 1}\n", "a@b");
    site.build().succeeds().wrote("index.html", "<p>a@b</p>\n");
}

#[test]
fn jekyll_avatar_evaluates_variables_like_ruby() {
    let fails = |tag: &str, text: &str| {
        let output = with("plugins: [jekyll-avatar]\n", tag).build().fails().all();
        assert!(output.contains(text), "{tag}: {output}");
    };
    fails("{% avatar user=page.no.name %}", "undefined method `[]' for nil:NilClass");
    fails("{% avatar user=.page %}", "undefined method `[]' for nil:NilClass");
    fails("{% avatar user=1.5 %}", "no implicit conversion of String into Integer");
    fails("{% if false %}{% avatar {{ a %}{% endif %}", "Variable '{{' was not properly terminated");
    let site = with("plugins: [jekyll-avatar]\n", "{% avatar hubot %}");
    let outcome = site.run_with(&["build"], &[("PAGES_AVATARS_URL", "http://")]);
    outcome.fails().says("Liquid Exception: Absolute URI missing hierarchical segment: 'http://' in index.md");
}

#[test]
fn jekyll_toc_fails_where_the_gem_does() {
    let fails = |options: &str, page: &str, text: &str| {
        let site = Site::empty().file("_config.yml", format!("plugins: [jekyll-toc]\ntoc: {options}\n"));
        let output = site.file("index.html", format!("---\ntoc: true\n---\n{page}")).build().fails().all();
        assert!(output.contains(text), "{options}: {output}");
    };
    let nested = "{{ '<h1>a</h1><h2>b</h2>' | toc }}";
    fails("{sublist_class: 0}", nested, "undefined method `empty?' for 0:Integer");
    fails("{min_level: 3, max_level: 2}", nested, "unexpected '$' after ''");
    fails("{min_level: '1'}", nested, "bad value for range");
    fails("{no_toc_section_class: []}", nested, "unexpected '$' after ''");
    fails("{no_toc_section_class: .a}", nested, "`no_toc_section_class` must be a class, but is \".a\"");
    fails("", "{{ 5 | toc }}", "no implicit conversion of Integer into String");
    fails("", "{{ page | toc_only }}", "no implicit conversion of Hash into String");
    fails("", "{{ '<h1></h1>' | inject_anchors }}", "undefined method `add_previous_sibling' for nil:NilClass");
}

#[test]
fn jekyll_socials_fails_where_the_gem_does() {
    let fails = |socials: &str, text: &str| {
        let site = with("plugins: [jekyll-socials]\n", "{% social_links %}");
        let output = site.file("_data/socials.yml", socials).build().fails().all();
        assert!(output.contains(text), "{socials}: {output}");
    };
    fails("text", "undefined method `map' for \"text\":String");
    fails("mine: {title: Mine}", "undefined method `split' for nil:NilClass");
    fails("mine: {logo: ..}", "undefined method `downcase' for nil:NilClass");
    fails("mine: 5", "no implicit conversion of String into Integer");
    fails("cv_pdf: ~", "no implicit conversion of nil into String");
    fails("academia_edu: ~", "undefined method `[]' for nil:NilClass");
    fails("email: []", "too few arguments");
}

#[test]
fn jekyll_relative_links_ignores_a_hash_of_exclusions() {
    let config = "plugins: [jekyll-relative-links]\nrelative_links: {exclude: {index.md: true}}\n";
    with(config, "[a](index.md)").build().succeeds().wrote("index.html", "<p><a href=\"/\">a</a></p>\n");
    let site = with("plugins: [jekyll-relative-links]\nrelative_links: {exclude: 5}\n", "[a](index.md)");
    assert!(site.build().fails().all().contains("undefined method `any?' for 5:Integer"));
}

#[test]
fn jekyll_3rd_party_libraries_requires_strings() {
    let fails = |library: &str, text: &str| {
        let config = "plugins: [jekyll-3rd-party-libraries]\nthird_party_libraries: {download: true, a: ";
        let output = with(&format!("{config}{library}}}\n"), "").build().fails().all();
        assert!(output.contains(text), "{library}: {output}");
    };
    fails("5", "`third_party_libraries.a` must be a hash with a `url`");
    fails("{url: x}", "`third_party_libraries.a.url` must be a hash");
    fails("{url: {js: 5}}", "`third_party_libraries.a.url` must be a hash of addresses");
    fails("{version: 1.5, url: {js: '{{version}}'}}", "`third_party_libraries.a.version` must be a string");
    fails("{url: {fonts: 'https://cdn.example/x/'}}", "`third_party_libraries.a.local.fonts` must be a folder");
}

#[test]
fn jekyll_seo_tag_formats_page_numbers_like_ruby() {
    let build = |message: &str| {
        let config = "plugins: [jekyll-seo-tag, jekyll-paginate]\ntitle: T\npaginate: 1\nseo_paginator_message: ";
        let site = Site::empty().file("_config.yml", format!("{config}'{message}'\n"));
        let site = site.file("index.html", "---\n---\n{% seo %}").file("_posts/2020-01-01-a.md", "---\n---\n");
        let site = site.file("_posts/2020-01-02-b.md", "---\n---\n");
        let outcome = site.build();
        let output = outcome.all();
        site.read("_site/page2/index.html").map_or(output, |page| page.lines().nth(1).unwrap_or_default().to_owned())
    };
    for (message, wanted) in [
        ("%s|", "{:current=>2, :total=>2}|"),
        ("%.3s|", "{:c|"),
        ("%<current>.2f|", "2.00|"),
        ("%<current>+08.3f|", "+002.000|"),
        ("%<current>e|", "2.000000e+00|"),
        ("%<current>#X|", "0X2|"),
        ("%<current>#.3b|", "0b010|"),
        ("%<current>08.3d|", "     002|"),
        ("%<current>-+5d|", "+2   |"),
        ("%05{total}|", "    2|"),
        ("%{total}%<current>d|", "22|"),
        ("%.0{total}|", "|"),
        ("x%<total>", "x%"),
    ] {
        assert_eq!(build(message), format!("<title>{wanted}T</title>"), "{message}");
    }
    for (message, wanted) in [
        ("%s%s", "too few arguments"),
        ("%s%<total>s", "named<total> after unnumbered(1)"),
        ("%<total>s%s", "unnumbered(1) mixed with named"),
        ("%<total><current>s", "named<current> after <total>"),
        ("%{other}", "key{other} not found"),
        ("%5%", "invalid format character - %"),
        ("%d", "can't convert Hash into Integer"),
        ("%y", "malformed format string - %y"),
        ("100%", "incomplete format specifier; use %% (double %) instead"),
    ] {
        let output = build(message);
        assert!(output.contains(wanted), "{message}: {output}");
    }
}
#[test]
fn target_blank_marks_links_of_a_collection_with_the_label_pages_twice() {
    let site = Site::new()
        .file(
            "_config.yml",
            r"plugins: [jekyll-target-blank]
url: http://a.b
collections: {pages: {output: true}}
",
        )
        .file(
            "_pages/a.md",
            r"---
---
[x](http://x.y)
",
        )
        .file(
            "b.md",
            r"---
---
[x](http://x.y)
",
        );
    site.build()
        .succeeds()
        .wrote(
            "pages/a.html",
            r#"<p><a href="http://x.y" target="_blank" rel="noopener noreferrer noopener noreferrer">x</a></p>
"#,
        )
        .wrote(
            "b.html",
            r#"<p><a href="http://x.y" target="_blank" rel="noopener noreferrer">x</a></p>
"#,
        );
}

#[test]
fn target_blank_accepts_any_ascii_text_in_the_query_of_a_link() {
    let site = Site::new().file("_config.yml", "url: https://own.test\nplugins: [jekyll-target-blank]\n").file(
        "index.html",
        r#"---
---
<body><a href="https://a.test/b?c.html a<b>[d]">A</a> <a href="https://own.test/?e f">B</a></body>
"#,
    );
    site.build().succeeds().wrote("index.html", r#"<body><a href="https://a.test/b?c.html%20a&lt;b&gt;%5Bd%5D" target="_blank" rel="noopener noreferrer">A</a> <a href="https://own.test/?e%20f">B</a></body>
"#);
}

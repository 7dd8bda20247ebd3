//! jekyll-github-metadata with a local replacement for GitHub. The expected values come from the gem, for the same
//! responses.

use crate::github::Server;
use crate::story::{Outcome, Site};

const PAGE: &str = "---\n---\n{% assign github = site.github %}{{ site.description }}|{{ github.project_tagline }}|{{ github.license.name }}\n\
    {{ github.issues_url }}|{{ github.wiki_url }}|{{ github.show_downloads }}|{{ github.private }}\n\
    {{ github.url }}|{{ github.baseurl }}|{{ github.source.branch }}|{{ github.zip_url }}|{{ site.url }}|{{ site.baseurl }}\n\
    {{ github.owner_display_name }}|{{ github.owner.login }}|{{ github.owner.created_at }}|{{ github.owner.secret }}\n\
    {{ github.contributors | map: 'login' | join: ',' }}|{{ github.releases[0].tag_name }}|{{ github.latest_release }}\n\
    {{ github.organization_members | size }}|{{ github.public_repositories | map: 'name' | join: ',' }}|{{ github.language }}\n\
    {% for it in github.public_repositories %}{{ it.releases | map: 'tag_name' | join: ',' }} {{ it.contributors[0].login }}|{% endfor %}\n";

const MADE: &str = "A fire|A fire|MIT\n\
    https://github.com/ada/hearth/issues||true|false\n\
    https://fire.example/hearth|/hearth|main|https://github.com/ada/hearth/zipball/main|https://fire.example|/hearth\n\
    Ada|ada|2020-01-02 03:04:05 UTC|\n\
    ada,bo|v1|false\n\
    0|hearth,other|\n\
    v1 ada| bo|\n";

fn github() -> Server {
    let answers: [(&str, &str); 8] = [
        (
            "/repos/ada/hearth",
            r#"{"description": "A fire", "license": {"name": "MIT"}, "has_issues": true, "has_wiki": false,
                "has_downloads": true, "private": false, "language": null}"#,
        ),
        (
            "/repos/ada/hearth/pages",
            r#"{"html_url": "https://fire.example/hearth/", "source": {"branch": "main", "path": "/docs"}}"#,
        ),
        ("/users/ada", r#"{"login": "ada", "name": "Ada", "created_at": "2020-01-02T03:04:05Z", "secret": "x"}"#),
        ("/repos/ada/hearth/contributors?per_page=100&page=1", r#"[{"login": "ada"}, {"login": "bo"}]"#),
        ("/repos/ada/hearth/releases?per_page=100&page=1", r#"[{"tag_name": "v1"}]"#),
        (
            "/users/ada/repos?type=public&per_page=100&page=1",
            r#"[{"name": "hearth", "full_name": "ada/hearth"}, {"name": "other", "full_name": "ada/other"}]"#,
        ),
        ("/repos/ada/other/releases?per_page=100&page=1", "[]"),
        ("/repos/ada/other/contributors?per_page=100&page=1", r#"[{"login": "bo"}]"#),
    ];
    let answers: Vec<_> = answers.iter().map(|(path, text)| (*path, text.as_bytes().to_vec())).collect();
    Server::new(&answers)
}

fn site() -> Site {
    let config = "plugins: [jekyll-github-metadata]\nrepository: ada/hearth\n";
    Site::empty().file("_config.yml", config).file("a.txt", PAGE)
}

fn build<'a>(site: &'a Site, address: &str, arguments: &[&str]) -> Outcome<'a> {
    site.run_with(arguments, &[("API_URL", address), ("JEKYLL_GITHUB_TOKEN", "t")]).succeeds()
}

#[test]
fn github_is_queried_once_and_its_responses_are_cached() {
    let (server, site) = (github(), site());
    build(&site, &server.address, &["build", "--network"]).wrote("a.txt", MADE);
    let asked = server.asked().len();
    assert!(asked > 5);
    build(&site, &server.address, &["build", "--network"]).wrote("a.txt", MADE);
    let outcome = build(&site, &server.address, &["build"]).wrote("a.txt", MADE);
    assert!(!outcome.all().contains("GitHub Metadata:"), "{}", outcome.all());
    assert_eq!(server.asked().len(), asked);
}

#[test]
fn a_list_of_hosts_that_does_not_name_the_server_sends_nothing() {
    let server = github();
    build(&site(), &server.address, &["build", "--network=example.org,localhost"])
        .says("GitHub Metadata: No internet connection. GitHub metadata may be missing or incorrect.");
    assert!(server.asked().is_empty());
    build(&site(), &server.address, &["build", "--network=127.0.0.1"]).wrote("a.txt", MADE);
}

#[test]
fn without_network_one_warning_is_logged_and_the_site_is_built() {
    let server = github();
    let text = "GitHub Metadata: No internet connection. GitHub metadata may be missing or incorrect.";
    for (address, arguments) in
        [(server.address.as_str(), &["build"][..]), ("http://127.0.0.1:1", &["build", "--network"])]
    {
        let site = site();
        let outcome = build(&site, address, arguments).says(text);
        assert_eq!(outcome.all().matches("GitHub Metadata:").count(), 1);
        let made = site.read("_site/a.txt").unwrap_or_default();
        assert!(made.contains("|gh-pages|https://github.com/ada/hearth/zipball/gh-pages|"), "{made}");
        assert_eq!(site.read(".jekyll-cache/github-metadata.json"), None);
    }
    assert!(server.asked().is_empty());
}

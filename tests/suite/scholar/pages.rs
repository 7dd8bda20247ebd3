//! `scholar_stats:`, and al-folio's tags.

use super::site;
use crate::story::Site;

/// A site that shows citation counts on its pages.
fn counted(page: &str) -> Site {
    site().file("_config.yml", "scholar_stats: true\n").file("index.html", page)
}

#[test]
fn counts_are_on_the_page_if_enabled() {
    let page = "---\n---\n<b id=\"total_cit\">?</b> <span class='show_paper_citations' data='OTTILIE:break'></span>\n";
    let site = counted(page);
    site.build().succeeds().wrote(
        "index.html",
        "<b id=\"total_cit\">100</b> <span class='show_paper_citations' data='OTTILIE:break'>| Citations: 60</span>\n",
    );
    site.write("_config.yml", "");
    site.build().succeeds().wrote("index.html", page.strip_prefix("---\n---\n").unwrap());
}

#[test]
fn an_unknown_id_is_reported_with_its_line_and_a_suggestion() {
    let page = "---\n---\n<p>Murmur sleeps</p>\n<p>Before the Break <span class='show_paper_citations' data='OTTILIE:brake'></span></p>\n";
    let site = counted(page);
    let outcome = site.build().succeeds();
    assert!(outcome.all().contains("the data has no work with the id \"OTTILIE:brake\""), "{}", outcome.all());
    assert!(outcome.all().contains("index.html:2"), "{}", outcome.all());
    assert!(outcome.all().contains("did you mean \"OTTILIE:break\""), "{}", outcome.all());
}

#[test]
fn a_site_without_data_shows_the_command_that_fetches_it() {
    let site = Site::new()
        .file("_config.yml", "scholar_stats: true\n")
        .file("index.html", "---\n---\n<b id=total_cit>?</b>\n");
    let outcome = site.build().succeeds();
    assert!(outcome.all().contains("run 'hastie scholar fetch'"), "{}", outcome.all());
    assert_eq!(site.read("_site/index.html").as_deref(), Some("<b id=total_cit>?</b>\n"));
}

#[test]
fn al_folio_s_tags_read_counts_from_the_site_s_files() {
    let page = "---\nscholar: OTTILIE\nwork: break\nrecord: 4242\n---\n{% google_scholar_citations page.scholar page.work %} \
                {% google_scholar_citations page.scholar page.none %} {% inspirehep_citations page.record %}\n";
    let site = counted(page).file("_data/inspirehep_citations.yml", "4242: 1204\n");
    site.build().succeeds().wrote("index.html", "60 N/A 1.2K\n");
}

/// A file in al-folio's `_plugins`, reduced to its definitions.
const RUBY: &str = "require 'nokogiri'\nmodule Jekyll\n  class GoogleScholarCitationsTag < Liquid::Tag\n  end\nend\n\
                    Liquid::Template.register_tag('google_scholar_citations', Jekyll::GoogleScholarCitationsTag)\n";

#[test]
fn al_folio_s_ruby_for_its_tags_is_not_run() {
    let page = "---\nscholar: OTTILIE\nwork: break\n---\n{% google_scholar_citations page.scholar page.work %}\n";
    let site = site().file("index.html", page).file("_plugins/google-scholar-citations.rb", RUBY);
    for arguments in [&["build"][..], &["build", "--strict"]] {
        site.run(arguments).succeeds().does_not_say("Ruby").wrote("index.html", "60\n");
    }
}

#[test]
fn al_folio_s_gem_for_its_tags_is_not_fetched() {
    let page = "---\nscholar: OTTILIE\nwork: break\n---\n{% google_scholar_citations page.scholar page.work %}\n";
    let site = site().file("_config.yml", "plugins: [al_citations]\n").file("index.html", page);
    site.run(&["build", "--strict", "--offline"]).succeeds().wrote("index.html", "60\n");
}

#[test]
fn pages_are_unchanged_if_counts_are_disabled() {
    let page = "---\n---\n<b id=\"total_cit\">?</b> <span class='show_paper_citations' data='OTTILIE:break'></span>\n";
    let site = site().file("index.html", page).file("_plugins/google-scholar-citations.rb", RUBY);
    site.build().succeeds().wrote("index.html", page.strip_prefix("---\n---\n").unwrap());
}

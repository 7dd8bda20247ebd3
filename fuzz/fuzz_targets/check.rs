//! Any text as a page, a sitemap, an image, a bibliography's source and a workflow: findings at places in the text, never a fault.
#![no_main]

use hastie::check::{Bibliography, BibliographyEntry, BuiltSite, Page, SourceText, check, external_addresses, image};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|data: &[u8]| {
    let _ = image::pixels(data);
    let Ok(text) = std::str::from_utf8(data) else { return };
    let mut site = BuiltSite { url: "https://example.org".into(), baseurl: "/base".into(), ..BuiltSite::default() };
    site.files.insert("a.html".into());
    site.feeds.insert("feed.xml".into(), text.into());
    site.pages.push(Page::new("a.html".into(), text.into()));
    site.pages.push(Page::new("de/a.html".into(), text.into()));
    site.sources.push(SourceText { path: "a.md".into(), text: text.into() });
    let entry = BibliographyEntry { key: "a".into(), doi: Some(text.into()), ..BibliographyEntry::default() };
    site.bibliographies.push(Bibliography { entries: vec![entry], ..Bibliography::default() });
    site.cited_works = Some(Default::default());
    site.external = external_addresses(&site).into_iter().map(|address| (address, "is broken".into())).collect();
    for finding in check(&site, &[]) {
        assert!(finding.line.is_some() || text.is_char_boundary(finding.offset));
    }
});

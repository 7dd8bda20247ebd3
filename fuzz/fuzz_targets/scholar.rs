//! Any text as a profile page, a service's answer, a bibliography, a table and a resume: an answer, never a fault, and what is
//! written can be read.
#![no_main]

use hastie_scholar::{
    Profile, bibliography_collection, bibliography_data, bibliography_of_data, bibliography_resume, citations_yaml,
    find_place, parse_google_page, parse_openalex_author, parse_openalex_works, parse_resume,
    parse_semantic_scholar_author, parse_semantic_scholar_papers, resume_to_yaml, table_collection,
};
use libfuzzer_sys::fuzz_target;

fn is_kept(profile: &Profile) {
    let written = profile.to_json("now");
    let read = Profile::from_json(&written).expect("what is written can be read");
    assert_eq!(read.cited_by, profile.cited_by);
    let _ = citations_yaml(profile, "2026-01-15");
}

fuzz_target!(|text: &str| {
    if let Ok(page) = parse_google_page(text, "user") {
        is_kept(&page.profile);
    }
    if let Ok(json) = serde_json::from_str(text) {
        let author = parse_openalex_author(&json).map(|(profile, _)| profile);
        for profile in [author, parse_semantic_scholar_author(&json), Profile::from_json(&json)].iter().flatten() {
            is_kept(profile);
        }
        let _ = (parse_openalex_works(&json), parse_semantic_scholar_papers(&json));
    }
    if let Ok(resume) = parse_resume(text.as_bytes()) {
        let _ = resume_to_yaml(&resume);
    }
    if let Ok((works, _)) = bibliography_resume(text, Some("user")) {
        let bib = bibliography_of_data(&works).bib;
        assert!(bibliography_collection(&bib).is_ok(), "{bib}");
    }
    let _ = (bibliography_data(text, None), table_collection(text.as_bytes()), find_place(text));
});

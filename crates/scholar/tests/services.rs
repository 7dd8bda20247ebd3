//! Responses of services, both valid and invalid. All pages and people are fictitious.

use hastie_scholar::{
    AnswerError, Counts, Profile, parse_google_page, parse_openalex_author, parse_openalex_works,
    parse_semantic_scholar_author, parse_semantic_scholar_papers,
};
use serde_json::{Value, json};

const PAGE: &str = r##"<!doctype html><html><body>
<div id="gsc_prf_pup"><img id="gsc_prf_pup-img" src="https://scholar.example/portrait.jpg"></div>
<div id="gsc_prf_in">Ottilie Marrow</div>
<div class="gsc_prf_il">University of Northmere</div>
<div class="gsc_prf_il" id="gsc_prf_ivh">Verified email at northmere.example - <a href="https://marrow.example/">Homepage</a></div>
<a class="gsc_prf_inta">Glacier acoustics</a><a class="gsc_prf_inta">Early warning</a>
<table id="gsc_rsb_st"><tbody>
<tr><td class="gsc_rsb_sc1">Citations</td><td class="gsc_rsb_std">1,204</td><td class="gsc_rsb_std">800</td></tr>
<tr><td class="gsc_rsb_sc1">h-index</td><td class="gsc_rsb_std">12</td><td class="gsc_rsb_std">9</td></tr>
<tr><td class="gsc_rsb_sc1">i10-index</td><td class="gsc_rsb_std">14</td><td class="gsc_rsb_std">8</td></tr>
</tbody></table>
<div class="gsc_md_hist_b">
<span class="gsc_g_t">2022</span><span class="gsc_g_t">2023</span><span class="gsc_g_t">2024</span>
<a href="#" class="gsc_g_a" style="left:8px;height:4px;z-index:3"><span class="gsc_g_al">101</span></a>
<a href="#" class="gsc_g_a" style="left:72px;height:9px;z-index:1"><span class="gsc_g_al">303</span></a>
</div>
<table><tbody id="gsc_a_b">
<tr class="gsc_a_tr"><td class="gsc_a_t"><a href="/citations?view_op=view_citation&amp;user=OTTILIE&amp;citation_for_view=OTTILIE:break2025" class="gsc_a_at">Before the Break</a>
<div class="gs_gray">O Marrow, Y Belhadine</div><div class="gs_gray">Listening Systems 9, 1-12<span>, 2025</span></div></td>
<td class="gsc_a_c"><a href="https://scholar.example/scholar?cites=1" class="gsc_a_ac gs_ibl">1,100</a></td>
<td class="gsc_a_y"><span class="gsc_a_h gsc_a_hc gs_ibl">2025</span></td></tr>
<tr class="gsc_a_tr"><td class="gsc_a_t"><a data-href="/citations?citation_for_view=OTTILIE:murmur" href="javascript:void(0)" class="gsc_a_at">Murmur &amp; Ice</a></td>
<td class="gsc_a_c"><a href="" class="gsc_a_ac gs_ibl"></a></td><td class="gsc_a_y"><span class="gsc_a_h"></span></td></tr>
</tbody></table>
<button id="gsc_bpf_more"></button></body></html>"##;

#[test]
fn a_profile_page_gives_numbers_years_and_works() {
    let page = parse_google_page(PAGE, "OTTILIE").expect("a profile");
    let profile = page.profile;
    assert!(page.has_more);
    assert_eq!(profile.name, "Ottilie Marrow");
    assert_eq!(profile.affiliation.as_deref(), Some("University of Northmere"));
    assert_eq!(profile.homepage.as_deref(), Some("https://marrow.example/"));
    assert_eq!(profile.email_domain.as_deref(), Some("@northmere.example"));
    assert_eq!(profile.interests, ["Glacier acoustics", "Early warning"]);
    assert_eq!(profile.cited_by, Counts { all: 1204, recent: Some(800) });
    assert_eq!((profile.h_index.all, profile.i10_index.recent), (12, Some(8)));
    let years: Vec<_> = profile.cites_per_year.into_iter().collect();
    assert_eq!(years, [(2022, 101), (2023, 0), (2024, 303)]);
    let works: Vec<_> =
        profile.works.iter().map(|work| (work.id.as_str(), work.cited_by, work.year.as_deref())).collect();
    assert_eq!(works, [("OTTILIE:break2025", 1100, Some("2025")), ("OTTILIE:murmur", 0, None)]);
    assert_eq!(profile.works[0].venue.as_deref(), Some("Listening Systems 9, 1-12, 2025"));
    assert_eq!(profile.works[1].title, "Murmur & Ice");
}

#[test]
fn pages_that_are_no_profile_are_refused() {
    let shape = |html: &str| matches!(parse_google_page(html, "u"), Err(AnswerError::Shape(_)));
    assert!(shape(""));
    assert!(shape("<html><div id=gsc_prf_in></div></html>"));
    assert!(shape(&PAGE.replace("gsc_rsb_std", "changed")));
    assert!(shape(&PAGE.replace("gsc_a_at", "changed")));
    let captcha = "<form id=captcha-form action=index></form>";
    assert_eq!(parse_google_page(captcha, "u"), Err(AnswerError::Captcha));
}

#[test]
fn a_profile_survives_its_own_file() {
    let profile = parse_google_page(PAGE, "OTTILIE").expect("a profile").profile;
    let read = Profile::from_json(&profile.to_json("2026-01-15 12:00:00.000000")).expect("our own file");
    assert_eq!(read, profile);
}

#[test]
fn the_file_has_the_crawler_s_keys_in_its_order() {
    let profile = parse_google_page(PAGE, "OTTILIE").expect("a profile").profile;
    let data = profile.to_json("now");
    let keys: Vec<_> = data.as_object().expect("an object").keys().map(String::as_str).collect();
    assert_eq!(keys[..5], ["container_type", "filled", "scholar_id", "source", "name"]);
    let numbers = ["citedby", "citedby5y", "hindex", "hindex5y", "i10index", "i10index5y", "cites_per_year"];
    assert_eq!(keys[keys.len() - 9..keys.len() - 2], numbers);
    assert_eq!(data["publications"]["OTTILIE:break2025"]["num_citations"], json!(1100));
    assert_eq!(data["publications"]["OTTILIE:break2025"]["bib"]["pub_year"], json!("2025"));
}

#[test]
fn openalex_gives_an_author_and_pages_of_works() {
    let author = json!({
        "id": "https://openalex.org/A5", "display_name": "O. Marrow", "cited_by_count": 900,
        "summary_stats": { "h_index": 11, "i10_index": 13 },
        "counts_by_year": [{ "year": 2024, "cited_by_count": 300 }, { "year": "odd" }],
        "last_known_institutions": [{ "display_name": "Northmere" }]
    });
    let (profile, id) = parse_openalex_author(&author).expect("an author");
    assert_eq!((id.as_str(), profile.cited_by.all, profile.h_index.all), ("A5", 900, 11));
    assert_eq!(profile.cites_per_year.get(&2024), Some(&300));
    let works = json!({ "meta": { "next_cursor": "abc" }, "results": [
        { "id": "https://openalex.org/W1", "title": "Before the Break", "doi": "https://doi.org/10.5555/B", "publication_year": 2025,
          "cited_by_count": 40, "authorships": [{ "author": { "display_name": "O. Marrow" } }, {}] },
        { "title": "no id" }, 7 ] });
    let page = parse_openalex_works(&works).expect("works");
    assert_eq!((page.works.len(), page.next.as_deref()), (1, Some("abc")));
    assert_eq!(page.works[0].doi.as_deref(), Some("10.5555/b"));
    let last = parse_openalex_works(&json!({ "meta": { "next_cursor": "abc" }, "results": [] })).expect("no works");
    assert_eq!(last.next, None);
}

#[test]
fn semantic_scholar_gives_an_author_and_pages_of_papers() {
    let profile = parse_semantic_scholar_author(&json!({ "name": "O. Marrow", "citationCount": 700, "hIndex": 10 }));
    assert_eq!(profile.expect("an author").cited_by.all, 700);
    let papers = json!({ "offset": 0, "next": 100, "data": [
        { "paperId": "p1", "title": "Murmur", "year": 2025, "citationCount": 3, "externalIds": { "DOI": "10.5555/M" } } ] });
    let page = parse_semantic_scholar_papers(&papers).expect("papers");
    assert_eq!((page.works[0].id.as_str(), page.next), ("semantic-scholar:p1", Some(100)));
}

/// Generates random JSON: the structures of the services with missing fields or wrong types.
fn mangle(data: &Value, state: &mut u64) -> Value {
    *state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
    match (*state >> 33) % 12 {
        0 => Value::Null,
        1 => json!("text"),
        2 => json!(-1.5),
        3 => json!([]),
        4 => json!({}),
        _ => match data {
            Value::Object(map) => {
                Value::Object(map.iter().map(|(key, value)| (key.clone(), mangle(value, state))).collect())
            }
            Value::Array(items) => Value::Array(items.iter().map(|item| mangle(item, state)).collect()),
            other => other.clone(),
        },
    }
}

#[test]
fn answers_with_fields_missing_or_of_the_wrong_type_give_a_valid_profile_or_an_error() {
    let author = json!({ "id": "https://openalex.org/A5", "display_name": "O", "cited_by_count": 9, "citationCount": 9,
        "summary_stats": { "h_index": 1 }, "counts_by_year": [{ "year": 2024, "cited_by_count": 3 }], "affiliations": ["a"] });
    let works = json!({ "meta": { "next_cursor": "c" }, "next": 5,
        "results": [{ "id": "W1", "title": "T", "publication_year": 2024, "authorships": [{ "author": { "display_name": "O" } }] }],
        "data": [{ "paperId": "p", "title": "T", "authors": [{ "name": "O" }], "externalIds": { "DOI": "10.1/x" } }] });
    let file = json!({ "citedby": 3, "cites_per_year": { "2024": 3 }, "publications": { "u:a": { "bib": { "title": "T" }, "num_citations": 3 } } });
    let mut state = 1;
    for _ in 0..20_000 {
        let profiles = [
            parse_openalex_author(&mangle(&author, &mut state)).map(|(profile, _)| profile),
            parse_semantic_scholar_author(&mangle(&author, &mut state)),
            Profile::from_json(&mangle(&file, &mut state)),
        ];
        for mut profile in profiles.into_iter().flatten() {
            profile
                .works
                .extend(parse_openalex_works(&mangle(&works, &mut state)).map(|page| page.works).unwrap_or_default());
            let papers = parse_semantic_scholar_papers(&mangle(&works, &mut state));
            profile.works.extend(papers.map(|page| page.works).unwrap_or_default());
            let again = Profile::from_json(&profile.to_json("now")).expect("what is written can be read");
            assert_eq!(again.cited_by.all, profile.cited_by.all);
        }
    }
}

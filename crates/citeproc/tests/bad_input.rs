//! No style, locale or item may cause a panic, a stack overflow or an endless loop.
#![allow(clippy::unwrap_used)]

use hastie_citeproc::{Date, Error, Item, Locale, Name, Renderer, Style};
use std::sync::Arc;

fn style_of(body: &str) -> Result<Style, Error> {
    Style::parse(&format!("<style xmlns=\"http://purl.org/net/xbiblio/csl\" version=\"1.0\">{body}</style>"))
}

fn locale() -> Arc<Locale> {
    let text = r#"<locale xml:lang="en"><terms><term name="et-al">et al.</term></terms></locale>"#;
    Arc::new(Locale::parse(text).unwrap())
}

fn render(body: &str, item: &Item) -> Result<String, Error> {
    Renderer::new(locale()).bibliography(&style_of(body)?, item)
}

#[test]
fn malformed_xml_is_an_error_of_its_own() {
    for text in [
        "",
        "style",
        "<style>",
        "<style></macro></style>",
        "<style a=b/>",
        "<!DOCTYPE x [<!ENTITY a '&a;'>]><style>&a;</style>",
    ] {
        assert!(matches!(Style::parse(text), Err(Error::NotXml(_))), "{text}");
        assert!(matches!(Locale::parse(text), Err(Error::NotXml(_))), "{text}");
    }
}

#[test]
fn another_root_is_told_apart() {
    assert_eq!(Style::parse("<locale/>").unwrap_err(), Error::NotAStyle("locale".into()));
    assert_eq!(Locale::parse("<style/>").unwrap_err(), Error::NotALocale("style".into()));
}

#[test]
fn a_style_without_a_bibliography_renders_none() {
    let error = render("<citation><layout/></citation>", &Item::new("book")).unwrap_err();
    assert_eq!(error, Error::NoLayout);
    assert_eq!(error.to_string(), "no CSL node: nil");
}

#[test]
fn a_missing_macro_fails_when_it_is_called() {
    let body = r#"<bibliography><layout><text macro="none"/></layout></bibliography>"#;
    assert_eq!(render(body, &Item::new("book")).unwrap_err(), Error::NoMacro("none".into()));
}

#[test]
fn unknown_elements_fail_where_they_are_rendered() {
    let body = r#"<bibliography><layout><new-thing/></layout></bibliography>"#;
    assert_eq!(render(body, &Item::new("book")).unwrap_err().to_string(), "render_new_thing not implemented");
    let names = r#"<bibliography><layout><names variable="author"><institution/></names></layout></bibliography>"#;
    assert!(matches!(style_of(names), Err(Error::Invalid(_))));
}

#[test]
fn dates_and_pages_of_unknown_forms_fail() {
    let mut item = Item::new("book");
    item.date("issued", Date::parts(&[&[2020]]));
    let body = r#"<bibliography><layout><date variable="issued" form="text"/></layout></bibliography>"#;
    assert_eq!(render(body, &item).unwrap_err().to_string(), "no localized date for form text found");
    item.text("page", "1-2");
    let text = r#"<style page-range-format="odd"><bibliography><layout><text variable="page"/></layout></bibliography></style>"#;
    let result = Renderer::new(locale()).bibliography(&Style::parse(text).unwrap(), &item);
    assert_eq!(result.unwrap_err().to_string(), "unknown page range format: odd");
}

#[test]
fn dependent_styles_name_their_parent() {
    let text = r#"<style><info><link rel="self" href="x"/><link rel="independent-parent" href="http://a.example/styles/leaf"/></info></style>"#;
    assert_eq!(Style::parse(text).unwrap().parent(), Some("leaf"));
}

/// Runs with the default stack size of threads.
fn on_a_small_stack(run: impl FnOnce() + Send + 'static) {
    std::thread::Builder::new().stack_size(2 << 20).spawn(run).unwrap().join().unwrap();
}

#[test]
fn deep_nesting_ends_in_an_error() {
    on_a_small_stack(|| {
        for depth in [300, 2_000, 100_000] {
            let body = format!(
                "<bibliography><layout>{}{}</layout></bibliography>",
                "<group>".repeat(depth),
                "</group>".repeat(depth)
            );
            assert_eq!(style_of(&body).unwrap_err(), Error::TooDeep);
            let open = "<group>".repeat(depth);
            assert!(Style::parse(&format!("<style>{open}")).is_err());
        }
        let body = format!(
            "<bibliography><layout>{}<text value=\"deep\"/>{}</layout></bibliography>",
            "<group>".repeat(120),
            "</group>".repeat(120)
        );
        assert_eq!(render(&body, &Item::new("book")).unwrap(), "deep");
    });
}

#[test]
fn macros_that_call_each_other_end_in_an_error() {
    on_a_small_stack(|| {
        let body = r#"<macro name="a"><group><text macro="b"/></group></macro><macro name="b"><choose><else><text macro="a"/></else></choose></macro>
            <bibliography><layout><text macro="a"/></layout></bibliography>"#;
        assert_eq!(render(body, &Item::new("book")).unwrap_err().to_string(), "stack level too deep");
    });
}

#[test]
fn macros_that_multiply_end_in_an_error() {
    let mut body = String::from(r#"<macro name="m0"><text value="x"/></macro>"#);
    for n in 1..60 {
        let call = format!(r#"<text macro="m{}"/>"#, n - 1);
        body.push_str(&format!(r#"<macro name="m{n}">{call}{call}</macro>"#));
    }
    body.push_str(r#"<bibliography><layout><text macro="m59"/></layout></bibliography>"#);
    assert_eq!(render(&body, &Item::new("book")).unwrap_err(), Error::TooLong);
}

#[test]
fn long_values_take_their_time_and_no_more() {
    let body = r#"<bibliography><layout suffix=".">
        <names variable="author"><name initialize-with="."/></names>
        <text variable="title" text-case="title" quotes="true" suffix=". "/><number variable="edition" form="roman"/>
        <text variable="page"/></layout></bibliography>"#;
    for piece in ["word ", "<", "\"", "1-2,", "</a>\n", "“", "(((", "İ", "&#x2;", "\u{301}", "."] {
        let mut item = Item::new("book");
        let long = piece.repeat(100_000 / piece.len());
        for key in ["title", "edition", "page"] {
            item.text(key, long.clone());
        }
        item.names("author", vec![Name::person(&long, &long)]);
        render(body, &item).unwrap();
    }
}

#[test]
fn odd_numbers_and_dates_are_shown_somehow() {
    let body = r#"<bibliography><layout delimiter=" "><number variable="edition" form="roman"/><number variable="edition" form="ordinal"/>
        <date variable="issued"><date-part name="year" form="short"/><date-part name="month"/><date-part name="day" form="ordinal"/></date></layout></bibliography>"#;
    for edition in ["0", "-1", "99999999999999999999999999", "2 & , -", "1–2", ""] {
        let mut item = Item::new("book");
        item.text("edition", edition);
        for parts in [&[i64::MAX, -1, i64::MIN][..], &[-5, 0, 0], &[0], &[]] {
            item.date("issued", Date::parts(&[parts]));
            render(body, &item).unwrap();
        }
    }
}

#[test]
fn styles_and_locales_are_shared_between_threads() {
    fn shared<T: Send + Sync>() {}
    shared::<Style>();
    shared::<Locale>();
    shared::<Item>();
}

/// As Ruby renders them.
#[test]
fn numbers_beyond_64_bits_are_large() {
    let body = r#"<bibliography et-al-min="99999999999999999999" et-al-use-first="1"><layout>
        <names variable="author"/><text variable="number-of-pages" prefix=" "/><label variable="number-of-pages" prefix=" "/>
        </layout></bibliography>"#;
    let rendered = |pages: &str| {
        let mut item = Item::new("book");
        let author = |family: &str| Name::person(family, "");
        item.names("author", vec![author("A"), author("B")]);
        item.text("number-of-pages", pages);
        let locale = r#"<locale xml:lang="en"><terms><term name="page"><single>page</single>
            <multiple>pages</multiple></term></terms></locale>"#;
        Renderer::new(Arc::new(Locale::parse(locale).unwrap())).bibliography(&style_of(body).unwrap(), &item).unwrap()
    };
    assert_eq!(rendered("99999999999999999999"), "A, B 99999999999999999999 pages");
    assert_eq!(rendered("1_000"), "A, B 1_000 page");
    assert_eq!(rendered("1"), "A, B 1 page");
}

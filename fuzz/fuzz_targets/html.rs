//! Parses, searches and writes any text as HTML 4, HTML 5 and XML. This never panics, and gives the same result twice.
#![no_main]

use hastie_html::css::{self, Translation};
use hastie_html::xpath::XPath;
use hastie_html::{Document, NodeId, SaveOptions, WriteOptions, html4, html5, xml};
use libfuzzer_sys::fuzz_target;

fn written(mut document: Document) -> Vec<String> {
    let saves = [SaveOptions::HTML, SaveOptions::XML, SaveOptions::XHTML];
    saves.map(|save| document.write(NodeId::DOCUMENT, &WriteOptions::new(save))).to_vec()
}

fuzz_target!(|text: &str| {
    let options = xml::ParseOptions::default();
    assert_eq!(written(html4::parse(text)), written(html4::parse(text)));
    assert_eq!(written(xml::parse(text, &options)), written(xml::parse(text, &options)));
    if let Ok(document) = html5::parse(text) {
        written(document);
    }
    let (mut document, fragment) = html4::parse_fragment(text);
    document.to_html(fragment);
    let page = html4::parse("<div id=a><p class=b>c<b>d</b></p><p>e</p></div>");
    let translation = Translation { prefixes: &["//"], ..Translation::default() };
    let paths = css::to_xpath(text, &translation).unwrap_or_default();
    for path in paths.iter().map(String::as_str).chain([text]) {
        if let Ok(path) = XPath::parse(path) {
            let _ = path.select(&page, NodeId::DOCUMENT);
        }
    }
});

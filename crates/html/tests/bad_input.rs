//! Malicious markup and expressions: no parser fails, overflows the stack or takes more than linear time.

use hastie_html::css::{self, Translation};
use hastie_html::xpath::{Bindings, XPath};
use hastie_html::{Document, NodeId, SaveOptions, WriteOptions, html4, html5, xml};

const LARGE: usize = 20_000;

fn all_ways(mut document: Document) {
    for save in [SaveOptions::HTML, SaveOptions::XML, SaveOptions::XHTML] {
        document.write(NodeId::DOCUMENT, &WriteOptions::new(save));
    }
    let path = XPath::parse("count(//*[preceding-sibling::*][1]/ancestor::*)").expect("a path");
    let _ = path.evaluate(&document, NodeId::DOCUMENT, &mut Bindings::default());
}

#[test]
fn nested_markup_has_a_limit() {
    for start in ["<b>", "<div>", "<table><tr><td>", "<svg><g>", "<a x='1'>", "<p><i>", "<select><option>", "<x>"] {
        let text = start.repeat(LARGE / 20);
        all_ways(html4::parse(&text));
        all_ways(xml::parse(&text, &xml::ParseOptions::default()));
        if let Ok(document) = html5::parse(&text) {
            all_ways(document);
        }
    }
}

#[test]
fn unfinished_markup_is_read_once() {
    for piece in [
        "<",
        "<!--",
        "<!",
        "&",
        "&#",
        "<a b='",
        "<![CDATA[",
        "</",
        "<?",
        "<p a=1 ",
        "]]>",
        "\0",
        "<script><!--",
        "<!DOCTYPE a [",
        "-->",
    ] {
        let text = piece.repeat(LARGE);
        html4::parse(&text);
        xml::parse(&text, &xml::ParseOptions::default());
        let _ = html5::parse(&text);
    }
}

#[test]
fn a_tree_deeper_than_any_parser_makes_is_written_without_recursion() {
    let mut document = html4::empty();
    let mut parent = NodeId::DOCUMENT;
    for _ in 0..100_000 {
        let child = document.create_element("div");
        document.append(parent, child);
        parent = child;
    }
    assert_eq!(document.to_html(NodeId::DOCUMENT).matches("<div>").count(), 100_000);
    let root = document.root().expect("a root");
    let copy = document.duplicate(root, true);
    assert_eq!(document.descendants(copy).count(), 99_999);
}

#[test]
fn entities_cannot_grow_without_end() {
    let mut text = String::from("<!DOCTYPE a [<!ENTITY e0 'xxxxxxxxxx'>");
    for level in 1..12 {
        text.push_str(&format!("<!ENTITY e{level} '{}'>", format!("&e{};", level - 1).repeat(10)));
    }
    text.push_str("]><a>&e11;</a>");
    let document = xml::parse(&text, &xml::ParseOptions { expands_entities: true, ..Default::default() });
    assert!(document.errors.iter().any(|error| error.message.contains("entity reference loop")));
}

#[test]
fn expressions_have_limits() {
    let page = html4::parse(&"<p>".repeat(3000));
    for text in [
        "(".repeat(LARGE),
        "-".repeat(LARGE) + "1",
        "a[".repeat(LARGE),
        "1".to_owned() + &"+1".repeat(LARGE),
        "a|".repeat(LARGE) + "a",
    ] {
        if let Ok(path) = XPath::parse(&text) {
            let _ = path.evaluate(&page, NodeId::DOCUMENT, &mut Bindings::default());
        }
    }
    let translation = Translation { prefixes: &["//"], ..Translation::default() };
    for text in
        [":not(".repeat(LARGE), "a:has(".repeat(LARGE), "a ".repeat(LARGE) + "b", ".a".repeat(LARGE), "[".repeat(LARGE)]
    {
        let _ = css::to_xpath(&text, &translation);
    }
}

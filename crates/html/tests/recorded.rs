//! Compares the results for markup, selectors and XPath with Nokogiri's, which `tools/record/html` writes to
//! `recorded.txt`.

use hastie_html::css::{self, Translation};
use hastie_html::xpath::{Bindings, Value, XPath};
use hastie_html::{Document, NodeId, NodeKind, SaveOptions, SyntaxError, WriteOptions, html4, html5, xml};

struct Case {
    title: String,
    input: String,
    expected: String,
}

fn cases() -> Vec<Case> {
    let text = include_str!("recorded.txt");
    let parts = text.split("\n=== ").skip(1);
    let cases = parts.map(|part| {
        let (title, rest) = part.split_once('\n').expect("a title");
        let (input, expected) = rest.split_once("\n---\n").expect("an input and what is expected");
        Case { title: title.to_owned(), input: input.to_owned(), expected: expected.trim_end_matches('\n').to_owned() }
    });
    cases.collect()
}

fn errors(errors: &[SyntaxError]) -> String {
    errors.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n")
}

fn searched(mut page: Document, path: &str) -> String {
    let parsed = XPath::parse(path);
    let found = parsed.and_then(|path| path.evaluate(&page, NodeId::DOCUMENT, &mut Bindings::default()));
    match found {
        Err(_) => "Nokogiri::XML::XPath::SyntaxError".to_owned(),
        Ok(Value::Number(number)) => ruby_float(number),
        Ok(Value::Text(text)) => format!("{text:?}"),
        Ok(Value::Boolean(truth)) => truth.to_string(),
        Ok(Value::Nodes(items)) => {
            let shown = items.into_iter().map(|item| match page.kind(item.node) {
                NodeKind::Attribute => page.text(item.node),
                _ => page.to_html(item.node),
            });
            shown.collect::<Vec<_>>().join("\n")
        }
    }
}

/// A number as Ruby shows it.
fn ruby_float(number: f64) -> String {
    if number.abs() < 1e-4 && number != 0.0 {
        format!("{number:e}").replace("e-6", "e-06").replace("1e", "1.0e")
    } else {
        format!("{number:?}")
    }
}

fn answer(kind: &str, argument: &str, input: &str) -> String {
    match kind {
        "page" => {
            let mut page = html4::parse(input);
            page.encoding = Some("UTF-8".to_owned());
            page.to_html(NodeId::DOCUMENT)
        }
        "fragment" => {
            let (mut document, fragment) = html4::parse_fragment(input);
            document.to_html(fragment)
        }
        "errors" => errors(&html4::parse(input).errors),
        "xhtml" => {
            let mut page = html4::parse(input);
            page.encoding = Some("UTF-8".to_owned());
            let root = page.root().expect("a root");
            page.write(root, &WriteOptions::new(SaveOptions::XHTML))
        }
        "html5" => html5::parse(input).expect("not too deep").to_html(NodeId::DOCUMENT),
        "html5-fragment" => {
            let mut document = html5::empty();
            let fragment = document.create_fragment();
            html5::fill_fragment(&mut document, fragment, "body", input).expect("not too deep");
            document.to_html(fragment)
        }
        "html5-lines" => {
            let document = html5::parse(input).expect("not too deep");
            let nodes = document.descendants(NodeId::DOCUMENT);
            let shown = nodes.filter(|node| document.kind(*node) != NodeKind::Doctype);
            shown.map(|node| format!("{} {}", document.name(node), document.line(node))).collect::<Vec<_>>().join("\n")
        }
        "xml" => {
            let mut document = xml::parse(input, &xml::ParseOptions::default());
            document.to_xml(NodeId::DOCUMENT)
        }
        "xml-errors" => errors(&xml::parse(input, &xml::ParseOptions::default()).errors),
        "css" | "selector" => {
            let translation = Translation { prefixes: &["//"], ..Translation::default() };
            match css::to_xpath(argument, &translation) {
                Err(_) => "Nokogiri::CSS::SyntaxError".to_owned(),
                Ok(paths) if kind == "selector" => paths.join("\n"),
                Ok(paths) => searched(html4::parse(input), &paths.join(" | ")),
            }
        }
        _ => searched(html4::parse(input), argument),
    }
}

#[test]
fn everything_is_as_nokogiri_has_it() {
    let mut wrong = Vec::new();
    for case in cases() {
        let (kind, argument) = case.title.split_once(' ').unwrap_or((&case.title, ""));
        let given = answer(kind, argument, &case.input);
        if given.trim_end_matches('\n') != case.expected {
            wrong.push(format!("{}\n{}\n- {}\n+ {given}", case.title, case.input, case.expected));
        }
    }
    assert!(wrong.is_empty(), "{} differ:\n{}", wrong.len(), wrong.join("\n\n"));
}

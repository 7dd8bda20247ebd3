//! The classes of highlighted code, recorded from kramdown 2.5.1. The highlighter here only escapes.

use hastie_kramdown::{CodeKind, Highlighted, Highlighter, Options, Setting, convert};

struct Plain;

impl Highlighter for Plain {
    fn highlight(&self, code: &str, lang: Option<&str>, _: CodeKind, _: &Setting) -> Option<Highlighted> {
        lang.map(|_| Highlighted { html: code.to_owned() })
    }
    fn default_lang(&self, _: CodeKind, _: &Setting) -> Option<String> {
        None
    }
}

fn html(source: &str) -> String {
    convert(source, &Options::jekyll(), Some(&Plain)).expect("a document that is not too deep").html
}

#[test]
fn a_language_that_is_not_the_first_class_of_a_code_span_stands_twice() {
    let first = "<p><code class=\"language-abc x highlighter-rouge\">a</code></p>\n";
    assert_eq!(html("`a`{:.language-abc .x}"), first);
    let second = "<p><code class=\"language-abc x language-abc highlighter-rouge\">a</code></p>\n";
    assert_eq!(html("`a`{:.x .language-abc}"), second);
}

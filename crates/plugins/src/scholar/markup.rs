//! Writes HTML like the gem, without escaping attributes and content.

/// `content_tag`: an element with attributes, such as `<li id="a">text</li>`. Escapes neither the content nor the
/// values of attributes.
pub(super) fn tag(name: &str, content: &str, attributes: &[(String, String)]) -> String {
    let mut out = format!("<{name}");
    for (key, value) in attributes {
        out.push_str(&format!(" {key}=\"{value}\""));
    }
    out.push_str(&format!(">{content}</{name}>"));
    out
}

/// `link_to`: an `a` element, optionally with a class, which is written before `href`. Escapes nothing.
pub(super) fn link(href: &str, content: &str, class: Option<&str>) -> String {
    let mut attributes = Vec::new();
    if let Some(class) = class {
        attributes.push(("class".to_string(), class.to_string()));
    }
    attributes.push(("href".to_string(), href.to_string()));
    tag("a", content, &attributes)
}

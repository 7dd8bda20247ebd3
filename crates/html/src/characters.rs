//! White space, as the formats define it.

/// The characters of white space in XML and XPath.
pub(crate) const XML_SPACES: [char; 4] = [' ', '\t', '\n', '\r'];

/// White space in XML. libxml2's HTML parser uses the same.
pub(crate) fn is_xml_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// White space in HTML 5, without the carriage return, which the tokenizer sees as a line feed.
pub(crate) fn is_html_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\x0c')
}

/// White space in a CSS selector: `\s` in Ruby.
pub(crate) fn is_css_space(c: char) -> bool {
    matches!(c, ' ' | '\t'..='\r')
}

//! White space, as XML, HTML 5 and CSS define it.

/// The characters of white space in XML and XPath. Unlike in HTML 5, the form feed is not among them.
pub(crate) const XML_SPACES: [char; 4] = [' ', '\t', '\n', '\r'];

/// Whether a byte is white space in XML, and for libxml2's HTML parser.
pub(crate) fn is_xml_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\n' | b'\r')
}

/// Whether a character is white space in HTML 5. The carriage return is not, because the tokenizer sees a line feed
/// instead.
pub(crate) fn is_html_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\x0c')
}

/// Whether a character is white space in a CSS selector, like Ruby's `\s`.
pub(crate) fn is_css_space(c: char) -> bool {
    matches!(c, ' ' | '\t'..='\r')
}

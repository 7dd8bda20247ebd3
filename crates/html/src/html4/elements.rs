//! The elements of HTML 4 in libxml2's tables: empty elements, inline elements, and elements that close others.

/// The properties of an HTML element in libxml2's tables: whether it is empty, inline, or only changes the style of
/// text.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Element {
    /// Whether the element has neither content nor an end tag.
    pub is_empty: bool,
    /// Whether the element may appear within a paragraph. The serializer adds no line breaks around such elements.
    pub is_inline: bool,
    /// Whether the element changes the style of text. A missing end tag is then an error.
    pub is_style: bool,
}

const EMPTY: &str = "area base basefont br col frame hr img input isindex link meta param";
const BLOCK: &str = "address area base blockquote body caption center col colgroup dd dir div dl dt fieldset form frame \
    frameset h1 h2 h3 h4 h5 h6 head hr html isindex legend li link menu meta noframes noscript ol optgroup option p param \
    pre style table tbody td tfoot th thead title tr ul";
const INLINE: &str = "a abbr acronym applet b basefont bdo big br button cite code del dfn em embed font i iframe img \
    input ins kbd label map object q s samp script select small span strike strong sub sup textarea tt u var";
const STYLE: &str = "b big center em font i s small strike strong sub sup tt u";

/// Elements, and the start tags that close them.
const ENDED_BY: &[(&str, &str)] = &[
    ("a", "a fieldset table td th"),
    ("address", "dd dl dt form li ul"),
    ("b", "center p td th"),
    ("big", "p"),
    ("caption", "col colgroup tbody tfoot thead tr"),
    ("col", "col colgroup tbody tfoot thead tr"),
    ("colgroup", "colgroup tbody tfoot thead tr"),
    ("dd", "dt"),
    ("dir", "dd dl dt form ul"),
    ("dl", "form li"),
    ("dt", "dd dl"),
    ("font", "center td th"),
    ("form", "form"),
    ("h1", "fieldset form li p table"),
    ("h2", "fieldset form li p table"),
    ("h3", "fieldset form li p table"),
    ("h4", "fieldset form li p table"),
    ("h5", "fieldset form li p table"),
    ("h6", "fieldset form li p table"),
    (
        "head",
        "a abbr acronym address b bdo big blockquote body br center cite code dd dfn dir div dl dt em fieldset font \
         form frameset h1 h2 h3 h4 h5 h6 hr i iframe img kbd li listing map menu ol p pre q s samp small span strike \
         strong sub sup table tt u ul var xmp",
    ),
    ("hr", "form"),
    ("i", "center p td th"),
    ("legend", "fieldset"),
    ("li", "li"),
    ("link", "body frameset"),
    ("listing", "dd dl dt fieldset form li table ul"),
    ("menu", "dd dl dt form ul"),
    ("ol", "form ul"),
    ("option", "optgroup option"),
    (
        "p",
        "address blockquote body caption center col colgroup dd dir div dl dt fieldset form frameset h1 h2 h3 h4 h5 h6 \
         head hr li listing menu ol p pre table tbody td tfoot th title tr ul xmp",
    ),
    ("pre", "dd dl dt fieldset form li table ul"),
    ("s", "p"),
    ("script", "noscript"),
    ("small", "p"),
    ("span", "td th"),
    ("strike", "p"),
    ("style", "body frameset"),
    ("tbody", "tbody tfoot"),
    ("td", "tbody td tfoot th tr"),
    ("tfoot", "tbody"),
    ("th", "tbody td tfoot th tr"),
    ("thead", "tbody tfoot"),
    ("title", "body frameset"),
    ("tr", "tbody tfoot tr"),
    ("tt", "p"),
    ("u", "p td th"),
    ("ul", "address form menu ol pre"),
    ("xmp", "dd dl dt fieldset form li table ul"),
];

/// Attributes that are written without a value.
const BOOLEAN: &str =
    "checked compact declare defer disabled ismap multiple nohref noresize noshade nowrap readonly selected";

/// Looks up an element in libxml2's table. `None` for unknown elements.
pub(crate) fn element(name: &str) -> Option<Element> {
    let (is_inline, is_block) = (has(INLINE, name), has(BLOCK, name));
    (is_inline || is_block).then(|| Element { is_empty: has(EMPTY, name), is_inline, is_style: has(STYLE, name) })
}

/// Whether the start tag of an element `new` closes an open element `old`. For example, `<li>` closes an open `li`.
pub(crate) fn ends(new: &str, old: &str) -> bool {
    ENDED_BY.iter().find(|(name, _)| *name == old).is_some_and(|(_, starts)| has(starts, new))
}

/// The rank of an element. An end tag has no effect if an element of a higher rank is open inside the element that the
/// tag would close.
pub(crate) fn rank(name: &str) -> u8 {
    match name {
        "div" => 150,
        "td" | "th" => 160,
        "tr" => 170,
        "thead" | "tbody" | "tfoot" => 180,
        "table" => 190,
        "head" | "body" => 200,
        "html" => 220,
        _ => 100,
    }
}

/// Whether libxml2 omits the end tag of an element that may have content, but has none. This is the case only for `li`.
pub(crate) fn omits_end(name: &str) -> bool {
    name == "li"
}

/// Whether an attribute is one of the boolean attributes of HTML 4, such as `checked`. Ignores case.
pub(crate) fn is_boolean(attribute: &str) -> bool {
    has(BOOLEAN, &attribute.to_ascii_lowercase())
}

fn has(words: &str, name: &str) -> bool {
    words.split_ascii_whitespace().any(|word| word == name)
}
